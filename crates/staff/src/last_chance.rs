//! The last turn of somebody who is behind: whoever goes on as before has lost. He does not dig, he attacks where he can, and all
//! of his formations go for what they can take.

use table::{FOLLY, Field, Formation, Game, Memory, Plan, Plans, Posture, Side, Sort, Tuning};

use crate::Chooser;

/// By how many victory points he likes an attack better than its odds say.
const ZEAL: f32 = 1.5;

/// What doctrines call the worth of earthworks.
const DIG: &str = "dig";

/// Whether a side is behind and the last turn has begun, as far as it may know.
pub(crate) fn is_now(game: &dyn Game, seat: Side, memory: &mut Memory, chooser: &mut Chooser) -> bool {
    let mut field = Field::default();
    match game.has_secrets() {
        true => game.imagined(seat, &mut |n| chooser.below(n)).glance(memory, &mut field),
        false => game.glance(memory, &mut field),
    }
    field.last && field.ahead == Some(seat.other())
}

/// What he thinks of his orders then.
pub(crate) fn urge(scores: &mut [f32], sorts: &[Sort]) {
    let otherwise = sorts.iter().any(|sort| *sort != Sort::Dig);
    for (score, sort) in scores.iter_mut().zip(sorts) {
        match sort {
            Sort::Attack if *score > FOLLY => *score += ZEAL,
            Sort::Dig if otherwise => *score = score.min(FOLLY),
            _ => {}
        }
    }
}

/// What counts to him then: nobody is taken up to dig.
pub(crate) fn tuning(game: &dyn Game, usual: &Tuning) -> Tuning {
    let weights = game.weights();
    let value = |nth: usize| match usual.values().and_then(|values| values.get(nth)) {
        _ if weights[nth].0 == DIG => 0.0,
        Some(value) => *value,
        None => weights[nth].1,
    };
    if weights.iter().any(|(name, _)| *name == DIG) {
        Tuning::new(&(0..weights.len()).map(value).collect::<Vec<_>>())
    } else {
        usual.clone()
    }
}

/// Everybody goes for what is next.
pub(crate) fn all_out(now: &Plans, formations: &[Formation]) -> Plans {
    formations.iter().fold(now.clone(), |plans, formation| match formation.goals.first() {
        Some((goal, _)) => {
            plans.with(Plan { formation: formation.number, posture: Posture::Assault, goal: Some(*goal) })
        }
        None => plans,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn he_attacks_gladly_and_digs_only_where_there_is_nothing_else_to_do() {
        let mut scores = [1.0, 0.0, 0.5];
        urge(&mut scores, &[Sort::Dig, Sort::Attack, Sort::Move]);
        assert!(scores[1] > scores[2] && scores[0] <= FOLLY);
        let mut scores = [1.0, 2.0];
        urge(&mut scores, &[Sort::Dig, Sort::Dig]);
        assert_eq!(scores, [1.0, 2.0]);
    }

    #[test]
    fn what_is_folly_stays_folly() {
        let mut scores = [FOLLY - 1.0, 0.0];
        urge(&mut scores, &[Sort::Attack, Sort::Pass]);
        assert!(scores[0] <= FOLLY);
    }
}
