//! Drawings read and ready to be cut up. A large one takes a second to read and a hundred megabytes to hold: few are
//! held, and none for long.

use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use raster::{Photo, Raster};

use super::{failed, lock};
use crate::Error;

/// How long a drawing that nobody needs is held.
const IDLE: Duration = Duration::from_secs(60);
/// How many are held at once.
const MOST: usize = 2;

/// A drawing, and the picture it lies on: where that is, how it lies, how much of it is seen.
pub(super) struct Drawing {
    pub svg: String,
    pub photo: Option<(PathBuf, [f64; 6], f64)>,
}

impl Drawing {
    fn read(self) -> Result<Raster, Error> {
        let wrong = |why: raster::Error| Error::Unavailable(why.to_string());
        let Some((path, place, opacity)) = self.photo else { return Raster::new(&self.svg).map_err(wrong) };
        let read = std::fs::read(&path).map_err(|why| why.to_string());
        match read.and_then(|bytes| Photo::read(&bytes, place, opacity).map_err(|why| why.to_string())) {
            Ok(photo) => Raster::on(&self.svg, photo).map_err(wrong),
            Err(why) => {
                tracing::warn!(path = %path.display(), why, "the picture of a map cannot be read");
                Raster::new(&self.svg).map_err(wrong)
            }
        }
    }
}

/// Locked while it is read, so that those who come meanwhile wait for it.
type Slot = Arc<Mutex<Option<Arc<Raster>>>>;

struct Held {
    slot: Slot,
    used: Instant,
}

#[derive(Clone, Default)]
pub(super) struct Rasters {
    held: Arc<Mutex<HashMap<String, Held>>>,
    /// Somebody looks for those that are idle.
    sweeping: Arc<AtomicBool>,
}

impl Rasters {
    /// The drawing of a map, read from the SVG if it is not at hand. Takes a while: not for an async thread.
    pub(super) fn get(
        &self,
        hash: &str,
        draw: impl FnOnce() -> Option<Drawing>,
    ) -> Result<Arc<Raster>, Error> {
        let slot = self.slot(hash);
        let mut slot = lock(&slot);
        if let Some(raster) = slot.as_ref() {
            return Ok(raster.clone());
        }
        let raster = Arc::new(draw().ok_or_else(failed)?.read()?);
        *slot = Some(raster.clone());
        Ok(raster)
    }

    fn slot(&self, hash: &str) -> Slot {
        let mut held = lock(&self.held);
        let used = Instant::now();
        if !held.contains_key(hash)
            && held.len() >= MOST
            && let Some(oldest) = held.iter().min_by_key(|(_, held)| held.used).map(|(hash, _)| hash.clone())
        {
            held.remove(&oldest);
        }
        let entry = held.entry(hash.to_owned()).or_insert_with(|| Held { slot: Slot::default(), used });
        entry.used = used;
        entry.slot.clone()
    }

    /// Lets drawings go once nobody needed them for a while.
    pub(super) fn let_go_when_idle(&self) {
        if self.sweeping.swap(true, Ordering::Relaxed) {
            return;
        }
        let all = self.clone();
        tokio::spawn(async move {
            while !all.sweep(Instant::now()) {
                tokio::time::sleep(IDLE / 4).await;
            }
            all.sweeping.store(false, Ordering::Relaxed);
        });
    }

    /// Whether none is left.
    fn sweep(&self, now: Instant) -> bool {
        let mut held = lock(&self.held);
        held.retain(|_, held| now.saturating_duration_since(held.used) < IDLE);
        held.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SVG: &str = "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"90\" height=\"60\"/>";

    fn drawing(svg: &str) -> Drawing {
        Drawing { svg: svg.to_owned(), photo: None }
    }

    #[test]
    fn few_are_held_and_none_for_long() {
        let rasters = Rasters::default();
        let mut read = 0;
        for hash in ["a", "a", "b", "c", "c"] {
            rasters
                .get(hash, || {
                    read += 1;
                    Some(drawing(SVG))
                })
                .unwrap();
        }
        assert_eq!((read, lock(&rasters.held).len()), (3, MOST));
        assert!(!rasters.sweep(Instant::now()));
        assert!(rasters.sweep(Instant::now() + IDLE), "all are let go");
    }

    #[test]
    fn what_cannot_be_read_is_tried_again() {
        let rasters = Rasters::default();
        assert!(rasters.get("a", || None).is_err());
        assert!(rasters.get("a", || Some(drawing("no drawing"))).is_err());
        assert!(rasters.get("a", || Some(drawing(SVG))).is_ok());
    }
}
