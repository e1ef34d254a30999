//! Phase 6, victory, guns before the battle, roster.

use table::{Side, rule};
use vnb::Event;
use vnb::exhaustion::verdict;
use vnb::kinds::Level;
use vnb::setup::Entry;
use vnb::state::{Phase, mark};

use crate::common::*;

fn division(side: &str, name: &str, more: &str) -> String {
    format!("[[division]]\nside = \"{side}\"\nname = \"{name}\"\n{more}\n")
}

/// T of a division with this much exhaustion and these casualties so far, under the fire of A.
fn worn(keys: &str, t: &str, more: &[String]) -> World {
    let mut stands = vec![
        division("confederate", "c1", keys),
        stand('u', "A", "ib", "rm", (30.0, 18.5, 0.0), ""),
        stand('c', "T", "ib", "sb", (30.0, 24.5, 180.0), t),
        stand('c', "X", "ib", "sb", (60.0, 60.0, 180.0), ""),
        stand('c', "Z", "ib", "sb", (80.0, 60.0, 180.0), "division = \"c2\""),
    ];
    stands.extend_from_slice(more);
    world("phase = \"combat\"", &[], &stands)
}

#[rule("VEXH-1")]
#[test]
fn losses_that_reach_the_level_exhaust_a_division_for_good() {
    let mut w = worn("exhaustion = 6\ncasualties = 5", "", &[]);
    w.play(&["end"], &[]);
    assert!(!w.state.losses[0].exhausted, "five are not six");
    let mut w = tired();
    assert!(w.state.losses[0].exhausted);
    w.play(&["end", "end"], &[]);
    assert!(w.state.losses[0].exhausted, "for good");
}

/// T's division has just lost the last it could bear; the collapse die of 2 is above it. T's player moves.
fn tired() -> World {
    let commander = leader('c', "L", "division", (30.0, 24.0), "");
    let mut w = worn("exhaustion = 6\ncasualties = 5", "state = \"stationary\"", &[commander]);
    assert!(w.has("T", mark::STATIONARY));
    w.play(&["attack {T} with {A}"], &[6, 1, 2]);
    assert_eq!((w.state.phasing, w.state.phase), (Side::Confederate, Phase::Movement));
    w
}

#[rule("VEXH-3")]
#[test]
fn the_exhausted_do_not_become_stationary() {
    assert_eq!(tired().check("stationary {T}"), "VEXH-3");
}

#[rule("VEXH-4")]
#[test]
fn the_exhausted_lose_their_markers() {
    assert!(!tired().has("T", mark::STATIONARY));
}

#[rule("VEXH-5")]
#[test]
fn the_exhausted_do_not_charge() {
    let w = tired();
    assert_eq!(w.check("charge {T} {A} @180"), "VEXH-5");
    assert_eq!(w.check("move {T} 30.00,22.50@180"), "ok", "it may come up to an inch");
    // Already in contact it must step back.
    let w = world(
        "",
        &[],
        &[
            division("union", "u1", "exhaustion = 1\nexhausted = true"),
            stand('u', "A", "ib", "rm", (30.0, 18.5, 0.0), ""),
            leader('u', "L", "division", (30.0, 18.5), ""),
            stand('c', "T", "ib", "rm", (30.0, 21.5, 180.0), ""),
        ],
    );
    assert_eq!((w.check("charge {A} {T} @0"), w.check("step-back {A}")), ("VEXH-5".into(), "ok".into()));
    assert_eq!(w.pos().melee_dice(w.id("A")), 4, "it still fights if charged");
}

#[rule("VEXH-6")]
#[test]
fn only_those_who_lost_strength_this_turn_roll_for_collapse() {
    let mut w = tired();
    // No die: nobody was hit in these two player turns.
    w.play(&["end", "end"], &[]);
    assert!(!w.state.losses[0].collapsed);
}

#[rule("VEXH-7", "VEXH-9", "VEXH-10")]
#[test]
fn collapse_drops_every_stand() {
    let more = [
        stand('c', "Y", "ib", "sb", (66.0, 60.0, 180.0), "state = \"disordered\""),
        stand('c', "P", "ib", "sb", (72.0, 40.0, 180.0), "state = \"permanently-disordered\""),
        stand('c', "R", "ib", "sb", (50.0, 60.0, 180.0), "state = \"routed\""),
    ];
    let mut w = worn("exhaustion = 3\ncasualties = 2", "state = \"stationary\"", &more);
    // Two casualties this turn: a die of 2 collapses it.
    let events = w.play(&["attack {T} with {A}"], &[6, 6, 2]);
    assert!(w.state.losses[0].collapsed);
    assert_eq!((w.level("T"), w.level("X")), (Level::PermanentlyDisordered, Level::PermanentlyDisordered));
    assert_eq!((w.level("Y"), w.level("P")), (Level::Routed, Level::Routed));
    assert!(!w.piece("R").on_table());
    let place = |want: &dyn Fn(&Event) -> bool| events.iter().position(want).unwrap();
    let exhausted = place(&|e| matches!(e, Event::Exhausted { .. }));
    let roll = place(&|e| matches!(e, Event::CollapseRoll { .. }));
    let drop = place(&|e| matches!(e, Event::Level { .. }));
    assert!(exhausted < roll && roll < drop);
    assert!(!w.has("T", mark::STATIONARY));
    let mut w = worn("exhaustion = 3\ncasualties = 2", "", &[]);
    w.play(&["attack {T} with {A}"], &[6, 6, 3]);
    assert!(!w.state.losses[0].collapsed, "three is higher than two casualties");
}

#[rule("VGAP-37")]
#[test]
fn exhaustion_levels_by_default() {
    let sp = |name: &str, x: f64, sp: u8, kind: &str, weapon: &str, more: &str| {
        stand('c', name, kind, weapon, (x, 50.0, 0.0), &format!("sp = {sp}\n{more}"))
    };
    let level = |flag: &str, keys: &str| {
        let stands = [
            division("confederate", "c1", keys),
            sp("A", 10.0, 5, "ib", "rm", flag),
            sp("B", 20.0, 4, "ib", "rm", flag),
            sp("C", 30.0, 4, "ib", "rm", flag),
            sp("D", 40.0, 4, "ib", "rm", flag),
            sp("E", 50.0, 1, "by", "rf", flag),
            stand('c', "Corps guns", "bn", "rf", (60.0, 50.0, 0.0), "sp = 3\ncorps = \"I\""),
        ];
        let setup = scenario("options = [\"poorly-trained\"]\ndate = \"1862-04-06\"", &[], &stands).unwrap();
        (setup.divisions[0].exhaustion, setup.divisions.iter().find(|d| d.name == "I").unwrap().exhaustion)
    };
    assert_eq!(level("", ""), (9, 2), "corps troops form a division of their own");
    assert_eq!(level("", "exhaustion = 7").0, 7);
    assert_eq!(level("flags = [\"poorly-trained\"]", "").0, 6);
}

#[rule("VGAP-48")]
#[test]
fn victory() {
    // Union 15, Confederates 20: a lead of 5 is more than a tenth of 35.
    assert_eq!(verdict([15, 20], 10), (Some(Side::Confederate), "marginal"));
    assert_eq!(verdict([15, 16], 10), (None, "draw"));
    assert_eq!(verdict([30, 5], 10), (Some(Side::Union), "decisive"));
    let w = position(
        "[[objective]]\nname = \"Hill\"\nat = [30, 30]\npoints = 5\nheld_by = \"confederate\"",
        &[],
        &[
            division("union", "u1", "exhaustion = 12\ncasualties = 12\nexhausted = true"),
            division(
                "confederate",
                "c1",
                "exhaustion = 9\ncasualties = 9\nexhausted = true\ncollapsed = true",
            ),
            stand('u', "A", "ib", "rm", (30.0, 10.0, 0.0), ""),
            stand('c', "T", "ib", "rm", (60.0, 60.0, 180.0), ""),
        ],
    );
    assert_eq!(w.pos().points(), [9 + 6, 12 + 3 + 5]);
    // All divisions of a side collapsed: it loses at the end of the phase.
    let mut w = world(
        "",
        &[],
        &[
            division("confederate", "c1", "exhaustion = 1\ncollapsed = true"),
            stand('u', "A", "ib", "rm", (30.0, 10.0, 0.0), ""),
            stand('c', "T", "ib", "rm", (60.0, 60.0, 180.0), ""),
        ],
    );
    w.play(&["end"], &[]);
    assert_eq!(w.state.over.map(|o| o.winner), Some(Some(Side::Union)));
    // Holding an objective: the last who stood there alone.
    let mut w = world(
        "turns = 1\n[[objective]]\nname = \"Hill\"\nat = [30, 30]\npoints = 5",
        &[],
        &[
            stand('u', "A", "ib", "rm", (30.0, 20.0, 0.0), ""),
            leader('u', "L", "division", (30.0, 20.0), ""),
            stand('c', "T", "ib", "rm", (60.0, 60.0, 180.0), ""),
        ],
    );
    w.play(&["move {A} 30.00,29.00@0", "end", "end"], &[]);
    assert_eq!(w.state.over.map(|o| (o.winner, o.points)), Some((Some(Side::Union), [5, 0])));
}

#[rule("VMISC-10")]
#[test]
fn field_guns_become_dedicated_guns_before_the_battle() {
    let mut w = world(
        "dedicated_guns = true",
        &[],
        &[
            stand('u', "Bn", "bn", "sf", (10.0, 10.0, 0.0), "sp = 3"),
            stand('u', "Heavy", "bn", "rifled-heavy", (16.0, 10.0, 0.0), ""),
            stand('u', "A", "ib", "rm", (20.0, 10.0, 0.0), ""),
            stand('u', "B", "ib", "rm", (30.0, 10.0, 0.0), ""),
            stand('u', "C", "ib", "rm", (40.0, 10.0, 0.0), "division = \"other\""),
        ],
    );
    assert_eq!(w.waits(), "guns");
    assert_eq!(w.check("convert {Heavy} {A},{B}"), "VMISC-10");
    assert_eq!(w.check("convert {Bn} {A},{C}"), "VMISC-10");
    w.play(&["convert {Bn} {A},{B}"], &[]);
    assert_eq!((w.piece("Bn").sp, w.piece("A").guns, w.piece("B").guns), (2, 1, 1));
    // Nobody is left to take a gun: the battle begins, and guns are no longer handed out.
    assert_eq!(w.state.phase, Phase::Movement);
    assert_eq!((w.waits(), w.check("convert {Bn} {A},{B}")), ("pick", "VMOV-1".into()));
}

#[rule("VMISC-17", "VMISC-18", "VGAP-49")]
#[test]
fn ratings_of_the_roster() {
    let load = |keys: &str, kind: &str, weapon: &str, more: &str| {
        scenario(keys, &[], &[stand('u', "A", kind, weapon, (30.0, 30.0, 0.0), more)])
    };
    let early = "options = [\"poorly-trained\"]\ndate = \"1862-04-06\"";
    assert!(load(early, "ib", "rm", "flags = [\"poorly-trained\"]\nsp = 5\nguns = 1").is_ok());
    assert!(
        load(
            "options = [\"poorly-trained\"]\ndate = \"1862-05-31\"",
            "ib",
            "rm",
            "flags = [\"poorly-trained\"]"
        )
        .is_err()
    );
    assert!(load("date = \"1862-04-06\"", "ib", "rm", "flags = [\"militia\"]").is_err(), "the option is off");
    assert!(load("", "ib", "rm", "flags = [\"sharpshooter\"]").is_err());
    assert!(load("", "is", "rm", "flags = [\"sharpshooter\"]").is_ok());
    assert!(load("", "ib", "rm", "flags = [\"repeating\"]").is_err());
    assert!(load("", "bn", "rm", "").is_err());
    let militia = load(early, "ib", "rm", "flags = [\"militia\"]").unwrap();
    assert_eq!(militia.pieces[0].level, Level::PermanentlyDisordered);
    assert_eq!(militia.pieces[0].level.failed(), Level::Routed);
}

#[rule("VGAP-47")]
#[test]
fn setup_length_and_reinforcements() {
    let text = |first: &str| {
        format!("format = \"hardtack-scenario/1\"\nsystem = \"vnb\"\nname = \"T\"\ntable = \"t\"\n{first}")
    };
    let read = &mut |_: &str| Ok("format = \"hardtack-table/1\"".to_owned());
    assert!(vnb::load("x", &text(""), read).is_err_and(|f| f.to_string().contains("first")));
    assert!(vnb::load("x", &text("first = \"union\""), read).is_ok());
    let road = feature("road", "line = [[30, 0], [30, 72]]", "");
    let mut w = world("turns = 3", &[&road], &[
        stand('u', "A", "ib", "rm", (70.0, 10.0, 0.0), ""),
        "[[stand]]\nside = \"union\"\nname = \"N\"\ntype = \"infantry-brigade\"\nweapon = \"rifled-musket\"\n".to_owned(),
        stand('c', "T", "ib", "rm", (70.0, 60.0, 180.0), ""),
        "[[reinforcement]]\nside = \"union\"\nturn = 2\nat = [30.0, 0.0]\nstands = [\"N\"]\n".to_owned(),
    ]);
    assert_eq!(
        w.setup.stand(w.id("N")).entry,
        Some(Entry { turn: 2, x: 3000, y: 0, facing: 0, column: true })
    );
    assert_eq!(w.check("enter {N} 30.00,1.50@0"), "VGAP-47");
    w.play(&["end", "end"], &[]);
    assert_eq!(w.check("enter {N} 37.00,1.50@0"), "VGAP-47");
    assert_eq!(w.check("enter {N} 36.00,1.50@0"), "ok", "up to six inches along the edge");
    w.play(&["enter {N} 30.00,1.50@0"], &[]);
    assert!(w.has("N", mark::COLUMN) && w.has("N", mark::IN_COMMAND));
    assert_eq!(
        (w.check("march {N} 30.00,51.00"), w.check("march {N} 30.00,51.20")),
        ("ok".into(), "VMOV-2".into()),
        "its whole move is left"
    );
    w.play(&["end", "end", "end"], &[]);
    assert_eq!(w.state.turn, 3);
    w.play(&["end"], &[]);
    assert_eq!(w.waits(), "over", "after the second player's last phase");
}

#[rule("VGAP-36")]
#[test]
fn commanders_and_their_successors() {
    use serde_json::json;
    // Corps artillery takes its corps commander for its own.
    let w = position(
        "",
        &[],
        &[
            leader('u', "C", "corps", (20.0, 20.0), "corps = \"I\""),
            stand('u', "Guns", "bn", "sf", (20.0, 27.25, 0.0), "corps = \"I\""),
        ],
    );
    assert_eq!(w.ask(json!({"ask": "command", "side": "union"}))["in_command"], json!(["Guns"]));
    // A lost commander is replaced in his side's next turn, after command has been checked.
    let mut w = world(
        "",
        &[],
        &[
            stand('u', "A", "ib", "rm", (30.0, 10.0, 0.0), ""),
            leader('u', "L", "division", (30.0, 10.0), ""),
            stand('c', "T", "ib", "rm", (60.0, 60.0, 180.0), ""),
        ],
    );
    let l = w.id("L").index();
    w.state.pieces[l].presence = vnb::state::Presence::Gone;
    w.play(&["end", "end"], &[]);
    assert!(w.piece("L").on_table() && w.pos().touching(w.id("L"), w.id("A")));
    assert!(!w.has("A", mark::IN_COMMAND), "too late for this turn");
    // Attached he moves with his stand.
    let mut w = world(
        "",
        &[],
        &[
            stand('u', "A", "ib", "rm", (30.0, 10.0, 0.0), ""),
            leader('u', "L", "division", (30.0, 12.0), "attached = \"A\""),
        ],
    );
    w.play(&["move {A} 30.00,20.00@0"], &[]);
    assert_eq!(w.at("L"), (30.0, 22.0));
    let mut w = world(
        "",
        &[],
        &[stand('u', "A", "ib", "rm", (30.0, 10.0, 0.0), ""), leader('u', "L", "division", (30.0, 12.0), "")],
    );
    assert_eq!(w.check("attach {L} {A}"), "ok");
    w.play(&["attach {L} {A}"], &[]);
    assert_eq!(w.piece("L").attached, w.id("A"));
}
