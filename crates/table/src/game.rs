//! A game of any system behind JSON: what the server, the command line and other languages talk to.

use std::borrow::Cow;
use std::sync::Arc;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::doctrine::Doubt;
use crate::log::Everything;
use crate::{
    Dice, Fight, Fights, NoLog, Recorder, Refusal, Roll, Rule, Ruleset, Side, Standing, Tally, Viewer,
};

/// How an order is shown to a person.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct OrderCard {
    /// The order's written form: what is sent back to give it.
    pub order: String,
    /// What it does, in plain words: `March to 4611 for 1 MP`.
    pub label: String,
    /// Where on the map it can be clicked: a hex label, a hexside `4610/4611`, or a stand's name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at: Option<String>,
    /// The piece it is about, by name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub piece: Option<String>,
    /// Orders of one group are shown together: `March`, `Attack`, `Leaders`.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub group: String,
    /// A few letters to show at that place on the map: the priority of a retreat, its loss.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mark: Option<String>,
    /// The referee question whose answer shows what the order would cost or bring.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub preview: Option<Value>,
}

/// Why a question has no answer.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{why}")]
pub struct AskError {
    pub why: Cow<'static, str>,
    pub rule: Option<Rule>,
}

impl AskError {
    pub fn new(why: impl Into<Cow<'static, str>>) -> Self {
        AskError { why: why.into(), rule: None }
    }

    pub fn by(rule: Rule, why: impl Into<Cow<'static, str>>) -> Self {
        AskError { why: why.into(), rule: Some(rule) }
    }

    /// `{"error": "...", "rule": "6.2"}` as the referee answers it.
    pub fn to_json(&self) -> Value {
        let mut answer = serde_json::json!({ "error": self.why });
        if let Some(rule) = self.rule {
            answer["rule"] = rule.section().into();
            answer["clause"] = rule.0.into();
        }
        answer
    }
}

impl From<Refusal> for AskError {
    fn from(no: Refusal) -> Self {
        AskError { why: no.why, rule: Some(no.rule) }
    }
}

/// Why an order was not carried out. The state is unchanged in every case.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum PlayError {
    #[error("`{order}` cannot be read as an order: {why}")]
    Unreadable { order: String, why: String },
    #[error("it is not the {0} player who decides now")]
    NotYourDecision(Side),
    #[error("the game is over")]
    Over,
    #[error("{0}")]
    Refused(#[from] Refusal),
}

/// What came of an order: everything, as the referee sees it.
#[derive(Clone, Debug, Default)]
pub struct Played {
    pub rolls: Vec<Roll>,
    pub events: Vec<Value>,
    /// The same events as sentences.
    pub said: Vec<String>,
    /// The combats among them.
    pub fights: Vec<Fight>,
    /// Events that some viewers see otherwise or not at all.
    pub masks: Vec<Mask>,
}

/// How viewers who may not know all see one event: as JSON and sentence, or not at all.
#[derive(Clone, Debug)]
pub struct Mask {
    /// The place of the event in [`Played::events`].
    pub event: usize,
    pub union: Option<(Value, String)>,
    pub confederate: Option<(Value, String)>,
    pub spectator: Option<(Value, String)>,
}

impl Played {
    /// The events a viewer may know, each as JSON and as a sentence.
    pub fn seen_by(&self, viewer: Viewer) -> Vec<(Value, String)> {
        let whole = |n: usize| Some((self.events[n].clone(), self.said[n].clone()));
        (0..self.events.len())
            .filter_map(|n| match self.masks.iter().find(|m| m.event == n) {
                None => whole(n),
                Some(mask) => match viewer {
                    Viewer::Seat(Side::Union) => mask.union.clone(),
                    Viewer::Seat(Side::Confederate) => mask.confederate.clone(),
                    Viewer::Spectator => mask.spectator.clone(),
                    Viewer::Referee => whole(n),
                },
            })
            .collect()
    }
}

/// A running game of any rule system.
pub trait Game: Send {
    fn system(&self) -> &'static str;
    fn standing(&self) -> Standing;
    /// The standing as a viewer may know it: see [`Ruleset::standing_for`].
    fn standing_for(&self, viewer: Viewer) -> Standing;
    /// The orders that a seat may give at any time: see [`Ruleset::at_any_time`].
    fn cards_at_any_time(&self, seat: Side) -> Vec<OrderCard>;
    /// The legal orders of a seat, as a person sees them.
    fn cards(&self, seat: Side) -> Vec<OrderCard>;
    /// The legal orders of a seat in their written form.
    fn orders(&self, seat: Side) -> Vec<String>;
    /// # Errors
    /// The order cannot be read, is not this seat's to give, or is against a rule.
    fn check(&self, seat: Side, order: &str) -> Result<(), PlayError>;
    /// Gives an order.
    ///
    /// # Errors
    /// As [`Game::check`]; the game is then unchanged.
    fn play(&mut self, seat: Side, order: &str, dice: &mut dyn Dice) -> Result<Played, PlayError>;
    /// Plays a random legal order of the seat that decides (the first of them where both do), without
    /// telling anybody; `pick(n)` chooses a number below n. False when the game is over.
    fn play_random(&mut self, pick: &mut dyn FnMut(usize) -> usize, dice: &mut dyn Dice) -> bool;
    /// How many legal orders a seat has: the numbers that [`Game::play_nth`] takes.
    fn order_count(&self, seat: Side) -> usize;
    /// Plays the nth legal order of a seat (as [`Game::orders`] lists them) without telling anybody: for
    /// computer players that look ahead. False if there is no such order.
    fn play_nth(&mut self, seat: Side, nth: usize, dice: &mut dyn Dice) -> bool;
    /// As [`Game::play_nth`], counting the fights.
    fn play_nth_counted(&mut self, seat: Side, nth: usize, dice: &mut dyn Dice, fights: &mut Fights) -> bool;
    /// What the game has come to: see [`Ruleset::tally`].
    fn tally(&self) -> Tally;
    /// How good the position is for a side: see [`Ruleset::worth`].
    fn worth(&self, side: Side) -> f64;
    /// What the doctrine thinks of each legal order of a seat: see [`Ruleset::doctrine`]. A player asks
    /// this once at the beginning of a decision.
    fn advise(&self, seat: Side) -> Vec<f32>;
    /// How unsurely the lesser computer players read the doctrine: see [`Ruleset::DOUBT`].
    fn doubt(&self) -> Doubt;
    /// How far a general plays on after an order: see [`Ruleset::AHEAD`].
    fn ahead(&self) -> usize;
    /// The part of the sequence of play: see [`Ruleset::stage`].
    fn stage(&self) -> u64;
    /// Plays the order that `pick` chooses from the doctrine's scores, without telling anybody. False if
    /// the seat has no order to give.
    fn play_advised(
        &mut self,
        seat: Side,
        pick: &mut dyn FnMut(&[f32]) -> usize,
        dice: &mut dyn Dice,
    ) -> bool;
    /// Why a player would give the nth legal order of a seat: see [`Ruleset::reason`].
    fn reason(&self, seat: Side, nth: usize) -> String;
    /// The game as a seat may imagine it: see [`Ruleset::imagine`].
    fn imagined(&self, seat: Side, pick: &mut dyn FnMut(usize) -> usize) -> Box<dyn Game>;
    /// Whether the game keeps anything from anybody: see [`Ruleset::has_secrets`].
    fn has_secrets(&self) -> bool;
    /// The game as a viewer knows it: see [`Ruleset::known`].
    fn known(&self, viewer: Viewer) -> Box<dyn Game>;
    fn view(&self, viewer: Viewer) -> Value;
    /// # Errors
    /// The question is malformed or about something that is not there.
    fn ask(&self, viewer: Viewer, question: &Value) -> Result<Value, AskError>;
    fn fingerprint(&self) -> u64;
    fn copy(&self) -> Box<dyn Game>;
}

/// A [`Ruleset`] with a scenario and a position: the adapter to [`Game`].
pub struct Seated<R: Ruleset> {
    pub setup: Arc<R::Setup>,
    pub state: R::State,
}

impl<R: Ruleset> Clone for Seated<R> {
    fn clone(&self) -> Self {
        Seated { setup: self.setup.clone(), state: self.state.clone() }
    }
}

impl<R: Ruleset> Seated<R> {
    /// Sets a game up. The events of the start are given back as of an order.
    pub fn start(setup: Arc<R::Setup>, dice: &mut dyn Dice) -> (Self, Played) {
        let mut dice = Recorder::new(dice);
        let mut log = Everything { events: Vec::new(), fights: Fights::default() };
        let state = R::start(&setup, &mut dice, &mut log);
        let played = Self::played(&setup, dice.rolls, log);
        (Seated { setup, state }, played)
    }

    fn played(setup: &R::Setup, rolls: Vec<Roll>, log: Everything<R::Event>) -> Played {
        let events = log.events;
        let told = |e: &R::Event| (serde_json::to_value(e).unwrap_or(Value::Null), R::say(setup, e));
        let (json, said) = events.iter().map(told).unzip();
        let mut played = Played { rolls, events: json, said, fights: log.fights.0, masks: Vec::new() };
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

impl<R: Ruleset> Game for Seated<R> {
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
        let mut orders = Vec::new();
        R::orders(&self.setup, &self.state, seat, &mut orders);
        self.cards_of(seat, &orders)
    }

    fn orders(&self, seat: Side) -> Vec<String> {
        let mut orders = Vec::new();
        R::orders(&self.setup, &self.state, seat, &mut orders);
        orders.iter().map(|o| R::write_order(&self.setup, o)).collect()
    }

    fn check(&self, seat: Side, order: &str) -> Result<(), PlayError> {
        self.legal(seat, order).map(|_| ())
    }

    fn play(&mut self, seat: Side, order: &str, dice: &mut dyn Dice) -> Result<Played, PlayError> {
        let order = self.legal(seat, order)?;
        let mut dice = Recorder::new(dice);
        let mut log = Everything { events: Vec::new(), fights: Fights::default() };
        R::apply(&self.setup, &mut self.state, seat, &order, &mut dice, &mut log);
        Ok(Self::played(&self.setup, dice.rolls, log))
    }

    fn play_random(&mut self, pick: &mut dyn FnMut(usize) -> usize, dice: &mut dyn Dice) -> bool {
        let Some(seats) = R::standing(&self.setup, &self.state).seats() else { return false };
        let seat = seats.first();
        let mut orders = Vec::new();
        R::orders(&self.setup, &self.state, seat, &mut orders);
        if orders.is_empty() {
            return false;
        }
        let order = orders.swap_remove(pick(orders.len()));
        R::apply(&self.setup, &mut self.state, seat, &order, dice, &mut NoLog);
        true
    }

    fn order_count(&self, seat: Side) -> usize {
        let mut orders = Vec::new();
        R::orders(&self.setup, &self.state, seat, &mut orders);
        orders.len()
    }

    fn play_nth(&mut self, seat: Side, nth: usize, dice: &mut dyn Dice) -> bool {
        let mut orders = Vec::new();
        R::orders(&self.setup, &self.state, seat, &mut orders);
        let Some(order) = orders.get(nth) else { return false };
        R::apply(&self.setup, &mut self.state, seat, order, dice, &mut NoLog);
        true
    }

    fn play_nth_counted(&mut self, seat: Side, nth: usize, dice: &mut dyn Dice, fights: &mut Fights) -> bool {
        let mut orders = Vec::new();
        R::orders(&self.setup, &self.state, seat, &mut orders);
        let Some(order) = orders.get(nth) else { return false };
        R::apply(&self.setup, &mut self.state, seat, order, dice, fights);
        true
    }

    fn tally(&self) -> Tally {
        R::tally(&self.setup, &self.state)
    }

    fn worth(&self, side: Side) -> f64 {
        R::worth(&self.setup, &self.state, side)
    }

    fn advise(&self, seat: Side) -> Vec<f32> {
        let (mut orders, mut scores) = (Vec::new(), Vec::new());
        R::orders(&self.setup, &self.state, seat, &mut orders);
        crate::doctrine::new_moment();
        R::doctrine(&self.setup, &self.state, seat, &orders, &mut scores);
        scores
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

    fn play_advised(
        &mut self,
        seat: Side,
        pick: &mut dyn FnMut(&[f32]) -> usize,
        dice: &mut dyn Dice,
    ) -> bool {
        let mut orders = Vec::new();
        R::orders(&self.setup, &self.state, seat, &mut orders);
        let nth = match orders.len() {
            0 => return false,
            1 => 0,
            _ => {
                let mut scores = Vec::with_capacity(orders.len());
                R::doctrine(&self.setup, &self.state, seat, &orders, &mut scores);
                pick(&scores)
            }
        };
        R::apply(&self.setup, &mut self.state, seat, &orders[nth], dice, &mut NoLog);
        true
    }

    fn reason(&self, seat: Side, nth: usize) -> String {
        let mut orders = Vec::new();
        R::orders(&self.setup, &self.state, seat, &mut orders);
        orders.get(nth).map_or_else(String::new, |o| R::reason(&self.setup, &self.state, seat, o))
    }

    fn imagined(&self, seat: Side, pick: &mut dyn FnMut(usize) -> usize) -> Box<dyn Game> {
        let state = R::imagine(&self.setup, &self.state, seat, pick);
        Box::new(Seated::<R> { setup: self.setup.clone(), state })
    }

    fn has_secrets(&self) -> bool {
        R::has_secrets(&self.setup)
    }

    fn known(&self, viewer: Viewer) -> Box<dyn Game> {
        let state = R::known(&self.setup, &self.state, viewer);
        Box::new(Seated::<R> { setup: self.setup.clone(), state })
    }

    fn view(&self, viewer: Viewer) -> Value {
        R::view(&self.setup, &self.state, viewer)
    }

    fn ask(&self, viewer: Viewer, question: &Value) -> Result<Value, AskError> {
        R::ask(&self.setup, &self.state, viewer, question)
    }

    fn fingerprint(&self) -> u64 {
        R::fingerprint(&self.state)
    }

    fn copy(&self) -> Box<dyn Game> {
        Box::new(self.clone())
    }
}
