//! Events that help a march: a cache of boats for one river, a guide for one road.

use hexmap::{Hex, Terrain, Water};
use table::{Refusal, Rule, Side};

use crate::event::Event;
use crate::ground::{Edge, remaining_crossing};
use crate::march::{March, Marching};
use crate::movement::Stride;
use crate::order::Order;
use crate::play::Play;
use crate::position::Pos;
use crate::setup::Arm;

fn no(why: &'static str) -> Refusal {
    Refusal::new(Rule("GBAC-38"), why)
}

impl Pos<'_> {
    /// Whether the marching unit may cross to a hex by boat, and what it pays: as by ferry.
    pub(crate) fn may_take_boats(&self, march: &March, to: Hex) -> Result<Stride, Refusal> {
        let printed = self.setup.unit(march.unit);
        let at = self.state.unit(march.unit).hex;
        if self.state.campaign.today.boats != Some(printed.side) || march.strategic {
            return Err(no("there are no boats to be had"));
        }
        if !matches!(printed.arm, Arm::Infantry | Arm::Cavalry) {
            return Err(no("only infantry and cavalry cross by boat"));
        }
        let Some(dir) = self.setup.map.grid.direction(at, to) else {
            return Err(no("a boat crosses one river"));
        };
        let edge = self.state.edge(self.setup, printed.side, at, dir);
        let hexside = self.setup.map.side(at, dir);
        let crossing = remaining_crossing(hexside, self.state.altered_at(self.setup, at, dir), false);
        if hexside.water != Some(Water::MajorRiver) || crossing.is_some() || edge.passable {
            return Err(no("boats are for a major river without bridge, dam, ferry or ford"));
        }
        if edge.cut_by_land || self.setup.map.terrain(to) == Terrain::Water {
            return Err(no("there is no way on beyond the river"));
        }
        let enemy = self.state.is_enemy_in(self.setup, printed.side, to)
            || self.state.in_any_enemy_zoc(self.setup, printed.side, to);
        if enemy {
            return Err(no("nobody crosses by boat into an enemy zone of control"));
        }
        let by_boat = Edge { passable: true, ferry: true, ..edge };
        self.stride_over(&self.walker(march), &by_boat, to)
    }

    /// Whether a guide may help the march at hand.
    pub(crate) fn may_take_guide(&self, march: &March) -> Result<u8, Refusal> {
        let no = |why: &'static str| Err(Refusal::new(Rule("GBAC-39"), why));
        let side = self.setup.unit(march.unit).side;
        let Some((_, points)) = self.state.campaign.today.guide.filter(|(whose, _)| *whose == side) else {
            return no("there is no guide");
        };
        if march.strategic || self.state.activation().is_some() {
            return no("a guide helps a March action");
        }
        if march.moved || march.attacked || march.advanced {
            return no("the guide goes along from the start");
        }
        Ok(points)
    }

    /// What events add to the orders of a march.
    pub(crate) fn helped_orders(&self, march: &March, out: &mut Vec<Order>) {
        let today = &self.state.campaign.today;
        if today.boats.is_some() {
            let near = self.setup.map.grid.neighbors(self.state.unit(march.unit).hex);
            let open = near.filter(|(_, to)| self.may_take_boats(march, *to).is_ok());
            out.extend(open.map(|(_, to)| Order::Boats(to)));
        }
        if today.guide.is_some() && self.may_take_guide(march).is_ok() {
            out.push(Order::Guide);
        }
    }
}

impl Play<'_> {
    /// The marching unit crosses the river; the boats are used up.
    pub(crate) fn cross_by_boat(&mut self, march: March, to: Hex) {
        let Ok(stride) = self.pos().may_take_boats(&march, to) else { return self.ask(Marching { march }) };
        self.state.campaign.today.boats = None;
        self.take_step(march, to, stride);
    }

    /// Both players roll until the dice differ; the higher has a guide.
    pub(crate) fn find_guide(&mut self, points: u8) {
        let side = loop {
            let (union, confederate) = (self.dice.d6("Union guide"), self.dice.d6("Confederate guide"));
            match union.cmp(&confederate) {
                std::cmp::Ordering::Greater => break Side::Union,
                std::cmp::Ordering::Less => break Side::Confederate,
                std::cmp::Ordering::Equal => {}
            }
        };
        self.state.campaign.today.guide = Some((side, points));
        self.tell(|_| Event::Guide { side });
    }

    pub(crate) fn take_guide(&mut self, mut march: March) {
        let points = self.state.campaign.today.guide.take().map_or(0, |(_, points)| points);
        march.mp += points as u16 * 2;
        self.ask(Marching { march });
        self.tell(|_| Event::GuideUsed { points });
    }
}
