//! What is probably a slip in a scenario or a table that loads: warnings, each with a code (docs/scenarios-vnb.md,
//! docs/tables.md).

use table::Source;

use crate::geometry::{cents, segments_meet};
use crate::ids::StandId;
use crate::kinds::Kind;
use crate::setup::{Feature, Formation, Setup, Table};
use crate::terrain::Terrain;

/// Notes everything in a scenario that is probably a slip.
pub(crate) fn warnings(setup: &Setup, source: &mut Source) {
    idle_commanders(setup, source);
    no_victory(setup, source);
    nobody_commands(setup, source);
}

/// S1.
fn idle_commanders(setup: &Setup, source: &mut Source) {
    for (n, stand) in setup.stands.iter().enumerate().filter(|(_, stand)| stand.kind == Kind::Commander) {
        let leads = |division: usize| {
            setup.divisions[division].commander == StandId::new(n)
                && setup
                    .stands
                    .iter()
                    .any(|s| usize::from(s.division) == division && s.kind != Kind::Commander)
        };
        // Whoever commands a corps or the army is there for those below him.
        let high = stand.rank != crate::kinds::Rank::Division;
        if !high && !(0..setup.divisions.len()).any(leads) {
            let key = format!("[[stand]] {}", stand.name);
            source.warn("S1", key, "no stand is of a division that he commands");
        }
    }
}

/// S4.
fn no_victory(setup: &Setup, source: &mut Source) {
    let v = &setup.victory;
    let by_loss = v.casualty + v.exhausted + v.collapsed;
    if by_loss == 0 && setup.objectives.iter().all(|objective| objective.points == 0) {
        source.warn("S4", "[vnb] victory", "nothing brings points: every game is a draw");
    }
}

/// S6. A stand moves only in command, and only its own formation's commander gives it; skirmishers take anybody's.
fn nobody_commands(setup: &Setup, source: &mut Source) {
    for (n, division) in setup.divisions.iter().enumerate().filter(|(_, d)| d.commander == StandId::NONE) {
        let skirmisher = |kind| matches!(kind, Kind::InfantrySkirmisher | Kind::CavalrySkirmisher);
        let own = setup.stands.iter().filter(|s| usize::from(s.division) == n && s.kind != Kind::Commander);
        let own: Vec<_> = own.filter(|stand| !skirmisher(stand.kind)).collect();
        let Some(first) = own.first() else { continue };
        let rank = match division.formation {
            Formation::Division => "division",
            Formation::CorpsTroops => "corps",
            Formation::ArmyTroops => "army",
        };
        let what = format!(
            "nobody commands the {} stands of {}, so they cannot move: add a stand of type `commander`, rank `{rank}`",
            own.len(),
            division.name
        );
        source.warn("S6", format!("[[stand]] {}", first.name), what);
    }
}

/// Notes everything in a table that is probably a slip.
pub(crate) fn table_warnings(table: &Table, source: &mut Source) {
    let named =
        |n: usize, f: &Feature| f.name.clone().unwrap_or_else(|| format!("{} ({})", n + 1, f.kind.word()));
    for (n, road) in table.features.iter().enumerate().filter(|(_, f)| f.kind.is_road()) {
        for (m, water) in table.features.iter().enumerate().filter(|(_, f)| is_barrier(f)) {
            if meets(road, water) && !has_crossing(table, road, water) {
                let what = format!(
                    "it goes over {} where there is neither bridge nor ford: add one within half an inch of both",
                    named(m, water)
                );
                source.warn("M2", format!("[[feature]] {}", named(n, road)), what);
            }
        }
    }
    for (n, bridge) in
        table.features.iter().enumerate().filter(|(_, f)| f.kind == Terrain::Bridge && f.name.is_none())
    {
        let near = |f: &Feature| f.kind.is_road() && cents(f.line_distance(bridge.points[0])) <= 100;
        if !table.features.iter().any(near) {
            source.warn("M8", format!("[[feature]] {}", named(n, bridge)), "no road is near this bridge");
        }
    }
}

/// Water that stops troops: streams are waded.
fn is_barrier(feature: &Feature) -> bool {
    feature.kind == Terrain::River
}

fn meets(road: &Feature, water: &Feature) -> bool {
    road.lines().any(|(a, b)| water.lines().any(|(c, d)| segments_meet(a, b, c, d)))
}

fn has_crossing(table: &Table, road: &Feature, water: &Feature) -> bool {
    let near = |f: &Feature, of: &Feature| cents(of.line_distance(f.points[0])) <= 50;
    table.features.iter().any(|f| f.kind.is_point() && near(f, road) && near(f, water))
}
