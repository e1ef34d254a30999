//! Reading a lesson: the keys as written, and whether they fit the scenario.

use std::collections::BTreeSet;

use serde::Deserialize;
use table::{Faults, Game, PlayError, SeededDice, Side, Source, Viewer};
use toml::Spanned;

use super::condition::Condition;
use super::glob::Glob;
use super::{Lesson, Point, Step};
use crate::Scenario;

/// A string and where it stands in the file.
type Text = Spanned<String>;

/// No lesson is longer.
const MOST_STEPS: usize = 200;
/// Parts of the page that can be pointed at.
pub(crate) const PARTS: [&str; 8] =
    ["map", "decision", "log", "roster", "turns", "victory", "table", "lenses"];

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    format: Text,
    title: Text,
    scenario: Text,
    minutes: Spanned<u16>,
    you: Side,
    #[serde(default = "recruit")]
    enemy: String,
    about: Text,
    learnt: Vec<Text>,
    next: Option<Text>,
    step: Vec<Spanned<StepKeys>>,
}

fn recruit() -> String {
    "recruit".to_owned()
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct StepKeys {
    say: Text,
    #[serde(default)]
    why: String,
    #[serde(default)]
    hint: String,
    #[serde(default)]
    done: String,
    #[serde(default)]
    other: String,
    #[serde(default)]
    point: PointKeys,
    when: Option<Spanned<ConditionKeys>>,
    until: Spanned<ConditionKeys>,
    #[serde(default)]
    way: Vec<Text>,
    #[serde(default)]
    dice: Vec<Spanned<u8>>,
    #[serde(default)]
    enemy: Vec<Text>,
}

#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct PointKeys {
    piece: Option<Text>,
    hex: Option<Text>,
    button: Option<Text>,
    part: Option<Text>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ConditionKeys {
    order: Option<Text>,
    at: Option<AtKeys>,
    kind: Option<String>,
    event: Option<String>,
    turn: Option<u16>,
    die: Option<Spanned<u8>>,
    read: Option<bool>,
    over: Option<bool>,
    all: Option<Vec<Spanned<ConditionKeys>>>,
    any: Option<Vec<Spanned<ConditionKeys>>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct AtKeys {
    piece: Text,
    hex: Text,
}

impl Lesson {
    /// Reads a lesson. `scenario` opens what it names; `exists` says whether a lesson or scenario of an id does.
    ///
    /// # Errors
    /// Everything in it that does not fit.
    pub(super) fn read(
        (id, file): (&str, &str),
        text: &str,
        scenario: impl FnOnce(&str) -> Result<Scenario, String>,
        exists: impl Fn(&str) -> bool,
    ) -> Result<Lesson, Faults> {
        let mut source = Source::new(file, text);
        let Some(keys) = source.read::<File>() else { return Err(source.into_faults()) };
        head(&keys, &mut source, exists);
        let scenario = match scenario(keys.scenario.get_ref()) {
            Ok(scenario) => scenario,
            Err(why) => {
                source.fault_at(keys.scenario.span(), "scenario", why);
                return Err(source.into_faults());
            }
        };
        let mut reader = Reader::new(&scenario, keys.you, source);
        let steps = keys.step.into_iter().enumerate().map(|(n, step)| reader.step(n, step)).collect();
        reader.source.finish(Lesson {
            id: id.to_owned(),
            title: keys.title.into_inner(),
            scenario: keys.scenario.into_inner(),
            minutes: keys.minutes.into_inner(),
            you: keys.you,
            enemy: keys.enemy,
            about: keys.about.into_inner(),
            learnt: keys.learnt.into_iter().map(Spanned::into_inner).collect(),
            next: keys.next.map(Spanned::into_inner),
            next_beside: None,
            text: text.to_owned(),
            steps,
        })
    }
}

/// What stands above the steps.
fn head(keys: &File, source: &mut Source, exists: impl Fn(&str) -> bool) {
    if keys.format.get_ref() != Lesson::FORMAT {
        let what = format!("`{}` is no lesson: expected `{}`", keys.format.get_ref(), Lesson::FORMAT);
        source.fault_at(keys.format.span(), "format", what);
    }
    for (key, text) in [("title", &keys.title), ("about", &keys.about)] {
        if text.get_ref().trim().is_empty() {
            source.fault_at(text.span(), key, "empty: expected a sentence");
        }
    }
    if !(1..=600).contains(keys.minutes.get_ref()) {
        source.fault_at(keys.minutes.span(), "minutes", "expected 1 to 600");
    }
    if keys.learnt.is_empty() {
        source.fault("learnt", "empty: expected what the student knows at the end");
    }
    if let Some(next) = &keys.next
        && !exists(next.get_ref())
    {
        let what = format!("`{}` is neither a lesson nor a scenario", next.get_ref());
        source.fault_at(next.span(), "next", what);
    }
    if keys.step.is_empty() || keys.step.len() > MOST_STEPS {
        source.fault("step", format!("{} steps: expected 1 to {MOST_STEPS}", keys.step.len()));
    }
}

/// Reads the steps against a scenario.
struct Reader<'a> {
    source: Source<'a>,
    scenario: &'a Scenario,
    game: Box<dyn Game>,
    pieces: BTreeSet<String>,
    you: Side,
}

impl<'a> Reader<'a> {
    fn new(scenario: &'a Scenario, you: Side, source: Source<'a>) -> Reader<'a> {
        let (game, _) = scenario.start(&mut SeededDice::from_number(1));
        let pieces = game.view(Viewer::Referee).pieces.into_iter().map(|piece| piece.id).collect();
        Reader { source, scenario, game, pieces, you }
    }

    fn step(&mut self, n: usize, step: Spanned<StepKeys>) -> Step {
        let name = format!("[[step]] {}", n + 1);
        let keys = step.into_inner();
        if keys.say.get_ref().trim().is_empty() {
            self.source.fault_at(keys.say.span(), format!("{name}: say"), "empty: expected a sentence");
        }
        let dice = keys.dice.iter().filter_map(|die| self.die(&name, "dice", die)).collect();
        let globs = |reader: &mut Self, key: &str, texts: &[Text], seat: Side| -> Vec<Glob> {
            texts.iter().map(|text| reader.order(&format!("{name}: {key}"), text, seat)).collect()
        };
        Step {
            point: self.point(&name, &keys.point),
            when: keys.when.map(|when| self.condition(&format!("{name}: when"), when)),
            until: self.condition(&format!("{name}: until"), keys.until),
            way: globs(self, "way", &keys.way, self.you),
            enemy: globs(self, "enemy", &keys.enemy, self.you.other()),
            dice,
            say: keys.say.into_inner(),
            why: keys.why,
            hint: keys.hint,
            done: keys.done,
            other: keys.other,
        }
    }

    fn die(&mut self, name: &str, key: &str, die: &Spanned<u8>) -> Option<u8> {
        if (1..=6).contains(die.get_ref()) {
            return Some(*die.get_ref());
        }
        let what = format!("{} is on no die: expected 1 to 6", die.get_ref());
        self.source.fault_at(die.span(), format!("{name}: {key}"), what);
        None
    }

    fn point(&mut self, name: &str, keys: &PointKeys) -> Point {
        let name = format!("{name}: point");
        if let Some(piece) = &keys.piece {
            self.piece(&name, piece);
        }
        if let Some(hex) = &keys.hex {
            self.hex(&name, hex);
        }
        if let Some(part) = &keys.part
            && !PARTS.contains(&part.get_ref().as_str())
        {
            let what = format!("`{}`: expected one of {}", part.get_ref(), PARTS.join(", "));
            self.source.fault_at(part.span(), format!("{name}.part"), what);
        }
        let text = |text: &Option<Text>| text.as_ref().map(|text| text.get_ref().clone());
        let button = keys.button.as_ref().map(|text| self.order(&format!("{name}.button"), text, self.you));
        Point { piece: text(&keys.piece), hex: text(&keys.hex), button, part: text(&keys.part) }
    }

    fn piece(&mut self, name: &str, piece: &Text) {
        if !self.pieces.contains(piece.get_ref()) {
            let what = format!("`{}` is no piece of the scenario", piece.get_ref());
            self.source.fault_at(piece.span(), format!("{name}.piece"), what);
        }
    }

    fn hex(&mut self, name: &str, hex: &Text) {
        if self.scenario.place(hex.get_ref()).is_none() {
            let what = format!("`{}` is not on the map", hex.get_ref());
            self.source.fault_at(hex.span(), format!("{name}.hex"), what);
        }
    }

    /// A pattern of orders. One without a star is an order that can be read, though not yet be given.
    fn order(&mut self, name: &str, text: &Text, seat: Side) -> Glob {
        let glob = Glob::new(text.get_ref().as_str());
        if glob.text().trim().is_empty() {
            self.source.fault_at(text.span(), name, "empty: expected an order, `*` for anything");
        } else if glob.is_plain() {
            // Who is asked first does not matter here: an order is read before it is asked whose turn it is.
            for seat in [seat, seat.other()] {
                if let Err(PlayError::Unreadable { why, .. }) = self.game.check(seat, glob.text()) {
                    let what = format!("`{}` cannot be read as an order: {why}", glob.text());
                    self.source.fault_at(text.span(), name, what);
                    break;
                }
            }
        }
        glob
    }

    fn condition(&mut self, name: &str, keys: Spanned<ConditionKeys>) -> Condition {
        let span = keys.span();
        let keys = keys.into_inner();
        let mut found: Vec<Condition> = Vec::new();
        found.extend(keys.order.map(|order| Condition::Order(self.order(name, &order, self.you))));
        found.extend(keys.at.map(|at| {
            self.piece(&format!("{name}.at"), &at.piece);
            self.hex(&format!("{name}.at"), &at.hex);
            Condition::At { piece: at.piece.into_inner(), hex: at.hex.into_inner() }
        }));
        found.extend(keys.kind.map(Condition::Kind));
        found.extend(keys.event.map(|event| Condition::Event(Glob::new(event))));
        found.extend(keys.turn.map(Condition::Turn));
        found.extend(keys.die.and_then(|die| self.die(name, "die", &die)).map(Condition::Die));
        found.extend(keys.read.filter(|on| *on).map(|_| Condition::Read));
        found.extend(keys.over.filter(|on| *on).map(|_| Condition::Over));
        for (parts, join) in [(keys.all, Condition::All as fn(_) -> _), (keys.any, Condition::Any)] {
            found.extend(parts.map(|parts| {
                join(parts.into_iter().map(|part| self.condition(name, part)).collect::<Vec<_>>())
            }));
        }
        match <[Condition; 1]>::try_from(found) {
            Ok([one]) => one,
            Err(found) => {
                let what = format!(
                    "{} conditions: expected one of order, at, kind, event, turn, die, read, over, all, any",
                    found.len()
                );
                self.source.fault_at(span, name, what);
                Condition::Read
            }
        }
    }
}
