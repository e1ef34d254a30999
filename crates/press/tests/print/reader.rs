//! As much of a PDF reader as it takes to measure what was printed.

use std::collections::BTreeMap;
use std::io::Read;

/// A point after all transformations, in points of the page, y upwards.
pub type Point = (f64, f64);
type Matrix = [f64; 6];

pub struct Pdf {
    objects: BTreeMap<u32, Vec<u8>>,
    /// The dictionary of everything that pages and drawings call by name.
    names: String,
    /// What each letter of each font stands for.
    fonts: BTreeMap<String, BTreeMap<String, String>>,
}

/// What a page shows.
#[derive(Default)]
pub struct Shown {
    /// The corners of every path.
    pub paths: Vec<Vec<Point>>,
    /// The letters, a line for each text.
    pub text: String,
}

fn find(data: &[u8], what: &[u8], from: usize) -> Option<usize> {
    data.get(from..)?.windows(what.len()).position(|w| w == what).map(|at| at + from)
}

/// The number after a key of a dictionary.
fn number(object: &[u8], key: &str) -> Option<u32> {
    let after = find(object, key.as_bytes(), 0)? + key.len();
    let text = std::str::from_utf8(object.get(after..(after + 12).min(object.len()))?).ok()?;
    text.split_whitespace().next()?.parse().ok()
}

impl Pdf {
    pub fn read(bytes: &[u8]) -> Pdf {
        let mut objects = BTreeMap::new();
        let mut at = 0;
        while let Some(found) = find(bytes, b" 0 obj\n", at) {
            let start = bytes[..found].iter().rposition(|b| *b == b'\n').map_or(0, |n| n + 1);
            let id = std::str::from_utf8(&bytes[start..found]).unwrap().parse().unwrap();
            // A stream may hold anything: its length says where it ends.
            let end = find(bytes, b"endobj", found).unwrap();
            let stream = find(bytes, b"stream\n", found).filter(|s| *s < end);
            let end = stream.map_or(end, |s| {
                let length = number(&bytes[found..s], "/Length ").unwrap() as usize;
                find(bytes, b"endobj", s + 7 + length).unwrap()
            });
            objects.insert(id, bytes[found + 7..end].to_vec());
            at = end;
        }
        let named = |o: &&Vec<u8>| o.len() < 100_000 && find(o, b"/XObject <<", 0).is_some();
        let names = objects.values().find(named).map(|o| String::from_utf8_lossy(o).into_owned()).unwrap();
        let mut pdf = Pdf { objects, names, fonts: BTreeMap::new() };
        for font in ["F0", "F1", "F2"].into_iter().filter(|font| pdf.names.contains(&format!("/{font} "))) {
            let letters = pdf.letters(font);
            pdf.fonts.insert(font.to_owned(), letters);
        }
        pdf
    }

    fn stream(&self, id: u32) -> String {
        let object = &self.objects[&id];
        let start = find(object, b"stream\n", 0).unwrap() + 7;
        let length = number(&object[..start], "/Length ").unwrap() as usize;
        let mut out = Vec::new();
        flate2::read::ZlibDecoder::new(&object[start..start + length]).read_to_end(&mut out).unwrap();
        String::from_utf8(out).unwrap()
    }

    /// The pages in their order.
    pub fn pages(&self) -> Vec<u32> {
        let tree = self.objects.values().find(|o| find(o, b"/Type /Pages", 0).is_some()).unwrap();
        let text = String::from_utf8_lossy(tree);
        let kids = text.split("/Kids [").nth(1).unwrap().split(']').next().unwrap();
        let kids: Vec<u32> = kids.split(" 0 R").filter_map(|id| id.trim().parse().ok()).collect();
        assert_eq!(number(tree, "/Count "), Some(kids.len() as u32));
        kids
    }

    /// The object that pages and drawings call by this name.
    fn named(&self, name: &str) -> u32 {
        number(self.names.as_bytes(), &format!("/{name} "))
            .unwrap_or_else(|| panic!("nothing is called {name}"))
    }

    /// What each letter of a font stands for.
    fn letters(&self, font: &str) -> BTreeMap<String, String> {
        let map = number(&self.objects[&self.named(font)], "/ToUnicode ").unwrap();
        let pairs = self.stream(map);
        let pair = |line: &str| {
            let mut parts = line.split(['<', '>']).filter(|p| !p.trim().is_empty());
            let (letter, said) = (parts.next()?, parts.next()?);
            let units: Option<Vec<u16>> =
                (0..said.len() / 4).map(|n| u16::from_str_radix(&said[n * 4..n * 4 + 4], 16).ok()).collect();
            Some((letter.to_owned(), String::from_utf16(&units?).ok()?))
        };
        pairs.lines().filter(|line| line.starts_with('<')).filter_map(pair).collect()
    }

    pub fn page(&self, n: usize) -> Shown {
        let id = self.pages()[n];
        let content = number(&self.objects[&id], "/Contents ").unwrap();
        let mut shown = Shown::default();
        self.run(&self.stream(content), [1.0, 0.0, 0.0, 1.0, 0.0, 0.0], &mut shown);
        shown
    }

    /// Width and height of a page in points.
    pub fn size(&self, n: usize) -> (f64, f64) {
        let text = String::from_utf8_lossy(&self.objects[&self.pages()[n]]).into_owned();
        let rect = text.split("/MediaBox [").nth(1).unwrap().split(']').next().unwrap();
        let sides: Vec<f64> = rect.split_whitespace().map(|v| v.parse().unwrap()).collect();
        (sides[2], sides[3])
    }

    fn run(&self, content: &str, mut now: Matrix, shown: &mut Shown) {
        let mut saved = Vec::new();
        let mut stack: Vec<&str> = Vec::new();
        let mut path: Vec<Point> = Vec::new();
        let none = BTreeMap::new();
        let (mut letters, mut silent) = (&none, false);
        let place = |m: &Matrix, x: f64, y: f64| (m[0] * x + m[2] * y + m[4], m[1] * x + m[3] * y + m[5]);
        for word in content.split_whitespace() {
            let value = |from_end: usize| stack[stack.len() - from_end].parse::<f64>().unwrap();
            match word {
                "q" => saved.push(now),
                "Q" => now = saved.pop().unwrap(),
                "cm" => {
                    let m: Vec<f64> = (1..=6).rev().map(value).collect();
                    let [a, b, c, d, e, f] = now;
                    now = [
                        a * m[0] + c * m[1],
                        b * m[0] + d * m[1],
                        a * m[2] + c * m[3],
                        b * m[2] + d * m[3],
                        a * m[4] + c * m[5] + e,
                        b * m[4] + d * m[5] + f,
                    ];
                }
                "m" | "l" | "c" => path.push(place(&now, value(2), value(1))),
                "f" | "f*" | "S" | "n" => shown.paths.push(std::mem::take(&mut path)),
                "Do" => {
                    let name = stack.last().unwrap().trim_start_matches('/');
                    self.run(&self.stream(self.named(name)), now, shown);
                }
                "Tf" => letters = &self.fonts[stack[stack.len() - 2].trim_start_matches('/')],
                "BMC" => silent = true,
                "EMC" => silent = false,
                "TJ" if !silent => {
                    let from = stack.iter().rposition(|w| w.starts_with('[')).unwrap();
                    let text = stack[from..].join(" ");
                    for part in text.split('<').skip(1) {
                        let hex = part.split('>').next().unwrap();
                        (0..hex.len() / 4)
                            .for_each(|n| shown.text.push_str(&letters[&hex[n * 4..n * 4 + 4]]));
                    }
                }
                "ET" if !silent => shown.text.push('\n'),
                operand => {
                    stack.push(operand);
                    continue;
                }
            }
            stack.clear();
        }
    }
}
