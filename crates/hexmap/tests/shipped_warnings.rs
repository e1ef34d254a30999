//! Which warnings the maps give that come with the program.

use std::fs;
use std::path::{Path, PathBuf};

use hexmap::{HexMap, warnings};

fn map_files(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            map_files(&path, found);
        } else if path.to_string_lossy().ends_with(".map.toml") {
            found.push(path);
        }
    }
}

#[test]
fn no_map_that_comes_with_the_program_has_a_warning() {
    let mut files = Vec::new();
    map_files(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data"), &mut files);
    files.sort();
    let mut told = Vec::new();
    for file in files {
        let name = file.file_name().unwrap().to_string_lossy().into_owned();
        let map = HexMap::parse(&name, &fs::read_to_string(&file).unwrap()).unwrap();
        told.extend(warnings(&map).iter().map(|warning| format!("{name}: {warning}")));
    }
    assert!(told.is_empty(), "{}", told.join("\n"));
}
