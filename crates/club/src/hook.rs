//! Telling another program: a channel of Discord, a room of Matrix, or whatever reads JSON.

use http::header::{AUTHORIZATION, CONTENT_TYPE};
use http::{Method, Request};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::courier::{Courier, Undelivered};
use crate::letter::{Telling, escaped};
use crate::token::word;

/// What is at the other end.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum HookKind {
    Discord,
    Matrix,
    Json,
}

impl HookKind {
    pub const ALL: [HookKind; 3] = [HookKind::Discord, HookKind::Matrix, HookKind::Json];

    pub fn word(self) -> &'static str {
        match self {
            HookKind::Discord => "discord",
            HookKind::Matrix => "matrix",
            HookKind::Json => "json",
        }
    }

    pub fn read(word: &str) -> Option<HookKind> {
        HookKind::ALL.into_iter().find(|kind| kind.word() == word)
    }
}

/// A hook of a person. Of Matrix the address is that of sending into a room,
/// `https://HOST/_matrix/client/v3/rooms/ROOM/send/m.room.message`, and the secret an access token.
#[derive(Clone, PartialEq, Eq)]
pub struct Hook {
    pub kind: HookKind,
    pub address: String,
    /// Said as `Authorization: Bearer`, where the other end wants one.
    pub secret: Option<String>,
}

/// Sends what there is to tell.
///
/// # Errors
/// It was not taken.
pub async fn send(courier: &Courier, hook: &Hook, telling: &Telling) -> Result<(), Undelivered> {
    let refused = |why: &dyn ToString| Undelivered::Refused(why.to_string());
    // Matrix wants a number for each message, so that one sent twice is shown once.
    let (method, address) = match hook.kind {
        HookKind::Matrix => (Method::PUT, format!("{}/{}", hook.address.trim_end_matches('/'), word::<16>())),
        HookKind::Discord | HookKind::Json => (Method::POST, hook.address.clone()),
    };
    let uri = courier.judge(&address).map_err(|why| refused(&why))?;
    let mut request = Request::builder().method(method).uri(uri).header(CONTENT_TYPE, "application/json");
    if let Some(secret) = &hook.secret {
        request = request.header(AUTHORIZATION, format!("Bearer {secret}"));
    }
    let body = body(hook.kind, telling).to_string().into_bytes();
    courier.send(request.body(body).map_err(|why| refused(&why))?).await
}

fn body(kind: HookKind, telling: &Telling) -> Value {
    match kind {
        // Names are chosen by people: nobody is called by "@everyone".
        HookKind::Discord => json!({
            "content": clipped(&telling.text(), 2_000), "allowed_mentions": { "parse": [] },
        }),
        HookKind::Matrix => json!({
            "msgtype": "m.text",
            "body": telling.text(),
            "format": "org.matrix.custom.html",
            "formatted_body": telling.items.iter().map(item).collect::<String>(),
        }),
        HookKind::Json => json!({ "title": telling.title, "text": telling.text(), "notices": telling.items }),
    }
}

fn item(item: &crate::letter::Item) -> String {
    format!(
        "<p>{} <a href=\"{}\">{}</a></p>",
        escaped(&item.words),
        escaped(&item.link),
        escaped(&item.title)
    )
}

fn clipped(text: &str, most: usize) -> String {
    text.chars().take(most).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::letter::Item;

    fn telling() -> Telling {
        let item = |title: &str| Item {
            kind: "your-turn".into(),
            title: title.into(),
            words: "It is your turn: <Ann> has moved.".into(),
            link: "https://table.example/game/abc?n=4".into(),
        };
        Telling { title: "Your turn".into(), items: vec![item("Shiloh"), item("Perryville")] }
    }

    #[test]
    fn every_end_gets_its_own_form() {
        let discord = body(HookKind::Discord, &telling());
        assert!(discord["content"].as_str().unwrap().contains("https://table.example/game/abc?n=4"));
        assert_eq!(discord["allowed_mentions"]["parse"], json!([]));
        let matrix = body(HookKind::Matrix, &telling());
        assert_eq!(matrix["msgtype"], "m.text");
        assert!(matrix["formatted_body"].as_str().unwrap().contains("&lt;Ann&gt;"));
        let plain = body(HookKind::Json, &telling());
        assert_eq!(
            (&plain["title"], &plain["notices"][1]["title"]),
            (&json!("Your turn"), &json!("Perryville"))
        );
    }

    #[test]
    fn words_lead_back() {
        for kind in HookKind::ALL {
            assert_eq!(HookKind::read(kind.word()), Some(kind));
        }
        assert_eq!(HookKind::read("fax"), None);
    }
}
