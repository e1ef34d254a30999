//! Command determination: every commander tries; regiments stay with their brigades.

use crate::order::Order;
use crate::position::Pos;

pub(crate) fn score(pos: Pos, orders: &[Order], scores: &mut Vec<f32>) {
    scores.extend(orders.iter().map(|order| match order {
        Order::Roll(id) => {
            let needed = (pos.cv(*id) as i16 - pos.command_modifier(*id) as i16).clamp(0, 6);
            0.5 + 0.1 * needed as f32
        }
        Order::Attach(_) => 0.2,
        Order::Detach(_) => -0.4,
        _ => 0.0,
    }));
}
