//! From older schemas to the current one, a version at a time.
//!
//! A migration turns the JSON of one version into that of the next. It never needs today's types,
//! so that it stays right when they change, and it keeps sequence numbers and times: what several
//! records become has the number of the last of them.

mod v1;
mod v2;

use crate::log::SCHEMA;
use crate::log::record::Frame;

/// Migrates the records of a log of version `schema`.
pub(crate) fn to_current(schema: u32, mut frames: Vec<Frame>) -> Vec<Frame> {
    for version in schema..SCHEMA {
        frames = match version {
            1 => v1::to_2(frames),
            2 => v2::to_3(frames),
            _ => frames,
        };
        frames.iter_mut().for_each(|frame| frame.schema = version + 1);
    }
    frames
}

#[cfg(test)]
mod tests;
