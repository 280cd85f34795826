//! The columns of a file that name rows of other files, each of which the user may dismiss.

use kernel::keys::Search;
use kernel::{Key, Profile};
use leptos::prelude::*;
use text::{file_name, visible};

use super::actions;
use crate::actions::FileActions;
use crate::session::{FileState, Id};

/// The keys of a file.
#[component]
pub(super) fn Keys(
    file: Id,
    state: RwSignal<FileState>,
    search: RwSignal<Search>,
) -> impl IntoView {
    let keys = Memo::new(move |_| {
        state.with(|state| match state {
            FileState::Ready(profile) => profile.keys.clone(),
            _ => Vec::new(),
        })
    });
    let some = Memo::new(move |_| keys.with(|keys| !keys.is_empty()));
    let found = move || {
        some.get().then(|| {
            view! {
                <ul class="keys" aria-label={words::keys_keys()} data-testid="keys">
                    <For each=move || keys.get() key=Key::columns let(key)>
                        <li>{line(file, key, keys)}</li>
                    </For>
                </ul>
            }
            .into_any()
        })
    };
    view! {
        {found}
        {move || search.get().sentence().map(|said| stopped(file, said, search))}
    }
    .into_any()
}

/// Says that keys may be missing, with a button that has them looked for again.
fn stopped(file: Id, said: &'static str, search: RwSignal<Search>) -> AnyView {
    let files = actions::<dyn FileActions>();
    view! {
        <p class="key" data-testid="keys-stopped">
            <span class="key-text key-facts" role="status">{said}</span>
            <button
                class="button is-quiet"
                type="button"
                on:click=move |_| {
                    search.set(Search::Complete);
                    files.with(|files| files.search_keys(file));
                }
            >
                {words::keys_search_again()}
            </button>
        </p>
    }
    .into_any()
}

/// Returns a file's state without its keys, which are shown apart from the rest.
pub(super) fn without_keys(state: &FileState) -> FileState {
    match state {
        FileState::Ready(profile) if !profile.keys.is_empty() => {
            let profile = Profile { keys: Vec::new(), ..profile.as_ref().clone() };
            FileState::Ready(profile.into())
        }
        other => other.clone(),
    }
}

/// Returns one key, as it is now among `keys`, with a button that dismisses it or takes that back.
fn line(file: Id, key: Key, keys: Memo<Vec<Key>>) -> AnyView {
    let files = actions::<dyn FileActions>();
    let now = {
        let key = key.clone();
        move || keys.with(|keys| keys.iter().find(|one| one.is_same(&key)).cloned())
    };
    let now = Memo::new(move |_| now().unwrap_or_default());
    let dismissed = move || now.with(|key| key.dismissed);
    let act = move || if dismissed() { words::keys_use() } else { words::keys_ignore() };
    let joined = names(&key);
    let label = joined.clone();
    view! {
        <p class="key" class:is-dismissed=dismissed data-testid="key">
            <span class="key-text">
                <span class="key-names">{joined}</span>
                <span class="key-facts">
                    {move || if dismissed() { words::keys_not_used().to_owned() } else { now.with(facts) }}
                </span>
            </span>
            <button
                class="button is-quiet"
                type="button"
                aria-label=move || format!("{} {label}", act())
                on:click=move |_| {
                    let key = key.clone();
                    files.with(|files| files.dismiss_key(file, key, !dismissed()));
                }
            >
                {act}
            </button>
        </p>
    }
    .into_any()
}

/// Returns which columns a key joins: `customer_id → customers.id`.
fn names(key: &Key) -> String {
    let own = key.sheet.as_deref().map(|sheet| format!("{}.", visible(sheet)));
    let table = match &key.other_sheet {
        Some(sheet) => visible(sheet),
        None => {
            let name = file_name(&key.other_file);
            name.rsplit_once('.').map_or(name.clone(), |(stem, _)| stem.to_owned())
        }
    };
    format!(
        "{}{} → {table}.{}",
        own.unwrap_or_default(),
        visible(&key.column),
        visible(&key.other_column)
    )
}

/// Returns what is known of a key: `98 % found, many to one`.
fn facts(key: &Key) -> String {
    let found = if key.sampled { words::keys_found_about } else { words::keys_found };
    found(&key.cardinality(), &key.percent())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_is_named_by_its_tables_and_says_how_many_rows_find_another() {
        let key = Key {
            column: "customer_id".to_owned(),
            other_file: "crm/customers.csv".to_owned(),
            other_column: "id".to_owned(),
            rows: 1_000,
            found: 989,
            ..Key::default()
        };
        assert_eq!(facts(&key), "98 % found, many to one");
        let sampled = Key { sampled: true, repeated: 2, ..key.clone() };
        assert_eq!(facts(&sampled), "about 98 % found, many to many");
        let unique = Key { repeated: 0, unique: true, ..sampled.clone() };
        assert_eq!(facts(&unique), "about 98 % found, probably one to one");
        assert!(names(&key).ends_with("customers.id"), "{}", names(&key));
        let sheets = Key {
            sheet: Some("Orders".to_owned()),
            other_sheet: Some("Customers".to_owned()),
            ..key
        };
        assert_eq!(names(&sheets), "Orders.customer_id → Customers.id");
    }
}
