//! The turn as a card: who does what, in order.

use serde::{Deserialize, Serialize};

/// The steps of a turn.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Sequence {
    /// What stands over it.
    pub title: String,
    /// What is to be said before the steps; may be empty.
    pub note: String,
    /// The steps of a turn, one after the other.
    pub steps: Vec<Step>,
}

/// A phase, or phases that belong together.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Step {
    /// What the step is called.
    pub title: String,
    /// What a view calls the phase while it lasts.
    pub phases: Vec<String>,
    /// Who acts in it.
    pub who: String,
    /// What is done.
    pub does: String,
    /// The section about it.
    pub rule: String,
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use table::{SeededDice, Viewer};

    use crate::book::{book, books};

    #[test]
    fn every_step_cites_a_rule_of_its_system() {
        for book in books() {
            assert!(book.sequence.steps.len() >= 6, "{}", book.system);
            for step in &book.sequence.steps {
                let clause =
                    crate::clause(&step.rule).unwrap_or_else(|| panic!("{}: {}", step.title, step.rule));
                assert_eq!(clause.system(), book.system);
            }
        }
    }

    /// Plays a while at random dice with the first legal orders: every phase met is on the card, in one step.
    #[test]
    fn every_phase_of_a_game_is_on_the_card() {
        for entry in crate::list() {
            let scenario = crate::open(&entry.id).expect("it fits");
            let card = &book(entry.system).expect("a book").sequence;
            let mut dice = SeededDice::from_number(7);
            let (mut game, _) = scenario.start(&mut dice);
            let mut met = BTreeSet::new();
            let mut n = 0usize;
            let mut pick = |most: usize| {
                n = n.wrapping_mul(31).wrapping_add(17);
                n % most
            };
            for _ in 0..400 {
                met.insert(game.view(Viewer::Referee).phase.to_string());
                if !game.play_random(&mut pick, &mut dice) {
                    break;
                }
            }
            met.insert(game.view(Viewer::Referee).phase.to_string());
            for phase in met {
                let steps = card.steps.iter().filter(|step| step.phases.contains(&phase)).count();
                assert_eq!(steps, 1, "{}: `{phase}`", entry.id);
            }
        }
    }
}
