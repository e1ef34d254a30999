//! The Combat phase as it is played.

use serde_json::json;
use table::{Ruleset, Side, rule};
use vnb::kinds::Level;
use vnb::state::{Phase, mark};
use vnb::{Event, Vnb};

use crate::common::*;

/// A Union line of two brigades against a Confederate one, 3 in apart, in the Combat phase.
fn lines() -> World {
    world(
        "phase = \"combat\"",
        &[],
        &[
            stand('u', "A", "ib", "rm", (28.5, 18.5, 0.0), ""),
            stand('u', "B", "ib", "rm", (31.5, 18.5, 0.0), ""),
            stand('c', "T", "ib", "rm", (28.5, 24.5, 180.0), ""),
            stand('c', "U", "ib", "rm", (31.5, 24.5, 180.0), ""),
        ],
    )
}
/// A has charged T; both in contact in the Combat phase.
fn contact(more: &[String], t: &str) -> World {
    let mut stands = vec![
        stand('u', "A", "ib", "rm", (30.0, 28.5, 0.0), "charged = { target = \"T\", from = [30.0, 20.0] }"),
        stand('c', "T", "ib", "rm", (30.0, 31.5, 180.0), t),
    ];
    stands.extend_from_slice(more);
    world("phase = \"combat\"", &[], &stands)
}

#[rule("VCOM-1", "VCOM-2", "VCOM-4", "VGAP-19")]
#[test]
fn both_sides_fire_in_the_attackers_order() {
    let mut w = lines();
    assert_eq!(w.seat(), Side::Union);
    let order = Vnb::read_order(&w.setup, "attack 0 with 2").unwrap();
    assert!(Vnb::check(&w.setup, &w.state, Side::Confederate, &order).is_err());
    w.play(&["attack {U} with {A}"], &[]);
    assert_eq!((w.waits(), w.seat()), ("answer", Side::Confederate));
    let events = w.play(&["answer {B}"], &[1, 1, 1, 1]);
    assert_eq!(
        events.iter().filter(|e| matches!(e, Event::Volley { .. })).count(),
        2,
        "the defender fires back"
    );
    assert_eq!(w.check("attack {T} with {A}"), "VGAP-19", "a stand attacks once");
    assert_eq!(w.check("attack {U} with {B}"), "VGAP-19", "a stand is chosen once");
    w.play(&["end"], &[]);
    // T was never chosen: it may fire at the end, and nobody answers.
    assert_eq!((w.waits(), w.seat()), ("last-fire", Side::Confederate));
    assert_eq!(w.check("fire {U} at {A}"), "VGAP-19");
    w.play(&["fire {T} at {B}"], &[6, 1]);
    assert_eq!(w.piece("B").sp, 3);
}

#[rule("VCOM-3", "VGAP-24")]
#[test]
fn fire_and_melee_in_one_combat() {
    let c = stand('u', "C", "bn", "sf", (30.0, 40.0, 180.0), "");
    let b =
        stand('u', "B", "ib", "rm", (33.0, 31.5, 270.0), "charged = { target = \"T\", from = [40.0, 31.5] }");
    let mut w = contact(&[b, c], "");
    w.play(&["attack {T} with {C}"], &[]);
    // T answers A: A 4 dice, B 4 dice, C 1 die (long range, 6 hits), T 4 dice.
    let events = w.play(&["answer {A}"], &[6, 1, 1, 1, 1, 1, 1, 1, 6, 6, 1, 1, 1]);
    assert!(
        events.iter().any(|e| matches!(e, Event::Won { side: Side::Union, tie: false })),
        "2 casualties to 1"
    );
    assert_eq!((w.piece("T").sp, w.piece("A").sp, w.piece("C").sp), (2, 3, 4));
    assert_eq!(w.level("C"), Level::Good, "who only fired is no part of the melee");
}

/// A 4 dice, T 4 dice: A wins by one casualty, or T does.
const A_WINS: [u8; 8] = [6, 1, 1, 1, 1, 1, 1, 1];
const T_WINS: [u8; 8] = [1, 1, 1, 1, 6, 1, 1, 1];

#[rule("VCOM-5")]
#[test]
fn a_melee_has_a_loser_and_fire_has_none() {
    let won = |events: &[Event]| {
        events.iter().find_map(|e| if let Event::Won { side, .. } = e { Some(*side) } else { None })
    };
    assert_eq!(won(&contact(&[], "").play(&["attack {T}"], &A_WINS)), Some(Side::Union));
    assert_eq!(won(&contact(&[], "").play(&["attack {T}"], &T_WINS)), Some(Side::Confederate));
    assert_eq!(won(&lines().play(&["attack {U} with {A}", "answer {B}"], &[6, 6, 1, 1])), None);
}

#[rule("VCOM-6")]
#[test]
fn losers_are_disordered_and_no_more() {
    let after = |t: &str| {
        let mut w = contact(&[], t);
        w.play(&["attack {T}"], &A_WINS);
        (w.level("T"), w.level("A"))
    };
    assert_eq!(after(""), (Level::Disordered, Level::Good));
    assert_eq!(after("state = \"disordered\"").0, Level::Disordered);
    assert_eq!(after("state = \"permanently-disordered\"").0, Level::PermanentlyDisordered);
}

#[rule("VCOM-7")]
#[test]
fn losers_retreat_at_once() {
    let mut w = contact(&[], "");
    w.play(&["attack {T}"], &A_WINS);
    assert_eq!((w.at("T"), w.at("A")), ((30.0, 39.5), (30.0, 28.5)));
    let mut fixed = contact(&[], "state = \"stationary\"");
    fixed.play(&["attack {T}"], &[6, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1]);
    assert!(!fixed.has("T", mark::STATIONARY), "the marker is lost on the way");
}

#[rule("VGAP-25")]
#[test]
fn chargers_that_lose_go_straight_back() {
    let mut w = contact(&[], "");
    w.play(&["attack {T}"], &T_WINS);
    assert_eq!((w.at("A"), w.facing("A")), ((30.0, 20.5), 0.0));
}

#[rule("VCOM-8")]
#[test]
fn the_winner_may_advance_before_the_next_stand_is_picked() {
    let mut w = contact(&[], "");
    w.play(&["attack {T}"], &A_WINS);
    assert_eq!((w.waits(), w.seat()), ("advance", Side::Union));
    let mut w = contact(&[], "");
    w.play(&["attack {T}"], &T_WINS);
    assert_eq!((w.waits(), w.seat()), ("advance", Side::Confederate), "the defender decides when he has won");
}

#[rule("VGAP-26")]
#[test]
fn an_advance_is_straight_ahead() {
    let mut w = contact(&[], "");
    w.play(&["attack {T}", "advance {A} 3.00"], &A_WINS);
    assert_eq!((w.at("A"), w.facing("A")), ((30.0, 31.5), 0.0));
}

#[rule("VGAP-25")]
#[test]
fn how_far_losers_retreat() {
    let beaten = |kind: &str, weapon: &str, more: &str, a: (&str, &str)| {
        let depth = if matches!(kind, "ib" | "cb") { 1.5 } else { 0.75 };
        let mut w = world(
            "phase = \"combat\"",
            &[],
            &[
                stand(
                    'u',
                    "A",
                    a.0,
                    a.1,
                    (30.0, 28.5, 0.0),
                    "charged = { target = \"T\", from = [30.0, 20.0] }",
                ),
                stand('c', "T", kind, weapon, (30.0, 30.0 + depth, 180.0), more),
            ],
        );
        let swings = w.pos().melee_dice(w.id("A"));
        let answers = w.pos().melee_dice(w.id("T"));
        let mut dice = vec![6];
        dice.extend(std::iter::repeat_n(1, usize::from(swings - 1 + answers)));
        w.play(&["attack {T}"], &dice);
        (w.at("T").1 - 30.0 - depth, w.has("T", mark::LIMBERED))
    };
    assert_eq!(beaten("ib", "rm", "", ("ib", "rm")), (8.0, false));
    assert_eq!(beaten("cb", "rc", "", ("cb", "rc")), (12.0, false));
    assert_eq!(beaten("cb", "rc", "guns = 1", ("cb", "rc")), (10.0, false));
    assert_eq!(beaten("bn", "sf", "", ("ib", "rm")), (8.0, true));
}

#[rule("VCOM-9")]
#[test]
fn contacts_must_be_fought() {
    let w = contact(&[], "");
    assert_eq!(w.check("end"), "VCOM-9");
    assert_eq!(lines().check("end"), "ok", "fire is voluntary");
}

#[rule("VCOM-30")]
#[test]
fn the_fallen_have_rolled_their_dice() {
    let mut w = contact(&[], "sp = 1");
    // A hits once, T hits once with its four dice although it falls.
    w.play(&["attack {T}"], &[6, 1, 1, 1, 6, 1, 1, 1]);
    assert!(!w.piece("T").on_table());
    assert_eq!(w.piece("A").sp, 3);
}

#[rule("VCOM-31", "VCOM-32", "VCOM-33")]
#[test]
fn ties_are_thrown_until_they_differ() {
    let mut w = contact(&[], "");
    let mut dice = vec![1; 8];
    // 3 against 3, then 2 against 5.
    dice.extend([3, 3, 2, 5]);
    let events = w.play(&["attack {T}"], &dice);
    assert!(events.iter().any(|e| matches!(e, Event::Won { side: Side::Confederate, tie: true })));
    assert_eq!(w.level("A"), Level::Disordered);
}

#[rule("VMISC-1")]
#[test]
fn the_army_commander_at_risk() {
    let start = || contact(&[leader('c', "Lee", "army", (30.0, 33.0), "attached = \"T\"")], "");
    let mut w = start();
    // Two casualties, one die: a 6 kills.
    w.play(&["attack {T}"], &[6, 6, 1, 1, 1, 1, 1, 1, 6]);
    assert!(!w.piece("Lee").on_table());
    let mut w = start();
    w.play(&["attack {T}"], &[6, 6, 1, 1, 1, 1, 1, 1, 5]);
    assert!(w.piece("Lee").on_table());
    assert!(w.at("Lee").1 > 40.0, "he goes along with his stand");
    // No casualty, no die.
    let mut w = start();
    w.play(&["attack {T}"], &[1, 1, 1, 1, 6, 1, 1, 1]);
    assert!(w.piece("Lee").on_table());
}

#[rule("VMISC-2")]
#[test]
fn commanders_go_along_or_are_overrun() {
    let start = |y: f64| contact(&[leader('c', "Hill", "division", (30.0, y), "")], "");
    let mut w = start(33.5 + 3.0);
    w.play(&["attack {T}", "decline"], &[6, 1, 1, 1, 1, 1, 1, 1]);
    assert_eq!(w.waits(), "follow");
    w.play(&["follow"], &[]);
    assert_eq!(w.at("Hill"), (30.0, 39.5));
    // Too far to go along, and reached by the advance.
    let mut w = contact(
        &[
            leader('c', "Hill", "division", (32.6, 32.0), ""),
            stand('c', "X", "ib", "rm", (60.0, 60.0, 0.0), ""),
        ],
        "",
    );
    w.play(&["attack {T}"], &[6, 1, 1, 1, 1, 1, 1, 1]);
    assert_eq!(w.waits(), "advance");
    w.play(&["advance {A} 3.00"], &[]);
    let lost = !w.piece("Hill").on_table() || w.waits() == "follow";
    assert!(lost, "he is asked to go along or is lost");
    if w.waits() == "follow" {
        w.play(&["decline"], &[]);
        assert!(w.piece("Hill").on_table() || w.state.phase == Phase::Movement);
    }
}

#[rule("VGAP-12")]
#[test]
fn stands_block_fire_but_not_sight() {
    let hill = feature("hill", &rect(20.0, 5.0, 40.0, 12.0), "");
    let w = |features: &[&str], friend: f64| {
        position(
            "",
            features,
            &[
                stand('u', "G", "bn", "rf", (30.0, 10.0, 0.0), ""),
                stand('u', "F", "ib", "rm", (30.0, friend, 0.0), ""),
                stand('c', "T", "ib", "rm", (30.0, 24.0, 180.0), ""),
            ],
        )
    };
    let rule = |w: &World| w.rule(json!({"ask": "fire", "by": "G", "at": "T"}));
    let level = w(&[], 17.0);
    assert_eq!(level.ask(json!({"ask": "visible", "from": "G", "to": "T"}))["visible"], json!(true));
    assert_eq!(rule(&level), "VGAP-12");
    assert_eq!(rule(&w(&[&hill], 17.0)), "ok", "from above, two inches clear of both");
    assert_eq!(rule(&w(&[&hill], 13.9)), "VGAP-12");
    assert_eq!(rule(&w(&[&hill], 19.6)), "VGAP-12");
}

#[rule("VGAP-17")]
#[test]
fn casualties_wear_a_stand_down() {
    let mut w = world(
        "phase = \"combat\"",
        &[],
        &[
            stand('u', "A", "ib", "cr", (30.0, 18.5, 0.0), "state = \"stationary\""),
            stand('c', "T", "ib", "sb", (30.0, 24.5, 180.0), ""),
            stand('c', "X", "ib", "sb", (60.0, 60.0, 180.0), ""),
        ],
    );
    w.play(&["decline"], &[]);
    w.play(&["attack {T} with {A}"], &[6, 6, 6, 6, 6, 1]);
    assert!(!w.piece("T").on_table());
    let division = w.setup.stand(w.id("T")).division as usize;
    assert_eq!(w.state.losses[division].total, 4, "surplus hits are lost");
}

#[rule("VGAP-30")]
#[test]
fn blocked_retreats_cost() {
    let river = feature("river", "line = [[0, 33], [60, 33]]", "");
    let mut stands = vec![
        stand('u', "A", "ib", "rm", (30.0, 28.5, 0.0), "charged = { target = \"T\", from = [30.0, 20.0] }"),
        stand('c', "T", "ib", "rm", (30.0, 31.5, 180.0), ""),
    ];
    // The front-edge centre of T is at y = 30: the river is 3 in behind it.
    let mut w = world("phase = \"combat\"", &[&river], &stands);
    w.play(&["attack {T}"], &[6, 1, 1, 1, 1, 1, 1, 1]);
    assert_eq!(w.piece("T").sp, 2, "one by the melee, one by the river");
    assert!((w.at("T").1 - 34.5).abs() < 0.03, "{:?}", w.at("T"));
    // No way back at all: an enemy right behind it.
    stands.push(stand('u', "B", "ib", "rm", (30.0, 34.6, 0.0), ""));
    let mut w = world("phase = \"combat\"", &[], &stands);
    w.play(&["attack {T}"], &[6, 1, 1, 1, 1, 1, 1, 1]);
    assert!(!w.piece("T").on_table());
}

#[rule("VGAP-53")]
#[test]
fn the_same_seed_rolls_the_same_dice() {
    let w = lines();
    let run = || {
        let mut dice = table::SeededDice::from_number(5);
        let mut dice = table::Recorder::new(&mut dice);
        let mut state = w.state.clone();
        for text in ["attack 3 with 0", "answer 1"] {
            Vnb::apply(
                &w.setup,
                &mut state,
                Side::Union,
                &Vnb::read_order(&w.setup, text).unwrap(),
                &mut dice,
                &mut table::NoLog,
            );
        }
        (dice.rolls, Vnb::fingerprint(&state))
    };
    let (a, b) = (run(), run());
    assert_eq!(a, b);
    assert!(a.0.iter().all(|r| !r.why.is_empty()), "every roll has its reason");
}

/// Strength lost by the Confederate division: in all, and this player turn.
fn lost(w: &World) -> (u16, u16) {
    let losses = w.state.losses[usize::from(w.setup.stand(w.id("T")).division)];
    (losses.total, losses.this_turn)
}

/// What a Confederate stand loses in a rout from contact at this place: its division's losses.
fn routed_at(y: f64) -> (u16, u16) {
    let charged = format!("charged = {{ target = \"T\", from = [30.0, {}] }}", y - 12.0);
    let w = position(
        "phase = \"rally\"",
        &[],
        &[
            stand('u', "A", "ib", "rm", (30.0, y - 3.0, 0.0), &charged),
            stand('c', "T", "ib", "rm", (30.0, y, 180.0), "sp = 3\nstate = \"disordered\""),
        ],
    );
    // Nobody rallies: the tests are rolled at once, a one for A and a six for T.
    let mut dice = table::ScriptedDice::new([1, 6]);
    let state = Vnb::start(&w.setup, &mut dice, &mut table::NoLog);
    lost(&World { setup: w.setup, state })
}

#[rule("VGAP-38")]
#[test]
fn losses_by_fire_count_and_are_of_this_turn_until_it_ends() {
    let fired = stand('u', "A", "ib", "cr", (30.0, 18.5, 0.0), "state = \"stationary\"");
    let target = stand('c', "T", "ib", "sb", (30.0, 24.5, 180.0), "");
    let other = stand('u', "B", "ib", "rm", (36.0, 18.5, 0.0), "");
    let more = stand('c', "V", "ib", "sb", (36.0, 24.5, 180.0), "");
    let mut w = world("phase = \"combat\"", &[], &[fired, target, other, more]);
    w.play(&["decline", "attack {T} with {A}"], &[6, 6, 1, 1, 1, 1]);
    assert_eq!(lost(&w), (2, 2));
    w.play(&["end"], &[]);
    while w.waits() == "last-fire" {
        w.play(&["end"], &[]);
    }
    assert_eq!((lost(&w), w.waits()), ((2, 0), "pick"), "the next player turn has begun");
}

#[rule("VGAP-38")]
#[test]
fn the_ridden_down_are_lost_whole() {
    let mut w = world(
        "",
        &[],
        &[
            stand('u', "H", "cb", "rc", (30.0, 12.0, 0.0), ""),
            leader('u', "L", "division", (30.0, 12.0), ""),
            stand('c', "T", "is", "rm", (30.0, 19.0, 180.0), "sp = 2"),
        ],
    );
    w.play(&["charge {H} {T} @0"], &[]);
    assert!(!w.piece("T").on_table());
    assert_eq!(lost(&w), (2, 2));
}

#[rule("VGAP-38")]
#[test]
fn a_rout_loses_one() {
    assert_eq!(routed_at(30.0), (1, 1));
}

#[rule("VGAP-38")]
#[test]
fn who_runs_off_the_table_is_lost_whole() {
    assert_eq!(routed_at(66.0), (3, 3));
}

#[rule("VGAP-38")]
#[test]
fn guns_and_commanders_do_not_count() {
    // Guns left in a marshy stream.
    let marsh = feature("marshy-stream", "line = [[0, 13], [60, 13]]", "");
    let mut w = world(
        "",
        &[&marsh],
        &[
            stand('u', "A", "ib", "rm", (30.0, 10.0, 0.0), "guns = 1"),
            leader('u', "L", "division", (30.0, 10.0), ""),
            stand('c', "T", "ib", "rm", (80.0, 60.0, 180.0), ""),
        ],
    );
    w.play(&["move {A} 30.00,14.00@0"], &[]);
    let union = usize::from(w.setup.stand(w.id("A")).division);
    assert_eq!((w.piece("A").guns, w.state.losses[union].total), (0, 0));
    // An army commander killed beside his stand: its two casualties and no more.
    let mut w = contact(&[leader('c', "Lee", "army", (30.0, 33.0), "attached = \"T\"")], "");
    w.play(&["attack {T}"], &[6, 6, 1, 1, 1, 1, 1, 1, 6]);
    assert!(!w.piece("Lee").on_table());
    assert_eq!(lost(&w).0, 2);
}
