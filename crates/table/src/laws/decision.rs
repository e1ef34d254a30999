//! The laws of one decision: what is listed, checked, written, shown and refused.

use std::collections::BTreeSet;

use crate::laws::trial::{Held, Look, Match};
use crate::laws::wrong::Wrong;
use crate::laws::{Law, Picks, Report};
use crate::{
    Commander, NoLog, OrderCard, PlayError, Recorder, Refusal, Rules, Seated, SeededDice, Side, Standing,
    Viewer,
};

impl<R: Commander> Match<'_, R> {
    /// Looks at a decision from all sides.
    pub fn look(
        &self,
        n: usize,
        state: &R::State,
        (seat, given): (Side, &R::Order),
        wrong: &mut Wrong<R>,
        picks: &mut Picks,
        report: &mut Report,
    ) -> Held {
        let Standing::Waiting(asked) = R::standing(self.setup, state) else { return Ok(()) };
        // An order may be given by a seat that is not asked; the decision is still another's.
        let seat = if asked.seats.contains(seat) { seat } else { asked.seats.first() };
        let mut listed = Vec::new();
        R::orders(self.setup, state, seat, &mut listed);
        let look = Look { order: n, state, seat, kind: asked.kind, listed: &listed, given };
        report.looks += 1;
        let some: Vec<&R::Order> =
            picks.some(listed.len(), self.trial.sample).into_iter().map(|nth| &listed[nth]).collect();
        self.legal(&look, &some, report)?;
        self.other_seat(&look, asked.seats.contains(seat.other()), &some)?;
        self.written(&look, &some)?;
        self.cards(&look, &some, picks)?;
        if !listed.is_empty() {
            let texts = wrong.texts(self.setup, &listed, picks);
            self.refused(&look, &texts, report)?;
            self.secrets(&look, &texts, picks, report)?;
            self.numbers(&look, picks, report)?;
            wrong.keep(&listed, picks);
        }
        Ok(())
    }

    fn told(&self, look: &Look<R>, order: &R::Order) -> String {
        format!("{} at `{}`", self.words(look.seat, order), look.kind)
    }

    /// Listed orders pass the check, and so do those that may be given at any time.
    fn legal(&self, look: &Look<R>, some: &[&R::Order], report: &mut Report) -> Held {
        let before = R::fingerprint(look.state);
        let mut always = Vec::new();
        for seat in Side::BOTH {
            always.clear();
            R::at_any_time(self.setup, look.state, seat, &mut always);
            let own = some.iter().copied().filter(|_| seat == look.seat);
            for order in own.chain(&always) {
                let refusal = R::check(self.setup, look.state, seat, order);
                let held = refusal.map_err(|no| format!("refused: {no}"));
                self.holds(Law::ListedIsLegal, look.order, &self.told(look, order), held)?;
                report.legal += 1;
            }
        }
        let kept = (R::fingerprint(look.state) == before).then_some(());
        let held =
            kept.ok_or_else(|| format!("the position after checking {} orders is another", some.len()));
        self.holds(Law::CheckChangesNothing, look.order, look.kind, held)
    }

    /// The other seat has no orders unless it is asked too, and may not give those of this one.
    fn other_seat(&self, look: &Look<R>, asked: bool, some: &[&R::Order]) -> Held {
        if asked {
            return Ok(());
        }
        let other = look.seat.other();
        let mut orders = Vec::new();
        R::orders(self.setup, look.state, other, &mut orders);
        let none = orders.is_empty().then_some(()).ok_or_else(|| format!("{other} has {orders:?}"));
        self.holds(Law::OnlyTheSeatAsked, look.order, look.kind, none)?;
        let mut always = Vec::new();
        R::at_any_time(self.setup, look.state, other, &mut always);
        let before = R::fingerprint(look.state);
        for order in some.iter().filter(|order| !always.contains(order)) {
            let refused = R::check(self.setup, look.state, other, order).is_err().then_some(());
            let held = refused.ok_or_else(|| format!("{other} may give it too"));
            self.holds(Law::OnlyTheSeatAsked, look.order, &self.told(look, order), held)?;
        }
        let kept = (R::fingerprint(look.state) == before).then_some(());
        let held = kept.ok_or_else(|| format!("the position after refusing {other} is another"));
        self.holds(Law::RefusedChangesNothing, look.order, look.kind, held)
    }

    /// Orders read back from their written form.
    fn written(&self, look: &Look<R>, some: &[&R::Order]) -> Held {
        for order in some {
            let text = R::write_order(self.setup, order);
            let held = match R::read_order(self.setup, &text) {
                Ok(read) if read == **order => Ok(()),
                Ok(read) => Err(format!("{order:?} is written `{text}`, which reads {read:?}")),
                Err(why) => Err(format!("{order:?} is written `{text}`, which cannot be read: {why}")),
            };
            self.holds(Law::WrittenReadsBack, look.order, &self.told(look, order), held)?;
        }
        Ok(())
    }

    /// Cards say what their orders do, and which piece.
    fn cards(&self, look: &Look<R>, some: &[&R::Order], picks: &mut Picks) -> Held {
        let cards: Vec<OrderCard> = some.iter().map(|order| R::card(self.setup, look.state, order)).collect();
        for (order, card) in some.iter().zip(&cards) {
            let text = R::write_order(self.setup, order);
            let held = match card {
                _ if card.order != text => Err(format!("the card says `{}`", card.order)),
                _ if card.label.trim().is_empty() => Err("the card has no label".to_owned()),
                _ => Ok(()),
            };
            self.holds(Law::CardsShowOrders, look.order, &self.told(look, order), held)?;
        }
        for nth in picks.some(cards.len(), 6) {
            let Some(question) = &cards[nth].preview else { continue };
            let answer = R::ask(self.setup, look.state, Viewer::Seat(look.seat), question);
            let held = match answer {
                // That a rule forbids it is an answer.
                Err(no) if no.rule.is_none() => Err(format!("{question}: {no}")),
                _ => Ok(()),
            };
            self.holds(Law::CardsShowOrders, look.order, &self.told(look, some[nth]), held)?;
        }
        self.named(look, some, &cards)
    }

    /// Where a decision is about several pieces, each order names its own or the place of it.
    fn named(&self, look: &Look<R>, some: &[&R::Order], cards: &[OrderCard]) -> Held {
        let pieces: BTreeSet<&str> = cards.iter().filter_map(|card| card.piece.as_deref()).collect();
        if pieces.len() < 2 {
            return Ok(());
        }
        for (order, card) in some.iter().zip(cards) {
            let Some(piece) = &card.piece else { continue };
            let place = card.at.as_ref().filter(|at| at.as_str() != piece.as_str());
            // A marker is called by the number printed on it: `Confederate Force 3`.
            let printed = piece.rsplit(' ').next().filter(|word| word.parse::<u8>().is_ok());
            let held = match () {
                () if card.order.contains(piece.as_str()) => Ok(()),
                () if printed.is_some_and(|number| card.order.split(' ').any(|word| word == number)) => {
                    Ok(())
                }
                () if place.is_some_and(|at| at.split('/').any(|hex| card.order.contains(hex))) => Ok(()),
                () => Err(format!("`{}` is about {piece} and does not name it", card.order)),
            };
            self.holds(Law::PiecesByName, look.order, &self.told(look, order), held)?;
        }
        Ok(())
    }

    /// Wrong orders are refused, with a reason and without a trace.
    fn refused(&self, look: &Look<R>, texts: &[String], report: &mut Report) -> Held {
        let mut game = Seated::<R>::new(self.setup.clone(), look.state.clone());
        let before = game.fingerprint();
        for text in texts {
            let at = format!("{} `{text}` at `{}`", look.seat, look.kind);
            match game.check(look.seat, text) {
                Ok(()) => {
                    let listed = self.is_listed(look, text);
                    self.holds(Law::LegalIsListed, look.order, &at, listed)?;
                    self.holds(Law::Sound, look.order, &at, self.sound_after(look, text))?;
                }
                Err(why) => {
                    report.refused += 1;
                    self.holds(Law::RefusalsSayWhy, look.order, &at, reasoned(&why))?;
                    let mut dice = SeededDice::from_number(1);
                    let mut dice = Recorder::new(&mut dice);
                    let played = game.play(look.seat, text, &mut dice);
                    let held = match played {
                        Ok(_) => Err("refused when checked and carried out when given".to_owned()),
                        Err(_) if !dice.rolls.is_empty() => Err("dice fell".to_owned()),
                        Err(_) if game.fingerprint() != before => Err("the position is another".to_owned()),
                        Err(_) => Ok(()),
                    };
                    self.holds(Law::RefusedChangesNothing, look.order, &at, held)?;
                }
            }
        }
        Ok(())
    }

    /// Whatever is legal leaves a sound position, listed or not.
    fn sound_after(&self, look: &Look<R>, text: &str) -> Result<(), String> {
        let order = R::read_order(self.setup, text)?;
        let mut after = look.state.clone();
        let mut dice = SeededDice::from_number(look.order as u64);
        R::apply(self.setup, &mut after, look.seat, &order, &mut dice, &mut NoLog);
        R::sound(self.setup, &after)
    }

    /// A legal order is listed, or may be given at any time.
    fn is_listed(&self, look: &Look<R>, text: &str) -> Result<(), String> {
        if !R::LISTS_ALL {
            return Ok(());
        }
        let order = R::read_order(self.setup, text)?;
        let mut always = Vec::new();
        R::at_any_time(self.setup, look.state, look.seat, &mut always);
        match look.listed.contains(&order) || always.contains(&order) {
            true => Ok(()),
            false => Err(format!("legal, and not among the {} listed orders", look.listed.len())),
        }
    }
}

/// A refusal helps whoever reads it.
fn reasoned(why: &PlayError) -> Result<(), String> {
    match why {
        PlayError::Refused(Refusal { rule, why }) if rule.0.is_empty() || why.trim().is_empty() => {
            Err(format!("refused by `{}`: `{why}`", rule.0))
        }
        PlayError::Unreadable { why, .. } if why.trim().is_empty() => {
            Err("unreadable, without a word".to_owned())
        }
        _ => Ok(()),
    }
}
