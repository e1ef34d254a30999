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
