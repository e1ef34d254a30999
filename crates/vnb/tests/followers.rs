//! A client that follows the events alone keeps the whole position, through whole games of every scenario.

mod common;

use std::sync::Arc;

use common::{example, ours};
use table::laws::{Law, Trial, uphold};
use vnb::Vnb;

#[test]
fn whoever_follows_the_events_keeps_every_stand() {
    let scenarios = ["bull-run-1861", "gettysburg-july-1", "lesson-henry-hill"];
    let setups =
        scenarios.map(|id| ours(&format!("{id}.scenario.toml"))).into_iter().chain([example("crossroads")]);
    for setup in setups {
        let name = setup.name.clone();
        let trial = Trial { games: 0..4, looks: 400, sample: 1, recorded: 0, ..Trial::default() };
        assert!(!trial.off.contains(&Law::EventsKeepThePosition));
        let report =
            uphold::<Vnb>(&Arc::new(setup), &trial).unwrap_or_else(|broken| panic!("{name}: {broken}"));
        assert!(report.followed > 500, "{name}: only {} orders were followed", report.followed);
    }
}
