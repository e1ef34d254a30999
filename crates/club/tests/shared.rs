//! One club, two servers on one PostgreSQL.

mod common;

use club::notices::{Kind, Notice, Wishes};
use club::people::Newcomer;
use club::{Club, Error, Settings};
use common::{Browser, Service, word};
use store::{Options, Place, Store, throwaway};

fn opened(address: &str, settings: Settings) -> Club {
    Club::new(Store::open(&Place::Postgres(address.to_owned()), Options::default()).unwrap(), settings)
}

fn newcomer(name: &str) -> Newcomer {
    Newcomer { name: name.into(), device: "Test".into(), ..Newcomer::default() }
}

#[tokio::test(flavor = "multi_thread")]
async fn what_one_server_knows_of_people_the_other_knows() {
    let Some(cluster) = throwaway::shared() else { return };
    let database = cluster.database();
    let (here, there) = (opened(&database, Settings::default()), opened(&database, Settings::default()));
    let (ann, laptop) = here.register(newcomer("Ann")).await.unwrap();
    assert!(matches!(there.register(newcomer("ANN")).await, Err(Error::Conflict(_))));
    assert_eq!(there.bearer(&laptop).await.unwrap().unwrap().person, ann.id);
    let link = here.device_link(&ann.id).await.unwrap();
    let (_, phone) = there.enter_by_word(word(&link.link), "Phone").await.unwrap();
    assert!(here.enter_by_word(word(&link.link), "Phone").await.is_err(), "one time, wherever");
    let codes = there.new_codes(&ann.id).await.unwrap();
    here.enter_by_code("ann", &codes[0], "x").await.unwrap();
    assert!(there.enter_by_code("ann", &codes[0], "x").await.is_err());
    here.wish(&ann.id, Wishes { apart: 3, ..Wishes::default() }, 60).await.unwrap();
    assert_eq!(there.person(&ann.id).await.unwrap().wishes.apart, 3);
    let (ceremony, _) = here.begin_key(&ann.id).await.unwrap();
    let strange = there.finish_key(&ann.id, &ceremony, serde_json::json!({}), "").await;
    assert!(matches!(strange, Err(Error::Malformed(_))), "the other server knows the ceremony: {strange:?}");
    assert_eq!(here.push_key().await.unwrap(), there.push_key().await.unwrap());
    // Shut out here, and out there at once.
    let working = tokio::spawn(there.clone().work());
    let mut out = there.shut_out();
    let device = there.bearer(&phone).await.unwrap().unwrap().device;
    // Until the other listens, what is told does not reach it; a word that it hears says that it does.
    here.revoke(&ann.id, &device).await.unwrap();
    let told = tokio::time::timeout(std::time::Duration::from_secs(20), out.recv()).await.unwrap();
    assert_eq!(told.unwrap(), device);
    assert_eq!(there.bearer(&phone).await.unwrap(), None);
    working.abort();
}

#[tokio::test(flavor = "multi_thread")]
async fn two_servers_tell_a_thing_once() {
    let Some(cluster) = throwaway::shared() else { return };
    let (database, service) = (cluster.database(), Service::open().await);
    let eager = || Settings { local: true, gather: 0, ..Settings::default() };
    let (here, there) = (opened(&database, eager()), opened(&database, eager()));
    let mut people = Vec::new();
    for name in ["Ann", "Bob", "Carl", "Dora", "Emil", "Fred"] {
        let (person, _) = here.register(newcomer(name)).await.unwrap();
        let browser = Browser::at(format!("{}/push/{name}", service.address));
        here.subscribe(&person.id, "d", browser.told.clone()).await.unwrap();
        people.push(person);
    }
    for round in 0..5 {
        let notices = people.iter().map(|person| Notice {
            person: person.id.clone(),
            game: format!("game{round}"),
            kind: Kind::YourTurn,
            title: "Shiloh".into(),
            words: "It is your turn.".into(),
            path: "/game/x".into(),
        });
        here.notify(notices.collect(), vec![]).await.unwrap();
        let (one, two) = tokio::join!(here.round(), there.round());
        one.unwrap();
        two.unwrap();
        for _ in &people {
            service.heard().await;
        }
        assert!(service.is_silent().await, "round {round}");
    }
}
