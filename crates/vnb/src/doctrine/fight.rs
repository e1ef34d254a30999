//! The doctrine of the Combat phase: whom to fire at, whom to answer, when to give way.

use crate::doctrine::sketch::{Man, Sketch};
use crate::ids::StandId;
use crate::kinds::Level;
use crate::order::Order;

impl Sketch<'_> {
    /// A choice of the Combat phase.
    pub(crate) fn fight(&self, order: &Order) -> f32 {
        match order {
            Order::Attack { target, fire } => self.attack(*target, fire),
            Order::Answer(at) => self.man(*at).map_or(0.0, |e| self.target_value(e)),
            Order::Fire { stand, target } => match (self.man(*stand), self.man(*target)) {
                (Some(by), Some(at)) => self.volley(by, at),
                _ => 0.045,
            },
            // Every throw saves half a hit and costs ground.
            Order::GiveWay(n) => self.w.give_way * f32::from(*n),
            // The strongest can bear it best.
            Order::Lose(id) => self.man(*id).map_or(0.0, |m| 0.067 * m.sp),
            Order::Bombard { .. } => 0.2,
            Order::Convert { .. } => 0.13,
            _ => 0.0,
        }
    }

    /// Melee and fire at one stand: what is expected to hit, and a little for doing it together.
    fn attack(&self, target: StandId, fire: &[StandId]) -> f32 {
        let Some(at) = self.man(target) else { return 0.0 };
        let volleys: f32 = fire.iter().filter_map(|f| self.man(*f)).map(|by| self.volley(by, at)).sum();
        let melee = if self.pos.in_contact(target) { self.w.target_melee } else { 0.0 };
        melee + volleys + 0.032 * fire.len() as f32
    }

    /// The expected worth of one stand's fire at another.
    fn volley(&self, by: &Man, at: &Man) -> f32 {
        let apart = by.at.far(at.at);
        let close = by.arm.is_artillery() && apart < 8.5;
        let hits = if close { by.melee_now() } else { by.fire_now() };
        let open = at.arm.is_skirmisher() || (at.arm.is_artillery() && !at.limbered);
        let saved = if open || self.footing(at, at.at).1 { self.w.target_saved } else { 1.0 };
        hits * saved * self.target_value(at)
    }

    /// What a hit on a stand is worth: the last points of a stand and of a formation most.
    fn target_value(&self, at: &Man) -> f32 {
        let last = if at.sp <= 1.0 { self.w.target_last } else { 0.0 };
        let weak = if at.level == Level::Good { 0.0 } else { self.w.target_shaken };
        self.hit_value(at.division) + last + weak
    }
}
