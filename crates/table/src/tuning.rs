//! How much each thing counts in a doctrine: a table of named figures, the one of the system or another that was found by
//! playing.

use std::sync::Arc;

/// Figures in place of those that a doctrine comes with, in the same order ([`Commander::WEIGHTS`](crate::Commander::WEIGHTS)).
#[derive(Clone, Default, Debug)]
pub struct Tuning {
    values: Option<Arc<[f32]>>,
    key: u64,
}

impl Tuning {
    /// The doctrine as it comes.
    pub const USUAL: Tuning = Tuning { values: None, key: 0 };

    /// Other figures.
    #[must_use]
    pub fn new(values: &[f32]) -> Tuning {
        let mix = |key: u64, value: &f32| {
            (key ^ u64::from(value.to_bits())).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(29)
        };
        Tuning { values: Some(values.into()), key: values.iter().fold(1, mix) | 1 }
    }

    /// The figures, where they are not the usual ones.
    #[must_use]
    pub fn values(&self) -> Option<&[f32]> {
        self.values.as_deref()
    }

    /// A number that differs when tunings differ.
    #[must_use]
    pub const fn key(&self) -> u64 {
        self.key
    }
}

impl PartialEq for Tuning {
    fn eq(&self, other: &Tuning) -> bool {
        self.key == other.key
    }
}

impl Eq for Tuning {}

/// Declares the table of a doctrine: a struct of `f32` with the usual value of each, its names in order (`NAMES`), the usual
/// table (`TABLE`), and how a [`Tuning`] is read.
#[macro_export]
macro_rules! weights {
    (
        $(#[$about:meta])*
        $vis:vis struct $name:ident { $($(#[$doc:meta])* $field:ident: $usual:expr,)* }
    ) => {
        $(#[$about])*
        #[derive(Clone, Copy, PartialEq, Debug)]
        $vis struct $name { $($(#[$doc])* pub(crate) $field: f32,)* }

        impl $name {
            /// As the doctrine comes.
            pub(crate) const TABLE: $name = $name { $($field: $usual,)* };
            /// What each figure is called, with its usual value.
            pub(crate) const NAMES: &[(&str, f32)] = &[$((stringify!($field), $usual),)*];

            /// The figures of a tuning; a shorter one leaves the rest as usual.
            pub(crate) fn of(tuning: &$crate::Tuning) -> $name {
                let Some(values) = tuning.values() else { return $name::TABLE };
                let mut values = values.iter().copied();
                $name { $($field: values.next().unwrap_or($usual),)* }
            }
        }
    };
}

#[cfg(test)]
mod tests {
    use super::*;

    crate::weights! {
        /// Two things.
        struct Two { /// The first.
            first: 1.0, /// The second.
            second: 2.0, }
    }

    #[test]
    fn a_tuning_is_read_in_the_order_of_the_names() {
        assert_eq!(Two::of(&Tuning::USUAL), Two { first: 1.0, second: 2.0 });
        assert_eq!(Two::of(&Tuning::new(&[3.0, 4.0])), Two { first: 3.0, second: 4.0 });
        assert_eq!(Two::of(&Tuning::new(&[3.0])), Two { first: 3.0, second: 2.0 });
        assert_eq!(Two::NAMES, [("first", 1.0), ("second", 2.0)]);
    }

    #[test]
    fn tunings_with_other_figures_differ() {
        let [a, b] = [Tuning::new(&[1.0, 2.0]), Tuning::new(&[2.0, 1.0])];
        assert!(a != b && a != Tuning::USUAL && a == Tuning::new(&[1.0, 2.0]));
    }
}
