//! The report for readers of the answers: each with its figures and tables, and with all that is
//! doubtful about it. Code that produced them is folded; what failed or was corrected is counted.

use kernel::{Shown, Status};
use markdown::{Kind, Node};
use text::format::plural;

use super::{Report, claims, printed};
use crate::forms::{self, Grid};
use crate::html::escaped;
use crate::{Claim, Entry, Step, Transcript, Turn, facts, limits};

/// The facts about a session that readers of the answers need; an audit has the others.
const FACTS: [&str; 4] = ["Updated", "The model may see", "Models", "Replay check"];

/// Returns the data files, and how the numbers were checked.
pub(super) fn about(transcript: &Transcript) -> String {
    let mut about = String::from("<h2>Data and checks</h2>\n<dl>\n");
    let mut row = |name: &str, value: &str| {
        about.push_str(&format!("<div><dt>{name}</dt><dd>{}</dd></div>\n", escaped(value)));
    };
    let files = facts::files(transcript);
    let files: Vec<_> = files.iter().map(|[name, size, _]| format!("{name} ({size})")).collect();
    let names = files.join(", ");
    row("Data files", if files.is_empty() { "none" } else { &names });
    let turns = transcript.entries.iter().filter_map(|entry| match entry {
        Entry::Turn(turn) => Some(turn),
        Entry::Console(_) => None,
    });
    let claims = turns.flat_map(|turn| &turn.claims);
    row("Numbers", &checked(claims).unwrap_or_else(|| "none to check".to_owned()));
    for (name, value) in facts::facts(transcript) {
        if FACTS.contains(&name) {
            row(name, &value);
        }
    }
    about
        + "</dl>\n<p class=\"note\">Each number of an answer is compared with what the code printed and showed. \
           The audit report of this session has all code, the steps that failed, the SHA-256 of the files \
           and the versions of the packages.</p>\n"
}

/// Says how many numbers were compared with results, and how many were not found; none if there
/// are none.
fn checked<'a>(claims: impl Iterator<Item = &'a Claim>) -> Option<String> {
    let (mut all, mut missing, mut names) = (0, 0, 0);
    for claim in claims {
        if claim.is_name {
            names += u64::from(claim.marked);
        } else {
            all += 1;
            missing += u64::from(claim.marked);
        }
    }
    let numbers = match (all, missing) {
        (0, _) => None,
        (all, 0) => Some(format!("{} checked", plural(all, "number"))),
        (all, missing) => {
            let [all, missing] = [plural(all, "number"), text::format::count(missing)];
            Some(format!("{all} checked, {missing} could not be verified"))
        }
    };
    let names = (names > 0).then(|| format!("{} not found in the data", plural(names, "name")));
    let parts: Vec<_> = numbers.into_iter().chain(names).collect();
    (!parts.is_empty()).then(|| parts.join(", "))
}

/// Returns whether all that a step showed was drawn again or corrected later.
fn is_superseded(step: &Step) -> bool {
    let results = step.outcome.results.len();
    results > 0 && step.superseded.len() >= results
}

impl Report {
    /// Adds a question with its answer, what belongs to it, and the code in a fold.
    pub(super) fn short_turn(&mut self, number: usize, turn: &Turn) {
        self.open(number, &text::visible(&text::clip(turn.question.trim(), limits::TEXT)));
        if let Some(read_as) = forms::read_as(turn) {
            self.note(&read_as);
        }
        let claims = claims(turn, usize::MAX);
        let (doubtful, supported): (Vec<_>, Vec<_>) =
            claims.into_iter().partition(|claim| claim.marked);
        self.prose(turn, &doubtful);
        for doubt in forms::doubts(turn).iter().map(AsRef::as_ref) {
            self.notice(doubt);
        }
        for doubt in doubts(turn) {
            self.notice(&doubt);
        }
        if let Some(checked) = checked(turn.claims.iter()) {
            self.note(&checked);
        }
        if !doubtful.is_empty() {
            self.body.push_str("<ol class=\"sources\" aria-label=\"Doubtful numbers\">\n");
            self.sources(turn, &doubtful);
            self.body.push_str("</ol>\n");
        }
        for (doubt, count) in shared_doubts(&supported) {
            let doubt = escaped(&text::visible(&text::clip(doubt, limits::TEXT)));
            let numbers = plural(count, "number");
            self.body.push_str(&format!("<p class=\"note\">{numbers}: {doubt}</p>\n"));
        }
        let beside = beside(turn);
        for (at, step) in turn.steps.iter().enumerate() {
            self.results(step, &|index| beside.contains(&(at, index)));
        }
        self.files(&turn.steps);
        if let Some(model) = &turn.model {
            self.note(&format!("Answered by {model}"));
        }
        self.working(turn, &supported, &beside);
        self.body.push_str("</section>\n");
    }

    /// Adds the fold with the steps that led to the answer, and what supports its other numbers.
    fn working(&mut self, turn: &Turn, supported: &[&Claim], beside: &[(usize, usize)]) {
        if turn.steps.is_empty() && supported.is_empty() {
            return;
        }
        let led = |step: &Step| step.outcome.status == Status::Ok && !is_superseded(step);
        let count = turn.steps.iter().filter(|step| led(step)).count();
        let failed = turn.steps.iter().filter(|step| step.outcome.status != Status::Ok).count();
        let corrected = turn.steps.len() - count - failed;
        let left_out: Vec<_> = [(failed, "failed"), (corrected, "corrected later")]
            .into_iter()
            .filter(|(steps, _)| *steps > 0)
            .map(|(steps, how)| format!("{} left out: {how}", plural(steps as u64, "step")))
            .collect();
        if count == 0 && supported.is_empty() {
            return self.note(&(left_out.join(", ") + "."));
        }
        let parts = [vec![plural(count as u64, "step")], left_out].concat().join(", ");
        self.body.push_str(&format!(
            "<details class=\"working\">\n<summary>How this was computed: {parts}</summary>\n"
        ));
        for (at, step) in turn.steps.iter().enumerate().filter(|(_, step)| led(step)) {
            self.open_step(&format!("Step {}", at + 1), step);
            self.results(step, &|index| {
                !beside.contains(&(at, index)) && !step.superseded.contains(&index)
            });
            self.body.push_str("</div>\n");
        }
        if !supported.is_empty() {
            self.body.push_str("<h4>Sources of the numbers</h4>\n<ul class=\"sources\">\n");
            self.sources(turn, supported);
            self.body.push_str("</ul>\n");
        }
        self.body.push_str("</details>\n");
    }

    /// Adds code that was run in the console in a fold: it may have changed what answers rely on.
    pub(super) fn short_console(&mut self, step: &Step) {
        self.body.push_str(
            "<details class=\"working\">\n<summary>Code that was run in the console</summary>\n",
        );
        self.open_step("", step);
        self.results(step, &|_| true);
        if let Some(error) = &step.outcome.error {
            let error = format!("{}: {}", error.name, error.value);
            self.body.push_str(&printed("output problem", &limits::printed(&error)));
        }
        if let Some(ending) = forms::ending(step.outcome.status) {
            self.notice(ending);
        }
        self.files([step]);
        self.body.push_str("</div>\n</details>\n");
    }

    fn note(&mut self, note: &str) {
        let note = escaped(&limits::line(note));
        self.body.push_str(&format!("<p class=\"note\">{note}</p>\n"));
    }
}

/// Returns what is doubtful about numbers that results support, each sentence once with how many
/// numbers it is about: it is often the same for all of them.
fn shared_doubts<'a>(claims: &[&'a Claim]) -> Vec<(&'a str, u64)> {
    let mut shared: Vec<(&str, u64)> = Vec::new();
    for doubt in claims.iter().flat_map(|claim| &claim.doubts) {
        match shared.iter_mut().find(|(known, _)| known == doubt) {
            Some((_, count)) => *count += 1,
            None => shared.push((doubt, 1)),
        }
    }
    shared
}

/// Returns what is doubtful about the steps of an answer, which are folded or left out.
fn doubts(turn: &Turn) -> Vec<String> {
    let steps = &turn.steps;
    let outcomes = || steps.iter().map(|step| &step.outcome);
    let read = kernel::unresolved_deviations(outcomes()).into_iter().take(limits::FILES);
    let mut doubts: Vec<_> = read.map(|deviation| limits::line(&deviation.note())).collect();
    let numbers = |is: &dyn Fn(&Step) -> bool| {
        let found: Vec<_> = steps.iter().zip(1..).filter(|(step, _)| is(step)).collect();
        let numbers: Vec<_> = found.iter().map(|(_, number)| number.to_string()).collect();
        let noun = if numbers.len() == 1 { "step" } else { "steps" };
        (!numbers.is_empty()).then(|| format!("{noun} {}", numbers.join(", ")))
    };
    if let Some(outdated) = numbers(&|step| step.outdated) {
        doubts.push(format!(
            "Code was changed since this was computed, or gave something else when it ran again ({outdated}). \
             The answer may no longer be right."
        ));
    }
    let warned =
        |step: &Step| step.outcome.status == Status::Ok && !step.outcome.stderr.trim().is_empty();
    if let Some(warned) = numbers(&warned) {
        doubts.push(format!("Python printed warnings in {warned}. They are in the fold below, and in the audit report."));
    }
    if let Some(last) = steps.last().filter(|step| step.outcome.status != Status::Ok) {
        let outcome = &last.outcome;
        let error = outcome.error.as_ref().map(|error| format!("{}: {}", error.name, error.value));
        let ending = forms::ending(outcome.status).map(str::to_owned);
        let why = ending.or(error).unwrap_or_else(|| "There was an error.".to_owned());
        doubts.push(format!("The last step did not succeed. {}", limits::line(&why)));
    }
    doubts
}

/// Returns the results that stand beside an answer, each as the index of its step and its own:
/// figures of all steps that succeeded, and tables of the last one that showed something; without
/// those that were drawn again or corrected, and without tables that the answer states itself.
fn beside(turn: &Turn) -> Vec<(usize, usize)> {
    let showed =
        |step: &Step| step.outcome.status == Status::Ok && !step.outcome.results.is_empty();
    let last = turn.steps.iter().rposition(showed);
    let mut stated = Vec::new();
    tables(&markdown::parse(&text::clip(&turn.answer, limits::TEXT)), &mut stated);
    let mut beside = Vec::new();
    for (at, step) in turn.steps.iter().enumerate().filter(|(_, step)| showed(step)) {
        let belongs = |shown: &Shown| match &shown.data {
            _ if forms::is_figure(shown) => true,
            Some(data) => {
                let grid = forms::grid(data);
                last == Some(at) && !stated.iter().any(|rows| states(rows, &grid))
            }
            None => last == Some(at) && shown.mime.contains_key("text/markdown"),
        };
        let results = step.outcome.results.iter().enumerate();
        let results =
            results.filter(|(index, shown)| !step.superseded.contains(index) && belongs(shown));
        beside.extend(results.map(|(index, _)| (at, index)));
    }
    beside
}

/// Collects the rows of cells of each table in a text, without their heads.
fn tables(nodes: &[Node], found: &mut Vec<Vec<Vec<String>>>) {
    for node in nodes {
        let Node::Element(kind, children) = node else { continue };
        if *kind != Kind::Table {
            tables(children, found);
            continue;
        }
        let rows = children.iter().filter_map(|row| match row {
            Node::Element(Kind::Row, cells) => Some(cells.iter().map(text_of).collect()),
            _ => None,
        });
        found.push(rows.collect());
    }
}

fn text_of(node: &Node) -> String {
    match node {
        Node::Text(text) | Node::Code(text) => text.clone(),
        Node::Link { children, .. } | Node::Element(_, children) => {
            children.iter().map(text_of).collect()
        }
        _ => String::new(),
    }
}

/// Returns whether the rows of a stated table are those of a result: as many rows and columns, and
/// the same texts in columns that are not numbers, of which one has to be there.
fn states(rows: &[Vec<String>], grid: &Grid) -> bool {
    let names: Vec<_> = (0..grid.head.len()).filter(|&column| !grid.numeric[column]).collect();
    let same = |(stated, row): (&Vec<String>, &Vec<String>)| {
        stated.len() == row.len()
            && names.iter().all(|&column| stated[column].trim() == row[column].trim())
    };
    grid.note.is_none()
        && grid.tail.is_empty()
        && !names.is_empty()
        && rows.len() == grid.rows.len()
        && rows.iter().zip(&grid.rows).all(same)
}
