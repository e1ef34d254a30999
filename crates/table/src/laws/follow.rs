//! A client that follows the events alone.

use std::collections::BTreeMap;

use crate::view::Condition;
use crate::{Happened, Ruleset, Viewer};

/// The condition of every piece as somebody knows it who saw the first view and then only events.
pub(crate) struct Following {
    viewer: Viewer,
    pieces: BTreeMap<String, Condition>,
}

impl Following {
    pub fn begin<R: Ruleset>(
        setup: &R::Setup,
        state: &R::State,
        viewer: Option<Viewer>,
    ) -> Option<Following> {
        let viewer = viewer?;
        let pieces = R::view(setup, state, viewer).pieces;
        Some(Following { viewer, pieces: pieces.into_iter().map(|p| (p.id, p.now)).collect() })
    }

    /// Hears what happened, as far as the viewer may know it.
    pub fn hear<R: Ruleset>(&mut self, setup: &R::Setup, events: &[Happened<R::Event>]) {
        let secret = R::has_secrets(setup) && self.viewer != Viewer::Referee;
        for event in events {
            let told = if secret { R::event_for(setup, event, self.viewer) } else { Some(event.clone()) };
            for now in told.into_iter().flat_map(|event| event.now) {
                self.pieces.insert(now.id, now.now);
            }
        }
    }

    /// Compares what was kept with the view.
    pub fn compare<R: Ruleset>(&self, setup: &R::Setup, state: &R::State) -> Result<(), String> {
        let view = R::view(setup, state, self.viewer);
        let mut wrong = Vec::new();
        for piece in &view.pieces {
            match self.pieces.get(&piece.id) {
                Some(kept) if *kept == piece.now => {}
                Some(kept) => wrong.push(format!("{} {}", piece.id, apart(kept, &piece.now))),
                None => wrong.push(format!("{} has come into the view and no event told it", piece.id)),
            }
        }
        // A piece that is no longer shown must have been told to be nowhere.
        let shown = |id: &str| view.pieces.iter().any(|piece| piece.id == id);
        let left = |now: &Condition| now.at.is_some() || now.pose.is_some();
        let gone = self.pieces.iter().filter(|(id, now)| left(now) && !shown(id));
        wrong.extend(gone.map(|(id, _)| format!("{id} has left the view and no event told it")));
        match wrong.len() {
            0 => Ok(()),
            n => {
                let viewer = format!("{:?}", self.viewer);
                let more = if n > 4 { format!(" and {} more", n - 4) } else { String::new() };
                wrong.truncate(4);
                Err(format!("as told to {viewer}: {}{more}", wrong.join("; ")))
            }
        }
    }
}

/// What of a condition differs, in words.
fn apart(kept: &Condition, shown: &Condition) -> String {
    let mut parts = Vec::new();
    let mut part = |name: &str, kept: String, shown: String| {
        if kept != shown {
            parts.push(format!("{name} is {shown}, the events say {kept}"));
        }
    };
    let text = |word: &Option<String>| word.clone().unwrap_or_else(|| "nothing".to_owned());
    part("at", text(&kept.at), text(&shown.at));
    part("where", text(&kept.r#where), text(&shown.r#where));
    part("pose", format!("{:?}", kept.pose), format!("{:?}", shown.pose));
    part("strength", text(&kept.strength), text(&shown.strength));
    part("fatigue", format!("{:?}", kept.fatigue), format!("{:?}", shown.fatigue));
    part("state", format!("{:?}", kept.state), format!("{:?}", shown.state));
    part("works", format!("{:?}", kept.works), format!("{:?}", shown.works));
    part("attached to", text(&kept.attached_to), text(&shown.attached_to));
    parts.join(", ")
}
