//! Faults of small files: where they are, what they say, that all of them are told.

use std::collections::BTreeMap;

use serde::Deserialize;

use super::*;

#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
#[expect(dead_code, reason = "only whether it can be read matters here")]
struct File {
    name: String,
    #[serde(default)]
    unit: Vec<Unit>,
    #[serde(default)]
    levels: BTreeMap<Side, u8>,
}

#[derive(Deserialize, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[serde(rename_all = "lowercase")]
enum Side {
    Union,
    Confederate,
}

#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
#[expect(dead_code, reason = "only whether it can be read matters here")]
struct Unit {
    name: String,
    side: Side,
    manpower: u8,
    #[serde(default)]
    hex: Option<String>,
    #[serde(default)]
    at: Option<[f64; 2]>,
    #[serde(default)]
    mounted: bool,
    #[serde(default)]
    arrives: Option<Arrives>,
}

#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
struct Arrives {
    turn: u8,
    hexes: Vec<String>,
}

fn faults(text: &str) -> Vec<String> {
    let source = Source::new("a.toml", text);
    source
        .parse::<File>()
        .err()
        .map(|faults| faults.0)
        .unwrap_or_default()
        .iter()
        .map(Fault::to_string)
        .collect()
}

#[test]
fn every_slip_is_told_with_its_place_and_the_word_meant() {
    let text = "\
name = \"x\"
[[unit]]
name = \"Brown\"
sied = \"union\"
man_power = 3
[[unit]]
name = \"Bate\"
side = \"confedrate\"
manpower = 300
  hex = 4610
at = [1.0]
[[unit]]
name = \"Cox\"
side = \"union\"
manpower = 2
arrives = { turn = 2, hexs = [\"4610\"] }
[[unit]]
name = \"Nobody\"
";
    assert_eq!(
        faults(text),
        [
            "a.toml:4:1: [[unit]] Brown: sied: there is no key `sied` here: expected name, side, manpower, hex, at, \
             mounted, arrives; did you mean `side`?",
            "a.toml:5:1: [[unit]] Brown: man_power: there is no key `man_power` here: expected name, side, manpower, \
             hex, at, mounted, arrives; did you mean `manpower`?",
            "a.toml:8:8: [[unit]] Bate: side: `confedrate`: expected union or confederate; did you mean `confederate`?",
            "a.toml:9:12: [[unit]] Bate: manpower: `300`: expected a whole number 0 to 255",
            "a.toml:10:9: [[unit]] Bate: hex: `4610`: expected words in quotes",
            "a.toml:11:6: [[unit]] Bate: at: 1: expected an array of length 2",
            "a.toml:16:23: [[unit]] Cox: arrives.hexs: there is no key `hexs` here: expected turn, hexes; did you mean \
             `hexes`?",
            "a.toml:17:1: [[unit]] Nobody: side: the key `side` is missing",
            "a.toml:17:1: [[unit]] Nobody: manpower: the key `manpower` is missing",
        ]
        .map(String::from)
.to_vec()
    );
}

#[test]
fn keys_of_the_whole_file_and_of_tables_are_told() {
    let told = faults("nme = 3\nweather = 1\n[levels]\nunoin = 2\nconfederate = true\n");
    assert_eq!(told.len(), 5, "{told:#?}");
    assert!(told.iter().any(|t| t.starts_with("a.toml:4:1: [levels] unoin: `unoin`")), "{told:#?}");
    assert!(told.iter().any(|t| t.starts_with("a.toml:5:15: [levels] confederate")), "{told:#?}");
    assert!(
        told.iter().any(|t| t.starts_with("a.toml:2:1: weather: there is no key `weather`")),
        "{told:#?}"
    );
}

#[test]
fn what_is_no_toml_is_told_where_it_is() {
    let told = faults("name = \"x\"\n[[unit]\nname = \"Brown\"\nside == \"union\"\n");
    assert!(told.len() >= 2 && told[0].starts_with("a.toml:2:"), "{told:#?}");
    assert!(told.iter().any(|t| t.starts_with("a.toml:4:")), "{told:#?}");
}

#[test]
fn a_written_key_is_found_in_the_text() {
    let text = "\
map = \"m\"
[game]
year = 1864
days = [\"a\", \"b\"]
[[unit]]
name = \"Brown\"
hex = \"4610\"
[[unit]]
name = \"Brown\"
arrives = { turn = 3, hexes = [\"1\", \"9999\"] }
[[victory.place]]
hexes = [\"7\"]
";
    let place = |key: &str, what: &str| {
        let mut source = Source::new("b.toml", text);
        source.fault(key, what);
        let fault = source.into_faults().0.remove(0);
        (fault.line.unwrap(), fault.column.unwrap())
    };
    assert_eq!(place("map", "x"), (1, 7));
    assert_eq!(place("[game] year", "x"), (3, 8));
    assert_eq!(place("[game]: year", "x"), (3, 8));
    assert_eq!(place("[game] turns", "missing"), (2, 1));
    assert_eq!(place("[game] days", "`b`: no day"), (4, 14));
    assert_eq!(place("[[unit]] Brown: hex", "x"), (7, 7));
    assert_eq!(place("[[unit]] Brown (2)", "again"), (8, 1));
    assert_eq!(place("[[unit]] Brown (2): arrives", "`9999` is nowhere"), (10, 37));
    assert_eq!(place("[[unit]] 2: arrives.turn", "x"), (10, 20));
    assert_eq!(place("[[victory.place]] 1 (7): hexes", "x"), (12, 9));
    assert_eq!(place("nothing", "x"), (1, 1));
}

#[test]
fn all_faults_are_told_at_once() {
    let mut source = Source::new("b.scenario.toml", "x = 1\ny = 2\n");
    source.fault("x", "`9999` is not on the map");
    source.fault_at(6..7, "[[unit]] Bate", "manpower 0: expected 1 to 21");
    let text = source.finish(()).unwrap_err().to_string();
    assert_eq!(
        text,
        "b.scenario.toml:1:5: x: `9999` is not on the map\n\
         b.scenario.toml:2:1: [[unit]] Bate: manpower 0: expected 1 to 21"
    );
}

fn with_rows(text: &str, csv: &str) -> (Option<File>, Vec<String>) {
    let texts = TableTexts::default();
    let mut source = Source::new("a.toml", text);
    let mut beside = |name: &str| match name {
        "oob.csv" => Ok(csv.to_owned()),
        _ => Err("there is no such file".to_owned()),
    };
    let read = source.read_with(&[Rows::of::<Unit>("units", "unit")], &texts, &mut beside);
    (read, source.into_faults().0.iter().map(Fault::to_string).collect())
}

#[test]
fn units_come_from_a_table() {
    let csv = "name,side,manpower,hex,mounted,arrives.turn,arrives.hexes\n\
               # the Union\n\
               Brown,union,3,0410,,,\n\
               \"Bate, \"\"old\"\"\",confederate,2,,yes,4,0101 0102\n";
    let (read, faults) = with_rows("name = \"x\"\nunits = \"oob.csv\"\n", csv);
    assert_eq!(faults, Vec::<String>::new());
    let units = read.unwrap().unit;
    assert_eq!(
        (units[0].name.as_str(), units[0].hex.as_deref(), units[0].manpower),
        ("Brown", Some("0410"), 3)
    );
    assert_eq!((units[1].name.as_str(), units[1].mounted), ("Bate, \"old\"", true));
    let arrives = units[1].arrives.as_ref().unwrap();
    assert_eq!((arrives.turn, arrives.hexes.clone()), (4, vec!["0101".to_owned(), "0102".to_owned()]));
}

#[test]
fn units_come_from_rows_that_share_keys() {
    let text = "name = \"x\"\n[[units]]\nside = \"union\"\nrows = \"\"\"\nname      manpower  hex\nBrown     3  0410\n\
                \"Van Horn\"  2  0411\n\"\"\"\n";
    let (read, faults) = with_rows(text, "");
    assert_eq!(faults, Vec::<String>::new());
    let units = read.unwrap().unit;
    assert_eq!((units[1].name.as_str(), &units[1].side, units[1].manpower), ("Van Horn", &Side::Union, 2));
}

#[test]
fn a_fault_in_a_table_names_the_cell() {
    let csv = "name,sied,manpower\nBrown,union,many\nBate,union,3,4\n";
    let (_, faults) = with_rows("name = \"x\"\nunits = \"oob.csv\"\n", csv);
    let told = |start: &str| assert!(faults.iter().any(|f| f.starts_with(start)), "{start}: {faults:#?}");
    told("oob.csv:1:6: units, first row: there is no key `sied`");
    told("oob.csv:2:13: [[unit]] Brown: manpower: `many`: expected a whole number");
    told("oob.csv:3:14: units, row Bate: 4 cells");
    assert!(faults.iter().any(|f| f.contains("did you mean `side`?")), "{faults:#?}");
    let text =
        "name = \"x\"\n[[units]]\nsied = \"union\"\nrows = \"\"\"\nname manpower\n  Brown three\n\"\"\"\n";
    let (_, faults) = with_rows(text, "");
    assert!(faults.iter().any(|f| f.starts_with("a.toml:6:9: [[unit]] Brown: manpower")), "{faults:#?}");
    assert!(faults.iter().any(|f| f.starts_with("a.toml:3:1: [[units]] 1: sied")), "{faults:#?}");
    let (_, faults) = with_rows("name = \"x\"\nunits = \"oob.cvs\"\n", "");
    assert_eq!(faults, ["a.toml:2:9: units: `oob.cvs` cannot be read: there is no such file"]);
}
