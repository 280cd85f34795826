//! Numbers of which only the first digits are disclosed.

use text::format;

/// Truncates the number to this many significant digits, with "about" if that changes it.
pub(super) fn coarse(number: u64, digits: u32) -> String {
    let length = number.checked_ilog10().unwrap_or(0) + 1;
    let unit = 10_u64.pow(length.saturating_sub(digits));
    let rounded = number / unit * unit;
    if rounded == number {
        format::count(number)
    } else {
        format!("about {}", format::count(rounded))
    }
}
