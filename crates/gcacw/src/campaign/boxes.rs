//! Off-map boxes and the Off-Map Transfer Phase (Advanced Game of BAC).

use hexmap::Hex;
use table::{Ask, Refusal, Room, Rule, Seats, Side};

use super::logistics::{End, Link};
use crate::event::Event;
use crate::order::Order;
use crate::play::Play;
use crate::position::Pos;
use crate::ruleset::Gcacw;
use crate::setup::{Setup, UnitId, UnitSet};
use crate::state::Whereabouts;

/// In `UnitState::place`: on the way to the entry hex of this link.
const ON_LINK: u8 = 0x80;

fn no(why: &'static str) -> Refusal {
    Refusal::new(Rule("GBAC-6"), why)
}

impl Setup {
    /// Where a unit beyond the map is, in words.
    pub(crate) fn beyond(&self, place: u8, ready: u8, under_way: bool) -> String {
        let link = self.logistics.links.get((place & !ON_LINK) as usize).filter(|_| place & ON_LINK != 0);
        if let Some(Link { to: End::Hex(hex), .. }) = link {
            return format!("on its way to {}, turn {ready}", self.map.grid.label(*hex));
        }
        let name = self.logistics.boxes.get(place as usize).map_or("", |b| b);
        if under_way { format!("on its way to {name}, turn {ready}") } else { name.to_owned() }
    }
}

impl Pos<'_> {
    /// The box a unit is in, or on its way to.
    pub(crate) fn box_of(&self, unit: UnitId) -> Option<u8> {
        let state = self.state.unit(unit);
        let boxed = state.whereabouts == Whereabouts::Boxed && state.place & ON_LINK == 0;
        boxed.then_some(state.place)
    }

    /// The link over which a unit is entering the map.
    pub(crate) fn link_of(&self, unit: UnitId) -> Option<&Link> {
        let state = self.state.unit(unit);
        let entering = state.whereabouts == Whereabouts::Boxed && state.place & ON_LINK != 0;
        entering.then(|| self.setup.logistics.links.get((state.place & !ON_LINK) as usize)).flatten()
    }

    /// Whether a unit may be transferred at all in this phase.
    fn may_leave_by_link(&self, side: Side, unit: UnitId) -> Result<(), Refusal> {
        let state = self.state.unit(unit);
        if self.setup.unit(unit).side != side || !(state.is_on_map() || self.box_of(unit).is_some()) {
            return Err(no("only a unit of yours on the map or in a box is transferred"));
        }
        if state.ready > self.state.turn {
            return Err(no("a unit goes over one link in a phase, and only when it has arrived"));
        }
        if state.fatigue > 0 {
            return Err(no("only a unit at Fatigue Level 0 is transferred"));
        }
        if state.is_on_map()
            && (self.state.in_any_enemy_zoc(self.setup, side, state.hex) || self.is_held(unit))
        {
            return Err(no("no unit is transferred out of an enemy zone of control, or while it is held"));
        }
        Ok(())
    }

    /// Where a unit is, as links see it.
    fn end_of(&self, unit: UnitId) -> Option<End> {
        let state = self.state.unit(unit);
        if state.is_on_map() { Some(End::Hex(state.hex)) } else { self.box_of(unit).map(End::Box) }
    }

    /// The best link from where a unit is: without fatigue first, then the quickest.
    fn link_to(&self, side: Side, unit: UnitId, to: End) -> Option<(usize, Link)> {
        let here = self.end_of(unit)?;
        let joins = |link: &Link| link.is_open_to(side) && link.other_end(here) == Some(to);
        let links = self.setup.logistics.links.iter().copied().enumerate();
        links.filter(|(_, link)| joins(link)).min_by_key(|(_, link)| (!link.rail, link.turns))
    }

    /// Whether a unit may go to a box.
    pub(crate) fn may_send(&self, side: Side, unit: UnitId, to: u8) -> Result<(usize, Link), Refusal> {
        self.may_leave_by_link(side, unit)?;
        self.link_to(side, unit, End::Box(to)).ok_or_else(|| no("no link leads there from where it is"))
    }

    /// Whether a unit may enter the map from its box.
    pub(crate) fn may_enter_map(&self, side: Side, unit: UnitId, hex: Hex) -> Result<(usize, Link), Refusal> {
        self.may_leave_by_link(side, unit)?;
        if !self.is_entry_open(side, hex) {
            return Err(no("the enemy, or his zone of control, closes the entry hex"));
        }
        self.link_to(side, unit, End::Hex(hex)).ok_or_else(|| no("no link leads there from where it is"))
    }

    fn is_entry_open(&self, side: Side, hex: Hex) -> bool {
        !self.state.is_enemy_in(self.setup, side, hex) && !self.state.in_any_enemy_zoc(self.setup, side, hex)
    }

    /// The transfers open to a side.
    pub(crate) fn off_map_orders(&self, side: Side, out: &mut Vec<Order>) {
        for unit in self.leaving_by_link(side) {
            let ends: Vec<End> = self.ends_of_links(side, unit).collect();
            let to_box = |b: &u8| ends.contains(&End::Box(*b));
            let boxes = (0..self.setup.logistics.boxes.len() as u8).filter(to_box);
            out.extend(boxes.map(|b| Order::Send(unit, b)));
            let first = out.len();
            for link in self.setup.logistics.links.iter().filter(|link| ends.contains(&link.to)) {
                let End::Hex(hex) = link.to else { continue };
                let order = Order::Place(unit, hex);
                if !out[first..].contains(&order) && self.is_entry_open(side, hex) {
                    out.push(order);
                }
            }
        }
        out.push(Order::Done);
    }

    /// Whether a side has anything to transfer.
    fn has_transfers(&self, side: Side) -> bool {
        self.leaving_by_link(side).any(|unit| {
            self.ends_of_links(side, unit).any(|end| match end {
                End::Box(_) => true,
                End::Hex(hex) => self.is_entry_open(side, hex),
            })
        })
    }

    /// The units of a side that stand where a link begins and may go over it.
    fn leaving_by_link(&self, side: Side) -> impl Iterator<Item = UnitId> + '_ {
        let at_link = |unit: &UnitId| {
            let state = self.state.unit(*unit);
            match state.whereabouts {
                Whereabouts::OnMap => self.setup.logistics.entries.contains(state.hex),
                _ => self.box_of(*unit).is_some(),
            }
        };
        let units = self.setup.by_side[side].into_iter().filter(at_link);
        units.filter(move |unit| self.may_leave_by_link(side, *unit).is_ok())
    }

    /// Where the links lead that begin where a unit is.
    fn ends_of_links(&self, side: Side, unit: UnitId) -> impl Iterator<Item = End> {
        let here = self.end_of(unit);
        let open = self.setup.logistics.links.iter().filter(move |link| link.is_open_to(side));
        open.filter_map(move |link| link.other_end(here?))
    }
}

impl Play<'_> {
    /// The Off-Map Transfer Phase: units on their way arrive, then the Union player transfers first.
    pub(crate) fn off_map_transfers(&mut self) {
        if self.setup.logistics.links.is_empty() {
            return;
        }
        let arriving: UnitSet = self.setup.unit_ids().filter(|u| self.pos().link_of(*u).is_some()).collect();
        for unit in arriving {
            self.arrive_by_link(unit);
        }
        self.ask_off_map(Side::Union);
    }

    fn arrive_by_link(&mut self, unit: UnitId) {
        let Some(Link { to: End::Hex(hex), .. }) = self.pos().link_of(unit).copied() else { return };
        let side = self.setup.unit(unit).side;
        if self.state.unit(unit).ready <= self.state.turn && self.pos().is_entry_open(side, hex) {
            self.state.unit_mut(unit).ready = self.state.turn + 1;
            self.place(unit, hex);
        }
    }

    pub(crate) fn ask_off_map(&mut self, side: Side) {
        if self.pos().has_transfers(side) {
            self.ask(OffMapTransfer { side });
        } else {
            self.off_map_done(side);
        }
    }

    fn off_map_done(&mut self, side: Side) {
        if side == Side::Union {
            self.ask_off_map(Side::Confederate);
        }
    }

    /// By road a unit tires by one level, by rail not at all.
    fn go_over_link(&mut self, unit: UnitId, n: usize, link: Link, to: End) {
        if !link.rail {
            self.state.unit_mut(unit).tire(1);
        }
        self.state.unit_mut(unit).ready = self.state.turn + link.turns.max(1);
        match to {
            End::Hex(hex) if link.turns == 0 => return self.place(unit, hex),
            End::Hex(_) => self.state.unit_mut(unit).place = ON_LINK | n as u8,
            End::Box(b) => self.put_in_box(unit, b),
        }
        self.tell(|t| {
            let (place, hex) = match to {
                End::Box(b) => (Some(t.setup.logistics.boxes[b as usize].clone()), None),
                End::Hex(hex) => (None, Some(t.hex(hex))),
            };
            Event::OffMap { piece: t.unit(unit), r#box: place, to: hex, from: None }
        });
    }

    /// A unit is in a box, wherever it came from.
    pub(crate) fn put_in_box(&mut self, unit: UnitId, place: u8) {
        if self.state.unit(unit).is_on_map() {
            self.leave_hex(unit);
        }
        self.state.lift(unit, Whereabouts::Boxed);
        self.state.unit_mut(unit).place = place;
    }
}

/// Off-Map Transfer Phase.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct OffMapTransfer {
    pub(crate) side: Side,
}

impl Room<Gcacw> for OffMapTransfer {
    fn ask(&self, _pos: Pos) -> Ask {
        Ask::new("off-map-transfer", "Transfer units to and from off-map boxes, or be done", "GBAC-5")
    }

    fn seats(&self, _pos: Pos) -> Seats {
        Seats::one(self.side)
    }

    fn orders(&self, pos: Pos, out: &mut Vec<Order>) {
        pos.off_map_orders(self.side, out);
    }

    fn check(&self, pos: Pos, order: &Order) -> Result<(), Refusal> {
        match *order {
            Order::Done => Ok(()),
            Order::Send(unit, to) => pos.may_send(self.side, unit, to).map(|_| ()),
            Order::Place(unit, hex) => pos.may_enter_map(self.side, unit, hex).map(|_| ()),
            _ => Err(self.ask(pos).not_asked()),
        }
    }

    fn apply(&self, play: &mut Play, order: &Order) {
        let (unit, link, to) = match *order {
            Order::Send(unit, b) => (unit, play.pos().may_send(self.side, unit, b), End::Box(b)),
            Order::Place(unit, hex) => (unit, play.pos().may_enter_map(self.side, unit, hex), End::Hex(hex)),
            Order::Done => return play.off_map_done(self.side),
            _ => return play.not_answered(self.clone(), order),
        };
        if let Ok((n, link)) = link {
            play.go_over_link(unit, n, link, to);
        }
        play.ask_off_map(self.side);
    }
}
