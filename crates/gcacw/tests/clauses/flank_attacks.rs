//! Flank attacks (7.4) around a defender in 0605.

use serde_json::{Value, json};
use table::{Side, rule};

use crate::field::{AROUND, duel, field};
use crate::world::{World, modifier};

/// The defender, five strong, alone in 0605.
fn defender() -> World {
    field().infantry("u", "Target", "0605", 5, "tactical = 2")
}

/// Confederates in these directions from the defender, the first of them Lion, who attacks.
fn enemies(world: World, directions: &[usize]) -> World {
    directions.iter().enumerate().fold(world, |world, (n, direction)| {
        let name = if n == 0 { "Lion".to_owned() } else { format!("C{n}") };
        world.infantry("c", &name, AROUND[*direction], 5, "tactical = 2")
    })
}

/// Friends of the defender in these directions.
fn friends(world: World, directions: &[usize], more: &str) -> World {
    directions.iter().fold(world, |world, d| world.infantry("u", &format!("U{d}"), AROUND[*d], 5, more))
}

/// Covered hexes, basic bonus, final bonus, and what counts on the die.
fn flank(world: World) -> (i64, i64, i64, i64) {
    let game = world.set();
    let from = game.at("Lion");
    let plan = game.plan("Lion", "0605", "normal");
    assert!(plan.get("flank").is_some(), "{plan} from {from}");
    numbers(&plan)
}

fn numbers(plan: &Value) -> (i64, i64, i64, i64) {
    let n = |key: &str| plan["flank"][key].as_i64().expect("a number");
    (n("count"), n("basic"), n("final"), n("effective"))
}

fn covered(world: World) -> Vec<String> {
    let plan = world.set().plan("Lion", "0605", "normal");
    serde_json::from_value(plan["flank"]["covered"].clone()).unwrap()
}

fn hexes(directions: &[usize]) -> Vec<String> {
    let mut hexes: Vec<String> = directions.iter().map(|d| AROUND[*d].to_owned()).collect();
    hexes.sort_unstable();
    hexes
}

#[rule("G7.4-54", "G7.4-85", "G7.4-63")]
#[test]
fn from_two_sides_all_six_are_covered() {
    // Only Lion attacks; the other counts though he stands by.
    assert_eq!(flank(enemies(defender(), &[0, 3])), (6, 4, 4, 4));
    let plan = enemies(defender(), &[0, 3]).set().plan("Lion", "0605", "normal");
    assert_eq!((&plan["attacker_value"], modifier(&plan, "flank attack")), (&json!(5), 4));
}

#[rule("G7.4-86", "G7.4-65")]
#[test]
fn a_friend_takes_one_off() {
    assert_eq!(flank(friends(enemies(defender(), &[0, 3]), &[1], "")), (6, 4, 3, 3));
    assert_eq!(flank(friends(enemies(defender(), &[0, 3]), &[1], "demoralized = 1")), (6, 4, 4, 4));
}

#[rule("G7.4-87", "G7.4-62", "G7.4-63")]
#[test]
fn five_covered_hexes() {
    // 0 and 2 both cover 1, which counts once; whichever of the two attacks.
    for pair in [[0, 2], [2, 0]] {
        assert_eq!(flank(enemies(defender(), &pair)), (5, 2, 2, 2));
        assert_eq!(covered(enemies(defender(), &pair)), hexes(&[5, 0, 1, 2, 3]));
    }
}

#[rule("G7.4-88", "G7.4-64")]
#[test]
fn friends_bring_five_down_to_nothing() {
    assert_eq!(flank(friends(enemies(defender(), &[0, 2]), &[5], "")), (5, 2, 1, 1));
    assert_eq!(flank(friends(enemies(defender(), &[0, 2]), &[5, 1], "")), (5, 2, 0, 0));
    assert_eq!(flank(friends(enemies(defender(), &[0, 3]), &[1, 5], "")), (6, 4, 2, 2));
}

#[rule("G7.4-63", "G7.4-56")]
#[test]
fn four_or_fewer_give_nothing() {
    assert_eq!(covered(enemies(defender(), &[0])), hexes(&[5, 0, 1]));
    assert_eq!(flank(enemies(defender(), &[0])), (3, 0, 0, 0));
    assert_eq!(flank(enemies(defender(), &[0, 1])), (4, 0, 0, 0));
}

#[rule("G7.4-55", "G7.4-77")]
#[test]
fn the_demoralized_cover_nothing() {
    // Lion is demoralized: only the other's three hexes are covered.
    let world =
        defender().infantry("c", "Lion", "0606", 5, "demoralized = 1").infantry("c", "Steady", "0604", 5, "");
    assert_eq!(covered(world), hexes(&[2, 3, 4]));
    // A demoralized bystander's hex is not covered by him being in it.
    let world = enemies(defender(), &[0]).infantry("c", "Broken", "0604", 5, "demoralized = 1");
    assert_eq!(covered(world), hexes(&[5, 0, 1]));
    // Nor is his value counted towards the fourth of 16.
    let wall = field().infantry("u", "Target", "0605", 8, "entrenchment = \"breastwork\"");
    let world =
        wall.infantry("c", "Lion", "0606", 2, "").infantry("c", "Broken", "0606", 9, "demoralized = 1");
    assert_eq!(covered(world), Vec::<String>::new());
}

#[rule("G7.4-57", "G7.4-68")]
#[test]
fn pathless_mountains_and_swamps() {
    let far = AROUND[3];
    let with = |terrain: &str| enemies(defender(), &[0]).terrain(terrain, &[far]);
    for terrain in ["mountain", "swamp"] {
        assert_eq!(covered(with(terrain)), hexes(&[5, 0, 1, 3]));
        assert_eq!(covered(with(terrain).way("trail", &[far, "0605"])), hexes(&[5, 0, 1]));
    }
    assert_eq!(covered(with("provisional-swamp")), hexes(&[5, 0, 1]));
    assert_eq!(covered(with("provisional-swamp").rain()), hexes(&[5, 0, 1, 3]));
    // The defender's own hex is one of the pair.
    let own = enemies(defender(), &[0]).terrain("swamp", &["0605"]).way("road", &["0605", "0606"]);
    assert_eq!(covered(own), hexes(&[0, 1, 2, 3, 4, 5]));
    // One off, also where a unit of the attacker stands in it.
    assert_eq!(flank(enemies(defender(), &[0, 3]).terrain("mountain", &[AROUND[1]])), (6, 4, 3, 3));
    assert_eq!(
        flank(enemies(defender(), &[0, 3]).terrain("mountain", &[AROUND[3]])).2,
        0,
        "no zone out of it"
    );
    assert_eq!(flank(enemies(defender(), &[0, 2, 3]).terrain("mountain", &[AROUND[2]])), (6, 4, 3, 3));
}

#[rule("G7.4-58", "G7.4-59", "G7.4-60", "G7.4-69")]
#[test]
fn water_without_a_crossing() {
    let far = format!("0605/{}", AROUND[3]);
    let river = |kind: &str| enemies(defender(), &[0]).water(kind, &[&far]);
    let with = hexes(&[5, 0, 1, 3]);
    let without = hexes(&[5, 0, 1]);
    for kind in ["minor-river", "major-river", "all-water"] {
        assert_eq!(covered(river(kind)), with, "{kind}");
    }
    let ford = || river("minor-river").crossing("ford", &far);
    assert_eq!(covered(ford()), without);
    assert_eq!(covered(ford().scenario("[weather]\nminor_unfordable_until = 1")), with);
    assert_eq!(covered(ford().rain()), with);
    let bridge = || river("minor-river").crossing("bridge", &far);
    assert_eq!(covered(bridge().scenario("[weather]\nminor_unfordable_until = 1")), without);
    assert_eq!(covered(bridge().rain()), without);
    assert_eq!(covered(river("creek")), without);
    assert_eq!(covered(river("creek").rain()), with);
    assert_eq!(covered(river("creek").rain().way("road", &[AROUND[3], "0605"])), without);
    assert_eq!(covered(river("creek").rain().terrain("city", &[AROUND[3]])), without);
    // A lake counts like a river.
    assert_eq!(covered(enemies(defender(), &[0]).terrain("water", &[AROUND[3]])), with);
}

#[rule("G7.4-69", "G7.4-71", "G7.4-72")]
#[test]
fn reductions_count_once_a_hex_and_three_at_most() {
    let sides = |n: usize| -> Vec<String> { (1..=n).map(|d| format!("0605/{}", AROUND[d])).collect() };
    let river = |n: usize| {
        let sides = sides(n);
        let sides: Vec<&str> = sides.iter().map(String::as_str).collect();
        enemies(defender(), &[0, 3]).water("minor-river", &sides)
    };
    assert_eq!(flank(river(2)), (6, 4, 2, 2));
    // A friend in a hex that is also beyond the river: one off, not two.
    assert_eq!(flank(friends(river(2), &[1], "")), (6, 4, 2, 2));
    assert_eq!(flank(river(5)), (6, 4, 1, 1), "five reductions take three off");
    let creek = format!("0605/{}", AROUND[5]);
    assert_eq!(flank(river(2).water("creek", &[&creek])), (6, 4, 2, 2));
    assert_eq!(flank(river(2).water("creek", &[&creek]).rain()), (6, 4, 1, 1));
    assert_eq!(flank(friends(enemies(defender(), &[0, 2]), &[5, 1, 3], "")), (5, 2, 0, 0));
}

#[rule("G7.4-61", "G7.4-70")]
#[test]
fn beyond_the_edge_of_the_map() {
    // 0106 is in the first row: two of its neighbours are missing.
    let edge = || field().infantry("u", "Target", "0106", 5, "");
    let game = edge().infantry("c", "Lion", "0107", 5, "").set();
    assert_eq!(numbers(&game.plan("Lion", "0106", "normal")).0, 4, "two of the map, two beyond it");
    let game = edge().infantry("c", "Lion", "0107", 5, "").infantry("c", "West", "0105", 5, "").set();
    assert_eq!(numbers(&game.plan("Lion", "0106", "normal")), (6, 4, 2, 2));
}

#[rule("G7.4-66", "G7.4-67")]
#[test]
fn cover_over_woods_is_weak() {
    // Lion in direction 0, C1 in 2: direction 3 is covered by C1 alone, over a woods hexside.
    let woods = || enemies(defender(), &[0, 2]).terrain("woods", &[AROUND[3]]);
    assert_eq!(flank(woods()), (5, 2, 1, 1));
    assert_eq!(flank(woods().way("trail", &[AROUND[2], AROUND[3]])), (5, 2, 2, 2));
    // Another unit over an open hexside: direction 1 is reached by both.
    let open = enemies(defender(), &[0, 2]).terrain("woods", &[AROUND[0]]);
    assert_eq!(flank(open), (5, 2, 1, 1), "direction 5 only over woods, direction 1 also from open ground");
    // A demoralized unit over open ground does not help.
    let broken = woods().infantry("c", "Broken", "0504", 5, "demoralized = 1");
    assert_eq!(flank(broken), (5, 2, 1, 1));
    // A hex with somebody in it is not weak for the woods, even if he is a demoralized friend.
    assert_eq!(flank(friends(woods(), &[3], "demoralized = 1")), (5, 2, 2, 2));
    // In SLB Confederates ignore it, Union attackers do not.
    assert_eq!(flank(woods().game("SLB", 1863)), (5, 2, 2, 2));
    let union = field()
        .game("SLB", 1863)
        .infantry("c", "Target", "0605", 5, "")
        .infantry("u", "Lion", AROUND[0], 5, "")
        .infantry("u", "Other", AROUND[2], 5, "")
        .terrain("woods", &[AROUND[3]]);
    assert_eq!(flank(union), (5, 2, 1, 1));
}

#[rule("G7.4-73", "G7.4-74")]
#[test]
fn the_final_bonus_goes_to_the_attacker() {
    let game = friends(enemies(defender(), &[0, 3]), &[1], "").set();
    assert_eq!(game.plan("Lion", "0605", "hasty")["attacker_modifier"], 2);
    let refused = "[[marker]]\nkind = \"flanks-refused\"\nhex = \"0605\"";
    assert_eq!(flank(enemies(defender(), &[0, 3]).scenario(refused)), (6, 4, 4, 2));
    let redoubt = "redoubt = { hexes = [\"0605\"], benefits = [\"union\"] }";
    assert_eq!(flank(enemies(defender(), &[0, 3]).feature(redoubt)), (6, 4, 4, 2));
}

#[rule("G7.4-75")]
#[test]
fn weak_units_cover_nothing() {
    let count = |manpower: u8, works: &str, lion: u8, more: &str| {
        let world = field()
            .infantry("u", "Target", "0605", manpower, &format!("entrenchment = {works:?}"))
            .infantry("c", "Lion", "0606", lion, more);
        flank(world).0
    };
    assert_eq!(count(7, "none", 2, ""), 3, "2 is more than 7/4");
    assert_eq!(count(7, "none", 2, "disorganized = true"), 0, "1 is less");
    assert_eq!(count(8, "breastwork", 4, ""), 3, "exactly a fourth of 16");
    assert_eq!(count(8, "breastwork", 3, ""), 0);
    // Terrain still covers.
    let world = field()
        .infantry("u", "Target", "0605", 8, "entrenchment = \"breastwork\"")
        .infantry("c", "Lion", "0606", 1, "")
        .terrain("mountain", &[AROUND[3]]);
    assert_eq!(covered(world), hexes(&[3]));
}

#[rule("G7.4-75")]
#[test]
fn the_fourth_is_of_the_value_cut_to_the_maximum() {
    let mut world = field().game("GTC", 1864).infantry("c", "Lion", "0606", 18, "");
    for n in 0..4 {
        world = world.infantry("u", &format!("U{n}"), "0605", 18, "");
    }
    // 72 is cut to 70, a fourth of which is 17.5: 18 is enough for either.
    assert_eq!(flank(world).0, 3);
    let mut world = field().game("GTC", 1864).infantry("c", "Lion", "0606", 18, "");
    for n in 0..5 {
        world = world.infantry("u", &format!("U{n}"), "0605", 18, "");
    }
    assert_eq!(flank(world).0, 3, "18 would be too little for 90");
}

#[rule("G7.4-76")]
#[test]
fn units_of_several_hexes_add_up() {
    // Needed: 4. Two units of 2 in directions 0 and 2 both reach 1; each other hex only one of them.
    let world = field()
        .infantry("u", "Target", "0605", 8, "entrenchment = \"breastwork\"")
        .infantry("c", "Lion", AROUND[0], 2, "")
        .infantry("c", "Other", AROUND[2], 2, "");
    assert_eq!(covered(world), hexes(&[1]));
}

#[rule("G7.4-78", "G7.5-28")]
#[test]
fn bystanders_lend_cover_only() {
    let world = || {
        duel()
            .infantry("c", "Bystander", "0505", 4, "tactical = 5\nartillery = 9\nfatigue = 1")
            .water("creek", &["0605/0505"])
    };
    let plan = world().set().plan("Lion", "0605", "normal");
    assert_eq!(numbers(&plan), (5, 2, 2, 2));
    assert_eq!((&plan["attacker_modifier"], &plan["defender_modifier"]), (&json!(2), &json!(0)));
    let mut game = world().acting(Side::Confederate);
    game.march("Lion", &[2]);
    game.strike("0605", "normal", &[1, 6]);
    assert_eq!(game.combat()["attacker_result"], "2D");
    game.hold_ground();
    assert_eq!(game.shape("Bystander"), (4, false, 1, 0));
}

/// Cavalry or infantry attacks from the east, with friends in other directions, a hex of two arms.
fn arms(attacker: &str, directions: &[usize], cavalry: u8, infantry: u8) -> World {
    let mut world = field().unit("c", attacker, "Lion", AROUND[0], 5, "");
    for (n, direction) in directions.iter().enumerate() {
        world = world.infantry("c", &format!("C{n}"), AROUND[*direction], 5, "");
    }
    world = world.cavalry("u", "Riders", "0605", cavalry, "");
    if infantry > 0 {
        world = world.infantry("u", "Foot", "0605", infantry, "");
    }
    world
}

#[rule("G7.4-79", "G7.4-80", "G7.4-81")]
#[test]
fn cavalry_against_cavalry() {
    assert_eq!(flank(arms("cavalry", &[3], 2, 2)), (6, 4, 4, 4), "exactly half is cavalry");
    assert_eq!(flank(arms("cavalry", &[3], 3, 2)), (6, 4, 4, 2));
    assert_eq!(flank(arms("infantry", &[3], 3, 0)), (6, 4, 4, 4));
    assert_eq!(flank(friends(arms("cavalry", &[3], 3, 0), &[1], "")), (6, 4, 3, 1));
    assert_eq!(flank(arms("cavalry", &[2], 3, 0)), (5, 2, 2, 1));
    assert_eq!(flank(friends(arms("cavalry", &[2], 3, 0), &[1], "")), (5, 2, 1, 0));
    assert_eq!(flank(arms("cavalry", &[], 3, 0)), (3, 0, 0, 0), "no gift for a plain attack");
}

#[rule("G7.4-79")]
#[test]
fn in_an_assault_the_leaders_arm_decides() {
    for (arm, effective) in [("cavalry", 2), ("infantry", 4)] {
        let world = field()
            .cavalry("u", "Riders", "0605", 3, "")
            .unit("c", arm, "Brigade", AROUND[0], 5, "command = \"W\"")
            .infantry("c", "Behind", AROUND[3], 5, "")
            .leader(
                "c",
                "corps",
                "Wheeler",
                "W",
                "Brigade",
                &format!("arm = {arm:?}\ntactical = 0\ncommand_value = 5"),
            );
        let question = json!({"ask": "assault", "leader": "Wheeler", "units": ["Brigade"], "target": "0605"});
        assert_eq!(numbers(&world.set().ask(question)).3, effective);
    }
}

#[rule("G7.4-82")]
#[test]
fn marker_and_redoubt_replace_the_cavalry_rule() {
    let refused = "[[marker]]\nkind = \"flanks-refused\"\nhex = \"0605\"";
    let redoubt = "redoubt = { hexes = [\"0605\"], benefits = [\"union\"] }";
    let one = || friends(arms("cavalry", &[2], 3, 0), &[1], "");
    assert_eq!(flank(one().scenario(refused)), (5, 2, 1, 1), "the cavalry rule would make it 0");
    assert_eq!(flank(one().feature(redoubt)).3, 0);
    // Both in one hex: the redoubt for flank attacks, the marker for plain ones.
    assert_eq!(flank(one().feature(redoubt).scenario(refused)).3, 0);
    let plain = || arms("infantry", &[], 3, 0);
    assert_eq!(flank(plain().feature(redoubt).scenario(refused)).3, 1);
    assert_eq!(flank(plain().feature(redoubt)).3, 0);
}
