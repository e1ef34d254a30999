//! The room that an observation is written into.

use crate::observation::Shape;

/// The three parts of an observation.
pub struct Sheet<'a> {
    /// One plane after the other, each row by row.
    pub planes: &'a mut [f32],
    /// One row of numbers for each piece.
    pub tokens: &'a mut [f32],
    /// The numbers about the whole game.
    pub vector: &'a mut [f32],
    hexes: usize,
    token: usize,
}

impl<'a> Sheet<'a> {
    /// Divides the room; `out` must have the length of the shape.
    pub fn new(shape: &Shape, out: &'a mut [f32]) -> Sheet<'a> {
        debug_assert_eq!(out.len(), shape.len(), "the room for an observation has its length");
        let (planes, tokens) = shape.parts();
        let (planes, rest) = out.split_at_mut(planes);
        let (tokens, vector) = rest.split_at_mut(tokens);
        Sheet { planes, tokens, vector, hexes: shape.rows * shape.columns, token: shape.token }
    }

    /// One number of a plane.
    #[inline]
    pub fn at(&mut self, plane: usize, hex: usize) -> &mut f32 {
        &mut self.planes[plane * self.hexes + hex]
    }

    /// One plane.
    pub fn plane(&mut self, plane: usize) -> &mut [f32] {
        &mut self.planes[plane * self.hexes..(plane + 1) * self.hexes]
    }

    /// The numbers of a piece.
    #[inline]
    pub fn token(&mut self, nth: usize) -> &mut [f32] {
        &mut self.tokens[nth * self.token..(nth + 1) * self.token]
    }
}

/// 1 or 0.
#[inline]
pub fn flag(holds: bool) -> f32 {
    if holds { 1.0 } else { 0.0 }
}
