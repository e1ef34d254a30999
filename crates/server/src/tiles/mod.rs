//! Maps as pictures: tiles for the board, pictures for lists. What was made once lies on disk; what many ask for at
//! once is made once; no more is made at a time than the machine has hands for.

mod rasters;
mod shelf;

use std::collections::HashMap;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use axum::body::Bytes;
use library::Ground;
use library::own::is_own;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use tokio::sync::{OnceCell, Semaphore};

use crate::catalog::{Catalog, Scenario, Sheet};
use crate::hosted::hex;
use crate::{Error, wire};
use rasters::{Drawing, Rasters};
use shelf::Shelf;

/// Requests that may wait for a picture: more than any window shows tiles, many windows at once.
const MOST_WAITING: usize = 2_000;
/// Maps that are remembered; more than anybody has, unless he edits all day.
const MOST_MAPS: usize = 512;

/// What can be had of a map.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Piece {
    Tile {
        level: usize,
        column: u32,
        row: u32,
    },
    /// The middle of the map, for a list.
    Small,
    /// The whole map on a page.
    Large,
}

impl Piece {
    fn file(self) -> String {
        match self {
            Piece::Tile { level, column, row } => format!("{level}-{column}-{row}.png"),
            Piece::Small => "small.jpg".to_owned(),
            Piece::Large => "large.jpg".to_owned(),
        }
    }

    fn of(self, raster: &raster::Raster) -> Result<Vec<u8>, raster::Error> {
        const SMALL: (u16, u16) = (384, 240);
        const LARGE: f32 = 1000.0;
        match self {
            Piece::Tile { level, column, row } => raster.tile(level, column, row),
            Piece::Small => raster.thumbnail(SMALL.0, SMALL.1),
            Piece::Large => {
                let (width, height) = raster.size();
                let scale = LARGE / width.max(height);
                raster.thumbnail((width * scale) as u16, (height * scale) as u16)
            }
        }
    }
}

/// A map as clients know it.
pub struct Map {
    /// Of its drawing and of all that makes pixels of it: pictures of one hash never change.
    pub hash: String,
    /// What a client must know to lay counters on it.
    pub board: Bytes,
    of: Of,
}

/// What a map is of.
#[derive(Clone)]
enum Of {
    /// A scenario as it is today.
    Today(String),
    /// A scenario as it was when a game began.
    Then(String, Arc<dyn Scenario>),
}

impl Of {
    fn sheet(&self, catalog: &dyn Catalog) -> Option<Sheet> {
        match self {
            Of::Today(id) => catalog.sheet(id),
            Of::Then(id, scenario) => catalog.sheet_of(id, scenario.as_ref()),
        }
    }

    fn id(&self) -> &str {
        match self {
            Of::Today(id) | Of::Then(id, _) => id,
        }
    }
}

#[derive(Clone)]
pub struct Tiles(Arc<Inner>);

/// Pictures that somebody waits for.
type Making = HashMap<(String, Piece), Arc<OnceCell<Bytes>>>;

struct Inner {
    catalog: Arc<dyn Catalog>,
    shelf: Shelf,
    rasters: Rasters,
    /// By the name of their scenario.
    maps: Mutex<HashMap<String, Arc<OnceCell<Arc<Map>>>>>,
    /// What is being made.
    making: Mutex<Making>,
    hands: Arc<Semaphore>,
    waiting: AtomicUsize,
}

/// Counts whoever waits, as long as he does.
struct Waiting<'a>(&'a AtomicUsize);

impl<'a> Waiting<'a> {
    fn begin(count: &'a AtomicUsize) -> Result<Waiting<'a>, Error> {
        let waiting = Waiting(count);
        match count.fetch_add(1, Ordering::Relaxed) < MOST_WAITING {
            true => Ok(waiting),
            false => Err(Error::Unavailable("too many wait for pictures: try again".into())),
        }
    }
}

impl Drop for Waiting<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

impl Tiles {
    /// Pictures of the maps of this catalog, kept in a folder.
    pub fn new(catalog: Arc<dyn Catalog>, folder: &Path) -> Tiles {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        Tiles(Arc::new(Inner {
            catalog,
            shelf: Shelf::new(folder.to_owned()),
            rasters: Rasters::default(),
            maps: Mutex::default(),
            making: Mutex::default(),
            hands: Arc::new(Semaphore::new((cores - 1).max(1))),
            waiting: AtomicUsize::new(0),
        }))
    }

    /// The map of a scenario.
    ///
    /// # Errors
    /// There is no such scenario, or it has no map.
    pub async fn map_of(&self, scenario: &str) -> Result<Arc<Map>, Error> {
        let (catalog, id) = (self.0.catalog.clone(), scenario.to_owned());
        let stamp = match is_own(scenario) {
            true => tokio::task::spawn_blocking(move || catalog.stamp(&id)).await.map_err(|_| failed())?,
            false => None,
        };
        let name = format!("{scenario} {}", stamp.unwrap_or_default());
        self.described(name, Of::Today(scenario.to_owned())).await
    }

    /// The map of a scenario as it was when a game began, by the hash of its texts.
    ///
    /// # Errors
    /// It has no map.
    pub async fn map_then(
        &self,
        id: &str,
        hash: &str,
        scenario: Arc<dyn Scenario>,
    ) -> Result<Arc<Map>, Error> {
        self.described(format!("{id} as {hash}"), Of::Then(id.to_owned(), scenario)).await
    }

    async fn described(&self, name: String, of: Of) -> Result<Arc<Map>, Error> {
        let cell = {
            let mut maps = lock(&self.0.maps);
            if maps.len() >= MOST_MAPS && !maps.contains_key(&name) {
                maps.clear();
            }
            maps.entry(name.clone()).or_default().clone()
        };
        let made = cell.get_or_try_init(|| self.describe(of)).await.cloned();
        if made.is_err() {
            lock(&self.0.maps).remove(&name);
        }
        made
    }

    async fn describe(&self, of: Of) -> Result<Arc<Map>, Error> {
        let catalog = self.0.catalog.clone();
        let work = move || {
            let sheet = of.sheet(catalog.as_ref()).ok_or_else(|| Error::no_such("map", of.id()))?;
            let hash = hash(&sheet);
            let board = board(&hash, &sheet).to_string().into();
            Ok(Arc::new(Map { hash, board, of }))
        };
        tokio::task::spawn_blocking(work).await.map_err(|_| failed())?
    }

    /// The map with this hash: one of those that were asked for, or else any in the catalog.
    ///
    /// # Errors
    /// No map has it now.
    pub async fn map(&self, hash: &str) -> Result<Arc<Map>, Error> {
        let known = |maps: &HashMap<String, Arc<OnceCell<Arc<Map>>>>| {
            maps.values().filter_map(|cell| cell.get()).find(|map| map.hash == hash).cloned()
        };
        if let Some(map) = known(&lock(&self.0.maps)) {
            return Ok(map);
        }
        let catalog = self.0.catalog.clone();
        let cards = tokio::task::spawn_blocking(move || catalog.list()).await.map_err(|_| failed())?;
        for card in cards {
            match self.map_of(&card.id).await {
                Ok(map) if map.hash == hash => return Ok(map),
                _ => {}
            }
        }
        Err(Error::no_such("map", hash))
    }

    /// A picture of the map with this hash.
    ///
    /// # Errors
    /// There is no such map or part of it; too many wait.
    pub async fn piece(&self, hash: &str, piece: Piece) -> Result<Bytes, Error> {
        let _waiting = Waiting::begin(&self.0.waiting)?;
        let key = (hash.to_owned(), piece);
        let cell = lock(&self.0.making).entry(key.clone()).or_default().clone();
        let made = cell.get_or_try_init(|| self.find_or_make(hash, piece)).await.cloned();
        lock(&self.0.making).remove(&key);
        made
    }

    async fn find_or_make(&self, hash: &str, piece: Piece) -> Result<Bytes, Error> {
        let (all, key) = (self.clone(), hash.to_owned());
        let found = tokio::task::spawn_blocking(move || all.0.shelf.read(&key, &piece.file()));
        if let Some(found) = found.await.map_err(|_| failed())? {
            return Ok(found.into());
        }
        let map = self.map(hash).await?;
        let hand = self.0.hands.clone().acquire_owned().await.map_err(|_| failed())?;
        let all = self.clone();
        let work = move || {
            // Held until it is done, also where nobody waits for it any more.
            let _hand = hand;
            all.make(&map, piece)
        };
        let made = tokio::task::spawn_blocking(work).await.map_err(|_| failed())??;
        self.0.rasters.let_go_when_idle();
        Ok(made)
    }

    fn make(&self, map: &Map, piece: Piece) -> Result<Bytes, Error> {
        let inner = &self.0;
        let draw = || map.of.sheet(inner.catalog.as_ref()).map(drawing);
        let raster = inner.rasters.get(&map.hash, draw)?;
        let made = piece.of(&raster).map_err(|why| match why {
            raster::Error::Nowhere => Error::no_such("tile", &piece.file()),
            other => Error::Unavailable(other.to_string()),
        })?;
        inner.shelf.write(&map.hash, &piece.file(), &made);
        Ok(made.into())
    }
}

/// What is made into pixels.
fn drawing(sheet: Sheet) -> Drawing {
    match (sheet.photo, sheet.ground) {
        (Some(path), Some(ground)) => {
            let Ground { svg, place, opacity, .. } = ground;
            Drawing { svg, photo: Some((path, place, opacity)) }
        }
        _ => Drawing { svg: sheet.svg, photo: None },
    }
}

/// Whoever changes what a map looks like, or how it becomes pixels, changes its hash.
fn hash(sheet: &Sheet) -> String {
    let mut all = Sha256::new();
    all.update(raster::VERSION);
    all.update(sheet.svg.as_bytes());
    if let (Some(path), Some(ground)) = (&sheet.photo, &sheet.ground) {
        let about = std::fs::metadata(path).ok();
        let changed = about.as_ref().and_then(|about| about.modified().ok());
        all.update(format!("{:?} {changed:?} {:?} {}", about.map(|a| a.len()), ground.place, ground.opacity));
        all.update(ground.svg.as_bytes());
    }
    hex(&all.finalize())[..24].to_owned()
}

fn board(hash: &str, sheet: &Sheet) -> Value {
    json!(wire::Board {
        hash: hash.to_owned(),
        tile: raster::TILE,
        scales: raster::SCALES.to_vec(),
        plan: sheet.plan.clone(),
        photo: sheet.photo.is_some(),
        art: sheet
            .art
            .as_ref()
            .map(|art| wire::CounterArt { folder: art.folder.clone(), name: art.name.clone() }),
    })
}

fn lock<T>(shared: &Mutex<T>) -> MutexGuard<'_, T> {
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}

fn failed() -> Error {
    Error::Unavailable("the picture could not be made".into())
}

#[cfg(test)]
mod tests;
