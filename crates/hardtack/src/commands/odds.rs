//! `hardtack odds`: the exact odds of one combat, from its facts.

use std::io::Write;
use std::process::ExitCode;

use clap::{Arg, ArgAction, ArgMatches, Command, Error, FromArgMatches, value_parser};
use serde_json::{Map, Value};
use table::Rule;

use super::json_line;
use super::scenario::system_name;
use crate::{forecast, text};

const ABOUT: &str = "The exact odds of one combat, from its facts";

const LONG: &str = "\
The exact odds of one combat, from its facts

For a game on your own table: say what stands against what, and see every modifier with the rule that makes it \
and every result with its chance. The numbers are the referee's, worked out by running the game's own procedure \
under every fall of the dice; the odds page of the web table has the same. What you do not say is as the help of \
each system tells.

For a combat of a position that you have as a scenario file, `hardtack ask` knows everything about it.";

const EXAMPLES: &str = "\
Examples:
  hardtack odds gcacw --type prepared --attacker-manpower 10 --works breastwork
  hardtack odds lfm --attacker-sp 8 --defender-sp 4 --terrain woods --levels 1
  hardtack odds vnb --by artillery-battalion --guns rifled-field --range 12
  hardtack odds gcacw --json
  hardtack odds vnb --help";

/// The arguments of a system are its form's fields.
pub struct Args {
    system: String,
    question: Map<String, Value>,
    json: bool,
}

impl clap::Args for Args {
    fn augment_args(command: Command) -> Command {
        let forms = library::odds_forms();
        let systems = forms.as_array().into_iter().flatten().map(of_system);
        command
            .about(ABOUT)
            .long_about(LONG)
            .after_help(EXAMPLES)
            .subcommand_required(true)
            .subcommand_value_name("SYSTEM")
            .subcommand_help_heading("Systems")
            .disable_help_subcommand(true)
            .subcommands(systems)
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

fn word(value: &Value, key: &str) -> String {
    value[key].as_str().unwrap_or_default().to_owned()
}

/// The words of a list of choices.
fn choices(field: &Value) -> Vec<String> {
    field["choices"].as_array().into_iter().flatten().map(|choice| word(choice, "value")).collect()
}

fn of_system(form: &Value) -> Command {
    let system = word(form, "system");
    let fields = form["fields"].as_array().into_iter().flatten().map(argument);
    let json =
        Arg::new("json").long("json").action(ArgAction::SetTrue).help("As JSON, as the referee answers it");
    let about = format!("{}: {}", system_name(&system), word(form, "title"));
    Command::new(system)
        .about(about.clone())
        .long_about(format!("{about}\n\n{}", word(form, "about")))
        .args(fields)
        .arg(json)
}

fn argument(field: &Value) -> Arg {
    let key = word(field, "key");
    let arg = Arg::new(key.clone()).long(key.replace('_', "-")).help(word(field, "label"));
    let whole = |key: &str| field[key].as_i64().unwrap_or_default();
    match field["kind"].as_str() {
        Some("check") => arg.action(ArgAction::SetTrue),
        Some("choice") => {
            arg.value_parser(choices(field)).default_value(word(field, "usual")).value_name("WHAT")
        }
        _ => {
            let (least, most) = (whole("least"), whole("most"));
            arg.value_parser(value_parser!(i64).range(least..=most))
                .default_value(whole("usual").to_string())
                .value_name(format!("{least}-{most}"))
        }
    }
}

impl FromArgMatches for Args {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Args, Error> {
        let missing = || Error::raw(clap::error::ErrorKind::MissingSubcommand, "a system is missing\n");
        let (system, matches) = matches.subcommand().ok_or_else(missing)?;
        let forms = library::odds_forms();
        let form = forms.as_array().into_iter().flatten().find(|form| form["system"] == system);
        let fields = form.and_then(|form| form["fields"].as_array()).ok_or_else(missing)?;
        let filled = |field: &Value| {
            let key = word(field, "key");
            let value = match field["kind"].as_str() {
                Some("check") => matches.get_flag(&key).into(),
                Some("choice") => matches.get_one::<String>(&key).cloned().unwrap_or_default().into(),
                _ => matches.get_one::<i64>(&key).copied().unwrap_or_default().into(),
            };
            (key, value)
        };
        let question = fields.iter().map(filled).collect();
        Ok(Args { system: system.to_owned(), question, json: matches.get_flag("json") })
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), Error> {
        *self = Args::from_arg_matches(matches)?;
        Ok(())
    }
}

pub fn run(args: &Args, out: &mut dyn Write) -> anyhow::Result<ExitCode> {
    let answer = library::odds(&args.system, &Value::Object(args.question.clone()));
    match (answer, args.json) {
        (Ok(answer), true) => writeln!(out, "{}", json_line(&answer)?)?,
        (Ok(answer), false) => print(&answer, out)?,
        (Err(error), true) => {
            writeln!(out, "{}", json_line(&error.to_json())?)?;
            return Ok(ExitCode::from(2));
        }
        (Err(error), false) => {
            let rule = error.rule.map_or_else(String::new, |Rule(clause)| format!(" [{clause}]"));
            eprintln!("There is no such combat: {error}{rule}");
            return Ok(ExitCode::from(2));
        }
    }
    Ok(ExitCode::SUCCESS)
}

fn print(answer: &Value, out: &mut dyn Write) -> anyhow::Result<()> {
    forecast::show(out, "", answer)?;
    let facts = answer["words"]["facts"].as_array().into_iter().flatten();
    let fact = |fact: &Value| [0, 1].map(|n| fact[n].as_str().unwrap_or_default().to_owned()).to_vec();
    let facts: Vec<Vec<String>> = facts.map(fact).collect();
    if !facts.is_empty() {
        writeln!(out)?;
        text::columns(out, "", &facts)?;
    }
    if let Some(modifiers) = answer["modifiers"].as_array() {
        writeln!(out, "\nModifiers")?;
        if modifiers.is_empty() {
            writeln!(out, "  none")?;
        }
        text::columns(out, "  ", &modifiers.iter().map(modifier).collect::<Vec<_>>())?;
    }
    let results = results(answer);
    if !results.is_empty() {
        writeln!(out, "\nResults by the dice")?;
        let row = |(places, told, p): &(String, String, f64)| {
            vec![places.clone(), format!("{:>5.1}%", 100.0 * p), told.clone()]
        };
        text::columns(out, "  ", &results.iter().map(row).collect::<Vec<_>>())?;
    }
    Ok(())
}

fn modifier(modifier: &Value) -> Vec<String> {
    let whose = modifier["to"].as_str().map_or_else(String::new, |side| format!("to the {side}"));
    let chance =
        modifier["chance"].as_f64().map_or_else(String::new, |p| format!(", {:.1}% of the time", 100.0 * p));
    let name = format!("{}{chance}", word(modifier, "name"));
    let rule = modifier["clause"].as_str().or(modifier["rule"].as_str()).unwrap_or_default();
    vec![format!("{:>+3}", modifier["value"].as_i64().unwrap_or_default()), name, whose, format!("[{rule}]")]
}

/// The results with what the dice must say for them and their chances; neighbours that are alike become one.
fn results(answer: &Value) -> Vec<(String, String, f64)> {
    let mut grouped: Vec<(Vec<i64>, String, f64)> = Vec::new();
    for outcome in answer["outcomes"].as_array().into_iter().flatten() {
        let at = outcome["difference"].as_i64().or(outcome["roll"].as_i64()).unwrap_or_default();
        let p = outcome["p"].as_f64().unwrap_or_default();
        let told = result(outcome);
        match grouped.last_mut() {
            Some((places, before, sum)) if *before == told => {
                places.push(at);
                *sum += p;
            }
            _ => grouped.push((vec![at], told, p)),
        }
    }
    let sign = answer["outcomes"][0].get("difference").is_some();
    grouped.into_iter().map(|(places, told, p)| (range(&places, sign), told, p)).collect()
}

fn result(outcome: &Value) -> String {
    let plain = |value: &Value| value.as_str().map_or_else(|| value.to_string(), str::to_owned);
    plain(outcome.get("say").unwrap_or(&outcome["result"]))
}

fn range(places: &[i64], sign: bool) -> String {
    let told = |n: i64| if sign { format!("{n:+}") } else { n.to_string() };
    match (places.first(), places.last()) {
        (Some(first), Some(last)) if first != last => format!("{} to {}", told(*first), told(*last)),
        (Some(only), _) => told(*only),
        _ => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn neighbours_with_the_same_result_are_one_line() {
        let outcome = |die: u8, result: &str| json!({"roll": die, "p": 0.25, "result": result});
        let answer =
            json!({"outcomes": [outcome(1, "NE"), outcome(2, "NE"), outcome(3, "DR"), outcome(4, "NE")]});
        let told = results(&answer);
        assert_eq!(
            told,
            [("1 to 2", "NE", 0.5), ("3", "DR", 0.25), ("4", "NE", 0.25)].map(|(places, told, p)| (
                places.to_owned(),
                told.to_owned(),
                p
            ))
        );
    }
}
