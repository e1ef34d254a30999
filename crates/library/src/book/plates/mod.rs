//! The pictures of the book: small positions that the rules themselves judge. A picture names a board, puts pieces on
//! it and asks the referee; what he answers is drawn over the map (docs/rules.md).

mod layers;
mod pieces;
mod sheet;

use std::collections::BTreeMap;
use std::sync::OnceLock;

use serde::{Deserialize, Serialize};
use serde_json::Value as Json;
use table::Viewer;
use toml::{Table, Value};

use super::file;
use crate::scenario::open_position;
use crate::systems::systems;
use crate::{Scenario, built_in};
use layers::Show;
use sheet::{Sheet, Window};

/// A picture as a page shows it.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Plate {
    /// What chapters and addresses call it.
    pub id: String,
    /// What stands over it.
    pub title: String,
    /// What is to be seen on it, in a sentence or two.
    pub caption: String,
    /// What it shows, for those who do not see it.
    pub alt: String,
    /// The clause it explains.
    pub rule: String,
    /// Its width in pixels, as it is drawn.
    pub width: u32,
    /// Its height in pixels.
    pub height: u32,
}

/// `pictures.toml` of a system.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Pictures {
    /// The head of every scenario: all but board and pieces.
    scenario: Table,
    /// Keys that pieces have unless they say otherwise, by the name of their list.
    defaults: BTreeMap<String, Table>,
    picture: Vec<Spec>,
}

/// One picture.
#[derive(Deserialize, Clone)]
#[serde(deny_unknown_fields)]
struct Spec {
    id: String,
    title: String,
    caption: String,
    alt: String,
    rule: String,
    /// A map or table beside the file, without its ending.
    board: String,
    /// Two places between which the board is shown, all of it where none are named.
    #[serde(default)]
    view: Vec<String>,
    /// The pieces, by the list of the scenario they belong to.
    put: BTreeMap<String, Vec<Table>>,
    /// Further keys of the scenario.
    #[serde(default)]
    more: Table,
    #[serde(default)]
    show: Vec<Show>,
}

/// A picture that can be drawn.
struct Ready {
    system: &'static str,
    head: Table,
    defaults: BTreeMap<String, Table>,
    spec: Spec,
}

fn all() -> &'static [Ready] {
    static ALL: OnceLock<Vec<Ready>> = OnceLock::new();
    ALL.get_or_init(|| {
        let read = |id: &'static str| file::<Pictures>(id, "pictures").map(|pictures| (id, pictures));
        systems().iter().filter_map(|about| read(about.id).ok()).flat_map(|(id, p)| ready(id, p)).collect()
    })
}

fn ready(system: &'static str, pictures: Pictures) -> Vec<Ready> {
    let (head, defaults) = (pictures.scenario, pictures.defaults);
    let one = |spec| Ready { system, head: head.clone(), defaults: defaults.clone(), spec };
    pictures.picture.into_iter().map(one).collect()
}

/// The pictures of a system, in the order of its file.
pub(crate) fn plates(system: &str) -> Vec<Plate> {
    all().iter().filter(|ready| ready.system == system).filter_map(card).collect()
}

fn card(ready: &Ready) -> Option<Plate> {
    let (_, text) = board_text(ready)?;
    let window = Window::of(&text, &ready.spec.view)?;
    let Spec { id, title, caption, alt, rule, .. } = ready.spec.clone();
    Some(Plate { id, title, caption, alt, rule, width: window.width(), height: window.height() })
}

/// Draws a picture as SVG.
pub fn plate(id: &str) -> Option<String> {
    let ready = all().iter().find(|ready| ready.spec.id == id)?;
    draw(ready).ok()
}

/// The name and text of the board.
fn board_text(ready: &Ready) -> Option<(String, String)> {
    [".map.toml", ".table.toml"].into_iter().find_map(|ending| {
        let name = format!("{}{ending}", ready.spec.board);
        let file = built_in(&format!("book/{}/{name}", ready.system)).into_iter().next()?;
        Some((name, file.text()))
    })
}

/// The scenario of a picture: head, board, pieces.
fn scenario(ready: &Ready) -> Result<Scenario, String> {
    let (name, board) = board_text(ready).ok_or_else(|| format!("no board `{}`", ready.spec.board))?;
    let mut text = ready.head.clone();
    let key = if name.ends_with(".map.toml") { "map" } else { "table" };
    text.insert(key.to_owned(), Value::String(name.clone()));
    text.insert("name".to_owned(), Value::String(ready.spec.title.clone()));
    for (key, value) in &ready.spec.more {
        text.insert(key.clone(), value.clone());
    }
    for (list, pieces) in &ready.spec.put {
        let base = ready.defaults.get(list).cloned().unwrap_or_default();
        let whole = |piece: &Table| {
            let mut all = base.clone();
            all.extend(piece.clone());
            Value::Table(all)
        };
        text.insert(list.clone(), Value::Array(pieces.iter().map(whole).collect()));
    }
    let file = format!("{}.scenario.toml", ready.spec.id);
    let text = toml::to_string(&text).map_err(|why| why.to_string())?;
    open_position(&file, text, (&name, &board)).map_err(|faults| faults.to_string())
}

fn draw(ready: &Ready) -> Result<String, String> {
    let scenario = scenario(ready)?;
    let game = scenario.position();
    let view = game.view(Viewer::Referee);
    let sheet = Sheet::new(&scenario, &view.pieces);
    let mut under = String::new();
    let mut over = String::new();
    for show in &ready.spec.show {
        let answer = match &show.ask {
            Some(question) => {
                let question: Json = serde_json::to_value(question).map_err(|why| why.to_string())?;
                game.ask(Viewer::Referee, &question).map_err(|no| format!("{question}: {no:?}"))?
            }
            None => Json::Null,
        };
        show.draw(&sheet, &answer, &mut under, &mut over)?;
    }
    let overlay = format!("{under}{}{over}", pieces::draw(&sheet, &view));
    let (_, board) = board_text(ready).ok_or("no board")?;
    let window = Window::of(&board, &ready.spec.view).ok_or("nothing to be seen between these places")?;
    Ok(window.cut(&scenario.plan(&overlay)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_file_of_pictures_can_be_read() {
        for about in systems() {
            let faults = file::<Pictures>(about.id, "pictures").err().map(|faults| faults.to_string());
            assert_eq!(faults, None);
            assert!(plates(about.id).len() >= 6, "{}", about.id);
        }
    }

    #[test]
    fn every_picture_can_be_drawn_and_shows_what_the_referee_answers() {
        let mut wrong = Vec::new();
        for ready in all() {
            match draw(ready) {
                Ok(svg) => assert!(svg.contains("<g class=\"plate-pieces\">"), "{}", ready.spec.id),
                Err(why) => wrong.push(format!("{}: {why}", ready.spec.id)),
            }
        }
        assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    }

    #[test]
    fn every_picture_has_words_and_a_place_in_the_book() {
        for book in crate::books() {
            for plate in &book.pictures {
                let clause =
                    crate::clause(&plate.rule).unwrap_or_else(|| panic!("{}: {}", plate.id, plate.rule));
                assert_eq!(clause.system(), book.system);
                assert!(plate.alt.split_whitespace().count() >= 8, "{}: {}", plate.id, plate.alt);
                assert!(plate.caption.ends_with('.') && plate.width > 100, "{}", plate.id);
                let shown = book.chapters.iter().any(|c| c.pictures.contains(&plate.id));
                assert!(shown, "no chapter shows {}", plate.id);
            }
            for id in book.chapters.iter().flat_map(|c| &c.pictures) {
                assert!(book.pictures.iter().any(|p| p.id == *id), "{}: no picture {id}", book.system);
            }
            for id in crate::glossary(book.system).iter().filter_map(|t| t.picture.as_ref()) {
                assert!(book.pictures.iter().any(|p| p.id == *id), "{}: no picture {id}", book.system);
            }
        }
    }

    #[test]
    fn pictures_are_the_same_every_time() {
        let first = all().first().expect("a picture");
        assert_eq!(draw(first), draw(first));
    }
}
