//! What came of an order, as one viewer may know it.

use serde::Serialize;
use serde_json::Value;
use table::{Game, Played, Roll, Side, Standing, Viewer};

use crate::journal::Given;

/// An order and its events, for one viewer.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Told {
    /// The number of the order in the game, from 1; 0 is the set-up.
    pub n: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seat: Option<Side>,
    /// The order's words; only for those who may know all that its seat knows.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub order: Option<String>,
    pub events: Vec<Event>,
    /// The dice that fell, where the game keeps nothing secret or the viewer may know all.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub dice: Vec<Roll>,
    /// What a computer player considered, on the same terms.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub note: Option<Value>,
}

#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Event {
    pub say: String,
    #[serde(flatten)]
    pub event: Value,
}

impl Told {
    /// `secrets`: whether the game keeps anything from anybody.
    pub fn order(n: usize, given: &Given, played: &Played, viewer: Viewer, secrets: bool) -> Told {
        let open = !secrets || viewer == Viewer::Referee;
        let note = given.note.as_ref().filter(|_| open);
        Told {
            n,
            seat: Some(given.seat),
            order: viewer.knows(given.seat).then(|| given.order.to_string()),
            events: events(played, viewer),
            dice: if open { played.rolls.clone() } else { Vec::new() },
            note: note.and_then(|text| serde_json::from_str(text).ok()),
        }
    }

    pub fn start(played: &Played, viewer: Viewer, secrets: bool) -> Told {
        let open = !secrets || viewer == Viewer::Referee;
        let dice = if open { played.rolls.clone() } else { Vec::new() };
        Told { n: 0, seat: None, order: None, events: events(played, viewer), dice, note: None }
    }
}

fn events(played: &Played, viewer: Viewer) -> Vec<Event> {
    let keyed = |event: Value| match event {
        object @ Value::Object(_) => object,
        other => serde_json::json!({ "type": other }),
    };
    played.seen_by(viewer).into_iter().map(|(event, say)| Event { say, event: keyed(event) }).collect()
}

/// The standing whole, and as each player and the spectators may know it.
#[derive(Clone, Debug)]
pub struct Standings {
    pub whole: Standing,
    seen: [Standing; 3],
}

impl Standings {
    pub fn of(game: &dyn Game) -> Standings {
        let viewers = [Viewer::Seat(Side::Union), Viewer::Seat(Side::Confederate), Viewer::Spectator];
        Standings { whole: game.standing(), seen: viewers.map(|viewer| game.standing_for(viewer)) }
    }

    pub fn seen_by(&self, viewer: Viewer) -> &Standing {
        match viewer {
            Viewer::Seat(side) => &self.seen[side as usize],
            Viewer::Spectator => &self.seen[2],
            Viewer::Referee => &self.whole,
        }
    }
}

/// The standing with the section of the printed rulebook beside the clause.
pub fn standing_json(standing: &Standing) -> Value {
    let mut json = serde_json::to_value(standing).unwrap_or(Value::Null);
    if let Standing::Waiting(decision) = standing {
        json["waiting"]["section"] = decision.rule.section().into();
    }
    json
}
