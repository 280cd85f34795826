//! What is asked for: the thing after “which”, superlatives and aggregates.

use super::draft::{Asked, Draft, Superlative};
use super::lexicon;
use super::sentence::{Tokens, bit, mask};
use super::spans::PERIODS;
use super::table::Column;
use crate::query::Aggregate;

impl Draft<'_> {
    /// Reads what is asked for: “which city”, “who”, “when”.
    pub(crate) fn read_target(&mut self) {
        let sentence = self.sentence();
        let lead = |at: usize| sentence.small(at) || sentence.is(at, &["list"]);
        let Some(at) = (0..sentence.len().min(6))
            .take_while(|at| *at == 0 || (0..*at).all(lead))
            .find(|at| {
                sentence.is(*at, &["which", "what", "whats", "who", "whose", "where", "when"])
            })
            .or_else(|| {
                // “lowest average rate, which industry”
                // “how many customers who …” asks for nobody
                let counted = self.find("how many").first().is_some_and(|range| range.start < 2);
                (1..sentence.len()).find(|at| {
                    sentence.is(*at, if counted { &["which"] } else { &["which", "who"] })
                        && !sentence
                            .is(at - 1, &["in", "for", "of", "by", "at", "with", "and", "on"])
                })
            })
        else {
            return;
        };
        let asked = match sentence.key(at) {
            "who" | "whose" => Asked::Who,
            "where" => Asked::Where,
            "when" => Asked::When,
            _ => Asked::Which,
        };
        self.asked = Some(asked);
        self.used |= bit(at);
        let texts = |column: &Column| column.is_text();
        match asked {
            Asked::When => self.target = self.time_column().map(|time| (time, None)),
            Asked::Who => {
                // A name before a number or a code.
                let columns = || self.table().columns.iter().enumerate();
                // A “product name” is nobody's.
                let own = ["name", "first", "last", "full", "given", "family", "middle"];
                let somebody = |column: &Column| {
                    let mut words = column.stems.iter();
                    let named = words.clone().all(|word| own.contains(&word.as_str()));
                    named
                        || words.any(|word| word != "name" && lexicon::family("who").contains(word))
                };
                let found = columns()
                    .filter(|(_, column)| column.is_text() && somebody(column))
                    .map(|(index, _)| index)
                    .min_by_key(|index| lexicon::any_in(&self.column(*index).words, "identifier"));
                // “who won the most games”, of a column “team”
                let called = |column: &Column| {
                    column.is_text()
                        && column.words.len() == 1
                        && lexicon::any_in(&column.words, "teams")
                };
                let called = || self.table().columns.iter().position(called);
                let found = found.or(self.table().nearly_label).or_else(called);
                self.target = found.map(|column| (column, None));
            }
            Asked::Where => {
                let place =
                    |column: &Column| texts(column) && lexicon::any_in(&column.words, "where");
                let label = self.table().label.filter(|label| place(self.column(*label)));
                let found = label.or_else(|| self.table().columns.iter().position(place));
                self.target = found.map(|column| (column, None));
            }
            Asked::Which => {
                if sentence.length("share", at + 1) > 0 {
                    return;
                }
                let mut next = at + 1;
                let skip = [
                    "the",
                    "kind",
                    "kinds",
                    "type",
                    "types",
                    "of",
                    "sort",
                    "was",
                    "is",
                    "are",
                    "were",
                    "single",
                    "one",
                    "other",
                    "a",
                    "percentage",
                ];
                while next < at + 5 && sentence.is(next, &skip) && self.column_at(next).is_none() {
                    next += 1;
                }
                // “which glass type”, of a column “type”: the word before is not used.
                let open = sentence.weight(next) >= 1.0
                    && (self.scene.in_column | self.scene.in_value) & bit(next) == 0;
                let groups = |span: usize| {
                    self.named(span).is_some_and(|index| self.column(index).is_text())
                        && self.span(span).score >= 0.75
                };
                if open
                    && self.part_at(next).is_none()
                    && self.column_at(next + 1).is_some_and(groups)
                {
                    next += 1;
                }
                let copula = (at + 1..next)
                    .any(|at| sentence.is(at, &["is", "are", "was", "were"]))
                    || sentence.key(at) == "whats";
                let span = self.column_at(next);
                let part = self.part_at(next);
                let sure = span.is_some_and(|span| {
                    self.named(span)
                        .is_some_and(|i| !self.column(i).is_date() && self.span(span).score >= 0.75)
                });
                if copula {
                    return;
                }
                if let Some((part, length)) = part.filter(|_| !sure) {
                    let word = sentence.key(next).to_owned();
                    self.target = self.period_column(&word, part);
                    if self.target.is_some() {
                        self.used |= mask(&(next..next + length));
                        if let Some(span) = span {
                            self.take(span);
                        }
                    }
                } else if let Some(span) = span.filter(|span| !self.is_taken(*span)) {
                    let column = self.take(span);
                    self.target = Some((self.named_thing(column), None));
                } else if self.table().nearly_label.is_none()
                    && next <= at + 2
                    && self.table().says(sentence, next)
                    && !sentence.is(next - 1, &["of"])
                {
                    // “which match”, of a file “fixtures”
                    self.row = true;
                    self.used |= bit(next);
                } else if self.scene.finder.is_noun(next) && self.scene.in_value & bit(next) == 0 {
                    // A noun for rows: what identifies them is asked for.
                    self.target = self.thing().map(|column| (column, None));
                    if self.table().label.is_some()
                        || self.table().title.contains(&sentence.tokens[next].stem)
                    {
                        self.used |= bit(next);
                    }
                }
            }
        }
    }

    /// Returns the name if a number that identifies rows is asked for: “which employee”.
    pub(crate) fn named_thing(&self, index: usize) -> usize {
        let column = self.column(index);
        if column.code && column.unique { self.table().label.unwrap_or(index) } else { index }
    }

    /// Returns the column that a noun for rows means: what identifies them, else the first that
    /// groups them.
    pub(crate) fn thing(&self) -> Option<usize> {
        let groups = |column: &Column| column.is_text() && (2..=100).contains(&column.distinct);
        let free = |index: &usize| groups(self.column(*index)) && !self.has_filter(*index);
        let group = (0..self.table().columns.len()).find(free);
        self.table().label.or(group).or(self.table().nearly_label)
    }

    /// Reads the first superlative.
    pub(crate) fn read_superlative(&mut self) {
        let sentence = self.sentence();
        for (tag, up) in [("common", true), ("rare", false)] {
            if let Some(range) = self.find(tag).into_iter().next() {
                self.used |= mask(&range);
                self.superlative =
                    Some(Superlative { up, at: range.start, adjective: None, counts: true });
                return;
            }
        }
        // “main reason”
        let texts = |at: usize| {
            self.column_at(at)
                .and_then(|span| self.named(span))
                .is_some_and(|index| self.column(index).is_text() && !self.column(index).unique)
        };
        let main = (0..sentence.len()).find(|at| {
            sentence.is(*at, &["main", "usual", "predominant", "dominant"]) && texts(at + 1)
        });
        if let Some(at) = main.filter(|at| self.free(bit(*at))) {
            self.used |= bit(at);
            self.superlative = Some(Superlative { up: true, at, adjective: None, counts: true });
            return;
        }
        for at in 0..sentence.len() {
            let word = sentence.key(at);
            if bit(at) & self.scene.sure != 0 && !matches!(word, "most" | "least") {
                continue;
            }
            let next = sentence.key(at + 1);
            let found = |up, adjective: Option<&str>| {
                Some(Superlative { up, at, adjective: adjective.map(str::to_owned), counts: false })
            };
            let superlative = match word {
                "most" | "least" => {
                    let up = word == "most";
                    if sentence.before(at) == "at"
                        || up
                            && next == "of"
                            && at + 2 < sentence.len()
                            && !sentence.is(at + 2, &["all"])
                    {
                        continue;
                    }
                    let base =
                        next.strip_suffix("ly").filter(|base| lexicon::adjective(base).is_some());
                    let base = base.or(lexicon::adjective(next).map(|_| next));
                    if let Some(base) = base.filter(|_| {
                        self.column_at(at + 1).is_none_or(|span| self.span(span).score < 0.9)
                    }) {
                        self.used |= bit(at + 1);
                        let known = lexicon::adjective(base).is_none_or(|known| known.up);
                        found(known == up, Some(base))
                    } else {
                        found(up, None)
                    }
                }
                "fewer" | "less" | "more" => {
                    let than = sentence.has_word(&["than"]);
                    if than
                        || self.limit.is_some()
                        || sentence.length("or more", at.saturating_sub(1)) > 0
                        || sentence.length("or less", at.saturating_sub(1)) > 0
                        || !(self.target.is_some()
                            || self.asked.is_some()
                            || self.several.is_some())
                    {
                        continue;
                    }
                    found(word == "more", None)
                }
                "first" | "last" | "latest" | "earliest" | "newest" | "record" | "top" => {
                    let ends = matches!(word, "latest" | "earliest" | "newest");
                    if word == "record" && bit(at + 1) & self.scene.in_column == 0 {
                        continue;
                    }
                    // “first year with fewer than 100 members”
                    let leads = (0..at).all(|at| sentence.is(at, &["the", "what", "was", "is"]))
                        && self.is_period_word(at + 1)
                        && sentence.is(at + 2, &["with", "when", "in", "that", "where", "to"]);
                    let asked =
                        self.asked.is_some() || ends || leads || word == "top" && !next.is_empty();
                    if bit(at) & self.used != 0 && self.limit.is_none()
                        || !(asked || self.limit.is_some())
                    {
                        continue;
                    }
                    let named = self.scene.in_column & bit(at) != 0 && !ends;
                    if named {
                        continue;
                    }
                    match word {
                        "last" | "latest" | "newest" => found(true, Some("late")),
                        "earliest" => found(false, Some("early")),
                        "first" if self.limit.is_none() => found(false, Some("early")),
                        "first" => continue,
                        _ => found(true, None),
                    }
                }
                // “30 min or less”
                "min" | "max" if sentence.numbers.iter().any(|n| n.at.end == at) => continue,
                // “1 carat or bigger” is a comparison.
                _ if bit(at) & self.used != 0 => continue,
                _ => {
                    let adjective = lexicon::base(word, "est");
                    // “best rated”
                    let rated = |at: usize| {
                        let fits = next.ends_with("ed") && lexicon::adjective(next).is_some();
                        fits && self.column_at(at).is_none_or(|span| self.span(span).score < 0.9)
                    };
                    if let Some(up) = lexicon::superlative(word).filter(|_| rated(at + 1)) {
                        self.used |= mask(&(at..at + 2));
                        let adjective = Some(next.to_owned());
                        self.superlative = Some(Superlative { up, at, adjective, counts: false });
                        return;
                    }
                    match lexicon::superlative(word) {
                        Some(up) => found(up, adjective.as_deref()),
                        None => match &adjective {
                            Some(base) => found(
                                lexicon::adjective(base).is_none_or(|known| known.up),
                                Some(base),
                            ),
                            None => {
                                let base = lexicon::base(word, "er").filter(|_| {
                                    !sentence.has_word(&["than"])
                                        && (self.target.is_some()
                                            || self.several.is_some()
                                            || sentence.has_word(&["or"]))
                                });
                                match base {
                                    Some(base) if !matches!(base.as_str(), "new") => found(
                                        lexicon::adjective(&base).is_none_or(|known| known.up),
                                        Some(&base),
                                    ),
                                    _ => None,
                                }
                            }
                        },
                    }
                }
            };
            if let Some(found) = superlative {
                self.used |= bit(at);
                // “the most home wins”
                let counts = found.counts || self.explained & bit(at + 1) != 0;
                self.superlative = Some(Superlative { counts, ..found });
                return;
            }
        }
    }

    /// Reads the aggregate.
    pub(crate) fn read_aggregate(&mut self) {
        const AGGREGATES: [(&str, Aggregate); 6] = [
            ("median", Aggregate::Median),
            ("deviation", Aggregate::Deviation),
            ("range", Aggregate::Range),
            ("average", Aggregate::Average),
            ("total", Aggregate::Total),
            ("mode", Aggregate::MostCommon),
        ];
        if let Some((part, tokens)) = self.percentile() {
            self.aggregate = Some(Aggregate::Percentile(part));
            self.used |= tokens;
            return;
        }
        for (tag, aggregate) in AGGREGATES {
            for range in self.find(tag) {
                if !self.free(mask(&range)) {
                    continue;
                }
                let in_name =
                    mask(&range) & self.scene.in_column != 0 && self.inside_column(mask(&range));
                let whole =
                    self.scene.spans.iter().any(|span| span.at == range && span.score >= 0.95);
                if in_name || whole && self.scene.in_column & mask(&range) != 0 {
                    continue;
                }
                if self.aggregate.is_none() || self.aggregate == Some(aggregate) {
                    self.aggregate = Some(aggregate);
                    self.used |= mask(&range);
                }
            }
        }
    }

    /// Reads “95th percentile”, “p95”, “upper quartile”.
    fn percentile(&self) -> Option<(u8, Tokens)> {
        let sentence = self.sentence();
        (0..sentence.len()).filter(|at| self.scene.in_column & bit(*at) == 0).find_map(|at| {
            let (key, next) = (sentence.key(at), at + 1);
            let percent =
                |part: u32| u8::try_from(part).ok().filter(|part| (1..100).contains(part));
            if sentence.is(next, &["percentile", "percentiles"]) {
                return Some((percent(lexicon::ordinal(key)?)?, mask(&(at..next + 1))));
            }
            if sentence.is(next, &["quartile"]) {
                let part = match key {
                    "first" | "lower" | "1st" => 25,
                    "third" | "upper" | "3rd" => 75,
                    _ => return None,
                };
                return Some((part, mask(&(at..next + 1))));
            }
            let part = key.strip_prefix('p').and_then(|digits| digits.parse().ok())?;
            matches!(part, 5 | 10 | 25 | 75 | 90 | 95 | 99).then_some((part, bit(at)))
        })
    }

    /// Returns whether the question asks for rows rather than a number.
    pub(crate) fn asks_for_rows(&self) -> bool {
        let sentence = self.sentence();
        let lead = sentence.find("list").first().is_some_and(|range| range.start <= 1);
        // “births in 2003”, of a column of numbers of them
        let tally = self.column_at(0).is_some_and(|span| {
            let adds_up = self.named(span).is_some_and(|index| self.column(index).adds_up);
            adds_up && self.span(span).score >= 0.95
        });
        let noun = sentence.key(0).ends_with('s') && self.scene.finder.is_noun(0) && !tally
            || sentence.is(0, &["people", "names"]);
        lead || noun || self.has("rows") && !self.has("how many")
    }

    /// Returns whether a token is a word for a period.
    pub(crate) fn is_period_word(&self, at: usize) -> bool {
        self.sentence().tokens.get(at).is_some_and(|token| PERIODS.contains(&token.stem.as_str()))
    }
}
