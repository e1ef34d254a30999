//! A scenario in the making, as text: what the tests inside the rules and those of the clauses are drawn on.

use std::fmt::Write;

/// A scenario in the making: clear ground of 12 rows and 12 columns, rows growing northwards, even rows
/// half a hex east, as the published maps are (0505 has 0506 to its east, 0605 and 0604 to its north).
pub struct World {
    pub(super) grid: String,
    map: String,
    terrain: String,
    features: String,
    game: (&'static str, u16),
    settings: String,
    pieces: String,
}

pub fn world() -> World {
    World {
        grid: "shape = \"pointy\"\nlabel = \"RRCC\"\nrows = 12\ncolumns = 12\nrow_one = \"south\"\nshifted = \"even\"\n"
            .into(),
        map: String::new(),
        terrain: String::new(),
        features: String::new(),
        game: ("HSN", 1864),
        settings: String::new(),
        pieces: String::new(),
    }
}

impl World {
    /// The published game and the year.
    pub fn game(mut self, code: &'static str, year: u16) -> World {
        self.game = (code, year);
        self
    }
    /// Further keys of `[gcacw]`, then other tables: `optional = ["fatigue-4-march"]`.
    pub fn settings(mut self, keys: &str) -> World {
        writeln!(self.settings, "{keys}").unwrap();
        self
    }
    pub fn terrain(mut self, word: &str, hexes: &[&str]) -> World {
        writeln!(self.terrain, "{word} = {hexes:?}").unwrap();
        self
    }
    /// A road, pike, trail or railroad.
    pub fn way(mut self, kind: &str, path: &[&str]) -> World {
        writeln!(self.map, "[[road]]\nkind = {kind:?}\npath = {path:?}").unwrap();
        self
    }
    pub fn water(mut self, kind: &str, sides: &[&str]) -> World {
        writeln!(self.map, "[[water]]\nkind = {kind:?}\nsides = {sides:?}").unwrap();
        self
    }
    pub fn crossing(mut self, kind: &str, side: &str) -> World {
        writeln!(self.map, "[[crossing]]\nkind = {kind:?}\nside = {side:?}").unwrap();
        self
    }
    /// Any further tables of the map file.
    pub fn map(mut self, tables: &str) -> World {
        writeln!(self.map, "{tables}").unwrap();
        self
    }
    /// Keys of `[features]`.
    pub fn feature(mut self, keys: &str) -> World {
        writeln!(self.features, "{keys}").unwrap();
        self
    }
    /// A division: side `u` or `c`, arm, name, hex, Manpower; `more` are further keys, one a line.
    pub fn unit(mut self, side: &str, arm: &str, name: &str, hex: &str, manpower: u8, more: &str) -> World {
        let side = if side == "u" { "union" } else { "confederate" };
        writeln!(
            self.pieces,
            "[[unit]]\nside = {side:?}\nname = {name:?}\narm = {arm:?}\nhex = {hex:?}\nmanpower = {manpower}\n{more}"
        )
        .unwrap();
        self
    }
    pub fn infantry(self, side: &str, name: &str, hex: &str, manpower: u8, more: &str) -> World {
        self.unit(side, "infantry", name, hex, manpower, more)
    }
    pub fn cavalry(self, side: &str, name: &str, hex: &str, manpower: u8, more: &str) -> World {
        self.unit(side, "cavalry", name, hex, manpower, more)
    }
    /// A leader of a command, with a unit; `more` as in `tactical = 3\ncommand_value = 4`.
    pub fn leader(
        mut self,
        side: &str,
        rank: &str,
        name: &str,
        command: &str,
        with: &str,
        more: &str,
    ) -> World {
        let side = if side == "u" { "union" } else { "confederate" };
        writeln!(
            self.pieces,
            "[[leader]]\nside = {side:?}\nname = {name:?}\nrank = {rank:?}\ncommand = {command:?}\nwith = {with:?}\n{more}"
        )
        .unwrap();
        self
    }
    /// Any further tables of the scenario file: `[[marker]]`, `[weather]`, `[victory]`, units that arrive.
    pub fn scenario(mut self, tables: &str) -> World {
        writeln!(self.pieces, "{tables}").unwrap();
        self
    }

    /// The map's text and the scenario's.
    pub fn texts(&self) -> (String, String) {
        let map = format!(
            "format = \"hardtack-map/1\"\nname = \"test\"\nyards_per_hex = 1940\n[grid]\n{}\n[terrain]\ndefault = \
             \"clear\"\n{}\n[features]\n{}\n{}",
            self.grid, self.terrain, self.features, self.map
        );
        let (code, year) = self.game;
        let turns = if self.settings.contains("turns =") { "" } else { "turns = 5\n" };
        let scenario = format!(
            "format = \"hardtack-scenario/1\"\nsystem = \"gcacw\"\nname = \"test\"\nmap = \
             \"test.map.toml\"\n[gcacw]\ngame = {code:?}\nyear = {year}\n{turns}{}\n{}",
            self.settings, self.pieces
        );
        (map, scenario)
    }
}
