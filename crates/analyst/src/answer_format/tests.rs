use super::AnswerFormat;

fn of(question: &str) -> AnswerFormat {
    AnswerFormat::of(question).unwrap_or_else(|| panic!("no format in {question:?}"))
}

#[test]
fn formats_are_found_in_questions_and_become_statements() {
    let cases = [
        (
            "The mean? Answer format: @mean_age[mean age, rounded to two decimals]",
            Some(r#"print(f"@mean_age[{mean_age:.2f}]")"#),
        ),
        (
            "Which, how many? Answer format: @state[state], @rows[number of rows, an integer]",
            Some(r#"print(f"@state[{state}], @rows[{rows}]")"#),
        ),
        ("Write @a[one decimal] and then @b[text].", Some(r#"print(f"@a[{a:.1f}], @b[{b}]")"#)),
        (
            "Round to 3 decimals. Answer in the form \"Slope: <slope>\".",
            Some(r#"print(f"Slope: {slope:.3f}")"#),
        ),
        (
            "Reply in this format: Total = {amount} USD. Thanks.",
            Some(r#"print(f"Total = {amount} USD")"#),
        ),
        (
            "The total? Format: total=<total>, unit=<unit>",
            Some(r#"print(f"total={total}, unit={unit}")"#),
        ),
        ("Output format: p = X.XXX", Some(r#"print(f"p = {p:.3f}")"#)),
        ("Give the day in the form YYYY-MM-DD.", Some(r#"print(f"{answer}")"#)),
        ("Answer in the form `\\boxed{answer}`", Some(r#"print(f"\\boxed{{{boxed}}}")"#)),
        ("How many rows? Reply with only the number.", Some(r#"print(f"{answer}")"#)),
        (
            "Answer format: a number rounded to two decimal places",
            Some(r#"print(f"{answer:.2f}")"#),
        ),
        (
            "Rounding to two decimal places. Format: @mean_fare[mean_fare_value] where \"mean_fare_value\" is a \
             number rounded to two decimal places.",
            Some(r#"print(f"@mean_fare[{mean_fare:.2f}]")"#),
        ),
        (
            "@r[r_value]\n@kind[kind]\nwhere \"r_value\" is a number, rounded to 3 decimal places. \"kind\" is a \
             string. For instance @r[0.123]",
            Some(r#"print(f"@r[{r:.3f}]\n@kind[{kind}]")"#),
        ),
        (
            "Round to the nearest tenth. Answer in the form <low> to <high>.",
            Some(r#"print(f"{low} to {high}")"#),
        ),
        (
            "In which region is the share highest, and what is it? Format: @region[region], @share[two decimals]",
            Some(r#"print(f"@region[{region}], @share[{share:.2f}]")"#),
        ),
        ("What is the share in the form of a percentage?", None),
        ("Write to me@example.org [soon] about the mean.", None),
        ("What is the mean of the column age?", None),
        ("Reply only with the names of the customers.", None),
        ("Answer only with the names and numbers of the shops.", None),
    ];
    for (question, statement) in cases {
        let found = AnswerFormat::of(question).map(|format| format.statement());
        assert_eq!(found.as_deref(), statement, "{question}");
    }
}

#[test]
fn printed_answers_are_found_in_the_format() {
    let mean = "Answer format: @mean[mean, rounded to two decimals]";
    let two = "Answer format: @region[region], @rows[number of rows, an integer]";
    let unit = "Round to one decimal. Answer in the form \"Height: <height> cm\"";
    let cases = [
        (mean, "rows 10\n@mean[29.08]\n", Some("@mean[29.08]")),
        (mean, "@mean[1.00]\nafter all @mean[29.0828628]", Some("@mean[29.08]")),
        (mean, "@Mean [ np.float64(29.0828628) ]", Some("@mean[29.08]")),
        (mean, "@mean[-0.0004]", Some("@mean[0.00]")),
        (mean, "@mean[1,234,567.891]", Some("@mean[1234567.89]")),
        (mean, "@mean[6.0]", Some("@mean[6.0]")),
        (mean, "@mean[mean, rounded to two decimals]", None),
        (mean, "@mean[nan]", None),
        (mean, "@mean[{mean:.2f}]", None),
        (mean, "@mean[df['age'].mean()]", None),
        (mean, "29.0828628", Some("@mean[29.08]")),
        (mean, "rows in Q1: many\nthe mean is 29.0828628", Some("@mean[29.08]")),
        (mean, "1982 9.7", None),
        (two, "@region[South], @rows[12]", Some("@region[South], @rows[12]")),
        (two, "@region['South']\n@rows[12.0]", Some("@region[South], @rows[12]")),
        (two, "@region[South]", None),
        (two, "@region[nan], @rows[12]", None),
        (two, "@region[South, @rows[12", Some("@region[South], @rows[12]")),
        (two, "@region[South, @rows[many", None),
        (mean, "@mean[29.0828", Some("@mean[29.08]")),
        (two, "South\n12", None),
        (unit, "height: 172.38 CM", Some("Height: 172.4 cm")),
        (unit, "Height: tall cm", None),
        (unit, "172.38", Some("Height: 172.4 cm")),
        ("Answer format: @day[day]", "2020-01-02", Some("@day[2020-01-02]")),
        ("Answer format: @day[day]", "day\n2020-01-02", None),
        (
            "Round to the nearest tenth. Reply in the form <a> to <b>",
            "1.25 to many",
            Some("1.2 to many"),
        ),
        (
            "Format: @a[x], @b[y] where x is a string. Use two decimals.",
            "@a[1.555]\n@b[1.556]",
            Some("@a[1.555], @b[1.56]"),
        ),
        ("Reply with only the number.", "rows\n17", Some("17")),
    ];
    for (question, printed, expected) in cases {
        assert_eq!(of(question).found(printed).as_deref(), expected, "{question} {printed:?}");
    }
}

#[test]
fn the_printed_line_takes_the_place_of_another_wording() {
    let format = of("Answer format: @a[one decimal], @b[text]");
    let line = "@a[1.5], @b[x]";
    for (answer, expected) in [
        ("@a[1.5], @b[x]", "@a[1.5], @b[x]"),
        ("So: @a[1.5], @b[x] it is.", "So: @a[1.5], @b[x] it is."),
        ("It is 1.5 and x.", "It is 1.5 and x.\n\n@a[1.5], @b[x]"),
        ("It is so.\n@a[2]\n@b[y]", "It is so.\n\n@a[1.5], @b[x]"),
        ("", "@a[1.5], @b[x]"),
    ] {
        assert_eq!(format.put(line, answer), expected, "{answer:?}");
    }
    assert_eq!(of("Reply with only the number.").put("17", "There are 17 rows."), "17");
}

#[test]
fn an_answer_is_in_the_format_only_where_it_is_written_out() {
    let format = of("Answer format: @a[one decimal]");
    for (answer, is_in) in
        [("@a[1.5]", true), ("It is 1.5.", false), ("So **@a[1.5]**", true), ("", false)]
    {
        assert_eq!(format.is_in(answer), is_in, "{answer:?}");
    }
}
