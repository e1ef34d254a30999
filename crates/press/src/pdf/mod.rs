//! Drawings in SVG become a PDF: every drawing one form that pages place, scale and cut, text as text in the fonts of
//! the maps, of which only the letters used are embedded. The same drawings always give the same bytes.

mod fonts;
mod ink;
mod walk;

use pdf_writer::{Content, Filter, Finish, Name, Pdf, Rect, Ref, TextStr};
use usvg::{Options, Transform, Tree};

use crate::{Error, Printed};
use fonts::Fonts;
use walk::Walk;

/// Points of a PDF in a millimetre.
pub const POINTS: f64 = 72.0 / 25.4;

/// A drawing that pages can place.
#[derive(Clone, Copy, Debug)]
pub struct Drawing {
    form: usize,
    /// Its size in units of its own.
    pub width: f64,
    /// From top to bottom, in millimetres.
    pub height: f64,
}

/// Content that is placed as a whole: a drawing, or a part of one that is see-through as a whole.
struct Form {
    content: Vec<u8>,
    bounds: [f32; 4],
    /// It is drawn by itself first, then laid on what is below.
    isolated: bool,
}

/// A pattern that fills an area.
struct Tile {
    content: Vec<u8>,
    matrix: [f32; 6],
    cell: [f32; 4],
}

/// What all content may name: one list for the whole document.
#[derive(Default)]
struct Shared {
    fonts: Fonts,
    forms: Vec<Form>,
    tiles: Vec<Tile>,
    /// Opacity of areas and of lines, in thousandths.
    states: Vec<(u16, u16)>,
}

impl Shared {
    /// The number of a graphics state with these opacities.
    fn state(&mut self, fill: f32, stroke: f32) -> usize {
        let key = ((fill * 1000.0).round() as u16, (stroke * 1000.0).round() as u16);
        self.states.iter().position(|known| *known == key).unwrap_or_else(|| {
            self.states.push(key);
            self.states.len() - 1
        })
    }
}

/// A page under way, in millimetres from its upper left corner.
pub struct Page {
    width: f64,
    height: f64,
    content: Content,
}

/// Where a drawing goes, in millimetres.
#[derive(Clone, Copy, Debug)]
pub struct Place {
    /// Its upper left corner.
    pub x: f64,
    /// How far that lies below the upper edge.
    pub y: f64,
    /// Millimetres a unit of the drawing.
    pub scale: f64,
    /// What is seen of the page there: left, top, width, height.
    pub window: Option<[f64; 4]>,
}

impl Page {
    /// An empty page, in millimetres.
    pub fn new(width: f64, height: f64) -> Page {
        Page { width, height, content: Content::new() }
    }

    /// Puts a drawing on it.
    pub fn place(&mut self, drawing: Drawing, place: Place) {
        let points = |mm: f64| (mm * POINTS) as f32;
        self.content.save_state();
        if let Some([x, y, width, height]) = place.window {
            self.content.rect(points(x), points(self.height - y - height), points(width), points(height));
            self.content.clip_nonzero().end_path();
        }
        let scale = points(place.scale);
        let corner = [points(place.x), points(self.height - place.y)];
        self.content.transform([scale, 0.0, 0.0, -scale, corner[0], corner[1]]);
        self.content.x_object(Name(format!("D{}", drawing.form).as_bytes()));
        self.content.restore_state();
    }
}

/// A document under way.
pub struct Document {
    title: String,
    options: Options<'static>,
    shared: Shared,
    pages: Vec<Page>,
}

impl Document {
    /// A document without pages, with its title.
    pub fn new(title: &str) -> Document {
        Document {
            title: title.to_owned(),
            options: raster::options(),
            shared: Shared::default(),
            pages: Vec::new(),
        }
    }

    /// Takes a drawing in.
    ///
    /// # Errors
    /// Text that is not SVG.
    pub fn drawing(&mut self, svg: &str) -> Result<Drawing, Error> {
        let tree = Tree::from_str(svg, &self.options)?;
        let (width, height) = (tree.size().width(), tree.size().height());
        let content = Walk::new(&mut self.shared, tree.fontdb()).all(tree.root(), Transform::identity());
        let bounds = [0.0, 0.0, width, height];
        self.shared.forms.push(Form { content, bounds, isolated: false });
        let form = self.shared.forms.len() - 1;
        Ok(Drawing { form, width: f64::from(width), height: f64::from(height) })
    }

    /// Adds a page behind the others.
    pub fn add(&mut self, page: Page) {
        self.pages.push(page);
    }

    /// How many pages there are so far.
    pub fn pages(&self) -> usize {
        self.pages.len()
    }

    /// The file.
    pub fn finish(self) -> Printed {
        let pages = self.pages.len();
        Printed { bytes: self.bytes(), pages }
    }

    fn bytes(self) -> Vec<u8> {
        let mut next = Ref::new(1);
        let (catalog, tree, info, resources) = (next.bump(), next.bump(), next.bump(), next.bump());
        let mut pdf = Pdf::new();
        pdf.catalog(catalog).pages(tree).lang(TextStr("en"));
        pdf.document_info(info).title(TextStr(&self.title)).producer(TextStr("Hardtack"));
        let pages: Vec<Ref> = self.pages.iter().map(|_| next.bump()).collect();
        pdf.pages(tree).count(pages.len() as i32).kids(pages.iter().copied());
        for (page, id) in self.pages.into_iter().zip(pages) {
            let content = next.bump();
            let size = [page.width, page.height].map(|mm| (mm * POINTS) as f32);
            let mut written = pdf.page(id);
            written.parent(tree).media_box(Rect::new(0.0, 0.0, size[0], size[1])).contents(content);
            written.pair(Name(b"Resources"), resources);
            written.finish();
            pdf.stream(content, &deflate(page.content.finish().as_slice())).filter(Filter::FlateDecode);
        }
        write_shared(&mut pdf, &mut next, resources, &self.shared);
        pdf.finish()
    }
}

/// Everything that pages and forms may name, in one dictionary for all of them.
fn write_shared(pdf: &mut Pdf, next: &mut Ref, resources: Ref, shared: &Shared) {
    let forms: Vec<Ref> = shared.forms.iter().map(|_| next.bump()).collect();
    let tiles: Vec<Ref> = shared.tiles.iter().map(|_| next.bump()).collect();
    let fonts = shared.fonts.write(pdf, next);
    for (form, id) in shared.forms.iter().zip(&forms) {
        let content = deflate(&form.content);
        let mut written = pdf.form_xobject(*id, &content);
        let [x, y, width, height] = form.bounds;
        written.filter(Filter::FlateDecode);
        written.bbox(Rect::new(x, y, x + width, y + height));
        if form.isolated {
            written.group().transparency().isolated(true);
        }
        written.pair(Name(b"Resources"), resources);
    }
    for (tile, id) in shared.tiles.iter().zip(&tiles) {
        let content = deflate(&tile.content);
        let mut written = pdf.tiling_pattern(*id, &content);
        let [x, y, width, height] = tile.cell;
        written.filter(Filter::FlateDecode);
        written
            .paint_type(pdf_writer::types::PaintType::Colored)
            .tiling_type(pdf_writer::types::TilingType::NoDistortion)
            .bbox(Rect::new(x, y, x + width, y + height))
            .x_step(width)
            .y_step(height)
            .matrix(tile.matrix);
        written.pair(Name(b"Resources"), resources);
    }
    let mut all = pdf.indirect(resources).start::<pdf_writer::writers::Resources>();
    let mut named = all.x_objects();
    for (n, id) in forms.iter().enumerate() {
        named.pair(Name(format!("D{n}").as_bytes()), *id);
    }
    named.finish();
    let mut named = all.patterns();
    for (n, id) in tiles.iter().enumerate() {
        named.pair(Name(format!("P{n}").as_bytes()), *id);
    }
    named.finish();
    let mut named = all.fonts();
    for (n, id) in &fonts {
        named.pair(Name(format!("F{n}").as_bytes()), *id);
    }
    named.finish();
    let mut named = all.ext_g_states();
    for (n, (fill, stroke)) in shared.states.iter().enumerate() {
        let mut state =
            named.insert(Name(format!("G{n}").as_bytes())).start::<pdf_writer::writers::ExtGraphicsState>();
        state.non_stroking_alpha(f32::from(*fill) / 1000.0).stroking_alpha(f32::from(*stroke) / 1000.0);
    }
}

fn deflate(bytes: &[u8]) -> Vec<u8> {
    use std::io::Write;
    let mut out = flate2::write::ZlibEncoder::new(Vec::new(), flate2::Compression::new(6));
    // Into memory, which cannot fail.
    let _ = out.write_all(bytes);
    out.finish().unwrap_or_default()
}
