//! Lines cut off at the edge of the table.

use geo::{Coord, Line, LineString, Rect};

/// The pieces of a line inside a rectangle, in its direction.
pub fn clip(line: &LineString, frame: Rect) -> Vec<LineString> {
    let mut pieces: Vec<Vec<Coord>> = Vec::new();
    for part in line.lines() {
        let Some((start, end)) = inside(part, frame) else { continue };
        match pieces.last_mut() {
            Some(piece) if piece.last() == Some(&start) => piece.push(end),
            _ => pieces.push(vec![start, end]),
        }
    }
    pieces.into_iter().filter(|piece| piece.windows(2).any(|p| p[0] != p[1])).map(LineString::new).collect()
}

/// The part of a segment inside a rectangle (Liang and Barsky). Ends that lie inside stay exactly where they are.
fn inside(part: Line, frame: Rect) -> Option<(Coord, Coord)> {
    let (delta, start) = (part.delta(), part.start);
    let (mut from, mut to) = (0.0f64, 1.0f64);
    let bounds = [
        (-delta.x, start.x - frame.min().x),
        (delta.x, frame.max().x - start.x),
        (-delta.y, start.y - frame.min().y),
        (delta.y, frame.max().y - start.y),
    ];
    for (along, room) in bounds {
        if along == 0.0 && room < 0.0 {
            return None;
        }
        if along < 0.0 {
            from = from.max(room / along);
        } else if along > 0.0 {
            to = to.min(room / along);
        }
    }
    let at = |t: f64| match t {
        0.0 => part.start,
        1.0 => part.end,
        _ => start + delta * t,
    };
    (from < to).then(|| (at(from), at(to)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_that_leaves_and_comes_back_is_two() {
        let frame = Rect::new((0.0, 0.0), (10.0, 10.0));
        let line = LineString::from(vec![(-5.0, 5.0), (5.0, 5.0), (5.0, 15.0), (8.0, 15.0), (8.0, 5.0)]);
        let pieces = clip(&line, frame);
        let found: Vec<Vec<(f64, f64)>> =
            pieces.iter().map(|p| p.0.iter().map(|c| (c.x, c.y)).collect()).collect();
        assert_eq!(found, [vec![(0.0, 5.0), (5.0, 5.0), (5.0, 10.0)], vec![(8.0, 10.0), (8.0, 5.0)]]);
        assert!(clip(&LineString::from(vec![(11.0, 0.0), (11.0, 9.0)]), frame).is_empty());
    }
}
