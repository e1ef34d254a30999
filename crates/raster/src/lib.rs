//! Pictures of maps as pixels, piece by piece. An SVG is parsed once into a [`Raster`]: a flat list of everything
//! that is drawn, with an index by place, so that a small part of a large map costs what lies in it and not what
//! the map holds. From it come tiles ([`Raster::tile`]), thumbnails ([`Raster::thumbnail`]) and whole pages in
//! bands ([`png()`]).
//!
//! The same drawing always gives the same bytes.

mod page;
mod palette;
mod photo;
mod scene;

#[cfg(test)]
mod tests;

use std::sync::OnceLock;

use resvg::tiny_skia;

pub use page::{MOST, png, png_on};
use palette::Palette;
pub use photo::{MOST_PIXELS, Photo, check, colours};
use scene::Scene;
pub use scene::options;

/// Changes whenever the same drawing becomes other pixels: those who keep tiles throw the old ones away.
pub const VERSION: &str = "1";

/// Pixels along a side of a tile; those at the right and lower edge are smaller.
pub const TILE: u32 = 512;

/// Pixels a unit of the drawing, level by level.
pub const SCALES: [f32; 6] = [0.125, 0.25, 0.5, 1.0, 2.0, 4.0];

/// A picture in all its colours.
fn full_colour(picture: &tiny_skia::Pixmap) -> Result<Vec<u8>, Error> {
    let wrong = |why: png::EncodingError| Error::Write(why.to_string());
    let mut out = Vec::new();
    let mut encoder = png::Encoder::new(&mut out, picture.width(), picture.height());
    encoder.set_color(png::ColorType::Rgb);
    encoder.set_depth(png::BitDepth::Eight);
    encoder.set_compression(png::Compression::Fast);
    let mut writer = encoder.write_header().map_err(wrong)?;
    let rgb: Vec<u8> = picture.data().chunks_exact(4).flat_map(|p| [p[0], p[1], p[2]]).collect();
    writer.write_image_data(&rgb).map_err(wrong)?;
    writer.finish().map_err(wrong)?;
    Ok(out)
}

/// The paper of the maps, where a drawing leaves anything bare.
const PAPER: (u8, u8, u8) = (0xf4, 0xec, 0xd8);

/// Why a picture could not be made.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The drawing cannot be read.
    #[error("the drawing is not SVG: {0}")]
    Svg(#[from] resvg::usvg::Error),
    /// The drawing is too large, or has no size.
    #[error("a picture of {width} by {height} points cannot be made: at most {MOST} a side")]
    Size {
        /// From left to right.
        width: f32,
        /// From top to bottom.
        height: f32,
    },
    /// A picture that is laid under the map cannot be read.
    #[error("the picture cannot be read: {0}")]
    Photo(String),
    /// The tile lies outside the drawing.
    #[error("there is no such part of the picture")]
    Nowhere,
    /// The pixels cannot be written in that format.
    #[error("the picture cannot be written: {0}")]
    Write(String),
}

/// A drawing ready to be made into pixels.
pub struct Raster {
    scene: Scene,
    /// Chosen when the first tile is made.
    palette: OnceLock<Result<Palette, Error>>,
}

impl Raster {
    /// Reads a drawing. Takes about a second for the largest maps.
    ///
    /// # Errors
    /// Text that is not SVG.
    pub fn new(svg: &str) -> Result<Raster, Error> {
        Ok(Raster { scene: Scene::new(svg)?, palette: OnceLock::new() })
    }

    /// Reads a drawing that has a picture under it, or under its group [`hexmap::render::OVER_PICTURE`].
    ///
    /// # Errors
    /// Text that is not SVG.
    pub fn on(svg: &str, photo: Photo) -> Result<Raster, Error> {
        let mut scene = Scene::new(svg)?;
        scene.photo = Some(photo);
        Ok(Raster { scene, palette: OnceLock::new() })
    }

    /// Width and height in units of the drawing.
    pub fn size(&self) -> (f32, f32) {
        self.scene.size()
    }

    /// A tile as PNG with the colours of the whole map.
    ///
    /// # Errors
    /// There is no such tile.
    pub fn tile(&self, level: usize, column: u32, row: u32) -> Result<Vec<u8>, Error> {
        let scale = *SCALES.get(level).ok_or(Error::Nowhere)?;
        let (width, height) = self.scene.pixels(scale);
        let (left, top) = (column.saturating_mul(TILE), row.saturating_mul(TILE));
        if left >= width || top >= height {
            return Err(Error::Nowhere);
        }
        let part = Part { left, top, width: TILE.min(width - left), height: TILE.min(height - top) };
        if self.scene.photo.is_some() {
            // A scan has more colours than a palette.
            return full_colour(&self.scene.draw(scale, part)?);
        }
        let palette = self.palette.get_or_init(|| Palette::of(&self.scene)).as_ref();
        palette.map_err(|why| Error::Write(why.to_string()))?.png(&self.scene.draw(scale, part)?)
    }

    /// The middle of the map in a frame of this size, as JPEG.
    ///
    /// # Errors
    /// An empty frame.
    pub fn thumbnail(&self, width: u16, height: u16) -> Result<Vec<u8>, Error> {
        let (w, h) = self.scene.size();
        let scale = (f32::from(width) / w).max(f32::from(height) / h);
        let (all_w, all_h) = self.scene.pixels(scale);
        let (width, height) = (u32::from(width).min(all_w), u32::from(height).min(all_h));
        let part = Part { left: (all_w - width) / 2, top: (all_h - height) / 2, width, height };
        let picture = self.scene.draw(scale, part)?;
        let mut out = Vec::new();
        let size = (width as u16, height as u16);
        jpeg_encoder::Encoder::new(&mut out, THUMBNAIL_QUALITY)
            .encode(picture.data(), size.0, size.1, jpeg_encoder::ColorType::Rgba)
            .map_err(|why| Error::Write(why.to_string()))?;
        Ok(out)
    }
}

/// Good enough for a map that is too small to be read.
const THUMBNAIL_QUALITY: u8 = 62;

/// A part of a picture, in its pixels.
#[derive(Clone, Copy, Debug)]
struct Part {
    left: u32,
    top: u32,
    width: u32,
    height: u32,
}

impl Part {
    /// Its pixels, blank paper.
    fn blank(self) -> Result<tiny_skia::Pixmap, Error> {
        let mut picture = tiny_skia::Pixmap::new(self.width, self.height).ok_or(Error::Nowhere)?;
        picture.fill(tiny_skia::Color::from_rgba8(PAPER.0, PAPER.1, PAPER.2, 255));
        Ok(picture)
    }
}
