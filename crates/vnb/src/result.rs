//! The end of a combat: who won, who retreats, who may advance (VCOM-5 to VCOM-9, VCOM-31 to VCOM-37).

use crate::angle::{Angle, heading, normal};
use crate::engine::Engine;
use crate::event::Event;
use crate::field::Field;
use crate::geometry::{INCH, Pt};
use crate::kinds::Arm;
use crate::melee::break_tie;
use crate::setup::{NONE, StandId};
use crate::state::{Combat, Pending, mark};
use crate::terrain::Terrain;

impl Engine<'_> {
    /// Winner and loser of a combat, and cavalry that gives way.
    pub fn result(&mut self, combat: &Combat) {
        let gives: Vec<(StandId, StandId, u8)> = combat
            .asked
            .iter()
            .filter_map(|id| {
                let given: u8 = combat.strikes.iter().filter(|s| s.at == *id).map(|s| s.give_way).sum();
                let firer = combat.strikes.iter().find(|s| s.at == *id && s.give_way > 0)?.by;
                Some((*id, firer, given))
            })
            .collect();
        if !combat.melee.is_empty() {
            self.decide(combat);
        }
        for (id, firer, throws) in gives {
            self.give_way(id, firer, throws);
        }
    }

    /// Six inches straight away from the firer for every throw taken (VCOM-28).
    fn give_way(&mut self, id: StandId, firer: StandId, throws: u8) {
        if !self.state.piece(id).on_table() {
            return;
        }
        let field = self.field();
        let d = field.centre(id) - field.centre(firer);
        let inches = 6 * u16::from(throws);
        self.tell(|| Event::GaveWay { piece: id, inches });
        self.retreat_by(id, heading(d.x, d.y), i64::from(inches) * INCH, "gives way");
    }

    fn decide(&mut self, combat: &Combat) {
        let field = self.field();
        let alive = |list: &[StandId]| -> Vec<StandId> {
            list.iter().copied().filter(|id| field.piece(*id).on_table()).collect()
        };
        let attackers = alive(&combat.melee);
        let defenders = field.sharers(combat.target);
        let attacker_side = self.side(combat.target).other();
        let (wins, tie) = match (attackers.is_empty(), defenders.is_empty()) {
            (true, true) => return,
            (true, false) => (false, false),
            (false, true) => (true, false),
            (false, false) if combat.losses[0] != combat.losses[1] => {
                (combat.losses[0] < combat.losses[1], false)
            }
            (false, false) => {
                let (_, a) = field.tie_pick(&attackers);
                let (_, d) = field.tie_pick(&defenders);
                (break_tie(a, d, self.dice), true)
            }
        };
        let side = if wins { attacker_side } else { attacker_side.other() };
        self.tell(|| Event::Won { side, tie });
        let (winners, losers) = if wins { (attackers, defenders) } else { (defenders, attackers) };
        let withdraw = self.field().withdraws(combat.target, &combat.melee);
        self.beaten(&losers, &winners, combat);
        if !wins && withdraw && self.state.piece(combat.target).on_table() {
            let direction = self.field().driven_by(combat.target, &combat.melee);
            self.retreat(combat.target, direction);
            return;
        }
        self.offer_advance(side, &winners, combat);
    }

    /// Losers are disordered and retreat; reinforcing skirmishers go with their brigade.
    fn beaten(&mut self, losers: &[StandId], winners: &[StandId], combat: &Combat) {
        let plans: Vec<(StandId, Angle, Vec<StandId>)> = {
            let field = self.field();
            losers
                .iter()
                .map(|id| {
                    let charger = field.piece(*id).charged == combat.target;
                    let back = normal(field.piece(*id).pose.facing + 18_000);
                    let direction = if charger { back } else { field.driven_by(*id, winners) };
                    (*id, direction, field.reinforcing(*id).to_vec())
                })
                .collect()
        };
        self.note_pursuit(losers, winners);
        for (id, direction, helpers) in plans {
            self.disorder(id, "lost a melee");
            self.retreat(id, direction);
            for helper in helpers {
                if self.state.piece(helper).on_table() {
                    self.retreat(helper, direction);
                }
            }
        }
    }

    /// Winners remember an enemy driven off in the same forest (VGAP-31).
    fn note_pursuit(&mut self, losers: &[StandId], winners: &[StandId]) {
        let Some(loser) = losers.first().copied() else { return };
        for id in winners {
            if self.field().is_in(*id, Terrain::Forest) {
                self.state.piece_mut(*id).pursues = loser;
            }
        }
    }

    /// The winner decides on an advance before the next stand is chosen (VCOM-8).
    fn offer_advance(&mut self, side: table::Side, winners: &[StandId], combat: &Combat) {
        let field = self.field();
        let fits = |id: &StandId| {
            let piece = field.piece(*id);
            piece.on_table()
                && !piece.has(mark::RALLIED)
                && !piece.in_building()
                && !field.in_contact(*id)
                && (*id == combat.target || combat.melee.contains(id))
                && (1..=3).any(|k| field.plan_advance(*id, k * 100).is_ok())
        };
        let stands: Vec<StandId> = winners.iter().copied().filter(fits).collect();
        if !stands.is_empty() {
            self.state.pending.push(Pending::Advance { side, stands });
        }
    }

    /// A commander goes along with a stand (VMISC-2).
    pub fn apply_follow(&mut self, commander: StandId, with: StandId) {
        let field = self.field();
        let centre = field.centre(with);
        let (w, h) = (self.setup.table.width, self.setup.table.height);
        let mut pose = crate::state::Pose::at(centre, field.piece(commander).pose.facing);
        (pose.x, pose.y) = (pose.x.clamp(50, w - 50), pose.y.clamp(50, h - 50));
        self.place(commander, pose, "goes along");
    }
}

impl Field<'_> {
    /// The way a loser is driven: along the mean of the facings of those who beat it (VGAP-25).
    pub fn driven_by(&self, id: StandId, enemies: &[StandId]) -> Angle {
        let mut sum = Pt::default();
        for e in enemies.iter().filter(|e| self.piece(**e).on_table()) {
            let step = if self.piece(*e).in_building() {
                let d = self.centre(id) - self.centre(*e);
                Pt::polar(INCH, heading(d.x, d.y))
            } else {
                Pt::polar(INCH, self.piece(*e).pose.facing)
            };
            sum = sum + step;
        }
        if sum.square() < (INCH / 100) * (INCH / 100) {
            return normal(self.piece(id).pose.facing + 18_000);
        }
        heading(sum.x, sum.y)
    }

    /// A skirmisher in broken ground falls back from cavalry whoever won (VTER-20).
    pub fn withdraws(&self, target: StandId, attackers: &[StandId]) -> bool {
        self.piece(target).on_table()
            && self.holds_broken_ground(target)
            && attackers.iter().any(|a| {
                *a != NONE
                    && matches!(
                        self.arm(*a),
                        Arm::CavalryBrigade | Arm::CavalrySkirmisher | Arm::MountedInfantry
                    )
            })
    }
}
