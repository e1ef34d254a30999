//! The rule system, as the table knows it: its rules, and what its computer players know.

use serde_json::Value;
use table::view::Active;
use table::{
    AskError, Commander, Dice, Doubt, Drill, Field, Formation, Happened, Horizon, Log, Milestone, OrderCard,
    Plans, Ratings, Refusal, Rule, Ruleset, Show, Side, Sort, Standing, Tally, View, Viewer,
};

use crate::order::{self, Order};
use crate::pending::Pending;
use crate::play::Play;
use crate::position::Pos;
use crate::setup::Setup;
use crate::state::{State, Whereabouts};
use crate::told::Told;
use crate::{cards, decide, doctrine, referee, sound, view};

/// The rule system.
pub struct Gcacw;

impl Ruleset for Gcacw {
    type Setup = Setup;
    type State = State;
    type Order = Order;
    type Event = Told;
    type Own = view::GcacwView;
    type Pos<'a> = Pos<'a>;
    type Play<'a> = Play<'a>;

    const SYSTEM: &'static str = "gcacw";

    fn write_order(setup: &Setup, order: &Order) -> String {
        order::write(setup, *order)
    }

    fn read_order(setup: &Setup, text: &str) -> Result<Order, String> {
        order::read(setup, text)
    }

    fn position(setup: &Setup) -> State {
        State::position(setup)
    }

    fn start(setup: &Setup, dice: &mut dyn Dice, log: &mut dyn Log<Told>) -> State {
        decide::start(setup, dice, log)
    }

    fn standing(setup: &Setup, state: &State) -> Standing {
        decide::standing(setup, state)
    }

    fn orders(setup: &Setup, state: &State, seat: Side, out: &mut Vec<Order>) {
        decide::orders(setup, state, seat, out);
    }

    fn check(setup: &Setup, state: &State, seat: Side, order: &Order) -> Result<(), Refusal> {
        decide::check(setup, state, seat, order)
    }

    fn apply(
        setup: &Setup,
        state: &mut State,
        _seat: Side,
        order: &Order,
        dice: &mut dyn Dice,
        log: &mut dyn Log<Told>,
    ) {
        decide::apply(setup, state, order, dice, log);
    }

    fn view(setup: &Setup, state: &State, viewer: Viewer) -> View<view::GcacwView> {
        view::view(setup, state, viewer)
    }

    fn active(setup: &Setup, state: &State, viewer: Viewer) -> Option<Active> {
        let known = state.known_to(setup, viewer);
        view::active(&Pos { setup, state: &known }, viewer)
    }

    fn has_secrets(setup: &Setup) -> bool {
        setup.options.limited_intelligence
    }

    fn event_for(_setup: &Setup, happened: &Happened<Told>, viewer: Viewer) -> Option<Happened<Told>> {
        Told::seen_by(happened, viewer)
    }

    fn milestone(told: &Told) -> Option<Milestone> {
        told.event.milestone()
    }

    fn standing_for(setup: &Setup, state: &State, viewer: Viewer) -> Standing {
        let standing = decide::standing(setup, state);
        match standing.seats() {
            Some(seats) if Self::has_secrets(setup) && !seats.iter().any(|side| viewer.knows(side)) => {
                let prompt = "The other player decides";
                Standing::waiting(seats.first(), "other-player", prompt, Rule("GLI-2"))
            }
            _ => standing,
        }
    }

    fn at_any_time(setup: &Setup, state: &State, seat: Side, out: &mut Vec<Order>) {
        if let Some(forces) = state.forces.as_ref().filter(|_| !decide::standing(setup, state).is_over()) {
            out.extend(forces.markers(seat).map(|(marker, _)| Order::Open(seat, marker)));
        }
    }

    fn known(setup: &Setup, state: &State, viewer: Viewer) -> State {
        state.known_to(setup, viewer).into_owned()
    }

    fn show(told: &Told) -> Option<Show> {
        told.event.show()
    }

    fn say(setup: &Setup, told: &Told) -> String {
        told.event.say(setup)
    }

    fn card(setup: &Setup, state: &State, order: &Order) -> OrderCard {
        cards::card(setup, state, *order)
    }

    fn ask(setup: &Setup, state: &State, viewer: Viewer, question: &Value) -> Result<Value, AskError> {
        referee::ask(setup, state, viewer, question)
    }

    fn tally(setup: &Setup, state: &State) -> Tally {
        let points = Pos { setup, state }.points();
        let mut tally = Tally {
            turn: state.turn.min(setup.turns).into(),
            of: "Manpower",
            points: [points.union, points.confederate],
            ..Tally::default()
        };
        for id in setup
            .unit_ids()
            .filter(|id| !matches!(state.unit(*id).whereabouts, Whereabouts::Aside | Whereabouts::BrokenDown))
        {
            let (unit, now) = (setup.unit(id), state.unit(id));
            tally.strength[unit.side as usize] += i32::from(unit.manpower);
            tally.lost[unit.side as usize] += i32::from(unit.manpower) - i32::from(now.manpower);
        }
        tally
    }

    fn because(setup: &Setup, state: &State) -> String {
        Pos { setup, state }.because()
    }

    fn drills(setup: &Setup) -> Vec<Drill<'_>> {
        crate::bench::drills(setup)
    }

    fn fingerprint(state: &State) -> u64 {
        state.fingerprint()
    }

    fn sound(setup: &Setup, state: &State) -> Result<(), String> {
        sound::sound(setup, state)
    }
}

impl Commander for Gcacw {
    type Memory = doctrine::Memory;

    const DOUBT: Doubt = Doubt {
        recruit: 0.64,
        veteran: 0.405,
        poor: 0.33,
        ratings: Ratings { random: 940, recruit: 1280, doctrine: 1660, colonel: 1700, general: 1950 },
    };
    /// About as far as the next evening: sooner it is not seen what a march was good for.
    const AHEAD: usize = 30;

    /// Every action is a stage.
    fn stage(state: &State) -> u64 {
        let between =
            matches!(state.asked(), Some(Pending::Initiative(_) | Pending::Yielded(_) | Pending::Action(_)));
        u64::from(state.turn) << 32
            | u64::from(state.step) << 16
            | (state.active as u64) << 8
            | u64::from(between)
    }

    /// What a march was good for shows when both sides have rested from it.
    const HORIZON: Horizon = Horizon::Stretch;
    /// Both sides act in a day.
    const PLANNED: usize = 1;

    /// A day.
    fn stretch(state: &State) -> u64 {
        state.turn.into()
    }

    const WEIGHTS: &'static [(&'static str, f32)] = doctrine::WEIGHTS;
    const FIGURES: usize = doctrine::FIGURES;

    fn figures(setup: &Setup, state: &State, memory: &mut doctrine::Memory, figures: &mut Vec<f32>) {
        doctrine::figures(Pos { setup, state }, memory, figures);
    }

    fn sort(order: &Order) -> Sort {
        match order {
            Order::Attack(_) | Order::Assault(_) | Order::Grand(_) | Order::By(_) => Sort::Attack,
            Order::March(_)
            | Order::Activate(_)
            | Order::Move(_)
            | Order::Strategic(..)
            | Order::Rail(..) => Sort::Move,
            Order::Entrench(_) | Order::Dig(_) | Order::RefuseFlanks => Sort::Dig,
            Order::Pass | Order::Done | Order::End | Order::Stand => Sort::Pass,
            _ => Sort::Other,
        }
    }

    fn glance(setup: &Setup, state: &State, memory: &mut doctrine::Memory, field: &mut Field) {
        doctrine::glance(Pos { setup, state }, memory, field);
    }

    fn battle(setup: &Setup) -> &str {
        &setup.name
    }

    fn memory(_setup: &Setup) -> doctrine::Memory {
        doctrine::Memory::new()
    }

    fn worth(setup: &Setup, state: &State, side: Side, memory: &mut doctrine::Memory) -> f64 {
        doctrine::worth(Pos { setup, state }, side, memory)
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
        doctrine::doctrine(Pos { setup, state }, seat, orders, plans, memory, scores);
    }

    fn formations(setup: &Setup, state: &State, side: Side, memory: &mut doctrine::Memory) -> Vec<Formation> {
        doctrine::formations(Pos { setup, state }, side, memory)
    }

    fn reason(
        setup: &Setup,
        state: &State,
        seat: Side,
        order: &Order,
        memory: &mut doctrine::Memory,
    ) -> String {
        doctrine::reason(Pos { setup, state }, seat, *order, memory)
    }

    fn imagine(setup: &Setup, state: &State, seat: Side, pick: &mut dyn FnMut(usize) -> usize) -> State {
        state.imagined_by(setup, seat, pick)
    }
}
