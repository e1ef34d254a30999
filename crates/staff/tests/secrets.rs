//! A computer player decides by what his seat may know: change what is hidden from him, and he gives the
//! same order.

use staff::{Budget, Choice, Chooser, Level, Player};
use table::{Game, Intent, SeededDice, Side, Viewer};

const HIDDEN: &str = "second-manassas +limited-intelligence";

/// The next order of a game that is fond of markers: places and fills them where it can.
fn next_order(game: &dyn Game, seat: Side, chooser: &mut Chooser) -> String {
    let orders = game.orders(seat);
    let hiding: Vec<&String> =
        orders.iter().filter(|o| o.starts_with("marker ") || o.starts_with("under ")).collect();
    match hiding.is_empty() || chooser.below(4) == 0 {
        true => orders[chooser.below(orders.len())].clone(),
        false => hiding[chooser.below(hiding.len())].clone(),
    }
}

/// Whether a seat sees an enemy marker.
fn sees_a_marker(game: &dyn Game, seat: Side) -> bool {
    let view = game.view(Viewer::Seat(seat));
    view.pieces.iter().any(|p| p.kind == "force" && p.side == Some(seat.other()))
}

/// Decisions at which a general is also asked for his plans: that takes him more time.
const PLANNED: u64 = 4;

/// What a general makes up his mind to do.
fn plans(game: &dyn Game, seat: Side, number: u64) -> (Intent, Option<Choice>) {
    struct Nobody;
    impl staff::Watch for Nobody {}
    let general = Player { level: Level::General, budget: Budget::Steps(20_000) };
    let (mut intent, mut chooser) = (Intent::default(), Chooser::new(6, number, seat));
    let choice = staff::consider_watched(general, game, seat, &mut intent, &mut chooser, &Nobody);
    (intent, choice)
}

fn players() -> [Player; 3] {
    let general = Player { level: Level::General, budget: Budget::Steps(150) };
    [Level::Recruit.into(), Level::Veteran.into(), general]
}

/// At decisions of a seat that sees enemy markers: the true game, and two others that it could take for it,
/// in which other enemies are under those markers.
#[test]
fn a_computer_players_choice_does_not_depend_on_what_is_hidden_from_his_seat() {
    let scenario = library::open(HIDDEN).unwrap();
    let (mut compared, mut differ) = (0, 0);
    for number in 0..4 {
        let (mut game, _) = scenario.start(&mut SeededDice::of_series(11, number));
        let mut dice = SeededDice::of_series(12, number);
        let mut chooser = Chooser::new(13, number, Side::Union);
        while let Some(seats) = game.standing().seats() {
            let seat = seats.first();
            if sees_a_marker(game.as_ref(), seat) && chooser.below(12) == 0 && compared < 40 {
                compared += 1;
                for other in [1u64, 2].map(|n| {
                    let mut lots = Chooser::new(n, number, seat);
                    game.imagined(seat, &mut |n| lots.below(n))
                }) {
                    differ += u32::from(other.fingerprint() != game.fingerprint());
                    for player in players() {
                        let choose = |game: &dyn Game| {
                            staff::consider(player, game, seat, &mut Chooser::new(5, compared, seat))
                        };
                        assert_eq!(
                            choose(game.as_ref()),
                            choose(other.as_ref()),
                            "{player} in game {number}"
                        );
                    }
                    if compared <= PLANNED {
                        let plan = |game: &dyn Game| plans(game, seat, compared);
                        assert_eq!(plan(game.as_ref()), plan(other.as_ref()), "plans in game {number}");
                    }
                }
            }
            let order = next_order(game.as_ref(), seat, &mut chooser);
            game.play(seat, &order, &mut dice).unwrap();
        }
    }
    assert!(compared >= 20 && differ >= 20, "{compared} decisions, {differ} other positions");
}
