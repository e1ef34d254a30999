//! The Attachment Phase: a substitute that a scenario has set up may rejoin its parent unit.

use table::{Ask, Refusal, Room, Rule, Seats, Side};

use crate::event::Event;
use crate::order::Order;
use crate::play::Play;
use crate::position::Pos;
use crate::ruleset::Gcacw;
use crate::setup::UnitId;
use crate::state::Whereabouts;

/// A detached part of a unit.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Substitute {
    pub(crate) unit: UnitId,
    pub(crate) parent: UnitId,
}

impl Pos<'_> {
    fn parent_of(&self, unit: UnitId) -> Option<UnitId> {
        let campaign = self.setup.campaign.as_ref()?;
        campaign.substitutes.iter().find(|sub| sub.unit == unit).map(|sub| sub.parent)
    }

    /// Whether a substitute may rejoin its parent.
    pub(crate) fn may_rejoin(&self, side: Side, unit: UnitId) -> Result<(), Refusal> {
        let no = |why: &'static str| Err(Refusal::new(Rule("GHSN-10"), why));
        let Some(parent) = self.parent_of(unit).filter(|_| self.setup.unit(unit).side == side) else {
            return no("that unit is no detached part of another");
        };
        let (sub, whole) = (self.state.unit(unit), self.state.unit(parent));
        if !sub.is_on_map() || !whole.is_on_map() || sub.hex != whole.hex {
            return no("it rejoins its parent only where both are in one hex");
        }
        Ok(())
    }

    fn anybody_rejoins(&self, side: Side) -> bool {
        self.setup.by_side[side].into_iter().any(|u| self.may_rejoin(side, u).is_ok())
    }
}

impl Play<'_> {
    /// Asks a side, the Union first, where it has a choice.
    pub(crate) fn attachment(&mut self, side: Side) {
        let none = self.setup.campaign.as_ref().is_none_or(|c| c.substitutes.is_empty());
        if !none && self.pos().anybody_rejoins(side) {
            return self.ask(Attachment { side });
        }
        self.attachment_done(side);
    }

    /// The side is done.
    fn attachment_done(&mut self, side: Side) {
        if side == Side::Union {
            self.attachment(Side::Confederate);
        }
    }

    /// A substitute rejoins: the Manpower adds up, and the worse of the two states is kept.
    fn rejoin(&mut self, side: Side, unit: UnitId, parent: UnitId) {
        let sub = *self.state.unit(unit);
        let most = self.setup.module.max_manpower;
        self.leave_hex(unit);
        self.state.unit_mut(unit).whereabouts = Whereabouts::Aside;
        // What it has lost stays lost; what it brings is the parent's from now on.
        self.state.unit_mut(unit).manpower = self.setup.unit(unit).manpower;
        let whole = self.state.unit_mut(parent);
        let together = (whole.manpower + sub.manpower).min(most);
        let brought = together - whole.manpower;
        whole.manpower = together;
        whole.fatigue = whole.fatigue.max(sub.fatigue);
        whole.disorganized |= sub.disorganized;
        whole.exhausted |= sub.exhausted;
        whole.demoralized = whole.demoralized.max(sub.demoralized);
        let printed = self.setup.unit(unit).manpower as i32;
        let gained = self.state.campaign.gained[side] as i32 + printed - sub.manpower as i32 + brought as i32;
        self.state.campaign.gained[side] = gained.max(0) as u16;
        self.leaders_of_rejoined(unit, parent);
        self.tell(|t| Event::Rejoin {
            piece: t.unit(unit),
            parent: t.unit(parent),
            to: t.hex(sub.hex),
            manpower: together,
        });
    }

    /// Leaders go over to the parent where they may, or look for a unit.
    fn leaders_of_rejoined(&mut self, unit: UnitId, parent: UnitId) {
        for leader in self.setup.leader_ids() {
            if self.state.leaders[leader.index()].unit != Some(unit) {
                continue;
            }
            let fits = crate::command::can_attach(self.setup, leader, parent)
                && !self.pos().level_taken(leader, parent);
            let state = &mut self.state.leaders[leader.index()];
            state.unit = fits.then_some(parent);
            state.last_hex = self.state.units[parent.index()].hex;
        }
    }
}

/// Substitutes that rejoin their parents.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Attachment {
    pub(crate) side: Side,
}

impl Room<Gcacw> for Attachment {
    fn ask(&self, _pos: Pos) -> Ask {
        Ask::new("attachment", "Let detached units rejoin, or be done", "GHSN-10")
    }

    fn seats(&self, _pos: Pos) -> Seats {
        Seats::one(self.side)
    }

    fn orders(&self, pos: Pos, out: &mut Vec<Order>) {
        let units = pos.setup.by_side[self.side].into_iter();
        out.extend(units.filter(|u| pos.may_rejoin(self.side, *u).is_ok()).map(Order::Rejoin));
        out.push(Order::Done);
    }

    fn check(&self, pos: Pos, order: &Order) -> Result<(), Refusal> {
        match *order {
            Order::Rejoin(unit) => pos.may_rejoin(self.side, unit),
            Order::Done => Ok(()),
            _ => Err(self.ask(pos).not_asked()),
        }
    }

    fn apply(&self, play: &mut Play, order: &Order) {
        match *order {
            Order::Rejoin(unit) => {
                if let Some(parent) = play.pos().parent_of(unit) {
                    play.rejoin(self.side, unit, parent);
                }
                play.attachment(self.side);
            }
            Order::Done => play.attachment_done(self.side),
            _ => play.not_answered(self.clone(), order),
        }
    }
}
