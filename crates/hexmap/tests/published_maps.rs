//! Every map that comes with the program loads, can be drawn and gives no warning.

use std::fs;
use std::path::{Path, PathBuf};

use hexmap::render::{Layout, Options, svg};
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
fn maps_load_and_draw() {
    let mut files = Vec::new();
    map_files(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data"), &mut files);
    assert!(files.iter().any(|f| f.ends_with("crossroads.map.toml")));
    for file in files {
        let name = file.file_name().unwrap().to_string_lossy().into_owned();
        let map = HexMap::parse(&name, &fs::read_to_string(&file).unwrap()).unwrap_or_else(|e| panic!("{e}"));
        let options = Options { interactive: true, ..Options::default() };
        let picture = svg(&map, &options);
        // A page has to fetch it: the number of bytes stays in proportion to the hexes.
        let most = 100_000 + 600 * map.grid.len();
        assert!(picture.ends_with("</svg>\n") && picture.len() < most, "{name}: {}", picture.len());
        let (width, height) = Layout::new(&map, &options).size();
        assert!(width > 0.0 && height > 0.0);
        let numbers =
            map.grid.hexes().filter(|h| picture.contains(&format!(">{}</text>", map.grid.label(*h))));
        assert_eq!(numbers.count(), map.grid.len(), "{name}");
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
