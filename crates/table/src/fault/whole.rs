//! A scenario read whole: what a system makes of its text, or everything that is wrong with it.

use super::{Fault, Faults, Source, TableTexts};

/// What `setup` makes of a scenario's text.
///
/// # Errors
/// Everything it noted as wrong.
pub fn load_whole<S>(
    file: &str,
    text: &str,
    setup: impl for<'t> FnOnce(&mut Source<'t>, &'t TableTexts) -> Option<S>,
) -> Result<S, Faults> {
    let texts = TableTexts::default();
    let mut source = Source::new(file, text);
    match setup(&mut source, &texts) {
        Some(setup) => source.finish(setup),
        None => Err(source.into_faults()),
    }
}

/// Everything that is wrong with a scenario and the files it names; where nothing is, what `lint` takes for a slip.
pub fn examine_whole<S>(
    file: &str,
    text: &str,
    setup: impl for<'t> FnOnce(&mut Source<'t>, &'t TableTexts) -> Option<S>,
    lint: impl FnOnce(&S, &mut Source<'_>),
) -> (Faults, Vec<Fault>) {
    let texts = TableTexts::default();
    let mut source = Source::new(file, text);
    if let Some(setup) = setup(&mut source, &texts).filter(|_| !source.has_faults()) {
        lint(&setup, &mut source);
    }
    let warnings = source.take_warnings();
    (source.into_faults(), warnings)
}
