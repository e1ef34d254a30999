//! Everything that can be said of files before they are played: of a scenario with all it names, or of all files of
//! one folder.

use std::path::Path;

use table::{Fault, Faults};

use crate::board::parse as parse_board;
use crate::catalog::SCENARIO;
use crate::lesson::{self, LESSON};
use crate::{Board, Finding, OpenError, Scenario, open_board, open_texts};

/// How the files of boards end.
const BOARDS: [&str; 2] = [".map.toml", ".table.toml"];

/// Everything found in files of one folder, given by name and text: scenarios, maps, tables, lessons and what they
/// name. Faults first, then warnings, each by file and line.
pub fn examine(texts: &[(String, String)]) -> Vec<Finding> {
    let mut found = Vec::new();
    for (name, text) in texts {
        if name.ends_with(SCENARIO) {
            faults(open(name, text, texts), &mut found);
        } else if BOARDS.iter().any(|ending| name.ends_with(ending)) {
            match parse_board(name, text) {
                Ok(board) => warnings(name, text, &board, &mut found),
                Err(wrong) => faults::<()>(Err(wrong), &mut found),
            }
        } else if name.ends_with(LESSON) {
            faults(lesson::read_among(name, text, |scenario| among(scenario, texts)), &mut found);
        }
    }
    sorted(found)
}

/// Everything found in a scenario or lesson, by id or path, and in the files it names; a map or a table by name or path.
///
/// # Errors
/// Nothing is called so, or its file cannot be read at all.
pub fn examine_path(id_or_path: &str) -> Result<Vec<Finding>, OpenError> {
    let mut found = Vec::new();
    if id_or_path.ends_with(LESSON) || lesson::lesson(id_or_path).is_some() {
        told(lesson::open_lesson(id_or_path), &mut found)?;
        return Ok(sorted(found));
    }
    match crate::open(id_or_path) {
        Ok(scenario) => {
            if let Some((file, text)) = scenario.texts.iter().find(|(file, _)| file.ends_with(BOARDS[0])) {
                warnings(file, text, &scenario.board(), &mut found);
            }
        }
        Err(OpenError::Faults(wrong)) if !is_board(id_or_path) => faults::<()>(Err(wrong), &mut found),
        Err(OpenError::Unknown { .. } | OpenError::Faults(_)) => {
            if let Some(board) = told(open_board(id_or_path), &mut found)? {
                let text = crate::read_text(Path::new(id_or_path)).unwrap_or_default();
                warnings(id_or_path, &text, &board, &mut found);
            }
        }
        Err(other) => return Err(other),
    }
    Ok(sorted(found))
}

fn is_board(path: &str) -> bool {
    BOARDS.iter().any(|ending| path.ends_with(ending))
}

fn open(name: &str, text: &str, texts: &[(String, String)]) -> Result<Scenario, Faults> {
    let beside: Vec<(&str, String)> =
        texts.iter().map(|(file, text)| (file.as_str(), text.clone())).collect();
    open_texts(name, text.to_owned(), &beside)
}

/// The scenario that a lesson names: one of these files, else a built-in one.
fn among(scenario: &str, texts: &[(String, String)]) -> Result<Scenario, String> {
    let file = format!("{scenario}{SCENARIO}");
    match texts.iter().find(|(name, _)| *name == file) {
        Some((name, text)) => open(name, text, texts).map_err(|_| format!("`{file}` has faults of its own")),
        None => crate::open(scenario).map_err(|why| why.to_string()),
    }
}

/// What was opened, its faults noted; an error of another kind is handed on.
fn told<T>(opened: Result<T, OpenError>, found: &mut Vec<Finding>) -> Result<Option<T>, OpenError> {
    match opened {
        Ok(fits) => Ok(Some(fits)),
        Err(OpenError::Faults(wrong)) => {
            faults::<()>(Err(wrong), found);
            Ok(None)
        }
        Err(other) => Err(other),
    }
}

fn faults<T>(opened: Result<T, Faults>, found: &mut Vec<Finding>) {
    let wrong = opened.err().map(|faults| faults.0).unwrap_or_default();
    found.extend(wrong.into_iter().map(|fault: Fault| Finding::of(fault)));
}

fn warnings(file: &str, text: &str, board: &Board, found: &mut Vec<Finding>) {
    if let Board::Hexes(map) = board {
        found.extend(hexmap::warnings(map).iter().map(|warning| Finding::warning(file, text, warning)));
    }
}

/// Faults first, then by file and line, everything once.
fn sorted(mut found: Vec<Finding>) -> Vec<Finding> {
    found.sort_by_key(|f| (!f.is_fault(), f.file.clone(), f.line, f.column));
    found.dedup();
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn folder(id: &str) -> Vec<(String, String)> {
        let texts = crate::open(id).unwrap().texts;
        texts.into_iter().map(|(name, text)| (name.rsplit('/').next().unwrap().to_owned(), text)).collect()
    }

    #[test]
    fn faults_of_every_file_of_a_folder_are_found_once() {
        let mut texts = folder("spring-hill-franklin");
        assert!(examine(&texts).iter().all(|f| !f.is_fault()));
        texts[0].1 = texts[0].1.replacen("game = \"HSN\"", "game = \"XYZ\"", 1);
        let found = examine(&texts);
        assert_eq!(found.iter().filter(|f| f.is_fault()).count(), 1, "{found:?}");
        assert_eq!((found[0].code, found[0].key.as_str()), ("F0", "[gcacw] game"));
        assert!(found[0].expected.as_ref().is_some_and(|words| words.contains("HSN")), "{found:?}");
    }

    #[test]
    fn a_path_that_is_nothing_says_so() {
        assert!(matches!(examine_path("nowhere"), Err(OpenError::Unknown { .. })));
        assert_eq!(examine_path("spring-hill-franklin").unwrap().iter().filter(|f| f.is_fault()).count(), 0);
    }
}
