//! Leader movement (6.3): transfer, attachment, and leaders who have lost their units (7.5).

use table::{Ask, Refusal, Room, Rule, Seats, Side};

use crate::event::Event;
use crate::order::{self, Heard, Order};
use crate::pending::Pending;
use crate::play::Play;
use crate::position::Pos;
use crate::ruleset::Gcacw;
use crate::setup::{LeaderId, Rank, UnitId, UnitSet};
use crate::state::Whereabouts;

/// Whether a counter's name is that of a man: `Lee` is also `R.E. Lee` and `R. E. Lee`.
pub(crate) fn is_named(name: &str, man: &str) -> bool {
    name.rsplit([' ', '.']).next() == Some(man)
}

impl Pos<'_> {
    /// Whether a leader may transfer to a unit in the Leader Transfer Phase.
    pub(crate) fn may_transfer(&self, side: Side, leader: LeaderId, unit: UnitId) -> Result<(), Refusal> {
        self.may_transfer_somewhere(side, leader, unit, &self.carriers())?;
        if !self.transfer_reaches(leader, unit, &mut None) {
            return Err(Refusal::new(
                Rule("G6.3-11"),
                "no path of ten hexes that keeps clear of the enemy leads there",
            ));
        }
        Ok(())
    }

    /// The same, ways apart. `carriers`: the units that carry a leader of each level.
    fn may_transfer_somewhere(
        &self,
        side: Side,
        leader: LeaderId,
        unit: UnitId,
        carriers: &[UnitSet; Rank::LEVELS],
    ) -> Result<(), Refusal> {
        let no = |rule, why: &'static str| Err(Refusal::new(rule, why));
        if self.setup.leader(leader).side != side {
            return no(Rule("G6.3-13"), "it is the other player's turn to transfer leaders");
        }
        let Some(own) = self.state.leaders[leader.index()].unit else {
            return no(Rule("G6.3-10"), "that leader is not on the map");
        };
        if !self.state.unit(own).is_on_map() || !self.state.unit(unit).is_on_map() || own == unit {
            return no(Rule("G6.3-10"), "a leader transfers to another unit on the map");
        }
        if self.state.transferred >> leader.0 & 1 != 0 {
            return no(Rule("G6.3-10"), "he has transferred in this phase already");
        }
        if !self.setup.leader(leader).commands.has(unit) {
            return no(Rule("G6.3-10"), "that unit is not of his command");
        }
        if !crate::command::can_attach(self.setup, leader, unit) {
            return no(Rule("G6.3-15"), "army and district leaders attach to infantry only");
        }
        // It is not his own unit: whoever is with it is another.
        if carriers[self.setup.leader(leader).rank.level() as usize].has(unit) {
            return no(Rule("G6.3-3"), "that unit has a leader of the same level");
        }
        Ok(())
    }

    /// The transfers open to a side, one after the other as long as somebody wants to know.
    pub(crate) fn open_transfers(&self, side: Side, tell: &mut dyn FnMut(Order) -> Heard) -> Heard {
        let carriers = self.carriers();
        let own_units = self.setup.by_side[side].into_iter();
        let on_map: UnitSet = own_units.filter(|u| self.state.unit(*u).is_on_map()).collect();
        for leader in self.setup.leader_ids().filter(|l| self.setup.leader(*l).side == side) {
            let Some(own) = self.state.leaders[leader.index()].unit else { continue };
            if self.state.transferred >> leader.0 & 1 != 0 || !on_map.has(own) {
                continue;
            }
            let printed = self.setup.leader(leader);
            // His own unit carries a leader of his level: himself.
            let free = printed.commands.and(on_map).minus(carriers[printed.rank.level() as usize]);
            let mut reach = None;
            for unit in free {
                if !crate::command::can_attach(self.setup, leader, unit) {
                    continue;
                }
                debug_assert!(self.may_transfer_somewhere(side, leader, unit, &carriers).is_ok());
                if self.transfer_reaches(leader, unit, &mut reach) {
                    tell(Order::Transfer(leader, unit))?;
                }
            }
        }
        Heard::Continue(())
    }

    /// The units a leader without one may go to: the nearest he may be attached to (7.5).
    pub(crate) fn havens(&self, leader: LeaderId) -> UnitSet {
        let from = self.state.leaders[leader.index()].last_hex;
        let mut nearest = u16::MAX;
        let mut found = UnitSet::EMPTY;
        for unit in self.setup.leader(leader).commands {
            // A unit in the middle of a retreat is in play too.
            let in_play =
                matches!(self.state.unit(unit).whereabouts, Whereabouts::OnMap | Whereabouts::Retreating);
            let open = in_play
                && crate::command::can_attach(self.setup, leader, unit)
                && !self.level_taken(leader, unit);
            if !open {
                continue;
            }
            let far = self.setup.map.grid.distance(from, self.state.unit(unit).hex);
            if far < nearest {
                nearest = far;
                found = UnitSet::EMPTY;
            }
            if far == nearest {
                found.add(unit);
            }
        }
        found
    }
}

impl Play<'_> {
    /// Attaches a leader to a unit, wherever he was.
    pub(crate) fn attach(&mut self, leader: LeaderId, unit: UnitId) {
        let was_seen = self.state.forces.is_some() && !self.state.is_leader_hidden(leader);
        self.state.leaders[leader.index()].unit = Some(unit);
        if let Some(forces) = self.state.forces.as_mut() {
            forces.found_leader(leader);
        }
        let hex = self.state.unit(unit).hex;
        self.tell(|t| {
            Event::Attach { piece: t.leader(leader), unit: t.unit(unit), to: t.hex(hex) }
                .or_openly_if(was_seen, || Event::Hide { piece: t.leader(leader), side: None, to: None })
        });
    }

    /// Finds units for leaders who have none: moves them where there is no choice, takes them out of play
    /// where nothing is left, and asks otherwise.
    pub(crate) fn settle_leaders(&mut self) {
        if matches!(self.state.asked(), Some(Pending::Haven(_))) {
            return;
        }
        for leader in self.setup.leader_ids() {
            let state = self.state.leaders[leader.index()];
            if state.unit.is_some() || state.out {
                continue;
            }
            let havens = self.pos().havens(leader);
            match (havens.len(), havens.first()) {
                (_, None) => {
                    self.state.leaders[leader.index()].out = true;
                    self.tell(|t| Event::LeaderLost { piece: t.leader(leader) });
                }
                (1, Some(unit)) => self.attach(leader, unit),
                _ => {
                    return self.ask(Haven { leader });
                }
            }
        }
    }
}

/// Leader Transfer Phase (6.3).
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Transfers {
    pub(crate) side: Side,
}

impl Room<Gcacw> for Transfers {
    fn ask(&self, _pos: Pos) -> Ask {
        Ask::new("transfer-leaders", "Transfer leaders, or be done", "G6.3-10")
    }

    fn seats(&self, _pos: Pos) -> Seats {
        Seats::one(self.side)
    }

    fn orders(&self, pos: Pos, out: &mut Vec<Order>) {
        order::list(out, |tell| pos.open_transfers(self.side, tell));
        out.push(Order::Done);
    }

    fn check(&self, pos: Pos, order: &Order) -> Result<(), Refusal> {
        match *order {
            Order::Transfer(leader, unit) => pos.may_transfer(self.side, leader, unit),
            Order::Done => Ok(()),
            _ => Err(self.ask(pos).not_asked()),
        }
    }

    fn apply(&self, play: &mut Play, order: &Order) {
        match *order {
            Order::Transfer(leader, unit) => {
                play.ask(self.clone());
                play.transfer(leader, unit);
            }
            Order::Done => play.transfers_done(self.side),
            _ => play.not_answered(self.clone(), order),
        }
    }
}

/// A leader without units goes to the nearest (7.5).
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Haven {
    pub(crate) leader: LeaderId,
}

impl Room<Gcacw> for Haven {
    fn ask(&self, _pos: Pos) -> Ask {
        Ask::new("haven", "Choose the unit that the leader joins", "G7.5-35")
    }

    fn seats(&self, pos: Pos) -> Seats {
        Seats::one(pos.setup.leader(self.leader).side)
    }

    fn orders(&self, pos: Pos, out: &mut Vec<Order>) {
        out.extend(pos.havens(self.leader).into_iter().map(|u| Order::Transfer(self.leader, u)));
    }

    fn check(&self, pos: Pos, order: &Order) -> Result<(), Refusal> {
        match *order {
            Order::Transfer(leader, unit) if leader == self.leader && pos.havens(leader).has(unit) => Ok(()),
            Order::Transfer(..) => {
                Err(Refusal::new(Rule("G7.5-35"), "he goes to the nearest unit of his command"))
            }
            _ => Err(self.ask(pos).not_asked()),
        }
    }

    fn apply(&self, play: &mut Play, order: &Order) {
        match *order {
            Order::Transfer(leader, unit) => play.attach(leader, unit),
            _ => play.not_answered(self.clone(), order),
        }
    }
}
