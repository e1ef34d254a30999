//! A map in pages: a key first, then the pages row by row, to be cut at the marks and joined.

use crate::pdf::{Document, Page, Place};
use crate::svg::{At, Face, Svg, Type};
use crate::{Error, INK, Length, MARGIN, Paper, Printed, SOFT};

/// More pages than anybody prints.
const MOST: usize = 400;
/// The least paper a page must have for the map.
const LEAST: f64 = 30.0;
/// The length of the bar on the key.
const BAR: f64 = 100.0;

/// What is to be printed of a map.
#[derive(Clone, Debug)]
pub struct Map<'a> {
    /// What stands on every page.
    pub title: &'a str,
    /// Its picture.
    pub svg: &'a str,
    /// Units of the picture that become `unit` on paper: a hex from side to side, or an inch of a table.
    pub units: f64,
    /// How long that is on paper.
    pub unit: Length,
    /// Units of bare paper around the picture that need not be printed.
    pub trim: f64,
    /// What the unit is called: `a hex`, `an inch of the table`.
    pub of: &'a str,
    /// What two pages beside each other both show.
    pub overlap: Length,
    /// What it is printed on.
    pub paper: Paper,
}

/// How a map is laid out in pages.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Tiling {
    /// The page as it is turned.
    pub page: (f64, f64),
    /// What of the map a page shows, in millimetres.
    pub window: (f64, f64),
    /// What two pages beside each other both show, in millimetres.
    pub overlap: f64,
    /// How much more the pages can show than there is: half of it lies on each side.
    pub spare: (f64, f64),
    /// Pages from left to right.
    pub columns: usize,
    /// Pages from top to bottom.
    pub rows: usize,
}

impl Tiling {
    /// The way with the fewest pages, upright where both are the same.
    ///
    /// # Errors
    /// The pages cannot hold it; why.
    pub fn new((width, height): (f64, f64), paper: Paper, overlap: f64) -> Result<Tiling, Error> {
        let (w, h) = paper.size();
        let ways = [(w, h), (h, w)].map(|page| Tiling::turned((width, height), page, overlap));
        let best = ways.into_iter().flatten().min_by_key(Tiling::pages);
        let Some(best) = best else {
            let room = (w - 2.0 * MARGIN.0).min(h - MARGIN.0 - MARGIN.1);
            return Err(Error::Paper(format!(
                "pages that overlap by {overlap} mm cannot be joined on {}: it has {room:.0} mm for the map, and {LEAST} mm of \
                 every page must be new; take a smaller --overlap",
                paper.name()
            )));
        };
        if best.pages() > MOST {
            return Err(Error::Paper(format!(
                "a map of {:.1} by {:.1} m would take {} pages of {}: at most {MOST}; take a smaller scale",
                width / 1000.0,
                height / 1000.0,
                best.pages(),
                paper.name()
            )));
        }
        Ok(best)
    }

    fn turned((width, height): (f64, f64), page: (f64, f64), overlap: f64) -> Option<Tiling> {
        let window = (page.0 - 2.0 * MARGIN.0, page.1 - MARGIN.0 - MARGIN.1);
        let fresh = (window.0 - overlap, window.1 - overlap);
        if fresh.0 < LEAST || fresh.1 < LEAST {
            return None;
        }
        let count = |all: f64, fresh: f64| ((all - overlap) / fresh - 1e-6).ceil().max(1.0) as usize;
        let (columns, rows) = (count(width, fresh.0), count(height, fresh.1));
        let spare = |count: usize, fresh: f64, all: f64| (count as f64 * fresh + overlap - all).max(0.0);
        let spare = (spare(columns, fresh.0, width), spare(rows, fresh.1, height));
        Some(Tiling { page, window, overlap, spare, columns, rows })
    }

    /// How many pages there are.
    pub fn pages(&self) -> usize {
        self.columns * self.rows
    }

    /// Where the window of a page lies on the map.
    fn corner(&self, column: usize, row: usize) -> (f64, f64) {
        let at = |n: usize, window: f64, spare: f64| n as f64 * (window - self.overlap) - spare / 2.0;
        (at(column, self.window.0, self.spare.0), at(row, self.window.1, self.spare.1))
    }
}

/// The name of a page: the row as a letter, the column as a number.
pub fn name(column: usize, row: usize) -> String {
    let letter = |n: usize| char::from(b'A' + (n % 26) as u8);
    let row = match row / 26 {
        0 => letter(row).to_string(),
        more => format!("{}{}", letter(more - 1), letter(row)),
    };
    format!("{row}{}", column + 1)
}

impl Map<'_> {
    /// Its pages; `tell` hears which of how many is made.
    ///
    /// # Errors
    /// The paper cannot hold it, or the picture cannot be read.
    pub fn print(&self, tell: &mut dyn FnMut(usize, usize)) -> Result<Printed, Error> {
        let mut document = Document::new(self.title);
        let map = document.drawing(self.svg)?;
        let scale = self.unit.0 / self.units;
        let size = (map.width - 2.0 * self.trim, map.height - 2.0 * self.trim);
        let tiling = Tiling::new((size.0 * scale, size.1 * scale), self.paper, self.overlap.0)?;
        let all = tiling.pages() + 1;
        tell(0, all);
        let (drawn, place) = self.key(&tiling, size, scale);
        let marks = document.drawing(&drawn)?;
        let mut page = Page::new(self.paper.size().0, self.paper.size().1);
        page.place(map, place);
        page.place(marks, Place { x: 0.0, y: 0.0, scale: 1.0, window: None });
        document.add(page);
        for row in 0..tiling.rows {
            for column in 0..tiling.columns {
                tell(document.pages(), all);
                let marks = document.drawing(&self.marks(&tiling, column, row))?;
                let (x, y) = tiling.corner(column, row);
                let mut page = Page::new(tiling.page.0, tiling.page.1);
                let window = [MARGIN.0, MARGIN.0, tiling.window.0, tiling.window.1];
                let cut = self.trim * scale;
                let (x, y) = (MARGIN.0 - x - cut, MARGIN.0 - y - cut);
                page.place(map, Place { x, y, scale, window: Some(window) });
                page.place(marks, Place { x: 0.0, y: 0.0, scale: 1.0, window: None });
                document.add(page);
            }
        }
        tell(all, all);
        Ok(document.finish())
    }

    /// The marks of a page: where to cut, where the next page begins, which page it is.
    fn marks(&self, tiling: &Tiling, column: usize, row: usize) -> String {
        let mut svg = Svg::new(tiling.page.0, tiling.page.1);
        let (left, top) = (MARGIN.0, MARGIN.0);
        let (right, bottom) = (left + tiling.window.0, top + tiling.window.1);
        for (x, out) in [(left, -1.0), (right, 1.0)] {
            for (y, up) in [(top, -1.0), (bottom, 1.0)] {
                svg.line((x + out, y), (x + out * 6.0, y), 0.2, INK);
                svg.line((x, y + up), (x, y + up * 6.0), 0.2, INK);
            }
        }
        // Short ticks where the neighbours end: glue up to there.
        let overlap = tiling.overlap;
        if overlap > 0.0 {
            for (there, x) in [(column > 0, left + overlap), (column + 1 < tiling.columns, right - overlap)] {
                for (y, up) in [(top, -1.0), (bottom, 1.0)].into_iter().filter(|_| there) {
                    svg.line((x, y + up), (x, y + up * 3.0), 0.15, SOFT);
                }
            }
            for (there, y) in [(row > 0, top + overlap), (row + 1 < tiling.rows, bottom - overlap)] {
                for (x, out) in [(left, -1.0), (right, 1.0)].into_iter().filter(|_| there) {
                    svg.line((x + out, y), (x + out * 3.0, y), 0.15, SOFT);
                }
            }
        }
        let foot = bottom + 6.0;
        let middle = (left + right) / 2.0;
        svg.text((middle, foot), At::Middle, Type::new(Face::Semibold, 4.2), &name(column, row));
        let small = Type::new(Face::Italic, 2.9).soft();
        svg.fitted((left + 8.0, foot), At::Left, small, tiling.window.0 / 2.0 - 20.0, self.title);
        let of = format!("row {} of {}, column {} of {}", row + 1, tiling.rows, column + 1, tiling.columns);
        svg.text((right - 8.0, foot), At::Right, small, &of);
        svg.finish()
    }

    /// The page that tells how the others are joined, and where the map goes on it.
    fn key(&self, tiling: &Tiling, size: (f64, f64), scale: f64) -> (String, Place) {
        let (width, height) = self.paper.size();
        let mut svg = Svg::new(width, height);
        let middle = width / 2.0;
        svg.fitted((middle, 25.0), At::Middle, Type::new(Face::Semibold, 9.0), width - 40.0, self.title);
        let unit = (self.unit.0 * 100.0).round() / 100.0;
        let across = format!("{} is {unit} mm on paper", self.of);
        svg.text((middle, 33.0), At::Middle, Type::new(Face::Italic, 4.2), &across);
        svg.line((middle - 30.0, 37.0), (middle + 30.0, 37.0), 0.3, INK);
        let room = [20.0, 44.0, width - 40.0, height - 44.0 - 72.0];
        let small = (room[2] / size.0).min(room[3] / size.1);
        let (w, h) = (size.0 * small, size.1 * small);
        let (x, y) = (room[0] + (room[2] - w) / 2.0, room[1] + (room[3] - h) / 2.0);
        svg.rect([x, y, w, h], "none", INK, 0.4);
        let shrink = small / scale;
        for row in 0..tiling.rows {
            for column in 0..tiling.columns {
                let corner = tiling.corner(column, row);
                let end = (corner.0 + tiling.window.0, corner.1 + tiling.window.1);
                let (px, py) = (x + (corner.0 * shrink).max(0.0), y + (corner.1 * shrink).max(0.0));
                let (pw, ph) = (w.min(end.0 * shrink) + x - px, h.min(end.1 * shrink) + y - py);
                svg.rect([px, py, pw, ph], "none", "#7d1f1a", 0.25);
                let at = (px + pw / 2.0, py + ph / 2.0 + 1.5);
                let size = (ph * 0.5).min(pw * 0.4).clamp(1.5, 5.0);
                svg.raw("<g paint-order=\"stroke\" stroke=\"#fffdf5\" stroke-width=\"1\" stroke-linejoin=\"round\">");
                let set = Type { colour: "#7d1f1a", ..Type::new(Face::Semibold, size) };
                svg.text(at, At::Middle, set, &name(column, row));
                svg.raw("</g>");
            }
        }
        self.bar(&mut svg, (middle - BAR / 2.0, height - 58.0));
        let told = format!(
            "{} in {} and {}. Print at actual size: a bar that is shorter than 100 mm has been shrunk to fit. Cut each page \
             along the marks at its right and its lower edge, lay it over its neighbours by {} mm, up to the short ticks, and glue. \
             A row has a letter, a column a number.",
            count(tiling.pages(), "page"),
            count(tiling.rows, "row"),
            count(tiling.columns, "column"),
            self.overlap.0
        );
        let set = Type::new(Face::Regular, 3.6);
        svg.lines((30.0, height - 36.0), set, &set.wrap(&told, width - 60.0));
        let cut = self.trim * small;
        (svg.finish(), Place { x: x - cut, y: y - cut, scale: small, window: Some([x, y, w, h]) })
    }

    /// Ten parts of ten millimetres.
    fn bar(&self, svg: &mut Svg, (x, y): (f64, f64)) {
        for n in 0..10u8 {
            let fill = if n % 2 == 0 { INK } else { "#fff" };
            svg.rect([x + f64::from(n) * BAR / 10.0, y, BAR / 10.0, 2.4], fill, "none", 0.0);
        }
        svg.rect([x, y, BAR, 2.4], "none", INK, 0.25);
        let small = Type::new(Face::Regular, 3.0);
        for mark in [0u8, 50, 100] {
            let text = if mark == 100 { "100 mm".to_owned() } else { mark.to_string() };
            svg.text((x + f64::from(mark), y - 1.4), At::Middle, small, &text);
        }
    }
}

fn count(n: usize, word: &str) -> String {
    if n == 1 { format!("one {word}") } else { format!("{n} {word}s") }
}
