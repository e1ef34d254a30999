//! A picture of the table.
use crate::setup::Setup;
use crate::state::State;

/// What the picture shows.
#[derive(Clone, Copy, Debug, Default)]
pub struct Picture {
    pub stands: bool,
}

/// Draws the table.
pub fn svg(_setup: &Setup, _state: Option<&State>, _picture: Picture) -> String {
    String::new()
}
