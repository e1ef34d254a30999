//! How well a net judges games it has not seen, beside the system's own estimate.

use staff::net::{Net, chance_of};

use crate::games::Position;

/// The stretches of play before the end that are told apart.
const BEFORE: [u32; 4] = [1, 2, 4, 8];

pub fn heading() -> String {
    let mut heads: Vec<String> = vec!["battle".into(), "positions".into(), "nothing".into()];
    heads.push("worth: all".into());
    heads.push("net: all".into());
    heads.extend(BEFORE.map(|n| format!("{n} before: worth / net")));
    let rule = vec!["---"; heads.len()].join(" | ");
    format!("| {} |\n| {rule} |", heads.join(" | "))
}

/// Log losses on games that were kept apart.
pub fn line(battle: &str, net: &Net, positions: &[Position]) -> String {
    let curve = curve(positions);
    let held: Vec<&Position> = positions.iter().filter(|p| p.is_held_out()).collect();
    let share = held.iter().map(|p| f64::from(p.won)).sum::<f64>() / held.len().max(1) as f64;
    let by_worth = |p: &&Position| chance_of(curve[0] + curve[1] * f64::from(p.worth));
    let mut room = Vec::new();
    let mut by_net = |p: &&Position| net.outlook(&p.figures, &mut room).chance;
    let mut cells = vec![
        battle.to_owned(),
        positions.len().to_string(),
        format!("{:.3}", loss(&held, &mut |_| share)),
        format!("{:.3}", loss(&held, &mut |p| by_worth(p))),
        format!("{:.3}", loss(&held, &mut by_net)),
    ];
    for before in BEFORE {
        let then: Vec<&Position> = held.iter().filter(|p| p.before == before).copied().collect();
        cells.push(match then.len() {
            0..50 => String::new(),
            _ => format!("{:.3} / {:.3}", loss(&then, &mut |p| by_worth(p)), loss(&then, &mut by_net)),
        });
    }
    format!("| {} |", cells.join(" | "))
}

fn loss(positions: &[&Position], chance: &mut dyn FnMut(&&Position) -> f64) -> f64 {
    let one = |p: &&Position, chance: f64| {
        let (chance, won) = (chance.clamp(1e-4, 1.0 - 1e-4), f64::from(p.won));
        -(won * chance.ln() + (1.0 - won) * (1.0 - chance).ln())
    };
    positions.iter().map(|p| one(p, chance(p))).sum::<f64>() / positions.len().max(1) as f64
}

/// The logistic curve that makes the best of the estimate, from the games that are learned from: Newton's method.
fn curve(positions: &[Position]) -> [f64; 2] {
    let mut at = [0.0, 0.02];
    for _ in 0..60 {
        let (mut slope, mut bend) = ([0.0; 2], [1e-6, 0.0, 1e-6]);
        for p in positions.iter().filter(|p| !p.is_held_out()) {
            let x = f64::from(p.worth);
            let chance = chance_of(at[0] + at[1] * x);
            let (wrong, weight) = (chance - f64::from(p.won), chance * (1.0 - chance));
            slope = [slope[0] + wrong, slope[1] + wrong * x];
            bend = [bend[0] + weight, bend[1] + weight * x, bend[2] + weight * x * x];
        }
        let whole = bend[0] * bend[2] - bend[1] * bend[1];
        // Where the curve is flat a whole step leads astray: no step goes far.
        let step = |step: f64, most: f64| step.clamp(-most, most);
        at[0] -= step((bend[2] * slope[0] - bend[1] * slope[1]) / whole, 0.5);
        at[1] -= step((bend[0] * slope[1] - bend[1] * slope[0]) / whole, 0.05);
    }
    at
}
