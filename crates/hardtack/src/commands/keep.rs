//! Where a store is, for commands that look after one: `--data DIR` or `--database URL`.

use std::path::PathBuf;

use store::Place;

use crate::shelves::{self, data_folder};

/// The store that is meant.
#[derive(clap::Args)]
pub struct Kept {
    /// The folder with the games [default: this user's data folder]
    #[arg(long, value_name = "DIR")]
    data: Option<PathBuf>,
    /// The database with the games, where it is not a file: postgres://USER@HOST/NAME
    #[arg(long, value_name = "URL", env = "HARDTACK_DATABASE", hide_env_values = true)]
    database: Option<String>,
}

impl Kept {
    /// Where the games are, and the folder for own scenarios beside them.
    ///
    /// # Errors
    /// This user has no data folder, and none is named.
    pub fn place(&self) -> anyhow::Result<(Place, PathBuf)> {
        let folder = self.data.clone().map_or_else(data_folder, Ok)?;
        let place = match &self.database {
            Some(address) => Place::Postgres(address.clone()),
            None => Place::File(folder.join("games.db")),
        };
        Ok((place, folder.join(shelves::FOLDER)))
    }
}

/// Runs what waits for a database.
///
/// # Errors
/// As the work, or no thread can be started.
pub fn block_on<T>(work: impl Future<Output = Result<T, server::Error>>) -> anyhow::Result<T> {
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build()?;
    Ok(runtime.block_on(work)?)
}
