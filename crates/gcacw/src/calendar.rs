//! Days of the war: one turn is one day.

pub(crate) const MONTHS: [&str; 12] = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
];

fn days_in(year: u16, month: u8) -> u8 {
    match month {
        2 if year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400)) => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    }
}

/// Reads `1864-11-29`.
pub(crate) fn parse(text: &str) -> Option<(u16, u8, u8)> {
    let mut parts = text.split('-');
    let (year, month, day) =
        (parts.next()?.parse().ok()?, parts.next()?.parse().ok()?, parts.next()?.parse().ok()?);
    let real = parts.next().is_none() && (1..=12).contains(&month) && day >= 1 && day <= days_in(year, month);
    real.then_some((year, month, day))
}

/// So many days later.
pub(crate) fn plus_days((mut year, mut month, day): (u16, u8, u8), days: u8) -> (u16, u8, u8) {
    let mut day = day as u16 + days as u16;
    while day > days_in(year, month) as u16 {
        day -= days_in(year, month) as u16;
        month += 1;
        if month > 12 {
            (month, year) = (1, year + 1);
        }
    }
    (year, month, day as u8)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn turns_follow_the_calendar() {
        assert_eq!(plus_days((1864, 11, 29), 1), (1864, 11, 30));
        assert_eq!(plus_days((1864, 11, 29), 2), (1864, 12, 1));
        assert_eq!(plus_days((1863, 12, 31), 1), (1864, 1, 1));
        assert_eq!(parse("1864-02-29"), Some((1864, 2, 29)));
        assert_eq!(parse("1863-02-29"), None);
        assert_eq!(parse("1863-02"), None);
    }
}
