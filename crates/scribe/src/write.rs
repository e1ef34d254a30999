//! How values are written: as in the files that come with the game.

use crate::Value;

/// No line of a list is longer.
const WIDTH: usize = 110;
/// How far lists over several lines stand in, where a file does not say.
pub const INDENT: &str = "    ";

/// A key as it is written: bare where it can be.
pub fn key(key: &str) -> String {
    let bare = !key.is_empty() && key.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-' || b == b'_');
    if bare { key.to_owned() } else { quoted(key) }
}

/// A text in quotes; one of several lines in three of them.
pub fn quoted(text: &str) -> String {
    let lines = text.contains('\n');
    let mut out = String::from(if lines { "\"\"\"\n" } else { "\"" });
    for sign in text.chars() {
        match sign {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push('\n'),
            '\t' => out.push_str("\\t"),
            '\r' => out.push_str("\\r"),
            sign if sign.is_control() => out.push_str(&format!("\\u{:04X}", sign as u32)),
            sign => out.push(sign),
        }
    }
    out.push_str(if lines { "\"\"\"" } else { "\"" });
    out
}

/// A value; `taken` is how much of its first line is written already.
pub fn value(value: &Value, taken: usize, indent: &str) -> String {
    match value {
        Value::Bool(truth) => truth.to_string(),
        Value::Int(number) => number.to_string(),
        Value::Float(number) => float(*number),
        Value::Text(text) => quoted(text),
        Value::List(values) => list(values, taken, indent),
        Value::Table(pairs) => table(pairs, taken, indent),
    }
}

/// TOML's numbers with a point, also where nothing follows it.
fn float(number: f64) -> String {
    match number {
        n if n.is_nan() => "nan".to_owned(),
        n if n.is_infinite() => (if n > 0.0 { "inf" } else { "-inf" }).to_owned(),
        n => format!("{n:?}"),
    }
}

fn list(values: &[Value], taken: usize, indent: &str) -> String {
    let values: Vec<String> = values.iter().map(|v| value(v, 0, indent)).collect();
    let one = format!("[{}]", values.join(", "));
    if taken + one.len() < WIDTH && !one.contains('\n') {
        return one;
    }
    format!("[\n{}]", lines(&values, indent))
}

/// Values with commas between them, so many to a line as go on it.
pub fn lines(values: &[String], indent: &str) -> String {
    let mut out = String::new();
    let mut line = String::new();
    for value in values {
        if !line.is_empty() && indent.len() + line.len() + value.len() + 1 > WIDTH {
            out.push_str(&format!("{indent}{}\n", line.trim_end()));
            line.clear();
        }
        line.push_str(value);
        line.push_str(", ");
    }
    out.push_str(&format!("{indent}{}\n", line.trim_end()));
    out
}

fn table(pairs: &[(String, Value)], taken: usize, indent: &str) -> String {
    if pairs.is_empty() {
        return "{}".to_owned();
    }
    let mut out = String::from("{ ");
    for (n, (name, one)) in pairs.iter().enumerate() {
        if n > 0 {
            out.push_str(", ");
        }
        out.push_str(&format!("{} = ", key(name)));
        let taken = taken + out.rsplit('\n').next().map_or(0, str::len) + 2;
        out.push_str(&value(one, taken, indent));
    }
    out.push_str(" }");
    out
}

/// `key = value`, as one stands in a table.
pub fn pair(name: &str, one: &Value, indent: &str) -> String {
    let head = format!("{} = ", key(name));
    format!("{head}{}\n", value(one, head.len(), indent))
}
