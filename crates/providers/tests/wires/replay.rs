//! Streams and whole bodies as they are decoded, however their bytes arrive.

use std::fmt::Write;

use providers::{Frames, Wire};

use crate::{Decoded, Traffic, golden};

/// Returns what was decoded, a line for each thing.
fn described(decoded: &Decoded, complete: bool) -> String {
    let mut lines = String::new();
    for delta in &decoded.deltas {
        writeln!(lines, "{delta:?}").unwrap();
    }
    for failure in &decoded.failures {
        writeln!(lines, "{failure:?}").unwrap();
    }
    if decoded.skipped > 0 {
        writeln!(lines, "skipped: {}", decoded.skipped).unwrap();
    }
    writeln!(lines, "{}", if complete { "complete" } else { "cut off" }).unwrap();
    lines
}

#[test]
fn every_stream_becomes_the_deltas_of_its_golden_file() {
    for traffic in Traffic::all("sse") {
        let mut decoder = traffic.wire.decoder();
        let mut decoded = Decoded::default();
        traffic.frames().iter().for_each(|frame| decoded.add(&mut decoder, frame));
        golden(&format!("{}.txt", traffic.name), &described(&decoded, decoder.end().is_ok()));
    }
}

#[test]
fn the_body_of_a_server_that_does_not_stream_is_decoded() {
    for traffic in Traffic::all("json") {
        let mut decoder = traffic.wire.decoder();
        let mut decoded = Decoded::default();
        let whole = providers::Frame { name: None, data: traffic.text };
        decoded.add(&mut decoder, &whole);
        golden(&format!("{}.txt", traffic.name), &described(&decoded, decoder.end().is_ok()));
    }
}

#[test]
fn a_stream_is_the_same_wherever_its_bytes_are_split() {
    for traffic in Traffic::all("sse") {
        let bytes = traffic.text.as_bytes();
        let wanted = traffic.frames();
        for at in 0..=bytes.len() {
            let (before, after) = bytes.split_at(at);
            let mut frames = Frames::new();
            let mut found = frames.read(before).unwrap();
            found.extend(frames.read(after).unwrap());
            // The same frames are the same deltas.
            assert_eq!(found, wanted, "{} split at {at}", traffic.name);
        }
    }
}

/// Returns the place after which a stream is complete: behind the event that has one of the wire's
/// end marks.
fn end_mark(traffic: &Traffic) -> usize {
    let marks: &[&str] = match traffic.wire {
        Wire::ChatCompletions => &["\"finish_reason\":\"", "[DONE]", "\"error\":{"],
        Wire::Responses => &[
            "event: response.completed",
            "event: response.incomplete",
            "event: response.failed",
            "event: error",
        ],
        Wire::Anthropic => &["event: message_stop", "event: error"],
    };
    let first = marks.iter().filter_map(|mark| traffic.text.find(mark)).min();
    let Some(first) = first else { return usize::MAX };
    // An empty line ends with its CR.
    let blank = ["\n\n", "\r\n\r"].map(|blank| (traffic.text[first..].find(blank), blank.len()));
    blank.into_iter().filter_map(|(found, length)| Some(first + found? + length)).min().unwrap()
}

#[test]
fn every_beginning_without_the_end_mark_is_cut_off_and_none_with_it() {
    for traffic in Traffic::all("sse") {
        let end = end_mark(&traffic);
        let (mut decoder, mut frames, mut decoded) =
            (traffic.wire.decoder(), Frames::new(), Decoded::default());
        assert!(decoder.end().is_err(), "{}: nothing has come", traffic.name);
        for (at, byte) in traffic.text.bytes().enumerate() {
            for frame in frames.read(&[byte]).unwrap() {
                decoded.add(&mut decoder, &frame);
            }
            assert_eq!(
                decoder.end().is_ok(),
                at + 1 >= end,
                "{} after {} bytes",
                traffic.name,
                at + 1
            );
        }
        let mut whole = (traffic.wire.decoder(), Decoded::default());
        traffic.frames().iter().for_each(|frame| whole.1.add(&mut whole.0, frame));
        assert_eq!(decoded, whole.1, "{}", traffic.name);
    }
}
