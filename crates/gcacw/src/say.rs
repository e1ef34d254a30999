//! Events as sentences for the log.

use crate::charts::CombatResult;
use crate::event::{BridgeWork, Burning, Combat, Day, Event, Horses, OnFoot};
use crate::forecast::result_words;
use crate::setup::Setup;

fn list(words: &[String]) -> String {
    words.join(", ")
}

fn numbers(numbers: &[u8]) -> String {
    numbers.iter().map(u8::to_string).collect::<Vec<_>>().join(", ")
}

/// A hex with the place that stands in it: `4610 (Franklin)`.
fn place(setup: &Setup, label: &str) -> String {
    match setup.map.grid.hex(label).and_then(|hex| setup.map.place_name(hex)) {
        Some(name) => format!("{label} ({name})"),
        None => label.to_owned(),
    }
}

impl Event {
    /// The event as a sentence. One match, so that the compiler asks for every event's sentence.
    pub(crate) fn say(&self, setup: &Setup) -> String {
        let place = |label: &str| place(setup, label);
        match self {
            Event::Turn { turn, date: Some(date) } => format!("Turn {turn}, {date}."),
            Event::Turn { turn, date: None } => format!("Turn {turn}."),
            Event::Phase { phase } => format!("{phase}."),
            Event::Initiative { union, confederate } => {
                format!("Initiative: Union {union}, Confederate {confederate}.")
            }
            Event::Take { side, night: true } => format!("The {side} player marches by night."),
            Event::Take { side, .. } => format!("The {side} player takes the initiative."),
            Event::Pass { side } => format!("The {side} player passes."),
            Event::Insubordination { piece, obeys: true, .. } => format!("{piece} obeys."),
            Event::Insubordination { piece, .. } => format!("{piece} does not obey this turn."),
            Event::Recovery => "The armies rest.".to_owned(),
            Event::Over { winner: Some(side), degree } => {
                format!("The game is over: {degree} {side} victory.")
            }
            Event::Over { .. } => "The game is over: a draw.".to_owned(),

            Event::RandomEvent { result: Day::Nothing, .. } => "Nothing happens.".to_owned(),
            Event::RandomEvent { result: Day::Heat, .. } => "Great heat.".to_owned(),
            Event::RandomEvent { more_days: 0, .. } => "Rain today.".to_owned(),
            Event::RandomEvent { more_days, .. } => format!("Rain today and for {more_days} more days."),
            Event::CampaignEvent { name: Some(name), effect: Some(effect), .. } => {
                format!("{name}: {effect}")
            }
            Event::CampaignEvent { .. } => "Nothing happens.".to_owned(),
            Event::Flood { pieces } => format!("The swamps are flooded around {}.", list(pieces)),
            Event::Swamp { piece, to, .. } => format!("{piece} leaves the flooded swamp for {}.", place(to)),

            Event::March { piece, mp, .. } => format!("{piece} marches with {mp} MP."),
            Event::ForceMarches { side, from, mp } => {
                format!("A {side} force in {} marches with {mp} MP.", place(from))
            }
            Event::Strategic { piece, mp, .. } => format!("{piece} moves strategically with {mp} MP."),
            Event::ExtendedMarch { piece, result, loss, .. } => straggling(piece, result, *loss),
            Event::ForceStraggles { side, die } => {
                format!("The {side} player rolls {die} for an extended march.")
            }
            Event::ShamRoll { die, .. } => {
                format!("A sham roll of {die} for an extended march: nothing happens.")
            }
            Event::ForceMarch { piece, bonus, loss } => {
                format!("{piece} force marches: {bonus} MP more, {loss} lost.")
            }
            Event::ShamForceMarch { bonus, .. } => {
                format!("The dummy makes a forced march: {bonus} MP more.")
            }
            Event::ForceForces { side } => format!("The {side} force makes a forced march."),
            Event::Move { piece, to, .. } | Event::MarkerMoves { piece, to, .. } => {
                format!("{piece} moves to {}.", place(to))
            }
            Event::Disorganized { piece } => format!("{piece} is disorganized."),
            Event::Rail { piece, to, hexes, .. } => {
                format!("{piece} goes {hexes} hexes by rail to {}.", place(to))
            }
            Event::GuideUsed { points } => format!("A guide leads the way: {points} MP more."),

            Event::Activate { piece, .. } => format!("{piece} is activated."),
            Event::HiddenLeaderActs { side } => {
                format!("A {side} leader under a Force marker is activated.")
            }
            Event::LeaderAllowance { piece, units, mp, on_foot } => {
                leads(piece, units, *mp, on_foot.as_ref())
            }
            Event::LeaderLeads { piece: Some(piece), mp, .. } => format!("{piece} leads with {mp} MP."),
            Event::LeaderLeads { side, mp, .. } => {
                format!("The {side} leader under a Force marker leads with {mp} MP.")
            }
            Event::Attach { piece, unit, to } => format!("{piece} joins {unit} in {}.", place(to)),
            Event::LeaderLost { piece } => format!("{piece} has no unit left and is out of play."),
            Event::CommandValue { piece, value } => {
                format!("{piece}'s Command value is {value} from now on.")
            }

            Event::Attack { piece, to, kind, .. } => format!("{piece} attacks {}: {kind} attack.", place(to)),
            Event::Assault { piece, .. } => format!("{piece} begins an assault."),
            Event::AssaultUnits { piece, units } => {
                format!("{} take part in {piece}'s assault.", list(units))
            }
            Event::AssaultTarget { to } => format!("The assault goes against {}.", place(to)),
            Event::AssaultCommand { piece, number: Some(number), .. } => {
                format!("{piece}'s assault goes in: Assault Number {number}.")
            }
            Event::AssaultCommand { piece, .. } => format!("{piece}'s assault does not come off."),
            Event::GrandAssault { piece, hexes: Some(hexes), .. } => {
                format!("{piece} makes it a grand assault: up to {hexes} hexes join.")
            }
            Event::GrandAssault { piece, .. } => format!("{piece} cannot bring on a grand assault."),
            Event::Bonus { side, value } => format!("The {side} player adds {value} to this attack."),
            Event::Combat(combat) => combat.say(&place(&combat.to)),
            Event::CommanderKilled { piece, stand_in, .. } => {
                format!("{piece} is killed; {stand_in} takes over his division.")
            }
            Event::Fort { to } => format!("The fort in {} falls.", place(to)),
            Event::Loss { piece, loss, left, .. } => format!("{piece} loses {loss} Manpower, {left} left."),
            Event::Eliminated { piece, cause: "surrender", .. } => format!("{piece} surrenders."),
            Event::Eliminated { piece, .. } => format!("{piece} is eliminated."),
            Event::Strain { pieces, fatigue, disorganized, demoralized } => {
                format!("{}: {}.", list(pieces), strain(*fatigue, *disorganized, *demoralized))
            }
            Event::Released { pieces } => format!("{} may act from now on.", list(pieces)),
            Event::CavalryRetreat { pieces, slowed, .. } => {
                format!("{} slips away; the enemy loses {slowed} MP.", list(pieces))
            }
            Event::Withdraw { pieces, from, .. } => {
                format!("{} withdraws from {}.", list(pieces), place(from))
            }
            Event::Retreat { pieces, to, .. } => format!("{} retreats to {}.", list(pieces), place(to)),
            Event::RetreatOver { pieces, to, .. } => {
                format!("{} ends its retreat in {}.", list(pieces), place(to))
            }
            Event::Advance { piece, to, .. } => format!("{piece} advances into {}.", place(to)),

            Event::Entrench { piece, works } => format!("{piece} entrenches: {works}."),
            Event::FlanksRefused { piece, to } => format!("{piece} refuses its flanks in {}.", place(to)),
            Event::FlanksUnrefused { to } => format!("Flanks are no longer refused in {}.", place(to)),
            Event::Bridge { piece, from, to, what, .. } => {
                format!("{piece} {} between {} and {}.", what.words(), place(from), place(to))
            }
            Event::PontoonLost { side, from, to } => {
                format!("The {side} pontoon bridge between {} and {} is destroyed.", place(from), place(to))
            }
            Event::Burn { piece, to, what } => {
                format!("{piece} {} the station in {}.", what.words(), place(to))
            }

            Event::MovementDice { side, dice } => {
                let dice: Vec<String> = dice.iter().map(|d| d.die.to_string()).collect();
                format!("The {side} player rolls {} for movement.", dice.join(" and "))
            }
            Event::ForceMarker { piece, to, .. } => format!("{piece} is placed in {}.", place(to)),
            Event::Hide { piece, to: Some(to), .. } => {
                format!("{piece} in {} goes under a Force marker.", place(to))
            }
            Event::Hide { piece, .. } => format!("{piece} goes under a Force marker."),
            Event::Reveal { piece, to, units, leaders, .. } => {
                let what = match (units.is_empty(), leaders.is_empty()) {
                    (true, _) => "is taken off: a dummy".to_owned(),
                    (false, true) => format!("is opened: {}", list(units)),
                    (false, false) => format!("is opened: {} with {}", list(units), list(leaders)),
                };
                format!("{piece} in {} {what}.", place(to))
            }
            Event::ComesIntoTheOpen { piece, to, .. } => {
                format!("{piece} comes into the open in {}.", place(to))
            }
            Event::Changed => "Counters are put in their places.".to_owned(),

            Event::Arrivals { name, sets, closed, .. } => match (closed, &sets[..]) {
                (true, []) => format!("{name}: nothing more will come."),
                (_, []) => format!("{name}: nobody comes."),
                (_, [one]) => format!("{name}: set {one} comes."),
                _ => format!("{name}: sets {} come.", numbers(sets)),
            },
            Event::Arrival { piece, to } => format!("{piece} arrives in {}.", place(to)),
            Event::BoxArrival { piece, r#box } => format!("{piece} arrives in {}.", r#box),
            Event::SetsCome { name, sets } => format!("{name}: sets {} come.", numbers(sets)),
            Event::Shift { die, turn: Some(turn) } => format!("Group {die} comes on turn {turn}."),
            Event::Shift { die, .. } => format!("Group {die}: nothing changes."),
            Event::OffMap { piece, r#box: Some(name), .. } => format!("{piece} goes to {name}."),
            Event::OffMap { piece, to: Some(to), .. } => format!("{piece} is on its way to {}.", place(to)),
            Event::OffMap { piece, .. } => format!("{piece} leaves the map to refit."),
            Event::Withdrawn { piece } => format!("{piece} is sent away and will not return."),
            Event::Theater { name } => format!("{name}."),

            Event::Paralysis { side: Some(side), .. } => {
                format!("The {side} command is paralysed this turn.")
            }
            Event::Paralysis { .. } => "Nobody's command is paralysed.".to_owned(),
            Event::ArmyInitiative { with: Some(table::Side::Union) } => {
                "The army initiative is with the Union.".to_owned()
            }
            Event::ArmyInitiative { with: Some(table::Side::Confederate) } => {
                "The army initiative is with the Confederates.".to_owned()
            }
            Event::ArmyInitiative { with: None } => "The army initiative is with neither side.".to_owned(),
            Event::Guide { side } => format!("The {side} player has found a guide."),
            Event::Winter { until: Some(until), begins: true } => {
                format!("Winter weather begins; it lasts through turn {until}.")
            }
            Event::Winter { until: Some(until), .. } => {
                format!("Winter weather will last through turn {until}.")
            }
            Event::Winter { .. } => "The weather holds.".to_owned(),
            Event::Manpower { cavalry, infantry, .. } => match (cavalry, infantry) {
                (false, false) => "No men come.",
                (true, false) => "Men for the cavalry come.",
                (false, true) => "Men for the infantry come.",
                (true, true) => "Men for the cavalry and the infantry come.",
            }
            .to_owned(),
            Event::ManpowerLost { arm } => format!("No {arm} unit can take the men."),
            Event::Strengthened { piece, manpower } => format!("{piece} grows to Manpower {manpower}."),
            Event::Rejoin { piece, parent, manpower, .. } => {
                format!("{piece} rejoins {parent}: Manpower {manpower}.")
            }
            Event::HorsesWornOut { side } => format!("The horses of the {side} cavalry are worn out."),
            Event::Horses { piece, found, .. } => format!("{piece} {}.", found.words()),
            Event::County { name, side } => format!("{name} is in {side} hands."),
            Event::Supply { side, out_of_supply } if out_of_supply.is_empty() => {
                format!("All {side} units are in supply.")
            }
            Event::Supply { side, out_of_supply } => {
                format!("{} {side} units are out of supply.", out_of_supply.len())
            }
            Event::Forage { piece, found: true, .. } => format!("{piece} finds food."),
            Event::Forage { piece, .. } => format!("{piece} forages in vain."),
            Event::Mend { to, .. } => format!("The station in {} is repaired.", place(to)),
            Event::Depot { side, to } => format!("A {side} depot is built in {}.", place(to)),
            Event::WagonReduction { piece, wear, .. } => format!("{piece} {wear}."),
            Event::WagonRemoved { piece, .. } => format!("{piece} is taken off the map."),
            Event::Load { piece, carries } => format!("{piece} loads a supply point: {carries}."),
            Event::Feed { piece, wagon } => format!("{wagon} feeds {piece}."),
        }
    }
}

/// Whom a leader leads, with how many MP.
fn leads(piece: &str, units: &[String], mp: u16, on_foot: Option<&OnFoot>) -> String {
    let foot = |foot: &OnFoot| format!("{} on foot with {} MP", list(&foot.units), foot.mp);
    let walks = |unit: &&String| on_foot.is_some_and(|foot| foot.units.contains(unit));
    let mounted: Vec<String> = units.iter().filter(|unit| !walks(unit)).cloned().collect();
    let mounted = (!mounted.is_empty()).then(|| format!("{} with {mp} MP", list(&mounted)));
    match (mounted, on_foot.map(foot)) {
        (None, None) => format!("{piece} has his units entrench."),
        (Some(led), None) | (None, Some(led)) => format!("{piece} leads {led}."),
        (Some(mounted), Some(foot)) => format!("{piece} leads {mounted} and {foot}."),
    }
}

fn straggling(piece: &str, result: &str, loss: u8) -> String {
    match result {
        _ if loss > 0 => format!("Extended march: {piece} loses {loss} Manpower to straggling."),
        "D" => format!("Extended march: {piece} is disorganized."),
        _ => format!("Extended march: {piece} keeps its ranks."),
    }
}

/// What a result does to those who fought: `2 Fatigue Levels, demoralized`.
fn strain(fatigue: u8, disorganized: bool, demoralized: bool) -> String {
    let fatigue = match fatigue {
        0 => None,
        1 => Some("1 Fatigue Level".to_owned()),
        n => Some(format!("{n} Fatigue Levels")),
    };
    let word = |on: bool, word: &str| on.then(|| word.to_owned());
    let parts = [fatigue, word(disorganized, "disorganized"), word(demoralized, "demoralized")];
    parts.into_iter().flatten().collect::<Vec<_>>().join(", ")
}

impl Combat {
    fn say(&self, at: &str) -> String {
        format!(
            "Combat at {at}: {} against {}, {}; the dice differ by {:+}. The defender {}; the attacker {}.",
            self.attacker_value,
            self.defender_value,
            self.ratio,
            self.difference,
            result_words(&CombatResult::read(self.defender_result), 0),
            result_words(&CombatResult::read(self.attacker_result), 0),
        )
    }
}

impl BridgeWork {
    const fn words(self) -> &'static str {
        match self {
            BridgeWork::Built => "builds a pontoon bridge",
            BridgeWork::NotBuilt => "fails to build a bridge",
            BridgeWork::Repaired => "repairs the crossing",
            BridgeWork::NotRepaired => "fails to repair the crossing",
            BridgeWork::Destroyed => "destroys the crossing",
            BridgeWork::NotDestroyed => "fails to destroy the crossing",
            BridgeWork::TakenUp => "takes up the pontoon bridge",
        }
    }
}

impl Burning {
    const fn words(self) -> &'static str {
        match self {
            Burning::Damaged => "damages",
            Burning::DamagedAgain => "damages again",
            Burning::Destroyed => "destroys",
            Burning::Ruins => "burns what is left of",
        }
    }
}

impl Horses {
    const fn words(self) -> &'static str {
        match self {
            Horses::Fresh => "has fresh horses",
            Horses::NoFresh => "finds no horses",
            Horses::Lost => "goes on foot from now on",
            Horses::Kept => "keeps its tired horses",
        }
    }
}
