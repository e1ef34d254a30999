//! Hears what other servers tell.

use std::sync::Weak;
use std::time::Duration;

use ::postgres::fallible_iterator::FallibleIterator;
use ::postgres::{Client, Config, NoTls};
use tokio::sync::broadcast;

use crate::notice::CHANNEL;
use crate::{Fault, Notice};

/// How often it is looked whether anybody still wants to hear.
const LOOK: Duration = Duration::from_secs(2);
/// A line that was cut is tried again after so long.
const AGAIN: Duration = Duration::from_millis(200);

/// Hears on a thread of its own until the store is gone; `alive` says whether it is.
///
/// # Errors
/// The database cannot be reached.
pub(crate) fn listen(
    config: Config,
    notices: broadcast::Sender<Notice>,
    alive: Weak<()>,
) -> Result<(), Fault> {
    let first = connect(&config)?;
    let hear = move || {
        let mut line = Some(first);
        while alive.strong_count() > 0 {
            let Some(mut client) = line.take() else {
                std::thread::sleep(AGAIN);
                match connect(&config) {
                    Ok(client) => {
                        line = Some(client);
                        // Listening again: whatever was told meanwhile is asked for anew. Nobody may be there.
                        let _ = notices.send(Notice::Missed);
                    }
                    Err(why) => tracing::warn!(%why, "the database cannot be listened to"),
                }
                continue;
            };
            if hear_some(&mut client, &notices) {
                line = Some(client);
            }
        }
    };
    let thread = std::thread::Builder::new().name("listener".into()).spawn(hear);
    thread.map(|_| ()).map_err(|why| Fault::Unavailable(why.to_string()))
}

fn connect(config: &Config) -> Result<Client, Fault> {
    let mut client = config.connect(NoTls)?;
    client.batch_execute(&format!("LISTEN {CHANNEL}"))?;
    Ok(client)
}

/// Whether the line still stands.
fn hear_some(client: &mut Client, notices: &broadcast::Sender<Notice>) -> bool {
    let mut told = client.notifications();
    let mut told = told.timeout_iter(LOOK);
    loop {
        match told.next() {
            // Nobody may be there to hear it.
            Ok(Some(notice)) => _ = notices.send(Notice::read(notice.payload())),
            Ok(None) => return true,
            Err(why) => {
                tracing::warn!(%why, "the line to the database was cut");
                return false;
            }
        }
    }
}
