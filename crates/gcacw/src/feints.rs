//! Orders about Force markers (Limited Intelligence): placing them, dividing units among them, moving
//! dummies, sham rolls, and taking markers off.

use hexmap::Hex;
use table::{Ask, Refusal, Room, Rule, Seats, Side};

use crate::charts;
use crate::event::{Die, Event};
use crate::forces::{Feint, MARKERS, MOST_TIRED};
use crate::march::March;
use crate::order::{Guise, Order};
use crate::pending::Pending;
use crate::play::Play;
use crate::position::Pos;
use crate::ruleset::Gcacw;
use crate::setup::UnitId;
use crate::sight::marker_name;
use crate::told::Tell;

/// As often as a dummy may wait in a march: for each leader who joins a force on its way.
const MOST_WAITS: u8 = 2;
/// As often as a dummy's leader may seem to select a unit.
const MOST_SELECTED: u8 = 4;

fn no(rule: &'static str, why: &'static str) -> Result<(), Refusal> {
    Err(Refusal::new(Rule(rule), why))
}

impl Pos<'_> {
    /// Whether a unit may be put under a marker in its hex.
    pub(crate) fn may_go_under(&self, side: Side, unit: UnitId, marker: u8) -> Result<(), Refusal> {
        let Some(forces) = &self.state.forces else {
            return no("GLI-1", "this game is played without Limited Intelligence");
        };
        if self.setup.unit(unit).side != side || !self.state.unit(unit).is_on_map() {
            return no("GLI-5", "only a unit of yours on the map goes under a Force marker");
        }
        if forces.hex(side, marker) != Some(self.state.unit(unit).hex) {
            return no("GLI-6", "that Force marker is not in the unit's hex");
        }
        if forces.of(unit) == Some(marker) {
            return no("GLI-6", "the unit is under that Force marker already");
        }
        if forces.divided.has(unit) {
            return no("GLI-6", "that unit has been put under a marker with this initiative");
        }
        Ok(())
    }

    /// Whether a dummy may be activated.
    pub(crate) fn may_feint(&self, side: Side, marker: u8) -> Result<(), Refusal> {
        let Some(forces) = &self.state.forces else {
            return no("GLI-1", "this game is played without Limited Intelligence");
        };
        if !forces.is_dummy(self.setup, side, marker) {
            return no("GLI-15", "that is no dummy of yours on the map");
        }
        if forces.tired(side, marker) >= MOST_TIRED {
            return no("GLI-15", "that marker has marched as often as a unit could");
        }
        Ok(())
    }

    /// Whether a dummy may go along with the force that marches, into this hex first.
    pub(crate) fn may_go_along(&self, marker: u8, to: Hex) -> Result<(), Refusal> {
        match self.along_feint(marker) {
            Some(feint) => self.feint_step(&feint, to).map(|_| ()),
            None => no("GLI-16", "only a dummy that began in the hex of a hidden force goes along with it"),
        }
    }

    /// A dummy that may go along, as it sets out.
    fn along_feint(&self, marker: u8) -> Option<Feint> {
        let forces = self.state.forces.as_ref()?;
        let open = marker < MARKERS && forces.along >> marker & 1 != 0;
        let (mp, cavalry) = (forces.along_mp, forces.along_rides);
        open.then_some(Feint { marker, mp, cavalry, moved: false, waits: 0 })
    }

    /// A marker whose last unit was lost as it began to march goes on as the dummy it has become: nobody is to
    /// see from the end of the march that it is one.
    pub(crate) fn left_behind(&self, march: &March, marker: Option<u8>) -> Option<Feint> {
        let (marker, side) = (marker?, self.setup.unit(march.unit).side);
        let lost = !self.state.unit(march.unit).is_on_map();
        let dummy = self.state.forces.as_ref().is_some_and(|f| f.is_dummy(self.setup, side, marker));
        let cavalry = self.rides(march.unit);
        (lost && dummy).then_some(Feint { marker, mp: march.mp, cavalry, moved: false, waits: 0 })
    }

    /// Whether the initiative may be taken: not without anything to act with.
    pub(crate) fn may_take(&self, side: Side) -> Result<(), Refusal> {
        if self.state.forces.is_none() || self.can_act(side) {
            return Ok(());
        }
        no("G4.2-11", "nobody on your side can take an action")
    }

    /// Whether the action may be let go: only if nothing can be done.
    pub(crate) fn may_do_nothing(&self, side: Side) -> Result<(), Refusal> {
        if self.state.forces.is_some() && !self.can_act(side) {
            return Ok(());
        }
        no("G4.3-1", "an action has to be taken")
    }

    /// Whether the owner may take a marker off: always.
    pub(crate) fn may_open(&self, seat: Side, side: Side, marker: u8) -> Result<(), Refusal> {
        if seat != side {
            return no("GLI-20", "that Force marker is not yours");
        }
        if self.state.forces.as_ref().is_some_and(|f| f.hex(seat, marker).is_some()) {
            return Ok(());
        }
        no("GLI-20", "no Force marker of yours with that number is on the map")
    }

    /// Whether a march needs an extended march roll, hidden or not.
    fn must_roll(&self, march: &March) -> bool {
        !march.spent && self.is_extended(march.unit, self.state.unit(march.unit).fatigue)
    }

    /// What a step costs a dummy, in half MP.
    pub(crate) fn feint_step(&self, feint: &Feint, to: Hex) -> Result<u16, Refusal> {
        let side = self.state.active;
        let at = self.state.forces.as_ref().and_then(|f| f.hex(side, feint.marker));
        let dir = at.and_then(|at| self.setup.map.grid.direction(at, to));
        let (Some(at), Some(dir)) = (at, dir) else {
            return Err(Refusal::new(Rule("G6.1-2"), "a marker moves from hex to adjacent hex"));
        };
        if feint.mp == 0 && feint.moved {
            return Err(Refusal::new(Rule("G6.1-4"), "no movement points are left"));
        }
        if self.state.is_enemy_in(self.setup, side, to) || self.state.enemy_marker_in(side, to) {
            return Err(Refusal::new(Rule("G6.2-23"), "the enemy is in that hex"));
        }
        let edge = self.state.edge(self.setup, side, at, dir);
        if !edge.passable {
            return Err(self.barred(at, dir, to, &edge));
        }
        let cost = edge.cost + if feint.cavalry { 0 } else { self.crowd(to) };
        match cost <= feint.mp {
            true => Ok(cost),
            false if !feint.moved => Ok(feint.mp),
            false => Err(Refusal::new(Rule("G6.2-24"), "not enough movement points left")),
        }
    }

    fn feint_orders(&self, feint: &Feint, out: &mut Vec<Order>) {
        let forces = self.state.forces.as_ref();
        if let Some(at) = forces.and_then(|f| f.hex(self.state.active, feint.marker)) {
            let open =
                self.setup.map.grid.neighbors(at).filter(|(_, to)| self.feint_step(feint, *to).is_ok());
            out.extend(open.map(|(_, to)| Order::Move(to)));
        }
        out.push(Order::End);
        if feint.waits < MOST_WAITS {
            out.push(Order::Wait);
        }
    }

    pub(crate) fn along_orders(&self, out: &mut Vec<Order>) {
        let Some(forces) = &self.state.forces else { return };
        for feint in (0..MARKERS).filter_map(|m| self.along_feint(m)) {
            let at = forces.hex(self.state.active, feint.marker);
            let near = at.into_iter().flat_map(|at| self.setup.map.grid.neighbors(at));
            let open = near.filter(|(_, to)| self.feint_step(&feint, *to).is_ok());
            out.extend(open.map(|(_, to)| Order::Along(feint.marker, to)));
        }
    }

    /// What the holder of the initiative may do with markers beside his action, and with dummies as one.
    pub(crate) fn marker_orders(&self, side: Side, out: &mut Vec<Order>) {
        let Some(forces) = &self.state.forces else { return };
        for (marker, _) in forces.markers(side) {
            if self.may_feint(side, marker).is_ok() {
                out.extend(Guise::ALL.map(|guise| Order::Feint(marker, guise)));
            }
        }
        if out.is_empty() {
            out.push(Order::Done);
        }
        let mut hexes: Vec<Hex> = forces.markers(side).map(|(_, hex)| hex).collect();
        for unit in self.setup.by_side[side].into_iter().filter(|u| self.state.unit(*u).is_on_map()) {
            hexes.push(self.state.unit(unit).hex);
            let here = forces.markers_in(side, self.state.unit(unit).hex);
            let open = here.filter(|m| self.may_go_under(side, unit, *m).is_ok());
            out.extend(open.map(|m| Order::Under(unit, m)));
        }
        hexes.sort_unstable();
        hexes.dedup();
        let open = hexes.into_iter().filter(|h| self.may_place_marker(side, *h).is_ok());
        out.extend(open.map(Order::Marker));
    }

    /// Whether a side has anything to act with, dummies included.
    pub(crate) fn can_feint(&self, side: Side) -> bool {
        self.state.forces.is_some() && (0..MARKERS).any(|m| self.may_feint(side, m).is_ok())
    }
}

impl Tell<'_> {
    /// A hidden force begins to march: nobody is told which marker of the hex it is.
    pub(crate) fn force_marches(&self, side: Side, from: Hex, allowance: u16) -> Event {
        Event::ForceMarches { side, from: self.hex(from), mp: f64::from(allowance) / 2.0 }
    }
    pub(crate) fn marker_moves(&self, side: Side, marker: u8, from: Hex, to: Hex) -> Event {
        Event::MarkerMoves { side, piece: marker_name(side, marker), from: self.hex(from), to: self.hex(to) }
    }
}

impl Play<'_> {
    /// Movement dice of a game with hidden forces fall in everybody's sight.
    pub(crate) fn show_dice(&mut self, dice: &[u8]) {
        if self.state.forces.is_some() {
            let side = self.state.active;
            self.tell(|_| {
                let dice = dice.iter().map(|die| Die { why: "movement", die: *die }).collect();
                Event::MovementDice { side, dice }
            });
        }
    }

    /// The lowest free marker is put down in a hex.
    pub(crate) fn place_marker(&mut self, side: Side, hex: Hex) -> Option<u8> {
        let forces = self.state.forces.as_mut()?;
        let marker = forces.free(side)?;
        forces.set(side, marker, Some(hex));
        self.tell(|t| Event::ForceMarker { side, piece: marker_name(side, marker), to: t.hex(hex) });
        Some(marker)
    }

    /// A unit goes under a marker in its hex. That it is no longer seen everybody knows; under which
    /// marker it is only its owner does.
    pub(crate) fn go_under(&mut self, unit: UnitId, marker: u8) {
        let (state, side) = (*self.state.unit(unit), self.setup.unit(unit).side);
        let was_seen = self.state.marker_of(unit).is_none();
        let Some(forces) = self.state.forces.as_mut() else { return };
        if was_seen {
            forces.remember(unit, &state);
        }
        forces.put_under(unit, Some(marker));
        forces.divided.add(unit);
        if was_seen {
            self.tell(|t| {
                let hides = Event::Hide { piece: t.unit(unit), side: Some(side), to: Some(t.hex(state.hex)) };
                hides.clone().or_openly(hides)
            });
        }
    }

    /// A dummy is activated: dice as for what it pretends to be.
    pub(crate) fn feint(&mut self, marker: u8, guise: Guise) {
        let side = self.state.active;
        if guise.leader {
            self.tell(|_| Event::HiddenLeaderActs { side });
            return self.ask(ShamActivation { marker, cavalry: guise.cavalry, waits: 0 });
        }
        let allowance = self.allowance(side, guise.cavalry);
        self.set_out_as(marker, guise.cavalry, allowance);
    }

    /// The dice of a leader who is not there.
    fn lead_feint(&mut self, cavalry: bool) -> u16 {
        let side = self.state.active;
        let allowance = self.led_allowance(side, cavalry, false)[0];
        self.tell(|_| Event::LeaderLeads { side, piece: None, mp: allowance });
        allowance
    }

    /// A dummy begins its march.
    fn set_out_as(&mut self, marker: u8, cavalry: bool, allowance: u16) {
        let side = self.state.active;
        let forces = self.state.forces.as_mut();
        let Some((forces, from)) = forces.and_then(|f| f.hex(side, marker).map(|from| (f, from))) else {
            return self.go_on();
        };
        forces.tire(side, marker);
        let mp = allowance * 2;
        forces.set_out(side, from, 0, mp, cavalry);
        self.tell(|t| t.force_marches(side, from, mp));
        self.ask(Roll::Feint(Feint { marker, mp, cavalry, moved: false, waits: 0 }));
    }

    /// A dummy makes a forced march: the dice, more movement, and no loss.
    fn force_feint(&mut self, mut feint: Feint) {
        let side = self.state.active;
        let result = match feint.cavalry {
            true => charts::force_march_cavalry(self.dice.d6("force march") + self.dice.d6("force march")),
            false => charts::force_march_infantry(self.dice.d6("force march"), 1),
        };
        let bonus = result.bonus;
        feint.mp += bonus as u16 * 2;
        self.tell(|_| {
            Event::ShamForceMarch { sham: true, bonus }.only(side).or_openly(Event::ForceForces { side })
        });
        self.ask(Feinting { feint });
    }

    /// A die for nothing, in everybody's sight.
    fn sham_roll(&mut self) {
        let side = self.state.active;
        let die = self.dice.d6("extended march");
        self.tell(|_| {
            Event::ShamRoll { die, sham: true }.only(side).or_openly(Event::ForceStraggles { side, die })
        });
    }

    /// The die of an extended march of a hidden force, which may be a sham.
    fn roll_for_stragglers(&mut self, march: &March) {
        if self.pos().must_roll(march) {
            self.extended_march(march.unit, self.state.unit(march.unit).fatigue);
        } else {
            self.sham_roll();
        }
    }

    /// The dummies in a hidden force's hex may go along with it.
    pub(crate) fn let_dummies_along(&mut self, unit: UnitId, allowance: u16) {
        let (side, hex) = (self.setup.unit(unit).side, self.state.unit(unit).hex);
        let (setup, rides) = (self.setup, self.pos().rides(unit));
        if self.state.is_hidden(unit)
            && let Some(forces) = self.state.forces.as_mut()
        {
            let dummies = forces.markers_in(side, hex).filter(|m| forces.is_dummy(setup, side, *m));
            let set = dummies.fold(0, |set, m| set | 1 << m);
            forces.set_out(side, hex, set, allowance, rides);
        }
    }

    pub(crate) fn go_along(&mut self, marker: u8, to: Hex) {
        match self.pos().along_feint(marker) {
            Some(feint) => self.feint_move(feint, to),
            None => self.go_on(),
        }
    }

    /// A march that has not left its hex takes nobody along once it has ended.
    pub(crate) fn stay_behind(&mut self) {
        if let Some(forces) = self.state.forces.as_mut() {
            forces.nobody_along();
        }
    }

    /// One step of a dummy. Next to the enemy it is found out.
    fn feint_move(&mut self, mut feint: Feint, to: Hex) {
        let side = self.state.active;
        let paid = self.pos().feint_step(&feint, to).unwrap_or(feint.mp);
        let forces = self.state.forces.as_mut();
        let Some((forces, from)) = forces.and_then(|f| f.hex(side, feint.marker).map(|from| (f, from)))
        else {
            return self.feint_over();
        };
        feint.mp -= paid.min(feint.mp);
        feint.moved = true;
        forces.stepped(side, feint.marker, to);
        self.tell(|t| t.marker_moves(side, feint.marker, from, to));
        self.look_out();
        let found_out = self.state.forces.as_ref().is_some_and(|f| f.hex(side, feint.marker).is_none());
        if found_out {
            self.feint_over();
        } else {
            self.ask(Feinting { feint });
        }
    }

    /// A dummy has marched far enough: it is asked about bridges as a force would be.
    fn end_feint(&mut self, feint: Feint) {
        if !feint.moved {
            self.stay_behind();
        }
        let at = self.state.forces.as_ref().and_then(|f| f.hex(self.state.active, feint.marker));
        if at.is_some_and(|hex| self.pos().has_crossing(hex)) {
            self.ask(LeaveBridge { feint });
        } else {
            self.feint_over();
        }
    }

    fn feint_over(&mut self) {
        if self.state.march().is_some() {
            self.go_on();
        } else {
            self.wait_for_dummies();
        }
    }

    /// After a hidden force's march, or a dummy's: those that may still go along. Asked wherever markers have
    /// stayed behind, whether or not one of them is a dummy.
    pub(crate) fn wait_for_dummies(&mut self) {
        if self.state.forces.as_ref().is_some_and(|f| f.beside != 0) {
            self.ask(Along);
        } else {
            self.go_on();
        }
    }

    /// Nobody else goes along.
    fn nobody_else_along(&mut self) {
        self.stay_behind();
        self.go_on();
    }

    /// The owner takes a marker off, whoever decides.
    pub(crate) fn open_by_choice(&mut self, seat: Side, marker: u8) {
        let own = seat == self.state.active;
        self.open_marker(seat, marker);
        self.look_out();
        // A leader who looks for a unit is asked about again when all is settled.
        self.state.pending.retain(|p| !matches!(p, Pending::Haven(_)));
        match self.state.pending.pop() {
            Some(feinting) if own && feinting.feint().is_some_and(|feint| feint.marker == marker) => {
                self.feint_over();
            }
            Some(Pending::ShamActivation(room)) if own && room.marker == marker => self.feint_over(),
            Some(Pending::ShamDeparture(room)) if own && room.marker == marker => self.feint_over(),
            Some(Pending::RetreatHex(room)) => self.go_on_retreating(room.retreat),
            Some(other) => self.ask(other),
            None => {}
        }
    }

    /// A hidden unit leaves its hex: its marker goes along if it is alone under it; else it takes a new
    /// one, and if there is none it goes in the open. The marker it goes under.
    pub(crate) fn march_out_under(&mut self, unit: UnitId) -> Option<u8> {
        let side = self.setup.unit(unit).side;
        let marker = self.state.marker_of(unit)?;
        if self.state.forces.as_ref()?.units(self.setup, side, marker).len() == 1 {
            return Some(marker);
        }
        match self.place_marker(side, self.state.unit(unit).hex) {
            Some(new) => {
                self.state.forces.as_mut()?.put_under(unit, Some(new));
                Some(new)
            }
            None => {
                self.show(unit);
                None
            }
        }
    }
}

/// An extended march die for a hidden force, real or sham.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Roll {
    March(March),
    Feint(Feint),
}

impl Roll {
    fn must(&self, pos: Pos) -> bool {
        match self {
            Roll::March(march) => pos.must_roll(march),
            Roll::Feint(_) => false,
        }
    }
}

impl Room<Gcacw> for Roll {
    fn ask(&self, _pos: Pos) -> Ask {
        Ask::new("roll", "Roll for an extended march in the enemy's sight, or not", "GLI-14")
    }

    fn seats(&self, pos: Pos) -> Seats {
        Seats::one(pos.state.active)
    }

    fn orders(&self, pos: Pos, out: &mut Vec<Order>) {
        out.push(Order::Roll);
        if !self.must(pos) {
            out.push(Order::Done);
        }
    }

    fn check(&self, pos: Pos, order: &Order) -> Result<(), Refusal> {
        match order {
            Order::Roll => Ok(()),
            Order::Done if self.must(pos) => no("GLI-14", "this march is an extended one: the die is rolled"),
            Order::Done => Ok(()),
            _ => Err(self.ask(pos).not_asked()),
        }
    }

    fn apply(&self, play: &mut Play, order: &Order) {
        let marker = match self {
            Roll::March(march) => play.state.marker_of(march.unit),
            Roll::Feint(_) => None,
        };
        match (order, self) {
            (Order::Roll, Roll::March(march)) => play.roll_for_stragglers(march),
            (Order::Roll, Roll::Feint(_)) => play.sham_roll(),
            (Order::Done, _) => {}
            _ => return play.not_answered(self.clone(), order),
        }
        match self {
            Roll::March(march) => match play.pos().left_behind(march, marker) {
                Some(feint) => play.ask(ForceFeint { feint }),
                None => play.straggled(march.clone()),
            },
            Roll::Feint(feint) => play.ask(ForceFeint { feint: *feint }),
        }
    }
}

/// Forced march or not: asked of a dummy as of a force.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct ForceFeint {
    pub(crate) feint: Feint,
}

impl Room<Gcacw> for ForceFeint {
    fn ask(&self, _pos: Pos) -> Ask {
        Ask::new("force-march", "Force march, or keep a steady pace", "GLI-21")
    }

    fn seats(&self, pos: Pos) -> Seats {
        Seats::one(pos.state.active)
    }

    fn orders(&self, _pos: Pos, out: &mut Vec<Order>) {
        out.extend([Order::Steady, Order::ForceMarch]);
    }

    fn check(&self, pos: Pos, order: &Order) -> Result<(), Refusal> {
        match order {
            Order::ForceMarch | Order::Steady => Ok(()),
            _ => Err(self.ask(pos).not_asked()),
        }
    }

    fn apply(&self, play: &mut Play, order: &Order) {
        match order {
            Order::ForceMarch => play.force_feint(self.feint),
            Order::Steady => play.ask(Feinting { feint: self.feint }),
            _ => play.not_answered(self.clone(), order),
        }
    }
}

/// A dummy on the move.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Feinting {
    pub(crate) feint: Feint,
}

impl Room<Gcacw> for Feinting {
    fn ask(&self, _pos: Pos) -> Ask {
        Ask::new("feint", "Move the dummy, or end its march", "GLI-13")
    }

    fn seats(&self, pos: Pos) -> Seats {
        Seats::one(pos.state.active)
    }

    fn orders(&self, pos: Pos, out: &mut Vec<Order>) {
        pos.feint_orders(&self.feint, out);
    }

    fn check(&self, pos: Pos, order: &Order) -> Result<(), Refusal> {
        match *order {
            Order::Move(to) => pos.feint_step(&self.feint, to).map(|_| ()),
            Order::End => Ok(()),
            Order::Wait if self.feint.waits < MOST_WAITS => Ok(()),
            Order::Wait => no("GLI-22", "it has waited long enough"),
            _ => Err(self.ask(pos).not_asked()),
        }
    }

    fn apply(&self, play: &mut Play, order: &Order) {
        match *order {
            Order::Move(to) => play.feint_move(self.feint, to),
            Order::End => play.end_feint(self.feint),
            Order::Wait => {
                let feint = Feint { waits: self.feint.waits + 1, ..self.feint };
                play.ask(Feinting { feint });
            }
            _ => play.not_answered(self.clone(), order),
        }
    }
}

/// A dummy at a bridge, where a force would be asked whether it destroys it.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct LeaveBridge {
    pub(crate) feint: Feint,
}

impl Room<Gcacw> for LeaveBridge {
    fn ask(&self, _pos: Pos) -> Ask {
        Ask::new("destroy-bridge", "Leave the bridge: a dummy destroys none", "GLI-21")
    }

    fn seats(&self, pos: Pos) -> Seats {
        Seats::one(pos.state.active)
    }

    fn orders(&self, _pos: Pos, out: &mut Vec<Order>) {
        out.push(Order::Done);
    }

    fn check(&self, pos: Pos, order: &Order) -> Result<(), Refusal> {
        match order {
            Order::Done => Ok(()),
            Order::Destroy(_) => no("GLI-8", "a dummy destroys nothing"),
            _ => Err(self.ask(pos).not_asked()),
        }
    }

    fn apply(&self, play: &mut Play, order: &Order) {
        match order {
            Order::Done => play.feint_over(),
            _ => play.not_answered(self.clone(), order),
        }
    }
}

/// Dummies that go along with a hidden force that has marched.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Along;

impl Room<Gcacw> for Along {
    fn ask(&self, _pos: Pos) -> Ask {
        Ask::new("along", "Let dummies go along, or be done", "GLI-16")
    }

    fn seats(&self, pos: Pos) -> Seats {
        Seats::one(pos.state.active)
    }

    fn orders(&self, pos: Pos, out: &mut Vec<Order>) {
        pos.along_orders(out);
        out.push(Order::Done);
    }

    fn check(&self, pos: Pos, order: &Order) -> Result<(), Refusal> {
        match *order {
            Order::Along(marker, to) => pos.may_go_along(marker, to),
            Order::Done => Ok(()),
            _ => Err(self.ask(pos).not_asked()),
        }
    }

    fn apply(&self, play: &mut Play, order: &Order) {
        match *order {
            Order::Along(marker, to) => play.go_along(marker, to),
            Order::Done => play.nobody_else_along(),
            _ => play.not_answered(Along, order),
        }
    }
}

/// A dummy's leader is activated: he selects units, or seems to, until his dice are rolled.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct ShamActivation {
    pub(crate) marker: u8,
    pub(crate) cavalry: bool,
    pub(crate) waits: u8,
}

impl Room<Gcacw> for ShamActivation {
    fn ask(&self, _pos: Pos) -> Ask {
        Ask::new(
            "sham-activation",
            "Roll for the leader who is not there, at once or after a while",
            "GLI-22",
        )
    }

    fn seats(&self, pos: Pos) -> Seats {
        Seats::one(pos.state.active)
    }

    fn orders(&self, _pos: Pos, out: &mut Vec<Order>) {
        out.extend([Order::Done, Order::Roll]);
        if self.waits < MOST_SELECTED {
            out.push(Order::Wait);
        }
    }

    fn check(&self, pos: Pos, order: &Order) -> Result<(), Refusal> {
        match order {
            Order::Done | Order::Roll => Ok(()),
            Order::Wait if self.waits < MOST_SELECTED => Ok(()),
            Order::Wait => no("GLI-22", "it has waited long enough"),
            _ => Err(self.ask(pos).not_asked()),
        }
    }

    fn apply(&self, play: &mut Play, order: &Order) {
        let ShamActivation { marker, cavalry, waits } = *self;
        match order {
            Order::Done => {
                let allowance = play.lead_feint(cavalry);
                play.set_out_as(marker, cavalry, allowance);
            }
            Order::Roll => {
                let allowance = play.lead_feint(cavalry);
                play.ask(ShamDeparture { marker, cavalry, allowance, waits: 0 });
            }
            Order::Wait => play.ask(ShamActivation { waits: waits + 1, ..self.clone() }),
            _ => play.not_answered(self.clone(), order),
        }
    }
}

/// The dice of a dummy's leader have fallen: it sets out as if he were attached and the unit chosen first.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct ShamDeparture {
    pub(crate) marker: u8,
    pub(crate) cavalry: bool,
    pub(crate) allowance: u16,
    pub(crate) waits: u8,
}

impl Room<Gcacw> for ShamDeparture {
    fn ask(&self, _pos: Pos) -> Ask {
        Ask::new("sham-departure", "Set out with the dummy, at once or after a while", "GLI-22")
    }

    fn seats(&self, pos: Pos) -> Seats {
        Seats::one(pos.state.active)
    }

    fn orders(&self, _pos: Pos, out: &mut Vec<Order>) {
        out.push(Order::Done);
        if self.waits < MOST_WAITS {
            out.push(Order::Wait);
        }
    }

    fn check(&self, pos: Pos, order: &Order) -> Result<(), Refusal> {
        match order {
            Order::Done => Ok(()),
            Order::Wait if self.waits < MOST_WAITS => Ok(()),
            Order::Wait => no("GLI-22", "it has waited long enough"),
            _ => Err(self.ask(pos).not_asked()),
        }
    }

    fn apply(&self, play: &mut Play, order: &Order) {
        match order {
            Order::Done => play.set_out_as(self.marker, self.cavalry, self.allowance),
            Order::Wait => play.ask(ShamDeparture { waits: self.waits + 1, ..self.clone() }),
            _ => play.not_answered(self.clone(), order),
        }
    }
}
