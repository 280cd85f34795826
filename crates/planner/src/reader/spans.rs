//! Spans: which runs of tokens name a column or a value, and the best choice of runs that do not overlap.

use std::cell::RefCell;
use std::collections::{BTreeMap, HashMap, HashSet};
use std::ops::Range;
use std::rc::Rc;

use super::lexicon::{self, RARE, family, is_known, is_small, rank, same, stem};
use super::likeness::{best, likeness, nearly};
use super::lookup::{MAX_RUN, Places, Whole, run};
use super::sentence::{Sentence, mask};
use super::table::{Column, Table};
use crate::Explained;
use crate::words::Kind;

/// What a span names.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Meaning {
    Column(usize),
    /// One of these values of a column, or with `part` every value that contains that text.
    Value {
        column: usize,
        values: Vec<String>,
        part: Option<String>,
    },
    /// What the user has said that it means.
    Filter(crate::query::Filter),
}

/// A run of tokens with a meaning.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Span {
    pub(crate) at: Range<usize>,
    pub(crate) meaning: Meaning,
    /// How well the run names it, 0 to about 1.
    pub(crate) score: f64,
}

/// Adds a value: its column, the values or a part of them, and how well it fits.
type Add<'a> = dyn FnMut(&str, Vec<String>, Option<String>, f64) + 'a;

/// The most choices of spans that are read.
const MAX_CHOICES: usize = 8;

/// The least score of a span.
const LEAST: f64 = 0.42;

/// The score of a value that is an abbreviation of a word.
pub(crate) const ABBREVIATED: f64 = 0.6;

/// Words at whose place no column begins or ends.
const EDGE: &str = "no not without never of the a an in and or by per each every for to from with is are was were has have had do does did how many which what who that than on at as most least all their its";

/// Words before which a common word may still be a value.
const LEADS: [&str; 31] = [
    "in", "from", "for", "called", "named", "with", "of", "by", "and", "or", "vs", "versus", "between",
    "does", "did", "is", "has", "at", "to", "than", "was", "only", "compare", "do", "are", "were", "without",
    "except", "not", "like", "where",
];

/// Words for periods, which name a column only if it is sure.
pub(crate) const PERIODS: [&str; 8] =
    ["year", "month", "quarter", "week", "day", "hour", "decade", "weekday"];

/// Finds spans of one question in one table.
pub(crate) struct Finder<'a> {
    pub(crate) sentence: &'a Sentence,
    pub(crate) table: &'a Table<'a>,
    places: Option<&'a Places>,
    explained: &'a [Explained],
    /// How well each token names each word of the columns' names.
    likeness: Vec<Vec<f64>>,
    /// The words of each column's name, as indices.
    words: Vec<Vec<usize>>,
    nouns: HashSet<String>,
    /// The words of all names, each once.
    names: Vec<&'a str>,
    /// The columns' names without spaces.
    joined: Vec<String>,
    /// How well other words name each of the names' words, as far as it was asked.
    known: RefCell<HashMap<String, Rc<Vec<f64>>>>,
}

impl<'a> Finder<'a> {
    pub(crate) fn new(
        sentence: &'a Sentence,
        table: &'a Table<'a>,
        places: Option<&'a Places>,
        explained: &'a [Explained],
    ) -> Self {
        let mut known: HashMap<&str, usize> = HashMap::new();
        let mut names: Vec<&'a str> = Vec::new();
        let mut words = Vec::new();
        for column in &table.columns {
            let mut own = Vec::new();
            for word in &column.words {
                own.push(*known.entry(word).or_insert_with(|| {
                    names.push(word);
                    names.len() - 1
                }));
            }
            words.push(own);
        }
        let of = |key: &str| names.iter().map(|name| likeness(key, name)).collect();
        let likeness = sentence.tokens.iter().map(|token| of(&token.key)).collect();
        let nouns = nouns(sentence);
        let joined = table.columns.iter().map(|column| column.words.concat()).collect();
        let known = RefCell::default();
        Self { sentence, table, places, explained, likeness, words, nouns, names, joined, known }
    }

    /// Returns whether a run of tokens is a column's name, letter by letter.
    fn is_name(&self, at: &Range<usize>, index: usize) -> bool {
        let keys = self.sentence.tokens[at.clone()].iter().flat_map(|token| token.key.chars());
        let letters: String = keys.filter(|c| c.is_alphanumeric()).collect();
        letters == self.joined[index]
    }

    /// Returns how well a run of tokens names a column.
    fn column_score(&self, at: &Range<usize>, index: usize) -> f64 {
        let (column, tokens) = (&self.table.columns[index], &self.sentence.tokens[at.clone()]);
        let single = tokens.len() == 1;
        if tokens.iter().any(|token| token.kind == Kind::Backticks) {
            let same = single && tokens[0].text.trim().to_lowercase() == column.name.trim().to_lowercase();
            return if same { 1.2 } else { 0.0 };
        }
        if self.is_name(at, index) {
            return 1.0;
        }
        let joined: String = tokens.iter().map(|token| token.key.as_str()).collect();
        let name = &self.joined[index];
        // Digits name a column only together with a word.
        if !tokens.iter().any(|token| token.kind == Kind::Word && token.key.chars().any(char::is_alphabetic))
        {
            return 0.0;
        }
        let letters = joined.bytes().all(|c| c.is_ascii_alphabetic());
        let rate = tokens.iter().any(|token| matches!(token.key.as_str(), "rate" | "rates"));
        if name.len() > 4 && letters && !rate && nearly(&joined, name) >= 0.85 {
            return 0.9;
        }
        // “air conditioning”, of a column “aircon”
        let begun = joined.starts_with(name.as_str()) && name.len() > tokens[0].key.len() + 1;
        if tokens.len() == 2 && name.len() >= 5 && letters && begun {
            return 0.85;
        }
        if let Some(score) = acronym(tokens, column) {
            return score;
        }
        let initials = || column.words.iter().filter_map(|word| word.chars().next()).collect::<String>();
        if single && column.words.len() > 2 && joined == initials() {
            return 0.9;
        }
        let (mut got, mut quality, mut count, mut sure) = (HashSet::new(), 0.0, 0, single);
        for token in at.clone() {
            let key = self.sentence.key(token);
            // “unit price”, of a column “Preis”
            let piece = matches!(key, "unit" | "item") && token + 1 < at.end;
            let own = column.words.iter().any(|word| word == key);
            if matches!(key, "of" | "the" | "per" | "in" | "a") || piece && !own {
                continue;
            }
            count += 1;
            let words = self.words[index].iter().enumerate();
            let scored = words.map(|(k, word)| (self.likeness[token][*word], k));
            let (score, k) =
                scored.max_by(|a, b| a.0.total_cmp(&b.0).then(b.1.cmp(&a.1))).unwrap_or((0.0, 0));
            if score < if single && !is_known(key) { LEAST } else { 0.7 } {
                return 0.0;
            }
            sure |= score > 0.95;
            got.insert(k);
            quality += score;
        }
        if count == 0 || !sure {
            return 0.0;
        }
        let weight = |k: &usize| {
            let word = stem(&column.words[*k]);
            match () {
                () if family("units").contains(&word) => 0.2,
                () if family("generic").contains(&word) || family("identifier").contains(&word) => 0.4,
                () => 1.0,
            }
        };
        // “delay” names a column “delay_s”.
        let unit = |k: &usize| family("units").contains(&stem(&column.words[*k])) && !got.contains(k);
        let all: f64 = (0..column.words.len()).filter(|k| !unit(k)).map(|k| weight(&k)).sum();
        // “Country/Region” is either.
        let either = column.is_text() && column.name.contains('/') && column.words.len() == 2;
        let cover = if either { 1.0 } else { got.iter().map(weight).sum::<f64>() / all };
        let repeated = if got.len() < count { 0.75 } else { 1.0 };
        let more = self.of_year(column) + self.elsewhere(at, index, &got);
        quality / count as f64 * (0.62 + 0.38 * cover) * repeated + more
    }

    /// Returns what speaks for a column of whose name other words stand elsewhere in the question: “maths in term 4”, of a
    /// column “Math_T4”.
    fn elsewhere(&self, at: &Range<usize>, index: usize, got: &HashSet<usize>) -> f64 {
        let says = |word: usize| {
            let tokens = (0..self.sentence.len()).filter(|token| !at.contains(token));
            let says = |token: &usize| {
                matches!(self.sentence.key(*token), "people") || !is_small(self.sentence.key(*token))
            };
            tokens.filter(says).any(|token| self.likeness[token][word] >= 0.9)
        };
        let words = self.words[index].iter().enumerate().filter(|(k, _)| !got.contains(k));
        0.03 * words.filter(|(_, word)| says(**word)).count().min(2) as f64
    }

    /// Returns what speaks for a column that is named after a year of the question: “people in 2021”, “runs in 1986”.
    fn of_year(&self, column: &Column) -> f64 {
        let years = self.sentence.numbers.iter().filter(|number| number.year);
        let says = |year: String| column.words.len() > 1 && column.words.contains(&year);
        let named = |year: f64| says(year.to_string()) || says(format!("{:02}", year % 100.0));
        if years.into_iter().any(|number| named(number.value)) { 0.04 } else { 0.0 }
    }

    /// Returns the columns that a run may name.
    fn columns(&self, at: &Range<usize>, out: &mut Vec<Span>) {
        let sentence = self.sentence;
        let edge = |key: &str| EDGE.split(' ').any(|word| word == key);
        let tokens = &sentence.tokens[at.clone()];
        let single = tokens.len() == 1;
        let first = &tokens[0].key;
        let all_small = tokens.iter().all(|token| is_small(&token.key) || is_known(&token.key));
        for (index, column) in self.table.columns.iter().enumerate() {
            let mut score = self.column_score(at, index);
            let exact = self.is_name(at, index) || score > 1.1;
            if !exact && (edge(first) || edge(&tokens[tokens.len() - 1].key)) {
                continue;
            }
            let joins = |word: &str| matches!(word, "per" | "by" | "in" | "for" | "with" | "and");
            let joined =
                |token: &super::sentence::Token| joins(&token.key) && !column.words.contains(&token.key);
            // “population in 2021” names the column population_2021.
            let year = tokens.last().is_some_and(|token| {
                matches!(token.kind, Kind::Number(_)) && column.words.contains(&token.key)
            });
            if !exact && !year && tokens.len() > 2 && tokens[1..tokens.len() - 1].iter().any(joined) {
                continue;
            }
            let period = PERIODS.contains(&tokens[0].stem.as_str());
            if single && score < 0.75 && (period || rank(first) <= 150) {
                continue;
            }
            if single && score < 0.95 && self.table.title.contains(&tokens[0].stem) {
                continue;
            }
            // A noun for rows is seldom a part of a name: “houses” is not “HouseStyle”.
            if single
                && score < 0.8
                && tokens[0].key.ends_with('s')
                && self.nouns.contains(&tokens[0].stem)
                && column.words.len() > 1
                && !lexicon::any_in(&column.words, "identifier")
            {
                continue;
            }
            // “times” names a column “time”, but not in “how many times”.
            let form = single
                && score >= 0.97
                && column.words.len() == 1
                && !(first == "times" && sentence.is(at.start.wrapping_sub(1), &["many"]));
            if single && is_small(first) && !exact && !form {
                continue;
            }
            let keeps = |word: &str| matches!(word, "of" | "per" | "in" | "the");
            let own = |t: &super::sentence::Token| column.stems.contains(&t.stem);
            if score < 0.97 && tokens.iter().any(|t| is_small(&t.key) && !keeps(&t.key) && !own(t)) {
                score *= 0.5;
            }
            let written = exact && at.start > 0 && tokens[0].capital;
            if all_small && !written {
                // “last names”, of a column “family name”
                let said = !single && score >= 0.88;
                score = match () {
                    () if single && score >= 0.97 => score * 0.8,
                    () if said => score * 0.95,
                    () => 0.0,
                };
            }
            if column.code {
                score -= 0.02;
            }
            if score >= LEAST {
                out.push(Span { at: at.clone(), meaning: Meaning::Column(index), score });
            }
        }
    }

    /// Returns the values that a run may name.
    fn values(&self, at: &Range<usize>, places: &Places, out: &mut Vec<Span>) {
        let (sentence, tokens) = (self.sentence, &self.sentence.tokens[at.clone()]);
        let single = tokens.len() == 1;
        let first = &tokens[0];
        let quoted = tokens.iter().any(|token| token.kind == Kind::Quoted);
        let loud = first.upper && first.text.len() > 1;
        let loud_letter = first.upper && first.text.len() == 1;
        let says_nothing = |t: &super::sentence::Token| {
            (is_small(&t.key) || is_known(&t.key)) && !(t.capital && at.start > 0)
        };
        if !quoted && !loud && tokens.iter().all(says_nothing) {
            return;
        }
        let (stems, plain) = run(sentence, at.start, at.end);
        let symbol = |token: &super::sentence::Token| token.kind == Kind::Symbol;
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
        let before_stem = stem(&before);
        let mut whole = false;
        for (name, hits) in by_column(&places.whole, &stems) {
            let Some(column) = self.table.column(name) else { continue };
            let beside = column.stems.contains(&before_stem)
                || column.stems.iter().any(|s| *s == stem(sentence.key(at.end)));
            if column.is_date() {
                continue;
            }
            let value = &hits[0].value;
            let varied = column.unique || column.distinct > 300;
            let led = LEADS.contains(&before.as_str()) && rank(&first.key) > 150;
            if single && !quoted && !first.capital && rank(&first.key) <= 3000 && varied && !beside && !led {
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
            // “colour D or E”
            let listed = sentence.is(at.start.wrapping_sub(1), &["or", "and"])
                && at.start >= 2
                && places.whole.iter().any(|hit| {
                    hit.column == name
                        && hit.text == sentence.tokens[at.start - 2].stem
                        && single
                        && loud_letter
                });
            let as_written = tokens.iter().any(|t| t.text == *value) && (value.len() > 1 || listed);
            if value.chars().count() <= 2 && !quoted && !loud && !as_written && !beside {
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
            let directed = directions(lead).iter().any(|word| column.words.iter().any(|own| own == word));
            let common = column.unique && single && rank(&first.key) <= 3000;
            let score = 1.0 + 0.02 * tokens.len() as f64 + if directed { 0.05 } else { 0.0 }
                - if common { 0.03 } else { 0.0 }
                + if beside { 0.03 } else { 0.0 }
                - if exact { 0.0 } else { 0.02 }
                + if quoted { 0.2 } else { 0.0 };
            whole = true;
            // “Spanish”, of a column with lists such as “Spanish,Quechua”
            let in_list = |hit: &&super::lookup::Within| {
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
            let short_asked = plain.len() == 2;
            if !short_asked || loud {
                for (name, hits) in by_column(&places.whole, &key.join(" ")) {
                    if !short_asked && hits[0].value.len() == 2 || short_asked && !whole {
                        add(name, hits.iter().map(|hit| hit.value.clone()).collect(), None, 1.06);
                    }
                }
            }
        }
        // Codes of countries and languages, where a column has nothing else.
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
                    let values: Vec<String> = hits.iter().filter(fits).map(|hit| hit.value.clone()).collect();
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
                add(&short.column, vec![short.value.clone()], None, if single { ABBREVIATED } else { 0.85 });
            }
        }
        if tokens.iter().any(|t| is_small(&t.key)) && !quoted {
            return;
        }
        if single {
            self.parts(at, places, whole, &mut add);
        } else {
            let hits = places.within.iter().filter(|hit| hit.text == stems && (hit.words <= 8 || quoted));
            for hit in hits {
                match hit.count {
                    1 => add(&hit.column, hit.values.clone(), None, 0.95),
                    _ => add(&hit.column, Vec::new(), Some(plain.clone()), 0.95),
                }
            }
        }
    }

    /// Returns the values that one token is a part of, means or nearly spells.
    fn parts(&self, at: &Range<usize>, places: &Places, whole: bool, add: &mut Add<'_>) {
        let (sentence, token) = (self.sentence, &self.sentence.tokens[at.start]);
        let word = token.key.as_str();
        let quoted = token.kind == Kind::Quoted;
        if !quoted && (word.chars().count() <= 2 || is_known(word) || is_small(word)) {
            return;
        }
        let noun = self.nouns.contains(&token.stem) || self.table.title.contains(&token.stem);
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
                // A common word may be what only some values of a category have: “caused by alcohol”.
                let category = !varied && part.words <= 6 && word.chars().count() >= 5 && common > 900;
                if !marked && common <= limit {
                    if category && part.count > 0 {
                        weak.push(part);
                    }
                    continue;
                }
                hit = true;
                let list = part.values.iter().all(|value| value.contains([',', ';', '|']));
                match part.count {
                    1 if !list || !is_plural(column) => {
                        add(&part.column, part.values.clone(), None, if part.words == 2 { 0.9 } else { 0.75 })
                    }
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
            for other in same(&token.stem).map(str::to_owned).chain(lexicon::without_y(word)) {
                for (name, hits) in by_column(&places.whole, &other) {
                    let few =
                        self.table.column(name).is_some_and(|column| (2..=250).contains(&column.distinct));
                    if few {
                        add(name, hits.iter().map(|hit| hit.value.clone()).collect(), None, 0.75);
                    }
                }
            }
        }
        // “the ferraris”: a word of no dictionary that is nearly a value is that, though it stands where things do.
        let name = |near: &super::lookup::Near| near.whole && common == RARE && near.alike >= 0.9;
        let spelled = |near: &&super::lookup::Near| near.text == word && named < 0.8 && (!noun || name(near));
        for near in places.near.iter().filter(spelled) {
            match near.whole {
                true => add(&near.column, vec![near.value.clone()], None, near.alike * 0.85),
                false => add(&near.column, vec![near.value.clone()], None, near.alike * 0.7),
            }
        }
    }

    /// Returns all spans.
    fn all(&self) -> Vec<Span> {
        let mut out = Vec::new();
        let length = self.sentence.len();
        for from in 0..length {
            for to in from + 1..=length.min(from + MAX_RUN) {
                let at = from..to;
                if to - from <= 4 {
                    self.columns(&at, &mut out);
                }
                if let Some(places) = self.places {
                    self.values(&at, places, &mut out);
                }
                let words = self.sentence.tokens[at.clone()].iter().map(|token| token.key.as_str());
                let words = words.collect::<Vec<_>>().join(" ");
                for known in self.explained.iter().filter(|known| known.word.to_lowercase() == words) {
                    let column = known
                        .column
                        .as_ref()
                        .and_then(|name| self.table.columns.iter().position(|c| c.name == *name));
                    let of_table =
                        |filter: &&crate::query::Filter| self.table.column(&filter.column).is_some();
                    let filter = known.filter.as_ref().filter(of_table).cloned().map(Meaning::Filter);
                    let meaning = filter.or(column.map(Meaning::Column));
                    out.extend(meaning.map(|meaning| Span { at: at.clone(), meaning, score: 1.3 }));
                }
            }
        }
        out
    }

    fn weight(&self, span: &Span) -> f64 {
        let of = |at: usize| {
            let token = &self.sentence.tokens[at];
            if (is_small(&token.key) || is_known(&token.key)) && token.kind == Kind::Word { 0.3 } else { 1.0 }
        };
        span.at.clone().map(of).sum::<f64>() * span.score + 0.12 * (span.at.len() - 1) as f64 * span.score
    }

    /// Returns the best choices of spans that do not overlap: the best one, and those with a span read otherwise.
    pub(crate) fn choices(&self) -> Vec<Vec<Span>> {
        let mut by: BTreeMap<(usize, usize), Vec<Span>> = BTreeMap::new();
        for span in self.all() {
            by.entry((span.at.start, span.at.end)).or_default().push(span);
        }
        let order =
            |span: &Span| span.score + if matches!(span.meaning, Meaning::Column(_)) { 0.01 } else { 0.0 };
        let place = |span: &Span| match span.meaning {
            Meaning::Column(column) | Meaning::Value { column, .. } => column,
            Meaning::Filter(_) => 0,
        };
        by.values_mut().for_each(|list| {
            list.sort_by(|a, b| order(b).total_cmp(&order(a)).then(place(a).cmp(&place(b))));
        });
        let length = self.sentence.len();
        let mut best: Vec<(f64, Vec<(usize, usize)>)> = vec![(0.0, Vec::new())];
        for to in 1..=length {
            let mut top = best[to - 1].clone();
            let first = to.saturating_sub(MAX_RUN);
            for (from, (before, spans)) in best.iter().enumerate().skip(first) {
                let Some(list) = by.get(&(from, to)) else { continue };
                let value = before + self.weight(&list[0]);
                if value > top.0 {
                    let mut chosen = spans.clone();
                    chosen.push((from, to));
                    top = (value, chosen);
                }
            }
            best.push(top);
        }
        let chosen = best.pop().map_or(Vec::new(), |(_, chosen)| chosen);
        let mut choices: Vec<Vec<Span>> = vec![Vec::new()];
        for place in chosen {
            let list = &by[&place];
            let close: Vec<&Span> =
                list.iter().filter(|span| span.score > list[0].score - 0.22).take(4).collect();
            let mut more = Vec::new();
            for span in close {
                for choice in &choices {
                    let mut choice = choice.clone();
                    choice.push(span.clone());
                    more.push(choice);
                }
            }
            let total = |choice: &Vec<Span>| choice.iter().map(|span| self.weight(span)).sum::<f64>();
            more.sort_by(|a, b| total(b).total_cmp(&total(a)));
            more.truncate(MAX_CHOICES);
            choices = more;
        }
        choices
    }

    /// Returns how well a word names each of the names' words.
    fn row(&self, word: &str) -> Rc<Vec<f64>> {
        let mut known = self.known.borrow_mut();
        let row = || Rc::new(self.names.iter().map(|name| likeness(word, name)).collect());
        known.entry(word.to_owned()).or_insert_with(row).clone()
    }

    /// Returns the column of measures that words name best, with their tokens' likeness.
    pub(crate) fn column_for(&self, words: &[&str], fits: &dyn Fn(&Column) -> bool) -> Option<usize> {
        let rows: Vec<Rc<Vec<f64>>> = words.iter().map(|word| self.row(word)).collect();
        let weights: Vec<f64> = self.names.iter().map(|name| generic(name)).collect();
        let score = |index: usize| {
            let own = &self.words[index];
            let of = |(k, row): (usize, &Rc<Vec<f64>>)| {
                let best = own.iter().map(|name| row[*name] * weights[*name]).fold(0.0, f64::max);
                best * 0.97f64.powi(k as i32) - 0.02 * own.len() as f64
            };
            let best = rows.iter().enumerate().map(of).fold(0.0, f64::max);
            if best > 0.0 { best + self.of_year(&self.table.columns[index]) } else { best }
        };
        let columns = self.table.columns.iter().enumerate().filter(|(_, column)| fits(column));
        let scored = columns.map(|(index, _)| (score(index), index));
        let (score, index) = scored.max_by(|a, b| a.0.total_cmp(&b.0).then(b.1.cmp(&a.1)))?;
        (score >= 0.62).then_some(index)
    }

    /// Returns the column of which most values have a word.
    pub(crate) fn column_within(&self, stem: &str) -> Option<&str> {
        let hits = self.places?.within.iter().filter(|hit| hit.text == stem);
        hits.max_by_key(|hit| hit.count).map(|hit| hit.column.as_str())
    }

    /// Returns whether a token is the noun for rows.
    pub(crate) fn is_noun(&self, at: usize) -> bool {
        self.sentence
            .tokens
            .get(at)
            .is_some_and(|token| self.nouns.contains(&token.stem) || self.table.title.contains(&token.stem))
    }

    /// Returns the columns in whose names a token's word is.
    pub(crate) fn named_by(&self, at: usize) -> Vec<usize> {
        let columns = self.table.columns.iter().enumerate();
        columns.filter(|(_, column)| self.names(at, column) >= 0.9).map(|(index, _)| index).collect()
    }

    /// Returns how well a token names any word of a column's name.
    pub(crate) fn names(&self, at: usize, column: &Column) -> f64 {
        best(self.sentence.key(at), &column.words)
    }
}

/// Returns how well tokens name a column by their initials: “free school meals” a column “FSM”, “systolic blood pressure”
/// a column “sbp_start”.
fn acronym(tokens: &[super::sentence::Token], column: &Column) -> Option<f64> {
    let words = tokens.iter().all(|token| token.kind == Kind::Word);
    let initials: String = tokens.iter().filter_map(|token| token.key.chars().next()).collect();
    let whole = column.words.len() == 1;
    match tokens.len() {
        0 | 1 => None,
        2 if !whole || rank(&initials) < RARE => None,
        _ => (words && column.words.contains(&initials)).then_some(if whole { 0.9 } else { 0.85 }),
    }
}

/// Returns whether a column is called by a plural, as those of lists are: “languages”.
fn is_plural(column: &Column) -> bool {
    column.words.last().is_some_and(|word| word.ends_with('s') && *word != stem(word))
}

/// Returns how much a word of a name says.
fn generic(name: &str) -> f64 {
    if family("generic").contains(&stem(name)) { 0.9 } else { 1.0 }
}

/// Returns the values that are a text, by their columns.
fn by_column<'p>(whole: &'p [Whole], text: &str) -> BTreeMap<&'p str, Vec<&'p Whole>> {
    let mut found: BTreeMap<&str, Vec<&Whole>> = BTreeMap::new();
    for hit in whole.iter().filter(|hit| hit.text == text) {
        found.entry(&hit.column).or_default().push(hit);
    }
    found
}

/// Returns the text that is looked for where many values contain a word: the singular of a plural.
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

/// Returns the stems of words in the place of things that are counted or ranked: they are no parts of values.
fn nouns(sentence: &Sentence) -> HashSet<String> {
    const HEADS: [&str; 16] = [
        "many",
        "of",
        "which",
        "what",
        "top",
        "per",
        "by",
        "each",
        "every",
        "most",
        "different",
        "distinct",
        "unique",
        "all",
        "list",
        "the",
    ];
    let mut found = HashSet::new();
    for at in 1..sentence.len() {
        let mut head = at - 1;
        while head > 0
            && sentence.is(head, &["the", "of", "different", "distinct", "unique", "other", "kinds", "types"])
            && !sentence.is(head, &["which"])
            && HEADS.contains(&sentence.key(head - 1))
        {
            head -= 1;
        }
        let token = &sentence.tokens[at];
        if at == 1
            && sentence.tokens[0].key.ends_with('s')
            && sentence.is(
                1,
                &[
                    "that", "who", "whose", "with", "without", "in", "from", "over", "under", "by", "where",
                    "not",
                ],
            )
        {
            found.insert(sentence.tokens[0].stem.clone());
        }
        if token.kind != Kind::Word || is_small(&token.key) || is_known(&token.key) {
            continue;
        }
        let before = sentence.key(head);
        // “caused by alcohol” names what did it.
        if before == "by" && head > 0 && sentence.key(head - 1).ends_with("ed") {
            continue;
        }
        // “top 5 departments by happiness”: what they are ranked by.
        if before == "by" && (0..head).any(|at| lexicon::superlative(sentence.key(at)).is_some()) {
            continue;
        }
        let number =
            sentence.number(head).is_some() || sentence.numbers.iter().any(|n| n.at.end == at && !n.year);
        let singular = matches!(before, "which" | "what" | "per" | "by" | "each" | "every");
        let counts = HEADS.contains(&before) || number;
        let ranked = lexicon::base(before, "est").is_some()
            || matches!(before, "first" | "last" | "oldest" | "best" | "worst" | "highest" | "lowest");
        let after_adjective = at >= 2 && sentence.is(at - 2, &["most", "least"]);
        let capital = token.capital && !singular;
        if !capital
            && (ranked
                || after_adjective
                || counts
                    && (singular || token.key.ends_with('s') || rank(&token.key) < RARE && before == "many"))
        {
            found.insert(token.stem.clone());
        }
    }
    found
}

/// Returns the tokens of spans.
pub(crate) fn tokens_of(spans: &[Span]) -> super::sentence::Tokens {
    spans.iter().fold(0, |all, span| all | mask(&span.at))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn things_that_are_counted_are_nouns() {
        let sentence =
            Sentence::new("how many passengers in each class were in the top 5 cities", &|_| false);
        let found = nouns(&sentence);
        assert!(
            found.contains("passenger") && found.contains("class") && found.contains("city"),
            "{found:?}"
        );
    }
}
