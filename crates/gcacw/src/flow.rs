//! Where a game stands: what is asked of whom, and the actions in progress that the answer goes on with.
//!
//! A combat in the middle of a march in the middle of a leader's activation is three of these at once; a
//! game can be saved and resumed at any of its decisions because all of them are data.

use arrayvec::ArrayVec;
use hexmap::{Dir, Hex};
use table::Side;

use crate::campaign::CampaignAsk;
use crate::charts::CombatResult;
use crate::setup::{LeaderId, UnitId, UnitSet};

/// The decision at hand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ask {
    /// The game has not begun.
    Start,
    /// Where a reinforcement enters.
    Arrival(Side),
    /// Where a unit caught in a flooded swamp goes (12.0).
    Swamp(UnitId),
    /// Leader Transfer Phase (6.3).
    Transfer(Side),
    /// The winner of the initiative takes it or passes (4.2).
    Initiative(Side),
    /// The loser, offered the initiative, takes it or passes.
    Yielded(Side),
    /// The Union player names a Confederate corps leader (BAC).
    Insubordination,
    /// One action (5.0).
    Action,
    /// Units of a leader activation (5.2, step 2).
    ActivationUnits,
    /// Transfer and attachment of the active leader (5.2, step 5).
    ActivationLeader,
    /// Army and district leaders who go along with him (6.3).
    Accompany,
    /// The next unit of the activation (5.2, step 6).
    NextUnit,
    /// A cavalry retreat is offered (7.7).
    CavalryRetreat(Side),
    /// Which cavalry unit takes the loss of a 1 (7.7).
    CavalryLoss(Side),
    /// Force march or not (5.1, step 3).
    ForceMarch,
    /// An extended march die for a hidden force, real or sham (Limited Intelligence).
    Roll,
    /// A dummy on the move.
    Feint,
    /// Dummies that go along with a hidden force.
    Along,
    /// Move, attack, or end (5.1, step 5).
    March,
    /// The type of the attack just declared (7.1).
    AttackType,
    /// Bridges and ferries to destroy at the end of a march (10.2).
    DestroyBridge,
    /// Units of an assault (7.1).
    AssaultUnits,
    AssaultTarget,
    /// Lee's bonus (7.4).
    Lee,
    /// Which units the Assault Number keeps.
    Keep,
    /// Try a grand assault or go on.
    GrandAssault,
    /// Units that join a grand assault.
    Join,
    /// Who takes the losses of a combat (7.5).
    Losses(Side),
    /// A leader without units goes to the nearest (7.5).
    Haven(LeaderId),
    /// The next hex of a retreat (7.6).
    Retreat(Side),
    /// The defender may withdraw (7.6).
    Withdraw(Side),
    /// The attackers may advance (7.6).
    Advance,
    /// Entrenching and bridge work of the Recovery Phase (8.0).
    Recovery(Side),
    /// Foraging (8.0, step 2, Advanced Game).
    Forage(Side),
    /// Something that only campaigns ask.
    Campaign(CampaignAsk),
    Over,
}

/// A march in progress (5.1).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct March {
    pub unit: UnitId,
    /// Half MP left.
    pub mp: u16,
    /// The hex where the action began.
    pub start: Hex,
    /// It has left that hex.
    pub left_start: bool,
    /// It has entered a hex by movement.
    pub moved: bool,
    pub attacked: bool,
    /// It advanced after combat: no refusing of flanks.
    pub advanced: bool,
    /// Its last step took it into an enemy normal zone of control.
    pub entered_zoc: bool,
    /// Fatigue 4 option: no force march.
    pub spent: bool,
    /// Part of a cavalry division leader's activation after the first unit.
    pub no_attack: bool,
    /// A leader has joined it to go along: it must leave.
    pub must_leave: bool,
    /// The march is over once the present business is done.
    pub over: bool,
    /// Hexes whose cavalry has declined to retreat from this march.
    pub declined: ArrayVec<Hex, 12>,
    /// The target named, before the type of the attack.
    pub target: Option<Hex>,
    /// Strategic movement: far from the enemy, without dice.
    pub strategic: bool,
}

impl March {
    /// A march that has not left its hex yet, with so many half MP.
    pub fn new(unit: UnitId, start: Hex, mp: u16) -> March {
        March {
            unit,
            mp,
            start,
            left_start: false,
            moved: false,
            attacked: false,
            advanced: false,
            entered_zoc: false,
            spent: false,
            no_attack: false,
            must_leave: false,
            over: false,
            declined: ArrayVec::new(),
            target: None,
            strategic: false,
        }
    }
}

/// A leader activation in progress (5.2).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Activation {
    pub leader: LeaderId,
    /// Units he may select.
    pub eligible: UnitSet,
    /// Selected and still to go: to march, to entrench.
    pub marching: UnitSet,
    pub digging: UnitSet,
    /// All that were selected.
    pub selected: UnitSet,
    /// Most units he may select.
    pub limit: u8,
    /// Half MP of the leader; and of a unit on foot under a cavalry leader.
    pub allowance: u16,
    pub on_foot: u16,
    /// The hex he was in when activated.
    pub from: Hex,
    /// A unit has already marched.
    pub one_went: bool,
}

/// An assault in progress (7.1).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Assault {
    pub leader: LeaderId,
    pub hex: Hex,
    pub selected: UnitSet,
    pub kept: UnitSet,
    pub joined: UnitSet,
    pub target: Option<Hex>,
    /// Units that must be kept, or hexes that may join.
    pub number: u8,
    pub lee: bool,
    /// The army or district leader of the grand assault.
    pub grand: bool,
    pub grand_tried: bool,
}

/// A combat in progress (7.5).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Combat {
    pub attacker: Side,
    pub attackers: UnitSet,
    pub defenders: UnitSet,
    /// The hex of the active unit or leader.
    pub from: Hex,
    pub target: Hex,
    pub stage: Stage,
    pub attacker_result: &'static CombatResult,
    pub defender_result: &'static CombatResult,
    /// Losses still to be taken by the side that is asked.
    pub losses: u8,
    /// Added to the attacker's loss by a huge grand assault (7.2).
    pub extra_loss: u8,
    /// Units chosen: to withdraw, or to advance.
    pub chosen: UnitSet,
    /// Leaders that have changed units for the advance.
    pub reattached: u64,
}

/// What comes next in a combat.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stage {
    DefenderLosses,
    DefenderFlight,
    AttackerLosses,
    Advance,
    Done,
}

/// Kinds of retreat (7.6, 7.7).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RetreatKind {
    Normal,
    Rout,
    Cavalry,
    Voluntary,
}

/// A retreat in progress (7.6).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Retreat {
    pub side: Side,
    pub units: UnitSet,
    pub kind: RetreatKind,
    pub start: Hex,
    pub at: Hex,
    /// The active enemy unit.
    pub active: Hex,
    /// Hexes entered so far, in order.
    pub path: ArrayVec<Hex, 24>,
    pub override_used: bool,
}

/// Cavalry retreats on offer (7.7), one hex after the other.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Offer {
    pub hexes: ArrayVec<Hex, 6>,
    pub then: AfterOffer,
    /// The hex being asked, or whose cavalry is retreating.
    pub hex: Hex,
    pub units: UnitSet,
}

/// What goes on after the offers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AfterOffer {
    MarchBegins,
    MarchGoesOn,
    AttackNamed,
    AfterAdvance,
    AssaultGoesOn,
}

/// Step 1 of the Recovery Phase.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct RecoveryWork {
    /// Units that have done their work.
    pub done: UnitSet,
    /// Repair attempts made: Union, Confederate.
    pub repaired: [bool; 2],
    /// Hexes in which a pontoon has been attempted.
    pub built_in: ArrayVec<Hex, 24>,
    /// Hexsides on which one failed.
    pub failed: ArrayVec<(Hex, Dir), 24>,
}
