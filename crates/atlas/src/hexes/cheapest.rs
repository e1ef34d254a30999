//! The cheapest way through a graph (Dijkstra). Equal costs are settled by number, so that every run finds the same.

use std::cmp::Ordering;
use std::collections::BinaryHeap;

struct Open {
    cost: f64,
    node: usize,
}

impl PartialEq for Open {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}
impl Eq for Open {}
impl PartialOrd for Open {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}
impl Ord for Open {
    /// The cheapest is the greatest, as the heap wants it.
    fn cmp(&self, other: &Self) -> Ordering {
        other.cost.total_cmp(&self.cost).then(other.node.cmp(&self.node))
    }
}

/// The nodes of the cheapest way from `start` to the first node that is a goal. `steps` lists where one can go from a
/// node, and what each step costs.
pub fn cheapest(
    nodes: usize,
    start: usize,
    is_goal: impl Fn(usize) -> bool,
    mut steps: impl FnMut(usize, &mut Vec<(usize, f64)>),
) -> Option<Vec<usize>> {
    let mut best = vec![f64::INFINITY; nodes];
    let mut from = vec![usize::MAX; nodes];
    let mut open = BinaryHeap::from([Open { cost: 0.0, node: start }]);
    let mut ahead = Vec::new();
    best[start] = 0.0;
    while let Some(Open { cost, node }) = open.pop() {
        if is_goal(node) {
            return Some(way_back(&from, node));
        }
        if cost > best[node] {
            continue;
        }
        ahead.clear();
        steps(node, &mut ahead);
        for (next, step) in &ahead {
            let cost = cost + step;
            if cost < best[*next] {
                best[*next] = cost;
                from[*next] = node;
                open.push(Open { cost, node: *next });
            }
        }
    }
    None
}

fn way_back(from: &[usize], goal: usize) -> Vec<usize> {
    let mut way: Vec<usize> =
        std::iter::successors(Some(goal), |node| Some(from[*node]).filter(|n| *n != usize::MAX)).collect();
    way.reverse();
    way
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_cheaper_detour_is_taken_and_a_wall_is_not_climbed() {
        // 0 - 1 - 2 in a row, and 0 - 3 - 4 - 2 around it.
        let steps = |price: f64| {
            move |node: usize, out: &mut Vec<(usize, f64)>| match node {
                0 => out.extend([(1, price), (3, 1.0)]),
                1 => out.extend([(2, price)]),
                3 => out.extend([(4, 1.0)]),
                4 => out.extend([(2, 1.0)]),
                _ => {}
            }
        };
        assert_eq!(cheapest(6, 0, |n| n == 2, steps(1.0)), Some(vec![0, 1, 2]));
        assert_eq!(cheapest(6, 0, |n| n == 2, steps(2.0)), Some(vec![0, 3, 4, 2]));
        assert_eq!(cheapest(6, 0, |n| n == 5, steps(1.0)), None);
    }
}
