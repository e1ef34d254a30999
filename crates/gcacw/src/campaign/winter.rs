//! Winter weather (HSN): from its first turn on every turn rolls until it comes; it lasts some turns that
//! count as rain, and never comes back.

use std::borrow::Cow;

use table::{Dice, Modifiers, Rule};

use crate::event::Event;
use crate::play::Play;
use crate::position::Pos;

/// The Winter Weather Table.
#[derive(Clone, Debug)]
pub(crate) struct Winter {
    /// The least modified roll that starts it.
    pub(crate) starts_at: i16,
    /// How many turns it lasts.
    pub(crate) turns: u8,
    pub(crate) modifiers: Vec<TurnModifier>,
}

/// A modifier for some turns.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct TurnModifier {
    pub(crate) name: Cow<'static, str>,
    pub(crate) value: i16,
    pub(crate) from: u8,
    pub(crate) until: u8,
}

impl Pos<'_> {
    fn winter_modifiers(&self, winter: &Winter) -> Modifiers {
        let mut mods = Modifiers::default();
        for modifier in &winter.modifiers {
            if (modifier.from..=modifier.until).contains(&self.state.turn) {
                mods.add(Rule("GHSN-36"), modifier.name.clone(), modifier.value);
            }
        }
        mods
    }

    /// One roll on the Winter Weather Table: play and exact odds both run this.
    pub(crate) fn winter_starts(&self, winter: &Winter, dice: &mut dyn Dice) -> bool {
        dice.d6("winter weather") as i16 + self.winter_modifiers(winter).sum() >= winter.starts_at
    }
}

impl Play<'_> {
    /// Winter Weather Phase.
    pub(crate) fn winter_phase(&mut self) {
        let table = self.setup.campaign.as_ref().and_then(|c| c.winter.as_ref());
        if let Some(winter) = table.filter(|_| self.state.skies.winter_from == 0) {
            let pos = Pos { setup: self.setup, state: self.state };
            if pos.winter_starts(winter, self.dice) {
                self.winter_begins(winter.turns);
            } else {
                self.tell(|_| Event::Winter { until: None, begins: false });
            }
        }
        self.clear_swamps();
    }

    fn winter_begins(&mut self, turns: u8) {
        let skies = &mut self.state.skies;
        skies.winter_from = self.state.turn;
        skies.winter_until = self.state.turn.saturating_add(turns - 1);
        let until = skies.winter_until;
        self.flood();
        self.tell(|_| Event::Winter { until: Some(until), begins: true });
    }

    /// A die moves the end of winter weather: on `earlier` or less one turn nearer, else one farther.
    pub(crate) fn move_winter_end(&mut self, earlier: u8) {
        let sooner = self.dice.d6("end of winter weather") <= earlier;
        let (turn, skies) = (self.state.turn, &mut self.state.skies);
        skies.winter_until = match sooner {
            true => skies.winter_until.saturating_sub(1).max(turn),
            false => skies.winter_until.saturating_add(1),
        };
        let until = skies.winter_until;
        self.tell(|_| Event::Winter { until: Some(until), begins: false });
    }
}
