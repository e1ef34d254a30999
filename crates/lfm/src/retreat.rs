//! Retreats (9): one or two hexes, straight away from the enemy, out of his zones of control.

use hexmap::{Dir, Hex};
use table::{Ask, Refusal, Room, Rule, Seats, Side};

use crate::Lfm;
use crate::decide::unchecked;
use crate::event::Event;
use crate::order::Order;
use crate::pending::{Open, Party, Pending, Step, Why};
use crate::play::Play;
use crate::position::Pos;
use crate::setup::Id;
use crate::state::{Where, flag};

/// A set of directions, as bits.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Dirs(u8);

impl Dirs {
    pub(crate) fn add(&mut self, dir: Dir) {
        self.0 |= 1 << dir.index();
    }
    pub fn has(self, dir: Dir) -> bool {
        self.0 >> dir.index() & 1 != 0
    }
    pub(crate) fn is_empty(self) -> bool {
        self.0 == 0
    }
    pub(crate) fn iter(self) -> impl Iterator<Item = Dir> {
        Dir::ALL.into_iter().filter(move |d| self.has(*d))
    }
    fn and(self, other: Dirs) -> Dirs {
        Dirs(self.0 & other.0)
    }
    fn of(test: impl Fn(Dir) -> bool) -> Dirs {
        let mut all = Dirs::default();
        Dir::ALL.into_iter().filter(|d| test(*d)).for_each(|d| all.add(d));
        all
    }
}

impl Pos<'_> {
    /// Where the retreating stack may go next.
    pub(crate) fn retreat_dirs(self, members: &[Id], side: Side, why: Why, steps: u8) -> Dirs {
        let hex = members.first().map(|first| self.piece(*first).at());
        hex.map_or_else(Dirs::default, |hex| self.retreat_dirs_from(hex, members, side, why, steps))
    }

    /// The same, when it has come as far as this hex.
    pub(crate) fn retreat_dirs_from(self, hex: Hex, members: &[Id], side: Side, why: Why, steps: u8) -> Dirs {
        let open = Dirs::of(|d| self.may_retreat_into(members, side, why, hex, d));
        let calm = Dirs::of(|d| self.near(hex, d).is_none_or(|n| !self.in_zoc(n, side.other()))).and(open);
        if steps > 0 {
            return self.second_hex(members, hex, calm);
        }
        let away = self.straight_away(hex, side, why);
        let night = why == Why::Night;
        let choices = [calm.and(away), calm, open.and(away), open];
        let last = if night { 2 } else { 4 };
        choices[..last].iter().copied().find(|c| !c.is_empty()).unwrap_or_default()
    }

    /// Which of the choices in the order of 9.1 a direction of the running retreat is, and in words.
    pub(crate) fn retreat_priority(self, dir: Dir) -> (u8, &'static str) {
        let members = &self.state.retreat;
        let (Some(first), Some(Pending::Retreat(RetreatHex { side, why, steps }))) =
            (members.first(), self.state.pending.last().copied())
        else {
            return (1, "");
        };
        let hex = self.piece(*first).at();
        let calm = self.near(hex, dir).is_none_or(|n| !self.in_zoc(n, side.other()));
        if steps > 0 {
            let home = self.near(hex, dir).is_some_and(|n| self.leads_home(members, hex, n));
            return if home { (1, "towards its brigade") } else { (2, "no way leads to its brigade") };
        }
        match (calm, self.straight_away(hex, side, why).has(dir)) {
            (true, true) => (1, "straight away, free of enemy control"),
            (true, false) => (2, "free of enemy control"),
            (false, true) => (3, "straight away, under enemy control"),
            (false, false) => (4, "under enemy control"),
        }
    }

    /// Directions straight away from an enemy hex, or from the guns that drove the unit off (9.1a).
    fn straight_away(self, hex: Hex, side: Side, why: Why) -> Dirs {
        if why == Why::Fire {
            let guns = self.state.fight;
            return Dirs::of(|d| {
                self.near(hex, d).is_none_or(|n| {
                    guns.hexes(Party::Attackers).any(|g| self.distance(n, g) > self.distance(hex, g))
                })
            });
        }
        let enemy = |d: Dir| self.near(hex, d).is_some_and(|n| self.held_by(n, side.other()));
        Dirs::of(|d| enemy(d.opposite()))
    }

    /// Whether a hex can be entered at all by a retreat; beyond the edge lies safety (9.1e).
    fn may_retreat_into(self, members: &[Id], side: Side, why: Why, hex: Hex, dir: Dir) -> bool {
        let Some(to) = self.near(hex, dir) else { return why != Why::Night };
        if self.held_by(to, side.other()) {
            return false;
        }
        let guns_too = !why.forced() && why != Why::Charged;
        let mut marching = members.iter().filter(|m| self.setup.is_unit(**m)).peekable();
        if marching.peek().is_none() {
            return false;
        }
        let is_gun = |m: &&Id| self.counter(**m).arm.is_gun();
        let only_guns = marching.clone().all(|m| is_gun(&m));
        let passes = |m: &Id| self.cost(self.class(*m), hex, dir).is_some();
        if only_guns && self.in_zoc(to, side.other()) && !self.held_by(to, side) {
            return false;
        }
        marching.all(|m| (is_gun(&m) && !guns_too && !only_guns) || passes(m))
    }

    /// A second hex leads towards the brigade if that is possible (9.1h), never into a zone of control.
    fn second_hex(self, members: &[Id], hex: Hex, calm: Dirs) -> Dirs {
        let home =
            Dirs::of(|d| calm.has(d) && self.near(hex, d).is_some_and(|n| self.leads_home(members, hex, n)));
        if home.is_empty() { calm } else { home }
    }

    fn leads_home(self, members: &[Id], from: Hex, to: Hex) -> bool {
        let unit = members.iter().copied().find(|m| self.counter(*m).arm.is_regiment());
        let unit = unit.unwrap_or(members[0]);
        let counter = self.counter(unit);
        let others = self.on_map(counter.side).filter(|o| !members.contains(o));
        if let Some(brigade) = counter.brigade {
            let mut kin = others.filter(|o| self.counter(*o).brigade == Some(brigade));
            return kin.any(|o| {
                let there = self.piece(o).at();
                let closer = !self.setup.is_unit(o) && self.distance(to, there) < self.distance(from, there);
                closer || (self.setup.is_unit(o) && self.distance(to, there) <= 1)
            });
        }
        let kin = others.filter(|o| {
            let other = self.counter(*o);
            (counter.corps_no != 0 && other.corps_no == counter.corps_no)
                || (counter.division_no != 0 && other.division_no == counter.division_no)
        });
        let nearest = |at: Hex| move |o: Id| self.distance(at, self.piece(o).at());
        let kin: Vec<Id> = kin.collect();
        let now = kin.iter().map(|o| nearest(from)(*o)).min();
        let then = kin.iter().map(|o| nearest(to)(*o)).min();
        then.is_some_and(|t| t <= 1) || then < now
    }

    fn retreat_refusal(self, members: &[Id], side: Side, why: Why, steps: u8, dir: Dir) -> Refusal {
        let Some(first) = members.first() else {
            return Refusal::new(Rule("L9-1"), "nobody retreats");
        };
        let hex = self.piece(*first).at();
        if !self.may_retreat_into(members, side, why, hex, dir) {
            return Refusal::new(Rule("L9-2"), "that hex cannot be entered");
        }
        if self.near(hex, dir).is_some_and(|n| self.in_zoc(n, side.other())) {
            return Refusal::new(Rule("L9-4"), "another hex is free of enemy zones of control");
        }
        if steps > 0 {
            return Refusal::new(Rule("L9-15"), "a second hex must lead towards the brigade");
        }
        Refusal::new(Rule("L9-2"), "the first hex must be straight away from the enemy")
    }

    /// Those who retreat freely may leave some behind; so may those who part from the enemy at night: each unit has to
    /// go then, but not the same way (23.3).
    fn may_leave_behind(self, id: Id, side: Side, why: Why, steps: u8) -> Result<(), Refusal> {
        let members = &self.state.retreat;
        if !why.parts() || steps > 0 || !members.contains(&id) {
            return Err(Refusal::new(Rule("L9-17"), "the stack retreats together"));
        }
        let rest: Vec<Id> = members.iter().copied().filter(|m| *m != id).collect();
        if self.retreat_dirs(&rest, side, why, steps).is_empty() {
            return Err(Refusal::new(Rule("L9-17"), "the others could not retreat without it"));
        }
        Ok(())
    }

    pub(crate) fn can_leave_at_night(self, hex: Hex, side: Side) -> bool {
        let members: Vec<Id> = self.units(hex).collect();
        !self.retreat_dirs(&members, side, Why::Night, 0).is_empty()
    }
}

impl Play<'_> {
    /// A stack sets out to retreat; forced ones are disorganized, guns limber (9.1i, 14.1).
    pub(crate) fn start_retreat(&mut self, members: Vec<Id>, side: Side, why: Why) {
        let Some(first) = members.first() else { return };
        let hex = self.pos().piece(*first).at();
        if why.forced() {
            self.casualties(hex);
        }
        self.stop_building(&members);
        if matches!(why, Why::Combat | Why::Charge | Why::Charged) {
            self.mark_disorder(hex, &members);
        }
        self.state.retreat = members;
        self.push(Pending::Retreat(RetreatHex { side, why, steps: 0 }));
    }

    /// Nothing to choose: no way out, or no second hex.
    pub(crate) fn retreat_alone(&mut self, why: Why, steps: u8) {
        let members = std::mem::take(&mut self.state.retreat);
        if steps > 0 {
            self.finish_retreat(members, why);
            return;
        }
        let lost = members.iter().copied().filter(|m| self.setup.is_unit(*m));
        for id in lost.collect::<Vec<_>>() {
            self.eliminate(id);
        }
    }

    fn retreat_step(&mut self, RetreatHex { side, why, steps }: RetreatHex, dir: Dir) {
        let mut members = std::mem::take(&mut self.state.retreat);
        let from = self.pos().piece(members[0]).at();
        let Some(to) = self.setup.map.grid.neighbor(from, dir) else {
            self.leave_map(&members, from);
            self.after_leaving(from, side, why);
            return;
        };
        let stuck = |play: &Self, m: &Id| {
            play.setup.is_unit(*m) && play.pos().cost(play.pos().class(*m), from, dir).is_none()
        };
        let left_behind: Vec<Id> = members.iter().copied().filter(|m| stuck(self, m)).collect();
        members.retain(|m| !left_behind.contains(m));
        self.limber_all(&members, from);
        for id in &members {
            self.state.set(*id, flag::MOVED | flag::FRESH);
            self.state.pieces[id.index()].mine = 0;
            self.state.shift(self.setup, *id, to);
        }
        let names = |s: &crate::setup::Setup| members.iter().map(|m| s.counter(*m).id.clone()).collect();
        self.tell(|s| Event::Retreated { pieces: names(s), from: s.label(from), to: s.label(to) });
        for id in left_behind {
            self.eliminate(id);
        }
        let covered = matches!(self.setup.map.terrain(to), hexmap::Terrain::Woods | hexmap::Terrain::Town);
        if why.forced() && covered {
            let broken: Vec<Id> = members.iter().copied().filter(|m| self.pos().shattered(*m)).collect();
            for id in broken {
                members.retain(|m| *m != id);
                self.eliminate(id);
            }
        }
        self.displace(to, side.other());
        self.after_leaving(from, side, why);
        if !members.iter().any(|m| self.setup.is_unit(*m)) {
            self.strand(to, side);
            return;
        }
        let in_zoc = self.pos().in_zoc(to, side.other());
        self.state.retreat = members;
        self.push(Pending::Retreat(RetreatHex { side, why, steps: if in_zoc { 2 } else { steps + 1 } }));
        if in_zoc && why != Why::Night {
            let members = self.state.retreat.clone();
            self.mark_disorder(to, &members);
        }
    }

    /// Guns limber before they move (9.1i).
    fn limber_all(&mut self, members: &[Id], hex: Hex) {
        for id in members.iter().copied() {
            if self.pos().unlimbered(id) {
                self.state.set(id, flag::LIMBERED);
                self.tell(|s| Event::Mode {
                    piece: s.counter(id).id.clone(),
                    at: s.label(hex),
                    what: "limbers",
                });
            }
        }
    }

    /// Who is driven off builds no more.
    fn stop_building(&mut self, members: &[Id]) {
        for id in members.iter().copied() {
            if self.state.piece(id).has(flag::BUILDING) {
                self.mark(id, 0, flag::BUILDING, "stops building");
            }
        }
    }

    /// The hex that was left: a build marker's last guard is gone, commanders are alone.
    fn after_leaving(&mut self, from: Hex, side: Side, why: Why) {
        self.strand(from, side);
        if why == Why::Voluntary && self.pos().holder(from).is_none() {
            self.state.pending.insert(0, Step::Follow { hex: from, side: side.other() }.into());
        }
    }

    fn leave_map(&mut self, members: &[Id], from: Hex) {
        let turn = self.state.turn;
        self.limber_all(members, from);
        for id in members {
            self.state.lift(self.setup, *id, Where::Away);
            let piece = &mut self.state.pieces[id.index()];
            (piece.hex, piece.left) = (from.0, turn);
            piece.flags &= !(flag::BUILDING | flag::COMMAND);
            piece.mine = 0;
        }
        let names = |s: &crate::setup::Setup| members.iter().map(|m| s.counter(*m).id.clone()).collect();
        self.tell(|s| Event::LeftMap { pieces: names(s), from: s.label(from) });
    }

    fn finish_retreat(&mut self, members: Vec<Id>, why: Why) {
        let Some(first) = members.iter().find(|m| self.pos().piece(**m).on_map()) else { return };
        let hex = self.pos().piece(*first).at();
        for id in &members {
            if matches!(why, Why::Charge | Why::Night) {
                self.state.set(*id, flag::STOPPED);
            }
            if why == Why::Voluntary {
                self.state.set(*id, flag::PULLED);
            }
        }
        self.mingle(hex);
    }

    /// Enemy commanders alone in a hex that troops enter are moved away (1, 21.2).
    pub(crate) fn displace(&mut self, hex: Hex, side: Side) {
        if self.pos().leaders_of(hex, side).next().is_some() {
            self.strand(hex, side);
        }
    }
}

/// The stack in `State::retreat` chooses its next hex (9).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub(crate) struct RetreatHex {
    pub side: Side,
    pub why: Why,
    pub steps: u8,
}

impl Room<Lfm> for RetreatHex {
    fn ask(&self, _pos: Pos<'_>) -> Ask {
        match (self.steps, self.why) {
            (0, Why::Voluntary) => {
                let prompt = "Choose the first hex of the retreat, or who stays behind";
                Ask::new("break-off-hex", prompt, "L12-2")
            }
            (0, Why::Night) => {
                let prompt = "Choose the first hex of the retreat, or who goes another way";
                Ask::new("retreat-hex", prompt, "L23-3")
            }
            (0, _) => Ask::new("retreat-hex", "Choose the first hex of the retreat", "L9-2"),
            _ => Ask::new("retreat-hex", "Choose a second hex of the retreat, or stop", "L9-15"),
        }
    }

    fn seats(&self, _pos: Pos<'_>) -> Seats {
        self.side.into()
    }

    fn orders(&self, pos: Pos<'_>, out: &mut Vec<Order>) {
        let RetreatHex { side, why, steps } = *self;
        if steps > 0 {
            out.push(Order::Halt);
        }
        out.extend(pos.retreat_dirs(&pos.state.retreat, side, why, steps).iter().map(Order::Retreat));
        if why.parts() && steps == 0 {
            let members = pos.state.retreat.iter();
            out.extend(
                members
                    .filter(|m| pos.may_leave_behind(**m, side, why, steps).is_ok())
                    .map(|m| Order::Leave(*m)),
            );
        }
    }

    fn check(&self, pos: Pos<'_>, order: &Order) -> Result<(), Refusal> {
        let RetreatHex { side, why, steps } = *self;
        let members = &pos.state.retreat;
        match *order {
            Order::Retreat(dir) if pos.retreat_dirs(members, side, why, steps).has(dir) => Ok(()),
            Order::Retreat(dir) => Err(pos.retreat_refusal(members, side, why, steps, dir)),
            Order::Halt if steps > 0 => Ok(()),
            Order::Halt => Err(Refusal::new(Rule("L9-1"), "a retreat is one or two hexes")),
            Order::Leave(id) => pos.may_leave_behind(id, side, why, steps),
            _ => Err(Refusal::new(Rule("L9-1"), "choose the next hex of the retreat")),
        }
    }

    fn apply(&self, play: &mut Play<'_>, order: &Order) {
        match *order {
            Order::Retreat(dir) => play.retreat_step(*self, dir),
            Order::Leave(id) => {
                play.state.retreat.retain(|m| *m != id);
                play.push(Pending::Retreat(*self));
            }
            Order::Halt => {
                let members = std::mem::take(&mut play.state.retreat);
                play.finish_retreat(members, self.why);
            }
            _ => unchecked(order),
        }
    }
}

impl Open for RetreatHex {
    fn waits(&self, pos: Pos<'_>) -> bool {
        let RetreatHex { side, why, steps } = *self;
        steps < 2 && !pos.retreat_dirs(&pos.state.retreat, side, why, steps).is_empty()
    }

    fn alone(&self, play: &mut Play<'_>) {
        play.retreat_alone(self.why, self.steps);
    }
}
