//! Movement (1, 2, 5): taking up a stack, stepping, stopping, changing mode.

use hexmap::{Dir, Hex};
use table::{Ask, Refusal, Room, Rule, Seats};

use crate::Lfm;
use crate::decide::unchecked;
use crate::event::Event;
use crate::integrity::{After, Bonds};
use crate::order::Order;
use crate::pending::Step;
use crate::play::Play;
use crate::position::Pos;
use crate::setup::{Arm, Id};
use crate::state::{Where, flag};
use crate::stepping::Walkers;

/// The cheapest step there is; with less nobody moves.
const LEAST: u8 = 1;

fn no<T>(rule: &'static str, why: &'static str) -> Result<T, Refusal> {
    Err(Refusal::new(Rule(rule), why))
}

impl Pos<'_> {
    /// Whether a unit may not move yet by the scenario.
    pub(crate) fn is_held(self, id: Id) -> bool {
        let Some(hold) = self.counter(id).hold else { return false };
        self.state.turn < self.setup.holds[hold as usize].until && !self.piece(id).has(flag::RELEASED)
    }

    /// Whether a piece on the map may be taken up to move.
    pub(crate) fn may_move(self, id: Id) -> Result<(), Refusal> {
        self.keeps_from_moving(id).map_or(Ok(()), |(rule, why)| no(rule, why))
    }

    /// The same, for those who do not ask why not.
    #[inline]
    pub(crate) fn can_move(self, id: Id) -> bool {
        self.keeps_from_moving(id).is_none()
    }

    /// The rule that keeps a piece from moving, and why. Who does not ask why gets the bare conditions.
    #[inline(always)]
    fn keeps_from_moving(self, id: Id) -> Option<(&'static str, &'static str)> {
        let (piece, counter) = (self.piece(id), self.counter(id));
        if counter.side != self.state.side {
            return Some(("LSEQ-15", "it is not its owner's Movement Phase"));
        }
        if !piece.on_map() {
            return Some(("LSEQ-15", "it is not on the map"));
        }
        if piece.has(flag::STOPPED) || piece.mp < LEAST {
            return Some(("L5-4", "its move is over in this phase"));
        }
        if self.unlimbered(id) {
            return Some(("LSEQ-17", "unlimbered artillery does not move"));
        }
        if piece.has(flag::BUILDING) {
            return Some(("L24-3", "a unit that builds does not move"));
        }
        if self.homeless(id) {
            return Some(("L20-26", "a brigade commander without regiments stays with his superior"));
        }
        if counter.hold.is_some() && self.is_held(id) {
            return Some(("LINT-1", "the scenario holds it back for now"));
        }
        None
    }

    fn may_take(self, id: Id) -> Result<(), Refusal> {
        match self.piece(id).place {
            Where::Due | Where::Away => self.may_arrive(id),
            _ => self.may_move(id),
        }
    }

    /// The same, for those who do not ask why not.
    fn can_take(self, id: Id) -> bool {
        match self.piece(id).place {
            Where::Map => self.can_move(id),
            _ => self.may_take(id).is_ok(),
        }
    }

    fn may_unbuild(self, id: Id) -> Result<(), Refusal> {
        if self.counter(id).side == self.state.side && self.piece(id).has(flag::BUILDING) {
            return Ok(());
        }
        no("L24-3", "it has no build marker")
    }

    /// The hex of the stack that is being moved; `None` while it is still off the map.
    pub fn group_hex(self) -> Option<Hex> {
        self.state.group.first().filter(|id| self.piece(**id).on_map()).map(|id| self.piece(*id).at())
    }

    pub(crate) fn may_join(self, id: Id) -> Result<(), Refusal> {
        if self.state.stepped {
            return no("L3-8", "a stack is put together before its first step");
        }
        if self.state.group.contains(&id) {
            return no("LSEQ-15", "it is with the stack already");
        }
        self.may_take(id)?;
        match self.group_hex() {
            Some(hex) if self.piece(id).on_map() && self.piece(id).at() == hex => Ok(()),
            Some(_) => no("LSEQ-15", "it is in another hex"),
            None => self.may_enter_together(id),
        }
    }

    pub(crate) fn may_step(self, dir: Dir, road: bool) -> Result<(), Refusal> {
        let Some(hex) = self.group_hex() else { return no("L26-1", "the stack has to enter the map first") };
        self.may_step_with(&self.state.group, hex, dir, road)?;
        // Where it must not stay it has to go on, whatever comes of it.
        if self.may_halt().is_err() {
            return Ok(());
        }
        let group = &self.state.group;
        self.after_step(hex, (dir, road), |after| self.check_bonds(after, &Bonds::of(self, group)))
    }

    /// The steps that the stack may make. Of a step by road it is known that its brigades keep together if it may
    /// make the same step without: it has no less left then.
    fn step_orders(self, walkers: &Walkers, step: (Dir, Hex), bonds: Option<&Bonds>, out: &mut Vec<Order>) {
        let (hex, dir) = (walkers.hex, step.0);
        let keeps = |road: bool| {
            bonds.is_none_or(|b| self.after_step(hex, (dir, road), |after| self.keeps_bonds(after, b)))
        };
        let plain = walkers.can_step(dir, false) && keeps(false);
        if plain {
            out.push(Order::Step { dir, road: false });
        }
        let by_road = self.along_road(hex, dir) && walkers.can_step(dir, true);
        if by_road && ((plain && walkers.save_by_road(step)) || keeps(true)) {
            out.push(Order::Step { dir, road: true });
        }
    }

    /// Whether a stack's brigades keep together, or can, when it makes this step (22.1, 20.8).
    pub(crate) fn may_part(self, members: &[Id], hex: Hex, (dir, road): (Dir, bool)) -> bool {
        let bonds = Bonds::of(self, members);
        self.after_step(hex, (dir, road), |after| self.keeps_bonds(after, &bonds))
    }

    /// Whether they do so in every hex of a way, with what is left to march with there.
    pub(crate) fn may_part_along(self, members: &[Id], way: impl IntoIterator<Item = (Hex, u8)>) -> bool {
        let bonds = Bonds::of(self, members);
        let enemy = self.state.side.other();
        way.into_iter().all(|(at, left)| {
            let left = if self.in_zoc(at, enemy) { 0 } else { left };
            self.keeps_bonds(&After { at, left: &|_| left }, &bonds)
        })
    }

    /// Asks about a stack as a step would leave it.
    fn after_step<T>(self, hex: Hex, (dir, road): (Dir, bool), ask: impl FnOnce(&After) -> T) -> T {
        let to = self.near(hex, dir).unwrap_or(hex);
        let stops = self.in_zoc(to, self.state.side.other());
        let left = |id: Id| match self.price(id, hex, dir, road) {
            Some(cost) if !stops => self.piece(id).mp.saturating_sub(cost),
            _ => 0,
        };
        ask(&After { at: to, left: &left })
    }

    /// Whether the last guards of a breastwork finished this turn would leave it (24.1b).
    pub(crate) fn keeps_works(self, hex: Hex, leaving: &[Id]) -> bool {
        self.state.flipped.contains(&hex)
            && leaving.iter().any(|l| self.setup.is_unit(*l))
            && self.units(hex).all(|u| leaving.contains(&u))
    }

    fn may_halt(self) -> Result<(), Refusal> {
        match self.group_hex() {
            Some(hex) if self.state.stepped && self.mixes_modes(&self.state.group, hex) => {
                no("L4-9", "mounted and dismounted cavalry do not stand together")
            }
            _ => Ok(()),
        }
    }

    /// A change of mode: once a phase, before the first hex or after the last (1.5, 4.3).
    fn may_change_mode(self, mount: bool) -> Result<(), Refusal> {
        let (hex, stop) = self.stop_to_change(mount)?;
        self.check_bonds(&After { at: hex, left: &|_| 0 }, &Bonds::of(self, &stop))
    }

    /// The same, for those who do not ask why not.
    fn can_change_mode(self, mount: bool, bonds: &Bonds) -> bool {
        self.stop_to_change(mount).is_ok_and(|(hex, stop)| {
            let after = After { at: hex, left: &|_| 0 };
            if stop == self.state.group {
                return self.keeps_bonds(&after, bonds);
            }
            self.keeps_bonds(&after, &Bonds::of(self, &stop))
        })
    }

    /// Where a stack changes its mode, and the cavalry whose move is over then because it has moved.
    fn stop_to_change(self, mount: bool) -> Result<(Hex, Vec<Id>), Refusal> {
        let Some(hex) = self.group_hex() else { return no("L1-7", "the stack is not on the map") };
        let horse: Vec<Id> = self.riders();
        if horse.is_empty() || horse.iter().any(|u| self.mounted(*u) == mount) {
            return no("L1-7", "there is no cavalry to change");
        }
        if horse.iter().any(|u| self.piece(*u).has(flag::MODE)) {
            return no("L1-8", "one change of mode a phase");
        }
        let mut others =
            self.units(hex).filter(|u| self.counter(*u).arm == Arm::Cavalry && !horse.contains(u));
        if others.any(|u| self.mounted(u) != mount) {
            return no("L4-9", "all cavalry of the hex has to change together");
        }
        let stops = horse.iter().any(|u| self.piece(*u).group != 0);
        Ok((hex, if stops { horse } else { Vec::new() }))
    }

    fn riders(self) -> Vec<Id> {
        self.state.group.iter().copied().filter(|u| self.counter(*u).arm == Arm::Cavalry).collect()
    }

    fn may_unlimber(self) -> Result<(), Refusal> {
        let Some(hex) = self.group_hex() else { return no("L1-6", "the stack is not on the map") };
        let guns: Vec<Id> = self.state.group.iter().copied().filter(|u| self.limbered(*u)).collect();
        if guns.is_empty() {
            return no("L1-6", "there is no limbered battery in the stack");
        }
        let all: Vec<Id> = self.units(hex).filter(|u| self.counter(*u).arm.is_gun()).collect();
        let sp = |u: &Id| if guns.contains(u) { self.counter(*u).sp as u16 } else { self.sp(*u) };
        if all.len() > 1 && all.iter().map(sp).sum::<u16>() > crate::stacking::GUN_LIMIT {
            return no("L4-8", "the hex would hold more than 10 SP of artillery");
        }
        self.may_halt()
    }
}

impl Play<'_> {
    pub(crate) fn begin_movement(&mut self) {
        let side = self.state.side;
        self.refresh_influence();
        self.state.columns.clear();
        self.state.group.clear();
        self.state.groups = 0;
        for piece in &mut self.state.pieces {
            piece.group = 0;
        }
        for id in self.setup.side_ids(side) {
            self.state.clear(*id, flag::MOVEMENT);
            let pos = self.pos();
            let piece = pos.piece(*id);
            let unit = piece.on_map() && self.setup.is_unit(*id);
            let contact = unit && pos.in_zoc(piece.at(), side.other());
            let crowded = unit && pos.overstacked(piece.at());
            let mp = pos.allowance(*id);
            let piece = &mut self.state.pieces[id.index()];
            piece.mp = mp;
            if contact {
                piece.flags |= flag::CONTACT;
            }
            if crowded {
                piece.flags |= flag::CROWDED;
            }
            if !self.pos().separated(*id) {
                self.state.set(*id, flag::BOUND);
            }
        }
        self.release();
        self.attend(side);
        if self.pos().is_night() {
            self.push(Step::Nightfall);
        }
    }

    /// Held units are free once an enemy zone of influence reaches one of them.
    fn release(&mut self) {
        let side = self.state.side;
        for n in 0..self.setup.holds.len() {
            if !self.setup.holds[n].contact {
                continue;
            }
            let pos = self.pos();
            let mine = |id: &&Id| self.setup.counter(**id).hold == Some(n as u16);
            let group: Vec<Id> = self.setup.side_ids(side).iter().filter(mine).copied().collect();
            let touched = |id: &Id| pos.piece(*id).on_map() && pos.in_zoi(pos.piece(*id).at(), side.other());
            if group.iter().any(touched) {
                for id in group {
                    self.state.set(id, flag::RELEASED);
                }
            }
        }
    }

    /// Those who set out together are marked, so that a charging stack stays what it was (3.4).
    pub(crate) fn set_out(&mut self) {
        let units: Vec<Id> = self.state.group.iter().copied().filter(|m| self.setup.is_unit(*m)).collect();
        let Some(first) = units.first() else { return };
        let group = self.state.piece(*first).group;
        let same = units.iter().all(|u| self.state.piece(*u).group == group);
        let with = |p: &&crate::state::Piece| p.group == group && p.on_map();
        let whole = group == 0 || self.state.pieces.iter().filter(with).count() == units.len();
        if same && whole && group != 0 {
            return;
        }
        self.state.groups += 1;
        let number = self.state.groups;
        if !(same && group == 0) {
            let old: Vec<u16> =
                units.iter().map(|u| self.state.piece(*u).group).filter(|g| *g != 0).collect();
            for piece in self.state.pieces.iter_mut().filter(|p| old.contains(&p.group)) {
                piece.flags |= flag::SPLIT;
            }
            for unit in &units {
                self.state.set(*unit, flag::SPLIT);
            }
        }
        for unit in &units {
            self.state.pieces[unit.index()].group = number;
        }
    }

    pub(crate) fn step(&mut self, dir: Dir, road: bool) {
        let Some(from) = self.pos().group_hex() else { return };
        let Some(to) = self.setup.map.grid.neighbor(from, dir) else { return };
        if !self.state.stepped {
            self.set_out();
        }
        let enemy = self.state.side.other();
        let zoc = self.pos().in_zoc(to, enemy);
        let bound = |play: &Self, m: &Id| {
            let piece = play.state.piece(*m);
            play.setup.is_unit(*m) && (!piece.has(flag::COMMAND) || piece.has(flag::CHARGE))
        };
        let must_charge = zoc && self.state.group.iter().any(|m| bound(self, m));
        for n in 0..self.state.group.len() {
            let id = self.state.group[n];
            let cost = self.pos().price(id, from, dir, road).unwrap_or(0);
            if self.state.piece(id).has(flag::CONTACT) && !self.pos().is_night() {
                self.mark_disorder(from, &[id]);
            }
            let was = self.reach_of_brigadier(id);
            self.state.shift(self.setup, id, to);
            let piece = &mut self.state.pieces[id.index()];
            piece.mp -= cost;
            piece.mine = 0;
            piece.flags &= !flag::CONTACT;
            piece.flags |= flag::MOVED | flag::FRESH;
            piece.flags |= if road { flag::ROAD } else { 0 };
            piece.flags |= if zoc { flag::STOPPED } else { 0 };
            self.end_detachment(id, was);
        }
        self.state.stepped = true;
        self.state.must_charge = must_charge;
        if self.log.on() {
            for n in 0..self.state.group.len() {
                let id = self.state.group[n];
                self.tell(|s| Event::Moved {
                    piece: s.counter(id).id.clone(),
                    from: s.label(from),
                    to: s.label(to),
                    path: Vec::new(),
                    road,
                });
            }
        }
        self.displace(to, enemy);
    }

    pub(crate) fn halt(&mut self) {
        let group = std::mem::take(&mut self.state.group);
        let charged = group.iter().any(|m| self.state.piece(*m).has(flag::CHARGE));
        let stood = group.iter().find(|m| self.state.piece(**m).on_map()).map(|m| self.state.piece(*m).at());
        if charged {
            for id in &group {
                self.state.set(*id, flag::STOPPED);
                if self.setup.is_unit(*id) && !self.pos().shattered(*id) {
                    self.state.set(*id, flag::D | flag::CHARGED);
                }
            }
            if let Some(hex) = stood {
                self.tell(|s| Event::Disorganized { at: s.label(hex) });
            }
        }
        if let Some(hex) = stood.filter(|_| self.state.stepped || charged) {
            self.mingle(hex);
        }
        (self.state.stepped, self.state.must_charge) = (false, false);
    }

    fn change_mode(&mut self, mount: bool) {
        let riders = self.pos().riders();
        let mut moved = false;
        for id in &riders {
            let fresh = self.state.piece(*id).group == 0;
            moved |= !fresh;
            self.match_mode(*id, mount);
            self.state.set(*id, flag::MODE);
            let mp = self.pos().allowance(*id);
            let piece = &mut self.state.pieces[id.index()];
            if fresh {
                piece.mp = mp;
            } else {
                piece.flags |= flag::STOPPED;
            }
            let hex = self.pos().piece(*id).at();
            let what = if mount { "mounts" } else { "dismounts" };
            self.tell(|s| Event::Mode { piece: s.counter(*id).id.clone(), at: s.label(hex), what });
        }
        if moved {
            self.halt();
        }
    }

    fn unlimber(&mut self) {
        let guns: Vec<Id> = self.state.group.iter().copied().filter(|u| self.pos().limbered(*u)).collect();
        for id in guns {
            self.state.clear(id, flag::LIMBERED);
            self.state.set(id, flag::STOPPED);
            let hex = self.pos().piece(id).at();
            self.tell(|s| Event::Mode {
                piece: s.counter(id).id.clone(),
                at: s.label(hex),
                what: "unlimbers",
            });
        }
        self.halt();
    }
}

/// Which stack moves next (1, 26).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub(crate) struct Movement;

impl Room<Lfm> for Movement {
    fn ask(&self, _pos: Pos<'_>) -> Ask {
        Ask::new("movement", "Choose a unit to move, or end the phase", "LSEQ-15")
    }

    fn seats(&self, pos: Pos<'_>) -> Seats {
        pos.state.side.into()
    }

    fn orders(&self, pos: Pos<'_>, out: &mut Vec<Order>) {
        out.push(Order::Done);
        for id in pos.setup.side_ids(pos.state.side) {
            let piece = pos.piece(*id);
            if piece.flags & (flag::STOPPED | flag::DETACHED | flag::BUILDING) == flag::STOPPED {
                continue;
            }
            if pos.can_take(*id) {
                out.push(Order::Take(*id));
            }
            if piece.has(flag::DETACHED) && piece.on_map() {
                out.push(Order::Attach(*id));
            }
            if piece.has(flag::BUILDING) {
                out.push(Order::Unbuild(*id));
            }
        }
    }

    fn check(&self, pos: Pos<'_>, order: &Order) -> Result<(), Refusal> {
        match *order {
            Order::Done => Ok(()),
            Order::Take(id) => pos.may_take(id),
            Order::Attach(id) => pos.may_attach(id),
            Order::Unbuild(id) => pos.may_unbuild(id),
            _ => Err(pos.out_of_phase()),
        }
    }

    fn apply(&self, play: &mut Play<'_>, order: &Order) {
        match *order {
            Order::Done => play.push(Step::EndMovement { step: 0 }),
            Order::Attach(id) => play.mark(id, 0, flag::DETACHED, "no longer detached"),
            Order::Unbuild(id) => play.mark(id, 0, flag::BUILDING, "stops building"),
            Order::Take(id) => {
                play.state.group.push(id);
                (play.state.stepped, play.state.must_charge) = (false, false);
            }
            _ => unchecked(order),
        }
    }
}

/// The stack that was taken up goes on its way hex by hex (1, 2, 5).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub(crate) struct Move;

impl Room<Lfm> for Move {
    fn ask(&self, _pos: Pos<'_>) -> Ask {
        Ask::new("move", "Move the stack hex by hex, or stop", "L1-1")
    }

    fn seats(&self, pos: Pos<'_>) -> Seats {
        pos.state.side.into()
    }

    fn orders(&self, pos: Pos<'_>, out: &mut Vec<Order>) {
        let add = |out: &mut Vec<Order>, order: Order, legal: Result<(), Refusal>| {
            if legal.is_ok() {
                out.push(order);
            }
        };
        let stays = pos.may_halt().is_ok();
        if stays {
            out.push(Order::Halt);
        }
        let Some(hex) = pos.group_hex() else {
            pos.entry_orders(out);
            return;
        };
        let bonds = Bonds::of(pos, &pos.state.group);
        // Where it must not stay it has to go on, whatever comes of it.
        let bound = Some(&bonds).filter(|_| stays);
        let walkers = Walkers::of(pos, &pos.state.group, hex);
        for (dir, to) in pos.neighbors(hex) {
            match pos.held_by(to, pos.state.side.other()) {
                true => add(out, Order::Charge(dir), pos.may_charge(dir)),
                false => pos.step_orders(&walkers, (dir, to), bound, out),
            }
        }
        if !pos.state.stepped {
            for id in pos.units(hex).chain(pos.leaders_of(hex, pos.state.side)) {
                add(out, Order::Join(id), pos.may_join(id));
            }
        }
        if let Some(rider) = pos.state.group.iter().find(|u| pos.counter(**u).arm == Arm::Cavalry) {
            let mount = !pos.mounted(*rider);
            if pos.can_change_mode(mount, &bonds) {
                out.push(if mount { Order::Mount } else { Order::Dismount });
            }
        }
        if pos.state.group.iter().any(|u| pos.counter(*u).arm.is_gun()) {
            add(out, Order::Unlimber, pos.may_unlimber());
        }
    }

    fn check(&self, pos: Pos<'_>, order: &Order) -> Result<(), Refusal> {
        match *order {
            Order::Halt => pos.may_halt(),
            Order::Join(id) => pos.may_join(id),
            Order::Step { dir, road } => pos.may_step(dir, road),
            Order::Enter { at, road } => match at.hex(&pos.setup.map.grid) {
                Some(hex) => pos.may_enter_at(hex, road),
                None => no("L26-1", "that hex is not on the map"),
            },
            Order::Mount => pos.may_change_mode(true),
            Order::Dismount => pos.may_change_mode(false),
            Order::Unlimber => pos.may_unlimber(),
            Order::Charge(dir) => pos.may_charge(dir),
            _ => no("LSEQ-15", "a stack is being moved"),
        }
    }

    fn apply(&self, play: &mut Play<'_>, order: &Order) {
        match *order {
            Order::Join(id) => play.state.group.push(id),
            Order::Enter { at, road } => {
                if let Some(hex) = at.hex(&play.setup.map.grid) {
                    play.enter(hex, road);
                }
            }
            Order::Step { dir, road } => play.step(dir, road),
            Order::Mount => play.change_mode(true),
            Order::Dismount => play.change_mode(false),
            Order::Unlimber => play.unlimber(),
            Order::Charge(dir) => play.charge(dir),
            Order::Halt => play.halt(),
            _ => unchecked(order),
        }
    }
}
