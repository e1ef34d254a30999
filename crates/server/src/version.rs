//! Which of two versions of the program is the newer one.

/// Whether version `one` is newer than `other`; what cannot be read is not.
pub fn is_newer(one: &str, other: &str) -> bool {
    match (numbers(one), numbers(other)) {
        (Some(one), Some(other)) => one > other,
        _ => false,
    }
}

/// The numbers of `0.1.0` or `0.1.0-rc1`.
fn numbers(version: &str) -> Option<Vec<u64>> {
    let plain = version.split(['-', '+']).next()?;
    plain.split('.').map(|part| part.parse().ok()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_are_compared_by_their_numbers() {
        for (one, other, newer) in [
            ("0.10.0", "0.9.9", true),
            ("0.1.0", "0.1.0", false),
            ("1.0.0-rc1", "0.1.0", true),
            ("x", "0", false),
        ] {
            assert_eq!(is_newer(one, other), newer, "{one} {other}");
        }
    }
}
