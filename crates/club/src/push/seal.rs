//! Sealing a message so that one browser alone can open it: RFC 8291, in the content coding of RFC 8188.

use aes_gcm::aead::{Aead, KeyInit};
use aes_gcm::{Aes128Gcm, Nonce};
use hkdf::Hkdf;
use p256::elliptic_curve::sec1::ToSec1Point;
use p256::{PublicKey, SecretKey, ecdh};
use sha2::Sha256;

use crate::token::random;

/// The size of a record that is told; ours is always the only one.
const RECORD: u32 = 4096;
/// What push services take at least, less the head and the seal.
pub const MOST_BYTES: usize = 3_900;

/// A point of the curve P-256 as it is written on the wire: uncompressed.
pub type Point = [u8; 65];

/// What a browser tells of itself, so that messages can be sealed for it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Reader {
    pub key: Point,
    pub auth: [u8; 16],
}

/// The point of a public key.
pub fn point(key: &PublicKey) -> Point {
    let mut bytes = [0; 65];
    bytes.copy_from_slice(key.to_sec1_point(false).as_bytes());
    bytes
}

/// A fresh key.
pub fn fresh() -> SecretKey {
    loop {
        // All but one in 2^32 of these numbers are keys.
        if let Ok(key) = SecretKey::from_slice(&random::<32>()) {
            return key;
        }
    }
}

/// The sealed message: a key pair and a salt of its own each time. `None` if what the browser told is no key.
pub fn seal(text: &[u8], reader: &Reader) -> Option<Vec<u8>> {
    seal_with(text, reader, &fresh(), random())
}

fn seal_with(text: &[u8], reader: &Reader, own: &SecretKey, salt: [u8; 16]) -> Option<Vec<u8>> {
    let their_key = PublicKey::from_sec1_bytes(&reader.key).ok()?;
    let our_point = point(&own.public_key());
    let shared = ecdh::diffie_hellman(own.to_nonzero_scalar(), their_key.as_affine());
    let (key, nonce) = keys(shared.raw_secret_bytes(), reader, &our_point, &salt)?;
    let cipher = Aes128Gcm::new_from_slice(&key).ok()?;
    // The byte 2 says that this is the last record.
    let padded = [text, &[2]].concat();
    let sealed = cipher.encrypt(&Nonce::from(nonce), padded.as_slice()).ok()?;
    Some([&salt[..], &RECORD.to_be_bytes(), &[65], &our_point, &sealed].concat())
}

/// Opens a sealed message with the browser's own key: what a browser does, for tests of the sender.
pub fn open(sealed: &[u8], own: &SecretKey, auth: [u8; 16]) -> Option<Vec<u8>> {
    let (salt, rest) = sealed.split_first_chunk::<16>()?;
    let sender: Point = rest.get(5..70)?.try_into().ok()?;
    let reader = Reader { key: point(&own.public_key()), auth };
    let sender_key = PublicKey::from_sec1_bytes(&sender).ok()?;
    let shared = ecdh::diffie_hellman(own.to_nonzero_scalar(), sender_key.as_affine());
    let (key, nonce) = keys(shared.raw_secret_bytes(), &reader, &sender, salt)?;
    let cipher = Aes128Gcm::new_from_slice(&key).ok()?;
    let mut text = cipher.decrypt(&Nonce::from(nonce), rest.get(70..)?).ok()?;
    (text.pop()? == 2).then_some(text)
}

/// The key and the nonce that both ends come to.
fn keys(shared: &[u8], reader: &Reader, ours: &Point, salt: &[u8; 16]) -> Option<([u8; 16], [u8; 12])> {
    let (mut secret, mut key, mut nonce) = ([0; 32], [0; 16], [0; 12]);
    let about = [b"WebPush: info\0".as_slice(), &reader.key, ours].concat();
    Hkdf::<Sha256>::new(Some(&reader.auth), shared).expand(&about, &mut secret).ok()?;
    let spread = Hkdf::<Sha256>::new(Some(salt), &secret);
    spread.expand(b"Content-Encoding: aes128gcm\0", &mut key).ok()?;
    spread.expand(b"Content-Encoding: nonce\0", &mut nonce).ok()?;
    Some((key, nonce))
}

#[cfg(test)]
mod tests {
    use base64::Engine;
    use base64::engine::general_purpose::URL_SAFE_NO_PAD as BASE64;

    use super::*;

    fn bytes<const N: usize>(text: &str) -> [u8; N] {
        BASE64.decode(text).unwrap().try_into().unwrap()
    }

    /// The example of RFC 8291, appendix A.
    #[test]
    fn the_example_of_the_standard_byte_for_byte() {
        let text = b"When I grow up, I want to be a watermelon";
        let own = SecretKey::from_slice(&bytes::<32>("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw")).unwrap();
        let reader = Reader {
            key: bytes(
                "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
            ),
            auth: bytes("BTBZMqHH6r4Tts7J_aSIgg"),
        };
        let sealed = seal_with(text, &reader, &own, bytes("DGv6ra1nlYgDCS1FRnbzlw")).unwrap();
        assert_eq!(
            BASE64.encode(&sealed),
            "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8w\
             EqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
        );
        let theirs =
            SecretKey::from_slice(&bytes::<32>("q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94")).unwrap();
        assert_eq!(open(&sealed, &theirs, reader.auth).unwrap(), text);
    }

    #[test]
    fn each_message_is_sealed_afresh_and_opens_for_one_reader() {
        let (theirs, auth) = (fresh(), random());
        let reader = Reader { key: point(&theirs.public_key()), auth };
        let (one, two) = (seal(b"Your turn", &reader).unwrap(), seal(b"Your turn", &reader).unwrap());
        assert_ne!(one, two);
        assert_eq!(open(&one, &theirs, auth).unwrap(), b"Your turn");
        assert!(open(&one, &fresh(), auth).is_none());
        assert!(open(&one[..40], &theirs, auth).is_none());
        let mut touched = two.clone();
        *touched.last_mut().unwrap() ^= 1;
        assert!(open(&touched, &theirs, auth).is_none());
    }

    #[test]
    fn what_is_no_key_is_refused() {
        assert!(seal(b"", &Reader { key: [4; 65], auth: [0; 16] }).is_none());
    }
}
