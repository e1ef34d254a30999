//! Pictures that take a while to draw: each is drawn once, one at a time, and kept compressed.

use std::collections::HashMap;
use std::io::{Read, Write};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use axum::body::Bytes;
use axum::http::header::{
    ACCEPT_ENCODING, CACHE_CONTROL, CONTENT_ENCODING, CONTENT_TYPE, ETAG, IF_NONE_MATCH, VARY,
};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use flate2::Compression;
use flate2::read::GzDecoder;
use flate2::write::GzEncoder;
use sha2::{Digest, Sha256};
use tokio::sync::{OnceCell, Semaphore};

use crate::Error;
use crate::hosted::hex;

/// What is drawn already may take so many bytes; what nobody asked for longest goes first.
pub const MOST_BYTES: usize = 64 << 20;

/// Something drawn, as it is sent.
pub struct Drawn {
    /// What it is, as `image/svg+xml`.
    pub kind: &'static str,
    /// The hash of its content, as an ETag.
    pub tag: String,
    gzip: Bytes,
}

impl Drawn {
    fn new(kind: &'static str, content: &[u8]) -> std::io::Result<Drawn> {
        let mut gzip = GzEncoder::new(Vec::new(), Compression::default());
        gzip.write_all(content)?;
        let tag = format!("\"{}\"", &hex(&Sha256::digest(content))[..16]);
        Ok(Drawn { kind, tag, gzip: gzip.finish()?.into() })
    }

    /// The answer to a request for it: nothing where the client has it, else compressed if he can read that.
    pub fn answer(&self, headers: &HeaderMap) -> Response {
        let known = headers.get(IF_NONE_MATCH).is_some_and(|known| known.as_bytes() == self.tag.as_bytes());
        let head = [
            (CONTENT_TYPE, self.kind),
            (CACHE_CONTROL, "max-age=3600"),
            (ETAG, &self.tag),
            (VARY, "accept-encoding"),
        ];
        if known {
            return (StatusCode::NOT_MODIFIED, head).into_response();
        }
        let accepts = headers.get(ACCEPT_ENCODING).and_then(|accepts| accepts.to_str().ok());
        if accepts.is_some_and(|accepts| accepts.contains("gzip")) {
            return (head, [(CONTENT_ENCODING, "gzip")], self.gzip.clone()).into_response();
        }
        let mut plain = Vec::new();
        match GzDecoder::new(self.gzip.as_ref()).read_to_end(&mut plain) {
            Ok(_) => (head, plain).into_response(),
            Err(why) => Error::Unavailable(why.to_string()).into_response(),
        }
    }
}

/// What was drawn, by name. A thousand who ask for the same at once wait for one drawing; whoever goes away
/// meanwhile does not stop it.
#[derive(Clone)]
pub struct Drawings(Arc<Inner>);

struct Inner {
    known: Mutex<Known>,
    /// One pencil: drawing never takes more than one processor.
    pencil: Semaphore,
    most: usize,
}

#[derive(Default)]
struct Known {
    drawings: HashMap<String, Kept>,
    /// Counts the requests: what was asked for last has the highest number.
    asked: u64,
}

struct Kept {
    drawn: Arc<OnceCell<Arc<Drawn>>>,
    asked: u64,
}

impl Kept {
    fn bytes(&self) -> usize {
        self.drawn.get().map_or(0, |drawn| drawn.gzip.len())
    }
}

impl Drawings {
    pub fn new(most_bytes: usize) -> Drawings {
        Drawings(Arc::new(Inner { known: Mutex::default(), pencil: Semaphore::new(1), most: most_bytes }))
    }

    /// The drawing of this name. `draw` is called only if nobody has drawn it, on a thread of its own.
    ///
    /// # Errors
    /// What `draw` says, to everybody who waits for it; the next who asks tries again.
    pub async fn get(
        &self,
        name: &str,
        kind: &'static str,
        draw: impl FnOnce() -> Result<Vec<u8>, Error> + Send + 'static,
    ) -> Result<Arc<Drawn>, Error> {
        let cell = self.cell(name);
        if let Some(drawn) = cell.get() {
            return Ok(drawn.clone());
        }
        let (all, name) = (self.clone(), name.to_owned());
        let work = async move {
            let drawn = cell.get_or_try_init(|| all.draw(kind, draw)).await.cloned();
            match drawn {
                Ok(_) => all.make_room(),
                Err(_) => _ = all.known().drawings.remove(&name),
            }
            drawn
        };
        tokio::spawn(work).await.map_err(|_| failed())?
    }

    async fn draw(
        &self,
        kind: &'static str,
        draw: impl FnOnce() -> Result<Vec<u8>, Error> + Send + 'static,
    ) -> Result<Arc<Drawn>, Error> {
        let _pencil = self.0.pencil.acquire().await.map_err(|_| failed())?;
        let work = move || Drawn::new(kind, &draw()?).map_err(|why| Error::Unavailable(why.to_string()));
        tokio::task::spawn_blocking(work).await.map_err(|_| failed())?.map(Arc::new)
    }

    fn known(&self) -> MutexGuard<'_, Known> {
        self.0.known.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn cell(&self, name: &str) -> Arc<OnceCell<Arc<Drawn>>> {
        let mut known = self.known();
        known.asked += 1;
        let asked = known.asked;
        let kept = known.drawings.entry(name.to_owned());
        let kept = kept.or_insert_with(|| Kept { drawn: Arc::default(), asked });
        kept.asked = asked;
        kept.drawn.clone()
    }

    fn make_room(&self) {
        let mut known = self.known();
        let mut bytes: usize = known.drawings.values().map(Kept::bytes).sum();
        while bytes > self.0.most {
            let oldest = known.drawings.iter().filter(|(_, kept)| kept.bytes() > 0);
            let Some(name) = oldest.min_by_key(|(_, kept)| kept.asked).map(|(name, _)| name.clone()) else {
                return;
            };
            bytes -= known.drawings.remove(&name).map_or(0, |kept| kept.bytes());
        }
    }
}

fn failed() -> Error {
    Error::Unavailable("the picture could not be drawn".into())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicUsize, Ordering};
    use std::time::Duration;

    const KIND: &str = "image/svg+xml";

    #[tokio::test]
    async fn a_hundred_who_ask_at_once_wait_for_one_drawing() {
        let (drawings, drawn) = (Drawings::new(MOST_BYTES), Arc::new(AtomicUsize::new(0)));
        let tasks: Vec<_> = (0..100)
            .map(|_| {
                let (drawings, drawn) = (drawings.clone(), drawn.clone());
                let draw = move || {
                    drawn.fetch_add(1, Ordering::Relaxed);
                    std::thread::sleep(Duration::from_millis(30));
                    Ok(b"<svg/>".to_vec())
                };
                tokio::spawn(async move { drawings.get("map", KIND, draw).await.unwrap().tag.clone() })
            })
            .collect();
        tasks[0].abort();
        let mut tags = Vec::new();
        for task in tasks.into_iter().skip(1) {
            tags.push(task.await.unwrap());
        }
        tags.dedup();
        assert_eq!((drawn.load(Ordering::Relaxed), tags.len()), (1, 1));
    }

    #[tokio::test]
    async fn what_cannot_be_drawn_is_not_kept() {
        let drawings = Drawings::new(MOST_BYTES);
        let no = drawings.get("map", KIND, || Err(Error::no_such("map", "x"))).await;
        assert!(matches!(no, Err(Error::NotFound(_))));
        assert!(drawings.known().drawings.is_empty());
        let panics = drawings.get("map", KIND, || panic!("on purpose")).await;
        assert!(matches!(panics, Err(Error::Unavailable(_))));
        assert!(drawings.get("map", KIND, || Ok(b"x".to_vec())).await.is_ok(), "the next one draws again");
    }

    #[tokio::test]
    async fn the_one_nobody_asked_for_longest_makes_room() {
        let size = Drawn::new(KIND, b"a").unwrap().gzip.len();
        let drawings = Drawings::new(size * 2);
        for name in ["a", "b", "a", "c"] {
            drawings.get(name, KIND, move || Ok(name.as_bytes().to_vec())).await.unwrap();
        }
        let mut kept: Vec<String> = drawings.known().drawings.keys().cloned().collect();
        kept.sort();
        assert_eq!(kept, ["a", "c"]);
    }

    #[tokio::test]
    async fn it_is_sent_compressed_plain_or_not_at_all() {
        let drawn = Drawn::new(KIND, b"<svg/>").unwrap();
        let with = |name: &'static str, value: &str| {
            let mut headers = HeaderMap::new();
            headers.insert(name, value.parse().unwrap());
            drawn.answer(&headers)
        };
        assert_eq!(with("accept-encoding", "br, gzip").headers()["content-encoding"], "gzip");
        assert_eq!(with("if-none-match", &drawn.tag).status(), StatusCode::NOT_MODIFIED);
        let plain = axum::body::to_bytes(with("accept", "*/*").into_body(), 100).await.unwrap();
        assert_eq!(plain.as_ref(), b"<svg/>");
    }
}
