//! Each slip gives its warning, and only what is a slip does.

use super::*;

/// A map of 8 by 8 hexes: rows count southwards, even ones stand half a hex east. A river runs from the western to the
/// eastern edge between rows 4 and 5, and a pike crosses it by a bridge.
const GOOD: &str = r#"format = "hardtack-map/1"
name = "A map"
[grid]
shape = "pointy"
label = "RRCC"
rows = 8
columns = 8
[terrain]
default = "clear"
[[water]]
kind = "minor-river"
name = "Long River"
sides = ["0401/0501", "0401/0502", "0402/0502", "0402/0503", "0403/0503", "0403/0504", "0404/0504", "0404/0505"]
[[water]]
kind = "major-river"
name = "Long River"
sides = ["0405/0505", "0405/0506", "0406/0506", "0406/0507", "0407/0507", "0407/0508", "0408/0508"]
[[road]]
kind = "pike"
name = "Pike"
path = ["0302", "0402", "0502", "0602"]
[[road]]
kind = "railroad"
path = ["0101", "0102", "0103"]
[[crossing]]
kind = "bridge"
side = "0402/0502"
[[place]]
hex = "0302"
name = "Northtown"
kind = "town"
[[place]]
hex = "0602"
name = "Old Bridge"
kind = "village"
[features]
rr_station = ["0102"]
"#;

fn codes(text: &str) -> Vec<&'static str> {
    let map = HexMap::parse("x.map.toml", text).unwrap_or_else(|faults| panic!("{faults}"));
    warnings(&map).iter().map(|warning| warning.code).collect()
}

/// The codes after a change of the good map, which must be one.
fn after(from: &str, to: &str) -> Vec<&'static str> {
    let text = GOOD.replacen(from, to, 1);
    assert_ne!(text, GOOD);
    codes(&text)
}

#[test]
fn a_good_map_has_no_warning() {
    assert_eq!(codes(GOOD), [] as [&str; 0]);
}

#[test]
fn a_gap_in_a_river_is_told() {
    assert_eq!(after("\"0403/0503\", \"0403/0504\", ", ""), ["M1"]);
    // At the edge of the map, or where another water fills it, there is no gap.
    assert_eq!(after("\"0401/0501\", \"0401/0502\", ", ""), [] as [&str; 0]);
    let other =
        "[[water]]\nkind = \"creek\"\nname = \"Pool\"\nsides = [\"0403/0503\", \"0403/0504\"]\n[[road]]";
    let filled = GOOD.replacen("\"0403/0503\", \"0403/0504\", ", "", 1).replacen("[[road]]", other, 1);
    assert_eq!(codes(&filled), [] as [&str; 0]);
    // A stream far away may have the same name, but it comes from somewhere or goes somewhere.
    let far = "[[water]]\nkind = \"creek\"\nname = \"Run\"\nsides = [\"0102/0201\"]\n[[water]]\nkind = \"creek\"\nname = \"Run\"\nsides = [\"0707/0807\"]\n[[road]]";
    assert_eq!(after("[[road]]", far), ["M1"]);
}

#[test]
fn roads_cross_rivers_at_crossings_and_once() {
    assert_eq!(after("side = \"0402/0502\"", "side = \"0404/0504\""), ["M2", "M4", "M8"]);
    let hook = "path = [\"0302\", \"0402\", \"0502\", \"0503\", \"0403\"]";
    let twice = GOOD.replacen("path = [\"0302\", \"0402\", \"0502\", \"0602\"]", hook, 1).replacen(
        "[[place]]",
        "[[crossing]]\nkind = \"ford\"\nside = \"0403/0503\"\n[[place]]",
        1,
    );
    assert_eq!(codes(&twice), ["M3"]);
    // What has a name was meant, if both have one.
    let named =
        twice.replacen("\"0403/0503\"\n[[place]]", "\"0403/0503\"\nname = \"Upper ford\"\n[[place]]", 1);
    assert_eq!(codes(&named), ["M3"]);
    let both = named.replacen("side = \"0402/0502\"", "side = \"0402/0502\"\nname = \"Lower ford\"", 1);
    assert_eq!(codes(&both), [] as [&str; 0]);
}

#[test]
fn places_are_where_their_names_say() {
    assert_eq!(after("name = \"Northtown\"", "name = \"Ox Ford\""), [] as [&str; 0]);
    assert_eq!(
        after("hex = \"0602\"\nname = \"Old Bridge\"", "hex = \"0806\"\nname = \"Old Bridge\""),
        ["M4"]
    );
    assert_eq!(
        after("hex = \"0602\"\nname = \"Old Bridge\"", "hex = \"0302\"\nname = \"Old Bridge\""),
        ["M5"]
    );
    assert_eq!(after("name = \"Old Bridge\"", "name = \"Northtown\""), ["M5"]);
    assert_eq!(after("rr_station = [\"0102\"]", "rr_station = [\"0108\"]"), ["M6"]);
}

#[test]
fn an_island_without_a_crossing_is_told() {
    let moat = "[[water]]\nkind = \"all-water\"\nsides = [\"0706/0705\", \"0706/0707\", \"0706/0605\", \"0706/0606\", \"0706/0805\", \"0706/0806\"]\n[[road]]";
    assert_eq!(after("[[road]]", moat), ["M7"]);
    let ferry = "[[crossing]]\nkind = \"ferry\"\nname = \"Island ferry\"\nside = \"0706/0705\"\n[[place]]";
    assert_eq!(codes(&GOOD.replacen("[[road]]", moat, 1).replacen("[[place]]", ferry, 1)), [] as [&str; 0]);
}

#[test]
fn a_warning_knows_where_its_cause_stands() {
    let text = GOOD.replacen("\"0403/0503\", \"0403/0504\", ", "", 1);
    let warning = &warnings(&HexMap::parse("x", &text).unwrap())[0];
    assert_eq!(warning.subject.key(), "[[water]] 1: sides");
    let mut source = table::Source::new("x", &text);
    source.warn(warning.code, warning.subject.key(), &warning.what);
    let told = source.take_warnings().remove(0);
    let (line, column) = (told.line.unwrap(), told.column.unwrap());
    assert!(text.lines().nth(line - 1).unwrap()[column - 1..].starts_with('['), "{told}");
}
