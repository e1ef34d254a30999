//! What a picture lays over its map: places and numbers that the referee answered, arrows, words.

use std::fmt::Write;

use serde::Deserialize;
use serde_json::Value as Json;

use super::pieces::{FACE, tag};
use super::sheet::{Point, Sheet};

/// A layer of a picture.
#[derive(Deserialize, Clone)]
#[serde(deny_unknown_fields)]
pub(super) struct Show {
    /// What the referee is asked.
    pub(super) ask: Option<toml::Table>,
    /// Where in his answer: `/hexes`.
    #[serde(default)]
    key: String,
    /// The modifier of this name instead.
    modifier: Option<String>,
    how: How,
    /// A place, or the pieces and places of an arrow.
    #[serde(default)]
    at: String,
    #[serde(default)]
    path: Vec<String>,
    #[serde(default)]
    tone: Tone,
    /// Weaker, with a broken edge.
    #[serde(default)]
    faint: bool,
    /// Words; `{}` stands for what was answered.
    #[serde(default)]
    text: String,
}

#[derive(Deserialize, Clone, Copy, PartialEq, Eq)]
#[serde(rename_all = "kebab-case")]
enum How {
    /// Hexes: a list, or a map from each to its cost.
    Hexes,
    /// The `cost` of each hex of a map, in figures.
    Costs,
    /// Words on a strip of paper, at a place.
    Label,
    /// From place to place.
    Arrow,
    /// A circle around a piece; the answer is its radius in inches.
    Ring,
    /// A polygon in inches.
    Polygon,
    /// Lines from `at` to the pieces of a list, or of a map.
    Lines,
    /// A frame around each piece of a list.
    Frames,
    /// Outlines where a stand can come to: a list of poses.
    Poses,
}

#[derive(Deserialize, Clone, Copy, PartialEq, Eq, Default)]
#[serde(rename_all = "kebab-case")]
enum Tone {
    Union,
    Confederate,
    #[default]
    Good,
    Bad,
    Soft,
    Gold,
}

impl Tone {
    fn colour(self) -> &'static str {
        match self {
            Tone::Union => "#1f4a8a",
            Tone::Confederate => "#8a4711",
            Tone::Good => "#067070",
            Tone::Bad => "#a31515",
            Tone::Soft => "#5d5243",
            Tone::Gold => "#8a6500",
        }
    }
}

/// The names of a list, or the keys of a map.
fn names(value: &Json) -> Vec<&str> {
    match value {
        Json::Array(list) => list
            .iter()
            .filter_map(|one| one.as_str().or_else(|| one.get("hex").and_then(Json::as_str)))
            .collect(),
        Json::Object(map) => map.keys().map(String::as_str).collect(),
        _ => Vec::new(),
    }
}

/// A number as players write it.
fn figure(value: &Json) -> String {
    match value {
        Json::String(text) => text.clone(),
        Json::Number(n) => match n.as_f64() {
            Some(x) if x.fract() == 0.0 => format!("{x:.0}"),
            Some(x) => format!("{x:.2}").trim_end_matches('0').to_owned(),
            None => n.to_string(),
        },
        other => other.to_string(),
    }
}

impl Show {
    /// Draws under or over the pieces.
    pub(super) fn draw(
        &self,
        sheet: &Sheet,
        answer: &Json,
        under: &mut String,
        over: &mut String,
    ) -> Result<(), String> {
        let value = self.value(answer)?;
        let colour = self.tone.colour();
        match self.how {
            How::Hexes => self.hexes(sheet, value, under)?,
            How::Costs => costs(sheet, value, over),
            How::Label => {
                let at = self.place(sheet, &self.at)?;
                tag(over, at, self.size(sheet), &self.text.replace("{}", &self.told(value)), colour);
            }
            How::Arrow => self.arrow(sheet, over)?,
            How::Ring => {
                let (x, y) = self.place(sheet, &self.at)?;
                let r = value.as_f64().ok_or("a ring needs a number")? * sheet.unit();
                let _ = write!(
                    under,
                    "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{r:.1}\" fill=\"{colour}\" fill-opacity=\".08\" \
                     stroke=\"{colour}\" stroke-width=\"2\" stroke-dasharray=\"7 5\"/>"
                );
            }
            How::Polygon => self.polygon(sheet, value, under)?,
            How::Lines => self.lines(sheet, value, over)?,
            How::Frames => {
                for name in names(value) {
                    let (x, y) = self.place(sheet, name)?;
                    let half = sheet.unit() * if sheet.is_table() { 1.9 } else { 0.44 };
                    let side = 2.0 * half;
                    let _ = write!(
                        over,
                        "<rect x=\"{:.1}\" y=\"{:.1}\" width=\"{side:.1}\" height=\"{side:.1}\" rx=\"6\" fill=\"none\" \
                         stroke=\"{colour}\" stroke-width=\"4\"/>",
                        x - half,
                        y - half,
                    );
                }
            }
            How::Poses => self.poses(sheet, value, under)?,
        }
        Ok(())
    }

    /// What of the answer is meant.
    fn value<'a>(&self, answer: &'a Json) -> Result<&'a Json, String> {
        if let Some(name) = &self.modifier {
            let list =
                answer.get("modifiers").and_then(Json::as_array).map(Vec::as_slice).unwrap_or_default();
            let found = list.iter().find(|m| m.get("name").and_then(Json::as_str) == Some(name));
            return found
                .and_then(|m| m.get("value"))
                .ok_or_else(|| format!("no modifier `{name}` in {answer}"));
        }
        answer.pointer(&self.key).ok_or_else(|| format!("no `{}` in {answer}", self.key))
    }

    /// An answer in words: a modifier with its sign.
    fn told(&self, value: &Json) -> String {
        match value.as_i64() {
            Some(n) if self.modifier.is_some() && n > 0 => format!("+{n}"),
            _ => figure(value),
        }
    }

    fn place(&self, sheet: &Sheet, name: &str) -> Result<Point, String> {
        sheet.at(name).ok_or_else(|| format!("no place `{name}`"))
    }

    fn size(&self, sheet: &Sheet) -> f64 {
        if sheet.is_table() { sheet.unit() * 0.62 } else { sheet.unit() * 0.17 }
    }

    fn hexes(&self, sheet: &Sheet, value: &Json, out: &mut String) -> Result<(), String> {
        let (colour, mut count) = (self.tone.colour(), 0);
        for label in names(value).into_iter().chain(self.path.iter().map(String::as_str)) {
            let Some(corners) = sheet.corners(label) else { continue };
            let points: Vec<String> = corners.iter().map(|(x, y)| format!("{x:.1},{y:.1}")).collect();
            let (opacity, dash) = if self.faint { (0.1, " stroke-dasharray=\"5 4\"") } else { (0.24, "") };
            let _ = write!(
                out,
                "<polygon points=\"{}\" fill=\"{colour}\" fill-opacity=\"{opacity}\" stroke=\"{colour}\" \
                 stroke-opacity=\".75\" stroke-width=\"1.8\"{dash}/>",
                points.join(" ")
            );
            count += 1;
        }
        if count == 0 { Err("the referee names no hex".to_owned()) } else { Ok(()) }
    }

    /// A line with a head, that leaves the pieces at its ends in sight.
    fn arrow(&self, sheet: &Sheet, out: &mut String) -> Result<(), String> {
        let mut points = Vec::new();
        for name in &self.path {
            points.push(self.place(sheet, name)?);
        }
        let [.., before, end] = points[..] else {
            return Err("an arrow needs two places".to_owned());
        };
        let part = |a: Point, b: Point, share: f64| (a.0 + (b.0 - a.0) * share, a.1 + (b.1 - a.1) * share);
        let last = points.len() - 1;
        if !sheet.is_table() {
            // From the edge of one counter to that of the next.
            let (first, second) = (points[0], points[1]);
            points[last] = part(before, end, 0.6);
            points[0] = part(first, second, 0.37);
        }
        let colour = self.tone.colour();
        let wide = if sheet.is_table() { 4.0 } else { sheet.unit() * 0.05 };
        let dash = if self.faint { " stroke-dasharray=\"9 6\"" } else { "" };
        let line: Vec<String> = points.iter().map(|(x, y)| format!("{x:.1},{y:.1}")).collect();
        let line = line.join(" ");
        let _ = write!(
            out,
            "<g fill=\"none\" stroke-linejoin=\"round\" stroke-linecap=\"round\"><polyline points=\"{line}\" \
             stroke=\"#fffdf5\" stroke-opacity=\".8\" stroke-width=\"{:.1}\"/><polyline points=\"{line}\" \
             stroke=\"{colour}\" stroke-width=\"{wide:.1}\"{dash}/></g>",
            wide * 1.9
        );
        let (tip, back) = (points[last], points[last - 1]);
        let angle = (tip.1 - back.1).atan2(tip.0 - back.0).to_degrees();
        let _ = write!(
            out,
            "<path d=\"M{:.1} 0L{:.1} {:.1}L{:.1} {:.1}Z\" transform=\"translate({:.1} {:.1}) rotate({angle:.1})\" \
             fill=\"{colour}\" stroke=\"#fffdf5\" stroke-width=\"1\"/>",
            wide * 2.6,
            -wide,
            -wide * 1.9,
            -wide,
            wide * 1.9,
            tip.0,
            tip.1
        );
        if !self.text.is_empty() {
            let middle = part(points[0], points[last], 0.5);
            tag(out, middle, self.size(sheet), &self.text, colour);
        }
        Ok(())
    }

    fn polygon(&self, sheet: &Sheet, value: &Json, out: &mut String) -> Result<(), String> {
        let list = value.as_array().ok_or("a polygon needs points")?;
        let mut points = Vec::new();
        for point in list {
            let (Some(x), Some(y)) =
                (point.get(0).and_then(Json::as_f64), point.get(1).and_then(Json::as_f64))
            else {
                return Err("a point needs two numbers".to_owned());
            };
            let (x, y) = self.place(sheet, &format!("{x},{y}"))?;
            points.push(format!("{x:.1},{y:.1}"));
        }
        let colour = self.tone.colour();
        let opacity = if self.faint { 0.1 } else { 0.2 };
        let _ = write!(
            out,
            "<polygon points=\"{}\" fill=\"{colour}\" fill-opacity=\"{opacity}\" stroke=\"{colour}\" stroke-width=\"1.8\" \
             stroke-dasharray=\"8 5\"/>",
            points.join(" ")
        );
        Ok(())
    }

    fn lines(&self, sheet: &Sheet, value: &Json, out: &mut String) -> Result<(), String> {
        let from = self.place(sheet, &self.at)?;
        let dash = if self.faint { " stroke-dasharray=\"3 7\"" } else { "" };
        for name in names(value) {
            let to = self.place(sheet, name)?;
            let _ = write!(
                out,
                "<line x1=\"{:.1}\" y1=\"{:.1}\" x2=\"{:.1}\" y2=\"{:.1}\" stroke=\"{}\" stroke-width=\"2.4\"{dash}/>",
                from.0,
                from.1,
                to.0,
                to.1,
                self.tone.colour()
            );
        }
        Ok(())
    }

    /// The places of a list of poses as a closed line, each with its front.
    fn poses(&self, sheet: &Sheet, value: &Json, out: &mut String) -> Result<(), String> {
        let list = value.as_array().ok_or("poses are a list")?;
        let colour = self.tone.colour();
        let mut points = Vec::new();
        for pose in list {
            let number = |key: &str| pose.get(key).and_then(Json::as_f64);
            let (Some(x), Some(y)) = (number("x"), number("y")) else {
                return Err("a pose needs x and y".to_owned());
            };
            let (x, y) = self.place(sheet, &format!("{x},{y}"))?;
            points.push(format!("{x:.1},{y:.1}"));
        }
        let _ = write!(
            out,
            "<polygon points=\"{}\" fill=\"{colour}\" fill-opacity=\".12\" stroke=\"{colour}\" stroke-width=\"2\" \
             stroke-dasharray=\"7 5\"/>",
            points.join(" ")
        );
        Ok(())
    }
}

/// The cost of each hex at its lower edge.
fn costs(sheet: &Sheet, value: &Json, out: &mut String) {
    let Json::Object(map) = value else { return };
    let size = sheet.unit() * 0.22;
    let taken = |label: &str| sheet.pieces.iter().any(|piece| piece.now.at.as_deref() == Some(label));
    for (label, cost) in map.iter().filter(|(label, _)| !taken(label)) {
        let (Some((x, y)), Some(cost)) = (sheet.at(label), cost.get("cost")) else { continue };
        let _ = write!(
            out,
            "<text x=\"{x:.1}\" y=\"{:.1}\" style=\"{FACE};font-size:{size:.1}px;font-weight:700;fill:#064f4f;\
             text-anchor:middle;paint-order:stroke;stroke:#fffdf5;stroke-width:4px\">{}</text>",
            y + sheet.unit() * 0.08,
            figure(cost)
        );
    }
}
