//! The questions that are asked most often, for `hardtack bench`.

use table::{Drill, NoLog, Ruleset, SeededDice};

use crate::Vnb;
use crate::geometry::{INCH, Pt};
use crate::ids::StandId;
use crate::position::Pos;
use crate::setup::Setup;
use crate::state::{Phase, Pose};

pub fn drills(setup: &Setup) -> Vec<Drill<'_>> {
    checks(setup).into_iter().collect()
}

/// Judging a move: every stand in all directions at the start of the battle.
fn checks(setup: &Setup) -> Option<Drill<'_>> {
    let state = Vnb::start(setup, &mut SeededDice::from_number(1), &mut NoLog);
    let stands: Vec<StandId> = Pos::new(setup, &state).present_of(state.phasing).collect();
    let moves: Vec<(StandId, i32)> = stands.iter().flat_map(|id| (0..16).map(|k| (*id, k))).collect();
    let ready = state.phase == Phase::Movement && !moves.is_empty();
    ready.then(|| {
        Drill::new("check_us", move |n| {
            let (id, k) = moves[n % moves.len()];
            let pos = Pos::new(setup, &state);
            let step = Pt::polar((2 + i64::from(k % 5) * 3) * INCH, k * 2_250);
            let to = Pose::at(pos.piece(id).pose.centre() + step, k * 2_250);
            pos.plan_move(id, to, false).is_ok()
        })
    })
}
