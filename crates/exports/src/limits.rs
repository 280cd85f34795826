//! How much of a transcript an export contains: printed text and images may have any size.

use text::format;

/// The most characters of an answer, a question or a note of any kind.
pub(crate) const TEXT: usize = 100_000;
/// The most characters on one line of a list: a name, a version, a purpose.
pub(crate) const LINE: usize = 300;
/// The most rows of a table; its last rows follow.
pub(crate) const ROWS: usize = 100;
/// The most columns of a table.
pub(crate) const COLUMNS: usize = 40;
/// The most characters of a cell of a table.
pub(crate) const CELL: usize = 200;
/// The most results of a step.
pub(crate) const RESULTS: usize = 60;
/// The most files in a list.
pub(crate) const FILES: usize = 200;
/// The most bytes of one image and of all images of an export, in base64.
const IMAGE: usize = 12 << 20;
const IMAGES: usize = 64 << 20;

/// What is left for images.
#[derive(Debug)]
pub(crate) struct Budget(usize);

impl Budget {
    pub(crate) fn new() -> Self {
        Self(IMAGES)
    }

    /// Takes the place for an image; an error says in a sentence why there is none.
    pub(crate) fn take(&mut self, size: usize) -> Result<(), String> {
        if size > IMAGE || size > self.0 {
            return Err(format!(
                "An image of {} is left out here.",
                format::bytes(size as u64 / 4 * 3)
            ));
        }
        self.0 -= size;
        Ok(())
    }
}

/// Returns a name, a purpose or a version on one line, with its hidden characters written out.
pub(crate) fn line(source: &str) -> String {
    text::truncated(text::file_name(source).trim(), LINE)
}

/// Returns printed text as a terminal shows it, bounded, with its hidden characters written out.
pub(crate) fn printed(source: &str) -> String {
    text::visible(&text::excerpt(&text::terminal::plain(&text::excerpt(source))))
}
