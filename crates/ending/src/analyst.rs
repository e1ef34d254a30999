//! Looks at a game order by order and tells at the end what it came to.

use table::{Closing, Game, Memory, Played, Side, Standing, Tally, Viewer};

use crate::course::{Course, Losses, Mark};
use crate::luck::Luck;
use crate::told::{Ending, Source, headline, scored, sources};
use crate::turning::{Step, decisions, sentence, turning_points};

/// Somebody who has seen the whole game.
pub struct Analyst {
    memory: Memory,
    course: Course,
    luck: Luck,
    steps: Vec<Step>,
    lead: f64,
    tally: Tally,
    sources: Vec<Source>,
}

impl Analyst {
    /// Looks at the game as it begins.
    pub fn begin(game: &dyn Game) -> Analyst {
        let mut memory = game.memory();
        let (lead, tally) = (lead(game, &mut memory), game.tally());
        let mut course = Course::default();
        course.add(game, &tally, Mark::of(0, &tally, lead));
        let sources = sources(&game.view(Viewer::Referee).victory.lines);
        Analyst { memory, course, luck: Luck::default(), steps: Vec::new(), lead, tally, sources }
    }

    /// Looks at the next order; `game` stands after it.
    pub fn see(&mut self, game: &dyn Game, seat: Side, played: &Played) {
        let (n, tally) = (self.steps.len() + 1, game.tally());
        let lead = lead(game, &mut self.memory);
        self.luck.add(seat, played);
        let gain = self.gain(game, &tally, played, lead);
        let (order, say) = (played.words.clone(), sentence(played));
        let scored = self.scored(game, &tally);
        self.steps.push(Step {
            n,
            seat,
            gain,
            change: lead - self.lead,
            order,
            say,
            scored,
            turn: self.tally.turn,
        });
        self.course.add(game, &tally, Mark::of(n, &tally, lead));
        (self.lead, self.tally) = (lead, tally);
    }

    /// What the order changed in the count of points.
    fn scored(&mut self, game: &dyn Game, tally: &Tally) -> String {
        if tally.points == self.tally.points {
            return String::new();
        }
        let now = sources(&game.view(Viewer::Referee).victory.lines);
        let told = scored(&self.sources, &now);
        self.sources = now;
        told
    }

    /// What the Union gained by an order. One after which nothing is lost, won or fought turned nothing: where a phase
    /// begins a position is judged otherwise without having changed. Once the game is over only points count, and
    /// nothing is hoped for any more.
    fn gain(&self, game: &dyn Game, tally: &Tally, played: &Played, lead: f64) -> f64 {
        let fought = !played.fights.is_empty() || tally.lost != self.tally.lost;
        let ahead = |tally: &Tally| f64::from(tally.points[0] - tally.points[1]);
        match game.standing() {
            Standing::Over(_) if fought => ahead(tally) - ahead(&self.tally),
            Standing::Waiting(_) if fought || tally.points != self.tally.points => lead - self.lead,
            _ => 0.0,
        }
    }

    /// What the game came to, by the rules or because people ended it; nothing if it goes on.
    pub fn end(mut self, game: &dyn Game, closed: Option<Closing>) -> Option<Ending> {
        let closed = closed.filter(|_| !game.standing().is_over());
        let Standing::Over(outcome) = Closing::standing(closed, game) else { return None };
        let (tally, view) = (game.tally(), game.view(Viewer::Referee));
        self.course.close(Mark::of(self.steps.len(), &tally, self.lead));
        let turns = &self.course.turns;
        let when =
            |turn: u16| turns.iter().find(|t| t.turn == turn).map_or_else(String::new, |t| t.label.clone());
        Some(Ending {
            winner: outcome.winner,
            degree: outcome.degree.to_string(),
            points: table::BySide { union: outcome.points[0], confederate: outcome.points[1] },
            headline: headline(&outcome, closed),
            why: closed.map_or_else(|| game.because(), Closing::because),
            closed,
            conditions: view.victory.description,
            sources: sources(&view.victory.lines),
            losses: Losses::of(&tally),
            luck: self.luck.sorted(),
            turning_points: turning_points(&self.steps, when),
            decisions: decisions(&self.steps),
            course: self.course,
        })
    }
}

/// By how much the Union seems to be ahead: what each side thinks of its own position, taken together.
fn lead(game: &dyn Game, memory: &mut Memory) -> f64 {
    (game.worth(Side::Union, memory) - game.worth(Side::Confederate, memory)) / 2.0
}
