//! Sequence of play and scale.

use table::{Ruleset, Side, rule};
use vnb::state::Phase;
use vnb::{Event, Vnb};

use crate::common::*;

fn two_sides() -> World {
    world(
        "turns = 3\nstarts = \"10:00\"",
        &[],
        &[
            stand('u', "A", "ib", "rm", (10.0, 10.0, 0.0), ""),
            stand('c', "B", "ib", "rm", (10.0, 60.0, 180.0), ""),
        ],
    )
}

#[rule("VSEQ-1")]
#[test]
fn a_player_turn_has_six_phases_in_order() {
    let mut w = two_sides();
    let mut events: Vec<Event> = Vec::new();
    let setup = &w.setup;
    let mut dice = table::ScriptedDice::new([]);
    let mut state = Vnb::start(setup, &mut dice, &mut events);
    Vnb::apply(setup, &mut state, Side::Union, &vnb::Order::End, &mut dice, &mut events);
    let phases: Vec<Phase> = events
        .iter()
        .filter_map(
            |e| if let Event::PhaseBegins { phase, side: Side::Union } = e { Some(*phase) } else { None },
        )
        .collect();
    assert_eq!(phases, Phase::TURN);
    assert!(Phase::TURN.windows(2).all(|w| w[0] < w[1]));
    w.play(&["end"], &[]);
    assert_eq!(w.state.phase, Phase::Movement);
}

#[rule("VSEQ-2", "VSEQ-3", "VSEQ-4")]
#[test]
fn players_take_turns_and_the_clock_advances() {
    let mut w = two_sides();
    assert_eq!((w.state.turn, w.state.phasing), (1, Side::Union));
    let order = Vnb::read_order(&w.setup, "move 1 10.00,50.00@180").unwrap();
    assert_eq!(Vnb::check(&w.setup, &w.state, Side::Confederate, &order).unwrap_err().rule.0, "VMOV-1");
    assert_eq!(w.check("move {B} 10.00,50.00@180"), "VSEQ-2");
    w.play(&["end"], &[]);
    assert_eq!((w.state.turn, w.state.phasing), (1, Side::Confederate));
    w.play(&["end"], &[]);
    assert_eq!((w.state.turn, w.state.phasing, w.state.phase), (2, Side::Union, Phase::Movement));
}

#[rule("VSEQ-2")]
#[test]
fn the_defender_does_not_rally_but_tests_morale() {
    let mut w = world(
        "phase = \"rally\"",
        &[],
        &[
            stand(
                'u',
                "A",
                "ib",
                "rm",
                (20.0, 20.0, 0.0),
                "charged = { target = \"D\", from = [20.0, 15.0] }",
            ),
            stand('c', "D", "ib", "rm", (20.0, 23.0, 180.0), ""),
            stand('c', "R", "ib", "rm", (60.0, 60.0, 0.0), "state = \"routed\"\ncorps = \"I\""),
            leader('c', "Corps", "corps", (60.0, 60.0), "corps = \"I\""),
            stand('u', "R2", "ib", "rm", (50.0, 5.0, 0.0), "state = \"routed\"\ncorps = \"I\""),
            leader('u', "UCorps", "corps", (50.0, 5.0), "corps = \"I\""),
        ],
    );
    assert_eq!(w.waits(), "rally");
    assert_eq!(w.check("rally {R} @0"), "VRAL-1");
    // Both stands in contact test: attacker first.
    let events = w.play(&["end"], &[1, 1]);
    let tested: Vec<&str> = events
        .iter()
        .filter_map(|e| if let Event::Tested { piece, .. } = e { Some(piece.as_str()) } else { None })
        .collect();
    assert_eq!(tested, ["A", "D"]);
}

#[rule("VSEQ-5", "VSEQ-6", "VSEQ-7")]
#[test]
fn scales_of_time_ground_and_strength() {
    let w = two_sides();
    assert_eq!(w.setup.clock(1), "10:00");
    assert_eq!(w.setup.clock(4), "13:00");
    assert_eq!((vnb::setup::yards(72), vnb::setup::yards(48), vnb::setup::yards(4)), (7200, 4800, 400));
    assert_eq!(vnb::setup::strength_of(2000, 0), 4);
    assert_eq!(vnb::setup::strength_of(0, 12), 2);
}
