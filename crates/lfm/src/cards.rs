//! How an order is shown to a person.

use hexmap::{Dir, Hex};
use serde_json::{Value, json};
use table::OrderCard;

use crate::commanders::Stranded;
use crate::order::{Order, Spot};
use crate::pending::{Party, Pending};
use crate::position::Pos;
use crate::rejoin::Rejoin;
use crate::reorganization::Return;
use crate::setup::Id;
use crate::state::Phase;

/// Label, group, place, piece and the question that previews it.
struct Words {
    label: String,
    group: &'static str,
    at: Option<String>,
    piece: Option<Id>,
    preview: Option<Value>,
    mark: Option<String>,
    /// The enemy piece it is aimed at.
    target: Option<Id>,
    hand: Hand,
}

/// What an order does with the pieces in hand.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Hand {
    Nothing,
    TakesUp,
    Joins,
    Ends,
    /// It is to be thought of before they are let go.
    Keeps,
    /// Nobody does anything.
    Passes,
}

fn words(label: impl Into<String>, group: &'static str) -> Words {
    Words {
        label: label.into(),
        group,
        at: None,
        piece: None,
        preview: None,
        mark: None,
        target: None,
        hand: Hand::Nothing,
    }
}

impl Words {
    fn piece(mut self, pos: Pos, id: Id) -> Words {
        self.piece = Some(id);
        if self.at.is_none() && pos.piece(id).on_map() {
            self.at = Some(pos.setup.label(pos.piece(id).at()));
        }
        self
    }

    fn at(mut self, label: Option<String>) -> Words {
        self.at = label;
        self
    }

    /// Aimed at those who stand in a hex.
    fn aimed(mut self, pos: Pos, hex: Option<Hex>) -> Words {
        self.target = hex.and_then(|h| pos.units(h).next());
        self
    }

    fn preview(mut self, question: Value) -> Words {
        self.preview = Some(question);
        self
    }
}

pub(crate) fn card(pos: Pos, order: Order) -> OrderCard {
    let words = describe(pos, order);
    OrderCard {
        order: crate::order::write(pos.setup, order),
        label: words.label,
        at: words.at,
        piece: words.piece.map(|id| pos.counter(id).id.clone()),
        target: words.target.map(|id| pos.counter(id).id.clone()),
        takes_up: words.hand == Hand::TakesUp,
        joins: words.hand == Hand::Joins,
        ends: words.hand == Hand::Ends,
        keeps: words.hand == Hand::Keeps,
        passes: words.hand == Hand::Passes,
        group: words.group.to_owned(),
        mark: words.mark,
        preview: words.preview,
        ..OrderCard::default()
    }
}

fn name(pos: Pos<'_>, id: Id) -> &str {
    pos.setup.pieces.get(id.index()).map_or("?", |c| &c.id)
}

fn spot(pos: Pos, at: Spot) -> Option<String> {
    at.hex(&pos.setup.map.grid).map(|h| pos.setup.label(h))
}

fn shown(label: &Option<String>) -> &str {
    label.as_deref().unwrap_or("?")
}

fn beyond(pos: Pos, from: Option<Hex>, dir: Dir) -> Option<String> {
    from.and_then(|f| pos.near(f, dir)).map(|h| pos.setup.label(h))
}

fn describe(pos: Pos, order: Order) -> Words {
    let about = |id: Id, text: String, group| words(text, group).piece(pos, id);
    match order {
        Order::Done => done(pos),
        Order::Roll(id) => about(id, format!("Roll for {}", name(pos, id)), "Command"),
        Order::Detach(id) => about(id, format!("Detach {}", name(pos, id)), "Markers"),
        Order::Attach(id) => about(id, format!("{} is detached no more", name(pos, id)), "Markers"),
        Order::Build(id) => about(id, format!("{} builds breastworks", name(pos, id)), "Breastworks"),
        Order::Unbuild(id) => about(id, format!("{} stops building", name(pos, id)), "Breastworks"),
        Order::Burn(id) => about(id, format!("{} tries to burn the bridge", name(pos, id)), "Bridges"),
        Order::Mine(id, dir) => {
            let side = pos.setup.map.side_label(pos.piece(id).at(), dir);
            about(id, format!("{} prepares to burn the bridge {side}", name(pos, id)), "Bridges")
                .at(Some(side))
        }
        Order::Limber(id) => about(id, format!("{} limbers", name(pos, id)), "Limber"),
        Order::Recover(id) => about(id, format!("Look for {}", name(pos, id)), "Recovery"),
        Order::Name(id) => about(id, format!("{} takes the check", name(pos, id)), "Check"),
        Order::Lose(id) => about(id, format!("Lose {}", name(pos, id)), "Losses"),
        Order::Keep(id) => about(id, format!("Keep those of {}", name(pos, id)), "Losses"),
        Order::Leave(id) => {
            let stays = if pos.is_night() { "goes another way" } else { "stays behind" };
            about(id, format!("{} {stays}", name(pos, id)), "Retreat")
        }
        Order::Aim(..) | Order::Add(_) | Order::Fire(_) => fire(pos, order),
        Order::Target(_) | Order::With(_) | Order::Fight => fight(pos, order),
        Order::Pull(at) => {
            let at = spot(pos, at);
            words(format!("Break off from {}", shown(&at)), "Break off").at(at)
        }
        Order::Raze(at) => {
            let at = spot(pos, at);
            words(format!("Tear down the works in {}", shown(&at)), "Breastworks").at(at)
        }
        Order::Place(at) | Order::PlaceOnFoot(at) => place(pos, order, spot(pos, at)),
        Order::Stay => Words { hand: Hand::Passes, ..words("Stay", "Stand") },
        Order::Go => words("Retreat", "Retreat"),
        Order::Retreat(dir) => {
            let from = pos.state.retreat.first().map(|id| pos.piece(*id).at());
            let priority = pos.retreat_priority(dir);
            let words = match beyond(pos, from, dir) {
                Some(to) => words(format!("Retreat to {to} ({})", priority.1), "Retreat").at(Some(to)),
                None => words(format!("Retreat off the map ({})", priority.1), "Retreat"),
            };
            Words { mark: Some(format!("priority {}", priority.0)), ..words }
        }
        Order::Advance(id, dir) => {
            let to = beyond(pos, Some(pos.piece(id).at()), dir);
            about(id, format!("{} advances to {}", name(pos, id), shown(&to)), "Advance").at(to)
        }
        _ => movement(pos, order),
    }
}

/// The end of a phase or step; at the end of movement what 4.5 would cost is told before.
fn done(pos: Pos) -> Words {
    let moving = pos.state.phase == Phase::Movement && pos.state.pending.is_empty();
    let full = if moving { pos.overfull(pos.state.side) } else { Vec::new() };
    if full.is_empty() {
        return Words { hand: Hand::Passes, ..words("Done", "Go on") };
    }
    let lost: usize = full.iter().map(|(_, lost)| lost).sum();
    let hexes: Vec<String> = full.iter().map(|(hex, _)| pos.setup.label(*hex)).collect();
    let (units, are) = if lost == 1 { ("unit", "is") } else { ("units", "are") };
    let label = format!("Done: {lost} {units} {are} lost by overstacking in {}", hexes.join(", "));
    words(label, "Go on").preview(json!({ "ask": "overstacked", "side": pos.state.side }))
}

fn place(pos: Pos, order: Order, at: Option<String>) -> Words {
    let who = match pos.state.pending.last() {
        Some(
            Pending::Stranded(Stranded { commander: id })
            | Pending::Rejoin(Rejoin { piece: id, .. })
            | Pending::Return(Return { regiment: id }),
        ) => Some(*id),
        _ => None,
    };
    let foot = if matches!(order, Order::PlaceOnFoot(_)) { " on foot" } else { "" };
    let mut words =
        words(format!("{} goes to {}{foot}", who.map_or("He", |id| name(pos, id)), shown(&at)), "Place");
    words.piece = who;
    words.at(at)
}

fn fire(pos: Pos, order: Order) -> Words {
    let aimed = pos.state.mission.target.map(|h| pos.setup.label(Hex(h)));
    match order {
        Order::Aim(id, at) => {
            let target = spot(pos, at);
            let from = pos.setup.label(pos.piece(id).at());
            let question =
                json!({ "ask": "bombard", "hexes": [from], "target": target, "batteries": [name(pos, id)] });
            words(format!("{} fires at {}", name(pos, id), shown(&target)), "Fire")
                .piece(pos, id)
                .at(target)
                .aimed(pos, at.hex(&pos.setup.map.grid))
                .preview(question)
        }
        Order::Add(id) => words(format!("{} fires too", name(pos, id)), "Fire").piece(pos, id),
        Order::Fire(id) => {
            let batteries = pos.state.mission.batteries.iter().map(|b| Id(*b));
            let mut hexes: Vec<String> =
                batteries.clone().map(|b| pos.setup.label(pos.piece(b).at())).collect();
            hexes.dedup();
            let names: Vec<&str> = batteries.map(|b| name(pos, b)).collect();
            let question = json!({ "ask": "bombard", "hexes": hexes, "target": aimed,
                "batteries": names, "unit": name(pos, id) });
            let words = words(format!("Fire at {}", name(pos, id)), "Fire").piece(pos, id).preview(question);
            Words { target: Some(id), ..words }
        }
        _ => words("Fire", "Fire"),
    }
}

fn fight(pos: Pos, order: Order) -> Words {
    let label = |h: Hex| pos.setup.label(h);
    match order {
        Order::Target(at) => {
            let hex = at.hex(&pos.setup.map.grid);
            let at = spot(pos, at);
            words(format!("Attack {}", shown(&at)), "Combat").at(at).aimed(pos, hex)
        }
        Order::With(at) => {
            let hex = at.hex(&pos.setup.map.grid);
            let own = hex.is_some_and(|h| pos.held_by(h, pos.state.side));
            let at = spot(pos, at);
            let what = if own { "Attack from" } else { "Attack also" };
            words(format!("{what} {}", shown(&at)), "Combat").at(at).aimed(pos, hex.filter(|_| !own))
        }
        _ => {
            let fight = &pos.state.fight;
            let attackers: Vec<String> = fight.hexes(Party::Attackers).map(label).collect();
            let targets: Vec<String> = fight.hexes(Party::Defenders).map(label).collect();
            let at = targets.first().cloned();
            let question = json!({ "ask": "combat", "attackers": attackers, "target": targets });
            let first = fight.hexes(Party::Defenders).next();
            words("Fight", "Combat").at(at).aimed(pos, first).preview(question)
        }
    }
}

fn movement(pos: Pos, order: Order) -> Words {
    let from = pos.group_hex();
    let what = |road: bool| if road { " by road" } else { "" };
    match order {
        Order::Take(id) => {
            let verb = if pos.piece(id).on_map() { "Move" } else { "Bring on" };
            let question = json!({ "ask": "reach", "unit": name(pos, id) });
            let preview = pos.piece(id).on_map().then_some(question);
            let words = words(format!("{verb} {}", name(pos, id)), "Move").piece(pos, id);
            Words { hand: Hand::TakesUp, preview, ..words }
        }
        Order::Join(id) => {
            let words = words(format!("{} goes along", name(pos, id)), "Move").piece(pos, id);
            Words { hand: Hand::Joins, ..words }
        }
        Order::Enter { at, road } => {
            let at = spot(pos, at);
            words(format!("Enter at {}{}", shown(&at), what(road)), "Move").at(at)
        }
        Order::Step { dir, road } => {
            let to = beyond(pos, from, dir);
            words(format!("Go to {}{}", shown(&to), what(road)), "Move").at(to)
        }
        Order::Charge(dir) => {
            let to = beyond(pos, from, dir);
            let riders: Vec<&str> = pos.group_units().into_iter().map(|u| name(pos, u)).collect();
            let mp = pos.group_units().iter().map(|u| pos.piece(*u).mp).min().unwrap_or(0);
            let question = json!({ "ask": "charge", "hex": from.map(|h| pos.setup.label(h)), "target": to,
                "units": riders, "mp": f64::from(mp) / 12.0 });
            let target = from.and_then(|f| pos.near(f, dir));
            let words = words(format!("Charge {}", shown(&to)), "Charge");
            Words { hand: Hand::Keeps, ..words.at(to).aimed(pos, target).preview(question) }
        }
        Order::Halt => Words { hand: Hand::Ends, ..words("Stop here", "Move") },
        Order::Mount => words("Mount", "Mode"),
        Order::Dismount => words("Dismount", "Mode"),
        Order::Unlimber => Words { hand: Hand::Keeps, ..words("Unlimber", "Mode") },
        _ => words(crate::order::write(pos.setup, order), ""),
    }
}
