//! Battle Above the Clouds, Advanced Game: counties, off-map boxes and the theatres beyond.

use table::{Ruleset, Side, Viewer, rule};

use super::world;
use super::world::{Game, World};
use crate::Gcacw;
use crate::sequence::Phase;
use crate::state::Whereabouts;

fn clouds(turns: u8) -> World {
    world().game("BAC", 1863).settings(&format!("advanced = true\nturns = {turns}"))
}

/// As the turn comes to a phase.
fn at_phase(world: World, phase: Phase, turn: u8) -> Game {
    let mut game = world.set();
    let at = game.setup.steps.iter().position(|s| s.phase == phase).unwrap();
    (game.state.turn, game.state.step) = (turn, at as u8 + 1);
    game
}

const WALKER: &str = "[[campaign.county]]\nname = \"Walker\"\nhexes = [\"0101\", \"0105\", \"0109\"]\npoints = { union = 2, confederate = 3 }\n";

#[rule("GBAC-9", "GBAC-8")]
#[test]
fn a_county_goes_with_most_of_its_towns() {
    let control = |world: World| {
        let mut game = world.scenario(WALKER).set();
        game.run(&[], |play| play.county_control());
        game.state.ledger.counties[0]
    };
    let union = |world: World, hex: &str| world.infantry("u", hex, hex, 3, "");
    let confederate = |world: World, hex: &str| world.infantry("c", hex, hex, 3, "");
    assert_eq!(control(union(union(clouds(5), "0101"), "0105")), Some(Side::Union), "two of three");
    assert_eq!(control(union(confederate(clouds(5), "0101"), "0105")), None, "one each: unchanged");
    let two_to_one = confederate(confederate(union(clouds(5), "0109"), "0101"), "0105");
    assert_eq!(control(two_to_one), Some(Side::Confederate));
    assert_eq!(control(union(clouds(5), "0303")), None, "nobody has been there");
    // A tie does not take a county from its holder.
    let mut game = union(confederate(clouds(5), "0101"), "0105").scenario(WALKER).set();
    game.state.ledger.counties[0] = Some(Side::Confederate);
    game.run(&[], |play| play.county_control());
    assert_eq!(game.state.ledger.counties[0], Some(Side::Confederate));
}

#[rule("GBAC-9")]
#[test]
fn who_was_last_in_a_town_holds_it() {
    let mut game =
        clouds(5).scenario(WALKER).infantry("u", "A", "0101", 3, "").infantry("c", "B", "1010", 3, "").set();
    let (town, other) = (game.hex("0101"), game.hex("0105"));
    game.marching("A", 12).give("move 0102", &[]);
    assert_eq!(game.pos().spot_holder(town), Some(Side::Union), "nobody has come after it");
    game.give("move 0103", &[]).give("move 0104", &[]).give("move 0105", &[6, 1]);
    assert_eq!(game.pos().spot_holder(other), Some(Side::Union));
    game.run(&[], |play| play.hold(town, Side::Confederate));
    assert_eq!(game.pos().spot_holder(town), Some(Side::Confederate));
}

#[rule("GBAC-9")]
#[test]
fn a_county_may_be_named_by_its_borders() {
    // Column 6 and 7 are parted by a border from south to north; the county is what lies west of it.
    let border: Vec<String> = (1..=12)
        .flat_map(|row| {
            let mut sides = vec![format!("{row:02}06/{row:02}07")];
            if row < 12 {
                let (a, b) = if row % 2 == 0 { ("06", "07") } else { ("07", "06") };
                sides.push(format!("{row:02}{a}/{:02}{b}", row + 1));
            }
            sides
        })
        .collect();
    let place =
        |hex: &str, kind: &str| format!("[[place]]\nhex = {hex:?}\nname = \"Town {hex}\"\nkind = {kind:?}\n");
    let game = clouds(5)
        .map(&format!("[[border]]\nsides = {border:?}\n"))
        .map(&place("0302", "town"))
        .map(&place("0705", "village"))
        .map(&place("0804", "landmark"))
        .map(&place("0308", "town"))
        .feature("rr_station = [\"1106\", \"1107\", \"0302\"]")
        .scenario(
            "[[campaign.county]]\nname = \"West\"\nseat = \"0101\"\npoints = 1\nheld_by = \"confederate\"\n",
        )
        .infantry("u", "A", "0705", 3, "")
        .set();
    let county = &game.setup.logistics.counties[0];
    let labels: Vec<String> = county.hexes.iter().map(|h| game.label(*h)).collect();
    let mut sorted = labels.clone();
    sorted.sort();
    assert_eq!(sorted, ["0302", "0705", "1106"], "towns, villages and stations inside the border");
    // Its towns are in the holder's hands, save where somebody else stands.
    assert_eq!(game.pos().spot_holder(game.hex("0302")), Some(Side::Confederate));
    assert_eq!(game.pos().spot_holder(game.hex("0705")), Some(Side::Union));
    assert_eq!(game.state.ledger.counties[0], Some(Side::Confederate));
}

#[rule("GBAC-24", "GBAC-8")]
#[test]
fn counties_pay_in_the_vp_segment() {
    let world = clouds(8).scenario(WALKER).infantry("u", "A", "0101", 3, "fatigue = 4");
    let mut game = at_phase(world, Phase::VictoryPointSegment, 8);
    game.state.ledger.counties[0] = Some(Side::Confederate);
    // The Union has taken a second town since the County Control Phase.
    let second = game.hex("0105");
    game.run(&[], |play| {
        play.hold(second, Side::Union);
        play.vp_segment();
    });
    assert_eq!(game.state.ledger.counties[0], Some(Side::Union));
    assert_eq!((game.state.scored.union, game.state.scored.confederate), (2, 0));
    game.state.ledger.counties[0] = Some(Side::Confederate);
    let all = [game.hex("0101"), second];
    game.run(&[], |play| {
        for hex in all {
            play.hold(hex, Side::Confederate);
        }
        play.vp_segment();
    });
    assert_eq!((game.state.scored.union, game.state.scored.confederate), (2, 3));
}

const BOXES: &str = "[[campaign.box]]\nname = \"Knoxville\"\n[[campaign.box]]\nname = \"Atlanta\"\n\
    [[campaign.link]]\nfrom = \"Knoxville\"\nhex = \"0505\"\nkind = \"road\"\n\
    [[campaign.link]]\nfrom = \"Knoxville\"\nto = \"Atlanta\"\nkind = \"rail\"\n\
    [[campaign.link]]\nfrom = \"Atlanta\"\nhex = \"0101\"\nkind = \"rail\"\nturns = 2\nside = \"union\"\n";

/// A unit that begins in a box.
fn boxed(world: World, side: &str, name: &str, place: &str) -> World {
    world.scenario(&format!(
        "[[unit]]\nside = {side:?}\nname = {name:?}\narm = \"infantry\"\nmanpower = 4\nbox = {place:?}"
    ))
}

#[rule("GBAC-6", "GBAC-5")]
#[test]
fn units_go_over_one_link_in_a_phase() {
    let world = boxed(clouds(9).scenario(BOXES), "union", "Boxed", "Knoxville")
        .infantry("u", "Fresh", "0505", 4, "")
        .infantry("u", "Tired", "0505", 4, "fatigue = 1")
        .infantry("u", "Elsewhere", "0601", 4, "");
    let mut game = world.begin(&[]);
    assert_eq!(game.decides(), ("off-map-transfer", Side::Union));
    assert_eq!(game.refused("send Tired > Knoxville"), "GBAC-6");
    assert_eq!(game.refused("send Elsewhere > Knoxville"), "GBAC-6");
    assert_eq!(game.refused("send Fresh > Atlanta"), "GBAC-6", "no link joins them");
    game.give("send Fresh > Knoxville", &[]);
    assert_eq!((game.unit("Fresh").whereabouts, game.unit("Fresh").fatigue), (Whereabouts::Boxed, 1));
    assert_eq!(game.refused("send Fresh > Atlanta"), "GBAC-6", "one link in a phase");
    game.give("send Boxed > Atlanta", &[6, 1]);
    assert_eq!(game.unit("Boxed").fatigue, 0, "by rail nobody tires");
    assert_eq!(game.decides(), ("initiative", Side::Union), "nothing is left to transfer");
}

#[rule("GBAC-6")]
#[test]
fn a_link_may_take_turns() {
    let world =
        boxed(clouds(9).scenario(BOXES), "union", "Boxed", "Atlanta").infantry("u", "A", "0909", 4, "");
    let mut game = world.begin(&[]);
    game.give("place Boxed > 0101", &[6, 1]);
    assert_eq!(game.unit("Boxed").whereabouts, Whereabouts::Boxed, "on its way");
    for (turn, there) in [(2, false), (3, true)] {
        game.state.turn = turn;
        let at = game.setup.steps.iter().position(|s| s.phase == Phase::OffMapTransfer).unwrap();
        game.state.step = at as u8 + 1;
        game.run_phase(&[6, 1], |play| play.off_map_transfers());
        assert_eq!(game.unit("Boxed").is_on_map(), there, "turn {turn}");
    }
    assert_eq!(game.at("Boxed"), "0101");
}

#[rule("GBAC-6")]
#[test]
fn enemies_close_the_way_to_the_boxes() {
    let world = || boxed(clouds(9).scenario(BOXES), "union", "Boxed", "Knoxville");
    let offered = |game: &Game| -> Vec<String> {
        let mut orders = Vec::new();
        game.pos().off_map_orders(Side::Union, &mut orders);
        orders.iter().map(|o| Gcacw::write_order(&game.setup, o)).collect()
    };
    let open = world().infantry("u", "A", "0505", 4, "").set();
    assert_eq!(offered(&open), ["send Boxed > Atlanta", "place Boxed > 0505", "send A > Knoxville", "done"]);
    let watched = world().infantry("u", "A", "0505", 4, "").infantry("c", "Foe", "0506", 4, "").set();
    assert_eq!(offered(&watched), ["send Boxed > Atlanta", "done"], "a zone of control");
    let taken = world().infantry("c", "Foe", "0505", 4, "").set();
    assert_eq!(offered(&taken), ["send Boxed > Atlanta", "done"]);
    // A link of one side is closed to the other.
    let rebel = boxed(clouds(9).scenario(BOXES), "confederate", "Rebel", "Atlanta").set();
    let id = rebel.id("Rebel");
    assert_eq!(
        rebel.pos().may_enter_map(Side::Confederate, id, rebel.hex("0101")).unwrap_err().rule.0,
        "GBAC-6"
    );
}

#[rule("GBAC-6")]
#[test]
fn without_boxes_the_phase_passes() {
    let game = clouds(5).infantry("u", "A", "0505", 4, "").begin(&[6, 1]);
    assert_eq!(game.decides(), ("initiative", Side::Union));
    let faults = clouds(5)
        .infantry("u", "A", "0505", 4, "")
        .scenario("[[campaign.link]]\nfrom = \"Rome\"\nhex = \"0101\"\nkind = \"road\"")
        .faults();
    assert!(faults.contains("there is no box `Rome`"), "{faults}");
}

#[rule("GBAC-6", "GBAC-44")]
#[test]
fn reinforcements_may_come_to_a_box() {
    let game = clouds(5)
        .scenario(BOXES)
        .infantry("u", "A", "0909", 4, "")
        .scenario("[[unit]]\nside = \"union\"\nname = \"Late\"\narm = \"infantry\"\nmanpower = 4\narrives = { turn = 1, box = \"Atlanta\" }")
        .begin(&[]);
    assert_eq!(game.unit("Late").whereabouts, Whereabouts::Boxed);
    assert!(game.offers("send Late > Knoxville"));
}

#[rule("GBAC-23")]
#[test]
fn theatres_beyond_the_map_do_what_the_scenario_says() {
    let quiet = clouds(4).infantry("u", "A", "0505", 4, "");
    let mut game = at_phase(quiet, Phase::OffMapSegment, 4);
    game.run_phase(&[], |play| play.off_map_segment());
    assert_eq!((game.state.scored.union, game.asks()), (0, "over"), "nothing happens");
    let busy = clouds(4).infantry("u", "A", "0505", 4, "").scenario(
        "[[campaign.theater]]\nname = \"Knoxville holds out\"\nturn = 4\neffect = { points = { side = \"union\", points = 2 } }",
    );
    let mut game = at_phase(busy, Phase::OffMapSegment, 4);
    game.run_phase(&[], |play| play.off_map_segment());
    assert_eq!(game.state.scored.union, 2);
    let faults = clouds(4).infantry("u", "A", "0505", 4, "").scenario(
        "[[campaign.theater]]\nname = \"Knoxville\"\nturn = 3\neffect = { points = { side = \"union\", points = 2 } }",
    );
    assert!(faults.faults().contains("turn 3 has no Off-Map Segment"));
    let faults = clouds(4).infantry("u", "A", "0505", 4, "").scenario(
        "[[campaign.theater]]\nname = \"Rain\"\nturn = 4\neffect = { boats = { side = \"union\" } }",
    );
    assert!(faults.faults().contains("effect: expected points, bring, shift"));
}

#[rule("GBAC-23")]
#[test]
fn troops_may_be_sent_to_a_theatre_beyond_the_map() {
    let away = "[[campaign.theater]]\nname = \"To Knoxville\"\nturn = 4\neffect = { withdraw = { units = [\"Law\", \"Gone\"] } }";
    let world = clouds(4)
        .infantry("c", "Law", "0505", 4, "command = \"Lo\"")
        .infantry("c", "Gone", "0606", 4, "")
        .infantry("c", "Bate", "0707", 4, "")
        .scenario(away);
    let mut game = at_phase(world, Phase::OffMapSegment, 4);
    let lost = game.id("Gone");
    game.state.lift(lost, Whereabouts::Eliminated);
    game.run_phase(&[], |play| play.off_map_segment());
    assert_eq!(game.unit("Law").whereabouts, Whereabouts::Withdrawn);
    assert_eq!(game.unit("Gone").whereabouts, Whereabouts::Eliminated, "the dead stay dead");
    assert!(game.unit("Bate").is_on_map());
    let stranger = clouds(4).infantry("u", "A", "0505", 4, "").scenario(away);
    assert!(stranger.faults().contains("there is no unit `Law`"));
}

#[test]
fn a_client_sees_supply_counties_and_boxes() {
    let game = boxed(clouds(5).scenario(BOXES), "union", "Boxed", "Knoxville")
        .scenario(WALKER)
        .scenario("[campaign.supply]\n[[campaign.depot]]\nside = \"union\"\nhex = \"0202\"\npoints = 3\n")
        .unit("u", "wagon", "Train", "0202", 1, "supplies = 2")
        .infantry("u", "A", "0505", 4, "out_of_supply = true")
        .set();
    let view = Gcacw::view(&game.setup, &game.state, Viewer::Referee).erase().to_value();
    let campaign = &view["campaign"];
    assert_eq!(campaign["supply"]["depots"][0]["serves"], true);
    assert_eq!(campaign["supply"]["wagons"][0]["points"], 2);
    assert_eq!(campaign["supply"]["out_of_supply"][0], "A");
    assert_eq!(campaign["counties"][0]["name"], "Walker");
    assert_eq!(campaign["boxes"][0]["units"][0], "Boxed");
    assert_eq!(campaign["boxes"][0]["links"][0]["to"], "0505");
    let piece = view["pieces"].as_array().unwrap().iter().find(|p| p["name"] == "Boxed").unwrap();
    assert_eq!(piece["where"], "Knoxville");
}
