//! The field as one side sees it: where the enemy stands and how far he reaches, where its own strength
//! lies, and how much each place needs it. Worked out once and kept as long as nothing of it changes.

use std::cell::OnceCell;

use hexmap::Hex;
use table::{Leaning, Side};

use super::marches::Marches;
use super::stack::Stack;
use super::weights::Weights;
use crate::ground::Class;
use crate::position::Pos;
use crate::setup::{Id, Prize};
use crate::state::{Where, flag};

/// How much of a stack's strength counts at a distance, in tenths: the enemy's, who comes on, and ours,
/// who can help.
const THREAT: [u16; 6] = [10, 10, 10, 9, 6, 3];
const HELP: [u16; 4] = [10, 10, 7, 3];

pub(crate) const NOBODY: u8 = u8::MAX;

#[derive(Default)]
pub(crate) struct Scene {
    /// How far it is to the places that bring points: that never changes, and is worked out when somebody first
    /// asks.
    marches: OnceCell<Marches>,
    foe_key: u64,
    own_key: u64,
    /// The enemy's stacks, and for each hex which of them stands there.
    pub foes: Vec<Stack>,
    foe_at: Vec<u8>,
    /// Tenths of strength points that could attack a hex, and that could help in it.
    threat: Vec<u16>,
    help: Vec<u16>,
    /// What each place is worth going to.
    pub needs: Vec<f32>,
    /// The side's lead in victory points.
    pub lead: f32,
    pub turns_left: f32,
}

impl Scene {
    /// Looks at everything anew when next asked: something else counts now. The ways on the map stay.
    pub(crate) fn forget(&mut self) {
        self.threat.clear();
        self.help.clear();
    }

    pub(crate) fn refresh_foes(&mut self, w: &Weights, pos: Pos, side: Side) {
        let key = foe_key(pos, side);
        if key == self.foe_key && self.threat.len() == pos.setup.map.grid.len() {
            return;
        }
        (self.foe_key, self.own_key) = (key, 0);
        let hexes = pos.setup.map.grid.len();
        self.foes.clear();
        self.foe_at.clear();
        self.foe_at.resize(hexes, NOBODY);
        self.threat.clear();
        self.threat.resize(hexes, 0);
        for hex in pos.stacks_of(side.other()) {
            let stack = Stack::of(w, pos, hex);
            self.foe_at[hex.index()] = self.foes.len().min(NOBODY as usize - 1) as u8;
            let sp = if stack.mobile { stack.foot.min(8) } else { 0 };
            if sp > 0 {
                let ridden = pos.units(hex).any(|u| pos.mounted(u));
                for (d, there) in pos.setup.sight.within(hex, 5) {
                    let tenths = if ridden { 10.max(THREAT[d as usize]) } else { THREAT[d as usize] };
                    self.threat[there.index()] += sp * tenths;
                }
            }
            self.foes.push(stack);
        }
    }

    pub(crate) fn refresh_own(&mut self, w: &Weights, pos: Pos, side: Side, key: u64) {
        if key == self.own_key && self.help.len() == pos.setup.map.grid.len() {
            return;
        }
        self.own_key = key;
        self.help.clear();
        self.help.resize(pos.setup.map.grid.len(), 0);
        let prizes = &pos.setup.victory.prizes;
        let mut own = [0f32; 32];
        for hex in pos.stacks_of(side) {
            let sp = pos.force(hex).sp;
            for (d, there) in pos.setup.sight.within(hex, 3) {
                self.help[there.index()] += sp * HELP[d as usize];
            }
            say(w, pos, prizes, hex, sp, &mut own);
        }
        let mut foe = [0f32; 32];
        for stack in &self.foes {
            say(w, pos, prizes, stack.force.hex, stack.force.sp, &mut foe);
        }
        let points = pos.points();
        self.lead = (points[side] - points[side.other()]) as f32;
        self.turns_left = (pos.setup.turns.saturating_sub(pos.state.turn) + 1) as f32;
        self.needs.clear();
        for (n, prize) in prizes.iter().enumerate() {
            let (own, foe) = (own[n.min(31)], foe[n.min(31)]);
            let held = pos.state.held[n] == Some(side);
            self.needs.push(need(w, stake(prize, side), held, own, foe));
        }
    }

    /// The enemy stack in a hex.
    #[inline]
    pub(crate) fn foe(&self, hex: Hex) -> Option<&Stack> {
        self.foes.get(self.foe_at[hex.index()] as usize)
    }

    #[inline]
    pub(crate) fn foe_number(&self, hex: Hex) -> u8 {
        self.foe_at[hex.index()]
    }

    /// Strength points that could come against a hex.
    #[inline]
    pub(crate) fn threat(&self, hex: Hex) -> f32 {
        self.threat[hex.index()] as f32 * 0.1
    }

    /// Strength points that stand in or near a hex.
    #[inline]
    pub(crate) fn help(&self, hex: Hex) -> f32 {
        self.help[hex.index()] as f32 * 0.1
    }

    #[inline]
    fn marches(&self, pos: Pos) -> &Marches {
        self.marches.get_or_init(|| Marches::of(pos.setup))
    }

    /// How much better than open ground a hex is to defend, without works built there.
    #[inline]
    pub(crate) fn strong(&self, pos: Pos, hex: Hex) -> f32 {
        self.marches(pos).strong(hex)
    }

    /// What a side may hope for from marching on from a hex: near the places that need it.
    #[inline]
    pub(crate) fn goals(&self, w: &Weights, pos: Pos, hex: Hex, class: Class) -> f32 {
        self.drawn(w, pos, hex, class, |_| 1.0)
    }

    /// As [`Scene::goals`], for somebody who has a plan.
    pub(crate) fn goals_of(
        &self,
        w: &Weights,
        pos: Pos,
        side: Side,
        hex: Hex,
        class: Class,
        leaning: &Leaning,
    ) -> f32 {
        if *leaning == Leaning::NONE {
            return self.goals(w, pos, hex, class);
        }
        self.drawn(w, pos, hex, class, |n| leaning.pull(n as u16, pos.state.held[n] == Some(side)))
    }

    #[inline]
    fn drawn(&self, w: &Weights, pos: Pos, hex: Hex, class: Class, more: impl Fn(usize) -> f32) -> f32 {
        let allowance = if class == Class::Mounted { 96.0 } else { 60.0 };
        let (mut best, mut sum) = (0f32, 0f32);
        for (n, need) in self.needs.iter().enumerate() {
            let far = self.marches(pos).to(pos.setup, n, class)[hex.index()];
            let turns = far as f32 / allowance;
            if turns <= self.turns_left + 1.0 {
                let draw = need * more(n) / (1.0 + w.pull_far * turns);
                best = best.max(draw);
                sum += draw;
            }
        }
        best + w.pull_others * (sum - best)
    }
}

/// The weight that help at a distance had in [`Scene::help`].
pub(crate) fn helped(distance: u16, sp: u16) -> f32 {
    HELP.get(distance as usize).map_or(0.0, |tenths| sp as f32 * *tenths as f32 * 0.1)
}

/// How much a stack has to say about each place.
fn say(w: &Weights, pos: Pos, prizes: &[Prize], hex: Hex, sp: u16, sums: &mut [f32; 32]) {
    for (prize, sum) in prizes.iter().zip(sums) {
        let far = pos.distance(hex, prize.hex) as f32;
        *sum += sp as f32 * (1.0 - far / w.say_far).max(0.0);
    }
}

/// What it is worth to a side to hold a place rather than let the enemy have it.
pub(crate) fn stake(prize: &Prize, side: Side) -> f32 {
    let counts = |s: Side| prize.only.is_none_or(|only| only == s);
    (prize.points * (i32::from(counts(side)) + i32::from(counts(side.other())))) as f32
}

/// How much a place draws a side's troops.
fn need(w: &Weights, stake: f32, held: bool, own: f32, foe: f32) -> f32 {
    if held {
        return stake * (foe / (own + w.need_unseen)).clamp(0.03, 1.0) * w.need_held;
    }
    stake * (w.need_open + w.need_stronger * own / (foe + w.need_unseen)).max(w.need_open).min(1.0)
}

fn mix(word: u64) -> u64 {
    let mixed = (word ^ (word >> 31)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    (mixed ^ (mixed >> 29)).wrapping_mul(0xbf58_476d_1ce4_e5b9)
}

fn piece_key(pos: Pos, id: Id, flags: u32) -> u64 {
    let piece = pos.piece(id);
    let place = if piece.place == Where::Map { piece.hex } else { 0xf000 + piece.place as u16 };
    mix((id.0 as u64) << 48 | (place as u64) << 32 | (piece.flags & flags) as u64)
}

/// A number for all that a scene says of the enemy.
fn foe_key(pos: Pos, side: Side) -> u64 {
    let shown = flag::D | flag::MOUNTED | flag::LIMBERED | flag::CHARGE | flag::BUILDING;
    let mut key = mix(std::ptr::from_ref(pos.setup) as u64 ^ (side as u64) << 60 ^ 1);
    for id in pos.setup.side_ids(side.other()) {
        key = key.wrapping_add(piece_key(pos, *id, shown));
    }
    for (n, brigade) in pos.state.brigades.iter().enumerate() {
        key = key
            .wrapping_add(mix((n as u64) << 40 | (brigade.lost as u64) << 8 | u64::from(brigade.shattered)));
    }
    pos.state.works.iter().fold(key, |key, hex| key.wrapping_add(mix(hex.0 as u64 | 7 << 50)))
}

/// A number for all that a scene says of its own side, but for these pieces.
pub(crate) fn own_key(pos: Pos, side: Side, but: &[Id]) -> u64 {
    let mut key = mix((pos.state.turn as u64) << 8 | pos.state.phase as u64 | 3 << 50);
    for id in pos.setup.side_ids(side) {
        key = key.wrapping_add(piece_key(pos, *id, u32::MAX));
    }
    for id in but {
        key = key.wrapping_sub(piece_key(pos, *id, u32::MAX));
    }
    for (n, held) in pos.state.held.iter().enumerate() {
        key = key.wrapping_add(mix((n as u64) << 8 | held.map_or(2, |s| s as u64) | 5 << 50));
    }
    key | 1
}
