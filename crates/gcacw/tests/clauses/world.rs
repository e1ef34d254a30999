//! The smallest worlds: a drawn little map, two or three units, an order, what must come of it. Nothing is
//! reached that a player, an author of scenarios or a client could not reach.

use std::collections::VecDeque;

use gcacw::{Gcacw, Order, Setup, State, Told};
use serde_json::{Value, json};
use table::{Dice, Happened, Refusal, Ruleset, Side, Standing, Viewer};

pub use crate::drawn::{World, world};

impl World {
    /// A modifier of the scenario: `to` is `attacker`, `defender`, `assault-die` or `grand-assault-die`.
    pub fn modifier(self, to: &str, side: &str, value: i16, more: &str) -> World {
        self.settings(&format!(
            "[[gcacw.modifier]]\nto = {to:?}\nside = {side:?}\nvalue = {value}\nname = \"given\"\n{more}"
        ))
    }

    /// The faults of the scenario.
    pub fn faults(&self) -> String {
        let (map, scenario) = self.texts();
        let loaded = gcacw::load("test.scenario.toml", &scenario, &mut |_| Ok(map.clone()));
        loaded.err().map(|faults| faults.to_string()).unwrap_or_default()
    }

    /// The position as written, before any rule has run: what the referee is asked about.
    pub fn set(self) -> Game {
        let (map, scenario) = self.texts();
        let setup = gcacw::load("test.scenario.toml", &scenario, &mut |_| Ok(map.clone()))
            .unwrap_or_else(|faults| panic!("{faults}\n{scenario}\n{map}"));
        let state = Gcacw::position(&setup);
        Game { setup, state, events: Vec::new(), orders: Vec::new(), first: Side::Union }
    }

    /// The Recovery Phase of the first turn, in which nobody has acted, as it comes to the first who has work to do.
    pub fn recovering(self) -> Game {
        let mut game = self.begin_with(1);
        game.pass_to("recovery-work", 1);
        game
    }

    /// Begins the game with every die falling so.
    pub fn begin_with(self, die: u8) -> Game {
        let mut game = self.set();
        let mut script = Script { rest: Some(die), ..game.script(&[]) };
        game.state = Gcacw::start(&game.setup, &mut script, &mut game.events);
        game
    }

    /// Begins the game; the winning die of every roll for the initiative is `high`, the other `low`.
    pub fn begin_rolling(self, high: u8, low: u8) -> Game {
        let mut game = self.set();
        let mut script = Script { initiative: [high, low], rest: Some(6), ..game.script(&[]) };
        game.state = Gcacw::start(&game.setup, &mut script, &mut game.events);
        game
    }

    /// Begins the game: the rules run to the first decision under these dice. The Union player wins every
    /// roll for the initiative.
    pub fn begin(self, dice: &[u8]) -> Game {
        let mut game = self.set();
        game.start(dice);
        game
    }

    /// Begins the game and comes to the first action, which is this side's: nobody transfers a leader, and
    /// this side wins every roll for the initiative.
    pub fn acting(self, side: Side) -> Game {
        let mut game = self.set();
        game.first = side;
        game.start(&[]);
        game.come_to_act()
    }
}

/// Scripted dice for everything but the initiative, which one side always wins.
struct Script {
    first: Side,
    left: VecDeque<u8>,
    /// What falls after the script, where anything may.
    rest: Option<u8>,
    /// The winner's die for the initiative, and the other.
    initiative: [u8; 2],
    rolled: Vec<&'static str>,
}

impl Dice for Script {
    fn d6(&mut self, why: &'static str) -> u8 {
        match (why, self.first) {
            ("Union initiative", Side::Union) | ("Confederate initiative", Side::Confederate) => {
                self.initiative[0]
            }
            ("Union initiative" | "Confederate initiative", _) => self.initiative[1],
            _ => {
                self.rolled.push(why);
                self.left
                    .pop_front()
                    .or(self.rest)
                    .unwrap_or_else(|| panic!("no scripted die left for: {why}"))
            }
        }
    }
}

/// A game under test.
pub struct Game {
    pub setup: Setup,
    state: State,
    events: Vec<Happened<Told>>,
    /// Where the events of each order begin.
    orders: Vec<usize>,
    /// Who wins the initiative.
    first: Side,
}

impl Game {
    fn script(&self, dice: &[u8]) -> Script {
        Script {
            first: self.first,
            left: dice.iter().copied().collect(),
            rest: None,
            initiative: [6, 1],
            rolled: Vec::new(),
        }
    }

    fn start(&mut self, dice: &[u8]) {
        let mut script = self.script(dice);
        self.state = Gcacw::start(&self.setup, &mut script, &mut self.events);
        assert!(script.left.is_empty(), "not all dice were rolled; now {:?}", self.asked());
    }

    /// Begins the game; this side wins every roll for the initiative.
    pub fn begin_for(&mut self, side: Side) {
        self.first = side;
        self.start(&[]);
    }

    /// The same game once more, to try something else.
    pub fn copy(&self) -> Game {
        Game {
            setup: self.setup.clone(),
            state: self.state.clone(),
            events: Vec::new(),
            orders: Vec::new(),
            first: self.first,
        }
    }

    fn come_to_act(mut self) -> Game {
        while self.asked() == "transfer-leaders" {
            self.give("done", &[]);
        }
        self.act()
    }

    /// Takes the initiative that this side has won.
    pub fn act(mut self) -> Game {
        assert_eq!((self.asked(), self.seat()), ("initiative", self.first));
        self.give("take", &[]);
        self
    }

    /// The word of the decision at hand; `over` after the end.
    pub fn asked(&self) -> &'static str {
        match Gcacw::standing(&self.setup, &self.state) {
            Standing::Waiting(decision) => decision.kind,
            Standing::Over(_) => "over",
        }
    }

    /// The seat that decides.
    pub fn seat(&self) -> Side {
        Gcacw::standing(&self.setup, &self.state).seats().expect("the game is not over").first()
    }

    fn read(&self, order: &str) -> Order {
        Gcacw::read_order(&self.setup, order).unwrap_or_else(|e| panic!("{order}: {e}"))
    }

    /// Gives an order under scripted dice; all of them must fall. What was rolled for.
    #[track_caller]
    pub fn give(&mut self, order: &str, dice: &[u8]) -> Vec<&'static str> {
        let (seat, read) = (self.seat(), self.read(order));
        if let Err(no) = Gcacw::check(&self.setup, &self.state, seat, &read) {
            panic!("`{order}` is refused: {no} [{}]; {} is asked", no.rule, self.asked());
        }
        assert!(self.offers(order), "`{order}` is legal but not offered");
        let mut script = self.script(dice);
        self.orders.push(self.events.len());
        Gcacw::apply(&self.setup, &mut self.state, seat, &read, &mut script, &mut self.events);
        assert!(script.left.is_empty(), "`{order}` did not roll all of {dice:?}; {} is asked", self.asked());
        script.rolled
    }

    /// Gives an order under dice for the initiative alone.
    pub fn give_rolling(&mut self, order: &str, high: u8, low: u8) {
        let (seat, read) = (self.seat(), self.read(order));
        let mut script = Script { initiative: [high, low], ..self.script(&[]) };
        Gcacw::apply(&self.setup, &mut self.state, seat, &read, &mut script, &mut self.events);
    }

    /// Passes over decisions until something of a kind is told; every die falls so.
    pub fn pass_until(&mut self, kind: &str, die: u8) -> &mut Game {
        for _ in 0..400 {
            if !self.told(kind).is_empty() {
                return self;
            }
            self.pass_with(die);
        }
        panic!("no {kind} happened");
    }

    /// Passes over decisions until one of a kind is at hand; every die falls so.
    pub fn pass_to(&mut self, asked: &str, die: u8) -> &mut Game {
        for _ in 0..400 {
            if self.asked() == asked {
                return self;
            }
            self.pass_with(die);
        }
        panic!("{asked} is never asked");
    }

    /// Passes over one decision; every die falls so.
    pub fn pass(&mut self, die: u8) {
        self.pass_with(die);
    }

    /// Passes over decisions to the next turn, in which these dice fall and no others but for the initiative.
    pub fn pass_rolling(&mut self, dice: &[u8]) {
        let turn = self.turn();
        let mut script = self.script(dice);
        while self.turn() == turn {
            let word =
                ["pass", "done"].into_iter().find(|word| self.offers(word)).expect("something to pass over");
            let (seat, read) = (self.seat(), self.read(word));
            Gcacw::apply(&self.setup, &mut self.state, seat, &read, &mut script, &mut self.events);
        }
        assert!(script.left.is_empty(), "not all of {dice:?} were rolled");
    }

    fn pass_with(&mut self, die: u8) {
        let word = ["pass", "done"].into_iter().find(|word| self.offers(word));
        let word = word.unwrap_or_else(|| panic!("cannot pass over {}: {:?}", self.asked(), self.offered()));
        let (seat, read) = (self.seat(), self.read(word));
        let mut script = Script { rest: Some(die), ..self.script(&[]) };
        Gcacw::apply(&self.setup, &mut self.state, seat, &read, &mut script, &mut self.events);
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
        assert!(!self.offers(order), "`{order}` is offered");
        let verdict: Result<(), Refusal> =
            Gcacw::check(&self.setup, &self.state, self.seat(), &self.read(order));
        verdict.expect_err("the order is legal").rule.0
    }

    /// Asks the referee.
    pub fn ask(&self, question: Value) -> Value {
        match Gcacw::ask(&self.setup, &self.state, Viewer::Referee, &question) {
            Ok(answer) => answer,
            Err(e) => e.to_json(),
        }
    }

    /// The referee's answer about an attack.
    pub fn plan(&self, unit: &str, target: &str, kind: &str) -> Value {
        self.ask(json!({"ask": "attack", "unit": unit, "target": target, "type": kind}))
    }

    /// The position as somebody who may know everything sees it.
    pub fn view(&self) -> Value {
        Gcacw::view(&self.setup, &self.state, Viewer::Referee).erase().to_value()
    }

    /// A piece as the view shows it.
    pub fn piece(&self, id: &str) -> Value {
        let view = Gcacw::view(&self.setup, &self.state, Viewer::Referee).erase();
        serde_json::to_value(view.piece(id).unwrap_or_else(|| panic!("no {id}"))).unwrap()
    }

    /// How many markers of a kind are on the map.
    pub fn markers(&self, kind: &str) -> usize {
        let view = self.view();
        view["markers"].as_array().unwrap().iter().filter(|m| m["kind"] == kind).count()
    }

    /// The turn.
    pub fn turn(&self) -> u64 {
        self.view()["turn"].as_u64().unwrap()
    }

    /// Passes over everything to the first initiative of the next turn; every die falls so.
    pub fn next_day(&mut self, die: u8) -> &mut Game {
        let turn = self.turn();
        for _ in 0..100 {
            if self.turn() > turn && self.asked() == "initiative" {
                return self;
            }
            self.pass_with(die);
        }
        panic!("turn {turn} never ends");
    }

    /// A march of a unit at a steady pace, with these movement dice.
    #[track_caller]
    pub fn march(&mut self, unit: &str, dice: &[u8]) -> &mut Game {
        if self.asked() == "initiative" {
            self.give("take", &[]);
        }
        self.give(&format!("march {unit}"), dice);
        if self.asked() == "force-march" {
            self.give("steady", &[]);
        }
        self
    }

    /// Victory points of both sides, Union first.
    pub fn points(&self) -> [i64; 2] {
        let victory = &self.view()["victory"];
        ["union", "confederate"].map(|side| victory[side].as_i64().unwrap())
    }

    /// What was told of a kind, oldest first.
    pub fn told(&self, kind: &str) -> Vec<Value> {
        let all = self.events.iter().map(|e| serde_json::to_value(e).unwrap());
        all.filter(|e| e["type"] == kind).collect()
    }

    /// What a side was told, order by order, and what it sees now.
    pub fn heard(&self, side: Side) -> (Vec<Vec<String>>, String) {
        let viewer = Viewer::Seat(side);
        let told = |events: &[Happened<Told>]| {
            let seen = events.iter().filter_map(|e| Gcacw::event_for(&self.setup, e, viewer));
            seen.map(|e| serde_json::to_string(&e).unwrap()).collect()
        };
        let ends = self.orders.iter().skip(1).copied().chain([self.events.len()]);
        let list = self.orders.iter().zip(ends).map(|(from, to)| told(&self.events[*from..to])).collect();
        let view = Gcacw::view(&self.setup, &self.state, viewer).erase().to_value();
        let standing = Gcacw::standing_for(&self.setup, &self.state, viewer);
        (list, format!("{view} {standing:?}"))
    }

    /// The log in words.
    pub fn said(&self) -> Vec<String> {
        self.events.iter().map(|e| Gcacw::say(&self.setup, &e.what)).collect()
    }

    /// The last thing told of a kind.
    #[track_caller]
    pub fn last(&self, kind: &str) -> Value {
        self.told(kind).pop().unwrap_or_else(|| panic!("no {kind} happened"))
    }
}

/// What an event says under a key.
pub fn of(event: &Value, key: &str) -> Value {
    event[key].clone()
}

/// The sum of the modifiers of this name in a referee's answer.
pub fn modifier(answer: &Value, name: &str) -> i64 {
    let list = answer["modifiers"].as_array().unwrap_or_else(|| panic!("no modifiers: {answer}"));
    list.iter().filter(|m| m["name"] == name).map(|m| m["value"].as_i64().expect("a number")).sum()
}
