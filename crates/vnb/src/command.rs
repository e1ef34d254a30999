//! Phase 1: who is in command (VCMD-1 to VCMD-5).

use table::Side;

use crate::ids::StandId;
use crate::kinds::{Arm, Kind};
use crate::position::Pos;
use crate::setup::Setup;
use crate::state::{State, mark};

/// Command reaches this far, in hundredths of an inch.
pub const REACH: i64 = 600;

/// How a stand is in command.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Command {
    Out,
    /// By its commander, or as a skirmisher near somebody.
    In,
    /// Only by touching this stand, and it must still touch it when its move is over.
    Through(StandId),
}

/// The command of every stand of a side, by number; commanders and absent stands are out.
pub fn command(setup: &Setup, state: &State, side: Side) -> Vec<Command> {
    let pos = Pos::new(setup, state);
    let mut found = vec![Command::Out; setup.stands.len()];
    let own: Vec<StandId> = pos.present_of(side).filter(|id| !pos.is_commander(*id)).collect();
    let leaders: Vec<StandId> = pos.present_of(side).filter(|id| pos.is_commander(*id)).collect();
    for &id in &own {
        let near = if is_skirmisher(&pos, id) {
            leaders.iter().any(|c| pos.within(id, *c, REACH))
        } else {
            let commander = setup.divisions[setup.stand(id).division as usize].commander;
            leaders.contains(&commander) && pos.within(id, commander, REACH)
        };
        if near {
            found[id.index()] = Command::In;
        }
    }
    // Contact passes command on from stand to stand until nobody new is reached.
    while let Some((id, through)) = own.iter().find_map(|&id| next_link(&pos, &own, &found, id)) {
        found[id.index()] = through;
    }
    found
}

/// How a stand without command gets it from one that has it.
fn next_link(pos: &Pos, own: &[StandId], found: &[Command], id: StandId) -> Option<(StandId, Command)> {
    if found[id.index()] != Command::Out {
        return None;
    }
    let skirmisher = is_skirmisher(pos, id);
    let giver = own.iter().copied().find(|&other| {
        other != id
            && found[other.index()] != Command::Out
            && if skirmisher {
                pos.within(id, other, REACH)
            } else {
                pos.setup.stand(id).division == pos.setup.stand(other).division && pos.touching(id, other)
            }
    })?;
    Some((id, if skirmisher { Command::In } else { Command::Through(giver) }))
}

fn is_skirmisher(pos: &Pos, id: StandId) -> bool {
    matches!(pos.kind(id), Kind::InfantrySkirmisher | Kind::CavalrySkirmisher)
        && matches!(pos.arm(id), Arm::InfantrySkirmisher | Arm::CavalrySkirmisher)
}

/// Marks who is in command for this player turn (VCMD-5).
pub fn command_phase(setup: &Setup, state: &mut State) {
    let found = command(setup, state, state.phasing);
    for (n, command) in found.iter().enumerate() {
        if setup.stands[n].side != state.phasing {
            continue;
        }
        let piece = &mut state.pieces[n];
        piece.set(mark::IN_COMMAND, *command != Command::Out);
        piece.link = if let Command::Through(by) = command { *by } else { StandId::NONE };
    }
}
