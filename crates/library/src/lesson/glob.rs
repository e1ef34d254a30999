//! Patterns of orders and sentences: `*` stands for anything.

/// `march Brown*` fits `march Brown` and `march Brown + Bate`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Glob(String);

impl Glob {
    pub fn new(text: impl Into<String>) -> Glob {
        Glob(text.into())
    }

    pub fn text(&self) -> &str {
        &self.0
    }

    /// Whether it stands for one text only.
    pub fn is_plain(&self) -> bool {
        !self.0.contains('*')
    }

    pub fn fits(&self, text: &str) -> bool {
        let mut parts = self.0.split('*');
        let Some(mut left) = parts.next().and_then(|first| text.strip_prefix(first)) else { return false };
        let mut rest: Vec<&str> = parts.collect();
        let Some(last) = rest.pop() else { return left.is_empty() };
        for part in rest {
            match left.find(part) {
                Some(at) => left = &left[at + part.len()..],
                None => return false,
            }
        }
        left.ends_with(last)
    }
}

#[cfg(test)]
mod tests {
    use super::Glob;

    #[test]
    fn stars_stand_for_anything() {
        for (glob, text, fits) in [
            ("march Brown", "march Brown", true),
            ("march Brown", "march Browning", false),
            ("march Brown*", "march Brown", true),
            ("march Brown*", "march Brown > 2022", true),
            ("*2022", "march Brown > 2022", true),
            ("march * 2022", "march Brown > 2022", true),
            ("march * 2022", "march 2022", false),
            ("*", "", true),
            ("a*a", "a", false),
            ("a*b*c", "a-b-b-c", true),
            ("a*b*c", "a-c", false),
            ("", "x", false),
        ] {
            assert_eq!(Glob::new(glob).fits(text), fits, "`{glob}` `{text}`");
        }
    }
}
