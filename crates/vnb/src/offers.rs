//! A finite choice of sensible orders: towards, away, along a road, into a charge, wheel, keep.
//! Every order offered passes `check`; `check` judges any other pose as well.

use table::Side;

use crate::angle::{heading, normal};
use crate::decide::standing;
use crate::geometry::INCH;
use crate::ids::StandId;
use crate::kinds::Kind;
use crate::morale::ADVANCE;
use crate::order::{Act, Order};
use crate::position::Pos;
use crate::setup::{Entry, Setup};
use crate::state::{Combat, Pending, Phase, Pose, Presence, Stage, State, mark};
use crate::terrain::Terrain;

/// Appends the orders offered to a seat.
pub fn orders(setup: &Setup, state: &State, seat: Side, out: &mut Vec<Order>) {
    if !standing(setup, state).seats().is_some_and(|s| s.contains(seat)) {
        return;
    }
    let pos = Pos::new(setup, state);
    match state.pending.last() {
        Some(pending) => pos.offer_pending(pending, seat, out),
        None => match state.phase {
            Phase::Guns => {
                out.extend(
                    pos.conversions(seat)
                        .into_iter()
                        .take(40)
                        .map(|(battalion, first, second)| Order::Convert { battalion, first, second }),
                );
                out.push(Order::End);
            }
            Phase::Movement => match state.mover {
                Some(mover) => pos.offer_acts(mover.stand, out),
                None => pos.offer_picks(out),
            },
            Phase::Rally => {
                for stand in pos.present_of(seat).filter(|id| pos.may_rally(*id)) {
                    let facing = pos.piece(stand).pose.facing;
                    for turn in [0, 18_000] {
                        let facing = normal(facing + turn);
                        if pos.may_turn_in_place(stand, facing).is_ok() {
                            out.push(Order::Rally { stand, facing });
                        }
                    }
                }
                out.push(Order::End);
            }
            _ => pos.offer_attacks(seat, out),
        },
    }
}

impl Pos<'_> {
    fn offer_picks(&self, out: &mut Vec<Order>) {
        let mut must = false;
        // Those who wait for the same gate find it open or shut alike.
        let mut gates: arrayvec::ArrayVec<(Entry, Kind, Option<Pose>), 16> = arrayvec::ArrayVec::new();
        for id in self.everybody() {
            if self.side(id) != self.state.phasing {
                continue;
            }
            let piece = self.piece(id);
            if piece.presence == Presence::Waiting {
                let Some(entry) = self.setup.stand(id).entry.filter(|e| e.turn <= self.state.turn) else {
                    continue;
                };
                let (entry, kind) = (Entry { turn: 0, ..entry }, self.kind(id));
                let known = gates.iter().find(|g| (g.0, g.1) == (entry, kind)).map(|g| g.2);
                let place = known.unwrap_or_else(|| {
                    let place = self.free_entry(id);
                    _ = gates.try_push((entry, kind, place));
                    place
                });
                if let Some(to) = place {
                    out.push(Order::Enter { stand: id, to });
                }
                continue;
            }
            must |= piece.has(mark::MUST_CHOOSE) && piece.on_table();
            if piece.on_table() && !piece.has(mark::MOVED) && self.may_act(id).is_ok() {
                out.push(Order::Pick(id));
            }
        }
        if !must {
            out.push(Order::End);
        }
    }

    /// What the stand that moves may do.
    fn offer_acts(&self, id: StandId, out: &mut Vec<Order>) {
        let piece = self.piece(id);
        if !piece.on_table() {
            out.push(Order::Done);
            return;
        }
        self.offer_charges(id, out);
        if piece.has(mark::MUST_CHOOSE) {
            out.push(Order::Act { stand: id, act: Act::StepBack });
            return;
        }
        out.push(Order::Done);
        let mover = self.mover_of(id);
        if mover.finished || mover.charging {
            return;
        }
        for act in Act::ALL {
            if self.act_fits(id, act) && self.may_do(id, act).is_ok() {
                out.push(Order::Act { stand: id, act });
            }
        }
        if mover.halted || mover.stepped_back {
            return;
        }
        let facing = piece.pose.facing;
        if mover.gone {
            // One leg is offered; whoever wants more of them says where.
            if piece.has(mark::COLUMN) && self.may_form(id, facing, false).is_ok() {
                out.push(Order::Reform { stand: id, facing });
            }
            if self.is_commander(id) {
                self.offer_attachment(id, out);
            }
            return;
        }
        if piece.in_building() {
            self.offer_leaving(id, out);
            return;
        }
        if piece.has(mark::COLUMN) {
            if self.may_form(id, facing, false).is_ok() {
                out.push(Order::Reform { stand: id, facing });
            }
        } else if self.near_road(id) && self.may_form(id, facing, true).is_ok() {
            out.push(Order::Form { stand: id, facing });
        }
        self.offer_moves(id, out);
        if self.is_commander(id) {
            self.offer_attachment(id, out);
        }
    }

    fn act_fits(&self, id: StandId, act: Act) -> bool {
        let (arm, piece) = (self.arm(id), self.piece(id));
        match act {
            Act::Limber | Act::Unlimber => arm.is_artillery(),
            Act::Mount => piece.has(mark::DISMOUNTED),
            Act::Dismount => arm.is_cavalry(),
            Act::StandUp => piece.has(mark::GROUND),
            Act::Recover => piece.level == crate::kinds::Level::Disordered,
            Act::Stationary => arm.can_be_stationary(),
            Act::StepBack => false,
        }
    }

    fn offer_leaving(&self, id: StandId, out: &mut Vec<Order>) {
        for side in 0..4 {
            let (a, b) = self.block_body(self.piece(id).garrison).quad.edge(side as usize);
            let facing = heading(-(b - a).y, (b - a).x);
            if self.may_leave(id, side, facing).is_ok() {
                out.push(Order::Leave { stand: id, side, facing });
            }
        }
    }

    fn offer_attachment(&self, id: StandId, out: &mut Vec<Order>) {
        let near = self.present_of(self.side(id)).find(|s| !self.is_commander(*s) && self.touching(*s, id));
        if let Some(stand) = near {
            out.push(Order::Attach { commander: id, stand });
        }
    }

    fn offer_attacks(&self, seat: Side, out: &mut Vec<Order>) {
        let mut must = false;
        for target in self.present_of(seat.other()) {
            if self.is_commander(target) || self.piece(target).has(mark::CHOSEN) {
                continue;
            }
            let contact = self.in_contact(target);
            must |= contact;
            let firers = self.firers_at(target);
            if contact {
                out.push(Order::Attack { target, fire: Vec::new() });
            }
            if firers.len() > 1 {
                out.extend(firers.iter().take(3).map(|f| Order::Attack { target, fire: vec![*f] }));
            }
            if !firers.is_empty() {
                out.push(Order::Attack { target, fire: firers });
            }
        }
        if self.setup.table.features.iter().any(|f| f.kind == Terrain::Fortress) {
            out.extend(self.bombardments().into_iter().map(|(stand, feature, x, y)| Order::Bombard {
                stand,
                feature,
                x,
                y,
            }));
        }
        if !must {
            out.push(Order::End);
        }
    }

    fn offer_pending(&self, pending: &Pending, seat: Side, out: &mut Vec<Order>) {
        match pending {
            Pending::Cover { skirmisher, by } => {
                out.extend(self.cover_choices(*skirmisher, *by).into_iter().map(|to| Order::Cover { to }))
            }
            Pending::Exploit { stands, .. } => {
                for stand in stands.iter().copied() {
                    self.offer_advances(stand, out);
                    if let Some((e, _)) = self.nearest_enemy(stand) {
                        let d = self.centre(e) - self.centre(stand);
                        let facing = heading(d.x, d.y);
                        if self.may_turn_in_place(stand, facing).is_ok() {
                            out.push(Order::Turn { stand, facing });
                        }
                    }
                }
            }
            Pending::Advance { stands, .. } => stands.iter().for_each(|s| self.offer_advances(*s, out)),
            Pending::Breakthrough { stand } => self.offer_breaks(*stand, out),
            Pending::Ground { .. } => {
                out.extend(
                    self.present_of(seat).filter(|id| self.may_go_to_ground(*id).is_ok()).map(Order::Ground),
                );
            }
            Pending::Follow { .. } => out.push(Order::Follow),
            Pending::LastFire => {
                for stand in self.present_of(seat).filter(|id| self.can_fire_last(*id)) {
                    out.extend(
                        self.fire_targets(stand).into_iter().map(|target| Order::Fire { stand, target }),
                    );
                }
                out.push(Order::End);
                return;
            }
            Pending::Combat(combat) => return self.offer_choices(combat, out),
            Pending::Charge { .. } => {}
        }
        out.push(Order::Decline);
    }

    fn offer_choices(&self, combat: &Combat, out: &mut Vec<Order>) {
        match combat.stage {
            Stage::GiveWay => {
                let hits = self.asks_give_way(combat).map_or(0, |(_, h)| h);
                out.extend((0..=hits).map(Order::GiveWay));
            }
            Stage::Share => out.extend(self.sharers(combat.target).into_iter().map(Order::Lose)),
            _ => out.extend(self.answers(combat).into_iter().map(Order::Answer)),
        }
    }

    fn offer_advances(&self, stand: StandId, out: &mut Vec<Order>) {
        let found = [ADVANCE, 200, 100].into_iter().find(|d| self.plan_advance(stand, *d).is_ok());
        out.extend(found.map(|distance| Order::Advance { stand, distance }));
    }

    fn offer_breaks(&self, stand: StandId, out: &mut Vec<Order>) {
        let facing = self.piece(stand).pose.facing;
        let half = (self.allowance(stand) * 50) as i32;
        for distance in [half, half / 2] {
            if self.plan_break(stand, facing, distance, StandId::NONE).is_ok() {
                out.push(Order::Break { stand, facing, distance, target: StandId::NONE });
            }
        }
        for target in self.enemies_of(stand) {
            let d = self.centre(target) - self.centre(stand);
            let at = heading(d.x, d.y);
            if d.square() < (18 * INCH) * (18 * INCH) && self.plan_break(stand, at, 0, target).is_ok() {
                out.push(Order::Break { stand, facing: at, distance: 0, target });
            }
        }
    }
}
