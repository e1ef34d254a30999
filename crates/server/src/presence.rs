//! Which members of the club have a game open: said while a stream of theirs lasts, taken back a moment after the last one has
//! ended. Who has a game open is not called to it.

use std::collections::HashMap;
use std::sync::atomic::{AtomicI64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use crate::Games;
use crate::hosted::HostedGame;

/// Who comes back within so long, by loading the page again, has not been away.
const GRACE: Duration = Duration::from_secs(3);

/// How many pages of each member follow a game at this server.
#[derive(Default)]
pub struct Pages(Mutex<HashMap<String, usize>>);

impl Pages {
    fn open(&self, person: &str) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner).entry(person.to_owned()).or_default() += 1;
    }

    /// Whether it was the last.
    fn close(&self, person: &str) -> bool {
        let mut pages = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let left = pages.get_mut(person).map_or(0, |count| {
            *count -= 1;
            *count
        });
        if left == 0 {
            pages.remove(person);
        }
        left == 0
    }

    fn is_open(&self, person: &str) -> bool {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).contains_key(person)
    }
}

/// A page of a member, until this is dropped.
pub(crate) struct Page {
    games: Games,
    hosted: Arc<HostedGame>,
    person: String,
    /// Until when it was last written down that he is there.
    until: Arc<AtomicI64>,
}

impl Page {
    pub fn open(games: &Games, hosted: &Arc<HostedGame>, person: &str) -> Page {
        hosted.pages.open(person);
        Page {
            games: games.clone(),
            hosted: hosted.clone(),
            person: person.to_owned(),
            until: Arc::default(),
        }
    }

    /// Writes down that he has the game open; nobody waits for that.
    pub fn say(&self) {
        let (club, game) = (self.games.club().clone(), self.hosted.row.id.clone());
        let (person, until) = (self.person.clone(), self.until.clone());
        tokio::spawn(async move {
            match club.is_here(&person, &game).await {
                Ok(said) => until.store(said, Ordering::Relaxed),
                Err(why) => tracing::error!(%why, "that somebody is at his game could not be written down"),
            }
        });
    }
}

impl Drop for Page {
    fn drop(&mut self) {
        if !self.hosted.pages.close(&self.person) {
            return;
        }
        // Without a runtime the server is about to end; what was said is soon not believed any more.
        let Ok(runtime) = tokio::runtime::Handle::try_current() else { return };
        let (club, hosted) = (self.games.club().clone(), self.hosted.clone());
        let (person, until) = (std::mem::take(&mut self.person), self.until.clone());
        runtime.spawn(async move {
            tokio::time::sleep(GRACE).await;
            if hosted.pages.is_open(&person) {
                return;
            }
            if let Err(why) = club.has_left(&person, &hosted.row.id, until.load(Ordering::Relaxed)).await {
                tracing::error!(%why, "that somebody has left his game could not be written down");
            }
        });
    }
}
