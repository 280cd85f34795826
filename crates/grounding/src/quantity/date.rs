//! Dates in the forms that answers and outputs write them in.

/// A date, or a year and a month, or a month and a day.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Date {
    /// The year.
    pub year: Option<u16>,
    /// The month, 1 to 12.
    pub month: u8,
    /// The day of the month.
    pub day: Option<u8>,
}

const MONTHS: [&str; 12] = [
    "january",
    "february",
    "march",
    "april",
    "may",
    "june",
    "july",
    "august",
    "september",
    "october",
    "november",
    "december",
];

impl Date {
    /// Returns the month that a word names by itself.
    pub(crate) fn month_of(word: &str) -> Option<u8> {
        month(word).filter(|(_, length)| *length == word.len()).map(|(month, _)| month)
    }

    /// Returns whether `whole` says everything that this date says: 14 March 2020 says March 2020
    /// too.
    pub fn is_part_of(&self, whole: &Self) -> bool {
        let fits = |part: Option<u16>, whole: Option<u16>| part.is_none() || part == whole;
        fits(self.year, whole.year)
            && self.month == whole.month
            && fits(self.day.map(u16::from), whole.day.map(u16::from))
    }
}

/// Returns the date that begins at `at`, and its end.
pub(super) fn at(text: &str, at: usize) -> Option<(Date, usize)> {
    if !text.is_char_boundary(at)
        || text[..at].ends_with(|last: char| last.is_alphanumeric() || last == '_')
    {
        return None;
    }
    let rest = &text[at..];
    let (date, length) = if rest.starts_with(|c: char| c.is_ascii_digit()) {
        numeric(rest).or_else(|| day_first(rest))
    } else {
        month_first(rest)
    }?;
    let fits = (1..=12).contains(&date.month) && date.day.is_none_or(|day| (1..=31).contains(&day));
    (fits && !rest[length..].starts_with(|next: char| next.is_ascii_digit()))
        .then_some((date, at + length))
}

/// `2020-03-14`, `2020-03`, `2020/03/14`, `14.03.2020`, `14/03/2020`.
fn numeric(rest: &str) -> Option<(Date, usize)> {
    let (first, one) = digits(rest)?;
    let separator = rest[one..].chars().next().filter(|c| ['-', '/', '.'].contains(c))?;
    let (second, two) = digits(&rest[one + 1..])?;
    let end = one + 1 + two;
    let third = rest[end..].strip_prefix(separator).and_then(digits);
    let small = |number: u16| u8::try_from(number).ok();
    if one == 4 && two == 2 && separator != '.' {
        let day = third.filter(|(_, length)| *length == 2);
        // A range of years has four digits after the hyphen, a subtraction is not a date.
        let date = Date {
            year: Some(first),
            month: small(second)?,
            day: day.and_then(|(day, _)| small(day)),
        };
        return ((1000..3000).contains(&first) && (separator == '-' || day.is_some()))
            .then_some((date, end + day.map_or(0, |(_, length)| length + 1)));
    }
    let (year, three) = third.filter(|(_, length)| *length == 4)?;
    let (day, month) = if second > 12 { (second, first) } else { (first, second) };
    Some((Date { year: Some(year), month: small(month)?, day: Some(small(day)?) }, end + 1 + three))
}

/// `14 March 2020`, `14th of March`.
fn day_first(rest: &str) -> Option<(Date, usize)> {
    let (day, length) = digits(rest)?;
    let mut end = length;
    for ending in ["st", "nd", "rd", "th"] {
        end += rest[end..].strip_prefix(ending).map_or(0, |_| 2);
    }
    end += rest[end..].strip_prefix(' ')?.strip_prefix("of ").map_or(1, |_| 4);
    let (month, word) = month(&rest[end..])?;
    end += word;
    let year =
        rest[end..].strip_prefix([' ', '-']).and_then(digits).filter(|(_, length)| *length == 4);
    end += year.map_or(0, |_| 5);
    Some((Date { year: year.map(|(year, _)| year), month, day: u8::try_from(day).ok() }, end))
}

/// `March 14, 2020`, `March 2020`, `Mar 14`.
fn month_first(rest: &str) -> Option<(Date, usize)> {
    let (month, word) = month(rest)?;
    let mut end = word + rest[word..].strip_prefix(".").map_or(0, |_| 1);
    let (number, length) = digits(rest[end..].strip_prefix([' ', '-'])?)?;
    end += 1 + length;
    if length == 4 {
        return Some((Date { year: Some(number), month, day: None }, end));
    }
    for ending in ["st", "nd", "rd", "th"] {
        end += rest[end..].strip_prefix(ending).map_or(0, |_| 2);
    }
    let after = &rest[end..];
    let gap = if after.starts_with(", ") { 2 } else { 1 };
    let year = after
        .get(gap..)
        .filter(|_| after.starts_with([',', ' ']))
        .and_then(digits)
        .filter(|(_, length)| *length == 4);
    end += year.map_or(0, |_| gap + 4);
    Some((Date { year: year.map(|(year, _)| year), month, day: u8::try_from(number).ok() }, end))
}

/// Returns the month that a word names, whole or by its first three letters, and the word's length.
fn month(rest: &str) -> Option<(u8, usize)> {
    let length = rest.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(rest.len());
    let word = rest[..length].to_ascii_lowercase();
    let at = MONTHS.iter().position(|month| {
        *month == word
            || word.len() == 3 && month.starts_with(&word)
            || word == "sept" && month.starts_with("sept")
    })?;
    // "may" and "march" are words of their own.
    rest.starts_with(|c: char| c.is_ascii_uppercase())
        .then_some((u8::try_from(at).ok()? + 1, length))
}

fn digits(text: &str) -> Option<(u16, usize)> {
    let length = text.bytes().take_while(u8::is_ascii_digit).count();
    (length <= 4).then(|| text[..length].parse().ok()).flatten().map(|number| (number, length))
}
