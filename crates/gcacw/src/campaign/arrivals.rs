//! Troops that come during a game: on a day the scenario names, or in sets that a table of dice brings.

use std::borrow::Cow;

use hexmap::{Hex, Terrain};
use serde::Deserialize;
use table::{Ask, Chances, Dice, Modifiers, Refusal, Room, Rule, Seats, Side};

use super::state::NOT_YET;
use crate::event::Event;
use crate::order::Order;
use crate::play::Play;
use crate::position::Pos;
use crate::ruleset::Gcacw;
use crate::sequence::Phase;
use crate::setup::{Setup, Size, UnitId, UnitSet};
use crate::state::Whereabouts;

/// The most tables of arrivals in a campaign, and the most sets in a scenario.
pub(crate) const MOST_TABLES: usize = 8;
pub(crate) const MOST_SETS: usize = 48;

/// What happens where the enemy holds every entry hex.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Blocked {
    /// The troops wait for another turn.
    #[default]
    Wait,
    /// They enter in the nearest hex that is free.
    Nearest,
}

/// A table of arrivals.
#[derive(Clone, Debug)]
pub(crate) struct ArrivalTable {
    pub(crate) id: String,
    pub(crate) name: String,
    /// Whose troops it brings; `None`: both sides'.
    pub(crate) side: Option<Side>,
    pub(crate) phase: Phase,
    pub(crate) from: u8,
    pub(crate) until: u8,
    /// How many dice are rolled; 0 where the calendar alone decides.
    pub(crate) dice: u8,
    pub(crate) rows: Vec<ArrivalRow>,
    pub(crate) modifiers: Vec<ArrivalModifier>,
    pub(crate) blocked: Blocked,
    /// A roll lost on its last turn is made on the next one.
    pub(crate) make_up: bool,
}

/// A row of a table of arrivals: the first that fits turn and dice counts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct ArrivalRow {
    pub(crate) from: u8,
    pub(crate) until: u8,
    /// The highest modified roll it is for.
    pub(crate) at_most: i16,
    pub(crate) sets: u8,
    /// Fatigue of the divisions that come.
    pub(crate) fatigue: u8,
    /// Nothing comes by this table any more.
    pub(crate) closes: bool,
}

/// A modifier of the roll on a table of arrivals.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct ArrivalModifier {
    pub(crate) name: Cow<'static, str>,
    pub(crate) value: i16,
    pub(crate) from: u8,
    pub(crate) until: u8,
    /// Only if this set of the table came on an earlier turn.
    pub(crate) received: Option<u8>,
    /// For each set of the table that has come.
    pub(crate) each: bool,
    /// Only if a set of the table has come.
    pub(crate) any: bool,
    /// Only if another table is closed and has brought nobody.
    pub(crate) closed: Option<u8>,
    pub(crate) rule: Rule,
}

/// Units that come together.
#[derive(Clone, Debug)]
pub(crate) struct Set {
    pub(crate) table: u8,
    /// Sets of a table are drawn in ascending number.
    pub(crate) number: u8,
    pub(crate) units: UnitSet,
    pub(crate) hexes: Vec<Hex>,
    /// The off-map box where it comes instead.
    pub(crate) place: Option<u8>,
    /// The turn on which it comes where no dice decide, or on which it came before the game.
    pub(crate) turn: Option<u8>,
}

/// What a roll on a table of arrivals brings.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Draw {
    pub(crate) sets: u8,
    pub(crate) fatigue: u8,
    pub(crate) closes: bool,
}

impl ArrivalTable {
    /// What a modified roll brings; after its last turn the rows of that turn count.
    pub(crate) fn draw(&self, turn: u8, modified: i16) -> Draw {
        let turn = turn.min(self.until);
        let fits = |row: &&ArrivalRow| (row.from..=row.until).contains(&turn) && modified <= row.at_most;
        match self.rows.iter().find(fits) {
            Some(row) => Draw { sets: row.sets, fatigue: row.fatigue, closes: row.closes },
            None => Draw { sets: 0, fatigue: 0, closes: false },
        }
    }
}

impl Setup {
    /// The set with which a unit comes, in words.
    pub(crate) fn set_words(&self, unit: UnitId) -> String {
        let set = |campaign: &'_ super::Campaign| {
            let set = &campaign.sets[campaign.set_of[unit.index()]? as usize];
            Some(format!("set {} of {}", set.number, campaign.tables[set.table as usize].name))
        };
        self.campaign.as_ref().and_then(set).unwrap_or_default()
    }
}

impl Pos<'_> {
    /// The sets of a table that have not been drawn, in ascending number.
    pub(crate) fn undrawn(&self, table: usize) -> impl Iterator<Item = usize> + '_ {
        let sets = self.setup.campaign.iter().flat_map(|c| c.sets.iter().enumerate());
        sets.filter(move |(n, set)| set.table as usize == table && self.state.campaign.sets[*n] == NOT_YET)
            .map(|(n, _)| n)
    }

    /// Whether a table is rolled on now.
    pub(crate) fn is_rolled(&self, table: usize, phase: Phase) -> bool {
        let Some(t) = self.setup.campaign.as_ref().map(|c| &c.tables[table]) else { return false };
        t.phase == phase
            && t.dice > 0
            && ((t.from..=t.until).contains(&self.state.turn) || self.state.campaign.owed >> table & 1 != 0)
            && !self.is_delayed(table)
            && self.state.campaign.closed >> table & 1 == 0
            && self.undrawn(table).next().is_some()
    }

    /// Whether an event keeps a side from rolling on a table this turn.
    fn is_delayed(&self, table: usize) -> bool {
        let side = self.setup.campaign.as_ref().and_then(|c| c.tables[table].side);
        side.is_some_and(|side| self.state.campaign.today.no_rolls[side])
    }

    /// How many sets of a table have come.
    fn received(&self, table: usize) -> usize {
        let sets = self.setup.campaign.iter().flat_map(|c| c.sets.iter().enumerate());
        sets.filter(|(n, set)| set.table as usize == table && self.state.campaign.sets[*n] <= self.state.turn)
            .count()
    }

    /// Whether a table has ended without bringing anybody.
    fn is_refused(&self, table: usize) -> bool {
        self.state.campaign.closed >> table & 1 != 0 && self.received(table) == 0
    }

    /// The modifiers of the roll on a table of arrivals this turn.
    pub(crate) fn arrival_modifiers(&self, table: usize) -> Modifiers {
        let mut mods = Modifiers::default();
        let Some(campaign) = &self.setup.campaign else { return mods };
        let of_table = |n: &usize| campaign.sets[*n].table as usize == table;
        let received = self.received(table);
        for modifier in &campaign.tables[table].modifiers {
            let earlier = |number: u8| {
                (0..campaign.sets.len()).filter(of_table).any(|n| {
                    campaign.sets[n].number == number && self.state.campaign.sets[n] < self.state.turn
                })
            };
            let fits = (modifier.from..=modifier.until).contains(&self.state.turn)
                && modifier.received.is_none_or(earlier)
                && !(modifier.any && received == 0)
                && modifier.closed.is_none_or(|other| self.is_refused(other as usize));
            if fits {
                let times = if modifier.each { received as i16 } else { 1 };
                mods.add(modifier.rule, modifier.name.clone(), modifier.value * times);
            }
        }
        mods
    }

    /// The dice of a table of arrivals.
    pub(crate) fn arrival_dice(&self, table: usize, dice: &mut dyn Dice) -> u8 {
        let count = self.setup.campaign.as_ref().map_or(0, |c| c.tables[table].dice);
        (0..count).map(|_| dice.d6("arrivals")).sum()
    }

    /// What a sum of dice brings now.
    pub(crate) fn arrival_draw(&self, table: usize, sum: u8) -> Draw {
        let Some(campaign) = &self.setup.campaign else { return Draw { sets: 0, fatigue: 0, closes: false } };
        campaign.tables[table].draw(self.state.turn, sum as i16 + self.arrival_modifiers(table).sum())
    }

    /// One roll on a table of arrivals: play and exact odds both run this.
    pub(crate) fn roll_arrivals(&self, table: usize, dice: &mut dyn Dice) -> Draw {
        self.arrival_draw(table, self.arrival_dice(table, dice))
    }

    /// The exact chances of a roll this turn.
    pub(crate) fn arrival_odds(&self, table: usize) -> Chances<Draw> {
        table::chances(|dice| self.roll_arrivals(table, dice))
    }

    /// The day a unit that is not on the map yet is due in a phase, and where.
    fn expected(&self, unit: UnitId, phase: Phase) -> Option<(u8, &[Hex], Blocked)> {
        if let Some((turn, hexes)) = &self.setup.unit(unit).start.arrives {
            let here = match phase {
                Phase::Reinforcement => true,
                Phase::UnionReinforcement => self.setup.unit(unit).side == Side::Union,
                Phase::ConfederateReinforcement => self.setup.unit(unit).side == Side::Confederate,
                _ => false,
            };
            return here.then_some((*turn, hexes, Blocked::Wait));
        }
        let campaign = self.setup.campaign.as_ref()?;
        let n = campaign.set_of[unit.index()]? as usize;
        let (set, table) = (&campaign.sets[n], &campaign.tables[campaign.sets[n].table as usize]);
        (table.phase == phase).then_some((self.state.campaign.sets[n], &set.hexes, table.blocked))
    }

    /// The hexes in which a unit can enter now; those nearest to its entry where it may go round the enemy.
    fn open_entries(&self, side: Side, hexes: &[Hex], blocked: Blocked) -> Vec<Hex> {
        let free = |hex: Hex| {
            !self.state.is_shut(self.setup, side, hex) && self.setup.map.terrain(hex) != Terrain::Water
        };
        let open: Vec<Hex> = hexes.iter().copied().filter(|h| free(*h)).collect();
        if !open.is_empty() || blocked == Blocked::Wait {
            return open;
        }
        let grid = &self.setup.map.grid;
        let far = |hex: Hex| hexes.iter().map(|h| grid.distance(*h, hex)).min().unwrap_or(u16::MAX);
        let least = grid.hexes().filter(|h| free(*h)).map(far).min();
        grid.hexes().filter(|h| free(*h) && Some(far(*h)) == least).collect()
    }

    /// The turn on which a unit comes, or came, where it is known.
    pub(crate) fn day_of_arrival(&self, unit: UnitId) -> Option<u8> {
        if let Some((turn, _)) = &self.setup.unit(unit).start.arrives {
            return Some(*turn);
        }
        let set = self.setup.campaign.as_ref()?.set_of[unit.index()]?;
        Some(self.state.campaign.sets[set as usize]).filter(|turn| *turn != NOT_YET)
    }

    /// The off-map box in which a unit arrives.
    fn entry_box(&self, unit: UnitId) -> Option<u8> {
        let set = |c: &super::Campaign| c.set_of[unit.index()].and_then(|n| c.sets[n as usize].place);
        self.setup.unit(unit).start.place.or(self.setup.campaign.as_ref().and_then(set))
    }

    /// A unit due in this phase in an off-map box.
    fn due_in_box(&self) -> Option<(UnitId, u8)> {
        let phase = self.phase();
        self.setup.late.into_iter().find_map(|unit| {
            if self.state.unit(unit).whereabouts != Whereabouts::Arriving {
                return None;
            }
            let place = self.entry_box(unit)?;
            let (turn, ..) = self.expected(unit, phase)?;
            (turn <= self.state.turn).then_some((unit, place))
        })
    }

    /// A unit of a side that is due in this phase, with the hexes where it can enter.
    pub(crate) fn due(&self, side: Side) -> Option<(UnitId, Vec<Hex>)> {
        let phase = self.phase();
        self.setup.by_side[side].and(self.setup.late).into_iter().find_map(|unit| {
            if self.state.unit(unit).whereabouts != Whereabouts::Arriving {
                return None;
            }
            let (turn, hexes, blocked) = self.expected(unit, phase)?;
            if turn > self.state.turn || self.entry_box(unit).is_some() {
                return None;
            }
            let open = self.open_entries(side, hexes, blocked);
            (!open.is_empty()).then_some((unit, open))
        })
    }

    pub(crate) fn may_place(&self, side: Side, unit: UnitId, hex: Hex) -> Result<(), Refusal> {
        match self.due(side) {
            Some((due, hexes)) if due == unit && hexes.contains(&hex) => Ok(()),
            _ => Err(Refusal::new(Rule("G3.0-9"), "that unit does not enter there now")),
        }
    }
}

impl Play<'_> {
    /// Draws sets; what is beyond the last is lost.
    pub(crate) fn draw_sets(&mut self, table: usize, sum: u8) {
        let (draw, modifier) =
            (self.pos().arrival_draw(table, sum), self.pos().arrival_modifiers(table).sum());
        let Some(campaign) = &self.setup.campaign else { return };
        let extra = self.state.campaign.today.more_sets[table];
        let due = draw.sets + extra;
        let drawn: Vec<usize> = self.pos().undrawn(table).take(due as usize).collect();
        for n in &drawn {
            self.state.campaign.sets[*n] = self.state.turn;
            for unit in campaign.sets[*n].units {
                if self.setup.unit(unit).size == Size::Division {
                    let state = self.state.unit_mut(unit);
                    state.fatigue = state.fatigue.max(draw.fatigue);
                }
            }
        }
        self.state.campaign.closed |= u8::from(draw.closes) << table;
        self.tell(|_| Event::Arrivals {
            name: campaign.tables[table].name.clone(),
            side: campaign.tables[table].side,
            sets: drawn.iter().map(|n| campaign.sets[*n].number).collect(),
            due,
            modifier,
            fatigue: draw.fatigue,
            closed: draw.closes,
        });
    }

    /// Reinforcements of a side enter; then the other side's, then the business of the phase.
    pub(crate) fn arrivals(&mut self, side: Side) {
        // The boxes are both sides', and looked at before either's units enter.
        if side == Side::Union && !self.setup.logistics.boxes.is_empty() {
            while self.arrive_in_box() {}
        }
        while let Some((unit, hexes)) = self.pos().due(side) {
            if let [only] = hexes[..] {
                self.place(unit, only);
            } else {
                return self.ask(Arrival { side });
            }
        }
        match side {
            Side::Union => self.arrivals(Side::Confederate),
            Side::Confederate => self.phase_business(),
        }
    }

    fn arrive_in_box(&mut self) -> bool {
        let Some((unit, place)) = self.pos().due_in_box() else { return false };
        self.put_in_box(unit, place);
        self.tell(|t| Event::BoxArrival {
            piece: t.unit(unit),
            r#box: t.setup.logistics.boxes[place as usize].clone(),
        });
        true
    }

    pub(crate) fn place(&mut self, unit: UnitId, hex: Hex) {
        let side = self.setup.unit(unit).side;
        self.state.put(unit, hex);
        self.hold(hex, side);
        self.release_near(hex, side);
        self.tell(|t| Event::Arrival { piece: t.unit(unit), to: t.hex(hex) });
    }
}

/// Where a reinforcement enters.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Arrival {
    pub(crate) side: Side,
}

impl Room<Gcacw> for Arrival {
    fn ask(&self, _pos: Pos) -> Ask {
        Ask::new("arrival", "Choose where the reinforcement enters", "G3.0-9")
    }

    fn seats(&self, _pos: Pos) -> Seats {
        Seats::one(self.side)
    }

    fn orders(&self, pos: Pos, out: &mut Vec<Order>) {
        if let Some((unit, hexes)) = pos.due(self.side) {
            out.extend(hexes.into_iter().map(|h| Order::Place(unit, h)));
        }
    }

    fn check(&self, pos: Pos, order: &Order) -> Result<(), Refusal> {
        match *order {
            Order::Place(unit, hex) => pos.may_place(self.side, unit, hex),
            _ => Err(self.ask(pos).not_asked()),
        }
    }

    fn apply(&self, play: &mut Play, order: &Order) {
        match *order {
            Order::Place(unit, hex) => {
                play.place(unit, hex);
                play.arrivals(self.side);
            }
            _ => play.not_answered(self.clone(), order),
        }
    }
}
