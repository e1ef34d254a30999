//! Flank attacks (7.4), refused flanks (7.8) and redoubts against them (9.0).

use hexmap::{Dir, Hex, Terrain};
use table::{Refusal, Rule, Side};

use crate::charts;
use crate::event::Event;
use crate::ground::{Zoc, counts_as};
use crate::march::March;
use crate::play::Play;
use crate::position::Pos;
use crate::setup::{Arm, UnitId};

/// The flank bonus of an attack.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Flank {
    /// Which of the six directions from the defender are covered.
    pub(crate) covered: [bool; 6],
    /// Which of those take one off.
    pub(crate) weak: [bool; 6],
    pub(crate) basic: i16,
    /// After step 3.
    pub(crate) last: i16,
    /// What counts on the die, after refused flanks, redoubts and the cavalry rule.
    pub(crate) effective: i16,
}

/// How one of the six hexes is covered.
#[derive(Clone, Copy, Default)]
struct Cover {
    covered: bool,
    weak: bool,
}

impl Pos<'_> {
    /// Steps 1 to 3: covered hexes, basic bonus, reductions.
    pub(crate) fn flank(&self, side: Side, target: Hex, defence: i32) -> Flank {
        let mut flank = Flank::default();
        for dir in Dir::ALL {
            let cover = self.cover(side, target, dir, defence);
            flank.covered[dir.index()] = cover.covered;
            flank.weak[dir.index()] = cover.covered && cover.weak;
        }
        let count = |which: &[bool; 6]| which.iter().filter(|c| **c).count();
        flank.basic = charts::basic_flank(count(&flank.covered) as u8);
        flank.last = (flank.basic - (count(&flank.weak) as i16).min(3)).max(0);
        flank.effective = flank.last;
        flank
    }

    fn cover(&self, side: Side, target: Hex, dir: Dir, defence: i32) -> Cover {
        let Some(hex) = self.setup.map.grid.neighbor(target, dir) else {
            return Cover { covered: true, weak: true }; // 1e, 3e: off the map
        };
        let edge = self.state.edge(self.setup, side, target, dir);
        let cut = edge.cut_by_land || edge.cut_by_water; // 1c, 1d and 3c, 3d
        let (value, over_woods_only) = self.bearing_on(side, hex);
        let held = value > 0 && value * 4 >= defence; // 1a, 1b with the quarter rule
        let defended = self.steady_unit_in(side.other(), hex); // 3a
        let empty = self.state.side_in(self.setup, hex).is_none();
        let ignores_woods = side == Side::Confederate && self.setup.module.confederates_ignore_woods_in_flank;
        let woods = held && over_woods_only && empty && !ignores_woods; // 3b
        Cover { covered: held || cut, weak: cut || defended || woods }
    }

    fn steady_unit_in(&self, side: Side, hex: Hex) -> bool {
        self.state.side_in(self.setup, hex) == Some(side)
            && self.state.stack(hex).any(|u| self.state.unit(u).demoralized == 0)
    }

    /// The Combat value of a side's undemoralized units in a hex or with a zone of control into it, and
    /// whether all of it comes over woods hexsides without a way.
    fn bearing_on(&self, side: Side, hex: Hex) -> (i32, bool) {
        let steady_value = |at: Hex| -> i32 {
            self.state
                .stack(at)
                .filter(|u| self.state.unit(*u).demoralized == 0)
                .map(|u| self.state.combat_value(self.setup, u))
                .sum()
        };
        let mut value = 0;
        let mut over_woods_only = true;
        if self.state.side_in(self.setup, hex) == Some(side) {
            value = steady_value(hex);
            over_woods_only = value == 0;
        }
        for (dir, near) in self.setup.map.grid.neighbors(hex) {
            if self.state.side_in(self.setup, near) != Some(side) {
                continue;
            }
            let zone = self.state.edge(self.setup, side, near, dir.opposite()).zoc;
            if zone == Zoc::None {
                continue;
            }
            let there = steady_value(near);
            value += there;
            if there > 0 && zone == Zoc::Normal {
                over_woods_only = false;
            }
        }
        (value, over_woods_only)
    }

    /// Step 4: what is left of the bonus (7.8, 9.0, cavalry against cavalry), with the rule that made it.
    pub(crate) fn flank_effect(
        &self,
        side: Side,
        target: Hex,
        flank: &Flank,
        cavalry_attacks: bool,
    ) -> (Rule, &'static str, i16) {
        let refused = self.state.refused.contains(&target);
        let redoubt = self.in_redoubt(target, side.other());
        match (redoubt, refused) {
            (true, _) if flank.last > 0 => {
                (Rule("G9-53"), "flank attack on a redoubt", charts::blunted_flank(flank.last))
            }
            (_, true) => (Rule("G7.8-13"), "flanks refused", charts::refused_flank(flank.last)),
            (false, false) if cavalry_attacks && self.mostly_cavalry(target) => {
                (Rule("G7.4-79"), "flank attack, cavalry against cavalry", charts::blunted_flank(flank.last))
            }
            _ => (Rule("G7.4-73"), "flank attack", flank.last),
        }
    }

    fn mostly_cavalry(&self, hex: Hex) -> bool {
        let (mut whole, mut cavalry) = (0, 0);
        for unit in self.state.stack(hex) {
            let defence = self.defence_value(unit);
            whole += defence;
            if self.setup.unit(unit).arm == Arm::Cavalry {
                cavalry += defence;
            }
        }
        cavalry * 2 > whole
    }

    /// Whether the marching unit may refuse its flanks (7.8).
    pub(crate) fn may_refuse_flanks(&self, march: &March) -> Result<(), Refusal> {
        let here = self.state.unit(march.unit).hex;
        let no = |rule, why: &'static str| Err(Refusal::new(rule, why));
        if march.must_leave {
            return no(Rule("G6.3-19"), "a leader has joined the unit to leave the hex with it");
        }
        if march.strategic {
            return no(Rule("GBAC-73"), "no flanks are refused in strategic movement");
        }
        if march.mp < 2 {
            return no(Rule("G7.8-1"), "refusing flanks costs 1 movement point");
        }
        if matches!(
            counts_as(self.setup.map.terrain(here), self.state.is_rain()),
            Terrain::Mountain | Terrain::Swamp
        ) {
            return no(Rule("G7.8-2"), "flanks cannot be refused in a mountain or swamp hex");
        }
        if self.state.refused.contains(&here) {
            return no(Rule("G7.8-7"), "flanks are already refused in this hex");
        }
        if march.advanced {
            return no(Rule("G7.8-10"), "not after an advance in the same action");
        }
        let side = self.setup.unit(march.unit).side;
        if march.entered_zoc && self.state.in_enemy_zoc(self.setup, side, here) {
            return no(Rule("G7.8-5"), "not on entering an enemy zone of control");
        }
        Ok(())
    }

    /// Whether the marker in the marching unit's hex may be taken off (7.8).
    pub(crate) fn may_unrefuse_flanks(&self, march: &March) -> Result<(), Refusal> {
        let here = self.state.unit(march.unit).hex;
        if march.moved || march.attacked || !self.state.refused.contains(&here) {
            return Err(Refusal::new(
                Rule("G7.8-15"),
                "a Flanks Refused marker is taken off when a unit in its hex begins a march",
            ));
        }
        Ok(())
    }
}

impl Play<'_> {
    /// Places the marker and ends the march (7.8).
    pub(crate) fn refuse_flanks(&mut self, mut march: March) {
        let unit = march.unit;
        self.while_marching(&march, |play| play.show(unit));
        march.mp -= 2;
        let hex = self.state.unit(unit).hex;
        self.state.refused.push(hex);
        self.tell(|t| Event::FlanksRefused { piece: t.unit(unit), to: t.hex(hex) });
        self.end_march(march);
    }

    pub(crate) fn drop_refused_flanks(&mut self, hex: Hex) {
        if let Some(at) = self.state.refused.iter().position(|h| *h == hex) {
            self.state.refused.swap_remove(at);
            self.tell(|t| Event::FlanksUnrefused { to: t.hex(hex) });
        }
    }

    /// A unit goes out of its hex, by whatever means: its works stay behind (9.0), and the last one to go
    /// leaves no Flanks Refused marker (7.8).
    pub(crate) fn leave_hex(&mut self, unit: UnitId) {
        let hex = self.state.unit(unit).hex;
        self.state.lift(unit, crate::state::Whereabouts::Retreating);
        self.state.unit_mut(unit).works = crate::works::Works::None;
        if self.state.side_in(self.setup, hex).is_none() {
            self.drop_refused_flanks(hex);
        }
    }
}
