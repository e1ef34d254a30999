//! What is kept of games reads back, in both databases.

use ::store::{Options, Place, throwaway};

use super::*;

/// An empty store of each kind there is here.
fn stores() -> Vec<Store> {
    let file = tempfile::tempdir().unwrap().keep().join("games.db");
    let shared = throwaway::shared().map(|cluster| Place::Postgres(cluster.database()));
    let places = std::iter::once(Place::File(file)).chain(shared);
    places.map(|place| Store::new(::store::Store::open(&place, Options::default()).unwrap())).collect()
}

fn order(words: &str) -> Entry {
    Entry::Order(Given { seat: Side::Union, order: words.into(), dice: [].into(), note: None })
}

#[tokio::test]
async fn a_journal_with_a_gap_is_not_read() {
    for store in stores() {
        store.append(1, 0, vec![order("a")], None, None).await.unwrap();
        store.append(1, 2, vec![order("c")], None, None).await.unwrap();
        assert!(store.journal(1, 0).await.unwrap().is_none());
    }
}

#[tokio::test]
async fn an_order_for_a_moment_that_is_gone_is_overtaken() {
    for store in stores() {
        store.append(1, 0, vec![order("a")], None, None).await.unwrap();
        let late = store.append(1, 0, vec![order("b")], None, None).await;
        assert!(matches!(late, Err(Error::Overtaken)), "{late:?}");
        assert_eq!(store.journal(1, 0).await.unwrap().unwrap(), [order("a")]);
    }
}

#[tokio::test]
async fn texts_are_kept_once_and_read_back() {
    for store in stores() {
        let map = ("map".to_owned(), "hexes".repeat(1000));
        let one = vec![("a".to_owned(), "one".to_owned()), map.clone()];
        let two = vec![("b".to_owned(), "two".to_owned()), map];
        store.keep_texts("h1".into(), one.clone()).await.unwrap();
        store.keep_texts("h1".into(), one.clone()).await.unwrap();
        store.keep_texts("h2".into(), two.clone()).await.unwrap();
        assert_eq!(store.texts("h1".into()).await.unwrap(), Some(one));
        assert_eq!(store.texts("h2".into()).await.unwrap(), Some(two));
        assert_eq!(store.texts("h3".into()).await.unwrap(), None);
        let count = store.base().read(|sql| sql.number("SELECT count(*) FROM text", &[])).await;
        assert_eq!(count, Ok(3));
    }
}

#[tokio::test]
async fn games_nobody_played_are_forgotten() {
    for store in stores() {
        let holder =
            || Holder { name: String::new(), officer: None, token: None, person: None, invitation: None };
        let mut keys = Vec::new();
        for (id, created) in [("old", 100), ("played", 100), ("new", 900)] {
            let row = GameRow {
                key: 0,
                id: id.into(),
                scenario: "meadow".into(),
                options: Vec::new(),
                lesson: None,
                origin: None,
                private: false,
                scenario_hash: String::new(),
                version: String::new(),
                seed: [0; 32],
                created,
                summary: Summary::default(),
            };
            let holders = BySide { union: holder(), confederate: holder() };
            keys.push(store.create(row, holders, Begins::default()).await.unwrap());
        }
        store.append(keys[1], 0, vec![order("a")], None, None).await.unwrap();
        assert_eq!(store.forget_unplayed(500, vec![]).await.unwrap(), 1);
        assert_eq!(store.count().await.unwrap(), 2);
        assert!(store.game("old".into()).await.unwrap().is_none());
    }
}
