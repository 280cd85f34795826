//! Whether two texts say the same, and where they differ.

use super::close;

/// The most characters of a text that stand in a sentence.
const MAX_SHOWN_LENGTH: usize = 60;

/// How far a clock's reading may be from the run that it belongs to, in milliseconds: the log has
/// when code was handed over, which may have waited for storage.
const CLOCK_SLACK: i64 = 10_000;

/// The unit of time zones in milliseconds, and the largest distance of one from UTC in this unit.
const ZONE_UNIT: i64 = 15 * 60_000;
const MAX_ZONE: i64 = 14 * 4;

/// When code began to run and ended, in milliseconds since 1970.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Span {
    pub(super) from: i64,
    pub(super) until: i64,
}

/// When both runs were. A text that has the time of its own run is not different because of it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Runs {
    pub(super) before: Span,
    pub(super) after: Span,
}

impl Runs {
    /// Returns whether two texts are the same, but for addresses of objects, the time of the run,
    /// and differences of numbers within the tolerance.
    pub(super) fn same_text(&self, old: &str, new: &str) -> bool {
        self.first_difference(old, new).is_none()
    }

    /// Says how two texts differ, with the first line that does; none if they are the same.
    pub(super) fn text_change(&self, old: &str, new: &str) -> Option<String> {
        let (old_at, new_at) = self.first_difference(old, new)?;
        Some(format!("{} before, {} now", quoted(old, old_at), quoted(new, new_at)))
    }

    /// Returns where two texts begin to differ.
    fn first_difference(&self, old: &str, new: &str) -> Option<(usize, usize)> {
        if old == new {
            return None;
        }
        let (mut old_pieces, mut new_pieces) = (Pieces(old), Pieces(new));
        loop {
            let at = (old.len() - old_pieces.0.len(), new.len() - new_pieces.0.len());
            match (old_pieces.next(), new_pieces.next()) {
                (None, None) => return None,
                (Some(Piece::Text(old)), Some(Piece::Text(new))) => {
                    let common = common(old, new);
                    if common < old.len() || common < new.len() {
                        return Some((at.0 + common, at.1 + common));
                    }
                }
                (Some(Piece::Address), Some(Piece::Address)) => {}
                (Some(Piece::Number(old)), Some(Piece::Number(new))) if same_number(old, new) => {}
                (Some(Piece::Time(old)), Some(Piece::Time(new))) if self.same_time(&old, &new) => {}
                _ => return Some(at),
            }
        }
    }

    /// Returns whether two times are the same, or those of the runs, read from a clock in the same
    /// time zone.
    fn same_time(&self, old: &Time<'_>, new: &Time<'_>) -> bool {
        if old.text == new.text {
            return true;
        }
        // The zones, in their unit, in which a clock showed this time during the run.
        let zones = |time: &Time<'_>, run: Span| {
            let (first, last) =
                (time.ms - run.until - CLOCK_SLACK, time.ms - run.from + CLOCK_SLACK);
            (-(-first).div_euclid(ZONE_UNIT), last.div_euclid(ZONE_UNIT))
        };
        let (before, after) = (zones(old, self.before), zones(new, self.after));
        let (first, last) =
            (before.0.max(after.0).max(-MAX_ZONE), before.1.min(after.1).min(MAX_ZONE));
        first <= last
    }
}

/// Returns how many bytes two texts have in common at their beginning.
fn common(old: &str, new: &str) -> usize {
    old.chars()
        .zip(new.chars())
        .take_while(|(old, new)| old == new)
        .map(|(old, _)| old.len_utf8())
        .sum()
}

/// Returns the line around a place of a text, in quotation marks, or that there is nothing.
fn quoted(text: &str, at: usize) -> String {
    let (before, after) = text.split_at(at);
    let start = before.rfind('\n').map_or(0, |at| at + 1);
    let end = after.find('\n').map_or(text.len(), |length| at + length);
    let line = &text[start..end];
    if line.trim().is_empty() {
        "nothing".to_owned()
    } else {
        format!("“{}”", shortened(line, at - start))
    }
}

/// Returns what is around a place of a line, with marks where something is left out.
pub(super) fn shortened(line: &str, at: usize) -> String {
    let line_length = line.chars().count();
    if line_length <= MAX_SHOWN_LENGTH {
        return line.trim().to_owned();
    }
    let place = line[..at].chars().count();
    let start = place.saturating_sub(MAX_SHOWN_LENGTH / 2).min(line_length - MAX_SHOWN_LENGTH);
    let shown: String = line.chars().skip(start).take(MAX_SHOWN_LENGTH).collect();
    let left = if start > 0 { "…" } else { "" };
    let right = if start + MAX_SHOWN_LENGTH < line_length { "…" } else { "" };
    format!("{left}{}{right}", shown.trim())
}

/// Compares numbers as they are written. Those without a fraction are the same only digit by digit.
fn same_number(old: &str, new: &str) -> bool {
    let fraction = |text: &str| text.contains(['.', 'e', 'E']);
    old == new
        || ((fraction(old) || fraction(new))
            && old.parse().ok().zip(new.parse().ok()).is_some_and(|(old, new)| close(old, new)))
}

/// A piece of a text.
enum Piece<'a> {
    Text(&'a str),
    Number(&'a str),
    Time(Time<'a>),
    /// The address of an object, as in `<object at 0x1f2e3d>`.
    Address,
}

/// A date with a time of day.
struct Time<'a> {
    text: &'a str,
    /// Milliseconds since 1970 on a clock that shows it.
    ms: i64,
}

/// Splits a text into numbers, times, addresses and what is between them.
struct Pieces<'a>(&'a str);

impl<'a> Iterator for Pieces<'a> {
    type Item = Piece<'a>;

    fn next(&mut self) -> Option<Piece<'a>> {
        if self.0.is_empty() {
            return None;
        }
        if let Some(digits) = self.0.strip_prefix("0x") {
            self.0 = digits.trim_start_matches(|c: char| c.is_ascii_hexdigit());
            return Some(Piece::Address);
        }
        if let Some(time) = time(self.0) {
            self.0 = &self.0[time.text.len()..];
            return Some(Piece::Time(time));
        }
        let length = number(self.0);
        let (piece, rest) = if length > 0 {
            let (number, rest) = self.0.split_at(length);
            (Piece::Number(number), rest)
        } else {
            let end = self.0.find(|c: char| c.is_ascii_digit()).unwrap_or(self.0.len());
            let (text, rest) = self.0.split_at(end);
            (Piece::Text(text), rest)
        };
        self.0 = rest;
        Some(piece)
    }
}

/// Returns the length of the number at the beginning of a text, without a sign; 0 if there is none.
fn number(text: &str) -> usize {
    let digits = |text: &str| text.bytes().take_while(u8::is_ascii_digit).count();
    let mut length = digits(text);
    if length == 0 {
        return 0;
    }
    if let Some(fraction) = text.get(length..).and_then(|rest| rest.strip_prefix('.')) {
        length += 1 + digits(fraction);
    }
    let exponent =
        text.get(length..).and_then(|rest| rest.strip_prefix(['e', 'E'])).unwrap_or_default();
    let sign = usize::from(exponent.starts_with(['+', '-']));
    match exponent.get(sign..).map(digits) {
        Some(count) if count > 0 => length + 1 + sign + count,
        _ => length,
    }
}

/// Returns the time at the beginning of a text, as ISO 8601 and Python's `str` write it:
/// `2026-11-27 05:57:01.5`, without its time zone. A date alone does not count: data that end
/// today are not a clock.
fn time(text: &str) -> Option<Time<'_>> {
    const FORM: &[u8] = b"0000-00-00_00:00:00";
    let head = text.as_bytes().get(..FORM.len())?;
    let fits = |(byte, form): (&u8, &u8)| match form {
        b'0' => byte.is_ascii_digit(),
        b'_' => matches!(byte, b' ' | b'T'),
        _ => byte == form,
    };
    if !head.iter().zip(FORM).all(fits) {
        return None;
    }
    let part =
        |from: usize, until: usize| text.get(from..until).and_then(|part| part.parse::<i64>().ok());
    let (year, month, day) = (part(0, 4)?, part(5, 7)?, part(8, 10)?);
    let seconds = (part(11, 13)? * 60 + part(14, 16)?) * 60 + part(17, 19)?;
    if !(1..=12).contains(&month) || !(1..=31).contains(&day) || seconds > 24 * 60 * 60 {
        return None;
    }
    let rest = text.get(FORM.len()..).unwrap_or_default();
    let fraction = rest
        .strip_prefix('.')
        .map_or(0, |digits| digits.bytes().take_while(u8::is_ascii_digit).count());
    let length = FORM.len() + if fraction > 0 { 1 + fraction } else { 0 };
    let ms = (days(year, month, day) * 24 * 60 * 60 + seconds) * 1_000;
    Some(Time { text: &text[..length], ms })
}

/// Returns the days from 1970 to a day of the Gregorian calendar.
fn days(year: i64, month: i64, day: i64) -> i64 {
    // Years that begin in March end with the day that not every year has.
    let (year, month) = if month < 3 { (year - 1, month + 9) } else { (year, month - 3) };
    let (era, of_era) = (year.div_euclid(400), year.rem_euclid(400));
    era * 146_097 + of_era * 365 + of_era / 4 - of_era / 100 + (153 * month + 2) / 5 + day
        - 1
        - 719_468
}
