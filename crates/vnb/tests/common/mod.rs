//! Little worlds for tests: a scenario text on a table text, loaded and questioned.
#![allow(dead_code, reason = "every test file uses its own part of this")]

use serde_json::Value;
use table::{NoLog, Ruleset, ScriptedDice, SeededDice, Side, Viewer};
use vnb::ids::StandId;
use vnb::kinds::Level;
use vnb::position::Pos;
use vnb::{Order, Setup, State, Vnb};

/// A scenario of the examples folder.
pub fn example(name: &str) -> Setup {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../data/examples/");
    let read = |file: &str| std::fs::read_to_string(format!("{folder}{file}")).map_err(|e| e.to_string());
    let file = format!("{name}.scenario.toml");
    let text = read(&file).expect("the example is there");
    vnb::load(&file, &text, &mut |f| read(f)).unwrap_or_else(|faults| panic!("{faults}"))
}

/// A built-in scenario.
pub fn ours(file: &str) -> Setup {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../data/vnb/");
    let read = |name: &str| std::fs::read_to_string(format!("{folder}{name}")).map_err(|e| e.to_string());
    vnb::load(file, &read(file).unwrap(), &mut |f| read(f)).unwrap_or_else(|f| panic!("{f}"))
}

/// A world of some stands and features.
pub struct World {
    pub setup: Setup,
    pub state: State,
}

/// Builds a world: `[vnb]` keys, features, stands. Stands are written short, see [`stand`].
pub fn world(vnb_keys: &str, features: &[&str], stands: &[String]) -> World {
    let setup = scenario(vnb_keys, features, stands).unwrap_or_else(|f| panic!("{f}"));
    let state = Vnb::start(&setup, &mut SeededDice::from_number(1), &mut NoLog);
    World { setup, state }
}

/// As [`world`], as the scenario writes it, before any rule has run.
pub fn position(vnb_keys: &str, features: &[&str], stands: &[String]) -> World {
    let setup = scenario(vnb_keys, features, stands).unwrap_or_else(|f| panic!("{f}"));
    let state = Vnb::position(&setup);
    World { setup, state }
}

pub fn scenario(vnb_keys: &str, features: &[&str], stands: &[String]) -> Result<Setup, table::Faults> {
    let table = format!("format = \"hardtack-table/1\"\nname = \"Field\"\n{}", features.join("\n"));
    let own: String = stands.concat();
    let mut divisions = String::new();
    for (side, name) in [("union", "u1"), ("confederate", "c1")] {
        // Divisions that a test does not speak of never tire.
        if !own.contains(&format!("[[division]]\nside = \"{side}\"\nname = \"{name}\""))
            && !vnb_keys.contains("tire")
        {
            divisions += &format!("[[division]]\nside = \"{side}\"\nname = \"{name}\"\nexhaustion = 99\n");
        }
    }
    let text = format!(
        "format = \"hardtack-scenario/1\"\nsystem = \"vnb\"\nname = \"Test\"\ntable = \"t\"\nfirst = \"union\"\n[vnb]\n{vnb_keys}\n{}\n{divisions}",
        stands.join("\n")
    );
    vnb::load("test.scenario.toml", &text, &mut |_| Ok(table.clone()))
}

/// A feature: kind, shape, more keys.
pub fn feature(kind: &str, shape: &str, more: &str) -> String {
    format!("[[feature]]\nkind = \"{kind}\"\nshape = {{ {shape} }}\n{more}\n")
}

/// A rectangle as a polygon.
pub fn rect(x0: f64, y0: f64, x1: f64, y1: f64) -> String {
    format!("polygon = [[{x0}, {y0}], [{x1}, {y0}], [{x1}, {y1}], [{x0}, {y1}]]")
}

/// A stand: `u` or `c`, name, type (short), weapon (short), place, more keys.
pub fn stand(
    side: char,
    name: &str,
    kind: &str,
    weapon: &str,
    (x, y, facing): (f64, f64, f64),
    more: &str,
) -> String {
    let side_word = if side == 'u' { "union" } else { "confederate" };
    let kind = match kind {
        "ib" => "infantry-brigade",
        "cb" => "cavalry-brigade",
        "mi" => "mounted-infantry",
        "is" => "infantry-skirmisher",
        "cs" => "cavalry-skirmisher",
        "bn" => "artillery-battalion",
        "by" => "artillery-battery",
        other => other,
    };
    let weapon = match weapon {
        "sb" => "smoothbore",
        "rc" => "rifled-carbine",
        "rm" => "rifled-musket",
        "cc" => "cartridge-carbine",
        "cr" => "cartridge-rifle",
        "sf" => "smoothbore-field",
        "rf" => "rifled-field",
        other => other,
    };
    let sp = if more.contains("sp =") { "" } else { "sp = 4\n" };
    let division = if more.contains("division") || more.contains("corps") {
        String::new()
    } else {
        format!("division = \"{side}1\"\n")
    };
    format!(
        "[[stand]]\nside = \"{side_word}\"\nname = \"{name}\"\ntype = \"{kind}\"\nweapon = \"{weapon}\"\nx = {x}\ny = {y}\nfacing = {facing}\n{sp}{division}{more}\n"
    )
}

/// A garrison of a building.
pub fn garrison(side: char, name: &str, kind: &str, weapon: &str, building: &str, more: &str) -> String {
    stand(side, name, kind, weapon, (40.0, 40.0, 0.0), &format!("garrison = \"{building}\"\n{more}"))
}

/// A commander: rank, place, more keys; division commanders lead the division stands are in by default.
pub fn leader(side: char, name: &str, rank: &str, (x, y): (f64, f64), more: &str) -> String {
    let side_word = if side == 'u' { "union" } else { "confederate" };
    let own = if rank == "division" && !more.contains("division") {
        format!("division = \"{side}1\"\n")
    } else {
        String::new()
    };
    format!(
        "[[stand]]\nside = \"{side_word}\"\nname = \"{name}\"\ntype = \"commander\"\nrank = \"{rank}\"\nx = {x}\ny = {y}\n{own}{more}\n"
    )
}

impl World {
    pub fn pos(&self) -> Pos<'_> {
        Pos::new(&self.setup, &self.state)
    }
    pub fn id(&self, name: &str) -> StandId {
        self.setup.find(name).unwrap_or_else(|| panic!("no stand {name}"))
    }
    pub fn ask(&self, question: Value) -> Value {
        match Vnb::ask(&self.setup, &self.state, Viewer::Referee, &question) {
            Ok(answer) => answer,
            Err(no) => no.to_json(),
        }
    }
    /// The rule that refuses a question, or `ok`.
    pub fn rule(&self, question: Value) -> String {
        let answer = self.ask(question);
        answer.get("rule").map_or("ok".to_owned(), |r| r.as_str().unwrap_or("?").to_owned())
    }
    pub fn seat(&self) -> Side {
        Vnb::standing(&self.setup, &self.state).seats().expect("a decision").first()
    }
    fn order(&self, text: &str) -> Order {
        // Names may stand in braces: `move {A} 1.00,2.00@0`.
        let text = text.replace(['{', '}'], "\"");
        Vnb::read_order(&self.setup, &text).unwrap_or_else(|e| panic!("{text}: {e}"))
    }
    /// The verdict on an order of whoever decides: `ok` or the rule against it.
    pub fn check(&self, text: &str) -> String {
        match Vnb::check(&self.setup, &self.state, self.seat(), &self.order(text)) {
            Ok(()) => "ok".into(),
            Err(no) => no.rule.0.into(),
        }
    }
    /// Gives orders one after the other, with these dice.
    pub fn play(&mut self, orders: &[&str], dice: &[u8]) -> Vec<vnb::Event> {
        let mut dice = ScriptedDice::new(dice.iter().copied());
        let mut events: Vec<vnb::Event> = Vec::new();
        for text in orders {
            let order = self.order(text);
            let seat = self.seat();
            Vnb::check(&self.setup, &self.state, seat, &order).unwrap_or_else(|no| panic!("{text}: {no}"));
            Vnb::apply(&self.setup, &mut self.state, seat, &order, &mut dice, &mut events);
            Vnb::sound(&self.setup, &self.state).unwrap_or_else(|fault| panic!("after {text}: {fault}"));
        }
        assert!(dice.is_empty(), "dice are left over");
        events
    }
    /// The kind of decision that is waited for.
    pub fn waits(&self) -> &'static str {
        match Vnb::standing(&self.setup, &self.state) {
            table::Standing::Waiting(d) => d.kind,
            table::Standing::Over(_) => "over",
        }
    }
    pub fn piece(&self, name: &str) -> &vnb::state::Piece {
        self.state.piece(self.id(name))
    }
    pub fn level(&self, name: &str) -> Level {
        self.piece(name).level
    }
    pub fn at(&self, name: &str) -> (f64, f64) {
        let pose = self.piece(name).pose;
        (f64::from(pose.x) / 100.0, f64::from(pose.y) / 100.0)
    }
    pub fn facing(&self, name: &str) -> f64 {
        f64::from(self.piece(name).pose.facing) / 100.0
    }
    pub fn has(&self, name: &str, mark: u16) -> bool {
        self.piece(name).has(mark)
    }
}
