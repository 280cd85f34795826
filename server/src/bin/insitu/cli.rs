//! What can be typed. Values of the environment are never shown: some are secrets.

use std::path::PathBuf;

use clap::{Args, CommandFactory, Parser, Subcommand};
use clap_complete::Shell;

/// The program's name.
pub(crate) const NAME: &str = "insitu";

/// What `--help` ends with.
const ENVIRONMENT: &str = "\
Environment:
  INSITU_CONFIG      the configuration file, else insitu.toml in this folder if it is there
  INSITU_ADDR        where to listen, 127.0.0.1:3000 unless set
  INSITU_SITE        a built site, instead of the one in the program
  INSITU_HOSTS       further host names under which it is reached
  INSITU_MODEL_FOLDER  where `insitu model get` puts models
  INSITU_TOKEN       the token that users need
  INSITU_BASE_URL    the address of a language model's endpoint; with INSITU_MODEL and INSITU_API_KEY

Without a subcommand nothing is started: `insitu serve` serves.";

/// A code interpreter in the browser: serves the page and relays requests to language models.
#[derive(Debug, Parser)]
#[command(name = NAME, version, after_help = ENVIRONMENT, arg_required_else_help = true)]
pub(crate) struct Insitu {
    /// What to do.
    #[command(subcommand)]
    pub(crate) command: Command,
}

/// What to do.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Serves the page until it is stopped
    Serve(Options),
    /// Says whether configuration, site and providers can be used, and starts nothing
    Check {
        /// What is checked.
        #[command(flatten)]
        options: Options,
        /// Asks no provider, so that no network is needed
        #[arg(long)]
        offline: bool,
    },
    /// Writes the site for a static host into a folder
    Export {
        /// The folder, which must be empty or missing
        #[arg(value_name = "DIR")]
        folder: PathBuf,
        /// What is exported.
        #[command(flatten)]
        options: Options,
    },
    /// Fetches open models, which users then run in their browser
    #[command(subcommand)]
    Model(ModelCommand),
    /// Asks a server on this machine whether it wants requests, for containers
    Health(Options),
    /// Prints the hash of the password on the standard input, for `access.users`
    HashPassword,
    /// Prints what a shell needs to complete this program's commands
    Completions {
        /// The shell
        shell: Shell,
    },
    /// Prints the manual page, of the program or of one of its commands
    Man {
        /// The command
        command: Option<String>,
    },
    /// Writes this program with a site behind it
    #[command(hide = true)]
    Pack {
        /// The folder with the built site
        site: PathBuf,
        /// The file to write
        output: PathBuf,
        /// The program to pack, if it is not this one
        #[arg(long, value_name = "FILE")]
        program: Option<PathBuf>,
    },
}

/// What to do with open models.
#[derive(Debug, Subcommand)]
pub(crate) enum ModelCommand {
    /// Fetches a model into the folder of models, on from where an earlier attempt ended
    Get {
        /// The model, the first of `insitu model list` unless named
        name: Option<String>,
        /// Where it is put.
        #[command(flatten)]
        options: Options,
    },
    /// Lists the models: size, licence, memory, what to expect, and which are there
    List(Options),
}

/// What may be said about the configuration. Each comes before the variable of the same meaning.
#[derive(Args, Clone, Debug, Default)]
pub(crate) struct Options {
    /// The configuration file [as INSITU_CONFIG]
    #[arg(long, value_name = "FILE")]
    config: Option<String>,
    /// Where to listen, such as 127.0.0.1:3000 [as INSITU_ADDR]
    #[arg(long, value_name = "ADDRESS")]
    address: Option<String>,
    /// A built site, as a folder or an archive [as INSITU_SITE]
    #[arg(long, value_name = "PATH")]
    site: Option<String>,
    /// The folder of fetched models [as INSITU_MODEL_FOLDER]
    #[arg(long, value_name = "DIR")]
    model_folder: Option<String>,
}

impl Options {
    /// Returns the value of a variable, as an option or the environment has it.
    pub(crate) fn variable(&self, name: &str) -> Option<String> {
        let option = match name {
            "INSITU_CONFIG" => &self.config,
            "INSITU_ADDR" => &self.address,
            "INSITU_SITE" => &self.site,
            "INSITU_MODEL_FOLDER" => &self.model_folder,
            _ => &None,
        };
        option.clone().or_else(|| std::env::var(name).ok())
    }
}

/// Prints the manual page of the program, or of one of its commands.
pub(crate) fn manual(of: Option<&str>) -> Result<(), String> {
    let mut insitu = Insitu::command().disable_help_subcommand(true);
    insitu.build();
    let shown = match of {
        Some(name) => {
            insitu.find_subcommand(name).filter(|command| !command.is_hide_set()).ok_or_else(
                || format!("There is no command `{name}`; `insitu --help` has the commands."),
            )?
        }
        None => &insitu,
    };
    let mut page = Vec::new();
    let written = clap_mangen::Man::new(shown.clone()).render(&mut page);
    written.map_err(|error| format!("The manual page cannot be written ({error})."))?;
    crate::print(&String::from_utf8_lossy(&page));
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_can_be_typed_is_consistent() {
        Insitu::command().debug_assert();
    }

    #[test]
    fn options_come_before_the_environment() {
        let insitu = Insitu::parse_from(["insitu", "serve", "--address", "127.0.0.1:4000"]);
        let Command::Serve(options) = insitu.command else { panic!("{insitu:?}") };
        assert_eq!(options.variable("INSITU_ADDR").as_deref(), Some("127.0.0.1:4000"));
        assert_eq!(options.variable("PATH"), std::env::var("PATH").ok());
    }
}
