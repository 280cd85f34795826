//! Sessions as a page would write them.

use std::sync::Arc;

use kernel::{Outcome, Status, TableData};
use serde_json::json;

use super::{
    Random, answered, asked, began, called, code_edited, console, disclosed, edited, ended, log,
    ran,
};
use crate::log::{Body, Disclosure, End, Event, Id, StartCause, State, StoredOutcome};

/// Returns a random session of about this many actions of its user: questions, edits, branches, the
/// console, restarts.
pub(crate) fn session(seed: u64, actions: u32) -> Vec<Event> {
    let mut random = Random::new(seed);
    let mut bodies = vec![Body::Created { id: format!("session-{seed}") }];
    for _ in 0..actions {
        let state = State::of(&log(bodies.clone()));
        let (next, leaf) = (state.next_id(), state.leaf());
        let turns: Vec<Id> = state.turns().iter().map(|turn| turn.id).collect();
        let steps: Vec<(Id, Id)> = state
            .turns()
            .iter()
            .flat_map(|turn| turn.steps.iter().map(|step| (turn.id, step.id)))
            .collect();
        match random.below(10) {
            0..4 => {
                let question = if turns.is_empty() || random.chance(75) {
                    asked(next, leaf)
                } else {
                    edited(next, random.pick(&turns))
                };
                bodies.push(question);
                bodies.extend(turn(&mut random, next));
            }
            4 if !turns.is_empty() => bodies.push(Body::BranchChosen { turn: random.pick(&turns) }),
            5 if !turns.is_empty() => bodies.push(Body::TurnUndone { turn: random.pick(&turns) }),
            6 | 7 if !steps.is_empty() => {
                let (turn, step) = random.pick(&steps);
                let code = format!("edited_{} = 1", random.below(4));
                bodies.push(code_edited(turn, step, &code));
                if random.chance(70) {
                    bodies.extend(ran(next, turn, step, &code));
                }
            }
            8 => bodies.extend(console(next, leaf, &format!("console_{next} = 1"))),
            9 if random.chance(50) => bodies.push(Body::KernelStarted { cause: StartCause::Lost }),
            9 => bodies.push(Body::VariablesDeleted),
            _ => {}
        }
    }
    log(bodies)
}

/// Returns what follows a question.
fn turn(random: &mut Random, turn: Id) -> Vec<Body> {
    let mut bodies = Vec::new();
    for at in 0..random.below(3) {
        let (step, execution) = (turn + 1 + 2 * at, turn + 2 + 2 * at);
        let code = format!("variable_{step} = 1");
        bodies.extend(text(random, turn));
        bodies.push(called(turn, step, &code));
        bodies.push(began(execution, turn, step, &code));
        if random.chance(5) {
            // The page was closed.
            return bodies;
        }
        bodies.push(ended(execution, if random.chance(80) { Status::Ok } else { Status::Error }));
        bodies.push(disclosed(execution, Disclosure::Printed));
    }
    bodies.extend(text(random, turn));
    if random.chance(80) {
        bodies.extend(answered(turn));
    } else if random.chance(50) {
        let message = Some("You stopped it.".to_owned());
        bodies.push(Body::TurnEnded { turn, end: End::Stopped, message });
    }
    bodies
}

fn text(random: &mut Random, turn: Id) -> Vec<Body> {
    (0..random.below(4)).map(|_| Body::TextReceived { turn, text: random.text() }).collect()
}

/// Returns a session of this many executions, one in each turn, each with a table of 20 rows.
pub(crate) fn executions(count: Id) -> Vec<Event> {
    let mut bodies = vec![Body::Created { id: "long".to_owned() }];
    for at in 0..count {
        let (turn, step, execution) = (3 * at + 1, 3 * at + 2, 3 * at + 3);
        let code =
            format!("df_{at} = df.groupby(\"region\").sum(numeric_only=True)\ndf_{at}.head(20)\n");
        let data = TableData {
            columns: ["region", "units", "revenue"].map(str::to_owned).to_vec(),
            types: ["text", "integer", "number"].map(str::to_owned).to_vec(),
            index_columns: 1,
            rows: (0..20).map(|row| vec![json!("north"), json!(row), json!(0.5)]).collect(),
            tail: Vec::new(),
            total_rows: 20,
            all_columns: None,
        };
        let result = kernel::Shown {
            text: "a table".to_owned(),
            data: Some(data),
            ..kernel::Shown::default()
        };
        let inline = Outcome { results: vec![result], ..Outcome::default() };
        bodies.push(asked(turn, at.checked_sub(1).map(|before| 3 * before + 1)));
        bodies.push(called(turn, step, &code));
        bodies.push(began(execution, turn, step, &code));
        bodies.push(Body::ExecutionEnded {
            execution,
            outcome: Arc::new(StoredOutcome { inline, parts: Vec::new() }),
        });
        bodies.push(disclosed(execution, Disclosure::Printed));
        bodies
            .extend((0..5).map(|_| Body::TextReceived { turn, text: "The sum is 5. ".to_owned() }));
        bodies.extend(answered(turn));
    }
    log(bodies)
}
