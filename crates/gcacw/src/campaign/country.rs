//! The keys for supply, counties and off-map boxes, as written.

use serde::Deserialize;
use table::Side;

/// `[campaign.supply]`, or `[supply]` of a campaign file; what a scenario leaves out is as there.
#[derive(Deserialize, Default, Clone, Debug)]
#[serde(deny_unknown_fields)]
pub struct SupplyKeys {
    #[serde(default)]
    pub range: Option<u8>,
    #[serde(default)]
    pub capacity: Option<u8>,
    /// Added to every forage die.
    #[serde(default)]
    pub forage: Option<i16>,
    /// Whose wagon trains wear out.
    #[serde(default)]
    pub wagon_reduction: Option<Side>,
}

/// `[campaign.held]`: who holds towns and stations at the start.
#[derive(Deserialize, Default)]
#[serde(deny_unknown_fields)]
pub struct HeldKeys {
    #[serde(default)]
    pub union: Vec<String>,
    #[serde(default)]
    pub confederate: Vec<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DepotKeys {
    pub side: Side,
    pub hex: String,
    #[serde(default)]
    pub turn: u8,
    #[serde(default)]
    pub points: u8,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CountyKeys {
    pub name: String,
    #[serde(default)]
    pub hexes: Vec<String>,
    #[serde(default)]
    pub seat: Option<String>,
    #[serde(default)]
    pub points: PointsKeys,
    #[serde(default)]
    pub held_by: Option<Side>,
}

/// One number for both sides, or one for each.
#[derive(Deserialize)]
#[serde(untagged)]
pub enum PointsKeys {
    Both(i32),
    Each {
        #[serde(default)]
        union: i32,
        #[serde(default)]
        confederate: i32,
    },
}

impl Default for PointsKeys {
    fn default() -> Self {
        PointsKeys::Both(0)
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BoxKeys {
    pub name: String,
}

#[derive(Deserialize, Clone, Copy, PartialEq, Eq)]
#[serde(rename_all = "lowercase")]
pub enum LinkKind {
    Road,
    Rail,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LinkKeys {
    /// A box.
    pub from: String,
    /// Another box; or `hex`.
    #[serde(default)]
    pub to: Option<String>,
    #[serde(default)]
    pub hex: Option<String>,
    pub kind: LinkKind,
    #[serde(default)]
    pub turns: u8,
    #[serde(default)]
    pub side: Option<Side>,
}
