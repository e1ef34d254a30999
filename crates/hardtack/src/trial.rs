//! Series of games for the editor of the web table: as `hardtack sim` plays them, with the page of `hardtack report`.

use server::{SeriesAsked, SeriesProgress, SeriesTold};
use staff::Level;

use crate::players;
use series::report::Study;
use series::results::{Common, Row};
use series::{Memories, Records, Series};

/// A game with more decisions has gone wrong; fewer than `sim` allows, as somebody waits.
const CAP: usize = 100_000;

/// Plays a series of the files asked for, one game after the other so that the table stays quick.
///
/// # Errors
/// The files do not fit, nobody is called so, or no game came to its end.
pub fn play(asked: &SeriesAsked, progress: &SeriesProgress) -> Result<SeriesTold, String> {
    let series = series(asked)?;
    let common = Common::of(&series);
    let mut rows: Vec<Row> = Vec::new();
    let mut wrong = None;
    for game in (0..asked.games).take_while(|_| !progress.stopped()) {
        let ended = series.play_unrecorded(game);
        match common.row(&series, &ended) {
            Some(row) => rows.push(row),
            None => {
                wrong = wrong.or(ended.outcome.err().map(|failure| format!("game {game} {}", failure.why)))
            }
        }
        progress.one_more();
    }
    if rows.is_empty() {
        return Err(wrong.unwrap_or_else(|| "no game was played to its end".to_owned()));
    }
    let summary = summary(&rows, wrong.as_deref());
    let report = Study::of(rows).map_err(|why| why.to_string())?.page(Some(&series.scenario));
    Ok(SeriesTold { summary, report })
}

fn series(asked: &SeriesAsked) -> Result<Series, String> {
    let mut scenarios = asked.files.iter().filter(|(name, _)| name.ends_with(".scenario.toml"));
    let (file, text) = scenarios.next().ok_or("there is no scenario among the files")?;
    let beside: Vec<(&str, String)> = asked.files.iter().map(|(n, t)| (n.as_str(), t.clone())).collect();
    let scenario = library::open_texts(file, text.clone(), &beside).map_err(|faults| faults.to_string())?;
    let player = players::player(&asked.players).map_err(|why| why.to_string())?;
    if !matches!(player.level, Level::Random | Level::Recruit | Level::Veteran) {
        return Err(format!(
            "`{}` thinks too long for this: expected random, recruit or veteran",
            asked.players
        ));
    }
    Ok(Series {
        scenario,
        players: [player.into(), player.into()],
        seed: 1,
        records: Records::FailedElsewhere,
        cap: CAP,
        facts: true,
        memories: Memories::default(),
    })
}

fn summary(rows: &[Row], wrong: Option<&str>) -> String {
    let share = |winner: &str| {
        let count = rows.iter().filter(|row| row.winner == winner).count();
        (count * 100 + rows.len() / 2) / rows.len()
    };
    let games = crate::text::counted(rows.len(), "game");
    let (union, confederate, draw) = (share("union"), share("confederate"), share("draw"));
    let mut out = format!("{games}: Union {union}%, Confederate {confederate}%, drawn {draw}%.");
    if let Some(why) = wrong {
        out.push_str(&format!(" Not all came to an end: {why}."));
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn files() -> Vec<(String, String)> {
        library::skeleton("vnb", "A trial").unwrap()
    }

    fn asked(files: Vec<(String, String)>, players: &str) -> SeriesAsked {
        SeriesAsked { files, games: 2, players: players.to_owned() }
    }

    #[test]
    fn a_series_of_texts_gives_a_sentence_and_a_page() {
        let progress = SeriesProgress::default();
        let told = play(&asked(files(), "random"), &progress).unwrap();
        assert!(told.summary.starts_with("2 games: Union "), "{}", told.summary);
        assert!(told.report.contains("<svg"), "the page has the map");
    }

    #[test]
    fn what_cannot_be_played_says_why() {
        let progress = SeriesProgress::default();
        let why = |files, players| play(&asked(files, players), &progress).unwrap_err();
        assert!(why(Vec::new(), "random").contains("no scenario"));
        assert!(why(files(), "nobody").contains("`random`"));
        assert!(why(files(), "general").contains("too long"));
        assert!(why(files(), "cmd:true").contains("`random`"), "no visitor names a program");
        let mut broken = files();
        broken[1].1.push_str("\n[[stand]]\n");
        assert!(why(broken, "random").contains("scenario.toml"));
    }
}
