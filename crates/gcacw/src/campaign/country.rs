//! The keys for supply, counties and off-map boxes, as written.

use serde::Deserialize;
use table::{NumberOr, Side};

/// `[campaign.supply]`, or `[supply]` of a campaign file; what a scenario leaves out is as there.
#[derive(Deserialize, Default, Clone, Debug)]
#[serde(deny_unknown_fields)]
pub(crate) struct SupplyKeys {
    #[serde(default)]
    pub(crate) range: Option<u8>,
    #[serde(default)]
    pub(crate) capacity: Option<u8>,
    /// Added to every forage die.
    #[serde(default)]
    pub(crate) forage: Option<i16>,
    /// Whose wagon trains wear out.
    #[serde(default)]
    pub(crate) wagon_reduction: Option<Side>,
}

/// `[campaign.held]`: who holds towns and stations at the start.
#[derive(Deserialize, Default)]
#[serde(deny_unknown_fields)]
pub(crate) struct HeldKeys {
    #[serde(default)]
    pub(crate) union: Vec<String>,
    #[serde(default)]
    pub(crate) confederate: Vec<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct DepotKeys {
    pub(crate) side: Side,
    pub(crate) hex: String,
    #[serde(default)]
    pub(crate) turn: u8,
    #[serde(default)]
    pub(crate) points: u8,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct CountyKeys {
    pub(crate) name: String,
    #[serde(default)]
    pub(crate) hexes: Vec<String>,
    #[serde(default)]
    pub(crate) seat: Option<String>,
    #[serde(default = "no_points")]
    pub(crate) points: PointsKeys,
    #[serde(default)]
    pub(crate) held_by: Option<Side>,
}

/// One number for both sides, or one for each.
pub(crate) type PointsKeys = NumberOr<EachSide>;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct EachSide {
    #[serde(default)]
    pub(crate) union: i32,
    #[serde(default)]
    pub(crate) confederate: i32,
}

fn no_points() -> PointsKeys {
    NumberOr::Number(0)
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct BoxKeys {
    pub(crate) name: String,
}

#[derive(Deserialize, Clone, Copy, PartialEq, Eq)]
#[serde(rename_all = "lowercase")]
pub(crate) enum LinkKind {
    Road,
    Rail,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct LinkKeys {
    /// A box.
    pub(crate) from: String,
    /// Another box; or `hex`.
    #[serde(default)]
    pub(crate) to: Option<String>,
    #[serde(default)]
    pub(crate) hex: Option<String>,
    pub(crate) kind: LinkKind,
    #[serde(default)]
    pub(crate) turns: u8,
    #[serde(default)]
    pub(crate) side: Option<Side>,
}
