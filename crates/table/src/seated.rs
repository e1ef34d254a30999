//! The one adapter from a [`Ruleset`] with its types to a [`Game`].

use std::cell::{Ref, RefCell};
use std::sync::Arc;

use serde_json::Value;

use crate::log::Everything;
use crate::view::Active;
use crate::{
    AskError, Commander, Dice, Doubt, Factors, Field, Fights, Formation, Game, GivenUp, Happened, Heard,
    Horizon, Judgement, Labels, Log, Mask, Memory, NoLog, Observed, Observing, OrderCard, PlayError, Played,
    Recorder, Remember, Roll, Rules, Ruleset, Shape, Side, Sort, Space, Standing, Tally, View, Viewer,
};

/// A [`Ruleset`] with a scenario and a position.
pub struct Seated<R: Ruleset> {
    /// The loaded scenario, which all its games share.
    pub setup: Arc<R::Setup>,
    state: R::State,
    /// The legal orders of the position, once somebody has asked for them; the room they took before.
    listed: RefCell<Listed<R::Order>>,
    scores: Vec<f32>,
}

/// Legal orders, and whose; nobody's after the position has changed.
struct Listed<O> {
    of: Option<Side>,
    orders: Vec<O>,
}

impl<R: Ruleset> Clone for Seated<R> {
    fn clone(&self) -> Self {
        Seated::new(self.setup.clone(), self.state.clone())
    }
}

impl<R: Ruleset> Seated<R> {
    /// A game of this set-up that stands so.
    pub fn new(setup: Arc<R::Setup>, state: R::State) -> Self {
        let listed = RefCell::new(Listed { of: None, orders: Vec::new() });
        Seated { setup, state, listed, scores: Vec::new() }
    }

    /// Sets a game up. The events of the start are given back as of an order.
    pub fn start(setup: Arc<R::Setup>, dice: &mut dyn Dice) -> (Self, Played) {
        let mut dice = Recorder::new(dice);
        let mut log = Everything { events: Vec::new(), fights: Fights::default() };
        let state = R::start(&setup, &mut dice, &mut log);
        let played = Self::played(&setup, dice.rolls, log);
        (Seated::new(setup, state), played)
    }

    /// Where it stands, as its system has it.
    pub fn state(&self) -> &R::State {
        &self.state
    }

    pub(crate) fn played(setup: &R::Setup, rolls: Vec<Roll>, log: Everything<R::Event>) -> Played {
        let events = log.events;
        let told = |e: &Happened<R::Event>| Heard {
            event: serde_json::to_value(e).unwrap_or(Value::Null),
            say: R::say(setup, &e.what),
            show: R::show(&e.what),
        };
        let milestones = events.iter().filter_map(|e| R::milestone(&e.what)).collect();
        let mut played = Played { rolls, milestones, fights: log.fights.0, ..Played::default() };
        for Heard { event, say, show } in events.iter().map(told) {
            played.events.push(event);
            played.said.push(say);
            played.shows.push(show);
        }
        if R::has_secrets(setup) {
            for (event, whole) in events.iter().enumerate() {
                let seen = |viewer| R::event_for(setup, whole, viewer).map(|e| told(&e));
                let mask = Mask {
                    event,
                    union: seen(Viewer::Seat(Side::Union)),
                    confederate: seen(Viewer::Seat(Side::Confederate)),
                    spectator: seen(Viewer::Spectator),
                };
                played.masks.push(mask);
            }
        }
        played
    }

    /// The legal orders of a seat, listed once a position.
    fn listed(&self, seat: Side) -> Ref<'_, [R::Order]> {
        if self.listed.borrow().of != Some(seat) {
            let mut listed = self.listed.borrow_mut();
            listed.orders.clear();
            R::orders(&self.setup, &self.state, seat, &mut listed.orders);
            listed.of = Some(seat);
        }
        Ref::map(self.listed.borrow(), |listed| listed.orders.as_slice())
    }

    /// Carries an order out; what was listed is of yesterday then.
    fn apply(&mut self, seat: Side, order: &R::Order, dice: &mut dyn Dice, log: &mut dyn Log<R::Event>) {
        R::apply(&self.setup, &mut self.state, seat, order, dice, log);
        self.listed.get_mut().of = None;
    }

    /// Carries out the nth of the legal orders.
    fn apply_nth(
        &mut self,
        seat: Side,
        nth: usize,
        dice: &mut dyn Dice,
        log: &mut dyn Log<R::Event>,
    ) -> bool {
        let order = self.listed(seat).get(nth).cloned();
        let Some(order) = order else { return false };
        self.apply(seat, &order, dice, log);
        true
    }

    /// The cards of orders, with only what their seat may know on them.
    fn cards_of(&self, seat: Side, orders: &[R::Order]) -> Vec<OrderCard> {
        let known =
            R::has_secrets(&self.setup).then(|| R::known(&self.setup, &self.state, Viewer::Seat(seat)));
        let state = known.as_ref().unwrap_or(&self.state);
        orders.iter().map(|o| R::card(&self.setup, state, o)).collect()
    }

    /// Reads an order and checks that this seat may give it.
    fn legal(&self, seat: Side, order: &str) -> Result<R::Order, PlayError> {
        let seats = R::standing(&self.setup, &self.state).seats().ok_or(PlayError::Over)?;
        let at_any_time = || {
            let mut orders = Vec::new();
            R::at_any_time(&self.setup, &self.state, seat, &mut orders);
            orders.iter().any(|o| R::write_order(&self.setup, o) == order)
        };
        if !seats.contains(seat) && !at_any_time() {
            return Err(PlayError::NotYourDecision(seat));
        }
        let read = R::read_order(&self.setup, order)
            .map_err(|why| PlayError::Unreadable { order: order.chars().take(200).collect(), why })?;
        R::check(&self.setup, &self.state, seat, &read)?;
        Ok(read)
    }
}

impl<R: Commander> Seated<R> {
    /// Thinks with the memory of a computer player.
    fn remembering<T>(&self, memory: &mut Memory, think: impl FnOnce(&mut R::Memory) -> T) -> T {
        memory.lend(|| R::memory(&self.setup), |memory, _| think(memory))
    }

    /// What the doctrine thinks of a seat's orders, by the plans that are followed for it.
    fn scored(&self, seat: Side, memory: &mut Memory, scores: &mut Vec<f32>, anew: bool) {
        memory.lend(
            || R::memory(&self.setup),
            |memory, plans| {
                if anew {
                    memory.forget();
                }
                let orders = self.listed(seat);
                R::planned(&self.setup, &self.state, seat, &orders, &plans[seat], memory, scores);
            },
        );
    }
}

impl<R: Ruleset> Rules for Seated<R> {
    fn system(&self) -> &'static str {
        R::SYSTEM
    }

    fn standing(&self) -> Standing {
        R::standing(&self.setup, &self.state)
    }

    fn standing_for(&self, viewer: Viewer) -> Standing {
        R::standing_for(&self.setup, &self.state, viewer)
    }

    fn cards_at_any_time(&self, seat: Side) -> Vec<OrderCard> {
        let mut orders = Vec::new();
        R::at_any_time(&self.setup, &self.state, seat, &mut orders);
        self.cards_of(seat, &orders)
    }

    fn cards(&self, seat: Side) -> Vec<OrderCard> {
        self.cards_of(seat, &self.listed(seat))
    }

    fn orders(&self, seat: Side) -> Vec<String> {
        self.listed(seat).iter().map(|o| R::write_order(&self.setup, o)).collect()
    }

    fn order_count(&self, seat: Side) -> usize {
        self.listed(seat).len()
    }

    fn check(&self, seat: Side, order: &str) -> Result<(), PlayError> {
        self.legal(seat, order).map(|_| ())
    }

    fn play(&mut self, seat: Side, order: &str, dice: &mut dyn Dice) -> Result<Played, PlayError> {
        let order = self.legal(seat, order)?;
        let words = self.cards_of(seat, std::slice::from_ref(&order)).pop().unwrap_or_default().label;
        let mut dice = Recorder::new(dice);
        let mut log = Everything { events: Vec::new(), fights: Fights::default() };
        self.apply(seat, &order, &mut dice, &mut log);
        Ok(Played { words, ..Self::played(&self.setup, dice.rolls, log) })
    }

    fn play_nth(&mut self, seat: Side, nth: usize, dice: &mut dyn Dice) -> bool {
        self.apply_nth(seat, nth, dice, &mut NoLog)
    }

    fn play_nth_counted(&mut self, seat: Side, nth: usize, dice: &mut dyn Dice, fights: &mut Fights) -> bool {
        self.apply_nth(seat, nth, dice, fights)
    }

    fn play_random(&mut self, pick: &mut dyn FnMut(usize) -> usize, dice: &mut dyn Dice) -> bool {
        let Some(seats) = R::standing(&self.setup, &self.state).seats() else { return false };
        let seat = seats.first();
        match self.order_count(seat) {
            0 => false,
            count => self.play_nth(seat, pick(count), dice),
        }
    }

    fn tally(&self) -> Tally {
        R::tally(&self.setup, &self.state)
    }

    fn because(&self) -> String {
        R::because(&self.setup, &self.state)
    }

    fn has_secrets(&self) -> bool {
        R::has_secrets(&self.setup)
    }

    fn view(&self, viewer: Viewer) -> View {
        R::view(&self.setup, &self.state, viewer).erase()
    }

    fn active(&self, viewer: Viewer) -> Option<Active> {
        R::active(&self.setup, &self.state, viewer)
    }

    fn ask(&self, viewer: Viewer, question: &Value) -> Result<Value, AskError> {
        R::ask(&self.setup, &self.state, viewer, question)
    }

    fn fingerprint(&self) -> u64 {
        R::fingerprint(&self.state)
    }
}

impl<R: Commander> Judgement for Seated<R> {
    fn memory(&self) -> Memory {
        Memory::new(R::memory(&self.setup))
    }

    fn advise(&self, seat: Side, memory: &mut Memory) -> Vec<f32> {
        let mut scores = Vec::new();
        self.scored(seat, memory, &mut scores, true);
        scores
    }

    fn play_advised(
        &mut self,
        seat: Side,
        memory: &mut Memory,
        pick: &mut dyn FnMut(&[f32]) -> usize,
        dice: &mut dyn Dice,
    ) -> bool {
        let nth = match self.order_count(seat) {
            0 => return false,
            1 => 0,
            _ => {
                let mut scores = std::mem::take(&mut self.scores);
                scores.clear();
                self.scored(seat, memory, &mut scores, false);
                let nth = pick(&scores);
                self.scores = scores;
                nth
            }
        };
        self.play_nth(seat, nth, dice)
    }

    fn worth(&self, side: Side, memory: &mut Memory) -> f64 {
        self.remembering(memory, |memory| R::worth(&self.setup, &self.state, side, memory))
    }

    fn figures(&self, memory: &mut Memory, figures: &mut Vec<f32>) {
        self.remembering(memory, |memory| R::figures(&self.setup, &self.state, memory, figures));
    }

    fn figure_count(&self) -> usize {
        R::FIGURES
    }

    fn weights(&self) -> &'static [(&'static str, f32)] {
        R::WEIGHTS
    }

    fn sorts(&self, seat: Side) -> Vec<Sort> {
        self.listed(seat).iter().map(R::sort).collect()
    }

    fn glance(&self, memory: &mut Memory, field: &mut Field) {
        field.pieces.clear();
        field.goals.clear();
        self.remembering(memory, |memory| R::glance(&self.setup, &self.state, memory, field));
    }

    fn gives_up(&self, seat: Side, nth: usize) -> GivenUp {
        let given = |order: &R::Order| R::gives_up(&self.setup, &self.state, order);
        self.listed(seat).get(nth).map(given).unwrap_or_default()
    }

    fn formations(&self, side: Side, memory: &mut Memory) -> Vec<Formation> {
        self.remembering(memory, |memory| R::formations(&self.setup, &self.state, side, memory))
    }

    fn battle(&self) -> &str {
        R::battle(&self.setup)
    }

    fn reason(&self, seat: Side, nth: usize, memory: &mut Memory) -> String {
        let listed = self.listed(seat);
        let Some(order) = listed.get(nth) else { return String::new() };
        self.remembering(memory, |memory| R::reason(&self.setup, &self.state, seat, order, memory))
    }

    fn doubt(&self) -> Doubt {
        R::DOUBT
    }

    fn ahead(&self) -> usize {
        R::AHEAD
    }

    fn stage(&self) -> u64 {
        R::stage(&self.state)
    }

    fn stretch(&self) -> u64 {
        R::stretch(&self.state)
    }

    fn planned(&self) -> usize {
        R::PLANNED
    }

    fn horizon(&self) -> Horizon {
        R::HORIZON
    }
}

impl<R: Observed> Observing for Seated<R> {
    fn shape(&self) -> Shape {
        R::shape(&self.setup)
    }

    fn labels(&self) -> Labels {
        R::labels(&self.setup)
    }

    fn observe(&self, seat: Side, out: &mut [f32]) {
        R::observe(&self.setup, &self.state, seat, out);
    }

    fn space(&self) -> Space {
        R::space(&self.setup)
    }

    fn factors(&self, seat: Side, out: &mut Vec<Factors>) {
        out.clear();
        R::factors(&self.setup, &self.listed(seat), out);
    }

    fn poses(&self, seat: Side, out: &mut Vec<Option<[f32; 4]>>) {
        out.clear();
        out.extend(self.listed(seat).iter().map(|order| R::pose_of(&self.setup, order)));
    }

    fn nth(&self, seat: Side, factors: Factors) -> Option<usize> {
        R::nth_of(&self.setup, &self.listed(seat), factors)
    }
}

impl<R: Commander> Game for Seated<R> {
    fn copy(&self) -> Box<dyn Game> {
        Box::new(self.clone())
    }

    fn known(&self, viewer: Viewer) -> Box<dyn Game> {
        let state = R::known(&self.setup, &self.state, viewer);
        Box::new(Seated::<R>::new(self.setup.clone(), state))
    }

    fn imagined(&self, seat: Side, pick: &mut dyn FnMut(usize) -> usize) -> Box<dyn Game> {
        let state = R::imagine(&self.setup, &self.state, seat, pick);
        Box::new(Seated::<R>::new(self.setup.clone(), state))
    }
}
