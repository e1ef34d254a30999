//! The games in memory. Whatever is here can be built again from the disk, so that those nobody looks at are put
//! away: the oldest first, a few at a time.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use crate::hosted::HostedGame;

pub struct Rooms {
    games: Mutex<HashMap<String, Arc<HostedGame>>>,
    /// The ids of the games here by their keys; some that were put away may still be there.
    ids: Mutex<HashMap<i64, String>>,
    most: usize,
}

impl Rooms {
    pub fn new(most: usize) -> Rooms {
        Rooms { games: Mutex::default(), ids: Mutex::default(), most: most.max(1) }
    }

    fn games(&self) -> MutexGuard<'_, HashMap<String, Arc<HostedGame>>> {
        self.games.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub fn get(&self, id: &str) -> Option<Arc<HostedGame>> {
        self.games().get(id).cloned()
    }

    /// A game that is here, by the key the database has for it.
    pub fn of_key(&self, key: i64) -> Option<Arc<HostedGame>> {
        let id = self.ids().get(&key).cloned()?;
        self.get(&id)
    }

    /// All that are here.
    pub fn all(&self) -> Vec<Arc<HostedGame>> {
        self.games().values().cloned().collect()
    }

    fn ids(&self) -> MutexGuard<'_, HashMap<i64, String>> {
        self.ids.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub fn len(&self) -> usize {
        self.games().len()
    }

    /// Two requests may find the same game at once: what the first one hosts is everybody's.
    pub fn keep(&self, game: HostedGame) -> Arc<HostedGame> {
        let mut ids = self.ids();
        ids.insert(game.row.key, game.row.id.clone());
        let mut games = self.games();
        if ids.len() > 2 * games.len() + 64 {
            ids.retain(|_, id| games.contains_key(id.as_str()) || *id == game.row.id);
        }
        drop(ids);
        let kept = games.entry(game.row.id.clone()).or_insert_with(|| Arc::new(game)).clone();
        if games.len() > self.most {
            put_away(&mut games, self.most / 16 + 1);
        }
        kept
    }

    /// A game was deleted: it is here no more, and who follows it hears no more.
    pub fn forget(&self, game: &HostedGame) {
        self.games().remove(&game.row.id);
        game.gone.send_replace(true);
    }

    /// Puts games away that nobody looked at since `then`.
    pub fn put_away_since(&self, then: Duration) {
        self.games().retain(|_, game| !is_idle(game) || game.visited() >= then);
    }

    /// Puts an eighth of the games away, the oldest; how many.
    pub fn put_some_away(&self) -> usize {
        let mut games = self.games();
        let count = games.len() / 8 + 1;
        put_away(&mut games, count)
    }

    /// The keys of the games here.
    pub fn keys(&self) -> Vec<i64> {
        self.games().values().map(|game| game.row.key).collect()
    }
}

/// Nobody has it in hand or listens to its news.
fn is_idle(game: &Arc<HostedGame>) -> bool {
    Arc::strong_count(game) == 1 && game.news.receiver_count() == 0
}

fn put_away(games: &mut HashMap<String, Arc<HostedGame>>, count: usize) -> usize {
    let idle = games.values().filter(|game| is_idle(game));
    let mut idle: Vec<(Duration, String)> = idle.map(|game| (game.visited(), game.row.id.clone())).collect();
    idle.sort_unstable();
    idle.truncate(count);
    for (_, id) in &idle {
        games.remove(id);
    }
    idle.len()
}
