//! Reading divisions, reinforcements and objectives of a scenario.

use std::collections::BTreeMap;

use table::{Side, Source, entry_keys};

use crate::angle::normal;
use crate::ids::{FeatureId, StandId};
use crate::kinds::{Kind, Rank};
use crate::load::keys::{RawDivision, RawObjective, RawReinforcement, RawStand};
use crate::load::tables::hundredths;
use crate::load::{number, point};
use crate::setup::{Division, Entry, Formation, Objective, Setup};
use crate::state::Presence;

/// Makes the formations and puts every stand into its own.
pub(crate) fn divisions(source: &mut Source, setup: &mut Setup, raw: &[RawDivision], stands: &[RawStand]) {
    let titles = entry_keys("division", raw.iter().map(|raw| raw.name.as_str()));
    for (raw, key) in raw.iter().zip(&titles) {
        let side = raw.side.side(source, &format!("{key}: side"));
        if setup.divisions.iter().any(|d| d.side == side && d.name == raw.name) {
            source.fault(format!("{key}: name"), "it is used twice on this side: expected a name of its own");
        }
        let casualties = number(source, &format!("{key}: casualties"), raw.casualties, 0, 0..=999) as u16;
        let exhaustion = number(source, &format!("{key}: exhaustion"), raw.exhaustion, 0, 1..=999) as u16;
        setup.divisions.push(Division {
            side,
            name: raw.name.clone(),
            corps: raw.corps.clone(),
            formation: Formation::Division,
            exhaustion,
            commander: StandId::NONE,
            casualties,
            exhausted: raw.exhausted == Some(true) || raw.collapsed == Some(true),
            collapsed: raw.collapsed == Some(true),
        });
    }
    for (n, stand) in stands.iter().enumerate() {
        setup.stands[n].division = own_formation(setup, n, stand);
    }
    if setup.divisions.len() > 200 {
        source.fault("division", "more than 200 formations");
        setup.divisions.truncate(200);
        setup.stands.iter_mut().for_each(|s| s.division = s.division.min(199));
    }
    exhaustion_levels(setup);
    commanders(source, setup, raw);
    for (n, (raw, key)) in raw.iter().zip(&titles).enumerate() {
        let released = number(source, &format!("{key}: released"), raw.released, 1, 1..=999) as u16;
        let own = setup.stands.iter_mut().filter(|s| usize::from(s.division) == n);
        own.for_each(|s| s.released = s.released.max(released));
    }
}

/// The formation of a stand, made if no one listed it.
fn own_formation(setup: &mut Setup, n: usize, raw: &RawStand) -> u8 {
    let side = setup.stands[n].side;
    let (formation, name) = match (&raw.division, &raw.corps) {
        (Some(division), _) => (Formation::Division, division.clone()),
        (None, Some(corps)) => (Formation::CorpsTroops, corps.clone()),
        (None, None) => (Formation::ArmyTroops, "army".to_owned()),
    };
    let same = |d: &Division| d.side == side && d.formation == formation && d.name == name;
    if let Some(found) = setup.divisions.iter().position(same) {
        return found.min(254) as u8;
    }
    setup.divisions.push(Division {
        side,
        name,
        corps: raw.corps.clone(),
        formation,
        exhaustion: 0,
        commander: StandId::NONE,
        casualties: 0,
        exhausted: false,
        collapsed: false,
    });
    (setup.divisions.len() - 1).min(254) as u8
}

/// Half the strength of a formation, a third for poorly trained ones, where no level is given (VGAP-37).
fn exhaustion_levels(setup: &mut Setup) {
    for n in 0..setup.divisions.len() {
        if setup.divisions[n].exhaustion > 0 {
            continue;
        }
        let fighting = |s: &&crate::setup::Stand| usize::from(s.division) == n && s.kind != Kind::Commander;
        // Casualties taken before the scenario begins were part of the strength once.
        let strength: u16 =
            setup.stands.iter().filter(fighting).map(|s| s.sp).sum::<u16>() + setup.divisions[n].casualties;
        let raw = setup.stands.iter().filter(fighting).all(|s| s.poorly_trained);
        setup.divisions[n].exhaustion = strength.div_ceil(if raw && strength > 0 { 3 } else { 2 }).max(1);
    }
}

fn commanders(source: &mut Source, setup: &mut Setup, raw: &[RawDivision]) {
    for n in 0..setup.divisions.len() {
        let division = &setup.divisions[n];
        let named = raw.get(n).and_then(|r| r.commander.clone());
        let leads = |s: &crate::setup::Stand| {
            s.kind == Kind::Commander
                && s.side == division.side
                && match division.formation {
                    Formation::Division => s.rank == Rank::Division && usize::from(s.division) == n,
                    Formation::CorpsTroops => {
                        s.rank == Rank::Corps && s.corps.as_deref() == Some(&*division.name)
                    }
                    Formation::ArmyTroops => s.rank == Rank::Army,
                }
        };
        let found = match &named {
            Some(name) => {
                let fits = |s: &crate::setup::Stand| {
                    s.name == *name && s.kind == Kind::Commander && s.side == division.side
                };
                let found = setup.stands.iter().position(fits);
                if found.is_none() {
                    let key = format!("[[division]] {}: commander", division.name);
                    let what = format!("`{name}`: expected the name of a commander of its side");
                    let own = setup.stands.iter().filter(|s| s.kind == Kind::Commander);
                    source.fault_near(key, what, name, own.map(|s| s.name.as_str()));
                }
                found
            }
            None => setup.stands.iter().position(leads),
        };
        setup.divisions[n].commander = found.map_or(StandId::NONE, StandId::new);
    }
}

/// Gives arriving stands their time and place.
pub(crate) fn reinforcements(source: &mut Source, setup: &mut Setup, raw: &[RawReinforcement]) {
    for (n, raw) in raw.iter().enumerate() {
        let key = format!("[[reinforcement]] {}", n + 1);
        let side = raw.side.side(source, &format!("{key}: side"));
        let turn = number(source, &format!("{key}: turn"), Some(raw.turn), 1, 1..=999) as u16;
        let Some(entry) = entry(source, setup, &key, raw, turn) else { continue };
        let mut names: Vec<String> = raw.stands.clone().unwrap_or_default();
        if let Some(division) = &raw.division {
            let own = setup.divisions.iter().position(|d| d.side == side && d.name == *division);
            if own.is_none() {
                let what = format!("`{division}`: expected a division of this side");
                let names = setup.divisions.iter().map(|d| d.name.as_str());
                source.fault_near(format!("{key}: division"), what, division, names);
            }
            let of = |(i, s): &(usize, &crate::setup::Stand)| {
                Some(usize::from(s.division)) == own && setup.pieces[*i].presence == Presence::Waiting
            };
            names.extend(setup.stands.iter().enumerate().filter(of).map(|(_, s)| s.name.clone()));
        }
        for name in names {
            match setup.find(&name) {
                Some(id)
                    if setup.stand(id).side == side
                        && setup.pieces[id.index()].presence == Presence::Waiting =>
                {
                    setup.stands[id.index()].entry = Some(entry);
                }
                _ => {
                    let what = format!("`{name}`: expected a stand of this side that has no place yet");
                    let names = setup.stands.iter().map(|s| s.name.as_str());
                    source.fault_near(format!("{key}: stands"), what, &name, names);
                }
            }
        }
    }
}

fn entry(source: &mut Source, setup: &Setup, key: &str, raw: &RawReinforcement, turn: u16) -> Option<Entry> {
    let [x, y] = raw.at;
    if !x.is_finite() || !y.is_finite() {
        source.fault(format!("{key}: at"), "expected two numbers of inches");
        return None;
    }
    let (x, y) = (hundredths(x), hundredths(y));
    let (w, h) = (setup.table.width, setup.table.height);
    let inward = if x == 0 {
        9_000
    } else if x == w {
        27_000
    } else if y == 0 {
        0
    } else if y == h {
        18_000
    } else {
        source.fault(format!("{key}: at"), "expected a point on the edge of the table");
        return None;
    };
    if x < 0 || y < 0 || x > w || y > h {
        source.fault(format!("{key}: at"), "expected a point on the edge of the table");
        return None;
    }
    let facing = raw
        .facing
        .filter(|f| f.is_finite())
        .map_or(inward, |f| normal((f.clamp(-1e6, 1e6) * 100.0).round() as i32));
    Some(Entry { turn, x, y, facing, column: raw.column.unwrap_or(true) })
}

/// Places worth points.
pub(crate) fn objectives(source: &mut Source, setup: &mut Setup, raw: &[RawObjective]) {
    let mut seen: BTreeMap<String, ()> = BTreeMap::new();
    let titles = entry_keys("objective", raw.iter().map(|raw| raw.name.as_str()));
    for (raw, key) in raw.iter().zip(&titles) {
        if seen.insert(raw.name.clone(), ()).is_some() {
            source.fault(format!("{key}: name"), "it is used twice: expected a name of its own");
        }
        let feature = raw.feature.as_ref().map(|name| (name, setup.table.feature_named(name)));
        let (at, feature) = match (raw.at, feature) {
            (Some(at), None) if at.iter().all(|v| (-100.0..=500.0).contains(v)) => {
                (point(at), FeatureId::NONE)
            }
            (Some([x, y]), None) => {
                source.fault(format!("{key}: at"), format!("[{x}, {y}]: expected a place on the table"));
                continue;
            }
            (None, Some((_, Some(f)))) => (setup.table.features[f.index()].middle(), f),
            (None, Some((name, None))) => {
                if !setup.table.name.is_empty() {
                    source.fault(
                        format!("{key}: feature"),
                        format!("`{name}`: expected the name of a feature of the table"),
                    );
                }
                continue;
            }
            _ => {
                source.fault(key, "expected either `at = [x, y]` or `feature = \"name\"`");
                continue;
            }
        };
        let held_by: Option<Side> =
            raw.held_by.as_ref().map(|said| said.side(source, &format!("{key}: held_by")));
        let radius = raw.radius.unwrap_or(3.0);
        if !(0.0..=96.0).contains(&radius) {
            source.fault(format!("{key}: radius"), format!("{radius}: expected 0 to 96 inches"));
        }
        setup.objectives.push(Objective {
            name: raw.name.clone(),
            at,
            feature,
            radius: i64::from(hundredths(radius)),
            points: raw.points.clamp(-10_000, 10_000),
            held_by,
        });
    }
}
