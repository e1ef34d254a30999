//! The charts of a system, from the values its rules use.

use table::Chart;

use crate::leaf::Leaves;
use crate::svg::{At, Face, Svg, Type};
use crate::{Error, INK, Paper, Printed};

const TITLE: Type = Type::new(Face::Semibold, 4.2);
const NOTE: Type = Type::new(Face::Italic, 3.0).soft();
const HEAD: Type = Type::new(Face::Semibold, 2.9);
const CELL: Type = Type::new(Face::Regular, 2.9);
const STEP: f64 = 3.6;
const GAP: f64 = 3.0;

/// Prints the charts of a system.
///
/// # Errors
/// A drawing that cannot be read.
pub fn charts(
    title: &str,
    charts: &[Chart],
    paper: Paper,
    tell: &mut dyn FnMut(usize, usize),
) -> Result<Printed, Error> {
    let mut leaves = Leaves::new(paper, title, "Charts");
    let half = (leaves.room() - GUTTER) / 2.0;
    let mut waiting: Vec<&Chart> = charts.iter().collect();
    while !waiting.is_empty() {
        let first = waiting.remove(0);
        // Two narrow ones stand side by side: the next of them that is about as high, so that little paper stays bare.
        let high = |chart: &Chart| Set::new(chart, half).height();
        let second = narrow(first, half)
            .then(|| {
                let near = waiting.iter().take(4).enumerate().filter(|(_, chart)| narrow(chart, half));
                near.min_by_key(|(_, chart)| (high(chart) - high(first)).abs() as usize).map(|(n, _)| n)
            })
            .flatten();
        match second {
            Some(n) => pair(&mut leaves, first, waiting.remove(n), half),
            None => alone(&mut leaves, first),
        }
    }
    leaves.bind(tell)
}

/// Between two charts side by side.
const GUTTER: f64 = 10.0;

/// Whether a chart stands in half a page without its cells being broken.
fn narrow(chart: &Chart, half: f64) -> bool {
    widths(chart, f64::MAX).iter().sum::<f64>() <= half && chart.rows.len() <= 30
}

/// Cells as lines, and how high their row is.
struct Row {
    cells: Vec<Vec<String>>,
    height: f64,
}

fn row(cells: &[std::borrow::Cow<'static, str>], set: Type, widths: &[f64]) -> Row {
    let last = cells.len().saturating_sub(1);
    let room = |n: usize| match n == last {
        true => widths[n..].iter().sum::<f64>(),
        false => widths[n],
    };
    let cells: Vec<Vec<String>> = cells
        .iter()
        .take(widths.len())
        .enumerate()
        .map(|(n, text)| set.wrap(text, room(n) - GAP + 0.01))
        .collect();
    let deep = cells.iter().map(Vec::len).max().unwrap_or(1).max(1);
    Row { height: deep as f64 * STEP + 1.6, cells }
}

/// How wide each column is: as its widest cell, made narrower where all together are too wide.
fn widths(chart: &Chart, room: f64) -> Vec<f64> {
    let count = chart.rows.iter().map(Vec::len).max().unwrap_or(0).max(chart.columns.len());
    let widest = |n: usize| {
        // The last cell of a row that is short has the rest of the width.
        let spans = |row: &&Vec<_>| n > 0 && n + 1 == row.len() && row.len() < count;
        let rows = chart.rows.iter().filter(|row| !spans(row));
        let cells = rows.filter_map(|row| row.get(n)).map(|cell| CELL.width(cell));
        let head = chart.columns.get(n).map(|head| HEAD.width(head));
        cells.chain(head).fold(6.0, f64::max) + GAP
    };
    let mut wide: Vec<f64> = (0..count).map(widest).collect();
    // The widest give way first, down to a width that all can have.
    let mut most = room;
    while wide.iter().map(|w| w.min(most)).sum::<f64>() > room && most > 8.0 {
        most -= 1.0;
    }
    wide.iter_mut().for_each(|w| *w = w.min(most));
    wide
}

/// A chart in lines of this width.
struct Set<'a> {
    chart: &'a Chart,
    room: f64,
    widths: Vec<f64>,
    note: Vec<String>,
    heads: Row,
    rows: Vec<Row>,
}

impl<'a> Set<'a> {
    fn new(chart: &'a Chart, room: f64) -> Set<'a> {
        let widths = widths(chart, room);
        let ours = if chart.ours && !chart.note.contains("ours") { "These values are ours." } else { "" };
        let note = NOTE.wrap(&format!("{} {ours}", chart.note), room);
        let heads = row(&chart.columns, HEAD, &widths);
        let rows = chart.rows.iter().map(|cells| row(cells, CELL, &widths)).collect();
        Set { chart, room, widths, note, heads, rows }
    }

    fn top(&self) -> f64 {
        8.6 + self.note.len() as f64 * NOTE.size * 1.25 + self.heads.height
    }

    fn height(&self) -> f64 {
        self.top() + self.rows.iter().map(|row| row.height).sum::<f64>() + 7.0
    }

    /// Title, note and heads; where the rows begin.
    fn begin(&self, svg: &mut Svg, (left, y): (f64, f64)) -> f64 {
        let full: f64 = self.widths.iter().sum();
        let rule = NOTE.width(self.chart.rule) + 3.0;
        svg.fitted((left, y + 5.0), At::Left, TITLE, self.room - rule, self.chart.title);
        svg.text((left + self.room, y + 5.0), At::Right, NOTE, self.chart.rule);
        let y = svg.lines((left, y + 9.6), NOTE, &self.note) - 2.0;
        svg.line((left, y), (left + full, y), 0.3, INK);
        cells(svg, (left, y), HEAD, &self.heads, &self.widths);
        svg.line((left, y + self.heads.height), (left + full, y + self.heads.height), 0.15, INK);
        y + self.heads.height
    }

    fn row(&self, svg: &mut Svg, n: usize, (left, y): (f64, f64)) -> f64 {
        let full: f64 = self.widths.iter().sum();
        let row = &self.rows[n];
        if n % 2 == 1 {
            svg.rect([left, y, full, row.height], "#f4ecd8", "none", 0.0);
        }
        cells(svg, (left, y), CELL, row, &self.widths);
        if n + 1 == self.rows.len() {
            svg.line((left, y + row.height), (left + full, y + row.height), 0.3, INK);
        }
        y + row.height
    }
}

fn pair(leaves: &mut Leaves, first: &Chart, second: &Chart, half: f64) {
    let left = leaves.left();
    let sets = [(Set::new(first, half), left), (Set::new(second, half), left + half + GUTTER)];
    let height = sets.iter().map(|(set, _)| set.height()).fold(0.0, f64::max);
    let _ = leaves.take(height.min(leaves.whole()));
    let top = leaves.y;
    let svg = leaves.take(0.0);
    for (set, x) in sets {
        let mut y = set.begin(svg, (x, top));
        for n in 0..set.rows.len() {
            y = set.row(svg, n, (x, y));
        }
    }
    leaves.y = top + height;
}

fn alone(leaves: &mut Leaves, chart: &Chart) {
    let (left, set) = (leaves.left(), Set::new(chart, leaves.room()));
    // A chart that fits on a page is not torn; a heading takes at least three rows along.
    let least = set.top() + set.rows.iter().take(3).map(|row| row.height).sum::<f64>();
    let _ = leaves.take(if set.height() <= leaves.whole() { set.height() } else { least });
    let y = leaves.y;
    leaves.y = set.begin(leaves.take(0.0), (left, y));
    for (n, row) in set.rows.iter().enumerate() {
        let _ = leaves.take(row.height + 2.0);
        let y = leaves.y;
        leaves.y = set.row(leaves.take(0.0), n, (left, y));
    }
    leaves.y += 7.0;
}

fn cells(svg: &mut Svg, (left, y): (f64, f64), set: Type, row: &Row, widths: &[f64]) {
    let mut x = left;
    let right = left + widths.iter().sum::<f64>();
    for (k, (lines, width)) in row.cells.iter().zip(widths).enumerate() {
        let room = if k + 1 == row.cells.len() { right - x } else { *width };
        for (n, line) in lines.iter().enumerate() {
            svg.fitted((x + 1.0, y + 3.6 + n as f64 * STEP), At::Left, set, room - 1.0, line);
        }
        x += width;
    }
}
