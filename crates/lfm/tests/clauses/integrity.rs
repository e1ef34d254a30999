//! Regiments and brigade integrity (22), brigade commanders with their men (20.8).

use lfm::{Phase, flag};
use serde_json::json;
use table::{Side, rule};

use crate::world::World;

fn field() -> World {
    World::new(9, 40).unit("c inf X L/B/C 4 4 0940")
}

#[rule("L22-1", "L22-2")]
#[test]
fn separated_regiments_rejoin_at_the_end_of_movement() {
    let world =
        field().unit("u inf A I/1/1 4 4 0505").unit("u inf B I/1/1 4 4 0506").unit("u inf C I/1/1 4 4 0507");
    let mut play = world.at(Phase::Movement);
    play.walk("C", "E E");
    play.go("done");
    // It has 3 MP left: it has to come back beside its brigade.
    assert_eq!(play.kind(), "rejoin");
    assert!(play.may("place 0507") && !play.may("place 0508"));
    play.go("place 0507");
    // Four hexes off with 5 MP: it arrives.
    let four =
        field().unit("u inf A I/1/1 4 4 0505").unit("u inf B I/1/1 4 4 0506").unit("u inf C I/1/1 4 4 0511");
    let mut play = four.at(Phase::Movement);
    play.go("done");
    play.go(&play.orders()[0].clone());
    let brothers = ["A", "B"].map(|n| play.piece(n).at());
    assert!(brothers.iter().any(|h| play.pos().distance(*h, play.piece("C").at()) <= 1));
    // Far off: as near as it gets.
    let twelve =
        field().unit("u inf A I/1/1 4 4 0505").unit("u inf B I/1/1 4 4 0506").unit("u inf C I/1/1 4 4 0518");
    let mut play = twelve.at(Phase::Movement);
    play.go("done");
    while play.kind() == "rejoin" {
        play.go(&play.orders()[0].clone());
    }
    assert_eq!(play.pos().distance(play.piece("B").at(), play.piece("C").at()), 7);
}

#[rule("L22-3", "L20-25")]
#[test]
fn brigade_commanders_end_with_their_men() {
    let world =
        field().unit("u inf A I/1/1 4 4 0505").unit("u inf B I/1/1 4 4 0506").man("u Brig 1 - I/1/1 0505");
    let mut play = world.at(Phase::Movement);
    play.walk("Brig", "W W");
    play.go("done");
    assert_eq!(
        (play.kind(), play.orders()),
        ("rejoin", vec!["place 0505".to_owned(), "place 0506".to_owned()])
    );
    play.go("place 0506");
    assert_eq!(play.hex("Brig"), "0506");
    let last = field().unit("u inf A I/1/1 4 4 0505").man("u Brig 1 - I/1/1 0505");
    let mut play = last.at(Phase::Movement);
    play.walk("A", "E E");
    play.go("done");
    assert_eq!(play.hex("Brig"), play.hex("A"), "the last regiment has its commander with it");
}

#[rule("L22-4")]
#[test]
fn reinforcements_join_by_the_fastest_way() {
    let path: Vec<String> = (1..=20).map(|c| format!("05{c:02}")).collect();
    let list: Vec<&str> = path.iter().map(String::as_str).collect();
    let world = field()
        .road("pike", &list)
        .unit("u inf A I/1/1 4 4 0516")
        .unit("u inf N I/1/1 4 4 -")
        .more("[[arrival]]\nturn = 1\nhex = \"0501\"\nunits = [\"N\"]");
    let mut play = world.at(Phase::Movement);
    play.go("take N").go("enter 0501 road").steps("E+ E+").go("halt").go("done");
    while play.kind() == "rejoin" {
        play.go(&play.orders()[0].clone());
    }
    assert!(play.pos().distance(play.piece("N").at(), play.piece("A").at()) <= 1);
    let free = world.lfm("free_units = [\"N\"]");
    let mut play = free.at(Phase::Movement);
    play.go("take N").go("enter 0501 road").steps("E+ E+").go("halt").go("done");
    assert_eq!(play.hex("N"), "0503");
}

#[rule("L22-5", "L22-6", "L22-8", "L22-9")]
#[test]
fn detached_regiments() {
    let world = field()
        .unit("u inf A I/1/1 4 4 0505")
        .unit("u inf B I/1/1 4 4 0506")
        .man("u Brig 1 - I/1/1 0505")
        .man("u Div 2 6 I/1/- 0505");
    let mut play = world.begin(&[]);
    assert!(play.some("roll") == ["roll Div"]);
    play.go("detach B").roll("roll Div", &[1]).until(Phase::Movement, Side::Union);
    assert!(play.has("A", flag::COMMAND) && !play.has("B", flag::COMMAND));
    assert_eq!(play.no("detach A"), "LSEQ-28");
    play.walk("B", "E E E E E");
    play.go("done");
    assert_eq!(play.hex("B"), "0511", "a detached regiment need not come back");
    // Taken off in the Movement Phase: integrity counts again, command does not change.
    let mut play = world.begin(&[]);
    play.go("detach B").roll("roll Div", &[1]).until(Phase::Movement, Side::Union);
    play.walk("B", "E E E");
    play.go("attach B").go("done");
    while play.kind() == "rejoin" {
        play.go(&play.orders()[0].clone());
    }
    assert!(
        play.pos().distance(play.piece("A").at(), play.piece("B").at()) <= 1 && !play.has("B", flag::COMMAND)
    );
    // Only a commander of its own chain in its hex puts it in command.
    let stacked = |man: &str| {
        let w = field().man("u Meade 4 6 -/-/- 0130").unit("u inf B I/1/1 4 4 0506 detached").man(man);
        let answer = w.ask(json!({"ask":"command","side":"union","rolls":{"D":1}}));
        answer["in_command"].as_array().unwrap().contains(&json!("B"))
    };
    assert!(
        stacked("u D 2 6 I/1/- 0506") && !stacked("u D 3 6 II/-/- 0506") && !stacked("u D 2 6 I/1/- 0507")
    );
    let beside = field()
        .man("u Meade 4 6 -/-/- 0130")
        .man("u D 2 6 I/1/- 0505")
        .man("u Brig 1 - I/1/1 0505")
        .unit("u inf A I/1/1 4 4 0505")
        .unit("u inf B I/1/1 4 4 0506 detached");
    let answer = beside.ask(json!({"ask":"command","side":"union","rolls":{"D":1}}));
    assert!(answer["out"].as_array().unwrap().contains(&json!("B")));
    let zoc = World::new(9, 20).unit("u inf B I/1/1 4 4 0505 detached").unit("c inf X L/B/C 4 4 0507");
    assert!(zoc.ask(json!({"ask":"reach","unit":"B"}))["hexes"]["0506"].is_null());
}

#[rule("L22-7")]
#[test]
fn detachment_ends_when_the_regiment_comes_back_into_range() {
    let world = field()
        .unit("u inf A I/1/1 4 4 0505")
        .unit("u inf B I/1/1 4 4 0509 detached")
        .unit("u inf C I/1/1 4 4 0506 detached")
        .man("u Brig 1 - I/1/1 0505");
    let mut play = world.at(Phase::Movement);
    play.go("take B").go("step W");
    assert!(play.has("B", flag::DETACHED));
    play.go("step W");
    assert!(!play.has("B", flag::DETACHED));
    play.go("halt").walk("C", "E E E");
    assert!(play.has("C", flag::DETACHED), "moving out does not end it");
}

#[rule("L22-1")]
#[test]
fn a_regiment_goes_only_so_far_that_it_can_come_back() {
    // The others build and cannot come to it.
    let world = field()
        .unit("u inf A I/1/1 4 4 0505 building")
        .unit("u inf B I/1/1 4 4 0506 building")
        .unit("u inf C I/1/1 4 4 0507");
    let mut play = world.at(Phase::Movement);
    play.go("take C").steps("E E");
    assert_eq!(play.no("step E"), "L22-1", "with 2 MP it would have 3 hexes to go");
    play.go("step W").go("halt").go("done");
    assert!(play.may("place 0507") && !play.may("place 0508"), "it has to come back");
    // Nor does it stop for good away from them: by changing its mode, or in a zone of control.
    let world = field()
        .unit("u cav A I/1/1 4 4 0505 building dismounted")
        .unit("u cav C I/1/1 4 4 0506")
        .man("u Div 2 6 I/1/- 0505")
        .man("u Brig 1 - I/1/1 0505")
        .unit("c inf Y L/B/D 4 4 0510");
    let mut play = world.begin(&[]);
    play.roll("roll Div", &[1]).until(Phase::Movement, Side::Union);
    play.go("take C").steps("E E");
    assert_eq!(play.no("dismount"), "L22-1");
    assert_eq!(play.no("step E"), "L22-1", "0509 is in a zone of control: there it would stay");
    play.steps("W W").go("dismount");
    assert_eq!(play.hex("C"), "0506");
}

#[rule("L22-1")]
#[test]
fn or_only_so_far_that_the_others_can_come_to_it() {
    let world =
        field().unit("u inf A I/1/1 4 4 0505").unit("u inf B I/1/1 4 4 0506").unit("u inf C I/1/1 4 4 0507");
    let mut play = world.at(Phase::Movement);
    play.go("take C").steps("E E E E");
    assert_eq!(play.no("step E"), "L22-1", "A could come beside 0511, not beside 0512");
    play.go("halt").go("done");
    while play.kind() == "rejoin" {
        play.go(&play.orders()[0].clone());
    }
    assert_eq!(play.hex("C"), "0511");
    for (one, other) in [("A", "B"), ("B", "A"), ("C", "A")] {
        let near = |n: &str| play.pos().distance(play.piece(one).at(), play.piece(n).at()) <= 1;
        assert!(near(other) || near("C") && one != "C" || near("B") && one == "C", "{one} is alone");
    }
}

#[rule("L22-2")]
#[test]
fn one_that_is_too_far_off_is_not_led_elsewhere() {
    let world =
        field().unit("u inf A I/1/1 4 4 0505").unit("u inf B I/1/1 4 4 0506").unit("u inf C I/1/1 4 4 0518");
    let mut play = world.at(Phase::Movement);
    play.go("take C");
    assert_eq!((play.no("step E"), play.no("step W")), ("L22-2", "L22-2"));
    play.go("halt").go("done");
    while play.kind() == "rejoin" {
        play.go(&play.orders()[0].clone());
    }
    assert_eq!(play.pos().distance(play.piece("B").at(), play.piece("C").at()), 7);
}

#[rule("L20-25")]
#[test]
fn a_brigade_commander_and_his_men_part_only_so_far_that_he_can_follow() {
    let world =
        field().unit("u inf A I/1/1 4 4 0511").unit("u inf B I/1/1 4 4 0512").man("u Brig 1 - I/1/1 0511");
    let mut play = world.at(Phase::Movement);
    play.go("take Brig").steps("W W W W");
    assert_eq!(play.no("step W"), "L20-25", "5 hexes back for 3 MP");
    play.go("step E").go("halt").go("done");
    assert_eq!(play.hex("Brig"), "0511", "0512 is farther than his 3 MP");
    // Nor do they go where he cannot follow: he has 2 MP left.
    let mut play = world.at(Phase::Movement);
    play.walk("Brig", "W W W E E E").walk("A", "E E E").go("take B").go("step E");
    assert_eq!(play.no("step E"), "L20-25");
    play.go("halt").go("done");
    assert_eq!(play.hex("Brig"), play.hex("B"));
}

#[rule("L22-10")]
#[test]
fn losses_come_first_then_regiments_then_commanders() {
    let world = field()
        .unit("u inf A I/1/1 4 4 0505")
        .unit("u inf B I/1/1 4 4 0506")
        .unit("u inf C I/1/2 4 4 0504")
        .man("u Brig 1 - I/1/1 0505");
    let mut play = world.at(Phase::Movement);
    play.walk("C", "E").go("done");
    assert_eq!((play.kind(), play.hex("Brig").as_str()), ("overstacked", "0505"));
    play.go("keep C");
    assert_eq!(
        (play.hex("A").as_str(), play.hex("Brig").as_str()),
        ("-", "0506"),
        "he is with his last regiment"
    );
}
