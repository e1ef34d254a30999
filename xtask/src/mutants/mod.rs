//! Breaks rules one at a time and sees whether a test that names the clause notices.
//!
//! A rule is broken where its clause is cited: the condition that leads to it never holds, or its modifier is 0.
//! All mutants are built at once into a copy under target/mutants, each asleep; to try one is to run the tests
//! that name its clauses with that mutant awake. A mutant that no such test notices has survived: the clause
//! is not proved by the tests that say so, though others may guard it.

mod sites;
mod tree;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context, bail};

use crate::index::{self, Id};
use crate::sources::{self, Named};
use sites::Site;
use tree::{Binary, Tree, WAKES};

/// One broken rule.
pub struct Mutant {
    number: usize,
    package: String,
    file: PathBuf,
    site: Site,
}

/// The rule systems.
const PACKAGES: [&str; 3] = ["gcacw", "lfm", "vnb"];
/// A test that takes longer under a mutant goes round in circles: that is noticed too.
const LONGEST: Duration = Duration::from_secs(120);

/// Tries the mutants of some systems, `sample` of each, and says which survived.
///
/// # Errors
/// The copy cannot be made or built.
pub fn report(root: &Path, systems: &[String], sample: Option<usize>) -> anyhow::Result<String> {
    let wanted = |p: &&str| systems.is_empty() || systems.iter().any(|s| s == p);
    let packages: Vec<&str> = PACKAGES.into_iter().filter(wanted).collect();
    if packages.is_empty() {
        bail!("no such system: expected some of {}", PACKAGES.join(", "));
    }
    let (mut mutants, files) = all(root, &packages)?;
    let tree = Tree::copy(root)?;
    let binaries = build(&tree, &mut mutants, &files, &packages)?;
    let tests = Tests::of(root, &tree, &binaries)?;
    let mut text = String::new();
    for package in packages {
        let own: Vec<&Mutant> = mutants.iter().filter(|m| m.package == package).collect();
        eprintln!("{package}: {} mutants", own.len());
        judge(&mut text, package, &spread(&own, sample), &tests)?;
    }
    Ok(text)
}

/// All mutants of some crates, and the files they may be in.
fn all(root: &Path, packages: &[&str]) -> anyhow::Result<(Vec<Mutant>, Vec<PathBuf>)> {
    let index = index::read(&root.join("data/rules"))?;
    let is_clause = |text: &str| index.contains_key(&Id::new(text));
    let (mut mutants, mut files) = (Vec::new(), Vec::new());
    for package in packages {
        let folder = root.join("crates").join(package).join("src");
        for path in index::files(&folder, "rs")? {
            let file = path.strip_prefix(root)?.to_owned();
            if file.components().any(|part| part.as_os_str() == "tests") {
                continue;
            }
            let text = std::fs::read_to_string(&path)?;
            let found = sites::find(&text, &is_clause).with_context(|| file.display().to_string())?;
            for site in found {
                let (number, package) = (mutants.len() + 1, (*package).to_owned());
                mutants.push(Mutant { number, package, file: file.clone(), site });
            }
            files.push(file);
        }
    }
    Ok((mutants, files))
}

/// Builds the copy; mutants that do not compile are left out.
fn build(
    tree: &Tree,
    mutants: &mut Vec<Mutant>,
    files: &[PathBuf],
    packages: &[&str],
) -> anyhow::Result<Vec<Binary>> {
    for _ in 0..12 {
        tree.inject(mutants, files)?;
        match tree.build(packages)? {
            Ok(binaries) => return Ok(binaries),
            Err(places) => {
                let before = mutants.len();
                mutants
                    .retain(|m| !places.iter().any(|(file, line)| *file == m.file && *line == m.site.line));
                if mutants.len() == before {
                    bail!("the copy does not build, and not for a mutant: {:?}", places.first());
                }
            }
        }
    }
    bail!("the mutants do not build")
}

/// At most so many of the mutants, spread evenly.
fn spread<'a>(mutants: &[&'a Mutant], sample: Option<usize>) -> Vec<&'a Mutant> {
    let most = sample.unwrap_or(mutants.len()).min(mutants.len());
    (0..most).map(|n| mutants[n * mutants.len() / most]).collect()
}

/// The tests that name clauses, with the binaries they are in.
struct Tests {
    by_clause: BTreeMap<String, Vec<(PathBuf, PathBuf, String)>>,
}

impl Tests {
    /// Only tests that pass while all mutants sleep can notice anything.
    fn of(root: &Path, tree: &Tree, binaries: &[Binary]) -> anyhow::Result<Tests> {
        let named = sources::read(root)?;
        let mut by_clause: BTreeMap<String, Vec<_>> = BTreeMap::new();
        for binary in binaries {
            let folder = tree.package(&binary.package);
            let own = format!("crates/{}/", binary.package);
            let naming: BTreeSet<&str> =
                named.iter().filter(|n| n.file.starts_with(&own)).filter_map(|n| n.test.as_deref()).collect();
            let passed = passing(&binary.path, &folder, &naming)?;
            for Named { id, file, test, .. } in named.iter().filter(|n| n.file.starts_with(&own)) {
                let Some(test) = test else { continue };
                let in_it = |name: &&String| *name == test || name.ends_with(&format!("::{test}"));
                for name in passed.iter().filter(in_it) {
                    // A test of that name in another file of the crate is not the one that names the clause.
                    let module = file.file_stem().map(|stem| stem.to_string_lossy().into_owned());
                    let here = name.split("::").any(|part| Some(part) == module.as_deref());
                    if here || !name.contains("::") {
                        let entry = (binary.path.clone(), folder.clone(), name.clone());
                        by_clause.entry(id.clone()).or_default().push(entry);
                    }
                }
            }
        }
        Ok(Tests { by_clause })
    }

    fn naming(&self, clauses: &[String]) -> BTreeSet<(PathBuf, PathBuf, String)> {
        clauses.iter().filter_map(|clause| self.by_clause.get(clause)).flatten().cloned().collect()
    }
}

/// The tests of a binary with one of these names that pass.
fn passing(binary: &Path, folder: &Path, naming: &BTreeSet<&str>) -> anyhow::Result<Vec<String>> {
    let say = |arguments: &[&str]| -> anyhow::Result<String> {
        let output = Command::new(binary).args(arguments).current_dir(folder).output()?;
        Ok(String::from_utf8_lossy(&output.stdout).into_owned())
    };
    let all = say(&["--list"])?;
    let listed = all.lines().filter_map(|line| line.strip_suffix(": test"));
    let mut wanted: Vec<&str> =
        listed.filter(|name| naming.contains(name.rsplit("::").next().unwrap_or(name))).collect();
    if wanted.is_empty() {
        return Ok(Vec::new());
    }
    wanted.push("--exact");
    let passed = |line: &str| Some(line.strip_prefix("test ")?.strip_suffix(" ... ok")?.to_owned());
    Ok(say(&wanted)?.lines().filter_map(passed).collect())
}

/// Runs tests with a mutant awake; whether one of them fails, or does not come to an end.
fn noticed(mutant: &Mutant, tests: &BTreeSet<(PathBuf, PathBuf, String)>) -> anyhow::Result<bool> {
    let mut by_binary: BTreeMap<(&Path, &Path), Vec<&str>> = BTreeMap::new();
    for (binary, folder, name) in tests {
        by_binary.entry((binary, folder)).or_default().push(name);
    }
    for ((binary, folder), names) in by_binary {
        let mut run = Command::new(binary)
            .args(names)
            .args(["--exact", "--quiet"])
            .current_dir(folder)
            .env(WAKES, mutant.number.to_string())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()?;
        let begun = Instant::now();
        loop {
            match run.try_wait()? {
                Some(status) if status.success() => break,
                Some(_) => return Ok(true),
                None if begun.elapsed() > LONGEST => {
                    run.kill()?;
                    run.wait()?;
                    return Ok(true);
                }
                None => std::thread::sleep(Duration::from_millis(5)),
            }
        }
    }
    Ok(false)
}

/// Tries the mutants of one system and writes what came of it.
fn judge(text: &mut String, package: &str, mutants: &[&Mutant], tests: &Tests) -> anyhow::Result<()> {
    let (mut caught, mut unnamed, mut survived) = (0, 0, Vec::new());
    for mutant in mutants {
        let naming = tests.naming(&mutant.site.clauses);
        if naming.is_empty() {
            unnamed += 1;
        } else if noticed(mutant, &naming)? {
            caught += 1;
        } else {
            survived.push((mutant, naming));
        }
    }
    let tried = caught + survived.len();
    writeln!(
        text,
        "{package}: {tried} rules broken, {caught} noticed by a test that names the clause, {} not; {unnamed} cite \
         clauses that no test names",
        survived.len()
    )?;
    for (Mutant { file, site, .. }, naming) in survived {
        let names: BTreeSet<&str> =
            naming.iter().map(|(_, _, name)| name.rsplit("::").next().unwrap_or(name)).collect();
        let names: Vec<&str> = names.into_iter().collect();
        writeln!(
            text,
            "| {} | {}:{} | {} | {} |",
            site.clauses.join(", "),
            file.display(),
            site.line,
            site.how.word(),
            names.join(", ")
        )?;
    }
    Ok(())
}
