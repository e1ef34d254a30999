//! Combat (8): who attacks whom, odds, modifiers, rounds (13), retreat before combat (11), breaking off (12).

use hexmap::Hex;
use table::{Ask, Refusal, Room, Rule, Seats, Side};

use crate::Lfm;
use crate::decide::unchecked;
use crate::drm::Drm;
use crate::event::{Die, Event};
use crate::order::{Order, Spot};
use crate::pending::{Fight, Open, Party, Pending, Step, Why};
use crate::play::Play;
use crate::position::Pos;
use crate::setup::{Arm, Id};
use crate::state::{Phase, flag};

/// Everything that decides a combat before the die falls.
#[derive(Clone, Debug)]
pub(crate) struct Odds {
    pub attacker_sp: u16,
    pub defender_sp: u16,
    pub attacker_cr: u8,
    pub defender_cr: u8,
    pub odds: usize,
    pub shift: i8,
    pub column: usize,
    pub drm: Drm,
}

/// What one hex brings to a combat.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Force {
    pub hex: Hex,
    pub sp: u16,
    /// The best cohesion ratings of its regiments and of its guns, 0 for none.
    pub foot_cr: u8,
    pub gun_cr: u8,
    /// The best command value of 2 stars or more.
    pub cv: u8,
    /// Somebody there is disorganized or shattered.
    pub broken: bool,
    /// Breastworks shelter somebody there.
    pub sheltered: bool,
}

impl Force {
    /// The cohesion rating a side uses: the best of its regiments, or of its guns if it has no others.
    fn cr(all: &[Force]) -> u8 {
        let best = |of: fn(&Force) -> u8| all.iter().map(of).max().unwrap_or(0);
        match best(|f| f.foot_cr) {
            0 => best(|f| f.gun_cr),
            foot => foot,
        }
    }
}

impl Pos<'_> {
    /// What stands in a hex, as combat counts it (8.3, 8.9).
    pub fn force(self, hex: Hex) -> Force {
        let (mut foot, mut guns, mut foot_cr, mut gun_cr) = (0, 0, 0, 0);
        let (mut broken, mut on_foot) = (false, false);
        for unit in self.units(hex) {
            let counter = self.counter(unit);
            if counter.arm.is_gun() {
                guns += self.sp(unit);
                gun_cr = gun_cr.max(counter.cohesion);
            } else {
                foot += self.sp(unit);
                foot_cr = foot_cr.max(counter.cohesion);
            }
            broken |= self.disordered(unit);
            on_foot |= !self.mounted(unit);
        }
        let cv = self.holder(hex).map_or(0, |side| self.best_cv(hex, side));
        let sheltered = on_foot && self.has_breastwork(hex);
        Force { hex, sp: fighting_sp(foot, guns), foot_cr, gun_cr, cv, broken, sheltered }
    }

    pub(crate) fn odds(self, attackers: &[Hex], defenders: &[Hex]) -> Odds {
        let forces = |hexes: &[Hex]| hexes.iter().map(|h| self.force(*h)).collect::<Vec<_>>();
        self.odds_between(&forces(attackers), &forces(defenders))
    }

    /// The odds of a combat between these forces, whether they stand there or only think of it.
    pub(crate) fn odds_between(self, attackers: &[Force], defenders: &[Force]) -> Odds {
        let tables = &self.setup.tables;
        let sum = |forces: &[Force]| forces.iter().map(|f| f.sp).sum::<u16>();
        let (attacker_sp, defender_sp) = (sum(attackers), sum(defenders));
        let (attacker_cr, defender_cr) = (Force::cr(attackers), Force::cr(defenders));
        let odds = tables.odds(attacker_sp, defender_sp);
        let shift = tables.shift(attacker_cr as i8 - defender_cr as i8);
        let column = tables.shifted(odds, shift);
        let drm = self.combat_drm(attackers, defenders);
        Odds { attacker_sp, defender_sp, attacker_cr, defender_cr, odds, shift, column, drm }
    }

    /// The modifiers of both sides (8.9, 16, 24).
    fn combat_drm(self, attackers: &[Force], defenders: &[Force]) -> Drm {
        let values = &self.setup.tables.combat;
        let mut drm = Drm::default();
        let map = &self.setup.map;
        let pairs = |test: &dyn Fn(Hex, Hex) -> bool| {
            attackers.iter().all(|a| defenders.iter().all(|d| test(a.hex, d.hex)))
        };
        let level = |h: Hex| self.setup.sight.level(h);
        let side = |a: Hex, d: Hex| map.between(a, d).copied().unwrap_or_default();
        if defenders.iter().any(|d| self.flanked(d.hex, attackers)) {
            drm.add("8.7", Rule("L8-11"), "flanked", values.flanked);
        }
        if pairs(&|a, d| level(a) > level(d)) {
            drm.add("8.9", Rule("LTAB-4"), "attackers higher", values.all_higher);
        }
        if pairs(&|a, d| level(a) < level(d)) {
            drm.add("8.9", Rule("LTAB-4"), "attackers lower", values.all_lower);
        }
        let cv = |forces: &[Force]| forces.iter().map(|f| f.cv).max().unwrap_or(0);
        let lead = |cv: u8, good: i16| match cv {
            0 => 0,
            1..=3 => values.weak_commander,
            _ => good,
        };
        drm.add("8.9", Rule("LTAB-4"), "attacking commander", lead(cv(attackers), values.attacker_commander));
        drm.add("8.9", Rule("LTAB-4"), "defending commander", lead(cv(defenders), values.defender_commander));
        let broken = |forces: &[Force]| forces.iter().filter(|f| f.broken).count() as i16;
        drm.add(
            "16.1",
            Rule("L16-1"),
            "attackers disorganized",
            broken(attackers) * values.attacker_disorganized,
        );
        drm.add(
            "16.2",
            Rule("L16-2"),
            "defenders disorganized",
            broken(defenders) * values.defender_disorganized,
        );
        if defenders.iter().any(|d| d.sheltered) {
            drm.add("24.2", Rule("L24-7"), "breastworks", values.breastwork);
        } else if pairs(&|a, d| side(a, d).stone_wall) {
            drm.add("24.4", Rule("L24-9"), "stone wall", values.stone_wall);
        }
        if pairs(&|a, d| side(a, d).water == Some(hexmap::Water::Creek)) {
            drm.add("8.9", Rule("LTAB-4"), "across a creek", values.creek);
        }
        if pairs(&|a, d| side(a, d).steep_slope && level(a) < level(d)) {
            drm.add("8.9", Rule("LTAB-4"), "up a steep slope", values.steep_slope);
        }
        use hexmap::Terrain::{Cornfield, Orchard, Woods};
        if defenders.iter().any(|d| matches!(map.terrain(d.hex), Woods | Orchard | Cornfield)) {
            drm.add("8.9", Rule("LTAB-4"), "woods, orchard or cornfield", values.growth);
        }
        drm
    }

    /// Attacked from three hexes, or from two that do not touch (8.7).
    fn flanked(self, defender: Hex, attackers: &[Force]) -> bool {
        let mut around = attackers.iter().map(|a| a.hex).filter(|a| self.distance(*a, defender) == 1);
        match (around.next(), around.next(), around.next()) {
            (Some(a), Some(b), None) => self.distance(a, b) > 1,
            (_, _, third) => third.is_some(),
        }
    }

    /// Whether the units of a hex may attack (3.1, 16.4).
    pub fn can_attack(self, hex: Hex) -> bool {
        self.held_by(hex, self.state.side)
            && !self.units(hex).any(|u| self.shattered(u) || self.piece(u).has(flag::CHARGE))
    }

    fn free_attacker(self, hex: Hex) -> bool {
        self.can_attack(hex)
            && !self.state.used.contains(&hex)
            && !self.state.fight.has(Party::Attackers, hex)
    }

    /// Enemy hexes in contact with units that can attack them (8.2).
    pub fn contacts(self) -> Vec<Hex> {
        let enemy = self.state.side.other();
        let touched = |h: &Hex| self.neighbors(*h).any(|(_, n)| self.can_attack(n));
        self.stacks_of(enemy).filter(touched).collect()
    }

    /// Whether every enemy hex that stays open could still be attacked if `extra` is used up too (8.2).
    fn rest_covered(self, extra: Hex) -> bool {
        let fight = &self.state.fight;
        self.state.open.iter().filter(|o| !fight.has(Party::Defenders, **o)).all(|o| {
            let near = |h: Hex| self.neighbors(*o).any(|(_, n)| n == h);
            let before = near(extra) || fight.hexes(Party::Attackers).any(near);
            // A hex that nobody else could attack anyway is not what this combat takes away.
            !before || self.neighbors(*o).any(|(_, n)| n != extra && self.free_attacker(n))
        })
    }

    /// Whether an own stack may join the attack.
    fn may_attack_with(self, hex: Hex) -> Result<(), Refusal> {
        let fight = &self.state.fight;
        let no = |rule, why| Err(Refusal::new(Rule(rule), why));
        if !self.can_attack(hex) {
            return no("L16-4", "shattered units and cavalry that charged do not attack");
        }
        if fight.has(Party::Attackers, hex) || self.state.used.contains(&hex) {
            return no("L8-5", "a stack attacks once a round");
        }
        if fight.hexes(Party::Defenders).any(|d| self.distance(hex, d) != 1) {
            return no("L8-6", "every attacking hex must touch every target hex");
        }
        if !self.rest_covered(hex) {
            return no("L8-2", "another enemy hex in contact could then not be attacked");
        }
        Ok(())
    }

    fn may_add_target(self, hex: Hex) -> Result<(), Refusal> {
        let fight = &self.state.fight;
        let no = |rule, why| Err(Refusal::new(Rule(rule), why));
        if !self.state.open.contains(&hex) || fight.has(Party::Defenders, hex) {
            return no("L8-2", "that hex is not to be attacked now");
        }
        if fight.has_attackers() {
            return no("L8-6", "targets are named before the attackers");
        }
        let all = |a: Hex| fight.hexes(Party::Defenders).chain([hex]).all(|d| self.distance(a, d) == 1);
        if !self.neighbors(hex).any(|(_, n)| self.free_attacker(n) && all(n)) {
            return no("L8-6", "no stack touches all these hexes");
        }
        Ok(())
    }

    fn attacked(self, at: Spot) -> Result<Hex, Refusal> {
        let off = || Refusal::new(Rule("L8-1"), "that hex is not on the map");
        at.hex(&self.setup.map.grid).ok_or_else(off)
    }

    /// Whether a defending hex may retreat before combat (11.1).
    pub(crate) fn may_evade(self, hex: Hex) -> bool {
        let fight = &self.state.fight;
        let able = |u: Id| {
            let counter = self.counter(u);
            (counter.arm == Arm::Cavalry || counter.evades) && !self.piece(u).has(flag::BUILDING)
        };
        let ridden = fight.hexes(Party::Attackers).flat_map(|h| self.units(h)).any(|u| self.mounted(u));
        let side = self.state.side.other();
        let members: Vec<Id> = self.units(hex).collect();
        !ridden
            && members.iter().all(|u| able(*u))
            && !self.retreat_dirs(&members, side, Why::Before, 0).is_empty()
    }

    /// Who breaks off now.
    pub(crate) fn breaker(self) -> Side {
        match self.state.phase {
            Phase::BreakOffOther => self.state.side.other(),
            _ => self.state.side,
        }
    }

    /// Those of a stack who could break off.
    pub(crate) fn pullers(self, hex: Hex) -> Vec<Id> {
        let side = self.breaker();
        let fit = |u: &Id| !self.piece(*u).has(flag::BUILDING | flag::PULLED);
        let units: Vec<Id> = self.units(hex).filter(fit).collect();
        if units.is_empty() {
            return units;
        }
        units.into_iter().chain(self.leaders_of(hex, side)).collect()
    }

    pub(crate) fn may_pull(self, hex: Hex) -> Result<(), Refusal> {
        let side = self.breaker();
        let no = |rule, why| Err(Refusal::new(Rule(rule), why));
        if !self.held_by(hex, side) || !self.touches(hex, side.other()) {
            return no("L12-2", "only a stack next to the enemy breaks off");
        }
        let members = self.pullers(hex);
        if members.is_empty() {
            return no("L24-3", "its units build, or have broken off already");
        }
        if self.retreat_dirs(&members, side, Why::Voluntary, 0).is_empty() {
            return no("L9-6", "there is no hex to retreat to");
        }
        Ok(())
    }

    /// Stacks in contact that cannot attack have to break off (13.1, 16.4, 3.8).
    fn must_pull(self, hex: Hex) -> bool {
        self.state.phase == Phase::BreakOff && !self.can_attack(hex) && self.may_pull(hex).is_ok()
    }

    pub(crate) fn someone_may_break_off(self) -> bool {
        self.stacks_of(self.breaker())
            .any(|h| self.touches(h, self.breaker().other()) && self.may_pull(h).is_ok())
    }
}

/// SP that count in combat from one hex: 8 of regiments, 10 of artillery (8.3).
pub(crate) fn fighting_sp(foot: u16, guns: u16) -> u16 {
    foot.min(8) + guns.min(10)
}

impl Play<'_> {
    pub(crate) fn begin_combat(&mut self) {
        self.state.round = 0;
        self.state.open.clear();
        self.push(Step::Withdraw);
    }

    /// Cavalry that charged leaves enemy zones of control before any combat (3.8).
    pub(crate) fn withdraw_charged(&mut self) {
        let side = self.state.side;
        let pos = self.pos();
        let charged = |u: &Id| pos.piece(*u).has(flag::CHARGE) && !pos.piece(*u).has(flag::PULLED);
        let stack = pos.units_of(side).find(|u| charged(u) && pos.in_zoc(pos.piece(*u).at(), side.other()));
        let Some(first) = stack else {
            self.begin_round();
            return;
        };
        let hex = pos.piece(first).at();
        let members: Vec<Id> = pos.units(hex).filter(charged).chain(pos.leaders_of(hex, side)).collect();
        for id in &members {
            self.state.set(*id, flag::PULLED);
        }
        self.push(Step::Withdraw);
        self.start_retreat(members, side, Why::Charged);
    }

    fn begin_round(&mut self) {
        self.state.round += 1;
        for piece in &mut self.state.pieces {
            piece.flags &= !flag::PULLED;
        }
        self.state.used.clear();
        self.state.fight = Fight::default();
        self.state.open = self.pos().contacts();
        let round = self.state.round;
        if !self.state.open.is_empty() {
            self.tell(|_| Event::RoundBegins { round });
        }
    }

    /// Another round as long as somebody in contact can attack (13.1).
    pub(crate) fn end_round(&mut self) {
        if self.pos().contacts().is_empty() {
            self.state.round = 0;
            self.enter_phase(Phase::Recovery);
        } else {
            self.state.phase = Phase::Combat;
            self.begin_round();
        }
    }

    /// The combat is declared; cavalry may slip away before the dice fall.
    fn declare(&mut self) {
        self.state.fight.planned = false;
        let (attackers, defenders): (Vec<Hex>, Vec<Hex>) = {
            let fight = &self.state.fight;
            (fight.hexes(Party::Attackers).collect(), fight.hexes(Party::Defenders).collect())
        };
        self.state.used.extend(attackers);
        self.state.open.retain(|h| !defenders.contains(h));
        self.push(Step::Resolve);
        for hex in defenders.into_iter().rev() {
            if self.pos().may_evade(hex) {
                self.push(Pending::Evade(Evasion { hex }));
            }
        }
    }

    pub(crate) fn resolve(&mut self) {
        let fight = self.state.fight;
        let attackers: Vec<Hex> = fight.hexes(Party::Attackers).collect();
        let defenders: Vec<Hex> = fight.hexes(Party::Defenders).collect();
        if defenders.is_empty() {
            return;
        }
        let odds = self.pos().odds(&attackers, &defenders);
        let die = self.dice.d6("combat");
        let drm = odds.drm.sum();
        let result = self.setup.tables.crt.at(die as i16 + drm, odds.column);
        self.tell(|s| Event::Fought {
            from: attackers.iter().map(|h| s.label(*h)).collect(),
            to: defenders.iter().map(|h| s.label(*h)).collect(),
            odds: s.tables.odds_name(odds.odds).to_owned(),
            column: s.tables.odds_name(odds.column).to_owned(),
            dice: Die::new("combat", die),
            drm,
            result: result.code(),
        });
        let crt = &self.setup.tables.crt;
        let results = |die| crt.at(i16::from(die) + drm, odds.column);
        self.count_result((fight.attacker, defenders[0], "combat"), die, results);
        (self.state.fight.attacker_cr, self.state.fight.defender_cr) = (odds.attacker_cr, odds.defender_cr);
        self.push(Step::AfterCombat);
        self.carry_out_result(result);
    }

    /// Hexes that are empty now can be advanced into (10.1b).
    pub(crate) fn after_combat(&mut self) {
        let fight = self.state.fight;
        for (party, other) in [(Party::Attackers, Party::Defenders), (Party::Defenders, Party::Attackers)] {
            let side = fight.side(other);
            let empty: Vec<Hex> = fight.hexes(party).filter(|h| self.pos().holder(*h).is_none()).collect();
            let of: Vec<Hex> = fight.hexes(other).filter(|h| self.pos().held_by(*h, side)).collect();
            if !empty.is_empty() && !of.is_empty() {
                self.offer_advance(side, &empty, &of, false);
                return;
            }
        }
    }

    /// Open hexes that nobody can attack any more drop out (8.2).
    pub(crate) fn prune_open(&mut self) {
        self.state.fight = Fight::default();
        let open = std::mem::take(&mut self.state.open);
        let enemy = self.state.side.other();
        let pos = self.pos();
        let kept = |h: &Hex| {
            pos.held_by(*h, enemy)
                && pos.neighbors(*h).any(|(_, n)| pos.can_attack(n) && !self.state.used.contains(&n))
        };
        let open = open.into_iter().filter(kept).collect();
        self.state.open = open;
    }
}

/// Which enemy hex is attacked next (8.2).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub(crate) struct Target;

impl Room<Lfm> for Target {
    fn ask(&self, _pos: Pos<'_>) -> Ask {
        Ask::new("target", "Choose an enemy hex to attack", "L8-2")
    }

    fn seats(&self, pos: Pos<'_>) -> Seats {
        pos.state.side.into()
    }

    fn orders(&self, pos: Pos<'_>, out: &mut Vec<Order>) {
        let open = pos.state.open.iter().filter(|h| pos.may_add_target(**h).is_ok());
        out.extend(open.map(|h| Order::Target(Spot::of(&pos.setup.map.grid, *h))));
    }

    fn check(&self, pos: Pos<'_>, order: &Order) -> Result<(), Refusal> {
        match *order {
            Order::Target(at) => pos.may_add_target(pos.attacked(at)?),
            Order::Fight => Err(Refusal::new(Rule("L8-6"), "no attacking hex is named")),
            Order::Done => Err(Refusal::new(Rule("L8-2"), "an enemy hex in contact must still be attacked")),
            _ => Err(pos.out_of_phase()),
        }
    }

    fn apply(&self, play: &mut Play<'_>, order: &Order) {
        let Order::Target(at) = *order else { return unchecked(order) };
        let Some(hex) = at.hex(&play.setup.map.grid) else { return };
        play.state.fight = Fight { attacker: play.state.side, planned: true, ..Fight::default() };
        play.state.fight.add(Party::Defenders, hex);
    }
}

/// A combat is put together: more targets, the hexes that attack (8.3 to 8.6).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub(crate) struct Attackers;

impl Room<Lfm> for Attackers {
    fn ask(&self, _pos: Pos<'_>) -> Ask {
        Ask::new("attackers", "Add hexes to the combat, then fight", "L8-6")
    }

    fn seats(&self, pos: Pos<'_>) -> Seats {
        pos.state.side.into()
    }

    fn orders(&self, pos: Pos<'_>, out: &mut Vec<Order>) {
        let spot = |h: Hex| Spot::of(&pos.setup.map.grid, h);
        let fight = &pos.state.fight;
        if fight.has_attackers() {
            out.push(Order::Fight);
        }
        let open = pos.state.open.iter().filter(|h| pos.may_add_target(**h).is_ok());
        out.extend(open.map(|h| Order::With(spot(*h))));
        if let Some(target) = fight.hexes(Party::Defenders).next() {
            let own = pos.neighbors(target).map(|(_, n)| n).filter(|n| pos.held_by(*n, pos.state.side));
            let near = own.filter(|n| pos.may_attack_with(*n).is_ok());
            out.extend(near.map(|n| Order::With(spot(n))));
        }
    }

    fn check(&self, pos: Pos<'_>, order: &Order) -> Result<(), Refusal> {
        match *order {
            Order::With(at) => match pos.attacked(at)? {
                hex if pos.held_by(hex, pos.state.side) => pos.may_attack_with(hex),
                hex => pos.may_add_target(hex),
            },
            Order::Fight if pos.state.fight.has_attackers() => Ok(()),
            Order::Fight => Err(Refusal::new(Rule("L8-6"), "no attacking hex is named")),
            Order::Done => Err(Refusal::new(Rule("L8-2"), "an enemy hex in contact must still be attacked")),
            _ => Err(pos.out_of_phase()),
        }
    }

    fn apply(&self, play: &mut Play<'_>, order: &Order) {
        match *order {
            Order::With(at) => {
                let Some(hex) = at.hex(&play.setup.map.grid) else { return };
                let own = play.pos().held_by(hex, play.state.side);
                play.state.fight.add(if own { Party::Attackers } else { Party::Defenders }, hex);
            }
            Order::Fight => play.declare(),
            _ => unchecked(order),
        }
    }
}

/// Stacks in contact may break off after a round: the phasing player first (12, 13).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub(crate) struct BreakOff;

impl Room<Lfm> for BreakOff {
    fn ask(&self, _pos: Pos<'_>) -> Ask {
        Ask::new("break-off", "Choose a stack to break off, or go on", "L12-2")
    }

    fn seats(&self, pos: Pos<'_>) -> Seats {
        pos.breaker().into()
    }

    fn orders(&self, pos: Pos<'_>, out: &mut Vec<Order>) {
        let side = pos.breaker();
        let mut bound = false;
        for hex in pos.stacks_of(side) {
            if pos.touches(hex, side.other()) && pos.may_pull(hex).is_ok() {
                out.push(Order::Pull(Spot::of(&pos.setup.map.grid, hex)));
                bound |= pos.must_pull(hex);
            }
        }
        if !bound {
            out.push(Order::Done);
        }
    }

    fn check(&self, pos: Pos<'_>, order: &Order) -> Result<(), Refusal> {
        match *order {
            Order::Pull(at) => match at.hex(&pos.setup.map.grid) {
                Some(hex) => pos.may_pull(hex),
                None => Err(Refusal::new(Rule("L12-2"), "that hex is not on the map")),
            },
            Order::Done if pos.stacks_of(pos.breaker()).any(|h| pos.must_pull(h)) => {
                Err(Refusal::new(Rule("L13-3"), "a stack in contact that cannot attack must break off"))
            }
            Order::Done => Ok(()),
            _ => Err(pos.out_of_phase()),
        }
    }

    fn apply(&self, play: &mut Play<'_>, order: &Order) {
        match *order {
            Order::Pull(at) => {
                let Some(hex) = at.hex(&play.setup.map.grid) else { return };
                let (side, members) = (play.pos().breaker(), play.pos().pullers(hex));
                play.start_retreat(members, side, Why::Voluntary);
            }
            Order::Done => play.next_phase(),
            _ => unchecked(order),
        }
    }
}

/// A defending hex may retreat before combat (11).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub(crate) struct Evasion {
    pub hex: Hex,
}

impl Room<Lfm> for Evasion {
    fn ask(&self, _pos: Pos<'_>) -> Ask {
        Ask::new("retreat-before-combat", "Stay, or retreat before combat", "L11-1")
    }

    fn seats(&self, pos: Pos<'_>) -> Seats {
        pos.state.side.other().into()
    }

    fn orders(&self, _pos: Pos<'_>, out: &mut Vec<Order>) {
        out.extend([Order::Stay, Order::Go]);
    }

    fn check(&self, _pos: Pos<'_>, order: &Order) -> Result<(), Refusal> {
        match order {
            Order::Stay | Order::Go => Ok(()),
            _ => Err(Refusal::new(Rule("L11-1"), "the stack may stay or retreat before combat")),
        }
    }

    fn apply(&self, play: &mut Play<'_>, order: &Order) {
        if *order == Order::Stay {
            return;
        }
        let side = play.state.side.other();
        let pos = play.pos();
        let members: Vec<Id> = pos.units(self.hex).chain(pos.leaders_of(self.hex, side)).collect();
        play.state.fight.remove(Party::Defenders, self.hex);
        play.start_retreat(members, side, Why::Before);
    }
}

impl Open for Evasion {
    fn waits(&self, pos: Pos<'_>) -> bool {
        pos.may_evade(self.hex)
    }

    fn alone(&self, _play: &mut Play<'_>) {}
}
