//! Ranged artillery fire (phase 4, section 7).

use std::borrow::Cow;

use hexmap::Hex;
use table::{Ask, Refusal, Room, Rule, Seats, Side};

use crate::Lfm;
use crate::decide::unchecked;
use crate::drm::Drm;
use crate::event::{Die, Event};
use crate::order::{Order, Spot};
use crate::pending::{Fight, Party, Step};
use crate::play::Play;
use crate::position::Pos;
use crate::setup::Id;
use crate::sight::{GUN_RANGE, Los};
use crate::state::{Phase, flag};

/// Everything that decides a bombardment before the die falls.
#[derive(Clone, Debug)]
pub(crate) struct Bombardment {
    pub sp: u16,
    pub column: usize,
    pub drm: Drm,
}

impl<'a> Pos<'a> {
    /// Who fires now: the phasing player first, then the other (phase 4).
    pub(crate) fn gunner(self) -> Side {
        match self.state.phase {
            Phase::ReturnFire => self.state.side.other(),
            _ => self.state.side,
        }
    }

    /// Whether a battery can bombard at all (7.1, 7.6, 24.1a).
    pub(crate) fn can_bombard(self, id: Id) -> Result<(), Refusal> {
        let (counter, piece) = (self.counter(id), self.piece(id));
        let no = |rule, why| Err(Refusal::new(Rule(rule), why));
        if !counter.arm.is_gun() || !piece.on_map() {
            return no("L7-1", "only a battery on the map can bombard");
        }
        if self.limbered(id) {
            return no("L7-1", "a limbered battery does not fire");
        }
        if piece.has(flag::BUILDING) {
            return no("L24-4", "a battery that builds does not fire");
        }
        if self.in_zoc(piece.at(), counter.side.other()) {
            return no("L7-10", "artillery in an enemy zone of control does not bombard");
        }
        Ok(())
    }

    /// Whether a target hex can be fired at from a hex (7.1, 7.4).
    pub(crate) fn can_see_target(self, from: Hex, target: Hex, side: Side) -> Result<Los, Refusal> {
        if !self.held_by(target, side.other()) {
            return Err(Refusal::new(Rule("L7-1"), "there is no enemy unit in the target hex"));
        }
        let range = self.distance(from, target);
        if !(2..=GUN_RANGE).contains(&range) {
            return Err(Refusal::new(Rule("LSEQ-11"), "the target must be 2 to 8 hexes away"));
        }
        match self.los(from, target, Some(side)) {
            Los::Blocked => Err(Refusal::new(Rule("L7-7"), "the line of sight is blocked")),
            seen => Ok(seen),
        }
    }

    fn may_fire(self, id: Id) -> Result<(), Refusal> {
        if self.counter(id).side != self.gunner() {
            return Err(Refusal::new(Rule("LSEQ-12"), "the other player fires now"));
        }
        self.can_bombard(id)?;
        if self.piece(id).has(flag::FIRED | flag::SILENT) {
            return Err(Refusal::new(Rule("L7-3"), "the guns of this hex have fired in this phase"));
        }
        Ok(())
    }

    fn may_aim(self, id: Id, target: Hex) -> Result<(), Refusal> {
        self.may_fire(id)?;
        self.can_see_target(self.piece(id).at(), target, self.gunner()).map(|_| ())
    }

    fn may_limber(self, id: Id) -> Result<(), Refusal> {
        let (counter, piece) = (self.counter(id), self.piece(id));
        let own = counter.side == self.state.side && self.state.phase == Phase::Fire;
        if !own || !piece.on_map() || !self.unlimbered(id) {
            return Err(Refusal::new(
                Rule("LSEQ-14"),
                "only the phasing player limbers, and only unlimbered guns",
            ));
        }
        if piece.has(flag::FIRED) {
            return Err(Refusal::new(Rule("LSEQ-14"), "a battery that fired cannot limber"));
        }
        if piece.has(flag::BUILDING) {
            return Err(Refusal::new(Rule("L24-3"), "a battery that builds stays as it is"));
        }
        Ok(())
    }

    /// Whether another battery may add its fire to the mission (7.1).
    fn may_add(self, id: Id) -> Result<(), Refusal> {
        let Some(target) = self.state.mission.target else {
            return Err(Refusal::new(Rule("L7-2"), "no target is chosen"));
        };
        if self.state.mission.batteries.contains(&id.0) {
            return Err(Refusal::new(Rule("L7-4"), "it fires already"));
        }
        self.may_aim(id, Hex(target))?;
        let mut hexes: Vec<Hex> = self.firing_hexes();
        let here = self.piece(id).at();
        if !hexes.contains(&here) {
            hexes.push(here);
        }
        self.may_combine(&hexes)
    }

    /// Batteries in at most two adjacent hexes fire together (7.1).
    pub(crate) fn may_combine(self, hexes: &[Hex]) -> Result<(), Refusal> {
        match hexes {
            [_] => Ok(()),
            [a, b] if self.distance(*a, *b) == 1 => Ok(()),
            _ => Err(Refusal::new(Rule("L7-2"), "at most two hexes that touch fire together")),
        }
    }

    fn firing_hexes(self) -> Vec<Hex> {
        let mut hexes: Vec<Hex> = Vec::new();
        for id in &self.state.mission.batteries {
            let hex = self.piece(Id(*id)).at();
            if !hexes.contains(&hex) {
                hexes.push(hex);
            }
        }
        hexes
    }

    /// Strength, column and modifiers of a fire (7.5, the artillery table's modifiers).
    pub(crate) fn bombardment(self, batteries: &[Id], target: Hex, unit: Id, worst: Los) -> Bombardment {
        let tables = &self.setup.tables;
        let mut halves = 0;
        for id in batteries {
            let far = self.distance(self.piece(*id).at(), target) > 4;
            halves += self.counter(*id).sp as u16 * if far { 1 } else { 2 };
        }
        let sp = (halves / 2).max(1);
        let mut drm = Drm::default();
        let fire = &tables.fire;
        if worst == Los::Partial {
            drm.add("27", Rule("LTAB-7"), "partially obstructed", fire.partial);
        }
        if self.has_breastwork(target) && !self.mounted(unit) {
            drm.add("24.2", Rule("LTAB-7"), "target in breastworks", fire.breastwork);
        }
        if batteries.iter().any(|b| self.disordered(*b)) {
            drm.add("16.1", Rule("LTAB-7"), "firing battery disorganized", fire.disorganized);
        }
        if self.mounted(unit) || self.limbered(unit) {
            drm.add("7.5", Rule("LTAB-7"), "target mounted or limbered", fire.mounted_or_limbered);
        }
        if self.regiment_sp(target) > 8 {
            drm.add("7.5", Rule("LTAB-7"), "more than 8 SP in the target hex", fire.crowded);
        }
        Bombardment { sp, column: tables.fire_column(sp), drm }
    }

    fn batteries_of(self, side: Side) -> impl Iterator<Item = Id> + 'a {
        self.units_of(side).filter(move |u| self.counter(*u).arm.is_gun())
    }

    /// Batteries that can fire, each with every hex it can fire at.
    pub(crate) fn find_ready(self) -> Vec<(Id, Hex)> {
        let side = self.gunner();
        let mut found = Vec::new();
        let mut targets: Vec<Hex> = Vec::new();
        for id in self.batteries_of(side).filter(|b| self.may_fire(*b).is_ok()) {
            if targets.is_empty() {
                targets.extend(self.stacks_of(side.other()));
            }
            let from = self.piece(id).at();
            let near = targets.iter().filter(|t| self.distance(from, **t) <= GUN_RANGE);
            found.extend(near.filter(|t| self.can_see_target(from, **t, side).is_ok()).map(|t| (id, *t)));
        }
        found
    }

    fn ready(self) -> Cow<'a, [(Id, Hex)]> {
        if self.state.guns_known {
            debug_assert_eq!(self.state.ready, self.find_ready());
            return Cow::Borrowed(&self.state.ready);
        }
        Cow::Owned(self.find_ready())
    }

    pub(crate) fn someone_may_fire(self) -> bool {
        if self.state.mission.target.is_some() || !self.ready().is_empty() {
            return true;
        }
        self.state.phase == Phase::Fire
            && self.batteries_of(self.state.side).any(|b| self.may_limber(b).is_ok())
    }
}

impl Play<'_> {
    pub(crate) fn begin_fire(&mut self) {
        for piece in &mut self.state.pieces {
            piece.flags &= !(flag::FIRED | flag::SILENT);
        }
        self.state.guns_known = false;
    }

    /// Finds out which batteries have targets, unless nothing has changed since.
    pub(crate) fn refresh_guns(&mut self) {
        if !self.state.guns_known {
            self.state.ready = self.pos().find_ready();
            self.state.guns_known = true;
        }
    }

    fn limber(&mut self, id: Id) {
        self.state.set(id, flag::LIMBERED);
        self.state.ready.retain(|(b, _)| *b != id);
        let hex = self.pos().piece(id).at();
        self.tell(|s| Event::Mode { piece: s.counter(id).id.clone(), at: s.label(hex), what: "limbers" });
    }

    fn fire(&mut self, unit: Id) {
        let mission = std::mem::take(&mut self.state.mission);
        let Some(target) = mission.target.map(Hex) else { return };
        let batteries: Vec<Id> = mission.batteries.iter().map(|b| Id(*b)).collect();
        let pos = self.pos();
        let side = self.setup.counter(batteries[0]).side;
        let mut hexes: Vec<Hex> = Vec::new();
        for id in &batteries {
            let hex = pos.piece(*id).at();
            if !hexes.contains(&hex) {
                hexes.push(hex);
            }
        }
        let worst = hexes.iter().map(|h| pos.los(*h, target, Some(side))).max().unwrap_or(Los::Clear);
        let plan = pos.bombardment(&batteries, target, unit, worst);
        for hex in &hexes {
            let guns: Vec<Id> = self.pos().units(*hex).collect();
            for id in guns {
                self.state.set(id, if batteries.contains(&id) { flag::FIRED } else { flag::SILENT });
            }
        }
        let mut ready = std::mem::take(&mut self.state.ready);
        ready.retain(|(b, _)| !self.state.piece(*b).has(flag::FIRED | flag::SILENT));
        self.state.ready = ready;
        let die = self.dice.d6("bombardment");
        let drm = plan.drm.sum();
        let checks = self.setup.tables.artillery.at(die as i16 + drm, plan.column);
        self.tell(|s| Event::Fired {
            from: hexes.iter().map(|h| s.label(*h)).collect(),
            to: s.label(target),
            piece: s.counter(unit).id.clone(),
            sp: plan.sp,
            dice: Die::new("bombardment", die),
            drm,
            checks,
        });
        let chart = &self.setup.tables.artillery;
        let hits = |die| chart.at(i16::from(die) + drm, plan.column) > 0;
        self.count_fight((side, target, "bombardment"), die, hits);
        self.state.rolled.clear();
        self.state.fight = Fight { attacker: side, ..Default::default() };
        for hex in hexes {
            self.state.fight.add(Party::Attackers, hex);
        }
        if checks > 0 {
            let fails = self.pos().rung(unit);
            self.push(Step::Checks { unit, left: checks, fails, fire: true });
        }
    }
}

/// Guns are aimed and limbered: by the phasing player, then by the other (phase 4).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub(crate) struct Artillery;

impl Room<Lfm> for Artillery {
    fn ask(&self, pos: Pos<'_>) -> Ask {
        match pos.state.phase {
            Phase::ReturnFire => Ask::new("artillery", "Aim a battery, or end your fire", "LSEQ-12"),
            _ => Ask::new("artillery", "Aim a battery, limber one, or end your fire", "LSEQ-11"),
        }
    }

    fn seats(&self, pos: Pos<'_>) -> Seats {
        pos.gunner().into()
    }

    fn orders(&self, pos: Pos<'_>, out: &mut Vec<Order>) {
        let grid = &pos.setup.map.grid;
        out.push(Order::Done);
        out.extend(pos.ready().iter().map(|(id, target)| Order::Aim(*id, Spot::of(grid, *target))));
        if pos.state.phase == Phase::Fire {
            let guns = pos.batteries_of(pos.state.side).filter(|b| pos.may_limber(*b).is_ok());
            out.extend(guns.map(Order::Limber));
        }
    }

    fn check(&self, pos: Pos<'_>, order: &Order) -> Result<(), Refusal> {
        match *order {
            Order::Done => Ok(()),
            Order::Aim(id, at) => match at.hex(&pos.setup.map.grid) {
                Some(target) => pos.may_aim(id, target),
                None => Err(Refusal::new(Rule("L7-1"), "that hex is not on the map")),
            },
            Order::Limber(id) => pos.may_limber(id),
            _ => Err(pos.out_of_phase()),
        }
    }

    fn apply(&self, play: &mut Play<'_>, order: &Order) {
        match *order {
            Order::Aim(id, at) => {
                play.state.mission.target = at.hex(&play.setup.map.grid).map(|h| h.0);
                play.state.mission.batteries = vec![id.0];
            }
            Order::Limber(id) => play.limber(id),
            Order::Done => {
                play.state.guns_known = false;
                play.next_phase();
            }
            _ => unchecked(order),
        }
    }
}

/// A fire is put together: batteries join, a unit is named, the guns fire (7).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub(crate) struct Aimed;

impl Room<Lfm> for Aimed {
    fn ask(&self, _pos: Pos<'_>) -> Ask {
        Ask::new("fire", "Add batteries, then name the unit to fire at", "L7-12")
    }

    fn seats(&self, pos: Pos<'_>) -> Seats {
        pos.gunner().into()
    }

    fn orders(&self, pos: Pos<'_>, out: &mut Vec<Order>) {
        let Some(target) = pos.state.mission.target else { return };
        out.extend(pos.units(Hex(target)).map(Order::Fire));
        for hex in pos.firing_hexes() {
            let near = pos.neighbors(hex).map(|(_, n)| n).chain([hex]);
            for id in near.flat_map(|h| pos.units(h)) {
                let order = Order::Add(id);
                if pos.counter(id).arm.is_gun() && !out.contains(&order) && pos.may_add(id).is_ok() {
                    out.push(order);
                }
            }
        }
    }

    fn check(&self, pos: Pos<'_>, order: &Order) -> Result<(), Refusal> {
        let aimed_at = |id: Id| pos.state.mission.target.is_some_and(|t| pos.units(Hex(t)).any(|u| u == id));
        match *order {
            Order::Add(id) => pos.may_add(id),
            Order::Fire(id) if aimed_at(id) => Ok(()),
            Order::Fire(_) => Err(Refusal::new(Rule("L7-12"), "name a unit in the target hex")),
            _ => Err(Refusal::new(Rule("L7-3"), "the guns are aimed: add batteries or fire")),
        }
    }

    fn apply(&self, play: &mut Play<'_>, order: &Order) {
        match *order {
            Order::Add(id) => play.state.mission.batteries.push(id.0),
            Order::Fire(unit) => play.fire(unit),
            _ => unchecked(order),
        }
    }
}
