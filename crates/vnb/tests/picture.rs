//! The picture of the table.

mod common;

use common::example;
use vnb::{Picture, draw};

#[test]
fn the_picture_is_well_formed_and_the_same_every_time() {
    let table = example("crossroads").table;
    let picture = Picture { overlay: "<g id=\"over\"></g>", ..Picture::default() };
    let drawn = draw(&table, &picture);
    assert_eq!(drawn, draw(&table, &picture));
    assert!(drawn.starts_with("<svg") && drawn.trim_end().ends_with("<g id=\"over\"></g></g></svg>"));
    for name in ["Chapel Hill", "Mill Run", "Crossroads"] {
        assert!(drawn.contains(name), "{name}");
    }
    // Every group that is opened is closed.
    assert_eq!(drawn.matches("<g").count(), drawn.matches("</g>").count());
    assert!(!drawn.contains("NaN"));
    let bare = draw(&table, &Picture { bare: true, ..Picture::default() });
    assert!(!bare.contains("600 yards") && bare.contains("Mill Run"));
    assert!(drawn.contains("600 yards") && drawn.contains(">N</text>"), "scale and compass");
    for (kind, there) in [("Forest", true), ("Low wall", true), ("Fortress", false)] {
        assert_eq!(drawn.contains(&format!(">{kind}</text>")), there, "the legend: {kind}");
    }
    assert!(drawn.contains("%\">The pike</textPath>"), "along the road");
    assert!(drawn.contains("%\">Mill Run</textPath>"), "along the stream");
}

#[test]
fn names_cannot_break_out_of_the_picture() {
    let table = "format = \"hardtack-table/1\"\nname = \"<script>&\"\n[[feature]]\nkind = \"stream\"\nname = \"a<b>&\\\"c\"\nshape = { line = [[0, 0], [5, 5]] }\n";
    let drawn = draw(&vnb::load_table("t", table).unwrap(), &Picture::default());
    assert!(!drawn.contains("<script>") && drawn.contains("a&lt;b&gt;&amp;"));
}
