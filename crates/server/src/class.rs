//! A lesson in play: the coach's place in it, for every moment that orders can be taken back to.

use std::sync::Arc;

use library::lesson::{Act, Given, Lesson, Progress};
use table::{BySide, Dice, Game, Played, SeededDice, Side};

use crate::catalog::Scenario;
use crate::hosted::Locked;
use crate::journal::Entry;
use crate::seat::{Access, NewSeat};
use crate::store::{GameRow, Store};
use crate::undo::TakingBack;
use crate::{Error, Games, NewGame, wire};

/// A lesson and where its student stands.
pub struct Class {
    pub lesson: Arc<Lesson>,
    pub progress: Progress,
    /// Where he stood when each of the orders was given.
    before: Vec<Progress>,
}

impl Class {
    pub fn begin(lesson: Arc<Lesson>, game: &dyn Game, start: &Played) -> Class {
        let progress = Progress::begin(&lesson, game, start);
        Class { lesson, progress, before: Vec::new() }
    }

    /// An order was carried out; `game` stands after it.
    pub fn given(&mut self, seat: Side, order: &str, played: &Played, game: &dyn Game) {
        self.before.push(self.progress.clone());
        let given = Given { seat, order, played, orders: self.before.len() };
        self.progress.given(&self.lesson, &given, game);
    }

    /// Orders after the first `kept` were taken back.
    pub fn take_back(&mut self, kept: usize) {
        if let Some(then) = self.before.get(kept) {
            self.progress = then.clone();
            self.before.truncate(kept);
        }
    }

    pub fn act(&mut self, act: Act, game: &dyn Game) -> bool {
        self.progress.act(&self.lesson, act, game, self.before.len())
    }

    pub fn coach(&self, game: &dyn Game) -> library::lesson::Coach {
        self.progress.coach(&self.lesson, game, self.before.len())
    }

    /// What the other side orders by the lesson.
    pub fn answer(&self, seat: Side, game: &dyn Game) -> Option<String> {
        if seat == self.lesson.you { None } else { self.progress.answer(&self.lesson, game) }
    }
}

/// The dice of a lesson's step first, then those of the seed. The stream goes on under both, so that a game is the
/// same however often it is opened again.
pub struct ClassDice<'a> {
    script: std::slice::Iter<'a, u8>,
    dice: &'a mut SeededDice,
    pub rolled: Vec<u8>,
}

impl<'a> ClassDice<'a> {
    pub fn new(script: &'a [u8], dice: &'a mut SeededDice) -> Self {
        ClassDice { script: script.iter(), dice, rolled: Vec::new() }
    }
}

impl Dice for ClassDice<'_> {
    fn d6(&mut self, why: &'static str) -> u8 {
        let fair = self.dice.d6(why);
        let die = self.script.next().copied().unwrap_or(fair);
        self.rolled.push(die);
        die
    }
}

/// What a student asks of the coach.
#[derive(Clone, Copy, PartialEq, Eq, Debug, serde::Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Wish {
    Next,
    Back,
    Skip,
    Again,
}

impl Wish {
    fn act(self) -> Act {
        match self {
            Wish::Next => Act::Next,
            Wish::Back => Act::Back,
            Wish::Skip => Act::Skip,
            Wish::Again => Act::Again,
        }
    }
}

impl Games {
    /// The lesson that is asked for, if one is; it says what is played, and by whom.
    pub(crate) async fn lesson_of(&self, new: &mut NewGame) -> Result<Option<Arc<Lesson>>, Error> {
        let Some(id) = new.lesson.clone() else { return Ok(None) };
        if new.scenario.is_some() || new.seats.is_some() || !new.options.is_empty() {
            let why =
                "a lesson says what is played and by whom: `scenario`, `seats` and `options` are not for it";
            return Err(Error::Malformed(why.into()));
        }
        let games = self.clone();
        let lesson = self.study(move || games.catalog().lesson(&id)).await?.map_err(Error::NotFound)?;
        let known = self.staff().list().iter().any(|officer| officer.name == lesson.enemy);
        let officer = known.then(|| lesson.enemy.clone());
        let seat = |side| match side == lesson.you {
            true => NewSeat::Me,
            false => NewSeat::Computer { officer: officer.clone(), seconds: None },
        };
        new.scenario = Some(lesson.scenario.clone());
        new.seats = Some(BySide::from_fn(seat));
        Ok(Some(Arc::new(lesson)))
    }

    /// The lesson of a game as it was when the game began. One that fits no longer is told in the log: the game goes
    /// on without a coach.
    pub(crate) async fn lesson_kept(
        &self,
        row: &GameRow,
        scenario: &Arc<dyn Scenario>,
    ) -> Result<Option<Arc<Lesson>>, Error> {
        let Some(kept) = row.lesson.clone() else { return Ok(None) };
        let text = self.store().text(kept.text).await?;
        let (games, on, scenario) = (self.clone(), row.scenario.clone(), scenario.clone());
        let read = move || match text {
            Some(text) => games.catalog().reopen_lesson(&kept.id, &text, &on, &scenario.texts()),
            None => games.catalog().lesson(&kept.id),
        };
        let read = self.study(read).await?;
        let told = |why: &String| tracing::warn!(game = row.id, why, "a lesson cannot be read any more");
        Ok(read.inspect_err(told).ok().map(Arc::new))
    }

    /// Tells the coach something; the table afterwards.
    ///
    /// # Errors
    /// The game is no lesson, the bearer is not its student, or the game has moved on.
    pub(crate) async fn coach(
        &self,
        id: &str,
        token: Option<&crate::Token>,
        seq: u64,
        wish: Wish,
    ) -> Result<wire::Table, Error> {
        let (hosted, access) = self.enter(id, token).await?;
        let games = self.clone();
        // Runs to its end even if the request that asked for it is gone.
        let work = async move {
            let mut locked = hosted.lock(games.store()).await?;
            locked.meant_for(seq)?;
            locked.tell_coach(games.store(), access, wish.act()).await?;
            games.wake_computer(&hosted, &mut locked);
            locked.table(access)
        };
        tokio::spawn(work).await.map_err(|_| Error::Broken("the rules failed".into()))?
    }
}

impl Locked<'_> {
    async fn tell_coach(&mut self, store: &Store, access: Access, act: Act) -> Result<(), Error> {
        let live = self.live();
        let class = live.class.as_ref();
        let class =
            class.ok_or_else(|| Error::Forbidden("this game is no lesson: there is no coach".into()))?;
        let you = class.lesson.you;
        if !access.holds(you) {
            return Err(Error::NotYourSeat(you));
        }
        let (orders, seq) = (live.orders.len(), live.seq);
        let kept = class.progress.back_to(orders);
        if act == Act::Again && kept < orders {
            let back = TakingBack::to(&live.orders, you, kept);
            return self.take_back(store, back).await;
        }
        if self.position().live.coach(act) {
            self.commit(store, seq, vec![Entry::Coach(act)], false).await?;
            self.tell(Vec::new(), None);
        }
        Ok(())
    }
}
