//! What campaigns ask of players: who decides, the orders on offer, the verdict on each, and what it does.
//!
//! A new decision is a line in each of the four functions.

use table::{Refusal, Rule, Side};

use super::battle::bonus_question;
use super::wagons::SupplyStep;
use crate::order::{AttackType, Order};
use crate::play::Play;
use crate::position::Pos;
use crate::setup::{Arm, LeaderId};

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
    /// Who gets the men that have come.
    Men(Side, Arm),
    /// Which unit a raid draws away.
    Raid(Side, Arm),
    /// Whether to march by night, after losing the initiative.
    NightMarch(Side),
    /// Substitutes that rejoin their parents.
    Attachment(Side),
    /// Cavalry that leaves the map to refit.
    OffMapRemoval(Side),
    /// Cavalry that comes back.
    CavalryReturn(Side),
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
        let question = |side, kind, prompt, rule| Question { side, kind, prompt, rule };
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
                side: pos.setup.leader(leader).side,
                kind: "join-leader",
                prompt: "Bring the leader into play with a unit of his command, or not",
                rule: "GBAC-41",
            },
            CampaignAsk::Men(side, Arm::Cavalry) => {
                question(side, "manpower", "Choose the cavalry unit that gets the men", "GHSN-45")
            }
            CampaignAsk::Men(side, _) => {
                question(side, "manpower", "Choose the infantry unit that gets the men", "GHSN-45")
            }
            CampaignAsk::Raid(side, _) => {
                question(side, "raid", "Choose the unit that leaves to chase the raiders", "GHSN-29")
            }
            CampaignAsk::NightMarch(side) => {
                question(side, "night-march", "March by night before the enemy acts, or wait", "GHSN-27")
            }
            CampaignAsk::Attachment(side) => {
                question(side, "attachment", "Let detached units rejoin, or be done", "GHSN-10")
            }
            CampaignAsk::OffMapRemoval(side) => {
                question(side, "off-map-removal", "Take cavalry off the map to refit, or be done", "GHSN-53")
            }
            CampaignAsk::CavalryReturn(side) => {
                question(side, "cavalry-return", "Bring cavalry back to the map, or be done", "GHSN-56")
            }
        }
    }
}

impl Pos<'_> {
    /// The legal orders of a campaign's decision.
    pub fn campaign_orders(&self, ask: CampaignAsk, out: &mut Vec<Order>) {
        let units = |side: Side| self.setup.by_side[side].into_iter();
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
            CampaignAsk::Men(side, arm) => {
                let open = units(side).filter(|u| self.may_strengthen(side, arm, *u).is_ok());
                out.extend(open.map(Order::Strengthen));
            }
            CampaignAsk::Raid(side, arm) => {
                out.extend(self.withdrawable(side, arm).into_iter().map(Order::Withdraw));
            }
            CampaignAsk::NightMarch(_) => out.extend([Order::Take, Order::Pass]),
            CampaignAsk::Attachment(side) => {
                out.extend(units(side).filter(|u| self.may_rejoin(side, *u).is_ok()).map(Order::Rejoin));
                out.push(Order::Done);
            }
            CampaignAsk::OffMapRemoval(side) => {
                out.extend(units(side).filter(|u| self.may_go_off_map(side, *u).is_ok()).map(Order::OffMap));
                out.push(Order::Done);
            }
            CampaignAsk::CavalryReturn(side) => {
                out.extend(self.returns(side).map(|(unit, hex)| Order::Place(unit, hex)));
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
            _ => self.more_verdicts(ask, order),
        }
    }

    fn more_verdicts(&self, ask: CampaignAsk, order: Order) -> Option<Result<(), Refusal>> {
        Some(match (ask, order) {
            (CampaignAsk::Men(side, arm), Order::Strengthen(u)) => self.may_strengthen(side, arm, u),
            (CampaignAsk::Raid(side, arm), Order::Withdraw(u)) => {
                if self.withdrawable(side, arm).has(u) {
                    Ok(())
                } else {
                    Err(Refusal::new(Rule("GHSN-29"), "that unit cannot be sent away"))
                }
            }
            (CampaignAsk::NightMarch(_), Order::Take | Order::Pass) => Ok(()),
            (CampaignAsk::Attachment(side), Order::Rejoin(u)) => self.may_rejoin(side, u),
            (CampaignAsk::OffMapRemoval(side), Order::OffMap(u)) => self.may_go_off_map(side, u),
            (CampaignAsk::CavalryReturn(side), Order::Place(u, hex)) => self.may_come_back(side, u, hex),
            (
                CampaignAsk::Attachment(_) | CampaignAsk::OffMapRemoval(_) | CampaignAsk::CavalryReturn(_),
                Order::Done,
            ) => Ok(()),
            _ => return None,
        })
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
            _ => self.more_orders(ask, order),
        }
    }

    fn more_orders(&mut self, ask: CampaignAsk, order: Order) {
        match (ask, order) {
            (CampaignAsk::Men(side, arm), Order::Strengthen(unit)) => self.strengthen(side, arm, unit),
            (CampaignAsk::Raid(..), Order::Withdraw(unit)) => {
                self.draw_away(unit);
                self.clear_swamps();
            }
            (CampaignAsk::NightMarch(side), Order::Take) => self.take_night_march(side),
            (CampaignAsk::NightMarch(side), _) => self.wins(side.other()),
            (CampaignAsk::Attachment(side), Order::Rejoin(unit)) => self.rejoin(side, unit),
            (CampaignAsk::Attachment(side), _) => self.attachment_done(side),
            (CampaignAsk::OffMapRemoval(side), Order::OffMap(unit)) => self.go_off_map(side, unit),
            (CampaignAsk::OffMapRemoval(_), _) => self.removal_done(),
            (CampaignAsk::CavalryReturn(side), Order::Place(unit, hex)) => {
                self.place(unit, hex);
                self.ask_for_returns(side);
            }
            (CampaignAsk::CavalryReturn(_), _) => self.next_phase(),
            _ => {}
        }
    }
}
