//! Lists with comments in them: values come and go, the comments stay.

use std::ops::Range;

use toml_edit::Array;

use crate::Value;
use crate::write::{lines, value};

/// How far the values of a list stand in, if it goes over several lines.
pub fn indent(text: &str, span: Range<usize>, list: &Array) -> Option<String> {
    let first = list.get(0)?.span()?;
    let before = text.get(span.start..first.start)?;
    let line = &before[before.rfind('\n')? + 1..];
    line.trim().is_empty().then(|| line.to_owned())
}

/// Whether there is a comment among the values of a list of plain ones.
pub fn has_comment(text: &str, span: Range<usize>, list: &Array) -> bool {
    let mut from = span.start;
    let mut gaps = String::new();
    for one in list.iter() {
        let Some(at) = one.span() else { return false };
        gaps.push_str(&text[from..at.start]);
        from = at.end;
    }
    gaps.push_str(&text[from..span.end]);
    gaps.contains('#')
}

/// The same list with these values: the old ones that stay keep their places, new ones come behind them.
pub fn mend(text: &str, span: Range<usize>, list: &Array, wanted: &[Value], indent: &str) -> String {
    let mut left: Vec<&Value> = wanted.iter().collect();
    let mut out = String::new();
    let mut from = span.start;
    let mut any = false;
    let mut gone = false;
    for old in list.iter() {
        let Some(at) = old.span() else { continue };
        let mut gap = text[from..at.start].to_owned();
        if gone {
            gap = without_comma(&gap);
            if out.ends_with(' ') {
                gap = gap.trim_start_matches(' ').to_owned();
            }
        }
        from = at.end;
        out.push_str(&gap);
        let old = Value::of(&toml_edit::Item::Value(old.clone()));
        // The same again, or a range that was cut or grew: it stays where it is.
        let same = left.iter().position(|new| **new == old);
        let stays = wanted.contains(&old);
        match same.or_else(|| left.iter().position(|new| !stays && akin(new, &old))) {
            Some(n) => {
                let new = left.remove(n);
                out.push_str(&if *new == old { text[at].to_owned() } else { value(new, 0, indent) });
                (any, gone) = (true, false);
            }
            None => gone = true,
        }
    }
    let tail = &text[from..span.end];
    let tail = if gone && left.is_empty() { without_comma(tail) } else { tail.to_owned() };
    if !left.is_empty() {
        let new: Vec<String> = left.iter().map(|v| value(v, 0, indent)).collect();
        let new = lines(&new, indent);
        let new = new.trim_end().trim_end_matches(',');
        if any && !gone {
            out.push(',');
        }
        out = format!("{}\n{new}", out.trim_end_matches([' ', '\n']));
    }
    squeezed(&(out + &tail))
}

/// Whether two ranges of hexes, or single ones, share an end: `0202` and `0202..0205`.
fn akin(new: &Value, old: &Value) -> bool {
    let (Value::Text(new), Value::Text(old)) = (new, old) else { return false };
    new.split("..").any(|end| old.split("..").any(|other| other == end))
}

/// A gap without the comma that belonged to a value that is gone; commas in comments are none.
fn without_comma(gap: &str) -> String {
    let mut done = false;
    let mut out = Vec::new();
    for line in gap.split('\n') {
        let code = line.find('#').unwrap_or(line.len());
        match line[..code].find(',').filter(|_| !done) {
            Some(n) => {
                done = true;
                out.push(format!("{}{}", &line[..n], &line[n + 1..]));
            }
            None => out.push(line.to_owned()),
        }
    }
    out.join("\n")
}

/// Lines of a list that were left with nothing on them go.
fn squeezed(list: &str) -> String {
    let lines: Vec<&str> = list.split('\n').collect();
    let last = lines.len() - 1;
    let keep = |(n, line): &(usize, &&str)| *n == 0 || *n == last || !line.trim().is_empty();
    lines.iter().enumerate().filter(keep).map(|(_, line)| line.trim_end()).collect::<Vec<_>>().join("\n")
}
