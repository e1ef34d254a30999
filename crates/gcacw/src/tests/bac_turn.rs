//! Battle Above the Clouds, Advanced Game: the turn, its initiative and its insubordinate generals.

use serde_json::json;
use table::{Side, rule};

use super::world;
use super::world::{Game, World};

fn clouds(turns: u8) -> World {
    world().game("BAC", 1863).settings(&format!("advanced = true\nturns = {turns}"))
}

fn two() -> World {
    clouds(3).infantry("u", "Wood", "0303", 6, "").infantry("c", "Hill", "0909", 6, "command = \"P\"")
}

/// Who wins the initiative on these dice.
fn winner(dice: &[u8]) -> (&'static str, Side) {
    two().begin(dice).decides()
}

#[rule("GBAC-11", "GBAC-14", "GBAC-17")]
#[test]
fn who_wins_the_initiative() {
    assert_eq!(winner(&[4, 2]), ("initiative", Side::Union));
    assert_eq!(winner(&[2, 4]), ("initiative", Side::Confederate));
    assert_eq!(winner(&[2, 2]), ("initiative", Side::Union));
    assert_eq!(winner(&[3, 3]), ("initiative", Side::Union));
    assert_eq!(winner(&[6, 6]), ("initiative", Side::Confederate));
}

#[rule("GBAC-11")]
#[test]
fn who_has_nobody_rolls_too_and_passes() {
    let alone = clouds(3).infantry("u", "Wood", "0303", 6, "").begin(&[2, 5]);
    assert_eq!(alone.decides(), ("yielded-initiative", Side::Union), "the Confederates won and had to pass");
}

#[rule("GBAC-12", "GBAC-13", "GBAC-18")]
#[test]
fn two_ones_may_end_the_cycle() {
    for die in [1, 2, 3] {
        assert!(matches!(winner(&[1, 1, die]), ("recovery-work", _)), "{die}");
    }
    for die in [4, 5, 6] {
        assert_eq!(winner(&[1, 1, die]), ("initiative", Side::Union), "{die}");
    }
}

#[rule("GBAC-18")]
#[test]
fn two_passes_end_the_cycle_and_an_action_begins_it_anew() {
    let mut game = two().begin(&[5, 2]);
    game.give("pass", &[]);
    assert_eq!(game.decides(), ("yielded-initiative", Side::Confederate));
    let mut passed = game.state.clone();
    game.give("pass", &[]);
    assert!(matches!(game.asks(), "recovery-work"));
    std::mem::swap(&mut game.state, &mut passed);
    game.give("take", &[]).give("strategic Hill > 2", &[]);
    game.give("end", &[2, 6]);
    assert_eq!(game.decides(), ("initiative", Side::Confederate));
}

/// Polk and his corps facing Wood; Polk is with Hill.
fn quarrel() -> Game {
    let world = clouds(3)
        .infantry("u", "Wood", "0506", 6, "")
        .infantry("c", "Hill", "0505", 6, "command = \"P\"")
        .infantry("c", "Walker", "0909", 6, "command = \"W\"")
        .leader("c", "corps", "Polk", "P", "Hill", "tactical = 3\ncommand_value = 3")
        .leader("c", "corps", "Walker's corps", "W", "Walker", "tactical = 2\ncommand_value = 2");
    world.begin(&[4, 4])
}

fn march_attack(game: &Game) -> i64 {
    let answer = game.ask(json!({"ask": "attack", "unit": "Hill", "target": "0506", "type": "normal"}));
    answer["attacker_modifier"].as_i64().unwrap()
}

#[rule("GBAC-15", "GBAC-16", "G4.2-3")]
#[test]
fn a_corps_leader_may_disobey() {
    assert_eq!(quarrel().asks(), "insubordination");
    let mut game = quarrel();
    assert_eq!(game.seat(), Side::Union, "the Union player names him");
    let before = march_attack(&game);
    game.give("name Polk", &[2]);
    assert_eq!(march_attack(&game), before - 2);
    assert_eq!(game.decides(), ("initiative", Side::Confederate));
    game.give("take", &[]);
    assert_eq!(game.refused("assault Polk"), "G4.2-3");
    // On 5 nothing happens, and the Confederates have the initiative all the same.
    let mut game = quarrel();
    game.give("name Polk", &[5]);
    assert_eq!(march_attack(&game), before);
    assert_eq!(game.decides(), ("initiative", Side::Confederate));
    game.give("take", &[]);
    assert!(game.offers("assault Polk"));
}

#[rule("GBAC-15", "GBAC-16")]
#[test]
fn a_leader_is_tried_once_a_turn() {
    let mut game = quarrel();
    game.give("name Polk", &[3]);
    game.run_phase(&[5, 5], |play| play.initiative());
    assert_eq!(game.asks(), "insubordination");
    assert_eq!(game.refused("name Polk"), "G4.2-3");
    assert!(game.offers("name Walker's corps"));
    // It is over with the turn.
    game.state.insubordinate = 1;
    game.setup.turns = 1;
    game.run_phase(&[], |play| play.end_turn());
    assert_eq!(game.state.insubordinate, 0);
}

#[rule("GBAC-1", "GBAC-5", "GBAC-2")]
#[test]
fn the_phases_follow_each_other() {
    let game = two().begin(&[5, 2]);
    let phases: Vec<String> =
        game.told("phase").iter().map(|p| p["phase"].as_str().unwrap_or_default().to_owned()).collect();
    assert_eq!(
        phases,
        [
            "Random Events Phase",
            "Reinforcement Phase",
            "Off-Map Transfer Phase",
            "Leader Transfer Phase",
            "County Control Phase",
            "Attachment Phase",
            "Action Cycle",
        ]
    );
}

#[rule("GBAC-7")]
#[test]
fn leaders_transfer_within_ten_hexes() {
    let game = clouds(3)
        .infantry("c", "Hill", "0101", 6, "command = \"P\"")
        .infantry("c", "Near", "0111", 6, "command = \"P\"")
        .infantry("c", "Far", "0112", 6, "command = \"P\"")
        .leader("c", "corps", "Polk", "P", "Hill", "tactical = 3\ncommand_value = 3")
        .begin(&[]);
    assert_eq!(game.decides(), ("transfer-leaders", Side::Confederate));
    assert!(game.offers("transfer Polk > Near"), "ten hexes");
    assert_eq!(game.refused("transfer Polk > Far"), "G6.3-11", "eleven");
}

#[rule("GBAC-10")]
#[test]
fn substitutes_rejoin_up_to_fourteen() {
    let world = |manpower: u8| {
        clouds(3)
            .infantry("u", "Cooper", "0204", manpower, "")
            .infantry("u", "Cooper-2", "0204", 3, "fatigue = 2")
            .scenario("[[campaign.substitute]]\nunit = \"Cooper-2\"\nof = \"Cooper\"")
    };
    let rejoined = |manpower| {
        let mut game = world(manpower).begin(&[]);
        assert_eq!(game.offered(), ["rejoin Cooper-2", "done"]);
        game.give("rejoin Cooper-2", &[6, 1]);
        (game.unit("Cooper").manpower, game.unit("Cooper").fatigue)
    };
    assert_eq!(rejoined(8), (11, 2));
    assert_eq!(rejoined(13), (14, 2), "the largest Manpower of the game");
    // Without substitutes nobody is asked.
    assert_eq!(winner(&[4, 2]), ("initiative", Side::Union));
}
