//! How an order is shown to a person: words, where to click, and what to ask beforehand.

use hexmap::Hex;
use serde_json::{Value, json};
use table::{OrderCard, Side};

use crate::assault::AssaultTarget;
use crate::attack::NameAttack;
use crate::event::points;
use crate::forces::Feint;
use crate::order::{self, AttackType, Order};
use crate::pending::Pending;
use crate::position::Pos;
use crate::setup::{LeaderId, Setup, UnitId};
use crate::sight::marker_name;
use crate::state::State;

struct Names<'a> {
    pos: Pos<'a>,
}

impl Names<'_> {
    fn unit(&self, id: UnitId) -> String {
        self.pos.setup.unit(id).name.clone()
    }
    fn leader(&self, id: LeaderId) -> String {
        self.pos.setup.leader(id).name.clone()
    }
    fn hex(&self, hex: Hex) -> String {
        self.pos.setup.map.grid.label(hex)
    }
    fn place(&self, hex: Hex) -> String {
        match self.pos.setup.map.place_name(hex) {
            Some(name) => format!("{} ({name})", self.hex(hex)),
            None => self.hex(hex),
        }
    }
    fn of_unit(&self, id: UnitId) -> Option<String> {
        let state = self.pos.state.unit(id);
        state.is_on_map().then(|| self.hex(state.hex))
    }

    fn of_piece(&self, group: &str, label: String, unit: UnitId) -> OrderCard {
        OrderCard {
            label,
            group: group.into(),
            at: self.of_unit(unit),
            piece: Some(self.unit(unit)),
            ..OrderCard::default()
        }
    }

    fn of_leader(&self, group: &str, label: String, leader: LeaderId) -> OrderCard {
        OrderCard {
            label,
            group: group.into(),
            at: self.pos.state.leader_hex(leader).map(|h| self.hex(h)),
            piece: Some(self.leader(leader)),
            ..OrderCard::default()
        }
    }

    /// A marker of the side that acts.
    fn of_marker(&self, group: &str, label: String, marker: u8) -> OrderCard {
        let side = self.pos.state.active;
        let at = self.pos.state.forces.as_ref().and_then(|f| f.hex(side, marker));
        OrderCard {
            label,
            group: group.into(),
            at: at.map(|h| self.hex(h)),
            piece: Some(marker_name(side, marker)),
            ..OrderCard::default()
        }
    }

    fn of_hex(&self, group: &str, label: String, hex: Hex) -> OrderCard {
        OrderCard { label, group: group.into(), at: Some(self.hex(hex)), ..OrderCard::default() }
    }

    /// The hexside from the active unit's hex to a neighbour.
    fn side_to(&self, unit: UnitId, to: Hex) -> Option<String> {
        let from = self.pos.state.unit(unit).hex;
        self.pos.setup.map.grid.direction(from, to).map(|dir| self.pos.setup.map.side_label(from, dir))
    }

    fn of_side(&self, group: &str, label: String, unit: UnitId, to: Hex) -> OrderCard {
        OrderCard { at: self.side_to(unit, to), ..self.of_piece(group, label, unit) }
    }

    /// The enemy of the side that acts who stands first in a hex.
    fn enemy_in(&self, hex: Hex) -> Option<String> {
        let (setup, enemy) = (self.pos.setup, self.pos.state.active.other());
        let found = self.pos.state.stack_set(hex).first().filter(|u| setup.unit(*u).side == enemy);
        let marker = || self.pos.state.forces.as_ref()?.markers_in(enemy, hex).next();
        found.map(|u| self.unit(u)).or_else(|| marker().map(|m| marker_name(enemy, m)))
    }

    fn march_unit(&self) -> Option<UnitId> {
        self.pos.state.march().map(|m| m.unit)
    }
}

fn plain(group: &str, label: &str) -> OrderCard {
    OrderCard { label: label.into(), group: group.into(), ..OrderCard::default() }
}

/// The answer of whoever has nothing to do.
fn passing(group: &str, label: &str) -> OrderCard {
    OrderCard { passes: true, ..plain(group, label) }
}

/// The card of an order.
pub(crate) fn card(setup: &Setup, state: &State, order: Order) -> OrderCard {
    let names = Names { pos: Pos { setup, state } };
    let mut card = match order {
        Order::Take if is_night(state) => plain("Initiative", "March by night"),
        Order::Pass if is_night(state) => passing("Initiative", "Wait for the day"),
        Order::Take => OrderCard { usual: true, ..plain("Initiative", "Take the initiative") },
        Order::Pass => passing("Initiative", "Pass"),
        Order::Done => {
            OrderCard { usual: is_usual(state), passes: !sets_off(state), ..plain("", done_label(state)) }
        }
        Order::Evade => plain("Cavalry", "Slip away (4 to 6 hexes)"),
        Order::Stand => passing("Cavalry", "Stand"),
        Order::ForceMarch => OrderCard { presses: true, ..plain("March", "Force march (disorganizes)") },
        Order::Steady => OrderCard { usual: true, ..plain("March", "Keep a steady pace") },
        Order::Wait => plain("Dummies", "Wait: an order that does nothing, seen as one"),
        Order::RefuseFlanks => plain("March", "Refuse flanks here (1 MP, ends the march)"),
        Order::UnrefuseFlanks => plain("March", "Take off the Flanks Refused marker"),
        Order::End => OrderCard { ends: true, ..plain("March", "End the march") },
        Order::Lee => plain("Assault", "Announce Lee's bonus (+1)"),
        Order::Guide => plain("March", "Take a guide (2 MP more)"),
        Order::Bonus => plain("Attack", "Add the event's bonus to this attack"),
        Order::Reroll => plain("Arrivals", "Roll again"),
        Order::KeepFirst => roll_card(&names, 0),
        Order::KeepSecond => roll_card(&names, 1),
        Order::Boats(to) => {
            names.of_hex("Move", format!("Cross the river to {} by boat", names.place(to)), to)
        }
        Order::Halt => plain("Retreat", "End the retreat here"),
        Order::Roll => plain("March", "Roll for an extended march"),
        Order::Open(side, m) => open_card(&names, side, m),
        Order::By(kind) => attack_card(&names, kind),
        Order::Move(to) => move_card(&names, to),
        Order::Attack(to) => OrderCard {
            target: names.enemy_in(to),
            keeps: true,
            preview: assault_question(&names, to),
            ..names.of_hex("Attack", format!("Attack {}", names.place(to)), to)
        },
        Order::Retreat(to) => retreat_card(&names, to),
        _ => piece_card(&names, order),
    };
    card.order = order::write(setup, order);
    card
}

/// What an assault on a hex may bring. Of a march the type of the attack is still to be named.
fn assault_question(names: &Names, target: Hex) -> Option<Value> {
    let Some(Pending::AssaultTarget(AssaultTarget { assault })) = names.pos.state.asked() else {
        return None;
    };
    let units: Vec<String> = assault.selected.into_iter().map(|u| names.unit(u)).collect();
    let leader = names.leader(assault.leader);
    Some(json!({ "ask": "assault", "leader": leader, "units": units, "target": names.hex(target) }))
}

/// A night march is on offer.
fn is_night(state: &State) -> bool {
    matches!(state.asked(), Some(Pending::NightMarch(_)))
}

fn piece_card(names: &Names, order: Order) -> OrderCard {
    let unit = |u| names.unit(u);
    match order {
        Order::March(u) => OrderCard {
            sets_out: true,
            preview: Some(json!({"ask": "extended-march", "unit": unit(u)})),
            ..names.of_piece("March", format!("March {}", unit(u)), u)
        },
        Order::Burn(u) => names.of_piece("Other", format!("{} burns the station", unit(u)), u),
        Order::Entrench(u) => names.of_piece("Entrench", format!("{} entrenches", unit(u)), u),
        Order::Select(u) => names.of_piece("Units", format!("{} takes part", unit(u)), u),
        Order::Dig(u) => names.of_piece("Units", format!("{} entrenches", unit(u)), u),
        Order::Go(u) => {
            OrderCard { takes_up: true, ..names.of_piece("Units", format!("{} goes next", unit(u)), u) }
        }
        Order::Keep(u) => names.of_piece("Units", format!("{} attacks", unit(u)), u),
        Order::Join(u) => names.of_piece("Units", format!("{} joins in", unit(u)), u),
        Order::Lose(u) => names.of_piece("Losses", format!("{} loses 1 Manpower", unit(u)), u),
        Order::Withdraw(u) => names.of_piece("Withdraw", format!("{} withdraws", unit(u)), u),
        Order::Forage(u) => names.of_piece("Forage", format!("{} forages", unit(u)), u),
        Order::Strengthen(u) => names.of_piece("Campaign", format!("{} gets the men", unit(u)), u),
        Order::Rejoin(u) => names.of_piece("Campaign", format!("{} rejoins its parent unit", unit(u)), u),
        Order::OffMap(u) => names.of_piece("Campaign", format!("{} leaves the map to refit", unit(u)), u),
        Order::Advance(u) => names.of_piece("Advance", format!("{} advances", unit(u)), u),
        Order::Activate(l) => OrderCard {
            preview: Some(json!({"ask": "command-radius", "leader": names.leader(l)})),
            ..names.of_leader("Leaders", format!("Activate {}", names.leader(l)), l)
        },
        Order::Assault(l) => names.of_leader("Assault", format!("{} assaults", names.leader(l)), l),
        Order::Name(l) => names.of_leader("Leaders", format!("Name {}", names.leader(l)), l),
        Order::Ride(l) => names.of_leader("Leaders", format!("{} goes along", names.leader(l)), l),
        Order::Grand(l) => names.of_leader("Assault", format!("Grand assault under {}", names.leader(l)), l),
        Order::Transfer(l, u) => {
            let label =
                format!("{} joins {} in {}", names.leader(l), unit(u), names.of_unit(u).unwrap_or_default());
            OrderCard { piece: Some(names.leader(l)), ..names.of_piece("Leaders", label, u) }
        }
        Order::Dismantle(to) => {
            let label = format!("Take up the pontoon bridge to {}", names.hex(to));
            names
                .march_unit()
                .map_or_else(|| plain("Bridges", &label), |u| names.of_side("Bridges", label.clone(), u, to))
        }
        Order::Destroy(to) => {
            let label = format!("Try to destroy the crossing to {}", names.hex(to));
            names
                .march_unit()
                .map_or_else(|| plain("Bridges", &label), |u| names.of_side("Bridges", label.clone(), u, to))
        }
        Order::Build(u, to) => {
            names.of_side("Bridges", format!("{} bridges the river to {}", unit(u), names.hex(to)), u, to)
        }
        Order::Repair(u, to) => {
            names.of_side("Bridges", format!("{} repairs the crossing to {}", unit(u), names.hex(to)), u, to)
        }
        Order::Strategic(u, levels) => {
            let mp = names.pos.strategic_allowance(u, levels).unwrap_or(0);
            let label = format!("{} moves strategically: {mp} MP for {levels} Fatigue Levels", unit(u));
            names.of_piece("March", label, u)
        }
        Order::Rail(u, h) => OrderCard {
            at: Some(names.hex(h)),
            ..names.of_piece("Rail", format!("{} goes by rail to {}", unit(u), names.place(h)), u)
        },
        Order::Feed(w, u) => names.of_piece("Supply", format!("{} feeds {}", unit(w), unit(u)), u),
        Order::Load(u) => names.of_piece("Supply", format!("{} loads a supply point", unit(u)), u),
        Order::RemoveWagon(u) => names.of_piece("Supply", format!("Take {} off the map", unit(u)), u),
        Order::Mend(h) => names.of_hex("Supply", format!("Repair the station in {}", names.place(h)), h),
        Order::Depot(h) => names.of_hex("Supply", format!("Build a depot in {}", names.place(h)), h),
        Order::Send(u, b) => {
            let name = names.pos.setup.logistics.boxes.get(b as usize).map_or("", |name| name);
            names.of_piece("Off-map", format!("{} goes to {name}", unit(u)), u)
        }
        Order::Marker(h) => {
            names.of_hex("Force markers", format!("Place a Force marker in {}", names.place(h)), h)
        }
        Order::Under(u, m) => {
            names.of_piece("Force markers", format!("{} goes under marker {}", unit(u), m + 1), u)
        }
        Order::Feint(m, guise) => {
            let as_what = match (guise.cavalry, guise.leader) {
                (false, false) => "infantry",
                (true, false) => "cavalry",
                (false, true) => "infantry with a leader",
                (true, true) => "cavalry with a leader",
            };
            names.of_marker("Dummies", format!("Dummy {} marches as {as_what}", m + 1), m)
        }
        Order::Along(m, to) => {
            let label = format!("Dummy {} goes along, to {}", m + 1, names.place(to));
            OrderCard { at: Some(names.hex(to)), ..names.of_marker("Dummies", label, m) }
        }
        Order::Place(u, h) => OrderCard {
            piece: Some(unit(u)),
            ..names.of_hex("Arrivals", format!("{} enters in {}", unit(u), names.place(h)), h)
        },
        _ => OrderCard::default(),
    }
}

fn roll_card(names: &Names, n: u8) -> OrderCard {
    let sum = names.pos.state.campaign.today.rolls[usize::from(n > 0)];
    plain("Arrivals", &format!("Keep the {} roll ({sum})", if n == 0 { "first" } else { "second" }))
}

/// Questions before a march that whoever names its goal has nothing to say to.
fn is_usual(state: &State) -> bool {
    matches!(state.asked(), Some(Pending::Transfers(_) | Pending::ShamDeparture(_) | Pending::Along(_)))
}

/// Decisions in which being done is where something begins: those who were named march or assault.
fn sets_off(state: &State) -> bool {
    use Pending as P;
    matches!(
        state.asked(),
        Some(
            P::SelectUnits(_)
                | P::AssaultUnits(_)
                | P::Join(_)
                | P::Along(_)
                | P::ShamActivation(_)
                | P::ShamDeparture(_)
        )
    )
}

fn done_label(state: &State) -> &'static str {
    match state.asked() {
        Some(Pending::AttachLeader(_)) => "Leave the leader where he is",
        Some(Pending::Roll(_)) => "No extended march roll",
        Some(Pending::Action(_)) => "There is nothing to do",
        Some(Pending::DestroyBridge(_) | Pending::LeaveBridge(_)) => "Leave the bridges",
        Some(Pending::ShamActivation(_)) => "Roll the leader's dice and march",
        Some(Pending::ShamDeparture(_)) => "March",
        Some(Pending::Along(_)) => "Nobody else goes along",
        Some(Pending::Lee(_)) => "Keep Lee's bonus",
        Some(Pending::GrandAssault(_)) => "Go on without a grand assault",
        Some(Pending::Withdraw(_)) => "Hold the ground",
        Some(Pending::Advance(_)) => "Advance is done",
        _ => "Done",
    }
}

fn attack_card(names: &Names, kind: AttackType) -> OrderCard {
    let Some(Pending::NameAttack(NameAttack { march, target })) = names.pos.state.asked() else {
        return OrderCard::default();
    };
    let cost = kind.cost(names.pos.rides(march.unit));
    let word = match kind {
        AttackType::Column => "Column of route attack",
        AttackType::Hasty => "Hasty attack",
        AttackType::Normal => "Normal attack",
        AttackType::Prepared => "Prepared attack",
    };
    let aimed_at = names.enemy_in(*target);
    let target = names.hex(*target);
    OrderCard {
        target: aimed_at,
        label: format!("{word} ({} MP, {:+})", points(cost), kind.modifier()),
        group: "Attack".into(),
        at: Some(target.clone()),
        piece: Some(names.unit(march.unit)),
        preview: Some(json!({
            "ask": "attack", "unit": names.unit(march.unit), "target": target, "type": kind.word()
        })),
        ..OrderCard::default()
    }
}

fn open_card(names: &Names, side: Side, marker: u8) -> OrderCard {
    let at = names.pos.state.forces.as_ref().and_then(|f| f.hex(side, marker));
    OrderCard {
        label: format!("Take off Force marker {}", marker + 1),
        group: "Force markers".into(),
        at: at.map(|h| names.hex(h)),
        piece: Some(marker_name(side, marker)),
        ..OrderCard::default()
    }
}

fn feint_card(names: &Names, feint: &Feint, to: Hex) -> OrderCard {
    let cost = names.pos.feint_step(feint, to).map(|paid| format!(" ({} MP)", points(paid)));
    let label = format!("Move to {}{}", names.place(to), cost.unwrap_or_default());
    OrderCard { at: Some(names.hex(to)), ..names.of_marker("Move", label, feint.marker) }
}

fn move_card(names: &Names, to: Hex) -> OrderCard {
    if let Some(feint) = names.pos.state.feint() {
        return feint_card(names, feint, to);
    }
    let Some(march) = names.pos.state.march() else {
        return names.of_hex("Move", format!("Move to {}", names.place(to)), to);
    };
    let cost = match names.pos.stride(&names.pos.walker(march), to) {
        Ok(stride) if stride.minimum => " (all MP)".to_owned(),
        Ok(stride) => format!(" ({} MP)", points(stride.paid)),
        Err(_) => String::new(),
    };
    OrderCard {
        piece: Some(names.unit(march.unit)),
        ..names.of_hex("Move", format!("Move to {}{cost}", names.place(to)), to)
    }
}

fn retreat_card(names: &Names, to: Hex) -> OrderCard {
    let flee = names.pos.state.retreat().and_then(|retreat| {
        let legal = names.pos.plan(retreat).legal(retreat.at, &retreat.path);
        legal.iter().find(|f| f.to == to).copied()
    });
    let text = flee.map(|f| format!(" (priority {}, loss {})", f.priority, f.loss));
    let label = format!("Retreat to {}{}", names.place(to), text.unwrap_or_default());
    let mark = flee.map(|f| match f.loss {
        0 => format!("priority {}", f.priority),
        loss => format!("priority {}, −{loss}", f.priority),
    });
    OrderCard { mark, ..names.of_hex("Retreat", label, to) }
}
