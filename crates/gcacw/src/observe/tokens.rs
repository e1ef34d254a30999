//! A row of numbers for each counter.

use table::observation::{Sheet, flag, sign};
use table::{Side, Viewer, words};

use crate::counters::{Place, UnitGlimpse};
use crate::position::Pos;
use crate::setup::{LeaderId, UnitId, UnitSet};
use crate::view::acts_in_secret;

words! {
    /// A number of a counter.
    Fact {
        OnMap = "on-map",
        Own = "own",
        Down = "row",
        Across = "column",
        Infantry = "infantry",
        Cavalry = "cavalry",
        Artillery = "artillery",
        Wagon = "wagon",
        Leader = "leader",
        Marker = "marker",
        Size = "size",
        Manpower = "manpower",
        CombatValue = "combat-value",
        TacticalAttack = "tactical-attack",
        TacticalDefend = "tactical-defend",
        Guns = "guns",
        Command = "command",
        Fatigue = "fatigue",
        Works = "works",
        Disorganized = "disorganized",
        Exhausted = "exhausted",
        Demoralized = "demoralized",
        OutOfSupply = "out-of-supply",
        Horses = "horses",
        Held = "held",
        Hidden = "hidden",
        Under = "under",
        Retreating = "retreating",
        Waiting = "waiting",
        Due = "due",
        Boxed = "boxed",
        Ready = "ready",
        UnderWay = "under-way",
        Gone = "gone",
        With = "with",
        Insubordinate = "insubordinate",
        Supplies = "supplies",
        Acting = "acting",
    }
}

/// Who acts, as far as a seat may know.
struct Acting {
    units: UnitSet,
    leader: Option<LeaderId>,
}

impl Acting {
    fn of(pos: &Pos, seat: Side) -> Acting {
        let state = pos.state;
        let mut units: UnitSet = state.march().map(|march| march.unit).into_iter().collect();
        if acts_in_secret(pos, Viewer::Seat(seat)) {
            return Acting { units, leader: None };
        }
        let mut leader = None;
        if let Some(activation) = state.activation() {
            (units, leader) = (units.or(activation.selected), Some(activation.leader));
        }
        if let Some(assault) = state.assault() {
            (units, leader) = (units.or(assault.selected).or(assault.joined), Some(assault.leader));
        }
        if let Some(retreat) = state.retreat() {
            units = units.or(retreat.units);
        }
        Acting { units, leader }
    }
}

pub(super) fn tokens(pos: &Pos, seat: Side, sheet: &mut Sheet) {
    sheet.tokens.fill(0.0);
    let acting = Acting::of(pos, seat);
    for unit in pos.setup.unit_ids() {
        let token = &mut Token { pos, numbers: sheet.token(unit.index()) };
        token.unit(unit, seat);
        token.put(Fact::Acting, flag(acting.units.has(unit)));
    }
    let units = pos.setup.units.len();
    for leader in pos.setup.leader_ids() {
        let token = &mut Token { pos, numbers: sheet.token(units + leader.index()) };
        token.leader(leader, seat);
        token.put(Fact::Acting, flag(acting.leader == Some(leader)));
    }
    let Some(forces) = &pos.state.forces else { return };
    let first = units + pos.setup.leaders.len();
    for side in [seat, seat.other()] {
        let first = first + if side == seat { 0 } else { pos.setup.markers_in_play() };
        for (marker, hex) in forces.markers(side) {
            let token = &mut Token { pos, numbers: sheet.token(first + usize::from(marker)) };
            token.put(Fact::Marker, 1.0);
            token.put(Fact::Own, sign(Some(side), seat));
            token.place(Place::Hex(hex));
        }
    }
}

/// The numbers of one counter.
struct Token<'a> {
    pos: &'a Pos<'a>,
    numbers: &'a mut [f32],
}

impl Token<'_> {
    #[inline]
    fn put(&mut self, fact: Fact, number: f32) {
        self.numbers[fact as usize] = number;
    }

    fn place(&mut self, place: Place) {
        let grid = &self.pos.setup.map.grid;
        match place {
            Place::Hex(hex) | Place::Retreating(hex) => {
                let (row, column) = grid.place(hex);
                self.put(Fact::Down, f32::from(row + 1) / f32::from(grid.rows));
                self.put(Fact::Across, f32::from(column + 1) / f32::from(grid.columns));
                let on_map = matches!(place, Place::Hex(_));
                self.put(if on_map { Fact::OnMap } else { Fact::Retreating }, 1.0);
            }
            Place::Arriving(turn) => {
                self.put(Fact::Waiting, 1.0);
                let turns = f32::from(self.pos.setup.turns.max(1));
                self.put(Fact::Due, turn.map_or(0.0, |turn| f32::from(turn) / turns));
            }
            Place::Boxed { place, ready, under_way } => {
                // A box, or a link over which it comes.
                self.put(Fact::Boxed, (1.0 + f32::from(place)) / 64.0);
                self.put(Fact::Ready, f32::from(ready) / f32::from(self.pos.setup.turns.max(1)));
                self.put(Fact::UnderWay, flag(under_way));
            }
            Place::Gone(how) => self.put(
                Fact::Gone,
                match how {
                    "off the map" => 0.2,
                    "aside" => 0.4,
                    "sent away" => 0.6,
                    "surrendered" => 0.8,
                    _ => 1.0,
                },
            ),
        }
    }

    fn unit(&mut self, id: UnitId, seat: Side) {
        let printed = self.pos.setup.unit(id);
        self.put(Fact::Own, sign(Some(printed.side), seat));
        self.numbers[Fact::Infantry as usize + printed.arm as usize] = 1.0;
        self.put(Fact::Size, f32::from(printed.size as u8 + 1) / 5.0);
        self.put(Fact::TacticalAttack, f32::from(printed.tactical_attack) / 6.0);
        self.put(Fact::TacticalDefend, f32::from(printed.tactical_defend) / 6.0);
        self.put(Fact::Guns, f32::from(printed.artillery) / 6.0);
        let UnitGlimpse::Seen(shown) = self.pos.unit_at_a_glance(id) else {
            self.put(Fact::Hidden, 1.0);
            return;
        };
        self.place(shown.place);
        let value = self.pos.setup.combat_value(shown.manpower, shown.disorganized);
        self.put(Fact::Manpower, f32::from(shown.manpower) / 20.0);
        self.put(Fact::CombatValue, value as f32 / 80.0);
        self.put(Fact::Fatigue, f32::from(shown.fatigue) / 4.0);
        self.put(Fact::Works, f32::from(shown.works as u8) / 8.0);
        self.put(Fact::Disorganized, flag(shown.disorganized));
        self.put(Fact::Exhausted, flag(shown.exhausted));
        self.put(Fact::Demoralized, f32::from(shown.demoralized) / 2.0);
        self.put(Fact::OutOfSupply, flag(shown.out_of_supply));
        self.put(Fact::Horses, f32::from(shown.mount as u8) / 2.0);
        self.put(Fact::Held, flag(shown.held));
        let state = self.pos.state;
        self.put(Fact::Under, state.marker_of(id).map_or(0.0, |marker| f32::from(marker + 1) / 10.0));
        self.put(Fact::Supplies, f32::from(state.unit(id).supplies) / 4.0);
    }

    fn leader(&mut self, id: LeaderId, seat: Side) {
        let printed = self.pos.setup.leader(id);
        self.put(Fact::Own, sign(Some(printed.side), seat));
        self.put(Fact::Leader, 1.0);
        self.put(Fact::Cavalry, flag(printed.cavalry));
        self.put(Fact::Size, f32::from(5 - printed.rank as u8) / 5.0);
        self.put(Fact::TacticalAttack, f32::from(printed.tactical_attack) / 6.0);
        self.put(Fact::TacticalDefend, f32::from(printed.tactical_defend) / 6.0);
        self.put(Fact::Command, f32::from(self.pos.command_value(id)) / 6.0);
        let shown = self.pos.leader_at_a_glance(id);
        self.put(Fact::Hidden, flag(shown.hidden));
        self.put(Fact::Insubordinate, flag(shown.insubordinate));
        if let Some((unit, place)) = shown.with {
            self.place(place);
            self.put(Fact::With, (unit.index() + 1) as f32 / self.pos.setup.units.len() as f32);
        }
    }
}
