//! Line of sight (27), with the example of the book.

use serde_json::{Value, json};
use table::rule;

use crate::world::World;

fn los(world: &World, from: &str, to: &str) -> Value {
    world.ask(json!({"ask":"los","from":from,"to":to}))["los"].clone()
}

/// The guns in 2444 and their eleven targets, on a made-up map that gives every printed result.
fn example() -> World {
    let mut world = World::new(60, 40)
        .grid("shape = \"flat\"\nlabel = \"CCRR\"\n")
        .level(1, &["1843", "1845", "1947", "2441", "2645", "2542"])
        .terrain("woods", &["2448", "2542"])
        .terrain("cornfield", &["2346"])
        .unit("u art G I/1 6 4 2444");
    for (name, hex, _, _) in TARGETS {
        world = world.unit(&format!("c inf {name} L/B/C 4 4 {hex}"));
    }
    world
}

const TARGETS: [(&str, &str, &str, u16); 11] = [
    ("A", "1548", "partial", 9),
    ("B", "1640", "clear", 8),
    ("C", "1646", "partial", 8),
    ("D", "2438", "blocked", 6),
    ("E", "2448", "partial", 4),
    ("F", "2846", "blocked", 4),
    ("G2", "2842", "clear", 4),
    ("H", "1843", "clear", 6),
    ("I", "1744", "partial", 7),
    ("J", "2349", "partial", 5),
    ("K", "2640", "blocked", 5),
];

#[rule("L27-15", "LTAB-12")]
#[test]
fn the_eleven_targets_of_the_book() {
    let world = example();
    for (name, hex, seen, range) in TARGETS {
        let answer = world.ask(json!({"ask":"los","from":"2444","to":hex}));
        assert_eq!(answer, json!({"los": seen, "range": range}), "target {name}");
        let fire = world.ask(json!({"ask":"bombard","hexes":["2444"],"target":hex}));
        let may = ["B", "C", "E", "G2", "H", "I", "J"].contains(&name);
        assert_eq!(fire["error"].is_null(), may, "target {name}: {fire}");
        if may {
            assert_eq!(fire["sp"], if range > 4 { 3 } else { 6 });
        }
        // As one sees, so one is seen, but for cover at the far end.
        let back =
            world.ask(json!({"ask":"los","from":hex,"to":"2444","for":"influence"}))["los"] == "blocked";
        assert_eq!(back, seen == "blocked", "{name}");
    }
}

#[rule("L27-13", "L6-5")]
#[test]
fn three_of_the_eleven_targets_are_influenced() {
    // E and J are seen in part only.
    let zoi = example().ask(json!({"ask":"zoi","side":"union"}));
    let near = |hex: &str| zoi["hexes"].as_array().unwrap().contains(&json!(hex));
    let found: Vec<&str> = TARGETS.iter().filter(|t| near(t.1)).map(|t| t.0).collect();
    assert_eq!(found, ["E", "G2", "J"]);
}

#[rule("L27-14", "L27-3")]
#[test]
fn two_of_the_paths_to_target_i_are_free() {
    let part = |more: &[&str]| los(&example().level(2, more), "2444", "1744");
    assert_eq!(part(&[]), "partial");
    // The hills beside the straight line obstruct the other paths; hills across it take them all.
    assert_eq!(part(&["2143", "2144", "2145"]), "blocked");
    let flat = World::new(60, 40).grid("shape = \"flat\"\nlabel = \"CCRR\"\n");
    assert_eq!(los(&flat, "2444", "1744"), "clear");
}

#[rule("L27-1", "L27-2", "L27-4")]
#[test]
fn paths_and_what_is_seen_along_them() {
    let all: Vec<String> = (1..=9).flat_map(|r| (1..=9).map(move |c| format!("{r:02}{c:02}"))).collect();
    let list: Vec<&str> = all.iter().map(String::as_str).collect();
    let thick = World::new(9, 9).terrain("woods", &list);
    assert_eq!((los(&thick, "0505", "0506"), los(&thick, "0505", "0505")), (json!("clear"), json!("clear")));
    // Straight along a row: one path; one hex in it blocks.
    let row = World::new(9, 9).terrain("town", &["0504"]);
    assert_eq!(los(&row, "0502", "0506"), "blocked");
    // Across a corner at range 2: two paths of one hex. 0505 to 0705 runs through 0604 and 0605.
    let both = |hexes: &[&str]| los(&World::new(9, 9).terrain("town", hexes), "0505", "0705");
    assert_eq!(both(&["0101"]), "clear");
    assert_eq!(both(&["0604"]), "partial");
    assert_eq!(both(&["0604", "0605"]), "blocked");
}

#[rule("L27-5", "L27-6", "L27-7")]
#[test]
fn higher_ground_obstructs() {
    let see = |from: u8, between: u8, to: u8| {
        let mut world = World::new(3, 9);
        for level in 0..=3u8 {
            let hexes: Vec<&str> = [("0202", from), ("0203", between), ("0204", to)]
                .iter()
                .filter(|(_, l)| *l == level)
                .map(|(h, _)| *h)
                .collect();
            world = world.level(level, &hexes);
        }
        los(&world, "0202", "0204") == "clear"
    };
    assert!(!see(1, 2, 1) && see(1, 1, 1) && !see(0, 3, 2));
    assert!(!see(2, 2, 1) && see(2, 1, 1));
    assert!(!see(0, 1, 1) && see(0, 0, 1));
    for (from, between, to) in (0..27).map(|n| (n / 9, n / 3 % 3, n % 3)) {
        let top = from.max(to);
        assert_eq!(see(from, between, to), !(between > top || (between == top && from != to)));
    }
}

/// What is seen across one hex of this terrain.
fn across(word: &str) -> Value {
    los(&World::new(3, 9).terrain(word, &["0203"]), "0202", "0204")
}

#[rule("L27-8")]
#[test]
fn towns_add_a_level() {
    assert_eq!(
        (across("town"), across("marsh"), across("water")),
        (json!("blocked"), json!("clear"), json!("clear"))
    );
}

#[rule("L27-10")]
#[test]
fn growth_adds_a_level() {
    for word in ["woods", "orchard", "cornfield"] {
        assert_eq!(across(word), "blocked", "{word}");
    }
    // A level is no more than that: from hills of 2 one sees over woods on a hill of 1.
    let high = World::new(3, 9).level(2, &["0202", "0204"]).level(1, &["0203"]).terrain("woods", &["0203"]);
    assert_eq!(los(&high, "0202", "0204"), "clear");
}

#[rule("L27-12")]
#[test]
fn a_farm_outside_a_town_is_decoration() {
    let farm = World::new(3, 9).map("[[place]]\nhex = \"0203\"\nname = \"Farm\"\nkind = \"landmark\"\n");
    assert_eq!(los(&farm, "0202", "0204"), "clear");
}

#[rule("L27-11", "LTAB-11")]
#[test]
fn targets_in_woods_or_towns_are_hidden_in_part() {
    let target = |word: &str, more: &[&str]| {
        los(&World::new(9, 9).terrain(word, &["0705"]).level(1, more), "0505", "0705")
    };
    assert_eq!(
        (target("woods", &[]), target("town", &[]), target("orchard", &[])),
        (json!("partial"), json!("partial"), json!("clear"))
    );
    assert_eq!(target("woods", &["0604", "0605"]), "blocked");
}

#[rule("L27-9")]
#[test]
fn one_does_not_fire_over_ones_own_men() {
    let world =
        |unit: &str, level: &[&str]| World::new(3, 9).level(1, level).unit("u art G I/1 4 4 0202").unit(unit);
    assert_eq!(los(&world("u inf A I/1/1 4 4 0203", &[]), "0202", "0204"), "blocked");
    assert_eq!(los(&world("c inf A I/1/1 4 4 0203", &[]), "0202", "0204"), "clear");
    assert_eq!(los(&world("u inf A I/1/1 4 4 0203", &["0202"]), "0202", "0204"), "blocked");
    let leader = World::new(3, 9).unit("u art G I/1 4 4 0202").man("u Div 2 4 I/1/- 0203");
    assert_eq!(los(&leader, "0202", "0204"), "clear");
    let own = World::new(3, 9).unit("u inf A I/1/1 4 4 0203");
    assert_eq!(los(&own, "0202", "0204"), "clear", "nobody fires from there");
    let side = own.ask(json!({"ask":"los","from":"0202","to":"0204","side":"union"}));
    assert_eq!(side["los"], "blocked");
}

#[rule("L27-3")]
#[test]
fn sight_is_the_same_on_every_kind_of_grid_and_from_both_ends() {
    let grids = [
        "shape = \"pointy\"\nlabel = \"RRCC\"\n",
        "shape = \"pointy\"\nlabel = \"RRCC\"\nrow_one = \"south\"\nshifted = \"odd\"\n",
        "shape = \"flat\"\nlabel = \"CCRR\"\nfirst_row = 7\nfirst_column = 3\n",
        "shape = \"flat\"\nlabel = \"RRCC\"\nshifted = \"odd\"\nrow_one = \"south\"\n",
    ];
    for grid in grids {
        let world = World::new(14, 14).grid(grid);
        let setup = world.setup();
        let state = lfm::position(&setup);
        let pos = lfm::Pos::new(&setup, &state);
        for a in setup.map.grid.hexes().step_by(7) {
            for b in setup.map.grid.hexes() {
                assert_eq!(pos.distance(a, b), setup.map.grid.distance(a, b));
                assert_eq!(pos.los(a, b, None), lfm::Los::Clear);
                // A wall of hexes around the first hex blocks everything beyond it.
                let around = |h: hexmap::Hex| setup.map.grid.distance(a, h) == 1;
                let shut = setup.sight.los(a, b, around);
                let back = setup.sight.los(b, a, around);
                let far = setup.map.grid.distance(a, b);
                assert_eq!(shut == lfm::Los::Blocked, far > 1, "{} {}", setup.label(a), setup.label(b));
                assert_eq!(shut == lfm::Los::Blocked, back == lfm::Los::Blocked);
            }
        }
    }
}

/// Sight by walking every shortest path, hex by hex, as the rule is written.
fn walked(setup: &lfm::Setup, from: hexmap::Hex, to: hexmap::Hex) -> &'static str {
    let grid = &setup.map.grid;
    let far = grid.distance(from, to);
    if far <= 1 {
        return "clear";
    }
    let spot = |h: hexmap::Hex| {
        let (row, column) = grid.place(h);
        let half = i64::from(grid.is_moved(h));
        match grid.shape {
            hexmap::Shape::Flat => (column as i64, 2 * row as i64 + half),
            hexmap::Shape::Pointy => (row as i64, 2 * column as i64 + half),
        }
    };
    let ((ax, ay), (bx, by)) = (spot(from), spot(to));
    let (dx, dy) = (bx - ax, by - ay);
    let near_line = |h: hexmap::Hex| {
        let (x, y) = spot(h);
        let k = dx * (y - ay) - dy * (x - ax);
        9 * k * k <= 4 * (3 * dx * dx + dy * dy)
    };
    let level = |h: hexmap::Hex| setup.map.elevation(h);
    let grown = |h: hexmap::Hex| {
        use hexmap::Terrain::*;
        level(h) + u8::from(matches!(setup.map.terrain(h), Woods | Orchard | Cornfield | Town))
    };
    let (f, t) = (level(from), level(to));
    let blocks = |h: hexmap::Hex| grown(h) > f.max(t) || (grown(h) == f.max(t) && f != t);
    let (mut free, mut shut) = (0u32, 0u32);
    let mut paths = vec![(from, false)];
    while let Some((at, blocked)) = paths.pop() {
        for (_, next) in grid.neighbors(at) {
            if next == to {
                if grid.distance(at, to) == 1 {
                    *(if blocked { &mut shut } else { &mut free }) += 1;
                }
            } else if grid.distance(next, to) + 1 == grid.distance(at, to) && near_line(next) {
                paths.push((next, blocked || blocks(next)));
            }
        }
    }
    let hidden = matches!(setup.map.terrain(to), hexmap::Terrain::Woods | hexmap::Terrain::Town);
    match (free > 0, shut > 0) {
        (true, false) if !hidden => "clear",
        (true, _) => "partial",
        _ => "blocked",
    }
}

proptest::proptest! {
    #![proptest_config(proptest::prelude::ProptestConfig::with_cases(24))]
    #[rule("L27-3")]
    #[test]
    fn sight_is_that_of_every_path_walked(
        cells in proptest::collection::vec((0u8..3, 0u8..9), 196),
        kind in 0usize..4,
    ) {
        let grids = [
            "shape = \"pointy\"\nlabel = \"RRCC\"\n",
            "shape = \"pointy\"\nlabel = \"CCRR\"\nshifted = \"odd\"\nrow_one = \"south\"\n",
            "shape = \"flat\"\nlabel = \"CCRR\"\nfirst_row = 3\n",
            "shape = \"flat\"\nlabel = \"RRCC\"\nshifted = \"odd\"\n",
        ];
        let blank = World::new(14, 14).grid(grids[kind]);
        let grid = blank.setup().map.grid;
        let label = |n: usize| grid.label(hexmap::Hex(n as u16));
        let mut world = blank;
        for level in 1..3u8 {
            let hexes: Vec<String> = (0..196).filter(|n| cells[*n].0 == level).map(label).collect();
            world = world.level(level, &hexes.iter().map(String::as_str).collect::<Vec<_>>());
        }
        for (word, code) in [("woods", 1u8), ("town", 2), ("orchard", 3), ("cornfield", 4)] {
            let hexes: Vec<String> = (0..196).filter(|n| cells[*n].1 == code).map(label).collect();
            world = world.terrain(word, &hexes.iter().map(String::as_str).collect::<Vec<_>>());
        }
        let setup = world.setup();
        for a in (0..196u16).step_by(5).map(hexmap::Hex) {
            for b in setup.map.grid.hexes() {
                let seen = setup.sight.los(a, b, |_| false).word();
                proptest::prop_assert_eq!(seen, walked(&setup, a, b), "{} to {}", setup.label(a), setup.label(b));
            }
        }
    }
}
