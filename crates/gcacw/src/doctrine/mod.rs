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
//! - [`formations`]: the corps that can be given a plan;
//! - [`worth`]: how good a position is;
//! - [`figures`]: a position in figures, for a learned judgement;
//! - [`reason`]: the reason for an order, for the opponent to read.
//!
//! None of it decides what is legal: the rules do. It only prefers.

mod campaign;
mod combat;
mod command;
mod counties;
pub(crate) mod eye;
mod fight;
mod figures;
mod formations;
mod glance;
mod ground;
mod march;
mod memory;
mod reason;
mod weights;
mod worth;

use table::{Plans, Side};

use crate::order::Order;
use crate::pending::Pending;
use crate::position::Pos;

pub(crate) use figures::{COUNT as FIGURES, edges, figures};
pub(crate) use formations::formations;
pub(crate) use glance::glance;
#[cfg(test)]
pub(crate) use ground::place;
pub(crate) use memory::Memory;
pub(crate) use reason::reason;
pub(crate) use worth::worth;

use eye::Eye;

/// What counts in the doctrine, and how much.
pub(crate) const WEIGHTS: &[(&str, f32)] = weights::Weights::NAMES;

/// Scores each of a seat's orders, by what its corps are told to do.
pub(crate) fn doctrine(
    pos: Pos,
    seat: Side,
    orders: &[Order],
    plans: &Plans,
    memory: &Memory,
    scores: &mut Vec<f32>,
) {
    scores.clear();
    let eye = Eye::under(pos, seat, plans, memory);
    let Some(asked) = pos.state.asked() else { return };
    match asked {
        Pending::Initiative(_) | Pending::Yielded(_) => {
            let best = command::best_action(&eye);
            scores.extend(orders.iter().map(|o| if *o == Order::Take { best - eye.w.effort } else { 0.0 }));
        }
        Pending::Action(_) => command::actions(&eye, orders, scores),
        Pending::SelectUnits(_) => command::selection(&eye, orders, scores),
        Pending::Marching(room) => march::steps(&eye, &room.march, orders, scores),
        Pending::ForceMarch(room) => march::pace(&eye, &room.march, orders, scores),
        _ => scores.extend(orders.iter().map(|o| one(&eye, asked, *o))),
    }
}

/// The orders that are judged one by one, decision by decision.
fn one(eye: &Eye, asked: &Pending, order: Order) -> f32 {
    match asked {
        // Judged together, above.
        Pending::Initiative(_)
        | Pending::Yielded(_)
        | Pending::Action(_)
        | Pending::SelectUnits(_)
        | Pending::Marching(_)
        | Pending::ForceMarch(_) => 0.0,
        Pending::Transfers(_)
        | Pending::AttachLeader(_)
        | Pending::Accompany(_)
        | Pending::Haven(_)
        | Pending::JoinLeader(_) => attaching(eye, order),
        Pending::NextUnit(_) => command::next_unit(eye, order),
        Pending::NameAttack(room) => march::attack_type(eye, room, order),
        Pending::Losses(_) | Pending::CavalryLoss(_) => match order {
            Order::Lose(unit) => combat::loser(eye, unit),
            _ => 0.0,
        },
        Pending::RetreatHex(room) => match order {
            Order::Retreat(to) => combat::retreat(eye, &room.retreat, to),
            _ => combat::halt(eye, &room.retreat),
        },
        Pending::Withdraw(room) => match order {
            Order::Withdraw(unit) => combat::withdraw(eye, &room.combat, unit),
            _ => 0.0,
        },
        Pending::Advance(room) => match order {
            Order::Advance(unit) => combat::advance(eye, &room.combat, unit),
            _ => attaching(eye, order),
        },
        Pending::CavalryRetreat(room) => match order {
            Order::Evade => combat::evade(eye, &room.offer),
            _ => 0.0,
        },
        Pending::AssaultUnits(_) => f32::from(u8::from(matches!(order, Order::Select(_)))),
        Pending::AssaultTarget(room) => match order {
            Order::Attack(target) => combat::assault_target(eye, &room.assault, target),
            _ => 0.0,
        },
        Pending::Lee(_) => f32::from(u8::from(order == Order::Lee)),
        Pending::Keep(_) => match order {
            Order::Keep(unit) => eye.pos.attack_value(unit) as f32,
            _ => 0.0,
        },
        Pending::GrandAssault(room) => match order {
            Order::Grand(_) => combat::grand(eye, &room.assault, room.target),
            _ => 0.0,
        },
        Pending::Join(room) => match order {
            Order::Join(unit) => combat::join(eye, &room.assault, room.target, unit),
            _ => 0.0,
        },
        Pending::RecoveryWorks(_) => match order {
            Order::Entrench(unit) => command::digging(eye, unit),
            Order::Build(unit, _) | Order::Repair(unit, _) => command::bridging(eye, unit),
            _ => 0.0,
        },
        Pending::DestroyBridge(_) => match order {
            Order::Destroy(_) => command::breaking(eye),
            _ => 0.0,
        },
        Pending::Foraging(_) => f32::from(u8::from(matches!(order, Order::Forage(_)))),
        Pending::Arrival(_) => match order {
            Order::Place(unit, hex) => ground::place(eye, unit, hex),
            _ => 0.0,
        },
        Pending::Insubordination(_) => match order {
            Order::Name(leader) => command::led(eye, leader),
            _ => 0.0,
        },
        // No opinion.
        Pending::Swamp(_)
        | Pending::Roll(_)
        | Pending::Feinting(_)
        | Pending::ForceFeint(_)
        | Pending::LeaveBridge(_)
        | Pending::ShamActivation(_)
        | Pending::ShamDeparture(_)
        | Pending::Along(_)
        | Pending::Unseen(_)
        | Pending::Reroll(_)
        | Pending::KeepRoll(_) => 0.0,
        Pending::WagonReturn(_)
        | Pending::EmergencySupply(_)
        | Pending::RepairStation(_)
        | Pending::BuildDepots(_)
        | Pending::LoadWagons(_)
        | Pending::EmptyWagons(_)
        | Pending::OffMapTransfer(_)
        | Pending::MarchBonus(_)
        | Pending::AssaultBonus(_)
        | Pending::Men(_)
        | Pending::Raid(_)
        | Pending::NightMarch(_)
        | Pending::Attachment(_)
        | Pending::OffMapRemoval(_)
        | Pending::CavalryReturn(_) => campaign::choice(eye, asked, order),
    }
}

fn attaching(eye: &Eye, order: Order) -> f32 {
    match order {
        Order::Transfer(leader, unit) => command::attaching(eye, leader, unit),
        _ => 0.0,
    }
}
