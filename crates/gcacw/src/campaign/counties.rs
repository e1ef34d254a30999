//! County control and the VP Segment (Advanced Game of BAC).

use hexmap::Hex;
use table::Side;

use crate::event::Event;
use crate::play::Play;
use crate::position::Pos;
use crate::sequence::Phase;

impl Pos<'_> {
    /// How many of a county's towns and stations a side was last in.
    pub(crate) fn towns_held(&self, county: usize, side: Side) -> usize {
        let hexes = &self.setup.logistics.counties[county].hexes;
        hexes.iter().filter(|hex| self.spot_holder(**hex) == Some(side)).count()
    }

    /// VP Segments still to come.
    pub(crate) fn segments_left(&self) -> i32 {
        let (now, last) = (self.state.turn, self.setup.turns);
        let segment = self.setup.steps.iter().position(|step| step.phase == Phase::VictoryPointSegment);
        let Some(at) = segment else { return 0 };
        // A phase that has been begun is over.
        let begun = |turn| turn == now && at < self.state.step as usize;
        (now..=last).filter(|turn| self.setup.steps[at].is_held(*turn, last) && !begun(*turn)).count() as i32
    }

    /// Whether a side controls a county now that a hex lies in.
    pub(crate) fn is_in_county_of(&self, side: Side, hex: Hex) -> bool {
        let counties = self.setup.logistics.counties.iter().enumerate();
        let now = |n: usize| self.county_majority(n).or(self.state.ledger.counties[n]);
        counties.filter(|(_, county)| county.area.contains(hex)).any(|(n, _)| now(n) == Some(side))
    }

    /// The side that was last in more of a county's towns and stations; `None` where neither was.
    fn county_majority(&self, county: usize) -> Option<Side> {
        let held = self.setup.logistics.counties[county].hexes.iter().map(|hex| self.spot_holder(*hex));
        let lead = held.fold(0, |lead, holder| match holder {
            Some(Side::Union) => lead + 1,
            Some(Side::Confederate) => lead - 1,
            None => lead,
        });
        match lead {
            1.. => Some(Side::Union),
            ..0 => Some(Side::Confederate),
            0 => None,
        }
    }
}

impl Play<'_> {
    /// Who controls each county now; a tie changes nothing.
    pub(crate) fn county_control(&mut self) {
        for n in 0..self.setup.logistics.counties.len() {
            let Some(side) = self.pos().county_majority(n) else { continue };
            if self.state.ledger.counties[n] == Some(side) {
                continue;
            }
            self.state.ledger.counties[n] = Some(side);
            self.tell(|t| Event::County { name: t.setup.logistics.counties[n].name.clone(), side });
        }
    }

    /// The VP Segment: control is looked at again, and counties pay their holders.
    pub(crate) fn vp_segment(&mut self) {
        self.county_control();
        for n in 0..self.setup.logistics.counties.len() {
            if let Some(side) = self.state.ledger.counties[n] {
                self.state.scored[side] += self.setup.logistics.counties[n].points[side];
            }
        }
    }
}
