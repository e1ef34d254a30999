//! Orders that are likely to be wrong: of other decisions, and texts with a slip in them.

use crate::Ruleset;
use crate::laws::Picks;

/// Orders of decisions that were looked at before.
pub(crate) struct Wrong<R: Ruleset>(Vec<R::Order>);

/// How many are kept.
const KEPT: usize = 96;

impl<R: Ruleset> Default for Wrong<R> {
    fn default() -> Self {
        Wrong(Vec::new())
    }
}

impl<R: Ruleset> Wrong<R> {
    /// Keeps some orders of a decision for later ones.
    pub fn keep(&mut self, listed: &[R::Order], picks: &mut Picks) {
        for nth in picks.some(listed.len(), 4) {
            match self.0.len() < KEPT {
                true => self.0.push(listed[nth].clone()),
                false => self.0[picks.below(KEPT)] = listed[nth].clone(),
            }
        }
    }

    /// Some orders to try, as texts: those of other decisions, and these and those with a slip.
    pub fn texts(&self, setup: &R::Setup, listed: &[R::Order], picks: &mut Picks) -> Vec<String> {
        let write = |order: &R::Order| R::write_order(setup, order);
        let mut texts: Vec<String> =
            picks.some(self.0.len(), 8).into_iter().map(|n| write(&self.0[n])).collect();
        for _ in 0..8 {
            let one = write(&listed[picks.below(listed.len())]);
            let other = match self.0.len() {
                0 => one.clone(),
                n => write(&self.0[picks.below(n)]),
            };
            texts.push(slip(&one, &other, picks));
        }
        texts
    }
}

/// A text with a slip in it, such as fingers or programs make.
fn slip(one: &str, other: &str, picks: &mut Picks) -> String {
    let mut words: Vec<&str> = one.split(' ').collect();
    let others: Vec<&str> = other.split(' ').collect();
    let at = picks.below(words.len());
    match picks.below(9) {
        0 => drop(words.remove(at)),
        1 => words[at] = others[picks.below(others.len())],
        2 => words.push(others[picks.below(others.len())]),
        3 => words[0] = others[0],
        4 => words.insert(at, words[at]),
        5 => return turn_a_digit(one, picks),
        6 => return one.chars().take(picks.below(one.chars().count().max(1))).collect(),
        7 => return format!("{one}é"),
        _ => return format!("{other} {one}"),
    }
    words.join(" ")
}

fn turn_a_digit(text: &str, picks: &mut Picks) -> String {
    let digits: Vec<usize> =
        text.char_indices().filter(|(_, c)| c.is_ascii_digit()).map(|(at, _)| at).collect();
    let Some(at) = digits.get(picks.below(digits.len().max(1))) else { return text.to_uppercase() };
    format!("{}{}{}", &text[..*at], picks.below(10), &text[at + 1..])
}
