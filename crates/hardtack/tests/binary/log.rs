//! What the log of a server never holds: who plays, what opens a seat, what is hidden.

use std::io::{BufRead, BufReader, Read};
use std::path::Path;
use std::process::{Command, Stdio};

use serde_json::{Value, json};

use crate::common::command;
use crate::serve::{request, request_as};

/// Everything that must not be in a log, by what it is. A part that learns something new about people adds it here.
#[derive(Default)]
struct Secrets(Vec<(&'static str, String)>);

impl Secrets {
    fn keep(&mut self, what: &'static str, words: &Value) {
        let text = words.as_str().unwrap_or_else(|| panic!("no {what}: {words}"));
        assert!(text.len() >= 5, "{what}: `{text}` may stand in any log");
        self.0.push((what, text.to_owned()));
    }

    fn found_in<'a>(&'a self, log: &str) -> Vec<&'a (&'static str, String)> {
        let log = log.to_lowercase();
        self.0.iter().filter(|(_, secret)| log.contains(&secret.to_lowercase())).collect()
    }
}

const NAMES: [&str; 2] = ["Zebulon Quillfeather", "Philomena Thistledown"];

/// Plays, watches, asks wrongly and breaks off: whatever may be told in a log.
fn play(address: &str, secrets: &mut Secrets) {
    let seats = json!({"union": {"kind": "me"}, "confederate": {"kind": "friend"}});
    let options = json!(["limited-intelligence"]);
    let new = json!({"scenario": "second-manassas", "options": options, "name": NAMES[0], "seats": seats});
    let (status, begun) = request(address, "POST /api/v1/games", &new);
    assert_eq!(status, 200, "{begun}");
    secrets.keep("token", &begun["token"]);
    secrets.keep("invitation", &begun["invitations"]["confederate"]);
    let join = json!({"invitation": begun["invitations"]["confederate"], "name": NAMES[1]});
    let (status, joined) = request(address, "POST /api/v1/join", &join);
    assert_eq!(status, 200, "{joined}");
    secrets.keep("token", &joined["token"]);
    for name in NAMES {
        secrets.keep("name", &json!(name));
    }
    let game = begun["id"].as_str().unwrap();
    let tokens = [&begun["token"], &joined["token"]].map(|token| token.as_str().unwrap().to_owned());
    for _ in 0..12 {
        for token in &tokens {
            let path = format!("/api/v1/games/{game}");
            let (_, table) = request_as(address, token, &format!("GET {path}"), &json!({}));
            let Some(card) = table["cards"].as_array().unwrap().first().cloned() else { continue };
            let orders = json!({"seq": table["seq"], "orders": [card["order"]]});
            let (status, told) = request_as(address, token, &format!("POST {path}/orders"), &orders);
            assert_eq!(status, 200, "{told}");
            // Once more, and nonsense: refused.
            request_as(address, token, &format!("POST {path}/orders"), &json!({"seq": 999, "orders": ["x"]}));
            request_as(address, token, &format!("POST {path}/ask"), &json!({"ask": "what"}));
            request_as(address, token, &format!("POST {path}/undo"), &json!({"seq": table["seq"]}));
            // Orders of a game with secrets are themselves secrets; short ones may be any word.
            if let Some(order) = card["order"].as_str().filter(|order| order.len() > 12) {
                secrets.keep("order", &json!(order));
            }
        }
    }
    // Wrong tokens, used invitations, and addresses of pages with an invitation in them.
    request_as(address, "a-token-of-nobody-at-all", &format!("GET /api/v1/games/{game}"), &json!({}));
    secrets.keep("wrong token", &json!("a-token-of-nobody-at-all"));
    request(address, "POST /api/v1/join", &join);
    request(address, "POST /api/v1/games", &json!({"scenario": "nowhere", "name": NAMES[0], "seats": seats}));
}

const MEMBERS: [&str; 2] = ["Barnaby Wigglesworth", "Clementine Featherstone"];

/// What members do to each other: asking, reporting, blocking, leaving. Nobody is named for it.
fn care(address: &str, secrets: &mut Secrets) {
    let tokens = MEMBERS.map(|name| {
        let (status, entered) = request(address, "POST /api/v1/me", &json!({"name": name}));
        assert_eq!(status, 200, "{entered}");
        secrets.keep("device", &entered["token"]);
        secrets.keep("member", &json!(name));
        secrets.keep("member in an address", &json!(name.replace(' ', "%20")));
        entered["token"].as_str().unwrap().to_owned()
    });
    let seats = json!({"union": {"kind": "me"}, "confederate": {"kind": "friend", "member": MEMBERS[1]}});
    let new = json!({"scenario": "lesson-spring-hill", "seats": seats, "private": true});
    let (status, begun) = request_as(address, &tokens[0], "POST /api/v1/games", &new);
    assert_eq!(status, 200, "{begun}");
    let other = MEMBERS[1].replace(' ', "%20");
    let words = "She shouted across the bivouac";
    secrets.keep("report", &json!(words));
    let report = json!({"person": MEMBERS[1], "words": words});
    assert_eq!(request_as(address, &tokens[0], "POST /api/v1/reports", &report).0, 200);
    let why = json!({"why": "An unseemly bivouac quarrel"});
    secrets.keep("reason", &why["why"]);
    // The owner by the option of the server: he mutes, blocks and renames.
    for what in ["mute", "unmute", "bar-address", "block", "unblock", "rename"] {
        let path = format!("POST /api/v1/persons/{other}/{what}");
        let (status, told) = request_as(address, &tokens[0], &path, &why);
        assert_eq!(status, 200, "{what}: {told}");
    }
    for path in ["record", "games"] {
        request_as(address, &tokens[0], &format!("GET /api/v1/persons/{other}/{path}"), &json!({}));
    }
}

/// The seeds of all games, as the log would write them.
fn seeds(data: &Path, secrets: &mut Secrets) {
    let file = data.join("games.db");
    let read = Command::new("sqlite3").arg(&file).arg("SELECT lower(hex(seed)) FROM game").output();
    let Ok(read) = read else {
        // Their place is in no message; where the program is missing this is not looked for.
        return;
    };
    for seed in String::from_utf8(read.stdout).unwrap().lines() {
        secrets.keep("seed", &json!(seed));
    }
}

/// The log of a server that was played at.
fn log_of(format: &str) -> (String, Secrets) {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().to_str().unwrap();
    let owner = ["--owner", MEMBERS[0]];
    let mut server =
        command(&[&["serve", "--port", "0", "--data", data, "--log-format", format], &owner[..]].concat());
    let mut server = server.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let mut line = String::new();
    BufReader::new(server.stdout.as_mut().unwrap()).read_line(&mut line).unwrap();
    let address = line.split("http://").nth(1).unwrap().trim().trim_end_matches('/').to_owned();
    let mut secrets = Secrets::default();
    play(&address, &mut secrets);
    care(&address, &mut secrets);
    seeds(folder.path(), &mut secrets);
    // The disk is gone under it: a failure that is told in the log, with whatever belongs to the request.
    let base = folder.path().join("games.db");
    let broken = Command::new("sqlite3").arg(&base).arg("DROP TABLE summary").output();
    let begun = json!({"scenario": "lesson-spring-hill", "name": NAMES[0],
                       "seats": {"union": {"kind": "me"}, "confederate": {"kind": "me"}}});
    let (status, _) = request(&address, "POST /api/v1/games", &begun);
    // A failure at an address with a name in it.
    let named = format!("GET /api/v1/persons/{}/games", MEMBERS[0].replace(' ', "%20"));
    request(&address, &named, &json!({}));
    let failed = broken.is_ok_and(|done| done.status.success());
    server.kill().unwrap();
    let mut log = String::new();
    server.stderr.take().unwrap().read_to_string(&mut log).unwrap();
    server.wait().unwrap();
    if failed {
        assert!(status >= 500 && log.contains("a request failed"), "{status}: the log tells failures: {log}");
    }
    (log, secrets)
}

#[test]
fn nobody_is_named_in_a_log_and_nothing_is_given_away() {
    for format in ["text", "json"] {
        let (log, secrets) = log_of(format);
        assert!(secrets.0.len() > 8, "there was something to find");
        assert!(secrets.found_in(&log).is_empty(), "{format}: {:?} in {log}", secrets.found_in(&log));
        // The search itself finds what is there.
        let (what, secret) = &secrets.0[0];
        assert_eq!(secrets.found_in(&format!("x {} x", secret.to_uppercase()))[0].0, *what);
    }
}
