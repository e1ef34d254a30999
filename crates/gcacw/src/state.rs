//! Everything that changes during a game: small, without names, cheap to copy.

use std::hash::{Hash, Hasher};

use hexmap::{Dir, Hex, HexSet};
use table::{BySide, Fnv, Outcome, Side};

use crate::campaign::logistics::Ledger;
use crate::campaign::{CampaignState, Mount};
use crate::forces::{Forces, Holders};
use crate::ground::{Altered, Edge, Look, Weather, Zoc};
use crate::module::ArmyInitiative;
use crate::pending::Pending;
use crate::recovery::RecoveryWork;
use crate::setup::{LeaderId, MOST_LEADERS, MOST_UNITS, Setup, StartMarker, UnitId, UnitSet};
use crate::works::Works;

/// No unit.
pub(crate) const NOBODY: u8 = u8::MAX;

/// The last hex of a leader who has never been in play.
pub(crate) const NEVER: Hex = Hex(u16::MAX);

/// Where a unit is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[repr(u8)]
pub enum Whereabouts {
    OnMap,
    /// Lifted from the map while it retreats.
    Retreating,
    Arriving,
    #[default]
    Eliminated,
    Surrendered,
    /// A wagon train that broke down on the road: gone for good, but nobody's prize.
    BrokenDown,
    /// Sent away for good, without loss to anybody.
    Withdrawn,
    /// Not in play: the counter of a commander who may follow another, or of one who has been followed.
    Aside,
    /// Off the map for a while; it may come back.
    OffMap,
    /// In an off-map box, or on the way between one and the map.
    Boxed,
}

/// A unit during the game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct UnitState {
    /// Its hex while it is on the map; the last one after that.
    pub(crate) hex: Hex,
    pub(crate) manpower: u8,
    pub(crate) fatigue: u8,
    pub(crate) demoralized: u8,
    pub(crate) works: Works,
    pub(crate) whereabouts: Whereabouts,
    pub(crate) exhausted: bool,
    pub(crate) disorganized: bool,
    /// It has tried to destroy a bridge or ferry this turn (10.2).
    pub(crate) tried_bridge: bool,
    /// A scenario's hold on it has ended early.
    pub(crate) released: bool,
    /// Advanced Game: it has no supply.
    pub(crate) out_of_supply: bool,
    /// Supply points a wagon train carries.
    pub(crate) supplies: u8,
    /// The off-map box it is in, or the link over which it comes.
    pub(crate) place: u8,
    /// The first turn on which it may go over a link again.
    pub(crate) ready: u8,
    pub(crate) mount: Mount,
    /// Next unit of its hex.
    next: u8,
}

impl UnitState {
    pub(crate) const fn is_on_map(&self) -> bool {
        matches!(self.whereabouts, Whereabouts::OnMap)
    }
    /// Takes over everything that lies on another counter: Manpower, fatigue, disorder, works.
    pub(crate) fn inherit(&mut self, other: &UnitState) {
        let next = self.next;
        *self = UnitState { next, hex: self.hex, whereabouts: self.whereabouts, ..*other };
    }
    pub(crate) fn tire(&mut self, levels: u8) {
        self.fatigue = (self.fatigue + levels).min(4);
    }
}

const NO_UNIT: UnitState = UnitState {
    hex: Hex(0),
    manpower: 0,
    fatigue: 0,
    demoralized: 0,
    works: Works::None,
    whereabouts: Whereabouts::Eliminated,
    exhausted: false,
    disorganized: false,
    tried_bridge: false,
    released: false,
    out_of_supply: false,
    supplies: 0,
    place: 0,
    ready: 0,
    mount: Mount::Fresh,
    next: NOBODY,
};

/// A leader during the game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct LeaderState {
    /// The unit he is attached to; `None` once he is out of play or while he looks for a new one.
    pub(crate) unit: Option<UnitId>,
    pub(crate) out: bool,
    /// His hex when he lost his last unit.
    pub(crate) last_hex: Hex,
    /// What a campaign has added to his Command value.
    pub(crate) command_change: i8,
}

const NO_LEADER: LeaderState = LeaderState { unit: None, out: true, last_hex: Hex(0), command_change: 0 };

/// State of a railroad station.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Burnt {
    Damaged,
    Destroyed,
}

/// Rain and rivers, by turn number.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub(crate) struct Skies {
    /// Last turn of rain; 0 is none.
    pub(crate) rain_until: u8,
    pub(crate) minor_unfordable_until: u8,
    pub(crate) major_unfordable_until: u8,
    pub(crate) heat: bool,
    /// First and last turn of winter weather; 0 where it has not come (HSN, Advanced Game).
    pub(crate) winter_from: u8,
    pub(crate) winter_until: u8,
}

/// A game of Great Campaigns.
#[derive(Clone, Debug)]
pub struct State {
    pub(crate) turn: u8,
    /// How many steps of the sequence of play have begun.
    pub(crate) step: u8,
    pub(crate) campaign: CampaignState,
    /// What has to be decided: the last is asked now. None: the game has not begun, or is over.
    pub(crate) pending: Vec<Pending>,
    pub(crate) outcome: Option<Outcome>,
    pub(crate) skies: Skies,
    pub(crate) units: [UnitState; MOST_UNITS],
    pub(crate) leaders: [LeaderState; MOST_LEADERS],
    /// First unit in each hex.
    heads: Vec<u8>,
    pub(crate) altered: Vec<Altered>,
    /// For hexes that touch one of them the bit of their number, so that most hexes need no search: derived.
    near_altered: [u64; 4],
    pub(crate) refused: Vec<Hex>,
    pub(crate) burnt: Vec<(Hex, Burnt)>,
    /// Who was last in each hex that counts for victory.
    pub(crate) holders: Holders,
    /// Points scored turn by turn.
    pub(crate) scored: BySide<i32>,

    // The action in progress.
    pub(crate) active: Side,
    /// The winner's initiative die where it limits him; `None` where it does not.
    pub(crate) initiative_die: Option<u8>,
    pub(crate) recovery: RecoveryWork,
    /// The corps Lee's bonus is bound to this turn.
    pub(crate) lee_corps: Option<u16>,
    /// Which army has the initiative, where that decides ties (HSN, Advanced Game).
    pub(crate) army_initiative: Option<ArmyInitiative>,
    /// Confederate corps leaders who do not obey this turn (BAC).
    pub(crate) insubordinate: u64,
    /// Leaders who have transferred in this phase.
    pub(crate) transferred: u64,
    /// Units that still have to leave a flooded swamp.
    pub(crate) flooded: UnitSet,
    /// Depots, counties and the holders of towns and stations (Advanced Game).
    pub(crate) ledger: Ledger,
    /// Force markers, where Limited Intelligence is played.
    pub(crate) forces: Option<Box<Forces>>,
}

impl State {
    /// The position as the scenario writes it.
    pub(crate) fn position(setup: &Setup) -> State {
        let mut state = State {
            turn: 1,
            step: 0,
            campaign: CampaignState::position(setup),
            pending: Vec::new(),
            outcome: None,
            skies: Skies {
                rain_until: u8::from(setup.rain),
                minor_unfordable_until: setup.minor_unfordable_until,
                major_unfordable_until: setup.major_unfordable_until,
                heat: setup.heat,
                winter_from: 0,
                winter_until: 0,
            },
            units: [NO_UNIT; MOST_UNITS],
            leaders: [NO_LEADER; MOST_LEADERS],
            heads: vec![NOBODY; setup.map.grid.len()],
            altered: Vec::new(),
            near_altered: [0; 4],
            refused: Vec::new(),
            burnt: Vec::new(),
            holders: Holders::new(),
            scored: BySide::default(),
            active: Side::Union,
            initiative_die: None,
            recovery: RecoveryWork::default(),
            lee_corps: None,
            army_initiative: setup.army_initiative,
            insubordinate: 0,
            transferred: 0,
            flooded: UnitSet::EMPTY,
            ledger: Ledger::set_up(&setup.logistics),
            forces: None,
        };
        for id in setup.unit_ids() {
            state.set_up_unit(setup, id);
        }
        for id in setup.leader_ids() {
            let leader = &mut state.leaders[id.index()];
            *leader = match setup.leader(id).with {
                Some(unit) => LeaderState { unit: Some(unit), out: false, ..NO_LEADER },
                None => LeaderState { last_hex: NEVER, ..NO_LEADER },
            };
        }
        state.set_up_markers(setup);
        for hex in &setup.victory.watched {
            let standing = state.side_in(setup, *hex);
            state.holders.push(standing.or(setup.victory.held_by(*hex)));
        }
        if setup.options.limited_intelligence {
            state.forces = Some(Box::new(Forces::new(&state)));
        }
        state
    }

    fn set_up_unit(&mut self, setup: &Setup, id: UnitId) {
        let unit = setup.unit(id);
        let start = &unit.start;
        self.units[id.index()] = UnitState {
            hex: start.hex.unwrap_or(Hex(0)),
            manpower: unit.manpower,
            fatigue: start.fatigue,
            demoralized: start.demoralized,
            works: start.works,
            whereabouts: match start.place {
                _ if setup.late.has(id) => Whereabouts::Arriving,
                Some(_) => Whereabouts::Boxed,
                None => Whereabouts::Aside,
            },
            place: start.place.unwrap_or(0),
            supplies: unit.supplies,
            exhausted: start.exhausted,
            mount: start.horses,
            disorganized: start.disorganized,
            out_of_supply: unit.out_of_supply,
            ..NO_UNIT
        };
        if let Some(hex) = start.hex {
            self.put(id, hex);
        }
    }

    fn set_up_markers(&mut self, setup: &Setup) {
        for marker in &setup.markers {
            match *marker {
                StartMarker::FlanksRefused(hex) => self.refused.push(hex),
                StartMarker::DamagedStation(hex) => self.burnt.push((hex, Burnt::Damaged)),
                StartMarker::DestroyedStation(hex) => self.burnt.push((hex, Burnt::Destroyed)),
                StartMarker::Pontoon(side, hex, dir) => {
                    self.alter(setup, hex, dir, |a| a.pontoon = Some(side));
                }
                StartMarker::DestroyedCrossing(hex, dir) => {
                    self.alter(setup, hex, dir, |a| a.destroyed = true);
                }
            }
        }
    }

    // -------------------------------------------------------------- units and hexes

    #[inline]
    pub(crate) fn unit(&self, id: UnitId) -> &UnitState {
        &self.units[id.index()]
    }
    #[inline]
    pub(crate) fn unit_mut(&mut self, id: UnitId) -> &mut UnitState {
        &mut self.units[id.index()]
    }

    /// Puts a unit on the map.
    pub(crate) fn put(&mut self, id: UnitId, hex: Hex) {
        let head = self.heads[hex.index()];
        let unit = self.unit_mut(id);
        unit.hex = hex;
        unit.whereabouts = Whereabouts::OnMap;
        unit.next = head;
        self.heads[hex.index()] = id.0;
    }

    /// Takes a unit from its hex.
    pub(crate) fn lift(&mut self, id: UnitId, to: Whereabouts) {
        let (hex, next) = (self.unit(id).hex, self.unit(id).next);
        if self.unit(id).is_on_map() {
            if self.heads[hex.index()] == id.0 {
                self.heads[hex.index()] = next;
            } else {
                let mut at = self.heads[hex.index()];
                while at != NOBODY {
                    let after = self.units[at as usize].next;
                    if after == id.0 {
                        self.units[at as usize].next = next;
                        break;
                    }
                    at = after;
                }
            }
        }
        let unit = self.unit_mut(id);
        unit.next = NOBODY;
        unit.whereabouts = to;
    }

    /// Takes a unit away from somebody who does not know where it is and remembers it like this.
    pub(crate) fn forget(&mut self, id: UnitId, last_seen: &UnitState) {
        self.lift(id, Whereabouts::Aside);
        let (hex, whereabouts, next) = (Hex(0), Whereabouts::Aside, NOBODY);
        *self.unit_mut(id) = UnitState { hex, whereabouts, next, ..*last_seen };
    }

    /// The units in a hex.
    #[inline]
    pub(crate) fn stack(&self, hex: Hex) -> Stack<'_> {
        Stack { state: self, at: self.heads[hex.index()] }
    }

    /// The units in a hex as a set.
    pub(crate) fn stack_set(&self, hex: Hex) -> UnitSet {
        self.stack(hex).collect()
    }

    /// The side whose units are in a hex.
    #[inline]
    pub(crate) fn side_in(&self, setup: &Setup, hex: Hex) -> Option<Side> {
        match self.heads[hex.index()] {
            NOBODY => None,
            id => Some(setup.units[id as usize].side),
        }
    }

    #[inline]
    pub(crate) fn is_enemy_in(&self, setup: &Setup, side: Side, hex: Hex) -> bool {
        self.side_in(setup, hex) == Some(side.other())
    }

    /// Whether a side can never enter a hex as it is now: an enemy, an enemy
    /// fort or an enemy Force marker is in it.
    #[inline]
    pub(crate) fn is_shut(&self, setup: &Setup, side: Side, hex: Hex) -> bool {
        self.is_enemy_in(setup, side, hex)
            || self.enemy_fort(setup, side, hex).is_some()
            || self.enemy_marker_in(side, hex)
    }

    /// Where a leader is; nowhere while his unit is not on the map.
    pub(crate) fn leader_hex(&self, id: LeaderId) -> Option<Hex> {
        let unit = self.unit(self.leaders[id.index()].unit?);
        matches!(unit.whereabouts, Whereabouts::OnMap | Whereabouts::Retreating).then_some(unit.hex)
    }

    /// The leaders in a hex.
    pub(crate) fn leaders_in<'a>(
        &'a self,
        setup: &'a Setup,
        hex: Hex,
    ) -> impl Iterator<Item = LeaderId> + 'a {
        setup.leader_ids().filter(move |id| {
            self.leaders[id.index()].unit.is_some_and(|u| self.unit(u).is_on_map() && self.unit(u).hex == hex)
        })
    }

    /// Combat value in quarters, from the Strength marker (7.2).
    #[inline]
    pub(crate) fn combat_value(&self, setup: &Setup, id: UnitId) -> i32 {
        let unit = self.unit(id);
        setup.combat_value(unit.manpower, unit.disorganized)
    }

    // -------------------------------------------------------------- ground as it is now

    pub(crate) fn weather(&self) -> Weather {
        Weather {
            rain: self.is_rain(),
            minor_unfordable: self.skies.minor_unfordable_until >= self.turn,
            major_unfordable: self.skies.major_unfordable_until >= self.turn,
        }
    }

    #[inline]
    pub(crate) fn is_rain(&self) -> bool {
        self.skies.rain_until.max(self.skies.winter_until) >= self.turn
    }

    /// Whether winter weather is in effect.
    pub(crate) fn is_winter(&self) -> bool {
        self.skies.winter_from != 0 && self.skies.winter_until >= self.turn
    }

    /// A hexside written the one way: the smaller hex, and the direction from it.
    fn canonical(setup: &Setup, hex: Hex, dir: Dir) -> (Hex, Dir) {
        match setup.map.grid.neighbor(hex, dir) {
            Some(other) if other < hex => (other, dir.opposite()),
            _ => (hex, dir),
        }
    }

    /// Where a hex has its bit in `near_altered`: the word, and the bit in it.
    const fn bit(hex: Hex) -> (usize, u64) {
        ((hex.0 / 64 % 4) as usize, 1 << (hex.0 % 64))
    }

    /// Whether something may have been built or destroyed on a side of a hex: if not, surely nothing was.
    #[inline]
    pub(crate) const fn may_be_altered(&self, hex: Hex) -> bool {
        let (word, bit) = Self::bit(hex);
        self.near_altered[word] & bit != 0
    }

    /// What has been built or destroyed on a hexside.
    #[inline]
    pub(crate) fn altered_at(&self, setup: &Setup, hex: Hex, dir: Dir) -> Option<&Altered> {
        if !self.may_be_altered(hex) {
            return None;
        }
        let (hex, dir) = Self::canonical(setup, hex, dir);
        self.altered.iter().find(|a| a.hex == hex && a.dir == dir)
    }

    /// Changes a hexside; nothing is kept of one that is as printed again.
    pub(crate) fn alter(&mut self, setup: &Setup, hex: Hex, dir: Dir, change: impl FnOnce(&mut Altered)) {
        let (hex, dir) = Self::canonical(setup, hex, dir);
        let known = self.altered.iter().position(|a| a.hex == hex && a.dir == dir);
        let at = known.unwrap_or_else(|| {
            self.altered.push(Altered { hex, dir, destroyed: false, pontoon: None });
            self.altered.len() - 1
        });
        change(&mut self.altered[at]);
        if !self.altered[at].destroyed && self.altered[at].pontoon.is_none() {
            self.altered.remove(at);
        }
        self.near_altered = [0; 4];
        for a in &self.altered {
            let beyond = setup.map.grid.neighbor(a.hex, a.dir).unwrap_or(a.hex);
            for (word, bit) in [a.hex, beyond].map(Self::bit) {
                self.near_altered[word] |= bit;
            }
        }
    }

    /// What a hexside means to a side now.
    #[inline]
    pub(crate) fn edge(&self, setup: &Setup, side: Side, hex: Hex, dir: Dir) -> Edge {
        if !self.may_be_altered(hex) {
            return *setup.ground.edge(self.weather(), hex, dir);
        }
        self.altered_edge(setup, side, hex, dir)
    }

    fn altered_edge(&self, setup: &Setup, side: Side, hex: Hex, dir: Dir) -> Edge {
        let (Some(altered), Some(to)) = (self.altered_at(setup, hex, dir), setup.map.grid.neighbor(hex, dir))
        else {
            return *setup.ground.edge(self.weather(), hex, dir);
        };
        let look = Look {
            map: &setup.map,
            unprinted: &setup.unprinted,
            weather: self.weather(),
            altered: Some(altered),
            leaves_ford: setup.leaves_ford.contains(&(altered.hex, altered.dir)),
            side: Some(side),
        };
        look.edge(hex, dir, to)
    }

    // -------------------------------------------------------------- zones of control (2.4)

    /// The strongest zone of control that `side` exerts into a hex.
    #[inline]
    pub(crate) fn zoc(&self, setup: &Setup, side: Side, hex: Hex) -> Zoc {
        let mut strongest = Zoc::None;
        for (turns, near) in setup.map.grid.around(hex).iter().enumerate() {
            // Most hexes have nobody near: that is seen before anything else is asked.
            let Some(near) = *near else { continue };
            if self.heads[near.index()] == NOBODY || self.side_in(setup, near) != Some(side) {
                continue;
            }
            match self.edge(setup, side, near, Dir::new(turns as u8).opposite()).zoc {
                Zoc::Normal => return Zoc::Normal,
                Zoc::Restricted => strongest = Zoc::Restricted,
                Zoc::None => {}
            }
        }
        strongest
    }

    /// In a normal zone of control of the enemy of `side`.
    #[inline]
    pub(crate) fn in_enemy_zoc(&self, setup: &Setup, side: Side, hex: Hex) -> bool {
        self.zoc(setup, side.other(), hex) == Zoc::Normal
    }

    /// In any zone of control of the enemy of `side`, restricted ones included.
    #[inline]
    pub(crate) fn in_any_enemy_zoc(&self, setup: &Setup, side: Side, hex: Hex) -> bool {
        self.zoc(setup, side.other(), hex) != Zoc::None
    }

    /// The hexes in which a side stands, and those around them: elsewhere it has no zone of control.
    pub(crate) fn on_and_beside(&self, setup: &Setup, side: Side) -> HexSet {
        let mut hexes = HexSet::new(setup.map.grid.len());
        for unit in setup.by_side[side].into_iter().map(|id| self.unit(id)).filter(|unit| unit.is_on_map()) {
            hexes.insert(unit.hex);
            setup.map.grid.around(unit.hex).iter().flatten().for_each(|near| hexes.insert(*near));
        }
        hexes
    }

    // -------------------------------------------------------------- proof

    /// A number that differs when positions differ.
    pub(crate) fn fingerprint(&self) -> u64 {
        let mut sum = Fnv::default();
        (self.turn, self.step, self.skies, self.active, self.initiative_die).hash(&mut sum);
        self.campaign.hash(&mut sum);
        for unit in &self.units {
            let next = 0;
            UnitState { next, ..*unit }.hash(&mut sum);
        }
        self.leaders.hash(&mut sum);
        self.altered.hash(&mut sum);
        (&self.refused, &self.burnt, self.holders.as_slice()).hash(&mut sum);
        (&self.pending, &self.recovery, &self.outcome, self.scored).hash(&mut sum);
        (self.lee_corps, self.army_initiative, self.insubordinate).hash(&mut sum);
        (self.transferred, self.flooded, &self.ledger).hash(&mut sum);
        if let Some(forces) = &self.forces {
            forces.hash(&mut sum);
        }
        sum.finish()
    }
}

/// Walks over the units of a hex.
pub(crate) struct Stack<'a> {
    state: &'a State,
    at: u8,
}

impl Iterator for Stack<'_> {
    type Item = UnitId;
    #[inline]
    fn next(&mut self) -> Option<UnitId> {
        (self.at != NOBODY).then(|| {
            let id = UnitId(self.at);
            self.at = self.state.units[self.at as usize].next;
            id
        })
    }
}
