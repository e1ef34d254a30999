//! Tables: what is due, what is known, and what goes out.

use super::*;
use Channel::{Hook, Mail, Push};
use Kind::{Asked, Chat, ClockLow, YourTurn};

/// A Wednesday at noon.
const NOON: i64 = 1_794_916_800;

fn due(game: &str, kind: Kind, at: i64) -> Due {
    Due { id: format!("{game}-{}", kind.word()), game: game.into(), kind, at, done: Vec::new() }
}

fn reached(channels: &[Channel]) -> Known {
    Known { channels: channels.to_vec(), gather: GATHER, ..Known::default() }
}

/// What goes out, as `push 0+1`.
fn out(plan: &Plan) -> Vec<String> {
    let names = |parcel: &Parcel| {
        let notices: Vec<String> = parcel.notices.iter().map(usize::to_string).collect();
        format!("{} {}", parcel.channel.word(), notices.join("+"))
    };
    plan.parcels.iter().map(names).collect()
}

#[test]
fn noon_is_noon() {
    assert_eq!(NOON % DAY, DAY / 2);
}

#[test]
fn what_comes_up_together_goes_out_together() {
    let turns = [due("a", YourTurn, NOON), due("b", YourTurn, NOON + 15), due("c", Chat, NOON + 300)];
    let known = reached(&[Push]);
    let at = |seconds: i64| {
        let seen = turns.iter().filter(|d| d.at <= NOON + seconds).cloned().collect::<Vec<_>>();
        let plan = plan(&seen, &Wishes::default(), &known, NOON + seconds);
        (out(&plan), plan.next.map(|next| next - NOON))
    };
    assert_eq!(at(0), (vec![], Some(20)));
    assert_eq!(at(16), (vec![], Some(20)));
    assert_eq!(at(20), (vec!["push 0+1".into()], None), "who waits for others goes along with them");
    assert_eq!(at(320), (vec!["push 0+1+2".into()], None));
}

#[test]
fn every_channel_has_its_own_pace() {
    let wishes = Wishes { mail: Pace::Daily, hook: Pace::Never, ..Wishes::default() };
    let turns = [due("a", YourTurn, NOON)];
    let table = [
        (vec![Push, Mail, Hook], vec!["push 0".to_owned()], Some(NOON + DAY - 4 * 3600), vec![]),
        (vec![Mail], vec![], Some(NOON + DAY - 4 * 3600), vec![]),
        (vec![Hook], vec![], None, vec![0]),
        (vec![], vec![], None, vec![0]),
    ];
    for (channels, goes, next, settled) in table {
        let plan = plan(&turns, &wishes, &reached(&channels), NOON + 60);
        assert_eq!((out(&plan), plan.next, plan.settled), (goes, next, settled), "{channels:?}");
    }
}

#[test]
fn one_game_speaks_once_in_a_while() {
    let turns = [due("a", YourTurn, NOON), due("b", YourTurn, NOON), due("a", ClockLow, NOON)];
    let told = |ago: i64| Known { told: vec![(Push, "a".into(), NOON - ago)], ..reached(&[Push]) };
    let at = |ago: i64| {
        let plan = plan(&turns, &Wishes::default(), &told(ago), NOON + 30);
        (out(&plan), plan.next.map(|next| next - NOON))
    };
    assert_eq!(at(9 * 60), (vec!["push 1+2".into()], Some(60)), "what presses is told all the same");
    assert_eq!(at(10 * 60), (vec!["push 0+1+2".into()], None));
    let other = Known { told: vec![(Mail, "a".into(), NOON)], ..reached(&[Push]) };
    assert_eq!(out(&plan(&turns, &Wishes::default(), &other, NOON + 30)), ["push 0+1+2"]);
}

#[test]
fn nothing_goes_out_about_a_game_that_is_open() {
    let turns = [due("a", YourTurn, NOON), due("b", Asked, NOON)];
    let known = Known { here: vec![("a".into(), NOON + 50)], ..reached(&[Push]) };
    let first = plan(&turns, &Wishes::default(), &known, NOON + 30);
    assert_eq!((out(&first), first.next), (vec!["push 1".to_owned()], Some(NOON + 50)));
    assert!(first.settled.is_empty(), "it is not lost: he may leave without having seen it");
    assert_eq!(out(&plan(&turns, &Wishes::default(), &known, NOON + 50)), ["push 0+1"]);
}

#[test]
fn what_was_told_or_is_not_wanted_is_settled() {
    let mut told = due("a", YourTurn, NOON);
    told.done = vec![Push];
    let wishes = Wishes { without: vec![Chat], mail: Pace::AtOnce, ..Wishes::default() };
    let turns = [told, due("b", Chat, NOON)];
    let both = plan(&turns, &wishes, &reached(&[Push, Mail]), NOON + 30);
    assert_eq!((out(&both), both.settled), (vec!["mail 0".to_owned()], vec![1]));
    let one = plan(&turns, &wishes, &reached(&[Push]), NOON + 30);
    assert_eq!((out(&one), one.settled), (vec![], vec![0, 1]));
}

#[test]
fn the_hour_of_a_day_is_that_of_his_own_clock() {
    // From noon in Greenwich to eight in the morning: here, in New York, in Calcutta; to one in the afternoon here.
    for (hour, zone, hours) in [(8, 0, 20.0), (8, -300, 1.0), (8, 330, 14.5), (13, 0, 1.0), (12, 0, 24.0)] {
        assert_eq!((hour_after(NOON, hour, zone) - NOON) as f64 / 3600.0, hours, "{hour} {zone}");
    }
    let wishes = Wishes { push: Pace::Daily, hour: 13, ..Wishes::default() };
    let turns = [due("a", YourTurn, NOON), due("a", Chat, NOON + 1800), due("b", Chat, NOON + 3601)];
    let at = |seconds: i64| out(&plan(&turns, &wishes, &reached(&[Push]), NOON + seconds));
    assert_eq!(at(3599), Vec::<String>::new());
    assert_eq!(at(3700), ["push 0+1"], "what came after the hour waits for tomorrow");
}

#[test]
fn a_channel_that_failed_rests_longer_each_time() {
    let known = Known { resting: vec![(Push, NOON + 100)], ..reached(&[Push, Hook]) };
    let plan = plan(&[due("a", YourTurn, NOON)], &Wishes::default(), &known, NOON + 30);
    assert_eq!((out(&plan), plan.next), (vec!["hook 0".to_owned()], Some(NOON + 100)));
    assert_eq!([0, 1, 2, 9, 30].map(rest), [30, 60, 120, 15_360, 21_600]);
}
