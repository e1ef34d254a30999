use super::*;
use hexmap::HexMap;
use hexmap::render::{Options, svg};

fn crossroads(options: &Options) -> String {
    let text = include_str!("../../../data/examples/crossroads.map.toml");
    svg(&HexMap::parse("crossroads.map.toml", text).unwrap(), options)
}

fn decoded(bytes: &[u8]) -> (png::OutputInfo, Vec<u8>) {
    let mut decoder = png::Decoder::new(std::io::Cursor::new(bytes));
    decoder.set_transformations(png::Transformations::EXPAND);
    let mut reader = decoder.read_info().unwrap();
    let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
    let info = reader.next_frame(&mut pixels).unwrap();
    pixels.truncate(info.buffer_size());
    (info, pixels)
}

fn page(svg: &str, scale: f32) -> Vec<u8> {
    let mut out = Vec::new();
    png(svg, scale, &mut out).unwrap();
    out
}

/// The root of the mean of the squared differences.
fn difference(a: &[u8], b: &[u8]) -> f64 {
    assert_eq!(a.len(), b.len());
    let sum: f64 = a.iter().zip(b).map(|(a, b)| (f64::from(*a) - f64::from(*b)).powi(2)).sum();
    (sum / a.len() as f64).sqrt()
}

/// The whole drawing as the library draws it in one piece, without the index and the bands.
fn in_one_piece(svg: &str, scale: f32) -> Vec<u8> {
    let mut options =
        resvg::usvg::Options { font_family: "Libertinus Serif".to_owned(), ..Default::default() };
    for (_, font) in hexmap::render::FONTS {
        options.fontdb_mut().load_font_data(font.to_vec());
    }
    options.fontdb_mut().set_serif_family("Libertinus Serif");
    let tree = resvg::usvg::Tree::from_str(svg, &options).unwrap();
    let (w, h) = (tree.size().width() * scale, tree.size().height() * scale);
    let mut picture = tiny_skia::Pixmap::new(w.round() as u32, h.round() as u32).unwrap();
    resvg::render(&tree, tiny_skia::Transform::from_scale(scale, scale), &mut picture.as_mut());
    picture.data().chunks_exact(4).flat_map(|p| [p[0], p[1], p[2]]).collect()
}

#[test]
fn bands_make_the_same_page_as_one_piece() {
    let drawing = crossroads(&Options::default());
    let (info, pixels) = decoded(&page(&drawing, 0.6));
    assert!(info.height > 256, "more than one band");
    let off = difference(&pixels, &in_one_piece(&drawing, 0.6));
    assert!(off < 0.5, "{off}");
}

#[test]
fn tiles_are_the_page_cut_up_in_256_colours() {
    let drawing = crossroads(&Options::bare());
    let raster = Raster::new(&drawing).unwrap();
    let (info, whole) = decoded(&page(&drawing, 2.0));
    let (width, height) = (info.width as usize, info.height as usize);
    assert!(width > TILE as usize && height > TILE as usize);
    for (column, row) in [(0, 0), (1, 0), (0, 1), (1, 1)] {
        let (info, tile) = decoded(&raster.tile(4, column, row).unwrap());
        assert!(info.width <= TILE && info.height <= TILE);
        let (left, top) = ((column * TILE) as usize, (row * TILE) as usize);
        let (w, h) = ((info.width as usize).min(width - left), (info.height as usize).min(height - top));
        let cut = |all: &[u8], line: usize, at: usize, y: usize| all[(y * line + at) * 3..][..w * 3].to_vec();
        let mine: Vec<u8> = (0..h).flat_map(|y| cut(&tile, info.width as usize, 0, y)).collect();
        let part: Vec<u8> = (0..h).flat_map(|y| cut(&whole, width, left, top + y)).collect();
        let off = difference(&mine, &part);
        assert!(off < 4.0, "{column} {row}: {off}");
    }
    assert!(matches!(raster.tile(4, 99, 0), Err(Error::Nowhere)));
    assert!(matches!(raster.tile(9, 0, 0), Err(Error::Nowhere)));
    assert_eq!(raster.tile(2, 0, 0).unwrap(), raster.tile(2, 0, 0).unwrap());
}

#[test]
fn numbers_are_left_out_where_they_cannot_be_read() {
    let with = Raster::new(&crossroads(&Options::bare())).unwrap();
    let without = Raster::new(&crossroads(&Options { numbers: false, ..Options::bare() })).unwrap();
    let part = Part { left: 0, top: 0, width: 100, height: 100 };
    let drawn = |raster: &Raster, scale| raster.scene.draw(scale, part).unwrap().take();
    // The rest of the drawing keeps clear of numbers, so that it differs a little; but not by their ink.
    assert!(difference(&drawn(&with, 0.25), &drawn(&without, 0.25)) < 12.0);
    let far = with.scene.draw(0.25, part).unwrap();
    assert_ne!(far.data(), with.scene.draw(1.0, part).unwrap().data());
}

#[test]
fn a_thumbnail_is_small_and_of_the_size_asked_for() {
    let raster = Raster::new(&crossroads(&Options::bare())).unwrap();
    let jpeg = raster.thumbnail(360, 225).unwrap();
    assert_eq!(&jpeg[..2], b"\xff\xd8");
    assert!(jpeg.len() < 30_000, "{} bytes", jpeg.len());
    assert!(jpeg.windows(4).any(|w| w == [0, 225, 1, 104]), "225 by 360 in its header");
}

#[test]
fn what_is_drawn_over_the_map_is_in_the_page() {
    let with = |fill: &str| {
        let overlay = format!("<rect x=\"100\" y=\"100\" width=\"90\" height=\"60\" fill=\"{fill}\"/>");
        page(&crossroads(&Options { overlay, ..Options::bare() }), 0.5)
    };
    assert_ne!(with("#00f"), with("#f00"));
}

#[test]
fn nonsense_is_refused() {
    let mut out = Vec::new();
    assert!(matches!(png("no picture", 1.0, &mut out), Err(Error::Svg(_))));
    assert!(matches!(Raster::new("<p/>"), Err(Error::Svg(_))));
    let drawing = crossroads(&Options::bare());
    for scale in [0.0, -1.0, 1e-6, 1e3, f32::NAN, f32::INFINITY] {
        assert!(matches!(png(&drawing, scale, &mut out), Err(Error::Size { .. })), "{scale}");
    }
}

mod photos {
    use super::*;
    use crate::{Photo, check};

    /// Left half red, right half blue, 200 by 100.
    fn scan() -> Vec<u8> {
        let mut out = Vec::new();
        let mut encoder = ::png::Encoder::new(&mut out, 200, 100);
        encoder.set_color(::png::ColorType::Rgb);
        encoder.set_depth(::png::BitDepth::Eight);
        let mut writer = encoder.write_header().unwrap();
        let pixel = |n: usize| if n % 200 < 100 { [200, 0, 0] } else { [0, 0, 200] };
        writer.write_image_data(&(0..200 * 100).flat_map(pixel).collect::<Vec<u8>>()).unwrap();
        writer.finish().unwrap();
        out
    }

    const DRAWING: &str = "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"400\" height=\"200\">\
         <rect width=\"400\" height=\"200\" fill=\"#00ff00\"/>\
         <g id=\"hm-over-picture\"><rect x=\"190\" y=\"0\" width=\"20\" height=\"200\" fill=\"#ffffff\"/></g></svg>";

    /// The colour at a point of the tile at scale 1.
    fn colour(raster: &Raster, x: usize, y: usize) -> [u8; 3] {
        let tile = raster.tile(3, 0, 0).unwrap();
        let mut reader = ::png::Decoder::new(std::io::Cursor::new(tile)).read_info().unwrap();
        let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
        reader.next_frame(&mut pixels).unwrap();
        let at = (y * 400 + x) * 3;
        [pixels[at], pixels[at + 1], pixels[at + 2]]
    }

    #[test]
    fn a_picture_lies_over_the_ground_and_under_the_grid() {
        let twice = [2.0, 0.0, 0.0, 2.0, 0.0, 0.0];
        let raster = Raster::on(DRAWING, Photo::read(&scan(), twice, 1.0).unwrap()).unwrap();
        assert_eq!(colour(&raster, 60, 100), [200, 0, 0]);
        assert_eq!(colour(&raster, 340, 100), [0, 0, 200]);
        assert_eq!(colour(&raster, 200, 100), [255, 255, 255], "what lies over it");
        let half = Raster::on(DRAWING, Photo::read(&scan(), twice, 0.5).unwrap()).unwrap();
        let [red, green, _] = colour(&half, 60, 100);
        assert!(
            (95..=105).contains(&red) && (120..=135).contains(&green),
            "the ground shines through: {red} {green}"
        );
        let beside = [2.0, 0.0, 0.0, 2.0, 200.0, 0.0];
        let moved = Raster::on(DRAWING, Photo::read(&scan(), beside, 1.0).unwrap()).unwrap();
        assert_eq!(colour(&moved, 60, 100), [0, 255, 0], "where there is no picture there is the ground");
        assert_eq!(colour(&moved, 340, 100), [200, 0, 0]);
        assert!(raster.tile(0, 0, 0).is_ok() && raster.thumbnail(100, 60).is_ok());
    }

    #[test]
    fn jpegs_and_pngs_are_read_and_nothing_else() {
        assert_eq!(check(&scan()).unwrap(), (200, 100));
        let mut jpeg = Vec::new();
        let grey = vec![128; 40 * 30 * 3];
        jpeg_encoder::Encoder::new(&mut jpeg, 90)
            .encode(&grey, 40, 30, jpeg_encoder::ColorType::Rgb)
            .unwrap();
        assert_eq!(check(&jpeg).unwrap(), (40, 30));
        for bad in [b"".as_slice(), b"<svg/>", &scan()[..60], &jpeg[..40], b"RIFF....WEBP", b"\x89PNG"] {
            assert!(check(bad).is_err(), "{bad:?}");
        }
    }

    #[test]
    fn a_picture_that_says_it_is_huge_is_refused_before_it_is_read() {
        let mut huge = scan();
        huge[16..24].copy_from_slice(&[0, 1, 0, 0, 0, 1, 0, 0]);
        let crc = {
            // The checksum of the changed header, so that its size is believed.
            let mut sum = !0u32;
            for byte in &huge[12..29] {
                sum ^= u32::from(*byte);
                (0..8).for_each(|_| sum = if sum & 1 == 1 { (sum >> 1) ^ 0xedb8_8320 } else { sum >> 1 });
            }
            !sum
        };
        huge[29..33].copy_from_slice(&crc.to_be_bytes());
        assert!(check(&huge).unwrap_err().to_string().contains("65536 by 65536"), "{:?}", check(&huge));
    }
}
