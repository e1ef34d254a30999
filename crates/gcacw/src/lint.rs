//! What is probably a slip in a scenario that loads: warnings, each with a code (docs/scenarios-gcacw.md).

use std::collections::BTreeMap;

use hexmap::Hex;
use table::{Side, Source, nearest};

use crate::setup::{Arm, Leader, Level, Setup, Unit, UnitId};

/// So many units of one word are a corps, which has a leader.
const MANY: usize = 3;

/// Notes everything that is probably a slip.
pub(crate) fn warnings(setup: &Setup, source: &mut Source) {
    idle_leaders(setup, source);
    words_without_leader(setup, source);
    levels(&setup.victory.levels, source);
    no_victory(setup, source);
    arrivals(setup, source);
}

/// S1.
fn idle_leaders(setup: &Setup, source: &mut Source) {
    for leader in setup.leaders.iter().filter(|leader| leader.commands.is_empty()) {
        let word = leader.command.as_deref().unwrap_or_default();
        let key = format!("[[leader]] {}: command", leader.name);
        source.warn("S1", key, format!("`{word}` is on no unit: {} commands nobody", leader.name));
    }
}

/// S2. A detachment may have come without its leader: so a word counts if it is on three units, or is like that of a leader
/// of the side. A leader of everybody is none of theirs.
fn words_without_leader(setup: &Setup, source: &mut Source) {
    for side in Side::BOTH {
        let named = |leader: &&Leader| leader.side == side && leader.command.is_some();
        let leaders: Vec<&Leader> = setup.leaders.iter().filter(named).collect();
        if leaders.iter().all(|leader| leader.rank.is_high()) {
            continue;
        }
        let led = |n: usize| leaders.iter().any(|leader| leader.commands.has(UnitId(n as u8)));
        let mut words: BTreeMap<&str, Vec<&Unit>> = BTreeMap::new();
        for (n, unit) in setup.units.iter().enumerate() {
            if let Some(word) = unit.command.as_deref()
                && unit.side == side
                && unit.arm != Arm::Wagon
                && !led(n)
            {
                words.entry(word).or_default().push(unit);
            }
        }
        for (word, units) in words {
            let meant = match word.chars().count() {
                0..3 => None,
                _ => nearest(word, leaders.iter().filter_map(|leader| leader.command.as_deref())),
            };
            if units.len() < MANY && meant.is_none() {
                continue;
            }
            let like = meant.map(|meant| format!("; did you mean `{meant}`?")).unwrap_or_default();
            let key = format!("[[unit]] {}: command", units[0].name);
            source.warn("S2", key, format!("`{word}`: no {side} leader commands units of this word{like}"));
        }
    }
}

/// S3. Levels are asked in their order: one whose points an earlier one takes is never reached.
fn levels(levels: &[Level], source: &mut Source) {
    let range = |level: &Level| (level.at_least.unwrap_or(i32::MIN), level.at_most.unwrap_or(i32::MAX));
    for (n, level) in levels.iter().enumerate() {
        let (low, high) = range(level);
        let mut open = Some(low).filter(|_| low <= high);
        // The lowest lead that no earlier level takes.
        while let Some(lead) = open {
            let taken = levels[..n].iter().map(range).find(|(low, high)| (*low..=*high).contains(&lead));
            match taken {
                None => break,
                Some((_, above)) => open = above.checked_add(1).filter(|next| *next <= high),
            }
        }
        if open.is_none() {
            let key = format!("[[victory.level]] {}", n + 1);
            let what = format!(
                "`{}` is never reached: the levels above it take all its points; put the highest lead first",
                level.degree
            );
            source.warn("S3", key, what);
        }
    }
}

/// S4.
fn no_victory(setup: &Setup, source: &mut Source) {
    let v = &setup.victory;
    let points = v.places.len() + v.losses.len() + v.stations.len() + v.bridges.len() + v.automatic.len();
    if points == 0 && setup.campaign.is_none() {
        source.warn("S4", "[victory]", "nothing brings points: every game is a draw");
    }
}

/// S5. A station is an edge too, of the railroad; and who names a place has meant it.
fn arrivals(setup: &Setup, source: &mut Source) {
    let map = &setup.map;
    let meant = |hex: Hex| map.stations.contains(hex) || map.place_name(hex).is_some();
    let inside = |hex: &Hex| !map.grid.around(*hex).contains(&None) && !meant(*hex);
    for unit in &setup.units {
        let Some((_, hexes)) = &unit.start.arrives else { continue };
        if let Some(hex) = hexes.iter().find(|hex| inside(hex)) {
            let label = map.grid.label(*hex);
            let what = format!("`{label}` is neither at the edge of the map nor a place with a name");
            source.warn("S5", format!("[[unit]] {}: arrives", unit.name), what);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(ranges: &[(Option<i32>, Option<i32>)]) -> Vec<String> {
        let level = |(at_least, at_most): &(Option<i32>, Option<i32>)| Level {
            at_least: *at_least,
            at_most: *at_most,
            winner: None,
            degree: "x".into(),
        };
        let all: Vec<Level> = ranges.iter().map(level).collect();
        let mut source = Source::new("a.toml", "");
        levels(&all, &mut source);
        source.take_warnings().into_iter().map(|warning| warning.key).collect()
    }

    #[test]
    fn a_level_behind_a_wider_one_is_never_reached() {
        assert_eq!(told(&[(Some(10), None), (Some(5), None), (None, Some(4))]), Vec::<String>::new());
        assert_eq!(told(&[(Some(5), None), (Some(10), None)]), ["[[victory.level]] 2"]);
        assert_eq!(told(&[(Some(5), None), (None, Some(4)), (Some(0), Some(9))]), ["[[victory.level]] 3"]);
        assert_eq!(told(&[(Some(9), Some(3))]), ["[[victory.level]] 1"], "no number is both");
    }
}
