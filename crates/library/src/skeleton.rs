//! A scenario to begin with: a map or a table and a scenario that fit and can be played at once, with comments that say
//! what each part is for.

use crate::catalog::SCENARIO;
use crate::systems;

pub(crate) const GCACW: Texts = [
    (".map.toml", include_str!("skeleton/gcacw.map.toml")),
    (SCENARIO, include_str!("skeleton/gcacw.scenario.toml")),
];
pub(crate) const LFM: Texts = [
    (".map.toml", include_str!("skeleton/lfm.map.toml")),
    (SCENARIO, include_str!("skeleton/lfm.scenario.toml")),
];
pub(crate) const VNB: Texts = [
    (".table.toml", include_str!("skeleton/vnb.table.toml")),
    (SCENARIO, include_str!("skeleton/vnb.scenario.toml")),
];

/// How each file ends, and its text with `{{title}}` and `{{stem}}` where the names go.
pub(crate) type Texts = [(&'static str, &'static str); 2];

/// No title anybody reads is longer.
const LONGEST: usize = 60;

/// Why there is no skeleton.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum SkeletonError {
    /// There is no such rule system.
    #[error("there is no system `{0}`: expected {names}", names = names())]
    System(String),
    #[error(
        "`{0}` cannot be a name: expected 1 to {LONGEST} characters, a letter or digit among them, no \" and no \\"
    )]
    /// Nothing can be called so.
    Name(String),
}

fn names() -> String {
    systems::systems().iter().map(|s| format!("`{}`", s.id)).collect::<Vec<_>>().join(", ")
}

/// A new scenario called `name`, as the name and text of each of its files: the board first, the scenario last.
///
/// `name` may be a title (`Cold Harbor`) or the stem of a file (`cold-harbor`); each is made from the other.
///
/// # Errors
/// There is no such system, or `name` cannot be the name of a file.
///
/// ```
/// let files = library::skeleton("gcacw", "Cold Harbor").unwrap();
/// assert_eq!(files[0].0, "cold-harbor.map.toml");
/// assert_eq!(files[1].0, "cold-harbor.scenario.toml");
/// ```
pub fn skeleton(system: &str, name: &str) -> Result<Vec<(String, String)>, SkeletonError> {
    let texts = systems::skeleton(system).ok_or_else(|| SkeletonError::System(system.to_owned()))?;
    filled(texts, name)
}

/// Texts with the names in them.
pub(crate) fn filled(texts: &Texts, name: &str) -> Result<Vec<(String, String)>, SkeletonError> {
    let name = name.trim();
    let stem = stem(name);
    let wrong = |c: char| c.is_control() || c == '"' || c == '\\';
    if stem.is_empty() || name.chars().count() > LONGEST || name.contains(wrong) {
        return Err(SkeletonError::Name(name.to_owned()));
    }
    let title = title(name);
    let filled = |text: &str| text.replace("{{title}}", &title).replace("{{stem}}", &stem);
    Ok(texts.iter().map(|(ending, text)| (format!("{stem}{ending}"), filled(text))).collect())
}

/// What files of this name begin with: small letters and digits, all else a hyphen.
fn stem(name: &str) -> String {
    let plain = |c: char| if c.is_ascii_alphanumeric() { c.to_ascii_lowercase() } else { ' ' };
    let words = name.replace(['\'', '’'], "").chars().map(plain).collect::<String>();
    words.split_whitespace().collect::<Vec<_>>().join("-")
}

/// What players read: a title as it was given, of the stem of a file its words.
fn title(name: &str) -> String {
    if name.contains(' ') || name.chars().any(char::is_uppercase) {
        return name.to_owned();
    }
    let words = name.replace(['-', '_'], " ");
    let mut letters = words.trim().chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Board, open_texts};

    fn opened(system: &str) -> crate::Scenario {
        let files = skeleton(system, "Cold Harbor").unwrap();
        let [(board, map), (file, text)] = files.try_into().unwrap();
        open_texts(&file, text, &[(&board, map)]).unwrap_or_else(|faults| panic!("{faults}"))
    }

    #[test]
    fn every_system_has_one_that_fits_without_a_warning() {
        for system in systems::systems() {
            let scenario = opened(system.id);
            assert_eq!((scenario.system, scenario.name.as_str()), (system.id, "Cold Harbor"));
            if let Board::Hexes(map) = scenario.board() {
                let warnings: Vec<_> = hexmap::warnings(&map).into_iter().map(|w| w.what).collect();
                assert_eq!(warnings, Vec::<String>::new(), "{}", system.id);
            }
        }
    }

    #[test]
    fn a_title_and_the_stem_of_a_file_are_made_from_each_other() {
        let named = |name: &str| (stem(name), title(name));
        assert_eq!(named("cold-harbor"), ("cold-harbor".to_owned(), "Cold harbor".to_owned()));
        assert_eq!(
            named("Burnside's Bridge"),
            ("burnsides-bridge".to_owned(), "Burnside's Bridge".to_owned())
        );
    }

    #[test]
    fn what_cannot_be_a_name_says_so() {
        for name in ["", "  ", "../..", "say \"no\"", "a\\b", "a\nb", "x".repeat(61).as_str()] {
            assert!(skeleton("vnb", name).is_err(), "{name}");
        }
        assert_eq!(
            skeleton("vnb", "../etc/a b").unwrap()[0].0,
            "etc-a-b.table.toml",
            "never outside its folder"
        );
        let told = skeleton("chess", "x").unwrap_err().to_string();
        assert!(told.contains("`gcacw`, `lfm`, `vnb`"), "{told}");
    }
}
