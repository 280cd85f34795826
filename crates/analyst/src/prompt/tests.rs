use agent::FencedMode;

use super::{harmless, system};
use crate::{
    Context, Mode,
    fixtures::{context, golden, others, sales},
};

#[test]
fn prompts_match_the_golden_files() {
    let files = || vec![sales("CELL"), others("CELL")[0].clone(), others("CELL")[1].clone()];
    golden("prompt/calls.md", &system(&context(files(), FencedMode::Auto, Mode::Printed)));
    golden("prompt/fences.md", &system(&context(vec![sales("CELL")], FencedMode::Always, Mode::Printed)));
    let forgotten = Context { forgotten: true, ..context(vec![], FencedMode::Auto, Mode::Printed) };
    golden("prompt/forgotten.md", &system(&forgotten));
    golden("prompt/shape-no-files.md", &system(&context(vec![], FencedMode::Auto, Mode::Shape)));
}

#[test]
fn no_prompt_contains_a_cell_value() {
    let cell = "Sentinel9f3";
    let files = || std::iter::once(sales(cell)).chain(others(cell)).collect::<Vec<_>>();
    for fenced in [FencedMode::Auto, FencedMode::Always, FencedMode::Never] {
        for mode in [Mode::Shape, Mode::Ask, Mode::Printed] {
            let prompt = system(&context(files(), fenced, mode));
            assert!(!prompt.contains(cell), "{prompt}");
            assert!(prompt.contains("sales.csv") && prompt.contains("unit_price"));
        }
    }
}

#[test]
fn the_prompt_stays_short_however_much_there_is() {
    let files = (0..200).flat_map(|_| others("x")).collect();
    let length = system(&context(files, FencedMode::Always, Mode::Shape)).chars().count();
    assert!(length < 16_000, "{length} characters are about 4,000 tokens");
}

#[test]
fn a_note_passes_only_if_all_its_words_are_known() {
    let cases = [
        ("encoding latin-1", true),
        ("encoding utf-8-sig", true),
        ("no header row", true),
        ("1200 × 800 pixels", true),
        ("first row is Sentinel", false),
    ];
    for (note, expected) in cases {
        assert_eq!(harmless(note), expected, "{note}");
    }
}
