//! What computer players know of a rule system: judgement, apart from the rules.

use std::any::Any;

use serde::Serialize;

use crate::{BySide, Dice, Field, Formation, Intent, NoLog, Observed, Plans, SeededDice, Side, Sort};

/// How unsurely the lesser computer players read a doctrine: each of its scores is off by about this share
/// of the distance between the best order and a poor one.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Doubt {
    /// The share by which a recruit's scores are off.
    pub recruit: f32,
    /// The share by which a veteran's scores are off.
    pub veteran: f32,
    /// Which order counts as a poor one: 1 the worst, 0.5 the one in the middle. Where a few orders are
    /// folly the worst says nothing about how far apart the others are.
    pub poor: f32,
    /// How strong the players are who read it so, and those beside them.
    pub ratings: Ratings,
}

/// How strong computer players are in a system, as Elo reckons it: who has 100 more wins 64 games of 100, who has 400 more
/// 91. A veteran has [`Ratings::VETERAN`]; the others were measured against their neighbours (docs/computer-players.md).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Ratings {
    /// Who gives any legal order.
    pub random: u16,
    /// A recruit.
    pub recruit: u16,
    /// Who follows the doctrine without error.
    pub doctrine: u16,
    /// A colonel who takes about a second.
    pub colonel: u16,
    /// A general who takes about a second.
    pub general: u16,
}

impl Ratings {
    /// What a veteran has, in every system.
    pub const VETERAN: u16 = 1500;
    /// What holds where nobody has measured.
    pub const USUAL: Ratings =
        Ratings { random: 1000, recruit: 1300, doctrine: 1650, colonel: 1700, general: 1900 };

    /// How strong the computer player of this name is: `veteran`, `general:20ms`, `elo1600`.
    #[must_use]
    pub fn of(&self, word: &str) -> Option<u16> {
        let name = word.split(':').next().unwrap_or_default();
        match name {
            "random" => Some(self.random),
            "recruit" => Some(self.recruit),
            "veteran" => Some(Ratings::VETERAN),
            "doctrine" => Some(self.doctrine),
            "colonel" => Some(self.colonel),
            "general" => Some(self.general),
            _ => name.strip_prefix("elo")?.parse().ok(),
        }
    }
}

/// How far a general looks before he judges what an order came to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Horizon {
    /// To the end of the [`stretch`](Commander::stretch) of play.
    Stretch,
    /// Through so many [`stage`](Commander::stage)s.
    Stages(usize),
}

/// A score this low or lower says that an order is folly, such as giving up one's own men for nothing: however
/// unsure a player is, he gives it only where he has no other, and it tells nothing about the rest.
pub const FOLLY: f32 = -1000.0;

/// Own pieces that an order gives up without a fight.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct GivenUp {
    /// Through nobody's doing but one's own: another order would have saved them.
    pub needless: u32,
    /// Where no order could have saved them any more.
    pub forced: u32,
}

/// What a doctrine keeps from one question to the next, so as not to work it out again.
pub trait Remember: Send + 'static {
    /// Another decision is thought about: what was remembered must not outlive it. Else a choice would
    /// depend on what was thought about before, and a game could not be played again alone. The room
    /// that memories take may be kept.
    fn forget(&mut self);
}

/// Nothing to remember.
impl Remember for () {
    fn forget(&mut self) {}
}

/// The memory of a computer player of any system, for the games of one scenario. He owns it; the rules know
/// nothing of it.
pub struct Memory {
    own: Box<dyn Any + Send>,
    /// The plans that the doctrine follows for each side.
    plans: BySide<Plans>,
    /// What each side has made up its mind to do.
    intents: BySide<Intent>,
}

impl Memory {
    pub(crate) fn new(memory: impl Remember) -> Memory {
        Memory { own: Box::new(memory), plans: BySide::default(), intents: BySide::default() }
    }

    /// From now on the doctrine follows these plans for a side.
    pub fn follow(&mut self, side: Side, plans: &Plans) {
        self.plans[side].clone_from(plans);
    }

    /// What a side has made up its mind to do.
    pub fn intent(&self, side: Side) -> &Intent {
        &self.intents[side]
    }

    /// Makes up a side's mind.
    pub fn intend(&mut self, side: Side, intent: Intent) {
        self.intents[side] = intent;
    }

    /// Another game begins: nobody has made up his mind about it.
    pub fn begin(&mut self) {
        self.intents = BySide::default();
        self.plans = BySide::default();
    }

    /// Lends the memory as its system knows it; one of another system is begun anew.
    pub(crate) fn lend<M: Remember, T>(
        &mut self,
        anew: impl FnOnce() -> M,
        to: impl FnOnce(&mut M, &BySide<Plans>) -> T,
    ) -> T {
        if let Some(memory) = self.own.downcast_mut::<M>() {
            return to(memory, &self.plans);
        }
        let mut memory = anew();
        let answer = to(&mut memory, &self.plans);
        self.own = Box::new(memory);
        answer
    }
}

/// What computer players know of a rule system, beside its rules.
pub trait Commander: Observed {
    /// What the doctrine remembers while it thinks about one decision.
    type Memory: Remember;

    /// How unsurely recruits and veterans read the doctrine; found by playing, so that each level beats the
    /// one below it clearly.
    const DOUBT: Doubt = Doubt { recruit: 0.3, veteran: 0.16, poor: 1.0, ratings: Ratings::USUAL };

    /// Changes of [`stage`](Commander::stage) a colonel plays on after an order before he judges the
    /// position: far enough to see what comes of it, near enough for many trials.
    const AHEAD: usize = 6;

    /// A number for the part of the sequence of play that a position is in: it changes when a phase, a
    /// player turn or an action begins. Playouts are cut where it changes and not after a number of orders,
    /// for otherwise an order that wastes time would be judged before the enemy could answer it.
    fn stage(state: &Self::State) -> u64;

    /// A number for the stretch of play after which accounts can be drawn up: it changes at the end of a day
    /// or of a player turn.
    fn stretch(state: &Self::State) -> u64 {
        Self::stage(state)
    }

    /// How far a general looks, where there is time for it; found by playing. Farther than a colonel, whose
    /// judgement knows less of what is to come; but every order that is played on blurs what the first one was
    /// worth.
    const HORIZON: Horizon = Horizon::Stages(Self::AHEAD + 2);

    /// Stretches of play that a plan is judged by: the enemy must have answered it.
    const PLANNED: usize = 2;

    /// What counts in the doctrine and how much: names and usual figures, for those who look for better ones
    /// ([`Plans::tuning`]). Empty: nothing can be changed.
    const WEIGHTS: &'static [(&'static str, f32)] = &[];

    /// How many figures [`Commander::figures`] gives; 0: nobody has learned to judge such positions.
    const FIGURES: usize = 0;

    /// The position in figures, all from the Union's side and each of about the size of 1: what a learned
    /// judgement looks at. Always [`Commander::FIGURES`] of them, with the same meaning in the same place.
    fn figures(
        _setup: &Self::Setup,
        _state: &Self::State,
        _memory: &mut Self::Memory,
        figures: &mut Vec<f32>,
    ) {
        figures.clear();
    }

    /// What an order does, for players of fixed habits.
    fn sort(_order: &Self::Order) -> Sort {
        Sort::Other
    }

    /// The position at a glance, for those who watch how well a game is played: see [`Field`].
    fn glance(_setup: &Self::Setup, _state: &Self::State, _memory: &mut Self::Memory, _field: &mut Field) {}

    /// How many of his own pieces somebody gives up by this order without a fight.
    fn gives_up(_setup: &Self::Setup, _state: &Self::State, _order: &Self::Order) -> GivenUp {
        GivenUp::default()
    }

    /// The name of the battle, by which a judgement learned from its games is found.
    fn battle(_setup: &Self::Setup) -> &str {
        ""
    }

    /// An empty memory for games of a scenario.
    fn memory(setup: &Self::Setup) -> Self::Memory;

    /// How good a position is for a side, in about victory points: the judgement that computer players
    /// start from. It may use only what that side may know.
    fn worth(setup: &Self::Setup, state: &Self::State, side: Side, memory: &mut Self::Memory) -> f64;

    /// What the system's doctrine thinks of each of a seat's orders, in about victory points, one number
    /// for each order: only differences count. It may use only what that seat may know. This is the
    /// judgement of the better computer players, asked many thousand times a second when they look
    /// ahead; a system without a doctrine of its own judges the position that follows.
    fn doctrine(
        setup: &Self::Setup,
        state: &Self::State,
        seat: Side,
        orders: &[Self::Order],
        memory: &mut Self::Memory,
        scores: &mut Vec<f32>,
    ) {
        Self::planned(setup, state, seat, orders, Plans::NONE, memory, scores);
    }

    /// As [`doctrine`](Commander::doctrine), for a side that has plans: they shift what it thinks of the orders of
    /// the formations that have one. Without plans it is the doctrine itself: a system writes this one.
    fn planned(
        setup: &Self::Setup,
        state: &Self::State,
        seat: Side,
        orders: &[Self::Order],
        _plans: &Plans,
        memory: &mut Self::Memory,
        scores: &mut Vec<f32>,
    ) {
        one_step::<Self>(setup, state, seat, orders, memory, scores);
    }

    /// The formations of a side that can be given a plan, the strongest first. It may use only what that side may
    /// know.
    fn formations(
        _setup: &Self::Setup,
        _state: &Self::State,
        _side: Side,
        _memory: &mut Self::Memory,
    ) -> Vec<Formation> {
        Vec::new()
    }

    /// Why a player would give this order, in a sentence with the odds he sees; shown with a computer
    /// player's choice. Empty: nothing to say.
    fn reason(
        _setup: &Self::Setup,
        _state: &Self::State,
        _seat: Side,
        _order: &Self::Order,
        _memory: &mut Self::Memory,
    ) -> String {
        String::new()
    }

    /// A position that could be the true one as far as a seat knows: what it may not know is drawn anew,
    /// `pick(n)` choosing a number below n. It must not depend on what that seat may not know.
    fn imagine(
        _setup: &Self::Setup,
        state: &Self::State,
        _seat: Side,
        _pick: &mut dyn FnMut(usize) -> usize,
    ) -> Self::State {
        state.clone()
    }
}

/// Orders that are tried at most; beyond them the rest count as the worst.
const MOST: usize = 64;

/// The plainest doctrine: gives every order once, all under the same dice, and judges what comes of it.
pub fn one_step<R: Commander>(
    setup: &R::Setup,
    state: &R::State,
    seat: Side,
    orders: &[R::Order],
    memory: &mut R::Memory,
    scores: &mut Vec<f32>,
) {
    scores.clear();
    for order in orders.iter().take(MOST) {
        let mut after = state.clone();
        R::apply(setup, &mut after, seat, order, &mut middling_dice(), &mut NoLog);
        scores.push(R::worth(setup, &after, seat, memory) as f32);
    }
    let worst = scores.iter().copied().fold(0.0, f32::min);
    scores.resize(orders.len(), worst);
}

/// The same fall for every order that is compared.
fn middling_dice() -> impl Dice {
    SeededDice::from_number(1863)
}
