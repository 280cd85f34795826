//! Boolean columns that are named for one of two sides: “women”, of a column “male”.

use super::draft::Draft;
use super::lexicon;
use super::likeness::best;
use super::sentence::bit;
use crate::query::Test;
use crate::wording;
use crate::words::Kind;

impl Draft<'_> {
    /// Reads a word that says the opposite of a boolean column's name as its “no”, and both sides
    /// as groups.
    pub(crate) fn read_opposites(&mut self) {
        const LEAST: f64 = 0.78;
        let sentence = self.sentence();
        let named = self.scene.in_column | self.scene.in_value;
        for at in 0..sentence.len() {
            let token = &sentence.tokens[at];
            let open = token.kind == Kind::Word
                && named & bit(at) == 0
                && self.free(bit(at))
                && !sentence.small(at);
            if !open {
                continue;
            }
            let opposites = lexicon::opposites(&token.key);
            let says = |words: &[String]| opposites.iter().any(|word| best(word, words) >= LEAST);
            let columns = self.table().columns.iter().enumerate();
            let found: Vec<usize> = columns
                .filter(|(_, column)| column.flag && says(&column.words))
                .map(|(index, _)| index)
                .collect();
            let [index] = found[..] else { continue };
            if self.has_filter(index) {
                continue;
            }
            let name = self.column(index).name;
            let other = self.columns(|column| column.name == name).first().copied();
            if let Some(span) = other {
                self.take(span);
                self.used |= bit(at);
                self.query.groups = vec![self.group(index, None)];
                self.several = Some(index);
                continue;
            }
            let negated = self.negation(at);
            let answer = if negated.is_some() { "yes" } else { "no" };
            self.assumed.push(format!(
                "“{}” is read as: {} is {answer}.",
                token.text,
                wording::name(name)
            ));
            let tokens = bit(at) | negated.unwrap_or_default();
            self.filter(index, Test::Flag(negated.is_some()), at, tokens);
        }
    }
}
