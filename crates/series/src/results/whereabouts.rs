//! The scenario that results are of, where it is a file: written as the way from the results to it, so that a folder
//! with both can be moved and read from anywhere.

use std::path::{Component, Path, PathBuf};

use super::Row;

/// The path at the head of a scenario's id, and what follows it: optional rules.
fn path_of(scenario: &str) -> Option<(&Path, &str)> {
    let at = scenario.find(" +").unwrap_or(scenario.len());
    let (path, rest) = scenario.split_at(at);
    path.ends_with(".toml").then(|| (Path::new(path), rest))
}

/// A path without `.`, and without `..` where that can be told.
fn plain(path: &Path) -> PathBuf {
    let mut out = PathBuf::new();
    for part in path.components() {
        match part {
            Component::CurDir => {}
            Component::ParentDir if matches!(out.components().next_back(), Some(Component::Normal(_))) => {
                out.pop();
            }
            other => out.push(other),
        }
    }
    out
}

fn folder(results: &Path) -> PathBuf {
    let parent = results.parent().filter(|p| *p != Path::new("")).unwrap_or(Path::new("."));
    std::path::absolute(parent).map_or_else(|_| parent.to_owned(), |p| plain(&p))
}

/// The row as results in this file keep it.
pub fn kept(mut row: Row, results: &Path) -> Row {
    if let Some((path, rest)) = path_of(&row.scenario)
        && let Ok(file) = std::path::absolute(path)
        && let Some(way) = way(&folder(results), &plain(&file))
    {
        row.scenario = format!("{}{rest}", way.display());
    }
    row
}

/// The row as whoever reads this file can use it.
pub fn found(mut row: Row, results: &Path) -> Row {
    if let Some((path, rest)) = path_of(&row.scenario)
        && path.is_relative()
    {
        let beside = results.parent().unwrap_or(Path::new("")).join(path);
        // Results of before were written as seen from where the program was started.
        if beside.is_file() || !path.is_file() {
            row.scenario = format!("{}{rest}", plain(&beside).display());
        }
    }
    row
}

/// The way from a folder to a file, both absolute.
fn way(from: &Path, to: &Path) -> Option<PathBuf> {
    let same = from.components().zip(to.components()).take_while(|(a, b)| a == b).count();
    if same == 0 {
        return None;
    }
    let up = from.components().skip(same).map(|_| Component::ParentDir);
    Some(up.chain(to.components().skip(same)).collect())
}

#[cfg(test)]
mod tests {
    use super::super::a_row as row;
    use super::*;

    #[test]
    fn a_way_leads_from_the_results_to_the_scenario() {
        let to = |from: &str, to: &str| way(Path::new(from), Path::new(to)).unwrap().display().to_string();
        assert_eq!(to("/a/b", "/a/b/x.toml"), "x.toml");
        assert_eq!(to("/a/b/c", "/a/d/x.toml"), "../../d/x.toml");
        assert_eq!(plain(Path::new("./a/../b/./x")), Path::new("b/x"));
    }

    #[test]
    fn results_and_scenario_can_be_moved_together() {
        let folder = tempfile::tempdir().unwrap();
        let [scenario, results] = ["mine/x.scenario.toml", "mine/out/a.csv"].map(|p| folder.path().join(p));
        std::fs::create_dir_all(results.parent().unwrap()).unwrap();
        std::fs::write(&scenario, "").unwrap();
        let id = format!("{} +fog", scenario.display());
        let kept = kept(Row { scenario: id.clone(), ..row(1) }, &results);
        assert_eq!(kept.scenario, "../x.scenario.toml +fog");
        assert_eq!(found(kept.clone(), &results).scenario, id);
        let moved = folder.path().join("yours");
        std::fs::rename(folder.path().join("mine"), &moved).unwrap();
        let there = found(kept, &moved.join("out/a.csv")).scenario;
        assert_eq!(there, format!("{} +fog", moved.join("x.scenario.toml").display()));
        assert_eq!(found(row(1), &results), row(1), "an id stays as it is");
    }
}
