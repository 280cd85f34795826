use grounding::{Match, Place, Source};

use super::*;

const SOURCE: Source = Source { at: 3, place: Place::Output };
const FOUND: Support = Support::Found { source: SOURCE, r#match: Match::Exact, value: 5.0 };

fn claims(supports: &[Support]) -> Vec<Claim> {
    let claim =
        |&support: &Support| Claim { span: 0..1, support, lineage: None, doubts: Vec::new() };
    supports.iter().map(claim).collect()
}

/// What is known of a turn, its notice, its notes, and the line that they are folded to.
type Case<'a> = (Facts<'a>, Option<&'a str>, &'a [&'a str], Option<&'a str>);

#[test]
fn the_badge_counts_numbers_and_those_that_could_not_be_verified() {
    let replaced = Support::Replaced { source: SOURCE };
    let typed = Support::Typed { source: SOURCE };
    let cases: [(&[Support], Option<&str>); 9] = [
        (&[], None),
        (&[Support::Question], None),
        (&[FOUND], Some("1 number checked")),
        (&[FOUND, FOUND, Support::Question], Some("2 numbers checked")),
        (&[FOUND, FOUND, Support::NotFound], Some("3 numbers checked, 1 could not be verified")),
        (&[FOUND, typed, replaced], Some("3 numbers checked, 2 could not be verified")),
        (&[Support::NotFound], Some("1 number could not be verified")),
        (&[Support::NotFound, replaced], Some("2 numbers could not be verified")),
        (&[FOUND, Support::UnknownName], Some("1 number checked, 1 name not found in the data")),
    ];
    for (supports, words) in cases {
        assert_eq!(checked(&claims(supports)).as_deref(), words, "{supports:?}");
    }
}

#[test]
fn one_notice_is_shown_and_the_other_notes_are_folded_away() {
    const OTHERWISE: &str = "bank.csv was read otherwise than its profile says.";
    let mut typed = claims(&[FOUND, Support::NotFound]);
    typed[0].lineage = Some("from data typed into the code".into());
    typed[0].doubts = vec!["2 rows are left out.".to_owned(), "Dates are guessed.".to_owned()];
    let facts = |not_computed, deviations: &[&str], claims| Facts {
        claims,
        answer: "It is 5; **dates** are guessed.",
        not_computed,
        deviations: deviations.iter().map(|&text| text.to_owned()).collect(),
        joins: Vec::new(),
        fitted: "",
    };
    let texts = |notes: &[Note]| notes.iter().map(|note| note.text.clone()).collect::<Vec<_>>();
    let missing = "1 number was not found in any result.";
    let left_out = "2 rows are left out.";
    let lineage = "What the code showed is from data typed into the code.";
    const JOIN: &str = "A join (inner) of 9 and 2 rows has 7 rows.";
    let joined = Facts { joins: vec![JOIN.to_owned()], ..facts(false, &[OTHERWISE], &[]) };
    let cases: [Case<'_>; 5] = [
        (joined, Some(OTHERWISE), &[JOIN], Some("About this answer: 1 note")),
        (facts(false, &[], &[]), None, &[], None),
        (
            facts(false, &[], &typed),
            Some(lineage),
            &[missing, left_out],
            Some("About this answer: 2 notes"),
        ),
        (
            facts(false, &[OTHERWISE], &typed),
            Some(OTHERWISE),
            &[lineage, missing, left_out],
            Some("About this answer: 3 notes"),
        ),
        (
            facts(true, &[OTHERWISE], &[]),
            Some(
                "No code has produced what this answer states. Do not rely on it; ask again, or choose another model.",
            ),
            &[OTHERWISE],
            Some("About this answer: 1 note"),
        ),
    ];
    for (facts, notice, notes, summary) in cases {
        let about = About::of(&facts);
        assert_eq!(about.notice.as_ref().map(|note| note.text.as_str()), notice, "{facts:?}");
        assert_eq!(texts(&about.notes), notes, "{facts:?}");
        assert_eq!(about.summary().as_deref(), summary, "{facts:?}");
    }
}

#[test]
fn the_line_of_the_steps_says_how_many_and_how_long() {
    let cases = [
        (1, 1234.0, "How this was worked out: 1 step, 1.2 s"),
        (3, 40.0, "How this was worked out: 3 steps, 40 ms"),
        (2, 0.0, "How this was worked out: 2 steps"),
    ];
    for (count, milliseconds, line) in cases {
        assert_eq!(steps_line(count, milliseconds), line);
    }
}
