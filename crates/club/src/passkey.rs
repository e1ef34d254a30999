//! Passkeys (WebAuthn): a person proves himself with a key that his device keeps, and tells no word that could be stolen.
//!
//! A ceremony has two halves, which may be answered by two processes: what has to be remembered between them is handed
//! out as text, to be kept in the database.

use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use url::Url;
use uuid::Uuid;
use webauthn_rs::prelude::{
    DiscoverableAuthentication, Passkey, PasskeyRegistration, PublicKeyCredential,
    RegisterPublicKeyCredential, WebauthnError,
};
use webauthn_rs::{Webauthn, WebauthnBuilder};

/// Keys are tied to the name of the server: under another name they are not found any more.
#[derive(Clone)]
pub struct Passkeys(std::sync::Arc<Webauthn>);

/// Why a key was not taken.
#[derive(Debug, thiserror::Error)]
pub enum Refused {
    #[error("what the browser sent cannot be read: {0}")]
    Unreadable(#[from] serde_json::Error),
    #[error("this passkey was not accepted: {0}")]
    Key(#[from] WebauthnError),
}

/// The first half: what the browser gets, and what has to be remembered.
pub struct Begun {
    pub challenge: Value,
    pub state: String,
}

/// A key as it is kept: its id, and all there is to know of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Kept {
    pub id: String,
    pub body: String,
}

impl Passkeys {
    /// For the server at this address. `None` if browsers would not make keys for it: without https only for this machine.
    pub fn new(public: &Url) -> Option<Passkeys> {
        let host = public.host_str()?;
        let local = host == "localhost";
        if public.scheme() != "https" && !local {
            return None;
        }
        let builder = WebauthnBuilder::new(host, public).ok()?.rp_name("Hardtack").allow_any_port(local);
        Some(Passkeys(std::sync::Arc::new(builder.build().ok()?)))
    }

    /// Begins to make a key for a person; those he has are not made again on the same device.
    ///
    /// # Errors
    /// His keys cannot be read.
    pub fn begin(&self, person: &str, name: &str, has: &[Kept]) -> Result<Begun, Refused> {
        let has: Result<Vec<Passkey>, _> = has.iter().map(|key| serde_json::from_str(&key.body)).collect();
        let known = has?.iter().map(|key| key.cred_id().clone()).collect();
        let begun = self.0.start_passkey_registration(handle(person), name, name, Some(known))?;
        let mut challenge = serde_json::to_value(begun.0)?;
        // The device has to remember whose key it is: he comes back without telling his name.
        let wanted = &mut challenge["publicKey"]["authenticatorSelection"];
        wanted["residentKey"] = json!("required");
        wanted["requireResidentKey"] = json!(true);
        Ok(Begun { challenge, state: serde_json::to_string(&begun.1)? })
    }

    /// The key that the browser made.
    ///
    /// # Errors
    /// It is not the one that was asked for.
    pub fn finish(&self, state: &str, answer: Value) -> Result<Kept, Refused> {
        let state: PasskeyRegistration = serde_json::from_str(state)?;
        let answer: RegisterPublicKeyCredential = serde_json::from_value(answer)?;
        kept(&self.0.finish_passkey_registration(&answer, &state)?)
    }

    /// Begins to let somebody in, whoever he is.
    ///
    /// # Errors
    /// None that a person could cause.
    pub fn begin_entry(&self) -> Result<Begun, Refused> {
        let begun = self.0.start_discoverable_authentication()?;
        Ok(Begun { challenge: serde_json::to_value(begun.0)?, state: serde_json::to_string(&begun.1)? })
    }

    /// The id of the key that an answer is by.
    ///
    /// # Errors
    /// It cannot be read.
    pub fn whose(answer: &Value) -> Result<String, Refused> {
        let answer: PublicKeyCredential = serde_json::from_value(answer.clone())?;
        Ok(id(answer.get_credential_id()))
    }

    /// Whether the answer proves the key of this person; the key as it is to be kept from now on.
    ///
    /// # Errors
    /// It does not.
    pub fn finish_entry(
        &self,
        state: &str,
        answer: Value,
        person: &str,
        key: &Kept,
    ) -> Result<Kept, Refused> {
        let state: DiscoverableAuthentication = serde_json::from_str(state)?;
        let answer: PublicKeyCredential = serde_json::from_value(answer)?;
        let (told, _) = self.0.identify_discoverable_authentication(&answer)?;
        if told != handle(person) {
            return Err(Refused::Key(WebauthnError::InvalidUserUniqueId));
        }
        let mut key: Passkey = serde_json::from_str(&key.body)?;
        let proved = self.0.finish_discoverable_authentication_v2(&answer, state, &key)?;
        key.update_credential(&proved);
        kept(&key)
    }
}

/// What devices know a person by: his id, in their form.
fn handle(person: &str) -> Uuid {
    let hash = Sha256::digest(format!("passkey {person}").as_bytes());
    let mut bytes = [0; 16];
    bytes.copy_from_slice(&hash[..16]);
    Uuid::from_bytes(bytes)
}

fn kept(key: &Passkey) -> Result<Kept, Refused> {
    Ok(Kept { id: id(key.cred_id()), body: serde_json::to_string(key)? })
}

fn id(bytes: impl AsRef<[u8]>) -> String {
    use base64::Engine;
    base64::engine::general_purpose::URL_SAFE_NO_PAD.encode(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(address: &str) -> Option<Passkeys> {
        Passkeys::new(&Url::parse(address).unwrap())
    }

    #[test]
    fn browsers_make_keys_for_https_and_for_this_machine() {
        assert!(at("https://table.example/").is_some() && at("http://localhost:1863/").is_some());
        assert!(at("http://table.example/").is_none() && at("http://192.168.1.5:1863/").is_none());
    }

    #[test]
    fn a_key_is_asked_for_that_the_device_remembers() {
        let begun = at("https://table.example/").unwrap().begin("person1", "Ann", &[]).unwrap();
        let asked = &begun.challenge["publicKey"];
        assert_eq!(asked["authenticatorSelection"]["residentKey"], "required");
        assert_eq!(asked["rp"]["id"], "table.example");
        assert_eq!(asked["user"]["name"], "Ann");
        assert!(begun.state.len() < 2_000, "{}", begun.state.len());
        let entry = at("https://table.example/").unwrap().begin_entry().unwrap();
        assert_eq!(entry.challenge["publicKey"]["rpId"], "table.example");
    }

    #[test]
    fn nonsense_is_refused() {
        let passkeys = at("http://localhost:1863/").unwrap();
        let begun = passkeys.begin("person1", "Ann", &[]).unwrap();
        assert!(matches!(passkeys.finish(&begun.state, json!({"id": 1})), Err(Refused::Unreadable(_))));
        assert!(passkeys.finish("{}", json!({})).is_err());
        assert!(Passkeys::whose(&json!(null)).is_err());
    }
}
