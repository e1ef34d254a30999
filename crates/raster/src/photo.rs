//! A picture as the ground of a map: read once, kept in halves of halves, so that a small tile of a large scan is neither slow
//! nor rough.

use std::io::Cursor;

use resvg::tiny_skia::{FilterQuality, IntSize, Pixmap, PixmapPaint, Transform};

use crate::Error;

/// More would not fit into the memory of small machines: a sheet of 22 by 34 inches at 300 dots an inch has 67 million.
pub const MOST_PIXELS: u64 = 80_000_000;

/// A picture that lies under a drawing.
pub struct Photo {
    /// Each half as large as the one before.
    halves: Vec<Pixmap>,
    /// From its pixels to units of the drawing.
    place: Transform,
    opacity: f32,
}

impl Photo {
    /// Reads a JPEG, PNG or WebP that lies so under a drawing: `x' = a x + c y + e`, `y' = b x + d y + f`.
    ///
    /// # Errors
    /// It is no such picture, or too large.
    pub fn read(bytes: &[u8], [a, b, c, d, e, f]: [f64; 6], opacity: f64) -> Result<Photo, Error> {
        let mut halves = vec![decode(bytes)?];
        while let Some(half) = halves.last().and_then(half_of) {
            halves.push(half);
        }
        let place = Transform::from_row(a as f32, b as f32, c as f32, d as f32, e as f32, f as f32);
        Ok(Photo { halves, place, opacity: opacity as f32 })
    }

    /// Draws it where `to_pixels` brings units of the drawing.
    pub(crate) fn draw(&self, to_pixels: Transform, picture: &mut Pixmap) {
        let whole = to_pixels.pre_concat(self.place);
        // The smallest half that has at least a pixel for each that is drawn.
        let scale = (whole.sx.hypot(whole.ky)).min(whole.kx.hypot(whole.sy)).max(1e-6);
        let wanted = (1.0 / scale).log2().floor().max(0.0) as usize;
        let level = wanted.min(self.halves.len() - 1);
        let Some(half) = self.halves.get(level) else { return };
        let (first, size) = (&self.halves[0], (half.width() as f32, half.height() as f32));
        let grown = Transform::from_scale(first.width() as f32 / size.0, first.height() as f32 / size.1);
        let paint =
            PixmapPaint { opacity: self.opacity, quality: FilterQuality::Bilinear, ..Default::default() };
        picture.draw_pixmap(0, 0, half.as_ref(), &paint, whole.pre_concat(grown), None);
    }
}

/// Whether bytes are a picture that can be a ground.
///
/// # Errors
/// Why they are not.
pub fn check(bytes: &[u8]) -> Result<(u32, u32), Error> {
    let picture = decode(bytes)?;
    Ok((picture.width(), picture.height()))
}

/// Red, green and blue of every pixel of a picture, line by line.
///
/// # Errors
/// It is no picture, or too large.
pub fn colours(bytes: &[u8]) -> Result<Vec<u8>, Error> {
    Ok(decode(bytes)?.data().chunks_exact(4).flat_map(|p| [p[0], p[1], p[2]]).collect())
}

fn half_of(picture: &Pixmap) -> Option<Pixmap> {
    let (width, height) = (picture.width() / 2, picture.height() / 2);
    if width < 64 || height < 64 {
        return None;
    }
    let (mut half, line) = (Pixmap::new(width, height)?, picture.width() as usize * 4);
    let (from, to) = (picture.data(), half.data_mut());
    for y in 0..height as usize {
        for x in 0..width as usize {
            let at = 2 * y * line + 8 * x;
            for colour in 0..4 {
                let sum = [at, at + 4, at + line, at + line + 4]
                    .iter()
                    .map(|i| u16::from(from[i + colour]))
                    .sum::<u16>();
                to[(y * width as usize + x) * 4 + colour] = (sum / 4) as u8;
            }
        }
    }
    Some(half)
}

fn wrong(why: impl std::fmt::Display) -> Error {
    Error::Photo(why.to_string())
}

fn decode(bytes: &[u8]) -> Result<Pixmap, Error> {
    match bytes {
        [0xff, 0xd8, ..] => jpeg(bytes),
        [0x89, b'P', b'N', b'G', ..] => png(bytes),
        [b'R', b'I', b'F', b'F', ..] => webp(bytes),
        _ => Err(wrong("expected JPEG, PNG or WebP")),
    }
}

/// Told before anything large is made.
fn fits(width: u64, height: u64) -> Result<(), Error> {
    match width > 0 && height > 0 && width.saturating_mul(height) <= MOST_PIXELS {
        true => Ok(()),
        false => Err(wrong(format!("{width} by {height} pixels: at most {MOST_PIXELS} in all"))),
    }
}

fn jpeg(bytes: &[u8]) -> Result<Pixmap, Error> {
    use zune_jpeg::zune_core::bytestream::ZCursor;
    use zune_jpeg::zune_core::colorspace::ColorSpace;
    use zune_jpeg::zune_core::options::DecoderOptions;
    let options = DecoderOptions::default()
        .jpeg_set_out_colorspace(ColorSpace::RGB)
        .set_max_width(usize::from(u16::MAX))
        .set_max_height(usize::from(u16::MAX));
    let mut decoder = zune_jpeg::JpegDecoder::new_with_options(ZCursor::new(bytes), options);
    decoder.decode_headers().map_err(wrong)?;
    let (width, height) = decoder.dimensions().ok_or_else(|| wrong("a JPEG without a size"))?;
    fits(width as u64, height as u64)?;
    of_colours(&decoder.decode().map_err(wrong)?, 3, (width as u32, height as u32))
}

fn png(bytes: &[u8]) -> Result<Pixmap, Error> {
    let mut decoder = png::Decoder::new(Cursor::new(bytes));
    decoder.set_transformations(png::Transformations::normalize_to_color8() | png::Transformations::ALPHA);
    let mut reader = decoder.read_info().map_err(wrong)?;
    let (width, height) = (reader.info().width, reader.info().height);
    fits(width.into(), height.into())?;
    let size = reader.output_buffer_size().ok_or_else(|| wrong("a PNG too large"))?;
    let mut pixels = vec![0; size];
    let told = reader.next_frame(&mut pixels).map_err(wrong)?;
    of_colours(&pixels[..told.buffer_size()], told.color_type.samples(), (width, height))
}

fn webp(bytes: &[u8]) -> Result<Pixmap, Error> {
    let mut decoder = image_webp::WebPDecoder::new(Cursor::new(bytes)).map_err(wrong)?;
    let (width, height) = decoder.dimensions();
    fits(width.into(), height.into())?;
    let colours = if decoder.has_alpha() { 4 } else { 3 };
    let mut pixels = vec![0; decoder.output_buffer_size().ok_or_else(|| wrong("a WebP too large"))?];
    decoder.read_image(&mut pixels).map_err(wrong)?;
    of_colours(&pixels, colours, (width, height))
}

/// Grey, grey with opacity, colours, or colours with opacity.
fn of_colours(pixels: &[u8], samples: usize, (width, height): (u32, u32)) -> Result<Pixmap, Error> {
    let cut = |colour: u8, opacity: u8| (u16::from(colour) * u16::from(opacity) / 255) as u8;
    let mut data = Vec::with_capacity(width as usize * height as usize * 4);
    for pixel in pixels.chunks_exact(samples) {
        match *pixel {
            [grey] => data.extend([grey, grey, grey, 255]),
            [grey, a] => data.extend([cut(grey, a), cut(grey, a), cut(grey, a), a]),
            [r, g, b] => data.extend([r, g, b, 255]),
            [r, g, b, a] => data.extend([cut(r, a), cut(g, a), cut(b, a), a]),
            _ => return Err(wrong("colours of an unknown kind")),
        }
    }
    let size = IntSize::from_wh(width, height).ok_or_else(|| wrong("an empty picture"))?;
    Pixmap::from_vec(data, size).ok_or_else(|| wrong("a picture that ends too soon"))
}
