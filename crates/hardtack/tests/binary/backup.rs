//! `hardtack backup`, `restore` and `move-store`: nothing acknowledged is lost, nothing is lost by them.

use std::path::Path;
use std::process::{Child, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use serde_json::{Value, json};

use crate::common::{Done, command, hardtack};
use crate::serve::{request, request_as, start};

/// A game that one plays against himself.
pub struct Playing {
    pub id: String,
    pub token: String,
    seq: u64,
    legal: Vec<String>,
}

impl Playing {
    pub fn begin(address: &str) -> Playing {
        let me = json!({"kind": "me"});
        let new = json!({"scenario": "lesson-spring-hill", "name": "Ann", "seats": {"union": me, "confederate": me}});
        let (status, begun) = request(address, "POST /api/v1/games", &new);
        assert_eq!(status, 200, "{begun}");
        let text = |key: &str| begun[key].as_str().unwrap().to_owned();
        let mut playing = Playing { id: text("id"), token: text("token"), seq: 0, legal: Vec::new() };
        playing.look(address);
        playing
    }

    fn look(&mut self, address: &str) {
        let (_, table) =
            request_as(address, &self.token, &format!("GET /api/v1/games/{}", self.id), &json!({}));
        self.seq = table["seq"].as_u64().unwrap();
        let cards = table["cards"].as_array().unwrap();
        self.legal = cards.iter().map(|card| card["order"].as_str().unwrap().to_owned()).collect();
    }

    /// Gives any order; whether there was one to give.
    pub fn play(&mut self, address: &str) -> bool {
        let Some(order) = self.legal.get(self.seq as usize % self.legal.len().max(1)) else { return false };
        let body = json!({"seq": self.seq, "orders": [order], "list": true});
        let path = format!("POST /api/v1/games/{}/orders", self.id);
        let (status, answer) = request_as(address, &self.token, &path, &body);
        assert_eq!(status, 200, "{answer}");
        self.seq = answer["seq"].as_u64().unwrap();
        let legal =
            answer["legal"].as_object().unwrap().values().find(|all| !all.as_array().unwrap().is_empty());
        let words =
            legal.map(|all| all.as_array().unwrap().iter().map(|o| o.as_str().unwrap().to_owned()).collect());
        self.legal = words.unwrap_or_default();
        true
    }

    pub fn lines(&self, address: &str) -> Vec<Value> {
        let path = format!("GET /api/v1/games/{}/log", self.id);
        let (status, log) = request_as(address, &self.token, &path, &json!({}));
        assert_eq!(status, 200, "{log}");
        log["lines"].as_array().unwrap().clone()
    }
}

/// A server that ends with the test.
struct Server(Child, String);

impl Server {
    fn on(folder: &Path) -> Server {
        let (child, address) = start(folder, &["--games-per-minute", "0"]);
        Server(child, address)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.0.kill().ok();
        self.0.wait().ok();
    }
}

fn path(path: &Path) -> &str {
    path.to_str().unwrap()
}

fn back_up(data: &Path, out: &Path) -> Done {
    hardtack(&["backup", "--data", path(data), "--out", path(out)])
}

fn restore(backup: &Path, data: &Path, more: &[&str]) -> Done {
    hardtack(&[&["restore", path(backup), "--data", path(data)], more].concat())
}

#[test]
fn a_backup_under_load_is_of_one_moment_and_its_games_go_on() {
    let folder = tempfile::tempdir().unwrap();
    let (data, out) = (folder.path().join("data"), folder.path().join("backup.db"));
    std::fs::create_dir_all(data.join("scenarios/mine/counters")).unwrap();
    std::fs::write(data.join("scenarios/mine/notes.md"), "a note").unwrap();
    std::fs::write(data.join("scenarios/mine/counters/a.png"), [0, 159, 146, 150]).unwrap();
    let server = Server::on(&data);
    let mut games: Vec<Playing> = (0..6).map(|_| Playing::begin(&server.1)).collect();
    for game in &mut games {
        assert!(game.play(&server.1));
    }
    let stop = AtomicBool::new(false);
    std::thread::scope(|scope| {
        for game in &mut games {
            let (stop, address) = (&stop, &server.1);
            scope.spawn(move || while !stop.load(Ordering::Relaxed) && game.play(address) {});
        }
        for _ in 0..3 {
            let done = back_up(&data, &out);
            assert!(
                done.code == 0 && done.out.contains("6 games") && done.out.contains("2 files"),
                "{}{}",
                done.out,
                done.err
            );
        }
        stop.store(true, Ordering::Relaxed);
    });
    let again = folder.path().join("again");
    let done = restore(&out, &again, &[]);
    assert_eq!(done.code, 0, "{}", done.err);
    assert_eq!(std::fs::read(again.join("scenarios/mine/counters/a.png")).unwrap(), [0, 159, 146, 150]);
    let other = Server::on(&again);
    for game in &mut games {
        let (then, now) = (game.lines(&other.1), game.lines(&server.1));
        assert!(then.len() >= 2 && then.len() <= now.len(), "{} of {}", then.len(), now.len());
        assert_eq!(then, now[..then.len()], "the past is the same");
        game.look(&other.1);
        assert!(game.legal.is_empty() || game.play(&other.1), "and it goes on");
    }
    let refused = restore(&out, &again, &["--force"]);
    assert!(refused.code == 1 && refused.err.contains("served already"), "{}", refused.err);
    drop(other);
    let refused = restore(&out, &again, &[]);
    assert!(refused.code == 1 && refused.err.contains("nothing was changed"), "{}", refused.err);
    assert_eq!(restore(&out, &again, &["--force"]).code, 0);
    let names: Vec<String> =
        std::fs::read_dir(&again).unwrap().map(|f| f.unwrap().file_name().into_string().unwrap()).collect();
    assert!(names.iter().any(|name| name.starts_with("games.db.before-")), "put aside, not lost: {names:?}");
}

#[test]
fn a_backup_that_is_killed_leaves_the_older_one_whole() {
    let folder = tempfile::tempdir().unwrap();
    let (data, out) = (folder.path().join("data"), folder.path().join("backup.db"));
    let server = Server::on(&data);
    let mut game = Playing::begin(&server.1);
    assert!(game.play(&server.1));
    assert_eq!(back_up(&data, &out).code, 0);
    for n in 0..12 {
        let mut command = command(&["backup", "--data", path(&data), "--out", path(&out)]);
        let mut child = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        // Wherever it is by then: the outcome is the same.
        std::thread::sleep(Duration::from_millis(3 * n));
        child.kill().ok();
        child.wait().unwrap();
        let to = folder.path().join(format!("restored-{n}"));
        let done = restore(&out, &to, &[]);
        assert!(done.code == 0 && done.out.contains("1 game"), "{n}: {}{}", done.out, done.err);
    }
}

#[test]
fn what_is_no_whole_backup_is_refused_in_words() {
    let folder = tempfile::tempdir().unwrap();
    let (data, out, to) =
        (folder.path().join("data"), folder.path().join("backup.db"), folder.path().join("to"));
    let nothing = back_up(&data, &out);
    assert!(nothing.code == 1 && nothing.err.contains("no games"), "{}", nothing.err);
    assert!(!out.exists(), "and nothing is written");
    let server = Server::on(&data);
    let mut game = Playing::begin(&server.1);
    assert!(game.play(&server.1));
    assert_eq!(back_up(&data, &out).code, 0);
    let whole = std::fs::read(&out).unwrap();
    for (n, cut) in [whole.len() / 2, whole.len() - 4096].into_iter().enumerate() {
        std::fs::write(&out, &whole[..cut]).unwrap();
        let told = restore(&out, &to, &[]);
        assert!(told.code == 1 && !told.err.is_empty(), "{n}: {}{}", told.out, told.err);
        assert!(!to.join("games.db").exists(), "nothing is written");
    }
    std::fs::write(&out, "a letter").unwrap();
    assert_eq!(restore(&out, &to, &[]).code, 1);
    assert_eq!(restore(&folder.path().join("none.db"), &to, &[]).code, 1);
    std::fs::copy(data.join("games.db"), &out).unwrap();
    assert_eq!(restore(&out, &to, &[]).code, 1, "the file of a running server is no backup");
}

#[test]
fn a_store_is_moved_with_everything_in_it() {
    let folder = tempfile::tempdir().unwrap();
    let (data, to) = (folder.path().join("data"), folder.path().join("to"));
    let server = Server::on(&data);
    let mut game = Playing::begin(&server.1);
    for _ in 0..4 {
        assert!(game.play(&server.1));
    }
    let told = hardtack(&["move-store", path(&data), path(&to)]);
    assert!(told.code == 1 && told.err.contains("served already"), "{}", told.err);
    let before = game.lines(&server.1);
    drop(server);
    let told = hardtack(&["move-store", path(&data), path(&to)]);
    assert!(told.code == 0 && told.out.contains("entry"), "{}{}", told.out, told.err);
    let other = Server::on(&to);
    assert_eq!(game.lines(&other.1), before);
    game.look(&other.1);
    assert!(game.play(&other.1));
    drop(other);
    let again = hardtack(&["move-store", path(&data), path(&to)]);
    assert!(again.code == 1 && again.err.contains("games there already"), "{}", again.err);
}
