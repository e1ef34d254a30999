//! Runs the real binary.

use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use serde_json::Value;

/// What the binary did.
pub struct Done {
    pub code: i32,
    pub out: String,
    pub err: String,
}

impl Done {
    /// Standard output as one JSON value.
    pub fn json(&self) -> Value {
        serde_json::from_str(&self.out).unwrap_or_else(|e| panic!("{e}: {}\n{}", self.out, self.err))
    }

    /// Fails unless the program ended on its own terms.
    pub fn calmly(self) -> Done {
        assert!(
            !self.err.contains("panicked") && (0..=2).contains(&self.code),
            "{}\n{}",
            self.code,
            self.err
        );
        self
    }
}

impl From<Output> for Done {
    fn from(output: Output) -> Done {
        Done {
            code: output.status.code().unwrap_or(-1),
            out: String::from_utf8(output.stdout).unwrap(),
            err: String::from_utf8(output.stderr).unwrap(),
        }
    }
}

pub fn command(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_hardtack"));
    // Whoever runs the tests may have a file of his own.
    command.args(args).env("HARDTACK_CONFIG", "").stdin(Stdio::null());
    command
}

/// Runs the binary without input.
pub fn hardtack(args: &[&str]) -> Done {
    Done::from(command(args).output().unwrap()).calmly()
}

/// Runs the binary in a folder, with these lines typed.
pub fn typed(folder: &Path, args: &[&str], input: &str) -> Done {
    let mut child = command(args)
        .current_dir(folder)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut keyboard = child.stdin.take().unwrap();
    let input = input.to_owned();
    let typing = std::thread::spawn(move || drop(keyboard.write_all(input.as_bytes())));
    let output = child.wait_with_output().unwrap();
    typing.join().unwrap();
    Done::from(output).calmly()
}

/// The ids of the built-in scenarios, one for each system: the shortest.
pub fn one_of_each_system() -> Vec<String> {
    let list = hardtack(&["scenario", "list", "--json"]).json();
    let entries = list.as_array().unwrap();
    assert!(!entries.is_empty(), "there are no built-in scenarios");
    let mut found: Vec<&Value> = Vec::new();
    for entry in entries {
        match found.iter_mut().find(|f| f["system"] == entry["system"]) {
            Some(known) if known["turns"].as_u64() <= entry["turns"].as_u64() => {}
            Some(known) => *known = entry,
            None => found.push(entry),
        }
    }
    found.iter().map(|e| e["id"].as_str().unwrap().to_owned()).collect()
}
