//! Retreats and routs (7.6): restrictions, Retreat Charts 1 and 2, the one override, surrender.

use arrayvec::ArrayVec;
use hexmap::Hex;
use table::{Ask, Refusal, Room, Rule, Seats, Side};

use crate::event::Event;
use crate::order::Order;
use crate::play::Play;
use crate::position::Pos;
use crate::ruleset::Gcacw;
use crate::setup::UnitSet;
use crate::state::Whereabouts;

/// Kinds of retreat (7.6, 7.7).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum RetreatKind {
    Normal,
    Rout,
    Cavalry,
    Voluntary,
}

/// A retreat in progress (7.6).
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Retreat {
    pub(crate) side: Side,
    pub(crate) units: UnitSet,
    pub(crate) kind: RetreatKind,
    pub(crate) start: Hex,
    pub(crate) at: Hex,
    /// The active enemy unit.
    pub(crate) active: Hex,
    /// Hexes entered so far, in order.
    pub(crate) path: Path,
    pub(crate) override_used: bool,
}

/// How far beyond its longest distance a retreat may be drawn out of enemy hexes.
const LONGEST_DETOUR: usize = 8;

/// A hex a retreat may enter next, as the Retreat Charts describe it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Flee {
    pub(crate) to: Hex,
    pub(crate) chart: u8,
    pub(crate) priority: u8,
    /// Manpower each unit loses.
    pub(crate) loss: u8,
}

type Flees = ArrayVec<Flee, 6>;
/// The hexes of a retreat: six at most, and those that it is drawn out by.
pub(crate) type Path = ArrayVec<Hex, { 6 + LONGEST_DETOUR }>;

/// A retreat to be planned.
#[derive(Clone, Copy)]
pub(crate) struct Plan<'a> {
    pub(crate) pos: Pos<'a>,
    pub(crate) side: Side,
    pub(crate) kind: RetreatKind,
    pub(crate) start: Hex,
    /// The active enemy unit's hex.
    pub(crate) active: Hex,
}

/// What a retreat may do beyond keeping to the priorities within its longest distance.
#[derive(Clone, Copy)]
struct Leeway {
    /// The one override is still to be had.
    may_override: bool,
    /// It may be drawn out to leave an enemy-occupied hex.
    detour: bool,
}

impl RetreatKind {
    /// The shortest and the longest retreat.
    pub(crate) const fn lengths(self) -> (usize, usize) {
        match self {
            RetreatKind::Normal => (2, 4),
            RetreatKind::Rout | RetreatKind::Cavalry => (4, 6),
            RetreatKind::Voluntary => (1, 4),
        }
    }

    /// For how many of its hexes Chart 1 is used in any case.
    const fn chart_1_hexes(self) -> usize {
        match self {
            RetreatKind::Normal | RetreatKind::Voluntary => 1,
            RetreatKind::Rout | RetreatKind::Cavalry => 4,
        }
    }
}

impl Plan<'_> {
    /// The hexes that the restrictions allow next, with their descriptions.
    pub(crate) fn legal(&self, at: Hex, path: &[Hex]) -> Flees {
        let grid = &self.pos.setup.map.grid;
        let (g, s) = (self.pos.state, self.pos.setup);
        let here = grid.distance(at, self.active);
        let leaves_zoc = g.in_any_enemy_zoc(s, self.side, at);
        let chart = if path.len() < self.kind.chart_1_hexes() || leaves_zoc { 1 } else { 2 };
        let mut found = Flees::new();
        for (dir, to) in grid.neighbors(at) {
            let there = grid.distance(to, self.active);
            let fort = g.enemy_fort(s, self.side, to).is_some();
            if to == self.start || path.contains(&to) || to == self.active || there < here || fort {
                continue;
            }
            let edge = g.edge(s, self.side, at, dir);
            if edge.retreat {
                let (priority, loss) = self.describe(chart, to, there > here, edge.retreat_way);
                found.push(Flee { to, chart, priority, loss });
            }
        }
        found
    }

    /// Priority and loss of a hex on a Retreat Chart.
    pub(crate) fn describe(&self, chart: u8, to: Hex, farther: bool, way: bool) -> (u8, u8) {
        let (g, s) = (self.pos.state, self.pos.setup);
        let occupant = g.side_in(s, to);
        if occupant == Some(self.side.other()) {
            return if chart == 1 { (5, 3) } else { (3, 3) };
        }
        let zoc = g.in_any_enemy_zoc(s, self.side, to);
        let friend = occupant == Some(self.side);
        let (priority, loss) = match (chart, zoc, farther) {
            (1, false, true) if way => (1, 0),
            (1, false, true) => (2, 0),
            (1, false, false) => (3, u8::from(!way)),
            (1, true, true) => (4, u8::from(!(way || friend))),
            (1, true, false) => (4, 1 + u8::from(!(way || friend))),
            (_, false, _) => (1, 0),
            (_, true, _) => (2, u8::from(!(way || friend))),
        };
        (priority, if self.kind == RetreatKind::Cavalry { 0 } else { loss })
    }

    /// Whether the retreat may end here.
    pub(crate) fn may_stop(&self, at: Hex, path: &[Hex]) -> bool {
        let (shortest, _) = self.kind.lengths();
        path.len() >= shortest
            && !self.pos.state.is_enemy_in(self.pos.setup, self.side, at)
            && (self.kind == RetreatKind::Voluntary || self.pos.setup.map.grid.distance(at, self.start) > 1)
    }

    /// Whether the retreat may go on from here: as far as its longest distance, and beyond it only to get
    /// out of an enemy-occupied hex.
    pub(crate) fn may_go_on(&self, at: Hex, path: &[Hex]) -> bool {
        let (_, longest) = self.kind.lengths();
        path.len() < longest
            || (self.pos.state.is_enemy_in(self.pos.setup, self.side, at)
                && path.len() < longest + LONGEST_DETOUR)
    }

    /// Whether some path from here ends well, keeping to the priorities but for what the leeway allows.
    fn completes(&self, at: Hex, path: &mut Path, leeway: Leeway) -> bool {
        if self.may_stop(at, path) {
            return true;
        }
        let (_, longest) = self.kind.lengths();
        if !self.may_go_on(at, path) || (path.len() >= longest && !leeway.detour) {
            return false;
        }
        let legal = self.legal(at, path);
        let lowest = legal.iter().map(|f| f.priority).min().unwrap_or(0);
        legal.iter().any(|flee| {
            let follows = flee.priority == lowest;
            if !follows && !leeway.may_override {
                return false;
            }
            path.push(flee.to);
            let may_override = leeway.may_override && follows;
            let ends_well = self.completes(flee.to, path, Leeway { may_override, ..leeway });
            path.pop();
            ends_well
        })
    }

    /// The hexes that may really be entered next: those of the lowest priority number from which the
    /// retreat can end well; failing that, where it has to be drawn out of enemy hexes; and if surrender
    /// is all that is left, those that one override saves.
    pub(crate) fn choices(&self, at: Hex, path: &Path, override_used: bool) -> Flees {
        if !self.may_go_on(at, path) {
            return Flees::new();
        }
        let legal = self.legal(at, path);
        let lowest = legal.iter().map(|f| f.priority).min().unwrap_or(0);
        let by_priority =
            |detour| self.that_end_well(&legal, path, lowest, Leeway { may_override: false, detour });
        let (_, longest) = self.kind.lengths();
        let straight = by_priority(path.len() >= longest);
        // A place to stop is enough: going on is then a choice, and nothing out of the way is called for.
        if !straight.is_empty() || self.may_stop(at, path) {
            return straight;
        }
        let drawn_out = by_priority(true);
        if !drawn_out.is_empty() || override_used {
            return drawn_out;
        }
        self.that_end_well(&legal, path, lowest, Leeway { may_override: true, detour: true })
    }

    /// Those of the legal hexes from which the retreat can end well with this leeway.
    fn that_end_well(&self, legal: &Flees, path: &Path, lowest: u8, leeway: Leeway) -> Flees {
        let mut way = path.clone();
        let mut ends_well = |flee: &Flee| {
            let follows = flee.priority == lowest;
            let rest = Leeway { may_override: leeway.may_override && follows, ..leeway };
            way.push(flee.to);
            let ends_well = (follows || leeway.may_override) && self.completes(flee.to, &mut way, rest);
            way.pop();
            ends_well
        };
        legal.iter().filter(|f| ends_well(f)).copied().collect()
    }
}

impl<'a> Pos<'a> {
    pub(crate) fn plan(&self, retreat: &Retreat) -> Plan<'a> {
        Plan {
            pos: *self,
            side: retreat.side,
            kind: retreat.kind,
            start: retreat.start,
            active: retreat.active,
        }
    }

    /// Whether a retreat from a hex can end without surrender.
    pub(crate) fn can_retreat(&self, side: Side, kind: RetreatKind, start: Hex, active: Hex) -> bool {
        let plan = Plan { pos: *self, side, kind, start, active };
        !plan.choices(start, &Path::new(), false).is_empty()
    }

    pub(crate) fn retreat_orders(&self, retreat: &Retreat, out: &mut Vec<Order>) {
        let plan = self.plan(retreat);
        for flee in plan.choices(retreat.at, &retreat.path, retreat.override_used) {
            out.push(Order::Retreat(flee.to));
        }
        if plan.may_stop(retreat.at, &retreat.path) {
            out.push(Order::Halt);
        }
    }

    /// Whether the retreat may enter a hex now.
    pub(crate) fn may_retreat_to(&self, retreat: &Retreat, to: Hex) -> Result<(), Refusal> {
        let plan = self.plan(retreat);
        if plan.choices(retreat.at, &retreat.path, retreat.override_used).iter().any(|f| f.to == to) {
            return Ok(());
        }
        let no = |rule, why: &'static str| Err(Refusal::new(rule, why));
        let grid = &self.setup.map.grid;
        let Some(dir) = grid.direction(retreat.at, to) else {
            return no(Rule("G7.6-11"), "a retreat goes from hex to adjacent hex on the map");
        };
        if to == retreat.start {
            return no(Rule("G7.6-12"), "a retreat does not return to its first hex");
        }
        if retreat.path.contains(&to) {
            return no(Rule("G7.6-13"), "a retreat does not enter a hex twice");
        }
        if to == retreat.active {
            return no(Rule("G7.6-17"), "nobody retreats into the active enemy's hex");
        }
        if self.state.enemy_fort(self.setup, retreat.side, to).is_some() {
            return no(Rule("GHSN-39"), "an enemy fort stands in that hex");
        }
        if grid.distance(to, retreat.active) < grid.distance(retreat.at, retreat.active) {
            return no(Rule("G7.6-15"), "that hex is closer to the active enemy unit");
        }
        let edge = self.state.edge(self.setup, retreat.side, retreat.at, dir);
        if !edge.retreat {
            let why = self.barred(retreat.at, dir, to, &edge);
            let in_rain = self.state.is_rain() && self.setup.map.side(retreat.at, dir).water.is_some();
            let rule = match (edge.cut_by_land, in_rain) {
                (true, _) => Rule("G7.6-8"),
                (_, true) => Rule("G7.6-10"),
                _ => Rule("G7.6-9"),
            };
            return Err(Refusal { rule, why: why.why });
        }
        no(
            Rule("G7.6-25"),
            "a hex of a lower priority number must be taken, or the retreat could not end from there",
        )
    }
}

impl Play<'_> {
    /// Lifts the units and begins to retreat; without any way out they surrender.
    pub(crate) fn begin_retreat(
        &mut self,
        side: Side,
        units: UnitSet,
        kind: RetreatKind,
        start: Hex,
        active: Hex,
    ) {
        for unit in units {
            self.leave_hex(unit);
        }
        if kind == RetreatKind::Voluntary {
            self.tell(|t| {
                let pieces = t.units(units);
                let piece = pieces.first().cloned().unwrap_or_default();
                Event::Withdraw { piece, pieces, from: t.hex(start) }
            });
        }
        self.go_on_retreating(Retreat {
            side,
            units,
            kind,
            start,
            at: start,
            active,
            path: Path::new(),
            override_used: false,
        });
    }

    /// Asks for the next hex, or ends the retreat where there is nothing to choose.
    pub(crate) fn go_on_retreating(&mut self, retreat: Retreat) {
        let known = self.known(retreat.side);
        let plan = known.pos().plan(&retreat);
        let choices = plan.choices(retreat.at, &retreat.path, retreat.override_used);
        let stop = plan.may_stop(retreat.at, &retreat.path);
        drop(known);
        match (choices.len(), stop) {
            (0, true) => self.end_retreat(&retreat),
            (0, false) => self.surrender(&retreat),
            _ => self.ask(RetreatHex { retreat }),
        }
    }

    /// The stack enters a hex.
    fn retreat_to(&mut self, mut retreat: Retreat, to: Hex) {
        let known = self.known(retreat.side);
        let legal = known.pos().plan(&retreat).legal(retreat.at, &retreat.path);
        let lowest = legal.iter().map(|f| f.priority).min().unwrap_or(0);
        let describe = |legal: &Flees| legal.iter().find(|f| f.to == to).copied();
        let chosen = describe(&legal);
        // The order was judged by what its player saw; the loss is that of the true position.
        let loss =
            describe(&self.pos().plan(&retreat).legal(retreat.at, &retreat.path)).map_or(0, |f| f.loss);
        let (from, units) = (retreat.at, retreat.units);
        drop(known);
        retreat.override_used |= chosen.is_some_and(|f| f.priority > lowest);
        retreat.path.push(to);
        retreat.at = to;
        for unit in units {
            self.state.unit_mut(unit).hex = to;
        }
        self.tell(|t| {
            let pieces = t.units(units);
            let piece = pieces.first().cloned().unwrap_or_default();
            Event::Retreat { piece, pieces, from: t.hex(from), to: t.hex(to) }
        });
        for unit in units {
            self.lose_manpower(unit, loss, true);
        }
        let left: UnitSet = units
            .into_iter()
            .filter(|u| self.state.unit(*u).whereabouts == Whereabouts::Retreating)
            .collect();
        retreat.units = left;
        if left.is_empty() {
            return self.go_on();
        }
        self.ask(RetreatHex { retreat });
        self.look_out();
        self.go_on();
    }

    /// The retreat ends here: back to the combat, or to the next cavalry offer.
    fn end_retreat(&mut self, retreat: &Retreat) {
        let (units, at) = (retreat.units, retreat.at);
        for unit in units {
            self.state.put(unit, at);
        }
        self.hold(at, retreat.side);
        if retreat.kind == RetreatKind::Cavalry {
            for unit in units {
                let state = self.state.unit_mut(unit);
                state.tire(1);
                state.disorganized = true;
            }
        }
        self.tell(|t| {
            let pieces = t.units(units);
            let piece = pieces.first().cloned().unwrap_or_default();
            Event::RetreatOver { piece, pieces, to: t.hex(at) }
        });
        for unit in units {
            self.come_to_rest(unit);
        }
        self.go_on();
    }

    fn surrender(&mut self, retreat: &Retreat) {
        for unit in retreat.units {
            self.eliminate(unit, Whereabouts::Surrendered);
        }
        self.go_on();
    }
}

/// The next hex of a retreat (7.6).
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct RetreatHex {
    pub(crate) retreat: Retreat,
}

impl Room<Gcacw> for RetreatHex {
    fn ask(&self, _pos: Pos) -> Ask {
        Ask::new("retreat-hex", "Choose the hex to retreat into", "G7.6-25")
    }

    fn seats(&self, _pos: Pos) -> Seats {
        Seats::one(self.retreat.side)
    }

    fn orders(&self, pos: Pos, out: &mut Vec<Order>) {
        pos.retreat_orders(&self.retreat, out);
    }

    fn check(&self, pos: Pos, order: &Order) -> Result<(), Refusal> {
        let retreat = &self.retreat;
        match *order {
            Order::Retreat(to) => pos.may_retreat_to(retreat, to),
            Order::Halt if pos.plan(retreat).may_stop(retreat.at, &retreat.path) => Ok(()),
            Order::Halt => Err(Refusal::new(Rule("G7.6-27"), "the retreat cannot end here")),
            _ => Err(self.ask(pos).not_asked()),
        }
    }

    fn apply(&self, play: &mut Play, order: &Order) {
        match *order {
            Order::Retreat(to) => play.retreat_to(self.retreat.clone(), to),
            Order::Halt => play.end_retreat(&self.retreat),
            _ => play.not_answered(self.clone(), order),
        }
    }
}
