//! What a client shows of a campaign: phases, events of the day, weather, who is expected, forts, horses.

use serde::Serialize;
use table::{Modifiers, Side};

use super::country_view::{BoxView, CountyView, SupplyView};
use super::mounts::Mount;
use super::night::Night;
use super::state::{NO_EVENT, NOT_YET};
use super::{Campaign, country_view};
use crate::module::ArmyInitiative;
use crate::position::Pos;
use crate::state::Whereabouts;

/// The `campaign` part of a view.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "wire.d.ts"))]
pub struct CampaignView {
    pub name: String,
    /// What is not the publisher's, in words for the player.
    pub ours: Vec<String>,
    pub phases: Vec<CampaignPhase>,
    /// The random events of this turn.
    pub events: Vec<CampaignEvent>,
    /// What holds this turn, a sentence each.
    pub effects: Vec<String>,
    pub weather: CampaignWeather,
    pub army_initiative: Option<&'static str>,
    pub arrivals: Vec<ArrivalsView>,
    pub scheduled: Vec<Scheduled>,
    pub forts: Vec<FortView>,
    pub mounts: Vec<MountView>,
    /// Units beyond the map that may come back, and those that will not.
    pub off_map: Vec<String>,
    pub sent_away: Vec<String>,
    pub victory: CampaignPoints,
    /// As far as the scenario plays with them.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub supply: Option<SupplyView>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<Vec<CountyView>>"))]
    pub counties: Vec<CountyView>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<Vec<BoxView>>"))]
    pub boxes: Vec<BoxView>,
}

/// A phase of the campaign, and whether this turn has it.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "wire.d.ts"))]
pub struct CampaignPhase {
    pub name: &'static str,
    /// This turn has it.
    pub active: bool,
    /// It goes on now.
    pub current: bool,
    pub from: u8,
    /// Its last turn; none where it is held to the end.
    pub until: Option<u8>,
    pub every: u8,
}

/// A random event and the dice that found it.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "wire.d.ts"))]
pub struct CampaignEvent {
    pub dice: u8,
    pub name: String,
    pub text: String,
}

#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "wire.d.ts"))]
pub struct CampaignWeather {
    pub rain: bool,
    /// Winter weather, where it has come.
    pub winter: Option<WinterWeather>,
    pub heat: bool,
    pub minor_unfordable: bool,
    pub major_unfordable: bool,
}

/// The turns of winter weather.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "wire.d.ts"))]
pub struct WinterWeather {
    pub from: u8,
    pub until: u8,
    pub now: bool,
}

/// A table of arrivals: its sets, and what a roll this turn would bring.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "wire.d.ts"))]
pub struct ArrivalsView {
    pub table: String,
    pub name: String,
    /// Whose troops it brings; none: both sides'.
    pub side: Option<Side>,
    pub phase: &'static str,
    pub from: u8,
    #[cfg_attr(feature = "ts", ts(type = "{ name: string, value: number, rule: string }[]"))]
    pub modifiers: Modifiers,
    /// The exact chances of a roll this turn; none where there is no roll.
    pub odds: Vec<ArrivalOdds>,
    pub closed: bool,
    pub sets: Vec<ArrivalSet>,
}

/// How many sets come, and how likely.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "wire.d.ts"))]
pub struct ArrivalOdds {
    pub sets: u8,
    pub p: f64,
}

/// Units that come together.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "wire.d.ts"))]
pub struct ArrivalSet {
    pub number: u8,
    pub units: Vec<String>,
    pub hexes: Vec<String>,
    /// The turn on which it comes or came, where it is known.
    pub turn: Option<u8>,
    /// `waiting`, `expected`, `due`, `arrived`.
    pub status: &'static str,
}

/// A unit with a day of its own that has not come yet.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "wire.d.ts"))]
pub struct Scheduled {
    pub turn: u8,
    pub unit: String,
    pub hexes: Vec<String>,
}

#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "wire.d.ts"))]
pub struct FortView {
    pub hex: String,
    pub side: Side,
    pub class: String,
    pub combat: i32,
    pub artillery: i32,
    pub stands: bool,
}

/// Cavalry whose horses are not fresh.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "wire.d.ts"))]
pub struct MountView {
    pub unit: String,
    /// `horses-worn-out`, `unmounted`.
    pub state: &'static str,
}

/// The score now, and what of it was scored for good.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "wire.d.ts"))]
pub struct CampaignPoints {
    pub union: i32,
    pub confederate: i32,
    pub scored: PointsBySide,
}

#[derive(Clone, Copy, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "wire.d.ts"))]
pub struct PointsBySide {
    pub union: i32,
    pub confederate: i32,
}

impl From<table::BySide<i32>> for PointsBySide {
    fn from(points: table::BySide<i32>) -> Self {
        PointsBySide { union: points.union, confederate: points.confederate }
    }
}

/// The `campaign` part of a view; nothing where there is no campaign.
pub(crate) fn view(pos: &Pos) -> Option<CampaignView> {
    let campaign = pos.setup.campaign.as_ref()?;
    let points = pos.points();
    Some(CampaignView {
        name: campaign.name.clone(),
        ours: campaign.ours.clone(),
        phases: phases(pos),
        events: events(pos, campaign).into_iter().collect(),
        effects: effects(pos),
        weather: weather(pos),
        army_initiative: pos.state.army_initiative.map(ArmyInitiative::word),
        arrivals: (0..campaign.tables.len()).map(|n| arrivals(pos, campaign, n)).collect(),
        scheduled: scheduled(pos),
        forts: forts(pos),
        mounts: mounts(pos),
        off_map: away(pos, Whereabouts::OffMap),
        sent_away: away(pos, Whereabouts::Withdrawn),
        victory: CampaignPoints {
            union: points.union,
            confederate: points.confederate,
            scored: pos.state.scored.into(),
        },
        supply: country_view::supply(pos),
        counties: country_view::counties(pos),
        boxes: country_view::boxes(pos),
    })
}

/// Every phase of the campaign, and which of them this turn has.
fn phases(pos: &Pos) -> Vec<CampaignPhase> {
    let at = (pos.state.step as usize).checked_sub(1);
    let steps = pos.setup.steps.iter().enumerate();
    steps
        .map(|(n, step)| CampaignPhase {
            name: step.phase.name(),
            active: step.is_held(pos.state.turn, pos.setup.turns),
            current: at == Some(n),
            from: step.from,
            until: (step.until != u8::MAX).then_some(step.until),
            every: step.every,
        })
        .collect()
}

/// The random event of this turn, once it is rolled for.
fn events(pos: &Pos, campaign: &Campaign) -> Option<CampaignEvent> {
    let today = &pos.state.campaign.today;
    let dice = Some(today.event_dice).filter(|dice| *dice != 0)?;
    let (name, text) = match today.event {
        NO_EVENT => ("No event", "Nothing happens."),
        n => campaign.events.get(n as usize).map(|row| (row.name.as_str(), row.text.as_str()))?,
    };
    Some(CampaignEvent { dice, name: name.to_owned(), text: text.to_owned() })
}

/// What holds this turn, a sentence each.
fn effects(pos: &Pos) -> Vec<String> {
    let today = &pos.state.campaign.today;
    let mut lines = Vec::new();
    for side in Side::BOTH {
        if today.pace[side] != [0, 0] {
            let [foot, horse] = today.pace[side];
            lines.push(format!("{side} marches: {foot:+} MP on foot, {horse:+} MP mounted."));
        }
        if today.no_pontoons[side] {
            lines.push(format!("The {side} builds no pontoon bridges."));
        }
    }
    match today.night {
        Night::None => {}
        Night::Open(side) => lines.push(format!("The {side} may march by night once.")),
        Night::Marching(side) => lines.push(format!("The {side} marches by night.")),
        Night::Used(side) => lines.push(format!("The {side} has marched by night.")),
    }
    lines
}

fn weather(pos: &Pos) -> CampaignWeather {
    let (skies, winter) = (&pos.state.skies, pos.state.is_winter());
    CampaignWeather {
        rain: pos.state.is_rain() && !winter,
        winter: (skies.winter_from != 0).then_some(WinterWeather {
            from: skies.winter_from,
            until: skies.winter_until,
            now: winter,
        }),
        heat: skies.heat,
        minor_unfordable: skies.minor_unfordable_until >= pos.state.turn,
        major_unfordable: skies.major_unfordable_until >= pos.state.turn,
    }
}

fn arrivals(pos: &Pos, campaign: &Campaign, table: usize) -> ArrivalsView {
    let printed = &campaign.tables[table];
    let closed = pos.state.campaign.closed >> table & 1 != 0;
    let open = printed.dice > 0 && !closed && (printed.from..=printed.until).contains(&pos.state.turn);
    let odds = match open && pos.undrawn(table).next().is_some() {
        true => {
            pos.arrival_odds(table).iter().map(|(draw, p)| ArrivalOdds { sets: draw.sets, p: *p }).collect()
        }
        false => Vec::new(),
    };
    let sets = campaign.sets.iter().enumerate().filter(|(_, set)| set.table as usize == table);
    ArrivalsView {
        table: printed.id.clone(),
        name: printed.name.clone(),
        side: printed.side,
        phase: printed.phase.name(),
        from: printed.from,
        modifiers: pos.arrival_modifiers(table),
        odds,
        closed,
        sets: sets.map(|(n, _)| set(pos, campaign, n)).collect(),
    }
}

fn set(pos: &Pos, campaign: &Campaign, n: usize) -> ArrivalSet {
    let set = &campaign.sets[n];
    let turn = pos.state.campaign.sets[n];
    let waits = set.units.into_iter().any(|u| pos.state.unit(u).whereabouts == Whereabouts::Arriving);
    let status = match (turn, waits) {
        (NOT_YET, _) => "waiting",
        (_, false) => "arrived",
        (turn, true) if turn <= pos.state.turn => "due",
        _ => "expected",
    };
    ArrivalSet {
        number: set.number,
        units: set.units.into_iter().map(|u| pos.setup.unit(u).name.clone()).collect(),
        hexes: set.hexes.iter().map(|h| pos.setup.map.grid.label(*h)).collect(),
        turn: (turn != NOT_YET).then_some(turn),
        status,
    }
}

/// Units with a day of their own that have not come yet.
fn scheduled(pos: &Pos) -> Vec<Scheduled> {
    let waits = pos.setup.unit_ids().filter(|u| pos.state.unit(*u).whereabouts == Whereabouts::Arriving);
    waits
        .filter_map(|u| {
            let (turn, hexes) = pos.setup.unit(u).start.arrives.as_ref()?;
            let hexes = hexes.iter().map(|h| pos.setup.map.grid.label(*h)).collect();
            Some(Scheduled { turn: *turn, unit: pos.setup.unit(u).name.clone(), hexes })
        })
        .collect()
}

fn forts(pos: &Pos) -> Vec<FortView> {
    let fort = |fort: &super::Fort| FortView {
        hex: pos.setup.map.grid.label(fort.hex),
        side: fort.side,
        class: fort.class.clone(),
        combat: fort.combat / 4,
        artillery: fort.artillery,
        stands: pos.state.fort(pos.setup, fort.hex).is_some(),
    };
    pos.setup.forts.iter().map(fort).collect()
}

fn mounts(pos: &Pos) -> Vec<MountView> {
    let mount = |unit| {
        let state = match pos.state.unit(unit).mount {
            Mount::Fresh => return None,
            Mount::WornOut => "horses-worn-out",
            Mount::Unmounted => "unmounted",
        };
        Some(MountView { unit: pos.setup.unit(unit).name.clone(), state })
    };
    pos.setup.unit_ids().filter_map(mount).collect()
}

fn away(pos: &Pos, at: Whereabouts) -> Vec<String> {
    let gone = pos.setup.unit_ids().filter(|u| pos.state.unit(*u).whereabouts == at);
    gone.map(|u| pos.setup.unit(u).name.clone()).collect()
}
