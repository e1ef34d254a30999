//! Breastworks (24) and burning bridges (25); the Construction Phase.

use lfm::{Phase, flag};
use serde_json::json;
use table::{Side, rule};

use crate::world::World;

fn field() -> World {
    World::new(9, 24).lfm("turns = 6")
}

#[rule("LSEQ-8", "L24-5", "L24-16")]
#[test]
fn build_markers_become_works_outside_enemy_influence() {
    let world = field()
        .unit("u inf A I/1/1 4 4 0502 building")
        .unit("u inf B I/1/2 4 4 0702 building")
        .unit("u inf C I/1/3 4 4 0506 building")
        .unit("c inf X L/B/C 4 4 0509");
    let play = world.at(Phase::Movement);
    let built = |n: &str| play.state.works.contains(play.piece(n).at());
    assert!(built("A") && built("B") && !built("C"));
    assert!(play.has("C", flag::BUILDING) && !play.has("A", flag::BUILDING));
}

#[rule("LSEQ-9", "L24-1", "L24-2")]
#[test]
fn who_may_build() {
    let world = field()
        .unit("u inf D I/1/1 4 4 0502 disorganized")
        .unit("u inf S I/1/2 4 4 0504")
        .man_with("u Brig 1 - I/1/2 0504", "shattered = true")
        .unit("u cav F I/1/3 4 4 0506 dismounted")
        .unit("u art G I/1 4 4 0702")
        .unit("u art L I/1 4 4 0704 limbered")
        .unit("u cav M I/1/4 4 4 0706")
        .unit("c inf X L/B/C 4 4 0510")
        .unit("c art Y L/B 4 4 0511");
    let play = world.at(Phase::Construction);
    assert_eq!(play.some("build"), ["build D", "build G", "build L", "build S"]);
    assert_eq!((play.no("build M"), play.no("build Brig"), play.no("build F")), ("L24-1", "L24-1", "L24-16"));
    // Four hexes from infantry is far enough; five from a battery that sees it is not.
    let four = field().unit("u inf A I/1/1 4 4 0505").unit("c inf X L/B/C 4 4 0509");
    assert!(four.at(Phase::Construction).may("build A"));
    let guns = four.unit("c art Y L/B 4 4 0510");
    assert_eq!(guns.begin(&[]).pos().may_build(lfm::Id(0)).unwrap_err().rule.0, "L24-16");
}

#[rule("L24-2")]
#[test]
fn a_unit_that_retreated_this_turn_does_not_build() {
    let world = field().confederate_first().unit("u inf A I/1/1 8 4 0502").unit("c art X L/B 16 4 0509");
    let mut play = world.begin(&[]);
    play.until(Phase::Fire, Side::Confederate);
    // 8 SP at 7 hexes, two checks fail: it retreats.
    play.go("aim 0502 X").roll("fire A", &[1, 6, 6]);
    play.go(&play.orders()[0].clone());
    play.go("halt");
    play.until(Phase::Command, Side::Union);
    play.go("done");
    assert_eq!(play.pos().may_build(play.id("A")).unwrap_err().rule.0, "L24-2");
    play.until(Phase::Command, Side::Confederate);
    play.until(Phase::Construction, Side::Union);
    assert!(play.may("build A"));
}

#[rule("L24-3", "L24-6", "L24-15")]
#[test]
fn builders_stay() {
    let world =
        field().unit("u inf A I/1/1 4 4 0502").unit("u inf B I/1/1 4 4 0502").unit("c inf X L/B/C 4 4 0920");
    let mut play = world.at(Phase::Construction);
    play.go("build A").until(Phase::Movement, Side::Union);
    assert_eq!(play.no("take A"), "L24-3");
    assert!(play.may("take B"));
    play.go("unbuild A");
    assert!(play.may("take A"), "the owner may give up building");
    // In the turn of the flip somebody stays; not necessarily the builder.
    let flip = field()
        .unit("u inf A I/1/1 4 4 0502 building")
        .unit("u inf B I/1/1 4 4 0502")
        .unit("c inf X L/B/C 4 4 0920");
    let mut play = flip.at(Phase::Movement);
    play.walk("A", "E");
    play.go("take B");
    assert_eq!(play.no("step E"), "L24-6");
    // Driven off while building: the marker is gone. After the flip the works stay.
    let shot = |state: &str, works: bool| {
        let mut w = field().unit(&format!("c inf X L/B/C 8 4 0506 {state}")).unit("u inf A I/1/1 8 6 0505");
        if works {
            w = w.more("[[marker]]\nkind = \"breastwork\"\nhex = \"0506\"");
        }
        let mut play = w.at(Phase::Combat);
        play.go("target 0506").go("with 0505").roll("fight", &[2]);
        if play.kind() == "stand" {
            play.go("go");
        }
        play.go("retreat E").go("halt");
        play
    };
    assert!(!shot("building", false).has("X", flag::BUILDING));
    let after = shot("", true);
    assert!(after.state.works.contains(after.setup.map.grid.hex("0506").unwrap()));
    // A builder in contact does not break off.
    let contact = field().unit("u inf A I/1/1 8 4 0505 building").unit("c inf X L/B/C 8 4 0506");
    let mut play = contact.at(Phase::Combat);
    play.go("target 0506").go("with 0505").roll("fight", &[3]);
    play.roll("name X", &[1]);
    assert_eq!(play.state.phase, Phase::BreakOffOther);
}

#[rule("L24-11", "L24-12", "L24-14")]
#[test]
fn works_serve_whoever_holds_them_and_can_be_torn_down() {
    let mut world = field().unit("u inf A I/1/1 4 4 0502").unit("c inf X L/B/C 4 4 0503");
    for row in 1..=8 {
        for column in 1..=24 {
            world = world.more(&format!("[[marker]]\nkind = \"breastwork\"\nhex = \"{row:02}{column:02}\""));
        }
    }
    assert_eq!(world.begin(&[]).state.works.len(), 192);
    for (attacker, defender) in [("0502", "0503"), ("0503", "0502")] {
        let answer = world.ask(json!({"ask":"combat","attackers":[attacker],"target":defender}));
        assert_eq!(answer["drm"], 1, "either side profits");
    }
    let one = field()
        .terrain("town", &["0702"])
        .unit("u inf A I/1/1 4 4 0502")
        .unit("u inf B I/1/2 4 4 0702")
        .unit("c inf X L/B/C 4 4 0920")
        .more("[[marker]]\nkind = \"breastwork\"\nhex = \"0502\"");
    let mut play = one.at(Phase::Movement);
    assert_eq!(play.no("raze 0502"), "LSEQ-28");
    play.go("done");
    assert_eq!((play.kind(), play.orders()), ("raze", vec!["done".to_owned(), "raze 0502".to_owned()]));
    assert_eq!(play.no("raze 0702"), "L24-12");
    play.go("raze 0502");
    assert!(play.state.works.is_empty());
}

fn bridge(more: &str) -> World {
    field()
        .water("creek", "0505/0506")
        .crossing("bridge", "0505/0506", more)
        .road("pike", &["0504", "0505", "0506", "0507"])
        .unit("u inf A I/1/1 4 4 0505")
        .unit("u inf F I/1/1 4 4 0405")
        .unit("u inf E I/1/2 4 4 0503")
        .man("u Div 2 4 I/1/- 0506")
}

#[rule("L25-1", "L25-2", "LSEQ-10")]
#[test]
fn a_bridge_is_prepared_by_a_unit_beside_it() {
    let world = bridge("").unit("c inf X L/B/C 4 4 0920");
    let mut play = world.at(Phase::Construction);
    assert_eq!(play.some("mine"), ["mine E A"]);
    assert_eq!((play.no("mine E E"), play.no("mine W Div")), ("L25-1", "L25-1"));
    play.go("mine E A");
    assert_eq!(play.no("burn A"), "LSEQ-10");
    assert!(!play.state.burned[0]);
    play.until(Phase::Command, Side::Confederate);
    play.until(Phase::Construction, Side::Union);
    play.roll("burn A", &[4]);
    assert!(play.state.burned[0]);
    let safe = bridge("indestructible = true").unit("c inf X L/B/C 4 4 0920").at(Phase::Construction);
    assert!(safe.some("mine").is_empty());
    assert_eq!(safe.no("mine E A"), "L25-1");
    // Under enemy eyes it may be prepared too.
    let watched = bridge("").unit("c inf X L/B/C 4 4 0508").at(Phase::Construction);
    assert!(watched.may("mine E A"));
}

#[rule("L25-3", "L25-4", "LTAB-15")]
#[test]
fn burning_is_a_cohesion_check() {
    let world = |more: &str, lfm: &str| {
        bridge("")
            .lfm(lfm)
            .more("[[marker]]\nkind = \"bridge-charge\"\nhexside = \"0505/0506\"\nunit = \"A\"")
            .unit(if more.is_empty() { "c inf X L/B/C 4 4 0920" } else { more })
    };
    let burns = |w: &World, die: u8| {
        let mut play = w.at(Phase::Construction);
        play.roll("burn A", &[die]);
        (play.state.burned[0], play.piece("A").mine != 0, play.has("A", flag::D))
    };
    let calm = world("", "");
    assert_eq!((burns(&calm, 4), burns(&calm, 5)), ((true, false, false), (false, true, false)));
    let both = world("c inf X L/B/C 4 4 0605", "rain = [1]");
    assert_eq!((burns(&both, 2).0, burns(&both, 3).0), (true, false));
    let wet = world("", "rain = [1]");
    assert_eq!((burns(&wet, 3).0, burns(&wet, 4).0), (true, false));
    let dry = world("", "rain = [2]");
    assert!(burns(&dry, 4).0);
    // Rain changes nothing else.
    let reach = |w: &World| w.ask(json!({"ask":"reach","unit":"E"}));
    assert_eq!(reach(&wet), reach(&dry));
    // A unit that moves loses its marker.
    let mut play = calm.at(Phase::Movement);
    play.walk("A", "W");
    assert_eq!(play.piece("A").mine, 0);
}

#[rule("L25-5", "L1-2")]
#[test]
fn a_burned_bridge_is_only_water() {
    let world = bridge("").unit("c inf X L/B/C 4 4 0920");
    let cost = |w: &World| w.ask(json!({"ask":"reach","unit":"A"}))["hexes"]["0506"].clone();
    assert_eq!(cost(&world), json!({"cost": 0.25, "road": true}));
    let burned = world.more("[[marker]]\nkind = \"burned-bridge\"\nhexside = \"0505/0506\"");
    assert_eq!(cost(&burned), json!({"cost": 2}));
    let mut play = burned.at(Phase::Movement);
    play.go("take A");
    assert_eq!(play.no("step E road"), "L2-2");
}
