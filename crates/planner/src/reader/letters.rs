//! Values of one letter that stand for a word: “rejected” of a status “R”.

use super::draft::Draft;
use super::sentence::bit;
use crate::query::Test;
use crate::wording;
use crate::words::Kind;

impl Draft<'_> {
    /// Reads a word that nothing else explains as the only value that is its first letter.
    pub(crate) fn read_letters(&mut self) {
        let sentence = self.sentence();
        let named = self.scene.in_column | self.scene.in_value;
        for at in 1..sentence.len() {
            let token = &sentence.tokens[at];
            // What is counted is not a state; states are told by adjectives and participles.
            let state = ["ed", "ing", "al", "ive", "ent", "ic", "ate", "en", "ful"]
                .iter()
                .any(|end| token.key.ends_with(end));
            let open = token.kind == Kind::Word
                && token.key.len() > 4
                && state
                && self.free(bit(at))
                && named & bit(at) == 0
                && sentence.weight(at) >= 1.0
                && !self.scene.finder.is_noun(at);
            if !open {
                continue;
            }
            let first = &token.key[..1];
            let columns = self.table().columns.iter().enumerate();
            let found: Vec<(usize, &str)> = columns
                .filter(|(index, _)| !self.has_filter(*index))
                .filter_map(|(index, column)| {
                    let value = column.letters.iter().find(|v| v.eq_ignore_ascii_case(first))?;
                    Some((index, *value))
                })
                .collect();
            let [(index, value)] = found[..] else { continue };
            self.assume(format!("“{}” is read as {}.", token.text, wording::name(value)));
            let negated = self.negation(at);
            let test = Test::OneOf { values: vec![value.to_owned()], not: negated.is_some() };
            self.filter(index, test, at, bit(at) | negated.unwrap_or_default());
        }
    }
}
