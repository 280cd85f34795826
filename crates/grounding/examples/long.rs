//! Measures how long the numbers of a long answer take, the case of `bench/long_answer.mjs`: 246 kB
//! with headings, lists and tables, of which an execution printed some numbers.
#![allow(clippy::print_stdout, reason = "it prints the times")]

use std::time::Instant;

use grounding::{Evidence, check};
use kernel::Outcome;

/// The bytes of the answer.
const BYTES: usize = 246_000;
/// How often it is measured.
const RUNS: usize = 5;

fn section(at: usize) -> String {
    let region = at % 40;
    let orders = |region: usize| 1000 + 317 * (region % 40);
    let items: String =
        (0..5).map(|item| format!("- item {item} of region {region}: `value_{item}`\n")).collect();
    let rows: String = (0..8)
        .map(|row| format!("| product {row} | {} | {} |\n", orders(region + row), row + 1))
        .collect();
    format!(
        "## Region {region}, part {at}\n\nRegion {region} has **{}** orders. That is what the code printed for it, and the sentences that follow only make this paragraph as long as those that models write.\n\n{items}\n| product | orders | rank |\n|---|--:|--:|\n{rows}\n",
        orders(region)
    )
}

fn main() {
    let lines = |from: &str| -> String {
        (0..40).map(|region| format!("{from}{region}: {}\n", region * 317 + 1000)).collect()
    };
    // As the bench prints it, and as a table whose rows the answer names.
    for (name, stdout) in [
        ("lines", lines("region ")),
        ("table", format!("          orders\n{}", lines("region").replace(':', "  "))),
        ("pivot", pivot()),
    ] {
        let mut evidence = Evidence::default();
        evidence.add_outcome(0, "print(df)", &Outcome { stdout, ..Outcome::default() });
        let mut answer = String::new();
        for at in 0.. {
            if answer.len() >= BYTES {
                break;
            }
            answer += &section(at);
        }
        let mut times: Vec<f64> = (0..RUNS)
            .map(|_| {
                let since = Instant::now();
                let claims = check(&answer, "How many orders has each region?", &evidence);
                assert!(!claims.is_empty(), "no numbers");
                since.elapsed().as_secs_f64() * 1000.0
            })
            .collect();
        times.sort_by(f64::total_cmp);
        println!("{name}: {:.0} ms for {} bytes", times[RUNS / 2], answer.len());
    }
}

/// Returns a table whose columns are groups, which the answer's tables name in each row.
fn pivot() -> String {
    let head = (0..8).map(|at| format!("  product {at}")).collect::<String>();
    let rows = (0..40)
        .map(|region| {
            let cells: String =
                (0..8).map(|at| format!("  {}", 1000 + 317 * ((region + at) % 40))).collect();
            format!("region {region}{cells}\n")
        })
        .collect::<String>();
    format!("region{head}\n{rows}")
}
