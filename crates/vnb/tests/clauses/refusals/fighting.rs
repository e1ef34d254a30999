//! Attacks, advances and breakthroughs.

use super::*;
use serde_json::json;
use table::{Side, rule};
use vnb::Order;
use vnb::ids::StandId;
use vnb::state::mark;

#[rule("VCOM-8")]
#[test]
fn only_a_winner_advances() {
    let w = won(30.0, &[], &[ib('u', "C", 50.0, 28.5, 0.0)]);
    assert_eq!((w.check("advance {A} 3.00"), w.check("advance {C} 3.00")), ("ok".into(), "VCOM-8".into()));
}

#[rule("VGAP-26")]
#[test]
fn an_advance_is_short_and_keeps_clear() {
    let w = won(30.0, &[], &[]);
    assert_eq!((w.check("advance {A} 3.00"), w.check("advance {A} 3.01")), ("ok".into(), "VGAP-26".into()));
    // A friend 1.1 in ahead, a tenth of an inch in the way.
    let w = won(27.6, &[], &[ib('u', "F", 32.9, 32.6, 0.0)]);
    assert_eq!((w.check("advance {A} 1.00"), w.check("advance {A} 2.00")), ("ok".into(), "VGAP-26".into()));
    // An enemy beside the way: up to an inch from him.
    let w = won(27.6, &[], &[ib('c', "E", 33.4, 34.0, 180.0)]);
    assert_eq!((w.check("advance {A} 1.00"), w.check("advance {A} 2.00")), ("ok".into(), "VGAP-26".into()));
}

#[rule("VGAP-26")]
#[test]
fn guns_that_stand_do_not_advance() {
    // The charger runs; the guns he touched might make use of it.
    let guns = stand('c', "G", "bn", "sf", (30.0, 18.0, 180.0), "");
    let mut w = with("ib", "rm", "state = \"disordered\"", &[], &[guns, ib('u', "X", 60.0, 10.0, 0.0)]);
    w.play(&["charge {A} {G} @0", "end"], &[6, 1]);
    assert_eq!((w.waits(), w.seat()), ("exploit", Side::Confederate));
    assert_eq!((w.check("advance {G} 1.00"), w.check("turn {G} @170")), ("VGAP-26".into(), "ok".into()));
}

#[rule("VGAP-26")]
#[test]
fn horse_does_not_advance_into_a_town() {
    let town = feature("town", &rect(28.5, 31.6, 31.5, 34.6), "name = \"Town\"");
    let w = cleared("cb", "rc", 28.5, &[&town], &[]);
    assert_eq!((w.check("advance {A} 1.00"), w.check("advance {A} 3.00")), ("ok".into(), "VGAP-26".into()));
}

#[rule("VCOM-2")]
#[test]
fn only_enemies_are_chosen() {
    let w = world(
        "phase = \"combat\"",
        &[],
        &[ib('u', "A", 28.5, 18.5, 0.0), ib('u', "B", 31.5, 18.5, 0.0), ib('c', "T", 30.0, 24.5, 180.0)],
    );
    assert_eq!(
        (w.check("attack {T} with {A}"), w.check("attack {A} with {B}")),
        ("ok".into(), "VCOM-2".into())
    );
}

#[rule("VGAP-36")]
#[test]
fn commanders_are_not_attacked_and_do_not_fire() {
    let w = world(
        "phase = \"combat\"",
        &[],
        &[
            ib('u', "A", 30.0, 18.5, 0.0),
            leader('u', "UL", "division", (30.0, 18.5), ""),
            ib('c', "T", 30.0, 24.5, 180.0),
            leader('c', "L", "division", (30.0, 24.5), ""),
        ],
    );
    assert_eq!(w.check("attack {L}"), "VGAP-36");
    assert_eq!(w.rule(json!({"ask": "fire", "by": "A", "at": "L"})), "VGAP-36");
    assert_eq!(w.rule(json!({"ask": "fire", "by": "UL", "at": "T"})), "VGAP-36");
}

#[rule("VGAP-36")]
#[test]
fn whom_a_commander_joins() {
    let w = world(
        "",
        &[],
        &[
            ib('u', "A", 30.0, 10.0, 0.0),
            ib('u', "B", 50.0, 10.0, 0.0),
            leader('u', "L", "army", (30.0, 12.0), ""),
            ib('c', "T", 30.0, 60.0, 180.0),
        ],
    );
    assert_eq!(w.check("attach {L} {A}"), "ok");
    assert_eq!(w.check("attach {L} {B}"), "VGAP-36", "he does not touch it");
    assert_eq!(w.check("attach {A} {B}"), "VGAP-36", "no commander");
}

#[rule("VGAP-19")]
#[test]
fn guns_breach_once_a_phase() {
    let wall = feature("fortress", &rect(20.0, 30.0, 40.0, 40.0), "name = \"Donelson\"");
    let mut w = world(
        "phase = \"combat\"\nturns = 20",
        &[&wall],
        &[
            stand('u', "S", "bn", "smoothbore-siege", (30.0, 20.0, 0.0), "state = \"stationary\""),
            stand('u', "S2", "bn", "smoothbore-siege", (36.0, 20.0, 0.0), "state = \"stationary\""),
            ib('c', "X", 80.0, 60.0, 0.0),
        ],
    );
    w.play(&["bombard {S} 0 30.00,30.00"], &[1, 1]);
    assert_eq!(w.check("bombard {S} 0 30.00,30.00"), "VGAP-19");
    assert_eq!(w.check("bombard {S2} 0 36.00,30.00"), "ok");
}

#[rule("VGAP-45")]
#[test]
fn what_breaches_which_walls() {
    let wall = feature("fortress", &rect(20.0, 30.0, 40.0, 40.0), "name = \"Donelson\"");
    let fort = feature("fort", &rect(50.0, 30.0, 60.0, 40.0), "name = \"Henry\"");
    let w = world(
        "phase = \"combat\"",
        &[&wall, &fort],
        &[
            stand('u', "S", "bn", "smoothbore-siege", (30.0, 20.0, 0.0), ""),
            stand('c', "C", "bn", "smoothbore-siege", (36.0, 20.0, 0.0), ""),
        ],
    );
    assert_eq!(w.check("bombard {S} 0 30.00,30.00"), "ok");
    assert_eq!(w.check("bombard {C} 0 36.00,30.00"), "VGAP-45", "not the attacker's");
    assert_eq!(w.check("bombard {S} 1 50.00,30.00"), "VGAP-45", "no fortress");
}

#[rule("VGAP-19")]
#[test]
fn at_the_end_only_defenders_fire() {
    let w = last_fire();
    assert_eq!((w.check("fire {T} at {B}"), w.check("fire {B} at {T}")), ("ok".into(), "VGAP-19".into()));
    assert_eq!(w.check("fire {U} at {B}"), "VGAP-19", "it has answered");
}

#[rule("VGAP-23")]
#[test]
fn nobody_fires_at_friends_nor_into_a_melee() {
    let w = last_fire();
    assert_eq!(w.rule(json!({"ask": "fire", "by": "T", "at": "U"})), "VGAP-23");
    let mut w = world(
        "phase = \"combat\"",
        &[],
        &[
            ib('u', "A", 30.0, 20.0, 0.0),
            ib('c', "T", 30.0, 23.0, 180.0),
            ib('c', "D", 30.0, 15.0, 0.0),
            ib('u', "X", 33.6, 21.0, 0.0),
        ],
    );
    // Those in contact have been fought; D was never chosen.
    let t = w.id("T");
    w.state.piece_mut(t).set(mark::CHOSEN | mark::FOUGHT, true);
    w.play(&["end"], &[]);
    assert_eq!(w.waits(), "last-fire");
    assert_eq!((w.check("fire {D} at {A}"), w.check("fire {D} at {X}")), ("VGAP-23".into(), "ok".into()));
}

#[rule("VGAP-29")]
#[test]
fn who_breaks_through_and_at_whom() {
    let w = through(&[], &[stand('u', "B", "cb", "rc", (60.0, 52.0, 180.0), "")]);
    assert_eq!(
        (w.check("break {A} @180 6.00"), w.check("break {B} @180 6.00")),
        ("ok".into(), "VGAP-29".into())
    );
    assert_eq!(w.check("break {A} @180 0.00 into {B}"), "VGAP-29", "no enemy");
    assert_eq!(
        (w.check("break {A} @180 12.00"), w.check("break {A} @180 12.10")),
        ("ok".into(), "VGAP-29".into())
    );
    assert_eq!(
        (w.check("break {A} @225 6.00"), w.check("break {A} @225.01 6.00")),
        ("ok".into(), "VGAP-29".into())
    );
}

#[rule("VGAP-29")]
#[test]
fn a_breakthrough_does_not_end_in_a_town() {
    let town = feature("town", &rect(21.0, 38.7, 24.0, 41.7), "name = \"Town\"");
    let w = through(&[&town], &[]);
    assert_eq!(
        (w.check("break {A} @220 10.00"), w.check("break {A} @220 5.00")),
        ("VGAP-29".into(), "ok".into())
    );
}

#[rule("VCOM-2")]
#[test]
fn who_is_asked_for_an_attack_names_one() {
    let w =
        world("phase = \"combat\"", &[], &[ib('u', "A", 30.0, 18.5, 0.0), ib('c', "T", 30.0, 24.5, 180.0)]);
    assert_eq!((w.waits(), w.check("rally {A} @0")), ("attack", "VCOM-2".into()));
}

#[rule("VGAP-20")]
#[test]
fn who_is_asked_for_an_answer_gives_it() {
    let lines =
        [ib('u', "A", 28.5, 18.5, 0.0), ib('u', "B", 31.5, 18.5, 0.0), ib('c', "T", 30.0, 24.5, 180.0)];
    let mut w = world("phase = \"combat\"", &[], &lines);
    w.play(&["attack {T} with {A}"], &[]);
    assert_eq!((w.waits(), w.check("end")), ("answer", "VGAP-20".into()));
    assert_eq!((w.check("answer {T}"), w.check("answer {A}")), ("VGAP-20".into(), "ok".into()));
}

#[rule("VGAP-29")]
#[test]
fn who_is_asked_to_break_through_does_or_declines() {
    let w = through(&[], &[]);
    assert_eq!((w.check("advance {A} 1.00"), w.check("decline")), ("VGAP-29".into(), "ok".into()));
}

#[rule("VMISC-3")]
#[test]
fn who_is_asked_to_lie_down_does_or_declines() {
    let stands = [stand('u', "A", "ib", "cr", (30.0, 18.5, 0.0), ""), ib('c', "T", 30.0, 24.5, 180.0)];
    let w = world("phase = \"combat\"", &[], &stands);
    assert_eq!((w.waits(), w.check("end"), w.check("decline")), ("ground", "VMISC-3".into(), "ok".into()));
}

#[rule("VMISC-3")]
#[test]
fn who_goes_to_ground() {
    let w = |a: &str, kind: &str, weapon: &str| {
        world(
            "phase = \"combat\"",
            &[],
            &[
                stand('u', "A", kind, weapon, (30.0, 18.5, 0.0), a),
                stand('u', "O", "ib", "cr", (50.0, 18.5, 0.0), ""),
                ib('c', "T", 30.0, 24.5, 180.0),
            ],
        )
        .check("ground {A}")
    };
    assert_eq!(w("", "ib", "cr"), "ok");
    assert_eq!(w("", "ib", "rm"), "VMISC-3", "muzzle-loaders");
    assert_eq!(w("", "cb", "cc"), "VMISC-3", "horsemen");
    assert_eq!(w("state = \"march-column\"", "ib", "cr"), "VMISC-3", "a column");
    assert_eq!(w("state = \"routed\"", "ib", "cr"), "VMISC-3", "fugitives");
    let both = [
        stand('u', "A", "ib", "cr", (30.0, 18.5, 0.0), ""),
        stand('c', "T", "ib", "cr", (30.0, 24.5, 180.0), ""),
    ];
    let w = world("phase = \"combat\"", &[], &both);
    assert_eq!(w.seat(), Side::Union);
    assert_eq!((w.check("ground {A}"), w.check("ground {T}")), ("ok".into(), "VMISC-3".into()));
}

#[rule("VMOV-1", "VGAP-36")]
#[test]
fn orders_to_nobody() {
    let w = with("ib", "rm", "", &[], &[]);
    let none = StandId::new(200);
    assert_eq!(nobody(&w, &Order::Pick(none)), "VMOV-1");
    assert_eq!(nobody(&w, &Order::Attach { commander: w.id("L"), stand: none }), "VGAP-36");
}

#[rule("VMISC-3")]
#[test]
fn nobody_goes_to_ground() {
    let w = world(
        "phase = \"combat\"",
        &[],
        &[stand('u', "A", "ib", "cr", (30.0, 18.5, 0.0), ""), ib('c', "T", 30.0, 24.5, 180.0)],
    );
    assert_eq!(nobody(&w, &Order::Ground(StandId::new(200))), "VMISC-3");
}

#[rule("VCOM-3")]
#[test]
fn somebody_of_the_attacker_must_attack() {
    let w = world(
        "phase = \"combat\"",
        &[],
        &[ib('u', "A", 30.0, 18.5, 0.0), ib('c', "T", 30.0, 24.5, 180.0), ib('c', "U", 33.0, 24.5, 180.0)],
    );
    assert_eq!((w.check("attack {T} with {A}"), w.check("attack {T}")), ("ok".into(), "VCOM-3".into()));
    assert_eq!(
        (w.check("attack {T} with {U}"), w.check("attack {T} with {A},{A}")),
        ("VCOM-3".into(), "VCOM-3".into())
    );
}

#[rule("VTER-65")]
#[test]
fn a_garrison_without_dice_does_not_fire() {
    let town = feature("town", &rect(28.5, 15.5, 31.5, 18.5), "name = \"Town\"");
    let garrisoned = |side: char, other: char, facing: f64| {
        let back = 180.0 - facing;
        let mut w = world(
            "phase = \"combat\"",
            &[&town],
            &[
                garrison(side, "G", "ib", "rm", "Town", ""),
                ib(side, "D", 35.0, 16.0, facing),
                ib(other, "T", 31.0, 22.5, back),
            ],
        );
        let g = w.id("G");
        w.state.piece_mut(g).dice_used = 9;
        w
    };
    let w = garrisoned('u', 'c', 0.0);
    assert_eq!(
        (w.check("attack {T} with {G}"), w.check("attack {T} with {D}")),
        ("VTER-65".into(), "ok".into())
    );
    let mut w = garrisoned('c', 'u', 0.0);
    w.play(&["end"], &[]);
    assert_eq!(w.waits(), "last-fire");
    assert_eq!((w.check("fire {G} at {T}"), w.check("fire {D} at {T}")), ("VTER-65".into(), "ok".into()));
}

#[rule("VEXH-5")]
#[test]
fn an_exhausted_division_does_not_break_through_into_contact() {
    let mut w = through(&[], &[stand('c', "G", "bn", "sf", (34.0, 41.0, 0.0), "")]);
    let d = w.pos().centre(w.id("G")) - w.pos().centre(w.id("A"));
    let at = f64::from(vnb::angle::heading(d.x, d.y)) / 100.0;
    let order = format!("break {{A}} @{at:.2} 0.00 into {{G}}");
    assert_eq!(w.check(&order), "ok");
    let division = usize::from(w.setup.stand(w.id("A")).division);
    w.state.losses[division].exhausted = true;
    assert_eq!(w.check(&order), "VEXH-5");
}

#[rule("VGAP-11", "VGAP-23")]
#[test]
fn targets_out_of_the_arc_and_out_of_sight() {
    let fire = |x: f64, y: f64, features: &[&str]| {
        let w = position(
            "phase = \"combat\"",
            features,
            &[ib('u', "A", 30.0, 18.5, 0.0), ib('c', "T", x, y, 180.0)],
        );
        w.rule(json!({"ask": "fire", "by": "A", "at": "T"}))
    };
    let hill = feature("hill", &rect(20.0, 20.5, 40.0, 21.5), "");
    assert_eq!((fire(30.0, 24.5, &[]), fire(30.0, 24.5, &[&hill])), ("ok".into(), "VGAP-23".into()));
    assert_eq!(fire(35.0, 18.5, &[]), "VGAP-11");
}

#[rule("VTER-69")]
#[test]
fn no_gun_fires_at_stone_in_the_occupiers_turn() {
    let town = feature("town", &rect(28.5, 20.0, 31.5, 23.0), "name = \"Town\"\nconstruction = \"stone\"");
    let fire = |side: char, other: char| {
        let gunners = stand(other, "B", "ib", "rm", (30.0, 16.5, 0.0), "guns = 1");
        let w =
            position("phase = \"combat\"", &[&town], &[garrison(side, "G", "ib", "rm", "Town", ""), gunners]);
        w.rule(json!({"ask": "fire", "by": "B", "at": "G"}))
    };
    assert_eq!((fire('u', 'c'), fire('c', 'u')), ("VTER-69".into(), "ok".into()));
}
