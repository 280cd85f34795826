//! The tree of turns: which follow each other, which are shown.

use super::{State, Turn};
use crate::log::{Disclosure, Id, Usage};

/// A question, as it enters the tree.
pub(super) struct Asked<'a> {
    pub(super) turn: Id,
    pub(super) parent: Option<Id>,
    pub(super) edited_from: Option<Id>,
    pub(super) text: &'a str,
    pub(super) model: &'a str,
    pub(super) local: bool,
}

impl State {
    /// Returns the turns that are shown, in their order.
    pub fn path(&self) -> Vec<&Turn> {
        let mut path = Vec::new();
        let mut next = self.root;
        while let Some(turn) = next.and_then(|id| self.turn(id)).filter(|turn| !turn.undone) {
            path.push(turn);
            next = turn.chosen;
        }
        path
    }

    /// Returns the last turn that is shown: the parent of the next question.
    pub fn leaf(&self) -> Option<Id> {
        self.leaf
    }

    /// Returns the branches at a turn, oldest first: itself and the turns that follow the same one,
    /// without those that were undone.
    pub fn branches(&self, turn: Id) -> Vec<Id> {
        let Some(turn) = self.turn(turn) else { return Vec::new() };
        let shown = |id: &&Id| self.turn(**id).is_some_and(|turn| !turn.undone);
        self.siblings(turn.parent).iter().filter(shown).copied().collect()
    }

    /// Returns the newest turn that was undone at the end of what is shown, and can be shown again.
    pub fn undone(&self) -> Option<Id> {
        let undone = |id: &&Id| self.turn(**id).is_some_and(|turn| turn.undone);
        self.siblings(self.leaf).iter().rev().find(undone).copied()
    }

    fn siblings(&self, parent: Option<Id>) -> &[Id] {
        match parent {
            Some(parent) => {
                self.turn(parent).map(|turn| turn.children.as_slice()).unwrap_or_default()
            }
            None => &self.roots,
        }
    }

    /// Returns a turn with those before it, the first one first.
    pub(super) fn lineage(&self, turn: Id) -> Vec<&Turn> {
        let mut lineage: Vec<&Turn> = std::iter::successors(self.turn(turn), |turn| {
            turn.parent.and_then(|parent| self.turn(parent))
        })
        .collect();
        lineage.reverse();
        lineage
    }

    /// Adds a turn and shows it. Its parent exists, so that the tree has no cycle.
    pub(super) fn add_turn(&mut self, asked: &Asked<'_>, ms: u64, lost: bool) {
        let Asked { turn: id, parent, edited_from, .. } = *asked;
        let turn = Turn {
            id,
            parent,
            edited_from,
            ms,
            question: asked.text.to_owned(),
            model: asked.model.to_owned(),
            local: asked.local,
            // As the page starts.
            disclosure: self.settings.disclosure.unwrap_or(Disclosure::Printed),
            answer: String::new(),
            for_model: None,
            answered: false,
            claims: Vec::new(),
            answered_at: 0,
            data: self.data,
            set_aside: Vec::new(),
            choices: Vec::new(),
            not_computed: false,
            steps: Vec::new(),
            usage: Usage::default(),
            fallback: None,
            fitted: String::new(),
            thoughts: String::new(),
            reading: String::new(),
            end: None,
            message: None,
            undone: false,
            lost,
            children: Vec::new(),
            chosen: None,
            basis: 0,
            ran: parent.and_then(|parent| self.turn(parent)).map_or(0, |parent| parent.ran),
        };
        self.turn_at.insert(id, self.turns.len());
        self.turns.push(turn);
        match parent.and_then(|parent| self.turn_mut(parent)) {
            Some(parent) => parent.children.push(id),
            None => self.roots.push(id),
        }
        if parent != self.leaf {
            return self.show(id);
        }
        // The usual question continues what is shown.
        match parent.and_then(|parent| self.turn_mut(parent)) {
            Some(parent) => parent.chosen = Some(id),
            None => self.root = Some(id),
        }
        self.leaf = Some(id);
    }

    /// Shows the branch through a turn, and below it the one that was shown last.
    pub(super) fn show(&mut self, turn: Id) {
        let lineage: Vec<Id> = self.lineage(turn).iter().map(|turn| turn.id).collect();
        for pair in lineage.windows(2) {
            if let &[parent, child] = pair
                && let Some(parent) = self.turn_mut(parent)
            {
                parent.chosen = Some(child);
            }
        }
        if let Some(first) = lineage.first() {
            self.root = Some(*first);
        }
        for id in lineage {
            self.turn_mut(id).into_iter().for_each(|turn| turn.undone = false);
        }
        self.leaf = self.path().last().map(|turn| turn.id);
    }

    /// Hides a turn with all that follows it. The path then ends before it.
    pub(super) fn hide(&mut self, turn: Id) {
        self.turn_mut(turn).into_iter().for_each(|turn| turn.undone = true);
        self.leaf = self.path().last().map(|turn| turn.id);
    }

    pub(super) fn turn_mut(&mut self, id: Id) -> Option<&mut Turn> {
        self.turns.get_mut(*self.turn_at.get(&id)?)
    }
}
