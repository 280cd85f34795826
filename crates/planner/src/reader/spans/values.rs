//! Which values of columns a run of tokens names.

use std::collections::BTreeMap;
use std::ops::Range;

use super::{ABBREVIATED, Finder, Meaning, Span};
use crate::reader::lexicon::{self, RARE, family, is_known, is_small, rank, same, stem};
use crate::reader::lookup::{Near, Places, Whole, Within, run};
use crate::reader::sentence;
use crate::reader::table::Column;
use crate::words::Kind;

/// Adds a value: its column, the values or a part of them, and how well it fits.
type Add<'a> = dyn FnMut(&str, Vec<String>, Option<String>, f64) + 'a;

/// Words before which a common word may still be a value.
const LEADS: [&str; 31] = [
    "in", "from", "for", "called", "named", "with", "of", "by", "and", "or", "vs", "versus",
    "between", "does", "did", "is", "has", "at", "to", "than", "was", "only", "compare", "do",
    "are", "were", "without", "except", "not", "like", "where",
];

/// The most letters of an abbreviated state or country.
const MAX_ABBREVIATION: usize = 3;

/// How many times fewer rows a value has than the same one of another column to be less likely.
const SELDOM: u64 = 20;

impl Finder<'_> {
    /// Returns the values that a run may name.
    pub(super) fn values(&self, at: &Range<usize>, places: &Places, out: &mut Vec<Span>) {
        let (sentence, tokens) = (self.sentence, &self.sentence.tokens[at.clone()]);
        let single = tokens.len() == 1;
        let first = &tokens[0];
        let quoted = tokens.iter().any(|token| token.kind == Kind::Quoted);
        let loud = first.upper && first.text.len() > 1;
        let loud_letter = first.upper && first.text.len() == 1;
        let says_nothing = |t: &sentence::Token| {
            (is_small(&t.key) || is_known(&t.key)) && !(t.capital && at.start > 0)
        };
        if !quoted && !loud && tokens.iter().all(says_nothing) {
            return;
        }
        let (stems, plain) = run(sentence, at.start, at.end);
        let symbol = |token: &sentence::Token| token.kind == Kind::Symbol;
        if stems.is_empty() || symbol(first) || symbol(&tokens[tokens.len() - 1]) {
            return;
        }
        let mut add = |column: &str, values: Vec<String>, part: Option<String>, score: f64| {
            if let Some(column) = self.table.columns.iter().position(|known| known.name == column) {
                let meaning = Meaning::Value { column, values, part };
                out.push(Span { at: at.clone(), meaning, score });
            }
        };
        let before = sentence.before(at.start).to_owned();
        // “y = yes” is about no other column with that value.
        let equals = before == "=" && at.start >= 2;
        let before_stem = stem(if equals { sentence.key(at.start - 2) } else { &before });
        let named = |column: &&Column| equals && column.stems == [before_stem.clone()];
        let owner = self.table.columns.iter().find(named).map(|column| column.name);
        // “cancelled (W)”
        let aside = at.start > 0
            && first.at.start > sentence.tokens[at.start - 1].at.end + 1
            && loud_letter;
        let mut whole = false;
        let rows = |hits: &[&Whole]| hits.iter().map(|hit| hit.rows).sum::<u64>();
        let by = by_column(&places.whole, &stems);
        let most = by.values().map(|hits| rows(hits)).max().unwrap_or_default();
        for (name, hits) in by {
            let Some(column) = self.table.column(name) else { continue };
            if owner.is_some_and(|owner| owner != name) {
                continue;
            }
            let beside = column.stems.contains(&before_stem)
                || column.stems.iter().any(|s| *s == stem(sentence.key(at.end)));
            if column.is_date() {
                continue;
            }
            let value = &hits[0].value;
            let varied = column.unique || column.distinct > 300;
            let led = LEADS.contains(&before.as_str()) && rank(&first.key) > 150;
            if single
                && !quoted
                && !first.capital
                && rank(&first.key) <= 3000
                && varied
                && !beside
                && !led
            {
                continue;
            }
            if single
                && first.key.len() <= 4
                && first.key.bytes().all(|c| c.is_ascii_digit())
                && !beside
                && !column.code
            {
                continue;
            }
            // “30 min or less”, “over 25 mg/l”: a number in a comparison is not a code.
            let compared = single && !beside && self.is_compared(at);
            if compared && first.key.bytes().all(|c| c.is_ascii_digit()) {
                continue;
            }
            // “colour D or E”
            let listed = sentence.is(at.start.wrapping_sub(1), &["or", "and"])
                && at.start >= 2
                && places.whole.iter().any(|hit| {
                    hit.column == name
                        && hit.text == sentence.tokens[at.start - 2].stem
                        && single
                        && loud_letter
                });
            // “9 or 10” of a number goes on with it.
            let digits = |at: usize| {
                let key = sentence.key(at);
                !key.is_empty() && key.bytes().all(|c| c.is_ascii_digit())
            };
            if single
                && digits(at.start)
                && !beside
                && matches!(before.as_str(), "or" | "and")
                && at.start >= 2
                && digits(at.start - 2)
            {
                continue;
            }
            let as_written = tokens.iter().any(|t| t.text == *value) && (value.len() > 1 || listed);
            if value.chars().count() <= 2 && !(quoted || loud || as_written || beside || aside) {
                continue;
            }
            let exact = hits.iter().any(|hit| hit.exact);
            let values: Vec<String> =
                hits.iter().filter(|hit| hit.exact == exact).map(|hit| hit.value.clone()).collect();
            let lead = if matches!(before.as_str(), "the" | "a" | "an") {
                sentence.before(at.start - 1)
            } else {
                before.as_str()
            };
            let directed =
                directions(lead).iter().any(|word| column.words.iter().any(|own| own == word));
            let common = column.unique && single && rank(&first.key) <= 3000;
            let score = 1.0 + 0.02 * tokens.len() as f64 + if directed { 0.05 } else { 0.0 }
                - if common { 0.03 } else { 0.0 }
                + if beside { 0.03 } else { 0.0 }
                - if exact { 0.0 } else { 0.02 }
                // “cats”: a species of many rows, and the name of one.
                - if rows(&hits) * SELDOM < most { 0.05 } else { 0.0 }
                + if quoted { 0.2 } else { 0.0 };
            whole = true;
            // “Spanish”, of a column with lists such as “Spanish,Quechua”
            let in_list = |hit: &&Within| {
                hit.text == stems
                    && hit.column == name
                    && hit.values.iter().all(|value| value.contains([',', ';', '|']))
            };
            match places.within.iter().find(in_list).filter(|_| is_plural(column)) {
                Some(_) => add(name, Vec::new(), Some(plain.clone()), score),
                None => add(name, values, None, score),
            }
        }
        if let Some(state) = lexicon::state(&plain) {
            let key: Vec<String> = state.split(' ').map(stem).collect();
            let short_asked = plain.len() <= MAX_ABBREVIATION;
            if !short_asked || loud {
                for (name, hits) in by_column(&places.whole, &key.join(" ")) {
                    if !short_asked && hits[0].value.len() <= MAX_ABBREVIATION
                        || short_asked && !whole
                    {
                        add(name, hits.iter().map(|hit| hit.value.clone()).collect(), None, 1.06);
                    }
                }
            }
        }
        // Codes of countries and languages, if a column has nothing else.
        const CODED: [&str; 11] = [
            "country",
            "nation",
            "nationality",
            "nat",
            "lang",
            "language",
            "origin",
            "iso",
            "locale",
            "citizenship",
            "market",
        ];
        if single && !whole {
            for code in lexicon::country_codes(&first.key) {
                for (name, hits) in by_column(&places.whole, &stem(code)) {
                    let Some(column) = self.table.column(name) else { continue };
                    let coded = |word: &String| {
                        CODED.contains(&word.as_str())
                            || lexicon::long_form(word).is_some_and(|long| CODED.contains(&long))
                    };
                    let named = column.words.iter().any(coded);
                    let fits = |hit: &&&Whole| {
                        let upper = hit.value.chars().all(|c| c.is_ascii_uppercase());
                        hit.value.len() == code.len() && (named || upper && code.len() == 3)
                    };
                    let values: Vec<String> =
                        hits.iter().filter(fits).map(|hit| hit.value.clone()).collect();
                    // Of other columns, such codes may be anything.
                    if !values.is_empty() {
                        add(name, values, None, if named { 0.95 } else { ABBREVIATED });
                    }
                }
            }
        }
        if !whole {
            // “per continent” names a group.
            let group = matches!(before.as_str(), "by" | "per" | "each" | "every");
            for short in places.short.iter().filter(|short| short.text == plain && !group) {
                add(
                    &short.column,
                    vec![short.value.clone()],
                    None,
                    if single { ABBREVIATED } else { 0.85 },
                );
            }
        }
        if tokens.iter().any(|t| is_small(&t.key)) && !quoted {
            return;
        }
        if single {
            self.parts(at, places, whole, &mut add);
        } else {
            let hits =
                places.within.iter().filter(|hit| hit.text == stems && (hit.words <= 8 || quoted));
            for hit in hits {
                match hit.count {
                    1 => add(&hit.column, hit.values.clone(), None, 0.95),
                    _ => add(&hit.column, Vec::new(), Some(plain.clone()), 0.95),
                }
            }
        }
    }

    /// Returns whether a comparison stands right before or behind a run.
    fn is_compared(&self, at: &Range<usize>) -> bool {
        let sentence = self.sentence;
        let behind = (at.end..at.end + 2)
            .any(|at| ["or more", "or less"].iter().any(|tag| sentence.length(tag, at) > 0));
        let before = [">", ">=", "<", "<="]
            .iter()
            .any(|tag| sentence.find(tag).iter().any(|range| range.end == at.start));
        before || behind
    }

    /// Returns the values that one token is a part of, means or nearly spells.
    fn parts(&self, at: &Range<usize>, places: &Places, whole: bool, add: &mut Add<'_>) {
        let (sentence, token) = (self.sentence, &self.sentence.tokens[at.start]);
        let word = token.key.as_str();
        let quoted = token.kind == Kind::Quoted;
        if !quoted && (word.chars().count() <= 2 || is_known(word) || is_small(word)) {
            return;
        }
        let title = self.table.title.contains(&token.stem);
        // “number of lithographs”: rare words are what some of the rows are.
        let letters = word.chars().all(char::is_alphabetic);
        let rare = letters && rank(word).min(rank(&token.stem)) == RARE;
        let noun = title || self.nouns.contains(&token.stem) && !rare;
        let named = self.likeness[at.start].iter().copied().fold(0.0, f64::max);
        let before = sentence.before(at.start);
        let marked = at.start > 0 && token.capital
            || matches!(before, "with" | "called" | "named" | "containing")
            || quoted;
        let common = rank(word).min(rank(&token.stem));
        let mut hit = false;
        let mut weak = Vec::new();
        if !noun && named < 0.8 && !word.starts_with(|c: char| c.is_ascii_digit()) {
            for part in places.within.iter().filter(|part| part.text == token.stem) {
                let Some(column) = self.table.column(&part.column) else { continue };
                let varied = column.distinct * 5 > self.table.rows * 2 || column.distinct > 300;
                if part.words > 8 && !quoted {
                    continue;
                }
                let limit = match () {
                    () if varied => 6000,
                    () if column.distinct > 60 => 3000,
                    () => 900,
                };
                // A common word may be what only some values of a category have: “caused by
                // alcohol”.
                let category =
                    !varied && part.words <= 6 && word.chars().count() >= 5 && common > 900;
                if !marked && common <= limit {
                    if category && part.count > 0 {
                        weak.push(part);
                    }
                    continue;
                }
                hit = true;
                let list = part.values.iter().all(|value| value.contains([',', ';', '|']));
                match part.count {
                    1 if !list || !is_plural(column) => add(
                        &part.column,
                        part.values.clone(),
                        None,
                        if part.words == 2 { 0.9 } else { 0.75 },
                    ),
                    _ => add(&part.column, Vec::new(), Some(shortened(word, &token.stem)), 0.72),
                }
            }
        }
        if hit || whole || named >= 0.9 {
            return;
        }
        for part in weak {
            match part.count {
                1 => add(&part.column, part.values.clone(), None, 0.5),
                _ => add(&part.column, Vec::new(), Some(shortened(word, &token.stem)), 0.5),
            }
        }
        // “how many places” are rows, and no towns.
        let place = noun && family("where").contains(&token.stem);
        if common > 150 && !place {
            let foreign = lexicon::translations(word).map(stem);
            let others = same(&token.stem).map(str::to_owned).chain(lexicon::without_y(word));
            for other in others.chain(foreign) {
                for (name, hits) in by_column(&places.whole, &other) {
                    let few = self
                        .table
                        .column(name)
                        .is_some_and(|column| (2..=250).contains(&column.distinct));
                    if few {
                        add(name, hits.iter().map(|hit| hit.value.clone()).collect(), None, 0.75);
                    }
                }
            }
        }
        // “the ferraris”: a word of no dictionary that is nearly a value is that, though it stands
        // where things do.
        let name = |near: &Near| near.whole && common == RARE && near.alike >= 0.9;
        let spelled = |near: &&Near| near.text == word && named < 0.8 && (!noun || name(near));
        for near in places.near.iter().filter(spelled) {
            match near.whole {
                true => add(&near.column, vec![near.value.clone()], None, near.alike * 0.85),
                false => add(&near.column, vec![near.value.clone()], None, near.alike * 0.7),
            }
        }
    }
}

/// Returns the values that are a text, by their columns.
fn by_column<'p>(whole: &'p [Whole], text: &str) -> BTreeMap<&'p str, Vec<&'p Whole>> {
    let mut found: BTreeMap<&str, Vec<&Whole>> = BTreeMap::new();
    for hit in whole.iter().filter(|hit| hit.text == text) {
        found.entry(&hit.column).or_default().push(hit);
    }
    found
}

/// Returns the text that is looked for if many values contain a word: the singular of a plural.
fn shortened(word: &str, stem: &str) -> String {
    match word {
        _ if word.len() < 5 || !word.ends_with('s') => word.to_owned(),
        _ if word.ends_with("ies") => word[..word.len() - 3].to_owned(),
        _ => stem.to_owned(),
    }
}

/// Returns words of columns that a preposition before a value points at.
fn directions(word: &str) -> &'static [&'static str] {
    match word {
        "to" => &["dest", "destination", "to", "arrival", "away", "receiver", "target"],
        "from" => &["origin", "from", "departure", "home", "source", "sender", "start"],
        _ => &[],
    }
}

/// Returns whether a column is called by a plural, as those of lists are: “languages”.
fn is_plural(column: &Column) -> bool {
    column.words.last().is_some_and(|word| word.ends_with('s') && *word != stem(word))
}
