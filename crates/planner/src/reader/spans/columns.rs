//! How well a run of tokens names a column.

use std::collections::HashSet;
use std::ops::Range;

use super::{Finder, Meaning, PERIODS, Span};
use crate::reader::lexicon::{self, RARE, family, is_known, is_small, rank, stem};
use crate::reader::likeness::{abbreviates, nearly};
use crate::reader::names::name_words;
use crate::reader::sentence;
use crate::reader::table::Column;
use crate::words::Kind;

/// The least score of a span.
const LEAST: f64 = 0.42;

/// Words at whose place no column begins or ends.
const EDGE: &str = "no not without never of the a an in and or by per each every for to from with is are was were has have had do does did how many which what who that than on at as most least all their its";

/// Words of a boolean column's name that say nothing of what it is about.
const AUXILIARY: [&str; 14] =
    ["is", "was", "were", "has", "have", "had", "in", "of", "a", "the", "at", "on", "ever", "any"];

impl Finder<'_> {
    /// Returns whether a run of tokens is a column's name, letter by letter.
    pub(super) fn is_name(&self, at: &Range<usize>, index: usize) -> bool {
        // “% damaged” is not the column “damaged”.
        let symbol = |at: usize| self.sentence.tokens[at].kind == Kind::Symbol;
        if symbol(at.start) || symbol(at.end - 1) {
            return false;
        }
        let keys = self.sentence.tokens[at.clone()].iter().flat_map(|token| token.key.chars());
        let letters: String = keys.filter(|c| c.is_alphanumeric()).collect();
        letters == self.joined[index]
    }

    /// Returns how well a run of tokens names a column.
    fn column_score(&self, at: &Range<usize>, index: usize) -> f64 {
        let (column, tokens) = (&self.table.columns[index], &self.sentence.tokens[at.clone()]);
        let single = tokens.len() == 1;
        if tokens.iter().any(|token| token.kind == Kind::Backticks) {
            let same =
                single && tokens[0].text.trim().to_lowercase() == column.name.trim().to_lowercase();
            return if same { 1.2 } else { 0.0 };
        }
        if self.is_name(at, index) {
            return 1.0;
        }
        if tokens.len() > 1 && tokens[0].kind == Kind::Symbol && tokens[0].key != "%" {
            return 0.0;
        }
        let joined: String = tokens.iter().map(|token| token.key.as_str()).collect();
        let name = &self.joined[index];
        // Digits name a column only together with a word.
        if !tokens
            .iter()
            .any(|token| token.kind == Kind::Word && token.key.chars().any(char::is_alphabetic))
        {
            return 0.0;
        }
        let letters = joined.bytes().all(|c| c.is_ascii_alphabetic());
        let rate = tokens.iter().any(|token| matches!(token.key.as_str(), "rate" | "rates"));
        // “booked x price” is not a misspelling of “booked”.
        let words = single || tokens.iter().all(|token| token.key.len() > 1);
        if name.len() > 4 && letters && words && !rate && nearly(&joined, name) >= 0.85 {
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
        if single && let Some(score) = in_pieces(&tokens[0], column) {
            return score;
        }
        // “out of state”, of a column “outstate”
        let inner = |at: usize| {
            let edge = at == 0 || at + 1 == tokens.len();
            edge || !matches!(tokens[at].key.as_str(), "of" | "the" | "per" | "and")
        };
        let bare = (0..tokens.len()).filter(|at| inner(*at)).map(|at| tokens[at].key.as_str());
        if tokens.len() > 2 && name.len() > 5 && bare.collect::<String>() == *name {
            return 0.95;
        }
        if is_blend(tokens, column) {
            return 0.85;
        }
        let initials =
            || column.words.iter().filter_map(|word| word.chars().next()).collect::<String>();
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
        // “biggest country” is not about a boolean column “landlocked”.
        let says = |word: &&String| {
            !AUXILIARY.contains(&word.as_str()) && !family("generic").contains(&stem(word))
        };
        let content = column.words.iter().filter(says).count();
        if column.flag && got.len() < content && quality / (count as f64) < 0.9 {
            return 0.0;
        }
        let weight = |k: &usize| {
            let word = stem(&column.words[*k]);
            match () {
                () if family("units").contains(&word) => 0.2,
                () if family("generic").contains(&word) || family("identifier").contains(&word) => {
                    0.4
                }
                () => 1.0,
            }
        };
        // “delay” names a column “delay_s”.
        let unit =
            |k: &usize| family("units").contains(&stem(&column.words[*k])) && !got.contains(k);
        let all: f64 = (0..column.words.len()).filter(|k| !unit(k)).map(|k| weight(&k)).sum();
        // “Country/Region” is either.
        let either = column.is_text() && column.name.contains('/') && column.words.len() == 2;
        let cover = if either { 1.0 } else { got.iter().map(weight).sum::<f64>() / all };
        let repeated = if got.len() < count { 0.75 } else { 1.0 };
        let more =
            self.of_year(column) + self.of_part(at, column) + self.elsewhere(at, index, &got);
        quality / count as f64 * (0.62 + 0.38 * cover) * repeated + more
    }

    /// Returns how well a run of tokens names a column of the other one of two joined tables, by
    /// the table's name and its own: “customer country”, “country of the customer”.
    fn titled_score(&self, at: &Range<usize>, index: usize) -> f64 {
        if at.len() < 2 || !self.table.is_other(index) {
            return 0.0;
        }
        let title = |at: usize| {
            let token = &self.sentence.tokens[at];
            self.table.other_words.contains(&token.stem)
        };
        let last = at.end - 1;
        let rest = if title(at.start) {
            at.start + 1..at.end
        } else if title(last) && at.len() > 2 {
            let small = |at: &usize| self.sentence.is(*at, &["of", "the", "a", "their"]);
            let end = (at.start + 1..last).rev().take_while(small).last();
            match end {
                Some(end) => at.start..end,
                None => return 0.0,
            }
        } else {
            return 0.0;
        };
        let score = self.column_score(&rest, index);
        if score >= 0.7 { score.min(1.0) } else { 0.0 }
    }

    /// Returns what speaks for a column of whose name other words stand elsewhere in the question:
    /// “maths in term 4”, of a column “Math_T4”.
    fn elsewhere(&self, at: &Range<usize>, index: usize, got: &HashSet<usize>) -> f64 {
        let says = |word: usize| {
            let tokens = (0..self.sentence.len()).filter(|token| !at.contains(token));
            let says = |token: &usize| {
                matches!(self.sentence.key(*token), "people")
                    || !is_small(self.sentence.key(*token))
            };
            tokens.filter(says).any(|token| self.likeness[token][word] >= 0.9)
        };
        let words = self.words[index].iter().enumerate().filter(|(k, _)| !got.contains(k));
        0.03 * words.filter(|(_, word)| says(**word)).count().min(2) as f64
    }

    /// Returns what speaks for a column of parts if a part is asked for: “abstention rate”, of
    /// columns “abstention_n” and “abstention_pct”.
    fn of_part(&self, at: &Range<usize>, column: &Column) -> f64 {
        const PARTS: [&str; 8] =
            ["percent", "pct", "perc", "percentage", "rate", "share", "ratio", "proportion"];
        let is_part = |word: &String| PARTS.contains(&lexicon::long_form(word).unwrap_or(word));
        let sentence = self.sentence;
        let asked = sentence.is(at.end, &["rate", "rates", "percentage", "share", "%", "percent"])
            || sentence.is(at.start.wrapping_sub(1), &["%", "percentage"])
            || sentence.is(at.start.wrapping_sub(1), &["of"])
                && sentence.is(at.start.wrapping_sub(2), &["percentage", "share", "proportion"]);
        if asked && column.words.iter().any(is_part) { 0.04 } else { 0.0 }
    }

    /// Returns what speaks for a column that is named after a year of the question: “people in
    /// 2021”, “runs in 1986”.
    pub(super) fn of_year(&self, column: &Column) -> f64 {
        let years = self.sentence.numbers.iter().filter(|number| number.year);
        let says = |year: String| column.words.len() > 1 && column.words.contains(&year);
        let named = |year: f64| says(year.to_string()) || says(format!("{:02}", year % 100.0));
        if years.into_iter().any(|number| named(number.value)) { 0.04 } else { 0.0 }
    }

    /// Returns the columns that a run may name.
    pub(super) fn columns(&self, at: &Range<usize>, out: &mut Vec<Span>) {
        let sentence = self.sentence;
        let edge = |key: &str| EDGE.split(' ').any(|word| word == key);
        let tokens = &sentence.tokens[at.clone()];
        let single = tokens.len() == 1;
        let first = &tokens[0].key;
        let all_small = tokens.iter().all(|token| is_small(&token.key) || is_known(&token.key));
        for (index, column) in self.table.columns.iter().enumerate() {
            let mut score = self.column_score(at, index);
            let titled = self.titled_score(at, index);
            let exact = self.is_name(at, index) || score > 1.1 || titled >= 1.0;
            score = score.max(titled);
            if !exact && (edge(first) || edge(&tokens[tokens.len() - 1].key)) {
                continue;
            }
            let joins = |word: &str| matches!(word, "per" | "by" | "in" | "for" | "with" | "and");
            let joined =
                |token: &sentence::Token| joins(&token.key) && !column.words.contains(&token.key);
            // “population in 2021” names the column population_2021.
            let year = tokens.last().is_some_and(|token| {
                matches!(token.kind, Kind::Number(_)) && column.words.contains(&token.key)
            });
            if score < 0.85
                && !year
                && tokens.len() > 2
                && tokens[1..tokens.len() - 1].iter().any(joined)
            {
                continue;
            }
            let period = PERIODS.contains(&tokens[0].stem.as_str());
            if single && score < 0.75 && (period || rank(first) <= 150) {
                continue;
            }
            let title = self.table.title.contains(&tokens[0].stem);
            let short = first.chars().count() < 5;
            // “salaries” are not rows, whatever the file is called.
            let level = family("level").contains(&tokens[0].stem);
            let noun = self.nouns.contains(&tokens[0].stem) && !level;
            let rows = short || noun || !is_only(column);
            if single && title && score < 0.95 && (score < 0.7 || rows) {
                continue;
            }
            // A noun for rows is seldom a part of a name: “houses” is not “HouseStyle”.
            if single
                && score < 0.8
                && tokens[0].key.ends_with('s')
                && self.nouns.contains(&tokens[0].stem)
                && column.words.len() > 1
                && !is_head(&tokens[0].stem, column)
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
            let own = |t: &sentence::Token| column.stems.contains(&t.stem);
            if score < 0.97 && tokens.iter().any(|t| is_small(&t.key) && !keeps(&t.key) && !own(t))
            {
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
}

/// Returns whether a column has numbers of what its name says and nothing else does, so that a word
/// of the file's name may name it: “approve” of a file “approval”, “totacc” of “accidents”.
fn is_only(column: &Column) -> bool {
    let counts =
        |word: &String| matches!(lexicon::long_form(word).unwrap_or(word), "total" | "count");
    let plain = match column.words.as_slice() {
        [_] => true,
        [first, _] => counts(first),
        _ => false,
    };
    column.is_amount() && plain
}

/// Returns how well a word with digits names a column, whose name has letters and digits apart: “co2”
/// a column “co2_kg”.
fn in_pieces(token: &sentence::Token, column: &Column) -> Option<f64> {
    let pieces = name_words(&token.key);
    let length = pieces.len();
    let at = column.words.windows(length.max(1)).position(|words| *words == pieces)?;
    let mut others =
        column.words.iter().enumerate().filter(|(k, _)| !(at..at + length).contains(k));
    let unit = others.all(|(_, word)| family("units").contains(&stem(word)));
    (length > 1).then_some(if unit { 0.97 } else { 0.85 })
}

/// Returns how well tokens name a column by their initials: “free school meals” a column “FSM”,
/// “systolic blood pressure” a column “sbp_start”.
fn acronym(tokens: &[sentence::Token], column: &Column) -> Option<f64> {
    let words = tokens.iter().all(|token| token.kind == Kind::Word);
    let initials: String = tokens.iter().filter_map(|token| token.key.chars().next()).collect();
    let whole = column.words.len() == 1;
    match tokens.len() {
        0 | 1 => None,
        2 if !whole || rank(&initials) < RARE => None,
        _ => (words && column.words.contains(&initials)).then_some(if whole { 0.9 } else { 0.85 }),
    }
}

/// Returns whether a stem is that of the thing that a column's name is about: “states” of
/// “addr_state”, “countries” of “country_of_origin”, “volcanoes” of “volcano_name”, but not
/// “appointments” of “party at appointment”.
fn is_head(asked: &str, column: &Column) -> bool {
    const LINKS: [&str; 6] = ["of", "at", "in", "on", "per", "by"];
    let words = &column.words;
    let link = words.iter().position(|word| LINKS.contains(&word.as_str()));
    let own = &words[..link.unwrap_or(words.len())];
    let head = match own {
        [.., head, name] if name == "name" => Some(head),
        _ => own.last(),
    };
    head.is_some_and(|head| stem(head) == asked)
}

/// Returns whether a name is made of letters of two words, in order from the first of each:
/// “mrdrte” of “murder rate”, “hrsemp” of “hours per employee”, “horTh” of “hormonal therapy”.
fn is_blend(tokens: &[sentence::Token], column: &Column) -> bool {
    const MIN_LENGTH: usize = 5;
    const MIN_PIECE: usize = 2;
    let [first, .., last] = tokens else { return false };
    let between = &tokens[1..tokens.len() - 1];
    let long = |token: &sentence::Token| {
        token.key.len() >= 4 && token.key.bytes().all(|c| c.is_ascii_lowercase())
    };
    let name = column.words.concat();
    let letters = name.len() >= MIN_LENGTH && name.bytes().all(|c| c.is_ascii_lowercase());
    let joined = between.iter().all(|token| matches!(token.key.as_str(), "per" | "of" | "the"));
    let one = column.words.len() == 1 && rank(&name) == RARE && !lexicon::is_told(&name);
    let told = !is_small(&first.key) && !is_small(&last.key) && !is_known(&first.key);
    if !letters || !joined || !told || !long(first) || !long(last) {
        return false;
    }
    let begins = |piece: &str, word: &str| piece.len() > 3 && word.starts_with(piece);
    let of = |piece: &str, word: &str| piece.len() >= MIN_PIECE && abbreviates(piece, word);
    match column.words.as_slice() {
        [one, other] => of(one, &first.key) && of(other, &last.key),
        // “fconvict” of “female convictions”
        _ if one && name[..1] == first.key[..1] && begins(&name[1..], &last.key) => true,
        _ if one => (MIN_PIECE..=name.len() - MIN_PIECE)
            .any(|at| of(&name[..at], &first.key) && of(&name[at..], &last.key)),
        _ => false,
    }
}

/// Returns how much a word of a name says.
pub(super) fn generic(name: &str) -> f64 {
    if family("generic").contains(&stem(name)) { 0.9 } else { 1.0 }
}
