//! What is said about an answer beside it: how many of its numbers were checked, one notice where
//! its numbers may be wrong, and notes to read on demand.

use grounding::{Claim, Support};
use text::format::duration;

/// What the notes of an answer depend on.
#[derive(Clone, Debug, Default)]
pub struct Facts<'a> {
    /// What supports its numbers.
    pub claims: &'a [Claim],
    /// The answer.
    pub answer: &'a str,
    /// Whether it states something that nothing has computed.
    pub not_computed: bool,
    /// Which files were read otherwise than their profiles say, as sentences.
    pub deviations: Vec<String>,
    /// Which joins multiplied or lost rows, as sentences.
    pub joins: Vec<String>,
    /// How the model's requests were shortened, as a sentence; empty if they were not.
    pub fitted: &'a str,
}

/// A sentence about an answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Note {
    /// What it is about.
    pub about: NoteKind,
    /// The sentence.
    pub text: String,
}

/// What a note is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoteKind {
    /// Nothing has computed the answer.
    NotComputed,
    /// A file was read otherwise than its profile says.
    ReadOtherwise,
    /// A join has multiplied rows, or left some without a match.
    Joined,
    /// The data is not from files, numbers are unsupported, or rows are left out.
    Caution,
    /// The model's requests were shortened.
    Fitted,
}

/// What is said about an answer.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct About {
    /// The most serious note, which is shown at the answer: its numbers may be wrong.
    pub notice: Option<Note>,
    /// The others, in the order of their weight.
    pub notes: Vec<Note>,
}

impl About {
    /// Returns what these facts say.
    pub fn of(facts: &Facts<'_>) -> Self {
        let note = |about, text| Note { about, text };
        let not_computed = facts
            .not_computed
            .then(|| note(NoteKind::NotComputed, words::about_no_code_has_produced().to_owned()));
        let deviations = facts.deviations.iter().cloned();
        let joins = facts.joins.iter().cloned();
        let made = made(facts.claims).map(|text| note(NoteKind::Caution, text));
        let serious: Vec<Note> = not_computed
            .into_iter()
            .chain(deviations.map(|text| note(NoteKind::ReadOtherwise, text)))
            .chain(joins.map(|text| note(NoteKind::Joined, text)))
            .chain(made)
            .collect();
        let fitted = Some(facts.fitted).filter(|text| !text.is_empty());
        let mut all = serious.into_iter();
        let notice = all.next();
        let cautions = cautions(facts.claims, facts.answer).into_iter();
        let notes = all
            .chain(cautions.map(|text| note(NoteKind::Caution, text)))
            .chain(fitted.map(|text| note(NoteKind::Fitted, text.to_owned())))
            .collect();
        Self { notice, notes }
    }

    /// Returns the line of the fold that has the notes; none if it is empty.
    pub fn summary(&self) -> Option<String> {
        let count = self.notes.len() as u64;
        (count > 0).then(|| words::about_this_answer(count))
    }
}

/// Returns whether a claim is a number, or a date, that was looked for.
fn is_number(claim: &Claim) -> bool {
    !matches!(claim.support, Support::Question | Support::UnknownName)
}

/// Says how many numbers of an answer were checked, and how many could not be verified; none if it
/// has none.
pub fn checked(claims: &[Claim]) -> Option<String> {
    let count =
        |is: &dyn Fn(&Claim) -> bool| claims.iter().filter(|claim| is(claim)).count() as u64;
    let all = count(&is_number);
    let bad = count(&|claim| is_number(claim) && claim.support.is_marked());
    let names = count(&|claim| claim.support == Support::UnknownName);
    let numbers = match (all, bad) {
        (0, _) => None,
        (all, 0) => Some(words::about_checked(all)),
        (all, bad) if all == bad => Some(words::about_could_not_be_verified(bad)),
        (all, bad) => Some(words::about_checked_could_not_be(&bad, all)),
    };
    let names = (names > 0).then(|| words::about_not_found_in_the(names));
    let parts: Vec<String> = numbers.into_iter().chain(names).collect();
    (!parts.is_empty()).then(|| parts.join(", "))
}

/// Returns whether any number or name of an answer could not be verified.
pub fn is_doubted(claims: &[Claim]) -> bool {
    claims.iter().any(|claim| claim.support.is_marked())
}

/// Says that the data is not from files.
fn made(claims: &[Claim]) -> Option<String> {
    // Random numbers that take part in a result, as a sample does, are said with each number.
    let lineage = claims
        .iter()
        .filter_map(|claim| claim.lineage.as_deref())
        .find(|lineage| lineage.contains("from "))?;
    Some(words::about_what_the_code_showed(&lineage))
}

/// Returns what to be careful about, as sentences: how many numbers the results do not support, and
/// rows that were left out or guessed, as far as the answer does not say so itself.
fn cautions(claims: &[Claim], answer: &str) -> Vec<String> {
    let count =
        |is: fn(&Support) -> bool| claims.iter().filter(|claim| is(&claim.support)).count() as u64;
    let missing =
        count(|support| support.is_unplaced() && !matches!(support, Support::Replaced { .. }));
    let unsupported = (missing > 0).then(|| {
        if count(|support| *support == Support::NotFound) == missing {
            words::about_not_found(missing)
        } else {
            words::about_not_found_there(missing)
        }
    });
    let typed = count(|support| matches!(support, Support::Typed { .. }));
    let typed = (typed > 0).then(|| words::about_typed(typed));
    let names = count(|support| *support == Support::UnknownName);
    let unknown = (names > 0).then(|| words::about_unknown_names(names));
    let replaced = count(|support| matches!(support, Support::Replaced { .. }));
    let replaced = (replaced > 0).then(|| words::about_replaced(replaced));
    let mut sentences: Vec<String> =
        unsupported.into_iter().chain(replaced).chain(typed).chain(unknown).collect();
    // What the answer says itself need not be said again.
    let words = |text: &str| text.replace(|c: char| !c.is_alphanumeric(), "").to_lowercase();
    let answer = words(answer);
    for doubt in
        claims.iter().filter(|claim| !claim.support.is_marked()).flat_map(|claim| &claim.doubts)
    {
        if !sentences.contains(doubt) && !answer.contains(&words(doubt)) {
            sentences.push(doubt.clone());
        }
    }
    sentences
}

/// Returns the line of the fold that has the steps of a complete turn: how many there are, and how
/// long their code ran.
pub fn steps_line(count: usize, milliseconds: f64) -> String {
    let steps = words::about_steps(count as u64);
    if milliseconds > 0.0 {
        words::about_how_this_was_worked(&duration(milliseconds), &steps)
    } else {
        words::about_how_this_was_worked_out(&steps)
    }
}

#[cfg(test)]
mod tests;
