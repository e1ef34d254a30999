//! The terrain table (VTER-14): kinds of features and what each does to each column of troops.

use table::words;

use crate::kinds::Arm;

words! {
    /// A kind of feature on the table.
    Terrain {
        Forest = "forest",
        Orchard = "orchard",
        Crops = "crops",
        BrokenGround = "broken-ground",
        Swamp = "swamp",
        Marsh = "marsh",
        Hill = "hill",
        Town = "town",
        Village = "village",
        Fort = "fort",
        Fortress = "fortress",
        Road = "road",
        SunkenRoad = "sunken-road",
        Stream = "stream",
        MarshyStream = "marshy-stream",
        River = "river",
        FieldWorks = "field-works",
        HastyWorks = "hasty-works",
        LowWall = "low-wall",
        TreeLine = "tree-line",
        Bridge = "bridge",
        Ford = "ford",
    }
}

impl Terrain {
    pub fn is_area(self) -> bool {
        self <= Terrain::Fortress
    }
    pub fn is_point(self) -> bool {
        matches!(self, Terrain::Bridge | Terrain::Ford)
    }
    pub fn is_line(self) -> bool {
        !self.is_area() && !self.is_point()
    }
    pub fn is_water(self) -> bool {
        matches!(self, Terrain::Stream | Terrain::MarshyStream | Terrain::River)
    }
    /// Lines that shelter whoever stands behind them.
    pub fn is_works(self) -> bool {
        matches!(self, Terrain::FieldWorks | Terrain::HastyWorks | Terrain::LowWall | Terrain::SunkenRoad)
    }
    pub fn is_road(self) -> bool {
        matches!(self, Terrain::Road | Terrain::SunkenRoad)
    }
    /// What matters to whoever goes over it.
    pub fn is_underfoot(self) -> bool {
        let area = self.is_area() && self != Terrain::Crops;
        area || self.is_water() || matches!(self, Terrain::FieldWorks | Terrain::SunkenRoad)
    }
    pub fn is_building(self) -> bool {
        matches!(self, Terrain::Town | Terrain::Village)
    }
    pub fn is_fort(self) -> bool {
        matches!(self, Terrain::Fort | Terrain::Fortress)
    }
}

/// The six columns of the terrain table (VTER-2).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(usize)]
pub enum Column {
    InfantryBrigade,
    CavalryBrigade,
    Artillery,
    InfantrySkirmisher,
    CavalrySkirmisher,
    Commander,
}

impl Column {
    pub fn of(arm: Arm) -> Column {
        match arm {
            Arm::InfantryBrigade | Arm::DismountedCavalry => Column::InfantryBrigade,
            Arm::CavalryBrigade | Arm::MountedInfantry => Column::CavalryBrigade,
            Arm::Battalion | Arm::Battery => Column::Artillery,
            Arm::InfantrySkirmisher => Column::InfantrySkirmisher,
            Arm::CavalrySkirmisher => Column::CavalrySkirmisher,
            Arm::Commander => Column::Commander,
        }
    }
}

/// One code of the movement row of the terrain table (VTER-1).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Code {
    /// `-`: nothing happens.
    None,
    /// `2x`: an inch counts as two.
    Double,
    /// `2x DI`: and disordered inside.
    DoubleDisordered,
    /// `DE DL`: disordered on entering and on leaving.
    EnterLeave,
    /// `DI BR NA`: disordered inside, blocks the road, no attacks.
    InsideBlocked,
    /// `1/2M DI`, guns lost by brigades.
    HalfDisordered,
    /// `1/2M`.
    Half,
    /// A die decides (marsh).
    Roll,
    /// `XX`: not allowed.
    Prohibited,
}

impl Code {
    /// How the card writes it.
    pub fn printed(self) -> &'static str {
        match self {
            Code::None => "-",
            Code::Double => "2x",
            Code::DoubleDisordered => "2x DI",
            Code::EnterLeave => "DE DL",
            Code::InsideBlocked => "DI BR NA",
            Code::HalfDisordered => "1/2M DI",
            Code::Half => "1/2M",
            Code::Roll => "roll",
            Code::Prohibited => "XX",
        }
    }
    pub fn from_printed(text: &str) -> Option<Code> {
        use Code::*;
        [None, Double, DoubleDisordered, EnterLeave, InsideBlocked, HalfDisordered, Half, Roll, Prohibited]
            .into_iter()
            .find(|c| c.printed() == text)
    }
    pub fn is_double(self) -> bool {
        matches!(self, Code::Double | Code::DoubleDisordered)
    }
    pub fn disorders_inside(self) -> bool {
        matches!(self, Code::DoubleDisordered | Code::InsideBlocked)
    }
}

/// The movement row of a feature for a column. Hills, forts and crossings have rules of their own.
pub fn movement(terrain: Terrain, column: Column) -> Code {
    use Code::{
        Double as D, DoubleDisordered as DD, EnterLeave as EL, Half as H, HalfDisordered as HD,
        InsideBlocked as IB, None as N, Prohibited as X, Roll as R,
    };
    // inf bde / cav bde / artillery / inf skirmisher / cav skirmisher / commander
    let row: [Code; 6] = match terrain {
        Terrain::BrokenGround => [D, DD, D, N, D, N],
        Terrain::FieldWorks | Terrain::SunkenRoad => [N, EL, N, N, EL, N],
        Terrain::Forest => [D, DD, D, N, D, N],
        Terrain::Marsh => [R, R, R, N, R, N],
        Terrain::MarshyStream => [HD, HD, X, HD, HD, H],
        Terrain::Orchard => [N, DD, N, N, N, N],
        Terrain::River => [X, X, X, X, X, X],
        Terrain::Stream => [H, H, H, H, H, H],
        Terrain::Swamp => [X, X, X, D, X, D],
        Terrain::Town => [EL, IB, IB, N, IB, N],
        _ => [N; 6],
    };
    row[column as usize]
}

/// What a slope does to a column (VTER-41 to VTER-43).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Slope {
    Nothing,
    /// Half a move.
    Half,
    /// Half a move and disorder.
    HalfDisorder,
    Prohibited,
}

/// The slope between two levels, in the direction of the move.
pub fn slope(column: Column, from: u8, to: u8) -> Slope {
    let contours = from.abs_diff(to);
    match (column, contours) {
        (_, 0) => Slope::Nothing,
        (Column::InfantryBrigade | Column::CavalryBrigade, 2..) => Slope::HalfDisorder,
        (Column::Artillery, 2..) => Slope::Prohibited,
        (Column::Artillery, 1) if to > from => Slope::Half,
        _ => Slope::Nothing,
    }
}

/// What kind of hit a saving throw is asked against.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Hit {
    pub melee: bool,
    /// By guns, dedicated guns included.
    pub artillery: bool,
    pub siege: bool,
    /// At close range.
    pub close: bool,
    /// By infantry (melee).
    pub infantry: bool,
}

/// Whether terrain gives a saving throw to a stand in or behind it (the C rows).
pub fn saves(terrain: Terrain, column: Column, hit: Hit) -> bool {
    let sheltered =
        matches!(column, Column::InfantryBrigade | Column::Artillery | Column::InfantrySkirmisher);
    match terrain {
        Terrain::BrokenGround => column == Column::InfantrySkirmisher && !hit.melee,
        Terrain::Forest => {
            matches!(column, Column::InfantryBrigade | Column::InfantrySkirmisher) && !hit.melee
        }
        Terrain::FieldWorks => sheltered && !hit.siege,
        Terrain::SunkenRoad => sheltered && if hit.melee { !hit.infantry } else { !hit.siege },
        Terrain::HastyWorks | Terrain::LowWall => sheltered && !hit.melee && !hit.artillery,
        Terrain::Fort | Terrain::Fortress => hit.melee || (hit.artillery && !(hit.siege && hit.close)),
        _ => false,
    }
}
