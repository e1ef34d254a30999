//! The shelf: finds and opens the scenarios of all rule systems, built in or on disk, draws their maps,
//! and holds the index of rules a player can look up.
//!
//! Everything in `data/` is embedded, so that the binary alone is the whole product. Above this crate
//! nobody needs to know which system a scenario is of; inside it, `systems` is the one place that
//! does.
//!
//! ```
//! // Every built-in scenario can be opened by the id under which it is listed.
//! for entry in library::list() {
//!     let scenario = library::open(&entry.id).unwrap();
//!     assert_eq!(scenario.name, entry.name);
//! }
//! ```

mod about;
mod blank;
mod board;
mod book;
mod catalog;
pub mod counter;
mod examine;
mod files;
mod finding;
mod ground;
mod header;
mod length;
pub mod lesson;
mod odds;
pub mod own;
mod plan;
mod rules;
mod scenario;
mod set_up;
mod skeleton;
mod systems;

pub use about::{About, Filled, How, Lens, Paper, Shown};
pub use blank::blank;
pub use board::{Board, open_board, picture};
pub use book::{
    Book, BookClause, Chapter, Head, Plate, Section, Sequence, Step, Term, book, books, cited, glossary,
    plate, section_of,
};
pub use catalog::{Entry, is_playable, list};
pub use examine::{examine, examine_board, examine_path};
pub use files::{BuiltIn, ReadError, built_in, read_beside, read_text};
pub use finding::Finding;
pub use ground::Ground;
pub use length::in_words;
pub use odds::{odds, odds_forms};
pub use own::{OwnEntry, OwnShelf};
pub use plan::{HexPlan, HexShape, Plan, TablePlan};
pub use rules::{Clause, clause, rules, section};
pub use scenario::{OpenError, Scenario, check_all, open, open_kept, open_texts, open_with};
pub use skeleton::{SkeletonError, skeleton};
pub use systems::{OptionalRule, Published, system, systems};
#[cfg(feature = "ts")]
pub use systems::{own_names, visit_own};
