//! The charts of the reference card, laid out as printed.

use crate::kinds::{Arm, Kind, Weapon};

/// A row of the movement table (VMOV-2): allowance in inches and march column markers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rate {
    pub allowance: i64,
    pub markers: u8,
}

/// The movement table. Cavalry with a dedicated gun is slower; horse artillery where the scenario says so.
pub fn rate(arm: Arm, limbered: bool, guns: u8, horse: bool) -> Rate {
    let (allowance, markers) = match arm {
        Arm::InfantryBrigade | Arm::DismountedCavalry => (16, 3),
        Arm::InfantrySkirmisher => (16, 0),
        Arm::CavalryBrigade | Arm::MountedInfantry if guns > 0 => (20, 3),
        Arm::CavalryBrigade | Arm::MountedInfantry => (24, 3),
        Arm::CavalrySkirmisher => (24, 2),
        Arm::Commander => (24, 0),
        Arm::Battalion | Arm::Battery if !limbered => (2, 0),
        Arm::Battalion | Arm::Battery if horse => (24, 3),
        Arm::Battalion | Arm::Battery => (16, 3),
    };
    Rate { allowance, markers }
}

/// Close and long range in hundredths of an inch; close 0 where a weapon has none (VCOM-10).
pub fn ranges(weapon: Weapon) -> (i64, i64) {
    match weapon {
        Weapon::Smoothbore => (0, 200),
        Weapon::RifledCarbine => (0, 300),
        Weapon::RifledMusket => (0, 400),
        Weapon::CartridgeCarbine => (200, 400),
        Weapon::CartridgeRifle => (300, 600),
        Weapon::SmoothboreField => (400, 1000),
        Weapon::SmoothboreHeavy | Weapon::SmoothboreSiege => (400, 1200),
        Weapon::RifledField => (400, 1500),
        Weapon::RifledHeavy | Weapon::RifledSiege => (400, 1800),
    }
}

/// Reach of a dedicated gun, which has no close range.
pub const DEDICATED_GUN_RANGE: i64 = 400;

/// Dice of a stand: fire and melee, normal and stationary (VCOM-14).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DiceRow {
    pub fire: u8,
    pub melee: u8,
    pub stationary_fire: u8,
    pub stationary_melee: u8,
}

/// The combat dice table, without guns and reinforcing skirmishers.
pub fn dice(arm: Arm, weapon: Weapon) -> DiceRow {
    let (fire, melee, stationary_fire, stationary_melee) = match arm {
        Arm::InfantryBrigade => match weapon {
            Weapon::Smoothbore => (2, 4, 4, 6),
            Weapon::CartridgeCarbine | Weapon::CartridgeRifle => (2, 4, 6, 8),
            _ => (2, 4, 5, 7),
        },
        Arm::InfantrySkirmisher => (1, 1, 1, 1),
        Arm::CavalryBrigade | Arm::CavalrySkirmisher | Arm::MountedInfantry => (0, 2, 0, 2),
        Arm::DismountedCavalry => (2, 3, 4, 5),
        Arm::Battalion => (1, 1, 2, 2),
        Arm::Battery => (1, 1, 1, 1),
        Arm::Commander => (0, 0, 0, 0),
    };
    DiceRow { fire, melee, stationary_fire, stationary_melee }
}

/// What a charger may do about an enemy, by the charge table alone (VCHG-5).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MayCharge {
    Yes,
    /// Infantry skirmishers, artillery and commanders charge nothing.
    Never,
    /// Infantry against a mounted cavalry brigade.
    NotCavalryBrigades,
    /// Light horse against a brigade that stands in line.
    OnlyRoutedOrMarching,
    /// Light horse against guns.
    OnlyInFlank,
}

/// The charge table: `routed_or_column` is the state of the target.
pub fn may_charge(charger: Arm, target: Arm, routed_or_column: bool) -> MayCharge {
    match charger {
        Arm::InfantrySkirmisher | Arm::Battalion | Arm::Battery | Arm::Commander => MayCharge::Never,
        Arm::CavalryBrigade => MayCharge::Yes,
        Arm::InfantryBrigade | Arm::DismountedCavalry => {
            if target == Arm::CavalryBrigade {
                MayCharge::NotCavalryBrigades
            } else {
                MayCharge::Yes
            }
        }
        Arm::CavalrySkirmisher | Arm::MountedInfantry => {
            if target.is_skirmisher() || (target.is_brigade() && routed_or_column) {
                MayCharge::Yes
            } else if target.is_artillery() {
                MayCharge::OnlyInFlank
            } else {
                MayCharge::OnlyRoutedOrMarching
            }
        }
    }
}

/// Half the width and half the depth of a stand in hundredths of an inch (VGAP-1).
pub fn half_size(kind: Kind) -> (i32, i32) {
    match kind {
        Kind::InfantryBrigade | Kind::CavalryBrigade | Kind::MountedInfantry => (150, 150),
        Kind::Commander => (50, 50),
        _ => (150, 75),
    }
}

/// A march column marker: half its width, and its length, in hundredths (VGAP-7).
pub const MARKER: (i32, i32) = (50, 150);

/// Lowest number that saves a hit (VCOM-23).
pub const SAVES_ON: u8 = 4;

/// The lowest number that hits: always, in the better cases, and of smoothbore guns close by (VCOM-15 to VCOM-22).
pub const HITS_ON: u8 = 6;
pub const HITS_WELL_ON: u8 = 5;
pub const CANISTER_HITS_ON: u8 = 4;

/// A line of the morale modifiers: clause, name, value (VMOR-5).
pub struct MoraleLine {
    pub rule: &'static str,
    pub name: &'static str,
    pub value: i16,
}

const fn line(rule: &'static str, name: &'static str, value: i16) -> MoraleLine {
    MoraleLine { rule, name, value }
}

/// Everything that raises or lowers a morale test.
pub const MORALE: [MoraleLine; 14] = [
    line("VMOR-7", "disordered", -1),
    line("VMOR-8", "army commander attached", 1),
    line("VMOR-9", "defending higher ground", 1),
    line("VMOR-10", "defending a building or works", 1),
    line("VMOR-11", "artillery meleed by cavalry", -1),
    line("VMOR-12", "infantry meleed by cavalry and not secure", -1),
    line("VMOR-13", "attacked in flank", -1),
    line("VMOR-14", "march column meleed in flank", -2),
    line("VMOR-15", "meleeing an enemy in flank", 1),
    line("VMOR-16", "close order against skirmishers", 1),
    line("VMOR-17", "meleeing the front of unlimbered artillery", -1),
    line("VMOR-18", "charging stationary cartridge weapons", -1),
    line("VMOR-19", "cavalry charging steady cartridge weapons", -1),
    line("VMISC-7", "meleed on the ground", -1),
];

/// The line of a clause; nothing is added by one that is none.
pub fn morale(rule: &str) -> Option<&'static MoraleLine> {
    MORALE.iter().find(|line| line.rule == rule)
}
