//! Hood Strikes North, Advanced Game: random events.

use table::{Side, rule};

use super::hsn_turn::{begin, campaign};
use super::world::Game;
use crate::module::ArmyInitiative;
use crate::state::Whereabouts;

/// The name of the event that two dice bring on a turn, with or without winter weather.
fn event(turn: u8, dice: u8, winter: (u8, u8)) -> Option<String> {
    let mut game = campaign().set();
    game.state.turn = turn;
    (game.state.skies.winter_from, game.state.skies.winter_until) = winter;
    named(&game, dice)
}

fn named(game: &Game, dice: u8) -> Option<String> {
    let rows = &game.setup.campaign.as_ref().unwrap().events;
    game.pos().event_row(dice).map(|n| rows[n].name.clone())
}

const DRY: (u8, u8) = (0, 0);

#[rule("GHSN-4", "GHSN-14")]
#[test]
fn two_dice_find_the_event() {
    let mut game = campaign().set();
    begin(&mut game, 2, &[6, 1]);
    assert!(!game.happened("event"), "turn 2 has none");
    begin(&mut game, 3, &[3, 4, 1, 6, 1]);
    assert_eq!(game.told("event")[0]["row"], 7);
    let early: Vec<Option<String>> = (2..=12).map(|dice| event(5, dice, DRY)).collect();
    let names = [
        Some("Command Paralysis"),
        Some("Accelerated Union Reinforcements"),
        Some("Rain"),
        Some("Enhanced Movement"),
        None,
        None,
        Some("Union Night March"),
        Some("Lyon's Kentucky Raid"),
        None,
        None,
        Some("Army Initiative Change B"),
    ];
    assert_eq!(early, names.map(|name| name.map(str::to_owned)));
    // After winter has come and gone, the late rains.
    for dice in [6, 7, 10, 11] {
        assert_eq!(event(24, dice, (16, 20)).as_deref(), Some("Late Rain"));
    }
    // The dice are added.
    let mut game = campaign().set();
    begin(&mut game, 12, &[6, 6, 6, 1]);
    assert_eq!(game.told("event")[0]["name"], "Army Initiative Change B");
    begin(&mut game, 12, &[1, 1, 2, 2, 6, 1]);
    assert_eq!(game.told("event")[0]["name"], "Command Paralysis");
}

#[rule("GHSN-15", "GHSN-18")]
#[test]
fn some_rows_change_with_the_turn() {
    assert_eq!(event(16, 3, DRY).as_deref(), Some("Accelerated Union Reinforcements"));
    assert_eq!(event(17, 3, DRY).as_deref(), Some("Grant Relieves Thomas"));
    assert_eq!(event(10, 8, DRY).as_deref(), Some("Union Night March"));
    assert_eq!(event(11, 8, DRY).as_deref(), Some("Army Initiative Change A"));
}

#[rule("GHSN-16")]
#[test]
fn no_rain_in_winter_weather() {
    let mut game = campaign().set();
    let before = game.state.skies;
    // Winter begins in phase 1 of turn 16; the event dice show 4 in phase 2.
    begin(&mut game, 16, &[4, 1, 3, 6, 1]);
    assert!(game.state.is_winter());
    let skies = game.state.skies;
    assert_eq!(
        (skies.rain_until, skies.minor_unfordable_until),
        (before.rain_until, before.minor_unfordable_until)
    );
    assert_eq!(skies.major_unfordable_until, before.major_unfordable_until);
    for dice in [4, 6, 7, 10, 11] {
        assert_eq!(event(18, dice, (16, 20)), None, "{dice}");
    }
}

#[rule("GHSN-17")]
#[test]
fn row_5_asks_for_the_weather() {
    assert_eq!(event(18, 5, (16, 20)).as_deref(), Some("Winter Weather End Change"));
    assert_eq!(event(18, 5, DRY).as_deref(), Some("Enhanced Movement"));
    assert_eq!(event(21, 5, (16, 20)).as_deref(), Some("Enhanced Movement"));
}

#[rule("GHSN-19")]
#[test]
fn the_raid_comes_once() {
    let mut game = campaign().set();
    begin(&mut game, 12, &[4, 5, 6, 1]);
    assert_eq!(game.told("event")[0]["name"], "Lyon's Kentucky Raid");
    for turn in [13, 20] {
        game.state.turn = turn;
        assert_eq!(named(&game, 9).as_deref(), Some("Union Pontoon Bridge Prohibition"));
    }
}

/// The MP of a march as it is told.
fn marches(game: &mut Game, side: Side, unit: &str, dice: &[u8]) -> String {
    game.acting(side);
    game.give(&format!("march {unit}"), dice);
    let text = game.last("march").text.clone();
    text.split("with ").nth(1).unwrap().trim_end_matches(" MP.").to_owned()
}

#[rule("GHSN-20")]
#[test]
fn command_paralysis_hits_the_lower_die() {
    let world = || campaign().cavalry("u", "Hatch", "0204", 4, "").infantry("u", "Third", "0206", 4, "");
    let mut game = world().set();
    begin(&mut game, 12, &[1, 1, 2, 5, 6, 1]);
    assert_eq!(game.state.campaign.today.paralysed, Some(Side::Union));
    assert_eq!(marches(&mut game.copy(), Side::Union, "Ward", &[4]), "3");
    assert_eq!(marches(&mut game.copy(), Side::Union, "Ward", &[1]), "1", "never below 1");
    assert_eq!(marches(&mut game.copy(), Side::Union, "Hatch", &[3, 4]), "5");
    assert_eq!(marches(&mut game.copy(), Side::Confederate, "Bate", &[4]), "5", "the other side as ever");
    // For one turn only.
    begin(&mut game, 13, &[3, 4, 6, 1]);
    assert_eq!(marches(&mut game, Side::Union, "Ward", &[4]), "4");
    // Equal dice: nobody.
    let mut game = world().set();
    begin(&mut game, 12, &[1, 1, 5, 5, 6, 1]);
    assert_eq!(game.state.campaign.today.paralysed, None);
    assert_eq!(marches(&mut game, Side::Union, "Ward", &[4]), "4");
    // Leaders suffer as their units do.
    let mut led = campaign()
        .infantry("u", "Kimball", "0204", 4, "command = \"IV\"")
        .leader("u", "corps", "Stanley", "IV", "Kimball", "tactical = 2\ncommand_value = 4")
        .set();
    begin(&mut led, 12, &[1, 1, 2, 5, 6, 1]);
    led.acting(Side::Union);
    led.give("activate Stanley", &[]).give("select Kimball", &[4]);
    assert_eq!(
        led.state.activation().map(|a| a.allowance).or(led.state.march().map(|m| m.mp)),
        Some(8),
        "4 + 1 - 1"
    );
}

#[rule("GHSN-22")]
#[test]
fn grant_relieves_thomas() {
    let thomas = || {
        campaign().infantry("u", "Steedman", "0204", 6, "").leader(
            "u",
            "army",
            "Thomas",
            "All",
            "Steedman",
            "command_value = 4",
        )
    };
    let mut game = thomas().set();
    let id = game.leader_id("Thomas");
    begin(&mut game, 18, &[1, 1, 2]);
    assert_eq!(game.pos().command_value(id), 3);
    assert_eq!(named(&game, 3), None, "a second time nothing happens");
    begin(&mut game, 19, &[1, 1, 2]);
    assert_eq!(game.pos().command_value(id), 3, "to the end");
    // Never below 0, and nothing without him.
    let mut game = thomas().set();
    game.state.leaders[id.index()].command_change = -4;
    begin(&mut game, 18, &[1, 1, 2]);
    assert_eq!(game.pos().command_value(id), 0);
    let mut game = campaign().set();
    begin(&mut game, 18, &[1, 1, 2, 6, 1]);
    assert_eq!(game.decides(), ("initiative", Side::Union));
}

#[rule("GHSN-23")]
#[test]
fn rain_is_rain_for_a_day() {
    let mut game = campaign().set();
    begin(&mut game, 5, &[1, 3, 1, 6, 1]);
    let skies = game.state.skies;
    assert_eq!((skies.rain_until, skies.major_unfordable_until, skies.minor_unfordable_until), (5, 6, 0));
}

#[rule("GHSN-24")]
#[test]
fn late_rain_comes_after_winter() {
    let mut game = campaign().set();
    begin(&mut game, 6, &[3, 4, 1, 6, 1]);
    assert!(!game.state.is_rain());
    (game.state.skies.winter_from, game.state.skies.winter_until) = (16, 20);
    begin(&mut game, 24, &[3, 4, 6, 1]);
    assert_eq!(game.state.skies.rain_until, 24);
}

#[rule("GHSN-25")]
#[test]
fn the_end_of_winter_moves() {
    let end = |until: u8, die: u8| {
        let mut game = campaign().set();
        (game.state.skies.winter_from, game.state.skies.winter_until) = (16, until);
        begin(&mut game, 18, &[1, 4, die, 6, 1]);
        game.state.skies.winter_until
    };
    assert_eq!([2, 3, 4, 5].map(|die| end(20, die)), [19, 19, 21, 21]);
    assert_eq!(end(18, 1), 18, "not before the current turn");
}

#[rule("GHSN-26")]
#[test]
fn enhanced_movement_helps_both() {
    let mut game = campaign().cavalry("c", "Buford", "1011", 4, "").set();
    begin(&mut game, 12, &[1, 4, 6, 1]);
    assert_eq!(marches(&mut game.copy(), Side::Union, "Ward", &[3]), "4");
    assert_eq!(marches(&mut game.copy(), Side::Confederate, "Buford", &[3, 4]), "10", "7 + 1 + 2");
    begin(&mut game, 13, &[3, 4, 6, 1]);
    assert_eq!(marches(&mut game, Side::Union, "Ward", &[3]), "3");
}

#[rule("GHSN-27")]
#[test]
fn the_union_marches_by_night() {
    let world = || campaign().infantry("u", "Wagner", "0808", 4, "").infantry("c", "Brown", "0810", 5, "");
    let mut game = world().set();
    // Event 8 and no men; the Union loses the initiative.
    begin(&mut game, 5, &[4, 4, 1, 1, 6]);
    assert_eq!(game.decides(), ("night-march", Side::Union));
    let mut declined = game.copy();
    declined.give("pass", &[]);
    assert_eq!(declined.decides(), ("initiative", Side::Confederate));
    game.give("take", &[]);
    let others = ["entrench Wagner", "assault", "burn"];
    assert!(game.offered().iter().all(|o| others.iter().all(|w| !o.starts_with(w))), "{:?}", game.offered());
    assert_eq!(game.refused("entrench Wagner"), "GHSN-27");
    game.give("march Wagner", &[5]).give("steady", &[]);
    assert_eq!(game.refused("move 0809"), "GHSN-27", "next to Brown");
    game.give("move 0807", &[]).give("end", &[1, 6]);
    assert_eq!(game.decides(), ("initiative", Side::Confederate), "no second time this turn");
    // A unit beside the enemy does not attack, but it may slip away.
    let mut game = world().infantry("u", "Ruger", "0811", 4, "").set();
    begin(&mut game, 5, &[4, 4, 1, 1, 6]);
    game.give("take", &[]).give("march Ruger", &[5]).give("steady", &[]);
    assert_eq!(game.refused("attack 0810"), "GHSN-27");
    assert!(game.offers("move 0812"));
    // Winning the initiative, the Union is not asked; nor on another day.
    let mut game = world().set();
    begin(&mut game, 5, &[4, 4, 1, 6, 1]);
    assert_eq!(game.decides(), ("initiative", Side::Union));
    begin(&mut game, 6, &[3, 4, 1, 1, 6]);
    assert_eq!(game.decides(), ("initiative", Side::Confederate));
}

#[rule("GHSN-28")]
#[test]
fn the_army_initiative_changes() {
    use ArmyInitiative::{Confederate, Neutral, Union};
    let after = |start, dice: [u8; 2]| {
        let mut game = campaign().set();
        game.state.army_initiative = Some(start);
        begin(&mut game, 12, &[dice[0], dice[1], 6, 1]);
        game.state.army_initiative.unwrap()
    };
    assert_eq!([Confederate, Neutral, Union].map(|start| after(start, [4, 4])), [Neutral, Union, Union]);
    assert_eq!(
        [Union, Neutral, Confederate].map(|start| after(start, [6, 6])),
        [Neutral, Confederate, Confederate]
    );
}

#[rule("GHSN-29")]
#[test]
fn one_cavalry_unit_chases_lyon() {
    let world = || {
        campaign()
            .cavalry("u", "Hatch", "0204", 4, "")
            .cavalry("u", "Croxton", "0206", 4, "")
            .cavalry("u", "Johnson", "1011", 4, "")
    };
    let mut game = world().set();
    begin(&mut game, 12, &[4, 5]);
    assert_eq!(game.offered(), ["withdraw Hatch", "withdraw Croxton"], "not the one in the enemy's zone");
    assert_eq!(game.refused("withdraw Johnson"), "GHSN-29");
    game.give("withdraw Croxton", &[6, 1]);
    assert_eq!(game.unit("Croxton").whereabouts, Whereabouts::Withdrawn);
    assert_eq!(game.pos().lost(Side::Union), 0, "no points for it");
    // One that is off the map goes first, and where there is only one nobody is asked.
    let mut game = world().set();
    let hatch = game.id("Hatch");
    game.state.lift(hatch, Whereabouts::OffMap);
    begin(&mut game, 12, &[4, 5, 6, 1]);
    assert_eq!(game.unit("Hatch").whereabouts, Whereabouts::Withdrawn);
    // Nobody: no effect.
    let mut game = campaign().set();
    begin(&mut game, 12, &[4, 5, 6, 1]);
    assert_eq!(game.decides(), ("initiative", Side::Union));
}

#[rule("GHSN-30")]
#[test]
fn no_union_pontoons_for_a_turn() {
    let mut game = campaign()
        .water("minor-river", &["0202/0203", "1010/1011", "0505/0506"])
        .scenario("[[marker]]\nkind = \"pontoon\"\nside = \"union\"\nhexside = \"0505/0506\"")
        .set();
    let raid =
        game.setup.campaign.as_ref().unwrap().events.iter().position(|e| e.once && e.name.contains("Lyon"));
    game.state.campaign.happened |= 1 << raid.unwrap();
    begin(&mut game, 12, &[4, 5, 6, 1]);
    let (ward, bate) = (game.id("Ward"), game.id("Bate"));
    let (union, southern) = (game.hex("0203"), game.hex("1011"));
    let verdict = game.pos().may_build(Side::Union, ward, union);
    assert_eq!(verdict.expect_err("forbidden").rule.0, "GHSN-30");
    assert!(game.pos().may_build(Side::Confederate, bate, southern).is_ok());
    assert_eq!(game.state.altered.len(), 1, "standing bridges stay");
    begin(&mut game, 13, &[3, 4, 6, 1]);
    assert!(game.pos().may_build(Side::Union, ward, union).is_ok());
}
