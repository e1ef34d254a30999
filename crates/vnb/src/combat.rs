//! Phase 5: choosing whom to attack, answering, and the course of a combat (VCOM-1 to VCOM-9, VGAP-19 to VGAP-24).

use table::{Ask, Refusal, Room, Seats};

use crate::Vnb;
use crate::decide::{no, unchecked};
use crate::dice::Group;
use crate::event::Event;
use crate::geometry::{CENT, INCH, within};
use crate::ids::StandId;
use crate::order::Order;
use crate::pending::Pending;
use crate::play::Play;
use crate::position::Pos;
use crate::state::mark;
use crate::strikes::{GiveWay, Share};
use crate::terrain::Terrain;

/// Firers of one target that are also offered alone; all together always are.
const ALONE: usize = 3;

/// Which enemy stand is attacked next, and who fires at it.
pub struct Attack;

impl Room<Vnb> for Attack {
    fn ask(&self, _pos: Pos) -> Ask {
        Ask::new("attack", "Which enemy stand is attacked next?", "VCOM-2")
    }
    fn seats(&self, pos: Pos) -> Seats {
        pos.state.phasing.into()
    }
    fn orders(&self, pos: Pos, out: &mut Vec<Order>) {
        pos.offer_attacks(out);
    }
    fn check(&self, pos: Pos, order: &Order) -> Result<(), Refusal> {
        let seat = pos.state.phasing;
        match order {
            Order::Attack { target, fire } => pos.may_attack(*target, fire),
            Order::Bombard { stand, feature, x, y } => pos.may_bombard(*stand, *feature, *x, *y),
            Order::Reinforce { stand, brigade } => pos.may_be_told_to_reinforce(*stand, *brigade),
            Order::End if pos.present_of(seat.other()).any(|t| pos.must_be_fought(t)) => {
                Err(no("VCOM-9", "every contact must be fought"))
            }
            Order::End => Ok(()),
            _ => Err(self.ask(pos).not_asked()),
        }
    }
    fn apply(&self, play: &mut Play, order: &Order) {
        match order {
            Order::Attack { target, fire } => play.attack(*target, fire),
            Order::Bombard { stand, feature, x, y } => play.apply_bombard(*stand, *feature, *x, *y),
            Order::Reinforce { stand, brigade } => play.reinforce(*stand, *brigade),
            Order::End => play.attacks_over(),
            other => unchecked(other),
        }
    }
}

/// Whom the attacked stand answers (VGAP-20).
#[derive(Clone, PartialEq, Eq, Debug, Hash)]
pub struct Answer {
    pub combat: Box<Combat>,
}

impl Room<Vnb> for Answer {
    fn ask(&self, _pos: Pos) -> Ask {
        Ask::new("answer", "Whom does the attacked stand answer?", "VGAP-20")
    }
    fn seats(&self, pos: Pos) -> Seats {
        pos.side(self.combat.target).into()
    }
    fn orders(&self, pos: Pos, out: &mut Vec<Order>) {
        out.extend(pos.answers(&self.combat).into_iter().map(Order::Answer));
    }
    fn check(&self, pos: Pos, order: &Order) -> Result<(), Refusal> {
        match order {
            Order::Answer(at) if pos.answers(&self.combat).contains(at) => Ok(()),
            Order::Answer(_) => Err(no("VGAP-20", "the stand cannot answer that one")),
            _ => Err(self.ask(pos).not_asked()),
        }
    }
    fn apply(&self, play: &mut Play, order: &Order) {
        let Order::Answer(at) = order else { return unchecked(order) };
        let mut combat = self.combat.clone();
        (combat.answer, combat.stage) = (*at, Stage::Dice);
        play.state.pending.push(Pending::Combat(combat));
    }
}

/// Hits of one group of dice, before saving throws.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub struct Strike {
    pub by: StandId,
    pub at: StandId,
    pub melee: bool,
    pub hits: u8,
    /// Dice it was rolled with, and what they hit on.
    pub dice: u8,
    pub hits_on: u8,
    /// Throws every hit allows.
    pub saves: u8,
    /// Hits for which the cavalry fired at gives way for one more throw.
    pub give_way: u8,
}

impl Strike {
    /// The chance that none of its dice ended as a casualty, before any was rolled.
    pub(crate) fn no_hit(&self) -> f64 {
        self.distribution()[0]
    }

    /// The chances of 0, 1, 2, ... casualties, before any die was rolled.
    pub(crate) fn distribution(&self) -> Vec<f64> {
        let saves = (0..self.saves).map(|_| "").collect();
        let group = Group { kind: "", dice: self.dice, hits_on: self.hits_on, saves, close: false };
        group.distribution()
    }
}

/// A combat in progress.
#[derive(Clone, PartialEq, Eq, Debug, Hash, Default)]
pub struct Combat {
    pub target: StandId,
    /// Attacking stands that melee, and those that fire.
    pub melee: Vec<StandId>,
    pub fire: Vec<StandId>,
    /// Whom the target answers; nobody if it does not.
    pub answer: StandId,
    /// Fire of a defending stand that nobody chose: no answer.
    pub last: bool,
    pub strikes: Vec<Strike>,
    /// Stands whose owners have said whether they give way.
    pub asked: Vec<StandId>,
    /// Casualties to be shared out among the skirmishers of a block.
    pub to_share: u8,
    /// Casualties of the participants of each side: of the chosen stand's enemies first.
    pub losses: [u16; 2],
    pub stage: Stage,
}

/// How far a combat has got.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, Default)]
pub enum Stage {
    #[default]
    Answer,
    Dice,
    GiveWay,
    Share,
    Result,
}

impl Pos<'_> {
    /// Whether a firer could reach a target at all: the cheap question before the dear ones.
    pub(crate) fn in_reach(&self, by: StandId, at: StandId) -> bool {
        let centre = self.piece(by).pose.centre();
        if !self.near(at, centre, self.setup.ranges[by.index()] * CENT + 3 * INCH) {
            return false;
        }
        let far = self.longest_range(by);
        far > 0 && self.near(at, centre, far * CENT + 3 * INCH) && within(self.fire_distance(by, at), far)
    }

    /// Attacking stands that touch a defender or the block it holds (VGAP-24).
    pub(crate) fn melee_attackers(&self, target: StandId) -> Vec<StandId> {
        self.contacts(target).into_iter().collect()
    }

    /// Stands of the attacker that may fire at a defender now.
    pub(crate) fn firers_at(&self, target: StandId) -> Vec<StandId> {
        self.possible_firers(target).collect()
    }
    /// As [`Pos::firers_at`], one after the other.
    pub(crate) fn possible_firers(&self, target: StandId) -> impl Iterator<Item = StandId> + '_ {
        self.present_of(self.side(target).other())
            .filter(|id| !self.is_commander(*id) && !self.piece(*id).has(mark::FOUGHT))
            .filter(move |id| self.in_reach(*id, target) && self.has_fire(*id, target))
    }

    /// Whether a stand has dice against a target.
    fn has_fire(&self, by: StandId, at: StandId) -> bool {
        self.in_arc(by, at) && self.fire_plan(by, at, false).is_ok_and(|p| p.dice() > 0)
    }

    /// Whether a defending stand must still be fought (VCOM-9).
    pub(crate) fn must_be_fought(&self, target: StandId) -> bool {
        !self.piece(target).has(mark::CHOSEN)
            && self.side(target) != self.state.phasing
            && !self.is_commander(target)
            && self.in_contact(target)
    }

    /// Checks an attack on a defending stand.
    ///
    /// # Errors
    /// The rule against it.
    pub(crate) fn may_attack(&self, target: StandId, fire: &[StandId]) -> Result<(), Refusal> {
        let seat = self.state.phasing;
        if target.index() >= self.setup.stands.len()
            || !self.piece(target).on_table()
            || self.side(target) == seat
        {
            return Err(no("VCOM-2", "there is no such defending stand"));
        }
        if self.is_commander(target) {
            return Err(no("VGAP-36", "commanders are not attacked"));
        }
        if self.piece(target).has(mark::CHOSEN) {
            return Err(no("VGAP-19", "the stand has been chosen already"));
        }
        for (n, id) in fire.iter().enumerate() {
            if id.index() >= self.setup.stands.len()
                || self.side(*id) != seat
                || !self.piece(*id).on_table()
                || fire[..n].contains(id)
            {
                return Err(no("VCOM-3", "there is no such firing stand"));
            }
            if self.piece(*id).has(mark::FOUGHT) {
                return Err(no("VGAP-19", "a stand attacks once a phase"));
            }
            if self.fire_plan(*id, target, false)?.dice() == 0 {
                return Err(no("VTER-65", "the garrison has used all its dice"));
            }
        }
        if fire.is_empty() && !self.in_contact(target) {
            return Err(no("VCOM-3", "somebody must attack the stand"));
        }
        Ok(())
    }

    /// Whom a chosen stand may answer: those it melees, else any legal target of its fire.
    pub(crate) fn answers(&self, combat: &Combat) -> Vec<StandId> {
        let target = combat.target;
        if combat.last || !self.piece(target).on_table() {
            return Vec::new();
        }
        if !combat.melee.is_empty() {
            return if self.garrisons(target) == Some(Terrain::Town) {
                combat.melee[..1].to_vec()
            } else {
                combat.melee.clone()
            };
        }
        if self.piece(target).has(mark::FOUGHT) || self.cannot_fire(target).is_some() {
            return Vec::new();
        }
        self.fire_targets(target)
    }

    /// Enemies a stand may fire at outside a melee.
    pub(crate) fn fire_targets(&self, by: StandId) -> Vec<StandId> {
        self.possible_targets(by).collect()
    }
    fn possible_targets(&self, by: StandId) -> impl Iterator<Item = StandId> + '_ {
        self.enemies_of(by)
            .filter(move |e| self.in_reach(by, *e) && self.has_fire(by, *e) && !self.in_contact(*e))
    }
    pub(crate) fn has_target(&self, by: StandId) -> bool {
        self.possible_targets(by).next().is_some()
    }

    /// Whether the attacker still has something to choose.
    pub(crate) fn attack_left(&self) -> bool {
        self.present_of(self.state.phasing.other()).any(|t| {
            !self.is_commander(t)
                && !self.piece(t).has(mark::CHOSEN)
                && (self.in_contact(t) || self.possible_firers(t).next().is_some())
        }) || self.bombardment_left()
    }

    /// Every enemy stand in contact or under fire: by melee, by a few firers alone, by all of them.
    fn offer_attacks(&self, out: &mut Vec<Order>) {
        let seat = self.state.phasing;
        let mut must = false;
        for target in self.present_of(seat.other()) {
            if self.is_commander(target) || self.piece(target).has(mark::CHOSEN) {
                continue;
            }
            let contact = self.in_contact(target);
            must |= contact;
            let firers = self.firers_at(target);
            if contact {
                out.push(Order::Attack { target, fire: Vec::new() });
            }
            if firers.len() > 1 {
                out.extend(firers.iter().take(ALONE).map(|f| Order::Attack { target, fire: vec![*f] }));
            }
            if !firers.is_empty() {
                out.push(Order::Attack { target, fire: firers });
            }
        }
        if self.setup.table.features.iter().any(|f| f.kind == Terrain::Fortress) {
            out.extend(self.bombardments().into_iter().map(|(stand, feature, x, y)| Order::Bombard {
                stand,
                feature,
                x,
                y,
            }));
        }
        if !must {
            out.push(Order::End);
        }
    }
}

impl Play<'_> {
    pub(crate) fn begin_combat(&mut self) {
        for piece in &mut self.state.pieces {
            piece.set(mark::FOUGHT | mark::CHOSEN, false);
            piece.dice_used = 0;
        }
        for side in [self.state.phasing.other(), self.state.phasing] {
            self.offer_ground(side);
        }
    }

    /// The attacker has chosen a stand and those who fire at it.
    fn attack(&mut self, target: StandId, fire: &[StandId]) {
        let pos = self.pos();
        let melee = pos.melee_attackers(target);
        self.tell(|who| Event::Attacked {
            target: who(target),
            melee: melee.iter().map(|id| who(*id)).collect(),
            fire: fire.iter().map(|id| who(*id)).collect(),
        });
        for id in self.pos().defenders_with(target) {
            self.state.piece_mut(id).set(mark::CHOSEN, true);
        }
        self.state.piece_mut(target).set(mark::CHOSEN, true);
        let combat =
            Combat { target, melee, fire: fire.to_vec(), answer: StandId::NONE, ..Combat::default() };
        self.state.pending.push(Pending::Combat(Box::new(combat)));
    }

    /// Takes a combat one step on; it may come to a choice.
    pub(crate) fn step_combat(&mut self, mut combat: Box<Combat>) {
        let next = match combat.stage {
            Stage::Answer => {
                let choices = self.pos().answers(&combat);
                if choices.len() > 1 {
                    return self.state.pending.push(Pending::Answer(Answer { combat }));
                }
                combat.answer = choices.first().copied().unwrap_or(StandId::NONE);
                Stage::Dice
            }
            Stage::Dice => {
                self.roll_strikes(&mut combat);
                Stage::GiveWay
            }
            Stage::GiveWay => {
                if let Some((stand, hits)) = self.pos().asks_give_way(&combat) {
                    return self.state.pending.push(Pending::GiveWay(GiveWay { combat, stand, hits }));
                }
                self.casualties(&mut combat);
                Stage::Share
            }
            Stage::Share => {
                let sharers = self.pos().sharers(combat.target);
                if combat.to_share > 0 && sharers.len() > 1 {
                    return self.state.pending.push(Pending::Share(Share { combat }));
                }
                if let Some(last) = sharers.first().filter(|_| combat.to_share > 0) {
                    combat.losses[1] += self.lose(*last, u16::from(combat.to_share));
                }
                combat.to_share = 0;
                Stage::Result
            }
            Stage::Result => return self.result(&combat),
        };
        combat.stage = next;
        self.state.pending.push(Pending::Combat(combat));
    }
}
