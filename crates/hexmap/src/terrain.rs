//! The words of a map: terrain, water, crossings, ways, walls.

use table::words;

words! {
    /// What a hex is made of. Each system uses its own part of these words.
    Terrain {
        Clear = "clear",
        Rolling = "rolling",
        Rough = "rough",
        Woods = "woods",
        City = "city",
        Swamp = "swamp",
        /// Rough when dry, swamp in rain (Great Campaigns).
        ProvisionalSwamp = "provisional-swamp",
        Hill = "hill",
        Mountain = "mountain",
        Water = "water",
        Orchard = "orchard",
        Cornfield = "cornfield",
        Town = "town",
        Marsh = "marsh",
    }
}

words! {
    /// Water along a hexside.
    Water {
        Creek = "creek",
        MinorRiver = "minor-river",
        MajorRiver = "major-river",
        AllWater = "all-water",
    }
}

words! {
    /// A place where water can be crossed.
    Crossing {
        Bridge = "bridge",
        Ford = "ford",
        Ferry = "ferry",
        Dam = "dam",
    }
}

words! {
    /// Something to march on. An unfinished railroad is a road.
    Way {
        Pike = "pike",
        Road = "road",
        Trail = "trail",
        Railroad = "railroad",
        UnfinishedRailroad = "unfinished-railroad",
    }
}

words! {
    /// Something on a hexside that helps its defenders.
    Wall {
        StoneWall = "stone-wall",
        SteepSlope = "steep-slope",
    }
}

words! {
    /// What kind of place a name on the map stands for.
    PlaceKind {
        Town = "town",
        Village = "village",
        Landmark = "landmark",
        Entry = "entry",
    }
}

/// The ways across one hexside, or in one hex.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Ways(u8);

impl Ways {
    /// No way at all.
    pub const NONE: Ways = Ways(0);
    /// Whether this way is among them.
    #[inline]
    pub const fn has(self, way: Way) -> bool {
        self.0 & (1 << way as u8) != 0
    }
    /// One more.
    pub fn add(&mut self, way: Way) {
        self.0 |= 1 << way as u8;
    }
    /// Those of both.
    pub const fn union(self, other: Ways) -> Ways {
        Ways(self.0 | other.0)
    }
    /// Whether any way at all is here: road, pike, railroad or trail.
    #[inline]
    pub const fn any(self) -> bool {
        self.0 != 0
    }
    /// A road or an unfinished railroad, which is one.
    #[inline]
    pub const fn road(self) -> bool {
        self.has(Way::Road) || self.has(Way::UnfinishedRailroad)
    }
    /// Each of them, the best first.
    pub fn iter(self) -> impl Iterator<Item = Way> {
        Way::ALL.iter().copied().filter(move |w| self.has(*w))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_read_back() {
        assert!(Terrain::ALL.iter().all(|t| Terrain::from_word(t.word()) == Some(*t)));
        assert!(Crossing::ALL.iter().all(|t| Crossing::from_word(t.word()) == Some(*t)));
        assert_eq!(Terrain::from_word("forest"), None);
    }

    #[test]
    fn an_unfinished_railroad_is_a_road() {
        let mut ways = Ways::NONE;
        ways.add(Way::UnfinishedRailroad);
        assert!(ways.any() && ways.road() && !ways.has(Way::Railroad));
    }
}
