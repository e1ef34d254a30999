//! Maps, tables, scenarios, campaigns, lessons and records.

use library::{Scenario, open_texts};
use table::laws::Slips;
use table::{Header, Line, SeededDice, replay};

use crate::bench::read;

const MAP: &str = include_str!("../../../../data/examples/crossroads.map.toml");
const TABLE: &str = include_str!("../../../../data/examples/crossroads.table.toml");
const GCACW: &str = include_str!("../../../../data/examples/crossroads-gcacw.scenario.toml");
const CAMPAIGN: &str = include_str!("../../../../data/examples/crossroads-campaign.scenario.toml");
const VNB: &str = include_str!("../../../../data/examples/crossroads.scenario.toml");
const LFM: &str = include_str!("../../../../data/examples/lfm-example.scenario.toml");
const LFM_MAP: &str = include_str!("../../../../data/examples/lfm-example.map.toml");

const LESSON: &str = include_str!("../../../../data/examples/crossroads-gcacw.lesson.toml");

/// The files beside the examples.
fn beside() -> Vec<(&'static str, String)> {
    let files =
        [("crossroads.map.toml", MAP), ("crossroads.table.toml", TABLE), ("lfm-example.map.toml", LFM_MAP)];
    files.map(|(name, text)| (name, text.to_owned())).to_vec()
}

/// What was accepted must be playable: a few random decisions.
fn try_out(scenario: &Scenario) {
    let mut dice = SeededDice::from_number(1);
    let (mut game, _) = scenario.start(&mut dice);
    let mut noise = Slips::new(7);
    for _ in 0..40 {
        if !game.play_random(&mut |n| noise.below(n), &mut dice) {
            break;
        }
    }
}

/// Every text as the scenario beside the right files.
fn scenarios(target: &str, texts: &[&str], usual: u64) {
    let beside = beside();
    for text in texts {
        open_texts("x.scenario.toml", (*text).to_owned(), &beside).unwrap();
    }
    read(target, texts.iter().map(|text| (*text).to_owned()).collect(), usual, |text| {
        match open_texts("x.scenario.toml", text.to_owned(), &beside) {
            Ok(scenario) => try_out(&scenario),
            Err(faults) => assert!(faults.to_string().contains(".toml"), "{faults}"),
        }
    });
}

#[test]
fn maps() {
    let scenario = |map: &str| {
        let beside = [("crossroads.map.toml", map.to_owned())];
        open_texts("x.scenario.toml", GCACW.to_owned(), &beside)
    };
    read("map", vec![MAP.to_owned(), LFM_MAP.to_owned()], 400, |text| {
        // A map with faults is read as far as it goes, so that those of its scenario are told too.
        if let Ok(opened) = scenario(text) {
            try_out(&opened);
        }
        let beside = [("lfm-example.map.toml", text.to_owned())];
        if let Ok(opened) = open_texts("x.scenario.toml", LFM.to_owned(), &beside) {
            try_out(&opened);
        }
    });
}

#[test]
fn units_in_tables() {
    let blocks = "[[units]]\nfile = \"oob.csv\"\n[[units]]\nside = \"union\"\nfile = \"more.csv\"\n[[units]]\nside = \"union\"\n\
                  rows = \"\"\"\nname arm manpower hex\nX infantry 3 4811\n\"\"\"\n";
    let (text, _) = GCACW.split_once("# ---- Markers").unwrap();
    let text = format!("{text}{blocks}");
    let oob = "side,name,arm,manpower,hex,arrives.turn,arrives.hexes,mounted\nunion,A,infantry,3,4811,,,yes\n\
               confederate,\"B, C\",cavalry,2,,2,4108 4111,\n";
    let more = "name arm manpower hex\n\"D E\" infantry 3 4811\n";
    read("units", vec![oob.to_owned(), more.to_owned(), text.clone()], 300, |slipped| {
        let mut beside = beside();
        let is_scenario = slipped.contains('[');
        beside.push(("oob.csv", if is_scenario { oob.to_owned() } else { slipped.to_owned() }));
        beside.push(("more.csv", if is_scenario { more.to_owned() } else { slipped.to_owned() }));
        let scenario = if is_scenario { slipped.to_owned() } else { text.clone() };
        if let Err(faults) = open_texts("x.scenario.toml", scenario, &beside) {
            assert!(
                faults.0.iter().all(|fault| fault.line.is_some() || !fault.file.ends_with(".csv")),
                "{faults}"
            );
        }
    });
}

#[test]
fn tables() {
    read("table", vec![TABLE.to_owned()], 300, |text| {
        let beside = [("crossroads.table.toml", text.to_owned())];
        if let Ok(opened) = open_texts("x.scenario.toml", VNB.to_owned(), &beside) {
            try_out(&opened);
        }
    });
}

#[test]
fn scenarios_of_great_campaigns() {
    scenarios("gcacw", &[GCACW], 300);
}

#[test]
fn scenarios_of_the_last_full_measure() {
    scenarios("lfm", &[LFM], 300);
}

#[test]
fn scenarios_of_volley_and_bayonet() {
    scenarios("vnb", &[VNB], 300);
}

#[test]
fn campaigns() {
    scenarios("campaign", &[CAMPAIGN], 300);
}

#[test]
fn lessons() {
    let open = |text: &str| library::lesson::reopen_lesson("x", text);
    open(LESSON).unwrap();
    read("lesson", vec![LESSON.to_owned()], 200, |text| match open(text) {
        Ok(lesson) => assert!(!lesson.is_empty()),
        Err(faults) => assert!(faults.to_string().contains("x.lesson.toml"), "{faults}"),
    });
}

/// A short game as a record.
fn record(scenario: &Scenario) -> String {
    let mut dice = SeededDice::from_number(3);
    let (mut game, begun) = scenario.start(&mut dice);
    let header = Header {
        format: Header::FORMAT.into(),
        system: scenario.system.into(),
        scenario: scenario.id.clone(),
        scenario_hash: scenario.hash(),
        version: "0".into(),
        players: ["a".into(), "b".into()],
        seed_hash: String::new(),
        seed: None,
        from: None,
        closed: None,
        dice: begun.rolls,
        events: begun.events,
    };
    let mut lines = vec![serde_json::to_string(&header).unwrap()];
    let mut noise = Slips::new(5);
    for _ in 0..12 {
        let Some(seat) = game.standing().seats().map(|seats| seats.first()) else { break };
        let orders = game.orders(seat);
        let order = orders[noise.below(orders.len())].clone();
        let played = game.play(seat, &order, &mut dice).unwrap();
        lines.push(serde_json::to_string(&Line::of(seat, &order, &played)).unwrap());
    }
    lines.join("\n") + "\n"
}

#[test]
fn records() {
    for (system, text) in [("gcacw", GCACW), ("lfm", LFM), ("vnb", VNB)] {
        let scenario = open_texts("x.scenario.toml", text.to_owned(), &beside()).unwrap();
        let record = record(&scenario);
        let play = |text: &str| -> Result<(), String> {
            let mut lines = text.lines();
            let header: Header =
                serde_json::from_str(lines.next().unwrap_or_default()).map_err(|e| e.to_string())?;
            let lines = lines.map(|line| serde_json::from_str::<Line>(line).map_err(|e| e.to_string()));
            let done = replay(&header, lines, |dice| scenario.start(dice), |_, _, _| ());
            done.map(|_| ()).map_err(|e| e.to_string())
        };
        play(&record).unwrap();
        read(&format!("record-{system}"), vec![record], 200, |text| drop(play(text)));
    }
}
