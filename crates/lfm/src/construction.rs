//! Construction (phase 3): breastworks (24) and burning bridges (25).

use hexmap::{Dir, Hex};
use table::{Ask, Refusal, Room, Rule, Seats};

use crate::Lfm;
use crate::decide::unchecked;
use crate::event::{Die, Event};
use crate::order::{Order, Spot};
use crate::pending::{Open, Pending};
use crate::play::Play;
use crate::position::Pos;
use crate::setup::{Arm, Id};
use crate::state::flag;

impl Pos<'_> {
    /// Whether a build marker may be placed on this unit (24.1).
    pub fn may_build(self, id: Id) -> Result<(), Refusal> {
        let (counter, piece) = (self.counter(id), self.piece(id));
        let no = |rule, why| Err(Refusal::new(Rule(rule), why));
        if counter.side != self.state.side || !piece.on_map() {
            return no("L24-2", "only an own unit on the map can build");
        }
        if counter.arm == Arm::Commander || self.mounted(id) {
            return no("L24-1", "mounted cavalry and commanders do not build");
        }
        if piece.has(flag::FRESH) {
            return no("L24-2", "it has not been in this hex since the turn began");
        }
        let hex = piece.at();
        if piece.has(flag::BUILDING) || self.units(hex).any(|u| self.piece(u).has(flag::BUILDING)) {
            return no("L24-2", "somebody builds in this hex already");
        }
        if self.state.works.contains(hex) {
            return no("L24-8", "the hex has a breastwork already");
        }
        if self.in_zoi(hex, counter.side.other()) {
            return no("L24-16", "it is in an enemy zone of influence");
        }
        Ok(())
    }

    /// Whether a unit may begin to burn a bridge (25).
    pub(crate) fn may_mine(self, id: Id, dir: Dir) -> Result<(), Refusal> {
        let (counter, piece) = (self.counter(id), self.piece(id));
        let no = |rule, why| Err(Refusal::new(Rule(rule), why));
        if counter.side != self.state.side || !piece.on_map() || counter.arm == Arm::Commander {
            return no("L25-1", "it takes an own unit of at least 1 SP");
        }
        let Some(bridge) = self.setup.bridge_at(piece.at(), dir) else {
            return no("L25-1", "there is no bridge on that hexside");
        };
        if self.state.burned[bridge] {
            return no("L25-5", "that bridge is burned already");
        }
        if !self.setup.bridges[bridge].burnable {
            return no("L25-1", "that bridge cannot be burned");
        }
        if piece.mine != 0 {
            return no("L25-2", "the unit has a bridge marker already");
        }
        Ok(())
    }

    /// Whether a unit may roll for the bridge it was marked for in an earlier phase (25).
    pub(crate) fn may_burn(self, id: Id) -> Result<(), Refusal> {
        let (counter, piece) = (self.counter(id), self.piece(id));
        if counter.side != self.state.side || !piece.on_map() || piece.mine == 0 {
            return Err(Refusal::new(Rule("L25-3"), "it has no bridge marker"));
        }
        if piece.has(flag::NEW) {
            return Err(Refusal::new(Rule("LSEQ-10"), "its marker was placed or rolled for in this phase"));
        }
        Ok(())
    }

    /// +1 in a zone of influence or control, +1 in rain; and the lonely +1 (25, 18).
    pub(crate) fn burning_modifier(self, id: Id) -> i16 {
        let (side, hex) = (self.counter(id).side, self.piece(id).at());
        let watched = self.in_zoi(hex, side.other()) || self.in_zoc(hex, side.other());
        let rain = self.setup.rain.contains(&self.state.turn);
        self.lonely(hex, side) + i16::from(watched) + i16::from(rain)
    }

    pub(crate) fn may_construct(self) -> bool {
        self.units_of(self.state.side).any(|u| self.may_build(u).is_ok()) || !self.bridge_orders().is_empty()
    }

    /// What can be done about bridges, by the units that stand at them.
    fn bridge_orders(self) -> Vec<Order> {
        let mut out = Vec::new();
        for bridge in &self.setup.bridges {
            let Some(near) = self.near(bridge.hex, bridge.dir) else { continue };
            for (hex, dir) in [(bridge.hex, bridge.dir), (near, bridge.dir.opposite())] {
                for id in self.units(hex) {
                    let burn = Order::Burn(id);
                    if self.may_burn(id).is_ok() && !out.contains(&burn) {
                        out.push(burn);
                    }
                    if self.may_mine(id, dir).is_ok() {
                        out.push(Order::Mine(id, dir));
                    }
                }
            }
        }
        out
    }

    /// Works that may be torn down: those with own units in them (24.6).
    pub(crate) fn razable(self) -> Vec<Hex> {
        self.state.works.iter().filter(|h| self.held_by(*h, self.state.side)).collect()
    }
}

impl Play<'_> {
    /// Build markers outside every enemy zone of influence become breastworks (24.1b).
    pub(crate) fn begin_construction(&mut self) {
        let side = self.state.side;
        self.refresh_influence();
        let builders: Vec<Id> = {
            let pos = self.pos();
            pos.units_of(side).filter(|u| pos.piece(*u).has(flag::BUILDING)).collect()
        };
        for id in self.setup.unit_ids() {
            self.state.clear(id, flag::NEW);
        }
        self.state.scratch.forget();
        for id in builders {
            let hex = self.pos().piece(id).at();
            if self.pos().in_zoi(hex, side.other()) {
                continue;
            }
            self.state.clear(id, flag::BUILDING);
            if !self.state.works.contains(hex) {
                self.state.works.insert(hex);
                self.state.flipped.push(hex);
                self.tell(|s| Event::Works { at: s.label(hex), built: true });
            }
        }
    }

    fn raze(&mut self, hex: Hex) {
        self.state.works.remove(hex);
        self.state.scratch.forget();
        self.state.flipped.retain(|h| *h != hex);
        self.tell(|s| Event::Works { at: s.label(hex), built: false });
        if !self.pos().razable().is_empty() {
            self.push(Pending::Raze(Raze));
        }
    }

    fn burn(&mut self, id: Id) {
        let modifier = self.pos().burning_modifier(id);
        let cohesion = self.setup.counter(id).cohesion;
        let die = self.dice.d6("burn the bridge");
        let burned = die as i16 + modifier <= cohesion as i16;
        let bridge = self.state.piece(id).mine as usize - 1;
        self.state.set(id, flag::NEW);
        if burned {
            self.state.burned[bridge] = true;
            self.state.scratch.forget();
            for piece in &mut self.state.pieces {
                if piece.mine as usize == bridge + 1 {
                    piece.mine = 0;
                }
            }
        }
        let site = self.setup.bridges[bridge];
        self.tell(|s| Event::BridgeRoll {
            piece: s.counter(id).id.clone(),
            at: s.map.side_label(site.hex, site.dir),
            dice: Die::new("burn the bridge", die),
            modifier,
            cohesion,
            burned,
        });
    }
}

/// Breastworks and bridges (24, 25).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub(crate) struct Construction;

impl Room<Lfm> for Construction {
    fn ask(&self, _pos: Pos<'_>) -> Ask {
        Ask::new("construction", "Build breastworks, prepare or burn bridges", "LSEQ-9")
    }

    fn seats(&self, pos: Pos<'_>) -> Seats {
        pos.state.side.into()
    }

    fn orders(&self, pos: Pos<'_>, out: &mut Vec<Order>) {
        out.push(Order::Done);
        let builders = pos.units_of(pos.state.side).filter(|id| pos.may_build(*id).is_ok());
        out.extend(builders.map(Order::Build));
        out.extend(pos.bridge_orders());
    }

    fn check(&self, pos: Pos<'_>, order: &Order) -> Result<(), Refusal> {
        match *order {
            Order::Done => Ok(()),
            Order::Build(id) => pos.may_build(id),
            Order::Mine(id, dir) => pos.may_mine(id, dir),
            Order::Burn(id) => pos.may_burn(id),
            _ => Err(pos.out_of_phase()),
        }
    }

    fn apply(&self, play: &mut Play<'_>, order: &Order) {
        match *order {
            Order::Build(id) => play.mark(id, flag::BUILDING, 0, "builds breastworks"),
            Order::Mine(id, dir) => {
                let hex = play.pos().piece(id).at();
                if let Some(bridge) = play.setup.bridge_at(hex, dir) {
                    play.state.pieces[id.index()].mine = bridge as u16 + 1;
                }
                play.mark(id, flag::NEW, 0, "prepares to burn the bridge");
            }
            Order::Burn(id) => play.burn(id),
            Order::Done => play.next_phase(),
            _ => unchecked(order),
        }
    }
}

/// Works may be torn down at the end of movement (24.6).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub(crate) struct Raze;

impl Room<Lfm> for Raze {
    fn ask(&self, _pos: Pos<'_>) -> Ask {
        Ask::new("raze", "Tear breastworks down, or leave them", "L24-12")
    }

    fn seats(&self, pos: Pos<'_>) -> Seats {
        pos.state.side.into()
    }

    fn orders(&self, pos: Pos<'_>, out: &mut Vec<Order>) {
        out.push(Order::Done);
        let spot = |h: Hex| Spot::of(&pos.setup.map.grid, h);
        out.extend(pos.razable().into_iter().map(|h| Order::Raze(spot(h))));
    }

    fn check(&self, pos: Pos<'_>, order: &Order) -> Result<(), Refusal> {
        match *order {
            Order::Done => Ok(()),
            Order::Raze(at) if at.hex(&pos.setup.map.grid).is_some_and(|h| pos.razable().contains(&h)) => {
                Ok(())
            }
            _ => Err(Refusal::new(Rule("L24-12"), "only built works with own units in them are torn down")),
        }
    }

    fn apply(&self, play: &mut Play<'_>, order: &Order) {
        match *order {
            Order::Raze(at) => {
                if let Some(hex) = at.hex(&play.setup.map.grid) {
                    play.raze(hex);
                }
            }
            Order::Done => {}
            _ => unchecked(order),
        }
    }
}

impl Open for Raze {
    fn waits(&self, pos: Pos<'_>) -> bool {
        !pos.razable().is_empty()
    }

    fn alone(&self, _play: &mut Play<'_>) {}
}
