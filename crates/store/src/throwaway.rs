//! A PostgreSQL for tests: made in a folder of its own, reached by a socket there, gone with the process that asked for it,
//! however that ends.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

/// With this in the environment it is a failure that there is no PostgreSQL.
pub const NEEDED: &str = "HARDTACK_NEED_POSTGRES";

/// A server that listens on a socket in its folder.
pub struct Cluster {
    folder: PathBuf,
    /// Ends the server when its standard input ends.
    keeper: Child,
}

/// How long a server may take to start.
const PATIENCE: Duration = Duration::from_secs(60);

impl Cluster {
    /// Starts one; `None`, after a loud word, where PostgreSQL is not installed.
    ///
    /// # Panics
    /// It is installed and does not start, or is not installed and needed ([`NEEDED`]).
    #[must_use]
    pub fn start(durable: bool) -> Option<Cluster> {
        let Some(programs) = programs() else {
            assert!(std::env::var_os(NEEDED).is_none(), "PostgreSQL is needed and not installed");
            let loud = "PostgreSQL is not installed: everything that needs it is LEFT OUT (Debian: apt-get install postgresql)";
            // Past what the test runner keeps to itself.
            let _ = writeln!(std::io::stderr(), "{loud}");
            return None;
        };
        let folder = own_folder();
        let fast =
            if durable { "" } else { "-c fsync=off -c full_page_writes=off -c synchronous_commit=off" };
        // Started below a shell that waits for the end of its input: that comes with the end of this process.
        let script = format!(
            "'{bin}/initdb' -D '{at}/data' -A trust -U hardtack --no-locale -E UTF8 --no-sync --no-instructions >'{at}/log' 2>&1 &&
             {{ '{bin}/postgres' -D '{at}/data' -c listen_addresses= -c unix_socket_directories='{at}' -c max_connections=200 {fast} >>'{at}/log' 2>&1 & }}
             server=$!; read -r _ || true; kill -QUIT $server; wait $server; rm -rf '{at}'",
            bin = programs.display(),
            at = folder.display(),
        );
        let keeper = as_nobody_special("sh")
            .args(["-c", &script])
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("a shell can be started");
        let cluster = Cluster { folder, keeper };
        cluster.wait();
        Some(cluster)
    }

    fn wait(&self) {
        let begun = Instant::now();
        while let Err(why) = self.say("") {
            let log = || std::fs::read_to_string(self.folder.join("log")).unwrap_or_default();
            assert!(begun.elapsed() < PATIENCE, "PostgreSQL does not start: {why}\n{}", log());
            std::thread::sleep(Duration::from_millis(50));
        }
    }

    /// The address of a database of this name.
    #[must_use]
    pub fn address(&self, name: &str) -> String {
        format!("host={} user=hardtack dbname={name}", self.folder.display())
    }

    /// The address of a new, empty database.
    ///
    /// # Panics
    /// It cannot be made.
    #[must_use]
    pub fn database(&self) -> String {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let name = format!("t{}", COUNT.fetch_add(1, Ordering::Relaxed));
        self.say(&format!("CREATE DATABASE {name}")).unwrap();
        self.address(&name)
    }

    /// On a thread of its own: tests that are asynchronous themselves must not wait for it otherwise.
    fn say(&self, sql: &str) -> Result<(), ::postgres::Error> {
        let speak = || {
            let mut client = ::postgres::Client::connect(&self.address("postgres"), ::postgres::NoTls)?;
            client.batch_execute(sql)
        };
        std::thread::scope(|scope| scope.spawn(speak).join().expect("the client does not panic"))
    }

    /// The folder of its socket and its log.
    #[must_use]
    pub fn folder(&self) -> &Path {
        &self.folder
    }
}

impl Drop for Cluster {
    fn drop(&mut self) {
        drop(self.keeper.stdin.take());
        // It may be gone already.
        let _ = self.keeper.wait();
    }
}

/// The one of this process, fast and forgetful; `None` where there is no PostgreSQL.
pub fn shared() -> Option<&'static Cluster> {
    static SHARED: OnceLock<Option<Cluster>> = OnceLock::new();
    SHARED.get_or_init(|| Cluster::start(false)).as_ref()
}

/// Where `initdb` is: Debian does not put it on the path.
fn programs() -> Option<PathBuf> {
    let versions = std::fs::read_dir("/usr/lib/postgresql").into_iter().flatten().flatten();
    let mut found: Vec<PathBuf> = versions.map(|version| version.path().join("bin")).collect();
    found.sort();
    let path = std::env::var_os("PATH").unwrap_or_default();
    let on_path = std::env::split_paths(&path).collect::<Vec<_>>();
    found.into_iter().rev().chain(on_path).find(|bin| bin.join("initdb").is_file())
}

/// PostgreSQL refuses to run as root.
fn is_root() -> bool {
    let told = Command::new("id").arg("-u").output();
    told.is_ok_and(|told| told.stdout.trim_ascii() == b"0")
}

fn as_nobody_special(program: &str) -> Command {
    if !is_root() {
        return Command::new(program);
    }
    let mut command = Command::new("setpriv");
    command.args(["--reuid=postgres", "--regid=postgres", "--init-groups", "--reset-env", "--", program]);
    command
}

/// Short, since the path of a socket has at most 107 bytes.
fn own_folder() -> PathBuf {
    let made = as_nobody_special("mktemp").args(["-d", "-t", "ht-pg.XXXXXX"]).output();
    let made = made.expect("mktemp can be run");
    assert!(made.status.success(), "a folder for PostgreSQL: {}", String::from_utf8_lossy(&made.stderr));
    PathBuf::from(String::from_utf8_lossy(&made.stdout).trim())
}
