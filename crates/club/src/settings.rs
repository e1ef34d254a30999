//! What the owner of a server decides about its people.

use url::Url;

use crate::mail::{Post, Unset};

/// Who may become a member.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Registration {
    #[default]
    Open,
    /// Whoever was given a word by a member.
    Invitation,
    Off,
}

impl Registration {
    pub fn word(self) -> &'static str {
        match self {
            Registration::Open => "open",
            Registration::Invitation => "invitation",
            Registration::Off => "off",
        }
    }
}

#[derive(Clone)]
pub struct Settings {
    /// The address by which browsers know the server: it stands in letters, and passkeys are tied to it.
    pub public: Url,
    pub registration: Registration,
    /// Who becomes the owner when he registers, as long as there is none.
    pub owner: Option<String>,
    /// Whether somebody without a name of his own may begin and join games.
    pub guests: bool,
    pub post: Option<Post>,
    /// Whether push services and hooks may be on this machine and its network.
    pub local: bool,
    /// Seconds that a notice waits for others.
    pub gather: i64,
}

/// Never with the password of the mail server.
impl std::fmt::Debug for Settings {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Settings({}, {})", self.public, self.registration.word())
    }
}

impl Settings {
    /// The usual ones for a server at this address.
    pub fn at(public: Url) -> Settings {
        Settings {
            public,
            registration: Registration::Open,
            owner: None,
            guests: true,
            post: None,
            local: false,
            gather: crate::notices::policy::GATHER,
        }
    }

    /// Letters go through this server.
    ///
    /// # Errors
    /// The settings cannot be read.
    pub fn with_mail(mut self, server: &str, from: &str) -> Result<Settings, Unset> {
        self.post = Some(Post::new(server, from, &self.public)?);
        Ok(self)
    }

    /// The address of a page.
    pub fn link(&self, path: &str) -> String {
        format!("{}{path}", self.public.as_str().trim_end_matches('/'))
    }
}

impl Default for Settings {
    fn default() -> Settings {
        Settings::at(Url::parse("http://localhost:1863/").expect("an address"))
    }
}
