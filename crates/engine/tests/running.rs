//! A game that a program plays: whatever way it came to a position, it is the same position.

use std::sync::Arc;

use engine::{DiceFrom, Fault, Moved, Opened, Running};
use table::{Header, Line, Side};

/// One scenario of each system.
const SCENARIOS: [&str; 3] = ["second-manassas", "rummels-farm", "lesson-henry-hill"];

fn opened(id: &str) -> Arc<Opened> {
    Arc::new(Opened::new(library::open(id).unwrap()))
}

/// Orders by a rule of thumb that comes everywhere: the numbers of a small generator.
struct Thumb(u64);

impl Thumb {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) as usize) % n
    }
}

/// Plays so many steps, or to the end; gives the fingerprint after each.
fn play(game: &mut Running, thumb: &mut Thumb, steps: usize) -> Vec<u64> {
    let mut prints = Vec::new();
    while let Some(seat) = game.seat().filter(|_| prints.len() < steps) {
        let nth = thumb.below(game.order_count(seat));
        assert!(matches!(game.step(seat, nth, &[]), Ok(Moved::Done(None))));
        prints.push(game.fingerprint());
    }
    prints
}

#[test]
fn going_back_leads_to_every_earlier_position_and_the_same_dice_fall_again() {
    for id in SCENARIOS {
        let mut game = Running::begin(opened(id), DiceFrom::number(7));
        let first = game.fingerprint();
        let prints = play(&mut game, &mut Thumb(1), 300);
        assert!(prints.len() > 150, "{id}: {} steps", prints.len());
        let mut again = game.copy();
        for back in [1, 2, 63, 70] {
            let len = game.steps() - back;
            game.undo(back).unwrap();
            assert_eq!((game.steps(), game.fingerprint()), (len, prints[len - 1]), "{id} back {back}");
        }
        let len = game.steps();
        assert_eq!(game.undo(len + 1), Err(Fault::TooFar { asked: len + 1, steps: len }));
        game.undo(len).unwrap();
        assert_eq!((game.steps(), game.fingerprint()), (0, first), "{id}");
        assert_eq!(play(&mut game, &mut Thumb(1), 300), prints, "{id}: the dice are the same");
        // The copy has seen nothing of it, and goes back by itself.
        assert_eq!((again.steps(), again.fingerprint()), (prints.len(), *prints.last().unwrap()));
        again.undo(100).unwrap();
        assert_eq!(again.fingerprint(), prints[prints.len() - 101]);
    }
}

#[test]
fn a_copy_with_other_dice_leaves_the_game_alone_and_keeps_its_dice() {
    let mut game = Running::begin(opened("lesson-henry-hill"), DiceFrom::number(3));
    play(&mut game, &mut Thumb(5), 80);
    let [mut same, mut other] = [game.copy(), game.copy_with(DiceFrom::number(99)).unwrap()];
    let [whole, copied, differs] = [&mut game, &mut same, &mut other].map(|g| play(g, &mut Thumb(9), 120));
    assert_eq!(whole, copied);
    assert_ne!(whole, differs);
    // It may go back beyond the moment at which it was made: its dice are still those it was given.
    other.undo(other.steps() - 40).unwrap();
    assert_eq!(other.steps(), 40);
    let mut asks = game.copy_with(DiceFrom::Caller).unwrap();
    asks.undo(asks.steps() - 10).unwrap();
    let mut thumb = Thumb(6);
    let wanted = (0..1000).find_map(|_| {
        let seat = asks.seat()?;
        match asks.step(seat, thumb.below(asks.order_count(seat)), &[]).unwrap() {
            Moved::Wants(wanted) => Some(wanted),
            Moved::Done(_) => None,
        }
    });
    assert_eq!(wanted.map(|wanted| wanted.faces), Some(6), "the caller is still asked");
}

/// Plays the same game as another, whose dice fell from a seed, with those dice given by hand one at a time.
fn by_hand(id: &str, steps: usize) -> (Running, Running, usize) {
    let opened = opened(id);
    let mut seeded = Running::begin(opened.clone(), DiceFrom::number(7));
    let mut hand = Running::begin(opened, DiceFrom::Caller);
    let header = |game: &Running| -> Header {
        let text = game.record(["a", "b"].map(str::to_owned)).unwrap();
        serde_json::from_str(text.lines().next().unwrap()).unwrap()
    };
    let mut asked = 0;
    for roll in header(&seeded).dice {
        let wanted = hand.wanted().unwrap();
        assert_eq!((wanted.why, wanted.given), (&*roll.why, asked), "{id}");
        assert_eq!(hand.seat(), None, "nobody decides before the set-up is done");
        hand.roll(&[roll.die]).unwrap();
        asked += 1;
    }
    let mut thumb = Thumb(2);
    while let Some(seat) = seeded.seat().filter(|_| seeded.steps() < steps) {
        assert_eq!(hand.fingerprint(), seeded.fingerprint(), "{id} after {}", seeded.steps());
        let nth = thumb.below(seeded.order_count(seat));
        let Moved::Done(Some(played)) = seeded.step_told(seat, nth, &[]).unwrap() else { panic!("no dice") };
        let before = hand.fingerprint();
        let mut moved = hand.step(seat, nth, &[]).unwrap();
        for (n, roll) in played.rolls.iter().enumerate() {
            let Moved::Wants(wanted) = moved else { panic!("{id}: {roll:?} is not asked for") };
            assert_eq!((wanted.why, wanted.given), (&*roll.why, n));
            assert_eq!(
                (hand.fingerprint(), hand.steps()),
                (before, seeded.steps() - 1),
                "nothing has changed"
            );
            moved = hand.roll(&[roll.die]).unwrap();
            asked += 1;
        }
        assert!(matches!(moved, Moved::Done(_)) && hand.wanted().is_none());
    }
    (seeded, hand, asked)
}

#[test]
fn dice_rolled_by_the_caller_give_the_game_that_the_same_dice_gave() {
    for id in SCENARIOS {
        let (seeded, hand, asked) = by_hand(id, 600);
        assert!(asked > 10, "{id}: {asked} rolls");
        assert_eq!((hand.fingerprint(), hand.steps()), (seeded.fingerprint(), seeded.steps()));
    }
}

#[test]
fn dice_that_do_not_fit_change_nothing() {
    let (_, mut game, _) = by_hand("lesson-henry-hill", 60);
    let seat = game.seat().unwrap();
    let rolls = (0..game.order_count(seat))
        .find(|nth| matches!(game.copy().step(seat, *nth, &[]), Ok(Moved::Wants(_))));
    let nth = rolls.unwrap_or(0);
    let before = (game.fingerprint(), game.steps());
    assert_eq!(game.step(seat, nth, &[7]).unwrap_err(), Fault::NoFace(7));
    assert_eq!(game.step(seat, nth, &[0]).unwrap_err(), Fault::NoFace(0));
    assert!(matches!(game.step(seat, nth, &[3; 200]), Err(Fault::TooManyDice { given: 200, .. })));
    assert_eq!(game.wanted(), None);
    assert_eq!(game.roll(&[3]).unwrap_err(), Fault::NotRolling);
    assert_eq!((game.fingerprint(), game.steps()), before);
    let mut seeded = Running::begin(opened("lesson-henry-hill"), DiceFrom::number(1));
    let seat = seeded.seat().unwrap();
    assert_eq!(seeded.step(seat, 0, &[3]).unwrap_err(), Fault::Seeded);
}

#[test]
fn another_order_takes_the_place_of_one_that_waits_for_its_dice() {
    let (_, mut game, _) = by_hand("lesson-spring-hill", 40);
    let mut thumb = Thumb(1);
    for _ in 0..200 {
        let seat = game.seat().unwrap();
        let count = game.order_count(seat);
        let waits = (0..count).find(|nth| matches!(game.copy().step(seat, *nth, &[]), Ok(Moved::Wants(_))));
        let sure = (0..count).find(|nth| matches!(game.copy().step(seat, *nth, &[]), Ok(Moved::Done(_))));
        if let (Some(waits), Some(sure)) = (waits, sure) {
            game.step(seat, waits, &[]).unwrap();
            assert!(game.wanted().is_some());
            let steps = game.steps();
            game.step(seat, sure, &[]).unwrap();
            assert_eq!((game.steps(), game.wanted()), (steps + 1, None));
            return;
        }
        let mut moved = game.step(seat, 0, &[]).unwrap();
        while let Moved::Wants(_) = moved {
            moved = game.roll(&[1 + thumb.below(6) as u8]).unwrap();
        }
    }
    panic!("no position offers an order with dice and one without");
}

#[test]
fn the_record_of_a_game_replays_with_its_seed() {
    for id in SCENARIOS {
        let mut game = Running::begin(opened(id), DiceFrom::series(5, 2));
        let steps = play(&mut game, &mut Thumb(3), 100).len();
        game.undo(20).unwrap();
        let text = game.record(["mine", "random"].map(str::to_owned)).unwrap();
        let mut lines = text.lines();
        let header: Header = serde_json::from_str(lines.next().unwrap()).unwrap();
        assert_eq!(header.players, ["mine", "random"]);
        assert!(header.seed.is_some());
        let lines = lines.map(|line| serde_json::from_str::<Line>(line).map_err(|e| e.to_string()));
        let scenario = library::open(id).unwrap();
        let told = table::replay(&header, lines, |dice| scenario.start(dice), |_, _, _| {}).unwrap();
        assert_eq!((told.decisions, told.fingerprint), (steps - 20, game.fingerprint()), "{id}");
    }
}

#[test]
fn what_is_refused_changes_nothing() {
    let mut game = Running::begin(opened("lesson-spring-hill"), DiceFrom::number(7));
    play(&mut game, &mut Thumb(8), 30);
    let before = (game.fingerprint(), game.steps());
    let seat = game.seat().unwrap();
    let of = game.order_count(seat);
    assert_eq!(game.step(seat, of, &[]).unwrap_err(), Fault::NoOrder { nth: of, of });
    assert_eq!(game.step(seat.other(), 0, &[]).unwrap_err().code(), "not-your-decision");
    assert_eq!(game.step_order(seat, "stand on your head", &[]).unwrap_err().code(), "unreadable-order");
    assert_eq!((game.fingerprint(), game.steps()), before);
    // The next step is as if nothing had been asked.
    let mut calm = Running::begin(opened("lesson-spring-hill"), DiceFrom::number(7));
    play(&mut calm, &mut Thumb(8), 30);
    assert_eq!(play(&mut game, &mut Thumb(4), 50), play(&mut calm, &mut Thumb(4), 50));
}

#[test]
fn advice_is_the_same_for_the_same_position_and_a_game_of_advisers_ends() {
    let mut game = Running::begin(opened("lesson-henry-hill"), DiceFrom::number(2));
    let veteran = "veteran".parse().unwrap();
    while let Some(seat) = game.seat() {
        let picked = game.think(veteran, seat, 1).unwrap();
        assert_eq!(game.copy().think(veteran, seat, 1), Some(picked));
        assert_eq!(picked.of, game.order_count(seat));
        game.step(seat, picked.nth, &[]).unwrap();
    }
    assert!(game.standing().is_over());
    assert_eq!(game.think(veteran, Side::Union, 1), None);
    assert_eq!(game.step(Side::Union, 0, &[]).unwrap_err().code(), "over");
}
