//! Union Night March and the raid that draws cavalry away (HSN, random events).

use table::{Ask, Refusal, Room, Rule, Seats, Side};

use crate::event::Event;
use crate::order::Order;
use crate::play::Play;
use crate::position::Pos;
use crate::ruleset::Gcacw;
use crate::setup::{Arm, UnitId, UnitSet};
use crate::state::Whereabouts;
use crate::turn::Action;

/// What has become of a night march.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub(crate) enum Night {
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
    pub(crate) fn is_night(&self) -> bool {
        matches!(self.state.campaign.today.night, Night::Marching(_))
    }

    /// A night march has no other actions, and keeps away from the enemy.
    pub(crate) fn by_day(&self, why: &'static str) -> Result<(), Refusal> {
        if self.is_night() { Err(Refusal::new(Rule("GHSN-27"), why)) } else { Ok(()) }
    }

    fn can_march_by_night(&self, side: Side) -> bool {
        self.setup.by_side[side].into_iter().any(|u| self.may_march(u).is_ok())
    }

    /// The units of an arm that can be drawn away: those off the map first, else those clear of the enemy.
    pub(crate) fn withdrawable(&self, side: Side, arm: Arm) -> UnitSet {
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
    pub(crate) fn offers_night_march(&mut self, winner: Side) -> bool {
        let loser = winner.other();
        let open =
            self.state.campaign.today.night == Night::Open(loser) && self.pos().can_march_by_night(loser);
        if open {
            self.ask(NightMarch { side: loser });
        }
        open
    }

    pub(crate) fn take_night_march(&mut self, side: Side) {
        self.state.campaign.today.night = Night::Marching(side);
        self.state.active = side;
        self.state.initiative_die = None;
        self.ask(Action);
        self.tell(|_| Event::Take { side, night: true });
    }

    /// The action is over.
    pub(crate) fn night_is_over(&mut self) {
        if let Night::Marching(side) = self.state.campaign.today.night {
            self.state.campaign.today.night = Night::Used(side);
        }
    }

    /// A raid draws one unit away for good. True if its owner has to choose which.
    pub(crate) fn raid(&mut self, side: Side, arm: Arm) -> bool {
        let open = self.pos().withdrawable(side, arm);
        match (open.len(), open.first()) {
            (0, _) | (_, None) => {}
            (1, Some(only)) => self.draw_away(only),
            _ => {
                self.ask(Raid { side, arm });
                return true;
            }
        }
        false
    }

    pub(crate) fn draw_away(&mut self, unit: UnitId) {
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
        self.tell(|t| Event::Withdrawn { piece: t.unit(unit) });
    }
}

/// Whether to march by night, after losing the initiative.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct NightMarch {
    pub(crate) side: Side,
}

impl Room<Gcacw> for NightMarch {
    fn ask(&self, _pos: Pos) -> Ask {
        Ask::new("night-march", "March by night before the enemy acts, or wait", "GHSN-27")
    }

    fn seats(&self, _pos: Pos) -> Seats {
        Seats::one(self.side)
    }

    fn orders(&self, _pos: Pos, out: &mut Vec<Order>) {
        out.extend([Order::Take, Order::Pass]);
    }

    fn check(&self, pos: Pos, order: &Order) -> Result<(), Refusal> {
        match *order {
            Order::Take | Order::Pass => Ok(()),
            _ => Err(self.ask(pos).not_asked()),
        }
    }

    fn apply(&self, play: &mut Play, order: &Order) {
        match *order {
            Order::Take => play.take_night_march(self.side),
            Order::Pass => play.wins(self.side.other()),
            _ => play.not_answered(self.clone(), order),
        }
    }
}

/// Which unit a raid draws away.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Raid {
    pub(crate) side: Side,
    pub(crate) arm: Arm,
}

impl Room<Gcacw> for Raid {
    fn ask(&self, _pos: Pos) -> Ask {
        Ask::new("raid", "Choose the unit that leaves to chase the raiders", "GHSN-29")
    }

    fn seats(&self, _pos: Pos) -> Seats {
        Seats::one(self.side)
    }

    fn orders(&self, pos: Pos, out: &mut Vec<Order>) {
        out.extend(pos.withdrawable(self.side, self.arm).into_iter().map(Order::Withdraw));
    }

    fn check(&self, pos: Pos, order: &Order) -> Result<(), Refusal> {
        match *order {
            Order::Withdraw(unit) if pos.withdrawable(self.side, self.arm).has(unit) => Ok(()),
            Order::Withdraw(_) => Err(Refusal::new(Rule("GHSN-29"), "that unit cannot be sent away")),
            _ => Err(self.ask(pos).not_asked()),
        }
    }

    fn apply(&self, play: &mut Play, order: &Order) {
        match *order {
            Order::Withdraw(unit) => {
                play.draw_away(unit);
                play.clear_swamps();
            }
            _ => play.not_answered(self.clone(), order),
        }
    }
}
