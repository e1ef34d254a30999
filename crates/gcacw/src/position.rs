//! The position to ask about.

use std::borrow::Cow;

use table::{Side, Viewer};

use crate::setup::Setup;
use crate::state::State;

/// A position: every question about what is legal, or what something costs, is asked of it.
#[derive(Clone, Copy)]
pub struct Pos<'a> {
    pub(crate) setup: &'a Setup,
    pub(crate) state: &'a State,
}

/// A position as somebody knows it.
pub(crate) struct Known<'a> {
    setup: &'a Setup,
    state: Cow<'a, State>,
}

impl Known<'_> {
    #[inline]
    pub(crate) fn pos(&self) -> Pos<'_> {
        Pos { setup: self.setup, state: &self.state }
    }
}

impl<'a> Pos<'a> {
    /// The position as a player knows it, for everything that his options depend on.
    #[inline]
    pub(crate) fn known(self, side: Side) -> Known<'a> {
        self.known_to(Viewer::Seat(side))
    }

    #[inline]
    pub(crate) fn known_to(self, viewer: Viewer) -> Known<'a> {
        Known { setup: self.setup, state: self.state.known_to(self.setup, viewer) }
    }
}
