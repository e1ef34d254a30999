//! What an owner of a server may decide. `hardtack serve --help` and docs/hosting.md tell the same.

use std::time::Duration;

use crate::{Time, Token};

/// The limits of a server. The usual ones suit a table at home as well as a club.
#[derive(Clone, Debug)]
pub struct Settings {
    /// How long an order waits while another program writes the file of the games.
    pub lock_wait: Duration,
    /// How long a client may take to send the head of a request, and how long a connection may be idle.
    pub head_time: Duration,
    /// How long a client may take to send the body of a request.
    pub body_time: Duration,
    /// How long a client may take to read anything of an answer.
    pub write_time: Duration,
    /// The largest body of a request, in bytes.
    pub body_bytes: usize,
    /// Connections at once, in all and from one address (of IPv6, one network).
    pub connections: usize,
    pub connections_per_address: usize,
    /// Streams of news at once, in all and of one game.
    pub streams: usize,
    pub streams_per_game: usize,
    /// Requests with orders a minute by one seat, and questions; ten times as many from one address. 0: as many as he
    /// likes. Twice as many may come at once, here and below.
    pub orders_per_minute: u32,
    pub questions_per_minute: u32,
    /// New games a minute from one address.
    pub games_per_minute: u32,
    /// The same by one member, whatever his seats and devices; 0: as many as he likes.
    pub orders_per_person: u32,
    pub questions_per_person: u32,
    pub games_per_person: u32,
    /// Lines of chat a minute by one member or seat, and messages: members who are asked to play, reports.
    pub chat_per_minute: u32,
    pub messages_per_minute: u32,
    /// The most seconds a computer player may think about one decision.
    pub think_seconds: f64,
    /// Computer players go on while somebody streams the news of their game or looked at it so long ago.
    pub attended: Duration,
    /// Games kept in memory, and the memory of the whole process beyond which the oldest of them are put away.
    pub games_in_memory: usize,
    pub memory_bytes: u64,
    /// Games that nobody looked at for so long are put away.
    pub put_away: Duration,
    /// Games in which nobody ever gave an order are forgotten after so long; zero: never.
    pub forget_unplayed: Duration,
    /// Names by which the server may be called, beside addresses and `localhost`; `*`: any.
    pub hosts: Vec<String>,
    /// Whether a proxy stands before the server and says in `X-Forwarded-For` whom it speaks for.
    pub proxy: bool,
    /// Who may write own scenarios.
    pub uploads: Uploads,
    /// Who may have a name here, and how people are reached.
    pub people: club::Settings,
    /// Computer players go on by themselves, for a person who waits, in games in which something happened so lately; zero:
    /// only while somebody looks.
    pub go_on: Duration,
    /// The time of day by which players' clocks go.
    pub time: Time,
}

/// Who may write own scenarios.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub enum Uploads {
    #[default]
    Nobody,
    /// Whoever can reach the server: nobody but this machine.
    Anybody,
    /// Who says this word.
    With(Token),
}

impl Default for Settings {
    fn default() -> Self {
        let (minute, day) = (Duration::from_secs(60), Duration::from_secs(24 * 3600));
        Settings {
            lock_wait: Duration::from_secs(5),
            head_time: Duration::from_secs(20),
            body_time: Duration::from_secs(20),
            write_time: Duration::from_secs(30),
            body_bytes: 128 * 1024,
            connections: 4_096,
            connections_per_address: 256,
            streams: 4_096,
            streams_per_game: 1_000,
            orders_per_minute: 600,
            questions_per_minute: 600,
            games_per_minute: 60,
            orders_per_person: 1_200,
            questions_per_person: 1_200,
            games_per_person: 20,
            chat_per_minute: 30,
            messages_per_minute: 10,
            think_seconds: 60.0,
            attended: 2 * minute,
            games_in_memory: 20_000,
            memory_bytes: 1 << 30,
            put_away: 30 * minute,
            forget_unplayed: 30 * day,
            hosts: Vec::new(),
            proxy: false,
            uploads: Uploads::Nobody,
            people: club::Settings::default(),
            go_on: 14 * day,
            time: Time::default(),
        }
    }
}
