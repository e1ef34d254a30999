//! The `#[rule("G7.4-83")]` attribute: names the clauses of the rule index that a test proves.
//!
//! It changes nothing in the code. `cargo xtask rules` reads it from the sources, so that a clause
//! without a test is seen; the compiler only checks that every argument is a clause id in quotes.

use proc_macro::{TokenStream, TokenTree};

/// Marks a test as the proof of one or more clauses: `#[rule("G7.4-83", "G7.5-31")]`.
#[proc_macro_attribute]
pub fn rule(ids: TokenStream, item: TokenStream) -> TokenStream {
    for token in ids {
        let fault = match &token {
            TokenTree::Literal(id) if is_clause_id(&id.to_string()) => None,
            TokenTree::Punct(comma) if comma.as_char() == ',' => None,
            _ => Some(token.to_string()),
        };
        if let Some(text) = fault {
            let message = format!("`{text}` is no clause id such as \"G7.4-83\"");
            return format!("compile_error!({message:?});").parse().expect("a valid macro call");
        }
    }
    item
}

/// `"G7.4-83"`, `"LTAB-9"`, `"VMOR-7"` with its quotes: a system letter, a chapter, a dash, a number.
fn is_clause_id(quoted: &str) -> bool {
    let id = quoted.trim_matches('"');
    let Some((chapter, number)) = id.rsplit_once('-') else { return false };
    quoted.starts_with('"')
        && chapter.starts_with(['G', 'L', 'V'])
        && !number.is_empty()
        && number.bytes().all(|b| b.is_ascii_digit())
}
