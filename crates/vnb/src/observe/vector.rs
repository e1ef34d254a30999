//! What is true of the whole battle.

use table::figure::soft;
use table::observation::sign;
use table::{Side, words};

use crate::geometry::cents;
use crate::kinds::Kind;
use crate::movement::terrain::COST_INCH;
use crate::observe::factors::place;
use crate::position::Pos;
use crate::setup::Setup;
use crate::state::Presence;

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
        OwnExhausted = "own-exhausted",
        EnemyExhausted = "enemy-exhausted",
        OwnTurn = "own-turn",
        OwnFirst = "own-first",
        Phase = "phase",
        MovementLeft = "movement-left",
    }
}

/// The numbers of each objective, after those of the battle.
pub(super) const OF_OBJECTIVE: [&str; 4] = ["x", "y", "points", "holder"];

pub(super) fn count(setup: &Setup) -> usize {
    Figure::ALL.len() + OF_OBJECTIVE.len() * setup.objectives.len()
}

pub(super) fn vector(pos: &Pos, seat: Side, out: &mut [f32]) {
    let (figures, objectives) = out.split_at_mut(Figure::ALL.len());
    let mut put = |figure: Figure, number: f32| figures[figure as usize] = number;
    let (setup, state) = (pos.setup, pos.state);
    let turns = f32::from(setup.turns.max(1));
    put(Figure::Turn, f32::from(state.turn) / turns);
    put(Figure::TurnsLeft, f32::from(setup.turns.saturating_sub(state.turn)) / turns);
    let points = pos.points();
    let (own, enemy) = (points[seat as usize], points[seat.other() as usize]);
    // Below a share of all points it is a draw.
    let (lead, margin) = ((own - enemy) as f32, ((own + enemy) * setup.victory.margin) as f32 / 100.0);
    put(Figure::OwnPoints, own as f32 / 40.0);
    put(Figure::EnemyPoints, enemy as f32 / 40.0);
    put(Figure::Lead, soft(lead / 6.0));
    put(Figure::ToWin, soft((lead - margin) / 6.0));
    put(Figure::ToLose, soft((lead + margin) / 6.0));
    for (side, men, gone, spent) in [
        (seat, Figure::OwnMen, Figure::OwnLost, Figure::OwnExhausted),
        (seat.other(), Figure::EnemyMen, Figure::EnemyLost, Figure::EnemyExhausted),
    ] {
        let army = Army::of(pos, side);
        put(men, army.here);
        put(gone, army.lost);
        put(spent, army.exhausted);
    }
    put(Figure::OwnTurn, if state.phasing == seat { 1.0 } else { -1.0 });
    put(Figure::OwnFirst, if setup.first == seat { 1.0 } else { -1.0 });
    put(Figure::Phase, f32::from(state.phase as u8) / 6.0);
    if let Some(mover) = &state.mover {
        let inches = pos.budget_left(mover.stand, mover) as f32 / COST_INCH as f32;
        put(Figure::MovementLeft, inches.max(0.0) / 16.0);
    }
    let held = setup.objectives.iter().zip(&state.objectives);
    for ((objective, holder), numbers) in held.zip(objectives.chunks_exact_mut(OF_OBJECTIVE.len())) {
        let at = objective.at;
        let [x, y] = place(setup, cents(at.x) as i32, cents(at.y) as i32);
        numbers.copy_from_slice(&[x, y, objective.points as f32 / 10.0, sign(*holder, seat)]);
    }
}

/// What a side has on the table and has lost, as shares of all it ever has, and its divisions at the end of their
/// strength, as a share of all.
struct Army {
    here: f32,
    lost: f32,
    exhausted: f32,
}

impl Army {
    fn of(pos: &Pos, side: Side) -> Army {
        let (mut all, mut here, mut lost) = (0u32, 0u32, 0u32);
        let stands = pos.setup.stands.iter().zip(&pos.state.pieces);
        for (stand, piece) in stands.filter(|(s, _)| s.side == side && s.kind != Kind::Commander) {
            all += u32::from(stand.sp);
            here += if piece.presence == Presence::OnTable { piece.sp.into() } else { 0 };
        }
        let (mut divisions, mut exhausted) = (0u32, 0u32);
        let losses = pos.setup.divisions.iter().zip(&pos.state.losses);
        for (_, losses) in losses.filter(|(d, _)| d.side == side) {
            lost += u32::from(losses.total);
            divisions += 1;
            exhausted += u32::from(losses.exhausted);
        }
        let share = |part: u32, of: u32| part as f32 / of.max(1) as f32;
        Army { here: share(here, all), lost: share(lost, all), exhausted: share(exhausted, divisions) }
    }
}
