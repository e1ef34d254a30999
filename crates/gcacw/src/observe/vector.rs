//! What is true of the whole game.

use table::figure::soft;
use table::observation::flag;
use table::{Side, Viewer, words};

use crate::doctrine::edges;
use crate::position::Pos;
use crate::view::acts_in_secret;

words! {
    /// A number of the game.
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
        OwnAction = "own-action",
        MovementLeft = "movement-left",
        InitiativeDie = "initiative-die",
        Rain = "rain",
        Winter = "winter",
        Heat = "heat",
        MinorUnfordable = "minor-unfordable",
        MajorUnfordable = "major-unfordable",
        Phase = "phase",
    }
}

pub(super) fn vector(pos: &Pos, seat: Side, out: &mut [f32]) {
    let mut put = |figure: Figure, number: f32| out[figure as usize] = number;
    let (setup, state) = (pos.setup, pos.state);
    let turns = f32::from(setup.turns.max(1));
    put(Figure::Turn, f32::from(state.turn) / turns);
    put(Figure::TurnsLeft, f32::from(setup.turns.saturating_sub(state.turn)) / turns);
    let points = pos.points();
    put(Figure::OwnPoints, points[seat] as f32 / 20.0);
    put(Figure::EnemyPoints, points[seat.other()] as f32 / 20.0);
    let lead = (points.union - points.confederate) as f32;
    let (to_win, to_lose) = match (edges(*pos, lead), seat) {
        ((win, lose), Side::Union) => (win, lose),
        ((win, lose), Side::Confederate) => (-lose, -win),
    };
    put(Figure::Lead, soft((points[seat] - points[seat.other()]) as f32 / 6.0));
    put(Figure::ToWin, soft(to_win / 6.0));
    put(Figure::ToLose, soft(to_lose / 6.0));
    for (side, men, lost) in
        [(seat, Figure::OwnMen, Figure::OwnLost), (seat.other(), Figure::EnemyMen, Figure::EnemyLost)]
    {
        let all: u32 = setup.by_side[side].into_iter().map(|u| u32::from(setup.unit(u).manpower)).sum();
        let here = setup.by_side[side].into_iter().map(|u| state.unit(u)).filter(|u| u.is_on_map());
        let here: u32 = here.map(|u| u32::from(u.manpower)).sum();
        put(men, here as f32 / all.max(1) as f32);
        put(lost, pos.lost(side) as f32 / all.max(1) as f32);
    }
    put(Figure::OwnAction, if state.active == seat { 1.0 } else { -1.0 });
    if !acts_in_secret(pos, Viewer::Seat(seat)) {
        put(Figure::MovementLeft, state.march().map_or(0.0, |march| f32::from(march.mp) / 24.0));
        put(Figure::InitiativeDie, state.initiative_die.map_or(0.0, |die| f32::from(die) / 6.0));
    }
    let weather = state.weather();
    put(Figure::Rain, flag(weather.rain));
    put(Figure::Winter, flag(state.is_winter()));
    put(Figure::Heat, flag(state.skies.heat));
    put(Figure::MinorUnfordable, flag(weather.minor_unfordable));
    put(Figure::MajorUnfordable, flag(weather.major_unfordable));
    put(Figure::Phase, f32::from(state.step) / setup.steps.len().max(1) as f32);
}
