//! Cohesion checks (18), the ladder of failures (7.8), disorganization (14).

use hexmap::Hex;
use table::{Ask, Refusal, Room, Rule, Seats, Side};

use crate::Lfm;
use crate::commanders::Stranded;
use crate::event::{Die, Event};
use crate::order::Order;
use crate::pending::{Open, Pending, Step, Why};
use crate::play::Play;
use crate::position::Pos;
use crate::sequence::spread_disorder;
use crate::setup::Id;
use crate::state::{Where, flag};

impl Pos<'_> {
    /// +1 if no friendly unit in good order stands next to a hex (14.5, 18).
    pub(crate) fn lonely(self, hex: Hex, side: Side) -> i16 {
        let friend = |n: Hex| self.held_by(n, side) && self.units(n).any(|u| !self.disordered(u));
        i16::from(!self.neighbors(hex).any(|(_, n)| friend(n)))
    }

    /// How far up the ladder a unit stands: in order, disorganized, shattered (7.8, 16.6).
    pub(crate) fn rung(self, id: Id) -> u8 {
        match (self.shattered(id), self.piece(id).has(flag::D)) {
            (true, _) => 2,
            (false, true) => 1,
            (false, false) => 0,
        }
    }
}

impl Play<'_> {
    /// One cohesion check; true if it is passed.
    pub(crate) fn check_cohesion(&mut self, unit: Id) -> bool {
        let pos = self.pos();
        let counter = pos.counter(unit);
        let (hex, cohesion) = (pos.piece(unit).at(), counter.cohesion);
        let modifier = pos.lonely(hex, counter.side);
        let die = self.dice.d6("cohesion check");
        let passed = die as i16 + modifier <= cohesion as i16;
        self.tell(|s| Event::Checked {
            piece: s.counter(unit).id.clone(),
            at: s.label(hex),
            dice: Die::new("cohesion check", die),
            modifier,
            cohesion,
            passed,
        });
        passed
    }

    /// The next of a unit's checks: disorganized, then retreat, then eliminated (7.8).
    pub(crate) fn checks(&mut self, unit: Id, left: u8, fails: u8, fire: bool) {
        if left == 0 || !self.pos().piece(unit).on_map() {
            return;
        }
        if self.check_cohesion(unit) {
            self.push(Step::Checks { unit, left: left - 1, fails, fire });
            return;
        }
        let hex = self.pos().piece(unit).at();
        match fails {
            0 => {
                self.disorganize(hex, &[unit]);
                self.push(Step::Checks { unit, left: left - 1, fails: 1, fire });
            }
            1 if self.pos().no_retreat(hex) && !self.state.fight.charge && !self.bare_horse(unit, hex) => {
                self.push(Pending::Ladder(Ladder { unit, left: left - 1, fails: 2, fire }));
            }
            1 => self.ladder_retreat(unit, left - 1, fire),
            _ => {
                self.casualties(hex);
                self.eliminate(unit);
            }
        }
    }

    /// Mounted cavalry finds no cover in works and sunken roads, whoever shares its hex.
    fn bare_horse(&self, unit: Id, hex: Hex) -> bool {
        let woods_or_town =
            self.setup.ground.cover(hex).no_retreat && !self.setup.map.sunken_roads.contains(hex);
        self.pos().mounted(unit) && !woods_or_town
    }

    fn ladder_retreat(&mut self, unit: Id, left: u8, fire: bool) {
        let hex = self.pos().piece(unit).at();
        self.casualties(hex);
        self.push(Step::Checks { unit, left, fails: 2, fire });
        let side = self.setup.counter(unit).side;
        let why = match (fire, self.state.fight.charge) {
            (true, _) => Why::Fire,
            (false, true) => Why::Charge,
            (false, false) => Why::Check,
        };
        self.start_retreat(vec![unit], side, why);
    }

    /// These units are marked as disorganized, those of shattered brigades excepted; others of the hex are
    /// not touched before the stack stands (14.2).
    pub(crate) fn mark_disorder(&mut self, hex: Hex, members: &[Id]) {
        let mut changed = false;
        for id in members.iter().copied().filter(|id| self.setup.is_unit(*id)) {
            if !self.pos().shattered(id) && !self.state.piece(id).has(flag::D) {
                self.state.set(id, flag::D);
                changed = true;
            }
        }
        if changed {
            self.tell(|s| Event::Disorganized { at: s.label(hex) });
        }
    }

    /// These units, and so the whole stack, become disorganized (14.2).
    pub(crate) fn disorganize(&mut self, hex: Hex, units: &[Id]) {
        let mut changed = false;
        for id in units {
            let pos = self.pos();
            if self.setup.is_unit(*id) && !pos.shattered(*id) && !pos.piece(*id).has(flag::D) {
                self.state.set(*id, flag::D);
                changed = true;
            }
        }
        changed |= spread_disorder(self.setup, self.state, hex);
        if changed {
            self.tell(|s| Event::Disorganized { at: s.label(hex) });
        }
    }

    /// Units that stand together share their disorder (14.3).
    pub(crate) fn mingle(&mut self, hex: Hex) {
        self.disorganize(hex, &[]);
    }

    /// A unit is eliminated; a regiment may be recovered later (17).
    pub(crate) fn eliminate(&mut self, unit: Id) {
        let hex = self.pos().piece(unit).at();
        let (counter, turn) = (self.setup.counter(unit), self.state.turn);
        self.state.lift(self.setup, unit, Where::Lost);
        let keep = flag::MOUNTED | flag::RELEASED;
        let piece = &mut self.state.pieces[unit.index()];
        (piece.flags, piece.mine) = (piece.flags & keep, 0);
        piece.left = turn;
        self.tell(|s| Event::Lost { piece: s.counter(unit).id.clone(), from: s.label(hex) });
        if let Some(brigade) = counter.brigade {
            self.state.brigades[brigade as usize].lost += counter.sp as u16;
            // Those it leaves alone cannot be blamed for it.
            for id in &self.setup.brigades[brigade as usize].regiments {
                self.state.clear(*id, flag::BOUND);
            }
        }
        self.strand(hex, counter.side);
        let brigade = counter.brigade.and_then(|b| self.setup.brigades[b as usize].commander);
        if let Some(commander) = brigade.filter(|c| self.pos().homeless(*c)) {
            self.settle_later(Pending::Stranded(Stranded { commander }));
        }
    }

    /// Commanders left without troops in a hex go to somebody (21.2).
    pub(crate) fn strand(&mut self, hex: Hex, side: Side) {
        if self.pos().held_by(hex, side) {
            return;
        }
        let alone: Vec<Id> = self.pos().leaders_of(hex, side).collect();
        for commander in alone {
            if !self.state.retreat.contains(&commander) {
                self.settle_later(Pending::Stranded(Stranded { commander }));
            }
        }
    }

    /// After losses and retreats, before the hex can be advanced into.
    fn settle_later(&mut self, task: Pending) {
        let after = |t: &Pending| matches!(t, Pending::Step(Step::AfterCombat | Step::AfterCharge { .. }));
        if !self.state.pending.contains(&task) {
            let at = self.state.pending.iter().rposition(after).map_or(0, |n| n + 1);
            self.state.pending.insert(at, task);
        }
    }

    /// Commanders of 2 stars and more in a hex that suffers roll once for each result (8.10b, 21.1).
    pub(crate) fn casualties(&mut self, hex: Hex) {
        if self.state.rolled.contains(&hex) {
            return;
        }
        self.state.rolled.push(hex);
        let Some(side) = self.pos().holder(hex) else { return };
        let men: Vec<Id> = self
            .pos()
            .leaders_of(hex, side)
            .filter(|l| self.setup.counter(*l).stars > 1 && !self.pos().piece(*l).has(flag::REPLACED))
            .collect();
        for man in men {
            let die = self.dice.d6("commander casualty");
            let hit = die == 1;
            if hit {
                self.state.set(man, flag::REPLACED);
                self.state.casualties[side] += 1;
            }
            self.tell(|s| Event::CasualtyRoll {
                piece: s.counter(man).id.clone(),
                dice: Die::new("commander casualty", die),
                hit,
            });
        }
    }
}

/// A unit in NR terrain may ignore the retreat of the ladder (7.8).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub(crate) struct Ladder {
    pub unit: Id,
    pub left: u8,
    pub fails: u8,
    pub fire: bool,
}

impl Room<Lfm> for Ladder {
    fn ask(&self, _pos: Pos<'_>) -> Ask {
        Ask::new("stand", "The unit may stand in this terrain, or retreat", "L7-17")
    }

    fn seats(&self, pos: Pos<'_>) -> Seats {
        pos.counter(self.unit).side.into()
    }

    fn orders(&self, _pos: Pos<'_>, out: &mut Vec<Order>) {
        out.extend([Order::Stay, Order::Go]);
    }

    fn check(&self, _pos: Pos<'_>, order: &Order) -> Result<(), Refusal> {
        match order {
            Order::Stay | Order::Go => Ok(()),
            _ => Err(Refusal::new(Rule("L7-17"), "the unit may stand or retreat")),
        }
    }

    fn apply(&self, play: &mut Play<'_>, order: &Order) {
        let Ladder { unit, left, fails, fire } = *self;
        if *order == Order::Stay {
            play.push(Step::Checks { unit, left, fails, fire });
        } else {
            play.ladder_retreat(unit, left, fire);
        }
    }
}

impl Open for Ladder {
    fn waits(&self, pos: Pos<'_>) -> bool {
        pos.piece(self.unit).on_map()
    }

    fn alone(&self, _play: &mut Play<'_>) {}
}
