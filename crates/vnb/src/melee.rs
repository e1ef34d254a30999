//! Melee: dice, saves, casualties, ties (VCOM-14 to VCOM-37, VGAP-24).

use arrayvec::ArrayVec;
use table::{Dice, Refusal, Rule, chances};

use crate::charts::{CANISTER_HITS_ON, HITS_ON, HITS_WELL_ON, dice};
use crate::dice::Group;
use crate::few::Few;
use crate::ids::StandId;
use crate::kinds::Arm;
use crate::position::Pos;
use crate::state::mark;
use crate::terrain::{Hit, Terrain};

/// The dice of one stand against another in melee.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Blow {
    pub stand: StandId,
    pub at: StandId,
    pub group: Group,
}

/// A melee before the dice.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MeleePlan {
    pub attacker: Vec<Blow>,
    pub defender: Vec<Blow>,
    /// The stands that are hit on the defender's side: one, or the skirmishers of a block.
    pub defenders: Vec<StandId>,
}

impl Pos<'_> {
    /// The infantry stands that defend together with one: all of its block, else itself (VTER-62).
    pub(crate) fn defenders_with(&self, at: StandId) -> Vec<StandId> {
        let garrison = self.piece(at).garrison;
        if self.garrisons(at) != Some(Terrain::Town) {
            return vec![at];
        }
        let foot = |id: &StandId| self.piece(*id).garrison == garrison && self.arm(*id).is_infantry();
        let inside: Vec<StandId> = self.present_of(self.side(at)).filter(foot).collect();
        if inside.is_empty() || !inside.contains(&at) { vec![at] } else { inside }
    }

    /// Melee dice of a stand before quartering.
    pub fn melee_dice(&self, id: StandId) -> u8 {
        let (piece, arm) = (self.piece(id), self.arm(id));
        let idle = self.garrisons(id) == Some(Terrain::Town) && (arm.is_cavalry() || arm.is_artillery());
        if piece.has(mark::RALLIED) || idle {
            return 0;
        }
        let row = dice(arm, self.setup.stand(id).weapon);
        let own = if self.stationary(id) { row.stationary_melee } else { row.melee };
        if arm == Arm::InfantryBrigade { own + piece.guns + self.reinforcing(id).len() as u8 } else { own }
    }

    /// The lowest number that hits in melee.
    fn melee_hits_on(&self, by: StandId, at: StandId) -> u8 {
        let stand = self.setup.stand(by);
        let shaken = self.disordered(at);
        match self.arm(by) {
            Arm::Battalion if self.piece(by).has(mark::LIMBERED) => HITS_ON,
            Arm::Battalion if stand.weapon.is_smoothbore_gun() => CANISTER_HITS_ON,
            Arm::Battalion => HITS_WELL_ON,
            Arm::InfantryBrigade if stand.is_cartridge() && shaken => HITS_WELL_ON,
            arm if arm.is_cavalry() && !self.disordered(by) && shaken => HITS_WELL_ON,
            _ => HITS_ON,
        }
    }

    fn melee_saves(&self, by: StandId, at: StandId) -> ArrayVec<&'static str, 8> {
        let mut saves = ArrayVec::new();
        if self.disordered(by) {
            saves.push("disordered attacker");
        }
        if self.arm(by) == Arm::Battery && !self.stationary(by) {
            saves.push("battery");
        }
        let weapon = self.setup.stand(by).weapon;
        let guns = self.arm(by).is_artillery();
        let hit = Hit {
            melee: true,
            artillery: guns,
            siege: guns && weapon.is_siege(),
            close: true,
            infantry: self.arm(by).is_infantry(),
        };
        if self.terrain_saves(at, self.melee_attack(by, at), hit) {
            saves.push("terrain");
        }
        saves
    }

    fn blow(&self, stand: StandId, at: StandId, dice: u8) -> Blow {
        let group = Group {
            kind: "melee",
            dice,
            hits_on: self.melee_hits_on(stand, at),
            saves: self.melee_saves(stand, at),
            close: true,
        };
        Blow { stand, at, group }
    }

    /// The melee of some stands against one, which answers `answer`.
    ///
    /// # Errors
    /// VGAP-24 where one of them is not in contact.
    pub(crate) fn melee_plan(
        &self,
        by: &[StandId],
        at: StandId,
        answer: StandId,
    ) -> Result<MeleePlan, Refusal> {
        let enemy = |a: &StandId| self.side(*a) != self.side(at) && self.contact(*a, at);
        if by.is_empty() || !by.iter().all(enemy) || !by.contains(&answer) {
            return Err(Refusal::new(Rule("VGAP-24"), "a melee is fought by stands in contact"));
        }
        let swings = |id: &StandId| if self.piece(*id).has(mark::FOUGHT) { 0 } else { self.melee_dice(*id) };
        // Out of a block, too, a garrison strikes with the quarter of one side (VTER-65).
        let sally = |id: &StandId| match self.garrisons(*id) {
            Some(Terrain::Town) => swings(id).div_ceil(4),
            _ => swings(id),
        };
        let attacker = by.iter().map(|a| self.blow(*a, at, sally(a))).collect();
        let defenders = self.defenders_with(at);
        let defender = if self.garrisons(at) == Some(Terrain::Town) {
            self.garrison_blows(by, at, &defenders)
        } else {
            vec![self.blow(at, answer, swings(&at))]
        };
        Ok(MeleePlan { attacker, defender, defenders })
    }

    /// A garrison answers each side of its block with a quarter of its dice (VTER-65).
    fn garrison_blows(&self, by: &[StandId], at: StandId, defenders: &[StandId]) -> Vec<Blow> {
        let all: u8 = defenders.iter().map(|d| self.melee_dice(*d)).sum();
        let used: u8 = defenders.iter().map(|d| self.piece(*d).dice_used).max().unwrap_or(0);
        let mut left = all.saturating_sub(used);
        let mut sides = 0;
        let mut blows = Vec::new();
        for attacker in by {
            let side = self.contact_edges(at, *attacker);
            let share = if sides & side == side { 0 } else { all.div_ceil(4).min(left) };
            sides |= side;
            left -= share;
            blows.push(self.blow(at, *attacker, share));
        }
        blows
    }

    /// The tie modifiers of a stand against the enemies it touches (VCOM-34, VCOM-35, VCOM-37).
    pub(crate) fn tie_modifier(&self, id: StandId, enemies: &[StandId]) -> i16 {
        let (arm, stand) = (self.arm(id), self.setup.stand(id));
        let mut sum = 0;
        if arm.is_infantry() {
            let raw = |e: &StandId| self.setup.stand(*e).is_raw() && !self.setup.stand(*e).elites;
            if !stand.is_raw() && enemies.iter().any(raw) {
                sum += 2;
            }
            let cavalry: Few<StandId, 8> =
                enemies.iter().copied().filter(|e| self.arm(*e).is_cavalry()).collect();
            if !cavalry.is_empty() && !self.holds_broken_ground(id) {
                let open_flank = cavalry.iter().any(|c| self.flank_contact(id, *c) && !self.secure(id, *c));
                let firm = self.stationary(id) || cavalry.iter().all(|c| self.secure(id, *c));
                sum += if !open_flank && firm { 2 } else { -2 };
            }
        }
        if arm.is_artillery() {
            if self.supported(id) && enemies.iter().any(|e| self.arm(*e).is_infantry()) {
                sum += 1;
            }
            if enemies.iter().any(|e| self.arm(*e).is_cavalry()) {
                sum -= 2;
            }
        }
        sum
    }

    /// The stand with the highest modified morale of a side, and its total for a tie (VCOM-32).
    ///
    /// Every enemy it touches counts, also one that fights another melee (VCOM-34).
    pub(crate) fn tie_pick(&self, own: &[StandId]) -> (StandId, i16) {
        let needs = |id: StandId| {
            i16::from(self.setup.stand(id).morale) + self.morale_modifiers(id, &self.causes(id)).sum()
        };
        let mut best = (own[0], needs(own[0]));
        for id in &own[1..] {
            let n = needs(*id);
            if n > best.1 {
                best = (*id, n);
            }
        }
        (best.0, best.1 + self.tie_modifier(best.0, &self.contacts(best.0)))
    }
}

/// Rolls a tie until the totals differ; true if the attacker wins (VCOM-32, VCOM-33).
pub fn break_tie(attacker: i16, defender: i16, dice: &mut dyn Dice) -> bool {
    loop {
        if let Some(wins) = tie_throw(attacker, defender, dice) {
            return wins;
        }
    }
}

/// One throw of a tie: who wins, or nobody yet.
fn tie_throw(attacker: i16, defender: i16, dice: &mut dyn Dice) -> Option<bool> {
    let a = attacker + i16::from(dice.d6("tie, attacker"));
    let d = defender + i16::from(dice.d6("tie, defender"));
    (a != d).then_some(a > d)
}

/// The chance that the attacker wins a tie, rerolls included: of the throws that decide.
pub fn tie_chance(attacker: i16, defender: i16) -> f64 {
    let odds = chances(|dice| tie_throw(attacker, defender, dice));
    let p = |who| odds.iter().find(|(w, _)| *w == who).map_or(0.0, |(_, p)| *p);
    let (wins, loses) = (p(Some(true)), p(Some(false)));
    if wins + loses == 0.0 { 0.5 } else { wins / (wins + loses) }
}
