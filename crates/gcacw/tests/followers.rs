//! A client that saw the first view and then only the events keeps the condition of every piece: in every
//! scenario, and for every viewer where not all know the same.

use std::collections::BTreeMap;
use std::path::Path;

use gcacw::{Gcacw, Order, Setup, State, Told};
use table::view::Condition;
use table::{Commander, Dice, Happened, Ruleset, SeededDice, Side, Viewer};

type Memory = <Gcacw as Commander>::Memory;

const VIEWERS: [Viewer; 4] =
    [Viewer::Referee, Viewer::Seat(Side::Union), Viewer::Seat(Side::Confederate), Viewer::Spectator];

fn folder() -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data/gcacw")
}

/// The scenarios that come with the program.
fn scenarios() -> Vec<String> {
    let files = std::fs::read_dir(folder()).expect("the data are there").flatten();
    let names = files.map(|f| f.file_name().to_string_lossy().into_owned());
    let mut names: Vec<String> =
        names.filter_map(|f| f.strip_suffix(".scenario.toml").map(str::to_owned)).collect();
    names.sort_unstable();
    names
}

fn scenario(id: &str, hidden: bool) -> Setup {
    let read = |name: &str| std::fs::read_to_string(folder().join(name)).map_err(|e| e.to_string());
    let options = if hidden { vec!["limited-intelligence".to_owned()] } else { Vec::new() };
    let file = format!("{id}.scenario.toml");
    let text = read(&file).expect("the scenario is there");
    gcacw::load_with(&file, &text, &options, &mut |name| read(name))
        .unwrap_or_else(|faults| panic!("{faults}"))
}

/// Who follows the events alone.
struct Follower {
    viewer: Viewer,
    pieces: BTreeMap<String, Condition>,
}

impl Follower {
    fn new(setup: &Setup, state: &State, viewer: Viewer) -> Follower {
        Follower { viewer, pieces: shown(setup, state, viewer) }
    }

    fn hear(&mut self, setup: &Setup, events: &[Happened<Told>]) {
        for told in events.iter().filter_map(|e| Gcacw::event_for(setup, e, self.viewer)) {
            for now in told.now {
                match now.now.r#where.as_deref() {
                    Some("removed") => self.pieces.remove(&now.id),
                    _ => self.pieces.insert(now.id, now.now),
                };
            }
        }
    }
}

fn shown(setup: &Setup, state: &State, viewer: Viewer) -> BTreeMap<String, Condition> {
    Gcacw::view(setup, state, viewer).pieces.into_iter().map(|p| (p.id, p.now)).collect()
}

/// A number below `n` from dice.
fn pick(dice: &mut SeededDice, n: usize) -> usize {
    (0..6).fold(0, |sum, _| sum * 6 + dice.d6("choice") as usize - 1) % n
}

/// The order the doctrine thinks most of.
fn best(setup: &Setup, state: &State, seat: Side, orders: &[Order], memory: &mut Memory) -> usize {
    let mut scores = Vec::new();
    Gcacw::doctrine(setup, state, seat, orders, memory, &mut scores);
    (0..orders.len()).max_by(|a, b| scores[*a].total_cmp(&scores[*b])).unwrap_or(0)
}

/// Plays a game and compares after every order what each follower keeps with what he would see.
fn follow(setup: &Setup, seed: u64, viewers: &[Viewer]) {
    let (mut dice, mut choices) = (SeededDice::of_series(21, seed), SeededDice::of_series(22, seed));
    let mut memory = Gcacw::memory(setup);
    let mut state = Gcacw::start(setup, &mut dice, &mut table::NoLog);
    let mut followers: Vec<Follower> = viewers.iter().map(|v| Follower::new(setup, &state, *v)).collect();
    while let Some(seats) = Gcacw::standing(setup, &state).seats() {
        let seat = seats.first();
        let mut orders = Vec::new();
        Gcacw::orders(setup, &state, seat, &mut orders);
        // Every second order is the doctrine's, so that armies meet.
        let nth = match pick(&mut choices, 2) {
            0 => pick(&mut choices, orders.len()),
            _ => best(setup, &state, seat, &orders, &mut memory),
        };
        let order = orders[nth];
        let mut events: Vec<Happened<Told>> = Vec::new();
        Gcacw::apply(setup, &mut state, seat, &order, &mut dice, &mut events);
        for follower in &mut followers {
            follower.hear(setup, &events);
            let seen = shown(setup, &state, follower.viewer);
            let (order, viewer) = (Gcacw::write_order(setup, &order), follower.viewer);
            assert_eq!(follower.pieces, seen, "{}: {viewer:?} after `{order}`", setup.name);
        }
    }
}

#[test]
fn events_alone_keep_the_whole_position() {
    for id in scenarios() {
        let setup = scenario(&id, false);
        for seed in 0..2 {
            follow(&setup, seed, &VIEWERS[..1]);
        }
    }
}

#[test]
fn events_keep_what_each_viewer_may_know() {
    // Limited Intelligence is for the Basic Game.
    for id in scenarios().iter().filter(|id| !scenario(id, false).advanced) {
        for seed in 0..3 {
            follow(&scenario(id, true), seed, &VIEWERS);
        }
    }
}
