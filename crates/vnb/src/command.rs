//! Phase 1: who is in command (VCMD-1 to VCMD-5).

use table::Side;

use crate::field::Field;
use crate::kinds::{Arm, Kind};
use crate::setup::{NONE, Setup, StandId};
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
    let field = Field::new(setup, state);
    let mut found = vec![Command::Out; setup.stands.len()];
    let own: Vec<StandId> = field.present_of(side).filter(|id| !field.is_commander(*id)).collect();
    let leaders: Vec<StandId> = field.present_of(side).filter(|id| field.is_commander(*id)).collect();
    for &id in &own {
        let near = if is_skirmisher(&field, id) {
            leaders.iter().any(|c| field.within(id, *c, REACH))
        } else {
            let commander = setup.divisions[setup.stand(id).division as usize].commander;
            leaders.contains(&commander) && field.within(id, commander, REACH)
        };
        if near {
            found[id as usize] = Command::In;
        }
    }
    // Contact passes command on from stand to stand until nobody new is reached.
    while let Some((id, through)) = own.iter().find_map(|&id| next_link(&field, &own, &found, id)) {
        found[id as usize] = through;
    }
    found
}

/// How a stand without command gets it from one that has it.
fn next_link(field: &Field, own: &[StandId], found: &[Command], id: StandId) -> Option<(StandId, Command)> {
    if found[id as usize] != Command::Out {
        return None;
    }
    let skirmisher = is_skirmisher(field, id);
    let giver = own.iter().copied().find(|&other| {
        other != id
            && found[other as usize] != Command::Out
            && if skirmisher {
                field.within(id, other, REACH)
            } else {
                field.setup.stand(id).division == field.setup.stand(other).division
                    && field.touching(id, other)
            }
    })?;
    Some((id, if skirmisher { Command::In } else { Command::Through(giver) }))
}

fn is_skirmisher(field: &Field, id: StandId) -> bool {
    matches!(field.kind(id), Kind::InfantrySkirmisher | Kind::CavalrySkirmisher)
        && matches!(field.arm(id), Arm::InfantrySkirmisher | Arm::CavalrySkirmisher)
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
        piece.link = if let Command::Through(by) = command { *by } else { NONE };
    }
}
