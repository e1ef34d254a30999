//! What comes of an order or a question: everything that happened, or why nothing did.

use std::borrow::Cow;

use serde_json::Value;

use crate::{Fight, Milestone, Refusal, Roll, Rule, Show, Side, Viewer};

/// Why a question has no answer.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{why}")]
pub struct AskError {
    /// The reason, in a sentence.
    pub why: Cow<'static, str>,
    /// The clause, where a rule is the reason.
    pub rule: Option<Rule>,
}

impl AskError {
    /// No answer, for this reason.
    pub fn new(why: impl Into<Cow<'static, str>>) -> Self {
        AskError { why: why.into(), rule: None }
    }

    /// No answer, since this clause forbids what was asked about.
    pub fn by(rule: Rule, why: impl Into<Cow<'static, str>>) -> Self {
        AskError { why: why.into(), rule: Some(rule) }
    }

    /// `{"error": "...", "rule": "6.2"}` as the referee answers it.
    pub fn to_json(&self) -> Value {
        let mut answer = serde_json::json!({ "error": self.why });
        if let Some(rule) = self.rule {
            answer["rule"] = rule.section().into();
            answer["clause"] = rule.0.into();
        }
        answer
    }
}

impl From<Refusal> for AskError {
    fn from(no: Refusal) -> Self {
        AskError { why: no.why, rule: Some(no.rule) }
    }
}

/// Why an order was not carried out. The state is unchanged in every case.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum PlayError {
    /// It cannot be read as an order of this decision.
    #[error("`{order}` cannot be read as an order: {why}")]
    Unreadable {
        /// The order as it was given.
        order: String,
        /// What was expected.
        why: String,
    },
    /// This side is not asked.
    #[error("it is not the {0} player who decides now")]
    NotYourDecision(Side),
    /// The game has ended.
    #[error("the game is over")]
    Over,
    /// A rule forbids it.
    #[error("{0}")]
    Refused(#[from] Refusal),
}

/// What came of an order: everything, as the referee sees it.
#[derive(Clone, Debug, Default)]
pub struct Played {
    /// The order as its card said it when it was given, for those who may know it; empty for the set-up.
    pub words: String,
    /// The dice that fell.
    pub rolls: Vec<Roll>,
    /// What happened, as records keep it.
    pub events: Vec<Value>,
    /// The same events as sentences.
    pub said: Vec<String>,
    /// How each can be played on the map, where there is anything to see. No part of a record.
    pub shows: Vec<Option<Show>>,
    /// The turns and phases that began.
    pub milestones: Vec<Milestone>,
    /// The combats among them.
    pub fights: Vec<Fight>,
    /// Events that some viewers see otherwise or not at all.
    pub masks: Vec<Mask>,
}

/// An event as somebody is told it.
#[derive(Clone, Debug)]
pub struct Heard {
    /// The event as JSON, without what this viewer may not know.
    pub event: Value,
    /// The event as a sentence.
    pub say: String,
    /// How it is played on the map, where that can be shown.
    pub show: Option<Show>,
}

/// How viewers who may not know all see one event, or that they do not.
#[derive(Clone, Debug)]
pub struct Mask {
    /// The place of the event in [`Played::events`].
    pub event: usize,
    /// As the Union player hears it; nothing: he hears nothing of it.
    pub union: Option<Heard>,
    /// As the Confederate player hears it.
    pub confederate: Option<Heard>,
    /// As somebody hears it who watches.
    pub spectator: Option<Heard>,
}

impl Played {
    /// The events a viewer may know.
    pub fn seen_by(&self, viewer: Viewer) -> Vec<Heard> {
        let whole = |n: usize| {
            let show = self.shows.get(n).cloned().flatten();
            Some(Heard { event: self.events[n].clone(), say: self.said[n].clone(), show })
        };
        (0..self.events.len())
            .filter_map(|n| match self.masks.iter().find(|m| m.event == n) {
                None => whole(n),
                Some(mask) => match viewer {
                    Viewer::Seat(Side::Union) => mask.union.clone(),
                    Viewer::Seat(Side::Confederate) => mask.confederate.clone(),
                    Viewer::Spectator => mask.spectator.clone(),
                    Viewer::Referee => whole(n),
                },
            })
            .collect()
    }
}
