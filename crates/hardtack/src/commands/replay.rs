//! `hardtack replay`: plays a record again and says where it first differs.

use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

use library::Scenario;
use serde_json::json;
use table::{Dice, Game, Replay, ReplayError, Roll, SeededDice, Standing, Viewer, replay};

use super::json_line;
use crate::record_file::{self, Record, seed_from_hex};
use crate::text;

/// Play a recorded game again and check every step
///
/// Every order must be legal, every die be rolled for the same purpose, every event be the same; where
/// the record holds the seed, every die must come from it. Says where the record first differs (exit
/// status 1), or how the game stands at its end.
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  hardtack replay game.jsonl\n  hardtack replay game.jsonl --log | less")]
pub struct Args {
    /// A record: written by `play --record`, `sim --records` or the server
    file: PathBuf,
    /// The scenario, if it is not where the record says and the record does not carry its texts
    #[arg(long)]
    scenario: Option<String>,
    /// Tell the whole game
    #[arg(long, conflicts_with = "json")]
    log: bool,
    /// As JSON: {"ok", "decisions", "standing", "fingerprint", ...} or {"ok": false, "line", "error"}
    #[arg(long)]
    json: bool,
}

pub fn run(args: &Args, out: &mut dyn Write) -> anyhow::Result<ExitCode> {
    let record = record_file::read(&args.file)?;
    let scenario = record.scenario(args.scenario.as_deref())?;
    if args.log {
        tell(&scenario, &record, out)?;
    }
    let replayed = again(&scenario, &record);
    let same_scenario = scenario.hash() == record.header.scenario_hash;
    if args.json {
        writeln!(out, "{}", json_line(&as_json(&record, &replayed, same_scenario))?)?;
    } else {
        if let Some(version) = newer(&record) {
            let own = env!("CARGO_PKG_VERSION");
            let note =
                format!("Note: the record was written by version {version}, newer than this one, {own}.");
            text::paragraph(out, "", &note)?;
        }
        if !same_scenario {
            text::paragraph(out, "", "Note: the scenario is no longer the one this record was made with.")?;
        }
        print(out, &record, &replayed)?;
    }
    Ok(if replayed.is_ok() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// The version that wrote the record, if it is newer than this one.
fn newer(record: &Record) -> Option<&str> {
    let version = record.header.version.as_str();
    server::version::is_newer(version, env!("CARGO_PKG_VERSION")).then_some(version)
}

/// Plays the record again, then compares its dice with the seed.
pub fn again(scenario: &Scenario, record: &Record) -> Result<Replay, ReplayError> {
    if record.header.system != scenario.system {
        let why = format!("system `{}`, but the scenario is of `{}`", record.header.system, scenario.system);
        return Err(ReplayError::Unreadable { line: 1, why });
    }
    let done =
        replay(&record.header, record.lines.iter().cloned(), |dice| scenario.start(dice), |_, _, _| ())?;
    dice_of_seed(record)?;
    Ok(done)
}

/// Whether the dice are those of the seed that was promised; says nothing if the record holds no seed.
fn dice_of_seed(record: &Record) -> Result<(), ReplayError> {
    let Some(text) = &record.header.seed else { return Ok(()) };
    let fault = |line, why: String| Err(ReplayError::Dice { line, why });
    let Some(seed) = seed_from_hex(text) else {
        return fault(1, "the seed is not 64 hexadecimal digits".to_owned());
    };
    if SeededDice::commitment(&seed) != record.header.seed_hash {
        return fault(1, "the seed is not the one whose hash was given".to_owned());
    }
    let mut dice = SeededDice::new(seed);
    let lines = record.lines.iter().flatten().map(|line| line.dice.as_slice());
    // What another game brought along, set-up included, fell from that game's seed.
    let brought = record.header.from.as_ref().map_or(0, |from| from.orders + 1);
    for (n, rolls) in std::iter::once(record.header.dice.as_slice()).chain(lines).enumerate().skip(brought) {
        for Roll { why, die } in rolls {
            let now = dice.d6("");
            if now != *die {
                return fault(n + 1, format!("recorded {die} for `{why}`, the seed gives {now}"));
            }
        }
    }
    Ok(())
}

fn as_json(record: &Record, replayed: &Result<Replay, ReplayError>, same: bool) -> serde_json::Value {
    let mut told = told(record, replayed, same);
    if let Some(version) = newer(record) {
        told["newer_version"] = version.into();
    }
    told
}

fn told(record: &Record, replayed: &Result<Replay, ReplayError>, same: bool) -> serde_json::Value {
    match replayed {
        Ok(done) => json!({
            "ok": true,
            "decisions": done.decisions,
            "standing": done.standing,
            "fingerprint": format!("{:016x}", done.fingerprint),
            "same_scenario": same,
            "dice_from_seed": record.header.seed.is_some(),
            "closed": record.header.closed,
        }),
        Err(error) => {
            json!({ "ok": false, "line": line_of(error), "error": error.to_string(), "same_scenario": same })
        }
    }
}

fn line_of(error: &ReplayError) -> usize {
    match error {
        ReplayError::Unreadable { line, .. }
        | ReplayError::Refused { line, .. }
        | ReplayError::Dice { line, .. }
        | ReplayError::Event { line, .. } => *line,
    }
}

fn print(out: &mut dyn Write, record: &Record, replayed: &Result<Replay, ReplayError>) -> anyhow::Result<()> {
    match replayed {
        Ok(done) => {
            let decisions = text::counted(done.decisions, "decision");
            writeln!(out, "The record agrees: {decisions}, every one legal, dice and events the same.")?;
            writeln!(out, "{}", stands(&done.standing))?;
            if let Some(closed) = record.header.closed {
                writeln!(out, "{}", closed.because())?;
            }
            writeln!(out, "Position {:016x}", done.fingerprint)?;
        }
        Err(error) => text::paragraph(out, "", &format!("The record differs at {error}"))?,
    }
    Ok(())
}

/// How a game stands, in a sentence.
pub fn stands(standing: &Standing) -> String {
    match standing {
        Standing::Waiting(decision) => {
            let sides: Vec<String> = decision.seats.iter().map(|s| s.to_string()).collect();
            format!("The game goes on: {} to decide ({}).", sides.join(" and "), decision.kind)
        }
        Standing::Over(outcome) => {
            let [union, confederate] = outcome.points;
            let points = format!("Union {union}, Confederate {confederate}");
            match outcome.winner {
                Some(side) => format!("The game is over: {side} victory, {} ({points}).", outcome.degree),
                None => format!("The game is over: nobody wins ({points})."),
            }
        }
    }
}

/// Tells the game line by line, as far as it can be played again.
fn tell(scenario: &Scenario, record: &Record, out: &mut dyn Write) -> anyhow::Result<()> {
    let (mut game, start) = begin(scenario, record);
    for said in start {
        text::hanging(out, "  ", "  ", &said)?;
    }
    for (n, line) in record.lines.iter().enumerate() {
        let Ok(line) = line else { break };
        let mut dice = Given::new(&line.dice);
        let Ok(played) = game.play(line.seat, &line.order, &mut dice) else { break };
        writeln!(out, "{:>5}  {}: {}", n + 2, line.seat, line.order)?;
        for table::Heard { say: said, .. } in played.seen_by(Viewer::Referee) {
            text::hanging(out, "         ", "         ", &said)?;
        }
    }
    writeln!(out)?;
    Ok(())
}

fn begin(scenario: &Scenario, record: &Record) -> (Box<dyn Game>, Vec<String>) {
    let (game, played) = scenario.start(&mut Given::new(&record.header.dice));
    (game, played.said)
}

/// Dice that were written down. Where they end, made-up ones follow that never fall alike twice
/// running, so that no re-rolled tie goes on for ever.
pub struct Given {
    dice: Vec<u8>,
    next: usize,
}

impl Given {
    pub fn new(rolls: &[Roll]) -> Given {
        Given { dice: rolls.iter().map(|r| r.die.clamp(1, 6)).collect(), next: 0 }
    }
}

impl Dice for Given {
    fn d6(&mut self, _why: &'static str) -> u8 {
        self.next += 1;
        self.dice.get(self.next - 1).copied().unwrap_or((self.next % 6) as u8 + 1)
    }
}
