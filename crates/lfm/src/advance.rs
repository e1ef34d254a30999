//! Advance after combat (10) and following up a voluntary retreat (12.3).

use hexmap::{Dir, Hex};
use table::{Ask, Refusal, Room, Rule, Seats, Side};

use crate::Lfm;
use crate::decide::unchecked;
use crate::event::Event;
use crate::order::Order;
use crate::pending::{Advance, Hexes, Open, Pending};
use crate::play::Play;
use crate::position::Pos;
use crate::setup::Id;
use crate::state::flag;

impl Pos<'_> {
    fn vacated(self) -> impl Iterator<Item = Hex> + use<> {
        self.state.advance.vacated.iter()
    }

    pub(crate) fn may_advance(self, id: Id, dir: Dir, side: Side) -> Result<(), Refusal> {
        let no = |rule, why| Err(Refusal::new(Rule(rule), why));
        let (counter, piece, advance) = (self.counter(id), self.piece(id), &self.state.advance);
        if counter.side != side || !piece.on_map() || counter.arm.is_gun() {
            return no("L10-7", "only own infantry and cavalry advance");
        }
        let hex = piece.at();
        if !advance.of.contains(hex) {
            return no("L10-3", "it took no part in that combat, or has advanced already");
        }
        if piece.has(flag::ADVANCED) {
            return no("L10-8", "an advance is one hex");
        }
        if advance.one && advance.from.is_some_and(|from| from != hex) {
            return no("L12-4", "a vacated hex is followed into from one hex only");
        }
        let Some(to) = self.near(hex, dir) else { return no("L10-8", "there is no hex") };
        if self.holder(to) == Some(side.other()) || self.cost(self.class(id), hex, dir).is_none() {
            return no("L10-8", "that hex cannot be entered");
        }
        if !self.vacated().any(|v| v == to) && !self.beside_entered(to) {
            return no("L10-8", "an advance goes into the vacated hex, or beside it once it is entered");
        }
        if !self.setup.is_unit(id) {
            let led = self.held_by(to, side);
            return if led { Ok(()) } else { no("L10-1", "a commander advances with troops") };
        }
        if self.shattered(id) && self.in_zoc(to, side.other()) {
            return no("L10-9", "shattered units do not advance into a zone of control");
        }
        if piece.has(flag::BUILDING) || self.keeps_works(hex, &[id]) {
            return no("L24-3", "it has to stay with its breastworks");
        }
        if !self.fits(id, to) {
            return no("L10-6", "stacking limits hold in the hex entered");
        }
        Ok(())
    }

    /// A free hex that touches a vacated hex which somebody entered (10.4).
    fn beside_entered(self, to: Hex) -> bool {
        let advance = &self.state.advance;
        let entered = |(n, v): (usize, Hex)| advance.entered >> n & 1 != 0 && self.distance(v, to) == 1;
        !advance.one && self.holder(to).is_none() && self.vacated().enumerate().any(entered)
    }
}

impl Play<'_> {
    pub(crate) fn offer_advance(&mut self, side: Side, vacated: &[Hex], of: &[Hex], one: bool) {
        let (vacated, of) = (vacated.iter().copied(), of.iter().copied());
        self.state.advance =
            Advance { vacated: Hexes::of(vacated), of: Hexes::of(of), one, ..Advance::default() };
        for piece in &mut self.state.pieces {
            piece.flags &= !flag::ADVANCED;
        }
        self.push(Pending::Advance(Advancing { side }));
    }

    /// A hex was left of the enemy's own will: troops next to it may follow (12.3).
    pub(crate) fn offer_follow_up(&mut self, hex: Hex, side: Side) {
        let pos = self.pos();
        if pos.holder(hex).is_some() {
            return;
        }
        let near: Vec<Hex> = pos.neighbors(hex).map(|(_, n)| n).filter(|n| pos.held_by(*n, side)).collect();
        if !near.is_empty() {
            self.offer_advance(side, &[hex], &near, true);
        }
    }

    fn advance(&mut self, id: Id, dir: Dir, side: Side) {
        let from = self.pos().piece(id).at();
        let Some(to) = self.setup.map.grid.neighbor(from, dir) else { return };
        self.state.shift(self.setup, id, to);
        self.state.set(id, flag::MOVED | flag::FRESH | flag::ADVANCED);
        self.state.pieces[id.index()].mine = 0;
        self.state.advance.from = Some(from);
        let entered = self.pos().vacated().position(|v| v == to);
        if let Some(n) = entered {
            self.state.advance.entered |= 1 << n;
        }
        self.tell(|s| Event::Advanced {
            piece: s.counter(id).id.clone(),
            from: s.label(from),
            to: s.label(to),
        });
        self.mingle(to);
        self.displace(to, side.other());
        self.strand(from, side);
    }
}

/// Units may advance into what was vacated (`State::advance`, 10, 12.3).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub(crate) struct Advancing {
    pub side: Side,
}

impl Room<Lfm> for Advancing {
    fn ask(&self, _pos: Pos<'_>) -> Ask {
        Ask::new("advance", "Choose who advances, or stop", "L10-1")
    }

    fn seats(&self, _pos: Pos<'_>) -> Seats {
        self.side.into()
    }

    fn orders(&self, pos: Pos<'_>, out: &mut Vec<Order>) {
        out.push(Order::Done);
        for hex in pos.state.advance.of.iter() {
            for id in pos.units(hex).chain(pos.leaders_of(hex, self.side)) {
                let ways = Dir::ALL.into_iter().filter(|d| pos.may_advance(id, *d, self.side).is_ok());
                out.extend(ways.map(|d| Order::Advance(id, d)));
            }
        }
    }

    fn check(&self, pos: Pos<'_>, order: &Order) -> Result<(), Refusal> {
        match *order {
            Order::Done => Ok(()),
            Order::Advance(id, dir) => pos.may_advance(id, dir, self.side),
            _ => Err(Refusal::new(Rule("L10-5"), "an advance is made now or not at all")),
        }
    }

    fn apply(&self, play: &mut Play<'_>, order: &Order) {
        match *order {
            Order::Advance(id, dir) => {
                play.push(Pending::Advance(*self));
                play.advance(id, dir, self.side);
            }
            Order::Done => {}
            _ => unchecked(order),
        }
    }
}

impl Open for Advancing {
    fn waits(&self, pos: Pos<'_>) -> bool {
        let mut orders = Vec::new();
        self.orders(pos, &mut orders);
        orders.len() > 1
    }

    fn alone(&self, _play: &mut Play<'_>) {}
}
