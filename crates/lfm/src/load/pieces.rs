//! Reading units, commanders and brigades.

use table::Side;

use crate::load::keys::{self, File};
use crate::load::{Labels, Loader, label_number, state_flag};
use crate::setup::{Arm, Begin, Brigade, Counter, Id};
use crate::state::flag;

fn blank(side: Side, name: &str, id: Option<&String>) -> Counter {
    Counter {
        side,
        id: id.map_or(name, String::as_str).to_owned(),
        name: name.to_owned(),
        arm: Arm::Infantry,
        corps: String::new(),
        division: String::new(),
        brigade_label: String::new(),
        corps_no: 0,
        division_no: 0,
        brigade: None,
        sp: 0,
        limbered_sp: 0,
        cohesion: 0,
        free: false,
        evades: false,
        stars: 0,
        cv: 0,
        replacement_cv: 0,
        replacement: None,
        cavalry_leader: false,
        seniority: 0,
        arrival: None,
        hold: None,
    }
}

impl Loader<'_, '_> {
    pub(crate) fn unit(
        &mut self,
        keys: &keys::Unit,
        lfm: &keys::Lfm,
        labels: &mut Labels,
        key: &str,
    ) -> (Counter, Begin) {
        let mut unit = blank(keys.side, &keys.name, keys.id.as_ref());
        unit.arm = self.arm(key, &keys.arm);
        self.formation(key, keys, &unit);
        unit.corps_no = labels.corps(keys.side, &keys.corps);
        unit.division_no = labels.division(keys.side, &keys.corps, &keys.division);
        unit.corps.clone_from(&keys.corps);
        unit.division.clone_from(&keys.division);
        unit.brigade_label.clone_from(&keys.brigade);
        unit.sp = self.number(&format!("{key}: sp"), keys.sp, 1, 16) as u8;
        unit.cohesion = self.number(&format!("{key}: cohesion"), keys.cohesion, 1, 6) as u8;
        unit.limbered_sp = match keys.limbered_sp {
            Some(_) if !unit.arm.is_gun() => {
                self.source.fault(format!("{key}: limbered_sp"), "only artillery has a limbered side");
                unit.sp
            }
            Some(sp) => self.number(&format!("{key}: limbered_sp"), sp, 1, 16) as u8,
            None if unit.arm.is_gun() => (unit.sp / 3).max(1),
            None => unit.sp,
        };
        let listed = |list: &[String]| list.iter().any(|n| *n == unit.id || *n == unit.name);
        (unit.free, unit.evades) = (listed(&lfm.free_units), listed(&lfm.retreat_before_combat));
        let start = self.unit_start(key, keys, unit.arm);
        (unit, start)
    }

    fn arm(&mut self, key: &str, word: &str) -> Arm {
        let arms = [Arm::Infantry, Arm::Cavalry, Arm::Artillery, Arm::HorseArtillery];
        arms.into_iter().find(|a| a.word() == word).unwrap_or_else(|| {
            let what = format!("`{word}`: expected infantry, cavalry, artillery or horse-artillery");
            self.source.fault(format!("{key}: arm"), what);
            Arm::Infantry
        })
    }

    fn formation(&mut self, key: &str, keys: &keys::Unit, unit: &Counter) {
        let missing = keys.corps.is_empty() || keys.division.is_empty() || keys.brigade.is_empty();
        if unit.arm.is_regiment() && missing {
            self.source.fault(key, "a regiment needs corps, division and brigade");
        }
        if unit.arm.is_gun() && !keys.brigade.is_empty() {
            self.source.fault(format!("{key}: brigade"), "artillery belongs to no brigade");
        }
    }

    fn unit_start(&mut self, key: &str, keys: &keys::Unit, arm: Arm) -> Begin {
        let mut flags = if arm == Arm::Cavalry { flag::MOUNTED } else { 0 };
        let words = &keys.state.0;
        for word in words {
            match state_flag(word, arm) {
                Some((on, off)) => flags = (flags | on) & !off,
                None => {
                    let what = format!("`{word}` is no state of {}", arm.word());
                    self.source.fault(format!("{key}: state"), what);
                }
            }
        }
        let both = |a: &str, b: &str| words.iter().any(|w| w == a) && words.iter().any(|w| w == b);
        if both("mounted", "dismounted") || both("limbered", "unlimbered") {
            self.source.fault(format!("{key}: state"), "names both sides of the counter");
        }
        let hex = keys.hex.as_ref().and_then(|label| self.hex(&format!("{key}: hex"), label));
        if keys.hex.is_none() && arm.is_gun() {
            // Guns that come by road have to move.
            flags |= flag::LIMBERED;
        }
        Begin { hex, flags }
    }

    pub(crate) fn commander(
        &mut self,
        keys: &keys::Commander,
        file: &File,
        labels: &mut Labels,
        key: &str,
    ) -> (Counter, Begin) {
        let mut man = blank(keys.side, &keys.name, keys.id.as_ref());
        man.arm = Arm::Commander;
        man.stars = self.number(&format!("{key}: stars"), keys.stars, 1, 4) as u8;
        man.corps_no = labels.corps(keys.side, &keys.corps);
        man.division_no = labels.division(keys.side, &keys.corps, &keys.division);
        man.corps.clone_from(&keys.corps);
        man.division.clone_from(&keys.division);
        man.brigade_label.clone_from(&keys.brigade);
        self.values(key, keys, &mut man);
        man.cavalry_leader = match keys.arm.as_deref() {
            None | Some("infantry") => false,
            Some("cavalry") => true,
            Some(word) => {
                self.source.fault(format!("{key}: arm"), format!("`{word}`: expected infantry or cavalry"));
                false
            }
        };
        man.seniority = self.seniority(key, keys, file);
        if man.stars != 1 && (keys.shattered || keys.strength.is_some()) {
            self.source.fault(key, "shattered and strength belong to brigade commanders (1 star)");
        }
        let mut flags = 0;
        if keys.replaced {
            flags |= flag::REPLACED;
        }
        if keys.shattered {
            flags |= flag::SHATTERED;
        }
        let hex = keys.hex.as_ref().and_then(|label| self.hex(&format!("{key}: hex"), label));
        (man, Begin { hex, flags })
    }

    fn values(&mut self, key: &str, keys: &keys::Commander, man: &mut Counter) {
        match (keys.cv, man.stars) {
            (Some(_), 1) => {
                self.source.fault(format!("{key}: cv"), "a brigade commander has no command value")
            }
            (None, 2..) => self.source.fault(format!("{key}: cv"), "this key is missing: expected 1 to 6"),
            (Some(cv), _) => man.cv = self.number(&format!("{key}: cv"), cv, 1, 6) as u8,
            (None, _) => {}
        }
        man.replacement_cv = man.cv;
        if let Some(next) = &keys.replacement {
            if man.stars == 1 {
                self.source.fault(format!("{key}: replacement"), "a brigade commander is never replaced");
            }
            man.replacement_cv = self.number(&format!("{key}: replacement: cv"), next.cv, 1, 6) as u8;
            man.replacement = Some(next.name.clone());
        }
    }

    /// Which corps commander outranks another (20.12): the lower number.
    fn seniority(&mut self, key: &str, keys: &keys::Commander, file: &File) -> u16 {
        if keys.stars != 3 {
            if keys.corps_number.is_some() {
                self.source.fault(format!("{key}: corps_number"), "belongs to corps commanders (3 stars)");
            }
            return 0;
        }
        if let Some(n) = keys.corps_number {
            return self.number(&format!("{key}: corps_number"), n, 0, 60_000) as u16;
        }
        let corps_commanders = file.commander.iter().filter(|c| c.side == keys.side && c.stars == 3).count();
        match label_number(&keys.corps) {
            Some(n) => n,
            None => {
                if corps_commanders > 1 {
                    let what = format!(
                        "the corps `{}` has no number by which its commander's seniority is known: add corps_number",
                        keys.corps
                    );
                    self.source.fault(format!("{key}: corps_number"), what);
                }
                u16::MAX
            }
        }
    }

    pub(crate) fn brigades(&mut self, file: &File, pieces: &mut [Counter]) -> Vec<Brigade> {
        let mut brigades: Vec<Brigade> = Vec::new();
        for (n, piece) in pieces.iter_mut().enumerate() {
            let leads = piece.stars == 1;
            if piece.brigade_label.is_empty() || !(piece.arm.is_regiment() || leads) {
                continue;
            }
            let same = |b: &Brigade| {
                b.side == piece.side
                    && b.corps_no == piece.corps_no
                    && b.division_no == piece.division_no
                    && b.label == piece.brigade_label
            };
            let at = brigades.iter().position(same).unwrap_or_else(|| {
                brigades.push(Brigade {
                    side: piece.side,
                    label: piece.brigade_label.clone(),
                    corps_no: piece.corps_no,
                    division_no: piece.division_no,
                    regiments: Vec::new(),
                    commander: None,
                    strength: 0,
                });
                brigades.len() - 1
            });
            piece.brigade = Some(at as u16);
            if !leads {
                brigades[at].regiments.push(Id(n as u16));
                brigades[at].strength += piece.sp as u16;
            } else if brigades[at].commander.is_some() {
                self.source.fault(format!("[[commander]] {}", piece.id), "this brigade has two commanders");
            } else {
                brigades[at].commander = Some(Id(n as u16));
            }
        }
        self.strengths(file, pieces, &mut brigades);
        brigades
    }

    fn strengths(&mut self, file: &File, pieces: &[Counter], brigades: &mut [Brigade]) {
        for (man, keys) in
            pieces[pieces.len() - file.commander.len().min(pieces.len())..].iter().zip(&file.commander)
        {
            if let (Some(at), Some(total)) = (man.brigade, keys.strength) {
                let key = format!("[[commander]] {}: strength", man.id);
                brigades[at as usize].strength = self.number(&key, total, 1, 1000) as u16;
            }
        }
    }
}
