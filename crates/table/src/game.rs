//! A game of any system behind JSON: what the server, the command line and other languages talk to.
//!
//! Three parts, as below them: [`Rules`] is [`Ruleset`](crate::Ruleset) without its types, [`Judgement`] is
//! [`Commander`](crate::Commander), [`Observing`] is [`Observed`](crate::Observed); a [`Game`] is all three. Orders cross this edge as text, or as their number
//! in the list of legal orders, which is made once a decision.

use serde_json::Value;

use crate::view::Active;
use crate::{
    AskError, Dice, Doubt, Factors, Field, Fights, Formation, GivenUp, Horizon, Labels, Memory, OrderCard,
    PlayError, Played, Shape, Side, Sort, Space, Standing, Tally, View, Viewer,
};

/// A running game of any rule system.
pub trait Game: Rules + Judgement + Observing + Send {
    /// The same position once more: what is played on the copy leaves this one as it is.
    fn copy(&self) -> Box<dyn Game>;
    /// The game as a viewer knows it: see [`Ruleset::known`](crate::Ruleset::known).
    fn known(&self, viewer: Viewer) -> Box<dyn Game>;
    /// The game as a seat may imagine it: see [`Commander::imagine`](crate::Commander::imagine).
    fn imagined(&self, seat: Side, pick: &mut dyn FnMut(usize) -> usize) -> Box<dyn Game>;
}

/// The rules of a running game.
pub trait Rules {
    /// The word of its rule system: `gcacw`, `lfm`, `vnb`.
    fn system(&self) -> &'static str;
    /// Who is asked about what, or how the game ended.
    fn standing(&self) -> Standing;
    /// The standing as a viewer may know it: see [`Ruleset::standing_for`](crate::Ruleset::standing_for).
    fn standing_for(&self, viewer: Viewer) -> Standing;
    /// The orders that a seat may give at any time: see
    /// [`Ruleset::at_any_time`](crate::Ruleset::at_any_time).
    fn cards_at_any_time(&self, seat: Side) -> Vec<OrderCard>;
    /// The legal orders of a seat, as a person sees them.
    fn cards(&self, seat: Side) -> Vec<OrderCard>;
    /// The legal orders of a seat in their written form.
    fn orders(&self, seat: Side) -> Vec<String>;
    /// How many legal orders a seat has: the numbers that [`Rules::play_nth`] takes.
    fn order_count(&self, seat: Side) -> usize;
    /// # Errors
    /// The order cannot be read, is not this seat's to give, or is against a rule.
    fn check(&self, seat: Side, order: &str) -> Result<(), PlayError>;
    /// Gives an order.
    ///
    /// # Errors
    /// As [`Rules::check`]; the game is then unchanged.
    fn play(&mut self, seat: Side, order: &str, dice: &mut dyn Dice) -> Result<Played, PlayError>;
    /// Plays the nth legal order of a seat (as [`Rules::orders`] lists them) without telling anybody: for
    /// computer players and series. False if there is no such order.
    fn play_nth(&mut self, seat: Side, nth: usize, dice: &mut dyn Dice) -> bool;
    /// As [`Rules::play_nth`], counting the fights.
    fn play_nth_counted(&mut self, seat: Side, nth: usize, dice: &mut dyn Dice, fights: &mut Fights) -> bool;
    /// Plays a random legal order of the seat that decides (the first of them where both do), without
    /// telling anybody; `pick(n)` chooses a number below n. False when the game is over.
    fn play_random(&mut self, pick: &mut dyn FnMut(usize) -> usize, dice: &mut dyn Dice) -> bool;
    /// What the game has come to: see [`Ruleset::tally`](crate::Ruleset::tally).
    fn tally(&self) -> Tally;
    /// Why it stands or ended so: see [`Ruleset::because`](crate::Ruleset::because).
    fn because(&self) -> String;
    /// Whether the game keeps anything from anybody: see
    /// [`Ruleset::has_secrets`](crate::Ruleset::has_secrets).
    fn has_secrets(&self) -> bool;
    /// The position as a viewer may know it.
    fn view(&self, viewer: Viewer) -> View;
    /// Who is on the way: see [`Ruleset::active`](crate::Ruleset::active).
    fn active(&self, viewer: Viewer) -> Option<Active>;
    /// # Errors
    /// The question is malformed or about something that is not there.
    fn ask(&self, viewer: Viewer, question: &Value) -> Result<Value, AskError>;
    /// A number for the whole position: the same for the same position, in every run of this version.
    fn fingerprint(&self) -> u64;
}

/// What computer players know of a running game.
pub trait Judgement {
    /// Room for what a doctrine remembers. Whoever thinks keeps it from one decision to the next.
    fn memory(&self) -> Memory;
    /// What the doctrine thinks of each legal order of a seat: see
    /// [`Commander::doctrine`](crate::Commander::doctrine). A player asks this once at the beginning of a
    /// decision; what he remembers of earlier ones is forgotten.
    fn advise(&self, seat: Side, memory: &mut Memory) -> Vec<f32>;
    /// Plays the order that `pick` chooses from the doctrine's scores, without telling anybody. False if
    /// the seat has no order to give.
    fn play_advised(
        &mut self,
        seat: Side,
        memory: &mut Memory,
        pick: &mut dyn FnMut(&[f32]) -> usize,
        dice: &mut dyn Dice,
    ) -> bool;
    /// How good the position is for a side: see [`Commander::worth`](crate::Commander::worth).
    fn worth(&self, side: Side, memory: &mut Memory) -> f64;
    /// The position in figures: see [`Commander::figures`](crate::Commander::figures).
    fn figures(&self, memory: &mut Memory, figures: &mut Vec<f32>);
    /// How many figures there are: see [`Commander::FIGURES`](crate::Commander::FIGURES).
    fn figure_count(&self) -> usize;
    /// What counts in the doctrine and how much: see [`Commander::WEIGHTS`](crate::Commander::WEIGHTS).
    fn weights(&self) -> &'static [(&'static str, f32)];
    /// What each legal order of a seat does: see [`Commander::sort`](crate::Commander::sort).
    fn sorts(&self, seat: Side) -> Vec<Sort>;
    /// The position at a glance: see [`Commander::glance`](crate::Commander::glance).
    fn glance(&self, memory: &mut Memory, field: &mut Field);
    /// What the nth legal order of a seat gives up: see
    /// [`Commander::gives_up`](crate::Commander::gives_up).
    fn gives_up(&self, seat: Side, nth: usize) -> GivenUp;
    /// The formations of a side that can be given a plan: see
    /// [`Commander::formations`](crate::Commander::formations).
    fn formations(&self, side: Side, memory: &mut Memory) -> Vec<Formation>;
    /// The name of the battle: see [`Commander::battle`](crate::Commander::battle).
    fn battle(&self) -> &str;
    /// Why a player would give the nth legal order of a seat: see
    /// [`Commander::reason`](crate::Commander::reason).
    fn reason(&self, seat: Side, nth: usize, memory: &mut Memory) -> String;
    /// How unsurely the lesser computer players read the doctrine: see
    /// [`Commander::DOUBT`](crate::Commander::DOUBT).
    fn doubt(&self) -> Doubt;
    /// How far a colonel plays on after an order: see [`Commander::AHEAD`](crate::Commander::AHEAD).
    fn ahead(&self) -> usize;
    /// The part of the sequence of play: see [`Commander::stage`](crate::Commander::stage).
    fn stage(&self) -> u64;
    /// The stretch of play: see [`Commander::stretch`](crate::Commander::stretch).
    fn stretch(&self) -> u64;
    /// Stretches of play that a plan is judged by: see [`Commander::PLANNED`](crate::Commander::PLANNED).
    fn planned(&self) -> usize;
    /// How far a general looks: see [`Commander::HORIZON`](crate::Commander::HORIZON).
    fn horizon(&self) -> Horizon;
}

/// A running game in numbers, for programs that learn.
pub trait Observing {
    /// How many numbers the position has: see [`Observed::shape`](crate::Observed::shape).
    fn shape(&self) -> Shape;
    /// What they are called: see [`Observed::labels`](crate::Observed::labels).
    fn labels(&self) -> Labels;
    /// Writes the position as a seat knows it; `out` has the length of the shape: see
    /// [`Observed::observe`](crate::Observed::observe).
    fn observe(&self, seat: Side, out: &mut [f32]);
    /// How large the numbers of orders can be: see [`Observed::space`](crate::Observed::space).
    fn space(&self) -> Space;
    /// The numbers of each legal order of a seat, in their order, in place of what `out` held: see
    /// [`Observed::factors`](crate::Observed::factors).
    fn factors(&self, seat: Side, out: &mut Vec<Factors>);
    /// Where each legal order of a seat leads on a table of inches, in place of what `out` held: see
    /// [`Observed::pose_of`](crate::Observed::pose_of).
    fn poses(&self, seat: Side, out: &mut Vec<Option<[f32; 4]>>);
    /// Which legal order of a seat has these numbers.
    fn nth(&self, seat: Side, factors: Factors) -> Option<usize>;
}
