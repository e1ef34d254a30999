//! Values that may be written in two ways. Not serde's `untagged`, which would lose the place of a fault and what was
//! expected.

use std::fmt;
use std::marker::PhantomData;

use serde::de::value::{MapAccessDeserializer, SeqAccessDeserializer};
use serde::de::{Error, MapAccess, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer};

/// A word, or a list of words.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct WordList(pub Vec<String>);

/// A number, or a table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NumberOr<T> {
    /// A plain number.
    Number(i64),
    /// A table of keys.
    Table(T),
}

/// A word, or a table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum WordOr<T> {
    /// A single word.
    Word(String),
    /// A table of keys.
    Table(T),
}

impl<'de> Deserialize<'de> for WordList {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        struct Words;
        impl<'de> Visitor<'de> for Words {
            type Value = WordList;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a word, or a list of words")
            }
            fn visit_str<E: Error>(self, word: &str) -> Result<WordList, E> {
                Ok(WordList(vec![word.to_owned()]))
            }
            fn visit_seq<A: SeqAccess<'de>>(self, words: A) -> Result<WordList, A::Error> {
                Ok(WordList(Vec::deserialize(SeqAccessDeserializer::new(words))?))
            }
        }
        from.deserialize_any(Words)
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for NumberOr<T> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        struct Either<T>(PhantomData<T>);
        impl<'de, T: Deserialize<'de>> Visitor<'de> for Either<T> {
            type Value = NumberOr<T>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a whole number, or a table")
            }
            fn visit_i64<E: Error>(self, number: i64) -> Result<NumberOr<T>, E> {
                Ok(NumberOr::Number(number))
            }
            fn visit_u64<E: Error>(self, number: u64) -> Result<NumberOr<T>, E> {
                Ok(NumberOr::Number(i64::try_from(number).unwrap_or(i64::MAX)))
            }
            fn visit_map<A: MapAccess<'de>>(self, table: A) -> Result<NumberOr<T>, A::Error> {
                Ok(NumberOr::Table(T::deserialize(MapAccessDeserializer::new(table))?))
            }
        }
        from.deserialize_any(Either(PhantomData))
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for WordOr<T> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        struct Either<T>(PhantomData<T>);
        impl<'de, T: Deserialize<'de>> Visitor<'de> for Either<T> {
            type Value = WordOr<T>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a word, or a table")
            }
            fn visit_str<E: Error>(self, word: &str) -> Result<WordOr<T>, E> {
                Ok(WordOr::Word(word.to_owned()))
            }
            fn visit_map<A: MapAccess<'de>>(self, table: A) -> Result<WordOr<T>, A::Error> {
                Ok(WordOr::Table(T::deserialize(MapAccessDeserializer::new(table))?))
            }
        }
        from.deserialize_any(Either(PhantomData))
    }
}
