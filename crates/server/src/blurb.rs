//! What a scenario says of itself before it is played, read off its first position: who commands what on each
//! side, how it is won, when it is, and about how long it takes.

use serde_json::Value;
use table::Side;

/// The parts of a scenario's card that the position tells.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Blurb {
    pub when: String,
    pub sides: [String; 2],
    pub victory: String,
    pub length: String,
}

/// Ranks from the highest; a commander without one counts by his place in the list.
const RANKS: [&str; 4] = ["army", "corps", "division", "brigade"];
/// Commanders and places that are named before "and more".
const NAMED: usize = 3;

pub fn blurb(view: &Value) -> Blurb {
    let pieces = view["pieces"].as_array().map(Vec::as_slice).unwrap_or_default();
    let side = |side: Side| -> Vec<&Value> { pieces.iter().filter(|p| p["side"] == side.word()).collect() };
    Blurb {
        when: view["turn_label"].as_str().unwrap_or_default().to_owned(),
        sides: Side::BOTH.map(|s| army(&side(s))),
        victory: victory(&view["victory"]),
        length: length(view, pieces),
    }
}

fn is_commander(piece: &Value) -> bool {
    piece["kind"] == "leader" || piece["kind"] == "commander"
}

/// `11 cavalry regiments and 3 horse artillery batteries under D. M. Gregg; 2 of them arrive later.`
fn army(pieces: &[&Value]) -> String {
    let troops: Vec<&Value> = pieces.iter().copied().filter(|p| !is_commander(p)).collect();
    let mut kinds: Vec<(String, usize)> = Vec::new();
    for piece in &troops {
        let kind = kind(piece);
        match kinds.iter_mut().find(|(known, _)| *known == kind) {
            Some((_, count)) => *count += 1,
            None => kinds.push((kind, 1)),
        }
    }
    let counted =
        kinds.iter().map(|(kind, n)| format!("{n} {}", if *n == 1 { kind.clone() } else { plural(kind) }));
    let mut text = listed(&counted.collect::<Vec<_>>());
    let leaders = leaders(pieces);
    if !leaders.is_empty() {
        text += &format!(" under {}", listed(&leaders));
    }
    let late =
        troops.iter().filter(|p| p["where"].as_str().is_some_and(|w| w.starts_with("arrives"))).count();
    match late {
        0 => text + ".",
        n if n == troops.len() => text + ". All of them arrive later.",
        1 => text + ". One of them arrives later.",
        n => text + &format!(". {n} of them arrive later."),
    }
}

fn kind(piece: &Value) -> String {
    let word = |key: &str| piece[key].as_str().unwrap_or_default().replace('-', " ");
    format!("{} {}", word("arm"), word("size")).trim().to_owned()
}

fn plural(kind: &str) -> String {
    match kind.strip_suffix('y') {
        Some(stem) if !kind.ends_with("ey") && kind != "infantry" && kind != "cavalry" => {
            format!("{stem}ies")
        }
        _ if kind.ends_with('s') => kind.to_owned(),
        _ => format!("{kind}s"),
    }
}

/// The commanders of the highest rank there is.
fn leaders(pieces: &[&Value]) -> Vec<String> {
    let all: Vec<&Value> = pieces.iter().copied().filter(|p| is_commander(p)).collect();
    let rank = |p: &Value| RANKS.iter().position(|rank| p["size"] == *rank);
    let highest = all.iter().filter_map(|p| rank(p)).min();
    let named = all.iter().filter(|p| highest.is_none() || rank(p) == highest);
    // Where nobody has a rank the army's commander stands first.
    let most = if highest.is_none() { 1 } else { NAMED };
    let names: Vec<String> =
        named.map(|p| p["name"].as_str().unwrap_or_default().to_owned()).take(most + 1).collect();
    match names.len() > most && highest.is_some() {
        true => names.into_iter().take(most).chain(["others".to_owned()]).collect(),
        false => names.into_iter().take(most).collect(),
    }
}

/// `a, b and c`.
fn listed(words: &[String]) -> String {
    match words {
        [] => String::new(),
        [one] => one.clone(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}

/// The scenario's own words, or the places that count.
fn victory(victory: &Value) -> String {
    if let Some(words) = victory["description"].as_str().filter(|w| !w.is_empty()) {
        return words.to_owned();
    }
    let mut places: Vec<(i64, &str)> = Vec::new();
    for line in victory["lines"].as_array().into_iter().flatten() {
        let (points, label) =
            (line["points"].as_i64().unwrap_or(0), line["label"].as_str().unwrap_or_default());
        if points > 0 && !places.iter().any(|(_, known)| *known == label) {
            places.push((points, label));
        }
    }
    places.sort_by_key(|(points, _)| -points);
    let most = 2 * NAMED;
    let named: Vec<String> = places.iter().take(most).map(|(p, label)| format!("{label} ({p})")).collect();
    match named.is_empty() {
        true => String::new(),
        false => format!("Points for the enemy's losses and for {}.", listed(&named)),
    }
}

/// A guess from turns and pieces, so that nobody begins a campaign on a lunch break.
fn length(view: &Value, pieces: &[Value]) -> String {
    let a_piece = match view["system"].as_str() {
        Some("gcacw") => 1.5,
        Some("lfm") => 0.4,
        _ => 1.0,
    };
    let troops = pieces.iter().filter(|p| !is_commander(p)).count() as f64;
    let minutes = view["turns"].as_f64().unwrap_or(1.0) * troops * a_piece;
    match minutes as u32 {
        0..=25 => "a quarter of an hour",
        26..=45 => "half an hour",
        46..=80 => "about an hour",
        81..=160 => "about two hours",
        161..=330 => "an evening",
        331..=800 => "a day",
        _ => "several days",
    }
    .to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn an_army_is_told_in_a_line() {
        let unit =
            |arm: &str, size: &str, at: Value| json!({"kind": "unit", "arm": arm, "size": size, "where": at});
        let leader = |name: &str, size: &str| json!({"kind": "leader", "name": name, "size": size});
        let pieces = [
            unit("cavalry", "regiment", Value::Null),
            unit("cavalry", "regiment", "arrives turn 2".into()),
            unit("horse-artillery", "battery", Value::Null),
            leader("Custer", "brigade"),
            leader("D. M. Gregg", "division"),
        ];
        let told = army(&pieces.iter().collect::<Vec<_>>());
        assert_eq!(
            told,
            "2 cavalry regiments and 1 horse artillery battery under D. M. Gregg. One of them arrives later."
        );
    }

    #[test]
    fn places_that_count_are_named_once_the_dearest_first() {
        let line = |label: &str, points: i32| json!({"label": label, "points": points});
        let told = victory(
            &json!({"lines": [line("Farm", 2), line("Hill", 6), line("Hill", 6), line("Losses", 0)]}),
        );
        assert_eq!(told, "Points for the enemy's losses and for Hill (6) and Farm (2).");
        assert_eq!(victory(&json!({"description": "Hold on."})), "Hold on.");
        assert_eq!(victory(&Value::Null), "");
    }
}
