//! The Markdown document, and the pieces of Markdown that it shares with the notebook.
//!
//! Figures are data URIs, so that a document is one file. They are defined at its end, if they
//! do not stand between the sentences.

use std::fmt::Write as _;

use crate::forms::{self, Form, Grid};
use crate::limits::{self, Budget};
use crate::prose::{fenced, plain, plain_line, safe};
use crate::{Entry, Step, Transcript, Turn, facts};

/// The most characters of a question that is a heading.
const HEADING: usize = 120;

/// Returns a transcript as a Markdown document.
#[must_use]
pub fn markdown(transcript: &Transcript) -> String {
    let mut document =
        Document { text: about(transcript), images: Vec::new(), budget: Budget::new() };
    for (at, entry) in transcript.entries.iter().enumerate() {
        match entry {
            Entry::Turn(turn) => {
                document.add(&question(at + 1, turn));
                document.add(&answer(turn));
                for (place, step) in turn.steps.iter().enumerate() {
                    document.step(&format!("Step {}.{}", at + 1, place + 1), step);
                }
            }
            Entry::Console(step) => {
                document.add(&format!("## {}. Console", at + 1));
                document.step("", step);
            }
        }
    }
    for (at, uri) in document.images.iter().enumerate() {
        let _ = write!(
            document.text,
            "\n{}[figure-{}]: {uri}",
            if at == 0 { "\n" } else { "" },
            at + 1
        );
    }
    document.text + "\n"
}

/// Returns title, data files and facts.
pub(crate) fn about(transcript: &Transcript) -> String {
    let mut about = format!("# {}\n\n", plain(&facts::title(transcript)));
    let files = facts::files(transcript);
    if files.is_empty() {
        about.push_str("No data files.\n");
    } else {
        about.push_str("| data file | size | SHA-256 |\n| --- | ---: | --- |\n");
        for [name, size, digest] in files {
            let _ = writeln!(about, "| {} | {size} | {} |", plain(&name), digest_code(&digest));
        }
    }
    about.push('\n');
    for (name, value) in facts::facts(transcript) {
        let _ = writeln!(about, "- {name}: {}", plain(&value));
    }
    about.push_str(
        "\nThe code opens data files by their bare names, in the folder in which it runs.",
    );
    about
}

fn digest_code(digest: &str) -> String {
    if digest.len() == 64 { format!("`{digest}`") } else { digest.to_owned() }
}

/// Returns a question: a heading, and below it the text if it is longer.
pub(crate) fn question(number: usize, turn: &Turn) -> String {
    let question = text::clip(turn.question.trim(), limits::TEXT);
    let heading = text::truncated(question.lines().next().unwrap_or_default(), HEADING);
    let mut shown = format!("## {number}. {}", plain(&heading));
    if heading != question {
        for line in question.lines() {
            let _ = write!(
                shown,
                "\n{}> {}",
                if shown.contains('>') { "" } else { "\n" },
                plain_line(line)
            );
        }
    }
    shown
}

/// Returns an answer with everything that is said about it.
pub(crate) fn answer(turn: &Turn) -> String {
    let mut parts = Vec::new();
    if !turn.answer.trim().is_empty() {
        parts.push(safe(&text::clip(&turn.answer, limits::TEXT)));
    }
    parts.extend(forms::notices(turn).iter().map(|notice| format!("> {}", plain_line(notice))));
    let claims = forms::claims(turn);
    if !claims.is_empty() {
        let mut list = String::from("Sources of the numbers:\n");
        for (number, note, marked) in claims {
            let warning = if marked { " **Not supported.**" } else { "" };
            let _ = write!(list, "\n- {}: {}{warning}", plain_line(&number), plain(&note));
        }
        parts.push(list);
    }
    if let Some(answered) = facts::answered_by(turn) {
        parts.push(format!("*{}.*", plain(&answered)));
    }
    if parts.is_empty() { "*No answer.*".to_owned() } else { parts.join("\n\n") }
}

struct Document {
    text: String,
    images: Vec<String>,
    budget: Budget,
}

impl Document {
    fn add(&mut self, block: &str) {
        self.text.push_str("\n\n");
        self.text.push_str(block);
    }

    fn step(&mut self, name: &str, step: &Step) {
        let purpose = plain(&limits::line(&step.purpose));
        let heading = [name, purpose.as_str()]
            .iter()
            .filter(|part| !part.is_empty())
            .copied()
            .collect::<Vec<_>>();
        if !heading.is_empty() {
            self.add(&format!("### {}", heading.join(": ")));
        }
        self.add(&fenced("python", &step.code));
        if let Some(note) = forms::unlike(&step.outcome) {
            self.add(&format!("> {}", plain_line(&note)));
        }
        let outcome = &step.outcome;
        for (label, stream) in [("Output:", &outcome.stdout), ("Messages:", &outcome.stderr)] {
            if !stream.trim().is_empty() {
                self.add(label);
                self.add(&fenced("text", &limits::printed(stream)));
            }
        }
        for shown in outcome.results.iter().take(limits::RESULTS) {
            match forms::form(shown, true, &mut self.budget) {
                Form::Image(media, bytes) => {
                    self.images.push(format!("data:{media};base64,{bytes}"));
                    let number = self.images.len();
                    self.add(&format!("![{}][figure-{number}]", plain(&forms::description(shown))));
                }
                Form::Table(table) => self.add(&table_of(&forms::grid(table))),
                Form::Markdown(markdown) => self.add(&safe(&text::clip(markdown, limits::TEXT))),
                Form::Text(text) => self.add(&fenced("text", &text)),
            }
        }
        if let Some(error) = &outcome.error {
            self.add("Error:");
            self.add(&fenced("text", &limits::printed(&error.traceback)));
        }
        if let Some(ending) = forms::ending(outcome.status) {
            self.add(&format!("> {ending}"));
        }
        let files: Vec<_> = forms::written(step)
            .iter()
            .map(|(name, size)| format!("{} ({size})", plain(name)))
            .collect();
        if !files.is_empty() {
            self.add(&format!("Files written: {}", files.join(", ")));
        }
    }
}

fn table_of(grid: &Grid) -> String {
    let row = |cells: &[String]| {
        cells.iter().fold(String::from("|"), |line, cell| format!("{line} {} |", plain(cell)))
            + "\n"
    };
    let mut table = row(&grid.head);
    table.push('|');
    for numeric in &grid.numeric {
        table.push_str(if *numeric { " ---: |" } else { " --- |" });
    }
    table.push('\n');
    table.extend(grid.rows.iter().map(|cells| row(cells)));
    if !grid.tail.is_empty() {
        table.push_str(&row(&vec!["…".to_owned(); grid.head.len()]));
        table.extend(grid.tail.iter().map(|cells| row(cells)));
    }
    if let Some(note) = &grid.note {
        let _ = write!(table, "\n{note}");
    }
    table.trim_end().to_owned()
}
