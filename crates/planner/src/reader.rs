//! The reader: from a question, earlier turns, the tables' profiles and looked-up values to
//! readings, best first.
//!
//! Spans of tokens name columns and values ([`spans`]). What stands around them becomes conditions,
//! groups, the asked thing, a superlative, an aggregate ([`draft`] and its parts). For each kind of
//! query there is one builder ([`kinds`]) that makes a query of them; all are scored by the words
//! that they use, and the best comes first. There is always a reading if anything of the question
//! maps to a table.

mod alternatives;
mod asks;
mod beside;
mod bounds;
mod computed;
mod doubts;
mod draft;
mod durations;
mod follow;
mod groups;
mod joined;
mod kinds;
mod letters;
pub(crate) mod lexicon;
mod likeness;
mod limits;
pub(crate) mod lookup;
mod matches;
mod names;
mod numbers;
mod opposites;
mod periods;
mod results;
mod sentence;
mod spans;
mod split;
mod table;
#[cfg(test)]
mod tests;
mod texts;
mod years;

use std::collections::HashSet;

pub use doubts::is_doubtful;
pub use lookup::{Found, LookUp, found};
pub use split::split;

use crate::input::File;
use crate::query::{Aggregate, Chart, Kind, Measure, Reading, Test};
use crate::wording;
use crate::{Exchange, Explained};
use draft::{Draft, Scene};
use sentence::{Sentence, Tokens, bit};
use spans::{Finder, Span};
use table::Table;

/// The most readings that are returned.
const MAX_READINGS: usize = 12;

/// Returns a question without the names of files in it, and the tables that it may be about: of the
/// files that it names, else of all.
fn scope<'a>(question: &str, files: &'a [File]) -> (String, Vec<Table<'a>>) {
    let (question, named) = without_file_names(question, files);
    let places =
        files.iter().enumerate().flat_map(|(f, file)| (0..file.tables.len()).map(move |t| (f, t)));
    let is_named = |(file, table): &(usize, usize)| match &files[*file].tables[*table].join {
        Some(join) => [join.own.0, join.at.0].iter().all(|file| named.contains(file)),
        None => named.contains(file),
    };
    let places = places.filter(|at| named.is_empty() || is_named(at));
    let tables = places.filter_map(|at| Table::new(&files[at.0], at));
    let tables: Vec<Table> = tables.filter(|table| !table.columns.is_empty()).collect();
    (years::in_full(&question, &tables), tables)
}

/// Takes the names of files out of a question, with “in” or “from” before them; returns which files
/// they are.
fn without_file_names(question: &str, files: &[File]) -> (String, Vec<usize>) {
    let mut text = question.to_owned();
    let mut named = Vec::new();
    // The longest first: one name may end with another one.
    let mut order: Vec<usize> =
        (0..files.len()).filter(|at| files[*at].name.contains('.')).collect();
    order.sort_by_key(|at| std::cmp::Reverse(files[*at].name.len()));
    for at in order {
        let name = files[at].name.to_ascii_lowercase();
        let Some(start) = text.to_ascii_lowercase().find(&name) else { continue };
        let (before, after) = (&text[..start], &text[start + name.len()..]);
        let word = |c: char| c.is_alphanumeric() || c == '_';
        if before.ends_with(word) || after.starts_with(word) {
            continue;
        }
        let quotes = ['`', '"', '\'', '“', '”'];
        let mut before = before.trim_end_matches(quotes).trim_end();
        for lead in ["the file", "file", "in", "from", "of", "for", "within", "using"] {
            let rest =
                before.strip_suffix(lead).filter(|rest| rest.is_empty() || rest.ends_with(' '));
            before = rest.map_or(before, str::trim_end);
        }
        text = format!("{before}{}", after.trim_start_matches(quotes));
        named.push(at);
    }
    (text, named)
}

fn sentence_of(question: &str, tables: &[Table]) -> Sentence {
    let stems: HashSet<&String> = tables
        .iter()
        .flat_map(|table| table.columns.iter().flat_map(|c| &c.stems).chain(&table.title))
        .collect();
    Sentence::new(question, &|stem| stems.contains(&stem.to_owned()))
}

/// Returns what has to be looked up in the tables before a question can be read.
pub fn texts(question: &str, files: &[File]) -> LookUp {
    let (question, tables) = scope(question, files);
    lookup::look_up(&sentence_of(&question, &tables), &tables)
}

/// Returns the readings of a question over all tables, best first.
pub fn read(question: &str, history: &[Exchange], files: &[File], found: &Found) -> Vec<Reading> {
    let (question, tables) = scope(question, files);
    let sentence = sentence_of(&question, &tables);
    let explained: Vec<Explained> =
        history.iter().flat_map(|exchange| exchange.explained.clone()).collect();
    let last = history.iter().rev().find_map(|exchange| exchange.query.as_ref());
    let found = &found.with_joins(files);
    let mut readings = Vec::new();
    for table in &tables {
        let finder = Finder::new(&sentence, table, found.of(table.at), &explained);
        for (rank, spans) in finder.choices().into_iter().enumerate() {
            let scene = Scene::new(&finder, spans);
            let base = shared(&scene);
            let built: Vec<Draft> =
                kinds::BUILDERS.iter().filter_map(|builder| builder(&base)).collect();
            // What one table answers is not asked of two.
            let later = rank as f64 * 0.001 + if table.join.is_some() { 0.01 } else { 0.0 };
            if let Some(last) = last {
                let those = built.iter().filter_map(|draft| follow::of_those(draft, last));
                readings.extend(those.map(|draft| finished(draft, later)));
            }
            readings.extend(built.into_iter().map(|draft| finished(draft, later)));
            if let Some(last) = last {
                readings.extend(
                    follow::follow(&base, last, history)
                        .into_iter()
                        .map(|draft| finished(draft, later)),
                );
            }
        }
    }
    joined::weigh(&mut readings, &sentence, &tables, files);
    readings.sort_by(|a, b| b.score.total_cmp(&a.score));
    let mut kept: Vec<Reading> = Vec::new();
    for reading in readings {
        if kept.len() < MAX_READINGS && !kept.iter().any(|known| known.query == reading.query) {
            kept.push(reading);
        }
    }
    kept
}

/// Returns whether a question is mostly in a language that the reader has no words for.
pub fn is_foreign(question: &str, files: &[File], found: &Found) -> bool {
    let (question, tables) = scope(question, files);
    let sentence = sentence_of(&question, &tables);
    let explained = tables.iter().map(|table| {
        let finder = Finder::new(&sentence, table, found.of(table.at), &[]);
        finder.choices().first().map_or(0, |spans| spans::tokens_of(spans))
    });
    sentence.is_foreign(explained.fold(0, |all, tokens| all | tokens))
}

/// Reads what every kind may use.
fn shared<'a>(scene: &'a Scene<'a>) -> Draft<'a> {
    let mut draft = Draft::new(scene);
    let sentence = draft.sentence();
    draft.read_chart();
    draft.read_limit();
    if draft.has("once") {
        draft.use_tag("once");
        let filter = crate::query::Filter { column: String::new(), test: Test::Once };
        draft.conditions.push(draft::Condition { filter, at: 0, tokens: 0 });
    }
    draft.read_matches();
    if let Some(measure) = draft.read_computed().or_else(|| draft.read_duration()) {
        draft.query.measure = Some(measure);
    } else if let Some(measure) = draft.whole_year() {
        draft.query.measure = Some(measure);
    } else if let Some((index, at)) = draft.money_flow() {
        draft.used |= bit(at);
        draft.query.measure = draft.measure(index);
    } else if let Some((measure, at)) = draft.revenue() {
        draft.used |= bit(at);
        if let Measure::Column(price) = &measure {
            let price = wording::name(price);
            draft.assume(format!(
                "“{}” is read as the total {price} of the rows.",
                sentence.tokens[at].text
            ));
        }
        draft.query.measure = Some(measure);
    }
    draft.read_asides();
    draft.read_ordinals();
    draft.read_moments();
    draft.read_doers();
    draft.read_comparisons();
    draft.read_periods();
    draft.read_text_tests();
    draft.read_values();
    draft.read_quoted();
    draft.beside_column();
    draft.read_times();
    draft.read_results();
    draft.read_letters();
    draft.read_sides();
    draft.read_opposites();
    draft.read_zeros();
    draft.read_open();
    draft.read_late();
    draft.read_not_done();
    draft.read_done();
    draft.read_filled();
    draft.read_alternatives();
    draft.read_groups();
    draft.read_target();
    draft.read_superlative();
    draft.read_aggregate();
    draft
}

/// Words that ask for a kind; one that a query does not use speaks against it.
const CUES: [&str; 8] =
    ["correlation", "share", "missing", "duplicates", "outliers", "pareto", "funnel", "report"];

/// Scores a draft and returns it as a reading.
fn finished(mut draft: Draft, later: f64) -> Reading {
    let sentence = draft.sentence();
    let scene = draft.scene;
    doubts::placeholders(&mut draft);
    draft.shorten_years();
    draft.query.filters = draft.filters();
    for at in 0..sentence.len() {
        if sentence.is(at, &["how", "many", "much"]) {
            draft.used |= bit(at);
        }
    }
    doubts::assume(&mut draft);
    let lost = draft.lost_superlative();
    if let Some(at) = lost {
        draft.used &= !bit(at);
        draft.unsure = true;
    }
    // A plural beside a value, and words of the file's name, are the rows: “usa cars”.
    let open = |at: usize| (scene.in_column | scene.in_value) & bit(at) == 0;
    let value = |at: usize| scene.in_value & bit(at) != 0;
    let mut beside_values: Tokens = 0;
    for at in (0..sentence.len()).filter(|at| open(*at)) {
        let token = &sentence.tokens[at];
        let beside =
            value(at + 1) || at > 0 && value(at - 1) || sentence.small(at + 1) && value(at + 2);
        let plural = token.key.ends_with('s') && token.key != token.stem && !sentence.small(at);
        let asked =
            sentence.is(at.wrapping_sub(1), &["which", "what", "by", "per", "each", "every"]);
        let noun = scene.finder.is_noun(at) && !asked;
        let title = [&scene.table.title, &scene.table.other_title]
            .iter()
            .any(|title| title.contains(&token.stem));
        // “age group”, “annual rate”, of columns “age” and “annual”
        let suffix = lexicon::family("generic").contains(&token.stem)
            || sentence.is(at, &["group", "groups", "colour", "color", "channel", "category"]);
        let of_column = |span: &Span| {
            span.at.end == at
                && matches!(span.meaning, spans::Meaning::Column(_))
                && span.score >= 0.75
        };
        let rate = sentence.is(at, &["rate", "rates", "ratio"]);
        let grouped = sentence.is(at.wrapping_sub(1), &["by", "per"]);
        if suffix && !rate && scene.spans.iter().any(of_column) {
            draft.used |= bit(at);
        } else if noun || title && !grouped {
            // “quantity of rifles” is about some of the rows, perhaps.
            if !title && sentence.is(at.wrapping_sub(1), &["of"]) {
                beside_values |= bit(at) & !draft.used;
            }
            draft.used |= bit(at);
        } else if plural && beside && !lexicon::is_known(&token.key) {
            beside_values |= bit(at) & !draft.used;
            draft.used |= bit(at);
        }
    }
    draft.hand_back();
    for number in &sentence.numbers {
        // “rounded to 2 decimals”, “the two genders”
        let places = sentence.is(number.at.end, &["decimal", "decimals", "digits", "places"]);
        let all = draft.table().columns.iter().any(|column| {
            let named = draft.query.groups.iter().any(|group| group.column == column.name)
                || draft.query.measure.iter().flat_map(Measure::columns).any(|n| n == column.name);
            // “population in 2021”, of a column “population_2021”
            let year = number.year && column.words.contains(&sentence.tokens[number.at.start].key);
            named && (column.distinct as f64 == number.value || year)
        });
        if places || all {
            draft.used |= sentence::mask(&number.at);
        }
        // “on more than 3 lines”, of a column whose value is 3.
        let within = scene.in_value & sentence::mask(&number.at) != 0;
        draft.unsure |= within && draft.compares_before(number.at.start);
    }
    let quality = |at: usize| quality(&scene.spans, at);
    let weights: f64 = (0..sentence.len()).map(|at| sentence.weight(at)).sum();
    let used: f64 = (0..sentence.len())
        .filter(|at| draft.used & bit(*at) != 0)
        .map(|at| sentence.weight(at) * quality(at))
        .sum();
    let mut score = draft.bonus - later + if weights > 0.0 { used / weights } else { 0.0 };
    for tag in CUES {
        let open = |range: &std::ops::Range<usize>| {
            let tokens = sentence::mask(range);
            draft.used & tokens == 0 && scene.in_column & tokens == 0
        };
        if draft.find(tag).iter().any(open) {
            score -= 0.35;
        }
    }
    score -= misfits(&draft);
    if lost.is_some() {
        score -= LOST_SUPERLATIVE;
    }
    let denies = |range: &std::ops::Range<usize>| draft.used & sentence::mask(range) == 0;
    if draft.find("not").iter().any(denies) {
        score -= LOST_NEGATION;
        draft.unsure = true;
    }
    draft.unsure |= draft.find("compare").iter().any(denies);
    let beyond = sentence.find("beyond").iter().fold(0, |all, range| all | sentence::mask(range));
    if beyond & !draft.used != 0 {
        score -= BEYOND;
    }
    let open = |at: &usize| {
        draft.used & bit(*at) == 0 && (sentence.weight(*at) >= 0.5 || beyond & bit(*at) != 0)
    };
    let mut unused: Vec<usize> = (0..sentence.len()).filter(open).collect();
    // “slow learners in F3”: with another word that is not used, they may be only some of the rows.
    if !unused.is_empty() {
        let said = |at: &usize| {
            let stem = &sentence.tokens[*at].stem;
            unused.iter().any(|other| sentence.tokens[*other].stem == *stem)
        };
        let beside = (0..sentence.len()).filter(|at| beside_values & bit(*at) != 0 && !said(at));
        let beside: Vec<usize> = beside.collect();
        unused.extend(beside);
        unused.sort_unstable();
    }
    // A name, a number or a superlative that is not used may change everything.
    let number = |at: usize| sentence.numbers.iter().any(|number| number.at.contains(&at));
    let unit = |at: usize| lexicon::family("money words").contains(&sentence.tokens[at].stem);
    let ranks = |at: usize| lexicon::superlative(sentence.key(at)).is_some();
    // “churn rate by plan”, “by number of bedrooms”: a share or a group that is lost.
    let is_lost = |at: usize| {
        let before = if sentence.is(at.wrapping_sub(2), &["number"])
            && sentence.is(at.wrapping_sub(1), &["of"])
        {
            3
        } else {
            1
        };
        sentence.is(at, &["rate", "rates", "ratio"])
            || sentence.is(at.wrapping_sub(before), &["by", "per"])
    };
    let telling = |at: &usize| {
        number(*at)
            || is_lost(*at)
            || ranks(*at)
            || *at > 0 && sentence.tokens[*at].capital && !unit(*at)
    };
    let unsure = draft.unsure || unused.iter().any(telling);
    let unused = unused.into_iter().map(|at| sentence.tokens[at].text.clone()).collect();
    Reading { query: draft.query, score, unused, assumed: draft.assumed, unsure }
}

fn quality(spans: &[Span], at: usize) -> f64 {
    spans.iter().find(|span| span.at.contains(&at)).map_or(0.9, |span| span.score.min(1.1))
}

/// Returns what speaks against a query: measures that are not numbers, groups of numbers, several
/// values of one column.
fn misfits(draft: &Draft) -> f64 {
    let query = &draft.query;
    let table = draft.table();
    let mut against = 0.0;
    let calculates = matches!(
        query.aggregate,
        Aggregate::Total
            | Aggregate::Average
            | Aggregate::Median
            | Aggregate::Percentile(_)
            | Aggregate::Deviation
            | Aggregate::Range
    );
    let kinds =
        matches!(query.kind, Kind::Aggregate | Kind::Comparison | Kind::Trend | Kind::Growth);
    if let (Some(Measure::Column(name)), true, true) = (&query.measure, calculates, kinds)
        && let Some(column) = table.column(name)
    {
        if !column.is_measure() && !column.flag {
            against += 0.6;
        }
        if column.code
            || column.year && matches!(query.aggregate, Aggregate::Total | Aggregate::Average)
        {
            against += 0.3;
        }
    }
    for group in &query.groups {
        if let Some(column) = table.column(&group.column)
            && column.nature == table::Nature::Number
            && column.distinct > 30
            && group.part.is_none()
            && !column.year
            && !column.code
        {
            against += 0.1;
        }
    }
    for filter in query.filters.iter().chain(&query.base) {
        if matches!(filter.test, Test::Text { place: crate::query::Place::Contains, .. }) {
            against += 0.08;
        }
    }
    let equal =
        |filter: &&crate::query::Filter| matches!(filter.test, Test::OneOf { not: false, .. });
    let mut columns: Vec<&str> =
        query.filters.iter().filter(equal).map(|filter| filter.column.as_str()).collect();
    columns.sort_unstable();
    against += 0.15 * columns.windows(2).filter(|pair| pair[0] == pair[1]).count() as f64;
    if matches!(query.chart, Chart::Pie) && query.groups.is_empty() {
        against += 0.05;
    }
    against
}

/// What speaks against a reading that leaves “the most” aside.
const LOST_SUPERLATIVE: f64 = 0.2;

/// What speaks against a reading that leaves “no” or “not” aside.
const LOST_NEGATION: f64 = 0.1;

/// What speaks against a reading of a question that asks for more than a table says: a forecast, a
/// reason.
const BEYOND: f64 = 0.5;
