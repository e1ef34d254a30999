//! The journal of a game: what was ordered and which dice fell, a few bytes an entry.

use std::sync::Arc;

use library::lesson::Act;
use table::{Closing, Dice, Side};

/// One entry. Its place in the journal is its sequence number.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Entry {
    Order(Given),
    /// Orders after the first `kept` were taken back.
    Undo {
        by: Side,
        kept: u32,
    },
    /// What the student of a lesson told the coach.
    Coach(Act),
    /// People ended the game: nothing follows.
    Closed(Closing),
}

/// An order that was carried out, with the dice that fell.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Given {
    pub seat: Side,
    pub order: Box<str>,
    pub dice: Box<[u8]>,
    /// What a computer player considered, as JSON. Kept beside the journal: a game is the same without it.
    pub note: Option<Arc<str>>,
}

const CONFEDERATE: u8 = 1;
const UNDO: u8 = 2;
const COACH: u8 = 4;
const CLOSED: u8 = 8;
/// What can be told to a coach; the place of an act is its byte.
const ACTS: [Act; 4] = [Act::Next, Act::Back, Act::Skip, Act::Again];

/// How people end a game; the place is its byte, the side stands in the flags.
const CLOSINGS: [fn(Side) -> Closing; 4] = [
    |by| Closing::Resigned { by },
    |_| Closing::Drawn,
    |by| Closing::OutOfTime { by },
    |_| Closing::Abandoned,
];

fn closing_byte(closing: Closing) -> u8 {
    match closing {
        Closing::Resigned { .. } => 0,
        Closing::Drawn => 1,
        Closing::OutOfTime { .. } => 2,
        Closing::Abandoned => 3,
    }
}

fn seat_bit(seat: Side) -> u8 {
    if seat == Side::Confederate { CONFEDERATE } else { 0 }
}

fn seat_of(bits: u8) -> Side {
    if bits & CONFEDERATE != 0 { Side::Confederate } else { Side::Union }
}

impl Entry {
    /// One byte of flags; for an order the number of dice, two dice a byte, and the words.
    pub fn to_bytes(&self) -> Vec<u8> {
        match self {
            Entry::Undo { by, kept } => {
                let mut bytes = vec![UNDO | seat_bit(*by)];
                bytes.extend_from_slice(&kept.to_le_bytes());
                bytes
            }
            Entry::Coach(act) => {
                vec![COACH, ACTS.iter().position(|one| one == act).unwrap_or_default() as u8]
            }
            Entry::Closed(closing) => {
                vec![CLOSED | closing.loser().map_or(0, seat_bit), closing_byte(*closing)]
            }
            Entry::Order(given) => {
                let mut bytes = Vec::with_capacity(4 + given.dice.len() / 2 + given.order.len());
                bytes.push(seat_bit(given.seat));
                push_length(&mut bytes, given.dice.len());
                for pair in given.dice.chunks(2) {
                    bytes.push(pair[0] << 4 | pair.get(1).copied().unwrap_or(0));
                }
                bytes.extend_from_slice(given.order.as_bytes());
                bytes
            }
        }
    }

    /// Reads what [`Entry::to_bytes`] wrote; `None` if it is something else.
    pub fn from_bytes(bytes: &[u8]) -> Option<Entry> {
        let (&flags, rest) = bytes.split_first()?;
        if flags & UNDO != 0 {
            let kept = u32::from_le_bytes(rest.try_into().ok()?);
            return Some(Entry::Undo { by: seat_of(flags), kept });
        }
        if flags & COACH != 0 {
            let [act] = rest else { return None };
            return ACTS.get(usize::from(*act)).map(|act| Entry::Coach(*act));
        }
        if flags & CLOSED != 0 {
            let [how] = rest else { return None };
            return CLOSINGS.get(usize::from(*how)).map(|closing| Entry::Closed(closing(seat_of(flags))));
        }
        let (count, rest) = read_length(rest)?;
        let (packed, order) = rest.split_at_checked(count.div_ceil(2))?;
        let mut dice: Vec<u8> = packed.iter().flat_map(|b| [b >> 4, b & 15]).collect();
        dice.truncate(count);
        let order = std::str::from_utf8(order).ok()?.into();
        let sound = dice.iter().all(|d| (1..=6).contains(d));
        sound.then(|| Entry::Order(Given { seat: seat_of(flags), order, dice: dice.into(), note: None }))
    }
}

/// Seven bits a byte, the low ones first.
fn push_length(bytes: &mut Vec<u8>, mut n: usize) {
    while n >= 128 {
        bytes.push(n as u8 | 128);
        n >>= 7;
    }
    bytes.push(n as u8);
}

fn read_length(bytes: &[u8]) -> Option<(usize, &[u8])> {
    let mut n = 0;
    for (place, byte) in bytes.iter().enumerate().take(4) {
        n |= ((byte & 127) as usize) << (7 * place);
        if byte & 128 == 0 {
            return Some((n, &bytes[place + 1..]));
        }
    }
    None
}

/// The dice of an entry, rolled again; remembers whether they were the ones asked for.
pub struct KeptDice<'a> {
    left: std::slice::Iter<'a, u8>,
    made_up: u8,
}

impl<'a> KeptDice<'a> {
    pub fn new(dice: &'a [u8]) -> Self {
        KeptDice { left: dice.iter(), made_up: 0 }
    }
    /// Whether exactly the kept dice were rolled.
    pub fn matched(&self) -> bool {
        self.made_up == 0 && self.left.len() == 0
    }
}

impl Dice for KeptDice<'_> {
    fn d6(&mut self, _why: &'static str) -> u8 {
        self.left.next().copied().unwrap_or_else(|| {
            // No two in a row are alike: a tie that is rolled again would go on for ever.
            self.made_up = self.made_up % 6 + 1;
            self.made_up
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn order(words: &str, dice: Vec<u8>) -> Entry {
        Entry::Order(Given { seat: Side::Confederate, order: words.into(), dice: dice.into(), note: None })
    }

    #[test]
    fn entries_read_back() {
        let long = (0..300u16).map(|n| (n % 6 + 1) as u8).collect();
        let entries = [
            order("march Brown 4611", vec![]),
            order("attack 4610", vec![6, 1, 3]),
            order("", long),
            Entry::Undo { by: Side::Union, kept: 70_000 },
            Entry::Coach(Act::Next),
            Entry::Coach(Act::Again),
            Entry::Closed(Closing::Resigned { by: Side::Confederate }),
            Entry::Closed(Closing::Drawn),
            Entry::Closed(Closing::OutOfTime { by: Side::Union }),
            Entry::Closed(Closing::OutOfTime { by: Side::Confederate }),
            Entry::Closed(Closing::Abandoned),
        ];
        for entry in entries {
            assert_eq!(Entry::from_bytes(&entry.to_bytes()), Some(entry));
        }
    }

    #[test]
    fn an_order_takes_two_bytes_more_than_its_words() {
        assert_eq!(order("march Brown 4611", vec![]).to_bytes().len(), 18);
    }

    #[test]
    fn anything_else_is_refused() {
        for bytes in [
            &[][..],
            &[0],
            &[2, 1],
            &[0, 3, 0x11],
            &[0, 1, 0x90, b'x'],
            &[0, 0, 0xff],
            &[4],
            &[4, 4],
            &[4, 0, 0],
            &[8],
            &[8, 4],
            &[9, 0, 0],
        ] {
            assert_eq!(Entry::from_bytes(bytes), None, "{bytes:?}");
        }
    }
}
