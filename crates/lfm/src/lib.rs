//! The Last Full Measure: regimental battles of the American Civil War on hexes of 250 yards.
//!
//! The files follow the rulebook: `sequence`, `movement`, `charge`, `stacking`, `artillery`, `combat`,
//! `retreat`, `advance`, `cohesion`, `reorganization`, `command`, `integrity`, `construction`,
//! `reinforcements`, `sight`. The charts that are printed on the player-aid card are data (`tables`).
//! Computer players ask `doctrine` (a file for each kind of decision) what it thinks of an order and `worth`
//! how good a position is; both get their odds from the same files as the referee.
//! Nothing here reads a file or rolls a die of its own: texts and dice come in as parameters.
//!
//! ```
//! use table::Ruleset;
//!
//! let map = r#"
//!     format = "hardtack-map/1"
//!     name = "A row of hexes"
//!     [grid]
//!     shape = "pointy"
//!     label = "RRCC"
//!     rows = 1
//!     columns = 9
//!     [terrain]
//!     default = "clear"
//! "#;
//! let scenario = r#"
//!     format = "hardtack-scenario/1"
//!     system = "lfm"
//!     name = "One battery"
//!     map = "row.map.toml"
//!     [[unit]]
//!     side = "union"
//!     name = "5ME"
//!     arm = "artillery"
//!     sp = 6
//!     cohesion = 4
//!     hex = "0101"
//!     [victory]
//! "#;
//! let setup = lfm::load("one.scenario.toml", scenario, &mut |_| Ok(map.to_owned())).unwrap();
//! let state = lfm::Lfm::position(&setup);
//! let question = serde_json::json!({ "ask": "zoi", "side": "union" });
//! let answer = lfm::Lfm::ask(&setup, &state, table::Viewer::Referee, &question).unwrap();
//! assert_eq!(answer["hexes"].as_array().unwrap().len(), 6);
//! ```

mod advance;
mod artillery;
mod ask;
mod ask_fight;
mod bench;
mod card;
mod charge;
mod cohesion;
mod combat;
mod command;
mod construction;
mod decide;
mod doctrine;
mod drm;
mod event;
mod ground;
mod integrity;
mod keys;
mod load;
mod load_pieces;
mod load_rest;
mod marches;
mod movement;
mod order;
mod pos;
mod reach;
mod reinforcements;
mod reorganization;
mod results;
mod retreat;
mod run;
mod sequence;
mod setup;
mod sight;
mod stacking;
mod state;
mod tables;
mod task;
mod verify;
mod victory;
mod view;
mod worth;

use serde_json::Value;
use table::{
    AskError, Commander, Dice, Doubt, Drill, Log, Milestone, OrderCard, Refusal, Ruleset, Side, Standing,
    Tally, View, Viewer,
};

pub use drm::{Drm, Line as DrmLine};
pub use event::Event;
pub use ground::Class;
pub use load::load;
pub use order::{Order, Spot};
pub use pos::Pos;
pub use sequence::position;
pub use setup::{Arm, Arrival, Brigade, Counter, Id, Setup};
pub use sight::{Los, Sight};
pub use state::{BrigadeState, Phase, Piece, State, Where, flag};
pub use tables::{Cover, DEFAULT as DEFAULT_TABLES, Outcome, Tables};
pub use verify::verify;

/// The rule system.
#[derive(Clone, Copy, Debug)]
pub struct Lfm;

impl Ruleset for Lfm {
    type Setup = Setup;
    type State = State;
    type Order = Order;
    type Event = Event;
    type Own = view::LfmView;
    type Pos<'a> = Pos<'a>;
    type Play<'a> = run::Run<'a>;

    const SYSTEM: &'static str = "lfm";

    fn write_order(setup: &Setup, order: &Order) -> String {
        order::write(setup, *order)
    }

    fn read_order(setup: &Setup, text: &str) -> Result<Order, String> {
        order::read(setup, text)
    }

    fn position(setup: &Setup) -> State {
        sequence::position(setup)
    }

    fn start(setup: &Setup, dice: &mut dyn Dice, log: &mut dyn Log<Event>) -> State {
        sequence::start(setup, dice, log)
    }

    fn standing(setup: &Setup, state: &State) -> Standing {
        Pos::new(setup, state).standing()
    }

    fn orders(setup: &Setup, state: &State, seat: Side, out: &mut Vec<Order>) {
        Pos::new(setup, state).orders(seat, out);
    }

    fn check(setup: &Setup, state: &State, seat: Side, order: &Order) -> Result<(), Refusal> {
        Pos::new(setup, state).check(seat, *order)
    }

    fn apply(
        setup: &Setup,
        state: &mut State,
        _seat: Side,
        order: &Order,
        dice: &mut dyn Dice,
        log: &mut dyn Log<Event>,
    ) {
        run::Run { setup, state, dice, log }.apply(*order);
    }

    fn view(setup: &Setup, state: &State, _viewer: Viewer) -> View<view::LfmView> {
        view::view(Pos::new(setup, state))
    }

    fn milestone(event: &Event) -> Option<Milestone> {
        event.milestone()
    }

    fn say(_setup: &Setup, event: &Event) -> String {
        event.say()
    }

    fn card(setup: &Setup, state: &State, order: &Order) -> OrderCard {
        card::card(Pos::new(setup, state), *order)
    }

    fn ask(setup: &Setup, state: &State, _viewer: Viewer, question: &Value) -> Result<Value, AskError> {
        ask::ask(Pos::new(setup, state), question)
    }

    fn tally(setup: &Setup, state: &State) -> Tally {
        let mut tally = Tally { turn: state.turn.min(setup.turns), ..Tally::default() };
        for (counter, piece) in setup.unit_ids().map(|id| (setup.counter(id), state.piece(id))) {
            let gone = matches!(piece.place, state::Where::Lost | state::Where::Gone);
            tally.strength[counter.side as usize] += i32::from(counter.sp);
            tally.lost[counter.side as usize] += if gone { i32::from(counter.sp) } else { 0 };
        }
        tally
    }

    fn drills(setup: &Setup) -> Vec<Drill<'_>> {
        bench::drills(setup)
    }

    fn fingerprint(state: &State) -> u64 {
        verify::fingerprint(state)
    }

    fn sound(setup: &Setup, state: &State) -> Result<(), String> {
        verify::verify(setup, state)
    }
}

impl Commander for Lfm {
    type Memory = doctrine::Memory;

    const DOUBT: Doubt = Doubt { recruit: 0.28, veteran: 0.16, poor: 1.0 };
    const AHEAD: usize = 3;

    fn stage(state: &State) -> u64 {
        u64::from(state.turn) << 32
            | u64::from(state.round) << 16
            | (state.side as u64) << 8
            | state.phase as u64
    }

    fn memory(_setup: &Setup) -> doctrine::Memory {
        doctrine::Memory::default()
    }

    fn worth(setup: &Setup, state: &State, side: Side, _memory: &mut doctrine::Memory) -> f64 {
        worth::worth(Pos::new(setup, state), side)
    }

    fn doctrine(
        setup: &Setup,
        state: &State,
        seat: Side,
        orders: &[Order],
        memory: &mut doctrine::Memory,
        scores: &mut Vec<f32>,
    ) {
        doctrine::score(Pos::new(setup, state), seat, orders, memory, scores);
    }

    fn reason(
        setup: &Setup,
        state: &State,
        seat: Side,
        order: &Order,
        _memory: &mut doctrine::Memory,
    ) -> String {
        doctrine::reason(Pos::new(setup, state), seat, *order)
    }
}
