//! Pictures: complete, well formed, the same every time, and never a panic.

use super::*;
use crate::{Crossing, Terrain, Wall, Water, Way};

const CROSSROADS: &str = include_str!("../../../../data/examples/crossroads.map.toml");

fn crossroads() -> HexMap {
    HexMap::parse("crossroads.map.toml", CROSSROADS).unwrap()
}

/// A map of `rows` by `columns` that holds every terrain, way, water, crossing and wall there is.
fn everything(shape: &str, rows: usize, columns: usize) -> HexMap {
    let hex = |row: usize, column: usize| format!("{:02}{:02}", row + 1, column + 1);
    let mut terrain: Vec<Vec<String>> = vec![Vec::new(); Terrain::ALL.len()];
    let mut levels: Vec<Vec<String>> = vec![Vec::new(); 10];
    for row in 0..rows {
        for column in 0..columns {
            let at = format!("\"{}\"", hex(row, column));
            terrain[(row / 2 + column / 3) % Terrain::ALL.len()].push(at.clone());
            levels[(row * 3 + column * 2) / 4 % 10].push(at);
        }
    }
    let mut text = format!(
        "format = \"hardtack-map/1\"\nname = \"Everything & <more>\"\nyards_per_hex = 250\n[grid]\n\
         shape = \"{shape}\"\nlabel = \"RRCC\"\nrows = {rows}\ncolumns = {columns}\n[terrain]\ndefault = \"clear\"\n"
    );
    for (kind, hexes) in Terrain::ALL.iter().zip(&terrain) {
        text.push_str(&format!("{kind} = [{}]\n", hexes.join(", ")));
    }
    text.push_str("[elevation]\n");
    for (level, hexes) in levels.iter().enumerate() {
        text.push_str(&format!("{level} = [{}]\n", hexes.join(", ")));
    }
    for (i, kind) in Way::ALL.iter().enumerate() {
        let path: Vec<String> = (0..columns).map(|c| format!("\"{}\"", hex(i * 2 % rows, c))).collect();
        let path = if shape == "pointy" {
            path
        } else {
            (0..rows).map(|r| format!("\"{}\"", hex(r, i * 2 % columns))).collect()
        };
        text.push_str(&format!("[[road]]\nkind = \"{kind}\"\nname = \"R\"\npath = [{}]\n", path.join(", ")));
    }
    let side = |n: usize| match shape {
        "pointy" => format!("{}/{}", hex(n, n), hex(n, n + 1)),
        _ => format!("{}/{}", hex(n, n), hex(n + 1, n)),
    };
    for (i, kind) in Water::ALL.iter().enumerate() {
        text.push_str(&format!("[[water]]\nkind = \"{kind}\"\nname = \"W\"\nsides = [\"{}\"]\n", side(i)));
    }
    for (i, kind) in Crossing::ALL.iter().enumerate() {
        text.push_str(&format!("[[crossing]]\nkind = \"{kind}\"\nname = \"C\"\nside = \"{}\"\n", side(i)));
    }
    text.push_str(&format!("[[wall]]\nkind = \"{}\"\nside = \"{}\"\n", Wall::StoneWall, side(1)));
    text.push_str(&format!("[[ridge]]\nside = \"{}\"\nhigh = \"{}\"\n", side(2), hex(2, 2)));
    for kind in crate::PlaceKind::ALL {
        text.push_str(&format!("[[place]]\nhex = \"{}\"\nname = \"A'b\"\nkind = \"{kind}\"\n", hex(3, 3)));
    }
    text.push_str(
        "[features]\nrr_station = [\"0101\"]\nredoubt = { hexes = [\"0303\"], benefits = [\"union\"] }\n",
    );
    HexMap::parse("everything.map.toml", &text).unwrap()
}

/// A picture is well formed if every tag that opens is closed in its turn.
fn assert_well_formed(svg: &str) {
    let mut open: Vec<&str> = Vec::new();
    for tag in svg.split('<').skip(1) {
        let tag = tag.split('>').next().unwrap();
        if let Some(name) = tag.strip_prefix('/') {
            assert_eq!(open.pop(), Some(name));
        } else if !tag.ends_with('/') {
            open.push(tag.split([' ', '\n']).next().unwrap());
        }
        assert_eq!(tag.matches('"').count() % 2, 0, "{tag}");
    }
    assert!(open.is_empty(), "{open:?}");
    assert!(!svg.contains("NaN") && !svg.contains("inf"), "a number went wrong");
}

#[test]
fn the_same_map_gives_the_same_bytes() {
    let options = Options { interactive: true, ..Options::default() };
    assert_eq!(svg(&crossroads(), &options), svg(&crossroads(), &options));
}

#[test]
fn everything_can_be_drawn_in_every_shape() {
    for shape in ["pointy", "flat"] {
        let map = everything(shape, 16, 20);
        let picture = svg(&map, &Options { interactive: true, ..Options::default() });
        assert_well_formed(&picture);
        assert!(picture.contains("Everything &amp; &lt;more&gt;"));
    }
}

#[test]
fn the_smallest_maps_can_be_drawn() {
    for shape in ["pointy", "flat"] {
        for (rows, columns) in [(1, 1), (1, 2), (2, 1), (3, 3)] {
            let text = format!(
                "format = \"hardtack-map/1\"\nname = \"\"\nyards_per_hex = 4000000000\n[grid]\nshape = \"{shape}\"\n\
                 label = \"CCRR\"\nrows = {rows}\ncolumns = {columns}\nsheet = \"W\"\n[terrain]\ndefault = \"woods\"\n"
            );
            let map = HexMap::parse("small", &text).unwrap();
            for options in [Options::default(), Options::bare()] {
                assert_well_formed(&svg(&map, &options));
            }
        }
    }
}

#[test]
fn a_large_map_stays_small_in_bytes() {
    let picture = svg(&everything("pointy", 60, 50), &Options { interactive: true, ..Options::default() });
    assert!(picture.len() < 2_500_000, "{} bytes", picture.len());
}

#[test]
fn the_legend_lists_only_what_occurs() {
    let map = HexMap::parse(
        "x",
        "format = \"hardtack-map/1\"\nname = \"x\"\n[grid]\nshape = \"pointy\"\nlabel = \"RRCC\"\nrows = 2\n\
         columns = 2\n[terrain]\ndefault = \"clear\"\nmarsh = [\"0101\"]\n",
    )
    .unwrap();
    let picture = svg(&map, &Options::default());
    assert!(picture.contains(">Marsh<") && picture.contains(">Clear<"));
    assert!(!picture.contains(">Woods<") && !picture.contains(">Pike<") && !picture.contains(">Bridge<"));
    assert!(svg(&crossroads(), &Options::default()).contains(">Unfinished railroad<"));
}

#[test]
fn options_leave_things_out() {
    let full = svg(&crossroads(), &Options::default());
    let bare = svg(&crossroads(), &Options { numbers: false, ..Options::bare() });
    for part in [">4811</text>", "hm-title\" ", "hm-key\" ", "class=\"hm-scale\"", "href=\"#hm-compass\""] {
        assert!(full.contains(part), "{part}");
        assert!(!bare.contains(part), "{part}");
    }
    assert!(!full.contains("data-hex"));
}

#[test]
fn every_hex_can_be_clicked_and_the_overlay_lies_below() {
    let map = crossroads();
    let overlay = "<circle id=\"mine\" r=\"3\"/>".to_owned();
    let picture = svg(&map, &Options { interactive: true, overlay, ..Options::bare() });
    for hex in map.grid.hexes() {
        assert!(picture.contains(&format!("data-hex=\"{}\"", map.grid.label(hex))));
    }
    assert!(picture.find("id=\"mine\"").unwrap() < picture.find("data-hex").unwrap());
    assert!(picture.contains("aria-label=\"4811, city, Columbia, pike, railroad, railroad station\""));
}

#[test]
fn names_of_places_are_all_there() {
    let map = crossroads();
    let picture = svg(&map, &Options::default());
    for place in &map.places {
        let name = place.name.replace('\'', "\u{2019}");
        assert!(picture.contains(&format!(">{name}</text>")), "{name}");
    }
    for river in ["Duck River", "Rutherford Creek"] {
        assert!(picture.contains(&format!(">{river}</textPath>")), "{river}");
    }
}

#[test]
fn names_do_not_lie_on_each_other() {
    let map = crossroads();
    let picture = svg(&map, &Options::bare());
    let mut boxes: Vec<(f64, f64, f64)> = Vec::new();
    for line in picture.lines().filter(|l| l.starts_with("<text class=\"hm-") && l.contains("x=\"")) {
        let number = |key: &str| -> f64 {
            let rest = &line[line.find(key).unwrap() + key.len()..];
            rest[..rest.find('"').unwrap()].parse().unwrap()
        };
        let letters = line.split('>').nth(1).unwrap().split('<').next().unwrap().chars().count();
        boxes.push((number(" x=\""), number(" y=\""), letters as f64 * 5.0));
    }
    assert!(boxes.len() >= map.places.len());
    for (i, a) in boxes.iter().enumerate() {
        for b in &boxes[i + 1..] {
            let apart = (a.1 - b.1).abs() > 7.0 || a.0 + a.2 < b.0 || b.0 + b.2 < a.0;
            assert!(apart, "{a:?} {b:?}");
        }
    }
}

#[test]
fn an_excerpt_shows_numbers_terrain_marks_and_sides() {
    let map = crossroads();
    let town = map.grid.hex("4811").unwrap();
    let excerpt = text(&map, town, 1, |hex| (hex == town).then(|| "*Brown and more".to_owned()));
    assert!(excerpt.contains("4811C") && excerpt.contains("*Brown"), "{excerpt}");
    assert!(excerpt.contains("X crossing") && excerpt.contains("= pike") && excerpt.contains("C city"));
    assert_eq!(map.grid.hexes().filter(|h| excerpt.contains(&map.grid.label(*h))).count(), 7, "{excerpt}");
    assert!(!excerpt.contains("4705"));
}

#[test]
fn excerpts_never_fail() {
    for shape in ["pointy", "flat"] {
        let map = everything(shape, 16, 20);
        for hex in map.grid.hexes() {
            let excerpt = text(&map, hex, 3, |h| (h.0 % 2 == 0).then(|| "é\u{7}x".repeat(h.index() % 5)));
            assert!(excerpt.contains(&map.grid.label(hex)) && !excerpt.contains('\u{7}'));
        }
    }
}
