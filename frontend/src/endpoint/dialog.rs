//! The dialog that connects an endpoint: what its steps do. There is one for the whole page,
//! whichever session is shown.

use std::cell::RefCell;
use std::rc::Rc;

use app::actions::{EndpointActions, SecretField};
use app::session::{EndpointDialog, EndpointStep, EndpointTest, ModelStep};
use futures::channel::oneshot;
use leptos::prelude::{ArcRwSignal, GetUntracked, RwSignal, Update, WithUntracked};
use leptos::task::spawn_local;
use providers::Wire;
use providers::direct::{self, Address, Chosen, Connection, Finding};
use serde_json::Value;

use super::transport::{Method, Transport};
use super::{connection, policy};
use crate::foreign::window;

/// How long the test waits, in milliseconds.
const TEST_MS: u32 = 10_000;
/// How long an endpoint that was not tested is asked for a window, in milliseconds.
const QUICK_MS: u32 = 3_000;

/// The dialog.
#[derive(Clone)]
pub(crate) struct Dialog(Rc<Parts>);

struct Parts {
    state: ArcRwSignal<EndpointDialog>,
    /// Gets the model that the user chose, when the dialog is closed.
    waiting: RefCell<Option<oneshot::Sender<Option<String>>>>,
    /// The models that the endpoint listed when it was tested in this step.
    listed: RefCell<Option<Vec<Value>>>,
}

thread_local! {
    static DIALOG: Rc<Dialog> = Rc::new(Dialog(Rc::new(Parts {
        state: ArcRwSignal::new(EndpointDialog::default()),
        waiting: RefCell::default(),
        listed: RefCell::default(),
    })));
}

/// Returns the dialog of the page.
pub(crate) fn dialog() -> Rc<Dialog> {
    DIALOG.with(Rc::clone)
}

/// Closes the dialog when it is dropped, if it has not been opened again since.
struct Withdrawal(Dialog, u32);

impl Drop for Withdrawal {
    fn drop(&mut self) {
        if self.0.0.state.with_untracked(|state| state.opened == self.1) {
            self.0.close(None);
        }
    }
}

impl Dialog {
    /// Returns its state, for the views of a session.
    pub(crate) fn state(&self) -> RwSignal<EndpointDialog> {
        self.0.state.clone().into()
    }

    /// Shows the dialog until it is closed, and returns the model that the user chose; `why` is a
    /// sentence if the user has not asked for it.
    ///
    /// # Errors
    /// The message of the browser.
    pub(super) async fn show(&self, why: String) -> Result<Option<String>, String> {
        let transport = Transport::load().await?;
        let closed = self.open(&transport, why);
        Ok(closed.await.ok().flatten())
    }

    /// Shows the dialog, unless it is open, until it is closed, and closes it if its answer is not
    /// needed any more.
    ///
    /// # Errors
    /// The message of the browser.
    pub(super) async fn ask_for_key(&self, why: String) -> Result<(), String> {
        let transport = Transport::load().await?;
        if !self.0.state.with_untracked(|state| state.shown) {
            let closed = self.open(&transport, why);
            let opened = self.0.state.with_untracked(|state| state.opened);
            let _withdrawal = Withdrawal(self.clone(), opened);
            closed.await.ok();
        }
        Ok(())
    }

    fn open(&self, transport: &Transport, why: String) -> oneshot::Receiver<Option<String>> {
        self.close(None);
        let (sender, receiver) = oneshot::channel();
        self.0.waiting.replace(Some(sender));
        let has_arrived = connection::is_arriving();
        connection::set_arriving(false);
        self.0.state.update(|state| {
            let opened = state.opened + 1;
            *state = EndpointDialog { shown: true, opened, why, ..EndpointDialog::default() };
        });
        self.next(transport, has_arrived);
        receiver
    }

    fn close(&self, chosen: Option<String>) {
        if self.0.state.with_untracked(|state| state.shown) {
            self.0.state.update(|state| state.shown = false);
        }
        if let Some(waiting) = self.0.waiting.take() {
            waiting.send(chosen).ok();
        }
    }

    /// Shows the step that comes next; `has_arrived` says that the page was just loaded for the
    /// endpoint.
    fn next(&self, transport: &Transport, has_arrived: bool) {
        let Some(connection) = connection::current() else { return self.show_address("") };
        if connection.address.origin != policy::admitted() {
            return self.show_address(if has_arrived {
                words::endpoint_dialog_the_browser_did_not()
            } else {
                ""
            });
        }
        let kept = connection::sealed_key(&connection).is_some();
        let (host, has_key) = (connection.address.host, transport.has_key());
        self.show_step(if kept && !has_key {
            EndpointStep::Passphrase(host)
        } else {
            let Connection { kind, models, .. } = connection;
            EndpointStep::Model(ModelStep { host, kind, has_key, kept, models })
        });
    }

    fn show_address(&self, problem: &str) {
        let step = connection::current().map(|before| EndpointStep::Address {
            kept: connection::sealed_key(&before).is_some(),
            kind: before.kind,
            base: before.address.base,
        });
        self.show_step(step.unwrap_or_default());
        self.say(problem.to_owned());
    }

    fn show_step(&self, step: EndpointStep) {
        self.0.listed.take();
        self.0.state.update(|state| {
            state.step = step;
            state.busy = false;
            state.problem.clear();
            state.test = EndpointTest::None;
        });
    }

    fn say(&self, problem: String) {
        self.0.state.update(|state| {
            state.problem = problem;
            state.busy = false;
        });
    }

    /// Does what may fail; the dialog says why.
    fn attempt(&self, act: impl AsyncFnOnce(&Self, Transport) -> Result<(), String> + 'static) {
        self.0.state.update(|state| {
            state.problem.clear();
            state.busy = true;
        });
        let (dialog, opened) = (self.clone(), self.opened());
        spawn_local(async move {
            let done = async { act(&dialog, Transport::load().await?).await };
            if let Err(problem) = done.await
                && dialog.opened() == opened
            {
                dialog.say(problem);
            }
        });
    }

    /// Tells this opening of the dialog from others; none while it is closed.
    fn opened(&self) -> Option<u32> {
        self.0.state.with_untracked(|state| state.shown.then_some(state.opened))
    }
}

impl EndpointActions for Dialog {
    fn close_endpoint(&self) {
        self.close(None);
    }

    fn change_address(&self) {
        self.show_address("");
    }

    fn continue_to(&self, kind: Wire, address: String) {
        self.attempt(async move |dialog, transport| {
            let address = Address::parse(&address, connection::split)?;
            let before = connection::current();
            if before.as_ref().is_some_and(|before| before.address.origin != address.origin) {
                transport.forget_key();
                connection::forget_tab();
            }
            let origin = address.origin.clone();
            let connection = before
                .filter(|before| before.kind == kind && before.address.base == address.base)
                .unwrap_or_else(|| Connection::new(kind, address));
            if origin == policy::admitted() {
                connection::remember(&connection)?;
                dialog.next(&transport, false);
                return Ok(());
            }
            policy::admit(&origin).await?;
            connection::remember(&connection)?;
            connection::set_arriving(true);
            reload();
            Ok(())
        });
    }

    fn unlock_key(&self, passphrase: SecretField) {
        let opened = self.opened();
        self.attempt(async move |dialog, transport| {
            let connection =
                connection::current().ok_or(words::endpoint_dialog_the_endpoint_is_not())?;
            let sealed = connection::sealed_key(&connection).unwrap_or_default();
            if !transport.unseal(&sealed, &passphrase, &connection.bound()).await {
                return Err(words::endpoint_dialog_this_passphrase_does_not().to_owned());
            }
            connection::remember(&connection)?;
            // If a model has been chosen before, nothing else is left to do.
            if dialog.opened() != opened {
                // It was closed meanwhile.
            } else if connection.models.is_empty() {
                dialog.next(&transport, false);
            } else {
                dialog.close(None);
            }
            Ok(())
        });
    }

    fn forget_key(&self) {
        self.attempt(async |dialog, transport| {
            if let Some(connection) = connection::current() {
                connection::remember(&connection)?;
            }
            transport.forget_key();
            connection::forget_kept();
            dialog.next(&transport, false);
            Ok(())
        });
    }

    fn test_endpoint(&self, key: SecretField) {
        self.0.state.update(|state| state.test = EndpointTest::Asking);
        let (dialog, opened) = (self.clone(), self.0.state.get_untracked());
        spawn_local(async move {
            let tested = async {
                let transport = Transport::load().await?;
                transport.take_key(&key);
                let connection =
                    connection::current().ok_or(words::endpoint_dialog_the_endpoint_is_not())?;
                test(&transport, &connection, TEST_MS).await
            };
            let (found, models) = tested.await.unwrap_or_else(|why| {
                (Finding { ok: false, sentence: why, advice: Vec::new() }, None)
            });
            let ids = direct::ids(models.as_deref().unwrap_or_default());
            // Its result is for the step in which it was begun.
            let is_same =
                |state: &EndpointDialog| state.opened == opened.opened && state.step == opened.step;
            if dialog.0.state.with_untracked(is_same) {
                dialog.0.listed.replace(models);
                dialog.0.state.update(|state| state.test = EndpointTest::Done(found, ids));
            }
        });
    }

    fn use_model(&self, key: SecretField, passphrase: Option<SecretField>, model: Chosen) {
        let opened = self.opened();
        self.attempt(async move |dialog, transport| {
            transport.take_key(&key);
            let connection =
                connection::current().ok_or(words::endpoint_dialog_the_endpoint_is_not())?;
            let tested = dialog.0.listed.borrow().clone();
            // If it was not tested, it is asked now; without an answer the window stays what it
            // was.
            let (listed, limit) = match tested {
                Some(listed) => (Some(listed), TEST_MS),
                None => (
                    test(&transport, &connection, QUICK_MS)
                        .await
                        .ok()
                        .and_then(|(_, listed)| listed),
                    QUICK_MS,
                ),
            };
            let listed = listed.unwrap_or_default();
            let found = window_of(&transport, &connection, &listed, &model.id, limit).await;
            let known = connection.models.iter().find(|known| known.id == model.id);
            let window = found.or_else(|| known?.window);
            let id = model.id.clone();
            let mut next = connection.with(Chosen { window, ..model });
            next.keyless = !transport.has_key();
            if let Some(passphrase) = passphrase.filter(|_| !next.keyless) {
                connection::keep(&next, transport.sealed(&passphrase, &next.bound()).await?)?;
            }
            connection::remember(&next)?;
            if dialog.opened() == opened {
                dialog.close(Some(id));
            }
            Ok(())
        });
    }

    fn remove_model(&self, id: &str) {
        let id = id.to_owned();
        self.attempt(async move |dialog, transport| {
            if let Some(connection) = connection::current() {
                connection::remember(&connection.without(&id))?;
            }
            dialog.next(&transport, false);
            Ok(())
        });
    }

    fn disconnect(&self) {
        self.attempt(async |dialog, transport| {
            policy::dismiss().await?;
            transport.forget_key();
            connection::forget_tab();
            dialog.close(None);
            reload();
            Ok(())
        });
    }
}

/// Asks an endpoint for its models; returns what came of that, with the entries of its list, if it
/// has one.
async fn test(
    transport: &Transport,
    connection: &Connection,
    limit: u32,
) -> Result<(Finding, Option<Vec<Value>>), String> {
    let address = &connection.address;
    let url = format!("{}/models", address.base);
    let reply = transport.send(connection, Method::Get, &url, limit, None).await?;
    if let Some(why) = reply.unanswered(address) {
        return Ok((why, None));
    }
    if !reply.ok() {
        return Ok((direct::refused(address, reply.status(), transport.has_key()), None));
    }
    Ok(match direct::models(&reply.text().await) {
        None => (direct::unreadable(address), None),
        Some(models) => (direct::answered(address, direct::ids(&models).len()), Some(models)),
    })
}

/// Returns how many tokens a model can read, if its endpoint says so.
async fn window_of(
    transport: &Transport,
    connection: &Connection,
    listed: &[Value],
    id: &str,
    limit: u32,
) -> Option<u64> {
    let model = listed.iter().find(|model| model["id"] == id)?;
    if let Some(window) = direct::listed_window(model) {
        return Some(window);
    }
    let url = format!("{}{}", connection.address.origin, direct::window_path(model)?);
    let reply = transport.send(connection, Method::Get, &url, limit, None).await.ok()?;
    if reply.unanswered(&connection.address).is_some() || !reply.ok() {
        return None;
    }
    direct::window_there(model, &reply.text().await)
}

fn reload() {
    window().location().reload().ok();
}
