//! Guided lessons: a coach's words beside a scenario, step by step, each with what has to happen before the next.
//!
//! A lesson is data (`NAME.lesson.toml`, docs/lessons.md). `Lesson::read` takes it only if everything in it fits
//! its scenario; [`Progress`] is where somebody stands in it: a pure function of the lesson, the orders given and what
//! the student told the coach. Nothing here plays: whoever runs the game asks [`Progress::dice`] what falls next and
//! [`Progress::answer`] what the other side is to order, and tells what was done.

mod coach;
mod condition;
mod format;
mod glob;
mod progress;
mod shelf;
#[cfg(test)]
mod tests;

use table::Side;

pub use coach::{Can, Coach, End, NextUp, Pointed, Word, WordKind};
use condition::Condition;
use glob::Glob;
pub use progress::{Act, Given, Progress};
pub use shelf::{
    LESSON, LessonCard, beside, check_lessons, lesson, lessons, open_lesson, reopen_lesson, reopen_lesson_on,
};
pub(crate) use shelf::{card, names, read_among, read_on, title};

/// A lesson that was read whole and fits its scenario.
#[derive(Clone, PartialEq, Debug)]
pub struct Lesson {
    /// The name of its file.
    pub id: String,
    /// What it is called.
    pub title: String,
    /// The scenario it is played on.
    pub scenario: String,
    /// About how long it takes.
    pub minutes: u16,
    /// The side the student plays.
    pub you: Side,
    /// The level of the computer player where no step says what he orders.
    pub enemy: String,
    /// What it is about, in a sentence.
    pub about: String,
    /// What the student knows afterwards.
    pub learnt: Vec<String>,
    /// The lesson or the scenario to go on with.
    pub next: Option<String>,
    /// What `next` names, where that lies beside it and is not built in.
    pub next_beside: Option<NextUp>,
    /// The text it was read from.
    pub text: String,
    steps: Vec<Step>,
}

impl Lesson {
    /// The word every lesson begins with.
    pub const FORMAT: &'static str = "hardtack-lesson/1";

    /// How many steps it has.
    pub fn len(&self) -> usize {
        self.steps.len()
    }

    /// Whether it has no step.
    pub fn is_empty(&self) -> bool {
        self.steps.is_empty()
    }
}

/// One thing to do or to read.
#[derive(Clone, PartialEq, Debug)]
struct Step {
    say: String,
    why: String,
    hint: String,
    /// Said once it is done.
    done: String,
    /// Said when something else was done.
    other: String,
    point: Point,
    /// What has to be so before the step is for anybody; without it, it always is.
    when: Option<Condition>,
    until: Condition,
    /// Orders on the way to what is wanted: nothing is said of them.
    way: Vec<Glob>,
    /// The dice that fall while the step is the current one.
    dice: Vec<u8>,
    /// What the other side orders meanwhile, in turn, where it is legal.
    enemy: Vec<Glob>,
}

/// What the coach points at.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
struct Point {
    piece: Option<String>,
    hex: Option<String>,
    button: Option<Glob>,
    part: Option<String>,
}

impl Step {
    /// Whether an order belongs to the step: it is what is wanted, or on the way to it.
    fn takes(&self, order: &str) -> bool {
        self.until.orders().any(|glob| glob.fits(order)) || self.way.iter().any(|glob| glob.fits(order))
    }

    /// Whether the step says anything about which orders belong to it.
    fn names_orders(&self) -> bool {
        !self.way.is_empty() || self.until.orders().next().is_some()
    }
}
