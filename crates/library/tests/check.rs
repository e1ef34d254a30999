//! What `check` says: every slip with its code, its line and column; nothing about what ships.

use std::collections::BTreeSet;

use library::{Finding, built_in, examine, examine_path};
use table::Viewer;

/// The files of a scenario, as they lie in one folder.
fn folder(id: &str) -> Vec<(String, String)> {
    let texts = library::open(id).unwrap().texts;
    texts.into_iter().map(|(name, text)| (name.rsplit('/').next().unwrap().to_owned(), text)).collect()
}

#[test]
fn nothing_that_ships_has_a_fault_or_a_warning() {
    for (id, _) in library::check_all() {
        assert_eq!(examine_path(&id).unwrap(), [], "{id}");
    }
    for ending in [".map.toml", ".table.toml"] {
        for file in built_in(ending) {
            assert_eq!(examine(&[(file.path.clone(), file.text())]), [], "{}", file.path);
        }
    }
    for (id, _) in library::lesson::check_lessons() {
        assert_eq!(examine_path(&id).unwrap(), [], "{id}");
    }
}

/// A text is changed; `‸` in the new words is where the finding must be.
struct Slip {
    /// Which file: 0 is the scenario, 1 its map or table.
    file: usize,
    old: &'static str,
    new: &'static str,
    code: &'static str,
    /// What the finding says, in part: of its key or its message.
    says: &'static str,
}

const fn slip(
    file: usize,
    old: &'static str,
    new: &'static str,
    code: &'static str,
    says: &'static str,
) -> Slip {
    Slip { file, old, new, code, says }
}

const GCACW: &[Slip] = &[
    slip(0, "manpower = 8", "‸man_power = 8", "F0", "did you mean `manpower`?"),
    slip(
        0,
        "arm = \"cavalry\"\ncommand = \"Ja-F\"",
        "arm = ‸\"calvary\"\ncommand = \"Ja-F\"",
        "F0",
        "did you mean `cavalry`?",
    ),
    slip(0, "hex = \"4309\"", "hex = ‸\"9999\"", "F0", "[[unit]] Bate: hex"),
    slip(0, "hex = \"4309\"", "hex = 4309‸", "F0", ""),
    slip(0, "manpower = 8", "manpower = ‸44", "F0", "[[unit]] Brown: manpower"),
    slip(0, "with = \"Armstrong\"", "with = ‸\"Amstrong\"", "F0", "did you mean `Armstrong`?"),
    slip(0, "game = \"HSN\"", "game = ‸\"HSM\"", "F0", "did you mean `HSN`?"),
    slip(
        0,
        "map = \"crossroads.map.toml\"",
        "map = ‸\"crosroads.map.toml\"",
        "F0",
        "did you mean `crossroads.map.toml`?",
    ),
    slip(0, "turns = 2\n", "turns = ‸201\n", "F0", "[gcacw] turns"),
    slip(0, "year = 1864", "year = ‸1964", "F0", "[gcacw] year"),
    slip(
        0,
        "optional = [\"fatigue-4-march\"]",
        "optional = [‸\"fatigue-5-march\"]",
        "F0",
        "did you mean `fatigue-4-march`?",
    ),
    slip(0, "fatigue = 1", "fatigue = ‸7", "F0", "[[unit]] Brown: fatigue"),
    slip(0, "name = \"Bate\"", "name = ‸\"Brown\"", "F0", "[[unit]] Brown (2): name"),
    slip(0, "value = -1", "value = ‸-13", "F0", "[[gcacw.modifier]]"),
    slip(0, "command = \"C\"\ntactical = 3", "command = \"Q\"\ntactical = 3", "F0", "not of his command"),
    slip(1, "kind = \"pike\"", "kind = ‸\"piek\"", "M0", "did you mean `pike`?"),
    slip(1, "sides =", "‸sidess =", "M0", "did you mean `sides`?"),
];

const LFM: &[Slip] = &[
    slip(
        0,
        "arm = \"infantry\"\ncorps = \"I\"\ndivision = \"1\"\nbrigade = \"1\"\nsp = 4",
        "arm = ‸\"infantery\"\ncorps = \"I\"\ndivision = \"1\"\nbrigade = \"1\"\nsp = 4",
        "F0",
        "did you mean `infantry`?",
    ),
    slip(0, "cohesion = 4", "‸cohesoin = 4", "F0", "did you mean `cohesion`?"),
    slip(0, "cohesion = 5", "cohesion = ‸9", "F0", "expected 1 to 6"),
    slip(0, "hex = \"0608\"\nstate", "hex = ‸\"9908\"\nstate", "F0", "[[unit]] 5VT: hex"),
    slip(0, "state = \"building\"", "state = ‸\"bilding\"", "F0", "[[unit]] 5VT: state"),
    slip(0, "free_units = [\"1SS\"]", "free_units = [‸\"1ST\"]", "F0", "did you mean `1SS`?"),
    slip(
        0,
        "acting = { union = \"Alden\" }",
        "acting = { union = ‸\"Aldan\" }",
        "F0",
        "did you mean `Alden`?",
    ),
    slip(
        0,
        "name = \"Cobb\"\nstars = 1\ncorps = \"I\"\ndivision = \"1\"\nbrigade = \"1\"\nstrength = 14",
        "name = \"Cobb\"\nstars = 2\ncv = 4\ncorps = \"II\"\ndivision = \"9\"",
        "S7",
        "has no commander",
    ),
    slip(
        0,
        "name = \"Emory\"\nstars = 3\ncv = 5\ncorps = \"I\"",
        "name = \"Emory\"\nstars = 3\ncv = 5\ncorps = \"V\"",
        "S1",
        "[[commander]] Emory",
    ),
    slip(1, "\"1007/1108\", \"1107/1108\", ", "", "M1", "Mill Run is in 2 pieces"),
];

const VNB: &[Slip] = &[
    slip(
        0,
        "type = \"infantry-brigade\"",
        "type = ‸\"infantry-brigad\"",
        "F0",
        "did you mean `infantry-brigade`?",
    ),
    slip(0, "morale = 5", "‸moral = 5", "F0", "did you mean `morale`?"),
    slip(0, "morale = 5", "morale = ‸9", "F0", "expected 2 to 7"),
    slip(0, "x = 21", "x = ‸2100", "F0", "does not lie wholly on the table"),
    slip(
        0,
        "feature = \"Crossroads, east block\"",
        "feature = ‸\"Crossroads\"",
        "F0",
        "[[objective]] The crossroads: feature",
    ),
    slip(0, "turns = 6", "turns = ‸0", "F0", "expected 1 to 999"),
    slip(
        0,
        "table = \"crossroads.table.toml\"",
        "table = ‸\"crossroad.table.toml\"",
        "F0",
        "did you mean `crossroads.table.toml`?",
    ),
    slip(
        0,
        "name = \"Hurlbut\"\ntype = \"commander\"\nrank = \"division\"\ndivision = \"Hurlbut\"",
        "name = \"Hurlbut\"\ntype = \"commander\"\nrank = \"corps\"\ncorps = \"None\"",
        "S6",
        "nobody commands",
    ),
    slip(1, "kind = \"road\"", "kind = ‸\"raod\"", "M0", "did you mean `road`?"),
];

fn found(id: &str, slip: &Slip) -> (Vec<Finding>, Option<(usize, usize)>) {
    let mut texts = folder(id);
    let text = &texts[slip.file].1;
    assert!(text.contains(slip.old), "{id}: `{}` is not in the file", slip.old);
    let marked = text.replacen(slip.old, slip.new, 1);
    let place = marked.find('‸').map(|at| {
        let line = marked[..at].lines().count().max(1);
        let begins = marked[..at].rfind('\n').map_or(0, |end| end + 1);
        let line = if begins == at { line + 1 } else { line };
        (line, marked[begins..at].chars().count() + 1)
    });
    texts[slip.file].1 = marked.replace('‸', "");
    (examine(&texts), place)
}

#[test]
fn every_slip_is_found_at_its_place() {
    for (id, slips) in [("crossroads-gcacw", GCACW), ("lfm-example", LFM), ("crossroads", VNB)] {
        for slip in slips {
            let (findings, place) = found(id, slip);
            let at = findings.iter().find(|f| f.code == slip.code && f.to_string().contains(slip.says));
            let at = at.unwrap_or_else(|| panic!("{id}: `{}`: {findings:#?}", slip.new));
            assert!(findings.iter().all(|f| f.line.is_some() && f.column.is_some()), "{findings:#?}");
            // Where nothing is marked, any place will do; of a value whose end is marked, the line.
            if let Some((line, column)) = place {
                assert_eq!(at.line, Some(line), "{}: {at:#?}", slip.new);
                let exact = !slip.new.ends_with('‸');
                assert!(!exact || at.column == Some(column), "{} at {column}: {at:#?}", slip.new);
            }
            assert_eq!(at.is_fault(), !slip.code.starts_with(['S', 'M']) || slip.code == "M0", "{at:?}");
        }
    }
}

#[test]
fn a_side_without_units_is_a_fault_of_its_own() {
    for (id, list) in
        [("crossroads-gcacw", "[[unit]]"), ("lfm-example", "[[unit]]"), ("crossroads", "[[stand]]")]
    {
        let mut texts = folder(id);
        let parts: Vec<&str> = texts[0].1.split("\n[[").collect();
        let kept =
            parts.iter().filter(|part| !part.starts_with(&format!("{}]]", list.trim_matches(['[', ']']))));
        let text: Vec<&str> = kept.copied().collect();
        texts[0].1 = text.join("\n[[");
        let findings = examine(&texts);
        let opened = library::open_texts("x.scenario.toml", texts[0].1.clone(), &[]);
        assert!(opened.is_err());
        assert!(findings.iter().any(Finding::is_fault), "{id}: {findings:#?}");
    }
    let texts = library::open("lesson-spring-hill").unwrap().texts;
    let text = texts[0].1.replace("side = \"union\"", "side = \"confederate\"");
    let beside = vec![(texts[1].0.as_str(), texts[1].1.clone())];
    let faults = library::open_texts("x.scenario.toml", text, &beside).unwrap_err();
    assert!(faults.0.iter().all(|fault| fault.line.is_some()), "{faults}");
}

/// What a changed scenario is warned of.
fn warned(id: &str, change: impl Fn(&str) -> String) -> Vec<String> {
    let mut texts = folder(id);
    let changed = change(&texts[0].1);
    assert_ne!(changed, texts[0].1, "the change changes nothing");
    texts[0].1 = changed;
    let findings = examine(&texts);
    assert!(findings.iter().all(|f| !f.is_fault() && f.line > Some(1)), "{findings:#?}");
    findings.into_iter().map(|f| f.code.to_owned()).collect()
}

/// The scenario without the parts that begin so.
fn without(text: &str, begins: &[&str]) -> String {
    let parts = text.split("\n[").filter(|part| !begins.iter().any(|b| part.starts_with(b)));
    parts.collect::<Vec<_>>().join("\n[")
}

#[test]
fn slips_of_a_whole_scenario_are_warned_of() {
    let id = "crossroads-gcacw";
    // No leader of a corps XXIIX, but one of a corps like it.
    let stanley = |t: &str| {
        let t = t.replace("command = \"IV\"\ntactical = 3", "command = \"XXIII\"\ntactical = 3");
        t.replace("with = \"Wagner\"", "with = \"Ruger\"").replace("command = \"IV\"", "command = \"XXIIX\"")
    };
    assert_eq!(warned(id, stanley), ["S2"]);
    assert_eq!(warned(id, |t| t.replacen("at_least = 4", "at_least = -9", 1)), ["S3"]);
    let bare = |t: &str| {
        without(
            t,
            &["[victory.place", "[victory.loss", "[victory.station", "[victory.bridge", "[victory.automatic"],
        )
    };
    assert_eq!(warned(id, bare), ["S4"]);
    assert_eq!(warned(id, |t| t.replacen("[\"4108\", \"4111\"]", "[\"4407\"]", 1)), ["S5"]);
    let id = "lfm-example";
    assert_eq!(warned(id, |t| t.replacen("hex = \"0701\"", "hex = \"0504\"", 1)), ["S5"]);
    let nothing = "\n[victory]\nsp = 0\nbrigade = 0\ncommander = 0\n";
    assert_eq!(warned(id, |t| without(t, &["victory", "[victory"]) + nothing), ["S4"]);
    let levels = "\n[victory]\nlevels = { marginal = 5, substantial = 5, decisive = 20 }\n";
    assert_eq!(warned(id, |t| without(t, &["victory", "[victory"]) + levels), ["S3"]);
    let id = "crossroads";
    let nothing = "[vnb.victory]\ncasualty = 0\nexhausted = 0\ncollapsed = 0";
    let worthless = |t: &str| without(&t.replacen("[vnb.victory]", nothing, 1), &["[objective"]);
    assert_eq!(warned(id, worthless), ["S4"]);
}

#[test]
fn all_slips_are_told_at_once_and_with_those_of_the_map() {
    let mut texts = folder("crossroads-gcacw");
    texts[0].1 = texts[0].1.replace("manpower", "man_power").replacen("hex = \"4409\"", "hex = \"9999\"", 1);
    texts[1].1 = texts[1].1.replacen("kind = \"pike\"", "kind = \"piek\"", 1);
    let units = texts[0].1.matches("man_power").count();
    let findings = examine(&texts);
    let told = |what: &str| findings.iter().filter(|f| f.to_string().contains(what)).count();
    assert_eq!((told("`man_power`"), told("`9999`"), told("`piek`")), (units, 1, 1), "{findings:#?}");
}

/// The first line of every key of every list and table of a file: line number, section, key.
fn keys(text: &str) -> Vec<(usize, String)> {
    let mut seen = BTreeSet::new();
    let mut section = String::new();
    let mut found = Vec::new();
    for (n, line) in text.lines().enumerate() {
        if line.starts_with('[') {
            section = line.split('#').next().unwrap().trim().to_owned();
        }
        let Some((key, value)) = line.split_once(" = ") else { continue };
        let plain = key.chars().all(|c| c.is_ascii_lowercase() || c == '_');
        // What goes on over several lines, and tables whose keys are anything.
        let free = ["[lfm.tables", "[gcacw.tables", "[gcacw.events", "[campaign."]
            .iter()
            .any(|t| section.starts_with(t));
        if plain
            && !free
            && !value.ends_with(['[', '\\'])
            && !value.contains("\"\"\"")
            && seen.insert((section.clone(), key.to_owned()))
        {
            found.push((n, key.to_owned()));
        }
    }
    found
}

#[test]
fn every_key_of_every_scenario_that_is_misspelt_or_of_the_wrong_kind_is_told_with_its_line() {
    // The examples have nearly every key, these every other that is in use.
    let ids = [
        "crossroads-gcacw",
        "crossroads-campaign",
        "lfm-example",
        "crossroads",
        "lesson-spring-hill",
        "rummels-farm",
        "lesson-henry-hill",
    ];
    for id in ids {
        let texts = folder(id);
        for (n, key) in keys(&texts[0].1) {
            for wrong in [format!("{key}zz"), format!("{key} = [[{{}}]] #")] {
                let lines = texts[0].1.lines().enumerate().map(|(at, line)| match at == n {
                    true => line.replacen(&key, &wrong, 1),
                    false => line.to_owned(),
                });
                let mut changed = texts.clone();
                changed[0].1 = lines.collect::<Vec<_>>().join("\n");
                let findings = examine(&changed);
                let here = findings.iter().any(|f| f.is_fault() && f.line == Some(n + 1));
                assert!(here, "{id}, line {}, `{wrong}`: {findings:#?}", n + 1);
                assert!(findings.iter().all(|f| f.line.is_some() && f.column.is_some()), "{findings:#?}");
            }
        }
    }
}

/// The entries of a list of a scenario as a table, and the scenario without them.
fn as_table(text: &str, list: &str, word: &str) -> (String, String) {
    let file: toml::Table = text.parse().unwrap();
    let entries = file[list].as_array().unwrap();
    let mut columns: Vec<String> = Vec::new();
    let mut flat = Vec::new();
    for entry in entries {
        let mut row = Vec::new();
        for (key, value) in entry.as_table().unwrap() {
            match value.as_table() {
                Some(inner) => row.extend(inner.iter().map(|(k, v)| (format!("{key}.{k}"), v.clone()))),
                None => row.push((key.clone(), value.clone())),
            }
        }
        columns.extend(row.iter().map(|(key, _)| key.clone()));
        flat.push(row);
    }
    columns.sort();
    columns.dedup();
    let cell = |value: &toml::Value| match value {
        toml::Value::String(text) => format!("\"{text}\""),
        toml::Value::Array(list) => list.iter().map(|v| v.as_str().unwrap()).collect::<Vec<_>>().join(" "),
        other => other.to_string(),
    };
    let mut csv = columns.join(",") + "\n";
    for row in &flat {
        let cells = columns
            .iter()
            .map(|c| row.iter().find(|(key, _)| key == c).map(|(_, v)| cell(v)).unwrap_or_default());
        csv += &(cells.collect::<Vec<_>>().join(",") + "\n");
    }
    let parts = text.split("\n[[").filter(|part| !part.starts_with(&format!("{list}]]")));
    let without = parts.collect::<Vec<_>>().join("\n[[");
    (without.replacen("name = ", &format!("{word} = \"oob.csv\"\nname = "), 1), csv)
}

#[test]
fn units_in_a_table_make_the_same_scenario_wherever_its_files_are() {
    let systems = [
        ("crossroads-gcacw", "unit", "units"),
        ("lfm-example", "unit", "units"),
        ("crossroads", "stand", "units"),
    ];
    for (id, list, word) in systems {
        let texts = folder(id);
        let (text, csv) = as_table(&texts[0].1, list, word);
        let view =
            |s: &library::Scenario| serde_json::to_string(&s.position().view(Viewer::Referee)).unwrap();
        let beside = [(texts[1].0.as_str(), texts[1].1.clone()), ("oob.csv", csv.clone())];
        let name = format!("{id}.scenario.toml");
        let opened =
            library::open_texts(&name, text.clone(), &beside).unwrap_or_else(|e| panic!("{id}: {e}\n{csv}"));
        assert_eq!(view(&opened), view(&library::open(id).unwrap()), "{id}");
        assert!(opened.texts.iter().any(|(file, _)| file == "oob.csv"), "the table is part of the scenario");
        let kept = library::open_kept(id, &[], &opened.texts).unwrap();
        assert_eq!((kept.hash(), view(&kept)), (opened.hash(), view(&opened)));
        let disk = tempfile::tempdir().unwrap();
        for (file, text) in [(&name, &text), (&texts[1].0, &texts[1].1), (&"oob.csv".to_owned(), &csv)] {
            std::fs::write(disk.path().join(file), text).unwrap();
        }
        let path = disk.path().join(&name);
        let on_disk = library::open(path.to_str().unwrap()).unwrap();
        assert_eq!(view(&on_disk), view(&opened));
        let broken = csv.replacen("union", "unoin", 1);
        std::fs::write(disk.path().join("oob.csv"), &broken).unwrap();
        let findings = examine_path(path.to_str().unwrap()).unwrap();
        let at = broken.lines().position(|line| line.contains("unoin")).unwrap();
        let fault = findings.iter().find(|f| f.is_fault()).unwrap();
        assert_eq!((fault.file.as_str(), fault.line), ("oob.csv", Some(at + 1)), "{findings:#?}");
        let column = broken.lines().nth(at).unwrap().find("unoin").unwrap();
        assert!(fault.column == Some(column) && fault.message.contains("union"), "{column}: {fault:#?}");
    }
}

/// The first block of a page that begins so, without its fences.
fn block(page: &str, fence: &str, begins: &str) -> String {
    let start = format!("```{fence}\n{begins}");
    let at = page.find(&start).unwrap_or_else(|| panic!("no block {start}")) + fence.len() + 4;
    page[at..].split("```").next().unwrap().to_owned()
}

#[test]
fn the_tables_that_the_pages_show_can_be_read() {
    let docs = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/");
    let pages = [
        ("gcacw", "crossroads-gcacw", "unit"),
        ("lfm", "lfm-example", "unit"),
        ("vnb", "crossroads", "stand"),
    ];
    for (system, id, list) in pages {
        let page = std::fs::read_to_string(format!("{docs}scenarios-{system}.md")).unwrap();
        let mut texts = folder(id);
        let (text, _) = as_table(&texts[0].1, list, &format!("{list}s"));
        texts[0].1 = text.clone();
        texts.push(("oob.csv".to_owned(), block(&page, "csv", "side,name,")));
        let findings = examine(&texts);
        assert!(findings.iter().all(|f| f.file != "oob.csv"), "{system}: {findings:#?}");
        let unread = findings.iter().filter(|f| f.key.starts_with(&format!("{list}s")));
        assert_eq!(unread.count(), 0, "{system}: {findings:#?}");
        let without = text.lines().filter(|line| !line.contains("oob.csv")).collect::<Vec<_>>().join("\n");
        let above = without.lines().count();
        texts[0].1 = format!("{without}\n\n{}", block(&page, "toml", &format!("[[{list}s]]")));
        let findings = examine(&texts);
        let inside: Vec<&Finding> = findings
            .iter()
            .filter(|f| f.is_fault() && f.file == texts[0].0 && f.line > Some(above))
            .collect();
        assert!(inside.is_empty(), "{system}: {inside:#?}");
    }
}
