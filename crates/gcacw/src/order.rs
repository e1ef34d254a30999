//! Orders: everything a player can be asked to answer, and how it is written.

use hexmap::Hex;
use table::Side;

use crate::forces::MARKERS;
use crate::setup::{LeaderId, Setup, UnitId};

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
    /// The first (0) or the second (1) of two rolls is kept.
    KeepRoll(u8),
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

/// What an order's first word is, and what follows it.
enum Shape {
    Alone(Order),
    Unit(fn(UnitId) -> Order),
    Leader(fn(LeaderId) -> Order),
    Hex(fn(Hex) -> Order),
    LeaderUnit(fn(LeaderId, UnitId) -> Order),
    UnitHex(fn(UnitId, Hex) -> Order),
    UnitUnit(fn(UnitId, UnitId) -> Order),
    UnitNumber(fn(UnitId, u8) -> Order),
    UnitBox(fn(UnitId, u8) -> Order),
    UnitMarker(fn(UnitId, u8) -> Order),
    MarkerHex(fn(u8, Hex) -> Order),
    Guise(fn(u8, Guise) -> Order),
    SideMarker(fn(Side, u8) -> Order),
}

fn shape(word: &str) -> Option<Shape> {
    Some(match word {
        "take" => Shape::Alone(Order::Take),
        "pass" => Shape::Alone(Order::Pass),
        "done" => Shape::Alone(Order::Done),
        "evade" => Shape::Alone(Order::Evade),
        "stand" => Shape::Alone(Order::Stand),
        "force-march" => Shape::Alone(Order::ForceMarch),
        "steady" => Shape::Alone(Order::Steady),
        "refuse-flanks" => Shape::Alone(Order::RefuseFlanks),
        "unrefuse-flanks" => Shape::Alone(Order::UnrefuseFlanks),
        "end" => Shape::Alone(Order::End),
        "lee" => Shape::Alone(Order::Lee),
        "halt" => Shape::Alone(Order::Halt),
        "column" => Shape::Alone(Order::By(AttackType::Column)),
        "hasty" => Shape::Alone(Order::By(AttackType::Hasty)),
        "normal" => Shape::Alone(Order::By(AttackType::Normal)),
        "prepared" => Shape::Alone(Order::By(AttackType::Prepared)),
        "march" => Shape::Unit(Order::March),
        "burn" => Shape::Unit(Order::Burn),
        "entrench" => Shape::Unit(Order::Entrench),
        "select" => Shape::Unit(Order::Select),
        "dig" => Shape::Unit(Order::Dig),
        "go" => Shape::Unit(Order::Go),
        "keep" => Shape::Unit(Order::Keep),
        "join" => Shape::Unit(Order::Join),
        "lose" => Shape::Unit(Order::Lose),
        "withdraw" => Shape::Unit(Order::Withdraw),
        "advance" => Shape::Unit(Order::Advance),
        "forage" => Shape::Unit(Order::Forage),
        "strengthen" => Shape::Unit(Order::Strengthen),
        "rejoin" => Shape::Unit(Order::Rejoin),
        "off-map" => Shape::Unit(Order::OffMap),
        "activate" => Shape::Leader(Order::Activate),
        "assault" => Shape::Leader(Order::Assault),
        "name" => Shape::Leader(Order::Name),
        "ride" => Shape::Leader(Order::Ride),
        "grand" => Shape::Leader(Order::Grand),
        "move" => Shape::Hex(Order::Move),
        "attack" => Shape::Hex(Order::Attack),
        "dismantle" => Shape::Hex(Order::Dismantle),
        "destroy" => Shape::Hex(Order::Destroy),
        "retreat" => Shape::Hex(Order::Retreat),
        "transfer" => Shape::LeaderUnit(Order::Transfer),
        "build" => Shape::UnitHex(Order::Build),
        "repair" => Shape::UnitHex(Order::Repair),
        "place" => Shape::UnitHex(Order::Place),
        "strategic" => Shape::UnitNumber(Order::Strategic),
        "rail" => Shape::UnitHex(Order::Rail),
        "feed" => Shape::UnitUnit(Order::Feed),
        "load" => Shape::Unit(Order::Load),
        "remove-wagon" => Shape::Unit(Order::RemoveWagon),
        "mend" => Shape::Hex(Order::Mend),
        "depot" => Shape::Hex(Order::Depot),
        "send" => Shape::UnitBox(Order::Send),
        "boats" => Shape::Hex(Order::Boats),
        "guide" => Shape::Alone(Order::Guide),
        "bonus" => Shape::Alone(Order::Bonus),
        "reroll" => Shape::Alone(Order::Reroll),
        "keep-first" => Shape::Alone(Order::KeepRoll(0)),
        "keep-second" => Shape::Alone(Order::KeepRoll(1)),
        "marker" => Shape::Hex(Order::Marker),
        "under" => Shape::UnitMarker(Order::Under),
        "feint" => Shape::Guise(Order::Feint),
        "along" => Shape::MarkerHex(Order::Along),
        "wait" => Shape::Alone(Order::Wait),
        "open" => Shape::SideMarker(Order::Open),
        "roll" => Shape::Alone(Order::Roll),
        _ => return None,
    })
}

/// Writes an order: `march Brown`, `move 4611`, `transfer Cheatham > Brown`.
pub(crate) fn write(setup: &Setup, order: Order) -> String {
    let unit = |word: &str, u: UnitId| format!("{word} {}", setup.unit(u).name);
    let leader = |word: &str, l: LeaderId| format!("{word} {}", setup.leader(l).name);
    let hex = |word: &str, h: Hex| format!("{word} {}", setup.map.grid.label(h));
    let at = |word: &str, u: UnitId, h: Hex| {
        format!("{word} {} > {}", setup.unit(u).name, setup.map.grid.label(h))
    };
    match order {
        Order::Take => "take".into(),
        Order::Pass => "pass".into(),
        Order::March(u) => unit("march", u),
        Order::Activate(l) => leader("activate", l),
        Order::Assault(l) => leader("assault", l),
        Order::Burn(u) => unit("burn", u),
        Order::Entrench(u) => unit("entrench", u),
        Order::Select(u) => unit("select", u),
        Order::Dig(u) => unit("dig", u),
        Order::Go(u) => unit("go", u),
        Order::Keep(u) => unit("keep", u),
        Order::Join(u) => unit("join", u),
        Order::Name(l) => leader("name", l),
        Order::Transfer(l, u) => format!("transfer {} > {}", setup.leader(l).name, setup.unit(u).name),
        Order::Done => "done".into(),
        Order::Evade => "evade".into(),
        Order::Stand => "stand".into(),
        Order::ForceMarch => "force-march".into(),
        Order::Steady => "steady".into(),
        Order::Move(h) => hex("move", h),
        Order::Attack(h) => hex("attack", h),
        Order::By(kind) => kind.word().into(),
        Order::RefuseFlanks => "refuse-flanks".into(),
        Order::UnrefuseFlanks => "unrefuse-flanks".into(),
        Order::Dismantle(h) => hex("dismantle", h),
        Order::Ride(l) => leader("ride", l),
        Order::End => "end".into(),
        Order::Destroy(h) => hex("destroy", h),
        Order::Lee => "lee".into(),
        Order::Grand(l) => leader("grand", l),
        Order::Lose(u) => unit("lose", u),
        Order::Retreat(h) => hex("retreat", h),
        Order::Halt => "halt".into(),
        Order::Withdraw(u) => unit("withdraw", u),
        Order::Advance(u) => unit("advance", u),
        Order::Forage(u) => unit("forage", u),
        Order::Strengthen(u) => unit("strengthen", u),
        Order::Rejoin(u) => unit("rejoin", u),
        Order::OffMap(u) => unit("off-map", u),
        Order::Build(u, h) => at("build", u, h),
        Order::Repair(u, h) => at("repair", u, h),
        Order::Place(u, h) => at("place", u, h),
        Order::Strategic(u, levels) => format!("strategic {} > {levels}", setup.unit(u).name),
        Order::Rail(u, h) => at("rail", u, h),
        Order::Feed(w, u) => format!("feed {} > {}", setup.unit(w).name, setup.unit(u).name),
        Order::Load(u) => unit("load", u),
        Order::RemoveWagon(u) => unit("remove-wagon", u),
        Order::Mend(h) => hex("mend", h),
        Order::Boats(h) => hex("boats", h),
        Order::Guide => "guide".into(),
        Order::Bonus => "bonus".into(),
        Order::Reroll => "reroll".into(),
        Order::KeepRoll(0) => "keep-first".into(),
        Order::KeepRoll(_) => "keep-second".into(),
        Order::Depot(h) => hex("depot", h),
        Order::Send(u, b) => {
            let name = setup.logistics.boxes.get(b as usize).map_or("", |name| name);
            format!("send {} > {name}", setup.unit(u).name)
        }
        Order::Marker(h) => hex("marker", h),
        Order::Under(u, m) => format!("under {} > {}", setup.unit(u).name, m + 1),
        Order::Feint(m, guise) => format!("feint {} > {}", m + 1, guise.word()),
        Order::Along(m, h) => format!("along {} > {}", m + 1, setup.map.grid.label(h)),
        Order::Wait => "wait".into(),
        Order::Open(side, m) => format!("open {} {}", side.word(), m + 1),
        Order::Roll => "roll".into(),
    }
}

/// Reads an order as [`write`] writes it.
///
/// # Errors
/// An unknown word, unit, leader or hex.
pub(crate) fn read(setup: &Setup, text: &str) -> Result<Order, String> {
    let text = text.trim();
    let (word, rest) = text.split_once(' ').unwrap_or((text, ""));
    let shape = shape(word).ok_or_else(|| format!("`{word}` is no order of Great Campaigns"))?;
    let unit = |name: &str| setup.unit_named(name.trim()).ok_or_else(|| format!("there is no unit `{name}`"));
    let leader =
        |name: &str| setup.leader_named(name.trim()).ok_or_else(|| format!("there is no leader `{name}`"));
    let hex = |label: &str| {
        setup.map.grid.hex(label.trim()).ok_or_else(|| format!("there is no hex `{label}` on the map"))
    };
    let marker = |number: &str| match number.trim().parse::<u8>() {
        Ok(n @ 1..=MARKERS) => Ok(n - 1),
        _ => Err(format!("`{number}`: expected the number of a Force marker, 1 to {MARKERS}")),
    };
    let two = || rest.split_once(" > ").ok_or_else(|| format!("expected `{word} NAME > NAME`"));
    Ok(match shape {
        Shape::Alone(order) if rest.is_empty() => order,
        Shape::Alone(_) => return Err(format!("`{word}` stands alone")),
        Shape::Unit(make) => make(unit(rest)?),
        Shape::Leader(make) => make(leader(rest)?),
        Shape::Hex(make) => make(hex(rest)?),
        Shape::LeaderUnit(make) => {
            let (l, u) = two()?;
            make(leader(l)?, unit(u)?)
        }
        Shape::UnitHex(make) => {
            let (u, h) = two()?;
            make(unit(u)?, hex(h)?)
        }
        Shape::UnitUnit(make) => {
            let (w, u) = two()?;
            make(unit(w)?, unit(u)?)
        }
        Shape::UnitNumber(make) => {
            let (u, n) = two()?;
            make(unit(u)?, n.trim().parse().map_err(|_| format!("`{n}` is no number"))?)
        }
        Shape::UnitBox(make) => {
            let (u, name) = two()?;
            let at = setup.logistics.boxes.iter().position(|b| b == name.trim());
            make(unit(u)?, at.ok_or_else(|| format!("there is no off-map box `{name}`"))? as u8)
        }
        Shape::UnitMarker(make) => {
            let (u, m) = two()?;
            make(unit(u)?, marker(m)?)
        }
        Shape::MarkerHex(make) => {
            let (m, h) = two()?;
            make(marker(m)?, hex(h)?)
        }
        Shape::SideMarker(make) => {
            let (side, number) = rest.split_once(' ').unwrap_or((rest, ""));
            let side: Side = side.parse().map_err(|_| format!("`{side}` is no side"))?;
            make(side, marker(number)?)
        }
        Shape::Guise(make) => {
            let (m, word) = two()?;
            let guise = Guise::ALL.into_iter().find(|g| g.word() == word.trim());
            let words = Guise::ALL.map(Guise::word).join(", ");
            make(marker(m)?, guise.ok_or_else(|| format!("`{word}`: expected one of {words}"))?)
        }
    })
}
