//! What the doctrine keeps while it thinks about one decision.

use std::cell::{OnceCell, RefCell};

use table::{BySide, Side};

use super::eye::Fields;
use super::march::Way;
use crate::reach::MarchReach;
use crate::setup::Setup;

/// Plans that are kept.
const REMEMBERED: usize = 1 << 14;

/// The memory of a computer player, for the games of one scenario.
pub struct Memory {
    /// The distances to everything that counts for victory: they never change, and are worked out when
    /// somebody first asks.
    fields: BySide<OnceCell<Fields>>,
    /// The number of the decision that is thought about.
    pub(super) moment: u64,
    /// The way a march was planned to go.
    pub(super) way: RefCell<Way>,
    /// Room to search in; it carries nothing from one search to the next.
    pub(super) reach: RefCell<MarchReach>,
    /// What a march would bring, by everything it depends on.
    plans: RefCell<Vec<(u64, f32)>>,
}

impl Default for Memory {
    fn default() -> Memory {
        Memory::new()
    }
}

impl Memory {
    pub(crate) fn new() -> Memory {
        Memory {
            fields: BySide::default(),
            moment: 0,
            way: RefCell::default(),
            reach: RefCell::new(MarchReach::new()),
            plans: RefCell::default(),
        }
    }

    pub(super) fn fields(&self, setup: &Setup, side: Side) -> &Fields {
        self.fields[side].get_or_init(|| Fields::of(setup, side))
    }

    /// What was found for this key, or else is worked out now.
    pub(super) fn plan(&self, key: u64, work_out: impl FnOnce() -> f32) -> f32 {
        let slot = (key >> 32) as usize % REMEMBERED;
        if let Some((known, gain)) = self.plans.borrow().get(slot)
            && *known == key
        {
            return *gain;
        }
        let gain = work_out();
        let mut plans = self.plans.borrow_mut();
        plans.resize(REMEMBERED, (0, 0.0));
        plans[slot] = (key, gain);
        gain
    }
}

impl table::Remember for Memory {
    fn forget(&mut self) {
        // Plans and ways carry the number of the decision they were made for.
        self.moment += 1;
    }
}
