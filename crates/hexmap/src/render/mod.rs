//! Drawing a map: as a page of a campaign atlas (SVG), and as text for a terminal.
//!
//! The same map and options always give the same bytes.

mod areas;
mod defs;
mod frame;
mod ground;
mod labels;
mod layout;
mod legend;
mod mask;
mod pen;
mod relief;
mod sites;
#[cfg(test)]
mod tests;
mod text;
mod typeface;
mod waters;
mod ways;

use std::fmt::Write;

pub use layout::Layout;
pub use pen::escape;
pub use text::{describe, ground, text};
pub use typeface::{FONT_LICENSE, FONTS, Face, width};

use crate::grid::Shape;
use crate::{Draw, Hex, HexMap};
use areas::Cells;
use mask::{Mask, NUMBER};
use pen::{Path, n};

/// What a picture of a map shows besides the map.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Options {
    /// What the signs mean, below the map; only those that occur.
    pub legend: bool,
    /// The number of each hex.
    pub numbers: bool,
    /// The name of the map above it.
    pub title: bool,
    /// How long a mile is.
    pub scale_bar: bool,
    /// Where north is.
    pub compass: bool,
    /// A see-through polygon for each hex on top of everything: `<polygon class="hex" data-hex="4610">`.
    pub interactive: bool,
    /// SVG of a further layer, in the coordinates of [`Layout`], drawn above the map and below the
    /// interactive hexes.
    pub overlay: String,
    /// Only what is drawn over or under the picture of the map ([`HexMap::picture`]): it comes to lie before the group
    /// [`OVER_PICTURE`].
    pub on_picture: bool,
}

/// The id of the group that is drawn over the picture of a map.
pub const OVER_PICTURE: &str = "hm-over-picture";

impl Default for Options {
    /// A page to print: everything but the interactive hexes.
    fn default() -> Self {
        Options {
            legend: true,
            numbers: true,
            title: true,
            scale_bar: true,
            compass: true,
            interactive: false,
            overlay: String::new(),
            on_picture: false,
        }
    }
}

impl Options {
    /// The map alone, for a client that has its own title and legend.
    pub fn bare() -> Self {
        Options { legend: false, title: false, scale_bar: false, compass: false, ..Options::default() }
    }
}

/// Draws a map.
///
/// ```
/// use hexmap::render::{Options, svg};
/// # let text = include_str!("../../../../data/examples/crossroads.map.toml");
/// let map = hexmap::HexMap::parse("crossroads.map.toml", text).unwrap();
/// let picture = svg(&map, &Options { interactive: true, ..Options::bare() });
/// assert!(picture.contains("data-hex=\"4811\""));
/// ```
pub fn svg(map: &HexMap, options: &Options) -> String {
    let layout = Layout::new(map, options);
    let cells = Cells::new(map, &layout);
    let mut out = String::with_capacity(1 << 18);
    opening(&mut out, map, &layout, options);
    out.push_str(defs::STYLE);
    defs::defs(&mut out);
    let (width, height) = layout.size();
    let _ = writeln!(out, "<rect width=\"{}\" height=\"{}\" fill=\"#f4ecd8\"/>", n(width), n(height));
    match map.picture.as_ref().filter(|_| options.on_picture) {
        Some(picture) => on_picture(&mut out, &cells, picture.draw),
        None => body(&mut out, &cells, options),
    }
    frame::draw(&mut out, map, &layout, options);
    if options.legend {
        legend::draw(&mut out, map, &layout, options);
    }
    let _ = writeln!(out, "<g class=\"hm-overlay\">{}</g>", options.overlay);
    if options.interactive {
        interactive(&mut out, map, &layout);
    }
    out.push_str("</svg>\n");
    out
}

fn opening(out: &mut String, map: &HexMap, layout: &Layout, options: &Options) {
    // What is one image has no parts for a screen reader; an interactive map has.
    let role = if options.interactive { "group" } else { "img" };
    let (width, height) = (n(layout.size().0), n(layout.size().1));
    let _ = writeln!(
        out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"hm\" width=\"{width}\" height=\"{height}\" \
         viewBox=\"0 0 {width} {height}\" role=\"{role}\" aria-label=\"Map: {}\">",
        escape(&map.name)
    );
}

/// The layers whose places others must keep clear of: worked out first, drawn later.
#[derive(Default)]
struct Layers {
    rivers: String,
    ways: String,
    sites: String,
    names: String,
    contours: String,
}

impl Layers {
    fn new(cells: &Cells<'_>, mask: &mut Mask) -> Layers {
        let mut layers = Layers::default();
        let tracks = ways::tracks(cells);
        waters::draw(&mut layers.rivers, &waters::flows(cells), mask);
        ways::draw(&mut layers.ways, &tracks, mask);
        sites::draw(&mut layers.sites, cells, mask);
        labels::draw(&mut layers.names, cells, &tracks, mask);
        relief::contours(&mut layers.contours, cells, mask);
        layers
    }
}

/// What is drawn where the ground is a picture.
fn on_picture(out: &mut String, cells: &Cells<'_>, draw: Draw) {
    let layout = cells.layout;
    let mut mask = Mask::new(layout.size());
    let layers = (draw == Draw::All).then(|| Layers::new(cells, &mut mask));
    if let Some(layers) = &layers {
        land(out, cells, layers, &mask);
        works(out, cells, layers);
    }
    let _ = writeln!(out, "<g id=\"{OVER_PICTURE}\">");
    if draw != Draw::None {
        grid(out, cells);
        out.push_str("<g id=\"hm-numbers\" class=\"hm-numbers\">\n");
        numbers(out, cells.map, layout);
        out.push_str("</g>\n");
    }
    if let Some(layers) = &layers {
        group(out, "names", |out| out.push_str(&layers.names));
    }
    margin(out, layout);
    out.push_str("</g>\n");
}

/// The map inside its frame, from the ground up.
fn body(out: &mut String, cells: &Cells<'_>, options: &Options) {
    let layout = cells.layout;
    let mut mask = Mask::new(layout.size());
    if options.numbers {
        for hex in cells.map.grid.hexes() {
            let (x, y) = number_point(cells.map, layout, hex);
            mask.rect(((x - 9.0, y - 6.5), (x + 9.0, y + 1.0)), NUMBER);
        }
    }
    let layers = Layers::new(cells, &mut mask);
    land(out, cells, &layers, &mask);
    works(out, cells, &layers);
    if options.numbers {
        // By this name those who draw the map very small find what to leave out.
        out.push_str("<g id=\"hm-numbers\" class=\"hm-numbers\">\n");
        numbers(out, cells.map, layout);
        out.push_str("</g>\n");
    }
    group(out, "names", |out| out.push_str(&layers.names));
    margin(out, layout);
}

/// Paper over whatever sticks out of the frame: much cheaper to draw than the whole map behind a clipping path.
fn margin(out: &mut String, layout: &Layout) {
    let ((left, top), (right, bottom)) = layout.map_rect();
    let (width, height) = layout.size();
    let _ = writeln!(
        out,
        "<path d=\"M-9-9H{}V{}H-9ZM{} {}H{}V{}H{}Z\" fill=\"#f4ecd8\" fill-rule=\"evenodd\"/>",
        n(width + 9.0),
        n(height + 9.0),
        n(left),
        n(top),
        n(right),
        n(bottom),
        n(left)
    );
}

/// What nature made, and the grid over it.
fn land(out: &mut String, cells: &Cells<'_>, layers: &Layers, mask: &Mask) {
    group(out, "ground", |out| {
        relief::tints(out, cells);
        ground::tints(out, cells);
        out.push_str(&layers.contours);
        ground::stamps(out, cells, mask);
    });
    group(out, "slopes", |out| {
        relief::ridges(out, cells);
        relief::slopes(out, cells);
    });
    group(out, "rivers", |out| out.push_str(&layers.rivers));
    grid(out, cells);
    counties(out, cells);
}

/// What people built.
fn works(out: &mut String, cells: &Cells<'_>, layers: &Layers) {
    group(out, "walls", |out| relief::walls(out, cells));
    group(out, "ways", |out| {
        waters::decks(out, cells);
        ways::sunken(out, cells);
        out.push_str(&layers.ways);
    });
    wash(out, cells);
    group(out, "sites", |out| {
        waters::crossings(out, cells);
        out.push_str(&layers.sites);
    });
}

fn group(out: &mut String, name: &str, draw: impl FnOnce(&mut String)) {
    let _ = writeln!(out, "<g class=\"hm-{name}\">");
    draw(out);
    out.push_str("</g>\n");
}

/// The land beyond the map's own hexes fades into the paper.
fn wash(out: &mut String, cells: &Cells<'_>) {
    let ((left, top), (right, bottom)) = cells.layout.map_rect();
    let _ = writeln!(
        out,
        "<path d=\"M{} {}H{}V{}H{}Z{}\" fill=\"#f4ecd8\" fill-opacity=\".62\" fill-rule=\"evenodd\"/>",
        n(left),
        n(top),
        n(right),
        n(bottom),
        n(left),
        Cells::border(cells.map, cells.layout)
    );
}

/// Each hexside once.
fn grid(out: &mut String, cells: &Cells<'_>) {
    let mut path = Path::default();
    for hex in cells.map.grid.hexes() {
        let corners = cells.layout.corners(hex);
        let sides =
            crate::Dir::ALL.map(|dir| cells.map.grid.neighbor(hex, dir).is_none_or(|near| near > hex));
        for i in 0..6 {
            if !sides[i] {
                continue;
            }
            if i == 0 || !sides[i - 1] {
                path.start(corners[i]);
            }
            path.line(corners[(i + 1) % 6]);
        }
    }
    let _ = writeln!(out, "<path d=\"{}\" class=\"hm-grid\"/>", path.0);
}

/// County borders: dots and dashes along the hexsides.
fn counties(out: &mut String, cells: &Cells<'_>) {
    let mut path = Path::default();
    for hex in cells.map.grid.hexes() {
        let corners = cells.layout.corners(hex);
        for (i, dir) in crate::Dir::ALL.into_iter().enumerate() {
            let first = cells.map.grid.neighbor(hex, dir).is_some_and(|near| near > hex);
            if first && cells.map.side(hex, dir).county {
                path.start(corners[i]);
                path.line(corners[(i + 1) % 6]);
            }
        }
    }
    if !path.0.is_empty() {
        let _ = writeln!(
            out,
            "<path d=\"{}\" class=\"hm-county\" fill=\"none\" stroke=\"#6b4a2b\" stroke-width=\"1.6\" \
             stroke-dasharray=\"7 3 1.5 3\"/>",
            path.0
        );
    }
}

fn number_point(map: &HexMap, layout: &Layout, hex: Hex) -> (f64, f64) {
    let (x, y) = layout.centre(hex);
    match map.grid.shape {
        Shape::Pointy => (x, y - layout.edge * 0.60),
        Shape::Flat => (x, y - layout.edge * 0.62),
    }
}

fn numbers(out: &mut String, map: &HexMap, layout: &Layout) {
    for hex in map.grid.hexes() {
        let (x, y) = number_point(map, layout, hex);
        let _ = write!(out, "<text x=\"{}\" y=\"{}\">{}</text>", n(x), n(y), map.grid.label(hex));
    }
    out.push('\n');
}

fn interactive(out: &mut String, map: &HexMap, layout: &Layout) {
    out.push_str("<g class=\"hm-hexes\">\n");
    for hex in map.grid.hexes() {
        let mut points = String::new();
        for (x, y) in layout.corners(hex) {
            let _ = write!(points, "{},{} ", n(x), n(y));
        }
        let _ = writeln!(
            out,
            "<polygon class=\"hex\" data-hex=\"{}\" points=\"{}\" aria-label=\"{}\"/>",
            map.grid.label(hex),
            points.trim_end(),
            escape(&describe(map, hex))
        );
    }
    out.push_str("</g>\n");
}
