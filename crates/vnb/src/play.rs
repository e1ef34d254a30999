//! Carrying things out: the position, the dice and the log in one hand.

use table::{Dice, Happened, Log, Now, Side};

use crate::event::Event;
use crate::ids::{FeatureId, StandId};
use crate::kinds::{Kind, Level, Rank};
use crate::position::Pos;
use crate::setup::Setup;
use crate::state::{Pose, Presence, State, mark};
use crate::view::condition;

/// Everything a rule needs to change the position.
pub struct Play<'a> {
    pub setup: &'a Setup,
    pub state: &'a mut State,
    pub dice: &'a mut dyn Dice,
    pub log: &'a mut dyn Log<Event>,
    /// Every stand as the events told it so far; empty when nobody listens.
    told: Vec<Shown>,
}

/// What a counter shows of a stand and its place: what events have to tell.
#[derive(Clone, Copy, PartialEq)]
struct Shown {
    presence: Presence,
    pose: Pose,
    sp: u16,
    level: Level,
    marks: u16,
    attached: StandId,
    charging: bool,
    exhausted: bool,
}

impl Shown {
    fn of(pos: &Pos, id: StandId) -> Shown {
        let piece = pos.piece(id);
        Shown {
            presence: piece.presence,
            pose: piece.pose,
            sp: piece.sp,
            level: piece.level,
            marks: piece.marks & mark::SHOWN,
            attached: piece.attached,
            charging: piece.charged.is_some(),
            exhausted: pos.exhausted(id),
        }
    }
}

impl<'a> Play<'a> {
    pub fn new(
        setup: &'a Setup,
        state: &'a mut State,
        dice: &'a mut dyn Dice,
        log: &'a mut dyn Log<Event>,
    ) -> Play<'a> {
        let pos = Pos { setup, state };
        let told =
            if log.on() { pos.everybody().map(|id| Shown::of(&pos, id)).collect() } else { Vec::new() };
        Play { setup, state, dice, log, told }
    }
}

impl Play<'_> {
    pub(crate) fn pos(&self) -> Pos<'_> {
        Pos { setup: self.setup, state: self.state }
    }

    /// Tells what happened, and with it every stand that has changed since the last event. `event` is given
    /// what calls a stand by its name.
    pub(crate) fn tell(&mut self, event: impl FnOnce(&dyn Fn(StandId) -> String) -> Event) {
        if self.log.on() {
            let setup = self.setup;
            let what = event(&|id| setup.name_of(id).to_owned());
            let now = self.changed();
            self.log.push(Happened { what, now });
        }
    }

    /// The stands that are no longer as the events told them, as they are now.
    fn changed(&mut self) -> Vec<Now> {
        let pos = Pos { setup: self.setup, state: self.state };
        let mut now = Vec::new();
        for (n, told) in self.told.iter_mut().enumerate() {
            let id = StandId::new(n);
            let shown = Shown::of(&pos, id);
            if *told != shown {
                *told = shown;
                now.push(Now { id: pos.setup.name_of(id).to_owned(), now: condition(&pos, id) });
            }
        }
        now
    }

    /// Whether everything that counters show has been told.
    pub(crate) fn all_told(&self) -> bool {
        let pos = self.pos();
        self.told.iter().enumerate().all(|(n, told)| *told == Shown::of(&pos, StandId::new(n)))
    }

    /// Disorders a stand that is in order; no further effect otherwise (VGAP-16).
    pub(crate) fn disorder(&mut self, id: StandId, why: &'static str) {
        let piece = self.state.piece_mut(id);
        if piece.level == Level::Good && self.setup.stand(id).kind != Kind::Commander {
            piece.level = Level::Disordered;
            self.tell(|who| Event::Disordered { piece: who(id), why });
        }
    }

    /// Takes the stationary marker away (VGAP-14).
    pub(crate) fn unsettle(&mut self, id: StandId) {
        let piece = self.state.piece_mut(id);
        let was = piece.has(mark::STATIONARY);
        piece.set(mark::STATIONARY | mark::NEWLY_STATIONARY, false);
        if was {
            self.tell(|who| Event::Changed { piece: who(id), to: "no longer stationary" });
        }
    }

    /// Puts a stand somewhere; commanders attached to it go along.
    pub(crate) fn place(&mut self, id: StandId, to: Pose, how: &'static str) {
        let from = self.state.piece(id).pose;
        self.state.piece_mut(id).pose = to;
        if from != to {
            self.tell(|who| Event::Moved { piece: who(id), how, from: from.into(), to: to.into() });
        }
        let (dx, dy) = (to.x - from.x, to.y - from.y);
        if (dx, dy) == (0, 0) || self.setup.stand(id).kind == Kind::Commander {
            return;
        }
        for c in self.pos().everybody() {
            if self.state.piece(c).on_table() && self.state.piece(c).attached == id {
                self.carry(c, to, (dx, dy));
            }
        }
    }

    /// Moves an attached commander along, kept on the table.
    fn carry(&mut self, commander: StandId, with: Pose, (dx, dy): (i32, i32)) {
        let (w, h) = (self.setup.table.width, self.setup.table.height);
        let from = self.state.piece(commander).pose;
        let mut to = Pose { x: from.x + dx, y: from.y + dy, facing: from.facing };
        let apart = (to.x - with.x).abs().max((to.y - with.y).abs());
        if apart > 260 {
            (to.x, to.y) = (with.x, with.y);
        }
        let to = Pose { x: to.x.clamp(50, w - 50), y: to.y.clamp(50, h - 50), ..to };
        self.state.piece_mut(commander).pose = to;
        if from != to {
            let (from, to) = (from.into(), to.into());
            self.tell(|who| Event::Moved { piece: who(commander), how: "goes along", from, to });
        }
    }

    /// Casualties of a stand: off its strength, onto its division (VGAP-17, VGAP-38).
    pub(crate) fn lose(&mut self, id: StandId, hits: u16) -> u16 {
        let piece = self.state.piece_mut(id);
        let lost = hits.min(piece.sp);
        if lost == 0 || !piece.on_table() {
            return 0;
        }
        piece.sp -= lost;
        let left = piece.sp;
        self.count(id, lost);
        self.tell(|who| Event::Casualties { piece: who(id), lost, left });
        if left == 0 {
            self.remove(id);
            self.tell(|who| Event::Eliminated { piece: who(id) });
        }
        lost
    }

    fn count(&mut self, id: StandId, lost: u16) {
        let division = self.setup.stand(id).division as usize;
        if let Some(losses) = self.state.losses.get_mut(division) {
            losses.total += lost;
            losses.this_turn += lost;
        }
    }

    /// Takes a stand off the table with all the strength it has left.
    pub(crate) fn eliminate(&mut self, id: StandId) {
        let left = self.state.piece(id).sp;
        if self.setup.stand(id).kind != Kind::Commander {
            self.count(id, left);
        }
        self.state.piece_mut(id).sp = 0;
        self.remove(id);
        self.tell(|who| Event::Eliminated { piece: who(id) });
    }

    /// A stand that has left the table by a forced move (VGAP-27).
    pub(crate) fn leave_table(&mut self, id: StandId) {
        let left = self.state.piece(id).sp;
        self.count(id, left);
        self.state.piece_mut(id).sp = 0;
        self.remove(id);
        self.tell(|who| Event::LeftTable { piece: who(id) });
    }

    fn remove(&mut self, id: StandId) {
        let piece = self.state.piece_mut(id);
        piece.presence = Presence::Gone;
        piece.garrison = FeatureId::NONE;
        piece.marks = 0;
        piece.guns = 0;
        piece.charged = StandId::NONE;
        for piece in &mut self.state.pieces {
            if piece.attached == id {
                piece.attached = StandId::NONE;
            }
            if piece.reinforces == id {
                piece.reinforces = StandId::NONE;
            }
            if piece.charged == id {
                piece.charged = StandId::NONE;
            }
        }
    }

    /// The army commander's risk when his stand is hit (VMISC-1): one die an event.
    pub(crate) fn commander_at_risk(&mut self, id: StandId) {
        let Some(c) = (self.pos().everybody()).find(|c| {
            let piece = self.state.piece(*c);
            piece.on_table() && piece.attached == id && self.setup.stand(*c).rank == Rank::Army
        }) else {
            return;
        };
        let die = self.dice.d6("army commander in danger");
        self.tell(|who| Event::CommanderAtRisk { piece: who(c), die });
        if die == 6 {
            self.lose_commander(c);
        }
    }

    pub(crate) fn lose_commander(&mut self, c: StandId) {
        self.state.piece_mut(c).presence = Presence::Gone;
        self.state.piece_mut(c).attached = StandId::NONE;
        self.tell(|who| Event::CommanderLost { piece: who(c) });
    }

    /// Commanders of the other side whom a stand reaches are lost, unless they are with a stand (VMISC-2).
    pub(crate) fn overrun_commanders(&mut self, id: StandId) {
        let side = self.setup.stand(id).side;
        for c in self.pos().everybody() {
            let stand = self.setup.stand(c);
            if stand.kind != Kind::Commander || stand.side == side || !self.state.piece(c).on_table() {
                continue;
            }
            let pos = self.pos();
            let with = pos.piece(c).attached;
            let safe = with.is_some()
                && pos.piece(with).on_table()
                && pos.touching(c, with)
                && !pos.body(c).overlaps(&pos.body(id));
            if !safe && pos.touching(c, id) {
                self.lose_commander(c);
            }
        }
    }

    pub(crate) fn side(&self, id: StandId) -> Side {
        self.setup.stand(id).side
    }

    /// Rolls for a marsh when a stand goes into it (VTER-44, VTER-45).
    pub(crate) fn roll_marsh(&mut self, id: StandId, place: crate::geometry::Pt) {
        let spot = Pose::at(place, 0);
        let near = |(x, y): &&(i32, i32)| {
            let d = crate::geometry::Pt::cents(*x, *y).dist(place);
            crate::geometry::within(d, 150)
        };
        let before = self.state.mire.iter().filter(near).count() as u8;
        let guns = u8::from(self.pos().arm(id).is_artillery());
        let die = (self.dice.d6("marsh") + guns + before).min(6);
        let factor = match die {
            1..=2 => 1,
            3..=4 => 2,
            _ => 4,
        };
        self.state.piece_mut(id).marsh = factor;
        self.state.mire.push((spot.x, spot.y));
        self.tell(|who| Event::Marsh { piece: who(id), die, factor });
    }
}
