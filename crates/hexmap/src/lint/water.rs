//! Waters in pieces, and the land they cut off.

use std::collections::{BTreeMap, BTreeSet};

use super::{Subject, Warning, warn};
use crate::{Dir, Hex, HexMap, HexSet, Shape, Terrain, Water};

type Corner = (i32, i32);

/// Hexes between two pieces of one stream; what lies farther apart is another stream of the same name.
const GAP: f64 = 6.0;

fn ends(map: &HexMap, (hex, dir): (Hex, Dir)) -> (Corner, Corner) {
    let corners = map.grid.corners(hex);
    (corners[dir.index()], corners[(dir.index() + 1) % 6])
}

/// M1. A water may leave the map and come back, or flow through another: so a gap counts only if it has two loose ends,
/// inside the map and at no other water.
pub fn in_pieces(map: &HexMap, found: &mut Vec<Warning>) {
    let mut seen = BTreeSet::new();
    for (n, river) in map.rivers.iter().enumerate() {
        let Some(name) = river.name.as_ref().filter(|name| seen.insert(name.as_str())) else { continue };
        let own = |other: &&crate::River| other.name.as_ref() == Some(name);
        let sides: BTreeSet<(Corner, Corner)> = unique(map, map.rivers.iter().filter(own));
        let others = unique(map, map.rivers.iter().filter(|river| !own(river)));
        let wet: BTreeSet<Corner> = others.iter().flat_map(|(a, b)| [*a, *b]).collect();
        let mut degree: BTreeMap<Corner, usize> = BTreeMap::new();
        for corner in sides.iter().flat_map(|(a, b)| [*a, *b]) {
            *degree.entry(corner).or_default() += 1;
        }
        let inner = inner_corners(map);
        let is_loose = |(corner, count): &(&Corner, &usize)| {
            **count == 1 && !wet.contains(*corner) && inner.contains(*corner)
        };
        let loose = degree.iter().filter(is_loose).count();
        let pieces = pieces(&sides);
        let is_gap = |n: usize| pieces[..n].iter().any(|other| are_near(map, other, &pieces[n]));
        // A scrap that comes from nowhere and goes nowhere, however far away.
        let is_scrap = |piece: &Vec<Corner>| piece.iter().all(|c| inner.contains(c) && !wet.contains(c));
        let scraps = pieces.iter().filter(|piece| is_scrap(piece)).count();
        if pieces.len() > 1 && (scraps > 0 || loose > 1 && (1..pieces.len()).any(is_gap)) {
            let count = pieces.len();
            let what = format!(
                "{name} is in {count} pieces: join its hexsides to one chain, or give the others names of their own"
            );
            warn(found, "M1", Subject::Water(n), what);
        }
    }
}

/// Whether two pieces are so near that they must be one stream: there are two Richland Creeks in Tennessee.
fn are_near(map: &HexMap, a: &[Corner], b: &[Corner]) -> bool {
    let edge = 3f64.sqrt().recip() / 2.0;
    let (wide, high) = if map.grid.shape == Shape::Pointy { (0.5, edge) } else { (edge, 0.5) };
    let apart = |p: &Corner, q: &Corner| (f64::from(p.0 - q.0) * wide).hypot(f64::from(p.1 - q.1) * high);
    a.iter().any(|p| b.iter().any(|q| apart(p, q) < GAP))
}

/// The hexsides of rivers by their corners.
fn unique<'a>(map: &HexMap, rivers: impl Iterator<Item = &'a crate::River>) -> BTreeSet<(Corner, Corner)> {
    rivers
        .flat_map(|river| &river.sides)
        .map(|side| ends(map, *side))
        .map(|(a, b)| (a.min(b), a.max(b)))
        .collect()
}

/// Corners at which three hexes meet.
fn inner_corners(map: &HexMap) -> BTreeSet<Corner> {
    let mut hexes: BTreeMap<Corner, usize> = BTreeMap::new();
    for corner in map.grid.hexes().flat_map(|hex| map.grid.corners(hex)) {
        *hexes.entry(corner).or_default() += 1;
    }
    hexes.into_iter().filter(|(_, count)| *count == 3).map(|(corner, _)| corner).collect()
}

/// The corners of every chain that these hexsides make.
fn pieces(sides: &BTreeSet<(Corner, Corner)>) -> Vec<Vec<Corner>> {
    let mut near: BTreeMap<Corner, Vec<Corner>> = BTreeMap::new();
    for (a, b) in sides {
        near.entry(*a).or_default().push(*b);
        near.entry(*b).or_default().push(*a);
    }
    let mut pieces = Vec::new();
    while let Some((first, _)) = near.first_key_value() {
        let (mut piece, mut open) = (Vec::new(), vec![*first]);
        while let Some(corner) = open.pop() {
            piece.push(corner);
            open.extend(near.remove(&corner).into_iter().flatten());
        }
        pieces.push(piece);
    }
    pieces
}

/// M7. Land inside the map that rivers without a crossing, or open water, cut off from everything else.
pub fn islands(map: &HexMap, found: &mut Vec<Warning>) {
    let grid = &map.grid;
    let mut seen = HexSet::new(grid.len());
    let mut lands: Vec<(Vec<Hex>, bool)> = Vec::new();
    for first in grid.hexes().filter(|hex| map.terrain(*hex) != Terrain::Water) {
        if seen.contains(first) {
            continue;
        }
        let (mut land, mut open, mut at_edge) = (Vec::new(), vec![first], false);
        seen.insert(first);
        while let Some(hex) = open.pop() {
            land.push(hex);
            at_edge |= grid.around(hex).contains(&None);
            for (dir, near) in grid.neighbors(hex) {
                let side = map.side(hex, dir);
                let barred = side.crossing.is_none() && side.water.is_some_and(|water| water != Water::Creek);
                if !barred && map.terrain(near) != Terrain::Water && !seen.contains(near) {
                    seen.insert(near);
                    open.push(near);
                }
            }
        }
        lands.push((land, at_edge));
    }
    let largest = lands.iter().map(|(land, _)| land.len()).max().unwrap_or(0);
    for (land, _) in lands.iter().filter(|(land, at_edge)| !at_edge && land.len() < largest) {
        let (first, count) = (grid.label(land[0]), land.len());
        let what =
            format!("{first} and the land around it ({count} hexes) lie behind water that nobody can cross");
        warn(found, "M7", Subject::Land(land[0]), what);
    }
}
