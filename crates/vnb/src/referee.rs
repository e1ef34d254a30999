//! The referee: questions about the position, answered by the rules themselves.

use serde_json::{Map, Value, json};
use table::{AskError, Dice, Forecast, NoLog, Question, Rule};

use crate::command::REACH;
use crate::command::{Command, command};
use crate::dice::{Group, convolve, limited};
use crate::event::Spot;
use crate::forecast;
use crate::geometry::{CENT, Pt, cents};
use crate::ids::{FeatureId, StandId};
use crate::melee::tie_chance;
use crate::movement::charge::{ChargePlan, Leave};
use crate::movement::plan::Pay;
use crate::movement::terrain::COST_INCH;
use crate::play::Play;
use crate::position::Pos;
use crate::setup::Setup;
use crate::state::{Pose, State};

/// Answers a question.
pub fn ask(setup: &Setup, state: &State, question: &Value) -> Result<Value, AskError> {
    let pos = Pos::new(setup, state);
    let kind = Question(question).text("ask")?;
    match kind {
        "command" => pos.ask_command(question),
        "visible" => pos.ask_visible(question),
        "morale" => pos.ask_morale(question),
        "fire" => pos.ask_fire(question),
        "melee" => pos.ask_melee(question),
        "charge" => pos.ask_charge(question),
        "move" => pos.ask_move(question),
        "reach" => pos.ask_reach(question),
        "arc" => pos.ask_arc(question),
        other => Err(AskError::new(format!(
            "`{other}` is no question: expected command, visible, morale, fire, melee, charge, move, reach or arc"
        ))),
    }
}

/// Dice for what needs none: whether one was asked for shows whether that is so.
#[derive(Default)]
struct Sure {
    rolled: bool,
}

impl Dice for Sure {
    fn d6(&mut self, _why: &'static str) -> u8 {
        self.rolled = true;
        3
    }
}

fn inches(hundredths: i64) -> f64 {
    hundredths as f64 / 100.0
}

impl Pos<'_> {
    fn named(&self, question: &Value, key: &str) -> Result<StandId, AskError> {
        self.find(Question(question).text(key)?)
    }
    fn find(&self, name: &str) -> Result<StandId, AskError> {
        let id = self.setup.find(name).ok_or_else(|| AskError::new(format!("there is no stand `{name}`")))?;
        if !self.piece(id).on_table() {
            return Err(AskError::new(format!("`{name}` is not on the table")));
        }
        Ok(id)
    }

    fn ask_command(&self, question: &Value) -> Result<Value, AskError> {
        let side = Question(question).side()?;
        let found = command(self.setup, self.state, side);
        let (mut yes, mut no) = (Vec::new(), Vec::new());
        for id in self.present_of(side).filter(|id| !self.is_commander(*id)) {
            let list = if found[id.index()] == Command::Out { &mut no } else { &mut yes };
            list.push(self.setup.name_of(id));
        }
        yes.sort_unstable();
        no.sort_unstable();
        let commanders: Vec<&str> = self
            .present_of(side)
            .filter(|id| self.is_commander(*id))
            .map(|id| self.setup.name_of(id))
            .collect();
        Ok(json!({ "in_command": yes, "out": no, "commanders": commanders, "reach": inches(REACH) }))
    }

    fn ask_visible(&self, question: &Value) -> Result<Value, AskError> {
        let from = self.named(question, "from")?;
        if question.get("to").is_none_or(Value::is_null) {
            return Ok(self.all_visible(from));
        }
        let to = self.named(question, "to")?;
        let hidden = self.hidden_by(from, to);
        let arc = if self.is_commander(from) {
            "none"
        } else if self.piece(from).in_building() {
            "all-round"
        } else if self.in_arc(from, to) {
            "front"
        } else {
            "outside"
        };
        let why: Vec<String> = hidden
            .iter()
            .map(|f| format!("{} is in the way", self.setup.table.features[f.index()].title()))
            .collect();
        Ok(
            json!({ "visible": why.is_empty(), "range": inches(cents(self.fire_distance(from, to))), "arc": arc, "why": why }),
        )
    }

    /// The enemies that a stand sees, with their range in inches, and those it does not.
    fn all_visible(&self, from: StandId) -> Value {
        let (mut seen, mut hidden) = (Map::new(), Vec::new());
        for to in self.present_of(self.setup.stand(from).side.other()) {
            match self.hidden_by(from, to).is_empty() {
                true => {
                    let range = inches(cents(self.fire_distance(from, to)));
                    seen.insert(self.setup.name_of(to).to_owned(), range.into());
                }
                false => hidden.push(self.setup.name_of(to)),
            }
        }
        hidden.sort_unstable();
        json!({ "seen": seen, "hidden": hidden })
    }

    fn ask_morale(&self, question: &Value) -> Result<Value, AskError> {
        let id = self.named(question, "stand")?;
        let test = self.morale_test(id);
        if !test.tests {
            return Ok(json!({ "tests": false, "base": test.base, "modifiers": [] }));
        }
        let pass = f64::from(test.needs().clamp(0, 6)) / 6.0;
        Ok(json!({
            "tests": true, "base": test.base, "modifiers": test.modifiers, "needs": test.needs(), "pass": pass,
            "words": forecast::of_morale(pass),
        }))
    }

    fn ask_fire(&self, question: &Value) -> Result<Value, AskError> {
        let (by, at) = (self.named(question, "by")?, self.named(question, "at")?);
        let give_way = match question.get("give_way") {
            None | Some(Value::Null) => false,
            Some(word) => {
                word.as_bool().ok_or_else(|| AskError::new("`give_way` is either true or false"))?
            }
        };
        let plan = self.fire_plan(by, at, give_way)?;
        let Some(first) = plan.groups.first() else {
            return Err(AskError::by(Rule("VTER-65"), "the garrison has used all its dice"));
        };
        let mut hits = distribution(&plan.groups);
        for other in self.also(question)? {
            hits = convolve(&hits, &distribution(&self.fire_plan(other, at, give_way)?.groups));
        }
        let groups: Vec<Value> = plan
            .groups
            .iter()
            .map(|g| json!({ "kind": g.kind, "dice": g.dice, "hits_on": g.hits_on, "saves": saves(g) }))
            .collect();
        Ok(json!({
            "range": if first.close { "close" } else { "long" },
            "dice": plan.dice(),
            "hits_on": first.hits_on,
            "saves": saves(first),
            "groups": groups,
            "words": forecast::of_fire(&hits).fact("Dice", dice_words(first, plan.dice())),
            "hits": hits,
        }))
    }

    /// Others who fire at the same stand.
    fn also(&self, question: &Value) -> Result<Vec<StandId>, AskError> {
        match question.get("also") {
            None | Some(Value::Null) => Ok(Vec::new()),
            Some(Value::Array(none)) if none.is_empty() => Ok(Vec::new()),
            Some(_) => Question(question).texts("also")?.into_iter().map(|name| self.find(name)).collect(),
        }
    }

    fn ask_melee(&self, question: &Value) -> Result<Value, AskError> {
        let at = self.named(question, "at")?;
        let names = Question(question).texts("by")?;
        let by: Vec<StandId> = names.into_iter().map(|name| self.find(name)).collect::<Result<_, _>>()?;
        let first = *by.first().ok_or_else(|| AskError::by(Rule("VGAP-24"), "nobody attacks"))?;
        if by.iter().enumerate().any(|(n, b)| by[..n].contains(b)) {
            return Err(AskError::new("a stand is named twice"));
        }
        let answer = match question.get("answer").and_then(Value::as_str) {
            Some(name) => self.find(name)?,
            None => first,
        };
        self.melee_answer(&by, at, answer)
    }

    fn melee_answer(&self, by: &[StandId], at: StandId, answer: StandId) -> Result<Value, AskError> {
        let plan = self.melee_plan(by, at, answer)?;
        let blow = |b: &crate::melee::Blow| {
            json!({
                "stand": self.setup.name_of(b.stand), "at": self.setup.name_of(b.at), "dice": b.group.dice,
                "hits_on": b.group.hits_on, "saves": saves(&b.group), "hits": b.group.distribution(),
            })
        };
        let strength = |ids: &[StandId]| ids.iter().map(|id| usize::from(self.piece(*id).sp)).sum::<usize>();
        let on_defender =
            plan.attacker.iter().fold(vec![1.0], |sum, b| convolve(&sum, &b.group.distribution()));
        let on_defender = limited(&on_defender, strength(&plan.defenders));
        // Casualties of the attackers, and the part of each number in which all of them are wiped out.
        let mut struck: Vec<(StandId, Vec<f64>)> = Vec::new();
        for b in &plan.defender {
            let odds = limited(&b.group.distribution(), usize::from(self.piece(b.at).sp));
            struck.push((b.at, odds));
        }
        let (on_attacker, wiped) =
            attacker_casualties(&struck, by.len(), |id| usize::from(self.piece(id).sp));
        let (_, a) = self.tie_pick(by);
        let (_, d) = self.tie_pick(&plan.defenders);
        let tie = tie_chance(a, d);
        let whole = strength(&plan.defenders);
        let (mut wins, mut loses, mut neither) = (0.0, 0.0, 0.0);
        for (n, p) in on_attacker.iter().enumerate() {
            for (m, q) in on_defender.iter().enumerate() {
                let all_gone = p * q * wiped[n];
                let some_left = p * q - all_gone;
                if m >= whole {
                    neither += all_gone;
                    wins += some_left;
                    continue;
                }
                loses += all_gone;
                match n.cmp(&m) {
                    std::cmp::Ordering::Less => wins += some_left,
                    std::cmp::Ordering::Greater => loses += some_left,
                    std::cmp::Ordering::Equal => {
                        wins += some_left * tie;
                        loses += some_left * (1.0 - tie);
                    }
                }
            }
        }
        let words = forecast::of_melee(wins, loses, neither, &on_attacker, &on_defender);
        Ok(json!({
            "attacker": plan.attacker.iter().map(blow).collect::<Vec<_>>(),
            "defender": plan.defender.iter().map(blow).collect::<Vec<_>>(),
            "casualties": { "attacker": on_attacker, "defender": on_defender },
            "tie": { "attacker": a, "defender": d, "attacker_wins": tie },
            "attacker_wins": wins, "defender_wins": loses, "neither": neither, "words": words,
        }))
    }

    fn ask_charge(&self, question: &Value) -> Result<Value, AskError> {
        let (by, at) = (self.named(question, "by")?, self.named(question, "at")?);
        let commanded = command(self.setup, self.state, self.side(by))[by.index()] != Command::Out;
        let leave = Leave {
            commanded,
            saw: self.visible(by, at),
            budget: self.allowance(by) * COST_INCH + 3 * CENT,
            straight: false,
            free_turn: true,
            streams: 0,
            crossed: FeatureId::NONE,
        };
        let plan = self.any_charge(by, at, &leave)?;
        let mut answer = json!({ "legal": true });
        if let Some(plan) = &plan {
            answer["facing"] = json!(f64::from(plan.facing) / 100.0);
            answer["distance"] = json!(inches(cents(plan.length)));
            answer["cost"] = json!(plan.cost as f64 / COST_INCH as f64);
        }
        let words = self.charge_words(by, at, plan);
        answer["words"] = json!(words.unwrap_or_else(forecast::of_unsure_charge));
        Ok(answer)
    }

    /// What the charge leads to if it strikes home: the tests of both and the melee, as they would stand in contact.
    /// Nothing where dice or another stand may still keep it from contact.
    fn charge_words(&self, by: StandId, at: StandId, plan: Option<ChargePlan>) -> Option<Forecast> {
        let (mut state, mut dice) = (self.state.clone(), Sure::default());
        let asked = state.pending.len();
        Play::new(self.setup, &mut state, &mut dice, &mut NoLog).apply_charge(by, at, plan);
        let there = Pos::new(self.setup, &state);
        if dice.rolled || state.pending.len() != asked || !there.contacts(by).contains(&at) {
            return None;
        }
        let stands = |id| f64::from(there.morale_test(id).needs().clamp(0, 6)) / 6.0;
        let melee = there.melee_answer(&[by], at, by).ok()?;
        let wins = melee["attacker_wins"].as_f64()?;
        Some(forecast::of_charge(stands(by), stands(at), wins))
    }

    fn ask_move(&self, question: &Value) -> Result<Value, AskError> {
        let id = self.named(question, "stand")?;
        let number = |key: &str| question.get(key).and_then(Value::as_f64).filter(|v| v.abs() < 1e5);
        let (Some(x), Some(y)) = (number("x"), number("y")) else {
            return Err(AskError::new("the question needs `x` and `y`"));
        };
        let pose = self.piece(id).pose;
        let facing = number("facing").map_or_else(
            || {
                let d = Pt::cents((x * 100.0).round() as i32, (y * 100.0).round() as i32) - pose.centre();
                if self.goes_anywhere(id) || d.square() == 0 {
                    pose.facing
                } else {
                    crate::angle::heading(d.x, d.y)
                }
            },
            |f| crate::angle::normal((f * 100.0).round() as i32),
        );
        let to = Pose { x: (x * 100.0).round() as i32, y: (y * 100.0).round() as i32, facing };
        let disorder = question.get("disorder").and_then(Value::as_bool).unwrap_or(false);
        let order = crate::order::write(self.setup, &crate::order::Order::Move { stand: id, to, disorder });
        match self.plan_move(id, to, disorder) {
            Ok(plan) => {
                let walk = plan.walk.as_ref();
                let effects: Vec<Value> = walk
                    .map(|w| {
                        w.notes.iter().map(|(rule, what)| json!({ "rule": rule, "what": what })).collect()
                    })
                    .unwrap_or_default();
                let left = self.budget_left(id, &self.mover_of(id)) - plan.cost - 3 * CENT;
                let turning =
                    plan.turns.iter().filter(|pay| **pay == Pay::Half).count() as i64 * self.half(id);
                let words = forecast::of_move(
                    plan.cost as f64 / COST_INCH as f64,
                    turning as f64 / COST_INCH as f64,
                    (left as f64 / COST_INCH as f64).max(0.0),
                );
                Ok(json!({
                    "legal": true, "words": words, "order": order, "cost": plan.cost as f64 / COST_INCH as f64,
                    "left": (left as f64 / COST_INCH as f64).max(0.0), "turns": plan.turns.len(),
                    "turn_cost": turning as f64 / COST_INCH as f64,
                    "disordered": walk.is_some_and(|w| w.disordered), "halts": plan.halted, "effects": effects,
                }))
            }
            Err(blocked) => {
                let farthest = self.farthest(id, to, disorder).map(|p| json!(Spot::from(p)));
                Ok(
                    json!({ "legal": false, "error": blocked.refusal.why, "rule": blocked.refusal.rule, "farthest": farthest }),
                )
            }
        }
    }

    /// The remaining move and a ring of legal poses around a stand.
    fn ask_reach(&self, question: &Value) -> Result<Value, AskError> {
        let id = self.named(question, "stand")?;
        let mover = self.mover_of(id);
        let left = (self.budget_left(id, &mover) - 3 * CENT).max(0);
        let start = self.piece(id).pose;
        let far = left / 6 * if self.piece(id).has(crate::state::mark::COLUMN) { 3 } else { 1 };
        let mut poses = Vec::new();
        if self.may_act(id).is_ok() {
            for k in 0..24 {
                let direction = k * 1_500;
                let facing = if self.goes_anywhere(id) { start.facing } else { direction };
                let to = Pose::at(start.centre() + Pt::polar(far, direction), facing);
                if let Some(pose) = self.farthest(id, to, false) {
                    poses.push(json!(Spot::from(pose)));
                }
            }
        }
        Ok(
            json!({ "allowance": self.allowance(id), "left": left as f64 / COST_INCH as f64, "in_command": self.commanded(id), "poses": poses }),
        )
    }

    /// The firing arc as polygons, one for each range.
    fn ask_arc(&self, question: &Value) -> Result<Value, AskError> {
        let id = self.named(question, "stand")?;
        let (close, long) = crate::charts::ranges(self.setup.stand(id).weapon);
        let can = self.cannot_fire(id);
        let pose = self.piece(id).pose;
        let shape = |range: i64| -> Value {
            let Some((left, right)) = self.front_edge(id) else { return Value::Null };
            let mut points = vec![left];
            let far = range * CENT;
            points.push(left + Pt::polar(far, pose.facing - 4_500));
            for k in -3..=3 {
                let base = if k < 0 { left } else { right };
                points.push(base + Pt::polar(far, pose.facing + k * 1_500));
            }
            points.push(right);
            json!(points.iter().map(|p| [inches(cents(p.x)), inches(cents(p.y))]).collect::<Vec<_>>())
        };
        let mut answer = Map::new();
        answer.insert("all_round".into(), json!(self.piece(id).in_building()));
        answer.insert("can_fire".into(), json!(can.is_none()));
        if let Some(refusal) = can {
            answer.insert("why".into(), json!(refusal.why));
            answer.insert("rule".into(), json!(refusal.rule));
        }
        if !self.is_commander(id) {
            answer.insert("long".into(), json!({ "range": inches(self.longest_range(id).max(long.min(self.longest_range(id)))), "polygon": shape(self.longest_range(id)) }));
            if close > 0 {
                answer.insert("close".into(), json!({ "range": inches(close), "polygon": shape(close) }));
            }
        }
        Ok(Value::Object(answer))
    }
}

/// The chances of 0, 1, 2, ... hits of all these dice.
fn distribution(groups: &[Group]) -> Vec<f64> {
    groups.iter().fold(vec![1.0], |sum, g| convolve(&sum, &g.distribution()))
}

fn dice_words(group: &Group, dice: u8) -> String {
    let range = if group.close { "close" } else { "long" };
    let saves = match group.saves.len() {
        0 => String::new(),
        1 => ", a saving throw for each hit".to_owned(),
        n => format!(", {n} saving throws for each hit"),
    };
    match group.hits_on {
        6 => format!("{dice} at {range} range, hitting on 6{saves}"),
        n => format!("{dice} at {range} range, hitting on {n} or more{saves}"),
    }
}

fn saves(group: &Group) -> Vec<&'static str> {
    group.saves.iter().copied().collect()
}

/// The distribution of all attackers' casualties, and for each number the chance that nobody is left.
fn attacker_casualties(
    struck: &[(StandId, Vec<f64>)],
    attackers: usize,
    sp: impl Fn(StandId) -> usize,
) -> (Vec<f64>, Vec<f64>) {
    let mut merged: Vec<(StandId, Vec<f64>)> = Vec::new();
    for (id, odds) in struck {
        match merged.iter_mut().find(|(m, _)| m == id) {
            Some((_, sum)) => *sum = limited(&convolve(sum, odds), sp(*id)),
            None => merged.push((*id, odds.clone())),
        }
    }
    let all = merged.iter().fold(vec![1.0], |sum, (_, odds)| convolve(&sum, odds));
    // Nobody is left only if every attacker was struck and every one fell.
    let every = merged.len() == attackers;
    let whole: usize = merged.iter().map(|(id, _)| sp(*id)).sum();
    let wiped = (0..all.len()).map(|n| if every && n == whole { 1.0 } else { 0.0 }).collect();
    (all, wiped)
}
