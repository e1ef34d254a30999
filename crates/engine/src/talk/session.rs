//! One line in, one line out.

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use super::answer::Answer;
use super::request::{Eyes, Verb};
use super::{Error, PROTOCOL, answer};
use crate::{Opened, Running};

/// What a session may take.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Limits {
    /// Games at once.
    pub games: usize,
    /// Bytes of a request.
    pub line: usize,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits { games: 10_000, line: 1 << 20 }
    }
}

/// Whether the session goes on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Next {
    /// It waits for the next line.
    GoOn,
    /// It was told to end.
    Quit,
}

/// Games by their numbers, and the scenarios they are of.
pub struct Session {
    pub(super) limits: Limits,
    pub(super) games: BTreeMap<u64, Entry>,
    /// The number of the last game.
    pub(super) last: u64,
    /// Built-in scenarios, by their ids: they are read once.
    pub(super) opened: BTreeMap<String, Arc<Opened>>,
}

/// A game, and who is told what comes of the step that waits for its dice.
pub(super) struct Entry {
    pub running: Running,
    pub tell: Option<Eyes>,
}

/// An answer with the `id` of its request, where that had one.
#[derive(Serialize)]
struct Line<'a, T: Serialize> {
    #[serde(skip_serializing_if = "Value::is_null")]
    id: &'a Value,
    #[serde(flatten)]
    body: T,
}

#[derive(Serialize)]
struct Refused {
    error: Error,
}

impl Session {
    /// A session without games.
    pub fn new(limits: Limits) -> Session {
        Session { limits, games: BTreeMap::new(), last: 0, opened: BTreeMap::new() }
    }

    /// How many games it holds, and how long lines may be.
    pub fn limits(&self) -> Limits {
        self.limits
    }

    /// Does what a line asks for, and appends the answer with its end of line.
    pub fn answer(&mut self, line: &[u8], out: &mut Vec<u8>) -> Next {
        let mut request = match read(line) {
            Ok(request) => request,
            Err(error) => return refuse(error, &Value::Null, out),
        };
        let id = request.remove("id").unwrap_or(Value::Null);
        let verb = match verb(request.remove("do")) {
            Ok(verb) => verb,
            Err(error) => return refuse(error, &id, out),
        };
        let game = request.get("game").and_then(Value::as_u64);
        // A fault of the rules must not end the games of everybody else.
        let done = catch_unwind(AssertUnwindSafe(|| self.work(verb, request)));
        match done.unwrap_or_else(|_| Err(self.broken(game))) {
            Ok(answer) => write(&Line { id: &id, body: answer }, out),
            Err(error) => return refuse(error, &id, out),
        }
        if verb == Verb::Quit { Next::Quit } else { Next::GoOn }
    }

    /// Answers a line that was too long to be read.
    pub fn too_long(&self, out: &mut Vec<u8>) {
        refuse(Error::too_long(self.limits.line), &Value::Null, out);
    }

    fn work(&mut self, verb: Verb, request: Map<String, Value>) -> Result<Answer, Error> {
        match verb {
            Verb::Hello => self.hello(keys(request)?),
            Verb::List => self.list(keys(request)?),
            Verb::New => self.new_game(keys(request)?),
            Verb::Reset => self.reset(keys(request)?),
            Verb::State => self.state(keys(request)?),
            Verb::Legal => self.legal(keys(request)?),
            Verb::Check => self.check(keys(request)?),
            Verb::Step => self.step(keys(request)?),
            Verb::Roll => self.roll(keys(request)?),
            Verb::Undo => self.undo(keys(request)?),
            Verb::Copy => self.copy(keys(request)?),
            Verb::View => self.view(keys(request)?),
            Verb::Observe => self.observe(keys(request)?),
            Verb::Space => self.space(keys(request)?),
            Verb::Ask => self.ask(keys(request)?),
            Verb::Odds => self.odds(keys(request)?),
            Verb::Think => self.think(keys(request)?),
            Verb::Record => self.record(keys(request)?),
            Verb::Drop => self.drop(keys(request)?),
            Verb::Quit => self.quit(keys(request)?),
        }
    }

    pub(super) fn greeting(&self) -> Answer {
        Answer::Hello(answer::Hello {
            engine: "hardtack",
            version: env!("CARGO_PKG_VERSION"),
            protocol: PROTOCOL,
            requests: Verb::ALL.map(|(word, _)| word).to_vec(),
            levels: staff::Level::ALL.map(|level| level.word()).to_vec(),
            limits: self.limits,
        })
    }

    /// Nobody knows in which state a game is that broke off in the middle of a rule: it is gone.
    fn broken(&mut self, game: Option<u64>) -> Error {
        let gone = game.is_some_and(|game| self.games.remove(&game).is_some());
        let gone = if gone { "; the game is dropped" } else { "" };
        Error::new("broken", format!("this is a fault of the program, told on standard error{gone}"))
    }
}

fn read(line: &[u8]) -> Result<Map<String, Value>, Error> {
    match serde_json::from_slice(line) {
        Ok(Value::Object(request)) => Ok(request),
        Ok(_) => Err(Error::new("not-json", r#"a request is a JSON object such as {"do":"hello"}"#)),
        Err(why) => Err(Error::new("not-json", format!("the request is not JSON: {why}"))),
    }
}

fn verb(word: Option<Value>) -> Result<Verb, Error> {
    let words = || Verb::ALL.iter().map(|(word, _)| *word);
    let Some(Value::String(word)) = word else {
        let all = words().collect::<Vec<_>>().join(", ");
        return Err(Error::bad(format!("`do` is missing: expected one of {all}")));
    };
    let found = Verb::ALL.iter().find(|(known, _)| *known == word).map(|(_, verb)| *verb);
    found.ok_or_else(|| {
        let unknown = format!("there is no request `{word}`");
        Error::new("unknown-request", table::with_near(unknown, &word, words()))
    })
}

/// The keys of a request, every one of which must be known.
fn keys<T: DeserializeOwned>(request: Map<String, Value>) -> Result<T, Error> {
    serde_json::from_value(Value::Object(request)).map_err(|why| Error::bad(why.to_string()))
}

fn refuse(error: Error, id: &Value, out: &mut Vec<u8>) -> Next {
    write(&Line { id, body: Refused { error } }, out);
    Next::GoOn
}

fn write(line: &impl Serialize, out: &mut Vec<u8>) {
    let before = out.len();
    if let Err(why) = serde_json::to_writer(&mut *out, line) {
        out.truncate(before);
        let error = Error::new("broken", format!("the answer cannot be written as JSON: {why}"));
        out.extend(serde_json::json!({ "error": error }).to_string().bytes());
    }
    out.push(b'\n');
}
