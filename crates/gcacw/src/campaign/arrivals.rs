//! Troops that come during a game: on a day the scenario names, or in sets that a table of dice brings.

use hexmap::{Hex, Terrain};
use serde::Deserialize;
use serde_json::json;
use table::{Chances, Dice, Modifiers, Refusal, Rule, Side};

use super::state::NOT_YET;
use crate::flow::Ask;
use crate::play::{Play, Pos};
use crate::sequence::Phase;
use crate::setup::{Size, UnitId, UnitSet};
use crate::state::Whereabouts;

/// The most tables of arrivals in a campaign, and the most sets in a scenario.
pub const MOST_TABLES: usize = 8;
pub const MOST_SETS: usize = 48;

/// What happens where the enemy holds every entry hex.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Blocked {
    /// The troops wait for another turn.
    #[default]
    Wait,
    /// They enter in the nearest hex that is free.
    Nearest,
}

/// A table of arrivals.
#[derive(Clone, Debug)]
pub struct ArrivalTable {
    pub id: String,
    pub name: String,
    pub side: Side,
    pub phase: Phase,
    pub from: u8,
    pub until: u8,
    /// How many dice are rolled; 0 where the calendar alone decides.
    pub dice: u8,
    pub rows: Vec<ArrivalRow>,
    pub modifiers: Vec<ArrivalModifier>,
    pub blocked: Blocked,
    /// The clause its citations name.
    pub rule: Rule,
}

/// A row of a table of arrivals: the first that fits turn and dice counts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ArrivalRow {
    pub from: u8,
    pub until: u8,
    /// The highest modified roll it is for.
    pub at_most: i16,
    pub sets: u8,
    /// Fatigue of the divisions that come.
    pub fatigue: u8,
    /// Nothing comes by this table any more.
    pub closes: bool,
}

/// A modifier of the roll on a table of arrivals.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ArrivalModifier {
    pub name: &'static str,
    pub value: i16,
    pub from: u8,
    pub until: u8,
    /// Only if this set of the table came on an earlier turn.
    pub received: Option<u8>,
    /// For each set of the table that has come.
    pub each: bool,
    /// Only if another table brings nothing any more.
    pub closed: Option<u8>,
    pub rule: Rule,
}

/// Units that come together.
#[derive(Clone, Debug)]
pub struct Set {
    pub table: u8,
    /// Sets of a table are drawn in ascending number.
    pub number: u8,
    pub units: UnitSet,
    pub hexes: Vec<Hex>,
    /// The turn on which it comes where no dice decide, or on which it came before the game.
    pub turn: Option<u8>,
}

/// What a roll on a table of arrivals brings.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Draw {
    pub sets: u8,
    pub fatigue: u8,
    pub closes: bool,
}

impl ArrivalTable {
    /// What a modified roll brings.
    pub fn draw(&self, turn: u8, modified: i16) -> Draw {
        let fits = |row: &&ArrivalRow| (row.from..=row.until).contains(&turn) && modified <= row.at_most;
        match self.rows.iter().find(fits) {
            Some(row) => Draw { sets: row.sets, fatigue: row.fatigue, closes: row.closes },
            None => Draw { sets: 0, fatigue: 0, closes: false },
        }
    }
}

impl Pos<'_> {
    /// The sets of a table that have not been drawn, in ascending number.
    pub fn undrawn(&self, table: usize) -> impl Iterator<Item = usize> + '_ {
        let sets = self.s.campaign.iter().flat_map(|c| c.sets.iter().enumerate());
        sets.filter(move |(n, set)| set.table as usize == table && self.g.campaign.sets[*n] == NOT_YET)
            .map(|(n, _)| n)
    }

    /// Whether a table is rolled on now.
    pub fn is_rolled(&self, table: usize, phase: Phase) -> bool {
        let Some(t) = self.s.campaign.as_ref().map(|c| &c.tables[table]) else { return false };
        t.phase == phase
            && t.dice > 0
            && (t.from..=t.until).contains(&self.g.turn)
            && self.g.campaign.closed >> table & 1 == 0
            && self.undrawn(table).next().is_some()
    }

    /// The modifiers of the roll on a table of arrivals this turn.
    pub fn arrival_modifiers(&self, table: usize) -> Modifiers {
        let mut mods = Modifiers::default();
        let Some(campaign) = &self.s.campaign else { return mods };
        let of_table = |n: &usize| campaign.sets[*n].table as usize == table;
        let came = |n: &usize| self.g.campaign.sets[*n] <= self.g.turn;
        for modifier in &campaign.tables[table].modifiers {
            let earlier = |number: u8| {
                (0..campaign.sets.len())
                    .filter(of_table)
                    .any(|n| campaign.sets[n].number == number && self.g.campaign.sets[n] < self.g.turn)
            };
            let fits = (modifier.from..=modifier.until).contains(&self.g.turn)
                && modifier.received.is_none_or(earlier)
                && modifier.closed.is_none_or(|other| self.g.campaign.closed >> other & 1 != 0);
            if fits {
                let times = match modifier.each {
                    true => (0..campaign.sets.len()).filter(of_table).filter(came).count() as i16,
                    false => 1,
                };
                mods.add(modifier.rule, modifier.name, modifier.value * times);
            }
        }
        mods
    }

    /// One roll on a table of arrivals: play and exact odds both run this.
    pub fn roll_arrivals(&self, table: usize, dice: &mut dyn Dice) -> Draw {
        let Some(campaign) = &self.s.campaign else { return Draw { sets: 0, fatigue: 0, closes: false } };
        let t = &campaign.tables[table];
        let roll: i16 = (0..t.dice).map(|_| dice.d6("arrivals") as i16).sum();
        t.draw(self.g.turn, roll + self.arrival_modifiers(table).sum())
    }

    /// The exact chances of a roll this turn.
    pub fn arrival_odds(&self, table: usize) -> Chances<Draw> {
        table::chances(|dice| self.roll_arrivals(table, dice))
    }

    /// The day a unit that is not on the map yet is due in a phase, and where.
    fn expected(&self, unit: UnitId, phase: Phase) -> Option<(u8, &[Hex], Blocked)> {
        if let Some((turn, hexes)) = &self.s.unit(unit).start.arrives {
            let here = match phase {
                Phase::Reinforcement => true,
                Phase::UnionReinforcement => self.s.unit(unit).side == Side::Union,
                Phase::ConfederateReinforcement => self.s.unit(unit).side == Side::Confederate,
                _ => false,
            };
            return here.then_some((*turn, hexes, Blocked::Wait));
        }
        let campaign = self.s.campaign.as_ref()?;
        let n = campaign.set_of[unit.index()]? as usize;
        let (set, table) = (&campaign.sets[n], &campaign.tables[campaign.sets[n].table as usize]);
        (table.phase == phase).then_some((self.g.campaign.sets[n], &set.hexes, table.blocked))
    }

    /// The hexes in which a unit can enter now; those nearest to its entry where it may go round the enemy.
    fn open_entries(&self, side: Side, hexes: &[Hex], blocked: Blocked) -> Vec<Hex> {
        let free = |hex: Hex| !self.g.is_shut(self.s, side, hex) && self.s.map.terrain(hex) != Terrain::Water;
        let open: Vec<Hex> = hexes.iter().copied().filter(|h| free(*h)).collect();
        if !open.is_empty() || blocked == Blocked::Wait {
            return open;
        }
        let grid = &self.s.map.grid;
        let far = |hex: Hex| hexes.iter().map(|h| grid.distance(*h, hex)).min().unwrap_or(u16::MAX);
        let least = grid.hexes().filter(|h| free(*h)).map(far).min();
        grid.hexes().filter(|h| free(*h) && Some(far(*h)) == least).collect()
    }

    /// When a unit that is not on the map yet comes, in words.
    pub fn arrival_words(&self, unit: UnitId) -> String {
        if let Some((turn, _)) = &self.s.unit(unit).start.arrives {
            return format!("arrives turn {turn}");
        }
        let set = |campaign: &super::Campaign| campaign.set_of[unit.index()];
        let Some((campaign, n)) = self.s.campaign.as_ref().and_then(|c| Some((c, set(c)?))) else {
            return "to arrive".to_owned();
        };
        match self.g.campaign.sets[n as usize] {
            NOT_YET => {
                let set = &campaign.sets[n as usize];
                format!("set {} of {}", set.number, campaign.tables[set.table as usize].name)
            }
            turn => format!("arrives turn {turn}"),
        }
    }

    /// A unit of a side that is due in this phase, with the hexes where it can enter.
    pub fn due(&self, side: Side) -> Option<(UnitId, Vec<Hex>)> {
        let phase = self.phase();
        self.s.by_side[side].into_iter().find_map(|unit| {
            if self.g.unit(unit).whereabouts != Whereabouts::Arriving {
                return None;
            }
            let (turn, hexes, blocked) = self.expected(unit, phase)?;
            if turn > self.g.turn {
                return None;
            }
            let open = self.open_entries(side, hexes, blocked);
            (!open.is_empty()).then_some((unit, open))
        })
    }

    pub fn may_place(&self, side: Side, unit: UnitId, hex: Hex) -> Result<(), Refusal> {
        match self.due(side) {
            Some((due, hexes)) if due == unit && hexes.contains(&hex) => Ok(()),
            _ => Err(Refusal::new(Rule("G3.0-9"), "that unit does not enter there now")),
        }
    }
}

impl Play<'_> {
    /// Rolls on every table of arrivals of this phase.
    pub fn roll_for_arrivals(&mut self, phase: Phase) {
        let tables = self.s.campaign.as_ref().map_or(0, |c| c.tables.len());
        for table in 0..tables {
            if self.pos().is_rolled(table, phase) {
                let modifier = self.pos().arrival_modifiers(table).sum();
                let draw = Pos { s: self.s, g: self.g }.roll_arrivals(table, self.dice);
                self.draw_sets(table, draw, modifier);
            }
        }
    }

    /// Draws sets; what is beyond the last is lost.
    fn draw_sets(&mut self, table: usize, draw: Draw, modifier: i16) {
        let Some(campaign) = &self.s.campaign else { return };
        let extra = self.g.campaign.today.more_sets[table];
        let due = draw.sets + extra;
        let drawn: Vec<usize> = self.pos().undrawn(table).take(due as usize).collect();
        for n in &drawn {
            self.g.campaign.sets[*n] = self.g.turn;
            for unit in campaign.sets[*n].units {
                if self.s.unit(unit).size == Size::Division {
                    let state = self.g.unit_mut(unit);
                    state.fatigue = state.fatigue.max(draw.fatigue);
                }
            }
        }
        self.g.campaign.closed |= u8::from(draw.closes) << table;
        self.tell(|t| {
            let name = &campaign.tables[table].name;
            let numbers: Vec<u8> = drawn.iter().map(|n| campaign.sets[*n].number).collect();
            let text = match (draw.closes, &numbers[..]) {
                (true, _) => format!("{name}: nothing more will come."),
                (_, []) => format!("{name}: nobody comes."),
                (_, [one]) => format!("{name}: set {one} comes."),
                _ => format!("{name}: sets {} come.", list(&numbers)),
            };
            t.event("arrivals", text)
                .side(campaign.tables[table].side)
                .data(json!({"sets": numbers, "due": due, "modifier": modifier, "fatigue": draw.fatigue}))
        });
    }

    /// Reinforcements of a side enter; then the other side's, then the business of the phase.
    pub fn arrivals(&mut self, side: Side) {
        while let Some((unit, hexes)) = self.pos().due(side) {
            if let [only] = hexes[..] {
                self.place(unit, only);
            } else {
                self.g.ask = Ask::Arrival(side);
                return;
            }
        }
        match side {
            Side::Union => self.arrivals(Side::Confederate),
            Side::Confederate => self.phase_business(),
        }
    }

    pub fn place(&mut self, unit: UnitId, hex: Hex) {
        let side = self.s.unit(unit).side;
        self.g.put(unit, hex);
        self.hold(hex, side);
        self.release_near(hex, side);
        self.tell(|t| {
            t.event("arrival", format!("{} arrives in {}.", t.unit(unit), t.place(hex)))
                .piece(t.unit(unit))
                .to(t.hex(hex))
        });
    }
}

fn list(numbers: &[u8]) -> String {
    numbers.iter().map(u8::to_string).collect::<Vec<_>>().join(", ")
}
