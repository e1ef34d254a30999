//! Faults that questions about maps of one's own brought to light.

use table::rule;

use super::world;
use crate::MarchReach;

/// A sheet letter alone does not make a map a published one: SLB's and SIV's short lists of dams and ferries
/// are about their own sheets.
#[rule("G6.2-14", "G6.2-19")]
#[test]
fn a_map_of_ones_own_has_dams_and_ferries_in_every_game() {
    let faults = |code: &'static str, letter: &str, kind: &str| {
        let side = format!("{letter}0101/{letter}0102");
        let grid = format!("shape = \"flat\"\nlabel = \"CCRR\"\nrows = 4\ncolumns = 4\nsheet = \"{letter}\"\n");
        world().game(code, 1862).grid(&grid).water("minor-river", &[&side]).crossing(kind, &side).faults()
    };
    for (code, published) in [("SLB", "S"), ("SIV", "M")] {
        assert_eq!(faults(code, "W", "ferry"), "", "{code}");
        assert!(faults(code, published, "ferry").contains("no ferry"), "{code}");
    }
    assert_eq!(faults("SLB", "W", "dam"), "");
    assert!(faults("SLB", "S", "dam").contains("no dam"));
}

/// A strong enemy stack next door is no stack of friends: the search and the single step agree.
#[rule("G6.2-23", "G6.2-44")]
#[test]
fn an_enemy_hex_is_barred_whoever_stands_in_it() {
    let game = world()
        .infantry("u", "Ward", "0505", 6, "")
        .infantry("c", "Brown", "0506", 9, "")
        .infantry("c", "Bate", "0506", 8, "")
        .set();
    let mut reach = MarchReach::new();
    game.pos().march_reach(game.id("Ward"), 12, &mut reach);
    assert_eq!(reach.cost(game.hex("0506")), None);
    assert_eq!(reach.cost(game.hex("0505")), Some(0));
}
