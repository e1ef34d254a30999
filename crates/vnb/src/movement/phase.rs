//! The decisions of the Movement phase: which stand moves next, and what it does. Any order of the phase may be
//! given at either of them; the one asks for a stand, the other for its next act.

use table::{Ask, Refusal, Room, Seats};

use crate::Vnb;
use crate::angle::heading;
use crate::decide::{no, planned, unchecked};
use crate::event::Event;
use crate::few::Few;
use crate::ids::StandId;
use crate::kinds::{Kind, Level};
use crate::order::{Act, Order};
use crate::play::Play;
use crate::position::Pos;
use crate::setup::Entry;
use crate::state::{Pose, Presence, mark};

/// Which stand moves next.
pub struct PickNext;

impl Room<Vnb> for PickNext {
    fn ask(&self, _pos: Pos) -> Ask {
        Ask::new("pick", "Which stand moves next?", "VMOV-1")
    }
    fn seats(&self, pos: Pos) -> Seats {
        pos.state.phasing.into()
    }
    fn orders(&self, pos: Pos, out: &mut Vec<Order>) {
        pos.offer_picks(out);
    }
    fn check(&self, pos: Pos, order: &Order) -> Result<(), Refusal> {
        pos.may_order(self.ask(pos), order)
    }
    fn apply(&self, play: &mut Play, order: &Order) {
        play.movement_order(order);
    }
}

/// What the stand that moves does next.
pub struct ActNext;

impl Room<Vnb> for ActNext {
    fn ask(&self, _pos: Pos) -> Ask {
        Ask::new("act", "What does the stand do?", "VMOV-1")
    }
    fn seats(&self, pos: Pos) -> Seats {
        pos.state.phasing.into()
    }
    fn orders(&self, pos: Pos, out: &mut Vec<Order>) {
        if let Some(mover) = pos.state.mover {
            pos.offer_acts(mover.stand, out);
        }
    }
    fn check(&self, pos: Pos, order: &Order) -> Result<(), Refusal> {
        pos.may_order(self.ask(pos), order)
    }
    fn apply(&self, play: &mut Play, order: &Order) {
        play.movement_order(order);
    }
}

impl Pos<'_> {
    /// Checks an order of the Movement phase, where this was asked.
    fn may_order(&self, ask: Ask, order: &Order) -> Result<(), Refusal> {
        match order {
            Order::Pick(id) if self.state.mover.is_some_and(|m| m.stand == *id) => Err(ask.not_asked()),
            Order::Pick(id) => self.may_pick(*id),
            Order::Move { stand, to, disorder } => {
                self.plan_move(*stand, *to, *disorder).map(|_| ()).map_err(|b| b.refusal)
            }
            Order::March { stand, x, y } => self.plan_march(*stand, *x, *y).map(|_| ()),
            Order::Form { stand, facing } => self.may_form(*stand, *facing, true).map(|_| ()),
            Order::Reform { stand, facing } => self.may_form(*stand, *facing, false).map(|_| ()),
            Order::Act { stand, act } => self.may_do(*stand, *act).map(|_| ()),
            Order::Leave { stand, side, facing } => self.may_leave(*stand, *side, *facing).map(|_| ()),
            Order::Charge { stand, target, facing } => self.plan_charge(*stand, *target, *facing).map(|_| ()),
            Order::Attach { commander, stand } => self.may_attach(*commander, *stand),
            Order::Reinforce { stand, brigade } => self.may_be_told_to_reinforce(*stand, *brigade),
            Order::Enter { stand, to } => self.may_enter(*stand, *to),
            Order::Done if self.state.mover.is_some_and(|m| self.piece(m.stand).has(mark::MUST_CHOOSE)) => {
                Err(no("VCHG-20", "a stand in contact charges or steps back"))
            }
            Order::Done if self.state.mover.is_some() => Ok(()),
            Order::End if self.must_choose() => {
                Err(no("VCHG-20", "a stand in contact must charge or step back first"))
            }
            Order::End => Ok(()),
            _ => Err(ask.not_asked()),
        }
    }

    /// Whether a stand of the phasing side has still to charge or to step back.
    fn must_choose(&self) -> bool {
        self.present_of(self.state.phasing).any(|id| self.piece(id).has(mark::MUST_CHOOSE))
    }

    fn may_pick(&self, id: StandId) -> Result<(), Refusal> {
        self.may_act(id)?;
        if self.state.mover.is_some_and(|m| m.charging && !m.finished) {
            return Err(no("VCHG-19", "a charge goes straight on or ends"));
        }
        Ok(())
    }

    fn may_attach(&self, commander: StandId, stand: StandId) -> Result<(), Refusal> {
        if !self.known(commander) || !self.known(stand) {
            return Err(no("VGAP-36", "there is no such stand"));
        }
        self.may_act(commander)?;
        let fits = self.is_commander(commander)
            && !self.is_commander(stand)
            && self.side(stand) == self.side(commander)
            && self.piece(stand).on_table()
            && self.touching(commander, stand);
        if fits {
            Ok(())
        } else {
            Err(no("VGAP-36", "a commander is attached to a stand of his side that he touches"))
        }
    }

    /// Checks the declaration that a skirmisher reinforces a brigade, in the Movement and the Combat phase.
    pub(crate) fn may_be_told_to_reinforce(&self, stand: StandId, brigade: StandId) -> Result<(), Refusal> {
        let ours = |id: StandId| self.here(id) && self.side(id) == self.state.phasing;
        let fits = ours(stand)
            && ours(brigade)
            && self.piece(stand).reinforces != brigade
            && self.may_reinforce(stand, brigade)
            && self.reinforcing(brigade).len() < 2;
        if fits {
            Ok(())
        } else {
            Err(no(
                "VGAP-34",
                "a skirmisher in order reinforces a brigade of its division that it touches from behind or beside",
            ))
        }
    }

    fn offer_picks(&self, out: &mut Vec<Order>) {
        let mut must = false;
        // Those who wait for the same gate find it open or shut alike.
        let mut gates: Few<(Entry, Kind, Option<Pose>), 16> = Few::new();
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
                    gates.push((entry, kind, place));
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
            Act::Recover => piece.level == Level::Disordered,
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
}

impl Play<'_> {
    /// Carries out an order of the Movement phase.
    fn movement_order(&mut self, order: &Order) {
        match order {
            Order::Pick(id) => _ = self.begin_move(*id),
            Order::Move { stand, to, disorder } => {
                if let Some(plan) = planned(self.pos().plan_move(*stand, *to, *disorder)) {
                    self.apply_move(*stand, &plan, *disorder);
                }
            }
            Order::March { stand, x, y } => {
                if let Some(plan) = planned(self.pos().plan_march(*stand, *x, *y)) {
                    self.apply_march(*stand, &plan);
                }
            }
            Order::Form { stand, facing } => self.apply_form(*stand, *facing, true),
            Order::Reform { stand, facing } => self.apply_form(*stand, *facing, false),
            Order::Act { stand, act } => self.apply_act(*stand, *act),
            Order::Leave { stand, side, facing } => {
                if let Some(pose) = planned(self.pos().may_leave(*stand, *side, *facing)) {
                    self.apply_leave(*stand, pose);
                }
            }
            Order::Charge { stand, target, facing } => {
                if let Some(plan) = planned(self.pos().plan_charge(*stand, *target, *facing)) {
                    self.apply_charge(*stand, *target, plan);
                }
            }
            Order::Attach { commander, stand } => self.attach(*commander, *stand),
            Order::Reinforce { stand, brigade } => self.reinforce(*stand, *brigade),
            Order::Enter { stand, to } => self.apply_enter(*stand, *to),
            Order::Done => self.end_move(),
            Order::End => self.end_movement(),
            other => unchecked(other),
        }
    }

    /// A commander joins a stand; that ends his move.
    fn attach(&mut self, commander: StandId, stand: StandId) {
        let mut mover = self.begin_move(commander);
        self.detach(commander);
        self.state.piece_mut(commander).attached = stand;
        self.tell(|who| Event::Attached { piece: who(commander), to: who(stand) });
        mover.finished = true;
        self.state.mover = Some(mover);
        self.end_move();
    }

    /// A commander who moves by himself leaves the stand he was with.
    pub(crate) fn detach(&mut self, id: StandId) {
        let from = std::mem::take(&mut self.state.piece_mut(id).attached);
        if from.is_some() {
            self.tell(|who| Event::Detached { piece: who(id), from: who(from) });
        }
    }

    /// A skirmisher is declared to reinforce a brigade (VGAP-34).
    pub(crate) fn reinforce(&mut self, stand: StandId, brigade: StandId) {
        self.state.piece_mut(stand).reinforces = brigade;
        self.tell(|who| Event::Changed { piece: who(stand), to: "reinforcing a brigade" });
    }
}
