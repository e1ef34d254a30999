//! Supply of the Advanced Game of BAC.

use table::rule;

use crate::world::{Game, world};

/// The Supply Segment of turn 4, after four turns in which nobody has done anything.
fn worn(die: u8) -> Game {
    let mut game = world()
        .game("BAC", 1863)
        .settings("advanced = true\nturns = 12")
        .scenario("[campaign.supply]\nwagon_reduction = \"union\"\n[[victory.loss]]\nside = \"confederate\"\npoints = 1")
        .unit("u", "wagon", "Train", "0505", 1, "supplies = 3")
        .infantry("u", "A", "0101", 3, "")
        .infantry("c", "B", "1212", 3, "")
        .begin_with(die);
    game.pass_until("wagon-reduction", die);
    game
}

#[rule("GBAC-60")]
#[test]
fn a_wagon_train_that_breaks_down_is_nobodys_prize() {
    assert_eq!(
        (worn(3).piece("Train")["where"].clone(), worn(3).points()),
        (serde_json::Value::Null, [0, 0])
    );
    let game = worn(6);
    assert_eq!(game.piece("Train")["where"], "eliminated");
    assert_eq!(game.points(), [0, 0], "no Manpower was lost to anybody");
}
