//! A row of numbers for each stand.

use table::observation::{Sheet, flag, sign};
use table::{Side, words};

use crate::charts::ranges;
use crate::ids::StandId;
use crate::kinds::{Kind, Level};
use crate::observe::factors::{direction, place};
use crate::position::Pos;
use crate::state::{Presence, mark};
use crate::terrain::Terrain;

words! {
    /// A number of a stand.
    Fact {
        OnTable = "on-table",
        Own = "own",
        X = "x",
        Y = "y",
        North = "north",
        East = "east",
        InfantryBrigade = "infantry-brigade",
        CavalryBrigade = "cavalry-brigade",
        MountedInfantry = "mounted-infantry",
        InfantrySkirmisher = "infantry-skirmisher",
        CavalrySkirmisher = "cavalry-skirmisher",
        ArtilleryBattalion = "artillery-battalion",
        ArtilleryBattery = "artillery-battery",
        Commander = "commander",
        Rank = "rank",
        Strength = "strength",
        Full = "full-strength",
        Morale = "morale",
        Range = "range",
        Weapon = "weapon",
        Disordered = "disordered",
        PermanentlyDisordered = "permanently-disordered",
        Routed = "routed",
        Stationary = "stationary",
        MarchColumn = "march-column",
        Limbered = "limbered",
        Dismounted = "dismounted",
        ToGround = "gone-to-ground",
        Rallied = "rallied",
        Moved = "moved",
        Fought = "fought",
        Charging = "charging",
        InCommand = "in-command",
        Exhausted = "exhausted",
        Collapsed = "collapsed",
        DivisionLost = "division-lost",
        Guns = "dedicated-guns",
        InBuilding = "in-building",
        With = "with",
        Height = "height",
        Woods = "woods",
        Rough = "rough",
        Waiting = "waiting",
        Due = "due",
        Gone = "gone",
        Acting = "acting",
    }
}

pub(super) fn tokens(pos: &Pos, seat: Side, sheet: &mut Sheet) {
    sheet.tokens.fill(0.0);
    for id in pos.everybody() {
        let mut token = Token { pos, id, numbers: sheet.token(id.index()) };
        token.printed(seat);
        token.now();
    }
    if let Some(mover) = &pos.state.mover {
        sheet.token(mover.stand.index())[Fact::Acting as usize] = 1.0;
    }
}

/// The numbers of one stand.
struct Token<'a> {
    pos: &'a Pos<'a>,
    id: StandId,
    numbers: &'a mut [f32],
}

impl Token<'_> {
    #[inline]
    fn put(&mut self, fact: Fact, number: f32) {
        self.numbers[fact as usize] = number;
    }

    /// What never changes.
    fn printed(&mut self, seat: Side) {
        let stand = self.pos.setup.stand(self.id);
        self.put(Fact::Own, sign(Some(stand.side), seat));
        self.numbers[Fact::InfantryBrigade as usize + stand.kind as usize] = 1.0;
        self.put(Fact::Full, f32::from(stand.sp) / 10.0);
        if stand.kind == Kind::Commander {
            self.put(Fact::Rank, f32::from(stand.rank as u8 + 1) / 3.0);
            return;
        }
        self.put(Fact::Morale, f32::from(stand.morale) / 6.0);
        self.put(Fact::Range, ranges(stand.weapon).1 as f32 / 1800.0);
        self.put(Fact::Weapon, f32::from(stand.weapon as u8 + 1) / 11.0);
    }

    fn now(&mut self) {
        let (pos, piece) = (self.pos, self.pos.piece(self.id));
        self.put(Fact::Strength, f32::from(piece.sp) / 10.0);
        match piece.level {
            Level::Good | Level::Eliminated => {}
            Level::Disordered => self.put(Fact::Disordered, 1.0),
            Level::PermanentlyDisordered => self.put(Fact::PermanentlyDisordered, 1.0),
            Level::Routed => self.put(Fact::Routed, 1.0),
        }
        for (fact, mark) in [
            (Fact::Stationary, mark::STATIONARY),
            (Fact::MarchColumn, mark::COLUMN),
            (Fact::Limbered, mark::LIMBERED),
            (Fact::Dismounted, mark::DISMOUNTED),
            (Fact::ToGround, mark::GROUND),
            (Fact::Rallied, mark::RALLIED),
            (Fact::Moved, mark::MOVED),
            (Fact::Fought, mark::FOUGHT),
            (Fact::InCommand, mark::IN_COMMAND),
        ] {
            self.put(fact, flag(piece.has(mark)));
        }
        self.put(Fact::Charging, flag(piece.charged.is_some()));
        self.put(Fact::Guns, f32::from(piece.guns) / 3.0);
        self.put(Fact::InBuilding, flag(piece.in_building()));
        if piece.attached.is_some() {
            let stands = pos.setup.stands.len() as f32;
            self.put(Fact::With, (piece.attached.index() + 1) as f32 / stands);
        }
        self.division();
        match piece.presence {
            Presence::OnTable => self.here(),
            Presence::Gone => self.put(Fact::Gone, 1.0),
            Presence::Waiting => {
                self.put(Fact::Waiting, 1.0);
                let turn = pos.setup.stand(self.id).entry.map_or(0, |entry| entry.turn);
                self.put(Fact::Due, f32::from(turn) / f32::from(pos.setup.turns.max(1)));
            }
        }
    }

    fn division(&mut self) {
        let nth = usize::from(self.pos.setup.stand(self.id).division);
        let Some(losses) = self.pos.state.losses.get(nth) else { return };
        let most = f32::from(self.pos.setup.divisions[nth].exhaustion.max(1));
        self.put(Fact::DivisionLost, f32::from(losses.total) / most);
        self.put(Fact::Exhausted, flag(losses.exhausted));
        self.put(Fact::Collapsed, flag(losses.collapsed));
    }

    /// Pose and ground of a stand on the table.
    fn here(&mut self) {
        let (setup, pose) = (self.pos.setup, self.pos.piece(self.id).pose);
        let ([x, y], [north, east]) = (place(setup, pose.x, pose.y), direction(pose.facing));
        self.put(Fact::OnTable, 1.0);
        self.put(Fact::X, x);
        self.put(Fact::Y, y);
        self.put(Fact::North, north);
        self.put(Fact::East, east);
        for (_, feature) in setup.table.areas(pose.centre(), |_| true) {
            let (fact, number) = match feature.kind {
                Terrain::Hill => (Fact::Height, f32::from(feature.level) / 4.0),
                Terrain::Forest => (Fact::Woods, 1.0),
                Terrain::Orchard => (Fact::Woods, 0.5),
                Terrain::BrokenGround => (Fact::Rough, 0.5),
                Terrain::Swamp | Terrain::Marsh => (Fact::Rough, 1.0),
                _ => continue,
            };
            let so_far = self.numbers[fact as usize];
            self.put(fact, so_far.max(number));
        }
    }
}
