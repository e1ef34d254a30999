//! Stands and features by their numbers, in a byte each: a position is copied often.

/// A stand by its number in the roster, or nobody.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct StandId(u8);

/// A feature of the table by its number, or none.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct FeatureId(u8);

macro_rules! numbers {
    ($name:ident) => {
        impl $name {
            /// Nobody, nothing.
            pub const NONE: $name = $name(u8::MAX);
            /// How many there can be: loading refuses more.
            pub const MOST: usize = u8::MAX as usize;

            /// The nth; none beyond the last that there can be.
            #[inline]
            pub fn new(n: usize) -> $name {
                $name(n.min(Self::MOST) as u8)
            }
            #[inline]
            pub fn index(self) -> usize {
                usize::from(self.0)
            }
            #[inline]
            pub fn is_some(self) -> bool {
                self != Self::NONE
            }
            #[inline]
            pub fn is_none(self) -> bool {
                self == Self::NONE
            }
        }

        impl serde::Serialize for $name {
            fn serialize<S: serde::Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
                s.serialize_u8(self.0)
            }
        }

        impl Default for $name {
            fn default() -> $name {
                Self::NONE
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                write!(f, "{}", self.0)
            }
        }
    };
}

numbers!(StandId);
numbers!(FeatureId);
