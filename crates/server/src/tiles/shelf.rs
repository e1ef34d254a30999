//! Pictures on disk, a folder a map.

use std::path::PathBuf;
use std::time::{Duration, SystemTime};

/// A map that got no new picture for so long is of an older program, or nobody plays it: it can be made again.
const OLD: Duration = Duration::from_secs(60 * 24 * 3600);

pub(super) struct Shelf(PathBuf);

impl Shelf {
    pub(super) fn new(folder: PathBuf) -> Shelf {
        let shelf = Shelf(folder);
        shelf.tidy(SystemTime::now());
        shelf
    }

    fn path(&self, hash: &str, file: &str) -> Option<PathBuf> {
        let plain = !hash.is_empty() && hash.len() <= 64 && hash.bytes().all(|b| b.is_ascii_hexdigit());
        plain.then(|| self.0.join(hash).join(file))
    }

    pub(super) fn read(&self, hash: &str, file: &str) -> Option<Vec<u8>> {
        std::fs::read(self.path(hash, file)?).ok()
    }

    /// Keeps a picture. Where that fails it is made again next time.
    pub(super) fn write(&self, hash: &str, file: &str, picture: &[u8]) {
        let Some(path) = self.path(hash, file) else { return };
        // Under another name first: nobody may read half a picture.
        let draft = path.with_extension(format!("{}.part", std::process::id()));
        let kept = path
            .parent()
            .map_or(Ok(()), std::fs::create_dir_all)
            .and_then(|()| std::fs::write(&draft, picture))
            .and_then(|()| std::fs::rename(&draft, &path));
        if let Err(why) = kept {
            tracing::warn!(path = %path.display(), %why, "a picture of a map cannot be kept");
        }
    }

    /// Takes away what is older than anybody needs.
    fn tidy(&self, now: SystemTime) {
        for folder in std::fs::read_dir(&self.0).into_iter().flatten().flatten() {
            let changed = folder.metadata().and_then(|about| about.modified());
            let age = changed.ok().and_then(|changed| now.duration_since(changed).ok());
            if age.is_some_and(|age| age > OLD)
                && let Err(why) = std::fs::remove_dir_all(folder.path())
            {
                tracing::warn!(path = %folder.path().display(), %why, "old pictures cannot be taken away");
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn folder(name: &str) -> PathBuf {
        let path = std::env::temp_dir().join(format!("hardtack-shelf-{}-{name}", std::process::id()));
        std::fs::remove_dir_all(&path).ok();
        path
    }

    #[test]
    fn what_is_written_is_read_and_nothing_outside() {
        let shelf = Shelf::new(folder("read"));
        shelf.write("abc1", "x.png", b"picture");
        assert_eq!(shelf.read("abc1", "x.png").unwrap(), b"picture");
        for hash in ["", "..", "../abc1", "abc1/..", "xyz"] {
            assert_eq!(shelf.path(hash, "x.png"), None, "{hash}");
        }
        std::fs::remove_dir_all(&shelf.0).unwrap();
    }

    #[test]
    fn old_maps_are_taken_away() {
        let shelf = Shelf::new(folder("old"));
        shelf.write("abc1", "x.png", b"picture");
        shelf.tidy(SystemTime::now() + OLD / 2);
        assert!(shelf.read("abc1", "x.png").is_some());
        shelf.tidy(SystemTime::now() + OLD * 2);
        assert!(shelf.read("abc1", "x.png").is_none());
        std::fs::remove_dir_all(&shelf.0).unwrap();
    }
}
