//! Hood Strikes North, Advanced Game: the horses of the Union cavalry.

use table::{Side, rule};

use super::hsn_turn::{begin, campaign, pass_the_day};
use super::world::{Game, World};
use crate::campaign::Mount;
use crate::state::Whereabouts;

/// Four cavalry units, two of them where cavalry leaves the map, and a cavalry leader.
fn wilson() -> World {
    let command = "command = \"W\"";
    campaign()
        .scenario("[campaign.place]\nunion-entry = [\"0201\", \"0203\"]")
        .cavalry("u", "Hatch", "0201", 4, command)
        .cavalry("u", "Johnson", "0201", 4, command)
        .cavalry("u", "Knipe", "0203", 4, command)
        .cavalry("u", "Croxton", "0405", 4, command)
        .leader("u", "corps", "Wilson", "W", "Hatch", "arm = \"cavalry\"\ntactical = 3\ncommand_value = 4")
}

/// Runs the Union Cavalry Phase of a turn up to its first decision.
fn phase(game: &mut Game, turn: u8, dice: &[u8]) {
    game.state.turn = turn;
    game.run_phase(dice, |play| play.cavalry_phase());
}

fn set_mount(game: &mut Game, unit: &str, mount: Mount) {
    let id = game.id(unit);
    game.state.unit_mut(id).mount = mount;
}

fn send_off(game: &mut Game, unit: &str, mount: Mount) {
    set_mount(game, unit, mount);
    let id = game.id(unit);
    game.state.lift(id, Whereabouts::OffMap);
}

#[rule("GHSN-51")]
#[test]
fn horses_wear_out_on_turn_10() {
    let mut game = wilson().set();
    phase(&mut game, 10, &[]);
    let worn =
        |game: &Game| game.setup.unit_ids().filter(|u| game.state.unit(*u).mount == Mount::WornOut).count();
    assert_eq!(worn(&game), 4, "four units, no leader, no infantry");
    let mut game = wilson().set();
    phase(&mut game, 11, &[]);
    assert_eq!(worn(&game), 0);
}

#[rule("GHSN-50", "GHSN-52", "GHSN-59", "GHSN-60")]
#[test]
fn units_off_the_map_look_for_horses() {
    let mut game = wilson().set();
    for unit in ["Hatch", "Johnson", "Knipe"] {
        send_off(&mut game, unit, Mount::Unmounted);
    }
    // Three dice in B; nobody to remove in C; nobody worn out in D; E is asked.
    phase(&mut game, 13, &[5, 6, 1]);
    assert_eq!(game.unit("Hatch").mount, Mount::Unmounted);
    assert_eq!(game.unit("Johnson").mount, Mount::Fresh, "the counter is removed");
    // Remounted in B, back in E of the same turn.
    assert_eq!(game.decides(), ("cavalry-return", Side::Union));
    game.give("place Johnson > 0203", &[]);
    assert_eq!(game.at("Johnson"), "0203");
    // It never rolls on the Unmounting Table again.
    let mut later = game.copy();
    later.run(&[], |play| play.removal_done());
    assert_eq!(later.unit("Johnson").mount, Mount::Fresh);
    // A unit off the map with horses does not roll.
    let mut game = wilson().set();
    send_off(&mut game, "Hatch", Mount::Fresh);
    phase(&mut game, 13, &[]);
    // Removed in C of turn 12, it rolls in B of turn 13 and not before.
    let mut game = wilson().set();
    set_mount(&mut game, "Hatch", Mount::WornOut);
    phase(&mut game, 12, &[]);
    assert_eq!(game.decides(), ("off-map-removal", Side::Union));
    game.give("off-map Hatch", &[]);
    game.give("done", &[]);
    assert_eq!(game.decides(), ("cavalry-return", Side::Union));
    assert_eq!(game.unit("Hatch").mount, Mount::Unmounted);
    phase(&mut game, 13, &[6]);
    assert_eq!(game.unit("Hatch").mount, Mount::Fresh);
}

#[rule("GHSN-53", "GHSN-54")]
#[test]
fn cavalry_leaves_the_map_at_its_places() {
    let mut game = wilson().set();
    set_mount(&mut game, "Hatch", Mount::WornOut);
    set_mount(&mut game, "Knipe", Mount::Unmounted);
    phase(&mut game, 12, &[]);
    assert_eq!(game.offered(), ["off-map Hatch", "off-map Johnson", "off-map Knipe", "done"]);
    assert_eq!(game.refused("off-map Croxton"), "GHSN-53", "elsewhere");
    assert_eq!(game.refused("off-map Ward"), "GHSN-53", "no cavalry");
    game.give("off-map Hatch", &[]).give("off-map Knipe", &[]).give("off-map Johnson", &[]);
    assert_eq!(game.unit("Hatch").mount, Mount::Unmounted);
    assert_eq!(game.unit("Knipe").mount, Mount::Unmounted);
    assert_eq!(game.unit("Johnson").mount, Mount::Fresh, "no counter, none turned");
    // Their leader goes with them and does not lead from nowhere.
    let wilson_id = game.leader_id("Wilson");
    assert_eq!(game.state.leader_hex(wilson_id), None);
    assert!(game.pos().may_activate(wilson_id).is_err());
    assert_eq!(game.pos().lost(Side::Union), 0);
}

#[rule("GHSN-55", "GHSN-57", "GHSN-58")]
#[test]
fn worn_out_horses_break_down() {
    let roll = |mount: Mount, die: &[u8], change: &dyn Fn(&mut crate::UnitState)| {
        let mut game = wilson().set();
        set_mount(&mut game, "Croxton", mount);
        let id = game.id("Croxton");
        change(game.state.unit_mut(id));
        game.run(die, |play| play.removal_done());
        game.unit("Croxton").mount
    };
    let as_it_is = |_: &mut crate::UnitState| {};
    assert_eq!(roll(Mount::WornOut, &[5], &as_it_is), Mount::WornOut);
    assert_eq!(roll(Mount::WornOut, &[6], &as_it_is), Mount::Unmounted);
    // No counter or an Unmounted one: no die.
    roll(Mount::Fresh, &[], &as_it_is);
    roll(Mount::Unmounted, &[], &as_it_is);
    let wreck = |unit: &mut crate::UnitState| {
        unit.exhausted = true;
        unit.disorganized = true;
        unit.demoralized = 2;
    };
    assert_eq!(roll(Mount::WornOut, &[3], &wreck), Mount::Unmounted, "3 + 3; demoralized counts once");
    assert_eq!(roll(Mount::WornOut, &[2], &wreck), Mount::WornOut);
    assert_eq!(roll(Mount::WornOut, &[5], &|unit| unit.exhausted = true), Mount::Unmounted);
}

#[rule("GHSN-56")]
#[test]
fn cavalry_comes_back_whatever_its_horses() {
    let mut game = wilson().set();
    send_off(&mut game, "Hatch", Mount::Unmounted);
    phase(&mut game, 13, &[2]);
    game.give("done", &[]);
    assert_eq!(game.offered(), ["place Hatch > 0201", "place Hatch > 0203", "done"]);
    let mut stays = game.copy();
    stays.give("done", &[3, 4, 6, 1]);
    assert_eq!(stays.unit("Hatch").whereabouts, Whereabouts::OffMap);
    game.give("place Hatch > 0203", &[3, 4]);
    assert_eq!((game.at("Hatch"), game.unit("Hatch").mount), ("0203".to_owned(), Mount::Unmounted));
}

#[rule("GHSN-12")]
#[test]
fn recovery_comes_before_the_cavalry_phase() {
    let mut game = campaign().cavalry("u", "Croxton", "0405", 4, "disorganized = true\nfatigue = 1").set();
    begin(&mut game, 10, &[3, 4, 6, 1]);
    // Turn 10: the horses wear out, then one die without +1, for recovery has put the unit in order.
    pass_the_day(&mut game, &[5, 3, 4, 6, 1]);
    assert_eq!(game.unit("Croxton").mount, Mount::WornOut, "5 + 0");
    assert_eq!(game.told("horses").last().unwrap()["modifier"], 0);
    // Before turn 10 there is no such phase.
    let mut game = campaign().cavalry("u", "Croxton", "0405", 4, "").set();
    begin(&mut game, 9, &[3, 4, 1, 6, 1]);
    pass_the_day(&mut game, &[3, 4, 6, 1]);
    assert_eq!(game.unit("Croxton").mount, Mount::Fresh);
}

#[rule("GHSN-61")]
#[test]
fn unmounted_cavalry_goes_on_foot() {
    let world = || {
        campaign()
            .cavalry("u", "Croxton", "0405", 5, "command = \"W\"\ntactical = 1")
            .infantry("c", "Brown", "0407", 5, "")
            .infantry("c", "Cheatham", "0605", 5, "")
    };
    let start = |mount: Mount| {
        let mut game = world().set();
        set_mount(&mut game, "Croxton", mount);
        game.acting(Side::Union);
        game
    };
    // One die for a march; worn out horses still give two.
    let mut game = start(Mount::Unmounted);
    game.give("march Croxton", &[5]);
    assert_eq!(game.state.march().unwrap().mp, 10);
    let mut worn = start(Mount::WornOut);
    worn.give("march Croxton", &[5, 4]);
    assert_eq!(worn.state.march().unwrap().mp, 18);
    // A force march is an infantryman's.
    game.give("force-march", &[6]);
    assert_eq!(game.state.march().unwrap().mp, 20, "5 more");
    // A normal attack costs 2 MP, not 4.
    game.give("move 0406", &[]);
    let before = game.state.march().unwrap().mp;
    game.give("attack 0407", &[]);
    game.give("normal", &[3, 3]);
    let left = game.state.march().map_or(before - 4, |march| march.mp);
    assert_eq!(before - left, 4, "in half points");
    // It pays for friends, and others pay for it.
    let mut crowd = world().infantry("u", "Crowd", "0404", 8, "").set();
    let (croxton, ward) = (crowd.id("Croxton"), crowd.id("Ward"));
    let (friends, own) = (crowd.hex("0404"), crowd.hex("0405"));
    assert_eq!(crowd.pos().friends_penalty(croxton, friends), 0);
    assert_eq!(crowd.pos().friends_penalty(ward, own), 0);
    set_mount(&mut crowd, "Croxton", Mount::Unmounted);
    assert_eq!(crowd.pos().friends_penalty(croxton, friends), 2);
    assert_eq!(crowd.pos().friends_penalty(ward, own), 2);
    // No cavalry retreat.
    let at = crowd.hex("0405");
    assert!(crowd.pos().cavalry_in(at).is_empty());
    set_mount(&mut crowd, "Croxton", Mount::WornOut);
    assert_eq!(crowd.pos().cavalry_in(at).len(), 1);
    // It is still cavalry: it builds no bridges, and it straggles as cavalry does.
    set_mount(&mut crowd, "Croxton", Mount::Unmounted);
    assert!(crowd.pos().may_build(Side::Union, croxton, friends).is_err());
    assert!(crowd.pos().extended_march_modifiers(croxton, 3).0.is_empty());
}

#[rule("GHSN-61")]
#[test]
fn a_cavalry_leader_has_one_die_for_men_on_foot() {
    let mut game = wilson().set();
    set_mount(&mut game, "Hatch", Mount::Unmounted);
    game.acting(Side::Union);
    game.give("activate Wilson", &[]);
    game.give("select Hatch", &[]).give("select Johnson", &[]).give("done", &[4, 5]);
    let activation = game.state.activation().unwrap();
    assert_eq!((activation.allowance, activation.on_foot), (22, 10), "4 + 5 + 2 mounted, 4 + 1 on foot");
}
