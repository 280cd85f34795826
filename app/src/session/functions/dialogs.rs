//! What the dialogs and the steps show of saved functions.

use text::visible;

use super::definitions::definition;
use super::description::{Description, Found, summary, wrapped};
use super::{SavedFunction, find};
use crate::session::Id;

/// The most names that are listed.
const MAX_NAMES: usize = 12;

/// The most proposals of which a tab remembers that the user has dismissed them.
const MAX_DISMISSED_PROPOSALS: usize = 200;

/// What a new function begins with.
const TEMPLATE: &str =
    "def my_function(table):\n    \"\"\"Say here what it does.\"\"\"\n    return table\n";

/// What of a step can be saved.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Savable {
    /// Its code, which has run.
    pub code: String,
    /// The functions of it that the model proposes to keep; none if it failed.
    pub proposals: Vec<String>,
}

/// The list of saved functions, and what was done with functions of steps.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct FunctionList {
    /// Whether it is open.
    pub shown: bool,
    /// Those that were deleted since it was opened, which can be stored again.
    pub deleted: Vec<SavedFunction>,
    /// How what was done last went.
    pub status: String,
    /// The function whose row is drawn again and takes the focus.
    pub refocus: Option<String>,
    /// The functions that were saved from steps, by step.
    pub kept: Vec<(Id, String)>,
    /// The proposals that the user has dismissed in this tab, as [`Savable::mark`] names them.
    pub dismissed: Vec<String>,
}

impl FunctionList {
    /// Returns the rows of the list, by name, each with whether it is deleted.
    pub fn rows(&self, saved: &[SavedFunction]) -> Vec<(SavedFunction, bool)> {
        let deleted = self.deleted.iter().filter(|one| find(saved, &one.name).is_none());
        let mut rows: Vec<_> =
            saved.iter().map(|one| (one, false)).chain(deleted.map(|one| (one, true))).collect();
        rows.sort_by(|(one, _), (other, _)| one.name.cmp(&other.name));
        rows.into_iter().map(|(one, gone)| (one.clone(), gone)).collect()
    }

    /// Returns the function that was saved from a step last.
    pub fn kept(&self, step: Id) -> Option<&str> {
        self.kept.iter().rev().find(|(id, _)| *id == step).map(|(_, name)| name.as_str())
    }

    /// Returns the functions of a step that are proposed and neither saved nor dismissed.
    pub fn proposals(&self, step: Id, of: &Savable, saved: &[SavedFunction]) -> Vec<String> {
        let code = of.code.replace("\r\n", "\n").replace('\r', "\n");
        let is_saved = |name: &str| {
            let is_own = |one: &SavedFunction| code.contains(definition(&one.source).trim());
            find(saved, name).is_some_and(|one| self.kept(step) == Some(name) || is_own(one))
        };
        let is_open =
            |name: &&String| !is_saved(name) && !self.dismissed.contains(&of.mark(step, name));
        of.proposals.iter().filter(is_open).cloned().collect()
    }

    /// Dismisses a proposal.
    pub fn dismiss(&mut self, step: Id, of: &Savable, name: &str) {
        self.dismissed.push(of.mark(step, name));
        let surplus = self.dismissed.len().saturating_sub(MAX_DISMISSED_PROPOSALS);
        self.dismissed.drain(..surplus);
    }
}

impl Savable {
    /// Says which proposal this is: the same code proposes the same.
    fn mark(&self, step: Id, name: &str) -> String {
        let add = |hash: i32, letter: char| {
            hash.wrapping_mul(31).wrapping_add(u32::from(letter).cast_signed())
        };
        format!("{step}:{}:{name}", self.code.chars().fold(0, add))
    }
}

/// What is edited.
#[derive(Clone, Debug, PartialEq)]
pub enum Edited {
    /// Code in which functions are looked for.
    Code {
        /// The code.
        code: String,
        /// The function that is meant; empty if none is in particular.
        name: String,
        /// The step whose code it is.
        step: Option<Id>,
    },
    /// A function that is saved already.
    Saved(SavedFunction),
}

impl Edited {
    /// Returns a new function.
    pub fn template() -> Self {
        Self::Code { code: TEMPLATE.to_owned(), name: String::new(), step: None }
    }
}

/// The dialog in which a function is saved.
#[derive(Clone, Debug, PartialEq)]
pub struct FunctionEdit {
    /// What is edited.
    pub edited: Edited,
    /// Which dialog it is, and which reading of its source is the newest, so that a late answer
    /// does not replace a newer one.
    pub number: Id,
    /// See `number`.
    pub reading: Id,
    /// The functions of the code, if the user can choose one of several.
    pub choices: Vec<Found>,
    /// The function that is chosen.
    pub chosen: String,
    /// What Python reads of the source, if it can be saved.
    pub found: Option<Found>,
    /// Another function, whose place the source takes if it is saved.
    pub taken: Option<SavedFunction>,
    /// What is said, as a sentence.
    pub status: String,
    /// Whether the source can be saved at present.
    pub ready: bool,
    /// Whether the user has changed the source.
    pub changed: bool,
    /// The name under which it was saved.
    pub saved: Option<String>,
}

impl FunctionEdit {
    /// Returns the dialog before Python has read the code.
    pub fn new(edited: Edited, number: Id) -> Self {
        Self {
            edited,
            number,
            reading: number,
            choices: Vec::new(),
            chosen: String::new(),
            found: None,
            taken: None,
            status: words::functions_dialogs_python_reads_the_code().to_owned(),
            ready: false,
            changed: false,
            saved: None,
        }
    }

    /// Returns the title.
    pub fn title(&self) -> String {
        self.before().map_or(words::functions_dialogs_save_as_a_function().to_owned(), |before| {
            words::functions_dialogs_edit(&visible(&before.name))
        })
    }

    /// Returns the label of the button that saves.
    pub fn save_label(&self) -> String {
        self.taken.as_ref().map_or(words::functions_dialogs_save().to_owned(), |other| {
            words::functions_dialogs_replace(&visible(&other.name))
        })
    }

    /// Returns the function whose place the source takes when it is saved.
    pub fn instead(&self) -> Option<&SavedFunction> {
        self.taken.as_ref().or(self.before())
    }

    fn before(&self) -> Option<&SavedFunction> {
        match &self.edited {
            Edited::Saved(saved) => Some(saved),
            Edited::Code { .. } => None,
        }
    }

    /// Begins with what Python has read of the code; returns the source, and whether Python is to
    /// read that. The user can write the function by hand if Python cannot read the code.
    pub fn begin(&mut self, described: Result<Description, String>) -> (String, bool) {
        self.ready = true;
        let (code, name) = match &self.edited {
            Edited::Saved(saved) => return (saved.source.clone(), true),
            Edited::Code { code, name, .. } => (code, name),
        };
        let refused = |error| Description { error, ..Description::default() };
        let Description { functions, result, error, .. } = described.unwrap_or_else(refused);
        if !error.is_empty() {
            self.status = error;
            return (code.clone(), false);
        }
        if let Some(meant) = functions.iter().find(|one| one.name == *name).or(functions.first()) {
            self.chosen.clone_from(&meant.name);
            let source = meant.source.clone();
            if functions.len() > 1 {
                self.choices = functions;
            }
            return (source, true);
        }
        (wrapped(code, result), true)
    }
}

impl Found {
    /// Returns what is said of its description.
    pub fn description(&self) -> String {
        Some(summary(&self.doc))
            .filter(|doc| !doc.is_empty())
            .unwrap_or_else(|| words::functions_dialogs_none_say_in_a().to_owned())
    }

    /// Returns a sentence with the names that it needs and that no saved function has; none if
    /// there are none.
    pub fn needs(&self, saved: &[SavedFunction]) -> Option<String> {
        let is_missing = |name: &&String| **name != self.name && find(saved, name).is_none();
        let missing: Vec<_> =
            self.names.iter().filter(is_missing).map(|name| visible(name)).collect();
        let listed = missing.get(..MAX_NAMES).unwrap_or(&missing).join(", ");
        let others =
            if missing.len() > MAX_NAMES { words::functions_dialogs_and_others() } else { "" };
        (!missing.is_empty())
            .then(|| words::functions_dialogs_other_sessions_do_not(&listed, &others))
    }
}

#[cfg(test)]
mod tests {
    use super::{Description, Edited, Found, FunctionEdit, FunctionList, Savable, SavedFunction};

    fn saved(name: &str) -> SavedFunction {
        SavedFunction {
            name: name.to_owned(),
            source: format!("def {name}(a): pass\n"),
            ..SavedFunction::default()
        }
    }

    fn code(name: &str) -> Edited {
        Edited::Code { code: "x + 1".to_owned(), name: name.to_owned(), step: None }
    }

    fn found(name: &str) -> Found {
        Found { name: name.to_owned(), source: format!("def {name}(): pass\n"), ..Found::default() }
    }

    #[test]
    fn deleted_functions_are_listed_until_they_are_saved_again() {
        let list =
            FunctionList { deleted: vec![saved("b"), saved("c")], ..FunctionList::default() };
        let rows = list.rows(&[saved("a"), saved("c")]);
        let rows: Vec<_> = rows.iter().map(|(one, gone)| (one.name.as_str(), *gone)).collect();
        assert_eq!(rows, [("a", false), ("b", true), ("c", false)]);
    }

    #[test]
    fn what_is_saved_or_dismissed_is_proposed_no_more() {
        let mut list = FunctionList::default();
        let of = Savable {
            code: "# insitu: save\r\ndef net(a): pass\r\n".to_owned(),
            proposals: vec!["net".to_owned()],
        };
        assert_eq!(list.proposals(3, &of, &[]), ["net"]);
        assert!(list.proposals(3, &of, &[saved("net")]).is_empty());
        // Another function of that name.
        let other = SavedFunction { source: "def net(b): pass\n".to_owned(), ..saved("net") };
        assert_eq!(list.proposals(3, &of, std::slice::from_ref(&other)), ["net"]);
        list.kept.push((3, "net".to_owned()));
        assert!(list.proposals(3, &of, &[other]).is_empty());
        assert_eq!(list.proposals(4, &of, &[]), ["net"]);
        list.dismiss(4, &of, "net");
        assert!(list.proposals(4, &of, &[]).is_empty());
        let changed = Savable { code: format!("{} ", of.code), ..of };
        assert_eq!(list.proposals(4, &changed, &[]), ["net"]);
    }

    #[test]
    fn a_proposal_has_the_same_mark_in_each_version_of_the_page() {
        let of = Savable {
            code: "def größe(): return '🎈🎈🎈🎈🎈'".to_owned(),
            proposals: Vec::new(),
        };
        assert_eq!(of.mark(7, "größe"), "7:-1643013133:größe");
    }

    #[test]
    fn the_dialog_begins_with_the_function_that_is_meant() {
        let functions = vec![found("one"), found("two")];
        let described = |functions: Vec<Found>, error: &str| {
            Ok(Description { functions, alone: false, result: Some(1), error: error.to_owned() })
        };
        let wrapped =
            "def my_function():\n    \"\"\"Say here what it does.\"\"\"\n    return x + 1\n";
        for (name, answer, source, choices, status) in [
            (
                "two",
                described(functions.clone(), ""),
                "def two(): pass\n",
                2,
                "Python reads the code…",
            ),
            (
                "",
                described(functions[..1].to_vec(), ""),
                "def one(): pass\n",
                0,
                "Python reads the code…",
            ),
            ("", described(Vec::new(), ""), wrapped, 0, "Python reads the code…"),
            (
                "",
                described(Vec::new(), "Line 1 is not valid Python."),
                "x + 1",
                0,
                "Line 1 is not valid Python.",
            ),
            (
                "",
                Err("Python could not read the code.".to_owned()),
                "x + 1",
                0,
                "Python could not read the code.",
            ),
        ] {
            let mut edit = FunctionEdit::new(code(name), 1);
            assert_eq!(edit.begin(answer), (source.to_owned(), status.starts_with("Python reads")));
            assert_eq!((edit.choices.len(), edit.status.as_str()), (choices, status));
        }
    }

    #[test]
    fn the_button_says_which_other_function_is_replaced() {
        let mut edit = FunctionEdit::new(Edited::Saved(saved("net")), 1);
        assert_eq!((edit.title().as_str(), edit.save_label().as_str()), ("Edit net", "Save"));
        edit.taken = Some(saved("gross"));
        assert_eq!(
            (edit.save_label().as_str(), edit.instead()),
            ("Replace gross", Some(&saved("gross")))
        );
        assert_eq!(FunctionEdit::new(code(""), 1).title(), "Save as a function");
    }

    #[test]
    fn names_are_listed_that_other_sessions_do_not_have() {
        let with = |names: Vec<String>| Found { names, ..found("net") };
        assert_eq!(with(vec!["net".to_owned(), "gross".to_owned()]).needs(&[saved("gross")]), None);
        let needs = with(vec!["limit".to_owned()]).needs(&[]).unwrap_or_default();
        assert!(
            needs
                .starts_with("Other sessions do not have: limit. There the function fails, unless"),
            "{needs}"
        );
        let many =
            with((0..13).map(|at| format!("n{at}")).collect()).needs(&[]).unwrap_or_default();
        assert!(many.contains("n11 and others. There") && !many.contains("n12"), "{many}");
    }
}
