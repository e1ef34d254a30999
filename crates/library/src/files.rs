//! Where texts come from: the embedded `data/` folder, or a folder on disk. A file may name others
//! beside it, never one outside its folder.

use std::fs::File;
use std::io::Read;
use std::path::{Component, Path, PathBuf};
use std::sync::OnceLock;

use rust_embed::RustEmbed;

#[derive(RustEmbed)]
#[cfg_attr(not(packaged), folder = "../../data")]
#[cfg_attr(packaged, folder = "data")]
#[include = "*.toml"]
#[include = "atlas/*.geojson"]
#[include = "*.csv"]
struct Data;

/// No text anybody writes by hand is larger; a device file or a film is refused early.
const LARGEST: u64 = 16 * 1024 * 1024;

/// Why a file cannot be read, in words for whoever named it.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ReadError {
    /// There is none of this name.
    #[error("there is no file `{0}`")]
    Missing(String),
    /// It is a folder.
    #[error("`{0}` is a folder: expected a file")]
    Folder(String),
    /// It lies outside the folder that may be read.
    #[error("`{0}` lies outside the folder of the file that names it: put it beside that file")]
    Outside(String),
    /// Nobody writes so much by hand.
    #[error("`{0}` is larger than 16 MiB")]
    TooLarge(String),
    /// It is not text.
    #[error("`{0}` is not text in UTF-8")]
    NotText(String),
    /// The system does not give it.
    #[error("`{file}` cannot be read: {why}")]
    Unreadable {
        /// The file.
        file: String,
        /// What the system says.
        why: String,
    },
}

/// A file of the embedded `data/` folder.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct BuiltIn {
    /// Its path under `data/`, with forward slashes.
    pub path: String,
}

impl BuiltIn {
    /// The file's name without folders and without `ending`: the id of a scenario or map.
    pub fn stem(&self, ending: &str) -> &str {
        let name = self.path.rsplit('/').next().unwrap_or(&self.path);
        name.strip_suffix(ending).unwrap_or(name)
    }

    /// What stands in it.
    pub fn text(&self) -> String {
        embedded(&self.path).unwrap_or_default()
    }
}

/// The embedded files whose names end so, sorted by path.
pub fn built_in(ending: &str) -> Vec<BuiltIn> {
    let mut found: Vec<BuiltIn> = match in_its_place() {
        Some(folder) => files_under(folder).into_iter().map(|path| BuiltIn { path }).collect(),
        None => Data::iter().map(|path| BuiltIn { path: path.into_owned() }).collect(),
    };
    found.retain(|file| file.path.ends_with(ending));
    found.sort();
    found
}

fn embedded(path: &str) -> Option<String> {
    if let Some(folder) = in_its_place() {
        return read_text(&folder.join(path)).ok();
    }
    let file = Data::get(path)?;
    String::from_utf8(file.data.into_owned()).ok()
}

/// A folder in place of the embedded one, for authors who want to see at the web table what they wrote: `HARDTACK_DATA`.
fn in_its_place() -> Option<&'static Path> {
    static FOLDER: OnceLock<Option<PathBuf>> = OnceLock::new();
    FOLDER.get_or_init(|| std::env::var_os("HARDTACK_DATA").map(PathBuf::from)).as_deref()
}

/// The files of a folder and of those in it, by their path under it.
fn files_under(folder: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let named = entries.filter_map(|entry| Some((entry.path(), entry.file_name().into_string().ok()?)));
    named
        .flat_map(|(path, name)| match path.is_dir() {
            true => files_under(&path).into_iter().map(|below| format!("{name}/{below}")).collect(),
            false => vec![name],
        })
        .collect()
}

/// A folder that files beside each other are read from.
#[derive(Clone, Debug)]
pub(crate) enum Shelf {
    /// A folder under the embedded `data/`; empty for `data/` itself.
    Embedded(String),
    Disk(PathBuf),
}

impl Shelf {
    /// Reads a file that another file of this folder names.
    pub fn beside(&self, name: &str) -> Result<String, ReadError> {
        if !is_beside(name) {
            return Err(ReadError::Outside(name.to_owned()));
        }
        match self {
            Shelf::Embedded(folder) => {
                embedded(&join(folder, name)).ok_or_else(|| ReadError::Missing(name.to_owned()))
            }
            Shelf::Disk(folder) => read_text(&folder.join(name)),
        }
    }
}

impl Shelf {
    /// Why a file that is named cannot be read, with the name that was probably meant.
    pub fn why(&self, name: &str, error: &ReadError) -> String {
        let names = match error {
            ReadError::Missing(_) => self.names(),
            _ => Vec::new(),
        };
        table::with_near(error.to_string(), name, names.iter().map(String::as_str))
    }

    /// The names of the files here.
    fn names(&self) -> Vec<String> {
        match self {
            Shelf::Embedded(folder) => {
                let inside = |path: String| path.strip_prefix(&join(folder, "")).map(str::to_owned);
                built_in("").into_iter().filter_map(|file| inside(file.path)).collect()
            }
            Shelf::Disk(folder) => {
                let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder.as_path() };
                let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
                entries.take(1000).filter_map(|entry| entry.file_name().into_string().ok()).collect()
            }
        }
    }
}

fn join(folder: &str, name: &str) -> String {
    if folder.is_empty() { name.to_owned() } else { format!("{folder}/{name}") }
}

/// Reads what a file on disk names, as bytes.
///
/// # Errors
/// It cannot be read, or lies outside the folder of the file that names it.
pub fn read_beside(file: &Path, name: &str) -> Result<Vec<u8>, ReadError> {
    if !is_beside(name) {
        return Err(ReadError::Outside(name.to_owned()));
    }
    read_bytes(&file.parent().unwrap_or(Path::new("")).join(name))
}

/// Whether a file may name another so: it lies in the same folder, or in one inside it.
fn is_beside(name: &str) -> bool {
    !name.is_empty() && Path::new(name).components().all(|c| matches!(c, Component::Normal(_)))
}

/// Reads a text from disk.
///
/// # Errors
/// It cannot be read, or is no text.
pub fn read_text(path: &Path) -> Result<String, ReadError> {
    String::from_utf8(read_bytes(path)?).map_err(|_| ReadError::NotText(path.display().to_string()))
}

fn read_bytes(path: &Path) -> Result<Vec<u8>, ReadError> {
    let shown = path.display().to_string();
    if path.is_dir() {
        return Err(ReadError::Folder(shown));
    }
    let fault = |e: std::io::Error| match e.kind() {
        std::io::ErrorKind::NotFound => ReadError::Missing(shown.clone()),
        _ => ReadError::Unreadable { file: shown.clone(), why: e.to_string() },
    };
    let mut bytes = Vec::new();
    File::open(path).map_err(fault)?.take(LARGEST + 1).read_to_end(&mut bytes).map_err(fault)?;
    if bytes.len() as u64 > LARGEST {
        return Err(ReadError::TooLarge(shown));
    }
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_may_name_only_files_of_its_own_folder() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("a.toml"), "a = 1").unwrap();
        let shelf = Shelf::Disk(folder.path().to_owned());
        assert_eq!(shelf.beside("a.toml").unwrap(), "a = 1");
        for outside in ["../a.toml", "/etc/passwd", "x/../../a.toml", "", "."] {
            assert_eq!(shelf.beside(outside), Err(ReadError::Outside(outside.to_owned())));
            let named_by = folder.path().join("b.toml");
            assert_eq!(read_beside(&named_by, outside), Err(ReadError::Outside(outside.to_owned())));
        }
        assert!(matches!(shelf.beside("b.toml"), Err(ReadError::Missing(_))));
        assert!(matches!(Shelf::Embedded(String::new()).beside("no.toml"), Err(ReadError::Missing(_))));
    }

    #[test]
    fn what_is_no_text_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("x.toml");
        std::fs::write(&file, [0xff, 0xfe, 0]).unwrap();
        assert!(matches!(read_text(&file), Err(ReadError::NotText(_))));
        assert!(matches!(read_text(folder.path()), Err(ReadError::Folder(_))));
        File::create(&file).unwrap().set_len(LARGEST + 1).unwrap();
        assert!(matches!(read_text(&file), Err(ReadError::TooLarge(_))));
    }
}
