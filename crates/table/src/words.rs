//! Kinds that files, orders and the screen call by a word.

/// An enum whose variants are words: `words! { /// Water. Water { Creek = "creek" } }` gives `ALL`, `word`,
/// `from_word`, `expected`, `Display` and the words in JSON and TOML.
#[macro_export]
macro_rules! words {
    ($(#[$doc:meta])* $name:ident { $($(#[$variant_doc:meta])* $variant:ident = $word:literal),+ $(,)? }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, serde::Serialize, serde::Deserialize)]
        #[repr(u8)]
        pub enum $name {
            $(
                $(#[$variant_doc])*
                #[doc = concat!("`", $word, "` in files and on the screen.")]
                #[serde(rename = $word)]
                $variant
            ),+
        }

        #[allow(dead_code, reason = "not every kind is asked for everything")]
        impl $name {
            /// All of them, in the order of this list.
            pub const ALL: &'static [$name] = &[$($name::$variant),+];

            /// The word in files and on the screen.
            pub const fn word(self) -> &'static str {
                match self { $($name::$variant => $word),+ }
            }
            /// The meaning of a word in a file.
            pub fn from_word(word: &str) -> Option<Self> {
                match word { $($word => Some($name::$variant),)+ _ => None }
            }
            /// All words, for a message to an author.
            pub fn expected() -> String {
                Self::ALL.iter().map(|kind| format!("`{}`", kind.word())).collect::<Vec<_>>().join(", ")
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(self.word())
            }
        }
    };
}
