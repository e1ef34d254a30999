//! The smallest worlds: a drawn little map, two or three units, an order, what must come of it.

use hexmap::Hex;
use table::{Refusal, Ruleset, ScriptedDice, Side, Standing};

pub use super::drawn::{World, world};
use crate::told::Told;
use crate::turn::Action;
use crate::{Gcacw, LeaderId, Order, Play, Pos, Setup, State, UnitId, UnitState};

impl World {
    /// Replaces the keys of `[grid]`.
    pub fn grid(mut self, keys: &str) -> World {
        self.grid = keys.to_owned();
        self
    }
    pub fn ridge(self, side: &str, high: &str) -> World {
        self.map(&format!("[[ridge]]\nside = {side:?}\nhigh = {high:?}"))
    }

    /// The faults of the scenario.
    pub fn faults(&self) -> String {
        let (map, scenario) = self.texts();
        let loaded = crate::load("test.scenario.toml", &scenario, &mut |_| Ok(map.clone()));
        loaded.err().map(|faults| faults.to_string()).unwrap_or_default()
    }

    /// Sets the scenario up: the position as written, nothing has happened yet.
    pub fn set(self) -> Game {
        let (map, scenario) = self.texts();
        let setup = crate::load("test.scenario.toml", &scenario, &mut |_| Ok(map.clone()))
            .unwrap_or_else(|faults| panic!("{faults}\n{scenario}\n{map}"));
        let state = State::position(&setup);
        Game { setup, state, events: Vec::new() }
    }

    /// Begins the game: the rules run to the first decision under these dice.
    pub fn begin(self, dice: &[u8]) -> Game {
        let mut game = self.set();
        game.run_phase(dice, |play| play.begin_turn());
        game
    }
}

/// A game under test.
pub struct Game {
    pub setup: Setup,
    pub state: State,
    pub events: Vec<Told>,
}

/// An event as a record and the log show it.
#[derive(Clone, PartialEq, Debug)]
pub struct News {
    pub kind: String,
    pub text: String,
    pub json: serde_json::Value,
}

impl News {
    pub fn of(setup: &Setup, told: &Told) -> News {
        let json = serde_json::to_value(told).expect("an event is JSON");
        let kind = json["type"].as_str().expect("an event has a type").to_owned();
        News { kind, text: Gcacw::say(setup, told), json }
    }
}

impl Game {
    /// Everything that happened.
    pub fn all_news(&self) -> Vec<News> {
        self.events.iter().map(|told| News::of(&self.setup, told)).collect()
    }
    pub fn pos(&self) -> Pos<'_> {
        Pos { setup: &self.setup, state: &self.state }
    }
    pub fn hex(&self, label: &str) -> Hex {
        self.setup.map.grid.hex(label).unwrap_or_else(|| panic!("no hex {label}"))
    }
    pub fn label(&self, hex: Hex) -> String {
        self.setup.map.grid.label(hex)
    }
    pub fn id(&self, unit: &str) -> UnitId {
        self.setup.unit_named(unit).unwrap_or_else(|| panic!("no unit {unit}"))
    }
    pub fn leader_id(&self, leader: &str) -> LeaderId {
        self.setup.leader_named(leader).unwrap_or_else(|| panic!("no leader {leader}"))
    }
    pub fn unit(&self, unit: &str) -> &UnitState {
        self.state.unit(self.id(unit))
    }
    /// The hex of a unit.
    pub fn at(&self, unit: &str) -> String {
        self.label(self.unit(unit).hex)
    }
    /// Combat value as a number.
    pub fn combat_value(&self, unit: &str) -> f64 {
        self.state.combat_value(&self.setup, self.id(unit)) as f64 / 4.0
    }

    /// Runs rules under scripted dice, all of which must fall.
    pub fn run(&mut self, dice: &[u8], rules: impl FnOnce(&mut Play)) {
        let mut script = ScriptedDice::new(dice.iter().copied());
        Play::on(&self.setup, &mut self.state, &mut script, &mut self.events, rules);
        assert!(script.is_empty(), "not all dice were rolled; now {}", self.asks());
    }

    /// The same for the phases of a turn: whatever was asked before, they go on to the next decision.
    pub fn run_phase(&mut self, dice: &[u8], rules: impl FnOnce(&mut Play)) {
        self.run(dice, |play| {
            play.state.pending.clear();
            rules(play);
            play.run();
        });
    }

    /// The same game once more, to try something else.
    pub fn copy(&self) -> Game {
        Game { setup: self.setup.clone(), state: self.state.clone(), events: Vec::new() }
    }

    /// Puts a side in the Activation Segment: it has taken the initiative and must act.
    pub fn acting(&mut self, side: Side) -> &mut Game {
        self.state.active = side;
        self.state.pending = vec![Action.into()];
        self
    }

    /// Puts a unit on a march with so many MP, fatigue and cavalry offers already dealt with.
    pub fn marching(&mut self, unit: &str, mp: u16) -> &mut Game {
        let id = self.id(unit);
        self.acting(self.setup.unit(id).side);
        self.run(&[], |play| play.begin_march_in_test(id, mp * 2));
        self
    }

    /// The word of the question that is asked.
    pub fn asks(&self) -> &'static str {
        match Gcacw::standing(&self.setup, &self.state) {
            Standing::Waiting(decision) => decision.kind,
            Standing::Over(_) => "over",
        }
    }

    /// The word of the question that is asked, and of whom.
    pub fn decides(&self) -> (&'static str, Side) {
        (self.asks(), self.seat())
    }

    /// The seat that decides.
    pub fn seat(&self) -> Side {
        Gcacw::standing(&self.setup, &self.state).seats().expect("the game is not over").first()
    }

    /// Gives an order under scripted dice; all of them must fall.
    #[track_caller]
    pub fn give(&mut self, order: &str, dice: &[u8]) -> &mut Game {
        let seat = self.seat();
        let read = Gcacw::read_order(&self.setup, order).unwrap_or_else(|e| panic!("{order}: {e}"));
        if let Err(no) = Gcacw::check(&self.setup, &self.state, seat, &read) {
            panic!("`{order}` is refused: {no} [{}]", no.rule);
        }
        assert!(self.offers(order), "`{order}` is legal but not offered");
        let mut script = ScriptedDice::new(dice.iter().copied());
        Gcacw::apply(&self.setup, &mut self.state, seat, &read, &mut script, &mut self.events);
        assert!(script.is_empty(), "`{order}` did not roll all of {dice:?}; now {}", self.asks());
        self
    }

    /// The orders on offer, as written.
    pub fn offered(&self) -> Vec<String> {
        let mut orders: Vec<Order> = Vec::new();
        Gcacw::orders(&self.setup, &self.state, self.seat(), &mut orders);
        orders.iter().map(|o| Gcacw::write_order(&self.setup, o)).collect()
    }

    /// Whether an order is on offer.
    pub fn offers(&self, order: &str) -> bool {
        self.offered().iter().any(|o| o == order)
    }

    /// The clause that refuses an order; the order must be neither legal nor offered.
    #[track_caller]
    pub fn refused(&self, order: &str) -> &'static str {
        let read = Gcacw::read_order(&self.setup, order).unwrap_or_else(|e| panic!("{order}: {e}"));
        assert!(!self.offers(order), "`{order}` is offered");
        let verdict: Result<(), Refusal> = Gcacw::check(&self.setup, &self.state, self.seat(), &read);
        verdict.expect_err("the order is legal").rule.0
    }

    /// Asks the referee.
    pub fn ask(&self, question: serde_json::Value) -> serde_json::Value {
        match crate::referee::ask(&self.setup, &self.state, table::Viewer::Referee, &question) {
            Ok(answer) => answer,
            Err(e) => e.to_json(),
        }
    }
}
