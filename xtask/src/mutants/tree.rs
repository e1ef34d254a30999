//! A copy of the repository in which every site carries its mutant, asleep until an environment variable wakes
//! it: one build serves all of them.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, bail};
use serde_json::Value;

use super::Mutant;
use crate::index;

/// Wakes a mutant by its number.
pub const WAKES: &str = "HARDTACK_MUTANT";

/// What `table` says in the copy.
const ASLEEP: &str = "\n/// Whether this mutant is awake.\npub fn mutant(number: usize) -> bool {\n    \
    static AWAKE: std::sync::OnceLock<Option<usize>> = std::sync::OnceLock::new();\n    \
    let read = || std::env::var(\"HARDTACK_MUTANT\").ok()?.parse().ok();\n    \
    *AWAKE.get_or_init(read) == Some(number)\n}\n";

/// A test binary, by the crate it is of.
#[derive(Clone, Debug)]
pub struct Binary {
    pub package: String,
    pub path: PathBuf,
}

/// What a build came to: the tests, or the places where it failed.
pub type Built = Result<Vec<Binary>, Vec<(PathBuf, usize)>>;

pub struct Tree {
    root: PathBuf,
    copy: PathBuf,
}

impl Tree {
    /// Copies everything that git knows of or does not ignore.
    ///
    /// # Errors
    /// A file cannot be read or written.
    pub fn copy(root: &Path) -> anyhow::Result<Tree> {
        let copy = root.join("target/mutants/tree");
        let list = Command::new("git")
            .args(["ls-files", "-z", "--cached", "--others", "--exclude-standard"])
            .current_dir(root)
            .output()
            .context("git ls-files")?;
        let mut copied = BTreeSet::new();
        for name in String::from_utf8(list.stdout)?.split('\0').filter(|name| !name.is_empty()) {
            let (from, to) = (root.join(name), copy.join(name));
            if let Ok(text) = fs::read(&from) {
                write_if_other(&to, &text)?;
                copied.insert(to);
            }
        }
        // A file that has moved since the last trial would be there twice.
        for old in index::files(&copy.join("crates"), "rs")?.into_iter().filter(|file| !copied.contains(file))
        {
            fs::remove_file(&old).with_context(|| old.display().to_string())?;
        }
        Ok(Tree { root: root.to_owned(), copy })
    }

    /// Writes the mutants into the copy.
    ///
    /// # Errors
    /// A file cannot be read or written.
    pub fn inject(&self, mutants: &[Mutant], files: &[PathBuf]) -> anyhow::Result<()> {
        let lib = Path::new("crates/table/src/lib.rs");
        write_if_other(&self.copy.join(lib), (fs::read_to_string(self.root.join(lib))? + ASLEEP).as_bytes())?;
        let mut by_file: BTreeMap<&Path, Vec<&Mutant>> =
            files.iter().map(|f| (f.as_path(), Vec::new())).collect();
        for mutant in mutants {
            by_file.entry(&mutant.file).or_default().push(mutant);
        }
        for (file, mutants) in by_file {
            let text = fs::read_to_string(self.root.join(file))?;
            write_if_other(&self.copy.join(file), written(&text, &mutants).as_bytes())?;
        }
        Ok(())
    }

    /// Builds the tests of some crates; where a mutant does not compile, the places of the errors.
    ///
    /// # Errors
    /// Cargo cannot be run.
    pub fn build(&self, packages: &[&str]) -> anyhow::Result<Built> {
        let mut cargo = Command::new("cargo");
        cargo.args(["test", "--no-run", "--message-format=json"]).current_dir(&self.copy);
        for package in packages {
            cargo.args(["-p", &format!("hardtack-{package}")]);
        }
        cargo.env("CARGO_TARGET_DIR", self.root.join("target/mutants/target"));
        cargo.env("CARGO_PROFILE_DEV_OPT_LEVEL", "0").env("CARGO_PROFILE_DEV_DEBUG", "0");
        let output = cargo.stderr(Stdio::inherit()).output().context("cargo test --no-run")?;
        let (mut binaries, mut errors) = (Vec::new(), Vec::new());
        for line in String::from_utf8_lossy(&output.stdout).lines() {
            let Ok(message) = serde_json::from_str::<Value>(line) else { continue };
            binaries.extend(binary(&message, packages));
            errors.extend(error(&message));
        }
        match (output.status.success(), errors.is_empty()) {
            (true, _) => Ok(Ok(binaries)),
            (false, false) => Ok(Err(errors)),
            (false, true) => bail!("the copy does not build"),
        }
    }

    /// The folder that the tests of a crate run in.
    pub fn package(&self, package: &str) -> PathBuf {
        self.copy.join("crates").join(package)
    }
}

/// A text with its mutants around their sites.
fn written(text: &str, mutants: &[&Mutant]) -> String {
    let mut pieces: Vec<(usize, usize, String)> = Vec::new();
    for mutant in mutants {
        let (before, after) = mutant.site.how.around(mutant.number);
        let (start, end) = (mutant.site.range.start, mutant.site.range.end);
        // Where sites begin or end together the shorter one is inside.
        pieces.push((start, usize::MAX - (end - start), before));
        pieces.push((end, end - start, after));
    }
    pieces.sort();
    let (mut out, mut done) = (String::new(), 0);
    for (at, _, piece) in pieces {
        out.push_str(&text[done..at]);
        out.push_str(&piece);
        done = at;
    }
    out + &text[done..]
}

/// Writes a file unless it is so already: what did not change is not built again.
fn write_if_other(path: &Path, text: &[u8]) -> anyhow::Result<()> {
    if fs::read(path).is_ok_and(|old| old == text) {
        return Ok(());
    }
    fs::create_dir_all(path.parent().unwrap_or(path))?;
    fs::write(path, text).with_context(|| path.display().to_string())
}

fn binary(message: &Value, packages: &[&str]) -> Option<Binary> {
    let path = message.get("executable")?.as_str()?;
    let manifest = message["manifest_path"].as_str()?;
    let package = packages.iter().find(|p| manifest.ends_with(&format!("crates/{p}/Cargo.toml")))?;
    Some(Binary { package: (*package).to_owned(), path: path.into() })
}

/// Where the compiler found an error.
fn error(message: &Value) -> Vec<(PathBuf, usize)> {
    let told = &message["message"];
    if told["level"] != "error" {
        return Vec::new();
    }
    let spans = told["spans"].as_array().map(Vec::as_slice).unwrap_or_default();
    let place = |span: &Value| {
        let line = usize::try_from(span["line_start"].as_u64()?).ok()?;
        Some((PathBuf::from(span["file_name"].as_str()?), line))
    };
    spans.iter().filter_map(place).collect()
}
