//! What is true of the whole battle.

use table::figure::soft;
use table::observation::flag;
use table::{Side, words};

use crate::position::Pos;
use crate::state::Where;

words! {
    /// A number of the battle.
    Figure {
        Turn = "turn",
        TurnsLeft = "turns-left",
        OwnPoints = "own-points",
        EnemyPoints = "enemy-points",
        Lead = "lead",
        ToWin = "to-win",
        ToLose = "to-lose",
        OwnMen = "own-men",
        EnemyMen = "enemy-men",
        OwnLost = "own-lost",
        EnemyLost = "enemy-lost",
        OwnExhaustion = "own-exhaustion",
        EnemyExhaustion = "enemy-exhaustion",
        OwnTurn = "own-turn",
        OwnFirst = "own-first",
        SecondHalf = "second-half",
        Phase = "phase",
        CommandLevel = "command-level",
        Round = "round",
        Night = "night",
        Rain = "rain",
    }
}

pub(super) fn vector(pos: Pos, seat: Side, out: &mut [f32]) {
    let mut put = |figure: Figure, number: f32| out[figure as usize] = number;
    let (setup, state) = (pos.setup, pos.state);
    let turns = f32::from(setup.turns.max(1));
    put(Figure::Turn, f32::from(state.turn) / turns);
    put(Figure::TurnsLeft, f32::from(setup.turns.saturating_sub(state.turn)) / turns);
    let points = pos.points();
    let lead = (points[seat] - points[seat.other()]) as f32;
    let margin = pos.least_margin(points);
    put(Figure::OwnPoints, points[seat] as f32 / 50.0);
    put(Figure::EnemyPoints, points[seat.other()] as f32 / 50.0);
    put(Figure::Lead, soft(lead / 12.0));
    put(Figure::ToWin, soft((lead - margin) / 12.0));
    put(Figure::ToLose, soft((lead + margin) / 12.0));
    for (side, men, gone, spent) in [
        (seat, Figure::OwnMen, Figure::OwnLost, Figure::OwnExhaustion),
        (seat.other(), Figure::EnemyMen, Figure::EnemyLost, Figure::EnemyExhaustion),
    ] {
        let (mut all, mut here, mut lost) = (0u32, 0u32, 0u32);
        for id in setup.side_ids(side) {
            let sp = u32::from(setup.counter(*id).sp);
            all += sp;
            match pos.piece(*id).place {
                Where::Map => here += sp,
                Where::Lost | Where::Gone => lost += sp,
                _ => {}
            }
        }
        let share = |sp: u32| sp as f32 / all.max(1) as f32;
        put(men, share(here));
        put(gone, share(lost));
        let most = setup.victory.exhaustion[side];
        put(spent, most.map_or(0.0, |most| lost as f32 / most.max(1) as f32));
    }
    put(Figure::OwnTurn, if state.side == seat { 1.0 } else { -1.0 });
    put(Figure::OwnFirst, if state.first == seat { 1.0 } else { -1.0 });
    put(Figure::SecondHalf, flag(state.second_half));
    put(Figure::Phase, f32::from(state.phase as u8) / 9.0);
    put(Figure::CommandLevel, f32::from(state.level) / 4.0);
    put(Figure::Round, soft(f32::from(state.round) / 4.0));
    put(Figure::Night, flag(pos.is_night()));
    put(Figure::Rain, flag(setup.rain.contains(&state.turn)));
}
