//! Several servers on one database: what the others do is heard and followed, and of those who could think for a computer
//! player one does.
//!
//! Any server may answer any request. An order is accepted by the database, once; whoever's position is behind by then is told so
//! and catches up from the journal. A server with a file of its own has
//! nobody to follow, but hears what its own transactions tell: that clocks stood while no server ran.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use ::store::Notice;
use table::Seats;
use tokio::sync::broadcast::error::RecvError;

use crate::hosted::HostedGame;
use crate::{Error, Games, Token};

/// Computer players whose server has died are taken over after so long at most.
const LOOK: Duration = Duration::from_secs(2);

/// What servers tell each other of a game beside its orders.
enum Change {
    Seats(i64),
    Wish(i64),
    Watching(i64),
    Gone(i64),
    Proposal(i64),
    Clock(i64),
    /// A line of chat, by its number.
    Chat(i64, u64),
    About(i64),
}

impl Change {
    fn read(words: &str) -> Option<Change> {
        let (what, game) = words.split_once(' ')?;
        let (game, n) = game.split_once(' ').unwrap_or((game, ""));
        let game = game.parse().ok()?;
        match what {
            "seats" => Some(Change::Seats(game)),
            "wish" => Some(Change::Wish(game)),
            "watching" => Some(Change::Watching(game)),
            "gone" => Some(Change::Gone(game)),
            "proposal" => Some(Change::Proposal(game)),
            "clock" => Some(Change::Clock(game)),
            "chat" => Some(Change::Chat(game, n.parse().ok()?)),
            "about" => Some(Change::About(game)),
            _ => None,
        }
    }
}

impl Games {
    /// Hears what other servers do with the games in memory here, until the server stops.
    pub(crate) async fn follow_others(self) {
        let (mut notices, mut closing) = (self.store().base().notices(), self.closing());
        loop {
            let notice = tokio::select! {
                notice = notices.recv() => notice,
                _ = closing.wait_for(|closing| *closing) => return,
            };
            match notice {
                Ok(Notice::Moved { game, length }) => {
                    let behind = |hosted: &Arc<HostedGame>| hosted.moment.load(Ordering::Relaxed) < length;
                    if let Some(hosted) = self.rooms().of_key(game).filter(behind) {
                        tokio::spawn(self.clone().follow(hosted));
                    }
                }
                Ok(Notice::Words(words)) => self.heard(&words),
                Ok(Notice::Missed) | Err(RecvError::Lagged(_)) => {
                    for hosted in self.rooms().all() {
                        tokio::spawn(self.clone().look_again(hosted));
                    }
                }
                Err(RecvError::Closed) => return,
            }
        }
    }

    fn heard(&self, words: &str) {
        let Some(change) = Change::read(words) else { return };
        let (Change::Seats(key)
        | Change::Wish(key)
        | Change::Watching(key)
        | Change::Gone(key)
        | Change::Proposal(key)
        | Change::Clock(key)
        | Change::Chat(key, _)
        | Change::About(key)) = change;
        let Some(hosted) = self.rooms().of_key(key) else { return };
        let games = self.clone();
        tokio::spawn(async move {
            let done = match change {
                Change::Seats(_) => games.seats_again(&hosted).await,
                Change::Wish(_) => games.wish_again(&hosted).await,
                Change::Watching(_) => games.watched_again(&hosted).await,
                Change::Gone(_) => {
                    games.rooms().forget(&hosted);
                    Ok(())
                }
                Change::Proposal(_) => games.proposal_again(&hosted).await,
                Change::Clock(_) => games.clock_again(&hosted).await,
                Change::Chat(_, n) => games.chat_again(&hosted, n).await,
                Change::About(_) => games.about_again(&hosted).await,
            };
            told(&hosted, done);
        });
    }

    async fn follow(self, hosted: Arc<HostedGame>) {
        told(&hosted, self.catch_up(&hosted).await);
    }

    /// What other servers changed while a game was read from the disk was told before it was here to hear it.
    pub(crate) async fn read_again(&self, hosted: &HostedGame) -> Result<(), Error> {
        if self.store().base().is_shared() {
            self.seats_again(hosted).await?;
        }
        self.about_again(hosted).await
    }

    /// The line to the database was cut for a while: everything may have changed.
    async fn look_again(self, hosted: Arc<HostedGame>) {
        told(&hosted, self.catch_up(&hosted).await);
        told(&hosted, self.seats_again(&hosted).await);
        told(&hosted, self.proposal_again(&hosted).await);
        told(&hosted, self.clock_again(&hosted).await);
        told(&hosted, self.about_again(&hosted).await);
    }

    /// Carries out here what other servers have carried out, tells everybody who listens, and wakes the computer player.
    pub(crate) async fn catch_up(&self, hosted: &Arc<HostedGame>) -> Result<(), Error> {
        let Some(mut locked) = hosted.lock_if_there().await else { return Ok(()) };
        if locked.catch_up(self.store()).await? {
            self.wake_computer(hosted, &mut locked);
        }
        Ok(())
    }

    async fn seats_again(&self, hosted: &HostedGame) -> Result<(), Error> {
        let reading = hosted.reading.lock().await;
        let changed = hosted.seats_are(self.store().seats(hosted.row.key).await?);
        drop(reading);
        if changed && let Some(mut locked) = hosted.lock_if_there().await {
            locked.tell(Vec::new(), None);
        }
        Ok(())
    }

    async fn wish_again(&self, hosted: &HostedGame) -> Result<(), Error> {
        let Some(mut locked) = hosted.lock_if_there().await else { return Ok(()) };
        if locked.wish_again(self.store()).await? {
            locked.tell(Vec::new(), None);
        }
        Ok(())
    }

    async fn proposal_again(&self, hosted: &HostedGame) -> Result<(), Error> {
        let Some(mut locked) = hosted.lock_if_there().await else { return Ok(()) };
        if locked.proposal_again(self.store()).await? {
            locked.tell(Vec::new(), None);
        }
        Ok(())
    }

    async fn clock_again(&self, hosted: &Arc<HostedGame>) -> Result<(), Error> {
        let Some(mut locked) = hosted.lock_if_there().await else { return Ok(()) };
        let before = locked.timing();
        locked.timing_again(self.store()).await?;
        if locked.timing() == before {
            return Ok(());
        }
        locked.tell(Vec::new(), None);
        self.wake_computer(hosted, &mut locked);
        Ok(())
    }

    /// What others have done by now is seen by whoever looks.
    pub(crate) async fn freshen(&self, hosted: &Arc<HostedGame>) -> Result<(), Error> {
        if !self.store().base().is_shared() {
            return Ok(());
        }
        let length = self.store().base().length(hosted.row.key).await?;
        if hosted.moment.load(Ordering::Relaxed) < length { self.catch_up(hosted).await } else { Ok(()) }
    }

    /// As [`Games::enter`], for somebody who knows the game as it was at `seq`: only who knows more than this server makes it
    /// look.
    pub(crate) async fn enter_at(
        &self,
        id: &str,
        token: Option<&Token>,
        seq: u64,
    ) -> Result<(Arc<HostedGame>, crate::Access), Error> {
        let hosted = self.game(id).await?;
        if hosted.moment.load(Ordering::Relaxed) < seq {
            self.freshen(&hosted).await?;
        }
        let (access, _) = self.admit(&hosted, token).await?;
        Ok((hosted, access))
    }

    /// Takes computer players over whose server has died, until this one stops.
    pub(crate) async fn take_over(self) {
        let mut closing = self.closing();
        loop {
            tokio::select! {
                () = tokio::time::sleep(LOOK) => {}
                _ = closing.wait_for(|closing| *closing) => return,
            }
            for hosted in self.rooms().all() {
                let looked_at = hosted.is_attended(self.settings().attended);
                if looked_at && hosted.officer_of(Seats::BOTH).is_some() {
                    told(&hosted, self.wake_if_asked(&hosted).await);
                }
            }
        }
    }
}

fn told(hosted: &HostedGame, done: Result<(), Error>) {
    if let Err(why) = done {
        tracing::error!(game = hosted.row.id, %why, "what another server did could not be followed");
    }
}
