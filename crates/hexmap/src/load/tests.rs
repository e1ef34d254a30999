//! Every key of a map file, and what is said when one is wrong.

use proptest::prelude::*;

use crate::{Crossing, HexMap, LabelOrder, Parity, PlaceKind, Ridge, RowOne, Shape, Terrain, Water, Way};
use table::Side;

/// A file that uses every key. The levels, walls and sunken road are those of a battlefield.
const RICH: &str = r#"format = "hardtack-map/1"
name = "Franklin crossroads"
yards_per_hex = 1940

[grid]
shape = "pointy"
label = "RRCC"
rows = 12
columns = 10
first_row = 41
first_column = 5
row_one = "south"
shifted = "even"
sheet = "W"

[terrain]
default = "rolling"
woods = ["4710", "4611..4613"]
clear = ["W4110"]
marsh = ["4105"]

[elevation]
default = 1
2 = ["4709", "4710..4712"]
0 = ["4105"]

[[road]]
kind = "pike"
name = "Columbia Pike"
path = ["4610", "4611", "4711"]

[[road]]
kind = "unfinished-railroad"
path = ["4610", "4611"]

[[water]]
kind = "minor-river"
name = "Harpeth River"
sides = ["4610/4611", "4711/4611"]

[[crossing]]
kind = "bridge"
side = "4611/4610"
name = "Franklin bridge"
indestructible = true

[[ridge]]
side = "4610/4710"
high = "4710"

[[wall]]
kind = "stone-wall"
side = "4610/4609"

[[wall]]
kind = "steep-slope"
side = "4610/4710"

[[place]]
hex = "4610"
name = "Franklin"
kind = "town"

[features]
rr_station = ["4610"]
redoubt = { hexes = ["4610", "4511..4512"], benefits = ["union"] }
fort = [{ hexes = ["4410"] }]
sunken_road = ["4110"]
plateau = ["4112"]
"#;

fn rich() -> HexMap {
    HexMap::parse("rich.map.toml", RICH).unwrap()
}

/// What is said about the rich file with one text in it replaced.
fn faults(find: &str, put: &str) -> String {
    assert!(RICH.contains(find), "{find}");
    match HexMap::parse("rich.map.toml", &RICH.replacen(find, put, 1)) {
        Ok(_) => panic!("`{put}` was accepted"),
        Err(faults) => {
            // Columns are tested where faults are made.
            let line = |f: &table::Fault| format!("{}:{}: {}: {}", f.file, f.line.unwrap(), f.key, f.what);
            faults.0.iter().map(line).collect::<Vec<_>>().join("\n")
        }
    }
}

#[test]
fn head_and_grid_are_read() {
    let map = rich();
    let grid = &map.grid;
    assert_eq!((map.name.as_str(), map.yards_per_hex), ("Franklin crossroads", 1940));
    assert_eq!((grid.shape, grid.label, grid.row_one), (Shape::Pointy, LabelOrder::RowColumn, RowOne::South));
    assert_eq!((grid.rows, grid.columns, grid.first_row, grid.first_column), (12, 10, 41, 5));
    assert_eq!((grid.shifted, grid.sheet), (Parity::Even, Some('W')));
    let hex = grid.hex("4610").unwrap();
    assert_eq!((grid.hex("W4610"), grid.label(hex).as_str()), (Some(hex), "W4610"));
}

#[test]
fn keys_left_out_have_their_defaults() {
    let map = HexMap::parse(
        "x",
        "format = \"hardtack-map/1\"\nname = \"x\"\n[grid]\nshape = \"flat\"\nlabel = \"CCRR\"\nrows = 3\n\
         columns = 4\n[terrain]\ndefault = \"clear\"\nwoods = [\"0201..0203\"]\n",
    )
    .unwrap();
    let grid = &map.grid;
    assert_eq!((map.yards_per_hex, grid.first_row, grid.first_column), (250, 1, 1));
    assert_eq!((grid.row_one, grid.shifted, grid.sheet), (RowOne::North, Parity::Even, None));
    // A range of CCRR labels runs down one column.
    let woods: Vec<String> =
        grid.hexes().filter(|h| map.terrain(*h) == Terrain::Woods).map(|h| grid.label(h)).collect();
    assert_eq!(woods, ["0201", "0202", "0203"]);
    assert!(grid.hexes().all(|h| map.elevation(h) == 0));
}

#[test]
fn areas_are_read() {
    let map = rich();
    let at = |label: &str| map.grid.hex(label).unwrap();
    for (label, terrain) in [
        ("4710", Terrain::Woods),
        ("4612", Terrain::Woods),
        ("4614", Terrain::Rolling),
        ("4110", Terrain::Clear),
        ("4105", Terrain::Marsh),
    ] {
        assert_eq!(map.terrain(at(label)), terrain, "{label}");
    }
    let levels = ["4709", "4711", "4105", "4610"].map(|l| map.elevation(at(l)));
    assert_eq!(levels, [2, 2, 0, 1]);
}

#[test]
fn hexsides_are_read_alike_from_both_sides() {
    let map = rich();
    let at = |label: &str| map.grid.hex(label).unwrap();
    let side = |a: &str, b: &str| *map.between(at(a), at(b)).unwrap();
    for (a, b) in [("4610", "4611"), ("4611", "4610")] {
        let there = side(a, b);
        assert_eq!((there.water, there.crossing), (Some(Water::MinorRiver), Some(Crossing::Bridge)));
        assert!(there.indestructible && there.ways.has(Way::Pike) && there.ways.road());
    }
    assert!(!side("4611", "4711").ways.has(Way::UnfinishedRailroad));
    assert_eq!(side("4610", "4710").ridge, Ridge::Up);
    assert_eq!(side("4710", "4610").ridge, Ridge::Down);
    assert!(side("4609", "4610").stone_wall && !side("4609", "4610").steep_slope);
    assert!(side("4710", "4610").steep_slope);
    assert_eq!(map.rivers[0].name.as_deref(), Some("Harpeth River"));
    assert_eq!((map.rivers[0].sides.len(), map.roads[0].path.len()), (2, 3));
    assert_eq!(map.roads[0].name.as_deref(), Some("Columbia Pike"));
    assert_eq!(map.crossings[0].name.as_deref(), Some("Franklin bridge"));
}

#[test]
fn places_and_features_are_read() {
    let map = rich();
    let at = |label: &str| map.grid.hex(label).unwrap();
    assert_eq!((map.places[0].kind, map.place_name(at("4610"))), (PlaceKind::Town, Some("Franklin")));
    assert!(map.stations.contains(at("4610")) && map.stations.len() == 1);
    assert!(map.sunken_roads.contains(at("4110")));
    assert!(map.plateaus.contains(at("4112")) && !map.plateaus.contains(at("4110")));
    let forts: Vec<String> = map.redoubts.iter().map(|r| map.grid.label(r.hex)).collect();
    assert_eq!(forts, ["W4610", "W4511", "W4512", "W4410"]);
    let benefits = map.redoubts[0].benefits.unwrap();
    assert!(benefits[Side::Union] && !benefits[Side::Confederate]);
    assert!(map.redoubts[3].benefits.is_none());
}

/// A change to the rich file, and what must be said about it: line, key and reason.
const WRONG: &[(&str, &str, &str)] = &[
    ("[\"4610\", \"4611\", \"4711\"]", "[]", ":30: [[road]] 1 (Columbia Pike): path: expected at least two"),
    ("hardtack-map/1", "hardtack-map/9", ":1: format: `hardtack-map/9`: expected \"hardtack-map/1\""),
    ("format = \"hardtack-map/1\"", "", "the key `format` is missing"),
    ("yards_per_hex = 1940", "yards_per_hex = 0", ":3: yards_per_hex: 0: expected at least 1"),
    ("yards_per_hex = 1940", "yards_per_hex = -4", ":3: "),
    ("shape = \"pointy\"", "shape = \"square\"", ":6: [grid] shape: `square`: expected"),
    ("rows = 12", "rows = 0", ":5: [grid]: rows and columns must be at least 1"),
    ("rows = 12", "rows = 9000", ":5: [grid]: 90000 hexes"),
    ("first_row = 41", "first_row = 9999", ":5: [grid]: row and column labels must stay below 10000"),
    ("sheet = \"W\"", "sheet = \"WW\"", ":14: [grid] sheet: `WW`: expected one letter"),
    ("sheet = \"W\"", "sheets = \"W\"", ":14: [grid] sheets: there is no key `sheets`"),
    ("default = \"rolling\"", "", ":16: [terrain]: the key `default` is missing"),
    ("default = \"rolling\"", "default = 3", ":17: [terrain] default: expected one of clear"),
    (
        "default = \"rolling\"",
        "default = \"moor\"",
        ":17: [terrain] default: `moor` is no terrain: expected clear",
    ),
    ("woods = [", "forest = [", ":18: [terrain] forest: `forest` is no terrain"),
    ("\"4710\", \"4611..4613\"", "\n\"4710\",\n\"4099\"", ":20: [terrain] woods: `4099` is not on the map"),
    (
        "\"4710\", \"4611..4613\"",
        "\"4611..4713\"",
        ":18: [terrain] woods: `4611..4713`: a range runs along one row",
    ),
    ("\"4710\", \"4611..4613\"", "4710", ":18: [terrain] woods: `4710`: expected a hex in quotes"),
    (
        "woods = [\"4710\", \"4611..4613\"]",
        "woods = \"4710\"",
        ":18: [terrain] woods: expected a list of hexes",
    ),
    ("marsh = [\"4105\"]", "marsh = [\"4710\"]", "W4710 is already `marsh`: a hex has one terrain"),
    ("default = 1\n", "default = 11\n", ":23: [elevation] default: expected a level 0 to 9"),
    ("0 = [\"4105\"]", "10 = [\"4105\"]", ":25: [elevation] 10: expected a level 0 to 9 as key"),
    (
        "kind = \"pike\"",
        "kind = \"highway\"",
        ":28: [[road]] 1 (Columbia Pike): `highway` is no kind of road",
    ),
    (
        "[\"4610\", \"4611\", \"4711\"]",
        "[\"4610\"]",
        ":30: [[road]] 1 (Columbia Pike): path: expected at least two",
    ),
    (
        "[\"4610\", \"4611\", \"4711\"]",
        "[\"4610\", \"4613\"]",
        ":30: [[road]] 1 (Columbia Pike): W4610 and W4613 are not",
    ),
    (
        "\"4610/4611\", \"4711/4611\"",
        "\"4610\"",
        ":39: [[water]] 1 (Harpeth River): `4610`: expected a hexside",
    ),
    (
        "\"4610/4611\", \"4711/4611\"",
        "\"4610/4611\", \"4610/4620\"",
        ":39: [[water]] 1 (Harpeth River): `4620` is not",
    ),
    (
        "[[crossing]]",
        "[[water]]\nkind = \"creek\"\nsides = [\"4611/4610\"]\n[[crossing]]",
        "is already a minor-river",
    ),
    (
        "side = \"4611/4610\"",
        "side = \"4609/4610\"",
        ":43: [[crossing]] 1 (Franklin bridge): 4609/4610 has no water",
    ),
    (
        "[[ridge]]",
        "[[crossing]]\nkind = \"ford\"\nside = \"4610/4611\"\n[[ridge]]",
        "[[crossing]] 2 (ford): 4610/4611 already has",
    ),
    ("high = \"4710\"", "high = \"4711\"", ":49: [[ridge]] 1: high: 4711 is not a hex of 4610/4710"),
    (
        "[[place]]",
        "[[ridge]]\nside = \"4710/4610\"\nhigh = \"4610\"\n[[place]]",
        "[[ridge]] 2: 4710/4610 already has a ridge in its other hex",
    ),
    (
        "kind = \"stone-wall\"",
        "kind = \"fence\"",
        ":52: [[wall]] 1 (fence): `fence` is no kind of wall: expected stone-wall",
    ),
    (
        "\"4709\", \"4710..4712\"",
        "\"4709\"",
        "[[wall]] 2 (steep-slope): 4610/4710: both hexes are at level 1",
    ),
    (
        "kind = \"town\"",
        "kind = \"hamlet\"",
        ":62: [[place]] Franklin: `hamlet` is no kind of place: expected town",
    ),
    (
        "hex = \"4610\"",
        "hex = \"46\"",
        ":60: [[place]] Franklin: `46` is not on the map, whose corners are W5205 and W4114",
    ),
    (
        "rr_station = [\"4610\"]",
        "rr_station = [\"0000\"]",
        ":65: [features] rr_station: `0000` is not on the map",
    ),
    (
        "benefits = [\"union\"]",
        "benefits = [\"rebels\"]",
        ":66: [features] redoubt: benefits: `rebels` is no side",
    ),
    ("{ hexes = [\"4410\"] }", "{ hexes = [\"4499\"] }", ":67: [features] fort: `4499` is not on the map"),
    ("{ hexes = [\"4410\"] }", "7", ":67: "),
    (
        "sunken_road = [\"4110\"]",
        "sunken_road = [\"4611\"]",
        ":68: [features] sunken_road: W4611 is `woods`: a sunken road",
    ),
];

#[test]
fn every_wrong_key_is_said_with_its_line() {
    for (find, put, said) in WRONG {
        let text = faults(find, put);
        assert!(
            text.lines().any(|line| line.starts_with("rich.map.toml") && line.contains(said)),
            "{put}: {text}"
        );
    }
}

#[test]
fn all_faults_are_told_at_once() {
    let text = RICH
        .replace("hardtack-map/1", "x")
        .replace("\"4611..4613\"", "\"9999\"")
        .replace("kind = \"pike\"", "kind = \"highway\"")
        .replace("kind = \"town\"", "kind = \"hamlet\"")
        .replace("\"4711/4611\"", "\"4711/4911\"")
        .replace("rr_station = [\"4610\"]", "rr_station = [\"1\", \"2\"]");
    let faults = HexMap::parse("rich.map.toml", &text).unwrap_err();
    assert_eq!(faults.0.len(), 7, "{faults}");
    assert!(faults.0.iter().all(|f| f.line.is_some() && !f.key.is_empty()));
}

#[test]
fn any_grid_of_a_battlefield_is_allowed() {
    for shape in ["pointy", "flat"] {
        for label in ["RRCC", "CCRR"] {
            for (row_one, shifted) in
                [("north", "even"), ("north", "odd"), ("south", "even"), ("south", "odd")]
            {
                let text = format!(
                    "format = \"hardtack-map/1\"\nname = \"x\"\n[grid]\nshape = \"{shape}\"\nlabel = \"{label}\"\n\
                     rows = 40\ncolumns = 60\nfirst_row = 0\nfirst_column = 7\nrow_one = \"{row_one}\"\n\
                     shifted = \"{shifted}\"\n[terrain]\ndefault = \"clear\"\n"
                );
                let map = HexMap::parse("x", &text).unwrap();
                assert_eq!(map.grid.len(), 2400);
            }
        }
    }
}

fn check(text: &str) {
    match HexMap::parse("fuzz.map.toml", text) {
        Ok(map) => {
            // What loads can be used.
            for hex in map.grid.hexes() {
                assert!(map.elevation(hex) <= 9);
                assert_eq!(map.grid.hex(&map.grid.label(hex)), Some(hex));
            }
        }
        Err(faults) => {
            assert!(!faults.0.is_empty());
            for fault in &faults.0 {
                assert!(!fault.what.is_empty() && fault.file == "fuzz.map.toml");
                assert!(
                    fault.line.is_some() || !fault.key.is_empty() || fault.what.contains("missing"),
                    "{fault}"
                );
            }
        }
    }
}

#[test]
fn a_file_cut_short_anywhere_is_judged() {
    for end in 0..RICH.len() {
        if RICH.is_char_boundary(end) {
            check(&RICH[..end]);
        }
    }
}

#[test]
fn a_file_without_any_one_line_is_judged() {
    let lines: Vec<&str> = RICH.lines().collect();
    for skip in 0..lines.len() {
        let left: Vec<&str> = lines.iter().enumerate().filter(|(i, _)| *i != skip).map(|(_, l)| *l).collect();
        check(&left.join("\n"));
    }
}

/// Values of every kind, most of them wrong wherever they stand.
const VALUES: &[&str] = &[
    "\"\"",
    "0",
    "-1",
    "65535",
    "65536",
    "99999999999",
    "1.5",
    "true",
    "[]",
    "{}",
    "\"4610\"",
    "[\"4610\"]",
    "[\"4610/4611\"]",
    "\"4610/\"",
    "\"/\"",
    "[[]]",
    "[{}]",
    "\"..\"",
    "[\"..\"]",
    "[\"4611..\"]",
    "\"é\"",
    "[\"éééé\"]",
    "\"clear\"",
    "\"pointy\"",
    "\"CCRR\"",
    "2026-01-01",
    "nan",
    "[1, \"x\", []]",
    "\"W4610\"",
];

proptest! {
    #![proptest_config(ProptestConfig { cases: 500, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn no_value_anywhere_breaks_the_loader(changes in prop::collection::vec((0usize..70, 0usize..VALUES.len()), 1..4)) {
        let mut lines: Vec<String> = RICH.lines().map(str::to_owned).collect();
        for (line, value) in changes {
            if let Some((key, _)) = lines.get(line).and_then(|l| l.split_once(" = ")) {
                lines[line] = format!("{key} = {}", VALUES[value]);
            }
        }
        check(&lines.join("\n"));
    }

    #[test]
    fn no_change_of_bytes_breaks_the_loader(
        changes in prop::collection::vec((0usize..RICH.len(), any::<u8>(), any::<bool>()), 1..8),
    ) {
        let mut bytes = RICH.as_bytes().to_vec();
        for (at, byte, remove) in changes {
            let at = at % bytes.len();
            if remove { bytes.remove(at); } else { bytes[at] = byte; }
        }
        check(&String::from_utf8_lossy(&bytes));
    }

    #[test]
    fn lines_in_any_order_do_not_break_the_loader(moves in prop::collection::vec((0usize..69, 0usize..69), 1..6)) {
        let mut lines: Vec<&str> = RICH.lines().collect();
        let count = lines.len();
        for (a, b) in moves {
            lines.swap(a % count, b % count);
        }
        check(&lines.join("\n"));
    }
}

/// What docs/maps.md shows is what the program says.
#[test]
fn the_guide_tells_the_truth() {
    let guide = include_str!("../../../../docs/maps.md");
    let example = include_str!("../../../../data/examples/crossroads.map.toml")
        .replace("\"4409\", \"4510\", \"4610\"", "\"4409\", \"4511\", \"4610\"")
        .replace("\"4116/4117\", \"4216/4217\"", "\"4116/4117\", \"4199/4217\"");
    let faults = HexMap::parse("crossroads.map.toml", &example).unwrap_err();
    assert!(guide.contains(&format!("```text\n{faults}\n```")), "{faults}");
    for word in Terrain::ALL.iter().map(|t| t.word()).chain(Way::ALL.iter().map(|w| w.word())) {
        assert!(guide.contains(&format!("`{word}`")), "{word}");
    }
    for word in Water::ALL.iter().map(|w| w.word()).chain(Crossing::ALL.iter().map(|c| c.word())) {
        assert!(guide.contains(&format!("`{word}`")), "{word}");
    }
}

/// A map of four rows and four columns with these waters and levels.
fn field(more: &str) -> Result<HexMap, table::Faults> {
    let head = "format = \"hardtack-map/1\"\nname = \"x\"\n[grid]\nshape = \"pointy\"\nlabel = \"RRCC\"\nrows = 4\n\
                columns = 4\n[terrain]\ndefault = \"clear\"\n";
    HexMap::parse("x.map.toml", &format!("{head}{more}"))
}

fn water(map: &HexMap) -> Vec<String> {
    let mut sides: Vec<String> =
        map.rivers[0].sides.iter().map(|(hex, dir)| map.side_label(*hex, *dir)).collect();
    sides.sort();
    sides
}

#[test]
fn a_hill_is_written_ring_within_ring() {
    let map = field("[elevation]\n1 = [\"0201..0204\"]\n3 = [\"0203\"]\n2 = [\"0202..0203\"]\n").unwrap();
    let level = |label: &str| map.elevation(map.grid.hex(label).unwrap());
    assert_eq!([level("0201"), level("0202"), level("0203"), level("0101")], [1, 2, 3, 0]);
}

#[test]
fn water_runs_between_banks_and_from_corner_to_corner() {
    let banks = "[[water]]\nkind = \"creek\"\nbetween = [[\"0101..0104\"], [\"0201..0204\"]]\n";
    let by_banks = water(&field(banks).unwrap());
    assert_eq!(by_banks.len(), 7, "{by_banks:?}");
    let path =
        "[[water]]\nkind = \"creek\"\npath = [\"0101/0201\", \"0101/0102/0201\", \"0102/0201/0202\"]\n";
    let by_path = field(path).unwrap();
    assert_eq!(by_path.rivers[0].sides.len(), 2, "{:?}", water(&by_path));
    assert!(water(&by_path).iter().all(|side| by_banks.contains(side)), "{:?}", water(&by_path));
    for (wrong, says) in [
        ("between = [[\"0101\"], [\"0404\"]]", "no hex of the one list touches"),
        ("between = [[\"0101\", \"0102\"], [\"0102\"]]", "on both banks"),
        ("path = [\"0101/0201\", \"0303/0304/0404\"]", "is not the next corner"),
        ("path = [\"0101\", \"0102\"]", "expected a corner such as"),
        ("name = \"Nowhere\"", "expected `sides`, `between` or `path`"),
    ] {
        let faults = field(&format!("[[water]]\nkind = \"creek\"\n{wrong}\n")).unwrap_err();
        assert!(faults.to_string().contains(says), "{wrong}: {faults}");
        assert!(faults.0.iter().all(|f| f.line > Some(9)), "{faults}");
    }
}
