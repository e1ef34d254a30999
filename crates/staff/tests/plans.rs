//! Generals make plans, keep them, and name them.

use staff::{Budget, Choice, Chooser, Level, Player, Watch};
use table::{Game, Intent, Plan, Plans, Posture, SeededDice, Side, Standing, Viewer};

struct Nobody;

impl Watch for Nobody {}

fn start(id: &str) -> Box<dyn Game> {
    library::open(id).unwrap().start(&mut SeededDice::from_number(3)).0
}

fn think(game: &dyn Game, seat: Side, steps: u32, intent: &mut Intent) -> Choice {
    let general = Player { level: Level::General, budget: Budget::Steps(steps) };
    staff::consider_watched(general, game, seat, intent, &mut Chooser::new(5, 6, seat), &Nobody).unwrap()
}

/// The first decision with more than one order.
fn first_choice(game: &mut dyn Game) -> Side {
    let mut dice = SeededDice::from_number(4);
    loop {
        let Standing::Waiting(asked) = game.standing() else { panic!("nobody had a choice") };
        let seat = asked.seats.first();
        if game.order_count(seat) > 1 {
            return seat;
        }
        game.play_nth(seat, 0, &mut dice);
    }
}

/// Not both armies are on the map of every scenario from the start, but one is.
#[test]
fn every_scenario_has_formations_that_can_be_given_a_plan() {
    for entry in library::list() {
        let game = start(&entry.id);
        let mut memory = game.memory();
        let both = Side::BOTH.map(|side| game.formations(side, &mut memory));
        assert!(both.iter().any(|formations| !formations.is_empty()), "{}", entry.id);
        for formations in both {
            assert!(formations.windows(2).all(|two| two[0].strength >= two[1].strength), "{}", entry.id);
            assert!(formations.iter().all(|f| !f.name.is_empty() && f.strength > 0.0), "{}", entry.id);
        }
    }
}

#[test]
fn a_plan_changes_what_the_doctrine_thinks_and_no_plan_does_not() {
    for id in ["lesson-spring-hill", "rummels-farm", "lesson-henry-hill"] {
        let mut game = start(id);
        let (mut dice, mut memory) = (SeededDice::from_number(9), game.memory());
        let mut moved = 0;
        for _ in 0..60 {
            let seat = first_choice(game.as_mut());
            memory.follow(seat, Plans::NONE);
            let plain = game.advise(seat, &mut memory);
            assert_eq!(plain, game.advise(seat, &mut memory), "{id}");
            for formation in game.formations(seat, &mut memory) {
                let plan = Plan { formation: formation.number, posture: Posture::Hold, goal: None };
                memory.follow(seat, &Plans::default().with(plan));
                moved += usize::from(game.advise(seat, &mut memory) != plain);
            }
            memory.follow(seat, Plans::NONE);
            // A stack that is on its way follows what was thought out when it set out.
            if game.active(Viewer::Referee).is_none() {
                assert_eq!(plain, game.advise(seat, &mut memory), "{id}: a plan left something behind");
            }
            let best = (0..plain.len()).max_by(|a, b| plain[*a].total_cmp(&plain[*b])).unwrap();
            game.play_nth(seat, best, &mut dice);
        }
        assert!(moved > 10, "{id}: {moved}");
    }
}

/// Plans come from the same numbers alike, are thought over once a day, and are named in the reason.
#[test]
fn a_general_makes_plans_once_a_day_and_names_them() {
    const STEPS: u32 = 40_000;
    let mut game = start("spring-hill-franklin");
    let (mut dice, mut memory) = (SeededDice::from_number(9), game.memory());
    let mut made = 0;
    for _ in 0..12 {
        let seat = first_choice(game.as_mut());
        let (mut intent, mut again) = (Intent::default(), Intent::default());
        let choice = think(game.as_ref(), seat, STEPS, &mut intent);
        think(game.as_ref(), seat, STEPS, &mut again);
        assert_eq!(intent, again);
        assert_eq!(intent.since, Some(game.stretch()));
        let formations = game.formations(seat, &mut memory);
        for plan in intent.plans.iter() {
            let words = plan.words(&formations);
            assert!(
                !words.is_empty() && choice.why.contains(&words),
                "`{}` does not tell `{words}`",
                choice.why
            );
            println!("{words}");
            made += 1;
        }
        // On the same day he does not think it over, however much time he has.
        let kept = intent.clone();
        think(game.as_ref(), seat, STEPS, &mut intent);
        assert_eq!(intent, kept);
        for _ in 0..40 {
            let seat = first_choice(game.as_mut());
            game.play_advised(seat, &mut memory, &mut best, &mut dice);
        }
    }
    assert!(made > 0, "he never found anything to tell a corps");
}

fn best(scores: &[f32]) -> usize {
    (0..scores.len()).max_by(|a, b| scores[*a].total_cmp(&scores[*b])).unwrap_or_default()
}
