//! What to do about an exception whose message does not say it.

use kernel::PythonError;

/// The short names that notebooks give to modules.
const SHORT_NAMES: [(&str, &str); 8] = [
    ("alt", "import altair as alt"),
    ("dt", "import datetime as dt"),
    ("np", "import numpy as np"),
    ("pd", "import pandas as pd"),
    ("plt", "import matplotlib.pyplot as plt"),
    ("px", "import plotly.express as px"),
    ("sm", "import statsmodels.api as sm"),
    ("sns", "import seaborn as sns"),
];

/// Returns what the user can do about an exception, as a sentence; none if its message says it.
pub fn advice(error: &PythonError) -> Option<String> {
    let said = error.value.trim();
    match error.name.as_str() {
        "MemoryError" if said.is_empty() => Some(words::advice_python_has_no_memory().to_owned()),
        "NameError" => {
            let name = said.strip_prefix("name '")?.split('\'').next()?;
            let (_, import) = SHORT_NAMES.into_iter().find(|(short, _)| *short == name)?;
            Some(words::advice_write_before_it_nothing(&import))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_to_do_is_said_where_the_message_does_not_say_it() {
        let cases = [
            ("MemoryError", "", Some("Python has no memory left.")),
            ("MemoryError", "The file needs 3 GB.", None),
            ("NameError", "name 'pd' is not defined", Some("Write “import pandas as pd” before")),
            (
                "NameError",
                "name 'plt' is not defined. Did you mean: 'pt'?",
                Some("Write “import matplotlib.pyplot as plt” before"),
            ),
            ("NameError", "name 'df' is not defined", None),
            ("KeyError", "'pd'", None),
        ];
        for (name, value, beginning) in cases {
            let error = PythonError {
                name: name.to_owned(),
                value: value.to_owned(),
                traceback: String::new(),
            };
            let found = advice(&error);
            let is_expected = match beginning {
                Some(beginning) => found.as_ref().is_some_and(|text| text.starts_with(beginning)),
                None => found.is_none(),
            };
            assert!(is_expected, "{name}: {value}: {found:?}");
        }
    }
}
