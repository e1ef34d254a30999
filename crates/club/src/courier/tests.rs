//! The whole way to a server of this test, with and without TLS.

use rustls::pki_types::{PrivateKeyDer, PrivatePkcs8KeyDer};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpListener;
use tokio_rustls::TlsAcceptor;

use super::*;

/// Takes one request and answers it with this head; what the request was.
async fn answer_one<S: AsyncRead + AsyncWrite + Unpin>(mut stream: S, head: &str) -> String {
    let mut read = Vec::new();
    let mut some = [0; 4096];
    while !String::from_utf8_lossy(&read).contains("hello") {
        let count = stream.read(&mut some).await.unwrap();
        assert!(count > 0, "the request ended early: {}", String::from_utf8_lossy(&read));
        read.extend_from_slice(&some[..count]);
    }
    stream.write_all(format!("HTTP/1.1 {head}\r\ncontent-length: 0\r\n\r\n").as_bytes()).await.unwrap();
    stream.flush().await.unwrap();
    String::from_utf8(read).unwrap()
}

fn request(uri: &str) -> Request<Vec<u8>> {
    Request::post(uri).body(b"hello".to_vec()).unwrap()
}

async fn told(head: &'static str) -> Result<(), Undelivered> {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let uri = format!("http://{}/push/1?a=b", listener.local_addr().unwrap());
    let served = tokio::spawn(async move { answer_one(listener.accept().await.unwrap().0, head).await });
    let sent = Courier::new(true).send(request(&uri)).await;
    let heard = served.await.unwrap();
    assert!(heard.starts_with("POST /push/1?a=b HTTP/1.1\r\n"), "{heard}");
    assert!(heard.contains("host: 127.0.0.1:"), "{heard}");
    sent
}

#[tokio::test]
async fn answers_say_whether_to_try_again() {
    assert_eq!(told("201 Created").await, Ok(()));
    assert_eq!(told("410 Gone").await, Err(Undelivered::Gone));
    assert_eq!(told("404 Not Found").await, Err(Undelivered::Gone));
    let later = told("429 Too Many Requests\r\nretry-after: 7").await.unwrap_err();
    assert!(matches!(later, Undelivered::Later { after: Some(wait), .. } if wait == Duration::from_secs(7)));
    assert!(matches!(told("503 Busy").await, Err(Undelivered::Later { after: None, .. })));
    assert!(matches!(told("400 Bad").await, Err(Undelivered::Refused(_))));
    // A redirection could lead anywhere.
    assert!(matches!(told("302 Found\r\nlocation: http://10.0.0.1/").await, Err(Undelivered::Refused(_))));
}

#[tokio::test]
async fn this_machine_is_called_only_if_the_owner_says_so() {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let port = listener.local_addr().unwrap().port();
    for uri in [format!("https://127.0.0.1:{port}/"), format!("http://127.0.0.1:{port}/")] {
        let sent = Courier::new(false).send(request(&uri)).await;
        assert!(matches!(sent, Err(Undelivered::Refused(_))), "{uri}: {sent:?}");
    }
    let named = Courier::new(false).send(request(&format!("https://localhost:{port}/"))).await;
    assert!(matches!(named, Err(Undelivered::Later { .. })), "{named:?}");
    let nobody = tokio::time::timeout(Duration::from_millis(50), listener.accept()).await;
    assert!(nobody.is_err(), "somebody knocked");
}

#[tokio::test]
async fn nobody_there_is_told_as_later() {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let uri = format!("http://{}/", listener.local_addr().unwrap());
    drop(listener);
    assert!(matches!(Courier::new(true).send(request(&uri)).await, Err(Undelivered::Later { .. })));
}

/// A server that speaks TLS under a certificate for this name; its address and certificate.
async fn secure(
    name: &str,
) -> (SocketAddr, CertificateDer<'static>, tokio::task::JoinHandle<Option<String>>) {
    let made = rcgen::generate_simple_self_signed([name.to_owned()]).unwrap();
    let certificate = made.cert.der().clone();
    let key = PrivateKeyDer::from(PrivatePkcs8KeyDer::from(made.signing_key.serialize_der()));
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let config = rustls::ServerConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()
        .unwrap()
        .with_no_client_auth()
        .with_single_cert(vec![certificate.clone()], key)
        .unwrap();
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let served = tokio::spawn(async move {
        let (stream, _) = listener.accept().await.unwrap();
        let tls = TlsAcceptor::from(Arc::new(config)).accept(stream).await.ok()?;
        Some(answer_one(tls, "201 Created").await)
    });
    (address, certificate, served)
}

#[tokio::test]
async fn a_request_goes_over_tls_to_who_can_prove_his_name() {
    let (address, certificate, served) = secure("push.example").await;
    let courier = Courier::with_detour(certificate, "push.example", address);
    courier.send(request("https://push.example/1")).await.unwrap();
    let heard = served.await.unwrap().unwrap();
    assert!(heard.contains("host: push.example\r\n"), "{heard}");
}

#[tokio::test]
async fn who_cannot_prove_his_name_is_sent_nothing() {
    let (address, certificate, served) = secure("other.example").await;
    let courier = Courier::with_detour(certificate, "push.example", address);
    let sent = courier.send(request("https://push.example/1")).await;
    assert!(matches!(sent, Err(Undelivered::Later { .. })), "{sent:?}");
    assert_eq!(served.await.unwrap(), None);
}
