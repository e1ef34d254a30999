//! The roster: every unit and leader by side and command, with boxes for what changes in play.

use library::counter::{colours, commands, counter};
use library::{Paper as Noted, Scenario};
use table::view::Piece;
use table::{Side, Viewer};

use crate::leaf::Leaves;
use crate::svg::{At, Face, Svg, Type};
use crate::{Error, INK, Paper, Printed, SOFT};

const ROW: f64 = 12.5;
const BOX: f64 = 3.9;
/// From a box to the next.
const STEP: f64 = 4.4;
const TINY: Type = Type::new(Face::Italic, 2.4).soft();
const HEAD: f64 = 8.0;
const NAME: Type = Type::new(Face::Semibold, 3.7);
const SMALL: Type = Type::new(Face::Regular, 2.7).soft();

/// The pieces of one command, its leaders first.
struct Group<'a> {
    title: String,
    pieces: Vec<&'a Piece>,
}

/// Prints the roster of a scenario.
///
/// # Errors
/// A drawing that cannot be read.
pub fn roster(
    scenario: &Scenario,
    paper: Paper,
    tell: &mut dyn FnMut(usize, usize),
) -> Result<Printed, Error> {
    let view = scenario.position().view(Viewer::Referee);
    let noted = noted(scenario);
    let mut leaves = Leaves::new(paper, &scenario.name, "");
    for side in scenario.sides {
        leaves.part(&format!("{side} roster"));
        for group in groups(&view.pieces, side) {
            // A heading never stands alone at the foot of a page.
            let _ = leaves.take(HEAD + ROW);
            heading(&mut leaves, &group.title, side);
            for piece in group.pieces {
                line(&mut leaves, piece, &noted);
            }
        }
    }
    leaves.bind(tell)
}

fn noted(scenario: &Scenario) -> Noted {
    const PLAIN: Noted = Noted { strength: "Strength", wears: true, fatigue: None, marks: &[], back: "" };
    library::system(scenario.system).map_or(PLAIN, |system| system.paper)
}

/// The command of a piece, as its counter shows it.
fn command(piece: &Piece) -> &str {
    piece.command.as_deref().or(piece.division.as_deref()).unwrap_or_default()
}

/// The pieces of a side by command, in the order in which the scenario names them.
fn groups(pieces: &[Piece], side: Side) -> Vec<Group<'_>> {
    let own: Vec<&Piece> = pieces.iter().filter(|p| p.side == Some(side)).collect();
    let mut words: Vec<&str> = Vec::new();
    for piece in &own {
        if !words.contains(&command(piece)) {
            words.push(command(piece));
        }
    }
    // Formations within one another stand together: `I`, `I/1`, `I/1/2`.
    words.sort_by_key(|word| (word.is_empty(), word.split('/').next().unwrap_or_default().to_owned()));
    words.sort_by(|a, b| a.split('/').next().cmp(&b.split('/').next()).then(a.cmp(b)));
    words.sort_by_key(|word| word.is_empty());
    let group = |word: &str| {
        let mut members: Vec<&Piece> = own.iter().copied().filter(|p| command(p) == word).collect();
        members.sort_by_key(|p| !commands(p));
        let leaders: Vec<&str> = members.iter().filter(|p| commands(p)).map(|p| p.name.as_str()).collect();
        let title = match (word, leaders.is_empty()) {
            ("", true) => "Under no command".to_owned(),
            ("", false) => "Of the whole army, or under no command".to_owned(),
            (word, true) => word.to_owned(),
            (word, false) if leaders == [word] => word.to_owned(),
            (word, false) => format!("{word}: {}", leaders.join(", ")),
        };
        Group { title, pieces: members }
    };
    words.into_iter().map(group).collect()
}

fn heading(leaves: &mut Leaves, title: &str, side: Side) {
    let (left, room) = (leaves.left(), leaves.room());
    let y = leaves.y;
    let (dark, light) = colours(Some(side));
    let svg = leaves.take(HEAD);
    svg.rect([left, y + 1.0, room, 5.6], light, "none", 0.0);
    svg.rect([left, y + 1.0, 1.2, 5.6], dark, "none", 0.0);
    svg.fitted((left + 3.0, y + 5.1), At::Left, Type::new(Face::Semibold, 3.8), room - 6.0, title);
    leaves.y = y + HEAD;
}

/// One piece: its counter, its name and values, its boxes.
fn line(leaves: &mut Leaves, piece: &Piece, noted: &Noted) {
    let (left, room) = (leaves.left(), leaves.room());
    let sheet = Columns::new(left + room, noted);
    let points = if commands(piece) { 0 } else { points(piece, noted) };
    let across = ((sheet.fatigue - 3.0 - sheet.strength) / STEP) as usize;
    let height = ROW + (points.div_ceil(across).max(2) as f64 - 2.0) * STEP;
    let _ = leaves.take(height);
    let y = leaves.y;
    let svg = leaves.take(height);
    svg.group((left + 0.5, y + 0.8), 0.112, &counter(piece, &[]));
    svg.fitted((left + 14.5, y + 4.6), At::Left, NAME, 38.0, &piece.name);
    svg.fitted((left + 14.5, y + 8.2), At::Left, SMALL, 38.0, &what(piece));
    svg.fitted((left + 14.5, y + 11.6), At::Left, SMALL, 38.0, &place(piece));
    let narrow = Type::new(Face::Regular, 2.7);
    for (n, (name, value)) in piece.values.iter().take(3).enumerate() {
        svg.fitted(
            (left + 55.0, y + 4.6 + 3.5 * n as f64),
            At::Left,
            narrow,
            22.0,
            &format!("{name} {value}"),
        );
    }
    if !commands(piece) {
        let numbers: Vec<String> = (1..=points).rev().map(|n| n.to_string()).collect();
        row_of_boxes(
            svg,
            (sheet.strength, y),
            across,
            if numbers.is_empty() { "" } else { noted.strength },
            &numbers,
        );
        let tired: Vec<String> =
            noted.fatigue.iter().flat_map(|most| 0..=*most).map(|n| n.to_string()).collect();
        row_of_boxes(
            svg,
            (sheet.fatigue, y),
            tired.len(),
            if tired.is_empty() { "" } else { "Fatigue" },
            &tired,
        );
        marks(svg, (sheet.marks, y), noted.marks);
    }
    svg.line((left, y + height - 0.2), (left + room, y + height - 0.2), 0.1, "#c9bda2");
    leaves.y = y + height;
}

/// Where the boxes of every line begin, so that they stand below one another.
struct Columns {
    strength: f64,
    fatigue: f64,
    marks: f64,
}

impl Columns {
    fn new(right: f64, noted: &Noted) -> Columns {
        let marks = right - noted.marks.iter().map(|mark| TINY.width(mark)).fold(0.0, f64::max) - 6.0;
        let fatigue = marks - noted.fatigue.map_or(0.0, |most| f64::from(most + 1) * STEP + 3.0);
        Columns { strength: 92.0, fatigue, marks }
    }
}

/// The boxes that its strength needs.
fn points(piece: &Piece, noted: &Noted) -> usize {
    let strength = || piece.now.strength.as_deref().and_then(|s| s.parse().ok()).unwrap_or(0);
    let points = piece.manpower.map_or_else(strength, usize::from);
    if noted.wears { points.min(60) } else { 0 }
}

/// Boxes in rows, with a title above.
fn row_of_boxes(svg: &mut Svg, (x, y): (f64, f64), across: usize, title: &str, words: &[String]) {
    svg.text((x, y + 3.0), At::Left, TINY, title);
    for (n, word) in words.iter().enumerate() {
        let (column, row) = (n % across.max(1), n / across.max(1));
        let (bx, by) = (x + column as f64 * STEP, y + 3.9 + row as f64 * STEP);
        svg.rect([bx, by, BOX, BOX], "#fff", INK, 0.2);
        let set = Type { colour: SOFT, ..Type::new(Face::Regular, 2.3) };
        svg.text((bx + BOX / 2.0, by + BOX / 2.0 + 0.8), At::Middle, set, word);
    }
}

/// States to be ticked, one below the other.
fn marks(svg: &mut Svg, (x, y): (f64, f64), marks: &[&str]) {
    for (n, mark) in marks.iter().enumerate() {
        let y = y + 1.0 + n as f64 * 3.7;
        svg.rect([x, y, 2.8, 2.8], "#fff", INK, 0.2);
        svg.text((x + 4.0, y + 2.3), At::Left, TINY, mark);
    }
}

/// `infantry division`, `cavalry corps leader`, `brigade commander`.
fn what(piece: &Piece) -> String {
    let word = |word: &Option<table::view::Word>| word.as_deref().unwrap_or_default().replace('-', " ");
    let (arm, mut words) = (word(&piece.arm), vec![word(&piece.size), word(&piece.rank)]);
    match (commands(piece), arm.as_str()) {
        (true, "commander") => words.push(arm),
        (true, _) => {
            words.insert(0, arm);
            words.push("leader".to_owned());
        }
        (false, _) => words.insert(0, arm),
    }
    words.retain(|w| !w.is_empty());
    words.join(" ")
}

/// Where it begins, and in what state.
fn place(piece: &Piece) -> String {
    let now = &piece.now;
    let mut words: Vec<String> = Vec::new();
    words.extend(now.at.clone().or_else(|| now.r#where.clone()));
    words.extend(now.pose.map(|p| format!("at {:.1}, {:.1}", p.x, p.y)));
    words.extend(now.fatigue.filter(|f| *f > 0).map(|f| format!("fatigue {f}")));
    words.extend(now.attached_to.as_ref().map(|unit| format!("with {unit}")));
    words.extend(now.state.iter().chain(&now.works).map(|w| w.replace('-', " ")));
    words.join(", ")
}
