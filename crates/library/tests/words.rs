//! What people read: every decision of a game of veterans on every scenario is walked, and all that a page shows of it
//! (prompt, orders, forecasts, what happened, reasons, phases, counters) is compared with a list of forms that are for
//! programs, not for people.

use std::collections::BTreeSet;

use library::Scenario;
use serde_json::Value;
use staff::{Chooser, Level, Player};
use table::{BySide, Game, Played, SeededDice, Side, Standing, Viewer};

/// Longest games are looked at for so many orders.
const MOST: usize = 700;
/// Of the orders of a decision so many are looked at with their forecasts.
const LOOKED_AT: usize = 3;

/// Results as charts print them, and words that only programs use.
const CODES: [&str; 34] = [
    "NE",
    "DE",
    "DE2",
    "DR",
    "DC",
    "EXC",
    "AR",
    "AE",
    "1Da",
    "Da",
    "Dr",
    "1Dr",
    "2Dr",
    "DR*",
    "1DR",
    "2DR",
    "Fa",
    "fa",
    "Ea",
    "1D",
    "2D",
    "3D",
    "4D",
    "1F",
    "drm",
    "Drm",
    "DRM",
    "null",
    "undefined",
    "NaN",
    "true",
    "false",
    "None",
    "Some",
];

/// Why a text is not for people.
fn fault(text: &str) -> Option<String> {
    let inside = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-' | '*' | '.');
    let words = || text.split(move |c: char| !inside(c)).map(|w| w.trim_matches('.'));
    if text.trim().is_empty() {
        return Some("nothing is said".to_owned());
    }
    // Some results are called like states, and regiments after these: `2 DE`.
    let names = |w: &str| {
        w.len() == 2
            && text
                .split(w)
                .next()
                .is_some_and(|s| s.ends_with(' ') && s.trim_end().ends_with(|c: char| c.is_ascii_digit()))
    };
    if let Some(code) = words().find(|w| CODES.contains(w) && !names(w)) {
        return Some(format!("the code `{code}`"));
    }
    if let Some(key) = words().find(|w| w.contains('_')) {
        return Some(format!("the key `{key}`"));
    }
    if let Some(id) = words().find(|w| is_clause(w)) {
        return Some(format!("the id `{id}`"));
    }
    if text.contains("::") || text.contains('{') || text.contains('`') {
        return Some("signs of a program".to_owned());
    }
    None
}

/// `VMOV-1`, `G7.4-2`, `LSEQ-9`.
fn is_clause(word: &str) -> bool {
    let Some((section, number)) = word.rsplit_once('-') else { return false };
    let system = section.starts_with(['G', 'L', 'V']);
    system
        && !number.is_empty()
        && number.chars().all(|c| c.is_ascii_digit())
        && section[1..].chars().all(|c| c.is_ascii_uppercase() || c.is_ascii_digit() || c == '.')
}

/// Everything wrong, each text once.
#[derive(Default)]
struct Faults(BTreeSet<String>);

impl Faults {
    fn look(&mut self, where_: &str, text: &str) {
        if let Some(why) = fault(text) {
            self.0.insert(format!("{where_}: {why} in \"{text}\""));
        }
    }

    fn played(&mut self, played: &Played) {
        for said in &played.said {
            self.look("event", said);
        }
    }

    /// What a forecast says, and the names of the modifiers under it.
    fn answer(&mut self, answer: &Value) {
        for text in texts(&answer["words"]) {
            self.look("forecast", text);
        }
        for modifier in answer["modifiers"].as_array().into_iter().flatten() {
            self.look("modifier", modifier["name"].as_str().unwrap_or_default());
        }
        for outcome in answer["outcomes"].as_array().into_iter().flatten() {
            self.look("outcome", outcome["say"].as_str().unwrap_or_default());
        }
    }

    fn decision(&mut self, game: &dyn Game, seat: Side) {
        for card in game.cards(seat) {
            self.look("order", &card.label);
            if !card.group.is_empty() {
                self.look("group of orders", &card.group);
            }
        }
        let cards = game.cards(seat);
        let asked = cards.iter().filter_map(|card| card.preview.as_ref().map(|question| (card, question)));
        for (card, question) in asked.take(LOOKED_AT) {
            match game.ask(Viewer::Seat(seat), question) {
                Ok(answer) => {
                    if answer["applies"] != false && answer["legal"] != false && !answer["words"].is_object()
                    {
                        self.0.insert(format!("forecast: none for \"{}\"", card.label));
                    }
                    self.answer(&answer);
                }
                Err(why) => self.look("refusal", &why.to_string()),
            }
        }
    }

    fn position(&mut self, game: &dyn Game) {
        let view = game.view(Viewer::Referee);
        self.look("phase", &view.phase);
        self.look("turn", &view.turn_label);
        for piece in &view.pieces {
            self.look("label of a counter", &piece.label);
        }
    }
}

/// Every text in a value.
fn texts(value: &Value) -> Vec<&str> {
    match value {
        Value::String(text) => vec![text],
        Value::Array(list) => list.iter().flat_map(texts).collect(),
        Value::Object(map) => map.values().flat_map(texts).collect(),
        _ => Vec::new(),
    }
}

fn walk(scenario: &Scenario, faults: &mut Faults) {
    let player = Player::from(Level::Veteran);
    let mut dice = SeededDice::of_series(1863, 0);
    let mut choosers = BySide::from_fn(|side| Chooser::new(1863, 0, side));
    let (mut game, begun) = scenario.start(&mut dice);
    let mut memory = game.memory();
    faults.played(&begun);
    for n in 0..MOST {
        let Standing::Waiting(decision) = game.standing() else { break };
        let seat = decision.seats.first();
        faults.look("prompt", decision.prompt);
        faults.decision(game.as_ref(), seat);
        if n % 50 == 0 {
            faults.position(game.as_ref());
        }
        let order = staff::choose(player, game.as_ref(), seat, &mut memory, &mut choosers[seat])
            .unwrap_or_else(|| panic!("{}: {seat} has no order to give", scenario.id));
        let nth = game.orders(seat).iter().position(|o| *o == order).unwrap_or_default();
        let reason = game.reason(seat, nth, &mut memory);
        if !reason.is_empty() {
            faults.look("reason", &reason);
        }
        match game.play(seat, &order, &mut dice) {
            Ok(played) => faults.played(&played),
            Err(why) => panic!("{}: {order}: {why}", scenario.id),
        }
    }
}

#[test]
fn nobody_reads_what_is_meant_for_programs() {
    let mut all = Vec::new();
    for entry in library::list() {
        let scenario = library::open(&entry.id).unwrap_or_else(|e| panic!("{e}"));
        let mut faults = Faults::default();
        walk(&scenario, &mut faults);
        all.extend(faults.0.into_iter().take(12).map(|fault| format!("{}: {fault}", scenario.id)));
    }
    assert!(all.is_empty(), "{}", all.join("\n"));
}

#[test]
fn the_list_knows_codes_keys_and_ids() {
    for bad in ["NE 67 %", "Attacker 1Da", "attacker_value", "rule VMOV-1", "by G7.4-2", "", "`march Brown`"]
    {
        assert!(fault(bad).is_some(), "{bad}");
    }
    for good in ["58 in 100: he gives way.", "5th US, Battery D", "Move to 4611 (2 MP)", "3-1", "Rock-3"] {
        assert!(fault(good).is_none(), "{good}: {:?}", fault(good));
    }
}
