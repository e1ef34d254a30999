//! Brigade integrity over whole games (22, 20.8): who was with his brigade when the Movement Phase began is with
//! it when it ends, unless others stand where he would have to go.

mod common;

use common::{all_scenarios, bold, load_file};
use lfm::{Lfm, Order, Phase, Pos, Setup, State, Where, flag};
use table::{Commander, NoLog, Ruleset, SeededDice, Side, Standing};

/// Plays a game and looks at it when a Movement Phase has ended.
fn play(
    setup: &Setup,
    number: u64,
    mut choose: impl FnMut(&State, Side, &[Order], &mut SeededDice) -> Order,
    mut ended: impl FnMut(Pos),
) {
    let mut dice = SeededDice::of_series(31, number);
    let mut picks = SeededDice::of_series(32, number);
    let mut state = Lfm::start(setup, &mut dice, &mut NoLog);
    let mut orders = Vec::new();
    while let Standing::Waiting(decision) = Lfm::standing(setup, &state) {
        let seat = decision.seats.first();
        orders.clear();
        Lfm::orders(setup, &state, seat, &mut orders);
        let order = choose(&state, seat, &orders, &mut picks);
        let moving = state.phase == Phase::Movement;
        Lfm::apply(setup, &mut state, seat, &order, &mut dice, &mut NoLog);
        if moving && state.phase == Phase::Combat && state.round == 1 {
            ended(Pos::new(setup, &state));
        }
    }
}

/// Regiments that were with their brigade, and those of them that are apart now.
fn count(pos: Pos, bound: &mut u32, apart: &mut u32) {
    for id in pos.units_of(pos.state.side).filter(|id| pos.piece(*id).has(flag::BOUND)) {
        *bound += 1;
        let torn = pos.kin(id).chain([id]).any(|r| pos.piece(r).has(flag::CHARGE));
        *apart += u32::from(pos.separated(id) && !torn);
    }
}

#[test]
fn bold_players_keep_their_brigades_together() {
    let (mut bound, mut apart) = (0, 0);
    for path in all_scenarios() {
        let setup = load_file(&path);
        for number in 0..3 {
            let choose = |state: &State, _: Side, orders: &[Order], picks: &mut SeededDice| {
                bold(&setup, state, orders, picks)
            };
            play(&setup, number, choose, |pos| count(pos, &mut bound, &mut apart));
        }
    }
    println!("{apart} of {bound}");
    assert!(bound > 1000 && apart * 100 < bound, "{apart} of {bound} left their brigades");
}

/// Units of a side that are eliminated.
fn lost(setup: &Setup, state: &State) -> usize {
    setup.unit_ids().filter(|id| matches!(state.piece(*id).place, Where::Lost | Where::Gone)).count()
}

#[test]
fn veterans_seldom_lose_units_by_overstacking() {
    let (mut by_stacking, mut all) = (0, 0);
    for path in all_scenarios() {
        let setup = load_file(&path);
        let mut memory = Lfm::memory(&setup);
        let mut scores = Vec::new();
        for number in 0..3 {
            let mut dice = SeededDice::of_series(41, number);
            let mut state = Lfm::start(&setup, &mut dice, &mut NoLog);
            let mut orders = Vec::new();
            while let Standing::Waiting(decision) = Lfm::standing(&setup, &state) {
                let seat = decision.seats.first();
                orders.clear();
                Lfm::orders(&setup, &state, seat, &mut orders);
                Lfm::doctrine(&setup, &state, seat, &orders, &mut memory, &mut scores);
                let best = (0..orders.len()).max_by(|a, b| scores[*a].total_cmp(&scores[*b])).unwrap();
                let before = lost(&setup, &state);
                Lfm::apply(&setup, &mut state, seat, &orders[best], &mut dice, &mut NoLog);
                if decision.kind == "overstacked" {
                    by_stacking += lost(&setup, &state) - before;
                }
            }
            all += lost(&setup, &state);
        }
    }
    println!("{by_stacking} of {all}");
    assert!(all > 100 && by_stacking * 10 < all, "{by_stacking} of {all} lost by overstacking");
}

#[test]
fn veterans_keep_their_brigades_together() {
    let (mut bound, mut apart) = (0, 0);
    for path in all_scenarios() {
        let setup = load_file(&path);
        let mut memory = Lfm::memory(&setup);
        let mut scores = Vec::new();
        let choose = |state: &State, seat: Side, orders: &[Order], _: &mut SeededDice| {
            Lfm::doctrine(&setup, state, seat, orders, &mut memory, &mut scores);
            let best = (0..orders.len()).max_by(|a, b| scores[*a].total_cmp(&scores[*b])).unwrap();
            orders[best]
        };
        play(&setup, 1, choose, |pos| count(pos, &mut bound, &mut apart));
    }
    println!("{apart} of {bound}");
    assert!(bound > 1000 && apart * 100 < bound, "{apart} of {bound} left their brigades");
}
