//! One turn: the question, the streamed answer, its results, and its steps.

use leptos::{html, prelude::*};
use text::{format, visible};

use super::{
    actions,
    answer::Answer,
    claim::{caution, step_anchor},
    corrections::Corrections,
    differs::Differs,
    functions::StepFunctions,
    kernel_badge::stage,
    query::TurnQuery,
    readings,
    result::{ResultRef, ResultView},
    results::{Created, Highlight, highlights, redrawn, written},
    session,
    step::StepView,
    suggestions::Questions,
    thoughts::Thoughts,
};
use crate::actions::{ReadingActions, TurnActions};
use crate::session::{Asked, KernelState, Phase, Reading, Turn, used, used_in_parts};

/// One turn of the conversation.
#[component]
pub(super) fn TurnView(turn: Turn) -> impl IntoView {
    let session = session();
    let kernel = session.kernel;
    let (turns, queries) = (actions::<dyn TurnActions>(), actions::<dyn ReadingActions>());
    let article = NodeRef::<html::Article>::new();
    // A new question scrolls to the top of the window, so that its answer grows into view and
    // nothing scrolls afterwards.
    Effect::new(move |_| {
        if let Some(article) = article.get() {
            article.scroll_into_view();
        }
    });
    let Turn {
        id,
        question,
        model,
        answer,
        steps,
        phase,
        stopped,
        claims,
        not_computed,
        choices,
        cut_off,
        thoughts,
        fitted,
        fallback,
        usage,
        ..
    } = turn;
    let title = format!("turn-{id}");
    let label = title.clone();
    let done = Memo::new(move |_| phase.get() == Phase::Done);
    let answered = Memo::new(move |_| answer.with(|text| !text.is_empty()));
    let doing = move || match phase.get() {
        Phase::WaitingForKernel => match kernel.get() {
            KernelState::Loading(progress) => format!("Waiting for Python: {}", stage(&progress)),
            KernelState::Failed(_) => "Python could not be started".to_owned(),
            _ => "Waiting for Python".to_owned(),
        },
        Phase::Thinking if answered.get() => "Writing".to_owned(),
        Phase::Thinking => "Thinking".to_owned(),
        Phase::Running => match kernel.get() {
            KernelState::Fetching(packages) => format!("Fetching {packages}"),
            _ => "Running Python".to_owned(),
        },
        Phase::AwaitingConsent => "Waiting for your consent".to_owned(),
        Phase::Done => "Answer complete".to_owned(),
    };
    let spent = move || {
        let words = usage.with(|usage| usage.as_ref().map(used)).filter(|words| !words.is_empty());
        words.map(|words| format!(", {words}"))
    };
    let count = Memo::new(move |_| steps.with(Vec::len));
    let last = Memo::new(move |_| steps.with(|steps| steps.last().map(|step| step.id)));
    let above = Memo::new(move |_| if done.get() { super::results::last_ok(turn) } else { None });
    let redrawn = Memo::new(move |_| redrawn(turn));
    view! {
        <article class="turn" node_ref=article aria-labelledby=label data-testid="turn">
            <h2 class="turn-question" id=title>{question.get_value()}</h2>
            <TurnQuery turn=turn />
            <p class="turn-phase" class:visually-hidden=done role="status" data-testid="phase">
                <span class={"turn-indicator"} aria-hidden="true"></span>
                <span>{doing}</span>
            </p>
            <Thoughts text=thoughts />
            {move || readings::of_turn(turn)}
            <div class="answer" data-testid="answer" hidden=move || !answered.get() aria-busy=move || (!done.get()).to_string()>
                <p class="not-computed" role="note" data-testid="not-computed" hidden=move || !not_computed.get()>
                    <strong>{"Not computed. "}</strong>
                    "No code has produced what this answer states. Do not rely on it; ask again, or choose another model."
                </p>
                <Answer turn=id text=answer claims=claims />
                {move || claims.with(|claims| answer.with(|answer| caution(claims, answer))).map(|note| view! {
                    <p class="claims-note" data-testid="claims-note">{note}</p>
                }.into_any())}
                <Questions list=choices.into() class={"choices"} label={"Questions that may be meant"} testid={"choice"} />
            </div>
            {move || stopped.get().map(|why| view! {
                <p class="turn-stopped" role="status">{why}</p>
            }.into_any())}
            {move || cut_off.get().then(|| view! {
                <button
                    class="button turn-continue"
                    type="button"
                    data-testid="continue"
                    disabled=move || session.busy()
                    on:click=move |_| {
                        cut_off.set(false);
                        let question = question.get_value();
                        match turn.reading.get_untracked().filter(|reading| reading.own) {
                            Some(Reading { query, explained, .. }) => {
                                let asked = Asked { of: None, question, query, explained };
                                queries.with(|queries| queries.ask_query(asked));
                            }
                            None => {
                                turns.with(|turns| turns.ask(question));
                            }
                        }
                    }
                >
                    "Continue"
                </button>
            }.into_any())}
            <div class="highlights">
                <For each=move || highlights(turn, above.get(), &redrawn.get()) key=Highlight::key let(highlight)>
                    <ResultView result=ResultRef::Of(highlight.outcome, highlight.index) />
                    <Differs reran=highlight.step.reran result=highlight.index />
                </For>
                <Created files=Signal::derive(move || written(turn)) />
            </div>
            <div role="group" class="steps" hidden=move || count.get() == 0 aria-label="How this was worked out">
                <p class="steps-title">
                    {move || if done.get() {
                        format!("How this was worked out, {}", format::plural(count.get() as u64, "step"))
                    } else {
                        "Working it out".to_owned()
                    }}
                </p>
                <ol class="steps-list">
                    <For each=move || steps.get() key=|step| step.id let(step)>
                        <li id=step_anchor(step.id as usize)>
                            <StepView
                                step=step
                                turn=turn
                                under_way=Signal::derive(move || !done.get() && last.get() == Some(step.id))
                                last=Signal::derive(move || last.get() == Some(step.id))
                                above=Signal::derive(move || above.get() == Some(step.id))
                                redrawn=Signal::derive(move || {
                                    redrawn.get().into_iter().filter(|(id, _)| *id == step.id).map(|(_, index)| index).collect()
                                })
                            />
                            <StepFunctions step=step />
                        </li>
                    </For>
                </ol>
            </div>
            <Corrections turn=turn />
            <p class="turn-model" role="note" data-testid="fitted" hidden=move || fitted.with(String::is_empty)>
                {move || visible(&fitted.get())}
            </p>
            <p class="turn-model" hidden=move || !done.get()>
                "Answered by "
                <span>{move || model.with_value(|model| match fallback.get() {
                    Some(fallback) => format!("{}, since {} did not answer", visible(&fallback), visible(model)),
                    None => model.clone(),
                })}</span>
                <span class="turn-usage" data-testid="usage" title=move || usage.with(|usage| usage.as_ref().map(used_in_parts))>
                    {spent}
                </span>
            </p>
        </article>
    }
    .into_any()
}
