//! The sequence of play (VSEQ-1 to VSEQ-4): what follows what, until somebody has to decide.

use table::{Dice, Log, Side};

use crate::command::command_phase;
use crate::event::Event;
use crate::ids::StandId;
use crate::kinds::Kind;
use crate::last_fire::LastFire;
use crate::pending::Pending;
use crate::play::Play;
use crate::position::Pos;
use crate::setup::Setup;
use crate::state::{Ending, Losses, Phase, Presence, State, mark};

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
    let mut play = Play::new(setup, &mut state, dice, log);
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
    /// The beginning of a player turn, or of the phase a scenario starts in.
    pub(crate) fn open_turn(&mut self, phase: Phase) {
        let (turn, side) = (self.state.turn, self.state.phasing);
        self.tell(|_| Event::Turn { turn, side });
        self.state.before = self.state.pieces.iter().map(|p| (p.pose, p.garrison)).collect();
        self.state.before_trampled.clone_from(&self.state.trampled);
        self.enter_phase(Phase::Command);
        command_phase(self.setup, self.state);
        self.replace_commanders();
        match phase {
            Phase::Rally => self.enter_phase(Phase::Rally),
            Phase::Morale => self.begin_morale(),
            Phase::Combat => self.begin_fight(),
            Phase::Guns | Phase::Command | Phase::Movement | Phase::Exhaustion => self.begin_movement(),
        }
    }

    fn enter_phase(&mut self, phase: Phase) {
        self.state.phase = phase;
        let side = self.state.phasing;
        self.tell(|_| Event::PhaseBegins { phase, side });
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

    pub(crate) fn end_movement(&mut self) {
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

    pub(crate) fn begin_morale(&mut self) {
        self.enter_phase(Phase::Morale);
        self.morale_phase();
    }

    fn begin_fight(&mut self) {
        self.enter_phase(Phase::Combat);
        self.begin_combat();
    }

    /// Runs the rules until somebody has to decide or the game is over.
    pub(crate) fn run(&mut self) {
        while self.state.over.is_none() {
            match self.state.pending.last() {
                Some(Pending::LastFire(_)) if !self.pos().last_fire_left() => {
                    self.state.pending.pop();
                    self.end_combat();
                }
                Some(pending) if pending.stale(self.pos()) => _ = self.state.pending.pop(),
                Some(pending) if pending.room().is_some() => return,
                Some(_) => self.go_on(),
                None if self.waits() => return,
                None => self.next_phase(),
            }
        }
    }

    /// Goes on with what nobody has to decide.
    fn go_on(&mut self) {
        match self.state.pending.pop() {
            Some(Pending::Combat(combat)) => self.step_combat(combat),
            Some(Pending::Charge(charge)) => self.resume_charge(charge),
            Some(decision) => self.state.pending.push(decision),
            None => {}
        }
    }

    /// Whether the phase itself waits for an order.
    fn waits(&self) -> bool {
        match self.state.phase {
            Phase::Guns | Phase::Movement => true,
            Phase::Rally => self.pos().rally_left(),
            Phase::Combat => self.pos().attack_left(),
            Phase::Command | Phase::Morale | Phase::Exhaustion => false,
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
    pub(crate) fn attacks_over(&mut self) {
        self.state.pending.push(Pending::LastFire(LastFire));
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
            self.night_falls();
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
            self.tell(|who| Event::CommanderReplaced { piece: who(c), to: pose.into() });
        }
    }

    pub(crate) fn over(&mut self, winner: Option<Side>, degree: &'static str, points: [i32; 2]) {
        self.state.over = Some(Ending { winner, degree, points });
        self.tell(|_| Event::Over { winner, degree, points });
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
}
