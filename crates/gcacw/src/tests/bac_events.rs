//! Battle Above the Clouds, Advanced Game: the random events of scenarios 8 and 9.

use table::{Side, rule};

use super::world;
use super::world::{Game, World};
use crate::assault::Assault;
use crate::combat::Attack;
use crate::order::AttackType;
use crate::setup::UnitSet;

fn scenario(number: u8) -> World {
    world()
        .game("BAC", 1863)
        .settings("advanced = true\nturns = 20")
        .scenario(&format!("[campaign]\nrules = \"bac-{number}\""))
}

/// The position after the event that two dice find, with whatever it rolls itself.
fn after(world: World, turn: u8, dice: &[u8]) -> Game {
    let mut game = world.set();
    game.state.turn = turn;
    game.run(dice, |play| {
        play.campaign_event();
    });
    game
}

fn names(number: u8) -> Vec<String> {
    let game = scenario(number).infantry("u", "A", "0505", 6, "").set();
    let rows = &game.setup.campaign.as_ref().unwrap().events;
    (2..=12).map(|dice| rows[game.pos().event_row(dice).unwrap()].name.clone()).collect()
}

#[rule("GBAC-29", "GBAC-2")]
#[test]
fn the_events_of_scenario_eight() {
    assert_eq!(
        names(8),
        [
            "Rain (Current+1)",
            "Delay Confederate Reinforcements",
            "Rain",
            "Anti-Bragg Talk",
            "Stanley",
            "Command Paralysis",
            "Accelerate Confederate Reinforcements",
            "Beat the Federals",
            "Delay Confederate Reinforcements",
            "Cache of Flatboats",
            "Local Guide",
        ]
    );
    let game = after(scenario(8).infantry("u", "A", "0505", 6, ""), 3, &[3, 4, 2, 2]);
    assert_eq!(game.told("event")[0]["name"], "Command Paralysis");
}

#[rule("GBAC-31", "GBAC-2")]
#[test]
fn the_events_of_scenario_nine() {
    assert_eq!(
        names(9),
        [
            "Rain (Current+3)",
            "Quarles & Baldwin",
            "Cheatham",
            "Rain (Current)",
            "Accelerate Reinforcements",
            "Anti-Bragg Talk",
            "Delay Reinforcements",
            "Rain (Current)",
            "Command Paralysis",
            "Stanley",
            "Beat the Federals",
        ]
    );
    let game = after(scenario(9).infantry("u", "A", "0505", 6, ""), 3, &[3, 4]);
    assert_eq!(game.told("event")[0]["name"], "Anti-Bragg Talk");
}

#[rule("GBAC-30", "GBAC-29", "GBAC-31")]
#[test]
fn how_long_it_rains() {
    let rain = |number, dice: &[u8]| {
        let game = after(scenario(number).infantry("u", "A", "0505", 6, ""), 3, dice);
        let skies = game.state.skies;
        (skies.rain_until, skies.minor_unfordable_until, skies.major_unfordable_until)
    };
    assert_eq!(rain(8, &[1, 3]), (3, 0, 4), "today only; the major rivers until tomorrow");
    assert_eq!(rain(8, &[1, 1]), (4, 4, 5));
    assert_eq!(rain(9, &[1, 1]).0, 6);
    assert_eq!((rain(9, &[2, 3]), rain(9, &[4, 5])), ((3, 0, 4), (3, 0, 4)));
}

#[rule("GBAC-32")]
#[test]
fn a_paralysed_command_moves_less() {
    let world = || scenario(8).infantry("c", "A", "0505", 6, "").infantry("u", "B", "1010", 6, "");
    // The event, then the Union die 4 and the Confederate die 1.
    let mut game = after(world(), 3, &[3, 4, 4, 1]);
    assert_eq!(game.state.campaign.today.paralysed, Some(Side::Confederate));
    let (a, b) = (game.id("A"), game.id("B"));
    assert_eq!(game.pos().strategic_allowance(a, 2), Some(12), "instead of 14");
    assert_eq!(game.pos().strategic_allowance(b, 2), Some(12), "the Union is as always");
    game.acting(Side::Confederate).give("march A", &[3]);
    assert_eq!(game.state.march().unwrap().mp, 6, "3 + 1 - 1 MP");
    let tie = after(world(), 3, &[3, 4, 3, 3]);
    assert_eq!(tie.state.campaign.today.paralysed, None);
}

/// Bragg with Hill, Polk's corps, and a Union division next to them.
fn bragg(number: u8) -> World {
    scenario(number)
        .infantry("c", "Hill", "0505", 6, "command = \"P\"")
        .infantry("u", "Foe", "0506", 6, "command = \"XX\"")
        .leader("c", "army", "Bragg", "T", "Hill", "command_value = 3")
        .leader("c", "corps", "Polk", "P", "Hill", "tactical = 3\ncommand_value = 3")
}

#[rule("GBAC-35")]
#[test]
fn nobody_follows_bragg_in_a_grand_assault() {
    let refusal = |game: &Game| {
        let assault = Assault {
            leader: game.leader_id("Polk"),
            hex: game.hex("0505"),
            selected: UnitSet::EMPTY,
            kept: UnitSet::EMPTY,
            joined: UnitSet::EMPTY,
            number: 0,
            lee: false,
            grand: false,
            grand_tried: false,
        };
        game.pos().may_try_grand(&assault, game.hex("0506"), game.leader_id("Bragg")).unwrap_err().rule.0
    };
    assert_eq!(refusal(&after(bragg(8), 3, &[1, 4])), "GBAC-35");
    assert_eq!(refusal(&after(bragg(9), 3, &[3, 4])), "GBAC-35");
    let mut game = after(bragg(8), 3, &[1, 4]);
    game.state.campaign.begin_turn();
    assert_ne!(refusal(&game), "GBAC-35", "the next day it is over");
}

fn stanley(as_leader: bool) -> World {
    let name = if as_leader { "Crook" } else { "Stanley" };
    let world = scenario(8)
        .infantry("u", name, "0505", 6, "command = \"S\"\ntactical = 4")
        .infantry("u", "Wood", "0505", 6, "command = \"S\"\ntactical = 1")
        .infantry("c", "Foe", "0506", 6, "tactical = 2");
    if as_leader {
        world.leader("u", "corps", "D.S. Stanley", "S", "Wood", "tactical = 5\ncommand_value = 3")
    } else {
        world
    }
}

/// The tactical difference of Foe's attack on 0505.
fn difference(game: &Game) -> i16 {
    let attack = Attack::march(game.id("Foe"), game.hex("0506"), game.hex("0505"), AttackType::Normal);
    let sum = game.pos().combat_sum(&attack);
    sum.attacker.iter().find(|m| m.name == "tactical difference").map_or(0, |m| m.value)
}

#[rule("GBAC-36")]
#[test]
fn stanley_is_ill() {
    // The leader: 2 against 5, then against the best of the units, 4.
    let mut game = stanley(true).set();
    assert_eq!(difference(&game), -3);
    let well = game.pos().may_activate(game.leader_id("D.S. Stanley"));
    assert!(well.is_ok());
    game.state.turn = 4;
    game.run(&[3, 3], |play| {
        play.campaign_event();
    });
    assert_eq!(difference(&game), -2);
    game.acting(Side::Union);
    assert_eq!(game.refused("activate D.S. Stanley"), "GBAC-36");
    assert_eq!(game.refused("assault D.S. Stanley"), "GBAC-36");
    // The unit: it does not march, and its 4 does not count.
    let mut game = after(stanley(false), 4, &[3, 3]);
    assert_eq!(difference(&game), 1);
    game.acting(Side::Union);
    assert_eq!(game.refused("march Stanley"), "GBAC-36");
    assert!(game.offers("march Wood"));
    // Without the counter nothing happens.
    let game = after(bragg(8), 4, &[3, 3]);
    assert_eq!((game.state.campaign.today.idle_leader, game.state.campaign.today.idle_unit), (None, None));
}

#[rule("GBAC-37")]
#[test]
fn one_attack_may_have_a_bonus() {
    let mut game = after(bragg(8), 3, &[4, 5]);
    let attack = |game: &Game| {
        let attack = Attack::march(game.id("Hill"), game.hex("0505"), game.hex("0506"), AttackType::Normal);
        game.pos().combat_sum(&attack).attacker_modifier()
    };
    let plain = attack(&game);
    game.marching("Hill", 6).give("attack 0506", &[]).give("normal", &[]);
    assert_eq!(game.decides(), ("attack-bonus", Side::Confederate));
    assert_eq!(game.seat(), Side::Confederate);
    assert_eq!(game.offered(), ["bonus", "done"]);
    // The dice fall; the next attack has no bonus, and none is offered.
    game.give("bonus", &[1, 6]);
    assert_eq!(attack(&game), plain);
    assert_eq!((game.state.campaign.today.bonus, game.state.campaign.today.bonus_now), (None, 0));
    assert_eq!(game.told("combat")[0]["attacker_modifier"], plain + 1);
    // Kept for later, it is offered again; and never to the Union.
    let mut game = after(bragg(8), 3, &[4, 5]);
    let mut kept = game.copy();
    kept.marching("Hill", 6).give("attack 0506", &[]).give("normal", &[]).give("done", &[1, 6]);
    assert!(kept.state.campaign.today.bonus.is_some());
    game.marching("Foe", 6).give("attack 0505", &[]).give("normal", &[1, 6]);
    assert!(game.state.campaign.today.bonus.is_some());
}

fn river() -> World {
    scenario(8)
        .terrain("city", &["0506"])
        .water("major-river", &["0505/0506", "0505/0605", "0405/0506"])
        .infantry("u", "A", "0505", 8, "")
        .infantry("u", "B", "0405", 8, "")
}

#[rule("GBAC-38")]
#[test]
fn flatboats_carry_one_unit_over() {
    let mut game = after(river(), 3, &[5, 6]);
    game.marching("A", 6);
    assert_eq!(game.refused("move 0506"), "G6.2-10", "there is no crossing");
    assert_eq!(game.refused("boats 0504"), "GBAC-38", "there is no river");
    game.give("boats 0506", &[]);
    assert_eq!(game.at("A"), "0506");
    assert_eq!(game.state.march().unwrap().mp, 4, "2 for the city and 2 for the boats: 4 of 6 MP");
    game.marching("B", 6);
    assert_eq!(game.refused("boats 0506"), "GBAC-38", "the boats are gone");
    // Not into an enemy zone of control, and not for the guns or the other side.
    let mut watched = after(river().infantry("c", "Foe", "0507", 4, ""), 3, &[5, 6]);
    watched.marching("A", 6);
    assert_eq!(watched.refused("boats 0506"), "GBAC-38");
    let guns = scenario(8).water("major-river", &["0505/0506"]).unit("u", "artillery", "Guns", "0505", 3, "");
    let mut guns = after(guns, 3, &[5, 6]);
    guns.marching("Guns", 6);
    assert_eq!(guns.refused("boats 0506"), "GBAC-38");
    let rebel = scenario(8).water("major-river", &["0505/0506"]).infantry("c", "Rebel", "0505", 3, "");
    let mut rebel = after(rebel, 3, &[5, 6]);
    rebel.marching("Rebel", 6);
    assert_eq!(rebel.refused("boats 0506"), "GBAC-38");
    // Where a bridge or a ford is, nobody needs boats.
    let forded = river().crossing("ford", "0505/0506");
    let mut forded = after(forded, 3, &[5, 6]);
    forded.marching("A", 6);
    assert_eq!(forded.refused("boats 0506"), "GBAC-38");
}

#[rule("GBAC-39")]
#[test]
fn a_guide_leads_one_march() {
    let world = || scenario(8).infantry("u", "A", "0505", 6, "").infantry("c", "B", "1010", 6, "");
    let mut game = after(world(), 3, &[6, 6, 5, 2]);
    assert_eq!(game.state.campaign.today.guide, Some((Side::Union, 2)));
    game.marching("A", 3).give("guide", &[]);
    assert_eq!(game.state.march().unwrap().mp, 10, "5 MP");
    assert_eq!(game.refused("guide"), "GBAC-39");
    // Ties are rolled again; the other side has no guide, and he comes from the start or not at all.
    let mut game = after(world(), 3, &[6, 6, 3, 3, 2, 5]);
    game.marching("A", 3);
    assert_eq!(game.refused("guide"), "GBAC-39");
    game.marching("B", 6).give("move 1011", &[]);
    assert_eq!(game.refused("guide"), "GBAC-39");
}

const CHEATHAM: &str = "[[leader]]\nside = \"confederate\"\nname = \"Cheatham\"\nrank = \"corps\"\ncommand = \"C\"\ntactical = 3\ncommand_value = 4\n";

#[rule("GBAC-41")]
#[test]
fn cheatham_comes_to_his_corps() {
    let world = || {
        scenario(9)
            .infantry("c", "Brown", "0505", 6, "command = \"C\"")
            .infantry("c", "Bate", "0909", 6, "command = \"C\"")
            .infantry("c", "Hill", "0303", 6, "command = \"P\"")
            .infantry("u", "Foe", "0910", 6, "")
            .scenario(CHEATHAM)
    };
    let mut game = after(world(), 3, &[1, 3]);
    let cheatham = game.leader_id("Cheatham");
    assert_eq!(game.asks(), "join-leader");
    assert_eq!(game.offered(), ["transfer Cheatham > Brown", "done"]);
    assert_eq!(game.refused("transfer Cheatham > Bate"), "GBAC-41", "an enemy zone of control");
    game.state.step = 1;
    game.give("transfer Cheatham > Brown", &[]);
    assert_eq!(game.with("Cheatham"), "Brown");
    // In play, and lost: nothing.
    game.run(&[1, 3], |play| {
        assert!(!play.campaign_event());
    });
    let brown = game.id("Brown");
    let bate = game.id("Bate");
    game.run(&[], |play| {
        play.eliminate(brown, crate::state::Whereabouts::Eliminated);
        play.eliminate(bate, crate::state::Whereabouts::Eliminated);
        play.settle_leaders();
    });
    assert!(game.pos().openings(cheatham).is_empty());
    // Who does not want him lets him wait for another day.
    let mut game = after(world(), 3, &[1, 3]);
    game.state.step = 1;
    game.give("done", &[6, 1]);
    assert!(game.state.leaders[cheatham.index()].unit.is_none());
    game.run(&[1, 3], |play| {
        assert!(play.campaign_event());
    });
}
