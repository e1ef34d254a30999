//! Who we are, to push services: a signed word for each of them (RFC 8292).

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD as BASE64;
use http::Uri;
use p256::SecretKey;
use p256::ecdsa::signature::Signer;
use p256::ecdsa::{Signature, SigningKey};
use serde_json::json;

use super::seal::{fresh, point};

/// How long a word is good for; services take at most a day.
const GOOD_FOR: i64 = 12 * 3600;

/// The key pair of a server, made once: browsers tie their subscriptions to it.
#[derive(Clone)]
pub struct Vapid {
    key: SecretKey,
    /// Where the owner can be reached: `mailto:` or the address of the server.
    contact: String,
}

impl Vapid {
    /// The bytes of a new key, to be kept.
    pub fn new_key() -> [u8; 32] {
        fresh().to_bytes().into()
    }

    /// `None` if the bytes are no key.
    pub fn of(key: &[u8], contact: &str) -> Option<Vapid> {
        Some(Vapid { key: SecretKey::from_slice(key).ok()?, contact: contact.to_owned() })
    }

    /// What a browser wants to know before it subscribes.
    pub fn public(&self) -> String {
        BASE64.encode(point(&self.key.public_key()))
    }

    /// The header `authorization` for a push service.
    pub fn authorization(&self, endpoint: &Uri, now: i64) -> String {
        let claims = json!({ "aud": origin(endpoint), "exp": now + GOOD_FOR, "sub": self.contact });
        let part = |value: serde_json::Value| BASE64.encode(value.to_string());
        let said = format!("{}.{}", part(json!({ "typ": "JWT", "alg": "ES256" })), part(claims));
        let signature: Signature = SigningKey::from(&self.key).sign(said.as_bytes());
        format!("vapid t={said}.{}, k={}", BASE64.encode(signature.to_bytes()), self.public())
    }
}

/// Scheme, host and, where it is not the usual one, port.
fn origin(uri: &Uri) -> String {
    let (scheme, host) = (uri.scheme_str().unwrap_or("https"), uri.host().unwrap_or_default());
    match uri.port_u16() {
        Some(port) if !matches!((scheme, port), ("https", 443) | ("http", 80)) => {
            format!("{scheme}://{host}:{port}")
        }
        _ => format!("{scheme}://{host}"),
    }
}

#[cfg(test)]
mod tests {
    use p256::ecdsa::VerifyingKey;
    use p256::ecdsa::signature::Verifier;

    use super::*;

    #[test]
    fn the_audience_is_the_origin_with_its_port() {
        let of = |text: &str| origin(&text.parse().unwrap());
        assert_eq!(of("https://push.example:8443/send/1?x=2"), "https://push.example:8443");
        assert_eq!(of("https://push.example/send"), "https://push.example");
        assert_eq!(of("https://push.example:443/send"), "https://push.example");
    }

    #[test]
    fn the_word_is_signed_with_the_key_that_is_told() {
        let vapid = Vapid::of(&Vapid::new_key(), "mailto:owner@example.org").unwrap();
        let header = vapid.authorization(&"https://push.example:8443/1".parse().unwrap(), 1_000);
        let (token, key) = header.strip_prefix("vapid t=").unwrap().split_once(", k=").unwrap();
        assert_eq!(key, vapid.public());
        let (said, signature) = token.rsplit_once('.').unwrap();
        let key = VerifyingKey::from_sec1_bytes(&BASE64.decode(key).unwrap()).unwrap();
        let signature = Signature::from_slice(&BASE64.decode(signature).unwrap()).unwrap();
        key.verify(said.as_bytes(), &signature).unwrap();
        let claims = BASE64.decode(said.split_once('.').unwrap().1).unwrap();
        let claims: serde_json::Value = serde_json::from_slice(&claims).unwrap();
        assert_eq!(claims["aud"], "https://push.example:8443");
        assert_eq!((&claims["exp"], &claims["sub"]), (&json!(44_200), &json!("mailto:owner@example.org")));
    }

    #[test]
    fn a_key_that_is_kept_is_the_same_key() {
        let bytes = Vapid::new_key();
        assert_eq!(Vapid::of(&bytes, "").unwrap().public(), Vapid::of(&bytes, "").unwrap().public());
        assert!(Vapid::of(&[0; 32], "").is_none());
    }
}
