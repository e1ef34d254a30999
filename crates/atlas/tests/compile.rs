//! What a small atlas becomes, and what is said when something in it is wrong.

use std::collections::BTreeMap;

use hexmap::{Crossing, HexMap, Terrain, Water};
use table::Side;

/// Two features of one river that do not quite meet, and a creek.
const RIVERS: &str = r#"{"type":"FeatureCollection","features":[
{"type":"Feature","properties":{"name":"Long"},"geometry":{"type":"LineString","coordinates":[[-77.30,38.02],[-77.10,38.00],[-77.00,38.01]]}},
{"type":"Feature","properties":{"name":"Long"},"geometry":{"type":"LineString","coordinates":[[-77.001,38.011],[-76.90,37.99],[-76.70,38.02]]}},
{"type":"Feature","properties":{"name":"Brook"},"geometry":{"type":"LineString","coordinates":[[-77.05,38.09],[-77.04,38.05],[-77.05,38.00]]}}
]}"#;

const TOWNS: &str = "name,lat,lon\nNorthtown,38.06,-77.0\nSouthtown,37.94,-77.0\nElsewhere,40.0,-77.0\n";

const ATLAS: &str = r#"format = "hardtack-atlas/1"
name = "A test"
system = "gcacw"
line = [
    { kind = "pike", name = "Pike", via = ["Northtown", "The Ford", "Southtown"] },
    { kind = "railroad", via = ["Southtown", [37.95, -76.9], [37.96, -76.5]] },
]
ford = [{ name = "The Ford", at = [38.01, -77.0], water = "Long", road = "Pike" }]
area = [{ kind = "woods", points = [[38.12, -77.2], [38.12, -77.1], [38.04, -77.1], [38.04, -77.2]] }]

[frame]
centre = [38.0, -77.0]
rows = 16
columns = 20

[[source]]
file = "rivers.geojson"
as = "water"
kind = { Long = "minor-river" }
default = "creek"

[[source]]
file = "towns.csv"
as = "places"
only = ["Northtown", "Southtown"]

[place]
"The Ford" = { at = [38.01, -77.0], kind = "landmark" }
Mill = { at = [38.0105, -76.999], kind = "village", bank = { Long = "south" } }

[override]
terrain = { "0101" = "swamp", "0105..0107" = "rough" }
"#;

fn files() -> BTreeMap<&'static str, Vec<u8>> {
    BTreeMap::from([("rivers.geojson", RIVERS.into()), ("towns.csv", TOWNS.into())])
}

fn compile_with(text: &str, files: &BTreeMap<&str, Vec<u8>>) -> Result<String, String> {
    let reader = |name: &str| {
        files.get(name).cloned().ok_or_else(|| format!("there is no file `{name}`: put it beside the atlas"))
    };
    atlas::compile("test.atlas.toml", text, &reader).map(|c| c.text).map_err(|faults| faults.to_string())
}

fn compile(text: &str) -> Result<String, String> {
    compile_with(text, &files())
}

fn map(text: &str) -> HexMap {
    let compiled = compile(text).unwrap_or_else(|faults| panic!("{faults}"));
    HexMap::parse("test.map.toml", &compiled).unwrap_or_else(|faults| panic!("{faults}\n{compiled}"))
}

#[test]
fn a_river_of_several_features_is_one_chain_from_edge_to_edge() {
    let map = map(ATLAS);
    let river = map.rivers.iter().find(|r| r.name.as_deref() == Some("Long")).unwrap();
    assert_eq!(river.kind, Water::MinorRiver);
    // Hexsides that follow each other share one of their hexes.
    for pair in river.sides.windows(2) {
        let hexes = |(hex, dir)| [Some(hex), map.grid.neighbor(hex, dir)];
        assert!(hexes(pair[0]).iter().any(|hex| hexes(pair[1]).contains(hex)), "{pair:?}");
    }
    let columns: Vec<u16> = river.sides.iter().map(|(hex, _)| map.grid.place(*hex).1).collect();
    assert!(columns.contains(&0) && columns.iter().any(|c| *c >= 18), "{columns:?}");
    assert!(hexmap::warnings(&map).is_empty(), "{:?}", hexmap::warnings(&map));
}

#[test]
fn a_road_crosses_where_the_ford_is_and_nowhere_else() {
    let map = map(ATLAS);
    assert_eq!(map.crossings.len(), 1);
    let ford = &map.crossings[0];
    assert_eq!((ford.kind, ford.name.as_deref()), (Crossing::Ford, Some("The Ford")));
    assert!(map.side(ford.hex, ford.dir).ways.any());
    assert!(map.places.iter().all(|place| place.name != "The Ford"), "named twice");
}

#[test]
fn a_place_stands_on_its_bank() {
    // Rows that the river runs between, about the column of the place.
    let north_of = |place: &str, map: &HexMap| {
        let (row, column) = map.grid.place(map.places.iter().find(|p| p.name == place).unwrap().hex);
        let river = map.rivers.iter().find(|r| r.name.as_deref() == Some("Long")).unwrap();
        let hexes =
            river.sides.iter().flat_map(|(hex, dir)| [Some(*hex), map.grid.neighbor(*hex, *dir)]).flatten();
        let rows = hexes.map(|hex| map.grid.place(hex)).filter(|(_, c)| *c == column).map(|(row, _)| row);
        let (least, most) = rows.fold((u16::MAX, 0), |(least, most), row| (least.min(row), most.max(row)));
        2 * row < least + most
    };
    let south = map(ATLAS);
    assert!(north_of("Northtown", &south) && !north_of("Southtown", &south) && !north_of("Mill", &south));
    let north = map(&ATLAS.replace("Long = \"south\"", "Long = \"north\""));
    assert!(north_of("Mill", &north));
}

#[test]
fn a_place_may_have_works_for_a_side_or_for_both() {
    let with = |word: &str| ATLAS.replace("kind = \"village\", bank", &format!("redoubt = \"{word}\", bank"));
    let map = map(&with("union"));
    let mill = map.places.iter().find(|p| p.name == "Mill").unwrap().hex;
    assert_eq!(map.redoubts.len(), 1);
    assert_eq!(map.redoubts[0].hex, mill);
    let benefits = map.redoubts[0].benefits.unwrap();
    assert!(benefits[Side::Union] && !benefits[Side::Confederate]);
    assert!(compile(&with("both")).unwrap().contains("benefits = [\"union\", \"confederate\"]"));
    let told = compile(&with("rebels")).unwrap_err();
    assert!(told.contains("`rebels`: expected one of union, confederate, both"), "{told}");
}

#[test]
fn overrides_have_the_last_word_and_the_map_knows_where_it_lies() {
    let map = map(ATLAS);
    let terrain = |label: &str| map.terrain(map.grid.hex(label).unwrap());
    assert_eq!(
        (terrain("0101"), terrain("0106"), terrain("0104")),
        (Terrain::Swamp, Terrain::Rough, Terrain::Clear)
    );
    let town = map.places.iter().find(|p| p.name == "Northtown").unwrap();
    let at = map.earth(town.hex).unwrap();
    assert!((at.latitude - 38.06).abs() < 0.012 && (at.longitude + 77.0).abs() < 0.012, "{at:?}");
    assert!(map.stations.contains(map.places.iter().find(|p| p.name == "Southtown").unwrap().hex));
}

#[test]
fn overrides_reach_water_crossings_roads_and_places() {
    let first = map(ATLAS);
    let ford = first.side_label(first.crossings[0].hex, first.crossings[0].dir);
    let bridged =
        map(&format!("{ATLAS}crossing = {{ \"{ford}\" = \"bridge\" }}\nplace = {{ Mill = \"0310\" }}\n"));
    assert_eq!(bridged.crossings[0].kind, Crossing::Bridge);
    assert_eq!(bridged.grid.label(bridged.places.iter().find(|p| p.name == "Mill").unwrap().hex), "0310");
    let dry = compile(&format!("{ATLAS}water = {{ \"{ford}\" = \"none\" }}\n")).unwrap_err();
    assert!(dry.contains("The Ford"), "{dry}");
    let moved = map(&format!("{ATLAS}road = {{ Pike = [\"0101\", \"0102\", \"0103\"] }}\n")
        .replace(", road = \"Pike\"", ""));
    assert_eq!(moved.roads[0].path.len(), 3);
}

#[test]
fn battlefields_have_levels_walls_and_bridges_over_creeks() {
    let text = ATLAS
        .replace("system = \"gcacw\"", "system = \"lfm\"")
        .replace("columns = 20", "columns = 20\nyards_per_hex = 1940")
        .replace("area = [", "area = [{ kind = \"hill\", level = 2, points = [[38.1, -76.95], [38.1, -76.9], [38.03, -76.9], [38.03, -76.95]] }, ")
        .replace("line = [", "line = [{ kind = \"road\", via = [\"Northtown\", [38.06, -77.15]] }, { kind = \"stone-wall\", points = [[37.95, -77.1], [37.95, -77.05]] },");
    let map = map(&text);
    assert!(map.grid.hexes().any(|hex| map.elevation(hex) == 2));
    assert!(map.grid.hexes().any(|hex| hexmap::Dir::ALL.iter().any(|dir| map.side(hex, *dir).stone_wall)));
    assert!(
        map.crossings.iter().any(|c| map.side(c.hex, c.dir).water == Some(Water::Creek)),
        "{:?}",
        map.crossings
    );
}

#[test]
fn heights_become_levels_or_terrain() {
    let rows = "5 5 5 90\n5 5 90 90\n5 90 90 90\n90 90 90 90\n";
    let grid = format!("ncols 4\nnrows 4\nxllcenter -77.3\nyllcenter 37.85\ncellsize 0.2\n{rows}");
    let mut files = files();
    files.insert("heights.asc", grid.into_bytes());
    let source = "[[source]]\nfile = \"heights.asc\"\nas = \"height\"\nlevels = [0, 50]\nterrain = [\"clear\", \"hill\"]\n\n[place]";
    let text = ATLAS.replace("[place]", source);
    let map = HexMap::parse("x", &compile_with(&text, &files).unwrap()).unwrap();
    assert_eq!(map.terrain(map.grid.hex("0120").unwrap()), Terrain::Hill);
    let none = compile_with(&text.replace("levels = [0, 50]\n", ""), &files).unwrap_err();
    assert!(none.contains("levels"), "{none}");
}

#[test]
fn a_table_is_measured_in_inches() {
    let text = ATLAS
        .replace("system = \"gcacw\"", "system = \"vnb\"")
        .replace("rows = 16\ncolumns = 20", "width = 48\nheight = 36")
        .replace(
            "[38.12, -77.2], [38.12, -77.1], [38.04, -77.1], [38.04, -77.2]",
            "[38.02, -77.02], [38.02, -77.01], [38.0, -77.01], [38.0, -77.02]",
        )
        .replace("\"Northtown\", \"The Ford\", \"Southtown\"", "[38.02, -77.0], [37.98, -77.0]")
        .replace("    { kind = \"railroad\", via = [\"Southtown\", [37.95, -76.9], [37.96, -76.5]] },\n", "");
    let (text, _) = text.split_once("[override]").unwrap();
    let text = text.replace("default = \"creek\"\n", "");
    let compiled = compile(&text).unwrap_or_else(|faults| panic!("{faults}"));
    let table =
        vnb::load_table("x.table.toml", &compiled).unwrap_or_else(|faults| panic!("{faults}\n{compiled}"));
    let kinds: Vec<&str> = table.features.iter().map(|f| f.kind.word()).collect();
    assert!(
        ["forest", "river", "road", "ford", "village"].iter().all(|kind| kinds.contains(kind)),
        "{kinds:?}"
    );
    let middle = table.earth(24.0, 18.0).unwrap();
    assert!((middle.latitude - 38.0).abs() < 1e-9);
    assert!(
        compile(&format!("{text}\n[override]\nterrain = {{ \"0101\" = \"clear\" }}\n"))
            .unwrap_err()
            .contains("no hexes")
    );
}

/// What is wrong, and a word of what must be said about it.
#[test]
fn faults_name_the_line_and_what_is_expected() {
    let slips = [
        ("hardtack-atlas/1", "hardtack-map/1", "test.atlas.toml:1:10: format: `hardtack-map/1`: expected"),
        ("\"gcacw\"", "\"chess\"", "test.atlas.toml:3:10: system: `chess`: expected one of"),
        ("rivers.geojson", "brooks.geojson", "there is no file `brooks.geojson`"),
        ("Long = \"minor-river\"", "Lang = \"minor-river\"", "has no `Lang`: expected one of Brook, Long"),
        ("\"minor-river\"", "\"ditch\"", "`ditch`: expected one of"),
        ("[\"Northtown\", \"Southtown\"]", "[\"Northtown\", \"Sowthtown\"]", "has no `Sowthtown`"),
        ("\"The Ford\", \"Southtown\"]", "\"The Fort\", \"Southtown\"]", "there is no place `The Fort`"),
        ("water = \"Long\"", "water = \"Short\"", "there is no water `Short`: expected one of Long, Brook"),
        ("road = \"Pike\"", "road = \"Pyke\"", "there is no road `Pyke`"),
        (
            "[38.0105, -76.999]",
            "[-76.999, 38.0105]",
            "is nowhere near the map: expected latitude, then longitude",
        ),
        ("Long = \"south\"", "Long = \"down\"", "`down`: expected one of north"),
        ("kind = \"pike\"", "kind = \"highway\"", "[[line]] 1 (Pike): kind `highway`: expected"),
        (
            "\"0101\" = \"swamp\"",
            "\"9901\" = \"swamp\"",
            "`9901` is not on the map, whose corners are 1601 and 0120",
        ),
        ("0105..0107", "0105..0207", "a range runs along one row"),
        ("rows = 16", "rows = 0", "[frame]: 0 rows"),
        ("centre = [38.0, -77.0]", "centre = [138.0, -77.0]", "[frame] centre"),
        (
            "kind = \"woods\", points = [[38.12, -77.2], ",
            "kind = \"woods\", cover = 3, points = [[38.12, -77.2], ",
            "expected 0 to 1",
        ),
        ("[37.96, -76.5]", "[37.96]", "test.atlas.toml:6"),
    ];
    for (right, wrong, said) in slips {
        let text = ATLAS.replacen(right, wrong, 1);
        assert_ne!(text, ATLAS, "{right}");
        let faults = compile(&text).expect_err(wrong);
        assert!(faults.contains(said) && faults.contains("test.atlas.toml"), "{wrong}: {faults}");
    }
}

#[test]
fn broken_sources_are_told() {
    let slips: [(&str, &str, &str); 6] = [
        ("rivers.geojson", "{\"type\":", "it is no GeoJSON"),
        ("rivers.geojson", "{\"type\":\"FeatureCollection\",\"features\":[]}", "no line and no area"),
        ("rivers.geojson", "{\"type\":\"LineString\",\"coordinates\":[[38.0],[1.0]]}", "[38.0] is no point"),
        (
            "rivers.geojson",
            "{\"type\":\"LineString\",\"coordinates\":[[38.0,-97.0],[38.0,2.0]]}",
            "expected longitude, then latitude",
        ),
        ("towns.csv", "name,x,y\nA,1,2\n", "it has no column `lat`"),
        ("towns.csv", "name,lat,lon\nA,north,2\n", "line 2"),
    ];
    for (file, text, said) in slips {
        let mut files = files();
        files.insert(file, text.into());
        let faults = compile_with(ATLAS, &files).expect_err(text);
        assert!(faults.contains(said) && faults.contains(file), "{text}: {faults}");
    }
    let far = RIVERS.replace("38.", "44.").replace("37.", "43.");
    let mut files = files();
    files.insert("rivers.geojson", far.into());
    assert!(compile_with(ATLAS, &files).unwrap_err().contains("there is no water `Long`"));
}

#[test]
fn no_slip_of_the_pen_is_a_panic() {
    let characters: Vec<(usize, char)> = ATLAS.char_indices().collect();
    for (n, (at, _)) in characters.iter().enumerate().step_by(3) {
        let mut text = ATLAS.to_owned();
        match n % 4 {
            0 => text.truncate(*at),
            1 => drop(text.remove(*at)),
            2 => text.insert(*at, '9'),
            _ => text.insert(*at, '-'),
        }
        // Whatever comes of it: a map that loads, or faults in words.
        if let Ok(compiled) = compile(&text) {
            assert!(HexMap::parse("x", &compiled).is_ok(), "{text}");
        }
    }
}
