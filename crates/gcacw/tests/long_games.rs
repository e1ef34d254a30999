//! The largest scenarios that a file may write: two hundred turns run to their end, and what the rules have no
//! room for is refused.

use gcacw::{Gcacw, Order, Setup, State};
use table::{Faults, NoLog, Ruleset, SeededDice, Standing};

const TURNS: u16 = 200;

fn scenario(tables: &str) -> Setup {
    read(tables).unwrap_or_else(|no| panic!("{no}"))
}

fn read(tables: &str) -> Result<Setup, Faults> {
    let map = "format = \"hardtack-map/1\"\nname = \"plain\"\nyards_per_hex = 1940\n[grid]\nshape = \
               \"pointy\"\nlabel = \"RRCC\"\nrows = 12\ncolumns = 12\nrow_one = \"south\"\nshifted = \
               \"even\"\n[terrain]\ndefault = \"clear\"\n";
    let text = format!(
        "format = \"hardtack-scenario/1\"\nsystem = \"gcacw\"\nname = \"long\"\nmap = \
         \"plain.map.toml\"\n[gcacw]\ngame = \"HSN\"\nyear = 1864\nturns = {TURNS}\n{tables}"
    );
    gcacw::load("long.scenario.toml", &text, &mut |_| Ok(map.into()))
}

/// Plays a game with the orders that `choose` picks; how many there were.
fn play(setup: &Setup, mut choose: impl FnMut(&[Order]) -> Order) -> (State, usize) {
    let mut dice = SeededDice::from_number(3);
    let mut state = Gcacw::start(setup, &mut dice, &mut NoLog);
    let mut orders = Vec::new();
    for given in 0.. {
        let Standing::Waiting(decision) = Gcacw::standing(setup, &state) else { return (state, given) };
        let seat = decision.seats.first();
        orders.clear();
        Gcacw::orders(setup, &state, seat, &mut orders);
        let order = choose(&orders);
        Gcacw::apply(setup, &mut state, seat, &order, &mut dice, &mut NoLog);
    }
    unreachable!("the game ends")
}

#[test]
fn two_hundred_turns_without_a_decision() {
    // Nobody is there before the last evening: all turns pass between two decisions.
    let late = |side: &str, name: &str, hex: &str| {
        let unit = format!("[[unit]]\nside = {side:?}\nname = {name:?}\narm = \"infantry\"\nmanpower = 4");
        format!("{unit}\narrives = {{ turn = {TURNS}, hexes = [{hex:?}] }}\n")
    };
    let setup = scenario(&(late("union", "A", "0101") + &late("confederate", "B", "1212")));
    let (state, given) = play(&setup, |orders| *orders.last().expect("there is an order"));
    assert_eq!((Gcacw::tally(&setup, &state).turn, given > 0), (200, true));
}

#[test]
fn two_hundred_turns_of_passing() {
    let unit = |side: &str, name: &str, hex: &str| {
        format!(
            "[[unit]]\nside = {side:?}\nname = {name:?}\narm = \"infantry\"\nmanpower = 4\nhex = {hex:?}\n"
        )
    };
    let setup = scenario(&(unit("union", "A", "0101") + &unit("confederate", "B", "1212")));
    let (state, given) = play(&setup, |orders| *orders.last().expect("there is an order"));
    assert_eq!(Gcacw::tally(&setup, &state).turn, 200);
    assert!(given >= 400, "{given} orders: both sides pass in every turn");
}

#[test]
fn two_hundred_turns_at_random() {
    let unit = |side: &str, name: &str, hex: &str| {
        format!(
            "[[unit]]\nside = {side:?}\nname = {name:?}\narm = \"infantry\"\nmanpower = 9\nhex = {hex:?}\n"
        )
    };
    let setup = scenario(&(unit("union", "A", "0101") + &unit("confederate", "B", "1212")));
    let mut seed: usize = 1;
    let (state, _) = play(&setup, |orders| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        orders[(seed >> 33) % orders.len()]
    });
    assert!(Gcacw::standing(&setup, &state).is_over());
}

#[test]
fn more_modifiers_than_a_combat_can_hold_are_refused() {
    let given = |n: usize| {
        "[[gcacw.modifier]]\nto = \"attacker\"\nside = \"union\"\nvalue = 1\nname = \"zeal\"\n".repeat(n)
    };
    let units =
        "[[unit]]\nside = \"union\"\nname = \"A\"\narm = \"infantry\"\nmanpower = 4\nhex = \"0101\"\n";
    assert!(read(&(given(24) + units)).is_ok());
    let faults = read(&(given(25) + units)).err().map(|no| no.to_string()).unwrap_or_default();
    assert!(faults.contains("[[gcacw.modifier]]: 25 of them: at most 24 are possible"), "{faults}");
}
