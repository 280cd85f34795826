//! Measures how often an invented number passes by chance.
#![allow(clippy::print_stdout)]
use grounding::{Evidence, Support, check};
use kernel::Outcome;
fn main() {
    let mut seed: u64 = 88172645463325252;
    let mut next = move || {
        seed ^= seed << 13;
        seed ^= seed >> 7;
        seed ^= seed << 17;
        (seed >> 11) as f64 / (1u64 << 53) as f64
    };
    for (rows, per_answer) in [(5, 1), (12, 2), (12, 4), (60, 2), (60, 4), (400, 4)] {
        let (mut total, mut passed, mut by) = (0, 0, std::collections::BTreeMap::new());
        for _ in 0..2000 {
            let scale = 10f64.powf(next() * 5.0);
            let values: Vec<f64> = (0..rows).map(|_| next() * scale).collect();
            let counts: Vec<u64> = (0..rows).map(|_| (next() * 900.0) as u64 + 1).collect();
            let stdout: String = values
                .iter()
                .zip(&counts)
                .enumerate()
                .map(|(at, (value, count))| format!("group{at}  {value:.6}  {count}\n"))
                .collect();
            let mut evidence = Evidence::default();
            evidence.add_outcome(0, "print(df)", &Outcome { stdout, ..Outcome::default() });
            let mut answer = String::new();
            for _ in 0..per_answer {
                let at = (next() * rows as f64) as usize;
                answer += &format!("It is {:.2} with {}. ", values[at], counts[at]);
            }
            let start = answer.len();
            let invented = match (next() * 4.0) as usize {
                0 => format!("{:.1}%", next() * 100.0),
                1 => format!("{:.2}", next() * scale),
                2 => format!("{}", (next() * 900.0) as u64 + 1),
                _ => format!("{:.1} million", next() * 100.0),
            };
            answer += &format!("The other is {invented}.");
            for claim in check(&answer, "", &evidence) {
                if claim.span.start >= start {
                    total += 1;
                    if claim.support != Support::NotFound {
                        passed += 1;
                        *by.entry(
                            format!("{:?}", claim.support)
                                .chars()
                                .take(40)
                                .collect::<String>()
                                .split("source")
                                .next()
                                .unwrap()
                                .to_owned()
                                + if invented.contains('%') {
                                    "%"
                                } else if invented.contains('.') {
                                    "float"
                                } else {
                                    "int"
                                },
                        )
                        .or_insert(0) += 1;
                    }
                } else {
                    assert!(claim.support != Support::NotFound, "{answer} {claim:?}");
                }
            }
        }
        println!("{rows} rows, {per_answer}: {:.1}% {by:?}", 100.0 * passed as f64 / total as f64);
    }
}
