//! The word that was probably meant.

/// The word of a list that is most like one that is not in it, if any is like it at all.
pub fn nearest<'a>(word: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let plain = |word: &str| word.to_lowercase().replace(['_', ' '], "-");
    let asked = plain(word);
    let letters = asked.chars().count();
    let far = |other: &str| {
        let other = plain(other);
        let least = letters.min(other.chars().count());
        // One is the beginning of the other: `man` of `manpower`.
        if least >= 3 && (other.starts_with(&asked) || asked.starts_with(&other)) {
            return Some(1);
        }
        let apart = strsim::damerau_levenshtein(&asked, &other);
        (least >= 2 && apart <= (letters.max(other.chars().count()) + 1) / 3).then_some(apart)
    };
    let found = known.into_iter().filter(|other| *other != word);
    found
        .filter_map(|other| Some((far(other)?, other)))
        .min_by_key(|(apart, _)| *apart)
        .map(|(_, other)| other)
}

/// A message with the word that was probably meant at its end.
pub fn with_near<'a>(what: String, word: &str, known: impl IntoIterator<Item = &'a str>) -> String {
    match nearest(word, known) {
        Some(meant) => format!("{what}; did you mean `{meant}`?"),
        None => what,
    }
}

/// A message such as "`calvary`: expected infantry or cavalry" with the nearest of the words it expects.
pub(super) fn of_expected(what: String) -> String {
    let begins = what.strip_prefix('`').and_then(|rest| rest.split_once('`'));
    let expects = what.split_once("expected ").filter(|_| !what.contains("did you mean"));
    let (Some((word, _)), Some((_, expected))) = (begins, expects) else { return what };
    // A description is no list of words.
    if ["a ", "an ", "the ", "at ", "two "].iter().any(|article| expected.starts_with(article)) {
        return what;
    }
    let trim = |c: char| !c.is_alphanumeric();
    let words: Vec<&str> = expected.split([' ', ',']).map(|word| word.trim_matches(trim)).collect();
    let meant = nearest(
        word,
        words.into_iter().filter(|word| !["one", "of", "or", "such", "as", "a"].contains(word)),
    );
    match meant {
        Some(meant) => format!("{what}; did you mean `{meant}`?"),
        None => what,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slips_of_the_pen_find_the_word() {
        let known = ["side", "name", "manpower", "hex", "cavalry", "infantry"];
        for (slip, meant) in [
            ("sides", Some("side")),
            ("man_power", Some("manpower")),
            ("calvary", Some("cavalry")),
            ("hx", Some("hex")),
            ("man", Some("manpower")),
            ("weather", None),
            ("x", None),
        ] {
            assert_eq!(nearest(slip, known), meant, "{slip}");
        }
    }

    #[test]
    fn a_message_that_lists_words_names_the_nearest() {
        let told = of_expected("`rain+4`: expected none, heat, rain, rain+1 or rain+2".to_owned());
        assert!(told.contains("did you mean `rain"), "{told}");
        let told = of_expected("`1864`: expected a day such as \"1864-11-29\"".to_owned());
        assert!(told.contains("expected a day"), "{told}");
    }
}
