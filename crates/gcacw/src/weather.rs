//! Random events, rain and rivers (3.0, 12.0).

use hexmap::{Crossing, Hex, Terrain, Water, Way};
use table::{Ask, Refusal, Room, Rule, Seats};

use crate::charts;
use crate::event::{Day, Event};
use crate::module::RainIn;
use crate::order::Order;
use crate::play::Play;
use crate::position::Pos;
use crate::ruleset::Gcacw;
use crate::setup::{Event as RandomEvent, UnitId, UnitSet};
use crate::state::Whereabouts;

impl Pos<'_> {
    /// The hexes a unit may flee to from a flooded swamp: out of enemy zones if it can (12.0).
    pub(crate) fn swamp_exits(&self, unit: UnitId) -> Vec<Hex> {
        let side = self.setup.unit(unit).side;
        let from = self.state.unit(unit).hex;
        let open: Vec<Hex> = self
            .setup
            .map
            .grid
            .neighbors(from)
            .filter(|(dir, to)| {
                let hexside = self.setup.map.side(from, *dir);
                let bridged = self.state.altered_at(self.setup, from, *dir).and_then(|a| a.pontoon)
                    == Some(side)
                    || matches!(
                        crate::ground::remaining_crossing(
                            hexside,
                            self.state.altered_at(self.setup, from, *dir),
                            false
                        ),
                        Some(Crossing::Bridge | Crossing::Ferry | Crossing::Dam)
                    );
                let river = matches!(hexside.water, Some(Water::MinorRiver | Water::MajorRiver));
                let wet = matches!(
                    self.setup.map.terrain(*to),
                    Terrain::Swamp | Terrain::ProvisionalSwamp | Terrain::Water
                );
                !self.state.enemy_marker_in(side, *to)
                    && !wet
                    && (!river || bridged)
                    && hexside.water != Some(Water::AllWater)
                    && !self.state.is_shut(self.setup, side, *to)
            })
            .map(|(_, to)| to)
            .collect();
        let free: Vec<Hex> =
            open.iter().copied().filter(|to| !self.state.in_any_enemy_zoc(self.setup, side, *to)).collect();
        if free.is_empty() { open } else { free }
    }

    /// Units in provisional swamps without road, pike or railroad.
    fn caught_in_swamps(&self) -> UnitSet {
        let dry_way = |hex| {
            let ways = self.setup.map.ways_in(hex);
            ways.road() || ways.has(Way::Pike) || ways.has(Way::Railroad)
        };
        self.setup
            .unit_ids()
            .filter(|u| {
                let state = self.state.unit(*u);
                state.is_on_map()
                    && self.setup.map.terrain(state.hex) == Terrain::ProvisionalSwamp
                    && !dry_way(state.hex)
            })
            .collect()
    }

    pub(crate) fn may_leave_swamp(&self, unit: UnitId, to: Hex) -> Result<(), Refusal> {
        if self.swamp_exits(unit).contains(&to) {
            return Ok(());
        }
        Err(Refusal::new(
            Rule("G12-14"),
            "out of a flooded swamp units go to dry ground, not over a river without bridge or ferry, and away from the enemy if they can",
        ))
    }
}

impl Play<'_> {
    /// Random Events Phase (3.0): the scenario's own table, else that of its campaign.
    pub(crate) fn random_events_phase(&mut self) {
        if self.setup.random_events {
            self.random_event();
        } else if self.campaign_event() {
            return;
        }
        self.clear_swamps();
    }

    /// Two dice on the scenario's table (3.0).
    pub(crate) fn random_event(&mut self) {
        let row = self.dice.d6("random event") + self.dice.d6("random event");
        let event = self.setup.events[row as usize - 2];
        self.tell(|_| {
            let (result, more_days) = match event {
                RandomEvent::None => (Day::Nothing, 0),
                RandomEvent::Rain(more) => (Day::Rain, more),
                RandomEvent::Heat => (Day::Heat, 0),
            };
            Event::RandomEvent { row, result, more_days }
        });
        match event {
            RandomEvent::None => {}
            RandomEvent::Heat => self.state.skies.heat = true,
            RandomEvent::Rain(extra) => {
                if self.setup.module.rain == RainIn::Always || self.setup.advanced {
                    self.rain(extra);
                }
            }
        }
    }

    /// It rains now and for `extra` further turns (12.0).
    pub(crate) fn rain(&mut self, extra: u8) {
        let turn = self.state.turn;
        let skies = &mut self.state.skies;
        skies.rain_until = skies.rain_until.max(turn.saturating_add(extra));
        if let Some((minor, major)) = charts::rain_numbers(self.setup.module.rain_numbers, extra) {
            advance_marker(&mut skies.minor_unfordable_until, turn, minor);
            advance_marker(&mut skies.major_unfordable_until, turn, major);
        }
        self.flood();
    }

    /// Rain begins: the provisional swamps are under water.
    pub(crate) fn flood(&mut self) {
        self.state.flooded = self.pos().caught_in_swamps();
        for unit in self.state.flooded {
            self.show(unit);
            let state = self.state.unit_mut(unit);
            state.tire(1);
            state.disorganized = true;
        }
        let caught = self.state.flooded;
        if !caught.is_empty() {
            self.tell(|t| Event::Flood { pieces: t.units(caught) });
        }
    }

    /// Units leave flooded swamps one by one; who cannot is lost (12.0). Then reinforcements.
    pub(crate) fn clear_swamps(&mut self) {
        while let Some(unit) = self.state.flooded.first() {
            let exits = self.known(self.setup.unit(unit).side).pos().swamp_exits(unit);
            match exits[..] {
                [] => {
                    self.state.flooded.remove(unit);
                    self.eliminate(unit, Whereabouts::Eliminated);
                }
                [only] => self.leave_swamp(unit, only),
                _ => {
                    return self.ask(Swamp { unit });
                }
            }
        }
    }

    pub(crate) fn leave_swamp(&mut self, unit: UnitId, to: Hex) {
        self.state.flooded.remove(unit);
        let from = self.state.unit(unit).hex;
        self.leave_hex(unit);
        self.state.put(unit, to);
        self.hold(to, self.setup.unit(unit).side);
        self.tell(|t| Event::Swamp { piece: t.unit(unit), from: t.hex(from), to: t.hex(to) });
    }
}

/// Places an Unfordable marker, or advances the one on the track (12.0).
fn advance_marker(until: &mut u8, turn: u8, number: u8) {
    if *until >= turn {
        *until = until.saturating_add(number);
    } else if number > 0 {
        *until = turn.saturating_add(number);
    }
}

/// Where a unit caught in a flooded swamp goes (12.0).
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Swamp {
    pub(crate) unit: UnitId,
}

impl Room<Gcacw> for Swamp {
    fn ask(&self, _pos: Pos) -> Ask {
        Ask::new("swamp", "Choose the hex to which the unit leaves the flooded swamp", "G12-12")
    }

    fn seats(&self, pos: Pos) -> Seats {
        Seats::one(pos.setup.unit(self.unit).side)
    }

    fn orders(&self, pos: Pos, out: &mut Vec<Order>) {
        out.extend(pos.swamp_exits(self.unit).into_iter().map(Order::Move));
    }

    fn check(&self, pos: Pos, order: &Order) -> Result<(), Refusal> {
        match *order {
            Order::Move(to) => pos.may_leave_swamp(self.unit, to),
            _ => Err(self.ask(pos).not_asked()),
        }
    }

    fn apply(&self, play: &mut Play, order: &Order) {
        match *order {
            Order::Move(to) => {
                play.leave_swamp(self.unit, to);
                play.clear_swamps();
            }
            _ => play.not_answered(self.clone(), order),
        }
    }
}
