//! Strategic movement (6.0, Advanced Game): long marches far from the enemy, paid in Fatigue Levels
//! instead of dice.

use hexmap::Hex;
use table::{Refusal, Rule};

use crate::charts;
use crate::event::Event;
use crate::march::March;
use crate::order::Order;
use crate::play::Play;
use crate::position::Pos;
use crate::setup::{Arm, Forbidden, UnitId};
use crate::turn::Action;

/// The Fatigue Levels a strategic move may cost.
const LEVELS: std::ops::RangeInclusive<u8> = 2..=4;

fn no(why: &'static str) -> Result<(), Refusal> {
    Err(Refusal::new(Rule("GBAC-73"), why))
}

impl Pos<'_> {
    /// MP of a strategic move of so many levels, by the table; `None` where the game has none.
    pub(crate) fn strategic_allowance(&self, unit: UnitId, levels: u8) -> Option<u8> {
        let printed = self.setup.unit(unit);
        let kind = match printed.arm {
            Arm::Wagon => 2,
            _ if printed.moves_as_cavalry() => 1,
            _ => 0,
        };
        let paralysed = self.state.campaign.today.paralysed == Some(printed.side);
        charts::strategic_allowance(
            self.setup.module,
            self.setup.advanced,
            printed.side,
            levels as usize,
            kind,
            paralysed,
        )
    }

    /// Whether a unit may move strategically for so many levels.
    pub(crate) fn may_move_strategically(&self, unit: UnitId, levels: u8) -> Result<(), Refusal> {
        self.may_act(unit)?;
        if self.strategic_allowance(unit, *LEVELS.start()).is_none() {
            return Err(Refusal::new(Rule("GBAC-72"), "there is no strategic movement in this game"));
        }
        if !LEVELS.contains(&levels) {
            return no("strategic movement costs 2, 3 or 4 Fatigue Levels");
        }
        self.may_tire_so(unit, levels)?;
        let (state, side) = (self.state.unit(unit), self.setup.unit(unit).side);
        if self.state.in_any_enemy_zoc(self.setup, side, state.hex) {
            return no("strategic movement does not begin in an enemy zone of control");
        }
        self.permitted_to(unit, Forbidden::March)
    }

    fn may_tire_so(&self, unit: UnitId, levels: u8) -> Result<(), Refusal> {
        if self.state.unit(unit).fatigue + levels > 4 {
            return no("strategic movement may not bring a unit above Fatigue Level 4");
        }
        Ok(())
    }

    /// Whether a unit on a strategic move keeps clear of the enemy in a hex.
    pub(crate) fn is_clear_of_enemy(&self, march: &March, to: Hex) -> Result<(), Refusal> {
        if march.strategic && self.state.in_any_enemy_zoc(self.setup, self.setup.unit(march.unit).side, to) {
            return no("strategic movement enters no enemy zone of control");
        }
        Ok(())
    }

    /// The strategic moves open to a unit.
    pub(crate) fn strategic_orders(&self, unit: UnitId, out: &mut Vec<Order>) {
        // Who may not go for the fewest levels may not go for more; beyond them only fatigue counts.
        if self.may_move_strategically(unit, *LEVELS.start()).is_ok() {
            let open = LEVELS.filter(|levels| self.may_tire_so(unit, *levels).is_ok());
            out.extend(open.map(|levels| Order::Strategic(unit, levels)));
        }
    }
}

impl Play<'_> {
    /// The unit sets out: it tires by the levels named, and no die is rolled.
    pub(crate) fn move_strategically(&mut self, unit: UnitId, levels: u8) {
        let Some(allowance) = self.pos().strategic_allowance(unit, levels) else { return self.ask(Action) };
        let start = self.state.unit(unit).hex;
        let march =
            March { strategic: true, no_attack: true, ..March::new(unit, start, allowance as u16 * 2) };
        self.state.unit_mut(unit).tire(levels);
        self.tell(|t| Event::Strategic { piece: t.unit(unit), from: t.hex(start), mp: allowance.into() });
        self.settle_march(march);
    }
}
