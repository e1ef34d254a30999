//! Every map that comes with the program loads and can be drawn.

use std::fs;
use std::path::{Path, PathBuf};

use hexmap::HexMap;
use hexmap::render::{Layout, Options, svg};

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
