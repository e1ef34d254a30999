//! Whoever sits at a seat of one game.

use std::time::Duration;

use staff::{Chooser, Level, Player};
use table::{Game, Memory, Side};

use super::envoy::Envoy;
use super::{Conduct, Contender, Post};

/// An order by its number among the legal ones, or as it is written where it is not among those listed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Order {
    /// The number of a legal order, from 0.
    Nth(usize),
    /// An order that a program wrote itself: a pose on a table of inches.
    Written(String),
}

/// What was chosen for a seat.
#[derive(Clone, PartialEq, Debug)]
pub struct Chosen {
    /// The order to give.
    pub order: Order,
    /// How many legal orders there were; 1: there was nothing to choose.
    pub of: usize,
    /// How good it looked to who chose it, where he says so.
    pub value: Option<f64>,
    /// His sentence for the opponent, where a program gave one.
    pub why: Option<String>,
    /// Why a recruit chose in place of a program; follows "it".
    pub instead: Option<String>,
}

/// Somebody at a seat of one game.
pub struct Occupant {
    seated: Seated,
    conduct: Conduct,
}

enum Seated {
    Staff(Player),
    Program(Box<Envoy>),
}

impl Occupant {
    pub(super) fn new(contender: &Contender, post: Post) -> Occupant {
        let seated = match contender {
            Contender::Staff(player) => Seated::Staff(*player),
            Contender::Program(program) => Seated::Program(Box::new(Envoy::new(program.clone(), post))),
        };
        Occupant { seated, conduct: Conduct::default() }
    }

    /// The order for a seat after so many steps; none if the seat has none to give. A program is told that it has
    /// `time`, where that is less than what it has anyway, and not asked where there is nothing to choose.
    pub fn choose(
        &mut self,
        game: &dyn Game,
        seat: Side,
        steps: usize,
        time: Option<Duration>,
        memory: &mut Memory,
        chooser: &mut Chooser,
    ) -> Option<Chosen> {
        let mut picks = |player: Player| {
            let picked = staff::pick(player, game, seat, memory, chooser)?;
            let (order, of) = (Order::Nth(picked.nth), picked.of);
            Some(Chosen { order, of, value: picked.value, why: None, instead: None })
        };
        let envoy = match &mut self.seated {
            Seated::Staff(player) => return picks(*player),
            Seated::Program(envoy) => envoy,
        };
        let of = game.order_count(seat);
        if of < 2 {
            return picks(Level::Recruit.into());
        }
        let patience = envoy.patience().time;
        let decided = envoy.decide(game, seat, steps, time.map_or(patience, |time| time.min(patience)));
        self.conduct.faults = envoy.faults;
        match decided {
            Some(decided) => Some(Chosen {
                order: decided.order,
                of,
                value: decided.value,
                why: decided.why,
                instead: None,
            }),
            None => {
                self.conduct.replaced += 1;
                Some(Chosen { instead: Some(envoy.trouble.clone()), ..picks(Level::Recruit.into())? })
            }
        }
    }

    /// How it has behaved so far.
    pub fn conduct(&self) -> Conduct {
        self.conduct
    }

    /// Tells a program how the game ended.
    pub fn over(&mut self, game: &dyn Game) {
        if let Seated::Program(envoy) = &mut self.seated {
            envoy.over(game);
        }
    }
}
