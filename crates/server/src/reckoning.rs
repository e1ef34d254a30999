//! Reckons finished games into results and ratings. A game whose end is written down waits in a list for it, and is taken off in
//! the transaction that notes its result: by one server, once.

use std::collections::HashMap;
use std::time::Duration;

use ::store::{Sql, values};
use club::results::{self, Ended, Finished, Player};
use table::{BySide, Side};

use crate::seat::Holder;
use crate::store::Ending;
use crate::{Error, Games};

/// How often it is looked whether a game has ended.
const LOOK: Duration = Duration::from_secs(5);
/// Games reckoned in one transaction.
const AT_ONCE: usize = 50;

/// How a game ended, from what lists say of it.
fn ended(headline: &str) -> Option<Ended> {
    let won = |side: Side| headline.starts_with(&format!("{side} victory"));
    match headline {
        _ if won(Side::Union) => Some(Ended::Won(0)),
        _ if won(Side::Confederate) => Some(Ended::Won(1)),
        headline if headline.starts_with("Draw") || headline.starts_with("A draw") => Some(Ended::Drawn),
        headline if headline.starts_with("Abandoned") => Some(Ended::Abandoned),
        _ => None,
    }
}

/// What was brought along from another game is known to both, and an own scenario may be made so that one side wins: such games
/// have results, but move no rating.
fn is_fair(ending: &Ending) -> bool {
    !ending.brought && !ending.scenario.starts_with("own:")
}

fn player(holder: &Holder) -> Player {
    let officer = holder.officer.is_some().then(|| holder.name.clone());
    Player { person: holder.person.clone(), officer }
}

impl Games {
    /// Reckons what has ended; how many games that were.
    ///
    /// # Errors
    /// The store failed.
    pub async fn reckon(&self) -> Result<usize, Error> {
        let mut done = 0;
        loop {
            let waiting = self.store().ended(AT_ONCE).await?;
            if waiting.is_empty() {
                return Ok(done);
            }
            let systems: HashMap<String, String> =
                self.catalog().list().into_iter().map(|card| (card.id, card.system)).collect();
            let work = move |sql: &mut dyn Sql| {
                let mut noted = 0;
                for (ending, holders) in &waiting {
                    noted += usize::from(note(sql, ending, holders, &systems)?);
                }
                Ok(noted)
            };
            done += self.store().base().write(work).await?;
        }
    }

    /// Reckons now and then, until the server stops.
    pub(crate) async fn keep_reckoning(self) {
        let mut closing = self.closing();
        loop {
            if let Err(why) = self.reckon().await {
                tracing::error!(%why, "finished games could not be reckoned");
            }
            tokio::select! {
                () = tokio::time::sleep(LOOK) => {}
                _ = closing.wait_for(|closing| *closing) => return,
            }
        }
    }
}

/// Takes a game off the list and notes its result; whether this was the one who did.
fn note(
    sql: &mut dyn Sql,
    ending: &Ending,
    holders: &BySide<Holder>,
    systems: &HashMap<String, String>,
) -> Result<bool, ::store::Fault> {
    if sql.execute("DELETE FROM ended WHERE game = ?1", &values![ending.key])? == 0 {
        return Ok(false);
    }
    // A lesson can be taken back after its end, and is no contest.
    let how = ended(&ending.headline).filter(|_| ending.over && !ending.lesson);
    let (Some(how), Some(system)) = (how, systems.get(&ending.scenario)) else { return Ok(false) };
    results::note(
        sql,
        &Finished {
            game: ending.key,
            system: system.clone(),
            at: ending.touched,
            ended: how,
            fair: is_fair(ending),
            players: [player(&holders[Side::Union]), player(&holders[Side::Confederate])],
        },
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn how_a_game_ended_is_read_from_its_headline() {
        assert_eq!(ended("Union victory, decisive"), Some(Ended::Won(0)));
        assert_eq!(ended("Confederate victory, Union resigned"), Some(Ended::Won(1)));
        assert_eq!(ended("Union victory, Confederate out of time"), Some(Ended::Won(0)));
        assert_eq!((ended("Draw"), ended("A draw, agreed")), (Some(Ended::Drawn), Some(Ended::Drawn)));
        assert_eq!(ended("Abandoned without a result"), Some(Ended::Abandoned));
        assert_eq!(ended("Turn 3"), None);
    }
}
