//! The smallest HTTP client that can measure a server: one connection, JSON there and back.

use std::io;

use serde_json::Value;
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::net::TcpStream;

pub struct Wire {
    stream: BufReader<TcpStream>,
    host: String,
}

impl Wire {
    pub async fn connect(address: &str) -> io::Result<Wire> {
        let stream = TcpStream::connect(address).await?;
        stream.set_nodelay(true)?;
        Ok(Wire { stream: BufReader::new(stream), host: address.to_owned() })
    }

    /// Sends a request and waits for the answer: status and body.
    pub async fn send(
        &mut self,
        method: &str,
        path: &str,
        token: &str,
        body: Option<&Value>,
    ) -> io::Result<(u16, Value)> {
        let body = body.map(Value::to_string).unwrap_or_default();
        let bearer =
            if token.is_empty() { String::new() } else { format!("authorization: Bearer {token}\r\n") };
        let request = format!(
            "{method} /api/v1{path} HTTP/1.1\r\nhost: {}\r\n{bearer}content-type: application/json\r\n\
             content-length: {}\r\n\r\n{body}",
            self.host,
            body.len()
        );
        self.stream.get_mut().write_all(request.as_bytes()).await?;
        let (status, body) = self.answer().await?;
        Ok((status, serde_json::from_slice(&body)?))
    }

    /// As [`Wire::post`] with a body already written, and the answer left as it came: what costs least.
    #[allow(dead_code, reason = "only the program that measures is in such a hurry")]
    pub async fn post_bytes(&mut self, path: &str, token: &str, body: &str) -> io::Result<(u16, Vec<u8>)> {
        let request = format!(
            "POST /api/v1{path} HTTP/1.1\r\nhost: {}\r\nauthorization: Bearer {token}\r\n\
             content-type: application/json\r\ncontent-length: {}\r\n\r\n{body}",
            self.host,
            body.len()
        );
        self.stream.get_mut().write_all(request.as_bytes()).await?;
        self.answer().await
    }

    /// Whatever lies at this path, as it comes.
    #[allow(dead_code, reason = "only the trial looks at pictures")]
    pub async fn get_bytes(&mut self, path: &str) -> io::Result<(u16, Vec<u8>)> {
        let request =
            format!("GET /api/v1{path} HTTP/1.1\r\nhost: {}\r\naccept-encoding: gzip\r\n\r\n", self.host);
        self.stream.get_mut().write_all(request.as_bytes()).await?;
        self.answer().await
    }

    pub async fn post(&mut self, path: &str, token: &str, body: &Value) -> io::Result<(u16, Value)> {
        self.send("POST", path, token, Some(body)).await
    }

    async fn line(&mut self) -> io::Result<String> {
        let mut line = String::new();
        if self.stream.read_line(&mut line).await? == 0 {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        line.make_ascii_lowercase();
        line.truncate(line.trim_end().len());
        Ok(line)
    }

    async fn answer(&mut self) -> io::Result<(u16, Vec<u8>)> {
        let status = self.line().await?.split(' ').nth(1).and_then(|s| s.parse().ok());
        let status = status.ok_or(io::ErrorKind::InvalidData)?;
        let mut length = 0;
        loop {
            let line = self.line().await?;
            if line.is_empty() {
                break;
            }
            if let Some(n) = line.strip_prefix("content-length: ") {
                length = n.parse().map_err(|_| io::ErrorKind::InvalidData)?;
            }
        }
        let mut body = vec![0; length];
        self.stream.read_exact(&mut body).await?;
        Ok((status, body))
    }
}

/// The news of a game as they come.
#[allow(dead_code, reason = "not every test listens")]
pub struct Stream(Wire);

#[allow(dead_code, reason = "not every test listens")]
impl Stream {
    pub async fn open(address: &str, game: &str, token: &str) -> io::Result<Stream> {
        let mut wire = Wire::connect(address).await?;
        let request = format!(
            "GET /api/v1/games/{game}/stream HTTP/1.1\r\nhost: {address}\r\nauthorization: Bearer {token}\r\n\r\n"
        );
        wire.stream.get_mut().write_all(request.as_bytes()).await?;
        while !wire.line().await?.is_empty() {}
        Ok(Stream(wire))
    }

    /// What is told next. Everything but the lines with data (names, numbers, sizes of pieces) is passed over.
    pub async fn next(&mut self) -> io::Result<Value> {
        loop {
            let mut line = String::new();
            if self.0.stream.read_line(&mut line).await? == 0 {
                return Err(io::ErrorKind::UnexpectedEof.into());
            }
            if let Some(data) = line.strip_prefix("data: ") {
                return Ok(serde_json::from_str(data)?);
            }
        }
    }
}
