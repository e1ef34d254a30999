//! How good it is for a band to stand in a hex: goals, danger, ground, contact, friends.

use hexmap::{Dir, Hex};
use table::{Leaning, Plans, Side};

use super::assault::Assault;
use super::band::{Band, Kind};
use super::retreat;
use super::scene::{Scene, helped, stake};
use super::stack::{Ring, Stack, attacks, fight, order};
use super::weights::Weights;
use crate::pending::Why;
use crate::position::Pos;
use crate::setup::{Arm, Id};
use crate::stacking::{FOOT_LIMIT, GUN_LIMIT};
use crate::state::{Phase, flag};

/// A position as one side sees it.
#[derive(Clone, Copy)]
pub(crate) struct View<'a> {
    pub pos: Pos<'a>,
    pub side: Side,
    pub scene: &'a Scene,
    /// What its divisions are told to do.
    pub plans: &'a Plans,
    /// What counts how much to it.
    pub w: &'a Weights,
}

impl View<'_> {
    /// Those who stand in a hex.
    pub(crate) fn stack(&self, hex: Hex) -> Stack {
        Stack::of(self.w, self.pos, hex)
    }

    /// The stacks of a side next to a hex that can attack it.
    pub(crate) fn around(&self, hex: Hex, side: Side) -> Ring {
        Ring::around(self.w, self.pos, hex, side)
    }

    /// What a combat brings its attacker on the average.
    pub(crate) fn fight(&self, attackers: &[Stack], defenders: &[Stack], ground: f32) -> f32 {
        fight(self.w, self.pos, attackers, defenders, ground)
    }

    /// Whether a fight of this side's choosing is still to come in this player turn.
    pub(crate) fn attacking(&self) -> bool {
        let early = !matches!(self.pos.state.phase, Phase::Recovery | Phase::Over);
        self.pos.state.side == self.side && early
    }

    /// Whether a Movement Phase by day is still to come for this side, or going on, before the next night.
    pub(crate) fn moves_by_day(&self) -> bool {
        let pos = self.pos;
        if pos.is_night() || !self.night_in(1) {
            return !pos.is_night();
        }
        if pos.state.side != self.side {
            return !pos.state.second_half;
        }
        use Phase::{Command, Construction, Fire, Movement, ReturnFire};
        matches!(pos.state.phase, Command | Construction | Fire | ReturnFire | Movement)
    }

    /// Whether it will be night in so many turns, and somebody will see it.
    pub(crate) fn night_in(&self, turns: u16) -> bool {
        let then = self.pos.state.turn + turns;
        then <= self.pos.setup.turns && self.pos.setup.is_night(then)
    }

    /// Whether overfull hexes are about to be paid for (4.5).
    fn moving(&self) -> bool {
        self.pos.state.side == self.side && self.pos.state.phase == Phase::Movement
    }

    /// Whether too many of one kind stand in a hex; commanders are never too many.
    pub(crate) fn overfull(&self, kind: Kind, hex: Hex) -> bool {
        let alike = |u: &Id| match kind {
            Kind::Troops => self.pos.counter(*u).arm.is_regiment(),
            Kind::Guns => self.pos.counter(*u).arm.is_gun(),
            Kind::Staff => false,
        };
        self.pos.legal_stack(self.pos.units(hex).filter(alike)).is_err()
    }

    /// What the plan of a piece's division makes of it.
    pub(crate) fn leaning(&self, id: Id) -> Leaning {
        if self.plans.is_empty() {
            return Leaning::NONE;
        }
        self.plans.leaning(self.pos.counter(id).division_no)
    }

    /// How eager the side has to be: 0 when it is ahead, towards 1 when time runs out on it.
    pub(crate) fn press(&self) -> f32 {
        (-self.scene.lead / (self.w.press_points + self.w.press_turns * self.scene.turns_left))
            .clamp(0.0, 1.0)
    }

    /// What taking a hex from the enemy brings.
    pub(crate) fn ground(&self, hex: Hex, taker: Side) -> f32 {
        let prizes = self.pos.setup.victory.prizes.iter().zip(&self.pos.state.held);
        let mut sum = self.w.ground;
        for (prize, held) in prizes.filter(|(p, _)| p.hex == hex) {
            if *held != Some(taker) {
                sum += self.w.ground_place * stake(prize, taker);
            }
        }
        sum
    }

    /// Whether a band could stand there with those who do; nothing if not.
    pub(crate) fn fits(&self, band: &Band, hex: Hex) -> bool {
        let pos = self.pos;
        if hex == band.from {
            // Out of a hex that would have to give units up somebody goes.
            return !band.leaves_some || !self.moving() || !self.overfull(band.kind, hex);
        }
        let (mut foot, mut guns, mut mixed) = (0, 0, false);
        for unit in pos.units(hex) {
            let counter = pos.counter(unit);
            if counter.side != self.side {
                return false;
            }
            if counter.arm.is_gun() {
                guns += pos.sp(unit);
            } else {
                foot += pos.sp(unit);
                mixed |= band.kind == Kind::Troops && counter.brigade != band.brigade;
                mixed |= counter.arm == Arm::Cavalry && pos.mounted(unit) != band.mounted();
            }
        }
        let own = full_sp(pos, band.ids());
        let room = own == 0 || guns == 0 || guns + own <= GUN_LIMIT;
        match band.kind {
            Kind::Troops => room && !mixed && (foot == 0 || foot + band.stack.foot <= FOOT_LIMIT),
            Kind::Guns => room,
            Kind::Staff => foot + guns > 0,
        }
    }

    /// How good a hex is for a band; nothing if it cannot stand there.
    pub(crate) fn place(&self, band: &Band, hex: Hex, assault: Option<&Assault>) -> Option<f32> {
        if !self.fits(band, hex) || (band.kind == Kind::Troops && self.is_rash(band, hex)) {
            return None;
        }
        Some(match band.kind {
            Kind::Troops => self.troops(band, hex, assault),
            Kind::Guns => self.guns(band, hex),
            Kind::Staff => self.staff(band, hex),
        })
    }

    /// Whether it is no time to come next to the enemy there. On the last turn before a night nobody begins a fight: men who
    /// are thrown back then cannot be sorted out in the dark, and places count only when the battle is over. Riders do not
    /// at any hour where they would have no room: a charge that fails throws them back before their own movement is over.
    fn is_rash(&self, band: &Band, hex: Hex) -> bool {
        let evening = self.night_in(1);
        if hex == band.from || !self.attacking() || !(evening || band.mounted()) {
            return false;
        }
        let (_, foes) = self.beside(band, hex);
        // Who cannot stay where he is goes wherever he can.
        foes > 0
            && self.fits(band, band.from)
            && (evening || retreat::is_shut_in(self, hex, band.ids(), Why::Combat))
    }

    fn troops(&self, band: &Band, hex: Hex, assault: Option<&Assault>) -> f32 {
        let (pos, scene, w) = (self.pos, self.scene, self.w);
        let leaning = self.leaning(band.first());
        let mut value =
            w.pull * scene.goals_of(w, pos, self.side, hex, band.class, &leaning) + self.prize(hex);
        if hex == band.from {
            value += leaning.stay;
        }
        let threat = scene.threat(hex);
        let (friends, foes) = self.beside(band, hex);
        if threat > 0.0 {
            value -= leaning.danger * self.danger(band, hex, threat);
            let hot = (threat / w.hot).min(1.0);
            value += hot * (w.strong * self.strong(hex) + w.friends * friends.min(3) as f32);
            value -= if band.stack.force.broken { w.broken * hot } else { 0.0 };
        }
        if foes > 0 {
            let contact = self.contact(band, hex, assault);
            value += if contact > 0.0 { leaning.attack * contact } else { contact };
            if friends == 0 && hex != band.from {
                value += 0.5 * leaning.apart;
            }
        }
        value -= self.astray(band, hex) + self.infection(band, hex);
        if hex != band.from && band.bound {
            value -= w.leave * band.stack.order;
        }
        let crowd = pos.units(hex).filter(|u| !band.ids().contains(u) && !pos.counter(*u).arm.is_gun());
        let crowd: u16 = crowd.map(|u| pos.sp(u)).sum::<u16>() + band.stack.foot;
        value -= if threat > 0.0 { w.crowd * crowd.saturating_sub(8) as f32 } else { 0.0 };
        value - self.dusk() * self.hemmed_in(band, hex)
    }

    /// How near the night is: all of it in the last turn before it, half in the one before that.
    pub(crate) fn dusk(&self) -> f32 {
        match self.pos.is_night() {
            true => 0.0,
            false if self.night_in(1) => 1.0,
            false if self.night_in(2) => 0.5,
            false => 0.0,
        }
    }

    /// Before a night, those who may be driven back need room behind them: who is driven into others' hexes cannot leave
    /// them in the dark and is given up. Nor does anybody stand where others would need that room.
    fn hemmed_in(&self, band: &Band, hex: Hex) -> f32 {
        let pos = self.pos;
        let mut cost = 0.0;
        for (dir, near) in pos.neighbors(hex) {
            let front = self.front(hex, dir);
            if front > 0.0 {
                cost += front * self.shut(hex, dir.opposite(), |to| self.fits(band, to));
            }
            let others = pos.held_by(near, self.side) && near != band.from;
            if others && pos.units(near).any(|u| is_stranger(pos, u, band)) {
                cost += self.front(near, dir);
            }
        }
        3.0 * cost.min(2.0)
    }

    /// Whether the enemy stands on this side of a hex, or may come there.
    fn front(&self, hex: Hex, dir: Dir) -> f32 {
        let Some(near) = self.pos.near(hex, dir) else { return 0.0 };
        let threat = self.scene.threat(near);
        match self.pos.holder(near) {
            Some(side) => f32::from(u8::from(side != self.side)),
            None if threat > 0.0 && threat >= self.scene.threat(hex) => 0.5 * (threat / 8.0).min(1.0),
            None => 0.0,
        }
    }

    /// How much is in the way of those who are driven off on this side: nothing where they fit, little where they fit in
    /// the hex beyond.
    fn shut(&self, hex: Hex, back: Dir, fits: impl Fn(Hex) -> bool) -> f32 {
        let enemy = self.side.other();
        let free = |to: Hex| !self.pos.in_zoc(to, enemy) && fits(to);
        let Some(to) = self.pos.near(hex, back) else { return 0.0 };
        match free(to) {
            true => 0.0,
            false if self.pos.neighbors(to).any(|(_, beyond)| beyond != hex && free(beyond)) => 0.4,
            false => 1.0,
        }
    }

    /// Taking a place, or keeping the enemy from one.
    fn prize(&self, hex: Hex) -> f32 {
        let mut sum = 0.0;
        for (n, prize) in self.pos.setup.victory.prizes.iter().enumerate().filter(|(_, p)| p.hex == hex) {
            let stake = stake(prize, self.side);
            sum += match self.pos.state.held[n] == Some(self.side) {
                false => self.w.capture * stake,
                true => self.w.keep * stake * (self.scene.threat(hex) / self.w.hot).min(1.0),
            };
        }
        sum
    }

    fn strong(&self, hex: Hex) -> f32 {
        let built = self.pos.state.works.contains(hex);
        self.scene.strong(self.pos, hex).max(if built { self.w.works } else { -9.0 })
    }

    /// Friendly stacks and enemy stacks next to a hex.
    fn beside(&self, band: &Band, hex: Hex) -> (u8, u8) {
        let (mut friends, mut foes) = (0, 0);
        for (_, near) in self.pos.neighbors(hex) {
            match self.pos.holder(near) {
                Some(side) if side != self.side => foes += 1,
                Some(_) if near != band.from || band.leaves_some => friends += 1,
                _ => {}
            }
        }
        (friends, foes)
    }

    /// What the enemy may do to a band there in his turn.
    fn danger(&self, band: &Band, hex: Hex, threat: f32) -> f32 {
        let w = self.w;
        let own = band.stack.force.sp;
        let others = self.scene.help(hex) - helped(self.pos.distance(band.from, hex), own);
        let defence = (own as f32 + w.danger_help * others.max(0.0))
            * (1.0 + w.danger_strong * self.strong(hex).max(0.0));
        let ratio = threat.min(40.0) / defence.max(1.0);
        w.danger
            * (band.stack.foot as f32).min(8.0)
            * ((ratio - w.danger_from) / w.danger_span).clamp(0.0, 1.0)
    }

    /// Regiments keep to their brigade and its commander; those who have still to move can follow.
    fn astray(&self, band: &Band, hex: Hex) -> f32 {
        let Some(brigade) = band.brigade else { return 0.0 };
        let pos = self.pos;
        let moving = pos.state.phase == Phase::Movement && pos.state.side == self.side;
        let bound = |id: Id| {
            pos.piece(id).on_map()
                && !band.ids().contains(&id)
                && (!moving || pos.piece(id).has(flag::MOVED | flag::STOPPED | flag::BUILDING))
        };
        let kin = &pos.setup.brigades[brigade as usize];
        let apart =
            kin.regiments.iter().filter(|r| bound(**r)).map(|r| pos.distance(hex, pos.piece(*r).at())).min();
        let mut cost =
            apart.map_or(0.0, |d| if d > 1 { self.w.astray + self.w.astray_far * d as f32 } else { 0.0 });
        if let Some(chief) = kin.commander.filter(|c| bound(*c)) {
            let far = pos.distance(hex, pos.piece(chief).at());
            cost += if far > 2 { self.w.astray_chief * far.min(8) as f32 } else { 0.0 };
        }
        cost
    }

    /// What being next to the enemy means: in our own turn an attack, in his that he attacks.
    fn contact(&self, band: &Band, hex: Hex, assault: Option<&Assault>) -> f32 {
        let pos = self.pos;
        let me = band.at(pos, hex);
        if !self.attacking() {
            let mut foes = Ring::new();
            for (_, near) in pos.neighbors(hex) {
                if let Some(foe) = self.scene.foe(near).filter(|f| f.mobile) {
                    foes.push(*foe);
                }
            }
            return -(self.w.blow * self.fight(foes.all(), &[me], self.w.ground).max(0.0));
        }
        let mut alone = Ring::new();
        let mut best = f32::MIN;
        for (_, near) in pos.neighbors(hex) {
            let Some(foe) = self.scene.foe(near) else { continue };
            let (gain, only) = self.joins(band, &me, foe, assault);
            if only {
                alone.push(*foe);
            }
            best = best.max(gain);
        }
        // Whom nobody else touches has to be attacked by these men, all at once.
        if alone.all().len() > 1 {
            let ground: f32 = alone.all().iter().map(|f| self.ground(f.force.hex, self.side)).sum();
            let all = self.fight(&[me], alone.all(), ground);
            best = if assault.is_some() { 0.3 * best.min(2.0) + 0.7 * all } else { all };
        }
        if best == f32::MIN { 0.0 } else { best + self.w.contact_press * self.press() }
    }

    /// What this band adds to an attack on an enemy stack, and whether nobody else is there.
    fn joins(&self, band: &Band, me: &Stack, foe: &Stack, assault: Option<&Assault>) -> (f32, bool) {
        let pos = self.pos;
        let hex = foe.force.hex;
        let mut ring = Ring::new();
        for (_, near) in pos.neighbors(hex) {
            let ours = pos.held_by(near, self.side) && near != me.force.hex;
            if ours && (near != band.from || band.leaves_some) && attacks(pos, near) {
                ring.push(self.stack(near));
            }
        }
        let ground = self.ground(hex, self.side);
        let alone = ring.all().is_empty();
        let without = self.fight(ring.all(), &[*foe], ground);
        ring.push(*me);
        let mut with = self.fight(ring.all(), &[*foe], ground);
        if let Some(plan) = assault.filter(|a| a.target == self.scene.foe_number(hex)) {
            let here = ring.all().len();
            plan.hope(self, band.from, hex, &mut ring);
            if ring.all().len() > here {
                with = (1.0 - self.w.hope) * with + self.w.hope * self.fight(ring.all(), &[*foe], ground);
            }
        }
        (with - without, alone)
    }

    /// Disorder spreads in a stack (14.2): who joins whom loses by it.
    fn infection(&self, band: &Band, hex: Hex) -> f32 {
        if hex == band.from {
            return 0.0;
        }
        let pos = self.pos;
        let (mut theirs, mut sick) = (0.0, false);
        for unit in pos.units(hex).filter(|u| !pos.shattered(*u)) {
            let marked = pos.piece(unit).has(flag::D);
            sick |= marked;
            theirs += if marked { 0.0 } else { order(self.w, pos, unit) };
        }
        match band.stack.force.broken {
            true => self.w.infection * theirs,
            false if sick => self.w.infection * band.stack.order,
            false => 0.0,
        }
    }

    /// Guns want to see the enemy without being reached by him, with infantry about them.
    fn guns(&self, band: &Band, hex: Hex) -> f32 {
        let (pos, scene, w) = (self.pos, self.scene, self.w);
        let (friends, foes) = self.beside(band, hex);
        let escort = pos.units(hex).any(|u| pos.counter(u).arm.is_regiment() && !band.ids().contains(&u));
        let mut value = w.guns_pull * scene.goals(w, pos, hex, band.class);
        value += self.field_of_fire(hex, full_sp(pos, band.ids()));
        value += w.guns_friends * friends.min(2) as f32 + if escort { w.guns_escort } else { 0.0 };
        value += 0.02 * scene.help(hex).min(20.0);
        value -= if foes > 0 { w.guns_contact } else { 0.0 };
        let threat = scene.threat(hex);
        let guard = scene.help(hex) * 0.8 + if escort { 6.0 } else { 0.0 };
        value -= (w.guns_danger * (threat - guard)).clamp(0.0, 2.0);
        value + 0.1 * scene.strong(pos, hex)
    }

    /// What a battery could do from a hex.
    pub(crate) fn field_of_fire(&self, hex: Hex, sp: u16) -> f32 {
        let pos = self.pos;
        let (mut best, mut sum) = (0f32, 0f32);
        for foe in &self.scene.foes {
            let there = foe.force.hex;
            let far = pos.distance(hex, there);
            if !(2..=8).contains(&far) || !pos.setup.sight.overlooks(hex, there) {
                continue;
            }
            let sp = if far > 4 { sp as f32 * 0.5 } else { sp as f32 };
            let target =
                (self.w.guns_power * sp).min(1.0) * (self.w.guns_target + 0.08 * foe.force.sp as f32);
            best = best.max(target);
            sum += target;
        }
        best + 0.1 * (sum - best).min(3.0)
    }

    /// A commander goes with the most of those he commands, out of the enemy's reach.
    fn staff(&self, band: &Band, hex: Hex) -> f32 {
        let pos = self.pos;
        let id = band.first();
        let man = pos.counter(id);
        let army = pos.state.army[self.side] == id || man.stars == 4;
        let range = pos.command_range(id);
        let mut value = 0.0;
        for other in pos.leaders_on_map(self.side).filter(|l| *l != id) {
            let under = pos.counter(other);
            let mine = match man.stars {
                _ if army => under.stars >= 2,
                3 => under.corps_no == man.corps_no && under.stars < 3,
                _ => under.division_no == man.division_no && under.stars == 1,
            };
            let chief = man.stars < 4 && (pos.superior(id) == Some(other));
            if mine || chief {
                let far = pos.distance(hex, pos.piece(other).at());
                value += if far <= range {
                    self.w.staff_near - 0.04 * far as f32
                } else {
                    -self.w.staff_far * (far - range) as f32
                };
            }
        }
        let (_, foes) = self.beside(band, hex);
        let good = pos.cv(id) >= 4 && man.stars == 2;
        value += match foes {
            0 => 0.0,
            _ if good => 0.1,
            _ => -self.w.staff_contact,
        };
        value - self.w.staff_danger * (self.scene.threat(hex) - self.scene.help(hex)).clamp(0.0, 20.0)
    }
}

/// Whether a unit cannot stand with a band: a regiment of another brigade.
fn is_stranger(pos: Pos, unit: Id, band: &Band) -> bool {
    let counter = pos.counter(unit);
    counter.arm.is_regiment() && counter.brigade != band.brigade
}

/// The SP of these batteries when they fire.
fn full_sp(pos: Pos, ids: &[Id]) -> u16 {
    ids.iter().filter(|u| pos.counter(**u).arm.is_gun()).map(|u| pos.counter(*u).sp as u16).sum()
}
