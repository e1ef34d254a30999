//! Battle Above the Clouds, Advanced Game: strategic movement and railroads.

use table::{Side, rule};

use super::world;
use super::world::{Game, World};
use crate::{Code, Module, charts};

fn clouds() -> World {
    world().game("BAC", 1863).settings("advanced = true")
}

fn acting(world: World, side: Side) -> Game {
    let mut game = world.set();
    game.acting(side);
    game
}

#[rule("GBAC-70", "GBAC-71", "GBAC-32")]
#[test]
fn the_allowances_of_strategic_movement() {
    let table = |side: &str, arm: &str| {
        let mut game = clouds().unit(side, arm, "A", "0505", 4, "").set();
        let id = game.id("A");
        let side = game.setup.unit(id).side;
        [None, Some(side)].map(|who| {
            game.state.campaign.today.paralysed = who;
            [2, 3, 4].map(|levels| game.pos().strategic_allowance(id, levels).unwrap())
        })
    };
    assert_eq!(table("c", "infantry"), [[14, 21, 28], [12, 18, 24]]);
    assert_eq!(table("c", "artillery"), [[14, 21, 28], [12, 18, 24]]);
    assert_eq!(table("c", "cavalry"), [[24, 36, 48], [20, 30, 40]]);
    assert_eq!(table("c", "wagon"), [[12, 18, 24], [10, 15, 20]]);
    assert_eq!(table("u", "infantry"), [[12, 18, 24], [10, 15, 20]]);
    assert_eq!(table("u", "artillery"), [[12, 18, 24], [10, 15, 20]]);
    assert_eq!(table("u", "cavalry"), [[22, 33, 44], [18, 27, 36]]);
    assert_eq!(table("u", "wagon"), [[10, 15, 20], [8, 12, 16]]);
}

#[rule("GBAC-72")]
#[test]
fn strategic_movement_belongs_to_three_advanced_games() {
    let offered = |code, year, advanced: bool| {
        let settings = format!("advanced = {advanced}");
        let world = world().game(code, year).settings(&settings).infantry("u", "A", "0505", 4, "");
        let game = acting(world, Side::Union);
        game.offers("strategic A > 2")
    };
    assert!(offered("BAC", 1863, true) && offered("GTC", 1864, true) && offered("AIO", 1864, true));
    assert!(!offered("BAC", 1863, false), "the Basic Game has none");
    assert!(!offered("HSN", 1864, true) && !offered("OTR", 1862, true));
    let game = acting(clouds().settings("").infantry("u", "A", "0505", 4, ""), Side::Union);
    assert!(game.offers("strategic A > 4"));
    let hood = acting(
        world().game("HSN", 1864).settings("advanced = true").infantry("u", "A", "0505", 4, ""),
        Side::Union,
    );
    assert_eq!(hood.refused("strategic A > 2"), "GBAC-72");
}

#[rule("GBAC-73")]
#[test]
fn a_strategic_move_spends_levels_and_rolls_nothing() {
    let mut game = acting(clouds().infantry("c", "A", "0505", 6, "fatigue = 1"), Side::Confederate);
    assert_eq!(game.refused("strategic A > 4"), "GBAC-73");
    assert_eq!(game.refused("strategic A > 1"), "GBAC-73");
    game.give("strategic A > 3", &[]);
    assert_eq!((game.unit("A").fatigue, game.asks()), (4, "march"));
    assert_eq!(game.state.march().unwrap().mp, 42, "21 MP");
    assert_eq!(game.refused("refuse-flanks"), "GBAC-73");
    assert!(!game.unit("A").disorganized, "no extended march, no force march");
    game.give("move 0506", &[]).give("move 0507", &[]);
    assert_eq!(game.at("A"), "0507");
    // Clear ground costs 3 MP a hex.
    assert_eq!(game.state.march().unwrap().mp, 42 - 12);
}

#[rule("GBAC-73")]
#[test]
fn a_strategic_move_keeps_clear_of_the_enemy() {
    let world = || clouds().infantry("c", "A", "0505", 6, "").infantry("u", "Foe", "0508", 6, "");
    let mut game = acting(world(), Side::Confederate);
    game.give("strategic A > 2", &[]).give("move 0506", &[]);
    assert_eq!(game.refused("move 0507"), "GBAC-73");
    // Who stands in a zone of control cannot set out, and nobody attacks.
    let mut close = acting(
        clouds().infantry("c", "A", "0505", 6, "").infantry("u", "Foe", "0506", 6, ""),
        Side::Confederate,
    );
    assert_eq!(close.refused("strategic A > 2"), "GBAC-73");
    close.give("march A", &[3]);
    let march = crate::march::March { strategic: true, ..close.state.march().cloned().unwrap() };
    close.state.pending = vec![crate::march::Marching { march }.into()];
    assert_eq!(close.refused("attack 0506"), "GBAC-73");
    // Restricted zones, over roadless woods, count as well.
    let woods = clouds()
        .terrain("woods", &["0507"])
        .infantry("c", "A", "0505", 6, "")
        .infantry("u", "Foe", "0508", 6, "");
    let mut game = acting(woods, Side::Confederate);
    game.give("strategic A > 2", &[]).give("move 0506", &[]);
    assert_eq!(game.refused("move 0507"), "GBAC-73");
}

#[rule("GBAC-73", "GBAC-70")]
#[test]
fn wagon_trains_move_only_strategically() {
    let mut game = acting(clouds().unit("u", "wagon", "Train", "0505", 1, ""), Side::Union);
    assert_eq!(game.refused("march Train"), "G5.1-12");
    assert!(game.pos().is_eligible(Side::Union), "its owner has something to act with");
    game.give("strategic Train > 2", &[]);
    assert_eq!(game.state.march().unwrap().mp, 20);
}

#[rule("GBAC-67", "GBAC-68")]
#[test]
fn railroads_tire_both_sides_alike() {
    for (hexes, levels) in [(1, 1), (13, 1), (14, 2), (26, 2), (27, 3), (40, 3)] {
        assert_eq!(charts::railroad_fatigue(hexes), Some(levels), "{hexes}");
    }
    assert_eq!(charts::railroad_fatigue(41), None);
    for side in ["u", "c"] {
        for (station, fatigue) in [("0114", 1), ("0115", 2), ("0127", 2), ("0128", 3), ("0141", 3)] {
            let mut game = line(side, &["0101", station], "");
            game.give(&format!("rail A > {station}"), &[6, 1]);
            assert_eq!((game.unit("A").fatigue, game.at("A").as_str()), (fatigue, station), "{side}");
        }
        assert_eq!(line(side, &["0101", "0142"], "").refused("rail A > 0142"), "GBAC-69", "41 hexes");
    }
}

/// A railroad of 45 hexes along the lowest row, with stations that the side holds.
fn line(side: &str, stations: &[&str], more: &str) -> Game {
    let who = if side == "u" { Side::Union } else { Side::Confederate };
    let mut game = railroad(side, stations, more).set();
    game.acting(who);
    game
}

fn railroad(side: &str, stations: &[&str], more: &str) -> World {
    let path: Vec<String> = (1..=45).map(|n| format!("01{n:02}")).collect();
    let path: Vec<&str> = path.iter().map(String::as_str).collect();
    let word = if side == "u" { "union" } else { "confederate" };
    clouds()
        .grid(
            "shape = \"pointy\"\nlabel = \"RRCC\"\nrows = 4\ncolumns = 45\nrow_one = \"south\"\nshifted = \"even\"\n",
        )
        .way("railroad", &path)
        .feature(&format!("rr_station = {stations:?}"))
        .infantry(side, "A", "0101", 6, more)
        .scenario(&format!("[campaign.held]\n{word} = {stations:?}"))
}

#[rule("GBAC-69")]
#[test]
fn a_unit_goes_by_rail_from_station_to_station() {
    // Fatigue 2 and 14 hexes: to Fatigue 4. Fatigue 3 and 14 hexes: refused.
    let mut game = line("c", &["0101", "0115", "0105"], "fatigue = 2");
    game.give("rail A > 0115", &[6, 1]);
    // It came to Fatigue Level 4; nobody could act any more, and the night's rest has followed.
    assert_eq!((game.unit("A").exhausted, game.unit("A").fatigue, game.at("A").as_str()), (true, 1, "0115"));
    assert!(!game.unit("A").disorganized && game.told("extended-march").is_empty());
    let game = line("c", &["0101", "0115", "0105"], "fatigue = 3");
    assert_eq!(game.refused("rail A > 0115"), "GBAC-69");
    assert!(game.offers("rail A > 0105"));
    // Not to a hex without a station, and not from one.
    assert_eq!(game.refused("rail A > 0104"), "GBAC-69");
    let game = line("c", &["0103", "0115"], "");
    assert_eq!(game.refused("rail A > 0115"), "GBAC-69");
}

#[rule("GBAC-69")]
#[test]
fn what_closes_a_railroad() {
    let stations = ["0101", "0105", "0110"];
    let open = |world: World| {
        let mut game = world.set();
        game.acting(Side::Confederate);
        game.offers("rail A > 0110")
    };
    let plain = || railroad("c", &stations, "");
    assert!(open(plain()));
    let marker = |kind: &str| plain().scenario(&format!("[[marker]]\nkind = {kind:?}\nhex = \"0105\""));
    assert!(!open(marker("destroyed-station")), "a destroyed station on the line");
    assert!(open(marker("damaged-station")), "a damaged one lets trains through");
    assert!(!open(plain().infantry("u", "Foe", "0107", 3, "")), "the enemy on the line");
    assert!(!open(plain().infantry("u", "Foe", "0206", 3, "")), "his zone of control over it");
    let held = |world: World| world.infantry("u", "Foe", "0110", 3, "");
    assert!(!open(held(plain())), "the enemy holds the station");
    let bridge = || plain().water("major-river", &["0107/0108"]).crossing("bridge", "0107/0108");
    assert!(open(bridge()));
    let broken = "[[marker]]\nkind = \"destroyed\"\nhexside = \"0107/0108\"";
    assert!(!open(bridge().scenario(broken)), "the bridge is down");
    let minor = plain().water("minor-river", &["0107/0108"]).crossing("bridge", "0107/0108").scenario(broken);
    assert!(!open(minor), "a ford carries no train");
}

#[rule("GBAC-69")]
#[test]
fn who_goes_by_rail() {
    let with = |arm: &str| {
        let mut game = railroad("c", &["0101", "0110"], "").unit("c", arm, "B", "0101", 3, "").set();
        game.acting(Side::Confederate);
        game.offers("rail B > 0110")
    };
    assert!(with("infantry") && with("artillery"));
    assert!(!with("cavalry") && !with("wagon"));
    // Only in the Advanced Game of the one game that has a table.
    assert!(Module::of(Code::Bac).railroad_movement && !Module::of(Code::Hsn).railroad_movement);
    let mut game = railroad("c", &["0101", "0110"], "").set();
    game.acting(Side::Confederate).give("rail A > 0110", &[1, 6]);
    assert_eq!(game.decides(), ("initiative", Side::Confederate), "the action is over");
}
