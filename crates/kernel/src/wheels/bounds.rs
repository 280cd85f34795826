//! How large a wheel may be.

/// The most bytes of a wheel: the largest for this runtime have about 30 MB.
pub const MAX_WHEEL_BYTES: u64 = 64 << 20;
/// The most bytes of all parts, inflated: the page, the kernel's worker and the module that
/// inflates them have them in memory.
pub const MAX_INFLATED_BYTES: u64 = 256 << 20;
/// The most parts: Django has about 7,000.
pub const MAX_PARTS: usize = 10_000;
