//! Random events of a campaign: two dice find a line of the table, and the line says what it does.
//!
//! A new effect is a variant of [`Effect`], one of `EffectKeys`, a line in `read` that turns the one into
//! the other, and a line in [`Play::run_effect`].

use serde::Deserialize;
use table::Side;

use super::night::Night;
use super::state::NO_EVENT;
use crate::event::Event;
use crate::module::ArmyInitiative;
use crate::play::Play;
use crate::position::Pos;
use crate::setup::{Arm, LeaderId, UnitId, UnitSet};

/// What a line of the event table asks of the weather.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum WeatherIs {
    /// Winter weather is in effect.
    Winter,
    /// It is not: not yet, or no more.
    NotWinter,
    /// It has come and gone.
    AfterWinter,
}

/// What an event does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Effect {
    None,
    Heat,
    /// Rain now and for so many further turns.
    Rain(u8),
    /// Each side rolls; the lower marches so much less this turn: on foot, mounted.
    Paralysis([i8; 2]),
    /// Both sides march so much farther this turn.
    Pace([i8; 2]),
    /// So many sets beyond the roll on a table of arrivals this turn.
    MoreSets(u8, u8),
    /// A leader's Command value changes for good; nobody's where he is not in the scenario.
    CommandValue(Option<LeaderId>, i8),
    /// The army initiative moves one step towards a side.
    ArmyInitiative(Side),
    /// A side builds no pontoon bridges this turn.
    NoPontoons(Side),
    /// A side rolls for no reinforcements this turn.
    NoRolls(Side),
    /// A side may roll again on each table of arrivals this turn.
    Reroll(Side),
    /// An army leader cannot be used for grand assaults this turn.
    NoGrandAssault(Option<LeaderId>),
    /// A counter takes no action this turn, and its Tactical value does not count.
    Idle(Option<LeaderId>, Option<UnitId>),
    /// Once this turn a side may add so much to an attack die.
    AttackBonus(Side, i8),
    /// Once this turn a unit of a side may cross a major river by boat.
    Boats(Side),
    /// Each side rolls; the higher may once this turn march so much farther.
    Guide(u8),
    /// The sets of a table come this turn.
    Bring(u8),
    /// A leader may come into play with a unit of his command.
    JoinLeader(Option<LeaderId>),
    /// A die names a set of a table, which comes sooner or later.
    Shift(u8, i8),
    /// A side scores.
    Points(Side, i32),
    /// These units leave for good, without loss to anybody.
    Withdraw(UnitSet),
    /// A die moves the end of winter weather: so much or less brings it nearer.
    WinterEnd(u8),
    /// Once this turn a side may march right after losing the initiative.
    NightMarch(Side),
    /// A unit of a side and arm leaves for good.
    Raid(Side, Arm),
}

/// A line of the event table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct EventRow {
    /// The sums of two dice that find it, as bits.
    pub(crate) dice: u16,
    pub(crate) from: u8,
    pub(crate) until: u8,
    pub(crate) weather: Option<WeatherIs>,
    /// Only the first time.
    pub(crate) once: bool,
    pub(crate) name: String,
    /// What it does, in a sentence or two for the player.
    pub(crate) text: String,
    pub(crate) effect: Effect,
}

impl Pos<'_> {
    /// A march allowance in MP as the events of the day leave it, never below 1.
    pub(crate) fn paced(&self, side: Side, mounted: bool, allowance: u16) -> u16 {
        let change = self.state.campaign.today.pace[side][usize::from(mounted)];
        if change == 0 { allowance } else { allowance.saturating_add_signed(change as i16).max(1) }
    }

    /// The line of the table that two dice find now: the first that fits the turn and the weather.
    pub(crate) fn event_row(&self, dice: u8) -> Option<usize> {
        let campaign = self.setup.campaign.as_ref()?;
        campaign.events.iter().enumerate().position(|(n, row)| {
            row.dice >> dice & 1 != 0
                && (row.from..=row.until).contains(&self.state.turn)
                && row.weather.is_none_or(|weather| self.weather_is(weather))
                && !(row.once && self.state.campaign.happened >> n & 1 != 0)
        })
    }

    fn weather_is(&self, weather: WeatherIs) -> bool {
        let skies = &self.state.skies;
        match weather {
            WeatherIs::Winter => self.state.is_winter(),
            WeatherIs::NotWinter => !self.state.is_winter(),
            WeatherIs::AfterWinter => skies.winter_from != 0 && !self.state.is_winter(),
        }
    }
}

impl Play<'_> {
    /// Two dice on the campaign's table. True if a player has to decide something about the event.
    pub(crate) fn campaign_event(&mut self) -> bool {
        let Some(campaign) = self.setup.campaign.as_ref().filter(|c| !c.events.is_empty()) else {
            return false;
        };
        let dice = self.dice.d6("random event") + self.dice.d6("random event");
        let found = self.pos().event_row(dice);
        self.state.campaign.today.event_dice = dice;
        self.state.campaign.today.event = found.map_or(NO_EVENT, |n| n as u8);
        let row = found.map(|n| &campaign.events[n]);
        self.tell(|_| Event::CampaignEvent {
            row: dice,
            name: row.map(|row| row.name.clone()),
            effect: row.map(|row| row.text.clone()),
        });
        let Some((row, n)) = row.zip(found) else { return false };
        self.state.campaign.happened |= 1 << n;
        self.run_effect(row.effect)
    }

    /// Carries out an effect. True if a player has to decide something about it.
    pub(crate) fn run_effect(&mut self, effect: Effect) -> bool {
        match effect {
            Effect::None => {}
            Effect::Heat => self.state.skies.heat = true,
            Effect::Rain(extra) => self.rain(extra),
            Effect::Paralysis(less) => self.command_paralysis(less),
            Effect::Pace(more) => {
                for side in Side::BOTH {
                    self.change_pace(side, more);
                }
            }
            Effect::MoreSets(table, sets) => self.state.campaign.today.more_sets[table as usize] += sets,
            Effect::CommandValue(leader, change) => self.change_command_value(leader, change),
            Effect::ArmyInitiative(side) => self.shift_army_initiative(side),
            Effect::NoPontoons(side) => self.state.campaign.today.no_pontoons[side] = true,
            Effect::NoRolls(side) => self.state.campaign.today.no_rolls[side] = true,
            Effect::Reroll(side) => self.state.campaign.today.reroll[side] = true,
            Effect::NoGrandAssault(leader) => self.state.campaign.today.no_grand = leader,
            Effect::Idle(leader, unit) => {
                self.state.campaign.today.idle_leader = leader;
                self.state.campaign.today.idle_unit = unit;
            }
            Effect::AttackBonus(side, value) => self.state.campaign.today.bonus = Some((side, value)),
            Effect::Boats(side) => self.state.campaign.today.boats = Some(side),
            Effect::Guide(points) => self.find_guide(points),
            Effect::Bring(table) => self.bring_sets(table),
            Effect::JoinLeader(leader) => return self.leader_may_join(leader),
            Effect::Shift(table, turns) => self.shift_set(table, turns),
            Effect::Points(side, points) => self.state.scored[side] += points,
            Effect::Withdraw(units) => self.send_away(units),
            Effect::WinterEnd(earlier) => self.move_winter_end(earlier),
            Effect::NightMarch(side) => self.state.campaign.today.night = Night::Open(side),
            Effect::Raid(side, arm) => return self.raid(side, arm),
        }
        false
    }

    fn change_pace(&mut self, side: Side, [foot, horse]: [i8; 2]) {
        let pace = &mut self.state.campaign.today.pace[side];
        *pace = [pace[0] + foot, pace[1] + horse];
    }

    /// Both players roll; the lower is paralysed this turn, and nobody on a tie.
    fn command_paralysis(&mut self, [foot, horse]: [i8; 2]) {
        let union = self.dice.d6("Union command");
        let confederate = self.dice.d6("Confederate command");
        let sufferer = match union.cmp(&confederate) {
            std::cmp::Ordering::Less => Some(Side::Union),
            std::cmp::Ordering::Greater => Some(Side::Confederate),
            std::cmp::Ordering::Equal => None,
        };
        self.state.campaign.today.paralysed = sufferer;
        if let Some(side) = sufferer {
            self.change_pace(side, [-foot, -horse]);
        }
        self.tell(|_| Event::Paralysis { union, confederate, side: sufferer });
    }

    fn change_command_value(&mut self, leader: Option<LeaderId>, change: i8) {
        let Some(leader) = leader.filter(|l| self.state.leader_hex(*l).is_some()) else { return };
        self.state.leaders[leader.index()].command_change += change;
        let value = self.pos().command_value(leader);
        self.tell(|t| Event::CommandValue { piece: t.leader(leader), value });
    }

    fn shift_army_initiative(&mut self, towards: Side) {
        let Some(now) = self.state.army_initiative else { return };
        let next = now.shifted(towards);
        self.state.army_initiative = Some(next);
        self.tell(|_| Event::ArmyInitiative {
            with: match next {
                ArmyInitiative::Union => Some(Side::Union),
                ArmyInitiative::Neutral => None,
                ArmyInitiative::Confederate => Some(Side::Confederate),
            },
        });
    }
}
