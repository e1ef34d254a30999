//! Fits a net to positions by gradient descent (Adam), in plain numbers.

use staff::Chooser;
use staff::net::{Plain, UNITS};
use table::Side;

use crate::games::Position;

const BATCH: usize = 128;
const RATE: f32 = 1e-3;
/// What weights lose of themselves with every step, as a share of its size, so that none grows without need.
const DECAY: f32 = 0.1;
/// One learned game in so many only tells when it is time to stop.
const WATCHED: u64 = 6;
/// How much the lead counts beside the chance.
const LEAD: f32 = 0.2;
const CUT: f32 = 4.0;

/// All weights in one row: inner (units of figures), inner biases, and for both answers figures, units, bias.
struct Layout {
    figures: usize,
}

impl Layout {
    fn inner(&self, unit: usize) -> std::ops::Range<usize> {
        unit * self.figures..(unit + 1) * self.figures
    }
    fn inner_bias(&self) -> usize {
        UNITS * self.figures
    }
    fn outer(&self, answer: usize) -> usize {
        self.inner_bias() + UNITS + answer * (self.figures + UNITS + 1)
    }
    fn len(&self) -> usize {
        self.outer(2)
    }
}

pub fn fit(battle: &str, positions: &[Position], epochs: u32, seed: u64) -> Plain {
    let learned: Vec<&Position> = positions.iter().filter(|p| !p.is_held_out() && !watched(p)).collect();
    let watch: Vec<&Position> = positions.iter().filter(|p| !p.is_held_out() && watched(p)).collect();
    let figures = learned.first().map_or(0, |p| p.figures.len());
    let layout = Layout { figures };
    let (mean, scale) = norms(&learned, figures);
    let leads: Vec<f32> = learned.iter().map(|p| p.lead).collect();
    let points = spread(&leads).max(1.0);
    let rows: Vec<Vec<f32>> = learned.iter().map(|p| normed(&p.figures, &mean, &scale)).collect();
    let mut chooser = Chooser::new(seed, 0, Side::Union);
    let mut weights = vec![0f32; layout.len()];
    let first = (1.0 / figures.max(1) as f32).sqrt();
    for w in &mut weights[..layout.inner_bias()] {
        *w = (chooser.share() as f32 * 2.0 - 1.0) * first;
    }
    for answer in 0..2 {
        let at = layout.outer(answer) + figures;
        for w in &mut weights[at..at + UNITS] {
            *w = (chooser.share() as f32 * 2.0 - 1.0) * 0.2;
        }
    }
    let watch_rows: Vec<Vec<f32>> = watch.iter().map(|p| normed(&p.figures, &mean, &scale)).collect();
    let mut adam = Adam::new(weights.len());
    let (mut best, mut least) = (weights.clone(), f32::MAX);
    let mut order: Vec<usize> = (0..rows.len()).collect();
    let mut slope = vec![0f32; weights.len()];
    for epoch in 0..epochs {
        shuffle(&mut order, &mut chooser);
        let rate = RATE * (1.0 - epoch as f32 / epochs as f32);
        for batch in order.chunks(BATCH) {
            slope.fill(0.0);
            for &nth in batch {
                let (won, lead) = (learned[nth].won, learned[nth].lead / points);
                learn(&layout, &weights, &rows[nth], won, lead, &mut slope);
            }
            slope.iter_mut().for_each(|s| *s /= batch.len() as f32);
            adam.step(&mut weights, &slope, rate);
        }
        // From the moment on at which it only learns the games by heart, it is not better for more.
        let loss =
            watch.iter().zip(&watch_rows).map(|(p, row)| loss(&layout, &weights, row, p.won)).sum::<f32>();
        if loss < least {
            (best, least) = (weights.clone(), loss);
        }
    }
    let weights = best;
    let outer = [0, 1].map(|n| weights[layout.outer(n)..layout.outer(n) + figures + UNITS].to_vec());
    Plain {
        battle: battle.to_owned(),
        mean,
        scale,
        inner: (0..UNITS).map(|u| weights[layout.inner(u)].to_vec()).collect(),
        inner_bias: weights[layout.inner_bias()..layout.inner_bias() + UNITS].to_vec(),
        outer,
        outer_bias: [0, 1].map(|n| weights[layout.outer(n) + figures + UNITS]),
        points,
    }
}

fn watched(position: &Position) -> bool {
    (position.game / 5).is_multiple_of(WATCHED)
}

/// What the units between answer.
fn units(layout: &Layout, weights: &[f32], row: &[f32]) -> [f32; UNITS] {
    let bias = layout.inner_bias();
    std::array::from_fn(|unit| (dot(row, &weights[layout.inner(unit)]) + weights[bias + unit]).max(0.0))
}

/// The log loss of one position.
fn loss(layout: &Layout, weights: &[f32], row: &[f32], won: f32) -> f32 {
    let (direct, rest) = weights[layout.outer(0)..layout.outer(1)].split_at(layout.figures);
    let said = dot(row, direct) + dot(&units(layout, weights, row), &rest[..UNITS]) + rest[UNITS];
    let chance = (1.0 / (1.0 + (-said).exp())).clamp(1e-4, 1.0 - 1e-4);
    -(won * chance.ln() + (1.0 - won) * (1.0 - chance).ln())
}

/// Adds one position's slope.
fn learn(layout: &Layout, weights: &[f32], row: &[f32], won: f32, lead: f32, slope: &mut [f32]) {
    let (figures, bias) = (layout.figures, layout.inner_bias());
    let units = units(layout, weights, row);
    let mut back = [0f32; UNITS];
    for answer in 0..2 {
        let at = layout.outer(answer);
        let (direct, rest) = weights[at..at + figures + UNITS + 1].split_at(figures);
        let said = dot(row, direct) + dot(&units, &rest[..UNITS]) + rest[UNITS];
        let wrong = match answer {
            0 => 1.0 / (1.0 + (-said).exp()) - won,
            _ => LEAD * (said - lead).clamp(-3.0, 3.0),
        };
        for (s, x) in slope[at..at + figures].iter_mut().zip(row) {
            *s += wrong * x;
        }
        for unit in 0..UNITS {
            slope[at + figures + unit] += wrong * units[unit];
            back[unit] += wrong * rest[unit];
        }
        slope[at + figures + UNITS] += wrong;
    }
    for unit in (0..UNITS).filter(|u| units[*u] > 0.0) {
        for (s, x) in slope[layout.inner(unit)].iter_mut().zip(row) {
            *s += back[unit] * x;
        }
        slope[bias + unit] += back[unit];
    }
}

fn dot(a: &[f32], b: &[f32]) -> f32 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

struct Adam {
    mean: Vec<f32>,
    square: Vec<f32>,
    steps: i32,
}

impl Adam {
    fn new(len: usize) -> Adam {
        Adam { mean: vec![0.0; len], square: vec![0.0; len], steps: 0 }
    }

    fn step(&mut self, weights: &mut [f32], slope: &[f32], rate: f32) {
        self.steps += 1;
        let (c1, c2) = (1.0 - 0.9f32.powi(self.steps), 1.0 - 0.999f32.powi(self.steps));
        for (((w, s), m), v) in weights.iter_mut().zip(slope).zip(&mut self.mean).zip(&mut self.square) {
            *m = 0.9 * *m + 0.1 * s;
            *v = 0.999 * *v + 0.001 * s * s;
            *w -= rate * ((*m / c1) / ((*v / c2).sqrt() + 1e-8) + DECAY * *w);
        }
    }
}

fn shuffle(order: &mut [usize], chooser: &mut Chooser) {
    for n in (1..order.len()).rev() {
        order.swap(n, chooser.below(n + 1));
    }
}

/// Mean of each figure, and one over its standard deviation; 0 for one that never changes.
fn norms(positions: &[&Position], figures: usize) -> (Vec<f32>, Vec<f32>) {
    let column = |n: usize| positions.iter().map(|p| p.figures[n]).collect::<Vec<_>>();
    let columns = (0..figures).map(column);
    columns
        .map(|column| {
            let deviation = spread(&column);
            (middle(&column), if deviation > 1e-4 { 1.0 / deviation } else { 0.0 })
        })
        .unzip()
}

fn middle(column: &[f32]) -> f32 {
    (column.iter().map(|f| f64::from(*f)).sum::<f64>() / column.len().max(1) as f64) as f32
}

fn spread(column: &[f32]) -> f32 {
    let mean = f64::from(middle(column));
    let squares: f64 = column.iter().map(|f| (f64::from(*f) - mean).powi(2)).sum();
    (squares / column.len().max(1) as f64).sqrt() as f32
}

fn normed(figures: &[f32], mean: &[f32], scale: &[f32]) -> Vec<f32> {
    figures.iter().zip(mean).zip(scale).map(|((f, m), s)| ((f - m) * s).clamp(-CUT, CUT)).collect()
}
