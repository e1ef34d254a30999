//! Limited Intelligence: Force markers, dummies, and what opens them.

use serde_json::{Value, json};
use table::{PlayError, Ruleset, ScriptedDice, Side, Viewer, rule};

use super::world;
use super::world::{Game, News, World};
use crate::{Gcacw, Order};

const UNION: Viewer = Viewer::Seat(Side::Union);
const CONFEDERATE: Viewer = Viewer::Seat(Side::Confederate);

/// A wide field: the Union in 0303, the Confederates far away in 1010, and the option is on.
fn field() -> World {
    world()
        .settings("optional = [\"limited-intelligence\"]")
        .infantry("u", "Wagner", "0303", 5, "command = \"A\"")
        .infantry("u", "Cox", "0303", 4, "command = \"A\"")
        .infantry("c", "Spare", "1010", 3, "")
}

impl Game {
    /// What happened, as a viewer is told it, since the events before `from`.
    fn news(&self, viewer: Viewer, from: usize) -> Vec<News> {
        self.events[from..]
            .iter()
            .filter_map(|e| Gcacw::event_for(&self.setup, &e.clone().into(), viewer))
            .map(|e| News::of(&self.setup, &e.what))
            .collect()
    }
    fn view(&self, viewer: Viewer) -> Value {
        Gcacw::view(&self.setup, &self.state, viewer).erase().to_value()
    }
    fn piece(&self, viewer: Viewer, id: &str) -> Value {
        let view = self.view(viewer);
        let pieces = view["pieces"].as_array().unwrap();
        pieces.iter().find(|p| p["id"] == id).cloned().unwrap_or(Value::Null)
    }
    /// Puts a marker in a hex with these units under it; its number from 1.
    fn hide(&mut self, hex: &str, units: &[&str]) -> u8 {
        let side = self.state.active;
        let number = self.state.forces.as_ref().unwrap().free(side).unwrap() + 1;
        self.give(&format!("marker {hex}"), &[]);
        for unit in units {
            self.give(&format!("under {unit} > {number}"), &[]);
        }
        number
    }
    /// The verdict on an order of any seat, offered or not.
    fn verdict(&self, seat: Side, order: &str) -> Result<(), &'static str> {
        let read = Gcacw::read_order(&self.setup, order).unwrap();
        Gcacw::check(&self.setup, &self.state, seat, &read).map_err(|no| no.rule.0)
    }
    /// An order given without being asked.
    fn interrupt(&mut self, seat: Side, order: &str) {
        self.verdict(seat, order).unwrap();
        let read = Gcacw::read_order(&self.setup, order).unwrap();
        let mut dice = ScriptedDice::new([]);
        Gcacw::apply(&self.setup, &mut self.state, seat, &read, &mut dice, &mut self.events);
    }
    fn marker_hex(&self, side: Side, number: u8) -> Option<String> {
        self.state.forces.as_ref().unwrap().hex(side, number - 1).map(|h| self.label(h))
    }
    fn is_hidden(&self, unit: &str) -> bool {
        self.state.is_hidden(self.id(unit))
    }
}

#[rule("GLI-1")]
#[test]
fn only_with_the_option_there_are_force_markers() {
    let mut off = world().infantry("u", "Wagner", "0303", 5, "").infantry("c", "Spare", "1010", 3, "").set();
    off.acting(Side::Union);
    assert_eq!(off.refused("marker 0303"), "GLI-1");
    assert!(!Gcacw::has_secrets(&off.setup));
    assert_eq!(off.view(CONFEDERATE), off.view(Viewer::Referee));
    let mut on = field().set();
    on.acting(Side::Union).give("marker 0303", &[]);
    assert!(Gcacw::has_secrets(&on.setup));
}

#[rule("GLI-2")]
#[test]
fn the_enemy_sees_a_number_and_nothing_else() {
    let mut game =
        field().leader("u", "corps", "Stanley", "A", "Wagner", "tactical = 2\ncommand_value = 3").set();
    game.acting(Side::Union).hide("0303", &["Wagner"]);
    let seen = game.piece(CONFEDERATE, "Union Force 1");
    assert_eq!((&seen["name"], &seen["at"], &seen["holds"]), (&json!("1"), &json!("0303"), &Value::Null));
    let wagner = game.piece(CONFEDERATE, "Wagner");
    for key in ["at", "manpower", "combat_value", "fatigue", "works"] {
        assert_eq!(wagner[key], Value::Null, "{key}");
    }
    assert_eq!(wagner["where"], "hidden");
    let stanley = game.piece(CONFEDERATE, "Stanley");
    assert_eq!((&stanley["at"], &stanley["attached_to"]), (&Value::Null, &Value::Null));
    assert_eq!(game.piece(CONFEDERATE, "Cox")["at"], "0303", "who is not under a marker is seen");
    assert_eq!(game.piece(UNION, "Union Force 1")["holds"], json!(["Wagner"]));
    assert_eq!(game.piece(UNION, "Wagner")["under"], "Union Force 1");
    assert_eq!(game.piece(Viewer::Spectator, "Wagner")["at"], Value::Null);
    assert_eq!(game.piece(Viewer::Referee, "Wagner")["at"], "0303");
    let asked = Gcacw::standing_for(&game.setup, &game.state, CONFEDERATE);
    assert!(!format!("{asked:?}").contains("choose-action"), "what the enemy is asked tells what he has");
}

#[rule("GLI-3")]
#[test]
fn ten_markers_a_side() {
    let mut game = field().set();
    game.acting(Side::Union);
    for _ in 0..10 {
        game.give("marker 0303", &[]);
    }
    assert_eq!(game.refused("marker 0303"), "GLI-3");
    game.interrupt(Side::Union, "open union 4");
    game.give("marker 0303", &[]);
    assert_eq!(game.marker_hex(Side::Union, 4).as_deref(), Some("0303"), "a marker taken off is free again");
}

#[rule("GLI-4")]
#[test]
fn markers_are_placed_with_the_initiative_beside_any_action() {
    let mut game = field().infantry("u", "Far", "0101", 3, "").set();
    game.state.active = Side::Union;
    game.state.pending = vec![crate::turn::Initiative { side: Side::Union }.into()];
    assert_eq!(game.refused("marker 0303"), "GLI-4");
    game.give("take", &[]);
    assert!(game.verdict(Side::Confederate, "marker 1010").is_err());
    game.hide("0303", &["Wagner"]);
    game.hide("0303", &["Cox"]);
    game.give("march Far", &[3]);
    assert_eq!(game.refused("marker 0303"), "GLI-4");
}

#[rule("GLI-5")]
#[test]
fn units_under_a_marker_are_in_its_hex_and_keep_their_zone() {
    let mut game =
        field().infantry("u", "Kimball", "0303", 3, "").infantry("c", "Scout", "0306", 3, "").set();
    game.acting(Side::Union).hide("0303", &["Wagner", "Cox", "Kimball"]);
    let under = |g: &Game| g.state.forces.as_ref().unwrap().units(&g.setup, Side::Union, 0).len();
    assert_eq!((under(&game), game.at("Wagner").as_str()), (3, "0303"));
    assert!(
        game.ask(json!({"ask": "zoc", "side": "union"}))["normal"]
            .as_array()
            .unwrap()
            .contains(&json!("0304"))
    );
    game.marching("Scout", 9);
    game.give("move 0305", &[]).give("move 0304", &[]);
    assert!(!game.is_hidden("Wagner"), "an enemy next to it opens the marker");
    assert!(!game.offers("move 0404"), "and its zone of control stops him");
}

#[rule("GLI-5")]
#[test]
fn a_marker_hides_units_of_its_side_that_can_be_hidden() {
    let mut game = field().infantry("u", "Kimball", "0301", 3, "").set();
    game.acting(Side::Union).hide("0303", &["Wagner"]);
    assert_eq!(game.refused("under Spare > 1"), "GLI-5", "the enemy's goes under none of ours");
    assert_eq!(game.refused("marker 0909"), "GLI-5", "nobody of ours is there");
    game.marching("Kimball", 9);
    game.give("refuse-flanks", &[5, 2]);
    game.acting(Side::Union);
    assert_eq!(game.refused("marker 0301"), "GLI-5", "who refuses his flanks is seen");
}

#[rule("GLI-6", "GLI-7")]
#[test]
fn units_are_divided_among_the_markers_of_a_hex() {
    let mut game =
        field().infantry("u", "Kimball", "0303", 3, "").infantry("u", "Opdycke", "0303", 2, "").set();
    game.acting(Side::Union);
    game.hide("0303", &["Wagner", "Cox"]);
    game.hide("0303", &["Kimball"]);
    game.hide("0303", &["Opdycke"]);
    let dummy = |g: &Game, m| g.state.forces.as_ref().unwrap().is_dummy(&g.setup, Side::Union, m);
    assert!(![0, 1, 2].into_iter().any(|m| dummy(&game, m)));
    assert_eq!(game.refused("under Wagner > 2"), "GLI-6", "once with every initiative");
    game.state.forces.as_mut().unwrap().new_action();
    for unit in ["Kimball", "Opdycke"] {
        game.give(&format!("under {unit} > 1"), &[]);
    }
    assert_eq!((dummy(&game, 0), dummy(&game, 1), dummy(&game, 2)), (false, true, true));
    assert_eq!(game.piece(UNION, "Union Force 2")["holds"], json!([]));
    let far = game.refused("under Wagner > 7");
    assert_eq!(far, "GLI-6");
}

#[rule("GLI-6")]
#[test]
fn dividing_units_that_are_hidden_already_tells_the_enemy_nothing() {
    let mut game = field().set();
    game.acting(Side::Union);
    game.hide("0303", &["Wagner", "Cox"]);
    game.give("marker 0303", &[]);
    game.state.forces.as_mut().unwrap().new_action();
    let (before, view) = (game.events.len(), game.view(CONFEDERATE));
    game.give("under Wagner > 2", &[]);
    assert!(game.news(CONFEDERATE, before).is_empty());
    assert_eq!(game.view(CONFEDERATE), view);
    assert_ne!(game.piece(UNION, "Union Force 2")["holds"], json!([]));
}

#[rule("GLI-8")]
#[test]
fn a_dummy_wins_no_points_and_breaks_no_bridge() {
    let town = "[victory]\ndescription = \"x\"\n[[victory.place]]\nname = \"Town\"\nside = \"union\"\nhexes = [\"0304\"]\npoints = 5\nheld_by = \"confederate\"\n[[marker]]\nkind = \"pontoon\"\nside = \"confederate\"\nhexside = \"0304/0305\"";
    let mut game = field().water("minor-river", &["0304/0305"]).scenario(town).set();
    game.acting(Side::Union);
    game.hide("0303", &[]);
    game.give("feint 1 > infantry", &[6]).give("done", &[]).give("steady", &[]).give("move 0304", &[]);
    game.run(&[], |play| play.look_out());
    assert_eq!(game.pos().points().union, 0);
    assert_eq!(game.state.altered.len(), 1, "the pontoon bridge stands");
    let zone = game.ask(json!({"ask": "zoc", "side": "union"}));
    assert!(!zone["normal"].as_array().unwrap().contains(&json!("0404")), "no zone of control");
}

#[rule("GLI-8", "GLI-17")]
#[test]
fn a_dummy_does_not_open_a_hidden_force_but_is_found_out_by_it() {
    let mut game = field().infantry("c", "Brown", "0306", 5, "").set();
    game.acting(Side::Confederate).hide("0306", &["Brown"]);
    game.acting(Side::Union).hide("0303", &[]);
    game.give("feint 1 > infantry", &[6]).give("done", &[]).give("steady", &[]).give("move 0304", &[]);
    let before = game.events.len();
    game.run(&[], |_| {});
    let read = Gcacw::read_order(&game.setup, "move 0305").unwrap();
    let mut dice = ScriptedDice::new([1, 2]);
    Gcacw::apply(&game.setup, &mut game.state, Side::Union, &read, &mut dice, &mut game.events);
    assert_eq!(game.marker_hex(Side::Union, 1), None, "the dummy is taken off");
    assert!(game.is_hidden("Brown"), "the real force stays hidden");
    assert!(game.news(UNION, before).iter().any(|e| e.kind == "reveal" && e.text.contains("a dummy")));
}

#[rule("GLI-17")]
#[test]
fn two_dummies_do_not_mind_each_other() {
    let mut game = field().set();
    game.acting(Side::Confederate).hide("1010", &[]);
    game.acting(Side::Union).hide("0303", &[]);
    let (a, b) = (game.hex("0606"), game.hex("0607"));
    let forces = game.state.forces.as_mut().unwrap();
    forces.set(Side::Union, 0, Some(a));
    forces.set(Side::Confederate, 0, Some(b));
    game.run(&[], |play| play.look_out());
    assert!(game.marker_hex(Side::Union, 1).is_some() && game.marker_hex(Side::Confederate, 1).is_some());
    assert_eq!(game.refused("marker 0606"), "GLI-9", "nor are more markers placed there");
}

#[rule("GLI-9")]
#[test]
fn no_marker_is_placed_next_to_the_enemy_but_across_a_river() {
    let near = |river: bool| {
        let w = field().infantry("c", "Brown", "0304", 5, "");
        let w = if river { w.water("minor-river", &["0303/0304"]) } else { w };
        let mut game = w.set();
        game.acting(Side::Union);
        game
    };
    assert_eq!(near(false).refused("marker 0303"), "GLI-9");
    near(true).give("marker 0303", &[]);
    let bridged = field()
        .infantry("c", "Brown", "0304", 5, "")
        .water("minor-river", &["0303/0304"])
        .crossing("bridge", "0303/0304");
    let mut game = bridged.set();
    assert_eq!(game.acting(Side::Union).refused("marker 0303"), "GLI-9");
}

#[rule("GLI-10", "GLI-18")]
#[test]
fn cavalry_sees_two_hexes_far() {
    let with = |hex| {
        let mut game = field().cavalry("c", "Forrest", hex, 5, "").set();
        game.acting(Side::Union);
        game
    };
    assert_eq!(with("0305").refused("marker 0303"), "GLI-10");
    let mut game = with("0306");
    game.hide("0303", &["Wagner"]);
    game.marching("Forrest", 9);
    let before = game.events.len();
    game.give("move 0305", &[]);
    assert!(!game.is_hidden("Wagner"));
    let told = game.news(CONFEDERATE, before);
    assert!(told.iter().any(|e| e.kind == "reveal" && e.text.contains("Wagner")), "{told:?}");
    let mut foot = field().infantry("c", "Brown", "0305", 5, "").set();
    foot.acting(Side::Union).give("marker 0303", &[]);
}

#[rule("GLI-11")]
#[test]
fn woods_rivers_and_friends_screen_from_cavalry() {
    // Diagonally there are two hexes in between: 0304 and 0403 lie between 0303 and 0404.
    let game = |w: World| {
        let mut game = w.cavalry("c", "Forrest", "0404", 5, "").set();
        game.acting(Side::Union);
        game
    };
    let between: Vec<String> = {
        let g = game(field());
        let grid = &g.setup.map.grid;
        let (a, c) = (g.hex("0303"), g.hex("0404"));
        assert_eq!(grid.distance(a, c), 2);
        grid.neighbors(a).filter(|(_, m)| grid.distance(*m, c) == 1).map(|(_, m)| g.label(m)).collect()
    };
    let [one, two] = &between[..] else { panic!("{between:?}") };
    assert_eq!(game(field()).refused("marker 0303"), "GLI-10");
    let held = || field().infantry("u", "Picket", one, 2, "");
    assert_eq!(game(held()).refused("marker 0303"), "GLI-10", "the other way is open");
    game(held().terrain("woods", &[two])).give("marker 0303", &[]);
    let road = held().terrain("woods", &[two]).way("road", &["0303", two, "0404"]);
    assert_eq!(game(road).refused("marker 0303"), "GLI-10", "a road lets cavalry see through woods");
    game(held().water("minor-river", &[&format!("{two}/0404")])).give("marker 0303", &[]);
    let mut stays = game(held().terrain("woods", &[two]));
    stays.hide("0303", &["Wagner"]);
    stays.run(&[], |play| play.look_out());
    assert!(stays.is_hidden("Wagner"));
    // A real unit under a marker in between screens; a dummy does not.
    let far = field().infantry("u", "Picket", "0101", 2, "").terrain("woods", &[two]);
    let mut dummy = game(far);
    let (middle, number) = (dummy.hex(one), 0);
    dummy.state.forces.as_mut().unwrap().set(Side::Union, number, Some(middle));
    assert_eq!(dummy.refused("marker 0303"), "GLI-10");
}

#[rule("GLI-12")]
#[test]
fn movement_dice_of_a_hidden_force_fall_in_everybodys_sight() {
    let mut game = field().cavalry("u", "Wilson", "0301", 5, "").set();
    game.acting(Side::Union).hide("0301", &["Wilson"]);
    let before = game.events.len();
    game.give("march Wilson", &[4, 3]).give("done", &[]).give("steady", &[]).give("move 0302", &[]);
    let told = game.news(CONFEDERATE, before);
    let dice = told.iter().find(|e| e.kind == "movement-dice").unwrap();
    let fallen = json!([{"for": "movement", "die": 4}, {"for": "movement", "die": 3}]);
    assert_eq!(dice.json["dice"], fallen);
    let text = format!("{told:?}");
    assert!(!text.contains("Wilson") && text.contains("Union Force 1 moves to 0302"), "{text}");
    assert_eq!(game.at("Wilson"), "0302");
    assert_eq!(game.marker_hex(Side::Union, 1).as_deref(), Some("0302"), "the marker goes along");
    assert_eq!(
        game.mp_left(),
        7.0 - game.news(UNION, before).iter().find(|e| e.kind == "move").unwrap().json["cost"]
            .as_f64()
            .unwrap()
    );
}

#[rule("GLI-12")]
#[test]
fn a_unit_that_leaves_its_force_takes_a_marker_of_its_own_or_is_seen() {
    let mut game = field().set();
    game.acting(Side::Union).hide("0303", &["Wagner", "Cox"]);
    game.give("march Wagner", &[6]).give("done", &[]).give("steady", &[]).give("move 0304", &[]);
    assert_eq!(game.marker_hex(Side::Union, 1).as_deref(), Some("0303"));
    assert_eq!(game.marker_hex(Side::Union, 2).as_deref(), Some("0304"));
    assert!(game.is_hidden("Wagner") && game.is_hidden("Cox"));
    let mut full = field().set();
    full.acting(Side::Union).hide("0303", &["Wagner", "Cox"]);
    for _ in 0..9 {
        full.give("marker 0303", &[]);
    }
    full.give("march Wagner", &[6]).give("done", &[]).give("steady", &[]).give("move 0304", &[]);
    assert!(!full.is_hidden("Wagner") && full.is_hidden("Cox"), "no marker was left");
}

#[rule("GLI-13")]
#[test]
fn a_dummy_rolls_as_what_it_pretends_to_be() {
    let mp = |side: Side, guise: &str, dice: &[u8]| {
        let mut game = field().set();
        let hex = if side == Side::Union { "0303" } else { "1010" };
        game.acting(side).hide(hex, &[]);
        if guise.starts_with("led") {
            game.give(&format!("feint 1 > {guise}"), &[]).give("done", dice);
        } else {
            game.give(&format!("feint 1 > {guise}"), dice);
        }
        f64::from(game.state.feint().unwrap().mp) / 2.0
    };
    assert_eq!(mp(Side::Union, "infantry", &[4]), 4.0);
    assert_eq!(mp(Side::Union, "cavalry", &[4, 5]), 9.0);
    assert_eq!(mp(Side::Confederate, "cavalry", &[4, 5]), 10.0);
    assert_eq!(mp(Side::Confederate, "led-infantry", &[4]), 6.0, "1D6 + 2 in this game");
    assert_eq!(mp(Side::Union, "led-cavalry", &[4, 5]), 10.0);
    let told = |order: &str, dice: &[u8]| {
        let mut game = field().cavalry("u", "Wilson", "0301", 5, "").set();
        game.acting(Side::Union);
        let at = game.events.len();
        if order.starts_with("feint") {
            let hex = game.hex("0301");
            game.state.forces.as_mut().unwrap().set(Side::Union, 0, Some(hex));
        } else {
            game.hide("0301", &["Wilson"]);
        }
        let at = at.max(game.events.len());
        game.give(order, dice).give("done", &[]);
        game.news(CONFEDERATE, at)
    };
    assert_eq!(
        told("feint 1 > cavalry", &[2, 6]),
        told("march Wilson", &[2, 6]),
        "the enemy cannot tell them apart"
    );
}

#[rule("GLI-14")]
#[test]
fn a_sham_roll_looks_like_a_real_one_and_does_nothing() {
    let roll = |fatigue: &str| {
        let mut game = field().infantry("u", "Kimball", "0101", 6, fatigue).set();
        game.acting(Side::Union).hide("0101", &["Kimball"]);
        game.give("march Kimball", &[3]);
        let (before, free) = (game.events.len(), game.offers("done"));
        game.give("roll", &[6]);
        let told = game.news(CONFEDERATE, before);
        (told, free, game.unit("Kimball").manpower, game.unit("Kimball").disorganized, game.view(CONFEDERATE))
    };
    let (sham, free, manpower, disorganized, _) = roll("");
    assert!(free, "a sham is a choice");
    assert_eq!((manpower, disorganized), (6, false), "and has no effect");
    assert_eq!(
        sham[0].json,
        json!({"type": "extended-march", "side": "union", "die": 6}),
        "the enemy sees the die"
    );
    let (real, free, manpower, _, view) = roll("fatigue = 3\ndisorganized = true");
    assert!(!free, "an extended march must be rolled for");
    assert!(manpower < 6, "a real 6 hurts tired Union troops");
    assert_eq!(real, sham, "and the enemy cannot tell");
    assert_eq!(view["victory"]["confederate"], 0);
    let mut game = field().infantry("u", "Kimball", "0101", 6, "fatigue = 3").set();
    game.acting(Side::Union).hide("0101", &["Kimball"]);
    game.give("march Kimball", &[3]);
    assert_eq!(game.refused("done"), "GLI-14");
}

#[rule("GLI-15")]
#[test]
fn moving_a_dummy_alone_is_an_action() {
    let mut game = field().set();
    game.acting(Side::Union).hide("0303", &[]);
    game.give("feint 1 > infantry", &[6]).give("done", &[]).give("steady", &[]);
    game.give("move 0304", &[]).give("end", &[5, 2]);
    assert_eq!(game.decides(), ("initiative", Side::Union), "the initiative is rolled for again");
    assert_eq!(game.refused("feint 1 > infantry"), "GLI-15");
    // No oftener than a fresh unit could march in a turn, and only a dummy.
    for _ in 0..3 {
        game.acting(Side::Union).give("feint 1 > infantry", &[6]).give("done", &[]).give("steady", &[]);
        game.give("end", &[5, 2]);
    }
    game.acting(Side::Union);
    assert_eq!(game.refused("feint 1 > infantry"), "GLI-15");
    game.hide("0303", &["Cox"]);
    assert_eq!(game.refused("feint 2 > infantry"), "GLI-15", "a real force stands under it");
    let mut game = field().set();
    game.acting(Side::Union).hide("0303", &[]);
    game.give("feint 1 > infantry", &[6]).give("done", &[]).give("steady", &[]).give("end", &[5, 2]);
    assert_eq!(game.verdict(Side::Union, "along 1 > 0304"), Err("G4.2-11"));
}

#[rule("G6.2-23", "GLI-6")]
#[test]
fn a_dummy_keeps_out_of_enemy_hexes_and_takes_no_unit_from_elsewhere() {
    let mut game = field()
        .infantry("c", "Picket", "0304", 3, "")
        .infantry("u", "Kimball", "0101", 3, "")
        .water("minor-river", &["0303/0304"])
        .set();
    game.acting(Side::Union).hide("0303", &[]);
    assert_eq!(game.refused("under Kimball > 1"), "GLI-6", "he is elsewhere");
    game.give("under Cox > 1", &[]);
    game.state.forces.as_mut().unwrap().new_action();
    assert_eq!(game.refused("under Cox > 1"), "GLI-6", "he is there already");
    game.hide("0303", &[]);
    game.give("feint 2 > infantry", &[6]).give("done", &[]).give("steady", &[]);
    assert_eq!(game.refused("move 0304"), "G6.2-23");
}

#[rule("GLI-16")]
#[test]
fn dummies_go_along_with_a_real_force_from_the_same_hex() {
    let mut game = field().infantry("u", "Other", "0101", 3, "").set();
    game.acting(Side::Union);
    game.hide("0303", &["Wagner", "Cox"]);
    game.hide("0303", &[]);
    game.hide("0303", &[]);
    game.hide("0101", &[]);
    game.give("march Wagner", &[5]).give("done", &[]).give("steady", &[]);
    assert_eq!(game.refused("along 4 > 0102"), "GLI-16", "it is elsewhere");
    game.give("along 2 > 0302", &[]);
    game.give("end", &[]);
    game.give("move 0304", &[]).give("end", &[]);
    assert_eq!(game.asks(), "along");
    game.give("along 3 > 0403", &[]);
    assert_eq!(game.state.feint().unwrap().mp, 4, "the allowance of the real force, less 3");
    game.give("end", &[]).give("done", &[6, 1]);
    let at = |n| game.marker_hex(Side::Union, n);
    assert_eq!((at(2).as_deref(), at(3).as_deref()), (Some("0302"), Some("0403")));
    assert_eq!(game.at("Wagner"), "0304");
}

#[rule("GLI-17")]
#[test]
fn hidden_forces_that_meet_are_both_opened_unless_a_river_parts_them() {
    let meet = |river: bool| {
        let w = field().infantry("c", "Brown", "0307", 5, "");
        let w = if river { w.water("minor-river", &["0305/0306"]) } else { w };
        let mut game = w.infantry("u", "Kimball", "0305", 3, "").set();
        game.acting(Side::Union).hide("0305", &["Kimball"]);
        game.acting(Side::Confederate).hide("0307", &["Brown"]);
        game.give("march Brown", &[6]).give("done", &[]).give("steady", &[]);
        let before = game.events.len();
        game.give("move 0306", &[]);
        let told = game.news(UNION, before);
        let told = told.iter().filter(|e| e.kind == "reveal").count();
        (game.is_hidden("Brown"), game.is_hidden("Kimball"), told)
    };
    assert_eq!(meet(false), (false, false, 2));
    assert_eq!(meet(true), (true, true, 0));
}

#[rule("GLI-19")]
#[test]
fn cavalry_under_a_marker_does_not_scout() {
    let mut game = field().cavalry("c", "Forrest", "0306", 5, "").set();
    game.acting(Side::Union).hide("0303", &["Wagner"]);
    game.acting(Side::Confederate).hide("0306", &["Forrest"]);
    game.give("march Forrest", &[2, 2]).give("done", &[]).give("steady", &[]).give("move 0305", &[]);
    assert!(game.is_hidden("Wagner") && game.is_hidden("Forrest"));
    game.interrupt(Side::Confederate, "open confederate 1");
    assert!(!game.is_hidden("Forrest") && !game.is_hidden("Wagner"), "seen by cavalry in the open");
}

#[rule("GLI-20")]
#[test]
fn the_owner_takes_a_marker_off_at_any_time() {
    let mut game = field().set();
    game.acting(Side::Union).hide("0303", &["Wagner"]);
    game.acting(Side::Confederate).give("march Spare", &[3]);
    assert_eq!(game.verdict(Side::Union, "open confederate 1"), Err("GLI-20"));
    assert_eq!(game.verdict(Side::Union, "open union 2"), Err("GLI-20"));
    let mut open: Vec<Order> = Vec::new();
    Gcacw::at_any_time(&game.setup, &game.state, Side::Union, &mut open);
    assert_eq!(open, [Order::Open(Side::Union, 0)]);
    let ask = game.asks();
    game.interrupt(Side::Union, "open union 1");
    assert!(!game.is_hidden("Wagner") && game.marker_hex(Side::Union, 1).is_none());
    assert_eq!(game.asks(), ask, "the opponent's march goes on");
}

/// Through the door that servers and terminals use: an order nobody asked for is taken if it may be given
/// at any time, and nothing else is.
#[rule("GLI-20")]
#[test]
fn a_seat_that_is_not_asked_may_still_open_its_marker() {
    use table::Rules as _;
    let mut game = field().set();
    game.acting(Side::Union).hide("0303", &["Wagner"]);
    game.acting(Side::Confederate);
    let mut seated = table::Seated::<Gcacw>::new(game.setup.into(), game.state);
    assert_eq!(seated.cards_at_any_time(Side::Union)[0].order, "open union 1");
    assert!(matches!(seated.check(Side::Union, "march Cox"), Err(PlayError::NotYourDecision(_))));
    let played = seated.play(Side::Union, "open union 1", &mut ScriptedDice::new([])).unwrap();
    assert!(played.said[0].contains("Wagner"));
    assert!(seated.cards_at_any_time(Side::Union).is_empty());
}
