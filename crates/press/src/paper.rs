//! Sizes of paper, and lengths as they are typed.

use std::str::FromStr;

/// A sheet of paper, upright.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Paper {
    /// 210 by 297 millimetres.
    A4,
    /// 8.5 by 11 inches.
    Letter,
}

impl Paper {
    /// The words on the command line.
    pub const NAMES: [&str; 2] = ["a4", "letter"];

    /// Width and height in millimetres.
    pub fn size(self) -> (f64, f64) {
        match self {
            Paper::A4 => (210.0, 297.0),
            Paper::Letter => (215.9, 279.4),
        }
    }

    /// Its word.
    pub fn name(self) -> &'static str {
        match self {
            Paper::A4 => "A4",
            Paper::Letter => "Letter",
        }
    }
}

impl FromStr for Paper {
    type Err = String;

    fn from_str(text: &str) -> Result<Paper, String> {
        match text.to_lowercase().as_str() {
            "a4" => Ok(Paper::A4),
            "letter" => Ok(Paper::Letter),
            _ => Err("expected `a4` or `letter`".to_owned()),
        }
    }
}

/// A length in millimetres.
#[derive(Clone, Copy, PartialEq, PartialOrd, Debug)]
pub struct Length(pub f64);

impl FromStr for Length {
    type Err = String;

    /// `16mm`, `1.6cm`, `0.5in`, `5/8in`; millimetres where no unit is given.
    fn from_str(text: &str) -> Result<Length, String> {
        let wrong = || "expected a length such as `16mm`, `1.6cm` or `5/8in`".to_owned();
        let units = [("mm", 1.0), ("cm", 10.0), ("in", 25.4), ("\"", 25.4)];
        let unit = units.iter().find_map(|(unit, mm)| Some((text.strip_suffix(unit)?, *mm)));
        let (number, unit) = unit.unwrap_or((text, 1.0));
        let parse = |part: &str| part.trim().parse::<f64>().map_err(|_| wrong());
        let value = match number.split_once('/') {
            Some((above, below)) => parse(above)? / parse(below)?,
            None => parse(number)?,
        } * unit;
        // Nothing smaller can be seen, nothing larger printed.
        if value == 0.0 || (0.1..=2000.0).contains(&value) { Ok(Length(value)) } else { Err(wrong()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lengths_are_read_with_their_units() {
        let mm = |text: &str| text.parse::<Length>().map(|l| (l.0 * 1000.0).round() / 1000.0);
        assert_eq!(mm("16mm"), Ok(16.0));
        assert_eq!(mm("1.6cm"), Ok(16.0));
        assert_eq!(mm("5/8in"), Ok(15.875));
        assert_eq!(mm("12"), Ok(12.0));
        for wrong in ["", "mm", "-3mm", "1/0in", "NaNmm", "1e9mm", "ten"] {
            assert!(mm(wrong).is_err(), "{wrong}");
        }
    }
}
