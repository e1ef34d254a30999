//! Reinforcements (26) and units that return after retreating off the map (9.1e).

use hexmap::Hex;
use table::{Refusal, Rule};

use crate::event::Event;
use crate::ground::NEVER;
use crate::order::{Order, Spot};
use crate::play::Play;
use crate::position::Pos;
use crate::setup::{Id, Setup};
use crate::state::{Where, flag};

fn no<T>(rule: &'static str, why: &'static str) -> Result<T, Refusal> {
    Err(Refusal::new(Rule(rule), why))
}

impl Setup {
    /// How many edge hexes there are, all the way round.
    fn edge_length(&self) -> u32 {
        let (rows, columns) = (self.map.grid.rows as u32, self.map.grid.columns as u32);
        if rows == 1 || columns == 1 { rows * columns } else { 2 * (rows + columns) - 4 }
    }

    /// The place of an edge hex on the way round the map, clockwise from the north-west corner.
    fn edge_place(&self, hex: Hex) -> Option<u32> {
        let (row, column) = self.map.grid.place(hex);
        let (row, column) = (row as u32, column as u32);
        let (last_row, last_column) = (self.map.grid.rows as u32 - 1, self.map.grid.columns as u32 - 1);
        match () {
            () if row == 0 => Some(column),
            () if column == last_column => Some(last_column + row),
            () if row == last_row => Some(last_column + last_row + (last_column - column)),
            () if column == 0 => Some(2 * last_column + last_row + (last_row - row)),
            () => None,
        }
    }

    /// Hexes along the edge between two edge hexes, the shorter way round.
    pub(crate) fn edge_distance(&self, a: Hex, b: Hex) -> Option<u16> {
        let (a, b) = (self.edge_place(a)?, self.edge_place(b)?);
        let length = self.edge_length();
        let apart = a.abs_diff(b);
        Some(apart.min(length - apart) as u16)
    }

    pub(crate) fn edge_hexes(&self) -> impl Iterator<Item = Hex> + '_ {
        self.map.grid.hexes().filter(|h| self.edge_place(*h).is_some())
    }
}

impl Pos<'_> {
    /// The first turn on which a piece may come in at a hex (26.7, 9.1e).
    pub fn entry_turn(self, id: Id, hex: Hex) -> Option<u16> {
        let piece = self.piece(id);
        let (base, due, least) = match piece.place {
            Where::Due => {
                let arrival = &self.setup.arrivals[self.counter(id).arrival? as usize];
                (arrival.hex, arrival.turn, 0)
            }
            Where::Away => (piece.at(), piece.left, 1),
            _ => return None,
        };
        if hex == base {
            return Some(due + least);
        }
        let far = self.setup.edge_distance(base, hex)?;
        Some(due + far.div_ceil(5).max(least))
    }

    /// Whether a piece off the map may be brought on now somewhere.
    pub(crate) fn may_arrive(self, id: Id) -> Result<(), Refusal> {
        if self.counter(id).side != self.state.side {
            return no("LSEQ-18", "it is not its owner's Movement Phase");
        }
        let soonest = match self.piece(id).place {
            Where::Due => self.counter(id).arrival.map(|a| self.setup.arrivals[a as usize].turn),
            Where::Away => Some(self.piece(id).left + 1),
            _ => None,
        };
        if soonest.is_none_or(|turn| turn > self.state.turn) {
            return no("LSEQ-18", "it does not arrive this turn");
        }
        Ok(())
    }

    /// Stacks enter within the stacking limits (26.3), made of one group.
    pub(crate) fn may_enter_together(self, id: Id) -> Result<(), Refusal> {
        let first = self.state.group[0];
        let (a, b) = (self.piece(first), self.piece(id));
        let same = a.place == b.place
            && match a.place {
                Where::Due => self.counter(first).arrival == self.counter(id).arrival,
                _ => (a.hex, a.left) == (b.hex, b.left),
            };
        if !same {
            return no("L26-2", "they do not arrive together");
        }
        let mut units: Vec<Id> = self.group_units();
        if self.setup.is_unit(id) {
            units.push(id);
        }
        match self.legal_stack(units.iter().copied()) {
            Ok(()) => Ok(()),
            Err(_) => no("L26-4", "a stack enters within the stacking limits"),
        }
    }

    /// What the first hex costs a member, by road or not (26.4, 26.5).
    fn entry_price(self, id: Id, hex: Hex, road: bool) -> Option<u8> {
        let moves = &self.setup.tables.moves;
        let ways = self.setup.map.ways_in(hex);
        let rates = [
            ways.has(hexmap::Way::Pike).then_some(moves.pike),
            ways.road().then_some(moves.road),
            ways.has(hexmap::Way::Trail).then_some(moves.trail),
        ];
        let rate = rates.into_iter().flatten().min();
        if road {
            let slow = self.setup.is_unit(id) && self.disordered(id);
            return rate.map(|r| if slow { moves.disordered_road } else { r });
        }
        match rate {
            Some(_) => Some(moves.along_road),
            None => self.setup.ground.enter(hex, self.class(id)).filter(|c| *c != NEVER),
        }
    }

    pub(crate) fn entry_allowance(self, id: Id) -> u8 {
        let partial = match self.piece(id).place {
            Where::Due => self.counter(id).arrival.and_then(|a| self.setup.arrivals[a as usize].mp),
            _ => None,
        };
        partial.unwrap_or_else(|| self.allowance(id)).min(self.allowance(id))
    }

    /// The price of entering, with the hexes of those who marched in before (26.4).
    pub(crate) fn column_price(self, id: Id, hex: Hex, road: bool) -> Option<u8> {
        let price = self.entry_price(id, hex, road)? as u32;
        let ahead = self.state.columns.iter().find(|c| (c.0, c.1) == (hex, self.entry_allowance(id)));
        let before = ahead.map_or(0, |c| c.2 as u32);
        u8::try_from(price * (before + 1)).ok()
    }

    pub(crate) fn may_enter_at(self, hex: Hex, road: bool) -> Result<(), Refusal> {
        if self.group_hex().is_some() {
            return no("L26-1", "the stack is on the map already");
        }
        self.may_enter_with(&self.state.group, hex, road)
    }

    /// Whether a stack of these members could come in at a hex.
    pub(crate) fn may_enter_with(self, members: &[Id], hex: Hex, road: bool) -> Result<(), Refusal> {
        let enemy = self.state.side.other();
        let away = members.iter().any(|m| self.piece(*m).place == Where::Away);
        let late = |m: &Id| self.entry_turn(*m, hex).is_none_or(|turn| turn > self.state.turn);
        if members.iter().any(late) {
            return no("L26-10", "to come in there takes longer");
        }
        if self.held_by(hex, enemy) {
            return no("L26-10", "the enemy holds the entry hex");
        }
        if road && self.in_zoi(hex, enemy) {
            return no("L26-8", "no road movement into an enemy zone of influence");
        }
        let partial = members.iter().any(|m| self.entry_allowance(*m) < self.allowance(*m));
        if (road || away || partial || self.is_night()) && self.in_zoc(hex, enemy) {
            return no("L26-10", "the entry hex is in an enemy zone of control");
        }
        if self.in_zoc(hex, enemy) && members.iter().any(|m| self.shattered(*m)) {
            return no("L16-4", "a shattered brigade enters no zone of control");
        }
        if self.is_night() && !self.setup.map.ways_in(hex).iter().any(|w| w != hexmap::Way::Railroad) {
            return no("L23-7", "at night units move along roads only");
        }
        let pays = |m: &Id| self.column_price(*m, hex, road).is_some_and(|c| c <= self.entry_allowance(*m));
        if !members.iter().all(pays) {
            return no("L26-6", "not enough movement points behind the column");
        }
        if self.mixes_modes(members, hex) {
            return no("L4-9", "mounted and dismounted cavalry do not stand together");
        }
        Ok(())
    }

    pub(crate) fn entry_orders(self, out: &mut Vec<Order>) {
        let Some(first) = self.state.group.first().copied() else { return };
        let grid = &self.setup.map.grid;
        let base = match self.piece(first).place {
            Where::Due => self.counter(first).arrival.map(|a| self.setup.arrivals[a as usize].hex),
            _ => Some(self.piece(first).at()),
        };
        let soon = |h: &Hex| self.entry_turn(first, *h).is_some_and(|t| t <= self.state.turn);
        let edge = self.setup.edge_hexes().filter(|h| Some(*h) != base && soon(h));
        for hex in base.into_iter().chain(edge) {
            for road in [false, true] {
                if self.may_enter_at(hex, road).is_ok() {
                    out.push(Order::Enter { at: Spot::of(grid, hex), road });
                }
            }
        }
        for id in self.setup.side_ids(self.state.side) {
            let off = matches!(self.piece(*id).place, Where::Due | Where::Away);
            if off && self.may_join(*id).is_ok() {
                out.push(Order::Join(*id));
            }
        }
    }
}

impl Play<'_> {
    pub(crate) fn enter(&mut self, hex: Hex, road: bool) {
        let group = self.state.group.clone();
        let allowance = self.pos().entry_allowance(group[0]);
        for id in &group {
            let pos = self.pos();
            let full = pos.entry_allowance(*id);
            let partial = full < pos.allowance(*id);
            let spent = pos.column_price(*id, hex, road).unwrap_or(full);
            let zoc = pos.in_zoc(hex, self.state.side.other());
            self.state.put(self.setup, *id, hex);
            let piece = &mut self.state.pieces[id.index()];
            piece.mp = full.saturating_sub(spent);
            piece.flags &= !flag::CONTACT;
            piece.flags |= flag::MOVED | flag::FRESH;
            piece.flags |= if road { flag::ROAD } else { 0 };
            piece.flags |= if partial { flag::PARTIAL } else { 0 };
            piece.flags |= if zoc { flag::STOPPED } else { 0 };
            self.tell(|s| Event::Entered { piece: s.counter(*id).id.clone(), to: s.label(hex) });
        }
        match self.state.columns.iter_mut().find(|c| (c.0, c.1) == (hex, allowance)) {
            Some(column) => column.2 = column.2.saturating_add(1),
            None => self.state.columns.push((hex, allowance, 1)),
        }
        self.set_out();
        self.state.stepped = true;
        self.displace(hex, self.state.side.other());
    }
}
