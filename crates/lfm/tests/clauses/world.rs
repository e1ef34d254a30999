//! Small worlds: a map of clear hexes, a few counters, scripted dice.

use lfm::{Id, Lfm, Order, Phase, Piece, Pos, Setup, State, load};
use serde_json::{Value, json};
use table::{Dice, Ruleset, ScriptedDice, SeededDice, Side, Standing, Viewer};

/// A scenario being written. Hexes are pointy, RRCC, rows southwards, even rows half a hex east.
#[derive(Clone)]
pub struct World {
    map: String,
    terrain: String,
    levels: String,
    after: String,
    lfm: String,
    pieces: String,
    victory: String,
    first: &'static str,
    size: (u16, u16),
    grid: &'static str,
}

impl World {
    pub fn new(rows: u16, columns: u16) -> World {
        World {
            map: String::new(),
            terrain: String::new(),
            levels: String::new(),
            after: String::new(),
            lfm: String::new(),
            pieces: String::new(),
            victory: "[victory]\n".to_owned(),
            first: "first = \"union\"\n",
            size: (rows, columns),
            grid: "shape = \"pointy\"\nlabel = \"RRCC\"\n",
        }
    }

    pub fn grid(mut self, keys: &'static str) -> World {
        self.grid = keys;
        self
    }

    pub fn terrain(mut self, word: &str, hexes: &[&str]) -> World {
        self.terrain += &format!("{word} = {hexes:?}\n");
        self
    }

    pub fn level(mut self, level: u8, hexes: &[&str]) -> World {
        self.levels += &format!("{level} = {hexes:?}\n");
        self
    }

    pub fn road(mut self, kind: &str, path: &[&str]) -> World {
        self.after += &format!("[[road]]\nkind = \"{kind}\"\nname = \"the {kind}\"\npath = {path:?}\n");
        self
    }

    pub fn water(mut self, kind: &str, side: &str) -> World {
        self.after += &format!("[[water]]\nkind = \"{kind}\"\nsides = [\"{side}\"]\n");
        self
    }

    pub fn crossing(mut self, kind: &str, side: &str, more: &str) -> World {
        self.after += &format!("[[crossing]]\nkind = \"{kind}\"\nside = \"{side}\"\n{more}\n");
        self
    }

    pub fn wall(mut self, kind: &str, side: &str) -> World {
        self.after += &format!("[[wall]]\nkind = \"{kind}\"\nside = \"{side}\"\n");
        self
    }

    pub fn map(mut self, text: &str) -> World {
        self.after += text;
        self
    }

    pub fn lfm(mut self, keys: &str) -> World {
        self.lfm += keys;
        self.lfm += "\n";
        self
    }

    pub fn roll_initiative(mut self) -> World {
        self.first = "";
        self
    }

    pub fn confederate_first(mut self) -> World {
        self.first = "first = \"confederate\"\n";
        self
    }

    pub fn victory(mut self, text: &str) -> World {
        self.victory = text.to_owned();
        self
    }

    pub fn more(mut self, text: &str) -> World {
        self.pieces += text;
        self.pieces += "\n";
        self
    }

    /// `"u inf A I/1/1 4 4 0505 disorganized detached"`: side, arm, name, formation, SP, cohesion, hex
    /// (or `-`), state.
    pub fn unit(mut self, words: &str) -> World {
        let w: Vec<&str> = words.split_whitespace().collect();
        let arm = match w[1] {
            "inf" => "infantry",
            "cav" => "cavalry",
            "art" => "artillery",
            "horse" => "horse-artillery",
            other => other,
        };
        let hex = if w[6] == "-" { String::new() } else { format!("hex = \"{}\"\n", w[6]) };
        let (corps, division, brigade) = formation(w[3]);
        let guns = matches!(w[1], "art" | "horse");
        let brigade = if guns { "" } else { brigade };
        self.pieces += &format!(
            "[[unit]]\nside = \"{}\"\nname = \"{}\"\narm = \"{arm}\"\ncorps = \"{corps}\"\ndivision = \"{division}\"\n\
             brigade = \"{brigade}\"\nsp = {}\ncohesion = {}\n{hex}state = {:?}\n",
            side_word(w[0]),
            w[2],
            w[4],
            w[5],
            &w[7..]
        );
        self
    }

    /// `"u Meade 4 5 -/-/- 0505"`: side, name, stars, CV or `-`, formation, hex or `-`.
    pub fn man(self, words: &str) -> World {
        self.man_with(words, "")
    }

    pub fn man_with(mut self, words: &str, more: &str) -> World {
        let w: Vec<&str> = words.split_whitespace().collect();
        let cv = if w[3] == "-" { String::new() } else { format!("cv = {}\n", w[3]) };
        let hex = if w[5] == "-" { String::new() } else { format!("hex = \"{}\"\n", w[5]) };
        let (corps, division, brigade) = formation(w[4]);
        self.pieces += &format!(
            "[[commander]]\nside = \"{}\"\nname = \"{}\"\nstars = {}\n{cv}corps = \"{corps}\"\ndivision = \"{division}\"\n\
             brigade = \"{brigade}\"\n{hex}{more}\n",
            side_word(w[0]),
            w[1],
            w[2]
        );
        self
    }

    pub fn map_text(&self) -> String {
        let (rows, columns) = self.size;
        format!(
            "format = \"hardtack-map/1\"\nname = \"small\"\n{}\n[grid]\n{}rows = {rows}\ncolumns = {columns}\n\
             [terrain]\ndefault = \"clear\"\n{}[elevation]\n{}{}",
            self.map, self.grid, self.terrain, self.levels, self.after
        )
    }

    pub fn text(&self) -> String {
        format!(
            "format = \"hardtack-scenario/1\"\nsystem = \"lfm\"\nname = \"small\"\nmap = \"small.map.toml\"\n{}[lfm]\n{}\n{}\n{}",
            self.first, self.lfm, self.pieces, self.victory
        )
    }

    pub fn load(&self) -> Result<Setup, table::Faults> {
        let map = self.map_text();
        load("small.scenario.toml", &self.text(), &mut |_| Ok(map.clone()))
    }

    pub fn setup(&self) -> Setup {
        self.load().unwrap_or_else(|e| panic!("{e}\n{}", self.text()))
    }

    /// The faults of a scenario that does not load.
    pub fn faults(&self) -> String {
        self.load().err().unwrap_or_else(|| panic!("loads: {}", self.text())).to_string()
    }

    /// Asks about the position as written.
    pub fn ask(&self, question: Value) -> Value {
        let setup = self.setup();
        let state = Lfm::position(&setup);
        Lfm::ask(&setup, &state, Viewer::Referee, &question).unwrap_or_else(|e| e.to_json())
    }

    /// A game at its first decision; dice for the initiative where it is rolled.
    pub fn begin(&self, dice: &[u8]) -> Play {
        let setup = self.setup();
        let mut script = ScriptedDice::new(dice.iter().copied());
        let mut log: Vec<lfm::Event> = Vec::new();
        let state = Lfm::start(&setup, &mut script, &mut log);
        assert!(script.is_empty());
        Play { setup, state, log }
    }

    /// A game that has come to this phase of the first player without anybody doing anything.
    pub fn at(&self, phase: Phase) -> Play {
        let mut play = self.begin(&[]);
        play.until(phase, Side::Union);
        play
    }
}

pub fn side_word(word: &str) -> &'static str {
    if word.starts_with('u') { "union" } else { "confederate" }
}

fn formation(text: &str) -> (&str, &str, &str) {
    let mut parts = text.split('/').map(|p| if p == "-" { "" } else { p });
    (parts.next().unwrap_or(""), parts.next().unwrap_or(""), parts.next().unwrap_or(""))
}

/// A game under way.
pub struct Play {
    pub setup: Setup,
    pub state: State,
    pub log: Vec<lfm::Event>,
}

impl Play {
    pub fn pos(&self) -> Pos<'_> {
        Pos::new(&self.setup, &self.state)
    }

    pub fn id(&self, name: &str) -> Id {
        self.setup.find(name).unwrap_or_else(|| panic!("no {name}"))
    }

    pub fn piece(&self, name: &str) -> &Piece {
        self.state.piece(self.id(name))
    }

    pub fn has(&self, name: &str, flags: u32) -> bool {
        self.piece(name).has(flags)
    }

    /// The hex of a piece, or `-`.
    pub fn hex(&self, name: &str) -> String {
        let piece = self.piece(name);
        if piece.on_map() { self.setup.label(piece.at()) } else { "-".to_owned() }
    }

    pub fn kind(&self) -> &'static str {
        match Lfm::standing(&self.setup, &self.state) {
            Standing::Waiting(decision) => decision.kind,
            Standing::Over(_) => "over",
        }
    }

    pub fn seat(&self) -> Side {
        self.pos().decider().unwrap_or(Side::Union)
    }

    /// Legal orders as text, sorted.
    pub fn orders(&self) -> Vec<String> {
        let mut found = Vec::new();
        Lfm::orders(&self.setup, &self.state, self.seat(), &mut found);
        let mut text: Vec<String> = found.iter().map(|o| Lfm::write_order(&self.setup, o)).collect();
        text.sort();
        text
    }

    /// Legal orders that begin with a word.
    pub fn some(&self, verb: &str) -> Vec<String> {
        let begins = |o: &String| o.split(' ').next() == Some(verb);
        self.orders().into_iter().filter(begins).collect()
    }

    fn read(&self, order: &str) -> Order {
        Lfm::read_order(&self.setup, order).unwrap_or_else(|e| panic!("{order}: {e}"))
    }

    pub fn go(&mut self, order: &str) -> &mut Play {
        self.roll(order, &[])
    }

    /// Gives a legal order under these dice, exactly.
    pub fn roll(&mut self, order: &str, dice: &[u8]) -> &mut Play {
        let mut script = ScriptedDice::new(dice.iter().copied());
        self.give(order, &mut script);
        assert!(script.is_empty(), "dice left after `{order}`");
        self
    }

    pub fn give(&mut self, order: &str, dice: &mut dyn Dice) {
        let read = self.read(order);
        let seat = self.seat();
        if let Err(no) = Lfm::check(&self.setup, &self.state, seat, &read) {
            panic!("{order}: {no}; legal are {:?}", self.orders());
        }
        assert!(self.orders().contains(&order.to_owned()), "`{order}` is legal but not offered");
        Lfm::apply(&self.setup, &mut self.state, seat, &read, dice, &mut self.log);
        lfm::Lfm::sound(&self.setup, &self.state).unwrap_or_else(|e| panic!("after {order}: {e}"));
    }

    /// The rule that refuses an order; the position stays as it was.
    pub fn no(&self, order: &str) -> &'static str {
        let before = Lfm::fingerprint(&self.state);
        let read = self.read(order);
        let refusal = Lfm::check(&self.setup, &self.state, self.seat(), &read);
        let refusal = refusal.err().unwrap_or_else(|| panic!("`{order}` is legal"));
        assert!(!self.orders().contains(&order.to_owned()));
        assert_eq!(before, Lfm::fingerprint(&self.state));
        refusal.rule.0
    }

    pub fn may(&self, order: &str) -> bool {
        let legal = Lfm::check(&self.setup, &self.state, self.seat(), &self.read(order)).is_ok();
        assert_eq!(self.orders().contains(&order.to_owned()), legal, "{order}");
        legal
    }

    /// Says `done` until a phase of a side begins.
    pub fn until(&mut self, phase: Phase, side: Side) -> &mut Play {
        let mut dice = SeededDice::from_number(9);
        for _ in 0..400 {
            if self.state.phase == phase && self.state.side == side && self.kind() != "raze" {
                return self;
            }
            assert!(self.may("done"), "cannot pass over {}: {:?}", self.kind(), self.orders());
            self.give("done", &mut dice);
        }
        panic!("{phase:?} never comes");
    }

    /// Takes up a piece, walks, stops. Steps are directions, with `+` for the road rate.
    pub fn walk(&mut self, name: &str, steps: &str) -> &mut Play {
        self.go(&format!("take {name}"));
        self.steps(steps).go("halt")
    }

    pub fn steps(&mut self, steps: &str) -> &mut Play {
        for step in steps.split_whitespace() {
            match step.strip_suffix('+') {
                Some(dir) => self.go(&format!("step {dir} road")),
                None => self.go(&format!("step {step}")),
            };
        }
        self
    }

    pub fn said(&self) -> Vec<String> {
        self.log.iter().map(|e| Lfm::say(&self.setup, e)).collect()
    }

    pub fn ask(&self, question: Value) -> Value {
        Lfm::ask(&self.setup, &self.state, Viewer::Referee, &question).unwrap_or_else(|e| e.to_json())
    }

    pub fn view(&self) -> Value {
        Lfm::view(&self.setup, &self.state, Viewer::Spectator).erase().to_value()
    }

    /// A piece as the view shows it.
    pub fn shown(&self, name: &str) -> Value {
        let view = self.view();
        view["pieces"].as_array().unwrap().iter().find(|p| p["id"] == name).unwrap().clone()
    }
}

/// The results of the six faces of a die.
pub fn faces(answer: &Value) -> Vec<Value> {
    assert!(answer["error"].is_null(), "{answer}");
    answer["outcomes"].as_array().unwrap().iter().map(|o| o["result"].clone()).collect()
}

pub fn words(list: &str) -> Vec<Value> {
    list.split_whitespace().map(|w| json!(w)).collect()
}
