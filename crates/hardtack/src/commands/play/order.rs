//! What a player can type at a decision.

/// A line typed by a player, understood.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Typed {
    Nothing,
    /// The choice of that number.
    Number(usize),
    Help,
    /// The choices that have these words, or all.
    List(String),
    Map(String),
    Roster(String),
    Look(String),
    Preview(String),
    Why(String),
    Rule(String),
    Ask(String),
    Log(usize),
    Victory,
    Undo,
    Save(String),
    Quit,
    /// Anything else: an order as records write it, or words to look for among the choices.
    Other(String),
}

pub const HELP: &[(&str, &str)] = &[
    ("3", "give order number 3 of the list"),
    ("WORDS", "show the choices that have these words: a unit, a hex, `march`"),
    ("list [WORDS]", "show all choices, or those that have these words"),
    ("preview 3", "what order number 3 would cost or bring, with the odds"),
    ("why ORDER", "whether an order is legal, and if not, by which rule"),
    ("map [HEX]", "the map around the units, or around a hex or a unit"),
    ("roster [SIDE]", "the units of a side, or of both"),
    ("look NAME", "one unit or hex, in full"),
    ("victory", "how the sides stand"),
    ("log [N]", "what happened last"),
    ("rule ID", "a rule in plain words, such as `rule G7.4-49`"),
    ("ask JSON", "any question to the referee"),
    ("undo", "take your last order back, as long as no dice fell"),
    ("save FILE", "keep the game in a file from now on"),
    ("quit", "leave; `hardtack play FILE` goes on with a saved game"),
];

impl Typed {
    pub fn read(line: &str) -> Typed {
        let line = line.trim();
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim().to_owned();
        if let Ok(number) = line.parse() {
            return Typed::Number(number);
        }
        match word.to_ascii_lowercase().as_str() {
            "" => Typed::Nothing,
            "help" | "?" | "h" => Typed::Help,
            "list" | "ls" | "l" => Typed::List(rest),
            "map" | "m" => Typed::Map(rest),
            "roster" | "r" => Typed::Roster(rest),
            "look" => Typed::Look(rest),
            "preview" | "p" | "odds" => Typed::Preview(rest),
            "why" => Typed::Why(rest),
            "rule" | "rules" => Typed::Rule(rest),
            "ask" => Typed::Ask(rest),
            "log" => Typed::Log(rest.parse().unwrap_or(15)),
            "victory" | "v" => Typed::Victory,
            "undo" | "u" if rest.is_empty() => Typed::Undo,
            "save" => Typed::Save(rest),
            "quit" | "q" | "exit" if rest.is_empty() => Typed::Quit,
            _ => Typed::Other(line.to_owned()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_understood() {
        assert_eq!(Typed::read(" 12 "), Typed::Number(12));
        assert_eq!(Typed::read("LIST Brown"), Typed::List("Brown".to_owned()));
        assert_eq!(Typed::read("why march Brown 4611"), Typed::Why("march Brown 4611".to_owned()));
        assert_eq!(Typed::read("march Brown 4611"), Typed::Other("march Brown 4611".to_owned()));
        assert_eq!(Typed::read(""), Typed::Nothing);
        assert_eq!(Typed::read("log"), Typed::Log(15));
    }

    #[test]
    fn every_word_of_the_help_is_a_command() {
        for (usage, _) in HELP.iter().skip(2) {
            let typed = Typed::read(usage);
            assert!(!matches!(typed, Typed::Other(_) | Typed::Nothing), "{usage}: {typed:?}");
        }
    }
}
