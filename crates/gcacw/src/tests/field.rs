//! What the tests of combat share: a field with a defender in 0605, and dice that leave the initiative
//! out of the script.
//!
//! Around 0605, from the east against the clock: 0606, 0706, 0705, 0604, 0505, 0506.

use std::collections::VecDeque;

use serde_json::{Value, json};
use table::{Dice, Ruleset};

use super::world;
use super::world::{Game, News, World};
use crate::Gcacw;

/// The hexes around 0605, from the east against the clock.
pub const AROUND: [&str; 6] = ["0606", "0706", "0705", "0604", "0505", "0506"];

/// A field on which both sides always have somebody left to act with.
pub fn field() -> World {
    world().infantry("u", "Reserve", "0101", 3, "").infantry("c", "Spare", "1201", 3, "")
}

/// The field with a Union defender in 0605 and a Confederate attacker in 0606, five strong each.
pub fn duel() -> World {
    field().infantry("u", "Target", "0605", 5, "tactical = 2").infantry(
        "c",
        "Lion",
        "0606",
        5,
        "tactical = 2",
    )
}

/// Scripted dice for everything but the initiative, which the Union player always wins.
struct FightDice {
    left: VecDeque<u8>,
    rolled: Vec<&'static str>,
}

impl Dice for FightDice {
    fn d6(&mut self, why: &'static str) -> u8 {
        match why {
            "Union initiative" => 6,
            "Confederate initiative" => 1,
            _ => {
                self.rolled.push(why);
                self.left.pop_front().unwrap_or_else(|| panic!("no scripted die left for: {why}"))
            }
        }
    }
}

impl World {
    /// A modifier of the scenario: `to` is `attacker`, `defender`, `assault-die` or `grand-assault-die`.
    pub fn modifier(self, to: &str, side: &str, value: i16, more: &str) -> World {
        self.settings(&format!(
            "[[gcacw.modifier]]\nto = {to:?}\nside = {side:?}\nvalue = {value}\nname = \"given\"\n{more}"
        ))
    }
    /// Rain on the first turn.
    pub fn rain(self) -> World {
        self.scenario("[weather]\nrain = true")
    }
    /// The Confederate attacker's die, raised so that high results come up.
    pub fn bonus(self, value: i16) -> World {
        self.modifier("attacker", "confederate", value, "")
    }
}

impl Game {
    /// Gives an order under scripted dice, all of which must fall; dice for the initiative come by
    /// themselves. Returns what was rolled for.
    #[track_caller]
    pub fn play(&mut self, order: &str, dice: &[u8]) -> Vec<&'static str> {
        let seat = self.seat();
        let read = Gcacw::read_order(&self.setup, order).unwrap_or_else(|e| panic!("{order}: {e}"));
        if let Err(no) = Gcacw::check(&self.setup, &self.state, seat, &read) {
            panic!("`{order}` is refused: {no} [{}]; now {:?}", no.rule, self.asks());
        }
        assert!(self.offers(order), "`{order}` is legal but not offered");
        let mut script = FightDice { left: dice.iter().copied().collect(), rolled: Vec::new() };
        Gcacw::apply(&self.setup, &mut self.state, seat, &read, &mut script, &mut self.events);
        assert!(script.left.is_empty(), "`{order}` did not roll all of {dice:?}; now {:?}", self.asks());
        script.rolled
    }

    /// A march attack from naming the target to the dice.
    #[track_caller]
    pub fn strike(&mut self, target: &str, kind: &str, dice: &[u8]) {
        self.play(&format!("attack {target}"), &[]);
        self.play(kind, dice);
    }

    /// The defender holds his ground where he is asked.
    #[track_caller]
    pub fn hold_ground(&mut self) {
        assert!(matches!(self.asks(), "withdraw"), "{:?}", self.asks());
        self.play("done", &[]);
    }

    /// The retreat at hand, by the first hex on offer, as short as it may be. The hexes entered.
    #[track_caller]
    pub fn flee(&mut self) -> Vec<String> {
        let mut path = Vec::new();
        while matches!(self.asks(), "retreat-hex") && self.state.retreat().is_some() {
            let order = match self.offers("halt") {
                true => "halt".to_owned(),
                false => self.offered().remove(0),
            };
            self.play(&order, &[]);
            path.extend(order.strip_prefix("retreat ").map(str::to_owned));
        }
        path
    }

    /// The data of the last combat.
    #[track_caller]
    pub fn combat(&self) -> Value {
        self.last("combat").json
    }

    /// The last event of a kind.
    #[track_caller]
    pub fn last(&self, kind: &str) -> News {
        let found = self.all_news().into_iter().rfind(|news| news.kind == kind);
        found.unwrap_or_else(|| panic!("no {kind} happened"))
    }

    /// Whether something of a kind happened.
    pub fn happened(&self, kind: &str) -> bool {
        self.all_news().iter().any(|news| news.kind == kind)
    }

    /// The referee's answer about an attack.
    pub fn plan(&self, unit: &str, target: &str, kind: &str) -> Value {
        self.ask(json!({"ask": "attack", "unit": unit, "target": target, "type": kind}))
    }

    /// The orders on offer that begin with a word, without it.
    pub fn open(&self, word: &str) -> Vec<String> {
        let word = format!("{word} ");
        let mut found: Vec<String> =
            self.offered().iter().filter_map(|o| o.strip_prefix(&word).map(str::to_owned)).collect();
        found.sort_unstable();
        found
    }

    /// Whether the action is over: somebody has the initiative for the next one.
    pub fn is_over(&self) -> bool {
        matches!(self.asks(), "initiative") && self.state.march().is_none()
    }

    /// Movement points left in the march at hand.
    pub fn mp_left(&self) -> f64 {
        f64::from(self.state.march().expect("a march is on").mp) / 2.0
    }

    /// What changes about a unit in a fight: Manpower, disorganized, Fatigue Level, demoralization.
    pub fn shape(&self, unit: &str) -> (u8, bool, u8, u8) {
        let u = self.unit(unit);
        (u.manpower, u.disorganized, u.fatigue, u.demoralized)
    }

    pub fn fatigue(&self, unit: &str) -> u8 {
        self.unit(unit).fatigue
    }
}

/// The sum of the modifiers of this name in a referee's answer.
pub fn modifier(answer: &Value, name: &str) -> i64 {
    let list = answer["modifiers"].as_array().unwrap_or_else(|| panic!("no modifiers: {answer}"));
    list.iter().filter(|m| m["name"] == name).map(|m| m["value"].as_i64().expect("a number")).sum()
}
