//! The numbered list of legal orders: short ones whole, long ones folded by group and piece.

use std::io::Write;

use table::OrderCard;

use crate::text;

/// More choices than this are folded.
const SCREENFUL: usize = 24;
/// A group with no more choices than this is always shown.
const FEW: usize = 6;

/// The legal orders of a decision. Numbers stay the same while it lasts.
pub struct Choices {
    cards: Vec<OrderCard>,
}

impl Choices {
    pub fn new(mut cards: Vec<OrderCard>) -> Choices {
        // Groups stand together, in the order in which the rules first offer them.
        let groups: Vec<String> = cards.iter().map(|c| c.group.clone()).collect();
        let place = |group: &str| groups.iter().position(|g| g == group);
        cards.sort_by_key(|card| place(&card.group));
        Choices { cards }
    }

    pub fn get(&self, number: usize) -> Option<&OrderCard> {
        self.cards.get(number.checked_sub(1)?)
    }

    pub fn len(&self) -> usize {
        self.cards.len()
    }

    /// The card whose order is written so.
    pub fn written(&self, order: &str) -> Option<&OrderCard> {
        self.cards.iter().find(|card| card.order == order)
    }

    /// The numbers of the choices that have all these words.
    pub fn with(&self, words: &str) -> Vec<usize> {
        let words: Vec<String> = words.split_whitespace().map(str::to_lowercase).collect();
        let has = |card: &OrderCard| {
            let text = [&card.label, &card.order, &card.group].map(|t| t.to_lowercase()).join(" ");
            words.iter().all(|word| text.contains(word))
        };
        (1..=self.cards.len()).filter(|n| has(&self.cards[n - 1])).collect()
    }

    /// Prints these choices, a heading a group.
    pub fn print(&self, out: &mut dyn Write, numbers: &[usize]) -> anyhow::Result<()> {
        let mut group = None;
        for &number in numbers {
            let card = &self.cards[number - 1];
            if group != Some(&card.group) && !card.group.is_empty() {
                writeln!(out, "  {}", card.group)?;
            }
            group = Some(&card.group);
            text::hanging(out, &format!("  {number:>4}  "), "        ", &card.label)?;
        }
        Ok(())
    }

    /// Prints all choices if they fit a screen; else the long groups only by their pieces. Says which
    /// of them can be looked at beforehand.
    pub fn print_folded(&self, out: &mut dyn Write) -> anyhow::Result<()> {
        if self.cards.len() <= SCREENFUL {
            self.print(out, &(1..=self.cards.len()).collect::<Vec<_>>())?;
        } else {
            self.fold(out)?;
        }
        if let Some(number) = self.cards.iter().position(|card| card.preview.is_some()) {
            writeln!(out, "  `preview {}` shows what that choice would cost or bring.", number + 1)?;
        }
        Ok(())
    }

    fn fold(&self, out: &mut dyn Write) -> anyhow::Result<()> {
        let mut first = 1;
        for group in self.cards.chunk_by(|a, b| a.group == b.group) {
            let numbers: Vec<usize> = (first..first + group.len()).collect();
            first += group.len();
            match group.len() {
                0..=FEW => self.print(out, &numbers)?,
                _ => fold_group(out, group, &numbers)?,
            }
        }
        writeln!(out, "  Type a name, a hex or a word to see those choices; `list` shows all.")?;
        Ok(())
    }
}

/// One line for a long group: how many choices, and of which pieces.
fn fold_group(out: &mut dyn Write, group: &[OrderCard], numbers: &[usize]) -> anyhow::Result<()> {
    let mut pieces: Vec<(&str, usize)> = Vec::new();
    for name in group.iter().filter_map(|card| card.piece.as_deref()) {
        match pieces.iter_mut().find(|(known, _)| *known == name) {
            Some((_, count)) => *count += 1,
            None => pieces.push((name, 1)),
        }
    }
    let range = format!("{}-{}", numbers[0], numbers[numbers.len() - 1]);
    let name = if group[0].group.is_empty() { "Orders" } else { &group[0].group };
    writeln!(out, "  {name} ({range})")?;
    let list: Vec<String> = pieces.iter().map(|(name, count)| format!("{name} {count}")).collect();
    Ok(text::paragraph(out, "        ", &list.join(", "))?)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn card(group: &str, piece: &str, at: usize) -> OrderCard {
        let order = format!("{group} {piece} {at}");
        OrderCard {
            label: format!("{piece} to {at}"),
            order,
            group: group.to_owned(),
            piece: Some(piece.to_owned()),
            ..OrderCard::default()
        }
    }

    #[test]
    fn groups_stand_together_and_numbers_are_stable() {
        let choices = Choices::new(vec![
            card("March", "Brown", 1),
            card("Attack", "Bate", 2),
            card("March", "Bate", 3),
        ]);
        assert_eq!(choices.get(2).unwrap().order, "March Bate 3");
        assert_eq!(choices.with("bate"), [2, 3]);
        assert_eq!(choices.with("march BATE"), [2]);
        assert!(choices.get(0).is_none() && choices.get(4).is_none());
    }

    #[test]
    fn a_long_list_is_folded() {
        let mut cards: Vec<OrderCard> = (0..40).map(|n| card("March", "Brown", n)).collect();
        cards.push(card("Other", "pass", 0));
        let mut out = Vec::new();
        Choices::new(cards).print_folded(&mut out).unwrap();
        let text = String::from_utf8(out).unwrap();
        assert!(text.contains("March (1-40)") && text.contains("Brown 40"), "{text}");
        assert!(text.contains("41  pass to 0") && text.lines().count() < 8, "{text}");
    }
}
