//! From SVG to PNG, with the fonts of the maps and nothing from the machine.

use std::sync::Arc;

use resvg::{tiny_skia, usvg};

use super::typeface::FONTS;

/// Why a picture could not be made.
#[derive(Debug, thiserror::Error)]
pub enum RenderError {
    #[error("the drawing is not SVG: {0}")]
    Svg(#[from] usvg::Error),
    #[error(
        "a picture of {width} by {height} points cannot be made: at most {most} a side, and {AREA} in all"
    )]
    Size { width: f32, height: f32, most: u32 },
    #[error("the picture cannot be written as PNG: {0}")]
    Png(String),
}

/// The most points a picture may have along one side.
pub const MOST: u32 = 20_000;

/// The most points a picture may have in all: half a gigabyte while it is drawn.
const AREA: u32 = 134_217_728;

/// Turns an SVG of [`super::svg`] into a PNG, `scale` times as large.
///
/// # Errors
/// Text that is not SVG, and pictures that are empty or too large.
pub fn png(svg: &str, scale: f32) -> Result<Vec<u8>, RenderError> {
    let mut options = usvg::Options { font_family: "Libertinus Serif".to_owned(), ..Default::default() };
    let fonts = options.fontdb_mut();
    for (_, font) in FONTS {
        fonts.load_font_source(usvg::fontdb::Source::Binary(Arc::new(font)));
    }
    fonts.set_serif_family("Libertinus Serif");
    let tree = usvg::Tree::from_str(svg, &options)?;
    let (width, height) = (tree.size().width() * scale, tree.size().height() * scale);
    let fits = |side: f32| side >= 1.0 && side <= MOST as f32;
    let size = fits(width) && fits(height) && width * height <= AREA as f32;
    let mut picture = size
        .then(|| tiny_skia::Pixmap::new(width.round() as u32, height.round() as u32))
        .flatten()
        .ok_or(RenderError::Size { width, height, most: MOST })?;
    resvg::render(&tree, tiny_skia::Transform::from_scale(scale, scale), &mut picture.as_mut());
    picture.encode_png().map_err(|e| RenderError::Png(e.to_string()))
}
