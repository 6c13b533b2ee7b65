//! Sparse inputs: the few that are not 0, by number.

/// Inputs that are not 0, with their values, in rising order of their numbers. A buffer: cleared and filled again.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Inputs(Vec<(u32, f32)>);

impl Inputs {
    /// All inputs 0.
    #[must_use]
    pub const fn new() -> Self {
        Self(Vec::new())
    }

    /// Makes all inputs 0 and keeps the memory.
    #[inline]
    pub fn clear(&mut self) {
        self.0.clear();
    }

    /// Sets an input, whose number is above all that are set; to set it to 0 does nothing.
    #[inline]
    pub fn push(&mut self, index: usize, value: f32) {
        debug_assert!(self.0.last().is_none_or(|last| last.0 < index as u32), "inputs come in rising order: {index}");
        if value != 0.0 {
            self.0.push((index as u32, value));
        }
    }

    /// Sets an input to 1 if `is_on`, whose number is above all that are set.
    #[inline]
    pub fn push_if(&mut self, index: usize, is_on: bool) {
        if is_on {
            self.push(index, 1.0);
        }
    }

    /// Takes on a list of numbers and values; the numbers must rise.
    pub fn fill(&mut self, list: &[(u32, f32)]) {
        self.0.clear();
        self.0.extend_from_slice(list);
    }

    /// The numbers and values, in rising order.
    #[inline]
    #[must_use]
    pub fn list(&self) -> &[(u32, f32)] {
        &self.0
    }

    /// Makes this what must be added to `old` to get `new`.
    pub fn set_difference(&mut self, old: &Self, new: &Self) {
        self.0.clear();
        let (mut old, mut new) = (old.0.as_slice(), new.0.as_slice());
        while let (&[was, ref olds @ ..], &[is, ref news @ ..]) = (old, new) {
            if was == is {
                (old, new) = (olds, news);
            } else if was.0 < is.0 {
                self.0.push((was.0, -was.1));
                old = olds;
            } else if was.0 > is.0 {
                self.0.push(is);
                new = news;
            } else {
                self.0.push((is.0, is.1 - was.1));
                (old, new) = (olds, news);
            }
        }
        self.0.extend(old.iter().map(|&(index, value)| (index, -value)));
        self.0.extend_from_slice(new);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn inputs(list: &[(u32, f32)]) -> Inputs {
        Inputs(list.to_vec())
    }

    #[test]
    fn differences_are_what_changes() {
        let old = inputs(&[(1, 1.0), (3, 1.0), (5, 0.5), (9, 1.0)]);
        let new = inputs(&[(0, 1.0), (3, 1.0), (5, 2.0), (7, 1.0)]);
        let mut difference = Inputs::new();
        difference.set_difference(&old, &new);
        assert_eq!(difference.list(), [(0, 1.0), (1, -1.0), (5, 1.5), (7, 1.0), (9, -1.0)]);
        difference.set_difference(&old, &old);
        assert_eq!(difference.list(), []);
        difference.set_difference(&Inputs::new(), &new);
        assert_eq!(difference, new);
    }
}
