//! Questions about combat, bombardment and charges: everything before the die, and every face of it.

use hexmap::Hex;
use serde_json::{Map, Value, json};
use table::{AskError, Question, Rule, Side};

use super::{by_day, hex, hexes, movement_points, piece};
use crate::forecast;
use crate::position::Pos;
use crate::setup::Id;
use crate::sight::Los;
use crate::tables::{Chart, Outcome};

/// Every face of the die: the result as the chart has it, and in words.
fn outcomes<T: Copy>(
    chart: &Chart<T>,
    column: usize,
    drm: i16,
    result: impl Fn(T) -> Value,
    say: impl Fn(T) -> String,
) -> Value {
    let faces = (1..).zip(forecast::faces(chart, column, drm));
    faces
        .map(|(die, cell)| json!({ "roll": die, "p": 1.0 / 6.0, "result": result(cell), "say": say(cell) }))
        .collect()
}

/// Results of combats and charges.
fn fights(chart: &Chart<Outcome>, column: usize, drm: i16) -> Value {
    outcomes(chart, column, drm, |o| o.code().into(), |o| o.words().to_owned())
}

/// The one side whose units stand in all these hexes.
fn one_side(pos: Pos, hexes: &[Hex], rule: &'static str) -> Result<Side, AskError> {
    let mut found = None;
    for hex in hexes {
        let label = || pos.setup.label(*hex);
        let holder = pos.holder(*hex);
        let side =
            holder.ok_or_else(|| AskError::by(Rule(rule), format!("there is no unit in {}", label())))?;
        if *found.get_or_insert(side) != side {
            return Err(AskError::by(Rule(rule), "these hexes hold units of both sides"));
        }
    }
    found.ok_or_else(|| AskError::by(Rule(rule), "no hex is named"))
}

pub(crate) fn combat(pos: Pos, question: Question) -> Result<Value, AskError> {
    by_day(pos)?;
    let attackers = hexes(pos, question, "attackers")?;
    let targets = hexes(pos, question, "target")?;
    let side = one_side(pos, &attackers, "L8-1")?;
    if one_side(pos, &targets, "L8-1")? == side {
        return Err(AskError::by(Rule("L8-1"), "the target is not of the other side"));
    }
    let touch = |a: &Hex| targets.iter().all(|t| pos.distance(*a, *t) == 1);
    if !attackers.iter().all(touch) {
        return Err(AskError::by(Rule("L8-6"), "every attacking hex must touch every target hex"));
    }
    if attackers.iter().flat_map(|a| pos.units(*a)).any(|u| pos.shattered(u)) {
        return Err(AskError::by(Rule("L16-4"), "units of a shattered brigade do not attack"));
    }
    let odds = pos.odds(&attackers, &targets);
    let tables = &pos.setup.tables;
    let drm = odds.drm.sum();
    Ok(json!({
        "attacker_sp": odds.attacker_sp,
        "defender_sp": odds.defender_sp,
        "odds": tables.odds_name(odds.odds),
        "attacker_cr": odds.attacker_cr,
        "defender_cr": odds.defender_cr,
        "shift": odds.shift,
        "column": tables.odds_name(odds.column),
        "modifiers": odds.drm.to_json(),
        "drm": drm,
        "outcomes": fights(&tables.crt, odds.column, drm),
        "words": forecast::of_combat(tables, &odds),
        "tables": tables.source,
    }))
}

/// The batteries that fire: those named, or all in the hexes that can.
fn batteries(pos: Pos, question: Question, firing: &[Hex]) -> Result<Vec<Id>, AskError> {
    let mut found = Vec::new();
    if question.get("batteries").is_some_and(|b| !b.is_null()) {
        for name in question.texts("batteries")? {
            let id = piece(pos, name)?;
            pos.can_bombard(id)?;
            if !firing.contains(&pos.piece(id).at()) {
                return Err(AskError::by(Rule("L7-1"), format!("`{name}` is not in one of the hexes")));
            }
            if !found.contains(&id) {
                found.push(id);
            }
        }
    } else {
        found.extend(firing.iter().flat_map(|h| pos.units(*h)).filter(|u| pos.can_bombard(*u).is_ok()));
    }
    for hex in firing {
        if !pos.units(*hex).any(|u| pos.can_bombard(u).is_ok()) {
            let what = format!("no battery in {} can fire", pos.setup.label(*hex));
            return Err(AskError::by(Rule("L7-1"), what));
        }
    }
    Ok(found)
}

pub(crate) fn bombard(pos: Pos, question: Question) -> Result<Value, AskError> {
    by_day(pos)?;
    let firing = hexes(pos, question, "hexes")?;
    let target = hex(pos, question, "target")?;
    pos.may_combine(&firing)?;
    let side = one_side(pos, &firing, "L7-1")?;
    for hex in &firing {
        if pos.in_zoc(*hex, side.other()) {
            return Err(AskError::by(
                Rule("L7-10"),
                "artillery in an enemy zone of control does not bombard",
            ));
        }
    }
    let batteries = batteries(pos, question, &firing)?;
    let (mut ranges, mut seen) = (Map::new(), Map::new());
    let mut worst = Los::Clear;
    for hex in &firing {
        let los = pos.can_see_target(*hex, target, side)?;
        worst = worst.max(los);
        ranges.insert(pos.setup.label(*hex), pos.distance(*hex, target).into());
        seen.insert(pos.setup.label(*hex), los.word().into());
    }
    let unit = match question.get("unit") {
        None | Some(Value::Null) => pos.units(target).next(),
        Some(_) => Some(piece(pos, question.text("unit")?)?),
    };
    let unit = unit.filter(|u| pos.setup.is_unit(*u) && pos.piece(*u).at() == target);
    let unit = unit.ok_or_else(|| AskError::by(Rule("L7-12"), "the unit named is not in the target hex"))?;
    let fire = pos.bombardment(&batteries, target, unit, worst);
    let tables = &pos.setup.tables;
    let drm = fire.drm.sum();
    Ok(json!({
        "sp": fire.sp,
        "column": tables.artillery.columns[fire.column],
        "ranges": ranges,
        "los": seen,
        "unit": pos.counter(unit).id,
        "modifiers": fire.drm.to_json(),
        "drm": drm,
        "outcomes": outcomes(&tables.artillery, fire.column, drm, Value::from, forecast::checks),
        "words": forecast::of_fire(tables, fire.column, drm),
        "tables": tables.source,
    }))
}

/// The regiments that charge: those named, or all mounted cavalry in the hex.
fn riders(pos: Pos, question: Question, from: Hex) -> Result<Vec<Id>, AskError> {
    let rule = Rule("L3-2");
    let mut found: Vec<Id> = Vec::new();
    if question.get("units").is_some_and(|u| !u.is_null()) {
        for name in question.texts("units")? {
            let id = piece(pos, name)?;
            if pos.piece(id).at() != from || !pos.mounted(id) {
                return Err(AskError::by(rule, format!("`{name}` is no mounted cavalry in that hex")));
            }
            if !found.contains(&id) {
                found.push(id);
            }
        }
    } else {
        found.extend(pos.units(from).filter(|u| pos.mounted(*u)));
    }
    if found.is_empty() {
        return Err(AskError::by(rule, "there is no mounted cavalry in that hex"));
    }
    if found.iter().any(|u| pos.shattered(*u)) {
        return Err(AskError::by(Rule("L16-5"), "cavalry of a shattered brigade does not charge"));
    }
    Ok(found)
}

pub(crate) fn charge(pos: Pos, question: Question) -> Result<Value, AskError> {
    by_day(pos)?;
    let (from, target) = (hex(pos, question, "hex")?, hex(pos, question, "target")?);
    let direction = pos.setup.map.grid.direction(from, target);
    let dir = direction.ok_or_else(|| AskError::by(Rule("L3-1"), "the hexes do not touch"))?;
    let riders = riders(pos, question, from)?;
    let side = pos.counter(riders[0]).side;
    if !pos.held_by(target, side.other()) {
        return Err(AskError::by(Rule("L3-1"), "there is no enemy unit in the target hex"));
    }
    let mp = match question.get("mp") {
        None | Some(Value::Null) => 8.0,
        Some(value) => value.as_f64().ok_or_else(|| AskError::new("`mp`: expected a number"))?,
    };
    let cost = pos.charge_cost(from, dir, u8::MAX)?;
    if f64::from(cost) > mp * 12.0 + 1e-6 {
        return Err(AskError::by(Rule("L3-6"), "not enough movement points to enter the hex"));
    }
    let odds = pos.charge_odds(&riders, from, target);
    let tables = &pos.setup.tables;
    let drm = odds.drm.sum();
    Ok(json!({
        "attacker_cr": odds.attacker_cr,
        "defender_cr": odds.defender_cr,
        "difference": odds.difference,
        "column": tables.charge.columns[odds.column],
        "cost": movement_points(cost as u16),
        "modifiers": odds.drm.to_json(),
        "drm": drm,
        "outcomes": fights(&tables.charge, odds.column, drm),
        "words": forecast::of_charge(tables, &odds),
        "tables": tables.source,
    }))
}
