//! Orders as they are read.

use std::borrow::Cow;

use crate::angle::{Angle, normal};
use crate::ids::{FeatureId, StandId};
use crate::order::{Act, Order};
use crate::setup::Setup;
use crate::state::Pose;

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
