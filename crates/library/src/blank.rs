//! A scenario with nothing on it yet: open ground of some size, and the frame of a scenario. What the editor begins with.

use crate::catalog::SCENARIO;
use crate::skeleton::{SkeletonError, Texts, filled};
use crate::systems;

pub(crate) const GCACW: Texts = [
    (".map.toml", include_str!("blank/gcacw.map.toml")),
    (SCENARIO, include_str!("blank/gcacw.scenario.toml")),
];
pub(crate) const LFM: Texts =
    [(".map.toml", include_str!("blank/lfm.map.toml")), (SCENARIO, include_str!("blank/lfm.scenario.toml"))];
pub(crate) const VNB: Texts = [
    (".table.toml", include_str!("blank/vnb.table.toml")),
    (SCENARIO, include_str!("blank/vnb.scenario.toml")),
];

/// A new scenario called `name` with an empty board: rows and columns of hexes, or height and width in inches. The files
/// are called as those of [`crate::skeleton`]; a side without units does not fit yet.
///
/// # Errors
/// As [`crate::skeleton`].
pub fn blank(
    system: &str,
    name: &str,
    [high, wide]: [u32; 2],
) -> Result<Vec<(String, String)>, SkeletonError> {
    let texts = systems::blank(system).ok_or_else(|| SkeletonError::System(system.to_owned()))?;
    let sized =
        |text: String| text.replace("{{high}}", &high.to_string()).replace("{{wide}}", &wide.to_string());
    Ok(filled(texts, name)?.into_iter().map(|(file, text)| (file, sized(text))).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_an_empty_board_only_the_units_are_missing() {
        for system in crate::systems() {
            let files = blank(system.id, "Cold Harbor", [20, 30]).unwrap();
            assert_eq!(files.len(), 2, "{}", system.id);
            let found = crate::examine(&files);
            for fault in found.iter().filter(|found| found.is_fault()) {
                assert!(fault.file.ends_with(".scenario.toml"), "{fault:?}");
                assert!(fault.message.contains("unit") || fault.message.contains("stand"), "{fault:?}");
            }
        }
    }
}
