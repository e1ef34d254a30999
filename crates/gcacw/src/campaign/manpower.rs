//! Union Manpower Enhancement (HSN): a die brings men for the cavalry, the infantry, or both.

use table::{Ask, Refusal, Room, Rule, Seats, Side};

use crate::event::Event;
use crate::order::Order;
use crate::play::Play;
use crate::position::Pos;
use crate::ruleset::Gcacw;
use crate::setup::{Arm, UnitId};

/// The Manpower Enhancement Table.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Manpower {
    pub(crate) side: Side,
    /// For each face of the die, whether the cavalry and the infantry get a point.
    pub(crate) rows: [[bool; 2]; 6],
}

/// The arms that can be strengthened, in the order of asking.
pub(crate) const ARMS: [Arm; 2] = [Arm::Cavalry, Arm::Infantry];

impl Pos<'_> {
    /// Whether a unit may receive a point of Manpower for its arm.
    pub(crate) fn may_strengthen(&self, side: Side, arm: Arm, unit: UnitId) -> Result<(), Refusal> {
        let no = |why: &'static str| Err(Refusal::new(Rule("GHSN-45"), why));
        let (printed, state) = (self.setup.unit(unit), self.state.unit(unit));
        if printed.side != side || printed.arm != arm || !state.is_on_map() {
            return no("the men go to a unit of that arm on the map");
        }
        if state.manpower >= self.setup.module.max_manpower {
            return no("no unit grows beyond the largest Manpower of the game");
        }
        if self.state.in_enemy_zoc(self.setup, side, state.hex) {
            return no("a unit in an enemy zone of control gets no men");
        }
        Ok(())
    }
}

impl Play<'_> {
    /// Union Manpower Enhancement Phase.
    pub(crate) fn manpower_phase(&mut self) {
        let Some(table) = self.setup.campaign.as_ref().and_then(|c| c.manpower) else {
            return;
        };
        let die = self.dice.d6("Manpower enhancement");
        self.state.campaign.today.men = table.rows[die as usize - 1];
        self.tell(|_| {
            let [cavalry, infantry] = table.rows[die as usize - 1];
            Event::Manpower { side: table.side, die, cavalry, infantry }
        });
        self.hand_out_men(table.side);
    }

    /// Asks for the next recipient; points nobody can receive are lost.
    fn hand_out_men(&mut self, side: Side) {
        for (n, arm) in ARMS.into_iter().enumerate() {
            if !self.state.campaign.today.men[n] {
                continue;
            }
            let open = |u: &UnitId| self.pos().may_strengthen(side, arm, *u).is_ok();
            if self.setup.by_side[side].into_iter().any(|u| open(&u)) {
                return self.ask(Men { side, arm });
            }
            self.state.campaign.today.men[n] = false;
            self.tell(|_| Event::ManpowerLost { arm: arm.word() });
        }
    }

    pub(crate) fn strengthen(&mut self, side: Side, arm: Arm, unit: UnitId) {
        self.state.unit_mut(unit).manpower += 1;
        self.state.campaign.gained[side] += 1;
        let manpower = self.state.unit(unit).manpower;
        self.tell(|t| Event::Strengthened { piece: t.unit(unit), manpower });
        let n = ARMS.iter().position(|a| *a == arm).unwrap_or(0);
        self.state.campaign.today.men[n] = false;
        self.hand_out_men(side);
    }
}

/// Who gets the men that have come.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Men {
    pub(crate) side: Side,
    pub(crate) arm: Arm,
}

impl Room<Gcacw> for Men {
    fn ask(&self, _pos: Pos) -> Ask {
        let prompt = match self.arm {
            Arm::Cavalry => "Choose the cavalry unit that gets the men",
            _ => "Choose the infantry unit that gets the men",
        };
        Ask::new("manpower", prompt, "GHSN-45")
    }

    fn seats(&self, _pos: Pos) -> Seats {
        Seats::one(self.side)
    }

    fn orders(&self, pos: Pos, out: &mut Vec<Order>) {
        let units = pos.setup.by_side[self.side].into_iter();
        let open = units.filter(|u| pos.may_strengthen(self.side, self.arm, *u).is_ok());
        out.extend(open.map(Order::Strengthen));
    }

    fn check(&self, pos: Pos, order: &Order) -> Result<(), Refusal> {
        match *order {
            Order::Strengthen(unit) => pos.may_strengthen(self.side, self.arm, unit),
            _ => Err(self.ask(pos).not_asked()),
        }
    }

    fn apply(&self, play: &mut Play, order: &Order) {
        match *order {
            Order::Strengthen(unit) => play.strengthen(self.side, self.arm, unit),
            _ => play.not_answered(self.clone(), order),
        }
    }
}
