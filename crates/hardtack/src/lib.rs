//! American Civil War wargames that know their rules, for programs.
//!
//! A game is a sequence of decisions: whoever is asked gives one of the legal orders, by its number, and the rules run on
//! until somebody has to decide again. Here a scenario is opened, played at random, and the winner is printed:
//!
//! ```
//! use std::sync::Arc;
//! use hardtack::{Chooser, DiceFrom, Opened, Running, Side, Standing};
//!
//! let lesson = Arc::new(Opened::new(hardtack::open("lesson-spring-hill")?));
//! let mut game = Running::begin(lesson, DiceFrom::number(7));
//! let mut chance = Chooser::new(7, 0, Side::Union);
//! while let Some(seat) = game.seat() {
//!     let nth = chance.below(game.order_count(seat));
//!     game.step(seat, nth, &[])?;
//! }
//! if let Standing::Over(outcome) = game.standing() {
//!     match outcome.winner {
//!         Some(side) => println!("The {side} side wins, {}, after {} orders.", outcome.degree, game.steps()),
//!         None => println!("A draw after {} orders.", game.steps()),
//!     }
//! }
//! # assert!(game.standing().is_over());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Where to go on
//!
//! | to | |
//! | --- | --- |
//! | find and open scenarios | [`list`], [`open`], [`open_with`] optional rules, [`open_texts`] that lie nowhere |
//! | play | [`Running`]: steps by number or as orders are written, [`undo`](Running::undo), [`copy`](Running::copy), dice of your own ([`DiceFrom::Caller`]) |
//! | look | [`Running::cards`] for people, [`Running::view`] as JSON, [`Running::observe`] and [`Running::factors`] in numbers |
//! | let a computer player think | [`Running::think`] with a [`Player`] such as `"veteran".parse()` |
//! | ask the referee | [`Running::ask`], [`Running::odds`], [`odds`] |
//! | play series | [`series`] |
//! | know less of it | the trait [`Game`] is a position by itself, without a past |
//!
//! What a seat may not know is in nothing that is told to it: neither in its view nor in its numbers.
//!
//! A computer player against another, and what the first of them sees:
//!
//! ```
//! # use std::sync::Arc;
//! use hardtack::{DiceFrom, Opened, Player, Running, Viewer};
//!
//! let farm = Arc::new(Opened::new(hardtack::open("rummels-farm")?));
//! let mut seen = vec![0.0; farm.shape().len()];
//! let mut game = Running::begin(farm, DiceFrom::number(1));
//! let veteran: Player = "veteran".parse()?;
//! for _ in 0..20 {
//!     let Some(seat) = game.seat() else { break };
//!     game.observe(seat, &mut seen)?;
//!     let picked = game.think(veteran, seat, 1).ok_or("there is always an order")?;
//!     game.step(seat, picked.nth, &[])?;
//! }
//! let trial = game.copy();
//! game.undo(5)?;
//! assert_eq!((trial.steps(), game.steps()), (20, 15));
//! assert!(!game.view(Viewer::Spectator).pieces.is_empty());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Features
//!
//! `parquet` writes and reads results of series as Parquet. `program` is the command `hardtack` with its server; who wants
//! the library alone takes this package without it: `cargo add hardtack --no-default-features`.

pub use engine::{self, DiceFrom, Fault, Moved, Opened, Running, Wanted};
pub use library::{self, Entry, OpenError, Scenario, list, odds, open, open_texts, open_with};
pub use series;
pub use staff::{self, Budget, Choice, Chooser, Level, Picked, Player};
pub use table::{
    self, Decision, Dice, Factors, Game, Labels, OrderCard, Outcome, Played, Seats, SeededDice, Shape, Side,
    Space, Standing, Tally, View, Viewer,
};
