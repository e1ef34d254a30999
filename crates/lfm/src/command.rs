//! Command determination (20): the chain from the army commander down to every regiment and battery.

use hexmap::{Hex, HexSet};
use table::{Ask, Refusal, Room, Rule, Seats, Side};

use crate::Lfm;
use crate::decide::unchecked;
use crate::event::{Die, Event};
use crate::order::Order;
use crate::play::Play;
use crate::position::Pos;
use crate::setup::{Id, Setup};
use crate::state::{State, flag};

impl Pos<'_> {
    /// Whether command can be traced over this many hexes (20.10): not through an enemy zone of control
    /// unless a friendly unit stands there.
    pub(crate) fn in_range(self, from: Hex, to: Hex, range: u16, side: Side) -> bool {
        let far = self.distance(from, to);
        if far > range {
            return false;
        }
        far <= 1 || self.straight_trace(from, to, side) || self.any_trace(from, to, range, side)
    }

    fn open_to_command(self, hex: Hex, side: Side) -> bool {
        match self.holder(hex) {
            Some(holder) => holder == side,
            None => !self.touches(hex, side.other()),
        }
    }

    /// Most traces are free: walk straight on as long as nothing is in the way.
    fn straight_trace(self, from: Hex, to: Hex, side: Side) -> bool {
        let mut at = from;
        while self.distance(at, to) > 1 {
            let left = self.distance(at, to);
            let next = self
                .neighbors(at)
                .map(|(_, n)| n)
                .find(|n| self.distance(*n, to) < left && self.open_to_command(*n, side));
            match next {
                Some(next) => at = next,
                None => return false,
            }
        }
        true
    }

    fn any_trace(self, from: Hex, to: Hex, range: u16, side: Side) -> bool {
        let mut seen = HexSet::new(self.setup.map.grid.len());
        let mut edge = vec![from];
        seen.insert(from);
        for spent in 1..range {
            let mut next = Vec::new();
            for hex in edge {
                for (_, near) in self.neighbors(hex) {
                    let useful = self.distance(near, to) + spent <= range;
                    if !useful || seen.contains(near) || !self.open_to_command(near, side) {
                        continue;
                    }
                    if self.distance(near, to) == 1 {
                        return true;
                    }
                    seen.insert(near);
                    next.push(near);
                }
            }
            edge = next;
        }
        false
    }

    /// A commander's command range: 8 for the army commander, 5 for corps and division, 2 for brigade.
    pub(crate) fn command_range(self, id: Id) -> u16 {
        let counter = self.counter(id);
        match counter.stars {
            _ if self.state.army[counter.side] == id => 8,
            4 => 8,
            2 | 3 => 5,
            _ => 2,
        }
    }

    fn reaches(self, commander: Id, to: Hex, range: u16) -> bool {
        self.in_range(self.piece(commander).at(), to, range, self.counter(commander).side)
    }

    /// Who commands this commander (20.1): the next level that is on the map.
    pub fn superior(self, id: Id) -> Option<Id> {
        let man = self.counter(id);
        if self.state.army[man.side] == id {
            // Whoever acts as army commander answers to nobody.
            return None;
        }
        let army = Some(self.state.army[man.side]).filter(|a| a.is_some());
        let of = |stars: u8| {
            self.leaders_on_map(man.side).find(|l| {
                let other = self.counter(*l);
                other.stars == stars
                    && *l != id
                    && match stars {
                        2 => man.division_no != 0 && other.division_no == man.division_no,
                        _ => man.corps_no != 0 && other.corps_no == man.corps_no,
                    }
            })
        };
        match man.stars {
            1 => of(2).or_else(|| of(3)).or(army),
            2 => of(3).or(army),
            3 => army,
            _ => None,
        }
    }

    /// The modifier of a commander's roll (20.4, 20.5).
    pub(crate) fn command_modifier(self, id: Id) -> i8 {
        let man = self.counter(id);
        if self.state.army[man.side] == id {
            return 0;
        }
        let hex = self.piece(id).at();
        let ordered = self.superior(id).is_some_and(|chief| {
            self.piece(chief).has(flag::COMMAND) && self.reaches(chief, hex, self.command_range(chief))
        });
        let mut modifier = -i8::from(ordered);
        if man.stars == 2 {
            modifier += self.troubled_brigades(id);
        }
        modifier
    }

    /// Brigades of the division that are shattered or out of range (20.5).
    fn troubled_brigades(self, id: Id) -> i8 {
        let man = self.counter(id);
        let mine = |c: &Id| {
            let other = self.counter(*c);
            other.stars == 1 && man.division_no != 0 && other.division_no == man.division_no
        };
        let troubled = |c: &Id| {
            let broken = self.counter(*c).brigade.is_some_and(|b| self.state.brigades[b as usize].shattered);
            broken || !self.reaches(id, self.piece(*c).at(), self.brigade_range(*c))
        };
        self.leaders_on_map(man.side).filter(mine).filter(troubled).count().min(100) as i8
    }

    /// How far a brigade commander hears his division commander (20.6).
    fn brigade_range(self, brigadier: Id) -> u16 {
        if self.counter(brigadier).cavalry_leader { 8 } else { 5 }
    }

    /// Whether a commander of 2 stars or more who is in command shares the hex and outranks this one.
    pub(crate) fn stacked_under_command(self, id: Id) -> bool {
        let (side, stars) = (self.counter(id).side, self.counter(id).stars);
        self.leaders_of(self.piece(id).at(), side).any(|l| {
            let other = self.counter(l);
            l != id && other.stars >= 2 && other.stars > stars && self.piece(l).has(flag::COMMAND)
        })
    }

    /// Whether a brigade commander follows his division commander (20.6).
    fn follows(self, brigadier: Id) -> bool {
        let man = self.counter(brigadier);
        self.leaders_on_map(man.side).any(|l| {
            let other = self.counter(l);
            other.stars == 2
                && man.division_no != 0
                && other.division_no == man.division_no
                && self.piece(l).has(flag::COMMAND)
                && self.reaches(l, self.piece(brigadier).at(), self.brigade_range(brigadier))
        })
    }

    /// Whether a unit is in command by a commander, before regiments pass it along.
    fn commanded(self, id: Id) -> bool {
        let unit = self.counter(id);
        let hex = self.piece(id).at();
        let detached = unit.arm.is_regiment() && self.piece(id).has(flag::DETACHED);
        let by = |l: Id| {
            let man = self.counter(l);
            if !self.piece(l).has(flag::COMMAND) {
                return false;
            }
            let here = self.piece(l).at() == hex && man.stars >= 2;
            if detached {
                return here && self.own_chain(l, id);
            }
            if here {
                return true;
            }
            let range = self.command_range(l);
            let near = || self.reaches(l, hex, range);
            let of_corps = unit.corps_no != 0 && man.corps_no == unit.corps_no;
            let of_division = unit.division_no != 0 && man.division_no == unit.division_no;
            if unit.arm.is_gun() {
                return (of_corps || of_division || self.state.army[unit.side] == l) && near();
            }
            let own_brigade = man.stars == 1 && man.brigade.is_some() && man.brigade == unit.brigade;
            (own_brigade || (unit.free && of_corps)) && near()
        };
        self.leaders_on_map(unit.side).any(by)
    }

    /// Whether a commander of 2 stars or more stands above this regiment (22.3).
    fn own_chain(self, commander: Id, unit: Id) -> bool {
        let (man, unit) = (self.counter(commander), self.counter(unit));
        match man.stars {
            4 => true,
            _ if self.state.army[man.side] == commander => true,
            3 => man.corps_no == unit.corps_no,
            _ => man.division_no == unit.division_no,
        }
    }

    /// Who acts as army commander when a position begins (20.12).
    pub(crate) fn first_army_commander(self, side: Side) -> Id {
        let of = |stars: u8| self.leaders_on_map(side).filter(move |l| self.counter(*l).stars == stars);
        if let Some(army) = of(4).next() {
            return army;
        }
        if let Some(corps) = of(3).min_by_key(|l| self.counter(*l).seniority) {
            return corps;
        }
        let nearest = |l: &Id| {
            let hex = self.piece(*l).at();
            self.stacks_of(side.other()).map(|e| self.distance(hex, e)).min().unwrap_or(u16::MAX)
        };
        of(2).min_by_key(nearest).unwrap_or(Id::NONE)
    }

    /// Whether `other` outranks the acting army commander.
    fn outranks(self, other: Id, acting: Id) -> bool {
        let (a, b) = (self.counter(other), self.counter(acting));
        a.stars > b.stars || (a.stars == 3 && b.stars == 3 && a.seniority < b.seniority)
    }

    /// The army commander after every relief that is due (20.12).
    pub(crate) fn army_commander(self, side: Side) -> Id {
        let mut acting = self.state.army[side];
        if !acting.is_some() || !self.piece(acting).on_map() {
            acting = self.first_army_commander(side);
        }
        while acting.is_some() {
            let hex = self.piece(acting).at();
            let senior = self
                .leaders_on_map(side)
                .filter(|l| self.counter(*l).stars >= 3 && self.outranks(*l, acting))
                .filter(|l| {
                    let range = if self.counter(*l).stars == 4 { 8 } else { 5 };
                    self.reaches(*l, hex, range)
                })
                .min_by_key(|l| (4 - self.counter(*l).stars, self.counter(*l).seniority));
            match senior {
                Some(next) => acting = next,
                None => break,
            }
        }
        acting
    }

    /// Commanders who may roll now.
    #[inline]
    pub(crate) fn may_roll(self, id: Id) -> Result<(), Refusal> {
        let man = self.counter(id);
        let piece = self.piece(id);
        let rule = Rule("L20-7");
        if man.stars < 2 || man.side != self.state.side || !piece.on_map() {
            return Err(Refusal::new(Rule("L20-18"), "only own commanders of 2 stars and more roll"));
        }
        if piece.has(flag::ROLLED) {
            return Err(Refusal::new(rule, "he has rolled already"));
        }
        if piece.has(flag::COMMAND) {
            return Err(Refusal::new(Rule("L20-27"), "he is in command already"));
        }
        if self.roll_level(id) != self.state.level {
            return Err(Refusal::new(Rule("L20-7"), "command is determined from the army commander down"));
        }
        Ok(())
    }

    fn roll_level(self, id: Id) -> u8 {
        let man = self.counter(id);
        if self.state.army[man.side] == id { 4 } else { man.stars.min(3) }
    }

    pub(crate) fn someone_may_roll(self) -> bool {
        self.leaders_on_map(self.state.side).any(|l| self.may_roll(l).is_ok())
    }

    /// A Detached marker may be placed in the Command Determination Phase (22.3).
    #[inline]
    fn may_detach(self, id: Id) -> Result<(), Refusal> {
        let piece = self.piece(id);
        if !self.counter(id).arm.is_regiment() || self.counter(id).side != self.state.side || !piece.on_map()
        {
            return Err(Refusal::new(Rule("L22-5"), "only an own regiment on the map can be detached"));
        }
        if piece.has(flag::DETACHED | flag::ROLLED) {
            return Err(Refusal::new(Rule("L22-5"), "its marker has been placed or taken off this turn"));
        }
        Ok(())
    }

    /// A Detached marker may be taken off at any time (22.3).
    pub(crate) fn may_attach(self, id: Id) -> Result<(), Refusal> {
        let piece = self.piece(id);
        if self.counter(id).side != self.state.side || !piece.on_map() || !piece.has(flag::DETACHED) {
            return Err(Refusal::new(Rule("L22-6"), "it has no Detached marker"));
        }
        Ok(())
    }
}

/// A commander in command puts lower-ranked ones in his hex in command (20.9).
pub(crate) fn spread_by_stacking(setup: &Setup, state: &mut State, side: Side) {
    for stars in [3, 2, 1] {
        for id in &setup.leaders[side] {
            let pos = Pos { setup, state };
            if pos.counter(*id).stars == stars && pos.piece(*id).on_map() && pos.stacked_under_command(*id) {
                state.set(*id, flag::COMMAND);
            }
        }
    }
}

/// Brigade commanders, batteries and regiments, once all rolls are made (20.6 to 20.9).
pub(crate) fn finish_command(setup: &Setup, state: &mut State, side: Side) {
    for id in &setup.leaders[side] {
        let pos = Pos { setup, state };
        if pos.counter(*id).stars == 1 && pos.piece(*id).on_map() && pos.follows(*id) {
            state.set(*id, flag::COMMAND);
        }
    }
    for id in setup.unit_ids() {
        let pos = Pos { setup, state };
        if pos.counter(id).side == side && pos.piece(id).on_map() && pos.commanded(id) {
            state.set(id, flag::COMMAND);
        }
    }
    for brigade in setup.brigades.iter().filter(|b| b.side == side) {
        pass_along(setup, state, &brigade.regiments);
    }
}

/// Regiments of one brigade pass command to their neighbours without limit (20.7).
fn pass_along(setup: &Setup, state: &mut State, regiments: &[Id]) {
    loop {
        let pos = Pos { setup, state };
        let waits = |r: &&Id| pos.piece(**r).on_map() && !pos.piece(**r).has(flag::COMMAND | flag::DETACHED);
        let beside = |r: &&Id| {
            let hex = pos.piece(**r).at();
            let leads = |o: &&Id| pos.piece(**o).on_map() && pos.piece(**o).has(flag::COMMAND);
            regiments.iter().filter(leads).any(|o| pos.distance(hex, pos.piece(*o).at()) <= 1)
        };
        let next = regiments.iter().filter(waits).find(beside).copied();
        match next {
            Some(id) => state.set(id, flag::COMMAND),
            None => return,
        }
    }
}

/// The result of one commander's die.
pub(crate) fn command_roll(setup: &Setup, state: &mut State, id: Id, die: u8) -> bool {
    let pos = Pos { setup, state };
    let passes = die as i8 + pos.command_modifier(id) <= pos.cv(id) as i8;
    state.set(id, flag::ROLLED | if passes { flag::COMMAND } else { 0 });
    spread_by_stacking(setup, state, setup.counter(id).side);
    passes
}

impl Play<'_> {
    /// The post of army commander is looked at anew (20.12).
    pub(crate) fn relieve(&mut self, side: Side) {
        let army = self.pos().army_commander(side);
        if army != self.state.army[side] {
            self.state.army[side] = army;
            if army.is_some() {
                self.tell(|s| Event::ArmyCommander { side, piece: s.counter(army).id.clone() });
            }
        }
    }

    pub(crate) fn begin_command(&mut self) {
        self.relieve(self.state.side);
        self.state.level = 4;
        self.next_level();
    }

    /// Levels without anybody to roll for are passed over; the last one waits in any case.
    fn next_level(&mut self) {
        while self.state.level > 2 && !self.pos().someone_may_roll() {
            self.state.level -= 1;
        }
    }

    /// Changes the markers of a piece.
    pub(crate) fn mark(&mut self, id: Id, on: u32, off: u32, what: &'static str) {
        self.state.set(id, on);
        self.state.clear(id, off);
        let hex = self.pos().piece(id).at();
        self.tell(|s| Event::Marker { piece: s.counter(id).id.clone(), at: s.label(hex), what });
    }
}

/// Commanders roll from the army commander down, Detached markers are placed (20.3 to 20.5, 22.3).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub(crate) struct Determination;

impl Room<Lfm> for Determination {
    fn ask(&self, _pos: Pos<'_>) -> Ask {
        Ask::new("command", "Roll for commanders, place Detached markers, or go on", "L20-7")
    }

    fn seats(&self, pos: Pos<'_>) -> Seats {
        pos.state.side.into()
    }

    fn orders(&self, pos: Pos<'_>, out: &mut Vec<Order>) {
        out.push(Order::Done);
        for id in pos.on_map(pos.state.side) {
            if !pos.setup.is_unit(id) {
                out.extend(pos.may_roll(id).is_ok().then_some(Order::Roll(id)));
            } else if pos.piece(id).has(flag::DETACHED) {
                out.push(Order::Attach(id));
            } else if pos.may_detach(id).is_ok() {
                out.push(Order::Detach(id));
            }
        }
    }

    fn check(&self, pos: Pos<'_>, order: &Order) -> Result<(), Refusal> {
        match *order {
            Order::Done => Ok(()),
            Order::Roll(id) => pos.may_roll(id),
            Order::Detach(id) => pos.may_detach(id),
            Order::Attach(id) => pos.may_attach(id),
            _ => Err(pos.out_of_phase()),
        }
    }

    fn apply(&self, play: &mut Play<'_>, order: &Order) {
        match *order {
            Order::Roll(id) => {
                let modifier = play.pos().command_modifier(id);
                let die = play.dice.d6("command");
                let in_command = command_roll(play.setup, play.state, id, die);
                let cv = play.pos().cv(id);
                play.tell(|s| Event::CommandRoll {
                    piece: s.counter(id).id.clone(),
                    dice: Die::new("command", die),
                    modifier,
                    cv,
                    in_command,
                });
                play.next_level();
            }
            Order::Detach(id) => play.mark(id, flag::DETACHED | flag::ROLLED, 0, "detached"),
            Order::Attach(id) => play.mark(id, flag::ROLLED, flag::DETACHED, "no longer detached"),
            Order::Done if play.state.level > 2 => {
                play.state.level -= 1;
                play.next_level();
            }
            Order::Done => {
                finish_command(play.setup, play.state, play.state.side);
                play.enter_phase(crate::state::Phase::Construction);
            }
            _ => unchecked(order),
        }
    }
}
