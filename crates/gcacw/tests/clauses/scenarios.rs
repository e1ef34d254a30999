//! What a scenario says of its own (1.0): who holds what at set-up.

use table::rule;

use crate::world::{World, world};

fn hill(first: &str, second: &str) -> World {
    let place = |side: &str, points: u8, held_by: &str| {
        format!(
            "[[victory.place]]\nname = \"Hill of the {side}\"\nside = {side:?}\nhexes = [\"0707\"]\npoints = {points}\n{held_by}\n"
        )
    };
    world()
        .infantry("u", "A", "0101", 3, "")
        .infantry("c", "B", "1212", 3, "")
        .scenario(&place("confederate", 4, first))
        .scenario(&place("union", 3, second))
}

#[rule("G1.0-5")]
#[test]
fn a_hex_named_twice_is_held_by_whoever_either_entry_says() {
    let union = "held_by = \"union\"";
    assert_eq!(hill("", union).set().points(), [3, 0], "the second entry says so");
    assert_eq!(hill(union, "").set().points(), [3, 0]);
    assert_eq!(hill(union, union).set().points(), [3, 0]);
    assert_eq!(hill("", "").set().points(), [0, 0]);
}

#[rule("G1.0-5")]
#[test]
fn entries_that_contradict_each_other_are_refused() {
    let faults = hill("held_by = \"confederate\"", "held_by = \"union\"").faults();
    assert!(faults.contains("Hill of the confederate gives 0707 to the other side"), "{faults}");
    assert_eq!(hill("held_by = \"confederate\"", "").faults(), "");
}

/// Henry Hill counts for both sides; the Union holds it at the start.
#[rule("G1.0-5")]
#[test]
fn the_union_begins_on_henry_hill() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data/gcacw");
    let read = |name: &str| std::fs::read_to_string(folder.join(name)).map_err(|e| e.to_string());
    let file = "second-manassas.scenario.toml";
    let setup = gcacw::load(file, &read(file).unwrap(), &mut |name| read(name)).unwrap();
    use table::Ruleset;
    let state = gcacw::Gcacw::position(&setup);
    let view = gcacw::Gcacw::view(&setup, &state, table::Viewer::Referee).erase();
    let victory = view.victory;
    let line = victory.lines.iter().find(|l| l.label.contains("Henry Hill") && l.points > 0);
    assert_eq!(line.map(|l| (l.side, l.points)), Some((Some(table::Side::Union), 4)), "{:?}", victory.lines);
}
