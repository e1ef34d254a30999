//! Movement: which stack sets out next, who goes with it, where to, and how it stops.

use hexmap::{Dir, Hex, Reach};
use table::{FOLLY, NoLog, SeededDice};

use super::assault::{Assault, assaults};
use super::band::{self, Band, Kind};
use super::charge;
use super::place::View;
use super::reinforcements;
use super::retreat;
use crate::ground::Class;
use crate::order::Order;
use crate::pending::Why;
use crate::play::Play;
use crate::position::Pos;
use crate::setup::Id;
use crate::state::{Where, flag};

/// Ways a band tries, the best goal first.
const WAYS: usize = 6;
/// Stacks looked at closely before the phase is ended.
const LOOKS: usize = 8;

/// What it promises to leave a hex that would have to give men up: they go first, while the roads are free.
const OVERFULL: f32 = 4.0;

/// What it is worth to get out of such a hex, wherever to.
const RELIEF: f32 = 5.0;

/// What guns and commanders promise, at least: they are looked at when nobody promises more.
const LAST: f32 = 0.06;

/// Where a band goes and what it gains by that.
#[derive(Clone, Default)]
pub(crate) struct Plan {
    pub members: Vec<Id>,
    /// Each hex on the way with the step that leads on; the last is where it stops.
    way: Vec<(Hex, Dir, bool)>,
    /// What the band has left to march with at each hex of the way, and whether it has used a road by then.
    left: Vec<(u8, bool)>,
    from: Option<Hex>,
    pub goal: Option<Hex>,
    pub stay: f32,
    pub best: f32,
    class: Option<Class>,
    /// How many places were as good at least as where it stood.
    choices: usize,
    /// The state of everybody else.
    pub key: u64,
}

impl Plan {
    /// Whether it was made for this stack in its present mode; a part of it that has set out alone needs a plan of its
    /// own, for what the brigade may do together its regiments may not do apart.
    pub(crate) fn is_for(&self, view: &View, group: &[Id]) -> bool {
        let first = group.first().copied();
        let class = |id: Id| view.pos.class(id);
        let units = self.members.iter().copied().map(class).filter(|c| *c != Class::Commander).max();
        self.members.first().copied() == first
            && group.iter().all(|m| self.members.contains(m))
            && (!view.pos.state.stepped || group.len() == self.members.len())
            && Some(units.unwrap_or(Class::Commander)) == self.class
    }

    /// Whether the stack is still on its way, with what it needs to get there: who has gone astray or wasted
    /// time needs another plan, or he ends where he cannot stand.
    pub(crate) fn goes_on_from(&self, view: &View, group: &[Id]) -> bool {
        let Some(hex) = view.pos.group_hex() else { return true };
        let Some(goal) = self.goal else { return self.from == Some(hex) };
        let left = group.iter().map(|u| view.pos.piece(*u).mp).min().unwrap_or(0);
        let road = group.iter().any(|u| view.pos.piece(*u).has(flag::ROAD | flag::PARTIAL));
        let mut marks = self.way.iter().zip(&self.left);
        let on_the_way = marks.any(|((h, _, _), (least, by))| *h == hex && left >= *least && (*by || !road));
        hex == goal || on_the_way
    }

    fn step_from(&self, hex: Hex) -> Option<(Dir, bool)> {
        self.way.iter().find(|(h, _, _)| *h == hex).map(|(_, dir, road)| (*dir, *road))
    }

    fn gain(&self) -> f32 {
        self.best - self.stay
    }
}

/// The best place a band can reach, and the way there.
pub(crate) fn plan(view: &View, reach: &mut Reach, band: &Band, assault: Option<&Assault>) -> Plan {
    let pos = view.pos;
    let stands = view.place(band, band.from, assault);
    let stay = stands.unwrap_or(f32::MIN);
    // Who cannot stay tries every way there is, and is glad of the worst.
    let ways = if stands.is_some() { WAYS } else { usize::MAX };
    let mut plan = Plan {
        members: band.ids().to_vec(),
        stay,
        best: stay,
        class: Some(band.class),
        from: Some(band.from),
        goal: None,
        ..Plan::default()
    };
    pos.search(reach, band.mover, band.from);
    let mut goals: Vec<(f32, usize)> = Vec::new();
    for (node, cost) in reach.reached() {
        let hex = Hex((node / 2) as u16);
        if hex == band.from {
            continue;
        }
        let Some(value) = view.place(band, hex, assault) else { continue };
        // Of two ways to stand equally well, the shorter.
        let value = value - cost as f32 * 0.0005;
        if value > stay {
            goals.push((value, node));
        }
    }
    plan.choices = goals.len();
    // The best that can be reached without tearing the brigade apart on the way.
    for _ in 0..ways.min(goals.len()) {
        let nth = (0..goals.len()).max_by(|a, b| goals[*a].0.total_cmp(&goals[*b].0)).unwrap_or(0);
        let (value, node) = goals.swap_remove(nth);
        plan.way.clear();
        plan.left.clear();
        trace(view, band, reach, node, &mut plan);
        if together(view, band, reach, node) && walked(view, band, &plan.way) {
            (plan.best, plan.goal) = (value, Some(Hex((node / 2) as u16)));
            plan.stay = stands.unwrap_or(value - RELIEF);
            return plan;
        }
    }
    plan.way.clear();
    plan.left.clear();
    (plan.stay, plan.best) = (stands.unwrap_or(-RELIEF), stands.unwrap_or(-RELIEF));
    plan
}

/// Whether a band gets to the end of a way: its brigade holds together in every hex of it, and it does not go at the
/// enemy out of a hex in which it could not stay.
fn together(view: &View, band: &Band, reach: &Reach, node: usize) -> bool {
    if band.kind == Kind::Staff {
        return true;
    }
    let pos = view.pos;
    let left = |n: usize| band.mover.budget.saturating_sub(reach.cost(n).unwrap_or(0) as u8);
    let hex = |n: &usize| Hex((*n / 2) as u16);
    let path = reach.path(node);
    let risky = |pair: &[usize]| {
        pos.in_zoc(hex(&pair[1]), view.side.other())
            && hex(&pair[0]) != band.from
            && !view.fits(band, hex(&pair[0]))
    };
    !path.windows(2).any(risky)
        && pos.may_part_along(band.ids(), path.iter().skip(1).map(|n| (hex(n), left(*n))))
}

/// Whether a way is open to its end, as the rules see it at every step. Only one through hexes of others is walked in
/// thought: on any other the band may stop wherever it is held up.
fn walked(view: &View, band: &Band, way: &[(Hex, Dir, bool)]) -> bool {
    if band.kind == Kind::Staff || way.iter().skip(1).all(|(hex, _, _)| view.fits(band, *hex)) {
        return true;
    }
    let setup = view.pos.setup;
    let mut state = view.pos.state.clone();
    state.group = band.ids().to_vec();
    // Nobody rolls to march.
    let (mut dice, mut log) = (SeededDice::from_number(0), NoLog);
    way.iter().all(|(_, dir, road)| {
        let open = Pos { setup, state: &state }.may_step(*dir, *road).is_ok();
        Play::new(setup, &mut state, &mut dice, &mut log).step(*dir, *road);
        open
    })
}

/// The steps to a node that was reached.
fn trace(view: &View, band: &Band, reach: &Reach, node: usize, plan: &mut Plan) {
    let path = reach.path(node);
    for pair in path.windows(2) {
        let (a, b) = (Hex((pair[0] / 2) as u16), Hex((pair[1] / 2) as u16));
        let Some(dir) = view.pos.setup.map.grid.direction(a, b) else { continue };
        let spent = reach.cost(pair[1]).unwrap_or(0).saturating_sub(reach.cost(pair[0]).unwrap_or(0));
        let plain = view.pos.cost(band.class, a, dir).map(u16::from);
        plan.way.push((a, dir, plain != Some(spent)));
        let left = band.mover.budget.saturating_sub(reach.cost(pair[0]).unwrap_or(0) as u8);
        plan.left.push((left, pair[0] % 2 == 1));
    }
}

/// Those who would set out together with the first of a stack that was taken up.
pub(crate) fn company(view: &View, group: &[Id]) -> Option<Band> {
    let pos = view.pos;
    let first = *group.first().filter(|id| pos.piece(**id).on_map())?;
    if !pos.state.stepped {
        let hex = pos.piece(first).at();
        let troops = band::troops(view, hex);
        let others = troops.and_then(|t| band::strangers(view, hex, &t));
        let mut whole = troops.into_iter().chain(others).chain(band::guns(view, hex));
        let whole = whole.find(|b| b.first() == first);
        if let Some(band) = whole.filter(|b| group.iter().all(|g| b.ids().contains(g))) {
            return Some(band);
        }
    }
    Band::of(view, group)
}

/// The plan of a band, with the attack it is to take part in.
pub(crate) fn plan_alone(view: &View, room: &mut Reach, band: &Band) -> Plan {
    let plans = if band.kind == Kind::Troops { assaults(view, &bands(view)) } else { Vec::new() };
    plan(view, room, band, plans.iter().find(|a| a.calls(band.from)))
}

/// Every band that could set out, at most one of each kind from a hex that is not overfull.
fn bands(view: &View) -> Vec<Band> {
    let pos = view.pos;
    let mut all: Vec<Band> = Vec::new();
    for hex in pos.stacks_of(view.side) {
        if let Some(troops) = band::troops(view, hex) {
            all.push(troops);
            all.extend(band::strangers(view, hex, &troops));
        }
        all.extend(band::guns(view, hex));
    }
    all.extend(pos.leaders_on_map(view.side).filter_map(|l| band::staff(view, l)));
    all
}

/// Scores the orders that take up a stack or end the phase; gives back the plan of the stack chosen.
pub(crate) fn choose_stack(
    view: &View,
    room: &mut Reach,
    orders: &[Order],
    scores: &mut Vec<f32>,
) -> Option<Plan> {
    let bands = bands(view);
    let plans = assaults(view, &bands);
    let mut ranked: Vec<(f32, usize)> =
        bands.iter().enumerate().map(|(n, band)| (promise(view, band, &plans), n)).collect();
    ranked.sort_by(|a, b| b.0.total_cmp(&a.0));
    // Nobody sets out before those who have to leave an overfull hex: he may take the room they need.
    let leaver = first_out(view, room, &bands);
    let mut chosen = leaver.as_ref().map(|(plan, n)| (plan.clone(), *n, OVERFULL));
    let looks = LOOKS + ranked.iter().filter(|r| r.0 >= OVERFULL).count();
    let looks = if leaver.is_some() { 0 } else { looks };
    for (promised, n) in ranked.iter_mut().filter(|r| r.0 > view.w.trouble).take(looks) {
        let band = &bands[*n];
        let plan =
            plan(view, room, band, plans.iter().find(|a| band.kind == Kind::Troops && a.calls(band.from)));
        if plan.gain() > view.w.trouble && may_start(view, &plan, band.from) {
            *promised = promised.max(plan.gain());
            chosen = Some((plan, *n, *promised));
            break;
        }
        *promised = -1.0;
    }
    let top = chosen.as_ref().map_or(0.0, |(_, _, gain)| *gain);
    // Nobody ends his movement while somebody could still make room for men who would have to be given up.
    let done = if chosen.is_some() && bands.iter().any(|b| is_crowded(view, b)) { FOLLY } else { 0.0 };
    let first = leaver.map(|(_, n)| bands[n].first());
    for order in orders {
        scores.push(match order {
            Order::Done => done,
            Order::Take(id) if first.is_some_and(|first| first != *id) => FOLLY,
            Order::Take(id) => take(view, *id, &bands, &ranked, top, chosen.as_ref().map(|c| c.1)),
            Order::Attach(_) => 0.3,
            Order::Unbuild(_) => -0.5,
            _ => -2.0,
        });
    }
    chosen.map(|(plan, _, _)| plan)
}

/// Whether a band stands where units would have to be given up.
fn is_crowded(view: &View, band: &Band) -> bool {
    band.leaves_some && view.overfull(band.kind, band.from)
}

/// Of those who can leave an overfull hex, who goes first, and where: out of the hex with the fewest ways out.
fn first_out(view: &View, room: &mut Reach, bands: &[Band]) -> Option<(Plan, usize)> {
    let mut able: Vec<(Plan, usize)> = Vec::new();
    for (n, band) in bands.iter().enumerate().filter(|(_, b)| is_crowded(view, b)) {
        let plan = plan(view, room, band, None);
        if plan.goal.is_some() && may_start(view, &plan, band.from) {
            able.push((plan, n));
        }
    }
    let from = |n: usize| bands[n].from;
    let ways = |hex: Hex| able.iter().filter(|(_, n)| from(*n) == hex).map(|(p, _)| p.choices).sum::<usize>();
    let least = able.iter().min_by_key(|(p, n)| (ways(from(*n)), std::cmp::Reverse(p.choices)));
    least.cloned()
}

fn may_start(view: &View, plan: &Plan, from: Hex) -> bool {
    let (pos, members) = (view.pos, &plan.members);
    plan.step_from(from).is_some_and(|(dir, road)| {
        pos.may_step_with(members, from, dir, road).is_ok() && pos.may_part(members, from, (dir, road))
    })
}

fn take(
    view: &View,
    id: Id,
    bands: &[Band],
    ranked: &[(f32, usize)],
    top: f32,
    chosen: Option<usize>,
) -> f32 {
    if matches!(view.pos.piece(id).place, Where::Due | Where::Away) {
        return reinforcements::take(view, id) + top;
    }
    let Some(n) = bands.iter().position(|b| b.first() == id) else { return -1.0 };
    if Some(n) == chosen {
        return top;
    }
    let promised = ranked.iter().find(|r| r.1 == n).map_or(-1.0, |r| r.0);
    promised.min(0.95 * top - 0.05)
}

/// What a band may gain by moving, at a glance: its place in an attack, or a better hex next to it.
fn promise(view: &View, band: &Band, plans: &[Assault]) -> f32 {
    let Some(here) = view.place(band, band.from, None) else { return OVERFULL };
    if band.kind == Kind::Troops
        && let Some(assault) = plans.iter().find(|a| a.calls(band.from))
    {
        return view.w.assault_first
            + assault.value / assault.sent() as f32
            + 0.01 * band.stack.force.sp as f32;
    }
    let pos = view.pos;
    let mut best = -1f32;
    for (dir, near) in pos.neighbors(band.from) {
        let pays = pos.cost(band.class, band.from, dir).is_some_and(|c| c <= band.mover.budget);
        let enters = band.mover.enters_zoc || !pos.in_zoc(near, view.side.other());
        if pays
            && enters
            && let Some(there) = view.place(band, near, None)
        {
            best = best.max(there - here);
        }
    }
    match band.kind {
        Kind::Troops => best,
        // Guns and commanders look farther than the next hex, after the troops have gone.
        Kind::Guns | Kind::Staff => {
            let last = LAST.max(1.1 * view.w.trouble);
            (0.3 * best).max(if band.stack.foot == 0 { last } else { -1.0 })
        }
    }
}

/// Scores what a stack that was taken up can do.
pub(crate) fn lead(view: &View, plan: &Plan, orders: &[Order], scores: &mut Vec<f32>) {
    let pos = view.pos;
    let Some(hex) = pos.group_hex() else {
        return reinforcements::enter(view, orders, scores);
    };
    let Some(band) = Band::of(view, &pos.state.group) else {
        scores.resize(orders.len(), 0.0);
        return;
    };
    let troops = band.kind != Kind::Staff;
    let whole = plan.members.iter().all(|m| pos.state.group.contains(m));
    let stands = view.place(&band, hex, None);
    let here = stands.unwrap_or(plan.best - 2.0);
    let next = plan.step_from(hex).filter(|(dir, road)| {
        plan.goal.is_some_and(|g| g != hex) && orders.contains(&Order::Step { dir: *dir, road: *road })
    });
    let waits = orders.iter().any(|o| matches!(o, Order::Join(id) if plan.members.contains(id)));
    let best = plan.best.max(here);
    // Where an overfull hex would give men up nobody stops, and nobody who knows his way lingers.
    let passing = troops && stands.is_none() && pos.state.stepped;
    for order in orders {
        scores.push(match order {
            Order::Join(id) if plan.members.contains(id) && !whole => best + 0.3,
            // Two brigades cannot stand together where they arrive.
            Order::Join(_) if troops => FOLLY,
            Order::Join(_) => here - 1.0,
            // With all who are to go.
            Order::Step { dir, road } if next == Some((*dir, *road)) && !waits => best + 0.1,
            Order::Step { .. } if passing && next.is_some() => FOLLY,
            Order::Step { dir, .. } => {
                let near = pos.near(hex, *dir).and_then(|n| view.place(&band, n, None));
                near.map_or(if troops { FOLLY } else { here - 1.0 }, |v| v.min(best) - 0.3)
            }
            Order::Halt | Order::Mount | Order::Dismount | Order::Unlimber if passing => FOLLY,
            Order::Halt if next.is_some() && !pos.state.stepped => here - 0.5,
            Order::Halt => here,
            Order::Mount => here + mount(view, &band, plan),
            Order::Dismount => here + dismount(view, &band, next.is_some()),
            Order::Unlimber => here + unlimber(view, &band, next.is_some()),
            // If neither side gives way, the riders stay where they charged from.
            Order::Charge(_) if passing => FOLLY,
            Order::Charge(_) if retreat::cornered(view, hex, &pos.state.group, Why::Charge) => FOLLY,
            Order::Charge(dir) => charge::value(view, &band, *dir, here),
            _ => here - 1.0,
        });
    }
}

/// Horsemen mount for a long ride, out of the enemy's reach.
fn mount(view: &View, band: &Band, plan: &Plan) -> f32 {
    let fresh = band.ids().iter().all(|u| !view.pos.piece(*u).has(flag::MOVED));
    let goals = |class| view.scene.goals(view.w, view.pos, band.from, class);
    let far = goals(Class::Mounted) < 0.6 * view.scene.needs.iter().copied().fold(0.0, f32::max);
    if fresh && far && view.scene.threat(band.from) == 0.0 {
        return plan.gain().max(0.0) + 0.5;
    }
    -0.5
}

/// They fight on foot: where the enemy may come, horses are sent to the rear.
fn dismount(view: &View, band: &Band, moving: bool) -> f32 {
    if moving {
        return -0.5;
    }
    let threat = view.scene.threat(band.from);
    if threat > 0.0 || view.pos.in_zoc(band.from, view.side.other()) { 0.3 } else { -0.3 }
}

/// Guns come into battery where they have something to fire at, or where the enemy is near.
fn unlimber(view: &View, band: &Band, moving: bool) -> f32 {
    if moving {
        return -0.5;
    }
    let sees = view.field_of_fire(band.from, 3) > 0.05;
    if sees || view.scene.threat(band.from) > 0.0 { 0.3 } else { -0.2 }
}
