//! The loop over slips, and what a crash is told with.

use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;

use table::laws::Slips;

fn setting(name: &str, default: u64) -> u64 {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(default)
}

/// The texts that once broke this reader.
fn known(target: &str) -> Vec<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/slips/corpus").join(target);
    let Ok(files) = fs::read_dir(folder) else { return Vec::new() };
    let mut paths: Vec<_> = files.filter_map(|file| Some(file.ok()?.path())).collect();
    paths.sort();
    paths.iter().map(|path| String::from_utf8_lossy(&fs::read(path).unwrap()).into_owned()).collect()
}

/// Has a reader read every text, and many more with slips in them. `usual` is how many where nobody asks for
/// more.
pub fn read(target: &str, texts: Vec<String>, usual: u64, mut reader: impl FnMut(&str)) {
    let mut corpus = texts;
    corpus.extend(known(target));
    let (count, seed) = (setting("HARDTACK_SLIPS", usual), setting("HARDTACK_SEED", 1863));
    let mut slips = Slips::new(seed);
    let made = (0..count).map(|_| None).collect::<Vec<Option<String>>>();
    let all = corpus.clone().into_iter().map(Some).chain(made);
    for (number, text) in all.enumerate() {
        let text = text.unwrap_or_else(|| slips.text(&corpus));
        if catch_unwind(AssertUnwindSafe(|| reader(&text))).is_err() {
            let kept = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{target}-{seed}-{number}"));
            fs::write(&kept, &text).unwrap();
            panic!("{target}, seed {seed}, text {number} broke the reader; it is kept as {}", kept.display());
        }
    }
    if count != usual {
        println!("{target}: {count} texts with slips, seed {seed}, none broke the reader");
    }
}
