//! `hardtack serve`: the web table.

use std::io::{IsTerminal, Write};
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use anyhow::Context;
use server::{BuiltIn, Choice, Games, Note, Officer, Staff, Weighed};
use staff::{Budget, Chooser, Level, Player};
use table::{Game, Side};
use tracing_subscriber::EnvFilter;

use crate::text;

/// Open the table in a browser
///
/// Games are kept in one SQLite file. The server answers this machine only, unless told otherwise. What goes
/// wrong is logged on standard error; HARDTACK_LOG=debug logs every request as well.
#[derive(clap::Args)]
pub struct Args {
    /// The port; 0 for any that is free
    #[arg(long, default_value_t = 1863)]
    port: u16,
    /// The folder for the games [default: this user's data folder]
    #[arg(long, value_name = "DIR")]
    data: Option<PathBuf>,
    /// The address to listen on; 0.0.0.0 lets other machines in
    #[arg(long, default_value_t = IpAddr::V4(Ipv4Addr::LOCALHOST))]
    bind: IpAddr,
    /// How the log on standard error is written
    #[arg(long, value_enum, default_value_t = LogFormat::Text)]
    log_format: LogFormat,
}

/// How the log is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug, clap::ValueEnum)]
enum LogFormat {
    /// Lines for people
    Text,
    /// A JSON object a line, for programs
    Json,
}

impl Default for Args {
    fn default() -> Self {
        Args { port: 1863, data: None, bind: IpAddr::V4(Ipv4Addr::LOCALHOST), log_format: LogFormat::Text }
    }
}

/// The computer players of the web table, the usual one first: he answers at once.
fn officers() -> Staff {
    let order = [Level::Veteran, Level::General, Level::Recruit, Level::Random];
    Staff::new(order.into_iter().map(officer).collect())
}

fn officer(level: Level) -> Officer {
    // The same position must not always get the same answer: where an order can be taken back (a unit
    // picked and put down again) a player who repeats himself would go round in circles.
    let asked = AtomicU64::new(0);
    Officer {
        name: level.word().to_owned(),
        title: text::capital(level.word()),
        about: level.about().to_owned(),
        seconds: (level == Level::General).then_some(1.0),
        choose: Arc::new(move |game, seat, time| {
            let number = asked.fetch_add(1, Ordering::Relaxed);
            let mut chooser = Chooser::new(game.fingerprint(), number, seat);
            let player = Player { level, budget: Budget::Time(time) };
            staff::consider(player, game, seat, &mut chooser).map(|choice| told(level, choice, game, seat))
        }),
    }
}

/// What a computer player considered, in the words of the cards.
fn told(level: Level, choice: staff::Choice, game: &dyn Game, seat: Side) -> Choice {
    let by = text::capital(level.word());
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

/// Where this user keeps the data of programs, by the customs of his system.
fn data_folder() -> anyhow::Result<PathBuf> {
    let from = |name: &str| std::env::var_os(name).filter(|v| !v.is_empty()).map(PathBuf::from);
    let home = || from("HOME").or_else(|| from("USERPROFILE"));
    let folder = if cfg!(windows) {
        from("LOCALAPPDATA")
    } else if cfg!(target_os = "macos") {
        home().map(|h| h.join("Library/Application Support"))
    } else {
        from("XDG_DATA_HOME").or_else(|| home().map(|h| h.join(".local/share")))
    };
    folder.map(|f| f.join("hardtack")).context("no home folder: say where to keep games with --data DIR")
}

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

pub fn run(args: &Args, out: &mut dyn Write) -> anyhow::Result<ExitCode> {
    start_log(args.log_format)?;
    let folder = args.data.clone().map_or_else(data_folder, Ok)?;
    std::fs::create_dir_all(&folder)
        .with_context(|| format!("cannot make the folder {}", folder.display()))?;
    let file = folder.join("games.db");
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    runtime.block_on(async {
        let games = Games::open(&file, Arc::new(BuiltIn::default()), officers())
            .with_context(|| format!("cannot open {}", file.display()))?;
        let listener = listen(args).await?;
        writeln!(out, "Hardtack is ready: http://{}/", listener.local_addr()?)?;
        writeln!(out, "Games are kept in {}. Ctrl-C stops the server.", file.display())?;
        out.flush()?;
        tokio::select! {
            done = server::serve(listener, games) => done?,
            stop = tokio::signal::ctrl_c() => stop?,
        }
        Ok(ExitCode::SUCCESS)
    })
}

/// The port asked for. Where it is taken and nobody insisted on it, any other.
async fn listen(args: &Args) -> anyhow::Result<tokio::net::TcpListener> {
    let wanted = SocketAddr::new(args.bind, args.port);
    match tokio::net::TcpListener::bind(wanted).await {
        Ok(listener) => Ok(listener),
        Err(_) if args.port == Args::default().port => {
            let any = SocketAddr::new(args.bind, 0);
            tokio::net::TcpListener::bind(any)
                .await
                .with_context(|| format!("cannot listen on {}", args.bind))
        }
        Err(why) => Err(why).with_context(|| format!("cannot listen on {wanted}")),
    }
}
