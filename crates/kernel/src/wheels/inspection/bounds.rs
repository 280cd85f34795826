//! How large the parts of a wheel may be.

/// The most bytes of a text of the wheel about itself. The `RECORD` of 10,000 parts has about 1 MB.
pub(crate) const MAX_TEXT_BYTES: u64 = 4 << 20;
/// The most bytes of a path, and of a wheel's file name.
pub(crate) const MAX_PATH_BYTES: usize = 400;
/// The most characters of a package's name.
pub(crate) const MAX_NAME_LENGTH: usize = 100;
/// The most characters of a version.
pub(crate) const MAX_VERSION_LENGTH: usize = 60;
/// How many bytes may come from one: source compresses to a tenth, zip bombs to a thousandth.
const MAX_INFLATION_RATIO: u64 = 200;
/// Bytes that may come from anything.
const FREE: u64 = 64 << 10;

/// Returns whether so many compressed bytes inflate to more than files of a package do.
pub(crate) fn is_bomb(compressed: u64, bytes: u64) -> bool {
    bytes > compressed.saturating_mul(MAX_INFLATION_RATIO).saturating_add(FREE)
}
