//! Phase 2, in its parts:
//!
//! - [`phase`]: the decisions of the phase;
//! - [`plan`] and [`ends`]: whether a move to a pose is legal, what it costs, and where it may end;
//! - [`company`]: who is about, looked up once for all the legs of a stand;
//! - [`way`]: the stands and zones in the way of a straight leg;
//! - [`terrain`]: the ground under a straight leg: costs, disorder, prohibitions;
//! - [`acts`], [`march`], [`arrive`]: everything a stand does besides going: columns, guns, horses, buildings; roads;
//!   arrivals;
//! - [`charge`], [`charge_line`] and [`line_up`]: whether a charge is legal, and its geometry;
//! - [`carry_out`], [`charging`], [`crops`]: doing what was found legal;
//! - [`react`]: those in the way of a charge;
//! - [`forced`]: retreats and routs;
//! - [`offers`]: the legs that are offered.

pub(crate) mod acts;
pub(crate) mod arrive;
pub(crate) mod carry_out;
pub(crate) mod charge;
pub(crate) mod charge_line;
pub(crate) mod charging;
pub(crate) mod company;
pub(crate) mod crops;
pub(crate) mod ends;
pub(crate) mod forced;
pub(crate) mod line_up;
pub(crate) mod march;
pub(crate) mod offers;
pub(crate) mod phase;
pub(crate) mod plan;
pub(crate) mod react;
pub(crate) mod terrain;
pub(crate) mod way;
