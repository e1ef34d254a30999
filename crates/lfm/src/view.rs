//! The position as a client sees it. This system hides nothing.

use serde::Serialize;
use table::view::{Active, Condition, Ground, Marker, Piece, Points, Turn, Victory, Word};
use table::{BySide, Side, View};

use crate::position::Pos;
use crate::setup::{Arm, Id};
use crate::state::{NONE, Where, flag};

/// What only The Last Full Measure shows.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "wire.d.ts"))]
pub struct LfmView {
    pub lfm: Battle,
}

/// The battle beyond its pieces.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "wire.d.ts", rename = "LfmBattle"))]
pub struct Battle {
    pub phasing: Side,
    pub night: bool,
    pub day: u16,
    pub round: u16,
    pub yards_per_hex: u32,
    pub tables: TablesUsed,
    pub army_commanders: BySide<Option<String>>,
    pub charts: BySide<Vec<BrigadeBox>>,
}

/// Where the charts come from, and which of them an owner replaced.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "wire.d.ts", rename = "LfmTables"))]
pub struct TablesUsed {
    pub source: String,
    pub replaced: Vec<String>,
}

/// A box of the organization chart (28).
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "wire.d.ts"))]
pub struct BrigadeBox {
    pub brigade: Option<String>,
    pub corps: Option<String>,
    pub commander: Option<String>,
    pub at: Option<String>,
    pub boxed: Vec<String>,
    pub regiments: Vec<String>,
    pub total: u16,
    pub lost: u16,
    pub shattered: bool,
    pub destroyed: bool,
}

pub(crate) fn view(pos: Pos) -> View<LfmView> {
    let (setup, state) = (pos.setup, pos.state);
    View {
        system: "lfm",
        title: setup.name.clone(),
        turn: state.turn,
        turns: setup.turns,
        turn_label: setup.turn_label(state.turn),
        phase: state.phase.name().into(),
        board: Ground::Hexes,
        weather: Some(if setup.rain.contains(&state.turn) { "Rain" } else { "Dry" }.to_owned()),
        initiative: Some(state.first),
        active: active(pos),
        pieces: (0..setup.pieces.len() as u16).map(|n| piece(pos, Id(n))).collect(),
        markers: markers(pos),
        track: track(pos),
        victory: victory(pos),
        own: LfmView { lfm: battle(pos) },
    }
}

fn battle(pos: Pos) -> Battle {
    let (setup, state) = (pos.setup, pos.state);
    Battle {
        phasing: state.side,
        night: pos.is_night(),
        day: setup.day_of(state.turn).0,
        round: state.round,
        yards_per_hex: setup.map.yards_per_hex,
        tables: TablesUsed { source: setup.tables.source.clone(), replaced: setup.tables.replaced.clone() },
        army_commanders: BySide::from_fn(|side| army(pos, side)),
        charts: BySide::from_fn(|side| chart(pos, side)),
    }
}

fn army(pos: Pos<'_>, side: Side) -> Option<String> {
    let id = pos.state.army[side];
    id.is_some().then(|| pos.counter(id).id.clone())
}

pub(crate) fn active(pos: Pos) -> Option<Active> {
    let first = pos.state.group.first().copied()?;
    let mp = pos.state.group.iter().map(|id| pos.piece(*id).mp).min().unwrap_or(0);
    Some(Active {
        piece: pos.counter(first).id.clone(),
        with: pos.state.group.iter().skip(1).map(|id| pos.counter(*id).id.clone()).collect(),
        label: format!("{} MP left", points(mp)),
        at: pos.group_hex().map(|h| pos.setup.label(h)),
        mp: Some(f64::from(mp) / 12.0),
        ..Active::default()
    })
}

/// Twelfths of a movement point as players write them: `8`, `7.5`, `0.33`.
fn points(twelfths: u8) -> String {
    let text = format!("{:.2}", f64::from(twelfths) / 12.0);
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
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

fn values(pos: Pos, id: Id) -> Vec<(Word, String)> {
    let counter = pos.counter(id);
    if counter.arm == Arm::Commander {
        let mut values = vec![("Stars".into(), counter.stars.to_string())];
        if counter.stars > 1 {
            values.push(("Command value".into(), pos.cv(id).to_string()));
        }
        return values;
    }
    let size = if counter.arm.is_gun() {
        ("Guns".into(), (counter.sp as u32 * 2).to_string())
    } else {
        ("Men".into(), (counter.sp as u32 * 100).to_string())
    };
    vec![("Cohesion".into(), counter.cohesion.to_string()), size]
}

fn formation(pos: Pos, id: Id) -> String {
    let counter = pos.counter(id);
    let parts = [&counter.corps, &counter.division, &counter.brigade_label];
    parts.into_iter().filter(|p| !p.is_empty()).map(String::as_str).collect::<Vec<_>>().join("/")
}

/// Everything that a [`Condition`] depends on, small enough to compare often.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Shown {
    place: Where,
    hex: u16,
    flags: u32,
    mine: bool,
    shattered: bool,
    works: bool,
}

impl Shown {
    pub(crate) fn all(pos: Pos) -> Vec<Shown> {
        (0..pos.setup.pieces.len()).map(|n| Shown::of(pos, Id(n as u16))).collect()
    }

    pub(crate) fn of(pos: Pos, id: Id) -> Shown {
        let piece = pos.piece(id);
        let hex = if piece.on_map() { piece.hex } else { NONE };
        Shown {
            place: piece.place,
            hex,
            flags: piece.flags & WORDS,
            mine: piece.mine != 0,
            shattered: brigade_shattered(pos, id),
            works: piece.on_map() && pos.state.works.contains(piece.at()),
        }
    }
}

/// What is true of a piece and shown on it.
const WORDS: u32 = flag::D
    | flag::CHARGED
    | flag::MOUNTED
    | flag::LIMBERED
    | flag::DETACHED
    | flag::BUILDING
    | flag::REPLACED
    | flag::COMMAND;

/// Where a piece is and what lies on it.
pub(crate) fn condition(pos: Pos, id: Id) -> Condition {
    let (counter, place) = (pos.counter(id), pos.piece(id));
    let on_map = place.on_map();
    let commander = counter.arm == Arm::Commander;
    let works = on_map && pos.state.works.contains(place.at());
    Condition {
        at: on_map.then(|| pos.setup.label(place.at())),
        r#where: (!on_map).then(|| whereabouts(pos, id)),
        strength: Some(if commander { "*".repeat(counter.stars as usize) } else { pos.sp(id).to_string() }),
        state: states(pos, id).into_iter().map(Word::Borrowed).collect(),
        works: works.then_some("breastwork".into()),
        ..Condition::default()
    }
}

fn piece(pos: Pos, id: Id) -> Piece {
    let (counter, place) = (pos.counter(id), pos.piece(id));
    let commander = counter.arm == Arm::Commander;
    let name = match &counter.replacement {
        Some(next) if place.has(flag::REPLACED) => next.clone(),
        _ => counter.name.clone(),
    };
    let now = condition(pos, id);
    let label = label(pos, id, &name, &now);
    Piece {
        id: counter.id.clone(),
        name,
        side: Some(counter.side),
        kind: if commander { "leader" } else { "unit" }.into(),
        arm: Some(counter.arm.word().into()),
        size: Some(size_word(pos, id).into()),
        command: Some(formation(pos, id)),
        corps: Some(counter.corps.clone()),
        spent: place.has(flag::STOPPED),
        values: values(pos, id),
        label,
        now,
        ..Piece::default()
    }
}

/// What a screen reader says of a piece.
fn label(pos: Pos, id: Id, name: &str, now: &Condition) -> String {
    let counter = pos.counter(id);
    let mut label = format!("{name}, {} {}", counter.side, counter.arm.word());
    if counter.arm != Arm::Commander {
        let strength = now.strength.as_deref().unwrap_or_default();
        label.push_str(&format!(", {strength} SP, cohesion {}", counter.cohesion));
    }
    for word in &now.state {
        label.push_str(&format!(", {word}"));
    }
    match (&now.at, &now.r#where) {
        (Some(hex), _) => label.push_str(&format!(", in {hex}")),
        (None, Some(place)) => label.push_str(&format!(", {place}")),
        (None, None) => {}
    }
    label
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
fn markers(pos: Pos) -> Vec<Marker> {
    let mut all = Vec::new();
    let mut put = |kind: &'static str, side, at: String, label| {
        all.push(Marker { kind: kind.into(), side, at: Some(at), label, ..Marker::default() });
    };
    for side in Side::BOTH {
        for hex in pos.stacks_of(side) {
            if pos.units(hex).any(|u| pos.piece(u).has(flag::D)) {
                let charged = pos.units(hex).any(|u| pos.piece(u).has(flag::CHARGED));
                let (kind, at) = (if charged { "charged" } else { "disorganized" }, pos.setup.label(hex));
                let label = format!("{side} stack in {at} is disorganized");
                put(kind, Some(side), at, label);
            }
        }
    }
    for hex in pos.state.works.iter() {
        let at = pos.setup.label(hex);
        let label = format!("Breastworks in {at}");
        put("breastwork", None, at, label);
    }
    for (bridge, _) in pos.setup.bridges.iter().zip(&pos.state.burned).filter(|(_, burned)| **burned) {
        let at = pos.setup.map.side_label(bridge.hex, bridge.dir);
        let label = format!("The bridge {at} is burned");
        put("burned-bridge", None, at, label);
    }
    all
}

fn track(pos: Pos) -> Vec<Turn> {
    let setup = pos.setup;
    let turn = |t: u16| {
        let due = setup.arrivals.iter().filter(|a| a.turn == t).flat_map(|a| &a.pieces);
        Turn {
            turn: t,
            label: setup.turn_label(t),
            night: setup.is_night(t),
            weather: setup.rain.contains(&t).then_some("rain".into()).into_iter().collect(),
            arrivals: due.map(|id| setup.counter(*id).id.clone()).collect(),
        }
    };
    (setup.turn..=setup.turns).map(turn).collect()
}

fn victory(pos: Pos) -> Victory {
    let (sum, verdict) = (pos.points(), pos.verdict());
    let line = |l: crate::victory::Line| Points { label: l.label, side: Some(l.side), points: l.points };
    Victory {
        union: sum.union,
        confederate: sum.confederate,
        leader: verdict.winner,
        degree: verdict.degree,
        description: String::new(),
        lines: pos.count_lines().into_iter().map(line).collect(),
    }
}

/// The off-map organization chart (28): a box for each brigade with those stacked with its commander.
fn chart(pos: Pos, side: Side) -> Vec<BrigadeBox> {
    let boxes = pos.setup.brigades.iter().enumerate().filter(|(_, b)| b.side == side);
    boxes
        .map(|(n, brigade)| {
            let ids = |list: &[Id]| list.iter().map(|r| pos.counter(*r).id.clone()).collect::<Vec<_>>();
            let commander = brigade.commander.filter(|c| pos.piece(*c).on_map());
            let here = commander.map(|c| pos.piece(c).at());
            let with = pos.brigade_on_map(n as u16).filter(|r| Some(pos.piece(*r).at()) == here);
            let boxed: Vec<Id> = with.collect();
            let state = &pos.state.brigades[n];
            let first = brigade.regiments.first().copied().or(brigade.commander);
            BrigadeBox {
                brigade: first.map(|r| formation(pos, r)),
                corps: first.map(|r| pos.counter(r).corps.clone()),
                commander: brigade.commander.map(|c| pos.counter(c).id.clone()),
                at: here.map(|h| pos.setup.label(h)),
                boxed: ids(&boxed),
                regiments: ids(&brigade.regiments),
                total: state.total,
                lost: state.lost,
                shattered: state.shattered,
                destroyed: state.destroyed,
            }
        })
        .collect()
}
