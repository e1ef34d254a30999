//! `hardtack map check` and `hardtack atlas`.

use std::path::Path;

use crate::common::{hardtack, typed};

fn example(name: &str) -> String {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data/examples").join(name);
    std::fs::read_to_string(file).unwrap()
}

#[test]
fn a_map_that_fits_says_so_in_words_and_as_an_empty_list() {
    let said = hardtack(&["map", "check", "chancellorsville", "--strict"]);
    assert_eq!(said.code, 0, "{}", said.out);
    assert!(said.out.contains("fits (Chancellorsville, 1863, 30 x 25 hexes)"), "{}", said.out);
    assert_eq!(hardtack(&["map", "check", "chancellorsville", "--json"]).out, "[]\n");
}

#[test]
fn warnings_have_code_line_and_column_and_fail_only_where_one_is_strict() {
    let folder = tempfile::tempdir().unwrap();
    let broken = example("lfm-example.map.toml").replace("\"0807/0907\", \"0807/0908\", \"0808/0908\", ", "");
    let broken = broken.replace("[[crossing]]\nkind = \"ford\"\nside = \"0807/0908\"\n", "");
    std::fs::write(folder.path().join("x.map.toml"), broken).unwrap();
    let said = typed(folder.path(), &["map", "check", "x.map.toml"], "");
    assert_eq!(said.code, 0, "{}", said.out);
    assert!(said.out.contains("warning M1: [[water]] 1: sides: Mill Run is in 2 pieces"), "{}", said.out);
    let strict = typed(folder.path(), &["map", "check", "x.map.toml", "--strict", "--json"], "");
    assert_eq!(strict.code, 1);
    let list = strict.json();
    let found = &list[0];
    assert_eq!(
        (&found["code"], &found["severity"], &found["file"]),
        (&"M1".into(), &"warning".into(), &"x.map.toml".into())
    );
    assert_eq!((&found["column"], &found["key"]), (&9.into(), &"[[water]] 1: sides".into()));
    assert!(found["line"].as_u64().unwrap() > 30, "{found}");
}

#[test]
fn faults_are_a_list_too() {
    let folder = tempfile::tempdir().unwrap();
    let broken = example("lfm-example.map.toml").replace("side = \"0711/0712\"", "side = \"0711/0999\"");
    std::fs::write(folder.path().join("x.map.toml"), broken).unwrap();
    let said = typed(folder.path(), &["map", "check", "x.map.toml", "--json"], "");
    assert_eq!(said.code, 1);
    let list = said.json();
    assert_eq!((&list[0]["severity"], &list[0]["column"]), (&"fault".into(), &8.into()));
    assert!(list[0]["message"].as_str().unwrap().contains("0999"), "{list}");
}

#[test]
fn an_atlas_is_copied_once_and_compiled_with_faults_told() {
    let folder = tempfile::tempdir().unwrap();
    let said = typed(folder.path(), &["atlas", "copy", "chancellorsville"], "");
    assert_eq!((said.code, said.out.lines().count()), (0, 3), "{}", said.err);
    let again = typed(folder.path(), &["atlas", "copy", "chancellorsville"], "");
    assert!(again.code == 2 && again.err.contains("is there already"), "{}", again.err);
    let unknown = typed(folder.path(), &["atlas", "copy", "gondor"], "");
    assert!(
        unknown.err.contains("expected one of") && unknown.err.contains("chancellorsville"),
        "{}",
        unknown.err
    );
    let grid = ["atlas", "grid", "chancellorsville.atlas.toml", "--out", "grid.geojson"];
    assert_eq!(typed(folder.path(), &grid, "").code, 0);
    assert!(
        std::fs::read_to_string(folder.path().join("grid.geojson")).unwrap().contains("\"hex\":\"1118\"")
    );
    std::fs::remove_file(folder.path().join("chancellorsville-towns.csv")).unwrap();
    let broken =
        typed(folder.path(), &["atlas", "compile", "chancellorsville.atlas.toml", "--out", "x.map.toml"], "");
    assert!(broken.code == 1 && broken.out.contains("there is no file"), "{}", broken.out);
    assert!(!folder.path().join("x.map.toml").exists());
}
