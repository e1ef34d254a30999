//! Taking a piece in hand: the orders that come before its first step.

use table::view::Active;
use table::{Dice, Game, OrderCard, Side, View, Viewer};

use super::Wish;

/// Questions between the wish and the first step; more and it is another game than this was written for.
const MOST_QUESTIONS: usize = 12;

/// A position in which the piece is ready to go.
pub struct InHand {
    pub game: Box<dyn Game>,
    /// What was ordered to come to it.
    pub orders: Vec<String>,
    /// How many of these were given when the first die fell.
    known: usize,
    /// Its hex; none on a table in inches.
    pub at: Option<String>,
    /// Movement that is left, in hundredths, where the system tells it.
    pub left: Option<i64>,
    /// All who are in hand, this one first.
    pub who: Vec<String>,
    /// The harder answer that was on offer, in words.
    pub harder: Option<String>,
}

impl InHand {
    /// The orders up to and with the one that rolls.
    pub fn before_dice(&self) -> &[String] {
        &self.orders[..self.known]
    }

    /// Movement points.
    pub fn allowance(&self) -> Option<f64> {
        self.left.map(|left| left as f64 / 100.0)
    }
}

/// Dice that are counted, on top of others or for themselves.
#[derive(Default)]
pub struct Counted(usize);

impl Counted {
    pub fn fell(&self) -> usize {
        self.0
    }
}

impl Dice for Counted {
    fn d6(&mut self, _why: &'static str) -> u8 {
        self.0 += 1;
        (self.0 % 6 + 1) as u8
    }
}

struct Listening<'a> {
    dice: &'a mut dyn Dice,
    fell: bool,
}

impl Dice for Listening<'_> {
    fn d6(&mut self, why: &'static str) -> u8 {
        self.fell = true;
        self.dice.d6(why)
    }
}

/// Where a piece is, and the movement that those in hand have left.
pub fn whereabouts(game: &dyn Game, viewer: Viewer, piece: &str) -> Option<(String, Option<i64>)> {
    let hundredths = |mp: f64| (mp * 100.0).round() as i64;
    match game.active(viewer) {
        Some(Active { piece: moving, with, at: Some(at), mp, .. })
            if moving == piece || with.iter().any(|w| w == piece) =>
        {
            Some((at, mp.map(hundredths)))
        }
        _ => {
            let view: View = game.view(viewer);
            Some((view.piece(piece)?.now.at.clone()?, None))
        }
    }
}

/// Plays what lies between a wish and the first step; nothing if it cannot be had by usual answers.
pub fn take_in_hand(
    game: &dyn Game,
    seat: Side,
    viewer: Viewer,
    wish: &Wish,
    dice: &mut dyn Dice,
) -> Option<InHand> {
    let mut game = game.copy();
    let (mut orders, mut known, mut harder) = (Vec::new(), None, None);
    let mut dice = Listening { dice, fell: false };
    for _ in 0..MOST_QUESTIONS + wish.with.len() {
        if !game.standing().seats().is_some_and(|seats| seats.contains(seat)) {
            return None;
        }
        let hand = game.active(viewer).filter(|a| holds(a, &wish.piece));
        let cards = game.cards(seat);
        harder = harder.or_else(|| Some(cards.iter().find(|c| hand.is_some() && c.presses)?.label.clone()));
        let Some(card) = next(&cards, hand.as_ref(), wish) else {
            let hand = hand?;
            let found = whereabouts(game.as_ref(), viewer, &wish.piece);
            let (at, left) = found.map_or((None, None), |(at, left)| (Some(at), left));
            let known = known.unwrap_or(orders.len());
            let who = [hand.piece].into_iter().chain(hand.with).collect();
            return Some(InHand { game, orders, known, at, left, who, harder });
        };
        // Before the piece sets out nothing is decided by dice for it.
        let may_roll = hand.is_some() || card.sets_out;
        game.play(seat, &card.order, &mut dice).ok()?;
        orders.push(card.order.clone());
        if dice.fell {
            if known.is_none() && !may_roll {
                return None;
            }
            known.get_or_insert(orders.len());
        }
    }
    None
}

fn holds(active: &Active, piece: &str) -> bool {
    active.piece == piece || active.with.iter().any(|w| w == piece)
}

/// The order to give before the piece can take its first step.
fn next<'c>(cards: &'c [OrderCard], hand: Option<&Active>, wish: &Wish) -> Option<&'c OrderCard> {
    let usual = || cards.iter().find(|c| c.usual);
    let Some(active) = hand else {
        let own = |c: &&OrderCard| c.piece.as_ref() == Some(&wish.piece) && (c.takes_up || c.sets_out);
        return cards.iter().find(own).or_else(|| cards.iter().find(|c| c.ends)).or_else(usual);
    };
    let missing = |c: &&OrderCard| {
        c.joins && c.piece.as_ref().is_some_and(|p| wish.with.contains(p) && !holds(active, p))
    };
    let presses = || cards.iter().find(|c| wish.press && c.presses);
    cards.iter().find(missing).or_else(presses).or_else(usual)
}
