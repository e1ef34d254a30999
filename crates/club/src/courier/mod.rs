//! Carries requests to push services and hooks: over TLS, to addresses that were looked at, and not for ever.

mod whither;

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use http::header::{HOST, HeaderValue, USER_AGENT};
use http::{Request, StatusCode, Uri};
use http_body_util::Full;
use hyper::body::{Bytes, Incoming};
use hyper::client::conn::http1;
use hyper_util::rt::TokioIo;
use rustls::pki_types::{CertificateDer, ServerName};
use rustls::{ClientConfig, RootCertStore};
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::TcpStream;
use tokio_rustls::TlsConnector;

pub use whither::{Place, is_public};

/// How long a request may take, with everything.
const PATIENCE: Duration = Duration::from_secs(10);

/// Why something was not delivered.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Undelivered {
    /// Nobody is there any more: forget the address.
    #[error("there is nobody at this address any more")]
    Gone,
    /// It will never be taken: nothing comes of trying again.
    #[error("{0}")]
    Refused(String),
    /// It may be taken later, not sooner than after this.
    #[error("{why}")]
    Later { why: String, after: Option<Duration> },
}

impl Undelivered {
    fn later(why: impl ToString) -> Undelivered {
        Undelivered::Later { why: why.to_string(), after: None }
    }
}

/// Where a name leads instead of where the world says: for tests of the whole way.
type Detour = (String, SocketAddr);

#[derive(Clone)]
pub struct Courier {
    tls: Arc<ClientConfig>,
    local: bool,
    detour: Option<Detour>,
}

impl Courier {
    /// `local`: places of this machine and network may be called, and without encryption.
    pub fn new(local: bool) -> Courier {
        let roots = RootCertStore { roots: webpki_roots::TLS_SERVER_ROOTS.to_vec() };
        Courier { tls: Arc::new(config(roots)), local, detour: None }
    }

    /// Believes this certificate alone, and finds this host there.
    #[must_use]
    pub fn with_detour(certificate: CertificateDer<'static>, host: &str, at: SocketAddr) -> Courier {
        let mut roots = RootCertStore::empty();
        roots.add(certificate).expect("a certificate");
        Courier { tls: Arc::new(config(roots)), local: false, detour: Some((host.to_owned(), at)) }
    }

    /// Whether an address is one that anything may be sent to, by its words.
    ///
    /// # Errors
    /// Why not.
    pub fn judge(&self, address: &str) -> Result<Uri, &'static str> {
        let uri: Uri = address.trim().parse().map_err(|_| "the address cannot be read")?;
        Place::of(&uri, self.local).map(|_| uri)
    }

    /// Sends a request; redirections are not followed.
    ///
    /// # Errors
    /// It was not taken.
    pub async fn send(&self, request: Request<Vec<u8>>) -> Result<(), Undelivered> {
        let place = Place::of(request.uri(), self.local);
        let place = place.map_err(|why| Undelivered::Refused(why.to_owned()))?;
        let (status, after) = tokio::time::timeout(PATIENCE, self.carry(&place, request))
            .await
            .map_err(|_| Undelivered::later("no answer came in time"))??;
        match status.as_u16() {
            200..=299 => Ok(()),
            404 | 410 => Err(Undelivered::Gone),
            429 | 500..=599 => Err(Undelivered::Later { why: format!("the answer was {status}"), after }),
            _ => Err(Undelivered::Refused(format!("the answer was {status}"))),
        }
    }

    async fn carry(
        &self,
        place: &Place,
        request: Request<Vec<u8>>,
    ) -> Result<(StatusCode, Option<Duration>), Undelivered> {
        let stream = self.connect(place).await?;
        let answer = if place.tls {
            let name = ServerName::try_from(place.host.clone()).map_err(Undelivered::later)?;
            let tls = TlsConnector::from(self.tls.clone()).connect(name, stream);
            ask(tls.await.map_err(Undelivered::later)?, request).await
        } else {
            ask(stream, request).await
        };
        let answer = answer.map_err(Undelivered::later)?;
        let after = answer.headers().get("retry-after").and_then(|v| v.to_str().ok()?.trim().parse().ok());
        Ok((answer.status(), after.map(Duration::from_secs)))
    }

    /// Connects to an address that was looked at: not to a name, which might mean another the next time.
    async fn connect(&self, place: &Place) -> Result<TcpStream, Undelivered> {
        let allowed = match &self.detour {
            Some((host, at)) if *host == place.host => vec![*at],
            _ => place.resolve(self.local).await.map_err(Undelivered::later)?,
        };
        let mut failed = None;
        for address in allowed {
            match TcpStream::connect(address).await {
                Ok(stream) => return Ok(stream),
                Err(why) => failed = Some(why),
            }
        }
        Err(Undelivered::later(failed.map_or_else(|| "no address".to_owned(), |why| why.to_string())))
    }
}

fn config(roots: RootCertStore) -> ClientConfig {
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    ClientConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()
        .expect("the provider knows TLS 1.2 and 1.3")
        .with_root_certificates(roots)
        .with_no_client_auth()
}

async fn ask(
    stream: impl AsyncRead + AsyncWrite + Unpin + Send + 'static,
    request: Request<Vec<u8>>,
) -> Result<http::Response<Incoming>, hyper::Error> {
    let (mut sender, connection) = http1::handshake(TokioIo::new(stream)).await?;
    let (mut parts, body) = request.into_parts();
    if let Some(authority) = parts.uri.authority()
        && let Ok(host) = HeaderValue::from_str(authority.as_str())
    {
        parts.headers.insert(HOST, host);
    }
    parts
        .headers
        .insert(USER_AGENT, HeaderValue::from_static(concat!("hardtack/", env!("CARGO_PKG_VERSION"))));
    if let Some(path) = parts.uri.path_and_query().cloned() {
        parts.uri = Uri::from(path);
    }
    let request = Request::from_parts(parts, Full::new(Bytes::from(body)));
    // The connection is driven only as long as somebody waits for the head of the answer; its body is not read.
    let mut asking = std::pin::pin!(sender.send_request(request));
    let mut driving = std::pin::pin!(connection);
    tokio::select! {
        answer = &mut asking => answer,
        _ = &mut driving => asking.await,
    }
}

#[cfg(test)]
mod tests;
