//! What is printed, read back from the file itself.

mod reader;

use library::{Scenario, open_board};
use press::{Error, Length, Map, Paper, Printed};
use reader::Pdf;
use table::Viewer;

const MM: f64 = 72.0 / 25.4;

fn open(id: &str) -> Scenario {
    library::open(id).unwrap()
}

fn map(id: &str, unit: f64, overlap: f64, paper: Paper) -> Result<Printed, Error> {
    let (board, svg) = (open_board(id).unwrap(), library::picture(id, false).unwrap());
    let (units, trim) = (board.unit(), board.bare_edge());
    let (unit, overlap) = (Length(unit), Length(overlap));
    Map { title: board.name(), svg: &svg, units, unit, trim, of: "a hex", overlap, paper }
        .print(&mut |_, _| {})
}

/// The size of a drawing, as it says itself.
fn size(svg: &str) -> (f64, f64) {
    let view = svg.split("viewBox=\"").nth(1).unwrap().split('"').next().unwrap();
    let sides: Vec<f64> = view.split(' ').map(|v| v.parse().unwrap()).collect();
    (sides[2], sides[3])
}

#[test]
fn a_map_takes_as_many_pages_as_it_is_large() {
    for (id, paper, unit) in [
        ("hoods-tennessee", Paper::A4, 16.0),
        ("second-manassas", Paper::Letter, 20.0),
        ("henry-hill", Paper::A4, 25.4),
    ] {
        let board = open_board(id).unwrap();
        let (width, height) = size(&library::picture(id, false).unwrap());
        let scale = unit / board.unit();
        let edge = 2.0 * board.bare_edge();
        let (width, height) = ((width - edge) * scale, (height - edge) * scale);
        // 10 mm stay free at the sides and above, 14 below; neighbours share 8.
        let (w, h) = paper.size();
        let pages = |(w, h): (f64, f64)| {
            let across = ((width - 8.0) / (w - 20.0 - 8.0)).ceil();
            let down = ((height - 8.0) / (h - 24.0 - 8.0)).ceil();
            (across * down) as usize
        };
        let printed = map(id, unit, 8.0, paper).unwrap();
        assert_eq!(printed.pages, pages((w, h)).min(pages((h, w))) + 1, "{id}: and a key");
        let pdf = Pdf::read(&printed.bytes);
        assert_eq!(pdf.pages().len(), printed.pages);
        let (pw, ph) = pdf.size(1);
        let sides = [pw / MM, ph / MM];
        assert!(sides.iter().all(|s| (s - w).abs() < 0.1 || (s - h).abs() < 0.1), "{sides:?}");
    }
}

#[test]
fn the_bar_on_the_key_is_a_hundred_millimetres_long() {
    let pdf = Pdf::read(&map("rummels-farm", 16.0, 8.0, Paper::A4).unwrap().bytes);
    let key = pdf.page(0);
    assert!(key.text.contains("100 mm"), "{}", key.text);
    let measured = key.paths.iter().map(|path| {
        let span = |of: fn(&(f64, f64)) -> f64| {
            let all: Vec<f64> = path.iter().map(of).collect();
            all.iter().copied().fold(f64::MIN, f64::max) - all.iter().copied().fold(f64::MAX, f64::min)
        };
        (span(|p| p.0) / MM, span(|p| p.1) / MM)
    });
    let bars = measured.filter(|(long, high)| (long - 100.0).abs() < 0.02 && (high - 2.4).abs() < 0.02);
    assert_eq!(bars.count(), 1, "one frame around the bar");
}

#[test]
fn a_page_says_which_it_is_and_shows_the_map() {
    let pdf = Pdf::read(&map("rummels-farm", 20.0, 15.0, Paper::A4).unwrap().bytes);
    // The map is one drawing on every page: all of its text is there, cut by the window.
    let page = pdf.page(1);
    assert!(page.text.contains("A1") && page.text.contains("row 1 of"), "{}", page.text);
    assert!(pdf.page(pdf.pages().len() - 1).text.contains("Rummel"));
}

#[test]
fn every_unit_is_on_the_roster_with_its_boxes() {
    for id in ["second-manassas", "rummels-farm", "lesson-henry-hill"] {
        let scenario = open(id);
        let printed = press::roster(&scenario, Paper::Letter, &mut |_, _| {}).unwrap();
        let pdf = Pdf::read(&printed.bytes);
        let text: String = (0..printed.pages).map(|n| pdf.page(n).text).collect();
        let pieces = scenario.position().view(Viewer::Referee).pieces;
        assert!(pieces.len() > 10);
        for piece in pieces {
            let name = piece.name.replace('\'', "\u{2019}");
            assert!(text.lines().filter(|line| *line == name).count() >= 1, "{id}: {name}\n{text}");
        }
    }
    let pdf = Pdf::read(&press::roster(&open("second-manassas"), Paper::A4, &mut |_, _| {}).unwrap().bytes);
    let page = pdf.page(0).text;
    let (_, king) = page.split_once("King\ninfantry division\n").expect("King's division of twelve");
    let boxes: Vec<&str> = king.lines().skip_while(|l| *l != "Manpower").skip(1).take(12).collect();
    assert_eq!(boxes, ["12", "11", "10", "9", "8", "7", "6", "5", "4", "3", "2", "1"]);
}

#[test]
fn backs_of_counters_lie_behind_their_fronts() {
    let scenario = open("second-manassas");
    let printed = press::counters(&scenario, Paper::A4, Length(12.7), Length(10.0), &mut |_, _| {}).unwrap();
    let pdf = Pdf::read(&printed.bytes);
    assert_eq!(printed.pages, 4, "fronts and backs of two sides");
    let width = pdf.size(0).0;
    // The first path of every counter is its outline: mirrored, the backs cover the same places.
    let places = |n: usize, mirrored: bool| {
        let outlines = pdf.page(n).paths.into_iter().filter(|path| {
            let wide = path.iter().map(|p| p.0).fold(f64::MIN, f64::max)
                - path.iter().map(|p| p.0).fold(f64::MAX, f64::min);
            let high = path.iter().map(|p| p.1).fold(f64::MIN, f64::max)
                - path.iter().map(|p| p.1).fold(f64::MAX, f64::min);
            (wide - high).abs() < 0.01 && (wide / MM - 12.7 * 0.96 * 0.96).abs() < 0.05
        });
        let mut middles: Vec<(i64, i64)> = outlines
            .map(|path| {
                let x = path.iter().map(|p| p.0).fold(f64::MIN, f64::max)
                    + path.iter().map(|p| p.0).fold(f64::MAX, f64::min);
                let y = path.iter().map(|p| p.1).fold(f64::MIN, f64::max);
                let x = x / 2.0;
                ((if mirrored { width - x } else { x }).round() as i64, y.round() as i64)
            })
            .collect();
        middles.sort_unstable();
        middles
    };
    let fronts = places(0, false);
    assert!(fronts.len() >= 25, "{fronts:?}");
    assert_eq!(fronts, places(1, true));
    assert!(pdf.page(1).text.contains("DISORGANIZED") && !pdf.page(0).text.contains("DISORGANIZED"));
}

#[test]
fn the_track_says_who_comes_and_the_charts_are_those_of_the_book() {
    let pdf = Pdf::read(&press::track(&open("second-manassas"), Paper::A4, &mut |_, _| {}).unwrap().bytes);
    let text = pdf.page(0).text;
    assert!(text.contains("30 August 1862") && text.contains("Union: Slocum, W.F. Smith"), "{text}");
    for system in library::systems() {
        let book = library::book(system.id).unwrap();
        let printed = press::charts(book.title, &book.charts, Paper::A4, &mut |_, _| {}).unwrap();
        let pdf = Pdf::read(&printed.bytes);
        let text: String = (0..printed.pages).map(|n| pdf.page(n).text).collect();
        for chart in &book.charts {
            assert!(text.contains(&chart.title.replace('\'', "\u{2019}")), "{}", chart.title);
        }
    }
}

#[test]
fn the_same_game_gives_the_same_bytes() {
    let twice = || {
        let scenario = open("lesson-henry-hill");
        let size = Length(15.875);
        [
            map("lesson-henry-hill", 10.0, 8.0, Paper::A4).unwrap().bytes,
            press::roster(&scenario, Paper::A4, &mut |_, _| {}).unwrap().bytes,
            press::counters(&scenario, Paper::A4, size, Length(10.0), &mut |_, _| {}).unwrap().bytes,
            press::track(&scenario, Paper::A4, &mut |_, _| {}).unwrap().bytes,
        ]
    };
    assert!(twice() == twice());
}

#[test]
fn what_does_not_fit_on_the_paper_says_why() {
    let told = |made: Result<Printed, Error>| match made {
        Err(error @ Error::Paper(_)) => error.to_string(),
        Err(other) => panic!("{other}"),
        Ok(printed) => panic!("{} pages", printed.pages),
    };
    let overlap = told(map("second-manassas", 16.0, 180.0, Paper::A4));
    assert!(
        overlap.contains("180 mm") && overlap.contains("A4") && overlap.contains("--overlap"),
        "{overlap}"
    );
    let large = told(map("second-manassas", 400.0, 8.0, Paper::Letter));
    assert!(large.contains("pages of Letter") && large.contains("smaller scale"), "{large}");
    let scenario = open("lesson-henry-hill");
    let counter = press::counters(&scenario, Paper::A4, Length(16.0), Length(90.0), &mut |_, _| {});
    assert!(told(counter).contains("does not fit on A4"));
}
