//! Citations: every modifier, cost and refusal says which clause made it.

use std::borrow::Cow;
use std::fmt;

use serde::Serialize;

/// A clause of the rule index, such as `G6.2-25`. Costs one pointer; never built at run time.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Rule(pub &'static str);

impl Rule {
    /// The section of the printed rulebook: see [`section`].
    pub fn section(self) -> Cow<'static, str> {
        section(self.0)
    }
}

/// The section of the printed rulebook that a clause is of: `G6.2-25` is 6.2, `G9-4` is 9.0. Ids that number
/// no section of a book (`VMOR-7`, `LTAB-9`) stand for themselves.
pub fn section(id: &str) -> Cow<'_, str> {
    let Some((chapter, _)) = id.rsplit_once('-') else { return Cow::Borrowed(id) };
    match chapter.get(1..) {
        Some(number) if number.starts_with(|c: char| c.is_ascii_digit()) => {
            if number.contains('.') || id.starts_with('L') {
                Cow::Borrowed(number)
            } else {
                Cow::Owned(format!("{number}.0"))
            }
        }
        _ => Cow::Borrowed(id),
    }
}

impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)
    }
}

impl Serialize for Rule {
    fn serialize<S: serde::Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
        s.serialize_str(self.0)
    }
}

/// Why an order is not legal, with the clause that forbids it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, thiserror::Error)]
#[error("{why} (rule {})", rule.section())]
pub struct Refusal {
    /// The clause that forbids it.
    pub rule: Rule,
    /// The reason, in a sentence.
    pub why: Cow<'static, str>,
}

impl Refusal {
    /// Refused by this clause, for this reason.
    pub fn new(rule: Rule, why: impl Into<Cow<'static, str>>) -> Self {
        Refusal { rule, why: why.into() }
    }
}

/// One line of a die roll or value calculation: what, how much, by which rule.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Modifier {
    /// What it is for, as players say it.
    pub name: Cow<'static, str>,
    /// What it adds.
    pub value: i16,
    /// The clause it comes from.
    pub rule: Rule,
}

/// Modifiers are a list, then a sum: the sum is always derived from the list.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Modifiers(pub Vec<Modifier>);

impl Modifiers {
    /// Notes a modifier; a value of 0 is not worth a line.
    pub fn add(&mut self, rule: Rule, name: impl Into<Cow<'static, str>>, value: i16) {
        if value != 0 {
            self.0.push(Modifier { name: name.into(), value, rule });
        }
    }

    /// What they add together.
    pub fn sum(&self) -> i16 {
        self.0.iter().map(|m| m.value).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sections_are_those_of_the_book() {
        assert_eq!(Rule("G6.2-25").section(), "6.2");
        assert_eq!(Rule("G9-4").section(), "9.0");
        assert_eq!(Rule("L8-6").section(), "8");
        assert_eq!(Rule("VMOR-7").section(), "VMOR-7");
        assert_eq!(Rule("GWS-1").section(), "GWS-1");
    }

    #[test]
    fn a_refusal_reads_as_a_sentence_with_its_rule() {
        let no = Refusal::new(Rule("G5.1-2"), "a unit at Fatigue Level 4 cannot march");
        assert_eq!(no.to_string(), "a unit at Fatigue Level 4 cannot march (rule 5.1)");
    }

    #[test]
    fn the_sum_is_that_of_the_list() {
        let mut mods = Modifiers::default();
        mods.add(Rule("G7.4-49"), "hasty attack", -1);
        mods.add(Rule("G7.4-8"), "tactical", 0);
        mods.add(Rule("G7.4-73"), "flank", 2);
        assert_eq!((mods.0.len(), mods.sum()), (2, 1));
    }
}
