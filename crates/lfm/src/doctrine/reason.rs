//! Why a player would give an order: one sentence, with the odds he sees.

use hexmap::{Dir, Hex};
use table::Side;

use super::scene::Scene;
use super::weights::Weights;
use crate::forecast;
use crate::order::Order;
use crate::pending::{Party, Pending};
use crate::position::Pos;
use crate::setup::Id;

pub(crate) fn reason(pos: Pos, seat: Side, order: Order) -> String {
    let grid = &pos.setup.map.grid;
    let hex = |at: crate::order::Spot| at.hex(grid);
    match order {
        Order::Target(at) => hex(at).map_or_else(String::new, |h| target(pos, seat, h)),
        Order::With(at) => hex(at).map_or_else(String::new, |h| with(pos, seat, h)),
        Order::Fight => attack(pos, &party(pos, Party::Attackers), &party(pos, Party::Defenders)),
        Order::Charge(dir) => charge(pos, dir),
        Order::Aim(id, at) => hex(at).map_or_else(String::new, |h| aim(pos, id, h)),
        Order::Fire(id) => fire(pos, id),
        Order::Add(id) => format!("{} adds its guns to the fire.", name(pos, id)),
        Order::Roll(id) => roll(pos, id),
        Order::Recover(id) => recover(pos, id),
        Order::Step { .. } | Order::Enter { .. } => march(pos, seat),
        Order::Build(id) => format!("{} digs in: this ground is to be held.", name(pos, id)),
        Order::Pull(at) => hex(at).map_or_else(String::new, |h| pull(pos, seat, h)),
        Order::Stay => stay(pos),
        Order::Go => "The ground is not worth what staying would cost.".to_owned(),
        Order::Retreat(_) => "This way leads out of the enemy's reach, towards friends.".to_owned(),
        Order::Lose(id) => format!("{} is the unit we can best do without.", name(pos, id)),
        Order::Advance(id, _) => format!("{} takes the ground that was won.", name(pos, id)),
        Order::Unlimber => "From here the guns have a field of fire.".to_owned(),
        Order::Limber(_) => "The battery has no target here and goes where it is needed.".to_owned(),
        Order::Dismount => "Near the enemy they fight on foot.".to_owned(),
        Order::Mount => "There is a long way to ride.".to_owned(),
        _ => String::new(),
    }
}

fn name(pos: Pos, id: Id) -> String {
    pos.setup.pieces.get(id.index()).map_or_else(String::new, |c| c.name.clone())
}

fn party(pos: Pos, party: Party) -> Vec<Hex> {
    pos.state.fight.hexes(party).collect()
}

/// Share of a die, in words of sixths.
fn in_six(n: usize) -> String {
    format!("{n} in 6")
}

/// The odds of an attack and what the faces of the die come to.
fn attack(pos: Pos, attackers: &[Hex], defenders: &[Hex]) -> String {
    if attackers.is_empty() || defenders.is_empty() {
        return String::new();
    }
    let odds = pos.odds(attackers, defenders);
    let tables = &pos.setup.tables;
    let at: Vec<String> = defenders.iter().map(|d| pos.setup.label(*d)).collect();
    format!(
        "{} to {} against {}, fought on the {} column with {:+} to the die. {}",
        odds.attacker_sp,
        odds.defender_sp,
        at.join(" and "),
        tables.odds_name(odds.column),
        odds.drm.sum(),
        forecast::of_combat(tables, &odds).say,
    )
}

fn target(pos: Pos, seat: Side, hex: Hex) -> String {
    let near = |(_, n): (Dir, Hex)| (pos.held_by(n, seat) && pos.can_attack(n)).then_some(n);
    let free: Vec<Hex> =
        pos.neighbors(hex).filter_map(near).filter(|n| !pos.state.used.contains(n)).collect();
    attack(pos, &free, &[hex])
}

fn with(pos: Pos, seat: Side, hex: Hex) -> String {
    let (mut ours, mut theirs) = (party(pos, Party::Attackers), party(pos, Party::Defenders));
    if pos.held_by(hex, seat) {
        ours.push(hex);
        return format!("With {} too: {}", pos.setup.label(hex), attack(pos, &ours, &theirs));
    }
    theirs.push(hex);
    if ours.is_empty() {
        let touches = |n: &Hex| theirs.iter().all(|t| pos.distance(*n, *t) == 1);
        let near = pos.neighbors(hex).map(|(_, n)| n).filter(|n| pos.held_by(*n, seat) && touches(n));
        ours.extend(near);
    }
    attack(pos, &ours, &theirs)
}

fn charge(pos: Pos, dir: Dir) -> String {
    let Some(from) = pos.group_hex() else { return String::new() };
    let Some(to) = pos.near(from, dir) else { return String::new() };
    let odds = pos.charge_odds(&pos.group_units(), from, to);
    let drm = odds.drm.sum();
    format!(
        "A charge into {} with cohesion {} against {} and {drm:+} to the die. {}",
        pos.setup.label(to),
        odds.attacker_cr,
        odds.defender_cr,
        forecast::of_charge(&pos.setup.tables, &odds).say,
    )
}

fn aim(pos: Pos, id: Id, target: Hex) -> String {
    let far = pos.distance(pos.piece(id).at(), target);
    format!("{} has {} in sight at {far} hexes.", name(pos, id), pos.setup.label(target))
}

fn fire(pos: Pos, unit: Id) -> String {
    let batteries: Vec<Id> = pos.state.mission.batteries.iter().map(|b| Id(*b)).collect();
    let Some(target) = pos.state.mission.target.map(Hex) else { return String::new() };
    let Some(first) = batteries.first() else { return String::new() };
    let side = pos.counter(*first).side;
    let sees = |b: &Id| pos.los(pos.piece(*b).at(), target, Some(side));
    let Some(worst) = batteries.iter().map(sees).max() else { return String::new() };
    let plan = pos.bombardment(&batteries, target, unit, worst);
    let drm = plan.drm.sum();
    format!(
        "{} strength points of guns at {} with {drm:+} to the die. {}",
        plan.sp,
        name(pos, unit),
        forecast::of_fire(&pos.setup.tables, plan.column, drm).say,
    )
}

fn roll(pos: Pos, id: Id) -> String {
    let needed = (pos.cv(id) as i16 - pos.command_modifier(id) as i16).clamp(0, 6) as usize;
    format!("{} comes into command {}.", name(pos, id), in_six(needed))
}

fn recover(pos: Pos, id: Id) -> String {
    let chance = pos.counter(id).cohesion.min(6) as usize;
    format!("{} rallies {}.", name(pos, id), in_six(chance))
}

/// Which place a march leads to.
fn march(pos: Pos, seat: Side) -> String {
    let mut scene = Scene::default();
    scene.refresh_foes(&Weights::TABLE, pos, seat);
    scene.refresh_own(&Weights::TABLE, pos, seat, 1);
    let best = scene.needs.iter().enumerate().max_by(|a, b| a.1.total_cmp(b.1));
    match best {
        Some((n, need)) if *need > 0.0 => {
            let prize = &pos.setup.victory.prizes[n];
            format!("{} counts {} points.", prize.name, prize.points)
        }
        _ => String::new(),
    }
}

fn pull(pos: Pos, seat: Side, hex: Hex) -> String {
    let near = pos.neighbors(hex).map(|(_, n)| n);
    let foes: Vec<Hex> = near.filter(|n| pos.held_by(*n, seat.other())).collect();
    let said = attack(pos, &foes, &[hex]);
    format!("Another round would not pay. They would have {said}")
}

fn stay(pos: Pos) -> String {
    match pos.state.pending.last() {
        Some(Pending::Evade(_)) => "The ground is worth a fight.".to_owned(),
        _ => "The cover is good: they can be held here.".to_owned(),
    }
}
