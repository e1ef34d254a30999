//! A running program, and the pipes to it.

use std::fmt;
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::{Duration, Instant};

use serde::de::DeserializeOwned;

use super::message::{Message, Ready};
use crate::talk::{Error, Limits, PROTOCOL};

/// What a program may take to be ready, at least.
const START: Duration = Duration::from_secs(30);
/// How long one that is no longer needed may take to end by itself.
const END: Duration = Duration::from_secs(2);

/// Why a program gave no answer; follows "it".
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Trouble {
    CannotStart(String),
    /// No answer within this time.
    Late(Duration),
    /// It ended, or closed its output.
    Gone,
    /// It answered, and the answer is none.
    Wrong(Error),
}

impl fmt::Display for Trouble {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Trouble::CannotStart(why) => write!(f, "cannot be started: {why}"),
            Trouble::Late(time) => write!(f, "gave no answer within {} s", time.as_secs_f64()),
            Trouble::Gone => f.write_str("ended"),
            Trouble::Wrong(error) => write!(f, "answered wrongly: {}", error.message),
        }
    }
}

/// A line of the program, or the end of one that never ends.
enum Heard {
    Line(Vec<u8>),
    TooLong,
}

/// A program that was started and has said that it is ready. It is ended with this value.
pub(super) struct Process {
    child: Child,
    /// Written by a thread of its own: who does not read must not hold up the game.
    said: Option<Sender<Vec<u8>>>,
    heard: Receiver<Heard>,
    pub ready: Ready,
    /// Questions so far.
    pub asked: u64,
}

impl Process {
    pub(super) fn start(words: &[String], time: Duration) -> Result<Process, Trouble> {
        let mut command = Command::new(&words[0]);
        command.args(&words[1..]).stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = command.spawn().map_err(|why| Trouble::CannotStart(why.to_string()))?;
        let (Some(stdin), Some(stdout)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(Trouble::CannotStart("it has no pipes".to_owned()));
        };
        let (said, to_say) = channel();
        let (hears, heard) = channel();
        thread::spawn(move || write_all(stdin, &to_say));
        thread::spawn(move || read_all(stdout, &hears));
        let ready = Ready { ready: false, form: Default::default(), view: true };
        let mut process = Process { child, said: Some(said), heard, ready, asked: 0 };
        let hello = Message::Hello {
            protocol: PROTOCOL,
            version: env!("CARGO_PKG_VERSION"),
            time_ms: time.as_millis() as u64,
        };
        process.tell(&hello)?;
        process.ready = process.answer(time.max(START))?;
        match process.ready.ready {
            true => Ok(process),
            false => Err(Trouble::Wrong(Error::new("bad-request", "it says that it is not ready"))),
        }
    }

    /// Sends a line.
    pub(super) fn tell(&mut self, message: &Message) -> Result<(), Trouble> {
        let broken = |why: serde_json::Error| Trouble::Wrong(Error::new("broken", why.to_string()));
        let mut line = serde_json::to_vec(message).map_err(broken)?;
        line.push(b'\n');
        self.said.as_ref().and_then(|said| said.send(line).ok()).ok_or(Trouble::Gone)
    }

    /// The next line, read as what it has to be.
    pub(super) fn answer<T: DeserializeOwned>(&mut self, time: Duration) -> Result<T, Trouble> {
        match self.heard.recv_timeout(time) {
            Ok(Heard::Line(line)) => {
                serde_json::from_slice(&line).map_err(|why| Trouble::Wrong(unread(&why)))
            }
            Ok(Heard::TooLong) => Err(Trouble::Gone),
            Err(RecvTimeoutError::Timeout) => Err(Trouble::Late(time)),
            Err(RecvTimeoutError::Disconnected) => Err(Trouble::Gone),
        }
    }
}

impl Process {
    /// Ends one that cannot be waited for.
    pub(super) fn end(mut self) {
        // It may have ended before; there is nothing else to do about one that cannot be ended.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // Its input ends: most programs then end by themselves.
        self.said = None;
        let until = Instant::now() + END;
        while Instant::now() < until {
            match self.child.try_wait() {
                Ok(None) => thread::sleep(Duration::from_millis(2)),
                Ok(Some(_)) | Err(_) => return,
            }
        }
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn unread(why: &serde_json::Error) -> Error {
    match why.classify() {
        serde_json::error::Category::Data => Error::new("bad-request", why.to_string()),
        _ => Error::new("not-json", format!("the answer is not JSON: {why}")),
    }
}

fn write_all(mut stdin: ChildStdin, lines: &Receiver<Vec<u8>>) {
    for line in lines {
        if stdin.write_all(&line).and_then(|()| stdin.flush()).is_err() {
            return;
        }
    }
}

fn read_all(stdout: ChildStdout, heard: &Sender<Heard>) {
    let most = Limits::default().line;
    let mut stdout = BufReader::new(stdout);
    loop {
        let mut line = Vec::new();
        let read = stdout.by_ref().take(most as u64 + 1).read_until(b'\n', &mut line);
        if !read.is_ok_and(|bytes| bytes > 0) {
            return;
        }
        let heard_now = if line.len() > most { Heard::TooLong } else { Heard::Line(line) };
        let ends = matches!(heard_now, Heard::TooLong);
        if heard.send(heard_now).is_err() || ends {
            return;
        }
    }
}
