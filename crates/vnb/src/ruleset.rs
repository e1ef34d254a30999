//! The rule system behind the one interface.

use serde_json::Value;
use table::{
    AskError, Commander, Dice, Doubt, Drill, Field, Fnv, Formation, Log, Milestone, OrderCard, Plans,
    Ratings, Refusal, Ruleset, Show, Side, Sort, Standing, Tally, View, Viewer,
};

use crate::event::Event;
use crate::kinds::Kind;
use crate::order::{Act, Order};
use crate::play::Play;
use crate::position::Pos;
use crate::setup::Setup;
use crate::state::State;
use crate::{bench, cards, decide, doctrine, order, referee, sound, turn, view};

/// Volley & Bayonet.
pub struct Vnb;

impl Ruleset for Vnb {
    type Setup = Setup;
    type State = State;
    type Order = Order;
    type Event = Event;
    type Own = view::VnbView;
    type Pos<'a> = Pos<'a>;
    type Play<'a> = Play<'a>;

    const SYSTEM: &'static str = "vnb";
    const LISTS_ALL: bool = false;

    fn write_order(setup: &Setup, order: &Order) -> String {
        order::write(setup, order)
    }
    fn read_order(setup: &Setup, text: &str) -> Result<Order, String> {
        order::read(setup, text).map_err(|e| e.to_string())
    }
    fn position(setup: &Setup) -> State {
        turn::position(setup)
    }
    fn start(setup: &Setup, dice: &mut dyn Dice, log: &mut dyn Log<Event>) -> State {
        turn::start(setup, dice, log)
    }
    fn standing(setup: &Setup, state: &State) -> Standing {
        decide::standing(Pos::new(setup, state))
    }
    fn orders(setup: &Setup, state: &State, seat: Side, out: &mut Vec<Order>) {
        decide::orders(Pos::new(setup, state), seat, out);
    }
    fn check(setup: &Setup, state: &State, seat: Side, order: &Order) -> Result<(), Refusal> {
        decide::check(Pos::new(setup, state), seat, order)
    }
    fn apply(
        setup: &Setup,
        state: &mut State,
        _seat: Side,
        order: &Order,
        dice: &mut dyn Dice,
        log: &mut dyn Log<Event>,
    ) {
        decide::apply(&mut Play::new(setup, state, dice, log), order);
    }
    fn view(setup: &Setup, state: &State, _viewer: Viewer) -> View<view::VnbView> {
        view::view(setup, state)
    }
    fn milestone(event: &Event) -> Option<Milestone> {
        event.milestone()
    }
    fn show(event: &Event) -> Option<Show> {
        event.show()
    }

    fn say(setup: &Setup, event: &Event) -> String {
        event.say(setup)
    }
    fn card(setup: &Setup, state: &State, order: &Order) -> OrderCard {
        cards::card(Pos::new(setup, state), order)
    }
    fn ask(setup: &Setup, state: &State, _viewer: Viewer, question: &Value) -> Result<Value, AskError> {
        referee::ask(setup, state, question)
    }
    fn tally(setup: &Setup, state: &State) -> Tally {
        let points = Pos::new(setup, state).points();
        let of = "strength points";
        let mut tally = Tally { turn: state.turn.min(setup.turns), of, points, ..Tally::default() };
        for stand in setup.stands.iter().filter(|stand| stand.kind != Kind::Commander) {
            tally.strength[stand.side as usize] += i32::from(stand.sp);
        }
        for (division, losses) in setup.divisions.iter().zip(&state.losses) {
            tally.lost[division.side as usize] += i32::from(losses.total);
        }
        tally
    }

    fn because(setup: &Setup, state: &State) -> String {
        Pos::new(setup, state).because()
    }

    fn drills(setup: &Setup) -> Vec<Drill<'_>> {
        bench::drills(setup)
    }
    fn fingerprint(state: &State) -> u64 {
        Fnv::of(state)
    }
    fn sound(setup: &Setup, state: &State) -> Result<(), String> {
        sound::sound(setup, state)
    }
}

impl Commander for Vnb {
    type Memory = ();

    const DOUBT: Doubt = Doubt { recruit: 0.65, veteran: 0.235, poor: 1.0, ratings: Ratings::USUAL };
    const AHEAD: usize = 4;
    const WEIGHTS: &'static [(&'static str, f32)] = doctrine::WEIGHTS;

    fn stage(state: &State) -> u64 {
        u64::from(state.turn) << 16 | (state.phasing as u64) << 8 | state.phase as u64
    }
    /// A player turn.
    fn stretch(state: &State) -> u64 {
        u64::from(state.turn) << 8 | state.phasing as u64
    }

    const FIGURES: usize = doctrine::figures::COUNT;

    fn figures(setup: &Setup, state: &State, _memory: &mut (), figures: &mut Vec<f32>) {
        doctrine::figures::figures(Pos::new(setup, state), figures);
    }

    fn sort(order: &Order) -> Sort {
        match order {
            Order::Charge { .. } => Sort::Attack,
            Order::Pick(_) | Order::Move { .. } | Order::March { .. } => Sort::Move,
            Order::Act { act: Act::Stationary, .. } => Sort::Dig,
            Order::Done | Order::End => Sort::Pass,
            _ => Sort::Other,
        }
    }

    fn glance(setup: &Setup, state: &State, _memory: &mut (), field: &mut Field) {
        doctrine::glance::glance(Pos::new(setup, state), field);
    }

    fn battle(setup: &Setup) -> &str {
        &setup.name
    }

    fn memory(_setup: &Setup) {}

    fn worth(setup: &Setup, state: &State, side: Side, _memory: &mut ()) -> f64 {
        doctrine::worth::worth(setup, state, side)
    }
    fn planned(
        setup: &Setup,
        state: &State,
        seat: Side,
        orders: &[Order],
        plans: &Plans,
        _memory: &mut (),
        scores: &mut Vec<f32>,
    ) {
        doctrine::doctrine(setup, state, seat, orders, plans, scores);
    }

    fn formations(setup: &Setup, state: &State, side: Side, _memory: &mut ()) -> Vec<Formation> {
        doctrine::formations::formations(Pos::new(setup, state), side)
    }
    fn reason(setup: &Setup, state: &State, seat: Side, order: &Order, _memory: &mut ()) -> String {
        doctrine::reason::reason(setup, state, seat, order)
    }
}
