//! The operators of a content stream, written short: a state is set only where it changes, numbers have no more
//! places than a printer can show.

use std::fmt::Write;

use usvg::{Color, LineCap, LineJoin, Stroke, Transform, tiny_skia_path};

/// Content under way, and the state it has reached.
#[derive(Default)]
pub struct Ink {
    out: String,
    fill: Option<String>,
    stroke: Option<String>,
    line: Option<String>,
    state: Option<usize>,
}

/// A number with at most `places` places and none too many.
pub fn number(value: f32, places: usize) -> String {
    let text = format!("{value:.places$}");
    let text = if places > 0 { text.trim_end_matches('0').trim_end_matches('.') } else { &text };
    match text {
        "-0" | "" => "0".to_owned(),
        text => text.to_owned(),
    }
}

fn point(out: &mut String, x: f32, y: f32) {
    let _ = write!(out, "{} {} ", number(x, 2), number(y, 2));
}

pub fn matrix(t: Transform) -> String {
    let part = |v: f32| number(v, 5);
    format!(
        "{} {} {} {} {} {}",
        part(t.sx),
        part(t.ky),
        part(t.kx),
        part(t.sy),
        number(t.tx, 3),
        number(t.ty, 3)
    )
}

impl Ink {
    pub fn finish(self) -> Vec<u8> {
        self.out.into_bytes()
    }

    pub fn raw(&mut self, text: &str) {
        self.out.push_str(text);
        self.out.push('\n');
    }

    /// What comes now happens in a state of its own.
    pub fn save(&mut self) {
        self.raw("q");
    }

    /// Back to the state before; what it was is not known any more.
    pub fn restore(&mut self) {
        self.raw("Q");
        let out = std::mem::take(&mut self.out);
        *self = Ink { out, ..Ink::default() };
    }

    pub fn fill_colour(&mut self, colour: Color) {
        set(&mut self.fill, &mut self.out, format!("{} rg", rgb(colour)));
    }

    pub fn stroke_colour(&mut self, colour: Color) {
        set(&mut self.stroke, &mut self.out, format!("{} RG", rgb(colour)));
    }

    pub fn fill_pattern(&mut self, tile: usize) {
        set(&mut self.fill, &mut self.out, format!("/Pattern cs /P{tile} scn"));
    }

    pub fn state(&mut self, n: usize) {
        if self.state != Some(n) {
            self.state = Some(n);
            let _ = writeln!(self.out, "/G{n} gs");
        }
    }

    /// Width, ends, corners and dashes of lines, `scale` times as large.
    pub fn line(&mut self, stroke: &Stroke, scale: f32) {
        let cap = match stroke.linecap() {
            LineCap::Butt => 0,
            LineCap::Round => 1,
            LineCap::Square => 2,
        };
        let join = match stroke.linejoin() {
            LineJoin::Miter | LineJoin::MiterClip => 0,
            LineJoin::Round => 1,
            LineJoin::Bevel => 2,
        };
        let dashes: Vec<String> =
            stroke.dasharray().unwrap_or_default().iter().map(|d| number(d * scale, 3)).collect();
        let line = format!(
            "{} w {cap} J {join} j {} M [{}] {} d",
            number(stroke.width().get() * scale, 3),
            number(stroke.miterlimit().get(), 2),
            dashes.join(" "),
            number(stroke.dashoffset() * scale, 3)
        );
        set(&mut self.line, &mut self.out, line);
    }

    /// The outline of a path.
    pub fn path(&mut self, data: &tiny_skia_path::Path, to: Transform) {
        use tiny_skia_path::{PathSegment, Point};
        let out = &mut self.out;
        let at = |mut p: Point| {
            to.map_point(&mut p);
            p
        };
        let mut last = Point::zero();
        for segment in data.segments() {
            match segment {
                PathSegment::MoveTo(p) => {
                    let p = at(p);
                    point(out, p.x, p.y);
                    out.push_str("m\n");
                    last = p;
                }
                PathSegment::LineTo(p) => {
                    let p = at(p);
                    point(out, p.x, p.y);
                    out.push_str("l\n");
                    last = p;
                }
                PathSegment::QuadTo(c, p) => {
                    let (c, p) = (at(c), at(p));
                    let third = |a: f32, b: f32| a + (b - a) * 2.0 / 3.0;
                    point(out, third(last.x, c.x), third(last.y, c.y));
                    point(out, third(p.x, c.x), third(p.y, c.y));
                    point(out, p.x, p.y);
                    out.push_str("c\n");
                    last = p;
                }
                PathSegment::CubicTo(a, b, p) => {
                    let p = at(p);
                    for q in [at(a), at(b), p] {
                        point(out, q.x, q.y);
                    }
                    out.push_str("c\n");
                    last = p;
                }
                PathSegment::Close => out.push_str("h\n"),
            }
        }
    }
}

fn rgb(colour: Color) -> String {
    let part = |v: u8| number(f32::from(v) / 255.0, 3);
    format!("{} {} {}", part(colour.red), part(colour.green), part(colour.blue))
}

fn set(known: &mut Option<String>, out: &mut String, now: String) {
    if known.as_ref() != Some(&now) {
        out.push_str(&now);
        out.push('\n');
        *known = Some(now);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_as_short_as_they_can_be() {
        let said = [1.0, -0.0001, 0.5, 12.345_678, 100.0].map(|v| number(v, 2));
        assert_eq!(said, ["1", "0", "0.5", "12.35", "100"]);
        assert_eq!(number(120.0, 0), "120");
    }
}
