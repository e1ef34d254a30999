//! Why not? A player points at a piece and a place; what the rules say to the orders he may have meant.

use table::{Game, OrderCard, PlayError, Side};

use crate::wire::{NotLegal, WhyNot};

/// The most orders tried for one answer.
const MOST_TRIES: usize = 200;

/// Takes the orders that are legal now as patterns, puts the piece and the place pointed at in the
/// places of theirs, and gathers what the rules say to each. The words of the orders are the system's:
/// nothing here knows what they mean.
pub fn why_not(game: &dyn Game, seat: Side, piece: Option<&str>, at: Option<&str>) -> WhyNot {
    let cards = game.cards(seat);
    let mut told = WhyNot::default();
    let mut tried: Vec<String> = Vec::new();
    for card in patterns(&cards, piece) {
        let Some(order) = meant(card, piece, at) else { continue };
        if tried.contains(&order) {
            continue;
        }
        match game.check(seat, &order) {
            Ok(()) => told.legal.push(order.clone()),
            Err(PlayError::Refused(no)) => {
                if !told.refusals.iter().any(|known| known.message == no.why) {
                    told.refusals.push(NotLegal {
                        order: order.clone(),
                        group: card.group.clone(),
                        message: no.why.into_owned(),
                        rule: no.rule.section(),
                        clause: no.rule.0,
                    });
                }
            }
            Err(_) => {}
        }
        tried.push(order);
        if tried.len() == MOST_TRIES {
            break;
        }
    }
    told
}

/// The orders worth imitating: those of the piece itself first.
fn patterns<'a>(cards: &'a [OrderCard], piece: Option<&'a str>) -> impl Iterator<Item = &'a OrderCard> {
    let own = move |card: &&OrderCard| piece.is_none() || card.piece.as_deref() == piece;
    cards.iter().filter(own).chain(cards.iter().filter(move |card| !own(card)))
}

/// The order on the card with the piece and place pointed at instead of its own.
fn meant(card: &OrderCard, piece: Option<&str>, at: Option<&str>) -> Option<String> {
    let mut order = card.order.clone();
    if let Some(at) = at {
        let own = card.at.as_deref().filter(|own| order.contains(own))?;
        order = order.replace(own, at);
    }
    if let Some(piece) = piece {
        let own = card.piece.as_deref()?;
        if own != piece {
            if !order.contains(own) {
                return None;
            }
            order = order.replace(own, piece);
        }
    }
    Some(order)
}
