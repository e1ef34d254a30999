//! Series of games that computer players play in the background, for who designs a scenario. How they are played is not
//! the server's business: whoever opens it says so.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::{Duration, Instant};

use crate::Error;
use crate::token::word;

/// Games of one series.
pub const MOST_GAMES: u64 = 200;
/// Series that are played at once; nobody waits for the next in silence.
const AT_ONCE: usize = 2;
/// Series that can still be looked at.
const KEPT: usize = 12;
/// After so long a series is stopped, with the games it has.
const LONGEST: Duration = Duration::from_secs(300);

/// What shall be played.
#[derive(Clone, Debug)]
pub struct Asked {
    /// Name and text of every file; one of them is a scenario.
    pub files: Vec<(String, String)>,
    pub games: u64,
    /// Who plays both sides.
    pub players: String,
}

/// What a series came to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Told {
    /// In a sentence.
    pub summary: String,
    /// A page of HTML.
    pub report: String,
}

/// How far a series is, and whether it shall stop.
#[derive(Debug)]
pub struct Progress {
    done: AtomicU64,
    stop: AtomicBool,
    begun: Instant,
}

impl Default for Progress {
    fn default() -> Progress {
        Progress { done: AtomicU64::new(0), stop: AtomicBool::new(false), begun: Instant::now() }
    }
}

impl Progress {
    /// One more game is over.
    pub fn one_more(&self) {
        self.done.fetch_add(1, Ordering::Relaxed);
    }

    /// Whether no further game shall be begun.
    pub fn stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed) || self.begun.elapsed() > LONGEST
    }
}

/// Plays a series, or says why not.
pub type PlaySeries = dyn Fn(&Asked, &Progress) -> Result<Told, String> + Send + Sync;

/// One series.
#[derive(Debug)]
pub(crate) struct Trial {
    pub id: String,
    pub games: u64,
    progress: Progress,
    told: OnceLock<Result<Told, String>>,
}

impl Trial {
    pub fn done(&self) -> u64 {
        self.progress.done.load(Ordering::Relaxed)
    }

    pub fn told(&self) -> Option<&Result<Told, String>> {
        self.told.get()
    }
}

/// The series of a server.
#[derive(Default)]
pub(crate) struct Trials {
    play: OnceLock<Arc<PlaySeries>>,
    /// The oldest first.
    all: Mutex<VecDeque<Arc<Trial>>>,
}

impl Trials {
    pub fn set(&self, play: Arc<PlaySeries>) {
        // Whoever says it a second time says the same.
        let _ = self.play.set(play);
    }

    fn all(&self) -> MutexGuard<'_, VecDeque<Arc<Trial>>> {
        self.all.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub fn begin(&self, asked: Asked) -> Result<Arc<Trial>, Error> {
        let Some(play) = self.play.get().cloned() else {
            return Err(Error::NotFound("this server plays no series".into()));
        };
        if !(1..=MOST_GAMES).contains(&asked.games) {
            return Err(Error::Malformed(format!("a series has 1 to {MOST_GAMES} games")));
        }
        let trial = Arc::new(Trial {
            id: word::<16>(),
            games: asked.games,
            progress: Progress::default(),
            told: OnceLock::new(),
        });
        let mut all = self.all();
        if all.iter().filter(|trial| trial.told.get().is_none()).count() >= AT_ONCE {
            return Err(Error::TooMany(format!("{AT_ONCE} series are being played: stop one, or wait")));
        }
        all.push_back(trial.clone());
        while all.len() > KEPT {
            all.pop_front();
        }
        drop(all);
        let mine = trial.clone();
        let thread = std::thread::Builder::new().name("trial".to_owned()).spawn(move || {
            let played =
                std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| play(&asked, &mine.progress)));
            let told = played.unwrap_or_else(|_| Err("a game broke the program".to_owned()));
            let _ = mine.told.set(told);
        });
        thread.map_err(|why| Error::Unavailable(format!("no thread for it: {why}")))?;
        Ok(trial)
    }

    pub fn get(&self, id: &str) -> Result<Arc<Trial>, Error> {
        let found = self.all().iter().find(|trial| trial.id == id).cloned();
        found.ok_or_else(|| Error::no_such("series", id))
    }

    /// No further game of it is begun, and nobody can look at it any more.
    pub fn stop(&self, id: &str) -> Result<(), Error> {
        let trial = self.get(id)?;
        trial.progress.stop.store(true, Ordering::Relaxed);
        self.all().retain(|one| one.id != id);
        Ok(())
    }

    /// None goes on when the server ends.
    pub fn stop_all(&self) {
        for trial in self.all().iter() {
            trial.progress.stop.store(true, Ordering::Relaxed);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn asked(games: u64) -> Asked {
        Asked { files: Vec::new(), games, players: "recruit".to_owned() }
    }

    fn settled(trial: &Trial) -> Result<Told, String> {
        loop {
            match trial.told() {
                Some(told) => return told.clone(),
                None => std::thread::yield_now(),
            }
        }
    }

    fn trials(play: impl Fn(&Asked, &Progress) -> Result<Told, String> + Send + Sync + 'static) -> Trials {
        let trials = Trials::default();
        trials.set(Arc::new(play));
        trials
    }

    #[test]
    fn a_series_is_played_and_told() {
        let trials = trials(|asked, progress| {
            (0..asked.games).for_each(|_| progress.one_more());
            Ok(Told { summary: format!("{} games", asked.games), report: "<p>".to_owned() })
        });
        let trial = trials.begin(asked(7)).unwrap();
        assert_eq!(settled(&trial).unwrap().summary, "7 games");
        assert_eq!(trials.get(&trial.id).unwrap().done(), 7);
    }

    #[test]
    fn a_series_that_is_stopped_ends_and_makes_room() {
        let trials = trials(|_, progress| {
            while !progress.stopped() {
                std::thread::yield_now();
            }
            Err("stopped".to_owned())
        });
        let (one, two) = (trials.begin(asked(1)).unwrap(), trials.begin(asked(1)).unwrap());
        assert!(matches!(trials.begin(asked(1)), Err(Error::TooMany(_))));
        trials.stop(&one.id).unwrap();
        assert_eq!(settled(&one), Err("stopped".to_owned()));
        assert!(trials.get(&one.id).is_err());
        let three = trials.begin(asked(1)).unwrap();
        trials.stop_all();
        assert!(settled(&two).is_err() && settled(&three).is_err());
    }

    #[test]
    fn what_is_too_much_or_breaks_is_told() {
        let trials = trials(|_, _| panic!("a bad rule"));
        assert!(matches!(trials.begin(asked(0)), Err(Error::Malformed(_))));
        assert!(matches!(trials.begin(asked(MOST_GAMES + 1)), Err(Error::Malformed(_))));
        let trial = trials.begin(asked(1)).unwrap();
        assert_eq!(settled(&trial), Err("a game broke the program".to_owned()));
        assert!(Trials::default().begin(asked(1)).is_err());
    }
}
