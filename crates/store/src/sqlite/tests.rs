//! What is kept reads back, whatever version, server or disk was in the way.

use std::path::{Path, PathBuf};

use tempfile::TempDir;

use super::*;
use crate::schema::{self, FIRST_OF_SQLITE};
use crate::{NewEntry, Options, Place, Store, values};

/// A file that goes away with the test.
struct File(PathBuf, #[expect(dead_code, reason = "it is there to be dropped")] TempDir);

impl File {
    fn new() -> File {
        let folder = tempfile::tempdir().unwrap();
        File(folder.path().join("games.db"), folder)
    }
}

fn open(path: &Path) -> Result<Store, Fault> {
    let options = Options { lock_wait: Duration::from_millis(200), ..Options::default() };
    Store::open(&Place::File(path.to_owned()), options)
}

fn entries(game: i64, seq: u64, words: &[&str]) -> Append {
    let entry = |words: &&str| NewEntry { body: words.as_bytes().to_vec(), note: None };
    Append { game, seq, entries: words.iter().map(entry).collect(), summary: None, also: None }
}

async fn journal(store: &Store, game: i64) -> Vec<String> {
    let kept = store.journal(game, 0).await.unwrap().into_iter();
    kept.map(|kept| format!("{} {}", kept.seq, String::from_utf8(kept.body).unwrap())).collect()
}

#[tokio::test]
async fn a_file_of_the_first_version_is_read_on() {
    let file = File::new();
    let old = Connection::open(&file.0).unwrap();
    old.execute_batch(FIRST_OF_SQLITE[0]).unwrap();
    old.pragma_update(None, "user_version", 1).unwrap();
    old.execute_batch(
        "INSERT INTO game VALUES (7, 'abc', 'meadow', '', 'h', '0', zeroblob(32), 1, 2, 1, 'Turn 3');
         INSERT INTO seat (game, side, name) VALUES (7, 0, 'Ann'), (7, 1, 'Bob');
         INSERT INTO entry VALUES (7, 0, CAST('first' AS BLOB));",
    )
    .unwrap();
    drop(old);
    let store = open(&file.0).unwrap();
    let read = "SELECT headline, touched FROM summary WHERE game = ?1";
    let rows = store.read(move |sql| sql.query(read, &values![7])).await.unwrap();
    assert_eq!((rows[0].text(0), rows[0].int(1)), (Ok("Turn 3".to_owned()), Ok(2)));
    store.append(entries(7, 1, &["second"])).await.unwrap();
    assert_eq!(journal(&store, 7).await, ["0 first", "1 second"]);
}

#[tokio::test]
async fn a_journal_reads_the_same_before_and_after_sorting() {
    let file = File::new();
    let store = open(&file.0).unwrap();
    for n in 0..20 {
        store.append(entries(n % 3, n as u64 / 3, &[&n.to_string()])).await.unwrap();
    }
    let wanted = ["0 1", "1 4", "2 7", "3 10", "4 13", "5 16", "6 19"];
    assert_eq!(journal(&store, 1).await, wanted);
    recent::sort(&Connection::open(&file.0).unwrap()).unwrap();
    assert_eq!(unsorted(&file.0), 0);
    assert_eq!(journal(&store, 1).await, wanted);
    assert_eq!(store.length(1).await, Ok(7));
    assert_eq!(store.journal(1, 5).await.unwrap().len(), 2, "from a place on");
}

fn unsorted(path: &Path) -> u32 {
    let base = Connection::open(path).unwrap();
    base.query_row("SELECT count(*) FROM recent", [], |row| row.get(0)).unwrap()
}

/// A file of the version before entries had a key, as two servers could leave it.
fn doubled_file() -> File {
    let file = File::new();
    let old = Connection::open(&file.0).unwrap();
    FIRST_OF_SQLITE[..3].iter().for_each(|step| old.execute_batch(step).unwrap());
    old.pragma_update(None, "user_version", 3).unwrap();
    let put = |table: &str, game: i64, seq: i64, words: &str| {
        let sql = format!("INSERT INTO {table} (game, seq, body) VALUES (?1, ?2, ?3)");
        old.execute(&sql, params![game, seq, words.as_bytes()]).unwrap();
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
    let file = doubled_file();
    let store = open(&file.0).unwrap();
    let kept = journal(&store, 7).await;
    assert_eq!(kept, ["0 first", "0 other first", "1 second", "2 third"], "the one that counts first");
    recent::sort(&Connection::open(&file.0).unwrap()).unwrap();
    assert_eq!(journal(&store, 7).await, ["0 first", "1 second", "2 third"]);
    assert_eq!(journal(&store, 8).await, ["0 another game"]);
    assert_eq!(unsorted(&file.0), 0, "the sorting went through");
}

#[tokio::test]
async fn a_moment_has_one_entry_sorted_or_not() {
    let file = File::new();
    let store = open(&file.0).unwrap();
    store.append(entries(1, 0, &["a"])).await.unwrap();
    assert_eq!(store.append(entries(1, 0, &["b"])).await, Err(Fault::Doubled), "a new one");
    recent::sort(&Connection::open(&file.0).unwrap()).unwrap();
    assert_eq!(store.append(entries(1, 0, &["b"])).await, Err(Fault::Doubled), "a sorted one");
    store.append(entries(1, 1, &["b"])).await.unwrap();
    assert_eq!(journal(&store, 1).await, ["0 a", "1 b"]);
}

#[test]
fn a_file_of_a_newer_version_is_refused_and_left_alone() {
    let file = File::new();
    drop(open(&file.0).unwrap());
    let base = Connection::open(&file.0).unwrap();
    base.execute("INSERT INTO started VALUES (9000000000, '9.8.7')", []).unwrap();
    base.pragma_update(None, "user_version", 99).unwrap();
    let told = open(&file.0).err().unwrap().to_string();
    assert!(told.contains("newer version") && told.contains("9.8.7") && told.contains("99"), "{told}");
    let kept: u32 = base.query_row("PRAGMA user_version", [], |row| row.get(0)).unwrap();
    assert_eq!(kept, 99);
}

#[test]
fn a_file_that_cannot_be_written_is_told_at_the_start() {
    let file = File::new();
    drop(open(&file.0).unwrap());
    let base = Connection::open(&file.0).unwrap();
    base.execute_batch("PRAGMA query_only = ON").unwrap();
    let mut sql = Speaker { connection: &base, told: &mut Vec::new() };
    let told = schema::note_start(&mut sql).unwrap_err().to_string();
    assert!(told.contains("cannot be written"), "{told}");
}

#[tokio::test]
async fn sorting_waits_until_it_is_worth_it() {
    let file = File::new();
    let store = open(&file.0).unwrap();
    for game in 0..10 {
        store.append(entries(game, 0, &["a"])).await.unwrap();
    }
    let base = Connection::open(&file.0).unwrap();
    assert!(!recent::is_due(&base, 79).unwrap() && recent::is_due(&base, 80).unwrap());
}

#[test]
fn a_sorting_that_failed_leaves_everything_where_it_is() {
    let file = File::new();
    drop(open(&file.0).unwrap());
    let base = Connection::open(&file.0).unwrap();
    base.execute("INSERT INTO recent VALUES (1, 0, x'00')", []).unwrap();
    let mut writer = Sqlite::new(Connection::open(&file.0).unwrap(), broadcast::channel(1).0);
    base.execute_batch("BEGIN IMMEDIATE").unwrap();
    assert!(!writer.tidy(), "another holds the file");
    base.execute_batch("COMMIT").unwrap();
    assert_eq!(writer.untidied(), 1);
    assert!(writer.tidy());
    assert_eq!(writer.untidied(), 0);
}

#[test]
fn reads_use_an_index() {
    let file = File::new();
    let _store = open(&file.0).unwrap();
    let base = Connection::open(&file.0).unwrap();
    let sql = "EXPLAIN QUERY PLAN SELECT seq, body FROM recent WHERE game = 1";
    let plan: String = base.query_row(sql, [], |row| row.get(3)).unwrap();
    assert!(plan.contains("USING INDEX"), "{plan}");
}

#[tokio::test]
async fn what_is_refused_while_another_holds_the_file_is_not_done() {
    let file = File::new();
    let store = open(&file.0).unwrap();
    let other = Connection::open(&file.0).unwrap();
    other.execute_batch("BEGIN IMMEDIATE").unwrap();
    let (one, two) = tokio::join!(store.append(entries(1, 0, &["a"])), store.append(entries(2, 0, &["a"])));
    for refused in [one, two] {
        let told = refused.unwrap_err();
        assert!(matches!(&told, Fault::Unavailable(why) if why.contains("locked")), "{told}");
    }
    other.execute_batch("COMMIT").unwrap();
    assert_eq!((store.length(1).await, store.length(2).await), (Ok(0), Ok(0)));
    store.append(entries(1, 0, &["a"])).await.unwrap();
}

/// Puts a number with so many bytes beside it.
async fn put(store: &Store, n: i64, bytes: usize) -> Result<(), Fault> {
    let entry = NewEntry { body: vec![7; bytes], note: None };
    store.append(Append { game: n, seq: 0, entries: vec![entry], summary: None, also: None }).await
}

#[tokio::test]
async fn on_a_full_disk_every_answer_is_true() {
    let file = File::new();
    drop(open(&file.0).unwrap());
    let connection = connect(&file.0, Duration::from_millis(100)).unwrap();
    let pages: u32 = connection.query_row("PRAGMA page_count", [], |row| row.get(0)).unwrap();
    connection.execute_batch(&format!("PRAGMA max_page_count = {}", pages + 24)).unwrap();
    let base = Box::new(Sqlite::new(connection, broadcast::channel(1).0));
    let writer = crate::writer::Writer::start(base, Box::new(|_| ())).unwrap();
    let mut acknowledged = Vec::new();
    for round in 0..30 {
        // Small and large ones together: some groups end in the middle.
        let sizes = [10, 9_000, 10, 30_000, 10];
        let puts = sizes.map(|size| NewEntry { body: vec![7; size], note: None });
        let puts = puts.into_iter().enumerate().map(|(n, entry)| {
            let (writer, game) = (writer.clone(), round * 10 + n as i64);
            let append = Append { game, seq: 0, entries: vec![entry], summary: None, also: None };
            tokio::spawn(async move { writer.append(append).await.is_ok().then_some(game) })
        });
        for put in puts.collect::<Vec<_>>() {
            acknowledged.extend(put.await.unwrap());
        }
    }
    // There is room for the first five, however they are grouped.
    assert!(acknowledged.len() >= 5 && acknowledged.len() < 150, "{}", acknowledged.len());
    let base = Connection::open(&file.0).unwrap();
    let mut all = base.prepare("SELECT game FROM recent UNION SELECT game FROM entry ORDER BY 1").unwrap();
    let kept: Vec<i64> = all.query_map([], |row| row.get(0)).unwrap().map(Result::unwrap).collect();
    assert_eq!(kept, acknowledged);
}

#[tokio::test]
async fn a_settled_store_is_one_file() {
    let file = File::new();
    let store = open(&file.0).unwrap();
    put(&store, 1, 1).await.unwrap();
    store.settle().await.unwrap();
    let copy = file.0.with_extension("copy");
    std::fs::copy(&file.0, &copy).unwrap();
    assert_eq!(unsorted(&copy), 1);
    put(&store, 2, 1).await.unwrap();
    assert_eq!(unsorted(&file.0), 2, "and goes on");
}
