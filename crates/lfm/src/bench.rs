//! The questions that are asked most often, for `hardtack bench`.

use table::{Dice, Drill, SeededDice, Side};

use crate::{Pos, Setup, position};

pub(crate) fn drills(setup: &Setup) -> Vec<Drill<'_>> {
    vec![lines_of_sight(setup)]
}

fn pick(dice: &mut SeededDice, below: usize) -> usize {
    (0..5).fold(0, |number, _| number * 6 + dice.d6("pick") as usize - 1) % below
}

/// One line of sight within gun range.
fn lines_of_sight(setup: &Setup) -> Drill<'_> {
    let state = position(setup);
    let hexes: Vec<_> = setup.map.grid.hexes().collect();
    let mut dice = SeededDice::from_number(8);
    let mut pairs = Vec::new();
    while pairs.len() < 20_000 {
        // Pairs within range are rare on a large map: look near the first hex.
        let from = hexes[pick(&mut dice, hexes.len())];
        let near = setup.sight.influenced(from, true);
        pairs.push((from, near[pick(&mut dice, near.len())]));
    }
    Drill::new("los_us", move |n| {
        let (from, to) = pairs[n % pairs.len()];
        Pos::new(setup, &state).los(from, to, Some(Side::Union))
    })
}
