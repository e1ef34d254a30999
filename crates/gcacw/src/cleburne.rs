//! Death of Cleburne (7.5, Advanced Game of Hood Strikes North): a division whose commander falls as it
//! attacks fights on under another counter.

use crate::assault::Assault;
use crate::combat::{Attack, Fall};
use crate::event::Event;
use crate::play::Play;
use crate::setup::{UnitId, UnitSet};
use crate::state::Whereabouts;

impl Play<'_> {
    /// Equal combat dice kill the commander: the stand-in takes the place of his division before the
    /// results are applied. The attack as it then is.
    pub(crate) fn commander_may_fall(
        &mut self,
        attack: Attack,
        fall: Fall,
        assault: Option<&mut Assault>,
    ) -> Attack {
        let Some((fallen, stand_in)) = self.setup.stand_in else { return attack };
        let waits = self.state.unit(stand_in).whereabouts == Whereabouts::Aside;
        if fall.attacker != fall.defender || !attack.attackers.has(fallen) || !waits {
            return attack;
        }
        self.take_over(fallen, stand_in);
        self.tell(|t| Event::CommanderKilled {
            piece: t.unit(fallen),
            from: t.hex(attack.from),
            stand_in: t.unit(stand_in),
        });
        let swap = |units: UnitSet| replaced(units, fallen, stand_in);
        if let Some(assault) = assault {
            assault.selected = swap(assault.selected);
            assault.kept = swap(assault.kept);
            assault.joined = swap(assault.joined);
        }
        Attack { attackers: swap(attack.attackers), ..attack }
    }

    /// Everything that lay on one counter passes to the other.
    fn take_over(&mut self, fallen: UnitId, stand_in: UnitId) {
        let before = *self.state.unit(fallen);
        self.state.lift(fallen, Whereabouts::Aside);
        // Its losses are the stand-in's from now on.
        self.state.unit_mut(fallen).manpower = self.setup.unit(fallen).manpower;
        self.state.put(stand_in, before.hex);
        self.state.unit_mut(stand_in).inherit(&before);
        for leader in &mut self.state.leaders {
            if leader.unit == Some(fallen) {
                leader.unit = Some(stand_in);
            }
        }
        if let Some(march) = self.state.march_mut().filter(|m| m.unit == fallen) {
            march.unit = stand_in;
        }
    }
}

fn replaced(mut units: UnitSet, fallen: UnitId, stand_in: UnitId) -> UnitSet {
    if units.has(fallen) {
        units.remove(fallen);
        units.add(stand_in);
    }
    units
}
