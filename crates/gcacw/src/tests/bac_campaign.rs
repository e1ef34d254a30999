//! Battle Above the Clouds, Advanced Game: a small campaign on a small map, played at random from first to
//! last turn, and played again.

use table::{Dice, NoLog, Ruleset, SeededDice, Viewer, rule};

use super::world;
use super::world::World;
use crate::{Gcacw, Order, Setup, State};

/// Two armies, a railroad, a river, counties, depots, wagon trains and boxes: something of everything.
fn campaign(number: u8) -> Setup {
    let railroad: Vec<String> = (1..=12).map(|n| format!("06{n:02}")).collect();
    let railroad: Vec<&str> = railroad.iter().map(String::as_str).collect();
    let mut world = world()
        .game("BAC", 1863)
        .settings("advanced = true\nturns = 9")
        .terrain("mountain", &["0903", "0904"])
        .terrain("woods", &["0305", "0306", "0307"])
        .way("railroad", &railroad)
        .way("road", &["0901", "0902", "0903", "0904", "0905"])
        .water("major-river", &["0606/0607", "0507/0607", "0507/0606", "0607/0707", "0606/0707"])
        .crossing("bridge", "0606/0607")
        .feature("rr_station = [\"0601\", \"0605\", \"0609\", \"0612\"]\nplateau = [\"0905\"]")
        .scenario(&format!("[campaign]\nrules = \"bac-{number}\""))
        .scenario("[campaign.held]\nunion = [\"0601\", \"0605\"]\nconfederate = [\"0609\", \"0612\"]")
        .scenario(LAND);
    for (side, name, hex) in [
        ("u", "Wood", "0602"),
        ("u", "Reynolds", "0604"),
        ("u", "Steedman", "0503"),
        ("c", "Brown", "0610"),
        ("c", "Hindman", "0611"),
        ("c", "Bate", "0510"),
    ] {
        let word = if side == "u" { "XIV" } else { "C" };
        world = world.infantry(side, name, hex, 6, &format!("command = {word:?}\ntactical = 2"));
    }
    world = pieces(world);
    if number == 8 {
        world = sets(world, "confederate", "cavalry", &["Martin"], "");
        world = sets(world, "confederate", "mississippi", &["Walker"], "");
        world = sets(world, "confederate", "virginia", &["Law", "Kershaw"], "");
    } else {
        world = sets(world, "confederate", "quarles-baldwin", &["Quarles", "Baldwin"], "");
        world = world.scenario(
            "[[unit]]\nside = \"union\"\nname = \"Candy\"\narm = \"infantry\"\nmanpower = 4\n[[campaign.set]]\n\
             table = \"groups\"\nnumber = 1\nunits = [\"Candy\"]\nbox = \"Nashville\"\nturn = 3",
        );
    }
    world.set().setup
}

const LAND: &str = r#"
[campaign.supply]
range = 4
[[campaign.depot]]
side = "union"
hex = "0601"
points = 3
[[campaign.depot]]
side = "union"
hex = "0605"
turn = 4
[[campaign.depot]]
side = "confederate"
hex = "0612"
points = 2
[[campaign.county]]
name = "West"
hexes = ["0601", "0605"]
points = 1
held_by = "union"
[[campaign.county]]
name = "East"
hexes = ["0609", "0612", "0610"]
points = { union = 2, confederate = 1 }
[[campaign.box]]
name = "Nashville"
[[campaign.box]]
name = "Atlanta"
[[campaign.link]]
from = "Nashville"
hex = "0101"
kind = "road"
side = "union"
[[campaign.link]]
from = "Atlanta"
hex = "0112"
kind = "rail"
turns = 2
[[campaign.link]]
from = "Nashville"
to = "Atlanta"
kind = "rail"
"#;

fn pieces(world: World) -> World {
    world
        .cavalry("u", "Stanley", "0401", 3, "command = \"CAV\"")
        .cavalry("c", "Wheeler", "0412", 3, "command = \"W\"")
        .unit("u", "wagon", "Train 1", "0601", 1, "supplies = 2")
        .unit("c", "wagon", "Train 2", "0612", 1, "supplies = 1")
        .infantry("u", "Garrison", "0101", 3, "")
        .scenario("[[unit]]\nside = \"confederate\"\nname = \"Reserve\"\narm = \"infantry\"\nmanpower = 4\nbox = \"Atlanta\"")
        .leader("u", "corps", "Thomas", "XIV", "Wood", "tactical = 4\ncommand_value = 4")
        .leader("c", "army", "Bragg", "T", "Brown", "command_value = 3")
        .leader("c", "corps", "Buckner", "C", "Hindman", "tactical = 2\ncommand_value = 3")
        .scenario("[[leader]]\nside = \"confederate\"\nname = \"Cheatham\"\nrank = \"division\"\ncommand = \"C\"\ntactical = 3\ncommand_value = 4")
}

fn sets(world: World, side: &str, table: &str, names: &[&str], more: &str) -> World {
    let units = names.iter().fold(world, |world, name| {
        world.scenario(&format!(
            "[[unit]]\nside = {side:?}\nname = {name:?}\narm = \"infantry\"\nmanpower = 4"
        ))
    });
    units.scenario(&format!(
        "[[campaign.set]]\ntable = {table:?}\nnumber = 1\nunits = {names:?}\nhexes = [\"0112\", \"0212\"]\n{more}"
    ))
}

/// Plays a game at random: every order on offer is legal, and written and read back is the same.
fn play(setup: &Setup, seed: u64) -> (State, Vec<Order>) {
    let (mut dice, mut choices) = (SeededDice::of_series(11, seed), SeededDice::of_series(12, seed));
    let mut state = Gcacw::start(setup, &mut dice, &mut NoLog);
    let (mut orders, mut given) = (Vec::new(), Vec::new());
    for n in 0..30_000 {
        let Some(seats) = Gcacw::standing(setup, &state).seats() else { return (state, given) };
        orders.clear();
        Gcacw::orders(setup, &state, seats.first(), &mut orders);
        assert!(!orders.is_empty(), "a dead end at {:?}", state.asked());
        let pick = (0..6).fold(0, |sum, _| sum * 6 + choices.d6("choice") as usize - 1) % orders.len();
        let order = orders[pick];
        if n % 7 == 0 {
            examine(setup, &state, &orders);
        }
        Gcacw::apply(setup, &mut state, seats.first(), &order, &mut dice, &mut NoLog);
        given.push(order);
    }
    panic!("game {seed} does not end: {:?}", state.asked());
}

fn examine(setup: &Setup, state: &State, orders: &[Order]) {
    let seat = Gcacw::standing(setup, state).seats().expect("the game goes on").first();
    for order in orders {
        Gcacw::check(setup, state, seat, order)
            .unwrap_or_else(|no| panic!("{order:?} at {:?}: {no}", state.asked()));
        let written = Gcacw::write_order(setup, order);
        assert_eq!(Gcacw::read_order(setup, &written), Ok(*order), "{written}");
        assert!(!Gcacw::card(setup, state, order).label.is_empty(), "{written}");
    }
    assert!(Gcacw::view(setup, state, Viewer::Referee).erase().to_value()["campaign"]["supply"].is_object());
}

#[rule("GBAC-1")]
#[test]
fn a_small_campaign_is_played_to_its_end_and_again() {
    for number in [8, 9] {
        let setup = campaign(number);
        let mut words: Vec<String> = Vec::new();
        for seed in 0..12 {
            let (end, orders) = play(&setup, seed);
            let mut dice = SeededDice::of_series(11, seed);
            let mut state = Gcacw::start(&setup, &mut dice, &mut NoLog);
            for order in &orders {
                let seat = Gcacw::standing(&setup, &state).seats().expect("the game goes on").first();
                Gcacw::apply(&setup, &mut state, seat, order, &mut dice, &mut NoLog);
            }
            assert_eq!(
                Gcacw::fingerprint(&state),
                Gcacw::fingerprint(&end),
                "scenario {number}, game {seed}"
            );
            words.extend(orders.iter().map(|o| Gcacw::write_order(&setup, o)));
        }
        // The games have seen what is new.
        for word in ["strategic ", "rail ", "load ", "send ", "place ", "depot "] {
            assert!(words.iter().any(|w| w.starts_with(word)), "scenario {number}: nobody gave `{word}`");
        }
    }
}
