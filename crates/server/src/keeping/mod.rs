//! What an owner does with a store by himself, without a server: backups, moving, looking after games.

mod backup;
mod care;

use std::path::Path;

use ::store::{Fault, Moved, Options, Place, Store};

pub use backup::{back_up, restore};
pub use care::{Care, Cared, Keeps, SeatCared};

use crate::Error;
use crate::folder::{Claim, make_folder, make_private};
use crate::journal::Entry;

/// Whether bytes of a journal can be read.
fn reads(body: &[u8]) -> bool {
    Entry::from_bytes(body).is_some()
}

/// The right to write a file, which no server has meanwhile.
pub struct Held(#[expect(dead_code, reason = "it is held")] Option<Claim>);

/// Makes sure that no server has the games of this place. Whether one uses a database that several share cannot be known.
///
/// # Errors
/// One has them.
pub fn hold(place: &Place) -> Result<Held, Error> {
    match place {
        Place::File(file) => Claim::take(file).map(|claim| Held(Some(claim))),
        Place::Postgres(_) => Ok(Held(None)),
    }
}

/// Opens what is there already.
///
/// # Errors
/// There is nothing, or it cannot be opened.
pub fn open(place: &Place) -> Result<Store, Error> {
    if let Place::File(file) = place
        && !file.exists()
    {
        return Err(nothing(file));
    }
    Store::open(place, Options::default()).map_err(|why| told(place, why))
}

/// Opens what is there for a look, beside a server that may have it.
///
/// # Errors
/// There is nothing, or it cannot be opened.
pub fn look(place: &Place) -> Result<Store, Error> {
    match place {
        Place::File(file) if !file.exists() => Err(nothing(file)),
        _ => {
            let options = Options { as_it_is: true, readers: 1, ..Options::default() };
            Store::open(place, options).map_err(|why| told(place, why))
        }
    }
}

/// Copies everything from one place to another that has no games yet; what was copied. `heard` is told the table and how many of
/// its rows are done.
///
/// # Errors
/// A server has one of them, there is nothing, or there are games in the other.
pub async fn move_store(
    from: &Place,
    to: &Place,
    heard: impl FnMut(&'static str, u64) + Send + 'static,
) -> Result<Vec<Moved>, Error> {
    if from == to {
        return Err(Error::Folder("they are the same store".into()));
    }
    if let Place::File(file) = from
        && !file.exists()
    {
        return Err(nothing(file));
    }
    if let Place::File(file) = to {
        make_folder(file.parent().unwrap_or(Path::new("")))?;
    }
    let _held = (hold(from)?, hold(to)?);
    if let Place::File(file) = to {
        make_private(file)?;
    }
    let (source, target) = (open(from)?, open(to)?);
    let moved = source.copy_into(&target, heard).await?;
    target.settle().await?;
    Ok(moved)
}

fn nothing(file: &Path) -> Error {
    Error::Folder(format!("there are no games in {}", file.display()))
}

fn told(place: &Place, why: Fault) -> Error {
    match why {
        Fault::Unusable(_) => why.into(),
        why => Error::Folder(format!("{place}: {why}")),
    }
}
