//! A row of numbers for each counter.

use table::observation::{Sheet, flag, sign};
use table::{Side, words};

use crate::position::Pos;
use crate::setup::{Arm, Id};
use crate::state::{Where, flag as marked};
use crate::tables::SWIFT;

words! {
    /// A number of a counter.
    Fact {
        OnMap = "on-map",
        Own = "own",
        Down = "row",
        Across = "column",
        Infantry = "infantry",
        Cavalry = "cavalry",
        Artillery = "artillery",
        HorseArtillery = "horse-artillery",
        Commander = "commander",
        Stars = "stars",
        CommandValue = "command-value",
        Strength = "strength",
        Cohesion = "cohesion",
        Disorganized = "disorganized",
        Charged = "charged",
        Mounted = "mounted",
        Limbered = "limbered",
        Detached = "detached",
        Building = "building",
        BridgeCharge = "bridge-charge",
        Replaced = "replaced",
        Shattered = "shattered",
        InCommand = "in-command",
        Works = "works",
        BrigadeLost = "brigade-lost",
        MovementLeft = "movement-left",
        Stopped = "stopped",
        Waiting = "waiting",
        Due = "due",
        Away = "away",
        Gone = "gone",
        Acting = "acting",
    }
}

pub(super) fn tokens(pos: Pos, seat: Side, sheet: &mut Sheet) {
    sheet.tokens.fill(0.0);
    for nth in 0..pos.setup.pieces.len() {
        piece(pos, Id(nth as u16), seat, sheet.token(nth));
    }
    for id in pos.state.group.iter().chain(&pos.state.retreat) {
        sheet.token(id.index())[Fact::Acting as usize] = 1.0;
    }
    for battery in &pos.state.mission.batteries {
        sheet.token(usize::from(*battery))[Fact::Acting as usize] = 1.0;
    }
}

fn piece(pos: Pos, id: Id, seat: Side, numbers: &mut [f32]) {
    let (counter, piece) = (pos.counter(id), pos.piece(id));
    let mut put = |fact: Fact, number: f32| numbers[fact as usize] = number;
    put(Fact::Own, sign(Some(counter.side), seat));
    let arm = match counter.arm {
        Arm::Infantry => Fact::Infantry,
        Arm::Cavalry => Fact::Cavalry,
        Arm::Artillery => Fact::Artillery,
        Arm::HorseArtillery => Fact::HorseArtillery,
        Arm::Commander => Fact::Commander,
    };
    put(arm, 1.0);
    if counter.arm == Arm::Commander {
        put(Fact::Stars, f32::from(counter.stars) / 4.0);
        put(Fact::CommandValue, f32::from(pos.cv(id)) / 6.0);
    } else {
        put(Fact::Strength, f32::from(pos.sp(id)) / 10.0);
        put(Fact::Cohesion, f32::from(counter.cohesion) / 8.0);
    }
    put(Fact::Disorganized, flag(piece.has(marked::D)));
    put(Fact::Charged, flag(piece.has(marked::CHARGED)));
    put(Fact::Mounted, flag(piece.has(marked::MOUNTED)));
    put(Fact::Limbered, flag(piece.has(marked::LIMBERED)));
    put(Fact::Detached, flag(piece.has(marked::DETACHED)));
    put(Fact::Building, flag(piece.has(marked::BUILDING)));
    put(Fact::BridgeCharge, flag(piece.mine != 0));
    put(Fact::Replaced, flag(piece.has(marked::REPLACED)));
    put(Fact::InCommand, flag(piece.has(marked::COMMAND)));
    put(Fact::Stopped, flag(piece.has(marked::STOPPED)));
    put(Fact::MovementLeft, f32::from(piece.mp) / f32::from(SWIFT));
    if let Some(brigade) = counter.brigade.map(|nth| &pos.state.brigades[usize::from(nth)]) {
        put(Fact::Shattered, flag(brigade.shattered));
        put(Fact::BrigadeLost, f32::from(brigade.lost) / f32::from(brigade.total.max(1)));
    }
    match piece.place {
        Where::Map => {
            let (grid, hex) = (&pos.setup.map.grid, piece.at());
            let (row, column) = grid.place(hex);
            put(Fact::OnMap, 1.0);
            put(Fact::Down, f32::from(row + 1) / f32::from(grid.rows));
            put(Fact::Across, f32::from(column + 1) / f32::from(grid.columns));
            put(Fact::Works, flag(pos.state.works.contains(hex)));
        }
        Where::Due => {
            put(Fact::Waiting, 1.0);
            let turn = counter.arrival.map(|nth| pos.setup.arrivals[usize::from(nth)].turn);
            put(Fact::Due, turn.map_or(0.0, |turn| f32::from(turn) / f32::from(pos.setup.turns.max(1))));
        }
        Where::Away => put(Fact::Away, 1.0),
        Where::Waiting => put(Fact::Away, 0.5),
        Where::Lost => put(Fact::Gone, 0.5),
        Where::Gone => put(Fact::Gone, 1.0),
    }
}
