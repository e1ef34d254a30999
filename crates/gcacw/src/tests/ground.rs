//! 2.3: terrain and hexsides of the map.

use hexmap::{Crossing, Ridge, Terrain, Water};
use serde_json::{Value, json};
use table::{Ruleset, rule};

use super::world;
use super::world::World;
use crate::Gcacw;

/// The MP to enter a neighbour of 0505 in a march, by the referee.
fn price(world: World, to: &str) -> Value {
    let game = world.infantry("u", "Ward", "0505", 2, "").set();
    game.ask(json!({"ask": "reach", "unit": "Ward", "movement": 12}))["hexes"][to]["cost"].clone()
}

#[rule("G2.3-1", "G2.3-5")]
#[test]
fn every_hex_has_one_of_nine_terrains() {
    let words =
        ["clear", "rolling", "rough", "woods", "city", "swamp", "provisional-swamp", "hill", "mountain"];
    for word in words {
        let game = world().terrain(word, &["0505"]).set();
        assert_eq!(game.setup.map.terrain(game.hex("0505")).word(), word);
    }
    let twice = world().terrain("woods", &["0505"]).terrain("rough", &["0505"]).faults();
    assert!(twice.contains("a hex has one terrain"), "{twice}");
    assert!(world().terrain("orchard", &["0505"]).faults().contains("Great Campaigns does not know"));
    assert!(world().terrain("moor", &["0505"]).faults().contains("`moor` is no terrain"));
}

#[rule("G2.3-2", "G2.3-3")]
#[test]
fn entering_a_hex_costs_what_the_chart_says_of_its_terrain() {
    // The built-in values are ours.
    for (word, cost) in [("clear", 3), ("rolling", 4), ("rough", 5), ("woods", 5), ("hill", 4), ("city", 2)] {
        assert_eq!(price(world().terrain(word, &["0506"]), "0506"), cost, "{word}");
    }
    // An owner of the game puts in the printed ones.
    let own = "tables = { terrain = { rolling = [1.5, 2] } }";
    assert_eq!(price(world().settings(own).terrain("rolling", &["0506"]), "0506"), 1.5);
    let ours = world().set().setup;
    assert!(ours.unprinted.terrain_is_ours && !world().settings(own).set().setup.unprinted.terrain_is_ours);
    assert!(
        world().settings("tables = { terrain = { water = [1, 2] } }").faults().contains("no cost can be")
    );
}

#[rule("G2.3-6")]
#[test]
fn beyond_the_whole_hexes_there_is_nothing() {
    let mut game =
        world().infantry("u", "Ward", "0101", 6, "").infantry("c", "Bate", "0312", 5, "fatigue = 4").set();
    assert_eq!(game.ask(json!({"ask": "neighbors", "hex": "0101"}))["hexes"], json!(["0102", "0201"]));
    let zoc = game.ask(json!({"ask": "zoc", "side": "union"}));
    assert_eq!(zoc["normal"], json!(["0102", "0201"]));
    for hex in ["0100", "0001", "0113", "1301"] {
        assert!(Gcacw::read_order(&game.setup, &format!("move {hex}")).is_err(), "{hex}");
    }
    game.marching("Ward", 9);
    assert_eq!(game.offered(), ["move 0201", "move 0102", "refuse-flanks", "end"]);
}

#[rule("G2.3-7")]
#[test]
fn hexsides_carry_their_features_for_both_hexes() {
    let game = world()
        .water("major-river", &["0505/0506"])
        .water("minor-river", &["0505/0605"])
        .water("creek", &["0505/0604"])
        .water("all-water", &["0505/0504"])
        .water("minor-river", &["0404/0405"])
        .water("minor-river", &["0304/0404"])
        .crossing("ford", "0505/0605")
        .crossing("bridge", "0505/0506")
        .crossing("ferry", "0404/0405")
        .crossing("dam", "0304/0404")
        .ridge("0505/0405", "0405")
        .map("[[border]]\nsides = [\"0505/0404\"]")
        .set();
    let map = &game.setup.map;
    let side = |a: &str, b: &str| *map.between(game.hex(a), game.hex(b)).unwrap();
    for (a, b) in [("0505", "0506"), ("0506", "0505")] {
        assert_eq!(
            (side(a, b).water, side(a, b).crossing),
            (Some(Water::MajorRiver), Some(Crossing::Bridge))
        );
    }
    for (a, b) in [("0505", "0605"), ("0605", "0505")] {
        assert_eq!((side(a, b).water, side(a, b).crossing), (Some(Water::MinorRiver), Some(Crossing::Ford)));
    }
    assert_eq!([side("0505", "0604").water, side("0604", "0505").water], [Some(Water::Creek); 2]);
    assert_eq!([side("0505", "0504").water, side("0504", "0505").water], [Some(Water::AllWater); 2]);
    assert_eq!([side("0404", "0405").crossing, side("0405", "0404").crossing], [Some(Crossing::Ferry); 2]);
    assert_eq!([side("0304", "0404").crossing, side("0404", "0304").crossing], [Some(Crossing::Dam); 2]);
    assert_eq!((side("0505", "0405").ridge, side("0405", "0505").ridge), (Ridge::Up, Ridge::Down));
    assert!(side("0505", "0404").county && side("0404", "0505").county && !side("0505", "0506").county);
}

#[rule("G2.3-8")]
#[test]
fn villages_and_stations_leave_the_woods_woods() {
    let built = || {
        world()
            .terrain("woods", &["0506"])
            .way("road", &["0506", "0507"])
            .feature("rr_station = [\"0506\"]")
            .feature("redoubt = { hexes = [\"0506\"], benefits = [\"union\"] }")
            .map("[[place]]\nhex = \"0506\"\nname = \"Mill\"\nkind = \"village\"")
    };
    let game = built().set();
    assert_eq!(game.setup.map.terrain(game.hex("0506")), Terrain::Woods);
    assert_eq!(price(built(), "0506"), 5);
}

#[rule("G2.3-9")]
#[test]
fn a_hexside_is_wooded_if_either_hex_is() {
    let woods = |here: &str, there: &str| {
        let game = world().terrain(here, &["0505"]).terrain(there, &["0506"]).set();
        let hex = game.hex("0505");
        let dir = game.setup.map.grid.direction(hex, game.hex("0506")).unwrap();
        game.state.edge(&game.setup, table::Side::Union, hex, dir).woods
    };
    assert!(woods("woods", "clear") && woods("clear", "woods"));
    assert!(!woods("clear", "rough") && !woods("clear", "rolling"));
    let game = world().terrain("woods", &["0505", "0506"]).set();
    let hex = game.hex("0505");
    let dir = game.setup.map.grid.direction(hex, game.hex("0506")).unwrap();
    assert!(game.state.edge(&game.setup, table::Side::Union, hex, dir).woods);
}

#[rule("G6.2-14", "G6.2-15", "G6.2-19", "G6.2-20")]
#[test]
fn some_names_speak_of_dams_and_ferries_that_are_none() {
    let sheet = |letter: &str, row: u16, column: u16| {
        format!(
            "shape = \"pointy\"\nlabel = \"RRCC\"\nrows = 4\ncolumns = 4\nfirst_row = {row}\nfirst_column = \
             {column}\nrow_one = \"south\"\nshifted = \"even\"\nsheet = \"{letter}\"\n"
        )
    };
    let faults = |code: &'static str, grid: &str, kind: &str, name: &str, side: &str| {
        world()
            .game(code, 1862)
            .grid(grid)
            .map(&format!("[[water]]\nkind = \"minor-river\"\nname = \"{name}\"\nsides = [\"{side}\"]"))
            .crossing(kind, side)
            .faults()
    };
    let run = "Occoquan Creek";
    // Stonewall's Last Battle: two dams, no ferry.
    assert_eq!(faults("SLB", &sheet("S", 52, 3), "dam", run, "S5304/S5305"), "");
    assert_eq!(faults("SLB", &sheet("S", 35, 25), "dam", run, "S3526/S3527"), "");
    assert!(faults("SLB", &sheet("S", 52, 3), "dam", run, "S5205/S5206").contains("no dam"));
    assert!(faults("SLB", &sheet("S", 52, 3), "ferry", run, "S5304/S5305").contains("no ferry"));
    // Stonewall in the Valley: Strider's Dam is none; the one ferry is Berry's.
    assert!(faults("SIV", &sheet("N", 42, 21), "dam", run, "N4322/N4323").contains("no dam"));
    assert_eq!(faults("SIV", &sheet("M", 55, 7), "ferry", run, "M5608/M5609"), "");
    assert!(faults("SIV", &sheet("M", 55, 7), "ferry", run, "M5508/M5509").contains("no ferry"));
    // The Potomac's ferries are fords everywhere, and a ford in rain cannot be crossed.
    let plain = sheet("W", 1, 1);
    assert!(faults("RTG", &plain, "ferry", "Potomac River", "W0101/W0102").contains("are fords"));
    assert_eq!(faults("RTG", &plain, "ford", "Potomac River", "W0101/W0102"), "");
    assert_eq!(faults("RTG", &plain, "ferry", "Monocacy River", "W0101/W0102"), "");
    let mut game = world()
        .map("[[water]]\nkind = \"major-river\"\nname = \"Potomac River\"\nsides = [\"0505/0506\"]")
        .crossing("ford", "0505/0506")
        .infantry("u", "Ward", "0505", 5, "")
        .scenario("[weather]\nrain = true")
        .set();
    game.marching("Ward", 9);
    assert_eq!(game.refused("move 0506"), "G12-26");
}
