//! Attacks (7.1): who may attack what from where, and the types of attack in a march.

use hexmap::{Crossing, Dir, Hex, Terrain, Water};
use table::{Ask, Refusal, Room, Rule, Seats, Side};

use crate::event::Event;
use crate::ground::{Zoc, counts_as};
use crate::march::{March, Marching};
use crate::order::{AttackType, Order};
use crate::play::Play;
use crate::position::Pos;
use crate::ruleset::Gcacw;
use crate::setup::{Arm, UnitId};

impl Pos<'_> {
    /// Whether the marching unit may name a neighbouring hex as its target.
    pub(crate) fn may_attack(&self, march: &March, target: Hex) -> Result<(), Refusal> {
        if march.must_leave {
            return Err(Refusal::new(
                Rule("G6.3-19"),
                "a leader has joined the unit to leave the hex with it",
            ));
        }
        if march.strategic {
            return Err(Refusal::new(Rule("GBAC-73"), "no unit attacks in strategic movement"));
        }
        self.by_day("nobody attacks on a night march")?;
        if march.no_attack {
            return Err(Refusal::new(
                Rule("G5.2-40"),
                "under a cavalry division leader only the first unit to march may attack",
            ));
        }
        if march.mp < 2 {
            return Err(Refusal::new(Rule("G6.1-8"), "an attack needs at least 1 movement point left"));
        }
        self.may_attack_alone(march.unit)?;
        let from = self.state.unit(march.unit).hex;
        self.attack_crosses(self.setup.unit(march.unit).side, from, target, !march.left_start)
    }

    /// A unit whose Tactical value stands in parentheses, and artillery, never attacks alone (2.2).
    pub(crate) fn may_attack_alone(&self, unit: UnitId) -> Result<(), Refusal> {
        let printed = self.setup.unit(unit);
        if printed.arm == Arm::Wagon {
            return Err(Refusal::new(Rule("G7.1-1"), "wagon trains do not attack"));
        }
        if printed.arm == Arm::Artillery || !printed.alone {
            return Err(Refusal::new(Rule("G7.1-13"), "artillery cannot attack alone"));
        }
        Ok(())
    }

    /// The attack restrictions of the ground between two hexes (7.1). `in_place`: the attacker began the
    /// action where it stands.
    pub(crate) fn attack_crosses(
        &self,
        side: Side,
        from: Hex,
        target: Hex,
        in_place: bool,
    ) -> Result<(), Refusal> {
        let Some(dir) = self.setup.map.grid.direction(from, target) else {
            return Err(Refusal::new(Rule("G7.1-2"), "the target of an attack is an adjacent hex"));
        };
        if !self.state.is_shut(self.setup, side, target) {
            return Err(Refusal::new(Rule("G7.1-2"), "there is no enemy unit in that hex"));
        }
        let edge = self.state.edge(self.setup, side, from, dir);
        if !edge.passable {
            return Err(self.attack_barred(from, target, edge.way));
        }
        if edge.woods && !edge.way && !in_place {
            return Err(Refusal::new(
                Rule("G7.1-14"),
                "over a woods hexside without a road only a unit that began the action in its hex may attack",
            ));
        }
        Ok(())
    }

    fn attack_barred(&self, from: Hex, target: Hex, way: bool) -> Refusal {
        let rain = self.state.is_rain();
        let closed = |hex| {
            matches!(counts_as(self.setup.map.terrain(hex), rain), Terrain::Mountain | Terrain::Swamp) && !way
        };
        if closed(target) {
            return Refusal::new(
                Rule("G7.1-11"),
                "a mountain or swamp hex is attacked only along a road or trail",
            );
        }
        if closed(from) {
            return Refusal::new(
                Rule("G7.1-12"),
                "out of a mountain or swamp hex units attack only along a road or trail",
            );
        }
        let side = self.setup.map.between(from, target);
        match side.map(|s| (s.water, s.crossing)) {
            Some((Some(Water::Creek), _)) => {
                Refusal::new(Rule("G7.1-10"), "in rain attacks cross a creek only along a road or trail")
            }
            Some((Some(Water::MinorRiver), Some(_)) | (_, Some(Crossing::Ford))) => Refusal::new(
                Rule("G7.1-10"),
                "the river cannot be forded here now, so nobody attacks across it",
            ),
            _ => Refusal::new(Rule("G7.1-9"), "attacks cross a river only at a bridge, dam, ferry or ford"),
        }
    }

    /// Whether the marching unit can pay for a type of attack (6.1).
    pub(crate) fn may_attack_by(&self, march: &March, kind: AttackType) -> Result<(), Refusal> {
        let cost = kind.cost(self.rides(march.unit));
        if cost > march.mp {
            return Err(Refusal::new(Rule("G6.1-7"), "not enough movement points for that type of attack"));
        }
        if march.mp < 2 {
            return Err(Refusal::new(
                Rule("G6.1-8"),
                "an attack in column of route needs 1 movement point left",
            ));
        }
        Ok(())
    }
}

impl Play<'_> {
    /// Step 1: the target is named. Cavalry that the attacker faces only through woods may leave now (7.7).
    pub(crate) fn name_target(&mut self, march: March, target: Hex) {
        let (unit, left_start) = (march.unit, march.left_start);
        let from = self.state.unit(unit).hex;
        let faces = |dir: Dir| self.state.edge(self.setup, self.state.active.other(), target, dir.opposite());
        let zone = self.setup.map.grid.direction(from, target).map_or(Zoc::None, |dir| faces(dir).zoc);
        let on_foot = self.setup.unit(unit).arm != Arm::Cavalry;
        self.ask(NameAttack { march, target });
        if zone == Zoc::Restricted && !left_start && on_foot {
            self.offer_from(target);
        }
    }

    /// After the cavalry's answer: attack whoever stayed, or march on. Cavalry that has left may have cost
    /// the attacker the movement point that every attack needs.
    pub(crate) fn target_settled(&mut self, attack: NameAttack) {
        if self.pos().may_attack(&attack.march, attack.target).is_ok() {
            self.ask(attack);
        } else {
            self.settle_march(attack.march);
        }
    }

    /// Steps 2 to 5: the type is paid for and the attack resolved.
    pub(crate) fn attack_now(&mut self, mut march: March, target: Hex, kind: AttackType) {
        let unit = march.unit;
        march.mp -= kind.cost(self.pos().rides(unit));
        march.attacked = true;
        self.ask(Marching { march });
        let from = self.state.unit(unit).hex;
        if self.state.stack_set(from).len() == 1 {
            self.drop_refused_flanks(from);
        }
        self.tell(|t| Event::Attack {
            piece: t.unit(unit),
            from: t.hex(from),
            to: t.hex(target),
            kind: kind.word(),
        });
        self.release_attacked(target);
        self.fight(crate::combat::Attack::march(unit, from, target, kind), None);
    }
}

/// The type of the attack just declared (7.1).
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct NameAttack {
    pub(crate) march: March,
    pub(crate) target: Hex,
}

impl Room<Gcacw> for NameAttack {
    fn ask(&self, _pos: Pos) -> Ask {
        Ask::new("attack-type", "Choose the type of the attack", "G7.1-16")
    }

    fn seats(&self, pos: Pos) -> Seats {
        Seats::one(pos.state.active)
    }

    fn orders(&self, pos: Pos, out: &mut Vec<Order>) {
        let open = AttackType::ALL.into_iter().filter(|t| pos.may_attack_by(&self.march, *t).is_ok());
        out.extend(open.map(Order::By));
    }

    fn check(&self, pos: Pos, order: &Order) -> Result<(), Refusal> {
        match *order {
            Order::By(kind) => pos.may_attack_by(&self.march, kind),
            _ => Err(self.ask(pos).not_asked()),
        }
    }

    fn apply(&self, play: &mut Play, order: &Order) {
        match *order {
            Order::By(kind) => play.attack_by(self.march.clone(), self.target, kind),
            _ => play.not_answered(self.clone(), order),
        }
    }
}
