//! What the coach says now, as a client is told.

use serde::Serialize;
use table::Game;

use super::{Lesson, Progress, shelf};

/// The coach beside a game.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Coach {
    /// The lesson's id.
    pub lesson: String,
    /// What the step is called.
    pub title: String,
    /// The step shown, from 1, and how many there are.
    pub step: usize,
    /// How many steps there are.
    pub of: usize,
    /// What is to be done or seen.
    pub say: String,
    /// Why it is done; may be empty.
    #[serde(skip_serializing_if = "String::is_empty")]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<String>"))]
    pub why: String,
    /// What helps who does not find it; may be empty.
    #[serde(skip_serializing_if = "String::is_empty")]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<String>"))]
    pub hint: String,
    /// What the coach points at.
    pub point: Pointed,
    /// What is said of the last order.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub word: Option<Word>,
    /// What can be told to him now.
    pub can: Can,
    /// Once the last step is done.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub end: Option<End>,
}

/// What is pointed at.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Pointed {
    /// A piece, by its id.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub piece: Option<String>,
    /// A hex.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub hex: Option<String>,
    /// Orders, as their cards write them.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<Vec<String>>"))]
    pub orders: Vec<String>,
    /// A part of the page.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub part: Option<String>,
}

/// What the coach says to the order that was just given.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(rename = "CoachWord"))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "CoachWord"))]
pub struct Word {
    /// Whether it was what the step wanted.
    pub kind: WordKind,
    /// What he says.
    pub text: String,
}

/// How an order fits a step.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum WordKind {
    /// What the step wanted was done.
    Done,
    /// Something else was done.
    Other,
}

/// What can be told to the coach now.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(rename = "CoachCan"))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "CoachCan"))]
pub struct Can {
    /// That one goes on.
    pub next: bool,
    /// That one looks at the step before once more.
    pub back: bool,
    /// That one goes on without having done it.
    pub skip: bool,
    /// The step can begin again: so many orders are taken back.
    pub again: usize,
}

/// What the coach says at the end of a lesson.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(rename = "CoachEnd"))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "CoachEnd"))]
pub struct End {
    /// What the student knows now.
    pub learnt: Vec<String>,
    /// What comes next.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub next: Option<NextUp>,
}

/// Another lesson, or a scenario to be played whole.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct NextUp {
    /// The id of the lesson or scenario.
    pub id: String,
    /// Its title.
    pub title: String,
    /// Whether it is a lesson.
    pub lesson: bool,
}

/// Said of another order where the step has no word of its own.
const OTHER: &str =
    "That is legal, but not what this step is about. Take it back and try again, or go on anyway.";

impl Progress {
    /// What the coach says, where `orders` stand.
    pub fn coach(&self, lesson: &Lesson, game: &dyn Game, orders: usize) -> Coach {
        let shown = self.reading.unwrap_or(self.step);
        let step = lesson.steps.get(shown);
        let current = self.reading.is_none().then_some(step).flatten();
        let text = |of: fn(&super::Step) -> &String| step.map(of).cloned().unwrap_or_default();
        let over = step.is_none();
        Coach {
            lesson: lesson.id.clone(),
            title: lesson.title.clone(),
            step: (shown + 1).min(lesson.steps.len()),
            of: lesson.steps.len(),
            say: text(|step| &step.say),
            why: text(|step| &step.why),
            hint: text(|step| &step.hint),
            point: current.map(|step| step.point.found(game, lesson)).unwrap_or_default(),
            word: self.word.filter(|_| self.reading.is_none()).map(|said| told(lesson, said)),
            can: Can {
                next: self.reading.is_some() || current.is_some_and(|step| step.until.is_read()),
                back: shown > 0,
                skip: current.is_some_and(|step| !step.until.is_read()),
                again: if over { 0 } else { orders - self.back_to(orders) },
            },
            end: over.then(|| End { learnt: lesson.learnt.clone(), next: next_up(lesson) }),
        }
    }
}

fn told(lesson: &Lesson, (kind, step): (WordKind, usize)) -> Word {
    let step = &lesson.steps[step];
    let own = match kind {
        WordKind::Done => &step.done,
        WordKind::Other => &step.other,
    };
    Word { kind, text: if own.is_empty() { OTHER.to_owned() } else { own.clone() } }
}

fn next_up(lesson: &Lesson) -> Option<NextUp> {
    if lesson.next_beside.is_some() {
        return lesson.next_beside.clone();
    }
    let id = lesson.next.clone()?;
    if let Some(next) = shelf::lesson(&id) {
        return Some(NextUp { title: next.title, id, lesson: true });
    }
    let entry = crate::list().into_iter().find(|entry| entry.id == id)?;
    Some(NextUp { title: entry.name, id, lesson: false })
}

impl super::Point {
    /// What it points at now: of the orders only those that can be given.
    fn found(&self, game: &dyn Game, lesson: &Lesson) -> Pointed {
        let orders = self.button.as_ref().map(|glob| {
            let legal = game.orders(lesson.you).into_iter();
            legal.filter(|order| glob.fits(order)).collect()
        });
        Pointed {
            piece: self.piece.clone(),
            hex: self.hex.clone(),
            orders: orders.unwrap_or_default(),
            part: self.part.clone(),
        }
    }
}
