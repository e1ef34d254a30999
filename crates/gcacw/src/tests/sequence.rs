//! 3.0 and 4.0: the turn, the Action Cycle, initiative.

use table::{Side, rule};

use super::world;
use super::world::{Game, World};
use crate::charts;
use crate::module::StrategicMovement;
use crate::{Code, Module};

const CORPS: &str = "tactical = 3\ncommand_value = 4";

/// Two divisions far apart: nobody has anything but a march to do in 1862.
fn armies(code: &'static str, year: u16) -> World {
    world().game(code, year).infantry("u", "Ward", "0202", 5, "").infantry("c", "Bate", "1010", 5, "")
}

fn plain() -> World {
    armies("SJW", 1862)
}

/// Runs a march in place of the unit: its die, then the dice of the next Initiative Segment.
fn stand_still(game: &mut Game, unit: &str, next: &[u8]) {
    game.give(&format!("march {unit}"), &[3]);
    game.give("steady", &[]);
    game.give("end", next);
}

fn phases(game: &Game) -> Vec<String> {
    game.told("phase").iter().map(|data| data["phase"].as_str().unwrap().to_owned()).collect()
}

fn ends_cycle(game: &Game) -> bool {
    phases(game).contains(&"Recovery Phase".to_owned())
}

#[rule("G3.0-1", "G3.0-2", "G3.0-7", "G4.4-4")]
#[test]
fn a_turn_has_five_steps_in_order() {
    let eventful = plain().settings("random_events = true\nevents = { 7 = \"heat\" }");
    let mut game = eventful.begin(&[3, 4, 6, 1]);
    assert!(game.state.skies.heat, "row 7");
    game.give("pass", &[]).give("pass", &[]);
    // Both sides entrench in the Recovery Phase, the Union first, once.
    game.give("done", &[]).give("done", &[1, 1, 6, 1]);
    let five = [
        "Random Events Phase",
        "Leader Transfer Phase",
        "Action Cycle",
        "Recovery Phase",
        "Turn Indication Phase",
    ];
    assert_eq!(phases(&game)[..5], five);
    assert_eq!(phases(&game)[5..], five[..3], "and the next turn begins again");
    assert_eq!(game.state.turn, 2);
    // Without the flag no event is rolled and the turn begins with the leaders.
    let game = plain().begin(&[6, 1]);
    assert_eq!(phases(&game), ["Leader Transfer Phase", "Action Cycle"]);
}

#[rule("G3.0-3", "G3.0-4")]
#[test]
fn two_dice_find_the_event() {
    let rows = [("2", [1, 1]), ("7", [3, 4]), ("12", [6, 6])];
    for (row, dice) in rows {
        let world = plain().settings(&format!("random_events = true\nevents = {{ {row} = \"heat\" }}"));
        let game = world.begin(&[dice[0], dice[1], 6, 1]);
        assert!(game.state.skies.heat, "row {row}");
        assert_eq!(game.told("event")[0]["row"], dice[0] + dice[1]);
    }
    let other = plain().settings("random_events = true\nevents = { 7 = \"heat\" }").begin(&[2, 4, 6, 1]);
    assert!(!other.state.skies.heat);
    assert!(plain().settings("random_events = true").faults().contains("needs a table"));
    assert!(
        plain().settings("random_events = true\nevents = { 13 = \"heat\" }").faults().contains("row 2 to 12")
    );
}

#[rule("G3.0-5", "G6.3-9")]
#[test]
fn leaders_transfer_only_in_their_phase() {
    let led = || {
        plain()
            .infantry("u", "Geary", "0203", 5, "command = \"XX\"")
            .infantry("u", "Butterfield", "0303", 5, "command = \"XX\"")
            .leader("u", "corps", "Hooker", "XX", "Geary", CORPS)
    };
    let mut game = led().begin(&[]);
    assert_eq!(game.decides(), ("transfer-leaders", Side::Union));
    assert!(game.offers("transfer Hooker > Butterfield"));
    game.give("done", &[6, 1]);
    let order = "transfer Hooker > Butterfield";
    assert_eq!(game.refused(order), "G4.2-11");
    game.give("take", &[]);
    assert_eq!(game.refused(order), "G4.3-1");
    game.give("march Ward", &[3]);
    assert_eq!(game.refused(order), "G5.1-17");
    game.give("steady", &[]);
    assert_eq!(game.refused(order), "G5.1-20");
    game.give("end", &[6, 1]).give("pass", &[]).give("pass", &[]);
    assert_eq!(game.decides(), ("recovery-work", Side::Union));
    assert_eq!(game.refused(order), "G8-2");
}

#[rule("G3.0-6", "G4.1-1", "G4.4-1")]
#[test]
fn action_phases_follow_each_other_until_both_pass_in_one() {
    let mut game = plain().begin(&[1, 6]);
    game.give("take", &[]);
    stand_still(&mut game, "Bate", &[6, 1]);
    // The next thing is an initiative roll, not another action.
    assert_eq!(game.decides(), ("initiative", Side::Union));
    assert_eq!(game.refused("march Bate"), "G4.2-11");
    game.give("take", &[]);
    stand_still(&mut game, "Ward", &[6, 1]);
    game.give("pass", &[]).give("pass", &[6, 1]);
    assert!(ends_cycle(&game));
    assert_eq!((game.told("initiative").len(), game.state.turn), (4, 2), "three, and the first of turn 2");
}

#[rule("G3.0-8")]
#[test]
fn the_turn_marker_advances_to_the_last_box() {
    let mut game = plain().settings("turns = 2").begin(&[6, 1]);
    game.give("pass", &[]).give("pass", &[]).give("done", &[]).give("done", &[6, 1]);
    assert_eq!(game.state.turn, 2);
    game.give("pass", &[]).give("pass", &[]).give("done", &[]).give("done", &[]);
    assert!(game.state.outcome.is_some(), "the scenario is over after turn 2 of 2");
    assert_eq!(game.asks(), "over");
}

#[rule("G3.0-9")]
#[test]
fn a_scenario_can_borrow_a_reinforcement_phase() {
    let late = "[[unit]]\nside = \"union\"\nname = \"Late\"\narm = \"infantry\"\nmanpower = 4\narrives = { turn = \
                1, hexes = [\"0101\", \"0102\"] }";
    let mut game = plain().scenario(late).begin(&[]);
    assert_eq!(game.decides(), ("arrival", Side::Union));
    game.give("place Late > 0102", &[6, 1]);
    assert_eq!(phases(&game), ["Reinforcement Phase", "Leader Transfer Phase", "Action Cycle"]);
    assert_eq!(game.at("Late"), "0102");
    assert!(!phases(&plain().begin(&[6, 1])).contains(&"Reinforcement Phase".to_owned()));
}

fn names(game: &Game, turn: u8) -> Vec<&'static str> {
    game.setup.sequence(turn).iter().map(|phase| phase.name()).collect()
}

#[rule("G3.0-10")]
#[test]
fn hoods_advanced_turn() {
    let game = armies("HSN", 1864).settings("advanced = true\nturns = 30").set();
    let tail = ["Leader Transfer Phase", "Attachment Phase", "Action Cycle", "Recovery Phase"];
    let first = [&tail[..], &["Victory Point Phase", "Turn Indication Phase"]].concat();
    assert_eq!(names(&game, 1), first);
    let fourteenth = [
        &["Winter Weather Phase", "Random Events Phase", "Union Reinforcement Phase"],
        &tail[..],
        &["Union Cavalry Phase", "Victory Point Phase", "Turn Indication Phase"],
    ]
    .concat();
    assert_eq!(names(&game, 14), fourteenth);
    let fifth = ["Random Events Phase", "Union Manpower Enhancement Phase", "Union Reinforcement Phase"];
    assert_eq!(names(&game, 5)[..3], fifth);
    assert!(!names(&game, 10).contains(&"Union Manpower Enhancement Phase"));
    for turn in 1..=30 {
        let comes = names(&game, turn).contains(&"Confederate Reinforcement Phase");
        assert_eq!(comes, turn == 10 || turn >= 24, "turn {turn}");
    }
    // The turn runs by that list; the Basic Game keeps the plain one.
    let begun = armies("HSN", 1864).settings("advanced = true").begin(&[6, 1]);
    assert_eq!(phases(&begun), tail[..3]);
    assert_eq!(names(&armies("HSN", 1864).set(), 14).len(), 4);
}

#[rule("G3.0-11")]
#[test]
fn the_advanced_turn_above_the_clouds() {
    let game = armies("BAC", 1863).settings("advanced = true\nturns = 8").set();
    let usual = [
        "Random Events Phase",
        "Reinforcement Phase",
        "Off-Map Transfer Phase",
        "Leader Transfer Phase",
        "County Control Phase",
        "Attachment Phase",
        "Action Cycle",
        "Recovery Phase",
        "Turn Indication Phase",
    ];
    assert_eq!(names(&game, 3), usual);
    let cycle =
        |turn| -> Vec<&str> { names(&game, turn).into_iter().filter(|n| n.contains("Cycle,")).collect() };
    let segments = [
        "Strategic Cycle, Off-Map Segment",
        "Strategic Cycle, VP Segment",
        "Strategic Cycle, Supply Segment",
    ];
    assert_eq!(cycle(4), segments);
    assert_eq!(cycle(8), segments[..2], "no supply on the last turn");
    assert!(cycle(3).is_empty());
}

#[rule("G4.0-1")]
#[test]
fn after_the_cycle_nobody_acts_before_the_next_turn() {
    let mut game = plain().begin(&[6, 1]);
    game.give("pass", &[]).give("pass", &[]);
    for order in ["take", "march Ward", "pass"] {
        assert_eq!(game.refused(order), "G8-2");
    }
    game.give("done", &[]).give("done", &[6, 1]);
    assert_eq!(game.state.turn, 2);
    assert!(game.offers("take"));
}

#[rule("G4.2-1")]
#[test]
fn the_higher_die_wins() {
    assert_eq!(plain().begin(&[5, 3]).decides(), ("initiative", Side::Union));
    assert_eq!(plain().begin(&[2, 6]).decides(), ("initiative", Side::Confederate));
}

#[rule("G4.2-2", "G4.2-4")]
#[test]
fn ties_are_the_confederates_in_most_games() {
    for module in crate::MODULES {
        if module.code == Code::Bac {
            continue;
        }
        for die in 1..=6 {
            let game = armies(module.code.word(), module.year).begin(&[die, die]);
            // All six rows of Atlanta Is Ours are ours.
            let winner = if module.code == Code::Aio && die <= 3 { Side::Union } else { Side::Confederate };
            assert_eq!(game.decides(), ("initiative", winner), "{} {die}", module.name);
        }
    }
    let own = armies("AIO", 1864)
        .settings("ties = [\"confederate\", \"union\", \"union\", \"union\", \"union\", \"union\"]");
    assert_eq!(own.begin(&[1, 1]).decides(), ("initiative", Side::Confederate));
    assert!(plain().settings("ties = [\"union\"]").faults().contains("expected 6"));
}

/// Chickamauga with a quarrelsome corps leader.
fn clouds() -> World {
    world()
        .game("BAC", 1863)
        .infantry("u", "Ward", "0202", 5, "")
        .infantry("c", "Cheatham", "1010", 5, "command = \"P\"")
        .leader("c", "corps", "Polk", "P", "Cheatham", CORPS)
}

#[rule("G4.2-3", "G4.2-4")]
#[test]
fn ties_above_the_clouds() {
    let tied = |die: u8, more: &[u8]| {
        let mut dice = vec![die, die];
        dice.extend(more);
        clouds().begin(&dice)
    };
    assert_eq!(tied(2, &[]).decides(), ("initiative", Side::Union));
    assert_eq!(tied(3, &[]).decides(), ("initiative", Side::Union));
    assert_eq!(tied(6, &[]).decides(), ("initiative", Side::Confederate));
    for die in [4, 5] {
        let mut game = tied(die, &[]);
        assert_eq!((game.asks(), game.seat()), ("insubordination", Side::Union));
        game.give("name Polk", &[5]);
        assert_eq!(game.decides(), ("initiative", Side::Confederate));
        assert_eq!(game.state.insubordinate, 0);
        let mut game = tied(die, &[]);
        game.give("name Polk", &[3]);
        assert_ne!(game.state.insubordinate, 0);
    }
    // Ours: ones end the cycle on a further 1 to 3, else the Union player wins.
    assert!(ends_cycle(&tied(1, &[3])));
    assert_eq!(tied(1, &[4]).decides(), ("initiative", Side::Union));
}

#[rule("G4.2-5")]
#[test]
fn in_hoods_advanced_game_the_army_initiative_decides() {
    let tied = |army: &str, die: u8| {
        let world = armies("HSN", 1864).settings(&format!("advanced = true\narmy_initiative = \"{army}\""));
        world.begin(&[die, die]).decides()
    };
    for die in 1..=6 {
        assert_eq!(tied("union", die), ("initiative", Side::Union));
        assert_eq!(tied("confederate", die), ("initiative", Side::Confederate));
        let neutral = if die <= 3 { Side::Union } else { Side::Confederate };
        assert_eq!(tied("neutral", die), ("initiative", neutral));
    }
    // The Basic Game has no army initiative, nor has another game.
    assert!(
        armies("HSN", 1864).settings("army_initiative = \"union\"").faults().contains("no army initiative")
    );
    let other = armies("GTC", 1864).settings("advanced = true\narmy_initiative = \"union\"");
    assert!(other.faults().contains("no army initiative"));
}

#[rule("G4.2-6")]
#[test]
fn the_winning_die_is_kept_until_the_phase_ends() {
    let mut game = armies("OTR", 1862).begin(&[5, 2]);
    assert_eq!((game.state.active, game.state.initiative_die), (Side::Union, Some(5)));
    game.give("take", &[]);
    game.give("march Ward", &[3]).give("steady", &[]);
    assert_eq!(game.state.initiative_die, Some(5));
    game.give("end", &[1, 4]);
    assert_eq!((game.state.active, game.state.initiative_die), (Side::Confederate, Some(4)));
}

#[rule("G4.2-8", "G4.4-3")]
#[test]
fn without_an_eligible_enemy_nobody_rolls() {
    let mut game = world()
        .game("SJW", 1862)
        .infantry("u", "Ward", "0202", 5, "fatigue = 4")
        .infantry("c", "Bate", "1010", 5, "fatigue = 2")
        .begin(&[]);
    assert_eq!(game.decides(), ("initiative", Side::Confederate));
    assert!(game.told("initiative").is_empty());
    game.give("pass", &[6, 1]);
    assert!(ends_cycle(&game), "the Union is not asked");
}

#[rule("G4.2-9")]
#[test]
fn where_ties_matter_both_roll_all_the_same() {
    let ties = "ties = [\"may-end\", \"union\", \"union\", \"union\", \"union\", \"confederate\"]";
    for world in [clouds(), plain().settings(ties)] {
        let mut game = world.set();
        let ward = game.id("Ward");
        game.state.unit_mut(ward).fatigue = 4;
        game.run_phase(&[6, 2], |play| play.initiative());
        assert_eq!(game.decides(), ("yielded-initiative", Side::Confederate), "the Union wins and must pass");
        assert!(game.offers("take") && game.offers("pass"));
    }
}

#[rule("G4.2-10")]
#[test]
fn a_unit_is_eligible_by_its_fatigue() {
    let eligible = |keys: &str, option: &str| {
        let game = world()
            .game("SJW", 1862)
            .settings(&format!("optional = [{option}]"))
            .infantry("u", "Ward", "0202", 5, keys)
            .set();
        game.pos().is_eligible(Side::Union)
    };
    let on = "\"fatigue-4-march\"";
    assert!(eligible("fatigue = 3", ""));
    assert!(!eligible("fatigue = 4", "") && eligible("fatigue = 4", on));
    assert!(!eligible("fatigue = 4\ndisorganized = true", on));
    assert!(eligible("fatigue = 3\ndisorganized = true", ""));
}

#[rule("G4.2-11", "G4.3-1", "G4.3-2")]
#[test]
fn who_takes_the_initiative_must_act_once() {
    use table::{Ruleset, Viewer};
    let mut game = plain().begin(&[6, 1]);
    game.give("take", &[]);
    for order in ["pass", "done", "end"] {
        assert_eq!(game.refused(order), "G4.3-1");
    }
    assert_eq!(game.offered(), ["march Ward"]);
    assert_eq!(game.refused("march Bate"), "G4.3-2");
    game.give("march Ward", &[3]);
    let view = crate::Gcacw::view(&game.setup, &game.state, Viewer::Referee).erase().to_value();
    assert_eq!((&view["active"]["piece"], &view["initiative"]), (&"Ward".into(), &"union".into()));
    game.give("steady", &[]).give("end", &[6, 1]);
    assert_eq!(game.refused("march Ward"), "G4.2-11");
    let mut game = plain().begin(&[6, 1]);
    game.give("pass", &[]);
    assert_eq!(game.decides(), ("yielded-initiative", Side::Confederate));
}

#[rule("G4.2-12")]
#[test]
fn the_loser_takes_what_is_yielded_or_ends_the_cycle() {
    let mut game = plain().begin(&[6, 1]);
    game.give("pass", &[]).give("take", &[]);
    assert_eq!((game.asks(), game.seat()), ("choose-action", Side::Confederate));
    assert_eq!(game.offered(), ["march Bate"]);
    let mut game = plain().begin(&[6, 1]);
    game.give("pass", &[]).give("pass", &[]);
    assert!(ends_cycle(&game));
}

#[rule("G4.2-13", "G4.4-1")]
#[test]
fn a_pass_does_not_last() {
    let mut game = plain().begin(&[6, 1]);
    game.give("pass", &[]).give("take", &[]);
    stand_still(&mut game, "Bate", &[4, 1]);
    assert_eq!(game.decides(), ("initiative", Side::Union));
    game.give("take", &[]);
    stand_still(&mut game, "Ward", &[1, 4]);
    // Passes in two different phases do not add up.
    game.give("pass", &[]);
    assert_eq!(game.decides(), ("yielded-initiative", Side::Union));
    assert!(!ends_cycle(&game));
}

#[rule("G4.4-2")]
#[test]
fn when_nobody_can_act_the_cycle_is_over() {
    let mut game = world()
        .game("SJW", 1862)
        .infantry("u", "Ward", "0202", 5, "fatigue = 3\ndisorganized = true")
        .infantry("c", "Bate", "1010", 5, "fatigue = 4")
        .begin(&[]);
    game.give("take", &[]).give("march Ward", &[3, 1]);
    // Ward is at 4 now: no roll, straight to recovery, and the next turn.
    game.give("end", &[6, 1]);
    assert!(ends_cycle(&game));
    assert_eq!(game.told("initiative").len(), 1, "that of turn 2");
}

#[rule("G6.0-1", "G6.0-2")]
#[test]
fn the_strategic_movement_table() {
    // Levels 2, 3, 4; infantry, cavalry, wagons; under command paralysis.
    let confederate =
        [[(14, 12), (24, 20), (12, 10)], [(21, 18), (36, 30), (18, 15)], [(28, 24), (48, 40), (24, 20)]];
    let union =
        [[(12, 10), (22, 18), (10, 8)], [(18, 15), (33, 27), (15, 12)], [(24, 20), (44, 36), (20, 16)]];
    assert_eq!(charts::STRATEGIC_MOVEMENT, [union, confederate]);
}

#[rule("G6.0-3")]
#[test]
fn strategic_movement_exists_in_four_games() {
    let games = |kind| -> Vec<&str> {
        crate::MODULES.iter().filter(|m| m.strategic_movement == kind).map(|m| m.code.word()).collect()
    };
    assert_eq!(games(StrategicMovement::Common), ["GTC", "BAC", "AIO"]);
    assert_eq!(games(StrategicMovement::OwnTable), ["OTR"]);
    let allowance =
        |code, advanced| charts::strategic_allowance(Module::of(code), advanced, Side::Union, 2, 0, false);
    assert_eq!(allowance(Code::Bac, true), Some(12));
    assert_eq!(allowance(Code::Bac, false), None, "not in the Basic Game");
    assert_eq!((allowance(Code::Hsn, true), allowance(Code::Otr, true)), (None, None));
}

#[rule("G6.0-5")]
#[test]
fn railroads_tire_by_distance() {
    for (hexes, fatigue) in [(1, 1), (13, 1), (14, 2), (26, 2), (27, 3), (40, 3)] {
        assert_eq!(charts::railroad_fatigue(hexes), Some(fatigue), "{hexes}");
    }
    assert_eq!((charts::railroad_fatigue(0), charts::railroad_fatigue(41)), (None, None));
}
