//! How fast the computer players are: games a minute, time a decision, and whether budgets are kept.

use std::time::{Duration, Instant};

use library::Scenario;
use serde::Serialize;
use staff::{Budget, Chooser, Level, Player};
use table::{BySide, SeededDice, Side};

use series::{Memories, Records, Series};

/// How long a figure is measured.
const PATIENCE: Duration = Duration::from_secs(4);
/// Decisions for which a general is given his whole budget.
const CONSIDERED: usize = 5;

/// Games between veterans in a minute, on one thread.
///
/// # Errors
/// The record of a game that went wrong cannot be written.
pub fn games_per_minute(scenario: &Scenario) -> anyhow::Result<f64> {
    let players = [Level::Veteran.into(), Level::Veteran.into()];
    let series = Series {
        scenario: scenario.clone(),
        players,
        seed: 1,
        records: Records::FailedElsewhere,
        cap: 500_000,
        facts: false,
        memories: Memories::default(),
    };
    let started = Instant::now();
    let mut games = 0;
    while games == 0 || started.elapsed() < PATIENCE {
        series.play(games, false)?;
        games += 1;
    }
    Ok(60.0 * games as f64 / started.elapsed().as_secs_f64())
}

/// Times of one decision, in milliseconds; only decisions with more than one legal order count.
#[derive(Serialize)]
pub struct Thinking {
    pub scenario: String,
    /// Veteran, on average.
    pub veteran_ms: f64,
    /// The budget of a general, what he took on average, and at most.
    pub general_budget_ms: f64,
    pub general_ms: f64,
    pub general_longest_ms: f64,
}

/// Two veterans play; from time to time a general is asked what he would do.
pub fn thinking(scenario: &Scenario) -> Thinking {
    let (veteran, general): (Player, Player) = (Level::Veteran.into(), Level::General.into());
    let mut dice = SeededDice::of_series(1, 0);
    let mut choosers = BySide::from_fn(|side: Side| Chooser::new(1, 0, side));
    let (mut game, _) = scenario.start(&mut dice);
    let (mut quick, mut long) = (Vec::new(), Vec::new());
    let mut choices = 0;
    let mut spent = Duration::ZERO;
    let mut memory = game.memory();
    while let Some(seats) = game.standing().seats() {
        let seat = seats.first();
        let started = Instant::now();
        let Some(picked) = staff::pick(veteran, game.as_ref(), seat, &mut memory, &mut choosers[seat]) else {
            break;
        };
        if picked.of > 1 {
            quick.push(started.elapsed());
            spent += started.elapsed();
            choices += 1;
            // Early and late in the game, hard decisions and easy ones.
            if choices % 7 == 3 && long.len() < CONSIDERED {
                let started = Instant::now();
                staff::pick(general, game.as_ref(), seat, &mut memory, &mut choosers[seat].clone());
                long.push(started.elapsed());
            }
        }
        if spent > PATIENCE && long.len() == CONSIDERED {
            break;
        }
        game.play_nth(seat, picked.nth, &mut dice);
    }
    let budget = match general.budget {
        Budget::Time(time) => time,
        Budget::Steps(_) => Duration::ZERO,
    };
    Thinking {
        scenario: scenario.id.clone(),
        veteran_ms: mean_ms(&quick),
        general_budget_ms: ms(budget),
        general_ms: mean_ms(&long),
        general_longest_ms: long.iter().copied().map(ms).fold(0.0, f64::max),
    }
}

fn ms(time: Duration) -> f64 {
    (time.as_secs_f64() * 1e6).round() / 1e3
}

fn mean_ms(times: &[Duration]) -> f64 {
    times.iter().copied().map(ms).sum::<f64>() / times.len().max(1) as f64
}
