//! Programs that play: what they are told, what is done with what they answer.
#![cfg(unix)]

use std::fs;
use std::path::Path;
use std::time::Duration;

use engine::program::{Conduct, Contender, Order, Patience, Post};
use serde_json::{Value, json};
use staff::Chooser;
use table::{Game, SeededDice, Side, Standing, Viewer};

/// A player in shell: greets, then answers every question by `answer`; what it is told it writes down.
fn player(folder: &Path, greeting: &str, answer: &str) -> Contender {
    let script = format!(
        "read l; echo $$ >> started; echo '{greeting}'; while read -r l; do printf '%s\\n' \"$l\" >> told; \
         case \"$l\" in *'\"do\":\"choose\"'*) {answer} ;; esac; done"
    );
    let file = folder.join("player.sh");
    fs::write(&file, format!("cd \"$(dirname \"$0\")\"\n{script}\n")).unwrap();
    let patience = Patience { faults: 3, ..Patience::default() };
    Contender::read(&format!("cmd:sh '{}'", file.display()), patience).unwrap()
}

const READY: &str = r#"{"ready":true,"view":false,"form":"count"}"#;

/// Plays a game of the lesson against a recruit; how the program behaved, and the last position.
fn plays(contender: &Contender, seat: Side) -> (Conduct, u64) {
    let scenario = library::open("lesson-henry-hill").unwrap();
    let mut dice = SeededDice::of_series(1, 0);
    let (mut game, _) = scenario.start(&mut dice);
    let post = Post { game: Some(7), scenario: Some(scenario.id.clone()), ..Post::default() };
    let mut seats = [contender.sits(post), Contender::from(staff::Level::Recruit).sits(Post::default())];
    let mut choosers = Side::BOTH.map(|side| Chooser::new(1, 0, side));
    let mut memory = game.memory();
    for steps in 0..5000 {
        let Some(asked) = game.standing().seats() else { break };
        let side = asked.first();
        let who = usize::from(side != seat);
        let chooser = &mut choosers[side as usize];
        let chosen = seats[who].choose(game.as_ref(), side, steps, None, &mut memory, chooser).unwrap();
        match chosen.order {
            Order::Nth(nth) => assert!(game.play_nth(side, nth, &mut dice)),
            Order::Written(order) => drop(game.play(side, &order, &mut dice).unwrap()),
        }
    }
    assert!(matches!(game.standing(), Standing::Over(_)));
    seats[0].over(game.as_ref());
    (seats[0].conduct(), game.fingerprint())
}

fn told(folder: &Path) -> Vec<Value> {
    let text = fs::read_to_string(folder.join("told")).unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn count(told: &[Value], verb: &str) -> usize {
    told.iter().filter(|line| line["do"] == verb).count()
}

#[test]
fn a_program_is_asked_and_its_orders_are_given() {
    let folder = tempfile::tempdir().unwrap();
    let first = player(folder.path(), READY, "echo '{\"n\":0}'");
    let (conduct, position) = plays(&first, Side::Union);
    assert_eq!(conduct, Conduct::default());
    // One process is enough for games one after the other; the same answers make the same game.
    assert_eq!(plays(&first, Side::Union), (conduct, position));
    drop(first);
    assert_eq!(fs::read_to_string(folder.path().join("started")).unwrap().lines().count(), 1);
    let told = told(folder.path());
    assert_eq!((count(&told, "begin"), count(&told, "over"), count(&told, "error")), (2, 2, 0));
    assert_eq!(
        told[0],
        json!({"do": "begin", "seat": "union", "system": "vnb", "game": 7, "scenario": "lesson-henry-hill"})
    );
    assert!(count(&told, "choose") > 20);
    let asked = &told[1];
    for key in ["kind", "prompt", "rule", "steps", "time_ms"] {
        assert!(!asked[key].is_null(), "{asked}");
    }
    assert!(
        asked["legal"].as_u64().unwrap() > 1 && asked.get("view").is_none() && asked.get("orders").is_none()
    );
    assert!(told.last().unwrap()["over"]["points"].is_array());
}

#[test]
fn a_wrong_answer_is_told_and_asked_again_and_after_three_a_recruit_plays_on() {
    let folder = tempfile::tempdir().unwrap();
    // Wrong twice, each time the first question of a kind comes up, then right.
    let wrong = "n=$(wc -l < told); case $n in 2) echo '{\"n\":100000}';; 4) echo 'first';; *) echo '{\"n\":0}';; esac";
    let (conduct, _) = plays(&player(folder.path(), READY, wrong), Side::Union);
    assert_eq!(conduct, Conduct { faults: 2, replaced: 0 });
    let heard = told(folder.path());
    assert_eq!((heard[2]["error"]["code"].as_str(), &heard[2]["left"]), (Some("no-order"), &json!(2)));
    assert_eq!((heard[4]["error"]["code"].as_str(), &heard[4]["faults"]), (Some("not-json"), &json!(2)));
    assert_eq!(heard[1]["steps"], heard[3]["steps"], "the same decision");
    assert_ne!(heard[1]["id"], heard[3]["id"], "another question");
    for (answer, code) in [
        ("{\"order\":\"retire to Richmond\"}", "unreadable-order"),
        ("{\"n\":0,\"why\":3}", "bad-request"),
        ("{\"n\":0,\"order\":\"end\"}", "bad-request"),
        ("{\"n\":0,\"id\":999999}", "bad-request"),
        ("{}", "bad-request"),
    ] {
        let folder = tempfile::tempdir().unwrap();
        let (conduct, _) =
            plays(&player(folder.path(), READY, &format!("echo '{answer}'")), Side::Confederate);
        assert!(conduct.faults == 3 && conduct.replaced > 10, "{answer}: {conduct:?}");
        let heard = told(folder.path());
        assert_eq!((count(&heard, "choose"), count(&heard, "error")), (3, 3), "{answer}");
        let error = heard.iter().find(|line| line["do"] == "error").unwrap();
        assert_eq!(error["error"]["code"], code, "{answer}");
    }
}

#[test]
fn who_is_late_or_gone_is_started_anew_until_it_is_enough() {
    let late = tempfile::tempdir().unwrap();
    let patience = Patience { time: Duration::from_millis(50), faults: 2 };
    let text = player(late.path(), READY, ":").to_string();
    let (conduct, _) = plays(&Contender::read(&text, patience).unwrap(), Side::Union);
    assert!(conduct.faults == 2 && conduct.replaced > 10, "{conduct:?}");
    assert_eq!(fs::read_to_string(late.path().join("started")).unwrap().lines().count(), 2);
    let gone = tempfile::tempdir().unwrap();
    // It answers once in a life.
    let (conduct, _) = plays(&player(gone.path(), READY, "echo '{\"n\":0}'; exit"), Side::Union);
    assert!(conduct.faults == 3 && conduct.replaced > 10, "{conduct:?}");
    assert_eq!(fs::read_to_string(gone.path().join("started")).unwrap().lines().count(), 3);
    // What a recruit does in its place depends on nothing but the game.
    let again = tempfile::tempdir().unwrap();
    let other = plays(&player(again.path(), READY, "echo nonsense"), Side::Union);
    assert_eq!(other, plays(&player(again.path(), READY, "echo '{\"n\":-1}'"), Side::Union));
}

#[test]
fn a_line_without_end_ends_the_program_that_writes_it() {
    let folder = tempfile::tempdir().unwrap();
    let endless = player(folder.path(), READY, "yes 1234567 | tr -d '\\n'");
    let (conduct, _) = plays(&endless, Side::Union);
    assert!(conduct.faults == 3 && conduct.replaced > 10, "{conduct:?}");
}

#[test]
fn what_cannot_play_is_known_before_it_plays() {
    let folder = tempfile::tempdir().unwrap();
    let tried = |contender: Contender| contender.try_out().unwrap_err();
    let none = Contender::read("cmd:/no/such/program", Patience::default()).unwrap();
    assert!(tried(none).contains("cannot be started"));
    assert!(tried(player(folder.path(), r#"{"ready":false}"#, ":")).contains("not ready"));
    assert!(tried(player(folder.path(), "hello", ":")).contains("not JSON"));
    let ended = Contender::read("cmd:true", Patience::default()).unwrap();
    assert!(tried(ended).contains("ended"));
    player(folder.path(), READY, ":").try_out().unwrap();
}

#[test]
fn a_program_sees_what_its_seat_may_know_and_no_more() {
    let folder = tempfile::tempdir().unwrap();
    let hidden = ["limited-intelligence".to_owned()];
    let scenario = library::open_with("second-manassas", &hidden).unwrap();
    let mut dice = SeededDice::of_series(1, 0);
    let (mut game, _) = scenario.start(&mut dice);
    let view = |game: &dyn Game, viewer: Viewer| serde_json::to_value(game.view(viewer)).unwrap();
    let hides = |game: &dyn Game, side: Side| {
        game.order_count(side) > 1 && view(game, Viewer::Seat(side)) != view(game, Viewer::Referee)
    };
    let mut lot = Chooser::new(1, 0, Side::Union);
    let side = loop {
        let side = game.standing().seats().expect("there is something to hide").first();
        if hides(game.as_ref(), side) {
            break side;
        }
        game.play_random(&mut |n| lot.below(n), &mut dice);
    };
    let game: &dyn Game = game.as_ref();
    let contender =
        player(folder.path(), r#"{"ready":true}"#, "echo '{\"n\":1,\"value\":0.5,\"why\":\"Why not?\"}'");
    let mut seat = contender.sits(Post::default());
    let chosen = seat.choose(game, side, 0, None, &mut game.memory(), &mut Chooser::new(1, 0, side)).unwrap();
    assert_eq!(
        (chosen.order, chosen.value, chosen.why.as_deref()),
        (Order::Nth(1), Some(0.5), Some("Why not?"))
    );
    let heard = told(folder.path());
    assert!(heard[0]["view"] == view(game, Viewer::Seat(side)));
    let orders = heard[0]["orders"].as_array().unwrap();
    assert_eq!(orders.len(), game.order_count(side));
    assert_eq!((&orders[1]["n"], &orders[1]["order"]), (&json!(1), &json!(game.orders(side)[1])));
}
