//! Web Push: telling a browser something while its page is closed.

pub mod seal;
mod vapid;

pub use seal::Reader;
pub use vapid::Vapid;

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD as BASE64;
use http::{Method, Request, Uri};
use serde::Deserialize;
use sha2::{Digest, Sha256};

use crate::courier::{Courier, Undelivered};

/// How long a push service keeps a message for a browser that is away, in seconds: who was away longer finds his
/// games in the lobby.
const KEPT_FOR: u32 = 3 * 24 * 3600;

/// What `PushSubscription.toJSON()` of a browser tells.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Subscription {
    pub endpoint: String,
    pub keys: Keys,
}

#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "PushKeys"))]
pub struct Keys {
    pub p256dh: String,
    pub auth: String,
}

impl Subscription {
    /// Where to send, and for whom to seal.
    ///
    /// # Errors
    /// What is wrong with it, in words.
    pub fn read(&self) -> Result<(Uri, Reader), &'static str> {
        if self.endpoint.len() > 1_000 {
            return Err("the address of the push service is too long");
        }
        let uri: Uri = self.endpoint.parse().map_err(|_| "the address of the push service cannot be read")?;
        let decoded = |text: &str| BASE64.decode(text.trim_end_matches('=')).ok();
        let key = decoded(&self.keys.p256dh).and_then(|bytes| bytes.try_into().ok());
        let auth = decoded(&self.keys.auth).and_then(|bytes| bytes.try_into().ok());
        let reader = Reader {
            key: key.ok_or("the browser's key `p256dh` cannot be read")?,
            auth: auth.ok_or("the browser's secret `auth` cannot be read")?,
        };
        match seal::seal(b"", &reader) {
            Some(_) => Ok((uri, reader)),
            None => Err("the browser's key `p256dh` is no key"),
        }
    }
}

/// A message to one browser. Of two with the same topic that wait at the push service only the later is delivered.
pub struct Message<'a> {
    pub text: &'a str,
    pub topic: &'a str,
}

/// Sends a message; [`Undelivered::Gone`] if the browser wants no more.
///
/// # Errors
/// It was not taken.
pub async fn send(
    courier: &Courier,
    vapid: &Vapid,
    subscription: &Subscription,
    message: &Message<'_>,
    now: i64,
) -> Result<(), Undelivered> {
    let (uri, reader) = subscription.read().map_err(|why| Undelivered::Refused(why.to_owned()))?;
    let sealed = seal::seal(message.text.as_bytes(), &reader);
    let sealed = sealed.ok_or_else(|| Undelivered::Refused("the message cannot be sealed".into()))?;
    let request = Request::builder()
        .method(Method::POST)
        .header("authorization", vapid.authorization(&uri, now))
        .header("content-encoding", "aes128gcm")
        .header("content-type", "application/octet-stream")
        .header("ttl", KEPT_FOR)
        .header("urgency", "normal")
        .header("topic", topic(message.topic))
        .uri(uri)
        .body(sealed);
    courier.send(request.map_err(|why| Undelivered::Refused(why.to_string()))?).await
}

/// At most 32 letters of base64, whatever the topic is called.
fn topic(word: &str) -> String {
    BASE64.encode(&Sha256::digest(word.as_bytes())[..24])
}

#[cfg(test)]
mod tests {
    use super::*;

    pub fn subscription(endpoint: &str) -> Subscription {
        let keys = Keys {
            p256dh: BASE64.encode(seal::point(&seal::fresh().public_key())),
            auth: BASE64.encode([7; 16]),
        };
        Subscription { endpoint: endpoint.to_owned(), keys }
    }

    #[test]
    fn a_topic_fits_its_header() {
        assert_eq!(topic("game-1").len(), 32);
        assert_ne!(topic("game-1"), topic("game-2"));
    }

    #[test]
    fn what_a_browser_tells_is_judged_before_it_is_kept() {
        let good = subscription("https://push.example/1");
        assert!(good.read().is_ok());
        let with = |p256dh: &str, auth: &str| {
            let keys = Keys { p256dh: p256dh.into(), auth: auth.into() };
            Subscription { keys, ..good.clone() }.read()
        };
        assert!(with("", &good.keys.auth).unwrap_err().contains("p256dh"));
        assert!(with(&good.keys.p256dh, "AAAA").unwrap_err().contains("auth"));
        assert!(with(&BASE64.encode([9; 65]), &good.keys.auth).unwrap_err().contains("no key"));
        assert!(Subscription { endpoint: "push here".into(), ..good.clone() }.read().is_err());
    }
}
