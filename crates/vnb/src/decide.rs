//! The one door: who decides what, which orders are legal, and carrying them out.

use table::{Refusal, Side, Standing};

use crate::event::Event;
use crate::ids::{FeatureId, StandId};
use crate::kinds::Level;
use crate::order::Order;
use crate::play::Play;
use crate::position::Pos;
use crate::setup::Setup;
use crate::state::{Combat, Pending, Phase, Presence, Stage, State, mark};

/// Who has to decide what, or the end.
pub fn standing(setup: &Setup, state: &State) -> Standing {
    if let Some(over) = state.over {
        return Standing::Over(over.into());
    }
    let rule = table::Rule;
    match state.pending.last() {
        Some(Pending::Cover { skirmisher, .. }) => Standing::waiting(
            setup.stand(*skirmisher).side,
            "cover",
            "Cavalry rides at your skirmishers: run to cover?",
            rule("VCHG-16"),
        ),
        Some(Pending::Exploit { side, .. }) => Standing::waiting(
            *side,
            "exploit",
            "The enemy routs: advance or turn one stand?",
            rule("VMOR-28"),
        ),
        Some(Pending::Breakthrough { stand }) => Standing::waiting(
            setup.stand(*stand).side,
            "breakthrough",
            "Let the cavalry break through?",
            rule("VGAP-29"),
        ),
        Some(Pending::Ground { side }) => {
            Standing::waiting(*side, "ground", "Which stands go to ground?", rule("VMISC-3"))
        }
        Some(Pending::Advance { side, .. }) => {
            Standing::waiting(*side, "advance", "The melee is won: advance one stand?", rule("VCOM-8"))
        }
        Some(Pending::Follow { commander, .. }) => Standing::waiting(
            setup.stand(*commander).side,
            "follow",
            "Does the commander go along?",
            rule("VMISC-2"),
        ),
        Some(Pending::LastFire) => Standing::waiting(
            state.phasing.other(),
            "last-fire",
            "Fire with a stand that was not attacked?",
            rule("VGAP-19"),
        ),
        Some(Pending::Combat(combat)) => combat_standing(setup, state, combat),
        _ => phase_standing(state),
    }
}

fn combat_standing(setup: &Setup, state: &State, combat: &Combat) -> Standing {
    let owner = setup.stand(combat.target).side;
    let rule = table::Rule;
    match combat.stage {
        Stage::GiveWay => {
            let stand = Pos::new(setup, state).asks_give_way(combat).map_or(combat.target, |(s, _)| s);
            Standing::waiting(
                setup.stand(stand).side,
                "give-way",
                "How many saving throws by giving way?",
                rule("VCOM-28"),
            )
        }
        Stage::Share => {
            Standing::waiting(owner, "share", "Which skirmisher takes the next casualty?", rule("VTER-62"))
        }
        _ => Standing::waiting(owner, "answer", "Whom does the attacked stand answer?", rule("VGAP-20")),
    }
}

fn phase_standing(state: &State) -> Standing {
    let rule = table::Rule;
    let side = state.phasing;
    match state.phase {
        Phase::Guns => {
            Standing::waiting(side, "guns", "Turn pos artillery into dedicated guns?", rule("VMISC-10"))
        }
        Phase::Movement if state.mover.is_some() => {
            Standing::waiting(side, "act", "What does the stand do?", rule("VMOV-1"))
        }
        Phase::Movement => Standing::waiting(side, "pick", "Which stand moves next?", rule("VMOV-1")),
        Phase::Rally => Standing::waiting(side, "rally", "Rally a routed stand?", rule("VRAL-1")),
        _ => Standing::waiting(side, "attack", "Which enemy stand is attacked next?", rule("VCOM-2")),
    }
}

/// Whether a seat may give an order now.
pub fn check(setup: &Setup, state: &State, seat: Side, order: &Order) -> Result<(), Refusal> {
    let standing = standing(setup, state);
    let Some(seats) = standing.seats() else { return Err(no("VGAP-48", "the battle is over")) };
    if !seats.contains(seat) {
        return Err(no("VSEQ-2", "it is the other player who decides now"));
    }
    let pos = Pos::new(setup, state);
    match state.pending.last() {
        Some(pending) => check_pending(&pos, pending, seat, order),
        None => match state.phase {
            Phase::Guns => check_guns(&pos, seat, order),
            Phase::Movement => check_movement(&pos, order),
            Phase::Rally => check_rally(&pos, order),
            _ => check_combat(&pos, seat, order),
        },
    }
}

fn wrong() -> Refusal {
    no("VSEQ-1", "this is not what is to be decided now")
}

fn check_pending(pos: &Pos, pending: &Pending, seat: Side, order: &Order) -> Result<(), Refusal> {
    let one_of = |stands: &[StandId], id: StandId, rule| {
        if stands.contains(&id) { Ok(()) } else { Err(no(rule, "this stand has no such choice")) }
    };
    match (pending, order) {
        (Pending::Cover { skirmisher, by }, Order::Cover { to }) => pos.may_run_to(*skirmisher, *by, *to),
        (Pending::Exploit { stands, .. }, Order::Advance { stand, distance }) => {
            one_of(stands, *stand, "VMOR-28")?;
            pos.plan_advance(*stand, *distance).map(|_| ())
        }
        (Pending::Exploit { stands, .. }, Order::Turn { stand, facing }) => {
            one_of(stands, *stand, "VMOR-28")?;
            pos.may_turn_in_place(*stand, *facing)
        }
        (Pending::Breakthrough { stand }, Order::Break { stand: by, facing, distance, target }) => {
            one_of(&[*stand], *by, "VGAP-29")?;
            pos.plan_break(*by, *facing, *distance, *target).map(|_| ())
        }
        (Pending::Ground { .. }, Order::Ground(id)) => {
            pos.may_go_to_ground(*id)?;
            if pos.side(*id) == seat { Ok(()) } else { Err(no("VMISC-3", "not your stand")) }
        }
        (Pending::Advance { stands, .. }, Order::Advance { stand, distance }) => {
            one_of(stands, *stand, "VCOM-8")?;
            pos.plan_advance(*stand, *distance).map(|_| ())
        }
        (Pending::Follow { .. }, Order::Follow) => Ok(()),
        (Pending::LastFire, Order::Fire { stand, target }) => pos.may_fire_last(seat, *stand, *target),
        (Pending::LastFire, Order::End) => Ok(()),
        (Pending::Combat(combat), _) => check_choice(pos, combat, order),
        (Pending::LastFire, _) => Err(wrong()),
        (_, Order::Decline) => Ok(()),
        _ => Err(wrong()),
    }
}

fn check_choice(pos: &Pos, combat: &Combat, order: &Order) -> Result<(), Refusal> {
    match (combat.stage, order) {
        (Stage::Answer, Order::Answer(at)) if pos.answers(combat).contains(at) => Ok(()),
        (Stage::Answer, Order::Answer(_)) => Err(no("VGAP-20", "the stand cannot answer that one")),
        (Stage::GiveWay, Order::GiveWay(n)) => match pos.asks_give_way(combat) {
            Some((_, hits)) if *n <= hits => Ok(()),
            _ => Err(no("VCOM-28", "at most one throw a hit")),
        },
        (Stage::Share, Order::Lose(id)) if pos.sharers(combat.target).contains(id) => Ok(()),
        (Stage::Share, Order::Lose(_)) => Err(no("VTER-62", "the stand is not in that block")),
        _ => Err(wrong()),
    }
}

fn check_guns(pos: &Pos, seat: Side, order: &Order) -> Result<(), Refusal> {
    match order {
        Order::End => Ok(()),
        Order::Convert { battalion, first, second } => {
            if pos.conversions(seat).contains(&(*battalion, *first, *second)) {
                return Ok(());
            }
            Err(no(
                "VMISC-10",
                "two brigades of the formation without a gun each take one, from pos artillery only",
            ))
        }
        _ => Err(wrong()),
    }
}

fn check_rally(pos: &Pos, order: &Order) -> Result<(), Refusal> {
    match order {
        Order::End => Ok(()),
        Order::Rally { stand, facing } => {
            if stand.index() >= pos.setup.stands.len()
                || !pos.piece(*stand).on_table()
                || !pos.may_rally(*stand)
            {
                return Err(no("VRAL-1", "only routed stands that touch a corps or army commander rally"));
            }
            pos.may_turn_in_place(*stand, *facing)
        }
        _ => Err(wrong()),
    }
}

fn check_movement(pos: &Pos, order: &Order) -> Result<(), Refusal> {
    let charging = pos.state.mover.filter(|m| m.charging && !m.finished);
    let other = |id: StandId| charging.is_some_and(|m| m.stand != id);
    match order {
        Order::Pick(id) => {
            pos.may_act(*id)?;
            if other(*id) || pos.state.mover.is_some_and(|m| m.stand == *id) { Err(wrong()) } else { Ok(()) }
        }
        Order::Move { stand, to, disorder } => {
            pos.plan_move(*stand, *to, *disorder).map(|_| ()).map_err(|b| b.refusal)
        }
        Order::March { stand, x, y } => pos.plan_march(*stand, *x, *y).map(|_| ()),
        Order::Form { stand, facing } => pos.may_form(*stand, *facing, true).map(|_| ()),
        Order::Reform { stand, facing } => pos.may_form(*stand, *facing, false).map(|_| ()),
        Order::Act { stand, act } => pos.may_do(*stand, *act).map(|_| ()),
        Order::Leave { stand, side, facing } => pos.may_leave(*stand, *side, *facing).map(|_| ()),
        Order::Charge { stand, target, facing } => pos.plan_charge(*stand, *target, *facing).map(|_| ()),
        Order::Attach { commander, stand } => check_attach(pos, *commander, *stand),
        Order::Reinforce { stand, brigade } => check_reinforce(pos, *stand, *brigade),
        Order::Enter { stand, to } => pos.may_enter(*stand, *to),
        Order::Done if pos.state.mover.is_some() => {
            let must = pos.state.mover.is_some_and(|m| pos.piece(m.stand).has(mark::MUST_CHOOSE));
            if must { Err(no("VCHG-20", "a stand in contact charges or steps back")) } else { Ok(()) }
        }
        Order::End => {
            if pos.present_of(pos.state.phasing).any(|id| pos.piece(id).has(mark::MUST_CHOOSE)) {
                return Err(no("VCHG-20", "a stand in contact must charge or step back first"));
            }
            Ok(())
        }
        _ => Err(wrong()),
    }
}

fn check_attach(pos: &Pos, commander: StandId, stand: StandId) -> Result<(), Refusal> {
    let count = pos.setup.stands.len();
    if commander.index() >= count || stand.index() >= count {
        return Err(no("VGAP-36", "there is no such stand"));
    }
    pos.may_act(commander)?;
    let fits = pos.is_commander(commander)
        && !pos.is_commander(stand)
        && pos.side(stand) == pos.side(commander)
        && pos.piece(stand).on_table()
        && pos.touching(commander, stand);
    if fits {
        Ok(())
    } else {
        Err(no("VGAP-36", "a commander is attached to a stand of his side that he touches"))
    }
}

fn check_reinforce(pos: &Pos, stand: StandId, brigade: StandId) -> Result<(), Refusal> {
    let count = pos.setup.stands.len();
    let there =
        |id: StandId| id.index() < count && pos.piece(id).on_table() && pos.side(id) == pos.state.phasing;
    let fits = there(stand)
        && there(brigade)
        && pos.piece(stand).reinforces != brigade
        && pos.may_reinforce(stand, brigade)
        && pos.reinforcing(brigade).len() < 2;
    if fits {
        Ok(())
    } else {
        Err(no(
            "VGAP-34",
            "a skirmisher in order reinforces a brigade of its division that it touches from behind or beside",
        ))
    }
}

fn check_combat(pos: &Pos, seat: Side, order: &Order) -> Result<(), Refusal> {
    match order {
        Order::Attack { target, fire } => pos.may_attack(seat, *target, fire),
        Order::Bombard { stand, feature, x, y } => pos.may_bombard(seat, *stand, *feature, *x, *y),
        Order::Reinforce { stand, brigade } => check_reinforce(pos, *stand, *brigade),
        Order::End => {
            if pos.present_of(seat.other()).any(|t| pos.must_be_fought(t)) {
                return Err(no("VCOM-9", "every contact must be fought"));
            }
            Ok(())
        }
        _ => Err(wrong()),
    }
}

impl Pos<'_> {
    /// A turn on the spot that overlaps nobody.
    pub fn may_turn_in_place(&self, id: StandId, facing: crate::angle::Angle) -> Result<(), Refusal> {
        let pose = crate::state::Pose { facing, ..self.piece(id).pose };
        if pose == self.piece(id).pose || self.piece(id).in_building() || self.free(id, pose) {
            return Ok(());
        }
        Err(no("VMOV-13", "there is no room to turn that way"))
    }
}

impl Play<'_> {
    /// Carries out an order that was checked, and runs on to the next decision.
    pub fn carry_out_order(&mut self, order: &Order) {
        match self.state.pending.last() {
            Some(Pending::Combat(_)) => self.choice(order),
            Some(_) => {
                if let Some(pending) = self.state.pending.pop() {
                    self.answer(pending, order);
                }
            }
            None => self.phase_order(order),
        }
        self.run();
    }

    fn choice(&mut self, order: &Order) {
        match order {
            Order::Answer(at) => {
                if let Some(Pending::Combat(combat)) = self.state.pending.last_mut() {
                    (combat.answer, combat.stage) = (*at, Stage::Dice);
                }
            }
            Order::GiveWay(n) => self.apply_give_way(*n),
            Order::Lose(id) => self.apply_lose(*id),
            _ => {}
        }
    }

    fn answer(&mut self, pending: Pending, order: &Order) {
        match (pending, order) {
            (Pending::Cover { skirmisher, .. }, Order::Cover { to }) => self.apply_cover(skirmisher, *to),
            (Pending::Cover { skirmisher, by }, _) => self.ridden_down(skirmisher, by),
            (Pending::Exploit { .. } | Pending::Advance { .. }, Order::Advance { stand, distance }) => {
                if let Ok(plan) = self.pos().plan_advance(*stand, *distance) {
                    self.apply_advance(*stand, &plan);
                }
            }
            (Pending::Exploit { .. }, Order::Turn { stand, facing }) => self.apply_turn(*stand, *facing),
            (Pending::Breakthrough { .. }, Order::Break { stand, facing, distance, target }) => {
                if let Ok(plan) = self.pos().plan_break(*stand, *facing, *distance, *target) {
                    self.apply_break(*stand, *facing, *distance, plan.map(|p| (*target, p)));
                }
            }
            (Pending::Breakthrough { stand }, _) => {
                self.state.piece_mut(stand).set(mark::BROKE_THROUGH, true)
            }
            (Pending::Ground { side }, Order::Ground(id)) => {
                self.unsettle(*id);
                self.state.piece_mut(*id).set(mark::GROUND, true);
                self.tell(|| Event::Changed { piece: *id, to: "on the ground" });
                if self.pos().present_of(side).any(|s| self.pos().may_go_to_ground(s).is_ok()) {
                    self.state.pending.push(Pending::Ground { side });
                }
            }
            (Pending::Follow { commander, with, .. }, Order::Follow) => self.apply_follow(commander, with),
            (Pending::Follow { commander, .. }, _) => self.stay_behind(commander),
            (Pending::LastFire, Order::Fire { stand, target }) => {
                self.state.pending.push(Pending::LastFire);
                self.apply_last_fire(*stand, *target);
            }
            (Pending::LastFire, Order::End) => {
                // Nobody fires any more this phase.
                for n in 0..self.state.pieces.len() {
                    if self.setup.stands[n].side != self.state.phasing {
                        self.state.pieces[n].set(mark::FOUGHT, true);
                    }
                }
                self.state.pending.push(Pending::LastFire);
            }
            _ => {}
        }
    }

    /// A commander who stays where an enemy reaches him is lost.
    fn stay_behind(&mut self, commander: StandId) {
        let pos = self.pos();
        let reached = pos
            .present_of(pos.side(commander).other())
            .any(|e| !pos.is_commander(e) && pos.touching(e, commander));
        if reached {
            self.lose_commander(commander);
        }
    }

    fn phase_order(&mut self, order: &Order) {
        match order {
            Order::Pick(id) => _ = self.begin_move(*id),
            Order::Move { stand, to, disorder } => {
                if let Ok(plan) = self.pos().plan_move(*stand, *to, *disorder) {
                    self.apply_move(*stand, &plan, *disorder);
                }
            }
            Order::March { stand, x, y } => {
                if let Ok(plan) = self.pos().plan_march(*stand, *x, *y) {
                    self.apply_march(*stand, &plan);
                }
            }
            Order::Form { stand, facing } => self.apply_form(*stand, *facing, true),
            Order::Reform { stand, facing } => self.apply_form(*stand, *facing, false),
            Order::Act { stand, act } => self.apply_act(*stand, *act),
            Order::Leave { stand, side, facing } => {
                if let Ok(pose) = self.pos().may_leave(*stand, *side, *facing) {
                    self.apply_leave(*stand, pose);
                }
            }
            Order::Charge { stand, target, facing } => {
                if let Ok(plan) = self.pos().plan_charge(*stand, *target, *facing) {
                    self.apply_charge(*stand, *target, plan);
                }
            }
            Order::Attach { commander, stand } => {
                let mut mover = self.begin_move(*commander);
                self.state.piece_mut(*commander).attached = *stand;
                mover.finished = true;
                self.state.mover = Some(mover);
                self.end_move();
            }
            Order::Reinforce { stand, brigade } => {
                self.state.piece_mut(*stand).reinforces = *brigade;
                self.tell(|| Event::Changed { piece: *stand, to: "reinforcing a brigade" });
            }
            Order::Enter { stand, to } => self.apply_enter(*stand, *to),
            Order::Done => self.end_move(),
            Order::End => self.end_phase(),
            Order::Rally { stand, facing } => self.rally(*stand, *facing),
            Order::Attack { target, fire } => self.apply_attack(*target, fire),
            Order::Bombard { stand, feature, x, y } => self.apply_bombard(*stand, *feature, *x, *y),
            Order::Convert { battalion, first, second } => self.convert(*battalion, [*first, *second]),
            _ => {}
        }
    }

    fn end_phase(&mut self) {
        match self.state.phase {
            Phase::Guns => self.guns_done(),
            Phase::Movement => self.end_movement(),
            Phase::Rally => self.decline_rally(),
            _ => self.attacks_over(),
        }
    }

    /// Nobody else rallies this turn: the Rally phase is over.
    fn decline_rally(&mut self) {
        self.state.phase = Phase::Rally;
        self.begin_morale_now();
    }

    /// Rallies a stand: red marker only, any facing (VRAL-3, VRAL-4).
    fn rally(&mut self, id: StandId, facing: crate::angle::Angle) {
        let piece = self.state.piece_mut(id);
        piece.level = Level::PermanentlyDisordered;
        piece.set(mark::RALLIED, true);
        piece.pose.facing = facing;
        self.tell(|| Event::Rallied { piece: id });
    }

    /// Two dedicated guns for a strength point (VMISC-10).
    fn convert(&mut self, battalion: StandId, brigades: [StandId; 2]) {
        for brigade in brigades {
            self.state.piece_mut(brigade).guns += 1;
            self.tell(|| Event::Guns { from: battalion, to: brigade });
        }
        let piece = self.state.piece_mut(battalion);
        piece.sp -= 1;
        if piece.sp == 0 {
            (piece.presence, piece.garrison) = (Presence::Gone, FeatureId::NONE);
        }
        self.skip_guns_now();
    }
}

/// A refusal by a rule.
pub(crate) fn no(rule: &'static str, why: &'static str) -> Refusal {
    Refusal::new(table::Rule(rule), why)
}
