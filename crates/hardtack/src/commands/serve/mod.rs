//! `hardtack serve`: the web table.

mod people;
mod program;

use std::io::{IsTerminal, Write};
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use anyhow::Context;
use server::{BuiltIn, Choice, Games, Note, Officer, Place, Settings, Staff, Token, Uploads, Weighed};
use staff::{Budget, Chooser, Level, Player};
use table::{Game, Side};
use tracing_subscriber::EnvFilter;

use crate::players::Waiting;
use crate::shelves::{self, data_folder};
use crate::text;
use crate::usage::wrong_line;

/// The port nobody has to name.
const PORT: u16 = 1863;

/// Open the table in a browser; the same as no command
///
/// Games are kept in one SQLite file that one server at a time can have, or in a PostgreSQL database (--database) that any
/// number of servers share. The server answers this machine only, unless told otherwise. What goes wrong is logged on standard error; HARDTACK_LOG=debug logs more. /healthz says
/// whether the server is well, /metrics its figures for Prometheus.
///
/// Every option can also stand in the environment, under the name told with it, or in a file: `hardtack config`.
#[derive(clap::Args)]
pub struct Args {
    /// The port; 0 for any that is free
    #[arg(long, default_value_t = PORT)]
    port: u16,
    /// The folder for the games [default: this user's data folder]
    #[arg(long, value_name = "DIR")]
    data: Option<PathBuf>,
    /// Keep the games in PostgreSQL, which several servers may share, instead of a file in the folder
    #[arg(long, value_name = "postgres://USER@HOST/NAME")]
    database: Option<String>,
    /// The address to listen on; 0.0.0.0 lets other machines in
    #[arg(long, default_value_t = IpAddr::V4(Ipv4Addr::LOCALHOST))]
    bind: IpAddr,
    /// How the log on standard error is written
    #[arg(long, value_enum, default_value_t = LogFormat::Text)]
    log_format: LogFormat,
    /// Let who says this word put own scenarios onto the server; without it, on this machine alone, anybody may
    #[arg(long, value_name = "TOKEN")]
    allow_upload: Option<String>,
    /// Offer a program as a computer player of this name; may be given more than once
    #[arg(long, value_name = "NAME=cmd:PROGRAM")]
    player: Vec<String>,
    #[command(flatten)]
    waiting: Waiting,
    #[command(flatten)]
    people: people::People,
    #[command(flatten)]
    limits: Limits,
}

/// Words that are guessed sooner.
const SHORTEST_TOKEN: usize = 8;

impl Args {
    /// What a server that listens there allows.
    fn settings(&self, listens: SocketAddr) -> anyhow::Result<Settings> {
        let uploads = match &self.allow_upload {
            Some(word) if word.trim().len() < SHORTEST_TOKEN => {
                wrong_line!("--allow-upload: expected a word of at least {SHORTEST_TOKEN} letters")
            }
            Some(word) => Uploads::With(Token::read(word.trim())),
            // Who stands behind a proxy is not known to be on this machine.
            None if self.bind.is_loopback() && !self.limits.proxy => Uploads::Anybody,
            None => Uploads::Nobody,
        };
        let mut settings =
            Settings { uploads, people: self.people.settings(listens)?, ..self.limits.settings() };
        settings.hosts.extend(self.people.host());
        Ok(settings)
    }
}

/// What clients may have and computer players may take. Times in seconds.
#[derive(clap::Args)]
#[command(next_help_heading = "Limits")]
struct Limits {
    /// A name by which the server may be called, beside addresses and localhost; may be given more than once
    #[arg(long, value_name = "NAME")]
    host: Vec<String>,
    /// A proxy stands before the server: believe what it says in X-Forwarded-For
    #[arg(long)]
    proxy: bool,
    /// Connections at once
    #[arg(long, value_name = "N", default_value_t = usual().connections)]
    connections: usize,
    /// Connections at once from one address
    #[arg(long, value_name = "N", default_value_t = usual().connections_per_address)]
    connections_per_address: usize,
    /// Streams of news at once
    #[arg(long, value_name = "N", default_value_t = usual().streams)]
    streams: usize,
    /// Streams of news of one game at once
    #[arg(long, value_name = "N", default_value_t = usual().streams_per_game)]
    streams_per_game: usize,
    /// Requests with orders a minute by one seat, ten times as many from one address; 0 for any number
    #[arg(long, value_name = "N", default_value_t = usual().orders_per_minute)]
    orders_per_minute: u32,
    /// Questions a minute (the referee, ways, hints, odds) by one seat, ten times as many from one address; 0 for any
    /// number
    #[arg(long, value_name = "N", default_value_t = usual().questions_per_minute)]
    questions_per_minute: u32,
    /// New games a minute from one address; 0 for any number
    #[arg(long, value_name = "N", default_value_t = usual().games_per_minute)]
    games_per_minute: u32,
    /// Requests with orders a minute by one member, whatever his seats and devices; 0 for any number
    #[arg(long, value_name = "N", default_value_t = usual().orders_per_person)]
    orders_per_person: u32,
    /// Questions a minute by one member; 0 for any number
    #[arg(long, value_name = "N", default_value_t = usual().questions_per_person)]
    questions_per_person: u32,
    /// New games a minute by one member; 0 for any number
    #[arg(long, value_name = "N", default_value_t = usual().games_per_person)]
    games_per_person: u32,
    /// Lines of chat a minute by one member or seat, ten times as many from one address; 0 for any number
    #[arg(long, value_name = "N", default_value_t = usual().chat_per_minute)]
    chat_per_minute: u32,
    /// Messages a minute by one member: asking another to play, reporting; 0 for any number
    #[arg(long, value_name = "N", default_value_t = usual().messages_per_minute)]
    messages_per_minute: u32,
    /// How long a request may take to come whole, and a connection be idle
    #[arg(long, value_name = "S", default_value_t = usual().head_time.as_secs())]
    request_time: u64,
    /// How long a client may take to read a part of an answer
    #[arg(long, value_name = "S", default_value_t = usual().write_time.as_secs())]
    answer_time: u64,
    /// The largest request, in KiB
    #[arg(long, value_name = "KIB", default_value_t = usual().body_bytes / 1024)]
    request_size: usize,
    /// The most a computer player may think about one decision
    #[arg(long, value_name = "S", default_value_t = usual().think_seconds)]
    think_time: f64,
    /// Computer players stop when nobody has looked at their game for so long
    #[arg(long, value_name = "S", default_value_t = usual().attended.as_secs())]
    attention: u64,
    /// Games kept in memory; those nobody looks at are put away
    #[arg(long, value_name = "N", default_value_t = usual().games_in_memory)]
    games_in_memory: usize,
    /// The memory beyond which games are put away, in MiB
    #[arg(long, value_name = "MIB", default_value_t = usual().memory_bytes >> 20)]
    memory: u64,
    /// Games nobody ever gave an order in are forgotten after so many days; 0 for never
    #[arg(long, value_name = "DAYS", default_value_t = usual().forget_unplayed.as_secs() / DAY)]
    forget_unplayed: u64,
    /// Computer players go on for a person who waits elsewhere, in games played in the last so many days; 0 for only while
    /// somebody looks
    #[arg(long, value_name = "DAYS", default_value_t = usual().go_on.as_secs() / DAY)]
    go_on: u64,
}

const DAY: u64 = 24 * 3600;

fn usual() -> Settings {
    Settings::default()
}

impl Limits {
    fn settings(&self) -> Settings {
        let seconds = Duration::from_secs;
        Settings {
            hosts: self.host.clone(),
            proxy: self.proxy,
            connections: self.connections,
            // A proxy speaks for everybody.
            connections_per_address: if self.proxy { self.connections } else { self.connections_per_address },
            streams: self.streams,
            streams_per_game: self.streams_per_game,
            orders_per_minute: self.orders_per_minute,
            questions_per_minute: self.questions_per_minute,
            games_per_minute: self.games_per_minute,
            orders_per_person: self.orders_per_person,
            questions_per_person: self.questions_per_person,
            games_per_person: self.games_per_person,
            chat_per_minute: self.chat_per_minute,
            messages_per_minute: self.messages_per_minute,
            head_time: seconds(self.request_time),
            body_time: seconds(self.request_time),
            write_time: seconds(self.answer_time),
            body_bytes: self.request_size * 1024,
            think_seconds: self.think_time,
            attended: seconds(self.attention),
            games_in_memory: self.games_in_memory,
            memory_bytes: self.memory << 20,
            forget_unplayed: seconds(self.forget_unplayed * DAY),
            go_on: seconds(self.go_on * DAY),
            ..usual()
        }
    }
}

/// How the log is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug, clap::ValueEnum)]
enum LogFormat {
    /// Lines for people
    Text,
    /// A JSON object a line, for programs
    Json,
}

/// The computer players of the web table, the usual one first: he answers at once. The owner's programs come last.
fn officers(programs: Vec<Officer>) -> Staff {
    let order = [Level::Veteran, Level::General, Level::Colonel, Level::Recruit, Level::Random];
    Staff::new(order.into_iter().map(officer).chain([by_rating()]).chain(programs).collect())
}

/// One whose strength is chosen. What it comes to is told by the ratings of each system.
fn by_rating() -> Officer {
    const RATINGS: [u16; 2] = [800, 2200];
    let about = Level::Rated(RATINGS[0]).about().to_owned();
    let usual = officer(Level::Rated(table::Ratings::VETERAN));
    Officer {
        name: Level::Rated(RATINGS[0]).word().to_owned(),
        title: "By rating".to_owned(),
        about,
        ratings: Some(RATINGS),
        rated: Some(Arc::new(|rating| officer(Level::Rated(rating)))),
        ..usual
    }
}

fn officer(level: Level) -> Officer {
    // The same position must not always get the same answer: where an order can be taken back (a unit
    // picked and put down again) a player who repeats himself would go round in circles.
    let asked = AtomicU64::new(0);
    let (name, title) = match level {
        Level::Rated(rating) => (format!("{}{rating}", level.word()), format!("Rated {rating}")),
        level => (level.word().to_owned(), text::capital(level.word())),
    };
    let by = title.clone();
    Officer {
        name,
        title,
        about: level.about().to_owned(),
        seconds: level.thinks().then_some(1.0),
        ratings: None,
        rated: None,
        choose: Arc::new(move |game, seat, time, thought| {
            let number = asked.fetch_add(1, Ordering::Relaxed);
            let mut chooser = Chooser::new(game.fingerprint(), number, seat);
            let player = Player { level, budget: Budget::Time(time) };
            let mut intent = thought.intent();
            let considered =
                staff::consider_watched(player, game, seat, &mut intent, &mut chooser, &Shoulder(thought));
            thought.intend(intent);
            considered.map(|choice| told(&by, choice, game, seat))
        }),
    }
}

/// People at the table look over his shoulder.
struct Shoulder<'a>(&'a server::Thought);

impl staff::Watch for Shoulder<'_> {
    fn hurried(&self) -> bool {
        self.0.hurried()
    }
    fn tried(&self, orders: u32, trials: u32) {
        self.0.tried(orders, trials);
    }
}

/// What a computer player considered, in the words of the cards.
fn told(by: &str, choice: staff::Choice, game: &dyn Game, seat: Side) -> Choice {
    let by = by.to_owned();
    if choice.weighed.is_empty() {
        // The only order there was, or one by lot: nothing was considered.
        return Choice { order: choice.order, note: Note { by, ..Note::default() } };
    }
    let cards = game.cards(seat);
    let label = |order: &str| {
        cards
            .iter()
            .find(|card| card.order == order)
            .map_or_else(|| order.to_owned(), |card| card.label.clone())
    };
    let weighed = choice.weighed.iter().map(|w| Weighed {
        label: label(&w.order),
        score: (w.score * 100.0).round() / 100.0,
        trials: w.trials,
        chosen: w.order == choice.order,
    });
    let note = Note { by, why: choice.why, weighed: weighed.collect() };
    Choice { order: choice.order, note }
}

/// Threads that read the disk, rebuild games and draw; each keeps some memory for itself.
const MOST_THREADS: usize = 32;

/// Where to say how much is logged, as `info` or `warn,server=debug`.
const LOG: &str = "HARDTACK_LOG";

/// Logs to standard error; standard output is for whoever started the server.
fn start_log(format: LogFormat) -> anyhow::Result<()> {
    let wanted = std::env::var(LOG).unwrap_or_else(|_| "info".to_owned());
    let filter = EnvFilter::try_new(&wanted).with_context(|| format!("{LOG}={wanted}"))?;
    let log = tracing_subscriber::fmt().with_env_filter(filter).with_writer(std::io::stderr);
    match format {
        LogFormat::Text => log.with_ansi(std::io::stderr().is_terminal()).init(),
        LogFormat::Json => log.json().init(),
    }
    Ok(())
}

pub fn run(args: &Args, scenarios: &[PathBuf], out: &mut dyn Write) -> anyhow::Result<ExitCode> {
    let wanted = SocketAddr::new(args.bind, args.port);
    args.settings(wanted)?;
    let programs = program::officers(&args.player, &args.waiting)?;
    start_log(args.log_format)?;
    let folder = args.data.clone().map_or_else(data_folder, Ok)?;
    server::make_folder(&folder)?;
    let place = match &args.database {
        Some(address) => Place::Postgres(address.clone()),
        None => Place::File(folder.join("games.db")),
    };
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .max_blocking_threads(MOST_THREADS)
        .enable_all()
        .build()?;
    let done = runtime.block_on(async {
        let catalog = BuiltIn::with_own(shelves::shelf(Some(&folder), scenarios));
        // The port has to be known first; that these games are served already is the better thing to be told.
        let listener = listen(args).await;
        let listens = listener.as_ref().ok().and_then(|listener| listener.local_addr().ok());
        let settings = args.settings(listens.unwrap_or(wanted))?;
        let games = Games::open_at(&place, &folder, Arc::new(catalog), officers(programs), settings)?
            .with_series(Arc::new(crate::trial::play));
        let listener = listener?;
        writeln!(out, "Hardtack is ready: http://{}/", listener.local_addr()?)?;
        writeln!(out, "Games are kept in {place}. Ctrl-C stops the server.")?;
        out.flush()?;
        server::serve_until(listener, games, told_to_stop()).await?;
        Ok(ExitCode::SUCCESS)
    });
    // Whatever is still drawn or thought about is for nobody.
    runtime.shutdown_background();
    done
}

/// Ctrl-C, or what a service manager sends.
async fn told_to_stop() {
    let interrupted = tokio::signal::ctrl_c();
    tokio::select! {
        _ = interrupted => {}
        () = terminated() => {}
    }
}

#[cfg(unix)]
async fn terminated() {
    use tokio::signal::unix::{SignalKind, signal};
    match signal(SignalKind::terminate()) {
        Ok(mut sent) => drop(sent.recv().await),
        Err(_) => std::future::pending().await,
    }
}

#[cfg(not(unix))]
async fn terminated() {
    std::future::pending().await
}

/// The port asked for. Where it is taken, not by a server of these games, and nobody insisted on it, any other.
async fn listen(args: &Args) -> anyhow::Result<tokio::net::TcpListener> {
    let wanted = SocketAddr::new(args.bind, args.port);
    match tokio::net::TcpListener::bind(wanted).await {
        Ok(listener) => Ok(listener),
        Err(why) if args.port == PORT && why.kind() == std::io::ErrorKind::AddrInUse => {
            let any = SocketAddr::new(args.bind, 0);
            tokio::net::TcpListener::bind(any)
                .await
                .with_context(|| format!("cannot listen on {}", args.bind))
        }
        Err(why) => Err(why).with_context(|| format!("cannot listen on {wanted}")),
    }
}
