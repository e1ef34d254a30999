//! What computer players do as the night comes on, and where a hex is overfull: nobody is to be given up for want of room.

use lfm::{Lfm, Phase};
use table::{Commander, FOLLY, Ruleset, SeededDice, Side};

use crate::world::{Play, World};

/// The doctrine's scores, by the orders as they are written.
fn scores(play: &Play) -> Vec<(String, f32)> {
    let (mut orders, mut scores) = (Vec::new(), Vec::new());
    Lfm::orders(&play.setup, &play.state, play.seat(), &mut orders);
    let mut memory = Lfm::memory(&play.setup);
    Lfm::doctrine(&play.setup, &play.state, play.seat(), &orders, &mut memory, &mut scores);
    orders.iter().map(|order| Lfm::write_order(&play.setup, order)).zip(scores).collect()
}

/// Whether the Union, six to one, comes to grips in its Movement Phase when the doctrine gives all its orders.
fn attacks(keys: &str, victory: &str) -> bool {
    let world = World::new(9, 24)
        .lfm(keys)
        .victory(victory)
        .unit("u inf A I/1/1 8 6 0505")
        .unit("u inf B I/1/1 8 6 0605")
        .man("u Div 2 5 I/1/- 0505")
        .man("u Brig 1 - I/1/1 0505")
        .unit("c inf X L/B/C 1 2 0508 disorganized");
    let mut play = world.begin(&[]);
    play.roll("roll Div", &[5]).until(Phase::Movement, Side::Union);
    let mut dice = SeededDice::from_number(1);
    for _ in 0..100 {
        if play.state.phase != Phase::Movement || play.state.side != Side::Union {
            break;
        }
        let best = scores(&play).into_iter().max_by(|a, b| a.1.total_cmp(&b.1)).unwrap().0;
        play.give(&best, &mut dice);
    }
    assert_ne!(play.state.phase, Phase::Movement);
    ["A", "B"].iter().any(|name| play.pos().distance(play.piece(name).at(), play.piece("X").at()) == 1)
}

#[test]
fn before_dark_nobody_begins_a_fight() {
    let place = "[victory]\n[[victory.hex]]\nname = \"Hill\"\nhexes = [\"0508\"]\npoints = 10\n";
    let nothing = "[victory]\n";
    assert!(attacks("turns = 20\nday_turns = 12\nnight_turns = 2", nothing), "by day");
    assert!(!attacks("turns = 20\nday_turns = 1\nnight_turns = 2", nothing), "a night comes next");
    assert!(!attacks("turns = 20\nday_turns = 1\nnight_turns = 2", place), "not for a place either");
    assert!(attacks("turns = 1\nday_turns = 1\nnight_turns = 2", place), "for a place at the end");
    assert!(attacks("turns = 1\nday_turns = 1\nnight_turns = 2", nothing), "nobody will see that night");
}

#[test]
fn who_stands_in_an_overfull_hex_sets_out_before_all_others() {
    let world = World::new(9, 24)
        .unit("u inf A I/1/1 4 4 0505")
        .unit("u inf B I/1/2 4 4 0505")
        .unit("u inf C I/1/3 4 4 0705")
        .unit("c inf X L/B/C 4 4 0924");
    let play = world.at(Phase::Movement);
    let scores = scores(&play);
    let of = |order: &str| scores.iter().find(|(o, _)| o == order).unwrap().1;
    assert_eq!((of("done"), of("take C")), (FOLLY, FOLLY));
    assert!(of("take A").max(of("take B")) > FOLLY);
    // Where nothing is overfull anybody may go, or nobody.
    let calm = World::new(9, 24).unit("u inf A I/1/1 4 4 0505").unit("u inf C I/1/3 4 4 0705");
    let play = calm.unit("c inf X L/B/C 4 4 0924").at(Phase::Movement);
    assert!(self::scores(&play).iter().all(|(_, score)| *score > FOLLY));
}
