//! The Advanced Game of Hood Strikes North: the turn, its calendar, winter weather, men, attachment.

use table::{Side, rule};

use super::world;
use super::world::{Game, World};
use crate::setup::Arm;

/// Two divisions far apart in a campaign of thirty turns.
pub fn campaign() -> World {
    world()
        .game("HSN", 1864)
        .settings("advanced = true\nturns = 30")
        .infantry("u", "Ward", "0202", 5, "")
        .infantry("c", "Bate", "1010", 5, "")
}

/// Begins a turn under these dice: winter, event, men, reinforcements, arrivals, initiative.
pub fn begin(game: &mut Game, turn: u8, dice: &[u8]) {
    game.state.turn = turn;
    game.events.clear();
    game.run_phase(dice, |play| play.begin_turn());
}

/// Both players pass and do no work: the turn goes to its end under these dice.
pub fn pass_the_day(game: &mut Game, dice: &[u8]) {
    game.give("pass", &[]);
    let last = |game: &Game| matches!(game.decides(), ("recovery-work", Side::Confederate));
    if game.state.is_rain() {
        game.give("pass", dice);
        return;
    }
    game.give("pass", &[]);
    while !last(game) {
        game.give("done", &[]);
    }
    game.give("done", dice);
}

fn names(game: &Game, turn: u8) -> Vec<&'static str> {
    game.setup.sequence(turn).iter().map(|phase| phase.name()).collect()
}

fn told(game: &Game) -> Vec<String> {
    game.told("phase").iter().map(|data| data["phase"].as_str().unwrap().to_owned()).collect()
}

#[rule("GHSN-1")]
#[test]
fn eleven_phases_in_order() {
    let game = campaign().set();
    let fourteenth = [
        "Winter Weather Phase",
        "Random Events Phase",
        "Union Reinforcement Phase",
        "Leader Transfer Phase",
        "Attachment Phase",
        "Action Cycle",
        "Recovery Phase",
        "Union Cavalry Phase",
        "Victory Point Phase",
        "Turn Indication Phase",
    ];
    assert_eq!(names(&game, 14), fourteenth);
    let first = [&fourteenth[3..7], &fourteenth[8..]].concat();
    assert_eq!(names(&game, 1), first);
    let fifth = [
        &["Random Events Phase", "Union Manpower Enhancement Phase", "Union Reinforcement Phase"][..],
        &fourteenth[3..7],
        &fourteenth[8..],
    ]
    .concat();
    assert_eq!(names(&game, 5), fifth);
    // And that is how a turn runs.
    let mut game = campaign().set();
    begin(&mut game, 14, &[1, 3, 4, 6, 1]);
    assert_eq!(told(&game), fourteenth[..6]);
    pass_the_day(&mut game, &[1, 3, 4, 6, 1]);
    assert_eq!(told(&game)[6..10], fourteenth[6..]);
    assert_eq!(game.state.turn, 15);
}

#[rule("GHSN-2")]
#[test]
fn one_turn_is_one_day() {
    let game = campaign().set();
    let days =
        [(1, "23 November"), (10, "2 December"), (14, "6 December"), (15, "7 December"), (24, "16 December")];
    for (turn, day) in days {
        assert_eq!(game.setup.date(turn), Some(format!("{day} 1864")));
    }
}

#[rule("GHSN-3", "GHSN-35", "GHSN-36")]
#[test]
fn winter_weather_is_rolled_for_from_turn_14() {
    // Turn 13 has no such die.
    let mut game = campaign().set();
    begin(&mut game, 13, &[3, 4, 6, 1]);
    assert_eq!(game.state.skies.winter_from, 0);
    let starts = |turn: u8, die: u8| {
        let mut game = campaign().set();
        begin(&mut game, turn, &[die, 3, 4, 6, 1]);
        game.state.skies.winter_from == turn
    };
    let least = |turn| (1..=6).find(|die| starts(turn, *die));
    assert_eq!([14, 15, 16, 17, 25].map(least), [Some(6), Some(5), Some(4), Some(3), Some(3)]);
    // Once it has started nobody rolls again, neither during it nor after it.
    let mut game = campaign().set();
    begin(&mut game, 16, &[4, 3, 4, 6, 1]);
    begin(&mut game, 17, &[3, 4, 6, 1]);
    begin(&mut game, 25, &[3, 3, 6, 1]);
    assert_eq!(game.state.skies.winter_from, 16);
}

#[rule("GHSN-37")]
#[test]
fn winter_lasts_five_turns_that_count_as_rain() {
    let river = |kind: &str, sides: &[&str]| campaign().way("road", &["0505", "0506"]).water(kind, sides);
    let mut game = river("minor-river", &["0202/0203"])
        .crossing("ford", "0202/0203")
        .infantry("u", "Schofield", "0505", 6, "")
        .infantry("c", "Brown", "0507", 6, "")
        .set();
    let skies = game.state.skies;
    begin(&mut game, 16, &[4, 3, 4, 6, 1]);
    for turn in 16..=20 {
        game.state.turn = turn;
        assert!(game.state.is_winter() && game.state.is_rain(), "turn {turn}");
    }
    game.state.turn = 21;
    assert!(!game.state.is_winter() && !game.state.is_rain());
    game.state.turn = 18;
    // No Unfordable markers, but the fords are shut as in rain; roads cost double.
    assert_eq!(game.state.skies.minor_unfordable_until, skies.minor_unfordable_until);
    assert_eq!(game.state.skies.major_unfordable_until, skies.major_unfordable_until);
    assert_eq!(
        game.ask(serde_json::json!({"ask": "reach", "unit": "Schofield", "movement": 3}))["hexes"]["0506"]["cost"],
        2.0
    );
    let ward = game.id("Ward");
    let ford = game.hex("0203");
    assert!(game.pos().may_dig(ward, crate::works::Digging::Action).is_err());
    assert!(game.pos().may_build(Side::Union, ward, ford).is_err());
    let edge = |game: &Game| {
        let dir = game.setup.map.grid.direction(game.hex("0202"), ford).unwrap();
        game.state.edge(&game.setup, Side::Union, game.hex("0202"), dir).passable
    };
    assert!(!edge(&game));
    game.state.unit_mut(ward).hex = game.hex("0202");
    let brown = game.id("Brown");
    let (from, to) = (game.hex("0507"), game.hex("0506"));
    let rain = |game: &Game| {
        let attack = crate::combat::Attack::march(brown, from, to, crate::AttackType::Normal);
        game.pos()
            .combat_sum(&attack)
            .attacker
            .iter()
            .filter(|m| m.name == "rain")
            .map(|m| m.value)
            .sum::<i16>()
    };
    assert_eq!(rain(&game), -1);
    game.state.turn = 21;
    assert!(edge(&game));
    assert_eq!(rain(&game), 0);
    assert!(game.pos().may_dig(ward, crate::works::Digging::Action).is_ok());
}

#[rule("GHSN-5", "GHSN-44")]
#[test]
fn men_come_on_turns_3_to_9() {
    for (turn, dice) in
        [(2, vec![6, 1]), (3, vec![3, 4, 1, 6, 1]), (9, vec![3, 4, 1, 6, 1]), (10, vec![3, 4, 6, 1])]
    {
        let mut game = campaign().set();
        begin(&mut game, turn, &dice);
        assert_eq!(game.happened("manpower"), (3..=9).contains(&turn), "turn {turn}");
    }
    let orders = |die: u8| -> Vec<(Arm, Vec<String>)> {
        let mut game = campaign().cavalry("u", "Hatch", "0204", 4, "").set();
        begin(&mut game, 4, &[3, 4, die]);
        let mut found = Vec::new();
        while let Some(&crate::pending::Pending::Men(crate::campaign::rooms::Men { arm, .. })) =
            game.state.asked()
        {
            let offered = game.offered();
            found.push((arm, offered.clone()));
            let last = die != 6 || arm == Arm::Infantry;
            game.give(&offered[0], if last { &[6, 1] } else { &[] });
        }
        found
    };
    let cavalry = (Arm::Cavalry, vec!["strengthen Hatch".to_owned()]);
    let infantry = (Arm::Infantry, vec!["strengthen Ward".to_owned()]);
    assert_eq!(orders(2), vec![cavalry.clone()]);
    assert_eq!(orders(3), vec![infantry.clone()]);
    assert_eq!(orders(4), vec![cavalry.clone()]);
    assert_eq!(orders(5), vec![infantry.clone()]);
    assert_eq!(orders(6), vec![cavalry, infantry]);
}

#[rule("GHSN-45")]
#[test]
fn who_gets_the_men() {
    let mut game = campaign()
        .infantry("u", "Kimball", "0204", 6, "disorganized = true")
        .infantry("u", "Elliott", "0205", 11, "")
        .infantry("u", "Wood", "1011", 6, "")
        .set();
    begin(&mut game, 4, &[3, 4, 3]);
    assert_eq!(
        game.offered(),
        ["strengthen Ward", "strengthen Kimball"],
        "not at 11, not in the enemy's zone"
    );
    assert_eq!(game.refused("strengthen Elliott"), "GHSN-45");
    assert_eq!(game.refused("strengthen Wood"), "GHSN-45");
    let lost = game.pos().lost(Side::Union);
    game.give("strengthen Kimball", &[6, 1]);
    assert_eq!((game.unit("Kimball").manpower, game.unit("Kimball").disorganized), (7, true));
    assert_eq!(game.pos().lost(Side::Union), lost, "nothing is won or lost by it");
    // Nobody to take them: the point is lost and the turn goes on.
    let mut game = campaign().set();
    begin(&mut game, 4, &[3, 4, 2, 6, 1]);
    assert_eq!(game.decides(), ("initiative", Side::Union));
}

#[rule("GHSN-9")]
#[test]
fn leaders_transfer_before_the_attachment_phase() {
    // A lone pontoon beside the enemy is looked at as the Attachment Phase ends.
    let mut game = campaign()
        .water("minor-river", &["0909/0910"])
        .scenario("[[marker]]\nkind = \"pontoon\"\nside = \"union\"\nhexside = \"0909/0910\"")
        .infantry("c", "Brown", "0910", 8, "")
        .set();
    begin(&mut game, 1, &[6, 1]);
    let log: Vec<String> = game.all_news().into_iter().map(|e| e.text).collect();
    let at = |text: &str| {
        log.iter().position(|line| line.contains(text)).unwrap_or_else(|| panic!("{text}: {log:?}"))
    };
    assert!(at("Leader Transfer Phase") < at("Attachment Phase"));
    assert!(at("Attachment Phase") < at("Action Cycle"));
    assert!(game.state.altered.is_empty(), "the bridge is gone before the Action Cycle");
    let bridge = log.iter().position(|line| line.to_lowercase().contains("pontoon"));
    if let Some(bridge) = bridge {
        assert!(at("Attachment Phase") < bridge && bridge < at("Action Cycle"));
    }
}

#[rule("GHSN-10")]
#[test]
fn a_substitute_may_rejoin_its_parent() {
    // Without substitutes nothing is asked.
    let mut game = campaign().set();
    begin(&mut game, 1, &[6, 1]);
    assert_eq!(game.decides(), ("initiative", Side::Union));
    let world = |hex: &str| {
        campaign()
            .infantry("u", "Cooper", "0204", 6, "fatigue = 1")
            .infantry(
                "u",
                "Cooper-2",
                hex,
                3,
                "fatigue = 2\ndisorganized = true\nexhausted = true\ndemoralized = 1",
            )
            .scenario("[[campaign.substitute]]\nunit = \"Cooper-2\"\nof = \"Cooper\"")
    };
    let mut apart = world("0205").set();
    begin(&mut apart, 1, &[6, 1]);
    assert_eq!(apart.decides(), ("initiative", Side::Union), "not in one hex");
    let mut game = world("0204").set();
    begin(&mut game, 1, &[]);
    assert_eq!(game.offered(), ["rejoin Cooper-2", "done"]);
    assert_eq!(game.refused("rejoin Cooper"), "GHSN-10");
    game.give("rejoin Cooper-2", &[6, 1]);
    let cooper = game.unit("Cooper");
    assert_eq!((cooper.manpower, cooper.fatigue, cooper.disorganized), (9, 2, true));
    assert_eq!((cooper.exhausted, cooper.demoralized), (true, 1));
    assert!(!game.unit("Cooper-2").is_on_map());
    assert_eq!(game.pos().lost(Side::Union), 0);
    // Never above the largest Manpower of the game; and it need not.
    let mut game = world("0204").set();
    let (whole, sub) = (game.id("Cooper"), game.id("Cooper-2"));
    game.state.unit_mut(whole).manpower = 10;
    game.state.unit_mut(sub).manpower = 3;
    begin(&mut game, 1, &[]);
    let mut other = game.copy();
    other.give("done", &[6, 1]);
    assert_eq!(other.unit("Cooper-2").manpower, 3);
    game.give("rejoin Cooper-2", &[6, 1]);
    assert_eq!(game.unit("Cooper").manpower, 11);
}

#[rule("GHSN-13")]
#[test]
fn points_are_scored_in_a_phase_of_their_own() {
    let mut game = campaign().set();
    begin(&mut game, 12, &[3, 4, 6, 1]);
    pass_the_day(&mut game, &[3, 4, 6, 1]);
    assert!(told(&game).contains(&"Victory Point Phase".to_owned()));
    assert_eq!((game.state.scored.union, game.state.scored.confederate), (0, 0), "no schedule, no points");
    let held = "[[victory.place]]\nside = \"union\"\nhexes = [\"0202\"]\npoints = 2\nwhen = \"turn\"\n\
                [[victory.loss]]\nside = \"confederate\"\npoints = 1";
    let mut game = campaign().scenario(held).set();
    begin(&mut game, 12, &[3, 4, 6, 1]);
    let ward = game.id("Ward");
    game.state.unit_mut(ward).manpower = 3;
    pass_the_day(&mut game, &[3, 4, 6, 1]);
    assert_eq!(game.state.scored.union, 2, "once a turn");
    assert_eq!(game.pos().points().confederate, 2, "and the losses");
}

#[rule("GHSN-40", "GHSN-41", "GHSN-42", "GHSN-43")]
#[test]
fn the_army_initiative_decides_ties() {
    let winner = |settings: &str, die: u8| {
        let mut game = campaign().settings(settings).set();
        begin(&mut game, 1, &[die, die]);
        match game.decides() {
            ("initiative", side) => side,
            other => panic!("{other:?}"),
        }
    };
    // A new game: the Confederates'.
    for die in 1..=6 {
        assert_eq!(winner("", die), Side::Confederate, "{die}");
        assert_eq!(winner("army_initiative = \"confederate\"", die), Side::Confederate, "{die}");
        assert_eq!(winner("army_initiative = \"union\"", die), Side::Union, "{die}");
        let neutral = if die <= 3 { Side::Union } else { Side::Confederate };
        assert_eq!(winner("army_initiative = \"neutral\"", die), neutral, "{die}");
    }
}

/// The faults of a campaign file beside the scenario.
fn file_faults(text: &str) -> String {
    let map = "format = \"hardtack-map/1\"\nname = \"m\"\nyards_per_hex = 1\n[grid]\nshape = \"pointy\"\nlabel = \
               \"RRCC\"\nrows = 3\ncolumns = 3\n[terrain]\ndefault = \"clear\"\n";
    let scenario = "format = \"hardtack-scenario/1\"\nsystem = \"gcacw\"\nname = \"s\"\nmap = \"m\"\n[gcacw]\ngame = \
                    \"HSN\"\nadvanced = true\n[campaign]\nrules = \"mine.campaign.toml\"\n";
    let read = |name: &str| Ok(if name == "m" { map.to_owned() } else { text.to_owned() });
    let loaded = crate::load("s.scenario.toml", scenario, &mut { read });
    loaded.err().map(|faults| faults.to_string()).unwrap_or_default()
}

#[test]
fn faults_of_a_campaign_file_name_the_line() {
    let needed = "[[phase]]\nphase = \"leader-transfer\"\n[[phase]]\nphase = \"action-cycle\"\n[[phase]]\nphase = \
                  \"recovery\"\n[[phase]]\nphase = \"turn-indication\"\n";
    let head = "format = \"hardtack-campaign/1\"\nname = \"mine\"\n";
    assert_eq!(file_faults(&format!("{head}{needed}")), "");
    let missing = file_faults(&format!("{head}[[phase]]\nphase = \"turn-indication\"\n"));
    assert!(
        missing.contains("expected the Action Cycle once") && missing.contains("Recovery Phase"),
        "{missing}"
    );
    let event = format!("{head}{needed}[[event]]\ndice = [13]\nname = \"Odd\"\neffect = \"heat\"\n");
    assert!(
        file_faults(&event).contains("mine.campaign.toml:12:8: [[event]] Odd: dice: expected"),
        "{}",
        file_faults(&event)
    );
    let table = format!(
        "{head}{needed}[[event]]\ndice = [2]\nname = \"More\"\neffect = {{ more-sets = {{ table = \"none\", sets = 1 }} }}\n"
    );
    assert!(file_faults(&table).contains("there is no table `none`"), "{}", file_faults(&table));
    let word = format!("{head}{needed}[[event]]\ndice = [2]\nname = \"More\"\neffect = \"snow\"\n");
    assert!(file_faults(&word).contains("mine.campaign.toml:14"), "{}", file_faults(&word));
    // And those of the scenario name the scenario's.
    let set =
        campaign().scenario("[[campaign.set]]\ntable = \"western\"\nnumber = 1\nunits = [\"Ward\"]").faults();
    assert!(set.contains("there is no table `western`: expected one of union, confederate"), "{set}");
    assert!(set.contains("neither `hex` nor `arrives`"), "{set}");
    let basic = world().scenario("[campaign]\nrules = \"hsn\"").infantry("u", "A", "0101", 3, "").faults();
    assert!(basic.contains("expected `advanced = true`"), "{basic}");
}
