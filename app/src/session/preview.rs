//! A document that is shown over the page.

use std::sync::Arc;

use kernel::Shown;

/// The document.
#[derive(Clone, Debug, PartialEq)]
pub struct Preview {
    /// The name of its file.
    pub name: String,
    /// What is shown of it.
    pub content: PreviewContent,
    /// What is said of it: its size, what is not shown, or why nothing is.
    pub status: String,
}

impl Preview {
    /// Says why nothing of it is shown.
    pub fn fail(&mut self, why: &str) {
        self.content = PreviewContent::Nothing;
        self.status = words::preview_you_can_save_the(&why);
    }
}

/// What is shown of a document.
#[derive(Clone, Debug, PartialEq)]
pub enum PreviewContent {
    /// Nothing yet.
    Reading,
    /// It is drawn in a sealed frame.
    Frame,
    /// A picture at this address.
    Picture(String),
    /// Text in a language, which may be empty.
    Text {
        /// The language.
        language: &'static str,
        /// The text.
        text: String,
    },
    /// Results of Python.
    Results(Vec<Arc<Shown>>),
    /// Nothing.
    Nothing,
}

/// How a file is previewed, by the end of its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reader {
    /// In a frame of this kind.
    Frame(&'static str),
    /// As a picture of this media type.
    Picture(&'static str),
    /// As text in this language, which may be empty.
    Text(&'static str),
    /// By Python, which may have to import this first.
    Python(&'static str),
}

impl Reader {
    /// Returns how a file of this name is previewed.
    #[must_use]
    pub fn of(name: &str) -> Self {
        let extension = name.rsplit_once('.').map_or("", |(_, extension)| extension).to_lowercase();
        match extension.as_str() {
            "pdf" => Self::Frame("pdf"),
            "svg" => Self::Frame("svg"),
            "png" => Self::Picture("image/png"),
            "jpg" | "jpeg" => Self::Picture("image/jpeg"),
            "gif" => Self::Picture("image/gif"),
            "webp" => Self::Picture("image/webp"),
            "py" => Self::Text("python"),
            "txt" | "log" | "js" | "css" | "sql" | "yaml" | "yml" | "toml" | "ini" => {
                Self::Text("")
            }
            "docx" => Self::Python("import docx"),
            "pptx" => Self::Python("import pptx"),
            "bmp" | "tif" | "tiff" => Self::Python("import PIL"),
            _ => Self::Python(""),
        }
    }
}
