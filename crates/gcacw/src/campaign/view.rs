//! What a client shows of a campaign: phases, events of the day, weather, who is expected, forts, horses.

use serde_json::{Value, json};

use super::Campaign;
use super::mounts::Mount;
use super::night::Night;
use super::state::{NO_EVENT, NOT_YET};
use crate::module::ArmyInitiative;
use crate::position::Pos;
use crate::state::Whereabouts;
use table::Side;

/// The `campaign` part of a view; null where there is none.
pub fn view(pos: &Pos) -> Value {
    let Some(campaign) = &pos.setup.campaign else { return Value::Null };
    let mut parts = json!({
        "name": campaign.name,
        "ours": campaign.ours,
        "phases": phases(pos),
        "events": events(pos, campaign),
        "effects": effects(pos),
        "weather": weather(pos),
        "army_initiative": pos.state.army_initiative.map(ArmyInitiative::word),
        "arrivals": (0..campaign.tables.len()).map(|n| arrivals(pos, campaign, n)).collect::<Vec<_>>(),
        "scheduled": scheduled(pos),
        "forts": forts(pos),
        "mounts": mounts(pos),
        "off_map": away(pos, Whereabouts::OffMap),
        "sent_away": away(pos, Whereabouts::Withdrawn),
        "victory": {
            "union": pos.points().union,
            "confederate": pos.points().confederate,
            "scored": {"union": pos.state.scored.union, "confederate": pos.state.scored.confederate},
        },
    });
    if let (Value::Object(all), Value::Object(country)) = (&mut parts, super::country_view::logistics(pos)) {
        all.extend(country);
    }
    parts
}

/// Every phase of the campaign, and which of them this turn has.
fn phases(pos: &Pos) -> Vec<Value> {
    let at = (pos.state.step as usize).checked_sub(1);
    let steps = pos.setup.steps.iter().enumerate();
    steps
        .map(|(n, step)| {
            json!({
                "name": step.phase.name(),
                "active": step.is_held(pos.state.turn, pos.setup.turns),
                "current": at == Some(n),
                "from": step.from,
                "until": (step.until != u8::MAX).then_some(step.until),
                "every": step.every,
            })
        })
        .collect()
}

/// The random event of this turn.
fn events(pos: &Pos, campaign: &Campaign) -> Vec<Value> {
    let today = &pos.state.campaign.today;
    match today.event {
        _ if today.event_dice == 0 => Vec::new(),
        NO_EVENT => vec![json!({"dice": today.event_dice, "name": "No event", "text": "Nothing happens."})],
        n => {
            let row = &campaign.events[n as usize];
            vec![json!({"dice": today.event_dice, "name": row.name, "text": row.text})]
        }
    }
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

fn weather(pos: &Pos) -> Value {
    let skies = &pos.state.skies;
    let winter = (skies.winter_from != 0).then(
        || json!({"from": skies.winter_from, "until": skies.winter_until, "now": pos.state.is_winter()}),
    );
    json!({
        "rain": pos.state.is_rain() && !pos.state.is_winter(),
        "winter": winter,
        "heat": skies.heat,
        "minor_unfordable": skies.minor_unfordable_until >= pos.state.turn,
        "major_unfordable": skies.major_unfordable_until >= pos.state.turn,
    })
}

/// A table of arrivals: its sets, and what a roll this turn would bring.
fn arrivals(pos: &Pos, campaign: &Campaign, table: usize) -> Value {
    let printed = &campaign.tables[table];
    let open = printed.dice > 0
        && pos.state.campaign.closed >> table & 1 == 0
        && (printed.from..=printed.until).contains(&pos.state.turn);
    let odds: Vec<Value> = match open && pos.undrawn(table).next().is_some() {
        true => pos.arrival_odds(table).iter().map(|(draw, p)| json!({"sets": draw.sets, "p": p})).collect(),
        false => Vec::new(),
    };
    let sets = campaign.sets.iter().enumerate().filter(|(_, set)| set.table as usize == table);
    json!({
        "table": printed.id,
        "name": printed.name,
        "side": printed.side,
        "phase": printed.phase.name(),
        "from": printed.from,
        "modifiers": pos.arrival_modifiers(table),
        "odds": odds,
        "closed": pos.state.campaign.closed >> table & 1 != 0,
        "sets": sets.map(|(n, _)| set(pos, campaign, n)).collect::<Vec<_>>(),
    })
}

fn set(pos: &Pos, campaign: &Campaign, n: usize) -> Value {
    let set = &campaign.sets[n];
    let turn = pos.state.campaign.sets[n];
    let waits = set.units.into_iter().any(|u| pos.state.unit(u).whereabouts == Whereabouts::Arriving);
    let status = match (turn, waits) {
        (NOT_YET, _) => "waiting",
        (_, false) => "arrived",
        (turn, true) if turn <= pos.state.turn => "due",
        _ => "expected",
    };
    json!({
        "number": set.number,
        "units": set.units.into_iter().map(|u| pos.setup.unit(u).name.as_str()).collect::<Vec<_>>(),
        "hexes": set.hexes.iter().map(|h| pos.setup.map.grid.label(*h)).collect::<Vec<_>>(),
        "turn": (turn != NOT_YET).then_some(turn),
        "status": status,
    })
}

/// Units with a day of their own that have not come yet.
fn scheduled(pos: &Pos) -> Vec<Value> {
    let waits = pos.setup.unit_ids().filter(|u| pos.state.unit(*u).whereabouts == Whereabouts::Arriving);
    waits
        .filter_map(|u| {
            let (turn, hexes) = pos.setup.unit(u).start.arrives.as_ref()?;
            let labels: Vec<String> = hexes.iter().map(|h| pos.setup.map.grid.label(*h)).collect();
            Some(json!({"turn": turn, "unit": pos.setup.unit(u).name, "hexes": labels}))
        })
        .collect()
}

fn forts(pos: &Pos) -> Vec<Value> {
    let fort = |fort: &super::Fort| {
        json!({
            "hex": pos.setup.map.grid.label(fort.hex),
            "side": fort.side,
            "class": fort.class,
            "combat": fort.combat / 4,
            "artillery": fort.artillery,
            "stands": pos.state.fort(pos.setup, fort.hex).is_some(),
        })
    };
    pos.setup.forts.iter().map(fort).collect()
}

fn mounts(pos: &Pos) -> Vec<Value> {
    let worn = pos.setup.unit_ids().filter(|u| pos.state.unit(*u).mount != Mount::Fresh);
    worn.map(|u| {
        let state = match pos.state.unit(u).mount {
            Mount::Unmounted => "unmounted",
            _ => "horses-worn-out",
        };
        json!({"unit": pos.setup.unit(u).name, "state": state})
    })
    .collect()
}

fn away<'a>(pos: &Pos<'a>, at: Whereabouts) -> Vec<&'a str> {
    let gone = pos.setup.unit_ids().filter(|u| pos.state.unit(*u).whereabouts == at);
    gone.map(|u| pos.setup.unit(u).name.as_str()).collect()
}
