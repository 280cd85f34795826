//! The menu of models: what it asks for when it is opened, the test of a connection, and the end of
//! the sign-in.

use app::actions::{Chooser, ModelMenuActions};
use app::session::{ModelTest, TabAct};
use leptos::prelude::{RwSignal, Set, Update, WithUntracked};
use leptos::task::spawn_local;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::{Headers, RequestInit, RequestRedirect, Response, ResponseType};

use crate::foreign::window;
use crate::session_controller::SessionController;
use crate::{notices, stored};

/// The server's address for the end of the sign-in: it answers with a document if the user is
/// signed in, and leads elsewhere otherwise. It is asked, since a proxy may have signed the user
/// in, or nobody.
const LOGOUT: &str = "/logout";
/// Where the user is led then.
const SIGNED_OUT: &str = "/login?signed-out";

impl ModelMenuActions for SessionController {
    fn list_models(&self) {
        let controller = self.clone();
        let menu = self.session.model_menu;
        menu.update(|menu| menu.asked += 1);
        let asked = menu.with_untracked(|menu| menu.asked);
        spawn_local(async move {
            controller.find_models(false).await;
            if menu.with_untracked(|menu| menu.asked != asked) {
                return;
            }
            menu.update(|menu| {
                menu.answered = asked;
                menu.used = controller.recorder.usage();
            });
            controller.show_tab_model();
            let answered = fetch("GET", "text/html").await;
            let signed_in = answered.is_ok_and(|answered| answered.ok());
            menu.update(|menu| menu.signed_in = signed_in);
        });
    }

    fn test_model(&self, id: &str, test: RwSignal<ModelTest>) {
        let (controller, id) = (self.clone(), id.to_owned());
        test.set(ModelTest::UnderWay);
        spawn_local(async move { test.set(ModelTest::Ended(controller.test(id).await)) });
    }

    fn act_on_tab_model(&self, act: TabAct, chooser: Chooser) {
        self.act_on_tab(act, &chooser);
    }

    fn sign_out(&self, deletes: bool) {
        let (session, menu) = (self.session, self.session.model_menu);
        menu.update(|menu| menu.signing_out = true);
        spawn_local(async move {
            // The user stays signed in with what could not be deleted.
            if deletes && let Err(why) = stored::list::erase().await {
                notices::notify(session, why, true);
                menu.update(|menu| menu.signing_out = false);
                return;
            }
            let left = fetch("POST", "*/*").await;
            let is_over = left.is_ok_and(|left| left.type_() == ResponseType::Opaqueredirect)
                && window().location().assign(SIGNED_OUT).is_ok();
            if !is_over {
                menu.update(|menu| (menu.signing_out, menu.still_signed_in) = (false, true));
            }
        });
    }
}

/// Asks for the end of the sign-in, and does not follow where it leads.
async fn fetch(method: &str, accept: &str) -> Result<Response, JsValue> {
    let options = RequestInit::new();
    options.set_method(method);
    options.set_redirect(RequestRedirect::Manual);
    let headers = Headers::new()?;
    headers.set("accept", accept)?;
    options.set_headers(&headers);
    let answered = window().fetch_with_str_and_init(LOGOUT, &options);
    JsFuture::from(answered).await.map(JsCast::unchecked_into)
}
