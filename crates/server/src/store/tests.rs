//! What is kept reads back, whatever version, server or disk was in the way.

use super::schema::MIGRATIONS;
use super::sorting::{is_due, sort_recent};
use super::*;

/// A file that goes away with the test.
struct File(std::path::PathBuf);

impl File {
    fn new(name: &str) -> File {
        let file = std::env::temp_dir().join(format!("hardtack-store-{}-{name}.db", std::process::id()));
        File::remove(&file);
        File(file)
    }
    fn remove(file: &Path) {
        for ending in ["db", "db-wal", "db-shm"] {
            std::fs::remove_file(file.with_extension(ending)).ok();
        }
    }
}

impl Drop for File {
    fn drop(&mut self) {
        File::remove(&self.0);
    }
}

fn open(path: &Path) -> Result<Store, Error> {
    Store::open(path, Duration::from_millis(200), Box::new(|_| ()))
}

fn order(words: &str) -> Entry {
    Entry::Order(Given { seat: Side::Union, order: words.into(), dice: [].into(), note: None })
}

#[tokio::test]
async fn a_file_of_the_first_version_is_read_on() {
    let file = File::new("old");
    let old = Connection::open(&file.0).unwrap();
    old.execute_batch(MIGRATIONS[0]).unwrap();
    old.pragma_update(None, "user_version", 1).unwrap();
    old.execute_batch(
        "INSERT INTO game VALUES (7, 'abc', 'meadow', '', 'h', '0', zeroblob(32), 1, 2, 1, 'Turn 3');
         INSERT INTO seat (game, side, name) VALUES (7, 0, 'Ann'), (7, 1, 'Bob');",
    )
    .unwrap();
    old.execute("INSERT INTO entry VALUES (7, 0, ?1)", [order("first").to_bytes()]).unwrap();
    drop(old);
    let store = open(&file.0).unwrap();
    let (row, seats) = store.game("abc".into()).await.unwrap().unwrap();
    assert_eq!((row.summary.headline.as_str(), row.summary.touched), ("Turn 3", 2));
    assert_eq!(seats.confederate.name, "Bob");
    store.append(7, 1, vec![order("second")], None).await.unwrap();
    assert_eq!(store.journal(7).await.unwrap().unwrap(), [order("first"), order("second")]);
}

#[tokio::test]
async fn a_journal_reads_the_same_before_and_after_sorting() {
    let file = File::new("sorting");
    let store = open(&file.0).unwrap();
    for n in 0..20 {
        store.append(n % 3, n as u64 / 3, vec![order(&format!("{n}"))], None).await.unwrap();
    }
    let wanted: Vec<Entry> = [1, 4, 7, 10, 13, 16, 19].map(|n| order(&n.to_string())).to_vec();
    assert_eq!(store.journal(1).await.unwrap().unwrap(), wanted);
    sort_recent(&Connection::open(&file.0).unwrap()).unwrap();
    let left: i64 = Connection::open(&file.0)
        .unwrap()
        .query_row("SELECT count(*) FROM recent", [], |row| row.get(0))
        .unwrap();
    assert_eq!(left, 0);
    assert_eq!(store.journal(1).await.unwrap().unwrap(), wanted);
}

/// A file of the version before entries had a key, as two servers could leave it.
fn doubled_file(name: &str) -> File {
    let file = File::new(name);
    let old = Connection::open(&file.0).unwrap();
    MIGRATIONS[..3].iter().for_each(|step| old.execute_batch(step).unwrap());
    old.pragma_update(None, "user_version", 3).unwrap();
    let put = |table: &str, game: i64, seq: i64, words: &str| {
        let sql = format!("INSERT INTO {table} (game, seq, body) VALUES (?1, ?2, ?3)");
        old.execute(&sql, params![game, seq, order(words).to_bytes()]).unwrap();
    };
    put("entry", 7, 0, "first");
    for (seq, words) in [(0, "other first"), (1, "second"), (2, "third"), (2, "other third")] {
        put("recent", 7, seq, words);
    }
    put("recent", 8, 0, "another game");
    file
}

#[tokio::test]
async fn two_entries_for_one_moment_spoil_no_game() {
    let file = doubled_file("doubled");
    let store = open(&file.0).unwrap();
    let wanted = ["first", "second", "third"].map(order);
    assert_eq!(store.journal(7).await.unwrap().unwrap(), wanted, "the first of two stands");
    sort_recent(&Connection::open(&file.0).unwrap()).unwrap();
    assert_eq!(store.journal(7).await.unwrap().unwrap(), wanted);
    assert_eq!(store.journal(8).await.unwrap().unwrap(), [order("another game")]);
    let left = Connection::open(&file.0).unwrap().query_row("SELECT count(*) FROM recent", [], |r| r.get(0));
    assert_eq!(left, Ok(0), "the sorting went through");
}

#[tokio::test]
async fn a_moment_has_one_entry_sorted_or_not() {
    let file = File::new("once");
    let store = open(&file.0).unwrap();
    store.append(1, 0, vec![order("a")], None).await.unwrap();
    assert!(store.append(1, 0, vec![order("b")], None).await.is_err(), "a new one");
    sort_recent(&Connection::open(&file.0).unwrap()).unwrap();
    assert!(store.append(1, 0, vec![order("b")], None).await.is_err(), "a sorted one");
    store.append(1, 1, vec![order("b")], None).await.unwrap();
    assert_eq!(store.journal(1).await.unwrap().unwrap(), ["a", "b"].map(order));
}

#[tokio::test]
async fn a_journal_with_a_gap_is_not_read() {
    let file = File::new("gap");
    let store = open(&file.0).unwrap();
    store.append(1, 0, vec![order("a")], None).await.unwrap();
    store.append(1, 2, vec![order("c")], None).await.unwrap();
    assert!(store.journal(1).await.unwrap().is_none());
}

#[test]
fn a_file_of_a_newer_version_is_refused_and_left_alone() {
    let file = File::new("newer");
    drop(open(&file.0).unwrap());
    let base = Connection::open(&file.0).unwrap();
    base.execute("INSERT INTO started VALUES (9e9, '9.8.7')", []).unwrap();
    base.pragma_update(None, "user_version", 99).unwrap();
    let told = open(&file.0).err().unwrap().to_string();
    assert!(told.contains("newer version") && told.contains("9.8.7") && told.contains("99"), "{told}");
    let kept: u32 = base.query_row("PRAGMA user_version", [], |row| row.get(0)).unwrap();
    assert_eq!(kept, 99);
}

#[test]
fn a_file_that_cannot_be_written_is_told_at_the_start() {
    let file = File::new("readonly");
    drop(open(&file.0).unwrap());
    let base = Connection::open(&file.0).unwrap();
    base.execute_batch("PRAGMA query_only = ON").unwrap();
    let told = schema::note_start(&base).unwrap_err().to_string();
    assert!(told.contains("cannot be written"), "{told}");
}

#[tokio::test]
async fn sorting_waits_until_it_is_worth_it() {
    let file = File::new("due");
    let store = open(&file.0).unwrap();
    for game in 0..10 {
        store.append(game, 0, vec![order("a")], None).await.unwrap();
    }
    let base = Connection::open(&file.0).unwrap();
    assert!(!is_due(&base, 79).unwrap() && is_due(&base, 80).unwrap());
}

#[tokio::test]
async fn reads_use_an_index() {
    let file = File::new("index");
    let _store = open(&file.0).unwrap();
    let base = Connection::open(&file.0).unwrap();
    let sql = "EXPLAIN QUERY PLAN SELECT seq, body FROM recent WHERE game = 1";
    let plan: String = base.query_row(sql, [], |row| row.get(3)).unwrap();
    assert!(plan.contains("USING INDEX"), "{plan}");
}

#[tokio::test]
async fn texts_are_kept_once_and_read_back() {
    let file = File::new("texts");
    let store = open(&file.0).unwrap();
    let map = ("map".to_owned(), "hexes".repeat(1000));
    let one = vec![("a".to_owned(), "one".to_owned()), map.clone()];
    let two = vec![("b".to_owned(), "two".to_owned()), map];
    store.keep_texts("h1".into(), one.clone()).await.unwrap();
    store.keep_texts("h1".into(), one.clone()).await.unwrap();
    store.keep_texts("h2".into(), two.clone()).await.unwrap();
    assert_eq!(store.texts("h1".into()).await.unwrap(), Some(one));
    assert_eq!(store.texts("h2".into()).await.unwrap(), Some(two));
    assert_eq!(store.texts("h3".into()).await.unwrap(), None);
    let base = Connection::open(&file.0).unwrap();
    assert_eq!(base.query_row("SELECT count(*) FROM text", [], |row| row.get(0)), Ok(3));
}

#[tokio::test]
async fn games_nobody_played_are_forgotten() {
    let file = File::new("unplayed");
    let store = open(&file.0).unwrap();
    let holder = || Holder { name: String::new(), officer: None, token: None, invitation: None };
    let mut keys = Vec::new();
    for (id, created) in [("old", 100), ("played", 100), ("new", 900)] {
        let row = GameRow {
            key: 0,
            id: id.into(),
            scenario: "meadow".into(),
            options: Vec::new(),
            lesson: None,
            origin: None,
            scenario_hash: String::new(),
            version: String::new(),
            seed: [0; 32],
            created,
            summary: Summary::default(),
        };
        let holders = BySide { union: holder(), confederate: holder() };
        keys.push(store.create(row, holders, None, None, Vec::new()).await.unwrap());
    }
    store.append(keys[1], 0, vec![order("a")], None).await.unwrap();
    assert_eq!(store.forget_unplayed(500, vec![]).await.unwrap(), 1);
    assert_eq!(store.count().await.unwrap(), 2);
    assert!(store.game("old".into()).await.unwrap().is_none());
}
