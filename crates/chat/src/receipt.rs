//! The receipt of a request: what the relay says that it has received, which the page compares with
//! what it sent.

/// The header with the body's SHA-256, in lower-case hexadecimal.
pub const SHA256: &str = "x-insitu-body-sha256";
/// The header with the body's size in bytes.
pub const BYTES: &str = "x-insitu-body-bytes";

/// What a receipt says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Receipt {
    /// The relay has received what was sent.
    Same,
    /// It has received something else.
    Different,
    /// The relay sent no receipt.
    Missing,
}

/// Compares the values of the two headers with the body that was sent: its SHA-256 and its size.
pub fn compare(sha256: Option<&str>, bytes: Option<&str>, sent: (&str, usize)) -> Receipt {
    match (sha256, bytes) {
        (Some(sha256), Some(bytes)) if sha256 == sent.0 && bytes.parse() == Ok(sent.1) => {
            Receipt::Same
        }
        (Some(_), Some(_)) => Receipt::Different,
        _ => Receipt::Missing,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_receipt_is_compared_by_hash_and_size() {
        for (sha256, bytes, expected) in [
            (Some("ab"), Some("2"), Receipt::Same),
            (Some("ab"), Some("1"), Receipt::Different),
            (Some("ac"), Some("2"), Receipt::Different),
            (Some("ab"), Some("two"), Receipt::Different),
            (None, Some("2"), Receipt::Missing),
            (Some("ab"), None, Receipt::Missing),
        ] {
            assert_eq!(
                compare(sha256, bytes, ("ab", "ü".len())),
                expected,
                "{sha256:?}, {bytes:?}"
            );
        }
    }
}
