//! The few line drawings of the page, as paths on a 16 by 16 grid. They decorate; the control that holds one
//! has a label.

use leptos::prelude::*;

pub(super) const CHECK: &str = "M3.5 8.5l3 3 6-7";
pub(super) const CLOSE: &str = "M4 4l8 8M12 4l-8 8";
pub(super) const COPY: &str = "M5.5 5.5h7v7h-7zM3.5 10.5v-7h7";
pub(super) const DOWN: &str = "M8 2.5v8M4.5 7.5L8 11l3.5-3.5M3 13.5h10";
pub(super) const FILE: &str = "M4 1.75h5.25L12.5 5v9.25h-8.5zM9 2v3.25h3.25";
pub(super) const LOCK: &str = "M4.25 7.5h7.5v5.750h-7.5zM5.750 7.500v-2a2.250 2.250 0 0 1 4.500 0v2";
pub(super) const OPEN: &str = "M4 6.25l4 4 4-4";
pub(super) const OUT: &str = "M6 4h6v6M12 4l-8 8";
pub(super) const PLUS: &str = "M8 3v10M3 8h10";
pub(super) const SEND: &str = "M8 13V3.5M3.75 7.5L8 3.25l4.25 4.25";
pub(super) const SHIELD: &str =
    "M8 1.75l5 2v4c0 3-2 5.250-5 6.5-3-1.250-5-3.500-5-6.500v-4zM5.750 7.900l1.600 1.600 2.900-3";
pub(super) const STOP: &str = "M4.5 4.5h7v7h-7z";

/// A drawing in the colour of the text around it.
#[component]
pub(super) fn Icon(path: &'static str) -> impl IntoView {
    view! {
        <svg class="icon" viewBox="0 0 16 16" aria-hidden="true" focusable="false">
            <path d={path}></path>
        </svg>
    }
    .into_any()
}
