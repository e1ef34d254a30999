//! A server that is tried, in a process and a folder of its own.

use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

pub struct Server {
    pub child: Child,
    pub address: String,
}

/// Nothing is refused for being too much: for trials of the load itself.
pub const OPEN: [&str; 14] = [
    "--orders-per-minute",
    "0",
    "--questions-per-minute",
    "0",
    "--games-per-minute",
    "0",
    "--connections",
    "10000",
    "--connections-per-address",
    "10000",
    "--streams",
    "10000",
    "--streams-per-game",
    "10000",
];

impl Server {
    pub fn start(binary: &str, data: &Path, more: &[&str]) -> Server {
        let mut command = Command::new(binary);
        command.args(["serve", "--port", "0", "--data"]).arg(data).args(more);
        Server::run(command)
    }

    /// Starts what prints the address of a server on its first line.
    pub fn run(mut command: Command) -> Server {
        let started = command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn();
        let mut child = started.unwrap_or_else(|why| panic!("{command:?} does not start: {why}"));
        let mut lines = BufReader::new(child.stdout.take().expect("a pipe")).lines();
        let line = lines.next().and_then(Result::ok).unwrap_or_default();
        let address = line.split("http://").nth(1).unwrap_or_default().trim_end_matches('/').to_owned();
        Server { child, address }
    }

    pub fn kill(mut self) {
        self.child.kill().and_then(|()| self.child.wait()).expect("the server ends");
    }

    /// Resident memory in megabytes, as the system tells it.
    pub fn memory(&self) -> f64 {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id())).unwrap_or_default();
        let line = status.lines().find_map(|l| l.strip_prefix("VmRSS:")).unwrap_or("0 kB");
        line.trim().trim_end_matches(" kB").trim().parse::<f64>().unwrap_or(0.0) / 1000.0
    }
}

/// A folder that goes away at the end.
pub struct Folder(pub PathBuf);

impl Folder {
    pub fn new(name: &str) -> Folder {
        let path = std::env::temp_dir().join(format!("hardtack-trial-{}-{name}", std::process::id()));
        std::fs::remove_dir_all(&path).ok();
        std::fs::create_dir_all(&path).expect("a folder");
        Folder(path)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        std::fs::remove_dir_all(&self.0).ok();
    }
}
