//! How time at a table is told.

use table::{BySide, Side};

use super::terms::SECOND;
use super::time::{Rest, sides};
use super::{Timing, nudge};
use crate::wire;

impl Timing {
    /// As everybody is told; nothing where there is nothing to tell.
    pub fn told(&self, now: i64) -> Option<wire::GameClock> {
        let away = BySide::from_fn(|side: Side| {
            let now = |off: &&super::time::Off| off.starts <= now && now < off.ends;
            self.away[side].iter().find(now).map(|off| off.ends / SECOND)
        });
        let Some(clock) = &self.clock else {
            let is_away = away.union.is_some() || away.confederate.is_some();
            return is_away.then(|| wire::GameClock { away, ..wire::GameClock::default() });
        };
        let paced = clock.terms.clock.is_some();
        Some(wire::GameClock {
            terms: paced.then(|| clock.terms.clone()),
            left: paced.then(|| BySide::from_fn(|side| clock.left_at(side, now, &self.away).max(0))),
            running: if paced { sides(clock.running).collect() } else { Vec::new() },
            resting: match clock.resting {
                Rest::No => None,
                Rest::Agreed => Some(wire::Resting::Agreed),
                Rest::TimeOver => Some(wire::Resting::Time),
            },
            says: sides(clock.says).collect(),
            nudge_at: (clock.nudged > 0).then(|| (clock.nudged + nudge::APART) / SECOND),
            away,
        })
    }
}

/// So much time, in words: `2 days`, `5 hours`, `3 minutes`.
pub fn in_words(milliseconds: i64) -> String {
    let minutes = (milliseconds / 60_000).max(1);
    let (number, what) = match minutes {
        ..120 => (minutes, "minute"),
        120..2880 => (minutes / 60, "hour"),
        _ => (minutes / 1440, "day"),
    };
    if number == 1 { format!("1 {what}") } else { format!("{number} {what}s") }
}

#[cfg(test)]
mod tests {
    use super::in_words;

    #[test]
    fn time_in_words() {
        for (minutes, words) in
            [(0, "1 minute"), (6, "6 minutes"), (119, "119 minutes"), (720, "12 hours"), (2880, "2 days")]
        {
            assert_eq!(in_words(minutes * 60_000), words);
        }
    }
}
