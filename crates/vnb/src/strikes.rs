//! The dice of a combat: hits, throws, casualties (VCOM-15 to VCOM-30, VGAP-39, VGAP-53), and the two choices their
//! owners have: cavalry that gives way (VCOM-28), skirmishers of a block that share their losses (VTER-62).

use table::{Ask, BySide, Fight, Refusal, Room, Seats, Toll};

use crate::Vnb;
use crate::charts::SAVES_ON;
use crate::combat::{Combat, Strike};
use crate::decide::{no, unchecked};
use crate::dice::{convolve, limited};
use crate::event::Event;
use crate::forecast::mean;
use crate::geometry::INCH;
use crate::ids::StandId;
use crate::order::Order;
use crate::pending::Pending;
use crate::play::Play;
use crate::position::Pos;
use crate::state::mark;
use crate::terrain::Terrain;

/// How many extra throws cavalry that was hit by fire takes, giving way for them.
#[derive(Clone, PartialEq, Eq, Debug, Hash)]
pub struct GiveWay {
    pub combat: Box<Combat>,
    pub stand: StandId,
    pub hits: u8,
}

impl Room<Vnb> for GiveWay {
    fn ask(&self, _pos: Pos) -> Ask {
        Ask::new("give-way", "How many saving throws by giving way?", "VCOM-28")
    }
    fn seats(&self, pos: Pos) -> Seats {
        pos.side(self.stand).into()
    }
    fn orders(&self, _pos: Pos, out: &mut Vec<Order>) {
        out.extend((0..=self.hits).map(Order::GiveWay));
    }
    fn check(&self, pos: Pos, order: &Order) -> Result<(), Refusal> {
        match order {
            Order::GiveWay(n) if *n <= self.hits => Ok(()),
            Order::GiveWay(_) => Err(no("VCOM-28", "at most one throw a hit")),
            _ => Err(self.ask(pos).not_asked()),
        }
    }
    fn apply(&self, play: &mut Play, order: &Order) {
        let Order::GiveWay(throws) = order else { return unchecked(order) };
        let mut combat = self.combat.clone();
        combat.asked.push(self.stand);
        let mut left = *throws;
        for strike in combat.strikes.iter_mut().filter(|s| s.at == self.stand && !s.melee) {
            strike.give_way = left.min(strike.hits);
            left -= strike.give_way;
        }
        play.state.pending.push(Pending::Combat(combat));
    }
}

/// Which skirmisher of a block takes the next casualty.
#[derive(Clone, PartialEq, Eq, Debug, Hash)]
pub struct Share {
    pub combat: Box<Combat>,
}

impl Room<Vnb> for Share {
    fn ask(&self, _pos: Pos) -> Ask {
        Ask::new("share", "Which skirmisher takes the next casualty?", "VTER-62")
    }
    fn seats(&self, pos: Pos) -> Seats {
        pos.side(self.combat.target).into()
    }
    fn orders(&self, pos: Pos, out: &mut Vec<Order>) {
        out.extend(pos.sharers(self.combat.target).into_iter().map(Order::Lose));
    }
    fn check(&self, pos: Pos, order: &Order) -> Result<(), Refusal> {
        match order {
            Order::Lose(id) if pos.sharers(self.combat.target).contains(id) => Ok(()),
            Order::Lose(_) => Err(no("VTER-62", "the stand is not in that block")),
            _ => Err(self.ask(pos).not_asked()),
        }
    }
    fn apply(&self, play: &mut Play, order: &Order) {
        let Order::Lose(id) = order else { return unchecked(order) };
        let lost = play.lose(*id, 1);
        let mut combat = self.combat.clone();
        combat.to_share -= 1;
        combat.losses[1] += lost;
        play.state.pending.push(Pending::Combat(combat));
    }
}

impl Play<'_> {
    /// All dice of a combat: attackers first, then the answer (VCOM-30, VGAP-53).
    pub(crate) fn roll_strikes(&mut self, combat: &mut Combat) {
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
    pub(crate) fn casualties(&mut self, combat: &mut Combat) {
        let target = combat.target;
        let mut strikes = combat.strikes.clone();
        strikes.sort_by_key(|s| s.at != target);
        let mut hurt: Vec<(StandId, u16)> = Vec::new();
        for strike in &strikes {
            let stay = self.save(strike);
            let saved = strike.hits - stay;
            let Strike { by: piece, at, hits, melee, .. } = *strike;
            self.tell(|who| {
                if melee {
                    Event::Blow { piece: who(piece), target: who(at), hits, saved }
                } else {
                    Event::Volley { piece: who(piece), target: who(at), hits, saved }
                }
            });
            match hurt.iter_mut().find(|(id, _)| *id == at) {
                Some((_, n)) => *n += u16::from(stay),
                None => hurt.push((at, u16::from(stay))),
            }
        }
        let hit = hurt.iter().any(|(id, hits)| *id == target && *hits > 0);
        self.count_fight(combat, &strikes, &hurt, hit);
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
    fn count_fight(&mut self, combat: &Combat, strikes: &[Strike], hurt: &[(StandId, u16)], won: bool) {
        if self.log.counts() {
            let unhurt: f64 = strikes.iter().filter(|s| s.at == combat.target).map(Strike::no_hit).product();
            let by = self.side(combat.target).other();
            let at = self.pos().centre(combat.target);
            let at = format!("{:.1},{:.1}", at.x as f64 / INCH as f64, at.y as f64 / INCH as f64);
            let how = if combat.melee.is_empty() { "fire" } else { "melee" };
            let toll = self.toll(combat, strikes, hurt);
            self.log.fought(Fight { at, by, how: how.into(), p: 1.0 - unhurt, won, toll });
        }
    }

    /// The casualties of all strikes; nobody loses more than he has. Not where somebody gave way: that was decided with
    /// dice on the table.
    fn toll(&self, combat: &Combat, strikes: &[Strike], hurt: &[(StandId, u16)]) -> Option<Toll> {
        if strikes.iter().any(|strike| strike.give_way > 0) {
            return None;
        }
        let mut toll = Toll { of: "strength points", expected: BySide::default(), fell: BySide::default() };
        for (id, hits) in hurt {
            let sharers = if *id == combat.target { self.pos().sharers(*id) } else { vec![*id] };
            let sp: u16 = sharers.iter().map(|s| self.state.piece(*s).sp).sum();
            let at = strikes.iter().filter(|strike| strike.at == *id);
            let odds = at.fold(vec![1.0], |sum, strike| convolve(&sum, &strike.distribution()));
            let side = self.side(*id);
            toll.expected[side] += mean(&limited(&odds, sp.into()));
            toll.fell[side] += (*hits).min(sp);
        }
        Some(toll)
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
}

impl Pos<'_> {
    /// Cavalry hit by fire whose owner has not said yet whether it gives way, and its hits.
    pub(crate) fn asks_give_way(&self, combat: &Combat) -> Option<(StandId, u8)> {
        let fire = combat.strikes.iter().filter(|s| !s.melee && s.hits > 0);
        let stand = fire
            .map(|s| s.at)
            .find(|at| !combat.asked.contains(at) && self.piece(*at).on_table() && self.may_give_way(*at))?;
        let hits = combat.strikes.iter().filter(|s| s.at == stand && !s.melee).map(|s| s.hits).sum();
        Some((stand, hits))
    }

    /// Stands among which casualties of a block are shared.
    pub(crate) fn sharers(&self, target: StandId) -> Vec<StandId> {
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
}
