//! Orders and their written form.
//!
//! Lengths are inches with two decimals, facings degrees; stands are their numbers in the roster:
//! `move 12 34.50,20.25@90`, `charge 3 7 @180`, `attack 7 with 3,4`.

use std::fmt;
use std::str::FromStr;

use crate::angle::{Angle, normal};
use crate::ids::{FeatureId, StandId};
use crate::state::Pose;

/// What a stand can do in its move besides going somewhere.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Act {
    Limber,
    Unlimber,
    Mount,
    Dismount,
    StandUp,
    Recover,
    Stationary,
    StepBack,
}

impl Act {
    pub const ALL: [Act; 8] = [
        Act::Limber,
        Act::Unlimber,
        Act::Mount,
        Act::Dismount,
        Act::StandUp,
        Act::Recover,
        Act::Stationary,
        Act::StepBack,
    ];
    pub fn word(self) -> &'static str {
        match self {
            Act::Limber => "limber",
            Act::Unlimber => "unlimber",
            Act::Mount => "mount",
            Act::Dismount => "dismount",
            Act::StandUp => "stand-up",
            Act::Recover => "recover",
            Act::Stationary => "stationary",
            Act::StepBack => "step-back",
        }
    }
}

/// One decision of one seat.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Order {
    /// Begin the move of a stand.
    Pick(StandId),
    /// Turn towards a place, go straight there, turn to the facing. `disorder`: pay with disorder.
    Move {
        stand: StandId,
        to: Pose,
        disorder: bool,
    },
    /// Follow a road to a point on it.
    March {
        stand: StandId,
        x: i32,
        y: i32,
    },
    Form {
        stand: StandId,
        facing: Angle,
    },
    Reform {
        stand: StandId,
        facing: Angle,
    },
    Act {
        stand: StandId,
        act: Act,
    },
    /// Leave a building by one of its four sides.
    Leave {
        stand: StandId,
        side: u8,
        facing: Angle,
    },
    Charge {
        stand: StandId,
        target: StandId,
        facing: Angle,
    },
    Attach {
        commander: StandId,
        stand: StandId,
    },
    Reinforce {
        stand: StandId,
        brigade: StandId,
    },
    /// Come onto the table.
    Enter {
        stand: StandId,
        to: Pose,
    },
    /// The stand's move is over.
    Done,
    /// The phase is over.
    End,
    Rally {
        stand: StandId,
        facing: Angle,
    },
    /// Run to cover.
    Cover {
        to: Pose,
    },
    Decline,
    /// Advance straight ahead, in hundredths of an inch.
    Advance {
        stand: StandId,
        distance: i32,
    },
    Turn {
        stand: StandId,
        facing: Angle,
    },
    /// Cavalry breaks through: turn, then go so far, or into a target.
    Break {
        stand: StandId,
        facing: Angle,
        distance: i32,
        target: StandId,
    },
    Ground(StandId),
    Attack {
        target: StandId,
        fire: Vec<StandId>,
    },
    Answer(StandId),
    GiveWay(u8),
    /// The skirmisher of a block that takes the next casualty.
    Lose(StandId),
    Follow,
    Fire {
        stand: StandId,
        target: StandId,
    },
    /// Siege guns fire at the wall of a fortress.
    Bombard {
        stand: StandId,
        feature: FeatureId,
        x: i32,
        y: i32,
    },
    /// A strength point of field guns becomes two dedicated guns, for these brigades.
    Convert {
        battalion: StandId,
        first: StandId,
        second: StandId,
    },
}

struct Inches(i32);
impl fmt::Display for Inches {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = if self.0 < 0 { "-" } else { "" };
        write!(f, "{sign}{}.{:02}", self.0.abs() / 100, self.0.abs() % 100)
    }
}

struct Degrees(Angle);
impl fmt::Display for Degrees {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0 % 100 == 0 {
            write!(f, "{}", self.0 / 100)
        } else {
            write!(f, "{}.{:02}", self.0 / 100, self.0 % 100)
        }
    }
}

impl fmt::Display for Pose {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{}@{}", Inches(self.x), Inches(self.y), Degrees(self.facing))
    }
}

impl fmt::Display for Order {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Order::Pick(s) => write!(f, "pick {s}"),
            Order::Move { stand, to, disorder } => {
                write!(f, "move {stand} {to}{}", if *disorder { " disorder" } else { "" })
            }
            Order::March { stand, x, y } => write!(f, "march {stand} {},{}", Inches(*x), Inches(*y)),
            Order::Form { stand, facing } => write!(f, "form {stand} @{}", Degrees(*facing)),
            Order::Reform { stand, facing } => write!(f, "reform {stand} @{}", Degrees(*facing)),
            Order::Act { stand, act } => write!(f, "{} {stand}", act.word()),
            Order::Leave { stand, side, facing } => write!(f, "leave {stand} {side} @{}", Degrees(*facing)),
            Order::Charge { stand, target, facing } => {
                write!(f, "charge {stand} {target} @{}", Degrees(*facing))
            }
            Order::Attach { commander, stand } => write!(f, "attach {commander} {stand}"),
            Order::Reinforce { stand, brigade } => write!(f, "reinforce {stand} {brigade}"),
            Order::Enter { stand, to } => write!(f, "enter {stand} {to}"),
            Order::Done => f.write_str("done"),
            Order::End => f.write_str("end"),
            Order::Rally { stand, facing } => write!(f, "rally {stand} @{}", Degrees(*facing)),
            Order::Cover { to } => write!(f, "cover {to}"),
            Order::Decline => f.write_str("decline"),
            Order::Advance { stand, distance } => write!(f, "advance {stand} {}", Inches(*distance)),
            Order::Turn { stand, facing } => write!(f, "turn {stand} @{}", Degrees(*facing)),
            Order::Break { stand, facing, distance, target } => {
                write!(f, "break {stand} @{} {}", Degrees(*facing), Inches(*distance))?;
                if target.is_none() { Ok(()) } else { write!(f, " into {target}") }
            }
            Order::Ground(s) => write!(f, "ground {s}"),
            Order::Attack { target, fire } => {
                write!(f, "attack {target}")?;
                for (n, s) in fire.iter().enumerate() {
                    write!(f, "{}{s}", if n == 0 { " with " } else { "," })?;
                }
                Ok(())
            }
            Order::Answer(s) => write!(f, "answer {s}"),
            Order::GiveWay(n) => write!(f, "give-way {n}"),
            Order::Lose(s) => write!(f, "lose {s}"),
            Order::Follow => f.write_str("follow"),
            Order::Fire { stand, target } => write!(f, "fire {stand} at {target}"),
            Order::Bombard { stand, feature, x, y } => {
                write!(f, "bombard {stand} {feature} {},{}", Inches(*x), Inches(*y))
            }
            Order::Convert { battalion, first, second } => write!(f, "convert {battalion} {first},{second}"),
        }
    }
}

/// Why a text is no order.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("expected an order such as `move 12 34.50,20.25@90`, `charge 3 7 @180` or `end`")]
pub struct NoOrder;

fn hundredths(text: &str) -> Result<i32, NoOrder> {
    let (sign, digits) = text.strip_prefix('-').map_or((1, text), |rest| (-1, rest));
    let (whole, part) = digits.split_once('.').unwrap_or((digits, "0"));
    let plain = |t: &str| !t.is_empty() && t.len() <= 5 && t.bytes().all(|b| b.is_ascii_digit());
    if !plain(whole) || !plain(part) || part.len() > 2 {
        return Err(NoOrder);
    }
    let part: i32 = part.parse::<i32>().map_err(|_| NoOrder)? * if part.len() == 1 { 10 } else { 1 };
    Ok(sign * (whole.parse::<i32>().map_err(|_| NoOrder)? * 100 + part))
}

fn angle(text: &str) -> Result<Angle, NoOrder> {
    hundredths(text.strip_prefix('@').unwrap_or(text)).map(normal)
}

fn point(text: &str) -> Result<(i32, i32), NoOrder> {
    let (x, y) = text.split_once(',').ok_or(NoOrder)?;
    Ok((hundredths(x)?, hundredths(y)?))
}

fn pose(text: &str) -> Result<Pose, NoOrder> {
    let (place, facing) = text.split_once('@').ok_or(NoOrder)?;
    let (x, y) = point(place)?;
    Ok(Pose { x, y, facing: angle(facing)? })
}

fn number(text: &str) -> Result<u8, NoOrder> {
    if !text.bytes().all(|b| b.is_ascii_digit()) {
        return Err(NoOrder);
    }
    text.parse().map_err(|_| NoOrder)
}

fn id(text: &str) -> Result<StandId, NoOrder> {
    number(text).map(|n| StandId::new(n.into()))
}

fn ids(text: &str) -> Result<Vec<StandId>, NoOrder> {
    text.split(',').map(id).collect()
}

impl FromStr for Order {
    type Err = NoOrder;

    fn from_str(text: &str) -> Result<Order, NoOrder> {
        let words: Vec<&str> = text.split_ascii_whitespace().take(8).collect();
        if let [word, stand] = words[..]
            && let Some(act) = Act::ALL.into_iter().find(|a| a.word() == word)
        {
            return Ok(Order::Act { stand: id(stand)?, act });
        }
        Ok(match words[..] {
            ["pick", s] => Order::Pick(id(s)?),
            ["move", s, to] => Order::Move { stand: id(s)?, to: pose(to)?, disorder: false },
            ["move", s, to, "disorder"] => Order::Move { stand: id(s)?, to: pose(to)?, disorder: true },
            ["march", s, to] => {
                let (x, y) = point(to)?;
                Order::March { stand: id(s)?, x, y }
            }
            ["form", s, a] => Order::Form { stand: id(s)?, facing: angle(a)? },
            ["reform", s, a] => Order::Reform { stand: id(s)?, facing: angle(a)? },
            ["leave", s, side, a] => Order::Leave { stand: id(s)?, side: number(side)?, facing: angle(a)? },
            ["charge", s, t, a] => Order::Charge { stand: id(s)?, target: id(t)?, facing: angle(a)? },
            ["attach", c, s] => Order::Attach { commander: id(c)?, stand: id(s)? },
            ["reinforce", s, b] => Order::Reinforce { stand: id(s)?, brigade: id(b)? },
            ["enter", s, to] => Order::Enter { stand: id(s)?, to: pose(to)? },
            ["done"] => Order::Done,
            ["end"] => Order::End,
            ["rally", s, a] => Order::Rally { stand: id(s)?, facing: angle(a)? },
            ["cover", to] => Order::Cover { to: pose(to)? },
            ["decline"] => Order::Decline,
            ["advance", s, d] => Order::Advance { stand: id(s)?, distance: hundredths(d)? },
            ["turn", s, a] => Order::Turn { stand: id(s)?, facing: angle(a)? },
            ["break", s, a, d] => Order::Break {
                stand: id(s)?,
                facing: angle(a)?,
                distance: hundredths(d)?,
                target: StandId::NONE,
            },
            ["break", s, a, d, "into", t] => {
                Order::Break { stand: id(s)?, facing: angle(a)?, distance: hundredths(d)?, target: id(t)? }
            }
            ["ground", s] => Order::Ground(id(s)?),
            ["attack", t] => Order::Attack { target: id(t)?, fire: Vec::new() },
            ["attack", t, "with", list] => Order::Attack { target: id(t)?, fire: ids(list)? },
            ["answer", s] => Order::Answer(id(s)?),
            ["give-way", n] => Order::GiveWay(number(n)?),
            ["lose", s] => Order::Lose(id(s)?),
            ["follow"] => Order::Follow,
            ["fire", s, "at", t] => Order::Fire { stand: id(s)?, target: id(t)? },
            ["bombard", s, f, at] => {
                let (x, y) = point(at)?;
                Order::Bombard { stand: id(s)?, feature: FeatureId::new(number(f)?.into()), x, y }
            }
            ["convert", b, list] => match ids(list)?[..] {
                [first, second] => Order::Convert { battalion: id(b)?, first, second },
                _ => return Err(NoOrder),
            },
            _ => return Err(NoOrder),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_written_order_reads_back() {
        let texts = [
            "pick 3",
            "move 12 34.50,20.25@90",
            "move 12 34.50,20.25@90.50 disorder",
            "march 1 3.00,4.00",
            "form 1 @0",
            "reform 1 @180",
            "limber 2",
            "unlimber 2",
            "mount 2",
            "dismount 2",
            "stand-up 2",
            "recover 2",
            "stationary 2",
            "step-back 2",
            "leave 1 3 @270",
            "charge 3 7 @180",
            "attach 1 2",
            "reinforce 4 5",
            "enter 4 0.00,12.00@90",
            "done",
            "end",
            "rally 3 @359.99",
            "cover 1.00,2.00@3",
            "decline",
            "advance 3 2.50",
            "turn 3 @45",
            "break 3 @45 12.00",
            "break 3 @45 0.00 into 9",
            "ground 4",
            "attack 3",
            "attack 3 with 1,2",
            "answer 4",
            "give-way 2",
            "lose 4",
            "follow",
            "fire 3 at 4",
            "bombard 3 0 1.00,2.00",
            "convert 3 1,2",
        ];
        for text in texts {
            assert_eq!(text.parse::<Order>().unwrap().to_string(), text);
        }
    }

    #[test]
    fn nonsense_is_no_order() {
        for text in
            ["", "move", "move x 1,1@1", "move 1 1,1", "attack 1 with", "charge 1 2 @nan", "move 1 1e9,0@0"]
        {
            assert_eq!(text.parse::<Order>(), Err(NoOrder), "{text}");
        }
    }
}
