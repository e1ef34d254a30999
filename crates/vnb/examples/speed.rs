//! Measures the rules on a scenario file: `cargo run --release -p vnb --example speed -- FILE [GAMES]`.

use std::path::Path;

use table::{Dice, NoLog, Ruleset, SeededDice};
use vnb::Vnb;

fn main() {
    let mut args = std::env::args().skip(1);
    let file = args.next().unwrap_or_else(|| "data/examples/crossroads.scenario.toml".into());
    let games: u64 = args.next().and_then(|n| n.parse().ok()).unwrap_or(0);
    let folder = Path::new(&file).parent().unwrap_or(Path::new(".")).to_owned();
    let text = std::fs::read_to_string(&file).expect("the scenario can be read");
    let mut read = |name: &str| std::fs::read_to_string(folder.join(name)).map_err(|e| e.to_string());
    let setup = match vnb::load(&file, &text, &mut read) {
        Ok(setup) => setup,
        Err(faults) => {
            eprintln!("{faults}");
            std::process::exit(1);
        }
    };
    println!("{}: {} stands, {} features", setup.name, setup.stands.len(), setup.table.features.len());
    // With a number of games nothing else is done, so that a profile shows them alone.
    if games == 0 {
        let (decisions, check) = vnb::bench(&setup);
        println!("{decisions:.0} decisions a second, {check:.2} us to judge a move");
    }
    let mut wins = [0u32; 3];
    let mut count = 0;
    for game in 0..games {
        let mut dice = SeededDice::of_series(1, game);
        let mut pick = SeededDice::of_series(2, game);
        let mut state = Vnb::start(&setup, &mut dice, &mut NoLog);
        let mut orders = Vec::new();
        while let Some(seats) = Vnb::standing(&setup, &state).seats() {
            orders.clear();
            Vnb::orders(&setup, &state, seats.first(), &mut orders);
            let n = (0..4).fold(0usize, |n, _| n * 6 + usize::from(pick.d6("pick"))) % orders.len();
            Vnb::apply(&setup, &mut state, seats.first(), &orders[n].clone(), &mut dice, &mut NoLog);
            count += 1;
        }
        if let table::Standing::Over(end) = Vnb::standing(&setup, &state) {
            wins[end.winner.map_or(2, |w| w as usize)] += 1;
        }
    }
    if games > 0 {
        println!(
            "{games} random games, {count} decisions: Union {}, Confederate {}, drawn {}",
            wins[0], wins[1], wins[2]
        );
    }
}
