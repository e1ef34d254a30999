//! What the owner of a server decides about its people.

use std::net::SocketAddr;

use club::{Registration, Settings};
use url::Url;

use crate::usage::wrong_line;

/// Who may have a name here, and how people are reached.
#[derive(clap::Args)]
#[command(next_help_heading = "People")]
pub struct People {
    /// The address by which browsers know the server, as https://table.example.org: it stands in letters, and passkeys are
    /// tied to it [default: http://localhost and the port]
    #[arg(long, value_name = "URL")]
    public_url: Option<String>,
    /// Who may take a name: anybody, who was invited by a member, or nobody any more
    #[arg(long, value_enum, value_name = "WHO", default_value_t = Who::Open)]
    registration: Who,
    /// Who is the owner of the server once he takes this name, as long as there is none
    #[arg(long, value_name = "NAME")]
    owner: Option<String>,
    /// Whether people without a name may begin and join games
    #[arg(long, value_enum, value_name = "YES/NO", default_value_t = Guests::Yes)]
    guests: Guests,
    /// The mail server, as smtp://NAME:PASSWORD@HOST:587?tls=required or smtps://...; without it no mail is sent
    #[arg(long, value_name = "URL", requires = "mail_from", requires = "public_url")]
    mail: Option<String>,
    /// Whom mail comes from, as "The table <table@example.org>"
    #[arg(long, value_name = "ADDRESS")]
    mail_from: Option<String>,
    /// Let notices go to push services and hooks of this machine and its network, and without encryption
    #[arg(long)]
    local_notices: bool,
    /// How many seconds a notice waits for others, so that they go out as one
    #[arg(long, value_name = "S", default_value_t = 20, value_parser = clap::value_parser!(u32).range(0..=3600))]
    notice_wait: u32,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, clap::ValueEnum)]
enum Who {
    Open,
    Invitation,
    Off,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, clap::ValueEnum)]
enum Guests {
    Yes,
    No,
}

impl People {
    /// The settings of a server that listens there.
    ///
    /// # Errors
    /// They cannot be used.
    pub fn settings(&self, listens: SocketAddr) -> anyhow::Result<Settings> {
        let said = self.public_url.clone().unwrap_or_else(|| format!("http://localhost:{}/", listens.port()));
        let public = match Url::parse(&said) {
            Ok(url) if matches!(url.scheme(), "http" | "https") && url.has_host() && url.path() == "/" => url,
            _ => wrong_line!("--public-url `{said}`: expected an address as https://table.example.org"),
        };
        let registration = match self.registration {
            Who::Open => Registration::Open,
            Who::Invitation => Registration::Invitation,
            Who::Off => Registration::Off,
        };
        let settings = Settings {
            registration,
            owner: self.owner.clone(),
            guests: self.guests == Guests::Yes,
            local: self.local_notices,
            gather: i64::from(self.notice_wait),
            ..Settings::at(public)
        };
        match (&self.mail, &self.mail_from) {
            (Some(server), Some(from)) => match settings.with_mail(server, from) {
                Ok(settings) => Ok(settings),
                Err(why) => wrong_line!("--mail, --mail-from: {why}"),
            },
            _ => Ok(settings),
        }
    }

    /// The name of the public address: the server may be called so.
    pub fn host(&self) -> Option<String> {
        let url = Url::parse(self.public_url.as_deref()?).ok()?;
        url.host_str().map(str::to_owned)
    }
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;

    #[derive(Parser)]
    struct Line {
        #[command(flatten)]
        people: People,
    }

    fn settings(args: &[&str]) -> Result<Settings, String> {
        let line = Line::try_parse_from([&["x"], args].concat()).map_err(|why| why.to_string())?;
        line.people.settings("127.0.0.1:1863".parse().unwrap()).map_err(|why| why.to_string())
    }

    #[test]
    fn a_server_without_an_address_is_this_machine() {
        assert_eq!(settings(&[]).unwrap().link("/me"), "http://localhost:1863/me");
        let public = settings(&["--public-url", "https://table.example"]).unwrap();
        assert_eq!(public.link("/me"), "https://table.example/me");
    }

    #[test]
    fn what_cannot_be_used_is_told() {
        let told = |args: &[&str]| settings(args).err().unwrap_or_default();
        assert!(told(&["--public-url", "table.example"]).contains("expected an address"));
        assert!(told(&["--public-url", "https://table.example/club/"]).contains("expected an address"));
        assert!(told(&["--mail", "smtp://localhost"]).contains("--mail-from"), "letters need a sender");
        let mail = ["--public-url", "https://t.example", "--mail", "pop://x", "--mail-from", "a@b.example"];
        assert!(told(&mail).contains("smtp://"));
    }
}
