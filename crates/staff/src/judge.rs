//! How good a position is for a side: by the net of its battle.

use std::sync::LazyLock;

use table::{Game, Memory, Side, Standing};

use crate::net::{Net, Nets};

/// A won game counts for so many victory points: few enough that a general who cannot lose still takes what
/// he can get, and one who cannot win sells himself dearly.
const WON: f64 = 12.0;
/// A victory point beside that.
const POINT: f64 = 0.1;

/// The nets that come with the program.
static NETS: LazyLock<Vec<Nets>> = LazyLock::new(|| {
    let files: [&[u8]; 3] = [
        include_bytes!("../nets/gcacw.net"),
        include_bytes!("../nets/lfm.net"),
        include_bytes!("../nets/vnb.net"),
    ];
    // That they can all be read is a test: a program with a damaged one still plays.
    files.into_iter().filter_map(|file| Nets::read(file).ok()).collect()
});

pub(crate) struct Judge {
    net: &'static Net,
    figures: Vec<f32>,
    room: Vec<i32>,
}

impl Judge {
    /// The judge of a battle, if anybody has learned to judge it.
    pub(crate) fn of(game: &dyn Game) -> Option<Judge> {
        let fits = |nets: &&Nets| nets.system == game.system() && nets.figures == game.figure_count();
        let net = NETS.iter().find(fits)?.of(game.battle())?;
        Some(Judge { net, figures: Vec::new(), room: Vec::new() })
    }

    /// What a position is worth to a side, in about victory points.
    pub(crate) fn worth(&mut self, game: &dyn Game, seat: Side, memory: &mut Memory) -> f64 {
        let (chance, lead) = match game.standing() {
            Standing::Over(outcome) => {
                let [union, confederate] = outcome.points;
                let won = outcome.winner.map_or(0.5, |won| f64::from(u8::from(won == Side::Union)));
                (won, f64::from(union - confederate))
            }
            Standing::Waiting(_) => {
                game.figures(memory, &mut self.figures);
                let outlook = self.net.outlook(&self.figures, &mut self.room);
                (outlook.chance, outlook.lead)
            }
        };
        match seat {
            Side::Union => WON * chance + POINT * lead,
            Side::Confederate => WON * (1.0 - chance) - POINT * lead,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_net_that_comes_with_the_program_can_be_read_and_fits_its_system_and_lessons_have_one() {
        assert_eq!(NETS.len(), 3);
        for entry in library::list() {
            let scenario = library::open(&entry.id).unwrap();
            let (game, _) = scenario.start(&mut table::SeededDice::from_number(1));
            let nets = NETS.iter().find(|nets| nets.system == game.system()).unwrap();
            assert_eq!(nets.figures, game.figure_count(), "train the nets of {} again", nets.system);
            assert!(Judge::of(game.as_ref()).is_some() || !entry.lesson, "{}", game.battle());
            let (mut figures, mut memory) = (Vec::new(), game.memory());
            game.figures(&mut memory, &mut figures);
            assert_eq!(figures.len(), game.figure_count());
            assert!(figures.iter().all(|f| f.is_finite()), "{}: {figures:?}", game.battle());
        }
    }
}
