//! The stand-alone HTML reports: each is one file without scripts, which loads nothing. One has the
//! answers with what is doubtful about them, the other one, for an audit, everything that ran.
//!
//! An interactive figure is its description, with its specification in `data-figure`. The page adds
//! what draws it (`web/render/report_figures.ts`).

mod answers;

use kernel::{Shown, Status};

use crate::forms::{self, Form};
use crate::html::{self, escaped};
use crate::limits::{self, Budget};
use crate::{Claim, Entry, Step, Transcript, Turn, facts};

const STYLE: &str = concat!(include_str!("report/report.css"), include_str!("report/print.css"));

/// The most columns that fit on paper; the style hides the others there.
const ON_PAPER: usize = 8;

/// What is said of a step that is outdated.
const OUTDATED: &str = "This code, or code before it, was changed since it ran, or gave something else when it ran again. Its results may no longer be right.";

/// Everything is forbidden except images in the file and the style of the file.
const POLICY: &str = "default-src 'none'; img-src data:; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'";

/// What a report contains.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Extent {
    /// Questions and answers; code is folded, and steps that failed or were corrected are left out.
    Answers,
    /// Everything that ran.
    All,
}

/// Returns the answers of a transcript as an HTML document.
#[must_use]
pub fn report(transcript: &Transcript) -> String {
    document(transcript, Extent::Answers)
}

/// Returns a transcript with everything that ran as an HTML document.
#[must_use]
pub fn audit(transcript: &Transcript) -> String {
    document(transcript, Extent::All)
}

fn document(transcript: &Transcript, extent: Extent) -> String {
    let title = escaped(&facts::title(transcript));
    let mut report = Report { body: String::new(), figures: 0, tables: 0, budget: Budget::new() };
    let mut turns = 0;
    for (at, entry) in transcript.entries.iter().enumerate() {
        match entry {
            Entry::Turn(turn) if extent == Extent::Answers => {
                turns += 1;
                report.short_turn(turns, turn);
            }
            Entry::Console(step) if extent == Extent::Answers => report.short_console(step),
            Entry::Turn(turn) => report.turn(at + 1, turn),
            Entry::Console(step) => {
                report.open(at + 1, "Console");
                report.step("", step, true);
                report.body.push_str("</section>\n");
            }
        }
    }
    if transcript.entries.is_empty() {
        report.body.push_str("<p class=\"note\">Nothing was asked or run.</p>\n");
    }
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"{POLICY}\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta name=\"referrer\" content=\"no-referrer\">\n<title>{title}</title>\n\
         <style>\n{STYLE}</style>\n</head>\n<body>\n<header>\n<h1>{title}</h1>\n{}</header>\n\
         <main>\n{}</main>\n<footer>\n{}</footer>\n</body>\n</html>\n",
        dates(transcript),
        report.body,
        match extent {
            Extent::Answers => answers::about(transcript),
            Extent::All => about(transcript),
        }
    )
}

fn dates(transcript: &Transcript) -> String {
    let count = transcript.entries.iter().filter(|entry| matches!(entry, Entry::Turn(_))).count();
    let mut parts = vec![text::format::plural(count as u64, "question")];
    parts.push(match transcript.files.as_slice() {
        [] => "no data files".to_owned(),
        [file] => limits::line(facts::bare_name(file)),
        files => text::format::plural(files.len() as u64, "data file"),
    });
    let updated = facts::facts(transcript)
        .into_iter()
        .find(|(name, value)| *name == "Updated" && value != "not known");
    parts.extend(updated.map(|(_, time)| time));
    format!("<p class=\"note\">{}</p>\n", escaped(&parts.join(" · ")))
}

/// Returns the data files and the facts.
fn about(transcript: &Transcript) -> String {
    let mut about = String::from("<h2>Data and environment</h2>\n");
    let files = facts::files(transcript);
    if files.is_empty() {
        about.push_str("<p>No data files.</p>\n");
    } else {
        about.push_str(
            "<table class=\"files\">\n<thead><tr><th scope=\"col\">Data file</th><th scope=\"col\" class=\"number\">Size</th>\
             <th scope=\"col\">SHA-256</th></tr></thead>\n<tbody>\n",
        );
        for [name, size, digest] in files {
            let (name, size, digest) = (escaped(&name), escaped(&size), escaped(&digest));
            about.push_str(&format!(
                "<tr><td>{name}</td><td class=\"number\">{size}</td><td><code>{digest}</code></td></tr>\n"
            ));
        }
        about.push_str("</tbody>\n</table>\n");
    }
    about.push_str("<dl>\n");
    for (name, value) in facts::facts(transcript) {
        about.push_str(&format!("<div><dt>{name}</dt><dd>{}</dd></div>\n", escaped(&value)));
    }
    about + "</dl>\n"
}

struct Report {
    body: String,
    figures: usize,
    tables: usize,
    budget: Budget,
}

impl Report {
    fn open(&mut self, number: usize, heading: &str) {
        let heading = escaped(heading).replace('\n', "<br>");
        self.body.push_str(&format!(
            "<section class=\"turn\">\n<h2><span class=\"count\">{number}</span> <span>{heading}</span></h2>\n"
        ));
    }

    fn turn(&mut self, number: usize, turn: &Turn) {
        self.open(number, &text::visible(&text::clip(turn.question.trim(), limits::TEXT)));
        self.answer(turn);
        // What the last step showed belongs to the answer; the working follows.
        let last = turn.steps.iter().rposition(|step| step.outcome.status == Status::Ok);
        if let Some(step) = last.and_then(|last| turn.steps.get(last)) {
            self.results(step, &|_| true);
        }
        if !turn.steps.is_empty() {
            self.body.push_str("<div class=\"working\">\n<h3>How this was computed</h3>\n");
            for (at, step) in turn.steps.iter().enumerate() {
                self.step(&format!("Step {}", at + 1), step, Some(at) != last);
            }
            self.body.push_str("</div>\n");
        }
        self.body.push_str("</section>\n");
    }

    fn answer(&mut self, turn: &Turn) {
        let claims = claims(turn, limits::RESULTS);
        self.prose(turn, &claims);
        for notice in forms::notices(turn) {
            self.notice(&notice);
        }
        if !claims.is_empty() {
            self.body.push_str("<ol class=\"sources\" aria-label=\"Sources of the numbers\">\n");
            self.sources(turn, &claims);
            self.body.push_str("</ol>\n");
        }
        if let Some(answered) = facts::answered_by(turn) {
            self.body.push_str(&format!("<p class=\"note\">{}</p>\n", escaped(&answered)));
        }
    }

    fn notice(&mut self, notice: &str) {
        self.body.push_str(&format!("<p class=\"notice\">{}</p>\n", escaped(notice)));
    }

    /// Adds the text of an answer with a reference at each of these numbers.
    fn prose(&mut self, turn: &Turn, claims: &[&Claim]) {
        let answer = text::clip(&turn.answer, limits::TEXT);
        let spans: Vec<_> = claims.iter().map(|claim| claim.span.clone()).collect();
        let mark = |index: usize, inner: &str| {
            let doubtful = claims.get(index).is_some_and(|claim| claim.marked);
            let name = if doubtful { "mark" } else { "span" };
            format!("<{name}>{inner}</{name}><sup>{}</sup>", index + 1)
        };
        let prose = html::prose(&markdown::parse_marked(&answer, &spans), &mark);
        let prose =
            if prose.trim().is_empty() { "<p class=\"note\">No answer.</p>\n" } else { &prose };
        self.body.push_str(&format!("<div class=\"answer\">\n{prose}</div>\n"));
    }

    /// Adds what supports each of these numbers, as items of a list.
    fn sources(&mut self, turn: &Turn, claims: &[&Claim]) {
        for claim in claims {
            let number = turn.answer.get(claim.span.clone()).unwrap_or_default();
            let number = escaped(&limits::line(number));
            let name = if claim.marked { "mark" } else { "b" };
            let note = escaped(&limits::line(&claim.note));
            self.body.push_str(&format!("<li><{name}>{number}</{name}> {note}</li>\n"));
        }
    }

    /// Adds those results of a step whose indices fit.
    fn results(&mut self, step: &Step, fits: &dyn Fn(usize) -> bool) {
        let results = step.outcome.results.iter().take(limits::RESULTS).enumerate();
        for (_, shown) in results.filter(|(index, _)| fits(*index)) {
            self.result(shown);
        }
        if step.outcome.results.len() > limits::RESULTS {
            self.body.push_str("<p class=\"note\">Further results are left out.</p>\n");
        }
    }

    fn result(&mut self, shown: &Shown) {
        if let Some((kind, specification)) = forms::interactive(shown, &mut self.budget) {
            self.figures += 1;
            let (said, figures) = (escaped(&forms::description(shown)), self.figures);
            self.body.push_str(&format!(
                "<figure class=\"drawing\" data-kind=\"{kind}\" data-figure=\"{specification}\">\n<p class=\"note\">{said}</p>\n\
                 <figcaption><b>Figure {figures}</b></figcaption>\n</figure>\n"
            ));
            return;
        }
        let html = match forms::form(shown, true, &mut self.budget) {
            Form::Image(media, bytes) => {
                self.figures += 1;
                let (alt, title) =
                    (escaped(&forms::description(shown)), escaped(&forms::title(shown)));
                format!(
                    "<figure class=\"drawing\">\n<img alt=\"{alt}\" src=\"data:{media};base64,{bytes}\">\n\
                     <figcaption><b>Figure {}</b> {title}</figcaption>\n</figure>\n",
                    self.figures
                )
            }
            Form::Table(table) => {
                self.tables += 1;
                let grid = forms::grid(table);
                let columns = grid.head.len();
                let (class, note) = if columns > ON_PAPER {
                    let note = format!(
                        "On paper {ON_PAPER} of {columns} columns are shown; the file has them all."
                    );
                    (" class=\"wide\"", format!("<p class=\"note on-paper\">{note}</p>\n"))
                } else {
                    ("", String::new())
                };
                format!(
                    "<figure{class}>\n<figcaption><b>Table {}</b></figcaption>\n\
                     <div class=\"scroll\" tabindex=\"0\" role=\"group\" aria-label=\"Table\">{}</div>\n{note}</figure>\n",
                    self.tables,
                    html::table(&grid)
                )
            }
            Form::Markdown(markdown) => {
                let tree = markdown::parse(&text::clip(markdown, limits::TEXT));
                format!(
                    "<div class=\"shown\">\n{}</div>\n",
                    html::prose(&tree, &|_, inner| inner.to_owned())
                )
            }
            Form::Text(text) => printed("output", &text),
        };
        self.body.push_str(&html);
    }

    fn step(&mut self, name: &str, step: &Step, with_results: bool) {
        self.open_step(name, step);
        if with_results {
            self.results(step, &|_| true);
        }
        let outcome = &step.outcome;
        if let Some(error) = &outcome.error {
            let traceback = if error.traceback.trim().is_empty() {
                format!("{}: {}", error.name, error.value)
            } else {
                error.traceback.clone()
            };
            self.body.push_str(&printed("output problem", &limits::printed(&traceback)));
        }
        if let Some(ending) = forms::ending(outcome.status) {
            self.body.push_str(&format!("<p class=\"notice\">{ending}</p>\n"));
        }
        self.files([step]);
        self.body.push_str("</div>\n");
    }

    /// Adds the names of the files that steps wrote.
    fn files<'a>(&mut self, steps: impl IntoIterator<Item = &'a Step>) {
        let files: Vec<_> = steps.into_iter().flat_map(forms::written).collect();
        if !files.is_empty() {
            let names: Vec<_> =
                files.iter().map(|(name, size)| format!("{} ({size})", escaped(name))).collect();
            self.body
                .push_str(&format!("<p class=\"note\">Files written: {}</p>\n", names.join(", ")));
        }
    }

    /// Adds a step's code and what it printed; its element stays open.
    fn open_step(&mut self, name: &str, step: &Step) {
        let purpose = limits::line(&step.purpose);
        self.body.push_str("<div class=\"step\">\n");
        if !name.is_empty() || !purpose.is_empty() {
            self.body.push_str(&format!("<h4><span>{name}</span> {}</h4>\n", escaped(&purpose)));
        }
        self.body.push_str(&html::code_block(&step.code));
        if let Some(note) = forms::unlike(&step.outcome) {
            self.notice(&note);
        }
        if step.outdated {
            self.notice(OUTDATED);
        }
        let outcome = &step.outcome;
        for (class, stream) in [("output", &outcome.stdout), ("output problem", &outcome.stderr)] {
            self.body.push_str(&printed(class, &limits::printed(stream)));
        }
    }
}

/// Returns the claims of an answer in its order, at most this many; none if it is too long to be shown whole.
fn claims(turn: &Turn, most: usize) -> Vec<&Claim> {
    if text::clip(&turn.answer, limits::TEXT) != turn.answer {
        return Vec::new();
    }
    let mut claims: Vec<_> = turn.claims.iter().take(most).collect();
    claims.retain(|claim| turn.answer.get(claim.span.clone()).is_some());
    claims.sort_by_key(|claim| claim.span.start);
    claims
}

fn printed(class: &str, text: &str) -> String {
    let text = text.trim_end();
    if text.trim().is_empty() {
        return String::new();
    }
    format!("<pre class=\"{class}{}\">{}</pre>\n", html::short(text), escaped(text))
}
