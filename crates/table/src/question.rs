//! The keys of a question to the referee, read the same way in every system.

use serde_json::Value;

use crate::{AskError, Side};

/// A question as it was put.
#[derive(Clone, Copy, Debug)]
pub struct Question<'q>(pub &'q Value);

impl<'q> Question<'q> {
    /// A key, where it is given and not null.
    pub fn get(self, key: &str) -> Option<&'q Value> {
        self.0.get(key).filter(|value| !value.is_null())
    }

    /// A text that must be given.
    pub fn text(self, key: &str) -> Result<&'q str, AskError> {
        match self.get(key) {
            Some(Value::String(text)) => Ok(text),
            Some(_) => Err(AskError::new(format!("`{key}`: expected a text"))),
            None => Err(AskError::new(format!("`{key}` is missing: expected a text"))),
        }
    }

    /// One text or a list of them; at least one must be given.
    pub fn texts(self, key: &str) -> Result<Vec<&'q str>, AskError> {
        let wrong = || AskError::new(format!("`{key}`: expected a text or a list of texts"));
        let list = match self.get(key) {
            Some(Value::String(one)) => vec![one.as_str()],
            Some(Value::Array(list)) => {
                list.iter().map(|v| v.as_str().ok_or_else(wrong)).collect::<Result<_, _>>()?
            }
            Some(_) => return Err(wrong()),
            None => return Err(AskError::new(format!("`{key}` is missing: expected a list of texts"))),
        };
        if list.is_empty() {
            return Err(AskError::new(format!("`{key}`: expected at least one")));
        }
        Ok(list)
    }

    /// The side that `side` names.
    pub fn side(self) -> Result<Side, AskError> {
        self.text("side")?.parse().map_err(|e| AskError::new(format!("`side`: {e}")))
    }

    /// A switch that is off where it is not given.
    pub fn is_set(self, key: &str) -> bool {
        self.get(key).and_then(Value::as_bool) == Some(true)
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn what_is_missing_or_wrong_is_named() {
        let value =
            json!({"hex": "0505", "units": ["A", "B"], "unit": 4, "side": "blue", "none": null, "few": []});
        let q = Question(&value);
        assert_eq!(q.text("hex").unwrap(), "0505");
        assert_eq!(q.texts("units").unwrap(), ["A", "B"]);
        assert_eq!(q.texts("hex").unwrap(), ["0505"]);
        let said = |e: AskError| e.to_string();
        assert_eq!(said(q.text("unit").unwrap_err()), "`unit`: expected a text");
        assert!(said(q.text("none").unwrap_err()).starts_with("`none` is missing"));
        assert!(said(q.texts("unit").unwrap_err()).contains("a list of texts"));
        assert_eq!(said(q.texts("few").unwrap_err()), "`few`: expected at least one");
        assert!(said(q.side().unwrap_err()).contains("blue"));
        assert!(!q.is_set("lee"));
    }
}
