//! The charts of the reference card as players read them, made from the values that the rules use.

use table::{Chart, signed};

use crate::charts::{self, CANISTER_HITS_ON, HITS_ON, HITS_WELL_ON, MayCharge, SAVES_ON};
use crate::kinds::{Arm, Level, Weapon};
use crate::terrain::{self, Column, Hit, Slope, Terrain};

/// Every chart, in the order in which a player meets them.
pub fn charts() -> Vec<Chart> {
    vec![movement(), ground(), slopes(), cover(), charge(), morale(), levels(), range(), dice(), hits()]
}

const ARMS: [(&str, Arm); 8] = [
    ("Infantry brigade", Arm::InfantryBrigade),
    ("Cavalry brigade", Arm::CavalryBrigade),
    ("Mounted infantry", Arm::MountedInfantry),
    ("Dismounted cavalry", Arm::DismountedCavalry),
    ("Infantry skirmishers", Arm::InfantrySkirmisher),
    ("Cavalry skirmishers", Arm::CavalrySkirmisher),
    ("Artillery battalion", Arm::Battalion),
    ("Artillery battery", Arm::Battery),
];

const COLUMNS: [(&str, Column); 6] = [
    ("Infantry brigade", Column::InfantryBrigade),
    ("Cavalry brigade", Column::CavalryBrigade),
    ("Artillery", Column::Artillery),
    ("Infantry skirmishers", Column::InfantrySkirmisher),
    ("Cavalry skirmishers", Column::CavalrySkirmisher),
    ("Commander", Column::Commander),
];

fn capital(word: &str) -> String {
    let spaced = word.replace('-', " ");
    let mut letters = spaced.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

fn movement() -> Chart {
    let mut chart = Chart::new("v-move", "Movement", "VMOV-2")
        .note("Inches a move, and the markers of a march column.")
        .columns(["Stand", "Inches", "Column markers"]);
    let mut row = |name: &'static str, rate: charts::Rate| {
        chart.row(name, [rate.allowance.to_string(), rate.markers.to_string()]);
    };
    for (name, arm) in ARMS.into_iter().filter(|(_, arm)| !arm.is_artillery()) {
        row(name, charts::rate(arm, false, 0, false));
    }
    row("Cavalry brigade with a gun", charts::rate(Arm::CavalryBrigade, false, 1, false));
    row("Artillery, limbered", charts::rate(Arm::Battalion, true, 0, false));
    row("Horse artillery, limbered", charts::rate(Arm::Battalion, true, 0, true));
    row("Artillery, by hand", charts::rate(Arm::Battalion, false, 0, false));
    row("Commander", charts::rate(Arm::Commander, false, 0, false));
    chart
}

fn ground() -> Chart {
    let mut chart = Chart::new("v-terrain", "Terrain and movement", "VTER-14")
        .note(
            "2x: every inch counts two. 1/2M: half a move. DE, DL, DI: disordered on entering, on leaving, inside. BR: \
             blocks the road. NA: no attacks. XX: closed.",
        )
        .columns(["Terrain"].into_iter().chain(COLUMNS.map(|(name, _)| name)));
    for kind in [
        Terrain::Forest,
        Terrain::Orchard,
        Terrain::BrokenGround,
        Terrain::Marsh,
        Terrain::Swamp,
        Terrain::Town,
        Terrain::FieldWorks,
        Terrain::SunkenRoad,
        Terrain::Stream,
        Terrain::MarshyStream,
        Terrain::River,
        Terrain::Crops,
        Terrain::Village,
    ] {
        chart.row(capital(kind.word()), COLUMNS.map(|(_, column)| terrain::movement(kind, column).printed()));
    }
    chart
}

fn slopes() -> Chart {
    let mut chart = Chart::new("v-slopes", "Slopes", "VTER-41")
        .columns(["Slope"].into_iter().chain(COLUMNS.map(|(name, _)| name)));
    for (name, from, to) in [("One contour up", 0, 1), ("One contour down", 1, 0), ("Two or more", 0, 2)] {
        let cost = |(_, column)| match terrain::slope(column, from, to) {
            Slope::Nothing => "-",
            Slope::Half => "1/2M",
            Slope::HalfDisorder => "1/2M, disorder",
            Slope::Prohibited => "XX",
        };
        chart.row(name, COLUMNS.map(cost));
    }
    chart
}

/// Kinds of hits, as the cover chart names them.
const HITS: [(&str, Hit); 5] = [
    ("Small arms", Hit { melee: false, artillery: false, siege: false, close: false, infantry: true }),
    ("Guns", Hit { melee: false, artillery: true, siege: false, close: false, infantry: false }),
    ("Siege guns, close", Hit { melee: false, artillery: true, siege: true, close: true, infantry: false }),
    ("Melee of infantry", Hit { melee: true, artillery: false, siege: false, close: true, infantry: true }),
    ("Melee of cavalry", Hit { melee: true, artillery: false, siege: false, close: true, infantry: false }),
];

fn cover() -> Chart {
    let mut chart = Chart::new("v-cover", "Saving throws in cover", "VTER-12")
        .note("Whether an infantry brigade in or behind it may save a hit.")
        .columns(["Terrain"].into_iter().chain(HITS.map(|(name, _)| name)));
    for kind in [
        Terrain::Forest,
        Terrain::HastyWorks,
        Terrain::LowWall,
        Terrain::FieldWorks,
        Terrain::SunkenRoad,
        Terrain::Fort,
        Terrain::BrokenGround,
    ] {
        let saved = |(_, hit)| match terrain::saves(kind, Column::InfantryBrigade, hit) {
            true => format!("{SAVES_ON}+"),
            false => "-".to_owned(),
        };
        chart.row(capital(kind.word()), HITS.map(saved));
    }
    chart
}

fn charge() -> Chart {
    let targets = [
        ("Infantry brigade", Arm::InfantryBrigade),
        ("Cavalry brigade", Arm::CavalryBrigade),
        ("Skirmishers", Arm::InfantrySkirmisher),
        ("Artillery", Arm::Battalion),
    ];
    let mut chart = Chart::new("v-charge", "Who charges whom", "VCHG-5")
        .columns(["Charger"].into_iter().chain(targets.map(|(name, _)| name)));
    for (name, arm) in ARMS {
        let may = |(_, target)| match charts::may_charge(arm, target, false) {
            MayCharge::Yes => "yes",
            MayCharge::Never | MayCharge::NotCavalryBrigades => "no",
            MayCharge::OnlyRoutedOrMarching => "routed or in column",
            MayCharge::OnlyInFlank => "in flank",
        };
        chart.row(name, targets.map(may));
    }
    chart
}

fn morale() -> Chart {
    let mut chart = Chart::new("v-morale", "Morale modifiers", "VMOR-5")
        .note("Added to the morale rating. A die above the sum fails.")
        .columns(["", "Rating"]);
    for line in &charts::MORALE {
        chart.row(capital(line.name), [signed(line.value)]);
    }
    chart
}

fn levels() -> Chart {
    let mut chart = Chart::new("v-levels", "Levels of order", "VMOR-20").columns([
        "Level",
        "Markers",
        "After a failed test",
        "After the collapse of the division",
    ]);
    for level in [Level::Good, Level::Disordered, Level::PermanentlyDisordered, Level::Routed] {
        let markers = level.markers().join(" and ");
        let markers = if markers.is_empty() { "none".to_owned() } else { markers };
        let then = [level.failed(), level.collapsed()].map(|next| next.word().replace('-', " "));
        chart.row(capital(level.word()), [markers].into_iter().chain(then));
    }
    chart
}

fn range() -> Chart {
    let mut chart = Chart::new("v-range", "Ranges in inches", "VCOM-10").columns(["Weapon", "Close", "Long"]);
    let inches = |cents: i64| if cents == 0 { "-".to_owned() } else { (cents / 100).to_string() };
    for weapon in [
        Weapon::Smoothbore,
        Weapon::RifledCarbine,
        Weapon::RifledMusket,
        Weapon::CartridgeCarbine,
        Weapon::CartridgeRifle,
        Weapon::SmoothboreField,
        Weapon::SmoothboreHeavy,
        Weapon::RifledField,
        Weapon::RifledHeavy,
    ] {
        let (close, long) = charts::ranges(weapon);
        chart.row(capital(weapon.word()), [inches(close), inches(long)]);
    }
    chart.row("Dedicated gun", [inches(0), inches(charts::DEDICATED_GUN_RANGE)]);
    chart
}

fn dice() -> Chart {
    let mut chart = Chart::new("v-dice", "Combat dice", "VCOM-14")
        .note("A dedicated gun adds a die, and so does each skirmisher that reinforces an infantry brigade.")
        .columns(["Stand", "Fire", "Melee", "Stationary fire", "Stationary melee"]);
    let mut row = |name: String, arm, weapon| {
        let dice = charts::dice(arm, weapon);
        let cells = [dice.fire, dice.melee, dice.stationary_fire, dice.stationary_melee];
        chart.row(name, cells.map(|n| if n == 0 { "-".to_owned() } else { n.to_string() }));
    };
    for weapon in [Weapon::Smoothbore, Weapon::RifledMusket, Weapon::CartridgeRifle] {
        row(format!("Infantry brigade, {}", weapon.word().replace('-', " ")), Arm::InfantryBrigade, weapon);
    }
    for (name, arm) in ARMS.into_iter().filter(|(_, arm)| *arm != Arm::InfantryBrigade) {
        row(name.to_owned(), arm, Weapon::RifledMusket);
    }
    chart
}

fn hits() -> Chart {
    let mut chart = Chart::new("v-hits", "What hits", "VCOM-15").columns(["Who", "Lowest die"]);
    for (name, least) in [
        ("Everybody", HITS_ON),
        ("Sharpshooters in fire", HITS_WELL_ON),
        ("Repeaters at close range", HITS_WELL_ON),
        ("Cartridge weapons in melee against disordered stands", HITS_WELL_ON),
        ("Ordered cavalry in melee against disordered stands", HITS_WELL_ON),
        ("Rifled gun battalions at close range and in melee", HITS_WELL_ON),
        ("Smoothbore gun battalions at close range and in melee", CANISTER_HITS_ON),
        ("A saving throw", SAVES_ON),
    ] {
        chart.row(name, [least.to_string()]);
    }
    chart
}

#[cfg(test)]
mod tests {
    use table::laws::chart;

    #[test]
    fn every_row_is_as_long_as_the_head() {
        chart::even(&super::charts());
    }

    #[test]
    fn the_charts_say_what_the_rules_do() {
        let all = super::charts();
        let cell = |id, name, column| chart::cell(&all, id, name, column);
        assert_eq!(cell("v-move", "Cavalry brigade with a gun", 1), "20");
        assert_eq!(cell("v-terrain", "Forest", 2), "2x DI");
        assert_eq!(cell("v-slopes", "Two or more", 3), "XX");
        assert_eq!(cell("v-cover", "Field works", 3), "-");
        assert_eq!(cell("v-charge", "Cavalry skirmishers", 4), "in flank");
        assert_eq!(cell("v-morale", "March column meleed in flank", 1), "-2");
        assert_eq!(cell("v-levels", "Disordered", 2), "routed");
        assert_eq!(cell("v-dice", "Infantry brigade, smoothbore", 3), "4");
    }
}
