//! How players' clocks go: reckoning alone. Times are milliseconds since 1970, sides are bits as in a
//! [`Summary`](crate::store::Summary).

use table::{BySide, Side};

use super::terms::{Pace, SECOND, Terms, TimeOver};

/// Days on which somebody is away.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Off {
    pub starts: i64,
    pub ends: i64,
}

/// When each player is away, in turn and apart from each other.
pub type Away = BySide<Vec<Off>>;

/// Whether and why a game rests.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Rest {
    #[default]
    No,
    /// Both players wanted it.
    Agreed,
    /// Somebody's time was over.
    TimeOver,
}

impl Rest {
    pub fn number(self) -> u8 {
        self as u8
    }

    pub fn read(number: i64) -> Rest {
        match number {
            0 => Rest::No,
            1 => Rest::Agreed,
            _ => Rest::TimeOver,
        }
    }
}

/// The clock of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Clock {
    pub terms: Terms,
    /// What each side had left at `since`.
    pub left: BySide<i64>,
    /// Whose time goes down from then on.
    pub running: u8,
    pub since: i64,
    /// Who was told that little is left.
    pub warned: u8,
    pub resting: Rest,
    /// Who wants the game to rest, or while it rests, to go on.
    pub says: u8,
    /// When somebody was last called to the game by who waits.
    pub nudged: i64,
}

pub fn bit(side: Side) -> u8 {
    1 << side as u8
}

pub fn sides(bits: u8) -> impl Iterator<Item = Side> {
    Side::BOTH.into_iter().filter(move |side| bits & bit(*side) != 0)
}

/// What there was at least after a game went on whose time had been over, of an evening's clock.
const NEW_TIME: i64 = 600 * SECOND;

impl Clock {
    /// Before anybody's time runs.
    pub fn new(terms: Terms, now: i64) -> Clock {
        let whole = terms.clock.map_or(0, Pace::whole);
        Clock {
            terms,
            left: BySide::from_fn(|_| whole),
            running: 0,
            since: now,
            warned: 0,
            resting: Rest::No,
            says: 0,
            nudged: 0,
        }
    }

    /// When a side that runs has spent so much time, counted from `since`: days off are skipped where days are counted.
    fn reached(&self, side: Side, spent: i64, away: &Away) -> i64 {
        let mut at = self.since + spent.max(0);
        if let Some(Pace::Days { .. }) = self.terms.clock {
            for off in &away[side] {
                // Days that are over by the time they would count are skipped whole.
                if off.starts < at && off.ends > self.since {
                    at += off.ends - off.starts.max(self.since);
                }
            }
        }
        at
    }

    /// What a side has left.
    pub fn left_at(&self, side: Side, now: i64, away: &Away) -> i64 {
        if self.running & bit(side) == 0 {
            return self.left[side];
        }
        let off = |off: &Off| (off.ends.min(now) - off.starts.max(self.since)).max(0);
        let paused: i64 = match self.terms.clock {
            Some(Pace::Days { .. }) => away[side].iter().map(off).sum(),
            _ => 0,
        };
        self.left[side] - ((now - self.since).max(0) - paused).max(0)
    }

    /// When the first of those whose time runs has none left.
    pub fn ends(&self, away: &Away) -> Option<i64> {
        self.terms.clock?;
        sides(self.running).map(|side| self.reached(side, self.left[side], away)).min()
    }

    /// When somebody has to be told that little is left.
    pub fn warns(&self, away: &Away) -> Option<i64> {
        let little = self.terms.clock?.little();
        let untold = sides(self.running & !self.warned);
        untold.map(|side| self.reached(side, self.left[side] - little, away)).min()
    }

    /// Who has to be told now; from now on he has been.
    pub fn warn(&mut self, now: i64, away: &Away) -> u8 {
        let Some(little) = self.terms.clock.map(Pace::little) else { return 0 };
        let due = sides(self.running & !self.warned).filter(|side| self.left_at(*side, now, away) <= little);
        let due = due.map(bit).sum();
        self.warned |= due;
        due
    }

    /// Whose time is over; of two the one who had less. Nobody where both ran out at once.
    pub fn out(&self, now: i64, away: &Away) -> Option<BySide<bool>> {
        let left = BySide::from_fn(|side| self.left_at(side, now, away));
        let over =
            |side: Side| self.running & bit(side) != 0 && left[side] <= 0 && self.terms.clock.is_some();
        let out =
            BySide::from_fn(|side| over(side) && (!over(side.other()) || left[side] <= left[side.other()]));
        (out.union || out.confederate).then_some(out)
    }

    /// Brings what is left up to now.
    fn settle(&mut self, now: i64, away: &Away) {
        self.left = BySide::from_fn(|side| self.left_at(side, now, away));
        self.since = now;
    }

    /// These sides are asked from now on; `undone`: because orders were taken back, which gives nobody any time.
    pub fn ask(&mut self, asked: u8, undone: bool, now: i64, away: &Away) {
        self.settle(now, away);
        for side in Side::BOTH {
            let (was, is) = (self.running & bit(side) != 0, asked & bit(side) != 0);
            match self.terms.clock {
                Some(Pace::Days { .. }) if is && !was && !undone => {
                    self.left[side] = self.terms.clock.map_or(0, Pace::whole);
                    self.warned &= !bit(side);
                }
                Some(Pace::Evening { seconds, .. }) => {
                    let more = i64::from(seconds) * SECOND;
                    if was && !is && asked != 0 && !undone {
                        self.left[side] += more;
                    }
                    // What he was given for handing over goes back with it: who hands over and takes back gains nothing.
                    if is && !was && undone {
                        self.left[side] = (self.left[side] - more).max(SECOND.min(self.left[side]));
                    }
                }
                _ => {}
            }
        }
        self.running = asked;
    }

    /// All clocks stand.
    pub fn stop(&mut self, now: i64, away: &Away) {
        self.settle(now, away);
        self.left = BySide::from_fn(|side| self.left[side].max(0));
        self.running = 0;
    }

    /// The game rests.
    pub fn rest(&mut self, why: Rest, now: i64, away: &Away) {
        self.stop(now, away);
        (self.resting, self.says) = (why, 0);
    }

    /// The game goes on as it stood. Who had no time left is given some: a new turn, or ten minutes.
    pub fn go_on(&mut self, asked: u8, now: i64, away: &Away) {
        self.settle(now, away);
        (self.resting, self.says, self.running) = (Rest::No, 0, asked);
        let Some(pace) = self.terms.clock else { return };
        for side in Side::BOTH {
            if self.left[side] <= 0 {
                let new =
                    if matches!(pace, Pace::Days { .. }) { pace.whole() } else { NEW_TIME.min(pace.whole()) };
                self.left[side] = new;
                self.warned &= !bit(side);
            }
        }
    }

    /// What is to happen when time is over.
    pub fn over(&self) -> &TimeOver {
        &self.terms.over
    }
}

#[cfg(test)]
mod tests;
