//! Orders and their written form.
//!
//! Lengths are inches with two decimals, facings degrees. Stands are called by their names, in quotes where a
//! name is more than one word: `move Jackson 34.50,20.25@90`, `charge "Bridge guard" Sherman @180`,
//! `attack Bee with Porter,"Griffin's battery"`. Their numbers in the roster are read as well, as in
//! `move 12 34.50,20.25@90`, but never written.

use std::borrow::Cow;
use std::fmt;

use crate::angle::{Angle, normal};
use crate::ids::{FeatureId, StandId};
use crate::setup::Setup;
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

/// Why a text is no order.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum NoOrder {
    #[error(
        "expected an order such as `move Jackson 34.50,20.25@90`, `charge \"Bridge guard\" Sherman @180` or `end`"
    )]
    Unreadable,
    #[error("there is no stand `{0}`")]
    Nobody(String),
    #[error("there is no feature `{0}` on the table")]
    Nowhere(String),
}

fn hundredths(text: &str) -> Result<i32, NoOrder> {
    let (sign, digits) = text.strip_prefix('-').map_or((1, text), |rest| (-1, rest));
    let (whole, part) = digits.split_once('.').unwrap_or((digits, "0"));
    let plain = |t: &str| !t.is_empty() && t.len() <= 5 && t.bytes().all(|b| b.is_ascii_digit());
    if !plain(whole) || !plain(part) || part.len() > 2 {
        return Err(NoOrder::Unreadable);
    }
    let part: i32 =
        part.parse::<i32>().map_err(|_| NoOrder::Unreadable)? * if part.len() == 1 { 10 } else { 1 };
    Ok(sign * (whole.parse::<i32>().map_err(|_| NoOrder::Unreadable)? * 100 + part))
}

fn angle(text: &str) -> Result<Angle, NoOrder> {
    hundredths(text.strip_prefix('@').unwrap_or(text)).map(normal)
}

fn point(text: &str) -> Result<(i32, i32), NoOrder> {
    let (x, y) = text.split_once(',').ok_or(NoOrder::Unreadable)?;
    Ok((hundredths(x)?, hundredths(y)?))
}

fn pose(text: &str) -> Result<Pose, NoOrder> {
    let (place, facing) = text.split_once('@').ok_or(NoOrder::Unreadable)?;
    let (x, y) = point(place)?;
    Ok(Pose { x, y, facing: angle(facing)? })
}

fn number(text: &str) -> Result<u8, NoOrder> {
    if !text.bytes().all(|b| b.is_ascii_digit()) {
        return Err(NoOrder::Unreadable);
    }
    text.parse().map_err(|_| NoOrder::Unreadable)
}

/// Cuts a text at every place where a test says so, but not inside quotes.
fn cut(text: &str, at: impl Fn(char) -> bool) -> Vec<&str> {
    let (mut quoted, mut escaped) = (false, false);
    text.split(|c: char| {
        let here = !quoted && at(c);
        quoted ^= c == '"' && !escaped;
        escaped = quoted && c == '\\' && !escaped;
        here
    })
    .filter(|part| !part.is_empty())
    .collect()
}

/// A name out of its quotes.
fn unquoted(text: &str) -> Result<Cow<'_, str>, NoOrder> {
    let Some(inner) = text.strip_prefix('"') else { return Ok(text.into()) };
    let inner = inner.strip_suffix('"').ok_or(NoOrder::Unreadable)?;
    let (mut name, mut escaped) = (String::new(), false);
    for c in inner.chars() {
        if c == '\\' && !escaped {
            escaped = true;
        } else {
            name.push(c);
            escaped = false;
        }
    }
    Ok(name.into())
}

/// Reads names with the scenario that knows them.
struct Reader<'a>(&'a Setup);

impl Reader<'_> {
    fn id(&self, text: &str) -> Result<StandId, NoOrder> {
        if let Ok(n) = number(text) {
            return Ok(StandId::new(n.into()));
        }
        let name = unquoted(text)?;
        self.0.find(&name).ok_or_else(|| NoOrder::Nobody(name.into_owned()))
    }
    fn ids(&self, text: &str) -> Result<Vec<StandId>, NoOrder> {
        cut(text, |c| c == ',').into_iter().map(|name| self.id(name)).collect()
    }
    fn feature(&self, text: &str) -> Result<FeatureId, NoOrder> {
        if let Ok(n) = number(text) {
            return Ok(FeatureId::new(n.into()));
        }
        let name = unquoted(text)?;
        self.0.table.feature_named(&name).ok_or_else(|| NoOrder::Nowhere(name.into_owned()))
    }

    fn order(&self, words: &[&str]) -> Result<Order, NoOrder> {
        let id = |text: &str| self.id(text);
        if let [word, stand] = *words
            && let Some(act) = Act::ALL.into_iter().find(|a| a.word() == word)
        {
            return Ok(Order::Act { stand: id(stand)?, act });
        }
        Ok(match *words {
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
            ["attack", t, "with", list] => Order::Attack { target: id(t)?, fire: self.ids(list)? },
            ["answer", s] => Order::Answer(id(s)?),
            ["give-way", n] => Order::GiveWay(number(n)?),
            ["lose", s] => Order::Lose(id(s)?),
            ["follow"] => Order::Follow,
            ["fire", s, "at", t] => Order::Fire { stand: id(s)?, target: id(t)? },
            ["bombard", s, f, at] => {
                let (x, y) = point(at)?;
                Order::Bombard { stand: id(s)?, feature: self.feature(f)?, x, y }
            }
            ["convert", b, list] => match self.ids(list)?[..] {
                [first, second] => Order::Convert { battalion: id(b)?, first, second },
                _ => return Err(NoOrder::Unreadable),
            },
            _ => return Err(NoOrder::Unreadable),
        })
    }
}

/// Reads what [`write`] writes.
///
/// # Errors
/// What cannot be read, and names that nobody bears.
pub fn read(setup: &Setup, text: &str) -> Result<Order, NoOrder> {
    Reader(setup).order(&cut(text, |c| c.is_ascii_whitespace()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn setup() -> Setup {
        let table = "format = 'hardtack-table/1'\nname = 'Plain'\n[[feature]]\nkind = 'fortress'\nname = 'Fort Gaines'\n\
            shape = { polygon = [[60, 60], [70, 60], [70, 70], [60, 70]] }\n[[feature]]\nkind = 'fortress'\n\
            shape = { polygon = [[80, 60], [90, 60], [90, 70], [80, 70]] }\n";
        let mut text =
            "format = 'hardtack-scenario/1'\nsystem = 'vnb'\nname = 'Duel'\ntable = 't'\nfirst = 'union'\n"
                .to_owned();
        for (n, name) in ["Stone", "Bridge guard", "O'Neal", "with", "14", "The \\\"Bloody\\\" 7th, foot"]
            .iter()
            .enumerate()
        {
            text += &format!(
                "[[stand]]\nside = 'union'\nname = \"{name}\"\ntype = 'infantry-brigade'\nweapon = 'rifled-musket'\nx = {}\ny = 5\n",
                10 * n + 5
            );
        }
        crate::load("duel", &text, &mut |_| Ok(table.to_owned())).unwrap_or_else(|faults| panic!("{faults}"))
    }

    #[test]
    fn every_written_order_reads_back() {
        let setup = setup();
        let texts = [
            "pick Stone",
            "move Stone 34.50,20.25@90",
            "move \"Bridge guard\" 34.50,20.25@90.50 disorder",
            "march O'Neal 3.00,4.00",
            "form Stone @0",
            "reform Stone @180",
            "limber Stone",
            "unlimber Stone",
            "mount Stone",
            "dismount Stone",
            "stand-up Stone",
            "recover Stone",
            "stationary Stone",
            "step-back \"with\"",
            "leave Stone 3 @270",
            "charge Stone \"Bridge guard\" @180",
            "attach Stone O'Neal",
            "reinforce \"14\" Stone",
            "enter Stone 0.00,12.00@90",
            "done",
            "end",
            "rally Stone @359.99",
            "cover 1.00,2.00@3",
            "decline",
            "advance \"The \\\"Bloody\\\" 7th, foot\" 2.50",
            "turn Stone @45",
            "break Stone @45 12.00",
            "break Stone @45 0.00 into \"with\"",
            "ground Stone",
            "attack Stone",
            "attack Stone with O'Neal,\"Bridge guard\",\"The \\\"Bloody\\\" 7th, foot\",\"with\"",
            "answer Stone",
            "give-way 2",
            "lose Stone",
            "follow",
            "fire Stone at \"Bridge guard\"",
            "bombard Stone \"Fort Gaines\" 1.00,2.00",
            "bombard Stone 1 1.00,2.00",
            "convert Stone O'Neal,\"14\"",
        ];
        for text in texts {
            let order = read(&setup, text).unwrap_or_else(|e| panic!("{text}: {e}"));
            assert_eq!(write(&setup, &order), text);
        }
    }

    #[test]
    fn numbers_of_the_roster_are_read_too() {
        let setup = setup();
        for (numbers, names) in [
            ("move 0 34.50,20.25@90", "move Stone 34.50,20.25@90"),
            ("attack 1 with 2,0", "attack \"Bridge guard\" with O'Neal,Stone"),
            ("bombard 0 0 1.00,2.00", "bombard Stone \"Fort Gaines\" 1.00,2.00"),
        ] {
            assert_eq!(read(&setup, numbers).map(|o| write(&setup, &o)).as_deref(), Ok(names));
        }
    }

    #[test]
    fn nonsense_is_no_order() {
        let setup = setup();
        for text in [
            "",
            "move",
            "move Stone 1,1",
            "move \"Bridge guard 1,1@1",
            "attack Stone with",
            "charge 1 2 @nan",
            "move 1 1e9,0@0",
        ] {
            assert_eq!(read(&setup, text), Err(NoOrder::Unreadable), "{text}");
        }
        assert_eq!(read(&setup, "move Lee 1,1@1"), Err(NoOrder::Nobody("Lee".into())));
        assert_eq!(read(&setup, "bombard Stone Sumter 1,1"), Err(NoOrder::Nowhere("Sumter".into())));
    }
}
