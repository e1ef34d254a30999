//! The field at a glance: what somebody who knows no system's rules can see of a position.

use crate::Side;

/// What a piece is, as far as a watcher tells pieces apart.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Role {
    /// Infantry and cavalry.
    Men,
    /// Artillery.
    Guns,
    /// A leader without troops of his own.
    Commander,
}

/// A piece on the field.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Glance {
    /// The same number for the same piece throughout a game.
    pub piece: u16,
    /// Whose it is.
    pub side: Side,
    /// What it is.
    pub role: Role,
    /// Strength that is left, in the system's count.
    pub strength: u16,
    /// In hexes, or in inches.
    pub at: [f32; 2],
    /// Everything else that an order changes on purpose: facing, formation, works. What it costs (fatigue,
    /// disorder) does not belong here.
    pub stance: u32,
    /// Guns that cannot fire as they are.
    pub limbered: bool,
}

/// A position as a watcher sees it.
#[derive(Clone, Default, PartialEq, Debug)]
pub struct Field {
    /// Every piece in play.
    pub pieces: Vec<Glance>,
    /// The places that count.
    pub goals: Vec<[f32; 2]>,
    /// Whose player turn it is; nobody's where both sides act by turns all day.
    pub turn_of: Option<Side>,
    /// Somebody was taken up and is on the way.
    pub busy: bool,
    /// Who would win if the game ended now.
    pub ahead: Option<Side>,
    /// The last turn has begun.
    pub last: bool,
    /// Who is farther than this from every enemy and every place that counts has no part in the battle.
    pub reach: f32,
    /// How far muskets fire.
    pub muskets: f32,
}

impl Glance {
    /// How far a place is.
    pub fn apart(&self, [x, y]: [f32; 2]) -> f32 {
        (self.at[0] - x).hypot(self.at[1] - y)
    }
}
