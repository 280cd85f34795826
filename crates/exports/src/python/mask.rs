//! Which bytes of Python source are code: strings, comments, and line ends inside of statements are
//! masked.

/// What stands for a byte of a string or of a name in another script: a letter, so that words stay
/// words.
const FILLER: u8 = b'S';

/// Returns the source with fillers in place of strings and spaces in place of comments and of line
/// ends within brackets or after a backslash. It has the same length. `None` if a string or
/// bracket does not end.
pub(super) fn mask(code: &str) -> Option<String> {
    let bytes = code.as_bytes();
    let mut mask = bytes.to_vec();
    let mut open = Vec::new();
    let mut at = 0;
    while let Some(&byte) = bytes.get(at) {
        match byte {
            b'#' => {
                let end = line_end(bytes, at);
                mask[at..end].fill(b' ');
                at = end;
                continue;
            }
            b'"' | b'\'' => {
                let end = string_end(bytes, at, prefix(bytes, at), 0)?;
                mask[at..end].fill(FILLER);
                at = end;
                continue;
            }
            b'(' => open.push(b')'),
            b'[' => open.push(b']'),
            b'{' => open.push(b'}'),
            b')' | b']' | b'}' if open.pop() != Some(byte) => return None,
            b'\n' if !open.is_empty() => mask[at] = b' ',
            b'\\' if bytes.get(at + 1) == Some(&b'\n') => {
                mask[at..at + 2].fill(b' ');
                at += 1;
            }
            0x80.. => mask[at] = FILLER,
            _ => {}
        }
        at += 1;
    }
    if open.is_empty() { String::from_utf8(mask).ok() } else { None }
}

fn line_end(bytes: &[u8], from: usize) -> usize {
    bytes[from..].iter().position(|&byte| byte == b'\n').map_or(bytes.len(), |length| from + length)
}

/// How a string is read.
#[derive(Clone, Copy)]
struct Prefix {
    formatted: bool,
    raw: bool,
}

/// Reads the letters before a quote.
fn prefix(bytes: &[u8], quote: usize) -> Prefix {
    let start =
        bytes[..quote].iter().rposition(|byte| !byte.is_ascii_alphanumeric() && *byte != b'_');
    let letters = bytes[start.map_or(0, |before| before + 1)..quote].to_ascii_lowercase();
    let is_prefix = letters.len() <= 2 && letters.iter().all(|letter| b"rbuft".contains(letter));
    let has = |letter| is_prefix && letters.contains(letter);
    Prefix { formatted: has(&b'f') || has(&b't'), raw: has(&b'r') }
}

/// Returns the place after a string that begins with the quote at `start`. Expressions in formatted
/// strings may contain strings with the same quotes, which are read to a depth that nobody writes.
fn string_end(bytes: &[u8], start: usize, prefix: Prefix, depth: usize) -> Option<usize> {
    let quote = bytes[start];
    let long = bytes[start..].starts_with(&[quote; 3]);
    let width = if long { 3 } else { 1 };
    let mut at = start + width;
    while let Some(&byte) = bytes.get(at) {
        match byte {
            b'\\' => at += 2,
            b'\n' if !long => return None,
            b'{' | b'}' if prefix.formatted && bytes.get(at + 1) == Some(&byte) => at += 2,
            b'{' if prefix.formatted => at = replacement_end(bytes, at + 1, prefix, depth + 1)?,
            _ if byte == quote && (!long || bytes[at..].starts_with(&[quote; 3])) => {
                return Some(at + width);
            }
            _ => at += 1,
        }
    }
    None
}

/// Returns the place after a replacement field, whose expression begins at `at`.
fn replacement_end(bytes: &[u8], mut at: usize, outer: Prefix, depth: usize) -> Option<usize> {
    if depth > 16 {
        return None;
    }
    let mut open = 0_usize;
    while let Some(&byte) = bytes.get(at) {
        match byte {
            b'}' if open == 0 => return Some(at + 1),
            b'"' | b'\'' => {
                at = string_end(bytes, at, prefix(bytes, at), depth + 1)?;
                continue;
            }
            b':' if open == 0 => return format_end(bytes, at + 1, outer, depth),
            b'(' | b'[' | b'{' => open += 1,
            b')' | b']' | b'}' => open = open.saturating_sub(1),
            _ => {}
        }
        at += 1;
    }
    None
}

/// Returns the place after a format specification, which is text except for its own replacement
/// fields.
fn format_end(bytes: &[u8], mut at: usize, outer: Prefix, depth: usize) -> Option<usize> {
    while let Some(&byte) = bytes.get(at) {
        match byte {
            b'}' => return Some(at + 1),
            b'{' => at = replacement_end(bytes, at + 1, outer, depth + 1)?,
            b'\n' => return None,
            b'\\' if !outer.raw => at += 2,
            _ => at += 1,
        }
    }
    None
}
