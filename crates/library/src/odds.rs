//! The combat of each system as a form, for people at a physical table.
//!
//! A filled-in form becomes a scenario of two units on a few hexes (or two stands on a bare table), and the
//! answer is the referee's about that position: there is no second way to count odds.

use serde_json::{Value, json};
use table::{AskError, Viewer};

use crate::scenario::open_texts;

/// Every form: `system`, `id`, `title`, `about` and `fields`.
pub fn odds_forms() -> Value {
    json!([gcacw_form(), lfm_form(), vnb_form()])
}

/// Answers a filled-in form.
///
/// # Errors
/// A field is missing or out of its range, or the rules forbid such a combat.
pub fn odds(system: &str, question: &Value) -> Result<Value, AskError> {
    let filled = Filled(question);
    match system {
        "gcacw" => gcacw(&filled),
        "lfm" => lfm(&filled),
        "vnb" => vnb(&filled),
        _ => Err(AskError::new("no such system: expected gcacw, lfm or vnb")),
    }
}

fn number(key: &str, label: &str, least: i64, most: i64, usual: i64) -> Value {
    json!({"key": key, "label": label, "kind": "number", "least": least, "most": most, "usual": usual})
}

fn check(key: &str, label: &str) -> Value {
    json!({"key": key, "label": label, "kind": "check", "usual": false})
}

fn choice(key: &str, label: &str, choices: &[&str], usual: &str) -> Value {
    let of = |word: &&str| json!({"value": word, "label": word.replace('-', " ")});
    let choices: Vec<Value> = choices.iter().map(of).collect();
    json!({"key": key, "label": label, "kind": "choice", "choices": choices, "usual": usual})
}

/// What somebody filled in, checked field by field against the form.
struct Filled<'a>(&'a Value);

impl Filled<'_> {
    fn number(&self, key: &str, least: i64, most: i64) -> Result<i64, AskError> {
        let found = self.0[key].as_i64().filter(|n| (least..=most).contains(n));
        found.ok_or_else(|| AskError::new(format!("`{key}` is a whole number from {least} to {most}")))
    }
    fn check(&self, key: &str) -> bool {
        self.0[key].as_bool().unwrap_or(false)
    }
    fn choice(&self, key: &str, choices: &[&'static str]) -> Result<&'static str, AskError> {
        let found = choices.iter().copied().find(|c| self.0[key].as_str() == Some(c));
        found.ok_or_else(|| AskError::new(format!("`{key}` is one of {}", choices.join(", "))))
    }
}

/// Asks the referee about a scenario written for the purpose.
fn ask(text: String, beside: &[(&str, String)], question: &Value) -> Result<Value, AskError> {
    let scenario = open_texts("odds.scenario.toml", text, beside);
    let scenario = scenario.map_err(|faults| AskError::new(faults.to_string()))?;
    scenario.position().ask(Viewer::Referee, question)
}

const ATTACKS: &[&str] = &["column", "hasty", "normal", "prepared"];
const GROUND: &[&str] = &["clear", "rolling", "rough", "woods", "city", "swamp"];
const WORKS: &[&str] = &["none", "abatis", "breastwork", "fort"];

fn gcacw_form() -> Value {
    json!({
        "system": "gcacw", "id": "attack", "title": "an attack",
        "about": "One infantry division attacks one infantry division in the next hex, across open ground, in a dry turn.",
        "fields": [
            choice("type", "Type of attack", ATTACKS, "hasty"),
            number("attacker_manpower", "Attacker: manpower", 1, 11, 8),
            number("attacker_tactical", "Attacker: tactical value", 0, 6, 2),
            number("attacker_artillery", "Attacker: artillery value", 0, 6, 2),
            number("attacker_fatigue", "Attacker: fatigue", 0, 4, 1),
            check("attacker_disorganized", "Attacker disorganized"),
            number("defender_manpower", "Defender: manpower", 1, 11, 6),
            number("defender_tactical", "Defender: tactical value", 0, 6, 2),
            number("defender_artillery", "Defender: artillery value", 0, 6, 2),
            number("defender_fatigue", "Defender: fatigue", 0, 4, 1),
            check("defender_disorganized", "Defender disorganized"),
            choice("terrain", "Ground under the defender", GROUND, "clear"),
            choice("works", "Entrenchment of the defender", WORKS, "none"),
        ],
    })
}

fn gcacw(filled: &Filled) -> Result<Value, AskError> {
    let kind = filled.choice("type", ATTACKS)?;
    let terrain = filled.choice("terrain", GROUND)?;
    let works = match filled.choice("works", WORKS)? {
        "none" => String::new(),
        works => format!("entrenchment = \"{works}\"\n"),
    };
    let unit = |who: &str, side: &str, hex: &str, more: &str| -> Result<String, AskError> {
        let value = |key: &str, least, most| filled.number(&format!("{who}_{key}"), least, most);
        Ok(format!(
            "[[unit]]\nside = \"{side}\"\nname = \"{who}\"\nsize = \"division\"\narm = \"infantry\"\n\
             tactical = {}\nartillery = {}\nmanpower = {}\nfatigue = {}\ndisorganized = {}\nhex = \"{hex}\"\n{more}",
            value("tactical", 0, 6)?,
            value("artillery", 0, 6)?,
            value("manpower", 1, 11)?,
            value("fatigue", 0, 4)?,
            filled.check(&format!("{who}_disorganized")),
        ))
    };
    let text = format!(
        "format = \"hardtack-scenario/1\"\nsystem = \"gcacw\"\nname = \"Odds\"\nmap = \"odds.map.toml\"\n\
         [gcacw]\ngame = \"HSN\"\nyear = 1864\nturns = 1\nstarts = \"1864-11-29\"\nrandom_events = false\n{}{}",
        unit("attacker", "confederate", "0302", "")?,
        unit("defender", "union", "0303", &works)?,
    );
    let question = json!({"ask": "attack", "unit": "attacker", "target": "0303", "type": kind});
    ask(text, &[("odds.map.toml", map(1940, terrain, ""))], &question)
}

/// Five by five hexes of open ground; the defender's is 0303.
fn map(yards: u32, terrain: &str, more: &str) -> String {
    let ground = if terrain == "clear" { String::new() } else { format!("{terrain} = [\"0303\"]\n") };
    format!(
        "format = \"hardtack-map/1\"\nname = \"Odds\"\nyards_per_hex = {yards}\n[grid]\nshape = \"pointy\"\n\
         label = \"RRCC\"\nrows = 5\ncolumns = 5\n[terrain]\ndefault = \"clear\"\n{ground}{more}"
    )
}

const FIELD: &[&str] = &["clear", "woods", "orchard", "cornfield", "town", "marsh"];

fn lfm_form() -> Value {
    json!({
        "system": "lfm", "id": "combat", "title": "close combat",
        "about": "One infantry regiment attacks one infantry regiment in the next hex.",
        "fields": [
            number("attacker_sp", "Attacker: strength points", 1, 16, 6),
            number("attacker_cohesion", "Attacker: cohesion", 1, 6, 4),
            check("attacker_disorganized", "Attacker disorganized"),
            number("defender_sp", "Defender: strength points", 1, 16, 4),
            number("defender_cohesion", "Defender: cohesion", 1, 6, 4),
            check("defender_disorganized", "Defender disorganized"),
            choice("terrain", "Ground under the defender", FIELD, "clear"),
            number("levels", "Levels the defender stands higher", 0, 3, 0),
        ],
    })
}

fn lfm(filled: &Filled) -> Result<Value, AskError> {
    let unit = |who: &str, side: &str, hex: &str| -> Result<String, AskError> {
        let value = |key: &str, most| filled.number(&format!("{who}_{key}"), 1, most);
        let state = if filled.check(&format!("{who}_disorganized")) { "\"disorganized\"" } else { "" };
        Ok(format!(
            "[[unit]]\nside = \"{side}\"\nname = \"{who}\"\narm = \"infantry\"\ncorps = \"I\"\ndivision = \"1\"\n\
             brigade = \"1\"\nsp = {}\ncohesion = {}\nstate = [{state}]\nhex = \"{hex}\"\n\
             [[commander]]\nside = \"{side}\"\nname = \"of {who}\"\nstars = 1\ncorps = \"I\"\ndivision = \"1\"\n\
             brigade = \"1\"\nhex = \"{}\"\n",
            value("sp", 16)?,
            value("cohesion", 6)?,
            if hex == "0302" { "0301" } else { "0304" },
        ))
    };
    let text = format!(
        "format = \"hardtack-scenario/1\"\nsystem = \"lfm\"\nname = \"Odds\"\nmap = \"odds.map.toml\"\n\
         first = \"confederate\"\n[lfm]\nturns = 2\n[victory]\n{}{}",
        unit("attacker", "confederate", "0302")?,
        unit("defender", "union", "0303")?,
    );
    let high = match filled.number("levels", 0, 3)? {
        0 => String::new(),
        level => format!("[elevation]\ndefault = 0\n{level} = [\"0303\"]\n"),
    };
    let question = json!({"ask": "combat", "attackers": ["0302"], "target": "0303"});
    let map = map(250, filled.choice("terrain", FIELD)?, &high);
    ask(text, &[("odds.map.toml", map)], &question)
}

const FIRERS: &[&str] = &["infantry-brigade", "artillery-battalion", "artillery-battery"];
const TARGETS: &[&str] = &["infantry-brigade", "cavalry-brigade", "artillery-battery"];
const SMALL_ARMS: &[&str] = &["rifled-musket", "smoothbore", "cartridge-rifle"];
const GUNS: &[&str] = &["smoothbore-field", "rifled-field", "smoothbore-heavy", "rifled-heavy"];

fn vnb_form() -> Value {
    json!({
        "system": "vnb", "id": "fire", "title": "fire",
        "about": "One stand fires at another straight ahead on open ground.",
        "fields": [
            choice("by", "Who fires", FIRERS, "infantry-brigade"),
            choice("weapon", "Small arms, of infantry", SMALL_ARMS, "rifled-musket"),
            choice("guns", "Guns, of artillery", GUNS, "smoothbore-field"),
            number("sp", "Firer: strength points", 1, 8, 5),
            check("stationary", "Firer stationary"),
            check("disordered", "Firer disordered"),
            choice("at", "Target", TARGETS, "infantry-brigade"),
            number("target_sp", "Target: strength points", 1, 8, 4),
            number("range", "Inches between them", 1, 24, 2),
        ],
    })
}

fn vnb(filled: &Filled) -> Result<Value, AskError> {
    let range = filled.number("range", 1, 24)? as f64;
    // The depths of the stands are the system's business: it says them, then the target is put in place.
    let depth = |piece: usize, text: String| -> Result<f64, AskError> {
        let beside = [("odds.table.toml", table())];
        let scenario = open_texts("odds.scenario.toml", text, &beside);
        let scenario = scenario.map_err(|faults| AskError::new(faults.to_string()))?;
        Ok(scenario.position().view(Viewer::Referee).pieces.get(piece).and_then(|p| p.depth).unwrap_or(1.5))
    };
    let apart = |y: f64| vnb_text(filled, y);
    let gap = (depth(0, apart(40.0)?)? + depth(1, apart(40.0)?)?) / 2.0;
    let question = json!({"ask": "fire", "by": "firer", "at": "target"});
    ask(apart(8.0 + gap + range)?, &[("odds.table.toml", table())], &question)
}

fn table() -> String {
    "format = \"hardtack-table/1\"\nname = \"Odds\"\nwidth = 60\nheight = 60\n".to_owned()
}

fn vnb_text(filled: &Filled, y: f64) -> Result<String, AskError> {
    let mut state = Vec::new();
    if filled.check("stationary") {
        state.push("\"stationary\"");
    }
    if filled.check("disordered") {
        state.push("\"disordered\"");
    }
    let firer = filled.choice("by", FIRERS)?;
    let weapon = match firer.starts_with("artillery") {
        true => filled.choice("guns", GUNS)?,
        false => filled.choice("weapon", SMALL_ARMS)?,
    };
    let target = filled.choice("at", TARGETS)?;
    let arms = if target.starts_with("artillery") { "smoothbore-field" } else { "rifled-musket" };
    let stand = |name: &str,
                 side: &str,
                 kind: &str,
                 weapon: &str,
                 sp: i64,
                 y: f64,
                 facing: u16,
                 state: &str| {
        format!(
            "[[stand]]\nside = \"{side}\"\nname = \"{name}\"\ntype = \"{kind}\"\nweapon = \"{weapon}\"\nsp = {sp}\n\
             morale = 5\ndivision = \"{name}s\"\nx = 30\ny = {y:.2}\nfacing = {facing}\nstate = [{state}]\n"
        )
    };
    let division = |name: &str, side: &str| {
        format!("[[division]]\nside = \"{side}\"\nname = \"{name}s\"\nexhaustion = 9\n")
    };
    Ok(format!(
        "format = \"hardtack-scenario/1\"\nsystem = \"vnb\"\nname = \"Odds\"\ntable = \"odds.table.toml\"\n\
         first = \"union\"\n[vnb]\nturns = 2\ndate = \"1862-04-06\"\nstarts = \"13:00\"\n{}{}{}{}",
        division("firer", "union"),
        division("target", "confederate"),
        stand("firer", "union", firer, weapon, filled.number("sp", 1, 8)?, 8.0, 0, &state.join(", ")),
        stand("target", "confederate", target, arms, filled.number("target_sp", 1, 8)?, y, 180, ""),
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every form as it opens, and with each field at each of its ends.
    #[test]
    fn every_form_has_an_answer_or_a_rule_that_forbids_it() {
        let mut wrong = Vec::new();
        for form in odds_forms().as_array().unwrap() {
            let fields = form["fields"].as_array().unwrap();
            let usual: serde_json::Map<String, Value> =
                fields.iter().map(|f| (f["key"].as_str().unwrap().to_owned(), f["usual"].clone())).collect();
            let system = form["system"].as_str().unwrap();
            match odds(system, &Value::Object(usual.clone())) {
                Err(no) => wrong.push(format!("{system}, as it opens: {no}")),
                Ok(answer) => {
                    assert!(answer["outcomes"].is_array() || answer["hits"].is_array(), "{answer}");
                }
            }
            for field in fields {
                for value in ends(field) {
                    let mut filled = usual.clone();
                    filled.insert(field["key"].as_str().unwrap().to_owned(), value.clone());
                    if let Err(no) = odds(system, &Value::Object(filled))
                        && no.rule.is_none()
                    {
                        wrong.push(format!("{system}: {} = {value}: {no}", field["key"]));
                    }
                }
            }
        }
        assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    }

    fn ends(field: &Value) -> Vec<Value> {
        match field["kind"].as_str() {
            Some("number") => vec![field["least"].clone(), field["most"].clone()],
            Some("choice") => {
                field["choices"].as_array().unwrap().iter().map(|c| c["value"].clone()).collect()
            }
            _ => vec![json!(true)],
        }
    }

    #[test]
    fn nonsense_is_refused_in_words() {
        for bad in [json!({}), json!({"type": "hasty", "terrain": "lava"}), json!(null), json!({"type": 3})] {
            assert!(!odds("gcacw", &bad).unwrap_err().why.is_empty());
        }
        assert!(odds("chess", &json!({})).is_err());
    }

    #[test]
    fn works_make_an_attack_harder() {
        let mut q = json!({"type": "hasty", "terrain": "clear", "works": "none"});
        for who in ["attacker", "defender"] {
            for (key, value) in [("manpower", 8), ("tactical", 2), ("artillery", 2), ("fatigue", 0)] {
                q[format!("{who}_{key}")] = value.into();
            }
        }
        let mean = |q: &Value| -> f64 {
            let answer = odds("gcacw", q).unwrap();
            let outcomes = answer["outcomes"].as_array().unwrap();
            outcomes.iter().map(|o| o["p"].as_f64().unwrap() * o["difference"].as_f64().unwrap()).sum()
        };
        let open = mean(&q);
        q["works"] = "breastwork".into();
        assert!(mean(&q) < open);
    }
}
