//! The position as a client sees it, and orders as cards.

use serde_json::{Value, json};
use table::{OrderCard, Side};

use crate::charts::half_size;
use crate::event::Spot;
use crate::field::Field;
use crate::kinds::{Kind, Level};
use crate::order::{Act, Order};
use crate::setup::{NONE, Setup, StandId};
use crate::state::{Piece, Presence, State, mark};

/// The JSON of a position.
pub fn view(setup: &Setup, state: &State) -> Value {
    let field = Field::new(setup, state);
    let pieces: Vec<Value> = (0..setup.stands.len() as StandId).map(|id| piece(&field, id)).collect();
    let active = state.mover.map(|m| {
        let left = (field.budget_left(m.stand, &m) as f64 / crate::walk::COST_INCH as f64).max(0.0);
        json!({ "piece": setup.name_of(m.stand), "label": format!("{left:.1} in left") })
    });
    let points = field.points();
    json!({
        "system": "vnb",
        "title": setup.name,
        "turn": state.turn,
        "turns": setup.turns,
        "turn_label": format!("Turn {}, {}", state.turn, setup.clock(state.turn)),
        "phase": state.phase.title(),
        "initiative": state.phasing,
        "active": active,
        "pieces": pieces,
        "markers": markers(&field),
        "track": track(setup),
        "victory": victory(&field, points),
        "vnb": {
            "phasing": state.phasing,
            "table": { "name": setup.table.name, "width": f64::from(setup.table.width) / 100.0, "height": f64::from(setup.table.height) / 100.0 },
            "divisions": divisions(&field),
            "objectives": objectives(&field),
        },
    })
}

/// The words of a stand's state, in the order a counter shows them.
fn words(field: &Field, id: StandId) -> Vec<&'static str> {
    let p: &Piece = field.piece(id);
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
    add(p.has(mark::LIMBERED) && field.arm(id).is_artillery(), "limbered");
    add(field.unlimbered(id), "unlimbered");
    add(p.has(mark::DISMOUNTED), "dismounted");
    add(p.has(mark::GROUND), "gone-to-ground");
    add(field.exhausted(id) && !field.is_commander(id), "exhausted");
    add(p.charged != NONE, "charging");
    add(p.has(mark::MOVED), "moved");
    words
}

fn piece(field: &Field, id: StandId) -> Value {
    let (stand, p) = (field.setup.stand(id), field.piece(id));
    let commander = stand.kind == Kind::Commander;
    let (w, d) = half_size(stand.kind);
    let state = words(field, id);
    let mut v = json!({
        "id": stand.name, "number": id, "name": stand.name, "side": stand.side,
        "kind": if commander { "commander" } else { "stand" },
        "arm": stand.kind, "strength": p.sp.to_string(), "state": state,
        "label": label(field, id),
        "spent": p.has(mark::MOVED),
        "division": field.setup.divisions.get(stand.division as usize).map(|d| d.name.clone()),
    });
    match p.presence {
        Presence::OnTable => {
            let spot = Spot::from(p.pose);
            v["x"] = json!(spot.x);
            v["y"] = json!(spot.y);
            v["facing"] = json!(spot.facing);
            if commander {
                v["radius"] = json!(f64::from(w) / 100.0);
                v["rank"] = json!(stand.rank);
                v["attached_to"] = json!((p.attached != NONE).then(|| field.setup.name_of(p.attached)));
            } else {
                v["width"] = json!(f64::from(2 * w) / 100.0);
                v["depth"] = json!(f64::from(2 * d) / 100.0);
                v["column_markers"] = json!(field.markers(id));
                v["in_command"] = json!(p.has(mark::IN_COMMAND));
            }
            if p.in_building() {
                v["garrison"] = json!(field.setup.table.features[p.garrison as usize].title());
            }
        }
        Presence::Waiting => {
            v["where"] = json!(
                stand
                    .entry
                    .map_or_else(|| "arrives later".to_owned(), |e| format!("arrives turn {}", e.turn))
            );
        }
        Presence::Gone => v["where"] = json!("eliminated"),
    }
    if !commander {
        let mut values = vec![
            json!(["Morale", stand.morale.to_string()]),
            json!(["Weapon", stand.weapon.word().replace('-', " ")]),
        ];
        if p.guns > 0 {
            values.push(json!(["Dedicated guns", p.guns.to_string()]));
        }
        v["values"] = json!(values);
    }
    v
}

/// What a screen reader says of a stand.
fn label(field: &Field, id: StandId) -> String {
    let (stand, p) = (field.setup.stand(id), field.piece(id));
    let mut text = format!("{}, {} {}", stand.name, stand.side, stand.kind.word().replace('-', " "));
    if stand.kind == Kind::Commander {
        text += &format!(" of {}", stand.rank.word());
    } else {
        text += &format!(", strength {}, morale {}", p.sp, stand.morale);
    }
    for word in words(field, id) {
        text += ", ";
        text += &word.replace('-', " ");
    }
    match p.presence {
        Presence::OnTable if p.in_building() => {
            text + ", in " + &field.setup.table.features[p.garrison as usize].title()
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

fn compass(facing: i32) -> &'static str {
    const NAMES: [&str; 8] =
        ["north", "north-east", "east", "south-east", "south", "south-west", "west", "north-west"];
    NAMES[((facing + 2_250) / 4_500 % 8) as usize]
}

fn markers(field: &Field) -> Vec<Value> {
    let mut found = Vec::new();
    for (f, building) in &field.state.buildings {
        let feature = &field.setup.table.features[*f as usize];
        let at = Spot::from(crate::state::Pose::at(feature.middle(), 0));
        if building.burning_since > 0 {
            found.push(json!({ "kind": "burning", "x": at.x, "y": at.y, "label": format!("{} burns", feature.title()) }));
        }
        if building.burnt_out {
            found.push(json!({ "kind": "burnt-out", "x": at.x, "y": at.y, "label": format!("{} is burnt out", feature.title()) }));
        }
    }
    for (f, x, y, points) in &field.state.breaches {
        let title = field.setup.table.features[*f as usize].title();
        found.push(json!({ "kind": "breach", "x": f64::from(*x) / 100.0, "y": f64::from(*y) / 100.0, "label": format!("{points} of 3 breach points in {title}") }));
    }
    found
}

fn track(setup: &Setup) -> Vec<Value> {
    (1..=setup.turns)
        .map(|turn| {
            let arrive = |s: &&crate::setup::Stand| s.entry.is_some_and(|e| e.turn == turn);
            let arrivals: Vec<&str> = setup.stands.iter().filter(arrive).map(|s| s.name.as_str()).collect();
            json!({ "turn": turn, "label": setup.clock(turn), "arrivals": arrivals })
        })
        .collect()
}

fn victory(field: &Field, points: [i32; 2]) -> Value {
    let (leader, degree) = crate::exhaustion::verdict(points, field.setup.victory.margin);
    let lines: Vec<Value> = field
        .setup
        .objectives
        .iter()
        .zip(&field.state.objectives)
        .map(|(o, holder)| json!({ "label": o.name, "side": holder, "points": o.points }))
        .collect();
    json!({ "union": points[0], "confederate": points[1], "leader": leader, "degree": degree, "lines": lines })
}

fn divisions(field: &Field) -> Vec<Value> {
    field
        .setup
        .divisions
        .iter()
        .zip(&field.state.losses)
        .map(|(d, l)| {
            json!({
                "name": d.name, "side": d.side, "exhaustion": d.exhaustion, "casualties": l.total, "this_turn": l.this_turn,
                "exhausted": l.exhausted, "collapsed": l.collapsed,
                "commander": (d.commander != NONE).then(|| field.setup.name_of(d.commander)),
                "marker": if l.collapsed { Some("red") } else if l.exhausted { Some("yellow") } else { None },
            })
        })
        .collect()
}

fn objectives(field: &Field) -> Vec<Value> {
    field
        .setup
        .objectives
        .iter()
        .zip(&field.state.objectives)
        .map(|(o, holder): (_, &Option<Side>)| {
            let at = Spot::from(crate::state::Pose::at(o.at, 0));
            json!({ "name": o.name, "x": at.x, "y": at.y, "points": o.points, "held_by": holder })
        })
        .collect()
}

/// An order as a person sees it.
pub fn card(setup: &Setup, state: &State, order: &Order) -> OrderCard {
    let name = |id: &StandId| setup.name_of(*id).to_owned();
    let field = Field::new(setup, state);
    let (group, piece, label, preview): (&str, Option<StandId>, String, Option<Value>) = match order {
        Order::Pick(s) => ("Move", Some(*s), format!("Move {}", name(s)), None),
        Order::Move { stand, to, disorder } => {
            let spot = Spot::from(*to);
            let here = field.piece(*stand).pose;
            let what = if (here.x, here.y) == (to.x, to.y) {
                format!("Turn {} to {:.0} degrees", name(stand), spot.facing)
            } else {
                format!("Move {} to {:.2}, {:.2} facing {:.0}", name(stand), spot.x, spot.y, spot.facing)
            };
            let end = if *disorder { ", paying with disorder" } else { "" };
            let ask = json!({ "ask": "move", "stand": name(stand), "x": spot.x, "y": spot.y, "facing": spot.facing, "disorder": disorder });
            ("Move", Some(*stand), what + end, Some(ask))
        }
        Order::March { stand, x, y } => (
            "Move",
            Some(*stand),
            format!(
                "March {} along the road to {:.2}, {:.2}",
                name(stand),
                f64::from(*x) / 100.0,
                f64::from(*y) / 100.0
            ),
            None,
        ),
        Order::Form { stand, .. } => {
            ("Formation", Some(*stand), format!("Form {} into march column", name(stand)), None)
        }
        Order::Reform { stand, .. } => {
            ("Formation", Some(*stand), format!("Reform {} into line", name(stand)), None)
        }
        Order::Act { stand, act } => ("Formation", Some(*stand), act_label(*act, &name(stand)), None),
        Order::Leave { stand, facing, .. } => (
            "Move",
            Some(*stand),
            format!("{} leaves the building to the {}", name(stand), compass(*facing)),
            None,
        ),
        Order::Charge { stand, target, .. } => {
            let ask = json!({ "ask": "charge", "by": name(stand), "at": name(target) });
            ("Charge", Some(*stand), format!("{} charges {}", name(stand), name(target)), Some(ask))
        }
        Order::Attach { commander, stand } => {
            ("Commanders", Some(*commander), format!("Attach {} to {}", name(commander), name(stand)), None)
        }
        Order::Reinforce { stand, brigade } => {
            ("Formation", Some(*stand), format!("{} reinforces {}", name(stand), name(brigade)), None)
        }
        Order::Enter { stand, .. } => {
            ("Arrivals", Some(*stand), format!("{} comes onto the table", name(stand)), None)
        }
        Order::Done => ("Move", state.mover.map(|m| m.stand), "The stand's move is over".to_owned(), None),
        Order::End => ("Phase", None, format!("End the {} phase", state.phase.title()), None),
        Order::Rally { stand, facing } => {
            ("Rally", Some(*stand), format!("Rally {} facing {}", name(stand), compass(*facing)), None)
        }
        Order::Cover { .. } => ("Reaction", None, "Run to cover".to_owned(), None),
        Order::Decline => ("Reaction", None, "Stay".to_owned(), None),
        Order::Advance { stand, distance } => (
            "Advance",
            Some(*stand),
            format!("{} advances {:.2} in", name(stand), f64::from(*distance) / 100.0),
            None,
        ),
        Order::Turn { stand, facing } => {
            ("Advance", Some(*stand), format!("{} turns to the {}", name(stand), compass(*facing)), None)
        }
        Order::Break { stand, target, .. } if *target != NONE => {
            ("Advance", Some(*stand), format!("{} breaks through into {}", name(stand), name(target)), None)
        }
        Order::Break { stand, distance, .. } => (
            "Advance",
            Some(*stand),
            format!("{} breaks through for {:.1} in", name(stand), f64::from(*distance) / 100.0),
            None,
        ),
        Order::Ground(s) => ("Formation", Some(*s), format!("{} goes to ground", name(s)), None),
        Order::Attack { target, fire } => return attack_card(&field, *target, fire, order),
        Order::Answer(s) => ("Combat", Some(*s), format!("Answer {}", name(s)), None),
        Order::GiveWay(n) => {
            ("Combat", None, format!("Take {n} saving throws, giving way {} in", 6 * u16::from(*n)), None)
        }
        Order::Lose(s) => ("Combat", Some(*s), format!("{} takes the casualty", name(s)), None),
        Order::Follow => ("Commanders", None, "The commander goes along".to_owned(), None),
        Order::Fire { stand, target } => {
            let ask = json!({ "ask": "fire", "by": name(stand), "at": name(target) });
            ("Combat", Some(*stand), format!("{} fires at {}", name(stand), name(target)), Some(ask))
        }
        Order::Bombard { stand, feature, .. } => (
            "Combat",
            Some(*stand),
            format!(
                "{} fires at the wall of {}",
                name(stand),
                setup.table.features[*feature as usize].title()
            ),
            None,
        ),
        Order::Convert { battalion, first, second } => (
            "Guns",
            Some(*battalion),
            format!(
                "{} gives a strength point: guns for {} and {}",
                name(battalion),
                name(first),
                name(second)
            ),
            None,
        ),
    };
    let at = piece.map(|p| name(&p));
    OrderCard {
        order: order.to_string(),
        label,
        at: at.clone(),
        piece: at,
        group: group.to_owned(),
        mark: None,
        preview,
    }
}

fn attack_card(field: &Field, target: StandId, fire: &[StandId], order: &Order) -> OrderCard {
    let name = |id: StandId| field.setup.name_of(id).to_owned();
    let melee = field.melee_attackers(target);
    let who: Vec<String> = melee.iter().chain(fire).map(|id| name(*id)).collect();
    let preview = if !melee.is_empty() {
        json!({ "ask": "melee", "by": melee.iter().map(|m| name(*m)).collect::<Vec<_>>(), "at": name(target) })
    } else {
        json!({ "ask": "fire", "by": fire.first().map(|f| name(*f)), "at": name(target) })
    };
    let at = Some(name(target));
    OrderCard {
        order: order.to_string(),
        label: format!("Attack {} with {}", name(target), who.join(", ")),
        at: at.clone(),
        piece: at,
        group: "Combat".to_owned(),
        mark: None,
        preview: Some(preview),
    }
}

fn act_label(act: Act, name: &str) -> String {
    match act {
        Act::Limber => format!("Limber {name}"),
        Act::Unlimber => format!("Unlimber {name}"),
        Act::Mount => format!("{name} mounts"),
        Act::Dismount => format!("{name} dismounts"),
        Act::StandUp => format!("{name} stands up"),
        Act::Recover => format!("{name} recovers its order"),
        Act::Stationary => format!("{name} becomes stationary"),
        Act::StepBack => format!("{name} steps back an inch"),
    }
}
