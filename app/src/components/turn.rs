//! One turn: the question, the streamed answer, its results, and its steps.

use leptos::{html, prelude::*};

use super::{
    about::{self, AnswerEnd},
    actions,
    answer::Answer,
    changed_results::{ChangedResults, FormerResults},
    claim::Marks,
    corrections::Question,
    differs::Differs,
    follow_ups::FollowUps,
    kernel_badge::stage,
    query::TurnQuery,
    readings,
    result::{ResultRef, ResultView},
    results::{Created, Highlight, highlights, last_ok, redrawn, written},
    session,
    steps::Steps,
    suggestions::Questions,
    thoughts::Thoughts,
};
use crate::actions::{ReadingActions, TurnActions};
use crate::session::{About, AnswerFacts, Asked, KernelState, Phase, Reading, Turn, ended_as};

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
    let Turn { id, question, answer, phase, stopped, claims, choices, cut_off, thoughts, .. } =
        turn;
    let continued = RwSignal::new(false);
    let title = format!("turn-{id}");
    let label = title.clone();
    let marks = Marks::of(turn);
    provide_context(marks);
    let done = Memo::new(move |_| phase.get() == Phase::Done);
    let answered = Memo::new(move |_| answer.with(|text| !text.is_empty()));
    let doing = move || match phase.get() {
        Phase::WaitingForKernel => match kernel.get() {
            KernelState::Loading(progress) => {
                words::turn_waiting_for_python_progress(&stage(&progress))
            }
            KernelState::Failed(_) => words::turn_python_could_not_be().to_owned(),
            _ => words::turn_waiting_for_python().to_owned(),
        },
        Phase::Thinking if answered.get() => words::turn_writing().to_owned(),
        Phase::Thinking => words::turn_thinking().to_owned(),
        Phase::Running => match kernel.get() {
            KernelState::Fetching(packages) => words::turn_fetching(&packages),
            _ => words::turn_running_python().to_owned(),
        },
        Phase::AwaitingConsent => words::turn_waiting_for_your_consent().to_owned(),
        Phase::Done => stopped.with(|why| ended_as(why.as_deref(), cut_off.get())).to_owned(),
    };
    let about = Memo::new(move |_| said_about(turn));
    // An answer that was made from other files stands below the results that are new.
    let is_former = Memo::new(move |_| {
        turn.is_former.get()
            && turn.steps.with(|steps| steps.iter().any(|step| step.former.with(Option::is_some)))
    });
    let above = Memo::new(move |_| if done.get() { last_ok(turn) } else { None });
    let redrawn = Memo::new(move |_| redrawn(turn));
    let all = Memo::new(move |_| highlights(turn, above.get(), &redrawn.get()));
    let of = move |charts: bool| {
        let some = |one: &&Highlight| one.is_chart == charts;
        all.with(|all| all.iter().filter(some).cloned().collect::<Vec<_>>())
    };
    let shown = move |highlight: Highlight| {
        view! {
            <ResultView result=ResultRef::Of(highlight.outcome, highlight.index) reveal=marks.reveal />
            <Differs reran=highlight.step.reran result=highlight.index />
        }
    };
    let charts = view! {
        <div class="highlights is-charts">
            <For each=move || of(true) key=Highlight::key let(highlight)>{shown(highlight)}</For>
        </div>
    };
    view! {
        <article class="turn" node_ref=article aria-labelledby=label data-testid="turn">
            <Question turn=turn title=title />
            <TurnQuery turn=turn />
            <p class="turn-phase" class:visually-hidden=done role="status" data-testid="phase">
                <span class={"turn-indicator"} aria-hidden="true"></span>
                <span>{doing}</span>
            </p>
            <Thoughts text=thoughts />
            {move || about.with(|about| about.notice.as_ref().map(about::notice))}
            <ChangedResults turn=turn />
            <div class="answer" data-testid="answer" aria-busy=move || (!done.get()).to_string()>
                <Answer turn=id text=answer claims=claims is_former=is_former charts=charts.into_any() />
                <Questions list=choices.into() class={"choices"} label={words::turn_questions_that_may_be()} testid={"choice"} />
            </div>
            {move || stopped.get().map(|why| {
                let failed = (ended_as(Some(&why), cut_off.get()) == "Failed")
                    .then(|| view! { <strong>{words::turn_failed_before_why()}</strong> });
                view! { <p class="turn-stopped">{failed}{why}</p> }.into_any()
            })}
            {move || (cut_off.get() && !continued.get()).then(|| view! {
                <button
                    class="button turn-continue"
                    type="button"
                    data-testid="continue"
                    disabled=move || session.busy()
                    on:click=move |_| {
                        continued.set(true);
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
                    {words::turn_continue()}
                </button>
            }.into_any())}
            <div class="highlights">
                <For each=move || of(false) key=Highlight::key let(highlight)>{shown(highlight)}</For>
                <Created files=Signal::derive(move || written(turn)) />
            </div>
            <FormerResults turn=turn with_answer=is_former />
            <AnswerEnd turn=turn marks=marks />
            {move || about.with(about::fold)}
            <Steps turn=turn marks=marks above=above redrawn=redrawn />
            <FollowUps turn=turn />
        </article>
    }
    .into_any()
}

/// Returns what is said about a turn's answer.
fn said_about(turn: Turn) -> About {
    let outcomes = readings::outcomes(turn);
    let deviations = readings::deviations(&outcomes);
    let joins = kernel::join_notes(outcomes.iter().map(AsRef::as_ref));
    turn.claims.with(|claims| {
        turn.answer.with(|answer| {
            turn.fitted.with(|fitted| {
                About::of(&AnswerFacts {
                    claims,
                    answer,
                    not_computed: turn.not_computed.get(),
                    deviations,
                    joins,
                    fitted,
                })
            })
        })
    })
}

#[cfg(test)]
#[cfg(feature = "ssr")]
mod tests;
