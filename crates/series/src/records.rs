//! Which games of a series leave a record, and where.

use std::fs::{self, File};
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use anyhow::Context;
use table::{Header, Line};

use crate::RecordWriter;

/// Whose records are kept. That of a game that went wrong always is, so that somebody can look at it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Records {
    /// Every game's, in this folder.
    All(PathBuf),
    /// Those of games that went wrong, in this folder, which is made when it is needed.
    Failed(PathBuf),
    /// Those of games that went wrong, in the folder of the system for what is soon forgotten.
    FailedElsewhere,
}

impl Records {
    /// Records of games that went wrong lie beside what is written of the others, in a folder `FILE.failed`, so that
    /// nobody takes them for results; where nothing is written, elsewhere.
    pub fn failed_beside(results: Option<&Path>) -> Records {
        let beside = |file: &Path| {
            let mut folder = file.as_os_str().to_owned();
            folder.push(".failed");
            Records::Failed(folder.into())
        };
        results.map_or(Records::FailedElsewhere, beside)
    }

    pub(crate) fn of_all(&self) -> bool {
        matches!(self, Records::All(_))
    }

    /// Writes a record of this name, and says where.
    pub(crate) fn write(&self, name: &str, header: &Header, lines: &[Line]) -> anyhow::Result<PathBuf> {
        let path = match self {
            Records::All(folder) => folder.join(format!("{name}.jsonl")),
            Records::Failed(folder) => {
                let cannot = || format!("the folder `{}` cannot be made", folder.display());
                fs::create_dir_all(folder).with_context(cannot)?;
                free_name(folder, name)?
            }
            Records::FailedElsewhere => free_name(&elsewhere()?, name)?,
        };
        RecordWriter::create(&path, header, lines)?;
        Ok(path)
    }
}

/// A file of this name, or with a number behind it: nothing that lies there is replaced.
fn free_name(folder: &Path, name: &str) -> anyhow::Result<PathBuf> {
    first_free(|copy| {
        let number = if copy == 1 { String::new() } else { format!("-{copy}") };
        let path = folder.join(format!("{name}{number}.jsonl"));
        File::create_new(&path).map(|_| path)
    })
    .with_context(|| format!("no record can be written into `{}`", folder.display()))
}

/// A folder of this process among what is soon forgotten. It is made here and nowhere else: what others prepared under
/// such a name is not used.
fn elsewhere() -> anyhow::Result<PathBuf> {
    static MADE: Mutex<Option<PathBuf>> = Mutex::new(None);
    let mut made = MADE.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(folder) = made.as_ref().filter(|folder| folder.is_dir()) {
        return Ok(folder.clone());
    }
    let all = std::env::temp_dir();
    let folder = first_free(|copy| {
        let path = all.join(format!("hardtack-failed-{}-{copy}", std::process::id()));
        fs::create_dir(&path).map(|()| path)
    });
    let folder = folder.with_context(|| format!("no folder can be made in `{}`", all.display()))?;
    Ok(made.insert(folder).clone())
}

/// The first of many names that nobody has.
fn first_free(make: impl Fn(u32) -> io::Result<PathBuf>) -> io::Result<PathBuf> {
    let mut tried = (1..).map(make);
    let free =
        |made: &io::Result<PathBuf>| !matches!(made, Err(why) if why.kind() == ErrorKind::AlreadyExists);
    tried.find(free).unwrap_or_else(|| Err(ErrorKind::AlreadyExists.into()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn records_of_what_went_wrong_lie_beside_the_results() {
        let beside = |file: &str| Records::failed_beside(Some(Path::new(file)));
        assert_eq!(beside("out/games.csv"), Records::Failed("out/games.csv.failed".into()));
        assert_eq!(Records::failed_beside(None), Records::FailedElsewhere);
    }

    #[test]
    fn nothing_that_lies_there_is_replaced() {
        let folder = tempfile::tempdir().unwrap();
        let name = |path: PathBuf| path.file_name().unwrap().to_string_lossy().into_owned();
        let next = || name(free_name(folder.path(), "a-1-000002").unwrap());
        assert_eq!(
            [next(), next(), next()],
            ["a-1-000002.jsonl", "a-1-000002-2.jsonl", "a-1-000002-3.jsonl"]
        );
        let nowhere = free_name(&folder.path().join("nowhere"), "a").unwrap_err();
        assert!(nowhere.to_string().contains("nowhere"), "{nowhere}");
    }

    #[test]
    fn elsewhere_is_one_folder_of_ours() {
        let folder = elsewhere().unwrap();
        assert!(folder.starts_with(std::env::temp_dir()) && folder.is_dir());
        assert_eq!(elsewhere().unwrap(), folder);
        fs::remove_dir(&folder).unwrap();
        let again = elsewhere().unwrap();
        assert!(again.is_dir(), "one that was tidied away is made again");
        fs::remove_dir(again).unwrap();
    }
}
