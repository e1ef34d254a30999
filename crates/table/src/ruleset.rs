//! The one interface of a rule system.

use std::fmt::Debug;

use serde::Serialize;
use serde_json::Value;

use crate::doctrine::Doubt;
use crate::{AskError, Dice, Log, OrderCard, Refusal, Side, Standing, Tally, Viewer};

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

    /// The word of the system in files: `gcacw`, `lfm`, `vnb`.
    const SYSTEM: &'static str;

    /// How unsurely recruits and veterans read the doctrine; found by playing, so that each level beats the
    /// one below it clearly.
    const DOUBT: Doubt = Doubt { recruit: 0.3, veteran: 0.16, poor: 1.0 };

    /// Changes of [`stage`](Ruleset::stage) a general plays on after an order before he judges the position:
    /// far enough to see what comes of it, near enough for many trials.
    const AHEAD: usize = 6;

    /// A number for the part of the sequence of play that a position is in: it changes when a phase, a player
    /// turn or an action begins. Playouts are cut where it changes and not after a number of orders, for an
    /// order that wastes time would else be judged before the enemy could answer it.
    fn stage(state: &Self::State) -> u64;

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

    /// The position as JSON, with only what the viewer may know.
    fn view(setup: &Self::Setup, state: &Self::State, viewer: Viewer) -> Value;

    /// Whether this game keeps anything from anybody; if not, everybody sees every event whole.
    fn has_secrets(_setup: &Self::Setup) -> bool {
        false
    }

    /// The part of an event that the viewer may know; `None` if he may not know of it at all.
    fn event_for(_setup: &Self::Setup, event: &Self::Event, _viewer: Viewer) -> Option<Self::Event> {
        Some(event.clone())
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

    /// How good a position is for a side, in about victory points: the judgement that computer players
    /// start from. It may use only what that side may know. Zero: no judgement.
    fn worth(_setup: &Self::Setup, _state: &Self::State, _side: Side) -> f64 {
        0.0
    }

    /// What the system's doctrine thinks of each of a seat's orders, in about victory points, one number
    /// for each order: only differences count. It may use only what that seat may know. This is the
    /// judgement of the better computer players, asked many thousand times a second when they look
    /// ahead; a system without a doctrine of its own judges the position that follows.
    fn doctrine(
        setup: &Self::Setup,
        state: &Self::State,
        seat: Side,
        orders: &[Self::Order],
        scores: &mut Vec<f32>,
    ) {
        crate::doctrine::one_step::<Self>(setup, state, seat, orders, scores);
    }

    /// Why a player would give this order, in a sentence with the odds he sees; shown with a computer
    /// player's choice. Empty: nothing to say.
    fn reason(_setup: &Self::Setup, _state: &Self::State, _seat: Side, _order: &Self::Order) -> String {
        String::new()
    }

    /// The position as a viewer knows it: what he may not know is left out. What a seat may do there is what
    /// it may really do.
    fn known(_setup: &Self::Setup, state: &Self::State, _viewer: Viewer) -> Self::State {
        state.clone()
    }

    /// A position that could be the true one as far as a seat knows: what it may not know is drawn anew,
    /// `pick(n)` choosing a number below n. It must not depend on what that seat may not know.
    fn imagine(
        _setup: &Self::Setup,
        state: &Self::State,
        _seat: Side,
        _pick: &mut dyn FnMut(usize) -> usize,
    ) -> Self::State {
        state.clone()
    }

    /// A number that differs when positions differ; replays compare it.
    fn fingerprint(state: &Self::State) -> u64;
}
