//! Orders as cards: words, the stand that acts, the stand aimed at, and the question that shows what would come
//! of it.

use serde_json::{Value, json};
use table::OrderCard;

use crate::angle::Angle;
use crate::event::Spot;
use crate::ids::{FeatureId, StandId};
use crate::order::{Act, Order, write};
use crate::pending::Pending;
use crate::position::Pos;
use crate::state::Pose;

/// An order as a person sees it.
pub(crate) fn card(pos: Pos, order: &Order) -> OrderCard {
    let cards = Cards(pos);
    let mut card = match order {
        Order::Pick(stand) => cards.pick(*stand),
        Order::Move { stand, to, disorder } => cards.leg(*stand, *to, *disorder),
        Order::March { stand, x, y } => cards.march(*stand, *x, *y),
        Order::Form { stand, .. } => {
            cards.stand("Formation", *stand, |name| format!("Form {name} into march column"))
        }
        Order::Reform { stand, .. } => {
            cards.stand("Formation", *stand, |name| format!("Reform {name} into line"))
        }
        Order::Act { stand, act } => cards.stand("Formation", *stand, |name| act_label(*act, name)),
        Order::Leave { stand, facing, .. } => cards
            .stand("Move", *stand, |name| format!("{name} leaves the building to the {}", compass(*facing))),
        Order::Charge { stand, target, .. } => cards.charge(*stand, *target),
        Order::Attach { commander, stand } => cards.attach(*commander, *stand),
        Order::Reinforce { stand, brigade } => cards.reinforce(*stand, *brigade),
        Order::Enter { stand, .. } => {
            cards.stand("Arrivals", *stand, |name| format!("{name} comes onto the table"))
        }
        Order::Done => cards.done(),
        Order::End => passing("Phase", format!("End the {} phase", pos.state.phase.title())),
        Order::Rally { stand, facing } => {
            cards.stand("Rally", *stand, |name| format!("Rally {name} facing {}", compass(*facing)))
        }
        Order::Cover { .. } => plain("Reaction", "Run to cover"),
        Order::Decline => OrderCard { passes: !ridden_at(pos), ..plain("Reaction", "Stay") },
        Order::Advance { stand, distance } => {
            cards.stand("Advance", *stand, |name| format!("{name} advances {:.2} in", inches(*distance)))
        }
        Order::Turn { stand, facing } => {
            cards.stand("Advance", *stand, |name| format!("{name} turns to the {}", compass(*facing)))
        }
        Order::Break { stand, distance, target, .. } => cards.break_through(*stand, *distance, *target),
        Order::Ground(stand) => cards.stand("Formation", *stand, |name| format!("{name} goes to ground")),
        Order::Attack { target, fire } => cards.attack(*target, fire),
        Order::Answer(at) => cards.answer(*at),
        Order::GiveWay(n) => {
            plain("Combat", format!("Take {n} saving throws, giving way {} in", 6 * u16::from(*n)))
        }
        Order::Lose(stand) => cards.stand("Combat", *stand, |name| format!("{name} takes the casualty")),
        Order::Follow => plain("Commanders", "The commander goes along"),
        Order::Fire { stand, target } => cards.fire(*stand, *target),
        Order::Bombard { stand, feature, .. } => cards.bombard(*stand, *feature),
        Order::Convert { battalion, first, second } => cards.convert(*battalion, *first, *second),
    };
    card.order = write(pos.setup, order);
    card
}

/// A card of a group, with its words.
fn plain(group: &str, label: impl Into<String>) -> OrderCard {
    OrderCard { group: group.to_owned(), label: label.into(), ..OrderCard::default() }
}

/// Who stays then is ridden down: that is no passing.
fn ridden_at(pos: Pos) -> bool {
    matches!(pos.state.pending.last(), Some(Pending::Cover(_)))
}

/// The answer of whoever has nothing to do.
fn passing(group: &str, label: impl Into<String>) -> OrderCard {
    OrderCard { passes: true, ..plain(group, label) }
}

struct Cards<'a>(Pos<'a>);

impl Cards<'_> {
    fn name(&self, id: StandId) -> String {
        self.0.setup.name_of(id).to_owned()
    }

    /// A card of one stand: it is clicked where the stand is.
    fn stand(&self, group: &str, id: StandId, label: impl FnOnce(&str) -> String) -> OrderCard {
        let name = self.name(id);
        OrderCard { at: Some(name.clone()), piece: Some(name.clone()), ..plain(group, label(&name)) }
    }

    /// A card of one stand against another, with a question about both.
    fn against(&self, group: &str, by: StandId, at: StandId, words: &str, ask: &str) -> OrderCard {
        let target = self.name(at);
        let preview = json!({ "ask": ask, "by": self.name(by), "at": target });
        let card = self.stand(group, by, |name| format!("{name} {words} {target}"));
        OrderCard { target: Some(target), preview: Some(preview), ..card }
    }

    fn pick(&self, id: StandId) -> OrderCard {
        OrderCard { takes_up: true, ..self.stand("Move", id, |name| format!("Move {name}")) }
    }

    fn leg(&self, id: StandId, to: Pose, disorder: bool) -> OrderCard {
        let (spot, here) = (Spot::from(to), self.0.piece(id).pose);
        let preview = json!({
            "ask": "move", "stand": self.name(id), "x": spot.x, "y": spot.y, "facing": spot.facing,
            "disorder": disorder,
        });
        let card = self.stand("Move", id, |name| {
            let what = if (here.x, here.y) == (to.x, to.y) {
                format!("Turn {name} to {:.0} degrees", spot.facing)
            } else {
                format!("Move {name} to {:.2}, {:.2} facing {:.0}", spot.x, spot.y, spot.facing)
            };
            what + if disorder { ", paying with disorder" } else { "" }
        });
        OrderCard { preview: Some(preview), ..card }
    }

    fn march(&self, id: StandId, x: i32, y: i32) -> OrderCard {
        let label = |name: &str| format!("March {name} along the road to {:.2}, {:.2}", inches(x), inches(y));
        self.stand("Move", id, label)
    }

    fn charge(&self, by: StandId, at: StandId) -> OrderCard {
        self.against("Charge", by, at, "charges", "charge")
    }

    fn attach(&self, commander: StandId, with: StandId) -> OrderCard {
        self.stand("Commanders", commander, |name| format!("Attach {name} to {}", self.name(with)))
    }

    fn reinforce(&self, id: StandId, brigade: StandId) -> OrderCard {
        self.stand("Formation", id, |name| format!("{name} reinforces {}", self.name(brigade)))
    }

    fn done(&self) -> OrderCard {
        let label = "The stand's move is over";
        let card = match self.0.state.mover {
            Some(mover) => self.stand("Move", mover.stand, |_| label.to_owned()),
            None => plain("Move", label),
        };
        OrderCard { ends: true, ..card }
    }

    fn break_through(&self, id: StandId, distance: i32, target: StandId) -> OrderCard {
        if target.is_none() {
            let label = |name: &str| format!("{name} breaks through for {:.1} in", inches(distance));
            return self.stand("Advance", id, label);
        }
        let target = self.name(target);
        let card = self.stand("Advance", id, |name| format!("{name} breaks through into {target}"));
        OrderCard { target: Some(target), ..card }
    }

    /// An attack is clicked where its target is; it is about one stand only where one attacks alone.
    fn attack(&self, target: StandId, fire: &[StandId]) -> OrderCard {
        let melee = self.0.melee_attackers(target);
        let names = |ids: &[StandId]| -> Vec<String> { ids.iter().map(|id| self.name(*id)).collect() };
        let at = self.name(target);
        let preview: Value = match melee.is_empty() {
            true => {
                let also = names(fire.get(1..).unwrap_or_default());
                json!({ "ask": "fire", "by": fire.first().map(|f| self.name(*f)), "at": at, "also": also })
            }
            false => json!({ "ask": "melee", "by": names(&melee), "at": at }),
        };
        let mut who = names(&melee);
        who.extend(names(fire));
        let label = format!("Attack {at} with {}", who.join(", "));
        let piece = if who.len() == 1 { who.pop() } else { None };
        let target = Some(at.clone());
        OrderCard { at: Some(at), piece, target, preview: Some(preview), ..plain("Combat", label) }
    }

    /// The stand that was attacked answers; its owner clicks the one it answers.
    fn answer(&self, at: StandId) -> OrderCard {
        let at = self.name(at);
        let label = format!("Answer {at}");
        OrderCard { at: Some(at.clone()), target: Some(at), ..plain("Combat", label) }
    }

    fn fire(&self, by: StandId, at: StandId) -> OrderCard {
        self.against("Combat", by, at, "fires at", "fire")
    }

    fn bombard(&self, id: StandId, wall: FeatureId) -> OrderCard {
        let wall = self.0.setup.table.features.get(wall.index()).map(|f| f.title()).unwrap_or_default();
        self.stand("Combat", id, |name| format!("{name} fires at the wall of {wall}"))
    }

    fn convert(&self, battalion: StandId, first: StandId, second: StandId) -> OrderCard {
        let (first, second) = (self.name(first), self.name(second));
        let label = |name: &str| format!("{name} gives a strength point: guns for {first} and {second}");
        self.stand("Guns", battalion, label)
    }
}

fn inches(hundredths: i32) -> f64 {
    f64::from(hundredths) / 100.0
}

/// A direction in words.
pub(crate) fn compass(facing: Angle) -> &'static str {
    const NAMES: [&str; 8] =
        ["north", "north-east", "east", "south-east", "south", "south-west", "west", "north-west"];
    NAMES[((facing + 2_250) / 4_500 % 8) as usize]
}

fn act_label(act: Act, name: &str) -> String {
    match act {
        Act::Limber => format!("Limber {name}"),
        Act::Unlimber => format!("Unlimber {name}"),
        Act::Mount => format!("{name} mounts"),
        Act::Dismount => format!("{name} dismounts"),
        Act::StandUp => format!("{name} stands up"),
        Act::Recover => format!("{name} recovers its order"),
        Act::Stationary => format!("{name} becomes stationary"),
        Act::StepBack => format!("{name} steps back an inch"),
    }
}
