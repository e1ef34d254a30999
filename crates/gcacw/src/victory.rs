//! What a scenario adds to the rules: units held back, forbidden actions, and victory.

use hexmap::Hex;
use table::{BySide, Outcome, Refusal, Rule, Side};

use crate::flow::Ask;
use crate::forces::Holders;
use crate::play::{Play, Pos};
use crate::setup::{Automatic, Forbidden, PlacePoints, Restriction, UnitId};
use crate::state::Burnt;

/// One line of the score.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ScoreLine {
    pub label: String,
    pub side: Side,
    pub points: i32,
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

impl Pos<'_> {
    /// Whether the scenario still holds a unit back.
    pub fn is_held(&self, unit: UnitId) -> bool {
        !self.g.unit(unit).released
            && self
                .s
                .restrictions
                .iter()
                .any(|r| r.units.has(unit) && r.until.is_some_and(|turn| self.g.turn < turn))
    }

    /// Whether the scenario lets a side take an action this turn.
    pub fn permitted(&self, side: Side, action: Forbidden) -> Result<(), Refusal> {
        if self.forbidden(action, |r| r.side == side && r.only.is_none()) {
            return Err(Refusal::new(Rule("G1.0-5"), "the scenario forbids that action this turn"));
        }
        Ok(())
    }

    /// Whether the scenario lets this very unit take part in an action this turn.
    pub fn permitted_to(&self, unit: UnitId, action: Forbidden) -> Result<(), Refusal> {
        let side = self.s.unit(unit).side;
        if self.forbidden(action, |r| r.side == side && r.only.is_none_or(|units| units.has(unit))) {
            return Err(Refusal::new(Rule("G1.0-5"), "the scenario forbids that unit to do it this turn"));
        }
        Ok(())
    }

    fn forbidden(&self, action: Forbidden, concerns: impl Fn(&Restriction) -> bool) -> bool {
        self.s.restrictions.iter().any(|r| {
            concerns(r)
                && r.forbid.contains(&action)
                && r.turns.as_ref().is_none_or(|turns| turns.contains(&self.g.turn))
        })
    }

    /// Who holds a hex that counts: the side last in it.
    pub fn holder(&self, hex: Hex) -> Option<Side> {
        let at = self.s.victory.watched.iter().position(|h| *h == hex)?;
        self.g.holders.get(at).copied().flatten()
    }

    fn place_score(&self, place: &PlacePoints) -> i32 {
        self.place_score_by(place, &self.g.holders)
    }

    /// What a place scores if these are the holders of all hexes that count.
    fn place_score_by(&self, place: &PlacePoints, holders: &Holders) -> i32 {
        let watched = &self.s.victory.watched;
        let holder = |hex: Hex| holders.get(watched.iter().position(|h| *h == hex)?).copied().flatten();
        let held = place.hexes.iter().filter(|h| holder(**h) == Some(place.side)).count();
        match place.each {
            true => held as i32 * place.points,
            false if held == place.hexes.len() => place.points,
            false => 0,
        }
    }

    /// Manpower a side has lost.
    pub fn lost(&self, side: Side) -> u32 {
        let gone = |u: UnitId| self.s.unit(u).manpower as i32 - self.g.unit(u).manpower as i32;
        let lost: i32 = self.s.by_side[side].into_iter().map(gone).sum();
        (lost + self.g.campaign.gained[side] as i32).max(0) as u32
    }

    /// The score as it would be if the game ended now.
    pub fn score(&self) -> Vec<ScoreLine> {
        let mut lines = Vec::new();
        self.each_score(|label, side, points| lines.push(ScoreLine { label: label.text(), side, points }));
        lines
    }

    /// Tells every line of the score, without writing words that nobody reads.
    fn each_score(&self, mut line: impl FnMut(Label, Side, i32)) {
        for side in Side::BOTH {
            if self.g.scored[side] != 0 {
                line(Label::Named("Held turn by turn"), side, self.g.scored[side]);
            }
        }
        for place in self.s.victory.places.iter().filter(|p| !p.every_turn) {
            line(Label::Named(&place.name), place.side, self.place_score(place));
        }
        for loss in &self.s.victory.losses {
            let points = (self.lost(loss.side.other()) / loss.per as u32) as i32 * loss.points;
            line(Label::Losses(loss.side.other()), loss.side, points);
        }
        for station in &self.s.victory.stations {
            let worth = |(hex, burnt): &(Hex, Burnt)| match burnt {
                _ if !station.hexes.contains(*hex) => 0,
                Burnt::Damaged => station.damaged,
                Burnt::Destroyed => station.destroyed,
            };
            line(Label::Named("Stations burnt"), station.side, self.g.burnt.iter().map(worth).sum());
        }
        for bridge in &self.s.victory.bridges {
            let counts = |a: &&crate::ground::Altered| {
                a.destroyed && (bridge.sides.is_empty() || bridge.sides.contains(&(a.hex, a.dir)))
            };
            let broken = self.g.altered.iter().filter(counts).count() as i32;
            line(Label::Named("Bridges destroyed"), bridge.side, broken * bridge.points);
        }
    }

    /// Victory points of both sides now.
    pub fn points(&self) -> BySide<i32> {
        let mut sum = BySide::default();
        self.each_score(|_, side, points| sum[side] += points);
        sum
    }

    /// What the score would mean if the game ended now.
    pub fn verdict(&self) -> Outcome {
        let points = self.points();
        let lead = points.union - points.confederate;
        let level = self
            .s
            .victory
            .levels
            .iter()
            .find(|l| l.at_least.is_none_or(|n| lead >= n) && l.at_most.is_none_or(|n| lead <= n));
        let (winner, degree) = match level {
            Some(level) => (level.winner, level.degree),
            None if self.s.victory.levels.is_empty() && lead > 0 => (Some(Side::Union), "victory"),
            None if self.s.victory.levels.is_empty() && lead < 0 => (Some(Side::Confederate), "victory"),
            None => (None, "draw"),
        };
        Outcome { winner, degree, points: [points.union, points.confederate] }
    }

    fn has_won(&self, automatic: &Automatic) -> bool {
        let held = automatic.hexes.iter().filter(|h| self.holder(**h) == Some(automatic.side)).count();
        self.g.turn >= automatic.from_turn
            && if automatic.all { held == automatic.hexes.len() } else { held > 0 }
    }
}

impl Play<'_> {
    /// A side's unit is in a hex: it holds it.
    pub fn hold(&mut self, hex: Hex, side: Side) {
        if let Some(at) = self.s.victory.watched.iter().position(|h| *h == hex) {
            self.g.holders[at] = Some(side);
            let setup = self.s;
            let open = |u: UnitId| setup.unit(u).side == side && !self.g.is_hidden(u);
            let seen = self.g.forces.is_some() && self.g.stack(hex).any(open);
            if let Some(forces) = self.g.forces.as_mut() {
                forces.hold(at, side, seen);
            }
        }
        self.hold_spot(hex, side);
    }

    /// Units that the scenario holds until the enemy comes near are free once he does.
    pub fn release_near(&mut self, hex: Hex, comer: Side) {
        for restriction in &self.s.restrictions {
            let Some(distance) = restriction.released_by else { continue };
            for unit in restriction.units {
                let state = self.g.unit(unit);
                let near = self.s.map.grid.distance(state.hex, hex) <= distance as u16;
                if self.s.unit(unit).side != comer && state.is_on_map() && near {
                    self.g.unit_mut(unit).released = true;
                }
            }
        }
    }

    /// Units that are attacked are free as well.
    pub fn release_attacked(&mut self, target: Hex) {
        if self.s.restrictions.iter().any(|r| r.released_by.is_some()) {
            for unit in self.g.stack_set(target) {
                self.g.unit_mut(unit).released = true;
            }
        }
    }

    /// Points scored at the end of every turn.
    pub fn score_turn(&mut self) {
        for place in self.s.victory.places.iter().filter(|p| p.every_turn) {
            let points = self.pos().place_score(place);
            self.g.scored[place.side] += points;
            if let Some(mut forces) = self.g.forces.take() {
                forces.score(place.side, |holders| self.pos().place_score_by(place, holders));
                self.g.forces = Some(forces);
            }
        }
    }

    /// Ends the game if somebody has won at once.
    pub fn check_automatic(&mut self, after_action: bool) -> bool {
        let won = self
            .s
            .victory
            .automatic
            .iter()
            .find(|a| (a.every_action || !after_action) && self.pos().has_won(a));
        let Some(won) = won else { return false };
        let points = self.pos().points();
        let (winner, degree) = (Some(won.side), won.degree);
        self.end_game(Outcome { winner, degree, points: [points.union, points.confederate] });
        true
    }

    /// The last turn is over.
    pub fn finish_game(&mut self) {
        let verdict = self.pos().verdict();
        self.end_game(verdict);
    }

    fn end_game(&mut self, outcome: Outcome) {
        self.g.outcome = Some(outcome);
        self.g.ask = Ask::Over;
        self.tell(|t| {
            let text = match outcome.winner {
                Some(side) => format!("The game is over: {} {side} victory.", outcome.degree),
                None => "The game is over: a draw.".to_owned(),
            };
            t.event("over", text)
        });
    }
}
