//! The one handle to everybody.

use std::sync::Arc;
use std::time::{SystemTime, UNIX_EPOCH};

use store::{Fault, Sql, Store};
use tokio::sync::{Notify, OnceCell};

use crate::courier::Courier;
use crate::passkey::Passkeys;
use crate::people::devices::Devices;
use crate::push::Vapid;
use crate::{Error, Settings};

/// The people of a server.
#[derive(Clone)]
pub struct Club(pub(crate) Arc<Inner>);

pub(crate) struct Inner {
    pub store: Store,
    pub settings: Settings,
    pub courier: Courier,
    /// None where browsers would make no keys for our address.
    pub passkeys: Option<Passkeys>,
    /// Who we are to push services: made once, by whichever process first needs it.
    vapid: OnceCell<Vapid>,
    pub devices: Devices,
    /// Somebody is to be told something.
    pub due: Notify,
}

impl Club {
    /// The club kept in this store.
    pub fn new(store: Store, settings: Settings) -> Club {
        let passkeys = Passkeys::new(&settings.public);
        let courier = Courier::new(settings.local);
        let (devices, due, vapid) = (Devices::default(), Notify::new(), OnceCell::new());
        Club(Arc::new(Inner { store, settings, courier, passkeys, vapid, devices, due }))
    }

    pub(crate) async fn vapid(&self) -> Result<&Vapid, Error> {
        let found = self.0.vapid.get_or_try_init(|| async {
            let key = self.0.store.write(vapid_key).await?;
            let contact = match &self.settings().post {
                Some(post) => format!("mailto:{}", post.sender()),
                None => self.settings().public.to_string(),
            };
            let damaged = || Error::Unavailable("the key for push services is damaged".into());
            Vapid::of(&key, &contact).ok_or_else(damaged)
        });
        found.await
    }

    pub fn settings(&self) -> &Settings {
        &self.0.settings
    }

    /// What a browser needs to subscribe to push messages.
    ///
    /// # Errors
    /// The store failed.
    pub async fn push_key(&self) -> Result<String, Error> {
        Ok(self.vapid().await?.public())
    }

    pub(crate) fn passkeys(&self) -> Result<&Passkeys, Error> {
        let why =
            "passkeys need the address of this server to begin with https://, or to be http://localhost";
        self.0.passkeys.as_ref().ok_or_else(|| Error::Missing(why.into()))
    }

    /// Whether people can have passkeys here.
    pub fn has_passkeys(&self) -> bool {
        self.0.passkeys.is_some()
    }

    /// One transaction. What refuses must do so before it has written anything.
    pub(crate) async fn write<T: Send + 'static>(
        &self,
        work: impl FnOnce(&mut dyn Sql) -> Result<T, Error> + Send + 'static,
    ) -> Result<T, Error> {
        self.0.store.write(move |sql| apart(work(sql))).await?
    }

    pub(crate) async fn read<T: Send + 'static>(
        &self,
        work: impl FnOnce(&mut dyn Sql) -> Result<T, Error> + Send + 'static,
    ) -> Result<T, Error> {
        self.0.store.read(move |sql| apart(work(sql))).await?
    }
}

/// A fault of the store undoes the transaction, a refusal of ours does not have to.
fn apart<T>(done: Result<T, Error>) -> Result<Result<T, Error>, Fault> {
    match done {
        Err(Error::Store(fault)) => Err(fault),
        done => Ok(done),
    }
}

/// The key that was made first, by whichever process.
fn vapid_key(sql: &mut dyn Sql) -> Result<Vec<u8>, Fault> {
    sql.execute(
        "INSERT INTO club_key (name, body) VALUES ('vapid', ?1) ON CONFLICT (name) DO NOTHING",
        &[Vapid::new_key().to_vec().into()],
    )?;
    let rows = sql.query("SELECT body FROM club_key WHERE name = 'vapid'", &[])?;
    rows.first().map_or(Ok(Vec::new()), |row| row.bytes(0))
}

/// Seconds since 1970.
pub fn now() -> i64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs() as i64)
}
