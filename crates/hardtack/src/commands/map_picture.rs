//! The picture under a map that is drawn into a file.

use std::path::{Path, PathBuf};

use anyhow::Context;
use hexmap::render::OVER_PICTURE;
use library::{Ground, open_board, own};

use super::map::told;

/// A picture that lies under a map.
pub struct Picture {
    bytes: Vec<u8>,
    ground: Ground,
}

impl Picture {
    pub fn read(&self) -> anyhow::Result<raster::Photo> {
        let Ground { file, place, opacity, .. } = &self.ground;
        raster::Photo::read(&self.bytes, *place, *opacity).with_context(|| format!("`{file}`"))
    }

    /// The drawing with the picture in it, so that it can be taken elsewhere.
    pub fn inside(&self, svg: &str) -> String {
        let Ok((width, height)) = raster::check(&self.bytes) else { return svg.to_owned() };
        let kind = match self.bytes.first() {
            Some(0xff) => "jpeg",
            Some(0x89) => "png",
            _ => "webp",
        };
        let [a, b, c, d, e, f] = self.ground.place;
        let image = format!(
            "<image width=\"{width}\" height=\"{height}\" opacity=\"{}\" \
             transform=\"matrix({a} {b} {c} {d} {e} {f})\" href=\"data:image/{kind};base64,{}\"/>\n",
            self.ground.opacity,
            base64(&self.bytes)
        );
        let over = format!("<g id=\"{OVER_PICTURE}\">");
        svg.replacen(&over, &format!("{image}{over}"), 1)
    }
}

/// What to draw of a map, and the picture under it if it names one that is there.
pub fn on_picture(map: &str, drawn: String) -> anyhow::Result<(String, Option<Picture>)> {
    let ground = told(map, open_board(map))?.ground();
    let found = ground.and_then(|ground| {
        let bytes = std::fs::read(file_of(map).with_file_name(&ground.file)).ok()?;
        Some(Picture { bytes, ground })
    });
    Ok(match found {
        Some(picture) => (picture.ground.svg.clone(), Some(picture)),
        None => (drawn, None),
    })
}

/// The file beside which the picture lies.
fn file_of(map: &str) -> PathBuf {
    own::path_of(map).unwrap_or_else(|| Path::new(map).to_owned())
}

fn base64(bytes: &[u8]) -> String {
    const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut out = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for three in bytes.chunks(3) {
        let all = three.iter().fold(0u32, |all, byte| all << 8 | u32::from(*byte)) << (8 * (3 - three.len()));
        for n in 0..4 {
            let letter = LETTERS[(all >> (18 - 6 * n)) as usize & 63];
            out.push(if n <= three.len() { letter as char } else { '=' });
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::base64;

    #[test]
    fn bytes_are_written_as_browsers_read_them() {
        assert_eq!(
            ["", "f", "fo", "foo", "foob"].map(|text| base64(text.as_bytes())),
            ["", "Zg==", "Zm8=", "Zm9v", "Zm9vYg=="]
        );
    }
}
