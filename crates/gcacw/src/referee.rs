//! The referee: questions about a position, and their answers as JSON.

use std::collections::BTreeMap;

use hexmap::{Dir, Hex};
use serde_json::{Map, Value, json};
use table::{AskError, Forecast, Modifier, Question, Rule, Viewer, chances};

use crate::charts::{self, Guns};
use crate::combat::{Attack, Manner, Sum};
use crate::forecast;
use crate::ground::Zoc;
use crate::order::AttackType;
use crate::position::Pos;
use crate::reach::MarchReach;
use crate::retreat::{Path, Plan, RetreatKind};
use crate::setup::{Arm, LeaderId, Rank, Setup, UnitId, UnitSet};
use crate::state::State;

type Answer = Result<Value, AskError>;

/// Answers one question.
pub(crate) fn ask(setup: &Setup, state: &State, viewer: Viewer, question: &Value) -> Answer {
    let known = state.known_to(setup, viewer);
    // In a combat only what everybody sees counts; a question about a hidden unit is its owner's alone.
    let fight = matches!(question.get("ask").and_then(Value::as_str), Some("attack" | "assault"));
    let named = |key: &str| question.get(key).and_then(Value::as_str);
    let hidden = named("unit").and_then(|u| setup.unit_named(u)).is_some_and(|u| known.is_hidden(u))
        || named("leader").and_then(|l| setup.leader_named(l)).is_some_and(|l| known.is_leader_hidden(l));
    let open = known.known_to(setup, if fight && !hidden { Viewer::Spectator } else { viewer });
    let q = Asked { pos: Pos { setup, state: &open }, keys: Question(question) };
    match q.keys.text("ask")? {
        "neighbors" => q.neighbors(),
        "zoc" => q.zoc(),
        "command-radius" => q.command_radius(),
        "reach" => q.reach(),
        "extended-march" => q.extended_march(),
        "attack" => q.attack(),
        "assault" => q.assault(),
        "retreat" => q.retreat(),
        other => Err(AskError::new(format!(
            "`{other}` is no question of Great Campaigns: expected neighbors, zoc, command-radius, reach, \
             extended-march, attack, assault or retreat"
        ))),
    }
}

struct Asked<'a> {
    pos: Pos<'a>,
    keys: Question<'a>,
}

impl Asked<'_> {
    // -------------------------------------------------------------- reading

    fn hex(&self, key: &str) -> Result<Hex, AskError> {
        let label = self.keys.text(key)?;
        self.pos
            .setup
            .map
            .grid
            .hex(label)
            .ok_or_else(|| AskError::new(format!("there is no hex `{label}` on the map")))
    }

    fn unit_named(&self, name: &str) -> Result<UnitId, AskError> {
        let unit = self
            .pos
            .setup
            .unit_named(name)
            .ok_or_else(|| AskError::new(format!("there is no unit `{name}`")))?;
        if self.pos.state.unit(unit).is_on_map() {
            Ok(unit)
        } else {
            Err(AskError::new(format!("`{name}` is not on the map")))
        }
    }

    fn unit(&self) -> Result<UnitId, AskError> {
        self.unit_named(self.keys.text("unit")?)
    }

    fn units(&self) -> Result<UnitSet, AskError> {
        let mut units = UnitSet::EMPTY;
        for name in self.keys.texts("units")? {
            units.add(self.unit_named(name)?);
        }
        Ok(units)
    }

    fn leader(&self) -> Result<LeaderId, AskError> {
        let name = self.keys.text("leader")?;
        let leader = self
            .pos
            .setup
            .leader_named(name)
            .ok_or_else(|| AskError::new(format!("there is no leader `{name}`")))?;
        let unknown = self.pos.state.forces.as_ref().is_some_and(|f| f.unknown_leaders >> leader.0 & 1 != 0);
        match self.pos.state.leader_hex(leader).filter(|_| !unknown) {
            Some(_) => Ok(leader),
            None => Err(AskError::new(format!("`{name}` is not on the map"))),
        }
    }

    fn label(&self, hex: Hex) -> String {
        self.pos.setup.map.grid.label(hex)
    }

    fn labels(&self, hexes: impl IntoIterator<Item = Hex>) -> Vec<String> {
        let mut labels: Vec<String> = hexes.into_iter().map(|h| self.label(h)).collect();
        labels.sort_unstable();
        labels
    }

    // -------------------------------------------------------------- answers

    fn neighbors(&self) -> Answer {
        let hex = self.hex("hex")?;
        Ok(json!({ "hexes": self.labels(self.pos.setup.map.grid.neighbors(hex).map(|(_, near)| near)) }))
    }

    fn zoc(&self) -> Answer {
        let side = self.keys.side()?;
        let of = |kind| {
            let hexes = self.pos.setup.map.grid.hexes();
            self.labels(hexes.filter(|h| self.pos.state.zoc(self.pos.setup, side, *h) == kind))
        };
        Ok(json!({ "normal": of(Zoc::Normal), "restricted": of(Zoc::Restricted) }))
    }

    fn command_radius(&self) -> Answer {
        let leader = self.leader()?;
        let mut units: Vec<&str> = self
            .pos
            .units_in_radius(leader)
            .into_iter()
            .map(|u| self.pos.setup.unit(u).name.as_str())
            .collect();
        units.sort_unstable();
        let words = Forecast::default().saying(match units.as_slice() {
            [] => "None of his units is within his reach.".to_owned(),
            [one] => format!("Within his reach: {one}."),
            all => format!("Within his reach, {} units: {}.", all.len(), all.join(", ")),
        });
        let hexes = self.labels(self.pos.command_radius(leader));
        Ok(json!({ "hexes": hexes, "units": units, "words": words }))
    }

    fn reach(&self) -> Answer {
        let unit = self.unit()?;
        let movement = self.keys.get("movement").and_then(Value::as_f64);
        let movement = movement.filter(|m| (0.0..=1000.0).contains(m) && (m * 2.0).fract() == 0.0);
        let movement = movement
            .ok_or_else(|| AskError::new("`movement` is missing: expected movement points, whole or half"))?;
        let mut reach = MarchReach::new();
        self.pos.march_reach(unit, (movement * 2.0) as u16, &mut reach);
        let wants_paths = self.keys.get("paths").and_then(Value::as_bool) == Some(true);
        let mut hexes = BTreeMap::new();
        for (hex, cost) in reach.reached() {
            let mut entry = json!({ "cost": number(cost as i64, 2) });
            if wants_paths {
                entry["path"] = reach.path(hex).into_iter().map(|h| self.label(h)).collect();
            }
            hexes.insert(self.label(hex), entry);
        }
        Ok(json!({ "hexes": hexes }))
    }

    fn extended_march(&self) -> Answer {
        let unit = self.unit()?;
        let state = self.pos.state.unit(unit);
        let fatigue = state.fatigue + 1;
        if state.fatigue >= 4 || !self.pos.is_extended(unit, fatigue) {
            return Ok(json!({ "applies": false }));
        }
        let mods = self.pos.extended_march_modifiers(unit, fatigue);
        let odds = chances(|dice| {
            use table::Dice;
            let modified = dice.d6("extended march") as i16 + mods.sum();
            charts::extended_march(modified, state.disorganized, state.manpower).word()
        });
        let order = ["NE", "D", "1", "2", "3"];
        let outcomes: Vec<Value> = order
            .iter()
            .filter_map(|word| odds.iter().find(|(found, _)| found == word))
            .map(|(word, p)| json!({ "result": word, "p": p, "say": forecast::march_words(word) }))
            .collect();
        let words = Forecast::new(order.iter().filter_map(|word| {
            let (_, p) = odds.iter().find(|(found, _)| found == word)?;
            Some((format!("it {}", forecast::march_words(word)), *p))
        }));
        let modifiers: Vec<Value> = mods.0.iter().map(|m| modifier_json(None, m)).collect();
        Ok(json!({
            "applies": true, "modifiers": modifiers, "modifier": mods.sum(), "outcomes": outcomes, "words": words,
        }))
    }

    fn attack(&self) -> Answer {
        let unit = self.unit()?;
        let target = self.hex("target")?;
        let word = self.keys.text("type")?;
        let kind = AttackType::from_word(word).ok_or_else(|| {
            AskError::new(format!("type `{word}`: expected column, hasty, normal or prepared"))
        })?;
        self.pos.may_attack_alone(unit)?;
        let from = self.pos.state.unit(unit).hex;
        self.pos.attack_crosses(self.pos.setup.unit(unit).side, from, target, true)?;
        let attack = Attack::march(unit, from, target, kind);
        Ok(Value::Object(self.combat(&attack)))
    }

    fn assault(&self) -> Answer {
        let leader = self.leader()?;
        let units = self.units()?;
        let target = self.hex("target")?;
        let l = self.pos.setup.leader(leader);
        if l.rank == Rank::Army {
            return Err(AskError::by(Rule("G7.1-23"), "army leaders do not begin assaults"));
        }
        let Some(hex) = self.pos.state.leader_hex(leader) else {
            return Err(AskError::new(format!("`{}` is not on the map", l.name)));
        };
        for unit in units {
            self.may_assault_with(leader, hex, unit)?;
        }
        if !units.into_iter().any(|u| self.pos.may_attack_alone(u).is_ok()) {
            return Err(AskError::by(Rule("G7.1-28"), "artillery alone makes no assault"));
        }
        self.pos.attack_crosses(l.side, hex, target, true)?;
        let lee = self.keys.is_set("lee");
        if lee {
            self.pos.may_declare_lee(leader, hex)?;
        }
        let manner = Manner::Assault { leader, lee, grand: false };
        let attack = Attack { attackers: units, from: hex, target, manner };
        let mut answer = self.combat(&attack);
        self.participants(leader, units, &mut answer);
        let fails = answer["fails"].as_f64().filter(|p| *p > 0.0);
        if let Some((say, p)) = answer["words"]["say"].as_str().zip(fails) {
            let say = format!("{}: he fails to bring it about. If all go: {say}", table::in_100(p));
            answer["words"]["say"] = say.into();
        }
        Ok(Value::Object(answer))
    }

    fn may_assault_with(&self, leader: LeaderId, hex: Hex, unit: UnitId) -> Result<(), AskError> {
        let l = self.pos.setup.leader(leader);
        let printed = self.pos.setup.unit(unit);
        if printed.side != l.side || self.pos.state.unit(unit).hex != hex {
            return Err(AskError::by(
                Rule("G7.1-25"),
                format!("{} is not in the leader's hex", printed.name),
            ));
        }
        if !l.commands.has(unit) && printed.arm != Arm::Artillery {
            return Err(AskError::by(Rule("G7.1-26"), format!("{} is not of his command", printed.name)));
        }
        if self.pos.state.unit(unit).fatigue > 3 {
            return Err(AskError::by(Rule("G7.1-25"), format!("{} is at Fatigue Level 4", printed.name)));
        }
        Ok(())
    }

    /// How many of the units the command roll lets attack.
    fn participants(&self, leader: LeaderId, units: UnitSet, answer: &mut Map<String, Value>) {
        let odds = chances(|dice| {
            use table::Dice;
            self.pos
                .assault_number(leader, dice.d6("assault command"))
                .map(|number| Pos::units_by_number(number, units.len()))
        });
        let fails: f64 = odds.iter().filter(|(n, _)| n.is_none()).map(|(_, p)| p).sum();
        let mut list: Vec<(u32, f64)> = odds.iter().filter_map(|(n, p)| n.map(|n| (n, *p))).collect();
        list.sort_by_key(|(n, _)| *n);
        let list: Vec<Value> = list.iter().map(|(n, p)| json!({ "units": n, "p": p })).collect();
        answer.insert("participants".into(), list.into());
        answer.insert("fails".into(), fails.into());
    }

    fn combat(&self, attack: &Attack) -> Map<String, Value> {
        let sum = self.pos.combat_sum(attack);
        let mut modifiers: Vec<Value> =
            sum.attacker.iter().map(|m| modifier_json(Some("attacker"), m)).collect();
        modifiers.extend(gun_modifiers(sum.guns));
        modifiers.extend(sum.defender.iter().map(|m| modifier_json(Some("defender"), m)));
        let covered = Dir::ALL
            .into_iter()
            .filter(|d| sum.flank.covered[d.index()])
            .filter_map(|d| self.pos.setup.map.grid.neighbor(attack.target, d));
        let sure_guns = if sum.guns == Guns::TwoOrOne { 1 } else { 0 };
        let answer = json!({
            "attacker_value": number(sum.attacker_value as i64, 4),
            "defender_value": number(sum.defender_value as i64, 4),
            "chart_value": number(sum.chart_value as i64, 4),
            "ratio": format!("{}-{}", sum.ratio.attacker, sum.ratio.defender),
            "modifiers": modifiers,
            "attacker_modifier": sum.attacker_modifier() + sure_guns,
            "defender_modifier": sum.defender_modifier(),
            "flank": {
                "covered": self.labels(covered),
                "count": sum.flank.covered.iter().filter(|c| **c).count(),
                "basic": sum.flank.basic,
                "final": sum.flank.last,
                "effective": sum.flank.effective,
            },
            "outcomes": outcomes(&sum),
            "words": forecast::of_attack(&sum),
        });
        match answer {
            Value::Object(map) => map,
            _ => Map::new(),
        }
    }

    fn retreat(&self) -> Answer {
        let units = self.units()?;
        let active = self.hex("active")?;
        let kind = match self.keys.text("kind")? {
            "retreat" => RetreatKind::Normal,
            "rout" => RetreatKind::Rout,
            "cavalry" => RetreatKind::Cavalry,
            "voluntary" => RetreatKind::Voluntary,
            other => {
                return Err(AskError::new(format!(
                    "kind `{other}`: expected retreat, rout, cavalry or voluntary"
                )));
            }
        };
        let Some(first) = units.first() else { return Err(AskError::new("units: expected at least one")) };
        let (start, side) = (self.pos.state.unit(first).hex, self.pos.setup.unit(first).side);
        for unit in units {
            if self.pos.state.unit(unit).hex != start || self.pos.setup.unit(unit).side != side {
                return Err(AskError::by(Rule("G7.6-5"), "units that retreat together stand in one hex"));
            }
            let printed = self.pos.setup.unit(unit);
            if kind == RetreatKind::Cavalry && printed.mounted {
                return Err(AskError::by(Rule("G7.7-33"), "mounted infantry makes no cavalry retreat"));
            }
            if kind == RetreatKind::Cavalry && printed.arm != Arm::Cavalry {
                return Err(AskError::by(Rule("G7.7-1"), "only cavalry makes a cavalry retreat"));
            }
        }
        let plan = Plan { pos: self.pos, side, kind, start, active };
        Ok(self.retreat_answer(&plan))
    }

    fn retreat_answer(&self, plan: &Plan) -> Value {
        let path = Default::default();
        let choices = plan.choices(plan.start, &path, false);
        let mut first = BTreeMap::new();
        for flee in &choices {
            let entry = json!({ "chart": flee.chart, "priority": flee.priority, "loss": flee.loss });
            first.insert(self.label(flee.to), entry);
        }
        let mut ends: BTreeMap<String, (usize, u32)> = BTreeMap::new();
        let mut walk = EndSearch { plan, ends: &mut ends, label: &|h| self.label(h) };
        walk.from(plan.start, &mut path.clone(), false, 0);
        let ends: BTreeMap<&String, Value> =
            ends.iter().map(|(hex, (hexes, loss))| (hex, json!({ "hexes": hexes, "loss": loss }))).collect();
        json!({ "first": first, "ends": ends, "surrenders": choices.is_empty() })
    }
}

/// Walks every retreat that may be made and notes where it can end.
struct EndSearch<'a> {
    plan: &'a Plan<'a>,
    ends: &'a mut BTreeMap<String, (usize, u32)>,
    label: &'a dyn Fn(Hex) -> String,
}

impl EndSearch<'_> {
    fn from(&mut self, at: Hex, path: &mut Path, override_used: bool, loss: u32) {
        if self.plan.may_stop(at, path) {
            let known = self.ends.entry((self.label)(at)).or_insert((usize::MAX, u32::MAX));
            known.0 = known.0.min(path.len());
            known.1 = known.1.min(loss);
        }
        let lowest = self.plan.legal(at, path).iter().map(|f| f.priority).min().unwrap_or(0);
        for flee in self.plan.choices(at, path, override_used) {
            path.push(flee.to);
            self.from(flee.to, path, override_used || flee.priority > lowest, loss + flee.loss as u32);
            path.pop();
        }
    }
}

/// A number of parts as JSON: a whole number where it is one.
fn number(parts: i64, of: i64) -> Value {
    if parts % of == 0 { (parts / of).into() } else { (parts as f64 / of as f64).into() }
}

fn modifier_json(to: Option<&str>, m: &Modifier) -> Value {
    let mut json = json!({ "name": m.name, "value": m.value, "rule": m.rule.section(), "clause": m.rule });
    if let Some(to) = to {
        json["to"] = to.into();
    }
    json
}

/// Modifiers that the artillery die decides.
fn gun_modifiers(guns: Guns) -> Vec<Value> {
    let chance = |value: i16, rule: &'static str| {
        json!({ "to": "attacker", "name": "artillery", "value": value, "chance": 0.5,
                "rule": Rule(rule).section(), "clause": rule })
    };
    match guns {
        Guns::Sure(_) => Vec::new(),
        Guns::IfEven(value) => vec![chance(value, "G7.4-17")],
        Guns::TwoOrOne => vec![
            modifier_json(
                Some("attacker"),
                &Modifier { name: "artillery".into(), value: 1, rule: Rule("G7.4-18") },
            ),
            chance(1, "G7.4-18"),
        ],
    }
}

/// The exact chances of every die difference with both results.
fn outcomes(sum: &Sum) -> Vec<Value> {
    let mut odds = chances(|dice| sum.roll(dice).difference);
    odds.sort_by_key(|(difference, _)| *difference);
    odds.iter()
        .map(|(difference, p)| {
            let attacker = charts::attacker_result(*difference, sum.attacker_value);
            let defender = charts::defender_result(*difference, sum.chart_value);
            let (us, him) =
                (forecast::result_words(attacker, sum.extra_loss), forecast::result_words(defender, 0));
            json!({
                "difference": difference,
                "p": p,
                "attacker": attacker.text,
                "defender": defender.text,
                "say": format!("The defender {him}; the attacker {us}"),
            })
        })
        .collect()
}
