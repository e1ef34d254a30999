//! Own scenarios on shelves in folders of their own.

use std::fs;
use std::path::Path;

use tempfile::TempDir;

use super::*;
use crate::built_in;

/// A scenario of the examples and the files it names, under other names.
fn example(id: &str) -> Files {
    let scenario = crate::open(id).unwrap();
    let name = |path: &str| path.rsplit('/').next().unwrap().to_owned();
    scenario.texts.iter().map(|(path, text)| (name(path), text.clone())).collect()
}

fn shelf() -> (TempDir, OwnShelf) {
    let folder = tempfile::tempdir().unwrap();
    let shelf = OwnShelf::new(vec![folder.path().join("scenarios"), folder.path().join("mine")]);
    (folder, shelf)
}

fn put(folder: &Path, files: &Files) {
    fs::create_dir_all(folder).unwrap();
    for (name, text) in files {
        fs::write(folder.join(name), text).unwrap();
    }
}

fn ids(shelf: &OwnShelf) -> Vec<String> {
    shelf.list().iter().map(|own| own.id.clone()).collect()
}

#[test]
fn what_is_put_onto_the_shelf_is_listed_and_opens_as_the_built_in_does() {
    let (folder, shelf) = shelf();
    assert!(shelf.list().is_empty(), "there need not be a folder");
    let files = example("crossroads-gcacw");
    assert_eq!(shelf.add("my-crossroads", &files).unwrap(), "own:my-crossroads");
    let listed = shelf.list();
    let own = &listed[0];
    let entry = own.entry.as_ref().expect("it can be played");
    assert_eq!((own.id.as_str(), entry.id.as_str()), ("own:my-crossroads", "own:my-crossroads"));
    assert_eq!(own.files, files.keys().cloned().collect::<Vec<_>>());
    assert!(own.findings.iter().all(|finding| !finding.is_fault()), "{:?}", own.findings);
    let opened = shelf.open("own:my-crossroads", &[]).unwrap();
    assert_eq!(opened.hash(), crate::open("crossroads-gcacw").unwrap().hash());
    assert_eq!(opened.id, "own:my-crossroads");
    let told = opened.texts.iter().all(|(name, _)| !name.contains(&*folder.path().to_string_lossy()));
    assert!(told, "where the files lie is nobody's business: {:?}", opened.texts[0].0);
    assert_eq!(shelf.texts("own:my-crossroads").unwrap(), files);
}

#[test]
fn loose_files_and_folders_with_several_scenarios_have_their_ids() {
    let (folder, shelf) = shelf();
    let mine = folder.path().join("mine");
    let files = example("crossroads-gcacw");
    put(&mine, &files);
    fs::write(mine.join("notes.md"), "not of any scenario").unwrap();
    let mut two = files.clone();
    two.insert("second.scenario.toml".to_owned(), files["crossroads-gcacw.scenario.toml"].clone());
    put(&mine.join("pair"), &two);
    put(
        &mine.join("map-only"),
        &Files::from([("x.map.toml".to_owned(), files["crossroads.map.toml"].clone())]),
    );
    put(&mine.join("photographs"), &Files::new());
    fs::write(mine.join("photographs/a.jpg"), "x").unwrap();
    assert_eq!(
        ids(&shelf),
        ["own:crossroads-gcacw", "own:map-only", "own:pair/crossroads-gcacw", "own:pair/second"]
    );
    assert_eq!(
        shelf.texts("own:crossroads-gcacw").unwrap().keys().collect::<Vec<_>>(),
        files.keys().collect::<Vec<_>>()
    );
    assert!(shelf.entry("own:map-only").unwrap().entry.is_none(), "there is nothing to play");
    assert!(shelf.open("own:pair/second", &[]).is_ok());
    assert!(shelf.open("own:map-only", &[]).unwrap_err().to_string().contains(".scenario.toml"));
}

#[test]
fn a_changed_file_is_read_again_and_a_broken_one_is_listed_with_its_faults() {
    let (_folder, shelf) = shelf();
    let mut files = example("crossroads-gcacw");
    let id = shelf.add("a", &files).unwrap();
    let first = shelf.list()[0].clone();
    let stamp = shelf.stamp(&id);
    assert!(Arc::ptr_eq(&first, &shelf.list()[0]), "nothing has changed: nothing is read");
    let was = hash_of(&files);
    let main = files.get_mut("crossroads-gcacw.scenario.toml").unwrap();
    *main = main.replacen("turns = ", "turns = 0 # ", 1);
    shelf.write(&id, &files, &was).unwrap();
    let broken = shelf.list()[0].clone();
    assert_ne!(shelf.stamp(&id), stamp);
    assert!(broken.entry.is_none());
    assert!(broken.findings.iter().any(Finding::is_fault), "{:?}", broken.findings);
    let late = shelf.write(&id, &files, &was).unwrap_err();
    assert!(matches!(late, WriteError::Changed(_)), "{late}");
}

#[test]
fn files_that_are_not_written_again_are_taken_away() {
    let (folder, shelf) = shelf();
    let mut files = example("crossroads-gcacw");
    files.insert("notes.md".to_owned(), "to be thrown away".to_owned());
    let id = shelf.add("a", &files).unwrap();
    let was = hash_of(&files);
    files.remove("notes.md");
    shelf.write(&id, &files, &was).unwrap();
    assert_eq!(shelf.texts(&id).unwrap(), files);
    let left = fs::read_dir(folder.path().join("scenarios/a")).unwrap().count();
    assert_eq!(left, files.len(), "no drafts are left");
}

#[test]
fn only_what_belongs_to_a_scenario_is_taken_away() {
    let (folder, shelf) = shelf();
    let files = example("crossroads-gcacw");
    let id = shelf.add("a", &files).unwrap();
    shelf.write_picture(&id, "scan.jpg", b"x").unwrap();
    shelf.write_picture(&id, "counters/union_a.png", b"x").unwrap();
    assert!(shelf.picture(&id, "counters/union_a.png").is_some());
    let whole = shelf.add("b", &files).unwrap();
    fs::write(folder.path().join("scenarios/b/thesis.odt"), "years of work").unwrap();
    let mine = folder.path().join("mine");
    put(&mine, &files);
    for id in [&id, &whole, "own:crossroads-gcacw"] {
        shelf.remove(id).unwrap();
        assert!(matches!(shelf.remove(id), Err(WriteError::Open(OpenError::Unknown { .. }))));
    }
    assert!(!folder.path().join("scenarios/a").exists());
    assert!(folder.path().join("scenarios/b/thesis.odt").exists());
    assert!(mine.join("crossroads.map.toml").exists(), "another scenario may use the map");
    assert!(ids(&shelf).is_empty());
}

#[test]
fn nothing_outside_the_shelf_is_read_or_written() {
    let (folder, shelf) = shelf();
    let files = example("crossroads-gcacw");
    fs::write(folder.path().join("secret.toml"), "").unwrap();
    fs::write(folder.path().join("secret.png"), "").unwrap();
    for name in ["../x", "..", "a/b", "", "/tmp/x"] {
        assert!(matches!(shelf.add(name, &files), Err(WriteError::Wrong(_))), "{name}");
    }
    let id = shelf.add("a", &files).unwrap();
    assert!(matches!(shelf.add("a", &files), Err(WriteError::Taken(_))));
    for name in ["../x.toml", "x/y.toml", "x.exe"] {
        let mut files = files.clone();
        files.insert(name.to_owned(), String::new());
        assert!(shelf.write(&id, &files, &hash_of(&shelf.texts(&id).unwrap())).is_err(), "{name}");
    }
    for name in ["../../secret.png", "../secret.png", "a/b/c.png", "x.toml", ".png"] {
        assert!(
            shelf.picture(&id, name).is_none() && shelf.write_picture(&id, name, b"x").is_err(),
            "{name}"
        );
    }
    for id in ["own:../secret", "own:..", "own:", "own:a/../../secret", "own:a/../a"] {
        assert!(
            shelf.texts(id).is_err() && shelf.open(id, &[]).is_err() && shelf.remove(id).is_err(),
            "{id}"
        );
    }
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 3, "scenarios and the two secrets");
}

#[test]
fn lessons_beside_an_own_scenario_are_played_on_it() {
    let (_folder, shelf) = shelf();
    let mut files = example("crossroads-gcacw");
    let lesson = built_in(crate::lesson::LESSON)
        .into_iter()
        .find(|f| f.stem(crate::lesson::LESSON) == "crossroads-gcacw");
    files.insert("first.lesson.toml".to_owned(), lesson.unwrap().text());
    let id = shelf.add("a", &files).unwrap();
    let entry = shelf.entry(&id).unwrap().entry.clone().unwrap();
    assert_eq!(entry.lessons, ["own:a/first"]);
    assert_eq!(shelf.lessons()[0].scenario, id);
    let lesson = shelf.lesson("own:a/first").unwrap();
    assert_eq!(lesson.scenario, id);
    let kept =
        crate::lesson::reopen_lesson_on(&lesson.id, &lesson.text, shelf.open(&id, &[]).unwrap()).unwrap();
    assert_eq!((kept.scenario, kept.id), (lesson.scenario, lesson.id));
    assert!(shelf.lesson("own:a/second").is_err());
}
