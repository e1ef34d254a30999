//! Whom to attack, and with how many: strength is brought together against one hex at a time.

use hexmap::Hex;

use super::band::{Band, Kind};
use super::place::View;
use super::stack::{Ring, Stack};

/// What a step to the enemy costs, more or less, in twelfths of a movement point.
const STEP: u16 = 14;
/// The most stacks that are sent against one hex.
const SENT: usize = 3;

/// An attack to be made in this turn.
#[derive(Clone)]
pub(crate) struct Assault {
    /// The enemy stack, by its number in the scene.
    pub target: u8,
    /// What it is worth if all come.
    pub value: f32,
    /// Those who have still to come, by the hex they set out from.
    movers: Vec<(Hex, Stack)>,
}

impl Assault {
    pub(crate) fn calls(&self, from: Hex) -> bool {
        self.movers.iter().any(|(hex, _)| *hex == from)
    }

    pub(crate) fn sent(&self) -> usize {
        self.movers.len()
    }

    /// Those who come too, but for the one who asks, in hexes that are still free.
    pub(crate) fn hope(&self, view: &View, asks: Hex, target: Hex, ring: &mut Ring) {
        let others = self.movers.iter().filter(|(hex, _)| *hex != asks);
        for ((_, near), (_, stack)) in free(view, target, ring).zip(others) {
            let mut stack = *stack;
            stack.force.hex = near;
            ring.push(stack);
        }
    }
}

/// Hexes next to the target where a stack could still come, those apart from each other first.
fn free(view: &View, target: Hex, ring: &Ring) -> impl Iterator<Item = (u8, Hex)> + use<> {
    let mut found: Vec<(u8, Hex)> = Vec::with_capacity(6);
    for (dir, near) in view.pos.neighbors(target) {
        if view.pos.holder(near).is_none() && !ring.has(near) {
            found.push((dir.index() as u8 & 1, near));
        }
    }
    found.sort_unstable();
    found.into_iter()
}

/// The attacks that these bands could make together, the best first, nobody in two of them.
pub(crate) fn assaults(view: &View, bands: &[Band]) -> Vec<Assault> {
    let mut all: Vec<Assault> = Vec::new();
    for (number, foe) in view.scene.foes.iter().enumerate() {
        let near = bands.iter().filter(|b| in_reach(view, b, foe.force.hex));
        let movers: Vec<(Hex, Stack)> = near.map(|b| (b.from, b.stack)).collect();
        if !movers.is_empty() {
            all.extend(planned(view, number as u8, movers));
        }
    }
    all.sort_by(|a, b| b.value.total_cmp(&a.value));
    let mut kept: Vec<Assault> = Vec::new();
    for mut assault in all {
        let before = assault.movers.len();
        assault.movers.retain(|(hex, _)| !kept.iter().any(|k| k.calls(*hex)));
        if assault.movers.len() == before {
            kept.push(assault);
        } else if !assault.movers.is_empty() {
            let movers = std::mem::take(&mut assault.movers);
            kept.extend(planned(view, assault.target, movers));
        }
    }
    kept
}

fn in_reach(view: &View, band: &Band, target: Hex) -> bool {
    let far = view.pos.distance(band.from, target);
    band.kind == Kind::Troops
        && band.mover.enters_zoc
        && !band.stack.force.broken
        && far > 1
        && (far - 1) * STEP <= band.mover.budget as u16
}

/// The strongest of these against a target, if that is worth it.
fn planned(view: &View, target: u8, mut movers: Vec<(Hex, Stack)>) -> Option<Assault> {
    let foe = view.scene.foes.get(target as usize)?;
    let hex = foe.force.hex;
    // The evening is no time to begin a fight.
    if view.night_in(1) {
        return None;
    }
    movers.sort_by_key(|(_, stack)| std::cmp::Reverse(stack.force.sp));
    movers.truncate(SENT);
    let mut ring = view.around(hex, view.side);
    let room = free(view, hex, &ring).count();
    movers.truncate(room);
    if movers.is_empty() {
        return None;
    }
    let ground = view.ground(hex, view.side);
    let before = view.fight(ring.all(), &[*foe], ground);
    let assault = Assault { target, value: 0.0, movers };
    assault.hope(view, Hex(u16::MAX), hex, &mut ring);
    let value = view.fight(ring.all(), &[*foe], ground) - before;
    (value > view.w.assault - view.w.assault_press * view.press()).then_some(Assault { value, ..assault })
}
