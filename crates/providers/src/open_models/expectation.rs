//! What to expect of a model on one machine, in words.

use crate::open_models::Model;

/// What the browser says of the machine that it runs on.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Device {
    /// The memory in bytes, which no browser states above 8 GiB; `None` if it does not say.
    pub memory: Option<f64>,
    /// How many cores it has.
    pub cores: u32,
    /// Whether threads can share memory, so that a model gets more than one.
    pub shared: bool,
}

/// The most threads that a model gets, as `web/local_model/memory.ts` has it.
const MAX_THREADS: u32 = 4;

/// The threads with which the speeds of the list were measured.
const MEASURED_THREADS: u32 = 2;

/// Tokens of an answer with one program, for the estimate of its time.
const ANSWER_TOKENS: f64 = 120.0;

/// Returns the threads that a model gets on a device.
fn threads(device: &Device) -> u32 {
    if device.shared {
        device.cores.saturating_sub(1).max(device.cores.min(2)).clamp(1, MAX_THREADS)
    } else {
        1
    }
}

/// Returns what to expect of `model` on `device`: memory, speed, and the time of an answer.
pub fn expectation(model: &Model, device: &Device) -> String {
    let memory = model.memory as f64;
    let room = match device.memory {
        // Half of it is the system's, the browser's and Python's.
        Some(has) if has < memory * 2.0 => {
            " This machine may have too little memory: close other programs first, or choose a smaller model."
        }
        _ => "",
    };
    let threads = threads(device);
    let measured = model.measured && threads >= MEASURED_THREADS;
    let source = if measured { "measured" } else { "estimated, not measured" };
    let slower = f64::from(MEASURED_THREADS) / f64::from(threads.min(MEASURED_THREADS));
    let speed = model.tokens_a_second / slower;
    let seconds = ANSWER_TOKENS / speed;
    let given = match threads {
        1 => "This browser allows it one thread.".to_owned(),
        count => format!("This browser allows it {count} threads."),
    };
    format!(
        "Needs about {} of memory.{room} About {} tokens a second with {} ({source}), so that the code of an answer takes about {}. {given}",
        size(model.memory),
        speed.round().max(1.0),
        if threads == 1 { "one thread" } else { "two threads" },
        duration(seconds),
    )
}

/// Returns a number of bytes in words, as the menu of models has it.
pub fn size(bytes: u64) -> String {
    let bytes = bytes as f64;
    if bytes >= 1e9 {
        format!("{:.1} GB", bytes / 1e9)
    } else {
        format!("{:.0} MB", (bytes / 1e6).max(1.0))
    }
}

/// Returns a time in words, to ten seconds or half a minute.
fn duration(seconds: f64) -> String {
    if seconds < 55.0 {
        return format!("{} seconds", ((seconds / 10.0).round() * 10.0).max(10.0));
    }
    match (seconds / 30.0).round() / 2.0 {
        1.0 => "a minute".to_owned(),
        minutes => format!("{minutes} minutes"),
    }
}
