//! Charges.

use serde_json::json;
use table::rule;
use vnb::Event;
use vnb::charts::{MayCharge, may_charge};
use vnb::kinds::{Arm, Level};
use vnb::state::mark;

use crate::common::*;

/// Charger A at (30, 10) facing north with its commander; target T with its front edge `gap` ahead.
fn duel(a: (&str, &str, &str), t: (&str, &str, &str), gap: f64, features: &[&str]) -> World {
    let depth = if matches!(t.0, "ib" | "cb" | "mi") { 1.5 } else { 0.75 };
    let front = if matches!(a.0, "ib" | "cb" | "mi") { 11.5 } else { 10.75 };
    world(
        "",
        features,
        &[
            stand('u', "A", a.0, a.1, (30.0, 10.0, 0.0), a.2),
            leader('u', "L", "division", (30.0, 10.0), ""),
            stand('c', "T", t.0, t.1, (30.0, front + gap + depth, 180.0), t.2),
        ],
    )
}
fn ask(w: &World) -> String {
    w.rule(json!({"ask": "charge", "by": "A", "at": "T"}))
}
const INF: (&str, &str, &str) = ("ib", "rm", "");

#[rule("VCHG-1")]
#[test]
fn a_charge_reaches_as_far_as_a_move() {
    assert_eq!(ask(&duel(INF, INF, 16.0, &[])), "ok");
    assert_eq!(ask(&duel(INF, INF, 16.1, &[])), "VCHG-1");
    let w = duel(INF, INF, 10.0, &[]);
    assert_eq!(w.check("move {A} 30.00,20.00@0"), "VMOV-23", "contact is made only by a charge");
}

#[rule("VCHG-2", "VGAP-9")]
#[test]
fn the_turn_comes_first_and_the_charger_lines_up() {
    let mut w = duel(INF, INF, 9.0, &[]);
    w.play(&["move {A} 30.00,12.00@0"], &[]);
    assert_eq!(w.check("charge {A} {T} @0"), "VCHG-2");
    let mut w = world(
        "",
        &[],
        &[
            stand('u', "A", "ib", "rm", (30.0, 10.0, 90.0), ""),
            leader('u', "L", "division", (30.0, 10.0), ""),
            stand('c', "T", "ib", "rm", (33.0, 20.0, 180.0), ""),
        ],
    );
    w.play(&["charge {A} {T} @16.70"], &[]);
    // Turned flush with the front edge at y = 18.5, facing it.
    assert_eq!((w.facing("A"), w.at("A").1), (0.0, 17.0));
    assert!(w.pos().contact(w.id("A"), w.id("T")));
    assert!((w.at("A").0 - 33.0).abs() <= 2.5, "at least half an inch of common edge");
}

#[rule("VCHG-3")]
#[test]
fn the_target_was_visible_at_the_beginning_of_the_turn() {
    let hill = feature("hill", &rect(20.0, 16.0, 40.0, 17.0), "");
    assert_eq!(ask(&duel(INF, INF, 12.0, &[&hill])), "VCHG-3");
    let w = duel(INF, INF, 12.0, &[&hill]);
    assert_eq!(w.check("charge {A} {T} @0"), "VCHG-3");
    assert_eq!(ask(&duel(INF, INF, 12.0, &[])), "ok");
    // A skirmisher that steps out of the way of a veil does not help: only the beginning counts.
    let crops = feature("crops", &rect(21.0, 15.0, 39.0, 18.0), "");
    let mut w = world(
        "",
        &[&crops],
        &[
            stand('u', "A", "ib", "rm", (30.0, 10.0, 0.0), ""),
            stand('u', "B", "ib", "rm", (25.0, 10.0, 0.0), ""),
            leader('u', "L", "division", (30.0, 10.0), ""),
            stand('c', "T", "is", "rm", (30.0, 20.75, 180.0), ""),
        ],
    );
    w.play(&["move {B} 25.00,16.00@0", "move {B} 34.00,16.00@90", "done"], &[]);
    assert!(w.pos().visible(w.id("A"), w.id("T")), "the crop is trampled now");
    assert_eq!(w.check("charge {A} {T} @0"), "VCHG-3");
}

#[rule("VCHG-4")]
#[test]
fn not_into_prohibited_terrain_nor_across_it() {
    let swamp = feature("swamp", &rect(25.0, 17.0, 35.0, 25.0), "");
    assert_eq!(ask(&duel(("cb", "rc", ""), ("is", "rm", ""), 8.0, &[&swamp])), "VCHG-4");
    let river = feature("river", "line = [[0, 15], [60, 15]]", "");
    assert_eq!(ask(&duel(INF, INF, 8.0, &[&river])), "VCHG-4");
}

const HORSE: (&str, &str, &str) = ("cs", "rc", "");

#[rule("VCHG-5")]
#[test]
fn the_charge_table() {
    let all = [
        Arm::InfantryBrigade,
        Arm::DismountedCavalry,
        Arm::CavalryBrigade,
        Arm::MountedInfantry,
        Arm::InfantrySkirmisher,
        Arm::CavalrySkirmisher,
        Arm::Battalion,
        Arm::Battery,
    ];
    for t in all {
        assert_eq!(may_charge(Arm::CavalryBrigade, t, false), MayCharge::Yes);
        assert_eq!(may_charge(Arm::InfantrySkirmisher, t, true), MayCharge::Never);
        assert_eq!(may_charge(Arm::Battalion, t, true), MayCharge::Never);
        let foot = if t == Arm::CavalryBrigade { MayCharge::NotCavalryBrigades } else { MayCharge::Yes };
        assert_eq!(may_charge(Arm::InfantryBrigade, t, false), foot);
        assert_eq!(may_charge(Arm::DismountedCavalry, t, false), foot);
    }
}

#[rule("VCHG-6")]
#[test]
fn infantry_does_not_charge_cavalry_brigades() {
    assert_eq!(ask(&duel(INF, ("cb", "rc", ""), 8.0, &[])), "VCHG-6");
    assert_eq!(ask(&duel(INF, ("cb", "rc", "state = \"dismounted\""), 8.0, &[])), "ok");
    assert_eq!(ask(&duel(INF, HORSE, 8.0, &[])), "ok");
    assert_eq!(ask(&duel(INF, ("bn", "sf", ""), 8.0, &[])), "ok");
}

#[rule("VGAP-41")]
#[test]
fn dismounted_brigades_charge_as_infantry() {
    assert_eq!(ask(&duel(("cb", "rc", "state = \"dismounted\""), ("cb", "rc", ""), 8.0, &[])), "VCHG-6");
    assert_eq!(ask(&duel(("cb", "rc", "state = \"dismounted\""), INF, 8.0, &[])), "ok");
}

#[rule("VCHG-7")]
#[test]
fn skirmishers_and_guns_never_charge() {
    assert_eq!(ask(&duel(("is", "rm", ""), ("ib", "rm", "state = \"routed\""), 3.0, &[])), "VCHG-7");
    assert_eq!(ask(&duel(("bn", "sf", "state = \"limbered\""), INF, 3.0, &[])), "VCHG-7");
    let w = duel(("is", "rm", ""), INF, 3.0, &[]);
    assert_eq!(w.check("move {A} 30.00,12.00@0"), "ok", "it may stop an inch away");
}

#[rule("VCHG-9")]
#[test]
fn light_horse_charges_brigades_that_run_or_march() {
    assert_eq!(ask(&duel(HORSE, INF, 8.0, &[])), "VCHG-9");
    assert_eq!(ask(&duel(HORSE, ("ib", "rm", "state = \"disordered\""), 8.0, &[])), "VCHG-9");
    assert_eq!(ask(&duel(HORSE, ("ib", "rm", "state = \"routed\""), 8.0, &[])), "ok");
    assert_eq!(ask(&duel(HORSE, ("ib", "rm", "state = \"march-column\""), 8.0, &[])), "ok");
    assert_eq!(ask(&duel(HORSE, ("is", "rm", ""), 8.0, &[])), "ok");
}

#[rule("VCHG-8")]
#[test]
fn light_horse_takes_guns_only_in_flank() {
    assert_eq!(ask(&duel(("cs", "rc", ""), ("bn", "sf", ""), 8.0, &[])), "VCHG-8");
    let w = world(
        "",
        &[],
        &[
            stand('u', "A", "cs", "rc", (20.0, 10.0, 90.0), ""),
            leader('u', "L", "division", (20.0, 10.0), ""),
            stand('c', "T", "bn", "sf", (30.0, 9.0, 180.0), ""),
        ],
    );
    // Its front line is y = 8.25; a charger at y = 10 is behind it.
    assert_eq!(ask(&w), "ok");
}

#[rule("VCHG-10")]
#[test]
fn an_inch_from_those_one_may_not_charge() {
    // Behind the cavalry there is no zone, but the inch holds.
    let w = world(
        "",
        &[],
        &[
            stand('u', "A", "ib", "rm", (30.0, 10.0, 0.0), ""),
            leader('u', "L", "division", (30.0, 10.0), ""),
            stand('c', "T", "cb", "rc", (30.0, 20.0, 0.0), ""),
        ],
    );
    assert_eq!(w.check("move {A} 30.00,16.00@0"), "ok");
    assert_eq!(w.check("move {A} 30.00,16.10@0"), "VCHG-10");
    let infantry = world(
        "",
        &[],
        &[
            stand('u', "A", "ib", "rm", (30.0, 10.0, 0.0), ""),
            leader('u', "L", "division", (30.0, 10.0), ""),
            stand('c', "T", "ib", "rm", (30.0, 20.0, 0.0), ""),
        ],
    );
    assert_eq!(infantry.check("move {A} 30.00,16.50@0"), "ok", "whom it may charge it may come near");
}

#[rule("VCHG-11", "VCHG-13", "VCOM-12")]
#[test]
fn disordered_troops_do_not_charge_cartridge_weapons() {
    let shaken = ("ib", "rm", "state = \"disordered\"");
    for (weapon, verdict) in [
        ("sb", "ok"),
        ("rc", "ok"),
        ("rm", "ok"),
        ("cc", "VCHG-11"),
        ("cr", "VCHG-11"),
        ("spencer", "VCHG-11"),
    ] {
        assert_eq!(ask(&duel(shaken, ("ib", weapon, ""), 8.0, &[])), verdict, "{weapon}");
    }
    assert_eq!(
        ask(&duel(("ib", "rm", "state = \"permanently-disordered\""), ("ib", "cr", ""), 8.0, &[])),
        "VCHG-11"
    );
}

#[rule("VCHG-12", "VCHG-13", "VMOR-26", "VGAP-54")]
#[test]
fn newly_disordered_chargers_are_repulsed_by_cartridge_weapons() {
    let mut w = duel(INF, ("ib", "cr", ""), 8.0, &[]);
    // Both test; the charger rolls 6 and fails.
    let events = w.play(&["charge {A} {T} @0", "end"], &[6, 1]);
    assert!(events.iter().any(|e| matches!(e, Event::Repulsed { .. })));
    assert_eq!(w.level("A"), Level::Disordered);
    let gap = w.pos().distance(w.id("A"), w.id("T"));
    assert_eq!(vnb::geometry::cents(gap), 100);
    // It may fire now, its hits allowing saves.
    assert_eq!(w.ask(json!({"ask": "fire", "by": "A", "at": "T"}))["saves"], json!(["disordered firer"]));
    let mut w = duel(INF, INF, 8.0, &[]);
    w.play(&["charge {A} {T} @0", "end"], &[6, 1]);
    assert!(w.pos().contact(w.id("A"), w.id("T")), "muskets repulse nobody");
    // A defender who is disordered stays in contact.
    let mut w = duel(("ib", "cr", ""), INF, 8.0, &[]);
    w.play(&["charge {A} {T} @0", "end"], &[1, 6]);
    assert!(w.pos().contact(w.id("A"), w.id("T")));
    // Disorder on the way stops the charge an inch out at once.
    let rough = feature("broken-ground", &rect(25.0, 14.0, 35.0, 16.0), "");
    assert_eq!(ask(&duel(("cb", "rc", ""), ("ib", "cr", ""), 8.0, &[&rough])), "VCHG-12");
    assert_eq!(ask(&duel(("cb", "rc", ""), INF, 8.0, &[&rough])), "ok");
}

fn cavalry_past(skirmisher: &str, x: f64, features: &[&str]) -> World {
    world(
        "",
        features,
        &[
            stand('u', "A", "cb", "rc", (30.0, 10.0, 0.0), ""),
            leader('u', "L", "division", (30.0, 10.0), ""),
            stand('c', "S", skirmisher, "rm", (x, 18.25, 180.0), "sp = 1"),
            stand('c', "G", "bn", "sf", (30.0, 27.25, 180.0), ""),
        ],
    )
}

#[rule("VCHG-14", "VCHG-17")]
#[test]
fn cavalry_rides_through_skirmishers_and_on() {
    let mut w = cavalry_past("is", 30.0, &[]);
    let events = w.play(&["charge {A} {G} @0"], &[]);
    assert!(events.iter().any(|e| matches!(e, Event::RiddenDown { .. })));
    assert!(!w.piece("S").on_table());
    assert_eq!(w.state.losses.iter().map(|l| l.total).sum::<u16>(), 1);
    assert!(w.pos().contact(w.id("A"), w.id("G")));
    assert_eq!(w.at("A"), (30.0, 25.0));
}

#[rule("VCHG-15")]
#[test]
fn cavalry_skirmishers_stay_six_inches_ahead() {
    let mut w = world(
        "",
        &[],
        &[
            stand('u', "A", "cb", "rc", (30.0, 10.0, 0.0), ""),
            leader('u', "L", "division", (30.0, 10.0), ""),
            stand('c', "S", "cs", "rc", (30.0, 18.25, 180.0), "sp = 1"),
            stand('c', "F", "ib", "rm", (29.0, 26.0, 180.0), ""),
        ],
    );
    w.play(&["charge {A} {F} @0"], &[]);
    // The front edge ends at y = 24.5; near edge of the skirmishers at 30.5.
    assert_eq!(w.at("A").1, 23.0);
    assert_eq!(w.at("S"), (30.0, 31.25));
    assert_eq!(w.facing("S"), 180.0);
}

#[rule("VCHG-16")]
#[test]
fn infantry_skirmishers_may_run_to_cover() {
    let wood = |near: f64| feature("forest", &rect(30.0 + 1.5 + near, 10.0, 60.0, 30.0), "");
    let mut w = cavalry_past("is", 30.0, &[&wood(7.9)]);
    w.play(&["charge {A} {G} @0"], &[]);
    assert_eq!(w.waits(), "cover");
    let mut orders = Vec::new();
    use table::Ruleset;
    vnb::Vnb::orders(&w.setup, &w.state, w.seat(), &mut orders);
    let run = vnb::Vnb::write_order(&w.setup, &orders[0]);
    w.play(&[&run], &[]);
    assert!(w.pos().is_in(w.id("S"), vnb::terrain::Terrain::Forest));
    assert!(w.pos().contact(w.id("A"), w.id("G")), "the charge goes on");
    // It may also stay, and is lost.
    let mut stay = cavalry_past("is", 30.0, &[&wood(7.9)]);
    stay.play(&["charge {A} {G} @0", "decline"], &[]);
    assert!(!stay.piece("S").on_table());
    let mut far = cavalry_past("is", 30.0, &[&wood(8.1)]);
    far.play(&["charge {A} {G} @0"], &[]);
    assert!(!far.piece("S").on_table(), "no cover within half a move");
}

#[rule("VCHG-18", "VCHG-19")]
#[test]
fn fugitives_rout_again_and_the_charge_goes_on() {
    let run = |sp: u8| {
        let mut w = world(
            "",
            &[],
            &[
                stand('u', "A", "ib", "rm", (30.0, 10.0, 0.0), ""),
                leader('u', "L", "division", (30.0, 10.0), ""),
                stand('c', "R", "ib", "rm", (30.0, 18.0, 180.0), &format!("sp = {sp}\nstate = \"routed\"")),
                stand('c', "T", "is", "rm", (31.0, 25.0, 180.0), ""),
            ],
        );
        w.play(&["charge {A} {R} @0"], &[]);
        w
    };
    let w = run(2);
    assert_eq!((w.piece("R").sp, w.level("R")), (1, Level::Routed));
    assert_eq!((w.at("R"), w.facing("R")), ((30.0, 34.0), 0.0), "sixteen inches straight away");
    assert!(!run(1).piece("R").on_table());
    let mut w = run(2);
    assert_eq!(w.check("charge {A} {T} @40"), "VCHG-2");
    let order = "charge {A} {T} @0";
    assert_eq!(w.check(order), "ok");
    w.play(&[order], &[]);
    assert!(w.pos().contact(w.id("A"), w.id("T")));
}

#[rule("VCHG-20", "VCHG-21", "VGAP-14")]
#[test]
fn who_starts_in_contact_charges_or_steps_back() {
    let touch = |a: &str, t: (&str, &str)| {
        world(
            "",
            &[],
            &[
                stand('u', "A", "ib", "rm", (30.0, 10.0, 0.0), a),
                leader('u', "L", "division", (30.0, 10.0), ""),
                stand('c', "T", t.0, t.1, (30.0, 13.0, 180.0), ""),
            ],
        )
    };
    let mut w = touch("state = \"stationary\"", ("ib", "rm"));
    assert_eq!(w.check("end"), "VCHG-20");
    assert_eq!(w.check("move {A} 30.00,9.00@0"), "VCHG-20");
    assert_eq!(w.check("charge {A} {T} @0"), "ok");
    w.play(&["step-back {A}"], &[]);
    assert_eq!(w.at("A"), (30.0, 9.0));
    assert!(w.has("A", mark::STATIONARY), "the step costs no marker");
    assert_eq!(w.check("move {A} 30.00,8.00@180"), "VCHG-20");
    let mut fresh = touch("", ("ib", "rm"));
    fresh.play(&["step-back {A}", "stationary {A}"], &[]);
    assert!(fresh.has("A", mark::STATIONARY));
    let cavalry = touch("", ("cb", "rc"));
    assert_eq!(cavalry.check("charge {A} {T} @0"), "VCHG-6");
    assert_eq!(cavalry.check("step-back {A}"), "ok");
    let mut kept = touch("state = \"stationary\"", ("ib", "rm"));
    kept.play(&["charge {A} {T} @0"], &[]);
    assert!(!kept.has("A", mark::STATIONARY), "keeping contact is charging");
    assert_eq!(kept.check("end"), "ok");
}

#[rule("VCHG-22", "VGAP-31")]
#[test]
fn pursuit_in_woods_is_an_option() {
    let wood = feature("forest", &rect(20.0, 5.0, 40.0, 45.0), "");
    let fight = |options: &str| {
        let mut w = world(
            &format!("options = [{options}]"),
            &[&wood],
            &[
                stand('u', "A", "ib", "rm", (30.0, 10.0, 0.0), ""),
                leader('u', "L", "division", (30.0, 10.0), ""),
                stand('c', "T", "ib", "rm", (30.0, 13.5, 180.0), ""),
            ],
        );
        // Morale passes; four dice each (the target's are saved by nobody): one hit by the attacker.
        w.play(&["charge {A} {T} @0", "end", "attack {T}"], &[1, 1, 6, 1, 1, 1, 1, 1, 1, 1]);
        assert_eq!(w.at("T").1, 21.5);
        w.play(&["decline", "end"], &[]);
        w
    };
    let w = fight("\"pursuit-in-woods\"");
    assert!(!w.pos().visible(w.id("A"), w.id("T")));
    assert_eq!(w.check("charge {A} {T} @0"), "ok");
    assert_eq!(fight("").check("charge {A} {T} @0"), "VCHG-3");
}

#[rule("VGAP-9", "VMOV-15")]
#[test]
fn a_march_column_without_room_for_its_markers_stops_an_inch_out() {
    // The target stands at a slant: lined up with it, the markers swing to the east.
    let charge = |friend: f64| {
        let mut w = world(
            "",
            &[],
            &[
                stand('u', "A", "ib", "rm", (20.0, 10.0, 0.0), "state = \"march-column\""),
                stand('u', "F", "ib", "rm", (friend, 12.5, 0.0), ""),
                leader('u', "L", "division", (17.5, 10.0), ""),
                stand('c', "T", "ib", "rm", (20.0, 20.0, 150.0), ""),
            ],
        );
        let events = w.play(&["charge {A} {T} @0"], &[]);
        let short = events.iter().any(|e| matches!(e, Event::StoppedShort { .. }));
        (w.has("A", mark::COLUMN), w.pos().contact(w.id("A"), w.id("T")), short, w.at("A"))
    };
    let (column, contact, short, _) = charge(40.0);
    assert_eq!((column, contact, short), (true, true, false), "there is room: the column is kept in contact");
    let (column, contact, short, (_, y)) = charge(23.2);
    assert_eq!((column, contact, short), (true, false, true), "it neither reforms for nothing nor touches");
    assert!(y > 12.0, "it has gone its way: {y}");
}
