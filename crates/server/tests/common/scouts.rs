//! A tiny game with everything the server must cope with: both sides asked at once, hidden orders,
//! hidden strengths, dice, a decision that passes in the middle of a turn, and an end.
//!
//! Each side has three scouts on a map of six by six hexes. Both first hide a camp. Then the sides take
//! turns: each scout may walk one hex; walking into an enemy is a fight in which the defender first
//! chooses to stand or to run.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use hexmap::{Grid, Hex, HexMap};
use serde::Serialize;
use serde_json::{Value, json};
use table::view::{Condition, Ground, Piece, View};
use table::{
    AskError, BySide, Commander, Dice, Happened, Log, Milestone, Now, Observed, OrderCard, Played, Refusal,
    Rule, Ruleset, Seated, Side, Standing, Viewer,
};

pub struct Scouts;

pub struct Setup {
    pub map: HexMap,
    pub turns: u8,
    /// Strengths, Union first: what the enemy may not know until a fight.
    pub strength: [[u8; 3]; 2],
}

pub fn setup(strength: [[u8; 3]; 2]) -> Arc<Setup> {
    let text = r#"
        format = "hardtack-map/1"
        name = "A meadow"
        yards_per_hex = 100
        [grid]
        shape = "pointy"
        label = "RRCC"
        rows = 6
        columns = 6
        [terrain]
        default = "clear"
    "#;
    Arc::new(Setup { map: HexMap::parse("meadow.map.toml", text).unwrap(), turns: 6, strength })
}

#[derive(Clone, Copy, PartialEq)]
struct Scout {
    hex: Option<Hex>,
    walked: bool,
    known: bool,
}

#[derive(Clone, Copy, PartialEq)]
enum Asked {
    Camps,
    Walk,
    /// The scout `attacker` of the active side walks onto `defender`.
    Stand {
        attacker: usize,
        defender: usize,
    },
}

#[derive(Clone)]
pub struct State {
    scouts: [[Scout; 3]; 2],
    camps: BySide<Option<Hex>>,
    active: Side,
    turn: u8,
    asked: Asked,
}

#[derive(Clone, PartialEq, Debug)]
pub enum Order {
    Camp(String),
    Walk(String, String),
    Stand,
    Run,
    End,
}

impl fmt::Display for Order {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Order::Camp(at) => write!(f, "camp {at}"),
            Order::Walk(who, at) => write!(f, "walk {who} {at}"),
            Order::Stand => f.write_str("stand"),
            Order::Run => f.write_str("run"),
            Order::End => f.write_str("end"),
        }
    }
}

impl FromStr for Order {
    type Err = &'static str;
    fn from_str(text: &str) -> Result<Order, Self::Err> {
        match text.split(' ').collect::<Vec<_>>()[..] {
            ["camp", at] => Ok(Order::Camp(at.into())),
            ["walk", who, at] => Ok(Order::Walk(who.into(), at.into())),
            ["stand"] => Ok(Order::Stand),
            ["run"] => Ok(Order::Run),
            ["end"] => Ok(Order::End),
            _ => Err("expected camp, walk, stand, run or end"),
        }
    }
}

#[derive(Clone, Serialize)]
#[serde(tag = "type", rename_all = "kebab-case")]
pub enum Event {
    Camped { side: Side, at: Option<String> },
    Walked { piece: String, from: String, to: String },
    Fought { dice: Vec<Value>, winner: String, gone: String, strengths: [u8; 2] },
    Ran { piece: String },
    Turn { turn: u8 },
}

/// What only this game shows: the camps, Union first.
#[derive(Serialize)]
pub struct Own {
    scouts: Camps,
}

#[derive(Serialize)]
struct Camps {
    camps: [Option<String>; 2],
}

const NAMES: [[&str; 3]; 2] = [["Abner", "Buford", "Cutler"], ["Xenia", "Yell", "Zollicoffer"]];
const CAMP: Rule = Rule("G1.1-1");
const WALK: Rule = Rule("G2.1-1");
const FIGHT: Rule = Rule("G3.1-1");

impl Setup {
    fn grid(&self) -> &Grid {
        &self.map.grid
    }
}

impl State {
    fn who(&self, side: Side, name: &str) -> Option<usize> {
        NAMES[side as usize].iter().position(|n| *n == name)
    }
    fn at(&self, side: Side, hex: Hex) -> Option<usize> {
        self.scouts[side as usize].iter().position(|s| s.hex == Some(hex))
    }
    fn alive(&self, side: Side) -> usize {
        self.scouts[side as usize].iter().filter(|s| s.hex.is_some()).count()
    }
    /// Where a scout is; what he is worth is for the view to tell.
    fn condition(&self, setup: &Setup, side: Side, n: usize) -> Condition {
        let at = self.scouts[side as usize][n].hex.map(|hex| setup.grid().label(hex));
        Condition { at, ..Condition::default() }
    }
    fn now(&self, setup: &Setup, side: Side, n: usize) -> Now {
        Now { id: NAMES[side as usize][n].into(), now: self.condition(setup, side, n) }
    }
    fn next_side(&mut self, setup: &Setup, log: &mut dyn Log<Event>) {
        self.active = self.active.other();
        self.asked = Asked::Walk;
        for scout in self.scouts.iter_mut().flatten() {
            scout.walked = false;
        }
        if self.active == Side::Union {
            self.turn += 1;
            if self.turn <= setup.turns {
                log.push(Event::Turn { turn: self.turn }.into());
            }
        }
    }
}

fn refuse(rule: Rule, why: &'static str) -> Result<(), Refusal> {
    Err(Refusal::new(rule, why))
}

impl Ruleset for Scouts {
    type Setup = Setup;
    type State = State;
    type Order = Order;
    type Event = Event;
    type Own = Own;
    type Pos<'a> = (&'a Setup, &'a State);
    type Play<'a> = &'a mut State;
    const SYSTEM: &'static str = "scouts";

    fn write_order(_: &Setup, order: &Order) -> String {
        order.to_string()
    }

    fn read_order(_: &Setup, text: &str) -> Result<Order, String> {
        text.parse().map_err(str::to_owned)
    }

    fn position(setup: &Setup) -> State {
        Self::start(setup, &mut table::ScriptedDice::new([1]), &mut table::NoLog)
    }

    fn start(setup: &Setup, dice: &mut dyn Dice, log: &mut dyn Log<Event>) -> State {
        let scout = |label| Scout { hex: setup.grid().hex(label), walked: false, known: false };
        let first = if dice.d6("who begins") > 3 { Side::Confederate } else { Side::Union };
        log.push(Event::Turn { turn: 1 }.into());
        State {
            scouts: [["0301", "0302", "0303"].map(scout), ["0304", "0305", "0306"].map(scout)],
            camps: BySide::default(),
            active: first,
            turn: 1,
            asked: Asked::Camps,
        }
    }

    fn standing(setup: &Setup, state: &State) -> Standing {
        let alive = Side::BOTH.map(|s| state.alive(s) as i32);
        if state.turn > setup.turns || alive.contains(&0) {
            let winner = match alive[0] - alive[1] {
                0 => None,
                more => Some(if more > 0 { Side::Union } else { Side::Confederate }),
            };
            return Standing::Over(table::Outcome { winner, degree: "plain".into(), points: alive });
        }
        match state.asked {
            Asked::Camps => {
                let open = |side| state.camps[side].is_none();
                let seats = match (open(Side::Union), open(Side::Confederate)) {
                    (true, true) => table::Seats::BOTH,
                    (true, false) => Side::Union.into(),
                    _ => Side::Confederate.into(),
                };
                Standing::waiting(seats, "camp", "Hide your camp", CAMP)
            }
            Asked::Walk => Standing::waiting(state.active, "walk", "Walk a scout or end your turn", WALK),
            Asked::Stand { .. } => Standing::waiting(state.active.other(), "stand", "Stand or run", FIGHT),
        }
    }

    fn orders(setup: &Setup, state: &State, seat: Side, out: &mut Vec<Order>) {
        if !Self::standing(setup, state).seats().is_some_and(|s| s.contains(seat)) {
            return;
        }
        let grid = setup.grid();
        match state.asked {
            Asked::Camps => out.extend(grid.hexes().map(|h| Order::Camp(grid.label(h)))),
            Asked::Stand { .. } => out.extend([Order::Stand, Order::Run]),
            Asked::Walk => {
                for (n, scout) in state.scouts[seat as usize].iter().enumerate() {
                    let Some(from) = scout.hex.filter(|_| !scout.walked) else { continue };
                    let free = grid.neighbors(from).filter(|(_, to)| state.at(seat, *to).is_none());
                    let name = NAMES[seat as usize][n];
                    out.extend(free.map(|(_, to)| Order::Walk(name.into(), grid.label(to))));
                }
                out.push(Order::End);
            }
        }
    }

    fn check(setup: &Setup, state: &State, seat: Side, order: &Order) -> Result<(), Refusal> {
        let hex = |at: &str| setup.grid().hex(at).ok_or(Refusal::new(WALK, "that hex is not on the map"));
        match (state.asked, order) {
            (Asked::Camps, Order::Camp(at)) => hex(at).map(|_| ()),
            (Asked::Stand { .. }, Order::Stand | Order::Run) | (Asked::Walk, Order::End) => Ok(()),
            (Asked::Walk, Order::Walk(name, at)) => {
                let to = hex(at)?;
                let Some(n) = state.who(seat, name) else { return refuse(WALK, "that is no scout of yours") };
                let scout = state.scouts[seat as usize][n];
                match scout.hex {
                    None => refuse(WALK, "that scout is gone"),
                    Some(_) if scout.walked => refuse(WALK, "that scout has walked this turn"),
                    Some(from) if setup.grid().distance(from, to) != 1 => {
                        refuse(WALK, "a scout walks one hex")
                    }
                    Some(_) if state.at(seat, to).is_some() => refuse(WALK, "a friend is there"),
                    Some(_) => Ok(()),
                }
            }
            _ => refuse(WALK, "that is not what is asked now"),
        }
    }

    fn apply(
        setup: &Setup,
        state: &mut State,
        seat: Side,
        order: &Order,
        dice: &mut dyn Dice,
        log: &mut dyn Log<Event>,
    ) {
        let own = seat as usize;
        match (state.asked, order) {
            (_, Order::Camp(at)) => {
                state.camps[seat] = setup.grid().hex(at);
                log.push(Event::Camped { side: seat, at: Some(at.clone()) }.into());
                if state.camps[seat.other()].is_some() {
                    state.asked = Asked::Walk;
                }
            }
            (_, Order::Walk(name, at)) => {
                let (n, to) = (state.who(seat, name).unwrap(), setup.grid().hex(at).unwrap());
                state.scouts[own][n].walked = true;
                if let Some(defender) = state.at(seat.other(), to) {
                    state.asked = Asked::Stand { attacker: n, defender };
                    return;
                }
                let from = state.scouts[own][n].hex.replace(to).unwrap();
                let (piece, from) = (name.clone(), setup.grid().label(from));
                let what = Event::Walked { piece, from, to: at.clone() };
                log.push(Happened { what, now: vec![state.now(setup, seat, n)] });
            }
            (Asked::Stand { defender, .. }, Order::Run) => {
                state.scouts[own][defender].hex = None;
                let what = Event::Ran { piece: NAMES[own][defender].into() };
                log.push(Happened { what, now: vec![state.now(setup, seat, defender)] });
                state.asked = Asked::Walk;
            }
            (Asked::Stand { attacker, defender }, Order::Stand) => {
                let (us, them) = (state.active as usize, own);
                let strengths = [setup.strength[us][attacker], setup.strength[them][defender]];
                let (a, d) = (dice.d6("attacker"), dice.d6("defender"));
                let won = a + strengths[0] > d + strengths[1];
                let (winner, gone) =
                    if won { ((us, attacker), (them, defender)) } else { ((them, defender), (us, attacker)) };
                state.scouts[gone.0][gone.1].hex = None;
                state.scouts[winner.0][winner.1].known = true;
                let name = |(s, n): (usize, usize)| NAMES[s][n].to_owned();
                let dice = vec![json!({"for": "attacker", "die": a}), json!({"for": "defender", "die": d})];
                let what = Event::Fought { dice, winner: name(winner), gone: name(gone), strengths };
                let now = [(us, attacker), (them, defender)].map(|(s, n)| state.now(setup, Side::BOTH[s], n));
                log.push(Happened { what, now: now.into() });
                state.asked = Asked::Walk;
            }
            (_, Order::End) => state.next_side(setup, log),
            _ => unreachable!("check refuses this"),
        }
    }

    fn view(setup: &Setup, state: &State, viewer: Viewer) -> View<Own> {
        let piece = |side: Side, n: usize| {
            let name = NAMES[side as usize][n];
            let known = viewer.knows(side) || state.scouts[side as usize][n].known;
            let strength = if known { setup.strength[side as usize][n].to_string() } else { "?".into() };
            Piece {
                id: name.into(),
                name: name.into(),
                side: Some(side),
                kind: "unit".into(),
                now: Condition { strength: Some(strength), ..state.condition(setup, side, n) },
                label: format!("{name}, {side} scout"),
                ..Piece::default()
            }
        };
        let pieces = Side::BOTH.into_iter().flat_map(|side| (0..3).map(move |n| piece(side, n))).collect();
        let camp =
            |side| state.camps[side].filter(|_| viewer.knows(side)).map(|camp| setup.grid().label(camp));
        View {
            system: "scouts",
            title: "Scouts".into(),
            turn: state.turn.into(),
            turns: setup.turns.into(),
            turn_label: format!("Turn {}", state.turn),
            phase: "Walking".into(),
            board: Ground::Hexes,
            weather: None,
            initiative: Some(state.active),
            active: None,
            pieces,
            markers: Vec::new(),
            track: Vec::new(),
            victory: table::view::Victory::default(),
            own: Own { scouts: Camps { camps: Side::BOTH.map(camp) } },
        }
    }

    fn has_secrets(_: &Setup) -> bool {
        true
    }

    fn event_for(_: &Setup, event: &Happened<Event>, viewer: Viewer) -> Option<Happened<Event>> {
        match event.what {
            Event::Camped { side, .. } if !viewer.knows(side) => {
                Some(Event::Camped { side, at: None }.into())
            }
            _ => Some(event.clone()),
        }
    }

    fn milestone(event: &Event) -> Option<Milestone> {
        matches!(event, Event::Turn { .. }).then_some(Milestone::Turn)
    }

    fn say(_: &Setup, event: &Event) -> String {
        match event {
            Event::Camped { side, at: Some(at) } => format!("The {side} camp is at {at}."),
            Event::Camped { side, at: None } => format!("The {side} player has hidden a camp."),
            Event::Walked { piece, from, to } => format!("{piece} walks from {from} to {to}."),
            Event::Fought { winner, gone, .. } => format!("{winner} drives {gone} off."),
            Event::Ran { piece } => format!("{piece} runs."),
            Event::Turn { turn } => format!("Turn {turn} begins."),
        }
    }

    fn card(_: &Setup, _: &State, order: &Order) -> OrderCard {
        let (at, piece, group) = match order {
            Order::Camp(at) => (Some(at.clone()), None, "Camp"),
            Order::Walk(who, at) => (Some(at.clone()), Some(who.clone()), "Walk"),
            _ => (None, None, ""),
        };
        OrderCard {
            order: order.to_string(),
            label: order.to_string(),
            at,
            piece,
            group: group.into(),
            ..OrderCard::default()
        }
    }

    fn ask(setup: &Setup, _: &State, viewer: Viewer, question: &Value) -> Result<Value, AskError> {
        match question["ask"].as_str() {
            Some("strengths") if viewer == Viewer::Referee => Ok(json!(setup.strength)),
            Some("strengths") => Err(AskError::new("only the referee knows")),
            _ => Err(AskError::new("no such question")),
        }
    }

    fn fingerprint(state: &State) -> u64 {
        use std::hash::{DefaultHasher, Hash, Hasher};
        let mut sum = DefaultHasher::new();
        for scout in state.scouts.iter().flatten() {
            (scout.hex, scout.walked, scout.known).hash(&mut sum);
        }
        (state.camps.union, state.camps.confederate, state.turn, state.active as u8).hash(&mut sum);
        sum.finish()
    }
}

impl Observed for Scouts {}

impl Commander for Scouts {
    type Memory = ();

    fn stage(state: &State) -> u64 {
        u64::from(state.turn) << 1 | state.active as u64
    }

    fn memory(_: &Setup) {}

    fn worth(_: &Setup, state: &State, side: Side, (): &mut ()) -> f64 {
        state.alive(side) as f64 - state.alive(side.other()) as f64
    }
}

/// A scenario on the catalog.
pub struct Meadow(pub Arc<Setup>);

impl server::Scenario for Meadow {
    fn begin(&self, dice: &mut dyn Dice) -> (Box<dyn table::Game>, Played) {
        let (game, played) = Seated::<Scouts>::start(self.0.clone(), dice);
        (Box::new(game), played)
    }
    fn hash(&self) -> String {
        "meadow".into()
    }
}
