//! What an order does, as far as habits of players tell orders apart.

/// The sort of an order.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Sort {
    /// It begins a fight at close quarters.
    Attack,
    /// It takes somebody elsewhere, or takes him up to go.
    Move,
    /// It strengthens the place somebody stands in.
    Dig,
    /// It leaves things as they are.
    Pass,
    /// Everything else.
    Other,
}
