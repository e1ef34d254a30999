//! What goes into a statement and comes out of a row.

use crate::Fault;

/// A value of a column.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Value {
    /// Nothing.
    Null,
    /// A whole number.
    Int(i64),
    /// A text.
    Text(String),
    /// Bytes.
    Bytes(Vec<u8>),
}

/// The values of a statement: `values![key, name, None::<String>]`.
#[macro_export]
macro_rules! values {
    ($($value:expr),* $(,)?) => { [$($crate::Value::from($value)),*] };
}

macro_rules! numbers {
    ($($kind:ty)*) => { $(impl From<$kind> for Value {
        fn from(number: $kind) -> Value {
            Value::Int(i64::from(number))
        }
    })* };
}
numbers!(i64 i32 u32 u16 u8 bool);

impl From<u64> for Value {
    /// Numbers of ours are far below the largest of the database.
    fn from(number: u64) -> Value {
        Value::Int(i64::try_from(number).unwrap_or(i64::MAX))
    }
}

impl From<usize> for Value {
    fn from(number: usize) -> Value {
        Value::from(number as u64)
    }
}

impl From<&str> for Value {
    fn from(text: &str) -> Value {
        Value::Text(text.to_owned())
    }
}

impl From<String> for Value {
    fn from(text: String) -> Value {
        Value::Text(text)
    }
}

impl From<&String> for Value {
    fn from(text: &String) -> Value {
        Value::Text(text.clone())
    }
}

impl From<Vec<u8>> for Value {
    fn from(bytes: Vec<u8>) -> Value {
        Value::Bytes(bytes)
    }
}

impl From<&[u8]> for Value {
    fn from(bytes: &[u8]) -> Value {
        Value::Bytes(bytes.to_vec())
    }
}

impl From<&Vec<u8>> for Value {
    fn from(bytes: &Vec<u8>) -> Value {
        Value::Bytes(bytes.clone())
    }
}

impl<const N: usize> From<[u8; N]> for Value {
    fn from(bytes: [u8; N]) -> Value {
        Value::Bytes(bytes.to_vec())
    }
}

impl<T: Into<Value>> From<Option<T>> for Value {
    fn from(value: Option<T>) -> Value {
        value.map_or(Value::Null, Into::into)
    }
}

/// A row that was read; its columns are counted from 0.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Row(Vec<Value>);

impl Row {
    pub(crate) fn new(values: Vec<Value>) -> Row {
        Row(values)
    }

    /// The values as they are.
    #[must_use]
    pub fn values(self) -> Vec<Value> {
        self.0
    }

    fn at(&self, column: usize) -> Result<&Value, Fault> {
        self.0.get(column).ok_or_else(|| wrong(column, "there"))
    }

    /// # Errors
    /// It is no number.
    pub fn int(&self, column: usize) -> Result<i64, Fault> {
        self.maybe_int(column)?.ok_or_else(|| wrong(column, "a number"))
    }

    /// # Errors
    /// It is no text.
    pub fn text(&self, column: usize) -> Result<String, Fault> {
        self.maybe_text(column)?.ok_or_else(|| wrong(column, "a text"))
    }

    /// # Errors
    /// They are no bytes.
    pub fn bytes(&self, column: usize) -> Result<Vec<u8>, Fault> {
        self.maybe_bytes(column)?.ok_or_else(|| wrong(column, "bytes"))
    }

    /// Bytes of a length that is known.
    ///
    /// # Errors
    /// They are no bytes, or not so many.
    pub fn array<const N: usize>(&self, column: usize) -> Result<[u8; N], Fault> {
        let bytes = self.bytes(column)?;
        bytes.try_into().map_err(|_| wrong(column, &format!("{N} bytes")))
    }

    /// # Errors
    /// It is neither a number nor nothing.
    pub fn maybe_int(&self, column: usize) -> Result<Option<i64>, Fault> {
        match self.at(column)? {
            Value::Null => Ok(None),
            Value::Int(number) => Ok(Some(*number)),
            _ => Err(wrong(column, "a number")),
        }
    }

    /// # Errors
    /// It is neither a text nor nothing.
    pub fn maybe_text(&self, column: usize) -> Result<Option<String>, Fault> {
        match self.at(column)? {
            Value::Null => Ok(None),
            Value::Text(text) => Ok(Some(text.clone())),
            _ => Err(wrong(column, "a text")),
        }
    }

    /// # Errors
    /// They are neither bytes nor nothing.
    pub fn maybe_bytes(&self, column: usize) -> Result<Option<Vec<u8>>, Fault> {
        match self.at(column)? {
            Value::Null => Ok(None),
            Value::Bytes(bytes) => Ok(Some(bytes.clone())),
            _ => Err(wrong(column, "bytes")),
        }
    }
}

fn wrong(column: usize, wanted: &str) -> Fault {
    Fault::Broken(format!("column {column} of a row is not {wanted}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_column_is_read_as_what_it_is_or_refused() {
        let row = Row::new(values![7, "words", vec![1_u8, 2], None::<i64>].to_vec());
        assert_eq!((row.int(0), row.text(1)), (Ok(7), Ok("words".to_owned())));
        assert_eq!((row.array::<2>(2), row.maybe_text(3)), (Ok([1, 2]), Ok(None)));
        assert!(row.int(1).is_err() && row.int(3).is_err() && row.array::<3>(2).is_err());
        assert!(row.text(9).is_err());
    }
}
