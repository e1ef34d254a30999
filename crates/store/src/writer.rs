//! The one thread that writes. Whatever waits when a commit ends goes into the next one together, so
//! that the disk is waited for once a group and not once an order.
//!
//! What is answered is what the database holds: work is done only inside a transaction that has begun, and whoever's
//! work was not committed is told so.

use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::time::{Duration, Instant};

use tokio::sync::oneshot;

use crate::{Append, Fault, Sql};

/// A connection that writes.
pub(crate) trait Base: Send {
    /// Begins a transaction, on a new connection if the last one is gone.
    fn begin(&mut self) -> Result<(), Fault>;
    /// Ends it. What was told inside it is told to everybody now.
    fn commit(&mut self) -> Result<(), Fault>;
    /// Whether the transaction still stands: a full disk or a lost connection ends it.
    fn stands(&mut self) -> bool;
    /// Something inside the transaction of which all or nothing is kept.
    fn step(&mut self, work: &mut dyn FnMut(&mut dyn Sql) -> Result<(), Fault>) -> Result<(), Fault>;
    /// Entries for journals, each accepted or refused by itself.
    fn append(&mut self, all: &[Append]) -> Vec<Result<(), Fault>>;
    /// Whether what comes while a transaction lasts may still be part of it.
    fn takes_more(&self) -> bool {
        true
    }
    /// After so many pieces of work: whether there is something to tidy up that should not wait.
    fn is_due(&mut self, _done: usize) -> bool {
        false
    }
    /// Puts things in order; whether that was done.
    fn tidy(&mut self) -> bool {
        true
    }
    /// How many pieces of work were left untidied by a server before this one.
    fn untidied(&mut self) -> usize {
        0
    }
    /// Brings everything to where it is whole without what lies beside it.
    fn settle(&mut self) -> Result<(), Fault>;
}

/// Runs inside the transaction and says how to answer once that is committed or lost. Where there is no
/// transaction it answers at once that nothing was done.
type Work = Box<dyn FnOnce(Result<&mut dyn Base, &Fault>) -> Option<Answer> + Send>;
type Answer = Box<dyn FnOnce(Result<(), &Fault>) + Send>;
type Reply = oneshot::Sender<Result<(), Fault>>;

enum Job {
    Work(Work),
    Append(Append, Reply),
    Settle(Reply),
}

/// A group never grows beyond this, so that no one waits long for its commit.
const MOST_IN_A_GROUP: usize = 512;
/// After so many jobs it is looked whether tidying is due: so rarely that of 64 who wait for their commits fewer than
/// one in a hundred ever waits for that as well.
const LOOK: usize = 12_288;
/// With nothing to do for so long there is time to tidy up.
const IDLE: Duration = Duration::from_secs(3);

/// Told how long a group took to commit; `None` if it could not be.
pub type Committed = Box<dyn Fn(Option<Duration>) + Send>;

#[derive(Clone)]
pub(crate) struct Writer(Sender<Job>);

fn closed() -> Fault {
    Fault::Unavailable("the store is closed".into())
}

impl Writer {
    pub(crate) fn start(base: Box<dyn Base>, told: Committed) -> Result<Writer, Fault> {
        let (send, jobs) = channel();
        let desk = Desk { base, jobs, told, undone: 0, looked: 0 };
        let thread = std::thread::Builder::new().name("writer".into()).spawn(move || desk.work());
        thread.map(|_| Writer(send)).map_err(|why| Fault::Unavailable(why.to_string()))
    }

    fn put(&self, job: Job) -> Result<(), Fault> {
        self.0.send(job).map_err(|_| closed())
    }

    /// Runs `work` and answers once it is committed. If it fails, nothing of it is kept and the rest
    /// of its group is not touched.
    pub(crate) async fn write<T: Send + 'static>(
        &self,
        work: impl FnOnce(&mut dyn Sql) -> Result<T, Fault> + Send + 'static,
    ) -> Result<T, Fault> {
        let (send, receive) = oneshot::channel();
        self.put(Job::Work(Box::new(move |begun| {
            let base = match begun {
                Ok(base) => base,
                Err(lost) => {
                    // Here and below: whoever waited for it may be gone.
                    let _ = send.send(Err(lost.clone()));
                    return None;
                }
            };
            let (mut work, mut made) = (Some(work), None);
            let done = base.step(&mut |sql| {
                let work = work.take().ok_or_else(|| Fault::Broken("work is done once".into()))?;
                made = Some(work(sql)?);
                Ok(())
            });
            Some(Box::new(move |committed| {
                let answer = match (done, committed, made) {
                    (Err(why), ..) => Err(why),
                    (_, Err(lost), _) => Err(lost.clone()),
                    (Ok(()), Ok(()), made) => made.ok_or_else(closed),
                };
                let _ = send.send(answer);
            }))
        })))?;
        receive.await.map_err(|_| closed())?
    }

    /// Appends to a journal and answers once that is committed.
    pub(crate) async fn append(&self, entries: Append) -> Result<(), Fault> {
        let (send, receive) = oneshot::channel();
        self.put(Job::Append(entries, send))?;
        receive.await.map_err(|_| closed())?
    }

    pub(crate) async fn settle(&self) -> Result<(), Fault> {
        let (send, receive) = oneshot::channel();
        self.put(Job::Settle(send))?;
        receive.await.map_err(|_| closed())?
    }
}

/// Where the thread sits.
struct Desk {
    base: Box<dyn Base>,
    jobs: Receiver<Job>,
    told: Committed,
    /// How many jobs were done since things were last put in order, and how many of them when that was last looked at.
    undone: usize,
    looked: usize,
}

impl Desk {
    fn work(mut self) {
        self.undone = self.base.untidied();
        while let Some(first) = self.next() {
            self.group(first);
        }
        if let Err(why) = self.base.settle() {
            tracing::error!(%why, "the games could not be brought into one file at the end");
        }
    }

    /// The next job. While there is nothing to do, things are put in order.
    fn next(&mut self) -> Option<Job> {
        if self.undone >= self.looked + LOOK {
            self.looked = self.undone;
            if self.base.is_due(self.undone) {
                self.tidy();
            }
        }
        loop {
            if self.undone == 0 {
                return self.jobs.recv().ok();
            }
            match self.jobs.recv_timeout(IDLE) {
                Ok(job) => return Some(job),
                Err(RecvTimeoutError::Timeout) => self.tidy(),
                Err(RecvTimeoutError::Disconnected) => return None,
            }
        }
    }

    /// Should it fail, everything stays where it is, can be read there, and is tried again later.
    fn tidy(&mut self) {
        if self.base.tidy() {
            (self.undone, self.looked) = (0, 0);
        }
    }

    /// Carries out a job and those that wait with it.
    fn group(&mut self, first: Job) {
        let begun = Instant::now();
        let mut waiting: Vec<Job> = std::iter::once(first).collect();
        if let Err(lost) = self.base.begin() {
            tracing::error!(why = %lost, "no transaction could be begun");
            (self.told)(None);
            waiting.extend(self.jobs.try_iter().take(MOST_IN_A_GROUP));
            waiting.into_iter().for_each(|job| refuse(job, &lost));
            return;
        }
        let mut answers: Vec<Answer> = Vec::new();
        let mut settle: Vec<Reply> = Vec::new();
        waiting.extend(self.jobs.try_iter().take(MOST_IN_A_GROUP - 1));
        while !waiting.is_empty() && self.base.stands() {
            self.carry_out(std::mem::take(&mut waiting), &mut answers, &mut settle);
            if self.base.takes_more() {
                waiting.extend(self.jobs.try_iter().take(MOST_IN_A_GROUP.saturating_sub(answers.len())));
            }
        }
        let committed = match self.base.stands() {
            true => self.base.commit(),
            false => Err(Fault::lost()),
        };
        if let Err(why) = &committed {
            tracing::error!(%why, orders = answers.len(), "a group of orders could not be committed");
        }
        self.undone += answers.len();
        (self.told)(committed.is_ok().then(|| begun.elapsed()));
        for answer in answers {
            answer(committed.as_ref().copied());
        }
        // What came when the transaction was lost already.
        let lost = committed.err().unwrap_or_else(closed);
        waiting.into_iter().for_each(|job| refuse(job, &lost));
        for reply in settle {
            let _ = reply.send(self.base.settle());
        }
    }

    /// Entries for journals go in together. Nobody waits for another of his own jobs here, so that their order is free.
    fn carry_out(&mut self, jobs: Vec<Job>, answers: &mut Vec<Answer>, settle: &mut Vec<Reply>) {
        let (mut entries, mut replies, mut works) = (Vec::new(), Vec::new(), Vec::new());
        for job in jobs {
            match job {
                Job::Append(entry, reply) => {
                    entries.push(entry);
                    replies.push(reply);
                }
                Job::Work(work) => works.push(work),
                Job::Settle(reply) => settle.push(reply),
            }
        }
        if !entries.is_empty() {
            let done = self.base.append(&entries);
            answers.extend(replies.into_iter().zip(done).map(|(reply, done)| -> Answer {
                Box::new(move |committed| {
                    let _ = reply.send(done.and(committed.map_err(Clone::clone)));
                })
            }));
        }
        for work in works {
            let fit = if self.base.stands() { Ok(self.base.as_mut()) } else { Err(Fault::lost()) };
            match fit {
                Ok(base) => answers.extend(work(Ok(base))),
                Err(lost) => _ = work(Err(&lost)),
            }
        }
    }
}

/// Tells whoever waits for a job that nothing was done.
fn refuse(job: Job, lost: &Fault) {
    match job {
        Job::Work(work) => _ = work(Err(lost)),
        Job::Append(_, reply) | Job::Settle(reply) => _ = reply.send(Err(lost.clone())),
    }
}
