//! Reading the stands of a scenario: what they are, in which state, where, and with whom.

use table::Source;

use crate::angle::normal;
use crate::ids::StandId;
use crate::kinds::{Arm, Kind, Level, Rank, Weapon};
use crate::load::keys::{RawCharged, RawStand, Said};
use crate::load::number;
use crate::load::tables::hundredths;
use crate::setup::{Setup, Stand};
use crate::state::{Piece, Pose, Presence, mark};

pub(crate) fn read_stand(source: &mut Source, setup: &Setup, raw: &RawStand, key: &str) -> (Stand, Piece) {
    let kinds = format!("one of {}", Kind::expected());
    let kind = raw.kind.or_fault(source, &format!("{key}: type"), &kinds, Kind::InfantryBrigade);
    let (weapon, repeater) = weapon(source, key, kind, raw.weapon.as_deref());
    let mut stand = Stand {
        side: raw.side.side(source, &format!("{key}: side")),
        name: raw.name.clone(),
        kind,
        weapon,
        morale: number(source, &format!("{key}: morale"), raw.morale, 4, 2..=7) as u8,
        sp: number(source, &format!("{key}: sp"), raw.sp, 1, 1..=99) as u16,
        division: 0,
        corps: raw.corps.clone(),
        rank: rank(source, key, kind, raw.rank.as_ref()),
        poorly_trained: false,
        militia: false,
        elites: false,
        sharpshooter: false,
        repeating: repeater,
        horse: raw.horse == Some(true),
        released: number(source, &format!("{key}: released"), raw.released, 1, 1..=999) as u16,
        entry: None,
    };
    flags(source, key, setup, raw, &mut stand);
    let mut piece = Piece { sp: stand.sp, ..Piece::default() };
    let brigade = matches!(kind, Kind::InfantryBrigade | Kind::CavalryBrigade | Kind::MountedInfantry);
    piece.guns = number(source, &format!("{key}: guns"), raw.guns, 0, 0..=if brigade { 9 } else { 0 }) as u8;
    states(source, key, raw, &stand, &mut piece);
    position(source, key, setup, raw, kind, &mut piece);
    (stand, piece)
}

fn weapon(source: &mut Source, key: &str, kind: Kind, word: Option<&str>) -> (Weapon, bool) {
    let guns = matches!(kind, Kind::ArtilleryBattalion | Kind::ArtilleryBattery);
    let default = if guns { Weapon::SmoothboreField } else { Weapon::RifledMusket };
    let key = format!("{key}: weapon");
    let Some(word) = word else {
        if kind != Kind::Commander {
            source.fault(key, format!("missing: expected one of {}", Weapon::expected()));
        }
        return (default, false);
    };
    let found = Weapon::from_word(word).map(|w| (w, false)).or_else(|| Weapon::by_maker(word));
    match found {
        Some((weapon, repeater)) if weapon.is_artillery() == guns || kind == Kind::Commander => {
            (weapon, repeater)
        }
        Some(_) => {
            source.fault(key, format!("`{word}` is no weapon of a {}", kind.word()));
            (default, false)
        }
        None => {
            source.fault(key, format!("`{word}`: expected one of {}", Weapon::expected()));
            (default, false)
        }
    }
}

fn rank(source: &mut Source, key: &str, kind: Kind, said: Option<&Said<Rank>>) -> Rank {
    let key = format!("{key}: rank");
    match (said, kind == Kind::Commander) {
        (Some(said), true) => {
            said.or_fault(source, &key, &format!("one of {}", Rank::expected()), Rank::Division)
        }
        (None, true) => {
            source.fault(key, format!("missing: a commander's rank is one of {}", Rank::expected()));
            Rank::Division
        }
        (Some(_), false) => {
            source.fault(key, "only commanders have a rank");
            Rank::Division
        }
        (None, false) => Rank::Division,
    }
}

fn flags(source: &mut Source, key: &str, setup: &Setup, raw: &RawStand, stand: &mut Stand) {
    let key = format!("{key}: flags");
    let skirmisher = matches!(stand.kind, Kind::InfantrySkirmisher | Kind::CavalrySkirmisher);
    for word in raw.flags.iter().flatten() {
        match word.as_str() {
            "poorly-trained" => stand.poorly_trained = true,
            "militia" => (stand.militia, stand.poorly_trained) = (true, true),
            "elites" => stand.elites = true,
            "sharpshooter" if skirmisher => stand.sharpshooter = true,
            "sharpshooter" => source.fault(&key, "only skirmishers are sharpshooters"),
            "repeating" if stand.is_cartridge() => stand.repeating = true,
            "repeating" => source.fault(
                &key,
                "a repeater is a cartridge weapon: expected `cartridge-carbine` or `cartridge-rifle`",
            ),
            _ => source.fault(
                &key,
                format!(
                    "`{word}`: expected `poorly-trained`, `militia`, `elites`, `sharpshooter` or `repeating`"
                ),
            ),
        }
    }
    if stand.poorly_trained {
        let early = setup.date.is_none_or(|(y, m, _)| (y, m) <= (1862, 4));
        if !setup.options.poorly_trained {
            source.fault(
                &key,
                "poorly trained troops and militia need the option `poorly-trained` in [vnb] options",
            );
        }
        if !early {
            source.fault(&key, "poorly trained troops and militia only up to April 1862");
        }
    }
}

fn states(source: &mut Source, key: &str, raw: &RawStand, stand: &Stand, piece: &mut Piece) {
    let key = format!("{key}: state");
    let words: Vec<&str> = match &raw.state {
        None => Vec::new(),
        Some(words) => words.0.iter().map(String::as_str).collect(),
    };
    let guns = matches!(stand.kind, Kind::ArtilleryBattalion | Kind::ArtilleryBattery);
    let horse = matches!(stand.kind, Kind::CavalryBrigade | Kind::CavalrySkirmisher | Kind::MountedInfantry);
    let mut levels = 0;
    for word in &words {
        let level = match *word {
            "disordered" => Level::Disordered,
            "permanently-disordered" => Level::PermanentlyDisordered,
            "routed" => Level::Routed,
            "rallied" => {
                piece.set(mark::RALLIED, true);
                Level::PermanentlyDisordered
            }
            _ => Level::Good,
        };
        if level != Level::Good {
            levels += 1;
            piece.level = level;
        }
        let fits = match *word {
            "disordered" | "permanently-disordered" | "routed" | "rallied" => stand.kind != Kind::Commander,
            "stationary" => true,
            "march-column" => stand.kind != Kind::Commander,
            "limbered" | "unlimbered" => guns,
            "dismounted" => horse,
            "gone-to-ground" => stand.is_cartridge() && !guns,
            _ => {
                source.fault(&key, format!("`{word}`: expected `disordered`, `permanently-disordered`, `routed`, `rallied`, `stationary`, `march-column`, `limbered`, `unlimbered`, `dismounted` or `gone-to-ground`"));
                continue;
            }
        };
        if !fits {
            source.fault(&key, format!("a {} cannot be `{word}`", stand.kind.word()));
        }
    }
    if levels > 1 {
        source.fault(&key, "at most one of `disordered`, `permanently-disordered`, `routed`, `rallied`");
    }
    let said = |word: &str| words.contains(&word);
    if said("limbered") && said("unlimbered") {
        source.fault(&key, "`limbered` and `unlimbered` exclude each other");
    }
    piece.set(mark::DISMOUNTED, horse && said("dismounted"));
    piece.set(
        mark::COLUMN,
        said("march-column") && stand.kind != Kind::Commander && piece.level != Level::Routed,
    );
    let moving = said("limbered") || said("march-column") || piece.level == Level::Routed;
    piece.set(mark::LIMBERED, guns && moving);
    piece.set(mark::GROUND, said("gone-to-ground") && !horse_mounted(stand, piece));
    if stand.militia && matches!(piece.level, Level::Good | Level::Disordered) {
        piece.level = Level::PermanentlyDisordered;
    }
    if said("stationary") {
        let arm = Arm::of(stand.kind, piece.has(mark::DISMOUNTED));
        if !arm.can_be_stationary() {
            source.fault(&key, format!("a {} cannot be `stationary`", stand.kind.word()));
        }
        // A state that rules stationary out wins over the word.
        let ruled_out = mark::COLUMN | mark::LIMBERED | mark::GROUND;
        piece.set(mark::STATIONARY, !piece.has(ruled_out) && piece.level != Level::Routed);
    }
}

fn horse_mounted(stand: &Stand, piece: &Piece) -> bool {
    Arm::of(stand.kind, piece.has(mark::DISMOUNTED)).is_cavalry()
}

fn position(source: &mut Source, key: &str, setup: &Setup, raw: &RawStand, kind: Kind, piece: &mut Piece) {
    let facing = raw.facing.unwrap_or(0.0);
    if !facing.is_finite() || facing.abs() > 36_000.0 {
        source.fault(format!("{key}: facing"), format!("{facing}: expected degrees clockwise from north"));
    }
    let facing = normal((facing * 100.0).round().clamp(-1e8, 1e8) as i32);
    if let Some(name) = &raw.garrison {
        let found =
            setup.table.feature_named(name).filter(|f| setup.table.features[f.index()].kind.is_building());
        match found {
            Some(_) if kind == Kind::Commander => {
                source.fault(format!("{key}: garrison"), "a commander garrisons nothing")
            }
            Some(feature) => {
                piece.garrison = feature;
                piece.pose = Pose::at(setup.table.features[feature.index()].middle(), facing);
                piece.set(mark::COLUMN, false);
            }
            // Without its table a scenario has faults enough.
            None if setup.table.name.is_empty() => {}
            None => source.fault(
                format!("{key}: garrison"),
                format!("`{name}`: expected the name of a town block or village of the table"),
            ),
        }
        return;
    }
    match (raw.x, raw.y) {
        (Some(x), Some(y)) if x.is_finite() && y.is_finite() => {
            piece.pose = Pose { x: hundredths(x), y: hundredths(y), facing };
        }
        (Some(_), Some(_)) => source.fault(format!("{key}: x, y"), "expected numbers of inches"),
        (None, None) => {
            piece.presence = Presence::Waiting;
            piece.pose.facing = facing;
        }
        _ => source.fault(format!("{key}: x, y"), "expected both, or neither for a stand that arrives later"),
    }
}

/// Names of other stands, which can only be looked up once all are read.
pub(crate) fn links(source: &mut Source, setup: &mut Setup, raw: &[RawStand], keys: &[String]) {
    for (n, (raw, key)) in raw.iter().zip(keys).enumerate() {
        let own = setup.stands[n].side;
        let mut find = |name: &Option<String>, what: &str, fits: &dyn Fn(&Stand) -> bool| -> StandId {
            let Some(name) = name else { return StandId::NONE };
            match setup.find(name) {
                Some(id) if fits(setup.stand(id)) => id,
                _ => {
                    let message = format!("`{name}`: expected the name of {}", wanted(what));
                    let names = setup.stands.iter().map(|s| s.name.as_str());
                    source.fault_near(format!("{key}: {what}"), message, name, names);
                    StandId::NONE
                }
            }
        };
        let commander = setup.stands[n].kind == Kind::Commander;
        let skirmisher = matches!(setup.stands[n].kind, Kind::InfantrySkirmisher | Kind::CavalrySkirmisher);
        let reinforces = find(&raw.reinforces, "reinforces", &|s| {
            skirmisher && s.side == own && Arm::of(s.kind, true).is_foot_brigade()
        });
        let attached =
            find(&raw.attached, "attached", &|s| commander && s.side == own && s.kind != Kind::Commander);
        let target = raw.charged.as_ref().map(|c| c.target.clone());
        let charged = find(&target, "charged", &|s| s.side != own && s.kind != Kind::Commander && !commander);
        let piece = &mut setup.pieces[n];
        (piece.reinforces, piece.attached, piece.charged) = (reinforces, attached, charged);
        if let Some(RawCharged { from: [x, y], .. }) = raw.charged {
            if x.is_finite() && y.is_finite() {
                piece.from = (hundredths(x), hundredths(y));
            } else {
                source.fault(format!("{key}: charged"), "`from` expects two numbers of inches");
            }
        }
    }
}

fn wanted(what: &str) -> &'static str {
    match what {
        "reinforces" => "a brigade of its own side; only infantry skirmishers reinforce",
        "attached" => "a stand of his own side; only commanders are attached",
        _ => "an enemy stand that can be charged",
    }
}

/// Stands on the table lie wholly on it; whoever is nowhere must arrive some time.
pub(crate) fn placed(source: &mut Source, setup: &Setup, keys: &[String]) {
    for (n, key) in keys.iter().enumerate() {
        let piece = &setup.pieces[n];
        if piece.presence == Presence::Waiting && setup.stands[n].entry.is_none() {
            source.fault(
                key,
                "has no place: expected `x` and `y`, a `garrison`, or a [[reinforcement]] that brings it",
            );
        }
        if piece.presence == Presence::OnTable && !piece.in_building() {
            let body = crate::body::own_quad(setup.stands[n].kind, piece.pose);
            if !setup.table.holds(&body.0) {
                source.fault(format!("{key}: x, y"), "the stand does not lie wholly on the table");
            }
        }
    }
    overlaps(source, setup, keys);
    garrisons(source, setup);
}

fn overlaps(source: &mut Source, setup: &Setup, keys: &[String]) {
    let free = |n: usize| {
        let piece = &setup.pieces[n];
        piece.presence != Presence::OnTable || piece.in_building() || setup.stands[n].kind == Kind::Commander
    };
    for a in 0..keys.len() {
        for (b, key) in keys.iter().enumerate().skip(a + 1) {
            if free(a) || free(b) {
                continue;
            }
            let quad = |n: usize| crate::body::own_quad(setup.stands[n].kind, setup.pieces[n].pose);
            if quad(a).depth_of_overlap(&quad(b)) > crate::body::OVERLAP_SLACK {
                source.fault(format!("{key}: x, y"), format!("the stand overlaps {}", setup.stands[a].name));
            }
        }
    }
}

/// What a building holds: one side, one brigade or four skirmishers a block, one skirmisher a village.
fn garrisons(source: &mut Source, setup: &Setup) {
    for (f, feature) in setup.table.features.iter().enumerate().filter(|(_, f)| f.kind.is_building()) {
        let inside: Vec<usize> =
            (0..setup.stands.len()).filter(|n| setup.pieces[*n].garrison.index() == f).collect();
        let foot = |n: &usize| Arm::of(setup.stands[*n].kind, setup.pieces[*n].has(mark::DISMOUNTED));
        let brigades = inside.iter().filter(|n| foot(n).is_foot_brigade()).count();
        let skirmishers = inside.iter().filter(|n| foot(n) == Arm::InfantrySkirmisher).count();
        let fits = if feature.kind == crate::terrain::Terrain::Town {
            brigades * 4 + skirmishers <= 4
        } else {
            inside.len() == skirmishers && skirmishers <= 1
        };
        let mixed = inside.iter().any(|n| setup.stands[*n].side != setup.stands[inside[0]].side);
        if !fits || mixed {
            source.fault(
                format!("garrison {}", feature.title()),
                "a town block holds 1 infantry brigade or 4 infantry skirmishers of one side, a village 1 infantry skirmisher",
            );
        }
    }
}
