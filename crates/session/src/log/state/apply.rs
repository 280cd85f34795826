//! One event more.

use super::history::Made;
use super::tree::Asked;
use super::{Change, DisclosedText, File, Problem, Sent, State, Turn};
use crate::log::{Body, Event, Id, MAX_THOUGHTS, Setting};

impl State {
    /// Takes in the next event. Its cost does not grow with the session, but for branches, undone
    /// turns and steps that run again.
    pub fn apply(&mut self, event: &Event) {
        if event.seq <= self.seq {
            return self
                .problem(event.seq, "An event came out of order and was left out.".to_owned());
        }
        self.seq = event.seq;
        self.changed_ms = event.ms;
        match &event.body {
            Body::Created { id } => {
                self.id.clone_from(id);
                self.created_ms = event.ms;
            }
            Body::Renamed { title } => self.name = title.trim().to_owned(),
            Body::Pinned { pinned } => self.pinned = *pinned,
            Body::SettingChanged { setting } => self.set(setting),
            Body::FileAdded { .. }
            | Body::FileProfiled { .. }
            | Body::FileRemoved { .. }
            | Body::FileReplaced { .. } => self.apply_file(event),
            Body::QuestionAsked { .. }
            | Body::QuestionEdited { .. }
            | Body::BranchChosen { .. }
            | Body::TurnUndone { .. } => self.apply_question(event),
            Body::RequestSent { turn, to, bytes, sha256, body } => {
                if let Some(turn) = turn {
                    self.existing(*turn, event);
                }
                let (to, sha256, body) = (to.clone(), sha256.clone(), body.clone());
                self.requests.push(Sent {
                    turn: *turn,
                    ms: event.ms,
                    to,
                    bytes: *bytes,
                    sha256,
                    body,
                });
            }
            Body::ReplyEnded { turn, tokens, price } => {
                if let Some(turn) = self.existing(*turn, event) {
                    turn.usage.add(tokens.as_ref(), price.as_ref());
                }
            }
            Body::TestEnded { tokens, price } => self.tests.add(tokens.as_ref(), price.as_ref()),
            Body::FallbackAnswered { turn, model } => {
                if let Some(turn) = self.existing(*turn, event) {
                    turn.fallback = Some(model.clone());
                }
            }
            Body::RequestFitted { turn, text } => {
                if let Some(turn) = self.existing(*turn, event) {
                    turn.fitted.clone_from(text);
                }
            }
            Body::ThoughtsReceived { turn, text } => {
                if let Some(turn) = self.existing(*turn, event) {
                    let room = MAX_THOUGHTS.saturating_sub(turn.thoughts.len());
                    turn.thoughts.push_str(&text[..text.floor_char_boundary(room)]);
                }
            }
            Body::QueryRead { turn, reading } => {
                if let Some(turn) = self.existing(*turn, event) {
                    turn.reading.clone_from(reading);
                }
            }
            Body::TextReceived { turn, text } => {
                if let Some(turn) = self.existing(*turn, event).filter(|turn| !turn.answered) {
                    turn.answer.push_str(text);
                }
            }
            Body::AnswerFinished {
                turn,
                text,
                for_model,
                claims,
                remarks,
                choices,
                not_computed,
            } => {
                let data = self.data;
                if let Some(turn) = self.existing(*turn, event) {
                    turn.set_answer_aside(data);
                    turn.basis = turn.ran;
                    turn.answer.clone_from(text);
                    turn.for_model.clone_from(for_model);
                    turn.claims.clone_from(claims);
                    for step in &mut turn.steps {
                        if let Some(of_step) = remarks.iter().find(|remark| remark.step == step.id)
                        {
                            step.claims.clone_from(&of_step.claims);
                        }
                    }
                    turn.choices.clone_from(choices);
                    turn.not_computed = *not_computed;
                    turn.answered = true;
                    turn.answered_at = event.seq;
                }
            }
            Body::TurnEnded { turn, end, message } => {
                if let Some(turn) = self.existing(*turn, event) {
                    turn.end = Some(*end);
                    turn.message.clone_from(message);
                }
            }
            Body::OutputsDropped { dropped } => {
                self.dropped.extend(dropped.iter().map(|output| output.sha256.clone()));
            }
            Body::ResultDisclosed { execution, mode, text, images } => {
                let disclosed = DisclosedText { mode: *mode, text: text.clone(), images: *images };
                match self.execution_mut(*execution) {
                    Some(execution) => execution.disclosed = Some(disclosed),
                    None => self.unknown("execution", *execution, event),
                }
            }
            Body::StepCalled { .. }
            | Body::StepRefused { .. }
            | Body::CodeEdited { .. }
            | Body::ExecutionBegan { .. }
            | Body::ExecutionEnded { .. }
            | Body::KernelStarted { .. }
            | Body::VariablesDeleted
            | Body::Replayed { .. } => self.apply_execution(event),
        }
    }

    fn set(&mut self, setting: &Setting) {
        let settings = &mut self.settings;
        match setting {
            Setting::Model { value } => settings.model = Some(value.clone()),
            Setting::Disclosure { value } => settings.disclosure = Some(*value),
            Setting::Seconds { value } => settings.seconds = Some(*value),
            Setting::Memory { value } => settings.memory = Some(*value),
            Setting::WritesBlocks { value } => {
                settings.write_blocks.insert(value.clone());
            }
            Setting::Temperature { value } => settings.temperature = *value,
            Setting::Effort { value } => settings.effort = *value,
            Setting::Steps { value } => settings.steps = *value,
            Setting::Instructions { value } => settings.instructions.clone_from(value),
        }
    }

    fn apply_file(&mut self, event: &Event) {
        match &event.body {
            Body::FileAdded { file, name, path, bytes, sha256, kept, wheel } => {
                self.seen(*file);
                let (name, path, sha256) = (name.clone(), path.clone(), sha256.clone());
                let (bytes, kept, wheel) = (*bytes, *kept, wheel.clone());
                let added =
                    File { id: *file, name, path, bytes, sha256, kept, wheel, profile: None };
                match self.files.iter_mut().find(|known| known.id == *file) {
                    Some(known) => *known = added,
                    None => self.files.push(added),
                }
            }
            Body::FileProfiled { file, profile } => {
                match self.files.iter_mut().find(|known| known.id == *file) {
                    Some(known) => {
                        known.path = Some(profile.path.clone());
                        known.profile = Some(profile.clone());
                    }
                    None => self.unknown("file", *file, event),
                }
            }
            Body::FileRemoved { file } => {
                match self.files.iter().position(|known| known.id == *file) {
                    Some(at) => {
                        let name = self.files.remove(at).name;
                        self.note(event.seq, Change::FileRemoved { name });
                    }
                    None => self.unknown("file", *file, event),
                }
            }
            Body::FileReplaced { file, by } => self.replace(*file, *by, event),
            _ => {}
        }
    }

    fn apply_question(&mut self, event: &Event) {
        match &event.body {
            Body::QuestionAsked { turn, parent, text, model, local } => {
                if let Some(parent) = parent.filter(|parent| parent != turn) {
                    self.existing(parent, event);
                }
                let parent = parent.filter(|parent| parent != turn);
                let (turn, local) = (*turn, *local);
                self.ask(Asked { turn, parent, edited_from: None, text, model, local }, event);
            }
            Body::QuestionEdited { turn, of, text, model, local } => {
                let parent = self.existing(*of, event).and_then(|of| of.parent);
                let (turn, local) = (*turn, *local);
                self.ask(Asked { turn, parent, edited_from: Some(*of), text, model, local }, event);
            }
            Body::BranchChosen { turn } => {
                self.existing(*turn, event);
                self.show(*turn);
            }
            Body::TurnUndone { turn } => {
                self.existing(*turn, event);
                self.hide(*turn);
            }
            _ => {}
        }
    }

    fn ask(&mut self, asked: Asked<'_>, event: &Event) {
        self.seen(asked.turn);
        if self.turn(asked.turn).is_some() {
            let text =
                format!("Question {} was stored twice; the second one was left out.", asked.turn);
            return self.problem(event.seq, text);
        }
        self.add_turn(&asked, event.ms, false);
    }

    /// Returns a turn; if the record of its question is lost, adds it after what is shown, so
    /// that the rest of it is kept.
    pub(super) fn existing(&mut self, turn: Id, event: &Event) -> Option<&mut Turn> {
        self.seen(turn);
        if self.turn(turn).is_none() {
            self.problem(event.seq, format!("The text of question {turn} is lost."));
            let parent = self.leaf();
            let asked = Asked { turn, parent, edited_from: None, text: "", model: "", local: true };
            self.add_turn(&asked, event.ms, true);
        }
        self.turn_mut(turn)
    }

    /// Records a change of the user that a model should know of, at its place in what is shown.
    pub(super) fn note(&mut self, seq: u64, change: Change) {
        let after = self.leaf();
        self.changes.push(Made { seq, after, change });
    }

    pub(super) fn seen(&mut self, id: Id) {
        self.greatest_id = self.greatest_id.max(id);
    }

    pub(super) fn unknown(&mut self, what: &str, id: Id, event: &Event) {
        self.problem(event.seq, format!("There is no {what} {id}; an event of it was left out."));
    }

    pub(super) fn problem(&mut self, seq: u64, text: String) {
        self.problems.push(Problem { seq, text });
    }
}
