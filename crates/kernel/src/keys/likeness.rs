//! How much the names of two columns, and of their tables, say that one names rows of the other:
//! `customer_id` in any table the `id` of `customers`.

/// Words that say that a column identifies something, but not what.
const GENERIC: [&str; 22] = [
    "id",
    "ids",
    "key",
    "code",
    "no",
    "nr",
    "num",
    "number",
    "name",
    "uuid",
    "guid",
    "pk",
    "fk",
    "sk",
    "ref",
    "index",
    "identifier",
    "title",
    "label",
    "abbreviation",
    "abbr",
    "short",
];

/// Words of numbers that identify something.
const NUMBERS: [&str; 17] = [
    "id",
    "ids",
    "key",
    "code",
    "no",
    "nr",
    "num",
    "number",
    "pk",
    "fk",
    "sk",
    "identifier",
    "year",
    "zip",
    "fips",
    "isbn",
    "sku",
];

/// Returns whether a name of two columns says that its numbers identify something rather than
/// measure it.
pub(super) fn identify(from: (&str, &str), to: (&str, &str)) -> bool {
    let (a, b, title) = (words(from.0), words(to.0), words(to.1));
    let named = |words: &[String]| words.iter().any(|word| NUMBERS.contains(&word.as_str()));
    named(&a) || named(&b) || a.iter().any(|word| best(word, title.iter()) >= 1.0)
}

/// Returns how much the names speak for the first column naming rows by the second, 0 to 1. Each is
/// a column with the name of its table.
pub(super) fn of(from: (&str, &str), to: (&str, &str)) -> f64 {
    let (a, b) = (words(from.0), words(to.0));
    let (core_a, core_b) = (core(&a), core(&b));
    let (title_a, title_b) = (words(from.1), words(to.1));
    if a == b {
        return if core_b.is_empty() { 0.3 } else { 1.0 };
    }
    let last = |core: &[&String], title: &[String]| {
        core.last().map_or(0.0, |word| best(word, title.iter()))
    };
    let any = |core: &[&String], title: &[String]| {
        core.iter().map(|word| best(word, title.iter())).fold(0.0, f64::max)
    };
    if core_b.is_empty() {
        return last(&core_a, &title_b).max(0.9 * any(&core_a, &title_b));
    }
    if core_a.is_empty() {
        return 0.9 * last(&core_b, &title_a);
    }
    let cover = |some: &[&String], of: &[&String]| {
        some.iter().map(|word| best(word, of.iter().copied())).fold(1.0, f64::min)
    };
    let (within_b, within_a) = (cover(&core_a, &core_b), cover(&core_b, &core_a));
    let both = 0.95 * within_a.min(within_b);
    let part = 0.75 * within_a.max(within_b);
    // `customer` names the `customer_code` of `customers`, and `dest` its `faa` by nothing.
    let titled = 0.7 * any(&core_a, &title_b);
    let some = core_a.iter().map(|word| best(word, core_b.iter().copied())).fold(0.0, f64::max);
    both.max(part).max(titled).max(0.5 * some)
}

/// Returns the words of a name in lower case and without the `s` of a plural.
fn words(name: &str) -> Vec<String> {
    let mut spaced = String::new();
    let mut before = ' ';
    for c in name.chars() {
        if before.is_lowercase() && c.is_uppercase() || before.is_alphabetic() && c.is_numeric() {
            spaced.push(' ');
        }
        spaced.push(if c.is_alphanumeric() { c } else { ' ' });
        before = c;
    }
    // `customerid` is written as one word.
    let split = |word: String| match word.strip_suffix("id") {
        Some(head) if head.len() >= 4 => vec![head.to_owned(), "id".to_owned()],
        _ => vec![word],
    };
    spaced.to_lowercase().split_whitespace().map(singular).flat_map(split).collect()
}

fn singular(word: &str) -> String {
    match (word.strip_suffix("ies"), word.strip_suffix('s')) {
        (Some(head), _) if head.len() > 2 => format!("{head}y"),
        (_, Some(head)) if head.len() > 2 && !head.ends_with(['s', 'u', 'i']) => head.to_owned(),
        _ => word.to_owned(),
    }
}

fn core(words: &[String]) -> Vec<&String> {
    words.iter().filter(|word| !GENERIC.contains(&word.as_str())).collect()
}

fn best<'a>(word: &str, among: impl Iterator<Item = &'a String>) -> f64 {
    among.map(|other| alike(word, other)).fold(0.0, f64::max)
}

/// Returns whether two words are the same, or one may abbreviate the other.
fn alike(a: &str, b: &str) -> f64 {
    let (short, long) = if a.len() <= b.len() { (a, b) } else { (b, a) };
    if short == long {
        return 1.0;
    }
    if short.chars().count() < 3 || short.chars().any(char::is_numeric) {
        return 0.0;
    }
    let mut letters = long.chars();
    let within = short.chars().all(|letter| letters.any(|other| other == letter));
    let begins = short.chars().next() == long.chars().next();
    match () {
        () if long.starts_with(short) => 0.95,
        () if within && begins && short.len() <= 5 => 0.8,
        () => 0.0,
    }
}
