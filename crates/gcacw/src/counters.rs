//! What the counters show that changes in play. A glimpse holds it in small numbers, and a [`Condition`] is
//! made from a glimpse alone: two glimpses that are equal look the same to everybody, and who compares
//! glimpses finds every change.

use hexmap::Hex;
use table::view::{Condition, Word};
use table::{Now, Side, Viewer};

use crate::campaign::Mount;
use crate::event::value;
use crate::forces::MARKERS;
use crate::position::Pos;
use crate::setup::{LeaderId, Setup, UnitId};
use crate::sight::marker_name;
use crate::state::Whereabouts;
use crate::works::Works;

/// Where a counter is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Place {
    Hex(Hex),
    Retreating(Hex),
    /// It comes later: on this turn, where it is known.
    Arriving(Option<u8>),
    Boxed {
        place: u8,
        ready: u8,
        under_way: bool,
    },
    Gone(&'static str),
}

/// A unit at a glance.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum UnitGlimpse {
    /// The viewer cannot place it.
    Hidden,
    Seen(UnitShown),
}

/// What lies on a unit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct UnitShown {
    pub(crate) place: Place,
    pub(crate) manpower: u8,
    pub(crate) fatigue: u8,
    pub(crate) works: Works,
    pub(crate) disorganized: bool,
    pub(crate) exhausted: bool,
    pub(crate) demoralized: u8,
    pub(crate) out_of_supply: bool,
    pub(crate) mount: Mount,
    pub(crate) held: bool,
}

/// A leader at a glance.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct LeaderGlimpse {
    /// The viewer cannot place him.
    pub(crate) hidden: bool,
    pub(crate) with: Option<(UnitId, Place)>,
    pub(crate) insubordinate: bool,
}

impl Pos<'_> {
    fn place_at_a_glance(&self, unit: UnitId) -> Place {
        let state = self.state.unit(unit);
        match state.whereabouts {
            Whereabouts::OnMap => Place::Hex(state.hex),
            Whereabouts::Retreating => Place::Retreating(state.hex),
            Whereabouts::Arriving => Place::Arriving(self.day_of_arrival(unit)),
            Whereabouts::Eliminated | Whereabouts::BrokenDown => Place::Gone("eliminated"),
            Whereabouts::Surrendered => Place::Gone("surrendered"),
            Whereabouts::Withdrawn => Place::Gone("sent away"),
            Whereabouts::Aside => Place::Gone("aside"),
            Whereabouts::OffMap => Place::Gone("off the map"),
            Whereabouts::Boxed => Place::Boxed {
                place: state.place,
                ready: state.ready,
                under_way: state.ready > self.state.turn + 1,
            },
        }
    }

    pub(crate) fn unit_at_a_glance(&self, unit: UnitId) -> UnitGlimpse {
        if self.state.forces.as_ref().is_some_and(|f| f.unknown.has(unit)) {
            return UnitGlimpse::Hidden;
        }
        let state = self.state.unit(unit);
        UnitGlimpse::Seen(UnitShown {
            place: self.place_at_a_glance(unit),
            manpower: state.manpower,
            fatigue: state.fatigue,
            works: state.works,
            disorganized: state.disorganized,
            exhausted: state.exhausted,
            demoralized: state.demoralized,
            out_of_supply: state.out_of_supply && self.setup.advanced,
            mount: state.mount,
            held: self.is_held(unit),
        })
    }

    pub(crate) fn leader_at_a_glance(&self, leader: LeaderId) -> LeaderGlimpse {
        let hidden = self.state.forces.as_ref().is_some_and(|f| f.unknown_leaders >> leader.0 & 1 != 0);
        let unit = self.state.leaders[leader.index()].unit.filter(|_| !hidden);
        let insubordinate = self.state.insubordinate >> leader.0 & 1 != 0;
        LeaderGlimpse { hidden, with: unit.map(|u| (u, self.place_at_a_glance(u))), insubordinate }
    }

    /// Where a unit is and what lies on it.
    pub(crate) fn unit_condition(&self, unit: UnitId) -> Condition {
        self.unit_at_a_glance(unit).condition(self.setup, unit)
    }

    /// Where a leader is, and with whom.
    pub(crate) fn leader_condition(&self, leader: LeaderId) -> Condition {
        self.leader_at_a_glance(leader).condition(self.setup)
    }
}

impl Place {
    /// Its hex, and words where it is not simply there.
    fn words(self, setup: &Setup, unit: UnitId) -> (Option<String>, Option<String>) {
        match self {
            Place::Hex(hex) => (Some(setup.map.grid.label(hex)), None),
            Place::Retreating(hex) => (Some(setup.map.grid.label(hex)), Some("retreating".into())),
            Place::Arriving(Some(turn)) => (None, Some(format!("arrives turn {turn}"))),
            Place::Arriving(None) => (None, Some(setup.set_words(unit))),
            Place::Boxed { place, ready, under_way } => (None, Some(setup.beyond(place, ready, under_way))),
            Place::Gone(how) => (None, Some(how.into())),
        }
    }
}

impl UnitGlimpse {
    fn condition(self, setup: &Setup, unit: UnitId) -> Condition {
        let UnitGlimpse::Seen(shown) = self else {
            return Condition {
                r#where: Some("hidden".into()),
                strength: Some("?".into()),
                state: vec!["hidden".into()],
                ..Condition::default()
            };
        };
        let (at, place) = shown.place.words(setup, unit);
        let combat = value(setup.combat_value(shown.manpower, shown.disorganized));
        Condition {
            at,
            r#where: place,
            strength: Some(match shown.disorganized {
                true => format!("{combat}/{}", shown.manpower),
                false => combat,
            }),
            fatigue: Some(shown.fatigue),
            state: shown.states(),
            works: (shown.works != Works::None).then(|| shown.works.word().into()),
            ..Condition::default()
        }
    }
}

impl UnitShown {
    fn states(self) -> Vec<Word> {
        let words = [
            self.disorganized.then_some("disorganized"),
            self.exhausted.then_some("exhausted"),
            match self.demoralized {
                1 => Some("demoralized-1"),
                2 => Some("demoralized-2"),
                _ => None,
            },
            self.out_of_supply.then_some("out-of-supply"),
            match self.mount {
                Mount::Fresh => None,
                Mount::WornOut => Some("horses-worn-out"),
                Mount::Unmounted => Some("unmounted"),
            },
            self.held.then_some("held"),
        ];
        words.into_iter().flatten().map(Word::Borrowed).collect()
    }
}

impl LeaderGlimpse {
    fn condition(self, setup: &Setup) -> Condition {
        let (at, place) = match self.with {
            _ if self.hidden => (None, Some("hidden".to_owned())),
            None => (None, Some("out of play".to_owned())),
            Some((unit, place)) => place.words(setup, unit),
        };
        Condition {
            at,
            r#where: place,
            attached_to: self.with.map(|(unit, _)| setup.unit(unit).name.clone()),
            state: self.insubordinate.then_some("insubordinate".into()).into_iter().collect(),
            ..Condition::default()
        }
    }
}

/// Where a Force marker stands; one that is taken off is `removed`.
pub(crate) fn marker_condition(setup: &Setup, hex: Option<Hex>) -> Condition {
    Condition {
        at: hex.map(|hex| setup.map.grid.label(hex)),
        r#where: hex.is_none().then(|| "removed".into()),
        ..Condition::default()
    }
}

/// All counters at a glance, as a viewer knows them.
pub(crate) struct Counters {
    units: Vec<UnitGlimpse>,
    leaders: Vec<LeaderGlimpse>,
    markers: [[Option<Hex>; MARKERS as usize]; 2],
}

impl Counters {
    pub(crate) fn seen_by(pos: Pos, viewer: Viewer) -> Counters {
        let known = pos.known_to(viewer);
        let pos = known.pos();
        let forces = pos.state.forces.as_ref();
        Counters {
            units: pos.setup.unit_ids().map(|u| pos.unit_at_a_glance(u)).collect(),
            leaders: pos.setup.leader_ids().map(|l| pos.leader_at_a_glance(l)).collect(),
            markers: Side::BOTH
                .map(|side| std::array::from_fn(|marker| forces.and_then(|f| f.hex(side, marker as u8)))),
        }
    }

    /// Looks again: the counters that have changed, as they are now.
    pub(crate) fn catch_up(&mut self, pos: Pos, viewer: Viewer) -> Vec<Now> {
        let before = std::mem::replace(self, Counters::seen_by(pos, viewer));
        let setup = pos.setup;
        let mut changed = Vec::new();
        let mut tell = |id: String, now: Condition| changed.push(Now { id, now });
        for ((unit, now), old) in setup.unit_ids().zip(&self.units).zip(&before.units) {
            if now != old {
                tell(setup.unit(unit).name.clone(), now.condition(setup, unit));
            }
        }
        for ((leader, now), old) in setup.leader_ids().zip(&self.leaders).zip(&before.leaders) {
            if now != old {
                tell(setup.leader(leader).name.clone(), now.condition(setup));
            }
        }
        for side in Side::BOTH {
            for marker in 0..MARKERS {
                let (nth, at) = (side as usize, marker as usize);
                if self.markers[nth][at] != before.markers[nth][at] {
                    tell(marker_name(side, marker), marker_condition(setup, self.markers[nth][at]));
                }
            }
        }
        changed
    }
}
