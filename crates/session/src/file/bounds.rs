//! What a file has to be: the versions of its form, and how large it may be. The writer keeps to
//! the same bounds, so that whatever was written can be read.

/// The version of the file's form that this crate writes.
pub const FORMAT_VERSION: u32 = 1;
/// The most parts, without the manifest.
pub const MAX_PARTS: usize = 10_000;
/// The most bytes of the manifest: 10 000 parts with long names.
pub(crate) const MAX_MANIFEST_BYTES: u64 = 4 << 20;
/// The most bytes of the log.
pub const MAX_LOG_BYTES: u64 = 256 << 20;
/// The most bytes of all parts together, and of the file. A page has both in memory, twice if it
/// opens the file.
pub const MAX_TOTAL_BYTES: u64 = 512 << 20;
/// The most bytes of a file's name.
pub(crate) const MAX_NAME_BYTES: usize = 1 << 10;
/// How many bytes may come from one: printed tables compress to a fiftieth, zip bombs to a
/// thousandth. What would compress better is stored as it is.
const MAX_INFLATION_RATIO: u64 = 200;
/// Bytes that may come from anything.
const FREE: u64 = 64 << 10;

/// Returns whether so many compressed bytes inflate to more than data do.
pub(crate) fn is_bomb(compressed: u64, bytes: u64) -> bool {
    bytes > compressed.saturating_mul(MAX_INFLATION_RATIO).saturating_add(FREE)
}
