//! Both databases, empty.

use store::{Options, Place, Store, throwaway};

/// An empty store.
pub struct Base {
    pub store: Store,
    /// Opens it once more, as another server would; a file cannot be.
    pub again: Option<Box<dyn Fn() -> Store>>,
    pub name: &'static str,
}

/// One of SQLite, and one of PostgreSQL where that is installed.
pub fn bases() -> Vec<Base> {
    let folder = tempfile::tempdir().unwrap().keep();
    let file = Place::File(folder.join("games.db"));
    let store = Store::open(&file, Options::default()).unwrap();
    let mut bases = vec![Base { store, again: None, name: "SQLite" }];
    if let Some(cluster) = throwaway::shared() {
        let place = Place::Postgres(cluster.database());
        let open = move || Store::open(&place, Options::default()).unwrap();
        bases.push(Base { store: open(), again: Some(Box::new(open)), name: "PostgreSQL" });
    }
    bases
}
