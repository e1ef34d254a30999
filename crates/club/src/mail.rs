//! Sending letters by SMTP.

use std::time::Duration;

use lettre::message::header::{Header, HeaderName, HeaderValue};
use lettre::message::{Mailbox, MultiPart};
use lettre::transport::smtp::extension::ClientId;
use lettre::{Address, AsyncSmtpTransport, AsyncTransport, Message, Tokio1Executor};
use url::Url;

use crate::courier::Undelivered;
use crate::letter::Letter;
use crate::token::word;

/// How long the mail server may take over a letter.
const PATIENCE: Duration = Duration::from_secs(10);

/// The way to the mail server.
#[derive(Clone)]
pub struct Post {
    transport: AsyncSmtpTransport<Tokio1Executor>,
    from: Mailbox,
    /// The name under which we speak to mail servers and number our letters.
    host: String,
}

/// What is wrong with the settings of the mail.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Unset {
    #[error("expected an address as smtp://NAME:PASSWORD@HOST:587?tls=required: {0}")]
    Server(String),
    #[error("expected the sender of letters as `Name <name@example.org>`: {0}")]
    From(String),
}

impl Post {
    /// `server` as `smtp://name:password@host:587?tls=required`, `smtps://...` or, inside a machine, `smtp://host:25`.
    ///
    /// # Errors
    /// It cannot be read.
    pub fn new(server: &str, from: &str, public: &Url) -> Result<Post, Unset> {
        let told = |why: &dyn ToString| Unset::Server(why.to_string());
        if !server.starts_with("smtp://") && !server.starts_with("smtps://") {
            return Err(told(&"it begins with smtp:// or smtps://"));
        }
        let host = public.host_str().unwrap_or("localhost").to_owned();
        let transport = AsyncSmtpTransport::<Tokio1Executor>::from_url(server)
            .map_err(|why| told(&why))?
            .timeout(Some(PATIENCE))
            .hello_name(ClientId::Domain(host.clone()))
            .build();
        let from = from.parse::<Mailbox>().map_err(|why| Unset::From(why.to_string()))?;
        Ok(Post { transport, from, host })
    }

    /// The address letters come from, for whoever wants to complain.
    pub fn sender(&self) -> &Address {
        &self.from.email
    }

    /// Sends a letter; `stop` is where the reader can say that he wants no more.
    ///
    /// # Errors
    /// It was not taken.
    pub async fn send(&self, to: &str, letter: &Letter, stop: Option<&str>) -> Result<(), Undelivered> {
        let message = self.message(to, letter, stop).map_err(Undelivered::Refused)?;
        match self.transport.send(message).await {
            Ok(_) => Ok(()),
            Err(why) if why.is_permanent() => Err(Undelivered::Refused(why.to_string())),
            Err(why) => Err(Undelivered::Later { why: why.to_string(), after: None }),
        }
    }

    fn message(&self, to: &str, letter: &Letter, stop: Option<&str>) -> Result<Message, String> {
        let to: Address = to.parse().map_err(|_| "the mail address cannot be read".to_owned())?;
        let mut message = Message::builder()
            .from(self.from.clone())
            .to(to.into())
            .subject(&letter.subject)
            .message_id(Some(format!("<{}@{}>", word::<24>(), self.host)))
            .date_now()
            .header(AutoSubmitted);
        if let Some(stop) = stop {
            message = message.header(Unsubscribe(format!("<{stop}>")));
        }
        let parts = MultiPart::alternative_plain_html(letter.text.clone(), letter.html.clone());
        message.multipart(parts).map_err(|why| why.to_string())
    }
}

/// Whether this is a mail address that letters can be sent to; the address as it is kept.
///
/// # Errors
/// Why not.
pub fn read_address(text: &str) -> Result<String, &'static str> {
    let text = text.trim();
    if text.len() > 254 {
        return Err("the mail address is too long");
    }
    let address: Address = text.parse().map_err(|_| "this is no mail address")?;
    Ok(format!("{}@{}", address.user(), address.domain().to_lowercase()))
}

/// Nobody's "I am away" is an answer to it.
#[derive(Clone)]
struct AutoSubmitted;

impl Header for AutoSubmitted {
    fn name() -> HeaderName {
        HeaderName::new_from_ascii_str("Auto-Submitted")
    }
    fn parse(_: &str) -> Result<Self, Box<dyn std::error::Error + Send + Sync>> {
        Ok(AutoSubmitted)
    }
    fn display(&self) -> HeaderValue {
        HeaderValue::new(Self::name(), "auto-generated".to_owned())
    }
}

#[derive(Clone)]
struct Unsubscribe(String);

impl Header for Unsubscribe {
    fn name() -> HeaderName {
        HeaderName::new_from_ascii_str("List-Unsubscribe")
    }
    fn parse(text: &str) -> Result<Self, Box<dyn std::error::Error + Send + Sync>> {
        Ok(Unsubscribe(text.to_owned()))
    }
    fn display(&self) -> HeaderValue {
        HeaderValue::new(Self::name(), self.0.clone())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn post() -> Post {
        let public = Url::parse("https://table.example/").unwrap();
        Post::new("smtp://127.0.0.1:2525", "The table <table@example.org>", &public).unwrap()
    }

    #[test]
    fn a_letter_has_a_number_of_this_server_and_both_forms() {
        let letter =
            Letter::with_link("Zoë's seat", "Come in.", "Come in", "https://table.example/in#x", "Bye.");
        let sent = post().message("ann@example.org", &letter, Some("https://table.example/me")).unwrap();
        let text = String::from_utf8(sent.formatted()).unwrap();
        let id = text.lines().find(|line| line.starts_with("Message-ID:")).unwrap();
        assert!(id.ends_with("@table.example>"), "{id}");
        assert!(text.contains("text/plain") && text.contains("text/html"), "{text}");
        assert!(text.contains("Auto-Submitted: auto-generated"), "{text}");
        assert!(text.contains("List-Unsubscribe: <https://table.example/me>"), "{text}");
    }

    #[test]
    fn settings_that_cannot_be_read_are_told() {
        let public = Url::parse("https://table.example/").unwrap();
        let told =
            |server: &str, from: &str| Post::new(server, from, &public).err().map(|why| why.to_string());
        assert!(told("imap://host", "a@b.example").unwrap().contains("smtp://"));
        assert!(told("smtp://host:25", "nobody").unwrap().contains("sender"));
        assert_eq!(told("smtps://me:word@host:465", "a@b.example"), None);
        assert_eq!(told("smtp://me:word@host:587?tls=required", "A B <a@b.example>"), None);
    }

    #[test]
    fn addresses_are_read_as_they_are_written_to() {
        assert_eq!(read_address(" Ann@Example.ORG ").unwrap(), "Ann@example.org");
        for wrong in ["", "ann", "ann@", "@example.org", "ann@example.org\nBcc: all@example.org", "a b@c.d"] {
            assert!(read_address(wrong).is_err(), "{wrong}");
        }
    }
}
