//! The types of the browser client are those of the server: `web/js/wire.d.ts` is written from them.
//!
//! `cargo wire` compares; `WRITE=1 cargo wire` writes the file anew.
#![cfg(feature = "ts")]

use std::collections::BTreeMap;
use std::path::Path;

use server::{Clause, Officer, ScenarioCard, wire, wire_club, wire_people};
use ts_rs::{Config, TS, TypeVisitor};

const HEAD: &str = "\
// The JSON that the server sends, written from its types by `WRITE=1 cargo wire`. Do not edit.

/** What happened, with the keys of its system; `now` holds every piece it changed, as it is after it. */
export type GameEvent = Record<string, unknown> & { type: string, now?: Now[] };
/** An event with its sentence. */
export type ToldEvent = GameEvent & { say: string, show?: Show };
";

/// Declarations by name, so that each stands once.
struct Gathered {
    config: Config,
    found: BTreeMap<String, String>,
}

impl TypeVisitor for Gathered {
    fn visit<T: TS + 'static + ?Sized>(&mut self) {
        // Without a path it is a word of TypeScript itself.
        if T::output_path().is_none() {
            T::visit_generics(self);
            return;
        }
        let (name, text) = (T::ident(&self.config), T::decl(&self.config));
        if let Some(known) = self.found.get(&name) {
            assert_eq!(*known, text, "two types are called {name}: rename one with #[ts(rename)]");
            T::visit_generics(self);
            return;
        }
        self.found.insert(name, text);
        T::visit_dependencies(self);
        T::visit_generics(self);
    }
}

/// What ts-rs cannot say: the keys of a pose stand in whatever has a condition, or are absent.
fn with_pose(declared: &str) -> String {
    const BEFORE: &str = "strength: string | null,";
    declared.replace(BEFORE, &format!("x?: number, y?: number, facing?: number, {BEFORE}"))
}

fn written() -> String {
    let mut all = Gathered { config: Config::default().with_large_int("number"), found: BTreeMap::new() };
    all.visit::<wire::Table>();
    all.visit::<wire::Answer>();
    all.visit::<wire::News>();
    all.visit::<wire::Log>();
    all.visit::<wire::Chat>();
    all.visit::<wire::Hint>();
    all.visit::<wire::Moment>();
    all.visit::<wire::WhyNot>();
    all.visit::<wire::Reach>();
    all.visit::<wire::OwnWritten>();
    all.visit::<wire::OwnFiles>();
    all.visit::<wire::OwnFindings>();
    all.visit::<wire::Calibrated>();
    all.visit::<wire::Way>();
    all.visit::<wire::GameRow>();
    all.visit::<wire::Begun>();
    all.visit::<wire::Board>();
    all.visit::<wire::Review>();
    all.visit::<wire::Strength>();
    all.visit::<wire_people::ClubInfo>();
    all.visit::<wire_people::Me>();
    all.visit::<wire_people::Entered>();
    all.visit::<wire_people::LinkForDevice>();
    all.visit::<wire_people::Ceremony>();
    all.visit::<wire_people::PersonCard>();
    all.visit::<wire::Watching>();
    all.visit::<wire_club::OpenSeats>();
    all.visit::<wire_club::MyOpenSeats>();
    all.visit::<wire_people::MyHoliday>();
    all.visit::<wire_club::ClubTable>();
    all.visit::<wire_club::Members>();
    all.visit::<wire_club::PersonRecord>();
    all.visit::<wire_club::PersonGames>();
    all.visit::<wire_club::CareBook>();
    all.visit::<table::Now>();
    all.visit::<table::Show>();
    all.visit::<wire::TakingBack>();
    all.visit::<ScenarioCard>();
    all.visit::<Officer>();
    all.visit::<server::Thinking>();
    all.visit::<Clause>();
    all.visit::<library::About>();
    all.visit::<library::lesson::LessonCard>();
    all.visit::<library::Book>();
    all.visit::<library::Term>();
    all.visit::<library::Filled>();
    library::visit_own(&mut all);
    let own = library::own_names(&all.config).join(" & ");
    let mut text = format!(
        "{HEAD}/** What one system alone shows: the keys of the others are not there. */\nexport type Own = \
         Partial<{own}>;\n\n"
    );
    for declared in all.found.values() {
        text += &format!("export {}\n\n", with_pose(declared));
    }
    format!("{}\n", text.trim_end())
}

#[test]
fn the_types_of_the_client_are_those_of_the_server() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web/js/wire.d.ts");
    let now = written();
    if std::env::var_os("WRITE").is_some() {
        std::fs::write(&file, &now).expect("web/js can be written to");
    }
    let kept = std::fs::read_to_string(&file).unwrap_or_default();
    assert!(
        kept == now,
        "web/js/wire.d.ts is not what the server sends: `WRITE=1 cargo wire` writes it anew"
    );
}
