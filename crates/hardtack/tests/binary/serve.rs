//! `hardtack serve` as its owner meets it: one server a folder, plain words where it cannot start, a clean stop.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::common::{command, hardtack};

/// Starts a server; the process and its address.
pub fn start(data: &Path, more: &[&str]) -> (Child, String) {
    let mut command = command(&["serve", "--port", "0", "--data", data.to_str().unwrap()]);
    let mut child = command.args(more).stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
    let mut line = String::new();
    BufReader::new(child.stdout.as_mut().unwrap()).read_line(&mut line).unwrap();
    let address =
        line.split("http://").nth(1).unwrap_or_else(|| panic!("{line}")).trim().trim_end_matches('/');
    (child, address.to_owned())
}

fn ask(address: &str, request: &str) -> String {
    let me = json!({"kind": "me"});
    said(
        address,
        request,
        &json!({"scenario": "lesson-spring-hill", "seats": {"union": me, "confederate": me}}),
    )
}

/// The status and the JSON that a request gets.
pub fn request(address: &str, request: &str, body: &Value) -> (u16, Value) {
    let answer = said(address, request, body);
    let (head, told) = answer.split_once("\r\n\r\n").unwrap_or_else(|| panic!("{answer}"));
    (head[9..12].parse().unwrap(), serde_json::from_str(told).unwrap_or_else(|why| panic!("{why}: {answer}")))
}

/// The same, by the bearer of a token.
pub fn request_as(address: &str, token: &str, request: &str, body: &Value) -> (u16, Value) {
    let answer = said_as(address, &format!("authorization: Bearer {token}\r\n"), request, body);
    let (head, told) = answer.split_once("\r\n\r\n").unwrap_or_else(|| panic!("{answer}"));
    (head[9..12].parse().unwrap(), serde_json::from_str(told).unwrap_or_else(|why| panic!("{why}: {answer}")))
}

fn said(address: &str, request: &str, body: &Value) -> String {
    said_as(address, "", request, body)
}

fn said_as(address: &str, header: &str, request: &str, body: &Value) -> String {
    let mut stream = TcpStream::connect(address).unwrap();
    let request = format!("{request} HTTP/1.1\r\nhost: {address}\r\nconnection: close\r\n{header}");
    stream.write_all(request.as_bytes()).unwrap();
    let body = body.to_string();
    let rest = format!("content-type: application/json\r\ncontent-length: {}\r\n\r\n{body}", body.len());
    stream.write_all(rest.as_bytes()).unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    answer
}

#[test]
fn a_second_start_says_where_the_first_one_is() {
    let folder = tempfile::tempdir().unwrap();
    let (mut first, address) = start(folder.path(), &[]);
    let second = hardtack(&["serve", "--port", "0", "--data", folder.path().to_str().unwrap()]);
    assert_eq!(second.code, 1);
    for told in ["already", &format!("http://{address}/"), &first.id().to_string()] {
        assert!(second.err.contains(told), "{told}: {}", second.err);
    }
    first.kill().unwrap();
    first.wait().unwrap();
    let (mut third, _) = start(folder.path(), &[]);
    third.kill().unwrap();
    third.wait().unwrap();
}

#[cfg(unix)]
#[test]
fn a_server_told_to_stop_leaves_one_whole_file_that_only_its_owner_reads() {
    use std::os::unix::fs::PermissionsExt;
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("games");
    let (mut server, address) = start(&data, &[]);
    let answer = ask(&address, "POST /api/v1/games");
    assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
    let mode = |path: &Path| std::fs::metadata(path).unwrap().permissions().mode() & 0o777;
    assert_eq!((mode(&data), mode(&data.join("games.db"))), (0o700, 0o600));
    let pid = server.id().to_string();
    assert!(Command::new("kill").args(["-TERM", &pid]).status().unwrap().success());
    let until = Instant::now() + Duration::from_secs(20);
    let status = loop {
        match server.try_wait().unwrap() {
            Some(status) => break status,
            None => assert!(Instant::now() < until, "it does not stop"),
        }
        std::thread::sleep(Duration::from_millis(20));
    };
    assert!(status.success(), "{status}");
    let beside = std::fs::metadata(data.join("games.db-wal")).map_or(0, |file| file.len());
    assert_eq!(beside, 0, "everything is in the one file");
}

#[test]
fn a_folder_that_cannot_be_used_is_told_in_words() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("file");
    std::fs::write(&file, "").unwrap();
    let told = hardtack(&["serve", "--port", "0", "--data", file.join("below").to_str().unwrap()]);
    assert!(told.code == 1 && told.err.contains("cannot be made"), "{}", told.err);
    std::fs::create_dir(folder.path().join("games.db")).unwrap();
    let told = hardtack(&["serve", "--port", "0", "--data", folder.path().to_str().unwrap()]);
    assert!(told.code == 1 && told.err.contains("cannot be written"), "{}", told.err);
    std::fs::remove_dir(folder.path().join("games.db")).unwrap();
    std::fs::write(folder.path().join("games.db"), "this is a letter, not a database".repeat(200)).unwrap();
    let told = hardtack(&["serve", "--port", "0", "--data", folder.path().to_str().unwrap()]);
    assert!(told.code == 1 && told.err.contains("no database of hardtack"), "{}", told.err);
}

/// Starts a server on a disk of its own that `prepare` (a line of shell, the folder is `$0`) makes; what it says on
/// standard error, or `None` where no such disk can be made.
#[cfg(target_os = "linux")]
fn on_a_disk(options: &str, prepare: &str) -> Option<String> {
    let folder = tempfile::tempdir().unwrap();
    let mount = |more: &str| format!("mount -t tmpfs -o {options} tmpfs \"$0\" && {more}");
    let run = |script: String| {
        let mut command = Command::new("unshare");
        command.args(["-rm", "sh", "-c", &script]).arg(folder.path()).arg(env!("CARGO_BIN_EXE_hardtack"));
        command.output()
    };
    if !run(mount("true")).is_ok_and(|made| made.status.success()) {
        return None;
    }
    let serve = format!("{{ {prepare}; timeout 20 \"$1\" serve --port 0 --data \"$0\"; }}");
    let done = run(mount(&serve)).unwrap();
    assert_eq!(done.status.code(), Some(1), "{}", String::from_utf8_lossy(&done.stdout));
    Some(String::from_utf8(done.stderr).unwrap())
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_or_read_only_disk_is_told_at_the_start() {
    let full = "dd if=/dev/zero of=\"$0\"/ballast bs=1k count=1000 2>/dev/null";
    if let Some(told) = on_a_disk("size=64k", full) {
        assert!(told.contains("the disk is full") || told.contains("No space left"), "{told}");
    }
    if let Some(told) = on_a_disk("ro", "true") {
        assert!(told.contains("cannot be written") && told.contains("Read-only"), "{told}");
    }
}

#[test]
fn limits_are_settings() {
    let folder = tempfile::tempdir().unwrap();
    let (mut server, address) =
        start(folder.path(), &["--games-per-minute", "1", "--host", "club.example.org"]);
    let told: Vec<String> = (0..3).map(|_| ask(&address, "POST /api/v1/games")[9..12].to_owned()).collect();
    assert_eq!(told, ["200", "200", "429"]);
    let health = ask(&address, "GET /healthz");
    assert!(health.starts_with("HTTP/1.1 200") && health.ends_with("ok\n"), "{health}");
    server.kill().unwrap();
    server.wait().unwrap();
    let help = hardtack(&["serve", "--help"]).out;
    for setting in
        ["--connections", "--streams", "--think-time", "--attention", "--memory", "--forget-unplayed"]
    {
        assert!(help.contains(setting), "{setting}");
    }
}
