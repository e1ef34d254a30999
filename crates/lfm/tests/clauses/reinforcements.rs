//! Reinforcements (26) and the lists (29).

use lfm::Phase;
use table::{Side, rule};

use crate::world::World;

fn field() -> World {
    let path: Vec<String> = (1..=24).map(|c| format!("05{c:02}")).collect();
    let list: Vec<&str> = path.iter().map(String::as_str).collect();
    World::new(12, 30).lfm("turns = 9").road("pike", &list).unit("c inf X L/B/C 4 4 1230")
}

fn brigade() -> World {
    field()
        .unit("u inf A I/1/1 4 4 -")
        .unit("u inf B I/1/1 4 4 -")
        .unit("u inf C I/1/1 4 4 -")
        .unit("u inf D I/1/1 4 4 -")
        .unit("u inf E I/1/1 2 4 -")
        .man("u Brig 1 - I/1/1 -")
        .man("u Div 2 4 I/1/- -")
}

const GROUP: &str = "units = [\"A\", \"B\", \"C\", \"D\", \"E\", \"Brig\", \"Div\"]";

#[rule("L26-1", "LSEQ-18", "L29-1")]
#[test]
fn groups_arrive_on_their_turn_by_their_road() {
    let world = brigade().more(&format!("[[arrival]]\nturn = 2\nroad = \"the pike\"\n{GROUP}"));
    let mut play = world.at(Phase::Movement);
    assert_eq!(play.no("take A"), "LSEQ-18");
    play.until(Phase::Movement, Side::Confederate);
    play.until(Phase::Movement, Side::Union);
    assert_eq!(play.state.turn, 2);
    play.go("take A");
    assert_eq!(play.some("enter"), ["enter 0501", "enter 0501 road"]);
    play.go("enter 0501");
    assert_eq!(play.hex("A"), "0501");
    let day = brigade()
        .lfm("day_turns = 3\nnight_turns = 1")
        .more(&format!("[[arrival]]\nday = 2\nturn = 3\nhex = \"0501\"\n{GROUP}"));
    let setup = day.setup();
    assert_eq!((setup.arrivals[0].turn, setup.arrivals[0].pieces.len()), (7, 7));
    let nowhere = brigade().more(&format!("[[arrival]]\nturn = 2\n{GROUP}"));
    assert!(nowhere.faults().contains("`hex` or `road`"));
    assert!(brigade().faults().contains("[[arrival]]"));
}

#[rule("L26-2", "L26-4")]
#[test]
fn they_enter_in_stacks_with_their_commanders() {
    let world = brigade().more(&format!("[[arrival]]\nturn = 1\nhex = \"0501\"\n{GROUP}"));
    let mut play = world.at(Phase::Movement);
    play.go("take A").go("join B").go("join C").go("join D").go("join Div");
    assert_eq!(play.no("join E"), "L26-4");
    play.go("enter 0501 road");
    assert_eq!((play.hex("D"), play.hex("Div"), play.hex("E")), ("0501".into(), "0501".into(), "-".into()));
    play.steps("E+").go("halt").go("take E").go("join Brig").go("enter 0501");
    assert_eq!(play.hex("Brig"), "0501");
}

#[rule("L26-3", "L26-9", "L29-4")]
#[test]
fn a_partial_allowance_counts_as_road_movement() {
    let world = World::new(9, 20)
        .lfm("turns = 3")
        .unit("u inf A I/1/1 4 4 -")
        .man("u Div 2 6 I/1/- 0901")
        .unit("c inf X L/B/C 4 4 0504")
        .more("[[arrival]]\nturn = 1\nhex = \"0501\"\nunits = [\"A\"]\nmp = 3");
    let mut play = world.at(Phase::Movement);
    play.go("take A").go("enter 0501");
    assert_eq!(play.piece("A").mp, 24);
    play.go("step E");
    assert_eq!(play.no("step E"), "L26-9");
    play.go("halt").until(Phase::Movement, Side::Confederate);
    play.until(Phase::Movement, Side::Union);
    assert_eq!(play.piece("A").mp, 60);
}

#[rule("L26-5", "L26-6", "L26-7")]
#[test]
fn a_column_of_stacks() {
    let world = brigade().more(&format!("[[arrival]]\nturn = 1\nhex = \"0501\"\n{GROUP}"));
    let mut play = world.at(Phase::Movement);
    for (name, hexes) in [("A", 20), ("B", 19), ("C", 18), ("D", 17)] {
        play.go(&format!("take {name}")).go("enter 0501 road");
        let mut walked = 1;
        while play.may("step E road") {
            play.go("step E road");
            walked += 1;
        }
        assert_eq!(walked, hexes, "{name}");
        play.go("halt");
    }
    // The first hex alone leaves 19 quarter steps.
    let mut play = world.at(Phase::Movement);
    play.go("take A").go("enter 0501 road");
    assert_eq!(play.piece("A").mp / 3, 19);
}

#[rule("L26-8")]
#[test]
fn no_road_entry_under_enemy_eyes() {
    let world = field()
        .unit("u inf A I/1/1 4 4 -")
        .unit("c art Y L/B 6 4 0506")
        .more("[[arrival]]\nturn = 1\nhex = \"0501\"\nunits = [\"A\"]");
    let mut play = world.at(Phase::Movement);
    play.go("take A");
    assert_eq!(play.no("enter 0501 road"), "L26-8");
    play.go("enter 0501");
    assert_eq!(play.piece("A").mp, 48);
}

#[rule("L26-10")]
#[test]
fn entering_elsewhere_takes_time() {
    let world =
        field().unit("u inf A I/1/1 4 4 -").more("[[arrival]]\nturn = 6\nhex = \"0101\"\nunits = [\"A\"]");
    let play = world.begin(&[]);
    let turn =
        |hex: &str| play.pos().entry_turn(play.id("A"), play.setup.map.grid.hex(hex).unwrap()).unwrap();
    assert_eq!([turn("0101"), turn("0106"), turn("0107"), turn("0111"), turn("0601")], [6, 7, 8, 8, 7]);
    // An entry hex held by the enemy is barred.
    let barred = World::new(9, 20)
        .unit("u inf A I/1/1 4 4 -")
        .unit("c inf X L/B/C 4 4 0501")
        .more("[[arrival]]\nturn = 1\nhex = \"0501\"\nunits = [\"A\"]");
    let mut play = barred.at(Phase::Movement);
    play.go("take A");
    assert_eq!(play.no("enter 0501"), "L26-10");
    assert_eq!(play.orders(), ["halt"]);
}
