//! Command (20): the chain, its rolls, ranges, tracing, acting army commanders.

use lfm::{Phase, flag};
use serde_json::{Value, json};
use table::rule;

use crate::world::World;

fn command(world: &World, rolls: Value) -> Value {
    let answer = world.ask(json!({"ask":"command","side":"union","rolls":rolls}));
    assert!(answer["error"].is_null(), "{answer}");
    answer
}

fn is_in(world: &World, rolls: Value, name: &str) -> bool {
    let answer = command(world, rolls);
    let has = |list: &str| answer[list].as_array().unwrap().contains(&json!(name));
    assert_ne!(has("in_command"), has("out"), "{name} in {answer}");
    has("in_command")
}

fn field() -> World {
    World::new(20, 40).unit("c inf X L/B/C 4 4 2040")
}

/// An army commander of 4 and a corps commander of 3.
fn army(corps: &str) -> World {
    field().man("u Meade 4 4 -/-/- 1010").man(&format!("u Corps 3 3 I/-/- {corps}"))
}

#[rule("L20-7")]
#[test]
fn a_die_of_at_most_his_value_puts_the_army_commander_in_command() {
    assert!(is_in(&army("1018"), json!({"Meade":4}), "Meade"));
    assert!(!is_in(&army("1018"), json!({"Meade":5}), "Meade"));
}

#[rule("L20-8")]
#[test]
fn the_army_commander_reaches_eight_hexes_whatever_lies_between() {
    let rolls = || json!({"Meade":4,"Corps":4});
    assert!(is_in(&army("1018"), rolls(), "Corps") && !is_in(&army("1019"), rolls(), "Corps"));
    assert!(is_in(&army("1018").terrain("woods", &["1011..1017"]), rolls(), "Corps"));
}

#[rule("L20-9", "L20-11")]
#[test]
fn a_corps_commander_under_orders_still_rolls_with_minus_one() {
    let near = army("1018");
    assert!(is_in(&near, json!({"Meade":4,"Corps":4}), "Corps"));
    assert!(!is_in(&near, json!({"Meade":4,"Corps":5}), "Corps"));
    assert!(!is_in(&near, json!({"Meade":1}), "Corps"), "he is not spared the roll");
}

#[rule("L20-10", "L20-12")]
#[test]
fn a_corps_commander_without_orders_has_his_own_initiative() {
    for (world, meade) in [(army("1018"), 5), (army("1019"), 4)] {
        assert!(!is_in(&world, json!({"Meade":meade,"Corps":4}), "Corps"));
        assert!(is_in(&world, json!({"Meade":meade,"Corps":3}), "Corps"));
    }
}

/// A corps commander of 4, a division commander of 3, and guns of the corps.
fn corps(division: &str) -> World {
    field()
        .man("u Meade 4 6 -/-/- 0101")
        .man("u Corps 3 4 I/-/- 1010")
        .man(&format!("u Div 2 3 I/1/- {division}"))
        .unit("u art G I/2 4 4 1013")
}

#[rule("L20-14")]
#[test]
fn corps_commanders_reach_five_hexes() {
    assert!(is_in(&corps("1015"), json!({"Corps":4,"Div":4}), "Div"));
    assert!(!is_in(&corps("1016"), json!({"Corps":4,"Div":4}), "Div"));
}

#[rule("L20-15")]
#[test]
fn a_division_commander_rolls_with_minus_one_under_his_corps_commander() {
    let near = corps("1015");
    assert!(is_in(&near, json!({"Corps":4,"Div":4}), "Div"));
    assert!(!is_in(&near, json!({"Corps":4,"Div":5}), "Div"));
    assert!(!is_in(&near, json!({"Corps":5,"Div":4}), "Div"));
    assert!(is_in(&near, json!({"Corps":5,"Div":3}), "Div"));
}

#[rule("L20-6", "L20-13")]
#[test]
fn who_failed_commands_nobody() {
    // Not even guns that stand near him.
    assert!(is_in(&corps("1015"), json!({"Corps":4}), "G"));
    assert!(!is_in(&corps("1015"), json!({"Corps":6}), "G"));
}

#[rule("L20-3")]
#[test]
fn without_corps_commanders_the_army_commander_leads_divisions() {
    let at = |hex: &str| field().man("u Meade 4 6 -/-/- 1010").man(&format!("u Div 2 3 I/1/- {hex}"));
    assert!(is_in(&at("1018"), json!({"Meade":1,"Div":4}), "Div"));
    assert!(!is_in(&at("1019"), json!({"Meade":1,"Div":4}), "Div"));
}

#[rule("L20-2")]
#[test]
fn the_chain_of_command() {
    let play = corps("1015").unit("u inf A I/1/1 4 4 1015").man("u Brig 1 - I/1/1 1015").begin(&[]);
    let chief = |n: &str| play.pos().superior(play.id(n)).map(|id| play.setup.counter(id).id.clone());
    assert_eq!(
        [chief("Brig"), chief("Div"), chief("Corps"), chief("Meade")].map(|c| c.unwrap_or_default()),
        ["Div", "Corps", "Meade", ""]
    );
}

#[rule("L20-16", "L20-17")]
#[test]
fn troubled_brigades_weigh_on_the_roll() {
    let world = |more: &[(&str, &str)]| {
        let mut w =
            field().man("u Meade 4 6 -/-/- 0101").man("u Corps 3 6 I/-/- 1004").man("u Div 2 4 I/1/- 1010");
        for (n, (hex, keys)) in more.iter().enumerate() {
            w = w
                .man_with(&format!("u B{n} 1 - I/1/{n} {hex}"), keys)
                .unit(&format!("u inf R{n} I/1/{n} 4 4 {hex}"));
        }
        w
    };
    // Six hexes from his corps commander, one brigade shattered, one out of range: +2.
    let example = world(&[("1011", "shattered = true"), ("1016", ""), ("1012", "")]);
    assert!(is_in(&example, json!({"Corps":1,"Div":2}), "Div"));
    assert!(!is_in(&example, json!({"Corps":1,"Div":3}), "Div"));
    // Both at once counts once; a cavalry brigade is in range at 8.
    let once = world(&[("1016", "shattered = true")]);
    assert!(is_in(&once, json!({"Div":3}), "Div") && !is_in(&once, json!({"Div":4}), "Div"));
    let horse = world(&[("1018", "arm = \"cavalry\"")]);
    assert!(is_in(&horse, json!({"Div":4}), "Div"));
}

/// A division commander of 4, and a brigadier with a regiment.
fn brigade(hex: &str, keys: &str) -> World {
    field()
        .man("u Meade 4 6 -/-/- 0101")
        .man("u Div 2 4 I/1/- 1010")
        .man_with(&format!("u Brig 1 - I/1/1 {hex}"), keys)
        .unit(&format!("u inf A I/1/1 4 4 {hex}"))
}

/// More regiments of the brigade in these columns of the brigadier's row; he stands in column 12.
fn row(columns: &[u8]) -> World {
    let more = |w: World, c: &u8| w.unit(&format!("u inf C{c} I/1/1 2 4 10{c}"));
    columns.iter().fold(brigade("1012", ""), more)
}

#[rule("L20-18")]
#[test]
fn a_brigadier_follows_his_division_commander() {
    assert!(is_in(&brigade("1015", ""), json!({"Div":4}), "Brig"));
    assert!(!is_in(&brigade("1016", ""), json!({"Div":3}), "Brig"));
    assert!(is_in(&brigade("1018", "arm = \"cavalry\""), json!({"Div":4}), "Brig"));
    assert!(!is_in(&brigade("1019", "arm = \"cavalry\""), json!({"Div":3}), "Brig"));
}

#[rule("L20-19")]
#[test]
fn a_brigade_without_orders_is_out_of_command() {
    for (hex, die) in [("1012", 5), ("1016", 4)] {
        assert!(!is_in(&brigade(hex, ""), json!({"Div":die}), "Brig"), "{hex} {die}");
        assert!(!is_in(&brigade(hex, ""), json!({"Div":die}), "A"), "{hex} {die}");
    }
}

#[rule("L20-20")]
#[test]
fn a_brigadier_reaches_two_hexes() {
    assert!(is_in(&row(&[14]), json!({"Div":4}), "C14"));
    assert!(!is_in(&row(&[15]), json!({"Div":4}), "C15"));
}

#[rule("L20-21")]
#[test]
fn regiments_pass_command_from_neighbour_to_neighbour() {
    let rolls = || json!({"Div":4});
    let whole = row(&[14, 15, 16, 17, 18]);
    assert!(["C14", "C15", "C16", "C17", "C18"].iter().all(|n| is_in(&whole, rolls(), n)));
    let gap = row(&[14, 15, 17, 18]);
    assert!(is_in(&gap, rolls(), "C15") && !is_in(&gap, rolls(), "C17") && !is_in(&gap, rolls(), "C18"));
}

#[rule("L20-24")]
#[test]
fn a_brigadier_commands_his_regiments_and_the_guns_of_his_corps() {
    let world = row(&[14]).unit("u inf Z I/1/2 4 4 1013").unit("u art G I/7 4 4 1014");
    let world = world.unit("u art H II/7 4 4 1014");
    assert!(!is_in(&world, json!({"Div":4}), "Z") && is_in(&world, json!({"Div":4}), "G"));
    assert!(!is_in(&world, json!({"Div":4}), "H"), "another corps's guns");
}

#[rule("L20-22", "L20-23")]
#[test]
fn guns_and_sharpshooters() {
    let guns = |men: &[&str]| {
        let mut w = field().man("u Meade 4 6 -/-/- 0130").unit("u art G I/2 4 4 1010");
        for man in men {
            w = w.man(man);
        }
        w
    };
    assert!(is_in(&guns(&["u C 3 6 I/-/- 1015"]), json!({"C":1}), "G"));
    assert!(!is_in(&guns(&["u C 3 6 I/-/- 1016"]), json!({"C":1}), "G"));
    assert!(is_in(&guns(&["u D 2 6 I/1/- 1015"]), json!({"D":1}), "G"));
    assert!(!is_in(&guns(&["u C 3 6 II/-/- 1011"]), json!({"C":1}), "G"));
    let army = field().man("u Meade 4 6 -/-/- 1018").unit("u art G I/2 4 4 1010");
    assert!(is_in(&army, json!({"Meade":1}), "G"));
    let sharp = field()
        .lfm("free_units = [\"S\"]")
        .man("u Meade 4 6 -/-/- 0130")
        .man("u D 2 6 I/2/- 1014")
        .unit("u inf S I/1/1 2 5 1010")
        .unit("u inf B I/1/1 2 5 1020");
    assert!(is_in(&sharp, json!({"D":1}), "S") && !is_in(&sharp, json!({"D":1}), "B"));
}

#[rule("L20-27", "L20-28", "L20-29")]
#[test]
fn longstreet_and_early() {
    let world = |ewell: &str| {
        field()
            .man("u Lee 4 6 -/-/- 0140")
            .man_with("u Longstreet 3 4 A/-/- 1010", "corps_number = 1")
            .man("u Early 2 4 II/E/- 1010")
            .man(&format!("u Ewell 3 4 II/-/- {ewell}"))
            .unit("u inf R1 II/E/1 4 4 1010")
            .unit("u art G III/1 4 4 1010")
            .unit("u inf R2 II/E/1 4 4 1011")
            .unit("u inf R3 II/E/1 4 4 1012")
            .unit("u inf Q II/E/2 4 4 1009")
    };
    let near = world("1015");
    for name in ["Early", "R1", "G", "R2", "R3"] {
        assert!(is_in(&near, json!({"Longstreet":4}), name), "{name}");
    }
    assert!(!is_in(&near, json!({"Longstreet":4}), "Q"));
    // Longstreet failed: Early rolls as usual.
    assert!(is_in(&near, json!({"Longstreet":6,"Ewell":1,"Early":5}), "Early"));
    assert!(!is_in(&world("1016"), json!({"Longstreet":6,"Ewell":1,"Early":5}), "Early"));
}

#[rule("L20-30")]
#[test]
fn command_is_traced_around_the_enemy() {
    let world = |friend: &str| {
        let w = World::new(20, 40)
            .man("u Meade 4 6 -/-/- 0130")
            .man("u D 2 6 I/1/- 1010")
            .man("u B 1 - I/1/1 1015")
            .unit("u inf A I/1/1 4 4 1015")
            .unit("c inf X L/B/C 4 4 0913")
            .unit("c inf Y L/B/C 4 4 1113");
        if friend.is_empty() { w } else { w.unit(friend) }
    };
    // Hexes 1012 and 1013 are in enemy zones of control, and the way round is longer than 5.
    assert!(!is_in(&world(""), json!({"D":1}), "B"));
    assert!(!is_in(&world("u inf F II/1/1 4 4 1012"), json!({"D":1}), "B"));
    let both = world("u inf F II/1/1 4 4 1012").unit("u inf E II/1/1 4 4 1013");
    assert!(is_in(&both, json!({"D":1}), "B"));
    let target = World::new(20, 40)
        .man("u Meade 4 6 -/-/- 0130")
        .man("u D 2 6 I/1/- 1010")
        .man("u B 1 - I/1/1 1015")
        .unit("u inf A I/1/1 4 4 1015")
        .unit("c inf X L/B/C 4 4 1016");
    assert!(is_in(&target, json!({"D":1}), "B"), "it may end in a zone of control");
}

#[rule("L20-31", "L20-32")]
#[test]
fn rolls_are_optional_and_only_contact_needs_them() {
    let world = field()
        .man("u Meade 4 6 -/-/- 1010")
        .man("u C1 3 6 I/-/- 1011")
        .man("u C2 3 6 II/-/- 1012")
        .man("u C3 3 6 III/-/- 1013")
        .unit("u art G I/1 6 4 0205")
        .unit("u inf A II/1/1 4 4 0305")
        .unit("c inf Y L/B/D 4 4 0209");
    let mut play = world.begin(&[]);
    play.roll("roll Meade", &[1]).roll("roll C1", &[1]).go("done");
    play.go("done");
    assert!(
        play.has("C1", flag::COMMAND) && !play.has("C2", flag::COMMAND) && !play.has("C3", flag::COMMAND)
    );
    // Out of command they fire, build and march all the same.
    let mut play = world.at(Phase::Construction);
    assert!(play.may("build A") || !play.has("A", flag::COMMAND));
    play.until(Phase::Fire, table::Side::Union);
    assert!(play.may("aim 0209 G"));
    play.until(Phase::Movement, table::Side::Union);
    play.walk("A", "W W");
    assert_eq!(play.no("roll C2"), "LSEQ-28");
}

#[rule("L20-33", "L20-35", "L20-36")]
#[test]
fn acting_army_commanders() {
    let army = |world: &World| command(world, json!({}))["army_commander"].clone();
    // A 3-star acts with a range of 8 and makes no second roll.
    let corps = field().man("u Only 3 4 I/-/- 1010").man("u Div 2 3 I/1/- 1018");
    assert_eq!(army(&corps), "Only");
    assert!(is_in(&corps, json!({"Only":4,"Div":4}), "Div"));
    // Two stars: the one nearer to the enemy.
    let two = World::new(20, 40)
        .man("u Far 2 4 I/1/- 1001")
        .man("u Near 2 4 I/2/- 1004")
        .unit("c inf X L/B/C 4 4 1008");
    assert_eq!(army(&two), "Near");
    let acting = |three: &str| {
        field()
            .lfm("acting = { union = \"Acts\" }")
            .man("u Acts 2 4 I/1/- 1010")
            .man(&format!("u New 3 4 II/-/- {three}"))
    };
    assert_eq!((army(&acting("1019")), army(&acting("1015"))), (json!("Acts"), json!("New")));
    assert_eq!(army(&field().man("u B 1 - I/1/1 1010")), Value::Null);
    // In play the post does not change hands when another comes nearer.
    let mut play = two.unit("u inf A I/1/1 4 4 1001").lfm("turns = 3").at(Phase::Movement);
    play.walk("Far", "E E E E");
    play.until(Phase::Command, table::Side::Confederate);
    play.until(Phase::Command, table::Side::Union);
    assert_eq!(play.view()["lfm"]["army_commanders"]["union"], "Near");
}

#[rule("L20-37", "L20-38", "L20-39", "L20-40")]
#[test]
fn the_examples_of_gettysburg() {
    let army = |world: &World| command(world, json!({}))["army_commander"].clone();
    let buford = |hex: &str| {
        field()
            .lfm("acting = { union = \"Buford\" }")
            .man("u Buford 2 4 C/1/- 1010")
            .man(&format!("u Reynolds 3 4 I/-/- {hex}"))
    };
    assert_eq!((army(&buford("1016")), army(&buford("1015"))), (json!("Buford"), json!("Reynolds")));
    assert_eq!(army(&field().man("u Heth 2 4 III/H/- 1010")), "Heth");
    let hill = field()
        .lfm("acting = { union = \"Heth\" }")
        .man("u Heth 2 4 III/H/- 1010")
        .man("u Hill 3 4 III/-/- 1015");
    assert_eq!(army(&hill), "Hill");
    let ewell = |hex: &str| {
        field()
            .lfm("acting = { union = \"Hill\" }")
            .man("u Hill 3 4 III/-/- 1010")
            .man(&format!("u Ewell 3 4 II/-/- {hex}"))
    };
    assert_eq!((army(&ewell("1022")), army(&ewell("1015"))), (json!("Hill"), json!("Ewell")));
    let lee = |hex: &str| {
        field()
            .lfm("acting = { union = \"Ewell\" }")
            .man("u Ewell 3 4 II/-/- 1010")
            .man(&format!("u Lee 4 5 -/-/- {hex}"))
    };
    assert_eq!((army(&lee("1019")), army(&lee("1018"))), (json!("Ewell"), json!("Lee")));
}
