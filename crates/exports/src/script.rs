//! The Python script: every step in order, in one file that runs from top to bottom.

use std::fmt::Write as _;

use kernel::Status;

use crate::python::{Cell, block_literal, comment, literal, normalised};
use crate::{DataFile, Entry, Step, Transcript, Turn, facts, forms, limits};

const CHECKS: &str = include_str!("script/checks.py");
const SHOW: &str = include_str!("script/show.py");
const FIGURES: &str = include_str!("script/figures.py");
const CELLS: &str = include_str!("script/cells.py");

/// Words in code that draws with matplotlib.
const DRAWS: [&str; 5] = ["matplotlib", "seaborn", ".plot", ".hist(", ".boxplot("];

/// Returns a transcript as a Python script.
#[must_use]
pub fn script(transcript: &Transcript) -> String {
    let body: String =
        transcript.entries.iter().enumerate().map(|(at, entry)| part(at + 1, entry)).collect();
    let mut script = header(transcript);
    let futures = futures(transcript);
    if !futures.is_empty() {
        script.push_str(&format!("{}\n\n", futures.join("\n")));
    }
    script.push_str(CHECKS);
    if body.contains("_run_cell(") {
        script.push_str(&format!("\n\n{CELLS}"));
    }
    if body.contains("_save_figures()") {
        script.push_str(&format!("\n\n{FIGURES}"));
    }
    script.push_str(&format!("\n\n{SHOW}\n\n"));
    script.push_str(&check(&transcript.files));
    script.push_str(&setup(transcript));
    script.push_str(&body);
    script
}

/// Returns all steps, those of the console too.
pub(crate) fn steps(transcript: &Transcript) -> impl Iterator<Item = &Step> {
    transcript.entries.iter().flat_map(|entry| match entry {
        Entry::Turn(turn) => turn.steps.as_slice(),
        Entry::Console(step) => std::slice::from_ref(step),
    })
}

/// Returns the lines that set up what the session set up by itself: the width of printed tables,
/// and the seed; and what has to be installed first.
pub(crate) fn setup(transcript: &Transcript) -> String {
    let mut setup = String::new();
    for wheel in facts::wheels(transcript) {
        setup.push_str(&comment(&format!("needs {wheel}")));
    }
    if !setup.is_empty() {
        setup.push('\n');
    }
    let uses = |name: &str| steps(transcript).any(|step| step.code.contains(name));
    if uses("pandas") {
        setup.push_str("# Tables are as wide as in the session.\nimport pandas\n\n");
        setup.push_str(
            "pandas.set_option(\"display.width\", 140)\npandas.set_option(\"display.max_columns\", 40)\n\n",
        );
    }
    if let Some(seed) = transcript.environment.seed {
        let _ = write!(
            setup,
            "# The random numbers of the session.\nimport random\n\nrandom.seed({seed})\n"
        );
        if uses("numpy") || uses("pandas") {
            let _ = write!(setup, "\nimport numpy\n\nnumpy.random.seed({seed})\n");
        }
        setup.push('\n');
    }
    setup
}

fn header(transcript: &Transcript) -> String {
    let mut text = format!("{}\n\nData files:\n", facts::title(transcript));
    for [name, size, digest] in facts::files(transcript) {
        let _ = writeln!(text, "  {name} ({size}), SHA-256 {digest}");
    }
    if transcript.files.is_empty() {
        text.push_str("  none\n");
    }
    text.push('\n');
    for (name, value) in facts::facts(transcript) {
        let _ = writeln!(text, "{name}: {value}");
    }
    text.push_str(
        "\nThe code opens data files by their bare names, as in the session: run it in the folder that contains them.\n\
         Files that it writes, and its figures, are created in the same folder.\n",
    );
    // The first line fixes the encoding, whatever a title says.
    format!("# -*- coding: utf-8 -*-\n{}\n", comment(&text))
}

fn check(files: &[DataFile]) -> String {
    let known = files.iter().take(limits::FILES);
    let known =
        known.filter_map(|file| facts::digest(file).map(|digest| (facts::bare_name(file), digest)));
    let mut check = String::new();
    for (name, digest) in known {
        let _ = writeln!(check, "        {}: \"{digest}\",", literal(name));
    }
    if check.is_empty() {
        return check;
    }
    format!("_check_files(\n    {{\n{check}    }}\n)\n\n")
}

/// Returns the imports from `__future__` of all steps, each once.
fn futures(transcript: &Transcript) -> Vec<String> {
    let mut found = Vec::new();
    for step in steps(transcript).filter(|step| step.outcome.status == Status::Ok) {
        let code = normalised(&step.code);
        let Some(cell) = Cell::read(&code) else { continue };
        found.extend(cell.futures().into_iter().map(|place| code[place].to_owned()));
    }
    found.sort();
    found.dedup();
    found
}

fn part(number: usize, entry: &Entry) -> String {
    match entry {
        Entry::Turn(turn) => turn_of(number, turn),
        Entry::Console(step) => {
            format!("\n# %% {number}. Console\n{}", code(&format!("{number}"), step))
        }
    }
}

fn turn_of(number: usize, turn: &Turn) -> String {
    let question = text::clip(turn.question.trim(), limits::TEXT);
    let mut part = comment(&format!("%% {number}. {question}"));
    for notice in forms::notices(turn) {
        part.push_str(&comment(&format!("({notice})")));
    }
    for (at, step) in turn.steps.iter().enumerate() {
        let name = format!("{number}.{}", at + 1);
        let _ = write!(part, "\n# %% {name} {}", limits::line(&step.purpose));
        part.truncate(part.trim_end().len());
        part.push('\n');
        part.push_str(&code(&name, step));
    }
    format!("\n{part}")
}

/// Returns the code of a step, changed as far as a script needs it.
fn code(name: &str, step: &Step) -> String {
    let code = normalised(&step.code);
    let code = code.trim_end();
    let unlike = forms::unlike(&step.outcome).map(|note| comment(&note)).unwrap_or_default();
    if let Some(ending) = forms::ending(step.outcome.status) {
        return comment(&format!(
            "{ending} It does not run here; remove the comment signs to run it.\n\n{code}"
        ));
    }
    let end = if draws(step) { "_save_figures()\n" } else { "" };
    unlike + &running(name, step, code, end)
}

fn running(name: &str, step: &Step, code: &str, end: &str) -> String {
    let label = literal(&format!("<step {name}>"));
    if step.outcome.status == Status::Error {
        let note =
            "# This step failed in the session. Its error is printed, and the script goes on.\n";
        let source = block_literal(code);
        return format!("{note}_run_cell({label}, {source}, may_fail=True)\n{end}");
    }
    match Cell::read(code) {
        Some(cell) if !cell.awaits() && !cell.has_magic() && !code.contains('\0') => {
            format!("{}\n{end}", without_futures(&cell, &cell.showing("_show")))
        }
        read => {
            let note = "# This step uses what notebooks add to Python, such as `await` outside of functions.\n";
            let source = read.map_or_else(|| code.to_owned(), |cell| cell.showing("_show"));
            format!("{note}_run_cell({label}, {})\n{end}", block_literal(&source))
        }
    }
}

/// Turns imports from `__future__` into comments, since they stand at the beginning of the script.
/// They stand before the last expression, so that their places are the same in the changed code.
fn without_futures(cell: &Cell<'_>, code: &str) -> String {
    let mut code = code.to_owned();
    for place in cell.futures().into_iter().rev() {
        let commented = comment(&code[place.clone()]);
        code.replace_range(place, commented.trim_end());
    }
    code
}

fn draws(step: &Step) -> bool {
    let shows = step.outcome.results.iter().any(|shown| shown.chart.is_some());
    shows || DRAWS.iter().any(|word| step.code.contains(word))
}
