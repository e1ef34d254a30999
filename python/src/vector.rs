//! Many games of one scenario at once.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use engine::Opened;
use numpy::{PyReadonlyArray1, PyReadwriteArray1, PyReadwriteArray2, PyReadwriteArray3};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use rayon::prelude::*;
use staff::{Chooser, Memories, Player};
use table::{Game, SeededDice, Side, Standing};

use crate::fault::wrong;
use crate::opened::open;

/// One of the games. No past is kept, which is faster than `hardtack.Game`.
struct Env {
    game: Box<dyn Game>,
    dice: SeededDice,
    /// Its number in the series.
    number: u64,
    steps: u64,
    /// Who decides, and how many orders he has; nobody when it is over.
    seat: Option<Side>,
    legal: usize,
    /// Whether the last step ended a game, and who won it.
    ended: Option<Ended>,
    /// For random steps.
    chooser: Chooser,
}

#[derive(Clone)]
struct Ended {
    number: u64,
    steps: u64,
    winner: Option<Side>,
    points: [i32; 2],
    fingerprint: u64,
}

/// A game that ended, for Python: place, number, steps, winner, points, fingerprint.
type Told = (usize, u64, u64, Option<&'static str>, (i32, i32), String);

/// What all games have in common.
struct Common {
    opened: Arc<Opened>,
    seed: u64,
    /// How far the number of the next game in a place is from the one before.
    stride: u64,
    auto_reset: bool,
    memories: Memories,
}

impl Env {
    fn begin(common: &Common, number: u64) -> Env {
        let mut dice = SeededDice::of_series(common.seed, number);
        let (game, _) = common.opened.scenario.start(&mut dice);
        let chooser = Chooser::new(common.seed, number, Side::Union);
        let mut env = Env { game, dice, number, steps: 0, seat: None, legal: 0, ended: None, chooser };
        env.look(common);
        env
    }

    /// Who is next; a game that is over makes room for the next one.
    fn look(&mut self, common: &Common) {
        match self.game.standing() {
            Standing::Waiting(asked) => {
                let seat = asked.seats.first();
                (self.seat, self.legal) = (Some(seat), self.game.order_count(seat));
            }
            Standing::Over(outcome) => {
                let ended = Ended {
                    number: self.number,
                    steps: self.steps,
                    winner: outcome.winner,
                    points: outcome.points,
                    fingerprint: self.game.fingerprint(),
                };
                if common.auto_reset {
                    *self = Env::begin(common, self.number.wrapping_add(common.stride));
                } else {
                    (self.seat, self.legal) = (None, 0);
                }
                self.ended = Some(ended);
            }
        }
    }

    /// A game that is over stays as it is.
    fn step(&mut self, common: &Common, nth: usize) {
        self.ended = None;
        let Some(seat) = self.seat else { return };
        self.game.play_nth(seat, nth, &mut self.dice);
        self.steps += 1;
        self.look(common);
    }

    fn step_randomly(&mut self, common: &Common) {
        let nth = if self.legal > 1 { self.chooser.below(self.legal) } else { 0 };
        self.step(common, nth);
    }

    fn think(&self, common: &Common, player: Player, seed: u64) -> i64 {
        let Some(seat) = self.seat else { return -1 };
        let mut memory = common.memories.take(self.game.as_ref());
        memory.intend(seat, table::Intent::settled(self.game.stretch()));
        let mut chooser = Chooser::new(seed ^ self.number, self.steps, seat);
        let picked = staff::pick(player, self.game.as_ref(), seat, &mut memory, &mut chooser);
        common.memories.give_back(memory);
        picked.map_or(-1, |picked| picked.nth as i64)
    }
}

/// The room of a caller for what a step tells; whatever he does not want is left out.
#[derive(Default)]
struct Room<'a> {
    seats: Option<&'a mut [i8]>,
    legal: Option<&'a mut [i64]>,
    over: Option<&'a mut [bool]>,
    rewards: Option<&'a mut [f32]>,
    observations: Option<&'a mut [f32]>,
    factors: Option<&'a mut [u16]>,
}

struct Games {
    common: Common,
    envs: Vec<Env>,
}

/// Many games of one scenario, stepped together on several threads while the interpreter is free.
#[pyclass(module = "hardtack", frozen)]
pub struct VectorGame {
    games: Mutex<Games>,
    pool: Option<rayon::ThreadPool>,
    games_count: usize,
    observed: usize,
}

impl VectorGame {
    fn lock(&self) -> MutexGuard<'_, Games> {
        self.games.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Does something in each game, on the threads of the pool.
    fn each(&self, games: &mut Games, work: impl Fn(&Common, usize, &mut Env) + Sync) {
        let Games { common, envs } = games;
        let common = &*common;
        match &self.pool {
            None => envs.iter_mut().enumerate().for_each(|(n, env)| work(common, n, env)),
            Some(pool) => pool.install(|| {
                envs.par_iter_mut().enumerate().with_min_len(8).for_each(|(n, env)| work(common, n, env));
            }),
        }
    }

    /// Writes where every game stands into the caller's arrays.
    fn fill(&self, games: &mut Games, room: Room<'_>) {
        let Room { seats, legal, over, rewards, observations, factors } = room;
        let envs = &mut games.envs;
        if let Some(seats) = seats {
            seats.iter_mut().zip(&*envs).for_each(|(out, env)| *out = env.seat.map_or(-1, |s| s as i8));
        }
        if let Some(legal) = legal {
            legal.iter_mut().zip(&*envs).for_each(|(out, env)| *out = env.legal as i64);
        }
        if let Some(over) = over {
            over.iter_mut().zip(&*envs).for_each(|(out, env)| *out = env.ended.is_some());
        }
        if let Some(rewards) = rewards {
            for (out, env) in rewards.chunks_mut(2).zip(&*envs) {
                let winner = env.ended.as_ref().and_then(|ended| ended.winner);
                for side in Side::BOTH {
                    out[side as usize] = winner.map_or(0.0, |won| if won == side { 1.0 } else { -1.0 });
                }
            }
        }
        if let Some(out) = observations {
            self.each_with(games, out, self.observed, |env, out| {
                env.game.observe(env.seat.unwrap_or(Side::Union), out);
            });
        }
        if let Some(out) = factors {
            let slots = out.len() / self.games_count.max(1);
            self.each_with(games, out, slots, |env, out| {
                out.fill(0);
                let Some(seat) = env.seat else { return };
                let mut listed = Vec::new();
                env.game.factors(seat, &mut listed);
                out.chunks_mut(4).zip(&listed).for_each(|(out, factors)| out.copy_from_slice(factors));
            });
        }
    }

    /// Does something for each game with its part of an array.
    fn each_with<T: Send>(
        &self,
        games: &mut Games,
        out: &mut [T],
        len: usize,
        work: impl Fn(&mut Env, &mut [T]) + Sync,
    ) {
        if len == 0 {
            return;
        }
        let envs = &mut games.envs;
        match &self.pool {
            None => envs.iter_mut().zip(out.chunks_mut(len)).for_each(|(env, out)| work(env, out)),
            Some(pool) => pool.install(|| {
                envs.par_iter_mut()
                    .zip(out.par_chunks_mut(len))
                    .with_min_len(8)
                    .for_each(|(env, out)| work(env, out));
            }),
        }
    }
}

/// The elements of an array that lie in a row, as many as they must be.
macro_rules! room {
    ($array:expr, $shape:expr) => {
        match $array.as_mut() {
            None => None,
            Some(array) => {
                let expected: &[usize] = &$shape;
                if array.as_array().shape() != expected {
                    let found = array.as_array().shape().to_vec();
                    let name = stringify!($array);
                    let why = format!("`{name}` has the shape {found:?}: expected {expected:?}");
                    return Err(PyValueError::new_err(why));
                }
                Some(array.as_slice_mut().map_err(|_| {
                    PyValueError::new_err(concat!(
                        "`",
                        stringify!($array),
                        "` must lie in one piece (C order)"
                    ))
                })?)
            }
        }
    };
}

#[pymethods]
impl VectorGame {
    #[new]
    #[pyo3(signature = (scenario, games, *, seed=1, first=0, options=Vec::new(), threads=1, auto_reset=true))]
    fn new(
        py: Python<'_>,
        scenario: &str,
        games: usize,
        seed: u64,
        first: u64,
        options: Vec<String>,
        threads: usize,
        auto_reset: bool,
    ) -> PyResult<VectorGame> {
        if games == 0 {
            return Err(wrong("bad-request", "expected one game or more"));
        }
        let opened = open(scenario, &options)?;
        let (stride, memories) = (games as u64, Memories::default());
        let common = Common { opened, seed, stride, auto_reset, memories };
        let pool = match threads {
            1 => None,
            threads => {
                let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
                Some(pool.map_err(|why| wrong("broken", why.to_string()))?)
            }
        };
        let envs: Vec<Env> =
            py.detach(|| (0..stride).map(|place| Env::begin(&common, first.wrapping_add(place))).collect());
        let observed = envs[0].game.shape().len();
        Ok(VectorGame { games: Mutex::new(Games { common, envs }), pool, games_count: games, observed })
    }

    fn __len__(&self) -> usize {
        self.games_count
    }

    /// Numbers in the observation of a game.
    #[getter]
    fn observation_size(&self) -> usize {
        self.observed
    }

    /// Begins anew: the game in place i is number `first + i` of the series.
    #[pyo3(signature = (seed=None, first=0))]
    fn reset(&self, py: Python<'_>, seed: Option<u64>, first: u64) {
        py.detach(|| {
            let mut games = self.lock();
            if let Some(seed) = seed {
                games.common.seed = seed;
            }
            self.each(&mut games, |common, place, env| {
                *env = Env::begin(common, first.wrapping_add(place as u64));
            });
        });
    }

    /// Gives one order in each game, by its number, and writes where the games stand into the caller's arrays. Where a
    /// number is not legal nothing is done in any game.
    #[pyo3(signature = (actions, *, seats=None, legal=None, over=None, rewards=None, observations=None, factors=None))]
    fn step(
        &self,
        py: Python<'_>,
        actions: PyReadonlyArray1<'_, i64>,
        mut seats: Option<PyReadwriteArray1<'_, i8>>,
        mut legal: Option<PyReadwriteArray1<'_, i64>>,
        mut over: Option<PyReadwriteArray1<'_, bool>>,
        mut rewards: Option<PyReadwriteArray2<'_, f32>>,
        mut observations: Option<PyReadwriteArray2<'_, f32>>,
        mut factors: Option<PyReadwriteArray3<'_, u16>>,
    ) -> PyResult<()> {
        let count = self.games_count;
        let slots = factors.as_ref().map_or(0, |array| array.as_array().shape()[1]);
        let actions = actions.as_slice()?;
        if actions.len() != count {
            let why = format!("{} actions for {count} games", actions.len());
            return Err(PyValueError::new_err(why));
        }
        let room = Room {
            seats: room!(seats, [count]),
            legal: room!(legal, [count]),
            over: room!(over, [count]),
            rewards: room!(rewards, [count, 2]),
            observations: room!(observations, [count, self.observed]),
            factors: room!(factors, [count, slots, 4]),
        };
        let wrong_one = py.detach(|| {
            let mut games = self.lock();
            let legal = |(n, env): (usize, &Env)| {
                let legal = env.seat.is_none() || (0..env.legal as i64).contains(&actions[n]);
                (!legal).then_some((n, env.legal))
            };
            if let Some(wrong) = games.envs.iter().enumerate().find_map(legal) {
                return Some(wrong);
            }
            self.each(&mut games, |common, n, env| env.step(common, actions[n] as usize));
            self.fill(&mut games, room);
            None
        });
        match wrong_one {
            None => Ok(()),
            Some((n, of)) => {
                Err(wrong("no-order", format!("game {n} has no order {}: there are {of}", actions[n])))
            }
        }
    }

    /// Writes where the games stand into the caller's arrays.
    #[pyo3(signature = (*, seats=None, legal=None, over=None, rewards=None, observations=None, factors=None))]
    fn look(
        &self,
        py: Python<'_>,
        mut seats: Option<PyReadwriteArray1<'_, i8>>,
        mut legal: Option<PyReadwriteArray1<'_, i64>>,
        mut over: Option<PyReadwriteArray1<'_, bool>>,
        mut rewards: Option<PyReadwriteArray2<'_, f32>>,
        mut observations: Option<PyReadwriteArray2<'_, f32>>,
        mut factors: Option<PyReadwriteArray3<'_, u16>>,
    ) -> PyResult<()> {
        let count = self.games_count;
        let slots = factors.as_ref().map_or(0, |array| array.as_array().shape()[1]);
        let room = Room {
            seats: room!(seats, [count]),
            legal: room!(legal, [count]),
            over: room!(over, [count]),
            rewards: room!(rewards, [count, 2]),
            observations: room!(observations, [count, self.observed]),
            factors: room!(factors, [count, slots, 4]),
        };
        py.detach(|| {
            let mut games = self.lock();
            self.fill(&mut games, room);
        });
        Ok(())
    }

    /// Writes every game's observation, as the seat that decides has it.
    fn observe(&self, py: Python<'_>, mut out: PyReadwriteArray2<'_, f32>) -> PyResult<()> {
        let mut out = Some(&mut out);
        let room = Room { observations: room!(out, [self.games_count, self.observed]), ..Room::default() };
        py.detach(|| {
            let mut games = self.lock();
            self.fill(&mut games, room);
        });
        Ok(())
    }

    /// Makes random steps in every game, and the observation after each where there is room for it. Gives the number of
    /// steps.
    #[pyo3(signature = (steps, observations=None))]
    fn random(
        &self,
        py: Python<'_>,
        steps: usize,
        mut observations: Option<PyReadwriteArray2<'_, f32>>,
    ) -> PyResult<u64> {
        let mut out = room!(observations, [self.games_count, self.observed]);
        py.detach(|| {
            let mut games = self.lock();
            for _ in 0..steps {
                self.each(&mut games, |common, _, env| env.step_randomly(common));
                let room = Room { observations: out.as_deref_mut(), ..Room::default() };
                self.fill(&mut games, room);
            }
        });
        Ok(steps as u64 * self.games_count as u64)
    }

    /// Writes the number of the order that a computer player would give in each game, where `which` says so; where it
    /// does not, what stood there stays. -1 where a game is over.
    #[pyo3(signature = (level, out, *, which=None, seed=0))]
    fn think(
        &self,
        py: Python<'_>,
        level: &str,
        mut out: PyReadwriteArray1<'_, i64>,
        which: Option<PyReadonlyArray1<'_, bool>>,
        seed: u64,
    ) -> PyResult<()> {
        let player: Player = level.parse().map_err(|why: String| wrong("no-player", why))?;
        let which = which.as_ref().map(|which| which.as_slice()).transpose()?;
        if which.is_some_and(|which| which.len() != self.games_count) {
            return Err(PyValueError::new_err("`which` has a place for each game"));
        }
        let mut out = Some(&mut out);
        let Some(out) = room!(out, [self.games_count]) else { return Ok(()) };
        py.detach(|| {
            let mut games = self.lock();
            let Games { common, envs } = &mut *games;
            let common = &*common;
            let work = |(n, (env, out)): (usize, (&mut Env, &mut i64))| {
                if which.is_none_or(|which| which[n]) {
                    *out = env.think(common, player, seed);
                }
            };
            match &self.pool {
                None => envs.iter_mut().zip(out.iter_mut()).enumerate().for_each(work),
                Some(pool) => pool.install(|| {
                    envs.par_iter_mut().zip(out.par_iter_mut()).enumerate().for_each(work);
                }),
            }
        });
        Ok(())
    }

    /// The games that the last step ended: place, number in the series, steps, winner, points, fingerprint.
    fn ended(&self) -> Vec<Told> {
        let games = self.lock();
        let told = |(place, env): (usize, &Env)| {
            let ended = env.ended.clone()?;
            let [union, confederate] = ended.points;
            let fingerprint = format!("{:016x}", ended.fingerprint);
            let winner = ended.winner.map(Side::word);
            Some((place, ended.number, ended.steps, winner, (union, confederate), fingerprint))
        };
        games.envs.iter().enumerate().filter_map(told).collect()
    }
}
