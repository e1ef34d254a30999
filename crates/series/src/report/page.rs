//! The page: sections of text, plots and the tables behind them.

use std::collections::BTreeSet;
use std::fmt::Write;

use library::Scenario;
use table::Side;

use super::fighting;
use super::plots::{self, class, escape, percent};
use super::study::{Histogram, Share, Study, Tenth, mean};

/// What players call a system.
fn system_name(system: &str) -> &str {
    library::system(system).map_or(system, |known| known.title)
}

pub fn html(study: &Study, scenario: Option<&Scenario>) -> String {
    let name = scenario.map_or(study.scenario.as_str(), |scenario| scenario.name.as_str());
    let sections = [
        winners(study),
        points(study),
        losses(study),
        length(study),
        places(study, scenario),
        odds(study),
        made(study),
    ];
    format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <title>{title}: a study of {games} games</title>\n<style>{STYLE}</style>\n</head>\n<body>\n\
         <header><p class=\"over\">{system}</p><h1>{title}</h1>{lead}</header>\n<main>\n{}\n</main>\n</body>\n</html>\n",
        sections.concat(),
        title = escape(name),
        games = study.rows.len(),
        system = escape(system_name(&study.rows[0].system)),
        lead = lead(study),
    )
}

/// What the whole page comes to, in a paragraph.
fn lead(study: &Study) -> String {
    let [union, confederate] = Side::BOTH.map(|side| study.share_won(Some(side)));
    let score = union.value() + study.share_won(None).value() / 2.0;
    let verdict = match score {
        s if s > 0.65 => "The scenario favours the Union side.",
        s if s < 0.35 => "The scenario favours the Confederate side.",
        _ => "Neither side has much the better of it.",
    };
    format!(
        "<p class=\"lead\">{} games between computer players. The Union side won {} of them, the Confederate side {}; \
         counting a draw as half a win, the Union scored {}. {verdict}</p>",
        study.rows.len(),
        percent(union.value()),
        percent(confederate.value()),
        percent(score),
    )
}

fn section(id: &str, title: &str, body: &str) -> String {
    format!("<section aria-labelledby=\"{id}\">\n<h2 id=\"{id}\">{title}</h2>\n{body}\n</section>\n")
}

fn figure(picture: &str, caption: &str) -> String {
    format!("<figure>{picture}<figcaption>{caption}</figcaption></figure>")
}

/// The numbers of a picture, folded away.
fn numbers(heads: &[&str], rows: &[Vec<String>]) -> String {
    format!("<details><summary>The numbers</summary>{}</details>", table(heads, rows))
}

fn table(heads: &[&str], rows: &[Vec<String>]) -> String {
    let mut html = "<div class=\"wide\"><table><thead><tr>".to_owned();
    for head in heads {
        let _ = write!(html, "<th scope=\"col\">{}</th>", escape(head));
    }
    html += "</tr></thead><tbody>";
    for row in rows {
        let cells = row.iter().enumerate().map(|(n, cell)| match n {
            0 => format!("<th scope=\"row\">{}</th>", escape(cell)),
            _ => format!("<td>{}</td>", escape(cell)),
        });
        let _ = write!(html, "<tr>{}</tr>", cells.collect::<String>());
    }
    html + "</tbody></table></div>"
}

fn key() -> &'static str {
    "<p class=\"key\"><span class=\"u\"></span>Union <span class=\"c\"></span>Confederate</p>"
}

fn interval(share: &Share) -> String {
    format!("{} to {}", percent(share.low), percent(share.high))
}

fn winners(study: &Study) -> String {
    let sides = [("Union", Some(Side::Union)), ("Confederate", Some(Side::Confederate)), ("Draw", None)];
    let shares = sides.map(|(name, side)| (name, side, study.share_won(side)));
    let told: Vec<String> =
        shares.iter().map(|(name, _, share)| format!("{name} {}", percent(share.value()))).collect();
    let rows = shares.map(|(name, _, share)| {
        vec![name.to_owned(), share.count.to_string(), percent(share.value()), interval(&share)]
    });
    let degrees: Vec<Vec<String>> = study
        .degrees()
        .into_iter()
        .map(|(degree, count)| {
            vec![degree, count.to_string(), percent(count as f64 / study.rows.len() as f64)]
        })
        .collect();
    let picture = plots::shares(&shares, &format!("Share of games won: {}", told.join(", ")));
    let caption = "Share of the games that each side won. The lines show where the true share lies, 95 times of 100; \
                   the shaded band is 35 to 65%.";
    section(
        "winners",
        "Who wins",
        &format!(
            "{}{}<h3>How clearly</h3>{}",
            figure(&picture, caption),
            numbers(&["Side", "Games", "Share", "95% interval"], &rows),
            table(&["Ending", "Games", "Share"], &degrees)
        ),
    )
}

fn with_margin(values: &[i64], unit: &str) -> String {
    let values: Vec<f64> = values.iter().map(|v| *v as f64).collect();
    let (mean, margin) = mean(&values);
    format!("{mean:.1}{unit}\u{a0}(±\u{a0}{margin:.1})")
}

fn steps(histogram: &Histogram) -> Vec<Vec<String>> {
    (0..histogram.counts[0].len())
        .filter(|step| histogram.counts.iter().any(|counts| counts[*step] > 0))
        .map(|step| {
            let counts = histogram.counts.iter().map(|counts| counts[step].to_string());
            [histogram.label(step)].into_iter().chain(counts).collect()
        })
        .collect()
}

fn points(study: &Study) -> String {
    let leads = study.leads();
    let histogram = Histogram::of(std::slice::from_ref(&leads), 40);
    let colour = |_: usize, step: usize| {
        let low = histogram.first + step as i64 * histogram.step;
        match (low, low + histogram.step - 1) {
            (low, _) if low > 0 => class(Some(Side::Union)),
            (_, high) if high < 0 => class(Some(Side::Confederate)),
            _ => class(None),
        }
    };
    let union: Vec<i64> = study.rows.iter().map(|row| row.union_points).collect();
    let confederate: Vec<i64> = study.rows.iter().map(|row| row.confederate_points).collect();
    let text = format!(
        "<p>On average the Union side had {} points, the Confederate side {}; the lead of the Union side was {}.</p>",
        with_margin(&union, ""),
        with_margin(&confederate, ""),
        with_margin(&leads, "")
    );
    let label = "Games by the Union side's points less the Confederate side's";
    let picture = plots::bars(&histogram, &colour, "Union points less Confederate points", label);
    let caption = "How many games ended with which lead in victory points: to the right the Union is ahead, to the left \
                   the Confederacy.";
    let body = format!(
        "{text}{}{}{}",
        key(),
        figure(&picture, caption),
        numbers(&["Lead of the Union", "Games"], &steps(&histogram))
    );
    section("points", "Victory points", &body)
}

/// A plot of two series, one for each side.
fn both_sides(series: &[Vec<i64>; 2], most: i64, below: &str, caption: &str, heads: &[&str]) -> String {
    let histogram = Histogram::of(series, most);
    let colour = |side: usize, _: usize| class(Some(Side::BOTH[side]));
    let picture = plots::bars(&histogram, &colour, below, caption);
    format!("{}{}{}", key(), figure(&picture, caption), numbers(heads, &steps(&histogram)))
}

fn losses(study: &Study) -> String {
    let series = Side::BOTH.map(|side| study.losses(side));
    let text = format!(
        "<p>The Union side lost {} of its strength, the Confederate side {}.</p>",
        with_margin(&series[0], "%"),
        with_margin(&series[1], "%")
    );
    let caption = "How many games cost each side which part of its strength, reinforcements included.";
    let heads = ["Percent lost", "Games: Union", "Games: Confederate"];
    section(
        "losses",
        "Losses",
        &(text + &both_sides(&series, 20, "percent of strength lost", caption, &heads)),
    )
}

fn length(study: &Study) -> String {
    let turns: Vec<i64> = study.rows.iter().map(|row| row.turns as i64).collect();
    let decisions: Vec<i64> = study.rows.iter().map(|row| row.decisions as i64).collect();
    let attacks = Side::BOTH.map(|side| study.fights().filter(|fight| fight.by == side).count());
    let games = study.rows.len().max(1) as f64;
    let text = format!(
        "<p>A game took {} turns and {} decisions. In a game the Union side began {:.1} combats, the Confederate side \
         {:.1}.</p>",
        with_margin(&turns, ""),
        with_margin(&decisions, ""),
        attacks[0] as f64 / games,
        attacks[1] as f64 / games
    );
    let histogram = Histogram::of(&[turns], 30);
    let caption = "How many games ended in which turn.";
    let picture = plots::bars(&histogram, &|_, _| "n", "turn in which the game ended", caption);
    let numbers = numbers(&["Turn", "Games"], &steps(&histogram));
    section("length", "Length", &format!("{text}{}{numbers}", figure(&picture, caption)))
}

/// Places that are listed.
const LISTED: usize = 12;

fn places(study: &Study, scenario: Option<&Scenario>) -> String {
    let spots = fighting::spots(study, scenario);
    if spots.is_empty() {
        return section("places", "Where the fighting was", "<p>Nobody fought.</p>");
    }
    let all: usize = spots.iter().map(fighting::Spot::fights).sum();
    let rows: Vec<Vec<String>> = spots
        .iter()
        .take(LISTED)
        .map(|spot| {
            let fights = spot.fights();
            vec![
                fighting::called(scenario, &spot.at),
                fights.to_string(),
                percent(fights as f64 / all as f64),
                fighting::by_side(spot.by),
                percent(spot.won as f64 / fights as f64),
            ]
        })
        .collect();
    let map = scenario.map_or_else(String::new, |scenario| {
        let caption = "Where combats were fought, all games together: the larger and darker, the more.";
        figure(&format!("<div class=\"map\">{}</div>", fighting::map(scenario, &spots)), caption)
    });
    let heads = ["Target at", "Fights", "Share", "Begun by", "Succeeded"];
    let text = format!("<p>{all} combats at {} places; the {LISTED} hottest:</p>", spots.len());
    section("places", "Where the fighting was", &format!("{map}{text}{}", table(&heads, &rows)))
}

fn odds(study: &Study) -> String {
    let tenths = study.tenths(None);
    if tenths.iter().all(|tenth| tenth.fights == 0) {
        return section("odds", "Odds taken, results got", "<p>Nobody fought.</p>");
    }
    let rows: Vec<Vec<String>> =
        (0..10).filter(|n| tenths[*n].fights > 0).map(|n| tenth_row(n, &tenths[n])).collect();
    let kinds: Vec<Vec<String>> = study
        .kinds()
        .iter()
        .map(|(kind, all)| {
            let share = Share::of(all.won, all.fights);
            let promised = percent(all.promised / all.fights as f64);
            vec![kind.clone(), all.fights.to_string(), promised, percent(share.value()), interval(&share)]
        })
        .collect();
    let caption = "Every dot gathers the combats whose exact chance lay in the same tenth: how many of them succeeded. On \
                   the dashed line the dice kept their word; larger dots are more combats.";
    let picture =
        plots::calibration(&tenths, "Share of combats that succeeded, by their chance before the dice");
    let taken = Side::BOTH.map(|side| study.tenths(Some(side)).map(|tenth| tenth.fights).to_vec());
    let histogram = Histogram { first: 0, step: 10, counts: taken.to_vec() };
    let colour = |side: usize, _: usize| class(Some(Side::BOTH[side]));
    let about = "Combats that each side began, by their chance to succeed.";
    let chosen = plots::bars(&histogram, &colour, "chance of success in percent", about);
    let body = format!(
        "<p>{}</p>{}{}{}<h3>Which odds were taken</h3>{}{}",
        fighting::success(&study.rows[0].system),
        table(&["Kind", "Combats", "Mean chance", "Succeeded", "95% interval"], &kinds),
        figure(&picture, caption),
        numbers(&["Chance", "Combats", "Mean chance", "Succeeded", "95% interval"], &rows),
        key(),
        figure(&chosen, about)
    );
    section("odds", "Odds taken, results got", &body)
}

fn tenth_row(n: usize, tenth: &Tenth) -> Vec<String> {
    let share = Share::of(tenth.won, tenth.fights);
    vec![
        format!("{} to {}%", n * 10, n * 10 + 10),
        tenth.fights.to_string(),
        percent(tenth.promised / tenth.fights as f64),
        percent(share.value()),
        interval(&share),
    ]
}

fn made(study: &Study) -> String {
    let rows: Vec<Vec<String>> = study
        .pairings()
        .into_iter()
        .map(|([union, confederate], wins, draws)| {
            let games = wins[0] + wins[1] + draws;
            let share = Share::of(wins[0], games);
            let won = wins.map(|won| won.to_string());
            let [first, second] = won;
            vec![union, confederate, games.to_string(), first, second, draws.to_string(), interval(&share)]
        })
        .collect();
    let heads = ["Union", "Confederate", "Games", "Union won", "Confederate won", "Drawn", "Union wins, 95%"];
    let text = format!(
        "<dl><dt>Scenario</dt><dd>{} ({})</dd><dt>Seeds</dt><dd>{}</dd><dt>Program</dt><dd>Hardtack {}</dd>\
         <dt>Time</dt><dd>{:.1} s for a game, on one core</dd><dt>Thinking</dt><dd>{}</dd></dl>\
         <p>A game can be played again from its seed and number: <code>{}</code> plays the first of them.</p>",
        escape(&study.scenario),
        escape(&study.hash),
        distinct(study.rows.iter().map(|row| row.seed.to_string())),
        escape(&distinct(study.rows.iter().map(|row| row.version.clone()))),
        mean(&study.rows.iter().map(|row| row.seconds).collect::<Vec<_>>()).0,
        thinking(study),
        escape(&again(study)),
    );
    section("made", "Who played, and how this was made", &format!("{}{text}", table(&heads, &rows)))
}

fn again(study: &Study) -> String {
    let row = &study.rows[0];
    format!(
        "hardtack sim {} --players {},{} --seed {} --games 1",
        row.scenario, row.union, row.confederate, row.seed
    )
}

/// How long a choice took each side, on average.
fn thinking(study: &Study) -> String {
    let sum = |ms: &dyn Fn(&crate::results::Row) -> (f64, u64)| {
        let (ms, choices) = study.rows.iter().map(ms).fold((0.0, 0), |a, b| (a.0 + b.0, a.1 + b.1));
        ms / choices.max(1) as f64
    };
    let union = sum(&|row| (row.union_ms, row.union_choices));
    let confederate = sum(&|row| (row.confederate_ms, row.confederate_choices));
    format!("{union:.2} ms a choice on the Union side, {confederate:.2} ms on the Confederate side")
}

fn distinct(words: impl Iterator<Item = String>) -> String {
    words.collect::<BTreeSet<_>>().into_iter().collect::<Vec<_>>().join(", ")
}

const STYLE: &str = include_str!("report.css");
