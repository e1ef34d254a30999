//! A sum over a position that is the same on every machine and in every version, unlike the standard hasher.

use std::hash::{Hash, Hasher};

/// FNV-1a over the hash stream, numbers always the same way round.
pub struct Fnv(u64);

impl Default for Fnv {
    fn default() -> Self {
        Fnv(0xcbf2_9ce4_8422_2325)
    }
}

impl Fnv {
    /// The sum of one value.
    pub fn of(value: &impl Hash) -> u64 {
        let mut sum = Fnv::default();
        value.hash(&mut sum);
        sum.finish()
    }
}

impl Hasher for Fnv {
    fn finish(&self) -> u64 {
        self.0
    }
    fn write(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.0 = (self.0 ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01b3);
        }
    }
    fn write_u16(&mut self, n: u16) {
        self.write(&n.to_le_bytes());
    }
    fn write_u32(&mut self, n: u32) {
        self.write(&n.to_le_bytes());
    }
    fn write_u64(&mut self, n: u64) {
        self.write(&n.to_le_bytes());
    }
    fn write_u128(&mut self, n: u128) {
        self.write(&n.to_le_bytes());
    }
    fn write_usize(&mut self, n: usize) {
        self.write(&(n as u64).to_le_bytes());
    }
    fn write_i16(&mut self, n: i16) {
        self.write(&n.to_le_bytes());
    }
    fn write_i32(&mut self, n: i32) {
        self.write(&n.to_le_bytes());
    }
    fn write_i64(&mut self, n: i64) {
        self.write(&n.to_le_bytes());
    }
    fn write_isize(&mut self, n: isize) {
        self.write(&(n as i64).to_le_bytes());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The vectors that the authors of FNV publish.
    #[test]
    fn the_sum_is_that_of_fnv_1a() {
        let sum = |bytes: &[u8]| {
            let mut sum = Fnv::default();
            sum.write(bytes);
            sum.finish()
        };
        assert_eq!(sum(b""), 0xcbf2_9ce4_8422_2325);
        assert_eq!(sum(b"a"), 0xaf63_dc4c_8601_ec8c);
        assert_eq!(sum(b"foobar"), 0x8594_4171_f739_67e8);
    }

    #[test]
    fn numbers_are_written_the_same_way_round_on_every_machine() {
        assert_eq!(Fnv::of(&(7u16, 1863u32)), 0xe6c4_7564_b2a2_3958);
    }
}
