//! Measures how many invented numbers pass by chance: answers with true numbers of a random table of two
//! columns, and one number that is drawn at random.
#![allow(clippy::print_stdout, reason = "it prints a table")]

use grounding::{Evidence, Support, check};
use kernel::Outcome;

/// The answers of each line.
const ANSWERS: usize = 2_000;

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
    println!("| rows | true numbers | pass | true ones missed |\n| ---: | ---: | ---: | ---: |");
    for (rows, sentences) in [(5, 1), (12, 2), (12, 4), (60, 2), (60, 4), (400, 4)] {
        let (mut passed, mut missed) = (0, 0);
        for _ in 0..ANSWERS {
            let (evidence, answer, invented) = draw(&mut random, rows, sentences);
            for claim in check(&answer, "", &evidence) {
                let found = claim.support != Support::NotFound;
                passed += usize::from(found && claim.span.start >= invented);
                missed += usize::from(!found && claim.span.start < invented);
            }
        }
        let percent = |count: usize| 100.0 * count as f64 / ANSWERS as f64;
        println!("| {rows} | {} | {:.1} % | {:.1} % |", sentences * 2, percent(passed), percent(missed));
    }
}

/// Returns a table as evidence, an answer about it, and where its invented number begins.
fn draw(random: &mut Random, rows: usize, sentences: usize) -> (Evidence, String, usize) {
    let scale = 10f64.powf(random.next() * 5.0);
    let table: Vec<(f64, usize)> =
        (0..rows).map(|_| (random.next() * scale, random.below(900) + 1)).collect();
    let line = |(at, (value, count)): (usize, &(f64, usize))| format!("group{at}  {value:.6}  {count}\n");
    let stdout: String = table.iter().enumerate().map(line).collect();
    let mut evidence = Evidence::default();
    evidence.add_outcome(0, "print(df)", &Outcome { stdout, ..Outcome::default() });
    let mut answer = String::new();
    for _ in 0..sentences {
        if let Some((value, count)) = table.get(random.below(rows)) {
            answer += &format!("It is {value:.2} with {count}. ");
        }
    }
    let invented = answer.len();
    answer += "The other is ";
    answer += &match random.below(4) {
        0 => format!("{:.1}%.", random.next() * 100.0),
        1 => format!("{:.2}.", random.next() * scale),
        2 => format!("{}.", random.below(900) + 1),
        _ => format!("{:.1} million.", random.next() * 100.0),
    };
    (evidence, answer, invented)
}
