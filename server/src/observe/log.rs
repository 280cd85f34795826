//! The log: lines of text or of JSON on the standard error.

use std::io::IsTerminal;

use tracing::level_filters::LevelFilter;
use tracing_subscriber::{
    Layer, filter::Targets, fmt, layer::SubscriberExt, util::SubscriberInitExt,
};

use crate::config::LogFormat;

/// Starts the log. Libraries say only what is wrong: at lower levels some of them write addresses
/// and headers.
pub fn start(format: LogFormat) {
    let filter =
        Targets::new().with_default(LevelFilter::WARN).with_target("server", LevelFilter::INFO);
    let text = || fmt::layer().with_writer(std::io::stderr).with_target(false);
    let layer = match format {
        LogFormat::Text => text().with_ansi(std::io::stderr().is_terminal()).boxed(),
        LogFormat::Json => text().json().flatten_event(true).with_current_span(false).boxed(),
    };
    // A second start, as in tests, leaves the first one's log in place.
    let _ = tracing_subscriber::registry().with(layer.with_filter(filter)).try_init();
    std::panic::set_hook(Box::new(panicked));
}

/// Notes if the server has panicked. What the panic says may quote anything, a key or a
/// conversation.
fn panicked(panic: &std::panic::PanicHookInfo<'_>) {
    let place = panic
        .location()
        .map(|place| format!("{}:{}", place.file(), place.line()))
        .unwrap_or_default();
    tracing::error!(place, "a fault of the server itself; please report it");
}

#[cfg(test)]
mod tests {
    use std::process::Command;

    use super::*;

    const SECRET: &str = "sk-marked-5e1f90cc2b7a4d";

    /// Names the process that panics: the hook is of the whole process, and other tests have
    /// theirs.
    const CHILD: &str = "INSITU_TEST_PANICS";

    #[test]
    fn a_panic_writes_its_place_and_no_secret() {
        if std::env::var_os(CHILD).is_some() {
            start(LogFormat::Json);
            let texts = std::thread::spawn(|| panic!("refused: {SECRET}")).join();
            let fields =
                std::thread::spawn(|| SECRET.parse::<u8>().map_err(|_| SECRET).unwrap()).join();
            assert!(texts.is_err() && fields.is_err());
            return;
        }
        let child = Command::new(std::env::current_exe().unwrap())
            .args([
                "--exact",
                "observe::log::tests::a_panic_writes_its_place_and_no_secret",
                "--nocapture",
            ])
            .env(CHILD, "1")
            .output()
            .unwrap();
        let written = String::from_utf8([child.stdout, child.stderr].concat()).unwrap();
        assert!(child.status.success(), "{written}");
        let faults =
            written.lines().filter(|line| line.contains("a fault of the server itself")).count();
        assert_eq!((faults, written.matches("log.rs:").count()), (2, 2), "{written}");
        assert!(!written.contains(SECRET) && !written.contains("5e1f90cc"), "{written}");
    }
}
