//! Events that reach into attacks: a bonus for one of them, an army leader out of favour, a counter that
//! stays idle, a leader who comes to his command.

use hexmap::Hex;
use table::{Ask, Refusal, Room, Rule, Seats};

use crate::assault::Assault;
use crate::event::Event;
use crate::march::March;
use crate::order::{AttackType, Order};
use crate::play::Play;
use crate::position::Pos;
use crate::ruleset::Gcacw;
use crate::setup::{LeaderId, UnitId, UnitSet};
use crate::state::NEVER;

impl Pos<'_> {
    /// Whether a leader stays idle this turn.
    pub(crate) fn is_idle(&self, leader: LeaderId) -> bool {
        self.state.campaign.today.idle_leader == Some(leader)
    }

    /// Whether a unit stays idle this turn.
    pub(crate) fn is_idle_unit(&self, unit: UnitId) -> bool {
        self.state.campaign.today.idle_unit == Some(unit)
    }

    /// Whether an event lets a leader act this turn.
    pub(crate) fn may_stir(&self, leader: LeaderId) -> Result<(), Refusal> {
        if self.is_idle(leader) {
            return Err(Refusal::new(Rule("GBAC-36"), "an event keeps that leader idle this turn"));
        }
        Ok(())
    }

    /// Whether an event lets a leader be used for a grand assault.
    pub(crate) fn may_lead_grand(&self, leader: LeaderId) -> Result<(), Refusal> {
        self.may_stir(leader)?;
        if self.state.campaign.today.no_grand == Some(leader) {
            return Err(Refusal::new(
                Rule("GBAC-35"),
                "his generals will follow him in no grand assault today",
            ));
        }
        Ok(())
    }

    /// Whether the attacker may still add to an attack die.
    fn has_bonus(&self) -> bool {
        self.state.campaign.today.bonus.is_some_and(|(side, _)| side == self.state.active)
    }

    /// The units that a leader who is not in play yet may join.
    pub(crate) fn openings(&self, leader: LeaderId) -> UnitSet {
        let (state, side) = (&self.state.leaders[leader.index()], self.setup.leader(leader).side);
        if state.unit.is_some() || !state.out || state.last_hex != NEVER {
            return UnitSet::EMPTY;
        }
        let open = |u: &UnitId| {
            self.state.unit(*u).is_on_map()
                && crate::command::can_attach(self.setup, leader, *u)
                && !self.level_taken(leader, *u)
                && !self.state.in_any_enemy_zoc(self.setup, side, self.state.unit(*u).hex)
        };
        self.setup.leader(leader).commands.into_iter().filter(open).collect()
    }
}

impl Play<'_> {
    /// An attack in a march is about to be resolved: the bonus is offered first.
    pub(crate) fn attack_by(&mut self, march: March, target: Hex, kind: AttackType) {
        if self.pos().has_bonus() {
            self.ask(MarchBonus { march, target, kind });
        } else {
            self.attack_now(march, target, kind);
        }
    }

    /// The same for an assault.
    pub(crate) fn assault_combat(&mut self, assault: Assault, target: Hex) {
        if self.pos().has_bonus() {
            self.ask(AssaultBonus { assault, target });
        } else {
            self.assault_now(assault, target);
        }
    }

    /// Declares the bonus for the attack at hand.
    fn declare_bonus(&mut self) {
        let Some((side, value)) = self.state.campaign.today.bonus.take() else { return };
        self.state.campaign.today.bonus_now = value;
        self.tell(|_| Event::Bonus { side, value });
    }

    /// A leader who is not in play may come. True if his owner has to decide.
    pub(crate) fn leader_may_join(&mut self, leader: Option<LeaderId>) -> bool {
        let Some(leader) = leader.filter(|l| !self.pos().openings(*l).is_empty()) else { return false };
        self.ask(JoinLeader { leader });
        true
    }
}

/// The one question before an attack in a march and before an assault.
const BONUS: Ask =
    Ask::new("attack-bonus", "Add the bonus of the event to this attack, or keep it", "GBAC-37");

fn may_answer_bonus(order: &Order) -> Result<(), Refusal> {
    match order {
        Order::Bonus | Order::Done => Ok(()),
        _ => Err(BONUS.not_asked()),
    }
}

/// The bonus of an event, before an attack in a march.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct MarchBonus {
    pub(crate) march: March,
    pub(crate) target: Hex,
    pub(crate) kind: AttackType,
}

impl Room<Gcacw> for MarchBonus {
    fn ask(&self, _pos: Pos) -> Ask {
        BONUS
    }

    fn seats(&self, pos: Pos) -> Seats {
        Seats::one(pos.state.active)
    }

    fn orders(&self, _pos: Pos, out: &mut Vec<Order>) {
        out.extend([Order::Bonus, Order::Done]);
    }

    fn check(&self, _pos: Pos, order: &Order) -> Result<(), Refusal> {
        may_answer_bonus(order)
    }

    fn apply(&self, play: &mut Play, order: &Order) {
        match order {
            Order::Bonus => play.declare_bonus(),
            Order::Done => {}
            _ => return play.not_answered(self.clone(), order),
        }
        play.attack_now(self.march.clone(), self.target, self.kind);
    }
}

/// The bonus of an event, before an assault.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct AssaultBonus {
    pub(crate) assault: Assault,
    pub(crate) target: Hex,
}

impl Room<Gcacw> for AssaultBonus {
    fn ask(&self, _pos: Pos) -> Ask {
        BONUS
    }

    fn seats(&self, pos: Pos) -> Seats {
        Seats::one(pos.state.active)
    }

    fn orders(&self, _pos: Pos, out: &mut Vec<Order>) {
        out.extend([Order::Bonus, Order::Done]);
    }

    fn check(&self, _pos: Pos, order: &Order) -> Result<(), Refusal> {
        may_answer_bonus(order)
    }

    fn apply(&self, play: &mut Play, order: &Order) {
        match order {
            Order::Bonus => play.declare_bonus(),
            Order::Done => {}
            _ => return play.not_answered(self.clone(), order),
        }
        play.assault_now(self.assault.clone(), self.target);
    }
}

/// A leader comes into play.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct JoinLeader {
    pub(crate) leader: LeaderId,
}

impl Room<Gcacw> for JoinLeader {
    fn ask(&self, _pos: Pos) -> Ask {
        Ask::new("join-leader", "Bring the leader into play with a unit of his command, or not", "GBAC-41")
    }

    fn seats(&self, pos: Pos) -> Seats {
        Seats::one(pos.setup.leader(self.leader).side)
    }

    fn orders(&self, pos: Pos, out: &mut Vec<Order>) {
        out.extend(pos.openings(self.leader).into_iter().map(|u| Order::Transfer(self.leader, u)));
        out.push(Order::Done);
    }

    fn check(&self, pos: Pos, order: &Order) -> Result<(), Refusal> {
        match *order {
            Order::Done => Ok(()),
            Order::Transfer(leader, unit) if leader == self.leader && pos.openings(leader).has(unit) => {
                Ok(())
            }
            Order::Transfer(..) => Err(Refusal::new(
                Rule("GBAC-41"),
                "he joins a unit of his command that is out of enemy zones of control",
            )),
            _ => Err(self.ask(pos).not_asked()),
        }
    }

    fn apply(&self, play: &mut Play, order: &Order) {
        match *order {
            Order::Transfer(leader, unit) => {
                play.state.leaders[leader.index()].out = false;
                play.attach(leader, unit);
                play.clear_swamps();
            }
            Order::Done => play.clear_swamps(),
            _ => play.not_answered(self.clone(), order),
        }
    }
}
