//! Answers connections: each has its time to speak and to listen, and nobody has more of them than his share.

use std::convert::Infallible;
use std::future::Future;
use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::http::Request;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use tokio::net::{TcpListener, TcpStream};
use tokio_io_timeout::TimeoutStream;
use tower::ServiceExt;

use crate::door::{Admitted, Door, Guest};
use crate::{Games, Settings, clock, hosted, metrics, router};

/// The largest head of a request, in bytes.
const MOST_HEAD: usize = 32 * 1024;
/// Requests under way when the server stops have so long to end.
const FAREWELL: Duration = Duration::from_secs(2);
/// File handles that are not for connections.
const OWN_FILES: usize = 64;

/// Answers requests until the process is told to stop.
///
/// # Errors
/// The listener failed.
pub async fn serve(listener: TcpListener, games: Games) -> io::Result<()> {
    serve_until(listener, games, std::future::pending()).await
}

/// Answers requests until `stop`; then lets those under way end and brings the games into one file.
///
/// # Errors
/// The listener failed.
pub async fn serve_until(
    listener: TcpListener,
    games: Games,
    stop: impl Future<Output = ()>,
) -> io::Result<()> {
    let address = listener.local_addr()?;
    games.announce(&format!("http://{address}/"));
    let settings = games.settings().clone();
    let door = Door::new(most_connections(&settings), settings.connections_per_address);
    let answering = Answering { router: router(games.clone()), games: games.clone(), door, settings };
    let farewell = GracefulShutdown::new();
    let tidying = tokio::spawn(tidy(games.clone()));
    tokio::spawn(games.clone().follow_others());
    if games.store().base().is_shared() {
        tokio::spawn(games.clone().take_over());
        tokio::spawn(games.clone().say_who_watches());
    }
    let watching = tokio::spawn(games.clone().watch_clocks());
    tokio::spawn(games.clone().run_errands());
    tokio::spawn(games.clone().keep_reckoning());
    let calling = tokio::spawn(games.club().clone().work());
    tokio::pin!(stop);
    loop {
        tokio::select! {
            () = &mut stop => break,
            accepted = listener.accept() => match accepted {
                Ok((stream, from)) => answering.welcome(stream, from, &farewell),
                Err(why) => refused(&why).await,
            },
        }
    }
    drop(listener);
    tidying.abort();
    calling.abort();
    watching.abort();
    let closed = games.close().await;
    if let Err(why) = closed {
        tracing::error!(%why, "the games could not be brought into one file");
    }
    // Whoever does not end in time is left behind: what was acknowledged is on the disk.
    let _ = tokio::time::timeout(FAREWELL, farewell.shutdown()).await;
    Ok(())
}

/// Without a file handle for a new connection it is better to wait than to spin.
async fn refused(why: &io::Error) {
    tracing::warn!(%why, "a connection could not be accepted");
    tokio::time::sleep(Duration::from_millis(50)).await;
}

/// As many connections as there are file handles for.
fn most_connections(settings: &Settings) -> usize {
    #[cfg(unix)]
    if let Some(files) = rustix::process::getrlimit(rustix::process::Resource::Nofile).current {
        return settings.connections.min((files as usize).saturating_sub(OWN_FILES).max(16));
    }
    settings.connections
}

struct Answering {
    router: Router,
    games: Games,
    door: Arc<Door>,
    settings: Settings,
}

impl Answering {
    fn welcome(&self, stream: TcpStream, from: SocketAddr, farewell: &GracefulShutdown) {
        let guest = Guest::of(from.ip());
        let admitted = match self.door.admit(guest) {
            Ok(admitted) => admitted,
            Err(why) => return self.games.metrics().turned_away(why),
        };
        self.games.metrics().connections.set(self.door.inside_now() as i64);
        // Answers are small and wanted at once; without it they only come a little later.
        let _ = stream.set_nodelay(true);
        let mut timed = TimeoutStream::new(stream);
        timed.set_write_timeout(Some(self.settings.write_time));
        let router = self.router.clone();
        let service = service_fn(move |request: Request<Incoming>| {
            let mut request = request.map(Body::new);
            request.extensions_mut().insert(guest);
            answer(router.clone(), request)
        });
        let connection = http1::Builder::new()
            .timer(TokioTimer::new())
            .header_read_timeout(self.settings.head_time)
            .max_buf_size(MOST_HEAD)
            .serve_connection(TokioIo::new(Box::pin(timed)), service);
        tokio::spawn(until_done(farewell.watch(connection), admitted));
    }
}

async fn answer(router: Router, request: Request<Body>) -> Result<axum::response::Response, Infallible> {
    router.oneshot(request).await
}

async fn until_done(connection: impl Future<Output = Result<(), hyper::Error>>, admitted: Admitted) {
    if let Err(why) = connection.await {
        tracing::debug!(%why, "a connection ended");
    }
    drop(admitted);
}

/// How often games are looked through that nobody looks at.
const TIDY: Duration = Duration::from_secs(10);
/// How often games that nobody played are looked for.
const FORGET: Duration = Duration::from_secs(3600);

/// Puts games away that nobody looks at, and forgets those nobody ever played.
async fn tidy(games: Games) {
    let mut forget_at = Duration::ZERO;
    loop {
        games.tidy();
        if clock::now() >= forget_at {
            forget_at = clock::now() + FORGET;
            games.forget().await;
        }
        tokio::time::sleep(TIDY).await;
    }
}

impl Games {
    /// Puts games away that nobody looked at for long, and more of them while memory is short.
    pub(crate) fn tidy(&self) {
        let (settings, rooms) = (self.settings(), self.rooms());
        rooms.put_away_since(clock::now().saturating_sub(settings.put_away));
        if metrics::memory().is_some_and(|bytes| bytes > settings.memory_bytes) {
            let away = rooms.put_some_away();
            tracing::info!(away, left = rooms.len(), "memory is short: games were put away");
        }
    }

    async fn forget(&self) {
        let age = self.settings().forget_unplayed;
        if !age.is_zero() {
            let before = hosted::now() - age.as_secs() as i64;
            match self.store().forget_unplayed(before, self.rooms().keys()).await {
                Ok(0) => {}
                Ok(games) => tracing::info!(games, "games that nobody ever played were forgotten"),
                Err(why) => tracing::error!(%why, "games that nobody played could not be forgotten"),
            }
        }
        match self.store().count().await {
            Ok(count) => _ = self.metrics().games.set(count as i64),
            Err(why) => tracing::error!(%why, "the games could not be counted"),
        }
    }
}
