//! The position as a client sees it (see docs/interface.md).

use serde::Serialize;
use table::view::{Active, Condition, Ground, Marker, Piece, Points, Turn, Victory, Word};
use table::{Side, View, Viewer};

use crate::campaign::view::CampaignView;
use crate::counters::marker_condition;
use crate::event::points;
use crate::pending::Pending;
use crate::position::Pos;
use crate::setup::{LeaderId, Rank, Setup, UnitId};
use crate::sight::marker_name;
use crate::state::{Burnt, State};

/// What only Great Campaigns shows.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "wire.d.ts"))]
pub struct GcacwView {
    /// The campaign around the map, where there is one.
    pub campaign: Option<CampaignView>,
    pub gcacw: Published,
}

/// The published game that is played.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "wire.d.ts"))]
pub struct Published {
    pub game: &'static str,
    pub game_name: &'static str,
    pub year: u16,
    pub upgrade_kit: bool,
    pub sequence: Vec<&'static str>,
    pub charts_of_ours: Vec<&'static str>,
}

/// The whole view. Great Campaigns hides nothing unless Limited Intelligence is played.
pub(crate) fn view(setup: &Setup, state: &State, viewer: Viewer) -> View<GcacwView> {
    let known = state.known_to(setup, viewer);
    let state = known.as_ref();
    let pos = Pos { setup, state };
    let mut pieces: Vec<Piece> = setup.unit_ids().map(|u| unit(&pos, u)).collect();
    pieces.extend(setup.leader_ids().map(|l| leader(&pos, l)));
    pieces.extend(Side::BOTH.into_iter().flat_map(|side| force_markers(&pos, side, viewer)));
    View {
        system: "gcacw",
        title: setup.name.clone(),
        turn: state.turn.into(),
        turns: setup.turns.into(),
        turn_label: setup.date(state.turn).unwrap_or_else(|| format!("Turn {}", state.turn)),
        phase: phase(&pos).into(),
        board: Ground::Hexes,
        weather: Some(weather(&pos)),
        initiative: matches!(phase(&pos), "Action Cycle").then_some(state.active),
        active: active(&pos, viewer),
        pieces,
        markers: markers(&pos),
        track: track(&pos),
        victory: victory(&pos),
        own: GcacwView {
            campaign: crate::campaign::view::view(&pos),
            gcacw: Published {
                game: setup.module.code.word(),
                game_name: setup.module.name,
                year: setup.year,
                upgrade_kit: setup.module.uses_upgrade_kit(setup.edition),
                sequence: setup.sequence(state.turn).iter().map(|p| p.name()).collect(),
                charts_of_ours: charts_of_ours(setup),
            },
        },
    }
}

fn victory(pos: &Pos) -> Victory {
    let verdict = pos.state.outcome.clone().unwrap_or_else(|| pos.verdict());
    Victory {
        union: verdict.points[0],
        confederate: verdict.points[1],
        leader: verdict.winner,
        degree: verdict.degree,
        description: pos.setup.victory.description.clone(),
        lines: pos
            .score()
            .into_iter()
            .map(|line| Points { label: line.label, side: Some(line.side), points: line.points })
            .collect(),
    }
}

fn charts_of_ours(setup: &Setup) -> Vec<&'static str> {
    let mut ours = Vec::new();
    if setup.unprinted.terrain_is_ours {
        ours.push("terrain costs");
    }
    if setup.unprinted.disorganized_is_ours {
        ours.push("disorganized combat values");
    }
    ours
}

fn phase(pos: &Pos) -> &'static str {
    let Some(asked) = pos.state.asked() else {
        return if pos.state.outcome.is_some() { "Game over" } else { "Set-up" };
    };
    match asked {
        _ if pos.setup.campaign.is_some() => pos.phase().name(),
        Pending::Swamp(_) => "Random Events Phase",
        Pending::Arrival(_) => "Reinforcements",
        Pending::Transfers(_) => "Leader Transfer Phase",
        Pending::RecoveryWorks(_) | Pending::Foraging(_) => "Recovery Phase",
        _ => "Action Cycle",
    }
}

fn weather(pos: &Pos) -> String {
    let now = pos.state.weather();
    let mut words = vec![match now.rain {
        _ if pos.state.is_winter() => "Winter weather",
        true => "Rain",
        false => "Dry",
    }];
    if pos.state.skies.heat {
        words.push("great heat");
    }
    if now.minor_unfordable {
        words.push("minor rivers unfordable");
    }
    if now.major_unfordable {
        words.push("major rivers unfordable");
    }
    words.join(", ")
}

pub(crate) fn active(pos: &Pos, viewer: Viewer) -> Option<Active> {
    let g = pos.state;
    let at = |h| Some(pos.setup.map.grid.label(h));
    if acts_in_secret(pos, viewer) {
        return seen_acting(pos);
    }
    let name = |l: LeaderId| pos.setup.leader(l).name.clone();
    let leader = g.activation().map(|a| name(a.leader));
    if let Some(march) = g.march() {
        return Some(Active {
            piece: pos.setup.unit(march.unit).name.clone(),
            leader,
            label: format!("{} MP left", points(march.mp)),
            at: at(g.unit(march.unit).hex),
            mp: Some(f64::from(march.mp) / 2.0),
            ..Active::default()
        });
    }
    if let Some(assault) = g.assault() {
        let leader = name(assault.leader);
        let (piece, label) = (leader.clone(), "assault".to_owned());
        return Some(Active { piece, leader: Some(leader), label, at: at(assault.hex), ..Active::default() });
    }
    g.activation().map(|a| {
        let label = format!("{} MP", points(a.allowance));
        Active { piece: name(a.leader), leader, label, at: at(a.from), ..Active::default() }
    })
}

/// Whether the side that acts keeps from a viewer what it has left.
pub(crate) fn acts_in_secret(pos: &Pos, viewer: Viewer) -> bool {
    pos.state.forces.is_some() && !viewer.knows(pos.state.active)
}

/// The enemy in action, where he keeps secrets: who, if he is seen, but not what he has left.
fn seen_acting(pos: &Pos) -> Option<Active> {
    let unit = pos.state.march().map(|m| m.unit)?;
    let at = Some(pos.setup.map.grid.label(pos.state.unit(unit).hex));
    Some(Active { piece: pos.setup.unit(unit).name.clone(), at, ..Active::default() })
}

/// The Force markers of a side as pieces; what is under them only for those who may know.
fn force_markers(pos: &Pos, side: Side, viewer: Viewer) -> Vec<Piece> {
    let Some(forces) = &pos.state.forces else { return Vec::new() };
    let piece = |(marker, hex): (u8, hexmap::Hex)| {
        let (name, at) = (marker_name(side, marker), pos.setup.map.grid.label(hex));
        let units = forces.units(pos.setup, side, marker);
        let names: Vec<String> = units.into_iter().map(|u| pos.setup.unit(u).name.clone()).collect();
        let told =
            viewer.knows(side).then(|| if names.is_empty() { "a dummy".into() } else { names.join(", ") });
        let label = match &told {
            Some(content) => format!("{name} ({content}), in {at}"),
            None => format!("{name}, in {at}"),
        };
        Piece {
            id: name,
            name: (marker + 1).to_string(),
            side: Some(side),
            kind: "force".into(),
            now: marker_condition(pos.setup, Some(hex)),
            holds: Some(viewer.knows(side).then_some(names)),
            label,
            ..Piece::default()
        }
    };
    forces.markers(side).map(piece).collect()
}

/// A unit that the viewer cannot place: what is printed on it, and nothing else.
fn unit_out_of_sight(pos: &Pos, id: UnitId) -> Piece {
    let printed = pos.setup.unit(id);
    let (arm, size) = (printed.arm.word(), printed.size.word());
    Piece {
        label: format!("{}, {} {arm} {size}, under a Force marker", printed.name, printed.side),
        now: pos.unit_condition(id),
        ..printed_on(pos, id)
    }
}

/// What is printed on a unit's counter.
fn printed_on(pos: &Pos, id: UnitId) -> Piece {
    let printed = pos.setup.unit(id);
    Piece {
        id: printed.name.clone(),
        name: printed.name.clone(),
        side: Some(printed.side),
        kind: "unit".into(),
        arm: Some(printed.arm.word().into()),
        size: Some(printed.size.word().into()),
        command: printed.command.clone(),
        strength_note: Some("combat value / manpower".into()),
        ..Piece::default()
    }
}

fn unit(pos: &Pos, id: UnitId) -> Piece {
    if pos.state.forces.as_ref().is_some_and(|f| f.unknown.has(id)) {
        return unit_out_of_sight(pos, id);
    }
    let printed = pos.setup.unit(id);
    let state = pos.state.unit(id);
    let now = pos.unit_condition(id);
    let tactical = if printed.tactical_attack == printed.tactical_defend {
        printed.tactical_attack.to_string()
    } else {
        format!("{}/{}", printed.tactical_attack, printed.tactical_defend)
    };
    Piece {
        manpower: Some(state.manpower.into()),
        combat_value: Some(f64::from(pos.state.combat_value(pos.setup, id)) / 4.0),
        leader_of: pos.leaders_of(id).map(|l| pos.setup.leader(l).name.clone()).collect(),
        spent: pos.may_march(id).is_err() && pos.may_entrench(id).is_err(),
        values: vec![("Tactical".into(), tactical), ("Artillery".into(), printed.artillery.to_string())],
        under: pos.state.marker_of(id).map(|marker| marker_name(printed.side, marker)),
        label: unit_label(pos, id, &now),
        now,
        ..printed_on(pos, id)
    }
}

/// What a screen reader says of a unit.
fn unit_label(pos: &Pos, id: UnitId, now: &Condition) -> String {
    let printed = pos.setup.unit(id);
    let mut label = format!(
        "{}, {} {} {}, strength {}, fatigue {}",
        printed.name,
        printed.side,
        printed.arm.word(),
        printed.size.word(),
        now.strength.as_deref().unwrap_or_default(),
        now.fatigue.unwrap_or_default(),
    );
    for word in &now.state {
        label.push_str(", ");
        label.push_str(word);
    }
    if let Some(hex) = &now.at {
        label.push_str(&format!(", in {hex}"));
    }
    label
}

fn leader(pos: &Pos, id: LeaderId) -> Piece {
    let printed = pos.setup.leader(id);
    let now = pos.leader_condition(id);
    let mut values: Vec<(Word, String)> = vec![("Command".into(), pos.command_value(id).to_string())];
    if printed.rank != Rank::Army {
        values.push(("Tactical".into(), printed.tactical_attack.to_string()));
    }
    let label = format!(
        "{}, {} {} leader{}{}",
        printed.name,
        printed.side,
        printed.rank.word(),
        now.attached_to.as_ref().map(|w| format!(", with {w}")).unwrap_or_default(),
        now.at.as_ref().map(|h| format!(", in {h}")).unwrap_or_default(),
    );
    Piece {
        id: printed.name.clone(),
        name: printed.name.clone(),
        side: Some(printed.side),
        kind: "leader".into(),
        arm: Some(if printed.cavalry { "cavalry" } else { "infantry" }.into()),
        size: Some(printed.rank.word().into()),
        command: printed.command.clone(),
        values,
        label,
        now,
        ..Piece::default()
    }
}

fn markers(pos: &Pos) -> Vec<Marker> {
    let hex = |h| pos.setup.map.grid.label(h);
    let mut list = Vec::new();
    let mut put = |kind: &'static str, side, at, label| {
        list.push(Marker { kind: kind.into(), side, at: Some(at), label, ..Marker::default() });
    };
    for at in pos.state.refused.iter() {
        let side = pos.state.side_in(pos.setup, *at);
        let whose = side.map(|s: Side| format!("{s} ")).unwrap_or_default();
        put("flanks-refused", side, hex(*at), format!("{whose}flanks refused in {}", hex(*at)));
    }
    for (h, burnt) in &pos.state.burnt {
        let (kind, word) = match burnt {
            Burnt::Damaged => ("damaged-station", "damaged"),
            Burnt::Destroyed => ("destroyed-station", "destroyed"),
        };
        put(kind, None, hex(*h), format!("station {word} in {}", hex(*h)));
    }
    for altered in &pos.state.altered {
        let at = pos.setup.map.side_label(altered.hex, altered.dir);
        if altered.destroyed {
            put("destroyed", None, at.clone(), format!("crossing destroyed on {at}"));
        }
        if let Some(side) = altered.pontoon {
            put("pontoon", Some(side), at.clone(), format!("{side} pontoon bridge on {at}"));
        }
    }
    list
}

fn track(pos: &Pos) -> Vec<Turn> {
    let skies = &pos.state.skies;
    let turn = |turn| {
        let to_come = turn >= pos.state.turn;
        let mut weather: Vec<Word> = Vec::new();
        if to_come && skies.winter_from != 0 && skies.winter_until >= turn {
            weather.push("winter weather".into());
        } else if to_come && skies.rain_until >= turn {
            weather.push("rain".into());
        }
        if to_come && skies.minor_unfordable_until >= turn {
            weather.push("minor rivers unfordable".into());
        }
        if to_come && skies.major_unfordable_until >= turn {
            weather.push("major rivers unfordable".into());
        }
        let comes = |u: &UnitId| pos.day_of_arrival(*u) == Some(turn);
        let arrivals = pos.setup.unit_ids().filter(comes).map(|u| pos.setup.unit(u).name.clone()).collect();
        let label = pos.setup.date(turn).unwrap_or_else(|| format!("Turn {turn}"));
        Turn { turn: turn.into(), label, weather, arrivals, ..Turn::default() }
    };
    (1..=pos.setup.turns).map(turn).collect()
}
