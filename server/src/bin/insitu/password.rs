//! `insitu hash-password`: a password from the terminal or the standard input, for `access.users`.

use std::io::{BufRead, IsTerminal};

use crate::print;

/// Prints the hash.
pub(crate) fn run() -> Result<(), String> {
    let mut password = String::new();
    let read = if std::io::stdin().is_terminal() {
        rpassword::prompt_password("Password: ").map(|typed| password = typed)
    } else {
        std::io::stdin().lock().read_line(&mut password).map(drop)
    };
    let hash = match read {
        Ok(()) => server::hash_password(password.trim_end_matches(['\r', '\n'])),
        Err(error) => Err(format!("The password cannot be read: {error}.")),
    };
    let hash = hash.map_err(|message| {
        format!("{message} Write the password as one line to the standard input.")
    })?;
    print(&hash);
    Ok(())
}
