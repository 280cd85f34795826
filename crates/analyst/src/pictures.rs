//! How large pictures are when a model gets them; the user sees the originals. Reads the headers of
//! pictures, and decodes none.

/// The longest side that models use without scaling it down themselves, in pixels.
const MAX_SIDE: u32 = 1024;
/// The shortest side that a picture is scaled to, in pixels.
const MIN_SIDE: u32 = 128;
/// A size in bytes that keeps requests small.
const MAX_PICTURE_BYTES: u64 = 200_000;
/// The largest picture that is decoded, in pixels: a file of a few kilobytes can take gigabytes when
/// decoded.
const MAX_DECODED_PIXELS: u64 = 50_000_000;

/// The qualities of a JPEG that are tried, the best first.
pub const QUALITIES: [f64; 4] = [0.85, 0.7, 0.5, 0.3];

/// What happens to a picture before a model gets it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scaling {
    /// It stays as it is.
    Keep,
    /// It is scaled down, see [`sides`], until it [`is_small`].
    Scale,
    /// A model does not get it.
    Drop,
}

/// Decides what happens to a picture of this media type.
pub fn scaling(mime: &str, bytes: &[u8]) -> Scaling {
    match size(bytes) {
        Some((width, height)) if u64::from(width) * u64::from(height) <= MAX_DECODED_PIXELS => {
            let is_readable = matches!(mime, "image/png" | "image/jpeg");
            let fits = width.max(height) <= MAX_SIDE && is_small(bytes.len() as u64);
            if is_readable && fits { Scaling::Keep } else { Scaling::Scale }
        }
        _ => Scaling::Drop,
    }
}

/// Returns whether a request may have a picture of so many bytes.
pub fn is_small(bytes: u64) -> bool {
    bytes <= MAX_PICTURE_BYTES
}

/// Returns the sizes in which a picture of this width and height is tried, the largest first.
pub fn sides(width: u32, height: u32) -> impl Iterator<Item = (u32, u32)> {
    let longest = std::iter::successors(Some(MAX_SIDE), |side| Some(side / 2));
    longest.take_while(|side| *side >= MIN_SIDE).map(move |side| {
        let scale = (f64::from(side) / f64::from(width.max(height))).min(1.0);
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "it is at most the length before"
        )]
        let scaled = |length: u32| ((f64::from(length) * scale).round() as u32).max(1);
        (scaled(width), scaled(height))
    })
}

/// Reads width and height of a PNG, JPEG, GIF or WebP from its header; `None` for any other
/// content.
pub fn size(bytes: &[u8]) -> Option<(u32, u32)> {
    match bytes {
        [_, b'P', b'N', b'G', ..] => Some((wide(bytes, 16)?, wide(bytes, 20)?)),
        [b'G', b'I', b'F', ..] => Some((little(bytes, 6)?, little(bytes, 8)?)),
        [b'R', b'I', b'F', b'F', _, _, _, _, b'W', b'E', b'B', b'P', ..] => webp(bytes),
        [0xff, 0xd8, ..] => jpeg(bytes),
        _ => None,
    }
}

fn webp(bytes: &[u8]) -> Option<(u32, u32)> {
    // In 14 bits, of which the upper two of the number mean something else.
    let part = |number: u32| number & 0x3fff;
    match bytes.get(12..16)? {
        b"VP8X" => {
            let three = |at| Some(little(bytes, at)? + (u32::from(*bytes.get(at + 2)?) << 16) + 1);
            Some((three(24)?, three(27)?))
        }
        b"VP8 " => Some((part(little(bytes, 26)?), part(little(bytes, 28)?))),
        _ => {
            let bits = u32::from_le_bytes(array(bytes, 21)?);
            Some((part(bits) + 1, part(bits >> 14) + 1))
        }
    }
}

fn jpeg(bytes: &[u8]) -> Option<(u32, u32)> {
    let mut at = 2;
    loop {
        let marker = big(bytes, at)?;
        // Start of a frame; C4, C8 and CC are tables.
        if matches!(marker, 0xffc0..=0xffcf) && !matches!(marker, 0xffc4 | 0xffc8 | 0xffcc) {
            return Some((big(bytes, at + 7)?, big(bytes, at + 5)?));
        }
        at += 2 + big(bytes, at + 2)? as usize;
    }
}

fn wide(bytes: &[u8], at: usize) -> Option<u32> {
    array(bytes, at).map(u32::from_be_bytes)
}

fn big(bytes: &[u8], at: usize) -> Option<u32> {
    array(bytes, at).map(u16::from_be_bytes).map(u32::from)
}

fn little(bytes: &[u8], at: usize) -> Option<u32> {
    array(bytes, at).map(u16::from_le_bytes).map(u32::from)
}

fn array<const N: usize>(bytes: &[u8], at: usize) -> Option<[u8; N]> {
    bytes.get(at..at + N)?.try_into().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The header of a PNG.
    fn png(width: u32, height: u32) -> Vec<u8> {
        let before = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR";
        [&before[..], &width.to_be_bytes(), &height.to_be_bytes()].concat()
    }

    fn webp(kind: &[u8; 4], rest: &[u8]) -> Vec<u8> {
        [b"RIFF0000WEBP", &kind[..], &[0; 4], rest].concat()
    }

    #[test]
    fn the_size_of_a_picture_is_read_from_its_header() {
        for (picture, expected) in [
            (png(3, 2), (3, 2)),
            (b"GIF89a\x03\0\x02\0".to_vec(), (3, 2)),
            (
                b"\xff\xd8\xff\xe0\0\x04\x01\x02\xff\xc2\0\x11\x08\x03\x20\x04\xb0\x03".to_vec(),
                (1200, 800),
            ),
            (webp(b"VP8X", b"\0\0\0\0\xaf\x04\0\x1f\x03\0"), (1200, 800)),
            (webp(b"VP8L", b"\x2f\xaf\xc4\xc7\0"), (1200, 800)),
            (webp(b"VP8 ", b"\0\0\0\x9d\x01\x2a\xb0\x44\x20\x43"), (1200, 800)),
        ] {
            assert_eq!(size(&picture), Some(expected), "{picture:?}");
        }
    }

    #[test]
    fn content_that_is_not_a_complete_header_of_a_picture_has_no_size() {
        for content in [
            &b""[..],
            b"PNG",
            b"\x89PNG",
            b"GIF8",
            b"RIFF....WEBPVP8X",
            b"\xff\xd8\xff\xe0\0\0",
            b"<svg/>",
        ] {
            assert_eq!(size(content), None, "{content:?}");
        }
    }

    #[test]
    fn a_small_picture_is_kept_and_one_that_would_fill_the_memory_is_not_decoded() {
        let heavy = [png(3, 2), vec![0; 200_000]].concat();
        for (mime, picture, expected) in [
            ("image/png", png(1024, 2), Scaling::Keep),
            ("image/png", png(1025, 2), Scaling::Scale),
            ("image/webp", png(3, 2), Scaling::Scale),
            ("image/png", heavy, Scaling::Scale),
            ("image/png", png(100_000, 100_000), Scaling::Drop),
            ("image/png", b"<svg/>".to_vec(), Scaling::Drop),
        ] {
            assert_eq!(scaling(mime, &picture), expected, "{mime}, {} bytes", picture.len());
        }
    }

    #[test]
    fn a_picture_is_tried_in_ever_smaller_sizes_and_never_enlarged() {
        for (picture, expected) in [
            ((2048, 1000), [(1024, 500), (512, 250), (256, 125), (128, 63)]),
            ((300, 1), [(300, 1), (300, 1), (256, 1), (128, 1)]),
        ] {
            assert_eq!(sides(picture.0, picture.1).collect::<Vec<_>>(), expected);
        }
    }
}
