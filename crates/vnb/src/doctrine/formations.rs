//! The formations that can be given a plan.

use table::{Formation, Side};

use crate::doctrine::sketch::{Sketch, Spot};
use crate::position::Pos;

/// Places a formation may be sent to.
const GOALS: usize = 3;

pub(crate) fn formations(pos: Pos, side: Side) -> Vec<Formation> {
    let sketch = Sketch::new(pos, side);
    let mut found = Vec::new();
    for (number, division) in pos.setup.divisions.iter().enumerate().filter(|(_, d)| d.side == side) {
        let (mut strength, mut sum, mut n) = (0.0, Spot::default(), 0.0);
        for man in sketch.friends().filter(|m| usize::from(m.division) == number) {
            strength += man.sp;
            sum = Spot { x: sum.x + man.at.x, y: sum.y + man.at.y };
            n += 1.0;
        }
        if n == 0.0 {
            continue;
        }
        let from = Spot { x: sum.x / n, y: sum.y / n };
        let objectives = pos.setup.objectives.iter().zip(&pos.state.objectives).enumerate();
        let mut goals: Vec<(f32, u16, String)> = objectives
            .filter(|(_, (_, holder))| **holder != Some(side))
            .map(|(n, (objective, _))| {
                let at = Spot { x: objective.at.x as f32 / 1e6, y: objective.at.y as f32 / 1e6 };
                let way = from.far(at) + sketch.w.goal_way;
                (objective.points as f32 / way, n as u16, objective.name.clone())
            })
            .collect();
        goals.sort_by(|a, b| b.0.total_cmp(&a.0));
        let goals = goals.into_iter().take(GOALS).map(|(_, n, name)| (n, name)).collect();
        found.push(Formation { number: number as u16, name: division.name.clone(), strength, goals });
    }
    found.sort_by(|a, b| b.strength.total_cmp(&a.strength));
    found
}
