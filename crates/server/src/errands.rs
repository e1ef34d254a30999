//! Computer players go on without a visitor where a person waits for them: after a restart, and when he has left. A few games
//! at once, after everything that somebody looks at; several servers share them. Games of computer players alone sleep.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use ::store::{Sql, values};
use tokio::task::JoinSet;

use crate::hosted::HostedGame;
use crate::store::Store;
use crate::{Error, Games, clock, hosted};

/// Games that go on at once.
const AT_ONCE: usize = 2;
/// How often such games are looked for, and at one that goes on.
const LOOK: Duration = Duration::from_secs(10);
const GLANCE: Duration = Duration::from_millis(100);
/// A game that cannot go on is left alone for so long.
const LATER: Duration = Duration::from_secs(3600);

impl Store {
    /// The games in which a computer player is asked and a person waits for him, of those in which something happened since
    /// then, those that have waited longest first.
    async fn waiting_for_computers(&self, since: i64) -> Result<Vec<(i64, String)>, Error> {
        let work = move |sql: &mut dyn Sql| {
            let select = "SELECT game.key, game.id FROM seat JOIN summary ON summary.game = seat.game
                 JOIN game ON game.key = seat.game
                 JOIN seat AS other ON other.game = seat.game AND other.side = 1 - seat.side
                 LEFT JOIN clock ON clock.game = seat.game
                 WHERE seat.officer IS NOT NULL AND summary.waiting = CASE WHEN seat.side = 0 THEN 1 ELSE 2 END
                 AND other.officer IS NULL AND (other.person IS NOT NULL OR other.token IS NOT NULL)
                 AND summary.touched > ?1 AND coalesce(clock.resting, 0) = 0 AND game.lesson IS NULL
                 ORDER BY summary.touched LIMIT 100";
            let rows = sql.query(select, &values![since])?;
            rows.iter().map(|row| Ok((row.int(0)?, row.text(1)?))).collect()
        };
        Ok(self.base().read(work).await?)
    }
}

impl Games {
    /// Lets computer players go on for those who wait, until the server stops.
    pub(crate) async fn run_errands(self) {
        let age = self.settings().go_on;
        if age.is_zero() {
            return;
        }
        let (mut closing, mut later) = (self.closing(), HashMap::new());
        loop {
            if let Err(why) = self.errands(age, &mut later).await {
                tracing::error!(%why, "games that wait for computer players could not be looked for");
            }
            tokio::select! {
                () = tokio::time::sleep(LOOK) => {}
                _ = closing.wait_for(|closing| *closing) => return,
            }
        }
    }

    /// Goes through the games that wait now.
    async fn errands(&self, age: Duration, later: &mut HashMap<i64, Duration>) -> Result<(), Error> {
        later.retain(|_, until| *until > clock::now());
        let since = hosted::now() - age.as_secs() as i64;
        let mut running = JoinSet::new();
        for (key, id) in self.store().waiting_for_computers(since).await? {
            if later.contains_key(&key) || *self.closing().borrow() {
                continue;
            }
            while running.len() >= AT_ONCE {
                put_off(running.join_next().await, later);
            }
            let games = self.clone();
            running.spawn(async move {
                let done = games.errand(key, &id).await;
                if let Err(why) = &done {
                    tracing::warn!(game = id, %why, "a game that waits for a computer player cannot go on");
                }
                done.is_err().then_some(key)
            });
        }
        while !running.is_empty() {
            put_off(running.join_next().await, later);
        }
        Ok(())
    }

    /// One game, until a person is asked, it is over, or its computer player is stuck.
    async fn errand(&self, key: i64, id: &str) -> Result<(), Error> {
        // Another server sees to it. Whoever thinks for it here has the same claim.
        let Some(_claim) = self.store().base().claim(key).await? else { return Ok(()) };
        let hosted = self.unvisited(id).await?;
        if hosted.is_attended(self.settings().attended) {
            return Ok(());
        }
        hosted.errand.store(true, Ordering::Relaxed);
        let done = self.see_through(&hosted).await;
        hosted.errand.store(false, Ordering::Relaxed);
        done
    }

    async fn see_through(&self, hosted: &Arc<HostedGame>) -> Result<(), Error> {
        self.catch_up(hosted).await?;
        loop {
            let mut locked = hosted.lock(self.store()).await?;
            let asked = locked.standing().seats().and_then(|seats| hosted.officer_of(seats));
            if asked.is_none() || *self.closing().borrow() {
                return Ok(());
            }
            if let Some((_, why)) = &locked.position().stuck {
                return Err(Error::Unavailable(why.clone()));
            }
            // Who comes to look takes over: then he thinks as for everybody.
            self.wake_computer(hosted, &mut locked);
            drop(locked);
            tokio::time::sleep(GLANCE).await;
        }
    }
}

/// What could not go on is tried again much later.
fn put_off(done: Option<Result<Option<i64>, tokio::task::JoinError>>, later: &mut HashMap<i64, Duration>) {
    if let Some(Ok(Some(key))) = done {
        later.insert(key, clock::now() + LATER);
    }
}
