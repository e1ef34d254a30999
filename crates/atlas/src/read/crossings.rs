//! Fords, bridges, ferries and dams that the author names.

use hexmap::Crossing;

use super::Desk;
use crate::keys::{CrossingKeys, File};
use crate::plan::Listed;

impl Desk<'_, '_> {
    pub(super) fn crossings(&mut self, keys: &File) {
        let lists = [
            (Crossing::Ford, &keys.ford),
            (Crossing::Bridge, &keys.bridge),
            (Crossing::Ferry, &keys.ferry),
            (Crossing::Dam, &keys.dam),
        ];
        for (kind, list) in lists {
            for keys in list {
                self.crossing(kind, keys);
            }
        }
    }

    fn crossing(&mut self, kind: Crossing, keys: &CrossingKeys) {
        let name = keys.name.get_ref().clone();
        let key = format!("[[{kind}]] {name}");
        let place = self.plan.places.iter().find(|p| p.name == name).map(|p| p.at);
        let at = match &keys.at {
            Some(at) => self.position(&key, at),
            None => place,
        };
        let text = |key: &Option<crate::keys::Text>| key.as_ref().map(|text| text.get_ref().clone());
        let (road, water) = (text(&keys.road), text(&keys.water));
        if at.is_none() && (road.is_none() || water.is_none()) {
            let what = "expected at = [latitude, longitude], or road and water whose meeting it is";
            self.source.fault_at(keys.name.span(), &key, what);
        }
        let indestructible = keys.indestructible;
        self.plan.crossings.push(Listed {
            name,
            kind,
            road,
            water,
            at,
            indestructible,
            key,
            span: keys.name.span(),
        });
    }
}
