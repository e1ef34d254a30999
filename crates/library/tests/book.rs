//! The words that players are asked with are all in the glossary: prompts, phases, states, arms, works.

use std::collections::BTreeSet;

use staff::{Chooser, Level, Player};
use table::{BySide, SeededDice, Side, Viewer};

/// Orders of each game that are followed.
const MOST: usize = 250;

/// Words of plain English that prompts use and nobody has to look up. What is not here must be in a glossary.
const PLAIN: &str = "a along add again after aim all an and announce another any are as at attack attacked attacks away back be before \
    behind bring build burn by can choose chase close come comes commander cross days decides destroy do does done down each empty end \
    enemy enemy's enter enters every feed first fight fighting fire for forced from get gets give go goes going ground hand has \
    have he higher his hex hexes him hold how if in into is it its join joined joins keep kept land last leave leaves led let lift load \
    lost make many march may men more most move name nearest new next no nobody not now of off on one once only or order \
    orders other others out over own pace pay phase piece place places player prepare raiders ready repair return returns rest roll rolls \
    said say second select send set shall side sides slip some somebody stand stands stay stays step steps stop take takes tear \
    terrain than that the their them then there these they third this those time to together too touch tried troops try turn turned \
    two under unit until up wait war was what when where which while who whom will win with within without won your";

/// The prompts, phases and words on counters that a game of veterans shows.
fn met(id: &str) -> BTreeSet<String> {
    let scenario = library::open(id).unwrap_or_else(|e| panic!("{e}"));
    let mut dice = SeededDice::of_series(1863, 0);
    let (mut game, _) = scenario.start(&mut dice);
    let mut memory = game.memory();
    let mut choosers = BySide::from_fn(|side| Chooser::new(1863, 0, side));
    let player = Player::from(Level::Veteran);
    let mut words = BTreeSet::new();
    for _ in 0..MOST {
        let table::Standing::Waiting(decision) = game.standing() else { break };
        words.insert(decision.prompt.to_string());
        let view = game.view(Viewer::Referee);
        words.insert(view.phase.to_string());
        for piece in &view.pieces {
            words.extend(piece.now.state.iter().map(|word| word.replace('-', " ")));
            words.extend(piece.now.works.iter().map(|word| word.replace('-', " ")));
            words.extend(piece.arm.iter().map(|word| word.replace('-', " ")));
        }
        let seat: Side = decision.seats.first();
        let Some(order) = staff::choose(player, game.as_ref(), seat, &mut memory, &mut choosers[seat]) else {
            break;
        };
        game.play(seat, &order, &mut dice).unwrap_or_else(|no| panic!("{order}: {no}"));
    }
    words
}

/// The words of a text that no spelling of a glossary covers and that are not plain.
fn unknown(text: &str, spellings: &[String]) -> Vec<String> {
    let mut left =
        format!(" {} ", text.to_lowercase().replace(|c: char| !c.is_alphanumeric() && c != '\'', " "));
    for spelling in spellings {
        left = left.replace(&format!(" {spelling} "), "  ");
    }
    let plain: BTreeSet<&str> = PLAIN.split_whitespace().collect();
    left.split_whitespace()
        .filter(|word| !plain.contains(word) && word.parse::<u32>().is_err())
        .map(str::to_owned)
        .collect()
}

#[test]
fn every_word_of_a_prompt_is_plain_or_in_the_glossary() {
    let mut missing = BTreeSet::new();
    for entry in library::list() {
        let mut spellings: Vec<String> = library::glossary(entry.system)
            .iter()
            .flat_map(library::Term::spellings)
            .map(|word| word.to_lowercase().replace(|c: char| !c.is_alphanumeric() && c != '\'', " "))
            .collect();
        spellings.sort_by_key(|word| std::cmp::Reverse(word.len()));
        for text in met(&entry.id) {
            for word in unknown(&text, &spellings) {
                missing.insert(format!("{}: `{word}` in `{text}`", entry.system));
            }
        }
    }
    assert!(missing.is_empty(), "{}", missing.into_iter().collect::<Vec<_>>().join("\n"));
}

#[test]
fn every_phase_on_a_card_is_one_a_game_can_show_or_a_campaign_has() {
    for book in library::books() {
        let all: Vec<&String> = book.sequence.steps.iter().flat_map(|step| &step.phases).collect();
        let once: BTreeSet<&String> = all.iter().copied().collect();
        assert_eq!(all.len(), once.len(), "{}: a phase stands in two steps", book.system);
    }
}
