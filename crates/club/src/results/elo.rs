//! Ratings after Elo: everybody begins with 1500; a game moves a newcomer by up to 32 points, and after his first 20 games by up
//! to 16.

pub const START: i64 = 1_500;
const NEWCOMER: i64 = 20;

/// How strong somebody is, and after how many rated games.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rating {
    pub elo: i64,
    pub games: i64,
}

impl Default for Rating {
    fn default() -> Rating {
        Rating { elo: START, games: 0 }
    }
}

/// What a player comes to after a game against somebody of that rating: 2 points for winning, 1 for a draw.
pub fn after(own: Rating, other: i64, points: u8) -> i64 {
    let k = if own.games < NEWCOMER { 32.0 } else { 16.0 };
    let expected = 1.0 / (1.0 + 10_f64.powf((other - own.elo) as f64 / 400.0));
    let gained = k * (f64::from(points) / 2.0 - expected);
    own.elo + gained.round() as i64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equals_win_half_of_what_a_game_can_move() {
        let new = Rating::default();
        assert_eq!((after(new, START, 2), after(new, START, 1), after(new, START, 0)), (1516, 1500, 1484));
        let old = Rating { elo: START, games: 20 };
        assert_eq!((after(old, START, 2), after(old, START, 0)), (1508, 1492));
        assert_eq!(after(Rating { games: 19, ..old }, START, 2), 1516, "the twentieth still moves more");
    }

    #[test]
    fn an_upset_moves_more_than_what_was_expected() {
        let (weak, strong) = (Rating { elo: 1400, games: 0 }, Rating { elo: 1800, games: 50 });
        // Ten to one was expected.
        assert_eq!((after(weak, 1800, 2), after(strong, 1400, 0)), (1429, 1785));
        assert_eq!((after(weak, 1800, 0), after(strong, 1400, 2)), (1397, 1801));
        assert_eq!(after(weak, 1800, 1), 1413);
    }
}
