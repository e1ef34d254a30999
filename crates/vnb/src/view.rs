//! The position as a client sees it.

use serde::Serialize;
use table::view::{Active, Condition, Ground, Marker, Piece as Shown, Points, Turn, Victory, Word};
use table::{Side, View};

use crate::cards::compass;
use crate::charts::half_size;
use crate::event::Spot;
use crate::ids::StandId;
use crate::kinds::{Kind, Level};
use crate::position::Pos;
use crate::setup::Setup;
use crate::state::{Piece, Presence, State, mark};

/// What only Volley & Bayonet shows.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "wire.d.ts"))]
pub struct VnbView {
    pub vnb: Battle,
}

/// The battle beyond its stands.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "wire.d.ts", rename = "VnbBattle"))]
pub struct Battle {
    pub phasing: Side,
    pub table: TableSize,
    pub divisions: Vec<DivisionLine>,
    pub objectives: Vec<ObjectiveLine>,
}

/// The table, in inches.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "wire.d.ts"))]
pub struct TableSize {
    pub name: String,
    pub width: f64,
    pub height: f64,
}

/// A division and its losses.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "wire.d.ts"))]
pub struct DivisionLine {
    pub name: String,
    pub side: Side,
    pub exhaustion: u16,
    pub casualties: u16,
    pub this_turn: u16,
    pub exhausted: bool,
    pub collapsed: bool,
    pub commander: Option<String>,
    pub marker: Option<Word>,
}

/// A place that counts for victory.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "wire.d.ts"))]
pub struct ObjectiveLine {
    pub name: String,
    pub x: f64,
    pub y: f64,
    pub points: i32,
    pub held_by: Option<Side>,
}

/// The position.
pub fn view(setup: &Setup, state: &State) -> View<VnbView> {
    let pos = Pos::new(setup, state);
    let active = state.mover.map(|m| {
        let left =
            (pos.budget_left(m.stand, &m) as f64 / crate::movement::terrain::COST_INCH as f64).max(0.0);
        let (piece, label) = (setup.name_of(m.stand).to_owned(), format!("{left:.1} in left"));
        Active { piece, label, ..Active::default() }
    });
    let inches = |cents: i32| f64::from(cents) / 100.0;
    let (width, height) = (inches(setup.table.width), inches(setup.table.height));
    View {
        system: "vnb",
        title: setup.name.clone(),
        turn: state.turn,
        turns: setup.turns,
        turn_label: format!("Turn {}, {}", state.turn, setup.clock(state.turn)),
        phase: state.phase.title().into(),
        board: Ground::Inches { width, height },
        weather: None,
        initiative: Some(state.phasing),
        active,
        pieces: pos.everybody().map(|id| piece(&pos, id)).collect(),
        markers: markers(&pos),
        track: track(setup),
        victory: victory(&pos, pos.points()),
        own: VnbView {
            vnb: Battle {
                phasing: state.phasing,
                table: TableSize { name: setup.table.name.clone(), width, height },
                divisions: divisions(&pos),
                objectives: objectives(&pos),
            },
        },
    }
}

/// The words of a stand's state, in the order a counter shows them.
fn words(pos: &Pos, id: StandId) -> Vec<&'static str> {
    let p: &Piece = pos.piece(id);
    let mut words = Vec::new();
    let mut add = |is: bool, word| {
        if is {
            words.push(word);
        }
    };
    add(p.level == Level::Disordered, "disordered");
    add(p.level == Level::PermanentlyDisordered, "permanently-disordered");
    add(p.level == Level::Routed, "routed");
    add(p.has(mark::RALLIED), "rallied");
    add(p.has(mark::STATIONARY), "stationary");
    add(p.has(mark::COLUMN), "march-column");
    add(p.has(mark::LIMBERED) && pos.arm(id).is_artillery(), "limbered");
    add(pos.unlimbered(id), "unlimbered");
    add(p.has(mark::DISMOUNTED), "dismounted");
    add(p.has(mark::GROUND), "gone-to-ground");
    add(pos.exhausted(id) && !pos.is_commander(id), "exhausted");
    add(p.charged.is_some(), "charging");
    add(p.has(mark::MOVED), "moved");
    words
}

/// Where a stand is and what lies on it.
pub fn condition(pos: &Pos, id: StandId) -> Condition {
    let (stand, p) = (pos.setup.stand(id), pos.piece(id));
    let arrives = || match stand.entry {
        Some(entry) => format!("arrives turn {}", entry.turn),
        None => "arrives later".to_owned(),
    };
    Condition {
        r#where: match p.presence {
            Presence::OnTable => None,
            Presence::Waiting => Some(arrives()),
            Presence::Gone => Some("eliminated".to_owned()),
        },
        pose: (p.presence == Presence::OnTable).then(|| Spot::from(p.pose)),
        strength: Some(p.sp.to_string()),
        state: words(pos, id).into_iter().map(Word::Borrowed).collect(),
        attached_to: (p.attached.is_some()).then(|| pos.setup.name_of(p.attached).to_owned()),
        ..Condition::default()
    }
}

fn piece(pos: &Pos, id: StandId) -> Shown {
    let (stand, p) = (pos.setup.stand(id), pos.piece(id));
    let commander = stand.kind == Kind::Commander;
    let here = p.presence == Presence::OnTable;
    let (w, d) = half_size(stand.kind);
    let inches = |cents: i32| f64::from(cents) / 100.0;
    Shown {
        id: stand.name.clone(),
        number: Some(id.index() as u16),
        name: stand.name.clone(),
        side: Some(stand.side),
        kind: if commander { "commander" } else { "stand" }.into(),
        arm: Some(stand.kind.word().into()),
        division: pos.setup.divisions.get(stand.division as usize).map(|d| d.name.clone()),
        now: condition(pos, id),
        spent: p.has(mark::MOVED),
        values: values(pos, id),
        radius: (here && commander).then(|| inches(w)),
        width: (here && !commander).then(|| inches(2 * w)),
        depth: (here && !commander).then(|| inches(2 * d)),
        rank: (here && commander).then(|| stand.rank.word().into()),
        column_markers: (here && !commander).then(|| pos.markers(id)),
        in_command: (here && !commander).then(|| p.has(mark::IN_COMMAND)),
        garrison: (here && p.in_building()).then(|| pos.setup.table.features[p.garrison.index()].title()),
        label: label(pos, id),
        ..Shown::default()
    }
}

fn values(pos: &Pos, id: StandId) -> Vec<(Word, String)> {
    let (stand, p) = (pos.setup.stand(id), pos.piece(id));
    if stand.kind == Kind::Commander {
        return Vec::new();
    }
    let mut values = vec![
        ("Morale".into(), stand.morale.to_string()),
        ("Weapon".into(), stand.weapon.word().replace('-', " ")),
    ];
    if p.guns > 0 {
        values.push(("Dedicated guns".into(), p.guns.to_string()));
    }
    values
}

/// What a screen reader says of a stand.
fn label(pos: &Pos, id: StandId) -> String {
    let (stand, p) = (pos.setup.stand(id), pos.piece(id));
    let mut text = format!("{}, {} {}", stand.name, stand.side, stand.kind.word().replace('-', " "));
    if stand.kind == Kind::Commander {
        text += &format!(" of {}", stand.rank.word());
    } else {
        text += &format!(", strength {}, morale {}", p.sp, stand.morale);
    }
    for word in words(pos, id) {
        text += ", ";
        text += &word.replace('-', " ");
    }
    match p.presence {
        Presence::OnTable if p.in_building() => {
            text + ", in " + &pos.setup.table.features[p.garrison.index()].title()
        }
        Presence::OnTable => {
            text + &format!(
                ", at {:.1}, {:.1} facing {}",
                f64::from(p.pose.x) / 100.0,
                f64::from(p.pose.y) / 100.0,
                compass(p.pose.facing)
            )
        }
        Presence::Waiting => text + ", not arrived yet",
        Presence::Gone => text + ", lost",
    }
}

fn markers(pos: &Pos) -> Vec<Marker> {
    let mut found = Vec::new();
    let mut put = |kind: &'static str, x: f64, y: f64, label: String| {
        found.push(Marker { kind: kind.into(), x: Some(x), y: Some(y), label, ..Marker::default() });
    };
    for (f, building) in &pos.state.buildings {
        let feature = &pos.setup.table.features[f.index()];
        let at = Spot::from(crate::state::Pose::at(feature.middle(), 0));
        if building.burning_since > 0 {
            put("burning", at.x, at.y, format!("{} burns", feature.title()));
        }
        if building.burnt_out {
            put("burnt-out", at.x, at.y, format!("{} is burnt out", feature.title()));
        }
    }
    for (f, x, y, points) in &pos.state.breaches {
        let title = pos.setup.table.features[f.index()].title();
        let label = format!("{points} of 3 breach points in {title}");
        put("breach", f64::from(*x) / 100.0, f64::from(*y) / 100.0, label);
    }
    found
}

fn track(setup: &Setup) -> Vec<Turn> {
    (1..=setup.turns)
        .map(|turn| {
            let arrive = |s: &&crate::setup::Stand| s.entry.is_some_and(|e| e.turn == turn);
            let arrivals = setup.stands.iter().filter(arrive).map(|s| s.name.clone()).collect();
            Turn { turn, label: setup.clock(turn), arrivals, ..Turn::default() }
        })
        .collect()
}

fn victory(pos: &Pos, points: [i32; 2]) -> Victory {
    let (leader, degree) = crate::exhaustion::verdict(points, pos.setup.victory.margin);
    let held = pos.setup.objectives.iter().zip(&pos.state.objectives);
    let losses = pos.score().into_iter().filter(|(label, ..)| *label != crate::exhaustion::OBJECTIVES);
    Victory {
        union: points[0],
        confederate: points[1],
        leader,
        degree: degree.into(),
        description: String::new(),
        lines: held
            .map(|(o, holder)| Points { label: o.name.clone(), side: *holder, points: o.points })
            .chain(losses.map(|(label, side, points)| Points {
                label: label.into(),
                side: Some(side),
                points,
            }))
            .collect(),
    }
}

fn divisions(pos: &Pos) -> Vec<DivisionLine> {
    let lines = pos.setup.divisions.iter().zip(&pos.state.losses);
    lines
        .map(|(d, l)| DivisionLine {
            name: d.name.clone(),
            side: d.side,
            exhaustion: d.exhaustion,
            casualties: l.total,
            this_turn: l.this_turn,
            exhausted: l.exhausted,
            collapsed: l.collapsed,
            commander: (d.commander.is_some()).then(|| pos.setup.name_of(d.commander).to_owned()),
            marker: match (l.collapsed, l.exhausted) {
                (true, _) => Some("red".into()),
                (false, true) => Some("yellow".into()),
                (false, false) => None,
            },
        })
        .collect()
}

fn objectives(pos: &Pos) -> Vec<ObjectiveLine> {
    let held = pos.setup.objectives.iter().zip(&pos.state.objectives);
    held.map(|(o, holder)| {
        let at = Spot::from(crate::state::Pose::at(o.at, 0));
        ObjectiveLine { name: o.name.clone(), x: at.x, y: at.y, points: o.points, held_by: *holder }
    })
    .collect()
}
