//! The one interface of a rule system.

use std::fmt::Debug;

use serde::Serialize;
use serde_json::Value;

use crate::view::Active;
use crate::{
    AskError, Dice, Drill, Happened, Log, Milestone, OrderCard, Refusal, Show, Side, Standing, Tally, View,
    Viewer,
};

/// A rule system: pure, without input or output, clock or global state.
///
/// The contract:
/// - Every order that [`orders`](Ruleset::orders) lists passes [`check`](Ruleset::check). In the hex
///   systems the list is complete; on a continuous table it is a good finite choice and `check` judges
///   any pose.
/// - `check` changes nothing, and an order that passed it can always be applied.
/// - `apply` runs the rules until somebody has to decide again or the game is over.
/// - State = scenario + orders + dice: the same orders under the same dice give the same state.
pub trait Ruleset: Sized + 'static {
    /// A loaded scenario: map, counters, charts. Never changes, is shared.
    type Setup: Send + Sync;
    /// Everything that changes; small and cheap to copy.
    type State: Clone + Send + Sync;
    /// One decision of one seat.
    type Order: Clone + PartialEq + Debug + Send;
    /// One thing that happened, for log, animation and replay.
    type Event: Clone + Serialize + Send;

    /// What only this system shows of a position: a struct, its fields stand in the view.
    type Own: Serialize;
    /// A position to ask about: a scenario and a state.
    type Pos<'a>: Copy;
    /// A game to play on: the same with dice and a log.
    type Play<'a>;

    /// The word of the system in files: `gcacw`, `lfm`, `vnb`.
    const SYSTEM: &'static str;

    /// Whether [`orders`](Ruleset::orders) lists every legal order. On a continuous table nobody can.
    const LISTS_ALL: bool = true;

    /// The one written form of an order, for log, record, command line and tests.
    fn write_order(setup: &Self::Setup, order: &Self::Order) -> String;

    /// Reads what [`write_order`](Ruleset::write_order) writes.
    ///
    /// # Errors
    /// What cannot be read, in words for the person who wrote it.
    fn read_order(setup: &Self::Setup, text: &str) -> Result<Self::Order, String>;

    /// The position as the scenario writes it, before any rule has run: what the referee is asked about.
    fn position(setup: &Self::Setup) -> Self::State;

    /// Sets the game up and runs the rules to the first decision.
    fn start(setup: &Self::Setup, dice: &mut dyn Dice, log: &mut dyn Log<Self::Event>) -> Self::State;

    /// Who has to decide what, or the end.
    fn standing(setup: &Self::Setup, state: &Self::State) -> Standing;

    /// The standing as a viewer may know it: what a player is asked can tell what he has.
    fn standing_for(setup: &Self::Setup, state: &Self::State, _viewer: Viewer) -> Standing {
        Self::standing(setup, state)
    }

    /// Appends the orders that a seat may give at any time, asked or not: none in most systems. They are
    /// not among [`orders`](Ruleset::orders), and [`check`](Ruleset::check) judges them.
    fn at_any_time(_setup: &Self::Setup, _state: &Self::State, _seat: Side, _out: &mut Vec<Self::Order>) {}

    /// Appends the legal orders of `seat` to `out`; none if it is not asked.
    fn orders(setup: &Self::Setup, state: &Self::State, seat: Side, out: &mut Vec<Self::Order>);

    /// Whether `seat` may give this order now, and if not, by which rule.
    fn check(
        setup: &Self::Setup,
        state: &Self::State,
        seat: Side,
        order: &Self::Order,
    ) -> Result<(), Refusal>;

    /// Carries out an order that [`check`](Ruleset::check) allows.
    fn apply(
        setup: &Self::Setup,
        state: &mut Self::State,
        seat: Side,
        order: &Self::Order,
        dice: &mut dyn Dice,
        log: &mut dyn Log<Self::Event>,
    );

    /// The position with only what the viewer may know.
    fn view(setup: &Self::Setup, state: &Self::State, viewer: Viewer) -> View<Self::Own>;

    /// Who is on the way: that part of the view alone, for whoever asks often.
    fn active(setup: &Self::Setup, state: &Self::State, viewer: Viewer) -> Option<Active> {
        Self::view(setup, state, viewer).active
    }

    /// Whether this game keeps anything from anybody; if not, everybody sees every event whole.
    fn has_secrets(_setup: &Self::Setup) -> bool {
        false
    }

    /// The part of an event that the viewer may know; `None` if he may not know of it at all.
    fn event_for(
        _setup: &Self::Setup,
        event: &Happened<Self::Event>,
        _viewer: Viewer,
    ) -> Option<Happened<Self::Event>> {
        Some(event.clone())
    }

    /// Whether an event begins a turn or a phase.
    fn milestone(event: &Self::Event) -> Option<Milestone>;

    /// How an event can be played on the map; nothing where there is nothing to see.
    fn show(_event: &Self::Event) -> Option<Show> {
        None
    }

    /// An event as a plain sentence for the log.
    fn say(setup: &Self::Setup, event: &Self::Event) -> String;

    /// How an order is shown to a person: words, and where on the map to click.
    fn card(setup: &Self::Setup, state: &Self::State, order: &Self::Order) -> OrderCard;

    /// Answers a referee question about the position, as far as the viewer may know it.
    ///
    /// # Errors
    /// A question about something that is not there, or one that the rules make meaningless.
    fn ask(
        setup: &Self::Setup,
        state: &Self::State,
        viewer: Viewer,
        question: &Value,
    ) -> Result<Value, AskError>;

    /// Turn and losses, for those who study many games.
    fn tally(_setup: &Self::Setup, _state: &Self::State) -> Tally {
        Tally::default()
    }

    /// Why the game stands or ended as it does, in a sentence: which condition of the scenario decides, and by how
    /// much. Empty: there is nothing to say.
    fn because(_setup: &Self::Setup, _state: &Self::State) -> String {
        String::new()
    }

    /// The position as a viewer knows it: what he may not know is left out. What a seat may do there is what
    /// it may really do.
    fn known(_setup: &Self::Setup, state: &Self::State, _viewer: Viewer) -> Self::State {
        state.clone()
    }

    /// The questions that are asked most often, to be timed.
    fn drills(_setup: &Self::Setup) -> Vec<Drill<'_>> {
        Vec::new()
    }

    /// A number that differs when positions differ; replays compare it.
    fn fingerprint(state: &Self::State) -> u64;

    /// What must hold of every position, whatever was played: counters in one place, strengths within
    /// bounds, caches as they would be worked out anew. The laws ask it after every order.
    ///
    /// # Errors
    /// What does not hold, in words.
    fn sound(_setup: &Self::Setup, _state: &Self::State) -> Result<(), String> {
        Ok(())
    }
}
