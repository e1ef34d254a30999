//! The picture of the table.

mod common;

use common::example;
use table::{NoLog, Ruleset, SeededDice};
use vnb::{Picture, Vnb, svg};

#[test]
fn the_picture_is_well_formed_and_the_same_every_time() {
    let setup = example("crossroads");
    let state = Vnb::start(&setup, &mut SeededDice::from_number(1), &mut NoLog);
    let picture = Picture { arcs: vec![2, 6], ..Picture::default() };
    let drawn = svg(&setup, Some(&state), &picture);
    assert_eq!(drawn, svg(&setup, Some(&state), &picture));
    assert!(drawn.starts_with("<svg") && drawn.trim_end().ends_with("</svg>"));
    for name in ["Williams", "Chapel Hill", "Mill Run", "Crossroads"] {
        assert!(drawn.contains(name), "{name}");
    }
    // Every group that is opened is closed.
    assert_eq!(drawn.matches("<g").count(), drawn.matches("</g>").count());
    assert!(!drawn.contains("NaN"));
    let bare = svg(&setup, None, &Picture { bare: true, ..Picture::default() });
    assert!(!bare.contains("Williams") && bare.contains("Mill Run"));
}

#[test]
fn names_cannot_break_out_of_the_picture() {
    let table = "format = \"hardtack-table/1\"\nname = \"<script>&\"\n[[feature]]\nkind = \"stream\"\nname = \"a<b>&\\\"c\"\nshape = { line = [[0, 0], [5, 5]] }\n";
    let scenario = "format = \"hardtack-scenario/1\"\nsystem = \"vnb\"\nname = \"x\"\ntable = \"t\"\nfirst = \"union\"\n";
    let setup = vnb::load("x", scenario, &mut |_| Ok(table.to_owned())).unwrap();
    let drawn = svg(&setup, None, &Picture::default());
    assert!(!drawn.contains("<script>") && drawn.contains("a&lt;b&gt;&amp;"));
}
