//! Writes golden games and counts anew and says which changed.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::fs;
use std::path::Path;
use std::process::Command;

use anyhow::{Context, bail};

/// Name and text of every file in tests/golden.
fn kept(folder: &Path) -> anyhow::Result<BTreeMap<String, String>> {
    let mut files = BTreeMap::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        files.insert(name, fs::read_to_string(&path)?);
    }
    Ok(files)
}

/// How many lines of the old text the new one does not have, and the other way round.
fn lines_apart(old: &str, new: &str) -> (usize, usize) {
    let count = |text: &str| {
        let mut lines: BTreeMap<String, usize> = BTreeMap::new();
        text.lines().for_each(|line| *lines.entry(line.to_owned()).or_default() += 1);
        lines
    };
    let (old, new) = (count(old), count(new));
    let gone = |a: &BTreeMap<String, usize>, b: &BTreeMap<String, usize>| {
        a.iter().map(|(line, n)| n.saturating_sub(b.get(line).copied().unwrap_or(0))).sum()
    };
    (gone(&old, &new), gone(&new, &old))
}

/// What changed from one set of files to another.
fn changes(before: &BTreeMap<String, String>, after: &BTreeMap<String, String>) -> String {
    let mut text = String::new();
    for (name, new) in after {
        match before.get(name) {
            None => _ = writeln!(text, "new      tests/golden/{name}"),
            Some(old) if old != new => {
                let (gone, come) = lines_apart(old, new);
                _ = writeln!(text, "changed  tests/golden/{name}: {gone} lines gone, {come} new");
            }
            Some(_) => {}
        }
    }
    if text.is_empty() {
        text.push_str("nothing changed\n");
    } else {
        text.push_str("Tell in CHANGELOG.md why.\n");
    }
    text
}

/// Runs the golden tests in the mode in which they write.
///
/// # Errors
/// Cargo cannot be run, or a game cannot be played.
pub fn write(root: &Path) -> anyhow::Result<String> {
    let folder = root.join("tests/golden");
    fs::create_dir_all(&folder)?;
    let before = kept(&folder)?;
    let status = Command::new("cargo")
        .args(["test", "--quiet", "--package", "hardtack-library", "--test", "golden"])
        .env("HARDTACK_WRITE", "1")
        .current_dir(root)
        .status()
        .context("cargo test")?;
    if !status.success() {
        bail!("the golden games could not be played");
    }
    Ok(changes(&before, &kept(&folder)?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn changed_and_new_files_are_told_with_their_lines() {
        let files = |list: &[(&str, &str)]| list.iter().map(|(n, t)| ((*n).into(), (*t).into())).collect();
        let before = files(&[("a.txt", "1\n2\n3\n"), ("b.txt", "x\n")]);
        let after = files(&[("a.txt", "1\n2\n4\n5\n"), ("b.txt", "x\n"), ("c.txt", "")]);
        let told = changes(&before, &after);
        assert!(told.contains("changed  tests/golden/a.txt: 1 lines gone, 2 new"), "{told}");
        assert!(told.contains("new      tests/golden/c.txt") && !told.contains("b.txt"), "{told}");
        assert_eq!(changes(&before, &before), "nothing changed\n");
    }
}
