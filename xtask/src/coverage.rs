//! Which clauses have a test, and which have none.

use std::collections::BTreeSet;
use std::fmt::Write;
use std::path::Path;

use crate::index::{self, Id, Index};
use crate::sources::{self, Named};

/// What the command prints, and whether a test names a clause that is in no index.
pub struct Report {
    pub text: String,
    pub unknown: bool,
}

/// Nothing is to be proved for these: what a screen shows, and what no source tells.
fn counts(kind: &str) -> bool {
    !matches!(kind, "ui" | "missing")
}

/// Compares the index under `root` with the tests under it.
///
/// # Errors
/// A file cannot be read.
pub fn report(root: &Path, against: Option<&Path>, brief: bool) -> anyhow::Result<Report> {
    let folder = root.join("data/rules");
    let own = if folder.is_dir() { index::read(&folder)? } else { Index::new() };
    let named = sources::read(root)?;
    let other = against.map(index::read).transpose()?;
    let mut text = String::new();
    clauses(&mut text, &own, &proved(&named), brief)?;
    if let Some(other) = &other {
        lacking(&mut text, &own, other)?;
    }
    let unknown = faults(&mut text, &own, &named)?;
    let measure = other.as_ref().unwrap_or(&own);
    let counted: Vec<&Id> = measure.iter().filter(|(_, kind)| counts(kind)).map(|(id, _)| id).collect();
    let covered = proved(&named);
    let done = counted.iter().filter(|id| own.contains_key(id) && covered.contains(**id)).count();
    writeln!(text, "covered {done} of {}", counted.len())?;
    Ok(Report { text, unknown })
}

/// The clauses that a test which runs names.
fn proved(named: &[Named]) -> BTreeSet<Id> {
    named.iter().filter(|n| n.test.is_some()).map(|n| Id::new(&n.id)).collect()
}

fn clauses(text: &mut String, own: &Index, proved: &BTreeSet<Id>, brief: bool) -> anyhow::Result<()> {
    let ids = |wanted: &dyn Fn(&Id, &str) -> bool| -> Vec<&str> {
        own.iter().filter(|(id, kind)| wanted(id, kind)).map(|(id, _)| id.text.as_str()).collect()
    };
    let lists = [
        ("with a test", ids(&|id, kind| counts(kind) && proved.contains(id))),
        ("without a test", ids(&|id, kind| counts(kind) && !proved.contains(id))),
        ("of kind ui or missing, not counted", ids(&|_, kind| !counts(kind))),
    ];
    for (name, ids) in lists {
        list(text, name, &ids, brief)?;
    }
    Ok(())
}

fn lacking(text: &mut String, own: &Index, other: &Index) -> anyhow::Result<()> {
    let wanting = |wanted: bool| -> Vec<&str> {
        let lacks = |(id, kind): &(&Id, &String)| counts(kind) == wanted && !own.contains_key(id);
        other.iter().filter(lacks).map(|(id, _)| id.text.as_str()).collect()
    };
    list(text, "in the other list but not in the index", &wanting(true), false)?;
    list(text, "of kind ui or missing, in the other list but not in the index", &wanting(false), false)?;
    let differ: Vec<&str> = own
        .iter()
        .filter(|(id, kind)| other.get(id).is_some_and(|k| k != *kind))
        .map(|(id, _)| id.text.as_str())
        .collect();
    list(text, "of another kind in the other list", &differ, false)?;
    let extra: Vec<&str> =
        own.keys().filter(|id| !other.contains_key(id)).map(|id| id.text.as_str()).collect();
    list(text, "in the index but not in the other list", &extra, false)
}

fn list(text: &mut String, name: &str, ids: &[&str], brief: bool) -> anyhow::Result<()> {
    if ids.is_empty() {
        return Ok(());
    }
    writeln!(text, "{} {name}", ids.len())?;
    if !brief {
        for line in ids.chunks(8) {
            writeln!(text, "    {}", line.join(" "))?;
        }
    }
    Ok(())
}

/// Attributes that prove nothing: an id nobody knows is an error, one above no test a warning.
fn faults(text: &mut String, own: &Index, named: &[Named]) -> anyhow::Result<bool> {
    let mut unknown = false;
    for Named { id, file, line, test } in named {
        let place = format!("{}:{line}", file.display());
        if !own.contains_key(&Id::new(id)) {
            unknown = true;
            writeln!(text, "error: {place}: {id} is not in the index")?;
        } else if test.is_none() {
            writeln!(text, "warning: {place}: {id} stands above no test that runs")?;
        }
    }
    Ok(unknown)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    /// A little repository with an index of four clauses and some tests.
    fn repository(tests: &str) -> tempfile::TempDir {
        let root = tempfile::tempdir().unwrap();
        fs::create_dir_all(root.path().join("data/rules/gcacw")).unwrap();
        let clause = |id: &str, kind: &str| format!("[[clause]]\nid = \"{id}\"\nkind = \"{kind}\"\n");
        let index = [
            clause("G1-1", "table"),
            clause("G1-2", "ui"),
            clause("G1-3", "restriction"),
            clause("G1-4", "procedure"),
        ];
        fs::write(root.path().join("data/rules/gcacw/one.toml"), index.concat()).unwrap();
        fs::write(root.path().join("lib.rs"), tests).unwrap();
        root
    }

    #[test]
    fn clauses_with_and_without_a_test_are_counted() {
        let root =
            repository("#[rule(\"G1-1\", \"G1-3\")]\n#[test]\nfn a() {}\n#[rule(\"G1-4\")]\nfn b() {}");
        let report = report(root.path(), None, false).unwrap();
        assert!(!report.unknown);
        assert!(report.text.contains("1 without a test\n    G1-4\n"), "{}", report.text);
        assert!(report.text.contains("warning: lib.rs:4: G1-4"), "{}", report.text);
        assert!(report.text.ends_with("\ncovered 2 of 3\n"), "{}", report.text);
    }

    #[test]
    fn a_test_of_an_unknown_clause_is_an_error() {
        let root = repository("#[rule(\"G9-9\")]\n#[test]\nfn a() {}");
        let report = report(root.path(), None, true).unwrap();
        assert!(report.unknown && report.text.contains("error: lib.rs:1: G9-9 is not in the index"));
        assert!(report.text.ends_with("covered 0 of 3\n"));
    }

    #[test]
    fn another_list_is_the_measure_when_given() {
        let root = repository("#[rule(\"G1-1\")]\n#[test]\nfn a() {}");
        let other = tempfile::tempdir().unwrap();
        let rules = "[[rule]]\nid = \"G1-1\"\nkind = \"table\"\n[[rule]]\nid = \"G2-1\"\nkind = \"state\"\n[[rule]]\nid = \"G2-2\"\nkind = \"ui\"\n";
        fs::write(other.path().join("x.toml"), rules).unwrap();
        let report = report(root.path(), Some(other.path()), false).unwrap();
        assert!(
            report.text.contains("1 in the other list but not in the index\n    G2-1\n"),
            "{}",
            report.text
        );
        assert!(report.text.ends_with("covered 1 of 2\n"), "{}", report.text);
    }
}
