//! The same loops for machines with vectors of eight numbers, chosen while running.
//!
//! The program is built for every x86-64, whose vectors hold four numbers. [`widest`] runs work that the compiler made a
//! second time for AVX2. No fused multiplication is allowed in it, so that both give the same bits; a test compares them.

/// Runs `work` in the widest vectors there are. What it calls must be inlined into it to profit.
#[inline]
pub(super) fn widest<R>(work: impl FnOnce() -> R) -> R {
    #[cfg(target_arch = "x86_64")]
    if std::arch::is_x86_feature_detected!("avx2") {
        #[expect(unsafe_code, reason = "code for a feature that the compiler cannot know to be there")]
        // SAFETY: the machine has AVX2, the only thing that the function asks for.
        return unsafe { eight(work) };
    }
    work()
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
fn eight<R>(work: impl FnOnce() -> R) -> R {
    work()
}
