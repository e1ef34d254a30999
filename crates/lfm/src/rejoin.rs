//! The end of the Movement Phase: overfull hexes (4.5), then regiments go back to their brigades (22), then
//! brigade commanders to their men (20.8); at last works may be torn down (24.6).

use std::borrow::Cow;

use hexmap::{Hex, Reach};
use table::{Ask, Refusal, Room, Seats, Side};

use crate::Lfm;
use crate::construction::Raze;
use crate::decide::unchecked;
use crate::event::Event;
use crate::ground::Class;
use crate::order::Order;
use crate::pending::{Open, Pending, Step};
use crate::play::Play;
use crate::position::Pos;
use crate::reach::Mover;
use crate::setup::Id;
use crate::stacking::Overstacked;
use crate::state::flag;

impl<'a> Pos<'a> {
    /// How a regiment goes to its brigade: clear of the enemy, with what it has left.
    fn homeward(self, id: Id) -> Option<Mover> {
        let free = self.can_move(id) && !self.keeps_works(self.piece(id).at(), &[id]);
        free.then(|| Mover { enters_zoc: false, ..self.mover(id, true) })
    }

    /// The hexes on the way to where a regiment goes, and whether it goes there by road.
    fn way_home(self, id: Id, to: Hex) -> (Vec<Hex>, bool) {
        let Some(mover) = self.homeward(id) else { return (vec![to], false) };
        self.state.scratch.with(|room| {
            let room = &mut room.reach;
            self.search(room, mover, self.piece(id).at());
            let ends = [to.index() * 2, to.index() * 2 + 1];
            let best = ends.into_iter().filter(|n| room.cost(*n).is_some()).min_by_key(|n| room.cost(*n));
            let Some(node) = best else { return (vec![to], false) };
            let path = room.path(node).into_iter().skip(1).map(|n| Hex((n / 2) as u16)).collect();
            (path, node % 2 == 1 && !mover.on_road)
        })
    }

    /// Hexes beside one of these goals that a regiment can reach and end in.
    fn hexes_beside(self, id: Id, goals: &[Hex]) -> Vec<Hex> {
        let Some(mover) = self.homeward(id) else { return Vec::new() };
        let here = self.piece(id).at();
        let near = |hex: Hex| hex != here && !self.too_far(mover.class, here, hex, mover.budget);
        self.ends_reached(id, mover.budget, self.ends_beside(id, goals, near))
    }

    fn kin_hexes(self, id: Id) -> Vec<Hex> {
        self.kin(id).map(|r| self.piece(r).at()).collect()
    }

    /// As near to its brigade as a regiment gets that cannot arrive (22.1).
    fn hexes_nearer(self, id: Id) -> Vec<Hex> {
        let Some(mover) = self.homeward(id) else { return Vec::new() };
        let (here, kin) = (self.piece(id).at(), self.kin_hexes(id));
        let reached = self.clear_reach(id, mover.budget).into_iter().filter(|h| *h != here);
        let reached: Vec<Hex> = reached.filter(|h| self.fits(id, *h)).collect();
        let class = mover.class;
        self.state.scratch.with(|room| self.nearest_in_mp(&mut room.reach, &reached, here, &kin, class))
    }

    /// Of the hexes in reach, those with the fewest MP left to go; none if that is no nearer than here.
    fn nearest_in_mp(
        self,
        back: &mut Reach,
        reached: &[Hex],
        here: Hex,
        kin: &[Hex],
        class: Class,
    ) -> Vec<Hex> {
        let far = kin.iter().map(|k| self.distance(here, *k)).min().unwrap_or(0);
        // Only a very long way round needs the wide search.
        for budget in [(far + 8) * 40, 20_000] {
            self.search_back(back, kin, here, class, budget);
            if back.cost(here.index()).is_some() {
                break;
            }
        }
        let left = |h: &Hex| back.cost(h.index()).unwrap_or(u16::MAX);
        let best = reached.iter().map(left).min().unwrap_or(u16::MAX);
        let nearer = best < left(&here);
        reached.iter().copied().filter(|h| nearer && left(h) == best).collect()
    }

    /// The MP it takes to the nearest of these, from every hex that is no farther off than `here`.
    fn search_back(self, back: &mut Reach, kin: &[Hex], here: Hex, class: Class, budget: u16) {
        let hexes = self.setup.map.grid.len();
        let mut found = u16::MAX;
        back.run(hexes + 1, hexes, budget, |node, spent, out| {
            if node == hexes {
                kin.iter().for_each(|k| out(hexmap::Step { to: k.index(), cost: 0, stops: false }));
                return;
            }
            if node == here.index() {
                found = spent;
            }
            if spent >= found {
                return;
            }
            for (dir, from) in self.neighbors(Hex(node as u16)) {
                let there = dir.opposite();
                let ways = [self.cost(class, from, there), self.rate(class, false, from, there)];
                if let Some(cost) = ways.into_iter().flatten().min() {
                    out(hexmap::Step { to: from.index(), cost: cost as u16, stops: false });
                }
            }
        });
    }

    /// Who goes next when brigades are brought together: those who can arrive and are not wanted elsewhere;
    /// then somebody goes to each who cannot go himself, if he was with his brigade when the phase began;
    /// at last those who cannot arrive go as near as they can.
    fn next_to_rejoin(self, side: Side) -> Option<Rejoin> {
        let units = self.setup.side_ids(side).iter().copied().filter(|id| self.setup.is_unit(*id));
        let (able, stuck): (Vec<Id>, Vec<Id>) =
            units.filter(|id| self.separated(*id)).partition(|id| self.can_arrive(*id, &self.kin_hexes(*id)));
        let calls: Vec<Rejoin> = stuck
            .iter()
            .filter(|id| self.piece(**id).has(flag::BOUND))
            .filter_map(|id| self.helper(*id).map(|helper| Rejoin { piece: helper, to: Some(*id) }))
            .collect();
        let own = |id: Id| Rejoin { piece: id, to: None };
        let free = able.iter().copied().find(|id| calls.iter().all(|c| c.piece != *id)).map(own);
        let first = || able.first().copied().map(own);
        let nearer = || stuck.iter().copied().find(|id| !self.hexes_nearer(*id).is_empty()).map(own);
        free.or(calls.first().copied()).or_else(first).or_else(nearer)
    }

    /// Who goes to one that cannot go himself: first one on whom nobody else depends.
    fn helper(self, id: Id) -> Option<Id> {
        let alone = self.kin(id).filter(|k| self.separated(*k));
        let others = self.kin(id).filter(|k| !self.separated(*k));
        alone.chain(others).find(|k| self.can_be_called(*k, id))
    }

    fn can_be_called(self, id: Id, to: Id) -> bool {
        self.may_come(id) && self.may_be_spared(id, to) && self.can_arrive(id, &[self.piece(to).at()])
    }

    /// Whether a regiment can get beside one of these.
    fn can_arrive(self, id: Id, goals: &[Hex]) -> bool {
        self.homeward(id).is_some_and(|mover| self.gets_beside(id, mover.budget, goals))
    }

    /// Where a separated regiment or stray commander may be put.
    pub(crate) fn rejoin_choices(self, room: Rejoin) -> Cow<'a, [Hex]> {
        if self.state.choices_of == Some(room) {
            return Cow::Borrowed(&self.state.choices);
        }
        let Rejoin { piece, to } = room;
        if !self.setup.is_unit(piece) {
            return Cow::Owned(self.attend_hexes(piece));
        }
        let beside = match to {
            Some(to) => self.hexes_beside(piece, &[self.piece(to).at()]),
            None => self.hexes_beside(piece, &self.kin_hexes(piece)),
        };
        Cow::Owned(if beside.is_empty() && to.is_none() { self.hexes_nearer(piece) } else { beside })
    }
}

impl Play<'_> {
    /// The steps at the end of the Movement Phase.
    pub(crate) fn end_movement(&mut self, step: u8) {
        let side = self.state.side;
        match step {
            0 => {
                self.push(Step::EndMovement { step: 1 });
                let pos = self.pos();
                let full: Vec<Hex> = pos.stacks_of(side).filter(|h| pos.overstacked(*h)).collect();
                for hex in full {
                    self.push(Pending::Overstacked(Overstacked { hex }));
                }
            }
            1 => match self.pos().next_to_rejoin(side) {
                Some(rejoin) => {
                    self.push(Step::EndMovement { step: 1 });
                    self.push(Pending::Rejoin(rejoin));
                }
                None => self.push(Step::EndMovement { step: 2 }),
            },
            2 => {
                self.push(Step::EndMovement { step: 3 });
                self.attend(side);
            }
            3 => {
                self.push(Step::EndMovement { step: 4 });
                if !self.pos().razable().is_empty() {
                    self.push(Pending::Raze(Raze));
                }
            }
            _ => self.next_phase(),
        }
    }

    /// Works out once where a piece may rejoin; nothing changes until it has.
    fn find_choices(&mut self, room: Rejoin) {
        if self.state.choices_of != Some(room) {
            self.state.choices = self.pos().rejoin_choices(room).into_owned();
            self.state.choices_of = Some(room);
        }
    }

    fn rejoin(&mut self, id: Id, hex: Hex) {
        self.state.choices_of = None;
        if !self.setup.is_unit(id) {
            self.relocate(id, hex);
            self.state.set(id, flag::MOVED);
            return;
        }
        let from = self.pos().piece(id).at();
        let (path, road) = if self.log.on() { self.pos().way_home(id, hex) } else { (Vec::new(), false) };
        if self.state.piece(id).has(flag::CONTACT) && !self.pos().is_night() {
            self.mark_disorder(from, &[id]);
        }
        self.state.shift(self.setup, id, hex);
        self.state.set(id, flag::MOVED | flag::FRESH | flag::STOPPED);
        self.state.clear(id, flag::CONTACT);
        self.state.pieces[id.index()].mine = 0;
        self.tell(|s| Event::Moved {
            piece: s.counter(id).id.clone(),
            from: s.label(from),
            to: s.label(hex),
            path: path.iter().map(|h| s.label(*h)).collect(),
            road,
        });
        self.mingle(hex);
        self.strand(from, self.setup.counter(id).side);
    }
}

/// A regiment must go back to its brigade (22), or a brigade commander to his men (20.8).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub(crate) struct Rejoin {
    pub piece: Id,
    /// The regiment it is called to; none if it goes to its brigade wherever that stands.
    pub to: Option<Id>,
}

impl Room<Lfm> for Rejoin {
    fn ask(&self, _pos: Pos<'_>) -> Ask {
        Ask::new("rejoin", "Choose where it joins its brigade", "L22-2")
    }

    fn seats(&self, pos: Pos<'_>) -> Seats {
        pos.counter(self.piece).side.into()
    }

    fn orders(&self, pos: Pos<'_>, out: &mut Vec<Order>) {
        pos.place_orders(&pos.rejoin_choices(*self), out);
    }

    fn check(&self, pos: Pos<'_>, order: &Order) -> Result<(), Refusal> {
        pos.check_place(order, &pos.rejoin_choices(*self), "L22-2")
    }

    fn apply(&self, play: &mut Play<'_>, order: &Order) {
        match play.pos().placed(order) {
            Some(hex) => play.rejoin(self.piece, hex),
            None => unchecked(order),
        }
    }
}

impl Open for Rejoin {
    fn prepare(&self, play: &mut Play<'_>) {
        play.find_choices(*self);
    }

    fn waits(&self, pos: Pos<'_>) -> bool {
        pos.rejoin_choices(*self).len() > 1
    }

    fn alone(&self, play: &mut Play<'_>) {
        let hex = play.pos().rejoin_choices(*self).first().copied();
        play.state.choices_of = None;
        if let Some(hex) = hex {
            play.rejoin(self.piece, hex);
        }
    }
}
