//! Texts: conditions on what a value says: values, beginnings and parts of names, boolean columns,
//! missing.

use std::collections::BTreeMap;
use std::ops::Range;

use super::draft::Draft;
use super::lexicon;
use super::sentence::{Tokens, bit, mask};
use super::spans::Meaning;
use super::table::Column;
use crate::query::{Bound, Filter, Place, Sign, Test};
use crate::words::Kind;

impl Draft<'_> {
    /// Reads “begins with A”, “contains corn”, “with ‘review’ in the title”.
    pub(crate) fn read_text_tests(&mut self) {
        let sentence = self.sentence();
        for (tag, place) in
            [("begins", Place::Begins), ("ends", Place::Ends), ("contains", Place::Contains)]
        {
            for range in sentence.find(tag) {
                let mut at = range.end;
                while sentence.is(at, &["the", "word", "letter", "text", "a"])
                    && at + 1 < sentence.len()
                    && sentence.tokens[at].kind == Kind::Word
                    && sentence.tokens[at].text.len() > 1
                {
                    at += 1;
                }
                let Some(token) = sentence.tokens.get(at) else { continue };
                let asks =
                    place == Place::Contains && (sentence.small(at) || self.part_at(at).is_some());
                let when = place != Place::Contains
                    && (self.part_at(at).is_some() || super::periods::time(sentence, at).is_some())
                    && token.kind != Kind::Quoted
                    && token.text.len() > 1;
                if !self.free(mask(&range)) || asks && token.kind != Kind::Quoted || when {
                    continue;
                }
                self.text_test(place, token.text.clone(), range.start..at + 1, at);
            }
        }
        for range in self.find("in the name") {
            // “with X in the title”
            let at = range.start.wrapping_sub(1);
            let Some(token) = sentence.tokens.get(at).filter(|_| self.free(mask(&range))) else {
                continue;
            };
            let text = token.text.clone();
            let start =
                if sentence.is(at.wrapping_sub(1), &["with", "have", "has", "word", "contain"]) {
                    at - 1
                } else {
                    at
                };
            self.text_test(Place::Contains, text, start..range.end, at);
        }
    }

    /// Adds a test of the text at a token, of the column that is named near it.
    fn text_test(&mut self, place: Place, text: String, range: std::ops::Range<usize>, at: usize) {
        let scene = self.scene;
        let own = |span: usize| mask(&scene.spans[span].at) & bit(at) != 0;
        let inside = |span: &usize| mask(&scene.spans[*span].at) & !mask(&range) == 0;
        let texts = self.columns(|column| column.is_text() || column.code);
        let near = texts.iter().copied().filter(|span| !own(*span)).min_by_key(|span| {
            let start = self.span(*span).at.start;
            (start.abs_diff(range.start), !inside(span))
        });
        let near = near.filter(|span| self.span(*span).at.start.abs_diff(range.start) <= 6);
        // If the text is in another column, a number of the rows is not meant.
        let number = |span: &usize| {
            self.named(*span).is_some_and(|index| {
                self.column(index).unique
                    && super::lexicon::any_in(&self.column(index).words, "identifier")
            })
        };
        let elsewhere = self.scene.finder.column_within(&self.sentence().tokens[at].stem).is_some();
        let near = near.filter(|span| !(elsewhere && place == Place::Contains && number(span)));
        let of_value =
            (0..self.scene.spans.len()).find_map(|span| match &self.scene.spans[span].meaning {
                Meaning::Value { column, .. } if own(span) => Some(*column),
                _ => None,
            });
        // The column in which the text is.
        let found = || {
            let column = self.scene.finder.column_within(&self.sentence().tokens[at].stem)?;
            self.table().columns.iter().position(|known| known.name == column)
        };
        let column = match near {
            Some(span) => Some(self.take(span)),
            None => of_value.or_else(found).or(self.table().nearly_label),
        };
        let Some(column) = column else { return };
        let negated = self.negation(range.start);
        for span in 0..self.scene.spans.len() {
            if own(span) {
                self.taken |= 1 << span;
            }
        }
        let tokens = mask(&range) | negated.unwrap_or_default();
        self.filter(
            column,
            Test::Text { place, text, not: negated.is_some() },
            range.start,
            tokens,
        );
    }

    /// Reads the values that the question names.
    pub(crate) fn read_values(&mut self) {
        type Named = (usize, Vec<String>, Option<String>);
        let mut named: BTreeMap<usize, Vec<Named>> = BTreeMap::new();
        for span in 0..self.scene.spans.len() {
            let place = self.span(span);
            match &place.meaning {
                Meaning::Value { column, values, part } if self.free(mask(&place.at)) => {
                    named.entry(*column).or_default().push((span, values.clone(), part.clone()));
                }
                Meaning::Filter(filter) => {
                    let filter = filter.clone();
                    self.used |= mask(&place.at);
                    let column = self.table().columns.iter().position(|c| c.name == filter.column);
                    if let Some(column) = column {
                        self.filter(column, filter.test, place.at.start, mask(&place.at));
                    }
                }
                _ => {}
            }
        }
        for (column, spans) in named {
            let mut yes: Vec<String> = Vec::new();
            let mut no: Vec<String> = Vec::new();
            let (mut tokens, mut at): (Tokens, usize) = (0, usize::MAX);
            let mut parts = Vec::new();
            for (span, values, part) in spans {
                let place = self.span(span).at.clone();
                self.used |= mask(&place);
                self.use_names_beside(column, &place);
                at = at.min(place.start);
                tokens |= mask(&place);
                if let [value] = &values[..]
                    && part.is_none()
                    && self.span(span).score <= 0.75
                    && value.split_whitespace().count() > place.len() + 1
                {
                    let said: Vec<&str> =
                        place.clone().map(|at| self.sentence().tokens[at].text.as_str()).collect();
                    let said = said.join(" ");
                    let begins = crate::words::fold(value).starts_with(&crate::words::fold(&said));
                    let text = format!("“{said}” is read as {}.", crate::wording::name(value));
                    // What a name begins with stands for it.
                    if begins { self.assumed.push(text) } else { self.assume(text) }
                }
                // A bare number, of a column of identifiers that the question does not name
                let number = place.len() == 1 && self.sentence().number(place.start).is_some();
                let own = |other: &Column| other.name == self.column(column).name;
                self.unsure |=
                    number && self.column(column).code && self.all_columns(own).is_empty();
                if let ([value], true) =
                    (&values[..], self.span(span).score == super::spans::ABBREVIATED)
                {
                    let said = &self.sentence().tokens[place.start].text;
                    self.assume(format!("“{said}” is read as {}.", crate::wording::name(value)));
                }
                let negated = self.negation(place.start);
                tokens |= negated.unwrap_or_default();
                match part {
                    Some(text) => parts.push((text, negated.is_some(), place.start)),
                    None => {
                        let list = if negated.is_some() { &mut no } else { &mut yes };
                        values.into_iter().for_each(|value| {
                            if !list.contains(&value) {
                                list.push(value);
                            }
                        });
                    }
                }
            }
            // “smokers and non-smokers”: both sides of one value.
            if !yes.is_empty() && no.iter().any(|value| yes.contains(value)) {
                self.used |= tokens;
                self.query.groups = vec![self.group(column, None)];
                self.several = Some(column);
                continue;
            }
            if !yes.is_empty() {
                if yes.len() > 1 && self.places_of(column) > 1 {
                    self.several = Some(column);
                }
                self.filter(column, Test::OneOf { values: yes, not: false }, at, tokens);
            }
            if !no.is_empty() {
                self.filter(column, Test::OneOf { values: no, not: true }, at, tokens);
            }
            for (text, not, at) in parts {
                self.filter(column, Test::Text { place: Place::Contains, text, not }, at, tokens);
            }
        }
    }

    /// Reads a quoted text beside a column, whether the table has it or not: the answer says that
    /// nothing matches.
    pub(crate) fn read_quoted(&mut self) {
        let sentence = self.sentence();
        for at in (0..sentence.len()).filter(|at| sentence.tokens[*at].kind == Kind::Quoted) {
            let before = |span: &usize| {
                let end = self.span(*span).at.end;
                end <= at
                    && at - end <= 2
                    && (end..at)
                        .all(|at| sentence.small(at) || sentence.is(at, &["=", "not", "!="]))
            };
            let span = self
                .all_columns(|column| column.is_text() || column.flag || column.code)
                .into_iter()
                .find(before);
            if let Some(span) = span.filter(|_| self.free(bit(at))) {
                let negated = self.negation(at);
                let column = self.take(span);
                let text = sentence.tokens[at].text.clone();
                let tokens =
                    mask(&(self.span(span).at.start..at + 1)) | negated.unwrap_or_default();
                self.filter(
                    column,
                    Test::OneOf {
                        values: vec![text],
                        not: negated.is_some() || sentence.is(at - 1, &["!="]),
                    },
                    at,
                    tokens,
                );
            }
        }
    }

    /// Returns how many spans name values of a column.
    fn places_of(&self, index: usize) -> usize {
        let of = |span: &&super::spans::Span| matches!(&span.meaning, Meaning::Value { column, .. } if *column == index);
        self.scene.spans.iter().filter(of).count()
    }

    /// A column's name right beside a value belongs to it: “region West”, “the West region”.
    fn use_names_beside(&mut self, column: usize, place: &std::ops::Range<usize>) {
        for span in self.all_columns(|_| true) {
            let own = &self.span(span).at;
            let copula = |at: usize| {
                self.sentence().is(at, &["is", "=", "are", "was", "of", "equals", "the"])
            };
            let before = own.end == place.start
                || own.end + 1 == place.start
                    && (copula(own.end) || self.sentence().small(own.end));
            let after = own.start == place.end;
            if self.named(span) == Some(column) && (before || after) {
                self.take(span);
            }
        }
    }

    /// Reads boolean columns as conditions: “smokers”, “not active”.
    pub(crate) fn read_flags(&mut self) {
        // “with and without a society”, “premium or not”
        if let Some(range) = self.find("both").into_iter().next() {
            let near = |span: &usize| {
                let at = &self.span(*span).at;
                at.start >= range.end && at.start - range.end <= 2 || at.end == range.start
            };
            let span = self.columns(|column| column.flag).into_iter().find(near);
            if let Some(span) = span {
                self.used |= mask(&range);
                let column = self.take(span);
                let group = self.group(column, None);
                self.groups.push(group);
            }
        }
        for span in self.columns(|column| column.flag) {
            let Some(column) = self.named(span).filter(|_| !self.is_taken(span)) else { continue };
            if self.has_filter(column)
                || self.groups.iter().any(|group| group.column == self.column(column).name)
            {
                continue;
            }
            let Range { start, end } = self.span(span).at;
            if let Some(other) = self.other_side(end) {
                self.take(span);
                self.used |= mask(&other);
                self.query.groups = vec![self.group(column, None)];
                self.several = Some(column);
                continue;
            }
            let negated = self.negation(start);
            let both = self.columns(|other| other.name == self.column(column).name).len() > 1;
            if both
                && self
                    .all_columns(|other| other.name == self.column(column).name)
                    .iter()
                    .any(|span| self.negation(self.span(*span).at.start).is_some())
            {
                for other in self.columns(|other| other.name == self.column(column).name) {
                    self.used |= self.negation(self.span(other).at.start).unwrap_or_default();
                    self.take(other);
                }
                self.query.groups = vec![self.group(column, None)];
                self.several = Some(column);
                continue;
            }
            let stated = self.stated(self.span(span).at.end);
            let said = stated.map(|(_, tokens)| tokens);
            let tokens =
                mask(&self.span(span).at) | negated.unwrap_or_default() | said.unwrap_or_default();
            self.take(span);
            let yes = stated.is_none_or(|(yes, _)| yes) != negated.is_some();
            self.filter(column, Test::Flag(yes), start, tokens);
        }
    }

    /// Reads a column with answers such as “yes”, “no” and “don't know” as a condition: “how many
    /// would recommend us”.
    pub(crate) fn read_answers(&mut self) {
        let grouped =
            |index: usize| self.groups.iter().any(|group| group.column == self.column(index).name);
        let spans = self.columns(|column| column.answers.is_some());
        let spans: Vec<usize> = spans
            .into_iter()
            .filter(|span| self.named(*span).is_some_and(|i| !grouped(i) && !self.has_filter(i)))
            .collect();
        for span in spans {
            let start = self.span(span).at.start;
            let negated = self.negation(start);
            let column = self.take(span);
            let Some((yes, no)) = self.column(column).answers else { continue };
            let value = if negated.is_some() { no } else { yes };
            let tokens = mask(&self.span(span).at) | negated.unwrap_or_default();
            let test = Test::OneOf { values: vec![value.to_owned()], not: false };
            self.filter(column, test, start, tokens);
        }
    }

    /// Reads the “yes” or “no” that stands at a token, after the name of a boolean column: “insured
    /// is no”.
    fn stated(&self, at: usize) -> Option<(bool, Tokens)> {
        let sentence = self.sentence();
        let copula = sentence.is(at, &["is", "=", "are", "was", "were", "equals"]);
        let value = at + usize::from(copula);
        let ends = |at: usize| {
            at >= sentence.len() || sentence.is(at, &["and", "but", "or", "by", "in", "for"])
        };
        let yes = sentence.is(value, &["yes", "true"]);
        let no = sentence.is(value, &["no", "false"]) && ends(value + 1);
        (yes || no).then(|| (yes, mask(&(at..value + 1))))
    }

    /// Reads “no children”, “without vitamins”: a number that is zero.
    pub(crate) fn read_zeros(&mut self) {
        let zero = |column: &Column| {
            let counts = column.whole && !column.level;
            column.is_amount()
                && !column.missing
                && (counts || column.min.is_some_and(|min| min == 0.0))
        };
        for span in self.columns(zero) {
            let start = self.span(span).at.start;
            let before = self
                .find("not")
                .into_iter()
                .rfind(|range| range.end <= start && start - range.end <= 2);
            let Some(range) = before else { continue };
            let denies = self.sentence().is(
                range.start,
                &[
                    "no", "without", "never", "neither", "nor", "didnt", "dont", "havent", "hasnt",
                    "not",
                ],
            );
            let strong =
                self.sentence().is(range.start, &["no", "without", "never", "neither", "nor"]);
            let stops =
                (range.end..start).any(|at| self.sentence().is(at, &["by", "and", "in", "with"]));
            if denies && strong && !stops {
                let tokens = mask(&self.span(span).at) | mask(&range);
                let column = self.take(span);
                // “rent without charges” may leave a part of the sum out.
                self.unsure |= self.column(column).money;
                self.filter(column, Test::Compare(Sign::Equal, Bound::Number(0.0)), start, tokens);
            }
        }
    }

    /// Reads “not yet returned”: a date that is missing.
    pub(crate) fn read_not_done(&mut self) {
        for span in
            self.columns(|column| column.missing && (column.is_date() || column.is_amount()))
        {
            let start = self.span(span).at.start;
            let Some(negated) = self.negation(start) else { continue };
            // “were not weighed”
            let date = self.named(span).is_some_and(|index| self.column(index).is_date());
            let done = self.span(span).at.len() == 1
                && self.sentence().key(start).ends_with("ed")
                && negated & bit(start.wrapping_sub(1)) != 0;
            if !date && !done {
                continue;
            }
            let tokens = mask(&self.span(span).at) | negated;
            // “not shipped in March” denies the month.
            let leads = [
                "in", "on", "before", "after", "until", "by", "since", "during", "between",
                "within", "late",
            ];
            let narrowed = self.sentence().is(self.span(span).at.end, &leads);
            if narrowed || self.named(span).is_some_and(|index| self.has_filter(index)) {
                self.unsure = true;
                continue;
            }
            let column = self.take(span);
            self.filter(column, Test::Filled(false), start, tokens);
        }
    }

    /// Reads “smokers”, “who never smoke” of a column of numbers of cigarettes: one that is not
    /// zero, or is.
    pub(crate) fn read_doers(&mut self) {
        let sentence = self.sentence();
        let counts = |column: &Column| column.is_amount() && column.min == Some(0.0);
        for span in self.columns(counts) {
            let place = self.span(span).at.clone();
            let (Some(index), key) = (self.named(span), sentence.key(place.start)) else {
                continue;
            };
            if place.len() != 1 || self.has_filter(index) {
                continue;
            }
            let own = self.column(index).words.iter().any(|word| word == key);
            // “passengers” are what a column “pax” counts.
            let things = self.column(index).words.iter().any(|word| {
                let word = lexicon::long_form(word).unwrap_or(word);
                lexicon::family("counted").contains(&lexicon::stem(word))
            });
            let agent = key.ends_with("ers") && !own && !things;
            let negated = self.negation(place.start);
            let leads = ["who", "that", "never", "not", "dont", "didnt", "doesnt", "do", "does"];
            let led = sentence.is(place.start.wrapping_sub(1), &leads);
            let ranked = sentence.has_word(&["most", "least", "fewest", "more", "less", "fewer"]);
            let verb = !key.ends_with('s') && !own && led && !ranked && !self.has("how much");
            let past = key.ends_with("ed")
                && !own
                && self.has("share")
                && sentence.before(place.start).ends_with('s');
            if !(agent || verb || past) {
                continue;
            }
            self.take(span);
            let sign = if negated.is_some() { Sign::Equal } else { Sign::Greater };
            let name = crate::wording::name(self.column(index).name);
            let said = &sentence.tokens[place.start].text;
            let (is, not) =
                (crate::wording::sign(sign), if negated.is_some() { "not " } else { "" });
            self.assume(format!("{not}“{said}” is read as {name} {is} 0."));
            let tokens = mask(&place) | negated.unwrap_or_default();
            self.filter(index, Test::Compare(sign, Bound::Number(0.0)), place.start, tokens);
        }
    }

    /// Reads “open”, “active”, “unpaid”: a date at which that ends, which is missing.
    pub(crate) fn read_open(&mut self) {
        const ENDS: [(&[&str], &[&str]); 3] = [
            (
                &["open", "pending", "unresolved"],
                &["closed", "resolved", "completed", "finished", "ended"],
            ),
            (
                &["active", "current"],
                &["cancelled", "canceled", "ended", "left", "terminated", "exit"],
            ),
            (&["unpaid", "outstanding"], &["paid", "payment"]),
        ];
        let sentence = self.sentence();
        for at in 0..sentence.len() {
            let Some((_, ends)) = ENDS.iter().find(|(words, _)| sentence.is(at, words)) else {
                continue;
            };
            let ends_then = |column: &&Column| {
                column.is_date()
                    && column.missing
                    && ends.iter().any(|end| super::likeness::best(end, &column.words) >= 0.9)
            };
            let Some(index) = self.table().columns.iter().position(|column| ends_then(&column))
            else {
                continue;
            };
            // “still open”, of columns “opened” and “closed”
            let led = sentence.is(at.wrapping_sub(1), &["still", "are", "is", "currently"]);
            let opened = self
                .column_at(at)
                .filter(|span| led && self.named(*span).is_some_and(|i| self.column(i).is_date()));
            if !self.free(bit(at))
                || (self.scene.in_column | self.scene.in_value) & bit(at) != 0 && opened.is_none()
            {
                continue;
            }
            opened.map(|span| self.take(span));
            let (word, name) =
                (sentence.tokens[at].text.clone(), crate::wording::name(self.column(index).name));
            self.assume(format!("“{word}” is read as: {name} is missing."));
            self.filter(index, Test::Filled(false), at, bit(at));
        }
    }

    /// Reads “who left”, “that were returned”: a date that is not missing.
    pub(crate) fn read_done(&mut self) {
        for span in self.columns(|column| column.is_date() && column.missing) {
            let at = self.span(span).at.clone();
            let leads =
                ["who", "that", "were", "was", "been", "have", "has", "had", "already", "which"];
            let single = at.len() == 1 && !self.sentence().is(at.start, &["date", "day", "time"]);
            if single && at.start > 0 && self.sentence().is(at.start - 1, &leads) {
                let column = self.take(span);
                self.filter(column, Test::Filled(true), at.start, mask(&at));
            }
        }
    }

    /// Reads “that used a coupon”, “with a phone number”: a text or a date that is there at all.
    pub(crate) fn read_filled(&mut self) {
        const HAVE: [&str; 13] = [
            "have", "has", "had", "having", "with", "use", "used", "uses", "using", "got", "gave",
            "left", "entered",
        ];
        let sentence = self.sentence();
        for span in self.columns(|column| column.missing && (column.is_text() || column.is_date()))
        {
            let at = self.span(span).at.clone();
            let start = at.start.wrapping_sub(2);
            let led = sentence.is(at.start.wrapping_sub(1), &["a", "an", "any", "some"])
                && sentence.is(start, &HAVE);
            // “with a region in Europe” narrows it.
            let narrowed = ["in", "of", "that", "which", "like", "called", "named", "by", "from"];
            let index = self.named(span);
            let known = index.is_none_or(|index| self.has_filter(index));
            if !led || known || sentence.is(at.end, &narrowed) || self.negation(at.start).is_some()
            {
                continue;
            }
            let column = self.take(span);
            self.filter(column, Test::Filled(true), at.start, mask(&(start..at.end)));
        }
    }

    /// Reads “that won gold”, “with delays”: a count that is not zero.
    pub(crate) fn read_some(&mut self) {
        let some = |column: &Column| column.is_amount() && column.min.is_some_and(|min| min == 0.0);
        for span in self.columns(some) {
            let start = self.span(span).at.start;
            // “that has a garage”, of a column with numbers of them
            let one = self.sentence().is(start.wrapping_sub(1), &["a", "an"]);
            let counts = |index: usize| self.column(index).adds_up && self.column(index).whole;
            if !one && !self.named(span).is_some_and(counts) {
                continue;
            }
            let led = |at: usize| {
                self.sentence().is(at, &["with", "have", "has", "had", "won", "got", "having"])
            };
            if start > 0
                && (led(start - 1)
                    || start > 1 && led(start - 2) && self.sentence().small(start - 1))
            {
                let tokens = mask(&self.span(span).at) | bit(start - 1);
                let column = self.take(span);
                self.filter(
                    column,
                    Test::Compare(Sign::Greater, Bound::Number(0.0)),
                    start,
                    tokens,
                );
            }
        }
    }

    /// Returns the conditions as filters.
    pub(crate) fn filters(&self) -> Vec<Filter> {
        self.conditions.iter().map(|condition| condition.filter.clone()).collect()
    }
}
