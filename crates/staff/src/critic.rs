//! Follies: what no sensible player does, counted while a game goes on.
//!
//! A critic sees the field before and after every order and knows no system: what he needs to know of one it
//! tells him by [`table::Field`].

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use table::{BySide, Field, Game, Glance, Memory, Role, Side, Sort};

/// One sort of folly.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Folly {
    /// Own pieces lost through nobody's doing but one's own: overfull hexes.
    GivenUp,
    /// Somebody was taken up, and nothing came of it.
    Fruitless,
    /// Strength that has stood out of reach of everything for two turns and longer.
    Idle,
    /// A day that began and ended behind, without an attack; where a game is one day, the whole of it.
    NoAttack,
    /// Digging when the last turn is lost.
    DugWhenLost,
    /// Guns that ended their turn limbered within musket range.
    Limbered,
    /// Commanders who ended their turn alone within musket range.
    Alone,
    /// Orders after which everything is as it was before the order before.
    TakenBack,
    /// Places left and entered again on one way.
    ToAndFro,
    /// No folly, but told beside [`Folly::GivenUp`]: own pieces lost in overfull hexes that nobody could leave any more.
    Forced,
}

impl Folly {
    /// All of them, in the order in which they are told.
    pub const ALL: [Folly; 10] = [
        Folly::GivenUp,
        Folly::Fruitless,
        Folly::Idle,
        Folly::NoAttack,
        Folly::DugWhenLost,
        Folly::Limbered,
        Folly::Alone,
        Folly::TakenBack,
        Folly::ToAndFro,
        Folly::Forced,
    ];

    /// How tables call it.
    pub fn word(self) -> &'static str {
        match self {
            Folly::GivenUp => "given-up",
            Folly::Fruitless => "fruitless",
            Folly::Idle => "idle",
            Folly::NoAttack => "no-attack",
            Folly::DugWhenLost => "dug-when-lost",
            Folly::Limbered => "limbered",
            Folly::Alone => "alone",
            Folly::TakenBack => "taken-back",
            Folly::ToAndFro => "to-and-fro",
            Folly::Forced => "forced",
        }
    }

    /// What is counted, and of what.
    pub fn meaning(self) -> &'static str {
        match self {
            Folly::GivenUp => "own pieces lost in overfull hexes that an order could have saved",
            Folly::Fruitless => "activations after which everything stands as before, of all activations",
            Folly::Idle => {
                "strength out of reach of enemies and goals for two turns, of all strength, by turns"
            }
            Folly::NoAttack => {
                "days (or games of one day) begun and ended behind without an attack, of all that ended behind"
            }
            Folly::DugWhenLost => "orders to dig while behind on the last turn, of all orders then",
            Folly::Limbered => {
                "batteries limbered in musket range at the end of their turn, of all batteries"
            }
            Folly::Alone => "commanders alone in musket range at the end of their turn, of all commanders",
            Folly::TakenBack => "orders that undo the order before, of all orders",
            Folly::ToAndFro => "places left and entered again on one way, of all steps",
            Folly::Forced => "own pieces lost in overfull hexes that nobody could leave any more",
        }
    }
}

/// How often, and how often it could have been.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub struct Times {
    /// How often it was done.
    pub times: u64,
    /// How often it could have been done.
    pub of: u64,
}

/// The follies of one player, in the order of [`Folly::ALL`]. As data: those that could have been, by their words.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[serde(from = "BTreeMap<String, Times>", into = "BTreeMap<String, Times>")]
pub struct Follies(pub [Times; Folly::ALL.len()]);

impl From<Follies> for BTreeMap<String, Times> {
    fn from(follies: Follies) -> Self {
        let counted = Folly::ALL.into_iter().filter(|folly| follies.of(*folly).of > 0);
        counted.map(|folly| (folly.word().to_owned(), follies.of(folly))).collect()
    }
}

impl From<BTreeMap<String, Times>> for Follies {
    fn from(counted: BTreeMap<String, Times>) -> Self {
        Follies(Folly::ALL.map(|folly| counted.get(folly.word()).copied().unwrap_or_default()))
    }
}

impl Follies {
    /// How often one of them was seen.
    pub fn of(&self, folly: Folly) -> Times {
        self.0[folly as usize]
    }

    fn add(&mut self, folly: Folly, times: u64, of: u64) {
        let count = &mut self.0[folly as usize];
        count.times += times;
        count.of += of;
    }

    /// Those of another game as well.
    pub fn and(&mut self, more: &Follies) {
        for (count, more) in self.0.iter_mut().zip(&more.0) {
            count.times += more.times;
            count.of += more.of;
        }
    }
}

/// Who stood where when somebody was taken up, and the places he has left since.
#[derive(Default)]
struct Way {
    began: Vec<Glance>,
    /// Something was done that does not show: an attack, a halt to dig in.
    done: bool,
    left: Vec<(u16, [f32; 2])>,
}

/// How long a piece has had no part in the battle.
#[derive(Clone, Copy, Default)]
struct Rest {
    at: [f32; 2],
    turns: u8,
}

/// Watches one game.
#[derive(Default)]
pub struct Critic {
    /// What it has counted of both players so far.
    pub follies: BySide<Follies>,
    before: Field,
    after: Field,
    stretch: u64,
    begun: bool,
    /// Whose order it is, and what it does.
    order: Option<(Side, Sort)>,
    /// The position before the order before, if the same player gave it.
    earlier: Option<(Side, u64)>,
    now: u64,
    way: Option<(Side, Way)>,
    rests: Vec<Rest>,
    /// Of the day at hand.
    behind: BySide<bool>,
    attacked: BySide<bool>,
}

impl Critic {
    /// Somebody is about to give the nth of his legal orders.
    pub fn hears(&mut self, game: &dyn Game, memory: &mut Memory, seat: Side, nth: usize) {
        if !self.begun {
            self.begun = true;
            game.glance(memory, &mut self.before);
            self.behind = BySide::from_fn(|side| self.before.ahead == Some(side.other()));
        }
        self.stretch = game.stretch();
        self.now = game.fingerprint();
        let sort = game.sorts(seat).get(nth).copied().unwrap_or(Sort::Other);
        self.order = Some((seat, sort));
        let given_up = game.gives_up(seat, nth);
        for (folly, pieces) in [(Folly::GivenUp, given_up.needless), (Folly::Forced, given_up.forced)] {
            self.follies[seat].add(folly, u64::from(pieces), u64::from(pieces));
        }
        if sort == Sort::Attack {
            self.attacked[seat] = true;
        }
        if self.before.last && self.before.ahead == Some(seat.other()) {
            self.follies[seat].add(Folly::DugWhenLost, u64::from(sort == Sort::Dig), 1);
        }
    }

    /// The order has been carried out.
    pub fn sees(&mut self, game: &dyn Game, memory: &mut Memory) {
        let Some((seat, sort)) = self.order.take() else { return };
        game.glance(memory, &mut self.after);
        self.taken_back(game.fingerprint(), seat);
        self.follow(seat, sort);
        let over = game.standing().seats().is_none();
        if over || game.stretch() != self.stretch {
            self.end_turn();
            self.end_day(over);
        }
        std::mem::swap(&mut self.before, &mut self.after);
    }

    fn taken_back(&mut self, after: u64, seat: Side) {
        let undone = self.earlier == Some((seat, after)) && after != self.now;
        self.follies[seat].add(Folly::TakenBack, u64::from(undone), 1);
        self.earlier = Some((seat, self.now));
    }

    /// Steps, and what came of taking somebody up.
    fn follow(&mut self, seat: Side, sort: Sort) {
        if !self.before.busy && self.after.busy {
            self.way = Some((seat, Way { began: self.before.pieces.clone(), ..Way::default() }));
        }
        if let Some((mover, way)) = &mut self.way {
            let follies = &mut self.follies[*mover];
            way.done |= matches!(sort, Sort::Attack | Sort::Dig);
            for piece in self.after.pieces.iter().filter(|piece| piece.side == *mover) {
                let Some(was) = same(&self.before.pieces, piece) else { continue };
                if was.at != piece.at && *mover == seat {
                    let again = way.left.contains(&(piece.piece, piece.at));
                    follies.add(Folly::ToAndFro, u64::from(again), 1);
                    way.left.push((was.piece, was.at));
                }
            }
            if !self.after.busy {
                let fruitless = !way.done
                    && way.began.len() == self.after.pieces.len()
                    && way
                        .began
                        .iter()
                        .all(|was| same(&self.after.pieces, was).is_some_and(|now| stands_as(now, was)));
                follies.add(Folly::Fruitless, u64::from(fruitless), 1);
                self.way = None;
            }
        }
    }

    /// Where both sides act all day long a day is over: who is behind and has not attacked? Where they have turns, the
    /// game is the day.
    fn end_day(&mut self, over: bool) {
        if self.before.turn_of.is_some() && !over {
            return;
        }
        for side in Side::BOTH {
            let whole_game = self.before.turn_of.is_some();
            let still = self.after.ahead == Some(side.other());
            if still && (self.behind[side] || whole_game) {
                self.follies[side].add(Folly::NoAttack, u64::from(!self.attacked[side]), 1);
            }
            self.behind[side] = still;
            self.attacked[side] = false;
        }
    }

    /// The accounts of a turn: of the side whose it was, or of both.
    fn end_turn(&mut self) {
        for side in Side::BOTH {
            if self.before.turn_of.is_some_and(|whose| whose != side) {
                continue;
            }
            let follies = &mut self.follies[side];
            let field = &self.after;
            let own = || field.pieces.iter().filter(move |piece| piece.side == side);
            for piece in own() {
                let foe = nearest(field, piece, |other| other.side != side && other.role != Role::Commander);
                match piece.role {
                    Role::Guns => {
                        let close = piece.limbered && foe <= field.muskets;
                        follies.add(Folly::Limbered, u64::from(close), 1);
                    }
                    Role::Commander => {
                        let friend = nearest(field, piece, |other| {
                            other.side == side && other.role != Role::Commander
                        });
                        let alone = foe <= field.muskets && friend > field.muskets;
                        follies.add(Folly::Alone, u64::from(alone), 1);
                    }
                    Role::Men => {}
                }
                if piece.role != Role::Commander {
                    let goal = field.goals.iter().map(|goal| piece.apart(*goal)).fold(f32::MAX, f32::min);
                    let far = foe > field.reach && goal > field.reach / 2.0;
                    let place = usize::from(piece.piece);
                    if self.rests.len() <= place {
                        self.rests.resize(place + 1, Rest::default());
                    }
                    let rest = &mut self.rests[place];
                    let stayed = rest.at == piece.at;
                    rest.turns = if far && stayed { rest.turns.saturating_add(1) } else { 0 };
                    rest.at = piece.at;
                    let strength = u64::from(piece.strength);
                    follies.add(Folly::Idle, if rest.turns >= 2 { strength } else { 0 }, strength);
                }
            }
        }
    }
}

/// The same piece, if it is still on the field.
fn same<'a>(pieces: &'a [Glance], piece: &Glance) -> Option<&'a Glance> {
    pieces.iter().find(|other| other.piece == piece.piece && other.side == piece.side)
}

fn stands_as(now: &Glance, was: &Glance) -> bool {
    now.at == was.at && now.stance == was.stance && now.strength == was.strength
}

fn nearest(field: &Field, piece: &Glance, who: impl Fn(&Glance) -> bool) -> f32 {
    let others = field.pieces.iter().filter(|other| other.piece != piece.piece && who(other));
    others.map(|other| piece.apart(other.at)).fold(f32::MAX, f32::min)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn piece(piece: u16, side: Side, role: Role, x: f32) -> Glance {
        Glance { piece, side, role, strength: 3, at: [x, 0.0], stance: 0, limbered: role == Role::Guns }
    }

    fn field(pieces: &[Glance]) -> Field {
        Field { pieces: pieces.to_vec(), reach: 8.0, muskets: 1.1, ..Field::default() }
    }

    /// A critic who has seen the field become another by an order of the Union player.
    fn after(critic: &mut Critic, before: Field, after: Field, sort: Sort) {
        (critic.before, critic.after) = (before, after);
        critic.follow(Side::Union, sort);
    }

    fn times(critic: &Critic, folly: Folly) -> (u64, u64) {
        let count = critic.follies[Side::Union].of(folly);
        (count.times, count.of)
    }

    #[test]
    fn to_take_somebody_up_and_put_him_down_is_fruitless_unless_he_dug_or_attacked() {
        let idle = field(&[piece(1, Side::Union, Role::Men, 0.0)]);
        let busy = Field { busy: true, ..idle.clone() };
        for (sort, fruitless) in [(Sort::Pass, 1), (Sort::Dig, 0), (Sort::Attack, 0)] {
            let mut critic = Critic::default();
            after(&mut critic, idle.clone(), busy.clone(), Sort::Move);
            after(&mut critic, busy.clone(), idle.clone(), sort);
            assert_eq!(times(&critic, Folly::Fruitless), (fruitless, 1), "{sort:?}");
        }
        let mut critic = Critic::default();
        let gone = field(&[piece(1, Side::Union, Role::Men, 1.0)]);
        after(&mut critic, idle, busy.clone(), Sort::Move);
        after(&mut critic, busy, gone, Sort::Move);
        assert_eq!(times(&critic, Folly::Fruitless), (0, 1));
    }

    #[test]
    fn a_place_left_and_entered_again_on_one_way_is_counted_and_another_way_is_not() {
        let at = |x, busy| Field { busy, ..field(&[piece(1, Side::Union, Role::Men, x)]) };
        let mut critic = Critic::default();
        for way in [[0.0, 1.0, 0.0], [0.0, 1.0, 2.0]] {
            after(&mut critic, at(way[0], false), at(way[0], true), Sort::Move);
            after(&mut critic, at(way[0], true), at(way[1], true), Sort::Move);
            after(&mut critic, at(way[1], true), at(way[2], false), Sort::Move);
        }
        assert_eq!(times(&critic, Folly::ToAndFro), (1, 4));
    }

    #[test]
    fn at_the_end_of_a_turn_guns_on_wheels_lone_commanders_and_idle_men_are_seen() {
        use Side::{Confederate, Union};
        let pieces = [
            piece(1, Union, Role::Guns, 0.0),
            piece(2, Union, Role::Commander, 3.0),
            piece(3, Union, Role::Men, 40.0),
            piece(4, Confederate, Role::Men, 1.0),
            piece(5, Confederate, Role::Men, 4.0),
        ];
        let mut critic = Critic { after: field(&pieces), ..Critic::default() };
        for _ in 0..4 {
            critic.end_turn();
        }
        assert_eq!(times(&critic, Folly::Limbered), (4, 4));
        assert_eq!(times(&critic, Folly::Alone), (4, 4));
        // The first turn he came, the second and third he stood: two turns out of reach.
        assert_eq!(times(&critic, Folly::Idle), (6, 24));
        critic.after.goals.push([39.0, 0.0]);
        critic.end_turn();
        assert_eq!(times(&critic, Folly::Idle), (6, 30), "who guards a place that counts is not idle");
    }

    #[test]
    fn a_day_that_ends_behind_without_an_attack_is_a_folly_where_it_began_so() {
        let lost = Field { ahead: Some(Side::Confederate), ..field(&[]) };
        let mut critic = Critic { before: lost.clone(), after: lost, ..Critic::default() };
        critic.end_day(false);
        assert_eq!(times(&critic, Folly::NoAttack), (0, 0), "it began even");
        critic.end_day(false);
        assert_eq!(times(&critic, Folly::NoAttack), (1, 1));
        critic.attacked[Side::Union] = true;
        critic.end_day(true);
        assert_eq!(times(&critic, Folly::NoAttack), (1, 2));
    }

    #[test]
    fn an_order_that_undoes_the_one_before_is_taken_back() {
        let mut critic = Critic::default();
        for (before, after) in [(1, 2), (2, 1), (1, 3)] {
            critic.now = before;
            critic.taken_back(after, Side::Union);
        }
        assert_eq!(times(&critic, Folly::TakenBack), (1, 3));
    }

    #[test]
    fn follies_as_data_come_back_as_they_were() {
        let mut follies = Follies::default();
        follies.add(Folly::Idle, 2, 7);
        let counted: BTreeMap<String, Times> = follies.into();
        assert_eq!(counted.len(), 1);
        assert_eq!(Follies::from(counted), follies);
    }
}
