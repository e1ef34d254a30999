//! Short lists that lie on the stack, and grow without a limit when they have to.

use std::ops::{Deref, DerefMut};

use arrayvec::ArrayVec;

/// A list of mostly at most `N`.
#[derive(Clone, Debug, PartialEq)]
pub struct Few<T, const N: usize> {
    short: ArrayVec<T, N>,
    /// Everything, as soon as there are more.
    long: Vec<T>,
}

impl<T, const N: usize> Few<T, N> {
    pub fn new() -> Self {
        Few { short: ArrayVec::new(), long: Vec::new() }
    }
    #[inline]
    pub fn push(&mut self, item: T) {
        if self.long.is_empty() {
            let Err(full) = self.short.try_push(item) else { return };
            self.long.extend(self.short.drain(..));
            self.long.push(full.element());
        } else {
            self.long.push(item);
        }
    }
}

impl<T, const N: usize> Deref for Few<T, N> {
    type Target = [T];
    #[inline]
    fn deref(&self) -> &[T] {
        if self.long.is_empty() { &self.short } else { &self.long }
    }
}

impl<T, const N: usize> DerefMut for Few<T, N> {
    #[inline]
    fn deref_mut(&mut self) -> &mut [T] {
        if self.long.is_empty() { &mut self.short } else { &mut self.long }
    }
}

impl<T, const N: usize> IntoIterator for Few<T, N> {
    type Item = T;
    // One of the two is empty.
    type IntoIter = std::iter::Chain<arrayvec::IntoIter<T, N>, std::vec::IntoIter<T>>;
    fn into_iter(self) -> Self::IntoIter {
        self.short.into_iter().chain(self.long)
    }
}

impl<T, const N: usize> FromIterator<T> for Few<T, N> {
    fn from_iter<I: IntoIterator<Item = T>>(items: I) -> Self {
        let mut few = Few::new();
        items.into_iter().for_each(|item| few.push(item));
        few
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn more_than_fit_are_kept_in_order() {
        for count in 0..10 {
            let few: Few<usize, 4> = (0..count).collect();
            let all: Vec<usize> = (0..count).collect();
            assert_eq!(*few, all[..]);
            assert_eq!(few.into_iter().collect::<Vec<_>>(), all);
        }
    }
}
