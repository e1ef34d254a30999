//! A picture of a table: paper, contours, woods, water, roads, towns, works. Drawn from the table alone, so the
//! same table is always the same picture; clients lay the stands over it.

mod features;
mod names;
mod page;

use std::fmt::Write;

use crate::geometry::{INCH, Pt};
use crate::setup::Table;

/// Units of the picture to an inch of the table.
pub const SCALE: f64 = 24.0;
/// The margin around the table.
const MARGIN: f64 = 34.0;

/// What the picture shows beside the table.
#[derive(Clone, Copy, Debug, Default)]
pub struct Picture<'a> {
    /// Leave the title and the scale out: only the table itself.
    pub bare: bool,
    /// SVG to lay over everything, in the units of the bare picture ([`place`]).
    pub overlay: &'a str,
}

/// Where points of the table lie in the picture.
struct Sheet {
    height: f64,
    /// Where the table begins.
    left: f64,
    top: f64,
}

impl Sheet {
    fn at(&self, p: Pt) -> (f64, f64) {
        let inch = |v: i64| v as f64 / INCH as f64;
        (self.left + inch(p.x) * SCALE, self.bottom() - inch(p.y) * SCALE)
    }
    fn bottom(&self) -> f64 {
        self.top + self.height
    }
    fn path(&self, points: &[Pt], closed: bool) -> String {
        let mut d = String::new();
        for (n, p) in points.iter().enumerate() {
            let (x, y) = self.at(*p);
            let _ = write!(d, "{}{x:.1} {y:.1}", if n == 0 { "M" } else { "L" });
        }
        if closed {
            d.push('Z');
        }
        d
    }
    /// A line with its corners a little rounded: it never leaves the line the rules know by much.
    fn curve(&self, points: &[Pt]) -> String {
        let mut d = String::new();
        for (n, p) in points.iter().enumerate() {
            let (x, y) = self.at(*p);
            if n == 0 || n + 1 == points.len() {
                let _ = write!(d, "{}{x:.1} {y:.1}", if n == 0 { "M" } else { "L" });
                continue;
            }
            let near = |o: Pt| {
                let length = p.dist(o).max(1);
                self.at(p.toward(o, (INCH / 2).min(length / 2), length))
            };
            let ((ax, ay), (bx, by)) = (near(points[n - 1]), near(points[n + 1]));
            let _ = write!(d, "L{ax:.1} {ay:.1}Q{x:.1} {y:.1} {bx:.1} {by:.1}");
        }
        d
    }
}

/// Where a point of the table, in inches, lies in the bare picture ([`Picture::bare`]).
pub fn place(table: &Table, x: f64, y: f64) -> (f64, f64) {
    (x * SCALE, f64::from(table.height) / 100.0 * SCALE - y * SCALE)
}

/// Draws a table.
pub fn draw(table: &Table, picture: &Picture) -> String {
    let (w, h) = (f64::from(table.width) / 100.0 * SCALE, f64::from(table.height) / 100.0 * SCALE);
    let (left, top, below) = match picture.bare {
        true => (0.0, 0.0, 0.0),
        false => (MARGIN, MARGIN + page::TITLE, page::below(table, w)),
    };
    let sheet = Sheet { height: h, left, top };
    let (width, height) = (w + 2.0 * left, top + h + below);
    let mut out = String::with_capacity(64 * 1024);
    let _ = write!(
        out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {:.0} {:.0}\" class=\"vb\" role=\"img\">\n<title>{}</title>\n{STYLE}\n",
        width,
        height,
        text(&table.name)
    );
    let _ = writeln!(out, "<rect width=\"100%\" height=\"100%\" fill=\"#f4ecd8\"/>");
    let _ =
        writeln!(out, "<rect x=\"{left}\" y=\"{top}\" width=\"{w:.1}\" height=\"{h:.1}\" fill=\"#f1e7c9\"/>");
    features::ground(&mut out, &sheet, &table.features);
    if !picture.bare {
        edge(&mut out, (left, top), (w, h), (width, height));
        page::draw(&mut out, table, &sheet, (w, h));
    }
    let _ = writeln!(out, "<g transform=\"translate({left} {top})\">{}</g></svg>", picture.overlay);
    out
}

const STYLE: &str = "<style>.vb text{font-family:'Libertinus Serif','Palatino Linotype',Palatino,Georgia,serif;fill:#2c211a}\
.vb-name{font-style:italic;font-size:13px;text-anchor:middle;paint-order:stroke;stroke:#f6efdd;stroke-width:3px;stroke-linejoin:round;stroke-opacity:.85}\
.vb-water{fill:#1f4a66}.vb-way{letter-spacing:.5px}.vb-key{font-size:13px}.vb-sp{font-size:15px;font-weight:700;text-anchor:middle}.vb-unit{font-size:8.6px;text-anchor:middle}</style>";

/// Text safe for XML.
fn text(raw: &str) -> String {
    raw.chars()
        .filter(|c| !c.is_control())
        .collect::<String>()
        .replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
}

/// Paper over whatever sticks out of the table.
fn edge(out: &mut String, (left, top): (f64, f64), (w, h): (f64, f64), (width, height): (f64, f64)) {
    let _ = writeln!(
        out,
        "<path d=\"M-9-9H{:.0}V{:.0}H-9ZM{left} {top}h{w:.1}v{h:.1}h-{w:.1}Z\" fill=\"#f4ecd8\" fill-rule=\"evenodd\"/>",
        width + 9.0,
        height + 9.0
    );
}
