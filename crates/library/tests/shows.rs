//! Whoever plays a game back on a map is told enough: who fights whom where, and nothing that is not there.

use std::collections::BTreeSet;

use table::{Act, Game, Memory, Played, SeededDice, Show, Standing, Viewer};

/// How many orders of each game are looked at.
const ORDERS: usize = 600;

fn is_fight(show: &Show) -> bool {
    matches!(show.kind, Act::Attack | Act::Charge | Act::Fire)
}

/// The order the doctrine likes best, and what comes of it.
fn step(game: &mut dyn Game, memory: &mut Memory, dice: &mut SeededDice) -> Option<Played> {
    let Standing::Waiting(asked) = game.standing() else { return None };
    let seat = asked.seats.first();
    let scores = game.advise(seat, memory);
    let best = (0..scores.len()).max_by(|a, b| scores[*a].total_cmp(&scores[*b]))?;
    let order = game.orders(seat).swap_remove(best);
    Some(game.play(seat, &order, dice).expect("a listed order is legal"))
}

/// Plays a game; the kinds of things it showed.
fn shown(id: &str) -> BTreeSet<String> {
    let mut dice = SeededDice::of_series(1863, 0);
    let (mut game, _) = library::open(id).expect("a built-in scenario").start(&mut dice);
    let (mut memory, mut kinds) = (game.memory(), BTreeSet::new());
    let pieces: BTreeSet<String> =
        game.view(Viewer::Referee).pieces.into_iter().map(|piece| piece.id).collect();
    for n in 0..ORDERS {
        let Some(played) = step(game.as_mut(), &mut memory, &mut dice) else { break };
        assert_eq!(played.shows.len(), played.events.len());
        let shows: Vec<&Show> = played.shows.iter().flatten().collect();
        if !played.fights.is_empty() {
            let aimed = shows.iter().any(|show| is_fight(show) && !show.to.is_empty());
            assert!(aimed, "{id}, order {n}: a fight without a target: {:?}", played.said);
        }
        for show in shows {
            kinds.insert(format!("{:?}", show.kind));
            let strangers: Vec<_> = show.pieces.iter().filter(|id| !pieces.contains(*id)).collect();
            assert!(strangers.is_empty(), "{id}, order {n}: {strangers:?} in {show:?}");
            // A hex, a hexside, or on a table of inches a stand.
            let place = |place: &&String| {
                pieces.contains(*place)
                    || place.chars().all(|c| c.is_ascii_alphanumeric() || "/.".contains(c))
            };
            let unknown: Vec<_> =
                show.from.iter().chain(&show.to).chain(&show.path).filter(|p| !place(p)).collect();
            assert!(unknown.is_empty(), "{id}, order {n}: {unknown:?} in {show:?}");
        }
    }
    kinds
}

fn shows(id: &str, wanted: &[&str]) {
    let kinds = shown(id);
    for kind in wanted {
        assert!(kinds.contains(*kind), "{id} shows no {kind}: {kinds:?}");
    }
}

#[test]
fn great_campaigns() {
    shows("lesson-spring-hill", &["Move", "Attack", "Retreat"]);
}

#[test]
fn the_last_full_measure() {
    shows("rummels-farm", &["Move", "Attack", "Fire", "Roll"]);
}

#[test]
fn volley_and_bayonet() {
    shows("lesson-henry-hill", &["Move", "Charge", "Fire", "Loss"]);
}
