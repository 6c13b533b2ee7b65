//! Memory as the machine likes it: asked for before it is needed, and in large pages.
//!
//! In chess much of a node's time is waiting for the transposition table. There is no safe way to say either thing to the
//! machine, so the crate's unsafe code stands here; neither changes what a program computes.
#![allow(unsafe_code)]

/// Asks for the cache line of `place`. Changes nothing but the time a later access takes.
#[inline]
pub(crate) fn prefetch<T>(place: &T) {
    #[cfg(target_arch = "x86_64")]
    // SAFETY: a prefetch of any address is harmless, and this is the address of a live reference.
    unsafe {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(place).cast());
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = place;
}

/// A large page on the machines at hand.
const LARGE_PAGE: usize = 2 << 20;

/// An empty vector with room for `count` values, in large pages where the system gives them to those who ask: a random
/// access to small ones costs a walk through the page table besides the memory itself.
pub(crate) fn with_large_pages<T>(count: usize) -> Vec<T> {
    let mut values = Vec::with_capacity(count);
    advise(values.spare_capacity_mut());
    values
}

#[cfg(target_os = "linux")]
fn advise<T>(room: &mut [std::mem::MaybeUninit<T>]) {
    let (start, bytes) = (room.as_mut_ptr().addr(), size_of_val(room));
    let first = start.next_multiple_of(LARGE_PAGE);
    let length = (start + bytes).saturating_sub(first) / LARGE_PAGE * LARGE_PAGE;
    if length > 0 {
        // SAFETY: the range lies within `room`, which is ours alone, and the advice leaves its content as it is. Where the
        // system does not know it, an error is returned that need not concern anybody.
        unsafe {
            libc::madvise(room.as_mut_ptr().cast::<u8>().add(first - start).cast(), length, libc::MADV_HUGEPAGE);
        }
    }
}

#[cfg(not(target_os = "linux"))]
fn advise<T>(_: &mut [std::mem::MaybeUninit<T>]) {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_vector_in_large_pages_is_a_vector() {
        for count in [0, 1, 1_000, LARGE_PAGE, 3 * LARGE_PAGE] {
            let mut values = with_large_pages::<u8>(count);
            assert!(values.is_empty() && values.capacity() >= count);
            values.extend(std::iter::repeat_n(7, count));
            assert!(values.len() == count && values.iter().all(|&value| value == 7));
        }
    }
}
