//! The club's pages: who is here, how strong he is, and what he has played.

use club::people::Person;
use club::results::{Line, Rated, Tally};
use table::{BySide, Side};

use crate::store::Place;
use crate::wire_club::{
    ClubTable, Members, PersonGame, PersonGames, PersonRecord, RatedMember, RatingLine, SystemTable, Unrated,
};
use crate::wire_people::PersonCard;
use crate::{Error, Games};

/// Members in the table of a rule system.
const STRONGEST: usize = 50;
/// Members, or games, on one page.
const A_PAGE: usize = 50;

impl Games {
    /// Everybody's ratings, by rule system.
    ///
    /// # Errors
    /// The store failed.
    pub async fn club_table(&self) -> Result<ClubTable, Error> {
        self.reckon().await?;
        let mut systems = Vec::new();
        for (word, title) in self.system_titles() {
            let members = self.club().ratings(&word, STRONGEST).await?.into_iter().map(rated).collect();
            systems.push(SystemTable { system: word, title, members });
        }
        Ok(ClubTable { systems, members: self.club().count().await? })
    }

    /// The rule systems by their words, as they are called.
    fn system_titles(&self) -> Vec<(String, String)> {
        let known = self.catalog().systems();
        let mut titles: Vec<(String, String)> =
            known.iter().map(|about| (about.id.to_owned(), about.title.to_owned())).collect();
        if titles.is_empty() {
            for card in self.catalog().list() {
                if titles.iter().all(|(word, _)| *word != card.system) {
                    titles.push((card.system.clone(), card.system));
                }
            }
        }
        titles
    }

    /// The members by the alphabet, after the one of this name.
    ///
    /// # Errors
    /// The store failed.
    pub async fn members(&self, after: Option<&str>) -> Result<Members, Error> {
        let mut found = self.club().members(after, A_PAGE + 1).await?;
        let more = found.len() > A_PAGE;
        found.truncate(A_PAGE);
        let next = found.last().filter(|_| more).map(|person| person.name.clone());
        Ok(Members { members: found.into_iter().map(PersonCard::from).collect(), next })
    }

    /// What a person came to.
    ///
    /// # Errors
    /// There is nobody of this name.
    pub async fn record_of(&self, name: &str) -> Result<PersonRecord, Error> {
        self.reckon().await?;
        let person = self.club().named(name).await?;
        let record = self.club().record(&person.id).await?;
        let titles = self.system_titles();
        let title = |word: &str| {
            titles
                .iter()
                .find(|(known, _)| known == word)
                .map_or_else(|| word.to_owned(), |(_, title)| title.clone())
        };
        let lines = record.lines.into_iter().map(|line| rating_line(&title(&line.system), line));
        let unrated = record.unrated.into_iter().map(|against| {
            let Tally { won, drawn, lost } = against.tally;
            Unrated {
                title: title(&against.system),
                system: against.system,
                against: against.officer,
                won,
                drawn,
                lost,
            }
        });
        Ok(PersonRecord { ratings: lines.collect(), unrated: unrated.collect() })
    }

    /// The games of a person that everybody may look at, the newest first.
    ///
    /// # Errors
    /// There is nobody of this name, or `before` is no place.
    pub async fn games_of(&self, name: &str, before: Option<&str>) -> Result<PersonGames, Error> {
        let after = before.map(Place::read).transpose()?;
        let Person { id, .. } = self.club().named(name).await?;
        let mut found = self.store().open_games_of(id.clone(), after, A_PAGE + 1).await?;
        let more = found.len() > A_PAGE;
        found.truncate(A_PAGE);
        let next = found.last().filter(|_| more);
        let next = next.map(|(row, _)| Place { since: row.summary.touched, key: row.key }.word());
        let told = |(row, holders): (crate::store::GameRow, BySide<crate::seat::Holder>)| PersonGame {
            sides: Side::BOTH.into_iter().filter(|s| holders[*s].person.as_ref() == Some(&id)).collect(),
            id: row.id,
            scenario: row.scenario,
            touched: row.summary.touched,
            headline: row.summary.headline,
            over: row.summary.waiting == 0,
            seats: BySide::from_fn(|side| holders[side].info(side, None)),
        };
        Ok(PersonGames { games: found.into_iter().map(told).collect(), next })
    }
}

fn rated(Rated { name, elo, games, tally: Tally { won, drawn, lost } }: Rated) -> RatedMember {
    RatedMember { name, elo, games, won, drawn, lost }
}

fn rating_line(title: &str, line: Line) -> RatingLine {
    let Tally { won, drawn, lost } = line.tally;
    let Line { system, elo, games, points, .. } = line;
    RatingLine { system, title: title.to_owned(), elo, games, won, drawn, lost, points }
}
