//! Guided lessons over HTTP: each is taken to its end by who does only what the coach points at; other orders are no
//! harm; nothing is lost over a restart.

mod common;

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use axum::http::StatusCode;
use common::{App, Folder};
use serde_json::{Value, json};
use server::{BuiltIn, Staff};

/// More rounds than any lesson takes.
const MOST: usize = 400;

struct Student<'a> {
    app: &'a App,
    id: String,
    token: String,
}

impl Student<'_> {
    async fn begin<'a>(app: &'a App, lesson: &str) -> Student<'a> {
        let begun = app.ok("/games", None, json!({"lesson": lesson, "name": "Ann"})).await;
        let word = |key: &str| begun[key].as_str().unwrap().to_owned();
        assert_eq!(begun["seed_hash"], "", "no dice are sealed in a lesson");
        Student { app, id: word("id"), token: word("token") }
    }

    /// The table once it is the student who decides, or the game is over.
    async fn table(&self) -> Value {
        for _ in 0..2000 {
            let table = self.app.table(&self.id, Some(&self.token)).await;
            let seats = &table["standing"]["waiting"]["seats"];
            if seats.is_null() || seats.as_array().unwrap().contains(&table["you"][0]) {
                return table;
            }
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
        panic!("{}: the other side does not decide", self.id);
    }

    async fn tell(&self, table: &Value, wish: &str) -> Value {
        let body = json!({"seq": table["seq"], "do": wish});
        self.app.ok(&format!("/games/{}/coach", self.id), Some(&self.token), body).await
    }

    async fn give(&self, table: &Value, orders: &[String]) {
        let body = json!({"seq": table["seq"], "orders": orders});
        let answer = self.app.ok(&format!("/games/{}/orders", self.id), Some(&self.token), body).await;
        assert!(answer["refused"].is_null(), "{orders:?}: {answer}");
    }

    /// What the coach points at: a button, or the way to a hex.
    async fn pointed(&self, table: &Value) -> Vec<String> {
        let texts = |value: &Value| -> Vec<String> {
            let texts = value.as_array().into_iter().flatten();
            texts.map(|text| text.as_str().unwrap().to_owned()).collect()
        };
        let point = &table["coach"]["point"];
        if let [first, ..] = &texts(&point["orders"])[..] {
            return vec![first.clone()];
        }
        let (piece, hex) = (&point["piece"], point["hex"].as_str().unwrap_or_default());
        let path = format!("/games/{}/reach", self.id);
        let (_, reach) = self.app.post(&path, Some(&self.token), json!({"piece": piece})).await;
        let way = texts(&reach["hexes"][hex]["orders"]);
        if !way.is_empty() {
            return way;
        }
        // Arrived: the move is over.
        let cards = table["cards"].as_array().unwrap();
        let end = cards.iter().find(|card| card["ends"] == true);
        end.map(|card| vec![card["order"].as_str().unwrap().to_owned()]).unwrap_or_default()
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn every_lesson_comes_to_its_end_by_what_the_coach_points_at() {
    let app = App::real();
    let lessons = app.get("/lessons", None).await;
    assert!(lessons.as_array().is_some_and(|all| all.len() >= 3), "{lessons}");
    for lesson in lessons.as_array().unwrap() {
        let id = lesson["id"].as_str().unwrap();
        let student = Student::begin(&app, id).await;
        let mut seen = std::collections::BTreeSet::new();
        for round in 0.. {
            assert!(round < MOST, "{id} does not end");
            let table = student.table().await;
            let coach = &table["coach"];
            assert_ne!(coach["word"]["kind"], "other", "{id}: {coach}");
            if !coach["end"].is_null() {
                assert!(!coach["end"]["learnt"].as_array().unwrap().is_empty());
                break;
            }
            seen.insert(coach["step"].as_u64().unwrap());
            if coach["can"]["next"] == true {
                student.tell(&table, "next").await;
                continue;
            }
            let orders = student.pointed(&table).await;
            assert!(!orders.is_empty(), "{id}: nothing to do for {coach}");
            student.give(&table, &orders).await;
        }
        assert_eq!(seen.len() as u64, lesson["steps"].as_u64().unwrap(), "{id}: steps nobody saw: {seen:?}");
        let record = app.get_bytes(&format!("/games/{}/record", student.id), Some(&student.token)).await;
        let record = String::from_utf8(record).unwrap();
        let header: Value = serde_json::from_str(record.lines().next().unwrap()).unwrap();
        assert_eq!((&header["seed_hash"], &header["seed"]), (&json!(""), &Value::Null));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn another_order_is_no_harm_and_can_be_taken_back() {
    let app = App::real();
    let student = Student::begin(&app, "gc-march").await;
    // To the step that wants the initiative taken.
    let mut table = student.table().await;
    while table["standing"]["waiting"]["kind"] != "initiative" {
        match table["coach"]["can"]["next"] == true {
            true => drop(student.tell(&table, "next").await),
            false => student.give(&table, &["done".to_owned()]).await,
        }
        table = student.table().await;
    }
    let step = table["coach"]["step"].clone();
    assert_eq!(table["coach"]["point"]["orders"], json!(["take"]));
    student.give(&table, &["pass".to_owned()]).await;
    let strayed = student.table().await;
    assert_eq!(strayed["coach"]["word"]["kind"], "other", "{}", strayed["coach"]);
    assert!(strayed["coach"]["can"]["again"].as_u64() > Some(0));
    let again = student.tell(&strayed, "again").await;
    assert_eq!((&again["coach"]["step"], &again["orders"]), (&step, &table["orders"]));
    assert!(again["coach"]["word"].is_null());
    let view = |table: &Value| (table["view"].clone(), table["standing"].clone());
    assert_eq!(view(&again), view(&table), "the position at the beginning of the step");
    // The step read before, and back to this one.
    let back = student.tell(&again, "back").await;
    assert_eq!(back["coach"]["step"].as_u64(), step.as_u64().map(|n| n - 1));
    assert_eq!(back["orders"], again["orders"]);
    let next = student.tell(&back, "next").await;
    assert_eq!(next["coach"], again["coach"]);
    // On without having done it.
    let skipped = student.tell(&next, "skip").await;
    assert_eq!(skipped["coach"]["step"].as_u64(), step.as_u64().map(|n| n + 1));
}

/// The games of the product in this file.
fn real(file: &Path) -> App {
    App::of(file, Arc::new(BuiltIn::default()), Staff::random())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_lesson_goes_on_after_a_restart_where_it_was() {
    let folder = Folder::new();
    let app = real(&folder.file());
    let student = Student::begin(&app, "gc-march").await;
    for _ in 0..9 {
        let table = student.table().await;
        match table["coach"]["can"]["next"] == true {
            true => drop(student.tell(&table, "next").await),
            false => {
                let orders = student.pointed(&table).await;
                student.give(&table, &orders).await;
            }
        }
    }
    let (before, id, token) = (student.table().await, student.id.clone(), student.token.clone());
    let copy = app.copied(&folder).await;
    let app = real(&copy.file());
    let student = Student { app: &app, id, token };
    let after = student.table().await;
    assert!(before["coach"]["step"].as_u64() > Some(4), "{}", before["coach"]);
    for key in ["coach", "seq", "orders", "view", "standing"] {
        assert_eq!(after[key], before[key], "{key}");
    }
    // The dice of the lesson go on as well.
    let orders = student.pointed(&after).await;
    student.give(&after, &orders).await;
    let mine = app.ok("/games/mine", None, json!({"tokens": [student.token]})).await;
    assert_eq!(mine["games"][0]["lesson"], "gc-march");
}

#[tokio::test]
async fn what_is_no_lesson_has_no_coach() {
    let app = App::real();
    let game = app.two_players("lesson-spring-hill").await;
    let table = app.table(&game.id, Some(&game.union)).await;
    assert!(table.get("coach").is_none() && table["seed_hash"].as_str().unwrap().len() == 64);
    let path = format!("/games/{}/coach", game.id);
    let (status, told) = app.post(&path, Some(&game.union), json!({"seq": 0, "do": "next"})).await;
    assert_eq!(status, StatusCode::FORBIDDEN, "{told}");
    let student = Student::begin(&app, "gc-march").await;
    let path = format!("/games/{}/coach", student.id);
    let (status, told) =
        app.post(&path, None, json!({"seq": student.table().await["seq"], "do": "next"})).await;
    assert!(status.is_client_error(), "{told}");
    for (new, status) in [
        (json!({"lesson": "gc-nothing"}), StatusCode::NOT_FOUND),
        (json!({"lesson": "../../etc/passwd"}), StatusCode::NOT_FOUND),
        (json!({"lesson": "gc-march", "scenario": "lesson-spring-hill"}), StatusCode::BAD_REQUEST),
        (json!({"name": "Ann"}), StatusCode::BAD_REQUEST),
    ] {
        let (found, told) = app.post("/games", None, new.clone()).await;
        assert_eq!(found, status, "{new}: {told}");
    }
}
