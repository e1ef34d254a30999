//! Who is told what. An event that names a hidden piece is for its owner alone; and every event carries what
//! has changed on the counters since the one before it, for each viewer what he may know of it.

use std::cell::Cell;

use hexmap::Hex;
use serde::{Serialize, Serializer};
use table::{Happened, Now, Side, Viewer};

use crate::counters::Counters;
use crate::event::Event;
use crate::position::Pos;
use crate::setup::{LeaderId, Setup, UnitId, UnitSet};
use crate::state::State;

/// What happened, as everybody was told it. In JSON the whole event.
#[derive(Clone, PartialEq, Debug)]
pub struct Told {
    pub(crate) event: Event,
    /// What each of [`VIEWERS`] was told, where not all know the same.
    seen: Option<Box<[Option<Seen>; 3]>>,
}

/// An event as one viewer was told it, with what changed for him.
#[derive(Clone, PartialEq, Debug)]
struct Seen {
    event: Event,
    now: Vec<Now>,
}

/// Those who may not know all.
const VIEWERS: [Viewer; 3] = [Viewer::Seat(Side::Union), Viewer::Seat(Side::Confederate), Viewer::Spectator];

impl Serialize for Told {
    fn serialize<S: Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
        self.event.serialize(s)
    }
}

impl Told {
    /// The part of an event that a viewer may know.
    pub(crate) fn seen_by(happened: &Happened<Told>, viewer: Viewer) -> Option<Happened<Told>> {
        let nth = VIEWERS.iter().position(|v| *v == viewer);
        let (Some(seen), Some(nth)) = (&happened.what.seen, nth) else { return Some(happened.clone()) };
        let Seen { event, now } = seen[nth].clone()?;
        Some(Happened { what: Told { event, seen: None }, now })
    }
}

/// An event to tell, and who may know of it.
pub(crate) struct Telling {
    event: Event,
    /// The only side that may know it as it is.
    only: Option<Side>,
    /// What the others may know of it, where it is secret.
    open: Option<Event>,
}

impl From<Event> for Telling {
    fn from(event: Event) -> Telling {
        Telling { event, only: None, open: None }
    }
}

impl Event {
    /// For this side alone.
    pub(crate) fn only(self, side: Side) -> Telling {
        Telling { only: Some(side), ..Telling::from(self) }
    }
    /// What others are told if the event turns out to be secret.
    pub(crate) fn or_openly(self, open: Event) -> Telling {
        Telling::from(self).or_openly(open)
    }
    /// As [`Event::or_openly`], where there can be secrets at all.
    pub(crate) fn or_openly_if(self, secrets: bool, open: impl FnOnce() -> Event) -> Telling {
        if secrets { self.or_openly(open()) } else { self.into() }
    }
}

impl Telling {
    /// What others are told of it.
    pub(crate) fn or_openly(self, open: Event) -> Telling {
        Telling { open: Some(open), ..self }
    }

    /// The event as a viewer may know it.
    fn event_for(&self, viewer: Viewer) -> Option<&Event> {
        match self.only {
            Some(side) if !viewer.knows(side) => self.open.as_ref(),
            _ => Some(&self.event),
        }
    }
}

/// Gives events the names and labels of what they tell of, and notes whom they name.
pub(crate) struct Tell<'a> {
    pub(crate) setup: &'a Setup,
    units: Cell<UnitSet>,
    leaders: Cell<u64>,
}

impl<'a> Tell<'a> {
    pub(crate) fn new(setup: &'a Setup) -> Tell<'a> {
        Tell { setup, units: Cell::default(), leaders: Cell::default() }
    }
    pub(crate) fn unit(&self, id: UnitId) -> String {
        self.units.set(self.units.get().with(id));
        self.setup.unit(id).name.clone()
    }
    pub(crate) fn units(&self, units: impl IntoIterator<Item = UnitId>) -> Vec<String> {
        units.into_iter().map(|unit| self.unit(unit)).collect()
    }
    pub(crate) fn leader(&self, id: LeaderId) -> String {
        self.leaders.set(self.leaders.get() | 1 << id.0);
        self.setup.leader(id).name.clone()
    }
    pub(crate) fn leaders(&self, leaders: impl IntoIterator<Item = LeaderId>) -> Vec<String> {
        leaders.into_iter().map(|leader| self.leader(leader)).collect()
    }
    pub(crate) fn hex(&self, hex: Hex) -> String {
        self.setup.map.grid.label(hex)
    }
    /// Whether this game has secrets.
    pub(crate) fn secrets(&self) -> bool {
        self.setup.options.limited_intelligence
    }

    /// The side of a hidden piece that was named, if one was.
    fn whose_secret(&self, state: &State) -> Option<Side> {
        let unit = self.units.get().into_iter().find(|u| state.is_hidden(*u));
        let named = |l: &LeaderId| self.leaders.get() >> l.0 & 1 != 0;
        let leader = || self.setup.leader_ids().filter(named).find(|l| state.is_leader_hidden(*l));
        unit.map(|u| self.setup.unit(u).side).or_else(|| leader().map(|l| self.setup.leader(l).side))
    }
}

/// Follows a game beside its events: what has been told of an order so far, and the counters as everybody
/// was last told of them. So nothing that changes can be forgotten.
pub(crate) struct Witness {
    told: Vec<Happened<Told>>,
    /// The counters as they are.
    counters: Counters,
    /// As each of [`VIEWERS`] knows them, where not all know the same.
    known: Option<Box<[Counters; 3]>>,
}

impl Witness {
    /// Begins where everybody knows how things stand.
    pub(crate) fn new(pos: Pos) -> Witness {
        let known = pos.state.forces.is_some().then(|| Box::new(VIEWERS.map(|v| Counters::seen_by(pos, v))));
        Witness { told: Vec::new(), counters: Counters::seen_by(pos, Viewer::Referee), known }
    }

    /// Tells an event, with everything that has changed since the last one for those who hear of it.
    pub(crate) fn tell<E: Into<Telling>>(&mut self, pos: Pos, event: impl FnOnce(&Tell) -> E) {
        let tell = Tell::new(pos.setup);
        let mut telling: Telling = event(&tell).into();
        let now = self.counters.catch_up(pos, Viewer::Referee);
        let seen = self.known.as_mut().map(|known| {
            telling.only = telling.only.or_else(|| tell.whose_secret(pos.state));
            let mut seen: [Option<Seen>; 3] = Default::default();
            for ((seen, known), viewer) in seen.iter_mut().zip(known.iter_mut()).zip(VIEWERS) {
                let heard = telling.event_for(viewer).cloned();
                *seen = heard.map(|event| Seen { event, now: known.catch_up(pos, viewer) });
            }
            Box::new(seen)
        });
        self.told.push(Happened { what: Told { event: telling.event, seen }, now });
    }

    /// The order is carried out. What has changed after the last event belongs to it; who was told of none
    /// hears that counters have changed.
    pub(crate) fn close(mut self, pos: Pos) -> Vec<Happened<Told>> {
        let late = self.counters.catch_up(pos, Viewer::Referee);
        if !late.is_empty() {
            if self.told.is_empty() {
                let seen = self.known.is_some().then(Box::default);
                self.told.push(Happened::from(Told { event: Event::Changed, seen }));
            }
            if let Some(last) = self.told.last_mut() {
                merge(&mut last.now, late);
            }
        }
        for (nth, known) in self.known.iter_mut().flat_map(|known| known.iter_mut()).enumerate() {
            let late = known.catch_up(pos, VIEWERS[nth]);
            if !late.is_empty() {
                hear_late(&mut self.told, nth, late);
            }
        }
        self.told
    }
}

/// Adds what has changed for one of [`VIEWERS`] to the last event he was told.
fn hear_late(told: &mut Vec<Happened<Told>>, nth: usize, late: Vec<Now>) {
    let heard =
        told.iter_mut().rev().filter_map(|h| h.what.seen.as_mut()).find_map(|seen| seen[nth].as_mut());
    if let Some(seen) = heard {
        return merge(&mut seen.now, late);
    }
    let mut seen: [Option<Seen>; 3] = Default::default();
    seen[nth] = Some(Seen { event: Event::Changed, now: late });
    told.push(Happened::from(Told { event: Event::Changed, seen: Some(Box::new(seen)) }));
}

/// Later news of a piece takes the place of earlier news.
fn merge(now: &mut Vec<Now>, later: Vec<Now>) {
    now.retain(|known| later.iter().all(|news| news.id != known.id));
    now.extend(later);
}
