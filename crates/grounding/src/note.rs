//! What supports a number, in words.

use crate::{Arithmetic, Claim, Match, Place, Source, Support};

impl Claim {
    /// Describes what supports it in a sentence; `None` if nothing has to be said.
    pub fn note(&self) -> Option<String> {
        let mut note = self.support.note()?;
        if !self.support.is_marked() {
            if let Some(lineage) = self.lineage.as_deref() {
                note = format!("{}, {lineage}.", note.trim_end_matches('.'));
            }
            for doubt in &self.doubts {
                note = format!("{note} {doubt}");
            }
        }
        Some(note)
    }
}

impl Support {
    /// Describes it in a sentence; `None` if nothing has to be said.
    pub fn note(&self) -> Option<String> {
        Some(match self {
            Self::Question => return None,
            Self::Parameter => "The code uses this number.".to_owned(),
            Self::UnknownName => "Neither results nor files have this name.".to_owned(),
            Self::Replaced { source } => {
                format!("Only in {} that was replaced since.", place(source))
            }
            Self::NotFound => "Not found in any result.".to_owned(),
            Self::OtherRow { source, .. } => {
                format!("In {} this is the value of another row.", place(source))
            }
            Self::ByChance { source } => {
                format!(
                    "In {} among so many numbers that it may be there by chance; no row is named.",
                    place(source)
                )
            }
            Self::Derived { how: Arithmetic::Count, .. } => {
                "The number of items in the list.".to_owned()
            }
            Self::Typed { .. } => {
                "The code states this number itself; nothing computed it.".to_owned()
            }
            Self::Found { source, r#match: Match::Exact | Match::Date, .. } => {
                format!("Found in {}.", place(source))
            }
            Self::Found { source, value, .. } => {
                format!("From {} in {}.", digits(*value), place(source))
            }
            Self::Derived { source, how, left, right } => {
                format!(
                    "{}, from {}.",
                    formula(*how, &digits(*left), &digits(*right)),
                    place(source)
                )
            }
        })
    }

    /// Returns whether the page marks the number, since nothing that was computed supports it.
    pub fn is_marked(&self) -> bool {
        self.is_unplaced() || matches!(self, Self::Typed { .. } | Self::UnknownName)
    }

    /// Returns whether no value supports the number as the answer states it.
    pub fn is_unplaced(&self) -> bool {
        matches!(
            self,
            Self::NotFound | Self::OtherRow { .. } | Self::ByChance { .. } | Self::Replaced { .. }
        )
    }

    /// Returns the execution that it comes from.
    pub fn execution(&self) -> Option<usize> {
        let source = self.source()?;
        (!matches!(source.place, Place::Profile | Place::Answer)).then_some(source.at)
    }

    /// Returns where the value, or the first of those that it follows from, stands.
    pub(crate) fn source(&self) -> Option<Source> {
        let (Self::Found { source, .. }
        | Self::Derived { source, .. }
        | Self::Typed { source }
        | Self::OtherRow { source, .. }
        | Self::Replaced { source }
        | Self::ByChance { source }) = self
        else {
            return None;
        };
        Some(*source)
    }
}

fn formula(how: Arithmetic, left: &str, right: &str) -> String {
    match how {
        Arithmetic::Sum => format!("{left} + {right}"),
        Arithmetic::Difference => format!("{left} − {right}"),
        Arithmetic::Ratio => format!("{left} ÷ {right}"),
        Arithmetic::Share => format!("{left} ÷ {right} × 100"),
        Arithmetic::Change => format!("({left} − {right}) ÷ {right} × 100"),
        Arithmetic::Complement => format!("{right} − {left}"),
        Arithmetic::Total => format!("The sum of {right} values"),
        Arithmetic::Count => format!("{left} items"),
    }
}

/// Formats a number with at most ten significant digits, without the noise of binary fractions.
fn digits(number: f64) -> String {
    let text = format!("{number:.9e}");
    text.parse::<f64>().map_or(text, |rounded| rounded.to_string())
}

fn place(source: &Source) -> &'static str {
    match source.place {
        Place::Output => "what the code printed",
        Place::Result(_) => "a result",
        Place::Profile => "the profile of the file",
        Place::Answer => "the answer",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_note_says_where_a_number_is_and_how_it_follows() {
        let source = Source { at: 3, place: Place::Output };
        let found = |form, value| Support::Found { source, r#match: form, value };
        let derived = |how, left, right| Support::Derived { source, how, left, right };
        let cases = [
            (found(Match::Exact, 5.0), Some("Found in what the code printed."), Some(3)),
            (found(Match::Rounded, 0.1 + 0.2), Some("From 0.3 in what the code printed."), Some(3)),
            (
                derived(Arithmetic::Sum, 577.0, 314.0),
                Some("577 + 314, from what the code printed."),
                Some(3),
            ),
            (
                derived(Arithmetic::Change, 120.0, 80.5),
                Some("(120 − 80.5) ÷ 80.5 × 100, from what the code printed."),
                Some(3),
            ),
            (
                Support::Typed { source },
                Some("The code states this number itself; nothing computed it."),
                Some(3),
            ),
            (Support::NotFound, Some("Not found in any result."), None),
            (Support::Question, None, None),
        ];
        for (support, note, execution) in cases {
            assert_eq!(
                (support.note().as_deref(), support.execution()),
                (note, execution),
                "{support:?}"
            );
        }
    }

    #[test]
    fn a_claim_is_the_same_after_a_way_through_json() {
        let source = Source { at: 3, place: Place::Result(2) };
        let supports = [
            Support::Found { source, r#match: Match::Fraction, value: 0.125 },
            Support::Derived { source, how: Arithmetic::Share, left: 1.5, right: -2e9 },
            Support::Question,
            Support::Parameter,
            Support::Typed { source: Source { at: 0, place: Place::Answer } },
            Support::OtherRow { source, value: 7.0 },
            Support::ByChance { source: Source { at: 1, place: Place::Profile } },
            Support::Replaced { source },
            Support::NotFound,
            Support::UnknownName,
        ];
        let claims: Vec<Claim> = supports
            .into_iter()
            .zip([None, Some("from random numbers".into())].into_iter().cycle())
            .map(|(support, lineage)| Claim {
                span: 4..9,
                support,
                lineage,
                doubts: vec!["2 rows are left out.".to_owned()],
            })
            .collect();
        let json = serde_json::to_string(&claims).unwrap();
        assert_eq!(serde_json::from_str::<Vec<Claim>>(&json).unwrap(), claims);
    }
}
