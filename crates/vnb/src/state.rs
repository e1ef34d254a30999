//! Everything that changes: small, without names, cheap to copy.

use serde::{Deserialize, Serialize};
use table::{Outcome, Side};

use crate::angle::Angle;
use crate::geometry::Pt;
use crate::ids::{FeatureId, StandId};
use crate::kinds::Level;
use crate::pending::Pending;

/// The six phases of a player turn (VSEQ-1), and the handing out of guns before the first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Phase {
    Guns,
    Command,
    Movement,
    Rally,
    Morale,
    Combat,
    Exhaustion,
}

impl Phase {
    pub const TURN: [Phase; 6] =
        [Phase::Command, Phase::Movement, Phase::Rally, Phase::Morale, Phase::Combat, Phase::Exhaustion];
    pub fn title(self) -> &'static str {
        match self {
            Phase::Guns => "Dedicated guns",
            Phase::Command => "Command",
            Phase::Movement => "Movement",
            Phase::Rally => "Rally",
            Phase::Morale => "Morale",
            Phase::Combat => "Combat",
            Phase::Exhaustion => "Exhaustion",
        }
    }
}

/// Where a stand is and which way it faces: hundredths of an inch and of a degree (VGAP-2).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, Default)]
pub struct Pose {
    pub x: i32,
    pub y: i32,
    pub facing: Angle,
}

impl Pose {
    pub const fn new(x: i32, y: i32, facing: Angle) -> Pose {
        Pose { x, y, facing }
    }
    /// The pose nearest to a point.
    pub fn at(p: Pt, facing: Angle) -> Pose {
        let cent = |v: i64| crate::geometry::cents(v) as i32;
        Pose { x: cent(p.x), y: cent(p.y), facing: crate::angle::normal(facing) }
    }
    pub fn centre(self) -> Pt {
        Pt::cents(self.x, self.y)
    }
}

/// Whether a stand is on the table.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, Default)]
pub enum Presence {
    #[default]
    OnTable,
    /// Arrives later.
    Waiting,
    /// Eliminated, or left the table.
    Gone,
}

/// Marks a stand can carry, as bits.
pub mod mark {
    pub const STATIONARY: u16 = 1;
    pub const COLUMN: u16 = 1 << 1;
    pub const LIMBERED: u16 = 1 << 2;
    pub const DISMOUNTED: u16 = 1 << 3;
    pub const GROUND: u16 = 1 << 4;
    /// Rallied this player turn.
    pub const RALLIED: u16 = 1 << 5;
    /// Has made its move this phase.
    pub const MOVED: u16 = 1 << 6;
    /// Has attacked, by fire or melee, this Combat phase.
    pub const FOUGHT: u16 = 1 << 7;
    /// Has been chosen as the defending stand this Combat phase.
    pub const CHOSEN: u16 = 1 << 8;
    pub const IN_COMMAND: u16 = 1 << 9;
    /// May not recover this turn (marshy stream).
    pub const MIRED: u16 = 1 << 10;
    /// Has been run over by routing friends this phase.
    pub const JOSTLED: u16 = 1 << 11;
    /// Has made its breakthrough this turn.
    pub const BROKE_THROUGH: u16 = 1 << 12;
    /// Took the stationary marker this turn.
    pub const NEWLY_STATIONARY: u16 = 1 << 13;
    /// Began the phase in contact and must charge or step back.
    pub const MUST_CHOOSE: u16 = 1 << 14;
    /// Charged this turn.
    pub const CHARGED: u16 = 1 << 15;
    /// Marks that a counter shows.
    pub const SHOWN: u16 = STATIONARY | COLUMN | LIMBERED | DISMOUNTED | GROUND | RALLIED | MOVED;
    /// Marks that last only for one player turn.
    pub const OF_THE_TURN: u16 = RALLIED
        | MOVED
        | FOUGHT
        | CHOSEN
        | MIRED
        | JOSTLED
        | BROKE_THROUGH
        | NEWLY_STATIONARY
        | MUST_CHOOSE
        | CHARGED;
}

/// A stand at play.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub struct Piece {
    pub pose: Pose,
    pub sp: u16,
    pub marks: u16,
    pub level: Level,
    pub presence: Presence,
    pub guns: u8,
    /// The building it is in.
    pub garrison: FeatureId,
    /// The brigade it is declared to reinforce.
    pub reinforces: StandId,
    /// The stand a commander is attached to.
    pub attached: StandId,
    /// The stand that alone puts it in command by contact.
    pub link: StandId,
    /// The enemy it charged this player turn.
    pub charged: StandId,
    /// The enemy it beat in a forest last turn (pursuit in woods).
    pub pursues: StandId,
    /// What the marsh is for it this turn: 0 not rolled, else the factor 1, 2 or 4.
    pub marsh: u8,
    /// Dice a garrison has used this phase.
    pub dice_used: u8,
    /// Its front-edge centre when its charge began, in hundredths.
    pub from: (i32, i32),
}

impl Default for Piece {
    fn default() -> Self {
        Piece {
            pose: Pose::default(),
            sp: 1,
            marks: 0,
            level: Level::Good,
            presence: Presence::OnTable,
            guns: 0,
            garrison: FeatureId::NONE,
            reinforces: StandId::NONE,
            attached: StandId::NONE,
            link: StandId::NONE,
            charged: StandId::NONE,
            pursues: StandId::NONE,
            marsh: 0,
            dice_used: 0,
            from: (0, 0),
        }
    }
}

impl Piece {
    #[inline]
    pub fn has(&self, mark: u16) -> bool {
        self.marks & mark != 0
    }
    pub fn set(&mut self, mark: u16, on: bool) {
        if on { self.marks |= mark } else { self.marks &= !mark }
    }
    #[inline]
    pub fn on_table(&self) -> bool {
        self.presence == Presence::OnTable
    }
    /// Whether it charged this player turn, even if its target is gone.
    pub fn charged_this_turn(&self) -> bool {
        self.charged.is_some() || self.has(mark::CHARGED)
    }
    pub fn in_building(&self) -> bool {
        self.garrison.is_some()
    }
}

/// A division's losses.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, Default)]
pub struct Losses {
    pub total: u16,
    pub this_turn: u16,
    pub exhausted: bool,
    pub collapsed: bool,
}

/// What has become of a building.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, Default)]
pub struct Building {
    /// Shot at by artillery or assaulted this player turn.
    pub threatened: bool,
    /// Game turn in which it caught fire; 0: it does not burn.
    pub burning_since: u16,
    pub burnt_out: bool,
}

/// The stand that is making its move, and what it has spent.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub struct Mover {
    pub stand: StandId,
    /// Where the move began.
    pub start: Pose,
    /// Spent so far, in sixths of a millionth of an inch.
    pub spent: i64,
    pub free_turn_used: bool,
    /// Has gone some distance.
    pub gone: bool,
    /// Has changed its place: whoever is out of command is disordered by it (VCMD-11).
    pub displaced: bool,
    pub manhandled: bool,
    pub limbered_move: bool,
    pub streams: u8,
    /// Nothing more but the last acts (recovering, going stationary).
    pub halted: bool,
    /// Has taken its last act.
    pub finished: bool,
    /// Charging on past fugitives: straight ahead only.
    pub charging: bool,
    pub stepped_back: bool,
    /// Crossed water on this move: the feature.
    pub crossed: FeatureId,
    /// Visible enemies are compared with this start for stands out of command.
    pub approach_limited: bool,
}

/// The position.
#[derive(Clone, PartialEq, Eq, Debug, Hash)]
pub struct State {
    pub turn: u16,
    pub phasing: Side,
    pub phase: Phase,
    pub pieces: Vec<Piece>,
    pub losses: Vec<Losses>,
    pub buildings: Vec<(FeatureId, Building)>,
    /// Breach points of fortress walls: feature, place in hundredths, points (3 open it).
    pub breaches: Vec<(FeatureId, i32, i32, u8)>,
    /// Trampled cells of the crop grid.
    pub trampled: Vec<u64>,
    /// Marsh entries of this player turn, in hundredths.
    pub mire: Vec<(i32, i32)>,
    /// Places and buildings of all stands when the player turn began.
    pub before: Vec<(Pose, FeatureId)>,
    pub before_trampled: Vec<u64>,
    pub mover: Option<Mover>,
    pub pending: Vec<Pending>,
    pub objectives: Vec<Option<Side>>,
    pub over: Option<Ending>,
}

/// The outcome in a form that can be compared and hashed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub struct Ending {
    pub winner: Option<Side>,
    pub degree: &'static str,
    pub points: [i32; 2],
}

impl From<Ending> for Outcome {
    fn from(o: Ending) -> Outcome {
        Outcome { winner: o.winner, degree: o.degree.into(), points: o.points }
    }
}

impl State {
    #[inline]
    pub fn piece(&self, id: StandId) -> &Piece {
        &self.pieces[id.index()]
    }
    #[inline]
    pub fn piece_mut(&mut self, id: StandId) -> &mut Piece {
        &mut self.pieces[id.index()]
    }
    pub fn building(&self, feature: FeatureId) -> Building {
        self.buildings.iter().find(|(f, _)| *f == feature).map(|(_, b)| *b).unwrap_or_default()
    }
    pub fn building_mut(&mut self, feature: FeatureId) -> &mut Building {
        if let Some(n) = self.buildings.iter().position(|(f, _)| *f == feature) {
            return &mut self.buildings[n].1;
        }
        self.buildings.push((feature, Building::default()));
        let last = self.buildings.len() - 1;
        &mut self.buildings[last].1
    }
}
