//! Colour, where a terminal shows it and nobody minds.

use std::io::IsTerminal;
use std::sync::OnceLock;

use table::Side;

/// When to colour.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, clap::ValueEnum)]
pub enum When {
    /// At a terminal, unless NO_COLOR is set
    #[default]
    Auto,
    Always,
    Never,
}

static COLOUR: OnceLock<bool> = OnceLock::new();

/// Decides for the whole run.
pub fn choose(when: When) {
    let plain = |name: &str| std::env::var_os(name).is_some_and(|v| !v.is_empty());
    let dumb = std::env::var_os("TERM").is_some_and(|term| term == "dumb");
    let colour = match when {
        When::Always => true,
        When::Never => false,
        When::Auto => std::io::stdout().is_terminal() && !plain("NO_COLOR") && !dumb,
    };
    // Once is enough: nobody asks twice.
    let _ = COLOUR.set(colour);
}

fn with(code: &str, text: &str) -> String {
    if COLOUR.get() == Some(&true) && !text.is_empty() {
        format!("\u{1b}[{code}m{text}\u{1b}[0m")
    } else {
        text.to_owned()
    }
}

/// A heading.
pub fn bold(text: &str) -> String {
    with("1", text)
}

/// Something of a side, in its colour.
pub fn side(side: Side, text: &str) -> String {
    match side {
        Side::Union => with("1;34", text),
        Side::Confederate => with("1;33", text),
    }
}
