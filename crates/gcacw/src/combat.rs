//! Combat (7.2 to 7.4): values, modifiers, dice.

use std::borrow::Cow;

use arrayvec::ArrayVec;
use hexmap::{Crossing, Hex, Ridge, Terrain, Water};
use table::{BySide, Chances, Dice, Fight, Modifier, Rule, Side, Toll, chances};

use crate::assault::Assault;
use crate::charts::{self, Guns, Ratio};
use crate::event::Event;
use crate::flank::Flank;
use crate::ground::counts_as;
use crate::module::LONGSTREET_FROM;
use crate::order::AttackType;
use crate::play::Play;
use crate::position::Pos;
use crate::results::{Combat, Stage};
use crate::setup::{Arm, DieOf, During, LeaderId, Rank, UnitId, UnitSet};

/// How an attack is made.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Manner {
    March(AttackType),
    Assault {
        leader: LeaderId,
        /// Lee's bonus was announced.
        lee: bool,
        grand: bool,
    },
}

/// An attack about to be resolved.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Attack {
    pub(crate) attackers: UnitSet,
    /// The hex of the active unit, or of the leader who began the assault.
    pub(crate) from: Hex,
    pub(crate) target: Hex,
    pub(crate) manner: Manner,
}

impl Attack {
    pub(crate) fn march(unit: UnitId, from: Hex, target: Hex, kind: AttackType) -> Attack {
        Attack { attackers: UnitSet::EMPTY.with(unit), from, target, manner: Manner::March(kind) }
    }
}

/// The most modifiers a scenario may bring.
pub(crate) const MOST_MODIFIERS: usize = 24;

/// A list of modifiers that never allocates: those of a scenario, and of the rules, which have fewer than 24
/// for a die.
pub(crate) type ModifierList = ArrayVec<Modifier, { 24 + MOST_MODIFIERS }>;

/// Everything about a combat before its dice.
#[derive(Clone, Debug)]
pub(crate) struct Sum {
    pub(crate) side: Side,
    /// Quarters of Combat value, as they count in the ratio.
    pub(crate) attacker_value: i32,
    pub(crate) defender_value: i32,
    /// The defender's value for the Combat Chart: without entrenchments.
    pub(crate) chart_value: i32,
    pub(crate) ratio: Ratio,
    pub(crate) attacker: ModifierList,
    pub(crate) defender: ModifierList,
    pub(crate) guns: Guns,
    pub(crate) flank: Flank,
    /// Added to the attacker's loss (7.2).
    pub(crate) extra_loss: u8,
}

fn add(list: &mut ModifierList, rule: Rule, name: impl Into<Cow<'static, str>>, value: i16) {
    if value != 0 {
        list.push(Modifier { name: name.into(), value, rule });
    }
}

fn total(list: &ModifierList) -> i16 {
    list.iter().map(|m| m.value).sum()
}

/// What fell in a combat.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Fall {
    pub(crate) attacker: u8,
    pub(crate) defender: u8,
    /// What the artillery adds, after its die where it has one.
    pub(crate) guns: i16,
    pub(crate) difference: i32,
}

impl Sum {
    pub(crate) fn attacker_modifier(&self) -> i16 {
        total(&self.attacker)
    }
    pub(crate) fn defender_modifier(&self) -> i16 {
        total(&self.defender)
    }

    /// The dice of a combat (7.1, steps 4 and 5): the artillery die where the summary asks for one, then
    /// the attacker's and the defender's. Play and exact odds both run this.
    #[inline]
    pub(crate) fn roll(&self, dice: &mut dyn Dice) -> Fall {
        let guns = match self.guns {
            Guns::Sure(modifier) => modifier,
            Guns::IfEven(modifier) if dice.d6("artillery").is_multiple_of(2) => modifier,
            Guns::IfEven(_) => 0,
            Guns::TwoOrOne => 2 - i16::from(!dice.d6("artillery").is_multiple_of(2)),
        };
        let attacker = dice.d6("attacker");
        let defender = dice.d6("defender");
        let difference = attacker as i32 + (self.attacker_modifier() + guns) as i32
            - defender as i32
            - self.defender_modifier() as i32;
        Fall { attacker, defender, guns, difference }
    }
}

impl Pos<'_> {
    /// The value a unit attacks with: demoralized units are weak (11.0).
    pub(crate) fn attack_value(&self, unit: UnitId) -> i32 {
        let full = self.state.combat_value(self.setup, unit);
        match self.state.unit(unit).demoralized {
            0 => full,
            _ if full <= 4 => 2,
            1 => full / 8 * 4,
            _ => 4,
        }
    }

    /// What entrenchments multiply a defender's values by, in quarters (9.0).
    pub(crate) fn works_quarters(&self, unit: UnitId) -> i32 {
        let state = self.state.unit(unit);
        let marker = state.works.quarters(self.setup.period);
        if self.in_redoubt(state.hex, self.setup.unit(unit).side) { marker.max(6) } else { marker }
    }

    /// The value a unit defends with.
    pub(crate) fn defence_value(&self, unit: UnitId) -> i32 {
        self.state.combat_value(self.setup, unit) * self.works_quarters(unit) / 4
    }

    /// The defenders' combined value, cut to the maximum (7.2).
    pub(crate) fn hex_defence(&self, hex: Hex) -> i32 {
        let (mut sum, mut units, mut entrenched) = (0, 0, 0);
        for unit in self.state.stack(hex) {
            sum += self.defence_value(unit);
            units += 1;
            entrenched += i32::from(self.works_quarters(unit) > 4);
        }
        if let Some(fort) = self.state.fort(self.setup, hex) {
            sum += fort.combat;
        }
        let maxima = &self.setup.module.maxima;
        sum.min(match entrenched {
            all if all == units => maxima.all_entrenched,
            some if some * 2 >= units => maxima.half_entrenched,
            _ => maxima.defending,
        })
    }

    /// The attackers' combined value: cut hex by hex (7.2).
    fn attackers_value(&self, attackers: UnitSet) -> i32 {
        // Attackers stand around their target, in six hexes at most.
        let mut hexes: ArrayVec<(Hex, i32), 6> = ArrayVec::new();
        for unit in attackers {
            let (hex, value) = (self.state.unit(unit).hex, self.attack_value(unit));
            match hexes.iter_mut().find(|(at, _)| *at == hex) {
                Some((_, sum)) => *sum += value,
                None => hexes.push((hex, value)),
            }
        }
        hexes.iter().map(|(_, sum)| (*sum).min(self.setup.module.maxima.attacking)).sum()
    }

    /// Everything about a combat before its dice.
    pub(crate) fn combat_sum(&self, attack: &Attack) -> Sum {
        let side = attack.attackers.first().map_or(self.state.active, |u| self.setup.unit(u).side);
        let defender_value = self.hex_defence(attack.target);
        let attacker_value = self.attackers_value(attack.attackers);
        let ratio = charts::ratio(attacker_value, defender_value);
        let flank = self.flank(side, attack.target, defender_value);
        let mut sum = Sum {
            side,
            attacker_value,
            defender_value,
            chart_value: self.garrison(attack.target),
            ratio,
            attacker: ModifierList::new(),
            defender: ModifierList::new(),
            guns: Guns::Sure(0),
            flank,
            extra_loss: extra_loss(attack, attacker_value),
        };
        add(&mut sum.attacker, Rule("G7.4-2"), "combat ratio", ratio.modifier);
        self.tactical_modifier(attack, &mut sum);
        self.artillery_modifier(attack, &mut sum);
        self.manner_modifiers(attack, &mut sum);
        if self.state.is_rain() {
            add(&mut sum.attacker, Rule("G7.4-51"), "rain", -1);
        }
        self.flank_modifier(attack, &mut sum);
        self.ground_modifiers(attack, &mut sum.defender);
        self.demoralized_defenders(attack.target, &mut sum.defender);
        self.scenario_modifiers(attack, &mut sum);
        if self.state.campaign.today.bonus_now != 0 {
            add(&mut sum.attacker, Rule("GBAC-37"), "event", self.state.campaign.today.bonus_now as i16);
        }
        sum
    }

    /// The Combat value of the units and the fort in a hex, without entrenchments.
    fn garrison(&self, hex: Hex) -> i32 {
        let fort = self.state.fort(self.setup, hex).map_or(0, |fort| fort.combat);
        fort + self.state.stack(hex).map(|u| self.state.combat_value(self.setup, u)).sum::<i32>()
    }

    /// The Tactical value with which a unit attacks: its own, or that of a leader beside it.
    fn led_attack(&self, unit: UnitId, from: Hex) -> u8 {
        self.state
            .leaders_in(self.setup, from)
            .filter(|l| !self.is_idle(*l))
            .map(|l| self.setup.leader(l))
            .filter(|l| l.rank != Rank::Army && l.commands.has(unit))
            .map(|l| l.tactical_attack)
            .fold(self.setup.unit(unit).tactical_attack, u8::max)
    }

    fn tactical_modifier(&self, attack: &Attack, sum: &mut Sum) {
        let own = match attack.manner {
            Manner::Assault { leader, .. } => self.setup.leader(leader).tactical_attack,
            Manner::March(_) => attack.attackers.first().map_or(0, |u| self.led_attack(u, attack.from)),
        };
        let theirs = self.defender_tactical(attack.target);
        add(&mut sum.attacker, Rule("G7.4-8"), "tactical difference", own as i16 - theirs as i16);
    }

    /// The highest Tactical value among units and leaders of a defending hex (7.4).
    fn defender_tactical(&self, hex: Hex) -> u8 {
        let awake = self.state.stack(hex).filter(|u| !self.is_idle_unit(*u));
        let units = awake.map(|u| self.setup.unit(u).tactical_defend).max().unwrap_or(0);
        self.state
            .leaders_in(self.setup, hex)
            .filter(|l| !self.is_idle(*l))
            .map(|l| self.setup.leader(l))
            .filter(|l| l.rank != Rank::Army)
            .map(|l| l.tactical_defend)
            .fold(units, u8::max)
    }

    /// A unit's guns; those of a demoralized unit are silent (11.0).
    fn guns_of(&self, unit: UnitId) -> i32 {
        if self.state.unit(unit).demoralized > 0 { 0 } else { self.setup.unit(unit).artillery as i32 }
    }

    fn artillery_modifier(&self, attack: &Attack, sum: &mut Sum) {
        let attacking: i32 = attack.attackers.into_iter().map(|u| self.guns_of(u)).sum();
        let (mut printed, mut quarters) = (0, 0);
        for unit in self.state.stack(attack.target) {
            printed += self.guns_of(unit);
            quarters += self.guns_of(unit) * self.works_quarters(unit);
        }
        let fort = self.state.fort(self.setup, attack.target).map_or(0, |fort| fort.artillery);
        printed += fort;
        let defending = (quarters + 3) / 4 + fort;
        let terrain = counts_as(self.setup.map.terrain(attack.target), self.state.is_rain());
        sum.guns = special_guns(charts::artillery(terrain, attacking - defending), attacking, printed);
        if let Guns::Sure(modifier) = sum.guns {
            // A modifier no die decides is one like any other.
            add(&mut sum.attacker, Rule("G7.4-15"), "artillery", modifier);
            sum.guns = Guns::Sure(0);
        }
    }

    fn manner_modifiers(&self, attack: &Attack, sum: &mut Sum) {
        match attack.manner {
            Manner::March(kind) => {
                add(&mut sum.attacker, Rule("G7.4-49"), attack_name(kind), kind.modifier());
                if self.disobeys(attack.attackers) {
                    add(&mut sum.attacker, Rule("G7.4-97"), "insubordinate", -2);
                }
            }
            Manner::Assault { leader, lee, .. } => {
                add(&mut sum.attacker, Rule("G7.4-50"), "assault", 1);
                self.great_captain(leader, lee, sum);
            }
        }
    }

    /// Lee, Jackson and Longstreet help an assault; their bonuses never add up (7.4).
    fn great_captain(&self, leader: LeaderId, lee: bool, sum: &mut Sum) {
        let l = self.setup.leader(leader);
        if lee {
            add(&mut sum.attacker, Rule("G7.4-35"), "Lee", 1);
        } else if l.side == Side::Confederate && l.rank == Rank::Corps {
            if self.setup.module.jackson_bonus && crate::leaders::is_named(&l.name, "Jackson") {
                add(&mut sum.attacker, Rule("G7.4-46"), "Jackson", 1);
            } else if self.setup.year >= LONGSTREET_FROM && crate::leaders::is_named(&l.name, "Longstreet") {
                add(&mut sum.attacker, Rule("G7.4-42"), "Longstreet", 1);
            }
        }
    }

    fn disobeys(&self, attackers: UnitSet) -> bool {
        self.state.insubordinate != 0
            && self.setup.leader_ids().any(|l| {
                self.state.insubordinate >> l.0 & 1 != 0
                    && !self.setup.leader(l).commands.and(attackers).is_empty()
            })
    }

    fn flank_modifier(&self, attack: &Attack, sum: &mut Sum) {
        let cavalry_attacks = match attack.manner {
            Manner::Assault { leader, .. } => self.setup.leader(leader).cavalry,
            Manner::March(_) => {
                attack.attackers.first().is_some_and(|u| self.setup.unit(u).arm == Arm::Cavalry)
            }
        };
        let (rule, name, bonus) = self.flank_effect(sum.side, attack.target, &sum.flank, cavalry_attacks);
        sum.flank.effective = bonus;
        add(&mut sum.attacker, rule, name, bonus);
    }

    /// What the ground between attacker and defender adds to the defender's die (7.4).
    pub(crate) fn ground_modifiers(&self, attack: &Attack, list: &mut ModifierList) {
        let Some(dir) = self.setup.map.grid.direction(attack.from, attack.target) else { return };
        let side = self.setup.map.side(attack.from, dir);
        match side.water {
            Some(Water::Creek) => {
                let (rule, value) =
                    if self.state.is_rain() { (Rule("G7.4-27"), 2) } else { (Rule("G7.4-26"), 1) };
                add(list, rule, "creek", value);
            }
            Some(Water::MinorRiver | Water::MajorRiver) => {
                add(list, Rule("G7.4-25"), crossing_name(side.crossing), 2);
            }
            _ => {}
        }
        let down = side.ridge == Ridge::Down;
        let here = self.setup.map.terrain(attack.from);
        match self.setup.map.terrain(attack.target) {
            Terrain::Hill if !down && !matches!(here, Terrain::Hill | Terrain::Mountain) => {
                add(list, Rule("G7.4-29"), "hill", 1);
            }
            Terrain::Mountain => {
                let value = if down || here == Terrain::Mountain { 1 } else { 2 };
                add(list, Rule("G7.4-30"), "mountain", value);
            }
            _ => {}
        }
        if side.ridge == Ridge::Up {
            add(list, Rule("G7.4-31"), "up a ridge", 2);
        }
    }

    /// Units at Demoralize-2 that make up more than half of the defence weaken it (7.4).
    fn demoralized_defenders(&self, hex: Hex, list: &mut ModifierList) {
        let (mut whole, mut broken) = (0, 0);
        for unit in self.state.stack(hex) {
            let defence = self.defence_value(unit);
            whole += defence;
            if self.state.unit(unit).demoralized >= 2 {
                broken += defence;
            }
        }
        if broken * 2 > whole {
            add(list, Rule("G7.4-53"), "demoralized defenders", -1);
        }
    }

    /// Whether a named leader has begun the assault, or, as an army leader, who begins none, stands with the
    /// one who has.
    fn leads_or_watches(&self, named: LeaderId, leader: Option<LeaderId>, from: Hex) -> bool {
        let watches = || {
            let l = self.setup.leader(named);
            l.rank == Rank::Army && self.state.leader_hex(named) == Some(from)
        };
        leader.is_some_and(|leader| leader == named || watches())
    }

    fn scenario_modifiers(&self, attack: &Attack, sum: &mut Sum) {
        let (action, leader) = match attack.manner {
            Manner::March(_) => (During::March, None),
            Manner::Assault { leader, .. } => (During::Assault, Some(leader)),
        };
        for special in &self.setup.modifiers {
            let (list, side) = match special.to {
                DieOf::Attacker => (&mut sum.attacker, sum.side),
                DieOf::Defender => (&mut sum.defender, sum.side.other()),
                _ => continue,
            };
            let fits = special.side == side
                && (special.action == During::Any || special.action == action)
                && special.leader.is_none_or(|named| self.leads_or_watches(named, leader, attack.from))
                && special.turns.as_ref().is_none_or(|turns| turns.contains(&self.state.turn))
                && special.hexes.as_ref().is_none_or(|hexes| hexes.contains(&attack.target));
            if fits {
                add(list, Rule("G7.4-90"), special.name.clone(), special.value);
            }
        }
    }
}

fn attack_name(kind: AttackType) -> &'static str {
    match kind {
        AttackType::Column => "column of route",
        AttackType::Hasty => "hasty attack",
        AttackType::Normal => "normal attack",
        AttackType::Prepared => "prepared attack",
    }
}

fn crossing_name(crossing: Option<Crossing>) -> &'static str {
    match crossing {
        Some(Crossing::Ford) => "ford",
        Some(Crossing::Ferry) => "ferry",
        Some(Crossing::Dam) => "dam",
        _ => "bridge",
    }
}

/// A huge grand assault pays for itself (7.2).
fn extra_loss(attack: &Attack, quarters: i32) -> u8 {
    match attack.manner {
        Manner::Assault { grand: true, .. } => match quarters {
            ..=319 => 0,
            320..=359 => 1,
            360..=399 => 2,
            _ => 3,
        },
        _ => 0,
    }
}

/// The special cases of the Artillery Modifier Summary (7.4).
fn special_guns(entry: Guns, attacking: i32, printed: i32) -> Guns {
    let negative = matches!(entry, Guns::Sure(n) | Guns::IfEven(n) if n < 0);
    match entry {
        _ if attacking == 0 && printed == 0 => Guns::Sure(0),
        _ if negative && printed == 0 => Guns::Sure(0),
        Guns::Sure(-2) if printed == 1 => Guns::Sure(-1),
        Guns::Sure(-3) if printed == 2 => Guns::Sure(-2),
        other => other,
    }
}

impl Play<'_> {
    /// For studies: an attack succeeds if the defender has to fall back.
    fn count_fight(&mut self, attack: &Attack, sum: &Sum, difference: i32) {
        if self.log.counts() {
            let falls_back = |difference: i32| {
                charts::defender_result(difference, sum.chart_value).flight != charts::Flight::None
            };
            let falls = chances(|dice| sum.roll(dice).difference);
            let p = falls.iter().filter(|(fall, _)| falls_back(*fall)).map(|(_, p)| p).sum();
            let toll = Some(self.toll(attack, sum, difference, &falls));
            let how = if matches!(attack.manner, Manner::March(_)) { "attack" } else { "assault" };
            let at = self.setup.map.grid.label(attack.target);
            self.log.fought(Fight {
                at,
                by: sum.side,
                how: how.into(),
                p,
                won: falls_back(difference),
                toll,
            });
        }
    }

    /// What the combat costs by the chart; nobody loses more than he has.
    fn toll(&self, attack: &Attack, sum: &Sum, difference: i32, falls: &Chances<i32>) -> Toll {
        let men = |units: UnitSet| units.into_iter().map(|u| u16::from(self.state.unit(u).manpower)).sum();
        let (attackers, defenders): (u16, u16) =
            (men(attack.attackers), men(self.state.stack_set(attack.target)));
        let lost = |difference: i32| {
            let ours = charts::attacker_result(difference, sum.attacker_value).loss + sum.extra_loss;
            let theirs = charts::defender_result(difference, sum.chart_value).loss;
            let (ours, theirs) = (u16::from(ours).min(attackers), u16::from(theirs).min(defenders));
            BySide::from_fn(|side| if side == sum.side { ours } else { theirs })
        };
        let mean = |side| falls.iter().map(|(fall, p)| f64::from(lost(*fall)[side]) * p).sum();
        Toll { of: "Manpower", expected: BySide::from_fn(mean), fell: lost(difference) }
    }

    /// Resolves an attack: dice, then the results one after the other.
    pub(crate) fn fight(&mut self, attack: Attack, mut assault: Option<Assault>) {
        let sum = self.open_to_all().pos().combat_sum(&attack);
        let fall = sum.roll(self.dice);
        self.state.campaign.today.bonus_now = 0;
        let attacker_result = charts::attacker_result(fall.difference, sum.attacker_value);
        let defender_result = charts::defender_result(fall.difference, sum.chart_value);
        self.tell(|t| {
            Event::Combat(Box::new(crate::event::Combat {
                side: sum.side,
                from: t.hex(attack.from),
                to: t.hex(attack.target),
                attacker_value: f64::from(sum.attacker_value) / 4.0,
                defender_value: f64::from(sum.defender_value) / 4.0,
                ratio: format!("{}-{}", sum.ratio.attacker, sum.ratio.defender),
                attacker_die: fall.attacker,
                defender_die: fall.defender,
                difference: fall.difference,
                attacker_modifier: sum.attacker_modifier(),
                defender_modifier: sum.defender_modifier(),
                artillery_modifier: fall.guns,
                attacker_result: attacker_result.text,
                defender_result: defender_result.text,
            }))
        });
        self.count_fight(&attack, &sum, fall.difference);
        self.fort_may_fall(sum.side, attack.target, defender_result);
        let attack = self.commander_may_fall(attack, fall, assault.as_mut());
        let combat = Combat {
            attacker: sum.side,
            attackers: attack.attackers,
            defenders: self.state.stack_set(attack.target),
            from: attack.from,
            target: attack.target,
            stage: Stage::DefenderLosses,
            attacker_result,
            defender_result,
            losses: defender_result.loss,
            extra_loss: sum.extra_loss,
            chosen: UnitSet::EMPTY,
            reattached: 0,
            assault,
        };
        self.resume_combat(combat);
    }
}
