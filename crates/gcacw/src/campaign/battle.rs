//! Events that reach into attacks: a bonus for one of them, an army leader out of favour, a counter that
//! stays idle, a leader who comes to his command.

use table::{Refusal, Rule, Side};

use super::CampaignAsk;
use crate::flow::Ask;
use crate::order::{AttackType, Order};
use crate::play::Play;
use crate::position::Pos;
use crate::setup::{LeaderId, UnitId, UnitSet};
use crate::state::NEVER;

impl Pos<'_> {
    /// Whether a leader stays idle this turn.
    pub fn is_idle(&self, leader: LeaderId) -> bool {
        self.state.campaign.today.idle_leader == Some(leader)
    }

    /// Whether a unit stays idle this turn.
    pub fn is_idle_unit(&self, unit: UnitId) -> bool {
        self.state.campaign.today.idle_unit == Some(unit)
    }

    /// Whether an event lets a leader act this turn.
    pub fn may_stir(&self, leader: LeaderId) -> Result<(), Refusal> {
        if self.is_idle(leader) {
            return Err(Refusal::new(Rule("GBAC-36"), "an event keeps that leader idle this turn"));
        }
        Ok(())
    }

    /// Whether an event lets a leader be used for a grand assault.
    pub fn may_lead_grand(&self, leader: LeaderId) -> Result<(), Refusal> {
        self.may_stir(leader)?;
        if self.state.campaign.today.no_grand == Some(leader) {
            return Err(Refusal::new(
                Rule("GBAC-35"),
                "his generals will follow him in no grand assault today",
            ));
        }
        Ok(())
    }

    /// Whether the attacker may still add to an attack die.
    fn has_bonus(&self) -> bool {
        self.state.campaign.today.bonus.is_some_and(|(side, _)| side == self.state.active)
    }

    /// The units that a leader who is not in play yet may join.
    pub fn openings(&self, leader: LeaderId) -> UnitSet {
        let (state, side) = (&self.state.leaders[leader.index()], self.setup.leader(leader).side);
        if state.unit.is_some() || !state.out || state.last_hex != NEVER {
            return UnitSet::EMPTY;
        }
        let open = |u: &UnitId| {
            self.state.unit(*u).is_on_map()
                && crate::command::can_attach(self.setup, leader, *u)
                && !self.level_taken(leader, *u)
                && !self.state.in_any_enemy_zoc(self.setup, side, self.state.unit(*u).hex)
        };
        self.setup.leader(leader).commands.into_iter().filter(open).collect()
    }

    pub fn join_verdict(&self, leader: LeaderId, order: Order) -> Option<Result<(), Refusal>> {
        Some(match order {
            Order::Done => Ok(()),
            Order::Transfer(l, u) if l == leader && self.openings(leader).has(u) => Ok(()),
            Order::Transfer(..) => Err(Refusal::new(
                Rule("GBAC-41"),
                "he joins a unit of his command that is out of enemy zones of control",
            )),
            _ => return None,
        })
    }
}

impl Play<'_> {
    /// An attack in a march is about to be resolved: the bonus is offered first.
    pub fn attack_by(&mut self, kind: AttackType) {
        if self.pos().has_bonus() {
            self.state.ask = Ask::Campaign(CampaignAsk::MarchBonus(self.state.active, kind));
        } else {
            self.attack_now(kind);
        }
    }

    /// The same for an assault.
    pub fn assault_combat(&mut self) {
        if self.pos().has_bonus() {
            self.state.ask = Ask::Campaign(CampaignAsk::AssaultBonus(self.state.active));
        } else {
            self.assault_now();
        }
    }

    /// Declares the bonus for the attack at hand, or keeps it.
    pub fn declare_bonus(&mut self, order: Order) {
        if order != Order::Bonus {
            return;
        }
        let Some((side, value)) = self.state.campaign.today.bonus.take() else { return };
        self.state.campaign.today.bonus_now = value;
        self.tell(|t| t.event("bonus", format!("The {side} player adds {value} to this attack.")).side(side));
    }

    /// A leader who is not in play may come. True if his owner has to decide.
    pub fn leader_may_join(&mut self, leader: Option<LeaderId>) -> bool {
        let Some(leader) = leader.filter(|l| !self.pos().openings(*l).is_empty()) else { return false };
        self.state.ask = Ask::Campaign(CampaignAsk::JoinLeader(leader));
        true
    }

    pub fn leader_joins(&mut self, order: Order) {
        if let Order::Transfer(leader, unit) = order {
            self.state.leaders[leader.index()].out = false;
            self.attach(leader, unit);
        }
        self.clear_swamps();
    }
}

/// Who is asked about a bonus.
pub const fn bonus_question(side: Side) -> super::ask::Question {
    super::ask::Question {
        side,
        kind: "attack-bonus",
        prompt: "Add the bonus of the event to this attack, or keep it",
        rule: "GBAC-37",
    }
}
