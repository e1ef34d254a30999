//! Sends notices: on a task of its own, so that no request waits for it. Several processes may do it at once; whoever
//! takes a person on says so in the database, and for a while the others leave him alone.

use std::future::Future;
use std::time::Duration;

use store::Sql;
use tokio::sync::broadcast::Receiver;
use tokio::sync::broadcast::error::RecvError;
use tokio::task::JoinSet;

use super::policy::{self, Known};
use super::send::{Outcome, Sending};
use super::{Channel, book};
use crate::club::now;
use crate::people::{person, reached};
use crate::{Club, Error};

/// Longer than everything that is sent to one person can take.
const CLAIM: i64 = 120;
/// People who are told something at the same time.
const AT_ONCE: usize = 8;
/// The longest sleep: other processes may have written something.
const NAP: Duration = Duration::from_secs(15);
/// How often what is too old is forgotten.
const SWEEP: i64 = 3_600;

impl Club {
    /// Sends what is due, and hears what other processes tell of people, for ever: whatever is told from now on, not only from
    /// when this is first polled.
    pub fn work(self) -> impl Future<Output = ()> {
        let heard = self.0.store.notices();
        self.work_hearing(heard)
    }

    async fn work_hearing(self, mut heard: Receiver<store::Notice>) {
        let mut sweep_at = 0;
        loop {
            let next = match self.round().await {
                Ok(next) => next,
                Err(why) => {
                    tracing::error!(%why, "notices could not be sent");
                    None
                }
            };
            if sweep_at <= now() {
                sweep_at = now() + SWEEP;
                if let Err(why) = self.sweep().await {
                    tracing::error!(%why, "old notices could not be forgotten");
                }
            }
            let nap = next.map_or(NAP, |at| Duration::from_secs((at - now()).max(1) as u64).min(NAP));
            let mut nap = std::pin::pin!(tokio::time::sleep(nap));
            loop {
                tokio::select! {
                    () = self.0.due.notified() => break,
                    () = &mut nap => break,
                    told = heard.recv() => self.heard(told),
                }
            }
        }
    }

    /// Another process, or this one, has told something.
    fn heard(&self, told: Result<store::Notice, RecvError>) {
        let devices = &self.0.devices;
        match told {
            Ok(store::Notice::Words(words)) => {
                if let Some(device) = words.strip_prefix("device ") {
                    devices.shut_out(device);
                } else if let Some(person) = words.strip_prefix("person ") {
                    devices.forget(person);
                }
            }
            Ok(store::Notice::Moved { .. }) | Err(RecvError::Closed) => {}
            Ok(store::Notice::Missed) | Err(RecvError::Lagged(_)) => devices.forget_all(),
        }
    }

    /// Sends everything that is due now; when something will be due next.
    ///
    /// # Errors
    /// The store failed.
    pub async fn round(&self) -> Result<Option<i64>, Error> {
        let mut tasks = JoinSet::new();
        while let Some(claimed) = self.claim().await? {
            while tasks.len() >= AT_ONCE {
                tasks.join_next().await;
            }
            let club = self.clone();
            tasks.spawn(async move {
                if let Err(why) = club.tell(&claimed).await {
                    tracing::error!(%why, "somebody could not be told something");
                }
            });
        }
        while tasks.join_next().await.is_some() {}
        self.read(|sql| {
            let rows =
                sql.query("SELECT min(look_at) FROM outbox WHERE claimed_until < ?1", &[now().into()])?;
            Ok(rows.first().map_or(Ok(None), |row| row.maybe_int(0))?)
        })
        .await
    }

    /// Takes on somebody who is to be told something now. Should this process end, others look after him later; what
    /// is written down for him meanwhile is seen by its being sooner than that.
    async fn claim(&self) -> Result<Option<Claimed>, Error> {
        self.write(|sql| {
            let until = now() + CLAIM;
            let rows = sql.query(
                "UPDATE outbox SET claimed_until = ?2, look_at = ?2 WHERE claimed_until < ?1 AND person IN
                 (SELECT person FROM outbox WHERE look_at <= ?1 AND claimed_until < ?1 ORDER BY look_at LIMIT 1)
                 RETURNING person",
                &[now().into(), until.into()],
            )?;
            rows.first().map(|row| Ok(Claimed { person: row.text(0)?, until })).transpose()
        })
        .await
    }

    /// Tells one person what is to be told now, and says when to look again.
    async fn tell(&self, claimed: &Claimed) -> Result<(), Error> {
        let id = claimed.person.as_str();
        let (who, post, gather) = (id.to_owned(), self.settings().post.is_some(), self.settings().gather);
        let gathered = self.read(move |sql| gathered(sql, &who, post, gather)).await;
        let Gathered { sending, due, known } = match gathered {
            // He has left the club.
            Err(Error::NoPerson) => return self.done(claimed, None).await,
            gathered => gathered?,
        };
        let plan = policy::plan(&due, &sending.person.wishes, &known, now());
        let mut next = plan.next;
        for parcel in &plan.parcels {
            let outcome = self.send(&sending, parcel.channel, &parcel.notices).await;
            let ids = parcel.notices.iter().map(|n| (due[*n].id.clone(), due[*n].game.clone())).collect();
            let again = self.written(id, parcel.channel, ids, outcome).await?;
            next = [next, again].into_iter().flatten().min();
        }
        let settled: Vec<String> = plan.settled.iter().map(|n| due[*n].id.clone()).collect();
        let told = !plan.parcels.is_empty();
        self.write(move |sql| {
            for id in settled {
                sql.execute("DELETE FROM notice WHERE id = ?1", &[id.into()])?;
            }
            Ok(())
        })
        .await?;
        // What was told everywhere is settled at the next look.
        self.done(claimed, if told { Some(now() + 1) } else { next }).await
    }

    /// Writes down what came of a parcel; when to try again, if it has to be.
    async fn written(
        &self,
        person: &str,
        channel: Channel,
        notices: Vec<(String, String)>,
        outcome: Outcome,
    ) -> Result<Option<i64>, Error> {
        let person = person.to_owned();
        self.write(move |sql| match outcome {
            Outcome::Later(after) => rest(sql, &person, channel, notices, after),
            Outcome::Told | Outcome::Never => {
                if outcome == Outcome::Told {
                    for (_, game) in &notices {
                        sql.execute(
                            "INSERT INTO told (person, game, channel, at) VALUES (?1, ?2, ?3, ?4)
                             ON CONFLICT (person, game, channel) DO UPDATE SET at = excluded.at",
                            &[
                                person.as_str().into(),
                                game.as_str().into(),
                                channel.word().into(),
                                now().into(),
                            ],
                        )?;
                    }
                }
                sql.execute(
                    "DELETE FROM resting WHERE person = ?1 AND channel = ?2",
                    &[person.into(), channel.word().into()],
                )?;
                mark(sql, &notices, channel)?;
                Ok(None)
            }
        })
        .await
    }

    /// Leaves a person to whoever looks next: then, or sooner if something was written down meanwhile.
    async fn done(&self, claimed: &Claimed, next: Option<i64>) -> Result<(), Error> {
        let Claimed { person, until } = claimed.clone();
        self.write(move |sql| {
            if next.is_none() {
                let forget = "DELETE FROM outbox WHERE person = ?1 AND look_at = ?2";
                sql.execute(forget, &[person.as_str().into(), until.into()])?;
            }
            sql.execute(
                "UPDATE outbox SET look_at = CASE WHEN look_at < ?2 THEN look_at ELSE ?3 END, claimed_until = 0
                 WHERE person = ?1",
                &[person.into(), until.into(), next.unwrap_or(until).into()],
            )?;
            Ok(())
        })
        .await
    }
}

/// Somebody who was taken on.
#[derive(Clone)]
struct Claimed {
    person: String,
    /// By then it is done, or somebody else does it.
    until: i64,
}

struct Gathered {
    sending: Sending,
    due: Vec<policy::Due>,
    known: Known,
}

fn gathered(sql: &mut dyn Sql, id: &str, post: bool, gather: i64) -> Result<Gathered, Error> {
    let person = person(sql, id)?;
    let (due, items) = book::due(sql, id)?.into_iter().unzip();
    let browsers = reached::browsers(sql, id)?;
    let hooks: Vec<_> = reached::hooks(sql, id)?.into_iter().map(|(kept, hook)| (kept.id, hook)).collect();
    let mut channels = Vec::new();
    channels.extend((!browsers.is_empty()).then_some(Channel::Push));
    channels.extend((post && person.mail.is_some()).then_some(Channel::Mail));
    channels.extend((!hooks.is_empty()).then_some(Channel::Hook));
    let mut known = Known { channels, zone: person.zone, gather, ..Known::default() };
    for row in sql.query("SELECT channel, game, at FROM told WHERE person = ?1", &[id.into()])? {
        if let Some(channel) = Channel::read(&row.text(0)?) {
            known.told.push((channel, row.text(1)?, row.int(2)?));
        }
    }
    for row in sql.query("SELECT channel, until FROM resting WHERE person = ?1", &[id.into()])? {
        if let Some(channel) = Channel::read(&row.text(0)?) {
            known.resting.push((channel, row.int(1)?));
        }
    }
    let here = "SELECT game, until FROM presence WHERE person = ?1 AND until > ?2";
    for row in sql.query(here, &[id.into(), now().into()])? {
        known.here.push((row.text(0)?, row.int(1)?));
    }
    Ok(Gathered { sending: Sending { person, items, browsers, hooks }, due, known })
}

/// These notices are told on this channel, or never will be.
fn mark(sql: &mut dyn Sql, notices: &[(String, String)], channel: Channel) -> Result<(), Error> {
    for (id, _) in notices {
        sql.execute(
            "UPDATE notice SET done = done || ' ' || ?2 WHERE id = ?1",
            &[id.as_str().into(), channel.word().into()],
        )?;
    }
    Ok(())
}

/// A channel that failed rests, longer each time; in the end what it was to tell is given up.
fn rest(
    sql: &mut dyn Sql,
    person: &str,
    channel: Channel,
    notices: Vec<(String, String)>,
    after: Option<i64>,
) -> Result<Option<i64>, Error> {
    let key = [person.into(), channel.word().into()];
    let rows = sql.query("SELECT tries FROM resting WHERE person = ?1 AND channel = ?2", &key)?;
    let tries = rows.first().map_or(Ok(0), |row| row.int(0))? as u32;
    if tries + 1 >= policy::MOST_TRIES {
        mark(sql, &notices, channel)?;
        sql.execute("DELETE FROM resting WHERE person = ?1 AND channel = ?2", &key)?;
        return Ok(None);
    }
    let until = now() + policy::rest(tries).max(after.unwrap_or(0));
    sql.execute(
        "INSERT INTO resting (person, channel, until, tries) VALUES (?1, ?2, ?3, ?4)
         ON CONFLICT (person, channel) DO UPDATE SET until = excluded.until, tries = excluded.tries",
        &[person.into(), channel.word().into(), until.into(), i64::from(tries + 1).into()],
    )?;
    Ok(Some(until))
}
