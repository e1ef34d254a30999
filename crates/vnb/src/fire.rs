//! Fire: who may fire at whom, with how many dice, and what saves (VCOM-10 to VCOM-29, VGAP-23).

use arrayvec::ArrayVec;
use table::Refusal;

use crate::charts::{CANISTER_HITS_ON, DEDICATED_GUN_RANGE, HITS_ON, HITS_WELL_ON, dice, ranges};
use crate::decide::no;
use crate::dice::Group;
use crate::geometry::{INCH, cents};
use crate::ids::StandId;
use crate::kinds::Arm;
use crate::position::Pos;
use crate::state::mark;
use crate::terrain::{Hit, Terrain};

/// Farther off than this nobody is at close range of anybody.
const FARTHEST_CLOSE: i64 = 11 * INCH;

/// The dice of one stand's fire at another.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FirePlan {
    pub groups: ArrayVec<Group, 2>,
}

impl FirePlan {
    pub(crate) fn dice(&self) -> u8 {
        self.groups.iter().map(|g| g.dice).sum()
    }
    /// Whether guns take part, for buildings that may catch fire.
    pub(crate) fn artillery(&self) -> bool {
        self.groups.iter().any(|g| g.kind != "small-arms")
    }
}

impl Pos<'_> {
    /// Why a stand cannot fire at anything at all, whatever the target.
    pub(crate) fn cannot_fire(&self, by: StandId) -> Option<Refusal> {
        let (piece, arm) = (self.piece(by), self.arm(by));
        let building = self.garrisons(by);
        let refuse = |is: bool, rule, why| is.then(|| no(rule, why));
        refuse(arm.is_commander(), "VGAP-36", "commanders do not fight")
            .or_else(|| refuse(self.routed(by), "VMOR-35", "a routed stand does not fire"))
            .or_else(|| {
                refuse(piece.has(mark::RALLIED), "VRAL-5", "a stand rallied this turn sits out the combat")
            })
            .or_else(|| refuse(piece.has(mark::COLUMN), "VMOV-21", "a march column does not fire"))
            .or_else(|| {
                refuse(
                    arm.is_artillery() && piece.has(mark::LIMBERED),
                    "VGAP-50",
                    "limbered artillery does not fire",
                )
            })
            .or_else(|| {
                refuse(self.in_contact(by), "VGAP-23", "a stand in contact with an enemy does not fire")
            })
            .or_else(|| {
                refuse(
                    self.is_reinforcing(by),
                    "VGAP-34",
                    "a reinforcing skirmisher makes no attack of its own",
                )
            })
            .or_else(|| {
                // A block inside a forest is forest, too: its middle says where the guns are.
                let barred = arm.is_artillery() && self.is_in(by, Terrain::Forest);
                refuse(barred, "VTER-30", "artillery does not fire from a forest")
            })
            .or_else(|| {
                let barred = building == Some(Terrain::Town) && (arm.is_cavalry() || arm.is_artillery());
                refuse(barred, "VTER-11", "cavalry and artillery in a town make no attacks")
            })
            .or_else(|| refuse(arm == Arm::MountedInfantry, "VGAP-41", "mounted infantry fires only on foot"))
            .or_else(|| {
                let none = self.longest_range(by) == 0;
                refuse(none, "VCOM-14", "the stand has no fire dice")
            })
    }

    /// Dice of the stand's own arm in fire, reinforcing skirmishers included.
    fn own_fire_dice(&self, by: StandId) -> u8 {
        let row = dice(self.arm(by), self.setup.stand(by).weapon);
        let own = if self.stationary(by) { row.stationary_fire } else { row.fire };
        if self.arm(by) == Arm::InfantryBrigade { own + self.reinforcing(by).len() as u8 } else { own }
    }

    /// Dice of dedicated guns where they can fire (VCOM-16, VCOM-18, VGAP-35).
    fn gun_dice(&self, by: StandId) -> u8 {
        let (arm, piece) = (self.arm(by), self.piece(by));
        if piece.guns == 0 || !arm.is_brigade() || arm == Arm::MountedInfantry {
            return 0;
        }
        let stuck = !piece.in_building()
            && (self.is_in(by, Terrain::Forest)
                || self.is_in(by, Terrain::Swamp)
                || (piece.marsh == 4 && self.is_in(by, Terrain::Marsh)));
        if stuck { 0 } else { piece.guns }
    }

    /// The fire of one stand at another, or the rule that forbids it. `give_way`: the owner of mounted
    /// cavalry takes the saving throws of VCOM-28.
    pub(crate) fn fire_plan(&self, by: StandId, at: StandId, give_way: bool) -> Result<FirePlan, Refusal> {
        if self.side(by) == self.side(at) {
            return Err(no("VGAP-23", "the target is no enemy"));
        }
        if self.is_commander(by) || self.is_commander(at) {
            return Err(no("VGAP-36", "commanders neither fire nor are fired at"));
        }
        if let Some(refusal) = self.cannot_fire(by) {
            return Err(refusal);
        }
        let distance = cents(self.fire_distance(by, at));
        let far = self.longest_range(by);
        // Far targets first: sight is the dearest question, but its refusal comes before that of range.
        if !self.clear_line_of_fire(by, at) {
            // A clear line of fire is a line of sight.
            return Err(if self.visible(by, at) {
                no("VGAP-12", "stands are in the line of fire")
            } else {
                no("VGAP-23", "the target is not visible")
            });
        }
        if !self.in_arc(by, at) {
            return Err(no("VGAP-11", "the target is outside the firing arc"));
        }
        if distance > far {
            return Err(no("VCOM-10", "the target is out of range"));
        }
        let mut groups = self.groups(by, at, distance)?;
        self.quarter(by, &mut groups);
        for group in &mut groups {
            group.saves = self.fire_saves(by, at, group, give_way);
        }
        Ok(FirePlan { groups })
    }

    /// How far a stand can fire at all, in hundredths.
    pub(crate) fn longest_range(&self, by: StandId) -> i64 {
        // Reinforcing skirmishers add dice only to those who have some.
        let weapon = self.setup.stand(by).weapon;
        let row = dice(self.arm(by), weapon);
        let fires = if self.stationary(by) { row.stationary_fire } else { row.fire } > 0;
        let own = if fires { ranges(weapon).1 } else { 0 };
        let gun = if self.gun_dice(by) > 0 { DEDICATED_GUN_RANGE } else { 0 };
        own.max(gun)
    }

    /// The dice by kind: the stand's own arm first, then its guns; those without effect left out.
    fn groups(&self, by: StandId, at: StandId, distance: i64) -> Result<ArrayVec<Group, 2>, Refusal> {
        let stand = self.setup.stand(by);
        let arm = self.arm(by);
        let (close, long) = ranges(stand.weapon);
        let stone = self.stone_building(at);
        let mut found = ArrayVec::new();
        let mut first_refusal: Option<(u8, Refusal)> = None;
        let mut refuse = |order: u8, refusal: Refusal| {
            if first_refusal.as_ref().is_none_or(|(o, _)| order < *o) {
                first_refusal = Some((order, refusal));
            }
        };
        let own = self.own_fire_dice(by);
        if own > 0 && distance <= long {
            // No close range at all is written 0; corners that meet are 0 apart (VCOM-11).
            let near = close > 0 && distance <= close && !(stone && arm.is_artillery());
            match self.without_effect(by, at, arm.is_artillery(), near) {
                None => found.push(Group {
                    kind: if arm.is_artillery() { "artillery" } else { "small-arms" },
                    dice: own,
                    hits_on: self.fire_hits_on(by, near),
                    saves: ArrayVec::new(),
                    close: near,
                }),
                Some((order, refusal)) => refuse(order, refusal),
            }
        }
        let guns = self.gun_dice(by);
        if guns > 0 && distance <= DEDICATED_GUN_RANGE {
            match self.gun_without_effect(at) {
                None => found.push(Group {
                    kind: "dedicated-gun",
                    dice: guns,
                    hits_on: 6,
                    saves: ArrayVec::new(),
                    close: false,
                }),
                Some((order, refusal)) => refuse(order, refusal),
            }
        }
        match first_refusal {
            Some((_, refusal)) if found.is_empty() => Err(refusal),
            _ => Ok(found),
        }
    }

    fn stone_building(&self, at: StandId) -> bool {
        let garrison = self.piece(at).garrison;
        garrison.is_some() && self.setup.table.features[garrison.index()].stone
    }
    fn in_fort(&self, at: StandId) -> bool {
        self.is_in(at, Terrain::Fort) || self.is_in(at, Terrain::Fortress)
    }

    /// Why the stand's own arm has no effect or may not fire; the number is the order of the refusals.
    fn without_effect(&self, by: StandId, at: StandId, artillery: bool, near: bool) -> Option<(u8, Refusal)> {
        let weapon = self.setup.stand(by).weapon;
        let own_turn = self.side(by) == self.state.phasing;
        if artillery && self.stone_building(at) && !own_turn {
            return Some((1, no("VTER-69", "no artillery fire at stone buildings in the occupier's turn")));
        }
        if artillery && !near && !own_turn {
            return Some((2, no("VGAP-21", "artillery fires at long range only in its own player turn")));
        }
        if !artillery && self.stone_building(at) {
            return Some((3, no("VTER-68", "small arms do nothing to those in stone buildings")));
        }
        let hurts = artillery && (weapon.is_siege() || (weapon.is_heavy() && near));
        if self.in_fort(at) && !hurts {
            return Some((4, no("VTER-36", "this fire does nothing to the garrison of a fort")));
        }
        None
    }

    fn gun_without_effect(&self, at: StandId) -> Option<(u8, Refusal)> {
        if self.stone_building(at) && self.side(at) == self.state.phasing {
            return Some((1, no("VTER-69", "no artillery fire at stone buildings in the occupier's turn")));
        }
        self.in_fort(at).then(|| (4, no("VTER-36", "this fire does nothing to the garrison of a fort")))
    }

    /// The lowest number that hits in fire.
    fn fire_hits_on(&self, by: StandId, close: bool) -> u8 {
        let stand = self.setup.stand(by);
        match self.arm(by) {
            Arm::Battalion if close && stand.weapon.is_smoothbore_gun() => CANISTER_HITS_ON,
            Arm::Battalion if close => HITS_WELL_ON,
            Arm::Battalion | Arm::Battery => HITS_ON,
            _ if self.arm(by).is_skirmisher() && stand.sharpshooter => HITS_WELL_ON,
            _ if stand.repeating && close => HITS_WELL_ON,
            _ => HITS_ON,
        }
    }

    /// A town garrison fires with a quarter of its dice to each side, no more than all in a phase (VTER-65).
    fn quarter(&self, by: StandId, groups: &mut ArrayVec<Group, 2>) {
        if self.garrisons(by) != Some(Terrain::Town) {
            return;
        }
        let all: u8 = groups.iter().map(|g| g.dice).sum();
        let mut left = all.div_ceil(4).min(all.saturating_sub(self.piece(by).dice_used));
        for group in groups.iter_mut() {
            group.dice = group.dice.min(left);
            left -= group.dice;
        }
        groups.retain(|g| g.dice > 0);
    }

    /// The sources of saving throws against fire, in the order of the card (VGAP-39).
    fn fire_saves(
        &self,
        by: StandId,
        at: StandId,
        group: &Group,
        give_way: bool,
    ) -> ArrayVec<&'static str, 8> {
        let weapon = self.setup.stand(by).weapon;
        let guns = group.kind == "artillery";
        let heavy = guns && (weapon.is_heavy() || weapon.is_siege());
        let hit = Hit {
            melee: false,
            artillery: group.kind != "small-arms",
            siege: guns && weapon.is_siege(),
            close: group.close,
            infantry: false,
        };
        let arm = self.arm(at);
        let mut saves = ArrayVec::new();
        if self.disordered(by) {
            saves.push("disordered firer");
        }
        if guns && self.arm(by) == Arm::Battery && !self.stationary(by) {
            saves.push("battery");
        }
        if (arm.is_skirmisher() && self.open_order(at)) || (self.unlimbered(at) && !heavy) {
            saves.push("open order");
        }
        if give_way && self.may_give_way(at) {
            saves.push("cavalry gives way");
        }
        if self.terrain_saves(at, Some(self.fire_attack(by, at)), hit) {
            saves.push("terrain");
        }
        if self.piece(at).has(mark::GROUND) {
            saves.push("gone to ground");
        }
        saves
    }

    /// Mounted cavalry that is not in contact may give way under fire (VCOM-28).
    pub(crate) fn may_give_way(&self, at: StandId) -> bool {
        self.arm(at).is_cavalry() && !self.in_contact(at)
    }

    /// A base width free on either side (VCOM-26).
    pub(crate) fn open_order(&self, id: StandId) -> bool {
        if self.piece(id).in_building() {
            return false;
        }
        let own = self.own(id);
        let right = own.0[1] - own.0[0];
        let sides = [own.shifted(right), own.shifted(-right)];
        !self.present().any(|other| {
            if other == id || self.is_commander(other) {
                return false;
            }
            if !self.near(other, self.piece(id).pose.centre(), 6 * crate::geometry::INCH) {
                return false;
            }
            let body = self.body(other);
            sides.iter().any(|s| {
                body.quad.depth_of_overlap(s) > crate::body::OVERLAP_SLACK
                    || body.tail.is_some_and(|t| t.depth_of_overlap(s) > crate::body::OVERLAP_SLACK)
            })
        })
    }

    /// Whether an enemy is able to make a stand test by its close range and arc (VMOR-2).
    pub(crate) fn threatens(&self, enemy: StandId, stand: StandId) -> bool {
        if !self.near(enemy, self.piece(stand).pose.centre(), FARTHEST_CLOSE) {
            return false;
        }
        let (piece, arm) = (self.piece(enemy), self.arm(enemy));
        let (close, _) = ranges(self.setup.stand(enemy).weapon);
        if close == 0 || arm.is_commander() || arm.is_cavalry() || self.routed(enemy) {
            return false;
        }
        if piece.has(mark::RALLIED | mark::COLUMN | mark::LIMBERED) || self.is_commander(stand) {
            return false;
        }
        if arm.is_artillery() && (self.stone_building(stand) || self.garrisons(enemy) == Some(Terrain::Town))
        {
            return false;
        }
        if !self.near(
            enemy,
            self.piece(stand).pose.centre(),
            close * crate::geometry::CENT + 7 * crate::geometry::INCH,
        ) {
            return false;
        }
        cents(self.fire_distance(enemy, stand)) <= close
            && self.in_arc(enemy, stand)
            && !(arm.is_artillery() && !piece.in_building() && self.is_in(enemy, Terrain::Forest))
            && self.visible(enemy, stand)
    }
}
