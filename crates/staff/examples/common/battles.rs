//! Which battles somebody means: by their names, or all of a system.

use anyhow::bail;

pub fn named(names: &[String]) -> anyhow::Result<Vec<library::Entry>> {
    let known: Vec<library::Entry> = library::list();
    let mut found = Vec::new();
    for name in names {
        let mut of: Vec<_> =
            known.iter().filter(|b| b.id == *name || b.system == name.as_str()).cloned().collect();
        if of.is_empty() {
            bail!("`{name}` is no scenario and no system");
        }
        found.append(&mut of);
    }
    Ok(found)
}
