//! What a change does to a text that somebody wrote, and what it leaves alone.

use scribe::{Change, Step, Value, apply, read};

fn at(way: &str) -> Vec<Step> {
    way.split('.').map(|part| part.parse().map_or_else(|_| Step::from(part), Step::Nth)).collect()
}

fn set(way: &str, value: impl Into<Value>) -> Change {
    Change::Set { at: at(way), value: value.into() }
}

fn value(json: &str) -> Value {
    serde_json::from_str(json).unwrap()
}

fn one(text: &str, change: Change) -> String {
    apply(text, &[change]).unwrap()
}

const FILE: &str = r#"# A file with a history.
format = "hardtack-scenario/1"   # the only one
name = "Old"

[gcacw]
turns = 2 # two days

# The Union

[[unit]]
side = "union"
name = "Wood"       # late of the Cumberland
hex = "0101"

# He came last.
[[unit]]
side = "union"
name = "Ruger"
hex = "0102"

[victory]
description = "Hold on."
# the end
"#;

#[test]
fn a_value_changes_and_the_comment_behind_it_stays() {
    let text = one(FILE, set("unit.0.name", "Kimball"));
    assert_eq!(text, FILE.replace("\"Wood\"", "\"Kimball\""));
    assert_eq!(one(FILE, set("gcacw.turns", 3)), FILE.replace("turns = 2 #", "turns = 3 #"));
}

#[test]
fn the_same_value_again_changes_nothing() {
    assert_eq!(one(FILE, set("name", "Old")), FILE);
}

#[test]
fn a_new_key_stands_behind_the_others_of_its_table() {
    let text = one(FILE, set("unit.0.fatigue", 2));
    assert_eq!(text, FILE.replace("hex = \"0101\"\n", "hex = \"0101\"\nfatigue = 2\n"));
    let text = one(FILE, set("map", "x.map.toml"));
    assert_eq!(text, FILE.replace("name = \"Old\"\n", "name = \"Old\"\nmap = \"x.map.toml\"\n"));
}

#[test]
fn a_key_goes_with_its_line() {
    let text = one(FILE, Change::Remove { at: at("unit.1.hex") });
    assert_eq!(text, FILE.replace("hex = \"0102\"\n", ""));
    assert_eq!(one(FILE, Change::Remove { at: at("unit.1.manpower") }), FILE);
}

#[test]
fn an_entry_comes_last_of_its_kind_and_goes_without_a_trace() {
    let new = value(r#"{"side": "union", "name": "Opdycke", "arrives": {"turn": 2, "hexes": ["0103"]}}"#);
    let text = one(FILE, Change::Insert { at: at("unit"), nth: None, value: new });
    let lines =
        "[[unit]]\nside = \"union\"\nname = \"Opdycke\"\narrives = { turn = 2, hexes = [\"0103\"] }\n\n";
    assert_eq!(text, FILE.replace("[victory]", &format!("{lines}[victory]")));
    assert_eq!(one(&text, Change::Remove { at: at("unit.2") }), FILE);
}

#[test]
fn an_entry_before_another_leaves_that_its_comment() {
    let new = value(r#"{"name": "Opdycke"}"#);
    let text = one(FILE, Change::Insert { at: at("unit"), nth: Some(1), value: new });
    assert_eq!(text, FILE.replace("# He came", "[[unit]]\nname = \"Opdycke\"\n\n# He came"));
}

#[test]
fn a_part_that_is_not_there_yet_stands_where_it_usually_does() {
    let text = one(FILE, set("weather.rain", Value::Bool(true)));
    assert_eq!(text, FILE.replace("# two days\n", "# two days\n\n[weather]\nrain = true\n"));
    let text =
        one(FILE, Change::Insert { at: at("victory.place"), nth: None, value: value(r#"{"points": 5}"#) });
    assert!(text.contains("\"Hold on.\"\n# the end\n\n[[victory.place]]\npoints = 5\n"), "{text}");
    let text = one(
        "format = \"x\"\n",
        Change::Insert { at: at("road"), nth: None, value: value("{\"kind\": \"pike\"}") },
    );
    assert_eq!(text, "format = \"x\"\n\n[[road]]\nkind = \"pike\"\n");
}

#[test]
fn long_lists_are_wrapped_and_short_ones_are_not() {
    let text = "[terrain]\nwoods = [\"0101\"] # thick\n";
    let many: Vec<Value> = (1..=30).map(|n| Value::Text(format!("{n:04}"))).collect();
    let text = one(text, set("terrain.woods", Value::List(many)));
    assert!(text.starts_with("[terrain]\nwoods = [\n    \"0001\", \"0002\","), "{text}");
    assert!(text.ends_with("\"0030\",\n] # thick\n"), "{text}");
    assert!(text.lines().all(|line| line.len() <= 110));
    assert_eq!(one(&text, set("terrain.woods", ["0101"])), "[terrain]\nwoods = [\"0101\"] # thick\n");
}

#[test]
fn comments_in_a_list_stay_when_its_values_change() {
    let text = "woods = [\n  # west\n  \"0101\", \"0102\", # the grove\n  # east\n  \"0901\",\n]\n";
    let text = one(text, set("woods", ["0101", "0901", "0905"]));
    assert_eq!(text, "woods = [\n  # west\n  \"0101\", # the grove\n  # east\n  \"0901\",\n  \"0905\",\n]\n");
    let text = one(&text, set("woods", ["0905"]));
    assert_eq!(read(&text).unwrap(), value(r#"{"woods": ["0905"]}"#));
    for word in ["# west", "# the grove", "# east"] {
        assert!(text.contains(word), "{text}");
    }
    let text = one(&text, set("woods", Value::List(Vec::new())));
    assert!(text.contains("# east"), "{text}");
}

#[test]
fn a_range_in_a_list_with_comments_stays_where_it_is() {
    let text = "woods = [\n    # west\n    \"0101\", \"0102\",\n    # east\n    \"0901\",\n]\n";
    let text = one(text, set("woods", ["0101..0102", "0505", "0901"]));
    assert_eq!(
        text,
        "woods = [\n    # west\n    \"0101..0102\",\n    # east\n    \"0901\",\n    \"0505\",\n]\n"
    );
    let text = one(&text, set("woods", ["0102", "0505", "0901"]));
    assert_eq!(text, "woods = [\n    # west\n    \"0102\",\n    # east\n    \"0901\",\n    \"0505\",\n]\n");
}

#[test]
fn inside_a_table_on_one_line() {
    let text = "[[unit]]\narrives = { turn = 2, hexes = [\"0101\"] } # late\n";
    let text = one(text, set("unit.0.arrives.turn", 3));
    assert_eq!(text, "[[unit]]\narrives = { turn = 3, hexes = [\"0101\"] } # late\n");
    let text = one(&text, set("unit.0.arrives.from", "south"));
    assert_eq!(text, "[[unit]]\narrives = { turn = 3, hexes = [\"0101\"], from = \"south\" } # late\n");
    let text = one(&text, Change::Remove { at: at("unit.0.arrives.hexes") });
    assert_eq!(text, "[[unit]]\narrives = { turn = 3, from = \"south\" } # late\n");
}

#[test]
fn texts_of_several_lines_and_odd_signs_come_back_as_they_were() {
    for odd in
        ["two\nlines", "a \"quoted\" word", "back\\slash", "tab\tand\u{1}", "\u{e9}\u{1f600}", "\"\"\"\n"]
    {
        let text = one(FILE, set("name", odd));
        let Value::Table(pairs) = read(&text).unwrap() else { panic!() };
        assert_eq!(pairs[1], ("name".to_owned(), Value::from(odd)));
    }
}

#[test]
fn what_cannot_be_done_is_told_and_changes_nothing() {
    let no = apply("name = ", &[set("name", "x")]).unwrap_err();
    assert!(no.to_string().starts_with("line 1: "), "{no}");
    let no = apply(FILE, &[set("unit.7.name", "x")]).unwrap_err();
    assert_eq!(no.to_string(), "there is no `unit[7].name` to change");
    let no = apply(FILE, &[set("gcacw", "x")]).unwrap_err();
    assert!(no.to_string().contains("lines of its own"), "{no}");
    assert!(apply(FILE, &[Change::Set { at: Vec::new(), value: Value::Int(1) }]).is_err());
    assert!(apply(FILE, &[Change::Insert { at: at("gcacw"), nth: None, value: value("{}") }]).is_err());
}

#[test]
fn a_file_without_an_end_of_line_gets_one() {
    assert_eq!(one("name = \"x\"", set("turns", 1)), "name = \"x\"\nturns = 1\n");
    let new = Change::Insert { at: at("unit"), nth: None, value: value(r#"{"name": "x"}"#) };
    assert_eq!(one("name = \"x\"", new), "name = \"x\"\n\n[[unit]]\nname = \"x\"\n");
}
