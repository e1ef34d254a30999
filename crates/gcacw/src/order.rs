//! Orders: everything a player can be asked to answer, and how it is written.

use std::ops::ControlFlow;

use hexmap::Hex;
use table::{Factors, Side};

use crate::forces::MARKERS;
use crate::setup::{LeaderId, Setup, UnitId};

/// Whether somebody who is told of legal orders, one after the other, wants to hear of more.
pub(crate) type Heard = ControlFlow<()>;

/// Writes down every order that is told of.
pub(crate) fn list(out: &mut Vec<Order>, told: impl FnOnce(&mut dyn FnMut(Order) -> Heard) -> Heard) {
    let _ = told(&mut |order| {
        out.push(order);
        Heard::Continue(())
    });
}

/// For who asks only whether there is one.
pub(crate) fn any(_: Order) -> Heard {
    Heard::Break(())
}

/// The four types of attack in a march (7.1).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum AttackType {
    Column,
    Hasty,
    Normal,
    Prepared,
}

impl AttackType {
    pub(crate) const ALL: [AttackType; 4] =
        [AttackType::Column, AttackType::Hasty, AttackType::Normal, AttackType::Prepared];

    pub(crate) const fn word(self) -> &'static str {
        match self {
            AttackType::Column => "column",
            AttackType::Hasty => "hasty",
            AttackType::Normal => "normal",
            AttackType::Prepared => "prepared",
        }
    }
    pub(crate) fn from_word(word: &str) -> Option<AttackType> {
        Self::ALL.into_iter().find(|t| t.word() == word)
    }
    /// Half MP (6.1).
    pub(crate) const fn cost(self, cavalry: bool) -> u16 {
        let infantry = match self {
            AttackType::Column => 0,
            AttackType::Hasty => 2,
            AttackType::Normal => 4,
            AttackType::Prepared => 8,
        };
        if cavalry { infantry * 2 } else { infantry }
    }
    /// Modifier of the attacker's die (7.4).
    pub(crate) const fn modifier(self) -> i16 {
        match self {
            AttackType::Column => -3,
            AttackType::Hasty => -1,
            AttackType::Normal => 0,
            AttackType::Prepared => 1,
        }
    }
}

/// What a dummy pretends to be (Limited Intelligence).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Guise {
    pub(crate) cavalry: bool,
    pub(crate) leader: bool,
}

impl Guise {
    pub(crate) const ALL: [Guise; 4] = [
        Guise { cavalry: false, leader: false },
        Guise { cavalry: true, leader: false },
        Guise { cavalry: false, leader: true },
        Guise { cavalry: true, leader: true },
    ];

    pub(crate) const fn word(self) -> &'static str {
        match (self.cavalry, self.leader) {
            (false, false) => "infantry",
            (true, false) => "cavalry",
            (false, true) => "led-infantry",
            (true, true) => "led-cavalry",
        }
    }
}

/// One decision of one seat.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Order {
    // Initiative
    Take,
    Pass,
    // Actions
    March(UnitId),
    Activate(LeaderId),
    Assault(LeaderId),
    Burn(UnitId),
    Entrench(UnitId),
    // Choosing units and leaders
    Select(UnitId),
    Dig(UnitId),
    Go(UnitId),
    Keep(UnitId),
    Join(UnitId),
    Name(LeaderId),
    Transfer(LeaderId, UnitId),
    Done,
    // Cavalry retreat
    Evade,
    Stand,
    // March
    ForceMarch,
    Steady,
    Move(Hex),
    Attack(Hex),
    By(AttackType),
    RefuseFlanks,
    UnrefuseFlanks,
    Dismantle(Hex),
    Ride(LeaderId),
    End,
    Destroy(Hex),
    // Assault
    Lee,
    Grand(LeaderId),
    // Combat
    Lose(UnitId),
    Retreat(Hex),
    Halt,
    Withdraw(UnitId),
    Advance(UnitId),
    // Recovery and arrivals
    Build(UnitId, Hex),
    Repair(UnitId, Hex),
    Place(UnitId, Hex),
    Forage(UnitId),
    // Campaigns
    /// Strategic movement for so many Fatigue Levels.
    Strategic(UnitId, u8),
    /// By rail to a station.
    Rail(UnitId, Hex),
    /// A wagon train feeds a unit.
    Feed(UnitId, UnitId),
    /// A wagon train loads a supply point.
    Load(UnitId),
    /// A wagon train leaves the map.
    RemoveWagon(UnitId),
    /// A station is repaired.
    Mend(Hex),
    /// A depot is built.
    Depot(Hex),
    /// A unit goes to an off-map box.
    Send(UnitId, u8),
    /// The marching unit crosses a river by boat.
    Boats(Hex),
    /// The marching unit takes a guide.
    Guide,
    /// The bonus of an event is added to this attack.
    Bonus,
    /// The dice of a table of arrivals are rolled again.
    Reroll,
    /// The first or the second of two rolls is kept.
    KeepFirst,
    KeepSecond,
    Strengthen(UnitId),
    Rejoin(UnitId),
    OffMap(UnitId),
    // Force markers, by their place among the ten
    Marker(Hex),
    Under(UnitId, u8),
    Feint(u8, Guise),
    /// A dummy goes along, into this hex first.
    Along(u8, Hex),
    Open(Side, u8),
    Roll,
    /// An order that does nothing, for one who has to look busy.
    Wait,
}

/// Which of an order's numbers a part is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Slot {
    Piece = 1,
    Place = 2,
    Option = 3,
}

/// The most that an option says where it is no piece: Fatigue Levels.
pub(crate) const MOST_OPTIONS: usize = 16;

/// A part of an order as it is written, and as a number from 0 on.
trait Part {
    type Of;
    const SLOT: Slot;
    fn number(setup: &Setup, part: Self::Of) -> usize;
    fn numbered(setup: &Setup, number: usize) -> Option<Self::Of>;
    fn write(setup: &Setup, part: Self::Of) -> String;
    fn read(setup: &Setup, text: &str) -> Result<Self::Of, String>;
}

struct Unit;
struct Leader;
struct At;
struct Levels;
struct OffMapBox;
struct Marker;
struct As;
struct Whose;
/// A piece beside another: its number is the option.
struct Second<P>(std::marker::PhantomData<P>);

impl<P: Part> Part for Second<P> {
    type Of = P::Of;
    const SLOT: Slot = Slot::Option;
    fn number(setup: &Setup, part: P::Of) -> usize {
        P::number(setup, part)
    }
    fn numbered(setup: &Setup, number: usize) -> Option<P::Of> {
        P::numbered(setup, number)
    }
    fn write(setup: &Setup, part: P::Of) -> String {
        P::write(setup, part)
    }
    fn read(setup: &Setup, text: &str) -> Result<P::Of, String> {
        P::read(setup, text)
    }
}

impl Part for Unit {
    type Of = UnitId;
    const SLOT: Slot = Slot::Piece;
    fn number(_: &Setup, unit: UnitId) -> usize {
        unit.index()
    }
    fn numbered(setup: &Setup, number: usize) -> Option<UnitId> {
        (number < setup.units.len()).then_some(UnitId(number as u8))
    }
    fn write(setup: &Setup, unit: UnitId) -> String {
        setup.unit(unit).name.clone()
    }
    fn read(setup: &Setup, name: &str) -> Result<UnitId, String> {
        setup.unit_named(name.trim()).ok_or_else(|| format!("there is no unit `{name}`"))
    }
}

impl Part for Leader {
    type Of = LeaderId;
    const SLOT: Slot = Slot::Piece;
    fn number(setup: &Setup, leader: LeaderId) -> usize {
        setup.units.len() + leader.index()
    }
    fn numbered(setup: &Setup, number: usize) -> Option<LeaderId> {
        let nth = number.checked_sub(setup.units.len())?;
        (nth < setup.leaders.len()).then_some(LeaderId(nth as u8))
    }
    fn write(setup: &Setup, leader: LeaderId) -> String {
        setup.leader(leader).name.clone()
    }
    fn read(setup: &Setup, name: &str) -> Result<LeaderId, String> {
        setup.leader_named(name.trim()).ok_or_else(|| format!("there is no leader `{name}`"))
    }
}

impl Part for At {
    type Of = Hex;
    const SLOT: Slot = Slot::Place;
    fn number(_: &Setup, hex: Hex) -> usize {
        hex.index()
    }
    fn numbered(setup: &Setup, number: usize) -> Option<Hex> {
        (number < setup.map.grid.len()).then_some(Hex(number as u16))
    }
    fn write(setup: &Setup, hex: Hex) -> String {
        setup.map.grid.label(hex)
    }
    fn read(setup: &Setup, label: &str) -> Result<Hex, String> {
        setup.map.grid.hex(label.trim()).ok_or_else(|| format!("there is no hex `{label}` on the map"))
    }
}

impl Part for Levels {
    type Of = u8;
    const SLOT: Slot = Slot::Option;
    fn number(_: &Setup, levels: u8) -> usize {
        levels.into()
    }
    fn numbered(_: &Setup, number: usize) -> Option<u8> {
        (number < MOST_OPTIONS).then_some(number as u8)
    }
    fn write(_: &Setup, levels: u8) -> String {
        levels.to_string()
    }
    fn read(_: &Setup, number: &str) -> Result<u8, String> {
        number.trim().parse().map_err(|_| format!("`{number}` is no number"))
    }
}

impl Part for OffMapBox {
    type Of = u8;
    const SLOT: Slot = Slot::Place;
    fn number(setup: &Setup, place: u8) -> usize {
        setup.map.grid.len() + usize::from(place)
    }
    fn numbered(setup: &Setup, number: usize) -> Option<u8> {
        let nth = number.checked_sub(setup.map.grid.len())?;
        (nth < setup.logistics.boxes.len()).then_some(nth as u8)
    }
    fn write(setup: &Setup, place: u8) -> String {
        setup.logistics.boxes.get(place as usize).cloned().unwrap_or_default()
    }
    fn read(setup: &Setup, name: &str) -> Result<u8, String> {
        let at = setup.logistics.boxes.iter().position(|b| b == name.trim());
        at.map(|at| at as u8).ok_or_else(|| format!("there is no off-map box `{name}`"))
    }
}

impl Part for Marker {
    type Of = u8;
    const SLOT: Slot = Slot::Piece;
    fn number(setup: &Setup, marker: u8) -> usize {
        setup.units.len() + setup.leaders.len() + usize::from(marker)
    }
    fn numbered(setup: &Setup, number: usize) -> Option<u8> {
        let nth = number.checked_sub(setup.units.len() + setup.leaders.len())?;
        (nth < setup.markers_in_play()).then_some(nth as u8)
    }
    fn write(_: &Setup, marker: u8) -> String {
        (marker + 1).to_string()
    }
    fn read(_: &Setup, number: &str) -> Result<u8, String> {
        match number.trim().parse::<u8>() {
            Ok(n @ 1..=MARKERS) => Ok(n - 1),
            _ => Err(format!("`{number}`: expected the number of a Force marker, 1 to {MARKERS}")),
        }
    }
}

impl Part for As {
    type Of = Guise;
    const SLOT: Slot = Slot::Option;
    fn number(_: &Setup, guise: Guise) -> usize {
        usize::from(guise.cavalry) + 2 * usize::from(guise.leader)
    }
    fn numbered(_: &Setup, number: usize) -> Option<Guise> {
        Guise::ALL.get(number).copied()
    }
    fn write(_: &Setup, guise: Guise) -> String {
        guise.word().to_owned()
    }
    fn read(_: &Setup, word: &str) -> Result<Guise, String> {
        let words = || Guise::ALL.map(Guise::word).join(", ");
        let guise = Guise::ALL.into_iter().find(|g| g.word() == word.trim());
        guise.ok_or_else(|| format!("`{word}`: expected one of {}", words()))
    }
}

impl Part for Whose {
    type Of = Side;
    const SLOT: Slot = Slot::Option;
    fn number(_: &Setup, side: Side) -> usize {
        side as usize
    }
    fn numbered(_: &Setup, number: usize) -> Option<Side> {
        Side::BOTH.get(number).copied()
    }
    fn write(_: &Setup, side: Side) -> String {
        side.word().to_owned()
    }
    fn read(_: &Setup, word: &str) -> Result<Side, String> {
        word.trim().parse().map_err(|_| format!("`{word}` is no side"))
    }
}

/// Makes [`write`], [`read`] and the numbers of orders from one list of words: those that stand alone, those with one
/// part, and those with two and what stands between them.
macro_rules! notation {
    (
        alone { $($alone:literal $order:ident $(($value:path))?;)* }
        one { $($one:literal $of_one:ident($only:ty);)* }
        two { $($two:literal $of_two:ident($first:ty, $between:literal, $second:ty);)* }
    ) => {
        /// Writes an order: `march Brown`, `move 4611`, `transfer Cheatham > Brown`.
        pub(crate) fn write(setup: &Setup, order: Order) -> String {
            match order {
                $(Order::$order $(($value))? => $alone.to_owned(),)*
                $(Order::$of_one(part) => format!("{} {}", $one, <$only>::write(setup, part)),)*
                $(Order::$of_two(first, second) => {
                    let (first, second) = (<$first>::write(setup, first), <$second>::write(setup, second));
                    format!("{} {first}{}{second}", $two, $between)
                })*
            }
        }

        /// Reads an order as [`write`] writes it.
        ///
        /// # Errors
        /// An unknown word, unit, leader or hex.
        pub(crate) fn read(setup: &Setup, text: &str) -> Result<Order, String> {
            let text = text.trim();
            let (word, rest) = text.split_once(' ').unwrap_or((text, ""));
            let two = |between: &str| {
                rest.split_once(between).ok_or_else(|| format!("expected `{word} NAME{between}NAME`"))
            };
            Ok(match word {
                $($alone if rest.is_empty() => Order::$order $(($value))?,)*
                $($alone)|* => return Err(format!("`{word}` stands alone")),
                $($one => Order::$of_one(<$only>::read(setup, rest)?),)*
                $($two => {
                    let (first, second) = two($between)?;
                    Order::$of_two(<$first>::read(setup, first)?, <$second>::read(setup, second)?)
                })*
                _ => return Err(format!("`{word}` is no order of Great Campaigns")),
            })
        }

        /// The words of orders: the kind of an order is its place here.
        pub(crate) const KINDS: &[&str] = &[$($alone,)* $($one,)* $($two,)*];

        /// The four numbers of an order.
        pub(crate) fn factors(setup: &Setup, order: Order) -> Factors {
            match order {
                $(Order::$order $(($value))? => [const { kind($alone) }, 0, 0, 0],)*
                $(Order::$of_one(part) => {
                    let mut numbers = [const { kind($one) }, 0, 0, 0];
                    note::<$only>(setup, part, &mut numbers);
                    numbers
                })*
                $(Order::$of_two(first, second) => {
                    let mut numbers = [const { kind($two) }, 0, 0, 0];
                    note::<$first>(setup, first, &mut numbers);
                    note::<$second>(setup, second, &mut numbers);
                    numbers
                })*
            }
        }

        /// The order of four numbers; none if they are of no order.
        pub(crate) fn of_factors(setup: &Setup, numbers: Factors) -> Option<Order> {
            let order = match *KINDS.get(usize::from(numbers[0]))? {
                $($alone => Order::$order $(($value))?,)*
                $($one => Order::$of_one(noted::<$only>(setup, numbers)?),)*
                $($two => {
                    Order::$of_two(noted::<$first>(setup, numbers)?, noted::<$second>(setup, numbers)?)
                })*
                _ => return None,
            };
            // A number where the order has none is of no order.
            (factors(setup, order) == numbers).then_some(order)
        }
    };
}

/// The place of a word among all.
const fn kind(word: &str) -> u16 {
    let mut nth = 0;
    while nth < KINDS.len() {
        if same(KINDS[nth], word) {
            return nth as u16;
        }
        nth += 1;
    }
    panic!("a word of the notation")
}

/// Whether two words are the same, where the compiler asks.
const fn same(a: &str, b: &str) -> bool {
    let (a, b) = (a.as_bytes(), b.as_bytes());
    if a.len() != b.len() {
        return false;
    }
    let mut at = 0;
    while at < a.len() {
        if a[at] != b[at] {
            return false;
        }
        at += 1;
    }
    true
}

fn note<P: Part>(setup: &Setup, part: P::Of, numbers: &mut Factors) {
    numbers[P::SLOT as usize] = 1 + P::number(setup, part) as u16;
}

fn noted<P: Part>(setup: &Setup, numbers: Factors) -> Option<P::Of> {
    P::numbered(setup, usize::from(numbers[P::SLOT as usize]).checked_sub(1)?)
}

notation! {
    alone {
        "take" Take;
        "pass" Pass;
        "done" Done;
        "evade" Evade;
        "stand" Stand;
        "force-march" ForceMarch;
        "steady" Steady;
        "refuse-flanks" RefuseFlanks;
        "unrefuse-flanks" UnrefuseFlanks;
        "end" End;
        "lee" Lee;
        "halt" Halt;
        "column" By(AttackType::Column);
        "hasty" By(AttackType::Hasty);
        "normal" By(AttackType::Normal);
        "prepared" By(AttackType::Prepared);
        "guide" Guide;
        "bonus" Bonus;
        "reroll" Reroll;
        "keep-first" KeepFirst;
        "keep-second" KeepSecond;
        "roll" Roll;
        "wait" Wait;
    }
    one {
        "march" March(Unit);
        "burn" Burn(Unit);
        "entrench" Entrench(Unit);
        "select" Select(Unit);
        "dig" Dig(Unit);
        "go" Go(Unit);
        "keep" Keep(Unit);
        "join" Join(Unit);
        "lose" Lose(Unit);
        "withdraw" Withdraw(Unit);
        "advance" Advance(Unit);
        "forage" Forage(Unit);
        "strengthen" Strengthen(Unit);
        "rejoin" Rejoin(Unit);
        "off-map" OffMap(Unit);
        "load" Load(Unit);
        "remove-wagon" RemoveWagon(Unit);
        "activate" Activate(Leader);
        "assault" Assault(Leader);
        "name" Name(Leader);
        "ride" Ride(Leader);
        "grand" Grand(Leader);
        "move" Move(At);
        "attack" Attack(At);
        "dismantle" Dismantle(At);
        "destroy" Destroy(At);
        "retreat" Retreat(At);
        "mend" Mend(At);
        "depot" Depot(At);
        "boats" Boats(At);
        "marker" Marker(At);
    }
    two {
        "transfer" Transfer(Leader, " > ", Second<Unit>);
        "build" Build(Unit, " > ", At);
        "repair" Repair(Unit, " > ", At);
        "place" Place(Unit, " > ", At);
        "rail" Rail(Unit, " > ", At);
        "feed" Feed(Unit, " > ", Second<Unit>);
        "strategic" Strategic(Unit, " > ", Levels);
        "send" Send(Unit, " > ", OffMapBox);
        "under" Under(Unit, " > ", Second<Marker>);
        "feint" Feint(Marker, " > ", As);
        "along" Along(Marker, " > ", At);
        "open" Open(Whose, " ", Marker);
    }
}
