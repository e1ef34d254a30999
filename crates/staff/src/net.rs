//! A learned judgement: from the figures of a position ([`table::Commander::figures`]) to the chance that the
//! Union wins, and by how many points it will lead in the end.
//!
//! A small network: every figure goes straight to both answers, and through one layer of a few units that
//! only answer above nothing. Weights and sums are whole numbers, so that it answers alike on every machine.
//!
//! The nets of a system are a file, `nets/SYSTEM.net`: a line of text (what it is, its version, how many
//! figures and units, the SHA-256 of the rest), then a net for each battle it was trained on, and one without a name
//! for all other battles. `cargo xtask train` makes it.

use sha2::{Digest, Sha256};

/// The version of the file.
const VERSION: u32 = 1;
/// Units of the layer between.
pub const UNITS: usize = 24;
/// A figure is cut off at so many standard deviations.
const CUT: f32 = 4.0;
/// Steps of a figure in one standard deviation, and steps of a weight in 1.
const FIGURE: f32 = 256.0;
const WEIGHT: f32 = 1024.0;
/// No weight is larger, or the sums would not fit.
const HEAVIEST: f32 = 8.0;

/// What a net thinks of a position.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Outlook {
    /// That the Union wins, 0 to 1; a draw counts half.
    pub chance: f64,
    /// The Union's lead in the end, in victory points.
    pub lead: f64,
}

/// A net as it is trained: plain numbers.
#[derive(Clone, Debug, Default)]
pub struct Plain {
    /// The battle it was trained for; empty: any.
    pub battle: String,
    /// Mean and one over the standard deviation of each figure.
    pub mean: Vec<f32>,
    /// One over the standard deviation of each figure.
    pub scale: Vec<f32>,
    /// For each unit its weights of all figures.
    pub inner: Vec<Vec<f32>>,
    /// What is added for each unit.
    pub inner_bias: Vec<f32>,
    /// For the logit of the chance and for the lead: the weights of all figures, of all units, and what is added.
    pub outer: [Vec<f32>; 2],
    /// What is added to each of the two answers.
    pub outer_bias: [f32; 2],
    /// Victory points of 1 of the second answer.
    pub points: f32,
}

/// A net as it is asked.
#[derive(Clone, PartialEq, Debug)]
pub struct Net {
    battle: String,
    mean: Vec<f32>,
    scale: Vec<f32>,
    inner: Vec<i16>,
    inner_bias: Vec<i32>,
    outer: [Vec<i16>; 2],
    outer_bias: [i32; 2],
    points: f32,
}

impl From<&Plain> for Net {
    fn from(plain: &Plain) -> Net {
        let weight = |w: &f32| (w.clamp(-HEAVIEST, HEAVIEST) * WEIGHT).round() as i16;
        let bias = |b: &f32| (b.clamp(-100.0, 100.0) * FIGURE * WEIGHT).round() as i32;
        Net {
            battle: plain.battle.clone(),
            mean: plain.mean.clone(),
            scale: plain.scale.clone(),
            inner: plain.inner.iter().flatten().map(weight).collect(),
            inner_bias: plain.inner_bias.iter().map(bias).collect(),
            outer: plain.outer.each_ref().map(|outer| outer.iter().map(weight).collect()),
            outer_bias: plain.outer_bias.each_ref().map(bias),
            points: plain.points,
        }
    }
}

impl Net {
    /// What it thinks of a position; `room` is for its own use.
    pub fn outlook(&self, figures: &[f32], room: &mut Vec<i32>) -> Outlook {
        room.clear();
        let norm = self.mean.iter().zip(&self.scale).zip(figures);
        room.extend(norm.map(|((mean, scale), figure)| {
            (((figure - mean) * scale).clamp(-CUT, CUT) * FIGURE).round_ties_even() as i32
        }));
        let count = room.len();
        for (unit, bias) in self.inner_bias.iter().enumerate() {
            let weights = &self.inner[unit * count..(unit + 1) * count];
            let sum = bias.saturating_add(dot(&room[..count], weights));
            // Back to the scale of a figure.
            room.push((sum >> 10).max(0));
        }
        let [logit, lead] = [0, 1].map(|answer| {
            let weights = &self.outer[answer];
            let sum = room.iter().zip(weights).map(|(x, w)| i64::from(*x) * i64::from(*w)).sum::<i64>();
            (sum + i64::from(self.outer_bias[answer])) as f64 / f64::from(FIGURE * WEIGHT)
        });
        Outlook { chance: chance_of(logit), lead: lead * f64::from(self.points) }
    }
}

fn dot(figures: &[i32], weights: &[i16]) -> i32 {
    figures.iter().zip(weights).map(|(x, w)| x * i32::from(*w)).sum()
}

/// The chance of a logit. By multiplication alone: the exponential of a machine's library may differ from
/// another's in its last digit.
pub fn chance_of(logit: f64) -> f64 {
    let mut power = 1.0 - logit.clamp(-20.0, 20.0) / 1024.0;
    for _ in 0..10 {
        power *= power;
    }
    1.0 / (1.0 + power)
}

/// The nets of a system.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Nets {
    /// The word of the rule system.
    pub system: String,
    /// How many figures of a position the nets read.
    pub figures: usize,
    /// One for each battle that has its own, and one for any.
    pub nets: Vec<Net>,
}

impl Nets {
    /// The net for a battle: its own, or that for any.
    pub fn of(&self, battle: &str) -> Option<&Net> {
        let named = |name: &str| self.nets.iter().find(|net| net.battle == name);
        named(battle).or_else(|| named(""))
    }

    /// Puts a net in the place of the one for the same battle.
    pub fn put(&mut self, net: Net) {
        match self.nets.iter_mut().find(|known| known.battle == net.battle) {
            Some(known) => *known = net,
            None => self.nets.push(net),
        }
        self.nets.sort_by(|a, b| a.battle.cmp(&b.battle));
    }

    /// As bytes that [`Nets::read`] reads.
    pub fn write(&self) -> Vec<u8> {
        let mut body = Vec::new();
        for net in &self.nets {
            body.push(net.battle.len() as u8);
            body.extend(net.battle.as_bytes());
            let floats = net.mean.iter().chain(&net.scale).chain([&net.points]);
            floats.for_each(|float| body.extend(float.to_le_bytes()));
            net.inner
                .iter()
                .chain(&net.outer[0])
                .chain(&net.outer[1])
                .for_each(|w| body.extend(w.to_le_bytes()));
            net.inner_bias.iter().chain(&net.outer_bias).for_each(|b| body.extend(b.to_le_bytes()));
        }
        let head = format!(
            "hardtack net {VERSION} {} figures {} units {UNITS} sha256 {}\n",
            self.system,
            self.figures,
            hash(&body)
        );
        [head.into_bytes(), body].concat()
    }

    /// # Errors
    /// It is no such file, one of another version, or damaged.
    pub fn read(bytes: &[u8]) -> Result<Nets, String> {
        let end = bytes.iter().position(|b| *b == b'\n').ok_or("it has no first line")?;
        let head = std::str::from_utf8(&bytes[..end]).map_err(|_| "its first line is no text")?;
        let words: Vec<&str> = head.split(' ').collect();
        let ["hardtack", "net", version, system, "figures", figures, "units", units, "sha256", sum] =
            words[..]
        else {
            return Err(format!("`{head}` is no heading of a net"));
        };
        if version != VERSION.to_string() || units != UNITS.to_string() {
            return Err(format!(
                "version {version} with {units} units: this program reads {VERSION} with {UNITS}"
            ));
        }
        let figures = figures.parse::<usize>().map_err(|_| format!("`{figures}` is no number of figures"))?;
        let mut body = &bytes[end + 1..];
        if hash(body) != sum {
            return Err("it is damaged: its hash is another".into());
        }
        let mut nets = Nets { system: system.to_owned(), figures, nets: Vec::new() };
        while !body.is_empty() {
            nets.nets.push(read_net(&mut body, figures).ok_or("it ends too early")?);
        }
        Ok(nets)
    }
}

fn hash(body: &[u8]) -> String {
    Sha256::digest(body).iter().map(|b| format!("{b:02x}")).collect()
}

fn read_net(body: &mut &[u8], figures: usize) -> Option<Net> {
    let length = usize::from(*body.split_off_first()?);
    let battle = std::str::from_utf8(body.split_off(..length)?).ok()?.to_owned();
    let mut floats = |n: usize| numbers(body, n, f32::from_le_bytes);
    let (mean, scale, points) = (floats(figures)?, floats(figures)?, floats(1)?[0]);
    let mut weights = |n: usize| numbers(body, n, i16::from_le_bytes);
    let inner = weights(figures * UNITS)?;
    let outer = [weights(figures + UNITS)?, weights(figures + UNITS)?];
    let mut biases = |n: usize| numbers(body, n, i32::from_le_bytes);
    let (inner_bias, last) = (biases(UNITS)?, biases(2)?);
    let outer_bias = [last[0], last[1]];
    Some(Net { battle, mean, scale, inner, inner_bias, outer, outer_bias, points })
}

fn numbers<const N: usize, T>(body: &mut &[u8], count: usize, read: impl Fn([u8; N]) -> T) -> Option<Vec<T>> {
    let bytes = body.split_off(..count.checked_mul(N)?)?;
    Some(bytes.as_chunks::<N>().0.iter().map(|chunk| read(*chunk)).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plain() -> Plain {
        let inner: Vec<Vec<f32>> = (0..UNITS).map(|u| vec![0.1 * u as f32 - 1.0, 0.3, -0.2]).collect();
        let outer = [vec![0.5; 3 + UNITS], vec![-0.25; 3 + UNITS]];
        Plain {
            battle: "Round Forest".into(),
            mean: vec![0.0, 1.0, 2.0],
            scale: vec![1.0, 0.5, 2.0],
            inner,
            inner_bias: vec![0.1; UNITS],
            outer,
            outer_bias: [0.2, -1.0],
            points: 3.0,
        }
    }

    /// As [`Net::outlook`], in plain numbers.
    fn by_hand(net: &Plain, figures: &[f32]) -> (f64, f64) {
        let x: Vec<f32> = figures
            .iter()
            .zip(&net.mean)
            .zip(&net.scale)
            .map(|((f, m), s)| ((f - m) * s).clamp(-4.0, 4.0))
            .collect();
        let dot = |w: &[f32]| x.iter().zip(w).map(|(x, w)| x * w).sum::<f32>();
        let h: Vec<f32> = net.inner.iter().zip(&net.inner_bias).map(|(w, b)| (dot(w) + b).max(0.0)).collect();
        let answer = |n: usize| {
            let hidden: f32 = h.iter().zip(&net.outer[n][3..]).map(|(h, w)| h * w).sum();
            f64::from(dot(&net.outer[n][..3]) + hidden + net.outer_bias[n])
        };
        (1.0 / (1.0 + (-answer(0)).exp()), answer(1) * 3.0)
    }

    #[test]
    fn whole_numbers_answer_nearly_as_plain_ones() {
        let net = Net::from(&plain());
        for figures in [[0.0, 1.0, 2.0], [1.0, -3.0, 2.4], [-9.0, 0.0, 1.7]] {
            let (chance, lead) = by_hand(&plain(), &figures);
            let outlook = net.outlook(&figures, &mut Vec::new());
            assert!((outlook.chance - chance).abs() < 0.01, "{outlook:?}, {chance}");
            assert!((outlook.lead - lead).abs() < 0.2, "{outlook:?}, {lead}");
        }
    }

    #[test]
    fn nets_read_as_they_were_written_and_damage_is_noticed() {
        let mut nets = Nets { system: "test".into(), figures: 3, nets: Vec::new() };
        nets.put(Net::from(&plain()));
        nets.put(Net::from(&Plain { battle: String::new(), ..plain() }));
        nets.put(Net::from(&plain()));
        assert_eq!(nets.nets.len(), 2);
        let bytes = nets.write();
        assert_eq!(Nets::read(&bytes).unwrap(), nets);
        assert_eq!(nets.of("Round Forest").unwrap().battle, "Round Forest");
        assert_eq!(nets.of("elsewhere").unwrap().battle, "");
        let head = bytes.iter().position(|b| *b == b'\n').unwrap();
        for at in head + 1..bytes.len() {
            let mut damaged = bytes.clone();
            damaged[at] ^= 4;
            assert!(Nets::read(&damaged).is_err(), "byte {at}");
        }
        for at in 0..bytes.len() {
            assert!(Nets::read(&bytes[..at]).is_err(), "{at} bytes");
        }
    }

    #[test]
    fn chances_are_those_of_the_logistic_curve() {
        for logit in [-9.0, -1.0, 0.0, 0.3, 4.0] {
            let exact = 1.0 / (1.0 + f64::exp(-logit));
            assert!((chance_of(logit) - exact).abs() < 0.01, "{logit}");
        }
    }
}
