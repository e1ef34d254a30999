//! The book of rules at a terminal.

use crate::common::hardtack;

#[test]
fn without_words_the_chapters_of_every_system() {
    let done = hardtack(&["rules"]);
    assert_eq!(done.code, 0);
    for line in ["Great Campaigns", "The Last Full Measure", "Volley & Bayonet"] {
        assert!(done.out.lines().any(|l| l == line), "{}", done.out);
    }
    assert!(done.out.contains("The actions") && done.out.contains("G5.0 G5.1"), "{}", done.out);
    assert!(done.out.trim_end().ends_with("clauses in all"), "{}", done.out);
    assert!(done.out.lines().all(|line| line.chars().count() <= 80), "{}", done.out);
}

#[test]
fn a_chapter_is_a_list_of_its_sections() {
    let done = hardtack(&["rules", "G5"]);
    let row = done.out.lines().find(|l| l.starts_with("G5.1")).unwrap_or_default();
    assert!(row.contains("57 clauses") && row.ends_with("Marches"), "{}", done.out);
    assert!(done.out.lines().count() == 6, "{}", done.out);
}

#[test]
fn a_section_begins_with_its_title_and_is_parted() {
    let done = hardtack(&["rules", "g7.4"]);
    assert!(done.out.starts_with("7.4 Modifiers of the dice\n"), "{}", done.out);
    assert!(done.out.contains("-- Flank attacks --") && done.out.contains("G7.4-49"), "{}", done.out);
}

#[test]
fn a_clause_is_shown_as_ever() {
    let done = hardtack(&["rules", "G5.1-2"]);
    assert!(done.out.starts_with("G5.1-2  Too tired to march\n"), "{}", done.out);
}

#[test]
fn words_give_their_meaning_and_the_clauses_that_say_them() {
    let done = hardtack(&["rules", "zone", "of", "control"]);
    assert!(done.out.starts_with("Zone of control (Great Campaigns)"), "{}", done.out);
    assert!(done.out.contains("(The Last Full Measure)") && done.out.contains("\nL5-2  "), "{}", done.out);
    let nothing = hardtack(&["rules", "xyzzy"]);
    assert!(nothing.code != 0 && nothing.err.contains("no clause is or says `xyzzy`"), "{}", nothing.err);
}

#[test]
fn json_keeps_its_keys() {
    let clause = &hardtack(&["rules", "VMOR-7", "--json"]).json()[0];
    for (key, value) in
        [("id", "VMOR-7"), ("kind", "modifier"), ("section", "Morale 7"), ("chapter", "Morale and rout")]
    {
        assert_eq!(clause[key], value, "{clause}");
    }
    assert!(clause["text"].is_string() && clause["title"].is_string() && clause["code"].is_string());
    assert!(hardtack(&["rules", "--json"]).json().as_array().is_some_and(|all| all.len() > 1500));
}
