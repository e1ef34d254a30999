//! Battle Above the Clouds, Advanced Game: supply, depots, wagon trains, foraging.

use table::{Side, rule};

use super::world;
use super::world::{Game, World};
use crate::campaign::wagons::{SupplyStep, Wear, wagon_reduction};
use crate::sequence::Phase;
use crate::state::Whereabouts;

fn clouds(turns: u8) -> World {
    world().game("BAC", 1863).settings(&format!("advanced = true\nturns = {turns}"))
}

const DEPOT: &str = "[campaign.supply]\n[[campaign.depot]]\nside = \"union\"\nhex = \"0102\"\npoints = 2\n";

/// The Supply Segment of turn 4, with nobody asked yet.
fn segment(world: World, dice: &[u8]) -> Game {
    let mut game = world.set();
    let at = game.setup.steps.iter().position(|s| s.phase == Phase::SupplySegment).unwrap();
    (game.state.turn, game.setup.turns, game.state.step) = (4, 4, at as u8 + 1);
    game.run_phase(dice, |play| play.supply_segment());
    game
}

fn at_step(game: &Game) -> Option<(Side, SupplyStep)> {
    let step = match game.asks() {
        "wagon-return" => SupplyStep::Return,
        "emergency-supply" => SupplyStep::Emergency,
        "repair-station" => SupplyStep::Repair,
        "build-depots" => SupplyStep::Depots,
        "load-wagons" => SupplyStep::Points,
        "empty-wagons" => SupplyStep::Empty,
        _ => return None,
    };
    Some((game.seat(), step))
}

/// Whether a Union unit in a hex is in supply after the Supply Segment.
fn supplied(world: World, hex: &str) -> bool {
    let mut game = world.infantry("u", "Hungry", hex, 3, "").set();
    game.run(&[], |play| play.determine_supply());
    !game.unit("Hungry").out_of_supply
}

#[rule("GBAC-28")]
#[test]
fn a_depot_feeds_ten_hexes_around() {
    let open = || clouds(12).scenario(DEPOT);
    assert!(supplied(open(), "0108"), "six hexes");
    assert!(supplied(open(), "0112"), "ten hexes");
    let far = |range: u8| {
        clouds(12)
            .scenario(&DEPOT.replace("[campaign.supply]", &format!("[campaign.supply]\nrange = {range}")))
    };
    assert!(supplied(far(5), "0107") && !supplied(far(5), "0108"));
    // The other side's depot is no help.
    assert!(!supplied(clouds(12).scenario(&DEPOT.replace("union", "confederate")), "0103"));
}

#[rule("GBAC-28")]
#[test]
fn enemies_and_rivers_cut_the_way() {
    // A river from top to bottom between columns 4 and 5, with one bridge.
    let wall: Vec<String> = (1..=12)
        .flat_map(|row| {
            let mut sides = vec![format!("{row:02}04/{row:02}05")];
            if row < 12 {
                let (a, b) = if row % 2 == 0 { ("04", "05") } else { ("05", "04") };
                sides.push(format!("{row:02}{a}/{:02}{b}", row + 1));
            }
            sides
        })
        .collect();
    let wall: Vec<&str> = wall.iter().map(String::as_str).collect();
    let river = || clouds(12).scenario(DEPOT).water("major-river", &wall);
    assert!(!supplied(river(), "0108"));
    let bridged = || river().crossing("bridge", "0104/0105");
    assert!(supplied(bridged(), "0108"));
    // An enemy zone of control over the only way: blocked, unless a friend is in the hex.
    let watched = || bridged().infantry("u", "Foe", "0902", 1, "").infantry("c", "Rebel", "0206", 3, "");
    assert!(!supplied(watched(), "0110"), "0105 and 0106 are in a zone of control");
    let guarded = watched()
        .infantry("u", "Guard", "0105", 3, "")
        .infantry("u", "Second", "0106", 3, "")
        .infantry("u", "Third", "0107", 3, "");
    assert!(supplied(guarded, "0110"), "friends keep the way open");
    let taken = bridged().infantry("c", "Rebel", "0105", 3, "");
    assert!(!supplied(taken, "0110"), "the enemy on the way");
}

#[rule("GBAC-28")]
#[test]
fn a_loaded_wagon_train_feeds_like_a_depot_and_spends_a_point() {
    let train = |supplies: u8, hex: &str| {
        let mut game = clouds(12)
            .scenario("[campaign.supply]\n")
            .unit("u", "wagon", "Train", "0505", 1, &format!("supplies = {supplies}"))
            .infantry("u", "A", hex, 3, "")
            .infantry("u", "B", "0507", 3, "")
            .set();
        game.run(&[], |play| play.determine_supply());
        (game.unit("A").out_of_supply, game.unit("Train").supplies)
    };
    assert_eq!(train(3, "0506"), (false, 2), "one point for all it feeds");
    assert_eq!(train(0, "0506"), (true, 0));
    // Nobody to feed: nothing is spent. Wagon trains themselves are never hungry.
    let mut game = clouds(12)
        .scenario("[campaign.supply]\n")
        .unit("u", "wagon", "Train", "0505", 1, "supplies = 3")
        .set();
    game.run(&[], |play| play.determine_supply());
    assert_eq!((game.unit("Train").supplies, game.unit("Train").out_of_supply), (3, false));
    // A unit that a depot feeds needs no wagon.
    let mut game = clouds(12)
        .scenario(DEPOT)
        .unit("u", "wagon", "Train", "0104", 1, "supplies = 3")
        .infantry("u", "A", "0105", 3, "")
        .set();
    game.run(&[], |play| play.determine_supply());
    assert_eq!((game.unit("Train").supplies, game.unit("A").out_of_supply), (3, false));
}

#[rule("GBAC-25", "GBAC-28")]
#[test]
fn a_station_repaired_in_the_segment_serves_at_once() {
    let world = clouds(12)
        .scenario(DEPOT)
        .feature("rr_station = [\"0102\", \"0110\"]")
        .scenario("[[marker]]\nkind = \"destroyed-station\"\nhex = \"0102\"")
        .scenario("[[marker]]\nkind = \"damaged-station\"\nhex = \"0110\"")
        .scenario("[campaign.held]\nunion = [\"0110\"]")
        .infantry("u", "A", "0104", 3, "");
    let mut game = segment(world, &[]);
    assert_eq!(at_step(&game), Some((Side::Union, SupplyStep::Repair)));
    assert!(game.offers("mend 0102") && game.offers("mend 0110"));
    let mut lazy = game.state.clone();
    game.give("mend 0102", &[]);
    assert!(!game.unit("A").out_of_supply, "the depot serves again");
    assert_eq!(game.state.burnt.len(), 1, "one station a segment");
    std::mem::swap(&mut game.state, &mut lazy);
    game.give("done", &[]);
    assert!(game.unit("A").out_of_supply, "a ruined station feeds nobody");
}

#[rule("GBAC-28")]
#[test]
fn only_a_station_that_is_held_is_repaired() {
    let world = clouds(12)
        .scenario(DEPOT)
        .feature("rr_station = [\"0110\", \"0912\"]")
        .scenario("[[marker]]\nkind = \"damaged-station\"\nhex = \"0110\"")
        .scenario("[[marker]]\nkind = \"damaged-station\"\nhex = \"0912\"")
        .scenario("[campaign.held]\nunion = [\"0110\"]")
        .infantry("c", "Foe", "0912", 3, "");
    let mut game = segment(world, &[]);
    assert_eq!(game.refused("mend 0912"), "GBAC-28");
    game.give("mend 0110", &[]);
    assert_eq!(at_step(&game), Some((Side::Confederate, SupplyStep::Repair)));
    assert!(game.offers("mend 0912"));
}

#[rule("GBAC-25", "GBAC-28")]
#[test]
fn depots_are_built_when_they_are_due() {
    let world = || {
        clouds(12)
            .scenario("[campaign.supply]\n[[campaign.depot]]\nside = \"union\"\nhex = \"0105\"\nturn = 4\n")
            .scenario("[[campaign.depot]]\nside = \"union\"\nhex = \"0109\"\nturn = 8\n")
            .scenario("[campaign.held]\nunion = [\"0105\", \"0109\"]")
            .infantry("u", "A", "0107", 3, "")
    };
    let mut game = segment(world(), &[]);
    assert_eq!(at_step(&game), Some((Side::Union, SupplyStep::Depots)));
    assert_eq!(game.refused("depot 0109"), "GBAC-28");
    game.give("depot 0105", &[]);
    assert!(!game.unit("A").out_of_supply, "it serves in the same segment");
    // Not where the enemy looks on.
    let game = segment(world().infantry("c", "Foe", "0205", 3, ""), &[]);
    assert_eq!(at_step(&game), None);
}

#[rule("GBAC-28")]
#[test]
fn a_depot_lost_to_the_enemy_feeds_nobody() {
    // The Confederates' depot stands; the Union may build its own there once it holds the hex.
    let both = "[campaign.supply]\n[[campaign.depot]]\nside = \"confederate\"\nhex = \"0105\"\n\
        [[campaign.depot]]\nside = \"union\"\nhex = \"0105\"\nturn = 4\n";
    let world = || clouds(12).scenario(both).infantry("c", "Hill", "0109", 3, "");
    let mut game = world().set();
    assert_eq!(game.pos().spot_holder(game.hex("0105")), Some(Side::Confederate));
    game.run(&[], |play| play.determine_supply());
    assert!(!game.unit("Hill").out_of_supply);
    let taken = game.hex("0105");
    game.run(&[], |play| {
        play.hold(taken, Side::Union);
        play.determine_supply();
    });
    assert!(game.unit("Hill").out_of_supply, "the enemy was the last there");
    game.state.turn = 4;
    assert!(game.pos().may_build_depot(Side::Union, taken).is_ok());
    game.run(&[], |play| {
        play.hold(taken, Side::Confederate);
        play.determine_supply();
    });
    assert!(!game.unit("Hill").out_of_supply, "retaken, it serves again");
}

#[rule("GBAC-4", "GBAC-25")]
#[test]
fn wagon_trains_load_what_a_depot_has() {
    let world = || {
        clouds(12)
            .scenario(DEPOT)
            .unit("u", "wagon", "Train", "0102", 1, "supplies = 3")
            .unit("u", "wagon", "Second", "0102", 1, "")
            .unit("u", "wagon", "Far", "0104", 1, "")
    };
    let mut game = segment(world(), &[]);
    assert_eq!(at_step(&game), Some((Side::Union, SupplyStep::Points)));
    assert_eq!(game.refused("load Far"), "GBAC-4");
    game.give("load Train", &[]);
    assert_eq!(game.refused("load Train"), "GBAC-4");
    assert_eq!(game.unit("Train").supplies, 4, "it carries 4");
    game.give("load Second", &[]);
    assert_eq!(game.unit("Second").supplies, 1);
    // The two points of this segment are gone.
    assert_eq!(at_step(&game), Some((Side::Union, SupplyStep::Empty)));
    // A scenario may have larger wagons.
    let large = DEPOT.replace("[campaign.supply]", "[campaign.supply]\ncapacity = 6");
    let game =
        segment(clouds(12).scenario(&large).unit("u", "wagon", "Train", "0102", 1, "supplies = 5"), &[]);
    assert!(game.offers("load Train"));
    let faults = clouds(12).scenario(DEPOT).unit("u", "wagon", "Train", "0102", 1, "supplies = 5").faults();
    assert!(faults.contains("a wagon train carries 4"), "{faults}");
}

#[rule("GBAC-21", "GBAC-20")]
#[test]
fn emergency_supply_comes_before_the_rest() {
    let world = || {
        clouds(1)
            .scenario("[campaign.supply]\n")
            .unit("u", "wagon", "Train", "0505", 1, "supplies = 2")
            .infantry("u", "A", "0505", 3, "out_of_supply = true\ndisorganized = true\nfatigue = 1")
            .infantry("u", "Near", "0506", 3, "out_of_supply = true\nfatigue = 3")
            .infantry("u", "Far", "0508", 3, "out_of_supply = true\nfatigue = 3")
            .unit("u", "wagon", "Empty", "0505", 1, "supplies = 0")
    };
    let mut game = world().set();
    game.run_phase(&[], |play| play.end_cycle());
    assert_eq!(at_step(&game), Some((Side::Union, SupplyStep::Emergency)));
    assert!(game.offers("feed Train > Near"));
    assert_eq!(game.refused("feed Train > Far"), "GBAC-21");
    assert_eq!(game.refused("feed Empty > Near"), "GBAC-21", "it carries nothing");
    assert_eq!(game.refused("remove-wagon Train"), "GBAC-20");
    game.give("feed Train > A", &[]);
    assert_eq!((game.unit("A").out_of_supply, game.unit("Train").supplies), (false, 1));
    assert_eq!(game.refused("feed Train > A"), "GBAC-21");
    game.give("done", &[]);
    while matches!(game.asks(), "recovery-work" | "forage") {
        game.give("done", &[]);
    }
    assert!(!game.unit("A").disorganized, "fed in time for step 3");
}

#[rule("GBAC-20", "GBAC-3", "GBAC-4")]
#[test]
fn an_empty_wagon_train_leaves_and_comes_back_at_a_depot() {
    let world = clouds(12)
        .scenario(DEPOT)
        .scenario("[[campaign.depot]]\nside = \"union\"\nhex = \"0112\"\n")
        .scenario("[[campaign.depot]]\nside = \"union\"\nhex = \"1112\"\n")
        .unit("u", "wagon", "Train", "0505", 1, "fatigue = 2")
        .infantry("u", "A", "0205", 3, "")
        .infantry("c", "Foe", "1111", 3, "");
    let mut game = world.set();
    game.state.turn = 5;
    game.run_phase(&[], |play| play.end_cycle());
    assert_eq!(at_step(&game), Some((Side::Union, SupplyStep::Emergency)));
    game.give("remove-wagon Train", &[]);
    assert_eq!(game.unit("Train").whereabouts, Whereabouts::OffMap);
    // Nobody is asked before the Reinforcement Phase of the next turn.
    while at_step(&game).is_none() {
        let offered = game.offered();
        assert!(!offered.iter().any(|o| o.starts_with("place")), "{offered:?}");
        assert_eq!(game.state.turn, 5);
        game.give("done", &[]);
    }
    assert_eq!((game.state.turn, at_step(&game)), (6, Some((Side::Union, SupplyStep::Return))));
    assert_eq!(game.refused("place Train > 1112"), "GBAC-4", "an enemy zone of control");
    assert_eq!(game.refused("place Train > 0205"), "GBAC-4", "no depot");
    assert_eq!(game.refused("place A > 0112"), "GBAC-4", "no wagon train");
    assert!(game.offers("place Train > 0112"));
    game.give("place Train > 0102", &[6, 1]);
    let train = game.unit("Train");
    assert_eq!(
        (train.whereabouts, train.fatigue, train.disorganized, train.supplies),
        (Whereabouts::OnMap, 0, false, 0)
    );
}

#[rule("GBAC-26")]
#[test]
fn a_wagon_train_that_gave_its_last_point_may_leave_at_once() {
    let world = clouds(12)
        .scenario("[campaign.supply]\n")
        .unit("u", "wagon", "Train", "0505", 1, "supplies = 1")
        .infantry("u", "A", "0506", 3, "");
    let mut game = segment(world, &[]);
    assert_eq!(at_step(&game), Some((Side::Union, SupplyStep::Empty)));
    game.give("remove-wagon Train", &[]);
    assert_eq!(game.unit("Train").whereabouts, Whereabouts::OffMap);
}

#[rule("GBAC-59", "GBAC-60")]
#[test]
fn wagon_trains_wear_out() {
    let row = |die| wagon_reduction(die);
    assert_eq!(
        [1, 2, 3, 4, 5, 6].map(row),
        [Wear::None, Wear::None, Wear::None, Wear::LoseOne, Wear::LoseOne, Wear::Gone]
    );
    let worn = |supplies: u8, die: u8| {
        let world = clouds(12)
            .scenario("[campaign.supply]\nwagon_reduction = \"union\"")
            .unit("u", "wagon", "Train", "0505", 1, &format!("supplies = {supplies}"))
            .unit("c", "wagon", "Rebel train", "0905", 1, "supplies = 2");
        let game = segment(world, &[die]);
        assert_eq!(game.unit("Rebel train").supplies, 2, "the other side's do not roll");
        (game.unit("Train").supplies, game.unit("Train").whereabouts)
    };
    assert_eq!(worn(3, 3), (3, Whereabouts::OnMap));
    assert_eq!(worn(3, 4), (2, Whereabouts::OnMap));
    assert_eq!(worn(3, 5), (2, Whereabouts::OnMap));
    assert_eq!(worn(0, 4), (0, Whereabouts::OnMap), "nothing to lose");
    assert_eq!(worn(3, 6), (0, Whereabouts::BrokenDown));
    // Without the key nobody rolls.
    let quiet = clouds(12).scenario(DEPOT).unit("u", "wagon", "Train", "0505", 1, "supplies = 3");
    assert_eq!(segment(quiet, &[]).unit("Train").supplies, 3);
}

fn foraging(world: World) -> Game {
    let mut game = world.set();
    game.run_phase(&[], |play| play.end_cycle());
    while !game.offered().iter().any(|o| o.starts_with("forage")) {
        game.give("done", &[]);
    }
    game
}

#[rule("GBAC-61", "GBAC-62")]
#[test]
fn the_forage_table() {
    let fed = |fatigue: u8, die: u8| {
        let mut game = foraging(clouds(1).infantry(
            "u",
            "A",
            "0505",
            3,
            &format!("out_of_supply = true\nfatigue = {fatigue}"),
        ));
        game.give("forage A", &[die]);
        !game.unit("A").out_of_supply
    };
    assert!(fed(0, 3) && !fed(0, 4));
    assert!(fed(1, 2) && !fed(1, 3));
    assert!(fed(2, 1) && !fed(2, 2));
}

fn modifier(world: World) -> i16 {
    let game = world.set();
    game.pos().forage_modifiers(game.id("A")).sum()
}

#[rule("GBAC-63", "GBAC-66")]
#[test]
fn high_ground_is_poor_ground() {
    let base =
        || clouds(1).infantry("u", "A", "0505", 3, "out_of_supply = true").way("road", &["0505", "0506"]);
    assert_eq!(modifier(base()), 0);
    assert_eq!(modifier(base().terrain("mountain", &["0505"])), 2);
    assert_eq!(modifier(base().feature("plateau = [\"0505\"]")), 2);
    assert_eq!(modifier(base().terrain("mountain", &["0505"]).feature("plateau = [\"0505\"]")), 2);
    assert_eq!(modifier(base().feature("plateau = [\"0506\"]")), 0);
}

#[rule("GBAC-64")]
#[test]
fn a_unit_hemmed_in_finds_little() {
    // 0505 has 0504, 0506, 0604, 0605, 0404, 0405 around it. Two enemies cover five of them.
    let ring = |foes: &[&str]| {
        let mut world = clouds(1).infantry("u", "A", "0505", 3, "out_of_supply = true");
        for (n, hex) in foes.iter().enumerate() {
            world = world.infantry("c", &format!("Foe {n}"), hex, 3, "");
        }
        world
    };
    let five = ["0604", "0405"];
    // Zones: 0604 itself, 0504, 0605; 0405 itself, 0404, 0506.
    assert_eq!(modifier(ring(&five)), 1);
    assert_eq!(modifier(ring(&["0604"])), 0);
    // Even with a friend in the sixth hex.
    assert_eq!(modifier(ring(&five).infantry("u", "Friend", "0506", 3, "")), 1);
    // Five in zones, the sixth across an unbridged river; and open without the river.
    let river = ["0505/0506", "0405/0506"];
    assert_eq!(modifier(ring(&five).water("major-river", &river)), 1);
    let open = ring(&five).water("major-river", &["0405/0506"]);
    assert_eq!(modifier(open), 0, "0506 is out of reach of the enemy and open");
}

#[rule("G8-6")]
#[test]
fn who_is_in_supply_does_not_forage() {
    let game = foraging(
        clouds(1).infantry("u", "A", "0505", 3, "out_of_supply = true").infantry("u", "B", "0506", 3, ""),
    );
    assert_eq!(game.refused("forage B"), "G8-6");
}

#[rule("GBAC-65")]
#[test]
fn an_eaten_up_country() {
    let barren = |terrain: &str| {
        clouds(1)
            .scenario("[campaign.supply]\nforage = 1")
            .terrain(terrain, &["0505"])
            .way("road", &["0505", "0506"])
            .infantry("u", "A", "0505", 3, "out_of_supply = true")
    };
    assert_eq!(modifier(barren("hill")), 1);
    assert_eq!(modifier(barren("mountain")), 3, "no die feeds it");
    let mut game = foraging(barren("mountain"));
    game.give("forage A", &[1]);
    assert!(game.unit("A").out_of_supply);
}

#[rule("GBAC-66", "GBAC-19")]
#[test]
fn food_found_counts_in_the_same_phase() {
    let mut game = foraging(clouds(1).infantry(
        "u",
        "A",
        "0505",
        3,
        "out_of_supply = true\ndisorganized = true\nfatigue = 1",
    ));
    game.give("forage A", &[1]);
    assert_eq!((game.unit("A").out_of_supply, game.unit("A").disorganized), (false, false));
    // Works come first: who digs does not forage.
    let mut game = clouds(1).infantry("u", "A", "0505", 3, "out_of_supply = true").set();
    game.run_phase(&[], |play| play.end_cycle());
    assert!(game.offers("entrench A"));
    game.give("entrench A", &[]);
    assert_eq!(game.pos().may_forage(Side::Union, game.id("A")).unwrap_err().rule.0, "G8-7");
}

#[rule("GBAC-27", "GBAC-22", "GBAC-1")]
#[test]
fn the_strategic_cycle_comes_every_fourth_turn() {
    let game = clouds(12).infantry("u", "A", "0505", 3, "").set();
    let names = |turn| -> Vec<&str> { game.setup.sequence(turn).iter().map(|p| p.name()).collect() };
    let nine = [
        "Random Events Phase",
        "Reinforcement Phase",
        "Off-Map Transfer Phase",
        "Leader Transfer Phase",
        "County Control Phase",
        "Attachment Phase",
        "Action Cycle",
        "Recovery Phase",
    ];
    for turn in [3, 6, 11] {
        assert_eq!(names(turn)[..8], nine);
        assert_eq!(names(turn)[8..], ["Turn Indication Phase"]);
    }
    let cycle = [
        "Strategic Cycle, Off-Map Segment",
        "Strategic Cycle, VP Segment",
        "Strategic Cycle, Supply Segment",
    ];
    for turn in [4, 8] {
        assert_eq!(names(turn)[8..11], cycle);
    }
    assert_eq!(names(12)[8..], [cycle[0], cycle[1], "Turn Indication Phase"], "no supply on the last turn");
}

#[rule("GBAC-27", "GBAC-22", "GBAC-25")]
#[test]
fn supply_is_determined_on_turn_four_but_not_on_the_last() {
    let hungry = |turn: u8, turns: u8| {
        let mut game = clouds(turns).scenario(DEPOT).infantry("u", "A", "1212", 3, "fatigue = 4").set();
        game.state.turn = turn;
        let dice: &[u8] = if turn == turns { &[] } else { &[6, 1] };
        game.run_phase(dice, |play| play.end_cycle());
        game.unit("A").out_of_supply
    };
    assert!(hungry(4, 5) && hungry(8, 12));
    assert!(!hungry(3, 5), "turn 3 has no Supply Segment");
    assert!(!hungry(4, 4), "nor has the last turn");
}
