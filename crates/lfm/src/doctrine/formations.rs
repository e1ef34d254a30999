//! The divisions that can be given a plan.

use table::{Formation, Side};

use super::scene::stake;
use crate::position::Pos;
use crate::setup::Id;

/// Places a division may be sent to.
const GOALS: usize = 3;

pub(crate) fn formations(pos: Pos, side: Side) -> Vec<Formation> {
    let mut found: Vec<Formation> = Vec::new();
    let mut mains: Vec<(Id, u16)> = Vec::new();
    for id in pos.setup.side_ids(side).iter().copied() {
        let counter = pos.counter(id);
        let able = counter.arm.is_regiment() && pos.piece(id).on_map() && !pos.shattered(id);
        if !able || counter.division_no == 0 {
            continue;
        }
        let strength = pos.sp(id);
        match found.iter().position(|f| f.number == counter.division_no) {
            Some(known) => {
                found[known].strength += f32::from(strength);
                // Seen from the largest regiment.
                if strength > mains[known].1 {
                    mains[known] = (id, strength);
                }
            }
            None => {
                let name = match (counter.division.as_str(), counter.corps.as_str()) {
                    ("", corps) => format!("{corps} Corps"),
                    (division, "") => format!("Division {division}"),
                    (division, corps) => format!("{division} Division, {corps} Corps"),
                };
                let number = counter.division_no;
                found.push(Formation { number, name, strength: f32::from(strength), goals: Vec::new() });
                mains.push((id, strength));
            }
        }
    }
    for (formation, (main, _)) in found.iter_mut().zip(&mains) {
        let from = pos.piece(*main).at();
        let prizes = pos.setup.victory.prizes.iter().zip(&pos.state.held).enumerate();
        let mut goals: Vec<(f32, u16, String)> = prizes
            .filter(|(_, (_, held))| **held != Some(side))
            .map(|(n, (prize, _))| {
                let far = f32::from(pos.distance(from, prize.hex));
                (stake(prize, side) / (3.0 + far), n as u16, prize.name.clone())
            })
            .collect();
        goals.sort_by(|a, b| b.0.total_cmp(&a.0));
        formation.goals = goals.into_iter().take(GOALS).map(|(_, n, name)| (n, name)).collect();
    }
    found.sort_by(|a, b| b.strength.total_cmp(&a.strength));
    found
}
