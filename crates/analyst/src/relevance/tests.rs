use super::{chosen, fitting};

#[test]
fn the_columns_that_a_text_is_about_come_first() {
    let names = [
        "id",
        "orderDate",
        "cust_name",
        "Total Revenue",
        "revenue_share",
        "qty",
        "gdp_per_capita",
        "GDP",
        "customer region",
        "Umsatz",
    ];
    for (text, expected) in [
        (
            "What is the total revenue by region?",
            &["Total Revenue", "customer region", "revenue_share"][..],
        ),
        ("Which customers ordered most?", &["customer region", "cust_name", "orderDate"]),
        ("Average quantity per order date", &["orderDate", "qty"]),
        ("What is the GDP?", &["GDP", "gdp_per_capita"]),
        ("revenue_share of all", &["revenue_share", "Total Revenue"]),
        ("Wie hoch ist der Gesamtumsatz?", &["Umsatz"]),
        ("How many rows are there?", &[]),
        ("", &[]),
    ] {
        let found: Vec<&str> = fitting(text, &names).into_iter().map(|at| names[at]).collect();
        assert_eq!(found, expected, "{text}");
    }
}

#[test]
fn of_a_wide_table_the_columns_of_the_question_are_chosen_and_then_the_first() {
    let names: Vec<String> =
        (0..300).map(|at| format!("q{at}_answer")).chain(["household income".to_owned()]).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    assert_eq!(chosen("mean household income by q250_answer", &names, 4), [0, 1, 250, 300]);
    assert_eq!(chosen("anything", &names, 3), [0, 1, 2]);
    assert_eq!(chosen("household income", &names[..3], 60), [0, 1, 2]);
}
