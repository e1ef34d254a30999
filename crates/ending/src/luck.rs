//! The dice beside their odds. Nothing here is sampled: what a fight may bring comes from the exact calculator of its
//! system, before the dice, and a die is as good as any other.

use serde::Serialize;
use table::{BySide, Fight, Played, Side};

/// What the dice did, beside what they do on average.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "wire.d.ts"))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Luck {
    /// Fights by side and kind: how many succeeded, and how many had to be expected.
    pub fights: Vec<FightsOf>,
    /// What fights cost, by kind of fight.
    pub tolls: Vec<TollOf>,
    /// The dice that fell on each side's orders, whoever's hand rolls them at a table.
    pub dice: BySide<DiceOf>,
}

/// The fights that a side began.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "wire.d.ts"))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct FightsOf {
    /// Who began them.
    pub by: Side,
    /// What they were, in a word of the system: `attack`, `charge`, `fire`.
    pub how: String,
    /// How many there were.
    pub fought: u32,
    /// The sum of their exact chances.
    pub expected: f64,
    /// How many succeeded.
    pub won: u32,
}

/// What the dice of fights cost both sides.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "wire.d.ts"))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TollOf {
    /// What the fights were.
    pub how: String,
    /// What is lost: `Manpower`.
    pub of: String,
    /// Of so many fights the cost was known exactly before the dice.
    pub fights: u32,
    /// What each side had to expect to lose in them.
    pub expected: BySide<f64>,
    /// What the dice made of it.
    pub fell: BySide<u32>,
}

/// Dice of a side.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "wire.d.ts"))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct DiceOf {
    /// How many fell.
    pub dice: u32,
    /// What they showed together.
    pub sum: u32,
    /// By what they were rolled for, the most frequent first.
    pub purposes: Vec<PurposeOf>,
}

/// Dice for one purpose.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "wire.d.ts"))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PurposeOf {
    /// What they were rolled for, in words a player understands.
    #[serde(rename = "for")]
    pub why: String,
    /// How many fell for it.
    pub dice: u32,
    /// What they showed together.
    pub sum: u32,
}

impl Luck {
    pub(crate) fn add(&mut self, seat: Side, played: &Played) {
        for fight in &played.fights {
            self.fought(fight);
        }
        let own = &mut self.dice[seat];
        for roll in &played.rolls {
            own.dice += 1;
            own.sum += u32::from(roll.die);
            let known = own.purposes.iter().position(|p| p.why == roll.why);
            let at = known.unwrap_or_else(|| {
                own.purposes.push(PurposeOf { why: roll.why.clone().into_owned(), dice: 0, sum: 0 });
                own.purposes.len() - 1
            });
            own.purposes[at].dice += 1;
            own.purposes[at].sum += u32::from(roll.die);
        }
    }

    fn fought(&mut self, fight: &Fight) {
        let known = self.fights.iter().position(|f| f.by == fight.by && f.how == fight.how);
        let at = known.unwrap_or_else(|| {
            let how = fight.how.clone().into_owned();
            self.fights.push(FightsOf { by: fight.by, how, fought: 0, expected: 0.0, won: 0 });
            self.fights.len() - 1
        });
        let all = &mut self.fights[at];
        (all.fought, all.expected, all.won) =
            (all.fought + 1, all.expected + fight.p, all.won + u32::from(fight.won));
        let Some(toll) = &fight.toll else { return };
        let known = self.tolls.iter().position(|t| t.how == fight.how && t.of == toll.of);
        let at = known.unwrap_or_else(|| {
            let (how, of) = (fight.how.clone().into_owned(), toll.of.to_owned());
            let (expected, fell) = Default::default();
            self.tolls.push(TollOf { how, of, fights: 0, expected, fell });
            self.tolls.len() - 1
        });
        let all = &mut self.tolls[at];
        all.fights += 1;
        for side in Side::BOTH {
            all.expected[side] += toll.expected[side];
            all.fell[side] += u32::from(toll.fell[side]);
        }
    }

    /// The most frequent first.
    pub(crate) fn sorted(mut self) -> Luck {
        self.fights.sort_by_key(|f| (f.by, std::cmp::Reverse(f.fought)));
        self.tolls.sort_by_key(|t| std::cmp::Reverse(t.fights));
        for side in Side::BOTH {
            self.dice[side].purposes.sort_by_key(|p| std::cmp::Reverse(p.dice));
        }
        self
    }
}

#[cfg(test)]
mod tests {
    use table::{Roll, Toll};

    use super::*;

    #[test]
    fn fights_of_a_kind_are_added_up_and_the_dice_are_those_of_the_order() {
        let fight = |p, won, expected, fell| Fight {
            at: "0101".into(),
            by: Side::Union,
            how: "attack".into(),
            p,
            won,
            toll: Some(Toll { of: "Manpower", expected, fell }),
        };
        let both = |union, confederate| BySide { union, confederate };
        let lost = |union: u16, confederate: u16| BySide { union, confederate };
        let played = Played {
            fights: vec![
                fight(0.25, true, both(0.5, 1.0), lost(0, 2)),
                fight(0.5, false, both(1.0, 0.25), lost(1, 0)),
            ],
            rolls: [6, 5, 4].map(|die| Roll { why: "attacker".into(), die }).into(),
            ..Played::default()
        };
        let mut luck = Luck::default();
        luck.add(Side::Confederate, &played);
        let all = &luck.fights[0];
        assert_eq!((all.by, all.fought, all.expected, all.won), (Side::Union, 2, 0.75, 1));
        assert_eq!(
            (luck.tolls[0].expected, luck.tolls[0].fell),
            (both(1.5, 1.25), BySide { union: 1, confederate: 2 })
        );
        assert_eq!((luck.dice.confederate.dice, luck.dice.confederate.sum), (3, 15));
        assert_eq!(luck.dice.union, DiceOf::default());
    }
}
