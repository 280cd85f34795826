use super::completed;

const SETUP: &str = "import numpy as np\nimport pandas as pd\nfrom scipy import stats\ndf = pd.read_csv(\"a.csv\")\ndf[\"day\"] = pd.to_datetime(df[\"day\"])";

#[test]
fn what_the_code_takes_for_granted_is_added_before_it() {
    let read = "import pandas as pd\ndf = pd.read_csv(\"a.csv\")\ndf[\"day\"] = pd.to_datetime(df[\"day\"])\n";
    for (code, added) in [
        ("print(df.x.mean())", read),
        ("df = df[df.x > 1]\nprint(len(df))", read),
        ("import pandas as pd\nprint(df.x)", read),
        ("print(pd.__version__)", "import pandas as pd\n"),
        ("df = pd.read_csv(\"b.csv\")\nprint(df)", "import pandas as pd\n"),
        ("import pandas as pd\n# df\ndf = pd.read_csv(\"b.csv\")\nprint(df)", ""),
        (
            "print(np.mean([1, stats.zscore([1, 2])]))",
            "import numpy as np\nfrom scipy import stats\n",
        ),
        ("for df in frames: print(df)", ""),
        ("stats = x.describe()\nprint(stats)", ""),
        ("print(self.df, xdf, df2)", ""),
        ("print(1)", ""),
    ] {
        assert_eq!(completed(code, SETUP), format!("{added}{code}"), "{code}");
    }
}

#[test]
fn code_that_shows_nothing_gets_its_last_variable_as_last_line() {
    let cases = [
        ("a = 1\ntop = a + 1\n", "a = 1\ntop = a + 1\ntop"),
        ("top = df[x == 1]", "top = df[x == 1]\ntop"),
        ("print(1)\ntop = 2", "print(1)\ntop = 2"),
        ("ax = df.plot()", "ax = df.plot()"),
        ("df['a'] = 1", "df['a'] = 1"),
        ("if a:\n    b = 1", "if a:\n    b = 1"),
        ("a == 1", "a == 1"),
        ("a != 1", "a != 1"),
        ("f(x=1)", "f(x=1)"),
        ("", ""),
    ];
    for (code, expected) in cases {
        assert_eq!(completed(code, ""), expected, "{code}");
    }
}
