//! The store itself: a handle that everybody may have.

use std::sync::Arc;
use std::time::Duration;

use ::postgres::Config;
use rusqlite::Connection;
use tokio::sync::broadcast;

use crate::pool::Pool;
use crate::postgres::claims::{Claim, Claims};
use crate::postgres::{self, Line, Postgres};
use crate::sqlite::{self, Speaker, Sqlite};
use crate::writer::{Committed, Writer};
use crate::{Append, Fault, Notice, Place, Sql, schema};

/// How a store is opened.
pub struct Options {
    /// How long to wait while another program writes a file.
    pub lock_wait: Duration,
    /// Connections that read.
    pub readers: usize,
    /// Told of every group that was committed.
    pub committed: Committed,
    /// Only for a look: nothing is brought forward or noted, since a server may have it open.
    pub as_it_is: bool,
}

impl Default for Options {
    fn default() -> Self {
        Options {
            lock_wait: Duration::from_secs(5),
            readers: 4,
            committed: Box::new(|_| ()),
            as_it_is: false,
        }
    }
}

/// Notices that nobody heard; who falls farther behind is told that he missed some.
const NOTICES_KEPT: usize = 4_096;

/// Everything a server keeps. A copy is the same store.
#[derive(Clone)]
pub struct Store {
    writer: Writer,
    readers: Arc<Readers>,
    notices: broadcast::Sender<Notice>,
    claims: Option<Arc<Claims>>,
    /// While one of these is there, somebody listens to the database.
    _alive: Arc<()>,
}

enum Readers {
    Sqlite(Pool<Connection>),
    Postgres(Pool<Line>),
}

impl Store {
    /// Opens a store, or makes it, and brings its tables to this version.
    ///
    /// # Errors
    /// It is of a newer version, is none of ours, or cannot be read or written.
    pub fn open(place: &Place, options: Options) -> Result<Store, Fault> {
        let path = match place {
            Place::File(path) => path,
            Place::Postgres(address) => {
                // On a thread of its own: the client waits in a way that those who answer requests must not.
                let open = move || Store::open_shared(address, options);
                let opened = std::thread::scope(|scope| scope.spawn(open).join());
                return opened.unwrap_or_else(|_| Err(Fault::Unavailable("the database failed".into())));
            }
        };
        let (notices, alive) = (broadcast::channel(NOTICES_KEPT).0, Arc::new(()));
        let mut connection = sqlite::connect(path, options.lock_wait)?;
        if options.as_it_is {
            schema::refuse_other(&connection)?;
        } else {
            schema::migrate_sqlite(&mut connection)?;
            schema::note_start(&mut Speaker { connection: &connection, told: &mut Vec::new() })?;
        }
        let base = Box::new(Sqlite::new(connection, notices.clone()));
        let writer = Writer::start(base, options.committed)?;
        let (path, wait) = (path.clone(), options.lock_wait);
        let pool = Pool::open(options.readers, move || sqlite::connect(&path, wait))?;
        Ok(Store { writer, readers: Arc::new(Readers::Sqlite(pool)), notices, claims: None, _alive: alive })
    }

    fn open_shared(address: &str, options: Options) -> Result<Store, Fault> {
        let (notices, alive) = (broadcast::channel(NOTICES_KEPT).0, Arc::new(()));
        let config = config(address)?;
        let mut line = Line::connect(&config)?;
        if !options.as_it_is {
            schema::migrate_postgres(line.client()?)?;
            schema::note_start(&mut line)?;
        }
        postgres::listen(config.clone(), notices.clone(), Arc::downgrade(&alive))?;
        let writer = Writer::start(Box::new(Postgres::new(config.clone(), line)), options.committed)?;
        let far = config.clone();
        let readers = Readers::Postgres(Pool::open(options.readers, move || Line::connect(&far))?);
        let claims = Some(Arc::new(Claims::new(config)));
        Ok(Store { writer, readers: Arc::new(readers), notices, claims, _alive: alive })
    }

    /// Whether other servers may use the same database.
    #[must_use]
    pub fn is_shared(&self) -> bool {
        self.claims.is_some()
    }

    /// Does something in one transaction and answers once that is committed. If it fails, nothing of it is kept.
    ///
    /// # Errors
    /// What `work` said, or the database failed.
    pub async fn write<T: Send + 'static>(
        &self,
        work: impl FnOnce(&mut dyn Sql) -> Result<T, Fault> + Send + 'static,
    ) -> Result<T, Fault> {
        self.writer.write(work).await
    }

    /// Reads, on a thread that may wait for the database.
    ///
    /// # Errors
    /// What `work` said, or the database failed.
    pub async fn read<T: Send + 'static>(
        &self,
        work: impl FnOnce(&mut dyn Sql) -> Result<T, Fault> + Send + 'static,
    ) -> Result<T, Fault> {
        let readers = self.readers.clone();
        let done = tokio::task::spawn_blocking(move || match readers.as_ref() {
            Readers::Sqlite(pool) => {
                pool.with(|connection| (work(&mut Speaker { connection, told: &mut Vec::new() }), true))
            }
            Readers::Postgres(pool) => pool.with(|line| {
                let done = work(line);
                (done, line.is_well())
            }),
        });
        done.await.map_err(|why| Fault::Unavailable(why.to_string()))??
    }

    /// Appends to a journal, if nobody has written for this moment, and notes the summary if it changed.
    ///
    /// # Errors
    /// [`Fault::Doubled`]: somebody has. Or the database failed.
    pub async fn append(&self, entries: Append) -> Result<(), Fault> {
        self.writer.append(entries).await
    }

    /// Brings everything to where it is whole: with SQLite into the one file.
    ///
    /// # Errors
    /// The disk failed.
    pub async fn settle(&self) -> Result<(), Fault> {
        self.writer.settle().await
    }

    /// What is told in the database from now on, by this server and by others.
    #[must_use]
    pub fn notices(&self) -> broadcast::Receiver<Notice> {
        self.notices.subscribe()
    }

    /// The right to do something that one server at a time does; `None` if another has it. It goes with the server, however
    /// that ends.
    ///
    /// # Errors
    /// The database cannot be reached.
    pub async fn claim(&self, key: i64) -> Result<Option<Claim>, Fault> {
        let Some(claims) = self.claims.clone() else { return Ok(Some(Claim::alone())) };
        let taken = tokio::task::spawn_blocking(move || claims.take(key)).await;
        taken.map_err(|why| Fault::Unavailable(why.to_string()))?
    }
}

/// A server that does not answer is not waited for long.
const CONNECT_TIME: Duration = Duration::from_secs(5);

fn config(address: &str) -> Result<Config, Fault> {
    let mut config: Config = address.parse().map_err(|why: ::postgres::Error| {
        let cause = std::error::Error::source(&why).map_or_else(String::new, |cause| format!(" ({cause})"));
        Fault::Unusable(format!(
            "the address of the database cannot be read{cause}; expected postgres://USER@HOST/NAME"
        ))
    })?;
    if config.get_connect_timeout().is_none() {
        config.connect_timeout(CONNECT_TIME);
    }
    if config.get_application_name().is_none() {
        config.application_name("hardtack");
    }
    Ok(config)
}
