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
            let numbers = |state: &R::State| {
                let mut numbers = vec![0.0; R::shape(self.setup).len()];
                R::observe(self.setup, state, seat, &mut numbers);
                format!("{numbers:?}")
            };
            self.same(look, Viewer::Seat(seat), "sees in numbers", numbers, &twin)?;
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

    /// The order given in both positions under the same dice: who is told the same is asked the same next, and
    /// sees the same.
    fn after(&self, look: &Look<R>, seat: Side, twin: &R::State) -> Held {
        if R::check(self.setup, twin, look.seat, look.given).is_err() {
            return Ok(());
        }
        let viewer = Viewer::Seat(seat);
        let (one, other) = (self.given(look, viewer, look.state), self.given(look, viewer, twin));
        if one.told != other.told {
            return Ok(());
        }
        let text = self.words(look.seat, look.given);
        let differ = |what: &str, one: &str, other: &str| match one == other {
            true => Ok(()),
            false => Err(format!("{viewer:?} is told the same and {what}: {}", difference(one, other))),
        };
        let asked = differ("asked another thing", &one.asked, &other.asked);
        self.holds(Law::CountsTellNothing, look.order, &text, asked)?;
        let shown = differ("shown another thing", &one.shown, &other.shown);
        self.holds(Law::SecretsAreKept, look.order, &text, shown)
    }

    /// What a viewer gets after the order at hand was given in a position.
    fn given(&self, look: &Look<R>, viewer: Viewer, state: &R::State) -> Gets {
        let mut after = state.clone();
        let mut events: Vec<Happened<R::Event>> = Vec::new();
        let mut dice = SeededDice::from_number(look.order as u64);
        R::apply(self.setup, &mut after, look.seat, look.given, &mut dice, &mut events);
        let told: Vec<_> =
            events.iter().filter_map(|event| R::event_for(self.setup, event, viewer)).collect();
        Gets {
            told: json(&told),
            asked: format!("{:?}", R::standing_for(self.setup, &after, viewer)),
            shown: json(&R::view(self.setup, &after, viewer)),
        }
    }
}

/// What reaches a viewer after an order.
struct Gets {
    told: String,
    asked: String,
    shown: String,
}

fn json(value: &impl Serialize) -> String {
    serde_json::to_string(value).unwrap_or_default()
}
