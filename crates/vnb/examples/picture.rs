//! Draws the table of a scenario file: `cargo run -p vnb --example picture -- FILE > table.svg`.

use std::path::Path;

use table::{NoLog, Ruleset, SeededDice};

fn main() {
    let file = std::env::args().nth(1).unwrap_or_else(|| "data/examples/crossroads.scenario.toml".into());
    let folder = Path::new(&file).parent().unwrap_or(Path::new(".")).to_owned();
    let text = std::fs::read_to_string(&file).expect("the scenario can be read");
    let mut read = |name: &str| std::fs::read_to_string(folder.join(name)).map_err(|e| e.to_string());
    let setup = vnb::load(&file, &text, &mut read).unwrap_or_else(|faults| panic!("{faults}"));
    let state = vnb::Vnb::start(&setup, &mut SeededDice::from_number(1), &mut NoLog);
    println!("{}", vnb::svg(&setup, Some(&state), &vnb::Picture::default()));
}
