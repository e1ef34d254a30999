//! Buildings, arrivals and the edge of the table.

use super::*;
use table::rule;
use vnb::ids::FeatureId;
use vnb::kinds::Level;

#[rule("VGAP-44")]
#[test]
fn nobody_advances_into_a_block_an_enemy_holds() {
    let town = feature("town", &rect(28.5, 32.1, 31.5, 35.1), "name = \"Town\"");
    let w = cleared("ib", "rm", 28.5, &[&town], &[garrison('c', "E", "is", "rm", "Town", "")]);
    assert_eq!(w.check("advance {A} 3.00"), "VGAP-44");
}

#[rule("VGAP-2")]
#[test]
fn an_advance_ends_on_the_table() {
    let w = cleared("ib", "rm", 68.5, &[], &[]);
    assert_eq!((w.check("advance {A} 2.00"), w.check("advance {A} 3.00")), ("ok".into(), "VGAP-2".into()));
}

#[rule("VGAP-2")]
#[test]
fn nobody_leaves_a_building_or_arrives_over_the_edge() {
    let farm = feature("village", &rect(0.0, 15.0, 3.0, 16.5), "name = \"Farm\"");
    let w = world("", &[&farm], &[garrison('u', "A", "is", "rm", "Farm", "")]);
    let ways: Vec<String> = (0..4).map(|side| w.check(&format!("leave {{A}} {side} @0"))).collect();
    assert_eq!(ways.iter().filter(|v| *v == "VGAP-2").count(), 1, "{ways:?}");
    let new = "[[stand]]\nside = \"union\"\nname = \"N\"\ntype = \"infantry-brigade\"\nweapon = \"rifled-musket\"\nsp = 4\ndivision = \"u1\"\n[[reinforcement]]\nside = \"union\"\nturn = 1\nat = [2.0, 0.0]\nstands = [\"N\"]\n";
    let w = world("", &[], &[ib('u', "A", 60.0, 60.0, 0.0), new.to_owned()]);
    assert_eq!(
        (w.check("enter {N} 2.00,1.50@0"), w.check("enter {N} 1.00,1.50@0")),
        ("ok".into(), "VGAP-2".into())
    );
}

#[rule("VGAP-47")]
#[test]
fn an_arrival_finds_its_place_free() {
    let new = "[[stand]]\nside = \"union\"\nname = \"N\"\ntype = \"infantry-brigade\"\nweapon = \"rifled-musket\"\nsp = 4\ndivision = \"u1\"\n[[reinforcement]]\nside = \"union\"\nturn = 1\nat = [30.0, 0.0]\nstands = [\"N\"]\n";
    let w = world("", &[], &[ib('u', "A", 30.0, 3.0, 0.0), new.to_owned()]);
    assert_eq!(
        (w.check("enter {N} 30.00,1.50@0"), w.check("enter {N} 34.00,1.50@0")),
        ("VGAP-47".into(), "ok".into())
    );
    assert_eq!(w.check("enter {N} 37.00,1.50@0"), "VGAP-47", "up to six inches along the edge");
    assert_eq!(w.check("enter {N} 34.00,1.50@90"), "VGAP-47", "facing as it is told");
}

#[rule("VGAP-47")]
#[test]
fn some_wait_for_their_turn_or_for_the_enemy() {
    let held = |turn: u8, enemy: f64| {
        let division =
            format!("[[division]]\nside = \"union\"\nname = \"u1\"\nexhaustion = 9\nreleased = {turn}\n");
        let w = world(
            "",
            &[],
            &[
                ib('u', "A", 30.0, 10.0, 0.0),
                leader('u', "L", "division", (30.0, 10.0), ""),
                ib('c', "E", 30.0, enemy, 180.0),
                division,
            ],
        );
        w.check("move {A} 30.00,9.00@180")
    };
    assert_eq!((held(2, 60.0), held(1, 60.0)), ("VGAP-47".into(), "ok".into()));
    assert_eq!((held(2, 19.0), held(2, 19.1)), ("ok".into(), "VGAP-47".into()), "an enemy within six inches");
}

#[rule("VGAP-44")]
#[test]
fn how_a_block_is_left() {
    let town = feature("town", &rect(28.5, 15.0, 31.5, 18.0), "name = \"Town\"");
    let inside = |more: &str| {
        let a = garrison('u', "A", "ib", "cr", "Town", more);
        world("", &[&town], &[a, leader('u', "L", "division", (30.0, 12.0), "")])
    };
    let w = inside("");
    assert_eq!((w.check("leave {A} 0 @0"), w.check("leave {A} 4 @0")), ("ok".into(), "VGAP-44".into()));
    assert_eq!(w.check("move {A} 30.00,22.00@0"), "VGAP-44", "it leaves first");
    let shot = ib('c', "T", 30.0, 21.0, 180.0);
    let charge = world(
        "",
        &[&town],
        &[garrison('u', "A", "ib", "rm", "Town", ""), leader('u', "L", "division", (30.0, 12.0), ""), shot],
    );
    assert_eq!(charge.check("charge {A} {T} @0"), "VGAP-44", "also to charge");
    assert_eq!(inside("state = \"gone-to-ground\"").check("leave {A} 0 @0"), "VGAP-44", "it lies down");
    assert_eq!(with("ib", "rm", "", &[], &[]).check("leave {A} 0 @0"), "VGAP-44", "it is in none");
}

#[rule("VGAP-44")]
#[test]
fn a_march_does_not_end_in_a_block() {
    let town = feature("town", &rect(28.5, 15.0, 31.5, 18.0), "name = \"Town\"");
    let road = feature("road", "line = [[30, 0], [30, 70]]", "");
    let w = with("ib", "rm", "state = \"march-column\"", &[&town, &road], &[]);
    assert_eq!(
        (w.check("march {A} 30.00,16.50"), w.check("march {A} 30.00,30.00")),
        ("VGAP-44".into(), "ok".into())
    );
}

#[rule("VGAP-44")]
#[test]
fn no_way_through_a_block_an_enemy_holds() {
    let town = feature("town", &rect(28.5, 15.0, 31.5, 18.0), "name = \"Town\"");
    let held = garrison('c', "E", "is", "rm", "Town", "");
    // Past the middle of the block, and along its edge.
    let w = with("is", "rm", "", &[&town], &[held]);
    assert_eq!(w.check("move {A} 30.00,22.00@0"), "VGAP-44");
    assert_eq!(w.check("move {A} 30.00,15.00@0"), "VGAP-44");
}

#[rule("VTER-71")]
#[test]
fn nobody_goes_into_or_through_a_burning_building() {
    let town = feature("town", &rect(28.5, 15.0, 31.5, 18.0), "name = \"Town\"");
    let mut w = with("is", "rm", "", &[&town], &[]);
    assert_eq!(
        (w.check("move {A} 30.00,22.00@0"), w.check("move {A} 30.00,15.00@0")),
        ("ok".into(), "ok".into())
    );
    w.state.building_mut(FeatureId::new(0)).burning_since = 1;
    assert_eq!(
        (w.check("move {A} 30.00,22.00@0"), w.check("move {A} 30.00,15.00@0")),
        ("VTER-71".into(), "VTER-71".into())
    );
    // A village burns under those who would stay in it; others go round it.
    let farm = feature("village", &rect(28.5, 15.0, 31.5, 16.5), "name = \"Farm\"");
    let mut w = with("is", "rm", "", &[&farm], &[]);
    w.state.building_mut(FeatureId::new(0)).burning_since = 1;
    assert_eq!(w.check("move {A} 30.00,15.00@0"), "VTER-71");
}

#[rule("VGAP-44")]
#[test]
fn nobody_stands_on_the_threshold_of_an_enemy() {
    let farm = feature("village", &rect(28.5, 15.0, 31.5, 16.5), "name = \"Farm\"");
    let w = with("is", "rm", "", &[&farm], &[garrison('c', "E", "is", "rm", "Farm", "")]);
    assert_eq!(w.check("move {A} 30.00,14.25@0"), "VGAP-44");
}

#[rule("VTER-8")]
#[test]
fn ground_that_disorders_does_so_on_the_way() {
    let rough = feature("broken-ground", &rect(25.0, 14.0, 35.0, 16.0), "");
    let through = |features: &[&str]| {
        let mut w = with("cb", "rc", "", features, &[]);
        w.play(&["move {A} 30.00,22.00@0"], &[]);
        w.level("A")
    };
    assert_eq!((through(&[&rough]), through(&[])), (Level::Disordered, Level::Good));
}
