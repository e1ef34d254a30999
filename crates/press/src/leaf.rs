//! Pages with a heading and a foot that are filled from the top.

use crate::pdf::{Document, Page, Place};
use crate::svg::{At, Face, Svg, Type};
use crate::{Error, INK, Paper, Printed};

/// The margins of a page that is filled with text.
const SIDE: f64 = 15.0;
const FOOT: f64 = 14.0;
/// Where a page begins, below its heading.
const TOP: f64 = 27.0;

/// Pages under way.
pub struct Leaves<'a> {
    paper: (f64, f64),
    title: &'a str,
    subtitle: String,
    done: Vec<Svg>,
    page: Option<Svg>,
    /// Where the next thing goes on the page.
    pub y: f64,
}

impl<'a> Leaves<'a> {
    pub fn new(paper: Paper, title: &'a str, subtitle: &str) -> Leaves<'a> {
        let paper = paper.size();
        Leaves { paper, title, subtitle: subtitle.to_owned(), done: Vec::new(), page: None, y: 0.0 }
    }

    pub fn left(&self) -> f64 {
        SIDE
    }

    pub fn room(&self) -> f64 {
        self.paper.0 - 2.0 * SIDE
    }

    /// What is left of the page.
    pub fn below(&self) -> f64 {
        if self.page.is_some() { self.paper.1 - FOOT - self.y } else { 0.0 }
    }

    /// How much a fresh page holds.
    pub fn whole(&self) -> f64 {
        self.paper.1 - FOOT - TOP
    }

    /// What comes next begins a new page under this heading.
    pub fn part(&mut self, subtitle: &str) {
        self.subtitle = subtitle.to_owned();
        self.done.extend(self.page.take());
    }

    /// The page to draw on, a new one where it has not this much room left.
    pub fn take(&mut self, height: f64) -> &mut Svg {
        if self.below() < height {
            self.done.extend(self.page.take());
        }
        let (paper, title, subtitle) = (self.paper, self.title, self.subtitle.clone());
        let y = &mut self.y;
        self.page.get_or_insert_with(|| {
            *y = TOP;
            head(paper, title, &subtitle)
        })
    }

    /// Numbers the pages and puts them into a document.
    ///
    /// # Errors
    /// A drawing that cannot be read.
    pub fn bind(mut self, tell: &mut dyn FnMut(usize, usize)) -> Result<Printed, Error> {
        self.done.extend(self.page.take());
        let mut document = Document::new(self.title);
        let all = self.done.len();
        for (n, mut svg) in self.done.into_iter().enumerate() {
            tell(n, all);
            let (width, height) = self.paper;
            let small = Type::new(Face::Italic, 2.9).soft();
            svg.text((width / 2.0, height - 8.0), At::Middle, small, &format!("{} of {all}", n + 1));
            let drawing = document.drawing(&svg.finish())?;
            let mut page = Page::new(width, height);
            page.place(drawing, Place { x: 0.0, y: 0.0, scale: 1.0, window: None });
            document.add(page);
        }
        tell(all, all);
        Ok(document.finish())
    }
}

/// A page with its heading.
fn head((width, height): (f64, f64), title: &str, subtitle: &str) -> Svg {
    let mut svg = Svg::new(width, height);
    let room = width - 2.0 * SIDE;
    let narrow = room * 0.62;
    svg.fitted((SIDE, 18.0), At::Left, Type::new(Face::Semibold, 6.4), narrow, title);
    svg.fitted((width - SIDE, 18.0), At::Right, Type::new(Face::Italic, 4.6), room - narrow - 4.0, subtitle);
    svg.line((SIDE, 21.0), (width - SIDE, 21.0), 0.5, INK);
    svg.line((SIDE, 22.0), (width - SIDE, 22.0), 0.15, INK);
    svg
}
