//! A club on a file of its own, a mail server and a push service that keep what they are sent.
#![allow(dead_code, reason = "every test file uses a part of it")]

use std::sync::Arc;

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD as BASE64;
use club::people::{Newcomer, Person};
use club::push::{Keys, Subscription, seal};
use club::token::Token;
use club::{Club, Settings};
use store::{Options, Place, Store};
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{Mutex, mpsc};

pub struct House {
    pub club: Club,
    pub store: Store,
    _folder: tempfile::TempDir,
}

impl House {
    pub async fn with(settings: Settings) -> House {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::open(&Place::File(folder.path().join("games.db")), Options::default()).unwrap();
        let club = Club::new(store.clone(), settings);
        House { club, store, _folder: folder }
    }

    pub async fn new() -> House {
        House::with(Settings::default()).await
    }

    pub async fn member(&self, name: &str) -> (Person, Token) {
        let new = Newcomer { name: name.into(), device: "Test".into(), ..Newcomer::default() };
        self.club.register(new).await.unwrap()
    }

    /// Runs a statement behind the club's back.
    pub async fn sql(&self, text: &'static str) {
        self.store.write(move |sql| sql.execute(text, &[])).await.unwrap();
    }
}

/// A mail server: every letter whole, as it came.
pub struct PostOffice {
    pub address: String,
    letters: Mutex<mpsc::UnboundedReceiver<String>>,
}

impl PostOffice {
    pub async fn open() -> PostOffice {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = format!("smtp://{}", listener.local_addr().unwrap());
        let (sender, letters) = mpsc::unbounded_channel();
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                tokio::spawn(talk(stream, sender.clone()));
            }
        });
        PostOffice { address, letters: Mutex::new(letters) }
    }

    pub async fn letter(&self) -> String {
        let next = async { self.letters.lock().await.recv().await.unwrap() };
        tokio::time::timeout(std::time::Duration::from_secs(20), next).await.expect("a letter")
    }

    pub async fn is_empty(&self) -> bool {
        self.letters.lock().await.try_recv().is_err()
    }
}

async fn talk(stream: TcpStream, letters: mpsc::UnboundedSender<String>) {
    let mut stream = BufReader::new(stream);
    let mut line = String::new();
    stream.get_mut().write_all(b"220 test\r\n").await.unwrap();
    loop {
        line.clear();
        if stream.read_line(&mut line).await.unwrap_or(0) == 0 {
            return;
        }
        let word = line.split_whitespace().next().unwrap_or_default().to_uppercase();
        let answer = match word.as_str() {
            "DATA" => {
                stream.get_mut().write_all(b"354 go on\r\n").await.unwrap();
                let mut letter = String::new();
                loop {
                    line.clear();
                    stream.read_line(&mut line).await.unwrap();
                    if line == ".\r\n" {
                        break;
                    }
                    letter.push_str(&line);
                }
                letters.send(letter).unwrap();
                "250 kept"
            }
            "QUIT" => "221 bye",
            _ => "250 yes",
        };
        stream.get_mut().write_all(format!("{answer}\r\n").as_bytes()).await.unwrap();
    }
}

/// The link in a letter, lines put together again.
pub fn link(letter: &str) -> String {
    let text = letter.replace("=\r\n", "").replace("=3D", "=");
    let from = text.find("http").expect("a link");
    text[from..].split_whitespace().next().unwrap().to_owned()
}

/// The word after the hash of a link.
pub fn word(link: &str) -> Token {
    Token::read(link.split_once('#').unwrap().1)
}

/// A request as a push service or a hook sees it.
#[derive(Clone, Debug)]
pub struct Heard {
    pub head: String,
    pub body: Vec<u8>,
}

/// A push service, or whatever else takes requests: answers with the head it is told.
pub struct Service {
    pub address: String,
    heard: Mutex<mpsc::UnboundedReceiver<Heard>>,
    pub answer: Arc<std::sync::Mutex<&'static str>>,
}

impl Service {
    pub async fn open() -> Service {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = format!("http://{}", listener.local_addr().unwrap());
        let (sender, heard) = mpsc::unbounded_channel();
        let answer = Arc::new(std::sync::Mutex::new("201 Created"));
        let answered = answer.clone();
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                let mut stream = BufReader::new(stream);
                let mut head = String::new();
                while !head.ends_with("\r\n\r\n") {
                    stream.read_line(&mut head).await.unwrap();
                }
                let length = head.lines().find_map(|l| l.strip_prefix("content-length: ")?.parse().ok());
                let mut body = vec![0; length.unwrap_or(0)];
                stream.read_exact(&mut body).await.unwrap();
                let status = *answered.lock().unwrap();
                let reply = format!("HTTP/1.1 {status}\r\ncontent-length: 0\r\n\r\n");
                stream.get_mut().write_all(reply.as_bytes()).await.unwrap();
                sender.send(Heard { head, body }).unwrap();
            }
        });
        Service { address, heard: Mutex::new(heard), answer }
    }

    pub async fn heard(&self) -> Heard {
        let next = async { self.heard.lock().await.recv().await.unwrap() };
        tokio::time::timeout(std::time::Duration::from_secs(20), next).await.expect("a request")
    }

    pub async fn is_silent(&self) -> bool {
        self.heard.lock().await.try_recv().is_err()
    }
}

/// A browser that takes push messages.
pub struct Browser {
    key: p256::SecretKey,
    auth: [u8; 16],
    pub told: Subscription,
}

impl Browser {
    pub fn at(endpoint: String) -> Browser {
        let (key, auth) = (seal::fresh(), [5; 16]);
        let keys = Keys { p256dh: BASE64.encode(seal::point(&key.public_key())), auth: BASE64.encode(auth) };
        Browser { key, auth, told: Subscription { endpoint, keys } }
    }

    pub fn opens(&self, heard: &Heard) -> serde_json::Value {
        let text = seal::open(&heard.body, &self.key, self.auth).expect("sealed for this browser");
        serde_json::from_slice(&text).unwrap()
    }
}
