//! Everything that can be said of files before they are played: of a scenario with all it names, or of all files of
//! one folder.

use table::Fault;

use crate::board::{self, ENDINGS};
use crate::catalog::SCENARIO;
use crate::lesson::{self, LESSON};
use crate::own::is_own;
use crate::scenario::{among, examine_text, locate};
use crate::{Finding, OpenError, Scenario, open_texts};

/// Everything found in files of one folder, given by name and text: scenarios, maps, tables, lessons and what they
/// name. Faults first, then warnings, each by file and line.
pub fn examine(texts: &[(String, String)]) -> Vec<Finding> {
    let mut found = Found::default();
    let files = texts.iter().map(|(file, text)| (file.as_str(), text.as_str()));
    for (name, text) in texts {
        if name.ends_with(SCENARIO) {
            found.scenario(name, text, &|asked| among(asked, files.clone()));
        } else if is_board(name) {
            found.board(name, text);
        } else if name.ends_with(LESSON) {
            let opened = lesson::read_among(name, text, |scenario| of_lesson(scenario, texts));
            found.faults(opened.err().map(|faults| faults.0).unwrap_or_default());
        }
    }
    found.sorted()
}

/// Everything found in a scenario, by id or path, in the files it names and the lessons beside it; in a lesson; in a map or
/// a table, by name or path.
///
/// # Errors
/// Nothing is called so, or its file cannot be read at all.
pub fn examine_path(id_or_path: &str) -> Result<Vec<Finding>, OpenError> {
    if let Some(path) = crate::own::path_of(id_or_path).filter(|_| is_own(id_or_path)) {
        return examine_path(&path.display().to_string());
    }
    let mut found = Found::default();
    if id_or_path.ends_with(LESSON) || lesson::lesson(id_or_path).is_some() {
        found.lesson(id_or_path)?;
    } else {
        match locate(id_or_path) {
            Ok((file, text, _)) if is_board(&file) || board::is_board_text(&text) => {
                found.board(&file, &text)
            }
            Ok((file, text, shelf)) => {
                found.scenario(&file, &text, &|name| shelf.beside(name).map_err(|why| shelf.why(name, &why)));
                for beside in lesson::beside(id_or_path) {
                    found.lesson(&beside)?;
                }
            }
            Err(unknown) => match board::built_in_board(id_or_path) {
                Some((file, text)) => found.board(&file, &text),
                None => return Err(unknown),
            },
        }
    }
    Ok(found.sorted())
}

/// As [`examine_path`], for whoever asks about a map or a table alone: without warnings about its scenario.
///
/// # Errors
/// As [`examine_path`].
pub fn examine_board(asked: &str) -> Result<Vec<Finding>, OpenError> {
    let mut found = examine_path(asked)?;
    found.retain(|finding| finding.is_fault() || finding.code.starts_with('M'));
    Ok(found)
}

fn is_board(path: &str) -> bool {
    ENDINGS.iter().any(|ending| path.ends_with(ending))
}

/// The scenario that a lesson names: one of these files, else a built-in one.
fn of_lesson(scenario: &str, texts: &[(String, String)]) -> Result<Scenario, String> {
    let file = format!("{scenario}{SCENARIO}");
    let Some((name, text)) = texts.iter().find(|(name, _)| *name == file) else {
        return crate::open(scenario).map_err(|why| why.to_string());
    };
    let beside: Vec<(&str, String)> =
        texts.iter().map(|(file, text)| (file.as_str(), text.clone())).collect();
    open_texts(name, text.clone(), &beside).map_err(|_| format!("`{file}` has faults of its own"))
}

#[derive(Default)]
struct Found(Vec<Finding>);

impl Found {
    fn faults(&mut self, faults: Vec<Fault>) {
        self.0.extend(faults.into_iter().map(Finding::fault));
    }

    fn warnings(&mut self, warnings: Vec<Fault>) {
        self.0.extend(warnings.into_iter().map(Finding::warning));
    }

    /// A scenario, and the warnings of the boards it names.
    fn scenario(&mut self, file: &str, text: &str, beside: &dyn Fn(&str) -> Result<String, String>) {
        let mut boards: Vec<(String, String)> = Vec::new();
        let mut seen = |name: &str, text: &str| {
            if is_board(name) && !boards.iter().any(|(known, _)| known == name) {
                boards.push((name.to_owned(), text.to_owned()));
            }
        };
        let (faults, warnings) = examine_text(file, text, beside, &mut seen);
        self.faults(faults.0);
        self.warnings(warnings);
        boards.iter().for_each(|(name, text)| self.board(name, text));
    }

    fn board(&mut self, file: &str, text: &str) {
        let (faults, warnings) = board::examine(file, text);
        self.faults(faults.0);
        self.warnings(warnings);
    }

    fn lesson(&mut self, id_or_path: &str) -> Result<(), OpenError> {
        match lesson::open_lesson(id_or_path) {
            Ok(_) => Ok(()),
            Err(OpenError::Faults(faults)) => {
                self.faults(faults.0);
                Ok(())
            }
            Err(other) => Err(other),
        }
    }

    /// Faults first, then by file and line, everything once.
    fn sorted(self) -> Vec<Finding> {
        let mut found = self.0;
        let place = |f: &Finding| (!f.is_fault(), f.file.clone(), f.line, f.column, f.message.clone());
        found.sort_by_cached_key(place);
        found.dedup();
        found
    }
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
        assert_eq!(examine(&texts), []);
        texts[0].1 = texts[0].1.replacen("game = \"HSN\"", "game = \"HSM\"", 1);
        texts[1].1 = texts[1].1.replacen("kind = \"pike\"", "kind = \"piek\"", 1);
        let found = examine(&texts);
        assert_eq!(found.iter().filter(|f| f.is_fault()).count(), 2, "{found:#?}");
        let of = |code: &str| {
            found.iter().find(|f| f.code == code).unwrap_or_else(|| panic!("{code}: {found:#?}"))
        };
        assert_eq!((of("F0").key.as_str(), of("F0").did_you_mean.as_deref()), ("[gcacw] game", Some("HSN")));
        assert_eq!(of("M0").did_you_mean.as_deref(), Some("pike"));
        assert!(found.iter().all(|f| f.line.is_some() && f.column.is_some()), "{found:#?}");
    }

    #[test]
    fn a_path_that_is_nothing_says_so() {
        assert!(matches!(examine_path("nowhere"), Err(OpenError::Unknown { .. })));
        assert_eq!(examine_path("spring-hill-franklin").unwrap(), []);
        assert_eq!(examine_path("bull-run").unwrap(), []);
    }
}
