//! The Last Full Measure at the table: its rules behind the one interface, its judgement behind the other.

use serde_json::Value;
use table::view::Active;
use table::{
    AskError, Commander, Dice, Doubt, Drill, Field, Formation, GivenUp, Log, Milestone, OrderCard, Plans,
    Ratings, Refusal, Ruleset, Show, Side, Sort, Standing, Tally, View, Viewer,
};

use crate::event::Event;
use crate::order::Order;
use crate::pending::Pending;
use crate::position::Pos;
use crate::setup::Setup;
use crate::state::{State, Where};
use crate::{bench, cards, doctrine, order, play, referee, sequence, sound, view};

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
    type Play<'a> = play::Play<'a>;

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
        Pos::new(setup, state).check(seat, order)
    }

    fn apply(
        setup: &Setup,
        state: &mut State,
        _seat: Side,
        order: &Order,
        dice: &mut dyn Dice,
        log: &mut dyn Log<Event>,
    ) {
        play::Play::new(setup, state, dice, log).apply(order);
    }

    fn view(setup: &Setup, state: &State, _viewer: Viewer) -> View<view::LfmView> {
        view::view(Pos::new(setup, state))
    }

    fn active(setup: &Setup, state: &State, _viewer: Viewer) -> Option<Active> {
        view::active(Pos::new(setup, state))
    }

    fn milestone(event: &Event) -> Option<Milestone> {
        event.milestone()
    }

    fn show(event: &Event) -> Option<Show> {
        event.show()
    }

    fn say(_setup: &Setup, event: &Event) -> String {
        event.say()
    }

    fn card(setup: &Setup, state: &State, order: &Order) -> OrderCard {
        cards::card(Pos::new(setup, state), *order)
    }

    fn ask(setup: &Setup, state: &State, _viewer: Viewer, question: &Value) -> Result<Value, AskError> {
        referee::ask(Pos::new(setup, state), question)
    }

    fn tally(setup: &Setup, state: &State) -> Tally {
        let points = Pos { setup, state }.points();
        let points = [points.union, points.confederate];
        let of = "Strength Points";
        let mut tally = Tally { turn: state.turn.min(setup.turns), of, points, ..Tally::default() };
        for (counter, piece) in setup.unit_ids().map(|id| (setup.counter(id), state.piece(id))) {
            let gone = matches!(piece.place, Where::Lost | Where::Gone);
            tally.strength[counter.side as usize] += i32::from(counter.sp);
            tally.lost[counter.side as usize] += if gone { i32::from(counter.sp) } else { 0 };
        }
        tally
    }

    fn because(setup: &Setup, state: &State) -> String {
        Pos { setup, state }.because()
    }

    fn drills(setup: &Setup) -> Vec<Drill<'_>> {
        bench::drills(setup)
    }

    fn fingerprint(state: &State) -> u64 {
        sound::fingerprint(state)
    }

    fn sound(setup: &Setup, state: &State) -> Result<(), String> {
        sound::sound(setup, state)
    }
}

impl Commander for Lfm {
    type Memory = doctrine::Memory;

    const DOUBT: Doubt = Doubt { recruit: 0.28, veteran: 0.16, poor: 1.0, ratings: Ratings::USUAL };
    const AHEAD: usize = 3;
    const WEIGHTS: &'static [(&'static str, f32)] = doctrine::WEIGHTS;

    fn stage(state: &State) -> u64 {
        u64::from(state.turn) << 32
            | u64::from(state.round) << 16
            | (state.side as u64) << 8
            | state.phase as u64
    }

    /// A player turn.
    fn stretch(state: &State) -> u64 {
        u64::from(state.turn) << 8 | state.side as u64
    }

    const FIGURES: usize = doctrine::FIGURES;

    fn figures(setup: &Setup, state: &State, _memory: &mut doctrine::Memory, figures: &mut Vec<f32>) {
        doctrine::figures(Pos::new(setup, state), figures);
    }

    fn sort(order: &Order) -> Sort {
        match order {
            Order::Charge(_) | Order::Target(_) | Order::With(_) | Order::Fight => Sort::Attack,
            Order::Take(_) | Order::Step { .. } | Order::Enter { .. } => Sort::Move,
            Order::Build(_) => Sort::Dig,
            Order::Done | Order::Halt | Order::Stay => Sort::Pass,
            _ => Sort::Other,
        }
    }

    fn glance(setup: &Setup, state: &State, _memory: &mut doctrine::Memory, field: &mut Field) {
        doctrine::glance(Pos::new(setup, state), field);
    }

    /// A unit that goes because its hex is overfull at the end of its own side's movement (4.5).
    fn gives_up(setup: &Setup, state: &State, order: &Order) -> GivenUp {
        let Some(Pending::Overstacked(room)) = state.pending.last() else { return GivenUp::default() };
        let pos = Pos { setup, state };
        let units = match order {
            Order::Lose(_) => 1,
            Order::Keep(id) => pos.lost_by_keeping(room.hex, *id).len() as u32,
            _ => 0,
        };
        match pos.was_shut_in(room.hex) {
            true => GivenUp { needless: 0, forced: units },
            false => GivenUp { needless: units, forced: 0 },
        }
    }

    fn battle(setup: &Setup) -> &str {
        &setup.name
    }

    fn memory(_setup: &Setup) -> doctrine::Memory {
        doctrine::Memory::default()
    }

    fn worth(setup: &Setup, state: &State, side: Side, _memory: &mut doctrine::Memory) -> f64 {
        doctrine::worth(Pos::new(setup, state), side)
    }

    fn planned(
        setup: &Setup,
        state: &State,
        seat: Side,
        orders: &[Order],
        plans: &Plans,
        memory: &mut doctrine::Memory,
        scores: &mut Vec<f32>,
    ) {
        doctrine::score(Pos::new(setup, state), seat, orders, plans, memory, scores);
    }

    fn formations(
        setup: &Setup,
        state: &State,
        side: Side,
        _memory: &mut doctrine::Memory,
    ) -> Vec<Formation> {
        doctrine::formations(Pos::new(setup, state), side)
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
