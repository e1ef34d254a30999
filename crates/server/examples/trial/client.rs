//! Somebody who plays: one game, an order a request, by random legal orders.

use std::collections::BTreeMap;
use std::io;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::wire::Wire;

pub const LESSON: &str = "lesson-spring-hill";
pub const LONG: &str = "rummels-farm";

/// A small generator: which order is picked matters to nobody.
pub struct Pick(pub u64);

impl Pick {
    pub fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % n as u64) as usize
    }
}

/// All that a client needs of an answer.
#[derive(serde::Deserialize, Default, Clone)]
struct Answer {
    seq: u64,
    legal: BTreeMap<String, Vec<String>>,
}

/// A game and where it stands.
#[derive(Clone)]
pub struct Play {
    pub id: String,
    pub token: String,
    now: Answer,
    pick: u64,
}

impl Play {
    pub async fn begin(wire: &mut Wire, scenario: &str, confederate: Value, number: u64) -> io::Result<Play> {
        let seats = json!({"union": {"kind": "me"}, "confederate": confederate});
        let (status, begun) = wire.post("/games", "", &json!({"scenario": scenario, "seats": seats})).await?;
        if status != 200 {
            return Err(io::Error::other(begun.to_string()));
        }
        let text = |key: &str| begun[key].as_str().unwrap_or_default().to_owned();
        let pick = 0x9e37_79b9_7f4a_7c15 ^ (number + 1);
        let mut play = Play { id: text("id"), token: text("token"), now: Answer::default(), pick };
        play.look(wire).await?;
        Ok(play)
    }

    /// Reads where the game stands.
    pub async fn look(&mut self, wire: &mut Wire) -> io::Result<Value> {
        let (_, table) = wire.send("GET", &format!("/games/{}", self.id), &self.token, None).await?;
        self.now = Answer { seq: table["seq"].as_u64().unwrap_or(0), legal: BTreeMap::new() };
        for card in table["cards"].as_array().into_iter().flatten() {
            let text = |key: &str| card[key].as_str().unwrap_or_default().to_owned();
            self.now.legal.entry(text("seat")).or_default().push(text("order"));
        }
        Ok(table)
    }

    pub fn seq(&self) -> u64 {
        self.now.seq
    }

    /// The next order: whose and what; `None` if there is none to give.
    pub fn next(&mut self) -> Option<(String, String)> {
        let (seat, list) = self.now.legal.iter().find(|(_, list)| !list.is_empty())?;
        let mut pick = Pick(self.pick);
        let order = list[pick.below(list.len())].clone();
        self.pick = pick.0;
        Some((seat.clone(), order))
    }

    /// Gives an order; how long the answer took, and its status.
    pub async fn give(&mut self, wire: &mut Wire, seat: &str, order: &str) -> io::Result<(u16, Duration)> {
        let order = serde_json::to_string(order)?;
        let seq = self.now.seq;
        let body = format!("{{\"seq\":{seq},\"seat\":\"{seat}\",\"orders\":[{order}],\"list\":true}}");
        let sent = Instant::now();
        let (status, answer) =
            wire.post_bytes(&format!("/games/{}/orders", self.id), &self.token, &body).await?;
        let took = sent.elapsed();
        if status == 200 {
            self.now = serde_json::from_slice(&answer)?;
        }
        Ok((status, took))
    }
}

/// Times of which a share is told.
#[derive(Default)]
pub struct Times(Vec<Duration>);

impl Times {
    pub fn push(&mut self, time: Duration) {
        self.0.push(time);
    }
    pub fn extend(&mut self, more: Times) {
        self.0.extend(more.0);
    }
    pub fn len(&self) -> usize {
        self.0.len()
    }
    /// The time within which this share was answered, in milliseconds.
    pub fn at(&mut self, share: f64) -> f64 {
        self.0.sort();
        let place = ((self.0.len() as f64 * share) as usize).min(self.0.len().saturating_sub(1));
        self.0.get(place).map_or(0.0, |time| time.as_secs_f64() * 1000.0)
    }
    pub fn worst(&mut self) -> f64 {
        self.at(1.0)
    }
}

/// A person who gives an order now and then, alone at his table; how long each took.
pub async fn person(address: String, until: Instant) -> io::Result<Times> {
    let mut wire = Wire::connect(&address).await?;
    let mut times = Times::default();
    let mut number = 0;
    while Instant::now() < until {
        let mut play = Play::begin(&mut wire, LONG, json!({"kind": "me"}), number).await?;
        number += 1;
        while let Some((seat, order)) = play.next().filter(|_| Instant::now() < until) {
            let (status, took) = play.give(&mut wire, &seat, &order).await?;
            if status != 200 {
                return Err(io::Error::other(format!("an order was answered with {status}")));
            }
            times.push(took);
            tokio::time::sleep(Duration::from_millis(25)).await;
        }
    }
    Ok(times)
}

/// A person against a general who takes half a second: how long after the person's order the general's is there.
pub async fn against_general(address: String, rounds: usize) -> io::Result<Times> {
    let mut wire = Wire::connect(&address).await?;
    let general = json!({"kind": "computer", "officer": "general", "seconds": 0.5});
    let mut play = Play::begin(&mut wire, LONG, general, 1).await?;
    let mut times = Times::default();
    while times.len() < rounds {
        while let Some((seat, order)) = play.next() {
            play.give(&mut wire, &seat, &order).await?;
        }
        let (asked, seq) = (Instant::now(), play.seq());
        while play.seq() == seq {
            if asked.elapsed() > Duration::from_secs(30) {
                return Err(io::Error::other("the general does not answer"));
            }
            tokio::time::sleep(Duration::from_millis(10)).await;
            if play.look(&mut wire).await?["standing"]["over"].is_object() {
                return Ok(times);
            }
        }
        times.push(asked.elapsed());
    }
    Ok(times)
}
