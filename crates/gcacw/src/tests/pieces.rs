//! 2.2: units, leaders, Strength and Fatigue markers.

use serde_json::{Value, json};
use table::{Ruleset, Viewer, rule};

use super::world;
use super::world::{Game, World};
use crate::{Arm, Gcacw, Module, Rank};

const CORPS: &str = "tactical = 3\ncommand_value = 4";

fn piece(game: &Game, name: &str) -> Value {
    let view = Gcacw::view(&game.setup, &game.state, Viewer::Referee).erase().to_value();
    view["pieces"].as_array().unwrap().iter().find(|p| p["name"] == name).unwrap().clone()
}

/// A Union corps of infantry and one of another corps in the same hex, a Confederate far away.
fn twentieth() -> World {
    world()
        .infantry("u", "Ward", "0303", 8, "command = \"XX\"\ndivision = \"3\"")
        .infantry("u", "Geary", "0303", 7, "command = \"XX\"\ndivision = \"2\"")
        .infantry("u", "Baird", "0303", 6, "command = \"XIV\"")
        .infantry("c", "Bate", "1111", 5, "")
}

#[rule("G2.2-1", "G2.2-2", "G2.2-23")]
#[test]
fn a_stack_counts_units_and_leaders_apart() {
    let game = world()
        .feature("rr_station = [\"0303\"]")
        .infantry("u", "Ward", "0303", 8, "command = \"XX\"\nfatigue = 2")
        .infantry("u", "Geary", "0303", 7, "command = \"XX\"\nentrenchment = \"abatis\"")
        .leader("u", "corps", "Hooker", "XX", "Ward", CORPS)
        .scenario("[[marker]]\nkind = \"flanks-refused\"\nhex = \"0303\"\nside = \"union\"")
        .scenario("[[marker]]\nkind = \"damaged-station\"\nhex = \"0303\"")
        .set();
    let here = game.hex("0303");
    assert_eq!(game.state.stack(here).count(), 2);
    assert_eq!(game.state.leaders_in(&game.setup, here).count(), 1);
    let view = Gcacw::view(&game.setup, &game.state, Viewer::Referee).erase().to_value();
    assert_eq!(view["markers"].as_array().unwrap().len(), 2);
    let strengths = view["pieces"].as_array().unwrap().iter().filter(|p| p["manpower"].is_number()).count();
    assert_eq!(strengths, 2);
}

#[rule("G2.2-2", "G2.2-21")]
#[test]
fn a_designation_names_division_and_corps() {
    let game = world()
        .cavalry("c", "Tribble", "0303", 3, "command = \"M-W\"")
        .cavalry("c", "Allen", "0303", 3, "command = \"A-W\"")
        .cavalry("c", "Mabry", "0304", 3, "command = \"K-M\"")
        .infantry("c", "Bate", "0304", 3, "command = \"XX\"")
        .leader("c", "corps", "Wheeler", "W", "Allen", "arm = \"cavalry\"\ntactical = 2\ncommand_value = 3")
        .leader(
            "c",
            "division",
            "Morgan",
            "M",
            "Tribble",
            "arm = \"cavalry\"\ntactical = 2\ncommand_value = 3",
        )
        .leader("c", "corps", "Mabrys", "M", "Mabry", "arm = \"cavalry\"\ntactical = 2\ncommand_value = 3")
        .leader("c", "corps", "Other", "XX", "Bate", CORPS)
        .set();
    let commands =
        |leader: &str, unit: &str| game.setup.leader(game.leader_id(leader)).commands.has(game.id(unit));
    assert!(commands("Wheeler", "Tribble") && commands("Morgan", "Tribble"));
    assert!(!commands("Other", "Tribble"));
    // A corps that has the name of the division is another matter.
    assert!(!commands("Mabrys", "Tribble") && commands("Mabrys", "Mabry"));
    assert!(commands("Wheeler", "Allen") && !commands("Morgan", "Allen"));
    for leader in ["Wheeler", "Morgan"] {
        let answer = game.ask(json!({"ask": "command-radius", "leader": leader}));
        assert!(answer["units"].as_array().unwrap().contains(&json!("Tribble")), "{leader}: {answer}");
    }
}

#[rule("G2.2-3")]
#[test]
fn division_numbers_mean_nothing_to_a_corps() {
    let mut game = twentieth()
        .leader("u", "corps", "Hooker", "XX", "Ward", CORPS)
        .infantry("u", "Williams", "0304", 7, "command = \"XIV\"\ndivision = \"XX\"")
        .begin(&[]);
    game.acting(table::Side::Union).give("activate Hooker", &[]);
    assert!(game.offers("select Ward") && game.offers("select Geary"));
    assert!(!game.offers("select Williams"), "a division numeral is no corps");
}

#[rule("G2.2-4")]
#[test]
fn squadrons_are_union_and_demi_divisions_confederate() {
    let faults = |side: &str, size: &str| {
        world().infantry(side, "A", "0303", 2, &format!("size = \"{size}\"")).faults()
    };
    for size in ["regiment", "brigade", "division"] {
        assert_eq!(faults("u", size) + &faults("c", size), "", "{size}");
    }
    assert_eq!(faults("u", "squadron") + &faults("c", "demi-division"), "");
    assert!(faults("c", "squadron").contains("only the Union has squadrons"));
    assert!(faults("u", "demi-division").contains("only the Confederates have demi-divisions"));
    assert!(faults("u", "army").contains("`army`"));
}

#[rule("G2.2-5")]
#[test]
fn a_unit_is_infantry_cavalry_or_artillery() {
    let game = world()
        .infantry("u", "I", "0303", 2, "")
        .cavalry("u", "C", "0303", 2, "")
        .unit("u", "artillery", "A", "0303", 2, "")
        .set();
    let arms = ["I", "C", "A"].map(|name| game.setup.unit(game.id(name)).arm);
    assert_eq!(arms, [Arm::Infantry, Arm::Cavalry, Arm::Artillery]);
    assert!(world().unit("u", "dragoon", "D", "0303", 2, "").faults().contains("dragoon"));
    assert_eq!(world().infantry("u", "I", "0303", 2, "").faults(), "", "a game without artillery loads");
}

#[rule("G2.2-6")]
#[test]
fn printed_values_stay_whatever_happens() {
    let mut game = world().infantry("u", "A", "0303", 6, "tactical = 2\nartillery = 3").set();
    let before = piece(&game, "A")["values"].clone();
    assert_eq!(before, json!([["Tactical", "2"], ["Artillery", "3"]]));
    let id = game.id("A");
    let unit = game.state.unit_mut(id);
    (unit.fatigue, unit.disorganized, unit.exhausted, unit.manpower) = (4, true, true, 1);
    assert_eq!(piece(&game, "A")["values"], before);
}

#[rule("G2.2-7", "G2.2-31")]
#[test]
fn exhaustion_disorder_and_fatigue_are_three_things() {
    for (exhausted, disorganized) in [(false, false), (false, true), (true, false), (true, true)] {
        for fatigue in 0..=4 {
            let keys = format!("fatigue = {fatigue}\nexhausted = {exhausted}\ndisorganized = {disorganized}");
            let game = world().infantry("u", "A", "0303", 6, &keys).set();
            let unit = game.unit("A");
            assert_eq!((unit.exhausted, unit.disorganized, unit.fatigue), (exhausted, disorganized, fatigue));
        }
    }
    assert!(world().infantry("u", "A", "0303", 6, "fatigue = 5").faults().contains("expected 0 to 4"));
}

#[rule("G2.2-31")]
#[test]
fn fatigue_stays_between_0_and_4() {
    let mut game = world().infantry("u", "A", "0303", 6, "fatigue = 3").set();
    let id = game.id("A");
    game.state.unit_mut(id).tire(3);
    assert_eq!(game.unit("A").fatigue, 4);
    // Two levels are eased by the three of the Recovery Phase, not below none.
    game.state.unit_mut(id).fatigue = 2;
    game.run_phase(&[], |play| play.end_cycle());
    assert_eq!(game.unit("A").fatigue, 0);
}

#[rule("G2.2-8")]
#[test]
fn a_value_in_parentheses_never_attacks_alone() {
    for keys in ["", "alone = false"] {
        let arm = if keys.is_empty() { "artillery" } else { "infantry" };
        let mut game = world()
            .unit("u", arm, "Guns", "0303", 3, &format!("command = \"XX\"\n{keys}"))
            .infantry("c", "Bate", "0304", 5, "")
            .leader("u", "corps", "Hooker", "XX", "Guns", CORPS)
            .set();
        game.acting(table::Side::Union);
        assert_eq!(game.refused("assault Hooker"), "G5.3-3");
        game.marching("Guns", 3);
        assert_eq!(game.refused("attack 0304"), "G7.1-13");
    }
}

#[rule("G2.2-9", "G2.2-15", "G2.2-18")]
#[test]
fn four_kinds_of_leader_by_the_word_of_the_setup() {
    let rank = |word: &str| {
        let value = if word == "army" { "command_value = 4" } else { CORPS };
        let game = twentieth().leader("u", word, "Leader", "XX", "Ward", value).set();
        game.setup.leader(game.leader_id("Leader")).rank
    };
    assert_eq!(rank("army"), Rank::Army);
    assert_eq!(rank("district"), Rank::District);
    assert_eq!(rank("corps"), Rank::Corps);
    assert_eq!(rank("division"), Rank::Division);
    // Burnside's Grand Divisions are corps leaders with a die of their own; nobody else has them.
    let grand = twentieth().leader("u", "grand-division", "Leader", "XX", "Ward", CORPS).faults();
    assert!(grand.contains("Grand Divisions"), "{grand}");
    let none = "[[leader]]\nside = \"union\"\nname = \"L\"\nwith = \"Ward\"\ncommand = \"XX\"\ntactical = 3";
    assert!(twentieth().scenario(none).faults().contains("rank"));
}

#[rule("G2.2-10", "G2.2-20")]
#[test]
fn a_leader_is_always_with_a_unit_of_his_command() {
    assert_eq!(twentieth().leader("u", "corps", "Hooker", "XX", "Ward", CORPS).faults(), "");
    let stranger = twentieth().leader("u", "corps", "Hooker", "XX", "Baird", CORPS).faults();
    assert!(stranger.contains("Baird is not of his command"), "{stranger}");
    assert!(twentieth().leader("u", "corps", "Hooker", "XX", "Nobody", CORPS).faults().contains("no unit"));
    // In play: cavalry of his corps is as good as infantry, infantry of another corps is not.
    let mut game = twentieth()
        .cavalry("u", "Horse", "0303", 2, "command = \"XX\"")
        .leader("u", "corps", "Hooker", "XX", "Ward", CORPS)
        .begin(&[]);
    assert_eq!(game.refused("transfer Hooker > Baird"), "G6.3-10");
    game.give("transfer Hooker > Horse", &[]);
    assert_eq!(game.state.leaders[0].unit, Some(game.id("Horse")));
}

#[rule("G2.2-11", "G2.2-14")]
#[test]
fn army_leaders_have_a_command_value_only_and_not_every_game_has_them() {
    let army = |code: &'static str, values: &str| {
        world()
            .game(code, Module::parse(code).unwrap().year)
            .infantry("u", "Ward", "0303", 5, "")
            .scenario(&format!(
                "[[leader]]\nside = \"union\"\nname = \"Grant\"\nrank = \"army\"\nwith = \"Ward\"\n{values}"
            ))
            .faults()
    };
    assert_eq!(army("HSN", "command_value = 4"), "");
    assert!(army("HSN", "command_value = 4\ntactical = 2").contains("army leaders have none"));
    for module in crate::MODULES {
        let code = module.code.word();
        let none = army(code, "command_value = 4").contains("no army leaders");
        assert_eq!(none, ["SIV", "AGA"].contains(&code), "{code}");
    }
}

/// An army leader, a corps leader and a district leader's world around 0505, the enemy adjacent in 0506.
fn high(rank: &str, values: &str) -> World {
    world()
        .infantry("u", "Ward", "0505", 6, "command = \"XX\"\narmy = \"A\"")
        .infantry("u", "Geary", "0505", 6, "command = \"XX\"\narmy = \"A\"")
        .infantry("u", "Baird", "0605", 6, "command = \"XIV\"\narmy = \"A\"")
        .cavalry("u", "Horse", "0404", 3, "army = \"A\"")
        .unit("u", "artillery", "Guns", "0404", 3, "army = \"A\"")
        .infantry("c", "Bate", "0506", 5, "")
        .leader("u", rank, "High", "A", "Geary", values)
        .leader("u", "corps", "Hooker", "XX", "Ward", CORPS)
}

#[rule("G2.2-12", "G2.2-19")]
#[test]
fn an_army_leader_only_brings_on_grand_assaults() {
    let mut game = high("army", "command_value = 6").set();
    game.acting(table::Side::Union);
    assert_eq!(game.refused("activate High"), "G2.2-12");
    assert_eq!(game.refused("assault High"), "G7.1-23");
    game.give("assault Hooker", &[]).give("select Ward", &[]).give("select Geary", &[2]);
    assert_eq!(game.asks(), "grand-assault");
    assert!(game.offers("grand High"));
    assert_eq!(game.refused("grand Hooker"), "G7.1-47");
    // Alone, a corps leader has an assault but nobody to make it a grand one.
    let mut game = high("army", "command_value = 6").set();
    let far = game.hex("1211");
    let (high, geary) = (game.leader_id("High"), game.id("Geary"));
    game.state.lift(geary, crate::Whereabouts::Retreating);
    game.state.put(geary, far);
    assert_eq!(game.state.leader_hex(high), Some(far));
    game.acting(table::Side::Union).give("assault Hooker", &[]);
    game.give("select Ward", &[2, 1, 1]);
    assert!(!game.happened("grand-assault"));
}

#[rule("G2.2-13", "G2.2-17")]
#[test]
fn army_and_district_leaders_stay_with_infantry() {
    for (rank, values) in [("army", "command_value = 6"), ("district", CORPS)] {
        let mut game = high(rank, values).begin(&[]);
        assert_eq!(game.refused("transfer High > Horse"), "G6.3-15");
        assert_eq!(game.refused("transfer High > Guns"), "G6.3-15");
        game.give("transfer High > Baird", &[]);
        assert_eq!(game.state.leader_hex(game.leader_id("High")), Some(game.hex("0605")));
        let faults = high(rank, values).leader("u", rank, "Second", "A", "Horse", values).faults();
        assert!(faults.contains("attached to infantry"), "{faults}");
    }
}

#[rule("G2.2-16")]
#[test]
fn a_district_leader_marches_assaults_and_grand_assaults() {
    let mut game = high("district", "tactical = 3\ncommand_value = 6").set();
    game.acting(table::Side::Union);
    assert!(game.offers("activate High") && game.offers("assault High"));
    assert!(Gcacw::read_order(&game.setup, "activate-army High").is_err());
    game.give("assault Hooker", &[]).give("select Ward", &[]).give("select Geary", &[2]);
    assert!(game.offers("grand High"));
}

#[rule("G2.2-22")]
#[test]
fn leaders_do_not_tire() {
    let mut game = high("district", CORPS).set();
    for die in [1, 1, 1] {
        game.acting(table::Side::Union).give("activate Hooker", &[]).give("select Ward", &[]);
        game.give("done", &[die]).give("done", &[]);
        if game.asks() == "force-march" {
            game.give("steady", &[]);
        }
        let ward = game.id("Ward");
        game.state.unit_mut(ward).fatigue = 0;
        game.give("end", &[6, 1]);
    }
    let hooker = piece(&game, "Hooker");
    assert!(hooker["fatigue"].is_null() && hooker["manpower"].is_null(), "{hooker}");
}

#[rule("G2.2-24", "G2.2-25", "G2.2-26")]
#[test]
fn a_disorganized_unit_fights_with_less_than_its_manpower() {
    let game = world()
        .game("OTR", 1862)
        .infantry("u", "Seven", "0303", 7, "")
        .infantry("u", "Big", "0303", 21, "")
        .infantry("u", "Loose", "0303", 7, "disorganized = true")
        .infantry("u", "One", "0303", 1, "disorganized = true")
        .infantry("u", "Most", "0303", 21, "disorganized = true")
        .set();
    assert_eq!((game.combat_value("Seven"), game.combat_value("Big")), (7.0, 21.0));
    assert_eq!((game.combat_value("One"), game.combat_value("Most")), (0.5, 14.0));
    assert!(game.combat_value("Loose") < 7.0);
    assert_eq!(game.unit("Loose").manpower, 7);
    let mut below = 0;
    for manpower in 1..=21u8 {
        let value = game.setup.unprinted.disorganized(manpower);
        assert!(value >= below && value < manpower as i32 * 4, "Manpower {manpower}");
        below = value;
    }
    // A table of one's own is checked by the same rules.
    let own = |last: &str| {
        let values = format!("[0.5, 1, 2, 3, 4, 4, 5, 6, 6, 7, 8, 8, 9, 10, 10, 11, 12, 12, 13, 14, {last}]");
        world().settings(&format!("tables = {{ disorganized = {values} }}")).faults()
    };
    assert_eq!(own("14"), "");
    assert!(own("15").contains("Manpower 21 must give 14"));
    assert!(own("13").contains("never falls"));
}

#[rule("G2.2-27")]
#[test]
fn units_begin_organized_at_the_manpower_of_the_setup() {
    let game = world().infantry("u", "Ward", "0303", 8, "").set();
    let ward = game.unit("Ward");
    assert_eq!((ward.manpower, ward.disorganized, ward.fatigue), (8, false, 0));
    assert_eq!(game.combat_value("Ward"), 8.0);
}

#[rule("G2.2-28")]
#[test]
fn losses_change_the_marker_and_the_last_point_the_unit() {
    let mut game = world().infantry("u", "Nine", "0303", 9, "").infantry("u", "One", "0303", 1, "").set();
    let (nine, one) = (game.id("Nine"), game.id("One"));
    game.run(&[], |play| play.lose_manpower(nine, 2, false));
    assert_eq!((game.unit("Nine").manpower, game.unit("Nine").disorganized), (7, false));
    game.run(&[], |play| play.lose_manpower(nine, 1, true));
    assert_eq!((game.unit("Nine").manpower, game.unit("Nine").disorganized), (6, true));
    game.run(&[], |play| play.lose_manpower(one, 1, false));
    assert_eq!(game.unit("One").whereabouts, crate::Whereabouts::Eliminated);
    assert_eq!(game.state.stack(game.hex("0303")).count(), 1);
}

#[rule("G2.2-29")]
#[test]
fn strength_is_open_to_the_enemy() {
    let game = world().infantry("u", "A", "0303", 6, "disorganized = true").set();
    let view =
        Gcacw::view(&game.setup, &game.state, Viewer::Seat(table::Side::Confederate)).erase().to_value();
    let seen = &view["pieces"][0];
    assert_eq!((&seen["manpower"], &seen["combat_value"]), (&json!(6), &json!(4.0)));
    assert_eq!(seen["state"], json!(["disorganized"]));
}

#[rule("G2.2-30")]
#[test]
fn each_game_has_its_largest_manpower() {
    let most = [
        ("RTG", 17),
        ("SIV", 8),
        ("OTR", 21),
        ("BAC", 14),
        ("AGA", 7),
        ("AIO", 16),
        ("HSN", 11),
        ("SJW", 18),
        ("HCR", 18),
        ("SLB", 18),
        ("GTC", 18),
        ("BTC", 18),
        ("RWH", 18),
    ];
    for (code, manpower) in most {
        let with = |manpower| world().game(code, 1862).infantry("u", "A", "0303", manpower, "").faults();
        assert_eq!(with(manpower), "", "{code}");
        assert!(with(manpower + 1).contains("expected 1 to"), "{code}");
    }
    assert!(world().infantry("u", "A", "0303", 0, "").faults().contains("manpower: 0: expected 1 to"));
}

#[rule("G2.2-32", "G2.2-33")]
#[test]
fn a_counter_shows_what_it_must() {
    let keys =
        "tactical = 2\nartillery = 1\nexhausted = true\nfatigue = 1\ncommand = \"IV\"\nsize = \"division\"";
    let game = world()
        .infantry("u", "Newton", "0303", 7, keys)
        .infantry("u", "Fresh", "0303", 7, "")
        .leader("u", "corps", "Howard", "IV", "Newton", CORPS)
        .set();
    let newton = piece(&game, "Newton");
    for (key, value) in [
        ("name", json!("Newton")),
        ("command", json!("IV")),
        ("size", json!("division")),
        ("arm", json!("infantry")),
        ("values", json!([["Tactical", "2"], ["Artillery", "1"]])),
        ("state", json!(["exhausted"])),
        ("manpower", json!(7)),
        ("combat_value", json!(7.0)),
        ("fatigue", json!(1)),
    ] {
        assert_eq!(newton[key], value, "{key}");
    }
    assert_eq!(piece(&game, "Fresh")["fatigue"], 0);
    assert_eq!(piece(&game, "Howard")["values"], json!([["Command", "4"], ["Tactical", "3"]]));
}

#[rule("G2.2-23")]
#[test]
fn every_unit_on_the_map_keeps_one_strength() {
    let mut game = twentieth().set();
    let counts = |game: &Game| {
        let units = || game.setup.unit_ids().map(|u| game.state.unit(u));
        (units().filter(|u| u.is_on_map()).count(), units().filter(|u| u.manpower > 0).count())
    };
    assert_eq!(counts(&game), (4, 4));
    let ward = game.id("Ward");
    game.run(&[], |play| play.lose_manpower(ward, 8, false));
    assert_eq!(counts(&game), (3, 3));
}
