//! Laws that hold in every game: offered orders are accepted, all others refused without a change, pieces
//! are where they may be, games end and replay.

use std::path::Path;
use std::sync::Arc;

use gcacw::{Arm, Gcacw, Order, Setup, State, UnitId, Whereabouts};
use hexmap::{Hex, Terrain};
use table::{Dice, Header, Line, NoLog, Rules, Ruleset, Seated, SeededDice, Side, Standing, replay};

/// Built-in scenarios, one of them once more with hidden forces.
const SCENARIOS: [&str; 4] = [
    "lesson-spring-hill",
    "spring-hill-franklin",
    "second-manassas",
    "second-manassas +limited-intelligence",
];

/// The campaigns: longer, so they get fewer games.
const CAMPAIGNS: [&str; 3] = ["middle-tennessee-1864", "chickamauga-1863", "chattanooga-1863"];

/// Every scenario with the number of games that a test plays of it.
fn all(short: u64, long: u64) -> impl Iterator<Item = (&'static str, u64)> {
    let games = |n| move |id| (id, n);
    SCENARIOS.into_iter().map(games(short)).chain(CAMPAIGNS.into_iter().map(games(long)))
}

fn scenario(id: &str) -> Setup {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data/gcacw");
    let read = |name: &str| std::fs::read_to_string(folder.join(name)).map_err(|e| e.to_string());
    let (id, options) = id.split_once(" +").map_or((id, vec![]), |(id, word)| (id, vec![word.to_owned()]));
    let file = format!("{id}.scenario.toml");
    let text = read(&file).expect("the scenario is there");
    gcacw::load_with(&file, &text, &options, &mut |name| read(name))
        .unwrap_or_else(|faults| panic!("{faults}"))
}

/// A number below `n` from dice.
fn pick(dice: &mut SeededDice, n: usize) -> usize {
    (0..6).fold(0, |sum, _| sum * 6 + dice.d6("choice") as usize - 1) % n
}

/// The most decisions any of these games may take.
const MOST_DECISIONS: usize = 60_000;

fn play(setup: &Setup, seed: u64, mut each: impl FnMut(&State, Side, &Order, &[Order])) -> State {
    let mut dice = SeededDice::of_series(7, seed);
    let mut choices = SeededDice::of_series(8, seed);
    let mut state = Gcacw::start(setup, &mut dice, &mut NoLog);
    let mut orders = Vec::new();
    for _ in 0..MOST_DECISIONS {
        let standing = Gcacw::standing(setup, &state);
        let Some(seats) = standing.seats() else { return state };
        let seat = seats.first();
        orders.clear();
        Gcacw::orders(setup, &state, seat, &mut orders);
        assert!(!orders.is_empty(), "a dead end at {standing:?}");
        let order = orders[pick(&mut choices, orders.len())];
        each(&state, seat, &order, &orders);
        Gcacw::apply(setup, &mut state, seat, &order, &mut dice, &mut NoLog);
        check_invariants(setup, &state, &order);
    }
    panic!("game {seed} does not end");
}

fn check_invariants(setup: &Setup, state: &State, after: &Order) {
    let asks = Gcacw::standing(setup, state);
    let waiting = matches!(asks, Standing::Waiting(decision) if decision.kind == "haven");
    for id in setup.unit_ids() {
        let (unit, printed) = (state.unit(id), setup.unit(id));
        assert!(unit.fatigue <= 4 && unit.demoralized <= 2, "{} after {after:?}", printed.name);
        // In a campaign men may come to a unit.
        let most = if setup.advanced { setup.module.max_manpower } else { printed.manpower };
        assert!(unit.manpower <= most);
        let gone = matches!(
            unit.whereabouts,
            Whereabouts::Eliminated | Whereabouts::Surrendered | Whereabouts::BrokenDown
        );
        // A wagon train that breaks down on the road is out of play without a loss in battle.
        let broken_down = gone && printed.arm == Arm::Wagon;
        assert!((unit.manpower == 0) == gone || broken_down, "{}", printed.name);
        if unit.is_on_map() {
            assert_ne!(setup.map.terrain(unit.hex), Terrain::Water, "{}", printed.name);
            assert!(state.stack(unit.hex).any(|u| u == id), "{} is in its hex's stack", printed.name);
        }
    }
    for hex in setup.map.grid.hexes() {
        let mut sides = state.stack(hex).map(|u| setup.unit(u).side);
        if let Some(first) = sides.next() {
            assert!(sides.all(|s| s == first), "enemies share {} after {after:?}", setup.map.grid.label(hex));
        }
    }
    for id in setup.leader_ids() {
        let (leader, printed) = (state.leaders[id.index()], setup.leader(id));
        let Some(unit) = leader.unit else {
            let pending = waiting;
            assert!(leader.out || pending, "{} is alone after {after:?}", printed.name);
            continue;
        };
        let alive = !matches!(
            state.unit(unit).whereabouts,
            Whereabouts::Eliminated | Whereabouts::Surrendered | Whereabouts::BrokenDown
        );
        assert!(alive, "{} is with a lost unit after {after:?}", printed.name);
        let guns = setup.unit(unit).arm == Arm::Artillery;
        assert!(printed.commands.has(unit) || guns, "{} is with a stranger", printed.name);
        if printed.rank.is_high() {
            assert_eq!(setup.unit(unit).arm, Arm::Infantry);
        }
    }
}

/// Orders that might be given by mistake or malice.
fn wrong_orders(setup: &Setup, dice: &mut SeededDice) -> Vec<Order> {
    let unit = UnitId(pick(dice, setup.units.len()) as u8);
    let leader = gcacw::LeaderId(pick(dice, setup.leaders.len()) as u8);
    let hex = Hex(pick(dice, setup.map.grid.len()) as u16);
    vec![
        Order::Take,
        Order::Pass,
        Order::Done,
        Order::End,
        Order::Halt,
        Order::Evade,
        Order::ForceMarch,
        Order::Lee,
        Order::RefuseFlanks,
        Order::March(unit),
        Order::Select(unit),
        Order::Entrench(unit),
        Order::Lose(unit),
        Order::Advance(unit),
        Order::Withdraw(unit),
        Order::Join(unit),
        Order::Activate(leader),
        Order::Assault(leader),
        Order::Transfer(leader, unit),
        Order::Move(hex),
        Order::Attack(hex),
        Order::Retreat(hex),
        Order::Destroy(hex),
        Order::Build(unit, hex),
        Order::Place(unit, hex),
    ]
}

#[test]
fn offered_orders_are_accepted_and_others_refused() {
    for (n, (id, games)) in all(4, 1).enumerate() {
        let setup = scenario(id);
        let mut wrong = SeededDice::from_number(n as u64);
        for seed in 0..games {
            play(&setup, seed, |state, seat, _, offered| {
                let before = state.fingerprint();
                for order in offered {
                    if let Err(no) = Gcacw::check(&setup, state, seat, order) {
                        panic!(
                            "{id} game {seed}: offered {} is refused: {no}",
                            Gcacw::write_order(&setup, order)
                        );
                    }
                    assert!(Gcacw::check(&setup, state, seat.other(), order).is_err(), "the other seat");
                    let written = Gcacw::write_order(&setup, order);
                    assert_eq!(Gcacw::read_order(&setup, &written).as_ref(), Ok(order), "{written}");
                }
                for order in wrong_orders(&setup, &mut wrong) {
                    let legal = Gcacw::check(&setup, state, seat, &order).is_ok();
                    assert_eq!(
                        legal,
                        offered.contains(&order),
                        "{id}: {}",
                        Gcacw::write_order(&setup, &order)
                    );
                }
                assert_eq!(before, state.fingerprint(), "checking changes nothing");
            });
        }
    }
}

#[test]
fn games_end() {
    for (id, games) in all(40, 6) {
        let setup = scenario(id);
        for seed in 100..100 + games {
            let end = play(&setup, seed, |_, _, _, _| {});
            assert!(end.outcome.is_some());
        }
    }
}

#[test]
fn records_replay_to_the_same_end() {
    for (id, _) in all(1, 1) {
        let setup = Arc::new(scenario(id));
        let mut dice = SeededDice::from_number(5);
        let mut choices = SeededDice::from_number(6);
        let (mut game, begun) = Seated::<Gcacw>::start(setup.clone(), &mut dice);
        let mut lines = Vec::new();
        while let Some(seats) = game.standing().seats() {
            let seat = seats.first();
            let orders = game.orders(seat);
            let order = &orders[pick(&mut choices, orders.len())];
            let played = game.play(seat, order, &mut dice).expect("offered");
            lines.push(Line::of(seat, order, &played));
        }
        let header = Header {
            format: Header::FORMAT.into(),
            system: "gcacw".into(),
            scenario: id.into(),
            scenario_hash: String::new(),
            version: String::new(),
            players: ["random".into(), "random".into()],
            seed_hash: String::new(),
            seed: None,
            dice: begun.rolls.clone(),
            events: begun.events.clone(),
        };
        let end = replay(
            &header,
            lines.iter().cloned().map(Ok),
            |dice| {
                let (game, played) = Seated::<Gcacw>::start(setup.clone(), dice);
                (Box::new(game), played)
            },
            |_, _| {},
        )
        .unwrap_or_else(|e| panic!("{id}: {e}"));
        assert_eq!(end.fingerprint, game.fingerprint());
    }
}
