//! Grand assaults (7.1): who can bring one on, who joins, and what it costs.

use table::{Side, rule};

use super::field::field;
use super::world;
use super::world::{Game, World};

fn army(name: &str, with: &str, command_value: u8) -> String {
    format!(
        "[[leader]]\nside = \"union\"\nname = {name:?}\nrank = \"army\"\nwith = {with:?}\ncommand_value = {command_value}"
    )
}

/// Palmer's assault from 0606 on 0605; Howard stands ready in 0706; Thomas commands the army from `far`.
fn grand(far: &str, command_value: u8) -> World {
    field()
        .infantry("u", "Johnson", "0606", 8, "command = \"XIV\"\ntactical = 2\nartillery = 3")
        .infantry("u", "Baird", "0606", 6, "command = \"XIV\"\ntactical = 2")
        .infantry("u", "Howard", "0706", 4, "command = \"XI\"\nfatigue = 1\nartillery = 2")
        .infantry("u", "Escort", far, 2, "")
        .infantry("c", "Hindman", "0605", 6, "tactical = 2")
        .leader("u", "corps", "Palmer", "XIV", "Johnson", "tactical = 2\ncommand_value = 5")
        .scenario(&army("Thomas", "Escort", command_value))
}

/// The assault of the two divisions to the point where a grand assault can be tried.
fn begin(world: World) -> Game {
    begin_with(world, "Palmer", &["Johnson", "Baird"], &[1])
}

fn begin_with(world: World, leader: &str, units: &[&str], dice: &[u8]) -> Game {
    let mut game = world.set();
    game.acting(Side::Union).play(&format!("assault {leader}"), &[]);
    for (n, unit) in units.iter().enumerate() {
        let last = n + 1 == units.len();
        let closes = last && game.open("select") == [*unit];
        game.play(&format!("select {unit}"), if closes { dice } else { &[] });
        if last && !closes {
            game.play("done", dice);
        }
    }
    game
}

#[rule("G7.1-40", "G7.1-57", "G7.1-65")]
#[test]
fn those_who_join_are_counted() {
    let mut game = begin(grand("0607", 4));
    assert_eq!(game.asks(), "grand-assault");
    assert!(game.play("grand Thomas", &[1]) == ["grand assault"]);
    // Number 3, one hex: the only unit that can join.
    let rolled = game.play("join Howard", &[3, 3]);
    assert_eq!(rolled, ["attacker", "defender"], "no extended march");
    assert_eq!(game.fatigue("Howard"), 2);
    // 8 + 6 + 4 against 6 is 3-1: +2; the assault +1; artillery 5 against 0 on clear: +1.
    assert!(game.last("combat").text.contains("18 against 6, 3-1"), "{}", game.last("combat").text);
    assert_eq!(game.combat()["attacker_modifier"], 4);
}

#[rule("G7.1-66")]
#[test]
fn combat_and_artillery_values_are_added() {
    let world = || {
        field()
            .infantry("u", "Johnson", "0606", 10, "command = \"XIV\"\nartillery = 3")
            .infantry("u", "Howard", "0706", 6, "artillery = 2")
            .infantry("c", "Hindman", "0605", 10, "")
            .leader("u", "corps", "Palmer", "XIV", "Johnson", "tactical = 0\ncommand_value = 5")
            .scenario(&army("Thomas", "Howard", 4))
    };
    let mut game = begin_with(world(), "Palmer", &["Johnson"], &[1]);
    game.play("grand Thomas", &[1]);
    game.play("join Howard", &[3, 3]);
    assert!(game.last("combat").text.contains("16 against 10, 1-1"), "{}", game.last("combat").text);
    assert_eq!(game.combat()["attacker_modifier"], 2, "assault, and 5 guns on clear");
    let mut game = begin_with(world(), "Palmer", &["Johnson"], &[1]);
    game.play("done", &[3, 3]);
    assert_eq!(game.combat()["attacker_modifier"], 1, "3 guns have no effect");
}

#[rule("G7.1-39", "G7.1-54", "G7.1-56")]
#[test]
fn a_failed_try_does_not_stop_the_assault() {
    let mut game = begin(grand("0607", 7));
    assert_eq!(game.offered(), ["grand Thomas", "done"], "go on or try: no way out");
    game.play("grand Thomas", &[6, 2, 4]);
    assert!(game.last("combat").text.contains("14 against 6"), "{}", game.last("combat").text);
    assert_eq!(game.fatigue("Howard"), 1);
    game.hold_ground();
    game.play("lose Johnson", &[]);
    assert!(game.is_over());
    // The next assault of the same turn may try again.
    for unit in ["Johnson", "Baird"] {
        let id = game.id(unit);
        game.state.unit_mut(id).fatigue = 0;
    }
    game.acting(Side::Union).play("assault Palmer", &[]);
    game.play("select Johnson", &[]);
    game.play("select Baird", &[1]);
    assert!(game.offers("grand Thomas"));
}

#[rule("G7.1-54")]
#[test]
fn one_try_in_an_action() {
    let mut game = begin(grand("0607", 4));
    let Some(crate::pending::Pending::GrandAssault(room)) = game.state.pending.last_mut() else {
        panic!("{}", game.asks())
    };
    room.assault.grand_tried = true;
    assert_eq!(game.refused("grand Thomas"), "G7.1-54");
}

#[rule("G7.1-47")]
#[test]
fn the_army_leader_is_within_the_command_radius() {
    for (far, near) in [("0606", true), ("0609", true), ("0610", false)] {
        let game = begin_far(grand(far, 4), near);
        assert_eq!(matches!(game.asks(), "grand-assault"), near, "{far}");
    }
    // The green armies of 1861, which have district leaders only, reach two hexes.
    for (far, near) in [("0608", true), ("0609", false)] {
        let game = begin_far(green(far), near);
        assert_eq!(matches!(game.asks(), "grand-assault"), near, "1861, {far}");
    }
}

/// As [`grand`], at Manassas: a district leader stands where Thomas did.
fn green(far: &str) -> World {
    field()
        .game("AGA", 1861)
        .infantry("u", "Johnson", "0606", 7, "command = \"XIV\"")
        .infantry("u", "Baird", "0606", 6, "command = \"XIV\"")
        .infantry("u", "Howard", "0706", 4, "command = \"XI\"")
        .infantry("u", "Escort", far, 2, "command = \"D\"")
        .infantry("c", "Hindman", "0605", 6, "")
        .leader("u", "corps", "Palmer", "XIV", "Johnson", "tactical = 2\ncommand_value = 5")
        .leader("u", "district", "McDowell", "D", "Escort", "tactical = 2\ncommand_value = 4")
}

/// As [`begin`]; where nobody can try, the combat dice fall at once.
fn begin_far(world: World, tries: bool) -> Game {
    begin_with(world, "Palmer", &["Johnson", "Baird"], if tries { &[1] } else { &[1, 3, 3] })
}

#[rule("G7.1-48", "G7.1-55")]
#[test]
fn a_district_leader_tries_for_himself() {
    let world = || {
        field()
            .infantry("u", "Guard", "0606", 8, "command = \"D\"")
            .infantry("u", "Howard", "0706", 4, "")
            .infantry("c", "Hindman", "0605", 8, "")
            .leader("u", "district", "Sigel", "D", "Guard", "tactical = 0\ncommand_value = 4")
    };
    let mut game = begin_with(world(), "Sigel", &["Guard"], &[2]);
    game.play("grand Sigel", &[2]);
    assert_eq!(game.state.assault().unwrap().number, 2);
    // The -2 of his command die does not help here: 4 less 4 is 0, and nobody joins.
    let mut game = begin_with(world(), "Sigel", &["Guard"], &[2]);
    game.play("grand Sigel", &[4, 3, 3]);
    assert!(game.last("combat").text.contains("8 against 8"));
}

#[rule("G7.1-57", "G7.1-64")]
#[test]
fn a_number_of_one_binds_and_zero_fails() {
    let mut game = begin(grand("0607", 4));
    game.play("grand Thomas", &[3]);
    assert_eq!(game.asks(), "join-units");
    assert_eq!(game.offered(), ["join Howard"]);
    assert_eq!(game.refused("done"), "G7.1-64");
    let mut game = begin(grand("0607", 4));
    game.play("grand Thomas", &[4, 3, 3]);
    assert!(game.last("combat").text.contains("14 against 6"), "an assault with number 0 would go on");
}

#[rule("G7.1-46", "G7.1-49", "G7.1-50", "G7.1-61")]
#[test]
fn a_hex_must_have_somebody_to_send() {
    let tries = |world: World, expected: bool| {
        let game = begin_far(world, expected);
        assert_eq!(matches!(game.asks(), "grand-assault"), expected);
    };
    let alone = |more: &str| {
        field()
            .infantry("u", "Johnson", "0606", 8, "command = \"XIV\"")
            .infantry("u", "Baird", "0606", 6, "command = \"XIV\"")
            .infantry("u", "Howard", "0706", 4, more)
            .infantry("c", "Hindman", "0605", 6, "")
            .leader("u", "corps", "Palmer", "XIV", "Johnson", "tactical = 0\ncommand_value = 5")
            .scenario(&army("Thomas", "Johnson", 4))
    };
    tries(alone("fatigue = 3"), true);
    tries(alone("fatigue = 4"), false);
    tries(alone("demoralized = 1"), false);
    tries(alone("fatigue = 4").infantry("u", "Second", "0706", 4, "fatigue = 3"), true);
    // An unselected unit in the leader's own hex.
    tries(alone("fatigue = 4").infantry("u", "Beside", "0606", 4, "fatigue = 2"), true);
    // A river without a crossing.
    tries(alone("").water("minor-river", &["0706/0605"]), false);
    tries(alone("").water("minor-river", &["0706/0605"]).crossing("bridge", "0706/0605"), true);
}

#[rule("G7.1-61", "G7.1-65", "G11-12")]
#[test]
fn who_was_selected_cannot_join() {
    let world = grand("0607", 4).infantry("u", "Worn", "0705", 4, "fatigue = 3").infantry(
        "u",
        "Broken",
        "0705",
        4,
        "demoralized = 1",
    );
    let mut game = begin_with(world, "Palmer", &["Johnson", "Baird"], &[4]);
    game.play("keep Johnson", &[]);
    game.play("grand Thomas", &[1]);
    assert_eq!(game.open("join"), ["Howard", "Worn"]);
    assert_eq!(game.refused("join Baird"), "G7.1-61", "dropped in step 5");
    assert_eq!(game.refused("join Broken"), "G11-12");
    game.play("join Worn", &[]);
    game.play("done", &[3, 3]);
    assert_eq!((game.fatigue("Worn"), game.fatigue("Howard")), (4, 1));
}

#[rule("G7.1-51", "G7.1-46")]
#[test]
fn a_cavalry_leader_brings_on_no_grand_assault() {
    let world = |arm: &str| {
        field()
            .unit("u", arm, "Riders", "0606", 8, "command = \"K\"")
            .infantry("u", "Howard", "0706", 4, "")
            .infantry("c", "Hindman", "0605", 6, "")
            .leader(
                "u",
                "corps",
                "Wilson",
                "K",
                "Riders",
                &format!("arm = {arm:?}\ntactical = 0\ncommand_value = 5"),
            )
            .scenario(&army("Thomas", "Howard", 4))
    };
    assert!(matches!(begin_with(world("infantry"), "Wilson", &["Riders"], &[1]).asks(), "grand-assault"));
    let game = begin_with(world("cavalry"), "Wilson", &["Riders"], &[1, 3, 3]);
    assert!(game.happened("combat"));
}

#[rule("G7.1-52", "G7.1-53")]
#[test]
fn the_committed_value_is_three_at_least() {
    let world = |game, year, more: &str| {
        field()
            .game(game, year)
            .infantry("u", "Two", "0606", 2, "command = \"XIV\"")
            .infantry("u", "Bit", "0606", 1, &format!("command = \"XIV\"\n{more}"))
            .infantry("u", "Howard", "0706", 4, "command = \"D\"")
            .infantry("c", "Hindman", "0605", 2, "")
            .leader("u", "corps", "Palmer", "XIV", "Two", "tactical = 0\ncommand_value = 5")
            .leader("u", "district", "Sigel", "D", "Howard", "tactical = 0\ncommand_value = 4")
    };
    let both = ["Two", "Bit"];
    let tried = |world, units: &[&str], dice: &[u8]| {
        matches!(begin_with(world, "Palmer", units, dice).asks(), "grand-assault")
    };
    assert!(tried(world("HSN", 1864, ""), &both, &[1]));
    assert!(!tried(world("HSN", 1864, "disorganized = true"), &both, &[1, 3, 3]), "2.5");
    for game in ["SIV", "AGA"] {
        assert!(tried(world(game, 1862, ""), &["Bit"], &[1]), "{game}");
    }
    assert!(!tried(world("HSN", 1864, ""), &["Bit"], &[1, 3, 3]));
}

#[rule("G7.1-58")]
#[test]
fn a_scenario_may_modify_the_grand_assault_die() {
    let mut game = begin(grand("0607", 7).modifier("grand-assault-die", "union", 1, ""));
    game.play("grand Thomas", &[5, 3, 3]);
    assert!(game.last("combat").text.contains("14 against 6"), "5 and 1 are 6: it fails");
    let mut game = begin(grand("0607", 7));
    game.play("grand Thomas", &[5]);
    assert_eq!(game.state.assault().unwrap().number, 2);
}

#[rule("G7.1-59", "G7.1-60")]
#[test]
fn hexes_are_counted_not_units() {
    let mut world = grand("0607", 3);
    for (name, hex) in [("W1", "0604"), ("W2", "0604"), ("W3", "0604"), ("S", "0505"), ("N", "0705")] {
        world = world.infantry("u", name, hex, 4, "");
    }
    let mut game = begin(world);
    game.play("grand Thomas", &[1]);
    assert_eq!(game.state.assault().unwrap().number, 2);
    assert_eq!(game.open("join"), ["Howard", "N", "S", "W1", "W2", "W3"]);
    game.refused("done");
    game.play("join W2", &[]);
    assert!(game.offers("done"), "one unit of one hex is enough");
    game.play("join Howard", &[]);
    assert_eq!(game.open("join"), ["W1", "W3"], "two hexes are the limit, all of their units may come");
    assert_eq!(game.refused("join S"), "G7.1-59");
    game.play("join W1", &[]);
    game.play("join W3", &[3, 3]);
    assert!(game.last("combat").text.contains("30 against 6"), "{}", game.last("combat").text);
}

#[rule("G7.1-62")]
#[test]
fn units_of_any_command_and_arm_join() {
    let world = grand("0607", 5).cavalry("u", "Riders", "0505", 3, "fatigue = 1").unit(
        "u",
        "artillery",
        "Guns",
        "0505",
        2,
        "artillery = 4",
    );
    let mut game = begin(world);
    game.play("grand Thomas", &[3]);
    assert_eq!(game.open("join"), ["Guns", "Howard", "Riders"]);
}

#[rule("G7.1-63")]
#[test]
fn a_scenario_may_bar_units_from_grand_assaults() {
    let bar = "[[restriction]]\nside = \"union\"\nunits = [\"Howard\"]\nforbid = [\"grand-assault\"]";
    let mut game = begin(grand("0607", 4).infantry("u", "Other", "0705", 4, "").scenario(bar));
    game.play("grand Thomas", &[1]);
    assert_eq!(game.open("join"), ["Other"]);
    game.refused("join Howard");
    let all = "[[restriction]]\nside = \"union\"\nforbid = [\"grand-assault\"]";
    assert!(!matches!(begin_far(grand("0607", 4).scenario(all), false).asks(), "grand-assault"));
}

#[rule("G7.1-67")]
#[test]
fn hardee_and_johnston() {
    let leader = "[[leader]]\nside = \"confederate\"\nname = \"Johnston\"\nrank = \"army\"\nwith = \"Rear\"\ncommand_value = 4";
    let mut game = world()
        .game("AIO", 1864)
        .grid(
            "shape = \"pointy\"\nlabel = \"RRCC\"\nrows = 10\ncolumns = 10\nfirst_row = 25\nfirst_column = 10\nrow_one = \
             \"south\"\nshifted = \"even\"",
        )
        .infantry("u", "Reserve", "2510", 3, "")
        .infantry("c", "Cheatham", "3014", 7, "command = \"H\"\nartillery = 2\ntactical = 2")
        .infantry("c", "North", "3013", 5, "command = \"P\"\nfatigue = 2\nartillery = 1")
        .infantry("c", "West", "2813", 4, "command = \"P\"\nfatigue = 2\nartillery = 2")
        .infantry("c", "Rear", "3117", 3, "")
        .infantry("u", "Newton", "2914", 8, "tactical = 2")
        .leader("c", "corps", "Hardee", "H", "Cheatham", "tactical = 2\ncommand_value = 4")
        .scenario(leader)
        .set();
    game.acting(Side::Confederate).play("assault Hardee", &[]);
    game.play("select Cheatham", &[1]);
    game.play("grand Johnston", &[1]);
    assert_eq!(game.state.assault().unwrap().number, 3);
    assert_eq!(game.open("join"), ["North", "West"]);
    game.play("join North", &[]);
    game.play("join West", &[3, 3]);
    assert_eq!((game.fatigue("North"), game.fatigue("West")), (3, 3));
    // 7 + 5 + 4 against 8 is 2-1; five guns on clear give 1, the assault 1, all six hexes covered 4.
    assert!(game.last("combat").text.contains("16 against 8, 2-1"), "{}", game.last("combat").text);
    assert_eq!(game.combat()["attacker_modifier"], 7);
}
