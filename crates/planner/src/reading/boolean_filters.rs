//! Boolean filters: what a question says about boolean columns, added to its reading.

use super::{Reading, TOPICS, Topic};
use crate::columns::{self, Mention};
use crate::flags;
use crate::grammar::Grammar;
use crate::input::Table;
use crate::words::{Kind, Word};

/// Reads the boolean columns that the question names: as rows to keep, or as a share to compute.
pub(super) fn flagged(
    reading: &mut Reading,
    table: &Table,
    words: &[Word],
    mentions: &mut Vec<Mention>,
    taken: &mut [bool],
) {
    let grammar = Grammar::get();
    let topics = TOPICS.iter().any(|(key, topic)| *topic != Topic::Compare && grammar.has(key, words));
    let spread = ["intent.correlation", "intent.distribution", "intent.quality", "intent.overview"];
    if topics || spread.iter().any(|key| grammar.has(key, words)) {
        return;
    }
    // A mention of the column by its own name counts as well, unless rows are grouped by it.
    let mut by = false;
    let mut grouped = Vec::new();
    for at in 0..words.len() {
        by |= grammar.at("by", words, at) > 0;
        grouped.push(by);
    }
    let named =
        |mention: &Mention| flags::yes(&table.columns[mention.column]).is_some() && !grouped[mention.start];
    let mut free = taken.to_vec();
    for mention in mentions.iter().filter(|mention| named(mention)) {
        free[mention.start..mention.end].fill(false);
    }
    let mut found = flags::flagged(words, table, &free);
    found.retain(|flag| !grouped[flag.at]);
    let Some(first) = found.first().cloned() else { return };
    let measured = mentions.iter().any(|mention| {
        let column = &table.columns[mention.column];
        mention.column != first.column && column.is_number() && !columns::is_identifier(column)
    });
    let rate = ["share", "rate", "op.mean"].iter().any(|key| grammar.has(key, words)) && !measured;
    mentions.retain(|mention| mention.column != first.column || grouped[mention.start]);
    for flag in found.iter().filter(|flag| flag.column == first.column) {
        taken[flag.at] = true;
    }
    let column = &table.columns[first.column];
    reading.fit += 40;
    // "Do smokers tip more" is about both.
    let comparative = grammar
        .find("comparative", words)
        .is_some_and(|(at, _)| !words[at..].iter().any(|word| matches!(word.kind, Kind::Number(_))));
    let both = measured && comparative;
    if both {
        reading.both = Some(column.name.clone());
    } else if rate && !first.not {
        reading.rate = Some(column.name.clone());
    } else {
        reading.filters.extend(flags::filter(column, first.not));
    }
}
