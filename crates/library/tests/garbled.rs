//! Scenario and map files that were cut, garbled or mistyped: a clear fault or a game, never a crash.

use std::fs;
use std::path::Path;

use library::{Scenario, open};
use table::SeededDice;

/// A small generator for the mutations: the same every time.
struct Noise(u64);

impl Noise {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) as usize) % n.max(1)
    }
}

/// The shortest scenario of each system.
fn one_of_each_system() -> Vec<Scenario> {
    let mut found: Vec<Scenario> = Vec::new();
    for entry in library::list() {
        let scenario = open(&entry.id).unwrap();
        match found.iter_mut().find(|s| s.system == scenario.system) {
            Some(known) if known.texts[0].1.len() <= scenario.texts[0].1.len() => {}
            Some(known) => *known = scenario,
            None => found.push(scenario),
        }
    }
    assert!(!found.is_empty());
    found
}

fn short(name: &str) -> &str {
    name.rsplit('/').next().unwrap()
}

/// A stretch of a text between two places where letters begin.
fn stretch(text: &str, noise: &mut Noise) -> std::ops::Range<usize> {
    let mut place = || (noise.below(text.len() + 1)..).find(|n| text.is_char_boundary(*n)).unwrap();
    let (a, b) = (place(), place());
    a.min(b)..a.max(b)
}

/// Words that authors mistype: numbers out of range, wrong kinds, odd letters.
const WRONG: [&str; 14] = [
    "0",
    "-1",
    "99999999999",
    "1e308",
    "nan",
    "true",
    "\"\"",
    "[]",
    "{}",
    "\"union\"",
    "\"9999\"",
    "'é'",
    "=",
    "\n",
];

fn garble(text: &str, noise: &mut Noise) -> String {
    let mut text = text.to_owned();
    match noise.below(5) {
        0 => text.truncate(stretch(&text, noise).start),
        1 => {
            let lines: Vec<&str> = text.lines().collect();
            let out = noise.below(lines.len());
            text =
                lines.iter().enumerate().filter(|(n, _)| *n != out).map(|(_, l)| format!("{l}\n")).collect();
        }
        2 => {
            let lines: Vec<&str> = text.lines().collect();
            let twice = lines[noise.below(lines.len())].to_owned();
            text = lines
                .iter()
                .flat_map(|l| [format!("{l}\n"), if *l == twice { format!("{l}\n") } else { String::new() }])
                .collect();
        }
        3 => value(&mut text, noise),
        _ => {
            let at = stretch(&text, noise).start;
            text.insert_str(at, WRONG[noise.below(WRONG.len())]);
        }
    }
    text
}

/// Puts a wrong value behind some `=`.
fn value(text: &mut String, noise: &mut Noise) {
    let places: Vec<usize> = text.match_indices("= ").map(|(n, _)| n + 2).collect();
    let start = places[noise.below(places.len())];
    let end = text[start..].find([',', '\n', '}']).map_or(text.len(), |n| start + n);
    text.replace_range(start..end, WRONG[noise.below(WRONG.len())]);
}

/// Plays a few random decisions: what was accepted must be playable.
fn try_out(scenario: &Scenario, noise: &mut Noise) {
    let mut dice = SeededDice::from_number(1);
    let (mut game, _) = scenario.start(&mut dice);
    for _ in 0..40 {
        if !game.play_random(&mut |n| noise.below(n), &mut dice) {
            break;
        }
    }
}

fn garbled(scenario: &Scenario, folder: &Path, which: usize, rounds: usize, noise: &mut Noise) {
    let file = |n: usize| folder.join(short(&scenario.texts[n].0));
    for (n, (_, text)) in scenario.texts.iter().enumerate() {
        fs::write(file(n), text).unwrap();
    }
    for _ in 0..rounds {
        fs::write(file(which), garble(&scenario.texts[which].1, noise)).unwrap();
        match open(file(0).to_str().unwrap()) {
            Ok(opened) => try_out(&opened, noise),
            Err(error) => assert!(error.to_string().contains(".toml"), "{error}"),
        }
    }
}

#[test]
fn a_garbled_scenario_is_refused_with_its_file_or_can_be_played() {
    let folder = tempfile::tempdir().unwrap();
    let mut noise = Noise(11);
    for scenario in one_of_each_system() {
        garbled(&scenario, folder.path(), 0, 250, &mut noise);
    }
}

#[test]
fn a_garbled_map_is_refused_with_its_file_or_can_be_played() {
    let folder = tempfile::tempdir().unwrap();
    let mut noise = Noise(13);
    for scenario in one_of_each_system() {
        garbled(&scenario, folder.path(), 1, 60, &mut noise);
    }
}
