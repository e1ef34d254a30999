//! The one thread that writes. Whatever waits when a commit ends goes into the next one together, so
//! that the disk is waited for once a group and not once an order.

use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::time::Duration;

use rusqlite::Connection;
use tokio::sync::oneshot;

use crate::Error;

/// Does its work inside the transaction and says how to answer once that is committed or lost.
type Job = Box<dyn FnOnce(&Connection) -> Answer + Send>;
type Answer = Box<dyn FnOnce(Committed) + Send>;
type Committed = Result<(), String>;

/// A group never grows beyond this, so that no one waits long for its commit.
const MOST_IN_A_GROUP: usize = 512;

/// What the writer puts in order when there is much of it, or nothing else to do.
pub struct Sorting {
    /// How many jobs are not sorted yet.
    pub waiting: usize,
    pub sort: fn(&Connection) -> rusqlite::Result<()>,
}

/// Sorting takes a while: rarely enough that only one order in some hundred ever waits for it.
const MOST_UNSORTED: usize = 30_000;
/// With nothing to do for so long there is time to sort.
const IDLE: Duration = Duration::from_secs(3);

impl Sorting {
    /// The next job. While there is nothing to do, what is left is sorted.
    fn next(&mut self, connection: &Connection, jobs: &Receiver<Job>) -> Option<Job> {
        if self.waiting >= MOST_UNSORTED {
            self.sort(connection);
        }
        loop {
            if self.waiting == 0 {
                return jobs.recv().ok();
            }
            match jobs.recv_timeout(IDLE) {
                Ok(job) => return Some(job),
                Err(RecvTimeoutError::Timeout) => self.sort(connection),
                Err(RecvTimeoutError::Disconnected) => return None,
            }
        }
    }

    /// Should it fail, everything stays where it is, and can be read there.
    fn sort(&mut self, connection: &Connection) {
        if let Err(why) = (self.sort)(connection) {
            tracing::warn!(%why, "new entries could not be sorted into their journals");
        }
        self.waiting = 0;
    }
}

#[derive(Clone)]
pub struct Writer(Sender<Job>);

impl Writer {
    pub fn start(connection: Connection, sorting: Sorting) -> std::io::Result<Writer> {
        let (send, receive) = channel();
        std::thread::Builder::new()
            .name("writer".into())
            .spawn(move || run(&connection, &receive, sorting))?;
        Ok(Writer(send))
    }

    /// Runs `work` and answers once it is on the disk. If it fails, nothing of it is kept and the rest
    /// of its group is not touched.
    pub async fn write<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Connection) -> rusqlite::Result<T> + Send + 'static,
    ) -> Result<T, Error> {
        let (send, receive) = oneshot::channel();
        let job: Job = Box::new(move |connection| {
            let done = in_savepoint(connection, work);
            Box::new(move |committed| {
                let answer = match (done, committed) {
                    (Ok(value), Ok(())) => Ok(value),
                    (Err(why), _) => Err(Error::Store(why)),
                    (_, Err(why)) => Err(Error::Unavailable(why)),
                };
                // Whoever waited for it may be gone.
                let _ = send.send(answer);
            })
        });
        let gone = || Error::Unavailable("the store is closed".into());
        self.0.send(job).map_err(|_| gone())?;
        receive.await.map_err(|_| gone())?
    }
}

fn in_savepoint<T>(
    connection: &Connection,
    work: impl FnOnce(&Connection) -> rusqlite::Result<T>,
) -> rusqlite::Result<T> {
    connection.prepare_cached("SAVEPOINT job")?.execute([])?;
    let done = work(connection);
    if done.is_err() {
        connection.prepare_cached("ROLLBACK TO job")?.execute([])?;
    }
    connection.prepare_cached("RELEASE job")?.execute([])?;
    done
}

fn run(connection: &Connection, jobs: &Receiver<Job>, mut sorting: Sorting) {
    while let Some(first) = sorting.next(connection, jobs) {
        let begun = connection.prepare_cached("BEGIN IMMEDIATE").and_then(|mut s| s.execute([]));
        let mut answers = vec![first(connection)];
        while answers.len() < MOST_IN_A_GROUP {
            let Ok(job) = jobs.try_recv() else { break };
            answers.push(job(connection));
        }
        let committed =
            begun.and_then(|_| connection.prepare_cached("COMMIT")?.execute([])).map(|_| ()).map_err(|why| {
                tracing::error!(%why, "a group of orders could not be committed");
                if let Err(why) = connection.execute_batch("ROLLBACK") {
                    tracing::error!(%why, "and not be rolled back");
                }
                why.to_string()
            });
        sorting.waiting += answers.len();
        for answer in answers {
            answer(committed.clone());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_failed_job_takes_nothing_else_with_it() {
        let connection = Connection::open_in_memory().unwrap();
        connection.execute_batch("CREATE TABLE n (n INTEGER PRIMARY KEY)").unwrap();
        let nothing = Sorting { waiting: 0, sort: |_| Ok(()) };
        let writer = Writer::start(connection, nothing).unwrap();
        let put = |numbers: Vec<i64>| {
            writer.write(move |c| {
                for n in numbers {
                    c.execute("INSERT INTO n VALUES (?1)", [n])?;
                }
                Ok(())
            })
        };
        let (one, two, three) = tokio::join!(put(vec![1]), put(vec![2, 1]), put(vec![3]));
        assert!(one.is_ok() && two.is_err() && three.is_ok());
        let sum = writer.write(|c| c.query_row("SELECT sum(n) FROM n", [], |r| r.get::<_, i64>(0))).await;
        assert_eq!(sum.unwrap(), 4);
    }
}
