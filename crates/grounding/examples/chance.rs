//! Measures how many invented numbers pass by chance: answers with true numbers of a random table
//! of two columns, each with the name of its group, and one number that is drawn at random, with
//! the name of a group and without.
#![allow(clippy::print_stdout, reason = "it prints a table")]

use grounding::{Evidence, check};
use kernel::Outcome;

/// The answers of each line.
const ANSWERS: usize = 4_000;

/// Numbers from 0 to 1 by xorshift, the same in each run.
struct Random(u64);

impl Random {
    fn next(&mut self) -> f64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as f64 / (1u64 << 53) as f64
    }

    fn below(&mut self, end: usize) -> usize {
        (self.next() * end as f64) as usize
    }
}

fn main() {
    let mut random = Random(88_172_645_463_325_252);
    println!(
        "| rows | true numbers | named | not named | true ones marked |\n| ---: | ---: | ---: | ---: | ---: |"
    );
    for (rows, sentences) in [(5, 1), (12, 2), (12, 4), (60, 2), (60, 4), (400, 4)] {
        let (mut passed, mut missed) = ([0, 0], 0);
        for answer in 0..ANSWERS {
            let named = answer % 2;
            let (evidence, answer, invented) = draw(&mut random, rows, sentences, named == 0);
            for claim in check(&answer, "", &evidence) {
                let found = !claim.support.is_marked();
                passed[named] += usize::from(found && claim.span.start >= invented);
                missed += usize::from(!found && claim.span.start < invented);
            }
        }
        let percent = |count: usize, all: usize| 100.0 * count as f64 / all as f64;
        println!(
            "| {rows} | {} | {:.1} % | {:.1} % | {:.2} % |",
            sentences * 2,
            percent(passed[0], ANSWERS / 2),
            percent(passed[1], ANSWERS / 2),
            percent(missed, ANSWERS * sentences * 2)
        );
    }
}

/// Returns a table as evidence, an answer about it, and where its invented number begins.
fn draw(
    random: &mut Random,
    rows: usize,
    sentences: usize,
    named: bool,
) -> (Evidence, String, usize) {
    let scale = 10f64.powf(random.next() * 5.0);
    let table: Vec<(f64, usize)> =
        (0..rows).map(|_| (random.next() * scale, random.below(900) + 1)).collect();
    let line =
        |(at, (value, count)): (usize, &(f64, usize))| format!("group{at}  {value:.6}  {count}\n");
    let stdout: String = table.iter().enumerate().map(line).collect();
    let mut evidence = Evidence::default();
    evidence.add_outcome(0, "print(df)", &Outcome { stdout, ..Outcome::default() });
    let mut answer = String::new();
    for _ in 0..sentences {
        let at = random.below(rows);
        if let Some((value, count)) = table.get(at) {
            answer += &format!("For group{at} it is {value:.2} with {count}. ");
        }
    }
    let invented = answer.len();
    answer += "It is ";
    if named {
        answer += &format!("in group{} ", random.below(rows));
    }
    let invented = if named { answer.len() } else { invented };
    answer += &match random.below(4) {
        0 => format!("{:.1}%.", random.next() * 100.0),
        1 => format!("{:.2}.", random.next() * scale),
        2 => format!("{}.", random.below(900) + 1),
        _ => format!("{:.1} million.", random.next() * 100.0),
    };
    (evidence, answer, invented)
}
