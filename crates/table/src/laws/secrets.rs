//! The laws of hidden information: a position is compared with one that differs only in what a viewer may
//! not know, as [`Commander::imagine`] draws it.

use serde::Serialize;

use crate::laws::trial::{Held, Look, Match};
use crate::laws::{Law, Picks, Report, difference};
use crate::{Commander, Happened, Rules, Seated, SeededDice, Side, Viewer};

impl<R: Commander> Match<'_, R> {
    pub fn secrets(&self, look: &Look<R>, texts: &[String], picks: &mut Picks, report: &mut Report) -> Held {
        if !R::has_secrets(self.setup) {
            return Ok(());
        }
        for seat in Side::BOTH {
            let twin = R::imagine(self.setup, look.state, seat, &mut |n| picks.below(n));
            report.twins += usize::from(R::fingerprint(&twin) != R::fingerprint(look.state));
            for viewer in [Viewer::Seat(seat), Viewer::Spectator] {
                self.same(
                    look,
                    viewer,
                    "is shown",
                    |state| json(&R::view(self.setup, state, viewer)),
                    &twin,
                )?;
                self.same(
                    look,
                    viewer,
                    "is asked",
                    |state| format!("{:?}", R::standing_for(self.setup, state, viewer)),
                    &twin,
                )?;
            }
            self.offered(look, seat, texts, &twin)?;
            // What the other side is about to do is among the things that a seat imagines; it is not
            // carried on.
            if look.seat == seat {
                self.after(look, seat, &twin)?;
            }
        }
        Ok(())
    }

    /// Compares what a viewer gets in the true position and in its twin.
    fn same(
        &self,
        look: &Look<R>,
        viewer: Viewer,
        what: &str,
        gets: impl Fn(&R::State) -> String,
        twin: &R::State,
    ) -> Held {
        let (one, other) = (gets(look.state), gets(twin));
        let held = match one == other {
            true => Ok(()),
            false => Err(format!("what {viewer:?} {what} differs: {}", difference(&one, &other))),
        };
        self.holds(Law::SecretsAreKept, look.order, look.kind, held)
    }

    /// The orders of a seat, their cards, and what its wrong orders are told.
    fn offered(&self, look: &Look<R>, seat: Side, texts: &[String], twin: &R::State) -> Held {
        let viewer = Viewer::Seat(seat);
        let game = |state: &R::State| Seated::<R>::new(self.setup.clone(), state.clone());
        self.same(look, viewer, "is offered", |state| format!("{:?}", game(state).cards(seat)), twin)?;
        self.same(
            look,
            viewer,
            "is offered at any time",
            |state| format!("{:?}", game(state).cards_at_any_time(seat)),
            twin,
        )?;
        let refusals = |state: &R::State| {
            let game = game(state);
            let verdicts: Vec<String> =
                texts.iter().map(|text| format!("`{text}`: {:?}", game.check(seat, text))).collect();
            verdicts.join("\n")
        };
        self.same(look, viewer, "is refused", refusals, twin)
    }

    /// The order given in both positions under the same dice: who is told the same sees the same.
    fn after(&self, look: &Look<R>, seat: Side, twin: &R::State) -> Held {
        if R::check(self.setup, twin, look.seat, look.given).is_err() {
            return Ok(());
        }
        let viewer = Viewer::Seat(seat);
        let given = |state: &R::State| {
            let mut after = state.clone();
            let mut events: Vec<Happened<R::Event>> = Vec::new();
            let mut dice = SeededDice::from_number(look.order as u64);
            R::apply(self.setup, &mut after, look.seat, look.given, &mut dice, &mut events);
            let told: Vec<_> =
                events.iter().filter_map(|event| R::event_for(self.setup, event, viewer)).collect();
            (json(&told), json(&R::view(self.setup, &after, viewer)))
        };
        let ((told, shown), (told_too, shown_too)) = (given(look.state), given(twin));
        let held = match (told == told_too, shown == shown_too) {
            (true, false) => Err(format!(
                "{viewer:?} is told the same and shown another: {}",
                difference(&shown, &shown_too)
            )),
            _ => Ok(()),
        };
        self.holds(Law::SecretsAreKept, look.order, &self.words(look.seat, look.given), held)
    }

    /// What the other seat sees before an order, where it must not be able to count those it hears nothing of.
    pub fn silence(&self, state: &R::State, seat: Side) -> Option<String> {
        let asked = R::has_secrets(self.setup) && self.trial.asks(Law::CountsTellNothing);
        asked.then(|| self.seen(state, seat.other()))
    }

    fn seen(&self, state: &R::State, seat: Side) -> String {
        let viewer = Viewer::Seat(seat);
        let standing = R::standing_for(self.setup, state, viewer);
        format!("{standing:?} {}", json(&R::view(self.setup, state, viewer)))
    }

    /// Every order shows the other seat something: one that could only be counted would tell by its number.
    pub fn countable(
        &self,
        state: &R::State,
        seat: Side,
        order: &R::Order,
        events: &[Happened<R::Event>],
        (n, before): (usize, String),
    ) -> Held {
        let viewer = Viewer::Seat(seat.other());
        let told = events.iter().any(|event| R::event_for(self.setup, event, viewer).is_some());
        let held = match told || self.seen(state, seat.other()) != before {
            true => Ok(()),
            false => Err(format!("{viewer:?} sees nothing of it and can count it")),
        };
        self.holds(Law::CountsTellNothing, n, &self.words(seat, order), held)
    }
}

fn json(value: &impl Serialize) -> String {
    serde_json::to_string(value).unwrap_or_default()
}
