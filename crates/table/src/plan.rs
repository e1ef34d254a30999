//! Plans: what a formation is told to do over many orders.
//!
//! A plan gives no order. It shifts what the doctrine thinks of the orders of a formation's units ([`Leaning`]), in the
//! trials of those who look ahead and at the table alike, until it is done or another proves better.

use crate::Tuning;

/// How a formation goes about its business.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Posture {
    /// Take a place, and fight for it.
    Assault,
    /// Come at a place from where no friend stands.
    Envelop,
    /// Stay before the enemy, and out of his reach.
    Screen,
    /// Stay, and fight who comes.
    Hold,
    /// Stay, and dig.
    Dig,
    /// Go back to what is ours.
    FallBack,
}

impl Posture {
    /// All of them.
    pub const ALL: [Posture; 6] =
        [Posture::Assault, Posture::Envelop, Posture::Screen, Posture::Hold, Posture::Dig, Posture::FallBack];

    /// Whether it is about a place.
    pub const fn has_goal(self) -> bool {
        matches!(self, Posture::Assault | Posture::Envelop)
    }

    const fn leaning(self) -> Leaning {
        let none = Leaning::NONE;
        match self {
            Posture::Assault => {
                Leaning { goal: 2.5, elsewhere: 0.4, attack: 1.5, danger: 0.5, dig: 0.2, ..none }
            }
            Posture::Envelop => {
                Leaning { goal: 2.0, elsewhere: 0.4, attack: 1.25, danger: 0.7, dig: 0.2, apart: 1.0, ..none }
            }
            Posture::Screen => {
                Leaning { goal: 0.5, elsewhere: 0.5, attack: 0.3, danger: 2.0, stay: 0.3, dig: 0.7, ..none }
            }
            Posture::Hold => Leaning { goal: 0.5, elsewhere: 0.3, attack: 0.7, stay: 1.0, dig: 1.2, ..none },
            Posture::Dig => Leaning { goal: 0.5, elsewhere: 0.3, attack: 0.5, stay: 1.0, dig: 4.0, ..none },
            Posture::FallBack => {
                Leaning { elsewhere: 0.2, kept: 2.0, attack: 0.3, danger: 2.5, dig: 1.0, ..none }
            }
        }
    }

    /// The plan in a sentence.
    fn words(self, who: &str, place: &str) -> String {
        match self {
            Posture::Assault => format!("{who} is to take {place}."),
            Posture::Envelop => format!("{who} is to come round at {place}."),
            Posture::Screen => format!("{who} is to watch the enemy and not to fight."),
            Posture::Hold => format!("{who} is to hold its ground."),
            Posture::Dig => format!("{who} is to dig in."),
            Posture::FallBack => format!("{who} is to fall back."),
        }
    }
}

/// A formation that can be told what to do, as its system knows it.
#[derive(Clone, PartialEq, Debug)]
pub struct Formation {
    /// A number of the system's own.
    pub number: u16,
    /// What players call it.
    pub name: String,
    /// How much of it can act.
    pub strength: f32,
    /// The places it could go for, the best first: a number of the system's own, and a name.
    pub goals: Vec<(u16, String)>,
}

/// What a formation is to do.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Plan {
    /// The number of the formation.
    pub formation: u16,
    /// How it goes about it.
    pub posture: Posture,
    /// The place it is about, where it is about one.
    pub goal: Option<u16>,
}

impl Plan {
    /// The plan in a sentence.
    pub fn words(&self, formations: &[Formation]) -> String {
        let Some(formation) = formations.iter().find(|f| f.number == self.formation) else {
            return String::new();
        };
        let place = self.goal.and_then(|goal| formation.goals.iter().find(|(number, _)| *number == goal));
        self.posture.words(&formation.name, place.map_or("its goal", |(_, name)| name))
    }
}

/// By how much more, or less, a plan makes the doctrine care.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Leaning {
    /// The place the plan is about, if any.
    pub place: Option<u16>,
    /// About that place; about others; about those that are ours.
    pub goal: f32,
    /// About other places.
    pub elsewhere: f32,
    /// About places that are ours already.
    pub kept: f32,
    /// What an attack takes from the enemy.
    pub attack: f32,
    /// What the enemy may do.
    pub danger: f32,
    /// Victory points for staying.
    pub stay: f32,
    /// What earthworks are good for.
    pub dig: f32,
    /// Victory points for coming at the enemy from a side of one's own.
    pub apart: f32,
}

impl Leaning {
    /// No plan.
    pub const NONE: Leaning = Leaning {
        place: None,
        goal: 1.0,
        elsewhere: 1.0,
        kept: 1.0,
        attack: 1.0,
        danger: 1.0,
        stay: 0.0,
        dig: 1.0,
        apart: 0.0,
    };

    /// How much more a place pulls, by its number and whether it is ours.
    pub fn pull(&self, place: u16, held: bool) -> f32 {
        let about = if self.place == Some(place) { self.goal } else { self.elsewhere };
        if held { about.max(1.0) * self.kept } else { about }
    }
}

/// How a side goes about its business: the plans of its formations, one for each at most, and what counts how much to it.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Plans {
    each: Vec<Plan>,
    tuning: Tuning,
}

impl Plans {
    /// No plan for anybody, and the doctrine as it comes.
    pub const NONE: &Plans = &Plans { each: Vec::new(), tuning: Tuning::USUAL };

    /// Whether nobody was told anything.
    pub fn is_empty(&self) -> bool {
        self.each.is_empty()
    }

    /// The plans, one for each formation that has one.
    pub fn iter(&self) -> impl Iterator<Item = &Plan> {
        self.each.iter()
    }

    /// What counts how much.
    pub const fn tuning(&self) -> &Tuning {
        &self.tuning
    }

    /// The same plans where other things count.
    #[must_use]
    pub fn tuned(&self, tuning: &Tuning) -> Plans {
        Plans { each: self.each.clone(), tuning: tuning.clone() }
    }

    /// With another plan, in place of any of the same formation.
    #[must_use]
    pub fn with(&self, plan: Plan) -> Plans {
        let others = self.each.iter().copied().filter(|p| p.formation != plan.formation);
        Plans { each: others.chain([plan]).collect(), tuning: self.tuning.clone() }
    }

    /// Without the plan of a formation.
    #[must_use]
    pub fn without(&self, formation: u16) -> Plans {
        let others = self.each.iter().copied().filter(|p| p.formation != formation);
        Plans { each: others.collect(), tuning: self.tuning.clone() }
    }

    /// The leaning of a formation.
    pub fn leaning(&self, formation: u16) -> Leaning {
        self.find(|number| number == formation)
    }

    /// The leaning of somebody who belongs to the formation of which `is_his` holds.
    pub fn find(&self, mut is_his: impl FnMut(u16) -> bool) -> Leaning {
        match self.each.iter().find(|plan| is_his(plan.formation)) {
            Some(plan) => Leaning { place: plan.goal, ..plan.posture.leaning() },
            None => Leaning::NONE,
        }
    }

    /// A number that differs when plans differ.
    pub fn key(&self) -> u64 {
        let mut key = self.tuning.key();
        for plan in &self.each {
            let goal = plan.goal.map_or(0, |goal| u64::from(goal) + 1);
            let word = u64::from(plan.formation) << 32 | (plan.posture as u64) << 24 | goal;
            key = (key ^ (word + 1)).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(29);
        }
        key
    }
}

/// What a side is about, kept from one decision to the next by whoever lets somebody think.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Intent {
    /// What its formations are to do.
    pub plans: Plans,
    /// The stretch of play in which they were thought over last; `None`: never.
    pub since: Option<u64>,
}

impl Intent {
    /// No plans, and none to be made in this stretch of play: for one decision by itself.
    pub fn settled(stretch: u64) -> Intent {
        Intent { plans: Plans::default(), since: Some(stretch) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plan(formation: u16, posture: Posture, goal: Option<u16>) -> Plan {
        Plan { formation, posture, goal }
    }

    #[test]
    fn a_formation_has_one_plan() {
        let plans = Plans::default().with(plan(1, Posture::Hold, None)).with(plan(2, Posture::Dig, None));
        let again = plans.with(plan(1, Posture::Assault, Some(7)));
        assert_eq!(again.iter().count(), 2);
        assert_eq!(again.leaning(1).place, Some(7));
        assert_ne!(plans.key(), again.key());
        assert_eq!(again.without(1).iter().count(), 1);
        assert_eq!(again.leaning(3), Leaning::NONE);
    }

    #[test]
    fn an_assault_cares_for_its_place_and_less_for_others() {
        let leaning = Plans::default().with(plan(1, Posture::Assault, Some(7))).leaning(1);
        assert!(leaning.pull(7, false) > 1.0 && leaning.pull(8, false) < 1.0);
        // What is ours is not forgotten over it.
        assert!(leaning.pull(8, true) >= 1.0);
    }

    #[test]
    fn words_name_formation_and_place() {
        let formations = [Formation {
            number: 4,
            name: "Hood".into(),
            strength: 9.0,
            goals: vec![(7, "Franklin".into())],
        }];
        assert_eq!(plan(4, Posture::Assault, Some(7)).words(&formations), "Hood is to take Franklin.");
        assert_eq!(plan(4, Posture::Dig, None).words(&formations), "Hood is to dig in.");
        assert_eq!(plan(5, Posture::Dig, None).words(&formations), "");
    }
}
