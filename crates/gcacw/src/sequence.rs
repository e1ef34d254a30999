//! The sequence of play (3.0): the phases of a turn as an ordered list. The Basic Game has one list; an
//! Advanced Game brings its own in the file of its campaign.

use serde::Deserialize;
use table::Side;

use crate::campaign::wagons::SupplyStep;
use crate::event::Event;
use crate::play::Play;
use crate::position::Pos;
use crate::setup::Setup;

/// A phase, or a segment that a sequence of play names.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Phase {
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

impl Phase {
    pub(crate) const fn name(self) -> &'static str {
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

/// A phase and the turns that have it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Step {
    pub(crate) phase: Phase,
    pub(crate) from: u8,
    pub(crate) until: u8,
    /// Only on turns that this number divides.
    pub(crate) every: u8,
    /// Not on the last turn of the scenario.
    pub(crate) not_last: bool,
}

impl Step {
    pub(crate) const fn always(phase: Phase) -> Step {
        Step { phase, from: 1, until: u8::MAX, every: 1, not_last: false }
    }

    /// Whether a turn has this phase.
    pub(crate) fn is_held(&self, turn: u8, last: u8) -> bool {
        (self.from..=self.until).contains(&turn)
            && turn.is_multiple_of(self.every)
            && !(self.not_last && turn == last)
    }
}

/// The turn of the Basic Game. Random events are rolled for where the scenario has a table.
pub(crate) const BASIC: [Step; 6] = [
    Step::always(Phase::RandomEvents),
    Step::always(Phase::Reinforcement),
    Step::always(Phase::LeaderTransfer),
    Step::always(Phase::ActionCycle),
    Step::always(Phase::Recovery),
    Step::always(Phase::TurnIndication),
];

impl Setup {
    /// The phases of a turn, in order.
    pub(crate) fn sequence(&self, turn: u8) -> Vec<Phase> {
        let held = self.steps.iter().filter(|step| step.is_held(turn, self.turns)).map(|step| step.phase);
        held.filter(|phase| self.is_announced(*phase, turn)).collect()
    }

    /// The Basic Game passes over phases in which nothing can happen without a word.
    fn is_announced(&self, phase: Phase, turn: u8) -> bool {
        match phase {
            _ if self.campaign.is_some() => true,
            Phase::RandomEvents => self.random_events,
            Phase::Reinforcement => {
                self.units.iter().any(|u| u.start.arrives.as_ref().is_some_and(|(due, _)| *due == turn))
            }
            _ => true,
        }
    }
}

impl Pos<'_> {
    /// The phase the turn has come to.
    pub(crate) fn phase(&self) -> Phase {
        let at = (self.state.step as usize).saturating_sub(1);
        self.setup.steps.get(at).map_or(Phase::TurnIndication, |step| step.phase)
    }
}

impl Play<'_> {
    /// Begins the next phase that this turn has. Phases do not call each other: one that is over leaves
    /// nothing to be decided, and [`Play::run`] goes on from there.
    pub(crate) fn next_phase(&mut self) {
        let (turn, last) = (self.state.turn, self.setup.turns);
        let rest = self.setup.steps.iter().enumerate().skip(self.state.step as usize);
        let Some((at, step)) = rest.into_iter().find(|(_, step)| step.is_held(turn, last)) else {
            return self.end_turn();
        };
        self.state.step = at as u8 + 1;
        self.begin_phase(step.phase);
    }

    /// A phase is over, wherever the turn had come to.
    pub(crate) fn after(&mut self, phase: Phase) {
        if let Some(at) = self.setup.steps.iter().position(|step| step.phase == phase) {
            self.state.step = at as u8 + 1;
        }
    }

    /// A phase begins: troops that come in it arrive first, then its own business.
    fn begin_phase(&mut self, phase: Phase) {
        if phase == Phase::ActionCycle {
            self.pontoons_at_risk();
        }
        if self.log.on() && self.setup.is_announced(phase, self.state.turn) {
            let name = phase.name();
            self.tell(|_| Event::Phase { phase: name });
        }
        match self.setup.campaign {
            Some(_) => self.roll_for_arrivals(0),
            None => self.arrivals(Side::Union),
        }
    }

    /// The business of the phase at hand, once everybody due in it has arrived. It ends with something to
    /// decide, or the phase is over.
    pub(crate) fn phase_business(&mut self) {
        match self.pos().phase() {
            Phase::RandomEvents => self.random_events_phase(),
            Phase::LeaderTransfer => self.transfers(Side::Union),
            Phase::ActionCycle => self.initiative(),
            Phase::Recovery => self.begin_recovery(),
            Phase::TurnIndication => self.end_turn(),
            // The phases of the Advanced Games.
            Phase::VictoryPoint => self.score_turn(),
            Phase::Reinforcement => self.ask_supply(Side::Union, SupplyStep::Return),
            Phase::UnionReinforcement | Phase::ConfederateReinforcement => {}
            Phase::OffMapTransfer => self.off_map_transfers(),
            Phase::CountyControl => self.county_control(),
            Phase::OffMapSegment => self.off_map_segment(),
            Phase::VictoryPointSegment => self.vp_segment(),
            Phase::SupplySegment => self.supply_segment(),
            Phase::WinterWeather => self.winter_phase(),
            Phase::ManpowerEnhancement => self.manpower_phase(),
            Phase::Attachment => self.attachment(Side::Union),
            Phase::UnionCavalry => self.cavalry_phase(),
        }
    }
}
