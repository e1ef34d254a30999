//! A whole picture as PNG, in bands: a large page never stands in memory as a whole.

use std::io::Write;

use crate::scene::Scene;
use crate::{Error, Part, Photo};

/// The most points a picture may have along one side.
pub const MOST: u32 = 20_000;

/// How many lines are drawn at once.
const BAND: u32 = 256;

/// Writes an SVG as PNG, `scale` times as large.
///
/// # Errors
/// Text that is not SVG, pictures that are empty or too large, and what cannot be written.
pub fn png(svg: &str, scale: f32, out: &mut dyn Write) -> Result<(), Error> {
    png_on(svg, None, scale, out)
}

/// The same with a picture under the drawing.
///
/// # Errors
/// As [`png()`].
pub fn png_on(svg: &str, photo: Option<Photo>, scale: f32, out: &mut dyn Write) -> Result<(), Error> {
    let mut scene = Scene::new(svg)?;
    scene.photo = photo;
    let (width, height) = (scene.size().0 * scale, scene.size().1 * scale);
    let fits = |side: f32| side >= 1.0 && side <= MOST as f32;
    if !fits(width) || !fits(height) {
        return Err(Error::Size { width, height });
    }
    let (width, height) = (width.round() as u32, height.round() as u32);
    let wrong = |why: png::EncodingError| Error::Write(why.to_string());
    let mut encoder = png::Encoder::new(out, width, height);
    encoder.set_color(png::ColorType::Rgb);
    encoder.set_depth(png::BitDepth::Eight);
    let mut writer = encoder.write_header().map_err(wrong)?;
    let mut lines = writer.stream_writer().map_err(wrong)?;
    for top in (0..height).step_by(BAND as usize) {
        let band = scene.draw(scale, Part { left: 0, top, width, height: BAND.min(height - top) })?;
        let rgb: Vec<u8> = band.data().chunks_exact(4).flat_map(|p| [p[0], p[1], p[2]]).collect();
        lines.write_all(&rgb).map_err(|why| Error::Write(why.to_string()))?;
    }
    lines.finish().map_err(wrong)
}
