//! A computer player's thought while it lasts: what others may see of it, and that it can be hurried.

use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

use schemars::JsonSchema;
use serde::Serialize;
use table::{BySide, Game, Intent, Side};

/// One decision of a computer player.
#[derive(Debug)]
pub struct Thought {
    /// The moment it is about.
    seq: u64,
    side: Side,
    begun: Instant,
    /// Set by people who do not want to wait; the game's own, since it holds for a whole turn.
    hurry: Arc<AtomicBool>,
    /// What the computer players of the game have made up their minds to do; lost with the game's place in memory, and
    /// thought out anew.
    intents: Arc<Mutex<BySide<Intent>>>,
    weighs: AtomicU32,
    trials: AtomicU32,
}

/// What everybody is told of a thought.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Thinking {
    pub seq: u64,
    pub side: Side,
    /// How long it has taken, in milliseconds.
    pub ms: u64,
    /// How many orders he plays out, where the game keeps nothing secret;
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub weighs: Option<u32>,
    /// and how often he has done so.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub trials: Option<u32>,
    /// He was told to choose.
    pub hurried: bool,
}

impl Thought {
    pub(crate) fn new(
        seq: u64,
        side: Side,
        hurry: Arc<AtomicBool>,
        intents: Arc<Mutex<BySide<Intent>>>,
    ) -> Thought {
        let (weighs, trials) = (AtomicU32::new(0), AtomicU32::new(0));
        Thought { seq, side, begun: Instant::now(), hurry, intents, weighs, trials }
    }

    /// A thought about one decision by itself: no plans are made for it.
    pub(crate) fn aside(seq: u64, side: Side, game: &dyn Game) -> Thought {
        let intent = |_| Intent::settled(game.stretch());
        Thought::new(seq, side, Arc::default(), Arc::new(Mutex::new(BySide::from_fn(intent))))
    }

    /// What the seat has made up its mind to do.
    pub fn intent(&self) -> Intent {
        self.intents.lock().unwrap_or_else(PoisonError::into_inner)[self.side].clone()
    }

    /// He has made up his mind.
    pub fn intend(&self, intent: Intent) {
        self.intents.lock().unwrap_or_else(PoisonError::into_inner)[self.side] = intent;
    }

    /// Whether somebody wants it to end.
    pub fn hurried(&self) -> bool {
        self.hurry.load(Ordering::Relaxed)
    }

    /// What he has done so far.
    pub fn tried(&self, orders: u32, trials: u32) {
        self.weighs.store(orders, Ordering::Relaxed);
        self.trials.store(trials, Ordering::Relaxed);
    }

    /// As everybody may know it: in a game with secrets only that he thinks.
    pub(crate) fn told(&self, secrets: bool) -> Thinking {
        let open = |number: &AtomicU32| (!secrets).then(|| number.load(Ordering::Relaxed));
        Thinking {
            seq: self.seq,
            side: self.side,
            ms: self.begun.elapsed().as_millis() as u64,
            weighs: open(&self.weighs),
            trials: open(&self.trials),
            hurried: self.hurried(),
        }
    }
}
