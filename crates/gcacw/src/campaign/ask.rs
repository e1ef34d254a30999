//! What campaigns ask of players: who decides, the orders on offer, the verdict on each, and what it does.
//!
//! A new decision is a line in each of the four functions.

use table::{Refusal, Side};

use super::battle::bonus_question;
use super::wagons::SupplyStep;
use crate::order::{AttackType, Order};
use crate::play::{Play, Pos};
use crate::setup::LeaderId;

/// A decision that only campaigns know.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CampaignAsk {
    /// Wagon trains, depots and stations.
    Supply(Side, SupplyStep),
    /// Off-Map Transfer Phase.
    OffMap(Side),
    /// Whether the dice of a table of arrivals are rolled again.
    Reroll(u8),
    /// Which of the two rolls is kept.
    KeepRoll(u8),
    /// The bonus of an event, before an attack in a march or an assault.
    MarchBonus(Side, AttackType),
    AssaultBonus(Side),
    /// A leader comes into play.
    JoinLeader(LeaderId),
}

/// Who decides, and how the decision is put to him.
#[derive(Clone, Copy, Debug)]
pub struct Question {
    pub side: Side,
    pub kind: &'static str,
    pub prompt: &'static str,
    pub rule: &'static str,
}

impl CampaignAsk {
    pub fn question(self, pos: &Pos) -> Question {
        match self {
            CampaignAsk::Supply(side, step) => {
                let (kind, prompt, rule) = step.words();
                Question { side, kind, prompt, rule }
            }
            CampaignAsk::OffMap(side) => {
                let prompt = "Transfer units to and from off-map boxes, or be done";
                Question { side, kind: "off-map-transfer", prompt, rule: "GBAC-5" }
            }
            CampaignAsk::Reroll(table) => Question {
                side: pos.roller(table),
                kind: "reroll",
                prompt: "Roll again for reinforcements, or let the roll stand",
                rule: "GBAC-34",
            },
            CampaignAsk::KeepRoll(table) => Question {
                side: pos.roller(table),
                kind: "keep-roll",
                prompt: "Keep one of the two rolls",
                rule: "GBAC-34",
            },
            CampaignAsk::MarchBonus(side, _) | CampaignAsk::AssaultBonus(side) => bonus_question(side),
            CampaignAsk::JoinLeader(leader) => Question {
                side: pos.s.leader(leader).side,
                kind: "join-leader",
                prompt: "Bring the leader into play with a unit of his command, or not",
                rule: "GBAC-41",
            },
        }
    }
}

impl Pos<'_> {
    /// The legal orders of a campaign's decision.
    pub fn campaign_orders(&self, ask: CampaignAsk, out: &mut Vec<Order>) {
        match ask {
            CampaignAsk::Supply(side, step) => self.supply_orders(side, step, out),
            CampaignAsk::OffMap(side) => self.off_map_orders(side, out),
            CampaignAsk::Reroll(_) => out.extend([Order::Reroll, Order::Done]),
            CampaignAsk::KeepRoll(_) => out.extend([Order::KeepRoll(0), Order::KeepRoll(1)]),
            CampaignAsk::MarchBonus(..) | CampaignAsk::AssaultBonus(_) => {
                out.extend([Order::Bonus, Order::Done]);
            }
            CampaignAsk::JoinLeader(leader) => {
                out.extend(self.openings(leader).into_iter().map(|u| Order::Transfer(leader, u)));
                out.push(Order::Done);
            }
        }
    }

    /// The verdict on an order that fits the decision; `None` if it does not fit.
    pub fn campaign_verdict(&self, ask: CampaignAsk, order: Order) -> Option<Result<(), Refusal>> {
        match ask {
            CampaignAsk::Supply(side, step) => self.supply_verdict(side, step, order),
            CampaignAsk::OffMap(side) => self.off_map_verdict(side, order),
            CampaignAsk::Reroll(_) => self.reroll_verdict(order),
            CampaignAsk::KeepRoll(_) => self.keep_roll_verdict(order),
            CampaignAsk::MarchBonus(..) | CampaignAsk::AssaultBonus(_) => {
                matches!(order, Order::Bonus | Order::Done).then_some(Ok(()))
            }
            CampaignAsk::JoinLeader(leader) => self.join_verdict(leader, order),
        }
    }
}

impl Play<'_> {
    pub fn campaign_order(&mut self, ask: CampaignAsk, order: Order) {
        match ask {
            CampaignAsk::Supply(side, step) => self.supply_order(side, step, order),
            CampaignAsk::OffMap(side) => self.off_map_order(side, order),
            CampaignAsk::Reroll(table) => self.reroll(table, order),
            CampaignAsk::KeepRoll(table) => self.keep_roll(table, order),
            CampaignAsk::MarchBonus(_, kind) => {
                self.declare_bonus(order);
                self.attack_now(kind);
            }
            CampaignAsk::AssaultBonus(_) => {
                self.declare_bonus(order);
                self.assault_now();
            }
            CampaignAsk::JoinLeader(_) => self.leader_joins(order),
        }
    }
}
