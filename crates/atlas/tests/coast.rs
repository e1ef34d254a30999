//! Open water from a coast line.

use hexmap::{HexMap, Terrain};

const ATLAS: &str = r#"format = "hardtack-atlas/1"
name = "A shore"
system = "gcacw"
[frame]
centre = [38.0, -77.0]
rows = 10
columns = 12
[[source]]
file = "coast.geojson"
as = "coast"
sea = [[38.0, -76.92]]
"#;

const COAST: &str =
    r#"{"type":"LineString","coordinates":[[-76.98,38.4],[-76.97,38.02],[-76.99,37.98],[-76.98,37.6]]}"#;

fn compile(text: &str) -> Result<String, String> {
    let reader = |_: &str| Ok(COAST.as_bytes().to_vec());
    atlas::compile("shore.atlas.toml", text, &reader).map(|c| c.text).map_err(|f| f.to_string())
}

#[test]
fn the_sea_lies_on_its_side_of_the_coast_and_nowhere_else() {
    let map = HexMap::parse("x", &compile(ATLAS).unwrap()).unwrap();
    for hex in map.grid.hexes() {
        let at = map.earth(hex).unwrap();
        let wet = map.terrain(hex) == Terrain::Water;
        assert!(wet || at.longitude < -76.965, "{}", map.grid.label(hex));
        assert!(!wet || at.longitude > -76.995, "{}", map.grid.label(hex));
    }
}

#[test]
fn a_coast_without_a_sea_is_a_fault() {
    let faults = compile(&ATLAS.replace("sea = [[38.0, -76.92]]\n", "")).unwrap_err();
    assert!(faults.contains("shore.atlas.toml:9") && faults.contains("expected sea"), "{faults}");
}
