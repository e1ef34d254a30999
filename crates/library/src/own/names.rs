//! What own files may be called, and how much of them there may be.

use std::collections::BTreeMap;

/// Files of one scenario by their names.
pub type Files = BTreeMap<String, String>;

/// The most text files of one scenario, and the most bytes of text in all of them.
pub const MOST_FILES: usize = 16;
/// The most that all texts of a scenario may have together, in bytes.
pub const MOST_TEXT: usize = 2_000_000;

/// How files that hold text may end.
pub const TEXTS: [&str; 3] = [".toml", ".csv", ".md"];
/// How pictures may end.
pub const PICTURES: [&str; 4] = [".jpg", ".jpeg", ".png", ".webp"];

/// The longest name of a folder or a file.
const LONGEST: usize = 100;
/// Names that some systems keep for devices.
const DEVICES: [&str; 6] = ["con", "prn", "aux", "nul", "com", "lpt"];

pub(super) fn is_text(name: &str) -> bool {
    ends(name, &TEXTS)
}

/// Whether a file is called like a picture.
pub fn is_picture(name: &str) -> bool {
    ends(name, &PICTURES)
}

fn ends(name: &str, endings: &[&str]) -> bool {
    let name = name.to_ascii_lowercase();
    endings.iter().any(|ending| name.ends_with(ending))
}

/// Whether a folder or file may be called so on every system: it lies beside its fellows, and nowhere else.
pub(super) fn plain(name: &str) -> Result<(), String> {
    let shown: String = name.chars().take(80).collect();
    let first = name.split('.').next().unwrap_or_default().to_ascii_lowercase();
    let device = DEVICES.contains(&first.trim_end_matches(|c: char| c.is_ascii_digit()));
    let fits = |c: char| c.is_alphanumeric() || " -_.,'()+&".contains(c);
    if name.is_empty() || name.len() > LONGEST {
        return Err(format!("`{shown}`: a name has 1 to {LONGEST} letters"));
    }
    if let Some(wrong) = name.chars().find(|c| !fits(*c)) {
        return Err(format!("`{shown}`: a name holds letters, digits, spaces and -_.,'()+&, not `{wrong}`"));
    }
    if name.starts_with(['.', ' ']) || name.ends_with(['.', ' ']) || name.contains("..") || device {
        return Err(format!("`{shown}` cannot be the name of a file on every system: choose another"));
    }
    Ok(())
}

/// Whether texts are such as a scenario is made of.
pub(super) fn checked(files: &Files) -> Result<(), String> {
    if files.is_empty() {
        return Err("there is no file: a scenario and its map are expected".to_owned());
    }
    if files.len() > MOST_FILES {
        return Err(format!("{} files: a scenario has at most {MOST_FILES}", files.len()));
    }
    for name in files.keys() {
        plain(name)?;
        if !is_text(name) {
            return Err(format!("`{name}`: a file ends in one of {}", TEXTS.join(", ")));
        }
    }
    Ok(())
}

/// Whether texts are small enough.
pub(super) fn small(files: &Files) -> Result<(), String> {
    let bytes: usize = files.values().map(String::len).sum();
    match bytes <= MOST_TEXT {
        true => Ok(()),
        false => Err(format!("{bytes} bytes of text: a scenario has at most {MOST_TEXT}")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_lead_elsewhere_are_refused() {
        for good in ["chancellorsville", "My map (2).map.toml", "Ü & Co.csv", "a.b"] {
            assert_eq!(plain(good), Ok(()), "{good}");
        }
        let long = "x".repeat(LONGEST + 1);
        for bad in [
            "",
            ".",
            "..",
            "../x",
            "a/b",
            "a\\b",
            ".hidden",
            "a..b",
            "x\0",
            "x\n",
            "c:x",
            "nul",
            "COM1.toml",
            "x ",
            &long,
        ] {
            assert!(plain(bad).is_err(), "{bad:?}");
        }
    }

    #[test]
    fn only_texts_and_few_of_them_are_taken() {
        let files = |names: &[&str]| names.iter().map(|name| ((*name).to_owned(), String::new())).collect();
        assert_eq!(checked(&files(&["a.scenario.toml", "b.map.toml", "u.csv"])), Ok(()));
        for bad in ["a.exe", "a.html", "a.toml.svg", "toml"] {
            assert!(checked(&files(&[bad])).is_err(), "{bad}");
        }
        let many: Vec<String> = (0..=MOST_FILES).map(|n| format!("{n}.toml")).collect();
        assert!(checked(&files(&many.iter().map(String::as_str).collect::<Vec<_>>())).is_err());
        assert!(checked(&Files::new()).is_err());
        let large = Files::from([("a.toml".to_owned(), "x".repeat(MOST_TEXT + 1))]);
        assert!(small(&large).unwrap_err().contains("2000000"));
    }
}
