//! Where the server may go on behalf of a person. Addresses of push services and hooks come from clients: without a
//! look at them anybody could make the server knock at doors behind its own wall.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};

use http::Uri;

/// A place that may be called.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Place {
    pub host: String,
    pub port: u16,
    pub tls: bool,
}

impl Place {
    /// Reads an address. `local`: the owner allows places of this machine and network, and without encryption.
    ///
    /// # Errors
    /// Why nobody goes there.
    pub fn of(uri: &Uri, local: bool) -> Result<Place, &'static str> {
        let tls = match uri.scheme_str() {
            Some("https") => true,
            Some("http") if local => false,
            _ => return Err("the address has to begin with https://"),
        };
        let authority = uri.authority().ok_or("the address names no host")?;
        if authority.as_str().contains('@') {
            return Err("the address must not hold a name and a password");
        }
        let host = authority.host().trim_start_matches('[').trim_end_matches(']').to_ascii_lowercase();
        if host.is_empty() {
            return Err("the address names no host");
        }
        if let Ok(ip) = host.parse::<IpAddr>()
            && !local
            && !is_public(ip)
        {
            return Err("the address is not one of the public internet");
        }
        let port = authority.port_u16().unwrap_or(if tls { 443 } else { 80 });
        Ok(Place { host, port, tls })
    }

    /// The addresses that its name stands for now and that may be called.
    ///
    /// # Errors
    /// There are none.
    pub async fn resolve(&self, local: bool) -> Result<Vec<SocketAddr>, &'static str> {
        let found = tokio::net::lookup_host((self.host.as_str(), self.port)).await;
        let found: Vec<SocketAddr> = found.map_err(|_| "the host cannot be found")?.collect();
        let allowed: Vec<SocketAddr> = found.into_iter().filter(|at| local || is_public(at.ip())).collect();
        if allowed.is_empty() { Err("the host is not one of the public internet") } else { Ok(allowed) }
    }
}

/// Whether an address is one that anybody in the world would reach, and the same machine for all of them.
pub fn is_public(address: IpAddr) -> bool {
    match address.to_canonical() {
        IpAddr::V4(v4) => is_public_v4(v4),
        IpAddr::V6(v6) => is_public_v6(v6),
    }
}

fn is_public_v4(v4: Ipv4Addr) -> bool {
    let [a, b, c, _] = v4.octets();
    let special = matches!((a, b, c), (0, ..) | (192, 0, 0) | (192, 88, 99))
        || (a == 100 && (64..128).contains(&b))
        || (a == 198 && (18..20).contains(&b))
        || a >= 240;
    !(special
        || v4.is_private()
        || v4.is_loopback()
        || v4.is_link_local()
        || v4.is_documentation()
        || v4.is_multicast())
}

/// Only what is given out to the world, less what carries an address of IPv4 inside or is for books.
fn is_public_v6(v6: Ipv6Addr) -> bool {
    let [a, b, ..] = v6.segments();
    let given_out = a & 0xe000 == 0x2000;
    let special = (a == 0x2001 && (b < 0x200 || b == 0xdb8)) || a == 0x2002 || a == 0x3fff;
    given_out && !special
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_public_addresses_are_public() {
        for inside in [
            "127.0.0.1",
            "10.1.2.3",
            "172.16.0.1",
            "192.168.1.1",
            "169.254.169.254",
            "0.0.0.0",
            "100.64.0.1",
            "198.18.0.1",
            "192.0.2.1",
            "224.0.0.1",
            "255.255.255.255",
            "::1",
            "::",
            "fe80::1",
            "fc00::1",
            "::ffff:10.0.0.1",
            "::ffff:127.0.0.1",
            "2001:db8::1",
            "2001::1",
            "2002:7f00:1::",
            "64:ff9b::7f00:1",
            "ff02::1",
        ] {
            assert!(!is_public(inside.parse().unwrap()), "{inside}");
        }
        for outside in ["1.1.1.1", "193.99.144.80", "100.128.0.1", "2606:4700::1111", "2a00:1450::1"] {
            assert!(is_public(outside.parse().unwrap()), "{outside}");
        }
    }

    #[test]
    fn an_address_is_judged_by_its_words() {
        let of = |text: &str, local| Place::of(&text.parse().unwrap(), local);
        let place = of("https://push.example:8443/x", false).unwrap();
        assert_eq!(place, Place { host: "push.example".into(), port: 8443, tls: true });
        for refused in [
            "http://push.example/x",
            "https://127.0.0.1/x",
            "https://[::1]/x",
            "https://[::ffff:10.0.0.1]/",
            "https://me:secret@push.example/",
            "/only/a/path",
        ] {
            assert!(of(refused, false).is_err(), "{refused}");
        }
        assert_eq!(of("http://127.0.0.1:9/x", true).unwrap().port, 9);
    }

    #[tokio::test]
    async fn a_name_of_this_machine_is_no_place_to_go() {
        let place = Place { host: "localhost".into(), port: 9, tls: true };
        assert!(place.resolve(false).await.is_err());
        assert!(!place.resolve(true).await.unwrap().is_empty());
    }
}
