//! A draft: a query while it is read from one choice of spans, and which tokens it has used.

use super::lexicon;
use super::sentence::{Sentence, Tokens, bit, mask};
use super::spans::{Finder, Meaning, Span, tokens_of};
use super::table::{Column, Table};
use crate::query::{
    Aggregate, Bound, Filter, Group, Kind, Measure, Order, Part, Query, Sign, TableName, Test,
};

/// A question, a table, and one choice of spans.
pub(crate) struct Scene<'a> {
    pub(crate) sentence: &'a Sentence,
    pub(crate) table: &'a Table<'a>,
    pub(crate) finder: &'a Finder<'a>,
    pub(crate) spans: Vec<Span>,
    /// Tokens of columns, of values, and of names that are too long to be anything else.
    pub(crate) in_column: Tokens,
    pub(crate) in_value: Tokens,
    pub(crate) sure: Tokens,
}

/// Which word asks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Asked {
    Which,
    Who,
    Where,
    When,
}

/// A superlative.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Superlative {
    pub(crate) up: bool,
    pub(crate) at: usize,
    /// The adjective's base form.
    pub(crate) adjective: Option<String>,
    /// Whether it ranks by how often something occurs.
    pub(crate) counts: bool,
}

/// A condition with the tokens that state it.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Condition {
    pub(crate) filter: Filter,
    pub(crate) at: usize,
    pub(crate) tokens: Tokens,
}

/// A comparison that names no column.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Pending {
    pub(crate) sign: Sign,
    pub(crate) value: f64,
    /// The other end of a range.
    pub(crate) to: Option<f64>,
    pub(crate) at: usize,
    pub(crate) tokens: Tokens,
}

/// A query that is being read.
#[derive(Clone)]
pub(crate) struct Draft<'a> {
    pub(crate) scene: &'a Scene<'a>,
    pub(crate) query: Query,
    pub(crate) used: Tokens,
    /// Tokens that a condition explains, whatever column they also name.
    pub(crate) explained: Tokens,
    /// Spans that are used, one bit for each.
    pub(crate) taken: u128,
    pub(crate) bonus: f64,
    pub(crate) assumed: Vec<String>,
    /// Whether one of these may be wrong.
    pub(crate) unsure: bool,
    pub(crate) conditions: Vec<Condition>,
    pub(crate) pending: Vec<Pending>,
    pub(crate) groups: Vec<Group>,
    pub(crate) asked: Option<Asked>,
    /// The column that is asked for, with a part of its dates.
    pub(crate) target: Option<(usize, Option<Part>)>,
    pub(crate) superlative: Option<Superlative>,
    pub(crate) aggregate: Option<Aggregate>,
    pub(crate) limit: Option<u32>,
    /// The tokens that say it.
    pub(crate) limit_at: Tokens,
    /// Whether only that place is asked for: “the second highest”.
    pub(crate) nth: bool,
    /// A column of which several values are named.
    pub(crate) several: Option<usize>,
    /// Years that the question names.
    pub(crate) years: Vec<i32>,
    /// Whether a row itself is asked for, in a table in which nothing identifies it.
    pub(crate) row: bool,
    /// The word whose things the rows are taken for.
    pub(crate) counted: Option<usize>,
}

impl<'a> Scene<'a> {
    pub(crate) fn new(finder: &'a Finder<'a>, spans: Vec<Span>) -> Self {
        let of = |fits: &dyn Fn(&Span) -> bool| {
            tokens_of(&spans.iter().filter(|span| fits(span)).cloned().collect::<Vec<_>>())
        };
        let is_column = |span: &Span| matches!(span.meaning, Meaning::Column(_));
        let in_value = of(&|span| !is_column(span));
        let sure = in_value | of(&|span| is_column(span) && span.score >= 0.9 && span.at.len() > 1);
        let in_column = of(&is_column);
        Self {
            sentence: finder.sentence,
            table: finder.table,
            finder,
            spans,
            in_column,
            in_value,
            sure,
        }
    }
}

impl<'a> Draft<'a> {
    pub(crate) fn new(scene: &'a Scene<'a>) -> Self {
        let source = scene.table.file.tables.get(scene.table.at.1);
        let table = TableName {
            file: scene.table.file.name.clone(),
            sheet: source.and_then(|table| table.sheet.clone()),
        };
        Self {
            scene,
            query: Query { table, ..Query::default() },
            used: 0,
            explained: 0,
            taken: 0,
            bonus: 0.0,
            assumed: Vec::new(),
            unsure: false,
            conditions: Vec::new(),
            pending: Vec::new(),
            groups: Vec::new(),
            asked: None,
            target: None,
            superlative: None,
            aggregate: None,
            limit: None,
            limit_at: 0,
            nth: false,
            several: None,
            years: Vec::new(),
            row: false,
            counted: None,
        }
    }

    pub(crate) fn sentence(&self) -> &'a Sentence {
        self.scene.sentence
    }

    pub(crate) fn table(&self) -> &'a Table<'a> {
        self.scene.table
    }

    pub(crate) fn column(&self, index: usize) -> &'a Column<'a> {
        &self.scene.table.columns[index]
    }

    /// Returns phrases of a tag that are not inside a long name.
    pub(crate) fn find(&self, tag: &'static str) -> Vec<std::ops::Range<usize>> {
        let all = self.sentence().find(tag).into_iter();
        // “share price”
        let noun = |at: &std::ops::Range<usize>| {
            tag == "share" && self.sentence().is(at.end, &["price", "prices", "holders", "capital"])
        };
        all.filter(|at| mask(at) & self.scene.sure == 0 && !noun(at)).collect()
    }

    pub(crate) fn has(&self, tag: &'static str) -> bool {
        !self.find(tag).is_empty()
    }

    /// Uses all phrases of a tag.
    pub(crate) fn use_tag(&mut self, tag: &'static str) {
        for at in self.find(tag) {
            self.used |= mask(&at);
        }
    }

    pub(crate) fn free(&self, tokens: Tokens) -> bool {
        self.used & tokens == 0
    }

    pub(crate) fn is_taken(&self, span: usize) -> bool {
        self.taken & (1 << span) != 0
    }

    /// Uses a span, and returns its column.
    pub(crate) fn take(&mut self, span: usize) -> usize {
        self.taken |= 1 << span;
        self.used |= mask(&self.scene.spans[span].at);
        match &self.scene.spans[span].meaning {
            Meaning::Column(column) | Meaning::Value { column, .. } => *column,
            Meaning::Filter(_) => 0,
        }
    }

    /// Hands back the words that name a column or a number of rows which the query does not have:
    /// they ask for something else. What identifies the rows stands for them.
    pub(crate) fn hand_back(&mut self) {
        let query = &self.query;
        if matches!(query.kind, Kind::Overview | Kind::Quality | Kind::Columns | Kind::Report) {
            return;
        }
        let filters = query.filters.iter().chain(&query.base).map(|filter| filter.column.as_str());
        let groups = query.groups.iter().map(|group| group.column.as_str());
        let measures = query.measure.iter().chain(&query.second).flat_map(Measure::columns);
        let shown = query.show.iter().map(String::as_str);
        let has: Vec<&str> = filters.chain(groups).chain(measures).chain(shown).collect();
        let lost = |span: &usize| {
            self.named(*span).is_some_and(|index| {
                let column = self.column(index);
                let rows = column.unique || column.code || self.table().nearly_label == Some(index);
                // “medals per country”
                let counted = query.kind == Kind::Count
                    && self.sentence().is(self.span(*span).at.end, &["per"]);
                !rows && !counted && !has.contains(&column.name)
            })
        };
        let taken = (0..self.scene.spans.len().min(128)).filter(|span| self.is_taken(*span));
        let tokens = taken.filter(lost).fold(0, |all, span| all | mask(&self.scene.spans[span].at));
        self.used &= !tokens | self.explained;
        if self.query.limit.is_none() {
            self.used &= !self.limit_at;
        }
        // Comparisons for which this kind has no place.
        self.used &= !self.pending.iter().fold(0, |all, pending| all | pending.tokens);
    }

    /// Returns the column that a span names.
    pub(crate) fn named(&self, span: usize) -> Option<usize> {
        match self.scene.spans[span].meaning {
            Meaning::Column(column) => Some(column),
            _ => None,
        }
    }

    /// Returns the spans of columns that are not used and whose column fits, in order.
    pub(crate) fn columns(&self, fits: impl Fn(&Column) -> bool) -> Vec<usize> {
        let free = |span: &usize| {
            !self.is_taken(*span) && self.named(*span).is_some_and(|i| fits(self.column(i)))
        };
        (0..self.scene.spans.len().min(128)).filter(free).collect()
    }

    /// Returns all spans of columns that fit, used or not.
    pub(crate) fn all_columns(&self, fits: impl Fn(&Column) -> bool) -> Vec<usize> {
        let named = |span: &usize| self.named(*span).is_some_and(|i| fits(self.column(i)));
        (0..self.scene.spans.len().min(128)).filter(named).collect()
    }

    /// Returns the spans of columns that can be calculated with and are not used.
    pub(crate) fn measures(&self) -> Vec<usize> {
        self.columns(|column| column.is_measure() && !column.flag)
    }

    /// Returns the last one of measures that stand right beside each other, and uses those before
    /// it: “water level” is a level.
    pub(crate) fn head(&mut self, span: usize) -> usize {
        let own = self.span(span);
        let next = self.measures().into_iter().find(|next| {
            let other = self.span(*next);
            other.at.start == own.at.end && other.score >= own.score
        });
        match next.filter(|_| own.score < 0.95) {
            Some(next) => {
                self.take(span);
                self.explained |= mask(&own.at);
                self.head(next)
            }
            None => span,
        }
    }

    pub(crate) fn span(&self, span: usize) -> &'a Span {
        &self.scene.spans[span]
    }

    /// Writes the years of conditions as their columns have them.
    pub(crate) fn shorten_years(&mut self) {
        let columns = &self.scene.table.columns;
        for condition in &mut self.conditions {
            let filter = &mut condition.filter;
            let column = columns.iter().find(|column| column.name == filter.column && column.year);
            let Some(column) = column else { continue };
            match &mut filter.test {
                Test::Compare(_, Bound::Number(year)) => *year = column.year_of(*year),
                Test::Between(from, to) => {
                    (*from, *to) = (column.year_of(*from), column.year_of(*to));
                }
                Test::OneOf { values, .. } => {
                    for value in values {
                        if let Ok(year) = value.parse::<f64>() {
                            *value = crate::literal::number(column.year_of(year));
                        }
                    }
                }
                Test::Recurring(Part::Year, years) => {
                    for year in years {
                        *year = column.year_of(f64::from(*year)) as u32;
                    }
                }
                _ => {}
            }
        }
    }

    /// Uses the words before a column's exact name in brackets, which say what it is: “average
    /// income (appinc)”.
    pub(crate) fn read_asides(&mut self) {
        /// The most words that a name in brackets explains.
        const MAX_WORDS: usize = 3;
        let sentence = self.sentence();
        for span in self.columns(|_| true) {
            let place = self.span(span).at.clone();
            let (at, exact) = (place.start, self.span(span).score >= 1.0);
            let gap = at > 0 && sentence.tokens[at].at.start > sentence.tokens[at - 1].at.end + 1;
            if !(exact && gap && place.len() == 1) {
                continue;
            }
            let says = |at: &usize| {
                !sentence.small(*at)
                    && !lexicon::is_known(sentence.key(*at))
                    && self.scene.in_value & bit(*at) == 0
                    && sentence.number(*at).is_none()
            };
            let start = (at.saturating_sub(MAX_WORDS)..at).rev().take_while(says).last();
            let Some(start) = start else { continue };
            let words = mask(&(start..at));
            for other in self.columns(|column| !column.flag) {
                if other != span && mask(&self.span(other).at) & !words == 0 {
                    self.take(other);
                }
            }
            self.used |= words;
            self.explained |= words;
        }
    }

    /// Returns the span of a column that begins at a token.
    pub(crate) fn column_at(&self, at: usize) -> Option<usize> {
        (0..self.scene.spans.len())
            .find(|span| self.named(*span).is_some() && self.span(*span).at.start == at)
    }

    /// Returns the tokens of a “not” that applies to what begins at a token.
    pub(crate) fn negation(&self, at: usize) -> Option<Tokens> {
        let stops = |at: usize| matches!(self.sentence().key(at), "but" | "and" | "with" | "or");
        let applies = |range: &std::ops::Range<usize>| {
            range.end <= at
                && at - range.end < 4
                && !(range.end..at).any(|i| stops(i) && !self.is_list(i))
        };
        self.find("not").into_iter().rfind(applies).map(|range| mask(&range))
    }

    /// Returns whether an “and” or “or” stands between two values: “not A or B” denies both.
    fn is_list(&self, at: usize) -> bool {
        matches!(self.sentence().key(at), "and" | "or") && at > 0 && {
            let (before, after) = (bit(at - 1), bit(at + 1));
            self.scene.in_value & before != 0 && self.scene.in_value & after != 0
        }
    }

    pub(crate) fn filter(&mut self, column: usize, test: Test, at: usize, tokens: Tokens) {
        let filter = Filter { column: self.column(column).name.to_owned(), test };
        if !self.conditions.iter().any(|known| known.filter == filter) {
            self.conditions.push(Condition { filter, at, tokens });
        }
        self.used |= tokens;
    }

    pub(crate) fn has_filter(&self, column: usize) -> bool {
        self.conditions.iter().any(|condition| condition.filter.column == self.column(column).name)
    }

    /// Returns the span nearest to a token whose column fits.
    pub(crate) fn nearest(
        &self,
        at: usize,
        before: usize,
        after: usize,
        fits: impl Fn(&Column) -> bool,
    ) -> Option<usize> {
        let distance = |span: &usize| {
            let place = &self.span(*span).at;
            if place.start >= at {
                (place.start - at) as f64
            } else {
                (at + 1 - place.end) as f64 * 0.9
            }
        };
        let within = |span: &usize| {
            let start = self.span(*span).at.start;
            start + before >= at && start <= at + after
        };
        let near = self.columns(fits).into_iter().filter(within);
        near.min_by(|a, b| distance(a).total_cmp(&distance(b)))
    }

    /// Returns the measure that an adjective speaks of, and whether more of it is more of the
    /// adjective.
    pub(crate) fn adjective_measure(&self, adjective: &str) -> Option<(usize, bool)> {
        let known = lexicon::adjective(adjective)?;
        let mut words: Vec<&str> = known.measures.iter().map(|(word, _)| *word).collect();
        words.push(adjective);
        let timely = known.measures.iter().any(|(word, _)| {
            matches!(*word, "date" | "year" | "birth" | "built" | "age" | "hired")
        });
        let fits =
            |column: &Column| (column.is_measure() && !column.flag) || timely && column.is_date();
        let found = self.scene.finder.column_for(&words, &fits);
        let index = found.or_else(|| self.only_money(&known))?;
        let column = self.column(index);
        let own = |word: &&(&str, Option<bool>)| super::likeness::best(word.0, &column.words) > 0.8;
        let up = known.measures.iter().find(own).and_then(|(_, up)| *up).unwrap_or(known.up);
        Some((index, up))
    }

    /// Returns the only column of money and the word that asks for it: “money raised”.
    pub(crate) fn money_word(&self) -> Option<(usize, usize)> {
        let named = self.scene.in_column | self.scene.in_value;
        let asks = |at: &usize| {
            let word = self.sentence().key(*at);
            (lexicon::family("money asked for").contains(&lexicon::stem(word)))
                && named & bit(*at) == 0
                && self.free(bit(*at))
        };
        let at = (0..self.sentence().len()).find(asks)?;
        Some((self.only_money(&lexicon::adjective("expensive")?)?, at))
    }

    /// Returns the column of what comes in or goes out of a table that has one for each, and the
    /// word that asks for it: “how much did I spend”, of columns “Money In” and “Money Out”.
    pub(crate) fn money_flow(&self) -> Option<(usize, usize)> {
        let of = |list: &str| {
            let columns = self.table().columns.iter();
            let flows = |column: &Column| {
                let direction = list == "money out";
                let word = if direction { "out" } else { "in" };
                let paired = column.words.len() > 1 && column.words.iter().any(|own| own == word);
                let cash = |own: &String| {
                    lexicon::family("money").contains(&lexicon::stem(own)) || own == "paid"
                };
                column.is_amount()
                    && (paired && column.words.iter().any(cash)
                        || lexicon::any_in(&column.words, list))
            };
            columns.enumerate().find(|(_, column)| flows(column)).map(|(index, _)| index)
        };
        let (out, into) = (of("money out")?, of("money in")?);
        let named = self.scene.in_column | self.scene.in_value;
        let asks = |at: usize| {
            let says =
                |list| lexicon::family(list).contains(&lexicon::stem(self.sentence().key(at)));
            let free = named & bit(at) == 0 && self.free(bit(at));
            let flow = says("goes out").then_some(out).or(says("comes in").then_some(into));
            flow.filter(|_| free && out != into).map(|index| (index, at))
        };
        (0..self.sentence().len()).find_map(asks)
    }

    /// Returns the only column of money, for an adjective that speaks of prices or costs.
    fn only_money(&self, adjective: &lexicon::Adjective) -> Option<usize> {
        let priced = adjective.measures.iter().any(|(word, _)| matches!(*word, "price" | "cost"));
        let columns = self.table().columns.iter().enumerate();
        let mut money = columns.filter(|(_, column)| column.is_amount() && column.money);
        let (index, _) = money.next().filter(|_| priced)?;
        money.next().is_none().then_some(index)
    }

    /// Returns a column as a measure.
    pub(crate) fn measure(&self, index: usize) -> Option<Measure> {
        Some(Measure::Column(self.column(index).name.to_owned()))
    }

    /// Sets the measure to a column and, if none was asked for, the aggregate that suits it.
    pub(crate) fn set_measure(&mut self, index: usize, aggregate: Option<Aggregate>) {
        self.query.measure = self.measure(index);
        self.query.aggregate = aggregate.unwrap_or_else(|| self.usual(index));
    }

    /// Returns the aggregate that suits a column: the total of what adds up, the average of what
    /// does not.
    pub(crate) fn usual(&self, index: usize) -> Aggregate {
        if self.column(index).adds_up { Aggregate::Total } else { Aggregate::Average }
    }

    pub(crate) fn group(&self, column: usize, part: Option<Part>) -> Group {
        Group { column: self.column(column).name.to_owned(), part }
    }

    /// Returns the part of dates that suits a column's span of time.
    pub(crate) fn usual_part(&self, column: usize) -> Option<Part> {
        let column = self.column(column);
        column.is_date().then(|| match column.months {
            Some((first, last)) if last > first + 36 => Part::Year,
            Some((first, last)) if last > first + 2 => Part::Month,
            Some(_) => Part::Day,
            None => Part::Month,
        })
    }

    /// Returns a column's name; of a given name, the family name too.
    pub(crate) fn names_of(&self, index: usize) -> Vec<String> {
        let own = self.column(index);
        let is_name = |column: &Column| {
            column.is_text()
                && column.words.iter().any(|word| word == "name")
                && column.words.len() > 1
        };
        let mut names = vec![own.name.to_owned()];
        if is_name(own) {
            let others = self
                .table()
                .columns
                .iter()
                .filter(|column| is_name(column) && column.name != own.name);
            names.extend(
                others
                    .filter(|column| column.distinct * 10 > self.table().rows * 3)
                    .take(1)
                    .map(|c| c.name.to_owned()),
            );
        }
        names
    }

    /// Sets the kind and what it adds to the score.
    pub(crate) fn done(mut self, kind: Kind, bonus: f64) -> Option<Self> {
        self.query.kind = kind;
        self.query = self.query.trimmed();
        self.bonus += bonus;
        Some(self)
    }

    /// States what is assumed if the question leaves it open.
    pub(crate) fn assume(&mut self, what: String) {
        self.assumed.push(what);
        self.unsure = true;
    }

    /// Sorts, and keeps the first ones.
    pub(crate) fn sort(&mut self, up: bool, limit: Option<u32>) {
        self.query.sort = Some(if up { Order::Top } else { Order::Bottom });
        self.query.limit = limit;
        self.query.nth = self.nth && limit == self.limit;
    }
}
