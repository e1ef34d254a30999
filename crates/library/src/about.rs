//! What each rule system says of itself to those who know no system by name: its title, its scale, the lenses a
//! client may lay over the map.

use serde::Serialize;
use table::{Commander, Ratings};

/// A rule system, as players are told of it.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(rename = "SystemCard"))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "SystemCard"))]
pub struct About {
    /// The word in files: `gcacw`.
    pub id: &'static str,
    /// The name as its players know it.
    pub title: &'static str,
    /// What fights on what ground, in a line.
    pub scale: &'static str,
    /// The letter with which the ids of its clauses begin.
    #[serde(skip)]
    pub letter: char,
    /// When an attack counts as won in the study of many games, in a sentence.
    #[serde(skip)]
    pub success: &'static str,
    /// How long a turn takes for each of its pieces, in minutes: for guesses before a game.
    #[serde(skip)]
    pub minutes: f64,
    /// What can be laid over the map.
    pub lenses: &'static [Lens],
    /// How strong computer players are in it.
    pub ratings: Ratings,
    /// What its pieces need on paper.
    #[serde(skip)]
    pub paper: Paper,
}

/// What is noted of a piece where the game is played on paper.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Paper {
    /// What a point of strength is called: `Manpower`.
    pub strength: &'static str,
    /// Strength is lost point by point: a box for each.
    pub wears: bool,
    /// The highest fatigue, in games that count it.
    pub fatigue: Option<u8>,
    /// States to be ticked on a roster.
    pub marks: &'static [&'static str],
    /// The state that the back of a counter shows.
    pub back: &'static str,
}

/// Something to lay over the map: questions to the referee whose answers are places.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Lens {
    /// A word for programs.
    pub id: &'static str,
    /// What it is called at the table.
    pub title: &'static str,
    /// What the referee is asked.
    pub ask: &'static str,
    /// The keys of the question that are filled in, and with what.
    #[cfg_attr(feature = "ts", ts(type = "[string, Filled][]"))]
    pub with: &'static [(&'static str, Filled)],
    /// Kinds of pieces it can be asked of; every kind where none is named.
    pub kinds: &'static [&'static str],
    /// Said where there is nothing to fill in.
    pub needs: &'static str,
    /// What the keys of an answer mean.
    pub shows: &'static [Shown],
}

/// With what a key of a question is filled in.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Filled {
    /// Each side: the question is asked once for each.
    Side,
    /// The id of the piece chosen.
    Piece,
    /// The place of the piece chosen, or the place pointed at.
    Place,
}

/// How what stands under a key of an answer is shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Shown {
    /// The key of the answer.
    pub key: &'static str,
    /// How what stands there is drawn.
    pub how: How,
    /// What a screen reader says of such a place.
    pub words: &'static str,
}

/// Ways to draw an answer on the map.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum How {
    /// Hexes, a list or a map from each to its `cost`.
    Hexes,
    /// Lines from the piece asked about to others: a list of those hidden, or a map from each to its distance.
    Sights,
    /// Circles around pieces, as wide as the answer's `reach`.
    Rings,
    /// Pieces that are marked.
    Flags,
}

const fn shown(key: &'static str, how: How, words: &'static str) -> Shown {
    Shown { key, how, words }
}

const ZOC: Lens = Lens {
    id: "zoc",
    title: "Zones of control",
    ask: "zoc",
    with: &[("side", Filled::Side)],
    kinds: &[],
    needs: "",
    shows: &[
        shown("hexes", How::Hexes, "zone of control"),
        shown("normal", How::Hexes, "zone of control"),
        shown("restricted", How::Hexes, "restricted zone of control"),
    ],
};

const REACH: Lens = Lens {
    id: "reach",
    title: "Reach",
    ask: "reach",
    with: &[("unit", Filled::Piece)],
    kinds: &["unit"],
    needs: "Choose a unit first.",
    shows: &[shown("hexes", How::Hexes, "in reach")],
};

const COMMAND_RADIUS: Lens = Lens {
    id: "command",
    title: "Command radius",
    ask: "command-radius",
    with: &[("leader", Filled::Piece)],
    kinds: &["leader"],
    needs: "Choose a leader first.",
    shows: &[shown("hexes", How::Hexes, "in command radius")],
};

const ZOI: Lens = Lens {
    id: "zoi",
    title: "Zones of influence",
    ask: "zoi",
    with: &[("side", Filled::Side)],
    kinds: &[],
    needs: "",
    shows: &[shown("hexes", How::Hexes, "zone of influence")],
};

const HEX_SIGHT: Lens = Lens {
    id: "sight",
    title: "Line of sight",
    ask: "visible",
    with: &[("from", Filled::Place)],
    kinds: &[],
    needs: "Choose a piece or a hex first.",
    shows: &[
        shown("clear", How::Hexes, "in clear sight"),
        shown("partial", How::Hexes, "partly seen"),
        shown("blocked", How::Hexes, "out of sight"),
    ],
};

const STAND_SIGHT: Lens = Lens {
    id: "sight",
    title: "Line of sight",
    ask: "visible",
    with: &[("from", Filled::Piece)],
    kinds: &[],
    needs: "Choose a stand first.",
    shows: &[shown("seen", How::Sights, "seen"), shown("hidden", How::Sights, "out of sight")],
};

const IN_COMMAND: Lens = Lens {
    id: "command",
    title: "Command",
    ask: "command",
    with: &[("side", Filled::Side)],
    kinds: &[],
    needs: "",
    shows: &[shown("commanders", How::Rings, "commander"), shown("out", How::Flags, "out of command")],
};

pub(crate) const GCACW: About = About {
    id: "gcacw",
    title: "Great Campaigns",
    scale: "Divisions on the march, about a mile a hex",
    letter: 'G',
    success: "An attack or assault succeeds if the defender has to fall back.",
    minutes: 1.5,
    lenses: &[ZOC, REACH, COMMAND_RADIUS],
    ratings: <gcacw::Gcacw as Commander>::DOUBT.ratings,
    paper: Paper {
        strength: "Manpower",
        wears: true,
        fatigue: Some(4),
        marks: &["disorganized", "exhausted", "demoralized"],
        back: "disorganized",
    },
};

pub(crate) const LFM: About = About {
    id: "lfm",
    title: "The Last Full Measure",
    scale: "Regiments in battle, 250 yards a hex",
    letter: 'L',
    success: "A combat or charge succeeds if the defender has to leave his hex; a bombardment if it forces at \
              least one cohesion check.",
    minutes: 0.4,
    lenses: &[ZOC, ZOI, HEX_SIGHT, REACH, COMMAND_RADIUS],
    ratings: <lfm::Lfm as Commander>::DOUBT.ratings,
    paper: Paper {
        strength: "SP",
        wears: false,
        fatigue: None,
        marks: &["disorganized", "detached", "lost"],
        back: "disorganized",
    },
};

pub(crate) const VNB: About = About {
    id: "vnb",
    title: "Volley & Bayonet",
    scale: "Brigades on a table, measured in inches",
    letter: 'V',
    success: "Fire and melee succeed if the target suffers at least one hit that no throw saves.",
    minutes: 1.0,
    lenses: &[STAND_SIGHT, IN_COMMAND],
    ratings: <vnb::Vnb as Commander>::DOUBT.ratings,
    paper: Paper {
        strength: "SP",
        wears: true,
        fatigue: None,
        marks: &["disordered", "routed"],
        back: "disordered",
    },
};
