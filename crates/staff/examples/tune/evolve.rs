//! An evolution strategy with a width of its own for every figure (separable CMA-ES, after Ros and Hansen 2008): it needs no more
//! than to be told which candidates did better.

use staff::Chooser;
use table::Side;

/// Figures are changed by factors: a step of 1 is one of this.
const FACTOR: f64 = std::f64::consts::E;
/// No figure goes farther than this from where it began.
const FARTHEST: f64 = 1.8;
/// How wide it looks at first.
const WIDTH: f64 = 0.3;
/// What it costs to be a step away with all figures: without a reason nothing is changed.
const COST: f64 = 0.01;

/// A figure after a step.
pub fn stepped(usual: f32, step: f64) -> f32 {
    usual * FACTOR.powf(step.clamp(-FARTHEST, FARTHEST)) as f32
}

/// The step that leads from one figure to another.
pub fn step_to(usual: f32, value: f32) -> f64 {
    let ratio = f64::from(value) / f64::from(usual);
    if ratio > 0.0 && ratio.is_finite() { ratio.ln().clamp(-FARTHEST, FARTHEST) } else { 0.0 }
}

/// What it costs to be so far from the usual figures.
pub fn far(steps: &[f64]) -> f64 {
    COST * steps.iter().map(|s| s * s).sum::<f64>() / steps.len().max(1) as f64
}

pub struct Strategy {
    mean: Vec<f64>,
    width: f64,
    /// Of each figure.
    spread: Vec<f64>,
    path: Vec<f64>,
    width_path: Vec<f64>,
    /// Of the better half, in falling order.
    shares: Vec<f64>,
    candidates: usize,
    steps: i32,
    luck: Chooser,
}

impl Strategy {
    pub fn new(start: Vec<f64>, seed: u64) -> Strategy {
        let n = start.len();
        let candidates = 4 + (3.0 * (n as f64).ln()) as usize;
        let half = candidates / 2;
        let raw: Vec<f64> = (1..=half).map(|i| (half as f64 + 0.5).ln() - (i as f64).ln()).collect();
        let sum: f64 = raw.iter().sum();
        Strategy {
            width: WIDTH,
            spread: vec![1.0; n],
            path: vec![0.0; n],
            width_path: vec![0.0; n],
            shares: raw.iter().map(|share| share / sum).collect(),
            candidates,
            steps: 0,
            luck: Chooser::new(seed, 0, Side::Union),
            mean: start,
        }
    }

    /// Where it stands.
    pub fn mean(&self) -> &[f64] {
        &self.mean
    }

    /// Candidates to be tried.
    pub fn ask(&mut self) -> Vec<Vec<f64>> {
        (0..self.candidates)
            .map(|_| {
                let step = |(mean, spread): (&f64, &f64), luck: f64| mean + self.width * spread.sqrt() * luck;
                let luck: Vec<f64> = (0..self.mean.len()).map(|_| normal(&mut self.luck)).collect();
                self.mean.iter().zip(&self.spread).zip(luck).map(|(at, luck)| step(at, luck)).collect()
            })
            .collect()
    }

    /// Learns how well they did: more is better.
    pub fn tell(&mut self, candidates: &[Vec<f64>], merits: &[f64]) {
        let n = self.mean.len() as f64;
        let mut order: Vec<usize> = (0..candidates.len()).collect();
        order.sort_by(|&a, &b| merits[b].total_cmp(&merits[a]));
        let weight = 1.0 / self.shares.iter().map(|s| s * s).sum::<f64>();
        let c_width = (weight + 2.0) / (n + weight + 5.0);
        let damping = 1.0 + c_width + 2.0 * (((weight - 1.0) / (n + 1.0)).sqrt() - 1.0).max(0.0);
        let c_path = (4.0 + weight / n) / (n + 4.0 + 2.0 * weight / n);
        // With one width for each figure instead of all their products it may learn faster.
        let faster = (n + 2.0) / 3.0;
        let c_one = faster * 2.0 / ((n + 1.3).powi(2) + weight);
        let c_all =
            (faster * 2.0 * (weight - 2.0 + 1.0 / weight) / ((n + 2.0).powi(2) + weight)).min(1.0 - c_one);
        let usual_length = n.sqrt() * (1.0 - 1.0 / (4.0 * n) + 1.0 / (21.0 * n * n));
        self.steps += 1;

        let before = self.mean.clone();
        for (at, mean) in self.mean.iter_mut().enumerate() {
            *mean = self.shares.iter().zip(&order).map(|(share, &nth)| share * candidates[nth][at]).sum();
        }
        let moved: Vec<f64> =
            self.mean.iter().zip(&before).map(|(now, before)| (now - before) / self.width).collect();
        for (at, path) in self.width_path.iter_mut().enumerate() {
            let plain = moved[at] / self.spread[at].sqrt();
            *path = (1.0 - c_width) * *path + (c_width * (2.0 - c_width) * weight).sqrt() * plain;
        }
        let length = self.width_path.iter().map(|p| p * p).sum::<f64>().sqrt();
        let fresh = (1.0 - (1.0 - c_width).powi(2 * self.steps)).sqrt();
        let steady = length / fresh < (1.4 + 2.0 / (n + 1.0)) * usual_length;
        for (at, path) in self.path.iter_mut().enumerate() {
            let push = if steady { (c_path * (2.0 - c_path) * weight).sqrt() * moved[at] } else { 0.0 };
            *path = (1.0 - c_path) * *path + push;
        }
        for (at, spread) in self.spread.iter_mut().enumerate() {
            let square = |nth: usize| ((candidates[nth][at] - before[at]) / self.width).powi(2);
            let all: f64 = self.shares.iter().zip(&order).map(|(share, &nth)| share * square(nth)).sum();
            *spread =
                ((1.0 - c_one - c_all) * *spread + c_one * self.path[at].powi(2) + c_all * all).max(1e-4);
        }
        self.width *= ((c_width / damping) * (length / usual_length - 1.0)).exp().min(1.5);
        self.width = self.width.clamp(0.02, 1.0);
    }
}

/// A number with the standard normal distribution, near enough: a sum of twelve even ones.
fn normal(luck: &mut Chooser) -> f64 {
    (0..12).map(|_| luck.share()).sum::<f64>() - 6.0
}
