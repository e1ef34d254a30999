//! Cavalry retreat (7.7).

use serde_json::json;
use table::{Side, rule};

use crate::world::world;

/// Wilder's men ride to the field and fight on foot.
#[rule("G7.7-33")]
#[test]
fn mounted_infantry_makes_no_cavalry_retreat() {
    let field = |arm: &str, keys: &str| {
        world()
            .game("BAC", 1863)
            .unit("u", arm, "Wilder", "0605", 4, keys)
            .infantry("u", "Reserve", "0101", 3, "")
            .infantry("c", "Walker", "0607", 4, "")
            .acting(Side::Confederate)
    };
    let comes = |arm: &str, keys: &str| {
        let mut game = field(arm, keys);
        game.give("march Walker", &[5]);
        if game.asked() == "force-march" {
            game.give("steady", &[]);
        }
        game.give("move 0606", &[]);
        game.asked()
    };
    assert_eq!(comes("cavalry", ""), "cavalry-retreat");
    assert_eq!(comes("infantry", "mounted = true"), "march", "nobody is asked");
    let question = json!({"ask": "retreat", "units": ["Wilder"], "active": "0606", "kind": "cavalry"});
    let answer = field("infantry", "mounted = true").ask(question.clone());
    assert_eq!((&answer["rule"], &answer["clause"]), (&json!("7.7"), &json!("G7.7-33")));
    assert!(field("cavalry", "").ask(question)["error"].is_null());
}

/// Enemy cavalry gets away from mounted infantry as from any other.
#[rule("G7.7-33")]
#[test]
fn cavalry_retreats_from_mounted_infantry() {
    let comes = |arm: &str, keys: &str, dice: &[u8]| {
        let mut game = world()
            .game("BAC", 1863)
            .unit("u", arm, "Wilder", "0607", 4, keys)
            .cavalry("c", "Dibrell", "0605", 3, "")
            .infantry("c", "Walker", "1212", 4, "")
            .acting(Side::Union);
        game.give("march Wilder", dice);
        if game.asked() == "force-march" {
            game.give("steady", &[]);
        }
        game.give("move 0606", &[]);
        game.asked()
    };
    assert_eq!(comes("infantry", "mounted = true", &[3, 3]), "cavalry-retreat");
    assert_eq!(comes("cavalry", "", &[3, 3]), "march", "cavalry does not flee cavalry");
}
