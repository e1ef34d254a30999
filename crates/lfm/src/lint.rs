//! What is probably a slip in a scenario that loads: warnings, each with a code (docs/scenarios-lfm.md).

use hexmap::Hex;
use table::Source;

use crate::setup::{Arm, Counter, Setup};

/// Notes everything that is probably a slip.
pub(crate) fn warnings(setup: &Setup, source: &mut Source) {
    idle_commanders(setup, source);
    levels(setup, source);
    no_victory(setup, source);
    arrivals(setup, source);
    brigades(setup, source);
}

/// S1.
fn idle_commanders(setup: &Setup, source: &mut Source) {
    for man in setup.pieces.iter().filter(|piece| piece.arm == Arm::Commander) {
        let under = |p: &&Counter| {
            p.arm != Arm::Commander
                && p.side == man.side
                && match man.stars {
                    1 => p.brigade.is_some() && p.brigade == man.brigade,
                    2 => (p.corps_no, p.division_no) == (man.corps_no, man.division_no),
                    3 => p.corps_no == man.corps_no,
                    _ => true,
                }
        };
        if setup.pieces.iter().filter(under).count() == 0 {
            let key = format!("[[commander]] {}", man.id);
            source.warn("S1", key, "no unit has his corps, division and brigade: he commands nobody");
        }
    }
}

/// S3.
fn levels(setup: &Setup, source: &mut Source) {
    let order = ["marginal", "substantial", "decisive"];
    let place = |word: &str| order.iter().position(|known| *known == word);
    for (least, word) in &setup.victory.levels {
        let higher =
            setup.victory.levels.iter().find(|(other, above)| other <= least && place(above) > place(word));
        if let Some((other, above)) = higher {
            let what = format!("`{word}` at {least} is never reached: {above} is given from {other} on");
            source.warn("S3", "[victory] levels", what);
        }
    }
}

/// S4.
fn no_victory(setup: &Setup, source: &mut Source) {
    let v = &setup.victory;
    if v.sp == 0 && v.brigade == 0 && v.commander == 0 && v.prizes.iter().all(|prize| prize.points == 0) {
        source.warn("S4", "[victory]", "nothing brings points: every game is a draw");
    }
}

/// S5.
fn arrivals(setup: &Setup, source: &mut Source) {
    let inside = |hex: Hex| !setup.map.grid.around(hex).contains(&None);
    for (n, arrival) in setup.arrivals.iter().enumerate().filter(|(_, arrival)| inside(arrival.hex)) {
        let what = format!("`{}` is not at the edge of the map", setup.map.grid.label(arrival.hex));
        source.warn("S5", format!("[[arrival]] {}: hex", n + 1), what);
    }
}

/// S7.
fn brigades(setup: &Setup, source: &mut Source) {
    for brigade in setup.brigades.iter().filter(|brigade| brigade.commander.is_none()) {
        let Some(first) = brigade.regiments.iter().map(|id| setup.counter(*id)).find(|unit| !unit.free)
        else {
            continue;
        };
        let what = format!(
            "`{}`: the brigade of {} has no commander (a [[commander]] of 1 star)",
            brigade.label, first.name
        );
        source.warn("S7", format!("[[unit]] {}: brigade", first.id), what);
    }
}
