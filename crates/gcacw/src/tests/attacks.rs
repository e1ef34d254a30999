//! Attacks in a march (7.1): who, what, from where, and the types of attack.

use table::{Side, rule};

use super::field::{duel, field};
use super::world::World;
use crate::order::AttackType;

#[rule("G7.1-1", "G7.1-15")]
#[test]
fn only_the_marching_unit_attacks() {
    let mut game = duel().infantry("c", "Idle", "0705", 5, "").set();
    game.acting(Side::Confederate);
    assert!(game.open("attack").is_empty());
    game.refused("attack 0605");
    game.marching("Lion", 2);
    // The only target is the enemy's hex; the type comes afterwards.
    assert_eq!(game.open("attack"), ["0605"]);
    assert_eq!(game.refused("attack 0607"), "G7.1-2");
    game.play("attack 0605", &[]);
    assert_eq!(game.offered(), ["column", "hasty", "normal"]);
}

#[rule("G7.1-2")]
#[test]
fn the_target_is_one_adjacent_enemy_hex() {
    let mut game =
        duel().infantry("u", "Right", "0706", 5, "tactical = 2").infantry("u", "Behind", "0604", 5, "").set();
    game.marching("Lion", 4);
    assert_eq!(game.open("attack"), ["0605", "0706"]);
    assert_eq!(game.refused("attack 0604"), "G7.1-2");
    let before = *game.unit("Right");
    game.strike("0605", "normal", &[3, 3]);
    game.hold_ground();
    assert_eq!(game.shape("Target"), (5, true, 3, 0), "D for the hex attacked");
    assert_eq!(*game.unit("Right"), before);
}

#[rule("G7.1-3")]
#[test]
fn attacks_are_voluntary() {
    let mut game = field().infantry("u", "Target", "0605", 5, "").infantry("c", "Lion", "0607", 5, "").set();
    game.marching("Lion", 5);
    game.play("move 0606", &[]);
    assert!(game.offers("attack 0605"));
    game.play("end", &[]);
    assert!(game.is_over());
    assert!(!game.happened("combat"));
}

#[rule("G7.1-4", "G7.2-7", "G7.5-25")]
#[test]
fn friends_in_the_hex_neither_help_nor_suffer() {
    let mut game = duel().infantry("c", "Friend", "0606", 9, "tactical = 2").set();
    assert_eq!(game.plan("Lion", "0605", "normal")["attacker_value"], 5);
    game.marching("Lion", 2);
    game.strike("0605", "normal", &[2, 5]);
    assert_eq!(game.combat()["attacker_result"], "2D");
    game.hold_ground();
    assert_eq!(game.shape("Lion"), (3, true, 3, 0));
    assert_eq!(game.shape("Friend"), (9, false, 0, 0));
}

/// Lion between two enemies, with dice that give him a difference of 3 more than they show.
fn two_targets() -> World {
    duel().infantry("u", "Right", "0706", 5, "tactical = 2").bonus(3)
}

#[rule("G7.1-5", "G7.1-22", "G7.6-56")]
#[test]
fn a_march_goes_on_after_a_bare_a() {
    let mut game = two_targets().set();
    game.marching("Lion", 5);
    game.strike("0605", "normal", &[5, 2]);
    assert_eq!(game.combat()["attacker_result"], "a");
    game.flee();
    game.play("done", &[]);
    assert_eq!(game.mp_left(), 3.0);
    assert_eq!(game.open("attack"), ["0706"]);
    game.play("attack 0706", &[]);
}

#[rule("G7.1-5", "G7.1-22", "G7.5-15", "G7.6-56", "G7.5-12", "G7.5-13", "G7.5-14")]
#[test]
fn a_letter_beside_the_a_ends_the_march() {
    for (dice, result, fatigue) in
        [([4, 2], "Ea", 0), ([3, 2], "fa", 1), ([2, 2], "Fa", 2), ([1, 2], "Da", 3)]
    {
        let mut game = two_targets().set();
        game.marching("Lion", 5);
        game.strike("0605", "normal", &dice);
        assert_eq!(game.combat()["attacker_result"], result);
        game.flee();
        // The advance is still to be had; then the march is over with 3 MP unspent.
        game.play("advance Lion", &[]);
        assert_eq!(game.at("Lion"), "0605");
        assert!(game.is_over(), "{result}");
        assert_eq!(game.fatigue("Lion"), fatigue, "{result}");
    }
}

#[rule("G7.1-22")]
#[test]
fn without_movement_points_the_march_ends() {
    let mut game = two_targets().set();
    game.marching("Lion", 2);
    game.strike("0605", "normal", &[5, 2]);
    game.flee();
    game.play("done", &[]);
    assert!(game.is_over());
}

#[rule("G7.1-8", "G7.5-29")]
#[test]
fn everybody_in_the_hex_defends() {
    let mut game = field()
        .infantry("u", "Three", "0605", 3, "tactical = 2")
        .infantry("u", "Four", "0605", 4, "fatigue = 2")
        .infantry("u", "Half", "0605", 1, "disorganized = true\nfatigue = 4")
        .infantry("c", "Lion", "0606", 8, "tactical = 2")
        .set();
    let plan = game.plan("Lion", "0605", "normal");
    assert_eq!((&plan["defender_value"], &plan["chart_value"]), (&7.5.into(), &7.5.into()));
    game.marching("Lion", 2);
    game.strike("0605", "normal", &[3, 4]);
    assert_eq!(game.combat()["defender_result"], "F");
    assert_eq!(["Three", "Four", "Half"].map(|u| game.fatigue(u)), [2, 4, 4]);
}

/// Whether Lion in 0606 may attack Target in 0605; otherwise the clause that forbids it.
fn attack_in(world: World) -> Result<(), &'static str> {
    let mut game = world.set();
    game.marching("Lion", 4);
    if game.offers("attack 0605") { Ok(()) } else { Err(game.refused("attack 0605")) }
}

#[rule("G7.1-9")]
#[test]
fn rivers_are_attacked_across_at_crossings_only() {
    for river in ["minor-river", "major-river"] {
        let banks = || duel().water(river, &["0605/0606"]);
        assert_eq!(attack_in(banks()), Err("G7.1-9"));
        for crossing in ["bridge", "dam", "ferry", "ford"] {
            assert_eq!(attack_in(banks().crossing(crossing, "0605/0606")), Ok(()), "{crossing}");
        }
    }
    let marker =
        |kind: &str, side: &str| format!("[[marker]]\nkind = {kind:?}\nhexside = \"0605/0606\"\n{side}");
    let destroyed = |river: &str| {
        duel().water(river, &["0605/0606"]).crossing("bridge", "0605/0606").scenario(&marker("destroyed", ""))
    };
    assert_eq!(attack_in(destroyed("minor-river")), Ok(()), "a ford is left");
    assert_eq!(attack_in(destroyed("major-river")), Err("G7.1-9"));
    let pontoon = |side: &str| {
        duel().water("major-river", &["0605/0606"]).scenario(&marker("pontoon", &format!("side = {side:?}")))
    };
    assert_eq!(attack_in(pontoon("confederate")), Ok(()));
    assert_eq!(attack_in(pontoon("union")), Err("G7.1-9"), "the enemy's pontoon is no bridge");
}

#[rule("G7.1-10")]
#[test]
fn rain_closes_fords_and_creeks() {
    let creek = || duel().water("creek", &["0605/0606"]);
    let ford = || duel().water("minor-river", &["0605/0606"]).crossing("ford", "0605/0606");
    let bridge = || duel().water("minor-river", &["0605/0606"]).crossing("bridge", "0605/0606");
    let destroyed = "[[marker]]\nkind = \"destroyed\"\nhexside = \"0605/0606\"";
    assert_eq!(attack_in(creek()), Ok(()));
    assert_eq!(attack_in(creek().rain()), Err("G7.1-10"));
    assert_eq!(attack_in(creek().rain().terrain("city", &["0606"])), Ok(()));
    assert_eq!(attack_in(creek().rain().way("trail", &["0606", "0605"])), Ok(()));
    assert_eq!(attack_in(ford()), Ok(()));
    assert_eq!(attack_in(ford().rain()), Err("G7.1-10"));
    assert_eq!(attack_in(ford().scenario("[weather]\nminor_unfordable_until = 1")), Err("G7.1-10"));
    assert_eq!(attack_in(bridge().rain()), Ok(()));
    assert_eq!(attack_in(bridge().scenario(destroyed).rain()), Err("G7.1-10"));
}

#[rule("G7.1-11", "G7.1-12")]
#[test]
fn mountains_and_swamps_are_attacked_along_ways_only() {
    for closed in ["mountain", "swamp"] {
        for (hex, clause) in [("0605", "G7.1-11"), ("0606", "G7.1-12")] {
            let ground = || duel().terrain(closed, &[hex]);
            assert_eq!(attack_in(ground()), Err(clause));
            for way in ["trail", "road", "pike", "railroad"] {
                assert_eq!(attack_in(ground().way(way, &["0606", "0605"])), Ok(()), "{way}");
            }
        }
    }
    let wet = || duel().terrain("provisional-swamp", &["0605"]);
    assert_eq!(attack_in(wet()), Ok(()));
    assert_eq!(attack_in(wet().rain()), Err("G7.1-11"));
}

#[rule("G7.1-13")]
#[test]
fn artillery_never_attacks_in_a_march() {
    let mut game = duel().unit("c", "artillery", "Guns", "0606", 2, "artillery = 6").set();
    game.marching("Guns", 4);
    assert!(game.open("attack").is_empty());
    assert_eq!(game.refused("attack 0605"), "G7.1-13");
}

#[rule("G7.1-14")]
#[test]
fn woods_hexsides_are_attacked_from_where_the_action_began() {
    let woods = || duel().terrain("woods", &["0605"]);
    assert_eq!(attack_in(woods()), Ok(()), "Lion has not moved");
    let moved = |world: World, path: &[&str]| {
        let mut game = world.set();
        game.marching("Lion", 20);
        for hex in path {
            game.play(&format!("move {hex}"), &[]);
        }
        if game.offers("attack 0605") { Ok(()) } else { Err(game.refused("attack 0605")) }
    };
    assert_eq!(moved(woods(), &["0506"]), Err("G7.1-14"));
    assert_eq!(moved(woods(), &["0607", "0606"]), Err("G7.1-14"), "coming back does not help");
    assert_eq!(moved(woods().way("trail", &["0605", "0506"]), &["0506"]), Ok(()));
    // The woods may be on the attacker's side of the hexside.
    assert_eq!(moved(duel().terrain("woods", &["0506"]), &["0506"]), Err("G7.1-14"));
}

#[rule("G7.1-14")]
#[test]
fn after_an_advance_woods_need_a_way() {
    let mut game =
        duel().infantry("u", "Wood", "0604", 5, "tactical = 2").terrain("woods", &["0604"]).bonus(3).set();
    game.marching("Lion", 8);
    game.strike("0605", "normal", &[6, 2]);
    game.flee();
    game.play("advance Lion", &[]);
    assert_eq!(game.refused("attack 0604"), "G7.1-14");
}

#[rule("G7.1-16", "G7.1-17")]
#[test]
fn each_type_has_its_price() {
    let prices = AttackType::ALL.map(|t| (t.cost(false), t.cost(true), t.modifier()));
    assert_eq!(prices, [(0, 0, -3), (2, 4, -1), (4, 8, 0), (8, 16, 1)]);
    let mut game = duel().set();
    game.marching("Lion", 5);
    game.strike("0605", "prepared", &[3, 3]);
    assert_eq!(game.mp_left(), 1.0, "paid at once, before the results");
    let mut game = duel().terrain("hill", &["0605"]).set();
    game.marching("Lion", 4);
    game.play("attack 0605", &[]);
    assert_eq!(game.offered(), ["column", "hasty", "normal", "prepared"]);
    game.play("prepared", &[3, 3]);
    assert_eq!(game.mp_left(), 0.0);
}

#[rule("G7.1-17")]
#[test]
fn cavalry_pays_double() {
    let mut game = duel().cavalry("c", "Riders", "0506", 5, "").set();
    game.marching("Riders", 7);
    game.play("attack 0605", &[]);
    assert_eq!(game.offered(), ["column", "hasty", "normal"]);
    game.refused("prepared");
    game.play("hasty", &[3, 3]);
    assert_eq!(game.mp_left(), 5.0);
}

#[rule("G7.1-18")]
#[test]
fn a_column_attacks_only_with_a_movement_point_left() {
    let mut game = duel().set();
    game.marching("Lion", 1);
    game.strike("0605", "column", &[3, 3]);
    assert_eq!(game.mp_left(), 1.0, "it costs nothing");
    for halves in [0, 1] {
        let mut game = duel().set();
        game.marching("Lion", 1);
        game.state.march_mut().unwrap().mp = halves;
        game.refused("attack 0605");
        let march = game.state.march().cloned().unwrap();
        game.state.pending = vec![crate::attack::NameAttack { march, target: game.hex("0605") }.into()];
        game.refused("column");
    }
}

#[rule("G7.1-19")]
#[test]
fn combat_values_make_the_ratio() {
    let world = field().infantry("u", "Target", "0605", 7, "").infantry("c", "Lion", "0606", 8, "");
    let plan = world.set().plan("Lion", "0605", "normal");
    assert_eq!((&plan["attacker_value"], &plan["defender_value"]), (&8.into(), &7.into()));
    assert_eq!(plan["ratio"], "1-1");
    assert_eq!(super::field::modifier(&plan, "combat ratio"), 0);
}

#[rule("G7.1-20")]
#[test]
fn modifiers_are_fixed_before_the_combat_dice() {
    let mut game = field()
        .terrain("rough", &["0605"])
        .infantry("u", "Target", "0605", 5, "artillery = 2")
        .infantry("c", "Lion", "0606", 5, "artillery = 2")
        .set();
    game.marching("Lion", 2);
    game.play("attack 0605", &[]);
    assert_eq!(game.play("normal", &[4, 3, 3]), ["artillery", "attacker", "defender"]);
    assert_eq!(game.combat()["difference"], -1, "an even artillery die takes one off");
}
