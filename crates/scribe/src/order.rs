//! In which order the parts of a file usually stand, for a part that is not there yet.

/// Maps, tables, scenarios of every system and lessons; none has a part of another in a different order.
const ORDER: [&str; 37] = [
    "grid",
    "geo",
    "picture",
    "terrain",
    "elevation",
    "road",
    "water",
    "crossing",
    "ridge",
    "wall",
    "border",
    "place",
    "features",
    "feature",
    "about",
    "gcacw",
    "lfm",
    "vnb",
    "weather",
    "leader",
    "commander",
    "division",
    "unit",
    "units",
    "stand",
    "marker",
    "arrival",
    "reinforcement",
    "hold",
    "restriction",
    "campaign",
    "depot",
    "train",
    "box",
    "objective",
    "victory",
    "step",
];

/// Where a part stands among the others; one that nobody knows is the last.
pub fn rank(part: &str) -> usize {
    ORDER.iter().position(|known| *known == part).unwrap_or(ORDER.len())
}
