//! Entrenchments (9.0).

use table::{Side, rule};

use crate::world::{modifier, world};

#[rule("G9-4")]
#[test]
fn every_arm_digs_but_wagons() {
    let game = world()
        .game("BAC", 1863)
        .cavalry("u", "Horse", "0505", 4, "exhausted = true\ndisorganized = true")
        .unit("u", "artillery", "Guns", "0507", 2, "")
        .unit("u", "wagon", "Train", "0509", 1, "")
        .infantry("u", "Shaken", "0702", 5, "demoralized = 1")
        .recovering();
    assert!(game.offers("entrench Horse") && game.offers("entrench Guns"));
    assert_eq!(game.refused("entrench Train"), "G9-4");
    assert_eq!(game.refused("entrench Shaken"), "G11-5");
}

#[rule("G12-29")]
#[test]
fn no_entrenchment_action_in_rain() {
    let acting =
        |weather: &str| world().infantry("u", "A", "0505", 7, "").scenario(weather).acting(Side::Union);
    assert!(acting("").offers("entrench A"));
    assert_eq!(acting("[weather]\nrain = true").refused("entrench A"), "G12-29");
}

#[rule("G9-31")]
#[test]
fn unfinished_works_are_lost_as_well() {
    for works in ["abatis", "breastwork-build", "fort-build-1"] {
        let mut game = world()
            .infantry("u", "A", "0505", 7, &format!("entrenchment = \"{works}\""))
            .infantry("c", "E", "1212", 7, "")
            .acting(Side::Union);
        game.march("A", &[4]);
        assert!(!game.piece("A")["works"].is_null(), "{works}");
        game.give("move 0506", &[]);
        assert!(game.piece("A")["works"].is_null(), "{works}");
    }
}

/// Three guns count as five behind it: the difference falls from -3 to -5.
#[rule("G9-3")]
#[test]
fn a_printed_fort_multiplies_guns_for_its_side_only() {
    let guns = |side: &str, enemy: &str| {
        let game = world()
            .feature("fort = { hexes = [\"0505\"], benefits = [\"union\"] }")
            .infantry(side, "A", "0505", 6, "artillery = 3")
            .infantry(enemy, "E", "0506", 6, "")
            .set();
        modifier(&game.plan("E", "0505", "normal"), "artillery")
    };
    assert_eq!((guns("u", "c"), guns("c", "u")), (-3, -2));
}
