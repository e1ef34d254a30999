//! Texts with slips: what authors, clients and attackers write, made from texts that are right. Whatever
//! reads such a text must answer, and must not panic.

/// A source of slips. The same seed makes the same texts on every machine.
#[derive(Clone, Debug)]
pub struct Slips(u64);

/// What breaks readers: bounds, signs, words of the wrong kind, brackets, texts that look like others.
const ODD: [&str; 40] = [
    "0",
    "-1",
    "1",
    "255",
    "256",
    "65535",
    "65536",
    "4294967296",
    "9223372036854775807",
    "-9223372036854775808",
    "1e308",
    "-0.0",
    "nan",
    "inf",
    "0.1",
    "true",
    "null",
    "\"\"",
    "[]",
    "{}",
    "[[]]",
    "\"union\"",
    "\"confederate\"",
    "\"0000\"",
    "\"9999\"",
    "\"0505/0506\"",
    "=",
    "\"",
    "\\",
    "\n",
    "\r\n",
    "\t",
    "\u{0}",
    "\u{202e}",
    "\u{feff}",
    "é",
    "🪖",
    "[[unit]]\n",
    "# ",
    "../../x",
];

impl Slips {
    /// The slips of this seed.
    pub fn new(seed: u64) -> Slips {
        Slips(seed)
    }

    /// The next number (splitmix64).
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number below `n`; 0 if there is none.
    pub fn below(&mut self, n: usize) -> usize {
        if n == 0 { 0 } else { (self.next() % n as u64) as usize }
    }

    /// One of the texts with one to six slips, some of them taken from the others.
    pub fn text(&mut self, corpus: &[String]) -> String {
        let mut text = corpus.get(self.below(corpus.len())).cloned().unwrap_or_default().into_bytes();
        for _ in 0..=self.below(6) {
            let other = corpus.get(self.below(corpus.len())).map_or(&[][..], String::as_bytes);
            self.slip(&mut text, other);
        }
        String::from_utf8_lossy(&text).into_owned()
    }

    fn slip(&mut self, text: &mut Vec<u8>, other: &[u8]) {
        let at = self.below(text.len() + 1);
        match self.below(9) {
            // A byte: changed, lost, doubled.
            0 => {
                let bit = 1 << self.below(8);
                if let Some(byte) = text.get_mut(at) {
                    *byte ^= bit;
                }
            }
            1 => drop(text.drain(at..(at + 1 + self.below(4)).min(text.len()))),
            // A word: changed for an odd one, or for one of another text.
            2 | 3 => {
                let word = word_at(text, at);
                let odd = ODD[self.below(ODD.len())].as_bytes().to_vec();
                drop(text.splice(word, odd));
            }
            4 => {
                let from = self.below(other.len() + 1);
                let taken = other[word_at(other, from)].to_vec();
                drop(text.splice(word_at(text, at), taken));
            }
            // A line: lost, doubled, moved, taken from another text.
            5 => drop(text.drain(line_at(text, at))),
            6 => {
                let line = text[line_at(text, at)].to_vec();
                let to = line_at(text, self.below(text.len() + 1)).start;
                drop(text.splice(to..to, line));
            }
            7 => {
                let from = self.below(other.len() + 1);
                let line = other[line_at(other, from)].to_vec();
                let to = line_at(text, at).start;
                drop(text.splice(to..to, line));
            }
            // The end is missing, or something odd stands anywhere.
            _ if self.below(8) == 0 => text.truncate(at),
            _ => {
                let odd = ODD[self.below(ODD.len())].as_bytes();
                drop(text.splice(at..at, odd.iter().copied()));
            }
        }
    }
}

/// The word, number or text around a place.
fn word_at(text: &[u8], at: usize) -> std::ops::Range<usize> {
    let part = |b: &u8| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'-' | b'.');
    let at = at.min(text.len());
    let start = text[..at].iter().rposition(|b| !part(b)).map_or(0, |n| n + 1);
    let end = text[at..].iter().position(|b| !part(b)).map_or(text.len(), |n| at + n);
    start..end
}

/// The line around a place, with its end.
fn line_at(text: &[u8], at: usize) -> std::ops::Range<usize> {
    let at = at.min(text.len());
    let start = text[..at].iter().rposition(|b| *b == b'\n').map_or(0, |n| n + 1);
    let end = text[at..].iter().position(|b| *b == b'\n').map_or(text.len(), |n| at + n + 1);
    start..end
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_seed_makes_the_same_slips() {
        let corpus = ["[unit]\nname = \"A\"\nhex = \"0505\"\n".to_owned(), "turns = 3\n".to_owned()];
        let texts = |seed| {
            let mut slips = Slips::new(seed);
            (0..200).map(|_| slips.text(&corpus)).collect::<Vec<_>>()
        };
        assert_eq!(texts(7), texts(7));
        assert_ne!(texts(7), texts(8));
        let mut different = texts(7);
        different.sort();
        different.dedup();
        assert!(different.len() > 150, "{}", different.len());
    }

    #[test]
    fn nothing_is_made_of_nothing() {
        assert_eq!(Slips::new(1).below(0), 0);
        for seed in 0..100 {
            Slips::new(seed).text(&[]);
            Slips::new(seed).text(&[String::new()]);
        }
    }
}
