//! What the games of a ladder come to.

use engine::program::Contender;
use serde::Serialize;
use staff::{Follies, Folly};
use table::Side;

use super::pairings;
use series::results::{Conduct, Row};
use series::stats::{Elo, Score, wilson};
use series::{Failed, Finished};

#[derive(Serialize)]
pub struct Standings {
    pub scenario: String,
    pub seed: u64,
    pub threads: usize,
    pub version: &'static str,
    /// In the order in which they were named.
    pub levels: Vec<Rung>,
    pub pairings: Vec<Pairing>,
    /// Wins of each side over all games, Union first, and draws.
    pub side_wins: [usize; 2],
    pub draws: usize,
    pub failed: Vec<Failed>,
}

/// One player of the ladder.
#[derive(Serialize)]
pub struct Rung {
    pub player: String,
    /// Above or below the mean of all players.
    pub elo: f64,
    /// Half the 95% interval.
    pub elo_margin: f64,
    /// Elo points above the player named before, and half the 95% interval of that.
    pub step: Option<[f64; 2]>,
    /// Decisions with more than one legal order.
    pub choices: u64,
    /// Milliseconds of a choice, on average.
    pub choice_ms: f64,
    /// What no sensible player does, by kind.
    pub follies: Vec<Foolish>,
    /// What a program got wrong.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub program: Option<Conduct>,
}

/// One sort of folly of a player over all his games.
#[derive(Serialize)]
pub struct Foolish {
    pub folly: &'static str,
    pub times: u64,
    /// How often it could have been.
    pub of: u64,
}

/// Two players, the first named later in the list and so the better by name.
#[derive(Serialize)]
pub struct Pairing {
    pub players: [String; 2],
    pub games: usize,
    /// Wins of the first and of the second.
    pub wins: [usize; 2],
    pub draws: usize,
    /// Share of the first, a draw counting half, and its 95% interval.
    pub score: f64,
    pub interval: [f64; 2],
    /// The same share with the first on the Union side, and on the Confederate side.
    pub score_as: [f64; 2],
    /// Wins of the Union and of the Confederate side.
    pub side_wins: [usize; 2],
}

/// A game by the places of its players.
struct Game<'a> {
    seats: [usize; 2],
    row: &'a Row,
}

impl Game<'_> {
    fn of<'a>(row: &'a Row, names: &[String]) -> Option<Game<'a>> {
        let place = |name: &String| names.iter().position(|known| known == name);
        Some(Game { seats: [place(&row.union)?, place(&row.confederate)?], row })
    }

    /// The place of the winner; nobody: a draw.
    fn winner(&self) -> Option<usize> {
        self.row.won_by().map(|side| self.seats[side as usize])
    }
}

impl Standings {
    pub fn of(
        scenario: &str,
        seed: u64,
        threads: usize,
        players: &[Contender],
        finished: Finished,
    ) -> Standings {
        let names: Vec<String> = players.iter().map(Contender::to_string).collect();
        let played: Vec<Game> = finished.rows.iter().filter_map(|row| Game::of(row, &names)).collect();
        let pairings = pairings(players.len()).into_iter();
        let counts: Vec<Count> = pairings.map(|pair| Count::of(pair, &played)).collect();
        let elo = Elo::of(players.len(), &counts.iter().map(Count::score_for_elo).collect::<Vec<_>>());
        let side_wins = Side::BOTH.map(|side| counts.iter().map(|c| c.side_wins[side as usize]).sum());
        Standings {
            scenario: scenario.to_owned(),
            seed,
            threads,
            version: env!("CARGO_PKG_VERSION"),
            levels: (0..players.len())
                .map(|place| rung(place, &players[place], &names, &elo, &played))
                .collect(),
            pairings: counts.iter().map(|count| count.pairing(&names)).collect(),
            side_wins,
            draws: counts.iter().map(|count| count.draws).sum(),
            failed: finished.failed,
        }
    }
}

fn rung(place: usize, player: &Contender, names: &[String], elo: &Elo, played: &[Game]) -> Rung {
    let (mut choices, mut ms, mut follies) = (0, 0.0, Follies::default());
    for Game { seats, row } in played {
        if seats[0] == place {
            (choices, ms) = (choices + row.union_choices, ms + row.union_ms);
            follies.and(&row.union_follies);
        }
        if seats[1] == place {
            (choices, ms) = (choices + row.confederate_choices, ms + row.confederate_ms);
            follies.and(&row.confederate_follies);
        }
    }
    let sides = |seats: &[usize; 2]| {
        Side::BOTH.into_iter().filter(|side| seats[*side as usize] == place).collect::<Vec<_>>()
    };
    let conduct =
        played.iter().flat_map(|game| sides(&game.seats).into_iter().map(|side| game.row.conduct(side)));
    let below = place.checked_sub(1);
    let step = |below: usize| [elo.rating[place] - elo.rating[below], elo.margin_between(place, below)];
    Rung {
        player: names[place].clone(),
        elo: elo.rating[place],
        elo_margin: elo.margin(place),
        step: below.map(step),
        choices,
        choice_ms: ms / choices.max(1) as f64,
        follies: Folly::ALL.map(|folly| foolish(folly, &follies)).into(),
        program: player.staff().is_none().then(|| Conduct::of(conduct)),
    }
}

fn foolish(folly: Folly, follies: &Follies) -> Foolish {
    let count = follies.of(folly);
    Foolish { folly: folly.word(), times: count.times, of: count.of }
}

/// The games of one pairing, counted.
struct Count {
    pair: [usize; 2],
    games: usize,
    wins: [usize; 2],
    draws: usize,
    side_wins: [usize; 2],
    /// Games and score of the first as Union and as Confederate.
    by_side: [(usize, f64); 2],
}

impl Count {
    fn of(pair: [usize; 2], played: &[Game]) -> Count {
        let [first, second] = pair;
        let mut count =
            Count { pair, games: 0, wins: [0; 2], draws: 0, side_wins: [0; 2], by_side: [(0, 0.0); 2] };
        for game in played.iter().filter(|g| g.seats == [first, second] || g.seats == [second, first]) {
            let as_side = &mut count.by_side[usize::from(game.seats[1] == first)];
            as_side.0 += 1;
            count.games += 1;
            match game.winner() {
                None => {
                    count.draws += 1;
                    as_side.1 += 0.5;
                }
                Some(winner) => {
                    count.wins[usize::from(winner == second)] += 1;
                    count.side_wins[usize::from(game.seats[1] == winner)] += 1;
                    as_side.1 += f64::from(u8::from(winner == first));
                }
            }
        }
        count
    }

    fn won(&self) -> f64 {
        self.wins[0] as f64 + self.draws as f64 / 2.0
    }

    /// With one drawn game more, so that a player who never loses has a rating at all.
    fn score_for_elo(&self) -> Score {
        let [a, b] = self.pair;
        Score { a, b, won: self.won() + 0.5, games: self.games as f64 + 1.0 }
    }

    fn pairing(&self, names: &[String]) -> Pairing {
        let share = |won: f64, games: usize| if games == 0 { 0.5 } else { won / games as f64 };
        Pairing {
            players: self.pair.map(|place| names[place].clone()),
            games: self.games,
            wins: self.wins,
            draws: self.draws,
            score: share(self.won(), self.games),
            interval: wilson(self.won(), self.games),
            score_as: self.by_side.map(|(games, won)| share(won, games)),
            side_wins: self.side_wins,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use series::results::a_row;
    use staff::Level;

    const NAMES: [&str; 2] = ["random", "recruit"];

    fn game([union, confederate]: [usize; 2], winner: Option<Side>) -> Row {
        let [union, confederate] = [NAMES[union], NAMES[confederate]].map(str::to_owned);
        Row { union, confederate, winner: winner.map_or("draw", Side::word).to_owned(), ..a_row(0) }
    }

    fn standings(rows: Vec<Row>) -> Standings {
        let players = [Level::Random.into(), Level::Recruit.into()];
        Standings::of("here", 1, 1, &players, Finished { rows, failed: Vec::new() })
    }

    #[test]
    fn wins_draws_and_sides_are_counted_for_the_right_player() {
        use Side::{Confederate, Union};
        let played = vec![
            game([1, 0], Some(Union)),
            game([1, 0], None),
            game([0, 1], Some(Confederate)),
            game([0, 1], Some(Union)),
        ];
        let standings = standings(played);
        let pairing = &standings.pairings[0];
        assert_eq!(pairing.players, ["recruit", "random"]);
        assert_eq!((pairing.wins, pairing.draws, pairing.games), ([2, 1], 1, 4));
        assert_eq!((pairing.score, pairing.score_as), (0.625, [0.75, 0.5]));
        assert_eq!(standings.side_wins, [2, 1]);
        // 3 of 5 with the drawn game that is added.
        let [step, _] = standings.levels[1].step.unwrap();
        assert!((step - 400.0 * (3.0f64 / 2.0).log10()).abs() < 1e-6, "{step}");
    }

    #[test]
    fn a_player_who_never_loses_still_has_a_rating() {
        let standings = standings((0..100).map(|_| game([1, 0], Some(Side::Union))).collect());
        let rung = &standings.levels[1];
        assert!(rung.elo > 300.0 && rung.elo.is_finite() && rung.elo_margin.is_finite(), "{}", rung.elo);
    }
}
