//! Ways in the scenarios of the house.

use table::{Game, SeededDice, Side, Standing, Viewer};

use super::{Reach, Wish, reach};

/// A scenario as it begins.
fn game(id: &str) -> Box<dyn Game> {
    let mut dice = SeededDice::from_number(7);
    library::open(id).unwrap().start(&mut dice).0
}

fn wish(piece: &str) -> Wish {
    Wish { piece: piece.into(), ..Wish::default() }
}

fn seat(game: &dyn Game) -> Side {
    game.standing().seats().unwrap().first()
}

fn asked(game: &dyn Game, wish: &Wish) -> Reach {
    let seat = seat(game);
    reach(game, seat, Viewer::Seat(seat), wish)
}

/// Passes over decisions until this side is asked about something.
fn come_to(game: &mut dyn Game, kind: &str, side: Side) {
    let mut dice = SeededDice::from_number(11);
    for _ in 0..400 {
        let asked = matches!(game.standing(), Standing::Waiting(decision) if decision.kind == kind);
        if asked && seat(game) == side {
            return;
        }
        let (seat, orders) = (seat(game), game.orders(seat(game)));
        let words = if seat == side { ["done", "take"] } else { ["done", "pass"] };
        let usual = words.iter().find(|word| orders.iter().any(|o| o == *word));
        let order = usual.map_or_else(|| orders[0].clone(), |word| (*word).to_owned());
        game.play(seat, &order, &mut dice).unwrap();
    }
    panic!("{kind} is never asked of {side}");
}

#[test]
fn before_the_die_of_a_march_every_place_has_its_chance() {
    let mut game = game("lesson-spring-hill");
    come_to(game.as_mut(), "choose-action", Side::Confederate);
    let found = asked(game.as_ref(), &wish("Brown"));
    assert_eq!(found.first, ["march Brown"]);
    // Confederate infantry rolls one die and adds 2, so from 3 to 8 points, each in one case of six.
    assert!((found.allowances.iter().map(|(_, chance)| chance).sum::<f64>() - 1.0).abs() < 1e-9);
    let near = found.hexes.values().filter(|way| way.path.len() == 2);
    assert!(near.clone().count() > 0);
    for way in near {
        assert!(way.chance.unwrap() > 0.99, "{way:?}");
        assert_eq!(way.orders, ["march Brown"]);
    }
    for way in found.hexes.values() {
        // What is known of the cost tells the chance: the falls that give as much.
        let enough = found.allowances.iter().filter(|(mp, _)| *mp >= way.cost.unwrap());
        let chance: f64 = enough.map(|(_, chance)| chance).sum();
        assert!(way.chance.unwrap() >= chance - 1e-9, "{way:?}");
        assert!(!way.sure);
    }
    let farthest = found.hexes.values().map(|way| way.path.len()).max();
    assert!(farthest > Some(4), "{farthest:?}");
}

#[test]
fn the_initiative_is_taken_by_whoever_names_a_goal() {
    let mut game = game("lesson-spring-hill");
    come_to(game.as_mut(), "initiative", Side::Confederate);
    let found = asked(game.as_ref(), &wish("Brown"));
    assert_eq!(found.first, ["take", "march Brown"]);
    assert!(!found.hexes.is_empty());
}

#[test]
fn a_force_march_comes_farther() {
    let mut game = game("lesson-spring-hill");
    come_to(game.as_mut(), "choose-action", Side::Confederate);
    let steady = asked(game.as_ref(), &wish("Brown"));
    let forced = asked(game.as_ref(), &Wish { press: true, ..wish("Brown") });
    let most = |found: &Reach| found.allowances.iter().map(|(mp, _)| *mp).fold(0.0, f64::max);
    assert!(most(&forced) > most(&steady), "{:?} {:?}", forced.allowances, steady.allowances);
}

#[test]
fn after_the_die_the_orders_lead_there() {
    let mut game = game("lesson-spring-hill");
    come_to(game.as_mut(), "choose-action", Side::Confederate);
    let mut dice = SeededDice::from_number(3);
    game.play(Side::Confederate, "march Brown", &mut dice).unwrap();
    let found = asked(game.as_ref(), &wish("Brown"));
    assert_eq!(found.first, ["steady"]);
    assert!(found.allowances.is_empty());
    let (goal, way) = found.hexes.iter().max_by_key(|(_, way)| way.path.len()).unwrap();
    assert_eq!(way.orders[0], "steady");
    assert_eq!(way.orders.len(), way.path.len());
    for order in &way.orders {
        game.play(Side::Confederate, order, &mut dice).unwrap();
    }
    assert_eq!(game.view(Viewer::Referee).piece("Brown").unwrap().now.at.as_ref(), Some(goal));
}

#[test]
fn a_stack_of_the_last_full_measure_rides_together() {
    let mut game = game("rummels-farm");
    let (mover, along, found) = (0..200)
        .find_map(|_| {
            let seat = seat(game.as_ref());
            let cards = game.cards(seat);
            let view = game.view(Viewer::Referee);
            let at = |name: &str| view.piece(name).and_then(|p| p.now.at.clone());
            let ready: Vec<String> =
                cards.iter().filter(|c| c.takes_up).filter_map(|c| c.piece.clone()).collect();
            let pair = ready.iter().enumerate().find_map(|(n, a)| {
                let b = ready[n + 1..].iter().find(|b| at(a).is_some() && at(a) == at(b))?;
                Some((a.clone(), b.clone()))
            });
            if let Some((a, b)) = pair {
                let found = asked(game.as_ref(), &Wish { with: vec![b.clone()], ..wish(&a) });
                if found.hexes.values().any(|way| way.path.len() > 4) {
                    return Some((a, b, found));
                }
            }
            let mut dice = SeededDice::from_number(5);
            let order = game.orders(seat).into_iter().find(|o| o == "done");
            let order = order.unwrap_or_else(|| game.orders(seat)[0].clone());
            game.play(seat, &order, &mut dice).unwrap();
            None
        })
        .expect("two who stand together and can ride");
    let (goal, way) = found.hexes.iter().max_by_key(|(_, way)| way.path.len()).unwrap();
    assert!(way.cost.is_some() && way.chance.is_none());
    assert_eq!(found.who, [mover.clone(), along.clone()]);
    let seat = seat(game.as_ref());
    let mut dice = SeededDice::from_number(5);
    for order in &way.orders {
        game.play(seat, order, &mut dice).unwrap();
    }
    let view = game.view(Viewer::Referee);
    for piece in [&mover, &along] {
        assert_eq!(view.piece(piece).unwrap().now.at.as_ref(), Some(goal), "{piece}");
    }
}

#[test]
fn who_cannot_go_has_no_way() {
    let mut game = game("lesson-spring-hill");
    come_to(game.as_mut(), "choose-action", Side::Confederate);
    for piece in ["nobody", "Bradley"] {
        assert_eq!(asked(game.as_ref(), &wish(piece)), Reach::default(), "{piece}");
    }
}

#[test]
fn a_stand_of_volley_and_bayonet_is_taken_up_and_another_let_go() {
    let mut game = game("lesson-henry-hill");
    let mut dice = SeededDice::from_number(4);
    for _ in 0..60 {
        let seat = seat(game.as_ref());
        let ready: Vec<String> =
            game.cards(seat).into_iter().filter(|c| c.takes_up).filter_map(|c| c.piece).collect();
        if let [first, second, ..] = &ready[..] {
            let found = asked(game.as_ref(), &wish(first));
            assert_eq!((found.who, found.first.len()), (vec![first.clone()], 1));
            game.play(seat, &found.first[0], &mut dice).unwrap();
            let found = asked(game.as_ref(), &wish(second));
            assert_eq!((found.who, found.first.len()), (vec![second.clone()], 2), "the first is let go");
            return;
        }
        let orders = game.orders(seat);
        let order = orders.iter().find(|o| *o == "done").unwrap_or(&orders[0]).clone();
        game.play(seat, &order, &mut dice).unwrap();
    }
    panic!("nobody could move");
}
