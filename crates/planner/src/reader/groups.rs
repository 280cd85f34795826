//! What is asked for: charts, groups, and what is shown over time.

use super::draft::Draft;
use super::lexicon;
use super::sentence::{Tokens, bit, mask};
use super::table::Column;
use crate::query::{Aggregate, Chart, Part, Query};
use crate::words::Kind;

/// Puts the periods of two groups first, since what changes over time is drawn as lines, unless
/// another chart or an order is asked for. Years are few enough to stand beside each other.
pub(super) fn periods_first(query: &mut Query) {
    let is_below_a_year = |part: Part| {
        matches!(part, Part::Quarter | Part::Month | Part::Week | Part::Day | Part::Hour)
    };
    let [first, second] = query.groups.as_mut_slice() else { return };
    if first.part.is_none()
        && second.part.is_some_and(is_below_a_year)
        && matches!(query.chart, Chart::Auto | Chart::Line)
        && query.sort.is_none()
        && query.having.is_none()
    {
        std::mem::swap(first, second);
    }
}

impl Draft<'_> {
    /// Reads which figure is wanted.
    pub(crate) fn read_chart(&mut self) {
        const CHARTS: [(&str, Chart); 8] = [
            ("no chart", Chart::None),
            ("histogram", Chart::Histogram),
            ("scatter", Chart::Points),
            ("line", Chart::Line),
            ("pie", Chart::Pie),
            ("box", Chart::Boxes),
            ("bars", Chart::Bars),
            ("chart", Chart::Auto),
        ];
        for (tag, chart) in CHARTS {
            for range in self.find(tag) {
                if mask(&range) & self.scene.in_column == 0 && self.free(mask(&range)) {
                    if self.query.chart == Chart::Auto {
                        self.query.chart = chart;
                    }
                    self.used |= mask(&range);
                }
            }
        }
    }

    /// Returns the column and the part that a word for a period means.
    pub(super) fn period_column(
        &mut self,
        word: &str,
        part: Part,
    ) -> Option<(usize, Option<Part>)> {
        let table = self.table();
        let stem = lexicon::stem(word);
        let own = table.columns.iter().position(|column| {
            let weekday = part == Part::Weekday
                && column.words.iter().any(|word| word == "weekday" || word == "dow");
            let short = |word: &String| lexicon::long_form(word).is_some_and(|long| long == stem);
            (weekday || column.stems.contains(&stem) || column.words.iter().any(short))
                && column.words.len() <= 2
                && !column.is_date()
                && column.nature != super::table::Nature::Empty
        });
        let stated = own.filter(|index| {
            !self.column(*index).is_amount()
                || self.column(*index).year
                || self.column(*index).distinct <= 60
        });
        if let Some(column) = stated {
            return Some((column, None));
        }
        if !table.dates.is_empty() {
            let span = self
                .columns(|column| column.is_date())
                .into_iter()
                .find(|span| self.span(*span).score > 0.6);
            let column = match span {
                Some(span) => self.take(span),
                None => table.dates[0],
            };
            return Some((column, Some(part)));
        }
        let year = table.columns.iter().position(|column| column.year)?;
        match part {
            Part::Year => Some((year, None)),
            Part::Decade => Some((year, Some(Part::Decade))),
            _ => None,
        }
    }

    fn add_group(&mut self, column: usize, part: Option<Part>) {
        let group = self.group(column, part);
        if !self.groups.contains(&group) {
            self.groups.push(group);
        }
    }

    /// Reads “the total of all firms”: all of them together, and no group.
    fn read_all_together(&mut self) {
        let sentence = self.sentence();
        for span in self.columns(|column| column.is_text() && !column.unique) {
            let at = self.span(span).at.start;
            let all = at.wrapping_sub(1 + usize::from(sentence.is(at.wrapping_sub(1), &["the"])));
            let led = sentence.is(all, &["all"])
                && sentence.is(all.wrapping_sub(1), &["of", "over", "across"]);
            if led && self.has_aggregate() && sentence.key(at).ends_with('s') {
                self.take(span);
                self.used |= mask(&(all..at));
            }
        }
    }

    /// Reads “by region and month”, “per customer”, “over time”.
    pub(crate) fn read_groups(&mut self) {
        self.read_all_together();
        let sentence = self.sentence();
        for head in self.find("by") {
            let tokens = mask(&head);
            if !self.free(tokens)
                || tokens & self.scene.in_column & !self.used != 0
                    && self.sentence().key(head.start) != "by"
                    && self.inside_column(tokens)
            {
                continue;
            }
            let word = sentence.key(head.start).to_owned();
            let mut at = head.end;
            if sentence.length("how many", at) > 0
                || sentence.is(at, &["the"]) && sentence.length("how many", at + 1) > 0
            {
                let next = at + usize::from(sentence.is(at, &["the"]));
                let counted = next + sentence.length("how many", next);
                let few = self
                    .column_at(counted)
                    .and_then(|span| Some((span, self.named(span)?)))
                    .filter(|(_, index)| {
                        let column = self.column(*index);
                        column.is_measure() && column.distinct <= 40
                    });
                if let Some((span, index)) = few {
                    self.add_group(index, None);
                    self.take(span);
                    self.used |= tokens | mask(&(next..counted));
                    continue;
                }
                if self.has_aggregate()
                    || !sentence.is(at, &["number"])
                    || self.limit.is_some()
                    || self.superlative_word()
                {
                    continue;
                }
                at += sentence.length("how many", at);
            }
            while sentence.is(
                at,
                &["the", "of", "each", "their", "different", "its", "whole", "other", "single"],
            ) && self.column_at(at).is_none()
            {
                at += 1;
            }
            // “by room location”, of a column “loc”: the word before is not used.
            let named = self.scene.in_column | self.scene.in_value;
            let open = |at: usize| sentence.weight(at) >= 1.0 && named & bit(at) == 0;
            if open(at) && self.part_at(at).is_none() {
                let next = self.column_at(at + 1).and_then(|span| self.named(span));
                let few = |column: &Column| column.is_amount() && column.distinct <= 15;
                let groups = |index| self.column(index).is_group() || few(self.column(index));
                if next.is_some_and(groups) {
                    at += 1;
                }
            }
            let mut any = false;
            loop {
                let span = self.column_at(at).filter(|span| !self.is_taken(*span));
                let part = self.part_at(at);
                let sure = span.is_some_and(|span| {
                    self.named(span)
                        .is_some_and(|i| !self.column(i).is_date() && self.span(span).score >= 0.75)
                });
                if let Some((part, length)) = part.filter(|_| !sure) {
                    let column = sentence.key(at).to_owned();
                    let Some((column, part)) = self.period_column(&column, part) else { break };
                    // “steps per day on average”, of a table with a row for each day
                    let rows = self.is_row_per(column, part);
                    if rows && word == "per" && self.has("average") {
                        self.used |= tokens | mask(&(at..at + length));
                        break;
                    }
                    if word == "by"
                        && self.limit.is_some()
                        && span.is_none()
                        && self.column(column).is_date()
                        && !self.has("average")
                        && !self.has("total")
                    {
                        // “top 5 by date”
                    }
                    self.add_group(column, part);
                    self.used |= tokens | mask(&(at..at + length));
                    if let Some(span) = span {
                        self.take(span);
                    }
                    at += length;
                } else if let Some(span) = span {
                    let Some(index) = self.named(span) else { break };
                    let column = self.column(index);
                    let ranks =
                        self.limit.is_some() || self.superlative_word() || self.sorts(head.start);
                    // “kwh per session”, of rows that are sessions; “rebounds per game for every
                    // player”
                    let apart = column.unique || self.find("by").len() > 1;
                    if word == "per" && column.code && apart && !self.measures().is_empty() {
                        self.take(span);
                        self.used |= tokens;
                        self.aggregate = Some(Aggregate::Average);
                        break;
                    }
                    let measure = column.is_amount() && (column.distinct > 15 || ranks);
                    if measure && matches!(word.as_str(), "by" | "among" | "across")
                        || column.is_amount() && word == "per" && column.distinct > 15 && !any
                    {
                        break;
                    }
                    let part = self.usual_part(index);
                    self.add_group(index, part);
                    self.take(span);
                    self.used |= tokens;
                    at = self.span(span).at.end;
                } else {
                    break;
                }
                any = true;
                if sentence.is(at, &["and", "or", "then", "by", "within"]) {
                    at += 1;
                    if sentence.is(at, &["by", "per", "each", "the"]) {
                        at += 1;
                    }
                } else {
                    break;
                }
            }
            if !any && self.groups.is_empty() && self.free(tokens) && open(at) {
                self.group_of_noun(at, tokens);
            }
        }
        self.read_over_time();
    }

    /// Returns the part of dates that a line is drawn along: that of which each row is one, if
    /// these are not too many, else the usual one.
    fn drawn_part(&self, time: usize) -> Option<Part> {
        /// The most days that are drawn one by one.
        const MAX_DAYS: u64 = 120;
        let row_per = |part| self.column(time).is_date() && self.is_row_per(time, Some(part));
        match () {
            () if row_per(Part::Year) => Some(Part::Year),
            () if row_per(Part::Quarter) => Some(Part::Quarter),
            () if row_per(Part::Month) => Some(Part::Month),
            () if row_per(Part::Day) && self.table().rows <= MAX_DAYS => Some(Part::Day),
            () => self.usual_part(time),
        }
    }

    /// Returns whether each row is one of the periods that a part of a date names.
    fn is_row_per(&self, index: usize, part: Option<Part>) -> bool {
        let column = self.column(index);
        let Some((first, last)) = column.months.filter(|_| column.unique) else {
            return column.unique && column.year && part.is_none();
        };
        let months = last - first + 1;
        let most = match part {
            Some(Part::Hour) => months * 31 * 24,
            Some(Part::Day) => return true,
            Some(Part::Week) => months * 5,
            Some(Part::Month) => months,
            Some(Part::Quarter) => months / 3 + 1,
            Some(Part::Year) => months / 12 + 1,
            _ => return false,
        };
        self.table().rows <= most
    }

    /// Reads “per person”, of a column “author”, and “per stock”, of a table in which only one column
    /// groups the rows.
    fn group_of_noun(&mut self, at: usize, tokens: Tokens) {
        let sentence = self.sentence();
        let token = &sentence.tokens[at];
        let word = token.kind == Kind::Word && token.key.bytes().all(|c| c.is_ascii_alphabetic());
        if !word || lexicon::is_known(&token.key) || self.superlative_word() || self.limit.is_some()
        {
            return;
        }
        let groups = |column: &Column| {
            column.is_text() && !column.unique && (2..=200).contains(&column.distinct)
        };
        let columns = self.table().columns.iter().enumerate();
        let (all, people): (Vec<_>, Vec<_>) = columns
            .filter(|(index, column)| groups(column) && !self.has_filter(*index))
            .partition(|(_, column)| !lexicon::any_in(&column.words, "who"));
        let somebody = lexicon::family("people").contains(&token.stem);
        let index = match (all.as_slice(), people.as_slice()) {
            (_, [(index, _)]) if somebody => *index,
            ([(index, _)], []) | ([], [(index, _)]) => *index,
            _ => return,
        };
        self.add_group(index, None);
        self.used |= tokens | bit(at);
        // A column of another table may have that name.
        self.bonus -= 0.2;
        let name = crate::wording::name(self.column(index).name);
        self.assume(format!("“{}” is read as {name}.", token.text));
    }

    pub(super) fn inside_column(&self, tokens: u128) -> bool {
        self.scene.spans.iter().any(|span| {
            mask(&span.at) & tokens == tokens && mask(&span.at) != tokens && span.score > 0.8
        })
    }

    /// Returns whether a word for an order stands before “by”.
    fn sorts(&self, by: usize) -> bool {
        let word = self.sentence().before(by);
        word != "orders" && ["sort", "rank", "order"].iter().any(|head| word.starts_with(head))
    }

    fn superlative_word(&self) -> bool {
        self.sentence().tokens.iter().any(|token| {
            lexicon::base(&token.key, "est").is_some()
                || matches!(
                    token.key.as_str(),
                    "top"
                        | "bottom"
                        | "most"
                        | "least"
                        | "best"
                        | "worst"
                        | "highest"
                        | "lowest"
                        | "largest"
                        | "smallest"
                        | "biggest"
                )
        })
    }

    fn has_aggregate(&self) -> bool {
        ["median", "deviation", "range", "average", "total"].iter().any(|tag| self.has(tag))
    }

    /// Reads “over the years” of a column of text, such as “1950-51”.
    fn read_over_periods(&mut self) {
        let Some(range) = self.find("over time").into_iter().find(|range| self.free(mask(range)))
        else {
            return;
        };
        let names = ["year", "season", "quarter", "month", "week", "period"];
        let period = |column: &Column| {
            let named =
                |names: &[&str]| column.words.iter().any(|word| names.contains(&word.as_str()));
            let time = column.words.len() == 1
                && (named(&super::beside::TIMES) || named(&["day", "week", "month", "hour"]));
            column.distinct > 2
                && (column.is_text() && named(&names) || column.is_measure() && time)
        };
        let Some(index) = self.table().columns.iter().position(period) else { return };
        for span in self.columns(|column| column.name == self.column(index).name) {
            if mask(&self.span(span).at) & !mask(&range) == 0 {
                self.take(span);
            }
        }
        self.used |= mask(&range);
        self.groups.insert(0, self.group(index, None));
        if self.query.chart == Chart::Auto {
            self.query.chart = Chart::Line;
        }
    }

    /// Reads “over time”, “monthly”, “trend”.
    fn read_over_time(&mut self) {
        let Some(time) = self.time_column() else { return self.read_over_periods() };
        const EVERY: [(&str, Part); 6] = [
            ("yearly", Part::Year),
            ("quarterly", Part::Quarter),
            ("monthly", Part::Month),
            ("weekly", Part::Week),
            ("daily", Part::Day),
            ("hourly", Part::Hour),
        ];
        for (tag, part) in EVERY {
            for range in self.find(tag) {
                let named = self.all_columns(|column| !column.is_date()).into_iter().any(|span| {
                    mask(&self.span(span).at) & mask(&range) != 0 && self.span(span).score >= 0.75
                });
                if named || !self.free(mask(&range)) {
                    continue;
                }
                let fits = self.column(time).is_date() || part == Part::Year;
                // “average daily water use”, of a table with a row for each day
                let drawn = self.query.chart != Chart::Auto || self.has("chart");
                if !drawn && self.has("average") && self.is_row_per(time, Some(part)) {
                    self.used |= mask(&range);
                } else if fits {
                    let part = self.column(time).is_date().then_some(part);
                    self.add_group(time, part);
                    self.used |= mask(&range);
                }
            }
        }
        for range in self.find("over time") {
            if !self.free(mask(&range)) {
                continue;
            }
            let texts = ["year", "month", "quarter", "week", "day"];
            let spoken = range.clone().find_map(|at| {
                let stem = lexicon::stem(self.sentence().key(at));
                texts.iter().position(|text| *text == stem)
            });
            let parts = [Part::Year, Part::Month, Part::Quarter, Part::Week, Part::Day];
            // “over the year”, of dates of one year
            let one = self.column(time).months.is_some_and(|(first, last)| last - first < 12);
            let spoken = spoken.filter(|at| !one || parts[*at] != Part::Year);
            let part = spoken.map(|at| parts[at]).or_else(|| self.drawn_part(time));
            for span in self.columns(|_| true) {
                if mask(&self.span(span).at) & !mask(&range) == 0
                    || self.named(span) == Some(time) && self.span(span).score > 0.6
                {
                    self.take(span);
                }
            }
            self.used |= mask(&range);
            if !self.groups.iter().any(|group| group.column == self.column(time).name) {
                let part = part.filter(|_| self.column(time).is_date());
                let group = self.group(time, part);
                self.groups.insert(0, group);
            }
            if self.query.chart == Chart::Auto {
                self.query.chart = Chart::Line;
            }
        }
        if self.query.chart == Chart::Line && self.groups.is_empty() {
            let part = self.drawn_part(time);
            self.add_group(time, part);
        }
    }
}
