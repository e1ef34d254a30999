//! Why a computer player gives an order: a sentence with the odds he sees.

use table::Side;

use crate::dice::convolve;
use crate::doctrine::sketch::{Man, Sketch, Spot};
use crate::forecast;
use crate::ids::StandId;
use crate::order::{Act, Order};
use crate::position::Pos;
use crate::setup::Setup;
use crate::state::State;

/// The sentence; empty where there is nothing to say.
pub fn reason(setup: &Setup, state: &State, seat: Side, order: &Order) -> String {
    let sketch = Sketch::new(Pos::new(setup, state), seat);
    let name = |id: StandId| setup.name_of(id);
    match order {
        Order::Charge { stand, target, .. } => match (sketch.man(*stand), sketch.man(*target)) {
            (Some(me), Some(at)) => format!(
                "{} charges {}: about {:.0}% to drive it off, tests and dice together.",
                name(*stand),
                name(*target),
                100.0 * sketch.charge_chance(me, at)
            ),
            _ => String::new(),
        },
        Order::Attack { target, fire } => sketch.attack_reason(*target, fire),
        Order::Fire { stand, target } => sketch.attack_reason(*target, &[*stand]),
        Order::Move { stand, to, .. } => sketch.move_reason(*stand, Spot::of(*to)),
        Order::March { stand, .. } => format!("{} gets forward fastest by the road.", name(*stand)),
        Order::Act { stand, act } => act_reason(name(*stand), *act),
        Order::Rally { stand, .. } => format!("{} would be lost without a rally.", name(*stand)),
        Order::GiveWay(n) if *n > 0 => "Half the hits are saved for some ground given up.".to_owned(),
        _ => String::new(),
    }
}

fn act_reason(who: &str, act: Act) -> String {
    match act {
        Act::Recover => format!("{who} is no use in disorder."),
        Act::Stationary => format!("{who} settles: more dice for whoever stands and waits."),
        Act::Unlimber => format!("{who} has the enemy in reach."),
        Act::Limber => format!("{who} has nothing to fire at from here."),
        _ => String::new(),
    }
}

impl Sketch<'_> {
    /// The hits to be expected, from the dice the rules would roll.
    fn attack_reason(&self, target: StandId, fire: &[StandId]) -> String {
        let setup = self.pos.setup;
        let plans = fire.iter().filter_map(|by| self.pos.fire_plan(*by, target, false).ok());
        let groups = plans.flat_map(|plan| plan.groups.iter().map(|g| g.distribution()).collect::<Vec<_>>());
        let words = forecast::of_fire(&groups.fold(vec![1.0], |sum, odds| convolve(&sum, &odds)));
        let name = setup.name_of(target);
        match (fire.len(), self.pos.in_contact(target)) {
            (0, _) => format!("{name} must be fought where it is touched."),
            (n, false) => format!("{n} firing at {name}. {}", words.say),
            (n, true) => format!("{n} firing into the melee with {name}. {}", words.say),
        }
    }

    fn move_reason(&self, id: StandId, to: Spot) -> String {
        let Some(me) = self.man(id).filter(|m| !m.is_commander()) else { return String::new() };
        let name = self.pos.setup.name_of(id);
        let goal = self.goal(me);
        let nearer = me.at.far(goal.at) - to.far(goal.at);
        match self.place_near(goal.at) {
            _ if self.closes(me, to) => format!("{name} closes with the enemy."),
            Some(place) if nearer > 1.0 => format!("{name} is wanted at {place}."),
            _ if nearer < -1.0 => format!("{name} stands in a bad place."),
            _ => String::new(),
        }
    }

    fn closes(&self, me: &Man, to: Spot) -> bool {
        let near = self.nearest(to);
        near < 8.0 && near + 1.0 < self.nearest(me.at)
    }

    /// The name of the objective at a place.
    fn place_near(&self, at: Spot) -> Option<&str> {
        let objectives = self.pos.setup.objectives.iter();
        let mut here =
            objectives.filter(|o| at.far(Spot { x: o.at.x as f32 / 1e6, y: o.at.y as f32 / 1e6 }) < 0.1);
        here.next().map(|o| o.name.as_str())
    }
}
