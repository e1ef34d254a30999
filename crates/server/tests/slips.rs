//! Requests with slips in them: an answer in words, never a crash, and nothing changes by them that was not asked for
//! in a legal way.
//!
//! `HARDTACK_SLIPS=1000000 cargo test --release -p hardtack-server --test slips` sends a million instead of some thousand;
//! `HARDTACK_SEED` makes others.

mod common;

use axum::http::Method;
use common::App;
use serde_json::{Value, json};
use table::laws::Slips;

fn setting(name: &str, default: u64) -> u64 {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(default)
}

#[tokio::test]
async fn bodies() {
    let app = App::real();
    let game = app.two_players("lesson-spring-hill").await;
    let seats = json!({"union": {"kind": "me"}, "confederate": {"kind": "computer", "level": "recruit"}});
    let bodies: [(&str, Value); 11] = [
        ("/games", json!({"scenario": "lesson-spring-hill", "seats": seats, "name": "Ann", "options": []})),
        ("/games", json!({"lesson": "gc-march", "name": "Ann"})),
        ("coach", json!({"seq": 0, "do": "again"})),
        ("/games/mine", json!({"tokens": [game.union]})),
        ("/join", json!({"invitation": "AAAA", "name": "Bob"})),
        ("/odds", json!({"system": "gcacw", "question": {"ask": "attack", "attacker": 5, "defender": 3}})),
        ("orders", json!({"seq": 0, "seat": "union", "orders": ["done"], "table": true})),
        ("check", json!({"order": "march Opdycke", "seat": "union"})),
        ("why", json!({"piece": "Brown", "at": "1823"})),
        ("reach", json!({"piece": "Brown", "with": ["Cleburne"], "press": true})),
        ("ask", json!({"ask": "reach", "unit": "Brown", "movement": 4})),
    ];
    let (count, seed) = (setting("HARDTACK_SLIPS", 900), setting("HARDTACK_SEED", 1863));
    let texts: Vec<String> = bodies.iter().map(|(_, body)| body.to_string()).collect();
    let mut slips = Slips::new(seed);
    for number in 0..count {
        let (path, body) = &bodies[(number % bodies.len() as u64) as usize];
        let path =
            if path.starts_with('/') { (*path).to_owned() } else { format!("/games/{}/{path}", game.id) };
        // Mostly its own body with slips, now and then that of another path.
        let body = if slips.below(8) == 0 { slips.text(&texts) } else { slips.text(&[body.to_string()]) };
        let token = if slips.below(2) == 0 { &game.union } else { &game.confederate };
        let (status, answer) =
            app.send(Method::POST, &path, Some(token), Some(body.clone().into_bytes())).await;
        // A server that is asked for too much at once may say so.
        let busy = status.as_u16() == 503;
        assert!(!status.is_server_error() || busy, "seed {seed}, request {number}: {path} {body}: {status}");
        if status.is_client_error() {
            let told: Value = serde_json::from_slice(&answer).unwrap_or_default();
            assert!(told["message"].as_str().is_some_and(|m| !m.is_empty()), "{path} {body}: {told}");
        }
    }
    assert_eq!(app.table(&game.id, Some(&game.union)).await["id"], game.id);
}
