//! `hardtack engine`: games for other programs, as JSON lines.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::process::ExitCode;

use engine::talk::{Limits, Next, Session};

/// Play games from another program: JSON lines in, JSON lines out
///
/// One request a line on standard input, one answer a line on standard output, in the order of the requests; many games
/// in one process. Requests may be sent ahead without waiting for answers. What is refused is answered with an error
/// that names the rule, and changes nothing; whatever the line holds, the program goes on. It ends with its input, or
/// when told {"do":"quit"}.
#[derive(clap::Args)]
#[command(after_help = AFTER_HELP)]
pub struct Args {
    /// Games at once
    #[arg(long, value_name = "N", default_value_t = Limits::default().games)]
    games: usize,
    /// The longest request, in KiB
    #[arg(long, value_name = "KIB", default_value_t = Limits::default().line >> 10)]
    line: usize,
}

const AFTER_HELP: &str = r#"Examples of requests:
  {"id":1,"do":"new","scenario":"lesson-spring-hill","seed":7}
  {"id":2,"do":"legal","game":1,"form":"orders"}
  {"id":3,"do":"step","game":1,"n":0}
  {"id":4,"do":"think","game":1,"level":"veteran","step":true}
  {"id":5,"do":"undo","game":1,"steps":2}

Every request and answer, dice that the caller rolls, and a program in ten
lines: docs/engine.md."#;

pub fn run(args: &Args, out: &mut dyn Write) -> anyhow::Result<ExitCode> {
    let limits = Limits { games: args.games, line: args.line.saturating_mul(1 << 10) };
    serve(io::stdin().lock(), &mut Session::new(limits), out)?;
    Ok(ExitCode::SUCCESS)
}

/// Answers line by line. What has been answered is sent as soon as no further request is waiting.
fn serve(requests: impl Read, session: &mut Session, out: &mut dyn Write) -> io::Result<()> {
    let mut requests = BufReader::with_capacity(1 << 16, requests);
    let (mut line, mut told) = (Vec::new(), Vec::new());
    loop {
        told.clear();
        let next = match read_line(&mut requests, session.limits().line, &mut line)? {
            Got::End => return out.flush(),
            Got::Line if line.trim_ascii().is_empty() => Next::GoOn,
            Got::Line => session.answer(&line, &mut told),
            Got::TooLong => {
                session.too_long(&mut told);
                Next::GoOn
            }
        };
        out.write_all(&told)?;
        if next == Next::Quit {
            return out.flush();
        }
        if !requests.buffer().contains(&b'\n') {
            out.flush()?;
        }
    }
}

/// What there was to read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Got {
    Line,
    /// It was longer than it may be, and is gone.
    TooLong,
    End,
}

/// Reads a line, without keeping more of it than a line may have.
fn read_line(input: &mut impl BufRead, most: usize, line: &mut Vec<u8>) -> io::Result<Got> {
    line.clear();
    let (mut long, mut any) = (false, false);
    loop {
        let buffer = input.fill_buf()?;
        if buffer.is_empty() {
            return Ok(match (any, long) {
                (false, _) => Got::End,
                (true, true) => Got::TooLong,
                (true, false) => Got::Line,
            });
        }
        any = true;
        let end = buffer.iter().position(|b| *b == b'\n');
        let part = &buffer[..end.unwrap_or(buffer.len())];
        long |= line.len() + part.len() > most;
        if !long {
            line.extend_from_slice(part);
        }
        let used = part.len() + usize::from(end.is_some());
        input.consume(used);
        if end.is_some() {
            return Ok(if long { Got::TooLong } else { Got::Line });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn answers(requests: &str, line: usize) -> Vec<serde_json::Value> {
        let mut out = Vec::new();
        let limits = Limits { line, ..Limits::default() };
        serve(requests.as_bytes(), &mut Session::new(limits), &mut out).unwrap();
        let text = String::from_utf8(out).unwrap();
        text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
    }

    #[test]
    fn a_line_that_is_too_long_is_answered_and_the_next_is_read() {
        let long = format!("{{\"id\":1,\"do\":\"{}\"}}\n{{\"id\":2,\"do\":\"hello\"}}", "x".repeat(200_000));
        let told = answers(&long, 64);
        assert_eq!(
            (told.len(), &told[0]["error"]["code"], &told[1]["id"]),
            (2, &"too-long".into(), &2.into())
        );
    }

    #[test]
    fn empty_lines_are_no_requests_and_nothing_is_read_after_quit() {
        let told = answers("\n  \n{\"do\":\"quit\"}\n{\"do\":\"hello\"}\n", 1024);
        assert_eq!(told, [serde_json::json!({ "done": true })]);
    }
}
