//! The turn of Hood Strikes North, Advanced Game.

use table::rule;

use crate::world::world;

/// A lone pontoon beside the enemy is looked at as the Attachment Phase ends: leaders have transferred, the
/// Action Cycle has not begun.
#[rule("GHSN-9")]
#[test]
fn leaders_transfer_then_units_attach_then_pontoons_fall() {
    let game = world()
        .game("HSN", 1864)
        .settings("advanced = true\nturns = 30")
        .infantry("u", "Ward", "0202", 5, "")
        .infantry("c", "Bate", "1010", 5, "")
        .infantry("c", "Brown", "0910", 8, "")
        .water("minor-river", &["0909/0910"])
        .scenario("[[marker]]\nkind = \"pontoon\"\nside = \"union\"\nhexside = \"0909/0910\"")
        .begin_with(3);
    let said = game.said();
    let at = |text: &str| {
        said.iter().position(|line| line.contains(text)).unwrap_or_else(|| panic!("{text}: {said:?}"))
    };
    let order = ["Leader Transfer Phase", "Attachment Phase", "pontoon", "Action Cycle"].map(at);
    assert!(order.is_sorted(), "{order:?} of {said:?}");
    let markers = game.view()["markers"].to_string();
    assert!(!markers.contains("pontoon"), "it is gone: {markers}");
}
