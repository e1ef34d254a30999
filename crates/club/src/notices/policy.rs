//! What goes out now, on which channel, and when to look again: given what is to be told and what was told.
//!
//! - Things that come up within a few seconds ([`GATHER`], unless the owner says otherwise) go out together.
//! - Of one game at most one notice goes out on one channel in so many minutes as the person says, except what presses.
//! - What is wanted once a day waits for its hour.
//! - Nothing goes out about a game while the person has it open: it waits until he has left.
//! - A channel that failed has a rest.

use super::wishes::{Channel, Kind, Pace, Wishes};

/// The usual seconds that a notice waits for others, and for the person to come by himself.
pub const GATHER: i64 = 20;
const MINUTE: i64 = 60;
const DAY: i64 = 24 * 3600;

/// Something that is to be told.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Due {
    pub id: String,
    pub game: String,
    pub kind: Kind,
    pub at: i64,
    /// Where it was told already, or cannot be.
    pub done: Vec<Channel>,
}

/// What is known of a person and his games. Times are in seconds since 1970.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Known {
    /// The channels on which he can be reached at all.
    pub channels: Vec<Channel>,
    /// When something of a game was last told on a channel.
    pub told: Vec<(Channel, String, i64)>,
    /// The games he has open, and until when that is sure.
    pub here: Vec<(String, i64)>,
    /// Channels that failed, and until when they rest.
    pub resting: Vec<(Channel, i64)>,
    /// Minutes of his clock east of Greenwich.
    pub zone: i32,
    /// Seconds that a notice waits for others.
    pub gather: i64,
}

/// Notices that go out together.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Parcel {
    pub channel: Channel,
    /// The notices by their place in the list of those due.
    pub notices: Vec<usize>,
}

#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Plan {
    pub parcels: Vec<Parcel>,
    /// Notices that nobody waits for: not wanted, or told everywhere.
    pub settled: Vec<usize>,
    /// When to look again.
    pub next: Option<i64>,
}

/// What is to be done now.
pub fn plan(due: &[Due], wishes: &Wishes, known: &Known, now: i64) -> Plan {
    let mut plan = Plan::default();
    let mut open = vec![false; due.len()];
    for channel in Channel::ALL {
        if wishes.pace(channel) == Pace::Never || !known.channels.contains(&channel) {
            continue;
        }
        let mut ready = Vec::new();
        let mut along = Vec::new();
        for (n, notice) in due.iter().enumerate() {
            if wishes.without.contains(&notice.kind) || notice.done.contains(&channel) {
                continue;
            }
            open[n] = true;
            let may = not_before(notice, channel, wishes, known);
            let gathered = notice.at + known.gather;
            match (may <= now, gathered <= now) {
                (true, true) => ready.push(n),
                (true, false) => along.push((n, gathered)),
                (false, _) => sooner(&mut plan.next, may.max(gathered)),
            }
        }
        if ready.is_empty() {
            along.iter().for_each(|(_, at)| sooner(&mut plan.next, *at));
        } else {
            ready.extend(along.iter().map(|(n, _)| *n));
            ready.sort_unstable();
            plan.parcels.push(Parcel { channel, notices: ready });
        }
    }
    plan.settled = (0..due.len()).filter(|n| !open[*n]).collect();
    plan
}

fn sooner(next: &mut Option<i64>, at: i64) {
    *next = Some(next.map_or(at, |known| known.min(at)));
}

/// The first moment at which a notice may go out on a channel, gathering apart.
fn not_before(notice: &Due, channel: Channel, wishes: &Wishes, known: &Known) -> i64 {
    let told = known.told.iter().filter(|(on, game, _)| *on == channel && *game == notice.game);
    let told = told.map(|(_, _, at)| *at).max();
    let apart = i64::from(wishes.apart) * MINUTE;
    let wanted = match wishes.pace(channel) {
        Pace::Daily => hour_after(notice.at, wishes.hour, known.zone),
        _ if notice.kind.is_pressing() => notice.at,
        _ => told.map_or(notice.at, |at| at + apart),
    };
    let here = known.here.iter().filter(|(game, _)| *game == notice.game).map(|(_, until)| *until);
    let rest = known.resting.iter().filter(|(on, _)| *on == channel).map(|(_, until)| *until);
    here.chain(rest).fold(wanted, i64::max)
}

/// The next time after `at` that his clock shows this full hour.
fn hour_after(at: i64, hour: u8, zone: i32) -> i64 {
    let local = at + i64::from(zone) * MINUTE;
    let today = local - local.rem_euclid(DAY) + i64::from(hour) * 3600;
    let then = if today > local { today } else { today + DAY };
    then - i64::from(zone) * MINUTE
}

/// How long a channel rests after it failed so many times, in seconds: from half a minute to six hours.
pub fn rest(tries: u32) -> i64 {
    (30 << tries.min(10)).min(6 * 3600)
}

/// After so many tries a notice is given up.
pub const MOST_TRIES: u32 = 10;

#[cfg(test)]
mod tests;
