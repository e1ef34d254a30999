//! From something that happens in a game to a letter, a push message and a hook.

mod common;

use club::hook::{Hook, HookKind};
use club::notices::{Channel, Kind, Notice, Pace, Wishes};
use club::people::Person;
use club::{Club, Settings, now};
use common::{Browser, House, PostOffice, Service, link, word};
use serde_json::json;

fn turn(person: &Person, game: &str) -> Notice {
    Notice {
        person: person.id.clone(),
        game: game.into(),
        kind: Kind::YourTurn,
        title: format!("Battle of {game}"),
        words: "Bob has moved: it is your turn.".into(),
        path: format!("/game/{game}?n=12"),
    }
}

fn over(person: &Person, game: &str) -> Vec<(String, String, Kind)> {
    vec![(person.id.clone(), game.into(), Kind::YourTurn)]
}

/// Notices go out at once, to this machine too.
fn eager() -> Settings {
    Settings { local: true, gather: 0, ..Settings::default() }
}

async fn subscribed(club: &Club, person: &Person, service: &Service) -> Browser {
    let browser = Browser::at(format!("{}/push/{}", service.address, person.id));
    club.subscribe(&person.id, "device", browser.told.clone()).await.unwrap();
    browser
}

#[tokio::test]
async fn a_push_message_is_sealed_and_leads_to_the_very_moment() {
    let (house, service) = (House::with(eager()).await, Service::open().await);
    let (ann, _) = house.member("Ann").await;
    let browser = subscribed(&house.club, &ann, &service).await;
    house.club.notify(vec![turn(&ann, "shiloh")], vec![]).await.unwrap();
    house.club.round().await.unwrap();
    let heard = service.heard().await;
    let told = browser.opens(&heard);
    assert_eq!(told["title"], "Your turn: Battle of shiloh");
    assert_eq!(told["link"], "http://localhost:1863/game/shiloh?n=12");
    assert!(heard.head.starts_with(&format!("POST /push/{} ", ann.id)), "{}", heard.head);
    for part in [
        "authorization: vapid t=",
        "content-encoding: aes128gcm",
        "ttl: 259200",
        "urgency: normal",
        "topic: ",
    ] {
        assert!(heard.head.contains(part), "{part}: {}", heard.head);
    }
    assert!(heard.head.contains(&format!(", k={}", house.club.push_key().await.unwrap())));
    house.club.round().await.unwrap();
    assert!(service.is_silent().await, "it is told once");
}

#[tokio::test]
async fn several_games_make_one_letter_and_one_hook() {
    let (post, service) = (PostOffice::open().await, Service::open().await);
    let settings = eager().with_mail(&post.address, "Table <table@example.org>").unwrap();
    let house = House::with(settings).await;
    let (ann, _) = house.member("Ann").await;
    house.club.offer_mail(&ann.id, "ann@example.org").await.unwrap();
    house.club.prove_mail(word(&link(&post.letter().await))).await.unwrap();
    house.club.wish(&ann.id, Wishes { mail: Pace::AtOnce, ..Wishes::default() }, 60).await.unwrap();
    let hook = Hook {
        kind: HookKind::Json,
        address: format!("{}/hook", service.address),
        secret: Some("s3".into()),
    };
    house.club.add_hook(&ann.id, hook).await.unwrap();
    house.club.notify(vec![turn(&ann, "shiloh"), turn(&ann, "corinth")], vec![]).await.unwrap();
    house.club.round().await.unwrap();
    let letter = post.letter().await;
    assert!(letter.contains("Subject: Your turn in 2 games"), "{letter}");
    assert!(letter.contains("Battle of shiloh") && letter.contains("Battle of corinth"), "{letter}");
    assert!(letter.contains("List-Unsubscribe: <http://localhost:1863/me#notices>"), "{letter}");
    let heard = service.heard().await;
    assert!(heard.head.contains("authorization: Bearer s3"), "{}", heard.head);
    let told: serde_json::Value = serde_json::from_slice(&heard.body).unwrap();
    assert_eq!(told["notices"].as_array().unwrap().len(), 2);
    assert_eq!(told["notices"][0]["kind"], "your-turn");
    assert!(post.is_empty().await && service.is_silent().await);
}

#[tokio::test]
async fn what_is_not_true_any_more_is_not_told() {
    let (house, service) = (House::with(eager()).await, Service::open().await);
    let (ann, _) = house.member("Ann").await;
    subscribed(&house.club, &ann, &service).await;
    house.club.notify(vec![turn(&ann, "shiloh")], vec![]).await.unwrap();
    house.club.notify(vec![], over(&ann, "shiloh")).await.unwrap();
    house.club.round().await.unwrap();
    assert!(service.is_silent().await);
}

#[tokio::test]
async fn who_has_the_game_open_is_told_after_he_has_left() {
    let (house, service) = (House::with(eager()).await, Service::open().await);
    let (ann, _) = house.member("Ann").await;
    subscribed(&house.club, &ann, &service).await;
    house.club.is_here(&ann.id, "shiloh").await.unwrap();
    house.club.notify(vec![turn(&ann, "shiloh")], vec![]).await.unwrap();
    let next = house.club.round().await.unwrap().unwrap();
    assert!(service.is_silent().await);
    assert!(next > now() && next <= now() + 60, "{}", next - now());
    house.sql("UPDATE presence SET until = 1").await;
    house.sql("UPDATE outbox SET look_at = 1").await;
    house.club.round().await.unwrap();
    service.heard().await;
}

#[tokio::test]
async fn who_closes_his_last_page_is_told_at_once() {
    let (house, service) = (House::with(eager()).await, Service::open().await);
    let (ann, _) = house.member("Ann").await;
    subscribed(&house.club, &ann, &service).await;
    let until = house.club.is_here(&ann.id, "shiloh").await.unwrap();
    house.club.notify(vec![turn(&ann, "shiloh")], vec![]).await.unwrap();
    house.club.round().await.unwrap();
    // An earlier page was closed; another has said later that it is open.
    house.club.has_left(&ann.id, "shiloh", until - 1).await.unwrap();
    house.club.round().await.unwrap();
    assert!(service.is_silent().await);
    house.club.has_left(&ann.id, "shiloh", until).await.unwrap();
    house.club.round().await.unwrap();
    service.heard().await;
}

#[tokio::test]
async fn one_game_does_not_call_again_and_again() {
    let (house, service) = (House::with(eager()).await, Service::open().await);
    let (ann, _) = house.member("Ann").await;
    subscribed(&house.club, &ann, &service).await;
    for _ in 0..3 {
        house.club.notify(vec![turn(&ann, "shiloh")], vec![]).await.unwrap();
        house.club.round().await.unwrap();
        house.club.notify(vec![], over(&ann, "shiloh")).await.unwrap();
    }
    service.heard().await;
    assert!(service.is_silent().await, "three turns within ten minutes are one notice");
    house.club.notify(vec![turn(&ann, "shiloh")], vec![]).await.unwrap();
    let next = house.club.round().await.unwrap().unwrap();
    assert!((now() + 500..=now() + 600).contains(&next), "{}", next - now());
}

#[tokio::test]
async fn a_browser_that_is_gone_is_forgotten() {
    let (house, service) = (House::with(eager()).await, Service::open().await);
    let (ann, _) = house.member("Ann").await;
    subscribed(&house.club, &ann, &service).await;
    *service.answer.lock().unwrap() = "410 Gone";
    house.club.notify(vec![turn(&ann, "shiloh")], vec![]).await.unwrap();
    house.club.round().await.unwrap();
    service.heard().await;
    assert!(house.club.pushed(&ann.id).await.unwrap().is_empty());
}

#[tokio::test]
async fn a_service_that_is_busy_is_asked_again_later() {
    let (house, service) = (House::with(eager()).await, Service::open().await);
    let (ann, _) = house.member("Ann").await;
    let browser = subscribed(&house.club, &ann, &service).await;
    *service.answer.lock().unwrap() = "503 Busy\r\nretry-after: 200";
    house.club.notify(vec![turn(&ann, "shiloh")], vec![]).await.unwrap();
    house.club.round().await.unwrap();
    service.heard().await;
    house.sql("UPDATE outbox SET look_at = 1").await;
    let next = house.club.round().await.unwrap().unwrap();
    assert!(service.is_silent().await, "it has a rest");
    assert!((now() + 150..=now() + 200).contains(&next), "{}", next - now());
    *service.answer.lock().unwrap() = "201 Created";
    house.sql("UPDATE resting SET until = 1").await;
    house.sql("UPDATE outbox SET look_at = 1").await;
    house.club.round().await.unwrap();
    assert_eq!(browser.opens(&service.heard().await)["title"], "Your turn: Battle of shiloh");
}

#[tokio::test]
async fn two_processes_tell_a_thing_once() {
    let (house, service) = (House::with(eager()).await, Service::open().await);
    let other = Club::new(house.store.clone(), eager());
    assert_eq!(other.push_key().await.unwrap(), house.club.push_key().await.unwrap(), "one key for all");
    let mut people = Vec::new();
    for name in ["Ann", "Bob", "Carl", "Dora", "Emil"] {
        let (person, _) = house.member(name).await;
        subscribed(&house.club, &person, &service).await;
        people.push(person);
    }
    for round in 0..3 {
        let game = format!("game{round}");
        house.club.notify(people.iter().map(|p| turn(p, &game)).collect(), vec![]).await.unwrap();
        let (one, two) = tokio::join!(house.club.round(), other.round());
        one.unwrap();
        two.unwrap();
        for _ in &people {
            service.heard().await;
        }
        assert!(service.is_silent().await);
        house.sql("UPDATE outbox SET look_at = 1").await;
        house.sql("DELETE FROM told").await;
    }
}

#[tokio::test]
async fn what_comes_while_others_wait_is_told_in_its_turn() {
    let (house, service) = (House::with(eager()).await, Service::open().await);
    let (ann, _) = house.member("Ann").await;
    subscribed(&house.club, &ann, &service).await;
    // Of one game something was told just now: the next of it waits for minutes.
    for game in ["shiloh", "corinth"] {
        house.club.notify(vec![turn(&ann, game)], vec![]).await.unwrap();
        house.club.round().await.unwrap();
        service.heard().await;
        house.club.notify(vec![turn(&ann, "shiloh")], vec![]).await.unwrap();
        house.club.round().await.unwrap();
        assert!(service.is_silent().await);
    }
}

#[tokio::test]
async fn addresses_inside_are_refused_before_they_are_kept() {
    let house = House::new().await;
    let (ann, _) = house.member("Ann").await;
    for address in ["http://push.example/1", "https://127.0.0.1/1", "https://10.0.0.8/", "ftp://x/"] {
        let browser = Browser::at(address.into());
        assert!(house.club.subscribe(&ann.id, "d", browser.told).await.is_err(), "{address}");
        let hook = Hook { kind: HookKind::Discord, address: address.into(), secret: None };
        assert!(house.club.add_hook(&ann.id, hook).await.is_err(), "{address}");
    }
    let hook = || Hook { kind: HookKind::Discord, address: "https://discord.example/1".into(), secret: None };
    for _ in 0..5 {
        house.club.add_hook(&ann.id, hook()).await.unwrap();
    }
    assert!(house.club.add_hook(&ann.id, hook()).await.is_err(), "five are enough");
    let hooks = house.club.hooks(&ann.id).await.unwrap();
    let (bob, _) = house.member("Bob").await;
    assert!(house.club.remove_hook(&bob.id, &hooks[0].id).await.is_err());
    house.club.remove_hook(&ann.id, &hooks[0].id).await.unwrap();
}

#[tokio::test]
async fn a_trial_says_whether_anybody_took_it() {
    let (house, service) = (House::with(eager()).await, Service::open().await);
    let (ann, _) = house.member("Ann").await;
    assert!(house.club.try_channel(&ann.id, Channel::Push).await.is_err(), "there is no browser yet");
    let browser = subscribed(&house.club, &ann, &service).await;
    house.club.try_channel(&ann.id, Channel::Push).await.unwrap();
    assert_eq!(browser.opens(&service.heard().await)["link"], json!("http://localhost:1863/me"));
}

#[tokio::test]
async fn the_worker_sends_by_itself() {
    let (house, service) = (House::with(eager()).await, Service::open().await);
    let (ann, _) = house.member("Ann").await;
    subscribed(&house.club, &ann, &service).await;
    let working = tokio::spawn(house.club.clone().work());
    house.club.notify(vec![turn(&ann, "shiloh")], vec![]).await.unwrap();
    service.heard().await;
    working.abort();
}
