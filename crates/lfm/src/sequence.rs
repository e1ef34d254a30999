//! The sequence of play: game turns, player turns, phases, night (23).

use table::{Dice, Log, Side};

use crate::event::{Die, Event};
use crate::pending::Step;
use crate::play::Play;
use crate::position::Pos;
use crate::setup::{Id, Setup};
use crate::state::{BrigadeState, Phase, State, Where, flag};

/// The position in the file, before any rule runs: what the referee is asked about.
pub fn position(setup: &Setup) -> State {
    let mut state = State::empty(setup);
    for (n, begin) in setup.begin.iter().enumerate() {
        if let Some(hex) = begin.hex {
            state.put(setup, Id(n as u16), hex);
        }
    }
    for (n, prize) in setup.victory.prizes.iter().enumerate() {
        state.held[n] = prize.held_by;
    }
    state.brigades = setup.brigades.iter().map(|b| begin_brigade(setup, b)).collect();
    for hex in &setup.breastworks {
        state.works.insert(*hex);
    }
    for bridge in &setup.burned {
        state.burned[*bridge] = true;
    }
    for (unit, bridge) in &setup.charges {
        state.pieces[unit.index()].mine = *bridge as u16 + 1;
    }
    for id in setup.unit_ids() {
        if Pos::new(setup, &state).shattered(id) {
            state.clear(id, flag::D | flag::CHARGED);
        }
    }
    for id in setup.unit_ids().filter(|id| setup.begin[id.index()].hex.is_some()) {
        let hex = state.piece(id).at();
        spread_disorder(setup, &mut state, hex);
    }
    for side in Side::BOTH {
        let first = Pos::new(setup, &state).first_army_commander(side);
        let named = setup.acting[side].filter(|id| state.piece(*id).on_map());
        state.army[side] = named.unwrap_or(first);
        state.army[side] = Pos::new(setup, &state).army_commander(side);
    }
    state
}

fn begin_brigade(setup: &Setup, brigade: &crate::setup::Brigade) -> BrigadeState {
    let present: u16 = brigade.regiments.iter().map(|r| setup.counter(*r).sp as u16).sum();
    BrigadeState {
        total: brigade.strength,
        lost: brigade.strength.saturating_sub(present),
        noted: 0,
        shattered: brigade.commander.is_some_and(|c| setup.begin[c.index()].flags & flag::SHATTERED != 0),
        destroyed: false,
    }
}

/// One disorganized unit disorganizes the whole stack (14.2); shattered ones neither give nor take it.
/// True if somebody new became disorganized.
pub(crate) fn spread_disorder(setup: &Setup, state: &mut State, hex: hexmap::Hex) -> bool {
    let pos = Pos::new(setup, state);
    if !pos.units(hex).any(|u| pos.piece(u).has(flag::D) && !pos.shattered(u)) {
        return false;
    }
    let mut changed = false;
    let mut at = state.units[hex.index()];
    while at != crate::state::NONE {
        let id = Id(at);
        at = state.piece(id).next;
        if !Pos::new(setup, state).shattered(id) && !state.piece(id).has(flag::D) {
            state.set(id, flag::D);
            changed = true;
        }
    }
    changed
}

/// Sets the game up and runs to the first decision.
pub(crate) fn start(setup: &Setup, dice: &mut dyn Dice, log: &mut dyn Log<Event>) -> State {
    let mut state = position(setup);
    let mut play = Play::new(setup, &mut state, dice, log);
    play.begin_turn();
    play.run();
    state
}

impl Play<'_> {
    fn begin_turn(&mut self) {
        let turn = self.state.turn;
        let night = self.setup.is_night(turn);
        self.tell(|s| Event::TurnBegins { turn, label: s.turn_label(turn), night });
        for piece in &mut self.state.pieces {
            piece.flags &= !flag::FRESH;
        }
        if night && !self.setup.is_night((turn - 1).max(1)) {
            self.nightfall();
        }
        for side in Side::BOTH {
            self.relieve(side);
        }
        self.initiative();
        self.state.second_half = false;
        self.begin_player_turn(self.state.first);
    }

    /// Who goes first: the scenario's word, or the dice and the army commanders (phase 1).
    fn initiative(&mut self) {
        let named = self.setup.first_player.iter().find(|(t, _)| *t == self.state.turn).map(|(_, s)| *s);
        if let Some(side) = named {
            self.state.first = side;
            self.tell(|_| Event::Initiative { side, dice: Vec::new() });
            return;
        }
        let value = |side| {
            let army = self.state.army[side];
            if army.is_some() { self.pos().cv(army) } else { 0 }
        };
        let (union, confederate) = (value(Side::Union), value(Side::Confederate));
        let mut dice = Vec::new();
        let first = loop {
            let (u, c) = (self.dice.d6("Union initiative"), self.dice.d6("Confederate initiative"));
            dice.extend([
                Die { why: "Union initiative", die: u },
                Die { why: "Confederate initiative", die: c },
            ]);
            match ((u + union).cmp(&(c + confederate))).then(union.cmp(&confederate)) {
                std::cmp::Ordering::Greater => break Side::Union,
                std::cmp::Ordering::Less => break Side::Confederate,
                std::cmp::Ordering::Equal => {}
            }
        };
        self.state.first = first;
        self.tell(|_| Event::Initiative { side: first, dice });
    }

    /// Notes the enemy's zone of influence, which changes only when his units do.
    pub(crate) fn refresh_influence(&mut self) {
        if self.state.influence_known {
            return;
        }
        let side = self.state.side.other();
        let mut influence = std::mem::take(&mut self.state.influence);
        influence.clear();
        let mut control = std::mem::take(&mut self.state.control);
        control.clear();
        self.pos().control_of(side, &mut control);
        self.pos().influence_of(side, &mut influence);
        self.state.influence = influence;
        self.state.control = control;
        self.state.influence_known = true;
    }

    fn begin_player_turn(&mut self, side: Side) {
        self.state.side = side;
        self.state.zones_change();
        self.state.guns_known = false;
        self.state.flipped.clear();
        for (piece, counter) in self.state.pieces.iter_mut().zip(&self.setup.pieces) {
            if counter.side == side {
                piece.flags &= !flag::PLAYER_TURN;
            }
        }
        let night = self.pos().is_night();
        self.enter_phase(if night { Phase::Construction } else { Phase::Command });
    }

    pub(crate) fn enter_phase(&mut self, phase: Phase) {
        self.state.phase = phase;
        let (turn, side) = (self.state.turn, self.state.side);
        self.tell(|_| Event::PhaseBegins { turn, phase: phase.name(), side });
        match phase {
            Phase::Command => self.begin_command(),
            Phase::Construction => self.begin_construction(),
            Phase::Fire => self.begin_fire(),
            Phase::ReturnFire => {}
            Phase::Movement => self.begin_movement(),
            Phase::Combat => self.begin_combat(),
            Phase::BreakOff | Phase::BreakOffOther => {}
            Phase::Recovery => self.begin_reorganization(),
            Phase::Over => {}
        }
    }

    /// Whether the phase itself has something to ask.
    pub(crate) fn phase_waits(&self) -> bool {
        let pos = self.pos();
        match self.state.phase {
            Phase::Command | Phase::Movement => true,
            Phase::Construction => pos.may_construct(),
            Phase::Fire | Phase::ReturnFire => pos.someone_may_fire(),
            Phase::Combat => !self.state.open.is_empty() || self.state.fight.planned,
            Phase::BreakOff | Phase::BreakOffOther => pos.someone_may_break_off(),
            Phase::Recovery => pos.someone_may_recover(),
            Phase::Over => false,
        }
    }

    /// The phase is over: what comes next.
    pub(crate) fn next_phase(&mut self) {
        match self.state.phase {
            Phase::Command => self.enter_phase(Phase::Construction),
            Phase::Construction if self.pos().is_night() => self.enter_phase(Phase::Movement),
            Phase::Construction => self.enter_phase(Phase::Fire),
            Phase::Fire => {
                self.state.phase = Phase::ReturnFire;
                self.state.guns_known = false;
            }
            Phase::ReturnFire => self.enter_phase(Phase::Movement),
            Phase::Movement if self.pos().is_night() => self.enter_phase(Phase::Recovery),
            Phase::Movement => self.enter_phase(Phase::Combat),
            Phase::Combat => self.state.phase = Phase::BreakOff,
            Phase::BreakOff => self.state.phase = Phase::BreakOffOther,
            Phase::BreakOffOther => self.end_round(),
            Phase::Recovery => self.end_player_turn(),
            Phase::Over => {}
        }
    }

    fn end_player_turn(&mut self) {
        self.unshatter();
        if !self.state.second_half {
            self.state.second_half = true;
            self.begin_player_turn(self.state.first.other());
        } else {
            self.end_turn();
        }
    }

    /// Steps 8 and 9: the count after a day's last turn, then time goes on.
    fn end_turn(&mut self) {
        let turn = self.state.turn;
        let night_over = self.setup.is_night(turn) && !self.setup.is_night(turn + 1);
        if night_over {
            self.dawn();
        }
        let (_, of_day) = self.setup.day_of(turn);
        let counts = of_day == self.setup.day_turns;
        if self.exhausted() || (counts && self.sudden_victory()) || turn >= self.setup.turns {
            self.game_over();
            return;
        }
        if counts {
            self.count();
        }
        self.state.turn += 1;
        self.begin_turn();
    }

    /// The first act of the night: order everywhere, shattered brigades stand again (23.4).
    fn nightfall(&mut self) {
        for piece in &mut self.state.pieces {
            piece.flags &= !(flag::D | flag::CHARGED);
        }
        self.tell(|_| Event::NightFalls);
        for n in 0..self.state.brigades.len() {
            if !self.state.brigades[n].shattered {
                continue;
            }
            let total = self.pos().brigade_on_map(n as u16).map(|r| self.setup.counter(r).sp as u16).sum();
            let noted = self.state.turn;
            self.state.brigades[n] =
                BrigadeState { total, lost: 0, noted, shattered: false, destroyed: false };
            self.tell(|s| Event::Shattered {
                brigade: brigade_name(s, n),
                side: s.brigades[n].side,
                shattered: false,
            });
        }
    }

    /// The last act of the night: eliminated units are gone, brigades without regiments too (23.7).
    fn dawn(&mut self) {
        for piece in &mut self.state.pieces {
            if piece.place == Where::Lost {
                piece.place = Where::Gone;
            }
        }
        self.tell(|_| Event::NightEnds);
        for n in 0..self.setup.brigades.len() {
            let pos = self.pos();
            let alive = self.setup.brigades[n].regiments.iter().any(|r| pos.may_return(*r));
            if alive || self.state.brigades[n].destroyed || self.setup.brigades[n].regiments.is_empty() {
                continue;
            }
            self.state.brigades[n].destroyed = true;
            if let Some(commander) = self.setup.brigades[n].commander {
                self.state.lift(self.setup, commander, Where::Gone);
            }
            self.tell(|s| Event::Destroyed { brigade: brigade_name(s, n), side: s.brigades[n].side });
        }
    }

    /// Stacks in an enemy zone of control leave it at night, without disorder (23.3).
    pub(crate) fn leave_contact_at_night(&mut self) {
        let side = self.state.side;
        let pos = self.pos();
        let stack = pos.stacks_of(side).find(|hex| {
            pos.in_zoc(*hex, side.other())
                && pos.units(*hex).any(|u| !pos.piece(u).has(flag::STOPPED))
                && pos.can_leave_at_night(*hex, side)
        });
        if let Some(hex) = stack {
            let members: Vec<Id> = pos.units(hex).chain(pos.leaders_of(hex, side)).collect();
            self.push(Step::Nightfall);
            self.start_retreat(members, side, crate::pending::Why::Night);
        }
    }
}

/// A brigade as the log names it.
pub(crate) fn brigade_name(setup: &Setup, brigade: usize) -> String {
    let brigade = &setup.brigades[brigade];
    let first = brigade.regiments.first().copied().or(brigade.commander);
    let place = first.map(|r| {
        let counter = setup.counter(r);
        format!("{}/{}/{}", counter.corps, counter.division, brigade.label)
    });
    format!("{} brigade {}", brigade.side, place.unwrap_or_else(|| brigade.label.clone()))
}
