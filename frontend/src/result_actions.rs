//! What the user does with results: sees them, and previews and saves the files that code wrote.

use std::rc::Rc;

use app::actions::{Frame, Later, Place, Rendered, ResultActions, TableView};
use app::session::Session;
use app::session::forms::{file_name as words_of, is_base64};
use base64::Engine as _;
use futures::FutureExt;
use js_sys::{Array, JsString, Uint8Array};
use kernel::FileRef;
use kernel::activity::Task;
use leptos::prelude::{Callback, GetUntracked};
use leptos::task::spawn_local;
use text::file_name;
use web_sys::Blob;

use crate::host::Host;
use crate::pictures::LENIENT;
use crate::preview::Previewer;
use crate::results::Widgets;
use crate::{activity, archive, clock, notices, save};

/// The results: their widgets, and the kernel's host, which has the files.
pub(crate) struct Results {
    session: Session,
    host: Host,
    widgets: Widgets,
    previewer: Previewer,
}

impl Results {
    /// Returns the results of this session.
    pub(crate) fn new(session: Session, host: Host, widgets: Widgets) -> Self {
        let previewer = Previewer::new(session, host.clone());
        Self { session, host, widgets, previewer }
    }

    /// Has the widget that a future makes count as something that the page is doing until it is
    /// there.
    fn counted<T: 'static>(&self, making: Later<T>) -> Later<T> {
        let doing = activity::begin(self.session, Task::Result);
        Box::pin(async move {
            let made = making.await;
            drop(doing);
            made
        })
    }
}

impl ResultActions for Results {
    fn schedule(&self, draw: Box<dyn FnOnce()>) {
        let doing = activity::begin(self.session, Task::Result);
        spawn_local(async move {
            clock::sleep(0).await;
            draw();
            // What it shows is made in the next task at the latest.
            clock::sleep(0).await;
            drop(doing);
        });
    }

    fn show_table(
        &self,
        place: Place,
        data: String,
        notify: Callback<String>,
    ) -> Later<Rc<dyn TableView>> {
        self.counted(self.widgets.table(place, &data, notify))
    }

    fn show_json(&self, place: Place, json: String) -> Later<bool> {
        self.counted(Widgets::json(place, json))
    }

    fn render(&self, place: Place, content: Rendered) -> Later<Rc<dyn Frame>> {
        self.counted(Widgets::render(place, content))
    }

    fn save(&self, name: &str, media_type: &str, content: &str) -> Result<(), String> {
        let parts = Array::new();
        if is_base64(media_type) {
            let bytes: String = content.split_whitespace().collect();
            let bytes = LENIENT
                .decode(bytes)
                .map_err(|error| words::result_actions_is_damaged(&error, &name))?;
            parts.push(&Uint8Array::from(bytes.as_slice()));
        } else {
            parts.push(&JsString::from(content));
        }
        save::file(&parts, name, media_type)
    }

    fn save_vector(&self, result: String, name: String) -> Later<()> {
        let host = self.host.clone();
        Box::pin(async move { save::blob(&host.vectors(result).await?, &name) })
    }

    fn copy(&self, text: String) -> Later<()> {
        async move { save::copy(&text).await }.boxed_local()
    }

    fn preview(&self, file: FileRef) {
        match content(&self.host, &file) {
            Ok(blob) => {
                let name = file.path.rsplit('/').next().unwrap_or(&file.path).to_owned();
                self.previewer.show(name, file.path.clone(), blob);
            }
            Err(why) => drop(notices::notify(self.session, why, true)),
        }
    }

    fn render_preview(&self, place: Place, height: f64) -> Later<Rc<dyn Frame>> {
        self.counted(self.previewer.render(place, height))
    }

    fn preview_drawn(&self) {
        self.previewer.drawn();
    }

    fn save_preview(&self) {
        self.previewer.save();
    }

    fn close_preview(&self) {
        self.previewer.close();
    }

    fn download(&self, file: FileRef) {
        let host = self.host.clone();
        notices::attempt(self.session, async move {
            let blob = content(&host, &file)?;
            save::blob(&blob, file.path.rsplit('/').next().unwrap_or(&file.path))
        });
    }

    fn download_all(&self, files: Vec<FileRef>) {
        let host = self.host.clone();
        let title = self.session.title.get_untracked();
        notices::attempt(self.session, async move {
            let named = |file: &FileRef| {
                let name = file.path.strip_prefix("/out/").unwrap_or(&file.path);
                Ok((name.to_owned(), content(&host, file)?))
            };
            let files = files.iter().map(named).collect::<Result<Vec<_>, String>>()?;
            save::blob(&archive::of(&files).await?, &words_of(&title, "files", "zip"))
        });
    }
}

/// Returns the content of a file that Python wrote.
fn content(host: &Host, file: &FileRef) -> Result<Blob, String> {
    host.written_file(file).ok_or_else(|| {
        let name = file_name(file.path.rsplit('/').next().unwrap_or(&file.path));
        words::result_actions_is_not_stored_here(&name)
    })
}
