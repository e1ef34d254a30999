//! Limited Intelligence: what the enemy counts. Two games that differ only in who is under which marker must
//! look the same, order by order.

use table::{Side, rule};

use crate::world::{Game, World, world};

/// Two Union units in 0303 and a bridge out of 0305; the Confederates are far away.
fn field(keys: &str) -> World {
    world()
        .settings("optional = [\"limited-intelligence\"]")
        .way("road", &["0303", "0304", "0305", "0306"])
        .water("minor-river", &["0305/0306"])
        .crossing("bridge", "0305/0306")
        .infantry("u", "Wagner", "0303", 6, &format!("command = \"A\"\n{keys}"))
        .infantry("u", "Cox", "0101", 4, "")
        .infantry("c", "Spare", "1010", 3, "")
}

/// Markers 1 and 2 in 0303, Wagner under one of them.
fn hidden(world: World, under: u8) -> Game {
    let mut game = world.acting(Side::Union);
    game.give("marker 0303", &[]);
    game.give("marker 0303", &[]);
    game.give(&format!("under Wagner > {under}"), &[]);
    game
}

/// Gives both games their orders, the same dice, and compares what the enemy has heard and seen.
fn same(games: &mut [Game; 2], orders: [&str; 2], dice: &[u8]) {
    for (game, order) in games.iter_mut().zip(orders) {
        game.give(order, dice);
    }
    let [a, b] = games;
    assert!(
        a.heard(Side::Confederate) == b.heard(Side::Confederate),
        "after {orders:?}:\n{:?}\n{:?}",
        a.heard(Side::Confederate),
        b.heard(Side::Confederate)
    );
}

fn pair(keys: &str) -> [Game; 2] {
    [1, 2].map(|under| hidden(field(keys), under))
}

#[rule("GLI-21")]
#[test]
fn a_feint_takes_as_many_orders_as_a_march() {
    // A unit that can force its march, one that is disorganized, one that is tired.
    for (keys, die) in [("", "done"), ("disorganized = true", "done"), ("fatigue = 2", "roll")] {
        let mut games = pair(keys);
        same(&mut games, ["march Wagner", "feint 1 > infantry"], &[4]);
        same(&mut games, [die; 2], if die == "roll" { &[1] } else { &[] });
        same(&mut games, ["steady"; 2], &[]);
        for hex in ["0304", "0305"] {
            same(&mut games, [&format!("move {hex}"); 2], &[]);
        }
        same(&mut games, ["end"; 2], &[]);
        assert_eq!(games[0].asked(), "destroy-bridge");
        same(&mut games, ["done"; 2], &[]);
        assert_eq!(games[1].asked(), "along", "the other marker has stayed");
        same(&mut games, ["done"; 2], &[]);
        assert_eq!((games[0].asked(), games[1].asked()), ("initiative", "initiative"));
    }
}

#[rule("GLI-21", "G6.1-4")]
#[test]
fn neither_ends_by_itself_when_the_allowance_is_gone() {
    let mut games = pair("");
    same(&mut games, ["march Wagner", "feint 1 > infantry"], &[2]);
    same(&mut games, ["done"; 2], &[]);
    same(&mut games, ["steady"; 2], &[]);
    for hex in ["0304", "0305"] {
        same(&mut games, [&format!("move {hex}"); 2], &[]);
    }
    assert_eq!([0, 1].map(|n| games[n].refused("move 0304")), ["G6.1-4"; 2], "both are spent");
    same(&mut games, ["end"; 2], &[]);
}

#[rule("GLI-21")]
#[test]
fn a_dummy_forces_its_march_too() {
    let mut games = pair("");
    same(&mut games, ["march Wagner", "feint 1 > infantry"], &[1]);
    same(&mut games, ["done"; 2], &[]);
    same(&mut games, ["force-march"; 2], &[4]);
    // One point and three more: further than the allowance alone would carry it.
    for hex in ["0304", "0305", "0306"] {
        same(&mut games, [&format!("move {hex}"); 2], &[]);
    }
    assert_eq!(games[0].piece("Wagner")["state"], serde_json::json!(["disorganized"]));
    same(&mut games, ["end"; 2], &[]);
}

/// Which of two markers is real cannot be seen from who goes along with whom.
#[rule("GLI-16", "GLI-21")]
#[test]
fn who_goes_along_cannot_be_told_from_who_leads() {
    let mut games = pair("");
    same(&mut games, ["march Wagner"; 2], &[4]);
    same(&mut games, ["done"; 2], &[]);
    same(&mut games, ["steady"; 2], &[]);
    same(&mut games, ["move 0304", "along 1 > 0304"], &[]);
    assert_eq!(games[0].refused("along 2 > 0302"), "GLI-21", "not in the middle of a march");
    same(&mut games, ["end"; 2], &[]);
    same(&mut games, ["along 2 > 0302", "move 0302"], &[]);
    same(&mut games, ["end"; 2], &[]);
    assert_eq!((games[0].asked(), games[1].asked()), ("initiative", "initiative"));
    // Nor where the force stays behind and its dummy goes, or the other way round.
    let mut games = pair("");
    same(&mut games, ["march Wagner"; 2], &[4]);
    same(&mut games, ["done"; 2], &[]);
    same(&mut games, ["steady"; 2], &[]);
    same(&mut games, ["move 0304", "along 1 > 0304"], &[]);
    same(&mut games, ["end"; 2], &[]);
    same(&mut games, ["done", "end"], &[]);
    assert_eq!((games[0].asked(), games[1].asked()), ("initiative", "initiative"));
}

/// A march whose men all fall behind ends no sooner than another.
#[rule("GLI-21")]
#[test]
fn a_marker_whose_last_unit_is_lost_goes_on_as_a_dummy() {
    let last = || {
        world()
            .settings("optional = [\"limited-intelligence\"]")
            .infantry("u", "Wagner", "0303", 1, "fatigue = 3\ndisorganized = true\nexhausted = true")
            .infantry("u", "Cox", "0101", 4, "")
            .infantry("c", "Spare", "1010", 3, "")
    };
    let mut games = [1, 2].map(|under| hidden(last(), under));
    same(&mut games, ["march Wagner", "feint 1 > infantry"], &[6]);
    same(&mut games, ["roll"; 2], &[6]);
    assert_eq!(games[0].piece("Wagner")["where"], "eliminated");
    same(&mut games, ["steady"; 2], &[]);
    same(&mut games, ["move 0304"; 2], &[]);
    same(&mut games, ["end"; 2], &[]);
    same(&mut games, ["done"; 2], &[]);
}

/// A leader under a marker selects units; one who is not there may wait as long.
#[rule("GLI-22")]
#[test]
fn a_dummys_leader_takes_his_time() {
    let led = || {
        field("").infantry("u", "Opdycke", "0303", 4, "command = \"A\"").leader(
            "u",
            "corps",
            "Stanley",
            "A",
            "Wagner",
            "tactical = 2\ncommand_value = 4",
        )
    };
    let mut games = [1, 2].map(|under| {
        let mut game = hidden(led(), under);
        game.give(&format!("under Opdycke > {under}"), &[]);
        game
    });
    same(&mut games, ["activate Stanley", "feint 1 > led-infantry"], &[]);
    same(&mut games, ["select Wagner", "wait"], &[]);
    same(&mut games, ["done", "roll"], &[4]);
    assert_eq!(games[0].asked(), "attach-leader");
    same(&mut games, ["done"; 2], &[]);
    same(&mut games, ["done"; 2], &[]);
    same(&mut games, ["steady"; 2], &[]);
    let wait = hidden(led(), 2);
    assert_eq!(wait.refused("wait"), "G4.3-1", "only a dummy on the move waits");
}
