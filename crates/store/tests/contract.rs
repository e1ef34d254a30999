//! What a store promises, on both databases.

mod common;

use common::{Base, bases};
use store::{Also, Append, Fault, NewEntry, Notice, Store, Summary, values};

fn entry(words: &str) -> NewEntry {
    NewEntry { body: words.as_bytes().to_vec(), note: None }
}

fn entries(game: i64, seq: u64, words: &[&str]) -> Append {
    Append { game, seq, entries: words.iter().map(|words| entry(words)).collect(), summary: None, also: None }
}

async fn journal(store: &Store, game: i64) -> Vec<String> {
    let kept = store.journal(game, 0).await.unwrap().into_iter();
    kept.map(|kept| format!("{} {}", kept.seq, String::from_utf8(kept.body).unwrap())).collect()
}

#[tokio::test]
async fn an_entry_is_kept_once_with_its_note_and_summary() {
    for Base { store, name, .. } in bases() {
        let summary = Summary { touched: 5, waiting: 2, headline: "Turn 1".into() };
        let noted = NewEntry { note: Some("why".into()), ..entry("first") };
        let append = Append { entries: vec![noted], summary: Some(summary), ..entries(1, 0, &[]) };
        store.append(append).await.unwrap();
        store.append(entries(1, 1, &["second", "third"])).await.unwrap();
        assert_eq!(store.append(entries(1, 2, &["other"])).await, Err(Fault::Doubled), "{name}");
        assert_eq!(journal(&store, 1).await, ["0 first", "1 second", "2 third"], "{name}");
        let kept = store.journal(1, 0).await.unwrap();
        assert_eq!((kept[0].note.as_deref(), kept[1].note.as_deref()), (Some("why"), None), "{name}");
        assert_eq!((store.length(1).await, store.length(9).await), (Ok(3), Ok(0)), "{name}");
        let read = "SELECT touched, waiting, headline FROM summary WHERE game = ?1";
        let row = store.read(move |sql| sql.query(read, &values![1])).await.unwrap().remove(0);
        assert_eq!((row.int(0), row.int(1), row.text(2)), (Ok(5), Ok(2), Ok("Turn 1".into())), "{name}");
    }
}

#[tokio::test]
async fn what_goes_with_an_entry_is_done_if_the_entry_is_kept() {
    for Base { store, name, .. } in bases() {
        let beat = |at: i64| {
            let put = "INSERT INTO beat (name, at) VALUES ('x', ?1) ON CONFLICT (name) DO UPDATE SET at = excluded.at";
            Also::new(move |sql| sql.execute(put, &values![at]).map(|_| ()))
        };
        let with = |seq, also| Append { also: Some(also), ..entries(1, seq, &["order"]) };
        let kept = || {
            let read = "SELECT coalesce(max(at), 0) FROM beat";
            let store = store.clone();
            async move { store.read(move |sql| sql.number(read, &[])).await.unwrap() }
        };
        store.append(with(0, beat(5))).await.unwrap();
        assert_eq!(kept().await, 5, "{name}");
        assert_eq!(store.append(with(0, beat(6))).await, Err(Fault::Doubled), "{name}");
        assert_eq!(kept().await, 5, "{name}: of an entry that was too late nothing is done");
        let fails = Also::new(|_| Err(Fault::Broken("on purpose".into())));
        assert!(store.append(with(1, fails)).await.is_err(), "{name}");
        assert_eq!(journal(&store, 1).await, ["0 order"], "{name}: nor is an entry kept without the rest");
        store.append(with(1, beat(7))).await.unwrap();
        assert_eq!(kept().await, 7, "{name}");
    }
}

#[tokio::test]
async fn of_many_who_write_for_one_moment_one_is_accepted() {
    for Base { store, name, .. } in bases() {
        for seq in 0..20 {
            let all = (0..16).map(|n| {
                let store = store.clone();
                tokio::spawn(async move { store.append(entries(1, seq, &[&n.to_string()])).await })
            });
            let mut accepted = 0;
            for one in all.collect::<Vec<_>>() {
                match one.await.unwrap() {
                    Ok(()) => accepted += 1,
                    Err(why) => assert_eq!(why, Fault::Doubled, "{name}"),
                }
            }
            assert_eq!(accepted, 1, "{name}, moment {seq}");
        }
        assert_eq!(journal(&store, 1).await.len(), 20, "{name}");
    }
}

#[tokio::test]
async fn of_entries_that_belong_together_all_are_kept_or_none() {
    for Base { store, name, .. } in bases() {
        store.append(entries(1, 0, &["a"])).await.unwrap();
        assert_eq!(store.append(entries(1, 0, &["b", "c"])).await, Err(Fault::Doubled), "{name}");
        assert_eq!(journal(&store, 1).await, ["0 a"], "{name}");
        store.append(entries(1, 1, &["b"])).await.unwrap();
    }
}

#[tokio::test]
async fn work_that_fails_leaves_nothing_and_takes_nothing_along() {
    for Base { store, name, .. } in bases() {
        let put = |seq: i64, fail: bool| {
            store.write(move |sql| {
                sql.execute("INSERT INTO wish (game, seq, by) VALUES (?1, ?2, ?3)", &values![seq, seq, 0])?;
                if fail { Err(Fault::Broken("on purpose".into())) } else { Ok(()) }
            })
        };
        let (one, two, again, three) =
            tokio::join!(put(1, false), put(2, true), put(1, false), put(3, false));
        assert_eq!((one, again, three), (Ok(()), Err(Fault::Doubled), Ok(())), "{name}");
        assert_eq!(two, Err(Fault::Broken("on purpose".into())), "{name}");
        let rows = store.read(|sql| sql.query("SELECT game FROM wish ORDER BY game", &[])).await.unwrap();
        let kept: Vec<i64> = rows.iter().map(|row| row.int(0).unwrap()).collect();
        assert_eq!(kept, [1, 3], "{name}");
        assert!(store.write(|sql| sql.execute("no such words", &[])).await.is_err(), "{name}");
        put(4, false).await.unwrap();
    }
}

#[tokio::test]
async fn values_read_as_they_were_written() {
    for Base { store, name, .. } in bases() {
        let write = "INSERT INTO text (hash, body) VALUES (?1, ?2) RETURNING hash";
        let bytes = vec![0_u8, 255, 7];
        let given = bytes.clone();
        let rows = store.write(move |sql| sql.query(write, &values!["ä 'quoted' ?1", given])).await.unwrap();
        assert_eq!(rows[0].text(0).unwrap(), "ä 'quoted' ?1", "{name}");
        let rows = store.read(|sql| sql.query("SELECT body, NULL FROM text", &[])).await.unwrap();
        assert_eq!((rows[0].bytes(0).unwrap(), rows[0].maybe_text(1)), (bytes, Ok(None)), "{name}");
        assert!(rows[0].int(0).is_err(), "{name}");
    }
}

#[tokio::test]
async fn words_are_told_when_they_are_committed_and_only_then() {
    for Base { store, name, .. } in bases() {
        let mut heard = store.notices();
        let failed = store.write(|sql| {
            sql.notify("never")?;
            Err::<(), _>(Fault::Broken("on purpose".into()))
        });
        failed.await.unwrap_err();
        store.write(|sql| sql.notify("seat 7")).await.unwrap();
        assert_eq!(heard.recv().await.unwrap(), Notice::Words("seat 7".into()), "{name}");
    }
}

#[tokio::test]
async fn servers_that_share_a_database_hear_of_each_others_entries() {
    for Base { store, again, name } in bases() {
        let Some(again) = again else { continue };
        let other = again();
        let mut heard = other.notices();
        store.append(entries(7, 0, &["a", "b"])).await.unwrap();
        assert_eq!(heard.recv().await.unwrap(), Notice::Moved { game: 7, length: 2 }, "{name}");
        assert_eq!(other.append(entries(7, 1, &["c"])).await, Err(Fault::Doubled), "{name}");
        assert_eq!(journal(&other, 7).await, ["0 a", "1 b"], "{name}");
    }
}

#[tokio::test]
async fn a_claim_is_one_servers_until_it_is_dropped() {
    for Base { store, again, name } in bases() {
        let first = store.claim(7).await.unwrap();
        assert!(first.is_some(), "{name}");
        let Some(again) = again else { continue };
        let other = again();
        assert!(other.claim(7).await.unwrap().is_none(), "{name}");
        assert!(other.claim(8).await.unwrap().is_some(), "{name}");
        drop(first);
        // It is given back on a thread of its own.
        while other.claim(7).await.unwrap().is_none() {
            tokio::task::yield_now().await;
        }
    }
}

#[tokio::test]
async fn a_store_that_cannot_be_had_is_told_in_words() {
    let place = "postgres://nobody@127.0.0.1:1/none".parse().unwrap();
    let told = Store::open(&place, store::Options::default()).err().unwrap().to_string();
    assert!(told.contains("cannot be reached"), "{told}");
    let place = "postgres://nobody@[::1/none".parse().unwrap();
    let told = Store::open(&place, store::Options::default()).err().unwrap().to_string();
    assert!(told.contains("expected postgres://USER@HOST/NAME"), "{told}");
}
