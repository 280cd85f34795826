use super::canonical;

#[test]
fn programs_that_python_reads_as_the_same_have_one_form() {
    let code = "import pandas as pd\ndf = pd.read_csv(\"a.csv\", sep=\";\")\nfor name in df:\n    print(name)\n";
    for same in [
        "import pandas as pd\n\n# Reads the file.\ndf = pd.read_csv('a.csv', sep=';')\n\nfor name in df:\n\tprint(name)",
        "import   pandas as pd\r\ndf = pd.read_csv(\n    \"a.csv\",  # the file\n    sep=\";\"\n)\r\nfor name in df :\n  print( name )\n\n",
        "import pandas as pd; df = pd.read_csv(\"a.csv\", \\\n    sep=\";\")\nfor name in df:\n        # one\n    # two\n        print(name)  # three",
    ] {
        assert_eq!(canonical(same), canonical(code), "{same}");
    }
    let pairs = [
        ("x = 'it\\'s'", "x = \"it's\"", true),
        ("x = \"\"\"a\"\"\"", "x = 'a'", true),
        ("x = R'a'", "x = r\"a\"", true),
        ("x = [1, 2,]", "x = [1, 2]", true),
        ("x = (1,)", "x = (1)", false),
        ("x = 'a  b'", "x = 'a b'", false),
        ("x = '# a'", "x = ''", false),
        ("if a:\n  b\n  c", "if a:\n  b\nc", false),
        ("if a:\n  if b:\n    c\n  d", "if a:\n    if b:\n        c\n    d", true),
        ("a b", "ab", false),
        ("x = 1", "X = 1", false),
        ("x = 1", "x = 2", false),
        ("print(df.head())", "print(df.head(10))", false),
        ("x = 'unended\ny", "x = 'unended'\ny", true),
        ("", "# nothing", true),
    ];
    for (left, right, same) in pairs {
        assert_eq!(canonical(left) == canonical(right), same, "{left:?} {right:?}");
    }
}

#[test]
fn the_form_of_a_programs_end_is_the_end_of_its_form() {
    let whole = canonical("import pandas as pd\nx = 1\nprint(x)");
    for (end, is) in [("x = 1\nprint(x)", true), ("print( x )", true), ("(x)", false), ("y", false)]
    {
        assert_eq!(whole.ends_with(&canonical(end)), is, "{end}");
    }
}

#[test]
fn anything_has_a_form() {
    for code in [
        "\\",
        "\\\n",
        "'",
        "\"\"\"",
        "'''\\",
        "))))",
        "\u{feff}é = 'ü' \\\r\n",
        ";;;",
        "\t#\t",
        "f'{x!r:>{w}}'",
    ] {
        let once = canonical(code);
        assert_eq!(canonical(code), once);
    }
}
