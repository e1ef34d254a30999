//! The end of a combat: who won, who retreats, who may advance (VCOM-5 to VCOM-9, VCOM-31 to VCOM-37).

use crate::advance::Advance;
use crate::angle::{Angle, heading, normal};
use crate::combat::Combat;
use crate::event::Event;
use crate::geometry::{INCH, Pt};
use crate::ids::StandId;
use crate::kinds::Arm;
use crate::melee::break_tie;
use crate::pending::Pending;
use crate::play::Play;
use crate::position::Pos;
use crate::state::mark;
use crate::terrain::Terrain;

impl Play<'_> {
    /// Winner and loser of a combat, and cavalry that gives way.
    pub(crate) fn result(&mut self, combat: &Combat) {
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
        let pos = self.pos();
        let d = pos.centre(id) - pos.centre(firer);
        let inches = 6 * u16::from(throws);
        self.tell(|who| Event::GaveWay { piece: who(id), inches });
        self.retreat_by(id, heading(d.x, d.y), i64::from(inches) * INCH, "gives way");
    }

    fn decide(&mut self, combat: &Combat) {
        let pos = self.pos();
        let alive = |list: &[StandId]| -> Vec<StandId> {
            list.iter().copied().filter(|id| pos.piece(*id).on_table()).collect()
        };
        let attackers = alive(&combat.melee);
        let defenders = pos.sharers(combat.target);
        let attacker_side = self.side(combat.target).other();
        let (wins, tie) = match (attackers.is_empty(), defenders.is_empty()) {
            (true, true) => return,
            (true, false) => (false, false),
            (false, true) => (true, false),
            (false, false) if combat.losses[0] != combat.losses[1] => {
                (combat.losses[0] < combat.losses[1], false)
            }
            (false, false) => {
                let (_, a) = pos.tie_pick(&attackers);
                let (_, d) = pos.tie_pick(&defenders);
                (break_tie(a, d, self.dice), true)
            }
        };
        let side = if wins { attacker_side } else { attacker_side.other() };
        self.tell(|_| Event::Won { side, tie });
        let (winners, losers) = if wins { (attackers, defenders) } else { (defenders, attackers) };
        let withdraw = self.pos().withdraws(combat.target, &combat.melee);
        self.beaten(&losers, &winners, combat);
        if !wins && withdraw && self.state.piece(combat.target).on_table() {
            let direction = self.pos().driven_by(combat.target, &combat.melee);
            self.retreat(combat.target, direction);
            return;
        }
        self.offer_advance(side, &winners, combat);
    }

    /// Losers are disordered and retreat; reinforcing skirmishers go with their brigade.
    fn beaten(&mut self, losers: &[StandId], winners: &[StandId], combat: &Combat) {
        let plans: Vec<(StandId, Angle, Vec<StandId>)> = {
            let pos = self.pos();
            losers
                .iter()
                .map(|id| {
                    let charger = pos.piece(*id).charged == combat.target;
                    let back = normal(pos.piece(*id).pose.facing + 18_000);
                    let direction = if charger { back } else { pos.driven_by(*id, winners) };
                    (*id, direction, pos.reinforcing(*id).to_vec())
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
            if self.pos().is_in(*id, Terrain::Forest) {
                self.state.piece_mut(*id).pursues = loser;
            }
        }
    }

    /// The winner decides on an advance before the next stand is chosen (VCOM-8).
    fn offer_advance(&mut self, side: table::Side, winners: &[StandId], combat: &Combat) {
        let pos = self.pos();
        let fits = |id: &StandId| {
            let piece = pos.piece(*id);
            piece.on_table()
                && !piece.has(mark::RALLIED)
                && !piece.in_building()
                && !pos.in_contact(*id)
                && (*id == combat.target || combat.melee.contains(id))
                && (1..=3).any(|k| pos.plan_advance(*id, k * 100).is_ok())
        };
        let stands: Vec<StandId> = winners.iter().copied().filter(fits).collect();
        if !stands.is_empty() {
            self.state.pending.push(Pending::Advance(Advance { side, stands }));
        }
    }
}

impl Pos<'_> {
    /// The way a loser is driven: along the mean of the facings of those who beat it (VGAP-25).
    pub(crate) fn driven_by(&self, id: StandId, enemies: &[StandId]) -> Angle {
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
    pub(crate) fn withdraws(&self, target: StandId, attackers: &[StandId]) -> bool {
        self.piece(target).on_table()
            && self.holds_broken_ground(target)
            && attackers.iter().any(|a| {
                a.is_some()
                    && matches!(
                        self.arm(*a),
                        Arm::CavalryBrigade | Arm::CavalrySkirmisher | Arm::MountedInfantry
                    )
            })
    }
}
