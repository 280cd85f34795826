//! Lines of Python for the statistical terms of a question, for models that know pandas but not
//! each method by heart.
//!
//! A recipe states how a term of the field is computed with pandas, scipy or scikit-learn. It knows
//! no data set: its names stand for the question's. Small models read slowly, so only the recipes
//! of a question's own terms are sent.

/// The most recipes of one question.
const MAX_RECIPES: usize = 3;

/// Terms, in lower case, and how that is computed; the first term that a question contains counts.
/// What is more special comes first.
const RECIPES: &[(&[&str], &str)] = &[
    (
        &[
            "train",
            "test set",
            "mean squared error",
            "rmse",
            "mean absolute error",
            "several predictors",
        ],
        "from sklearn.linear_model import LinearRegression; m = LinearRegression().fit(X_train, y_train); p = m.predict(X_test); rmse = np.sqrt(((y_test - p) ** 2).mean()); m.score(X, y) is R squared",
    ),
    (
        &[
            "regression",
            "least squares",
            "slope",
            "intercept",
            "r squared",
            "r-squared",
            "linear trend",
        ],
        "d = df[[x, y]].dropna(); r = stats.linregress(d[x], d[y])  # r.slope, r.intercept, r.rvalue ** 2, r.pvalue; prediction: r.intercept + r.slope * value; with several x: d = df[[x1, x2, y]].dropna(); m = LinearRegression().fit(d[[x1, x2]], d[y])  # m.coef_ in the order of x1, x2; m.intercept_; m.predict([[v1, v2]]); from sklearn.linear_model",
    ),
    (&["spearman", "rank correlation"], "r = df[a].corr(df[b], method=\"spearman\")"),
    (&["correlation", "correlated"], "r = df[a].corr(df[b])"),
    (
        &["significan", "p-value", "p value"],
        "r, p = stats.pearsonr(d[a], d[b]) of a correlation, after d = df[[a, b]].dropna()",
    ),
    (
        &["iqr", "interquartile", "outlier", "quartile"],
        "q1, q3 = s.quantile([0.25, 0.75]); iqr = q3 - q1; outliers = s[(s < q1 - 1.5 * iqr) | (s > q3 + 1.5 * iqr)]",
    ),
    (
        &["z-score", "z score", "standardi"],
        "z = (s - s.mean()) / s.std()  # s.std(ddof=0) for the population",
    ),
    (
        &["welch", "t-test", "t test", "t statistic", "t-statistic"],
        "t, p = stats.ttest_ind(a.dropna(), b.dropna(), equal_var=False)  # Welch; equal_var=True for Student's",
    ),
    (
        &["chi-square", "chi square", "chi2", "contingency"],
        "chi2, p, dof, expected = stats.chi2_contingency(pd.crosstab(df[a], df[b]), correction=False)",
    ),
    (
        &["anova", "analysis of variance", "f statistic", "f-statistic"],
        "f, p = stats.f_oneway(*[values.dropna() for name, values in df.groupby(\"group\")[\"column\"]])",
    ),
    (
        &["effect size", "cohen"],
        "pooled = np.sqrt(((len(a) - 1) * a.var() + (len(b) - 1) * b.var()) / (len(a) + len(b) - 2)); d = (a.mean() - b.mean()) / pooled",
    ),
    (&["normally distributed", "normality", "shapiro"], "w, p = stats.shapiro(s.dropna())"),
    (&["mann-whitney"], "u, p = stats.mannwhitneyu(a.dropna(), b.dropna())"),
    (&["kolmogorov"], "d, p = stats.ks_2samp(a.dropna(), b.dropna())"),
    (&["skew", "kurtosis"], "s.skew(), s.kurt()"),
    (&["confidence interval"], "stats.t.interval(0.95, len(s) - 1, loc=s.mean(), scale=s.sem())"),
    (&["min-max", "normaliz", "normalis"], "(s - s.min()) / (s.max() - s.min())"),
    (
        &[
            "percentage change",
            "percent change",
            "growth rate",
            "day before",
            "month before",
            "quarter before",
            "year before",
            "previous row",
            "row before",
        ],
        "s.pct_change() is the relative change from the row before, s.diff() the difference, s.shift(1) the value before",
    ),
    (
        &["percentage", "percent of", "share", "proportion", "what fraction"],
        "share = (df[column] == value).mean() * 100; for each group: (df[column] == value).groupby(df[group]).mean() * 100",
    ),
    (&["moving average", "rolling"], "s.rolling(window).mean()"),
    (&["weighted"], "np.average(df[a], weights=df[w])"),
    (&["decade"], "df[year] // 10 * 10"),
    (
        &["impute", "fill", "replace each missing", "replace missing"],
        "s.isna().sum() counts; s.fillna(s.median()) replaces; within groups: s.fillna(s.groupby(df[group]).transform(\"median\"))",
    ),
    (
        &["bins", "age group", "brackets", "intervals"],
        "pd.cut(s, bins=[0, 10, 20], labels=[\"a\", \"b\"])",
    ),
];

/// Returns the recipes of the question's terms, each on a line; empty if it has none.
pub(crate) fn of(question: &str) -> String {
    let question = question.to_lowercase();
    let has = |term: &str| {
        question
            .match_indices(term)
            .any(|(at, _)| !question[..at].ends_with(|c: char| c.is_alphanumeric()))
    };
    let mut found: Vec<&(&[&str], &str)> = Vec::new();
    for recipe in
        RECIPES.iter().filter(|(terms, _)| terms.iter().any(|term| has(term))).take(MAX_RECIPES)
    {
        // "rank correlation" has its own recipe, which that of "correlation" would contradict.
        let within = |term: &str| {
            found.iter().any(|(terms, _)| terms.iter().any(|other| other.contains(term)))
        };
        if !recipe.0.iter().any(|term| within(term)) {
            found.push(recipe);
        }
    }
    found.iter().map(|(_, recipe)| format!("- {recipe}\n")).collect()
}

#[cfg(test)]
mod tests {
    use super::{MAX_RECIPES, RECIPES, of};

    #[test]
    fn a_question_gets_the_recipes_of_its_terms() {
        for (question, words) in [
            ("What is the Spearman rank correlation of a and b?", Some("spearman")),
            ("Compute Welch's t statistic of the heights.", Some("ttest_ind")),
            ("How many outliers by the IQR rule?", Some("quantile")),
            ("Regress y on x: slope?", Some("linregress")),
            ("In which region is the share of x highest?", Some("groupby")),
            ("What is the mean of the column age?", None),
            ("What is the total of the reshares?", None),
        ] {
            let recipes = of(question);
            assert_eq!(!recipes.is_empty(), words.is_some(), "{question}: {recipes}");
            assert!(words.is_none_or(|words| recipes.contains(words)), "{question}: {recipes}");
        }
    }

    #[test]
    fn a_special_term_hides_the_general_one_in_it() {
        assert!(!of("What is the Spearman rank correlation of a and b?").contains("pearsonr"));
    }

    #[test]
    fn a_question_with_many_terms_gets_a_few() {
        let all: Vec<&str> = RECIPES.iter().flat_map(|(terms, _)| *terms).copied().collect();
        let few = of(&all.join(" ")).lines().count();
        assert!((1..=MAX_RECIPES).contains(&few), "{few}");
    }
}
