//! Lessons beside own scenarios.

use super::places::{Place, files_of, places};
use super::{OWN, OwnShelf, open};
use crate::OpenError;
use crate::catalog::SCENARIO;
use crate::files::read_text;
use crate::lesson::{self, LESSON, Lesson, LessonCard, NextUp};

/// The lesson files beside a scenario that are played on it.
pub(super) fn files_beside(place: &Place) -> Vec<String> {
    let Some(stem) = place.main.as_deref().and_then(|main| main.strip_suffix(SCENARIO)) else {
        return Vec::new();
    };
    let files = files_of(&place.folder).into_iter().map(|(name, ..)| name);
    let lessons = files.filter(|name| name.ends_with(LESSON));
    lessons
        .filter(|name| read_text(&place.folder.join(name)).is_ok_and(|text| lesson::names(&text, stem)))
        .collect()
}

/// Reads one of the lessons beside a scenario.
fn read(place: &Place, file: &str) -> Result<(Lesson, &'static str), OpenError> {
    let text = read_text(&place.folder.join(file))?;
    let stem = file.strip_suffix(LESSON).unwrap_or(file);
    let scenario = open(place, &place.id, &[])?;
    let system = scenario.system;
    let has = |id: &str, ending: &str| place.folder.join(format!("{id}{ending}")).is_file();
    let exists = |id: &str| has(id, LESSON) || has(id, SCENARIO);
    let mut lesson = lesson::read_on((&place.lesson_id(stem), file), &text, scenario, exists)?;
    lesson.scenario = place.id.clone();
    if let Some(next) = lesson.next.clone()
        && has(&next, LESSON)
    {
        let title = read_text(&place.folder.join(format!("{next}{LESSON}")));
        let title = title.ok().and_then(|text| lesson::title(&text)).unwrap_or_else(|| next.clone());
        lesson.next_beside = Some(NextUp { id: place.lesson_id(&next), title, lesson: true });
    }
    Ok((lesson, system))
}

impl OwnShelf {
    /// The lessons beside one scenario that fit.
    pub(super) fn lessons_at(&self, place: &Place) -> Vec<LessonCard> {
        let fits = files_beside(place).into_iter().filter_map(|file| read(place, &file).ok());
        fits.map(lesson::card).collect()
    }

    /// The lessons beside own scenarios that fit.
    pub fn lessons(&self) -> Vec<LessonCard> {
        places(&self.folders).iter().flat_map(|place| self.lessons_at(place)).collect()
    }

    /// Opens one of them.
    ///
    /// # Errors
    /// There is none of this id, or everything in it that does not fit.
    pub fn lesson(&self, id: &str) -> Result<Lesson, OpenError> {
        let unknown = || OpenError::Unknown { asked: id.to_owned(), near: None };
        let name = id.strip_prefix(OWN).ok_or_else(unknown)?;
        let stem = name.rsplit('/').next().unwrap_or(name);
        let all = places(&self.folders);
        let found = all.iter().filter(|place| place.lesson_id(stem) == id).find_map(|place| {
            let file =
                files_beside(place).into_iter().find(|file| file.strip_suffix(LESSON) == Some(stem))?;
            Some((place, file))
        });
        let (place, file) = found.ok_or_else(unknown)?;
        Ok(read(place, &file)?.0)
    }
}
