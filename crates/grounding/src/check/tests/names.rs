//! Which of the names in a sentence or a table a number is stated for.

use super::{printed, supports};

const SHOPS: &str =
    "         revenue    cost\nshop\nHarbour   399570  308520\nNorth     567170  398380";
const MONTHS: &str = "shop     Harbour  North\nmonth\n2024-01    28300  41200\n2024-02    27150  39850\n2024-03    30240  44310";
const VOTES: &str = "outcome  carried  rejected\ntopic\nBudget        13         7\nHousing       11         1\nParks         12         5";
const SCORES: &str = "score\n1    1\n2    4\n3    5\n4    6\nName: count, dtype: int64";

#[test]
fn a_number_belongs_to_the_name_in_its_clause_or_its_cell() {
    // What was printed, an answer, and how many of its numbers are marked.
    let cases = [
        (SHOPS, "North took in 567,170 against 399,570 at Harbour.", 0),
        (SHOPS, "North took in 567,170 against 567,170 at Harbour.", 1),
        (SHOPS, "Compared with Harbour (399,570), North took in 567,170.", 0),
        (SHOPS, "Compared with Harbour (567,170), North took in 567,170.", 1),
        (SHOPS, "North leads with 567,170, Harbour follows: 399,570.", 0),
        (SHOPS, "North leads with 399,570, Harbour follows: 399,570.", 1),
        (MONTHS, "In February 2024 North made 39,850.", 0),
        (MONTHS, "In February North made 39,850 and Harbour 27,150.", 0),
        (MONTHS, "In February North made 27,150.", 1),
        (MONTHS, "In February North made 41,200.", 1),
        (MONTHS, "From January to March, Harbour made 28,300, 27,150 and 30,240.", 0),
        (MONTHS, "From January to February, Harbour made 28,300 and 30,240.", 1),
        (MONTHS, "Harbour made 28,300, 27,150 and 30,240 in January, February and March.", 0),
        (MONTHS, "| Month | North |\n|---|---|\n| 2024-01 | 41,200 |\n| 2024-02 | 39,850 |", 0),
        (MONTHS, "| Month | North |\n|---|---|\n| 2024-01 | 28,300 |\n| 2024-02 | 39,850 |", 1),
        (SCORES, "| Score | Answers |\n|---|---|\n| 2 | 4 |\n| 3 | 5 |\n| 4 | 6 |", 0),
        (SCORES, "| Score | Answers |\n|---|---|\n| 2 | 4 |\n| 3 | 6 |\n| 4 | 6 |", 1),
    ];
    for (stdout, answer, marked) in cases {
        check(stdout, answer, marked);
    }
}

#[test]
fn counts_and_shares_follow_from_the_rows_that_are_named() {
    let cases = [
        (VOTES, "13 of 20 motions on the Budget were carried (65 %).", 0),
        (VOTES, "13 of 20 motions on the Budget were carried, and 7 rejected.", 0),
        (VOTES, "13 of 20 motions on the Budget passed (56 %).", 1),
        (VOTES, "On Housing, 11 of 12 motions (91.7 %) were carried.", 0),
        (VOTES, "On Housing, 11 of 17 motions were carried.", 1),
        (VOTES, "Housing had 3 motions.", 1),
        (SHOPS, "North grew to 567,170 (41.9 % more than Harbour with 399,570).", 0),
        (SHOPS, "North is at 567,170 and Harbour at 399,570, a gap of 167,600.", 0),
        (SHOPS, "North is at 567,170 and Harbour at 399,570, a gap of 176,600.", 1),
    ];
    for (stdout, answer, marked) in cases {
        check(stdout, answer, marked);
    }
}

#[test]
fn records_that_were_printed_one_after_the_other_are_rows() {
    let records = "{'day': '2024-01-20', 'temp': -12.1, 'wind': 5}\n{'day': '2024-01-15', 'temp': 4.4, 'wind': 36}";
    check(records, "Coldest was 20 January with -12.1 degrees.", 0);
    check(records, "Coldest was 20 January with 4.4 degrees.", 1);
}

fn check(stdout: &str, answer: &str, marked: usize) {
    let supports = supports(answer, "", &printed("print(table)", stdout));
    let is_marked = |support: &&String| {
        ["other row", "not found", "by chance"].iter().any(|end| support.ends_with(end))
    };
    assert_eq!(supports.iter().filter(is_marked).count(), marked, "{answer}\n{supports:?}");
}
