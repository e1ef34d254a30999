use super::super::terms::{DAY, HOUR, MINUTE};
use super::*;

const UNION: u8 = 1;
const CONFEDERATE: u8 = 2;

fn nobody() -> Away {
    BySide::from_fn(|_| Vec::new())
}

fn away(union: &[(i64, i64)]) -> Away {
    let union = union.iter().map(|(starts, ends)| Off { starts: starts * DAY, ends: ends * DAY }).collect();
    BySide { union, confederate: Vec::new() }
}

fn begun(pace: Pace) -> Clock {
    let mut clock = Clock::new(Terms { clock: Some(pace), over: TimeOver::Adjourn }, 0);
    clock.ask(UNION, false, 0, &nobody());
    clock
}

fn days(days: u32) -> Clock {
    begun(Pace::Days { days })
}

fn evening(minutes: u32, seconds: u32) -> Clock {
    begun(Pace::Evening { minutes, seconds })
}

#[test]
fn each_time_a_side_is_asked_it_has_its_days() {
    let mut clock = days(3);
    assert_eq!(clock.ends(&nobody()), Some(3 * DAY));
    clock.ask(CONFEDERATE, false, 2 * DAY, &nobody());
    assert_eq!(clock.ends(&nobody()), Some(5 * DAY));
    clock.ask(UNION, false, 4 * DAY, &nobody());
    assert_eq!(clock.left_at(Side::Union, 4 * DAY, &nobody()), 3 * DAY);
    clock.ask(0, false, 5 * DAY, &nobody());
    assert_eq!((clock.ends(&nobody()), clock.warns(&nobody())), (None, None), "the game is over");
}

#[test]
fn an_evenings_time_goes_down_while_one_is_asked_and_up_when_one_hands_over() {
    let mut clock = evening(60, 10);
    clock.ask(CONFEDERATE, false, 5 * MINUTE, &nobody());
    assert_eq!(clock.left_at(Side::Union, 50 * MINUTE, &nobody()), 55 * MINUTE + 10 * SECOND);
    assert_eq!(clock.left_at(Side::Confederate, 25 * MINUTE, &nobody()), 40 * MINUTE);
    assert_eq!(clock.ends(&nobody()), Some(65 * MINUTE));
    clock.ask(UNION | CONFEDERATE, false, 15 * MINUTE, &nobody());
    assert_eq!(clock.left[Side::Confederate], 50 * MINUTE, "who is still asked has handed nothing over");
    clock.ask(0, false, 16 * MINUTE, &nobody());
    assert_eq!(clock.left[Side::Confederate], 49 * MINUTE, "nor has who ended the game");
}

#[test]
fn taking_back_gives_no_time() {
    let mut clock = evening(60, 10);
    for n in 1..20 {
        clock.ask(CONFEDERATE, false, n * MINUTE, &nobody());
        clock.ask(UNION, true, n * MINUTE, &nobody());
        assert_eq!(clock.left[Side::Union], (60 - n) * MINUTE, "handing over and taking back gains nothing");
    }
    let mut clock = days(3);
    clock.ask(CONFEDERATE, false, 2 * DAY, &nobody());
    clock.ask(UNION, true, 3 * DAY, &nobody());
    assert_eq!(clock.ends(&nobody()), Some(4 * DAY), "he has what he had left when he decided");
}

#[test]
fn days_off_do_not_count() {
    let clock = days(3);
    assert_eq!(clock.ends(&away(&[(1, 11)])), Some(13 * DAY));
    assert_eq!(clock.ends(&away(&[(3, 5)])), Some(3 * DAY), "after his time is over");
    assert_eq!(clock.ends(&away(&[(-5, 1), (2, 3), (4, 6), (20, 21)])), Some(7 * DAY));
    let off = away(&[(1, 11)]);
    assert_eq!(clock.left_at(Side::Union, 6 * DAY, &off), 2 * DAY);
    assert_eq!(clock.left_at(Side::Union, 12 * DAY, &off), DAY);
    assert!(clock.out(12 * DAY, &off).is_none() && clock.out(13 * DAY, &off).is_some());
    assert_eq!(
        evening(60, 0).ends(&away(&[(-1, 11)])),
        Some(60 * MINUTE),
        "an evening's clock knows no days"
    );
}

#[test]
fn that_little_is_left_is_told_once() {
    let mut clock = days(3);
    assert_eq!(clock.warns(&nobody()), Some(3 * DAY - 12 * HOUR));
    assert_eq!(clock.warn(2 * DAY, &nobody()), 0);
    assert_eq!(clock.warn(3 * DAY - 12 * HOUR, &nobody()), UNION);
    assert_eq!((clock.warn(3 * DAY - HOUR, &nobody()), clock.warns(&nobody())), (0, None));
    clock.ask(CONFEDERATE, false, 3 * DAY - HOUR, &nobody());
    clock.ask(UNION, false, 4 * DAY, &nobody());
    assert_eq!(clock.warns(&nobody()), Some(7 * DAY - 12 * HOUR), "and the next time again");
    assert_eq!(evening(60, 0).warns(&nobody()), Some(54 * MINUTE), "with a tenth left");
}

#[test]
fn whose_time_is_over() {
    let mut clock = evening(10, 0);
    assert_eq!(clock.out(10 * MINUTE - 1, &nobody()), None);
    assert_eq!(clock.out(10 * MINUTE, &nobody()), Some(BySide { union: true, confederate: false }));
    clock.ask(UNION | CONFEDERATE, false, MINUTE, &nobody());
    assert_eq!(clock.out(12 * MINUTE, &nobody()), Some(BySide { union: true, confederate: false }));
    let mut both = evening(10, 0);
    both.ask(UNION | CONFEDERATE, false, 0, &nobody());
    assert_eq!(both.out(10 * MINUTE, &nobody()), Some(BySide { union: true, confederate: true }));
}

#[test]
fn while_a_game_rests_both_clocks_stand() {
    let mut clock = evening(60, 10);
    clock.rest(Rest::Agreed, 20 * MINUTE, &nobody());
    assert_eq!((clock.ends(&nobody()), clock.left[Side::Union]), (None, 40 * MINUTE));
    clock.go_on(UNION, 900 * MINUTE, &nobody());
    assert_eq!(clock.ends(&nobody()), Some(940 * MINUTE));
    clock.rest(Rest::TimeOver, 940 * MINUTE, &nobody());
    clock.go_on(UNION, 1000 * MINUTE, &nobody());
    assert_eq!(clock.ends(&nobody()), Some(1010 * MINUTE), "who had nothing left is given ten minutes");
}
