//! Nothing leaks: whatever a player is shown, offered, refused or answered is the same in two positions
//! that differ only in what he may not know.

use std::path::Path;

use serde_json::{Value, json};
use table::{
    Commander, Dice, Fnv, Game, Happened, NoLog, Rules, Ruleset, Seated, SeededDice, Side, Standing, Viewer,
    rule,
};

use crate::play::Play;
use crate::position::Pos;
use crate::setup::UnitSet;
use crate::{Gcacw, Order, Setup, State, Told, UnitId};

/// A built-in scenario with the option on.
pub(super) fn scenario(id: &str) -> Setup {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data/gcacw");
    let read = |name: &str| std::fs::read_to_string(folder.join(name)).map_err(|e| e.to_string());
    let file = format!("{id}.scenario.toml");
    let text = read(&file).expect("the scenario is there");
    let options = ["limited-intelligence".to_owned()];
    crate::load_with(&file, &text, &options, &mut |name| read(name))
        .unwrap_or_else(|faults| panic!("{faults}"))
}

fn pick(dice: &mut SeededDice, n: usize) -> usize {
    (0..5).fold(0, |sum, _| sum * 6 + dice.d6("choice") as usize - 1) % n
}

/// A position that differs from the true one only in what `enemy` hides, with the units concerned: two
/// markers have changed what is under them, or a hidden unit is in another condition.
fn twin(setup: &Setup, state: &State, enemy: Side, choices: &mut SeededDice) -> Option<(State, UnitSet)> {
    let forces = state.forces.as_ref()?;
    let markers: Vec<(u8, hexmap::Hex)> = forces.markers(enemy).collect();
    let mut other = state.clone();
    let changed = match pick(choices, 3) {
        0 => {
            let hidden: Vec<UnitId> =
                setup.by_side[enemy].into_iter().filter(|u| forces.of(*u).is_some()).collect();
            let unit = *hidden.get(pick(choices, hidden.len().max(1)))?;
            let it = other.unit_mut(unit);
            it.fatigue = (it.fatigue + 1 + pick(choices, 4) as u8) % 5;
            it.disorganized ^= true;
            it.manpower = if it.manpower > 1 { it.manpower - 1 } else { 1 };
            UnitSet::EMPTY.with(unit)
        }
        _ => {
            if markers.len() < 2 {
                return None;
            }
            let a = pick(choices, markers.len());
            let b = (a + 1 + pick(choices, markers.len() - 1)) % markers.len();
            let mut moved = UnitSet::EMPTY;
            for (from, to) in [(markers[a], markers[b]), (markers[b], markers[a])] {
                for unit in forces.units(setup, enemy, from.0) {
                    moved.add(unit);
                    other.lift(unit, crate::Whereabouts::Retreating);
                    other.put(unit, to.1);
                    other.forces.as_mut()?.put_under(unit, Some(to.0));
                }
            }
            if state.active == enemy && acts(state, moved, [markers[a].0, markers[b].0]) {
                return None;
            }
            if let Some(forces) = other.forces.as_mut().filter(|f| state.active == enemy && f.along != 0) {
                let dummies =
                    (0..10).filter(|m| forces.is_dummy(setup, enemy, *m)).fold(0, |set, m| set | 1 << m);
                forces.along = forces.beside & dummies;
            }
            moved
        }
    };
    // What would be opened at once in the other position is no secret.
    let mut settled = other.clone();
    let mut none = SeededDice::from_number(0);
    Play::on(setup, &mut settled, &mut none, &mut NoLog, |play| play.look_out());
    let same = Gcacw::fingerprint(&settled) == Gcacw::fingerprint(&other);
    (!changed.is_empty() && same).then_some((other, changed))
}

/// Whether a marker or a unit is the one whose action is at hand. Its owner may not put another under it then:
/// what is at hand would be somebody else's. That a march looks like a feint is proven in tests/clauses.
fn acts(state: &State, units: UnitSet, markers: [u8; 2]) -> bool {
    state.march().is_some_and(|m| units.has(m.unit))
        || state.activation().is_some_and(|a| !a.selected.and(units).is_empty())
        || state.feint().is_some_and(|f| markers.contains(&f.marker))
}

/// Everything a seat can get out of a position without giving an order.
fn everything(
    setup: &std::sync::Arc<Setup>,
    state: &State,
    seat: Side,
    probes: &[String],
    deep: bool,
) -> String {
    let game = Seated::<Gcacw>::new(setup.clone(), state.clone());
    let viewer = Viewer::Seat(seat);
    let mut told = vec![
        game.view(viewer).to_value().to_string(),
        format!("{:?}", game.standing_for(viewer)),
        format!("{:?}", game.cards(seat)),
        format!("{:?}", game.cards_at_any_time(seat)),
        format!("numbers {:016x}", in_numbers(&game, seat)),
    ];
    told.extend(probes.iter().map(|order| format!("{order}: {:?}", game.check(seat, order))));
    if deep {
        told.extend(questions(setup).iter().map(|q| format!("{q}: {:?}", game.ask(viewer, q))));
        told.push(game.view(Viewer::Spectator).to_value().to_string());
        let known = game.known(viewer);
        told.push(format!("{:?}", known.cards(seat)));
    }
    told.join("\n")
}

/// A number for everything that a seat sees in numbers.
fn in_numbers(game: &dyn Game, seat: Side) -> u64 {
    let mut numbers = vec![0.0; game.shape().len()];
    game.observe(seat, &mut numbers);
    Fnv::of(&numbers.iter().map(|number| number.to_bits()).collect::<Vec<u32>>())
}

/// Questions about both sides' units, as far as one may ask them.
fn questions(setup: &Setup) -> Vec<Value> {
    let mut list = vec![json!({"ask": "zoc", "side": "union"}), json!({"ask": "zoc", "side": "confederate"})];
    let hexes: Vec<String> = setup.map.grid.hexes().step_by(37).map(|h| setup.map.grid.label(h)).collect();
    for unit in setup.unit_ids().step_by(3) {
        let name = &setup.unit(unit).name;
        list.push(json!({"ask": "reach", "unit": name, "movement": 6}));
        list.push(json!({"ask": "extended-march", "unit": name}));
        for hex in hexes.iter().skip(unit.index() % 5).step_by(5) {
            list.push(json!({"ask": "attack", "unit": name, "target": hex, "type": "hasty"}));
            list.push(json!({"ask": "retreat", "units": [name], "active": hex, "kind": "voluntary"}));
        }
    }
    for leader in setup.leader_ids() {
        list.push(json!({"ask": "command-radius", "leader": setup.leader(leader).name}));
    }
    list
}

/// Orders that try the referee, most of them illegal.
fn probes(setup: &Setup, choices: &mut SeededDice) -> Vec<String> {
    let mut list = Vec::new();
    for word in ["march", "select", "burn", "entrench", "go", "lose"] {
        let unit = &setup.units[pick(choices, setup.units.len())];
        list.push(format!("{word} {}", unit.name));
    }
    for word in ["move", "attack", "marker", "retreat", "destroy", "dismantle"] {
        for _ in 0..4 {
            let hex = setup.map.grid.hexes().nth(pick(choices, setup.map.grid.len()));
            list.extend(hex.map(|h| format!("{word} {}", setup.map.grid.label(h))));
        }
    }
    for word in ["activate", "assault", "grand", "ride", "name"] {
        let leader = &setup.leaders[pick(choices, setup.leaders.len())];
        list.push(format!("{word} {}", leader.name));
        let unit = &setup.units[pick(choices, setup.units.len())];
        list.push(format!("transfer {} > {}", leader.name, unit.name));
        list.push(format!("under {} > {}", unit.name, 1 + pick(choices, 10)));
    }
    for side in Side::BOTH {
        let marker = 1 + pick(choices, 10);
        list.push(format!("open {} {marker}", side.word()));
        list.push(format!("feint {marker} > cavalry"));
    }
    list
}

/// The orders of a march or retreat next to where the action is: where hidden enemies would matter.
fn near_probes(setup: &Setup, state: &State) -> Vec<String> {
    let at = match (state.retreat(), state.march()) {
        (Some(retreat), _) => retreat.at,
        (None, Some(march)) => state.unit(march.unit).hex,
        _ => return Vec::new(),
    };
    let around = setup.map.grid.neighbors(at).map(|(_, near)| setup.map.grid.label(near));
    around
        .flat_map(|hex| ["move", "attack", "retreat", "destroy"].map(|word| format!("{word} {hex}")))
        .collect()
}

/// What a seat is told when the same order is carried out in both positions under the same dice.
fn after(setup: &Setup, state: &State, by: Side, order: &Order, seat: Side, dice: u64) -> (State, String) {
    let mut state = state.clone();
    let mut dice = SeededDice::from_number(dice);
    let mut events: Vec<Happened<Told>> = Vec::new();
    Gcacw::apply(setup, &mut state, by, order, &mut dice, &mut events);
    let viewer = Viewer::Seat(seat);
    let seen: Vec<Happened<Told>> =
        events.iter().filter_map(|e| Gcacw::event_for(setup, e, viewer)).collect();
    (state, serde_json::to_string(&seen).unwrap())
}

/// Whether an order of the enemy may be compared: one about a changed unit is another order there.
fn is_about(pos: &Pos, order: &Order, changed: UnitSet) -> bool {
    match *order {
        Order::March(u) | Order::Entrench(u) | Order::Burn(u) | Order::Under(u, _) => changed.has(u),
        Order::Forage(u) | Order::Build(u, _) | Order::Repair(u, _) => changed.has(u),
        Order::Transfer(l, u) => {
            changed.has(u) || pos.state.leaders[l.index()].unit.is_none_or(|u| changed.has(u))
        }
        // A step past friends costs what they weigh: whether the march is over then may differ.
        Order::Move(to) => pos
            .state
            .forces
            .as_ref()
            .is_some_and(|f| Side::BOTH.into_iter().any(|side| f.markers_in(side, to).next().is_some())),
        Order::Activate(_) | Order::Feint(..) | Order::Along(..) | Order::Marker(_) | Order::Open(..) => true,
        _ => false,
    }
}

/// Whether the markers of a side are the same on both maps and still hide the changed units.
fn still_hidden(a: &State, b: &State, enemy: Side, changed: UnitSet) -> bool {
    let (Some(x), Some(y)) = (&a.forces, &b.forces) else { return false };
    changed.into_iter().all(|u| a.is_hidden(u) && b.is_hidden(u))
        && x.markers(enemy).collect::<Vec<_>>() == y.markers(enemy).collect::<Vec<_>>()
}

#[rule("GLI-2", "GLI-19")]
#[test]
fn nothing_that_reaches_a_seat_depends_on_what_the_enemy_hides() {
    let setup = std::sync::Arc::new(scenario("second-manassas"));
    let (mut looked, mut played, mut game) = (0u32, 0u32, 0u64);
    while looked < 10_000 {
        game += 1;
        let mut dice = SeededDice::of_series(41, game);
        let mut choices = SeededDice::of_series(42, game);
        let mut state = Gcacw::start(&setup, &mut dice, &mut NoLog);
        while let Standing::Waiting(asked) = Gcacw::standing(&setup, &state) {
            let by = asked.seats.first();
            let mut orders = Vec::new();
            Gcacw::orders(&setup, &state, by, &mut orders);
            let order = favourite(&orders, &mut choices);
            for seat in Side::BOTH {
                let Some((other, changed)) = twin(&setup, &state, seat.other(), &mut choices) else {
                    continue;
                };
                looked += 1;
                let mut tries = near_probes(&setup, &state);
                tries.extend(probes(&setup, &mut choices));
                let deep = looked.is_multiple_of(50);
                let mine = everything(&setup, &state, seat, &tries, deep);
                let its = everything(&setup, &other, seat, &tries, deep);
                assert!(mine == its, "decision {looked} of {seat}: {}", difference(&mine, &its));
                played += u32::from(compare_orders(&setup, (&state, &other), (by, &order), seat, changed));
            }
            Gcacw::apply(&setup, &mut state, by, &order, &mut dice, &mut NoLog);
            if looked >= 10_000 {
                break;
            }
        }
    }
    assert!(played > 3_000, "too few orders could be compared: {played}");
}

/// Random, but fond of markers: otherwise they are soon all opened.
pub(super) fn favourite(orders: &[Order], choices: &mut SeededDice) -> Order {
    let hiding: Vec<&Order> =
        orders.iter().filter(|o| matches!(o, Order::Marker(_) | Order::Under(..))).collect();
    if !hiding.is_empty() && pick(choices, 3) > 0 {
        return *hiding[pick(choices, hiding.len())];
    }
    orders[pick(choices, orders.len())]
}

/// Gives the order in both positions; whether what the seat was told could be compared.
fn compare_orders(
    setup: &std::sync::Arc<Setup>,
    (state, other): (&State, &State),
    (by, order): (Side, &Order),
    seat: Side,
    changed: UnitSet,
) -> bool {
    let enemys = by != seat;
    let pos = Pos { setup, state };
    if Gcacw::check(setup, other, by, order).is_err() {
        assert!(enemys, "an order of the seat's own is refused in one of the positions: {order:?}");
        return false;
    }
    if enemys && is_about(&pos, order, changed) {
        return false;
    }
    let (a, told) = after(setup, state, by, order, seat, 5);
    let (b, its) = after(setup, other, by, order, seat, 5);
    let over = |s: &State| s.asked().is_none();
    if over(&a) || over(&b) || !still_hidden(&a, &b, seat.other(), changed) {
        return false;
    }
    let what = Gcacw::write_order(setup, order);
    assert!(told == its, "`{what}`: {}", difference(&told, &its));
    let known = |s: &State| Gcacw::fingerprint(&s.known_to(setup, Viewer::Seat(seat)));
    if by == seat || known(&a) != known(&b) {
        let (mine, its) = (everything(setup, &a, seat, &[], false), everything(setup, &b, seat, &[], false));
        assert!(mine == its, "after `{what}`: {}", difference(&mine, &its));
    }
    true
}

fn difference(a: &str, b: &str) -> String {
    let at = a.bytes().zip(b.bytes()).take_while(|(x, y)| x == y).count();
    let from = at.saturating_sub(120);
    let cut = |s: &str| s.chars().skip(from).take(300).collect::<String>();
    format!("\n  {}\n  {}", cut(a), cut(b))
}

/// What a computer player imagines offers him what he really may do, and shows him what he really sees.
#[rule("GLI-2")]
#[test]
fn an_imagined_position_looks_like_the_true_one() {
    let setup = scenario("second-manassas");
    let mut seen = 0;
    for game in 0..10 {
        let mut dice = SeededDice::of_series(43, game);
        let mut choices = SeededDice::of_series(44, game);
        let mut state = Gcacw::start(&setup, &mut dice, &mut NoLog);
        while let Some(seats) = Gcacw::standing(&setup, &state).seats() {
            let seat = seats.first();
            let mut orders = Vec::new();
            Gcacw::orders(&setup, &state, seat, &mut orders);
            if state.hides(seat.other()) {
                seen += 1;
                let imagined = Gcacw::imagine(&setup, &state, seat, &mut |n| pick(&mut choices, n));
                let mut same = Vec::new();
                Gcacw::orders(&setup, &imagined, seat, &mut same);
                assert_eq!(orders, same);
                let view =
                    |s: &State| Gcacw::view(&setup, s, Viewer::Seat(seat)).erase().to_value().to_string();
                assert!(view(&state) == view(&imagined), "{}", difference(&view(&state), &view(&imagined)));
            }
            let order = favourite(&orders, &mut choices);
            Gcacw::apply(&setup, &mut state, seat, &order, &mut dice, &mut NoLog);
        }
    }
    assert!(seen > 300, "{seen}");
}
