//! What formations are to do over many orders: plans as candidates of the general's search.
//!
//! For each of his strongest formations he tries what he could tell it (take one of the places before it, come round at it,
//! hold, dig, watch, fall back) against going on as he does, in trials in which the doctrine follows the plan and the
//! enemy answers in one of several ways. A plan stays until it is done or another proves better.

use table::{Formation, Plan, Plans, Posture};

use crate::Watch;
use crate::general::{Candidate, Search, Tried};

/// Formations that are thought about at most.
const FORMATIONS: usize = 5;
/// Plans that are tried at most in a round.
const MOST: usize = 24;
/// Rounds: each may settle the plan of one formation.
const ROUNDS: usize = 3;
/// A trial may cost this share of the budget at most, or there is no time for plans.
const DEAR: f64 = 1.0 / 60.0;
/// Each plan shall have so many trials.
const TRIALS_EACH: f64 = 10.0;
/// The share of a round in which the best rival is found.
const CHOOSING: f64 = 0.5;

/// The plans a side is to follow from here.
pub(crate) fn think(search: &mut Search<'_>, now: &Plans, watch: &dyn Watch) -> Plans {
    let mine = search.imagined(u64::MAX);
    let formations = mine.formations(search.seat, search.memory);
    let mut plans = kept(now, &formations);
    if formations.is_empty() {
        return plans;
    }
    let enemies = mine.formations(search.seat.other(), search.memory);
    search.answers = answers(&enemies);
    if !search.is_cheap(&Tried::Plans(plans.clone()), DEAR) {
        return plans;
    }
    for round in 1..=ROUNDS {
        let (from, until) = (search.clock.spent(), round as f64 / ROUNDS as f64);
        let room = search.trials * (until - from).max(0.0) * CHOOSING;
        let mut all = vec![Candidate::new(Tried::Plans(plans.clone()), 0.0)];
        let others = candidates(&plans, &formations);
        let wide = ((room / TRIALS_EACH) as usize).min(MOST);
        all.extend(others.into_iter().take(wide).map(|p| Candidate::new(Tried::Plans(p), 0.0)));
        if all.len() < 2 {
            break;
        }
        let rivals = search.rivals(&mut all, from + (until - from) * CHOOSING, watch);
        let best = search.test(&mut all, &rivals, until, watch);
        match &all[best].what {
            Tried::Plans(better) if *better != plans => plans = better.clone(),
            // Nothing is better than what he does.
            _ => break,
        }
    }
    plans
}

/// The plans that are not done: a place that was taken, or a formation that is gone, needs none.
fn kept(now: &Plans, formations: &[Formation]) -> Plans {
    let mut plans = now.clone();
    for plan in now.iter() {
        let formation = formations.iter().find(|f| f.number == plan.formation);
        let open =
            |f: &Formation| plan.goal.is_none_or(|goal| f.goals.iter().any(|(place, _)| *place == goal));
        if !formation.is_some_and(open) {
            plans = plans.without(plan.formation);
        }
    }
    plans
}

/// What he might do otherwise: every posture for the strongest, one posture after the other, so that what there is no
/// time for is the rarest.
fn candidates(now: &Plans, formations: &[Formation]) -> Vec<Plans> {
    let strongest = &formations[..formations.len().min(FORMATIONS)];
    let mut found: Vec<Plans> = Vec::new();
    let mut add = |plans: Plans| {
        if plans != *now && !found.contains(&plans) {
            found.push(plans);
        }
    };
    for plan in now.iter() {
        add(now.without(plan.formation));
    }
    let order = [
        (Posture::Assault, 0),
        (Posture::Hold, 0),
        (Posture::FallBack, 0),
        (Posture::Envelop, 0),
        (Posture::Assault, 1),
        (Posture::Dig, 0),
        (Posture::Screen, 0),
        (Posture::Assault, 2),
    ];
    for (posture, nth) in order {
        for formation in strongest {
            let goal = formation.goals.get(nth).map(|(place, _)| *place);
            if posture.has_goal() && goal.is_none() {
                continue;
            }
            let goal = goal.filter(|_| posture.has_goal());
            add(now.with(Plan { formation: formation.number, posture, goal }));
        }
    }
    found
}

/// What the enemy may be about: mostly what his doctrine says, now and then an attack all along the line, or none.
fn answers(formations: &[Formation]) -> Vec<Plans> {
    let all = |posture: Posture| {
        formations.iter().take(FORMATIONS).fold(Plans::default(), |plans, f| {
            let goal = f.goals.first().map(|(place, _)| *place);
            match (posture.has_goal(), goal) {
                (true, None) => plans,
                (about, goal) => {
                    plans.with(Plan { formation: f.number, posture, goal: goal.filter(|_| about) })
                }
            }
        })
    };
    vec![Plans::default(), all(Posture::Assault), Plans::default(), all(Posture::Hold)]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn formation(number: u16, goals: &[u16]) -> Formation {
        let goals = goals.iter().map(|g| (*g, format!("place {g}"))).collect();
        Formation { number, name: format!("Corps {number}"), strength: 10.0, goals }
    }

    #[test]
    fn a_plan_is_dropped_when_its_place_is_taken_or_its_formation_is_gone() {
        let plan = |formation, goal| Plan { formation, posture: Posture::Assault, goal: Some(goal) };
        let now = Plans::default().with(plan(1, 7)).with(plan(2, 8)).with(plan(3, 9));
        let kept = kept(&now, &[formation(1, &[7]), formation(2, &[7])]);
        assert_eq!(kept.iter().copied().collect::<Vec<_>>(), [plan(1, 7)]);
    }

    #[test]
    fn candidates_differ_from_what_is_done_and_from_each_other() {
        let formations = [formation(1, &[7, 8]), formation(2, &[])];
        let now = Plans::default().with(Plan { formation: 1, posture: Posture::Hold, goal: None });
        let found = candidates(&now, &formations);
        assert!(found.iter().all(|plans| *plans != now));
        assert_eq!(found[0], Plans::default(), "giving the plan up comes first");
        for (n, plans) in found.iter().enumerate() {
            assert!(!found[..n].contains(plans));
        }
        // Corps 1: two assaults, an envelopment, three others; corps 2 has nothing to take: four; giving up: one.
        assert_eq!(found.len(), 2 + 1 + 3 + 4 + 1);
    }
}
