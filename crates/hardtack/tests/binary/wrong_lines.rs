//! Command lines that cannot be: exit status 2, a sentence that names what is wrong, nothing on standard output and
//! nothing written.

use crate::common::typed;

/// Words of a command line, and what the answer must name.
const LINES: [(&str, &str); 42] = [
    ("sail", "sail"),
    ("sim", "SCENARIO"),
    ("sim no-such-battle", "no-such-battle"),
    ("sim nowhere/x.scenario.toml", "nowhere/x.scenario.toml"),
    ("sim second-manassas --games 0", "games"),
    ("sim second-manassas --games=-3", "games"),
    ("sim second-manassas --games many", "many"),
    ("sim second-manassas --players random", "two names"),
    ("sim second-manassas --players random,rand", "rand"),
    ("sim second-manassas --out games.xls", "games.xls"),
    ("sim second-manassas --out nowhere/games.csv", "nowhere"),
    ("sim second-manassas --threads 0", "threads"),
    ("sim second-manassas --resume", "--out"),
    ("sim second-manassas --decisions d.xls", "d.xls"),
    ("sim second-manassas --decisions d.csv --out a.csv --resume", "--resume"),
    ("ladder second-manassas --games 3", "even number"),
    ("ladder second-manassas --games 0", "games"),
    ("ladder second-manassas --levels random", "two players"),
    ("ladder second-manassas --levels random,napoleon", "napoleon"),
    ("ladder second-manassas --results r.xls", "r.xls"),
    ("report games.csv --out r.html", "games.csv"),
    ("report games.csv --out r.pdf", ".html"),
    ("report games.xls --out r.html", "games.xls"),
    ("play second-manassas --union napoleon", "napoleon"),
    ("play no-such-battle", "no-such-battle"),
    ("ask no-such-battle -", "no-such-battle"),
    ("replay nothing.jsonl", "nothing.jsonl"),
    ("ending nothing.jsonl", "nothing.jsonl"),
    ("scenario show no-such-battle", "no-such-battle"),
    ("map render second-manassas --out map.gif", ".svg or .png"),
    ("map render second-manassas --out map.png --scale 1000", "--scale 1000"),
    ("map render no-such-map --out map.svg", "no-such-map"),
    ("map render chancellorsville --setup --out map.svg", "chancellorsville"),
    ("atlas copy gondor", "gondor"),
    ("rules xyzzy", "xyzzy"),
    ("odds chess", "chess"),
    ("new chess mine", "chess"),
    ("new lfm ..", ".."),
    ("print map second-manassas --out map.png", ".pdf"),
    ("print map second-manassas --out map.pdf --paper a7", "a7"),
    ("print map second-manassas --out map.pdf --overlap 180mm", "--overlap"),
    ("serve --port 99999", "99999"),
];

#[test]
fn every_one_is_refused_with_status_two_and_changes_nothing() {
    for (line, names) in LINES {
        let folder = tempfile::tempdir().unwrap();
        let words: Vec<&str> = line.split(' ').collect();
        let done = typed(folder.path(), &words, "");
        assert_eq!(done.code, 2, "hardtack {line}\n{}{}", done.out, done.err);
        assert!(done.err.contains(names), "hardtack {line}: `{names}` is not told:\n{}", done.err);
        assert_eq!(done.out, "", "hardtack {line}");
        let left = std::fs::read_dir(folder.path()).unwrap().count();
        assert_eq!(left, 0, "hardtack {line} wrote something");
    }
}
