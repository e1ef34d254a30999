//! Who is about: the stands that may matter to the moves of one of them. A stand thinks of half a dozen legs before
//! it goes one; whom they may meet is looked up once.

use std::cell::{Cell, OnceCell};

use crate::body::{Body, body_at};
use crate::few::Few;
use crate::geometry::{CENT, INCH, Pt};
use crate::ids::StandId;
use crate::position::Pos;
use crate::state::{Mover, Pose, mark};

/// A stand that may be met; no commander.
pub(crate) struct Other {
    pub(crate) id: StandId,
    pub(crate) body: Body,
    pub(crate) enemy: bool,
    /// The front edge of an enemy who has a zone of control.
    pub(crate) zone: Option<(Pt, Pt)>,
}

/// An enemy whom a stand out of command may not approach if it saw him when its move began.
pub(crate) struct Watched {
    pub(crate) id: StandId,
    pub(crate) centre: Pt,
    pub(crate) column: bool,
    /// How far his middle was when the move began.
    pub(crate) apart: i64,
    /// What is worked out as soon as somebody wants to know: his ground, how far it was, whether he was seen.
    body: OnceCell<Body>,
    before: Cell<Option<i64>>,
    seen: Cell<Option<bool>>,
}

/// The stands around one that is about to move, in the order of the roster.
pub(crate) struct Company {
    /// How long a leg may be that begins where the stand is.
    leg: i64,
    others: Few<Other, 24>,
    watched: OnceCell<Vec<Watched>>,
}

impl Company {
    pub(crate) fn others(&self) -> &[Other] {
        &self.others
    }
    pub(crate) fn enemies(&self) -> impl Iterator<Item = &Other> {
        self.others.iter().filter(|other| other.enemy)
    }
    /// Whether nobody whom a leg of this length could meet is left out.
    pub(crate) fn serves(&self, length: i64) -> bool {
        length <= self.leg
    }
}

impl Pos<'_> {
    /// Everybody whom legs up to this length could meet.
    pub(crate) fn company(&self, id: StandId, leg: i64) -> Company {
        self.company_at(id, self.piece(id).pose.centre(), leg)
    }

    /// As [`Pos::company`], for a stand that may come to be somewhere else.
    pub(crate) fn company_at(&self, id: StandId, centre: Pt, leg: i64) -> Company {
        let own = body_at(self.kind(id), Pose::default(), self.markers(id)).reach.max(5 * INCH / 2);
        // An inch for zones of control; a little for rounding.
        let radius = leg + own + INCH + 2 * CENT;
        let side = self.side(id);
        let mut others = Few::new();
        for other in self.present() {
            if other == id || self.is_commander(other) || !self.near(other, centre, radius) {
                continue;
            }
            let (body, enemy) = (self.body(other), self.side(other) != side);
            let zone =
                (enemy && !self.routed(other) && !self.piece(other).in_building()).then(|| body.quad.edge(0));
            others.push(Other { id: other, body, enemy, zone });
        }
        Company { leg, others, watched: OnceCell::new() }
    }

    /// All enemies, for a stand out of command.
    pub(crate) fn watched<'c>(&self, id: StandId, company: &'c Company, mover: &Mover) -> &'c [Watched] {
        company.watched.get_or_init(|| {
            let watched = |enemy| {
                let piece = self.piece(enemy);
                let centre = piece.pose.centre();
                Watched {
                    id: enemy,
                    centre,
                    column: piece.has(mark::COLUMN),
                    apart: mover.start.centre().dist(centre),
                    body: OnceCell::new(),
                    before: Cell::new(None),
                    seen: Cell::new(None),
                }
            };
            let mut all: Vec<Watched> = self.enemies_of(id).map(watched).collect();
            // The nearest first: most moves that are refused are refused for his sake.
            all.sort_by_key(|enemy| enemy.apart);
            all
        })
    }
}

impl Watched {
    pub(crate) fn body(&self, pos: &Pos) -> &Body {
        self.body.get_or_init(|| pos.body(self.id))
    }
    /// How far this enemy was from a stand when its move began.
    pub(crate) fn before(&self, pos: &Pos, then: &Body) -> i64 {
        let before = self.before.get().unwrap_or_else(|| then.distance(self.body(pos)));
        self.before.set(Some(before));
        before
    }
    /// Whether the stand saw him then.
    pub(crate) fn seen(&self, pos: &Pos, id: StandId, mover: &Mover) -> bool {
        let seen = self.seen.get().unwrap_or_else(|| pos.saw_at(id, mover.start, self.id));
        self.seen.set(Some(seen));
        seen
    }
}
