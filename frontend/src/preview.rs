//! Documents that are shown over the page: from their bytes if the page can do this by itself, else
//! as results from the kernel.

use std::cell::{Cell, RefCell};
use std::rc::Rc;
use std::sync::Arc;

use app::actions::{Frame, Later, Place};
use app::session::{Preview, PreviewContent, Reader, Session};
use js_sys::Uint8Array;
use leptos::prelude::{Set, Update};
use leptos::task::spawn_local;
use text::{file_name, format};
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::{Blob, Url};

use crate::foreign::message;
use crate::host::Host;
use crate::{clock, notices, results, save};

/// How much of a text is shown, in bytes.
const MAX_TEXT_BYTES: f64 = 2_000_000.0;

/// How long reading may take before the dialog says that it waits, in milliseconds.
const PATIENCE_MS: u32 = 300;

/// Shows documents of a session.
#[derive(Clone)]
pub(crate) struct Previewer(Rc<Inner>);

struct Inner {
    session: Session,
    host: Host,
    /// The document that is shown.
    document: RefCell<Option<Document>>,
    /// Counts the documents, so that what comes late for an earlier one is dropped.
    shown: Cell<u32>,
}

struct Document {
    name: String,
    blob: Blob,
    /// The address of its picture.
    address: Option<String>,
}

impl Drop for Document {
    fn drop(&mut self) {
        if let Some(address) = &self.address {
            Url::revoke_object_url(address).ok();
        }
    }
}

impl Previewer {
    /// Returns a previewer that shows nothing.
    pub(crate) fn new(session: Session, host: Host) -> Self {
        Self(Rc::new(Inner { session, host, document: RefCell::default(), shown: Cell::default() }))
    }

    /// Shows a document, which the kernel has under `path`.
    pub(crate) fn show(&self, name: String, path: String, blob: Blob) {
        let inner = &self.0;
        let number = inner.shown.get() + 1;
        inner.shown.set(number);
        inner.document.replace(Some(Document {
            name: name.clone(),
            blob: blob.clone(),
            address: None,
        }));
        let content = PreviewContent::Reading;
        inner.session.preview.set(Some(Preview {
            name: name.clone(),
            content,
            status: String::new(),
        }));
        let previewer = self.clone();
        spawn_local(async move {
            clock::sleep(PATIENCE_MS).await;
            previewer.update(number, |preview| {
                if preview.content == PreviewContent::Reading && preview.status.is_empty() {
                    preview.status = words::preview_waiting_for_python().to_owned();
                }
            });
        });
        let previewer = self.clone();
        spawn_local(async move {
            let read = previewer.read(&name, &path, &blob).await;
            previewer.update(number, |preview| match read {
                Ok((content, status)) => {
                    preview.content = content;
                    preview.status = status.unwrap_or_default();
                }
                Err(why) => preview.fail(&why),
            });
        });
    }

    fn update(&self, number: u32, change: impl FnOnce(&mut Preview)) {
        if self.0.shown.get() == number {
            self.0.session.preview.update(|preview| {
                if let Some(preview) = preview {
                    change(preview);
                }
            });
        }
    }

    /// Returns what is shown of a document, and what is said of it.
    async fn read(
        &self,
        name: &str,
        path: &str,
        blob: &Blob,
    ) -> Result<(PreviewContent, Option<String>), String> {
        let size = || Some(format::bytes(bytes(blob.size())));
        match Reader::of(name) {
            // It says its size once it is drawn.
            Reader::Frame(_) => Ok((PreviewContent::Frame, None)),
            Reader::Picture(media_type) => {
                let options = web_sys::BlobPropertyBag::new();
                options.set_type(media_type);
                let typed =
                    Blob::new_with_blob_sequence_and_options(&js_sys::Array::of1(blob), &options);
                let typed = typed.map_err(|thrown| message(&thrown))?;
                let address =
                    Url::create_object_url_with_blob(&typed).map_err(|thrown| message(&thrown))?;
                if let Some(document) = self.0.document.borrow_mut().as_mut() {
                    document.address = Some(address.clone());
                }
                Ok((PreviewContent::Picture(address), None))
            }
            Reader::Text(language) => match beginning(blob).await {
                Some(text) => {
                    let is_whole = blob.size() <= MAX_TEXT_BYTES;
                    let beginning = || {
                        words::preview_the_first_of(
                            &format::bytes(bytes(MAX_TEXT_BYTES)),
                            &format::bytes(bytes(blob.size())),
                        )
                    };
                    let status = if is_whole { size() } else { Some(beginning()) };
                    Ok((PreviewContent::Text { language, text }, status))
                }
                None => self
                    .ask(path, "")
                    .await
                    .map(|(content, status)| (content, status.or_else(size))),
            },
            Reader::Python(imports) => match self.ask(path, imports).await {
                Ok((content, status)) => Ok((content, status.or_else(size))),
                // Python is not available, but text can be read without it.
                Err(why) => match beginning(blob).await {
                    Some(text) => Ok((PreviewContent::Text { language: "", text }, Some(why))),
                    None => Err(why),
                },
            },
        }
    }

    /// Returns what the kernel shows of a document, and what it says of it.
    async fn ask(
        &self,
        path: &str,
        imports: &str,
    ) -> Result<(PreviewContent, Option<String>), String> {
        let (results, said) = self.0.host.preview(path.to_owned(), None, imports).await?;
        let said = said.filter(|said| !said.is_empty());
        if results.is_empty() && said.is_none() {
            let nothing = words::preview_there_is_nothing_in().to_owned();
            return Ok((PreviewContent::Nothing, Some(nothing)));
        }
        Ok((PreviewContent::Results(results.into_iter().map(Arc::new).collect()), said))
    }

    /// Draws the document in a sealed frame.
    pub(crate) fn render(&self, place: Place, height: f64) -> Later<Rc<dyn Frame>> {
        let document = self.0.document.borrow();
        let document =
            document.as_ref().map(|document| (document.name.clone(), document.blob.clone()));
        Box::pin(async move {
            let (name, blob) = document.ok_or(words::preview_it_is_not_shown())?;
            let Reader::Frame(kind) = Reader::of(&name) else {
                return Err(words::preview_it_has_no_frame().to_owned());
            };
            let content = if kind == "pdf" { blob.array_buffer() } else { blob.text() };
            let content: JsValue =
                JsFuture::from(content).await.map_err(|thrown| message(&thrown))?;
            let title =
                if kind == "pdf" { words::preview_document() } else { words::preview_drawing() };
            let title = format!("{title}: {}", file_name(&name));
            results::frame(&place, kind, &content, &title, Some(height)).await
        })
    }

    /// Says that the document is shown.
    pub(crate) fn drawn(&self) {
        let size = self
            .0
            .document
            .borrow()
            .as_ref()
            .map(|document| document.blob.size())
            .unwrap_or_default();
        self.update(self.0.shown.get(), |preview| preview.status = format::bytes(bytes(size)));
    }

    /// Saves the document.
    pub(crate) fn save(&self) {
        if let Some(document) = self.0.document.borrow().as_ref()
            && let Err(why) = save::blob(&document.blob, &document.name)
        {
            notices::notify(self.0.session, why, true);
        }
    }

    /// Closes the dialog.
    pub(crate) fn close(&self) {
        self.0.shown.set(self.0.shown.get() + 1);
        self.0.session.preview.set(None);
        self.0.document.take();
    }
}

/// Reads the beginning of a text; `None` if the bytes are not text.
async fn beginning(blob: &Blob) -> Option<String> {
    let part = blob.slice_with_f64_and_f64(0.0, MAX_TEXT_BYTES).ok()?;
    let buffer = JsFuture::from(part.array_buffer()).await.ok()?;
    let bytes = Uint8Array::new(&buffer.unchecked_into::<JsValue>()).to_vec();
    let text = match std::str::from_utf8(&bytes) {
        Ok(text) => text,
        // The last character may be incomplete.
        Err(error) if error.error_len().is_none() => {
            std::str::from_utf8(bytes.get(..error.valid_up_to())?).ok()?
        }
        Err(_) => return None,
    };
    let text = text.strip_prefix('\u{FEFF}').unwrap_or(text);
    (!text.contains('\0')).then(|| text.to_owned())
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "a size is a whole number"
)]
fn bytes(size: f64) -> u64 {
    size as u64
}
