//! Lessons under students who do whatever they like.

use table::laws::Slips;
use table::{Dice, Game, SeededDice, Side};

use super::*;

/// The dice of a step first.
struct Written<'a>(std::slice::Iter<'a, u8>, &'a mut SeededDice);

impl Dice for Written<'_> {
    fn d6(&mut self, why: &'static str) -> u8 {
        self.0.next().copied().unwrap_or_else(|| self.1.d6(why))
    }
}

/// A lesson in play, as a server would hold it.
struct Table<'a> {
    lesson: &'a Lesson,
    game: Box<dyn Game>,
    progress: Progress,
    /// Position and progress before each order.
    before: Vec<(Box<dyn Game>, Progress)>,
    dice: SeededDice,
}

impl<'a> Table<'a> {
    fn begin(lesson: &'a Lesson, seed: u64) -> Table<'a> {
        let mut dice = SeededDice::from_number(seed);
        let scenario = crate::open(&lesson.scenario).unwrap();
        let (game, start) = scenario.start(&mut Written(Progress::first_dice(lesson).iter(), &mut dice));
        let progress = Progress::begin(lesson, game.as_ref(), &start);
        Table { lesson, game, progress, before: Vec::new(), dice }
    }

    fn give(&mut self, seat: Side, order: &str) {
        self.before.push((self.game.copy(), self.progress.clone()));
        let script = self.progress.dice(self.lesson, seat).to_vec();
        let mut dice = Written(script.iter(), &mut self.dice);
        let played = self.game.play(seat, order, &mut dice).unwrap();
        let given = Given { seat, order, played: &played, orders: self.before.len() };
        self.progress.given(self.lesson, &given, self.game.as_ref());
    }

    fn act(&mut self, act: Act) {
        let (orders, kept) = (self.before.len(), self.progress.back_to(self.before.len()));
        if act == Act::Again && kept < orders {
            let (game, progress) = self.before.swap_remove(kept);
            self.before.truncate(kept);
            (self.game, self.progress) = (game, progress);
            assert_eq!(self.progress.back_to(kept), kept, "the beginning of a step is where it begins again");
        } else {
            self.progress.act(self.lesson, act, self.game.as_ref(), orders);
        }
    }

    /// Everything the coach says is there to be read.
    fn told(&self) -> Coach {
        let coach = self.progress.coach(self.lesson, self.game.as_ref(), self.before.len());
        assert!((1..=coach.of).contains(&coach.step));
        assert!(coach.end.is_some() || !coach.say.is_empty());
        assert!(coach.word.as_ref().is_none_or(|word| !word.text.is_empty()));
        assert!(coach.end.is_some() || coach.can.next || coach.can.skip, "a way on: {coach:?}");
        coach
    }
}

/// Somebody who orders and tells the coach whatever comes to his mind; the number of orders until the end.
fn whatever(lesson: &Lesson, seed: u64, orders: usize) {
    let mut table = Table::begin(lesson, seed);
    let mut noise = Slips::new(seed);
    for _ in 0..orders {
        let coach = table.told();
        let Some(seats) = table.game.standing().seats() else { break };
        let seat = seats.first();
        let legal = table.game.orders(seat);
        let any = legal[noise.below(legal.len())].clone();
        if seat != lesson.you {
            let order = table.progress.answer(lesson, table.game.as_ref()).unwrap_or(any);
            table.give(seat, &order);
            continue;
        }
        match noise.below(12) {
            0 => table.act(Act::Next),
            1 => table.act(Act::Back),
            2 => table.act(Act::Skip),
            3 => table.act(Act::Again),
            4..8 if !coach.point.orders.is_empty() => table.give(seat, &coach.point.orders[0]),
            4..8 if coach.can.next => table.act(Act::Next),
            _ => table.give(seat, &any),
        }
    }
    // Whatever was done before: the end is a few words away.
    for _ in 0..2 * lesson.len() {
        let act = if table.told().can.next { Act::Next } else { Act::Skip };
        table.act(act);
    }
    assert!(table.progress.is_over(lesson), "{}, seed {seed}: stuck at {:?}", lesson.id, table.told());
}

#[test]
fn every_lesson_fits_and_is_in_order() {
    let all = check_lessons();
    for (id, read) in &all {
        assert!(read.is_ok(), "{id}: {}", read.as_ref().unwrap_err());
    }
    let listed: Vec<String> = lessons().into_iter().map(|card| card.id).collect();
    assert_eq!(listed, crate::catalog::guided(), "data/lessons.toml names the lessons in their order");
}

#[test]
fn no_student_gets_lost() {
    let seeds = std::env::var("HARDTACK_GAMES").ok().and_then(|n| n.parse().ok()).unwrap_or(3);
    for card in lessons() {
        let lesson = open_lesson(&card.id).unwrap();
        for seed in 0..seeds {
            whatever(&lesson, seed, 250);
        }
    }
}

#[test]
fn the_example_of_the_docs_is_taken_to_its_end() {
    let docs = include_str!("../../../../docs/lessons.md");
    let example = include_str!("../../../../data/examples/crossroads-gcacw.lesson.toml");
    assert!(docs.contains(&format!("```toml\n{example}```")), "data/examples and docs/lessons.md differ");
    let lesson = open_lesson("crossroads-gcacw").unwrap();
    let mut table = Table::begin(&lesson, 1);
    for _ in 0..20 {
        let (coach, seats) = (table.told(), table.game.standing().seats().unwrap());
        assert!(coach.word.is_none_or(|word| word.kind == WordKind::Done));
        match () {
            () if table.progress.is_over(&lesson) => return,
            () if !seats.contains(lesson.you) => {
                let order = table.progress.answer(&lesson, table.game.as_ref()).expect("it is written");
                table.give(lesson.you.other(), &order);
            }
            () if coach.can.next => table.act(Act::Next),
            () => table.give(lesson.you, &coach.point.orders[0]),
        }
    }
    panic!("it does not end: {:?}", table.told());
}

const SMALL: &str = r#"
format = "hardtack-lesson/1"
title = "Small"
scenario = "crossroads-gcacw"
minutes = 1
you = "union"
about = "A test."
learnt = ["Something."]

[[step]]
say = "Read this."
until = { read = true }
enemy = ["done"]

[[step]]
say = "Be done."
point = { button = "done" }
until = { order = "done" }
done = "Good."
other = "Hm."
dice = [6, 1]

[[step]]
say = "Take the initiative."
until = { order = "take" }
other = "No."
"#;

fn read(text: &str) -> Result<Lesson, table::Faults> {
    reopen_lesson("small", text)
}

#[test]
fn faults_name_file_line_and_key() {
    for (from, to, told) in [
        (
            "hardtack-lesson/1",
            "hardtack-map/1",
            "small.lesson.toml:2:10: format: `hardtack-map/1` is no lesson",
        ),
        ("crossroads-gcacw", "nowhere", "small.lesson.toml:4:12: scenario: `nowhere` is neither"),
        ("dice = [6, 1]", "dice = [6, 7]", "small.lesson.toml:21:12: [[step]] 2: dice: 7 is on no die"),
        (
            "button = \"done\"",
            "button = \"jump about\"",
            "[[step]] 2: point.button: `jump about` cannot be read",
        ),
        ("button = \"done\"", "piece = \"Nobody\"", "[[step]] 2: point.piece: `Nobody` is no piece"),
        ("button = \"done\"", "hex = \"9999\"", "[[step]] 2: point.hex: `9999` is not on the map"),
        ("button = \"done\"", "part = \"roof\"", "[[step]] 2: point.part: `roof`: expected one of"),
        (
            "{ order = \"take\" }",
            "{ order = \"take\", turn = 2 }",
            "[[step]] 3: until: 2 conditions: expected one",
        ),
        (
            "{ order = \"take\" }",
            "{ at = { piece = \"X\", hex = \"1\" } }",
            "[[step]] 3: until.at.piece: `X`",
        ),
        ("say = \"Read this.\"", "say = \" \"", "small.lesson.toml:11:7: [[step]] 1: say: empty"),
        ("minutes = 1", "minutes = 0", "small.lesson.toml:5:11: minutes: expected 1 to 600"),
        ("learnt = [\"Something.\"]", "learnt = []", "learnt: empty"),
        ("other = \"No.\"", "others = \"No.\"", "there is no key `others` here"),
    ] {
        let faults = read(&SMALL.replacen(from, to, 1)).unwrap_err().to_string();
        assert!(faults.contains(told), "{to}: {faults}");
    }
    read(SMALL).unwrap();
}

#[test]
fn an_order_passes_what_is_to_be_read_and_dice_fall_as_written() {
    let lesson = read(SMALL).unwrap();
    let mut table = Table::begin(&lesson, 1);
    while !table.game.standing().seats().unwrap().contains(Side::Union) {
        let order = table.progress.answer(&lesson, table.game.as_ref()).unwrap();
        table.give(Side::Confederate, &order);
    }
    assert!(table.told().can.next);
    table.give(Side::Union, "done");
    while table.game.orders(Side::Confederate).contains(&"done".to_owned()) {
        table.give(Side::Confederate, "done");
    }
    let told = table.told();
    assert_eq!((told.step, told.word.unwrap().text.as_str()), (3, "Good."));
}
