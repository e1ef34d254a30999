//! How many watch a game: counted at each server by the streams that are open, added up in the database where several servers
//! share one, and told a moment after it changed.
//!
//! It is an approximate number: two pages of one spectator are two, and a server that died is counted until its last word is
//! too old.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use ::store::{Sql, values};

use crate::hosted::{HostedGame, now};
use crate::{Error, Games};

/// Changes within so long are told as one.
const GATHER: Duration = Duration::from_secs(2);
/// How often servers that share a database say how many watch there.
const SAY: Duration = Duration::from_secs(30);
/// And for how many seconds that is believed.
const BELIEVED: i64 = 90;

/// What other servers are told when somebody comes to watch a game, or goes.
pub fn watching_changed(game: i64) -> String {
    format!("watching {game}")
}

/// Somebody who watches, until this is dropped.
pub(crate) struct Spectator {
    games: Games,
    hosted: Arc<HostedGame>,
}

impl Drop for Spectator {
    fn drop(&mut self) {
        self.hosted.watching_here.fetch_sub(1, Ordering::Relaxed);
        self.games.count_soon(&self.hosted);
    }
}

impl Games {
    /// Somebody without a seat follows the game.
    pub(crate) fn watches(&self, hosted: &Arc<HostedGame>) -> Spectator {
        hosted.watching_here.fetch_add(1, Ordering::Relaxed);
        self.count_soon(hosted);
        Spectator { games: self.clone(), hosted: hosted.clone() }
    }

    /// Counts the spectators of a game in a moment, once for all who come and go until then.
    pub(crate) fn count_soon(&self, hosted: &Arc<HostedGame>) {
        // Without a runtime the server is about to end, and nobody is told anything.
        let Ok(runtime) = tokio::runtime::Handle::try_current() else { return };
        if hosted.counting.swap(true, Ordering::AcqRel) {
            return;
        }
        let (games, hosted) = (self.clone(), hosted.clone());
        runtime.spawn(async move {
            tokio::time::sleep(GATHER).await;
            hosted.counting.store(false, Ordering::Release);
            if let Err(why) = games.count(&hosted).await {
                tracing::error!(game = hosted.row.id, %why, "who watches could not be counted");
            }
        });
    }

    async fn count(&self, hosted: &HostedGame) -> Result<(), Error> {
        let here = hosted.watching_here.load(Ordering::Relaxed);
        if !self.store().base().is_shared() {
            told(hosted, here as u32);
            return Ok(());
        }
        let (game, node) = (hosted.row.key, self.0.node.clone());
        let work = move |sql: &mut dyn Sql| {
            sql.execute("DELETE FROM watching WHERE game = ?1 AND until < ?2", &values![game, now()])?;
            if here == 0 {
                let gone = "DELETE FROM watching WHERE game = ?1 AND server = ?2";
                sql.execute(gone, &values![game, node.as_str()])?;
            } else {
                sql.execute(
                    "INSERT INTO watching (game, server, spectators, until) VALUES (?1, ?2, ?3, ?4)
                     ON CONFLICT (game, server) DO UPDATE SET spectators = excluded.spectators,
                     until = excluded.until",
                    &values![game, node.as_str(), here, now() + BELIEVED],
                )?;
            }
            sql.notify(&watching_changed(game))
        };
        self.store().base().write(work).await?;
        self.watched_again(hosted).await
    }

    /// Reads how many watch at all servers, and tells who follows the game here.
    pub(crate) async fn watched_again(&self, hosted: &HostedGame) -> Result<(), Error> {
        let game = hosted.row.key;
        let work = move |sql: &mut dyn Sql| {
            let sum = "SELECT CAST(coalesce(sum(spectators), 0) AS BIGINT) FROM watching
                       WHERE game = ?1 AND until >= ?2";
            sql.number(sum, &values![game, now()])
        };
        told(hosted, self.store().base().read(work).await? as u32);
        Ok(())
    }

    /// Says again and again who watches here, so that other servers go on believing it.
    pub(crate) async fn say_who_watches(self) {
        let mut closing = self.closing();
        loop {
            tokio::select! {
                () = tokio::time::sleep(SAY) => {}
                _ = closing.wait_for(|closing| *closing) => return,
            }
            for hosted in self.rooms().all() {
                if hosted.watching_here.load(Ordering::Relaxed) > 0 || *hosted.spectators.borrow() > 0 {
                    self.count_soon(&hosted);
                }
            }
        }
    }
}

fn told(hosted: &HostedGame, spectators: u32) {
    hosted.spectators.send_if_modified(|known| std::mem::replace(known, spectators) != spectators);
}
