//! Orders as numbers: the verb is the kind, a direction is the option.

use hexmap::{Dir, Hex};
use table::Factors;

use crate::order::{Order, Part, Spot};
use crate::setup::{Id, Setup};

/// The kinds of orders, as they are written: verb, and the word at the end.
pub(super) const KINDS: [&str; 39] = [
    "done",
    "roll",
    "detach",
    "attach",
    "build",
    "unbuild",
    "mine",
    "burn",
    "aim",
    "add",
    "fire",
    "limber",
    "take",
    "join",
    "enter",
    "enter road",
    "step",
    "step road",
    "halt",
    "mount",
    "dismount",
    "unlimber",
    "charge",
    "raze",
    "target",
    "with",
    "fight",
    "stay",
    "go",
    "pull",
    "leave",
    "retreat",
    "lose",
    "name",
    "keep",
    "advance",
    "place",
    "place foot",
    "recover",
];

/// No direction, and the six.
pub(super) const OPTIONS: usize = 7;

pub(super) fn factors(setup: &Setup, order: Order) -> Factors {
    let (verb, first, second, end) = order.parts();
    let same = |kind: &&str| match end.is_empty() {
        true => *kind == verb,
        false => kind.strip_prefix(verb).and_then(|rest| rest.strip_prefix(' ')) == Some(end),
    };
    let kind = KINDS.iter().position(same).unwrap_or_default();
    let mut numbers = [kind as u16, 0, 0, 0];
    for part in [first, second] {
        match part {
            Part::Nothing => {}
            Part::Piece(id) => numbers[1] = 1 + id.0,
            Part::Hex(at) => numbers[2] = at.hex(&setup.map.grid).map_or(0, |hex| 1 + hex.0),
            Part::Dir(dir) => numbers[3] = 1 + dir.index() as u16,
        }
    }
    numbers
}

pub(super) fn order(setup: &Setup, numbers: Factors) -> Option<Order> {
    let nth = |at: usize, of: usize| numbers[at].checked_sub(1).filter(|nth| usize::from(*nth) < of);
    let id = || nth(1, setup.pieces.len()).map(Id);
    let at = || nth(2, setup.map.grid.len()).map(|hex| Spot::of(&setup.map.grid, Hex(hex)));
    let dir = || nth(3, Dir::ALL.len()).map(|turns| Dir::new(turns as u8));
    let order = match *KINDS.get(usize::from(numbers[0]))? {
        "done" => Order::Done,
        "roll" => Order::Roll(id()?),
        "detach" => Order::Detach(id()?),
        "attach" => Order::Attach(id()?),
        "build" => Order::Build(id()?),
        "unbuild" => Order::Unbuild(id()?),
        "mine" => Order::Mine(id()?, dir()?),
        "burn" => Order::Burn(id()?),
        "aim" => Order::Aim(id()?, at()?),
        "add" => Order::Add(id()?),
        "fire" => Order::Fire(id()?),
        "limber" => Order::Limber(id()?),
        "take" => Order::Take(id()?),
        "join" => Order::Join(id()?),
        "enter" => Order::Enter { at: at()?, road: false },
        "enter road" => Order::Enter { at: at()?, road: true },
        "step" => Order::Step { dir: dir()?, road: false },
        "step road" => Order::Step { dir: dir()?, road: true },
        "halt" => Order::Halt,
        "mount" => Order::Mount,
        "dismount" => Order::Dismount,
        "unlimber" => Order::Unlimber,
        "charge" => Order::Charge(dir()?),
        "raze" => Order::Raze(at()?),
        "target" => Order::Target(at()?),
        "with" => Order::With(at()?),
        "fight" => Order::Fight,
        "stay" => Order::Stay,
        "go" => Order::Go,
        "pull" => Order::Pull(at()?),
        "leave" => Order::Leave(id()?),
        "retreat" => Order::Retreat(dir()?),
        "lose" => Order::Lose(id()?),
        "name" => Order::Name(id()?),
        "keep" => Order::Keep(id()?),
        "advance" => Order::Advance(id()?, dir()?),
        "place" => Order::Place(at()?),
        "place foot" => Order::PlaceOnFoot(at()?),
        "recover" => Order::Recover(id()?),
        _ => return None,
    };
    // A number where the order has none is of no order.
    (factors(setup, order) == numbers).then_some(order)
}
