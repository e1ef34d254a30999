//! What the coach says now, as a client is told.

use serde::Serialize;
use table::Game;

use super::{Lesson, Progress, shelf};

/// The coach beside a game.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Coach {
    /// The lesson's id.
    pub lesson: String,
    pub title: String,
    /// The step shown, from 1, and how many there are.
    pub step: usize,
    pub of: usize,
    /// What is to be done or seen.
    pub say: String,
    #[serde(skip_serializing_if = "String::is_empty")]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<String>"))]
    pub why: String,
    #[serde(skip_serializing_if = "String::is_empty")]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<String>"))]
    pub hint: String,
    pub point: Pointed,
    /// What is said of the last order.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub word: Option<Word>,
    pub can: Can,
    /// Once the last step is done.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub end: Option<End>,
}

/// What is pointed at.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Pointed {
    /// A piece, by its id.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub piece: Option<String>,
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

#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(rename = "CoachWord"))]
pub struct Word {
    pub kind: WordKind,
    pub text: String,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub enum WordKind {
    /// What the step wanted was done.
    Done,
    /// Something else was done.
    Other,
}

/// What can be told to the coach now.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(rename = "CoachCan"))]
pub struct Can {
    pub next: bool,
    pub back: bool,
    pub skip: bool,
    /// The step can begin again: so many orders are taken back.
    pub again: usize,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(rename = "CoachEnd"))]
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
pub struct NextUp {
    pub id: String,
    pub title: String,
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
