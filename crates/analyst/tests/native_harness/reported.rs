//! What is reported to a model of an execution: of tables, of what was cut, of errors, and of HTML
//! and Markdown.

use super::session::Session;

fn session() -> Session {
    Session::start("orders.csv", "item,amount\nlamp,12.5\nchair,80\nlamp,7.5\n")
}

#[test]
fn a_long_table_is_reported_by_its_types_head_and_tail_and_the_name_of_the_whole() {
    let mut session = session();
    for (rows, written, number) in [(60, "60", 1), (45_000, "45,000", 2)] {
        let code =
            format!("import pandas as pd\npd.DataFrame({{'n': range({rows}), 'word': 'w'}})");
        let lines = |rows: std::ops::Range<u32>| {
            rows.map(|row| format!("\n| {row} | w |")).collect::<String>()
        };
        let expected = format!(
            "Table of {written} rows and 2 columns; the first 15 and the last 5 rows; the whole is Out[{number}]:\n\
             | n (integer) | word (text) |\n| --- | --- |{}\n…{}",
            lines(0..15),
            lines(rows - 5..rows)
        );
        let reported = session.reported(&code);
        assert!(reported.ends_with(&expected), "{reported}\n\n{expected}");
    }
}

#[test]
fn output_and_values_that_were_cut_can_be_read_later_without_running_the_code_again() {
    let mut session = session();
    let reported = session
        .reported("for n in range(5000):\n    print('line', n)\n[n * 7 for n in range(5000)]");
    assert!(reported.contains("stdout (cut; all of it is in /out/.outputs/1.txt)"), "{reported}");
    assert!(reported.contains("(cut; the whole is Out[1])"), "{reported}");
    assert!(!reported.contains("line 2500"), "{reported}");
    let reported = session
        .reported("print(open('/out/.outputs/1.txt').read().splitlines()[2500])\nOut[1][4321]");
    assert_eq!(reported, "The code ran. (0.0 s)\n\nstdout:\nline 2500\n\n[1] 30247");
}

#[test]
fn the_error_of_an_undefined_name_names_the_most_similar_variable() {
    let mut session = session();
    session.reported("monthly_totals = 1");
    let reported = session.reported("monthly_total + 1");
    assert!(reported.contains("\nNameError: name 'monthly_total' is not defined"), "{reported}");
    assert!(reported.contains("Nearest variables: \"monthly_totals\""), "{reported}");
}

#[test]
fn an_error_within_a_library_has_the_line_of_the_code_and_no_frames_of_the_harness() {
    let reported =
        session().reported("import pandas as pd\ndf = pd.read_csv('orders.csv')\ndf['price']");
    assert!(
        reported.contains("Cell [1], line 3, in <module>\n    --> 3 df['price']\n"),
        "{reported}"
    );
    assert!(reported.contains("frames in pandas …\nKeyError: 'price'"), "{reported}");
    assert!(reported.lines().count() < 14, "{reported}");
    assert!(!reported.contains("insitu") && !reported.contains("harness"), "{reported}");
}

#[test]
fn html_and_markdown_are_reported_as_text() {
    let reported = session().reported(
        "from IPython.display import HTML, Markdown, display\n\
         display(HTML('<style>p {color: red}</style><p>Total <b>12 &amp; 3</b></p>'))\nMarkdown('# Head')",
    );
    let expected = "The code ran. (0.0 s)\n\n[1] Total 12 & 3\n\n[2] Text (Markdown), shown to the user:\n# Head";
    assert_eq!(reported, expected);
}

#[test]
fn a_figure_is_reported_as_numbers() {
    let reported = session().reported(
        "import matplotlib.pyplot as plt\nfig, ax = plt.subplots()\n\
         ax.plot(['Jan', 'Feb', 'Mar'], [1000, 250.5, 4000], label='West')\n\
         ax.set_title('Revenue'); ax.set_ylabel('revenue (EUR)'); ax.legend()\nplt.show()",
    );
    assert!(reported.contains("Figure, shown to the user: "), "{reported}");
    assert!(reported.contains("Revenue") && reported.contains("revenue (EUR)"), "{reported}");
    assert!(reported.contains("Chart data: line"), "{reported}");
    assert!(
        reported.contains("\"West\", 3 points, min 250.5 at Feb, max 4000 at Mar"),
        "{reported}"
    );
}
