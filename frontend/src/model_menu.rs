//! The menu of models: what it asks for when it is opened, the test of a connection, and the end of
//! the sign-in.

use app::actions::{Chooser, ModelMenuActions};
use app::session::{ModelTest, TabAct};
use leptos::prelude::{RwSignal, Set, Update, WithUntracked};
use leptos::task::spawn_local;
use serde_json::json;
use wasm_bindgen::JsValue;

use crate::foreign::{get, plain, run_on, text, window};
use crate::session_controller::SessionController;

/// The server's address for the end of the sign-in: it answers with a document where the user is
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
            let answered =
                fetch(json!({ "redirect": "manual", "headers": { "accept": "text/html" } })).await;
            let signed_in = answered.is_ok_and(|answered| get(&answered, "ok").is_truthy());
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

    fn sign_out(&self) {
        let menu = self.session.model_menu;
        menu.update(|menu| menu.signing_out = true);
        spawn_local(async move {
            let left = fetch(json!({ "method": "POST", "redirect": "manual" })).await;
            let is_over = left.is_ok_and(|left| text(&left, "type") == "opaqueredirect")
                && window().location().assign(SIGNED_OUT).is_ok();
            if !is_over {
                menu.update(|menu| (menu.signing_out, menu.still_signed_in) = (false, true));
            }
        });
    }
}

async fn fetch(options: serde_json::Value) -> Result<JsValue, String> {
    run_on(&window(), "fetch", &[&LOGOUT.into(), &plain(&options)?]).await
}
