//! Players of one fixed idea, each the doctrine without error but for that: the yardsticks that better players are
//! measured by. A player who only ever met himself learns nothing from them.

use table::{Game, Side, Sort, Viewer};

use crate::Chooser;
use crate::ahead::best_of;

/// A fixed idea.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Habit {
    /// The doctrine itself.
    Doctrine,
    /// The doctrine with the figures that a general goes by.
    Adjutant,
    /// Never attacks.
    Turtle,
    /// Neither attacks nor moves while ahead.
    LeadPass,
    /// Digs in where he stands, and never attacks.
    Fortress,
    /// Attacks more gladly, digs less.
    Bold,
    /// Attacks wherever he can, and never rests.
    Rush,
    /// Stands and fires.
    Sit,
}

impl Habit {
    /// All of them.
    pub const ALL: [Habit; 8] = [
        Habit::Doctrine,
        Habit::Adjutant,
        Habit::Turtle,
        Habit::LeadPass,
        Habit::Fortress,
        Habit::Bold,
        Habit::Rush,
        Habit::Sit,
    ];

    /// What he is called on the command line.
    pub const fn word(self) -> &'static str {
        match self {
            Habit::Doctrine => "doctrine",
            Habit::Adjutant => "adjutant",
            Habit::Turtle => "turtle",
            Habit::LeadPass => "lead-pass",
            Habit::Fortress => "fortress",
            Habit::Bold => "bold",
            Habit::Rush => "rush",
            Habit::Sit => "sit",
        }
    }

    /// What the idea adds to the doctrine's score of an order, in victory points.
    fn liking(self, sort: Sort, ahead: bool) -> f32 {
        const NEVER: f32 = -1000.0;
        match (self, sort) {
            (Habit::Turtle | Habit::Fortress | Habit::Sit, Sort::Attack) => NEVER,
            (Habit::LeadPass, Sort::Attack | Sort::Move) if ahead => NEVER,
            (Habit::Sit, Sort::Move) => NEVER,
            (Habit::Fortress, Sort::Dig) => 2.0,
            (Habit::Bold, Sort::Attack) => 1.0,
            (Habit::Bold, Sort::Dig) => -0.5,
            (Habit::Rush, Sort::Attack) => 3.0,
            (Habit::Rush, Sort::Pass) => NEVER,
            _ => 0.0,
        }
    }
}

/// The order such a player gives, by its number.
pub(crate) fn decide(
    habit: Habit,
    game: &dyn Game,
    seat: Side,
    mut scores: Vec<f32>,
    chooser: &mut Chooser,
) -> usize {
    if !matches!(habit, Habit::Doctrine | Habit::Adjutant) {
        let ahead = habit == Habit::LeadPass && leads(game, seat);
        for (score, sort) in scores.iter_mut().zip(game.sorts(seat)) {
            *score += habit.liking(sort, ahead);
        }
    }
    best_of(&scores, chooser)
}

/// Whether a side would win if the game ended now.
fn leads(game: &dyn Game, seat: Side) -> bool {
    game.view(Viewer::Seat(seat)).victory.leader == Some(seat)
}
