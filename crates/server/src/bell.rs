//! Calls members to their games: whatever changes who has to decide is told to the club, in the order in which it happened
//! and without anybody waiting for it.

use std::sync::{Arc, Mutex, PoisonError};

use club::Club;
use club::notices::{Kind, Notice};
use table::{BySide, Side};
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};

use crate::seat::Holder;

/// Somebody else has to decide now, or nobody any more.
#[derive(Clone, Debug)]
pub struct Turned {
    pub game: String,
    pub title: String,
    pub holders: BySide<Holder>,
    /// Who had to decide, and who has to, a bit for each side.
    pub before: u8,
    pub after: u8,
    /// How many orders there are now.
    pub orders: usize,
    /// Who gave the last of them.
    pub by: Option<Side>,
    /// How it ended, if it has.
    pub ended: Option<String>,
}

type Told = (Vec<Notice>, Vec<(String, String, Kind)>);

#[derive(Clone)]
pub struct Bell {
    club: Club,
    rope: UnboundedSender<Told>,
    /// Taken by the one who writes down what is told, when there is first something to tell.
    heard: Arc<Mutex<Option<UnboundedReceiver<Told>>>>,
}

impl Bell {
    pub fn new(club: Club) -> Bell {
        let (rope, heard) = unbounded_channel();
        Bell { club, rope, heard: Arc::new(Mutex::new(Some(heard))) }
    }

    /// Tells the club.
    pub fn ring(&self, turned: &Turned) {
        self.tell(told(turned));
    }

    /// Tells a member something of his game.
    pub fn say(&self, notice: Notice) {
        self.tell((vec![notice], Vec::new()));
    }

    /// A member need not be told these things of a game any more.
    pub fn still(&self, person: &str, game: &str, kinds: &[Kind]) {
        let over = kinds.iter().map(|kind| (person.to_owned(), game.to_owned(), *kind)).collect();
        self.tell((Vec::new(), over));
    }

    fn tell(&self, told: Told) {
        if told.0.is_empty() && told.1.is_empty() {
            return;
        }
        if let Some(heard) = self.heard.lock().unwrap_or_else(PoisonError::into_inner).take() {
            tokio::spawn(write_down(self.club.clone(), heard));
        }
        // Fails only when the server ends.
        let _ = self.rope.send(told);
    }
}

async fn write_down(club: Club, mut heard: UnboundedReceiver<Told>) {
    while let Some((notices, over)) = heard.recv().await {
        if let Err(why) = club.notify(notices, over).await {
            tracing::error!(%why, "that it is somebody's turn could not be written down");
        }
    }
}

/// Who is to be called, and who need not be any more.
fn told(turned: &Turned) -> Told {
    let (mut notices, mut over) = (Vec::new(), Vec::new());
    for side in Side::BOTH {
        let (own, other) = (&turned.holders[side], &turned.holders[side.other()]);
        // Who plays both sides calls nobody.
        let Some(person) = own.person.clone().filter(|own| other.person.as_ref() != Some(own)) else {
            continue;
        };
        let bit = 1 << side as u8;
        let (was, is) = (turned.before & bit != 0, turned.after & bit != 0);
        if was && !is {
            over.push((person.clone(), turned.game.clone(), Kind::YourTurn));
            over.push((person.clone(), turned.game.clone(), Kind::ClockLow));
        }
        let path = |page: &str| format!("/{page}/{}?n={}", turned.game, turned.orders);
        let notice = |kind, words, path| Notice {
            person: person.clone(),
            game: turned.game.clone(),
            kind,
            title: turned.title.clone(),
            words,
            path,
        };
        match &turned.ended {
            // Who gave the last order has seen it.
            Some(headline) if turned.by != Some(side) => {
                let words = format!("The game against {} is over: {headline}.", other.called(side.other()));
                notices.push(notice(Kind::GameOver, words, path("ending")));
            }
            None if is && !was => {
                let words = format!("{} has decided: it is your turn.", other.called(side.other()));
                notices.push(notice(Kind::YourTurn, words, path("game")));
            }
            _ => {}
        }
    }
    (notices, over)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn holder(person: Option<&str>) -> Holder {
        Holder {
            name: person.unwrap_or("Guest").to_owned(),
            officer: None,
            token: None,
            person: person.map(str::to_owned),
            invitation: None,
        }
    }

    fn turned(union: Option<&str>, confederate: Option<&str>, before: u8, after: u8) -> Turned {
        Turned {
            game: "g".into(),
            title: "Shiloh".into(),
            holders: BySide { union: holder(union), confederate: holder(confederate) },
            before,
            after,
            orders: 7,
            by: Some(Side::Union),
            ended: None,
        }
    }

    fn words(told: &Told) -> (Vec<String>, Vec<String>) {
        let called = told.0.iter().map(|n| format!("{} {} {}", n.person, n.kind.word(), n.path)).collect();
        let over = told.1.iter().filter(|(.., kind)| *kind == Kind::YourTurn);
        (called, over.map(|(person, ..)| person.clone()).collect())
    }

    #[test]
    fn who_has_to_decide_is_called_and_who_has_decided_is_not() {
        let (union, confederate) = (1, 2);
        let to = |a, b, before, after| words(&told(&turned(a, b, before, after)));
        assert_eq!(
            to(Some("ann"), Some("bob"), union, confederate),
            (vec!["bob your-turn /game/g?n=7".to_owned()], vec!["ann".to_owned()])
        );
        assert_eq!(to(Some("ann"), Some("bob"), union, union), (vec![], vec![]));
        assert_eq!(to(None, None, union, confederate), (vec![], vec![]), "guests are not called");
        assert_eq!(to(Some("ann"), Some("ann"), union, confederate), (vec![], vec![]), "nor who plays both");
        assert_eq!(to(None, Some("bob"), union, union | confederate).0, ["bob your-turn /game/g?n=7"]);
    }

    #[test]
    fn the_end_is_told_to_who_did_not_bring_it_about() {
        let ended = Turned { ended: Some("Union victory".into()), ..turned(Some("ann"), Some("bob"), 1, 0) };
        assert_eq!(
            words(&told(&ended)),
            (vec!["bob game-over /ending/g?n=7".to_owned()], vec!["ann".to_owned()])
        );
    }
}
