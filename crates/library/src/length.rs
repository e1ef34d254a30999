//! How long a game takes, as people say it.

/// `half an hour`, `about 2½ hours`, `about 30 hours`.
pub fn in_words(minutes: u16) -> String {
    let hours = match minutes {
        0..=22 => return "a quarter of an hour".to_owned(),
        23..=44 => return "half an hour".to_owned(),
        45..=74 => return "about an hour".to_owned(),
        // To the half hour, then to the hour, then to five of them: more would be a claim.
        75..=284 => f64::from((minutes + 15) / 30) / 2.0,
        285..=629 => f64::from((minutes + 30) / 60),
        _ => f64::from((minutes + 150) / 300) * 5.0,
    };
    let half = if hours.fract() > 0.0 { "½" } else { "" };
    format!("about {}{half} hours", hours.trunc())
}

#[cfg(test)]
mod tests {
    use super::in_words;

    #[test]
    fn a_length_is_said_as_roughly_as_it_is_known() {
        let told = [15, 30, 60, 80, 90, 120, 150, 180, 240, 300, 480, 1800, 10_000].map(in_words);
        let wanted = [
            "a quarter of an hour",
            "half an hour",
            "about an hour",
            "about 1½ hours",
            "about 1½ hours",
            "about 2 hours",
            "about 2½ hours",
            "about 3 hours",
            "about 4 hours",
            "about 5 hours",
            "about 8 hours",
            "about 30 hours",
            "about 165 hours",
        ];
        assert_eq!(told, wanted);
    }
}
