//! Values of one letter that stand for a word: “rejected” of a status “R”.

use super::draft::Draft;
use super::lexicon;
use super::sentence::bit;
use crate::query::Test;
use crate::wording;
use crate::words::Kind;

impl Draft<'_> {
    /// Reads “home” of a column with the values “H” and “A”, and “home and away” as both.
    pub(crate) fn read_sides(&mut self) {
        let sentence = self.sentence();
        let named = self.scene.in_column | self.scene.in_value;
        let initial = |word: &str, value: &str| {
            word.chars()
                .next()
                .is_some_and(|letter| value.eq_ignore_ascii_case(&letter.to_string()))
        };
        for at in 0..sentence.len() {
            let token = &sentence.tokens[at];
            if named & bit(at) != 0 || !self.free(bit(at)) || token.key.len() < 3 {
                continue;
            }
            let opposites = lexicon::opposites(&token.key);
            let columns = self.table().columns.iter().enumerate();
            let found: Vec<(usize, &str)> = columns
                .filter_map(|(index, column)| {
                    let own = column.sides.iter().find(|value| initial(&token.key, value))?;
                    let other = column.sides.iter().find(|value| *value != own)?;
                    let sides = opposites.iter().any(|word| initial(word, other));
                    sides.then_some((index, *own))
                })
                .collect();
            let [(index, value)] = found[..] else { continue };
            let name = self.column(index).name;
            self.assume(format!("“{}” is read as {}.", token.text, wording::name(value)));
            let side = self.conditions.iter().position(|condition| condition.filter.column == name);
            if let Some(side) = side {
                self.used |= bit(at);
                self.conditions.remove(side);
                self.query.groups = vec![self.group(index, None)];
                self.several = Some(index);
                return;
            }
            let test = Test::OneOf { values: vec![value.to_owned()], not: false };
            self.filter(index, test, at, bit(at));
        }
    }

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
            // “how many flats”, of a type “F”; “in default”, of a status “D”
            let told = !state
                && (self.find("how many").iter().any(|range| range.end == at)
                    && token.key.ends_with('s')
                    && !self.table().title.contains(&token.stem)
                    || sentence.is(at - 1, &["in"])
                    // “high schools”, of a type “H”
                    || at + 1 < sentence.len()
                        && sentence.key(at + 1).ends_with('s')
                        && self.table().says(sentence, at + 1));
            let open = token.kind == Kind::Word
                && token.key.len() > if told { 3 } else { 4 }
                && (state || told)
                && self.free(bit(at))
                && named & bit(at) == 0
                && sentence.weight(at) >= 1.0
                && sentence.length("correlation", at) == 0
                && (told || !self.scene.finder.is_noun(at));
            // “absent (AB)” says itself what it is.
            let aside = sentence.tokens.get(at + 1).is_some_and(|next| {
                self.scene.in_value & bit(at + 1) != 0 && next.at.start > token.at.end + 1
            });
            if !open || aside {
                continue;
            }
            let first = &token.key[..1];
            let columns = self.table().columns.iter().enumerate();
            let found: Vec<(usize, &str)> = columns
                .filter(|(index, column)| {
                    let states = ["type", "kind", "code", "status", "class", "reason"];
                    let named = column
                        .words
                        .iter()
                        .any(|word| states.iter().any(|state| word.ends_with(state)));
                    !self.has_filter(*index) && (!told || named)
                })
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
