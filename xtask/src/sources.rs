//! Finds the tests that name clauses: `#[rule("G7.4-83")]` among the attributes of a `#[test]` function.
//!
//! Sources are read as tokens, so that comments, strings and layout cannot mislead, and tests inside
//! macros such as `proptest!` are found too.

use std::path::{Path, PathBuf};
use std::str::FromStr;

use anyhow::anyhow;
use proc_macro2::{Delimiter, TokenStream, TokenTree};

use crate::index::files;

/// A clause that an attribute names.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Named {
    pub id: String,
    pub file: PathBuf,
    pub line: usize,
    /// The test; `None` if what follows is no test that runs.
    pub test: Option<String>,
}

/// All clauses named anywhere under a folder.
///
/// # Errors
/// A source cannot be read as Rust.
pub fn read(root: &Path) -> anyhow::Result<Vec<Named>> {
    let mut named = Vec::new();
    for file in files(root, "rs")? {
        let text = std::fs::read_to_string(&file)?;
        if text.contains("rule(") {
            let shown = file.strip_prefix(root).unwrap_or(&file);
            named.extend(in_source(shown, &text)?);
        }
    }
    Ok(named)
}

fn in_source(file: &Path, text: &str) -> anyhow::Result<Vec<Named>> {
    let tokens = TokenStream::from_str(text).map_err(|e| anyhow!("{}: {e}", file.display()))?;
    let mut named = Vec::new();
    walk(tokens, file, &mut named);
    Ok(named)
}

/// The attributes before an item, as they are gathered.
#[derive(Default)]
struct Attributes {
    rules: Vec<(String, usize)>,
    test: bool,
    ignored: bool,
}

impl Attributes {
    /// Notes the attribute in these brackets.
    fn note(&mut self, inside: TokenStream) {
        let mut tokens = inside.into_iter();
        let mut name = String::new();
        let mut arguments = None;
        for token in tokens.by_ref() {
            match token {
                // Of `table::rule` or `tokio::test` the last word counts.
                TokenTree::Ident(word) => name = word.to_string(),
                TokenTree::Punct(p) if p.as_char() == ':' => {}
                TokenTree::Group(group) => {
                    arguments = Some(group.stream());
                    break;
                }
                _ => break,
            }
        }
        match (name.as_str(), arguments) {
            ("rule", Some(ids)) => self.rules.extend(ids.into_iter().filter_map(literal)),
            ("test", _) => self.test = true,
            ("ignore", _) => self.ignored = true,
            _ => {}
        }
    }
}

fn literal(token: TokenTree) -> Option<(String, usize)> {
    let TokenTree::Literal(text) = token else { return None };
    let line = text.span().start().line;
    Some((text.to_string().trim_matches('"').to_owned(), line))
}

/// Goes through tokens and everything inside their brackets.
fn walk(tokens: TokenStream, file: &Path, named: &mut Vec<Named>) {
    let mut tokens = tokens.into_iter().peekable();
    let mut attributes = Attributes::default();
    while let Some(token) = tokens.next() {
        match token {
            TokenTree::Punct(hash) if hash.as_char() == '#' => {
                if let Some(TokenTree::Group(group)) = tokens.peek()
                    && group.delimiter() == Delimiter::Bracket
                {
                    attributes.note(group.stream());
                    tokens.next();
                }
            }
            // Words that may stand between the attributes and `fn`.
            TokenTree::Ident(word) if matches!(word.to_string().as_str(), "pub" | "async" | "const") => {}
            TokenTree::Ident(word) if word == "fn" => {
                let name = tokens.peek().map(ToString::to_string).unwrap_or_default();
                found(std::mem::take(&mut attributes), Some(name), file, named);
            }
            other => {
                found(std::mem::take(&mut attributes), None, file, named);
                if let TokenTree::Group(group) = other {
                    walk(group.stream(), file, named);
                }
            }
        }
    }
    found(attributes, None, file, named);
}

/// The item that the attributes belong to has come: a function of that name, or something else.
fn found(attributes: Attributes, function: Option<String>, file: &Path, named: &mut Vec<Named>) {
    let runs = attributes.test && !attributes.ignored;
    let test = function.filter(|_| runs);
    named.extend(attributes.rules.into_iter().map(|(id, line)| Named {
        id,
        file: file.to_owned(),
        line,
        test: test.clone(),
    }));
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tests_of(text: &str) -> Vec<(String, Option<String>)> {
        let named = in_source(Path::new("x.rs"), text).unwrap();
        named.into_iter().map(|n| (n.id, n.test)).collect()
    }

    fn pair(id: &str, test: Option<&str>) -> (String, Option<String>) {
        (id.to_owned(), test.map(str::to_owned))
    }

    #[test]
    fn several_clauses_may_stand_in_one_attribute_and_several_attributes_above_one_test() {
        let text = r#"
            mod tests {
                #[rule("G7.4-83", "G7.5-31")]
                #[table::rule("L8-6")]
                #[test]
                fn brown_drives_wagner() { let x = 1; }
            }"#;
        let test = Some("brown_drives_wagner");
        assert_eq!(tests_of(text), [pair("G7.4-83", test), pair("G7.5-31", test), pair("L8-6", test)]);
    }

    #[test]
    fn only_tests_that_run_count() {
        assert_eq!(tests_of(r#"#[rule("G1-1")] fn helper() {}"#), [pair("G1-1", None)]);
        assert_eq!(tests_of(r#"#[rule("G1-1")] #[test] #[ignore] fn lazy() {}"#), [pair("G1-1", None)]);
        assert_eq!(tests_of(r#"#[rule("G1-1")] struct NoTest;"#), [pair("G1-1", None)]);
        assert_eq!(
            tests_of(
                r##"// #[rule("G1-1")]
            #[test] fn a() { let s = r#"#[rule("G1-2")] #[test] fn b() {}"#; }"##
            ),
            []
        );
    }

    #[test]
    fn order_of_attributes_comments_and_macros_do_not_matter() {
        let text = r#"
            proptest! {
                /// Any hex.
                #[test]
                #[rule("G3.1-4")]
                fn all_hexes(x in 0..3) { prop_assert!(x < 3); }
            }"#;
        assert_eq!(tests_of(text), [pair("G3.1-4", Some("all_hexes"))]);
    }

    #[test]
    fn a_line_is_known() {
        let named = in_source(Path::new("x.rs"), "\n\n#[rule(\"G1-1\")]\n#[test]\nfn a() {}").unwrap();
        assert_eq!(named[0].line, 3);
    }
}
