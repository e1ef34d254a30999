//! Random games: the invariants after every order, offered orders are legal, wrong ones are refused,
//! games end and replay.

mod common;

use std::sync::Arc;

use common::{example, invariants};
use table::{Dice, Game, Header, Line, NoLog, Rules, Ruleset, Seated, SeededDice, Side};
use vnb::ids::StandId;
use vnb::{Order, Setup, State, Vnb};

struct Pick(SeededDice);
impl Pick {
    fn below(&mut self, n: usize) -> usize {
        (0..4).fold(0, |sum, _| sum * 6 + usize::from(self.0.d6("pick"))) % n
    }
}

/// Plays one game with checks after every order; gives back how many decisions it took.
fn play(setup: &Setup, number: u64) -> usize {
    let mut dice = SeededDice::of_series(7, number);
    let mut pick = Pick(SeededDice::of_series(8, number));
    let mut state = Vnb::start(setup, &mut dice, &mut NoLog);
    let mut decisions = 0;
    while let Some(seats) = Vnb::standing(setup, &state).seats() {
        let seat = seats.first();
        let mut orders = Vec::new();
        Vnb::orders(setup, &state, seat, &mut orders);
        assert!(
            !orders.is_empty(),
            "game {number}: nothing to order in {:?} {:?}",
            state.phase,
            state.pending
        );
        for order in &orders {
            let text = order.to_string();
            assert_eq!(text.parse::<Order>().as_ref(), Ok(order), "{text}");
            if let Err(no) = Vnb::check(setup, &state, seat, order) {
                panic!("game {number}, decision {decisions}: `{order}` is offered and refused: {no}");
            }
            assert!(
                Vnb::check(setup, &state, seat.other(), order).is_err(),
                "{order} is accepted from the wrong seat"
            );
        }
        wrong_orders_are_refused(setup, &state, seat, &mut pick);
        let order = orders.swap_remove(pick.below(orders.len()));
        let (mut before, mut same_dice) = (state.clone(), dice.clone());
        Vnb::apply(setup, &mut state, seat, &order, &mut dice, &mut NoLog);
        if let Err(fault) = invariants(setup, &state) {
            // Once more, telling what happened.
            let mut events: Vec<vnb::Event> = Vec::new();
            Vnb::apply(setup, &mut before, seat, &order, &mut same_dice, &mut events);
            let told: Vec<String> = events.iter().map(|e| Vnb::say(setup, e)).collect();
            panic!("game {number}, decision {decisions}, after `{order}`: {fault}\n{}", told.join("\n"));
        }
        decisions += 1;
        assert!(decisions < 20_000, "game {number} does not end");
    }
    decisions
}

/// Orders of another stand, off the table, or onto another stand change nothing.
fn wrong_orders_are_refused(setup: &Setup, state: &State, seat: Side, pick: &mut Pick) {
    let fingerprint = Vnb::fingerprint(state);
    let stand = StandId::new(pick.below(setup.stands.len()));
    let other = StandId::new(pick.below(setup.stands.len()));
    let there = state.piece(other).pose;
    let tries = [
        format!("move {stand} -5.00,10.00@0"),
        format!("move {stand} 500.00,10.00@0"),
        format!("move {stand} {there}"),
        format!("move 200 {there}"),
        format!("charge {stand} {stand} @0"),
        format!("charge {stand} 240 @0"),
        "attack 241 with 1".to_owned(),
        format!("fire {stand} at {stand}"),
        format!("break {stand} @0 99.00"),
        format!("bombard {stand} 0 1.00,1.00"),
        format!("convert {stand} {other},{other}"),
    ];
    for text in tries {
        let order: Order = text.parse().expect("a readable order");
        let verdict = Vnb::check(setup, state, seat, &order);
        let on_itself = stand == other && state.piece(stand).on_table();
        let commander = setup.stand(stand).kind == vnb::kinds::Kind::Commander
            || setup.stand(other).kind == vnb::kinds::Kind::Commander
            || state.piece(other).garrison.is_some()
            || !state.piece(other).on_table();
        // With its front in a building a stand goes into it, clear of whoever stands before it.
        let front = vnb::body::front_centre(setup.stand(stand).kind, there);
        let indoors = setup.table.features.iter().any(|f| f.kind.is_building() && f.contains(front));
        let may_pass = text.contains(&there.to_string()) && (on_itself || commander || indoors);
        if !may_pass {
            assert!(verdict.is_err(), "`{text}` is accepted");
        }
    }
    assert_eq!(Vnb::fingerprint(state), fingerprint);
}

/// How many games of each scenario: `HARDTACK_GAMES` for a long run.
fn games(usual: u64) -> u64 {
    std::env::var("HARDTACK_GAMES").ok().and_then(|n| n.parse().ok()).unwrap_or(usual)
}

#[test]
fn our_scenarios_keep_the_invariants_and_end() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../data/vnb/");
    let mut files: Vec<String> = std::fs::read_dir(folder)
        .unwrap()
        .map(|e| e.unwrap().file_name().to_string_lossy().into_owned())
        .collect();
    files.sort();
    for file in files.iter().filter(|f| f.ends_with(".scenario.toml")) {
        let read = |name: &str| std::fs::read_to_string(format!("{folder}{name}")).map_err(|e| e.to_string());
        let text = read(file).unwrap();
        let setup = vnb::load(file, &text, &mut |f| read(f)).unwrap_or_else(|f| panic!("{f}"));
        (0..games(2)).for_each(|n| _ = play(&setup, n));
    }
}

#[test]
fn random_games_keep_the_invariants_and_end() {
    let setup = example("crossroads");
    let count = games(60);
    let decisions: usize = (0..count).map(|n| play(&setup, n)).sum();
    assert!(decisions as u64 > count * 50, "only {decisions} decisions in {count} games");
}

#[test]
fn games_replay_bit_for_bit() {
    let setup = Arc::new(example("crossroads"));
    for number in 0..6 {
        let mut dice = SeededDice::of_series(70, number);
        let mut pick = Pick(SeededDice::of_series(71, number));
        let (mut game, played) = Seated::<Vnb>::start(setup.clone(), &mut dice);
        let header = Header {
            format: Header::FORMAT.into(),
            system: "vnb".into(),
            scenario: "crossroads".into(),
            scenario_hash: String::new(),
            version: String::new(),
            players: [String::new(), String::new()],
            seed_hash: String::new(),
            seed: None,
            dice: played.rolls,
            events: played.events,
        };
        let mut lines = Vec::new();
        while let Some(seats) = game.standing().seats() {
            let seat = seats.first();
            let orders = game.orders(seat);
            let order = orders[pick.below(orders.len())].clone();
            let played = game.play(seat, &order, &mut dice).expect("an offered order");
            lines.push(Ok(Line::of(seat, &order, &played)));
        }
        let again = setup.clone();
        let replay = table::replay(
            &header,
            lines,
            move |dice| {
                let (game, played) = Seated::<Vnb>::start(again, dice);
                (Box::new(game) as Box<dyn Game>, played)
            },
            |_, _| {},
        )
        .expect("the record replays");
        assert_eq!(replay.fingerprint, game.fingerprint());
    }
}

#[test]
fn the_same_games_on_many_threads_end_the_same() {
    let setup = Arc::new(example("crossroads"));
    let end = |number: u64| {
        let mut dice = SeededDice::of_series(90, number);
        let mut pick = Pick(SeededDice::of_series(91, number));
        let (mut game, _) = Seated::<Vnb>::start(setup.clone(), &mut dice);
        while game.play_random(&mut |n| pick.below(n), &mut dice) {}
        game.fingerprint()
    };
    let alone: Vec<u64> = (0..8).map(end).collect();
    let together: Vec<u64> = std::thread::scope(|scope| {
        let threads: Vec<_> = (0..8).map(|n| scope.spawn(move || end(n))).collect();
        threads.into_iter().map(|t| t.join().expect("a finished game")).collect()
    });
    assert_eq!(alone, together);
}

#[test]
fn views_and_cards_of_every_position_can_be_made() {
    let setup = Arc::new(example("crossroads"));
    let mut dice = SeededDice::of_series(5, 1);
    let mut pick = Pick(SeededDice::of_series(6, 1));
    let (mut game, _) = Seated::<Vnb>::start(setup.clone(), &mut dice);
    let mut n = 0;
    while let Some(seats) = game.standing().seats() {
        let view = game.view(table::Viewer::Referee);
        assert_eq!(view.pieces.len(), setup.stands.len());
        let cards = game.cards(seats.first());
        assert!(cards.iter().all(|c| !c.label.is_empty() && !c.order.is_empty()));
        n += 1;
        if n > 400 || !game.play_random(&mut |n| pick.below(n), &mut dice) {
            break;
        }
    }
}
