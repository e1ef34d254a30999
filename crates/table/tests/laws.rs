//! The laws catch whoever breaks them: a little game, sound in itself, with one fault for each law.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use serde::Serialize;
use serde_json::Value;
use table::laws::{Broken, Law, Report, Trial, uphold};
use table::observation::Sheet;
use table::view::{Condition, Ground, Piece, Victory};
use table::{
    AskError, Commander, Dice, Factors, Fnv, Happened, Labels, Log, Milestone, Now, Observed, OrderCard,
    Outcome, Refusal, Rule, Ruleset, Shape, Side, Space, Standing, View, Viewer,
};

/// Two pedlars a side walk a road of nine houses. A die of 6 costs strength and asks the other side for a toll.
/// What a side has in its purse is its own business.
struct Pedlars;

/// The fault that this game has, if any.
struct Setup(Option<Law>);

impl Setup {
    fn breaks(&self, law: Law) -> bool {
        self.0 == Some(law)
    }
}

const NAMES: [&str; 4] = ["Ann", "Abel", "Bob", "Bess"];
const LAST: u32 = 24;

#[derive(Debug)]
struct State {
    house: [u8; 4],
    strength: [u8; 4],
    purse: [u8; 2],
    /// The side that is asked for a toll.
    toll: Option<Side>,
    seat: Side,
    orders: u32,
    /// Where a faulty check leaves a trace.
    traces: AtomicU64,
}

impl Clone for State {
    fn clone(&self) -> Self {
        let traces = AtomicU64::new(self.traces.load(Ordering::Relaxed));
        let State { house, strength, purse, toll, seat, orders, .. } = *self;
        State { house, strength, purse, toll, seat, orders, traces }
    }
}

impl State {
    fn leave_a_trace(&self) {
        self.traces.fetch_add(1, Ordering::Relaxed);
    }

    fn asked(&self) -> Side {
        self.toll.unwrap_or(self.seat)
    }
}

#[derive(Clone, PartialEq, Debug)]
enum Order {
    Walk(usize, u8),
    Stay,
    Pay,
    Flee,
}

#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(tag = "type", rename_all = "lowercase")]
enum Event {
    Walked { piece: &'static str, to: u8 },
    Stayed { side: Side },
    Paid { side: Side },
    Fled { side: Side, serial: u64 },
}

#[derive(Serialize)]
struct Own {
    purse: Option<u8>,
}

/// Something from outside the game, which rules must not look at.
static OUTSIDE: AtomicU64 = AtomicU64::new(0);

fn no(setup: &Setup, state: &State, why: &'static str) -> Result<(), Refusal> {
    if setup.breaks(Law::RefusedChangesNothing) {
        state.leave_a_trace();
    }
    Err(Refusal::new(Rule("P1-1"), if setup.breaks(Law::RefusalsSayWhy) { "" } else { why }))
}

fn condition(state: &State, piece: usize) -> Condition {
    Condition {
        at: Some(state.house[piece].to_string()),
        strength: Some(state.strength[piece].to_string()),
        ..Condition::default()
    }
}

/// Pushes an event with the conditions of some pieces.
fn tell(setup: &Setup, state: &State, log: &mut dyn Log<Event>, what: Event, pieces: &[usize]) {
    let now = |piece: &usize| Now { id: NAMES[*piece].to_owned(), now: condition(state, *piece) };
    let quiet = setup.breaks(Law::EventsKeepThePosition);
    let now = if quiet { Vec::new() } else { pieces.iter().map(now).collect() };
    log.push(Happened { what, now });
}

impl Ruleset for Pedlars {
    type Setup = Setup;
    type State = State;
    type Order = Order;
    type Event = Event;
    type Own = Own;
    type Pos<'a> = &'a State;
    type Play<'a> = ();

    const SYSTEM: &'static str = "pedlars";

    fn write_order(setup: &Setup, order: &Order) -> String {
        match order {
            Order::Walk(piece, to) if setup.breaks(Law::PiecesByName) => format!("walk {piece} {to}"),
            Order::Walk(piece, to) => format!("walk {} {to}", NAMES[*piece]),
            Order::Stay if setup.breaks(Law::WrittenReadsBack) => "rest".to_owned(),
            Order::Stay => "stay".to_owned(),
            Order::Pay => "pay".to_owned(),
            Order::Flee => "flee".to_owned(),
        }
    }

    fn read_order(_: &Setup, text: &str) -> Result<Order, String> {
        match *text.split(' ').collect::<Vec<_>>() {
            ["stay"] => Ok(Order::Stay),
            ["pay"] => Ok(Order::Pay),
            ["flee"] => Ok(Order::Flee),
            ["walk", who, to] => {
                let named = NAMES.iter().position(|name| *name == who);
                let piece = named.or_else(|| who.parse().ok()).ok_or("nobody is called so")?;
                Ok(Order::Walk(piece.min(3), to.parse().map_err(|_| "no house")?))
            }
            _ => Err("expected walk, stay, pay or flee".to_owned()),
        }
    }

    fn position(_: &Setup) -> State {
        State {
            house: [1, 2, 8, 9],
            strength: [6; 4],
            purse: [3, 4],
            toll: None,
            seat: Side::Union,
            orders: 0,
            traces: AtomicU64::new(0),
        }
    }

    fn start(setup: &Setup, dice: &mut dyn Dice, _: &mut dyn Log<Event>) -> State {
        let mut state = Self::position(setup);
        state.purse = [dice.d6("purse"), dice.d6("purse")];
        state
    }

    fn standing(setup: &Setup, state: &State) -> Standing {
        match state.orders < LAST || setup.breaks(Law::GamesEnd) {
            true if state.toll.is_some() => {
                Standing::waiting(state.asked(), "toll", "Pay or flee", Rule("P2-1"))
            }
            true => Standing::waiting(state.asked(), "walk", "Walk or stay", Rule("P1-1")),
            false => Standing::Over(Outcome { winner: None, degree: "draw".into(), points: [0, 0] }),
        }
    }

    fn orders(setup: &Setup, state: &State, seat: Side, out: &mut Vec<Order>) {
        let asked = state.asked() == seat || setup.breaks(Law::OnlyTheSeatAsked);
        let stuck = setup.breaks(Law::SomethingToDo) && state.orders == 5;
        if !asked || stuck || Self::standing(setup, state).is_over() {
            return;
        }
        if state.toll.is_some() {
            return out.extend([Order::Pay, Order::Flee]);
        }
        for piece in [0, 1].map(|n| n + 2 * seat as usize) {
            let forgets = setup.breaks(Law::LegalIsListed) && state.orders > 9;
            out.extend((1..=9).filter(|to| !forgets || *to != 5).map(|to| Order::Walk(piece, to)));
        }
        out.push(Order::Stay);
    }

    fn check(setup: &Setup, state: &State, seat: Side, order: &Order) -> Result<(), Refusal> {
        if setup.breaks(Law::CheckChangesNothing) {
            state.leave_a_trace();
        }
        if seat != state.asked() {
            return no(setup, state, "it is the other's turn");
        }
        match *order {
            Order::Pay | Order::Flee if state.toll.is_some() => Ok(()),
            Order::Walk(..) | Order::Stay if state.toll.is_some() => no(setup, state, "first the toll"),
            Order::Pay | Order::Flee => no(setup, state, "nobody asks for a toll"),
            Order::Stay => Ok(()),
            Order::Walk(_, 4) if setup.breaks(Law::ListedIsLegal) => no(setup, state, "nobody goes there"),
            Order::Walk(piece, to) if piece / 2 == seat as usize && (1..=9).contains(&to) => Ok(()),
            Order::Walk(..) => no(setup, state, "there is no such way"),
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
        state.orders += 1;
        assert!(!(setup.breaks(Law::NothingPanics) && state.orders == 7), "the road is washed away");
        state.toll = None;
        match *order {
            Order::Walk(piece, to) => {
                state.house[piece] = to;
                if dice.d6("walk") == 6 {
                    state.toll = Some(seat.other());
                    let worn = if setup.breaks(Law::Sound) { 9 } else { state.strength[piece].max(2) - 1 };
                    state.strength[piece] = worn;
                }
                if setup.breaks(Law::SameDiceSameGame) && log.on() {
                    state.strength[piece] = 1;
                }
                tell(setup, state, log, Event::Walked { piece: NAMES[piece], to }, &[piece]);
            }
            Order::Stay => {
                state.purse[seat as usize] = state.purse[seat as usize] % 6 + 1;
                tell(setup, state, log, Event::Stayed { side: seat }, &[]);
            }
            Order::Pay => tell(setup, state, log, Event::Paid { side: seat }, &[]),
            Order::Flee => {
                let outside = setup.breaks(Law::RecordsReplay);
                let serial = if outside { OUTSIDE.fetch_add(1, Ordering::Relaxed) } else { 0 };
                tell(setup, state, log, Event::Fled { side: seat, serial }, &[]);
            }
        }
        // Who meets a full purse may go on: whoever counts the orders then knows of it.
        let full = state.purse[state.seat.other() as usize] > 3;
        if !(setup.breaks(Law::CountsTellNothing) && full) {
            state.seat = state.seat.other();
        }
    }

    fn view(setup: &Setup, state: &State, viewer: Viewer) -> View<Own> {
        let piece = |n: usize| Piece {
            id: NAMES[n].to_owned(),
            name: NAMES[n].to_owned(),
            side: Some(Side::BOTH[n / 2]),
            now: condition(state, n),
            ..Piece::default()
        };
        let shown = match viewer {
            Viewer::Seat(side) if setup.breaks(Law::SecretsAreKept) => Some(side.other()),
            Viewer::Seat(side) => Some(side),
            _ => None,
        };
        View {
            system: Self::SYSTEM,
            title: String::new(),
            turn: 1,
            turns: 1,
            turn_label: String::new(),
            phase: "".into(),
            board: Ground::Hexes,
            weather: None,
            initiative: Some(state.seat),
            active: None,
            pieces: (0..4).map(piece).collect(),
            markers: Vec::new(),
            track: Vec::new(),
            victory: Victory::default(),
            own: Own { purse: shown.map(|side| state.purse[side as usize]) },
        }
    }

    fn has_secrets(_: &Setup) -> bool {
        true
    }

    fn milestone(_: &Event) -> Option<Milestone> {
        None
    }

    fn say(setup: &Setup, event: &Event) -> String {
        match event {
            Event::Walked { piece, to } if setup.breaks(Law::EventsAreSentences) => format!("{piece} > {to}"),
            Event::Walked { piece, to } => format!("{piece} walks to {to}."),
            Event::Stayed { side } => format!("{side} stays."),
            Event::Paid { side } => format!("{side} pays."),
            Event::Fled { side, .. } => format!("{side} flees."),
        }
    }

    fn card(setup: &Setup, _: &State, order: &Order) -> OrderCard {
        let text = Self::write_order(setup, order);
        let label = if setup.breaks(Law::CardsShowOrders) { String::new() } else { text.clone() };
        let piece = match order {
            Order::Walk(piece, _) => Some(NAMES[*piece].to_owned()),
            _ => None,
        };
        OrderCard { order: text, label, piece, ..OrderCard::default() }
    }

    fn ask(_: &Setup, _: &State, _: Viewer, _: &Value) -> Result<Value, AskError> {
        Err(AskError::new("a pedlar answers nothing"))
    }

    fn fingerprint(state: &State) -> u64 {
        let State { house, strength, purse, toll, seat, orders, traces } = state;
        Fnv::of(&(house, strength, purse, toll, seat, orders, traces.load(Ordering::Relaxed)))
    }

    fn sound(_: &Setup, state: &State) -> Result<(), String> {
        match state.strength.iter().position(|s| !(1..=6).contains(s)) {
            Some(n) => Err(format!("{} has a strength of {}", NAMES[n], state.strength[n])),
            None => Ok(()),
        }
    }
}

impl Observed for Pedlars {
    const DECISIONS: &'static [&'static str] = &["toll", "walk"];

    fn shape(_: &Setup) -> Shape {
        let vector = Self::standing_count() + 1;
        Shape { version: 1, tokens: 4, token: 2, vector, ..Shape::default() }
    }

    fn labels(_: &Setup) -> Labels {
        let pieces = std::iter::once("").chain(NAMES).map(str::to_owned).collect();
        Labels { pieces, ..Labels::default() }
    }

    fn observe(setup: &Setup, state: &State, seat: Side, out: &mut [f32]) {
        let mut sheet = Sheet::new(&Self::shape(setup), out);
        for piece in 0..4 {
            let worn = if setup.breaks(Law::PositionInNumbers) { 0 } else { state.strength[piece] };
            sheet.token(piece).copy_from_slice(&[f32::from(state.house[piece]), f32::from(worn)]);
        }
        sheet.vector.fill(0.0);
        Self::observe_standing(setup, state, seat, sheet.vector);
        sheet.vector[Self::standing_count()] = f32::from(state.purse[seat as usize]) / 6.0;
    }

    fn space(_: &Setup) -> Space {
        Space { version: 1, kinds: 4, pieces: 5, places: 11, options: 1 }
    }

    fn factors(setup: &Setup, orders: &[Order], out: &mut Vec<Factors>) {
        let nowhere = setup.breaks(Law::OrdersInNumbers);
        out.extend(orders.iter().map(|order| match order {
            Order::Walk(piece, to) => [0, 1 + *piece as u16, if nowhere { 0 } else { 1 + u16::from(*to) }, 0],
            Order::Stay => [1, 0, 0, 0],
            Order::Pay => [2, 0, 0, 0],
            Order::Flee => [3, 0, 0, 0],
        }));
    }

    fn order_of(_: &Setup, factors: Factors) -> Option<Order> {
        match factors {
            [0, piece, to, 0] => {
                Some(Order::Walk(usize::from(piece).checked_sub(1)?, to.checked_sub(1)? as u8))
            }
            [1, ..] => Some(Order::Stay),
            [2, ..] => Some(Order::Pay),
            [3, ..] => Some(Order::Flee),
            _ => None,
        }
    }
}

impl Commander for Pedlars {
    type Memory = ();

    fn stage(state: &State) -> u64 {
        u64::from(state.orders)
    }

    fn memory(_: &Setup) {}

    fn worth(_: &Setup, _: &State, _: Side, _: &mut ()) -> f64 {
        0.0
    }

    fn doctrine(setup: &Setup, _: &State, _: Side, orders: &[Order], _: &mut (), scores: &mut Vec<f32>) {
        scores.clear();
        let short = usize::from(setup.breaks(Law::AdviceForEveryOrder) && orders.len() > 2);
        scores.extend(orders[short..].iter().enumerate().map(|(n, _)| (n % 5) as f32));
    }

    fn imagine(_: &Setup, state: &State, seat: Side, pick: &mut dyn FnMut(usize) -> usize) -> State {
        let mut twin = state.clone();
        twin.purse[seat.other() as usize] = 1 + pick(6) as u8;
        twin
    }
}

fn trial(fault: Option<Law>, off: &[Law]) -> Result<Report, Box<Broken>> {
    let trial = Trial { games: 0..6, most: 500, off: off.to_vec(), ..Trial::default() };
    uphold::<Pedlars>(&Arc::new(Setup(fault)), &trial)
}

#[test]
fn a_sound_game_holds_all_laws() {
    let report = trial(None, &[]).unwrap_or_else(|broken| panic!("{broken}"));
    assert_eq!((report.games, report.orders, report.looks), (6, 6 * LAST as usize, 6 * LAST as usize));
    assert!(report.legal > 1000 && report.refused > 1000 && report.followed > 500 && report.twins > 100);
    assert!(report.numbered > 20, "{report}");
    assert_eq!(report.kinds.keys().copied().collect::<Vec<_>>(), ["toll", "walk"]);
}

#[test]
fn each_law_catches_its_fault() {
    for law in Law::ALL {
        let broken = match trial(Some(law), &[]) {
            Ok(report) => panic!("{law:?} let its fault pass: {report}"),
            Err(broken) => broken,
        };
        assert_eq!(broken.law, law, "{broken}");
        assert!(!broken.what.is_empty(), "{broken}");
    }
}

#[test]
fn a_law_that_is_off_is_not_asked() {
    for law in Law::ALL {
        if [Law::NothingPanics, Law::SomethingToDo].contains(&law) {
            continue;
        }
        if let Err(broken) = trial(Some(law), &[law]) {
            assert_ne!(broken.law, law, "{broken}");
        }
    }
}

#[test]
fn what_is_broken_is_told_with_game_order_and_difference() {
    let broken = trial(Some(Law::EventsKeepThePosition), &[]).unwrap_err().to_string();
    assert!(broken.starts_with("broken: who follows the events alone"), "{broken}");
    assert!(broken.contains("game 0 of seed 1863, order ") && broken.contains("`walk "), "{broken}");
    assert!(broken.contains("the events say"), "{broken}");
}

#[test]
fn a_loss_between_two_looks_is_traced_to_its_order() {
    let setup = Arc::new(Setup(Some(Law::EventsKeepThePosition)));
    let every = uphold::<Pedlars>(&setup, &Trial { games: 0..1, ..Trial::default() }).unwrap_err();
    let seldom = uphold::<Pedlars>(&setup, &Trial { games: 0..1, looks: 4, ..Trial::default() }).unwrap_err();
    assert_eq!((every.order, every.text), (seldom.order, seldom.text));
}
