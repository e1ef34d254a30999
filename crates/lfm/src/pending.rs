//! What is still to be done before a phase goes on, kept as data so that a game can be saved in the middle
//! of a combat: decisions, and steps of the rules that run by themselves.

use hexmap::Hex;
use table::{Room, Side};

use crate::Lfm;
use crate::advance::Advancing;
use crate::cohesion::Ladder;
use crate::combat::Evasion;
use crate::commanders::Stranded;
use crate::construction::Raze;
use crate::play::Play;
use crate::position::Pos;
use crate::rejoin::Rejoin;
use crate::reorganization::Return;
use crate::results::{Exchange, Loss, NameUnit, Stand, StandTest};
use crate::retreat::RetreatHex;
use crate::setup::Id;
use crate::stacking::Overstacked;
use crate::state::NONE;
use crate::tables::Outcome;

/// Why a stack retreats.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub(crate) enum Why {
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
    pub(crate) const fn forced(self) -> bool {
        matches!(self, Why::Combat | Why::Charge | Why::Check | Why::Fire)
    }

    /// Whether the units of a stack need not go the same way.
    pub(crate) const fn parts(self) -> bool {
        matches!(self, Why::Voluntary | Why::Night)
    }
}

/// Which side of the current fight.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub(crate) enum Party {
    Attackers,
    Defenders,
}

/// A decision that interrupts a phase.
pub(crate) trait Open: Room<Lfm> {
    /// What has to be known before anybody is asked.
    fn prepare(&self, _play: &mut Play<'_>) {}

    /// Whether there is anything to choose.
    fn waits(&self, pos: Pos<'_>) -> bool;

    /// There is nothing to choose: what the rules do by themselves.
    fn alone(&self, play: &mut Play<'_>);
}

/// One thing that is still to be done.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub(crate) enum Pending {
    Retreat(RetreatHex),
    Stand(Stand),
    StandTest(StandTest),
    Lose(Loss),
    Exchange(Exchange),
    Name(NameUnit),
    Ladder(Ladder),
    Evade(Evasion),
    Advance(Advancing),
    Stranded(Stranded),
    Rejoin(Rejoin),
    Overstacked(Overstacked),
    Raze(Raze),
    Return(Return),
    /// The rules go on by themselves.
    Step(Step),
}

impl Pending {
    /// The decision that it is; none if the rules go on by themselves.
    pub(crate) fn open(&self) -> Option<&dyn Open> {
        Some(match self {
            Pending::Retreat(room) => room,
            Pending::Stand(room) => room,
            Pending::StandTest(room) => room,
            Pending::Lose(room) => room,
            Pending::Exchange(room) => room,
            Pending::Name(room) => room,
            Pending::Ladder(room) => room,
            Pending::Evade(room) => room,
            Pending::Advance(room) => room,
            Pending::Stranded(room) => room,
            Pending::Rejoin(room) => room,
            Pending::Overstacked(room) => room,
            Pending::Raze(room) => room,
            Pending::Return(room) => room,
            Pending::Step(_) => return None,
        })
    }
}

/// A step that the rules make when its turn comes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub(crate) enum Step {
    /// A whole stack has to leave this hex.
    MustRetreat { hex: Hex, side: Side, why: Why, test: bool },
    /// The stack leaves now, after the loss that a disorganized one suffers.
    Leave { hex: Hex, side: Side, why: Why },
    /// Checks of one unit: how many, and how often it failed already.
    Checks { unit: Id, left: u8, fails: u8, fire: bool },
    /// The dice of the combat fall.
    Resolve,
    /// The combat is over: advances.
    AfterCombat,
    /// The charge is over: follow or stop.
    AfterCharge { from: Hex, to: Hex },
    /// The Movement Phase is over.
    EndMovement { step: u8 },
    /// Cavalry that charged must leave before combat, stack by stack; then round 1 begins.
    Withdraw,
    /// Stacks in a zone of control at nightfall leave.
    Nightfall,
    /// After a voluntary retreat the vacated hex may be followed into.
    Follow { hex: Hex, side: Side },
}

impl From<Step> for Pending {
    fn from(step: Step) -> Pending {
        Pending::Step(step)
    }
}

/// The most hexes on one side of a fight. All attackers touch the first target, all targets touch the first
/// attacker, and no hex has more than six neighbours.
const MOST: usize = 6;

/// Hexes on one side of a fight, in the order in which they were named.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub(crate) struct Hexes {
    list: [u16; MOST],
    count: u8,
}

impl Default for Hexes {
    fn default() -> Self {
        Hexes { list: [NONE; MOST], count: 0 }
    }
}

impl Hexes {
    pub(crate) fn of(hexes: impl IntoIterator<Item = Hex>) -> Hexes {
        let mut all = Hexes::default();
        hexes.into_iter().for_each(|hex| all.add(hex));
        all
    }

    pub(crate) fn add(&mut self, hex: Hex) {
        debug_assert!((self.count as usize) < MOST, "a fight of more hexes than touch one hex");
        if let Some(slot) = self.list.get_mut(self.count as usize) {
            *slot = hex.0;
            self.count += 1;
        }
    }

    pub(crate) fn iter(self) -> impl Iterator<Item = Hex> {
        self.list.into_iter().take(self.count as usize).map(Hex)
    }

    pub(crate) fn contains(self, hex: Hex) -> bool {
        self.iter().any(|h| h == hex)
    }

    pub(crate) fn is_empty(self) -> bool {
        self.count == 0
    }
}

/// The combat or charge being resolved.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub(crate) struct Fight {
    pub(crate) attackers: Hexes,
    pub(crate) defenders: Hexes,
    pub(crate) attacker_cr: u8,
    pub(crate) defender_cr: u8,
    pub(crate) attacker: Side,
    /// Hexes that gave up a unit in this result and so lose none by 14.4: bits of attackers, defenders.
    pub(crate) paid: [u8; 2],
    pub(crate) charge: bool,
    pub(crate) result: Option<Outcome>,
    /// The combat is still being put together.
    pub(crate) planned: bool,
}

impl Default for Fight {
    fn default() -> Self {
        Fight {
            attackers: Hexes::default(),
            defenders: Hexes::default(),
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
    fn party(&self, party: Party) -> Hexes {
        match party {
            Party::Attackers => self.attackers,
            Party::Defenders => self.defenders,
        }
    }

    pub(crate) fn hexes(&self, party: Party) -> impl Iterator<Item = Hex> + use<> {
        self.party(party).iter()
    }

    pub fn has(&self, party: Party, hex: Hex) -> bool {
        self.party(party).contains(hex)
    }

    pub(crate) fn has_attackers(&self) -> bool {
        !self.attackers.is_empty()
    }

    fn party_mut(&mut self, party: Party) -> &mut Hexes {
        match party {
            Party::Attackers => &mut self.attackers,
            Party::Defenders => &mut self.defenders,
        }
    }

    pub(crate) fn add(&mut self, party: Party, hex: Hex) {
        self.party_mut(party).add(hex);
    }

    pub(crate) fn remove(&mut self, party: Party, hex: Hex) {
        let kept = Hexes::of(self.hexes(party).filter(|h| *h != hex));
        *self.party_mut(party) = kept;
    }

    pub(crate) fn cr(&self, party: Party) -> u8 {
        match party {
            Party::Attackers => self.attacker_cr,
            Party::Defenders => self.defender_cr,
        }
    }

    pub(crate) fn side(&self, party: Party) -> Side {
        match party {
            Party::Attackers => self.attacker,
            Party::Defenders => self.attacker.other(),
        }
    }

    fn place(&self, party: Party, hex: Hex) -> Option<usize> {
        self.hexes(party).position(|h| h == hex)
    }

    pub(crate) fn has_paid(&self, party: Party, hex: Hex) -> bool {
        self.place(party, hex).is_some_and(|n| self.paid[party as usize] >> n & 1 != 0)
    }

    pub(crate) fn pay(&mut self, party: Party, hex: Hex) {
        if let Some(n) = self.place(party, hex) {
            self.paid[party as usize] |= 1 << n;
        }
    }
}

/// A fire being put together.
#[derive(Clone, PartialEq, Eq, Debug, Default, Hash)]
pub(crate) struct Mission {
    pub(crate) target: Option<u16>,
    pub(crate) batteries: Vec<u16>,
}

/// An advance that is open.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Hash)]
pub(crate) struct Advance {
    pub(crate) vacated: Hexes,
    /// Which vacated hexes have been entered, as bits.
    pub(crate) entered: u8,
    /// Only from one hex (12.3).
    pub(crate) one: bool,
    /// The hex it was made from, once chosen.
    pub(crate) from: Option<Hex>,
    /// Only those in these hexes may advance.
    pub(crate) of: Hexes,
}
