//! What a player sees of a position before he weighs orders.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use arrayvec::ArrayVec;
use hexmap::Hex;
use table::{Leaning, Plans, Side};

use super::memory::Memory;
use super::weights::Weights;
use crate::position::Pos;
use crate::setup::{Setup, UnitId};
use crate::state::State;

/// Who is farther than this does not matter to a unit's next march.
const NEAR: u16 = 7;
/// Hexes that count, at most.
pub(crate) const MOST_GOALS: usize = 48;
/// Half MP a unit covers in a day without ruining itself.
pub(crate) const A_DAY: f32 = 26.0;
/// What it counts to win or lose the whole game in a hex, in points.
const AT_ONCE: f32 = 20.0;
/// Nobody plans further ahead.
const DAYS_AHEAD: f32 = 5.0;

/// The way to each hex that counts for victory and to each town of a county: half MP for infantry in fair
/// weather, by hex.
#[derive(Clone, Debug)]
pub(crate) struct Fields {
    watched: Vec<Vec<u16>>,
    counties: Vec<Vec<Vec<u16>>>,
}

impl Fields {
    /// The ways of a side, with bridges as the scenario begins: its own pontoons lead over, ruins do not.
    pub(crate) fn of(setup: &Setup, side: Side) -> Fields {
        let mut start = State::position(setup);
        // A day that no rain of the scenario's beginning reaches.
        start.turn = u8::MAX;
        let ways = |goals: &[Hex]| goals.iter().map(|goal| field(setup, &start, side, *goal)).collect();
        let counties = setup.logistics.counties.iter();
        Fields { watched: ways(&setup.victory.watched), counties: counties.map(|c| ways(&c.hexes)).collect() }
    }

    fn to(&self, nth: usize) -> &[u16] {
        &self.watched[nth]
    }

    /// To the nth town of a county.
    pub(crate) fn to_town(&self, county: usize, nth: usize) -> &[u16] {
        &self.counties[county][nth]
    }
}

/// Distances to a hex, going there over the ground alone.
fn field(setup: &Setup, start: &State, side: Side, goal: Hex) -> Vec<u16> {
    let mut best = vec![u16::MAX; setup.map.grid.len()];
    let mut queue = BinaryHeap::from([(Reverse(0u16), goal)]);
    best[goal.index()] = 0;
    while let Some((Reverse(cost), hex)) = queue.pop() {
        if cost > best[hex.index()] {
            continue;
        }
        for (dir, near) in setup.map.grid.neighbors(hex) {
            // The way back: from the neighbour into this hex.
            let edge = start.edge(setup, side, near, dir.opposite());
            let there = cost.saturating_add(edge.cost);
            if edge.passable && there < best[near.index()] {
                best[near.index()] = there;
                queue.push((Reverse(there), near));
            }
        }
    }
    best
}

/// The units of a side in a hex.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Force {
    pub(crate) hex: Hex,
    /// Combat value.
    pub(crate) strength: f32,
    /// The part of it that is still able to march and attack before the game or the day is over.
    pub(crate) able: f32,
}

/// A hex worth having.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Goal<'a> {
    pub(crate) hex: Hex,
    way: &'a [u16],
    /// Victory points between having it and not.
    pub(crate) value: f32,
    pub(crate) held: bool,
    /// Strength it takes to win or keep it.
    wanted: f32,
    /// How much it is always in want of somebody.
    least: f32,
    /// Enemy strength there or on its way.
    threat: f32,
    /// Enemy strength beside it that can hold it, tired or not.
    guard: f32,
    /// Own strength there or on its way.
    committed: f32,
}

impl Goal<'_> {
    pub(crate) fn distance(&self, hex: Hex) -> f32 {
        f32::from(self.way[hex.index()])
    }

    /// How much of somebody's strength counts here, by his distance.
    fn share(&self, hex: Hex) -> f32 {
        let days = self.distance(hex) / A_DAY;
        if days > DAYS_AHEAD { 0.0 } else { 1.0 / (1.0 + days * days) }
    }

    /// The chance that this side has it in the end: who brings more, and who has it now.
    pub(crate) fn hope(&self) -> f32 {
        let bias = if self.held { 2.0 } else { 0.2 };
        (self.committed + bias) / (self.committed + self.threat + self.guard + bias + 0.5)
    }

    /// How much a unit of this strength, now in `from`, is missed here; 0 to 1.
    pub(crate) fn need(&self, strength: f32, from: Hex) -> f32 {
        let others = self.committed - strength * self.share(from);
        ((self.wanted - others) / self.wanted.max(1.0)).clamp(self.least, 1.0)
    }
}

/// A position as one side sees it.
pub(crate) struct Eye<'a> {
    pub(crate) pos: Pos<'a>,
    pub(crate) side: Side,
    pub(crate) own: ArrayVec<Force, 128>,
    pub(crate) foes: ArrayVec<Force, 128>,
    pub(crate) goals: ArrayVec<Goal<'a>, MOST_GOALS>,
    /// Turns after this one.
    pub(crate) left: f32,
    /// Victory points of a Manpower point lost, of either side.
    pub(crate) own_blood: f32,
    pub(crate) foe_blood: f32,
    /// How much more a gain counts than a loss: a beaten side dares more.
    pub(crate) zeal: f32,
    pub(crate) w: Weights,
    pub(crate) memory: &'a Memory,
    /// What its formations are told to do.
    plans: &'a Plans,
    /// A number for what is the same for all units: scenario, side, turn, weather, goals.
    stamp: u64,
}

impl<'a> Eye<'a> {
    pub(crate) fn open(pos: Pos<'a>, side: Side, memory: &'a Memory) -> Eye<'a> {
        Eye::under(pos, side, Plans::NONE, memory)
    }

    /// The eye of somebody who has plans.
    pub(crate) fn under(pos: Pos<'a>, side: Side, plans: &'a Plans, memory: &'a Memory) -> Eye<'a> {
        let w = Weights::of(plans.tuning());
        let mut eye = Eye {
            w,
            memory,
            plans,
            stamp: 0,
            pos,
            side,
            own: forces(pos, side),
            foes: forces(pos, side.other()),
            goals: ArrayVec::new(),
            left: f32::from(pos.setup.turns.saturating_sub(pos.state.turn)),
            own_blood: w.blood + blood(pos, side.other()),
            foe_blood: w.blood + blood(pos, side),
            zeal: match pos.verdict().winner {
                Some(winner) if winner == side => w.zeal_ahead,
                None => w.zeal_even,
                Some(_) => w.zeal_behind,
            },
        };
        eye.find_goals();
        eye.find_counties();
        eye.stamp = eye.stamp_of();
        eye
    }

    fn stamp_of(&self) -> u64 {
        let g = self.pos.state;
        let mut sum = self.memory.moment ^ self.plans.key();
        let mut mix = |word: u64| sum = (sum ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(29);
        mix(self.side as u64 | u64::from(g.turn) << 8 | u64::from(g.is_rain()) << 16);
        mix(g.altered.len() as u64 | u64::from(self.zeal.to_bits()) << 16);
        for goal in &self.goals {
            // In steps, so that a march far away does not change everything.
            mix((goal.held as u64) << 40 | (goal.committed as u64) << 20 | goal.wanted as u64);
        }
        sum
    }

    fn find_goals(&mut self) {
        let victory = &self.pos.setup.victory;
        let fields = self.memory.fields(self.pos.setup, self.side);
        for (nth, hex) in victory.watched.iter().enumerate() {
            let places = victory.places.iter().filter(|p| p.hexes.contains(hex));
            let mut value: f32 = places.map(|p| self.place_value(p)).sum();
            let wins = victory.automatic.iter().filter(|a| a.hexes.contains(hex));
            value += wins.map(|a| AT_ONCE / if a.all { a.hexes.len() as f32 } else { 1.0 }).sum::<f32>();
            if value <= 0.0 {
                continue;
            }
            let held = self.pos.state.holders.get(nth).copied().flatten() == Some(self.side);
            self.add_goal(*hex, fields.to(nth), value, held);
        }
    }

    /// One more hex worth having; nothing if there are too many already.
    pub(super) fn add_goal(&mut self, hex: Hex, way: &'a [u16], value: f32, held: bool) {
        if let Some(known) = self.goals.iter_mut().find(|g| g.hex == hex) {
            known.value += value;
            return;
        }
        if self.goals.is_full() {
            return;
        }
        let mut goal = Goal {
            hex,
            way,
            value,
            held,
            wanted: 0.0,
            least: if held { 0.02 } else { self.w.need },
            threat: 0.0,
            guard: 0.0,
            committed: 0.0,
        };
        let threat: f32 = self.foes.iter().map(|f| f.able * goal.share(f.hex)).sum();
        let guard: f32 =
            self.foes.iter().map(|f| if self.apart(f.hex, hex) <= 1 { f.strength } else { 0.0 }).sum();
        goal.threat = threat;
        goal.guard = if held { 0.0 } else { guard };
        goal.wanted =
            if held { threat * self.w.garrison } else { guard * self.w.guard + threat * self.w.threat + 3.0 };
        goal.committed = self.own.iter().map(|f| f.able * goal.share(f.hex)).sum();
        self.goals.push(goal);
    }

    /// Points that change hands with a place: what it gives us and what it keeps from the enemy.
    fn place_value(&self, place: &crate::setup::PlacePoints) -> f32 {
        let each = if place.each { 1.0 } else { place.hexes.len() as f32 };
        let times = if place.every_turn { (self.left + 1.0).min(4.0) } else { 1.0 };
        place.points as f32 * times / each
    }

    pub(crate) fn apart(&self, a: Hex, b: Hex) -> u16 {
        self.pos.setup.map.grid.distance(a, b)
    }

    /// A number that differs when something differs that a unit's plans depend on: itself, whoever is near,
    /// the goals, the game.
    pub(crate) fn vicinity(&self, unit: UnitId) -> u64 {
        let state = self.pos.state.unit(unit);
        let mut sum = self.stamp ^ u64::from(unit.0);
        let mut mix = |word: u64| sum = (sum ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(29);
        let flags = u64::from(state.exhausted) | u64::from(state.disorganized) << 1;
        let spirit = u64::from(state.demoralized) << 2 | (state.works as u64) << 4 | flags;
        mix(spirit | u64::from(state.fatigue) << 12 | u64::from(state.manpower) << 16);
        mix(state.hex.index() as u64);
        for force in self.own.iter().chain(&self.foes) {
            if self.apart(force.hex, state.hex) <= NEAR {
                mix(force.hex.index() as u64 | u64::from(force.strength.to_bits()) << 20);
            }
        }
        sum
    }

    /// How many half MP ahead somebody plans.
    pub(crate) fn horizon(&self) -> f32 {
        (self.left + 1.0).min(DAYS_AHEAD) * A_DAY
    }

    pub(crate) fn strength(&self, unit: UnitId) -> f32 {
        strength(self.pos, unit)
    }

    /// What the plan of a unit's corps makes of it.
    pub(crate) fn leaning(&self, unit: UnitId) -> Leaning {
        let leaders = &self.pos.setup.leaders;
        self.plans.find(|corps| leaders.get(usize::from(corps)).is_some_and(|l| l.commands.has(unit)))
    }

    /// The goal in a hex.
    pub(crate) fn goal_in(&self, hex: Hex) -> Option<&Goal<'a>> {
        self.goals.iter().find(|g| g.hex == hex)
    }

    /// Strength of forces by distance: in or beside a hex, and two or three hexes away.
    pub(crate) fn around(&self, forces: &[Force], hex: Hex) -> (f32, f32) {
        let (mut near, mut about) = (0.0, 0.0);
        for force in forces {
            match self.apart(force.hex, hex) {
                0..=1 => near += force.strength,
                2..=3 => about += force.strength,
                _ => {}
            }
        }
        (near, about)
    }
}

fn strength(pos: Pos, unit: UnitId) -> f32 {
    pos.state.combat_value(pos.setup, unit) as f32 / 4.0
}

fn forces(pos: Pos, side: Side) -> ArrayVec<Force, 128> {
    let mut found: ArrayVec<Force, 128> = ArrayVec::new();
    let last = pos.state.turn >= pos.setup.turns;
    for unit in pos.setup.by_side[side] {
        let state = pos.state.unit(unit);
        if !state.is_on_map() {
            continue;
        }
        let strength = strength(pos, unit) * if state.demoralized > 0 { 0.6 } else { 1.0 };
        let able = strength * vigour(last, state.fatigue);
        match found.iter_mut().find(|f| f.hex == state.hex) {
            Some(force) => {
                force.strength += strength;
                force.able += able;
            }
            None => {
                // A side has never more forces than units, and there is room for all of those.
                found.push(Force { hex: state.hex, strength, able });
            }
        }
    }
    found
}

/// What is left in tired men: on the last day nobody recovers.
fn vigour(last: bool, fatigue: u8) -> f32 {
    let all = if last { [1.0, 0.85, 0.65, 0.35, 0.0] } else { [1.0, 1.0, 0.95, 0.85, 0.75] };
    all[usize::from(fatigue.min(4))]
}

/// What a Manpower point taken from the enemy of `side` is worth: the scenario's points, and a bit for
/// the fight still to come.
fn blood(pos: Pos, side: Side) -> f32 {
    let points = pos.setup.victory.losses.iter().filter(|l| l.side == side);
    points.map(|l| l.points as f32 / f32::from(l.per.max(1))).sum::<f32>()
}
