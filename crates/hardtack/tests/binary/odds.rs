//! Odds from the facts of a combat.

use std::fs;

use crate::common::hardtack;
use serde_json::Value;

#[test]
fn every_system_has_a_table_for_people_and_json() {
    for system in ["gcacw", "lfm", "vnb"] {
        let done = hardtack(&["odds", system]);
        assert!(done.code == 0 && done.out.contains(" in 100: ") && done.out.contains('█'), "{}", done.out);
        let answer = hardtack(&["odds", system, "--json"]).json();
        let chances: Vec<f64> = match answer["hits"].as_array() {
            Some(hits) => hits.iter().map(|p| p.as_f64().unwrap()).collect(),
            None => answer["outcomes"].as_array().unwrap().iter().map(|o| o["p"].as_f64().unwrap()).collect(),
        };
        assert!((chances.iter().sum::<f64>() - 1.0).abs() < 1e-9, "{answer}");
        let help = hardtack(&["odds", system, "--help"]);
        assert!(help.code == 0 && help.out.contains("--json"), "{}", help.out);
    }
}

/// The same combat on a map of two units, asked of the referee.
#[test]
fn the_odds_are_those_of_the_referee() {
    let folder = tempfile::tempdir().unwrap();
    let map = "format = \"hardtack-map/1\"\nname = \"Field\"\nyards_per_hex = 1940\n[grid]\nshape = \"pointy\"\n\
               label = \"RRCC\"\nrows = 5\ncolumns = 5\n[terrain]\ndefault = \"clear\"\nwoods = [\"0303\"]\n";
    fs::write(folder.path().join("field.map.toml"), map).unwrap();
    let unit = |name: &str, side: &str, hex: &str, manpower: u8, tactical: u8, more: &str| {
        format!(
            "[[unit]]\nside = \"{side}\"\nname = \"{name}\"\nsize = \"division\"\narm = \"infantry\"\n\
             tactical = {tactical}\nartillery = 2\nmanpower = {manpower}\nfatigue = 1\nhex = \"{hex}\"\n{more}"
        )
    };
    let scenario = format!(
        "format = \"hardtack-scenario/1\"\nsystem = \"gcacw\"\nname = \"Field\"\nmap = \"field.map.toml\"\n[gcacw]\n\
         game = \"HSN\"\nyear = 1864\nturns = 1\nstarts = \"1864-11-29\"\nrandom_events = false\n{}{}",
        unit("Brown", "confederate", "0302", 10, 3, ""),
        unit("Wagner", "union", "0303", 5, 1, "entrenchment = \"breastwork\"\n"),
    );
    let file = folder.path().join("field.scenario.toml");
    fs::write(&file, scenario).unwrap();
    let question = r#"{"ask":"attack","unit":"Brown","target":"0303","type":"prepared"}"#;
    let asked = hardtack(&["ask", file.to_str().unwrap(), question]).json();
    let odds = "odds gcacw --type prepared --attacker-manpower 10 --attacker-tactical 3 --defender-manpower 5 \
                --defender-tactical 1 --terrain woods --works breastwork --json";
    let counted = hardtack(&odds.split_whitespace().collect::<Vec<_>>()).json();
    assert!(asked["outcomes"].as_array().is_some_and(|outcomes| outcomes.len() > 5), "{asked}");
    for key in ["outcomes", "modifiers", "attacker_value", "defender_value"] {
        assert_eq!(counted[key], asked[key], "{key}");
    }
}

#[test]
fn modifiers_are_told_with_their_rules() {
    let done = hardtack(&["odds", "gcacw", "--type", "column", "--attacker-manpower", "11"]);
    assert!(done.out.contains("column of route") && done.out.contains("[G7.4-49]"), "{}", done.out);
}

#[test]
fn a_combat_that_cannot_be_is_told_why() {
    let done = hardtack(&["odds", "vnb", "--range", "24", "--json"]);
    let told: Value = done.json();
    assert!(done.code == 2 && told["error"].is_string() && told["clause"].is_string(), "{told}");
    let done = hardtack(&["odds", "vnb", "--range", "24"]);
    assert!(done.code == 2 && done.err.contains("no such combat"), "{}", done.err);
    let done = hardtack(&["odds", "gcacw", "--attacker-manpower", "99"]);
    assert!(done.code == 2 && done.err.contains("1..=11"), "{}", done.err);
    assert_eq!(hardtack(&["odds", "chess"]).code, 2);
    assert_eq!(hardtack(&["odds"]).code, 2);
}
