//! Prints the JSON Schema of a chart, as in `schema.json`.
#![allow(clippy::print_stdout, reason = "it prints a file")]

fn main() {
    println!("{:#}", charts::schema().as_value());
}
