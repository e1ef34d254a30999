//! News of a game as server-sent events.

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use axum::extract::State;
use axum::response::Sse;
use axum::response::sse::{Event, KeepAlive};
use futures_util::{Stream, stream};
use tokio::sync::broadcast::Receiver;
use tokio::sync::broadcast::error::RecvError;
use tokio::sync::watch;
use tokio::time::Instant;

use super::extract::{Bearer, Path};
use super::openapi::Routes;
use crate::chat::ChatLine;
use crate::games::Follower;
use crate::hosted::{HostedGame, News};
use crate::presence::Page;
use crate::seat::Access;
use crate::thought::Thought;
use crate::watching::Spectator;
use crate::wire::Watching;
use crate::{Error, Games};
use club::people::devices::Bearer as Member;

pub fn routes() -> Routes {
    const STREAM: &str = "/games/{id}/stream";
    Routes::about("News").get(
        STREAM,
        stream,
        "News of a game as server-sent events, the first of them at once",
    )
}

/// Says where the game stands at once, so that somebody who comes back after a lost connection knows whether
/// he missed anything; then whatever happens.
pub async fn stream(
    State(games): State<Games>,
    Path(id): Path<String>,
    Bearer(token): Bearer,
) -> Result<Sse<impl Stream<Item = Result<Event, Infallible>>>, Error> {
    let (hosted, access, member) = games.enter_as(&id, token.as_ref()).await?;
    let place = games.listen(&hosted)?;
    let (news, closing) = (hosted.news.subscribe(), games.closing());
    let (thought, chat) = (hosted.thought.subscribe(), hosted.chat.subscribe());
    // Before the stream there may have been nobody for whom computer players would go on.
    games.wake_if_asked(&hosted).await?;
    let shut_out = games.club().shut_out();
    let spectator = (access == Access::Watch).then(|| games.watches(&hosted));
    let listener = Listener {
        spectators: hosted.spectators.subscribe(),
        told_spectators: 0,
        gone: hosted.gone.subscribe(),
        _spectator: spectator,
        page: member.as_ref().map(|member| Page::open(&games, &hosted, &member.person)),
        member,
        present_at: Instant::now(),
        shut_out,
        games,
        hosted,
        access,
        news,
        thought,
        chat,
        closing,
        secrets: None,
        greeted: false,
        _place: place,
    };
    let events = stream::unfold(listener, |mut listener| async move {
        let event = listener.next().await?;
        Some((Ok(event), listener))
    });
    Ok(Sse::new(events).keep_alive(KeepAlive::new().interval(Duration::from_secs(15))))
}

struct Listener {
    /// Whose device it is, if of a member's; and word of devices that are shut out.
    member: Option<Member>,
    /// His page, and when to say again that he is there.
    page: Option<Page>,
    present_at: Instant,
    shut_out: Receiver<String>,
    games: Games,
    hosted: Arc<HostedGame>,
    access: Access,
    news: Receiver<Arc<News>>,
    thought: watch::Receiver<Option<Arc<Thought>>>,
    chat: Receiver<Arc<ChatLine>>,
    /// Whether the game keeps anything from anybody, once it was looked up.
    secrets: Option<bool>,
    /// Whether the server stops.
    closing: watch::Receiver<bool>,
    greeted: bool,
    /// How many watch, and what he was last told of that.
    spectators: watch::Receiver<u32>,
    told_spectators: u32,
    /// Whether the game was deleted.
    gone: watch::Receiver<bool>,
    _spectator: Option<Spectator>,
    _place: Follower,
}

/// What there may be to tell.
enum Heard {
    News(Result<Arc<News>, RecvError>),
    Thought(Arc<Thought>),
    Chat(Result<Arc<ChatLine>, RecvError>),
    /// Others watch than before.
    Counted,
    Nothing,
}

impl Listener {
    async fn next(&mut self) -> Option<Event> {
        if !self.greeted {
            self.greeted = true;
            return self.now().await;
        }
        if let Some(event) = self.watching() {
            return Some(event);
        }
        let heard = loop {
            let heard = tokio::select! {
                heard = self.news.recv() => Heard::News(heard),
                thought = lasting(&mut self.thought) => Heard::Thought(thought),
                line = self.chat.recv() => Heard::Chat(line),
                counted = self.spectators.changed() => if counted.is_ok() { Heard::Counted } else { return None },
                _ = self.gone.wait_for(|gone| *gone) => return None,
                _ = self.closing.wait_for(|closing| *closing) => return None,
                () = out(&mut self.shut_out, self.member.as_ref()) => return None,
                () = tokio::time::sleep_until(self.present_at) => Heard::Nothing,
            };
            match heard {
                Heard::News(heard) => break heard,
                Heard::Thought(thought) => return self.thinking(&thought).await,
                // Who missed a line sees it by the numbers of those after it.
                Heard::Chat(line) => {
                    if let Ok(line) = line {
                        return Some(said(&line));
                    }
                }
                Heard::Counted => {
                    if let Some(event) = self.watching() {
                        return Some(event);
                    }
                }
                Heard::Nothing => self.is_present(),
            }
        };
        match heard {
            Ok(news) => Some(written(&news, self.access)),
            // Too slow to hear everything: told where the game stands, he fetches the table again.
            Err(RecvError::Lagged(_)) => self.now().await,
            Err(RecvError::Closed) => None,
        }
    }

    /// How many watch, if he was told otherwise.
    fn watching(&mut self) -> Option<Event> {
        let spectators = *self.spectators.borrow_and_update();
        if spectators == std::mem::replace(&mut self.told_spectators, spectators) {
            return None;
        }
        let data = serde_json::to_string(&Watching { spectators }).unwrap_or_default();
        Some(Event::default().event("watching").data(data))
    }

    /// Says that a member has the game open, so that nobody calls him to it; nobody waits for that.
    fn is_present(&mut self) {
        self.present_at = Instant::now() + PRESENT;
        if let Some(page) = &self.page {
            page.say();
        }
    }

    async fn thinking(&mut self, thought: &Thought) -> Option<Event> {
        let secrets = match self.secrets {
            Some(secrets) => secrets,
            None => self.hosted.lock(self.games.store()).await.ok()?.live().game.has_secrets(),
        };
        self.secrets = Some(secrets);
        let data = serde_json::to_string(&thought.told(secrets)).unwrap_or_default();
        Some(Event::default().event("thinking").data(data))
    }

    async fn now(&mut self) -> Option<Event> {
        let locked = self.hosted.lock(self.games.store()).await;
        let told = |why: &Error| tracing::error!(game = self.hosted.row.id, %why, "a stream of news ends");
        let mut locked = locked.inspect_err(told).ok()?;
        Some(written(&locked.news(Vec::new(), None), self.access))
    }
}

/// Until the device of this member is shut out.
async fn out(told: &mut Receiver<String>, member: Option<&Member>) {
    let Some(member) = member else { return std::future::pending().await };
    loop {
        match told.recv().await {
            Ok(device) if device == member.device => return,
            // Who missed a word comes back and is asked anew.
            Err(_) => return,
            Ok(_) => {}
        }
    }
}

/// How often it is written down that somebody has a game open.
const PRESENT: Duration = Duration::from_secs(30);

/// How often it is told what a computer player has weighed.
const REPORTS: Duration = Duration::from_millis(500);

/// A thought that has lasted so long that something may be told of it.
async fn lasting(thought: &mut watch::Receiver<Option<Arc<Thought>>>) -> Arc<Thought> {
    loop {
        let Some(now) = thought.borrow_and_update().clone() else {
            if thought.changed().await.is_err() {
                std::future::pending::<()>().await;
            }
            continue;
        };
        tokio::time::sleep(REPORTS).await;
        if thought.borrow().as_ref().is_some_and(|still| Arc::ptr_eq(still, &now)) {
            return now;
        }
    }
}

fn said(line: &ChatLine) -> Event {
    Event::default().event("chat").data(serde_json::to_string(line).unwrap_or_default())
}

fn written(news: &News, access: Access) -> Event {
    let data = serde_json::to_string(&news.seen_by(access)).unwrap_or_default();
    Event::default().event("news").id(news.seq.to_string()).data(data)
}
