//! Everything that changes in a game.

use hexmap::{Hex, HexSet};
use table::{BySide, Outcome, Side};

use crate::pending::{Advance, Fight, Mission, Pending};
use crate::rejoin::Rejoin;
use crate::scratch::Scratch;
use crate::setup::{Id, Setup};

/// What is true of a piece, as bits.
pub mod flag {
    /// Disorganized marker.
    pub const D: u32 = 1;
    /// The marker is a Charged marker.
    pub const CHARGED: u32 = 1 << 1;
    pub const MOUNTED: u32 = 1 << 2;
    pub const LIMBERED: u32 = 1 << 3;
    pub const DETACHED: u32 = 1 << 4;
    pub const BUILDING: u32 = 1 << 5;
    /// A commander who shows his replacement side.
    pub const REPLACED: u32 = 1 << 6;
    /// A brigade commander whose brigade is shattered at the start; in play the brigade itself knows.
    pub const SHATTERED: u32 = 1 << 7;
    /// In command this player turn.
    pub const COMMAND: u32 = 1 << 8;
    /// The command roll of this player turn has been made.
    pub const ROLLED: u32 = 1 << 9;
    /// Changed hex in this player turn.
    pub const MOVED: u32 = 1 << 10;
    /// Moves no more in this Movement Phase.
    pub const STOPPED: u32 = 1 << 11;
    /// Used a road rate in this Movement Phase.
    pub const ROAD: u32 = 1 << 12;
    /// Changed between mounted and dismounted in this Movement Phase.
    pub const MODE: u32 = 1 << 13;
    /// Charged in this player turn.
    pub const CHARGE: u32 = 1 << 14;
    /// The stack of a charge was taken apart or added to: no charge in this phase.
    pub const SPLIT: u32 = 1 << 15;
    /// Fired in this Artillery Phase, or stands in a hex that did.
    pub const FIRED: u32 = 1 << 16;
    /// Came to its hex after the game turn began.
    pub const FRESH: u32 = 1 << 17;
    /// Started the Movement Phase in an enemy zone of control and has not left it.
    pub const CONTACT: u32 = 1 << 18;
    /// Retreated of its own will in this round of combat.
    pub const PULLED: u32 = 1 << 19;
    /// Arrived this turn with a partial allowance.
    pub const PARTIAL: u32 = 1 << 20;
    /// The brigade commander has tried to recover a regiment.
    pub const TRIED: u32 = 1 << 21;
    /// Released from a hold.
    pub const RELEASED: u32 = 1 << 22;
    /// The build marker was placed in this Construction Phase.
    pub const NEW: u32 = 1 << 23;
    /// Held its fire: its hex took part in a fire without it.
    pub const SILENT: u32 = 1 << 24;
    /// Has made its one hex in the advance that is going on.
    pub const ADVANCED: u32 = 1 << 25;
    /// Was with its brigade when the Movement Phase began.
    pub const BOUND: u32 = 1 << 26;
    /// Stood in an overfull hex when the Movement Phase began: it has to be sorted out, whatever comes of its brigade.
    pub const CROWDED: u32 = 1 << 27;

    /// Forgotten when a player turn begins.
    pub const PLAYER_TURN: u32 = COMMAND | ROLLED | MOVED | CHARGE | TRIED | PULLED | PARTIAL;
    /// Forgotten when a Movement Phase begins.
    pub const MOVEMENT: u32 = STOPPED | ROAD | MODE | SPLIT | CONTACT | BOUND | CROWDED;
}

/// Where a piece is when it is not on the map.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
#[repr(u8)]
pub enum Where {
    Map,
    /// Has not arrived yet.
    Due,
    /// Retreated off the map; may return.
    Away,
    /// Eliminated, may be recovered.
    Lost,
    /// Out of the game.
    Gone,
    /// A brigade commander with nobody to stay with.
    Waiting,
}

/// The end of a list of pieces in a hex; also "no hex".
pub const NONE: u16 = u16::MAX;

#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub struct Piece {
    /// The hex, or where it left the map.
    pub hex: u16,
    pub next: u16,
    pub flags: u32,
    /// Twelfths of an MP left in this Movement Phase.
    pub mp: u8,
    pub place: Where,
    /// The bridge this unit is about to burn, plus one.
    pub mine: u16,
    /// The turn it left the map or was lost.
    pub left: u16,
    /// Those that set out together in this Movement Phase.
    pub group: u16,
}

impl Piece {
    #[inline]
    pub fn has(&self, flags: u32) -> bool {
        self.flags & flags != 0
    }
    #[inline]
    pub fn on_map(&self) -> bool {
        self.place == Where::Map
    }
    #[inline]
    pub fn at(&self) -> Hex {
        Hex(self.hex)
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub struct BrigadeState {
    /// Total SP by which it shatters.
    pub total: u16,
    /// SP lost since that total was noted.
    pub lost: u16,
    /// The night turn on which a new total was noted, 0 for never (23.4).
    pub noted: u16,
    pub shattered: bool,
    pub destroyed: bool,
}

/// What is being played (Sequence of Play).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum Phase {
    Command,
    Construction,
    /// The phasing player fires and limbers.
    Fire,
    /// The other player fires.
    ReturnFire,
    Movement,
    /// Combats of a round are chosen and fought.
    Combat,
    /// The phasing player breaks off.
    BreakOff,
    /// The other player breaks off.
    BreakOffOther,
    Recovery,
    Over,
}

impl Phase {
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Phase::Command => "Command Determination",
            Phase::Construction => "Construction",
            Phase::Fire | Phase::ReturnFire => "Artillery",
            Phase::Movement => "Movement",
            Phase::Combat | Phase::BreakOff | Phase::BreakOffOther => "Combat",
            Phase::Recovery => "Reorganization",
            Phase::Over => "Game over",
        }
    }
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct State {
    pub pieces: Vec<Piece>,
    /// First unit and first commander of each hex.
    pub(crate) units: Vec<u16>,
    pub(crate) leaders: Vec<u16>,
    pub brigades: Vec<BrigadeState>,
    pub works: HexSet,
    pub burned: Vec<bool>,
    /// Who holds each victory hex.
    pub held: Vec<Option<Side>>,
    pub turn: u16,
    pub phase: Phase,
    /// The phasing player.
    pub side: Side,
    pub first: Side,
    pub second_half: bool,
    /// The level of command rolls: 4 army, 3 corps, 2 division.
    pub level: u8,
    pub round: u16,
    /// Who commands or acts for each army; [`Id::NONE`] if nobody can.
    pub army: BySide<Id>,
    /// Commanders replaced in play.
    pub casualties: BySide<u8>,
    /// Pending decisions, the last first.
    pub(crate) pending: Vec<Pending>,
    /// The stack that is being moved, and whether it has stepped.
    pub(crate) group: Vec<Id>,
    pub(crate) stepped: bool,
    pub(crate) must_charge: bool,
    pub(crate) groups: u16,
    /// The stack that is retreating.
    pub(crate) retreat: Vec<Id>,
    pub(crate) fight: Fight,
    pub(crate) mission: Mission,
    pub(crate) advance: Advance,
    /// Enemy hexes that must still be attacked in this round.
    pub(crate) open: Vec<Hex>,
    /// Own hexes that attacked in this round.
    pub(crate) used: Vec<Hex>,
    /// Stacks that entered the map this turn: hex, allowance, how many.
    pub(crate) columns: Vec<(Hex, u8, u8)>,
    /// Breastworks finished in this player turn.
    pub(crate) flipped: Vec<Hex>,
    /// Hexes whose commanders have rolled in this resolution.
    pub(crate) rolled: Vec<Hex>,
    pub outcome: Option<Outcome>,
    /// The zone of influence of the player who is not phasing, while `influence_known`.
    pub(crate) influence: HexSet,
    /// His zone of control, known at the same time.
    pub(crate) control: HexSet,
    pub(crate) influence_known: bool,
    /// Batteries and their targets, while `guns_known`.
    pub(crate) ready: Vec<(Id, Hex)>,
    pub(crate) guns_known: bool,
    /// Where the piece that rejoins may go.
    pub(crate) choices: Vec<Hex>,
    pub(crate) choices_of: Option<Rejoin>,
    /// Room to search in.
    pub(crate) scratch: Scratch,
}

impl State {
    pub(crate) fn empty(setup: &Setup) -> State {
        let hexes = setup.map.grid.len();
        let blank = |n: usize| Piece {
            hex: NONE,
            next: NONE,
            flags: setup.begin[n].flags,
            mp: 0,
            place: Where::Due,
            mine: 0,
            left: 0,
            group: 0,
        };
        State {
            pieces: (0..setup.pieces.len()).map(blank).collect(),
            units: vec![NONE; hexes],
            leaders: vec![NONE; hexes],
            brigades: Vec::new(),
            works: HexSet::new(hexes),
            burned: vec![false; setup.bridges.len()],
            held: setup.victory.prizes.iter().map(|p| p.held_by).collect(),
            turn: setup.turn,
            phase: Phase::Command,
            side: Side::Union,
            first: Side::Union,
            second_half: false,
            level: 4,
            round: 0,
            army: BySide { union: Id::NONE, confederate: Id::NONE },
            casualties: BySide::default(),
            pending: Vec::new(),
            group: Vec::new(),
            stepped: false,
            must_charge: false,
            groups: 0,
            retreat: Vec::new(),
            fight: Fight::default(),
            mission: Mission::default(),
            advance: Advance::default(),
            open: Vec::new(),
            used: Vec::new(),
            columns: Vec::new(),
            flipped: Vec::new(),
            rolled: Vec::new(),
            outcome: None,
            influence: HexSet::new(hexes),
            control: HexSet::new(hexes),
            influence_known: false,
            ready: Vec::new(),
            guns_known: false,
            choices: Vec::new(),
            choices_of: None,
            scratch: Scratch::default(),
        }
    }

    #[inline]
    pub fn piece(&self, id: Id) -> &Piece {
        &self.pieces[id.index()]
    }

    #[inline]
    pub(crate) fn set(&mut self, id: Id, flags: u32) {
        self.pieces[id.index()].flags |= flags;
    }

    #[inline]
    pub(crate) fn clear(&mut self, id: Id, flags: u32) {
        self.pieces[id.index()].flags &= !flags;
    }

    /// The list of the hex that a piece belongs to.
    fn list(&mut self, units: usize, id: Id, hex: Hex) -> &mut u16 {
        if id.index() < units { &mut self.units[hex.index()] } else { &mut self.leaders[hex.index()] }
    }

    /// Puts a piece on the map; in a hex, pieces stand in the order of the file.
    pub(crate) fn put(&mut self, setup: &Setup, id: Id, hex: Hex) {
        let head = *self.list(setup.units, id, hex);
        if head == NONE || head > id.0 {
            self.pieces[id.index()].next = head;
            *self.list(setup.units, id, hex) = id.0;
        } else {
            let mut at = head;
            while self.pieces[at as usize].next < id.0 {
                at = self.pieces[at as usize].next;
            }
            self.pieces[id.index()].next = self.pieces[at as usize].next;
            self.pieces[at as usize].next = id.0;
        }
        let piece = &mut self.pieces[id.index()];
        (piece.hex, piece.place) = (hex.0, Where::Map);
        if id.index() < setup.units {
            self.hold(setup, hex, setup.counter(id).side);
            self.forget(setup, id);
        }
    }

    /// What was known by heart is out of date.
    fn forget(&mut self, setup: &Setup, id: Id) {
        self.guns_known = false;
        if setup.counter(id).side != self.side {
            self.zones_change();
        }
    }

    /// The zones of the player who is not phasing are no longer known.
    pub(crate) fn zones_change(&mut self) {
        self.influence_known = false;
        self.scratch.forget();
    }

    /// Takes a piece off the map.
    pub(crate) fn lift(&mut self, setup: &Setup, id: Id, to: Where) {
        let piece = self.pieces[id.index()];
        if piece.place == Where::Map {
            if id.index() < setup.units {
                self.forget(setup, id);
            }
            let hex = piece.at();
            let head = *self.list(setup.units, id, hex);
            if head == id.0 {
                *self.list(setup.units, id, hex) = piece.next;
            } else {
                let mut at = head;
                while self.pieces[at as usize].next != id.0 {
                    at = self.pieces[at as usize].next;
                }
                self.pieces[at as usize].next = piece.next;
            }
        }
        let piece = &mut self.pieces[id.index()];
        (piece.next, piece.place) = (NONE, to);
    }

    pub fn shift(&mut self, setup: &Setup, id: Id, to: Hex) {
        self.lift(setup, id, Where::Map);
        self.put(setup, id, to);
    }

    /// A victory hex is held by whose unit stood there last.
    fn hold(&mut self, setup: &Setup, hex: Hex, side: Side) {
        for (n, prize) in setup.victory.prizes.iter().enumerate() {
            if prize.hex == hex {
                self.held[n] = Some(side);
            }
        }
    }
}
