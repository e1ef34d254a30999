//! Computer players, as the server sees them: a name and a choice.

use std::sync::Arc;

use serde::Serialize;
use table::{Game, Side};

use crate::Error;

/// Chooses an order for a seat that is asked; `None` if it has none to give.
pub type Choose = dyn Fn(&dyn Game, Side) -> Option<String> + Send + Sync;

/// A computer player.
#[derive(Clone, Serialize)]
pub struct Officer {
    /// The word in requests and in the database.
    pub name: String,
    /// What players read: `Random orders`.
    pub title: String,
    /// How it plays, in a sentence.
    pub about: String,
    #[serde(skip)]
    pub choose: Arc<Choose>,
}

/// The computer players at hand; the first is the usual one.
#[derive(Clone)]
pub struct Staff(Vec<Officer>);

impl Staff {
    /// # Panics
    /// Without a single officer: every side must be able to find a player.
    pub fn new(officers: Vec<Officer>) -> Staff {
        assert!(!officers.is_empty(), "a staff has at least one officer");
        Staff(officers)
    }

    /// One officer who gives any legal order.
    pub fn random() -> Staff {
        Staff::new(vec![Officer {
            name: "random".into(),
            title: "Random orders".into(),
            about: "Gives any legal order, with no plan at all. Good for learning the sequence of play."
                .into(),
            choose: Arc::new(random_order),
        }])
    }

    pub fn list(&self) -> &[Officer] {
        &self.0
    }

    /// The officer of this name, the usual one if none is named.
    pub fn officer(&self, name: Option<&str>) -> Result<&Officer, Error> {
        match name {
            None => Ok(&self.0[0]),
            Some(name) => {
                self.0.iter().find(|o| o.name == name).ok_or_else(|| Error::no_such("computer player", name))
            }
        }
    }
}

fn random_order(game: &dyn Game, seat: Side) -> Option<String> {
    let mut orders = game.orders(seat);
    if orders.is_empty() {
        return None;
    }
    let number = u64::from_le_bytes(crate::token::random());
    Some(orders.swap_remove((number % orders.len() as u64) as usize))
}
