//! The two sample data sets, one click away.

use leptos::prelude::*;
use words::Message;

use super::actions;
use crate::actions::FileActions;

/// A sample, with what an answer about it looks like.
struct Sample {
    /// The name of its file, without the extension.
    name: &'static str,
    /// The test id of its button.
    testid: &'static str,
    title: Message,
    question: &'static str,
    /// The answer: labels, values as they are written, and their share of the largest in percent.
    /// Computed from the files that `samples/generate.py` writes; journey 01 compares them.
    answer: [(&'static str, &'static str, u8); 4],
}

const SAMPLES: [Sample; 2] = [
    Sample {
        name: "sales",
        testid: "sample-sales",
        title: words::samples_45_000_sales,
        question: "Revenue by region?",
        answer: [
            ("West", "6,294,306", 100),
            ("North", "4,413,427", 70),
            ("South", "3,039,140", 48),
            ("East", "2,057,179", 33),
        ],
    },
    Sample {
        name: "funnel",
        testid: "sample-funnel",
        title: words::samples_a_small_funnel,
        question: "Users by stage?",
        answer: [
            ("visit", "358,802", 100),
            ("cart", "40,820", 11),
            ("checkout", "21,514", 6),
            ("paid", "15,776", 4),
        ],
    },
];

/// The samples as cards, each with a question and its answer.
#[component]
pub(super) fn Samples() -> impl IntoView {
    let files = actions::<dyn FileActions>();
    let card = |Sample { name, testid, title, question, answer }: Sample| {
        let bars = answer.map(|(label, value, share)| {
            view! {
                <span class="sample-bar">
                    <span class="sample-label">{label}</span>
                    <svg viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">
                        <rect class="sample-fill" width=share.to_string() height="8" rx="1"></rect>
                    </svg>
                    <span class="sample-value" data-testid="sample-value">{value}</span>
                </span>
            }
        });
        view! {
            <li>
                <button
                    class="sample"
                    type="button"
                    data-testid=testid
                    on:click=move |_| { files.with(|files| files.add_sample(name)); }
                >
                    <span class="sample-title">{title()}</span>
                    <span class="sample-question">{question}</span>
                    {bars.collect_view()}
                </button>
            </li>
        }
    };
    view! { <ul class="sample-cards" aria-label=words::samples_samples()>{SAMPLES.map(card).collect_view()}</ul> }
        .into_any()
}
