//! A forecast of the rules (`words` in an answer of the referee) for people at a terminal: one sentence, then what
//! can happen with bars from 0 to 100.

use std::io::{self, Write};

use serde_json::Value;

use crate::text;

/// The sentence of an answer that has one.
pub fn sentence(answer: &Value) -> Option<&str> {
    answer["words"]["say"].as_str().filter(|say| !say.is_empty())
}

/// The sentence and what can happen; nothing where an answer has no forecast.
pub fn show(out: &mut dyn Write, indent: &str, answer: &Value) -> io::Result<()> {
    let Some(say) = sentence(answer) else { return Ok(()) };
    text::paragraph(out, indent, say)?;
    let outlooks = answer["words"]["outlooks"].as_array().into_iter().flatten();
    let row = |outlook: &Value| {
        let p = outlook["p"].as_f64().unwrap_or_default();
        vec![outlook["say"].as_str().unwrap_or_default().to_owned(), format!("{:>5.1}%", 100.0 * p), bar(p)]
    };
    text::columns(out, &format!("{indent}  "), &outlooks.map(row).collect::<Vec<_>>())
}

/// A bar of up to 24 blocks, in eighths: the whole width is certainty.
pub fn bar(share: f64) -> String {
    const EIGHTHS: [&str; 8] = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"];
    let eighths = (share.clamp(0.0, 1.0) * 24.0 * 8.0).round() as usize;
    format!("{}{}", "█".repeat(eighths / 8), EIGHTHS[eighths % 8])
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn bars_run_from_nothing_to_certainty() {
        assert_eq!((bar(0.0).as_str(), bar(1.0).chars().count()), ("", 24));
        assert_eq!(bar(0.5), "█".repeat(12));
    }

    #[test]
    fn a_forecast_is_its_sentence_and_its_outlooks() {
        let answer = json!({"words": {"say": "Half.", "outlooks": [{"say": "it stands", "p": 0.5}]}});
        let mut out = Vec::new();
        show(&mut out, "", &answer).unwrap();
        let text = String::from_utf8(out).unwrap();
        assert_eq!(text, format!("Half.\n  it stands   50.0%  {}\n", "█".repeat(12)));
    }

    #[test]
    fn an_answer_without_a_forecast_is_left_alone() {
        let mut out = Vec::new();
        show(&mut out, "", &json!({"hexes": []})).unwrap();
        assert!(out.is_empty());
    }
}
