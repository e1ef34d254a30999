//! The position as a staff officer sketches it for the computer players: who stands where, which way he looks,
//! how hard he hits. Rough numbers, quickly made; what is legal and how dice fall is the rules' business.

use table::{Leaning, Plans, Side};

use crate::angle::{Angle, ONE, sin_cos};
use crate::charts::{DEDICATED_GUN_RANGE, dice, ranges};
use crate::doctrine::weights::Weights;
use crate::ids::StandId;
use crate::kinds::{Arm, Level};
use crate::position::Pos;
use crate::state::{Pose, mark};

/// A place on the table, or a step, in inches.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Spot {
    pub x: f32,
    pub y: f32,
}

impl Spot {
    pub(crate) fn of(pose: Pose) -> Spot {
        Spot { x: pose.x as f32 / 100.0, y: pose.y as f32 / 100.0 }
    }
    /// One inch in a direction.
    pub(crate) fn ahead(facing: Angle) -> Spot {
        let (s, c) = sin_cos(facing);
        Spot { x: s as f32 / ONE as f32, y: c as f32 / ONE as f32 }
    }
    pub(crate) fn to(self, o: Spot) -> Spot {
        Spot { x: o.x - self.x, y: o.y - self.y }
    }
    pub(crate) fn length(self) -> f32 {
        (self.x * self.x + self.y * self.y).sqrt()
    }
    pub(crate) fn far(self, o: Spot) -> f32 {
        self.to(o).length()
    }
    pub(crate) fn dot(self, o: Spot) -> f32 {
        self.x * o.x + self.y * o.y
    }
}

/// A stand on the sketch.
#[derive(Clone, Copy, Debug)]
pub struct Man {
    pub id: StandId,
    pub side: Side,
    pub arm: Arm,
    pub at: Spot,
    pub front: Spot,
    pub level: Level,
    pub morale: f32,
    pub sp: f32,
    pub division: u8,
    pub stationary: bool,
    pub column: bool,
    pub limbered: bool,
    pub exhausted: bool,
    pub indoors: bool,
    /// Hits expected of its dice in one combat, on the move and settled.
    pub fire: [f32; 2],
    pub melee: [f32; 2],
    /// Hits expected of guns once they are unlimbered.
    pub battery: f32,
    /// How far it fires and moves, in inches.
    pub range: f32,
    pub reach: f32,
}

impl Man {
    pub(crate) fn is_commander(&self) -> bool {
        self.arm == Arm::Commander
    }
    pub(crate) fn routed(&self) -> bool {
        self.level >= Level::Routed
    }
    /// Whether it fights at all.
    pub(crate) fn fights(&self) -> bool {
        !self.is_commander() && !self.routed()
    }
    /// Whether it may charge one of these days.
    pub(crate) fn charger(&self) -> bool {
        self.arm.is_brigade() && !self.routed() && !self.exhausted
    }
    pub(crate) fn shaken(&self) -> bool {
        self.level != Level::Good
    }
    pub(crate) fn fire_now(&self) -> f32 {
        self.fire[usize::from(self.stationary)]
    }
    pub(crate) fn melee_now(&self) -> f32 {
        self.melee[usize::from(self.stationary)]
    }
}

/// The sketch of a position.
pub struct Sketch<'a> {
    pub pos: Pos<'a>,
    pub side: Side,
    pub men: Vec<Man>,
    /// What counts how much.
    pub(crate) w: Weights,
    /// What its formations are told to do.
    plans: &'a Plans,
}

impl<'a> Sketch<'a> {
    pub(crate) fn new(pos: Pos<'a>, side: Side) -> Sketch<'a> {
        let mut men = Vec::with_capacity(pos.state.pieces.len());
        men.extend(pos.present().map(|id| man(&pos, id)));
        Sketch { pos, side, men, w: Weights::TABLE, plans: Plans::NONE }
    }
    /// The sketch of somebody who has plans, and to whom other things may count.
    pub(crate) fn under(self, plans: &'a Plans) -> Sketch<'a> {
        Sketch { plans, w: Weights::of(plans.tuning()), ..self }
    }
    /// What the plan of a stand's formation makes of it.
    pub(crate) fn leaning(&self, me: &Man) -> Leaning {
        self.plans.leaning(u16::from(me.division))
    }
    pub(crate) fn man(&self, id: StandId) -> Option<&Man> {
        self.men.iter().find(|m| m.id == id)
    }
    pub(crate) fn enemies(&self) -> impl Iterator<Item = &Man> {
        let side = self.side;
        self.men.iter().filter(move |m| m.side != side && m.fights())
    }
    pub(crate) fn friends(&self) -> impl Iterator<Item = &Man> {
        let side = self.side;
        self.men.iter().filter(move |m| m.side == side && m.fights())
    }
    /// What a casualty of a formation is worth: itself, and a part of what its exhaustion and collapse cost.
    pub(crate) fn hit_value(&self, division: u8) -> f32 {
        let victory = self.pos.setup.victory;
        let whole = victory.casualty as f32;
        let (Some(d), Some(l)) = (
            self.pos.setup.divisions.get(usize::from(division)),
            self.pos.state.losses.get(usize::from(division)),
        ) else {
            return whole;
        };
        if l.collapsed {
            return whole;
        }
        if l.exhausted {
            return whole + self.w.collapse * (victory.collapsed - victory.exhausted) as f32;
        }
        let left = f32::from(d.exhaustion.saturating_sub(l.total)).max(1.0);
        whole + self.w.exhaustion * victory.exhausted as f32 / (left + 1.0)
    }
}

fn man(pos: &Pos, id: StandId) -> Man {
    let (piece, stand) = (pos.piece(id), pos.setup.stand(id));
    let arm = pos.arm(id);
    let row = dice(arm, stand.weapon);
    let shaken = piece.level != Level::Good || stand.militia;
    let steady = if shaken { 0.5 } else { 1.0 };
    let guns = if arm.is_brigade() { f32::from(piece.guns) } else { 0.0 };
    let (one, close) = match arm {
        Arm::Battalion if stand.weapon.is_smoothbore_gun() => (1.0 / 6.0, 0.5),
        Arm::Battalion => (1.0 / 6.0, 1.0 / 3.0),
        Arm::Battery => (1.0 / 12.0, 1.0 / 12.0),
        _ => (1.0 / 6.0, 1.0 / 6.0),
    };
    let hits = |n: u8, p: f32| (f32::from(n) + guns) * p * steady;
    let barred = piece.has(mark::COLUMN) || (arm.is_artillery() && piece.has(mark::LIMBERED));
    let range = if arm.is_cavalry() { 0 } else { ranges(stand.weapon).1 };
    let range = if guns > 0.0 { range.max(DEDICATED_GUN_RANGE) } else { range };
    let exhausted = pos.exhausted(id);
    Man {
        id,
        side: stand.side,
        arm,
        at: if piece.in_building() { Spot::of(Pose::at(pos.centre(id), 0)) } else { Spot::of(piece.pose) },
        front: Spot::ahead(piece.pose.facing),
        level: piece.level,
        morale: f32::from(stand.morale),
        sp: f32::from(piece.sp),
        division: stand.division,
        stationary: piece.has(mark::STATIONARY),
        column: piece.has(mark::COLUMN),
        limbered: arm.is_artillery() && piece.has(mark::LIMBERED),
        exhausted,
        indoors: piece.in_building(),
        fire: if barred { [0.0; 2] } else { [hits(row.fire, one), hits(row.stationary_fire, one)] },
        battery: if arm.is_artillery() { hits(row.stationary_fire, one) } else { 0.0 },
        melee: [hits(row.melee, close), hits(row.stationary_melee, close)],
        range: range as f32 / 100.0,
        reach: pos.allowance(id).max(if arm.is_artillery() { 0 } else { 16 }) as f32,
    }
}
