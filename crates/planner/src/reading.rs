//! Readings: what a question says, word by word, before anything is decided.
//!
//! A reading separates what was said from what was not, so that a follow-up ("and by region?") can be merged
//! into the question before it. [`crate::decide`] makes a plan of it.

mod boolean_filters;

use crate::columns::{self, Mention};
use crate::filters;
use crate::grammar::Grammar;
use crate::input::Table;
use crate::periods;
use crate::plan::{Among, Chart, Filter, Grain, Op, Order, Span};
use crate::spelling::correct_spelling;
use crate::words::{Kind, Word, fold, name_words, tokenize};
use crate::years;

/// The files that are requested for a report.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Files {
    pub(crate) pdf: bool,
    pub(crate) excel: bool,
    pub(crate) monthly_sheets: bool,
}

/// The kind of answer that a question names explicitly.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Intent {
    Overview,
    Quality,
    Columns,
    Rows,
    Distribution,
    Correlation,
    Trend,
}

/// The topics that need more than one measure; see [`crate::plan::Study`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Topic {
    Report,
    Change,
    Pareto,
    Funnel,
    Outliers,
    Rolling,
    Growers,
    Growth,
    Compare,
}

/// What a question says.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Reading {
    pub(crate) intent: Option<Intent>,
    /// The studies that it names, the most specific first.
    pub(crate) topics: Vec<Topic>,
    /// "Year on year".
    pub(crate) yearly: bool,
    /// The time spans that it names.
    pub(crate) spans: Vec<Span>,
    /// The first plain number above one, for windows: "7-day".
    pub(crate) number: Option<usize>,
    /// The files that are requested for a report, and whether with a sheet for each month.
    pub(crate) files: Files,
    pub(crate) op: Option<Op>,
    /// "How many".
    pub(crate) count: bool,
    /// Whether it names rows, orders or records.
    pub(crate) rows: bool,
    /// Columns in the order in which they are named, and whether a "by" precedes.
    pub(crate) columns: Vec<(String, bool)>,
    pub(crate) grain: Option<Grain>,
    /// Whether it asks for the period: "which month".
    pub(crate) grain_first: bool,
    pub(crate) filters: Vec<Filter>,
    pub(crate) limit: Option<usize>,
    pub(crate) order: Option<Order>,
    pub(crate) sort: bool,
    pub(crate) share: bool,
    pub(crate) chart: Option<Chart>,
    /// Whether it names money, though perhaps no column of that name exists.
    pub(crate) money: bool,
    pub(crate) beyond: bool,
    pub(crate) followup: bool,
    /// "It", "them": it refers to something said before.
    pub(crate) pronoun: bool,
    /// "Them": it refers to several things.
    pub(crate) plural: bool,
    /// "The other way round".
    pub(crate) flip: bool,
    /// A comparison that names no column: "above 100".
    pub(crate) bare: Option<(&'static str, f64)>,
    /// Whether this was merged into the question before.
    pub(crate) laid: bool,
    /// The groups of the previous answer that "them" refers to.
    pub(crate) among: Option<Among>,
    /// A boolean column whose share is requested.
    pub(crate) rate: Option<String>,
    /// A boolean column whose two halves are compared: "do smokers tip more?"
    pub(crate) both: Option<String>,
    /// The unknown word after a "by".
    pub(crate) lost: Option<String>,
    /// The word after "how many": what a row is called.
    pub(crate) noun: Option<String>,
    /// "Do men earn more": two groups are compared.
    pub(crate) comparative: bool,
    /// Whether it asks for what shrinks, not for what grows.
    pub(crate) shrinking: bool,
    /// "How many days": periods are counted.
    pub(crate) counted: Option<Grain>,
    /// How well the table fits: the sum over the recognised columns and values.
    pub(crate) fit: i32,
    /// Words without a meaning here.
    pub(crate) unknown: Vec<String>,
}

/// Words that ask for a time.
const WHEN: [&str; 6] = ["when", "wann", "quand", "cuando", "quando", "когда"];

const INTENTS: [(&str, Intent); 7] = [
    ("intent.quality", Intent::Quality),
    ("intent.overview", Intent::Overview),
    ("intent.distribution", Intent::Distribution),
    ("intent.correlation", Intent::Correlation),
    ("intent.trend", Intent::Trend),
    ("intent.columns", Intent::Columns),
    ("intent.rows", Intent::Rows),
];

const TOPICS: [(&str, Topic); 9] = [
    ("study.report", Topic::Report),
    ("study.change", Topic::Change),
    ("study.pareto", Topic::Pareto),
    ("study.funnel", Topic::Funnel),
    ("study.outliers", Topic::Outliers),
    ("study.rolling", Topic::Rolling),
    ("study.growers", Topic::Growers),
    ("study.growth", Topic::Growth),
    ("study.compare", Topic::Compare),
];

const OPS: [(&str, Op); 7] = [
    ("op.median", Op::Median),
    ("op.mean", Op::Mean),
    ("op.distinct", Op::Distinct),
    ("op.std", Op::Std),
    ("op.max", Op::Max),
    ("op.min", Op::Min),
    ("op.sum", Op::Sum),
];

const GRAINS: [(&str, Grain); 7] = [
    ("grain.weekday", Grain::Weekday),
    ("grain.hour", Grain::Hour),
    ("grain.day", Grain::Day),
    ("grain.week", Grain::Week),
    ("grain.month", Grain::Month),
    ("grain.quarter", Grain::Quarter),
    ("grain.year", Grain::Year),
];

/// Reads a question in the context of a table.
pub(crate) fn read(question: &str, table: &Table) -> Reading {
    let grammar = Grammar::get();
    let words = grammar.rewrite(correct_spelling(tokenize(question), table));
    let mut taken = vec![false; words.len()];
    let mut reading = Reading::default();

    let mut mentions = columns::whole(&words, table, &mut taken);
    let (date, year) = periods::columns(table);
    let named_date =
        mentions.iter().map(|mention| &table.columns[mention.column]).find(|column| column.is_date());
    let date = named_date.map(|column| column.name.as_str()).or(date);
    // Column names first, then values and periods, then what is only likely to be a column.
    let mut values = filters::values(&words, table, &mut taken);
    reading.filters = periods::periods(&words, date, year, &mut taken);
    mentions.extend(columns::loose(&words, table, &mut taken));
    mentions.sort_by_key(|mention| mention.start);
    mentions = columns::merged(mentions);
    // "Total votes for Joly" in a table that also has a column called "total": the word names the
    // aggregation.
    let is_op = |mention: &Mention| {
        OPS.iter().any(|(key, _)| mention.start + grammar.at(key, &words, mention.start) == mention.end)
    };
    let measure = |mention: &Mention| {
        let column = &table.columns[mention.column];
        column.is_number() && !columns::is_identifier(column) && !is_op(mention)
    };
    if mentions.iter().any(measure) {
        for mention in mentions.iter().filter(|mention| is_op(mention)) {
            taken[mention.start..mention.end].fill(false);
        }
        mentions.retain(|mention| !is_op(mention));
    }
    reading.fit = mentions.iter().map(|mention| mention.score).sum::<i32>() + 60 * values.len() as i32;
    // In "the Sales department" and "region = West" the column only says where the value is.
    mentions.retain(|mention| !belongs(mention, &values, &words, table));
    reading.filters.extend(values.drain(..).map(|(_, _, filter)| filter));
    boolean_filters::flagged(&mut reading, table, &words, &mut mentions, &mut taken);
    reading.filters.extend(filters::comparisons(&words, table, &mut mentions, &mut taken));
    reading.filters.extend(filters::blanks(&words, table, &mut mentions, &mut taken));
    reading
        .filters
        .retain(|filter| !matches!(filter, Filter::Month { column, .. } if years::of(table, column)));
    reading.bare = filters::bare(&words, &mut taken);

    let mut after_by = false;
    for (at, _) in words.iter().enumerate() {
        after_by |= grammar.at("by", &words, at) > 0;
        if let Some(mention) = mentions.iter().find(|mention| mention.start == at) {
            reading.columns.push((table.columns[mention.column].name.clone(), after_by));
        }
    }
    reading.columns.extend(reading.both.clone().map(|name| (name, true)));
    reading.columns.dedup_by(|a, b| a.0 == b.0);

    // A column of dates called "week" states its grain in its name.
    let fineness = mentions.iter().find_map(|mention| {
        let grain = GRAINS.iter().find(|(key, _)| grammar.at(key, &words, mention.start) > 0)?.1;
        table.columns[mention.column].is_date().then_some((grain, mention.start))
    });

    // Words that name columns or values have no second meaning.
    let free: Vec<Word> =
        (words.iter().zip(&taken)).map(|(word, taken)| if *taken { blank() } else { word.clone() }).collect();
    intents(&mut reading, &free, &words);
    if reading.grain.is_none()
        && let Some((grain, start)) = fineness
    {
        let before = start.checked_sub(1).map_or("", |before| words[before].key.as_str());
        reading.grain = Some(grain);
        reading.grain_first = ["which", "what", "best", "worst"].contains(&before);
    }
    // "When was it highest" asks for a period of any length.
    let when = words.first().is_some_and(|word| WHEN.contains(&word.key.as_str()));
    if when && reading.order.is_some() && reading.intent.is_none() {
        (reading.intent, reading.grain_first) = (Some(Intent::Trend), true);
    }
    reading.unknown = unknown(&free);
    reading
        .unknown
        .retain(|word| !reading.columns.iter().any(|(name, _)| name_words(name).contains(&fold(word))));
    let unknown = |at: usize| {
        let word = free.get(at)?;
        reading.unknown.contains(&word.text).then(|| word.text.clone())
    };
    reading.lost = (0..free.len()).find_map(|at| {
        let length = grammar.at("by", &free, at);
        let word = free.get(at + length).is_some_and(|word| word.kind == Kind::Word);
        (length > 0 && word).then(|| unknown(at + length)).flatten()
    });
    reading.noun = grammar.find("intent.count", &free).and_then(|(at, length)| unknown(at + length));
    reading.comparative = grammar
        .find("comparative", &words)
        .is_some_and(|(at, _)| !words[at..].iter().any(|word| matches!(word.kind, Kind::Number(_))));
    anywhere(&mut reading, table, &free);
    // A number that was not used is reported, not ignored.
    if reading.limit.is_none() && reading.topics.is_empty() {
        // The 1 of a column called `score.1` belongs to its name.
        let unused = |at: &usize| {
            let joined = at.checked_sub(1).is_some_and(|before| words[before].key == ".");
            matches!(free[*at].kind, Kind::Number(_)) && !joined
        };
        reading.unknown.extend((0..free.len()).filter(unused).map(|at| free[at].text.clone()));
    }
    reading
}

fn blank() -> Word {
    Word { text: String::new(), key: String::new(), kind: Kind::Symbol }
}

fn belongs(mention: &Mention, values: &[(usize, usize, Filter)], words: &[Word], table: &Table) -> bool {
    let grammar = Grammar::get();
    let by = mention.start.checked_sub(1).is_some_and(|at| grammar.at("by", words, at) > 0);
    let equal = grammar.at("equal", words, mention.end).max(grammar.at("not equal", words, mention.end));
    let name = &table.columns[mention.column].name;
    !by && values.iter().any(|(at, end, filter)| {
        let near = *at == mention.end + equal
            || *end == mention.start
            || (equal > 0 && *at <= mention.end + equal + 1);
        filter.column() == Some(name) && near
    })
}

fn intents(reading: &mut Reading, free: &[Word], words: &[Word]) {
    let grammar = Grammar::get();
    reading.intent = INTENTS.iter().find(|(key, _)| grammar.has(key, free)).map(|(_, intent)| *intent);
    let topics = TOPICS.iter().filter(|(key, _)| grammar.has(key, free));
    reading.topics = topics.map(|(_, topic)| *topic).collect();
    // "Which countries increased emissions most": the words stand apart.
    let apart = grammar.find("growing", free).zip(grammar.find("superlative", free));
    if apart.is_some_and(|(verb, most)| verb.0 < most.0) && reading.topics.is_empty() {
        reading.topics.push(Topic::Growers);
    }
    reading.yearly = grammar.has("study.yearly", free);
    reading.spans = periods::spans(words);
    reading.number = free.iter().find_map(|word| match word.kind {
        Kind::Number(n) if (2.0..=366.0).contains(&n) && n.fract() == 0.0 => Some(n as usize),
        _ => None,
    });
    reading.files = Files {
        pdf: grammar.has("file.pdf", free),
        excel: grammar.has("file.excel", free),
        monthly_sheets: grammar.has("file.monthly sheets", free),
    };
    reading.op = OPS.iter().find(|(key, _)| grammar.has(key, free)).map(|(_, op)| *op);
    reading.op = reading.op.or(reading.both.as_ref().map(|_| Op::Mean));
    reading.count = grammar.has("intent.count", free);
    reading.rows = grammar.has("row", free);
    reading.share =
        grammar.has("share", free) && reading.rate.is_none() || free.iter().any(|word| word.key == "%");
    reading.sort = grammar.has("sort", free);
    reading.beyond = grammar.has("intent.beyond", free);
    reading.followup = grammar.at("followup", words, 0) > 0;
    reading.pronoun = grammar.has("pronoun", free);
    reading.plural = grammar.has("plural pronoun", free);
    reading.flip = grammar.has("flip", free);
    reading.shrinking = grammar.has("shrinking", free);
    reading.money = columns::speaks_of(words, "money");
    let found = GRAINS.iter().find_map(|(key, grain)| Some((*grain, grammar.find(key, free)?)));
    reading.grain = found.map(|(grain, _)| grain);
    reading.grain_first = found.is_some_and(|(_, (at, _))| {
        let before = at.checked_sub(1).map_or("", |before| free[before].key.as_str());
        ["which", "what", "welcher", "welches", "quel", "best", "worst"].contains(&before)
            || (at > 0 && matches!(free[at - 1].kind, Kind::Number(_)))
    });
    // In "how many days did it rain" the days are counted; in "how many orders a day" they are not.
    let counted = found.filter(|(grain, (at, _))| {
        let count = (0..free.len()).find_map(|start| {
            let length = grammar.at("intent.count", free, start);
            (length > 0).then_some(start + length)
        });
        count == Some(*at) && matches!(grain, Grain::Day | Grain::Week | Grain::Month | Grain::Year)
    });
    if let Some((grain, _)) = counted {
        (reading.counted, reading.grain, reading.grain_first) = (Some(grain), None, false);
    }
    let kinds = [
        ("chart.table", Chart::Table),
        ("chart.bar", Chart::Bar),
        ("chart.line", Chart::Line),
        ("chart.pie", Chart::Pie),
        ("chart", Chart::Auto),
    ];
    reading.chart = kinds.iter().find(|(key, _)| grammar.has(key, free)).map(|(_, chart)| *chart);

    let place = |key: &str| grammar.find(key, free);
    let bottom = ["order.bottom", "sort.ascending"].into_iter().find_map(place);
    let top = ["order.top", "sort.descending"].into_iter().find_map(place);
    // "least expensive" holds no "most"; where both occur, the first one is meant.
    reading.order = match (top, bottom) {
        (Some(top), Some(bottom)) if bottom.0 <= top.0 => Some(Order::Bottom),
        (Some(_), _) => Some(Order::Top),
        (None, Some(_)) => Some(Order::Bottom),
        (None, None) => None,
    };
    let count = free.iter().find_map(|word| match word.kind {
        Kind::Number(n) if n >= 1.0 && n.fract() == 0.0 && n < 10_000.0 => Some(n as usize),
        _ => None,
    });
    let wanted = reading.order.is_some()
        || grammar.has("first", free)
        || grammar.has("last", free)
        || grammar.has("row", free);
    let spelled = || free.iter().find_map(|word| grammar.number(&word.key).filter(|n| *n > 1));
    reading.limit = count.or_else(spelled).filter(|_| wanted);
}

fn unknown(free: &[Word]) -> Vec<String> {
    let grammar = Grammar::get();
    let mut unknown = Vec::new();
    let mut at = 0;
    while at < free.len() {
        let word = &free[at];
        let strange = word.kind == Kind::Quoted
            || (word.kind == Kind::Word && !grammar.knows(&word.key) && word.key.chars().count() > 1);
        if strange && grammar.month(free, at).is_none() && !grammar.covers(free, at) {
            unknown.push(word.text.clone());
        }
        at += 1;
    }
    unknown
}

/// Adds a search for a name that no column's examples show ("for Acme"): it may still be in the data.
fn anywhere(reading: &mut Reading, table: &Table, free: &[Word]) {
    let grammar = Grammar::get();
    let texts: Vec<String> =
        table.columns.iter().filter(|column| column.is_text()).map(|column| column.name.clone()).collect();
    let start = (0..free.len()).find(|at| {
        let length = grammar.at("in", free, *at).max(grammar.at("since", free, *at));
        let next = free.get(at + length);
        let name = next.is_some_and(|word| {
            reading.unknown.contains(&word.text)
                && (word.kind == Kind::Quoted || word.text.chars().next().is_some_and(char::is_uppercase))
        });
        length > 0 && name
    });
    let Some(start) = start.filter(|_| !texts.is_empty()) else { return };
    let value: Vec<String> = free[start + 1..]
        .iter()
        .map_while(|word| reading.unknown.contains(&word.text).then(|| word.text.clone()))
        .collect();
    reading.unknown.retain(|word| !value.contains(word));
    reading.filters.push(Filter::Anywhere { columns: texts, value: value.join(" ") });
}
