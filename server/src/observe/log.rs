//! The log: lines of text or of JSON on the standard error.

use std::io::IsTerminal;

use tracing::level_filters::LevelFilter;
use tracing_subscriber::{Layer, filter::Targets, fmt, layer::SubscriberExt, util::SubscriberInitExt};

use crate::config::LogFormat;

/// Starts the log. Libraries say only what is wrong: at lower levels some of them write addresses and headers.
pub fn start(format: LogFormat) {
    let filter = Targets::new().with_default(LevelFilter::WARN).with_target("server", LevelFilter::INFO);
    let text = || fmt::layer().with_writer(std::io::stderr).with_target(false);
    let layer = match format {
        LogFormat::Text => text().with_ansi(std::io::stderr().is_terminal()).boxed(),
        LogFormat::Json => text().json().flatten_event(true).with_current_span(false).boxed(),
    };
    // A second start, as in tests, leaves the first one's log in place.
    let _ = tracing_subscriber::registry().with(layer.with_filter(filter)).try_init();
    std::panic::set_hook(Box::new(panicked));
}

/// Notes where the server has panicked. What the panic says may quote anything, a key or a conversation.
fn panicked(panic: &std::panic::PanicHookInfo<'_>) {
    let place =
        panic.location().map(|place| format!("{}:{}", place.file(), place.line())).unwrap_or_default();
    tracing::error!(place, "a fault of the server itself; please report it");
}
