//! Who decides what: one place for standing, legal orders, checks and applying.

use hexmap::Hex;
use table::{Refusal, Rule, Side, Standing};

use crate::order::{Order, Spot};
use crate::pos::Pos;
use crate::results::ANYWHERE;
use crate::run::Run;
use crate::setup::Id;
use crate::state::Phase;
use crate::task::{Party, Task, Why};

impl Pos<'_> {
    /// Whether a pending task needs a decision; others run by themselves.
    pub fn waits(self, task: Task) -> bool {
        match task {
            Task::Retreat { side, why, steps } => {
                steps < 2 && !self.retreat_dirs(&self.state.retreat, side, why, steps).is_empty()
            }
            Task::Stand { hex, side, .. } => self.held_by(hex, side),
            Task::StandTest { hex, side } => self.stand_choices(hex, side).len() > 1,
            Task::Lose { party, hex, any, .. } => self.loss_choices(party, hex, any).len() > 1,
            Task::Exchange { first, .. } => self.loss_choices(Party::Attackers, ANYWHERE, !first).len() > 1,
            Task::Name { .. } => self.state.fight.hexes(Party::Defenders).any(|h| self.holder(h).is_some()),
            Task::Ladder { unit, .. } => self.piece(unit).on_map(),
            Task::Before { hex } => self.may_evade(hex),
            Task::Advance { side } => self.someone_may_advance(side),
            Task::Stranded { commander } => self.refuges(commander).len() > 1,
            Task::Rejoin { piece } => self.rejoin_choices(piece).len() > 1,
            Task::Overstacked { hex } => self.overstacked(hex),
            Task::Raze => !self.razable().is_empty(),
            Task::Return { .. } => true,
            _ => false,
        }
    }

    /// Whose decision the topmost task is.
    fn task_side(self, task: Task) -> Side {
        match task {
            Task::Retreat { side, .. }
            | Task::Stand { side, .. }
            | Task::StandTest { side, .. }
            | Task::Lose { side, .. }
            | Task::Name { side }
            | Task::Advance { side } => side,
            Task::Exchange { .. } => self.state.fight.attacker,
            Task::Ladder { unit, .. } => self.counter(unit).side,
            Task::Stranded { commander } => self.counter(commander).side,
            Task::Rejoin { piece } => self.counter(piece).side,
            Task::Before { .. } => self.state.side.other(),
            _ => self.state.side,
        }
    }

    pub fn decider(self) -> Option<Side> {
        if self.state.outcome.is_some() {
            return None;
        }
        Some(match self.state.tasks.last() {
            Some(task) => self.task_side(*task),
            None => match self.state.phase {
                Phase::ReturnFire => self.gunner(),
                Phase::BreakOff | Phase::BreakOffOther => self.breaker(),
                _ => self.state.side,
            },
        })
    }

    pub fn standing(self) -> Standing {
        if let Some(outcome) = self.state.outcome {
            return Standing::Over(outcome);
        }
        let side = self.decider().unwrap_or(self.state.side);
        let (kind, prompt, rule) = match self.state.tasks.last() {
            Some(task) => task_words(*task),
            None => self.phase_words(),
        };
        Standing::waiting(side, kind, prompt, Rule(rule))
    }

    fn phase_words(self) -> (&'static str, &'static str, &'static str) {
        match self.state.phase {
            Phase::Command => ("command", "Roll for commanders, place Detached markers, or go on", "L20-7"),
            Phase::Construction => ("construction", "Build breastworks, prepare or burn bridges", "LSEQ-9"),
            Phase::Fire | Phase::ReturnFire if self.state.mission.target.is_some() => {
                ("fire", "Add batteries, then name the unit to fire at", "L7-12")
            }
            Phase::Fire => ("artillery", "Aim a battery, limber one, or end your fire", "LSEQ-11"),
            Phase::ReturnFire => ("artillery", "Aim a battery, or end your fire", "LSEQ-12"),
            Phase::Movement if self.state.must_charge => ("charge", "The cavalry has to charge", "L3-5"),
            Phase::Movement if self.state.group.is_empty() => {
                ("movement", "Choose a unit to move, or end the phase", "LSEQ-15")
            }
            Phase::Movement => ("move", "Move the stack hex by hex, or stop", "L1-1"),
            Phase::Combat if self.state.fight.planned => {
                ("attackers", "Add hexes to the combat, then fight", "L8-6")
            }
            Phase::Combat => ("target", "Choose an enemy hex to attack", "L8-2"),
            Phase::BreakOff | Phase::BreakOffOther => {
                ("break-off", "Choose a stack to break off, or go on", "L12-2")
            }
            Phase::Recovery => ("recovery", "Choose a regiment to recover, or go on", "L17-1"),
            Phase::Over => ("over", "The game is over", "LSEQ-25"),
        }
    }

    /// The rules of the current decision.
    pub fn check(self, seat: Side, order: Order) -> Result<(), Refusal> {
        match self.decider() {
            None => return Err(Refusal::new(Rule("LSEQ-25"), "the game is over")),
            Some(side) if side != seat => {
                return Err(Refusal::new(Rule("LSEQ-1"), "the other player decides now"));
            }
            Some(_) => {}
        }
        self.known(order)?;
        match self.state.tasks.last().copied() {
            Some(task) => self.check_task(task, order),
            None => match self.state.phase {
                Phase::Command => self.check_command(order),
                Phase::Construction => self.check_construction(order),
                Phase::Fire | Phase::ReturnFire => self.check_fire(order),
                Phase::Movement => self.check_movement(order),
                Phase::Combat => self.check_combat(order),
                Phase::BreakOff | Phase::BreakOffOther => self.check_break_off(order),
                Phase::Recovery => self.check_recovery(order),
                Phase::Over => Err(Refusal::new(Rule("LSEQ-25"), "the game is over")),
            },
        }
    }

    /// A piece that an order names must exist.
    fn known(self, order: Order) -> Result<(), Refusal> {
        use Order::*;
        let named = match order {
            Roll(id)
            | Detach(id)
            | Attach(id)
            | Build(id)
            | Unbuild(id)
            | Mine(id, _)
            | Burn(id)
            | Aim(id, _)
            | Add(id)
            | Fire(id)
            | Limber(id)
            | Take(id)
            | Join(id)
            | Leave(id)
            | Lose(id)
            | Name(id)
            | Keep(id)
            | Advance(id, _)
            | Recover(id) => id,
            _ => return Ok(()),
        };
        if named.index() < self.setup.pieces.len() {
            return Ok(());
        }
        Err(Refusal::new(Rule("LINT-2"), "there is no such piece"))
    }

    fn check_task(self, task: Task, order: Order) -> Result<(), Refusal> {
        match task {
            Task::Retreat { side, why, steps } => self.check_retreat(side, why, steps, order),
            Task::Stand { .. } => self.check_stand(order),
            Task::StandTest { hex, side } => self.check_name(order, &self.stand_choices(hex, side), "LTAB-3"),
            Task::Lose { party, hex, any, .. } => self.check_loss(order, &self.loss_choices(party, hex, any)),
            Task::Exchange { first, .. } => {
                self.check_loss(order, &self.loss_choices(Party::Attackers, ANYWHERE, !first))
            }
            Task::Name { .. } => self.check_name(order, &self.targets(), "L18-3"),
            Task::Ladder { .. } => self.check_ladder(order),
            Task::Before { .. } => match order {
                Order::Stay | Order::Go => Ok(()),
                _ => Err(Refusal::new(Rule("L11-1"), "the stack may stay or retreat before combat")),
            },
            Task::Advance { side } => self.check_advance(side, order),
            Task::Stranded { commander } => self.check_place(order, &self.refuges(commander), "L21-3"),
            Task::Rejoin { piece } => self.check_place(order, &self.rejoin_choices(piece), "L22-2"),
            Task::Overstacked { hex } => self.check_overstack(hex, order),
            Task::Raze => match order {
                Order::Done => Ok(()),
                Order::Raze(at)
                    if at.hex(&self.setup.map.grid).is_some_and(|h| self.razable().contains(&h)) =>
                {
                    Ok(())
                }
                _ => {
                    Err(Refusal::new(Rule("L24-12"), "only built works with own units in them are torn down"))
                }
            },
            Task::Return { regiment } => self.check_return(regiment, order),
            _ => Err(Refusal::new(Rule("LSEQ-28"), "nothing is asked now")),
        }
    }

    /// Units in the hexes that defend.
    fn targets(self) -> Vec<Id> {
        self.state.fight.hexes(Party::Defenders).flat_map(|h| self.units(h)).collect()
    }

    fn check_name(self, order: Order, choices: &[Id], rule: &'static str) -> Result<(), Refusal> {
        match order {
            Order::Name(id) if choices.contains(&id) => Ok(()),
            _ => Err(Refusal::new(Rule(rule), "name one of the units offered")),
        }
    }

    /// All legal orders of the seat that decides.
    pub fn orders(self, seat: Side, out: &mut Vec<Order>) {
        if self.decider() != Some(seat) {
            return;
        }
        let Some(task) = self.state.tasks.last().copied() else {
            match self.state.phase {
                Phase::Command => self.command_orders(out),
                Phase::Construction => self.construction_orders(out),
                Phase::Fire | Phase::ReturnFire => self.fire_orders(out),
                Phase::Movement => self.movement_orders(out),
                Phase::Combat => self.combat_orders(out),
                Phase::BreakOff | Phase::BreakOffOther => self.break_off_orders(out),
                Phase::Recovery => self.recovery_orders(out),
                Phase::Over => {}
            }
            return;
        };
        let lose = |out: &mut Vec<Order>, choices: Vec<Id>| out.extend(choices.into_iter().map(Order::Lose));
        match task {
            Task::Retreat { side, why, steps } => self.retreat_orders(side, why, steps, out),
            Task::Stand { .. } | Task::Ladder { .. } | Task::Before { .. } => {
                out.extend([Order::Stay, Order::Go])
            }
            Task::StandTest { hex, side } => {
                out.extend(self.stand_choices(hex, side).into_iter().map(Order::Name))
            }
            Task::Lose { party, hex, any, .. } => lose(out, self.loss_choices(party, hex, any)),
            Task::Exchange { first, .. } => lose(out, self.loss_choices(Party::Attackers, ANYWHERE, !first)),
            Task::Name { .. } => out.extend(self.targets().into_iter().map(Order::Name)),
            Task::Advance { side } => self.advance_orders(side, out),
            Task::Stranded { commander } => self.place_orders(&self.refuges(commander), out),
            Task::Rejoin { piece } => self.place_orders(&self.rejoin_choices(piece), out),
            Task::Overstacked { hex } => self.overstack_orders(hex, out),
            Task::Raze => {
                out.push(Order::Done);
                let spot = |h: Hex| Spot::of(&self.setup.map.grid, h);
                out.extend(self.razable().into_iter().map(|h| Order::Raze(spot(h))));
            }
            Task::Return { regiment } => self.return_orders(regiment, out),
            _ => {}
        }
    }
}

fn task_words(task: Task) -> (&'static str, &'static str, &'static str) {
    match task {
        Task::Retreat { steps: 0, why: Why::Voluntary, .. } => {
            ("break-off-hex", "Choose the first hex of the retreat, or who stays behind", "L12-2")
        }
        Task::Retreat { steps: 0, .. } => ("retreat-hex", "Choose the first hex of the retreat", "L9-2"),
        Task::Retreat { .. } => ("retreat-hex", "Choose a second hex of the retreat, or stop", "L9-15"),
        Task::Stand { .. } => ("stand", "Stand in this terrain, or retreat", "L9-7"),
        Task::StandTest { .. } => ("stand-test", "Choose the unit that takes the stand test", "LTAB-3"),
        Task::Lose { .. } => ("loss", "Choose the unit that is lost", "L8-15"),
        Task::Exchange { .. } => ("exchange", "Choose a unit to match the enemy's loss", "L8-17"),
        Task::Name { .. } => ("name-unit", "Name the unit that takes a cohesion check", "L18-3"),
        Task::Ladder { .. } => ("stand", "The unit may stand in this terrain, or retreat", "L7-17"),
        Task::Before { .. } => ("retreat-before-combat", "Stay, or retreat before combat", "L11-1"),
        Task::Advance { .. } => ("advance", "Choose who advances, or stop", "L10-1"),
        Task::Stranded { .. } => ("commander-hex", "Choose where the commander goes", "L21-3"),
        Task::Rejoin { .. } => ("rejoin", "Choose where it joins its brigade", "L22-2"),
        Task::Overstacked { .. } => ("overstacked", "Choose what is lost in the overfull hex", "L4-12"),
        Task::Raze => ("raze", "Tear breastworks down, or leave them", "L24-12"),
        Task::Return { .. } => ("return-hex", "Choose where the regiment returns", "L17-4"),
        _ => ("wait", "The rules run on", "LSEQ-28"),
    }
}

impl Run<'_> {
    pub fn apply(&mut self, order: Order) {
        match self.state.tasks.pop() {
            Some(task) => self.apply_task(task, order),
            None => self.apply_phase(order),
        }
        self.run();
    }

    fn apply_task(&mut self, task: Task, order: Order) {
        match (task, order) {
            (Task::Retreat { side, why, steps }, _) => self.apply_retreat(side, why, steps, order),
            (Task::Stand { hex, side, test }, _) => self.apply_stand(order, hex, side, test),
            (Task::StandTest { hex, .. }, Order::Name(id)) => self.stand_test(hex, id),
            (Task::Lose { side, party, .. }, Order::Lose(id)) => self.lose(id, side, party),
            (Task::Exchange { need, .. }, Order::Lose(id)) => self.exchange(id, need),
            (Task::Name { .. }, Order::Name(id)) => self.name_for_check(id),
            (Task::Ladder { .. }, _) => self.apply_ladder(order, task),
            (Task::Before { hex }, _) => self.apply_before(order, hex),
            (Task::Advance { side }, _) => self.apply_advance(side, order),
            (Task::Stranded { .. } | Task::Rejoin { .. } | Task::Return { .. }, _) => {
                self.apply_place(order, task)
            }
            (Task::Overstacked { hex }, _) => self.apply_overstack(hex, order),
            (Task::Raze, _) => self.apply_raze(order),
            _ => {}
        }
    }
}
