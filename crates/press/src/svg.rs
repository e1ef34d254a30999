//! A page as a drawing in millimetres.

use std::fmt::Write;

pub use hexmap::render::{Face, escape, width};

pub const INK: &str = "#2c211a";
pub const SOFT: &str = "#6b5a45";

/// Where a text is held.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum At {
    Left,
    Middle,
    Right,
}

/// How a text is set: face, size in millimetres, colour.
#[derive(Clone, Copy, Debug)]
pub struct Type {
    pub face: Face,
    pub size: f64,
    pub colour: &'static str,
}

impl Type {
    pub const fn new(face: Face, size: f64) -> Type {
        Type { face, size, colour: INK }
    }

    pub const fn soft(self) -> Type {
        Type { colour: SOFT, ..self }
    }

    /// How wide a text becomes.
    pub fn width(self, text: &str) -> f64 {
        width(text, self.face, self.size)
    }

    /// A text in lines of this width; a word that is longer stands alone.
    pub fn wrap(self, text: &str, room: f64) -> Vec<String> {
        let mut lines: Vec<String> = Vec::new();
        for word in text.split_whitespace() {
            match lines.last_mut() {
                Some(line) if self.width(line) + self.width(" ") + self.width(word) <= room => {
                    line.push(' ');
                    line.push_str(word);
                }
                _ => lines.push(word.to_owned()),
            }
        }
        lines
    }
}

/// A text in the letters that the fonts have.
fn plain(text: &str) -> String {
    text.replace('\'', "\u{2019}").replace('⅓', "1/3").replace('⅔', "2/3")
}

/// A drawing under way.
pub struct Svg {
    pub width: f64,
    pub height: f64,
    out: String,
}

impl Svg {
    pub fn new(width: f64, height: f64) -> Svg {
        Svg { width, height, out: String::new() }
    }

    pub fn text(&mut self, (x, y): (f64, f64), at: At, set: Type, text: &str) {
        let anchor = match at {
            At::Left => "start",
            At::Middle => "middle",
            At::Right => "end",
        };
        let face = match set.face {
            Face::Regular => "",
            Face::Semibold => " font-weight=\"600\"",
            Face::Italic => " font-style=\"italic\"",
        };
        let _ = writeln!(
            self.out,
            "<text x=\"{x:.3}\" y=\"{y:.3}\" font-size=\"{:.3}\" text-anchor=\"{anchor}\" fill=\"{}\"{face}>{}</text>",
            set.size,
            set.colour,
            escape(&plain(text))
        );
    }

    /// As [`Svg::text`], smaller where it would run over.
    pub fn fitted(&mut self, place: (f64, f64), at: At, set: Type, room: f64, text: &str) {
        let size = (set.size * room / set.width(text).max(0.01)).min(set.size);
        self.text(place, at, Type { size, ..set }, text);
    }

    /// Lines of text from this place downwards; the place of the next line.
    pub fn lines(&mut self, (x, y): (f64, f64), set: Type, lines: &[String]) -> f64 {
        let step = set.size * 1.25;
        for (n, line) in lines.iter().enumerate() {
            self.text((x, y + n as f64 * step), At::Left, set, line);
        }
        y + lines.len() as f64 * step
    }

    pub fn line(&mut self, from: (f64, f64), to: (f64, f64), thick: f64, colour: &str) {
        let _ = writeln!(
            self.out,
            "<path d=\"M{:.3} {:.3}L{:.3} {:.3}\" stroke=\"{colour}\" stroke-width=\"{thick}\" fill=\"none\"/>",
            from.0, from.1, to.0, to.1
        );
    }

    pub fn rect(&mut self, [x, y, w, h]: [f64; 4], fill: &str, stroke: &str, thick: f64) {
        let _ = writeln!(
            self.out,
            "<path d=\"M{x:.3} {y:.3}H{:.3}V{:.3}H{x:.3}Z\" fill=\"{fill}\" stroke=\"{stroke}\" stroke-width=\"{thick}\"/>",
            x + w,
            y + h
        );
    }

    /// A further drawing, moved and scaled.
    pub fn group(&mut self, (x, y): (f64, f64), scale: f64, inner: &str) {
        let _ = writeln!(self.out, "<g transform=\"translate({x:.3} {y:.3})scale({scale:.5})\">{inner}</g>");
    }

    pub fn raw(&mut self, text: &str) {
        self.out.push_str(text);
    }

    pub fn finish(self) -> String {
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {0} {1}\" width=\"{0}\" height=\"{1}\" \
             font-family=\"Libertinus Serif\">{2}</svg>",
            self.width, self.height, self.out
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_laid_out_in_lines_that_fit() {
        let set = Type::new(Face::Regular, 3.0);
        let lines = set.wrap("the first day of the battle lasted until dark", 20.0);
        assert!(lines.len() > 2 && lines.iter().all(|line| set.width(line) <= 20.0), "{lines:?}");
        assert_eq!(lines.join(" "), "the first day of the battle lasted until dark");
        assert!(set.wrap("", 20.0).is_empty());
    }
}
