//! March (5.1): allowance, fatigue, extended march, force march, and marching hex by hex.

use hexmap::Hex;
use table::{Ask, Modifiers, Refusal, Room, Rule, Seats, Side};

use crate::bridges::DestroyBridge;
use crate::charts::{self, Straggling};
use crate::event::{Event, Paid};
use crate::feints::{Feinting, Roll};
use crate::module::{Garrison, SteadyCavalry};
use crate::movement::{Entry, Stride, Walker};
use crate::order::Order;
use crate::play::Play;
use crate::position::Pos;
use crate::ruleset::Gcacw;
use crate::setup::{Arm, Forbidden, LeaderId, UnitId};

/// A march in progress (5.1).
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct March {
    pub(crate) unit: UnitId,
    /// Half MP left.
    pub(crate) mp: u16,
    /// The hex where the action began.
    pub(crate) start: Hex,
    /// It has left that hex.
    pub(crate) left_start: bool,
    /// It has entered a hex by movement.
    pub(crate) moved: bool,
    pub(crate) attacked: bool,
    /// It advanced after combat: no refusing of flanks.
    pub(crate) advanced: bool,
    /// Its last step took it into an enemy normal zone of control.
    pub(crate) entered_zoc: bool,
    /// Fatigue 4 option: no force march.
    pub(crate) spent: bool,
    /// Part of a cavalry division leader's activation after the first unit.
    pub(crate) no_attack: bool,
    /// A leader has joined it to go along: it must leave.
    pub(crate) must_leave: bool,
    /// The march is over once the present business is done.
    pub(crate) over: bool,
    /// Hexes whose cavalry has declined to retreat from this march.
    pub(crate) declined: Vec<Hex>,
    /// Strategic movement: far from the enemy, without dice.
    pub(crate) strategic: bool,
}

impl March {
    /// A march that has not left its hex yet, with so many half MP.
    pub(crate) fn new(unit: UnitId, start: Hex, mp: u16) -> March {
        March {
            unit,
            mp,
            start,
            left_start: false,
            moved: false,
            attacked: false,
            advanced: false,
            entered_zoc: false,
            spent: false,
            no_attack: false,
            must_leave: false,
            over: false,
            declined: Vec::new(),
            strategic: false,
        }
    }

    /// Nothing is left to march with; the one hex that is always allowed (6.2) has been entered.
    fn is_spent(&self) -> bool {
        self.mp == 0 && (self.moved || self.attacked || self.advanced)
    }

    /// A step has been taken.
    fn stepped(mut self, stride: &Stride, in_zoc: bool) -> March {
        self.mp -= stride.paid;
        self.left_start = true;
        self.moved = true;
        self.must_leave = false;
        self.entered_zoc = in_zoc;
        self.over |= stride.minimum || matches!(stride.entry, Entry::ZocToZoc { .. });
        if self.over {
            self.mp = 0;
        }
        self
    }
}

impl Pos<'_> {
    /// Whether a unit may be chosen to march, by itself or by a leader (5.1, 5.2, 6.5).
    pub(crate) fn may_march(&self, unit: UnitId) -> Result<(), Refusal> {
        self.may_act(unit)?;
        let state = self.state.unit(unit);
        if state.fatigue >= 4 {
            if !self.setup.options.fatigue_4_march {
                return Err(Refusal::new(Rule("G5.1-2"), "a unit at Fatigue Level 4 cannot march"));
            }
            if state.disorganized {
                return Err(Refusal::new(
                    Rule("G5.1-18"),
                    "at Fatigue Level 4 only an organized unit may march",
                ));
            }
        }
        if self.setup.unit(unit).arm == Arm::Wagon {
            return Err(Refusal::new(
                Rule("G5.1-12"),
                "there is no allowance rule for wagon trains in this game",
            ));
        }
        self.permitted_to(unit, Forbidden::March)
    }

    /// Whether a unit is on the map and free to act at all.
    pub(crate) fn may_act(&self, unit: UnitId) -> Result<(), Refusal> {
        if !self.state.unit(unit).is_on_map() {
            return Err(Refusal::new(Rule("G5.1-1"), "that unit is not on the map"));
        }
        if self.is_held(unit) {
            return Err(Refusal::new(Rule("G1.0-5"), "the scenario does not let that unit act yet"));
        }
        if self.is_idle_unit(unit) {
            return Err(Refusal::new(Rule("GBAC-36"), "an event keeps that unit idle this turn"));
        }
        Ok(())
    }

    /// Whether the march that has just raised a unit's fatigue is an extended one (5.1).
    pub(crate) fn is_extended(&self, unit: UnitId, new_fatigue: u8) -> bool {
        new_fatigue >= if self.state.unit(unit).exhausted { 2 } else { 3 }
    }

    /// The modifiers of the extended march roll of a unit that comes to `new_fatigue` (5.1).
    pub(crate) fn extended_march_modifiers(&self, unit: UnitId, new_fatigue: u8) -> Modifiers {
        let printed = self.setup.unit(unit);
        let mut mods = Modifiers::default();
        match (self.state.unit(unit).exhausted, new_fatigue) {
            (false, 4) => mods.add(Rule("G5.1-31"), "fatigue 3 to 4", 1),
            (true, 3) => mods.add(Rule("G5.1-32"), "exhausted, fatigue 2 to 3", 1),
            (true, 4) => mods.add(Rule("G5.1-33"), "exhausted, fatigue 3 to 4", 3),
            _ => {}
        }
        if printed.arm == Arm::Wagon {
            mods.add(Rule("G5.1-34"), "wagon train", 1);
        }
        if printed.side == Side::Union {
            self.union_army_modifier(unit, &mut mods);
        }
        if self.state.skies.heat {
            mods.add(Rule("G5.1-39"), "heat", 1);
        }
        if self.setup.advanced
            && self.state.unit(unit).out_of_supply
            && !self.setup.module.never_out_of_supply
        {
            mods.add(Rule("G5.1-40"), "out of supply", 1);
        }
        if self.setup.module.is_green(self.setup.year) {
            mods.add(Rule("G5.1-41"), "1861", 1);
            if printed.moves_as_cavalry() {
                mods.add(Rule("G5.1-42"), "cavalry in 1861", -3);
            }
        }
        if printed.retreat_march {
            mods.add(Rule("G5.1-43"), "retreat march", -3);
        }
        mods
    }

    fn union_army_modifier(&self, unit: UnitId, mods: &mut Modifiers) {
        let printed = self.setup.unit(unit);
        let potomac = printed.army.as_deref() == Some("Potomac");
        let regular = printed.army.as_deref() == Some("Regular");
        let cavalry = printed.moves_as_cavalry();
        let garrison = match self.setup.module.garrison {
            Garrison::None => false,
            Garrison::OutsideArmyOfThePotomac => !potomac && printed.arm != Arm::Wagon,
            Garrison::OutsideRegularArmy => !regular,
        };
        let steady = cavalry
            && match self.setup.module.steady_cavalry {
                SteadyCavalry::None => false,
                SteadyCavalry::ArmyOfThePotomac => potomac,
                SteadyCavalry::All => true,
            };
        if garrison {
            mods.add(Rule("G5.1-36"), "garrison troops", 2);
        } else if !steady {
            mods.add(Rule("G5.1-37"), "Union troops", 1);
        }
    }

    /// Whether the marching unit may force march (5.1).
    pub(crate) fn may_force_march(&self, march: &March) -> Result<(), Refusal> {
        let state = self.state.unit(march.unit);
        match self.setup.unit(march.unit).arm {
            Arm::Artillery | Arm::Wagon => {
                return Err(Refusal::new(Rule("G5.1-49"), "artillery and wagon trains never force march"));
            }
            _ => {}
        }
        if march.spent {
            return Err(Refusal::new(
                Rule("G5.1-18"),
                "a unit that marches at Fatigue Level 4 cannot force march",
            ));
        }
        if state.disorganized {
            return Err(Refusal::new(Rule("G5.1-48"), "a disorganized unit cannot force march"));
        }
        Ok(())
    }

    /// The marching unit as movement sees it.
    pub(crate) fn walker(&self, march: &March) -> Walker {
        Walker {
            unit: march.unit,
            at: self.state.unit(march.unit).hex,
            mp: march.mp,
            fresh: !march.moved && !march.attacked && !march.advanced,
            minimum: !march.moved && !march.attacked,
        }
    }

    /// Whether the marching unit may enter a hex.
    pub(crate) fn may_move(&self, march: &March, to: Hex) -> Result<(), Refusal> {
        if march.mp == 0 && march.moved {
            return Err(Refusal::new(Rule("G6.1-4"), "no movement points are left"));
        }
        self.is_clear_of_enemy(march, to)?;
        self.stride(&self.walker(march), to).map(|_| ())
    }

    /// Whether an army or district leader may join the marching unit to go along (6.3).
    pub(crate) fn may_ride(&self, march: &March, leader: LeaderId) -> Result<(), Refusal> {
        let no = |why: &'static str| Err(Refusal::new(Rule("G6.3-19"), why));
        let here = self.state.unit(march.unit).hex;
        if self.setup.leader(leader).side != self.setup.unit(march.unit).side
            || self.state.leader_hex(leader) != Some(here)
            || self.state.leaders[leader.index()].unit == Some(march.unit)
        {
            return no("only a leader in the unit's hex, attached to another unit, can join it");
        }
        if !self.setup.leader(leader).rank.is_high() {
            return no("only an army or district leader can join a unit that leaves");
        }
        if !crate::command::can_attach(self.setup, leader, march.unit) || self.level_taken(leader, march.unit)
        {
            return no("he cannot be attached to that unit");
        }
        let leaves = self.setup.map.grid.neighbors(here).any(|(_, to)| self.may_move(march, to).is_ok());
        if leaves { Ok(()) } else { no("the unit cannot leave the hex") }
    }

    /// Whether the marching unit may end its march.
    pub(crate) fn may_end_march(&self, march: &March) -> Result<(), Refusal> {
        if march.must_leave {
            return Err(Refusal::new(
                Rule("G6.3-19"),
                "a leader has joined the unit to leave the hex with it",
            ));
        }
        Ok(())
    }

    /// The legal orders of a march in progress.
    pub(crate) fn march_orders(&self, march: &March, out: &mut Vec<Order>) {
        let here = self.state.unit(march.unit).hex;
        let walker = self.walker(march);
        if march.mp > 0 || !march.moved {
            for (_, to) in self.setup.map.grid.neighbors(here) {
                if self.stride(&walker, to).is_ok() && self.is_clear_of_enemy(march, to).is_ok() {
                    out.push(Order::Move(to));
                }
            }
        }
        if march.must_leave {
            return;
        }
        for (_, near) in self.setup.map.grid.neighbors(here) {
            let anybody =
                self.state.side_in(self.setup, near).is_some() || self.state.fort(self.setup, near).is_some();
            if anybody && self.may_attack(march, near).is_ok() {
                out.push(Order::Attack(near));
            }
        }
        if self.may_refuse_flanks(march).is_ok() {
            out.push(Order::RefuseFlanks);
        }
        if self.may_unrefuse_flanks(march).is_ok() {
            out.push(Order::UnrefuseFlanks);
        }
        if !self.state.altered.is_empty() {
            for (_, near) in self.setup.map.grid.neighbors(here) {
                if self.may_dismantle(march, near).is_ok() {
                    out.push(Order::Dismantle(near));
                }
            }
        }
        for leader in self.setup.leader_ids() {
            if self.setup.leader(leader).rank.is_high() && self.may_ride(march, leader).is_ok() {
                out.push(Order::Ride(leader));
            }
        }
        if self.setup.campaign.is_some() {
            self.helped_orders(march, out);
        }
        out.push(Order::End);
    }
}

impl Play<'_> {
    /// Step 1 of a march on its own: the movement dice (5.1).
    pub(crate) fn own_allowance(&mut self, unit: UnitId) -> u16 {
        let printed = self.setup.unit(unit);
        self.allowance(printed.side, self.pos().rides(unit)) * 2
    }

    /// The movement dice of a force of its own (5.1), in MP.
    pub(crate) fn allowance(&mut self, side: Side, cavalry: bool) -> u16 {
        let first = self.dice.d6("march");
        let dice = [first, if cavalry { self.dice.d6("march") } else { 0 }];
        self.show_dice(&dice[..1 + usize::from(cavalry)]);
        let sum = dice[0] + dice[1];
        let total = charts::march(self.setup.module, side, cavalry, sum);
        self.pos().paced(side, cavalry, u16::from(total))
    }

    /// Steps 2 and on: fatigue, extended march, and the cavalry's chance to get away.
    pub(crate) fn begin_march(&mut self, unit: UnitId, allowance: u16, no_attack: bool) {
        let start = self.state.unit(unit).hex;
        let spent = self.state.unit(unit).fatigue >= 4;
        let march = March { spent, no_attack, ..March::new(unit, start, allowance) };
        if spent {
            // The Fatigue 4 option: it falls into disorder and rolls for nothing.
            self.state.unit_mut(unit).disorganized = true;
        } else {
            self.state.unit_mut(unit).tire(1);
        }
        self.tell(|t| {
            Event::March { piece: t.unit(unit), from: t.hex(start), mp: f64::from(allowance) / 2.0 }
                .or_openly_if(t.secrets(), || t.force_marches(t.setup.unit(unit).side, start, allowance))
        });
        self.let_dummies_along(unit, allowance);
        let fatigue = self.state.unit(unit).fatigue;
        if !spent && self.pos().is_extended(unit, fatigue) && !self.state.is_hidden(unit) {
            self.extended_march(unit, fatigue);
        }
        if self.state.is_hidden(unit) {
            return self.ask(Roll::March(march));
        }
        self.straggled(march);
    }

    /// Stragglers have fallen behind: what is left goes on, and enemy cavalry may get away.
    pub(crate) fn straggled(&mut self, march: March) {
        let unit = march.unit;
        if !self.state.unit(unit).is_on_map() {
            return self.finish_unit();
        }
        self.ask(ForceMarch { march });
        self.offer_to_cavalry_near(unit);
    }

    /// Enemy cavalry may get out of the way of a unit that marches on foot.
    fn offer_to_cavalry_near(&mut self, unit: UnitId) {
        match self.setup.unit(unit).arm {
            Arm::Cavalry => self.go_on(),
            _ => self.offer_cavalry_retreats(self.state.unit(unit).hex),
        }
    }

    pub(crate) fn extended_march(&mut self, unit: UnitId, fatigue: u8) {
        let modifier = self.pos().extended_march_modifiers(unit, fatigue).sum();
        let die = self.dice.d6("extended march");
        let result = self.extended_march_result(unit, die as i16 + modifier);
        if result == Straggling::Disorganized {
            self.state.unit_mut(unit).disorganized = true;
        }
        self.tell(|t| {
            let loss = if let Straggling::Lose(n) = result { n } else { 0 };
            Event::ExtendedMarch { piece: t.unit(unit), die, modifier, result: result.word(), loss }
                .or_openly_if(t.secrets(), || Event::ForceStraggles { side: t.setup.unit(unit).side, die })
        });
        if let Straggling::Lose(n) = result {
            self.lose_manpower(unit, n, true);
        }
    }

    fn extended_march_result(&self, unit: UnitId, modified: i16) -> Straggling {
        let state = self.state.unit(unit);
        charts::extended_march(modified, state.disorganized, state.manpower)
    }

    /// Step 3: ask about a force march where there is a choice.
    pub(crate) fn force_march_step(&mut self, march: March) {
        let may = self.pos().may_force_march(&march).is_ok() || self.state.is_hidden(march.unit);
        if may && !march.over && !march.is_spent() {
            self.ask(ForceMarch { march });
        } else {
            self.settle_march(march);
        }
    }

    /// Force march (5.1): disorder, more movement, and perhaps loss.
    fn force_march(&mut self, mut march: March) {
        let unit = march.unit;
        let marker = self.state.marker_of(unit);
        self.state.unit_mut(unit).disorganized = true;
        let result = if self.pos().rides(unit) {
            charts::force_march_cavalry(self.dice.d6("force march") + self.dice.d6("force march"))
        } else {
            charts::force_march_infantry(self.dice.d6("force march"), self.state.unit(unit).manpower)
        };
        march.mp += result.bonus as u16 * 2;
        if let Some(forces) = self.state.forces.as_mut() {
            forces.along_mp += result.bonus as u16 * 2;
        }
        self.tell(|t| {
            Event::ForceMarch { piece: t.unit(unit), bonus: result.bonus, loss: result.loss }
                .or_openly_if(t.secrets(), || Event::ForceForces { side: t.setup.unit(unit).side })
        });
        self.lose_manpower(unit, result.loss, true);
        match self.pos().left_behind(&march, marker) {
            Some(feint) => self.ask(Feinting { feint }),
            None => self.settle_march(march),
        }
    }

    /// Goes on with a march. One whose unit is lost is over, and one whose allowance is gone. A hidden one
    /// ends by its owner's word alone, for the enemy counts orders.
    pub(crate) fn settle_march(&mut self, march: March) {
        if !self.state.unit(march.unit).is_on_map() {
            self.finish_unit();
        } else if (march.over || march.is_spent()) && !self.state.is_hidden(march.unit) {
            self.end_march(march);
        } else {
            self.ask(Marching { march });
        }
    }

    /// One step of a march.
    fn march_step(&mut self, march: March, to: Hex) {
        match self.pos().stride(&self.pos().walker(&march), to) {
            Ok(stride) => self.take_step(march, to, stride),
            Err(_) => self.ask(Marching { march }),
        }
    }

    /// Enters a hex, whatever made it possible.
    pub(crate) fn take_step(&mut self, march: March, to: Hex, stride: Stride) {
        let (unit, from) = (march.unit, self.state.unit(march.unit).hex);
        let side = self.setup.unit(unit).side;
        let marker = self.while_marching(&march, |play| play.march_out_under(unit));
        self.leave_hex(unit);
        self.state.put(unit, to);
        if let (Some(marker), Some(forces)) = (marker, self.state.forces.as_mut()) {
            forces.stepped(side, marker, to);
        }
        self.hold(to, side);
        let march = march.stepped(&stride, self.state.in_enemy_zoc(self.setup, side, to));
        let left = march.mp;
        self.ask(Marching { march });
        self.tell(|t| {
            let moves = |paid| Event::Move { piece: t.unit(unit), from: t.hex(from), to: t.hex(to), paid };
            let cost = f64::from(stride.paid) / 2.0;
            let told = moves(Some(Paid { cost, left: f64::from(left) / 2.0 }));
            // What a step costs tells who else is in the hex, even if the mover himself is seen.
            match (t.secrets(), marker) {
                (false, _) => told.into(),
                (true, Some(marker)) => told.only(side).or_openly(t.marker_moves(side, marker, from, to)),
                (true, None) => told.only(side).or_openly(moves(None)),
            }
        });
        self.look_out();
        if let Entry::ZocToZoc { way: false } = stride.entry {
            self.disorder_or_lose(unit);
            if !self.state.unit(unit).is_on_map() {
                return self.go_on();
            }
        }
        if !self.state.is_hidden(unit) {
            self.release_near(to, side);
        }
        self.offer_to_cavalry_near(unit);
    }

    /// Does something in the middle of a march, with the march on the stack: what comes into the open there
    /// is not at rest.
    pub(crate) fn while_marching<T>(&mut self, march: &March, act: impl FnOnce(&mut Self) -> T) -> T {
        let depth = self.state.pending.len();
        self.ask(Marching { march: march.clone() });
        let answer = act(self);
        self.state.pending.truncate(depth);
        answer
    }

    /// From zone to zone off the ways: disorganized, or a Manpower point if it is already (6.2).
    fn disorder_or_lose(&mut self, unit: UnitId) {
        if self.state.unit(unit).disorganized {
            self.lose_manpower(unit, 1, true);
        } else {
            self.state.unit_mut(unit).disorganized = true;
            self.tell(|t| Event::Disorganized { piece: t.unit(unit) });
        }
    }

    /// The march ends: the enemy's pontoons fall, and bridges may be destroyed (10.2).
    pub(crate) fn end_march(&mut self, mut march: March) {
        march.over = true;
        let unit = march.unit;
        if self.state.unit(unit).is_on_map() {
            self.come_to_rest(unit);
            let side = self.setup.unit(unit).side;
            let hidden = self.state.is_hidden(unit);
            if hidden && !march.left_start {
                self.stay_behind();
            }
            let tempting = match hidden {
                true => self.pos().has_crossing(self.state.unit(unit).hex),
                false => self.known(side).pos().destroyable(unit).next().is_some(),
            };
            if tempting {
                return self.ask(DestroyBridge { march });
            }
        }
        self.finish_unit();
    }

    /// The unit is done: the next one of the activation, or a new Action Phase (5.2, 4.1).
    pub(crate) fn finish_unit(&mut self) {
        self.wait_for_dummies();
    }
}

/// Force march or not (5.1, step 3).
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct ForceMarch {
    pub(crate) march: March,
}

impl Room<Gcacw> for ForceMarch {
    fn ask(&self, _pos: Pos) -> Ask {
        Ask::new("force-march", "Force march, or keep a steady pace", "G5.1-17")
    }

    fn seats(&self, pos: Pos) -> Seats {
        Seats::one(pos.state.active)
    }

    fn orders(&self, pos: Pos, out: &mut Vec<Order>) {
        if pos.may_force_march(&self.march).is_ok() {
            out.push(Order::ForceMarch);
        }
        out.push(Order::Steady);
    }

    fn check(&self, pos: Pos, order: &Order) -> Result<(), Refusal> {
        match order {
            Order::ForceMarch => pos.may_force_march(&self.march),
            Order::Steady => Ok(()),
            _ => Err(self.ask(pos).not_asked()),
        }
    }

    fn apply(&self, play: &mut Play, order: &Order) {
        match order {
            Order::ForceMarch => play.force_march(self.march.clone()),
            Order::Steady => play.settle_march(self.march.clone()),
            _ => play.not_answered(self.clone(), order),
        }
    }
}

/// Move, attack, or end (5.1, step 5).
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Marching {
    pub(crate) march: March,
}

impl Room<Gcacw> for Marching {
    fn ask(&self, _pos: Pos) -> Ask {
        Ask::new("march", "Move, attack, or end the march", "G5.1-20")
    }

    fn seats(&self, pos: Pos) -> Seats {
        Seats::one(pos.state.active)
    }

    fn orders(&self, pos: Pos, out: &mut Vec<Order>) {
        pos.march_orders(&self.march, out);
        if !self.march.left_start {
            pos.along_orders(out);
        }
    }

    fn check(&self, pos: Pos, order: &Order) -> Result<(), Refusal> {
        let march = &self.march;
        let may_end = || pos.may_end_march(march);
        match *order {
            Order::Move(to) => pos.may_move(march, to),
            Order::Attack(to) => pos.may_attack(march, to),
            Order::RefuseFlanks => pos.may_refuse_flanks(march),
            Order::UnrefuseFlanks => may_end().and_then(|()| pos.may_unrefuse_flanks(march)),
            Order::Dismantle(to) => may_end().and_then(|()| pos.may_dismantle(march, to)),
            Order::Ride(leader) => may_end().and_then(|()| pos.may_ride(march, leader)),
            Order::Boats(to) => pos.may_take_boats(march, to).map(|_| ()),
            Order::Guide => pos.may_take_guide(march).map(|_| ()),
            Order::Along(..) if march.left_start => Err(Refusal::new(
                Rule("GLI-21"),
                "dummies go along before the force sets out, or when it has ended its march",
            )),
            Order::Along(marker, to) => pos.may_go_along(marker, to),
            Order::End => may_end(),
            _ => Err(self.ask(pos).not_asked()),
        }
    }

    fn apply(&self, play: &mut Play, order: &Order) {
        let march = self.march.clone();
        match *order {
            Order::Move(to) => play.march_step(march, to),
            Order::Boats(to) => play.cross_by_boat(march, to),
            Order::Attack(to) => play.name_target(march, to),
            Order::RefuseFlanks => play.refuse_flanks(march),
            Order::End => play.end_march(march),
            Order::Guide => play.take_guide(march),
            Order::Ride(leader) => {
                play.attach(leader, march.unit);
                play.ask(Marching { march: March { must_leave: true, ..march } });
            }
            // The rest is done by the way: the march goes on as it is.
            Order::UnrefuseFlanks => {
                play.ask(self.clone());
                play.show(march.unit);
                play.drop_refused_flanks(play.state.unit(march.unit).hex);
            }
            Order::Dismantle(to) => {
                play.ask(self.clone());
                play.dismantle(march.unit, to);
            }
            Order::Along(marker, to) => {
                play.ask(self.clone());
                play.go_along(marker, to);
            }
            _ => play.not_answered(self.clone(), order),
        }
    }
}

#[cfg(test)]
impl Play<'_> {
    /// A march from its step 5 on, without dice: for tests of what happens on the way.
    pub(crate) fn begin_march_in_test(&mut self, unit: UnitId, allowance: u16) {
        let fatigue = self.state.unit(unit).fatigue;
        self.state.unit_mut(unit).fatigue = 0;
        self.begin_march(unit, allowance, false);
        self.state.unit_mut(unit).fatigue = fatigue;
        if let Some(march) = self.state.march().cloned() {
            self.state.pending.retain(|p| p.activation().is_some());
            self.ask(Marching { march });
        }
    }
}
