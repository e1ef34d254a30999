//! News of a game as server-sent events.

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use axum::extract::{Path, State};
use axum::response::Sse;
use axum::response::sse::{Event, KeepAlive};
use futures_util::{Stream, stream};
use tokio::sync::broadcast::Receiver;
use tokio::sync::broadcast::error::RecvError;
use tokio::sync::watch;

use super::extract::Bearer;
use crate::games::Place;
use crate::hosted::{HostedGame, News};
use crate::seat::Access;
use crate::{Error, Games};

/// Says where the game stands at once, so that somebody who comes back after a lost connection knows whether
/// he missed anything; then whatever happens.
pub async fn stream(
    State(games): State<Games>,
    Path(id): Path<String>,
    Bearer(token): Bearer,
) -> Result<Sse<impl Stream<Item = Result<Event, Infallible>>>, Error> {
    let (hosted, access) = games.enter(&id, token.as_ref()).await?;
    let place = games.listen(&hosted)?;
    let (news, closing) = (hosted.news.subscribe(), games.closing());
    // Before the stream there may have been nobody for whom computer players would go on.
    games.wake_if_asked(&hosted).await?;
    let listener = Listener { games, hosted, access, news, closing, greeted: false, _place: place };
    let events = stream::unfold(listener, |mut listener| async move {
        let event = listener.next().await?;
        Some((Ok(event), listener))
    });
    Ok(Sse::new(events).keep_alive(KeepAlive::new().interval(Duration::from_secs(15))))
}

struct Listener {
    games: Games,
    hosted: Arc<HostedGame>,
    access: Access,
    news: Receiver<Arc<News>>,
    /// Whether the server stops.
    closing: watch::Receiver<bool>,
    greeted: bool,
    _place: Place,
}

impl Listener {
    async fn next(&mut self) -> Option<Event> {
        if !self.greeted {
            self.greeted = true;
            return self.now().await;
        }
        let heard = tokio::select! {
            heard = self.news.recv() => heard,
            _ = self.closing.wait_for(|closing| *closing) => return None,
        };
        match heard {
            Ok(news) => Some(written(&news, self.access)),
            // Too slow to hear everything: told where the game stands, he fetches the table again.
            Err(RecvError::Lagged(_)) => self.now().await,
            Err(RecvError::Closed) => None,
        }
    }

    async fn now(&mut self) -> Option<Event> {
        let locked = self.hosted.lock(self.games.store()).await;
        let told = |why: &Error| tracing::error!(game = self.hosted.row.id, %why, "a stream of news ends");
        let mut locked = locked.inspect_err(told).ok()?;
        Some(written(&locked.news(Vec::new(), None), self.access))
    }
}

fn written(news: &News, access: Access) -> Event {
    let data = serde_json::to_string(&news.seen_by(access)).unwrap_or_default();
    Event::default().event("news").id(news.seq.to_string()).data(data)
}
