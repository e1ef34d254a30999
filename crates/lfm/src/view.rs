//! The position as JSON. This system hides nothing.

use serde_json::{Value, json};
use table::Side;

use crate::pos::Pos;
use crate::setup::{Arm, Id};
use crate::state::{Where, flag};

pub(crate) fn view(pos: Pos) -> Value {
    let (setup, state) = (pos.setup, pos.state);
    let pieces: Vec<Value> = (0..setup.pieces.len() as u16).map(|n| piece(pos, Id(n))).collect();
    json!({
        "system": "lfm",
        "title": setup.name,
        "turn": state.turn,
        "turns": setup.turns,
        "turn_label": setup.turn_label(state.turn),
        "phase": state.phase.name(),
        "weather": if setup.rain.contains(&state.turn) { "Rain" } else { "Dry" },
        "initiative": state.first.word(),
        "active": active(pos),
        "pieces": pieces,
        "markers": markers(pos),
        "track": track(pos),
        "victory": victory(pos),
        "lfm": {
            "phasing": state.side.word(),
            "night": pos.is_night(),
            "day": setup.day_of(state.turn).0,
            "round": state.round,
            "yards_per_hex": setup.map.yards_per_hex,
            "tables": { "source": setup.tables.source, "replaced": setup.tables.replaced },
            "army_commanders": {
                "union": army(pos, Side::Union),
                "confederate": army(pos, Side::Confederate),
            },
            "charts": { "union": chart(pos, Side::Union), "confederate": chart(pos, Side::Confederate) },
        },
    })
}

fn army(pos: Pos<'_>, side: Side) -> Option<&str> {
    let id = pos.state.army[side];
    id.is_some().then(|| pos.counter(id).id.as_str())
}

fn active(pos: Pos) -> Value {
    let Some(first) = pos.state.group.first().copied() else { return Value::Null };
    let mp = pos.state.group.iter().map(|id| pos.piece(*id).mp).min().unwrap_or(0);
    json!({
        "piece": pos.counter(first).id,
        "with": pos.state.group.iter().skip(1).map(|id| pos.counter(*id).id.as_str()).collect::<Vec<_>>(),
        "label": format!("{:.2} MP left", f64::from(mp) / 12.0),
        "at": pos.group_hex().map(|h| pos.setup.label(h)),
    })
}

/// What a counter shows, in the order in which it shows it.
fn states(pos: Pos, id: Id) -> Vec<&'static str> {
    let (counter, piece) = (pos.counter(id), pos.piece(id));
    let mut words = Vec::new();
    let mut show = |on: bool, word| {
        if on {
            words.push(word);
        }
    };
    let cavalry = counter.arm == Arm::Cavalry;
    show(pos.shattered(id) || (counter.stars == 1 && brigade_shattered(pos, id)), "shattered");
    show(piece.has(flag::D), "disorganized");
    show(piece.has(flag::CHARGED), "charged");
    show(cavalry && piece.has(flag::MOUNTED), "mounted");
    show(cavalry && !piece.has(flag::MOUNTED), "dismounted");
    show(pos.limbered(id), "limbered");
    show(pos.unlimbered(id), "unlimbered");
    show(piece.has(flag::DETACHED), "detached");
    show(piece.has(flag::BUILDING), "building");
    show(piece.mine != 0, "bridge-charge");
    show(piece.has(flag::REPLACED), "replaced");
    show(piece.has(flag::COMMAND), "in-command");
    words
}

fn brigade_shattered(pos: Pos, id: Id) -> bool {
    pos.counter(id).brigade.is_some_and(|b| pos.state.brigades[b as usize].shattered)
}

fn whereabouts(pos: Pos, id: Id) -> String {
    match pos.piece(id).place {
        Where::Map => String::new(),
        Where::Due => {
            let turn = pos.counter(id).arrival.map(|a| pos.setup.arrivals[a as usize].turn);
            turn.map_or("not in play".to_owned(), |t| format!("arrives turn {t}"))
        }
        Where::Away => "off the map".to_owned(),
        Where::Lost => "eliminated".to_owned(),
        Where::Gone => "eliminated for good".to_owned(),
        Where::Waiting => "waits off the map".to_owned(),
    }
}

fn values(pos: Pos, id: Id) -> Vec<(&'static str, String)> {
    let counter = pos.counter(id);
    if counter.arm == Arm::Commander {
        let mut values = vec![("Stars", counter.stars.to_string())];
        if counter.stars > 1 {
            values.push(("Command value", pos.cv(id).to_string()));
        }
        return values;
    }
    let size = if counter.arm.is_gun() {
        ("Guns", (counter.sp as u32 * 2).to_string())
    } else {
        ("Men", (counter.sp as u32 * 100).to_string())
    };
    vec![("Cohesion", counter.cohesion.to_string()), size]
}

fn formation(pos: Pos, id: Id) -> String {
    let counter = pos.counter(id);
    let parts = [&counter.corps, &counter.division, &counter.brigade_label];
    parts.into_iter().filter(|p| !p.is_empty()).map(String::as_str).collect::<Vec<_>>().join("/")
}

fn piece(pos: Pos, id: Id) -> Value {
    let (counter, place) = (pos.counter(id), pos.piece(id));
    let commander = counter.arm == Arm::Commander;
    let state = states(pos, id);
    let strength = if commander { "*".repeat(counter.stars as usize) } else { pos.sp(id).to_string() };
    let name = match &counter.replacement {
        Some(next) if place.has(flag::REPLACED) => next.clone(),
        _ => counter.name.clone(),
    };
    let here = place.on_map().then(|| pos.setup.label(place.at()));
    let mut label = format!("{name}, {} {}", counter.side, counter.arm.word());
    if !commander {
        label.push_str(&format!(", {strength} SP, cohesion {}", counter.cohesion));
    }
    for word in &state {
        label.push_str(&format!(", {word}"));
    }
    match &here {
        Some(hex) => label.push_str(&format!(", in {hex}")),
        None => label.push_str(&format!(", {}", whereabouts(pos, id))),
    }
    let mut piece = json!({
        "id": counter.id, "name": name, "side": counter.side.word(),
        "kind": if commander { "leader" } else { "unit" },
        "arm": counter.arm.word(),
        "size": size_word(pos, id),
        "command": formation(pos, id),
        "corps": counter.corps,
        "strength": strength,
        "state": state,
        "works": here.as_ref().filter(|_| pos.state.works.contains(place.at())).map(|_| "breastwork"),
        "spent": place.has(flag::STOPPED),
        "values": values(pos, id),
        "label": label,
    });
    match here {
        Some(hex) => piece["at"] = hex.into(),
        None => piece["where"] = whereabouts(pos, id).into(),
    }
    piece
}

fn size_word(pos: Pos, id: Id) -> &'static str {
    let counter = pos.counter(id);
    match (counter.arm, counter.stars) {
        (Arm::Commander, 4) => "army",
        (Arm::Commander, 3) => "corps",
        (Arm::Commander, 2) => "division",
        (Arm::Commander, _) => "brigade",
        (arm, _) if arm.is_gun() => "battery",
        _ => "regiment",
    }
}

/// One marker a disorganized stack, in its side's colour; works, bridges.
fn markers(pos: Pos) -> Vec<Value> {
    let mut all = Vec::new();
    for side in Side::BOTH {
        for hex in pos.stacks_of(side) {
            if pos.units(hex).any(|u| pos.piece(u).has(flag::D)) {
                let charged = pos.units(hex).any(|u| pos.piece(u).has(flag::CHARGED));
                let (kind, at) = (if charged { "charged" } else { "disorganized" }, pos.setup.label(hex));
                all.push(json!({ "kind": kind, "side": side.word(), "at": at, "label": format!("{side} stack in {at} is disorganized") }));
            }
        }
    }
    for hex in pos.state.works.iter() {
        let at = pos.setup.label(hex);
        all.push(json!({ "kind": "breastwork", "at": at, "label": format!("Breastworks in {at}") }));
    }
    for (bridge, _) in pos.setup.bridges.iter().zip(&pos.state.burned).filter(|(_, burned)| **burned) {
        let at = pos.setup.map.side_label(bridge.hex, bridge.dir);
        all.push(json!({ "kind": "burned-bridge", "at": at, "label": format!("The bridge {at} is burned") }));
    }
    all
}

fn track(pos: Pos) -> Vec<Value> {
    let setup = pos.setup;
    let turn = |t: u16| {
        let due = setup.arrivals.iter().filter(|a| a.turn == t).flat_map(|a| &a.pieces);
        let arrivals: Vec<&str> = due.map(|id| setup.counter(*id).id.as_str()).collect();
        let rain: &[&str] = if setup.rain.contains(&t) { &["rain"] } else { &[] };
        json!({ "turn": t, "label": setup.turn_label(t), "night": setup.is_night(t), "weather": rain, "arrivals": arrivals })
    };
    (setup.turn..=setup.turns).map(turn).collect()
}

fn victory(pos: Pos) -> Value {
    let (sum, verdict) = (pos.points(), pos.verdict());
    let line =
        |l: crate::victory::Line| json!({ "label": l.label, "side": l.side.word(), "points": l.points });
    json!({
        "union": sum.union,
        "confederate": sum.confederate,
        "leader": verdict.winner.map(Side::word),
        "degree": verdict.degree,
        "lines": pos.count_lines().into_iter().map(line).collect::<Vec<_>>(),
    })
}

/// The off-map organization chart (28): a box for each brigade with those stacked with its commander.
fn chart(pos: Pos, side: Side) -> Vec<Value> {
    let boxes = pos.setup.brigades.iter().enumerate().filter(|(_, b)| b.side == side);
    boxes
        .map(|(n, brigade)| {
            let ids = |list: Vec<Id>| list.into_iter().map(|r| pos.counter(r).id.clone()).collect::<Vec<_>>();
            let commander = brigade.commander.filter(|c| pos.piece(*c).on_map());
            let here = commander.map(|c| pos.piece(c).at());
            let on_map: Vec<Id> = pos.brigade_on_map(n as u16).collect();
            let boxed = on_map.iter().copied().filter(|r| Some(pos.piece(*r).at()) == here).collect();
            let state = &pos.state.brigades[n];
            let first = brigade.regiments.first().copied().or(brigade.commander);
            json!({
                "brigade": first.map(|r| formation(pos, r)),
                "corps": first.map(|r| pos.counter(r).corps.clone()),
                "commander": brigade.commander.map(|c| pos.counter(c).id.clone()),
                "at": here.map(|h| pos.setup.label(h)),
                "boxed": ids(boxed),
                "regiments": ids(brigade.regiments.clone()),
                "total": state.total,
                "lost": state.lost,
                "shattered": state.shattered,
                "destroyed": state.destroyed,
            })
        })
        .collect()
}
