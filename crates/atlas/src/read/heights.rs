//! Grids of heights: ESRI ASCII grids (`.asc`) and SRTM tiles (`.hgt`), in degrees and metres.

use crate::plan::Heights;

/// Reads a grid, by the ending of its file's name.
///
/// # Errors
/// What is wrong with it.
pub fn read(file: &str, bytes: &[u8]) -> Result<Heights, String> {
    if file.to_ascii_lowercase().ends_with(".hgt") {
        return tile(file, bytes);
    }
    let text = std::str::from_utf8(bytes)
        .map_err(|_| "it is no text: expected an ESRI ASCII grid (.asc) or a .hgt tile")?;
    ascii(text)
}

fn ascii(text: &str) -> Result<Heights, String> {
    let mut words = text.split_ascii_whitespace().peekable();
    let mut head = std::collections::BTreeMap::new();
    while let Some(key) = words.next_if(|word| word.starts_with(|c: char| c.is_ascii_alphabetic())) {
        let value = words.next().and_then(|word| word.parse::<f64>().ok());
        head.insert(
            key.to_ascii_lowercase(),
            value.ok_or_else(|| format!("`{key}`: expected a number after it"))?,
        );
    }
    let get = |key: &str| {
        head.get(key).copied().ok_or_else(|| format!("`{key}` is missing: expected an ESRI ASCII grid"))
    };
    let (columns, rows, step) = (get("ncols")?, get("nrows")?, get("cellsize")?);
    let count = columns * rows;
    if !((1.0..=1e8).contains(&count) && columns >= 1.0 && rows >= 1.0 && step > 0.0) {
        return Err("expected ncols, nrows and cellsize above 0".to_owned());
    }
    // A corner of the grid is half a cell away from the value in it.
    let west = get("xllcenter").or_else(|_| get("xllcorner").map(|x| x + step / 2.0))?;
    let south = get("yllcenter").or_else(|_| get("yllcorner").map(|y| y + step / 2.0))?;
    let nothing = head.get("nodata_value").copied().unwrap_or(-9999.0);
    let mut values = Vec::new();
    for word in words {
        let value = word.parse::<f64>().map_err(|_| format!("`{word}`: expected a height"))?;
        values.push(if value == nothing { f32::NAN } else { value as f32 });
    }
    if values.len() as f64 != count {
        return Err(format!("{} heights: expected {count}, ncols times nrows", values.len()));
    }
    let north = south + (rows - 1.0) * step;
    Ok(heights((columns as usize, rows as usize), (north, west), step, values))
}

/// A tile of one degree, named after its south-western corner: `N38W078.hgt`.
fn tile(file: &str, bytes: &[u8]) -> Result<Heights, String> {
    let side = (bytes.len() as f64 / 2.0).sqrt() as usize;
    if side < 2 || side * side * 2 != bytes.len() {
        return Err("it is no square of 16-bit heights: expected an SRTM tile".to_owned());
    }
    let name = file.rsplit('/').next().unwrap_or(file).to_ascii_uppercase();
    let corner = || {
        let (south, west) = (name.get(1..3)?.parse::<f64>().ok()?, name.get(4..7)?.parse::<f64>().ok()?);
        let south = if name.starts_with('S') { -south } else { south };
        Some((south, if name.get(3..4)? == "W" { -west } else { west }))
    };
    let (south, west) =
        corner().ok_or("its name says not where it lies: expected one such as N38W078.hgt")?;
    let values = bytes.chunks_exact(2).map(|pair| match i16::from_be_bytes([pair[0], pair[1]]) {
        i16::MIN => f32::NAN,
        metres => f32::from(metres),
    });
    Ok(heights((side, side), (south + 1.0, west), 1.0 / (side - 1) as f64, values.collect()))
}

fn heights((columns, rows): (usize, usize), north_west: (f64, f64), step: f64, values: Vec<f32>) -> Heights {
    Heights { columns, rows, north_west, step, values, levels: Vec::new(), terrain: Vec::new() }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A tile of 3 x 3 heights: 0 to 8 hundred metres from the north-west, the last one not known.
    fn bytes() -> Vec<u8> {
        (0..9i16).flat_map(|n| if n == 8 { i16::MIN } else { 100 * n }.to_be_bytes()).collect()
    }

    #[test]
    fn a_tile_lies_where_its_name_says_and_its_rows_run_from_the_north() {
        for (file, north_west) in [
            ("N38W078.hgt", (39.0, -78.0)),
            ("tiles/n38w078.HGT", (39.0, -78.0)),
            ("S05E012.hgt", (-4.0, 12.0)),
        ] {
            let grid = read(file, &bytes()).unwrap();
            assert_eq!((grid.columns, grid.rows, grid.step), (3, 3, 0.5), "{file}");
            assert_eq!(grid.north_west, north_west, "{file}");
            assert_eq!(grid.values[..3], [0.0, 100.0, 200.0], "{file}");
            assert!(grid.values[8].is_nan(), "{file}");
        }
    }

    #[test]
    fn between_the_values_of_a_tile_a_height_lies_between_them() {
        let grid = read("N38W078.hgt", &bytes()).unwrap();
        let height = |lat, lon| grid.height(table::Earth { latitude: lat, longitude: lon });
        assert_eq!(height(39.0, -78.0), Some(0.0));
        assert_eq!(height(38.5, -77.5), Some(400.0));
        assert_eq!(height(38.75, -77.75), Some(200.0), "the mean of 0, 100, 300 and 400");
        assert_eq!(height(38.0, -77.0), None, "not known");
        assert_eq!(height(37.0, -77.5), None, "not on the tile");
    }

    #[test]
    fn what_is_no_tile_is_refused_with_what_was_expected() {
        for (file, bytes, words) in [
            ("N38W078.hgt", vec![0; 7], "SRTM tile"),
            ("N38W078.hgt", vec![0; 6], "SRTM tile"),
            ("hills.hgt", bytes(), "N38W078.hgt"),
            ("N3\u{e9}W078.hgt", bytes(), "N38W078.hgt"),
            ("a.asc", vec![0xff], "no text"),
            ("a.asc", b"ncols 2 nrows".to_vec(), "a number after it"),
            ("a.asc", b"ncols 2 nrows 2 cellsize 1 xllcorner 0 yllcorner 0 1 2 3".to_vec(), "expected 4"),
            ("a.asc", b"ncols 2 nrows 2 cellsize 0 xllcorner 0 yllcorner 0 1 2 3 4".to_vec(), "above 0"),
        ] {
            let why = read(file, &bytes).err().unwrap();
            assert!(why.contains(words), "{file}: {why}");
        }
    }
}
