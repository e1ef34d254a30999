//! What a file says, with its tables in the order in which they are written.

use std::fmt;

use serde::de::{self, MapAccess, SeqAccess, Visitor};
use serde::ser::{SerializeMap, SerializeSeq};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use toml_edit::{Item, Table};

/// A value of a file.
#[derive(Clone, PartialEq, Debug)]
pub enum Value {
    /// `true` or `false`.
    Bool(bool),
    /// A whole number.
    Int(i64),
    /// A number with a fraction.
    Float(f64),
    /// A text.
    Text(String),
    /// Values in a row.
    List(Vec<Value>),
    /// Keys and their values, in their order.
    Table(Vec<(String, Value)>),
}

/// Anything that TOML can say: everything of JSON but `null`.
#[cfg(feature = "schema")]
impl schemars::JsonSchema for Value {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "TomlValue".into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({
            "type": ["boolean", "number", "string", "array", "object"],
            "items": { "$ref": "#/components/schemas/TomlValue" },
            "additionalProperties": { "$ref": "#/components/schemas/TomlValue" },
        })
    }
}

impl From<&str> for Value {
    fn from(text: &str) -> Value {
        Value::Text(text.to_owned())
    }
}

impl From<i64> for Value {
    fn from(number: i64) -> Value {
        Value::Int(number)
    }
}

impl<const N: usize> From<[&str; N]> for Value {
    fn from(texts: [&str; N]) -> Value {
        Value::List(texts.map(Value::from).to_vec())
    }
}

impl Value {
    pub(crate) fn of_table(table: &Table) -> Value {
        Value::Table(table.iter().map(|(key, item)| (key.to_owned(), Value::of(item))).collect())
    }

    pub(crate) fn of(item: &Item) -> Value {
        match item {
            Item::None => Value::Table(Vec::new()),
            Item::Table(table) => Value::of_table(table),
            Item::ArrayOfTables(tables) => Value::List(tables.iter().map(Value::of_table).collect()),
            Item::Value(value) => Value::of_value(value),
        }
    }

    fn of_value(value: &toml_edit::Value) -> Value {
        match value {
            toml_edit::Value::String(text) => Value::Text(text.value().clone()),
            toml_edit::Value::Integer(number) => Value::Int(*number.value()),
            toml_edit::Value::Float(number) => Value::Float(*number.value()),
            toml_edit::Value::Boolean(truth) => Value::Bool(*truth.value()),
            toml_edit::Value::Datetime(moment) => Value::Text(moment.value().to_string()),
            toml_edit::Value::Array(list) => Value::List(list.iter().map(Value::of_value).collect()),
            toml_edit::Value::InlineTable(table) => Value::Table(
                table.iter().map(|(key, value)| (key.to_owned(), Value::of_value(value))).collect(),
            ),
        }
    }
}

impl Serialize for Value {
    fn serialize<S: Serializer>(&self, out: S) -> Result<S::Ok, S::Error> {
        match self {
            Value::Bool(truth) => out.serialize_bool(*truth),
            Value::Int(number) => out.serialize_i64(*number),
            Value::Float(number) => out.serialize_f64(*number),
            Value::Text(text) => out.serialize_str(text),
            Value::List(values) => {
                let mut list = out.serialize_seq(Some(values.len()))?;
                for value in values {
                    list.serialize_element(value)?;
                }
                list.end()
            }
            Value::Table(pairs) => {
                let mut table = out.serialize_map(Some(pairs.len()))?;
                for (key, value) in pairs {
                    table.serialize_entry(key, value)?;
                }
                table.end()
            }
        }
    }
}

struct Reader;

impl<'de> Visitor<'de> for Reader {
    type Value = Value;

    fn expecting(&self, out: &mut fmt::Formatter) -> fmt::Result {
        out.write_str("true or false, a number, a text, a list or a table")
    }

    fn visit_bool<E>(self, truth: bool) -> Result<Value, E> {
        Ok(Value::Bool(truth))
    }

    fn visit_i64<E>(self, number: i64) -> Result<Value, E> {
        Ok(Value::Int(number))
    }

    fn visit_u64<E: de::Error>(self, number: u64) -> Result<Value, E> {
        i64::try_from(number).map(Value::Int).map_err(|_| E::custom("the number is too large"))
    }

    fn visit_f64<E>(self, number: f64) -> Result<Value, E> {
        Ok(Value::Float(number))
    }

    fn visit_str<E>(self, text: &str) -> Result<Value, E> {
        Ok(Value::Text(text.to_owned()))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Value, A::Error> {
        let mut values = Vec::new();
        while let Some(value) = list.next_element()? {
            values.push(value);
        }
        Ok(Value::List(values))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut table: A) -> Result<Value, A::Error> {
        let mut pairs: Vec<(String, Value)> = Vec::new();
        while let Some((key, value)) = table.next_entry::<String, Value>()? {
            if pairs.iter().any(|(known, _)| *known == key) {
                return Err(de::Error::custom(format!("`{key}` stands there twice")));
            }
            pairs.push((key, value));
        }
        Ok(Value::Table(pairs))
    }
}

impl<'de> Deserialize<'de> for Value {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Value, D::Error> {
        from.deserialize_any(Reader)
    }
}
