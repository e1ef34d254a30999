//! The reason for an order in a sentence, with the odds that were seen.

use table::Side;

use super::eye::Eye;
use super::fight;
use super::memory::Memory;
use crate::attack::NameAttack;
use crate::combat::Attack;
use crate::forecast;
use crate::order::{AttackType, Order};
use crate::pending::Pending;
use crate::position::Pos;
use crate::setup::UnitId;

/// Why a player would give this order.
pub(crate) fn reason(pos: Pos, seat: Side, order: Order, memory: &Memory) -> String {
    let eye = Eye::open(pos, seat, memory);
    match order {
        Order::Take => "There is something worth doing.".into(),
        Order::Pass => "Nothing is worth tiring the men for.".into(),
        Order::March(unit) => going(&eye, unit),
        Order::Activate(leader) => {
            format!("{} brings several units forward together.", pos.setup.leader(leader).name)
        }
        Order::Assault(leader) => {
            format!("{}'s men outweigh the enemy beside them.", pos.setup.leader(leader).name)
        }
        Order::Attack(target) => match pos.state.march() {
            Some(march) => {
                let attack =
                    Attack::march(march.unit, pos.state.unit(march.unit).hex, target, AttackType::Normal);
                odds(&eye, &attack)
            }
            None => String::new(),
        },
        Order::By(kind) => match pos.state.asked() {
            Some(Pending::NameAttack(NameAttack { march, target })) => {
                let from = pos.state.unit(march.unit).hex;
                odds(&eye, &Attack::march(march.unit, from, *target, kind))
            }
            _ => String::new(),
        },
        Order::Entrench(unit) | Order::Dig(unit) => {
            format!("{} expects to be attacked here.", pos.setup.unit(unit).name)
        }
        Order::Evade => "The horsemen are too few to stand.".into(),
        Order::Stand => "The ground is worth holding, or the comer weak.".into(),
        Order::Withdraw(unit) => format!("{} would not stand the next blow.", pos.setup.unit(unit).name),
        _ => String::new(),
    }
}

/// What a march is for: the goal that pulls the unit most.
fn going(eye: &Eye, unit: UnitId) -> String {
    let hex = eye.pos.state.unit(unit).hex;
    let name = &eye.pos.setup.unit(unit).name;
    let pull = |g: &super::eye::Goal| g.value * g.need(eye.strength(unit), hex) / (8.0 + g.distance(hex));
    let goal = eye.goals.iter().max_by(|a, b| pull(a).total_cmp(&pull(b)));
    match goal {
        Some(goal) => {
            let label = eye.pos.setup.map.grid.label(goal.hex);
            let what = if goal.held { "to keep" } else { "to win" };
            format!("{name} goes where it is wanted: {label} is {what}, worth {:.0} points.", goal.value)
        }
        None => format!("{name} looks for a better place."),
    }
}

/// The exact chances of an attack.
fn odds(eye: &Eye, attack: &Attack) -> String {
    let sum = eye.pos.combat_sum(attack);
    let (ratio, words) = (&sum.ratio, forecast::of_attack(&sum));
    format!("{} to {}. {} Worth {:+.1}.", ratio.attacker, ratio.defender, words.say, fight::gain(eye, attack))
}
