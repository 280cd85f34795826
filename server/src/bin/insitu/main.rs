//! The program `insitu`: reads the command line and runs what it names.
//!
//! Knows what can be typed and what is printed. What serving, checking and packing are is in the
//! library.

mod check;
mod cli;
mod export;
mod health;
mod model;
mod password;
mod serve;

use std::{future::Future, io::Write, process::ExitCode};

use clap::{CommandFactory, Parser};
use server::ConfigError;

use cli::{Command, Insitu, ModelCommand};

fn main() -> ExitCode {
    let done = match Insitu::parse().command {
        Command::Serve(options) => blocking(serve::run(options))
            .map_err(|message| format!("Insitu cannot start. {message}")),
        Command::Check { options, offline } => blocking(check::run(&options, offline)),
        Command::Export { folder, options } => blocking(export::run(&folder, &options))
            .map_err(|message| format!("The site cannot be exported. {message}")),
        Command::Health(options) => blocking(health::run(&options)),
        Command::Model(ModelCommand::Get { name, options }) => {
            blocking(model::get(name.as_deref(), &options))
                .map_err(|message| format!("No model was fetched. {message}"))
        }
        Command::Model(ModelCommand::List(options)) => model::list(&options),
        Command::HashPassword => password::run(),
        Command::Completions { shell } => {
            clap_complete::generate(
                shell,
                &mut Insitu::command(),
                cli::NAME,
                &mut std::io::stdout(),
            );
            Ok(())
        }
        Command::Man { command } => cli::manual(command.as_deref()),
        Command::Pack { site, output, program } => {
            program.map_or_else(std::env::current_exe, Ok).map_or_else(
                |error| {
                    Err(format!(
                        "This program's own file cannot be found ({error}); name it with --program."
                    ))
                },
                |program| server::site::pack::pack(&program, &site, &output),
            )
        }
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("{message}");
            ExitCode::FAILURE
        }
    }
}

/// Runs what waits for the network.
fn blocking(work: impl Future<Output = Result<(), String>>) -> Result<(), String> {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build();
    runtime.map_err(|error| format!("No threads can be started ({error})."))?.block_on(work)
}

/// Returns what is wrong with the configuration, one problem a line.
fn problems(error: &ConfigError) -> String {
    match error.problems.len() {
        1 => error.to_string(),
        count => format!("{count} things in the configuration have to change:\n{error}"),
    }
}

/// Prints `text` at once, even if the output is a pipe.
fn print(text: &str) {
    let mut out = std::io::stdout();
    // Without a reader of the output, serving is still useful.
    let _ = writeln!(out, "{text}").and_then(|()| out.flush());
}
