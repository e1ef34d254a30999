//! The referee: questions about a position, answered with the rules that play it.

mod fight;

use hexmap::{Hex, HexSet};
use serde_json::{Map, Value, json};
use table::{AskError, Forecast, Question, Rule, Side};

use crate::command::{command_roll, finish_command, spread_by_stacking};
use crate::position::Pos;
use crate::setup::Id;
use crate::state::flag;

pub(crate) fn ask(pos: Pos, question: &Value) -> Result<Value, AskError> {
    let question = Question(question);
    match question.text("ask")? {
        "los" => los(pos, question),
        "visible" => visible(pos, question),
        "command-radius" => command_radius(pos, question),
        "zoi" => zone(pos, question, true),
        "zoc" => zone(pos, question, false),
        "reach" => reach(pos, question),
        "combat" => fight::combat(pos, question),
        "bombard" => fight::bombard(pos, question),
        "charge" => fight::charge(pos, question),
        "command" => command(pos, question),
        "overstacked" => overstacked(pos, question),
        other => Err(AskError::new(format!(
            "`{other}` is no question: expected los, visible, zoi, zoc, reach, combat, \
             bombard, charge, command, command-radius or overstacked"
        ))),
    }
}

pub(crate) fn hex_named(pos: Pos, label: &str) -> Result<Hex, AskError> {
    pos.setup.map.grid.hex(label).ok_or_else(|| AskError::new(format!("`{label}` is not a hex of the map")))
}

pub(crate) fn hex(pos: Pos, question: Question, key: &str) -> Result<Hex, AskError> {
    hex_named(pos, question.text(key)?)
}

/// One hex or a list of hexes, each once.
pub(crate) fn hexes(pos: Pos, question: Question, key: &str) -> Result<Vec<Hex>, AskError> {
    let mut found = Vec::new();
    for label in question.texts(key)? {
        let hex = hex_named(pos, label)?;
        if !found.contains(&hex) {
            found.push(hex);
        }
    }
    Ok(found)
}

/// A unit or commander that is on the map.
pub fn piece(pos: Pos, name: &str) -> Result<Id, AskError> {
    let id = pos.setup.find(name).ok_or_else(|| AskError::new(format!("there is no `{name}`")))?;
    if !pos.piece(id).on_map() {
        return Err(AskError::new(format!("`{name}` is not on the map")));
    }
    Ok(id)
}

/// Combat, fire, charges and command rest at night (23.2).
pub(crate) fn by_day(pos: Pos) -> Result<(), AskError> {
    if pos.is_night() {
        return Err(AskError::by(Rule("L23-2"), "not at night"));
    }
    Ok(())
}

/// Movement points from twelfths; whole numbers stay whole.
pub(crate) fn movement_points(twelfths: u16) -> Value {
    match twelfths % 12 {
        0 => json!(twelfths / 12),
        _ => json!(twelfths as f64 / 12.0),
    }
}

fn los(pos: Pos, question: Question) -> Result<Value, AskError> {
    let (from, to) = (hex(pos, question, "from")?, hex(pos, question, "to")?);
    let purpose = question.get("for").map_or(Ok("fire"), |_| question.text("for"))?;
    let raised = match purpose {
        "influence" => None,
        "fire" if question.get("side").is_some_and(|s| !s.is_null()) => Some(question.side()?),
        "fire" => pos.holder(from),
        other => return Err(AskError::new(format!("`{other}`: expected fire or influence"))),
    };
    let seen = pos.los(from, to, raised);
    Ok(json!({ "los": seen.word(), "range": pos.distance(from, to) }))
}

/// Guns see no farther to any purpose than they can fire (7.3).
const FARTHEST: u64 = 8;

/// What can be seen from a hex, within a range.
fn visible(pos: Pos, question: Question) -> Result<Value, AskError> {
    let from = hex(pos, question, "from")?;
    let range = match question.get("range") {
        None | Some(Value::Null) => FARTHEST,
        Some(value) => value
            .as_u64()
            .filter(|r| (1..=50).contains(r))
            .ok_or_else(|| AskError::new("`range`: expected a number of hexes, 1 to 50"))?,
    };
    let grid = &pos.setup.map.grid;
    let mut by_word: std::collections::BTreeMap<&str, Vec<String>> =
        ["clear", "partial", "blocked"].map(|word| (word, Vec::new())).into();
    for to in grid.hexes().filter(|to| *to != from && u64::from(pos.distance(from, *to)) <= range) {
        let seen = pos.los(from, to, pos.holder(from)).word();
        by_word.entry(seen).or_default().push(pos.setup.label(to));
    }
    by_word.values_mut().for_each(|list| list.sort());
    Ok(json!(by_word))
}

/// The hexes that a commander's word reaches, and how far (20.2).
fn command_radius(pos: Pos, question: Question) -> Result<Value, AskError> {
    let name = question.text("leader")?;
    let id = piece(pos, name)?;
    let man = pos.counter(id);
    if man.stars == 0 {
        return Err(AskError::new(format!("`{name}` is no commander")));
    }
    let (at, range) = (pos.piece(id).at(), pos.command_range(id));
    let reached = pos.setup.map.grid.hexes().filter(|to| pos.in_range(at, *to, range, man.side));
    let mut hexes: Vec<String> = reached.map(|h| pos.setup.label(h)).collect();
    hexes.sort();
    Ok(json!({ "range": range, "hexes": hexes }))
}

fn labels(pos: Pos, set: &HexSet) -> Vec<String> {
    let mut labels: Vec<String> = set.iter().map(|h| pos.setup.label(h)).collect();
    labels.sort();
    labels
}

fn zone(pos: Pos, question: Question, influence: bool) -> Result<Value, AskError> {
    let side = question.side()?;
    let mut set = HexSet::new(pos.setup.map.grid.len());
    if influence {
        pos.influence_of(side, &mut set);
    } else {
        pos.control_of(side, &mut set);
    }
    Ok(json!({ "hexes": labels(pos, &set) }))
}

/// What the end of movement would cost a side by overstacking: units to give up, hex by hex (4.5).
fn overstacked(pos: Pos, question: Question) -> Result<Value, AskError> {
    let full = pos.overfull(question.side()?);
    let units: usize = full.iter().map(|(_, lost)| lost).sum();
    let hexes: Map<String, Value> =
        full.into_iter().map(|(hex, lost)| (pos.setup.label(hex), lost.into())).collect();
    let words = Forecast::default().saying(match units {
        0 => "Nothing is lost: no hex is overfull.".to_owned(),
        1 => "One unit is lost in an overfull hex; its owner chooses which.".to_owned(),
        n => format!("{n} units are lost in overfull hexes; their owner chooses which."),
    });
    Ok(json!({ "units": units, "hexes": hexes, "rule": "4.5", "clause": "L4-12", "words": words }))
}

fn reach(pos: Pos, question: Question) -> Result<Value, AskError> {
    let id = piece(pos, question.text("unit")?)?;
    let in_command = match question.get("in_command") {
        None | Some(Value::Null) => !pos.piece(id).has(flag::DETACHED),
        Some(Value::Bool(flag)) => *flag,
        Some(_) => return Err(AskError::new("`in_command`: expected true or false")),
    };
    let mut all = Map::new();
    let mut found: Vec<_> =
        pos.reach(pos.mover(id, in_command)).into_iter().map(|r| (pos.setup.label(r.hex), r)).collect();
    found.sort_by(|a, b| a.0.cmp(&b.0));
    for (label, reached) in found {
        let mut entry = json!({ "cost": movement_points(reached.cost) });
        if reached.road {
            entry["road"] = true.into();
        }
        all.insert(label, entry);
    }
    let words = Forecast::default().saying(match all.len() {
        0 => "It cannot go anywhere.".to_owned(),
        1 => "One hex is in its reach.".to_owned(),
        n => format!("{n} hexes are in its reach."),
    });
    Ok(json!({ "hexes": all, "words": words }))
}

/// The rolls a command question gives, by commander.
fn rolls(pos: Pos, question: Question, side: Side) -> Result<Vec<(Id, u8)>, AskError> {
    let given = match question.get("rolls") {
        None | Some(Value::Null) => return Ok(Vec::new()),
        Some(Value::Object(map)) => map,
        Some(_) => return Err(AskError::new("`rolls`: expected commanders and their dice")),
    };
    let mut found = Vec::new();
    for (name, die) in given {
        let id = piece(pos, name)?;
        let man = pos.counter(id);
        if man.side != side || man.stars == 0 {
            return Err(AskError::new(format!("`{name}` is no {side} commander")));
        }
        let die = die.as_u64().filter(|d| (1..=6).contains(d));
        let die = die.ok_or_else(|| AskError::new(format!("`rolls`: {name}: expected a die, 1 to 6")))?;
        found.push((id, die as u8));
    }
    Ok(found)
}

fn command(pos: Pos, question: Question) -> Result<Value, AskError> {
    by_day(pos)?;
    let side = question.side()?;
    let rolls = rolls(pos, question, side)?;
    let setup = pos.setup;
    let mut state = pos.state.clone();
    for id in setup.side_ids(side) {
        state.clear(*id, flag::COMMAND | flag::ROLLED);
    }
    state.army[side] = pos.army_commander(side);
    let army = state.army[side];
    for level in [4, 3, 2] {
        for (id, die) in &rolls {
            let stars = setup.counter(*id).stars;
            let own_level = if *id == army { 4 } else { stars.min(3) };
            if stars >= 2 && own_level == level && !state.piece(*id).has(flag::COMMAND) {
                command_roll(setup, &mut state, *id, *die);
            }
        }
        spread_by_stacking(setup, &mut state, side);
    }
    finish_command(setup, &mut state, side);
    let then = Pos::new(setup, &state);
    let named = |wanted: bool| {
        let these = then.on_map(side).filter(|id| then.piece(*id).has(flag::COMMAND) == wanted);
        let mut names: Vec<&str> = these.map(|id| setup.counter(id).id.as_str()).collect();
        names.sort_unstable();
        names
    };
    let commander = army.is_some().then(|| setup.counter(army).id.as_str());
    Ok(json!({ "army_commander": commander, "in_command": named(true), "out": named(false) }))
}
