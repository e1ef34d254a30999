//! Every atlas that comes with the program compiles to the map that comes with it, byte for byte.
//!
//! `WRITE=1 cargo test -p hardtack-atlas --test shipped` writes the maps anew after an atlas or the compiler was changed.

use std::fs;
use std::path::{Path, PathBuf};

fn data() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data")
}

fn atlases() -> Vec<PathBuf> {
    let mut found: Vec<PathBuf> =
        fs::read_dir(data().join("atlas")).unwrap().map(|entry| entry.unwrap().path()).collect();
    found.retain(|path| path.to_string_lossy().ends_with(".atlas.toml"));
    found.sort();
    found
}

/// The map file that an atlas is compiled to.
fn target(atlas: &Path, text: &str) -> PathBuf {
    let name = atlas.file_name().unwrap().to_string_lossy().replace(".atlas.toml", "");
    let system = text.lines().find_map(|line| line.strip_prefix("system = ")).unwrap().trim_matches('"');
    let ending = if system == "vnb" { "table" } else { "map" };
    data().join(system).join(format!("{name}.{ending}.toml"))
}

fn compile(atlas: &Path, text: &str) -> atlas::Compiled {
    let name = atlas.file_name().unwrap().to_string_lossy().into_owned();
    let reader = |file: &str| fs::read(atlas.with_file_name(file)).map_err(|e| e.to_string());
    atlas::compile(&name, text, &reader).unwrap_or_else(|faults| panic!("{faults}"))
}

#[test]
fn atlases_compile_to_their_maps() {
    let atlases = atlases();
    assert!(atlases.len() >= 6, "{atlases:?}");
    for atlas in atlases {
        let text = fs::read_to_string(&atlas).unwrap();
        let compiled = compile(&atlas, &text).text;
        assert_eq!(compiled, compile(&atlas, &text).text, "two runs differ");
        let target = target(&atlas, &text);
        if std::env::var_os("WRITE").is_some() {
            fs::write(&target, &compiled).unwrap();
        }
        if let Ok(map) = hexmap::HexMap::parse("the compiled map", &compiled) {
            assert_eq!(hexmap::warnings(&map), [], "{}", target.display());
        }
        let shipped = fs::read_to_string(&target).unwrap_or_default();
        assert!(
            shipped == compiled,
            "{} is not what its atlas says: see the top of this test",
            target.display()
        );
    }
}

#[test]
fn the_tutorial_fits_on_a_few_pages() {
    let text = fs::read_to_string(data().join("atlas/chancellorsville.atlas.toml")).unwrap();
    assert!(text.lines().count() <= 120);
}
