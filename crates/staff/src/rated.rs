//! Players of any strength that is asked for.
//!
//! A rating lies between two rungs of the ladder, whose own ratings were measured ([`table::Ratings`]). Below the doctrine it
//! says how unsurely the doctrine is read, above it how often a decision is thought about as a general does, and below a
//! recruit how often any order is given.

use table::{Doubt, Ratings};

use crate::{Chooser, Habit, Level};

/// As which of the levels somebody takes his next decision, and how far off his scores are.
pub(crate) fn manner(level: Level, doubt: Doubt, chooser: &mut Chooser) -> (Level, f32) {
    const DOCTRINE: Level = Level::Fixed(Habit::Doctrine);
    let Level::Rated(rating) = level else {
        return match level {
            Level::Recruit => (level, doubt.recruit),
            Level::Veteran => (level, doubt.veteran),
            _ => (level, 0.0),
        };
    };
    let Ratings { random, recruit, doctrine, general, .. } = doubt.ratings;
    let veteran = Ratings::VETERAN;
    let mut sometimes = |share: f32, often: (Level, f32), else_: (Level, f32)| {
        if chooser.share() < f64::from(share) { often } else { else_ }
    };
    match rating {
        _ if rating < recruit => {
            sometimes(part(rating, random, recruit), (Level::Recruit, doubt.recruit), (Level::Random, 0.0))
        }
        _ if rating < veteran => {
            let better = part(rating, recruit, veteran);
            (Level::Veteran, doubt.recruit + (doubt.veteran - doubt.recruit) * better)
        }
        _ if rating < doctrine => (Level::Veteran, doubt.veteran * (1.0 - part(rating, veteran, doctrine))),
        _ => sometimes(part(rating, doctrine, general), (Level::General, 0.0), (DOCTRINE, 0.0)),
    }
}

/// How far a rating has come from one rung to the next, from 0 to 1.
fn part(rating: u16, from: u16, to: u16) -> f32 {
    let way = f32::from(to.saturating_sub(from).max(1));
    (f32::from(rating.saturating_sub(from)) / way).min(1.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use table::Side;

    const DOUBT: Doubt = Doubt { recruit: 0.6, veteran: 0.4, poor: 1.0, ratings: Ratings::USUAL };

    fn share(rating: u16, of: Level) -> f64 {
        let mut chooser = Chooser::new(1, 2, Side::Union);
        let is = |_| manner(Level::Rated(rating), DOUBT, &mut chooser).0 == of;
        (0..4000).map(is).filter(|is| *is).count() as f64 / 4000.0
    }

    fn unsure(rating: u16) -> f32 {
        manner(Level::Rated(rating), DOUBT, &mut Chooser::new(1, 2, Side::Union)).1
    }

    #[test]
    fn a_rung_s_own_rating_plays_as_the_rung() {
        assert!((unsure(1300) - 0.6).abs() < 1e-6);
        assert!((unsure(1500) - 0.4).abs() < 1e-6);
        assert_eq!(share(1650, Level::General), 0.0);
        assert_eq!(share(1900, Level::General), 1.0);
        assert_eq!(share(2500, Level::General), 1.0);
        assert_eq!(share(600, Level::Random), 1.0);
    }

    #[test]
    fn between_two_rungs_more_is_better() {
        let all: Vec<f32> = (1300..1650).step_by(10).map(unsure).collect();
        assert!(all.windows(2).all(|two| two[1] < two[0]), "{all:?}");
        assert!((share(1775, Level::General) - 0.5).abs() < 0.03);
        assert!((share(1150, Level::Random) - 0.5).abs() < 0.03);
    }
}
