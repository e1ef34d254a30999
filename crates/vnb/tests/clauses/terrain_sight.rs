//! The visibility rows of the terrain table.

use serde_json::json;
use table::rule;

use crate::common::*;

/// Whether A at (30, ya) facing north sees B at (30, yb) facing south.
fn sees(features: &[String], ya: f64, yb: f64) -> bool {
    let refs: Vec<&str> = features.iter().map(String::as_str).collect();
    let w = position(
        "",
        &refs,
        &[
            stand('u', "A", "ib", "rm", (30.0, ya, 0.0), ""),
            stand('c', "B", "ib", "rm", (30.0, yb, 180.0), ""),
        ],
    );
    let ab = w.ask(json!({"ask": "visible", "from": "A", "to": "B"}))["visible"].as_bool().unwrap();
    let ba = w.ask(json!({"ask": "visible", "from": "B", "to": "A"}))["visible"].as_bool().unwrap();
    assert_eq!(ab, ba, "sight works both ways here");
    ab
}
fn band(kind: &str, y0: f64, y1: f64, more: &str) -> String {
    feature(kind, &rect(5.0, y0, 55.0, y1), more)
}

/// Whether two stands on the level see each other across a band of this.
fn across(kind: &str, more: &str) -> bool {
    sees(&[band(kind, 25.0, 28.0, more)], 15.0, 40.0)
}

#[rule("VTER-6")]
#[test]
fn what_blocks_a_line() {
    assert!(!across("orchard", "") && !across("forest", ""));
    assert!(across("marsh", "") && across("fort", ""));
    for line in ["road", "stream", "river", "field-works", "low-wall"] {
        assert!(sees(&[feature(line, "line = [[0, 25], [60, 25]]", "")], 15.0, 40.0), "{line}");
    }
}

#[rule("VTER-21")]
#[test]
fn thick_growth_hides_where_the_table_says_so() {
    for kind in ["broken-ground", "swamp"] {
        assert!(across(kind, "") && !across(kind, "blocks_los = true"), "{kind}");
    }
}

#[rule("VTER-22")]
#[test]
fn standing_crops_hide_and_flattened_ones_do_not() {
    assert!(!across("crops", "") && across("crops", "flattened = true"));
}

#[rule("VTER-58")]
#[test]
fn towns_hide_what_is_behind_them_not_who_is_in_them() {
    let blocks: Vec<String> = (0..8)
        .map(|k| feature("town", &rect(17.0 + 3.0 * f64::from(k), 25.0, 20.0 + 3.0 * f64::from(k), 28.0), ""))
        .collect();
    assert!(!sees(&blocks, 15.0, 40.0), "a town blocks");
    let village = feature("village", &rect(28.5, 25.0, 31.5, 26.5), "");
    assert!(sees(&[village], 15.0, 40.0), "a village does not");
    let town = feature("town", &rect(28.5, 25.0, 31.5, 28.0), "name = \"Town\"");
    let stands =
        [garrison('u', "A", "ib", "rm", "Town", ""), stand('c', "B", "ib", "rm", (30.0, 40.0, 180.0), "")];
    let w = position("", &[&town], &stands);
    assert!(w.pos().visible(w.id("A"), w.id("B")) && w.pos().visible(w.id("B"), w.id("A")));
}

#[rule("VTER-73")]
#[test]
fn ruins_hide_what_is_behind_them() {
    let farm = feature("village", &rect(28.5, 25.0, 31.5, 26.5), "");
    let stands = [
        stand('u', "A", "ib", "rm", (30.0, 15.0, 0.0), ""),
        stand('c', "B", "ib", "rm", (30.0, 40.0, 180.0), ""),
    ];
    let mut w = position("", &[&farm], &stands);
    assert!(w.pos().visible(w.id("A"), w.id("B")));
    w.state.building_mut(vnb::ids::FeatureId::new(0)).burnt_out = true;
    assert!(!w.pos().visible(w.id("A"), w.id("B")));
}

#[rule("VTER-26", "VTER-27", "VTER-50")]
#[test]
fn sight_in_and_out_of_woods() {
    // The wood begins at y = 25. A's front edge is at ya + 1.5.
    let wood = band("forest", 25.0, 60.0, "");
    // B inside faces south: its front edge at yb - 1.5; on the edge if its footprint touches y = 25.
    assert!(sees(std::slice::from_ref(&wood), 15.0, 26.4), "on the edge");
    assert!(!sees(std::slice::from_ref(&wood), 15.0, 28.6), "two inches deep");
    // Inside: an inch, no farther.
    assert!(sees(std::slice::from_ref(&wood), 30.0, 34.0));
    assert!(!sees(&[wood], 30.0, 34.1));
    let orchard = band("orchard", 25.0, 60.0, "");
    assert!(sees(std::slice::from_ref(&orchard), 30.0, 36.0));
    assert!(!sees(std::slice::from_ref(&orchard), 30.0, 36.1));
    assert!(sees(&[orchard], 15.0, 26.4));
}

#[rule("VTER-33")]
#[test]
fn forts_hide_those_who_keep_away_from_the_rampart() {
    let fort = band("fort", 25.0, 45.0, "");
    assert!(sees(std::slice::from_ref(&fort), 10.0, 26.5), "touching the rampart");
    assert!(!sees(std::slice::from_ref(&fort), 10.0, 35.0));
    assert!(sees(&[fort], 30.0, 40.0), "inside as usual");
}

#[rule("VTER-40", "VGAP-12")]
#[test]
fn hills_and_looking_over() {
    let ridge = band("hill", 25.0, 28.0, "");
    assert!(!sees(std::slice::from_ref(&ridge), 15.0, 40.0));
    let high = band("hill", 5.0, 18.0, "contours = 2");
    assert!(sees(&[ridge.clone(), high.clone()], 15.0, 40.0), "a viewer on level 2 looks over level 1");
    let equal = band("hill", 5.0, 18.0, "");
    assert!(sees(&[ridge, equal.clone()], 15.0, 40.0), "a hill must be higher than both ends");
    // Woods are one level above their ground.
    let wood = band("forest", 25.0, 28.0, "");
    assert!(!sees(&[wood.clone(), equal], 15.0, 40.0));
    assert!(sees(&[wood, high], 15.0, 40.0));
    // Crops are as high as their ground.
    assert!(sees(&[band("crops", 25.0, 28.0, ""), band("hill", 5.0, 18.0, "")], 15.0, 40.0));
    // One clear line of the five is enough: a hill that hides all but a corner.
    let most = feature("hill", &rect(5.0, 25.0, 30.5, 28.0), "");
    assert!(sees(&[most], 15.0, 40.0));
}

#[rule("VTER-66")]
#[test]
fn tree_lines() {
    let trees = vec![feature("tree-line", "line = [[5, 25], [55, 25]]", "")];
    assert!(!sees(&trees, 15.0, 40.0));
    assert!(sees(&trees, 23.5, 40.0), "touching it");
    assert!(sees(&trees, 22.5, 40.0), "an inch away");
    assert!(!sees(&trees, 22.4, 40.0));
}

#[rule("VTER-58")]
#[test]
fn garrisons_see_and_are_seen() {
    let town = feature("town", &rect(28.5, 30.0, 31.5, 33.0), "name = \"Town\"");
    let w = position(
        "",
        &[&town],
        &[
            stand('u', "A", "ib", "rm", (30.0, 20.0, 0.0), ""),
            garrison('c', "B", "ib", "rm", "Town", ""),
            stand('u', "C", "ib", "rm", (30.0, 40.0, 180.0), ""),
        ],
    );
    for (from, to) in [("A", "B"), ("B", "A"), ("C", "B")] {
        assert_eq!(
            w.ask(json!({"ask": "visible", "from": from, "to": to}))["visible"],
            json!(true),
            "{from} {to}"
        );
    }
    assert_eq!(w.ask(json!({"ask": "visible", "from": "B", "to": "A"}))["arc"], json!("all-round"));
    let blocks: Vec<String> = (0..8)
        .map(|k| {
            feature(
                "town",
                &rect(17.0 + 3.0 * f64::from(k), 30.0, 20.0 + 3.0 * f64::from(k), 33.0),
                &format!("name = \"T{k}\""),
            )
        })
        .collect();
    assert!(!sees(&blocks, 20.0, 40.0));
}
