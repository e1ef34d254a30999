//! Decisions that interrupt a phase, kept as data so that a game can be saved in the middle of a combat.

use hexmap::Hex;
use table::Side;

use crate::setup::Id;
use crate::state::NONE;
use crate::tables::Outcome;

/// Why a stack retreats.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum Why {
    /// A result of combat.
    Combat,
    /// A result of a charge: terrain does not help.
    Charge,
    /// A failed cohesion check; only the unit goes.
    Check,
    /// A failed check under artillery fire: away from the guns.
    Fire,
    /// Cavalry that charged leaves before combat (3.8).
    Charged,
    /// Retreat before combat (11).
    Before,
    /// Of its own will after a round (12).
    Voluntary,
    /// Out of a zone of control at nightfall (23.3).
    Night,
}

impl Why {
    /// Whether the enemy makes them go.
    pub const fn forced(self) -> bool {
        matches!(self, Why::Combat | Why::Charge | Why::Check | Why::Fire)
    }
}

/// Which side of the current fight.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum Party {
    Attackers,
    Defenders,
}

/// One pending step; those that need a decision wait for it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum Task {
    /// The stack in `State::retreat` chooses its next hex.
    Retreat { side: Side, why: Why, steps: u8 },
    /// A whole stack has to leave this hex.
    MustRetreat { hex: Hex, side: Side, why: Why, test: bool },
    /// The stack leaves now, after the loss that a disorganized one suffers.
    Leave { hex: Hex, side: Side, why: Why },
    /// The owner chooses whether to stand in NR terrain.
    Stand { hex: Hex, side: Side, test: bool },
    /// The owner chooses who takes the stand test.
    StandTest { hex: Hex, side: Side },
    /// The owner gives up a unit: of one hex, or of a party to the fight.
    Lose { side: Side, party: Party, hex: Hex, any: bool },
    /// The attacker matches the defender's loss.
    Exchange { need: u8, first: bool },
    /// The attacker of a fight names the unit that takes a cohesion check.
    Name { side: Side },
    /// Checks of one unit: how many, and how often it failed already.
    Checks { unit: Id, left: u8, fails: u8, fire: bool },
    /// A unit in NR terrain may ignore the retreat of the ladder.
    Ladder { unit: Id, left: u8, fails: u8, fire: bool },
    /// A defending hex may retreat before combat.
    Before { hex: Hex },
    /// The dice of the combat fall.
    Resolve,
    /// The combat is over: advances.
    AfterCombat,
    /// The charge is over: follow or stop.
    AfterCharge { from: Hex, to: Hex },
    /// Units may advance (`State::advance`).
    Advance { side: Side },
    /// A commander without troops goes to somebody.
    Stranded { commander: Id },
    /// A regiment must go back to its brigade, or a brigade commander to his men.
    Rejoin { piece: Id },
    /// Too much stands in a hex at the end of movement.
    Overstacked { hex: Hex },
    /// Works may be torn down at the end of movement.
    Raze,
    /// The Movement Phase is over.
    EndMovement { step: u8 },
    /// A recovered regiment is placed.
    Return { regiment: Id },
    /// Cavalry that charged must leave before combat, stack by stack; then round 1 begins.
    Withdraw,
    /// Stacks in a zone of control at nightfall leave.
    Nightfall,
    /// After a voluntary retreat the vacated hex may be followed into.
    Follow { hex: Hex, side: Side },
}

/// The combat or charge being resolved.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub struct Fight {
    pub attackers: [u16; 6],
    pub defenders: [u16; 6],
    pub n_attackers: u8,
    pub n_defenders: u8,
    pub attacker_cr: u8,
    pub defender_cr: u8,
    pub attacker: Side,
    /// Hexes that gave up a unit in this result and so lose none by 14.4: bits of attackers, defenders.
    pub paid: [u8; 2],
    pub charge: bool,
    pub result: Option<Outcome>,
    /// The combat is still being put together.
    pub planned: bool,
}

impl Default for Fight {
    fn default() -> Self {
        Fight {
            attackers: [NONE; 6],
            defenders: [NONE; 6],
            n_attackers: 0,
            n_defenders: 0,
            attacker_cr: 0,
            defender_cr: 0,
            attacker: Side::Union,
            paid: [0; 2],
            charge: false,
            result: None,
            planned: false,
        }
    }
}

impl Fight {
    pub fn hexes(&self, party: Party) -> impl Iterator<Item = Hex> + use<> {
        let (list, n) = match party {
            Party::Attackers => (self.attackers, self.n_attackers),
            Party::Defenders => (self.defenders, self.n_defenders),
        };
        list.into_iter().take(n as usize).map(Hex)
    }

    pub fn has(&self, party: Party, hex: Hex) -> bool {
        self.hexes(party).any(|h| h == hex)
    }

    pub fn add(&mut self, party: Party, hex: Hex) {
        let (list, n) = match party {
            Party::Attackers => (&mut self.attackers, &mut self.n_attackers),
            Party::Defenders => (&mut self.defenders, &mut self.n_defenders),
        };
        if (*n as usize) < list.len() {
            list[*n as usize] = hex.0;
            *n += 1;
        }
    }

    pub fn remove(&mut self, party: Party, hex: Hex) {
        let kept: Vec<Hex> = self.hexes(party).filter(|h| *h != hex).collect();
        match party {
            Party::Attackers => self.n_attackers = 0,
            Party::Defenders => self.n_defenders = 0,
        }
        for hex in kept {
            self.add(party, hex);
        }
    }

    pub fn cr(&self, party: Party) -> u8 {
        match party {
            Party::Attackers => self.attacker_cr,
            Party::Defenders => self.defender_cr,
        }
    }

    pub fn side(&self, party: Party) -> Side {
        match party {
            Party::Attackers => self.attacker,
            Party::Defenders => self.attacker.other(),
        }
    }

    fn place(&self, party: Party, hex: Hex) -> Option<usize> {
        self.hexes(party).position(|h| h == hex)
    }

    pub fn has_paid(&self, party: Party, hex: Hex) -> bool {
        self.place(party, hex).is_some_and(|n| self.paid[party as usize] >> n & 1 != 0)
    }

    pub fn pay(&mut self, party: Party, hex: Hex) {
        if let Some(n) = self.place(party, hex) {
            self.paid[party as usize] |= 1 << n;
        }
    }
}

/// A fire being put together.
#[derive(Clone, PartialEq, Eq, Debug, Default, Hash)]
pub struct Mission {
    pub target: Option<u16>,
    pub batteries: Vec<u16>,
}

/// An advance that is open.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub struct Advance {
    pub vacated: [u16; 6],
    pub n: u8,
    /// Which vacated hexes have been entered.
    pub entered: u8,
    /// Only from one hex (12.3); the hex once chosen.
    pub one: bool,
    pub from: u16,
    /// Only hexes of this list may advance; empty: any.
    pub of: [u16; 6],
    pub n_of: u8,
}

impl Default for Advance {
    fn default() -> Self {
        Advance { vacated: [NONE; 6], n: 0, entered: 0, one: false, from: NONE, of: [NONE; 6], n_of: 0 }
    }
}
