//! Lists of clauses in TOML: the project's own index, and others to compare with.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use serde::Deserialize;

#[derive(Deserialize)]
struct Clause {
    id: String,
    kind: String,
}

/// `[[clause]]` in our index, `[[rule]]` in other lists.
#[derive(Deserialize)]
struct Chapter {
    #[serde(default, alias = "rule")]
    clause: Vec<Clause>,
}

/// Clause ids in the order of the book, with their kinds.
pub type Index = BTreeMap<Id, String>;

/// A clause id that sorts as the book does: G5.1-2 before G5.1-10 before G10-1.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Id {
    section: Vec<(String, u32)>,
    number: u32,
    pub text: String,
}

impl Id {
    pub fn new(text: &str) -> Id {
        let (section, number) = text.rsplit_once('-').unwrap_or((text, ""));
        let part = |part: &str| {
            let letters = part.trim_end_matches(|c: char| c.is_ascii_digit());
            (letters.to_owned(), part[letters.len()..].parse().unwrap_or(0))
        };
        Id {
            section: section.split('.').map(part).collect(),
            number: number.parse().unwrap_or(0),
            text: text.to_owned(),
        }
    }
}

/// Reads every TOML file under a folder.
///
/// # Errors
/// A file cannot be read, or an id is given twice.
pub fn read(folder: &Path) -> anyhow::Result<Index> {
    let mut index = Index::new();
    for file in files(folder, "toml")? {
        let text = fs::read_to_string(&file)?;
        let chapter: Chapter = toml::from_str(&text).with_context(|| file.display().to_string())?;
        for clause in chapter.clause {
            if index.insert(Id::new(&clause.id), clause.kind).is_some() {
                bail!("{}: clause {} is there twice", file.display(), clause.id);
            }
        }
    }
    Ok(index)
}

/// Every file with that ending under a folder, sorted; build outputs and hidden folders left out.
///
/// # Errors
/// A folder cannot be read.
pub fn files(folder: &Path, ending: &str) -> anyhow::Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    let entries = fs::read_dir(folder).with_context(|| format!("the folder {}", folder.display()))?;
    for entry in entries {
        let path = entry?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if path.is_dir() {
            if !name.starts_with('.') && !matches!(name.as_str(), "target" | "node_modules") {
                found.extend(files(&path, ending)?);
            }
        } else if path.extension().is_some_and(|e| e == ending) {
            found.push(path);
        }
    }
    found.sort();
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_kinds_of_list_are_read_in_the_order_of_the_book() {
        let folder = tempfile::tempdir().unwrap();
        let write = |name: &str, text: &str| fs::write(folder.path().join(name), text).unwrap();
        write("a.toml", "[[clause]]\nid = \"G5.1-10\"\nkind = \"ui\"\ntitle = \"x\"\n");
        write("b.toml", "[[rule]]\nid = \"G5.1-2\"\nkind = \"table\"\nsays = \"x\"\n");
        let index = read(folder.path()).unwrap();
        let ids: Vec<&str> = index.keys().map(|id| id.text.as_str()).collect();
        assert_eq!(ids, ["G5.1-2", "G5.1-10"]);
        write("c.toml", "[[rule]]\nid = \"G5.1-2\"\nkind = \"table\"\n");
        assert!(read(folder.path()).unwrap_err().to_string().contains("twice"));
    }
}
