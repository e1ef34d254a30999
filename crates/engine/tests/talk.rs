//! The protocol, line by line.

use engine::talk::{Limits, Next, Session};
use serde_json::{Value, json};

struct Talk(Session);

impl Talk {
    fn new() -> Talk {
        Talk(Session::new(Limits { games: 3, ..Limits::default() }))
    }

    fn line(&mut self, line: &[u8]) -> Value {
        let mut out = Vec::new();
        self.0.answer(line, &mut out);
        assert_eq!(out.iter().filter(|b| **b == b'\n').count(), 1, "one answer, one line");
        serde_json::from_slice(&out).unwrap()
    }

    fn ask(&mut self, request: Value) -> Value {
        self.line(request.to_string().as_bytes())
    }

    /// An answer that is no error.
    fn done(&mut self, request: Value) -> Value {
        let answer = self.ask(request.clone());
        assert!(answer.get("error").is_none(), "{request}: {answer}");
        answer
    }

    fn code(&mut self, request: Value) -> String {
        let answer = self.ask(request.clone());
        let error = &answer["error"];
        assert!(!error["message"].as_str().unwrap().is_empty(), "{request}: {answer}");
        error["code"].as_str().unwrap().to_owned()
    }
}

#[test]
fn a_game_is_played_from_its_beginning_to_its_record() {
    let mut talk = Talk::new();
    let hello = talk.done(json!({"id": "a", "do": "hello"}));
    assert_eq!((&hello["id"], &hello["protocol"]), (&json!("a"), &json!(1)));
    let list = talk.done(json!({"do": "list"}));
    assert!(list["scenarios"].as_array().unwrap().iter().any(|s| s["id"] == "lesson-henry-hill"));
    let mut stands = talk.done(json!({"id": 1, "do": "new", "scenario": "lesson-henry-hill", "seed": 7}));
    assert_eq!((&stands["game"], &stands["steps"]), (&json!(1), &json!(0)));
    while stands.get("over").is_none() {
        let legal = talk.done(json!({"do": "legal", "game": 1, "form": "orders"}));
        let orders = legal["orders"].as_array().unwrap();
        assert_eq!((&legal["count"], &legal["seat"]), (&stands["legal"], &stands["seat"]));
        assert_eq!(json!(orders.len()), legal["count"]);
        let order = match stands["steps"].as_u64().unwrap() % 2 {
            0 => json!({"do": "step", "game": 1, "n": orders.len() - 1}),
            _ => json!({"do": "step", "game": 1, "order": orders[0], "tell": "open"}),
        };
        stands = talk.done(order);
        assert!(stands["steps"].as_u64().unwrap() < 5000, "it does not end");
    }
    let state = talk.done(json!({"do": "state", "game": 1}));
    assert_eq!((&state["over"], &state["system"]), (&stands["over"], &json!("vnb")));
    assert_eq!(state["points"].as_array().unwrap().len(), 2);
    let record = talk.done(json!({"do": "record", "game": 1, "players": ["me", "you"]}));
    let lines = record["record"].as_str().unwrap().lines().count() as u64;
    assert_eq!(lines, 1 + stands["steps"].as_u64().unwrap());
    assert_eq!(talk.code(json!({"do": "step", "game": 1, "n": 0})), "over");
    talk.done(json!({"do": "drop", "game": 1}));
    assert_eq!(talk.code(json!({"do": "state", "game": 1})), "no-game");
}

#[test]
fn orders_are_told_as_cards_as_text_or_counted() {
    let mut talk = Talk::new();
    talk.done(json!({"do": "new", "scenario": "lesson-spring-hill"}));
    let cards = talk.done(json!({"do": "legal", "game": 1}));
    let written = talk.done(json!({"do": "legal", "game": 1, "form": "orders"}));
    let count = talk.done(json!({"do": "legal", "game": 1, "form": "count"}));
    for (n, card) in cards["orders"].as_array().unwrap().iter().enumerate() {
        assert_eq!((&card["n"], &card["order"]), (&json!(n), &written["orders"][n]));
        assert!(!card["label"].as_str().unwrap().is_empty());
    }
    assert!(count.get("orders").is_none() && count["count"] == cards["count"]);
    let other = if cards["seat"] == "union" { "confederate" } else { "union" };
    assert_eq!(talk.done(json!({"do": "legal", "game": 1, "seat": other}))["count"], 0);
}

#[test]
fn a_refusal_names_its_rule_and_changes_nothing() {
    let mut talk = Talk::new();
    talk.done(json!({"do": "new", "scenario": "lesson-spring-hill"}));
    let before = talk.done(json!({"do": "state", "game": 1}));
    // Somewhere among orders of other moments there is one that can be read and is against a rule.
    let mut ahead = talk.done(json!({"do": "copy", "game": 1}));
    let mut refused = None;
    for _ in 0..60 {
        let game = ahead["game"].clone();
        let legal = talk.done(json!({"do": "legal", "game": game, "form": "orders"}));
        for order in legal["orders"].as_array().unwrap() {
            let answer =
                talk.ask(json!({"id": 5, "do": "step", "game": 1, "order": order, "seat": before["seat"]}));
            if answer["error"]["code"] == "refused" {
                refused = Some(answer);
            } else if answer.get("error").is_none() {
                talk.done(json!({"do": "undo", "game": 1}));
            }
        }
        if refused.is_some() {
            break;
        }
        ahead = talk.done(json!({"do": "think", "game": game, "level": "recruit", "step": true}));
    }
    let refused = refused.expect("nothing was refused by a rule");
    assert_eq!(refused["id"], 5);
    assert!(refused["error"]["clause"].as_str().unwrap().starts_with('G'), "{refused}");
    assert!(!refused["error"]["rule"].as_str().unwrap().is_empty());
    assert_eq!(talk.done(json!({"do": "state", "game": 1})), before);
}

#[test]
fn whatever_comes_is_answered() {
    let mut talk = Talk::new();
    talk.done(json!({"do": "new", "scenario": "lesson-spring-hill"}));
    for line in [&b"{"[..], b"[]", b"3", b"null", b"\xff\xfe", b"{\"do\":\"step\"", b"\"do\""] {
        assert_eq!(talk.line(line)["error"]["code"], "not-json", "{line:?}");
    }
    let deep = "[".repeat(100_000);
    assert_eq!(talk.line(deep.as_bytes())["error"]["code"], "not-json");
    for (request, code) in [
        (json!({}), "bad-request"),
        (json!({"do": 3}), "bad-request"),
        (json!({"do": "stpe"}), "unknown-request"),
        (json!({"do": "step"}), "bad-request"),
        (json!({"do": "step", "game": 1}), "bad-request"),
        (json!({"do": "step", "game": 1, "n": 0, "order": "pass"}), "bad-request"),
        (json!({"do": "step", "game": 1, "n": -1}), "bad-request"),
        (json!({"do": "step", "game": 1, "n": 0, "speed": 9}), "bad-request"),
        (json!({"do": "step", "game": 1, "n": 0, "dice": [3]}), "bad-dice"),
        (json!({"do": "step", "game": 1, "n": 0, "dice": [300]}), "bad-request"),
        (json!({"do": "step", "game": 1, "n": 1_000_000}), "no-order"),
        (json!({"do": "step", "game": 9, "n": 0}), "no-game"),
        (json!({"do": "roll", "game": 1, "dice": [1]}), "not-rolling"),
        (json!({"do": "undo", "game": 1, "steps": 4_000_000_000_000_u64}), "too-far"),
        (json!({"do": "new", "scenario": "lesson-sprung-hill"}), "no-scenario"),
        (json!({"do": "new", "scenario": "nowhere/x.scenario.toml"}), "no-scenario"),
        (json!({"do": "new", "scenario": "lesson-spring-hill", "options": ["fog"]}), "faulty-scenario"),
        (json!({"do": "new", "scenario": "lesson-spring-hill", "number": 3}), "bad-request"),
        (json!({"do": "new", "scenario": "lesson-spring-hill", "seed": 3, "dice": "ask"}), "bad-request"),
        (json!({"do": "think", "game": 1, "level": "genius"}), "no-player"),
        (json!({"do": "think", "game": 1, "level": "veteran", "budget": "20ms"}), "no-player"),
        (json!({"do": "ask", "game": 1, "question": {"ask": "the way"}}), "no-answer"),
        (json!({"do": "ask", "game": 1, "question": 5}), "no-answer"),
        (json!({"do": "view", "game": 1, "as": "general"}), "bad-request"),
        (json!({"do": "record", "game": 1, "players": ["one"]}), "bad-request"),
    ] {
        assert_eq!(talk.code(request.clone()), code, "{request}");
    }
    let near = talk.ask(json!({"id": [1], "do": "stpe"}));
    assert!(near["error"]["message"].as_str().unwrap().contains("`step`") && near["id"] == json!([1]));
    // Three games may be held.
    talk.done(json!({"do": "copy", "game": 1}));
    talk.done(json!({"do": "new", "scenario": "lesson-henry-hill"}));
    assert_eq!(talk.code(json!({"do": "copy", "game": 1})), "too-many-games");
    assert_eq!(talk.code(json!({"do": "new", "scenario": "lesson-henry-hill"})), "too-many-games");
    talk.done(json!({"do": "drop", "game": 2}));
    assert_eq!(talk.done(json!({"do": "copy", "game": 1}))["game"], 4);
    let mut out = Vec::new();
    assert_eq!(talk.0.answer(br#"{"do":"quit"}"#, &mut out), Next::Quit);
}

#[test]
fn dice_are_asked_for_one_by_one_with_their_purpose() {
    let mut talk = Talk::new();
    let mut stands = talk.done(json!({"do": "new", "scenario": "lesson-spring-hill", "dice": "ask"}));
    let (mut rolls, mut die) = (0, 0);
    while rolls < 40 && stands.get("over").is_none() {
        stands = match stands.get("roll").cloned() {
            Some(roll) => {
                assert!(roll["for"].as_str().is_some_and(|why| !why.is_empty()) && roll["faces"] == 6);
                assert!(stands.get("seat").is_none() && stands.get("legal").is_none(), "{stands}");
                (rolls, die) = (rolls + 1, die % 6 + 1);
                talk.done(json!({"do": "roll", "game": 1, "dice": [die]}))
            }
            None => talk.done(json!({"do": "think", "game": 1, "level": "recruit", "step": true})),
        };
    }
    assert!(rolls >= 40, "only {rolls} rolls were asked for");
    // The set-up waits for its dice, and until then nobody decides.
    let begun = talk.done(json!({"do": "new", "scenario": "second-manassas", "dice": "ask"}));
    if begun.get("roll").is_some() {
        for verb in ["legal", "record", "undo", "copy"] {
            let more = if verb == "copy" { json!(3) } else { Value::Null };
            let mut request = json!({"do": verb, "game": 2});
            if !more.is_null() {
                request["seed"] = more;
            }
            assert_eq!(talk.code(request), "rolling", "{verb}");
        }
    }
}

#[test]
fn a_seat_sees_what_it_may_know() {
    let mut talk = Talk::new();
    let options = json!(["limited-intelligence"]);
    talk.done(json!({"do": "new", "scenario": "second-manassas", "options": options, "seed": 4}));
    let pieces = |talk: &mut Talk, eyes: &str| {
        talk.done(json!({"do": "view", "game": 1, "as": eyes}))["view"]["pieces"].clone()
    };
    // Markers are laid out first.
    let found = (0..200).any(|_| {
        let open = pieces(&mut talk, "open");
        let hides = ["union", "confederate"].map(|eyes| pieces(&mut talk, eyes) != open);
        talk.done(json!({"do": "think", "game": 1, "level": "recruit", "step": true}));
        hides == [true, true]
    });
    assert!(found, "nothing was ever hidden from both players");
    let state = talk.done(json!({"do": "state", "game": 1}));
    assert_eq!(state["secrets"], true);
    // Unless it is said, the seat looks that decides.
    assert_eq!(talk.done(json!({"do": "view", "game": 1}))["as"], state["seat"]);
}

#[test]
fn the_odds_of_an_order_are_the_referees() {
    let mut talk = Talk::new();
    talk.done(json!({"do": "new", "scenario": "lesson-henry-hill", "seed": 2}));
    for _ in 0..400 {
        let legal = talk.done(json!({"do": "legal", "game": 1}));
        for card in legal["orders"].as_array().unwrap() {
            let asked = json!({"do": "odds", "game": 1, "n": card["n"]});
            match card.get("preview") {
                None => assert_eq!(talk.code(asked), "no-odds"),
                Some(question) => {
                    let odds = talk.done(asked)["answer"].clone();
                    let asked = json!({"do": "ask", "game": 1, "question": question});
                    assert_eq!(odds, talk.done(asked)["answer"]);
                    return;
                }
            }
        }
        talk.done(json!({"do": "think", "game": 1, "level": "veteran", "step": true}));
    }
    panic!("no order had odds");
}

#[test]
fn a_thinker_says_why_where_he_is_asked() {
    let mut talk = Talk::new();
    talk.done(json!({"do": "new", "scenario": "lesson-spring-hill"}));
    let short = talk.done(json!({"do": "think", "game": 1, "level": "veteran", "seed": 3}));
    let long = talk.done(json!({"do": "think", "game": 1, "level": "veteran", "seed": 3, "why": true}));
    assert_eq!((&short["n"], &short["order"]), (&long["n"], &long["order"]));
    assert!(short.get("why").is_none() && long["weighed"].is_array());
    let general = json!({"do": "think", "game": 1, "level": "general", "budget": "50steps"});
    assert!(talk.done(general)["of"].as_u64().unwrap() > 0);
    assert_eq!(talk.done(json!({"do": "state", "game": 1}))["steps"], 0, "thinking gives no order");
}
