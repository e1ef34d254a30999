//! The open decisions of a game: a stack of data.
//!
//! The top of the stack is asked. What lies below comes up again once everything above it is settled: a
//! combat in a march in a leader's activation are three decisions on top of each other. A game can be saved
//! and resumed at any of them, because all that goes on with them is their data.

use table::{Ask, Refusal, Room, Seats, Side};

use crate::activation::{Accompany, Activation, AttachLeader, NextUnit, SelectUnits};
use crate::assault::{Assault, AssaultTarget, AssaultUnits, GrandAssault, Join, Keep, Lee};
use crate::attack::NameAttack;
use crate::bridges::DestroyBridge;
use crate::campaign::rooms::*;
use crate::cavalry::{CavalryLoss, CavalryRetreat};
use crate::feints::{Along, Feinting, ForceFeint, LeaveBridge, Roll, ShamActivation, ShamDeparture};
use crate::forces::Feint;
use crate::leaders::{Haven, Transfers};
use crate::march::{ForceMarch, March, Marching};
use crate::order::Order;
use crate::play::Play;
use crate::position::Pos;
use crate::recovery::{Foraging, RecoveryWorks};
use crate::results::{Advance, Combat, Losses, Withdraw};
use crate::retreat::{Retreat, RetreatHex};
use crate::ruleset::Gcacw;
use crate::state::State;
use crate::turn::{Action, Initiative, Insubordination, Yielded};
use crate::weather::Swamp;

/// Writes the enum of all decisions, how each becomes one of them, and the way from each to its room. A new
/// decision is one line.
macro_rules! decisions {
    ($($room:ident)*) => {
        /// One open decision.
        #[derive(Clone, PartialEq, Eq, Hash, Debug)]
        pub(crate) enum Pending {
            $($room($room),)*
        }

        impl Pending {
            /// The room of the decision: what it asks, of whom, and what the answers do.
            pub(crate) fn room(&self) -> &dyn Room<Gcacw> {
                match self {
                    $(Pending::$room(room) => room,)*
                }
            }
        }

        $(impl From<$room> for Pending {
            fn from(room: $room) -> Pending {
                Pending::$room(room)
            }
        })*
    };
}

decisions! {
    // The phases of a turn (3.0, 6.3, 8.0, 12.0)
    Arrival Swamp Transfers RecoveryWorks Foraging
    // The Action Cycle (4.0)
    Initiative Yielded Insubordination Action
    // Activation (5.2)
    SelectUnits AttachLeader Accompany NextUnit
    // March (5.1)
    ForceMarch Marching NameAttack DestroyBridge
    // Assault (5.3, 7.1)
    AssaultUnits AssaultTarget Lee Keep GrandAssault Join
    // Combat (7.5 to 7.7)
    Losses Haven RetreatHex Withdraw Advance CavalryRetreat CavalryLoss
    // Limited Intelligence
    Roll ForceFeint Feinting LeaveBridge Along ShamActivation ShamDeparture Unseen
    // Campaigns
    WagonReturn EmergencySupply RepairStation BuildDepots LoadWagons EmptyWagons
    OffMapTransfer Reroll KeepRoll MarchBonus AssaultBonus JoinLeader Men Raid NightMarch
    Attachment OffMapRemoval CavalryReturn
}

/// In the position as somebody knows it: a decision that he knows nothing of.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Unseen {
    /// Whose it is.
    pub(crate) side: Side,
}

impl Room<Gcacw> for Unseen {
    fn ask(&self, _pos: Pos) -> Ask {
        Ask::new("other-player", "The other player decides", "GLI-2")
    }

    fn seats(&self, _pos: Pos) -> Seats {
        Seats::one(self.side)
    }

    fn orders(&self, _pos: Pos, _out: &mut Vec<Order>) {}

    fn check(&self, pos: Pos, _order: &Order) -> Result<(), Refusal> {
        Err(self.ask(pos).not_asked())
    }

    fn apply(&self, play: &mut Play, order: &Order) {
        play.not_answered(self.clone(), order);
    }
}

/// What a decision is part of.
enum Part<'a> {
    /// Of the turn, or of something that is over with its answer.
    Turn,
    March(&'a March),
    Activation(&'a Activation),
    Assault(&'a Assault),
    Combat(&'a Combat),
    Retreat(&'a Retreat),
    /// The march of a dummy.
    Feint(&'a Feint),
    /// What somebody with nothing but dummies is asked for show.
    Sham,
}

impl Pending {
    fn part(&self) -> Part<'_> {
        match self {
            Pending::ForceMarch(ForceMarch { march })
            | Pending::Marching(Marching { march })
            | Pending::NameAttack(NameAttack { march, .. })
            | Pending::MarchBonus(MarchBonus { march, .. })
            | Pending::DestroyBridge(DestroyBridge { march })
            | Pending::Roll(Roll::March(march)) => Part::March(march),
            Pending::SelectUnits(SelectUnits { activation })
            | Pending::AttachLeader(AttachLeader { activation })
            | Pending::Accompany(Accompany { activation, .. })
            | Pending::NextUnit(NextUnit { activation }) => Part::Activation(activation),
            Pending::AssaultUnits(AssaultUnits { assault })
            | Pending::AssaultTarget(AssaultTarget { assault })
            | Pending::Lee(Lee { assault, .. })
            | Pending::Keep(Keep { assault, .. })
            | Pending::GrandAssault(GrandAssault { assault, .. })
            | Pending::Join(Join { assault, .. })
            | Pending::AssaultBonus(AssaultBonus { assault, .. }) => Part::Assault(assault),
            Pending::Losses(Losses { combat })
            | Pending::Withdraw(Withdraw { combat })
            | Pending::Advance(Advance { combat }) => Part::Combat(combat),
            Pending::RetreatHex(RetreatHex { retreat }) => Part::Retreat(retreat),
            Pending::Feinting(Feinting { feint })
            | Pending::ForceFeint(ForceFeint { feint })
            | Pending::LeaveBridge(LeaveBridge { feint })
            | Pending::Roll(Roll::Feint(feint)) => Part::Feint(feint),
            Pending::Along(_) | Pending::ShamActivation(_) | Pending::ShamDeparture(_) => Part::Sham,
            Pending::Arrival(_)
            | Pending::Swamp(_)
            | Pending::Transfers(_)
            | Pending::RecoveryWorks(_)
            | Pending::Foraging(_)
            | Pending::Initiative(_)
            | Pending::Yielded(_)
            | Pending::Insubordination(_)
            | Pending::Action(_)
            | Pending::Haven(_)
            | Pending::CavalryRetreat(_)
            | Pending::CavalryLoss(_)
            | Pending::Unseen(_)
            | Pending::WagonReturn(_)
            | Pending::EmergencySupply(_)
            | Pending::RepairStation(_)
            | Pending::BuildDepots(_)
            | Pending::LoadWagons(_)
            | Pending::EmptyWagons(_)
            | Pending::OffMapTransfer(_)
            | Pending::Reroll(_)
            | Pending::KeepRoll(_)
            | Pending::JoinLeader(_)
            | Pending::Men(_)
            | Pending::Raid(_)
            | Pending::NightMarch(_)
            | Pending::Attachment(_)
            | Pending::OffMapRemoval(_)
            | Pending::CavalryReturn(_) => Part::Turn,
        }
    }

    /// The march it belongs to.
    pub(crate) fn march(&self) -> Option<&March> {
        if let Part::March(march) = self.part() { Some(march) } else { None }
    }

    fn march_mut(&mut self) -> Option<&mut March> {
        match self {
            Pending::ForceMarch(ForceMarch { march })
            | Pending::Marching(Marching { march })
            | Pending::NameAttack(NameAttack { march, .. })
            | Pending::MarchBonus(MarchBonus { march, .. })
            | Pending::DestroyBridge(DestroyBridge { march })
            | Pending::Roll(Roll::March(march)) => Some(march),
            other => {
                debug_assert!(other.march().is_none(), "{other:?} is part of a march");
                None
            }
        }
    }

    /// The activation it belongs to.
    pub(crate) fn activation(&self) -> Option<&Activation> {
        if let Part::Activation(activation) = self.part() { Some(activation) } else { None }
    }

    /// The assault it belongs to.
    pub(crate) fn assault(&self) -> Option<&Assault> {
        match self.part() {
            Part::Assault(assault) => Some(assault),
            Part::Combat(combat) => combat.assault.as_ref(),
            _ => None,
        }
    }

    /// The combat it belongs to.
    pub(crate) fn combat(&self) -> Option<&Combat> {
        if let Part::Combat(combat) = self.part() { Some(combat) } else { None }
    }

    /// The retreat it belongs to.
    pub(crate) fn retreat(&self) -> Option<&Retreat> {
        if let Part::Retreat(retreat) = self.part() { Some(retreat) } else { None }
    }

    /// The march of a dummy that it belongs to.
    pub(crate) fn feint(&self) -> Option<&Feint> {
        if let Part::Feint(feint) = self.part() { Some(feint) } else { None }
    }

    /// Whether what is asked tells something about Force markers.
    pub(crate) fn is_about_markers(&self) -> bool {
        matches!(self.part(), Part::Feint(_) | Part::Sham)
    }
}

impl State {
    /// The decision that is asked.
    pub(crate) fn asked(&self) -> Option<&Pending> {
        self.pending.last()
    }

    /// The march in progress (5.1).
    pub(crate) fn march(&self) -> Option<&March> {
        self.pending.iter().rev().find_map(Pending::march)
    }

    pub(crate) fn march_mut(&mut self) -> Option<&mut March> {
        self.pending.iter_mut().rev().find_map(Pending::march_mut)
    }

    /// The leader activation in progress (5.2).
    pub(crate) fn activation(&self) -> Option<&Activation> {
        self.pending.iter().rev().find_map(Pending::activation)
    }

    /// The assault in progress (7.1).
    pub(crate) fn assault(&self) -> Option<&Assault> {
        self.pending.iter().rev().find_map(Pending::assault)
    }

    /// The combat in progress (7.5).
    pub(crate) fn combat(&self) -> Option<&Combat> {
        self.pending.iter().rev().find_map(Pending::combat)
    }

    /// The retreat in progress (7.6).
    pub(crate) fn retreat(&self) -> Option<&Retreat> {
        self.pending.iter().rev().find_map(Pending::retreat)
    }

    /// The dummy on the move (Limited Intelligence).
    pub(crate) fn feint(&self) -> Option<&Feint> {
        self.pending.iter().rev().find_map(Pending::feint)
    }
}
