//! One parcel on one channel.

use std::time::Duration;

use futures_util::future::join_all;
use serde_json::json;

use super::{Channel, Kind};
use crate::club::now;
use crate::courier::Undelivered;
use crate::hook::{self, Hook};
use crate::letter::{Item, Letter, Telling};
use crate::people::Person;
use crate::push::{self, Message, Subscription, seal};
use crate::{Club, Error};

/// Whom something is told, what, and where he can be reached.
pub struct Sending {
    pub person: Person,
    /// What is due, with the paths of pages for links.
    pub items: Vec<Item>,
    pub browsers: Vec<(String, Subscription)>,
    pub hooks: Vec<(String, Hook)>,
}

/// What came of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Outcome {
    Told,
    /// Nothing comes of trying again.
    Never,
    /// Not sooner than after so many seconds, if that was said.
    Later(Option<i64>),
}

impl From<&Result<(), Undelivered>> for Outcome {
    fn from(sent: &Result<(), Undelivered>) -> Outcome {
        match sent {
            Ok(()) => Outcome::Told,
            Err(Undelivered::Gone | Undelivered::Refused(_)) => Outcome::Never,
            Err(Undelivered::Later { after, .. }) => {
                Outcome::Later(after.map(|wait: Duration| wait.as_secs().min(86_400) as i64))
            }
        }
    }
}

/// Of several ends of a channel: told if one of them took it, later if one may.
fn together(all: &[Outcome]) -> Outcome {
    let later = all.iter().find(|one| matches!(one, Outcome::Later(_)));
    match all.contains(&Outcome::Told) {
        true => Outcome::Told,
        false => later.copied().unwrap_or(Outcome::Never),
    }
}

/// What a telling of these is called.
fn title(items: &[Item]) -> String {
    let turns = items.iter().all(|item| item.kind == Kind::YourTurn.word());
    let mut games: Vec<&str> = items.iter().map(|item| item.title.as_str()).collect();
    games.dedup();
    match (items, turns) {
        ([one], true) => format!("Your turn: {}", one.title),
        ([one], false) => one.title.clone(),
        (_, true) => format!("Your turn in {} games", items.len()),
        (_, false) if games.len() == 1 => format!("News of {}", games[0]),
        (_, false) => format!("News of {} games", games.len()),
    }
}

impl Club {
    pub(super) async fn send(&self, to: &Sending, channel: Channel, notices: &[usize]) -> Outcome {
        let link = |item: &Item| Item { link: self.settings().link(&item.link), ..item.clone() };
        let items: Vec<Item> = notices.iter().map(|n| link(&to.items[*n])).collect();
        let telling = Telling { title: title(&items), items };
        match channel {
            Channel::Push => self.push(to, &telling).await,
            Channel::Mail => self.mail(to, &telling).await,
            Channel::Hook => self.hook(to, &telling).await,
        }
    }

    async fn push(&self, to: &Sending, telling: &Telling) -> Outcome {
        // A browser shows one of a game at a time; of several games, one in all.
        let (topic, link) = match &telling.items[..] {
            [one] => (one.link.clone(), one.link.clone()),
            _ => ("games".to_owned(), self.settings().link("/")),
        };
        let tag = topic.split('?').next().unwrap_or_default();
        let lines: Vec<String> = match &telling.items[..] {
            [one] => vec![one.words.clone()],
            many => many.iter().map(|item| format!("{}: {}", item.title, item.words)).collect(),
        };
        let body: String = lines.join("\n").chars().take(600).collect();
        let text = json!({ "title": telling.title, "body": body, "link": link, "tag": tag }).to_string();
        if text.len() > seal::MOST_BYTES {
            return Outcome::Never;
        }
        let vapid = match self.vapid().await {
            Ok(vapid) => vapid,
            Err(why) => {
                tracing::error!(%why, "there is no key for push services");
                return Outcome::Later(None);
            }
        };
        let message = Message { text: &text, topic: tag };
        let sent = to.browsers.iter().map(|(id, browser)| {
            let message = &message;
            async move { (id, push::send(&self.0.courier, vapid, browser, message, now()).await) }
        });
        let sent = join_all(sent).await;
        for (id, _) in sent.iter().filter(|(_, sent)| *sent == Err(Undelivered::Gone)) {
            if let Err(why) = self.forget_browser(id).await {
                tracing::error!(%why, "a browser that is gone could not be forgotten");
            }
        }
        told("push", sent.iter().map(|(_, sent)| sent))
    }

    async fn forget_browser(&self, id: &str) -> Result<(), Error> {
        let id = id.to_owned();
        self.write(move |sql| {
            sql.execute("DELETE FROM push WHERE id = ?1", &[id.into()])?;
            Ok(())
        })
        .await
    }

    async fn mail(&self, to: &Sending, telling: &Telling) -> Outcome {
        let (Some(post), Some(address)) = (&self.settings().post, &to.person.mail) else {
            return Outcome::Never;
        };
        let wishes = self.settings().link("/me#notices");
        let sent = post.send(address, &Letter::of(telling, &wishes), Some(&wishes)).await;
        told("mail", [&sent].into_iter())
    }

    async fn hook(&self, to: &Sending, telling: &Telling) -> Outcome {
        let sent = to.hooks.iter().map(|(_, hook)| hook::send(&self.0.courier, hook, telling));
        told("hook", join_all(sent).await.iter())
    }

    /// Tells a person on a channel that he can be reached there.
    ///
    /// # Errors
    /// He cannot.
    pub async fn try_channel(&self, id: &str, channel: Channel) -> Result<(), Error> {
        let who = id.to_owned();
        let to = self
            .read(move |sql| {
                let person = crate::people::person(sql, &who)?;
                let browsers = crate::people::reached::browsers(sql, &who)?;
                let hooks = crate::people::reached::hooks(sql, &who)?;
                let hooks = hooks.into_iter().map(|(kept, hook)| (kept.id, hook)).collect();
                Ok(Sending { person, items: Vec::new(), browsers, hooks })
            })
            .await?;
        let item = Item {
            kind: "trial".into(),
            title: "Hardtack".into(),
            words: "This is how you will be told that it is your turn.".into(),
            link: "/me".into(),
        };
        let to = Sending { items: vec![item], ..to };
        match self.send(&to, channel, &[0]).await {
            Outcome::Told => Ok(()),
            Outcome::Never => Err(Error::Conflict("nobody took the message there".into())),
            Outcome::Later(_) => Err(Error::Unavailable("the message could not be delivered now".into())),
        }
    }
}

/// What came of it in all; failures are logged without saying who was meant.
fn told<'a>(channel: &str, sent: impl Iterator<Item = &'a Result<(), Undelivered>>) -> Outcome {
    let outcomes: Vec<Outcome> = sent
        .map(|sent| {
            if let Err(why) = sent {
                tracing::debug!(channel, %why, "a notice was not taken");
            }
            Outcome::from(sent)
        })
        .collect();
    let outcome = together(&outcomes);
    tracing::info!(channel, told = outcome == Outcome::Told, "a notice went out");
    outcome
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_end_that_took_it_is_enough() {
        let later = Outcome::Later(Some(7));
        assert_eq!(together(&[Outcome::Never, Outcome::Told, later]), Outcome::Told);
        assert_eq!(together(&[Outcome::Never, later]), later);
        assert_eq!(together(&[Outcome::Never]), Outcome::Never);
        assert_eq!(together(&[]), Outcome::Never);
    }

    #[test]
    fn a_telling_is_called_by_what_is_in_it() {
        let item = |kind: Kind, title: &str| Item {
            kind: kind.word().into(),
            title: title.into(),
            words: String::new(),
            link: String::new(),
        };
        let (shiloh, chat) = (item(Kind::YourTurn, "Shiloh"), item(Kind::Chat, "Shiloh"));
        assert_eq!(title(std::slice::from_ref(&shiloh)), "Your turn: Shiloh");
        assert_eq!(title(&[shiloh.clone(), item(Kind::YourTurn, "Perryville")]), "Your turn in 2 games");
        assert_eq!(title(&[shiloh.clone(), chat.clone()]), "News of Shiloh");
        assert_eq!(title(&[shiloh, item(Kind::Chat, "Perryville")]), "News of 2 games");
        assert_eq!(title(&[chat]), "Shiloh");
    }
}
