//! The self-test of the seal: the exits that were tried, and what came of them in words.

use automation::{JudgedFate, JudgedProbe};

/// What the button and its dialog show.
#[derive(Clone, Debug, PartialEq)]
pub struct Seal {
    /// Whether the dialog is open.
    pub shown: bool,
    /// How many times it was opened.
    pub opened: u32,
    /// Whether the exits are being tried.
    pub running: bool,
    /// What came of it, as a sentence; empty before.
    pub word: String,
    /// The exits that were tried.
    pub probes: Vec<JudgedProbe>,
    /// The label of the button: its result once the test has run, before that what it does.
    pub badge: String,
}

impl Default for Seal {
    fn default() -> Self {
        Self {
            shown: false,
            opened: 0,
            running: false,
            word: String::new(),
            probes: Vec::new(),
            badge: badge(&[]),
        }
    }
}

/// Summarises probes in a sentence.
pub fn exits_summary(probes: &[JudgedProbe]) -> String {
    let (all, open, unproven) =
        (probes.len(), count(probes, JudgedFate::Open), count(probes, JudgedFate::Unproven));
    let rest = match unproven {
        0 => String::new(),
        _ => format!(" Of {unproven} more nothing can be known in this browser."),
    };
    match (all, open) {
        (0, _) => "No exit was tried.".to_owned(),
        (_, 0) if unproven == 0 => format!("All {all} exits were refused."),
        (_, 0) => format!("{} of {all} exits were refused.{rest}", all - unproven),
        (_, 1) => format!("1 of {all} exits is open.{rest}"),
        _ => format!("{open} of {all} exits are open.{rest}"),
    }
}

/// Summarises probes in a few words, for the button.
pub fn badge(probes: &[JudgedProbe]) -> String {
    match (probes.len(), count(probes, JudgedFate::Open), count(probes, JudgedFate::Unproven)) {
        (0, ..) => "Test the seal".to_owned(),
        (_, 0, 0) => "Sealed, tested".to_owned(),
        (_, 0, unproven) => format!("Sealed, {unproven} unproven"),
        (_, 1, _) => "1 exit open".to_owned(),
        (_, open, _) => format!("{open} exits open"),
    }
}

fn count(probes: &[JudgedProbe], fate: JudgedFate) -> usize {
    probes.iter().filter(|probe| probe.fate == fate).count()
}

#[cfg(test)]
mod tests {
    use kernel::protocol::Place;

    use super::*;

    #[test]
    fn neither_sentence_nor_badge_counts_a_probe_as_refused_that_did_not_run_was_open_or_is_unproven()
     {
        use JudgedFate::{Open, Refused, Unproven};
        for (fates, sentence, word) in [
            (&[][..], "No exit was tried.", "Test the seal"),
            (&[Refused, Refused], "All 2 exits were refused.", "Sealed, tested"),
            (&[Refused, Open], "1 of 2 exits is open.", "1 exit open"),
            (&[Open, Open], "2 of 2 exits are open.", "2 exits open"),
            (
                &[Refused, Unproven],
                "1 of 2 exits were refused. Of 1 more nothing can be known in this browser.",
                "Sealed, 1 unproven",
            ),
            (
                &[Open, Unproven, Refused],
                "1 of 3 exits is open. Of 1 more nothing can be known in this browser.",
                "1 exit open",
            ),
        ] {
            let probe = |&fate| JudgedProbe {
                name: String::new(),
                place: Place::Frame,
                fate,
                how: String::new(),
            };
            let probes: Vec<JudgedProbe> = fates.iter().map(probe).collect();
            assert_eq!(
                (exits_summary(&probes), badge(&probes)),
                (sentence.to_owned(), word.to_owned())
            );
        }
    }
}
