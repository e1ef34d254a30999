//! What players name: kinds of stands, weapons, levels of morale, and how a stand fights at the moment.

use serde::Serialize;

use table::words;

words! {
    /// The kind of a stand as the roster gives it.
    Kind {
        InfantryBrigade = "infantry-brigade",
        CavalryBrigade = "cavalry-brigade",
        MountedInfantry = "mounted-infantry",
        InfantrySkirmisher = "infantry-skirmisher",
        CavalrySkirmisher = "cavalry-skirmisher",
        ArtilleryBattalion = "artillery-battalion",
        ArtilleryBattery = "artillery-battery",
        Commander = "commander",
    }
}

words! {
    /// What a stand is armed with.
    Weapon {
        Smoothbore = "smoothbore",
        RifledCarbine = "rifled-carbine",
        RifledMusket = "rifled-musket",
        CartridgeCarbine = "cartridge-carbine",
        CartridgeRifle = "cartridge-rifle",
        SmoothboreField = "smoothbore-field",
        SmoothboreHeavy = "smoothbore-heavy",
        SmoothboreSiege = "smoothbore-siege",
        RifledField = "rifled-field",
        RifledHeavy = "rifled-heavy",
        RifledSiege = "rifled-siege",
    }
}

impl Weapon {
    pub fn is_artillery(self) -> bool {
        self >= Weapon::SmoothboreField
    }
    /// Advanced small arms: only these repulse disordered charges.
    pub fn is_cartridge(self) -> bool {
        matches!(self, Weapon::CartridgeCarbine | Weapon::CartridgeRifle)
    }
    pub fn is_siege(self) -> bool {
        matches!(self, Weapon::SmoothboreSiege | Weapon::RifledSiege)
    }
    pub fn is_heavy(self) -> bool {
        matches!(self, Weapon::SmoothboreHeavy | Weapon::RifledHeavy)
    }
    pub fn is_field(self) -> bool {
        matches!(self, Weapon::SmoothboreField | Weapon::RifledField)
    }
    pub fn is_smoothbore_gun(self) -> bool {
        matches!(self, Weapon::SmoothboreField | Weapon::SmoothboreHeavy | Weapon::SmoothboreSiege)
    }
    /// A weapon by its maker's name, and whether it is a repeater (VMISC-20).
    pub fn by_maker(name: &str) -> Option<(Weapon, bool)> {
        Some(match name {
            "sharps" => (Weapon::CartridgeCarbine, false),
            "sharps-rifle" => (Weapon::CartridgeRifle, false),
            "spencer" => (Weapon::CartridgeCarbine, true),
            "spencer-rifle" | "henry" | "winchester" => (Weapon::CartridgeRifle, true),
            _ => return None,
        })
    }
}

words! {
    /// Rank of a commander.
    Rank { Division = "division", Corps = "corps", Army = "army" }
}

/// How a stand fights at the moment: its kind, and for cavalry whether it is in the saddle.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Arm {
    InfantryBrigade,
    CavalryBrigade,
    MountedInfantry,
    DismountedCavalry,
    InfantrySkirmisher,
    CavalrySkirmisher,
    Battalion,
    Battery,
    Commander,
}

impl Arm {
    pub fn of(kind: Kind, dismounted: bool) -> Arm {
        match (kind, dismounted) {
            (Kind::InfantryBrigade, _) | (Kind::MountedInfantry, true) => Arm::InfantryBrigade,
            (Kind::CavalryBrigade, false) => Arm::CavalryBrigade,
            (Kind::CavalryBrigade, true) => Arm::DismountedCavalry,
            (Kind::MountedInfantry, false) => Arm::MountedInfantry,
            (Kind::InfantrySkirmisher, _) | (Kind::CavalrySkirmisher, true) => Arm::InfantrySkirmisher,
            (Kind::CavalrySkirmisher, false) => Arm::CavalrySkirmisher,
            (Kind::ArtilleryBattalion, _) => Arm::Battalion,
            (Kind::ArtilleryBattery, _) => Arm::Battery,
            (Kind::Commander, _) => Arm::Commander,
        }
    }
    /// In the saddle.
    pub fn is_cavalry(self) -> bool {
        matches!(self, Arm::CavalryBrigade | Arm::MountedInfantry | Arm::CavalrySkirmisher)
    }
    /// On foot with small arms.
    pub fn is_infantry(self) -> bool {
        matches!(self, Arm::InfantryBrigade | Arm::DismountedCavalry | Arm::InfantrySkirmisher)
    }
    /// An infantry brigade or a brigade that has dismounted.
    pub fn is_foot_brigade(self) -> bool {
        matches!(self, Arm::InfantryBrigade | Arm::DismountedCavalry)
    }
    pub fn is_artillery(self) -> bool {
        matches!(self, Arm::Battalion | Arm::Battery)
    }
    pub fn is_skirmisher(self) -> bool {
        matches!(self, Arm::InfantrySkirmisher | Arm::CavalrySkirmisher)
    }
    /// Brigades of any kind: close order (VGAP-52).
    pub fn is_brigade(self) -> bool {
        matches!(
            self,
            Arm::InfantryBrigade | Arm::CavalryBrigade | Arm::MountedInfantry | Arm::DismountedCavalry
        )
    }
    pub fn is_commander(self) -> bool {
        self == Arm::Commander
    }
    /// Types with dice in the stationary columns (VCOM-13).
    pub fn can_be_stationary(self) -> bool {
        self.is_foot_brigade() || self.is_artillery()
    }
}

/// The levels of morale, best first (VMOR-20).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Hash, Default, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Level {
    #[default]
    Good,
    Disordered,
    PermanentlyDisordered,
    Routed,
    Eliminated,
}

impl Level {
    /// The markers of the level: yellow, red.
    pub fn markers(self) -> &'static [&'static str] {
        match self {
            Level::Good | Level::Eliminated => &[],
            Level::Disordered => &["yellow"],
            Level::PermanentlyDisordered => &["red"],
            Level::Routed => &["yellow", "red"],
        }
    }
    /// One level down by a failed test (VMOR-21 to VMOR-24).
    pub fn failed(self) -> Level {
        match self {
            Level::Good => Level::Disordered,
            Level::Disordered | Level::PermanentlyDisordered => Level::Routed,
            Level::Routed | Level::Eliminated => Level::Eliminated,
        }
    }
    /// One level down by the collapse of the division (VEXH-9).
    pub fn collapsed(self) -> Level {
        match self {
            Level::Good => Level::PermanentlyDisordered,
            other => other.failed(),
        }
    }
    pub fn word(self) -> &'static str {
        match self {
            Level::Good => "good",
            Level::Disordered => "disordered",
            Level::PermanentlyDisordered => "permanently-disordered",
            Level::Routed => "routed",
            Level::Eliminated => "eliminated",
        }
    }
}
