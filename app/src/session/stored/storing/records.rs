//! The records of a log as text.

use serde::Deserialize;

use super::super::{LogPart, Storage, StorageError};

/// Returns the records of a session as one text, after the part of them that was read already, and
/// what is damaged after them.
pub async fn records_from(
    storage: &impl Storage,
    session: &str,
    begun: Option<LogPart>,
) -> (String, Option<StorageError>) {
    let mut all = begun.unwrap_or_else(|| LogPart { more: true, ..LogPart::default() });
    while all.more {
        match storage.read(session, all.last + 1.0).await {
            Ok(LogPart { text, last, more, damage }) => {
                let last = if text.is_empty() { all.last } else { last };
                all = LogPart { text: all.text + &text, last, more, damage };
            }
            Err(error) => return (all.text, Some(error)),
        }
    }
    (all.text, all.damage)
}

/// Returns the records of a text.
pub fn lines(records: &str) -> impl Iterator<Item = &str> {
    records.split_inclusive('\n')
}

/// Returns the sequence number of a record.
pub fn number_of(record: &str) -> f64 {
    #[derive(Deserialize)]
    struct Numbered {
        seq: f64,
    }
    serde_json::from_str(record).map_or(f64::NAN, |Numbered { seq }| seq)
}
