//! Phase 5: choosing, answering, dice, casualties (VCOM-1 to VCOM-30, VGAP-19 to VGAP-24).

use table::{Fight, Refusal, Side};

use crate::charts::SAVES_ON;
use crate::decide::no;
use crate::event::Event;
use crate::geometry::{CENT, INCH, Pt, within};
use crate::ids::{FeatureId, StandId};
use crate::play::Play;
use crate::position::Pos;
use crate::state::{Combat, Pending, Phase, Stage, Strike, mark};
use crate::terrain::Terrain;

impl Pos<'_> {
    /// Whether a firer could reach a target at all: the cheap question before the dear ones.
    pub fn in_reach(&self, by: StandId, at: StandId) -> bool {
        let far = self.longest_range(by);
        far > 0
            && self.near(at, self.piece(by).pose.centre(), far * CENT + 3 * INCH)
            && within(self.fire_distance(by, at), far)
    }

    /// Attacking stands that touch a defender or the block it holds (VGAP-24).
    pub fn melee_attackers(&self, target: StandId) -> Vec<StandId> {
        self.contacts(target).into_iter().collect()
    }

    /// Stands of the attacker that may fire at a defender now.
    pub fn firers_at(&self, target: StandId) -> Vec<StandId> {
        self.possible_firers(target).collect()
    }
    /// As [`Pos::firers_at`], one after the other.
    pub fn possible_firers(&self, target: StandId) -> impl Iterator<Item = StandId> + '_ {
        self.present_of(self.side(target).other())
            .filter(|id| !self.is_commander(*id) && !self.piece(*id).has(mark::FOUGHT))
            .filter(move |id| self.in_reach(*id, target) && self.has_fire(*id, target))
    }

    /// Whether a stand has dice against a target.
    fn has_fire(&self, by: StandId, at: StandId) -> bool {
        self.in_arc(by, at) && self.fire_plan(by, at, false).is_ok_and(|p| p.dice() > 0)
    }

    /// Whether a defending stand must still be fought (VCOM-9).
    pub fn must_be_fought(&self, target: StandId) -> bool {
        !self.piece(target).has(mark::CHOSEN)
            && self.side(target) != self.state.phasing
            && !self.is_commander(target)
            && self.in_contact(target)
    }

    /// Checks an attack on a defending stand.
    ///
    /// # Errors
    /// The rule against it.
    pub fn may_attack(&self, seat: Side, target: StandId, fire: &[StandId]) -> Result<(), Refusal> {
        if self.state.phase != Phase::Combat {
            return Err(no("VSEQ-1", "attacks belong to the Combat phase"));
        }
        if seat != self.state.phasing {
            return Err(no("VCOM-2", "the attacker chooses the next defending stand"));
        }
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
    pub fn answers(&self, combat: &Combat) -> Vec<StandId> {
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
    pub fn fire_targets(&self, by: StandId) -> Vec<StandId> {
        self.possible_targets(by).collect()
    }
    fn possible_targets(&self, by: StandId) -> impl Iterator<Item = StandId> + '_ {
        self.enemies_of(by)
            .filter(move |e| self.in_reach(by, *e) && self.has_fire(by, *e) && !self.in_contact(*e))
    }
    pub fn has_target(&self, by: StandId) -> bool {
        self.possible_targets(by).next().is_some()
    }

    /// Checks the fire of a defending stand nobody chose (VGAP-19).
    ///
    /// # Errors
    /// The rule against it.
    pub fn may_fire_last(&self, seat: Side, by: StandId, at: StandId) -> Result<(), Refusal> {
        let count = self.setup.stands.len();
        if by.index() >= count
            || at.index() >= count
            || self.side(by) != seat
            || !self.piece(by).on_table()
            || !self.piece(at).on_table()
        {
            return Err(no("VGAP-19", "there is no such stand"));
        }
        if self.piece(by).has(mark::FOUGHT) {
            return Err(no("VGAP-19", "a stand attacks once a phase"));
        }
        if self.fire_plan(by, at, false)?.dice() == 0 {
            return Err(no("VTER-65", "the garrison has used all its dice"));
        }
        if self.in_contact(at) {
            return Err(no("VGAP-23", "fire into a melee belongs to its combat"));
        }
        Ok(())
    }

    /// Checks fire at the wall of a fortress (VGAP-45).
    ///
    /// # Errors
    /// The rule against it.
    pub fn may_bombard(
        &self,
        seat: Side,
        by: StandId,
        feature: FeatureId,
        x: i32,
        y: i32,
    ) -> Result<(), Refusal> {
        if self.state.phase != Phase::Combat || seat != self.state.phasing {
            return Err(no("VCOM-2", "walls are bombarded in the attacker's Combat phase"));
        }
        if by.index() >= self.setup.stands.len() || self.side(by) != seat || !self.piece(by).on_table() {
            return Err(no("VGAP-45", "there is no such stand"));
        }
        let wall = self.setup.table.features.get(feature.index()).filter(|f| f.kind == Terrain::Fortress);
        let Some(wall) = wall else { return Err(no("VGAP-45", "only fortress walls are breached")) };
        if !self.arm(by).is_artillery() || !self.setup.stand(by).weapon.is_siege() {
            return Err(no("VGAP-45", "only siege artillery breaches walls"));
        }
        if let Some(refusal) = self.cannot_fire(by) {
            return Err(refusal);
        }
        if self.piece(by).has(mark::FOUGHT) {
            return Err(no("VGAP-19", "a stand attacks once a phase"));
        }
        let p = Pt::cents(x, y);
        let Some((left, right)) = self.front_edge(by) else {
            return Err(no("VGAP-45", "the stand cannot fire"));
        };
        let range = crate::charts::ranges(self.setup.stand(by).weapon).1;
        if !within(wall.line_distance(p), 5)
            || !within(crate::geometry::point_segment(p, left, right), range)
            || self.behind_front(by, p)
        {
            return Err(no("VGAP-45", "the place is no wall in range"));
        }
        Ok(())
    }
}

impl Play<'_> {
    pub fn begin_combat(&mut self) {
        for piece in &mut self.state.pieces {
            piece.set(mark::FOUGHT | mark::CHOSEN, false);
            piece.dice_used = 0;
        }
        for side in [self.state.phasing.other(), self.state.phasing] {
            if self.pos().present_of(side).any(|id| self.pos().may_go_to_ground(id).is_ok()) {
                self.state.pending.push(Pending::Ground { side });
            }
        }
    }

    /// The attacker has chosen a stand and those who fire at it.
    pub fn apply_attack(&mut self, target: StandId, fire: &[StandId]) {
        let pos = self.pos();
        let melee = pos.melee_attackers(target);
        self.tell(|| Event::Attacked { target, melee: melee.clone(), fire: fire.to_vec() });
        for id in self.pos().defenders_with(target) {
            self.state.piece_mut(id).set(mark::CHOSEN, true);
        }
        self.state.piece_mut(target).set(mark::CHOSEN, true);
        let combat =
            Combat { target, melee, fire: fire.to_vec(), answer: StandId::NONE, ..Combat::default() };
        self.state.pending.push(Pending::Combat(Box::new(combat)));
    }

    pub fn apply_last_fire(&mut self, by: StandId, at: StandId) {
        let combat = Combat {
            target: at,
            fire: vec![by],
            answer: StandId::NONE,
            last: true,
            stage: Stage::Dice,
            ..Combat::default()
        };
        self.state.pending.push(Pending::Combat(Box::new(combat)));
    }

    /// Takes a combat as far as it goes without a choice. False if somebody has to choose.
    pub fn step_combat(&mut self) -> bool {
        let Some(Pending::Combat(combat)) = self.state.pending.pop() else { return true };
        let mut combat = *combat;
        let stays = match combat.stage {
            Stage::Answer => {
                let choices = self.pos().answers(&combat);
                match choices.len() {
                    0 => combat.stage = Stage::Dice,
                    1 => (combat.answer, combat.stage) = (choices[0], Stage::Dice),
                    _ => {
                        self.state.pending.push(Pending::Combat(Box::new(combat)));
                        return false;
                    }
                }
                true
            }
            Stage::Dice => {
                self.roll_strikes(&mut combat);
                combat.stage = Stage::GiveWay;
                true
            }
            Stage::GiveWay => {
                if self.pos().asks_give_way(&combat).is_some() {
                    self.state.pending.push(Pending::Combat(Box::new(combat)));
                    return false;
                }
                self.casualties(&mut combat);
                combat.stage = Stage::Share;
                true
            }
            Stage::Share => {
                if combat.to_share > 0 && self.pos().sharers(combat.target).len() > 1 {
                    self.state.pending.push(Pending::Combat(Box::new(combat)));
                    return false;
                }
                if combat.to_share > 0 {
                    if let Some(last) = self.pos().sharers(combat.target).first().copied() {
                        let lost = self.lose(last, u16::from(combat.to_share));
                        combat.losses[1] += lost;
                    }
                    combat.to_share = 0;
                }
                combat.stage = Stage::Result;
                true
            }
            Stage::Result => {
                self.result(&combat);
                false
            }
        };
        if stays {
            self.state.pending.push(Pending::Combat(Box::new(combat)));
        }
        true
    }

    /// All dice of a combat: attackers first, then the answer (VCOM-30, VGAP-53).
    fn roll_strikes(&mut self, combat: &mut Combat) {
        let pos = self.pos();
        let mut groups: Vec<(StandId, StandId, bool, crate::dice::Group)> = Vec::new();
        let mut gun_fire = false;
        let target = combat.target;
        let answer = if combat.answer.is_none() {
            combat.melee.first().copied().unwrap_or(StandId::NONE)
        } else {
            combat.answer
        };
        let plan =
            if combat.melee.is_empty() { None } else { pos.melee_plan(&combat.melee, target, answer).ok() };
        if let Some(plan) = &plan {
            groups.extend(plan.attacker.iter().map(|b| (b.stand, b.at, true, b.group.clone())));
        }
        for firer in &combat.fire {
            if let Ok(fire) = pos.fire_plan(*firer, target, false) {
                gun_fire |= fire.artillery();
                groups.extend(fire.groups.into_iter().map(|g| (*firer, target, false, g)));
            }
        }
        match &plan {
            Some(plan) => groups.extend(plan.defender.iter().map(|b| (b.stand, b.at, true, b.group.clone()))),
            None if combat.answer.is_some() => {
                if let Ok(fire) = pos.fire_plan(target, combat.answer, false) {
                    groups.extend(fire.groups.into_iter().map(|g| (target, combat.answer, false, g)));
                }
            }
            None => {}
        }
        self.mark_fought(combat, &groups);
        self.threaten_building(target, gun_fire || plan.is_some());
        if combat.answer.is_some() && plan.is_none() {
            let guns = groups.iter().any(|(by, _, _, g)| *by == target && g.kind != "small-arms");
            self.threaten_building(combat.answer, guns);
        }
        for (by, at, melee, group) in groups {
            let hits = group.roll(self.dice);
            let (dice, hits_on, saves) = (group.dice, group.hits_on, group.saves.len() as u8);
            combat.strikes.push(Strike { by, at, melee, hits, dice, hits_on, saves, give_way: 0 });
        }
    }

    fn mark_fought(&mut self, combat: &Combat, groups: &[(StandId, StandId, bool, crate::dice::Group)]) {
        for id in combat.melee.iter().chain(&combat.fire) {
            self.state.piece_mut(*id).set(mark::FOUGHT, true);
        }
        if !combat.melee.is_empty() || combat.answer.is_some() {
            for id in self.pos().defenders_with(combat.target) {
                self.state.piece_mut(id).set(mark::FOUGHT, true);
            }
            self.state.piece_mut(combat.target).set(mark::FOUGHT, true);
        }
        for (by, _, _, group) in groups {
            if self.pos().garrisons(*by) == Some(Terrain::Town) {
                let piece = self.state.piece_mut(*by);
                piece.dice_used = piece.dice_used.saturating_add(group.dice);
            }
        }
        // A town garrison may answer on its other sides as long as it has dice left.
        let target = combat.target;
        if self.pos().garrisons(target) == Some(Terrain::Town) && combat.melee.is_empty() {
            self.state.piece_mut(target).set(mark::FOUGHT, false);
        }
    }

    fn threaten_building(&mut self, target: StandId, by_guns_or_melee: bool) {
        let garrison = self.state.piece(target).garrison;
        if by_guns_or_melee && garrison.is_some() {
            self.state.building_mut(garrison).threatened = true;
        }
    }

    /// Saves and casualties: against the chosen stand first.
    fn casualties(&mut self, combat: &mut Combat) {
        let target = combat.target;
        let mut strikes = combat.strikes.clone();
        strikes.sort_by_key(|s| s.at != target);
        let mut hurt: Vec<(StandId, u16)> = Vec::new();
        for strike in &strikes {
            let stay = self.save(strike);
            let saved = strike.hits - stay;
            let Strike { by: piece, at, hits, melee, .. } = *strike;
            self.tell(|| {
                if melee {
                    Event::Blow { piece, target: at, hits, saved }
                } else {
                    Event::Volley { piece, target: at, hits, saved }
                }
            });
            match hurt.iter_mut().find(|(id, _)| *id == at) {
                Some((_, n)) => *n += u16::from(stay),
                None => hurt.push((at, u16::from(stay))),
            }
        }
        let hit = hurt.iter().any(|(id, hits)| *id == target && *hits > 0);
        self.count_fight(combat, &strikes, hit);
        for (id, hits) in hurt {
            if hits == 0 {
                continue;
            }
            if id == target && self.pos().sharers(target).len() > 1 {
                let all: u16 = self.pos().sharers(target).iter().map(|s| self.state.piece(*s).sp).sum();
                combat.to_share = hits.min(all).min(250) as u8;
                continue;
            }
            let lost = self.lose(id, hits);
            if id == target {
                combat.losses[1] += lost;
            } else if combat.melee.contains(&id) {
                combat.losses[0] += lost;
            }
            self.commander_at_risk(id);
        }
    }

    /// For studies: an attack succeeds if the chosen stand suffers a hit that no throw saves. What is won by
    /// giving way is decided after the dice and is not in the odds.
    fn count_fight(&mut self, combat: &Combat, strikes: &[Strike], won: bool) {
        if self.log.counts() {
            let unhurt: f64 = strikes.iter().filter(|s| s.at == combat.target).map(Strike::no_hit).product();
            let by = self.side(combat.target).other();
            let at = self.pos().centre(combat.target);
            let at = format!("{:.1},{:.1}", at.x as f64 / INCH as f64, at.y as f64 / INCH as f64);
            let how = if combat.melee.is_empty() { "fire" } else { "melee" };
            self.log.fought(Fight { at, by, how: how.into(), p: 1.0 - unhurt, won });
        }
    }

    /// The throws against the hits of one strike: how many stay.
    fn save(&mut self, strike: &Strike) -> u8 {
        let mut stay = 0;
        for n in 0..strike.hits {
            let throws = strike.saves + u8::from(n < strike.give_way);
            let saved = (0..throws).any(|_| self.dice.d6("saving throw") >= SAVES_ON);
            stay += u8::from(!saved);
        }
        stay
    }

    /// One casualty of a block goes to this skirmisher.
    pub fn apply_lose(&mut self, id: StandId) {
        let lost = self.lose(id, 1);
        if let Some(Pending::Combat(combat)) = self.state.pending.last_mut() {
            combat.to_share -= 1;
            combat.losses[1] += lost;
        }
    }

    /// The owner takes so many of the extra throws of cavalry that gives way.
    pub fn apply_give_way(&mut self, throws: u8) {
        let Some(Pending::Combat(combat)) = self.state.pending.last().cloned() else { return };
        let Some((stand, _)) = self.pos().asks_give_way(&combat) else { return };
        let Some(Pending::Combat(combat)) = self.state.pending.last_mut() else { return };
        combat.asked.push(stand);
        let mut left = throws;
        for strike in combat.strikes.iter_mut().filter(|s| s.at == stand && !s.melee) {
            strike.give_way = left.min(strike.hits);
            left -= strike.give_way;
        }
    }

    /// Siege guns at a wall.
    pub fn apply_bombard(&mut self, by: StandId, feature: FeatureId, x: i32, y: i32) {
        self.state.piece_mut(by).set(mark::FOUGHT, true);
        let pos = self.pos();
        let dice = if pos.stationary(by) { 2 } else { 1 };
        let hits = (0..dice).filter(|_| self.dice.d6("breaching") == 6).count() as u8;
        let section = Pt::cents(x, y);
        let found = self
            .state
            .breaches
            .iter()
            .position(|(f, bx, by, _)| *f == feature && within(Pt::cents(*bx, *by).dist(section), 150));
        let n = found.unwrap_or_else(|| {
            self.state.breaches.push((feature, x, y, 0));
            self.state.breaches.len() - 1
        });
        self.state.breaches[n].3 = (self.state.breaches[n].3 + hits).min(3);
        let points = self.state.breaches[n].3;
        if hits > 0 {
            let feature = self.setup.table.features[feature.index()].title();
            self.tell(|| Event::Breach { feature, points });
        }
    }
}

impl Pos<'_> {
    /// Cavalry hit by fire whose owner has not said yet whether it gives way, and its hits.
    pub fn asks_give_way(&self, combat: &Combat) -> Option<(StandId, u8)> {
        let fire = combat.strikes.iter().filter(|s| !s.melee && s.hits > 0);
        let stand = fire
            .map(|s| s.at)
            .find(|at| !combat.asked.contains(at) && self.piece(*at).on_table() && self.may_give_way(*at))?;
        let hits = combat.strikes.iter().filter(|s| s.at == stand && !s.melee).map(|s| s.hits).sum();
        Some((stand, hits))
    }

    /// Stands among which casualties of a block are shared.
    pub fn sharers(&self, target: StandId) -> Vec<StandId> {
        let mut all = if self.piece(target).on_table() {
            self.defenders_with(target)
        } else {
            self.block_mates(target)
        };
        all.retain(|id| self.piece(*id).on_table());
        all
    }

    /// Comrades chosen together with a stand that has fallen.
    fn block_mates(&self, target: StandId) -> Vec<StandId> {
        let place = self.piece(target).pose;
        self.present_of(self.side(target))
            .filter(|id| {
                self.piece(*id).in_building()
                    && self.piece(*id).pose.centre() == place.centre()
                    && self.arm(*id).is_infantry()
            })
            .collect()
    }

    /// Checks going to ground (VMISC-3).
    ///
    /// # Errors
    /// The rule against it.
    pub fn may_go_to_ground(&self, id: StandId) -> Result<(), Refusal> {
        if id.index() >= self.setup.stands.len() || !self.piece(id).on_table() {
            return Err(no("VMISC-3", "there is no such stand"));
        }
        let piece = self.piece(id);
        if !self.cartridge(id) || !self.arm(id).is_infantry() {
            return Err(no("VMISC-3", "only men on foot with cartridge weapons go to ground"));
        }
        if piece.has(mark::GROUND | mark::COLUMN) || self.routed(id) || self.in_contact(id) {
            return Err(no("VMISC-3", "the stand cannot go to ground now"));
        }
        Ok(())
    }
}
