//! Scenarios that were opened: as they are today, and as they were when a game began.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use library::own::is_own;

use crate::Error;
use crate::catalog::{Catalog, Scenario};
use crate::store::{GameRow, Store, Texts};

/// More than anybody has scenarios and combinations of optional rules; then the shelf is emptied.
const MOST: usize = 256;

/// A scenario with the hash of all its texts.
pub struct Laid {
    pub scenario: Arc<dyn Scenario>,
    pub hash: String,
    /// Whether its texts are in the store.
    kept: AtomicBool,
}

impl Laid {
    fn new(scenario: Arc<dyn Scenario>) -> Arc<Laid> {
        let hash = scenario.hash();
        Arc::new(Laid { scenario, hash, kept: AtomicBool::new(false) })
    }

    /// Its texts, until [`Laid::are_kept`] was said.
    pub fn texts_to_keep(&self) -> Option<Arc<Texts>> {
        (!self.kept.load(Ordering::Relaxed)).then(|| Arc::new(self.scenario.texts()))
    }

    pub fn are_kept(&self) {
        self.kept.store(true, Ordering::Relaxed);
    }
}

pub struct Shelf {
    pub catalog: Arc<dyn Catalog>,
    laid: Mutex<HashMap<String, Arc<Laid>>>,
    /// One is opened at a time: a hundred who ask for the same at once wait for the first.
    opening: tokio::sync::Mutex<()>,
}

impl Shelf {
    pub fn new(catalog: Arc<dyn Catalog>) -> Shelf {
        Shelf { catalog, laid: Mutex::default(), opening: tokio::sync::Mutex::default() }
    }

    fn laid(&self) -> MutexGuard<'_, HashMap<String, Arc<Laid>>> {
        self.laid.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What is on the shelf under this name, or what `open` gives; a large scenario is opened apart from requests.
    async fn find(
        &self,
        name: String,
        open: impl FnOnce() -> Result<Arc<dyn Scenario>, String> + Send + 'static,
    ) -> Result<Arc<Laid>, String> {
        let known = |shelf: &Shelf| shelf.laid().get(&name).cloned();
        if let Some(known) = known(self) {
            return Ok(known);
        }
        let _turn = self.opening.lock().await;
        if let Some(known) = known(self) {
            return Ok(known);
        }
        let work = tokio::task::spawn_blocking(move || open().map(Laid::new)).await;
        let opened = work.map_err(|_| "the scenario cannot be opened".to_owned())??;
        let mut laid = self.laid();
        if laid.len() >= MOST {
            laid.clear();
        }
        Ok(laid.entry(name).or_insert(opened).clone())
    }

    /// A name for a scenario as it is today: another once its files have changed.
    ///
    /// # Errors
    /// The disk could not be looked at.
    pub async fn name_today(&self, id: &str) -> Result<String, Error> {
        if !is_own(id) {
            return Ok(id.to_owned());
        }
        let (catalog, own) = (self.catalog.clone(), id.to_owned());
        let stamp = tokio::task::spawn_blocking(move || catalog.stamp(&own)).await;
        let stamp = stamp.map_err(|_| Error::Unavailable("the files could not be looked at".into()))?;
        Ok(format!("{id} {}", stamp.unwrap_or_default()))
    }

    /// A scenario as it is today.
    ///
    /// # Errors
    /// There is none, or it has no such optional rule.
    pub async fn today(&self, id: &str, options: &[String]) -> Result<Arc<Laid>, Error> {
        let (catalog, id, options) = (self.catalog.clone(), id.to_owned(), options.to_vec());
        let name = format!("{} {}", self.name_today(&id).await?, options.join(" "));
        self.find(name, move || catalog.open(&id, &options)).await.map_err(Error::NotFound)
    }

    /// The scenario of a game as it was when the game began.
    ///
    /// # Errors
    /// It has changed since, and its old text was not kept.
    pub async fn of(&self, row: &GameRow, store: &Store) -> Result<Arc<Laid>, Error> {
        let today = self.today(&row.scenario, &row.options).await;
        if let Ok(today) = &today
            && today.hash == row.scenario_hash
        {
            keep(today, store).await;
            return Ok(today.clone());
        }
        let Some(texts) = store.texts(row.scenario_hash.clone()).await? else {
            return Err(today.err().unwrap_or_else(|| changed(row)));
        };
        let (catalog, id, options) = (self.catalog.clone(), row.scenario.clone(), row.options.clone());
        let name = format!("{} of the past", row.scenario_hash);
        let opened = self.find(name, move || catalog.reopen(&id, &options, &texts)).await;
        opened.map_err(|why| Error::Broken(format!("the text this game began with cannot be read: {why}")))
    }
}

/// Games that began before texts were kept have theirs kept now, while it is still the same.
async fn keep(laid: &Laid, store: &Store) {
    let Some(texts) = laid.texts_to_keep() else { return };
    match store.keep_texts(laid.hash.clone(), texts.as_ref().clone()).await {
        Ok(()) => laid.are_kept(),
        Err(why) => tracing::warn!(%why, "the texts of a scenario could not be kept"),
    }
}

fn changed(row: &GameRow) -> Error {
    Error::Broken(format!(
        "the scenario `{}` has changed since this game began, and its text of that time was not kept (the game was \
         begun by version {})",
        row.scenario, row.version
    ))
}
