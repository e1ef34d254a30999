//! What holds for every change of every text: it can be taken back, no comment is lost, the file can be read.

use proptest::prelude::*;
use scribe::{Change, Step, Value, apply, read};

/// A map as an author keeps it, with remarks everywhere; `{...}` are filled in.
fn a_map(woods: &[String], remarks: &[String]) -> String {
    let remark = |n: usize| remarks.get(n).map_or(String::new(), |text| format!("# {text}"));
    let woods: Vec<String> = woods.iter().map(|hex| format!("\"{hex}\"")).collect();
    format!(
        "{}\nformat = \"hardtack-map/1\" {}\nname = \"Anywhere\"\nyards_per_hex = 1940\n\n[grid] {}\nshape = \"pointy\"\n\
         label = \"RRCC\"\nrows = 9\ncolumns = 9\n\n[terrain]\n{}\ndefault = \"clear\"\nwoods = [{}] {}\n\n{}\n[[road]]\n\
         kind = \"pike\" {}\npath = [\"0101\", \"0102\", \"0103\"]\n\n[[road]]\nkind = \"trail\"\n{}\npath = [\"0301\", \"0302\"]\n",
        remark(0),
        remark(1),
        remark(2),
        remark(3),
        woods.join(", "),
        remark(4),
        remark(5),
        remark(6),
        remark(7)
    )
}

fn steps(way: &[&str]) -> Vec<Step> {
    way.iter().map(|part| part.parse().map_or_else(|_| Step::from(*part), Step::Nth)).collect()
}

/// What stands at a place.
fn look<'a>(value: &'a Value, at: &[Step]) -> Option<&'a Value> {
    at.iter().try_fold(value, |here, step| match (here, step) {
        (Value::Table(pairs), Step::Key(key)) => pairs.iter().find(|(k, _)| k == key).map(|(_, v)| v),
        (Value::List(values), Step::Nth(nth)) => values.get(*nth),
        _ => None,
    })
}

/// The change that takes a change back.
fn inverse(text: &str, change: &Change) -> Change {
    let whole = read(text).unwrap();
    match change {
        Change::Set { at, .. } => match look(&whole, at) {
            Some(old) => Change::Set { at: at.clone(), value: old.clone() },
            None => Change::Remove { at: at.clone() },
        },
        Change::Insert { at, nth, .. } => {
            let count = match look(&whole, at) {
                Some(Value::List(values)) => values.len(),
                _ => 0,
            };
            let nth = nth.unwrap_or(count).min(count);
            Change::Remove { at: at.iter().cloned().chain([Step::Nth(nth)]).collect() }
        }
        Change::Remove { .. } => unreachable!("taken back by its own law"),
    }
}

fn comments(text: &str) -> Vec<&str> {
    text.split('\n').filter_map(|line| line.find("# ").map(|n| &line[n..])).collect()
}

fn hexes() -> impl Strategy<Value = Vec<String>> {
    prop::collection::btree_set((1..=9u8, 1..=9u8), 0..40)
        .prop_map(|set| set.into_iter().map(|(r, c)| format!("{r:02}{c:02}")).collect())
}

fn list(hexes: Vec<String>) -> Value {
    Value::List(hexes.into_iter().map(Value::Text).collect())
}

fn road(name: String) -> Value {
    let text = |t: &str| Value::from(t);
    Value::Table(vec![
        ("kind".to_owned(), text("road")),
        ("name".to_owned(), Value::Text(name)),
        ("path".to_owned(), Value::from(["0501", "0502"])),
    ])
}

fn change() -> impl Strategy<Value = Change> {
    let kinds = prop::sample::select(vec!["woods", "rough", "hill", "city"]);
    let set = |way: Vec<&str>, value: Value| Change::Set { at: steps(&way), value };
    prop_oneof![
        (kinds, hexes()).prop_map(move |(kind, hexes)| set(vec!["terrain", kind], list(hexes))),
        "[ -~]{0,20}".prop_map(move |name| set(vec!["name"], Value::Text(name))),
        "[ -~]{0,20}".prop_map(move |name| set(vec!["road", "1", "name"], Value::Text(name))),
        (0..5i64).prop_map(move |turn| set(vec!["geo", "turn"], Value::Int(turn))),
        ("[ -~]{0,12}", prop::option::of(0..4usize)).prop_map(|(name, nth)| Change::Insert {
            at: steps(&["road"]),
            nth,
            value: road(name)
        }),
        "[ -~]{0,12}".prop_map(|name| Change::Insert {
            at: steps(&["place"]),
            nth: None,
            value: Value::Table(vec![
                ("hex".to_owned(), Value::from("0909")),
                ("name".to_owned(), Value::Text(format!("x{name}"))),
                ("kind".to_owned(), Value::from("town")),
            ])
        }),
    ]
}

fn remarks() -> impl Strategy<Value = Vec<String>> {
    prop::collection::vec("[a-z\"\\[\\]=,]{1,12}", 8)
}

proptest! {
    #[test]
    fn a_change_and_its_inverse_give_back_the_same_text(woods in hexes(), remarks in remarks(), change in change()) {
        // As the scribe itself would write it, so that lists are wrapped where they are long.
        let text = a_map(&[], &remarks);
        let woods = Change::Set { at: steps(&["terrain", "woods"]), value: list(woods) };
        let text = apply(&text, &[woods]).unwrap();
        let back = inverse(&text, &change);
        let there = apply(&text, std::slice::from_ref(&change)).unwrap();
        let mut home = apply(&there, &[back]).unwrap();
        if let Change::Set { at, .. } = &change && at[0] == Step::from("geo") {
            // The table that was made for the key stays, empty.
            home = apply(&home, &[Change::Remove { at: steps(&["geo"]) }]).unwrap();
        }
        prop_assert_eq!(home, text);
    }

    #[test]
    fn no_comment_is_lost_and_the_map_still_loads(remarks in remarks(), changes in prop::collection::vec(change(), 1..8)) {
        let text = a_map(&["0505".to_owned()], &remarks);
        let before: Vec<&str> = comments(&text);
        // Two lists may not share a hex: only the last of them is kept.
        let mut changes = changes;
        let terrain = |c: &Change| matches!(c, Change::Set { at, .. } if at[0] == Step::from("terrain"));
        let last = changes.iter().rposition(terrain);
        let mut n = 0;
        changes.retain(|c| { n += 1; !terrain(c) || Some(n - 1) == last });
        if last.is_some() {
            changes.insert(0, Change::Set { at: steps(&["terrain", "woods"]), value: Value::List(Vec::new()) });
        }
        let text_after = apply(&text, &changes).unwrap();
        let after = comments(&text_after);
        for comment in before {
            prop_assert!(after.contains(&comment), "{comment} is gone from\n{text_after}");
        }
        let loaded = hexmap::HexMap::parse("anywhere.map.toml", &text_after);
        let named = |t: &str| t.contains("name") || t.contains("[geo]") || t.contains("turn") || t.contains("centre");
        if let Err(faults) = loaded {
            let told = faults.to_string();
            prop_assert!(told.lines().skip(1).all(named) , "{told}\n{text_after}");
        }
    }

    #[test]
    fn an_entry_taken_out_and_put_back_changes_nothing_else(remarks in remarks(), nth in 0..2usize) {
        let text = a_map(&[], &remarks);
        let whole = read(&text).unwrap();
        let way: Vec<Step> = vec!["road".into(), nth.into()];
        let old = look(&whole, &way).unwrap().clone();
        let gone = apply(&text, &[Change::Remove { at: way }]).unwrap();
        let back = Change::Insert { at: steps(&["road"]), nth: Some(nth), value: old };
        let home = apply(&gone, &[back]).unwrap();
        prop_assert_eq!(read(&home).unwrap(), whole);
    }

    #[test]
    fn any_text_is_refused_or_read(text in "[ -~\n]{0,80}") {
        let change = Change::Set { at: steps(&["name"]), value: Value::from("x") };
        if let Ok(new) = apply(&text, &[change]) {
            prop_assert!(read(&new).is_ok());
        }
    }
}
