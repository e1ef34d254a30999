//! The charts as players read them, made from the values that the rules use.

use hexmap::{Terrain, Way, Ways};
use table::{Chart, Side, Source, signed};

use crate::charts::{self, Guns, Straggling};
use crate::ground::way_cost;
use crate::module::{MODULES, Module};
use crate::order::AttackType;
use crate::unprinted::{OPEN_TERRAINS, TableKeys, Unprinted};
use crate::works::{Digging, Period, Works};

/// Every chart, in the order in which a player meets them.
pub fn charts() -> Vec<Chart> {
    // Our own values are part of the program and fit; what a scenario replaces is told on its own page.
    let ours = Unprinted::with(&TableKeys::default(), &mut Source::new("charts", ""));
    vec![
        terrain(&ours),
        ways(),
        marches(),
        leaders(),
        extended(),
        force_infantry(),
        force_cavalry(),
        friends(),
        attack_types(),
        disorganized(&ours),
        ratios(),
        artillery(),
        flanks(),
        results(
            Chart::new("g-combat-defender", "Combat Chart: the defender", "G7.5-5"),
            &charts::DEFENDER_COLUMNS,
            |row, quarters| charts::defender_result(row, quarters).text,
        ),
        results(
            Chart::new("g-combat-attacker", "Combat Chart: the attacker", "G7.5-6"),
            &charts::ATTACKER_COLUMNS,
            |row, quarters| charts::attacker_result(row, quarters).text,
        ),
        recovery(),
        works(),
        digging(),
    ]
}

/// Half points as players write them: 1, 1½.
fn points(halves: u16) -> String {
    match (halves / 2, halves % 2) {
        (0, 1) => "½".to_owned(),
        (whole, 0) => whole.to_string(),
        (whole, _) => format!("{whole}½"),
    }
}

fn capital(word: &str) -> String {
    let spaced = word.replace('-', " ");
    let mut letters = spaced.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

fn terrain(ours: &Unprinted) -> Chart {
    let mut chart = Chart::new("g-terrain", "Entering a hex off the ways", "G2.3-3")
        .note("Movement points to enter the hex without a road, pike, railroad or trail.")
        .columns(["Terrain", "Dry", "Rain"])
        .ours();
    for terrain in OPEN_TERRAINS {
        let cost = |rain| ours.terrain_cost(terrain, rain).map_or_else(|| "-".to_owned(), points);
        chart.row(capital(terrain.word()), [cost(false), cost(true)]);
    }
    for terrain in [Terrain::Mountain, Terrain::Swamp] {
        chart.row(capital(terrain.word()), ["by a way only", "by a way only"]);
    }
    chart.row(capital(Terrain::ProvisionalSwamp.word()), ["as rough", "as swamp"]);
    chart
}

fn ways() -> Chart {
    let mut chart = Chart::new("g-ways", "Entering a hex along a way", "G6.2-1")
        .note("A ridge costs 1 more. Of several ways the cheapest counts.")
        .columns(["Way", "Dry", "Rain"]);
    let cost = |way, there, rain| {
        let mut ways = Ways::NONE;
        ways.add(way);
        points(way_cost(ways, there, rain).unwrap_or_default())
    };
    for way in [Way::Pike, Way::Road, Way::Railroad, Way::Trail] {
        let there = Terrain::Clear;
        chart.row(capital(way.word()), [cost(way, there, false), cost(way, there, true)]);
    }
    let there = Terrain::Mountain;
    chart.row("Trail into mountains", [cost(Way::Trail, there, false), cost(Way::Trail, there, true)]);
    chart
}

/// The rows of dice that a game and a side have; games that share a row are named together.
fn by_game(rows: &mut Vec<(Vec<&'static str>, Vec<String>)>, module: &Module, cells: Vec<String>) {
    match rows.iter_mut().find(|(_, known)| *known == cells) {
        Some((games, _)) => games.push(module.code.word()),
        None => rows.push((vec![module.code.word()], cells)),
    }
}

/// One row for each way of reading a die: the common one without games, the others with theirs.
fn die_rows(chart: &mut Chart, name: &str, read: impl Fn(&Module, u8) -> u8) {
    let mut rows = Vec::new();
    for module in &MODULES {
        by_game(&mut rows, module, (1..=6).map(|die| read(module, die).to_string()).collect());
    }
    rows.sort_by_key(|(games, _)| std::cmp::Reverse(games.len()));
    for (n, (games, cells)) in rows.into_iter().enumerate() {
        let whose = if n == 0 { name.to_owned() } else { format!("{name} in {}", games.join(", ")) };
        chart.row(whose, cells);
    }
}

/// A row for two dice and what is added to them.
fn two_dice(chart: &mut Chart, name: &str, of_seven: u8) {
    let more = match of_seven - 7 {
        0 => "the sum of two dice".to_owned(),
        n => format!("the sum of two dice, and {n} more"),
    };
    chart.row(name.to_owned(), [more]);
}

fn marches() -> Chart {
    let mut chart = Chart::new("g-march", "Movement points of a march", "G5.1-11")
        .columns(["Die", "1", "2", "3", "4", "5", "6"]);
    die_rows(&mut chart, "Union infantry and guns", |m, die| charts::march(m, Side::Union, false, die));
    die_rows(&mut chart, "Confederate infantry and guns", |m, die| {
        charts::march(m, Side::Confederate, false, die)
    });
    for (name, side) in [("Union cavalry", Side::Union), ("Confederate cavalry", Side::Confederate)] {
        two_dice(&mut chart, name, charts::march(&MODULES[0], side, true, 7));
    }
    chart
}

fn leaders() -> Chart {
    let mut chart = Chart::new("g-leaders-march", "Movement points of a leader's units", "G5.2-25")
        .columns(["Die", "1", "2", "3", "4", "5", "6"]);
    die_rows(&mut chart, "Union infantry leader", |m, die| charts::led_foot(m, Side::Union, die));
    die_rows(&mut chart, "Confederate infantry leader", |m, die| charts::led_foot(m, Side::Confederate, die));
    for (name, side, corps) in [
        ("Union cavalry division", Side::Union, false),
        ("Union cavalry corps", Side::Union, true),
        ("Confederate cavalry division", Side::Confederate, false),
        ("Confederate cavalry corps", Side::Confederate, true),
    ] {
        two_dice(&mut chart, name, charts::led_cavalry(side, corps, 7));
    }
    chart
}

fn extended() -> Chart {
    let mut chart = Chart::new("g-extended", "Extended march", "G5.1-25")
        .note("One die with all modifiers. D: disorganized. A number: Manpower lost.")
        .columns(["Modified die", "Organized", "Disorganized, Manpower 1-5", "6-9", "10 or more"]);
    for (name, die) in [("5 or less", 5), ("6", 6), ("7", 7), ("8 or more", 8)] {
        let lost = |disorganized, men| match charts::extended_march(die, disorganized, men) {
            Straggling::NoEffect => "-",
            other => other.word(),
        };
        chart.row(name, [lost(false, 5), lost(true, 5), lost(true, 6), lost(true, 10)]);
    }
    chart
}

fn force_infantry() -> Chart {
    let mut chart = Chart::new("g-force-infantry", "Force march: infantry", "G5.1-56").columns([
        "Die",
        "Points gained",
        "Lost, Manpower up to 5",
        "Lost, Manpower 6 or more",
    ]);
    for die in 1..=6 {
        let (few, many) = (charts::force_march_infantry(die, 5), charts::force_march_infantry(die, 6));
        chart.row(die.to_string(), [few.bonus, few.loss, many.loss].map(|n| n.to_string()));
    }
    chart
}

fn force_cavalry() -> Chart {
    let mut chart = Chart::new("g-force-cavalry", "Force march: cavalry", "G5.1-56").columns([
        "Two dice",
        "Points gained",
        "Manpower lost",
    ]);
    for sum in 2..=12 {
        let force = charts::force_march_cavalry(sum);
        chart.row(sum.to_string(), [force.bonus.to_string(), force.loss.to_string()]);
    }
    chart
}

fn friends() -> Chart {
    let mut chart = Chart::new("g-friends", "Friends in the hex", "G6.2-45")
        .note("Further movement points for infantry, guns and wagons, by the Combat value that is there.")
        .columns(["Combat value there", "Open ground", "Woods, swamp, mountain"]);
    for (name, value, wagons) in
        [("up to 2", 2, false), ("3 to 11", 3, false), ("12 or more", 12, false), ("a wagon train", 0, true)]
    {
        let more = |terrain| points(charts::friendly_hex(value * 4, wagons, terrain));
        chart.row(name, [more(Terrain::Clear), more(Terrain::Woods)]);
    }
    chart
}

fn attack_types() -> Chart {
    let mut chart = Chart::new("g-attack-types", "Types of attack", "G6.1-6")
        .note("Movement points to pay, and what the type adds to the attacker's die.")
        .columns(["Type", "Infantry pays", "Cavalry pays", "Die"]);
    for kind in AttackType::ALL {
        let name =
            if kind == AttackType::Column { "Column of route".to_owned() } else { capital(kind.word()) };
        chart.row(name, [points(kind.cost(false)), points(kind.cost(true)), signed(kind.modifier())]);
    }
    chart
}

fn disorganized(ours: &Unprinted) -> Chart {
    let mut chart = Chart::new("g-disorganized", "Combat value of disorganized units", "G2.2-26")
        .note("By Manpower. The two ends are printed, the values between them are ours.")
        .columns(["Manpower", "Combat value"])
        .ours();
    for men in 1..=21 {
        chart.row(men.to_string(), [points((ours.disorganized(men) / 2) as u16)]);
    }
    chart
}

fn ratios() -> Chart {
    let mut chart = Chart::new("g-ratio", "Ratio Chart", "G7.4-4")
        .note("Attackers' Combat value to the defenders', rounded for the defender: what it adds to the attacker's die.")
        .columns(["Ratio", "Die"]);
    for n in (2..=13).rev() {
        let ratio = charts::ratio(4, 4 * n);
        chart.row(format!("{}-{}", ratio.attacker, ratio.defender), [signed(ratio.modifier)]);
    }
    for n in 1..=14 {
        let ratio = charts::ratio(4 * n, 4);
        chart.row(format!("{}-{}", ratio.attacker, ratio.defender), [signed(ratio.modifier)]);
    }
    chart
}

fn artillery() -> Chart {
    let mut chart = Chart::new("g-artillery", "Artillery Modifier Summary", "G7.4-16")
        .note(
            "By the attacker's Artillery value less the defender's. A star counts on an even die only; 2/1 is +2 on \
             an even die, +1 on an odd one.",
        )
        .columns(["Defender's terrain", "-4 or less", "-3 to +1", "+2 to +4", "+5 to +7", "+8 or more"]);
    let entry = |terrain, difference| match charts::artillery(terrain, difference) {
        Guns::Sure(0) => "-".to_owned(),
        Guns::Sure(n) => signed(n),
        Guns::IfEven(n) => format!("{}*", signed(n)),
        Guns::TwoOrOne => "2/1".to_owned(),
    };
    for (name, terrain) in [
        ("Clear", Terrain::Clear),
        ("Rolling", Terrain::Rolling),
        ("Rough, hill", Terrain::Rough),
        ("All others", Terrain::Woods),
    ] {
        chart.row(name, [-4, 0, 2, 5, 8].map(|difference| entry(terrain, difference)));
    }
    chart
}

fn flanks() -> Chart {
    let mut chart = Chart::new("g-flank", "Flank attacks", "G7.4-73")
        .note("The bonus by the hexes around the defender that are covered, and what is left of it.")
        .columns(["Hexes covered", "Bonus", "Flanks refused", "Redoubt, or cavalry against cavalry"]);
    for (name, covered) in [("all six", 6), ("five", 5), ("fewer", 4)] {
        let bonus = charts::basic_flank(covered);
        let left = [bonus, charts::refused_flank(bonus), charts::blunted_flank(bonus)];
        chart.row(name, left.map(signed));
    }
    chart
}

/// A half of the Combat Chart.
fn results(chart: Chart, starts: &[i32], read: impl Fn(i32, i32) -> &'static str) -> Chart {
    let mut names = vec!["Difference of the dice".to_owned()];
    for (n, start) in starts.iter().enumerate() {
        let low = if n == 0 { "½".to_owned() } else { ((start + 3) / 4).to_string() };
        names.push(match starts.get(n + 1) {
            Some(next) => format!("{low}-{}", next / 4),
            None => format!("{low}+"),
        });
    }
    let mut chart = chart
        .note(
            "Columns: Combat value without works. Numbers are Manpower lost; f, F, D fatigue and disorder; r, R, R* \
             retreat, rout, panic; E the march ends; a the attackers may advance.",
        )
        .columns(names);
    for row in charts::LOWEST..=charts::HIGHEST {
        let name = match row {
            charts::LOWEST => format!("{row} or less"),
            charts::HIGHEST => format!("+{row} or more"),
            _ => signed(row as i16),
        };
        chart.row(name, starts.iter().map(|quarters| read(row, *quarters)));
    }
    chart
}

fn recovery() -> Chart {
    let mut chart = Chart::new("g-recovery", "A night's rest", "GRS-1")
        .note("By the Fatigue Level in the evening.")
        .columns(["Fatigue", "Forms ranks, rests, takes heart", "Becomes exhausted", "Fatigue tomorrow"]);
    let yes = |is| if is { "yes" } else { "no" };
    for level in 0..=4 {
        chart.row(
            level.to_string(),
            [
                yes(charts::pulls_itself_together(level)).to_owned(),
                yes(charts::wears_out(level)).to_owned(),
                charts::rested(level).to_string(),
            ],
        );
    }
    chart
}

const YEARS: [&str; 4] = ["1861", "1862", "1863", "1864-65"];

fn works() -> Chart {
    let mut chart = Chart::new("g-works", "What works give", "G9-42")
        .note("The defenders' Combat value in the ratio is multiplied.")
        .columns(["Work"].into_iter().chain(YEARS));
    for work in Works::ALL.into_iter().filter(|work| *work != Works::None) {
        let times = |period| match work.quarters(period) {
            4 => "-".to_owned(),
            quarters => format!("× {}", points((quarters / 2) as u16)),
        };
        chart.row(capital(work.word()), Period::ALL.map(times));
    }
    chart
}

fn digging() -> Chart {
    let mut columns = vec!["A unit with".to_owned()];
    for (year, digging) in dug() {
        let when = if digging == Digging::Action { "as an action" } else { "in recovery" };
        columns.push(format!("{} {when}", YEARS[year as usize]));
    }
    let mut chart = Chart::new("g-entrench", "Entrenchment Table", "G9-59")
        .note("What the next step builds, outside a redoubt.")
        .columns(columns);
    for work in Works::ALL.into_iter().filter(|work| *work != Works::Fort) {
        let next = |(period, digging)| match work.next(period, digging, false, false) {
            Some(next) => capital(next.word()),
            None => "-".to_owned(),
        };
        let name = if work == Works::None { "nothing".to_owned() } else { capital(work.word()) };
        chart.row(name, dug().map(next));
    }
    chart
}

/// When troops dig: nobody entrenches as an action before 1863.
fn dug() -> [(Period, Digging); 6] {
    [
        (Period::Y1861, Digging::Recovery),
        (Period::Y1862, Digging::Recovery),
        (Period::Y1863, Digging::Action),
        (Period::Y1863, Digging::Recovery),
        (Period::Y1864, Digging::Action),
        (Period::Y1864, Digging::Recovery),
    ]
}

#[cfg(test)]
mod tests {
    use table::laws::chart;

    use super::*;

    #[test]
    fn every_row_is_as_long_as_the_head_or_says_one_thing() {
        chart::even(&charts());
    }

    #[test]
    fn the_charts_say_what_the_rules_do() {
        let all = charts();
        let cell = |id, name, column| chart::cell(&all, id, name, column);
        assert_eq!(cell("g-ratio", "3-1", 1), "+2");
        assert_eq!(cell("g-ratio", "1-4", 1), "-3");
        assert_eq!(cell("g-combat-defender", "+4", 3), "1DR");
        assert_eq!(cell("g-combat-attacker", "0", 1), "D");
        assert_eq!(cell("g-flank", "all six", 2), "+2");
        assert_eq!(cell("g-march", "Confederate infantry and guns", 1), "2");
        assert_eq!(cell("g-attack-types", "Prepared", 2), "8");
        assert_eq!(cell("g-works", "Abatis", 1), "× 1½");
        assert_eq!(cell("g-recovery", "4", 3), "1");
    }
}
