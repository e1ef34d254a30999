//! The charts as players read them, made from the tables that the rules use.

use table::{Chart, Source, signed};

use crate::tables::{self, Costs, Cover, ON_FOOT, Outcome, SWIFT, Tables};

/// Every built-in chart. A scenario may bring its own values.
pub fn charts() -> Vec<Chart> {
    let tables = Tables::read(None, &mut Source::new("charts", ""));
    vec![
        allowances(),
        moves(&tables),
        roads(&tables),
        covers(&tables),
        odds(&tables),
        results(&tables),
        combat_modifiers(&tables),
        cohesion(&tables),
        artillery(&tables),
        artillery_modifiers(&tables),
        charge(&tables),
        charge_modifiers(&tables),
    ]
}

/// Twelfths of a movement point as players write them.
fn points(twelfths: u8) -> String {
    let part = match twelfths % 12 {
        0 => "",
        3 => "¼",
        4 => "⅓",
        6 => "½",
        8 => "⅔",
        9 => "¾",
        _ => return format!("{twelfths}/12"),
    };
    match (twelfths / 12, part) {
        (0, "") => "0".to_owned(),
        (0, part) => part.to_owned(),
        (whole, part) => format!("{whole}{part}"),
    }
}

fn allowances() -> Chart {
    let mut chart = Chart::new("l-allowance", "Movement points", "L1-3").columns(["Piece", "Points"]);
    chart.row("Infantry, dismounted cavalry, guns", [points(ON_FOOT)]);
    chart.row("Commanders, mounted cavalry, horse artillery", [points(SWIFT)]);
    chart
}

fn moves(tables: &Tables) -> Chart {
    let mut chart = Chart::new("l-move", "What movement costs", "LTAB-9")
        .note("Movement points to enter a hex, and further points to cross a hexside.")
        .columns(["", "Foot", "Mounted", "Guns", "Commanders"])
        .ours();
    let m = &tables.moves;
    let mut row = |name: &'static str, costs: &Costs| {
        chart.row(name, costs.map(|cost| cost.map_or_else(|| "no".to_owned(), points)));
    };
    row("Clear", &m.clear);
    row("Cornfield", &m.cornfield);
    row("Orchard", &m.orchard);
    row("Woods", &m.woods);
    row("Town", &m.town);
    row("Marsh", &m.marsh);
    row("Water", &m.water);
    row("Sunken road", &m.sunken_road);
    row("Slope, up", &m.slope_up);
    row("Slope, down", &m.slope_down);
    row("Steep slope, up", &m.steep_up);
    row("Steep slope, down", &m.steep_down);
    row("Creek", &m.creek);
    row("Stone wall", &m.stone_wall);
    row("River", &m.river);
    row("Ford", &m.ford);
    row("Bridge", &m.bridge);
    chart
}

fn roads(tables: &Tables) -> Chart {
    let m = &tables.moves;
    let mut chart = Chart::new("l-road", "Road marches", "LTAB-10")
        .note("Movement points a hex, out of enemy influence. The quarter of a pike is printed, the others are ours.")
        .columns(["Way", "Points"])
        .ours();
    chart.row("Pike", [points(m.pike)]);
    chart.row("Road", [points(m.road)]);
    chart.row("Trail", [points(m.trail)]);
    chart.row("Any, disorganized or shattered", [points(m.disordered_road)]);
    chart
}

fn covers(tables: &Tables) -> Chart {
    let mut chart = Chart::new("l-cover", "What terrain does", "LTAB-11")
        .columns(["Terrain", "May stand", "Counts as works", "Height for sight", "Target partly hidden"])
        .ours();
    let yes = |is| if is { "yes" } else { "-" }.to_owned();
    let c = &tables.covers;
    let mut row = |name: &'static str, cover: Cover| {
        let height = if cover.height == 0 { "-".to_owned() } else { signed(cover.height.into()) };
        chart.row(name, [yes(cover.no_retreat), yes(cover.breastwork), height, yes(cover.obstructed)]);
    };
    row("Clear", c.clear);
    row("Cornfield", c.cornfield);
    row("Orchard", c.orchard);
    row("Woods", c.woods);
    row("Town", c.town);
    row("Marsh", c.marsh);
    row("Sunken road", c.sunken_road);
    row("Breastwork", c.breastwork);
    chart
}

fn odds(tables: &Tables) -> Chart {
    let names: Vec<String> = (0..tables.columns()).map(|n| tables.odds_name(n).to_owned()).collect();
    let mut chart = Chart::new("l-odds", "Odds", "LTAB-1")
        .note("The rightmost column whose ratio the attackers reach. For eight defenders, the attackers needed:")
        .columns(["".to_owned()].into_iter().chain(names))
        .ours();
    let least = |column| (1..=200).find(|sp| tables.odds(*sp, 8) >= column).unwrap_or(0).to_string();
    chart.row("Attackers' SP against 8", (0..tables.columns()).map(least));
    chart
}

/// A chart of the tables, row by row.
fn rows<T: Copy>(mut chart: Chart, table: &tables::Chart<T>, word: impl Fn(T) -> String) -> Chart {
    let names = table.columns.iter().cloned();
    chart = chart.columns(["Die".to_owned()].into_iter().chain(names));
    let all: Vec<i16> = table.dice().collect();
    for (n, die) in all.iter().enumerate() {
        let name = match n {
            0 => format!("{die} or less"),
            n if n + 1 == all.len() => format!("{die} or more"),
            _ => die.to_string(),
        };
        chart.row(name, (0..table.columns.len()).map(|column| word(table.at(*die, column))));
    }
    chart
}

fn results(tables: &Tables) -> Chart {
    let chart = Chart::new("l-results", "Combat results", "LTAB-2")
        .note(
            "DE2, DE: the defender loses two units or one and retreats. DR: he retreats. DC: one unit of his takes a \
             cohesion check. EXC: exchange. NE: nothing. AR, AE: the attacker retreats, or loses a unit and retreats.",
        )
        .ours();
    rows(chart, &tables.crt, |o: Outcome| o.code().to_owned())
}

fn charge(tables: &Tables) -> Chart {
    let chart = Chart::new("l-charge", "Charges", "LTAB-8")
        .note("Columns: the riders' best cohesion less the target's.")
        .ours();
    rows(chart, &tables.charge, |o: Outcome| o.code().to_owned())
}

fn artillery(tables: &Tables) -> Chart {
    let chart = Chart::new("l-artillery", "Bombardment", "LTAB-6")
        .note("Columns: strength points that fire. Entries: cohesion checks that one unit takes.")
        .ours();
    rows(chart, &tables.artillery, |n: u8| if n == 0 { "-".to_owned() } else { n.to_string() })
}

fn modifiers(mut chart: Chart, lines: &[(&'static str, i16)]) -> Chart {
    chart = chart.columns(["", "Die"]);
    for (name, value) in lines {
        chart.row(*name, [signed(*value)]);
    }
    chart
}

fn combat_modifiers(tables: &Tables) -> Chart {
    let c = &tables.combat;
    let chart = Chart::new("l-combat-drm", "Modifiers of combat", "LTAB-4")
        .note("A minus helps the attacker.")
        .ours();
    modifiers(
        chart,
        &[
            ("Defenders flanked", c.flanked),
            ("All attackers higher", c.all_higher),
            ("All attackers lower", c.all_lower),
            ("Attackers' commander, value 4 to 6", c.attacker_commander),
            ("Defenders' commander, value 4 to 6", c.defender_commander),
            ("Each attacking hex disorganized", c.attacker_disorganized),
            ("Each defending hex disorganized or shattered", c.defender_disorganized),
            ("Breastwork, town or sunken road", c.breastwork),
            ("Stone wall against all attackers", c.stone_wall),
            ("Creek against all attackers", c.creek),
            ("Up a steep slope, all attackers", c.steep_slope),
            ("Woods, orchard, cornfield", c.growth),
        ],
    )
}

fn artillery_modifiers(tables: &Tables) -> Chart {
    let f = &tables.fire;
    let chart = Chart::new("l-artillery-drm", "Modifiers of bombardment", "LTAB-7")
        .note("A minus helps the guns.")
        .ours();
    modifiers(
        chart,
        &[
            ("Sight partially obstructed", f.partial),
            ("Target in works, a town or a sunken road", f.breastwork),
            ("A firing battery is disorganized", f.disorganized),
            ("Target mounted or limbered", f.mounted_or_limbered),
            ("More than 8 SP in the target hex", f.crowded),
        ],
    )
}

fn charge_modifiers(tables: &Tables) -> Chart {
    let c = &tables.charge_drm;
    let chart =
        Chart::new("l-charge-drm", "Modifiers of a charge", "L3-15").note("A minus helps the riders.");
    modifiers(
        chart,
        &[
            ("Target disorganized", c.target_disorganized),
            ("Target shattered, instead", c.target_shattered),
            ("Cavalry disorganized", c.cavalry_disorganized),
            ("Steep slope", c.steep_slope),
            ("Breastwork", c.breastwork),
            ("Stone wall", c.stone_wall),
            ("Creek", c.creek),
            ("Town or woods", c.town_or_woods),
        ],
    )
}

fn cohesion(tables: &Tables) -> Chart {
    let mut chart = Chart::new("l-cohesion", "Cohesion in combat", "LTAB-5")
        .note("The attackers' best rating less the defenders': columns to shift on the odds.")
        .columns(["Difference", "-3 or less", "-2", "-1", "0", "+1", "+2", "+3 or more"])
        .ours();
    chart.row("Columns", (-3..=3).map(|d| signed(tables.shift(d).into())));
    chart
}

#[cfg(test)]
mod tests {
    use table::laws::chart;

    use super::*;

    #[test]
    fn every_row_is_as_long_as_the_head() {
        chart::even(&charts());
    }

    #[test]
    fn the_charts_say_what_the_rules_do() {
        let all = charts();
        let cell = |id, name, column| chart::cell(&all, id, name, column);
        assert_eq!(cell("l-move", "Woods", 2), "3");
        assert_eq!(cell("l-road", "Pike", 1), "¼");
        assert_eq!(cell("l-results", "1", 4), "DR");
        assert_eq!(cell("l-artillery", "0 or less", 6), "3");
        assert_eq!(cell("l-cohesion", "Columns", 7), "+2");
        assert_eq!(cell("l-charge-drm", "Target shattered, instead", 1), "-2");
        assert_eq!(cell("l-odds", "Attackers' SP against 8", 6), "16");
        assert_eq!(cell("l-allowance", "Infantry, dismounted cavalry, guns", 1), "5");
    }
}
