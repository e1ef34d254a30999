//! Orders: one decision each, with one short written form.
//!
//! An order is a verb, then hexes as the map labels them or a compass direction, then the name of a
//! piece, which may contain spaces and so stands last: `aim 2448 5ME`, `step NE road`, `advance E 24MI`.

use hexmap::{Dir, Grid, Hex};

use crate::setup::{Id, Setup};

/// A hex named in an order: row and column from 1, whether there is such a hex or not.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub struct Spot {
    pub row: u16,
    pub column: u16,
}

impl Spot {
    pub(crate) fn of(grid: &Grid, hex: Hex) -> Spot {
        let (row, column) = grid.place(hex);
        Spot { row: row + 1, column: column + 1 }
    }

    /// The hex, if it is on the map.
    pub(crate) fn hex(self, grid: &Grid) -> Option<Hex> {
        let on = (1..=grid.rows).contains(&self.row) && (1..=grid.columns).contains(&self.column);
        on.then(|| Hex((self.row - 1) * grid.columns + self.column - 1))
    }
}

/// One decision of one seat.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum Order {
    /// Nothing more in this phase or step.
    Done,
    /// Roll for a commander (20.3 to 20.5).
    Roll(Id),
    /// Place or take off a Detached marker (22.3).
    Detach(Id),
    Attach(Id),
    /// Place or take off a build marker (24.1).
    Build(Id),
    Unbuild(Id),
    /// Place a bridge marker, roll for it (25).
    Mine(Id, Dir),
    Burn(Id),
    /// A battery aims at a hex, others add their fire, a unit there is named and the guns fire (7).
    Aim(Id, Spot),
    Add(Id),
    Fire(Id),
    Limber(Id),
    /// Take up a piece to move it, add others of its hex, bring them on the map, step, stop (1, 2, 26).
    Take(Id),
    Join(Id),
    Enter {
        at: Spot,
        road: bool,
    },
    Step {
        dir: Dir,
        road: bool,
    },
    Halt,
    Mount,
    Dismount,
    Unlimber,
    Charge(Dir),
    /// Tear a breastwork down (24.6).
    Raze(Spot),
    /// Choose a hex to attack, the hexes that attack it, fight (8).
    Target(Spot),
    With(Spot),
    Fight,
    /// Stand, or begin to retreat (9.1d, 11.1).
    Stay,
    Go,
    /// Break off from a hex, leaving some behind (12).
    Pull(Spot),
    Leave(Id),
    /// One hex of a retreat (9), or off the map.
    Retreat(Dir),
    /// A unit is given up, or named for a check.
    Lose(Id),
    Name(Id),
    /// Keep this piece's brigade or mode in an overfull hex (4.5).
    Keep(Id),
    Advance(Id, Dir),
    /// A hex for a commander, a separated regiment, a recovered regiment.
    Place(Spot),
    /// The recovered regiment returns on foot.
    PlaceOnFoot(Spot),
    Recover(Id),
}

/// The parts of an order as written.
pub(crate) enum Part {
    Nothing,
    Piece(Id),
    Hex(Spot),
    Dir(Dir),
}

impl Order {
    /// The piece that it names.
    pub fn piece(self) -> Option<Id> {
        match (self.parts().1, self.parts().2) {
            (Part::Piece(id), _) | (_, Part::Piece(id)) => Some(id),
            (Part::Nothing | Part::Hex(_) | Part::Dir(_), Part::Nothing | Part::Hex(_) | Part::Dir(_)) => {
                None
            }
        }
    }

    /// The verb, its arguments in the order written, and a word at the end.
    pub(crate) fn parts(self) -> (&'static str, Part, Part, &'static str) {
        use Part::{Hex as At, Nothing, Piece};
        let way = |road: bool| if road { "road" } else { "" };
        match self {
            Order::Done => ("done", Nothing, Nothing, ""),
            Order::Roll(id) => ("roll", Nothing, Piece(id), ""),
            Order::Detach(id) => ("detach", Nothing, Piece(id), ""),
            Order::Attach(id) => ("attach", Nothing, Piece(id), ""),
            Order::Build(id) => ("build", Nothing, Piece(id), ""),
            Order::Unbuild(id) => ("unbuild", Nothing, Piece(id), ""),
            Order::Mine(id, dir) => ("mine", Part::Dir(dir), Piece(id), ""),
            Order::Burn(id) => ("burn", Nothing, Piece(id), ""),
            Order::Aim(id, at) => ("aim", At(at), Piece(id), ""),
            Order::Add(id) => ("add", Nothing, Piece(id), ""),
            Order::Fire(id) => ("fire", Nothing, Piece(id), ""),
            Order::Limber(id) => ("limber", Nothing, Piece(id), ""),
            Order::Take(id) => ("take", Nothing, Piece(id), ""),
            Order::Join(id) => ("join", Nothing, Piece(id), ""),
            Order::Enter { at, road } => ("enter", At(at), Nothing, way(road)),
            Order::Step { dir, road } => ("step", Part::Dir(dir), Nothing, way(road)),
            Order::Halt => ("halt", Nothing, Nothing, ""),
            Order::Mount => ("mount", Nothing, Nothing, ""),
            Order::Dismount => ("dismount", Nothing, Nothing, ""),
            Order::Unlimber => ("unlimber", Nothing, Nothing, ""),
            Order::Charge(dir) => ("charge", Part::Dir(dir), Nothing, ""),
            Order::Raze(at) => ("raze", At(at), Nothing, ""),
            Order::Target(at) => ("target", At(at), Nothing, ""),
            Order::With(at) => ("with", At(at), Nothing, ""),
            Order::Fight => ("fight", Nothing, Nothing, ""),
            Order::Stay => ("stay", Nothing, Nothing, ""),
            Order::Go => ("go", Nothing, Nothing, ""),
            Order::Pull(at) => ("pull", At(at), Nothing, ""),
            Order::Leave(id) => ("leave", Nothing, Piece(id), ""),
            Order::Retreat(dir) => ("retreat", Part::Dir(dir), Nothing, ""),
            Order::Lose(id) => ("lose", Nothing, Piece(id), ""),
            Order::Name(id) => ("name", Nothing, Piece(id), ""),
            Order::Keep(id) => ("keep", Nothing, Piece(id), ""),
            Order::Advance(id, dir) => ("advance", Part::Dir(dir), Piece(id), ""),
            Order::Place(at) => ("place", At(at), Nothing, ""),
            Order::PlaceOnFoot(at) => ("place", At(at), Nothing, "foot"),
            Order::Recover(id) => ("recover", Nothing, Piece(id), ""),
        }
    }
}

/// The written form of an order.
pub(crate) fn write(setup: &Setup, order: Order) -> String {
    let grid = &setup.map.grid;
    let (verb, first, second, end) = order.parts();
    let mut text = verb.to_owned();
    for part in [first, second] {
        let word = match part {
            Part::Nothing => continue,
            Part::Piece(id) => setup.pieces.get(id.index()).map_or("?", |c| c.id.as_str()).to_owned(),
            Part::Hex(at) => at.hex(grid).map_or_else(|| "?".to_owned(), |h| grid.label(h)),
            Part::Dir(dir) => grid.compass(dir).to_owned(),
        };
        text.push(' ');
        text.push_str(&word);
    }
    if !end.is_empty() {
        text.push(' ');
        text.push_str(end);
    }
    text
}

/// What follows the verb, read piece by piece.
struct Words<'a> {
    setup: &'a Setup,
    rest: &'a str,
}

impl<'a> Words<'a> {
    fn next(&mut self) -> &'a str {
        let (word, rest) = self.rest.split_once(' ').unwrap_or((self.rest, ""));
        self.rest = rest;
        word
    }

    fn hex(&mut self) -> Result<Spot, String> {
        let word = self.next();
        let grid = &self.setup.map.grid;
        let hex = grid.hex(word).ok_or_else(|| format!("`{word}` is not a hex of the map"))?;
        Ok(Spot::of(grid, hex))
    }

    fn dir(&mut self) -> Result<Dir, String> {
        let word = self.next();
        let grid = &self.setup.map.grid;
        let found = Dir::ALL.into_iter().find(|d| grid.compass(*d) == word);
        found.ok_or_else(|| {
            format!("`{word}` is no direction: expected {}", Dir::ALL.map(|d| grid.compass(d)).join(", "))
        })
    }

    /// A name is everything that is left.
    fn piece(&mut self) -> Result<Id, String> {
        let name = std::mem::take(&mut self.rest);
        self.setup.find(name).ok_or_else(|| format!("there is no piece `{name}`"))
    }

    fn ends_with(&mut self, word: &str) -> Result<bool, String> {
        match std::mem::take(&mut self.rest) {
            "" => Ok(false),
            end if end == word => Ok(true),
            end => Err(format!("`{end}` does not belong there")),
        }
    }

    fn end(self) -> Result<(), String> {
        if self.rest.is_empty() { Ok(()) } else { Err(format!("`{}` does not belong there", self.rest)) }
    }
}

/// Reads what [`write`] writes.
pub fn read(setup: &Setup, text: &str) -> Result<Order, String> {
    let (verb, rest) = text.trim().split_once(' ').unwrap_or((text.trim(), ""));
    let mut words = Words { setup, rest };
    let w = &mut words;
    let order = match verb {
        "done" => Order::Done,
        "roll" => Order::Roll(w.piece()?),
        "detach" => Order::Detach(w.piece()?),
        "attach" => Order::Attach(w.piece()?),
        "build" => Order::Build(w.piece()?),
        "unbuild" => Order::Unbuild(w.piece()?),
        "burn" => Order::Burn(w.piece()?),
        "mine" | "advance" => {
            let dir = w.dir()?;
            let id = w.piece()?;
            if verb == "mine" { Order::Mine(id, dir) } else { Order::Advance(id, dir) }
        }
        "aim" => {
            let at = w.hex()?;
            Order::Aim(w.piece()?, at)
        }
        "add" => Order::Add(w.piece()?),
        "fire" => Order::Fire(w.piece()?),
        "limber" => Order::Limber(w.piece()?),
        "take" => Order::Take(w.piece()?),
        "join" => Order::Join(w.piece()?),
        "enter" => Order::Enter { at: w.hex()?, road: w.ends_with("road")? },
        "step" => Order::Step { dir: w.dir()?, road: w.ends_with("road")? },
        "halt" => Order::Halt,
        "mount" => Order::Mount,
        "dismount" => Order::Dismount,
        "unlimber" => Order::Unlimber,
        "charge" => Order::Charge(w.dir()?),
        "raze" => Order::Raze(w.hex()?),
        "target" => Order::Target(w.hex()?),
        "with" => Order::With(w.hex()?),
        "fight" => Order::Fight,
        "stay" => Order::Stay,
        "go" => Order::Go,
        "pull" => Order::Pull(w.hex()?),
        "leave" => Order::Leave(w.piece()?),
        "retreat" => Order::Retreat(w.dir()?),
        "lose" => Order::Lose(w.piece()?),
        "name" => Order::Name(w.piece()?),
        "keep" => Order::Keep(w.piece()?),
        "place" => {
            let at = w.hex()?;
            if w.ends_with("foot")? { Order::PlaceOnFoot(at) } else { Order::Place(at) }
        }
        "recover" => Order::Recover(w.piece()?),
        _ => return Err(format!("`{verb}` is no order")),
    };
    words.end()?;
    Ok(order)
}
