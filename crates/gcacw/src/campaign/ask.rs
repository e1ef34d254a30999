//! What campaigns ask of players: who decides, the orders on offer, the verdict on each, and what it does.
//!
//! A new decision is a line in each of the four functions.

use table::{Refusal, Side};

use crate::order::Order;
use crate::play::{Play, Pos};

/// A decision that only campaigns know.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CampaignAsk {}

/// Who decides, and how the decision is put to him.
#[derive(Clone, Copy, Debug)]
pub struct Question {
    pub side: Side,
    pub kind: &'static str,
    pub prompt: &'static str,
    pub rule: &'static str,
}

impl CampaignAsk {
    pub fn question(self) -> Question {
        match self {}
    }
}

impl Pos<'_> {
    /// The legal orders of a campaign's decision.
    pub fn campaign_orders(&self, ask: CampaignAsk, _out: &mut Vec<Order>) {
        match ask {}
    }

    /// The verdict on an order that fits the decision; `None` if it does not fit.
    pub fn campaign_verdict(&self, ask: CampaignAsk, _order: Order) -> Option<Result<(), Refusal>> {
        match ask {}
    }
}

impl Play<'_> {
    pub fn campaign_order(&mut self, ask: CampaignAsk, _order: Order) {
        match ask {}
    }
}
