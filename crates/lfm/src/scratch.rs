//! Room to search in, and what was found there. None of it is part of a position: a copy begins with an empty
//! room, and all rooms are equal.

use std::sync::{Arc, Mutex};

use hexmap::{Hex, HexSet, Reach};

use crate::ground::Class;
use crate::setup::Id;

/// How many fields are kept.
const FIELDS: usize = 8;

#[derive(Debug, Default)]
pub(crate) struct Scratch(Mutex<Room>);

/// A place to search in, and the ways of regiments that keep clear of the enemy. They stay as they are while the
/// enemy, works and bridges do: own units stand in nobody's way.
#[derive(Debug, Default)]
pub(crate) struct Room {
    pub reach: Reach,
    /// For each piece: where it gets from where it stands.
    pub(crate) gets: Vec<Option<Gets>>,
    pub(crate) fields: Vec<Arc<Field>>,
    oldest: usize,
}

/// Who goes, as far as its ways depend on it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Gait {
    pub class: Class,
    /// Pays the rate of disorganized units on roads.
    pub slow: bool,
    pub mp: u8,
}

/// Where a piece gets from a hex.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Gets {
    pub gait: Gait,
    pub from: Hex,
    pub hexes: HexSet,
}

/// What it takes a piece to the nearest of some ends, from every hex that it may pass on its way from a first one.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Field {
    pub id: Id,
    pub gait: Gait,
    pub from: Hex,
    pub ends: Vec<Hex>,
    /// Twelfths of an MP; [`Field::TOO_FAR`] if it takes more than there are.
    pub cost: Vec<u8>,
}

impl Field {
    pub const TOO_FAR: u8 = u8::MAX;

    /// Whether this field answers for a piece that may have gone on since, on the way to the same ends: where it
    /// stands now it came for what it has spent.
    fn serves(&self, id: Id, gait: Gait, ends: &[Hex]) -> bool {
        let same = Gait { mp: self.gait.mp, ..gait } == self.gait && gait.mp <= self.gait.mp;
        id == self.id && same && self.ends == ends
    }

    /// Whether so many MP are enough from a hex.
    #[inline]
    pub fn leads(&self, from: Hex, mp: u8) -> bool {
        let cost = self.cost[from.index()];
        cost != Field::TOO_FAR && cost <= mp
    }
}

impl Room {
    /// Where a piece gets, once worked out.
    pub fn gets(&self, id: Id, gait: Gait, from: Hex) -> Option<&HexSet> {
        let known = self.gets.get(id.index())?.as_ref()?;
        ((known.gait, known.from) == (gait, from)).then_some(&known.hexes)
    }

    pub fn keep_gets(&mut self, id: Id, gets: Gets) {
        if self.gets.len() <= id.index() {
            self.gets.resize(id.index() + 1, None);
        }
        self.gets[id.index()] = Some(gets);
    }

    /// The field that leads to these ends, once worked out.
    pub fn field(&self, id: Id, gait: Gait, ends: &[Hex]) -> Option<Arc<Field>> {
        self.fields.iter().find(|f| f.serves(id, gait, ends)).cloned()
    }

    pub fn keep_field(&mut self, field: Arc<Field>) {
        if self.fields.len() < FIELDS {
            self.fields.push(field);
            return;
        }
        self.fields[self.oldest] = field;
        self.oldest = (self.oldest + 1) % FIELDS;
    }
}

impl Scratch {
    /// Lends the room; who comes while it is in use gets another.
    pub(crate) fn with<T>(&self, search: impl FnOnce(&mut Room) -> T) -> T {
        match self.0.try_lock() {
            Ok(mut room) => search(&mut room),
            Err(_) => search(&mut Room::default()),
        }
    }

    /// The ways have changed.
    pub(crate) fn forget(&mut self) {
        if let Ok(room) = self.0.get_mut() {
            room.gets.clear();
            room.fields.clear();
        }
    }
}

impl Clone for Scratch {
    fn clone(&self) -> Scratch {
        Scratch::default()
    }
}

impl PartialEq for Scratch {
    fn eq(&self, _: &Scratch) -> bool {
        true
    }
}

impl Eq for Scratch {}
