//! What shelters a stand: works and walls, forests, forts, buildings (VGAP-42, VTER-12).

use crate::body::TOUCH;
use crate::geometry::{Pt, in_polygon, segment_segment, segments_meet, strictly_inside, within};
use crate::ids::StandId;
use crate::position::Pos;
use crate::setup::Feature;
use crate::terrain::{Hit, Terrain, saves};

/// From where an attack comes: the line along which works are judged.
#[derive(Clone, Copy, Debug)]
pub struct Attack {
    pub from: Pt,
    pub to: Pt,
    /// On the front of the stand attacked.
    pub front: bool,
}

impl Pos<'_> {
    /// Fire from one stand at another.
    pub(crate) fn fire_attack(&self, by: StandId, at: StandId) -> Attack {
        let from = self.front_centre(by);
        Attack { from, to: self.front_centre(at), front: !self.behind_front(at, from) }
    }

    /// Melee of `by` against `at`; none if `at` itself charged `by` and so does not defend.
    pub(crate) fn melee_attack(&self, by: StandId, at: StandId) -> Option<Attack> {
        let front = !self.flank_contact(at, by);
        if self.piece(by).charged == at {
            let (x, y) = self.piece(by).from;
            return Some(Attack { from: Pt::cents(x, y), to: self.front_centre(by), front });
        }
        if self.piece(at).charged == by {
            return None;
        }
        Some(Attack { from: self.front_centre(by), to: self.front_centre(at), front })
    }

    /// The works that protect a stand against an attack, forts included.
    pub(crate) fn works_against(&self, at: StandId, attack: Attack) -> impl Iterator<Item = Terrain> + '_ {
        let features = if self.piece(at).in_building() { &[][..] } else { &self.setup.table.features[..] };
        features.iter().filter(move |f| self.protects(f, at, attack)).map(|f| f.kind)
    }

    fn protects(&self, f: &Feature, at: StandId, attack: Attack) -> bool {
        let place = self.front_centre(at);
        if f.kind.is_fort() {
            return f.contains(place);
        }
        if !f.kind.is_works() {
            return false;
        }
        if f.closed && self.inside_work(f, at, place) {
            return true;
        }
        let Some((left, right)) = self.front_edge(at) else { return false };
        let near = f.lines().any(|(a, b)| within(segment_segment(left, right, a, b), 50));
        if !near {
            return false;
        }
        // Works on the front edge itself protect against the front only.
        if f.lines().any(|(a, b)| on_line(place, a, b)) {
            return attack.front;
        }
        f.lines().any(|(a, b)| segments_meet(attack.from, attack.to, a, b))
    }

    /// In a closed work: the front-edge centre inside it, or on its line with the stand behind.
    fn inside_work(&self, f: &Feature, at: StandId, place: Pt) -> bool {
        let outline = &f.points[..f.points.len() - 1];
        strictly_inside(place, outline) && !f.lines().any(|(a, b)| on_line(place, a, b))
            || f.lines().any(|(a, b)| on_line(place, a, b)) && in_polygon(self.centre(at), outline)
    }

    /// Whether terrain gives a stand a saving throw against a hit.
    pub(crate) fn terrain_saves(&self, at: StandId, attack: Option<Attack>, hit: Hit) -> bool {
        let column = self.column(at);
        if !self.piece(at).in_building() {
            let areas = [Terrain::Forest, Terrain::BrokenGround];
            if areas.into_iter().any(|t| saves(t, column, hit) && self.is_in(at, t)) {
                return true;
            }
        }
        match attack {
            Some(attack) => self.works_against(at, attack).any(|t| saves(t, column, hit)),
            // A charger in a fort still has its walls about it.
            None => [Terrain::Fort, Terrain::Fortress]
                .into_iter()
                .any(|t| saves(t, column, hit) && self.is_in(at, t)),
        }
    }
}

fn on_line(p: Pt, a: Pt, b: Pt) -> bool {
    within(crate::geometry::point_segment(p, a, b), TOUCH)
}
