//! Asking for memory before it is needed: a search knows a node's key long before it looks the node up.

/// Asks for the cache line of `place`. Changes nothing but the time a later access takes.
#[inline]
#[allow(unsafe_code)] // There is no safe way to say it, and in chess much of a node's time is waiting for the table.
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
