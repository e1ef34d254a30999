//! The sequence of play (VSEQ-1 to VSEQ-4): what follows what, until somebody has to decide.

use table::{Dice, Log, Side};

use crate::command::command_phase;
use crate::event::Event;
use crate::ids::{FeatureId, StandId};
use crate::kinds::Kind;
use crate::play::Play;
use crate::position::Pos;
use crate::setup::Setup;
use crate::state::{Losses, Outcome2, Pending, Phase, Presence, State, mark};

/// The position as the scenario writes it, with the command that would be found in it.
pub fn position(setup: &Setup) -> State {
    let mut state = written(setup);
    state.before = state.pieces.iter().map(|p| (p.pose, p.garrison)).collect();
    state.before_trampled.clone_from(&state.trampled);
    command_phase(setup, &mut state);
    state
}

fn written(setup: &Setup) -> State {
    let cells = if setup.table.has_crops {
        (setup.table.width as usize / 300 + 1) * (setup.table.height as usize / 300 + 1)
    } else {
        0
    };
    State {
        turn: setup.turn,
        phasing: setup.phasing,
        phase: setup.phase,
        pieces: setup.pieces.clone(),
        losses: setup
            .divisions
            .iter()
            .map(|d| Losses {
                total: d.casualties,
                this_turn: 0,
                exhausted: d.exhausted,
                collapsed: d.collapsed,
            })
            .collect(),
        buildings: Vec::new(),
        breaches: Vec::new(),
        trampled: vec![0; cells.div_ceil(64)],
        mire: Vec::new(),
        before: Vec::new(),
        before_trampled: Vec::new(),
        mover: None,
        pending: Vec::new(),
        objectives: setup.objectives.iter().map(|o| o.held_by).collect(),
        over: None,
    }
}

/// The position a scenario begins with, taken to the first decision.
pub fn start(setup: &Setup, dice: &mut dyn Dice, log: &mut dyn Log<Event>) -> State {
    let mut state = written(setup);
    let mut play = Play { setup, state: &mut state, dice, log };
    if setup.options.dedicated_guns && setup.phase == Phase::Movement {
        play.state.phase = Phase::Guns;
        play.state.phasing = setup.first;
        play.skip_guns();
    } else {
        play.open_turn(setup.phase);
    }
    play.run();
    state
}

impl Play<'_> {
    /// The guns are handed out side by side, first player first; then the first turn begins.
    fn skip_guns(&mut self) {
        while self.state.phase == Phase::Guns && !self.pos().can_convert(self.state.phasing) {
            self.guns_done();
        }
    }

    pub fn guns_done(&mut self) {
        if self.state.phasing == self.setup.first {
            self.state.phasing = self.setup.first.other();
            self.skip_guns();
        } else {
            self.state.phasing = self.setup.phasing;
            self.open_turn(Phase::Movement);
        }
    }

    /// The beginning of a player turn, or of the phase a scenario starts in.
    fn open_turn(&mut self, phase: Phase) {
        let (turn, side) = (self.state.turn, self.state.phasing);
        self.tell(|| Event::Turn { turn, side });
        self.state.before = self.state.pieces.iter().map(|p| (p.pose, p.garrison)).collect();
        self.state.before_trampled.clone_from(&self.state.trampled);
        self.enter_phase(Phase::Command);
        command_phase(self.setup, self.state);
        self.replace_commanders();
        match phase {
            Phase::Rally => self.enter_phase(Phase::Rally),
            Phase::Morale => self.begin_morale(),
            Phase::Combat => self.begin_fight(),
            _ => self.begin_movement(),
        }
    }

    fn enter_phase(&mut self, phase: Phase) {
        self.state.phase = phase;
        let side = self.state.phasing;
        self.tell(|| Event::PhaseBegins { phase, side });
    }

    fn begin_movement(&mut self) {
        self.enter_phase(Phase::Movement);
        let pos = self.pos();
        let caught: Vec<StandId> = pos
            .present_of(self.state.phasing)
            .filter(|id| !pos.is_commander(*id) && !pos.routed(*id) && !pos.piece(*id).in_building())
            .filter(|id| pos.piece(*id).charged.is_none() && pos.in_contact(*id))
            .collect();
        for id in caught {
            self.state.piece_mut(id).set(mark::MUST_CHOOSE, true);
        }
    }

    pub fn end_movement(&mut self) {
        self.end_move();
        self.check_links();
        // A pursuit in woods is for one Movement phase only.
        for (piece, stand) in self.state.pieces.iter_mut().zip(&self.setup.stands) {
            if stand.side == self.state.phasing {
                piece.pursues = StandId::NONE;
            }
        }
        self.enter_phase(Phase::Rally);
    }

    /// Stands in command only through contact must still have it (VCMD-3).
    fn check_links(&mut self) {
        for id in self.pos().everybody() {
            let piece = self.state.piece(id);
            if piece.link.is_none() || self.side(id) != self.state.phasing || !piece.on_table() {
                continue;
            }
            let link = piece.link;
            let kept = self.state.piece(link).on_table() && self.pos().touching(id, link);
            if !kept {
                self.disorder(id, "lost the contact that kept it in command");
                if self.state.piece(id).has(mark::NEWLY_STATIONARY) {
                    self.unsettle(id);
                }
            }
        }
    }

    fn begin_morale(&mut self) {
        self.enter_phase(Phase::Morale);
        self.morale_phase();
    }

    pub fn begin_morale_now(&mut self) {
        self.begin_morale();
    }
    pub fn skip_guns_now(&mut self) {
        self.skip_guns();
    }

    fn begin_fight(&mut self) {
        self.enter_phase(Phase::Combat);
        self.begin_combat();
    }

    /// Runs the rules until somebody has to decide or the game is over.
    pub fn run(&mut self) {
        while self.state.over.is_none() {
            match self.state.pending.last() {
                Some(Pending::Combat(_)) => {
                    if !self.step_combat() {
                        return;
                    }
                }
                Some(Pending::Charge { by, at }) => {
                    let (by, at) = (*by, *at);
                    self.state.pending.pop();
                    self.resume_charge(by, at);
                }
                Some(Pending::LastFire) if !self.pos().last_fire_left() => {
                    self.state.pending.pop();
                    self.end_combat();
                }
                Some(pending) if self.stale(pending) => _ = self.state.pending.pop(),
                Some(_) => return,
                None if self.waits() => return,
                None => self.next_phase(),
            }
        }
    }

    /// A choice that has come to nothing since it was offered.
    fn stale(&self, pending: &Pending) -> bool {
        let gone = |id: &StandId| !self.state.piece(*id).on_table();
        match pending {
            Pending::Cover { skirmisher, .. } => gone(skirmisher),
            Pending::Exploit { stands, .. } => stands.iter().all(|s| {
                gone(s) || self.pos().in_contact(*s) || self.state.piece(*s).has(mark::BROKE_THROUGH)
            }),
            Pending::Breakthrough { stand } => {
                gone(stand) || self.state.piece(*stand).has(mark::BROKE_THROUGH)
            }
            Pending::Advance { stands, .. } => stands.iter().all(gone),
            Pending::Follow { commander, with, .. } => gone(commander) || gone(with),
            _ => false,
        }
    }

    /// A charge goes on after a reaction, if it still can.
    fn resume_charge(&mut self, by: StandId, at: StandId) {
        if !self.state.piece(by).on_table()
            || !self.state.piece(at).on_table()
            || self.state.phase != Phase::Movement
        {
            return;
        }
        let facing = self.state.piece(by).pose.facing;
        if let Ok(plan) = self.pos().plan_charge(by, at, facing) {
            self.apply_charge(by, at, plan);
        }
    }

    /// Whether the phase itself waits for an order.
    fn waits(&self) -> bool {
        match self.state.phase {
            Phase::Guns | Phase::Movement => true,
            Phase::Rally => self.pos().rally_left(),
            Phase::Combat => self.pos().attack_left(),
            _ => false,
        }
    }

    fn next_phase(&mut self) {
        match self.state.phase {
            Phase::Guns | Phase::Command | Phase::Movement => {}
            Phase::Rally => self.begin_morale(),
            Phase::Morale => self.begin_fight(),
            Phase::Combat => self.attacks_over(),
            Phase::Exhaustion => self.end_player_turn(),
        }
    }

    /// The attacker has finished: defending stands nobody chose may fire (VGAP-19).
    pub fn attacks_over(&mut self) {
        self.state.pending.push(Pending::LastFire);
    }

    fn end_combat(&mut self) {
        self.buildings_catch_fire();
        self.enter_phase(Phase::Exhaustion);
        self.exhaustion_phase();
    }

    fn end_player_turn(&mut self) {
        self.hold_objectives();
        for piece in &mut self.state.pieces {
            piece.marks &= !mark::OF_THE_TURN;
            (piece.charged, piece.link, piece.marsh, piece.dice_used) = (StandId::NONE, StandId::NONE, 0, 0);
        }
        for losses in &mut self.state.losses {
            losses.this_turn = 0;
        }
        for (_, building) in &mut self.state.buildings {
            building.threatened = false;
        }
        self.state.mire.clear();
        self.state.mover = None;
        if self.sudden_death() {
            return;
        }
        if self.state.phasing == self.setup.first {
            self.state.phasing = self.setup.first.other();
        } else {
            self.fires_go_out();
            if self.state.turn >= self.setup.turns {
                return self.finish();
            }
            self.state.turn += 1;
            self.state.phasing = self.setup.first;
        }
        self.open_turn(Phase::Movement);
    }

    /// Lost commanders are replaced at the end of their side's Command phase (VGAP-36).
    fn replace_commanders(&mut self) {
        for c in self.pos().everybody() {
            let stand = self.setup.stand(c);
            if stand.kind != Kind::Commander
                || stand.side != self.state.phasing
                || self.state.piece(c).presence != Presence::Gone
            {
                continue;
            }
            let Some(pose) = self.pos().place_for_successor(c) else { continue };
            let piece = self.state.piece_mut(c);
            (piece.presence, piece.pose, piece.sp) = (Presence::OnTable, pose, 1);
            self.tell(|| Event::CommanderReplaced { piece: c, to: pose.into() });
        }
    }

    pub fn over(&mut self, winner: Option<Side>, degree: &'static str, points: [i32; 2]) {
        self.state.over = Some(Outcome2 { winner, degree, points });
        self.tell(|| Event::Over { winner, degree, points });
    }
}

impl Pos<'_> {
    /// A stand of the commander's formation whom his successor joins.
    fn place_for_successor(&self, c: StandId) -> Option<crate::state::Pose> {
        let own = self.setup.stand(c);
        let corps_of = |s: &crate::setup::Stand| {
            s.corps
                .clone()
                .or_else(|| self.setup.divisions.get(s.division as usize).and_then(|d| d.corps.clone()))
        };
        let leads = |id: &StandId| {
            let stand = self.setup.stand(*id);
            stand.kind != Kind::Commander
                && match own.rank {
                    crate::kinds::Rank::Army => true,
                    crate::kinds::Rank::Corps => corps_of(stand) == own.corps,
                    crate::kinds::Rank::Division => {
                        stand.division == own.division
                            || self
                                .setup
                                .divisions
                                .get(stand.division as usize)
                                .is_some_and(|d| d.commander == c)
                    }
                }
        };
        let stand = self.present_of(own.side).find(leads)?;
        let (w, h) = (self.setup.table.width, self.setup.table.height);
        let centre = crate::state::Pose::at(self.centre(stand), 0);
        Some(crate::state::Pose { x: centre.x.clamp(50, w - 50), y: centre.y.clamp(50, h - 50), facing: 0 })
    }

    /// Routed stands that touch a corps or army commander (VRAL-1).
    pub fn may_rally(&self, id: StandId) -> bool {
        self.side(id) == self.state.phasing
            && self.routed(id)
            && self.present_of(self.side(id)).any(|c| {
                self.is_commander(c)
                    && self.setup.stand(c).rank != crate::kinds::Rank::Division
                    && self.touching(c, id)
            })
    }
    pub fn rally_left(&self) -> bool {
        self.present_of(self.state.phasing).any(|id| self.may_rally(id))
    }

    /// Whether the attacker still has something to choose.
    pub fn attack_left(&self) -> bool {
        self.present_of(self.state.phasing.other()).any(|t| {
            !self.is_commander(t)
                && !self.piece(t).has(mark::CHOSEN)
                && (self.in_contact(t) || self.possible_firers(t).next().is_some())
        }) || self.bombardment_left()
    }

    fn bombardment_left(&self) -> bool {
        let fortress = self.setup.table.features.iter().any(|f| f.kind == crate::terrain::Terrain::Fortress);
        fortress && !self.bombardments().is_empty()
    }

    /// Sections of fortress walls that siege guns can fire at: the nearest to each gun.
    pub fn bombardments(&self) -> Vec<(StandId, FeatureId, i32, i32)> {
        let mut found = Vec::new();
        for id in self.present_of(self.state.phasing) {
            if !self.arm(id).is_artillery() || !self.setup.stand(id).weapon.is_siege() {
                continue;
            }
            for (n, f) in self.setup.table.features.iter().enumerate() {
                if f.kind != crate::terrain::Terrain::Fortress {
                    continue;
                }
                let spot = crate::state::Pose::at(f.nearest(self.front_centre(id)), 0);
                if self.may_bombard(self.state.phasing, id, FeatureId::new(n), spot.x, spot.y).is_ok() {
                    found.push((id, FeatureId::new(n), spot.x, spot.y));
                }
            }
        }
        found
    }

    /// Whether a defending stand that nobody chose can still fire.
    pub fn last_fire_left(&self) -> bool {
        self.present_of(self.state.phasing.other()).any(|id| self.can_fire_last(id))
    }
    pub fn can_fire_last(&self, id: StandId) -> bool {
        !self.is_commander(id)
            && !self.piece(id).has(mark::FOUGHT)
            && self.longest_range(id) > 0
            && self.has_target(id)
    }

    /// Pos artillery that can be split up into dedicated guns, and brigades to take them (VMISC-10).
    pub fn can_convert(&self, side: Side) -> bool {
        !self.conversions(side).is_empty()
    }
    pub fn conversions(&self, side: Side) -> Vec<(StandId, StandId, StandId)> {
        let mut found = Vec::new();
        let here = |id: StandId| self.side(id) == side && self.piece(id).presence != Presence::Gone;
        let all = || self.everybody().filter(|id| here(*id));
        for battalion in all().filter(|b| self.may_split(*b)) {
            let takers: Vec<StandId> = all().filter(|t| self.may_take_gun(battalion, *t)).collect();
            for (n, first) in takers.iter().enumerate() {
                for second in &takers[n + 1..] {
                    found.push((battalion, *first, *second));
                }
            }
        }
        found
    }
    fn may_split(&self, id: StandId) -> bool {
        self.arm(id).is_artillery() && self.setup.stand(id).weapon.is_field() && self.piece(id).sp > 0
    }
    pub fn may_take_gun(&self, battalion: StandId, brigade: StandId) -> bool {
        let (a, b) = (self.setup.stand(battalion), self.setup.stand(brigade));
        let formation = |s: &crate::setup::Stand| self.setup.divisions.get(s.division as usize);
        let same = a.division == b.division
            || formation(a).is_some_and(|d| d.formation == crate::setup::Formation::CorpsTroops)
                && (b.corps == a.corps || formation(b).is_some_and(|d| d.corps == a.corps))
            || formation(a).is_some_and(|d| d.formation == crate::setup::Formation::ArmyTroops);
        a.side == b.side && self.arm(brigade).is_brigade() && self.piece(brigade).guns == 0 && same
    }
}
