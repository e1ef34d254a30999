//! Through the tree of a drawing: groups, paths and texts become content.

use std::sync::Arc;

use usvg::layout::Span;
use usvg::{FillRule, Group, Node, Paint, PaintOrder, Path, Stroke, Text, Transform, fontdb::Database};

use super::ink::{Ink, matrix, number};
use super::{Form, Shared, Tile};

pub(super) struct Walk<'a> {
    shared: &'a mut Shared,
    letters: &'a Arc<Database>,
    ink: Ink,
    /// From the drawing to the form that is being written: what patterns lie in.
    base: Transform,
}

/// How much larger lines become, if they do so in every direction alike.
fn evenly(t: Transform) -> Option<f32> {
    let (x, y) = (t.sx.hypot(t.ky), t.kx.hypot(t.sy));
    let square = (t.sx * t.kx + t.ky * t.sy).abs();
    ((x - y).abs() <= 1e-3 * x && square <= 1e-3 * x * x).then_some(x)
}

impl<'a> Walk<'a> {
    pub(super) fn new(shared: &'a mut Shared, letters: &'a Arc<Database>) -> Walk<'a> {
        Walk { shared, letters, ink: Ink::default(), base: Transform::identity() }
    }

    /// The content of a group, as if it stood alone.
    pub(super) fn all(mut self, group: &Group, to: Transform) -> Vec<u8> {
        self.children(group, to);
        self.ink.finish()
    }

    fn children(&mut self, group: &Group, to: Transform) {
        for node in group.children() {
            match node {
                Node::Group(inner) => self.group(inner, to.pre_concat(inner.transform())),
                Node::Path(path) => self.path(path, to),
                Node::Text(text) => self.text(text, to),
                // No drawing of ours holds one.
                Node::Image(_) => {}
            }
        }
    }

    fn group(&mut self, group: &Group, to: Transform) {
        let opacity = group.opacity().get();
        if opacity >= 1.0 && group.clip_path().is_none() {
            return self.children(group, to);
        }
        self.ink.save();
        if let Some(clip) = group.clip_path() {
            self.outlines(clip.root(), to.pre_concat(clip.transform()));
            self.ink.raw("W n");
        }
        if opacity >= 1.0 {
            self.children(group, to);
        } else {
            self.see_through(group, to, opacity);
        }
        self.ink.restore();
    }

    /// All of it is drawn first, then laid down as a whole.
    fn see_through(&mut self, group: &Group, to: Transform, opacity: f32) {
        let outer = std::mem::take(&mut self.ink);
        self.children(group, to);
        let content = std::mem::replace(&mut self.ink, outer).finish();
        let bounds = group.abs_layer_bounding_box();
        let bounds = [bounds.x(), bounds.y(), bounds.width(), bounds.height()];
        self.shared.forms.push(Form { content, bounds, isolated: true });
        let form = self.shared.forms.len() - 1;
        let state = self.shared.state(opacity, opacity);
        self.ink.state(state);
        self.ink.raw(&format!("/D{form} Do"));
    }

    fn outlines(&mut self, group: &Group, to: Transform) {
        for node in group.children() {
            match node {
                Node::Group(inner) => self.outlines(inner, to.pre_concat(inner.transform())),
                Node::Path(path) => self.ink.path(path.data(), to),
                _ => {}
            }
        }
    }

    fn path(&mut self, path: &Path, to: Transform) {
        if !path.is_visible() {
            return;
        }
        // Lines that are pressed flat are drawn so by the printer; all others keep their state.
        let even = evenly(to);
        if even.is_none() {
            self.ink.save();
            self.ink.raw(&format!("{} cm", matrix(to)));
        }
        let (at, scale) = even.map_or((Transform::identity(), 1.0), |scale| (to, scale));
        match path.paint_order() {
            PaintOrder::FillAndStroke => {
                self.fill(path, at, to);
                self.stroke(path, at, scale);
            }
            PaintOrder::StrokeAndFill => {
                self.stroke(path, at, scale);
                self.fill(path, at, to);
            }
        }
        if even.is_none() {
            self.ink.restore();
        }
    }

    fn fill(&mut self, path: &Path, at: Transform, to: Transform) {
        let Some(fill) = path.fill() else { return };
        if !self.fill_with(fill.paint(), fill.opacity().get(), to) {
            return;
        }
        self.ink.path(path.data(), at);
        self.ink.raw(if fill.rule() == FillRule::EvenOdd { "f*" } else { "f" });
    }

    fn stroke(&mut self, path: &Path, at: Transform, scale: f32) {
        let Some(stroke) = path.stroke() else { return };
        if self.stroke_with(stroke, scale) {
            self.ink.path(path.data(), at);
            self.ink.raw("S");
        }
    }

    /// Makes colour and opacity those of an area. False where there is nothing to see.
    fn fill_with(&mut self, paint: &Paint, opacity: f32, to: Transform) -> bool {
        let state = self.shared.state(opacity, 1.0);
        match paint {
            Paint::Color(colour) => self.ink.fill_colour(*colour),
            Paint::Pattern(pattern) => {
                let cell = pattern.rect();
                let outer = std::mem::take(&mut self.ink);
                self.children(pattern.root(), Transform::identity());
                let content = std::mem::replace(&mut self.ink, outer).finish();
                let t = self.base.pre_concat(to).pre_concat(pattern.transform());
                self.shared.tiles.push(Tile {
                    content,
                    matrix: [t.sx, t.ky, t.kx, t.sy, t.tx, t.ty],
                    cell: [cell.x(), cell.y(), cell.width(), cell.height()],
                });
                self.ink.fill_pattern(self.shared.tiles.len() - 1);
            }
            // No drawing of ours shades; the first colour is the nearest to it.
            Paint::LinearGradient(shade) => match shade.stops().first() {
                Some(stop) => self.ink.fill_colour(stop.color()),
                None => return false,
            },
            Paint::RadialGradient(shade) => match shade.stops().first() {
                Some(stop) => self.ink.fill_colour(stop.color()),
                None => return false,
            },
        }
        self.ink.state(state);
        true
    }

    fn stroke_with(&mut self, stroke: &Stroke, scale: f32) -> bool {
        let Paint::Color(colour) = stroke.paint() else { return false };
        let state = self.shared.state(1.0, stroke.opacity().get());
        self.ink.stroke_colour(*colour);
        self.ink.line(stroke, scale);
        self.ink.state(state);
        true
    }

    fn text(&mut self, text: &Text, to: Transform) {
        for span in text.layouted().iter().filter(|span| span.visible) {
            for line in [&span.underline, &span.overline].into_iter().flatten() {
                self.path(line, to);
            }
            match span.paint_order {
                PaintOrder::StrokeAndFill => {
                    // A halo is no text of its own: whoever searches finds every word once.
                    if span.stroke.is_some() {
                        self.ink.raw("/Artifact BMC");
                        self.edge(span, to);
                        self.ink.raw("EMC");
                    }
                    self.letters(span, to);
                }
                PaintOrder::FillAndStroke => {
                    self.letters(span, to);
                    if span.stroke.is_some() {
                        self.ink.raw("/Artifact BMC");
                        self.edge(span, to);
                        self.ink.raw("EMC");
                    }
                }
            }
        }
    }

    fn letters(&mut self, span: &Span, to: Transform) {
        if let Some(fill) = &span.fill
            && self.fill_with(fill.paint(), fill.opacity().get(), to)
        {
            self.glyphs(span, to, 0);
        }
    }

    fn edge(&mut self, span: &Span, to: Transform) {
        if let Some(stroke) = &span.stroke
            && self.stroke_with(stroke, evenly(to).unwrap_or(1.0))
        {
            self.glyphs(span, to, 1);
        }
    }

    /// The letters of a span in runs: those of one font along one line need one place only.
    fn glyphs(&mut self, span: &Span, to: Transform, mode: u8) {
        let mut out = format!("BT {mode} Tr\n");
        let mut run: Option<Run> = None;
        for glyph in &span.positioned_glyphs {
            let Some((font, letter, width, em)) = self.shared.fonts.letter(self.letters, glyph) else {
                continue;
            };
            let at = to.pre_concat(glyph.outline_transform()).pre_scale(em, em);
            if let Some(known) = &mut run
                && known.font == font
                && known.takes(at, letter, width)
            {
                continue;
            }
            out.extend(run.take().map(Run::finish));
            run = Some(Run { font, at, pen: width, text: format!("{letter:04X}") });
        }
        out.extend(run.map(Run::finish));
        out.push_str("ET");
        self.ink.raw(&out);
    }
}

/// Letters of one font along one line.
struct Run {
    font: usize,
    at: Transform,
    /// How far the pen has come, in ems.
    pen: f32,
    text: String,
}

impl Run {
    /// Adds a letter if it goes on along the line.
    fn takes(&mut self, at: Transform, letter: u16, width: f32) -> bool {
        let like = |a: f32, b: f32| (a - b).abs() <= 1e-4 * self.at.sx.hypot(self.at.ky);
        let turned = !(like(at.sx, self.at.sx) && like(at.ky, self.at.ky) && like(at.kx, self.at.kx));
        let Some(back) = self.at.invert().filter(|_| !turned) else { return false };
        let mut place = usvg::tiny_skia_path::Point::from_xy(at.tx, at.ty);
        back.map_point(&mut place);
        if place.y.abs() > 2e-3 || (place.x - self.pen).abs() > 4.0 {
            return false;
        }
        let gap = (self.pen - place.x) * 1000.0;
        if gap.abs() >= 1.0 {
            self.text.push_str(&format!("> {} <", number(gap, 0)));
        }
        self.text.push_str(&format!("{letter:04X}"));
        self.pen = place.x + width;
        true
    }

    fn finish(self) -> String {
        format!("/F{} 1 Tf {} Tm [<{}>] TJ\n", self.font, matrix(self.at), self.text)
    }
}
