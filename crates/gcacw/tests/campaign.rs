//! The campaign of the handbook, played at random to its end: every offer is legal, games end and replay,
//! and nearly every decision a campaign knows comes up.

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::Arc;

use gcacw::{Gcacw, Setup};
use table::{Dice, Game, Header, Line, NoLog, Rules, Ruleset, Seated, SeededDice, Standing, Viewer, replay};

fn crossroads() -> Setup {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data/examples");
    let read = |name: &str| std::fs::read_to_string(folder.join(name)).map_err(|e| e.to_string());
    let file = "crossroads-campaign.scenario.toml";
    let text = read(file).expect("the scenario is there");
    gcacw::load(file, &text, &mut |name| read(name)).unwrap_or_else(|faults| panic!("{faults}"))
}

fn pick(dice: &mut SeededDice, n: usize) -> usize {
    (0..6).fold(0, |sum, _| sum * 6 + dice.d6("choice") as usize - 1) % n
}

#[test]
fn random_campaigns_end_and_know_every_decision() {
    let setup = crossroads();
    let mut kinds: BTreeSet<&'static str> = BTreeSet::new();
    for seed in 0..40 {
        let mut dice = SeededDice::of_series(17, seed);
        let mut choices = SeededDice::of_series(18, seed);
        let mut state = Gcacw::start(&setup, &mut dice, &mut NoLog);
        let mut orders = Vec::new();
        while let Standing::Waiting(decision) = Gcacw::standing(&setup, &state) {
            kinds.insert(decision.kind);
            let seat = decision.seats.first();
            orders.clear();
            Gcacw::orders(&setup, &state, seat, &mut orders);
            assert!(!orders.is_empty(), "a dead end: {}", decision.prompt);
            for order in &orders {
                let written = Gcacw::write_order(&setup, order);
                assert_eq!(Gcacw::read_order(&setup, &written).as_ref(), Ok(order), "{written}");
                if let Err(no) = Gcacw::check(&setup, &state, seat, order) {
                    panic!("game {seed}: offered {written} is refused: {no}");
                }
                let card = Gcacw::card(&setup, &state, order);
                assert!(!card.label.is_empty(), "{written} has no words");
            }
            let order = orders[pick(&mut choices, orders.len())];
            Gcacw::apply(&setup, &mut state, seat, &order, &mut dice, &mut NoLog);
        }
        assert!(Gcacw::standing(&setup, &state).is_over());
    }
    for kind in
        ["manpower", "night-march", "attachment", "off-map-removal", "cavalry-return", "arrival", "raid"]
    {
        assert!(kinds.contains(kind), "{kind} never came up: {kinds:?}");
    }
}

#[test]
fn a_record_of_a_campaign_replays() {
    let setup = Arc::new(crossroads());
    let (mut dice, mut choices) = (SeededDice::from_number(3), SeededDice::from_number(4));
    let (mut game, begun) = Seated::<Gcacw>::start(setup.clone(), &mut dice);
    let mut lines = Vec::new();
    while let Some(seats) = game.standing().seats() {
        let orders = game.orders(seats.first());
        let order = &orders[pick(&mut choices, orders.len())];
        let played = game.play(seats.first(), order, &mut dice).expect("offered");
        lines.push(Line::of(seats.first(), order, &played));
    }
    let header = Header {
        format: Header::FORMAT.into(),
        system: "gcacw".into(),
        scenario: "crossroads-campaign".into(),
        scenario_hash: String::new(),
        version: String::new(),
        players: ["random".into(), "random".into()],
        seed_hash: String::new(),
        seed: None,
        from: None,
        closed: None,
        dice: begun.rolls.clone(),
        events: begun.events.clone(),
    };
    let start = |dice: &mut dyn Dice| -> (Box<dyn Game>, table::Played) {
        let (game, played) = Seated::<Gcacw>::start(setup.clone(), dice);
        (Box::new(game), played)
    };
    let end =
        replay(&header, lines.iter().cloned().map(Ok), start, |_, _, _| {}).unwrap_or_else(|e| panic!("{e}"));
    assert_eq!(end.fingerprint, game.fingerprint());
}

#[test]
fn the_view_tells_of_the_campaign() {
    let setup = crossroads();
    let state = Gcacw::start(&setup, &mut SeededDice::from_number(1), &mut NoLog);
    let view = Gcacw::view(&setup, &state, Viewer::Referee).erase().to_value();
    let campaign = &view["campaign"];
    assert_eq!(campaign["name"], "Hood Strikes North");
    let phases = campaign["phases"].as_array().expect("a list");
    let held: Vec<&str> =
        phases.iter().filter(|p| p["active"] == true).map(|p| p["name"].as_str().expect("a name")).collect();
    assert_eq!(held[0], "Leader Transfer Phase");
    assert_eq!(phases.iter().filter(|p| p["current"] == true).count(), 1);
    assert_eq!(campaign["arrivals"][0]["sets"][1]["units"], serde_json::json!(["Knipe", "Moore"]));
    assert_eq!(campaign["arrivals"][0]["sets"][0]["status"], "waiting");
    assert_eq!(campaign["forts"].as_array().map(Vec::len), Some(2));
    assert_eq!(campaign["army_initiative"], "confederate");
    assert_eq!(campaign["scheduled"][0]["unit"], "Quarles");
    assert_eq!(view["turn_label"], "23 November 1864");
}
