//! The Last Full Measure: regimental battles of the American Civil War on hexes of 250 yards.
//!
//! The files follow the rulebook: `sequence`, `movement`, `stepping`, `charge`, `stacking`, `artillery`, `combat`,
//! `retreat`, `advance`, `cohesion`, `reorganization`, `command`, `integrity`, `construction`,
//! `reinforcements`, `sight`. The charts that are printed on the player-aid card are data (`tables`).
//! Computer players ask `doctrine` (a file for each kind of decision) what it thinks of an order and `worth`
//! how good a position is; both get their odds from the same files as the referee.
//! Nothing here reads a file or rolls a die of its own: texts and dice come in as parameters.
//!
//! ```
//! use table::Ruleset;
//!
//! let map = r#"
//!     format = "hardtack-map/1"
//!     name = "A row of hexes"
//!     [grid]
//!     shape = "pointy"
//!     label = "RRCC"
//!     rows = 1
//!     columns = 9
//!     [terrain]
//!     default = "clear"
//! "#;
//! let scenario = r#"
//!     format = "hardtack-scenario/1"
//!     system = "lfm"
//!     name = "One battery"
//!     map = "row.map.toml"
//!     [[unit]]
//!     side = "union"
//!     name = "5ME"
//!     arm = "artillery"
//!     sp = 6
//!     cohesion = 4
//!     hex = "0101"
//!     [victory]
//! "#;
//! let setup = lfm::load("one.scenario.toml", scenario, &mut |_| Ok(map.to_owned())).unwrap();
//! let state = lfm::Lfm::position(&setup);
//! let question = serde_json::json!({ "ask": "zoi", "side": "union" });
//! let answer = lfm::Lfm::ask(&setup, &state, table::Viewer::Referee, &question).unwrap();
//! assert_eq!(answer["hexes"].as_array().unwrap().len(), 6);
//! ```

#![expect(
    missing_docs,
    reason = "orders, events and states are in the words of the rulebook; programs meet them as text"
)]

mod advance;
mod artillery;
mod bench;
mod cards;
mod charge;
mod cohesion;
mod combat;
mod command;
mod commanders;
mod construction;
mod decide;
mod doctrine;
mod drm;
mod event;
mod forecast;
mod ground;
mod integrity;
mod lint;
mod load;
mod movement;
mod observe;
mod order;
mod pending;
mod play;
mod position;
mod reach;
mod referee;
mod reinforcements;
mod rejoin;
mod reorganization;
mod results;
mod retreat;
mod ruleset;
mod scratch;
mod sequence;
mod setup;
mod sheet;
mod show;
mod sight;
mod sound;
mod stacking;
mod state;
mod stepping;
mod tables;
mod victory;
mod view;
mod ways;

pub use drm::{Drm, Line as DrmLine};
pub use event::Event;
pub use ground::Class;
pub use load::{examine, load};
pub use order::{Order, Spot};
pub use position::Pos;
pub use ruleset::Lfm;
pub use sequence::position;
pub use setup::{Arm, Arrival, Brigade, Counter, Id, Setup};
pub use sheet::charts;
pub use sight::{Los, Sight};
pub use state::{BrigadeState, Phase, Piece, State, Where, flag};
pub use tables::{Cover, DEFAULT as DEFAULT_TABLES, Outcome, Tables};
