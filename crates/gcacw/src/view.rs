//! The position as JSON for a client (see docs/interface.md).

use serde_json::{Value, json};
use table::{Side, Viewer};

use crate::campaign::Mount;
use crate::event::{points, value};
use crate::flow::Ask;
use crate::play::Pos;
use crate::setup::{Arm, LeaderId, Rank, Setup, UnitId};
use crate::sight::marker_name;
use crate::state::{Burnt, State, Whereabouts};
use crate::works::Works;

/// The whole view. Great Campaigns hides nothing unless Limited Intelligence is played.
pub fn view(setup: &Setup, state: &State, viewer: Viewer) -> Value {
    let known = state.known_to(setup, viewer);
    let state = known.as_ref();
    let pos = Pos { s: setup, g: state };
    let mut pieces: Vec<Value> = setup.unit_ids().map(|u| unit(&pos, u)).collect();
    pieces.extend(setup.leader_ids().map(|l| leader(&pos, l)));
    pieces.extend(Side::BOTH.into_iter().flat_map(|side| force_markers(&pos, side, viewer)));
    let verdict = state.outcome.unwrap_or_else(|| pos.verdict());
    let lines: Vec<Value> = pos
        .score()
        .into_iter()
        .map(|line| json!({"label": line.label, "side": line.side, "points": line.points}))
        .collect();
    json!({
        "system": "gcacw",
        "title": setup.name,
        "turn": state.turn,
        "turns": setup.turns,
        "turn_label": setup.date(state.turn).unwrap_or_else(|| format!("Turn {}", state.turn)),
        "phase": phase(&pos),
        "weather": weather(&pos),
        "initiative": matches!(phase(&pos), "Action Cycle").then_some(state.active),
        "active": active(&pos, viewer),
        "pieces": pieces,
        "markers": markers(&pos),
        "track": track(&pos),
        "victory": {
            "union": verdict.points[0],
            "confederate": verdict.points[1],
            "leader": verdict.winner,
            "degree": verdict.degree,
            "description": setup.victory.description,
            "lines": lines,
        },
        "campaign": crate::campaign::view::view(&pos),
        "gcacw": {
            "game": setup.module.code.word(),
            "game_name": setup.module.name,
            "year": setup.year,
            "upgrade_kit": setup.module.uses_upgrade_kit(setup.edition),
            "sequence": setup.sequence(state.turn).iter().map(|p| p.name()).collect::<Vec<_>>(),
            "charts_of_ours": charts_of_ours(setup),
        },
    })
}

fn charts_of_ours(setup: &Setup) -> Vec<&'static str> {
    let mut ours = Vec::new();
    if setup.unprinted.terrain_is_ours {
        ours.push("terrain costs");
    }
    if setup.unprinted.disorganized_is_ours {
        ours.push("disorganized combat values");
    }
    ours
}

fn phase(pos: &Pos) -> &'static str {
    match pos.g.ask {
        Ask::Start => "Set-up",
        Ask::Over => "Game over",
        _ if pos.s.campaign.is_some() => pos.phase().name(),
        Ask::Swamp(_) => "Random Events Phase",
        Ask::Arrival(_) => "Reinforcements",
        Ask::Transfer(_) => "Leader Transfer Phase",
        Ask::Recovery(_) | Ask::Forage(_) => "Recovery Phase",
        _ => "Action Cycle",
    }
}

fn weather(pos: &Pos) -> String {
    let now = pos.g.weather();
    let mut words = vec![match now.rain {
        _ if pos.g.is_winter() => "Winter weather",
        true => "Rain",
        false => "Dry",
    }];
    if pos.g.skies.heat {
        words.push("great heat");
    }
    if now.minor_unfordable {
        words.push("minor rivers unfordable");
    }
    if now.major_unfordable {
        words.push("major rivers unfordable");
    }
    words.join(", ")
}

fn active(pos: &Pos, viewer: Viewer) -> Option<Value> {
    let g = pos.g;
    let hex = |h| pos.s.map.grid.label(h);
    if g.forces.is_some() && !viewer.knows(g.active) {
        return seen_acting(pos);
    }
    let led = g.activation.as_ref().map(|a| pos.s.leader(a.leader).name.as_str());
    if let Some(march) = &g.march {
        return Some(json!({
            "piece": pos.s.unit(march.unit).name,
            "leader": led,
            "label": format!("{} MP left", points(march.mp)),
            "at": hex(g.unit(march.unit).hex),
            "mp": march.mp as f64 / 2.0,
        }));
    }
    if let Some(assault) = &g.assault {
        return Some(json!({
            "piece": pos.s.leader(assault.leader).name,
            "leader": pos.s.leader(assault.leader).name,
            "label": "assault",
            "at": hex(assault.hex),
        }));
    }
    g.activation.as_ref().map(|a| {
        json!({
            "piece": pos.s.leader(a.leader).name,
            "leader": led,
            "label": format!("{} MP", points(a.allowance)),
            "at": hex(a.from),
        })
    })
}

/// The enemy in action, where he keeps secrets: who, if he is seen, but not what he has left.
fn seen_acting(pos: &Pos) -> Option<Value> {
    let unit = pos.g.march.as_ref().map(|m| m.unit)?;
    let at = pos.s.map.grid.label(pos.g.unit(unit).hex);
    Some(json!({ "piece": pos.s.unit(unit).name, "leader": null, "label": "", "at": at }))
}

fn whereabouts(pos: &Pos, unit: UnitId) -> (Option<String>, Option<String>) {
    let state = pos.g.unit(unit);
    match state.whereabouts {
        Whereabouts::OnMap => (Some(pos.s.map.grid.label(state.hex)), None),
        Whereabouts::Retreating => (Some(pos.s.map.grid.label(state.hex)), Some("retreating".into())),
        Whereabouts::Arriving => (None, Some(pos.arrival_words(unit))),
        Whereabouts::Eliminated => (None, Some("eliminated".into())),
        Whereabouts::Surrendered => (None, Some("surrendered".into())),
        Whereabouts::Withdrawn => (None, Some("sent away".into())),
        Whereabouts::Aside => (None, Some("aside".into())),
        Whereabouts::OffMap => (None, Some("off the map".into())),
        Whereabouts::Boxed => (None, Some(crate::campaign::country_view::beyond(pos, unit))),
    }
}

fn states(pos: &Pos, unit: UnitId) -> Vec<&'static str> {
    let state = pos.g.unit(unit);
    let mut words = Vec::new();
    if state.disorganized {
        words.push("disorganized");
    }
    if state.exhausted {
        words.push("exhausted");
    }
    match state.demoralized {
        1 => words.push("demoralized-1"),
        2 => words.push("demoralized-2"),
        _ => {}
    }
    if state.out_of_supply && pos.s.advanced {
        words.push("out-of-supply");
    }
    match state.mount {
        Mount::Fresh => {}
        Mount::WornOut => words.push("horses-worn-out"),
        Mount::Unmounted => words.push("unmounted"),
    }
    if pos.is_held(unit) {
        words.push("held");
    }
    words
}

/// The Force markers of a side as pieces; what is under them only for those who may know.
fn force_markers(pos: &Pos, side: Side, viewer: Viewer) -> Vec<Value> {
    let Some(forces) = &pos.g.forces else { return Vec::new() };
    let piece = |(marker, hex): (u8, hexmap::Hex)| {
        let (name, at) = (marker_name(side, marker), pos.s.map.grid.label(hex));
        let units = forces.units(pos.s, side, marker);
        let names: Vec<&str> = units.into_iter().map(|u| pos.s.unit(u).name.as_str()).collect();
        let told =
            viewer.knows(side).then(|| if names.is_empty() { "a dummy".into() } else { names.join(", ") });
        let label = match &told {
            Some(content) => format!("{name} ({content}), in {at}"),
            None => format!("{name}, in {at}"),
        };
        json!({
            "id": name,
            "name": (marker + 1).to_string(),
            "side": side,
            "kind": "force",
            "at": at,
            "state": [],
            "values": [],
            "holds": viewer.knows(side).then_some(names),
            "label": label,
        })
    };
    forces.markers(side).map(piece).collect()
}

/// A unit that the viewer cannot place: what is printed on it, and nothing else.
fn unit_out_of_sight(pos: &Pos, id: UnitId) -> Value {
    let printed = pos.s.unit(id);
    let (arm, size) = (printed.arm.word(), printed.size.word());
    json!({
        "id": printed.name,
        "name": printed.name,
        "side": printed.side,
        "kind": "unit",
        "arm": arm_word(printed.arm),
        "size": size,
        "at": null,
        "where": "hidden",
        "command": printed.command,
        "strength": "?",
        "strength_note": "combat value / manpower",
        "state": ["hidden"],
        "works": null,
        "leader_of": [],
        "spent": false,
        "values": [],
        "label": format!("{}, {} {arm} {size}, under a Force marker", printed.name, printed.side),
    })
}

fn unit(pos: &Pos, id: UnitId) -> Value {
    if pos.g.forces.as_ref().is_some_and(|f| f.unknown.has(id)) {
        return unit_out_of_sight(pos, id);
    }
    let printed = pos.s.unit(id);
    let state = pos.g.unit(id);
    let (at, place) = whereabouts(pos, id);
    let combat = value(pos.g.combat_value(pos.s, id));
    let words = states(pos, id);
    let leaders: Vec<&str> = pos.leaders_of(id).map(|l| pos.s.leader(l).name.as_str()).collect();
    let spent = pos.may_march(id).is_err() && pos.may_entrench(id).is_err();
    let strength = if state.disorganized { format!("{combat}/{}", state.manpower) } else { combat.clone() };
    let mut label = format!(
        "{}, {} {} {}, strength {strength}, fatigue {}",
        printed.name,
        printed.side,
        printed.arm.word(),
        printed.size.word(),
        state.fatigue
    );
    for word in &words {
        label.push_str(", ");
        label.push_str(word);
    }
    if let Some(hex) = &at {
        label.push_str(&format!(", in {hex}"));
    }
    let tactical = if printed.tactical_attack == printed.tactical_defend {
        printed.tactical_attack.to_string()
    } else {
        format!("{}/{}", printed.tactical_attack, printed.tactical_defend)
    };
    let mut piece = json!({
        "id": printed.name,
        "name": printed.name,
        "side": printed.side,
        "kind": "unit",
        "arm": arm_word(printed.arm),
        "size": printed.size.word(),
        "at": at,
        "where": place,
        "command": printed.command,
        "strength": strength,
        "strength_note": "combat value / manpower",
        "manpower": state.manpower,
        "combat_value": pos.g.combat_value(pos.s, id) as f64 / 4.0,
        "fatigue": state.fatigue,
        "state": words,
        "works": (state.works != Works::None).then_some(state.works.word()),
        "leader_of": leaders,
        "spent": spent,
        "values": [["Tactical", tactical], ["Artillery", printed.artillery.to_string()]],
        "label": label,
    });
    if let Some(marker) = pos.g.marker_of(id) {
        piece["under"] = marker_name(printed.side, marker).into();
    }
    piece
}

fn arm_word(arm: Arm) -> &'static str {
    match arm {
        Arm::Wagon => "wagon",
        other => other.word(),
    }
}

fn leader(pos: &Pos, id: LeaderId) -> Value {
    let printed = pos.s.leader(id);
    let state = pos.g.leaders[id.index()];
    let unit = state.unit;
    let hidden = pos.g.forces.as_ref().is_some_and(|f| f.unknown_leaders >> id.0 & 1 != 0);
    let (at, place) = match unit.filter(|_| !hidden) {
        _ if hidden => (None, Some("hidden".to_owned())),
        None => (None, Some("out of play".to_owned())),
        Some(u) => whereabouts(pos, u),
    };
    let with = unit.filter(|_| !hidden).map(|u| pos.s.unit(u).name.as_str());
    let mut values = vec![["Command", &*pos.command_value(id).to_string()].map(String::from)];
    if printed.rank != Rank::Army {
        values.push(["Tactical".into(), printed.tactical_attack.to_string()]);
    }
    let label = format!(
        "{}, {} {} leader{}{}",
        printed.name,
        printed.side,
        printed.rank.word(),
        with.map(|w| format!(", with {w}")).unwrap_or_default(),
        at.as_ref().map(|h| format!(", in {h}")).unwrap_or_default(),
    );
    json!({
        "id": printed.name,
        "name": printed.name,
        "side": printed.side,
        "kind": "leader",
        "arm": if printed.cavalry { "cavalry" } else { "infantry" },
        "size": printed.rank.word(),
        "at": at,
        "where": place,
        "command": printed.command,
        "attached_to": with,
        "state": if pos.g.insubordinate >> id.0 & 1 != 0 { vec!["insubordinate"] } else { vec![] },
        "values": values,
        "label": label,
    })
}

fn markers(pos: &Pos) -> Vec<Value> {
    let hex = |h| pos.s.map.grid.label(h);
    let mut list: Vec<Value> = pos
        .g
        .refused
        .iter()
        .map(|h| {
            let side = pos.g.side_in(pos.s, *h);
            let whose = side.map(|s: Side| format!("{s} ")).unwrap_or_default();
            json!({"kind": "flanks-refused", "side": side, "at": hex(*h), "label": format!("{whose}flanks refused in {}", hex(*h))})
        })
        .collect();
    for (h, burnt) in &pos.g.burnt {
        let (kind, word) = match burnt {
            Burnt::Damaged => ("damaged-station", "damaged"),
            Burnt::Destroyed => ("destroyed-station", "destroyed"),
        };
        list.push(json!({"kind": kind, "at": hex(*h), "label": format!("station {word} in {}", hex(*h))}));
    }
    for altered in &pos.g.altered {
        let at = pos.s.map.side_label(altered.hex, altered.dir);
        if altered.destroyed {
            list.push(json!({"kind": "destroyed", "at": at, "label": format!("crossing destroyed on {at}")}));
        }
        if let Some(side) = altered.pontoon {
            list.push(json!({"kind": "pontoon", "side": side, "at": at, "label": format!("{side} pontoon bridge on {at}")}));
        }
    }
    list
}

fn track(pos: &Pos) -> Vec<Value> {
    let skies = &pos.g.skies;
    (1..=pos.s.turns)
        .map(|turn| {
            let mut weather = Vec::new();
            if turn >= pos.g.turn && skies.winter_from != 0 && skies.winter_until >= turn {
                weather.push("winter weather");
            } else if turn >= pos.g.turn && skies.rain_until >= turn {
                weather.push("rain");
            }
            if turn >= pos.g.turn && skies.minor_unfordable_until >= turn {
                weather.push("minor rivers unfordable");
            }
            if turn >= pos.g.turn && skies.major_unfordable_until >= turn {
                weather.push("major rivers unfordable");
            }
            let comes = |u: &UnitId| pos.day_of_arrival(*u) == Some(turn);
            let arrivals: Vec<&str> =
                pos.s.unit_ids().filter(comes).map(|u| pos.s.unit(u).name.as_str()).collect();
            let label = pos.s.date(turn).unwrap_or_else(|| format!("Turn {turn}"));
            json!({"turn": turn, "label": label, "weather": weather, "arrivals": arrivals})
        })
        .collect()
}
