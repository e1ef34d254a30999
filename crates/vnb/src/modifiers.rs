//! Who tests morale and with which modifiers (VMOR-1 to VMOR-19), and who is secure against cavalry.

use table::{Modifiers, Rule};

use crate::angle::{between, heading, normal};
use crate::body::edge;
use crate::charts;
use crate::few::Few;
use crate::geometry::{INCH, Pt, within};
use crate::ids::StandId;
use crate::kinds::Arm;
use crate::position::Pos;
use crate::state::mark;
use crate::terrain::{Code, Terrain, movement};

/// Why a stand tests, and against what.
#[derive(Clone, PartialEq, Debug)]
pub struct MoraleTest {
    pub base: i16,
    pub modifiers: Modifiers,
    /// Whether there is a reason to test at all.
    pub tests: bool,
}

impl MoraleTest {
    /// The die must not be higher than this.
    pub(crate) fn needs(&self) -> i16 {
        self.base + self.modifiers.sum()
    }
}

/// The enemies that make a stand test.
pub struct Causes {
    pub contacts: Few<StandId, 8>,
    pub fire: Few<StandId, 8>,
}

impl Pos<'_> {
    pub(crate) fn causes(&self, id: StandId) -> Causes {
        let mut fire = Few::new();
        if !self.is_commander(id) {
            for enemy in self.enemies_of(id) {
                if self.threatens(enemy, id) {
                    fire.push(enemy);
                }
            }
        }
        Causes { contacts: self.contacts(id), fire }
    }

    /// The test of a stand as the position stands.
    pub(crate) fn morale_test(&self, id: StandId) -> MoraleTest {
        let causes = self.causes(id);
        let tests = !causes.contacts.is_empty() || !causes.fire.is_empty();
        let base = i16::from(self.setup.stand(id).morale);
        let modifiers = self.morale_modifiers(id, &causes);
        MoraleTest { base, modifiers, tests }
    }

    /// Every modifier that applies; each kind once (VMOR-6).
    pub(crate) fn morale_modifiers(&self, id: StandId, causes: &Causes) -> Modifiers {
        let mut mods = Modifiers::default();
        let mut add = |is: bool, rule| {
            if let Some(line) = charts::morale(rule).filter(|_| is) {
                mods.add(Rule(line.rule), line.name, line.value);
            }
        };
        add(self.disordered(id), "VMOR-7");
        add(self.army_commander(id).is_some(), "VMOR-8");
        add(self.higher_ground(id, causes), "VMOR-9");
        add(self.shelter(id, causes), "VMOR-10");
        self.defending(id, causes, &mut add);
        self.meleeing(id, causes, &mut add);
        mods
    }

    fn defending(&self, id: StandId, causes: &Causes, add: &mut dyn FnMut(bool, &'static str)) {
        let arm = self.arm(id);
        let cavalry = || causes.contacts.iter().copied().filter(|e| self.arm(*e).is_cavalry());
        let steady = self.stationary(id) && self.supported(id);
        add(arm.is_artillery() && cavalry().next().is_some() && !steady, "VMOR-11");
        // In broken ground skirmishers stand up to horse as close order infantry does (VTER-20).
        let exposed = arm.is_infantry() && !self.holds_broken_ground(id);
        let insecure = exposed && cavalry().any(|c| !self.secure(id, c));
        add(insecure, "VMOR-12");
        let flank_melee = causes.contacts.iter().any(|e| self.flank_contact(id, *e));
        if flank_melee && self.piece(id).has(mark::COLUMN) {
            add(true, "VMOR-14");
        } else {
            let flank_fire = causes.fire.iter().any(|e| self.flank_fire(id, *e));
            add(flank_melee || flank_fire, "VMOR-13");
        }
    }

    fn meleeing(&self, id: StandId, causes: &Causes, add: &mut dyn FnMut(bool, &'static str)) {
        let (arm, contacts) = (self.arm(id), &causes.contacts);
        add(contacts.iter().any(|e| self.flank_contact(*e, id)), "VMOR-15");
        let light = !contacts.is_empty() && contacts.iter().all(|e| self.arm(*e).is_skirmisher());
        add(arm.is_brigade() && light, "VMOR-16");
        let muzzles = contacts.iter().any(|e| self.unlimbered(*e) && self.front_contact(*e, id));
        add(muzzles, "VMOR-17");
        let target = self.piece(id).charged;
        if contacts.contains(&target) && self.cartridge(target) && self.front_contact(target, id) {
            add(self.stationary(target), "VMOR-18");
            let steady = arm.is_cavalry() && !self.disordered(target);
            add(steady, "VMOR-19");
        }
        let down = self.piece(id).has(mark::GROUND) && !contacts.is_empty();
        add(down, "VMISC-7");
    }

    /// Whether `by` is in contact with the front of `of`; those in buildings have none.
    fn front_contact(&self, of: StandId, by: StandId) -> bool {
        !self.piece(of).in_building() && !self.flank_contact(of, by)
    }

    /// Fire from behind the prolonged front edge; routed stands have no front, buildings no flank.
    fn flank_fire(&self, id: StandId, enemy: StandId) -> bool {
        !self.piece(id).in_building() && (self.routed(id) || self.behind_front(id, self.front_centre(enemy)))
    }

    /// The higher ground bonus (VMISC-13 to VMISC-15).
    fn higher_ground(&self, id: StandId, causes: &Causes) -> bool {
        if !self.stationary(id) || self.arm(id).is_cavalry() {
            return false;
        }
        let own = self.level(id);
        let below = |p: Pt| self.setup.table.level(p) < own;
        causes.fire.iter().any(|e| below(self.front_centre(*e)))
            || causes.contacts.iter().any(|e| {
                let piece = self.piece(*e);
                let came = if piece.charged == id {
                    Pt::cents(piece.from.0, piece.from.1)
                } else {
                    self.front_centre(*e)
                };
                below(came)
            })
    }

    /// Defending a building, or works the attack comes through (VMOR-10).
    fn shelter(&self, id: StandId, causes: &Causes) -> bool {
        let piece = self.piece(id);
        if piece.charged.is_some() {
            return false;
        }
        if piece.in_building() {
            return true;
        }
        let walled = |e: StandId, attack| {
            self.works_against(id, attack).any(|t| !t.is_fort() || !self.same_fort(id, e))
        };
        causes.contacts.iter().any(|e| self.melee_attack(*e, id).is_some_and(|a| walled(*e, a)))
            || causes.fire.iter().any(|e| walled(*e, self.fire_attack(*e, id)))
    }

    /// Whether an enemy is inside the same fort, where its walls help nobody.
    fn same_fort(&self, a: StandId, b: StandId) -> bool {
        let (p, q) = (self.front_centre(a), self.front_centre(b));
        self.setup.table.features.iter().any(|f| f.kind.is_fort() && f.contains(p) && f.contains(q))
    }

    /// Secure against the contact of a cavalry stand (VGAP-33).
    pub(crate) fn secure(&self, id: StandId, cavalry: StandId) -> bool {
        let piece = self.piece(id);
        if !self.arm(id).is_foot_brigade() || self.routed(id) || piece.has(mark::COLUMN) {
            return false;
        }
        if self.garrisons(id) == Some(Terrain::Town)
            || self.is_in(id, Terrain::Fort)
            || self.is_in(id, Terrain::Fortress)
        {
            return true;
        }
        if piece.in_building() {
            return false;
        }
        if self.back_to_back(id) {
            return true;
        }
        if !self.flank_contact(id, cavalry) {
            return [edge::LEFT, edge::RIGHT].iter().all(|s| self.covered(id, *s, cavalry, true));
        }
        // The side the cavalry comes from: the touched edge, or the side nearer to it.
        let touched = self.contact_edges(id, cavalry);
        let side = if touched & edge::RIGHT != 0 {
            edge::RIGHT
        } else if touched & edge::LEFT != 0 {
            edge::LEFT
        } else if touched & edge::REAR != 0 {
            edge::REAR
        } else if self.right_of(id, self.centre(cavalry)) {
            edge::RIGHT
        } else {
            edge::LEFT
        };
        self.covered(id, side, cavalry, false)
    }

    fn right_of(&self, id: StandId, p: Pt) -> bool {
        let own = self.own(id);
        (own.0[1] - own.0[0]).dot(p - self.centre(id)) > 0
    }

    fn back_to_back(&self, id: StandId) -> bool {
        let facing = self.piece(id).pose.facing;
        self.present_of(self.side(id)).any(|f| {
            f != id
                && self.arm(f).is_foot_brigade()
                && !self.routed(f)
                && !self.piece(f).in_building()
                && between(self.piece(f).pose.facing, normal(facing + 18_000)) <= 1_500
                && self.edges_touch(id, edge::REAR, f, edge::REAR)
        })
    }

    /// Whether an edge of one stand touches an edge of another.
    fn edges_touch(&self, a: StandId, of_a: u8, b: StandId, of_b: u8) -> bool {
        let (p, q) = (
            self.own(a).edge(of_a.trailing_zeros() as usize),
            self.own(b).edge(of_b.trailing_zeros() as usize),
        );
        within(crate::geometry::segment_segment(p.0, p.1, q.0, q.1), crate::body::TOUCH)
    }

    /// Whether one side of a stand is covered against cavalry.
    fn covered(&self, id: StandId, side: u8, cavalry: StandId, front: bool) -> bool {
        let own = self.own(id);
        let (a, b) = own.edge(side.trailing_zeros() as usize);
        let outwards = heading(-(b - a).y, (b - a).x);
        let facing = self.piece(id).pose.facing;
        // A friend straight behind meets the side at its corner only: that is no line beside it.
        let inset = Pt::new((b - a).x / 30, (b - a).y / 30);
        let by_friend = self.present_of(self.side(id)).any(|f| {
            if f == id || self.routed(f) || self.is_commander(f) || self.piece(f).in_building() {
                return false;
            }
            let body = self.body(f);
            if !body.may_be_within(&self.body(id), INCH)
                || !within(body.segment_distance(a, b), crate::body::TOUCH)
            {
                return false;
            }
            let other = self.piece(f).pose.facing;
            let arm = self.arm(f);
            let guards = (arm.is_infantry() || arm.is_artillery()) && between(other, outwards) <= 4_500;
            let in_line = front
                && arm.is_brigade()
                && !self.piece(f).has(mark::COLUMN)
                && between(other, facing) <= 1_500
                && within(body.segment_distance(a + inset, b - inset), crate::body::TOUCH);
            guards || in_line
        });
        by_friend || self.barred_terrain(a, b, cavalry)
    }

    /// Terrain prohibited to the cavalry within an inch of an edge.
    fn barred_terrain(&self, a: Pt, b: Pt, cavalry: StandId) -> bool {
        let column = self.column(cavalry);
        self.setup.table.features.iter().any(|f| {
            let barred = movement(f.kind, column) == Code::Prohibited || f.kind.is_fort();
            barred
                && ((f.kind.is_area() && (f.contains(a) || f.contains(b)))
                    || f.lines().any(|(c, d)| within(crate::geometry::segment_segment(a, b, c, d), 100)))
        })
    }

    /// Whether a stand is a skirmisher in broken ground, whom cavalry cannot ride down (VTER-20).
    pub(crate) fn holds_broken_ground(&self, id: StandId) -> bool {
        self.arm(id) == Arm::InfantrySkirmisher
            && !self.piece(id).in_building()
            && self.is_in(id, Terrain::BrokenGround)
    }
}
