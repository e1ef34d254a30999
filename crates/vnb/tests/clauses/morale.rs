//! Rally, morale and rout.

use serde_json::{Value, json};
use table::rule;
use vnb::Event;
use vnb::kinds::Level;
use vnb::state::mark;

use crate::common::*;

fn test(w: &World, name: &str) -> Value {
    w.ask(json!({"ask": "morale", "stand": name}))
}
/// The modifiers of a stand as rule and value.
fn mods(w: &World, name: &str) -> Vec<(String, i64)> {
    test(w, name)["modifiers"]
        .as_array()
        .unwrap()
        .iter()
        .map(|m| (m["rule"].as_str().unwrap().to_owned(), m["value"].as_i64().unwrap()))
        .collect()
}
fn has(w: &World, name: &str, rule: &str) -> Option<i64> {
    mods(w, name).into_iter().find(|(r, _)| r == rule).map(|(_, v)| v)
}

/// A charged T: A south of it with its front edge on T's southern edge. T faces as given.
fn charge(
    a: (&str, &str, &str),
    t: (&str, &str, &str),
    facing: f64,
    features: &[&str],
    more: &[String],
) -> World {
    let square = |k: &str| matches!(k, "ib" | "cb" | "mi");
    let depth = if square(t.0) || facing.rem_euclid(180.0) != 0.0 { 1.5 } else { 0.75 };
    let own = if square(a.0) { 1.5 } else { 0.75 };
    let from = format!("charged = {{ target = \"T\", from = [30.0, 10.0] }}\n{}", a.2);
    let mut stands = vec![
        stand('u', "A", a.0, a.1, (30.0, 20.0 - own, 0.0), &from),
        stand('c', "T", t.0, t.1, (30.0, 20.0 + depth, facing), t.2),
    ];
    stands.extend_from_slice(more);
    position("options = [\"poorly-trained\"]\ndate = \"1861-07-21\"", features, &stands)
}
const INF: (&str, &str, &str) = ("ib", "rm", "");

/// Two fugitives at a corps commander, one at a division commander, in the Rally phase.
fn fugitives() -> World {
    world(
        "phase = \"rally\"",
        &[],
        &[
            leader('u', "Corps", "corps", (30.0, 30.0), "corps = \"I\""),
            stand('u', "R1", "ib", "rm", (28.0, 30.0, 180.0), "state = \"routed\""),
            stand('u', "R2", "ib", "rm", (32.0, 30.0, 180.0), "state = \"routed\""),
            stand('u', "R3", "ib", "rm", (50.0, 30.0, 180.0), "state = \"routed\""),
            leader('u', "Div", "division", (50.0, 30.0), ""),
            stand('c', "E", "ib", "rm", (28.0, 35.0, 180.0), ""),
        ],
    )
}

#[rule("VRAL-1")]
#[test]
fn fugitives_rally_at_a_corps_or_army_commander() {
    let w = fugitives();
    assert_eq!((w.check("rally {R1} @0"), w.check("rally {R2} @0")), ("ok".into(), "ok".into()));
    assert_eq!(w.check("rally {R3} @0"), "VRAL-1", "a division commander does not rally");
    assert_eq!(w.check("rally {E} @0"), "VRAL-1", "nor is an enemy rallied");
    let army = world(
        "phase = \"rally\"",
        &[],
        &[
            leader('u', "Army", "army", (30.0, 30.0), ""),
            stand('u', "R1", "ib", "rm", (28.0, 30.0, 180.0), "state = \"routed\""),
        ],
    );
    assert_eq!(army.check("rally {R1} @0"), "ok");
}

#[rule("VRAL-2")]
#[test]
fn rallying_needs_no_die_and_can_be_declined() {
    let mut w = fugitives();
    w.play(&["rally {R1} @0"], &[]);
    assert_ne!(w.level("R1"), Level::Routed);
    let mut declined = fugitives();
    declined.play(&["end"], &[]);
    assert_eq!((declined.level("R1"), declined.level("R2")), (Level::Routed, Level::Routed));
}

#[rule("VRAL-3", "VMOR-25")]
#[test]
fn the_red_marker_stays() {
    let mut w = fugitives();
    w.play(&["rally {R1} @0"], &[]);
    assert_eq!(w.level("R1"), Level::PermanentlyDisordered);
    assert_eq!((w.level("R1").markers(), w.level("R1").failed()), (&["red"][..], Level::Routed));
}

#[rule("VRAL-4")]
#[test]
fn the_rallied_face_any_way() {
    let mut w = fugitives();
    w.play(&["rally {R1} @0", "rally {R2} @90"], &[]);
    assert_eq!((w.facing("R1"), w.facing("R2")), (0.0, 90.0));
}

#[rule("VRAL-5")]
#[test]
fn the_rallied_do_not_fight_until_the_turn_is_over() {
    let mut w = fugitives();
    w.play(&["rally {R1} @0", "rally {R2} @0"], &[]);
    assert_eq!(w.rule(json!({"ask": "fire", "by": "R1", "at": "E"})), "VRAL-5");
    assert_eq!(w.pos().melee_dice(w.id("R1")), 0);
    // The enemy fires last, then the turn ends.
    assert_eq!(w.waits(), "last-fire");
    w.play(&["end"], &[]);
    assert!(!w.has("R1", mark::RALLIED));
    assert_eq!(w.rule(json!({"ask": "fire", "by": "R1", "at": "E"})), "ok");
}

#[rule("VMOR-27")]
#[test]
fn the_rallied_do_not_advance() {
    let mut w = fugitives();
    w.play(&["rally {R1} @0"], &[]);
    let refusal = w.pos().plan_advance(w.id("R1"), 100).unwrap_err();
    assert_eq!(refusal.rule.0, "VMOR-27");
}

/// A has charged T; both test with these dice: what each needed, rolled, and whether it passed.
fn tests_of(dice: [u8; 2]) -> (World, Vec<(i16, u8, bool)>) {
    use table::Ruleset;
    let charged = "charged = { target = \"T\", from = [30.0, 10.0] }";
    let mut w = position(
        "phase = \"morale\"",
        &[],
        &[
            stand('u', "A", "ib", "rm", (30.0, 18.5, 0.0), charged),
            stand('c', "T", "ib", "rm", (30.0, 21.5, 180.0), "morale = 5"),
            stand('u', "Far", "ib", "rm", (60.0, 5.0, 0.0), ""),
        ],
    );
    let mut dice = table::ScriptedDice::new(dice);
    let mut events: Vec<Event> = Vec::new();
    w.state = vnb::Vnb::start(&w.setup, &mut dice, &mut events);
    let rolls = events.iter().filter_map(|e| match e {
        Event::Tested { needs, die, passed, .. } => Some((*needs, *die, *passed)),
        _ => None,
    });
    let rolls = rolls.collect();
    (w, rolls)
}

#[rule("VMOR-1")]
#[test]
fn everybody_in_contact_tests_and_nobody_else() {
    assert_eq!(tests_of([1, 1]).1.len(), 2, "both of them, not the one far off");
}

#[rule("VMOR-3")]
#[test]
fn more_than_the_rating_fails() {
    assert_eq!(tests_of([4, 5]).1, [(4, 4, true), (5, 5, true)]);
    assert_eq!(tests_of([5, 6]).1, [(4, 5, false), (5, 6, false)]);
}

#[rule("VMOR-4")]
#[test]
fn failures_come_together() {
    // A fails first; T does not feel it.
    assert_eq!(tests_of([5, 5]).1, [(4, 5, false), (5, 5, true)]);
    let (w, _) = tests_of([5, 6]);
    assert_eq!((w.level("A"), w.level("T")), (Level::Disordered, Level::Disordered));
}

#[rule("VMOR-21")]
#[test]
fn good_order_fails_to_yellow() {
    let (w, _) = tests_of([5, 1]);
    assert_eq!((w.level("A"), w.level("T")), (Level::Disordered, Level::Good));
}

#[rule("VGAP-18")]
#[test]
fn ratings_are_two_to_seven_and_four_by_default() {
    let rated = |more: &str| scenario("", &[], &[stand('u', "A", "ib", "rm", (9.0, 9.0, 0.0), more)]);
    assert!(rated("morale = 8").is_err() && rated("morale = 1").is_err());
    assert!(rated("morale = 7").is_ok() && rated("morale = 2").is_ok());
    assert_eq!(rated("").unwrap().stands[0].morale, 4);
}

#[rule("VMOR-2", "VCOM-11")]
#[test]
fn close_range_makes_stands_test() {
    let before = |weapon: &str, kind: &str, gap: f64, state: &str| {
        let depth = if kind == "ib" { 1.5 } else { 0.75 };
        let w = position(
            "",
            &[],
            &[
                stand('u', "A", "ib", "rm", (30.0, 20.0, 0.0), ""),
                stand('c', "G", kind, weapon, (30.0, 21.5 + gap + depth, 180.0), state),
            ],
        );
        test(&w, "A")["tests"].as_bool().unwrap()
    };
    assert!(before("sf", "bn", 3.9, ""));
    assert!(before("sf", "bn", 4.0, ""));
    assert!(!before("sf", "bn", 4.1, ""));
    assert!(!before("rm", "ib", 1.5, ""));
    assert!(before("cr", "ib", 3.0, ""));
    for state in ["routed", "march-column", "limbered", "rallied"] {
        assert!(!before("sf", "bn", 3.0, &format!("state = \"{state}\"")), "{state}");
    }
}

#[rule("VMOR-5", "VMOR-6")]
#[test]
fn modifiers_add_up() {
    let w = charge(
        ("ib", "rm", "morale = 5\nstate = \"disordered\""),
        ("ib", "cr", "state = \"stationary\""),
        180.0,
        &[],
        &[],
    );
    let t = test(&w, "A");
    assert_eq!((t["base"].as_i64(), t["needs"].as_i64()), (Some(5), Some(3)));
    assert_eq!(mods(&w, "A"), [("VMOR-7".into(), -1), ("VMOR-18".into(), -1)]);
    let w = charge(("cb", "rc", ""), ("ib", "cr", "state = \"stationary\""), 180.0, &[], &[]);
    assert_eq!(test(&w, "A")["pass"].as_f64(), Some(2.0 / 6.0));
    let sure = charge(("ib", "rm", "morale = 7"), INF, 180.0, &[], &[]);
    assert_eq!(test(&sure, "A")["pass"].as_f64(), Some(1.0));
}

#[rule("VMOR-7")]
#[test]
fn disorder_lowers_a_test() {
    for state in ["disordered", "permanently-disordered"] {
        let w = charge(("ib", "rm", &format!("state = \"{state}\"")), INF, 180.0, &[], &[]);
        assert_eq!((has(&w, "A", "VMOR-7"), test(&w, "A")["needs"].as_i64()), (Some(-1), Some(3)), "{state}");
    }
    assert_eq!(has(&charge(INF, INF, 180.0, &[], &[]), "A", "VMOR-7"), None);
}

#[rule("VMOR-18")]
#[test]
fn steady_rifles_lower_a_test() {
    let against = |t: (&str, &str, &str)| has(&charge(INF, t, 180.0, &[], &[]), "A", "VMOR-18");
    assert_eq!(against(("ib", "cr", "state = \"stationary\"")), Some(-1));
    assert_eq!(against(("ib", "cr", "")), None, "not stationary");
    assert_eq!(against(("ib", "rm", "state = \"stationary\"")), None, "muzzle-loaders");
}

#[rule("VMOR-19")]
#[test]
fn cartridge_weapons_in_order_frighten_cavalry() {
    let against = |a: &str, t: &str| {
        let weapon = if a == "cb" { "rc" } else { "rm" };
        has(&charge((a, weapon, ""), ("ib", "cr", t), 180.0, &[], &[]), "A", "VMOR-19")
    };
    assert_eq!(against("cb", ""), Some(-1));
    assert_eq!(against("cb", "state = \"disordered\""), None);
    assert_eq!(against("ib", ""), None, "cavalry only");
}

#[rule("VMOR-8")]
#[test]
fn only_the_army_commander_inspires() {
    let with = |rank: &str| {
        charge(
            INF,
            INF,
            180.0,
            &[],
            &[leader('u', "L", rank, (30.0, 18.0), "attached = \"A\"\ncorps = \"I\"")],
        )
    };
    assert_eq!(has(&with("army"), "A", "VMOR-8"), Some(1));
    assert_eq!(has(&with("corps"), "A", "VMOR-8"), None);
}

#[rule("VMOR-9", "VMISC-13", "VMISC-14", "VMISC-15")]
#[test]
fn higher_ground_helps_the_stationary() {
    let hill = feature("hill", &rect(25.0, 19.9, 35.0, 30.0), "");
    let still = ("ib", "rm", "state = \"stationary\"");
    assert_eq!(has(&charge(INF, still, 180.0, &[&hill], &[]), "T", "VMOR-9"), Some(1));
    assert_eq!(has(&charge(INF, INF, 180.0, &[&hill], &[]), "T", "VMOR-9"), None);
    let plateau = feature("hill", &rect(25.0, 5.0, 35.0, 30.0), "");
    assert_eq!(has(&charge(INF, still, 180.0, &[&plateau], &[]), "T", "VMOR-9"), None, "along the crest");
    let on_foot = ("cb", "rc", "state = [\"dismounted\", \"stationary\"]");
    assert_eq!(has(&charge(INF, on_foot, 180.0, &[&hill], &[]), "T", "VMOR-9"), Some(1));
    assert_eq!(has(&charge(INF, ("cb", "rc", ""), 180.0, &[&hill], &[]), "T", "VMOR-9"), None);
    // Close range from below counts as well.
    let w = position(
        "",
        &[&hill],
        &[
            stand('u', "G", "bn", "sf", (30.0, 16.0, 0.0), ""),
            stand('c', "T", "ib", "rm", (30.0, 21.5, 180.0), "state = \"stationary\""),
        ],
    );
    assert_eq!(has(&w, "T", "VMOR-9"), Some(1));
}

#[rule("VMOR-10", "VTER-39", "VTER-25")]
#[test]
fn works_help_against_what_comes_through_them() {
    for works in ["hasty-works", "low-wall", "field-works", "sunken-road"] {
        let wall = feature(works, "line = [[25, 19.8], [35, 19.8]]", "");
        assert_eq!(has(&charge(INF, INF, 180.0, &[&wall], &[]), "T", "VMOR-10"), Some(1), "{works}");
        // Facing away, the wall is behind it: charged from behind its front edge.
        assert_eq!(has(&charge(INF, INF, 0.0, &[&wall], &[]), "T", "VMOR-10"), None, "{works}");
    }
    let wall = feature("low-wall", "line = [[25, 19.8], [35, 19.8]]", "");
    let w = charge(INF, INF, 180.0, &[&wall], &[]);
    assert_eq!(has(&w, "A", "VMOR-10"), None, "who charged does not defend");
}

#[rule("VMOR-11", "VCOM-36")]
#[test]
fn guns_fear_cavalry() {
    let guns = |state: &str, more: &[String]| {
        has(&charge(("cb", "rc", ""), ("bn", "sf", state), 180.0, &[], more), "T", "VMOR-11")
    };
    let friend = |facing: f64, kind: &str, state: &str| {
        vec![stand('c', "F", kind, "rm", (33.0, 21.5 - if kind == "is" { 0.75 } else { 0.0 }, facing), state)]
    };
    assert_eq!(guns("", &[]), Some(-1));
    assert_eq!(guns("state = \"stationary\"", &[]), Some(-1));
    assert_eq!(guns("state = \"stationary\"", &friend(180.0, "ib", "")), None);
    assert_eq!(guns("", &friend(180.0, "ib", "")), Some(-1));
    assert_eq!(guns("state = \"stationary\"", &friend(180.0, "ib", "state = \"disordered\"")), Some(-1));
    assert_eq!(guns("state = \"stationary\"", &friend(90.0, "ib", "")), Some(-1));
    assert_eq!(guns("state = \"stationary\"", &friend(180.0, "is", "")), Some(-1));
}

#[rule("VMOR-12", "VMISC-8", "VGAP-33")]
#[test]
fn infantry_fears_cavalry_unless_secure() {
    let horse = ("cb", "rc", "");
    let insecure = |facing: f64, more: &[String]| has(&charge(horse, INF, facing, &[], more), "T", "VMOR-12");
    assert_eq!(insecure(180.0, &[]), Some(-1));
    let back = stand('c', "F", "ib", "rm", (30.0, 24.5, 0.0), "");
    assert_eq!(insecure(180.0, &[back]), None, "back to back");
    let both = [
        stand('c', "F", "ib", "rm", (27.0, 21.5, 180.0), ""),
        stand('c', "G", "ib", "rm", (33.0, 21.5, 180.0), ""),
    ];
    assert_eq!(insecure(180.0, &both), None, "friends in line on both sides");
    assert_eq!(insecure(180.0, &both[..1]), Some(-1));
    let second = stand('c', "F", "ib", "rm", (30.0, 24.5, 180.0), "");
    assert_eq!(insecure(180.0, &[second]), Some(-1), "a second line covers no side");
    // Facing east, charged on its right side (from the south) by cavalry.
    let guard = |facing: f64| vec![stand('c', "F", "ib", "rm", (33.0, 18.5, facing), "")];
    assert_eq!(insecure(90.0, &[]), Some(-1));
    assert_eq!(insecure(90.0, &guard(180.0)), None, "a friend touches that side and faces outwards");
    assert_eq!(insecure(90.0, &guard(90.0)), Some(-1));
}

#[rule("VMOR-13", "VMOR-14", "VMOR-15", "VGAP-10")]
#[test]
fn flank_attacks() {
    // T faces north: its front line is y = 23; the charge began at y = 10, behind it.
    let w = charge(INF, INF, 0.0, &[], &[]);
    assert_eq!((has(&w, "T", "VMOR-13"), has(&w, "A", "VMOR-15")), (Some(-1), Some(1)));
    let w = charge(INF, INF, 180.0, &[], &[]);
    assert_eq!((has(&w, "T", "VMOR-13"), has(&w, "A", "VMOR-15")), (None, None));
    let column = charge(INF, ("ib", "rm", "morale = 5\nstate = \"march-column\""), 90.0, &[], &[]);
    assert_eq!((has(&column, "T", "VMOR-14"), has(&column, "T", "VMOR-13")), (Some(-2), None));
    assert_eq!(test(&column, "T")["needs"].as_i64(), Some(3));
    // Fire: a gun behind the front line, the stand in its arc.
    let fire = |facing: f64, state: &str| {
        let w = position(
            "",
            &[],
            &[
                stand('u', "G", "bn", "sf", (30.0, 16.25, 0.0), ""),
                stand('c', "T", "ib", "rm", (30.0, 21.5, facing), state),
            ],
        );
        (test(&w, "T")["tests"].as_bool().unwrap(), has(&w, "T", "VMOR-13"))
    };
    assert_eq!(fire(0.0, ""), (true, Some(-1)));
    assert_eq!(fire(180.0, ""), (true, None));
    assert_eq!(fire(90.0, "state = \"march-column\""), (true, Some(-1)));
    // Two enemies in flank count once.
    let w = charge(
        INF,
        INF,
        0.0,
        &[],
        &[stand(
            'u',
            "B",
            "ib",
            "rm",
            (27.0, 21.5, 90.0),
            "charged = { target = \"T\", from = [20.0, 21.5] }",
        )],
    );
    assert_eq!(mods(&w, "T").iter().filter(|(r, _)| r == "VMOR-13").count(), 1);
}

#[rule("VMOR-16", "VGAP-52")]
#[test]
fn close_order_against_skirmishers() {
    let skirm = ("is", "rm", "");
    assert_eq!(has(&charge(INF, skirm, 180.0, &[], &[]), "A", "VMOR-16"), Some(1));
    assert_eq!(has(&charge(("cb", "rc", ""), skirm, 180.0, &[], &[]), "A", "VMOR-16"), Some(1));
    assert_eq!(has(&charge(skirm, skirm, 180.0, &[], &[]), "A", "VMOR-16"), None);
    let also = stand('c', "B", "ib", "rm", (33.0, 18.5, 270.0), "");
    assert_eq!(has(&charge(INF, skirm, 180.0, &[], &[also]), "A", "VMOR-16"), None);
    use vnb::kinds::Arm;
    assert!(
        Arm::InfantryBrigade.is_brigade()
            && Arm::CavalryBrigade.is_brigade()
            && Arm::MountedInfantry.is_brigade()
            && Arm::DismountedCavalry.is_brigade()
    );
    assert!(!Arm::InfantrySkirmisher.is_brigade() && !Arm::Battalion.is_brigade());
}

#[rule("VMOR-17")]
#[test]
fn nobody_likes_to_charge_the_muzzles() {
    let guns = ("bn", "sf", "");
    assert_eq!(has(&charge(INF, guns, 180.0, &[], &[]), "A", "VMOR-17"), Some(-1));
    let side = charge(INF, guns, 0.0, &[], &[]);
    assert_eq!((has(&side, "A", "VMOR-17"), has(&side, "A", "VMOR-15")), (None, Some(1)));
    assert_eq!(
        has(&charge(INF, ("bn", "sf", "state = \"limbered\""), 180.0, &[], &[]), "A", "VMOR-17"),
        None
    );
    assert_eq!(has(&charge(INF, ("ib", "rm", "guns = 1"), 180.0, &[], &[]), "A", "VMOR-17"), None);
}

#[rule("VMISC-7")]
#[test]
fn on_the_ground_in_melee() {
    let w = charge(INF, ("ib", "cr", "morale = 5\nstate = \"gone-to-ground\""), 180.0, &[], &[]);
    assert_eq!((has(&w, "T", "VMISC-7"), test(&w, "T")["needs"].as_i64()), (Some(-1), Some(4)));
}

#[rule("VMOR-20")]
#[test]
fn the_levels_and_their_markers() {
    assert!(Level::Good < Level::Disordered && Level::Disordered < Level::PermanentlyDisordered);
    assert!(Level::PermanentlyDisordered < Level::Routed && Level::Routed < Level::Eliminated);
    let empty: &[&str] = &[];
    assert_eq!(Level::Good.markers(), empty);
    assert_eq!(Level::Disordered.markers(), ["yellow"]);
    assert_eq!(Level::PermanentlyDisordered.markers(), ["red"]);
}

#[rule("VMOR-34")]
#[test]
fn fugitives_carry_both_markers() {
    assert_eq!(Level::Routed.markers(), ["yellow", "red"]);
}

#[rule("VMOR-22", "VMOR-23")]
#[test]
fn the_disordered_who_fail_run() {
    for state in ["disordered", "permanently-disordered"] {
        let mut w = world(
            "",
            &[],
            &[
                stand('u', "A", "ib", "rm", (30.0, 42.0, 180.0), ""),
                leader('u', "L", "division", (30.0, 42.0), ""),
                stand('c', "T", "ib", "rm", (30.0, 36.0, 0.0), &format!("state = \"{state}\"")),
            ],
        );
        w.play(&["charge {A} {T} @180", "end"], &[1, 6]);
        assert_eq!(w.level("T"), Level::Routed, "{state}");
    }
}

#[rule("VMOR-24")]
#[test]
fn fugitives_who_fail_are_lost() {
    // Under close fire, with all it has.
    let mut w = world(
        "phase = \"rally\"",
        &[],
        &[
            stand('u', "G", "bn", "sf", (30.0, 16.25, 0.0), ""),
            stand('c', "R", "ib", "rm", (30.0, 21.5, 0.0), "sp = 3\nstate = \"routed\""),
            stand('u', "R2", "ib", "rm", (60.0, 5.0, 0.0), "state = \"routed\"\ncorps = \"I\""),
            leader('u', "C", "corps", (60.0, 5.0), "corps = \"I\""),
        ],
    );
    w.play(&["end"], &[6]);
    assert!(!w.piece("R").on_table());
    assert_eq!(w.state.losses[w.setup.stand(w.id("R")).division as usize].total, 3);
}

/// A disordered stand with a gun at this place routs from a charge out of the north.
fn broken(y: f64) -> (World, Vec<Event>) {
    let mut w = world(
        "",
        &[],
        &[
            stand('u', "A", "ib", "rm", (30.0, y + 6.0, 180.0), ""),
            leader('u', "L", "division", (30.0, y + 6.0), ""),
            stand('c', "T", "ib", "rm", (30.0, y, 0.0), "guns = 1\nstate = \"disordered\""),
            stand('c', "U", "ib", "rm", (60.0, 60.0, 0.0), ""),
        ],
    );
    let events = w.play(&["charge {A} {T} @180", "end"], &[1, 6]);
    (w, events)
}

#[rule("VMOR-29")]
#[test]
fn a_rout_is_a_whole_move_away_from_the_enemy() {
    let (w, _) = broken(36.0);
    assert_eq!((w.level("T"), w.at("T"), w.facing("T")), (Level::Routed, (30.0, 20.0), 180.0));
}

#[rule("VMOR-30")]
#[test]
fn a_rout_costs_one() {
    assert_eq!(broken(36.0).0.piece("T").sp, 3);
}

#[rule("VMOR-33")]
#[test]
fn a_rout_leaves_the_guns() {
    let (w, events) = broken(36.0);
    assert_eq!(w.piece("T").guns, 0);
    assert!(events.iter().any(|e| matches!(e, Event::GunsLost { .. })));
}

#[rule("VMOR-35", "VMOR-36")]
#[test]
fn fugitives_neither_fire_nor_move_until_rallied() {
    let (mut w, _) = broken(36.0);
    assert_eq!(w.rule(json!({"ask": "fire", "by": "T", "at": "A"})), "VMOR-35");
    w.play(&["decline"], &[]);
    assert_eq!(w.state.phasing, table::Side::Confederate);
    assert_eq!(w.check("move {T} 30.00,18.00@180"), "VMOV-1");
    w.play(&["end", "end"], &[]);
    assert_eq!((w.at("T"), w.level("T")), ((30.0, 20.0), Level::Routed));
}

#[rule("VGAP-27")]
#[test]
fn who_runs_off_the_table_is_gone() {
    let (w, _) = broken(12.0);
    assert!(!w.piece("T").on_table());
    assert_eq!(w.state.losses[w.setup.stand(w.id("T")).division as usize].total, 4);
}

#[rule("VMOR-28", "VGAP-32", "VGAP-26")]
#[test]
fn one_enemy_exploits_a_rout() {
    let start = || {
        let mut w = world(
            "",
            &[],
            &[
                stand('u', "A", "ib", "rm", (28.6, 42.0, 180.0), ""),
                stand('u', "B", "ib", "rm", (31.7, 42.0, 180.0), ""),
                leader('u', "L", "division", (30.0, 42.0), ""),
                stand('c', "T", "ib", "rm", (30.0, 36.0, 0.0), "state = \"disordered\""),
            ],
        );
        w.play(&["charge {A} {T} @180", "charge {B} {T} @180", "end"], &[1, 1, 6]);
        assert_eq!(w.waits(), "exploit");
        w
    };
    let mut w = start();
    assert_eq!(w.check("advance {A} 3.10"), "VGAP-26");
    let before = w.at("A");
    w.play(&["advance {A} 3.00"], &[]);
    assert_eq!(w.at("A"), (before.0, before.1 - 3.0));
    assert_ne!(w.waits(), "exploit", "only one of them");
    let mut w = start();
    w.play(&["turn {B} @90"], &[]);
    assert_eq!(w.facing("B"), 90.0);
}

#[rule("VMOR-31", "VGAP-28")]
#[test]
fn routing_through_friends() {
    let run = |friend: (&str, &str), die: &[u8]| {
        let mut w = world(
            "",
            &[],
            &[
                stand('u', "A", "ib", "rm", (30.0, 52.0, 180.0), ""),
                leader('u', "L", "division", (30.0, 52.0), ""),
                stand('c', "T", "ib", "rm", (30.0, 46.0, 0.0), "state = \"disordered\""),
                stand('c', "F", friend.0, friend.1, (30.0, 38.0, 0.0), ""),
            ],
        );
        let mut dice = vec![1, 6];
        dice.extend_from_slice(die);
        w.play(&["charge {A} {T} @180", "end"], &dice);
        w.level("F")
    };
    assert_eq!(run(("ib", "rm"), &[5]), Level::Disordered);
    assert_eq!(run(("ib", "rm"), &[4]), Level::Good);
    assert_eq!(run(("is", "rm"), &[]), Level::Good);
}

#[rule("VMOR-32", "VGAP-29")]
#[test]
fn cavalry_breaks_through() {
    let start = || {
        let mut w = world(
            "",
            &[],
            &[
                stand('u', "A", "cb", "rc", (30.0, 52.0, 180.0), ""),
                leader('u', "L", "division", (30.0, 52.0), ""),
                stand('c', "T", "ib", "rm", (30.0, 46.0, 0.0), "state = \"disordered\""),
                stand('c', "G", "bn", "sf", (34.0, 41.0, 0.0), ""),
            ],
        );
        // Charger passes, target fails: it routs south; the guns it passes check.
        w.play(&["charge {A} {T} @180", "end"], &[1, 6]);
        w
    };
    let mut w = start();
    assert_eq!(w.waits(), "exploit");
    w.play(&["decline"], &[]);
    assert_eq!(w.waits(), "breakthrough");
    assert_eq!(w.check("break {A} @90 1.00"), "VGAP-29", "at most 45 degrees");
    assert_eq!(w.check("break {A} @225 12.10"), "VGAP-29");
    assert_eq!(w.check("break {A} @220 12.00"), "ok");
    // Into the guns: they and the cavalry test at once.
    let at = |w: &World| {
        let d = w.pos().centre(w.id("G")) - w.pos().centre(w.id("A"));
        f64::from(vnb::angle::heading(d.x, d.y)) / 100.0
    };
    let order = format!("break {{A}} @{:.2} 0.00 into {{G}}", at(&w));
    let events = w.play(&[&order], &[1, 1]);
    assert_eq!(events.iter().filter(|e| matches!(e, Event::Tested { .. })).count(), 2);
    assert!(w.pos().contact(w.id("A"), w.id("G")));
}
