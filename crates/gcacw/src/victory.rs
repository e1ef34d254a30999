//! What a scenario adds to the rules: units held back, forbidden actions, and victory.

use hexmap::Hex;
use table::{BySide, Outcome, Refusal, Rule, Side};

use crate::event::Event;
use crate::forces::Holders;
use crate::play::Play;
use crate::position::Pos;
use crate::setup::{Automatic, Forbidden, Level, PlacePoints, Restriction, UnitId, UnitSet};
use crate::state::{Burnt, Whereabouts};

/// One line of the score.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct ScoreLine {
    pub(crate) label: String,
    pub(crate) side: Side,
    pub(crate) points: i32,
}

/// What a line of the score is for.
enum Label<'a> {
    Named(&'a str),
    Losses(Side),
}

impl Label<'_> {
    fn text(&self) -> String {
        match self {
            Label::Named(name) => (*name).to_owned(),
            Label::Losses(side) => format!("{side} losses"),
        }
    }
}

/// Who is ahead, and by how much.
fn leads(lead: i32) -> String {
    let points = if lead.abs() == 1 { "point" } else { "points" };
    match lead {
        0 => "Both sides have the same number of victory points".to_owned(),
        1.. => format!("The Union leads by {lead} victory {points}"),
        ..0 => format!("The Confederacy leads by {} victory {points}", -lead),
    }
}

/// A lead by Union points less Confederate points.
fn lead_of(points: i32) -> String {
    match points {
        0 => "a tie".to_owned(),
        1.. => format!("a Union lead of {points}"),
        ..0 => format!("a Confederate lead of {}", -points),
    }
}

impl Level {
    /// The lead it takes and what it means; a scenario counts Union points less Confederate points.
    fn words(&self) -> String {
        let span = match (self.at_least, self.at_most) {
            (None, None) => "any result".to_owned(),
            (Some(least), None) if least > 0 => format!("{} or more", lead_of(least)),
            (None, Some(most)) if most < 0 => format!("{} or more", lead_of(most)),
            (Some(least), None) => format!("{} or better for the Union", lead_of(least)),
            (None, Some(most)) => format!("{} or better for the Confederacy", lead_of(most)),
            (Some(least), Some(most)) if least == most => lead_of(least),
            (Some(least), Some(most)) => format!("anything from {} to {}", lead_of(least), lead_of(most)),
        };
        match self.winner {
            Some(side) if self.degree == "victory" => format!("{span} is a {side} victory"),
            Some(side) => format!("{span} is a {} {side} victory", self.degree),
            None => format!("{span} is a draw"),
        }
    }
}

impl Pos<'_> {
    /// Whether the scenario still holds a unit back.
    pub(crate) fn is_held(&self, unit: UnitId) -> bool {
        !self.state.unit(unit).released
            && self
                .setup
                .restrictions
                .iter()
                .any(|r| r.units.has(unit) && r.until.is_some_and(|turn| self.state.turn < turn))
    }

    /// Whether the scenario lets a side take an action this turn.
    pub(crate) fn permitted(&self, side: Side, action: Forbidden) -> Result<(), Refusal> {
        if self.forbidden(action, |r| r.side == side && r.only.is_none()) {
            return Err(Refusal::new(Rule("G1.0-5"), "the scenario forbids that action this turn"));
        }
        Ok(())
    }

    /// Whether the scenario lets this very unit take part in an action this turn.
    pub(crate) fn permitted_to(&self, unit: UnitId, action: Forbidden) -> Result<(), Refusal> {
        let side = self.setup.unit(unit).side;
        if self.forbidden(action, |r| r.side == side && r.only.is_none_or(|units| units.has(unit))) {
            return Err(Refusal::new(Rule("G1.0-5"), "the scenario forbids that unit to do it this turn"));
        }
        Ok(())
    }

    fn forbidden(&self, action: Forbidden, concerns: impl Fn(&Restriction) -> bool) -> bool {
        self.setup.restrictions.iter().any(|r| {
            concerns(r)
                && r.forbid.contains(&action)
                && r.turns.as_ref().is_none_or(|turns| turns.contains(&self.state.turn))
        })
    }

    /// Who holds a hex that counts: the side last in it.
    pub(crate) fn holder(&self, hex: Hex) -> Option<Side> {
        let at = self.setup.victory.watched.iter().position(|h| *h == hex)?;
        self.state.holders.get(at).copied().flatten()
    }

    fn place_score(&self, place: &PlacePoints) -> i32 {
        self.place_score_by(place, &self.state.holders)
    }

    /// What a place scores if these are the holders of all hexes that count.
    fn place_score_by(&self, place: &PlacePoints, holders: &Holders) -> i32 {
        let watched = &self.setup.victory.watched;
        let holder = |hex: Hex| holders.get(watched.iter().position(|h| *h == hex)?).copied().flatten();
        let held = place.hexes.iter().filter(|h| holder(**h) == Some(place.side)).count();
        match place.each {
            true => held as i32 * place.points,
            false if held == place.hexes.len() => place.points,
            false => 0,
        }
    }

    /// Manpower a side has lost.
    pub(crate) fn lost(&self, side: Side) -> u32 {
        let gone = |u: UnitId| self.setup.unit(u).manpower as i32 - self.state.unit(u).manpower as i32;
        let fallen = |u: &UnitId| self.state.unit(*u).whereabouts != Whereabouts::BrokenDown;
        let lost: i32 = self.setup.by_side[side].into_iter().filter(fallen).map(gone).sum();
        (lost + self.state.campaign.gained[side] as i32).max(0) as u32
    }

    /// The score as it would be if the game ended now.
    pub(crate) fn score(&self) -> Vec<ScoreLine> {
        let mut lines = Vec::new();
        self.each_score(|label, side, points| lines.push(ScoreLine { label: label.text(), side, points }));
        lines
    }

    /// Tells every line of the score, without writing words that nobody reads.
    fn each_score(&self, mut line: impl FnMut(Label, Side, i32)) {
        for side in Side::BOTH {
            if self.state.scored[side] != 0 {
                line(Label::Named("Held turn by turn"), side, self.state.scored[side]);
            }
        }
        for place in self.setup.victory.places.iter().filter(|p| !p.every_turn) {
            line(Label::Named(&place.name), place.side, self.place_score(place));
        }
        for loss in &self.setup.victory.losses {
            let points = (self.lost(loss.side.other()) / loss.per as u32) as i32 * loss.points;
            line(Label::Losses(loss.side.other()), loss.side, points);
        }
        for station in &self.setup.victory.stations {
            let worth = |(hex, burnt): &(Hex, Burnt)| match burnt {
                _ if !station.hexes.contains(*hex) => 0,
                Burnt::Damaged => station.damaged,
                Burnt::Destroyed => station.destroyed,
            };
            line(Label::Named("Stations burnt"), station.side, self.state.burnt.iter().map(worth).sum());
        }
        for bridge in &self.setup.victory.bridges {
            let counts = |a: &&crate::ground::Altered| {
                a.destroyed && (bridge.sides.is_empty() || bridge.sides.contains(&(a.hex, a.dir)))
            };
            let broken = self.state.altered.iter().filter(counts).count() as i32;
            line(Label::Named("Bridges destroyed"), bridge.side, broken * bridge.points);
        }
    }

    /// Victory points of both sides now.
    pub(crate) fn points(&self) -> BySide<i32> {
        let mut sum = BySide::default();
        self.each_score(|_, side, points| sum[side] += points);
        sum
    }

    /// What the score would mean if the game ended now.
    pub(crate) fn verdict(&self) -> Outcome {
        let points = self.points();
        let lead = points.union - points.confederate;
        let level = self
            .setup
            .victory
            .levels
            .iter()
            .find(|l| l.at_least.is_none_or(|n| lead >= n) && l.at_most.is_none_or(|n| lead <= n));
        let (winner, degree) = match level {
            Some(level) => (level.winner, level.degree.clone()),
            None if self.setup.victory.levels.is_empty() && lead > 0 => (Some(Side::Union), "victory".into()),
            None if self.setup.victory.levels.is_empty() && lead < 0 => {
                (Some(Side::Confederate), "victory".into())
            }
            None => (None, "draw".into()),
        };
        Outcome { winner, degree, points: [points.union, points.confederate] }
    }

    /// Which of the scenario's conditions decides.
    pub(crate) fn because(&self) -> String {
        let verdict = self.state.outcome.clone().unwrap_or_else(|| self.verdict());
        let at_once =
            |a: &&Automatic| verdict.winner == Some(a.side) && verdict.degree == a.degree && self.has_won(a);
        if let Some(won) = self.setup.victory.automatic.iter().find(at_once) {
            let places: Vec<String> = won.hexes.iter().map(|hex| self.place(*hex)).collect();
            let (all, places) = (if won.all { "" } else { "one of " }, places.join(", "));
            return format!(
                "The {} side holds {all}{places}: the scenario gives it the game at once.",
                won.side
            );
        }
        let lead = verdict.points[0] - verdict.points[1];
        let levels = &self.setup.victory.levels;
        let fits = |l: &&Level| l.at_least.is_none_or(|n| lead >= n) && l.at_most.is_none_or(|n| lead <= n);
        match levels.iter().find(fits) {
            Some(level) => format!("{}; {}.", leads(lead), level.words()),
            None if levels.is_empty() => format!("{}: whoever has more victory points wins.", leads(lead)),
            None => format!("{}: no degree of victory is given for that.", leads(lead)),
        }
    }

    /// A hex as players call it.
    fn place(&self, hex: Hex) -> String {
        let label = self.setup.map.grid.label(hex);
        self.setup.map.place_name(hex).map_or(label, str::to_owned)
    }

    fn has_won(&self, automatic: &Automatic) -> bool {
        let held = automatic.hexes.iter().filter(|h| self.holder(**h) == Some(automatic.side)).count();
        self.state.turn >= automatic.from_turn
            && if automatic.all { held == automatic.hexes.len() } else { held > 0 }
    }
}

impl Play<'_> {
    /// A side's unit is in a hex: it holds it.
    pub(crate) fn hold(&mut self, hex: Hex, side: Side) {
        if let Some(at) = self.setup.victory.watched.iter().position(|h| *h == hex) {
            self.state.holders[at] = Some(side);
            let setup = self.setup;
            let open = |u: UnitId| setup.unit(u).side == side && !self.state.is_hidden(u);
            let seen = self.state.forces.is_some() && self.state.stack(hex).any(open);
            if let Some(forces) = self.state.forces.as_mut() {
                forces.hold(at, side, seen);
            }
        }
        self.hold_spot(hex, side);
    }

    /// Units that the scenario holds until the enemy comes near are free once he does.
    pub(crate) fn release_near(&mut self, hex: Hex, comer: Side) {
        let mut free = UnitSet::EMPTY;
        for restriction in &self.setup.restrictions {
            let Some(distance) = restriction.released_by else { continue };
            for unit in restriction.units {
                let state = self.state.unit(unit);
                let near = self.setup.map.grid.distance(state.hex, hex) <= distance as u16;
                if self.setup.unit(unit).side != comer && state.is_on_map() && near {
                    free.add(unit);
                }
            }
        }
        self.release(free);
    }

    /// Units that are attacked are free as well.
    pub(crate) fn release_attacked(&mut self, target: Hex) {
        if self.setup.restrictions.iter().any(|r| r.released_by.is_some()) {
            self.release(self.state.stack_set(target));
        }
    }

    /// The scenario's hold on units ends early.
    fn release(&mut self, units: UnitSet) {
        let held: UnitSet = units.into_iter().filter(|u| self.pos().is_held(*u)).collect();
        for unit in units {
            self.state.unit_mut(unit).released = true;
        }
        if !held.is_empty() {
            self.tell(|t| Event::Released { pieces: t.units(held) });
        }
    }

    /// Points scored at the end of every turn.
    pub(crate) fn score_turn(&mut self) {
        for place in self.setup.victory.places.iter().filter(|p| p.every_turn) {
            let points = self.pos().place_score(place);
            self.state.scored[place.side] += points;
            if let Some(mut forces) = self.state.forces.take() {
                forces.score(place.side, |holders| self.pos().place_score_by(place, holders));
                self.state.forces = Some(forces);
            }
        }
    }

    /// Ends the game if somebody has won at once.
    pub(crate) fn check_automatic(&mut self, after_action: bool) -> bool {
        let won = self
            .setup
            .victory
            .automatic
            .iter()
            .find(|a| (a.every_action || !after_action) && self.pos().has_won(a));
        let Some(won) = won else { return false };
        let points = self.pos().points();
        let (winner, degree) = (Some(won.side), won.degree.clone());
        self.end_game(Outcome { winner, degree, points: [points.union, points.confederate] });
        true
    }

    /// The last turn is over.
    pub(crate) fn finish_game(&mut self) {
        let verdict = self.pos().verdict();
        self.end_game(verdict);
    }

    fn end_game(&mut self, outcome: Outcome) {
        self.state.outcome = Some(outcome.clone());
        self.state.pending.clear();
        self.tell(|_| Event::Over { winner: outcome.winner, degree: outcome.degree });
    }
}
