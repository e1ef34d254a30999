//! Orders as they are written.

use std::fmt;

use crate::angle::Angle;
use crate::ids::StandId;
use crate::order::Order;
use crate::setup::Setup;
use crate::state::Pose;

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

/// A name in an order: as it is, or in quotes.
struct Name<'a>(&'a str);
impl fmt::Display for Name<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const WORDS: [&str; 4] = ["with", "into", "at", "disorder"];
        let plain = self.0.starts_with(char::is_alphabetic)
            && self.0.chars().all(|c| c.is_alphanumeric() || "'.-".contains(c))
            && !WORDS.contains(&self.0);
        if plain {
            return f.write_str(self.0);
        }
        write!(f, "\"{}\"", self.0.replace('\\', "\\\\").replace('"', "\\\""))
    }
}

/// An order with the scenario that knows the names.
struct Written<'a> {
    setup: &'a Setup,
    order: &'a Order,
}

/// The one written form of an order.
pub fn write(setup: &Setup, order: &Order) -> String {
    Written { setup, order }.to_string()
}

impl fmt::Display for Written<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = |id: &StandId| Name(self.setup.name_of(*id));
        match self.order {
            Order::Pick(s) => write!(f, "pick {}", name(s)),
            Order::Move { stand, to, disorder } => {
                write!(f, "move {} {to}{}", name(stand), if *disorder { " disorder" } else { "" })
            }
            Order::March { stand, x, y } => write!(f, "march {} {},{}", name(stand), Inches(*x), Inches(*y)),
            Order::Form { stand, facing } => write!(f, "form {} @{}", name(stand), Degrees(*facing)),
            Order::Reform { stand, facing } => write!(f, "reform {} @{}", name(stand), Degrees(*facing)),
            Order::Act { stand, act } => write!(f, "{} {}", act.word(), name(stand)),
            Order::Leave { stand, side, facing } => {
                write!(f, "leave {} {side} @{}", name(stand), Degrees(*facing))
            }
            Order::Charge { stand, target, facing } => {
                write!(f, "charge {} {} @{}", name(stand), name(target), Degrees(*facing))
            }
            Order::Attach { commander, stand } => write!(f, "attach {} {}", name(commander), name(stand)),
            Order::Reinforce { stand, brigade } => write!(f, "reinforce {} {}", name(stand), name(brigade)),
            Order::Enter { stand, to } => write!(f, "enter {} {to}", name(stand)),
            Order::Done => f.write_str("done"),
            Order::End => f.write_str("end"),
            Order::Rally { stand, facing } => write!(f, "rally {} @{}", name(stand), Degrees(*facing)),
            Order::Cover { to } => write!(f, "cover {to}"),
            Order::Decline => f.write_str("decline"),
            Order::Advance { stand, distance } => write!(f, "advance {} {}", name(stand), Inches(*distance)),
            Order::Turn { stand, facing } => write!(f, "turn {} @{}", name(stand), Degrees(*facing)),
            Order::Break { stand, facing, distance, target } => {
                write!(f, "break {} @{} {}", name(stand), Degrees(*facing), Inches(*distance))?;
                if target.is_none() { Ok(()) } else { write!(f, " into {}", name(target)) }
            }
            Order::Ground(s) => write!(f, "ground {}", name(s)),
            Order::Attack { target, fire } => {
                write!(f, "attack {}", name(target))?;
                for (n, s) in fire.iter().enumerate() {
                    write!(f, "{}{}", if n == 0 { " with " } else { "," }, name(s))?;
                }
                Ok(())
            }
            Order::Answer(s) => write!(f, "answer {}", name(s)),
            Order::GiveWay(n) => write!(f, "give-way {n}"),
            Order::Lose(s) => write!(f, "lose {}", name(s)),
            Order::Follow => f.write_str("follow"),
            Order::Fire { stand, target } => write!(f, "fire {} at {}", name(stand), name(target)),
            Order::Bombard { stand, feature, x, y } => {
                write!(f, "bombard {} ", name(stand))?;
                let wall = self.setup.table.features.get(feature.index()).and_then(|w| w.name.as_deref());
                match wall {
                    Some(wall) => write!(f, "{}", Name(wall))?,
                    None => write!(f, "{feature}")?,
                }
                write!(f, " {},{}", Inches(*x), Inches(*y))
            }
            Order::Convert { battalion, first, second } => {
                write!(f, "convert {} {},{}", name(battalion), name(first), name(second))
            }
        }
    }
}
