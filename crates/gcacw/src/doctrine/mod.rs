//! The doctrine of Great Campaigns: what a seasoned player thinks of an order, in about victory points.
//!
//! - [`eye`]: what he sees of a position: forces, goals, how much time is left, how bold he has to be;
//! - [`counties`]: the towns to take or to keep for a county's sake;
//! - [`ground`]: how good it is for a unit to end in a hex;
//! - [`fight`]: what an attack brings, from its exact odds;
//! - [`march`]: the best way to spend a march, and what fatigue costs;
//! - [`command`]: which action to take, or whether to pass;
//! - [`combat`]: losses, retreats, advances, cavalry that slips away;
//! - [`campaign`]: strategic moves, trains, wagons and men;
//! - [`worth`]: how good a position is;
//! - [`reason`]: the reason for an order, for the opponent to read.
//!
//! None of it decides what is legal: the rules do. It only prefers.

mod campaign;
mod combat;
mod command;
mod counties;
pub(crate) mod eye;
mod fight;
mod ground;
mod march;
mod memory;
mod reason;
mod weights;
mod worth;

use table::Side;

use crate::flow::Ask;
use crate::order::Order;
use crate::position::Pos;

#[cfg(test)]
pub use ground::place;
pub use memory::Memory;
pub use reason::reason;
pub use worth::worth;

use eye::Eye;

/// Scores each of a seat's orders.
pub fn doctrine(pos: Pos, seat: Side, orders: &[Order], memory: &Memory, scores: &mut Vec<f32>) {
    scores.clear();
    let eye = Eye::open(pos, seat, memory);
    match pos.state.ask {
        Ask::Initiative(_) | Ask::Yielded(_) => {
            let best = command::best_action(&eye);
            scores.extend(orders.iter().map(|o| if *o == Order::Take { best - eye.w.effort } else { 0.0 }));
        }
        Ask::Action => command::actions(&eye, orders, scores),
        Ask::ActivationUnits => command::selection(&eye, orders, scores),
        Ask::NextUnit => scores.extend(orders.iter().map(|o| command::next_unit(&eye, *o))),
        Ask::March => march::steps(&eye, orders, scores),
        Ask::ForceMarch => march::pace(&eye, orders, scores),
        Ask::AttackType => scores.extend(orders.iter().map(|o| march::attack_type(&eye, *o))),
        _ => scores.extend(orders.iter().map(|o| one(&eye, *o))),
    }
}

/// The orders that are judged one by one.
fn one(eye: &Eye, order: Order) -> f32 {
    match (eye.pos.state.ask, order) {
        (Ask::Losses(_) | Ask::CavalryLoss(_), Order::Lose(unit)) => combat::loser(eye, unit),
        (Ask::Retreat(_), Order::Retreat(to)) => combat::retreat(eye, to),
        (Ask::Retreat(_), Order::Halt) => combat::halt(eye),
        (Ask::Withdraw(_), Order::Withdraw(unit)) => combat::withdraw(eye, unit),
        (Ask::Advance, Order::Advance(unit)) => combat::advance(eye, unit),
        (Ask::CavalryRetreat(_), Order::Evade) => combat::evade(eye),
        (Ask::AssaultUnits, Order::Select(_)) => 1.0,
        (Ask::AssaultTarget, Order::Attack(target)) => combat::assault_target(eye, target),
        (Ask::Lee, Order::Lee) => 1.0,
        (Ask::Keep, Order::Keep(unit)) => eye.pos.attack_value(unit) as f32,
        (Ask::GrandAssault, Order::Grand(_)) => combat::grand(eye),
        (Ask::Join, Order::Join(unit)) => combat::join(eye, unit),
        (Ask::Recovery(_), Order::Entrench(unit)) => command::digging(eye, unit),
        (Ask::Recovery(_), Order::Build(unit, _) | Order::Repair(unit, _)) => command::bridging(eye, unit),
        (Ask::DestroyBridge, Order::Destroy(_)) => command::breaking(eye),
        (Ask::Forage(_), Order::Forage(_)) => 1.0,
        (Ask::Arrival(_), Order::Place(unit, hex)) => ground::place(eye, unit, hex),
        (_, Order::Transfer(leader, unit)) => command::attaching(eye, leader, unit),
        (Ask::Insubordination, Order::Name(leader)) => command::led(eye, leader),
        (Ask::Campaign(ask), order) => campaign::choice(eye, ask, order),
        _ => 0.0,
    }
}
