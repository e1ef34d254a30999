//! An order as a person sees it.

use serde::{Deserialize, Serialize};
use serde_json::Value;

/// How an order is shown to a person.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "wire.d.ts"))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct OrderCard {
    /// The order's written form: what is sent back to give it.
    pub order: String,
    /// What it does, in plain words: `March to 4611 for 1 MP`.
    pub label: String,
    /// Where on the map it can be clicked: a hex label, a hexside `4610/4611`, or a stand's name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub at: Option<String>,
    /// The piece it is about, by name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub piece: Option<String>,
    /// The enemy piece it is aimed at, by name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub target: Option<String>,
    /// It does no more than take its piece in hand: a click on the piece may give it at once.
    #[serde(default, skip_serializing_if = "is_false")]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<bool>"))]
    pub takes_up: bool,
    /// It takes its piece in hand too, but dice fall: how far it comes is not known before.
    #[serde(default, skip_serializing_if = "is_false")]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<bool>"))]
    pub sets_out: bool,
    /// It adds its piece to those in hand: it goes along.
    #[serde(default, skip_serializing_if = "is_false")]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<bool>"))]
    pub joins: bool,
    /// The usual answer to a question that comes up on the way: given unasked for whoever has said where he
    /// wants to go.
    #[serde(default, skip_serializing_if = "is_false")]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<bool>"))]
    pub usual: bool,
    /// The harder answer to such a question: who wants to go farther asks for it.
    #[serde(default, skip_serializing_if = "is_false")]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<bool>"))]
    pub presses: bool,
    /// It lets go of the pieces in hand: their move is over.
    #[serde(default, skip_serializing_if = "is_false")]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<bool>"))]
    pub ends: bool,
    /// Something to think about before the pieces in hand are let go: while it is on offer, they are not.
    #[serde(default, skip_serializing_if = "is_false")]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<bool>"))]
    pub keeps: bool,
    /// The answer of whoever has nothing to do here: the game goes on, and nobody has acted, moved or given ground.
    #[serde(default, skip_serializing_if = "is_false")]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<bool>"))]
    pub passes: bool,
    /// Orders of one group are shown together: `March`, `Attack`, `Leaders`.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<String>"))]
    pub group: String,
    /// A few letters to show at that place on the map: the priority of a retreat, its loss.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub mark: Option<String>,
    /// The referee question whose answer shows what the order would cost or bring.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional, type = "Record<string, unknown>"))]
    pub preview: Option<Value>,
}

fn is_false(on: &bool) -> bool {
    !on
}
