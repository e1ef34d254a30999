//! The one thread that writes. Whatever waits when a commit ends goes into the next one together, so
//! that the disk is waited for once a group and not once an order.
//!
//! What is answered is what the disk holds: work is done only inside a transaction that has begun, and whoever's
//! work was not committed is told so.

use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::time::{Duration, Instant};

use rusqlite::Connection;
use tokio::sync::oneshot;

use crate::Error;

/// Does its work inside the transaction and says how to answer once that is committed or lost. Where there is no
/// transaction it answers at once that nothing was done.
type Job = Box<dyn FnOnce(Result<&Connection, &Lost>) -> Option<Answer> + Send>;
type Answer = Box<dyn FnOnce(Result<(), &Lost>, &Connection) + Send>;

/// Why nothing was written, in words.
#[derive(Clone, Debug)]
struct Lost(String);

impl From<rusqlite::Error> for Lost {
    fn from(why: rusqlite::Error) -> Lost {
        Lost(Error::from(why).to_string())
    }
}

impl From<&Lost> for Error {
    fn from(lost: &Lost) -> Error {
        Error::Unavailable(lost.0.clone())
    }
}

/// A group never grows beyond this, so that no one waits long for its commit.
const MOST_IN_A_GROUP: usize = 512;

/// What the writer puts in order when there is much of it, or nothing else to do.
pub struct Sorting {
    /// How many jobs are not sorted yet.
    pub waiting: usize,
    /// Whether so many are worth the trouble.
    pub is_due: fn(&Connection, usize) -> rusqlite::Result<bool>,
    pub sort: fn(&Connection) -> rusqlite::Result<()>,
}

/// After so many jobs it is looked whether sorting is due: so rarely that of 64 who wait for their commits fewer than
/// one in a hundred ever waits for a sorting as well.
const LOOK: usize = 12_288;
/// With nothing to do for so long there is time to sort.
const IDLE: Duration = Duration::from_secs(3);

impl Sorting {
    /// The next job. While there is nothing to do, what is left is sorted.
    fn next(&mut self, connection: &Connection, jobs: &Receiver<Job>, looked: &mut usize) -> Option<Job> {
        if self.waiting >= *looked + LOOK {
            *looked = self.waiting;
            match (self.is_due)(connection, self.waiting) {
                Ok(false) => {}
                Ok(true) => self.sort(connection, looked),
                Err(why) => tracing::error!(%why, "how many new entries there are cannot be read"),
            }
        }
        loop {
            if self.waiting == 0 {
                return jobs.recv().ok();
            }
            match jobs.recv_timeout(IDLE) {
                Ok(job) => return Some(job),
                Err(RecvTimeoutError::Timeout) => self.sort(connection, looked),
                Err(RecvTimeoutError::Disconnected) => return None,
            }
        }
    }

    /// Should it fail, everything stays where it is, can be read there, and is tried again later.
    fn sort(&mut self, connection: &Connection, looked: &mut usize) {
        match (self.sort)(connection) {
            Ok(()) => (self.waiting, *looked) = (0, 0),
            Err(why) => {
                tracing::error!(%why, self.waiting, "new entries could not be sorted into their journals");
            }
        }
    }
}

#[derive(Clone)]
pub struct Writer(Sender<Job>);

/// Told how long a group took to commit; `None` if it could not be.
pub type Committed = Box<dyn Fn(Option<Duration>) + Send>;

impl Writer {
    pub fn start(connection: Connection, sorting: Sorting, told: Committed) -> std::io::Result<Writer> {
        let (send, receive) = channel();
        std::thread::Builder::new()
            .name("writer".into())
            .spawn(move || run(&connection, &receive, sorting, &told))?;
        Ok(Writer(send))
    }

    /// Runs `work` and answers once it is on the disk. If it fails, nothing of it is kept and the rest
    /// of its group is not touched.
    pub async fn write<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Connection) -> rusqlite::Result<T> + Send + 'static,
    ) -> Result<T, Error> {
        let (send, receive) = oneshot::channel();
        let job: Job = Box::new(move |begun| {
            let connection = match begun {
                Ok(connection) => connection,
                Err(lost) => {
                    // Here and below: whoever waited for it may be gone.
                    let _ = send.send(Err(lost.into()));
                    return None;
                }
            };
            let done = in_savepoint(connection, work);
            Some(Box::new(move |committed, _| {
                let answer = match (done, committed) {
                    (Ok(value), Ok(())) => Ok(value),
                    (Err(why), _) => Err(Error::from(why)),
                    (_, Err(lost)) => Err(lost.into()),
                };
                let _ = send.send(answer);
            }))
        });
        let gone = || Error::Unavailable("the store is closed".into());
        self.0.send(job).map_err(|_| gone())?;
        receive.await.map_err(|_| gone())?
    }

    /// Brings everything into the one file, so that it is whole without those beside it.
    pub async fn checkpoint(&self) -> Result<(), Error> {
        let (send, receive) = oneshot::channel();
        let job: Job = Box::new(move |begun| {
            if let Err(lost) = begun {
                let _ = send.send(Err(lost.into()));
                return None;
            }
            Some(Box::new(move |_, connection| _ = send.send(into_one_file(connection))))
        });
        let gone = || Error::Unavailable("the store is closed".into());
        self.0.send(job).map_err(|_| gone())?;
        receive.await.map_err(|_| gone())?
    }
}

/// A full or failing disk ends the whole transaction, and the savepoint with it.
fn in_savepoint<T>(
    connection: &Connection,
    work: impl FnOnce(&Connection) -> rusqlite::Result<T>,
) -> rusqlite::Result<T> {
    connection.prepare_cached("SAVEPOINT job")?.execute([])?;
    let done = work(connection);
    if connection.is_autocommit() {
        return done;
    }
    if done.is_err() {
        connection.prepare_cached("ROLLBACK TO job")?.execute([])?;
    }
    connection.prepare_cached("RELEASE job")?.execute([])?;
    done
}

fn run(connection: &Connection, jobs: &Receiver<Job>, mut sorting: Sorting, told: &Committed) {
    let mut looked = 0;
    while let Some(first) = sorting.next(connection, jobs, &mut looked) {
        sorting.waiting += group(connection, first, jobs, told);
    }
    if let Err(why) = into_one_file(connection) {
        tracing::error!(%why, "the games could not be brought into one file at the end");
    }
}

fn into_one_file(connection: &Connection) -> Result<(), Error> {
    Ok(connection.execute_batch("PRAGMA wal_checkpoint(TRUNCATE)")?)
}

/// Carries out a job and those that wait with it; how many.
fn group(connection: &Connection, first: Job, jobs: &Receiver<Job>, told: &Committed) -> usize {
    let begun = Instant::now();
    if let Err(why) = connection.prepare_cached("BEGIN IMMEDIATE").and_then(|mut s| s.execute([])) {
        tracing::error!(%why, "no transaction could be begun");
        told(None);
        let lost = Lost::from(why);
        let waiting = std::iter::once(first).chain(jobs.try_iter().take(MOST_IN_A_GROUP));
        for job in waiting {
            job(Err(&lost));
        }
        return 0;
    }
    let mut answers: Vec<Answer> = first(Ok(connection)).into_iter().collect();
    while answers.len() < MOST_IN_A_GROUP && !connection.is_autocommit() {
        let Ok(job) = jobs.try_recv() else { break };
        answers.extend(job(Ok(connection)));
    }
    let committed = commit(connection);
    if let Err(Lost(why)) = &committed {
        tracing::error!(why, orders = answers.len(), "a group of orders could not be committed");
    }
    let count = answers.len();
    told(committed.is_ok().then(|| begun.elapsed()));
    for answer in answers {
        answer(committed.as_ref().copied(), connection);
    }
    count
}

fn commit(connection: &Connection) -> Result<(), Lost> {
    if connection.is_autocommit() {
        return Err(Lost("the disk failed or is full; nothing has changed".into()));
    }
    let done = connection.prepare_cached("COMMIT").and_then(|mut s| s.execute([]));
    done.map(|_| ()).map_err(|why| {
        if !connection.is_autocommit()
            && let Err(why) = connection.execute_batch("ROLLBACK")
        {
            tracing::error!(%why, "what could not be committed could not be rolled back");
        }
        Lost::from(why)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOTHING: Sorting = Sorting { waiting: 0, is_due: |_, _| Ok(false), sort: |_| Ok(()) };

    /// A table of numbers in a file, and the thread that writes it.
    fn numbers(name: &str, most_pages: u32) -> (std::path::PathBuf, Writer) {
        let file = std::env::temp_dir().join(format!("hardtack-writer-{}-{name}.db", std::process::id()));
        std::fs::remove_file(&file).ok();
        let connection = Connection::open(&file).unwrap();
        connection.execute_batch("PRAGMA journal_mode = WAL; PRAGMA busy_timeout = 100").unwrap();
        connection.execute_batch("CREATE TABLE n (n INTEGER PRIMARY KEY, x BLOB)").unwrap();
        connection.execute_batch(&format!("PRAGMA max_page_count = {most_pages}")).unwrap();
        (file, Writer::start(connection, NOTHING, Box::new(|_| ())).unwrap())
    }

    fn kept(file: &std::path::Path) -> Vec<i64> {
        let base = Connection::open(file).unwrap();
        let mut all = base.prepare("SELECT n FROM n ORDER BY n").unwrap();
        all.query_map([], |row| row.get(0)).unwrap().map(Result::unwrap).collect()
    }

    async fn put(writer: &Writer, n: i64, bytes: i64) -> Result<(), Error> {
        let work = move |c: &Connection| c.execute("INSERT INTO n VALUES (?1, zeroblob(?2))", [n, bytes]);
        writer.write(work).await.map(|_| ())
    }

    #[tokio::test]
    async fn a_failed_job_takes_nothing_else_with_it() {
        let (file, writer) = numbers("group", 1000);
        let (one, again, three) = tokio::join!(put(&writer, 1, 1), put(&writer, 1, 1), put(&writer, 3, 1));
        assert!(one.is_ok() && again.is_err() && three.is_ok());
        assert_eq!(kept(&file), [1, 3]);
    }

    #[tokio::test]
    async fn what_is_refused_while_another_holds_the_file_is_not_done() {
        let (file, writer) = numbers("locked", 1000);
        let other = Connection::open(&file).unwrap();
        other.execute_batch("BEGIN IMMEDIATE").unwrap();
        let (one, two) = tokio::join!(put(&writer, 1, 1), put(&writer, 2, 1));
        for refused in [one, two] {
            let told = refused.unwrap_err();
            assert!(matches!(&told, Error::Unavailable(why) if why.contains("locked")), "{told}");
        }
        other.execute_batch("COMMIT").unwrap();
        assert_eq!(kept(&file), [] as [i64; 0]);
        put(&writer, 1, 1).await.unwrap();
        assert_eq!(kept(&file), [1]);
    }

    #[tokio::test]
    async fn on_a_full_disk_every_answer_is_true() {
        let (file, writer) = numbers("full", 12);
        let mut acknowledged = Vec::new();
        for round in 0..30 {
            // Small and large ones together: some groups end in the middle.
            let sizes = [10, 9_000, 10, 30_000, 10];
            let puts = sizes.iter().enumerate().map(|(n, size)| {
                let (writer, n) = (writer.clone(), round * 10 + n as i64);
                let size = *size;
                tokio::spawn(async move { put(&writer, n, size).await.is_ok().then_some(n) })
            });
            for put in puts.collect::<Vec<_>>() {
                acknowledged.extend(put.await.unwrap());
            }
        }
        assert!(acknowledged.len() > 5 && acknowledged.len() < 150, "{}", acknowledged.len());
        assert_eq!(kept(&file), acknowledged);
    }

    #[tokio::test]
    async fn a_checkpoint_leaves_one_file() {
        let (file, writer) = numbers("whole", 1000);
        put(&writer, 1, 1).await.unwrap();
        writer.checkpoint().await.unwrap();
        let copy = file.with_extension("copy");
        std::fs::copy(&file, &copy).unwrap();
        assert_eq!(kept(&copy), [1]);
        std::fs::remove_file(copy).unwrap();
        put(&writer, 2, 1).await.unwrap();
        assert_eq!(kept(&file), [1, 2], "and goes on");
    }

    #[tokio::test]
    async fn a_sorting_that_failed_is_tried_again() {
        use std::sync::atomic::{AtomicUsize, Ordering};
        static TRIED: AtomicUsize = AtomicUsize::new(0);
        let connection = Connection::open_in_memory().unwrap();
        let sort = |c: &Connection| match TRIED.fetch_add(1, Ordering::SeqCst) {
            0 => c.execute_batch("no such words"),
            _ => Ok(()),
        };
        let mut sorting = Sorting { waiting: 5, is_due: |_, _| Ok(true), sort };
        let mut looked = 0;
        sorting.sort(&connection, &mut looked);
        assert_eq!(sorting.waiting, 5, "they are still to be sorted");
        sorting.sort(&connection, &mut looked);
        assert_eq!((sorting.waiting, TRIED.load(Ordering::SeqCst)), (0, 2));
    }
}
