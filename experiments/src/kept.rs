//! What is read from files once and shared by all who ask: tables that a match's players look into.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use crate::failure::Failure;

/// Things by the path they were read from, kept as long as the program runs.
pub(crate) struct Kept<T>(Mutex<Vec<(PathBuf, Arc<T>)>>);

impl<T> Kept<T> {
    /// Nothing yet.
    pub(crate) const fn new() -> Self {
        Self(Mutex::new(Vec::new()))
    }

    /// What lies there, read by `read` at the first ask; others wait for it.
    pub(crate) fn get(
        &self,
        path: &Path,
        read: impl FnOnce(&Path) -> Result<Arc<T>, Failure>,
    ) -> Result<Arc<T>, Failure> {
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, there)) = all.iter().find(|(known, _)| known == path) {
            return Ok(Arc::clone(there));
        }
        let found = read(path)?;
        all.push((path.to_owned(), Arc::clone(&found)));
        Ok(found)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn things_are_read_once_and_failures_are_not_kept() {
        let kept = Kept::new();
        assert!(kept.get("a".as_ref(), |_| Err(Failure::input("no"))).is_err());
        assert_eq!(*kept.get("a".as_ref(), |_| Ok(Arc::new(1))).expect("read"), 1);
        assert_eq!(*kept.get("a".as_ref(), |_| Ok(Arc::new(2))).expect("kept"), 1);
        assert_eq!(*kept.get("b".as_ref(), |_| Ok(Arc::new(3))).expect("read"), 3);
    }
}
