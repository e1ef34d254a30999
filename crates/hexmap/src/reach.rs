//! Reachable sets: what can be reached within a budget, at what least cost, by which path.
//!
//! Costs are small whole numbers (half or twelfth movement points), so a bucket queue serves: no
//! comparisons, and nothing is allocated once the scratch space has grown. Nodes are plain numbers; a
//! system whose movement has more state than the hex (a road rate, say) uses several nodes a hex.

/// One step of an expansion.
#[derive(Clone, Copy, Debug)]
pub struct Step {
    /// Where it leads.
    pub to: usize,
    /// What it costs.
    pub cost: u16,
    /// The mover may enter but go no farther. This must not depend on where he comes from: a system in
    /// which it does uses two nodes for that hex.
    pub stops: bool,
}

/// Scratch space and result of one expansion. Keep one and use it again.
#[derive(Clone, Debug, Default)]
pub struct Reach {
    /// For each node: the run in which it was last reached, the cost, and where it was reached from.
    nodes: Vec<Node>,
    run: u32,
    buckets: Vec<Vec<u32>>,
    reached: Vec<u32>,
}

#[derive(Clone, Copy, Debug, Default)]
struct Node {
    run: u32,
    cost: u16,
    stops: bool,
    from: u32,
}

/// The edge of an expansion: takes the steps that lead on.
pub struct Frontier<'a> {
    nodes: &'a mut [Node],
    buckets: &'a mut [Vec<u32>],
    reached: &'a mut Vec<u32>,
    run: u32,
    budget: u16,
    spent: u16,
    node: u32,
}

impl Frontier<'_> {
    /// Whether entering a node at this extra cost would improve on what is known.
    #[inline]
    pub fn improves(&self, to: usize, cost: u16) -> bool {
        let cost = self.spent.saturating_add(cost);
        let there = &self.nodes[to];
        cost <= self.budget
            && (there.run != self.run || there.cost > cost || (there.cost == cost && there.stops))
    }

    /// Whether a node has been reached, if not yet at its least cost.
    #[inline]
    pub fn reached(&self, node: usize) -> bool {
        self.nodes[node].run == self.run
    }

    /// Enters a node, if that improves on what is known.
    #[inline]
    pub fn enter(&mut self, step: Step) {
        if !self.improves(step.to, step.cost) {
            return;
        }
        let cost = self.spent + step.cost;
        let there = &mut self.nodes[step.to];
        if there.run != self.run {
            self.reached.push(step.to as u32);
        }
        *there = Node { run: self.run, cost, stops: step.stops, from: self.node };
        self.buckets[cost as usize].push(step.to as u32);
    }
}

impl Reach {
    /// Room that has not been used yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// Expands from `start` up to `budget`. `steps(node, spent, out)` names what can be entered from a
    /// node; a step dearer than what is left is dropped here.
    pub fn run(
        &mut self,
        nodes: usize,
        start: usize,
        budget: u16,
        mut steps: impl FnMut(usize, u16, &mut dyn FnMut(Step)),
    ) {
        self.expand(nodes, start, budget, |node, spent, frontier| {
            steps(node, spent, &mut |step| frontier.enter(step));
        });
    }

    /// As [`Reach::run`], with the frontier itself instead of a callback: for inner loops, which can also
    /// ask whether a step would be worth anything before they work out whether it is allowed.
    pub fn expand(
        &mut self,
        nodes: usize,
        start: usize,
        budget: u16,
        mut steps: impl FnMut(usize, u16, &mut Frontier<'_>),
    ) {
        if self.nodes.len() < nodes {
            self.nodes.resize(nodes, Node::default());
        }
        if self.buckets.len() <= budget as usize {
            self.buckets.resize_with(budget as usize + 1, Vec::new);
        }
        // When the counter comes round, marks of long ago would look fresh: forget them all.
        self.run = self.run.checked_add(1).unwrap_or_else(|| {
            self.nodes.fill(Node::default());
            1
        });
        self.reached.clear();
        let run = self.run;
        self.nodes[start] = Node { run, cost: 0, stops: false, from: start as u32 };
        self.reached.push(start as u32);
        self.buckets[0].push(start as u32);
        let mut frontier = Frontier {
            nodes: &mut self.nodes,
            buckets: &mut self.buckets,
            reached: &mut self.reached,
            run,
            budget,
            spent: 0,
            node: start as u32,
        };
        for spent in 0..=budget {
            frontier.spent = spent;
            while let Some(node) = frontier.buckets[spent as usize].pop() {
                let here = frontier.nodes[node as usize];
                if here.cost != spent || (here.stops && node as usize != start) {
                    continue;
                }
                frontier.node = node;
                steps(node as usize, spent, &mut frontier);
            }
        }
    }

    /// The least cost to a node in the last run; `None` if it was not reached.
    #[inline]
    pub fn cost(&self, node: usize) -> Option<u16> {
        self.nodes.get(node).filter(|n| n.run == self.run && self.run > 0).map(|n| n.cost)
    }

    /// Every node reached, the start included, in no particular order.
    pub fn reached(&self) -> impl Iterator<Item = (usize, u16)> + '_ {
        self.reached.iter().map(|n| (*n as usize, self.nodes[*n as usize].cost))
    }

    /// The cheapest path to a reached node, start and end included.
    pub fn path(&self, node: usize) -> Vec<usize> {
        let mut path = vec![node];
        let mut at = node;
        while self.cost(at).is_some() && self.nodes[at].from as usize != at {
            at = self.nodes[at].from as usize;
            path.push(at);
        }
        path.reverse();
        path
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn a_stop_ends_the_way() {
        // A line of five nodes; node 2 stops the mover.
        let mut reach = Reach::new();
        reach.run(5, 0, 10, |node, _, out| {
            if node < 4 {
                out(Step { to: node + 1, cost: 1, stops: node + 1 == 2 });
            }
        });
        assert_eq!(
            (0..5).map(|n| reach.cost(n)).collect::<Vec<_>>(),
            [Some(0), Some(1), Some(2), None, None]
        );
        assert_eq!(reach.path(2), [0, 1, 2]);
    }

    #[test]
    fn old_marks_do_not_come_back_when_the_counter_comes_round() {
        let mut reach = Reach::new();
        let line = |node: usize, _: u16, out: &mut dyn FnMut(Step)| {
            out(Step { to: node + 1, cost: 1, stops: false });
        };
        reach.run(9, 0, 5, line);
        reach.run = u32::MAX;
        reach.run(9, 0, 2, line);
        assert_eq!((reach.cost(2), reach.cost(4), reach.reached().count()), (Some(2), None, 3));
    }

    proptest! {
        #[test]
        fn costs_are_those_of_bellman_and_ford(
            edges in prop::collection::vec((0usize..12, 0usize..12, 0u16..6), 0..60),
            budget in 0u16..15,
        ) {
            let mut reach = Reach::new();
            for _ in 0..2 {
                // Twice: old scratch must not leak into a new run.
                reach.run(12, 0, budget, |node, _, out| {
                    for &(_, to, cost) in edges.iter().filter(|e| e.0 == node) {
                        out(Step { to, cost, stops: false });
                    }
                });
            }
            let mut best = [u32::MAX; 12];
            best[0] = 0;
            for _ in 0..12 {
                for &(from, to, cost) in &edges {
                    if best[from] != u32::MAX {
                        best[to] = best[to].min(best[from] + cost as u32);
                    }
                }
            }
            for (node, cost) in best.iter().enumerate() {
                let expected = (*cost <= budget as u32).then_some(*cost as u16);
                prop_assert_eq!(reach.cost(node), expected);
            }
        }
    }
}
