//! Where a clause is cited in the rules so that it can be taken out: the condition it stands under, or the
//! value of a modifier.

use std::ops::Range;
use std::str::FromStr;

use anyhow::anyhow;
use proc_macro2::{Delimiter, Group, TokenStream, TokenTree};

/// A place to break.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Site {
    /// The bytes of the condition or value.
    pub range: Range<usize>,
    pub how: How,
    /// The clauses that are cited there.
    pub clauses: Vec<String>,
    pub line: usize,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum How {
    /// A condition that never holds.
    Never,
    /// The same, for a condition with `let`.
    NeverLet,
    /// A modifier of 0.
    Nothing,
}

impl How {
    /// What is written before and after the site for the mutant of this number.
    pub fn around(self, number: usize) -> (String, String) {
        match self {
            How::Never => ("(".to_owned(), format!(") && !table::mutant({number})")),
            How::NeverLet => (String::new(), format!(" && !table::mutant({number})")),
            How::Nothing => (format!("(if table::mutant({number}) {{ 0 }} else {{ "), " })".to_owned()),
        }
    }

    pub fn word(self) -> &'static str {
        match self {
            How::Never | How::NeverLet => "condition dropped",
            How::Nothing => "modifier dropped",
        }
    }
}

/// Functions that take a rule, a name and a value that counts.
const ADDS: [&str; 2] = ["add", "modifier"];

/// The sites of a source text; its own tests are left out.
///
/// # Errors
/// It cannot be read as Rust.
pub fn find(text: &str, is_clause: &dyn Fn(&str) -> bool) -> anyhow::Result<Vec<Site>> {
    let tokens = TokenStream::from_str(text).map_err(|e| anyhow!("{e}"))?;
    let mut walk = Walk { is_clause, sites: Vec::new() };
    walk.level(tokens, None);
    let tests = text.find("#[cfg(test)]").unwrap_or(text.len());
    walk.sites.retain(|site| site.range.end <= tests);
    walk.sites.sort_by_key(|site| site.range.start);
    Ok(walk.sites)
}

struct Walk<'a> {
    is_clause: &'a dyn Fn(&str) -> bool,
    sites: Vec<Site>,
}

impl Walk<'_> {
    /// Goes through the tokens of one pair of brackets, under a condition.
    fn level(&mut self, tokens: TokenStream, under: Option<&Condition>) {
        let tokens: Vec<TokenTree> = tokens.into_iter().collect();
        let mut guard: Option<Condition> = None;
        for (n, token) in tokens.iter().enumerate() {
            match token {
                TokenTree::Punct(p) if p.as_char() == ',' => guard = None,
                // An arm of a match begins.
                TokenTree::Punct(p) if p.as_char() == '>' && is(&tokens, n.wrapping_sub(1), '=') => {
                    guard = guard_before(&tokens, n - 1);
                }
                TokenTree::Group(group) => {
                    let own = match group.delimiter() {
                        Delimiter::Brace => condition_before(&tokens, n),
                        _ => None,
                    };
                    let call = n.checked_sub(1).and_then(|n| tokens.get(n)).map(ToString::to_string);
                    self.values(group, call.as_deref());
                    self.level(group.stream(), own.as_ref().or(guard.as_ref()).or(under));
                }
                TokenTree::Literal(_) => {
                    let condition = guard.as_ref().or(under);
                    if let (Some(clause), Some(condition)) = (self.clause(token), condition) {
                        self.note(condition.clone(), clause);
                    }
                }
                _ => {}
            }
        }
    }

    fn clause(&self, token: &TokenTree) -> Option<String> {
        let TokenTree::Literal(text) = token else { return None };
        let text = text.to_string();
        let text = text.strip_prefix('"')?.strip_suffix('"')?;
        (self.is_clause)(text).then(|| text.to_owned())
    }

    fn note(&mut self, (range, how, line): Condition, clause: String) {
        match self.sites.iter_mut().find(|site| site.range == range) {
            Some(site) if site.clauses.contains(&clause) => {}
            Some(site) => site.clauses.push(clause),
            None => self.sites.push(Site { range, how, clauses: vec![clause], line }),
        }
    }

    /// The value that a call adds under a rule: `add(Rule("..."), "name", value)`.
    fn values(&mut self, group: &Group, call: Option<&str>) {
        if group.delimiter() != Delimiter::Parenthesis || !call.is_some_and(|name| ADDS.contains(&name)) {
            return;
        }
        let tokens: Vec<TokenTree> = group.stream().into_iter().collect();
        let inside = |token: &TokenTree| match token {
            TokenTree::Group(group) => group.stream().into_iter().next(),
            other => Some(other.clone()),
        };
        let clause = tokens.iter().filter_map(inside).find_map(|token| self.clause(&token));
        let arguments: Vec<&[TokenTree]> =
            tokens.split(|t| matches!(t, TokenTree::Punct(p) if p.as_char() == ',')).collect();
        let last = arguments.iter().rev().find(|argument| !argument.is_empty());
        if let (Some(clause), Some(value), true) = (clause, last, arguments.len() >= 3)
            && let Some(range) = range(value)
        {
            let line = value[0].span().start().line;
            self.note((range, How::Nothing, line), clause);
        }
    }
}

/// A condition: its bytes, how it is broken, its line.
type Condition = (Range<usize>, How, usize);

fn is(tokens: &[TokenTree], n: usize, mark: char) -> bool {
    matches!(tokens.get(n), Some(TokenTree::Punct(p)) if p.as_char() == mark)
}

fn range(tokens: &[TokenTree]) -> Option<Range<usize>> {
    Some(tokens.first()?.span().byte_range().start..tokens.last()?.span().byte_range().end)
}

fn condition(tokens: &[TokenTree]) -> Option<Condition> {
    let lets = tokens.iter().any(|t| matches!(t, TokenTree::Ident(word) if word == "let"));
    let how = if lets { How::NeverLet } else { How::Never };
    Some((range(tokens)?, how, tokens.first()?.span().start().line))
}

/// The condition of the `if` whose block this is.
fn condition_before(tokens: &[TokenTree], block: usize) -> Option<Condition> {
    for n in (0..block).rev() {
        match &tokens[n] {
            TokenTree::Ident(word) if word == "if" => return condition(&tokens[n + 1..block]),
            TokenTree::Ident(word) if word == "else" || word == "match" || word == "for" => return None,
            TokenTree::Punct(p) if p.as_char() == ';' => return None,
            TokenTree::Punct(p) if p.as_char() == '>' && is(tokens, n.wrapping_sub(1), '=') => return None,
            TokenTree::Group(group) if group.delimiter() == Delimiter::Brace => return None,
            _ => {}
        }
    }
    None
}

/// The guard of the arm whose arrow begins here.
fn guard_before(tokens: &[TokenTree], arrow: usize) -> Option<Condition> {
    for n in (0..arrow).rev() {
        match &tokens[n] {
            TokenTree::Ident(word) if word == "if" => return condition(&tokens[n + 1..arrow]),
            TokenTree::Punct(p) if p.as_char() == ',' => return None,
            TokenTree::Group(group) if group.delimiter() == Delimiter::Brace => return None,
            _ => {}
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The sites as text, with their clauses.
    fn sites(text: &str) -> Vec<(String, Vec<String>)> {
        let found = find(text, &|word| word.starts_with("G1-")).unwrap();
        found.into_iter().map(|s| (text[s.range].to_owned(), s.clauses)).collect()
    }

    fn pair(text: &str, clause: &str) -> (String, Vec<String>) {
        (text.to_owned(), vec![clause.to_owned()])
    }

    #[test]
    fn the_innermost_condition_is_found() {
        let text = r#"fn f() { if a { if b || c { return no("G1-1", "why"); } } else { x("G1-2") } }"#;
        assert_eq!(sites(text), [pair("b || c", "G1-1")]);
    }

    #[test]
    fn guards_of_arms_are_conditions() {
        let text =
            r#"fn f() { match x { A(n) if n > 1 => no("G1-1"), B => no("G1-2"), C if d => { y("G1-3") } } }"#;
        assert_eq!(sites(text), [pair("n > 1", "G1-1"), pair("d", "G1-3")]);
    }

    #[test]
    fn values_of_modifiers_are_found() {
        let text =
            r#"fn f() { mods.add(Rule("G1-1"), "hasty", -1); add(&mut m, Rule("G1-2"), n, k.two()); }"#;
        assert_eq!(sites(text), [pair("-1", "G1-1"), pair("k.two()", "G1-2")]);
    }

    #[test]
    fn tests_in_the_file_are_left_alone() {
        let text = "fn f() {}\n#[cfg(test)]\nmod tests { fn g() { if a { no(\"G1-1\") } } }";
        assert_eq!(sites(text), []);
    }

    #[test]
    fn a_mutant_is_written_around_its_site() {
        let (before, after) = How::Never.around(7);
        assert_eq!(format!("if {before}a || b{after} {{"), "if (a || b) && !table::mutant(7) {");
    }
}
