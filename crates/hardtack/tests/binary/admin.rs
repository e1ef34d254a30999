//! `hardtack admin`.

use serde_json::json;

use crate::backup::Playing;
use crate::common::hardtack;
use crate::serve::{request, request_as, start};

#[test]
fn games_are_listed_while_the_server_runs_and_changed_while_it_does_not() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().to_str().unwrap();
    let admin = |more: &[&str]| hardtack(&[&["admin", "--data", data, "--json"], more].concat());
    assert_eq!(admin(&["counts"]).code, 1, "there is nothing yet");
    let (mut server, address) = start(folder.path(), &[]);
    let mut games = [Playing::begin(&address), Playing::begin(&address)];
    assert!(games[0].play(&address));
    let counts = admin(&["counts"]).json();
    assert_eq!((&counts["games"], &counts["running"], &counts["entries"]), (&json!(2), &json!(2), &json!(1)));
    let list = admin(&["games"]).json();
    assert_eq!(list.as_array().unwrap().len(), 2);
    let one = admin(&["game", &games[0].id]).json();
    assert_eq!(
        (&one["seats"][0]["kind"], &one["entries"], &one["over"]),
        (&json!("person"), &json!(1), &json!(false))
    );
    assert_eq!(admin(&["game", "nosuch"]).code, 1);
    let busy = admin(&["delete", &games[1].id, "--yes"]);
    assert!(busy.code == 1 && busy.err.contains("served already"), "{}", busy.err);
    server.kill().unwrap();
    server.wait().unwrap();
    assert_eq!(admin(&["delete", &games[1].id]).code, 2, "not without --yes");
    assert_eq!(admin(&["delete", &games[1].id, "--yes"]).code, 0);
    let invited = admin(&["invite", &games[0].id, "union"]).json();
    let (mut server, address) = start(folder.path(), &[]);
    let (status, _) = request(&address, &format!("GET /api/v1/games/{}", games[1].id), &json!({}));
    assert_eq!(status, 404);
    let join = json!({"invitation": invited["invitation"], "name": "Bob"});
    let (status, joined) = request(&address, "POST /api/v1/join", &join);
    assert_eq!((status, &joined["side"]), (200, &json!("union")), "{joined}");
    let path = format!("GET /api/v1/games/{}", games[0].id);
    let (_, table) = request_as(&address, &games[0].token, &path, &json!({}));
    assert_eq!(table["you"], json!(["confederate"]), "the old token holds the other seat alone");
    server.kill().unwrap();
    server.wait().unwrap();
}

#[test]
fn people_are_looked_after_from_the_command_line() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().to_str().unwrap();
    let admin = |more: &[&str]| hardtack(&[&["admin", "--data", data, "--json"], more].concat());
    let (mut server, address) = start(folder.path(), &[]);
    let register = |name: &str| {
        let (status, entered) = request(&address, "POST /api/v1/me", &json!({"name": name}));
        assert_eq!(status, 200, "{entered}");
        entered["token"].as_str().unwrap().to_owned()
    };
    let (ann, bob) = (register("Ann"), register("Bob"));
    let seats = json!({"union": {"kind": "me"}, "confederate": {"kind": "friend"}});
    let new = json!({"scenario": "lesson-spring-hill", "seats": seats});
    let (_, begun) = request_as(&address, &bob, "POST /api/v1/games", &new);
    let report = json!({"person": "Bob", "words": "He is rude."});
    assert_eq!(request_as(&address, &ann, "POST /api/v1/reports", &report).0, 200);
    let all = admin(&["persons"]).json();
    assert_eq!(
        (&all[0]["name"], &all[1]["name"], all.as_array().unwrap().len()),
        (&json!("Ann"), &json!("Bob"), 2)
    );
    let one = admin(&["person", "bob"]).json();
    assert_eq!((&one["devices"], &one["held"], &one["role"]), (&json!(1), &json!([]), &json!("member")));
    assert_eq!(admin(&["person", "nobody"]).code, 1);
    assert_eq!(admin(&["reports"]).json()[0]["words"], "He is rude.");
    let busy = admin(&["block", "Bob"]);
    assert!(busy.code == 1 && busy.err.contains("served already"), "{}", busy.err);
    server.kill().unwrap();
    server.wait().unwrap();
    assert_eq!(admin(&["role", "Ann", "owner"]).json()["role"], "owner");
    assert_eq!(admin(&["block", "Bob", "--days", "3", "--why", "He is rude."]).code, 0);
    assert_eq!(admin(&["person", "Bob"]).json()["held"], json!(["block"]));
    let (mut server, address) = start(folder.path(), &[]);
    assert_eq!(request_as(&address, &bob, "GET /api/v1/me", &json!({})).0, 401, "he is shut out");
    let (_, book) = request_as(&address, &ann, "GET /api/v1/care", &json!({}));
    assert_eq!(
        (&book["acts"][0]["what"], &book["acts"][0]["why"]),
        (&json!("block"), &json!("He is rude.")),
        "{book}"
    );
    server.kill().unwrap();
    server.wait().unwrap();
    assert_eq!(admin(&["unblock", "Bob"]).code, 0);
    assert_eq!(admin(&["unblock", "Bob"]).code, 1, "he is not blocked any more");
    assert_eq!(admin(&["sign-out", "Ann"]).json()["devices"], 1);
    assert_eq!(admin(&["delete-person", "Bob"]).code, 2, "not without --yes");
    assert_eq!(admin(&["delete-person", "Bob", "--yes"]).code, 0);
    let game = admin(&["game", begun["id"].as_str().unwrap()]).json();
    assert_eq!(game["seats"][0]["name"], "former member");
    let text = hardtack(&["admin", "--data", data, "persons"]).out;
    assert!(text.contains("Ann") && text.contains("owner") && !text.contains("Bob"), "{text}");
}

#[test]
fn limits_say_where_they_come_from() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("c.toml");
    std::fs::write(&file, "[serve]\nstreams = 7\n").unwrap();
    let mut command = crate::common::command(&["admin", "--json", "limits"]);
    let out = command.env("HARDTACK_CONFIG", &file).env("HARDTACK_CHAT_PER_MINUTE", "5").output().unwrap();
    let told: serde_json::Value = serde_json::from_slice(&out.stdout).unwrap();
    let of = |name: &str| {
        let all = told.as_array().unwrap();
        all.iter().find(|one| one["option"] == name).unwrap_or_else(|| panic!("{name}: {told}")).clone()
    };
    assert_eq!(of("streams"), json!({"option": "streams", "value": "7", "from": "file"}));
    let chat = json!({"option": "chat-per-minute", "value": "5", "from": "HARDTACK_CHAT_PER_MINUTE"});
    assert_eq!(of("chat-per-minute"), chat);
    assert_eq!(of("games-per-person")["from"], "");
    assert!(told.as_array().unwrap().iter().all(|one| one["option"] != "port"), "only limits");
}
