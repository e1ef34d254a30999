//! The sequence of play (3.0): the phases of a turn as an ordered list, in the Basic Game and in the
//! Advanced Games whose order of phases is known.

use arrayvec::ArrayVec;

use crate::setup::Setup;

/// A phase, or a segment that a sequence of play names.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Phase {
    WinterWeather,
    RandomEvents,
    ManpowerEnhancement,
    Reinforcement,
    UnionReinforcement,
    ConfederateReinforcement,
    OffMapTransfer,
    LeaderTransfer,
    CountyControl,
    Attachment,
    ActionCycle,
    Recovery,
    UnionCavalry,
    VictoryPoint,
    OffMapSegment,
    VictoryPointSegment,
    SupplySegment,
    TurnIndication,
}

/// Where the course of a turn comes to a phase.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stage {
    Events,
    Arrivals,
    Transfers,
    Cycle,
    Recovery,
    End,
}

impl Phase {
    pub const fn stage(self) -> Stage {
        match self {
            Phase::WinterWeather | Phase::RandomEvents => Stage::Events,
            Phase::ManpowerEnhancement
            | Phase::Reinforcement
            | Phase::UnionReinforcement
            | Phase::ConfederateReinforcement
            | Phase::OffMapTransfer => Stage::Arrivals,
            Phase::LeaderTransfer => Stage::Transfers,
            Phase::CountyControl | Phase::Attachment | Phase::ActionCycle => Stage::Cycle,
            Phase::Recovery => Stage::Recovery,
            _ => Stage::End,
        }
    }

    pub const fn name(self) -> &'static str {
        match self {
            Phase::WinterWeather => "Winter Weather Phase",
            Phase::RandomEvents => "Random Events Phase",
            Phase::ManpowerEnhancement => "Union Manpower Enhancement Phase",
            Phase::Reinforcement => "Reinforcement Phase",
            Phase::UnionReinforcement => "Union Reinforcement Phase",
            Phase::ConfederateReinforcement => "Confederate Reinforcement Phase",
            Phase::OffMapTransfer => "Off-Map Transfer Phase",
            Phase::LeaderTransfer => "Leader Transfer Phase",
            Phase::CountyControl => "County Control Phase",
            Phase::Attachment => "Attachment Phase",
            Phase::ActionCycle => "Action Cycle",
            Phase::Recovery => "Recovery Phase",
            Phase::UnionCavalry => "Union Cavalry Phase",
            Phase::VictoryPoint => "Victory Point Phase",
            Phase::OffMapSegment => "Strategic Cycle, Off-Map Segment",
            Phase::VictoryPointSegment => "Strategic Cycle, VP Segment",
            Phase::SupplySegment => "Strategic Cycle, Supply Segment",
            Phase::TurnIndication => "Turn Indication Phase",
        }
    }
}

/// A phase of an Advanced Game and the turns that have it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Step {
    pub phase: Phase,
    pub from: u8,
    pub until: u8,
    /// Only on turns that this number divides.
    pub every: u8,
    /// Not on the last turn of the scenario.
    pub not_last: bool,
}

const fn always(phase: Phase) -> Step {
    Step { phase, from: 1, until: u8::MAX, every: 1, not_last: false }
}

const fn turns(phase: Phase, from: u8, until: u8) -> Step {
    Step { from, until, ..always(phase) }
}

const fn from(phase: Phase, turn: u8) -> Step {
    turns(phase, turn, u8::MAX)
}

const fn every_fourth(phase: Phase) -> Step {
    Step { every: 4, ..always(phase) }
}

/// The turn of Hood Strikes North's Advanced Game.
pub const HOOD: [Step; 13] = [
    from(Phase::WinterWeather, 14),
    from(Phase::RandomEvents, 3),
    turns(Phase::ManpowerEnhancement, 3, 9),
    from(Phase::UnionReinforcement, 2),
    turns(Phase::ConfederateReinforcement, 10, 10),
    from(Phase::ConfederateReinforcement, 24),
    always(Phase::LeaderTransfer),
    always(Phase::Attachment),
    always(Phase::ActionCycle),
    always(Phase::Recovery),
    from(Phase::UnionCavalry, 10),
    always(Phase::VictoryPoint),
    always(Phase::TurnIndication),
];

/// The turn of Battle Above the Clouds' Advanced Game.
pub const CLOUDS: [Step; 12] = [
    always(Phase::RandomEvents),
    always(Phase::Reinforcement),
    always(Phase::OffMapTransfer),
    always(Phase::LeaderTransfer),
    always(Phase::CountyControl),
    always(Phase::Attachment),
    always(Phase::ActionCycle),
    always(Phase::Recovery),
    every_fourth(Phase::OffMapSegment),
    every_fourth(Phase::VictoryPointSegment),
    Step { not_last: true, ..every_fourth(Phase::SupplySegment) },
    always(Phase::TurnIndication),
];

/// The most phases of a turn.
pub type Phases = ArrayVec<Phase, 16>;

impl Setup {
    /// The phases of a turn, in order.
    pub fn sequence(&self, turn: u8) -> Phases {
        match self.module.advanced_sequence {
            Some(steps) if self.advanced => self.advanced_turn(steps, turn),
            _ => self.basic_turn(turn),
        }
    }

    fn basic_turn(&self, turn: u8) -> Phases {
        let mut phases = Phases::new();
        if self.random_events {
            phases.push(Phase::RandomEvents);
        }
        if self.units.iter().any(|u| u.start.arrives.as_ref().is_some_and(|(due, _)| *due == turn)) {
            phases.push(Phase::Reinforcement);
        }
        phases.extend([Phase::LeaderTransfer, Phase::ActionCycle, Phase::Recovery, Phase::TurnIndication]);
        phases
    }

    fn advanced_turn(&self, steps: &[Step], turn: u8) -> Phases {
        let held = |step: &&Step| {
            (step.from..=step.until).contains(&turn)
                && turn.is_multiple_of(step.every)
                && !(step.not_last && turn == self.turns)
        };
        steps.iter().filter(held).map(|step| step.phase).collect()
    }
}
