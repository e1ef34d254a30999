//! The ladder as Markdown, aligned so that it reads well at a terminal too.

use textwrap::core::display_width;

use staff::Folly;

use crate::players;

use super::standings::{Foolish, Pairing, Rung, Standings};

pub fn markdown(standings: &Standings, command: &str) -> String {
    let Standings { scenario, threads, version, side_wins: [union, confederate], draws, .. } = standings;
    let games: usize = standings.pairings.iter().map(|pairing| pairing.games).sum();
    let mut page = format!("## Ladder of {scenario}\n\n");
    page += &table(
        &["player", "Elo", "above the one before", "time a decision", "decisions"],
        &standings.levels.iter().map(rung).collect::<Vec<_>>(),
    );
    page.push('\n');
    page += &table(
        &["pairing", "games", "won", "drawn", "lost", "score", "95%", "as Union", "as Confederate"],
        &standings.pairings.iter().map(pairing).collect::<Vec<_>>(),
    );
    page += &format!(
        "\nOf {games} games the Union side won {union}, the Confederate side {confederate}; {draws} were drawn.\n\n\
         A draw counts half. Intervals are 95%: Wilson's for the scores; for Elo (maximum likelihood, the\n\
         mean of all players at 0, one drawn game added to each pairing) from the Fisher information.\n\
         Decisions are those with more than one legal order.\n\n\
         Made by `{command}`, {threads} threads, Hardtack {version}.\n"
    );
    for (rung, conduct) in
        standings.levels.iter().filter_map(|rung| rung.program.map(|conduct| (rung, conduct)))
    {
        page += &format!("\n{}.\n", players::conduct(&conduct, &format!("`{}`", rung.player)));
    }
    page += &follies(&standings.levels);
    for failed in &standings.failed {
        let [union, confederate] = &failed.players;
        page += &format!(
            "\nGame {} of {union} against {confederate} went wrong and is not counted: it {}. Its record: {}\n",
            failed.game, failed.why, failed.record
        );
    }
    page
}

fn rung(rung: &Rung) -> Vec<String> {
    vec![
        rung.player.clone(),
        format!("{:+.0} ± {:.0}", rung.elo, rung.elo_margin),
        rung.step.map_or_else(String::new, |[step, margin]| format!("{step:+.0} ± {margin:.0}")),
        time(rung.choice_ms),
        rung.choices.to_string(),
    ]
}

/// What no sensible player does: a row for each sort, a column for each player.
fn follies(levels: &[Rung]) -> String {
    let mut heads = vec!["folly"];
    heads.extend(levels.iter().map(|rung| rung.player.as_str()));
    let row = |(nth, folly): (usize, &Folly)| {
        let counts = levels.iter().map(|rung| how_often(&rung.follies[nth]));
        std::iter::once(folly.word().to_owned()).chain(counts).collect::<Vec<_>>()
    };
    let rows: Vec<Vec<String>> = Folly::ALL.iter().enumerate().map(row).collect();
    let mut text = format!("\n{}\n", table(&heads, &rows));
    for folly in Folly::ALL {
        text += &format!("- {}: {}.\n", folly.word(), folly.meaning());
    }
    text
}

/// How often, and how large a share of the occasions that is.
fn how_often(folly: &Foolish) -> String {
    match folly {
        Foolish { of: 0, .. } => "0".to_owned(),
        Foolish { times, of, .. } if times == of => times.to_string(),
        Foolish { times, of, .. } => format!("{times} ({:.1}%)", 100.0 * *times as f64 / *of as f64),
    }
}

/// Milliseconds with three digits that matter, or microseconds.
fn time(ms: f64) -> String {
    match ms {
        ms if ms < 1.0 => format!("{:.0} µs", ms * 1000.0),
        ms if ms < 10.0 => format!("{ms:.2} ms"),
        ms if ms < 100.0 => format!("{ms:.1} ms"),
        ms => format!("{ms:.0} ms"),
    }
}

fn pairing(pairing: &Pairing) -> Vec<String> {
    let percent = |share: f64| format!("{:.1}%", 100.0 * share);
    let [better, worse] = &pairing.players;
    let [low, high] = pairing.interval;
    let [union, confederate] = pairing.score_as;
    vec![
        format!("{better} over {worse}"),
        pairing.games.to_string(),
        pairing.wins[0].to_string(),
        pairing.draws.to_string(),
        pairing.wins[1].to_string(),
        percent(pairing.score),
        format!("{:.1} to {:.1}%", 100.0 * low, 100.0 * high),
        percent(union),
        percent(confederate),
    ]
}

/// A Markdown table: the first column to the left, numbers to the right.
fn table(heads: &[&str], rows: &[Vec<String>]) -> String {
    let width = |column: usize| {
        let cells = rows.iter().map(|row| display_width(&row[column]));
        cells.chain([display_width(heads[column]), 3]).max().unwrap_or(3)
    };
    let widths: Vec<usize> = (0..heads.len()).map(width).collect();
    let line = |cells: &mut dyn Iterator<Item = &str>| {
        let padded = cells.zip(&widths).enumerate().map(|(column, (cell, width))| {
            let space = " ".repeat(width.saturating_sub(display_width(cell)));
            if column == 0 { format!("{cell}{space}") } else { format!("{space}{cell}") }
        });
        format!("| {} |\n", padded.collect::<Vec<_>>().join(" | "))
    };
    let rule = widths.iter().enumerate().map(|(column, width)| {
        if column == 0 { "-".repeat(*width) } else { format!("{}:", "-".repeat(width - 1)) }
    });
    let mut text = line(&mut heads.iter().copied());
    text += &format!("| {} |\n", rule.collect::<Vec<_>>().join(" | "));
    for row in rows {
        text += &line(&mut row.iter().map(String::as_str));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_is_markdown_with_columns_of_one_width() {
        let rows = [vec!["random".to_owned(), "−3 ± 1".to_owned()], vec!["a".to_owned(), "1".to_owned()]];
        let text = table(&["player", "Elo"], &rows);
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines[1], "| ------ | -----: |");
        assert!(lines.iter().all(|line| display_width(line) == display_width(lines[0])), "{text}");
        assert_eq!(lines[3], "| a      |      1 |");
    }

    #[test]
    fn times_are_told_in_fitting_units() {
        assert_eq!([0.0123, 1.5, 20.04, 999.6].map(time), ["12 µs", "1.50 ms", "20.0 ms", "1000 ms"]);
    }
}
