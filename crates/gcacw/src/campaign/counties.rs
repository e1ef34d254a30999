//! County control and the VP Segment (Advanced Game of BAC).

use table::Side;

use crate::play::{Play, Pos};

impl Pos<'_> {
    /// The side that was last in more of a county's towns and stations; `None` where neither was.
    fn county_majority(&self, county: usize) -> Option<Side> {
        let hexes = &self.s.logistics.counties[county].hexes;
        let count = |side| hexes.iter().filter(|h| self.spot_holder(**h) == Some(side)).count();
        match count(Side::Union).cmp(&count(Side::Confederate)) {
            std::cmp::Ordering::Greater => Some(Side::Union),
            std::cmp::Ordering::Less => Some(Side::Confederate),
            std::cmp::Ordering::Equal => None,
        }
    }
}

impl Play<'_> {
    /// Who controls each county now; a tie changes nothing.
    pub fn county_control(&mut self) {
        for n in 0..self.s.logistics.counties.len() {
            let Some(side) = self.pos().county_majority(n) else { continue };
            if self.g.ledger.counties[n] == Some(side) {
                continue;
            }
            self.g.ledger.counties[n] = Some(side);
            self.tell(|t| {
                let name = &t.0.logistics.counties[n].name;
                t.event("county", format!("{name} is in {side} hands.")).side(side)
            });
        }
    }

    /// The VP Segment: control is looked at again, and counties pay their holders.
    pub fn vp_segment(&mut self) {
        self.county_control();
        for n in 0..self.s.logistics.counties.len() {
            if let Some(side) = self.g.ledger.counties[n] {
                self.g.scored[side] += self.s.logistics.counties[n].points[side];
            }
        }
    }
}
