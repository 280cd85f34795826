//! Kinds: one builder for each kind of query; each makes the best query of its kind from what was
//! read, or none.
//!
//! The builders know nothing of each other: the score decides between them.

mod changes;
mod count;
pub(super) use count::rows_for;
mod share;
mod sides;
mod special;
mod superlative;
mod topics;

use super::computed;
use super::draft::{Asked, Draft};
use super::groups::periods_first;
use super::lexicon;
use super::sentence::{bit, mask};
use super::table::{Column, Nature};
use crate::query::{Aggregate, Chart, Filter, Focus, Group, Kind, Measure, Part, Test};

/// A builder of one kind of query.
type Builder = for<'a> fn(&Draft<'a>) -> Option<Draft<'a>>;

/// All builders.
pub(super) const BUILDERS: [Builder; 20] = [
    topics::report,
    topics::pareto,
    topics::funnel,
    topics::overview,
    topics::quality,
    topics::columns,
    topics::growth,
    special::correlation,
    special::distribution,
    special::duplicates,
    special::outliers,
    special::missing,
    share::share,
    sides::comparison,
    changes::change,
    superlative::superlative,
    count::count,
    groups_with,
    aggregate,
    rows,
];

/// Builds the aggregate of a measure: of all rows, of groups, or along time.
fn aggregate<'a>(base: &Draft<'a>) -> Option<Draft<'a>> {
    let mut draft = base.clone();
    let how_much = draft.find("how much").into_iter().next().or_else(|| draft.how_adjective());
    let aggregate = draft.aggregate;
    let grouped = !draft.groups.is_empty();
    let flags = draft.columns(|column| column.flag);
    let measures = draft.measures();
    let target_number = draft.target.filter(|(i, _)| {
        draft.column(*i).is_measure() && !draft.column(*i).flag && !draft.column(*i).year
    });
    if aggregate.is_none()
        && !grouped
        && how_much.is_none()
        && measures.is_empty()
        && target_number.is_none()
        && draft.query.measure.is_none()
    {
        return None;
    }
    if draft.has("how many")
        && aggregate.is_none()
        && measures.is_empty()
        && !matches!(draft.query.measure, Some(Measure::Added(_)))
    {
        return None;
    }
    // The rate of a boolean column.
    if let (Some(Aggregate::Average), true, [flag, ..]) =
        (aggregate, measures.is_empty(), flags.as_slice())
    {
        let column = draft.take(*flag);
        draft.set_measure(column, Some(Aggregate::Average));
        return finish_groups(draft, 0.1);
    }
    draft.read_flags();
    let asked = how_much.clone().and_then(|range| {
        let word = draft.sentence().key(range.end - 1);
        draft.adjective_measure(word).map(|(index, _)| index)
    });
    if let Some(range) = &how_much {
        draft.used |= mask(range);
    }
    let plain: Vec<usize> = draft
        .measures()
        .into_iter()
        .filter(|span| {
            draft.named(*span).is_some_and(|i| !draft.column(i).year && !draft.column(i).part)
        })
        .collect();
    // “total votes for Nader”: a column “Total” only if no other is named.
    let words: super::sentence::Tokens = ["total", "average", "median"]
        .iter()
        .flat_map(|tag| draft.sentence().find(tag))
        .fold(0, |all, range| all | mask(&range));
    let named = plain.iter().copied().find(|span| mask(&draft.span(*span).at) & !words != 0);
    let first = named.or(plain.first().copied()).or(draft.measures().first().copied());
    let mut bonus = 0.1;
    if draft.query.measure.is_some() {
        let suits = draft.computed_aggregate();
        draft.query.aggregate = aggregate.unwrap_or(suits);
        draft.use_tag("how many");
    } else if let Some(index) = asked.filter(|_| plain.is_empty()) {
        draft.set_measure(index, aggregate);
        // “how far did I get” may ask for the last one, or the sum.
        draft.unsure |= aggregate.is_none() && !grouped && draft.conditions.is_empty();
    } else if let Some(span) = first.map(|span| draft.head(span)) {
        // “purchases per store” is about no week of purchase.
        let place = draft.span(span).at.clone();
        let plural = draft.sentence().key(place.end - 1).ends_with('s');
        let things = plural
            && draft.sentence().is(place.end, &["per", "by"])
            && draft.span(span).score < 0.95;
        let column = draft.named(span).map(|index| draft.column(index));
        if aggregate.is_none()
            && things
            && column
                .is_some_and(|column| !column.adds_up && !count::names_head(&draft, span, column))
        {
            return None;
        }
        // “how many left the company” asks for no average of “years_at_company”.
        let named = |column: &Column| {
            let letters = |word: &String| word.chars().all(char::is_alphabetic);
            !column.adds_up && column.words.iter().any(letters)
        };
        let counted = draft
            .find("how many")
            .into_iter()
            .next()
            .filter(|_| aggregate.is_none() && column.is_some_and(named));
        if let Some(range) = counted
            && !(range.end..place.start)
                .all(|at| draft.sentence().is(at, &["of", "the", "different", "total", "more"]))
        {
            return None;
        }
        let index = draft.take(span);
        draft.set_measure(index, aggregate);
        if aggregate.is_none() && draft.is_tally(span, index) {
            draft.query.aggregate = Aggregate::Total;
        }
        // “hours per employee”, of a column “hrsemp”
        let ratio = place.clone().any(|at| draft.sentence().is(at, &["per"]));
        if aggregate.is_none() && ratio {
            draft.query.aggregate = Aggregate::Average;
        }
        // “net revenue by quarter”
        let end = draft.span(span).at.end;
        let uses = ["consumption", "usage", "use", "spending", "costs", "production", "output"];
        let added =
            computed::asks_revenue(draft.sentence(), end) || draft.sentence().is(end, &uses);
        let open = (draft.scene.in_column | draft.scene.in_value) & bit(end) == 0;
        if aggregate.is_none() && !draft.column(index).level && added && open {
            draft.used |= bit(end);
            draft.query.aggregate = Aggregate::Total;
        }
        if grouped && aggregate.is_none() && how_much.is_none() && draft.span(span).score < 0.75 {
            bonus -= 0.1;
        }
    } else if let Some((index, _)) = target_number {
        draft.set_measure(index, aggregate);
    } else if let Some(index) = draft.aggregated_name() {
        draft.set_measure(index, aggregate);
    } else if let Some((index, at)) = draft.money_word() {
        draft.used |= bit(at);
        draft.set_measure(index, aggregate);
    } else if let Some(fact) =
        draft.table().fact.filter(|_| !draft.conditions.is_empty() || grouped)
    {
        draft.set_measure(fact, aggregate);
        draft.assume_measure(fact);
    } else if aggregate.is_some() || how_much.is_some() {
        // Words that are left may name the measure loosely.
        let sentence = draft.sentence();
        let left: Vec<usize> = (0..sentence.len())
            .filter(|at| draft.used & bit(*at) == 0 && sentence.weight(*at) >= 1.0)
            .collect();
        let mut words: Vec<&str> = left.iter().map(|at| sentence.key(*at)).collect();
        // “average overall score” adds nothing up.
        let overall = sentence.has_word(&["overall"]) && aggregate == Some(Aggregate::Average);
        words.extend(overall.then_some("overall"));
        let amount = |column: &Column| column.is_measure() && !column.flag && !column.year;
        let found = draft.scene.finder.column_for(&words, &amount);
        if let Some(index) = found {
            let column = draft.column(index);
            let finder = draft.scene.finder;
            for at in left.iter().filter(|at| finder.names(**at, column) >= 0.6) {
                draft.used |= bit(*at);
            }
            draft.set_measure(index, aggregate);
        } else {
            let index = draft.table().default_measure()?;
            draft.set_measure(index, aggregate);
            draft.assume_measure(index);
            bonus -= if left.is_empty() { 0.15 } else { 0.25 };
        }
    } else {
        return None;
    }
    let second = draft.measures().into_iter().find(|span| {
        let place = draft.span(*span);
        place.score >= 0.8 && (0..place.at.start).any(|at| draft.sentence().is(at, &["and", "or"]))
    });
    if let Some(span) = second.filter(|_| draft.query.second.is_none()) {
        let index = draft.take(span);
        if !draft.column(index).year {
            draft.query.second = draft.measure(index);
        }
    }
    // “passengers at A and at B”: each of them.
    if let Some(index) =
        draft.several.filter(|_| !grouped && aggregate.is_none() && draft.query.groups.is_empty())
        && draft.column(index).is_text()
        && !draft.sentence().has_word(&["or"])
    {
        draft.query.groups = vec![draft.group(index, None)];
    }
    if !grouped
        && draft.query.groups.is_empty()
        && draft.asks_for_rows()
        && aggregate.is_none()
        && !draft.has("how much")
    {
        bonus -= 0.15;
    }
    finish_groups(draft, bonus)
}

/// Sets the groups, and what follows from them: a trend, a limit, a condition on groups.
fn finish_groups<'a>(mut draft: Draft<'a>, bonus: f64) -> Option<Draft<'a>> {
    if draft.query.groups.is_empty() {
        draft.query.groups = draft.groups.clone();
    }
    more_groups(&mut draft);
    let grouped = !draft.query.groups.is_empty();
    if grouped && draft.aggregate.is_some() {
        draft.having_of_measure();
    }
    draft.settle_pending(grouped);
    if let Some(limit) = draft.limit.filter(|_| grouped) {
        draft.sort(true, Some(limit));
    } else if grouped {
        draft.sort_order();
    }
    periods_first(&mut draft.query);
    let along = draft
        .query
        .groups
        .first()
        .and_then(|group| draft.table().column(&group.column))
        .is_some_and(|column| column.is_date() || column.year);
    let recurs = draft.query.groups.first().is_some_and(|group| {
        matches!(group.part, Some(Part::Weekday | Part::MonthOfYear | Part::HourOfDay))
    });
    let kind = match (&draft.query.measure, along && !recurs && draft.query.sort.is_none()) {
        (_, true) if draft.query.groups.len() <= 2 && draft.query.having.is_none() => Kind::Trend,
        (None, _) => Kind::Count,
        _ => Kind::Aggregate,
    };
    // Balances do not add up over time.
    let balance = match &draft.query.measure {
        Some(Measure::Column(name)) => draft.table().column(name).is_some_and(|column| {
            let balance = |word: &String| lexicon::long_form(word).unwrap_or(word) == "balance";
            column.words.iter().any(balance)
        }),
        _ => false,
    };
    if kind == Kind::Trend && balance && draft.aggregate.is_none() {
        draft.query.aggregate = Aggregate::Average;
        draft.assume("Balances do not add up over time, so this is their average.".to_owned());
    }
    draft.done(kind, bonus)
}

/// Returns whether each row has its own value, so that groups of it say nothing.
fn column_is_unique(draft: &Draft, index: usize) -> bool {
    draft.column(index).unique && draft.column(index).is_text()
}

/// Takes columns that are left as further groups.
fn more_groups(draft: &mut Draft) {
    let label = draft.table().nearly_label;
    let fits = |column: &Column| {
        matches!(column.nature, Nature::Text | Nature::Flag | Nature::Date)
            && column.distinct <= 100
    };
    for span in draft.columns(fits) {
        let Some(index) = draft.named(span) else { continue };
        let known = draft.query.groups.iter().any(|group| group.column == draft.column(index).name);
        // “room revenue”, “fuel cost”: a word that narrows the measure.
        let end = draft.span(span).at.end;
        // “private patients”: the noun that a value describes is not a group.
        let start = draft.span(span).at.start;
        let told = start > 0
            && draft.scene.in_value & bit(start - 1) != 0
            && draft.sentence().key(end - 1).ends_with('s');
        let narrows = told
            || computed::asks_revenue(draft.sentence(), end)
            || draft.scene.in_column & bit(end) != 0
                && draft.column_at(end).is_some_and(|next| {
                    draft.named(next).is_some_and(|index| draft.column(index).is_measure())
                });
        if narrows {
            continue;
        }
        if draft.query.groups.len() < 2
            && !column_is_unique(draft, index)
            && !known
            && !draft.has_filter(index)
            && draft.span(span).score >= 0.85
            && Some(index) != label
        {
            draft.take(span);
            let part = draft.usual_part(index);
            let group = draft.group(index, part);
            draft.query.groups.push(group);
        }
    }
}

/// Builds the groups whose total meets a condition: “which customers spent more than 1000”.
fn groups_with<'a>(base: &Draft<'a>) -> Option<Draft<'a>> {
    let mut draft = base.clone();
    // “how many seasons had more than 1000 goals”: more than any row has, so that it is about their
    // total.
    let how_many = draft.has("how many");
    let counted = draft.columns(|column| column.is_group()).first().copied();
    let (index, part) = match (how_many, counted) {
        (true, Some(span)) => (draft.take(span), None),
        (true, None) => return None,
        (false, _) => draft.target?,
    };
    draft.use_tag("how many");
    let column = draft.column(index);
    if draft.aggregate.is_some() || draft.superlative.is_some() || !draft.groups.is_empty() {
        return None;
    }
    let rows = column.unique
        || draft.table().label == Some(index)
        || column.distinct * 2 > draft.table().rows;
    if rows && matches!(part, None | Some(Part::Day)) || draft.has_filter(index) {
        return None;
    }
    let compares = |condition: &super::draft::Condition| match &condition.filter.test {
        Test::Compare(sign, crate::query::Bound::Number(value)) => {
            let beyond = |c: &Column| !how_many || c.max.is_some_and(|max| max < *value);
            let measured = draft
                .table()
                .columns
                .iter()
                .position(|c| c.name == condition.filter.column && c.adds_up && beyond(c))?;
            Some((measured, *sign, *value))
        }
        _ => None,
    };
    let place = draft.conditions.iter().position(|condition| compares(condition).is_some())?;
    let (measure, sign, value) = compares(&draft.conditions[place])?;
    draft.conditions.remove(place);
    draft.read_flags();
    draft.set_measure(measure, Some(Aggregate::Total));
    draft.query.groups = vec![draft.group(index, part)];
    draft.query.having = Some((sign, value));
    draft.done(Kind::Aggregate, 0.15)
}

/// Builds a list of rows.
fn rows<'a>(base: &Draft<'a>) -> Option<Draft<'a>> {
    let mut draft = base.clone();
    if draft.query.measure.is_some() {
        return None;
    }
    let lists = draft.asks_for_rows();
    draft.read_flags();
    draft.read_some();
    draft.settle_pending(false);
    if draft.has("rows") {
        draft.use_tag("rows");
    }
    draft.use_nouns();
    let mut bonus = if lists { 0.05 } else { -0.1 };
    if !draft.groups.is_empty() {
        bonus -= 0.3;
    }
    if draft.has("how many") || draft.aggregate.is_some() {
        bonus -= 0.3;
    }
    if let Some((index, part)) = draft.target {
        let names = draft.names_of(index);
        draft.query.show.extend(names);
        if part.is_some() {
            bonus -= 0.1;
        }
    } else if let Some(label) = draft
        .table()
        .nearly_label
        .filter(|_| lists && !draft.has("rows") && !draft.conditions.is_empty())
    {
        draft.query.show.push(draft.column(label).name.to_owned());
    }
    for span in draft.columns(|_| true) {
        let index = draft.take(span);
        let name = draft.column(index).name.to_owned();
        if !draft.query.show.contains(&name) {
            draft.query.show.push(name);
        }
    }
    let sorts = draft.find_sort();
    if let Some((index, up)) = sorts {
        draft.query.measure = draft.measure(index);
        draft.sort(up, draft.limit);
    } else {
        draft.query.limit = draft.limit;
    }
    if draft.conditions.is_empty()
        && draft.query.show.is_empty()
        && !draft.has("rows")
        && draft.limit.is_none()
    {
        return None;
    }
    // One value is looked up: “what county is 90210 in”.
    if draft.conditions.is_empty() && draft.query.sort.is_none() && draft.asked.is_some() {
        bonus -= 0.15;
    }
    // The different values of one column: “which countries are there”, “list the genres”.
    if draft.query.sort.is_none() && draft.query.show.len() == 1 {
        let index =
            draft.table().columns.iter().position(|column| column.name == draft.query.show[0])?;
        let column = draft.column(index);
        if column.is_text()
            && !column.unique
            && Some(index) != draft.table().label
            && column.distinct * 2 < draft.table().rows
        {
            draft.query.show.clear();
            draft.query.measure = draft.measure(index);
            return draft.done(Kind::Distinct, bonus);
        }
    }
    draft.done(Kind::Rows, bonus)
}

impl Draft<'_> {
    /// Returns “how cold”, “how strong”.
    fn how_adjective(&self) -> Option<std::ops::Range<usize>> {
        let sentence = self.sentence();
        let adjective = |at: usize| lexicon::adjective(sentence.key(at + 1)).is_some();
        (0..sentence.len())
            .find(|at| sentence.is(*at, &["how"]) && adjective(*at))
            .map(|at| at..at + 2)
    }

    /// Returns the measure that stands right after the word for an aggregate although a condition
    /// has its name: “average age of those older than 60”.
    fn aggregated_name(&self) -> Option<usize> {
        self.aggregate?;
        let tags = ["average", "median", "total"];
        let ends = tags.iter().flat_map(|tag| self.sentence().find(tag)).map(|range| range.end);
        let named = ends.filter_map(|end| self.named(self.column_at(end)?));
        named.into_iter().find(|index| self.column(*index).is_amount())
    }

    /// Returns whether a number that neither adds up by its name nor is a level does so by how it
    /// is asked for: “executions by year”, “km per month”.
    fn is_tally(&self, span: usize, index: usize) -> bool {
        let (sentence, column) = (self.sentence(), self.column(index));
        // A distance or a time is a level, but what many of them come to is their sum.
        let spans = lexicon::any_in(&column.words, "durations")
            || column
                .words
                .iter()
                .any(|word| lexicon::long_form(word).unwrap_or(word) == "distance");
        if column.level && !spans || !column.is_amount() {
            return false;
        }
        let last = self.span(span).at.end - 1;
        let token = &sentence.tokens[last];
        let plural = token.key.ends_with('s') && token.key != token.stem;
        let counts = plural && column.whole && column.min == Some(0.0) && !column.level;
        let per = (last + 1..sentence.len())
            .any(|at| sentence.is(at, &["per"]) && self.part_at(at + 1).is_some());
        counts || per
    }

    /// Returns the aggregate that suits a computed measure.
    pub(super) fn computed_aggregate(&self) -> Aggregate {
        use crate::query::Operation::{DividedBy, Minus, PercentChange, Plus, Times};
        match &self.query.measure {
            Some(Measure::Computed { left, operation: DividedBy, right })
                if self.is_flow(left) && self.is_flow(right) =>
            {
                Aggregate::Total
            }
            Some(Measure::Computed { operation: DividedBy | PercentChange, .. }) => {
                Aggregate::Average
            }
            Some(Measure::Computed { left, operation: Minus, .. }) => {
                match self.table().column(left) {
                    Some(column) if column.adds_up => Aggregate::Total,
                    _ => Aggregate::Average,
                }
            }
            Some(Measure::Computed { operation: Times, .. } | Measure::Added(_)) => {
                Aggregate::Total
            }
            Some(Measure::Computed { left, operation: Plus, .. }) => {
                match self.table().column(left) {
                    Some(column) if column.adds_up => Aggregate::Total,
                    _ => Aggregate::Average,
                }
            }
            _ => Aggregate::Total,
        }
    }

    /// Returns whether a column has numbers of things or amounts that add up, so that a ratio of
    /// two is one of their totals: “cost per click”, but not “price per m2”.
    fn is_flow(&self, name: &str) -> bool {
        self.table().column(name).is_some_and(|column| {
            let plural = column.words.last().is_some_and(|word| word.ends_with('s'));
            column.adds_up || column.whole && plural && !column.level && !column.money
        })
    }

    /// Makes a condition on the aggregated measure one on the groups: “states with an average rate
    /// above 0.6”.
    fn having_of_measure(&mut self) {
        let Some(Measure::Column(name)) = self.query.measure.clone() else { return };
        let place = self.conditions.iter().position(|condition| {
            condition.filter.column == name
                && matches!(condition.filter.test, Test::Compare(_, crate::query::Bound::Number(_)))
        });
        if let Some(place) = place
            && let Test::Compare(sign, crate::query::Bound::Number(value)) =
                self.conditions[place].filter.test
        {
            self.conditions.remove(place);
            self.query.having = Some((sign, value));
        }
    }

    /// Uses the nouns for rows: they say nothing that the rows themselves do not.
    pub(super) fn use_nouns(&mut self) {
        let spans = self.scene.in_column | self.scene.in_value;
        for at in (0..self.sentence().len()).filter(|at| spans & bit(*at) == 0) {
            // “by shop region”: a word of a group is not a noun for rows.
            let group = self.sentence().is(at.wrapping_sub(1), &["by", "per", "each", "every"]);
            if self.scene.finder.is_noun(at) && !group {
                self.used |= bit(at);
            }
        }
    }

    /// Says which measure was chosen if the question names none.
    pub(super) fn assume_measure(&mut self, index: usize) {
        let name = self.column(index).name.to_owned();
        let only = self.table().columns.iter().filter(|column| column.is_amount()).count() == 1;
        self.assumed.push(format!("The question names no measure, so it is {name}."));
        // If there is one number, nothing else can be meant, unless a word asks for something
        // else: “how tall”.
        self.unsure |= !only || self.superlative.is_some() || self.sentence().has_word(&["how"]);
    }

    /// Reads “highest first”, “ascending” of groups.
    fn sort_order(&mut self) {
        let sentence = self.sentence();
        let Some(range) = self.find("reverse").into_iter().next() else { return };
        let up = sentence.is(range.start, &["highest", "largest", "descending"]);
        let down = sentence.is(range.start, &["lowest", "smallest", "ascending"]);
        if up || down {
            self.used |= mask(&range);
            self.sort(up, None);
        }
    }

    /// Reads “sorted by price”, “ordered by age descending”.
    fn find_sort(&mut self) -> Option<(usize, bool)> {
        let sentence = self.sentence();
        let heads = ["sort", "sorted", "order", "ordered", "rank", "ranked", "ranking", "sorting"];
        let at = (0..sentence.len()).find(|at| sentence.is(*at, &heads))?;
        let span = self
            .all_columns(|column| column.is_measure() || column.is_date())
            .into_iter()
            .find(|span| {
            let start = self.span(*span).at.start;
            start > at && start - at <= 4
        })?;
        self.used |= bit(at);
        let up = sentence.has_word(&["descending", "desc", "highest", "largest", "most"]);
        let down = sentence.has_word(&["ascending", "asc", "lowest", "smallest"]);
        self.used |= (0..sentence.len())
            .filter(|at| {
                sentence.is(
                    *at,
                    &["descending", "desc", "highest", "ascending", "asc", "lowest", "first"],
                )
            })
            .fold(0, |all, at| all | bit(at));
        let index = self.take(span);
        let date = self.column(index).is_date();
        Some((index, up || !down && !date))
    }

    /// Returns the condition on the table's time, if there is one.
    pub(super) fn is_time(&self, filter: &Filter) -> bool {
        let time = self.table().time.map(|time| self.column(time).name);
        time == Some(filter.column.as_str())
    }
}
