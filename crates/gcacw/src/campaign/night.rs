//! Union Night March and the raid that draws cavalry away (HSN, random events).

use table::{Refusal, Rule, Side};

use super::ask::CampaignAsk;
use crate::flow::Ask;
use crate::play::Play;
use crate::position::Pos;
use crate::setup::{Arm, UnitId, UnitSet};
use crate::state::Whereabouts;

/// What has become of a night march.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Night {
    #[default]
    None,
    /// This side may still take one.
    Open(Side),
    /// It is being made.
    Marching(Side),
    /// It has been made.
    Used(Side),
}

impl Pos<'_> {
    /// The action at hand is a night march.
    #[inline]
    pub fn is_night(&self) -> bool {
        matches!(self.state.campaign.today.night, Night::Marching(_))
    }

    /// A night march has no other actions, and keeps away from the enemy.
    pub fn by_day(&self, why: &'static str) -> Result<(), Refusal> {
        if self.is_night() { Err(Refusal::new(Rule("GHSN-27"), why)) } else { Ok(()) }
    }

    fn can_march_by_night(&self, side: Side) -> bool {
        self.setup.by_side[side].into_iter().any(|u| self.may_march(u).is_ok())
    }

    /// The units of an arm that can be drawn away: those off the map first, else those clear of the enemy.
    pub fn withdrawable(&self, side: Side, arm: Arm) -> UnitSet {
        let of_arm = |u: &UnitId| self.setup.unit(*u).arm == arm;
        let all = || self.setup.by_side[side].into_iter().filter(of_arm);
        let away: UnitSet =
            all().filter(|u| self.state.unit(*u).whereabouts == Whereabouts::OffMap).collect();
        if !away.is_empty() {
            return away;
        }
        all()
            .filter(|u| {
                let state = self.state.unit(*u);
                state.is_on_map() && !self.state.in_any_enemy_zoc(self.setup, side, state.hex)
            })
            .collect()
    }
}

impl Play<'_> {
    /// A side has lost an initiative roll: if it may march by night, it is asked. True if it is.
    pub fn offers_night_march(&mut self, winner: Side) -> bool {
        let loser = winner.other();
        let open =
            self.state.campaign.today.night == Night::Open(loser) && self.pos().can_march_by_night(loser);
        if open {
            self.state.ask = Ask::Campaign(CampaignAsk::NightMarch(loser));
        }
        open
    }

    pub fn take_night_march(&mut self, side: Side) {
        self.state.campaign.today.night = Night::Marching(side);
        self.state.active = side;
        self.state.initiative_die = None;
        self.state.ask = Ask::Action;
        self.tell(|t| t.event("take", format!("The {side} player marches by night.")).side(side));
    }

    /// The action is over.
    pub fn night_is_over(&mut self) {
        if let Night::Marching(side) = self.state.campaign.today.night {
            self.state.campaign.today.night = Night::Used(side);
        }
    }

    /// A raid draws one unit away for good. True if its owner has to choose which.
    pub fn raid(&mut self, side: Side, arm: Arm) -> bool {
        let open = self.pos().withdrawable(side, arm);
        match (open.len(), open.first()) {
            (0, _) | (_, None) => {}
            (1, Some(only)) => self.draw_away(only),
            _ => {
                self.state.ask = Ask::Campaign(CampaignAsk::Raid(side, arm));
                return true;
            }
        }
        false
    }

    pub fn draw_away(&mut self, unit: UnitId) {
        let (from, on_map) = (self.state.unit(unit).hex, self.state.unit(unit).is_on_map());
        if on_map {
            self.leave_hex(unit);
        }
        self.state.unit_mut(unit).whereabouts = Whereabouts::Withdrawn;
        for leader in self.setup.leader_ids() {
            let state = &mut self.state.leaders[leader.index()];
            if state.unit == Some(unit) {
                state.unit = None;
                state.last_hex = from;
            }
        }
        self.tell(|t| {
            t.event("withdrawn", format!("{} is sent away and will not return.", t.unit(unit)))
                .piece(t.unit(unit))
        });
    }
}
