//! The Reorganization Phase (phase 7): shattered brigades (15), reorganization (14.5), recovery (17).

use hexmap::Hex;
use table::{Ask, Refusal, Room, Rule, Seats, Side};

use crate::Lfm;
use crate::decide::unchecked;
use crate::event::{Die, Event};
use crate::order::{Order, Spot};
use crate::pending::{Open, Pending};
use crate::play::Play;
use crate::position::Pos;
use crate::sequence::brigade_name;
use crate::setup::{Arm, Id};
use crate::state::{Where, flag};

impl Pos<'_> {
    /// SP of a brigade on the map.
    fn brigade_sp(self, brigade: usize) -> u16 {
        self.brigade_on_map(brigade as u16).map(|r| self.counter(r).sp as u16).sum()
    }

    /// The best command value that reaches a stack to reorganize it (19): 1 hex, or 4 for corps and
    /// division commanders.
    pub fn reorganizing_cv(self, hex: Hex, side: Side) -> u8 {
        let reaches = |l: &Id| {
            let far = if matches!(self.counter(*l).stars, 2 | 3) { 4 } else { 1 };
            self.counter(*l).stars >= 2 && self.distance(self.piece(*l).at(), hex) <= far
        };
        self.leaders_on_map(side).filter(reaches).map(|l| self.cv(l)).max().unwrap_or(0)
    }

    /// The modifier of a reorganization roll (14.5, 6.2).
    pub(crate) fn reorganization_modifier(self, hex: Hex, side: Side) -> i16 {
        let watched = self.in_zoi(hex, side.other());
        self.lonely(hex, side) + if watched { self.setup.tables.zoi_drm } else { 0 }
    }

    /// Hexes where a recovered regiment may be placed (17).
    pub(crate) fn return_hexes(self, commander: Id, regiment: Id) -> Vec<Hex> {
        let here = self.piece(commander).at();
        let side = self.counter(commander).side;
        let fits = |h: &Hex| {
            !self.held_by(*h, side.other())
                && !self.in_zoi(*h, side.other())
                && !self.in_zoc(*h, side.other())
                && (self.fits_in_mode(regiment, *h, true) || self.fits_in_mode(regiment, *h, false))
                && self.setup.ground.enter(*h, self.class(regiment)).is_some()
        };
        [here].into_iter().chain(self.neighbors(here).map(|(_, n)| n)).filter(fits).collect()
    }

    /// Whether a regiment fits, cavalry mounted or dismounted.
    fn fits_in_mode(self, regiment: Id, hex: Hex, mounted: bool) -> bool {
        let counter = self.counter(regiment);
        let foot: Vec<Id> = self.units(hex).filter(|u| self.counter(*u).arm.is_regiment()).collect();
        let sp: u16 = foot.iter().map(|u| self.sp(*u)).sum::<u16>() + counter.sp as u16;
        let horse = |u: &Id| self.counter(*u).arm == Arm::Cavalry;
        let modes_agree = counter.arm != Arm::Cavalry
            || foot.iter().filter(|u| horse(u)).all(|u| self.mounted(*u) == mounted);
        sp <= crate::stacking::FOOT_LIMIT
            && foot.iter().all(|u| self.same_brigade(*u, regiment))
            && modes_agree
    }

    /// Whether a regiment may be sought now (17).
    pub(crate) fn may_recover(self, regiment: Id) -> Result<(), Refusal> {
        let no = |rule, why| Err(Refusal::new(Rule(rule), why));
        let counter = self.counter(regiment);
        let commander = counter.brigade.and_then(|b| self.setup.brigades[b as usize].commander);
        if counter.side != self.state.side || self.piece(regiment).place != Where::Lost {
            return no("L17-1", "only an own eliminated regiment can be recovered");
        }
        let Some(commander) = commander.filter(|c| self.piece(*c).on_map()) else {
            return no("L17-1", "its brigade commander is not on the map");
        };
        let man = self.piece(commander);
        if man.has(flag::MOVED) {
            return no("L17-1", "its brigade commander has moved this turn");
        }
        if man.has(flag::TRIED) {
            return no("L17-1", "its brigade commander has made his attempt");
        }
        let enemy = counter.side.other();
        if self.in_zoi(man.at(), enemy) || self.in_zoc(man.at(), enemy) {
            return no("L17-1", "its brigade commander is in an enemy zone");
        }
        if self.return_hexes(commander, regiment).is_empty() {
            return no("L17-4", "there is no hex for it");
        }
        Ok(())
    }

    pub(crate) fn someone_may_recover(self) -> bool {
        let lost = |id: &&Id| self.piece(**id).place == Where::Lost;
        self.setup.side_ids(self.state.side).iter().filter(lost).any(|r| self.may_recover(*r).is_ok())
    }

    fn seeker(self, regiment: Id) -> Option<Id> {
        self.counter(regiment).brigade.and_then(|b| self.setup.brigades[b as usize].commander)
    }
}

impl Play<'_> {
    pub(crate) fn begin_reorganization(&mut self) {
        self.shatter();
        for side in Side::BOTH {
            self.attend(side);
        }
        if !self.pos().is_night() {
            self.refresh_influence();
            self.reorganize();
        }
    }

    /// Brigades of both sides that lost half or more are shattered (15.1).
    fn shatter(&mut self) {
        for n in 0..self.setup.brigades.len() {
            let brigade = self.state.brigades[n];
            if brigade.shattered || brigade.destroyed || brigade.lost == 0 || brigade.lost * 2 < brigade.total
            {
                continue;
            }
            self.state.brigades[n].shattered = true;
            for id in &self.setup.brigades[n].regiments {
                self.state.clear(*id, flag::D | flag::CHARGED);
            }
            self.tell(|s| Event::Shattered {
                brigade: brigade_name(s, n),
                side: s.brigades[n].side,
                shattered: true,
            });
        }
    }

    /// Shattered brigades with more than half of their strength on the map stand again (15.2).
    pub(crate) fn unshatter(&mut self) {
        let side = self.state.side;
        for n in 0..self.setup.brigades.len() {
            let brigade = self.state.brigades[n];
            if !brigade.shattered || self.setup.brigades[n].side != side {
                continue;
            }
            if self.pos().brigade_sp(n) * 2 > brigade.total {
                self.state.brigades[n].shattered = false;
                for regiment in &self.setup.brigades[n].regiments {
                    if self.pos().piece(*regiment).on_map() {
                        self.mingle(self.pos().piece(*regiment).at());
                    }
                }
                self.tell(|s| Event::Shattered {
                    brigade: brigade_name(s, n),
                    side: s.brigades[n].side,
                    shattered: false,
                });
            }
        }
    }

    /// One die for each disorganized stack of the phasing player (14.5).
    fn reorganize(&mut self) {
        let side = self.state.side;
        let pos = self.pos();
        let marked = |h: &Hex| pos.units(*h).any(|u| pos.piece(u).has(flag::D));
        let stacks: Vec<Hex> = pos.stacks_of(side).filter(marked).collect();
        for hex in stacks {
            let pos = self.pos();
            let rolling = pos.units(hex).filter(|u| pos.piece(*u).has(flag::D));
            let cohesion = rolling.map(|u| pos.counter(u).cohesion).min().unwrap_or(0);
            let cv = pos.reorganizing_cv(hex, side);
            let modifier = pos.reorganization_modifier(hex, side);
            let die = self.dice.d6("reorganization");
            let removed = die as i16 + modifier <= cohesion as i16 || die <= cv;
            if removed {
                let units: Vec<Id> = self.pos().units(hex).collect();
                for id in units {
                    self.state.clear(id, flag::D | flag::CHARGED);
                }
            }
            self.tell(|s| Event::ReorganizeRoll {
                at: s.label(hex),
                dice: Die::new("reorganization", die),
                modifier,
                cohesion,
                cv,
                removed,
            });
        }
    }

    /// A brigade commander looks for a lost regiment.
    fn seek(&mut self, regiment: Id) {
        let Some(commander) = self.pos().seeker(regiment) else { return };
        self.state.set(commander, flag::TRIED);
        let cohesion = self.setup.counter(regiment).cohesion;
        let die = self.dice.d6("recovery");
        let returns = die <= cohesion;
        self.tell(|s| Event::RecoveryRoll {
            piece: s.counter(regiment).id.clone(),
            commander: s.counter(commander).id.clone(),
            dice: Die::new("recovery", die),
            cohesion,
            returns,
        });
        if returns {
            self.push(Pending::Return(Return { regiment }));
        }
    }

    /// A recovered regiment returns at full strength and in good order.
    pub(crate) fn bring_back(&mut self, regiment: Id, hex: Hex, on_foot: bool) {
        self.match_mode(regiment, !on_foot);
        self.state.put(self.setup, regiment, hex);
        self.state.set(regiment, flag::FRESH | flag::MOVED);
        let sp = self.setup.counter(regiment).sp as u16;
        let pos = self.pos();
        let commander = pos.seeker(regiment);
        if let Some(brigade) = self.setup.counter(regiment).brigade {
            let before = self.state.piece(regiment).left;
            let state = &mut self.state.brigades[brigade as usize];
            if before < state.noted {
                // Lost before the new total was noted, which did not count it.
                state.total += sp;
            } else {
                state.lost = state.lost.saturating_sub(sp);
            }
        }
        self.tell(|s| Event::Returned { piece: s.counter(regiment).id.clone(), to: s.label(hex) });
        self.mingle(hex);
        if let Some(commander) = commander.filter(|c| self.pos().astray(*c)) {
            self.state.shift(self.setup, commander, hex);
            self.tell(|s| Event::Relocated { piece: s.counter(commander).id.clone(), to: s.label(hex) });
        }
    }
}

/// Brigade commanders look for lost regiments (17).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub(crate) struct Recovery;

impl Room<Lfm> for Recovery {
    fn ask(&self, _pos: Pos<'_>) -> Ask {
        Ask::new("recovery", "Choose a regiment to recover, or go on", "L17-1")
    }

    fn seats(&self, pos: Pos<'_>) -> Seats {
        pos.state.side.into()
    }

    fn orders(&self, pos: Pos<'_>, out: &mut Vec<Order>) {
        out.push(Order::Done);
        let mine = pos.setup.side_ids(pos.state.side).iter().copied();
        out.extend(mine.filter(|r| pos.may_recover(*r).is_ok()).map(Order::Recover));
    }

    fn check(&self, pos: Pos<'_>, order: &Order) -> Result<(), Refusal> {
        match *order {
            Order::Done => Ok(()),
            Order::Recover(id) => pos.may_recover(id),
            _ => Err(pos.out_of_phase()),
        }
    }

    fn apply(&self, play: &mut Play<'_>, order: &Order) {
        match *order {
            Order::Recover(regiment) => play.seek(regiment),
            Order::Done => play.next_phase(),
            _ => unchecked(order),
        }
    }
}

/// A recovered regiment is placed (17).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub(crate) struct Return {
    pub regiment: Id,
}

impl Room<Lfm> for Return {
    fn ask(&self, _pos: Pos<'_>) -> Ask {
        Ask::new("return-hex", "Choose where the regiment returns", "L17-4")
    }

    fn seats(&self, pos: Pos<'_>) -> Seats {
        pos.state.side.into()
    }

    fn orders(&self, pos: Pos<'_>, out: &mut Vec<Order>) {
        let Some(commander) = pos.seeker(self.regiment) else { return };
        let cavalry = pos.counter(self.regiment).arm == Arm::Cavalry;
        for hex in pos.return_hexes(commander, self.regiment) {
            let at = Spot::of(&pos.setup.map.grid, hex);
            if pos.fits_in_mode(self.regiment, hex, true) {
                out.push(Order::Place(at));
            }
            if cavalry && pos.fits_in_mode(self.regiment, hex, false) {
                out.push(Order::PlaceOnFoot(at));
            }
        }
    }

    fn check(&self, pos: Pos<'_>, order: &Order) -> Result<(), Refusal> {
        let mut legal = Vec::new();
        self.orders(pos, &mut legal);
        if legal.contains(order) {
            return Ok(());
        }
        Err(Refusal::new(
            Rule("L17-4"),
            "it returns to its commander's hex or next to it, outside enemy zones",
        ))
    }

    fn apply(&self, play: &mut Play<'_>, order: &Order) {
        let (Order::Place(at) | Order::PlaceOnFoot(at)) = *order else { return unchecked(order) };
        if let Some(hex) = at.hex(&play.setup.map.grid) {
            play.bring_back(self.regiment, hex, matches!(order, Order::PlaceOnFoot(_)));
        }
    }
}

impl Open for Return {
    fn waits(&self, _pos: Pos<'_>) -> bool {
        true
    }

    fn alone(&self, _play: &mut Play<'_>) {}
}
