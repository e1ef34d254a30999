//! The movement rows of the terrain table.

use serde_json::json;
use table::rule;
use vnb::ids::FeatureId;
use vnb::kinds::Level;
use vnb::state::mark;
use vnb::terrain::{Code, Column, Slope, Terrain, movement, slope};

use crate::common::*;

/// One stand at (30, 10) facing north with its commander, and some ground ahead.
fn ahead(kind: &str, weapon: &str, more: &str, features: &[String]) -> World {
    let refs: Vec<&str> = features.iter().map(String::as_str).collect();
    world(
        "",
        &refs,
        &[
            stand('u', "A", kind, weapon, (30.0, 10.0, 0.0), more),
            leader('u', "L", "division", (30.0, 10.0), ""),
        ],
    )
}
/// How far north the front edge gets, to the tenth.
fn reach(w: &World) -> f64 {
    let a = w.ask(serde_json::json!({"ask": "move", "stand": "A", "x": 30.0, "y": 70.0, "facing": 0}));
    let y = a["farthest"]["y"].as_f64().unwrap_or(10.0);
    ((y - 10.0) * 10.0).round() / 10.0
}
/// Moves north by so much and says whether the stand is still in order.
fn orderly(mut w: World, by: f64) -> bool {
    w.play(&[&format!("move {{A}} 30.00,{:.2}@0", 10.0 + by)], &[]);
    w.level("A") == Level::Good
}
fn area(kind: &str) -> Vec<String> {
    vec![feature(kind, &rect(20.0, 12.0, 40.0, 60.0), "")]
}
const INF: (&str, &str) = ("ib", "rm");

#[rule("VTER-1", "VTER-2", "VTER-14")]
#[test]
fn the_codes_and_columns_of_the_table() {
    for text in ["-", "2x", "2x DI", "DE DL", "DI BR NA", "1/2M DI", "1/2M", "roll", "XX"] {
        assert_eq!(Code::from_printed(text).map(Code::printed), Some(text));
    }
    assert_eq!(Code::from_printed("3x"), None);
    assert!(scenario("", &[&feature("quicksand", &rect(1.0, 1.0, 5.0, 5.0), "")], &[]).is_err());
    use vnb::kinds::Arm;
    assert_eq!(Column::of(Arm::DismountedCavalry), Column::InfantryBrigade);
    assert_eq!(Column::of(Arm::MountedInfantry), Column::CavalryBrigade);
    assert_eq!(Column::of(Arm::Battery), Column::Artillery);
    assert_eq!(Arm::of(vnb::kinds::Kind::CavalrySkirmisher, true), Arm::InfantrySkirmisher);
    let row = |t: Terrain| {
        [
            Column::InfantryBrigade,
            Column::CavalryBrigade,
            Column::Artillery,
            Column::InfantrySkirmisher,
            Column::CavalrySkirmisher,
            Column::Commander,
        ]
        .map(|c| movement(t, c).printed())
    };
    assert_eq!(row(Terrain::BrokenGround), ["2x", "2x DI", "2x", "-", "2x", "-"]);
    assert_eq!(row(Terrain::Forest), ["2x", "2x DI", "2x", "-", "2x", "-"]);
    assert_eq!(row(Terrain::FieldWorks), ["-", "DE DL", "-", "-", "DE DL", "-"]);
    assert_eq!(row(Terrain::Marsh), ["roll", "roll", "roll", "-", "roll", "-"]);
    assert_eq!(row(Terrain::MarshyStream), ["1/2M DI", "1/2M DI", "XX", "1/2M DI", "1/2M DI", "1/2M"]);
    assert_eq!(row(Terrain::Orchard), ["-", "2x DI", "-", "-", "-", "-"]);
    assert_eq!(row(Terrain::River), ["XX"; 6]);
    assert_eq!(row(Terrain::Stream), ["1/2M"; 6]);
    assert_eq!(row(Terrain::Swamp), ["XX", "XX", "XX", "2x", "XX", "2x"]);
    assert_eq!(row(Terrain::Town), ["DE DL", "DI BR NA", "DI BR NA", "-", "DI BR NA", "-"]);
    for plain in [Terrain::Crops, Terrain::HastyWorks, Terrain::LowWall, Terrain::TreeLine, Terrain::Village]
    {
        assert_eq!(row(plain), ["-"; 6], "{plain:?}");
    }
    assert_eq!(slope(Column::Artillery, 0, 2), Slope::Prohibited);
}

#[rule("VTER-3")]
#[test]
fn where_a_stand_is() {
    let wood = feature("forest", &rect(20.0, 20.0, 40.0, 40.0), "");
    let at = |y: f64| {
        let w = position("", &[&wood], &[stand('u', "A", "ib", "rm", (30.0, y, 0.0), "")]);
        w.pos().is_in(w.id("A"), Terrain::Forest)
    };
    assert!(at(18.6) && !at(18.4));
}

#[rule("VTER-4", "VTER-55")]
#[test]
fn a_stream_costs_half_a_move() {
    let stream = |y: f64| vec![feature("stream", &format!("line = [[0, {y}], [60, {y}]]"), "")];
    // The front edge starts at 11.5: the stream after 6 in leaves 2 beyond.
    assert_eq!(reach(&ahead(INF.0, INF.1, "", &stream(17.5))), 8.0);
    assert_eq!(reach(&ahead(INF.0, INF.1, "", &stream(20.5))), 9.0, "it stops at the bank");
    assert_eq!(reach(&ahead("cb", "rc", "", &stream(21.5))), 12.0);
}

#[rule("VTER-56")]
#[test]
fn the_second_stream_disorders_a_third_stops() {
    let streams = |ys: &[f64]| {
        ys.iter().map(|y| feature("stream", &format!("line = [[0, {y}], [60, {y}]]"), "")).collect::<Vec<_>>()
    };
    assert!(!orderly(ahead(INF.0, INF.1, "", &streams(&[12.0, 16.0])), 8.0));
    assert_eq!(reach(&ahead(INF.0, INF.1, "", &streams(&[12.0, 16.0]))), 8.0);
    assert!(orderly(ahead(INF.0, INF.1, "", &streams(&[12.0])), 8.0));
    assert_eq!(reach(&ahead(INF.0, INF.1, "", &streams(&[12.0, 14.0, 16.0]))), 4.5);
}

#[rule("VTER-5", "VTER-28", "VTER-18", "VTER-51")]
#[test]
fn double_cost_terrain() {
    let wood = vec![feature("forest", &rect(20.0, 17.5, 40.0, 60.0), "")];
    assert_eq!(reach(&ahead(INF.0, INF.1, "", &wood)), 11.0, "6 in clear, 5 in wood");
    let inside = vec![feature("forest", &rect(20.0, 5.0, 40.0, 60.0), "")];
    assert_eq!(reach(&ahead(INF.0, INF.1, "", &inside)), 8.0);
    assert_eq!(reach(&ahead("is", "rm", "", &inside)), 16.0);
    assert_eq!(reach(&ahead("cs", "rc", "", &inside)), 12.0);
    for (kind, weapon, terrain, order) in [
        ("cb", "rc", "forest", false),
        ("ib", "rm", "forest", true),
        ("cb", "rc", "broken-ground", false),
        ("cs", "rc", "broken-ground", true),
        ("is", "rm", "broken-ground", true),
        ("cb", "rc", "orchard", false),
        ("ib", "rm", "orchard", true),
        ("cs", "rc", "orchard", true),
    ] {
        assert_eq!(orderly(ahead(kind, weapon, "", &area(terrain)), 4.0), order, "{kind} {terrain}");
    }
    let rough = vec![feature("broken-ground", &rect(20.0, 5.0, 40.0, 60.0), "")];
    assert_eq!(
        (
            reach(&ahead("cb", "rc", "", &rough)),
            reach(&ahead("cs", "rc", "", &rough)),
            reach(&ahead("is", "rm", "", &rough))
        ),
        (12.0, 12.0, 16.0)
    );
    let orchard = vec![feature("orchard", &rect(20.0, 5.0, 40.0, 60.0), "")];
    assert_eq!(
        (
            reach(&ahead("cb", "rc", "", &orchard)),
            reach(&ahead("ib", "rm", "", &orchard)),
            reach(&ahead("bn", "sf", "state = \"limbered\"", &orchard))
        ),
        (12.0, 16.0, 16.0)
    );
}

#[rule("VTER-8", "VTER-31", "VGAP-15")]
#[test]
fn recovering_and_where_it_is_not_possible() {
    let mut w = ahead(INF.0, INF.1, "state = \"disordered\"", &[]);
    w.play(&["recover {A}"], &[]);
    assert_eq!((w.level("A"), reach(&w)), (Level::Good, 8.0));
    let under = |terrain: &str| vec![feature(terrain, &rect(20.0, 5.0, 40.0, 60.0), "")];
    assert_eq!(
        ahead("cb", "rc", "state = \"disordered\"", &under("broken-ground")).check("recover {A}"),
        "VTER-8"
    );
    assert_eq!(
        ahead(INF.0, INF.1, "state = \"disordered\"", &under("broken-ground")).check("recover {A}"),
        "ok"
    );
    assert_eq!(
        ahead(INF.0, INF.1, "state = \"disordered\"", &under("forest")).check("recover {A}"),
        "VTER-31"
    );
    assert_eq!(
        ahead(INF.0, INF.1, "state = \"permanently-disordered\"", &[]).check("recover {A}"),
        "VGAP-15"
    );
    let contact = world(
        "",
        &[],
        &[
            stand(
                'u',
                "A",
                "ib",
                "rm",
                (30.0, 10.0, 0.0),
                "state = \"disordered\"\ncharged = { target = \"T\", from = [30.0, 5.0] }",
            ),
            leader('u', "L", "division", (30.0, 10.0), ""),
            stand('c', "T", "ib", "rm", (30.0, 13.0, 180.0), ""),
        ],
    );
    assert_ne!(contact.check("recover {A}"), "ok");
    // At the end of a move as well, and then the move is over.
    let mut w = ahead(INF.0, INF.1, "state = \"disordered\"", &[]);
    w.play(&["move {A} 30.00,18.00@0", "recover {A}"], &[]);
    assert_eq!((w.level("A"), w.check("move {A} 30.00,19.00@0")), (Level::Good, "VMOV-1".into()));
}

#[rule("VTER-13", "VTER-52", "VTER-57")]
#[test]
fn prohibited_ground() {
    let river = vec![feature("river", "line = [[0, 15], [60, 15]]", "")];
    for (kind, weapon) in [("ib", "rm"), ("is", "rm"), ("cb", "rc")] {
        assert_eq!(ahead(kind, weapon, "", &river).check("move {A} 30.00,18.00@0"), "VTER-52");
    }
    assert_eq!(ahead("ib", "rm", "", &river).check("move {L} 30.00,18.00@0"), "VTER-52", "commanders too");
    let swamp = area("swamp");
    assert_eq!(ahead("ib", "rm", "", &swamp).check("move {A} 30.00,14.00@0"), "VTER-57");
    let under = vec![feature("swamp", &rect(20.0, 5.0, 40.0, 60.0), "")];
    assert_eq!(reach(&ahead("is", "rm", "", &under)), 8.0);
    let road = feature("road", "line = [[30, 0], [30, 70]]", "");
    let both = vec![swamp[0].clone(), road];
    assert_eq!(ahead("ib", "rm", "state = \"march-column\"", &both).check("move {A} 30.00,30.00@0"), "ok");
}

#[rule("VTER-15")]
#[test]
fn bridges() {
    let river = feature("river", "line = [[0, 15], [60, 15]]", "");
    let bridge = feature("bridge", "point = [30, 15]", "");
    let road = feature("road", "line = [[30, 0], [30, 70]]", "");
    let all = vec![river, bridge, road];
    assert_eq!(reach(&ahead("ib", "rm", "state = \"march-column\"", &all)), 48.0);
    let line = || ahead("ib", "rm", "", &all);
    assert_eq!(reach(&line()), 8.0);
    let mut w = line();
    w.play(&["move {A} 30.00,26.00@0 disorder"], &[]);
    assert_eq!((w.level("A"), w.at("A").1), (Level::Disordered, 26.0));
    assert_eq!(reach(&ahead("ib", "rm", "state = \"disordered\"", &all)), 8.0);
    assert_eq!(
        ahead("ib", "rm", "state = \"disordered\"", &all).check("move {A} 30.00,26.00@0 disorder"),
        "VMOV-2"
    );
    // Away from the bridge the river is as closed as ever.
    assert_eq!(line().check("move {L} 33.00,18.00@0"), "VTER-52");
    assert_eq!(line().check("move {L} 30.00,22.00@0"), "ok");
}

#[rule("VTER-16", "VTER-47", "VTER-48", "VTER-49")]
#[test]
fn fords_and_marshy_streams() {
    let marshy = feature("marshy-stream", "line = [[0, 15], [60, 15]]", "");
    let ford = feature("ford", "point = [30, 15]", "");
    let guns = |features: &[String]| ahead("bn", "sf", "state = \"limbered\"", features);
    assert_eq!(guns(std::slice::from_ref(&marshy)).check("move {A} 30.00,18.00@0"), "VTER-48");
    let both = [marshy.clone(), ford.clone()];
    assert_eq!(reach(&guns(&both)), 8.0);
    assert!(orderly(guns(&both), 6.0));
    let river = feature("river", "line = [[0, 15], [60, 15]]", "");
    assert_eq!(
        reach(&ahead("ib", "rm", "state = \"march-column\"", &[river, ford])),
        16.0,
        "a ford is no bridge"
    );
    let mut w = ahead("ib", "rm", "guns = 1", std::slice::from_ref(&marshy));
    w.play(&["move {A} 30.00,16.00@0"], &[]);
    assert_eq!((w.level("A"), w.piece("A").guns, reach(&w)), (Level::Disordered, 0, -2.0 + 10.0));
    assert_eq!(w.check("recover {A}"), "VTER-47");
    assert!(!orderly(ahead("is", "rm", "", std::slice::from_ref(&marshy)), 6.0));
    let mut c = ahead("ib", "rm", "", &[marshy]);
    c.play(&["move {L} 30.00,22.00@0"], &[]);
    assert_eq!(c.check("move {L} 30.00,22.50@0"), "VMOV-2");
}

#[rule("VTER-17")]
#[test]
fn charging_a_bank_that_is_held() {
    let stream = feature("stream", "line = [[0, 15], [60, 15]]", "");
    let duel = |y: f64, weapon: &str| {
        world(
            "",
            &[&stream],
            &[
                stand('u', "A", "ib", "rm", (30.0, 10.0, 0.0), ""),
                leader('u', "L", "division", (30.0, 10.0), ""),
                stand('c', "T", "ib", weapon, (30.0, y, 180.0), ""),
            ],
        )
    };
    let mut held = duel(16.5, "rm");
    held.play(&["charge {A} {T} @0"], &[]);
    assert_eq!(held.level("A"), Level::Disordered);
    assert!(held.pos().contact(held.id("A"), held.id("T")));
    let mut back = duel(18.5, "rm");
    back.play(&["charge {A} {T} @0"], &[]);
    assert_eq!(back.level("A"), Level::Good);
    assert_eq!(duel(16.5, "cr").check("charge {A} {T} @0"), "VCHG-12");
}

#[rule("VTER-17", "VCHG-4", "VCHG-12")]
#[test]
fn a_slanting_charge_does_not_slip_past_the_water_before_its_target() {
    // A corner touches first, with the middle of the front still on the near side.
    let duel = |kind: &str, weapon: &str| {
        let water = feature(kind, "line = [[0, 14.99], [60, 14.99]]", "");
        world(
            "",
            &[&water],
            &[
                stand('u', "A", "ib", "rm", (22.0, 10.0, 0.0), ""),
                leader('u', "L", "division", (22.0, 10.0), ""),
                stand('c', "T", "ib", weapon, (30.0, 16.5, 180.0), ""),
            ],
        )
    };
    let mut held = duel("stream", "rm");
    held.play(&["charge {A} {T} @55.00"], &[]);
    assert!(held.pos().contact(held.id("A"), held.id("T")));
    assert_eq!(held.level("A"), Level::Disordered);
    assert_eq!(duel("stream", "cr").check("charge {A} {T} @55.00"), "VCHG-12");
    assert_eq!(duel("river", "rm").check("charge {A} {T} @55.00"), "VCHG-4");
}

#[rule("VTER-15", "VCHG-12")]
#[test]
fn charging_over_a_bridge_in_disorder() {
    let river = feature("river", "line = [[0, 14], [60, 14]]", "");
    let bridge = feature("bridge", "point = [30, 14]", "");
    let duel = |gap: f64, weapon: &str| {
        world(
            "",
            &[&river, &bridge],
            &[
                stand('u', "A", "ib", "rm", (30.0, 10.0, 0.0), ""),
                leader('u', "L", "division", (30.0, 10.0), ""),
                stand('c', "T", "ib", weapon, (30.0, 13.0 + gap, 180.0), ""),
            ],
        )
    };
    let ask = json!({"ask": "charge", "by": "A", "at": "T"});
    // Eight inches and half a move: in order, also against cartridge weapons.
    assert_eq!(duel(8.0, "cr").ask(ask.clone())["legal"], json!(true));
    // Farther only by crossing in disorder, which cartridge weapons repulse.
    assert_eq!(duel(12.0, "rm").ask(ask.clone())["legal"], json!(true));
    assert_eq!(duel(12.0, "cr").rule(ask.clone()), "VCHG-12");
    assert_eq!(duel(16.5, "rm").rule(ask), "VCHG-1");
    let mut far = duel(12.0, "rm");
    far.play(&["charge {A} {T} @0"], &[]);
    assert_eq!(far.level("A"), Level::Disordered);
    assert!(far.pos().contact(far.id("A"), far.id("T")));
    // Raw troops who lost their order in the turn have none left to pay for the bridge with.
    let raw = |gap: f64| {
        world(
            "options = [\"poorly-trained\"]\ndate = \"1861-07-21\"",
            &[&river, &bridge],
            &[
                stand('u', "A", "ib", "rm", (30.0, 10.0, 10.0), "flags = [\"poorly-trained\"]"),
                leader('u', "L", "division", (30.0, 10.0), ""),
                stand('c', "T", "ib", "rm", (30.0, 13.0 + gap, 180.0), ""),
            ],
        )
    };
    assert_eq!(raw(8.0).check("charge {A} {T} @0"), "ok");
    assert_eq!(raw(12.0).check("charge {A} {T} @0"), "VCHG-1");
}

#[rule("VTER-24", "VTER-7", "VTER-9")]
#[test]
fn works_disorder_cavalry() {
    let works = vec![feature("field-works", "line = [[0, 15], [60, 15]]", "")];
    assert!(!orderly(ahead("cb", "rc", "", &works), 6.0));
    assert!(!orderly(ahead("cs", "rc", "", &works), 6.0));
    assert!(orderly(ahead("ib", "rm", "", &works), 6.0));
    assert!(orderly(ahead("bn", "sf", "state = \"limbered\"", &works), 6.0));
    let walls = vec![feature("low-wall", "line = [[0, 15], [60, 15]]", "")];
    assert!(orderly(ahead("cb", "rc", "", &walls), 6.0));
}

#[rule("VTER-30", "VTER-32")]
#[test]
fn guns_and_stationary_stands_in_forests() {
    let wood = feature("forest", &rect(20.0, 5.0, 40.0, 60.0), "");
    assert_eq!(
        ahead("bn", "sf", "state = \"limbered\"", std::slice::from_ref(&wood)).check("unlimber {A}"),
        "VTER-30"
    );
    let road = |y: f64| feature("road", &format!("line = [[0, {y}], [60, {y}]]"), "");
    assert_eq!(ahead("ib", "rm", "", std::slice::from_ref(&wood)).check("stationary {A}"), "VTER-32");
    assert_eq!(ahead("ib", "rm", "", &[wood.clone(), road(12.0)]).check("stationary {A}"), "ok");
    assert_eq!(ahead("ib", "rm", "", &[wood.clone(), road(13.0)]).check("stationary {A}"), "VTER-32");
    let across = feature("road", "line = [[30, 0], [30, 60]]", "");
    assert_eq!(
        ahead("ib", "rm", "", &[wood, across]).check("stationary {A}"),
        "VTER-32",
        "it must run along the front"
    );
    let edge = feature("forest", &rect(20.0, 5.0, 40.0, 11.6), "");
    assert_eq!(ahead("ib", "rm", "", std::slice::from_ref(&edge)).check("stationary {A}"), "VTER-32");
    let w = world(
        "options = [\"forest-edge-is-feature\"]",
        &[&edge],
        &[stand('u', "A", "ib", "rm", (30.0, 10.0, 0.0), ""), leader('u', "L", "division", (30.0, 10.0), "")],
    );
    assert_eq!(w.check("stationary {A}"), "ok");
}

#[rule("VTER-34", "VTER-35", "VTER-38")]
#[test]
fn forts_and_fortresses() {
    let fort = |more: &str| vec![feature("fort", &rect(25.0, 15.0, 35.0, 25.0), more)];
    assert!(!orderly(ahead("ib", "rm", "", &fort("")), 6.0));
    assert_eq!(ahead("cb", "rc", "", &fort("")).check("move {A} 30.00,18.00@0"), "VTER-35");
    let gate = fort("entrances = [[30, 15]]");
    assert_eq!(ahead("cb", "rc", "", &gate).check("move {A} 30.00,18.00@0"), "VTER-35");
    assert_eq!(ahead("cb", "rc", "state = \"march-column\"", &gate).check("move {A} 30.00,18.00@0"), "ok");
    assert!(orderly(ahead("ib", "rm", "state = \"march-column\"", &gate), 8.0));
    let fortress = |more: &str| vec![feature("fortress", &rect(25.0, 15.0, 35.0, 25.0), more)];
    assert_eq!(ahead("ib", "rm", "", &fortress("")).check("move {A} 30.00,18.00@0"), "VTER-38");
    assert!(!orderly(ahead("ib", "rm", "", &fortress("breaches = [[30, 15]]")), 6.0));
}

fn hill(level: u8) -> Vec<String> {
    vec![feature("hill", &rect(20.0, 15.0, 40.0, 60.0), &format!("contours = {level}"))]
}
const LIMBERED: &str = "state = \"limbered\"";

#[rule("VGAP-43")]
#[test]
fn a_slope_of_one_contour_is_nothing_to_men() {
    assert_eq!(reach(&ahead("ib", "rm", "", &hill(1))), 16.0);
    assert!(orderly(ahead("ib", "rm", "", &hill(1)), 6.0));
}

#[rule("VTER-41")]
#[test]
fn two_contours_cost_half_a_move_and_disorder() {
    assert_eq!(reach(&ahead("ib", "rm", "", &hill(2))), 8.0);
    assert!(!orderly(ahead("ib", "rm", "", &hill(2)), 6.0));
}

#[rule("VTER-42")]
#[test]
fn slopes_and_guns() {
    let guns = |level| ahead("bn", "sf", LIMBERED, &hill(level));
    assert_eq!(reach(&guns(1)), 8.0);
    assert_eq!(guns(2).check("move {A} 30.00,18.00@0"), "VTER-42");
    // Downhill guns pay nothing, but two contours stay closed.
    let down =
        |level: u8| vec![feature("hill", &rect(20.0, 0.0, 40.0, 15.0), &format!("contours = {level}"))];
    assert_eq!(reach(&ahead("bn", "sf", LIMBERED, &down(1))), 16.0);
    assert_eq!(ahead("bn", "sf", LIMBERED, &down(2)).check("move {A} 30.00,18.00@0"), "VTER-42");
    // A road takes guns up anything.
    let road = vec![hill(2)[0].clone(), feature("road", "line = [[30, 0], [30, 70]]", "")];
    assert_eq!(reach(&ahead("bn", "sf", LIMBERED, &road)), 16.0);
}

#[rule("VTER-43")]
#[test]
fn skirmishers_climb_anything() {
    assert_eq!(reach(&ahead("cs", "rc", "", &hill(2))), 24.0);
    assert!(orderly(ahead("cs", "rc", "", &hill(2)), 20.0));
}

#[rule("VGAP-43")]
#[test]
fn two_slopes_of_one_contour_are_not_one_of_two() {
    let steps = vec![hill(1)[0].clone(), feature("hill", &rect(20.0, 20.0, 40.0, 60.0), "contours = 2")];
    assert_eq!(reach(&ahead("ib", "rm", "", &steps)), 16.0);
}

#[rule("VTER-44", "VTER-45", "VTER-46")]
#[test]
fn marshes_are_rolled_for() {
    let marsh = area("marsh");
    let enter = |kind: &str, weapon: &str, more: &str, die: &[u8]| {
        let mut w = ahead(kind, weapon, more, &marsh);
        w.play(&["move {A} 30.00,18.50@0", "done"], die);
        (((w.at("A").1 - 10.0) * 10.0).round() / 10.0, w.level("A"))
    };
    // 0.5 in clear, then 8 in of marsh wanted.
    assert_eq!(enter("ib", "rm", "", &[2]), (8.5, Level::Good));
    assert_eq!(enter("ib", "rm", "", &[4]).0, 8.2);
    assert_eq!(enter("ib", "rm", "", &[5]), (4.4, Level::Disordered));
    assert_eq!(
        enter("bn", "sf", "state = \"limbered\"", &[4]),
        (4.9, Level::Disordered),
        "one more for guns"
    );
    assert_eq!(enter("is", "rm", "", &[]), (8.5, Level::Good));
    // The third stand through the same spot adds two.
    let mut w = world(
        "",
        &[&marsh[0]],
        &[
            stand('u', "A", "ib", "rm", (30.0, 10.0, 0.0), ""),
            stand('u', "B", "ib", "rm", (30.0, 6.0, 0.0), ""),
            stand('u', "C", "ib", "rm", (30.0, 2.0, 0.0), ""),
            leader('u', "L", "division", (30.0, 6.0), ""),
        ],
    );
    let events =
        w.play(&["move {A} 30.00,20.00@0", "move {B} 30.00,15.00@0", "move {C} 30.00,11.20@0"], &[1, 1, 3]);
    let factors: Vec<u8> = events
        .iter()
        .filter_map(|e| if let vnb::Event::Marsh { factor, .. } = e { Some(*factor) } else { None })
        .collect();
    assert_eq!(factors, [1, 1, 4]);
}

#[rule("VTER-53")]
#[test]
fn roads_ignore_the_ground() {
    let all = vec![
        feature("forest", &rect(20.0, 5.0, 40.0, 70.0), ""),
        feature("road", "line = [[30, 0], [30, 72]]", ""),
    ];
    assert_eq!(reach(&ahead("ib", "rm", "state = \"march-column\"", &all)), 48.0);
    assert_eq!(reach(&ahead("ib", "rm", "", &all)), 8.0, "not in line");
    assert_eq!(reach(&ahead("bn", "sf", "state = \"limbered\"", &all)), 16.0);
    assert!(orderly(ahead("cb", "rc", "state = \"march-column\"", &all), 40.0));
}

#[rule("VTER-22", "VTER-23", "VGAP-46")]
#[test]
fn crops_are_trampled_cell_by_cell() {
    // Cells of the table grid from x = 27 to 36, y = 12 to 18.
    let crops = vec![feature("crops", &rect(27.0, 12.0, 36.0, 18.0), "")];
    let p = |x: f64, y: f64| vnb::geometry::Pt::new((x * 1e6) as i64, (y * 1e6) as i64);
    let mut w = ahead("ib", "rm", "", &crops);
    assert_eq!(reach(&w), 16.0, "no cost");
    w.play(&["move {A} 30.00,24.00@0"], &[]);
    assert!(w.pos().trampled(p(28.6, 13.0)) && w.pos().trampled(p(31.4, 17.0)));
    assert!(!w.pos().trampled(p(34.5, 13.0)), "the rest still stands");
    let mut s = ahead("is", "rm", "", &crops);
    s.play(&["move {A} 30.00,24.00@0"], &[]);
    assert!(!s.pos().trampled(p(30.0, 13.0)));
    let mut c = ahead("is", "rm", "", &crops);
    c.play(&["move {L} 30.00,24.00@0"], &[]);
    assert!(c.pos().trampled(p(30.4, 13.0)), "commanders trample too");
}

fn block(x: f64, y: f64, name: &str, more: &str) -> String {
    feature("town", &rect(x, y, x + 3.0, y + 3.0), &format!("name = \"{name}\"\n{more}"))
}

#[rule("VTER-59", "VTER-7", "VTER-9")]
#[test]
fn brigades_lose_their_order_in_and_out_of_a_town() {
    let town = block(28.5, 15.0, "Town", "");
    let mut w = ahead("ib", "rm", "", std::slice::from_ref(&town));
    w.play(&["move {A} 30.00,14.00@0"], &[]);
    assert_eq!(w.level("A"), Level::Disordered, "entering");
    let mut s = ahead("is", "rm", "", std::slice::from_ref(&town));
    s.play(&["move {A} 30.00,15.00@0"], &[]);
    assert_eq!(s.level("A"), Level::Good, "skirmishers slip in");
    let leave = |kind: &str| {
        let inside = garrison('u', "A", kind, "rm", "Town", "");
        let mut w = world("", &[&town], &[inside, leader('u', "L", "division", (30.0, 10.0), "")]);
        w.play(&["leave {A} 0 @0"], &[]);
        w.level("A")
    };
    assert_eq!((leave("ib"), leave("is")), (Level::Disordered, Level::Good), "leaving");
    // From one block into the next: order that was recovered inside is lost again.
    let next = block(28.5, 18.0, "Next", "");
    let inside = garrison('u', "A", "ib", "rm", "Town", "state = \"disordered\"");
    let mut w = world("", &[&town, &next], &[inside, leader('u', "L", "division", (30.0, 20.0), "")]);
    w.play(&["recover {A}", "end", "end"], &[]);
    assert_eq!((w.level("A"), w.waits()), (Level::Good, "pick"));
    let out = (0..4).find(|side| w.check(&format!("leave {{A}} {side} @0")) == "ok").expect("a way out");
    w.play(&[&format!("leave {{A}} {out} @0")], &[]);
    assert_eq!(w.level("A"), Level::Disordered);
}

#[rule("VTER-60")]
#[test]
fn horse_and_guns_in_a_town_are_disordered_and_make_no_attacks() {
    let town = block(28.5, 15.0, "Town", "");
    for (kind, weapon, state) in [("cb", "rc", ""), ("cs", "rc", ""), ("bn", "sf", "state = \"limbered\"")] {
        let mut w = ahead(kind, weapon, state, std::slice::from_ref(&town));
        let to = if kind == "cb" { "move {A} 30.00,14.00@0" } else { "move {A} 30.00,15.00@0" };
        w.play(&[to, "done"], &[]);
        assert_eq!((w.piece("A").garrison, w.level("A")), (FeatureId::new(0), Level::Disordered), "{kind}");
        assert_eq!(w.pos().melee_dice(w.id("A")), 0, "{kind} in melee");
        let inside = garrison('u', "A", kind, weapon, "Town", "");
        let enemy = stand('c', "T", "ib", "rm", (30.0, 22.0, 180.0), "");
        let fire = position("phase = \"combat\"", &[&town], &[inside, enemy]);
        assert_eq!(fire.rule(json!({"ask": "fire", "by": "A", "at": "T"})), "VTER-11", "{kind} by fire");
    }
    // Infantry in the same place does both.
    let inside = garrison('u', "A", "ib", "rm", "Town", "");
    let enemy = stand('c', "T", "ib", "rm", (30.0, 22.0, 180.0), "");
    let w = position("phase = \"combat\"", &[&town], &[inside, enemy]);
    assert_eq!(w.rule(json!({"ask": "fire", "by": "A", "at": "T"})), "ok");
    assert_eq!(w.pos().melee_dice(w.id("A")), 4);
}

#[rule("VTER-10")]
#[test]
fn horse_and_guns_in_a_town_block_the_road() {
    let town = block(28.5, 15.0, "Town", "");
    let road = feature("road", "line = [[30, 0], [30, 70]]", "");
    let column = |inside: &[String]| {
        let mut stands = vec![
            stand('u', "A", "ib", "rm", (30.0, 10.0, 0.0), "state = \"march-column\""),
            leader('u', "L", "division", (30.0, 10.0), ""),
        ];
        stands.extend_from_slice(inside);
        let mut w = world("", &[&town, &road], &stands);
        let verdict = w.check("march {A} 30.00,40.00");
        if verdict == "ok" {
            w.play(&["march {A} 30.00,40.00"], &[]);
            assert_eq!(w.level("A"), Level::Good, "by road it stays in order");
        }
        verdict
    };
    assert_eq!(column(&[]), "ok");
    for (kind, weapon) in [("bn", "sf"), ("cb", "rc"), ("cs", "rc")] {
        assert_eq!(column(&[garrison('u', "G", kind, weapon, "Town", "")]), "VTER-10", "{kind}");
    }
    assert_eq!(
        column(&[garrison('u', "G", "is", "rm", "Town", "")]),
        "ok",
        "skirmishers leave the road free"
    );
}

/// The verdict on a stand that would enter a town with these inside.
fn enter(inside: &[String], kind: &str) -> String {
    let mut stands = vec![
        stand('u', "A", kind, "rm", (30.0, 10.0, 0.0), ""),
        leader('u', "L", "division", (30.0, 10.0), ""),
    ];
    stands.extend_from_slice(inside);
    let w = world("", &[&block(28.5, 15.0, "Town", "")], &stands);
    w.check(if kind == "ib" { "move {A} 30.00,14.00@0" } else { "move {A} 30.00,15.00@0" })
}

#[rule("VTER-61", "VTER-63")]
#[test]
fn what_a_block_holds() {
    let inside = |kind: &str, weapon: &str| [garrison('u', "B", kind, weapon, "Town", "")];
    let skirm = |n: usize| {
        (0..n).map(|k| garrison('u', &format!("S{k}"), "is", "rm", "Town", "")).collect::<Vec<_>>()
    };
    assert_eq!(enter(&[], "ib"), "ok");
    assert_eq!(enter(&inside("ib", "rm"), "ib"), "VTER-61", "one brigade");
    assert_eq!(enter(&inside("ib", "rm"), "is"), "VTER-61", "and nobody beside it");
    assert_eq!(enter(&skirm(1), "ib"), "VTER-61");
    assert_eq!((enter(&skirm(3), "is"), enter(&skirm(4), "is")), ("ok".into(), "VTER-61".into()));
    assert_eq!(enter(&inside("bn", "sf"), "ib"), "ok", "guns take no room");
    assert_eq!(enter(&inside("cs", "rc"), "ib"), "ok", "nor do horses");
}

#[rule("VGAP-44")]
#[test]
fn a_garrison_fills_its_block() {
    let town = block(28.5, 15.0, "Town", "");
    let mut w = ahead("ib", "rm", "", std::slice::from_ref(&town));
    w.play(&["move {A} 30.00,14.00@0"], &[]);
    assert_eq!((w.piece("A").garrison, w.at("A")), (FeatureId::new(0), (30.0, 16.5)));
    assert!(w.pos().front_edge(w.id("A")).is_none(), "without a front");
    let inside = garrison('u', "A", "ib", "rm", "Town", "");
    let mut out = world("", &[&town], &[inside, leader('u', "L", "division", (30.0, 10.0), "")]);
    out.play(&["leave {A} 0 @0"], &[]);
    assert!(out.pos().front_edge(out.id("A")).is_some() && out.piece("A").garrison == FeatureId::NONE);
    assert_eq!(enter(&[garrison('c', "E", "is", "rm", "Town", "")], "is"), "VGAP-44", "no enemy enters");
}

#[rule("VTER-67")]
#[test]
fn villages() {
    let farm = feature("village", &rect(28.5, 15.0, 31.5, 16.5), "name = \"Farm\"");
    let mut w = ahead("is", "rm", "", std::slice::from_ref(&farm));
    w.play(&["move {A} 30.00,15.00@0"], &[]);
    assert_eq!(w.piece("A").garrison, FeatureId::new(0));
    let mut b = ahead("ib", "rm", "", std::slice::from_ref(&farm));
    assert_eq!(reach(&b), 16.0);
    b.play(&["move {A} 30.00,14.20@0"], &[]);
    assert_eq!(b.piece("A").garrison, FeatureId::NONE, "a brigade merely moves through");
    let two = scenario(
        "",
        &[&farm],
        &[garrison('u', "A", "is", "rm", "Farm", ""), garrison('u', "B", "is", "rm", "Farm", "")],
    );
    assert!(two.is_err());
}

#[rule("VGAP-13", "VGAP-14", "VGAP-16")]
#[test]
fn becoming_and_staying_stationary() {
    let mut w = ahead("ib", "rm", "", &[]);
    w.play(&["move {A} 30.00,18.00@0", "stationary {A}", "end", "end"], &[]);
    assert!(w.has("A", mark::STATIONARY));
    w.play(&["move {A} 30.00,18.00@10"], &[]);
    assert!(!w.has("A", mark::STATIONARY), "a turn ends it");
    let mut far = ahead("ib", "rm", "", &[]);
    far.play(&["move {A} 30.00,18.10@0"], &[]);
    assert_eq!(far.check("stationary {A}"), "VGAP-5");
    let mut guns = ahead("bn", "sf", "state = \"limbered\"", &[]);
    guns.play(&["move {A} 30.00,18.00@0", "unlimber {A}", "stationary {A}"], &[]);
    assert!(guns.has("A", mark::STATIONARY));
    assert_eq!(ahead("bn", "sf", "state = \"limbered\"", &[]).check("stationary {A}"), "VCOM-13");
    // Disorder twice is disorder once, and no way to rout.
    assert!(!orderly(ahead("cb", "rc", "state = \"disordered\"", &area("broken-ground")), 4.0));
    let mut y = ahead("cb", "rc", "state = \"disordered\"", &area("broken-ground"));
    y.play(&["move {A} 30.00,14.00@0"], &[]);
    assert_eq!(y.level("A"), Level::Disordered);
    let mut r = ahead("cb", "rc", "state = \"permanently-disordered\"", &area("broken-ground"));
    r.play(&["move {A} 30.00,14.00@0"], &[]);
    assert_eq!(r.level("A"), Level::PermanentlyDisordered);
    // Fire and a failed test do not end it.
    let mut f = world(
        "phase = \"morale\"",
        &[],
        &[
            stand('u', "G", "bn", "sf", (30.0, 16.25, 0.0), ""),
            stand('c', "T", "ib", "rm", (30.0, 21.5, 180.0), "state = \"stationary\""),
        ],
    );
    let mut dice = table::ScriptedDice::new([6]);
    use table::Ruleset;
    f.state = vnb::Vnb::start(&f.setup, &mut dice, &mut table::NoLog);
    assert!(f.level("T") == Level::Disordered && f.has("T", mark::STATIONARY));
}
