//! Phase 6, burning buildings, objectives and victory (VEXH-1 to VEXH-10, VTER-70 to VTER-73, VGAP-48).

use table::Side;

use crate::angle::heading;
use crate::event::Event;
use crate::geometry::{CENT, INCH, within};
use crate::ids::{FeatureId, StandId};
use crate::kinds::{Kind, Level};
use crate::play::Play;
use crate::position::Pos;
use crate::terrain::Terrain;

impl Play<'_> {
    /// Exhaustion, then collapse rolls, then collapses, then stationary markers (VEXH-10).
    pub(crate) fn exhaustion_phase(&mut self) {
        for n in 0..self.setup.divisions.len() {
            let division = &self.setup.divisions[n];
            let losses = &mut self.state.losses[n];
            if !losses.exhausted && losses.total >= division.exhaustion && has_stands(self.setup, n) {
                losses.exhausted = true;
                let (name, side) = (division.name.clone(), division.side);
                self.tell(|_| Event::Exhausted { division: name, side });
            }
        }
        let mut collapsing = Vec::new();
        for n in 0..self.setup.divisions.len() {
            let losses = self.state.losses[n];
            if !losses.exhausted || losses.collapsed || losses.this_turn == 0 {
                continue;
            }
            let die = self.dice.d6("collapse");
            let collapsed = u16::from(die) <= losses.this_turn;
            let (division, side) = (self.setup.divisions[n].name.clone(), self.setup.divisions[n].side);
            self.tell(|_| Event::CollapseRoll {
                division,
                side,
                die,
                casualties: losses.this_turn,
                collapsed,
            });
            if collapsed {
                collapsing.push(n);
            }
        }
        for n in collapsing {
            self.collapse(n);
        }
        for n in 0..self.state.pieces.len() {
            let division = self.setup.stands[n].division as usize;
            if self.state.losses.get(division).is_some_and(|l| l.exhausted) {
                self.unsettle(StandId::new(n));
            }
        }
    }

    /// All stands of the division drop one level (VEXH-9).
    fn collapse(&mut self, division: usize) {
        self.state.losses[division].collapsed = true;
        let of = |id: &StandId| {
            usize::from(self.setup.stand(*id).division) == division
                && self.setup.stand(*id).kind != Kind::Commander
        };
        let drops: Vec<(StandId, Option<StandId>, Level)> = self
            .pos()
            .present()
            .filter(of)
            .map(|id| {
                (id, self.pos().nearest_enemy(id).map(|(e, _)| e), self.state.piece(id).level.collapsed())
            })
            .collect();
        self.drop_levels(drops);
    }

    /// One die for every wooden building shot at by guns or assaulted (VTER-70, VTER-71).
    pub(crate) fn buildings_catch_fire(&mut self) {
        let threatened: Vec<FeatureId> = self
            .state
            .buildings
            .iter()
            .filter(|(_, b)| b.threatened && b.burning_since == 0 && !b.burnt_out)
            .map(|(f, _)| *f)
            .collect();
        for f in threatened {
            let feature = &self.setup.table.features[f.index()];
            if feature.stone || self.dice.d6("building catches fire") < 6 {
                continue;
            }
            self.state.building_mut(f).burning_since = self.state.turn;
            let name = feature.title();
            self.tell(|_| Event::Burning { feature: name, caught: true, out: false });
            let inside: Vec<StandId> =
                self.pos().present().filter(|id| self.state.piece(*id).garrison == f).collect();
            for id in inside {
                self.smoke_out(id);
            }
        }
    }

    /// An occupier leaves a burning building, away from the nearest enemy, disordered.
    fn smoke_out(&mut self, id: StandId) {
        let pos = self.pos();
        let direction = pos.nearest_enemy(id).map_or(0, |(e, _)| {
            let d = pos.centre(id) - pos.centre(e);
            heading(d.x, d.y)
        });
        self.disorder(id, "the building burns");
        let length = self.pos().allowance(id).max(16) * INCH / 2;
        self.retreat_by(id, direction, length, "leaves the flames");
    }

    /// Fires burn out from the turn after the next on (VTER-72, VTER-73).
    pub(crate) fn fires_go_out(&mut self) {
        for n in 0..self.state.buildings.len() {
            let (f, building) = self.state.buildings[n];
            if building.burning_since == 0
                || building.burnt_out
                || self.state.turn < building.burning_since + 2
            {
                continue;
            }
            let town = self.setup.table.features[f.index()].kind == Terrain::Town;
            let out = self.dice.d6("fire goes out") >= if town { 6 } else { 5 };
            if out {
                let building = &mut self.state.buildings[n].1;
                (building.burning_since, building.burnt_out) = (0, true);
            }
            let name = self.setup.table.features[f.index()].title();
            self.tell(|_| Event::Burning { feature: name, caught: false, out });
        }
    }

    /// Who holds what, looked at when a player turn ends.
    pub(crate) fn hold_objectives(&mut self) {
        for n in 0..self.setup.objectives.len() {
            let near = |side: Side| self.pos().holds(n, side);
            let holder = match (near(Side::Union), near(Side::Confederate)) {
                (true, false) => Side::Union,
                (false, true) => Side::Confederate,
                _ => continue,
            };
            if self.state.objectives[n] != Some(holder) {
                self.state.objectives[n] = Some(holder);
                let name = self.setup.objectives[n].name.clone();
                self.tell(|_| Event::Objective { name, side: holder });
            }
        }
    }

    /// A side all of whose divisions are collapsed or gone loses at once.
    pub(crate) fn sudden_death(&mut self) -> bool {
        if !self.setup.victory.sudden_death {
            return false;
        }
        let pos = self.pos();
        let broken = |side: Side| pos.is_broken(side);
        let points = pos.points();
        match (broken(Side::Union), broken(Side::Confederate)) {
            (false, false) => return false,
            (true, true) => self.over(None, "draw", points),
            (true, false) => self.over(Some(Side::Confederate), "decisive", points),
            (false, true) => self.over(Some(Side::Union), "decisive", points),
        }
        true
    }

    /// The end of the last turn.
    pub(crate) fn finish(&mut self) {
        let points = self.pos().points();
        let (winner, degree) = verdict(points, self.setup.victory.margin);
        self.over(winner, degree, points);
    }
}

/// What is scored by holding places; each of them has a line of its own in a view.
pub(crate) const OBJECTIVES: &str = "Objectives held";

fn has_stands(setup: &crate::setup::Setup, division: usize) -> bool {
    setup.stands.iter().any(|s| usize::from(s.division) == division && s.kind != Kind::Commander)
}

/// Who has won with these points: a lead of so many percent of both scores together, three times that
/// for a decisive victory.
pub fn verdict([union, confederate]: [i32; 2], margin: i32) -> (Option<Side>, &'static str) {
    let lead = (union - confederate).abs();
    let all = union + confederate;
    if lead == 0 || lead * 100 < margin * all {
        return (None, "draw");
    }
    let winner = if union > confederate { Side::Union } else { Side::Confederate };
    (Some(winner), if lead * 100 >= 3 * margin * all { "decisive" } else { "marginal" })
}

impl Pos<'_> {
    fn holds(&self, objective: usize, side: Side) -> bool {
        let o = &self.setup.objectives[objective];
        self.present_of(side).any(|id| {
            !self.is_commander(id)
                && !self.routed(id)
                && ((o.feature.is_some() && self.piece(id).garrison == o.feature)
                    || (self.piece(id).in_building() || self.near(id, o.at, (o.radius + 1) * CENT))
                        && within(self.body(id).point_distance(o.at), o.radius))
        })
    }

    /// All divisions of a side that ever had stands are collapsed or have none left.
    fn is_broken(&self, side: Side) -> bool {
        let mut any = false;
        for (n, division) in self.setup.divisions.iter().enumerate() {
            if division.side != side || !has_stands(self.setup, n) {
                continue;
            }
            any = true;
            let alive = (0..self.setup.stands.len()).any(|s| {
                usize::from(self.setup.stands[s].division) == n
                    && self.setup.stands[s].kind != Kind::Commander
                    && self.state.pieces[s].presence != crate::state::Presence::Gone
            });
            if alive && !self.state.losses[n].collapsed {
                return false;
            }
        }
        any
    }

    /// Victory points, Union first.
    pub fn points(&self) -> [i32; 2] {
        let mut points = [0, 0];
        self.each_score(|_, side, score| points[side as usize] += score);
        points
    }

    /// What each side scores, by what it is for; those who score nothing by it are left out.
    pub(crate) fn score(&self) -> Vec<(&'static str, Side, i32)> {
        let mut lines: Vec<(&'static str, Side, i32)> = Vec::new();
        self.each_score(|label, side, score| match lines.iter_mut().find(|l| (l.0, l.1) == (label, side)) {
            Some(line) => line.2 += score,
            None => lines.push((label, side, score)),
        });
        lines.retain(|(_, _, score)| *score != 0);
        lines
    }

    fn each_score(&self, mut line: impl FnMut(&'static str, Side, i32)) {
        let v = self.setup.victory;
        for (division, losses) in self.setup.divisions.iter().zip(&self.state.losses) {
            let enemy = division.side.other();
            line("Enemy casualties", enemy, v.casualty * i32::from(losses.total));
            if losses.collapsed {
                line("Enemy divisions collapsed", enemy, v.collapsed);
            } else if losses.exhausted {
                line("Enemy divisions exhausted", enemy, v.exhausted);
            }
        }
        for (objective, holder) in self.setup.objectives.iter().zip(&self.state.objectives) {
            if let Some(side) = holder {
                line(OBJECTIVES, *side, objective.points);
            }
        }
    }

    /// Which of the conditions decides.
    pub(crate) fn because(&self) -> String {
        let broken = |side: Side| self.setup.victory.sudden_death && self.is_broken(side);
        match (broken(Side::Union), broken(Side::Confederate)) {
            (true, true) => return "Every division of both sides has collapsed or is gone.".to_owned(),
            (true, false) => return "Every Union division has collapsed or is gone.".to_owned(),
            (false, true) => return "Every Confederate division has collapsed or is gone.".to_owned(),
            (false, false) => {}
        }
        let ([union, confederate], margin) = (self.points(), self.setup.victory.margin);
        let (lead, all) = ((union - confederate).abs(), union + confederate);
        let share = if all > 0 { lead * 100 / all } else { 0 };
        let needs = match verdict([union, confederate], margin).1 {
            "draw" => format!("it takes {margin} in 100 to win"),
            "decisive" => format!("{} in 100 are decisive", 3 * margin),
            _ => format!("{margin} in 100 win, {} would be decisive", 3 * margin),
        };
        format!("The lead is {lead} of {all} points together, {share} in 100; {needs}.")
    }
}
