//! Who is let in: connections are counted, in all and by address. How often somebody does something is counted by a
//! [`Rate`]; [`crate::limits`] says what is.

use std::collections::HashMap;
use std::hash::Hash;
use std::net::{IpAddr, Ipv6Addr};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use crate::clock;

/// Whoever is behind a connection: an address, of IPv6 the network that one customer usually has.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Guest(pub IpAddr);

impl Guest {
    pub fn of(address: IpAddr) -> Guest {
        Guest(match address.to_canonical() {
            IpAddr::V6(v6) => IpAddr::V6(Ipv6Addr::from_bits(v6.to_bits() >> 64 << 64)),
            v4 => v4,
        })
    }
}

/// The connections that are open.
pub struct Door {
    inside: Mutex<Inside>,
    most: usize,
    most_of_one: usize,
}

#[derive(Default)]
struct Inside {
    all: usize,
    of: HashMap<Guest, usize>,
}

impl Door {
    pub fn new(most: usize, most_of_one: usize) -> Arc<Door> {
        Arc::new(Door { inside: Mutex::default(), most, most_of_one })
    }

    fn inside(&self) -> MutexGuard<'_, Inside> {
        self.inside.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Lets a connection in until what is given is dropped.
    ///
    /// # Errors
    /// Why not, in a word.
    pub fn admit(self: &Arc<Door>, guest: Guest) -> Result<Admitted, &'static str> {
        let mut inside = self.inside();
        if inside.all >= self.most {
            return Err("full");
        }
        let own = inside.of.entry(guest).or_default();
        if *own >= self.most_of_one {
            return Err("address");
        }
        *own += 1;
        inside.all += 1;
        Ok(Admitted { door: self.clone(), guest })
    }

    pub fn inside_now(&self) -> usize {
        self.inside().all
    }
}

/// A connection that was let in.
pub struct Admitted {
    door: Arc<Door>,
    guest: Guest,
}

impl Drop for Admitted {
    fn drop(&mut self) {
        let mut inside = self.door.inside();
        inside.all -= 1;
        if let Some(own) = inside.of.get_mut(&self.guest) {
            *own -= 1;
            if *own == 0 {
                inside.of.remove(&self.guest);
            }
        }
    }
}

/// How often somebody may do something: so many times a minute, twice as many at once.
pub struct Rate<K> {
    per_minute: u32,
    used: Mutex<HashMap<K, Used>>,
}

struct Used {
    left: f64,
    at: Duration,
}

impl<K: Eq + Hash + Clone> Rate<K> {
    /// `per_minute` 0: as often as he likes.
    pub fn new(per_minute: u32) -> Rate<K> {
        Rate { per_minute, used: Mutex::default() }
    }

    /// Counts it, if he may do it now.
    ///
    /// # Errors
    /// How long he has to wait.
    pub fn take(&self, who: &K) -> Result<(), Duration> {
        self.take_at(who, clock::now())
    }

    fn take_at(&self, who: &K, now: Duration) -> Result<(), Duration> {
        if self.per_minute == 0 {
            return Ok(());
        }
        let most = f64::from(self.per_minute) * 2.0;
        let a_second = f64::from(self.per_minute) / 60.0;
        let mut all = self.used.lock().unwrap_or_else(PoisonError::into_inner);
        if all.len() > 10_000 {
            // Whose measure is full again need not be remembered.
            all.retain(|_, used| used.left + (now.saturating_sub(used.at)).as_secs_f64() * a_second < most);
        }
        let used = all.entry(who.clone()).or_insert(Used { left: most, at: now });
        used.left = (used.left + now.saturating_sub(used.at).as_secs_f64() * a_second).min(most);
        used.at = now;
        if used.left < 1.0 {
            return Err(Duration::from_secs_f64((1.0 - used.left) / a_second));
        }
        used.left -= 1.0;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn guest(address: &str) -> Guest {
        Guest::of(address.parse().unwrap())
    }

    #[test]
    fn one_address_leaves_room_for_others() {
        let door = Door::new(5, 3);
        let greedy: Vec<_> = (0..9).filter_map(|_| door.admit(guest("10.0.0.1")).ok()).collect();
        assert_eq!(greedy.len(), 3);
        let _other = door.admit(guest("10.0.0.2")).unwrap();
        assert_eq!(door.admit(guest("10.0.0.1")).err(), Some("address"));
        let _third = door.admit(guest("10.0.0.3")).unwrap();
        assert_eq!(door.admit(guest("10.0.0.4")).err(), Some("full"));
        drop(greedy);
        assert_eq!(door.inside_now(), 2);
        assert!(door.admit(guest("10.0.0.1")).is_ok());
    }

    #[test]
    fn a_network_of_ipv6_is_one_guest() {
        assert_eq!(guest("2001:db8::1"), guest("2001:db8::ffff:2"));
        assert_ne!(guest("2001:db8::1"), guest("2001:db8:0:1::1"));
        assert_eq!(guest("::ffff:10.0.0.1"), guest("10.0.0.1"));
    }

    #[test]
    fn a_rate_allows_a_few_at_once_and_then_so_many_a_minute() {
        let rate = Rate::new(30);
        let at = |seconds| Duration::from_secs(seconds);
        assert_eq!((0..100).filter(|_| rate.take_at(&1, at(5)).is_ok()).count(), 60);
        assert_eq!(rate.take_at(&1, at(5)), Err(Duration::from_secs(2)), "one comes every two seconds");
        assert!(rate.take_at(&2, at(5)).is_ok(), "another is not touched by it");
        assert_eq!((0..100).filter(|_| rate.take_at(&1, at(15)).is_ok()).count(), 5);
        assert!((0..1000).all(|_| Rate::new(0).take(&1).is_ok()));
    }
}
