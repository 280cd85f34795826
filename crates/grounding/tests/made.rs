//! Measures the marks on turns that are labelled by rule: real outcomes, and numbers that were
//! computed from the files apart from them; and on turns whose answers were written by hand.
//! `cargo test -p grounding --test made -- --nocapture` prints the shares; with `INSITU_VERBOSE=1`
//! each wrong verdict too.
#![allow(clippy::expect_used, clippy::print_stdout, missing_docs, unreachable_pub)]

use std::collections::BTreeMap;
use std::ops::Range;

use grounding::{Claim, Evidence, check};
use kernel::{Outcome, Profile};
use serde::Deserialize;

use inventions::{Change, changed};

mod inventions;

/// The turns on which the rules were developed.
const MADE: &str = include_str!("../../../bench/grounding/made.jsonl");
/// Turns on other tables, which were measured once the rules were written.
const HELD_OUT: &str = include_str!("../../../bench/grounding/made-held-out.jsonl");
/// Turns whose answers were written by hand before they were measured.
const WRITTEN: &str = include_str!("../../../bench/grounding/written.jsonl");
/// The same on other tables, written before the rules for names in clauses.
const WRITTEN_HELD_OUT: &str = include_str!("../../../bench/grounding/written-held-out.jsonl");

#[derive(Deserialize)]
struct Turn {
    id: String,
    question: String,
    profile: Profile,
    steps: Vec<Step>,
    answer: String,
    /// Where the numbers stand that were computed from the file.
    right: Vec<(usize, usize)>,
    /// Inventions, each in the place of one of these numbers.
    changes: Vec<Change>,
}

#[derive(Deserialize)]
struct Step {
    code: String,
    outcome: Outcome,
}

/// How many numbers got the wrong verdict, of how many.
#[derive(Clone, Copy, Debug, Default)]
struct Count {
    wrong: usize,
    all: usize,
}

impl Count {
    fn add(&mut self, wrong: bool) {
        self.wrong += usize::from(wrong);
        self.all += 1;
    }

    fn percent(&self) -> f64 {
        100.0 * self.wrong as f64 / self.all.max(1) as f64
    }

    fn show(&self) -> String {
        format!("{:.1} % ({} of {})", self.percent(), self.wrong, self.all)
    }
}

struct Measured {
    false_alarms: Count,
    misses: BTreeMap<String, Count>,
}

impl Measured {
    fn missed(&self) -> Count {
        let sum = |sum: Count, one: &Count| Count {
            wrong: sum.wrong + one.wrong,
            all: sum.all + one.all,
        };
        self.misses.values().fold(Count::default(), sum)
    }
}

fn evidence(turn: &Turn) -> Evidence {
    let mut evidence = Evidence::default();
    evidence.set_files([&turn.profile]);
    for (at, step) in turn.steps.iter().enumerate() {
        evidence.add_outcome(at, &step.code, &step.outcome);
    }
    evidence
}

fn context(answer: &str, span: &Range<usize>) -> String {
    let start = answer.floor_char_boundary(span.start.saturating_sub(60));
    let end = answer.ceil_char_boundary((span.end + 25).min(answer.len()));
    format!("{}[{}]{}", &answer[start..span.start], &answer[span.clone()], &answer[span.end..end])
        .replace('\n', "/")
}

fn measure(lines: &str) -> Measured {
    let verbose = std::env::var_os("INSITU_VERBOSE").is_some();
    let mut measured = Measured { false_alarms: Count::default(), misses: BTreeMap::new() };
    for turn in lines.lines().map(|line| serde_json::from_str::<Turn>(line).expect("a turn")) {
        let evidence = evidence(&turn);
        let claims = |answer: &str| check(answer, &turn.question, &evidence);
        let of = |claims: &[Claim], span: &Range<usize>| {
            let inside =
                |claim: &&Claim| claim.span.start < span.end && span.start < claim.span.end;
            claims.iter().find(inside).map(|claim| claim.support)
        };
        let found = claims(&turn.answer);
        for (start, end) in &turn.right {
            // A number that is not read as one has no mark, and shows no support either.
            let support = of(&found, &(*start..*end));
            let wrong = support.is_none_or(|support| support.is_marked());
            measured.false_alarms.add(wrong);
            if wrong && verbose {
                println!(
                    "false alarm {} {} {support:?}",
                    turn.id,
                    context(&turn.answer, &(*start..*end))
                );
            }
        }
        for change in &turn.changes {
            let (answer, spans) = changed(&turn.answer, change);
            let found = claims(&answer);
            let is_marked = |span| of(&found, span).is_some_and(|support| support.is_marked());
            // Of two values that are exchanged, one mark shows the invention.
            let wrong = !spans.iter().any(is_marked);
            measured.misses.entry(change.kind.clone()).or_default().add(wrong);
            if wrong && verbose {
                println!(
                    "miss {} {} {} {:?}",
                    change.kind,
                    turn.id,
                    context(&answer, &spans[0]),
                    of(&found, &spans[0])
                );
            }
        }
    }
    measured
}

#[test]
fn false_alarms_and_misses_stay_below_their_bounds() {
    // Answers by hand name rows in more ways than the others, see bench/grounding/README.md.
    for (name, lines, numbers, alarms, bound) in [
        ("made", MADE, 250, 2.0, 2.0),
        ("held out", HELD_OUT, 250, 2.0, 2.0),
        ("written", WRITTEN, 250, 2.0, 4.0),
        ("written, held out", WRITTEN_HELD_OUT, 190, 9.0, 17.5),
    ] {
        if std::env::var("INSITU_ONLY").is_ok_and(|only| only != name) {
            continue;
        }
        let measured = measure(lines);
        let missed = measured.missed();
        println!("{name}: false alarms {}, misses {}", measured.false_alarms.show(), missed.show());
        // Of the marks, how many are on wrong numbers; of the wrong numbers, how many are marked.
        let caught = missed.all - missed.wrong;
        let precision =
            100.0 * caught as f64 / (caught + measured.false_alarms.wrong).max(1) as f64;
        println!("    precision {precision:.1} %, recall {:.1} %", 100.0 - missed.percent());
        for (kind, count) in &measured.misses {
            println!("    {kind}: {}", count.show());
        }
        assert!(measured.false_alarms.all >= numbers, "{name}: too few numbers");
        assert!(measured.false_alarms.percent() < alarms, "{name}: right numbers are marked");
        assert!(missed.percent() < bound, "{name}: wrong numbers pass");
    }
}
