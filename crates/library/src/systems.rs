//! The one place that knows which rule systems there are. A new system is one line in [`load`], one in
//! [`SYSTEMS`] with what players are told of it (about.rs), and one `impl System`.

use std::borrow::Cow;
use std::sync::Arc;

use table::laws::{Broken, Report, Trial, uphold};
use table::{
    BySide, Chart, Commander, Dice, Drill, Fault, Faults, Foreword, Game, Played, Ruleset, Seated, Side,
    Source,
};

use crate::Board;
use crate::about::{self, About};
use crate::blank as blanks;
use crate::board::{hex_picture, hex_place, hex_plan};
use crate::skeleton::{self as skeletons, Texts};

/// Reads a file that the scenario names; the error says why it cannot.
pub(crate) type Read<'a> = &'a mut dyn FnMut(&str) -> Result<String, String>;

/// The rule systems there are.
static SYSTEMS: [About; 3] = [about::GCACW, about::LFM, about::VNB];

/// The rule systems there are.
pub fn systems() -> &'static [About] {
    &SYSTEMS
}

/// The rule system of this word.
pub fn system(word: &str) -> Option<&'static About> {
    SYSTEMS.iter().find(|system| system.id == word)
}

/// The rule system that a clause is of.
pub(crate) fn of_clause(id: &str) -> Option<&'static About> {
    SYSTEMS.iter().find(|system| id.starts_with(system.letter))
}

/// The charts of a system, from the values its rules use.
pub(crate) fn charts(system: &str) -> Vec<Chart> {
    match system {
        "gcacw" => gcacw::charts(),
        "lfm" => lfm::charts(),
        "vnb" => vnb::charts(),
        _ => Vec::new(),
    }
}

/// The texts of a scenario to begin with.
pub(crate) fn skeleton(system: &str) -> Option<&'static Texts> {
    match system {
        "gcacw" => Some(&skeletons::GCACW),
        "lfm" => Some(&skeletons::LFM),
        "vnb" => Some(&skeletons::VNB),
        _ => None,
    }
}

/// The empty board of a system.
pub(crate) fn blank(system: &str) -> Option<&'static Texts> {
    match system {
        "gcacw" => Some(&blanks::GCACW),
        "lfm" => Some(&blanks::LFM),
        "vnb" => Some(&blanks::VNB),
        _ => None,
    }
}

/// The types of what each system alone shows, for the browser client's type checker.
#[cfg(feature = "ts")]
pub fn visit_own(visitor: &mut impl ts_rs::TypeVisitor) {
    visitor.visit::<<gcacw::Gcacw as Ruleset>::Own>();
    visitor.visit::<<lfm::Lfm as Ruleset>::Own>();
    visitor.visit::<<vnb::Vnb as Ruleset>::Own>();
}

/// Their names.
#[cfg(feature = "ts")]
pub fn own_names(config: &ts_rs::Config) -> [String; 3] {
    use ts_rs::TS;
    [
        <gcacw::Gcacw as Ruleset>::Own::name(config),
        <lfm::Lfm as Ruleset>::Own::name(config),
        <vnb::Vnb as Ruleset>::Own::name(config),
    ]
}

/// What every scenario says about itself.
pub(crate) struct Head {
    pub system: &'static str,
    pub name: String,
    pub description: String,
    pub turns: u16,
    pub foreword: Foreword,
    pub game: Option<Published>,
    pub units: BySide<usize>,
}

/// The published game whose rules a scenario is played by, where a system has several.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Published {
    /// As its players write it: `HCR`.
    pub code: &'static str,
    /// What it is called.
    pub name: &'static str,
}

/// A rule that players may switch on for a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OptionalRule {
    /// The word in files and requests.
    pub word: &'static str,
    /// What players call it.
    pub title: &'static str,
    /// What it changes, in a sentence.
    pub text: &'static str,
    /// On in this scenario, whatever the players say.
    pub usual: bool,
}

/// A rule system as this crate sees it.
trait System: Commander {
    fn load(file: &str, text: &str, read: Read) -> Result<Self::Setup, Faults>;
    /// As `load`, with these optional rules as well. A system without optional rules knows none of the words.
    fn load_with(file: &str, text: &str, options: &[String], read: Read) -> Result<Self::Setup, Faults> {
        match options.first() {
            None => Self::load(file, text, read),
            Some(word) => {
                let what = format!("`{word}`: this game has no optional rules");
                Err(Faults(vec![Fault::new(file, "options", what)]))
            }
        }
    }
    /// Everything wrong with a scenario and what it names, and what is probably a slip.
    fn examine(file: &str, text: &str, read: Read) -> (Faults, Vec<Fault>);
    /// How many units each side has; the lists they are written in.
    fn forces(setup: &Self::Setup) -> (BySide<usize>, &'static str);
    /// The optional rules of a scenario.
    fn optional(_setup: &Self::Setup) -> Vec<OptionalRule> {
        Vec::new()
    }
    fn head(setup: &Self::Setup) -> Head;
    fn board(setup: &Self::Setup) -> Board<'_>;
    fn picture(setup: &Self::Setup, interactive: bool) -> String;
    /// The bare board with a further layer of SVG on it, in the coordinates of [`System::place`].
    fn plan(setup: &Self::Setup, overlay: &str) -> String;
    /// Where a place lies on the plan: a hex by its label, a point of a table as `x,y`.
    fn place(setup: &Self::Setup, at: &str) -> Option<(f64, f64)>;
}

/// A scenario of some system, loaded and ready to be played any number of times.
pub(crate) trait Loaded: Send + Sync {
    fn head(&self) -> Head;
    fn board(&self) -> Board<'_>;
    fn picture(&self, interactive: bool) -> String;
    fn plan(&self, overlay: &str) -> String;
    fn place(&self, at: &str) -> Option<(f64, f64)>;
    fn drills(&self) -> Vec<Drill<'_>>;
    fn position(&self) -> Box<dyn Game>;
    fn start(&self, dice: &mut dyn Dice) -> (Box<dyn Game>, Played);
    fn optional(&self) -> Vec<OptionalRule>;
    fn laws(&self, trial: &Trial) -> Result<Report, Box<Broken>>;
}

struct Of<R: Ruleset>(Arc<R::Setup>);

impl<R: System> Loaded for Of<R> {
    fn head(&self) -> Head {
        R::head(&self.0)
    }

    fn board(&self) -> Board<'_> {
        R::board(&self.0)
    }

    fn picture(&self, interactive: bool) -> String {
        R::picture(&self.0, interactive)
    }

    fn plan(&self, overlay: &str) -> String {
        R::plan(&self.0, overlay)
    }

    fn place(&self, at: &str) -> Option<(f64, f64)> {
        R::place(&self.0, at)
    }

    fn drills(&self) -> Vec<Drill<'_>> {
        R::drills(&self.0)
    }

    fn position(&self) -> Box<dyn Game> {
        Box::new(Seated::<R>::new(self.0.clone(), R::position(&self.0)))
    }

    fn start(&self, dice: &mut dyn Dice) -> (Box<dyn Game>, Played) {
        let (game, played) = Seated::<R>::start(self.0.clone(), dice);
        (Box::new(game), played)
    }

    fn optional(&self) -> Vec<OptionalRule> {
        R::optional(&self.0)
    }

    fn laws(&self, trial: &Trial) -> Result<Report, Box<Broken>> {
        uphold::<R>(&self.0, trial)
    }
}

/// Name and text of a scenario file, and the optional rules to switch on.
pub(crate) struct Asked<'a> {
    pub file: &'a str,
    pub text: &'a str,
    pub options: &'a [String],
    /// Whether it is to be played: then both sides have units.
    pub played: bool,
}

fn load_as<R: System>(asked: &Asked, read: Read) -> Result<Arc<dyn Loaded>, Faults> {
    let setup = R::load_with(asked.file, asked.text, asked.options, read)?;
    let mut source = Source::new(asked.file, asked.text);
    let (units, list) = R::forces(&setup);
    for side in Side::BOTH.into_iter().filter(|side| asked.played && units[*side] == 0) {
        source.fault_with("S0", list, format!("the {side} side has no units: expected at least one"));
    }
    source.finish(Arc::new(Of::<R>(Arc::new(setup))) as Arc<dyn Loaded>)
}

/// Everything wrong with a scenario and the files it names, and what is probably a slip.
pub(crate) fn examine(system: &str, asked: &Asked, read: Read) -> (Faults, Vec<Fault>) {
    let (faults, warnings) = match system {
        "gcacw" => gcacw::Gcacw::examine(asked.file, asked.text, read),
        "lfm" => lfm::Lfm::examine(asked.file, asked.text, read),
        "vnb" => vnb::Vnb::examine(asked.file, asked.text, read),
        _ => (Faults::default(), Vec::new()),
    };
    // What only playing it would show as well.
    match faults.0.is_empty() {
        true => (load(system, asked, read).err().unwrap_or_default(), warnings),
        false => (faults, warnings),
    }
}

/// Loads a scenario of the system that its `system` key names.
pub(crate) fn load(system: &str, asked: &Asked, read: Read) -> Result<Arc<dyn Loaded>, Faults> {
    match system {
        "gcacw" => load_as::<gcacw::Gcacw>(asked, read),
        "lfm" => load_as::<lfm::Lfm>(asked, read),
        "vnb" => load_as::<vnb::Vnb>(asked, read),
        _ => {
            let mut source = Source::new(asked.file, asked.text);
            source.fault("system", format!("`{system}` is no rule system: expected {}", expected()));
            Err(source.into_faults())
        }
    }
}

/// `gcacw`, `lfm` or `vnb`.
fn expected() -> String {
    let words: Vec<String> = SYSTEMS.iter().map(|system| format!("`{}`", system.id)).collect();
    match words.split_last() {
        Some((last, [])) => last.clone(),
        Some((last, others)) => format!("{} or {last}", others.join(", ")),
        None => String::new(),
    }
}

fn head<R: System>(
    setup: &R::Setup,
    name: &str,
    description: &str,
    turns: impl Into<u16>,
    foreword: &Foreword,
) -> Head {
    let (name, description) = (name.to_owned(), description.to_owned());
    let (foreword, units) = (foreword.clone(), R::forces(setup).0);
    Head { system: R::SYSTEM, name, description, turns: turns.into(), foreword, game: None, units }
}

impl System for gcacw::Gcacw {
    fn load(file: &str, text: &str, read: Read) -> Result<gcacw::Setup, Faults> {
        gcacw::load(file, text, read)
    }

    fn load_with(file: &str, text: &str, options: &[String], read: Read) -> Result<gcacw::Setup, Faults> {
        gcacw::load_with(file, text, options, read)
    }

    fn optional(setup: &gcacw::Setup) -> Vec<OptionalRule> {
        let fits = |o: &&gcacw::OptionWord| match o.word {
            "entrench-action-1863" => setup.year == 1863,
            "limited-intelligence" => !setup.advanced,
            _ => true,
        };
        let rule = |o: &gcacw::OptionWord| OptionalRule {
            word: o.word,
            title: o.title,
            text: o.text,
            usual: setup.options.is_on(o.word),
        };
        gcacw::Options::WORDS.iter().filter(fits).map(rule).collect()
    }

    fn examine(file: &str, text: &str, read: Read) -> (Faults, Vec<Fault>) {
        gcacw::examine(file, text, read)
    }

    fn forces(setup: &gcacw::Setup) -> (BySide<usize>, &'static str) {
        (BySide::from_fn(|side| setup.unit_count(side)), "[[unit]]")
    }

    fn head(setup: &gcacw::Setup) -> Head {
        let (code, name) = setup.published();
        let head = head::<Self>(setup, &setup.name, &setup.description, setup.turns, &setup.foreword);
        Head { game: Some(Published { code, name }), ..head }
    }

    fn board(setup: &gcacw::Setup) -> Board<'_> {
        Board::Hexes(Cow::Borrowed(&setup.map))
    }

    fn picture(setup: &gcacw::Setup, interactive: bool) -> String {
        hex_picture(&setup.map, interactive)
    }

    fn plan(setup: &gcacw::Setup, overlay: &str) -> String {
        hex_plan(&setup.map, overlay)
    }

    fn place(setup: &gcacw::Setup, at: &str) -> Option<(f64, f64)> {
        hex_place(&setup.map, at)
    }
}

impl System for lfm::Lfm {
    fn load(file: &str, text: &str, read: Read) -> Result<lfm::Setup, Faults> {
        lfm::load(file, text, read)
    }

    fn examine(file: &str, text: &str, read: Read) -> (Faults, Vec<Fault>) {
        lfm::examine(file, text, read)
    }

    fn forces(setup: &lfm::Setup) -> (BySide<usize>, &'static str) {
        let units = |side| setup.pieces[..setup.units].iter().filter(|p| p.side == side).count();
        (BySide::from_fn(units), "[[unit]]")
    }

    fn head(setup: &lfm::Setup) -> Head {
        head::<Self>(setup, &setup.name, &setup.description, setup.turns, &setup.foreword)
    }

    fn board(setup: &lfm::Setup) -> Board<'_> {
        Board::Hexes(Cow::Borrowed(&setup.map))
    }

    fn picture(setup: &lfm::Setup, interactive: bool) -> String {
        hex_picture(&setup.map, interactive)
    }

    fn plan(setup: &lfm::Setup, overlay: &str) -> String {
        hex_plan(&setup.map, overlay)
    }

    fn place(setup: &lfm::Setup, at: &str) -> Option<(f64, f64)> {
        hex_place(&setup.map, at)
    }
}

impl System for vnb::Vnb {
    fn load(file: &str, text: &str, read: Read) -> Result<vnb::Setup, Faults> {
        vnb::load(file, text, read)
    }

    fn load_with(file: &str, text: &str, options: &[String], read: Read) -> Result<vnb::Setup, Faults> {
        let mut setup = vnb::load(file, text, read)?;
        let unknown: Vec<&String> = options.iter().filter(|word| !setup.options.switch_on(word)).collect();
        let known = vnb::Options::CHOICES.map(|[word, ..]| word).join(", ");
        let fault =
            |word: &&String| Fault::new(file, "options", format!("`{word}`: expected one of {known}"));
        match unknown.is_empty() {
            true => Ok(setup),
            false => Err(Faults(unknown.iter().map(fault).collect())),
        }
    }

    fn optional(setup: &vnb::Setup) -> Vec<OptionalRule> {
        let rule = |[word, title, text]: [&'static str; 3]| OptionalRule {
            word,
            title,
            text,
            usual: setup.options.is_on(word),
        };
        vnb::Options::CHOICES.map(rule).to_vec()
    }

    fn examine(file: &str, text: &str, read: Read) -> (Faults, Vec<Fault>) {
        vnb::examine(file, text, read)
    }

    fn forces(setup: &vnb::Setup) -> (BySide<usize>, &'static str) {
        let fights = |s: &&vnb::setup::Stand| s.kind != vnb::kinds::Kind::Commander;
        let units = |side| setup.stands.iter().filter(fights).filter(|s| s.side == side).count();
        (BySide::from_fn(units), "[[stand]]")
    }

    fn head(setup: &vnb::Setup) -> Head {
        head::<Self>(setup, &setup.name, &setup.description, setup.turns, &setup.foreword)
    }

    fn board(setup: &vnb::Setup) -> Board<'_> {
        Board::Table(Cow::Borrowed(&setup.table))
    }

    fn picture(setup: &vnb::Setup, interactive: bool) -> String {
        table_picture(&setup.table, interactive)
    }

    fn plan(setup: &vnb::Setup, overlay: &str) -> String {
        vnb::draw(&setup.table, &vnb::Picture { bare: true, overlay })
    }

    fn place(setup: &vnb::Setup, at: &str) -> Option<(f64, f64)> {
        let (x, y) = at.split_once(',')?;
        Some(vnb::place(&setup.table, x.parse().ok()?, y.parse().ok()?))
    }
}

/// The picture of a table; bare where a client draws on it.
pub(crate) fn table_picture(table: &vnb::Table, interactive: bool) -> String {
    vnb::draw(table, &vnb::Picture { bare: interactive, overlay: "" })
}
