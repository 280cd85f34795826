//! What can be done with a result: showing it in another form, copying and saving it.

use kernel::Shown;
use leptos::prelude::{GetUntracked, WithValue};

use super::Handles;
use crate::actions::Later;
use crate::session::forms::{Form, Kind, file_of, picture, result_file_name};

/// An entry of the menu.
#[derive(Clone)]
pub(super) struct Entry {
    pub(super) label: String,
    /// Whether it is the current choice, where there is one.
    pub(super) chosen: Option<bool>,
    pub(super) act: Act,
}

/// Entries under a title.
#[derive(Clone)]
pub(super) struct Group {
    pub(super) title: &'static str,
    pub(super) entries: Vec<Entry>,
}

/// What an entry does.
#[derive(Clone)]
pub(super) enum Act {
    /// Shows the form at this index.
    Show(usize),
    /// An action of the table.
    Table(usize),
    /// Copies what is shown.
    Copy,
    /// Shows it on the whole screen, or no longer.
    FullScreen,
    /// Saves the table as one of its files.
    SaveTable(usize),
    /// Saves the chart that is shown as a picture.
    SavePicture,
    /// Saves it as a page.
    SavePage,
    /// Saves one type of the result unchanged.
    Save(String),
}

impl Entry {
    fn new(label: String, act: Act) -> Self {
        Self { label, chosen: None, act }
    }
}

/// Returns what the menu has while the form at this index is shown.
pub(super) fn groups(
    shown: &Shown,
    known: &[Form],
    at: Option<usize>,
    handles: Handles,
) -> Vec<Group> {
    let form = at.and_then(|at| known.get(at));
    let again = known.iter().enumerate().filter(|_| known.len() > 1);
    let again = again.map(|(index, form)| Entry {
        label: form.title(known),
        chosen: Some(Some(index) == at),
        act: Act::Show(index),
    });
    let numbered = |labels: Vec<String>, act: fn(usize) -> Act| {
        labels.into_iter().enumerate().map(move |(at, label)| Entry::new(label, act(at)))
    };
    let table = handles.table.with_value(Clone::clone);
    let entries = table.as_ref().map(|table| table.entries()).unwrap_or_default();
    let copied = form
        .filter(|form| can_copy(shown, form))
        .map(|_| Entry::new(words::result_acts_copy().to_owned(), Act::Copy));
    let is_laid_out =
        |form: &&Form| !matches!(form.kind, Kind::Text | Kind::Code | Kind::Json | Kind::Markdown);
    let full = form.filter(is_laid_out);
    let full =
        full.map(|_| Entry::new(words::result_acts_full_screen().to_owned(), Act::FullScreen));
    let doing = numbered(entries, Act::Table).chain(copied).chain(full);
    let saves = table.map(|table| table.saves()).unwrap_or_default();
    let mut saves: Vec<Entry> = numbered(saves, Act::SaveTable).collect();
    if form.is_some_and(|form| matches!(form.kind, Kind::Plotly | Kind::Vega | Kind::VegaLite)) {
        saves.push(Entry::new(words::result_acts_save_png().to_owned(), Act::SavePicture));
        saves.push(Entry::new(words::result_acts_save_web_page().to_owned(), Act::SavePage));
    }
    // A figure saves its picture itself.
    let own = form.filter(|form| form.kind == Kind::Figure).and_then(|_| picture(shown));
    for media_type in shown.mime.keys() {
        let label = words::result_acts_save_as(&file_of(media_type).1);
        let is_own = own.as_ref().is_some_and(|own| own.media_type == media_type);
        let is_text_of_others = media_type == "text/plain" && known.len() != 1;
        if !is_own && !is_text_of_others && !saves.iter().any(|entry| entry.label == label) {
            saves.push(Entry::new(label, Act::Save(media_type.clone())));
        }
    }
    let groups = [
        (words::result_acts_show_as(), again.collect()),
        (words::result_acts_do(), doing.collect()),
        (words::result_acts_save(), saves),
    ];
    let groups = groups.into_iter().map(|(title, entries)| Group { title, entries });
    groups.filter(|group| !group.entries.is_empty()).collect()
}

fn can_copy(shown: &Shown, form: &Form) -> bool {
    match form.kind {
        Kind::Figure => shown.chart.is_some(),
        kind => kind != Kind::Picture,
    }
}

/// Begins what an entry of the menu does; the future returns what is said once that is done, if
/// anything.
pub(super) fn begin(
    act: &Act,
    shown: &Shown,
    form: Option<&Form>,
    handles: Handles,
) -> Option<Later<&'static str>> {
    let table = handles.table.with_value(Clone::clone);
    let frame = handles.frame.with_value(Clone::clone);
    let name = |extension: &str| {
        result_file_name(shown, &handles.title.get_untracked(), "chart", extension)
    };
    let saving: Later<()> = match act {
        // The view does these itself.
        Act::Show(_) | Act::FullScreen => return None,
        Act::Table(at) => {
            table?.act(*at);
            return None;
        }
        Act::Copy => {
            let results = handles.results;
            let form = form?;
            let text =
                if form.kind == Kind::Table { table?.text() } else { ready(Ok(text(shown, form))) };
            return Some(Box::pin(async move {
                let text = text.await?;
                if let Some(copying) = results.with(|results| results.copy(text)) {
                    copying.await?;
                }
                Ok(words::result_acts_copied())
            }));
        }
        Act::SaveTable(at) => table?.save(*at),
        Act::SavePicture => frame?.save_picture(name("png")),
        Act::SavePage => frame?.save_page(name("html")),
        Act::Save(media_type) => ready(save(shown, media_type, handles)?),
    };
    Some(Box::pin(async move { saving.await.map(|()| "") }))
}

/// Saves one type of a result unchanged.
pub(super) fn save(
    shown: &Shown,
    media_type: &str,
    handles: Handles,
) -> Option<Result<(), String>> {
    let content = shown.mime.get(media_type)?;
    let title = handles.title.get_untracked();
    let name = result_file_name(shown, &title, "result", &file_of(media_type).0);
    handles.results.with(|results| results.save(&name, media_type, content))
}

/// Returns the text of a form to copy.
fn text(shown: &Shown, form: &Form) -> String {
    let content = form.content(shown);
    match (form.kind, &shown.chart) {
        (Kind::Figure, Some(chart)) => charts::summaries::description(chart).join("\n"),
        // Its first line names the language.
        (Kind::Code, _) => content.split_once('\n').map_or("", |(_, code)| code).to_owned(),
        (Kind::Text, _) => text::terminal::plain(content),
        _ => content.to_owned(),
    }
}

fn ready<T: 'static>(result: Result<T, String>) -> Later<T> {
    Box::pin(async move { result })
}
