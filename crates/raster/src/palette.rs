//! The 256 colours of a map: chosen once, so that its tiles meet without a seam.

use color_quant::NeuQuant;
use resvg::tiny_skia::Pixmap;

use crate::scene::Scene;
use crate::{Error, Part, TILE};

/// Pixels of the overview that colours are chosen from.
const OVERVIEW: f32 = 600_000.0;
/// Only every so many pixels are looked at; 1 is best, 30 fastest.
const SAMPLE: i32 = 10;
/// Bits of a colour that the table of nearest colours tells apart.
const BITS: u32 = 6;

pub(crate) struct Palette {
    colours: Vec<u8>,
    /// The nearest colour to each, by the upper bits of red, green and blue.
    nearest: Vec<u8>,
}

impl Palette {
    /// The colours of a map: from the whole of it, and from parts as they are seen near by.
    pub(crate) fn of(scene: &Scene) -> Result<Palette, Error> {
        let (width, height) = scene.size();
        let scale = (OVERVIEW / (width * height)).sqrt().min(1.0);
        let (w, h) = scene.pixels(scale);
        let mut seen = scene.draw(scale, Part { left: 0, top: 0, width: w, height: h })?.take();
        for (across, down) in [(0.3, 0.3), (0.7, 0.3), (0.3, 0.7), (0.7, 0.7)] {
            let (w, h) = scene.pixels(1.0);
            let corner = |all: u32, share: f32| (all.saturating_sub(TILE) as f32 * share) as u32;
            let part = Part {
                left: corner(w, across),
                top: corner(h, down),
                width: TILE.min(w),
                height: TILE.min(h),
            };
            seen.extend(scene.draw(1.0, part)?.take());
        }
        let chosen = NeuQuant::new(SAMPLE, 256, &seen);
        Ok(Palette { colours: chosen.color_map_rgb(), nearest: table(&chosen) })
    }

    /// A picture in these colours.
    pub(crate) fn png(&self, picture: &Pixmap) -> Result<Vec<u8>, Error> {
        let cut = |colour: u8| usize::from(colour >> (8 - BITS));
        let indexed: Vec<u8> = picture
            .data()
            .chunks_exact(4)
            .map(|p| self.nearest[(cut(p[0]) << (2 * BITS)) | (cut(p[1]) << BITS) | cut(p[2])])
            .collect();
        let mut out = Vec::new();
        let wrong = |why: png::EncodingError| Error::Write(why.to_string());
        let mut encoder = png::Encoder::new(&mut out, picture.width(), picture.height());
        encoder.set_color(png::ColorType::Indexed);
        encoder.set_depth(png::BitDepth::Eight);
        encoder.set_palette(self.colours.as_slice());
        encoder.set_compression(png::Compression::Balanced);
        encoder.set_filter(png::Filter::NoFilter);
        let mut writer = encoder.write_header().map_err(wrong)?;
        writer.write_image_data(&indexed).map_err(wrong)?;
        writer.finish().map_err(wrong)?;
        Ok(out)
    }
}

fn table(chosen: &NeuQuant) -> Vec<u8> {
    let steps = 1u32 << BITS;
    let middle = |step: u32| ((step << (8 - BITS)) | (1 << (7 - BITS))) as u8;
    let mut nearest = Vec::with_capacity((steps * steps * steps) as usize);
    for red in 0..steps {
        for green in 0..steps {
            for blue in 0..steps {
                nearest.push(chosen.index_of(&[middle(red), middle(green), middle(blue), 255]) as u8);
            }
        }
    }
    nearest
}
