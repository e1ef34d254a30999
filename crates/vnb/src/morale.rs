//! Phase 4: morale tests, routs, and what the enemy makes of them (VMOR-1 to VMOR-36).

use crate::angle::normal;
use crate::event::Event;
use crate::geometry::{INCH, Pt};
use crate::ids::StandId;
use crate::kinds::Level;
use crate::play::Play;
use crate::state::{Pose, mark};

impl Play<'_> {
    /// All tests of the phase, then all failures together.
    pub(crate) fn morale_phase(&mut self) {
        for piece in &mut self.state.pieces {
            piece.set(mark::JOSTLED, false);
        }
        let attacker = self.state.phasing;
        let mut order: Vec<StandId> = Vec::new();
        for side in [attacker, attacker.other()] {
            order.extend(self.pos().present_of(side).filter(|id| self.is_stand(*id)));
        }
        let contacts = self.contact_pairs();
        let mut failed = Vec::new();
        for id in order {
            if let Some(enemy) = self.test(id) {
                failed.push((id, enemy, self.state.piece(id).level.failed()));
            }
        }
        self.carry_out(failed, &contacts);
        self.offer_breakthroughs(&contacts);
        self.offer_exploits(&contacts);
    }

    /// Enemies in contact before the phase: each stand of the attacker with each it touches.
    fn contact_pairs(&self) -> Vec<(StandId, StandId)> {
        let pos = self.pos();
        let own = pos.present_of(self.state.phasing).filter(|id| self.is_stand(*id));
        own.flat_map(|id| pos.contacts(id).into_iter().map(move |e| (id, e))).collect()
    }

    /// One test, if there is a reason; a failure gives back the enemy it would run from.
    pub(crate) fn test(&mut self, id: StandId) -> Option<Option<StandId>> {
        let pos = self.pos();
        let causes = pos.causes(id);
        if causes.contacts.is_empty() && causes.fire.is_empty() {
            return None;
        }
        let needs = i16::from(self.setup.stand(id).morale) + pos.morale_modifiers(id, &causes).sum();
        let nearest = |list: &[StandId]| list.iter().copied().min_by_key(|e| (pos.distance(id, *e), *e));
        let from = causes.contacts.first().copied().or_else(|| nearest(&causes.fire));
        let die = self.dice.d6("morale");
        let passed = i16::from(die) <= needs;
        self.tell(|who| Event::Tested { piece: who(id), needs, die, passed });
        (!passed).then_some(from)
    }

    /// Drops levels, then sets back chargers that cartridge weapons repulse (VCHG-12).
    pub(crate) fn carry_out(
        &mut self,
        failed: Vec<(StandId, Option<StandId>, Level)>,
        contacts: &[(StandId, StandId)],
    ) {
        let newly: Vec<StandId> =
            failed.iter().filter(|(_, _, l)| *l == Level::Disordered).map(|(id, _, _)| *id).collect();
        self.drop_levels(failed);
        for id in newly {
            let target = self.state.piece(id).charged;
            let touched = target.is_some() && contacts.contains(&(id, target));
            if touched
                && self.state.piece(id).on_table()
                && self.state.piece(target).on_table()
                && self.pos().cartridge(target)
                && self.pos().contact(id, target)
            {
                self.repulse(id, target);
            }
        }
    }

    /// Sets a charger back one inch along its line.
    fn repulse(&mut self, id: StandId, by: StandId) {
        self.state.piece_mut(id).charged = StandId::NONE;
        self.tell(|who| Event::Repulsed { piece: who(id), by: who(by) });
        let pose = self.state.piece(id).pose;
        let pos = self.pos();
        let back =
            |inch: i64| Pose::at(pose.centre() + Pt::polar(inch, normal(pose.facing + 18_000)), pose.facing);
        let to = (0..=10).rev().map(|k| back(k * INCH / 10)).find(|p| pos.free(id, *p)).unwrap_or(pose);
        self.place(id, to, "is set back");
    }
}
