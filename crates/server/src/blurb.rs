//! What a scenario says of itself before it is played, read off its first position: who commands what on each
//! side, how it is won, when it is.

use table::view::{Piece, Points, Victory, Word};
use table::{Side, View};

/// The parts of a scenario's card that the position tells.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Blurb {
    pub when: String,
    pub sides: [String; 2],
    pub victory: String,
}

/// Ranks from the highest; a commander without one counts by his place in the list.
const RANKS: [&str; 4] = ["army", "corps", "division", "brigade"];
/// Commanders and places that are named before "and more".
const NAMED: usize = 3;

pub fn blurb(view: &View) -> Blurb {
    let side = |side| -> Vec<&Piece> { view.pieces.iter().filter(|p| p.side == Some(side)).collect() };
    Blurb {
        when: view.turn_label.clone(),
        sides: Side::BOTH.map(|s| army(&side(s))),
        victory: victory(&view.victory),
    }
}

fn is_commander(piece: &Piece) -> bool {
    piece.kind == "leader" || piece.kind == "commander"
}

/// `11 cavalry regiments and 3 horse artillery batteries under D. M. Gregg; 2 of them arrive later.`
fn army(pieces: &[&Piece]) -> String {
    let troops: Vec<&Piece> = pieces.iter().copied().filter(|p| !is_commander(p)).collect();
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
    let is_late = |p: &&&Piece| p.now.r#where.as_deref().is_some_and(|w| w.starts_with("arrives"));
    let late = troops.iter().filter(is_late).count();
    match late {
        0 => text + ".",
        n if n == troops.len() => text + ". All of them arrive later.",
        1 => text + ". One of them arrives later.",
        n => text + &format!(". {n} of them arrive later."),
    }
}

fn kind(piece: &Piece) -> String {
    let word = |word: &Option<Word>| word.as_deref().unwrap_or_default().replace('-', " ");
    format!("{} {}", word(&piece.arm), word(&piece.size)).trim().to_owned()
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
fn leaders(pieces: &[&Piece]) -> Vec<String> {
    let all: Vec<&Piece> = pieces.iter().copied().filter(|p| is_commander(p)).collect();
    let rank = |p: &Piece| RANKS.iter().position(|rank| p.size.as_deref() == Some(*rank));
    let highest = all.iter().filter_map(|p| rank(p)).min();
    let named = all.iter().filter(|p| highest.is_none() || rank(p) == highest);
    // Where nobody has a rank the army's commander stands first.
    let most = if highest.is_none() { 1 } else { NAMED };
    let names: Vec<String> = named.map(|p| p.name.clone()).take(most + 1).collect();
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
fn victory(victory: &Victory) -> String {
    if !victory.description.is_empty() {
        return victory.description.clone();
    }
    let mut places: Vec<(i32, &str)> = Vec::new();
    for line in &victory.lines {
        let counts = line.points > 0 && line.label != Points::GIVEN;
        if counts && !places.iter().any(|(_, known)| *known == line.label) {
            places.push((line.points, &line.label));
        }
    }
    places.sort_by_key(|(points, _)| -points);
    let most = 2 * NAMED;
    let named: Vec<String> = places.iter().take(most).map(|(p, label)| format!("{label} ({p})")).collect();
    let from_the_start = |line: &Points| {
        let side = line.side.filter(|_| line.label == Points::GIVEN)?;
        Some(format!("The {side} has {} from the start.", line.points))
    };
    let mut told: Vec<String> = victory.lines.iter().filter_map(from_the_start).collect();
    if !named.is_empty() {
        told.insert(0, format!("Points for the enemy's losses and for {}.", listed(&named)));
    }
    told.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use table::view::Condition;

    fn piece(kind: &'static str, arm: &'static str, size: &'static str) -> Piece {
        Piece { kind: kind.into(), arm: Some(arm.into()), size: Some(size.into()), ..Piece::default() }
    }

    #[test]
    fn an_army_is_told_in_a_line() {
        let leader = |name: &str, size| Piece { name: name.into(), ..piece("leader", "", size) };
        let late = Condition { r#where: Some("arrives turn 2".into()), ..Condition::default() };
        let pieces = [
            piece("unit", "cavalry", "regiment"),
            Piece { now: late, ..piece("unit", "cavalry", "regiment") },
            piece("unit", "horse-artillery", "battery"),
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
        let line = |label: &str, points| Points { label: label.into(), points, ..Points::default() };
        let lines = vec![line("Farm", 2), line("Hill", 6), line("Hill", 6), line("Losses", 0)];
        let told = victory(&Victory { lines, ..Victory::default() });
        assert_eq!(told, "Points for the enemy's losses and for Hill (6) and Farm (2).");
        let given = Points { side: Some(table::Side::Union), ..line(Points::GIVEN, 14) };
        let told = victory(&Victory { lines: vec![given, line("Farm", 2)], ..Victory::default() });
        assert_eq!(told, "Points for the enemy's losses and for Farm (2). The Union has 14 from the start.");
        assert_eq!(victory(&Victory { description: "Hold on.".into(), ..Victory::default() }), "Hold on.");
        assert_eq!(victory(&Victory::default()), "");
    }
}
