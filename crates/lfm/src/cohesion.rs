//! Cohesion checks (18), the ladder of failures (7.8), disorganization (14).

use hexmap::Hex;
use table::{Refusal, Rule, Side};

use crate::event::{Die, Event};
use crate::order::Order;
use crate::pos::Pos;
use crate::run::Run;
use crate::sequence::spread_disorder;
use crate::setup::Id;
use crate::state::{Where, flag};
use crate::task::{Task, Why};

impl Pos<'_> {
    /// +1 if no friendly unit in good order stands next to a hex (14.5, 18).
    pub fn lonely(self, hex: Hex, side: Side) -> i16 {
        let friend = |n: Hex| self.held_by(n, side) && self.units(n).any(|u| !self.disordered(u));
        i16::from(!self.neighbors(hex).any(|(_, n)| friend(n)))
    }

    /// How far up the ladder a unit stands: in order, disorganized, shattered (7.8, 16.6).
    pub fn rung(self, id: Id) -> u8 {
        match (self.shattered(id), self.piece(id).has(flag::D)) {
            (true, _) => 2,
            (false, true) => 1,
            (false, false) => 0,
        }
    }

    pub fn check_ladder(self, order: Order) -> Result<(), Refusal> {
        match order {
            Order::Stay | Order::Go => Ok(()),
            _ => Err(Refusal::new(Rule("L7-17"), "the unit may stand or retreat")),
        }
    }
}

impl Run<'_> {
    /// One cohesion check; true if it is passed.
    pub fn check_cohesion(&mut self, unit: Id) -> bool {
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
    pub fn checks(&mut self, unit: Id, left: u8, fails: u8, fire: bool) {
        if left == 0 || !self.pos().piece(unit).on_map() {
            return;
        }
        if self.check_cohesion(unit) {
            self.push(Task::Checks { unit, left: left - 1, fails, fire });
            return;
        }
        let hex = self.pos().piece(unit).at();
        match fails {
            0 => {
                self.disorganize(hex, &[unit]);
                self.push(Task::Checks { unit, left: left - 1, fails: 1, fire });
            }
            1 if self.pos().no_retreat(hex) && !self.state.fight.charge && !self.bare_horse(unit, hex) => {
                self.push(Task::Ladder { unit, left: left - 1, fails: 2, fire });
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
        self.push(Task::Checks { unit, left, fails: 2, fire });
        let side = self.setup.counter(unit).side;
        let why = match (fire, self.state.fight.charge) {
            (true, _) => Why::Fire,
            (false, true) => Why::Charge,
            (false, false) => Why::Check,
        };
        self.start_retreat(vec![unit], side, why);
    }

    pub fn apply_ladder(&mut self, order: Order, task: Task) {
        let Task::Ladder { unit, left, fails, fire } = task else { return };
        if order == Order::Stay {
            self.push(Task::Checks { unit, left, fails, fire });
        } else {
            self.ladder_retreat(unit, left, fire);
        }
    }

    /// These units, and so the whole stack, become disorganized (14.2).
    pub fn disorganize(&mut self, hex: Hex, units: &[Id]) {
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
    pub fn mingle(&mut self, hex: Hex) {
        self.disorganize(hex, &[]);
    }

    /// A unit is eliminated; a regiment may be recovered later (17).
    pub fn eliminate(&mut self, unit: Id) {
        let hex = self.pos().piece(unit).at();
        let counter = self.setup.counter(unit);
        self.tell(|s| Event::Lost { piece: s.counter(unit).id.clone(), from: s.label(hex) });
        self.state.lift(self.setup, unit, Where::Lost);
        let keep = flag::MOUNTED | flag::RELEASED;
        let piece = &mut self.state.pieces[unit.index()];
        (piece.flags, piece.mine) = (piece.flags & keep, 0);
        if let Some(brigade) = counter.brigade {
            self.state.brigades[brigade as usize].lost += counter.sp as u16;
        }
        self.strand(hex, counter.side);
        let brigade = counter.brigade.and_then(|b| self.setup.brigades[b as usize].commander);
        if let Some(commander) = brigade.filter(|c| self.pos().homeless(*c)) {
            self.settle_later(Task::Stranded { commander });
        }
    }

    /// Commanders left without troops in a hex go to somebody (21.2).
    pub fn strand(&mut self, hex: Hex, side: Side) {
        if self.pos().held_by(hex, side) {
            return;
        }
        let alone: Vec<Id> = self.pos().leaders_of(hex, side).collect();
        for commander in alone {
            if !self.state.retreat.contains(&commander) {
                self.settle_later(Task::Stranded { commander });
            }
        }
    }

    /// After losses and retreats, before the hex can be advanced into.
    fn settle_later(&mut self, task: Task) {
        let after = |t: &Task| matches!(t, Task::AfterCombat | Task::AfterCharge { .. });
        if !self.state.tasks.contains(&task) {
            let at = self.state.tasks.iter().rposition(after).map_or(0, |n| n + 1);
            self.state.tasks.insert(at, task);
        }
    }

    /// Commanders of 2 stars and more in a hex that suffers roll once for each result (8.10b, 21.1).
    pub fn casualties(&mut self, hex: Hex) {
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
